//! Formats explanations of failures as lines of text.
//!
//! A literal that holds is marked ✓. A literal that fails is marked ⊥, and the explanation follows below it. The host
//! (the program that supplies facts) may give a phrase for each of its facts. Other predicates are written as in rules.

use super::failures::{Fact, FailureReason, Line, NearMatch, Obstacle, Partial, Refused};
use super::reasons::{ReasonId, Reasons};
use super::tree::Draw;
use crate::files::Span;
use crate::spelling::list;

/// The context for formatting explanations.
pub struct Speech<'a> {
    /// A phrase for a fact that holds; `None` if the fact is written as in the source.
    pub words: &'a dyn Fn(&Fact) -> Option<String>,
    /// Formats the source location of a clause.
    pub place: &'a dyn Fn(Span) -> String,
    /// The reasons of the literals that hold.
    pub reasons: &'a Reasons,
}

/// Maximum number of facts in a list. Further facts are only counted.
const LISTED: usize = 3;

impl Speech<'_> {
    /// The lines of a partial solution: first the values, then the literals.
    pub fn partial(&self, partial: &Partial) -> Vec<String> {
        let mut lines = vec![heading(partial)];
        for line in &partial.lines {
            match line {
                Line::Holds(reason) => lines.push(format!("✓ {}", self.reasons[*reason].said)),
                Line::Unasked(said) => lines.push(format!("  {said}")),
                Line::Fails(obstacle) => lines.extend(self.obstacle(obstacle)),
            }
        }
        lines
    }

    /// The lines of a partial solution, followed by the number of further ones that satisfy the same literals.
    pub fn counted_partial(&self, partial: &Partial) -> Vec<String> {
        let mut lines = self.partial(partial);
        if partial.more > 0 {
            lines.push(format!("… and {} more that get as far", partial.more));
        }
        lines
    }

    /// The lines of a failing literal and its explanation.
    pub fn obstacle(&self, obstacle: &Obstacle) -> Vec<String> {
        let mut lines = vec![format!("⊥ {}", obstacle.said)];
        let below = self.below(obstacle);
        lines.extend(below.into_iter().map(|line| format!("    {line}")));
        lines
    }

    /// The explanation of a failing literal as one sentence; `None` if one sentence is not enough.
    pub fn sentence(&self, obstacle: &Obstacle) -> Option<String> {
        match &obstacle.failure {
            FailureReason::Given { asked, instead } => {
                let nothing = asked.arguments.iter().any(|argument| argument == "_");
                let nothing = if nothing { "there is none; " } else { "" };
                let Some(least) = instead.first() else {
                    return Some(
                        if nothing.is_empty() { "it does not hold" } else { "there is none" }.to_owned(),
                    );
                };
                Some(format!("{nothing}{}", self.instead(least)))
            }
            FailureReason::Different(left, right) => Some(format!("{left} and {right} are not the same")),
            FailureReason::Unmade(action) => Some(format!("`{action}` cannot be made")),
            FailureReason::AlreadyExplained => Some("as explained above".to_owned()),
            FailureReason::Deeper => Some("not followed further".to_owned()),
            // The literal is a synonym of a basic literal, which is explained instead.
            FailureReason::Refused(_) => self.sentence(obstacle.failure.only()?),
            FailureReason::Denied(_) | FailureReason::Afterwards(_) => None,
        }
    }

    fn below(&self, obstacle: &Obstacle) -> Vec<String> {
        if let Some(sentence) = self.sentence(obstacle) {
            return vec![sentence];
        }
        let mut lines = Vec::new();
        match &obstacle.failure {
            FailureReason::Denied(reasons) => {
                lines.push("what is denied holds:".to_owned());
                reasons.iter().for_each(|reason| lines.extend(self.reason(*reason)));
            }
            FailureReason::Afterwards(partials) => {
                lines.push("it can be done, and then:".to_owned());
                for partial in partials {
                    lines.extend(self.failing(partial));
                }
            }
            FailureReason::Refused(refused) => {
                let about: Vec<&Refused> = refused.iter().filter(|one| !one.partials.is_empty()).collect();
                if about.is_empty() {
                    lines.push("no clause applies to these values".to_owned());
                }
                for one in &about {
                    if about.len() > 1 {
                        lines.push(format!("by {}:", (self.place)(one.clause)));
                    }
                    for partial in &one.partials {
                        let inside = self.failing(partial);
                        let indent = if about.len() > 1 { "  " } else { "" };
                        lines.extend(inside.into_iter().map(|line| format!("{indent}{line}")));
                    }
                }
            }
            FailureReason::Given { .. }
            | FailureReason::Different(..)
            | FailureReason::Unmade(_)
            | FailureReason::AlreadyExplained
            | FailureReason::Deeper => {}
        }
        lines
    }

    /// The lines of a failing body below the top level, without the literals that were not evaluated.
    fn failing(&self, partial: &Partial) -> Vec<String> {
        let mut lines = Vec::new();
        for line in &partial.lines {
            match line {
                Line::Holds(reason) => lines.push(format!("✓ {}", self.reasons[*reason].said)),
                Line::Fails(obstacle) => lines.extend(self.obstacle(obstacle)),
                Line::Unasked(_) => {}
            }
        }
        lines
    }

    fn reason(&self, reason: ReasonId) -> Vec<String> {
        let Speech { reasons, place, .. } = self;
        let tree = Draw { reasons, place }.claim(reason);
        let more = tree.remark();
        tree.lines.into_iter().chain(more).collect()
    }

    /// A sentence about the similar facts that do hold.
    fn instead(&self, instead: &NearMatch) -> String {
        let facts = &instead.facts[..instead.facts.len().min(LISTED)];
        let more = instead.facts.len() - facts.len() + instead.more;
        let words: Option<Vec<String>> = facts.iter().map(self.words).collect();
        if let Some(mut words) = words {
            // Different facts may have the same phrase. The phrase is then shown only once.
            let said = words.len();
            words.dedup();
            let alike = words.len() < said;
            let more = if more == 0 || alike { String::new() } else { format!(", and {more} more like it") };
            return format!("{}{more}", words.join(", "));
        }
        let written = list(facts, "and");
        let (hold, more) = match (facts.len(), more) {
            (1, 0) => ("holds", String::new()),
            (_, 0) => ("hold", String::new()),
            (_, more) => ("hold", format!(" and {more} more")),
        };
        let written = if more.is_empty() { written } else { written.replace(" and ", ", ") };
        format!("{written}{more} {hold} instead")
    }
}

fn heading(partial: &Partial) -> String {
    if partial.values.is_empty() {
        return "It comes this far:".to_owned();
    }
    let values: Vec<String> =
        partial.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    format!("With {}:", values.join(", "))
}
