//! What of the knowledge of a base counts for a player.

use blanche_compiler::game::Rules;
use blanche_compiler::program::RuleId;
use blanche_compiler::spelling::nearest;

/// What of the knowledge of a base counts for a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Taste {
    /// Preferences count for nothing.
    pub is_unguided: bool,
    /// The names of the scores that count; without it all but those that count only when they are named.
    pub scores: Option<Vec<String>>,
}

impl Taste {
    /// The scores that are named; nothing where none is.
    ///
    /// # Errors
    /// A name that no score has, in words.
    pub fn named(&self, rules: &Rules) -> Result<Option<Vec<RuleId>>, String> {
        self.scores.as_ref().map(|names| scores(rules, names)).transpose()
    }
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
