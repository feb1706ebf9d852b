//! Prints how the answers of a base or a game have changed, with a position for each kind of change.
//!
//! ```text
//! four for black: 825 positions, 1100 solutions; answers.txt has 825 positions, 1116 solutions
//!
//!   fewer answers in 16 positions, such as this one: 2 before, 1 now
//!     noire explain --game my-rules --black e8,f8,g8,h8 --to-move black --rule 'four for black'
//!     Field1 = d8, Group1 = d8.h8
//!      9 . . . . . . .
//! ```

pub(crate) mod json;

use std::io::Write;
use std::process::ExitCode;

use blanche_compiler::expect::{Bindings, written};
use blanche_compiler::runtime::Solutions;
use noire_engine::bases::Question;
use noire_engine::board::Style;
use noire_engine::world::{Entry, Marks, World, WorldExt};
use noire_laboratory::answers::changes::{Change, ChangedPosition, ChangedPositions};
use noire_laboratory::answers::marks::MAX_COUNT;
use noire_laboratory::answers::{Answers, Corpus, Counts, Queries};

use crate::command_line::commands::answers::unanswered_failure;
use crate::command_line::output::{Failure, Format, MISTAKES, count, quoted};
use crate::command_line::width;

/// Maximum number of answers to list if the earlier answers are not known.
const MAX_LISTED: usize = 3;

/// A version of a game, with its positions.
pub(crate) struct Version<'g, W: World> {
    pub(crate) world: &'g W,
    /// The name that commands can use for this version, if it has one.
    pub(crate) name: Option<&'g str>,
    /// The positions of the corpus in this version.
    pub(crate) positions: &'g [W::Position],
}

/// Draws positions of a corpus and marks the answers of a game in them.
pub(crate) struct ComparedVersions<'g, W: World> {
    pub(crate) now: Version<'g, W>,
    /// The earlier version, if the answers are compared with the answers of another game or version.
    pub(crate) before: Option<Version<'g, W>>,
    /// The corpus as it was read.
    pub(crate) entries: &'g [Entry<W>],
}

impl<W: Corpus> ComparedVersions<'_, W> {
    /// The current version if `is_now` is set. Otherwise the earlier version, or the current version if there is no
    /// earlier one.
    fn version(&self, is_now: bool) -> &Version<'_, W> {
        self.before.as_ref().filter(|_| !is_now).unwrap_or(&self.now)
    }

    /// The current answers to a question in a position.
    fn answers(&self, title: &str, place: &ChangedPosition) -> Result<Vec<Bindings>, Failure> {
        let Version { world, positions, .. } = self.now;
        let (mut position, mut answers) = ([positions[place.position].clone()], Solutions::default());
        let mut asked = Queries::new(world, world.backends()[0], &mut position);
        let Some((number, _)) = asked.question(title) else { return Ok(Vec::new()) };
        asked.ask(number, 0, &mut answers).map_err(|question| unanswered_failure(world, &question))?;
        Ok(answers.iter().map(|answer| asked.written(number, answer)).collect())
    }

    /// A command for the user that shows more about a question in a position, in the current or the earlier version.
    fn command(&self, title: &str, place: &ChangedPosition, is_now: bool) -> Option<String> {
        let version = Some(self.version(is_now)).filter(|version| version.name.is_some());
        let Version { world, name, .. } = version.unwrap_or(&self.now);
        let contents = world.contents();
        let question = world.questions().into_iter().find(|question| question.title(contents) == title)?;
        let (name, options) = (quoted(name.as_ref()?), world.options(&self.entries[place.position]));
        Some(match question {
            Question::Rule(_) => format!("noire explain --game {name}{options} --rule '{title}'"),
            Question::Score(_) => format!("noire eval --game {name}{options}"),
            Question::Export(_) | Question::Preference(_) | Question::Draw(_) => {
                format!("noire repl --game {name}{options}")
            }
        })
    }

    /// The amount of material in a position: the number of stones, or of tuples in a game defined by a rule file.
    fn size(&self, place: &ChangedPosition) -> u32 {
        self.now.world.size(&self.now.positions[place.position])
    }

    /// Draws the position with `answer` marked, in the current or the earlier version.
    fn diagram(
        &self,
        title: &str,
        place: &ChangedPosition,
        answer: Option<&Bindings>,
        is_now: bool,
    ) -> String {
        let Version { world, positions, .. } = self.version(is_now);
        let contents = world.contents();
        let plays = match world.questions().into_iter().find(|question| question.title(contents) == title) {
            Some(Question::Rule(rule)) => contents.rules[rule].plays.then_some(0),
            _ => None,
        };
        let none = Bindings::new();
        let values = answer.unwrap_or(&none);
        let marks = Marks { values, plays, is_cropped: true, ..Marks::default() };
        world.draw(&positions[place.position], &marks, Style::Ascii)
    }
}

/// Describes what is compared.
pub(crate) struct ComparisonSubject {
    /// What the answers are compared with, such as `answers.txt`.
    pub(crate) other: String,
    /// `true` if every answer is compared. `false` if only the fingerprints of positions in `answers.txt`, called
    /// marks, are compared.
    pub(crate) exactly: bool,
    /// Name of the current game.
    pub(crate) called: String,
    /// Number of questions that are compared.
    pub(crate) of: usize,
}

impl ComparisonSubject {
    /// Describes a comparison with `answers.txt`.
    pub(crate) fn of_text(called: &str, of: usize) -> ComparisonSubject {
        ComparisonSubject { other: "answers.txt".to_owned(), exactly: false, called: called.to_owned(), of }
    }

    /// The command that updates `answers.txt`.
    fn update(&self) -> String {
        format!("`noire answers {} --update`", quoted(&self.called))
    }

    /// Prints a note if `answers.txt` lacks marks or was written for another corpus.
    pub(crate) fn note_missing_marks(&self, said: &Answers, now: &Answers) {
        let update = format!("{} rewrites it", self.update());
        match (said.corpus, now.corpus) {
            (None, _) => eprintln!(
                "note: answers.txt has no fingerprints of positions, because an earlier version wrote it: it shows which \
                 rules differ, but not where\n  {update}"
            ),
            (Some(before), Some(now)) if before != now => eprintln!(
                "note: answers.txt is about {} other positions than the {} that are asked now, so not only the rules differ\n  \
                 {update}",
                before.positions, now.positions
            ),
            _ => {}
        }
    }

    /// Prints the changes in the format `format`, and returns the exit code.
    pub(crate) fn print(
        &self,
        changes: &[Change],
        versions: &ComparedVersions<'_, impl Corpus>,
        format: Format,
    ) -> Result<ExitCode, Failure> {
        if format == Format::Text {
            return self.print_text(changes, versions);
        }
        writeln!(width::wrapped_stdout(false), "{:#}", json::object(self, changes, versions))?;
        Ok(if changes.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(MISTAKES) })
    }

    /// Prints the changes as text, and returns the exit code.
    pub(crate) fn print_text(
        &self,
        changes: &[Change],
        versions: &ComparedVersions<'_, impl Corpus>,
    ) -> Result<ExitCode, Failure> {
        let mut out = width::unwrapped_stdout(true);
        let all = count(self.of, "question");
        let kinds = "rules, scores, exports and preferences";
        if changes.is_empty() {
            let what = match self.exactly {
                true => format!("give the same answers as those of {}", self.other),
                false => "give the answers in answers.txt".to_owned(),
            };
            writeln!(out, "all {} {kinds} {what}", self.of)?;
            return Ok(ExitCode::SUCCESS);
        }
        for (at, change) in changes.iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            self.change(&mut out, change, versions)?;
        }
        write!(out, "\n{} of {all} give other answers", changes.len())?;
        match self.exactly {
            true => writeln!(out, " than {}", self.other)?,
            false => writeln!(
                out,
                "\n  if this is right, {} writes it; `--against` a folder with the earlier rules shows what they \
                 answered before",
                self.update()
            )?,
        }
        Ok(ExitCode::from(MISTAKES))
    }

    fn change(
        &self,
        out: &mut impl Write,
        change: &Change,
        versions: &ComparedVersions<'_, impl Corpus>,
    ) -> Result<(), Failure> {
        let Change { title, before, now, places, compared_by, other_weights } = change;
        let line = |counts: &Option<Counts>| match counts {
            Some(counts) => {
                let positions = count(counts.positions as usize, "position");
                format!("{positions}, {}", count(counts.solutions as usize, "solution"))
            }
            None if self.exactly => "no such question".to_owned(),
            None => "no line".to_owned(),
        };
        let [was, is] = [before, now].map(line);
        let same_counts = if was == is && !other_weights { ", but other ones" } else { "" };
        writeln!(out, "{title}: {is}{same_counts}; {} has {was}", self.other)?;
        if *other_weights {
            writeln!(out, "  the value of its answers has changed")?;
        }
        if let Some(names) = compared_by {
            match names.is_empty() {
                true => writeln!(
                    out,
                    "  the two have no variable in common: only the positions in which they have answers are compared"
                )?,
                false => writeln!(out, "  compared by {}, which both have", names.join(", "))?,
            }
        }
        let Some(places) = places else { return Ok(()) };
        let mut is_somewhere = *other_weights;
        for kind in Kind::ALL {
            let all = kind.places(places);
            if let Some(place) = clearest(all, versions) {
                is_somewhere = true;
                let step =
                    if places.step > 1 { format!(" of every {}th", places.step) } else { String::new() };
                let word = kind.heading(self.exactly);
                let positions = count(all.len(), "position");
                writeln!(out, "\n  {word} in {positions}{step}, such as this one: {}", self.numbers(place))?;
                self.position(out, title, kind, place, versions)?;
            }
        }
        if !is_somewhere && now.is_some() {
            writeln!(out, "  {}", same_marks_text(places.step))?;
        }
        Ok(())
    }

    /// Whether a position is drawn in the current version. Only a lost answer is drawn in the earlier version, and only
    /// if the answer is known.
    fn is_drawn_now(&self, kind: Kind) -> bool {
        !(self.exactly && kind == Kind::Lost)
    }

    /// The numbers of answers, such as `2 answers before, 1 now`.
    fn numbers(&self, place: &ChangedPosition) -> String {
        let number = |answers: usize| match !self.exactly && answers >= usize::from(MAX_COUNT) {
            true => format!("{MAX_COUNT} answers or more"),
            false => count(answers, "answer"),
        };
        format!("{} before, {} now", number(place.before), number(place.now))
    }

    /// Prints a position with the answer that was gained or lost. If that answer is unknown, prints some of the current
    /// answers instead.
    fn position(
        &self,
        out: &mut impl Write,
        title: &str,
        kind: Kind,
        place: &ChangedPosition,
        versions: &ComparedVersions<'_, impl Corpus>,
    ) -> Result<(), Failure> {
        let is_now = self.is_drawn_now(kind);
        if let Some(command) = versions.command(title, place, is_now) {
            writeln!(out, "    {command}")?;
        }
        let known = match &place.answer {
            Some(answer) => {
                writeln!(out, "    {} {}", if is_now { "+" } else { "-" }, written(answer))?;
                Some(answer.clone())
            }
            None => {
                let answers = versions.answers(title, place)?;
                // If there was no answer before, all current ones are new.
                let sign = if place.before == 0 { "+" } else { "now" };
                for answer in answers.iter().take(MAX_LISTED) {
                    writeln!(out, "    {sign} {}", written(answer))?;
                }
                if answers.len() > MAX_LISTED {
                    writeln!(out, "    and {} more", answers.len() - MAX_LISTED)?;
                }
                answers.into_iter().next()
            }
        };
        writeln!(out)?;
        for line in versions.diagram(title, place, known.as_ref(), is_now).lines() {
            writeln!(out, "    {line}")?;
        }
        Ok(())
    }
}

/// The position that shows a change most clearly. Positions with no answers before or none now come first, and of those
/// the position with the fewest pieces.
fn clearest<'p>(
    places: &'p [ChangedPosition],
    versions: &ComparedVersions<'_, impl Corpus>,
) -> Option<&'p ChangedPosition> {
    places.iter().min_by_key(|place| (!place.is_clear(), versions.size(place)))
}

/// How the answers in a position changed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Gained,
    Lost,
    Others,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Gained, Kind::Lost, Kind::Others];

    /// The key in the JSON object.
    fn key(self) -> &'static str {
        match self {
            Kind::Gained => "gained",
            Kind::Lost => "lost",
            Kind::Others => "others",
        }
    }

    fn places(self, places: &ChangedPositions) -> &[ChangedPosition] {
        match self {
            Kind::Gained => &places.gained,
            Kind::Lost => &places.lost,
            Kind::Others => &places.others,
        }
    }

    /// The heading for a change of this kind. If only marks are compared, the heading speaks of more or fewer answers:
    /// a mark tells only the number of answers, which may grow although an answer was lost.
    fn heading(self, exactly: bool) -> &'static str {
        match (self, exactly) {
            (Kind::Gained, true) => "gained",
            (Kind::Lost, true) => "lost",
            (Kind::Gained, false) => "more answers",
            (Kind::Lost, false) => "fewer answers",
            (Kind::Others, _) => "other answers",
        }
    }
}

/// The line for a question whose checksum has changed although the marks of all positions are the same.
fn same_marks_text(step: usize) -> String {
    match step {
        1 => "the fingerprints of all positions are the same; `--against` the earlier rules shows where it differs"
            .to_owned(),
        _ => format!(
            "the fingerprints of every {step}th position are the same; `--against` the earlier rules shows where it differs"
        ),
    }
}
