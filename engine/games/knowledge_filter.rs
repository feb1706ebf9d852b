//! Selects which part of a base's knowledge a player uses.

use blanche_compiler::game::Rules;
use blanche_compiler::program::RuleId;
use blanche_compiler::spelling::nearest;

/// The part of a base's knowledge that a player uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnowledgeFilter {
    /// Set to ignore the preferences of the base.
    pub ignores_preferences: bool,
    /// The names of the scores to use. With `None`, all scores are used, except those that are used only when named.
    pub scores: Option<Vec<String>>,
}

impl KnowledgeFilter {
    /// The ids of the scores to use; `None` if the filter names no scores.
    ///
    /// # Errors
    /// A message if the game has no score with one of the names.
    pub fn named(&self, rules: &Rules) -> Result<Option<Vec<RuleId>>, String> {
        self.scores.as_ref().map(|names| scores(rules, names)).transpose()
    }
}

/// The ids of the scores with these names.
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
