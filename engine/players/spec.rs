//! Player specifications: `search`, `minimax:depth=8,scores=man+king`, or a name from the built-in list, which stands
//! for such a text.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use super::Chooser;
use super::greedy::GreedyPlayer;
use super::random::RandomPlayer;
use super::searching::{MinimaxPlayer, SearchPlayer, Settings};
use crate::games::KnowledgeFilter;
use crate::lists::{hint, rows, settings};
use crate::search::player::{Budget, Playable};
use crate::search::strategy_kind::StrategyKind;

const NAMED: &str = include_str!("../data/players.tsv");

/// The method by which a player chooses moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Proof search, in games where wins can be proved. Otherwise, or if it finds no win, alpha-beta over all moves,
    /// with the scores, rules and preferences of the base.
    Search,
    /// Like `Search`, but with the proof-search strategy of the thesis.
    Classic,
    /// Alpha-beta in which all lines have the same depth.
    FullWidth,
    /// Like `FullWidth`, but without preferences.
    Unguided,
    /// A form of minimax in which every position along a line contributes to the value.
    Minimax,
    /// The move with the highest sum of scores and preferences, without search.
    GreedyPlayer,
    /// A random legal move, where all legal moves have equal probabilities.
    Random,
    /// Like `Random`, but makes a move that wins immediately if there is one.
    Winning,
    /// An external program that speaks the Gomocup protocol.
    Program,
}

impl Method {
    /// All methods, with their names.
    pub const ALL: [(&'static str, Method); 9] = [
        ("search", Method::Search),
        ("classic", Method::Classic),
        ("full-width", Method::FullWidth),
        ("unguided", Method::Unguided),
        ("minimax", Method::Minimax),
        ("greedy", Method::GreedyPlayer),
        ("random", Method::Random),
        ("winning", Method::Winning),
        ("program", Method::Program),
    ];

    /// A one-line description of the method.
    pub fn description(self) -> &'static str {
        match self {
            Method::Search => {
                "proof search where wins can be proved, and alpha-beta with all that the base knows"
            }
            Method::Classic => "the same, but with the strategy of the thesis to search for wins",
            Method::FullWidth => "alpha-beta that searches all lines to the same depth",
            Method::Unguided => "the same as `full-width`, without preferences",
            Method::Minimax => "minimax in which every position on the way counts",
            Method::GreedyPlayer => "the move that scores and preferences value most, without looking ahead",
            Method::Random => "every legal move is equally likely",
            Method::Winning => "the same, but a move that wins at once is played",
            Method::Program => "a program that speaks the Gomocup protocol: `program:COMMAND`",
        }
    }

    /// Whether the method looks ahead, so that limits of time, positions and memory matter. It is not known of other
    /// programs, so they count too.
    pub fn searches(self) -> bool {
        self == Method::Program || self.keys().contains(&"depth")
    }

    /// Whether the method uses alpha-beta. Such a method can add preferences to the values that it finds.
    pub fn uses_preferences(self) -> bool {
        matches!(self, Method::Search | Method::FullWidth | Method::Unguided)
    }

    /// The settings that players of this method accept.
    pub fn keys(self) -> &'static [&'static str] {
        match self {
            Method::Search | Method::FullWidth | Method::Unguided => {
                &["game", "time", "nodes", "level", "depth", "scores", "threads"]
            }
            Method::Classic => &["game", "time", "nodes", "level", "depth", "threads"],
            Method::Minimax => &["game", "time", "nodes", "depth", "width", "scores"],
            Method::GreedyPlayer => &["game", "scores"],
            Method::Random | Method::Winning | Method::Program => &[],
        }
    }
}

/// Maximum number of threads of a search.
const MAX_THREADS: u32 = 256;

/// A parsed player specification.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSpec {
    /// The specification as the user wrote it.
    pub name: String,
    /// The method by which the player chooses moves.
    pub method: Method,
    /// The game whose knowledge the player uses, by name or folder. `None` if it is the game that is played.
    pub game: Option<String>,
    /// The time limit per move.
    pub time: Option<Duration>,
    /// The maximum number of positions to examine per move.
    pub nodes: Option<u64>,
    /// The maximum level of rules to use.
    pub level: Option<u32>,
    /// The maximum depth, in plies; `None` if only the budget limits it.
    pub depth: Option<u32>,
    /// The maximum number of moves to try in a position; `None` for all.
    pub width: Option<usize>,
    /// The names of the scores to use. With `None`, all scores are used, except those that are used only when named.
    pub scores: Option<Vec<String>>,
    /// The number of threads of the search.
    pub threads: Option<usize>,
    /// The command that starts an external program.
    pub command: Option<String>,
}

/// A message about an invalid player specification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadSpec(pub String);

impl fmt::Display for BadSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadSpec {}

/// The built-in named players. Each is listed as its name, the specification that the name stands for, and a
/// description.
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

/// A name, and the settings that follow it as pairs of key and value.
pub(crate) type Named<'t> = (&'t str, Vec<(&'t str, &'t str)>);

/// Splits `NAME:KEY=VALUE,…` into the name and its settings. Fails if a key occurs twice.
pub(crate) fn settings_of(text: &str) -> Result<Named<'_>, BadSpec> {
    let (name, settings) = settings(text);
    let settings: Vec<(&str, &str)> = settings.collect();
    check_unique_keys(&settings)?;
    Ok((name, settings))
}

/// Parses the value of a setting as a number, which must be in the range `among`.
pub(crate) fn number_of(key: &str, value: &str, among: RangeInclusive<u32>) -> Result<u32, BadSpec> {
    let wanted = match (*among.start(), *among.end()) {
        (least, u32::MAX) => format!("from {least} on"),
        (least, most) => format!("from {least} to {most}"),
    };
    let number = value.parse().ok().filter(|number| among.contains(number));
    number.ok_or_else(|| BadSpec(format!("`{key}={value}`: expected a number {wanted}, as in `{key}=8`")))
}

/// The names of all methods and built-in players.
pub fn names() -> impl Iterator<Item = &'static str> {
    Method::ALL.iter().map(|(name, _)| *name).chain(named().map(|[name, ..]| name))
}

/// Checks that no key occurs twice.
pub fn check_unique_keys(settings: &[(&str, &str)]) -> Result<(), BadSpec> {
    for (at, (key, _)) in settings.iter().enumerate() {
        if settings[..at].iter().any(|(other, _)| other == key) {
            return Err(BadSpec(format!("`{key}` is set twice")));
        }
    }
    Ok(())
}

impl PlayerSpec {
    /// The player that uses the method of this name, without settings.
    fn of(name: &str) -> Result<PlayerSpec, BadSpec> {
        let known = Method::ALL.iter().find(|(known, _)| *known == name);
        let Some((_, method)) = known else {
            // In games of stones, `search` was formerly named `threats`.
            let hint =
                if name == "threats" { "it is now called `search`".to_owned() } else { hint(name, names()) };
            return Err(BadSpec(format!("there is no player `{name}`; {hint}")));
        };
        if *method == Method::Program {
            return Err(BadSpec("a program is given by its command: `program:COMMAND`".to_owned()));
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

    /// The player that runs an external program with this command.
    fn program(command: &str) -> Result<PlayerSpec, BadSpec> {
        if command.trim().is_empty() {
            return Err(BadSpec("a program is given by its command: `program:COMMAND`".to_owned()));
        }
        let spec = PlayerSpec::of("random")?;
        let (name, command) = (format!("program:{command}"), Some(command.to_owned()));
        Ok(PlayerSpec { name, method: Method::Program, command, ..spec })
    }

    /// Applies a setting, such as `depth=8`.
    fn set(&mut self, key: &str, value: &str) -> Result<(), BadSpec> {
        let keys = self.method.keys();
        if !keys.contains(&key) {
            let can = match keys {
                [] => "it has no settings".to_owned(),
                keys => format!("the settings are {}", keys.join(", ")),
            };
            return Err(BadSpec(format!("`{key}` is not a setting of `{}`; {can}", self.name)));
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
            "threads" => self.threads = Some(number(1, MAX_THREADS)? as usize),
            _ if value.is_empty() => {
                return Err(BadSpec("`scores=`: expected names of scores, joined by `+`".to_owned()));
            }
            _ => self.scores = Some(value.split('+').map(str::to_owned).collect()),
        }
        Ok(())
    }

    /// Returns this player with a maximum level of rules and a maximum depth in plies, which command-line options set
    /// for all players.
    ///
    /// # Errors
    /// If a level or depth is given, but the player does not accept it or has set it already.
    pub fn with_defaults(self, level: Option<u32>, depth: Option<u32>) -> Result<PlayerSpec, BadSpec> {
        for (key, is_given) in [("level", level.is_some()), ("depth", depth.is_some())] {
            if is_given && !self.method.keys().contains(&key) {
                let what = if key == "level" { "asks no rules" } else { "does not look ahead" };
                return Err(BadSpec(format!("`{}` {what}: it has no setting `{key}`", self.name)));
            }
        }
        for (key, given, said) in [("level", level, self.level), ("depth", depth, self.depth)] {
            if let Some((number, _)) = given.zip(said) {
                return Err(BadSpec(format!(
                    "`{}` already has a {key}, and an option sets {number}",
                    self.name
                )));
            }
        }
        Ok(PlayerSpec { level: self.level.or(level), depth: self.depth.or(depth), ..self })
    }

    /// The part of a base's knowledge that the player uses.
    pub fn knowledge_filter(&self) -> KnowledgeFilter {
        KnowledgeFilter { ignores_preferences: self.method == Method::Unguided, scores: self.scores.clone() }
    }

    /// The budget of this player for a move. It is `budget`, but with the player's own limits of positions and time if
    /// these are set.
    #[must_use]
    pub fn within(&self, budget: Budget) -> Budget {
        let budget = Budget { positions: self.nodes.or(budget.positions), ..budget };
        match self.time {
            Some(time) => Budget { time: Some(time), aim: None, ..budget },
            None => budget,
        }
    }

    /// Creates the player, ready for a game. `seed` is the seed of its random choices.
    ///
    /// # Panics
    /// If the player is an external program.
    pub fn chooser<'g, G: Playable + 'g>(&self, seed: u64) -> Box<dyn Chooser<G> + 'g>
    where
        G::Move: 'g,
    {
        match self.method {
            Method::GreedyPlayer => Box::new(GreedyPlayer),
            Method::Random | Method::Winning => {
                Box::new(RandomPlayer::new(seed, self.method == Method::Winning))
            }
            Method::Minimax => Box::new(MinimaxPlayer { depth: self.depth, width: self.width, table: None }),
            Method::Search | Method::Classic | Method::FullWidth | Method::Unguided => {
                Box::new(self.searching::<G::Move>())
            }
            Method::Program => panic!("a program is started, and is no player of this program"),
        }
    }

    /// Creates a searching player with these settings. The method must be alpha-beta.
    pub fn searching<M>(&self) -> SearchPlayer<M> {
        let settings = Settings {
            levels: self.level,
            depth: self.depth,
            threads: self.threads,
            is_full_width: matches!(self.method, Method::FullWidth | Method::Unguided),
            strategy: if self.method == Method::Classic {
                StrategyKind::Classic
            } else {
                StrategyKind::Threats
            },
        };
        SearchPlayer { settings, player: None }
    }
}

/// Maximum time per move, in seconds.
const MAX_SECONDS: f64 = 1e6;

/// Parses a time in seconds.
fn seconds(value: &str) -> Result<Duration, BadSpec> {
    let seconds = value.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= MAX_SECONDS);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| BadSpec(format!("`time={value}`: expected seconds for a move, as in `time=0.5`")))
}
