//! Decides where each reason of a proof is shown in full, which is the occurrence with the least depth. At its other
//! occurrences the reason is only named, or there is a reference to the full version if that says more.

use std::collections::{HashMap, HashSet, VecDeque};

use super::reasons::{Kind, ReasonId, Reasons};

/// A setting for synonyms of basic facts, such as `empty(h8)` for `color(h8, none)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Synonyms {
    /// Expand synonyms down to the basic fact.
    Followed,
    /// Never expand synonyms.
    Named,
    /// Expand synonyms only if the user asked about them.
    Asked,
}

/// An occurrence of a reason. It is given by its parent (`None` for one of the claims) and its index among the
/// siblings.
type OccurrenceIndex = (Option<ReasonId>, usize);

/// The place and form in which each reason is shown.
#[derive(Clone, Debug)]
pub struct Outline<'r> {
    reasons: &'r Reasons,
    words: Synonyms,
    homes: HashMap<ReasonId, OccurrenceIndex>,
    /// The reasons shown without their premises, because the line limit is reached.
    cut: HashSet<ReasonId>,
    /// The reasons that other occurrences refer to.
    referred: HashSet<ReasonId>,
}

/// The form in which a reason is shown at one of its occurrences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rendering {
    /// Show the reason in full, with its premises if it has any.
    Whole,
    /// Show the reason by name only, which is sufficient.
    Named,
    /// Show a reference to the occurrence that is shown in full.
    Elsewhere,
    /// Show the reason without its premises: they were not computed, or the line limit is reached.
    Cut,
}

impl<'r> Outline<'r> {
    /// Lays out the proof of these claims. `most` limits the number of lines, but the claims themselves and the
    /// literals that hold after actions are not counted. Reasons at smaller depth take precedence.
    pub fn new(
        reasons: &'r Reasons,
        claims: &[ReasonId],
        words: Synonyms,
        most: Option<usize>,
    ) -> Outline<'r> {
        let mut outline =
            Outline { reasons, words, homes: HashMap::new(), cut: HashSet::new(), referred: HashSet::new() };
        let (mut lines, mut is_full) = (claims.len(), false);
        let mut waiting: VecDeque<(OccurrenceIndex, ReasonId, bool)> =
            claims.iter().enumerate().map(|(at, id)| ((None, at), *id, words != Synonyms::Named)).collect();
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
            // An action is always shown with the literals that hold after it, because the action alone explains little.
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

    /// Whether a reason is shown by name only, unless the user asked about it.
    fn is_named(&self, id: ReasonId) -> bool {
        self.words != Synonyms::Followed && self.reasons.is_given(id)
    }

    /// How to show the reason `id`, which has index `at` among the children of `below`. If `below` is `None`, it has
    /// this index among the claims.
    pub fn rendering(&self, below: Option<ReasonId>, at: usize, id: ReasonId) -> Rendering {
        match self.homes.get(&id) {
            Some(home) if *home == (below, at) && self.cut.contains(&id) => Rendering::Cut,
            Some(home) if *home == (below, at) => Rendering::Whole,
            // The action alone explains little, so the literals that hold after it are shown too.
            None if matches!(self.reasons[id].kind, Kind::Open | Kind::After) => Rendering::Cut,
            None if self.reasons[id].because.is_empty() => Rendering::Whole,
            _ if self.is_named(id) && !self.is_opened(below) => Rendering::Named,
            _ => Rendering::Elsewhere,
        }
    }

    /// Whether the children of this reason (or the claims, for `None`) are expanded even if they are synonyms.
    fn is_opened(&self, below: Option<ReasonId>) -> bool {
        self.words == Synonyms::Asked && below.is_none_or(|below| self.reasons.is_given(below))
    }

    /// Whether some occurrence refers to this reason.
    pub fn is_referred(&self, id: ReasonId) -> bool {
        self.referred.contains(&id)
    }
}
