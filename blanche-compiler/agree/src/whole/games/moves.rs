//! The moves of random games: what they play, their premises, their effects, and how they continue.

use super::super::Generator;
use super::super::bodies::{Scope, one_of};
use super::super::text::{Literal, Term, Variable, atom, body};
use super::{Made, State};

/// Approximate number of literals of a premise.
const LITERALS: usize = 7;

/// Lists of the values that a move may play. Each value is given by the word of its sort.
const PLAYED: &[&str] = &[
    "F",
    "F",
    "F",
    "F",
    "F F",
    "F F",
    "F Direction",
    "F K",
    "F P",
    "Column",
    "Row",
    "N",
    "K",
    "S",
    "Z",
    "Z F",
    "",
];

impl Generator {
    /// Generates a move. Its premise may be similar to that of an earlier move.
    pub(super) fn one_move(&mut self) {
        let earlier = one_of(&mut self.random, &self.game.moves).cloned();
        let mut made = match earlier {
            Some(earlier) if self.random.percent(50) => self.like(earlier),
            _ => self.unlike(),
        };
        made.name = self.names.rule(&mut self.random);
        let plays: Vec<String> = made.plays.iter().map(|variable| variable.name.clone()).collect();
        let plays = if plays.is_empty() { String::new() } else { format!(" plays {}", plays.join(", ")) };
        let premise = match made.premise.is_empty() {
            true => String::new(),
            false => format!(" if {}", body(&made.premise)),
        };
        let mut lines = vec![format!("move {} for {}{plays}{premise}", made.name, made.whom)];
        self.game.moves.push(made.clone());
        lines.extend(self.effects(&made));
        if self.random.percent(20) {
            lines.push(self.continuation(&made));
        }
        self.items.push(lines.join("\n    "));
    }

    /// A move whose premise does not resemble that of an earlier move.
    fn unlike(&mut self) -> Made {
        let (whom, bound) = self.choose_player_of_move();
        let mut scope = Scope { bound, left: LITERALS, names: true, ..Scope::default() };
        let words: Vec<&str> = self.random.choose(PLAYED).split_whitespace().collect();
        let sorts: Vec<usize> = words.iter().filter_map(|word| self.with_word(word)).collect();
        let plays: Vec<Variable> = sorts.iter().map(|sort| self.variable(*sort, true, &mut scope)).collect();
        let premise = match self.random.percent(60) {
            true => self.short_premise(&plays, &mut scope),
            false => self.body(&mut scope, &plays),
        };
        Made { name: String::new(), whom, plays, premise, bound: scope.bound, next: scope.next }
    }

    /// Generates a short premise that binds the played variables, so that most games are playable.
    fn short_premise(&mut self, plays: &[Variable], scope: &mut Scope) -> Vec<Literal> {
        let mut said = Vec::new();
        for variable in plays {
            if !scope.bound.contains(variable) {
                said.push(self.binding(variable, scope));
            }
        }
        if said.is_empty() || self.random.percent(25) {
            said.push(self.positive(scope));
        }
        for _ in 0..*self.random.choose(&[0, 1, 1, 2]) {
            said.push(self.denial(scope, 0));
        }
        said
    }

    /// Chooses the player of a move. It is usually a variable, so that the move is for every player.
    fn choose_player_of_move(&mut self) -> (String, Vec<Variable>) {
        let whom = self.choose_player();
        if whom.1.is_empty() && self.random.percent(60) { self.choose_player_of_move() } else { whom }
    }

    /// A variation of an earlier move: its negations are varied, and a literal may be added to or removed from its
    /// premise.
    fn like(&mut self, mut made: Made) -> Made {
        let mut scope = Scope { bound: made.bound, left: 2, names: true, next: made.next };
        for literal in &mut made.premise {
            if literal.negated && self.random.percent(60) {
                *literal = self.varied(&literal.clone(), &mut scope);
            }
        }
        if made.premise.len() > 1 && self.random.percent(25) {
            let gone = self.random.below(made.premise.len());
            made.premise.remove(gone);
        }
        if self.random.percent(50) {
            let more =
                if self.random.percent(60) { self.denial(&mut scope, 0) } else { self.positive(&mut scope) };
            made.premise.push(more);
        }
        if made.plays.len() > 1 && self.random.percent(30) {
            made.plays.pop();
        }
        Made { bound: scope.bound, next: scope.next, ..made }
    }

    /// Generates one to three lines of effects.
    fn effects(&mut self, made: &Made) -> Vec<String> {
        let mut lines = Vec::new();
        let first = self.random.percent(80);
        for at in 0..*self.random.choose(&[1, 1, 2, 2, 3]) {
            let state = match first && at == 0 {
                true => 0,
                false => self.random.below(self.game.states.len()),
            };
            let adds = self.random.percent(65);
            lines.push(self.effect(made, state, adds));
        }
        lines
    }

    /// Generates a line that adds or removes tuples of a state. The line may apply only under a condition, or once for
    /// each answer of a body.
    fn effect(&mut self, made: &Made, state: usize, adds: bool) -> String {
        let State { name, mut places, one } = self.game.states[state].clone();
        let mut scope =
            Scope { bound: self.variables_for_effects(made), left: 3, names: true, next: made.next };
        let condition = self.condition(&mut scope, 40);
        if !adds && self.random.percent(60) {
            // A removed tuple may leave out the `one` arguments, since the other arguments determine them.
            places.truncate(one.iter().position(|one| *one).unwrap_or(places.len()).max(1));
        }
        let arguments: Vec<Term> = places.iter().map(|sort| self.changed(*sort, &scope)).collect();
        let word = if adds { "adds" } else { "removes" };
        format!("{word} {}{condition}", atom(&name, &arguments))
    }

    /// The variables of the premise that effects may use.
    fn variables_for_effects(&self, made: &Made) -> Vec<Variable> {
        made.bound.iter().filter(|variable| !variable.is_anonymous()).cloned().collect()
    }

    /// In `often` percent of cases, generates `if` or `for` and a body.
    fn condition(&mut self, scope: &mut Scope, often: usize) -> String {
        if !self.random.percent(often) {
            return String::new();
        }
        let wanted: Vec<Variable> = match self.random.percent(50) {
            true => {
                let sort = match self.random.percent(70) {
                    true => self.board.expect("a game has a board"),
                    false => self.random.below(self.sorts.len()),
                };
                vec![self.variable(sort, true, scope)]
            }
            false => Vec::new(),
        };
        let said: Vec<Literal> = match wanted.is_empty() && self.random.percent(50) {
            true => vec![self.denial(scope, 1)],
            false => self.body(scope, &wanted),
        };
        let word = if wanted.is_empty() { "if" } else { "for" };
        format!(" {word} {}", body(&said))
    }

    /// An argument of an effect: a bound variable, a constant, a call, or a number plus or minus something.
    fn changed(&mut self, sort: usize, scope: &Scope) -> Term {
        let bound: Vec<Variable> = scope
            .bound
            .iter()
            .filter(|variable| !variable.is_anonymous() && self.join(variable.sort, sort))
            .cloned()
            .collect();
        if self.random.percent(15)
            && let Some(call) = self.call(sort, &scope.bound_named())
        {
            return call;
        }
        match one_of(&mut self.random, &bound).cloned() {
            Some(variable) if self.sorts[sort].counts && self.random.percent(60) => {
                let sign = *self.random.choose(&['+', '+', '-']);
                Term::Sum(Box::new(Term::Variable(variable)), sign, 1)
            }
            Some(variable) if self.random.percent(85) => Term::Variable(variable),
            _ => Term::Constant(self.stated(sort)),
        }
    }

    /// Generates a line that lets the player continue with a move.
    fn continuation(&mut self, made: &Made) -> String {
        let able: Vec<Made> =
            self.game.moves.iter().filter(|other| other.whom == made.whom).cloned().collect();
        let next = one_of(&mut self.random, &able).cloned().unwrap_or_else(|| made.clone());
        let mut scope =
            Scope { bound: self.variables_for_effects(made), left: 2, names: true, next: made.next };
        let from = match next.plays.first() {
            Some(first) if self.random.percent(75) => {
                format!(" from {}", self.changed(first.sort, &scope))
            }
            _ => String::new(),
        };
        format!("then {}{from}{}", next.name, self.condition(&mut scope, 50))
    }
}

impl Scope {
    /// The bound variables that are named.
    fn bound_named(&self) -> Vec<Variable> {
        self.bound.iter().filter(|variable| !variable.is_anonymous()).cloned().collect()
    }
}
