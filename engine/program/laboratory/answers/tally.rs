//! What is known of the answers of a base: numbers and a sum for each question, and marks of positions.

use noire_engine::checksum::Checksum;

use super::marks::Marks;

/// How often something is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// There is an answer in so many positions.
    pub(crate) positions: u64,
    /// So many answers.
    pub(crate) solutions: u64,
}

/// What one rule or export answers in the corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    /// The rule or the export.
    pub(crate) title: String,
    /// How often it answers.
    pub(crate) counts: Counts,
    /// A sum over all answers with their positions, in order, and over the weights of a score.
    pub(crate) sum: Checksum,
    /// In which positions it answers; nothing where the text does not say it.
    pub(crate) marks: Option<Marks>,
}

impl Tally {
    /// Whether both say the same, as far as both say it.
    pub(crate) fn says_the_same(&self, other: &Tally) -> bool {
        (&self.title, self.counts, self.sum) == (&other.title, other.counts, other.sum)
    }
}

/// The positions in which all is asked: how many, and a sum that other positions change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Positions {
    /// How many.
    pub(crate) positions: usize,
    /// Over all of them, in order.
    pub(crate) sum: Checksum,
}

/// What all of them answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answers {
    /// Rules in the order of the base, then scores and exports.
    pub(crate) tallies: Vec<Tally>,
    /// Where they were asked; nothing where the text does not say it.
    pub(crate) corpus: Option<Positions>,
}

impl Answers {
    /// What is said of this rule or export.
    pub(crate) fn tally(&self, title: &str) -> Option<&Tally> {
        self.tallies.iter().find(|tally| tally.title == title)
    }

    /// The rules and exports of which something else is said, or only here or only there.
    pub(crate) fn differences<'a>(&'a self, other: &'a Answers) -> Vec<&'a str> {
        let is_said = |tally: &Tally| other.tally(&tally.title).is_some_and(|one| one.says_the_same(tally));
        let here = self.tallies.iter().filter(|tally| !is_said(tally));
        let only_there = other.tallies.iter().filter(|tally| self.tally(&tally.title).is_none());
        here.chain(only_there).map(|tally| tally.title.as_str()).collect()
    }
}
