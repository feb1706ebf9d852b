//! The vocabulary of random programs: sorts of two to three hundred values, boards, players, and facts over them.

use std::collections::BTreeSet;

use super::Generator;
use super::boards::{Board, Form};
use super::text::atom;

/// A sort, with details for generating bodies.
pub(super) struct Sort {
    pub(super) name: String,
    /// The word with which variables of the sort begin.
    pub(super) word: String,
    /// The values, as written.
    pub(super) values: Vec<String>,
    /// The values that most facts use. Because there are few of them, facts have values in common.
    pub(super) common: Vec<String>,
    /// The index of the sort that contains this sort as a part, or of this sort itself if no sort contains it.
    pub(super) root: usize,
    /// Whether its values are numbers.
    pub(super) counts: bool,
    /// Whether rules may play it.
    pub(super) playable: bool,
}

/// A predicate that bodies may use.
#[derive(Clone)]
pub(super) struct Predicate {
    pub(super) name: String,
    /// The sort of each argument.
    pub(super) places: Vec<usize>,
    /// Whether the last argument is a function of the other arguments.
    pub(super) is_function: bool,
    /// Whether the predicate is derived.
    pub(super) is_derived: bool,
}

/// Numbers of values that a sort may have: small ones, and ones near the widths of machine words.
const SIZES: &[usize] = &[2, 3, 3, 4, 5, 5, 8, 20, 20, 40, 63, 64, 65, 127, 128, 129, 200, 256, 257, 300];

/// Possible sizes of boards: small ones, and ones whose number of fields is near the width of a machine word.
const BOARDS: &[(usize, usize)] = &[
    (2, 2),
    (3, 3),
    (4, 3),
    (5, 5),
    (6, 6),
    (8, 8),
    (9, 8),
    (11, 11),
    (12, 11),
    (16, 16),
    (17, 15),
    (17, 17),
];

/// Number of values of a sort from which most facts choose.
const COMMON: usize = 6;

impl Generator {
    /// Declares two to four sorts, perhaps with parts, a board, and the players.
    pub(super) fn declare(&mut self) {
        let count = self.random.between(1, 3);
        (0..count).for_each(|number| self.sort(number));
        if self.random.percent(60) {
            self.part();
        }
        if self.random.percent(40) {
            self.board();
        }
        self.players();
    }

    /// Declares a sort of words or of numbers. No number belongs to two sorts, so that a number determines its sort.
    fn sort(&mut self, number: usize) {
        let name = self.names.sort(&mut self.random);
        let word = ["T", "K", "N"][number].to_owned();
        let size = *self.random.choose(SIZES);
        let playable = number == 0;
        let (text, values, counts) = if size > 8 || self.random.percent(30) {
            let first = 1000 * number;
            let values: Vec<String> = (first..first + size).map(|value| value.to_string()).collect();
            (format!("{first} to {}", first + size - 1), values, true)
        } else {
            let values: Vec<String> = (0..size).map(|_| self.names.constant(&mut self.random)).collect();
            (values.join(", "), values, false)
        };
        let end = if playable { " playable" } else { "" };
        self.declarations.push(format!("sort {name} = {text} words {word}{end}"));
        self.add_sort(Sort {
            name,
            word,
            common: Vec::new(),
            values,
            root: self.sorts.len(),
            counts,
            playable,
        });
    }

    /// Declares a part of the latest sort whose values are words.
    pub(super) fn part(&mut self) {
        let has_parts = |sort: &Sort| sort.values.len() > 2 && !sort.counts;
        if let Some(root) = self.sorts.iter().rposition(has_parts) {
            self.part_of(root, 2, "S");
        }
    }

    /// Declares a part of a sort: the first `count` of its values.
    pub(super) fn part_of(&mut self, root: usize, count: usize, word: &str) {
        let whole = &self.sorts[root];
        let values: Vec<String> = whole.values.iter().take(count).cloned().collect();
        let whole = whole.name.clone();
        let name = self.names.sort(&mut self.random);
        self.declarations.push(format!("sort {name} = {} part of {whole} words {word}", values.join(", ")));
        let word = word.to_owned();
        self.add_sort(Sort { name, word, common: Vec::new(), values, root, counts: false, playable: false });
    }

    pub(super) fn add_sort(&mut self, mut sort: Sort) {
        let mut common: BTreeSet<usize> = BTreeSet::from([0, sort.values.len() - 1]);
        for _ in 0..COMMON {
            common.insert(self.random.below(sort.values.len()));
        }
        sort.common = common.into_iter().map(|at| sort.values[at].clone()).collect();
        self.sorts.push(sort);
    }

    /// Declares a board whose fields are written by column and row.
    fn board(&mut self) {
        let (width, height) = *self.random.choose(BOARDS);
        let is_row_1_on_top = *self.random.choose(&[false, false, true]);
        let form = Form::Square;
        self.lay(&Board { width, height, form, is_numbered: false, is_row_1_on_top });
    }

    /// Declares two players: values of a sort, a sort of their own, or names that no body mentions.
    fn players(&mut self) {
        let of_words = self.sorts.iter().position(|sort| !sort.counts && sort.values.len() > 2);
        match of_words.filter(|sort| self.sorts[*sort].name != "field") {
            Some(sort) if self.random.percent(30) => {
                self.players = self.sorts[sort].values[..2].to_vec();
                self.declarations.push(format!("players {}", self.players.join(", ")));
            }
            _ => {
                self.players = (0..2).map(|_| self.names.constant(&mut self.random)).collect();
                let names = self.players.join(", ");
                if self.random.percent(50) {
                    self.declarations.push(format!("players {names}"));
                    return;
                }
                self.declarations.push(format!("players {names} words P, Q"));
                self.side = Some(self.sorts.len());
                let (name, word) = ("player".to_owned(), "P".to_owned());
                let (values, root) = (self.players.clone(), self.sorts.len());
                let sort =
                    Sort { name, word, common: Vec::new(), values, root, counts: false, playable: false };
                self.add_sort(sort);
            }
        }
    }

    /// Generates three to six predicates of facts, so that every sort occurs in some fact.
    pub(super) fn state_facts(&mut self) {
        let mut signatures: Vec<Vec<usize>> = Vec::new();
        for _ in 0..self.random.between(2, 5) {
            let arity = *self.random.choose(&[1, 1, 2, 2, 2, 3]);
            signatures.push((0..arity).map(|_| self.choose_sort()).collect());
        }
        for sort in 0..self.sorts.len() {
            let is_board = self.board.is_some_and(|field| sort > field && sort <= field + 3);
            if !is_board && !signatures.iter().flatten().any(|place| *place == sort) {
                signatures.push(vec![sort]);
            }
        }
        for places in signatures {
            self.facts(places);
        }
        if self.random.percent(30) {
            self.groups();
        }
    }

    fn choose_sort(&mut self) -> usize {
        match self.board {
            Some(field) if self.random.percent(40) => field,
            _ => self.random.below(self.sorts.len()),
        }
    }

    /// Generates facts of one predicate. The predicate may be a function, and may be open to other files.
    pub(super) fn facts(&mut self, places: Vec<usize>) {
        let name = self.names.predicate(places.len(), &mut self.random);
        let is_function = places.len() > 1 && self.random.percent(40);
        let many = *self.random.choose(&[2, 4, 8, 16, 24]) * places.len();
        let mut tuples: BTreeSet<Vec<String>> = BTreeSet::new();
        let mut keys: BTreeSet<Vec<String>> = BTreeSet::new();
        for _ in 0..many {
            let tuple: Vec<String> = places.iter().map(|sort| self.stated(*sort)).collect();
            if !is_function || keys.insert(tuple[..tuple.len() - 1].to_vec()) {
                tuples.insert(tuple);
            }
        }
        self.add_facts(Predicate { name, places, is_function, is_derived: false }, tuples);
    }

    /// Adds the facts of a predicate.
    pub(super) fn add_facts(&mut self, predicate: Predicate, tuples: BTreeSet<Vec<String>>) {
        let Predicate { name, places, .. } = &predicate;
        // The sorts of the columns must be declared, since a value may belong to several sorts.
        let parameters: Vec<String> = places
            .iter()
            .enumerate()
            .map(|(at, sort)| format!("X{at}: {}", self.sorts[*sort].name))
            .collect();
        self.opened.push(format!("open {}", atom(name, &parameters)));
        let facts: Vec<String> = tuples.iter().map(|tuple| atom(name, tuple)).collect();
        for some in facts.chunks(12) {
            self.items.push(format!("fact {}", some.join(", ")));
        }
        self.predicates.push(predicate);
    }

    /// A value for a fact or a clause.
    pub(super) fn stated(&mut self, sort: usize) -> String {
        let sort = &self.sorts[sort];
        let values = if self.random.percent(85) { &sort.common } else { &sort.values };
        self.random.choose(values).clone()
    }

    /// Whether a variable of one of the sorts can be an argument where the other sort is expected.
    pub(super) fn join(&self, one: usize, other: usize) -> bool {
        self.sorts[one].root == self.sorts[other].root
    }
}
