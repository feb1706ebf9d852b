//! The specification of a learner: a text such as `patterns` or `patterns:rewards=0/0/-1`, or a name from the built-in
//! list, which stands for such a text.

use std::str::FromStr;

use blanche_compiler::game::{Move, Outcome, Rules};
use blanche_compiler::runtime::Value;

use super::Learner;
use super::fields::{Fields, plays_fields};
use super::patterns::Patterns;
use noire_engine::games::numbering::Numbering;
use noire_engine::games::{KnowledgeFilter, TextGame};
use noire_engine::lists::{hint, rows, settings};
use noire_engine::players::spec::check_unique_keys;
use noire_engine::players::{BadSpec, PlayerSpec, SearchPlayer};

const BUILT_IN_LEARNERS: &str = include_str!("../data/learners.tsv");

/// The rewards for the results of games. A reward is added to the value of the moves that led to the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rewards {
    /// Reward for a won game.
    pub win: i64,
    /// Reward for a drawn game.
    pub draw: i64,
    /// Reward for a lost game.
    pub loss: i64,
    /// Whether only the last move of a game is rewarded.
    pub last_only: bool,
}

impl Rewards {
    /// The reward of a game with this outcome for the moves of `player`.
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

/// Maximum absolute value of a reward. It is limited so that sums of rewards cannot overflow.
const MAX_REWARD: i64 = 1_000;

/// A learning method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Learns a score for each board after one of the learner's moves.
    Patterns,
    /// Learns the value of playing on a field, by the number of occupied fields.
    Fields,
}

impl Method {
    /// All methods with their names.
    pub const ALL: [(&'static str, Method); 2] = [("patterns", Method::Patterns), ("fields", Method::Fields)];

    /// The name of the method in specifications.
    pub fn name(self) -> &'static str {
        Method::ALL.iter().find(|(_, method)| *method == self).map_or("", |(name, _)| name)
    }

    /// A description of the method in one line.
    pub fn description(self) -> &'static str {
        match self {
            Method::Patterns => "a preference for each board that its moves led to, up to symmetry",
            Method::Fields => "a table: the value of a move on each field, by the number of occupied fields",
        }
    }

    /// The settings that the method supports.
    pub fn keys(self) -> &'static [&'static str] {
        match self {
            Method::Patterns => &["rewards", "credit", "fields"],
            Method::Fields => &["rewards", "credit", "with"],
        }
    }
}

/// The specification of a learner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnerSpec {
    /// The learning method.
    pub method: Method,
    /// The rewards of game results.
    pub rewards: Rewards,
    /// The order of fields for numbering boards, or `None` for the order of the board.
    pub fields: Option<Vec<String>>,
    /// The name of a searching player. Its value of a move is added to the learned value of the move.
    pub with: Option<String>,
}

/// The built-in named learners: name, specification and description of each.
pub fn named() -> impl Iterator<Item = [&'static str; 3]> {
    rows(BUILT_IN_LEARNERS)
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
        check_unique_keys(&settings)?;
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

    /// Applies a setting such as `rewards=0/0/-1`.
    fn set(&mut self, key: &str, value: &str) -> Result<(), BadSpec> {
        let keys = self.method.keys();
        match key {
            _ if !keys.contains(&key) => Err(BadSpec(format!(
                "`{key}` is not a setting of `{}`; the settings are {}",
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
                if !player.method.uses_preferences() {
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

    /// Creates the learner, without any knowledge, for these players and with this memory limit in bytes.
    ///
    /// # Errors
    /// Fails if the boards of the game cannot be numbered, if its moves do not play on fields, or if the game lacks a
    /// score that the searching player uses.
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

    /// The searching player, with the scores and preferences that it uses.
    fn searching(&self, rules: &Rules) -> Result<Option<(SearchPlayer<Move>, KnowledgeFilter)>, BadSpec> {
        let Some(name) = &self.with else { return Ok(None) };
        let spec: PlayerSpec = name.parse()?;
        let start = rules.start().map_err(|fault| BadSpec(fault.to_string()))?;
        TextGame::with_filter(rules, start, &spec.knowledge_filter()).map_err(BadSpec)?;
        Ok(Some((spec.searching(), spec.knowledge_filter())))
    }

    fn set_rewards(&mut self, text: &str) -> Result<(), BadSpec> {
        let numbers: Option<Vec<i64>> = text.split('/').map(|part| part.parse().ok()).collect();
        let numbers = numbers.filter(|all| all.iter().all(|number| number.abs() <= MAX_REWARD));
        let Some([win, draw, loss]) = numbers.and_then(|all| <[i64; 3]>::try_from(all).ok()) else {
            return Err(BadSpec(format!(
                "`rewards={text}`: expected three numbers up to {MAX_REWARD}, for a win, a draw and a loss: `rewards=1/0/-1`"
            )));
        };
        self.rewards = Rewards { win, draw, loss, ..self.rewards };
        Ok(())
    }
}

impl std::fmt::Display for LearnerSpec {
    /// Writes the complete specification, which parses to the same learner.
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
