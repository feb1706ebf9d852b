//! `noire answers`: what the rules of a base answer in the built-in corpus, to be committed beside them, and where that has
//! changed.
//!
//! With `--format json` one object is printed; `answer_changes::json` says what stands in that of changes:
//!
//! ```text
//! name, positions       what was asked, and in how many positions
//! questions             for each: question, positions in which it applies, solutions, sum
//! ```

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::bases::{Question, Subject, sidecars};
use crate::board::{Color, Position, Style};
use crate::facts::Base;
use crate::laboratory::answers::asked::Asked;
use crate::laboratory::answers::changes::{Compared, Place, Stopped, between_until, since};
use crate::laboratory::answers::count::counted_until;
use crate::laboratory::answers::{Answers, AskedBase, positions};
use crate::presentation;
use crate::progress::Progress;
use blanche_compiler::expect::Bindings;
use blanche_compiler::files::Imprint;
use blanche_compiler::markup;
use blanche_compiler::runtime::{Limits, Solutions};
use clap::Args;
use serde_json::{Value, json};

use crate::command_line::amiss::tell_undefined;
use crate::command_line::answer_changes::json::counts;
use crate::command_line::answer_changes::{Drawing, Words};
use crate::command_line::backend::BaseName;
use crate::command_line::games::{self, OptionalGame};
use crate::command_line::interrupt;
use crate::command_line::output::{
    Failure, Format, MISTAKES, count, quoted, unanswered, writable, write_file,
};
use crate::command_line::width;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire answers --base my-rules/ --update     writes my-rules/answers.txt
  noire answers --base my-rules/ --check      which rules answer something else than that, and where
  noire answers --base my-rules/ --against renju              the same of two bases, answer by answer
  noire answers --game my-game/ --check";

/// Count the answers of every rule over the built-in corpus, and draw the positions in which they have changed.
///
/// For every rule and export a line: in how many positions it applies, how many solutions it has, and a sum that is
/// another one as soon as a single answer is. Below stand marks, by which --check finds the positions that differ: it draws
/// one in which there are more answers, and one in which there are fewer. What an answer was that is gone, --against an earlier
/// version says. A game in text is asked in positions of random games.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: OptionalGame,
    #[command(flatten)]
    base: BaseName,
    #[command(flatten)]
    pub(crate) how: How,
}

/// What is done with what was counted.
#[derive(Args)]
pub(crate) struct How {
    /// Write into this file; `answers.txt` beside the base is what it is held against
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Compare with `answers.txt` beside the base; for each rule that answers something else, draw a position with an answer
    /// more, and one with an answer less
    #[arg(long, conflicts_with = "output")]
    pub(crate) check: bool,
    /// Write `answers.txt` into the folder of the base
    #[arg(long, conflicts_with_all = ["output", "check"])]
    update: bool,
    /// Compare with another base answer by answer: a built-in one, or a folder, such as an earlier version of this one
    #[arg(long, value_name = "NAME-OR-DIR", conflicts_with_all = ["output", "check", "update"])]
    pub(crate) against: Option<String>,
    /// text for people, or a json object
    #[arg(long, value_enum, default_value = "text", conflicts_with_all = ["output", "update"])]
    pub(crate) format: Format,
}

/// How sums over answers begin, and what they say of themselves.
const IMPRINT: Imprint = Imprint { begins: "# What ", has: "`noire answers --" };

impl How {
    /// Refuses to write beside what is built in; `folder` is what the base was called.
    pub(crate) fn of(&self, folder: &str) -> Result<(), Failure> {
        if self.update { writable(folder, &format!("`{folder}` is")) } else { Ok(()) }
    }

    /// Writes the answers where they are wanted.
    pub(crate) fn write(
        &self,
        folder: &str,
        head: &str,
        answers: &Answers,
        stop: &Stop,
    ) -> Result<ExitCode, Failure> {
        if self.format == Format::Json {
            writeln!(width::out(false), "{:#}", object(folder, answers))?;
            return Ok(stop.status());
        }
        let text = format!("{head}{answers}");
        let beside = self.update.then(|| Path::new(folder).join(sidecars::ANSWERS));
        match self.output.as_ref().or(beside.as_ref()) {
            None => width::whole_lines(true).write_all(text.as_bytes())?,
            Some(path) if stop.is_set() => {
                eprintln!("note: {} is as it was: not all questions were asked", markup::of_path(path));
            }
            Some(path) => {
                write_file(path, &text, IMPRINT)?;
                let questions = count(answers.tallies.len(), "question");
                eprintln!("{}: what {questions} answer", markup::of_path(path));
            }
        }
        Ok(stop.status())
    }
}

/// Ctrl-C ends the work, and gives a question up that is asked.
pub(crate) struct Stop {
    /// The sign that Ctrl-C sets.
    pub(crate) sign: Arc<AtomicBool>,
    /// What questions look at. It is taken back after the work, so that what was found can be drawn.
    pub(crate) asked: Arc<AtomicBool>,
}

impl Stop {
    /// A sign that Ctrl-C sets, from now on.
    pub(crate) fn new() -> Result<Stop, Failure> {
        Ok(Stop { sign: interrupt::stop()?, asked: interrupt::sign()? })
    }

    /// Ctrl-C was pressed.
    pub(crate) fn is_set(&self) -> bool {
        self.sign.load(Ordering::Relaxed)
    }

    /// Says how much was done, if Ctrl-C has ended the work; otherwise gives what went wrong.
    pub(crate) fn tell<F>(&self, done: usize, of: usize, ended: Result<(), F>) -> Result<(), F> {
        match self.is_set() {
            true => eprintln!("note: stopped: {done} of {} were asked", count(of, "question")),
            false => ended?,
        }
        self.asked.store(false, Ordering::Relaxed);
        Ok(())
    }

    /// How the command ends.
    fn status(&self) -> ExitCode {
        interrupt::status(&self.sign)
    }

    /// How a command ends whose work ended so.
    pub(crate) fn or(&self, status: ExitCode) -> ExitCode {
        if self.is_set() { self.status() } else { status }
    }
}

/// The answers for programs.
fn object(name: &str, answers: &Answers) -> Value {
    let questions = answers.tallies.iter().map(|tally| {
        let mut object = counts(tally.counts);
        object["question"] = tally.title.as_str().into();
        object["sum"] = format!("{:016x}", tally.sum.0).into();
        object
    });
    json!({
        "name": name,
        "positions": answers.corpus.map(|corpus| corpus.positions),
        "questions": questions.collect::<Vec<_>>(),
    })
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(name) = &arguments.game.game {
        arguments.how.of(name)?;
        return games::answers::run(name, &arguments.how);
    }
    let (how, name) = (&arguments.how, &arguments.base.name);
    how.of(name)?;
    let stop = Stop::new()?;
    let base = arguments.base.open(Limits::default())?.stopped_by(Arc::clone(&stop.asked));
    // What rules answer is counted whatever it means.
    let then = match base.rules().is_empty() {
        true => "only its scores and exports are counted",
        false => "what its rules answer is counted all the same",
    };
    tell_undefined(&base, then);
    let positions = positions();
    let mut asked = AskedBase::new(&base, base.backend(), &positions);
    let mut progress = Progress::begin();
    if let Some(other) = &how.against {
        let before = BaseName { name: other.clone() }.open(Limits::default())?;
        let before = before.stopped_by(Arc::clone(&stop.asked));
        let mut asked_before = AskedBase::new(&before, before.backend(), &positions);
        let turn = |done, who: &str| progress.show(done, who);
        let Compared { changes, questions: compared, ended } =
            between_until(&mut asked, &mut asked_before, &stop.sign, turn);
        progress.end();
        stop.tell(compared, asked.questions().max(compared), ended).map_err(|stopped| match stopped {
            Stopped::Now(question) => unanswered(&base, &question),
            Stopped::Before(question) => unanswered(&before, &question),
        })?;
        let words = Words {
            other: other.clone(),
            exactly: true,
            called: name.clone(),
            option: "--base",
            of: if stop.is_set() { compared } else { asked.questions() },
        };
        let shown = Shown {
            base: &base,
            before: Some(&before),
            asked,
            name,
            other: Some(other),
            positions: &positions,
        };
        return Ok(stop.or(words.print(&changes, &shown, how.format)?));
    }
    let (answers, ended) = counted_until(&mut asked, &stop.sign, |done, who| progress.show(done, who));
    progress.end();
    let done = answers.tallies.len();
    stop.tell(done, asked.questions(), ended).map_err(|question| unanswered(&base, &question))?;
    if how.check && stop.is_set() {
        return Ok(stop.status());
    }
    if how.check {
        let said = Answers::beside(&base)
            .map_err(wrong)?
            .ok_or_else(|| nothing_beside(base.name(), "--base", name))?;
        let words = Words::of_text(name, "--base", asked.questions());
        words.tell_what_is_lacking(&said, &answers);
        let shown = Shown { base: &base, before: None, asked, name, other: None, positions: &positions };
        return words.print(&since(&answers, &said), &shown, how.format);
    }
    let head = format!(
        "# What the rules of {} answer in the {} positions of the built-in corpus: positions in which a rule applies,\n\
         # solutions, and a sum over all answers. `noire answers --base FOLDER --update` writes it.\n",
        base.name(),
        positions.len()
    );
    how.write(name, &head, &answers, &stop)
}

/// That `answers.txt` cannot be read.
pub(crate) fn wrong(problems: impl Display) -> Failure {
    Failure::Said(format!("error: {problems}"), MISTAKES)
}

/// That there is no `answers.txt`; `option` names the base on the command line.
pub(crate) fn nothing_beside(base: &str, option: &str, folder: &str) -> Failure {
    let hint = match Path::new(folder).is_dir() {
        true => format!("\n  `noire answers {option} {} --update` writes it", quoted(folder)),
        false => String::new(),
    };
    Failure::Said(format!("error: there is no answers.txt beside {base}{hint}"), MISTAKES)
}

/// Positions of the corpus, drawn with what a base answers there.
pub(crate) struct Shown<'b> {
    pub(crate) base: &'b Base,
    /// What it is compared with, where that is a base.
    pub(crate) before: Option<&'b Base>,
    pub(crate) asked: AskedBase<'b>,
    /// What the bases were called; nothing where the other one has no name by which it could be asked.
    pub(crate) name: &'b str,
    pub(crate) other: Option<&'b str>,
    pub(crate) positions: &'b [Position],
}

impl Shown<'_> {
    fn options(position: &Position) -> String {
        let last = position.last_move().map(|last| format!(" --last {last}"));
        format!("{}{}", position.options(), last.unwrap_or_default())
    }

    fn marked(base: &Base, position: &Position, title: &str, answer: Option<&Bindings>) -> String {
        let asked = AskedBase::new(base, base.backend(), &[]);
        let plays = match asked.question(title) {
            Some((_, Question::Rule(rule))) => base.rules()[rule].plays.then_some(0),
            _ => None,
        };
        let none = Bindings::new();
        presentation::marked(position, answer.unwrap_or(&none), plays).draw(Style::Ascii)
    }
}

impl Drawing for Shown<'_> {
    fn answers(&self, title: &str, place: &Place) -> Result<Vec<Bindings>, Failure> {
        let Some((number, question)) = self.asked.question(title) else { return Ok(Vec::new()) };
        let mut room = Solutions::default();
        let position = &mut self.positions[place.position].clone();
        let asked = self.base.answers_into(self.base.backend(), question, position, &mut room);
        if let Err(limit) = asked {
            let position = Box::new(self.positions[place.position].clone());
            return Err(unanswered(
                self.base,
                &crate::laboratory::answers::Unanswered { question, position, limit },
            ));
        }
        Ok(room.iter().map(|answer| self.asked.written(number, answer)).collect())
    }

    fn command(&self, title: &str, place: &Place, is_now: bool) -> Option<String> {
        let (base, name) = match (is_now, self.before, self.other) {
            (false, Some(before), Some(other)) => (before, other),
            _ => (self.base, self.name),
        };
        let (_, question) = AskedBase::new(base, base.backend(), &[]).question(title)?;
        let options = Shown::options(&self.positions[place.position]);
        match question {
            Question::Rule(_) => {
                Some(format!("noire explain --game {} {options} --rule '{title}'", quoted(name)))
            }
            _ => Some(format!("noire repl --game {} {options}", quoted(name))),
        }
    }

    fn size(&self, place: &Place) -> u32 {
        let stones =
            Color::ALL.map(|color| self.positions[place.position].stones(color).iter().count() as u32);
        stones.iter().sum()
    }

    fn diagram(&self, title: &str, place: &Place, answer: Option<&Bindings>, is_now: bool) -> String {
        let base = if is_now { self.base } else { self.before.unwrap_or(self.base) };
        Shown::marked(base, &self.positions[place.position], title, answer)
    }
}
