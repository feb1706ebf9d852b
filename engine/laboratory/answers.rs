//! What the rules, scores and exports of a base answer in the built-in corpus, counted: `answers.txt` beside the rules.
//!
//! ```text
//! 312     520     3f0c2a7be1d09956        t.threat for white
//! ```
//!
//! A line says in how many positions a rule applies, how many solutions it has in all of them, and a sum over all
//! ordered answers, which is another one as soon as a single answer is. So a text that was read and committed notices
//! whatever changes what a rule says in the corpus, a lost match too. It is no proof that the answers are right: that is
//! for `noire verify` and for the positions beside the rules.

use std::fmt;

use blanche_compiler::runtime::{LimitReached, Solutions};

use crate::bases::Question;
use crate::bases::{Backend, sidecars};
use crate::board::{Color, Point, Position};
use crate::facts::Base;
use crate::laboratory::corpus;
use crate::laboratory::verify::setups;
use crate::record::{Place, ProblemKind, Problems, lines};
use blanche_compiler::random::Random;

/// Of the positions of the built-in games every so many-th is asked.
const GAME_STEP: usize = 4;

/// So many random set-ups are asked.
const SET_UPS: u64 = 2_000;

/// Where the set-ups begin.
const SEED: u64 = 2001;

/// A question that reached a limit before it was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unanswered {
    /// Who was asked.
    pub question: Question,
    /// Where.
    pub position: Box<Position>,
    /// At which limit.
    pub limit: LimitReached,
}

impl Unanswered {
    /// The first of these questions that reaches a limit on one of the back ends in one of these positions.
    pub fn first(
        base: &Base,
        backends: &[Backend],
        questions: &[Question],
        positions: &[Position],
    ) -> Option<Unanswered> {
        let mut room = Solutions::default();
        let asked = questions.iter().flat_map(|question| backends.iter().map(move |one| (*question, *one)));
        asked.into_iter().find_map(|(question, backend)| {
            positions.iter().find_map(|position| {
                let answer = base.answers_into(backend, question, &mut position.clone(), &mut room);
                answer.err().map(|limit| Unanswered { question, position: Box::new(position.clone()), limit })
            })
        })
    }

    /// The rule and its place, the limit and the position, on lines of their own.
    pub fn words(&self, base: &Base) -> String {
        let title = self.question.title(base);
        let who = match self.question {
            Question::Rule(_) => format!("the rule `{title}`"),
            Question::Score(_) | Question::Export(_) => title,
        };
        let limit = match self.limit {
            LimitReached::Work => "exceeded the step limit",
            LimitReached::Memory => "exceeded the memory limit",
            LimitReached::Depth => "exceeded the depth limit",
            LimitReached::Stopped => "was stopped with the command",
        };
        let stones = |color| {
            let stones: Vec<String> =
                self.position.stones(color).iter().map(|field| field.to_string()).collect();
            stones.join(",")
        };
        let [black, white] = Color::ALL.map(stones);
        let to_move = self.position.to_move().map_or(String::new(), |color| format!(" | {color}"));
        let place = self.question.place(base);
        format!("{who} {limit}\n  {place}\n  in the position {black} | {white}{to_move}")
    }
}

/// The corpus: the built-in positions, some of those of the built-in games, and random set-ups, of which one stone is the
/// last move, so that rules about it are asked as well.
pub fn positions() -> Vec<Position> {
    let mut positions = corpus::positions();
    let mut number = 0;
    for moves in corpus::games() {
        let mut position = Position::empty();
        for field in moves {
            position.play(field).expect("the moves of a game can be played");
            if number % GAME_STEP == 0 {
                positions.push(position.clone());
            }
            number += 1;
        }
    }
    positions.extend((0..SET_UPS).map(|number| with_last_move(SEED, number)));
    positions
}

/// The set-up of this number with one of its stones as the last move, and the other colour to move.
pub(crate) fn with_last_move(seed: u64, number: u64) -> Position {
    let position = setups::drawn(seed, number);
    let [black, white] =
        [Color::Black, Color::White].map(|color| position.stones(color).iter().collect::<Vec<Point>>());
    let all: Vec<Point> = black.iter().chain(&white).copied().collect();
    let last = all[Random::of(seed, &[2, number]).below(all.len())];
    let to_move = if black.contains(&last) { Color::White } else { Color::Black };
    Position::set_up(&black, &white, Some(to_move), Some(last)).expect("these stones stood together before")
}

/// What one rule or export answers in the corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The rule or the export.
    pub title: String,
    /// It has an answer in so many positions.
    pub positions: u64,
    /// So many answers.
    pub solutions: u64,
    /// A sum over all answers with their positions, in order, and over the weights of a score (FNV-1a, 64 bits).
    pub sum: u64,
}

impl Tally {
    fn new(title: String, weights: Vec<i64>) -> Tally {
        let mut tally = Tally { title, positions: 0, solutions: 0, sum: 0xcbf2_9ce4_8422_2325 };
        weights.into_iter().filter(|weight| *weight != 0).for_each(|weight| tally.add(weight as u64));
        tally
    }

    fn add(&mut self, value: u64) {
        for byte in value.to_le_bytes() {
            self.sum = (self.sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn take_up(&mut self, number: usize, solutions: &Solutions) {
        if solutions.is_empty() {
            return;
        }
        self.positions += 1;
        self.solutions += solutions.len() as u64;
        let values = solutions.iter().flatten().map(|value| u64::from(*value));
        [number as u64, solutions.len() as u64].into_iter().chain(values).for_each(|value| self.add(value));
    }
}

/// What all of them answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// Rules in the order of the base, then scores and exports.
    pub tallies: Vec<Tally>,
}

impl Answers {
    /// What the rules are said to answer over the built-in corpus by the file beside them; nothing without it.
    ///
    /// # Errors
    /// When the text has mistakes.
    pub fn beside(base: &Base) -> Result<Option<Answers>, Problems> {
        let file = base.sidecar(sidecars::ANSWERS);
        file.map(|(path, bytes)| Answers::read(path, bytes)).transpose()
    }

    /// What a base answers in these positions.
    ///
    /// # Errors
    /// When a question reaches the step limit.
    pub fn of(base: &Base, backend: Backend, positions: &[Position]) -> Result<Answers, Unanswered> {
        Answers::told(base, backend, positions, |_, _| {})
    }

    /// The same; `turn` is told how much is done, from 0 to 1, and who is asked next.
    ///
    /// # Errors
    /// When a question reaches the step limit.
    pub fn told(
        base: &Base,
        backend: Backend,
        positions: &[Position],
        turn: impl Fn(f64, &str),
    ) -> Result<Answers, Unanswered> {
        let mut room = Solutions::default();
        let mut tallies = Vec::new();
        let questions = Question::all(base);
        for (at, question) in questions.iter().enumerate() {
            let mut tally = Tally::new(question.title(base), question.weights(base));
            turn(at as f64 / questions.len() as f64, &tally.title);
            for (number, position) in positions.iter().enumerate() {
                let answered = base.answers_into(backend, *question, &mut position.clone(), &mut room);
                let position = || Box::new(position.clone());
                answered.map_err(|limit| Unanswered { question: *question, position: position(), limit })?;
                tally.take_up(number, &room);
            }
            tallies.push(tally);
        }
        Ok(Answers { tallies })
    }

    /// Reads the text of a file; `file` is how messages call it.
    ///
    /// # Errors
    /// All mistakes of the text.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Answers, Problems> {
        let mut problems = Problems::default();
        let mut tallies = Vec::new();
        for line in lines(file, bytes, &mut problems) {
            if line.text.starts_with('#') || line.text.trim().is_empty() {
                continue;
            }
            match tally(line.text) {
                Some(tally) => tallies.push(tally),
                None => {
                    let place = Place { file: file.to_owned(), line: line.number, column: 1 };
                    problems.add(place, ProblemKind::NoTally);
                }
            }
            if problems.is_full() {
                break;
            }
        }
        if problems.is_empty() { Ok(Answers { tallies }) } else { Err(problems) }
    }

    /// What is said of this rule or export.
    pub fn tally(&self, title: &str) -> Option<&Tally> {
        self.tallies.iter().find(|tally| tally.title == title)
    }

    /// The rules and exports of which something else is said, or only here or only there.
    pub fn differences<'a>(&'a self, other: &'a Answers) -> Vec<&'a str> {
        let here = self.tallies.iter().filter(|tally| other.tally(&tally.title) != Some(*tally));
        let only_there = other.tallies.iter().filter(|tally| self.tally(&tally.title).is_none());
        here.chain(only_there).map(|tally| tally.title.as_str()).collect()
    }
}

fn tally(line: &str) -> Option<Tally> {
    let mut cells = line.split('\t');
    let (positions, solutions) = (cells.next()?.parse().ok()?, cells.next()?.parse().ok()?);
    let sum = u64::from_str_radix(cells.next()?, 16).ok()?;
    let title = cells.next()?.to_owned();
    cells.next().is_none().then_some(Tally { title, positions, solutions, sum })
}

/// The lines of a file, without remarks.
impl fmt::Display for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Tally { title, positions, solutions, sum } in &self.tallies {
            writeln!(f, "{positions}\t{solutions}\t{sum:016x}\t{title}")?;
        }
        Ok(())
    }
}
