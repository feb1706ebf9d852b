//! Learning that writes down what it came to, and goes on from there: a folder with a base that plays by it.

use std::collections::HashSet;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use blanche_compiler::diagnostic::Diagnostic;
use blanche_compiler::files::{self, Sources};
use blanche_compiler::game::Rules;
use blanche_compiler::runtime::{Limits, Value};
use blanche_compiler::syntax::ast::{File, Item, ItemKind};

use super::Learner;
use super::patterns::{ByHand, Learned, Pattern, Patterns};
use super::reading::{self, Kept, Read, Unread};
use super::spec::LearnerSpec;
use super::writing;
use crate::bases::learned::{Damage, FILE, Heading};
use crate::bases::{Backend, LoadError, Note, TextBase};
use crate::games::numbering::{NoNumbers, Numbering};

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
    /// The boards of the game have no numbers.
    NoNumbers(NoNumbers),
    /// A file cannot be read or written.
    Io(PathBuf, io::Error),
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
            Trouble::NoNumbers(none) => none.fmt(f),
            Trouble::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Trouble::NotLearned(path) => write!(f, "{} was not written by a learner", path.display()),
            Trouble::Damaged(path, damage) => write!(f, "{}:{damage}", path.display()),
            Trouble::Mistakes(..) => f.write_str("what was learned has mistakes"),
            Trouble::Otherwise(path, what, there, asked) => {
                write!(f, "{} was learned {what} {there}, and not {what} {asked}", path.display())
            }
            Trouble::LeftOut(damage) => f.write_str(damage),
            Trouble::Load(_) => f.write_str("the base of what was learned cannot be loaded"),
        }
    }
}

/// What a folder holds of what was learned before.
pub struct Before {
    /// So many games.
    pub games: u64,
    learned: Vec<(Pattern, Learned)>,
    kept: Vec<Kept>,
    /// What people have written, as scores of the game.
    by_hand: Option<Rules>,
}

/// A course of games.
pub struct Course<'r> {
    /// The learner.
    pub learner: Patterns<'r>,
    heading: Heading,
    uses: Vec<String>,
    kept: Vec<Kept>,
    folder: PathBuf,
}

/// Reads what was learned before in a folder; nothing was where there is no file.
///
/// # Errors
/// Where the file cannot be read, or was learned otherwise.
pub fn before(game: &TextBase, rules: &Rules, folder: &Path, plan: &Plan) -> Result<Before, Trouble> {
    let path = folder.join(FILE);
    let bytes = match files::read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Before { games: 0, learned: Vec::new(), kept: Vec::new(), by_hand: None });
        }
        read => read.map_err(|error| Trouble::Io(path.clone(), error))?,
    };
    let numbering = numbering(rules, &plan.spec)?;
    let read =
        reading::read(&path.display().to_string(), &bytes, &numbering).map_err(|unread| match unread {
            Unread::NotLearned => Trouble::NotLearned(path.clone()),
            Unread::Damaged(damage) => Trouble::Damaged(path.clone(), damage),
            Unread::Mistakes(sources, messages) => Trouble::Mistakes(sources, messages),
        })?;
    let asked = heading(game, plan);
    let Heading { game: of, method, players, .. } = &read.heading;
    let parts = [
        ("of", of.clone(), asked.game),
        ("by", method.clone(), asked.method),
        ("for", players.join(" "), asked.players.join(" ")),
    ];
    if let Some((what, there, asked)) = parts.into_iter().find(|(_, there, asked)| there != asked) {
        return Err(Trouble::Otherwise(path, what, there, asked));
    }
    let by_hand = if read.kept.is_empty() { None } else { Some(by_hand(folder, &read, &numbering)?) };
    Ok(Before { games: read.heading.games, learned: read.learned, kept: read.kept, by_hand })
}

/// The game of a folder without the patterns of the learner: what people have written is left.
fn by_hand(folder: &Path, read: &Read, numbering: &Numbering<'_>) -> Result<Rules, Trouble> {
    let base = TextBase::open(&folder.display().to_string(), Limits::default()).map_err(Trouble::Load)?;
    if let Some(Note::LeavesOut(damage)) = base.notes().iter().find(|note| matches!(note, Note::LeavesOut(_)))
    {
        return Err(Trouble::LeftOut(damage.clone()));
    }
    let is_learned = |file: &File| {
        let name = base.sources().file(file.id).name();
        Path::new(name).file_name().is_some_and(|name| name == FILE)
    };
    let Some(tree) = base.texts().trees().find(|tree| is_learned(tree)) else {
        return Err(Trouble::NotLearned(folder.join(FILE)));
    };
    let learned: HashSet<String> =
        read.learned.iter().map(|(pattern, _)| writing::name(numbering, *pattern)).collect();
    let is_left = |item: &&Item| match &item.kind {
        ItemKind::Score(score) => !learned.contains(&score.name.text),
        _ => true,
    };
    let items = tree.items.iter().filter(is_left).cloned().collect();
    let text = blanche_compiler::syntax::print(&File { items, ..tree.clone() });
    let base = base.edited(tree.id, &text, Limits::default()).map_err(Trouble::Load)?;
    base.played_by(Backend::Interpreted)
        .map_err(|message| Trouble::Mistakes(Box::new(base.sources().clone()), vec![*message]))
}

fn numbering<'r>(rules: &'r Rules, spec: &LearnerSpec) -> Result<Numbering<'r>, Trouble> {
    Numbering::new(rules, spec.fields.as_deref()).map_err(Trouble::NoNumbers)
}

fn heading(game: &TextBase, plan: &Plan) -> Heading {
    Heading {
        game: game.name().to_owned(),
        method: plan.spec.to_string(),
        players: plan.players.iter().map(|player| game.program().player(*player)).collect(),
        against: plan.against.clone(),
        seed: plan.seed,
        games: 0,
    }
}

impl<'r> Course<'r> {
    /// A course that goes on from what a folder holds.
    ///
    /// # Errors
    /// When the boards of the game have no numbers.
    pub fn new(
        game: &TextBase,
        rules: &'r Rules,
        folder: &Path,
        plan: &Plan,
        before: &'r Before,
    ) -> Result<Course<'r>, Trouble> {
        let numbering = numbering(rules, &plan.spec)?;
        let mut learner = Patterns::new(numbering, plan.players.clone(), plan.spec.rewards, plan.memory);
        before.learned.iter().for_each(|(pattern, learned)| learner.know(*pattern, *learned));
        let patterns: HashSet<Pattern> = before.kept.iter().filter_map(|kept| kept.pattern).collect();
        if let Some(rules) = &before.by_hand {
            learner = learner.beside(ByHand { rules, patterns });
        }
        Ok(Course {
            learner,
            heading: Heading { games: before.games, ..heading(game, plan) },
            uses: uses(game),
            kept: before.kept.clone(),
            folder: folder.to_owned(),
        })
    }

    /// How many games were played, those before it included.
    pub fn games(&self) -> u64 {
        self.heading.games
    }

    /// For whom it learns.
    pub fn players(&self) -> &[Value] {
        self.learner.players()
    }

    /// A game more was played.
    pub fn count(&mut self) {
        self.heading.games += 1;
    }

    /// What was learned, as a text.
    pub fn text(&self) -> String {
        let known = self.learner.known().iter().filter(|(_, learned)| learned.games() > 0);
        let mut learned: Vec<(Pattern, Learned)> =
            known.map(|(pattern, learned)| (*pattern, *learned)).collect();
        learned.sort_by_key(|(pattern, _)| *pattern);
        writing::text(&self.heading, &self.uses, self.learner.numbering(), &learned, self.kept.clone())
    }

    /// Writes what was learned into the folder, with a base that plays by it where there is none; the path of the file.
    ///
    /// # Errors
    /// When it cannot be written; then what stood there stands there still.
    pub fn save(&self) -> Result<PathBuf, Trouble> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error| Trouble::Io(path, error)
        };
        std::fs::create_dir_all(&self.folder).map_err(failed(&self.folder))?;
        let (file, base) = (self.folder.join(FILE), self.folder.join("base.blanche"));
        files::write(&file, &self.text()).map_err(failed(&file))?;
        match files::write_new(&base, &self.base()) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(failed(&base)(error)),
            _ => Ok(file),
        }
    }

    /// A base that plays by what was learned.
    fn base(&self) -> String {
        let folder = self.folder.canonicalize().unwrap_or_else(|_| self.folder.clone());
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let game = &self.heading.game;
        let uses: String = self.uses.iter().map(|path| format!("use {path}\n")).collect();
        format!("%% The game {game} with what was learned of it.\nbase {name}\n\n{uses}use {name}/learned\n")
    }
}

/// The files of a game that say how it is played. What they use comes with them.
fn uses(game: &TextBase) -> Vec<String> {
    let plays = |file: &&File| {
        file.items.iter().any(|item| match &item.kind {
            ItemKind::Rule(rule) => rule.level.value == 0,
            ItemKind::Players(_) | ItemKind::State(_) | ItemKind::Start(_) | ItemKind::Starts(_) => true,
            ItemKind::Move(_) | ItemKind::Blocked(_) | ItemKind::Draw(_) | ItemKind::Margin(_) => true,
            ItemKind::Drawn(_) | ItemKind::Notation(_) => true,
            _ => false,
        })
    };
    let path = |file: &File| {
        let path = Path::new(game.sources().file(file.id).name()).with_extension("");
        let name = |path: Option<&std::ffi::OsStr>| path.unwrap_or_default().to_string_lossy().into_owned();
        format!("{}/{}", name(path.parent().and_then(Path::file_name)), name(path.file_name()))
    };
    game.texts().trees().filter(plays).map(path).collect()
}
