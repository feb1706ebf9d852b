//! Rules of one level, which are asked together.

use super::plan::Plan;
use crate::plan::params::RULES_TOGETHER;
use crate::program::{Program, RuleId, RuleKind};

/// Rules of one level, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// The level.
    pub level: u32,
    /// The rules.
    pub rules: Vec<RuleId>,
}

impl Plan {
    /// The rules level by level, in the order in which they are asked; at most 64 of a level together.
    pub fn levels(&self, program: &Program) -> Vec<Level> {
        let mut levels: Vec<Level> = Vec::new();
        let rules = program.rules.iter().enumerate().filter(|(_, rule)| rule.kind == RuleKind::Rule);
        for (at, rule) in rules {
            let id = RuleId(at as u32);
            match levels.last_mut() {
                Some(last) if last.level == rule.level && last.rules.len() < RULES_TOGETHER => {
                    last.rules.push(id)
                }
                _ => levels.push(Level { level: rule.level, rules: vec![id] }),
            }
        }
        levels
    }
}
