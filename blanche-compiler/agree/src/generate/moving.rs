//! Generates random programs that use `after` with actions, over the domain of `line.blanche`.

use super::{Clause, Generator, Place, Predicate, Program, Sort, Variable, atom, not, yes};
use crate::sketch::{Item, Literal, Said, body_text};
use blanche_compiler::random::Random;

/// Indices of the sorts of the domain, in the order of its text.
const SQUARE: usize = 0;
const TOKEN: usize = 1;
pub(super) const PLAYER: usize = 2;
const NUMBER: usize = 3;

/// The modes of the domain's predicates: the sort of each argument, and whether the caller must bind it.
const ASKED: &[(&str, &[(usize, bool)])] = &[
    ("token", &[(SQUARE, true), (TOKEN, false)]),
    ("token", &[(SQUARE, false), (TOKEN, true)]),
    ("beside", &[(SQUARE, true), (SQUARE, false)]),
    ("beside", &[(SQUARE, false), (SQUARE, true)]),
    ("last", &[(SQUARE, false)]),
    ("held", &[(PLAYER, true), (NUMBER, false)]),
    ("leads", &[(SQUARE, true)]),
    ("free", &[(SQUARE, false)]),
];

/// Generates a program over the domain in `line.blanche`. The text of the domain is not included. The program has
/// facts, 3 to 5 derived predicates, 2 to 4 rules, 1 to 4 scores and a query. A derived predicate may depend on itself
/// after a token was put. The result depends only on the seed.
pub fn moving(seed: u64) -> Program {
    let sort = |name, word, constants: &[&str], root| {
        let constants = constants.iter().map(|constant| constant.to_string()).collect();
        Sort { name, word, constants, root }
    };
    let mut generator = Generator {
        random: Random::new(seed),
        sorts: vec![
            sort("square", "S", &["s1", "s2", "s3", "s4"], SQUARE),
            sort("token", "T", &["none", "red", "blue"], TOKEN),
            sort("player", "P", &["red", "blue"], TOKEN),
            sort("number", "N", &["0", "1", "2", "3", "4"], NUMBER),
        ],
        predicates: Vec::new(),
        declarations: vec!["free(S) :- token(S, none)".to_owned()],
        items: Vec::new(),
        players: ["red", "blue"],
        things: ["a", "b", "c", "d"],
        moves: true,
        aggregates: false,
        current: None,
        may_recur: false,
        recursive: Vec::new(),
    };
    generator.state_facts();
    for (name, places) in ASKED {
        let places = places.iter().map(|(sort, needed)| Place { sort: *sort, needed: *needed }).collect();
        generator.predicates.push(Predicate { name: (*name).to_owned(), places, of_facts: true });
    }
    let (mut number, last) = (1, generator.random.between(3, 5));
    while number <= last {
        number += generator.derive(number);
    }
    for number in 1..=generator.random.between(2, 4) {
        generator.rule(number);
    }
    let queries = vec![body_text(&generator.query(), " ")];
    generator.scores();
    generator.export();
    let items = generator.items.iter().map(Item::to_string);
    let lines: Vec<String> = generator.declarations.into_iter().chain(items).collect();
    Program { text: lines.join("\n") + "\n", queries }
}

impl Generator {
    /// Generates a condition that must hold after one or two actions, or must not hold. If every action puts a token,
    /// the condition may use the predicate being generated recursively.
    pub(super) fn after(&mut self, clause: &mut Clause, bound: &[Variable], depth: usize) -> Literal {
        let (mut actions, mut grows) = (Vec::new(), true);
        for _ in 0..*self.random.choose(&[1, 1, 2]) {
            let place = self.bound_argument(SQUARE, bound, 10);
            actions.push(if self.random.percent(85) {
                atom("put", &[self.bound_argument(PLAYER, &players(bound), 40), place])
            } else {
                grows = false;
                atom("swap", &[place, self.bound_argument(SQUARE, bound, 20)])
            });
        }
        // Within an `after` that puts a token, a nested `after` may swap tokens. The body of the nested `after` then
        // holds after both actions.
        let (may_recur, recursive) = (self.may_recur, std::mem::take(&mut self.recursive));
        self.may_recur |= grows;
        let size = self.random.between(1, 2);
        let inner = self.conjunction(clause, &mut bound.to_vec(), &[], size, depth + 1);
        (self.may_recur, self.recursive) = (may_recur, recursive);
        let said = Said::After(actions, vec![inner]);
        if self.random.percent(40) { not(said) } else { yes(said) }
    }
}

/// The variables whose sort is the sort of players itself.
fn players(bound: &[Variable]) -> Vec<Variable> {
    bound.iter().filter(|variable| variable.sort == PLAYER).cloned().collect()
}
