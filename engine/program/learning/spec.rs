//! How learners are named: `patterns`, `patterns:rewards=0/0/-1`, or a name of the built-in list, which stands for such a text.

use std::str::FromStr;

use blanche_compiler::game::{Move, Outcome, Rules};
use blanche_compiler::runtime::Value;

use super::Learner;
use super::fields::{Fields, plays_fields};
use super::patterns::Patterns;
use noire_engine::games::numbering::Numbering;
use noire_engine::games::{Taste, TextGame};
use noire_engine::lists::{hint, rows, settings};
use noire_engine::players::spec::once;
use noire_engine::players::{BadSpec, PlayerSpec, Searching};

const NAMED: &str = include_str!("../data/learners.tsv");

/// What a game adds to what was learned of the moves that led to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rewards {
    /// Of a game that was won.
    pub win: i64,
    /// Of a game that nobody won.
    pub draw: i64,
    /// Of a game that was lost.
    pub loss: i64,
    /// Only the last move of a game gets it.
    pub last_only: bool,
}

impl Rewards {
    /// What a game that ended so adds to the moves of a player.
    pub fn of(self, outcome: Outcome, player: Value) -> i64 {
        match outcome {
            Outcome::Won(winner) if winner == player => self.win,
            Outcome::Won(_) => self.loss,
            Outcome::Drawn => self.draw,
        }
    }
}

impl Default for Rewards {
    fn default() -> Rewards {
        Rewards { win: 1, draw: 0, loss: -1, last_only: false }
    }
}

/// A reward is at most so much, so that no sum of rewards is too large.
const LARGEST_REWARD: i64 = 1_000;

/// How somebody learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By a preference for each board that was left behind.
    Patterns,
    /// By what it is worth to play on a field when so many are taken.
    Fields,
}

impl Method {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Method); 2] = [("patterns", Method::Patterns), ("fields", Method::Fields)];

    /// The word that names it.
    pub fn name(self) -> &'static str {
        Method::ALL.iter().find(|(_, method)| *method == self).map_or("", |(name, _)| name)
    }

    /// What it is, in a line.
    pub fn what(self) -> &'static str {
        match self {
            Method::Patterns => "a preference for each board that it left behind, up to symmetry",
            Method::Fields => "a table: what it is worth to play on a field when so many are taken",
        }
    }

    /// What can be set of it.
    pub fn keys(self) -> &'static [&'static str] {
        match self {
            Method::Patterns => &["rewards", "credit", "fields"],
            Method::Fields => &["rewards", "credit", "with"],
        }
    }
}

/// A learner as it is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnerSpec {
    /// How it learns.
    pub method: Method,
    /// What games add.
    pub rewards: Rewards,
    /// The order of the fields by which boards are numbered; that of the board without it.
    pub fields: Option<Vec<String>>,
    /// The name of a player that looks ahead: what it finds a move worth is added to what was learned of it.
    pub with: Option<String>,
}

/// The learners that have names of their own, each with the text that it stands for and what it is.
pub fn named() -> impl Iterator<Item = [&'static str; 3]> {
    rows(NAMED)
}

impl FromStr for LearnerSpec {
    type Err = BadSpec;

    fn from_str(text: &str) -> Result<LearnerSpec, BadSpec> {
        let (name, settings) = settings(text);
        let mut spec = match named().find(|[known, ..]| *known == name) {
            Some([_, stands_for, _]) => stands_for.parse::<LearnerSpec>()?,
            None => LearnerSpec::of(name)?,
        };
        let settings: Vec<(&str, &str)> = settings.collect();
        once(&settings)?;
        for (key, value) in settings {
            spec.set(key, value)?;
        }
        Ok(spec)
    }
}

impl LearnerSpec {
    fn of(name: &str) -> Result<LearnerSpec, BadSpec> {
        let known = Method::ALL.iter().find(|(known, _)| *known == name);
        let Some((_, method)) = known else {
            let names = Method::ALL.iter().map(|(name, _)| *name).chain(named().map(|[name, ..]| name));
            let hint = hint(name, names);
            return Err(BadSpec(format!("there is no learning method `{name}`; {hint}")));
        };
        Ok(LearnerSpec { method: *method, rewards: Rewards::default(), fields: None, with: None })
    }

    /// Takes up `rewards=0/0/-1`.
    fn set(&mut self, key: &str, value: &str) -> Result<(), BadSpec> {
        let keys = self.method.keys();
        match key {
            _ if !keys.contains(&key) => Err(BadSpec(format!(
                "`{key}` cannot be set of `{}`; what can be set is {}",
                self.method.name(),
                keys.join(", ")
            ))),
            "rewards" => self.set_rewards(value),
            "credit" => {
                self.rewards.last_only = match value {
                    "all" => false,
                    "last" => true,
                    _ => {
                        return Err(BadSpec(format!(
                            "`credit={value}`: expected `all` or `last`: which moves get the reward of a game"
                        )));
                    }
                };
                Ok(())
            }
            "with" => {
                let player: PlayerSpec = value.parse()?;
                if !player.method.prefers() {
                    return Err(BadSpec(format!(
                        "`with={value}`: expected a player that looks ahead by alpha-beta, as `search` does"
                    )));
                }
                self.with = Some(value.to_owned());
                Ok(())
            }
            _ => {
                self.fields = Some(value.split('+').map(str::to_owned).collect());
                Ok(())
            }
        }
    }

    /// The learner, who knows nothing yet, for these players, with room for so many bytes.
    ///
    /// # Errors
    /// Where the boards of the game have no numbers, its moves play no fields, or the game lacks a score of the player that looks ahead.
    pub fn learner<'r>(
        &self,
        rules: &'r Rules,
        players: Vec<Value>,
        memory: u64,
    ) -> Result<Box<dyn Learner + 'r>, BadSpec> {
        let numbering = Numbering::new(rules, self.fields.as_deref());
        let numbering = numbering.map_err(|none| BadSpec(none.to_string()))?;
        Ok(match self.method {
            Method::Patterns => Box::new(Patterns::new(numbering, players, self.rewards, memory)),
            Method::Fields if !plays_fields(rules) => {
                return Err(BadSpec(
                    "no move of this game plays a field of its board, so there is no table of fields; `patterns` learns it"
                        .to_owned(),
                ));
            }
            Method::Fields => {
                Box::new(Fields::new(numbering, players, self.rewards).looking_ahead(self.searching(rules)?))
            }
        })
    }

    /// The player that looks ahead, and what of the game counts for it.
    fn searching(&self, rules: &Rules) -> Result<Option<(Searching<Move>, Taste)>, BadSpec> {
        let Some(name) = &self.with else { return Ok(None) };
        let spec: PlayerSpec = name.parse()?;
        let start = rules.start().map_err(|fault| BadSpec(fault.to_string()))?;
        TextGame::seen(rules, start, &spec.taste()).map_err(BadSpec)?;
        Ok(Some((spec.searching(), spec.taste())))
    }

    fn set_rewards(&mut self, text: &str) -> Result<(), BadSpec> {
        let numbers: Option<Vec<i64>> = text.split('/').map(|part| part.parse().ok()).collect();
        let numbers = numbers.filter(|all| all.iter().all(|number| number.abs() <= LARGEST_REWARD));
        let Some([win, draw, loss]) = numbers.and_then(|all| <[i64; 3]>::try_from(all).ok()) else {
            return Err(BadSpec(format!(
                "`rewards={text}`: expected three numbers up to {LARGEST_REWARD}, for a win, a draw and a loss: `rewards=1/0/-1`"
            )));
        };
        self.rewards = Rewards { win, draw, loss, ..self.rewards };
        Ok(())
    }
}

impl std::fmt::Display for LearnerSpec {
    /// The whole text, which is read again as the same learner.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Rewards { win, draw, loss, last_only } = self.rewards;
        let credit = if last_only { "last" } else { "all" };
        write!(f, "{}:rewards={win}/{draw}/{loss},credit={credit}", self.method.name())?;
        if let Some(fields) = &self.fields {
            write!(f, ",fields={}", fields.join("+"))?;
        }
        match &self.with {
            Some(with) => write!(f, ",with={with}"),
            None => Ok(()),
        }
    }
}
