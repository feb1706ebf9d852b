//! Where each reason is told with what it follows from: where it stands least deep. Everywhere else it is only named, and
//! referred to where it says more.

use std::collections::{HashMap, HashSet, VecDeque};

use super::reasons::{Kind, ReasonId, Reasons};

/// How far what is another word for something given is followed, such as `empty(h8)` for `color(h8, none)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherWords {
    /// Down to what is given.
    Followed,
    /// Not at all.
    Named,
    /// Down to what is given where it was asked about itself.
    Asked,
}

/// A place at which a reason stands: below another one, or as one of those that were asked about; and as which of them.
type Place = (Option<ReasonId>, usize);

/// Where each reason is told.
#[derive(Clone, Debug)]
pub struct Outline<'r> {
    reasons: &'r Reasons,
    words: OtherWords,
    homes: HashMap<ReasonId, Place>,
    /// Those that are told without what they follow from, because there is too much to tell.
    cut: HashSet<ReasonId>,
    /// Those that are referred to.
    referred: HashSet<ReasonId>,
}

/// How a reason is told at one of the places at which it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// With what it follows from, if it follows from anything.
    Whole,
    /// By its name, which says enough.
    Named,
    /// As something that is told at another place.
    Elsewhere,
    /// Without what it follows from: that was not looked for, or there is too much to tell.
    Cut,
}

impl<'r> Outline<'r> {
    /// Of what these claims follow from. Where there is a limit it takes so many lines at most, but for the claims
    /// themselves and what holds after actions; what stands least deep comes first.
    pub fn new(
        reasons: &'r Reasons,
        claims: &[ReasonId],
        words: OtherWords,
        most: Option<usize>,
    ) -> Outline<'r> {
        let mut outline =
            Outline { reasons, words, homes: HashMap::new(), cut: HashSet::new(), referred: HashSet::new() };
        let (mut lines, mut is_full) = (claims.len(), false);
        let mut waiting: VecDeque<(Place, ReasonId, bool)> =
            claims.iter().enumerate().map(|(at, id)| ((None, at), *id, words != OtherWords::Named)).collect();
        while let Some((place, id, opened)) = waiting.pop_front() {
            let reason = &reasons[id];
            let is_named = !opened && outline.is_named(id);
            if reason.because.is_empty() || is_named {
                continue;
            }
            if outline.homes.contains_key(&id) {
                outline.referred.insert(id);
                continue;
            }
            outline.homes.insert(id, place);
            is_full |= most.is_some_and(|most| lines + reason.because.len() > most);
            // That something can be done says nothing without what holds then.
            if is_full && reason.kind != Kind::After {
                outline.cut.insert(id);
                continue;
            }
            lines += reason.because.len();
            let opened = opened && outline.is_named(id);
            waiting.extend(reason.because.iter().enumerate().map(|(at, one)| ((Some(id), at), *one, opened)));
        }
        outline
    }

    /// Whether it is told by its name where nobody asked about it.
    fn is_named(&self, id: ReasonId) -> bool {
        self.words != OtherWords::Followed && self.reasons.is_given(id)
    }

    /// How a reason is told below this one, or as one of the claims, at this place among them.
    pub fn told(&self, below: Option<ReasonId>, at: usize, id: ReasonId) -> Told {
        match self.homes.get(&id) {
            Some(home) if *home == (below, at) && self.cut.contains(&id) => Told::Cut,
            Some(home) if *home == (below, at) => Told::Whole,
            // What can be done is no reason without what holds then.
            None if matches!(self.reasons[id].kind, Kind::Open | Kind::After) => Told::Cut,
            None if self.reasons[id].because.is_empty() => Told::Whole,
            _ if self.is_named(id) && !self.is_opened(below) => Told::Named,
            _ => Told::Elsewhere,
        }
    }

    /// Whether what stands below this one, which is told in full, or is one of the claims, is followed in any case.
    fn is_opened(&self, below: Option<ReasonId>) -> bool {
        self.words == OtherWords::Asked && below.is_none_or(|below| self.reasons.is_given(below))
    }

    /// Whether it is told as something that is told elsewhere at any place.
    pub fn is_referred(&self, id: ReasonId) -> bool {
        self.referred.contains(&id)
    }
}
