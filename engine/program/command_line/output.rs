//! Output of commands: exit codes, failures, files, and messages on standard error.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::OnceLock;

use crate::command_line::program_switch::is_switched;
use blanche_compiler::diagnostic::Diagnostic;
use blanche_compiler::files::{self, OutputMark, Sources};
use blanche_compiler::markup;
pub(crate) use blanche_compiler::markup::quoted;
use blanche_compiler::report::{self, Style, width};
use blanche_compiler::runtime::LimitReached;
use blanche_compiler::spelling::nearest;
use clap::ValueEnum;
use noire_engine::bases::{LoadError, Note, TextBase};
use noire_engine::record::ReadError;
use noire_engine::world::built_in;

/// For whom something is printed: text for people, objects for programs.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

/// Exit code for mistakes in rules or positions, and for differences that a check found.
pub const MISTAKES: u8 = 1;
/// Exit code for wrong use of a command.
pub const USAGE_ERROR: u8 = 2;
/// Exit code for a failure of the machine, or for back ends that disagree.
pub const INTERNAL_ERROR: u8 = 3;

/// Why a command ends early.
pub enum Failure {
    /// A message to print, and the exit code.
    Message(String, u8),
    /// Diagnostics as the compiler renders them, and the exit code.
    Diagnostics(String, u8),
    /// Standard output was closed by its reader, which is no error.
    Closed,
    /// Another program did the work, and ended with this exit code.
    Ended(u8),
}

impl Failure {
    /// Prints the failure on standard error, and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Closed => ExitCode::SUCCESS,
            Failure::Ended(code) => ExitCode::from(code),
            Failure::Message(text, code) => {
                eprintln!("{}", text.trim_end());
                ExitCode::from(code)
            }
            Failure::Diagnostics(text, code) => {
                let _ = writeln!(io::stderr(), "{}", text.trim_end());
                ExitCode::from(code)
            }
        }
    }
}

/// Escapes control characters, but keeps the colour codes of diagnostics if colours are enabled.
pub(crate) fn with_colours(text: &str) -> String {
    let is_colour = |code: &str| code.bytes().all(|byte| byte.is_ascii_digit() || byte == b';');
    let mut parts = text.split("\x1b[");
    let mut shown = markup::shown_lines(parts.next().unwrap_or_default());
    for part in parts {
        match part.split_once('m').filter(|(code, _)| style().color && is_colour(code)) {
            Some((code, rest)) => shown += &format!("\x1b[{code}m{}", markup::shown_lines(rest)),
            None => shown += &markup::shown_lines(&format!("\x1b[{part}")),
        }
    }
    shown
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            io::ErrorKind::FileTooLarge => Failure::Message(format!("error: {error}"), MISTAKES),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                Failure::Message(format!("error: the output cannot be written: {error}"), INTERNAL_ERROR)
            }
            _ => Failure::Message(format!("error: {error}"), INTERNAL_ERROR),
        }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Failure {
        match &error {
            ReadError::Text(problems) => Failure::Message(problems.to_string(), MISTAKES),
            ReadError::TooLarge { .. } => Failure::Message(format!("error: {error}"), MISTAKES),
            ReadError::Io { error: reason, file } if reason.kind() == io::ErrorKind::NotFound => {
                Failure::Message(format!("error: there is no file `{file}`"), USAGE_ERROR)
            }
            ReadError::Io { .. } => Failure::Message(format!("error: {error}"), INTERNAL_ERROR),
        }
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Failure {
        match error {
            LoadError::Unknown(name) => {
                let (games, built_in) = (TextBase::all(), built_in());
                let hint = match Path::new(&name).parent() {
                    _ if games.contains(&name.as_str()) => {
                        format!("`{name}` is a game in text: name it with --game")
                    }
                    Some(parent) if Path::new(&name).is_file() => {
                        let folder = if parent == Path::new("") { Path::new(".") } else { parent };
                        format!("`{name}` is a file: name its folder, {}", folder.display())
                    }
                    _ => unknown_name_hint(&name, built_in.iter().map(String::as_str)),
                };
                let built_in = built_in.join(", ");
                let words = format!(
                    "error: there is no game and no folder `{name}`\n  built-in games: {built_in}\n  {hint}"
                );
                Failure::Message(words, USAGE_ERROR)
            }
            LoadError::Unreadable(folder, error) => {
                Failure::Message(format!("error: {folder} cannot be read: {error}"), INTERNAL_ERROR)
            }
            LoadError::NoBase(folder) => Failure::Message(
                format!("error: {folder} has no file that begins with: base NAME"),
                USAGE_ERROR,
            ),
            LoadError::Mistakes(sources, diagnostics) => {
                let summary = report::last_line(&diagnostics, true).unwrap_or_default();
                Failure::Diagnostics(
                    format!("{}\n{summary}", report::render_folded(&sources, &diagnostics, style())),
                    MISTAKES,
                )
            }
        }
    }
}

/// A hint for a name that is neither the name of a built-in base or game nor the path of a folder.
pub(crate) fn unknown_name_hint<'a>(name: &str, built_in: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(name, built_in) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "a folder holds a file that begins with: base NAME".to_owned(),
    }
}

/// Writes the output of a command to a file that the user named. An existing file is replaced only if it is empty or
/// contains `mark`, the text by which a command recognises its own files.
///
/// # Errors
/// If the file cannot be written, or is not one that this command wrote.
pub fn write_file(path: &Path, text: &str, mark: impl Into<Option<OutputMark>>) -> Result<(), Failure> {
    files::write_output(path, text, mark.into()).map_err(|error| write_failure(path, &error))?;
    if let Some(holds) = contradicted_ending(path, text) {
        eprintln!("note: {} holds {holds}, despite its file name extension", markup::of_path(path));
    }
    Ok(())
}

/// Returns a description of the text if the extension of the file name belongs to a different known format. Unknown
/// extensions are accepted.
fn contradicted_ending(path: &Path, text: &str) -> Option<&'static str> {
    let kinds = [
        ("a picture in SVG", &["svg"][..]),
        ("a page in HTML", &["html", "htm"]),
        ("a record in SGF", &["sgf"]),
        ("a record of Piskvork", &["psq"]),
        ("an object in JSON", &["json"]),
        ("text", &["png", "jpg", "jpeg", "gif", "webp", "pdf"]),
    ];
    let ending = path.extension()?.to_str()?.to_lowercase();
    let start = text.trim_start();
    let begins = |with: &str| start.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    let kind = match () {
        () if begins("<svg") || begins("<?xml") => 0,
        () if begins("<!doctype html") || begins("<html") => 1,
        () if begins("(;") => 2,
        () if begins("piskvorky") => 3,
        () if begins("{") => 4,
        () => 5,
    };
    let (holds, own) = kinds[kind];
    let is_said = kind < 5 && own.contains(&ending.as_str());
    let says = kinds.iter().any(|(_, endings)| endings.contains(&ending.as_str()));
    (says && !is_said).then_some(holds)
}

/// Checks that [`write_file()`] would write this file, before its text is computed.
///
/// # Errors
/// If the file would not be written.
pub fn check_file(path: &Path, mark: impl Into<Option<OutputMark>>) -> Result<(), Failure> {
    files::check_output(path, mark.into()).map_err(|error| write_failure(path, &error))
}

/// Fails if two options name the same file. `one` and `other` are the names of the options.
pub(crate) fn two_files([one, other]: [&str; 2], files: [Option<&Path>; 2]) -> Result<(), Failure> {
    // Makes `./a` and links to `a` equal to `a`.
    match files.map(|file| file.map(files::place)) {
        [Some(first), Some(second)] if first == second => {
            let words = format!("error: {one} and {other} name the same file\n  give each its own");
            Err(Failure::Message(words, USAGE_ERROR))
        }
        _ => Ok(()),
    }
}

/// Rejects writing to a built-in base. `what` is the beginning of the message.
pub(crate) fn reject_built_in(name: &str, what: &str) -> Result<(), Failure> {
    let is_built_in = built_in().iter().any(|one| one == name);
    // A name that is neither built in nor a folder is reported when it is opened.
    let folder = match Path::new(name).is_dir() {
        _ if !is_built_in => return Ok(()),
        true => format!("./{name}"),
        false => format!("knowledge/{name}"),
    };
    Err(Failure::Message(format!("error: {what} built in\n  name its folder: {folder}"), USAGE_ERROR))
}

/// The failure for a file that cannot be written.
pub(crate) fn write_failure(path: &Path, error: &io::Error) -> Failure {
    let code = if error.kind() == io::ErrorKind::AlreadyExists { USAGE_ERROR } else { INTERNAL_ERROR };
    Failure::Message(format!("error: {} cannot be written: {error}", path.display()), code)
}

/// A hint for the option that raises the exceeded limit, such as `; a higher limit is set with --work N`.
pub(crate) fn limit_hint(limit: LimitReached) -> &'static str {
    match limit {
        LimitReached::Work => "; a higher limit is set with --work N",
        LimitReached::Memory => "; a higher limit is set with --memory MIB",
        LimitReached::Depth | LimitReached::Stopped => "",
    }
}

/// Prints the warnings and notes about rules on standard error. If another program has started this one to run the
/// command, leaves the warnings out, because the other program has already printed them.
pub(crate) fn print_remarks(warnings: OwnWarnings<'_>, notes: &[Note]) {
    print_warnings(warnings);
    for note in notes.iter().filter(|note| note.is_always_shown()) {
        eprintln!("note: {note}");
    }
}

/// The warnings about a base, with the source texts that they refer to.
type OwnWarnings<'a> = Option<(&'a Sources, Vec<Diagnostic>)>;

/// Prints warnings about rules on standard error, unless another program has started this one to run the command and
/// has already printed them.
pub(crate) fn print_warnings(warnings: OwnWarnings<'_>) {
    if let Some((sources, warnings)) = warnings.filter(|_| !is_switched()) {
        print_diagnostics(sources, &warnings);
    }
}

/// Prints diagnostics on standard error, with a summary, if there are any.
fn print_diagnostics(sources: &Sources, messages: &[Diagnostic]) {
    if let Some(summary) = report::last_line(messages, true) {
        let drawn = report::render_folded(sources, messages, style());
        let _ = writeln!(io::stderr(), "{}\n{summary}", drawn.trim_end());
    }
}

/// Formats a number with a noun, such as `1 rule`, `2 rules` or `2 searches`.
pub fn count(number: usize, noun: &str) -> String {
    let plural = if ["ch", "sh", "s", "x"].iter().any(|end| noun.ends_with(end)) { "es" } else { "s" };
    format!("{number} {noun}{}", if number == 1 { "" } else { plural })
}

/// When to use colours.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Also when writing to a file
    Always,
    /// Not at all
    Never,
}

/// The setting of `--color`.
static COLOR: OnceLock<Color> = OnceLock::new();

/// Sets when to use colours. Only the first call has an effect.
pub(crate) fn use_colors(color: Color) {
    COLOR.get_or_init(|| color);
}

/// The style of diagnostics on standard error.
pub(crate) fn style() -> Style {
    let is_set = |name: &str, value: Option<&str>| {
        std::env::var_os(name).is_some_and(|set| !set.is_empty() && value.is_none_or(|value| set == value))
    };
    let color = match COLOR.get().copied().unwrap_or_default() {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            io::stderr().is_terminal() && !is_set("NO_COLOR", None) && !is_set("TERM", Some("dumb"))
        }
    };
    Style { color, unicode: true, columns: width::of_errors() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn count_formats_a_number_with_its_noun() {
        let counted = [count(1, "rule"), count(2, "rule"), count(1, "search"), count(0, "search")];
        assert_eq!(counted, ["1 rule", "2 rules", "1 search", "0 searches"]);
    }

    #[test]
    fn text_that_contradicts_its_file_extension_is_detected() {
        for (name, text, told) in [
            ("x.png", " 1 . .\n", Some("text")),
            ("o.svg", " 1 . .\n", Some("text")),
            ("o.PDF", "<svg xmlns=\"\">", Some("a picture in SVG")),
            ("y.sgf", "Piskvorky 15x15", Some("a record of Piskvork")),
            ("y.psq", "(;FF[4])", Some("a record in SGF")),
            ("o.svg", "<svg>", None),
            ("o.html", "<!DOCTYPE html>\n", None),
            ("y.sgf", "\n(;FF[4])", None),
            ("y.txt", "(;FF[4])", None),
            ("y", "<svg>", None),
            ("y.tsv", "#moves\n", None),
        ] {
            assert_eq!(contradicted_ending(Path::new(name), text), told, "{name}");
        }
    }

    #[test]
    fn control_characters_are_escaped() {
        let theirs = "a\u{1b}]0;title\u{7}b\u{1b}[2J\u{1b}[8mc\u{9b}d\n\u{202e}e\u{8}\u{1b}[31mf";
        for said in [markup::shown_lines(theirs), with_colours(theirs)] {
            let is_harmless = |c: char| (!c.is_control() && c != '\u{202e}') || c == '\n';
            assert!(said.chars().all(is_harmless) && said.lines().count() == 2, "{said:?}");
        }
    }
}
