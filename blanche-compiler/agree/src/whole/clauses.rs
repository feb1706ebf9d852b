//! The rules, scores and exports of random programs, and their distribution over files.

use super::bodies::{Scope, one_of};
use super::text::{Literal, Said, Term, Variable, atom, body, not};
use super::vocabulary::Predicate;
use super::{Generator, Program};

/// Approximate number of literals of a body.
pub(super) const LITERALS: usize = 9;

/// The weights to choose from.
const WEIGHTS: &[u32] = &[0, 1, 7, 1000];

impl Generator {
    /// Generates derived predicates, rules, scores and exports.
    pub(super) fn clauses(&mut self) {
        for _ in 0..self.random.between(1, 4) {
            self.derive();
        }
        if self.random.percent(20) {
            self.derive_same();
        }
        if self.random.percent(15) {
            self.derive_walk();
        }
        for _ in 0..self.random.between(2, 4) {
            self.rule();
        }
        for _ in 0..self.random.below(4) {
            self.score();
        }
        self.exports();
    }

    /// Chooses the player that a rule is for, and returns the variables that stand for players in it.
    pub(super) fn choose_player(&mut self) -> (String, Vec<Variable>) {
        let Some(sort) = self.side.filter(|_| self.random.percent(60)) else {
            return (self.random.choose(&self.players).clone(), Vec::new());
        };
        let [own, other] = ["P", "Q"].map(|name| Variable { name: name.to_owned(), sort });
        match self.random.percent(50) && self.players.len() == 2 {
            true => ("P against Q".to_owned(), vec![own, other]),
            false => ("P".to_owned(), vec![own]),
        }
    }

    fn rule(&mut self) {
        let (whom, bound) = self.choose_player();
        let mut scope = Scope { bound, left: LITERALS, names: true, ..Scope::default() };
        let level = *self.random.choose(&[0, 0, 1, 3]);
        let mut wanted = self.named(&mut scope);
        let mut plays = String::new();
        if level > 0 {
            let sort = self.sorts.iter().position(|sort| sort.playable).expect("a sort is playable");
            let played = self.variable(sort, true, &mut scope);
            plays = format!(" plays {played}");
            wanted.push(played);
        }
        let said = self.body(&mut scope, &wanted);
        let name = self.names.rule(&mut self.random);
        self.items.push(format!("rule {name} for {whom} at level {level}{plays} if {}", body(&said)));
    }

    /// Up to two new variables that are part of the answer.
    fn named(&mut self, scope: &mut Scope) -> Vec<Variable> {
        let count = *self.random.choose(&[0, 1, 1, 2]);
        (0..count)
            .map(|_| {
                let sort = self.random.below(self.sorts.len());
                self.variable(sort, true, scope)
            })
            .collect()
    }

    pub(super) fn score(&mut self) {
        let (whom, bound) = self.choose_player();
        let mut scope = Scope { bound, left: LITERALS, ..Scope::default() };
        let sort = self.random.below(self.sorts.len());
        let counted = self.variable(sort, true, &mut scope);
        let mut said = self.body(&mut scope, &[counted]);
        if self.random.percent(40) {
            said.extend(self.denied_derivation(&mut scope));
        }
        if self.random.percent(30) {
            said.extend(match self.groups.is_some() {
                true => self.denied_twins(&mut scope),
                false => self.chains_to_values(&mut scope),
            });
        }
        let name = self.names.rule(&mut self.random);
        let [attacking, defending] = [(); 2].map(|()| *self.random.choose(WEIGHTS));
        // `when named` depends on the weights and is not drawn at random, so that existing seeds keep their programs.
        let named = if attacking == 7 && defending != 7 { " when named" } else { "" };
        let end = self.up_to_symmetry();
        self.items.push(format!(
            "score {name} for {whom} attacking {attacking} defending {defending}{named} if {}{end}",
            body(&said)
        ));
    }

    /// The text `up to symmetry` that may end a score or preference of a game, or nothing.
    pub(super) fn up_to_symmetry(&mut self) -> &'static str {
        if self.game.has_states() && self.random.percent(30) { " up to symmetry" } else { "" }
    }

    /// Generates the negation of a derived predicate over bound variables.
    fn denied_derivation(&mut self, scope: &mut Scope) -> Option<Literal> {
        let meets = |predicate: &&Predicate| {
            let mut places = predicate.places.iter();
            predicate.is_derived
                && places.any(|place| scope.bound.iter().any(|variable| self.join(variable.sort, *place)))
        };
        let able: Vec<Predicate> = self.predicates.iter().filter(meets).cloned().collect();
        let Predicate { name, places, .. } = one_of(&mut self.random, &able)?.clone();
        let arguments = places.iter().map(|place| {
            let bound: Vec<Variable> =
                scope.bound.iter().filter(|variable| self.join(variable.sort, *place)).cloned().collect();
            match one_of(&mut self.random, &bound) {
                Some(bound) => Term::Variable(bound.clone()),
                None => Term::Variable(self.variable(*place, false, scope)),
            }
        });
        let arguments = arguments.collect();
        Some(not(Said::Atom(name, arguments)))
    }

    /// Exports some of the derived predicates.
    pub(super) fn exports(&mut self) {
        let derived: Vec<Predicate> =
            self.predicates.iter().filter(|predicate| predicate.is_derived).cloned().collect();
        for Predicate { name, places, .. } in derived {
            if self.random.percent(30) {
                let mut scope = Scope::default();
                let variables: Vec<Variable> =
                    places.iter().map(|sort| self.variable(*sort, true, &mut scope)).collect();
                self.items.push(format!("export {}", atom(&name, &variables)));
            }
        }
    }

    /// The program as one file or two. If there are two files, the first one opens predicates for the second.
    pub(super) fn files(mut self) -> Program {
        if !self.random.percent(25) {
            let lines = self.declarations.into_iter().chain(self.opened).chain(self.items);
            let text = lines.map(|line| line + "\n").collect();
            return Program { files: vec![("program.blanche".to_owned(), text)] };
        }
        let shared = self.names.rule(&mut self.random).replace('.', "-");
        let base = self.names.rule(&mut self.random).replace('.', "-");
        let mut first: Vec<String> = vec!["library".to_owned()];
        let mut last: Vec<String> = vec![format!("base {base}"), format!("use parts/{shared}")];
        first.extend(self.declarations);
        first.extend(self.opened);
        for item in self.items {
            // Facts may be in either file. Rules may only be in the file of the base.
            let is_shared = item.starts_with("fact") && self.random.percent(50);
            if is_shared { first.push(item) } else { last.push(item) }
        }
        let text = |lines: Vec<String>| lines.into_iter().map(|line| line + "\n").collect();
        Program {
            files: vec![
                (format!("parts/{shared}.blanche"), text(first)),
                (format!("{base}/{base}.blanche"), text(last)),
            ],
        }
    }
}
