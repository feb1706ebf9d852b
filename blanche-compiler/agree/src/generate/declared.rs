//! Generates the sorts of random programs, their boards, and their facts.

use std::collections::BTreeSet;

use super::{Generator, Item, Place, Predicate, Sort, atom};

impl Generator {
    pub(super) fn declare_sorts(&mut self) {
        let (without, last) = (self.random.below(4), self.random.between(2, 3));
        let things = self.random.between(3, 4);
        let kinds = self.random.between(2, 3);
        // Columns of the board are letters, and rows are numbers.
        let has_board = self.random.percent(25);
        if has_board {
            self.things = ["i", "j", "k", "l"];
        }
        let all = self.things;
        self.sort("thing", "T", " playable", &all[..things]);
        if has_board {
            self.board();
        }
        if without != 1 {
            self.sort("kind", "K", "", &["red", "green", "blue"][..kinds]);
        }
        if without != 2 && !has_board {
            self.numbers("number", "N", 0, last as i64);
        }
        // If there is a board, no second sort of numbers is added, since rows are numbers, too.
        if self.random.percent(35) && !has_board {
            // The sort `weight` is larger than `number`, so a number that is in both sorts is taken to be of the sort
            // `number`.
            let (low, high) = *self.random.choose(&[(-2, 2), (-3, 1)]);
            self.numbers("weight", "W", low, high);
        }
        if self.random.percent(40) {
            let constants = self.sorts[0].constants.clone();
            let part = &constants[..2];
            self.declarations.push(format!("sort some = {} part of thing words S", part.join(", ")));
            self.sorts.push(Sort { name: "some", word: "S", constants: part.to_vec(), root: 0 });
        }
        // If the players are values of the first sort, rules can mention them.
        self.players =
            if self.random.percent(60) { [self.things[0], self.things[1]] } else { ["white", "black"] };
        self.declarations.push(format!("players {}", self.players.join(", ")));
    }

    /// Declares a small board, and adds its sorts and predicates.
    pub(super) fn board(&mut self) {
        let (width, height) = (self.random.between(1, 3), self.random.between(1, 2));
        let on_top = if self.random.percent(50) { " row 1 on top" } else { "" };
        let (form, directions): (&str, &[&str]) = match self.random.below(3) {
            0 => (" hexagonal", &["ne", "e", "se", "sw", "w", "nw"]),
            1 => (" dark", &["n", "ne", "e", "se", "s", "sw", "w", "nw"]),
            _ => ("", &["n", "ne", "e", "se", "s", "sw", "w", "nw"]),
        };
        let mut fields = Vec::new();
        for row in 1..=height {
            let up = if on_top.is_empty() { row - 1 } else { height - row };
            let kept = (0..width).filter(|column| form != " dark" || (column + up) % 2 == 0);
            fields.extend(kept.map(|column| format!("{}{row}", ["a", "b", "c"][column])));
        }
        let example = self.random.choose(&fields).clone();
        self.declarations.push(format!("board {width} by {height}{form} like {example}{on_top} words F"));
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<String>>();
        let first = self.sorts.len();
        let sorts = [
            ("field", "F", fields),
            ("column", "Column", texts(&["a", "b", "c"][..width])),
            ("row", "Row", (1..=height).map(|row| row.to_string()).collect()),
            ("direction", "Direction", texts(directions)),
        ];
        for (at, (name, word, constants)) in sorts.into_iter().enumerate() {
            self.sorts.push(Sort { name, word, constants, root: first + at });
        }
        let (field, column, row, direction) = (first, first + 1, first + 2, first + 3);
        let predicates: [(&str, &[usize]); 6] = [
            ("step", &[field, direction, field]),
            ("at", &[field, column, row]),
            ("column", &[field, column]),
            ("row", &[field, row]),
            ("at.edge", &[field, direction]),
            ("half", &[direction]),
        ];
        for (name, sorts) in predicates {
            let places = sorts.iter().map(|sort| Place { sort: *sort, needed: false }).collect();
            self.predicates.push(Predicate { name: name.to_owned(), places, of_facts: true });
        }
    }

    pub(super) fn sort(
        &mut self,
        name: &'static str,
        word: &'static str,
        playable: &str,
        constants: &[&str],
    ) {
        self.declarations.push(format!("sort {name} = {} words {word}{playable}", constants.join(", ")));
        let constants = constants.iter().map(|constant| constant.to_string()).collect();
        let root = self.sorts.len();
        self.sorts.push(Sort { name, word, constants, root });
    }

    pub(super) fn numbers(&mut self, name: &'static str, word: &'static str, low: i64, high: i64) {
        self.declarations.push(format!("sort {name} = {low} to {high} words {word}"));
        let constants = (low..=high).map(|number| number.to_string()).collect();
        let root = self.sorts.len();
        self.sorts.push(Sort { name, word, constants, root });
    }

    /// Whether the values of a sort are numbers.
    pub(super) fn counts(&self, sort: usize) -> bool {
        matches!(self.sorts[sort].word, "N" | "W")
    }

    pub(super) fn state_facts(&mut self) {
        let mut signatures: Vec<Vec<usize>> = Vec::new();
        for _ in 0..self.random.between(3, 5) {
            let arity = *self.random.choose(&[1, 1, 2, 2, 2, 3]);
            signatures.push((0..arity).map(|_| self.random.below(self.sorts.len())).collect());
        }
        // Every sort needs a predicate that can bind its variables.
        for sort in 0..self.sorts.len() {
            if !signatures.iter().flatten().any(|column| *column == sort) {
                signatures.push(vec![sort]);
            }
        }
        for (number, columns) in signatures.into_iter().enumerate() {
            let name = format!("given.{}", number + 1);
            let mut tuples = BTreeSet::new();
            for _ in 0..self.random.between(1 + columns.len(), 3 * columns.len()) {
                tuples.insert(columns.iter().map(|sort| self.stated(*sort)).collect::<Vec<String>>());
            }
            // A negative number is needed in each column of weights. Only such a number shows that the column has this
            // sort.
            let weights: Vec<usize> =
                (0..columns.len()).filter(|at| self.sorts[columns[*at]].word == "W").collect();
            if let Some(mut first) = tuples.pop_first() {
                weights.into_iter().for_each(|at| first[at] = "-1".to_owned());
                tuples.insert(first);
            }
            for tuple in tuples {
                self.items.push(Item { head: format!("fact {}", atom(&name, &tuple)), body: None });
            }
            let places = columns.into_iter().map(|sort| Place { sort, needed: false }).collect();
            self.predicates.push(Predicate { name, places, of_facts: true });
        }
    }

    /// Adds a predicate for each sort, with the name of the sort.
    pub(super) fn name_sorts(&mut self) {
        for (sort, Sort { name, .. }) in self.sorts.iter().enumerate() {
            let places = vec![Place { sort, needed: false }];
            self.predicates.push(Predicate { name: (*name).to_owned(), places, of_facts: true });
        }
    }
}
