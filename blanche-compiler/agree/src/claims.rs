//! What an explanation says, as bodies that somebody else can judge: those that should hold and those that should not.
//!
//! What is said behind actions is said of the position that they lead to, so it stands behind them here, too. A variable
//! that an explanation leaves open stands for any value.

use blanche_compiler::why::{
    Derivation, FailureReason, Kind, Line, Obstacle, Obstacles, Partial, ReasonId, Reasons,
};

/// Bodies that should hold, and bodies that should not.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    /// Those that should hold.
    pub holds: Vec<String>,
    /// Those that should not.
    pub fails: Vec<String>,
}

impl Claims {
    /// Takes up every literal of a derivation.
    pub fn derivation(&mut self, derivation: &Derivation) {
        assert_eq!(derivation.reasons.left_out, None, "all of it was looked for");
        derivation.claims.iter().for_each(|claim| self.reason_after(&derivation.reasons, *claim, &[]));
    }

    /// Takes up every literal of all partial solutions, with what stopped them.
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
            | FailureReason::Told
            | FailureReason::Deeper => {}
        }
    }
}

fn after(actions: &[String], said: &str) -> String {
    let said = open(said);
    actions.iter().rev().fold(said, |said, after| format!("{after}: ({said})"))
}

/// The body with every variable local.
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
