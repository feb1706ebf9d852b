//! Reads and writes `answers.txt`. One line for each query is for human readers. The marks that follow are for `noire
//! answers --check`.
//!
//! ```text
//! 312     520     3f0c2a7be1d09956        t.threat for white
//!
//! corpus  6420    8c1f4e0a93b7d265
//! marks   1       t.threat for white
//!         AhBqEdgBCx
//! marks   8       the score two for white         16,9
//!         AZkBZm
//! ```

use noire_engine::checksum::Checksum;
use std::fmt;
use std::num::ParseIntError;

use super::answer_record::{Answers, Counts, Positions, QueryRecord};
use super::marks::Marks;
use noire_engine::record::{Location, ProblemKind, Problems, lines};

/// The comment line in front of the marks.
const REMARK: &str = "# In which positions that is, of scores and exports in every eighth: `noire answers --check` draws those that \
                      differ.";

/// Maximum length of a line of marks, in letters.
const WIDTH: usize = 120;

impl Answers {
    /// Parses the content of a file. `file` is its name in messages. The marks may be missing.
    ///
    /// # Errors
    /// All mistakes in the file.
    pub(crate) fn read(file: &str, bytes: &[u8]) -> Result<Answers, Problems> {
        let mut problems = Problems::default();
        let mut reader = Reader::default();
        for line in lines(file, bytes, &mut problems) {
            let wrong = match line.text {
                text if text.starts_with('#') || text.trim().is_empty() => None,
                text => reader.line(line.number, text).err(),
            };
            if let Some((number, kind)) = wrong {
                problems.add(Location { file: file.to_owned(), line: number, column: 1 }, kind);
            }
            if problems.is_full() {
                break;
            }
        }
        if let Err((number, kind)) = reader.close() {
            problems.add(Location { file: file.to_owned(), line: number, column: 1 }, kind);
        }
        if problems.is_empty() { Ok(reader.answers) } else { Err(problems) }
    }
}

/// The number of a line and a description of its mistake.
type LineProblem = (usize, ProblemKind);

#[derive(Default)]
struct Reader {
    answers: Answers,
    /// The header of the marks that are being read at the moment.
    open: Option<Open>,
}

/// The header line of marks: its line number, the interval between marked positions, the weights of the answers, and
/// the index of the record to which the marks belong.
struct Open {
    line: usize,
    step: usize,
    worth: Vec<i64>,
    record: usize,
    letters: String,
}

impl Reader {
    fn line(&mut self, number: usize, text: &str) -> Result<(), LineProblem> {
        if let Some(letters) = text.strip_prefix('\t') {
            let open = self.open.as_mut().ok_or((number, ProblemKind::NoMarks))?;
            open.letters.push_str(letters.trim_end());
            return Ok(());
        }
        self.close()?;
        let cells: Vec<&str> = text.split('\t').collect();
        match *cells {
            ["corpus", positions, sum] => {
                self.answers.corpus = Some(corpus(positions, sum).ok_or((number, ProblemKind::NoTally))?);
            }
            ["marks", step, title, ref worth @ ..] if worth.len() < 2 => {
                let step = step.parse().ok().filter(|step| *step > 0);
                let worth = worth.iter().flat_map(|worth| worth.split(',')).map(str::parse);
                let worth: Result<Vec<i64>, ParseIntError> = worth.collect();
                let worth = worth.map_err(|_| (number, ProblemKind::NoMarks))?;
                let record = self.answers.records.iter().position(|record| record.title == title);
                let known = self.answers.corpus.and(step).zip(record);
                let (step, record) = known.ok_or((number, ProblemKind::NoMarks))?;
                self.open = Some(Open { line: number, step, worth, record, letters: String::new() });
            }
            _ => self.answers.records.push(record(&cells).ok_or((number, ProblemKind::NoTally))?),
        }
        Ok(())
    }

    fn close(&mut self) -> Result<(), LineProblem> {
        let (Some(open), Some(corpus)) = (self.open.take(), self.answers.corpus) else { return Ok(()) };
        let marks = Marks::read(open.step, open.worth, &open.letters, corpus.positions);
        self.answers.records[open.record].marks = Some(marks.ok_or((open.line, ProblemKind::NoMarks))?);
        Ok(())
    }
}

fn corpus(positions: &str, sum: &str) -> Option<Positions> {
    Some(Positions { positions: positions.parse().ok()?, sum: Checksum(u64::from_str_radix(sum, 16).ok()?) })
}

fn record(cells: &[&str]) -> Option<QueryRecord> {
    let [positions, solutions, sum, title] = *cells else { return None };
    let counts = Counts { positions: positions.parse().ok()?, solutions: solutions.parse().ok()? };
    let sum = Checksum(u64::from_str_radix(sum, 16).ok()?);
    Some(QueryRecord { title: title.to_owned(), counts, sum, marks: None })
}

/// Writes the lines of the file, but not the comments at its head.
impl fmt::Display for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for QueryRecord { title, counts, sum, .. } in &self.records {
            writeln!(f, "{}\t{}\t{:016x}\t{title}", counts.positions, counts.solutions, sum.0)?;
        }
        let Some(corpus) = self.corpus else { return Ok(()) };
        writeln!(f, "\n{REMARK}\ncorpus\t{}\t{:016x}", corpus.positions, corpus.sum.0)?;
        let marked = self.records.iter().filter_map(|record| Some((&record.title, record.marks.as_ref()?)));
        for (title, marks) in marked {
            let worth: Vec<String> = marks.worth.iter().map(i64::to_string).collect();
            let cell = if worth.is_empty() { "" } else { "\t" };
            writeln!(f, "marks\t{}\t{title}{cell}{}", marks.step, worth.join(","))?;
            let mut line = String::new();
            for item in marks.written() {
                if line.len() + item.len() > WIDTH {
                    writeln!(f, "\t{line}")?;
                    line.clear();
                }
                line.push_str(&item);
            }
            if !line.is_empty() {
                writeln!(f, "\t{line}")?;
            }
        }
        Ok(())
    }
}
