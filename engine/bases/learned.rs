//! Files of rules that a learning program wrote. This module reads and writes their heading, and detects damaged files.
//!
//! The heading states the game and the method of learning, so that learning can be resumed from the file. The last line
//! is a fixed comment, whose absence shows that the file was truncated.

use std::fmt;
use std::fmt::Write as _;
use std::path::Path;

use blanche_compiler::diagnostic::Severity;
use blanche_compiler::files::Span;
use blanche_compiler::project::{Project, SearchPath};
use blanche_compiler::{Checked, has_errors, load, together};

use crate::built_in;

/// The version of the file format; a file in another format is rejected.
pub const FORMAT: u32 = 1;

/// The name of the file with learned rules, in the folder of a base.
pub const FILE: &str = "learned.blanche";

/// The start of the heading line that programs read.
const BEGIN: &str = "%% learned in format ";

/// The last line that a learner writes. Authors may add text after it.
pub const END: &str = "% Here ends what was learned.";

/// The heading of a learner's file: how its rules were learned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The name of the game.
    pub game: String,
    /// The name of the learning method, with all its settings.
    pub method: String,
    /// The players for which rules were learned.
    pub players: Vec<String>,
    /// The opponents in the games, such as `random and itself`.
    pub against: String,
    /// The random seed.
    pub seed: u64,
    /// The number of games played.
    pub games: u64,
}

/// A defect in a learner's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The line number, from 1.
    pub line: usize,
    /// The message that describes the defect.
    pub what: String,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.what)
    }
}

impl Heading {
    /// Formats the heading as the comment at the start of a file.
    pub fn text(&self) -> String {
        let Heading { game, method, players, against, seed, games } = self;
        let players = players.join(" and ");
        let mut text = format!(
            "%% What was learned of {game} from {games} games, played for {players} against {against}.\n%%\n"
        );
        let _ = writeln!(
            text,
            "%% Written by `noire learn`, which continues from this file, and keeps your changes and additions."
        );
        text.push_str("%%\n");
        let players = self.players.join(" ");
        let _ = writeln!(
            text,
            "{BEGIN}{FORMAT}; game {game}; by {method}; for {players}; against {against}; seed {seed}; games {games}"
        );
        text
    }

    /// Reads the heading of a file; `None` if the file was not written by a learner.
    ///
    /// # Errors
    /// If the file was written by a learner, but is damaged or in another format.
    pub fn read(text: &str) -> Option<Result<Heading, Damage>> {
        let (line, rest) =
            (1..).zip(text.lines()).find_map(|(number, line)| Some((number, line.strip_prefix(BEGIN)?)))?;
        let damaged = |what: String| Some(Err(Damage { line, what }));
        let (format, rest) = rest.split_once("; ").unwrap_or((rest, ""));
        if format.parse() != Ok(FORMAT) {
            return damaged(format!(
                "it was learned in format {format}, and this program reads format {FORMAT}"
            ));
        }
        let Some(heading) = Heading::of_parts(rest) else {
            return damaged("the description of the game in the heading cannot be read".to_owned());
        };
        if !text.lines().any(|line| line.trim_end() == END) {
            let line = text.lines().count().max(1);
            return Some(Err(Damage { line, what: "the end of the file is missing".to_owned() }));
        }
        Some(Ok(heading))
    }

    fn of_parts(text: &str) -> Option<Heading> {
        let mut parts = text.split("; ");
        let mut next = |word: &str| parts.next()?.strip_prefix(word)?.strip_prefix(' ');
        Some(Heading {
            game: next("game")?.to_owned(),
            method: next("by")?.to_owned(),
            players: next("for")?.split(' ').map(str::to_owned).collect(),
            against: next("against")?.to_owned(),
            seed: next("seed")?.parse().ok()?,
            games: next("games")?.parse().ok()?,
        })
    }
}

/// Reloads a base without its learned file if that file is damaged. Returns the message about the damage, with its
/// location, if the base was reloaded.
pub(super) fn leave_out(project: &mut Project, root: usize, checked: &mut Checked) -> Option<String> {
    let files = checked.files.iter().filter_map(|id| project.index(*id));
    let learned: Vec<usize> = files.filter(|file| is_learned(project, *file)).collect();
    if learned.is_empty() {
        return None;
    }
    let damage =
        learned.iter().find_map(|file| damage(project, *file)).or_else(|| first_error(project, checked))?;
    let mut without = project.clone();
    learned.iter().for_each(|file| without.empty(*file));
    let left = load(&mut without, root, &SearchPath::default());
    // If the base has mistakes even without the learned file, those mistakes are reported instead of the damage.
    if has_errors(&together([&left])) {
        return None;
    }
    (*project, *checked) = (without, left);
    Some(damage)
}

/// The first error of a base, with its location.
fn first_error(project: &Project, checked: &Checked) -> Option<String> {
    let (span, words) = error_in_words(checked)?;
    let (name, line) = (project.sources.file(span.file).name(), project.sources.line(span));
    Some(format!("{name}:{line}: {words}"))
}

/// The location and message of the first error of a base.
fn error_in_words(checked: &Checked) -> Option<(Span, String)> {
    let messages = together([checked]);
    let first = messages.iter().find(|message| message.severity == Severity::Error)?;
    Some((first.label.span, format!("error[{}]: {}", first.code, first.title)))
}

/// The first error of the base that consists of this text; `None` if it has no error. The location in the message lies
/// in `folder`, which need not exist.
pub fn mistake(folder: &Path, text: &str) -> Option<String> {
    let (path, mut project) = (folder.join("base.blanche"), Project::default());
    let root = project.add(&path.display().to_string(), text.as_bytes());
    let search_path = SearchPath { built_in: built_in::knowledge(), ..SearchPath::around(&path, None) };
    error_in_words(&load(&mut project, root, &search_path)).map(|(_, words)| words)
}

fn is_learned(project: &Project, file: usize) -> bool {
    let source = project.sources.file(project.tree(file).id);
    Path::new(source.name()).file_name().is_some_and(|name| name == FILE)
}

/// The defect, if any, in the heading or at the end of a learner's file, with its location.
fn damage(project: &Project, file: usize) -> Option<String> {
    let source = project.sources.file(project.tree(file).id);
    let damage = match Heading::read(source.text()) {
        None => Damage { line: 1, what: "what a learner says of itself is missing".to_owned() },
        Some(Err(damage)) => damage,
        Some(Ok(_)) => return None,
    };
    Some(format!("{}:{damage}", source.name()))
}
