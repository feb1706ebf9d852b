//! Extracts rules from learned values: finds a few preferences that choose the same moves as the values that a learner
//! wrote.
//!
//! ```text
//! 1. The lines of the game are the smallest sets of fields for which its rule of level 0 applies
//!    (`winning_lines`).
//! 2. Conditions on a move count the marks on the lines through its field (`conditions`). The interpreter finds out in
//!    which positions the conditions hold (`positions`).
//! 3. Preferences test such conditions. Lists of preferences are searched, in which each preference is worth twice as
//!    much as the next one. The best lists choose the move with the highest learned value most often, and lose the
//!    fewest games if the opponent tries all moves (`preference_lists`).
//! ```
//!
//! The extraction does not use any knowledge of what wins, what blocks, or what a fork is.

mod conditions;
mod positions;
mod preference_lists;
mod winning_lines;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::files;
use blanche_compiler::game::{Fault, Rules};
use blanche_compiler::runtime::Limits;

use self::conditions::Conditions;
use self::positions::PositionTable;
use self::preference_lists::Lists;
use super::exhaustive_play::LineCounts;
use super::folder::FolderError;
use super::{content_hash, document, folder, saved_training};
use noire_engine::bases::TextBase;
use noire_engine::bases::folder_name;
use noire_engine::bases::learned::{FILE, Heading};

/// Default maximum number of rules to extract.
pub const DEFAULT_MAX_RULES: usize = 8;

/// The result of an extraction.
#[derive(Clone, Debug)]
pub struct Extracted {
    /// The source text of the rules.
    pub text: String,
    /// Paths of the files of the game that the rules use.
    pub uses: Vec<String>,
    /// The name of the game.
    pub game: String,
    /// Number of rules.
    pub rules: usize,
    /// The results of all games in which these rules play and the opponent tries every move.
    pub lines: LineCounts,
    /// Number of positions in which the rules choose the move with the highest learned value.
    pub agreeing: usize,
    /// Total number of positions in which the player is to move.
    pub positions: usize,
}

/// The folder to which extracted rules are written.
#[derive(Debug)]
pub struct TargetFolder {
    folder: PathBuf,
    /// Content of the file when the folder was opened.
    there: Option<Vec<u8>>,
}

impl TargetFolder {
    /// Examines a folder. This is done before the search, which may take long.
    ///
    /// # Errors
    /// Fails if the file for the rules exists and cannot be read, was not written by an extraction, or was changed
    /// since. Also fails if rules cannot be written to the folder.
    pub fn open(folder: &Path) -> Result<TargetFolder, ExtractionError> {
        folder::check(folder, EXTRACTED_FILE_STEM, &[])?;
        let path = folder::file(folder, EXTRACTED_FILE_STEM);
        let there =
            folder::read(&path).map_err(|error| saved_training::TrainingError::Io(path.clone(), error))?;
        if let Some(text) = there.as_deref().map(String::from_utf8_lossy) {
            if !is_extracted(&text) {
                return Err(ExtractionError::NotExtracted(path));
            }
            if !content_hash::has_valid_hash(text.trim_start_matches('\u{feff}'), HASH_LINE) {
                return Err(ExtractionError::Changed(path));
            }
        }
        Ok(TargetFolder { folder: folder.to_owned(), there })
    }
}

/// Name of the file with extracted rules, without its extension.
const EXTRACTED_FILE_STEM: &str = "found";

impl Extracted {
    /// Writes the rules to a folder. If the folder has no base, also writes a base that uses the rules. Returns the
    /// path of the file with the rules.
    ///
    /// # Errors
    /// Fails if a path cannot be written, if the file was changed meanwhile, or if the existing base belongs to another
    /// game.
    pub fn save(&self, place: &TargetFolder) -> Result<PathBuf, FolderError> {
        folder::check(&place.folder, EXTRACTED_FILE_STEM, &self.uses)?;
        let (heading, rest) = self.text.split_once('\n').unwrap_or((&self.text, ""));
        let uses: String = self.uses.iter().map(|path| format!("use {path}\n")).collect();
        let text = format!("{heading}\n%%\n{HEADING_REMARK}\n{HASH_LINE}0\n\n{uses}{rest}");
        let text = content_hash::with_hash(&document::laid_out(&text), HASH_LINE);
        let doc = format!("The game {} with rules that were found in numbers.", self.game);
        folder::write(&place.folder, (EXTRACTED_FILE_STEM, place.there.as_deref(), &text), &doc, &self.uses)
    }
}

/// Why no rules were extracted.
#[derive(Debug)]
pub enum ExtractionError {
    /// The learned file cannot be read or loaded.
    Learned(saved_training::TrainingError),
    /// The existing file was not written by an extraction.
    NotExtracted(PathBuf),
    /// The existing file was changed after it was written.
    Changed(PathBuf),
    /// The rules cannot be written to the folder.
    Refused(FolderError),
    /// The game does not consist of marks on fields. Holds the reason.
    Unfit(&'static str),
    /// The game has more reachable positions than this limit.
    TooMany(usize),
    /// The game cannot continue.
    Fault(Fault),
    /// The user stopped the extraction.
    Stopped,
}

impl fmt::Display for ExtractionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExtractionError::Learned(trouble) => trouble.fmt(f),
            ExtractionError::NotExtracted(path) => {
                write!(
                    f,
                    "{} was not written by `noire learn --extract`, and is left unchanged",
                    path.display()
                )
            }
            ExtractionError::Changed(path) => {
                write!(
                    f,
                    "{} was changed since `noire learn --extract` wrote it, and is left unchanged",
                    path.display()
                )
            }
            ExtractionError::Refused(refused) => refused.fmt(f),
            ExtractionError::Unfit(why) => f.write_str(why),
            ExtractionError::TooMany(most) => write!(f, "games come to more than {most} positions"),
            ExtractionError::Fault(fault) => fault.fmt(f),
            ExtractionError::Stopped => f.write_str("it was stopped"),
        }
    }
}

impl From<saved_training::TrainingError> for ExtractionError {
    fn from(trouble: saved_training::TrainingError) -> ExtractionError {
        ExtractionError::Learned(trouble)
    }
}

impl From<FolderError> for ExtractionError {
    fn from(refused: FolderError) -> ExtractionError {
        ExtractionError::Refused(refused)
    }
}

impl From<Fault> for ExtractionError {
    fn from(fault: Fault) -> ExtractionError {
        ExtractionError::Fault(fault)
    }
}

/// Options of the search for rules.
pub struct ExtractionOptions<'w> {
    /// Maximum number of rules.
    pub most: usize,
    /// Set to stop the search.
    pub stop: &'w AtomicBool,
    /// Receives the progress, from 0 to 1, and a description of the current work.
    pub show: &'w mut dyn FnMut(f64, &str),
}

impl ExtractionOptions<'_> {
    fn report_progress(&mut self, done: f64, what: &str) -> Result<(), ExtractionError> {
        (self.show)(done, what);
        if self.stop.load(Ordering::Relaxed) { Err(ExtractionError::Stopped) } else { Ok(()) }
    }
}

/// Extracts rules that choose the same moves as the values that a learner wrote to a folder.
///
/// # Errors
/// Fails if the folder has no learned values, or if the game does not consist of marks on fields or is too large.
pub fn extract(folder: &Path, wanted: &mut ExtractionOptions<'_>) -> Result<Extracted, ExtractionError> {
    let learned = TextBase::open(&folder_name(folder), Limits::default());
    let learned = learned.map_err(saved_training::TrainingError::Load)?;
    let path = folder.join(FILE);
    let bytes = files::read(&path).map_err(|_| saved_training::TrainingError::NotLearned(path.clone()))?;
    let (document, _) = saved_training::read_document(&path, &bytes)?;
    let numbers = saved_training::interpreted(&learned)?;
    let player = document.heading.players.last().and_then(|name| {
        numbers.program().players.iter().copied().find(|player| numbers.program().player(*player) == *name)
    });
    let player = player.ok_or(ExtractionError::Unfit("it was learned for no player of the game"))?;
    wanted.report_progress(0.0, "lines")?;
    let lines = winning_lines::of(&numbers, player)?;
    let conditions = Conditions::new(&numbers, player, &lines)?;
    let with = |text: &str| with_text(&learned, text);
    let heads: String = document.uses.iter().map(|path| format!("use {path}\n")).collect();
    let asked = with(&format!("{heads}\n{}", conditions.query_text()))?;
    let table = PositionTable::new(&numbers, &asked, player, &conditions, wanted)?;
    let list = Lists::new(&table, wanted.most).find(wanted)?;
    let text = conditions.written(&list, &document.heading);
    // The reported figures come from the text of the rules, which is parsed again for that purpose.
    let written = with(&format!("{heads}\n{text}"))?;
    let (lines, agreeing) = table.play_all_lines(&written)?;
    Ok(Extracted {
        text,
        uses: document.uses,
        game: document.heading.game,
        rules: list.len(),
        lines,
        agreeing,
        positions: table.positions(),
    })
}

/// The beginning and the middle of the first line of an extracted file.
const HEADING_START: &str = "%% Rules of ";
const HEADING_MIDDLE: &str = ", found in the numbers of ";

/// The remark in an extracted file, and the line with its hash.
const HEADING_REMARK: &str =
    "%% Written by `noire learn --extract`, which overwrites this file unless it has been edited.";
const HASH_LINE: &str = "%% As it was written: ";

/// The first line of an extracted file.
fn heading(heading: &Heading) -> String {
    let Heading { game, method, players, games, .. } = heading;
    format!(
        "{HEADING_START}{game} for {}{HEADING_MIDDLE}{games} games by {method}.\n",
        players.last().map_or("", String::as_str)
    )
}

/// Whether a file starts like an extracted one.
fn is_extracted(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    first.starts_with(HEADING_START) && first.contains(HEADING_MIDDLE)
}

/// The rules of the game with `text` in place of the learned file.
fn with_text(learned: &TextBase, text: &str) -> Result<Rules, ExtractionError> {
    let is_learned = |name: &str| Path::new(name).file_name().is_some_and(|name| name == FILE);
    let mut files = learned.rule_files().trees().map(|file| file.id);
    let file = files.find(|id| is_learned(learned.rule_files().sources().file(*id).name()));
    let file = file.ok_or(ExtractionError::Unfit("its base does not use what was learned"))?;
    // The diagnostics are dropped, because the user does not know the text in which the mistake is.
    let edited = learned.edited(file, text, Limits::default()).map_err(|_| NAME_CONFLICT)?;
    saved_training::interpreted(&edited).map_err(|_| NAME_CONFLICT)
}

/// The error for generated names that conflict with names of the game.
const NAME_CONFLICT: ExtractionError = ExtractionError::Unfit(
    "rules cannot be written for this game: the words for its moves and lines conflict with its own words",
);
