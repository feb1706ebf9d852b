//! How players are named: `search`, `minimax:depth=8,scores=man+king`, or a name of the built-in list, which stands for such a
//! text.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use super::Chooser;
use super::chance::ByChance;
use super::greedy::Greedy;
use super::searching::{ByMinimax, Searching, Settings};
use crate::games::Taste;
use crate::lists::{hint, rows, settings};
use crate::search::player::{Budget, Played};
use crate::search::tactics::Tactics;

const NAMED: &str = include_str!("../data/players.tsv");

/// How a player chooses moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Proof search where wins can be proved, and alpha-beta over all moves, with the scores, rules and preferences of the base.
    Search,
    /// The same, but that wins are looked for by the strategy of the thesis.
    Classic,
    /// Alpha-beta in which all lines are looked at equally far.
    FullWidth,
    /// The same again without preferences.
    Unguided,
    /// Minimax in which every position on the way counts.
    Minimax,
    /// The move that scores and preferences value most, without looking further.
    Greedy,
    /// Every legal move is as likely as the others.
    Random,
    /// The same, but that a move that wins at once is made.
    Winning,
    /// A program of somebody else that speaks the protocol of Gomocup.
    Program,
}

impl Method {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Method); 9] = [
        ("search", Method::Search),
        ("classic", Method::Classic),
        ("full-width", Method::FullWidth),
        ("unguided", Method::Unguided),
        ("minimax", Method::Minimax),
        ("greedy", Method::Greedy),
        ("random", Method::Random),
        ("winning", Method::Winning),
        ("program", Method::Program),
    ];

    /// What it is, in a line.
    pub fn what(self) -> &'static str {
        match self {
            Method::Search => {
                "proof search where wins can be proved, and alpha-beta with all that the base knows"
            }
            Method::Classic => "the same, but that wins are looked for by the strategy of the thesis",
            Method::FullWidth => "alpha-beta along all lines equally far",
            Method::Unguided => "the same as `full-width`, without preferences",
            Method::Minimax => "minimax in which every position on the way counts",
            Method::Greedy => "the move that scores and preferences value most, without looking further",
            Method::Random => "every legal move is as likely as the others",
            Method::Winning => "the same, but that a move that wins at once is made",
            Method::Program => "a program that speaks the protocol of Gomocup: `program:COMMAND`",
        }
    }

    /// Whether it looks ahead by alpha-beta, and adds to what it finds what is preferred.
    pub fn prefers(self) -> bool {
        matches!(self, Method::Search | Method::FullWidth | Method::Unguided)
    }

    /// What can be set of a player of this method.
    pub fn keys(self) -> &'static [&'static str] {
        match self {
            Method::Search | Method::FullWidth | Method::Unguided => {
                &["game", "time", "nodes", "level", "depth", "scores", "threads"]
            }
            Method::Classic => &["game", "time", "nodes", "level", "depth", "threads"],
            Method::Minimax => &["game", "time", "nodes", "depth", "width", "scores"],
            Method::Greedy => &["game", "scores"],
            Method::Random | Method::Winning | Method::Program => &[],
        }
    }
}

/// No search has more threads.
const MOST_THREADS: u32 = 256;

/// A player as it is named.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSpec {
    /// The text that named it.
    pub name: String,
    /// How it chooses.
    pub method: Method,
    /// The game whose knowledge it has, by name or folder; that of the game that is played without it.
    pub game: Option<String>,
    /// The time for a move.
    pub time: Option<Duration>,
    /// The positions that may be examined for a move.
    pub nodes: Option<u64>,
    /// It asks rules up to this level.
    pub level: Option<u32>,
    /// The maximum depth, in plies; as far as its limits allow without it.
    pub depth: Option<u32>,
    /// It looks at so many moves of a position; at all without it.
    pub width: Option<usize>,
    /// The names of the scores that count; without it all but those that count only when they are named.
    pub scores: Option<Vec<String>>,
    /// The number of threads of its search.
    pub threads: Option<usize>,
    /// How a program is started.
    pub command: Option<String>,
}

/// What is wrong with the name of a player, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadSpec(pub String);

impl fmt::Display for BadSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadSpec {}

/// The players that have names of their own, each with the text that it stands for and what it is.
pub fn named() -> impl Iterator<Item = [&'static str; 3]> {
    rows(NAMED)
}

impl FromStr for PlayerSpec {
    type Err = BadSpec;

    fn from_str(text: &str) -> Result<PlayerSpec, BadSpec> {
        if let Some(command) = text.strip_prefix("program:") {
            return PlayerSpec::program(command);
        }
        let (name, settings) = settings_of(text)?;
        let mut spec = match named().find(|[known, ..]| *known == name) {
            Some([_, stands_for, _]) => stands_for.parse::<PlayerSpec>()?,
            None => PlayerSpec::of(name)?,
        };
        text.clone_into(&mut spec.name);
        for (key, value) in settings {
            spec.set(key, value)?;
        }
        Ok(spec)
    }
}

/// A name, and the keys and values that are set behind it.
pub(crate) type Named<'t> = (&'t str, Vec<(&'t str, &'t str)>);

/// The name and the settings of `NAME:KEY=VALUE,…`, of which none is given twice.
pub(crate) fn settings_of(text: &str) -> Result<Named<'_>, BadSpec> {
    let (name, settings) = settings(text);
    let settings: Vec<(&str, &str)> = settings.collect();
    once(&settings)?;
    Ok((name, settings))
}

/// The number that a setting has, one of these.
pub(crate) fn number_of(key: &str, value: &str, among: RangeInclusive<u32>) -> Result<u32, BadSpec> {
    let wanted = match (*among.start(), *among.end()) {
        (least, u32::MAX) => format!("from {least} on"),
        (least, most) => format!("from {least} to {most}"),
    };
    let number = value.parse().ok().filter(|number| among.contains(number));
    number.ok_or_else(|| BadSpec(format!("`{key}={value}`: expected a number {wanted}, as in `{key}=8`")))
}

/// The names of all players.
pub fn names() -> impl Iterator<Item = &'static str> {
    Method::ALL.iter().map(|(name, _)| *name).chain(named().map(|[name, ..]| name))
}

/// That no setting is given twice.
pub fn once(settings: &[(&str, &str)]) -> Result<(), BadSpec> {
    for (at, (key, _)) in settings.iter().enumerate() {
        if settings[..at].iter().any(|(other, _)| other == key) {
            return Err(BadSpec(format!("`{key}` is set twice")));
        }
    }
    Ok(())
}

impl PlayerSpec {
    /// The player of this method as it is where nothing is set.
    fn of(name: &str) -> Result<PlayerSpec, BadSpec> {
        let known = Method::ALL.iter().find(|(known, _)| *known == name);
        let Some((_, method)) = known else {
            // It was the name of `search` for games of stones.
            let hint = if name == "threats" { "it is `search` now".to_owned() } else { hint(name, names()) };
            return Err(BadSpec(format!("there is no player `{name}`; {hint}")));
        };
        if *method == Method::Program {
            return Err(BadSpec("a program is named by how it is started: `program:COMMAND`".to_owned()));
        }
        Ok(PlayerSpec {
            name: name.to_owned(),
            method: *method,
            game: None,
            time: None,
            nodes: None,
            level: None,
            depth: None,
            width: None,
            scores: None,
            threads: None,
            command: None,
        })
    }

    /// A program that is started so.
    fn program(command: &str) -> Result<PlayerSpec, BadSpec> {
        if command.trim().is_empty() {
            return Err(BadSpec("a program is named by how it is started: `program:COMMAND`".to_owned()));
        }
        let spec = PlayerSpec::of("random")?;
        let (name, command) = (format!("program:{command}"), Some(command.to_owned()));
        Ok(PlayerSpec { name, method: Method::Program, command, ..spec })
    }

    /// Takes up `depth=8`.
    fn set(&mut self, key: &str, value: &str) -> Result<(), BadSpec> {
        let keys = self.method.keys();
        if !keys.contains(&key) {
            let can = match keys {
                [] => "nothing can be set of it".to_owned(),
                keys => format!("what can be set is {}", keys.join(", ")),
            };
            return Err(BadSpec(format!("`{key}` cannot be set of `{}`; {can}", self.name)));
        }
        let number = |least, most| number_of(key, value, least..=most);
        match key {
            "game" if value.is_empty() => {
                return Err(BadSpec("`game=`: expected a name or a folder".to_owned()));
            }
            "game" => self.game = Some(value.to_owned()),
            "time" => self.time = Some(seconds(value)?),
            "nodes" => self.nodes = Some(number(1, u32::MAX)?.into()),
            "level" => self.level = Some(number(0, u32::MAX)?),
            "depth" => self.depth = Some(number(1, u32::MAX)?),
            "width" => self.width = Some(number(1, u32::MAX)? as usize),
            "threads" => self.threads = Some(number(1, MOST_THREADS)? as usize),
            _ if value.is_empty() => {
                return Err(BadSpec("`scores=`: expected names of scores, joined by `+`".to_owned()));
            }
            _ => self.scores = Some(value.split('+').map(str::to_owned).collect()),
        }
        Ok(())
    }

    /// The same, where nothing else was said for it, with rules up to this level and this maximum depth, in plies.
    ///
    /// # Errors
    /// Where a level or depth is given, and nothing like it can be set of this player, or it has one already.
    pub fn or(self, level: Option<u32>, depth: Option<u32>) -> Result<PlayerSpec, BadSpec> {
        for (key, is_given) in [("level", level.is_some()), ("depth", depth.is_some())] {
            if is_given && !self.method.keys().contains(&key) {
                let what = if key == "level" { "asks no rules" } else { "looks at no moves ahead" };
                return Err(BadSpec(format!("`{}` {what}: no {key} can be set of it", self.name)));
            }
        }
        for (key, given, said) in [("level", level, self.level), ("depth", depth, self.depth)] {
            if let Some((number, _)) = given.zip(said) {
                return Err(BadSpec(format!(
                    "`{}` has a {key} already, and an option says {number}",
                    self.name
                )));
            }
        }
        Ok(PlayerSpec { level: self.level.or(level), depth: self.depth.or(depth), ..self })
    }

    /// What of the knowledge of a base counts for it.
    pub fn taste(&self) -> Taste {
        Taste { is_unguided: self.method == Method::Unguided, scores: self.scores.clone() }
    }

    /// What it may use for a move, where so much is allowed; the time is its own business.
    #[must_use]
    pub fn within(&self, budget: Budget) -> Budget {
        let budget = Budget { positions: self.nodes.or(budget.positions), ..budget };
        match self.time {
            Some(time) => Budget { time: Some(time), aim: None, ..budget },
            None => budget,
        }
    }

    /// The player, ready to play a game. Lots are drawn by the seed.
    ///
    /// # Panics
    /// Where it is a program, which is no player of this program.
    pub fn chooser<'g, G: Played + 'g>(&self, seed: u64) -> Box<dyn Chooser<G> + 'g>
    where
        G::Move: 'g,
    {
        match self.method {
            Method::Greedy => Box::new(Greedy),
            Method::Random | Method::Winning => Box::new(ByChance::new(seed, self.method == Method::Winning)),
            Method::Minimax => Box::new(ByMinimax { depth: self.depth, width: self.width, table: None }),
            Method::Search | Method::Classic | Method::FullWidth | Method::Unguided => {
                Box::new(self.searching::<G::Move>())
            }
            Method::Program => panic!("a program is started, and is no player of this program"),
        }
    }

    /// The same where it looks ahead by alpha-beta.
    pub fn searching<M>(&self) -> Searching<M> {
        let settings = Settings {
            levels: self.level,
            depth: self.depth,
            threads: self.threads,
            is_plain: matches!(self.method, Method::FullWidth | Method::Unguided),
            tactics: if self.method == Method::Classic { Tactics::Classic } else { Tactics::Threats },
        };
        Searching { settings, player: None }
    }
}

/// The longest time for a move, in seconds.
const LONGEST: f64 = 1e6;

/// A time in seconds.
fn seconds(value: &str) -> Result<Duration, BadSpec> {
    let seconds = value.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= LONGEST);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| BadSpec(format!("`time={value}`: expected seconds for a move, as in `time=0.5`")))
}
