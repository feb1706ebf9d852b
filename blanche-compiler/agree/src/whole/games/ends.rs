//! How random games end, and the value of their positions.

use super::super::Generator;
use super::super::bodies::Scope;
use super::super::text::{Literal, Said, Term, Variable, atom, body, not, yes};
use super::State;

/// Approximate number of literals of the body of an end.
const LITERALS: usize = 5;

impl Generator {
    /// Generates winning rules, draws, and the outcome for a player who cannot move.
    pub(super) fn ends(&mut self) {
        let side = self.side.expect("a game has players");
        self.given("blocked", vec![side]);
        self.given("all.blocked", Vec::new());
        if self.random.percent(20) {
            self.derive();
        }
        for _ in 0..*self.random.choose(&[1, 1, 2, 3]) {
            self.win();
        }
        for _ in 0..*self.random.choose(&[0, 0, 1, 1, 2]) {
            self.draw();
        }
        let blocked = *self.random.choose(&["loses", "loses", "draws", "passes", "passes"]);
        self.items.push(format!("blocked {blocked}"));
    }

    fn win(&mut self) {
        let (whom, bound) = self.choose_player();
        let own = match bound.first() {
            Some(own) => Term::Variable(own.clone()),
            None => Term::Constant(whom.clone()),
        };
        let other = match bound.get(1) {
            Some(other) => Term::Variable(other.clone()),
            None => Term::Constant(self.random.choose(&self.players).clone()),
        };
        let mut scope = Scope { bound, left: LITERALS, names: true, ..Scope::default() };
        let mut said = match self.random.below(5) {
            0 => self.line_of(&own, &mut scope),
            1 => vec![self.many(&own)],
            2 => Vec::new(),
            _ => vec![yes(Said::Atom("blocked".to_owned(), vec![other]))],
        };
        if said.is_empty() || self.random.percent(50) {
            said.extend(self.position_literals(&mut scope));
        }
        let name = self.names.rule(&mut self.random);
        self.items.push(format!("rule {name} for {whom} at level 0 if {}", body(&said)));
    }

    /// Generates one to three literals, positive or negated.
    fn position_literals(&mut self, scope: &mut Scope) -> Vec<Literal> {
        match self.random.below(4) {
            0 => self.body(scope, &[]),
            1 => vec![self.positive(scope), self.denial(scope, 0)],
            2 => vec![self.denial(scope, 0)],
            _ => vec![self.positive(scope)],
        }
    }

    /// Generates literals for three to five marks in a line.
    fn line_of(&mut self, own: &Term, scope: &mut Scope) -> Vec<Literal> {
        let field = self.board.expect("a game has a board");
        let direction = self.variable(field + 3, true, scope);
        let mut last = self.variable(field, true, scope);
        let mut said = vec![self.mark(&last, Some(own))];
        for _ in 1..*self.random.choose(&[2, 3, 3, 4, 5]) {
            let next = self.variable(field, true, scope);
            let step = [&last, &direction, &next].map(|variable| Term::Variable(variable.clone()));
            said.push(yes(Said::Atom("step".to_owned(), step.to_vec())));
            said.push(self.mark(&next, Some(own)));
            last = next;
        }
        said
    }

    /// Generates a literal that compares the number of marks.
    fn many(&mut self, own: &Term) -> Literal {
        let sort = self.board.expect("a game has a board");
        let field = Variable { name: "F_9".to_owned(), sort };
        let inside = vec![self.mark(&field, Some(own))];
        let sign = *self.random.choose(&["=", "≠", "<", "≤", ">", "≥", ">"]);
        let number = Term::Constant(self.random.between(1, 5).to_string());
        yes(Said::Aggregate("count", vec![field], inside, sign, number))
    }

    fn draw(&mut self) {
        let mut scope = Scope { left: LITERALS, names: true, ..Scope::default() };
        let said = match self.random.below(5) {
            0 => "occurred(2)".to_owned(),
            1 => "all.blocked".to_owned(),
            2 => {
                let field = Variable { name: "F_".to_owned(), sort: self.board.expect("a game has a board") };
                let Literal { said, .. } = self.mark(&field, None);
                not(said).to_string()
            }
            _ => body(&self.position_literals(&mut scope)),
        };
        let name = self.names.rule(&mut self.random);
        self.items.push(format!("draw {name} if {said}"));
    }

    /// Generates scores, preferences, margins, rules that claim a win, and exports.
    pub(super) fn values(&mut self) {
        for _ in 0..*self.random.choose(&[0, 1, 1, 2]) {
            self.score();
        }
        for _ in 0..*self.random.choose(&[0, 0, 1, 2]) {
            self.margin();
        }
        for _ in 0..*self.random.choose(&[0, 0, 1]) {
            self.preference();
        }
        for _ in 0..*self.random.choose(&[0, 1, 1, 2]) {
            self.claim();
        }
        for _ in 0..*self.random.choose(&[0, 0, 0, 1, 2]) {
            self.supposition();
        }
        self.exports();
    }

    /// Chooses a player, and generates a variable and a body about it. In `likes_fields` percent of cases, the variable
    /// is a field.
    fn player_condition(&mut self, likes_fields: usize) -> (String, Variable, Vec<Literal>) {
        let (whom, bound) = self.choose_player();
        let mut scope = Scope { bound, left: LITERALS, names: true, ..Scope::default() };
        let sort = match self.random.percent(likes_fields) {
            true => self.board.expect("a game has a board"),
            false => self.random.below(self.sorts.len()),
        };
        let variable = self.variable(sort, true, &mut scope);
        let said = self.body(&mut scope, std::slice::from_ref(&variable));
        (whom, variable, said)
    }

    fn margin(&mut self) {
        let (whom, counted, said) = self.player_condition(80);
        self.items.push(format!("margin for {whom} counts {counted} if {}", body(&said)));
    }

    fn preference(&mut self) {
        let (whom, played, said) = self.player_condition(80);
        let name = self.names.rule(&mut self.random);
        let worth = *self.random.choose(&["1", "5", "-2"]);
        let end = self.up_to_symmetry();
        self.items.push(format!(
            "preference {name} for {whom} plays {played} worth {worth} if {}{end}",
            body(&said)
        ));
    }

    /// Generates a supposition (a condition under which rules may claim a win). It applies to rules of all levels, or
    /// only from a certain level on.
    fn supposition(&mut self) {
        let mut scope = Scope { left: LITERALS, names: false, ..Scope::default() };
        let said = self.position_literals(&mut scope);
        let level = *self.random.choose(&["", " from level 2", " from level 3"]);
        self.items.push(format!("claims{level} suppose {}", body(&said)));
    }

    /// Generates how positions are drawn as diagrams, and how moves are written. Neither affects answers.
    pub(super) fn shown(&mut self) {
        let State { name, places, .. } = self.game.states[0].clone();
        if self.random.percent(30) {
            let term = |sort: &usize| match Some(*sort) == self.board {
                true => "F".to_owned(),
                false => self.sorts[*sort].values[0].clone(),
            };
            let terms: Vec<String> = places.iter().map(term).collect();
            self.declarations.push(format!("drawn {} as x", atom(&name, &terms)));
        }
        if self.random.percent(10) {
            self.declarations.push("notation pdn".to_owned());
        }
    }

    fn claim(&mut self) {
        let (whom, played, said) = self.player_condition(100);
        let name = self.names.rule(&mut self.random);
        let level = self.random.between(1, 3);
        self.items.push(format!("rule {name} for {whom} at level {level} plays {played} if {}", body(&said)));
    }
}
