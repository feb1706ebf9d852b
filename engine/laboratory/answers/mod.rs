//! What the rules, scores and exports of a base answer in the built-in corpus, counted: `answers.txt` beside the rules.
//!
//! ```text
//! 312     520     3f0c2a7be1d09956        t.threat for white
//! ```
//!
//! A line says in how many positions a rule applies, how many solutions it has in all of them, and a sum over all
//! ordered answers, which is another one as soon as a single answer is. So a text that was read and committed notices
//! whatever changes what a rule says in the corpus, a lost match too. Below stand marks of the positions, by which those are
//! found that are answered differently. It is no proof that the answers are right: that is for `noire verify` and for the
//! positions beside the rules.
//!
//! | module | what it holds |
//! |---|---|
//! | [`asked`] | whoever answers questions in positions: bases on a host, and games in text |
//! | `tally`, [`marks`] | how often a question answers, and where |
//! | `text` | `answers.txt` as it is written and read |
//! | [`count`] | asks everything |
//! | [`changes`] | which questions answer something else, and in which positions |

pub mod asked;
pub mod changes;
pub mod count;
pub mod marks;
mod tally;
mod text;

use blanche_compiler::expect::Bindings;
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{LimitReached, Solutions, Value};

use crate::bases::{Backend, Question, Subject, sidecars};
use crate::board::{Color, Point, Position};
use crate::facts::Base;
use crate::laboratory::corpus;
use crate::laboratory::verify::setups;
use crate::record::Problems;
use asked::Asked;
pub use tally::{Answers, Corpus, Counts, Sum, Tally};

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
        let title = self.question.title(base.contents());
        let who = match self.question {
            Question::Rule(_) => format!("the rule `{title}`"),
            _ => title,
        };
        let limit = self.limit.exceeded();
        let stones = |color| {
            let stones: Vec<String> =
                self.position.stones(color).iter().map(|field| field.to_string()).collect();
            stones.join(",")
        };
        let [black, white] = Color::ALL.map(stones);
        let to_move = self.position.to_move().map_or(String::new(), |color| format!(" | {color}"));
        let place = self.question.place(base.contents());
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

/// A base on a host, asked in positions.
pub struct AskedBase<'b> {
    base: &'b Base,
    backend: Backend,
    questions: Vec<Question>,
    positions: &'b [Position],
}

impl<'b> AskedBase<'b> {
    /// All that can be asked of a base, of this back end, in these positions.
    pub fn new(base: &'b Base, backend: Backend, positions: &'b [Position]) -> AskedBase<'b> {
        AskedBase { base, backend, questions: Question::all(base.contents()), positions }
    }

    /// The question of this title.
    pub fn question(&self, title: &str) -> Option<(usize, Question)> {
        let titled = |question: &&Question| question.title(self.base.contents()) == title;
        self.questions
            .iter()
            .find(titled)
            .and_then(|one| self.questions.iter().position(|other| other == one).map(|number| (number, *one)))
    }
}

impl Asked for AskedBase<'_> {
    type Fault = Unanswered;

    fn questions(&self) -> usize {
        self.questions.len()
    }

    fn title(&self, question: usize) -> String {
        self.questions[question].title(self.base.contents())
    }

    fn is_rule(&self, question: usize) -> bool {
        matches!(self.questions[question], Question::Rule(_))
    }

    fn weights(&self, question: usize) -> Vec<i64> {
        self.questions[question].weights(self.base.contents())
    }

    fn variables(&self, question: usize) -> Vec<(String, String)> {
        let program = self.base.program();
        let values = |sort: &str| {
            let sort = program.sorts.iter().find(|one| one.name == sort);
            sort.map_or_else(String::new, |sort| format!("{:?}", sort.kind))
        };
        let variables = self.questions[question].variables(self.base.contents());
        variables.iter().map(|(name, sort)| (name.clone(), values(sort))).collect()
    }

    fn written(&self, question: usize, answer: &[Value]) -> Bindings {
        let variables = self.questions[question].variables(self.base.contents()).iter();
        variables
            .zip(answer)
            .map(|((name, sort), value)| (name.clone(), self.base.text(sort, *value)))
            .collect()
    }

    fn positions(&self) -> usize {
        self.positions.len()
    }

    fn position(&self, number: usize, sum: &mut Sum) {
        let position = &self.positions[number];
        sum.add_bytes(position.options().as_bytes());
        sum.add_bytes(position.last_move().map_or_else(String::new, |last| last.to_string()).as_bytes());
    }

    fn ask(&mut self, question: usize, position: usize, room: &mut Solutions) -> Result<(), Unanswered> {
        let (question, position) = (self.questions[question], &self.positions[position]);
        let answered = self.base.answers_into(self.backend, question, &mut position.clone(), room);
        answered.map_err(|limit| Unanswered { question, position: Box::new(position.clone()), limit })
    }
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
        count::counted(&mut AskedBase::new(base, backend, positions), |_, _| {})
    }
}
