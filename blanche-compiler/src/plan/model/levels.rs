//! Groups the rules of a program by level. Rules are evaluated in the order of their levels.

use super::plan::Plan;
use crate::plan::params::MAX_RULES_TOGETHER;
use crate::program::{Program, RuleId, RuleKind};

/// Rules of one level that are evaluated together, in program order.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// The level number.
    pub level: u32,
    /// The rules, at most 64.
    pub rules: Vec<RuleId>,
}

impl Plan {
    /// The rules grouped by level, in evaluation order. A level with more than 64 rules is split into several
    /// groups.
    pub fn levels(&self, program: &Program) -> Vec<Level> {
        let mut levels: Vec<Level> = Vec::new();
        let rules = program.rules.iter().enumerate().filter(|(_, rule)| rule.kind == RuleKind::Rule);
        for (at, rule) in rules {
            let id = RuleId(at as u32);
            match levels.last_mut() {
                Some(last) if last.level == rule.level && last.rules.len() < MAX_RULES_TOGETHER => {
                    last.rules.push(id)
                }
                _ => levels.push(Level { level: rule.level, rules: vec![id] }),
            }
        }
        levels
    }
}
