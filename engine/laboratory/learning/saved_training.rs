//! Training that saves its result in a folder and can be continued later. The folder holds a base that uses the result.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use blanche_compiler::diagnostic::Diagnostic;
use blanche_compiler::files::{self, Sources};
use blanche_compiler::game::Rules;
use blanche_compiler::runtime::{Limits, Value};
use blanche_compiler::syntax::ast::{File, Item, ItemKind};

use super::Learner;
use super::document::{self, Document, DocumentError};
use super::folder::{self, FolderError};
use super::spec::LearnerSpec;
use noire_engine::bases::folder_name;
use noire_engine::bases::learned::{Damage, FILE, Heading, mistake};
use noire_engine::bases::{Backend, LoadError, Note, TextBase};
use noire_engine::players::BadSpec;

/// The settings of training: what is to be learned, and how.
#[derive(Clone, Debug)]
pub struct TrainingSettings {
    /// The learner and its settings.
    pub spec: LearnerSpec,
    /// The players for whom moves are learned.
    pub players: Vec<Value>,
    /// The name of the opponent.
    pub against: String,
    /// Seed for everything random.
    pub seed: u64,
    /// Memory limit of the learner, in bytes.
    pub memory: u64,
}

/// Why nothing can be learned.
#[derive(Debug)]
pub enum TrainingError {
    /// The learner does not fit the game.
    Bad(BadSpec),
    /// A file cannot be read.
    Io(PathBuf, io::Error),
    /// The folder cannot receive the result.
    Refused(FolderError),
    /// The learned file has reached the maximum size of a file that can be read. Holds its path and the number of games
    /// played.
    Full(PathBuf, u64),
    /// The file was not written by a learner.
    NotLearned(PathBuf),
    /// The file is damaged.
    Damaged(PathBuf, Damage),
    /// The file has errors.
    Mistakes(Box<Sources>, Vec<Diagnostic>),
    /// The file was learned with another setting. Holds the path, the name of the setting, its value in the file, and
    /// the requested value.
    Otherwise(PathBuf, &'static str, String, String),
    /// The base in the folder cannot be loaded.
    Load(LoadError),
    /// The base in the folder ignores the learned file because that file is damaged. Holds a description.
    LeftOut(String),
}

impl fmt::Display for TrainingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrainingError::Bad(bad) => bad.fmt(f),
            TrainingError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            TrainingError::NotLearned(path) => write!(f, "{} was not written by a learner", path.display()),
            TrainingError::Damaged(path, damage) => write!(f, "{}:{damage}", path.display()),
            TrainingError::Mistakes(..) => f.write_str("what was learned has mistakes"),
            TrainingError::Refused(refused) => refused.fmt(f),
            TrainingError::Full(path, games) => write!(
                f,
                "{} is full after {games} games: a file of more than {} MiB could not be read again",
                path.display(),
                files::MAX_FILE_SIZE >> 20
            ),
            TrainingError::Otherwise(path, what, there, asked) => {
                write!(f, "{} was learned {what} {there}, and not {what} {asked}", path.display())
            }
            TrainingError::LeftOut(damage) => f.write_str(damage),
            TrainingError::Load(_) => f.write_str("the base of what was learned cannot be loaded"),
        }
    }
}

/// Name of the file with the learned rules, without its extension.
const LEARNED_FILE_STEM: &str = "learned";

/// Separator between the names of opponents.
const OPPONENT_SEPARATOR: &str = " and ";

/// Training whose result is saved in a folder.
pub struct SavedTraining<'r> {
    /// The learner that is being trained.
    pub learner: Box<dyn Learner + 'r>,
    document: Document,
    /// Items written by users.
    kept: Vec<Item>,
    folder: PathBuf,
    /// Content of the file when it was last read or written.
    there: Option<Vec<u8>>,
    /// Total number of games in the learned file.
    saved: u64,
    room: Room,
}

/// How much the learned file may still grow.
#[derive(Default)]
struct Room {
    /// The file is measured again when this number of items has been learned.
    next: usize,
    is_full: bool,
}

/// A file counts as full if it can grow by less than this number of bytes. Some reserve is needed because the numbers
/// in the file may become longer.
const MIN_ROOM: usize = files::MAX_FILE_SIZE as usize / 32;

impl<'r> SavedTraining<'r> {
    /// Continues training from the content of a folder.
    ///
    /// # Errors
    /// Fails if the learner does not fit the game, or if the file from earlier training cannot be read or has other
    /// settings.
    pub fn open(
        game: &TextBase,
        rules: &'r Rules,
        folder: &Path,
        plan: &TrainingSettings,
    ) -> Result<SavedTraining<'r>, TrainingError> {
        let learner = plan.spec.learner(rules, plan.players.clone(), plan.memory);
        let mut learner = learner.map_err(TrainingError::Bad)?;
        let mut document = Document::new(heading(game, plan), uses(game, plan.spec.with.is_some()));
        let own_uses = document.uses.len();
        folder::check(folder, LEARNED_FILE_STEM, &document.uses).map_err(TrainingError::Refused)?;
        let path = folder.join(FILE);
        let there = folder::read(&path).map_err(|error| TrainingError::Io(path.clone(), error))?;
        let mut kept = Vec::new();
        if there.is_none() {
            is_playable(folder, &*learner, &document.uses)?;
        }
        if let Some(bytes) = &there {
            let (before, items) = read_document(&path, bytes)?;
            is_of_plan(&path, &before.heading, &document.heading)?;
            document.heading.games = before.heading.games;
            document.heading.against = with_earlier(&before.heading.against, &document.heading.against);
            document.take_over(before);
            kept.extend(items.into_iter().filter(|item| !learner.load_item(item)));
        }
        if !kept.is_empty() || document.uses.len() > own_uses {
            learner.set_rules(Rc::new(with_all(folder)?));
        }
        let (folder, saved) = (folder.to_owned(), document.heading.games);
        Ok(SavedTraining { learner, document, kept, folder, there, saved, room: Room::default() })
    }

    /// Whether the learned file has reached the maximum size of a file that can be read.
    pub fn is_full(&mut self) -> bool {
        let count = self.learner.count();
        if count >= self.room.next {
            let bytes = self.text().len();
            let left = (files::MAX_FILE_SIZE as usize).saturating_sub(bytes);
            // The file is measured again after it has grown by half of the remaining size.
            self.room = Room { next: count + 1 + left / 2 * count / bytes.max(1), is_full: left < MIN_ROOM };
        }
        self.room.is_full
    }

    /// The error to report if the file is full.
    pub fn full(&self) -> TrainingError {
        TrainingError::Full(self.folder.join(FILE), self.games())
    }

    /// Total number of games played, including those before this run.
    pub fn games(&self) -> u64 {
        self.document.heading.games
    }

    /// Counts another game.
    pub fn count(&mut self) {
        self.document.heading.games += 1;
    }

    /// Number of games played since the last save.
    pub fn unsaved(&self) -> u64 {
        self.games() - self.saved
    }

    /// The content of the learned file.
    pub fn text(&self) -> String {
        self.document.text(&*self.learner, &self.kept)
    }

    /// Writes the learned file into the folder. If the folder has no base, also writes a base that uses the learned
    /// file. Returns the path of the learned file.
    ///
    /// # Errors
    /// Fails if the file cannot be written, would be too large to be read, or was changed by a user meanwhile. The old
    /// content of the file is then kept.
    pub fn save(&mut self) -> Result<PathBuf, TrainingError> {
        let Document { heading: Heading { game, .. }, uses, .. } = &self.document;
        let doc = format!("The game {game} with what was learned of it.");
        let text = self.text();
        let written =
            folder::write(&self.folder, (LEARNED_FILE_STEM, self.there.as_deref(), &text), &doc, uses);
        let path = written.map_err(TrainingError::Refused)?;
        (self.there, self.saved) = (Some(text.into_bytes()), self.games());
        Ok(path)
    }
}

/// Parses the content of a learned file.
pub(super) fn read_document(path: &Path, bytes: &[u8]) -> Result<(Document, Vec<Item>), TrainingError> {
    document::read(&path.display().to_string(), bytes).map_err(|unread| match unread {
        DocumentError::NotLearned => TrainingError::NotLearned(path.to_owned()),
        DocumentError::Damaged(damage) => TrainingError::Damaged(path.to_owned(), damage),
        DocumentError::Mistakes(sources, messages) => TrainingError::Mistakes(sources, messages),
    })
}

/// Checks that the base in the folder could be played with the items that the learner will write.
fn is_playable(folder: &Path, learner: &dyn Learner, uses: &[String]) -> Result<(), TrainingError> {
    // If the game cannot start, the error is reported when the game is played.
    let Ok(sample) = learner.sample() else { return Ok(()) };
    let text = document::base(&folder::own(folder), uses, sample);
    match mistake(folder, &text) {
        Some(mistake) => Err(TrainingError::Refused(FolderError::Mistaken(folder.to_owned(), mistake))),
        None => Ok(()),
    }
}

/// Checks that a file was learned with the settings that are requested now.
fn is_of_plan(path: &Path, there: &Heading, asked: &Heading) -> Result<(), TrainingError> {
    let parts = [
        ("of", there.game.clone(), asked.game.clone()),
        ("by", there.method.clone(), asked.method.clone()),
        ("for", there.players.join(" "), asked.players.join(" ")),
    ];
    match parts.into_iter().find(|(_, there, asked)| there != asked) {
        Some((what, there, asked)) => Err(TrainingError::Otherwise(path.to_owned(), what, there, asked)),
        None => Ok(()),
    }
}

/// The opponents of continued training: the earlier ones and the current one.
fn with_earlier(before: &str, now: &str) -> String {
    match before.split(OPPONENT_SEPARATOR).any(|known| known == now) {
        true => before.to_owned(),
        false => format!("{before}{OPPONENT_SEPARATOR}{now}"),
    }
}

/// Loads the rules of a folder, including everything learned.
fn with_all(folder: &Path) -> Result<Rules, TrainingError> {
    let base = TextBase::open(&folder_name(folder), Limits::default()).map_err(TrainingError::Load)?;
    if let Some(Note::LeavesOut(damage)) = base.notes().iter().find(|note| matches!(note, Note::LeavesOut(_)))
    {
        return Err(TrainingError::LeftOut(damage.clone()));
    }
    interpreted(&base)
}

/// The rules of a base, evaluated by the interpreter.
pub(super) fn interpreted(base: &TextBase) -> Result<Rules, TrainingError> {
    base.played_by(Backend::Interpreted).map_err(|message| {
        TrainingError::Mistakes(Box::new(base.rule_files().sources().clone()), vec![*message])
    })
}

fn heading(game: &TextBase, plan: &TrainingSettings) -> Heading {
    Heading {
        game: game.name().to_owned(),
        method: plan.spec.to_string(),
        players: plan.players.iter().map(|player| game.rule_files().program().player(*player)).collect(),
        against: plan.against.clone(),
        seed: plan.seed,
        games: 0,
    }
}

/// Paths of the files that define how the game is played. If `scores_count` is set, the files with scores are included.
/// Files that these files use are loaded automatically.
fn uses(game: &TextBase, scores_count: bool) -> Vec<String> {
    let plays = |file: &&File| {
        file.items.iter().any(|item| match &item.kind {
            ItemKind::Rule(rule) => rule.level.value == 0,
            ItemKind::Players(_) | ItemKind::State(_) | ItemKind::Start(_) | ItemKind::Starts(_) => true,
            ItemKind::Move(_) | ItemKind::Blocked(_) | ItemKind::Draw(_) | ItemKind::Margin(_) => true,
            ItemKind::Drawn(_) | ItemKind::Notation(_) => true,
            ItemKind::Score(_) => scores_count,
            _ => false,
        })
    };
    let path = |file: &File| {
        let path = Path::new(game.rule_files().sources().file(file.id).name()).with_extension("");
        let name = |path: Option<&std::ffi::OsStr>| path.unwrap_or_default().to_string_lossy().into_owned();
        format!("{}/{}", name(path.parent().and_then(Path::file_name)), name(path.file_name()))
    };
    game.rule_files().trees().filter(plays).map(path).collect()
}
