//! Proofs as data: literals, each with the literals from which it follows.
//!
//! A derived literal is proved once per position and occurs once in [`Reasons`], even if many other literals follow
//! from it. So the size grows with the number of literals proved, not with the number of paths through the proof. A
//! reason is shown in full at its occurrence of least depth ([`super::outline`]), and other occurrences refer to it.

use std::ops::Index;

use crate::files::Span;
use crate::runtime::LimitReached;

/// The index of a reason in [`Reasons`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReasonId(pub u32);

/// A literal that holds, and the reasons for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The literal as text, with values in place of its variables.
    pub said: String,
    /// The kind of reason.
    pub kind: Kind,
    /// The reasons from which this literal follows, in source order.
    pub because: Vec<ReasonId>,
}

/// The kinds of reason why a literal holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A basic fact, which the host or a fact in the text states.
    Given,
    /// A negation whose body has no solution.
    Absent,
    /// The body of this clause holds. The strings are the doc comment of the predicate.
    Derived(Span, Vec<String>),
    /// The actions are possible, and the body holds after them.
    After,
    /// The literal holds, but its reason was not computed.
    Open,
}

/// A proof: reasons that refer to each other by index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reasons {
    all: Vec<Reason>,
    /// Why the proof is incomplete; `None` if it is complete.
    pub left_out: Option<LeftOut>,
}

/// Why a part of a proof was not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// The proof would be too deep or too large.
    Size,
    /// No clause proves a literal that was reported to hold.
    Unfounded,
    /// A limit was reached, or the caller aborted the search.
    Limit(LimitReached),
}

impl From<LimitReached> for LeftOut {
    fn from(limit: LimitReached) -> LeftOut {
        LeftOut::Limit(limit)
    }
}

/// The proof of several literals.
#[derive(Clone, Debug, PartialEq)]
pub struct Derivation {
    /// The literals to be proved, in source order.
    pub claims: Vec<ReasonId>,
    /// The proof.
    pub reasons: Reasons,
}

impl Index<ReasonId> for Reasons {
    type Output = Reason;

    fn index(&self, id: ReasonId) -> &Reason {
        &self.all[id.0 as usize]
    }
}

impl Reasons {
    /// The number of reasons.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are no reasons.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn push(&mut self, reason: Reason) -> ReasonId {
        self.all.push(reason);
        ReasonId(self.all.len() as u32 - 1)
    }

    pub(super) fn get_mut(&mut self, id: ReasonId) -> &mut Reason {
        &mut self.all[id.0 as usize]
    }

    /// Whether the literal is a basic fact or a synonym of a basic fact, such as `empty(h8)` for `color(h8, none)`.
    pub(super) fn is_given(&self, mut id: ReasonId) -> bool {
        // This recursion ends, because no literal is part of its own proof.
        loop {
            match (&self[id].kind, self[id].because.as_slice()) {
                (Kind::Given, _) => return true,
                (Kind::Derived(..), [one]) => id = *one,
                _ => return false,
            }
        }
    }
}

impl Derivation {
    /// The core of the proof of the first claim: the last single derived literal before the proof branches or reaches
    /// basic facts. For a forbidden field, the core is the overline, the fours or the threes that a stone there would
    /// make. Only derived literals qualify, because their names are the author's words.
    pub fn core(&self) -> &Reason {
        let mut core = self.claims[0];
        loop {
            let mut claims = Vec::new();
            match (self.below(core, &mut claims), claims.as_slice()) {
                (true, [one]) => core = *one,
                _ => return &self.reasons[core],
            }
        }
    }

    /// Collects the derived literals directly below this reason or, if it has actions, below the literal that holds
    /// after them. Returns whether there are no basic facts among them.
    fn below(&self, id: ReasonId, claims: &mut Vec<ReasonId>) -> bool {
        let because = &self.reasons[id].because;
        // The literal that holds after an action is the reason. The other literals only choose the action.
        if let Some(after) = because.iter().find(|id| self.reasons[**id].kind == Kind::After) {
            return self.below(*after, claims);
        }
        let mut alone = true;
        for id in because {
            match self.reasons[*id].kind {
                Kind::Absent | Kind::After => {}
                _ if self.reasons.is_given(*id) => alone = false,
                _ => claims.push(*id),
            }
        }
        alone
    }
}
