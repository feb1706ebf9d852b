//! The record of the answers of a base: counts and a checksum for each query, and marks of positions.

use noire_engine::checksum::Checksum;

use super::marks::Marks;

/// In how many positions a query has answers, and how many answers it has in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of positions with at least one answer.
    pub positions: u64,
    /// Total number of answers.
    pub solutions: u64,
}

/// The record of the answers of one rule, score or export in the corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryRecord {
    /// The title of the rule, score or export.
    pub title: String,
    pub counts: Counts,
    /// Checksum over all answers and their positions, in order. For a score it also covers the weights.
    pub sum: Checksum,
    /// The positions in which the query has answers, or `None` if the file does not record them.
    pub(crate) marks: Option<Marks>,
}

impl QueryRecord {
    /// Whether both records have the same title, counts and checksum. Marks are not compared, because a file may lack
    /// them.
    pub(crate) fn has_same_answers(&self, other: &QueryRecord) -> bool {
        (&self.title, self.counts, self.sum) == (&other.title, other.counts, other.sum)
    }
}

/// Identifies the positions in which queries were evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Positions {
    pub positions: usize,
    /// Checksum over all positions, in order.
    pub(crate) sum: Checksum,
}

/// The record of the answers of all queries of a base in the corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// The records, in the order of the base: first the rules, then the scores and exports.
    pub records: Vec<QueryRecord>,
    /// The positions in which the queries were evaluated, or `None` if the file does not record them.
    pub corpus: Option<Positions>,
}

impl Answers {
    /// Returns the record of the query with this title.
    pub(crate) fn record(&self, title: &str) -> Option<&QueryRecord> {
        self.records.iter().find(|record| record.title == title)
    }

    /// The titles of the queries that differ between the two records or exist in only one of them.
    pub(crate) fn differences<'a>(&'a self, other: &'a Answers) -> Vec<&'a str> {
        let is_said = |record: &QueryRecord| {
            other.record(&record.title).is_some_and(|one| one.has_same_answers(record))
        };
        let here = self.records.iter().filter(|record| !is_said(record));
        let only_there = other.records.iter().filter(|record| self.record(&record.title).is_none());
        here.chain(only_there).map(|record| record.title.as_str()).collect()
    }
}
