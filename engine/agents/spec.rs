//! How agents are named: `search`, `minimax:depth=8,scores=man+king`, or a name of the built-in list, which stands for such a
//! text.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use blanche_compiler::game::Rules;
use blanche_compiler::program::{Rule, RuleId};
use blanche_compiler::spelling::nearest;

use super::Agent;
use super::chance::ByChance;
use super::greedy::Greedy;
use super::searching::{Looking, Searching};
use crate::lists::{hint, rows, settings};
use crate::search::alpha_beta::table::Table;
use crate::search::memory::Memory;
use crate::search::minimax::DEEPEST;

const NAMED: &str = include_str!("../data/agents.tsv");

/// Scores that count only for agents that name them.
const LEFT_OUT: &str = include_str!("../data/scores_left_out.tsv");

/// What an agent remembers, in bytes, where nobody says how much: a game of compiled rules fills it in a second or two.
const MEMORY: u64 = 16 << 20;

/// A search that time ends looks so many moves ahead at most.
const FAR: u32 = 200;

/// How an agent chooses moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Alpha-beta over all moves, with the scores, rules and preferences of the text.
    Search,
    /// The same, but that all lines are looked at equally far.
    FullWidth,
    /// The same again without its preferences.
    Unguided,
    /// Minimax in which every position on the way counts.
    Minimax,
    /// The move that its scores and preferences value most, without looking further.
    Greedy,
    /// Every legal move is as likely as the others.
    Random,
    /// The same, but that a move that wins at once is made.
    Winning,
}

impl Method {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Method); 7] = [
        ("search", Method::Search),
        ("full-width", Method::FullWidth),
        ("unguided", Method::Unguided),
        ("minimax", Method::Minimax),
        ("greedy", Method::Greedy),
        ("random", Method::Random),
        ("winning", Method::Winning),
    ];

    /// What it is, in a line.
    pub fn what(self) -> &'static str {
        match self {
            Method::Search => "alpha-beta over all moves, with the scores, rules and preferences of the text",
            Method::FullWidth => "the same, along all lines equally far",
            Method::Unguided => "the same as `full-width`, without preferences",
            Method::Minimax => "minimax in which every position on the way counts",
            Method::Greedy => "the move that scores and preferences value most, without looking further",
            Method::Random => "every legal move is as likely as the others",
            Method::Winning => "the same, but that a move that wins at once is made",
        }
    }

    /// Whether it looks ahead, and adds to what it finds what somebody prefers.
    pub fn prefers(self) -> bool {
        matches!(self, Method::Search | Method::FullWidth | Method::Unguided)
    }

    /// What can be set of an agent of this method.
    pub fn keys(self) -> &'static [&'static str] {
        match self {
            Method::Search | Method::FullWidth | Method::Unguided => &["level", "depth", "scores"],
            Method::Minimax => &["depth", "width", "scores"],
            Method::Greedy => &["scores"],
            Method::Random | Method::Winning => &[],
        }
    }
}

/// Rules up to this level are asked where nothing else is said.
const LEVEL: u32 = 7;

/// An agent as it is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentSpec {
    /// The text that named it.
    pub name: String,
    /// How it chooses.
    pub method: Method,
    /// It asks rules up to this level.
    pub level: u32,
    /// It looks so many moves ahead; as far as its limits allow without it.
    pub depth: Option<u32>,
    /// It looks at so many moves of a position; at all without it.
    pub width: Option<usize>,
    /// The names of the scores that count; without it all but those that are left out (`scores_left_out.tsv`).
    pub scores: Option<Vec<String>>,
}

/// What is wrong with the name of an agent, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadSpec(pub String);

impl fmt::Display for BadSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadSpec {}

/// The agents that have names of their own, each with the text that it stands for and what it is.
pub fn named() -> impl Iterator<Item = [&'static str; 3]> {
    rows(NAMED)
}

impl FromStr for AgentSpec {
    type Err = BadSpec;

    fn from_str(text: &str) -> Result<AgentSpec, BadSpec> {
        let (name, settings) = settings_of(text)?;
        let mut spec = match named().find(|[known, ..]| *known == name) {
            Some([_, stands_for, _]) => stands_for.parse::<AgentSpec>()?,
            None => AgentSpec::of(name)?,
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

/// The names of all agents.
pub fn names() -> impl Iterator<Item = &'static str> {
    Method::ALL.iter().map(|(name, _)| *name).chain(named().map(|[name, ..]| name))
}

/// That no setting is given twice.
pub(crate) fn once(settings: &[(&str, &str)]) -> Result<(), BadSpec> {
    for (at, (key, _)) in settings.iter().enumerate() {
        if settings[..at].iter().any(|(other, _)| other == key) {
            return Err(BadSpec(format!("`{key}` is set twice")));
        }
    }
    Ok(())
}

impl AgentSpec {
    /// The agent of this method as it is where nothing is set.
    fn of(name: &str) -> Result<AgentSpec, BadSpec> {
        let known = Method::ALL.iter().find(|(known, _)| *known == name);
        let Some((_, method)) = known else {
            let hint = hint(name, names());
            return Err(BadSpec(format!("there is no agent `{name}`; {hint}")));
        };
        let (name, method) = (name.to_owned(), *method);
        Ok(AgentSpec { name, method, level: u32::MAX, depth: None, width: None, scores: None })
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
        let number = |least| number_of(key, value, least..=u32::MAX);
        match key {
            "level" => self.level = number(0)?,
            "depth" => self.depth = Some(number(1)?),
            "width" => self.width = Some(number(1)? as usize),
            _ if value.is_empty() => {
                return Err(BadSpec("`scores=`: expected names of scores, joined by `+`".to_owned()));
            }
            _ => self.scores = Some(value.split('+').map(str::to_owned).collect()),
        }
        Ok(())
    }

    /// The same, where nothing else was said for it, with rules up to this level and looking so many moves ahead.
    ///
    /// # Errors
    /// Where a level or depth is given, and nothing like it can be set of this agent, or it has one already.
    pub fn or(self, level: Option<u32>, depth: Option<u32>) -> Result<AgentSpec, BadSpec> {
        for (key, is_given) in [("level", level.is_some()), ("depth", depth.is_some())] {
            if is_given && !self.method.keys().contains(&key) {
                let what = if key == "level" { "asks no rules" } else { "looks at no moves ahead" };
                return Err(BadSpec(format!("`{}` {what}: no {key} can be set of it", self.name)));
            }
        }
        let said = [("level", level, self.level != u32::MAX), ("depth", depth, self.depth.is_some())];
        for (key, given, is_said) in said {
            if let Some(number) = given.filter(|_| is_said) {
                return Err(BadSpec(format!(
                    "`{}` has a {key} already, and an option says {number}",
                    self.name
                )));
            }
        }
        let level = self.level.min(level.unwrap_or(LEVEL));
        Ok(AgentSpec { level, depth: self.depth.or(depth), ..self })
    }

    /// The agent, ready to play a game. Lots are drawn by the seed.
    ///
    /// # Errors
    /// Where the game has other than two players, or lacks a score.
    pub fn agent<'r>(
        &self,
        rules: &'r Rules,
        seed: u64,
        memory: Option<u64>,
    ) -> Result<Box<dyn Agent + 'r>, BadSpec> {
        if let Some(searching) = self.searching(rules, memory)? {
            return Ok(Box::new(searching));
        }
        Ok(match self.method {
            Method::Random | Method::Winning => {
                Box::new(ByChance::new(rules, seed, self.method == Method::Winning))
            }
            _ => Box::new(Greedy::new(rules, self.counted(rules)?)),
        })
    }

    /// The same where it looks ahead; nothing where it does not.
    ///
    /// # Errors
    /// As of [`AgentSpec::agent`].
    pub(crate) fn searching<'r>(
        &self,
        rules: &'r Rules,
        memory: Option<u64>,
    ) -> Result<Option<Searching<'r>>, BadSpec> {
        if rules.program().players.len() != 2 {
            return Err(BadSpec("agents play games of two players".to_owned()));
        }
        let memory = memory.unwrap_or(MEMORY);
        let looking = match self.method {
            Method::Greedy | Method::Random | Method::Winning => return Ok(None),
            Method::Search | Method::FullWidth | Method::Unguided => Looking::AlphaBeta {
                table: Table::of_bytes(memory),
                levels: self.level,
                is_plain: self.method != Method::Search,
                is_unguided: self.method == Method::Unguided,
            },
            Method::Minimax => Looking::Minimax { table: Memory::of_bytes(memory), width: self.width },
        };
        let far = if self.method == Method::Minimax { DEEPEST } else { FAR };
        Ok(Some(Searching::new(rules, looking, self.depth.unwrap_or(far), self.counted(rules)?)))
    }

    /// The scores that count; all without it.
    fn counted(&self, rules: &Rules) -> Result<Option<Vec<RuleId>>, BadSpec> {
        match &self.scores {
            Some(names) => scores(rules, names).map(Some),
            None => Ok(unless_left_out(rules)),
        }
    }
}

/// The scores that count where nobody names any; nothing where that is all of them.
pub(crate) fn unless_left_out(rules: &Rules) -> Option<Vec<RuleId>> {
    let program = rules.program();
    let is_left_out = |name: &str| {
        rows(LEFT_OUT).any(|[base, score, _]| program.base.as_deref() == Some(base) && name == score)
    };
    let counts = |(at, score, _): (RuleId, &Rule, _)| (!is_left_out(&score.name)).then_some(at);
    let found: Vec<RuleId> = program.scores().filter_map(counts).collect();
    (found.len() < program.scores().count()).then_some(found)
}

/// The scores of these names.
fn scores(rules: &Rules, names: &[String]) -> Result<Vec<RuleId>, BadSpec> {
    let program = rules.program();
    let mut found = Vec::new();
    for name in names {
        let before = found.len();
        found.extend(program.scores().filter(|(_, score, _)| score.name == *name).map(|(at, ..)| at));
        if found.len() == before {
            let hint = match nearest(name, program.scores().map(|(_, score, _)| score.name.as_str())) {
                Some(near) => format!("; did you mean `{near}`?"),
                None => String::new(),
            };
            return Err(BadSpec(format!("the game has no score `{name}`{hint}")));
        }
    }
    Ok(found)
}
