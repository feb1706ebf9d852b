//! Counts the answers of all queries in all positions.

use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::runtime::Solutions;

use super::answer_record::{Answers, Counts, Positions, QueryRecord};
use super::corpus::Corpus;
use super::marks::{Marks, STEP};
use super::queries::{Queries, Unanswered};
use noire_engine::checksum::Checksum;

/// The answers that were counted, and the query that reached a limit if there was one.
pub(crate) type Counted<P> = (Answers, Result<(), Unanswered<P>>);

/// Evaluates all queries in all positions until `stop` is set. Returns the counts of the queries that were evaluated in
/// all positions. `turn` receives the progress, from 0 to 1, and the title of the next query.
pub fn count_answers<W: Corpus>(
    asked: &mut Queries<'_, W>,
    stop: &AtomicBool,
    turn: impl Fn(f64, &str),
) -> Counted<W::Position> {
    let mut sum = Checksum::default();
    (0..asked.positions()).for_each(|number| asked.position(number, &mut sum));
    let corpus = Some(Positions { positions: asked.positions(), sum });
    let (mut records, mut answers) = (Vec::new(), Solutions::default());
    for question in 0..asked.questions() {
        let mut record = new_record(asked, question);
        turn(question as f64 / asked.questions() as f64, &record.title);
        let mut worth = asked.weights(question);
        if worth.iter().all(|weight| *weight == 0) {
            worth.clear();
        }
        let mut marks = Marks::new(if asked.is_rule(question) { 1 } else { STEP }, worth);
        for position in 0..asked.positions() {
            if stop.load(Ordering::Relaxed) {
                return (Answers { records, corpus }, Ok(()));
            }
            if let Err(unanswered) = asked.ask(question, position, &mut answers) {
                return (Answers { records, corpus }, Err(unanswered));
            }
            add_answers(&mut record, position, &answers);
            marks.add(position, &answers);
        }
        record.marks = Some(marks);
        records.push(record);
    }
    (Answers { records, corpus }, Ok(()))
}

/// Starts the record of a query. The checksum includes the weights of a score, so that a change of weights is noticed.
fn new_record(asked: &Queries<'_, impl Corpus>, question: usize) -> QueryRecord {
    let mut sum = Checksum::default();
    asked
        .weights(question)
        .into_iter()
        .filter(|weight| *weight != 0)
        .for_each(|weight| sum.add(weight as u64));
    QueryRecord { title: asked.title(question), counts: Counts::default(), sum, marks: None }
}

fn add_answers(record: &mut QueryRecord, number: usize, solutions: &Solutions) {
    if solutions.is_empty() {
        return;
    }
    record.counts.positions += 1;
    record.counts.solutions += solutions.len() as u64;
    let values = solutions.iter().flatten().map(|value| u64::from(*value));
    [number as u64, solutions.len() as u64].into_iter().chain(values).for_each(|value| record.sum.add(value));
}
