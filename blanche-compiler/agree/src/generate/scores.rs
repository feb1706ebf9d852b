//! Generates scores of random programs. Some scores negate the same predicate, so that they share a set. Some weights
//! are variables.

use super::{ATOMS, Body, Clause, Generator, atom, not, words};
use crate::sketch::{Item, Said};

/// The constant weights to choose from.
const WEIGHTS: &[u32] = &[0, 1, 9, 100_000, 1_000_000];

impl Generator {
    /// Generates one to four scores. Half of them are over a single variable, the commonest kind of score.
    pub(super) fn scores(&mut self) {
        let denied = self.denied();
        for number in 1..=self.random.between(1, 4) {
            let (side, mut bound) = self.side();
            let mut clause = Clause { variables: 0, atoms: ATOMS, names: false };
            let body = if self.random.percent(50) {
                let counted = self.variable(0, true, &mut clause);
                let mut body =
                    vec![self.conjunction(&mut clause, &mut bound, std::slice::from_ref(&counted), 1, 0)];
                if let Some((name, places, at)) = denied.clone().filter(|_| self.random.percent(60)) {
                    let own = (0..places).map(|place| format!("Own_{place}"));
                    let mut arguments: Vec<String> = own.collect();
                    arguments[at] = counted.name;
                    body[0].push(not(Said::Atom(atom(&name, &arguments))));
                }
                body
            } else {
                self.premise(&mut clause, &mut bound, Vec::new())
            };
            let numbers = self.named_numbers(&body);
            let [attacking, defending] = [(), ()].map(|()| self.weight(&numbers));
            // If there are four scores, the last one counts only for players that name it.
            let named = if number == 4 { " when named" } else { "" };
            let weights = format!("attacking {attacking} defending {defending}{named}");
            let head = format!("score s{number} for {side} {weights} if");
            self.items.push(Item { head, body: Some(body) });
        }
    }

    /// The named variables of a body that stand for numbers.
    fn named_numbers(&self, body: &Body) -> Vec<String> {
        let is_number = |name: &String| {
            let word = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
            word.len() < name.len()
                && (0..self.sorts.len()).any(|sort| self.sorts[sort].word == word && self.counts(sort))
        };
        words(body).into_iter().filter(is_number).collect()
    }

    /// A weight: a number, or a sum that contains the value of a variable if there is one.
    fn weight(&mut self, numbers: &[String]) -> String {
        let number = *self.random.choose(WEIGHTS);
        if numbers.is_empty() || self.random.percent(30) {
            return number.to_string();
        }
        let name = self.random.choose(numbers).clone();
        match self.random.below(4) {
            0 => format!("{name} + {number}"),
            1 => format!("{number} - {name}"),
            2 => format!("{name} + {}", self.random.choose(numbers)),
            _ => name,
        }
    }

    /// Chooses a derived predicate that scores can negate: its name, its arity, and the index of an argument of the
    /// first sort.
    fn denied(&mut self) -> Option<(String, usize, usize)> {
        let able = self
            .predicates
            .iter()
            .filter(|predicate| !predicate.of_facts && predicate.places.iter().all(|place| !place.needed));
        let able: Vec<(String, usize, usize)> = able
            .filter_map(|predicate| {
                let at = predicate.places.iter().position(|place| self.sorts[place.sort].root == 0)?;
                Some((predicate.name.clone(), predicate.places.len(), at))
            })
            .collect();
        (!able.is_empty()).then(|| self.random.choose(&able).clone())
    }
}
