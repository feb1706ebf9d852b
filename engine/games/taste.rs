//! What of the knowledge of a base counts for a player.

use blanche_compiler::game::Rules;
use blanche_compiler::program::{Rule, RuleId};
use blanche_compiler::spelling::nearest;

use crate::lists::rows;

/// Scores that count only for players that name them.
const LEFT_OUT: &str = include_str!("../data/scores_left_out.tsv");

/// What of the knowledge of a base counts for a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Taste {
    /// Preferences count for nothing.
    pub is_unguided: bool,
    /// The names of the scores that count; without it all but those that are left out (`scores_left_out.tsv`).
    pub scores: Option<Vec<String>>,
}

impl Taste {
    /// The scores that count; all without it.
    ///
    /// # Errors
    /// A name that no score has, in words.
    pub fn counted(&self, rules: &Rules) -> Result<Option<Vec<RuleId>>, String> {
        match &self.scores {
            Some(names) => scores(rules, names).map(Some),
            None => Ok(unless_left_out(rules)),
        }
    }
}

/// The scores that count where nothing names any; nothing where that is all of them.
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
fn scores(rules: &Rules, names: &[String]) -> Result<Vec<RuleId>, String> {
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
            return Err(format!("the game has no score `{name}`{hint}"));
        }
    }
    Ok(found)
}
