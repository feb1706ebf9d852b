//! Why something holds, as data: literals, and what each of them follows from.
//!
//! A literal of a derivation that holds is proved once in each position and stands once among the [`Reasons`], however
//! many others follow from it: their number grows with what is proved, not with the number of ways through it. Each is
//! told where it stands least deep ([`super::outline`]); everywhere else it is referred to.

use std::ops::Index;

use crate::files::Span;
use crate::runtime::LimitReached;

/// Which of the reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReasonId(pub u32);

/// A literal that holds, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The literal, with values in place of its variables.
    pub said: String,
    /// What kind of reason there is.
    pub kind: Kind,
    /// What it follows from, in the order of the text.
    pub because: Vec<ReasonId>,
}

/// What kind of reason there is for a literal.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// The host answers so, or a fact states it.
    Given,
    /// Nothing makes the body hold that is denied.
    Absent,
    /// The body of this clause holds; with the doc comment of its predicate.
    Derived(Span, Vec<String>),
    /// The actions can be made, and the body holds then.
    After,
    /// It holds; why, was not looked for.
    Open,
}

/// Reasons, each of which may speak of others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reasons {
    all: Vec<Reason>,
    /// Why not everything was looked for.
    pub left_out: Option<LeftOut>,
}

/// Why the reasons of something were not looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// It stands too deep, or there are too many.
    Size,
    /// Something that was said to hold follows from no clause.
    Unfounded,
    /// Work or memory were used up, or somebody has it stopped.
    Limit(LimitReached),
}

impl From<LimitReached> for LeftOut {
    fn from(limit: LimitReached) -> LeftOut {
        LeftOut::Limit(limit)
    }
}

/// Why some literals hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Derivation {
    /// The literals that were asked about, in the order of the text.
    pub claims: Vec<ReasonId>,
    /// What they follow from.
    pub reasons: Reasons,
}

impl Index<ReasonId> for Reasons {
    type Output = Reason;

    fn index(&self, id: ReasonId) -> &Reason {
        &self.all[id.0 as usize]
    }
}

impl Reasons {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
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

    /// Whether it is another word for something that is given, such as `empty(h8)` for `color(h8, none)`.
    pub(super) fn is_given(&self, mut id: ReasonId) -> bool {
        // No derivation speaks of itself, so this comes to an end.
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
    /// The last thing that is said before the reason of the first claim falls into several, or down to what is given: of a
    /// field that is forbidden, which row, fours or threes it would make. Only what is derived says something in the
    /// author's words.
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

    /// Collects the derived literals directly below this one, or below its actions. Says whether nothing is given
    /// beside them.
    fn below(&self, id: ReasonId, claims: &mut Vec<ReasonId>) -> bool {
        let because = &self.reasons[id].because;
        // What holds after a stone is the reason; the rest has chosen the stone.
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
