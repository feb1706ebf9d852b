//! The states of random games, their initial positions, and derived predicates over positions.

use super::super::Generator;
use super::super::bodies::Scope;
use super::super::text::{Said, Term, Variable, atom, body, not, yes};
use super::super::vocabulary::Predicate;
use super::State;

/// The weight of a state when a body chooses a predicate. It is high, so that most literals are about the position.
const OFTEN: usize = 3;

/// Candidates for the first state: the words of the sorts of its arguments, and the words of its `one` arguments. The
/// state places marks on fields. Marks belong to players or are of several kinds, or both.
const MARKS: &[(&str, &str)] = &[
    ("F P", "P"),
    ("F P", "P"),
    ("F P", "P"),
    ("F P", ""),
    ("F P K", "P K"),
    ("F P K", "P K"),
    ("F P K", "K"),
    ("F P K", ""),
    ("F K", "K"),
    ("F S", "S"),
    ("F P S", "P S"),
    ("F P S", "S"),
    ("P F", "P"),
];

/// Candidates for further states.
const MORE: &[(&str, &str)] = &[
    ("N", "N"),
    ("N", "N"),
    ("N", ""),
    ("P N", "N"),
    ("K N", "N"),
    ("S N", "N"),
    ("P S", "S"),
    ("P Z", ""),
    ("P Z", "Z"),
    ("Z", ""),
    ("Z K", "K"),
    ("P F", ""),
    ("P F", "F"),
    ("F", ""),
    ("F", "F"),
    ("F N", "N"),
    ("Direction", "Direction"),
    ("P", "P"),
    ("Column P", "P"),
    ("", ""),
];

impl Generator {
    /// Declares one to three states.
    pub(super) fn states(&mut self) {
        let able = |(places, _): &&(&str, &str)| {
            places.split_whitespace().all(|word| self.sorts.iter().any(|sort| sort.word == word))
        };
        let marks: Vec<(&str, &str)> = MARKS.iter().filter(able).copied().collect();
        let more: Vec<(&str, &str)> = MORE.iter().filter(able).copied().collect();
        let mark = *self.random.choose(&marks);
        self.state(mark);
        for _ in 0..*self.random.choose(&[0, 0, 1, 1, 2]) {
            let state = *self.random.choose(&more);
            self.state(state);
        }
    }

    fn state(&mut self, (words, ones): (&str, &str)) {
        let places: Vec<usize> =
            words.split_whitespace().map(|word| self.with_word(word).expect("it is a word")).collect();
        let one: Vec<bool> =
            words.split_whitespace().map(|word| ones.split_whitespace().any(|one| one == word)).collect();
        let name = self.names.predicate(places.len(), &mut self.random);
        let words: Vec<&str> = words.split_whitespace().collect();
        let behind_one = if ones.is_empty() { String::new() } else { format!(" one {ones}") };
        let history = if self.random.percent(15) { ", history" } else { "" };
        self.declarations.push(format!("state {}{behind_one}{history}", atom(&name, &words)));
        let is_function = places.len() > 1 && one.iter().rposition(|one| !one) == Some(places.len() - 2);
        for _ in 0..OFTEN {
            let (name, places) = (name.clone(), places.clone());
            self.predicates.push(Predicate { name, places, is_function, is_derived: false });
        }
        self.game.states.push(State { name, places, one });
    }

    /// Generates the initial position. Its bodies do not use predicates about positions.
    pub(super) fn begin(&mut self) {
        let all = self.predicates.clone();
        let states: Vec<String> = self.game.states.iter().map(|state| state.name.clone()).collect();
        self.predicates.retain(|known| known.name != "to.move" && !states.contains(&known.name));
        for at in 0..self.game.states.len() {
            for _ in 0..*self.random.choose(&[0, 1, 1, 1, 2]) {
                self.begin_with(at);
            }
        }
        self.predicates = all;
    }

    /// Generates a start line of a state: either with a list of tuples, or with a body that gives a tuple for each of
    /// its answers.
    fn begin_with(&mut self, at: usize) {
        let State { name, places, .. } = self.game.states[at].clone();
        let mut scope = Scope { names: true, left: 3, ..Scope::default() };
        if self.random.percent(50) {
            let tuples: Vec<String> = (0..self.random.between(1, 5))
                .map(|_| atom(&name, &places.iter().map(|sort| self.stated(*sort)).collect::<Vec<_>>()))
                .collect();
            self.items.push(format!("start {}", tuples.join(", ")));
            return;
        }
        // The body gives one tuple for each field, or only for the fields of a row or column.
        let mut wanted = Vec::new();
        let arguments: Vec<Term> = places
            .iter()
            .map(|sort| match Some(*sort) == self.board || self.random.percent(15) {
                true => {
                    wanted.push(self.variable(*sort, true, &mut scope));
                    Term::Variable(wanted[wanted.len() - 1].clone())
                }
                false => Term::Constant(self.stated(*sort)),
            })
            .collect();
        if wanted.is_empty() {
            self.items.push(format!("start {}", atom(&name, &arguments)));
            return;
        }
        let mut said = Vec::new();
        for variable in &wanted {
            said.push(self.binding(variable, &mut scope));
        }
        if self.random.percent(30) {
            said.push(self.denial(&mut scope, 1));
        }
        self.items.push(format!("start {} if {}", atom(&name, &arguments), body(&said)));
    }

    /// Generates derived predicates over positions, such as `empty(F) :- ¬mark(F, P_)`, and perhaps the relation of
    /// neighbouring fields.
    pub(super) fn glosses(&mut self) {
        let first = self.random.below(2);
        for at in 0..*self.random.choose(&[1, 1, 2, 3]) {
            let state = if at == 0 { 0 } else { self.random.below(self.game.states.len()) };
            self.gloss(state, at == first);
        }
        if self.random.percent(50) {
            self.beside();
        }
    }

    /// Generates a predicate over some arguments of a state, or its negation.
    fn gloss(&mut self, state: usize, is_denied: bool) {
        let State { name, places, .. } = self.game.states[state].clone();
        let mut scope = Scope::default();
        let field = self.board;
        let (mut head, mut arguments) = (Vec::new(), Vec::new());
        for sort in places {
            let is_kept = self.random.percent(if Some(sort) == field { 90 } else { 35 });
            let variable = self.variable(sort, is_kept, &mut scope);
            arguments.push(Term::Variable(variable.clone()));
            if is_kept {
                head.push(variable);
            }
        }
        let said = Said::Atom(name, arguments);
        let said = if is_denied || self.random.percent(30) { not(said) } else { yes(said) };
        self.define(&head, &format!("{said}"), 2);
    }

    fn beside(&mut self) {
        let field = self.board.expect("a game has a board");
        let [one, other] = ["F1", "F2"].map(|name| Variable { name: name.to_owned(), sort: field });
        let said = *self.random.choose(&[
            "step(F1, Direction_, F2)",
            "step(F1, Direction_, F2), straight(Direction_)",
            "step(F1, Direction_, F2), half(Direction_)",
            "step(F1, Direction_, F_), step(F_, Direction_, F2)",
        ]);
        self.define(&[one, other], said, 1);
    }

    /// Adds a derived predicate with one clause. `often` is the weight of the predicate when a body chooses one.
    fn define(&mut self, head: &[Variable], said: &str, often: usize) {
        let places: Vec<usize> = head.iter().map(|variable| variable.sort).collect();
        let name = self.names.predicate(places.len(), &mut self.random);
        self.items.push(format!("{} :- {said}", atom(&name, head)));
        for _ in 0..often {
            let (name, places) = (name.clone(), places.clone());
            self.predicates.push(Predicate { name, places, is_function: false, is_derived: true });
        }
    }
}
