//! Counts solutions without passing them on, and adds up scores.

use super::super::{Host, ResultOrder, Solutions};
use super::{Done, Run};
use crate::program::{RuleId, RuleKind};
use crate::runtime::{Flow, LimitReached, Stop, Weight};

impl<H: Host> Run<'_, H> {
    /// Number of solutions of a rule.
    pub(in super::super) fn count(
        &mut self,
        facts: &mut H::Facts,
        rule: RuleId,
    ) -> Result<usize, LimitReached> {
        let order = self.machine.order(rule);
        let width = self.machine.rules[rule.index()].answer.len();
        let (mut count, mut solutions) = (0, Solutions::new(width));
        let bytes = self.budget.memory();
        let flow = self.rule(facts, (rule, &[]), &mut |tuple| match order {
            ResultOrder::Bag => solutions.push_within(tuple, bytes),
            ResultOrder::Sorted | ResultOrder::Set => {
                count += 1;
                Ok(())
            }
        });
        done(flow)?;
        solutions.finish(order, &mut self.budget)?;
        Ok(count + solutions.len())
    }

    /// The total weight of a score's solutions, if each solution has its own weight.
    fn weighed(&mut self, facts: &mut H::Facts, score: RuleId, weight: Weight) -> Result<i64, LimitReached> {
        let order = self.machine.order(score);
        let (mut sum, mut solutions) = (0, Solutions::new(self.machine.rules[score.index()].answer.len()));
        let bytes = self.budget.memory();
        let flow = self.rule(facts, (score, &[]), &mut |tuple| match order {
            ResultOrder::Bag => solutions.push_within(tuple, bytes),
            ResultOrder::Sorted | ResultOrder::Set => {
                sum += weight.of(tuple);
                Ok(())
            }
        });
        done(flow)?;
        solutions.finish(order, &mut self.budget)?;
        Ok(sum + weight.sum(&solutions))
    }

    /// The sum of the scores of a player.
    pub(in super::super) fn sum(
        &mut self,
        facts: &mut H::Facts,
        sum: usize,
        to_move: bool,
    ) -> Result<i64, LimitReached> {
        let machine = self.machine;
        let scores = &machine.sums[sum];
        let frame = self.open(&scores.layout);
        let nothing: Done<'_, '_, H> = &mut |_, _| Ok(());
        done(self.block(facts, &scores.shared.steps, frame, nothing))?;
        let mut sum = 0;
        for score in &scores.counts {
            let RuleKind::Score(weights) = machine.program.rule(score.score).kind else {
                unreachable!("only scores are added up")
            };
            let weight = weights.of(to_move);
            let Some(number) = weight.number() else {
                sum += self.weighed(facts, score.score, weight)?;
                continue;
            };
            let count = match &score.code {
                None => self.count(facts, score.score)?,
                Some(code) => {
                    let mut count = 0;
                    done(self.block(facts, &code.steps, frame, &mut |_, _| {
                        count += 1;
                        Ok(())
                    }))?;
                    count
                }
            };
            sum += number * count as i64;
        }
        self.close(frame);
        Ok(sum)
    }
}

/// The result of a search that is never stopped early.
fn done(flow: Flow) -> Result<(), LimitReached> {
    match flow {
        Err(Stop::Limit(limit)) => Err(limit),
        Ok(()) | Err(Stop::Enough) => Ok(()),
    }
}
