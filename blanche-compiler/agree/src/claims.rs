//! Converts explanations to bodies that the naive evaluator can check: some bodies must hold, and others must not.
//!
//! A statement about the position after actions becomes a body after these actions. A variable that an explanation
//! leaves open may have any value.

use blanche_compiler::why::{
    Derivation, FailureReason, Kind, Line, Obstacle, Obstacles, Partial, ReasonId, Reasons,
};

/// The bodies that must hold if an explanation is true, and the bodies that must not hold.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    /// Bodies that must hold.
    pub holds: Vec<String>,
    /// Bodies that must not hold.
    pub fails: Vec<String>,
}

impl Claims {
    /// Adds every literal of a derivation.
    pub fn derivation(&mut self, derivation: &Derivation) {
        assert_eq!(derivation.reasons.left_out, None, "all of it was looked for");
        derivation.claims.iter().for_each(|claim| self.reason_after(&derivation.reasons, *claim, &[]));
    }

    /// Adds every literal of all partial solutions, which must hold, and the literals at which these solutions fail.
    pub fn obstacles(&mut self, obstacles: &Obstacles) {
        assert_eq!(obstacles.reasons.left_out, None, "all of it was looked for");
        let partials = obstacles.partials.iter();
        partials.for_each(|partial| self.partial_after(&obstacles.reasons, partial, &[]));
    }

    fn reason_after(&mut self, reasons: &Reasons, id: ReasonId, actions: &[String]) {
        let reason = &reasons[id];
        let mut inner = actions.to_vec();
        if reason.kind == Kind::After {
            inner.push(reason.said.clone());
        } else {
            self.holds.push(after(actions, &reason.said));
        }
        reason.because.iter().for_each(|below| self.reason_after(reasons, *below, &inner));
    }

    fn partial_after(&mut self, reasons: &Reasons, partial: &Partial, actions: &[String]) {
        assert!(partial.obstacles().next().is_some(), "something stops it: {partial:?}");
        for line in &partial.lines {
            match line {
                Line::Holds(reason) => self.reason_after(reasons, *reason, actions),
                Line::Fails(obstacle) => self.obstacle_after(reasons, obstacle, actions),
                Line::Unasked(_) => {}
            }
        }
    }

    fn obstacle_after(&mut self, reasons: &Reasons, obstacle: &Obstacle, actions: &[String]) {
        self.fails.push(after(actions, &obstacle.said));
        match &obstacle.failure {
            FailureReason::Given { instead, .. } => {
                let facts = instead.iter().flat_map(|instead| &instead.facts);
                self.holds.extend(facts.map(|fact| after(actions, &fact.to_string())));
            }
            FailureReason::Denied(denied) => {
                assert!(!denied.is_empty(), "{} is denied for a reason", obstacle.said);
                denied.iter().for_each(|reason| self.reason_after(reasons, *reason, actions));
            }
            FailureReason::Refused(refused) => {
                let partials = refused.iter().flat_map(|one| &one.partials);
                partials.for_each(|partial| self.partial_after(reasons, partial, actions));
            }
            FailureReason::Afterwards(partials) => {
                let (made, _) = obstacle.said.split_once(": (").expect("actions stand in front");
                let inner = [actions, &[made.to_owned()]].concat();
                partials.iter().for_each(|partial| self.partial_after(reasons, partial, &inner));
            }
            FailureReason::Different(..)
            | FailureReason::Unmade(_)
            | FailureReason::AlreadyExplained
            | FailureReason::Deeper => {}
        }
    }
}

fn after(actions: &[String], said: &str) -> String {
    let said = open(said);
    actions.iter().rev().fold(said, |said, after| format!("{after}: ({said})"))
}

/// The body with all its variables renamed to local ones.
fn open(said: &str) -> String {
    let (mut text, mut name) = (String::new(), String::new());
    let end = |name: &mut String| {
        let is_variable = name.starts_with(char::is_uppercase) && !name.contains('_');
        let ending = if is_variable { "_" } else { "" };
        format!("{}{ending}", std::mem::take(name))
    };
    for sign in said.chars() {
        if sign.is_alphanumeric() || sign == '_' || sign == '.' {
            name.push(sign);
        } else {
            text.push_str(&end(&mut name));
            text.push(sign);
        }
    }
    text.push_str(&end(&mut name));
    text
}
