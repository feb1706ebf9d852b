//! From numbers to rules: a few preferences that choose as the numbers do which a learner has written.
//!
//! ```text
//! 1. the lines of the game are the least sets of fields with which its rule of level 0 applies (`winning_lines`)
//! 2. what can be said of a move counts the marks on the lines through its field (`words`); the language itself answers in which
//!    positions that is so (`ground`)
//! 3. of all lists of such preferences, each worth twice what follows it, those are kept that choose most often what the numbers
//!    value most and lose fewest games; all lines of the opponent are tried (`lists`)
//! ```
//!
//! Nothing is known beforehand of what wins, what blocks, or what a fork is.

mod ground;
mod lists;
mod winning_lines;
mod words;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::files;
use blanche_compiler::game::{Fault, Rules};
use blanche_compiler::runtime::Limits;

use self::ground::Ground;
use self::lists::Lists;
use self::words::Words;
use super::folder::Refused;
use super::lines::Lines;
use super::{course, document, folder, seal};
use noire_engine::bases::TextBase;
use noire_engine::bases::folder_name;
use noire_engine::bases::learned::{FILE, Heading};

/// So many rules at most are looked for, if nobody wants fewer.
pub const MOST_RULES: usize = 8;

/// What was found.
#[derive(Clone, Debug)]
pub struct Extracted {
    /// The rules, as text.
    pub text: String,
    /// The files of the game that it uses, as their paths.
    pub uses: Vec<String>,
    /// The game.
    pub game: String,
    /// How many rules there are.
    pub rules: usize,
    /// What all games come to in which somebody plays by them.
    pub lines: Lines,
    /// In so many positions that games come to they choose what the numbers value most.
    pub agreeing: usize,
    /// Of so many.
    pub positions: usize,
}

/// Where rules are written that were found.
#[derive(Debug)]
pub struct Place {
    folder: PathBuf,
    /// What the file held when it was looked at.
    there: Option<Vec<u8>>,
}

impl Place {
    /// Looks at a folder before the search, which may take long.
    ///
    /// # Errors
    /// Where a file of that name was written otherwise, or changed since, or cannot be read, and where the folder does not take it.
    pub fn open(folder: &Path) -> Result<Place, Trouble> {
        folder::check(folder, FOUND, &[])?;
        let path = folder::file(folder, FOUND);
        let there = folder::read(&path).map_err(|error| course::Trouble::Io(path.clone(), error))?;
        if let Some(text) = there.as_deref().map(String::from_utf8_lossy) {
            if !is_found(&text) {
                return Err(Trouble::NotExtracted(path));
            }
            if !seal::is_sealed(text.trim_start_matches('\u{feff}'), SEAL) {
                return Err(Trouble::Changed(path));
            }
        }
        Ok(Place { folder: folder.to_owned(), there })
    }
}

/// The name of the file of rules that were found.
const FOUND: &str = "found";

impl Extracted {
    /// Writes the rules into a folder, with a base that plays by them where there is none; the path of the file.
    ///
    /// # Errors
    /// With the path that cannot be written, or that somebody has changed meanwhile; and where the base that is there plays another
    /// game.
    pub fn save(&self, place: &Place) -> Result<PathBuf, Refused> {
        folder::check(&place.folder, FOUND, &self.uses)?;
        let (heading, rest) = self.text.split_once('\n').unwrap_or((&self.text, ""));
        let uses: String = self.uses.iter().map(|path| format!("use {path}\n")).collect();
        let text = format!("{heading}\n%%\n{WRITTEN}\n{SEAL}0\n\n{uses}{rest}");
        let text = seal::sealed(&document::laid_out(&text), SEAL);
        let doc = format!("The game {} with rules that were found in numbers.", self.game);
        folder::write(&place.folder, (FOUND, place.there.as_deref(), &text), &doc, &self.uses)
    }
}

/// Why no rules are found.
#[derive(Debug)]
pub enum Trouble {
    /// What was learned cannot be read or loaded.
    Learned(course::Trouble),
    /// The file that would be written is none of these.
    NotExtracted(PathBuf),
    /// The file that would be written was changed since it was.
    Changed(PathBuf),
    /// The folder does not take the rules.
    Refused(Refused),
    /// The game is not one of marks on fields: why.
    Unfit(&'static str),
    /// Games come to more positions than this.
    TooMany(usize),
    /// The game cannot go on.
    Fault(Fault),
    /// Somebody stopped it.
    Stopped,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Learned(trouble) => trouble.fmt(f),
            Trouble::NotExtracted(path) => {
                write!(
                    f,
                    "{} was not written by `noire learn --extract`, and is left as it is",
                    path.display()
                )
            }
            Trouble::Changed(path) => {
                write!(
                    f,
                    "{} was changed since `noire learn --extract` wrote it, and is left as it is",
                    path.display()
                )
            }
            Trouble::Refused(refused) => refused.fmt(f),
            Trouble::Unfit(why) => f.write_str(why),
            Trouble::TooMany(most) => write!(f, "games come to more than {most} positions"),
            Trouble::Fault(fault) => fault.fmt(f),
            Trouble::Stopped => f.write_str("it was stopped"),
        }
    }
}

impl From<course::Trouble> for Trouble {
    fn from(trouble: course::Trouble) -> Trouble {
        Trouble::Learned(trouble)
    }
}

impl From<Refused> for Trouble {
    fn from(refused: Refused) -> Trouble {
        Trouble::Refused(refused)
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Fault(fault)
    }
}

/// What the search for rules sees and how far it may go.
pub struct Wanted<'w> {
    /// So many rules at most.
    pub most: usize,
    /// It ends soon after this is set.
    pub stop: &'w AtomicBool,
    /// Is told what is at hand, and how much of it is done.
    pub show: &'w mut dyn FnMut(f64, &str),
}

impl Wanted<'_> {
    fn goes_on(&mut self, done: f64, what: &str) -> Result<(), Trouble> {
        (self.show)(done, what);
        if self.stop.load(Ordering::Relaxed) { Err(Trouble::Stopped) } else { Ok(()) }
    }
}

/// Finds rules that choose as the numbers do that a learner has written into a folder.
///
/// # Errors
/// Where there are none, the game is another one than of marks on fields, or too large.
pub fn extract(folder: &Path, wanted: &mut Wanted<'_>) -> Result<Extracted, Trouble> {
    let learned = TextBase::open(&folder_name(folder), Limits::default());
    let learned = learned.map_err(course::Trouble::Load)?;
    let path = folder.join(FILE);
    let bytes = files::read(&path).map_err(|_| course::Trouble::NotLearned(path.clone()))?;
    let (document, _) = course::read_document(&path, &bytes)?;
    let numbers = course::interpreted(&learned)?;
    let player = document.heading.players.last().and_then(|name| {
        numbers.program().players.iter().copied().find(|player| numbers.program().player(*player) == *name)
    });
    let player = player.ok_or(Trouble::Unfit("it was learned for no player of the game"))?;
    wanted.goes_on(0.0, "lines")?;
    let lines = winning_lines::of(&numbers, player)?;
    let words = Words::new(&numbers, player, &lines)?;
    let with = |text: &str| with_text(&learned, text);
    let heads: String = document.uses.iter().map(|path| format!("use {path}\n")).collect();
    let asked = with(&format!("{heads}\n{}", words.asked()))?;
    let ground = Ground::new(&numbers, &asked, player, &words, wanted)?;
    let list = Lists::new(&ground, wanted.most).find(wanted)?;
    let text = words.written(&list, &document.heading);
    // What is said of the rules is said of their text.
    let written = with(&format!("{heads}\n{text}"))?;
    let (lines, agreeing) = ground.tried(&written)?;
    Ok(Extracted {
        text,
        uses: document.uses,
        game: document.heading.game,
        rules: list.len(),
        lines,
        agreeing,
        positions: ground.positions(),
    })
}

/// What the first line of a text begins with that was found in numbers, and what stands in its middle.
const RULES_OF: &str = "%% Rules of ";
const FOUND_IN: &str = ", found in the numbers of ";

/// What such a text says of itself, and the line by which a change is seen.
const WRITTEN: &str =
    "%% `noire learn --extract` has written this, and writes over it as long as nobody has changed it.";
const SEAL: &str = "%% As it was written: ";

/// How a text begins that was found in numbers.
fn heading(heading: &Heading) -> String {
    let Heading { game, method, players, games, .. } = heading;
    format!(
        "{RULES_OF}{game} for {}{FOUND_IN}{games} games by {method}.\n",
        players.last().map_or("", String::as_str)
    )
}

/// Whether a text begins as one that was found in numbers.
fn is_found(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    first.starts_with(RULES_OF) && first.contains(FOUND_IN)
}

/// The game with a text in the place of what was learned.
fn with_text(learned: &TextBase, text: &str) -> Result<Rules, Trouble> {
    let is_learned = |name: &str| Path::new(name).file_name().is_some_and(|name| name == FILE);
    let mut files = learned.texts().trees().map(|file| file.id);
    let file = files.find(|id| is_learned(learned.texts().sources().file(*id).name()));
    let file = file.ok_or(Trouble::Unfit("its base does not use what was learned"))?;
    // What is wrong then stands in no file that anybody could look at.
    let edited = learned.edited(file, text, Limits::default()).map_err(|_| UNSPOKEN)?;
    course::interpreted(&edited).map_err(|_| UNSPOKEN)
}

/// The words for moves are none of the game.
const UNSPOKEN: Trouble = Trouble::Unfit(
    "the game cannot be spoken of so: what would be said of its moves and lines has mistakes beside its own words",
);
