//! Removes duplicate solutions.

use super::result_order::order;
use crate::plan::model::{
    Action, Block, Estimate, Frame, HostValue, Intersection, Operand, Slot, Source, Step, finish,
};
use crate::plan::planner::Planner;
use crate::program::SortId;
use crate::runtime::ResultOrder;

impl Planner<'_> {
    /// Makes a body yield each solution once, if its answer is a single variable whose values fit into a set. The
    /// values are collected in this set before they are counted.
    pub(crate) fn each_once(&self, body: Block, answer: &[Slot], frame: &mut Frame) -> Block {
        let host_values: &[HostValue] = &frame.host_values;
        let [slot] = answer else { return body };
        let sort: SortId = self.program.sort(frame.slots[slot.index()].sort).root;
        let known = host_values.iter().any(|value| value.slot == *slot);
        let in_sets = self.program.sort(sort).set_words().is_some() && !known;
        if !in_sets || order(&body.steps, answer, host_values) != ResultOrder::Bag {
            return body;
        }
        let estimate = body.estimate;
        let set = frame.add_set(&format!("{}.all", frame.slots[slot.index()].name), sort, estimate.answers);
        let only = Intersection { sort, of: vec![Source::Only(Operand::Slot(*slot))], without: Vec::new() };
        let all = Intersection { sort, of: vec![Source::Set(set)], without: Vec::new() };
        let step = |action, estimate| Step { action, literal: String::new(), estimate };
        let collect = Action::Collect { set, block: body, add: only, at_least: 0, seen: None };
        let made = Estimate { answers: 1.0, cost: estimate.cost };
        finish(vec![
            step(collect, made),
            step(
                Action::EachIn { slot: *slot, from: all },
                Estimate { answers: estimate.answers, cost: 1.0 },
            ),
        ])
    }
}
