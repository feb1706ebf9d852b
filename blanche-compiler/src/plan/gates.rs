//! What must be so where a rule applies and costs little to see: that a set which depends on nothing has members.
//!
//! A rule sees to its own gates before its loops (`hoist`). The rules of a level share many: whoever asks a whole
//! level makes each set once, and asks only the rules whose gate is open.

use super::blocks::likely;
use super::frame::Frame;
use super::hoist::constant_part;
use super::slots::each_meet;
use super::{Action, Block, Meet, Plan, Planner};
use crate::program::{Program, RuleId, RuleKind};

/// Rules of a level that are looked at together; a bit each.
const TOGETHER: usize = 64;

/// A set that must have so many members where a rule applies.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    /// The set; it depends on no variable.
    pub set: Meet,
    /// How many members it must have.
    pub at_least: u32,
}

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
                Some(last) if last.level == rule.level && last.rules.len() < TOGETHER => last.rules.push(id),
                _ => levels.push(Level { level: rule.level, rules: vec![id] }),
            }
        }
        levels
    }
}

impl Planner<'_> {
    /// The gate of a planned premise that is shut most often.
    pub(super) fn gate(&mut self, body: &Block, frame: &Frame) -> Option<Gate> {
        let mut found: Vec<(f64, Gate)> = Vec::new();
        for step in &body.steps {
            let at_least = match &step.action {
                Action::EachIn { .. } => 1,
                Action::Has { at_least, holds: true, .. } | Action::Keep { at_least: at_least @ 1.., .. } => {
                    *at_least
                }
                _ => continue,
            };
            each_meet(&step.action, &mut |meet| {
                // What is taken away may depend on more; the set without it has more members, not fewer.
                let Some(Meet { sort, of, .. }) = constant_part(meet) else { return };
                let set = Meet { sort, of, without: Vec::new() };
                let open = likely(self.members(&set, frame) / f64::from(at_least));
                found.push((open, Gate { set, at_least }));
            });
        }
        found.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, gate)| gate)
    }
}
