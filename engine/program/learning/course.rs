//! Learning that writes down what it came to, and goes on from there: a folder with a base that plays by it.

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
use super::document::{self, Document, Unread};
use super::folder::{self, Refused};
use super::spec::LearnerSpec;
use noire_engine::bases::folder_name;
use noire_engine::bases::learned::{Damage, FILE, Heading, mistake};
use noire_engine::bases::{Backend, LoadError, Note, TextBase};
use noire_engine::players::BadSpec;

/// What is to be learned.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How.
    pub spec: LearnerSpec,
    /// For whom.
    pub players: Vec<Value>,
    /// The name of whom it learns against.
    pub against: String,
    /// The lots follow from it.
    pub seed: u64,
    /// The learner keeps so many bytes at most.
    pub memory: u64,
}

/// Why nothing is learned.
#[derive(Debug)]
pub enum Trouble {
    /// The game cannot be learned so.
    Bad(BadSpec),
    /// A file cannot be read.
    Io(PathBuf, io::Error),
    /// The folder does not take it.
    Refused(Refused),
    /// What was learned fills the largest file that can be read: the file, and how many games were played.
    Full(PathBuf, u64),
    /// The file is none of a learner.
    NotLearned(PathBuf),
    /// The file is damaged.
    Damaged(PathBuf, Damage),
    /// The file has mistakes.
    Mistakes(Box<Sources>, Vec<Diagnostic>),
    /// The file was learned otherwise: what of it, as it is there and as it was asked for.
    Otherwise(PathBuf, &'static str, String, String),
    /// The base of the folder cannot be loaded.
    Load(LoadError),
    /// The base of the folder plays without what was learned: what is wrong with that.
    LeftOut(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Bad(bad) => bad.fmt(f),
            Trouble::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Trouble::NotLearned(path) => write!(f, "{} was not written by a learner", path.display()),
            Trouble::Damaged(path, damage) => write!(f, "{}:{damage}", path.display()),
            Trouble::Mistakes(..) => f.write_str("what was learned has mistakes"),
            Trouble::Refused(refused) => refused.fmt(f),
            Trouble::Full(path, games) => write!(
                f,
                "{} is full with what was learned from {games} games: no file of more than {} MiB is read again",
                path.display(),
                files::LARGEST >> 20
            ),
            Trouble::Otherwise(path, what, there, asked) => {
                write!(f, "{} was learned {what} {there}, and not {what} {asked}", path.display())
            }
            Trouble::LeftOut(damage) => f.write_str(damage),
            Trouble::Load(_) => f.write_str("the base of what was learned cannot be loaded"),
        }
    }
}

/// The name of the file of what was learned.
const LEARNED: &str = "learned";

/// What stands between two opponents.
const AND: &str = " and ";

/// A course of games.
pub struct Course<'r> {
    /// The learner.
    pub learner: Box<dyn Learner + 'r>,
    document: Document,
    /// What people have written.
    kept: Vec<Item>,
    folder: PathBuf,
    /// What the file held when it was read or written last.
    there: Option<Vec<u8>>,
    room: Room,
}

/// How much room a file has for more.
#[derive(Default)]
struct Room {
    /// It is looked at when so much was learned.
    next: usize,
    is_full: bool,
}

/// A file with less room than this is full: what stands in it may grow, too, as numbers become longer.
const LEAST_ROOM: usize = files::LARGEST as usize / 32;

impl<'r> Course<'r> {
    /// A course that goes on from what a folder holds.
    ///
    /// # Errors
    /// Where the game cannot be learned so, or the file of what was learned before cannot be read or was learned otherwise.
    pub fn open(
        game: &TextBase,
        rules: &'r Rules,
        folder: &Path,
        plan: &Plan,
    ) -> Result<Course<'r>, Trouble> {
        let learner = plan.spec.learner(rules, plan.players.clone(), plan.memory);
        let mut learner = learner.map_err(Trouble::Bad)?;
        let mut document = Document::new(heading(game, plan), uses(game, plan.spec.with.is_some()));
        let own_uses = document.uses.len();
        folder::check(folder, LEARNED, &document.uses).map_err(Trouble::Refused)?;
        let path = folder.join(FILE);
        let there = folder::read(&path).map_err(|error| Trouble::Io(path.clone(), error))?;
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
            kept.extend(items.into_iter().filter(|item| !learner.take(item)));
        }
        if !kept.is_empty() || document.uses.len() > own_uses {
            learner.beside(Rc::new(with_all(folder)?));
        }
        Ok(Course { learner, document, kept, folder: folder.to_owned(), there, room: Room::default() })
    }

    /// Whether there is no room for more in the largest file that can be read.
    pub fn is_full(&mut self) -> bool {
        let count = self.learner.count();
        if count >= self.room.next {
            let bytes = self.text().len();
            let left = (files::LARGEST as usize).saturating_sub(bytes);
            // Looked at again when half the room is taken.
            self.room =
                Room { next: count + 1 + left / 2 * count / bytes.max(1), is_full: left < LEAST_ROOM };
        }
        self.room.is_full
    }

    /// What is to be said where it is full.
    pub fn full(&self) -> Trouble {
        Trouble::Full(self.folder.join(FILE), self.games())
    }

    /// How many games were played, those before it included.
    pub fn games(&self) -> u64 {
        self.document.heading.games
    }

    /// A game more was played.
    pub fn count(&mut self) {
        self.document.heading.games += 1;
    }

    /// What was learned, as a text.
    pub fn text(&self) -> String {
        self.document.text(&*self.learner, &self.kept)
    }

    /// Writes what was learned into the folder, with a base that plays by it where there is none; the path of the file.
    ///
    /// # Errors
    /// When it cannot be written, would be too large to be read, or somebody has changed it meanwhile; then what stood there stands
    /// there still.
    pub fn save(&mut self) -> Result<PathBuf, Trouble> {
        let Document { heading: Heading { game, .. }, uses, .. } = &self.document;
        let doc = format!("The game {game} with what was learned of it.");
        let text = self.text();
        let written = folder::write(&self.folder, (LEARNED, self.there.as_deref(), &text), &doc, uses);
        let path = written.map_err(Trouble::Refused)?;
        self.there = Some(text.into_bytes());
        Ok(path)
    }
}

/// Reads what was learned from the bytes of its file.
pub(super) fn read_document(path: &Path, bytes: &[u8]) -> Result<(Document, Vec<Item>), Trouble> {
    document::read(&path.display().to_string(), bytes).map_err(|unread| match unread {
        Unread::NotLearned => Trouble::NotLearned(path.to_owned()),
        Unread::Damaged(damage) => Trouble::Damaged(path.to_owned(), damage),
        Unread::Mistakes(sources, messages) => Trouble::Mistakes(sources, messages),
    })
}

/// Whether somebody could play by what a learner will write into a folder.
fn is_playable(folder: &Path, learner: &dyn Learner, uses: &[String]) -> Result<(), Trouble> {
    // A game that cannot begin says so when it is played.
    let Ok(sample) = learner.sample() else { return Ok(()) };
    let text = document::base(&folder::own(folder), uses, sample);
    match mistake(folder, &text) {
        Some(mistake) => Err(Trouble::Refused(Refused::Mistaken(folder.to_owned(), mistake))),
        None => Ok(()),
    }
}

/// Whether a file was learned as it is to be learned now.
fn is_of_plan(path: &Path, there: &Heading, asked: &Heading) -> Result<(), Trouble> {
    let parts = [
        ("of", there.game.clone(), asked.game.clone()),
        ("by", there.method.clone(), asked.method.clone()),
        ("for", there.players.join(" "), asked.players.join(" ")),
    ];
    match parts.into_iter().find(|(_, there, asked)| there != asked) {
        Some((what, there, asked)) => Err(Trouble::Otherwise(path.to_owned(), what, there, asked)),
        None => Ok(()),
    }
}

/// The opponents of a course that goes on: those before, and this one.
fn with_earlier(before: &str, now: &str) -> String {
    match before.split(AND).any(|known| known == now) {
        true => before.to_owned(),
        false => format!("{before}{AND}{now}"),
    }
}

/// The game of a folder with all that stands in it.
fn with_all(folder: &Path) -> Result<Rules, Trouble> {
    let base = TextBase::open(&folder_name(folder), Limits::default()).map_err(Trouble::Load)?;
    if let Some(Note::LeavesOut(damage)) = base.notes().iter().find(|note| matches!(note, Note::LeavesOut(_)))
    {
        return Err(Trouble::LeftOut(damage.clone()));
    }
    interpreted(&base)
}

/// The rules of a base, interpreted.
pub(super) fn interpreted(base: &TextBase) -> Result<Rules, Trouble> {
    base.played_by(Backend::Interpreted)
        .map_err(|message| Trouble::Mistakes(Box::new(base.texts().sources().clone()), vec![*message]))
}

fn heading(game: &TextBase, plan: &Plan) -> Heading {
    Heading {
        game: game.name().to_owned(),
        method: plan.spec.to_string(),
        players: plan.players.iter().map(|player| game.texts().program().player(*player)).collect(),
        against: plan.against.clone(),
        seed: plan.seed,
        games: 0,
    }
}

/// The files of a game that say how it is played, and those with its scores where they count. What they use comes with them.
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
        let path = Path::new(game.texts().sources().file(file.id).name()).with_extension("");
        let name = |path: Option<&std::ffi::OsStr>| path.unwrap_or_default().to_string_lossy().into_owned();
        format!("{}/{}", name(path.parent().and_then(Path::file_name)), name(path.file_name()))
    };
    game.texts().trees().filter(plays).map(path).collect()
}
