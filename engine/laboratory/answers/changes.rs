//! Finds the queries whose answers have changed, and the positions in which they differ.
//!
//! ```text
//! since      compares with a file, whose marks show which positions differ and how many answers there were
//! between    compares every answer with another base
//! ```

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::expect::Bindings;
use blanche_compiler::runtime::{Solutions, Value};
use blanche_sorted::{Arrange, SortedSet};

use super::answer_record::{Answers, Counts, QueryRecord};
use super::corpus::Corpus;
use super::marks::{Mark, Marks};
use super::queries::{Queries, Unanswered};

/// A query whose answers have changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The title of the rule, score or export.
    pub title: String,
    /// Numbers of positions and answers before, or `None` if the query is new.
    pub before: Option<Counts>,
    /// Numbers of positions and answers now, or `None` if the query no longer exists.
    pub now: Option<Counts>,
    /// The positions in which the answers differ, or `None` if these positions cannot be determined.
    pub places: Option<ChangedPositions>,
    /// The variables by which answers were compared, if the two queries have different variables.
    pub compared_by: Option<Vec<String>>,
    /// Whether the weights of the answers are known to have changed.
    pub other_weights: bool,
}

/// The positions in which answers were gained or lost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangedPositions {
    /// Positions with additional answers.
    pub gained: Vec<ChangedPosition>,
    /// Positions with fewer answers.
    pub lost: Vec<ChangedPosition>,
    /// Positions with the same number of answers but different answers. Empty if every answer was compared, because
    /// such positions are then in `gained` and `lost`.
    pub others: Vec<ChangedPosition>,
    /// Interval between examined positions. It is 1 if all positions were examined.
    pub step: usize,
}

/// A position in which the answers differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedPosition {
    /// Index of the position in the corpus.
    pub position: usize,
    /// Number of answers before. If it comes from a mark, it is at most [`super::marks::MAX_COUNT`].
    pub before: usize,
    /// Number of answers now.
    pub now: usize,
    /// The answer that was gained or lost, if known.
    pub answer: Option<Bindings>,
}

impl ChangedPosition {
    /// Whether there was no answer before or there is none now, so that all answers differ.
    pub fn is_clear(&self) -> bool {
        self.before == 0 || self.now == 0
    }
}

impl ChangedPositions {
    fn is_empty(&self) -> bool {
        self.gained.is_empty() && self.lost.is_empty() && self.others.is_empty()
    }
}

/// The queries of `now` whose answers differ from those in the record `said`, in the order of the base. The queries
/// that no longer exist come last.
pub fn changes_since(now: &Answers, said: &Answers) -> Vec<Change> {
    let is_same_corpus = now.corpus == said.corpus;
    let change = |title: &&str| {
        let [before, after] = [said, now].map(|answers| answers.record(title));
        let places = is_same_corpus.then(|| changed_positions(before, after)).flatten();
        let [was, is] = [before, after].map(|record| record.and_then(|record| record.marks.as_ref()));
        let other_weights = was.zip(is).is_some_and(|(was, is)| was.worth != is.worth);
        let [before, now] = [before, after].map(|record| record.map(|record| record.counts));
        let title = (*title).to_owned();
        Change { title, before, now, places, compared_by: None, other_weights }
    };
    now.differences(said).iter().map(change).collect()
}

/// Compares the marks of two records. A new query has no marks in the earlier record.
fn changed_positions(before: Option<&QueryRecord>, now: Option<&QueryRecord>) -> Option<ChangedPositions> {
    let now = now?.marks.as_ref()?;
    let none = Marks::new(now.step, Vec::new());
    let before =
        before.map_or(Some(&none), |record| record.marks.as_ref()).filter(|marks| marks.step == now.step)?;
    let mut places = ChangedPositions { step: now.step, ..ChangedPositions::default() };
    let (mut old, mut new) = (before.all.iter().peekable(), now.all.iter().peekable());
    while old.peek().is_some() || new.peek().is_some() {
        let at = |mark: Option<&&Mark>| mark.map_or(usize::MAX, |mark| mark.position);
        let position = at(old.peek()).min(at(new.peek()));
        let [was, is] = [&mut old, &mut new].map(|marks| marks.next_if(|mark| mark.position == position));
        if was == is {
            continue;
        }
        let [before, now] = [was, is].map(|mark| mark.map_or(0, |mark| usize::from(mark.answers)));
        let kind = match before.cmp(&now) {
            std::cmp::Ordering::Less => &mut places.gained,
            std::cmp::Ordering::Greater => &mut places.lost,
            std::cmp::Ordering::Equal => &mut places.others,
        };
        kind.push(ChangedPosition { position, before, now, answer: None });
    }
    Some(places)
}

/// The result of comparing two bases.
pub struct Comparisons<P> {
    /// The changes among the queries that were compared in all positions.
    pub changes: Vec<Change>,
    /// Number of queries that were compared in all positions.
    pub questions: usize,
    /// The error, if a query reached a limit and ended the comparison.
    pub ended: Result<(), UnansweredBy<P>>,
}

/// Compares the answers of two bases in the same positions, until `stop` is set or a query reaches a limit. Returns the
/// comparisons that were made. `turn` receives the progress, from 0 to 1, and the title of the next query.
pub fn compare_bases<W: Corpus>(
    now: &mut Queries<'_, W>,
    before: &mut Queries<'_, W>,
    stop: &AtomicBool,
    turn: impl Fn(f64, &str),
) -> Comparisons<W::Position> {
    let mut changes = Vec::new();
    let all = Comparison::all(now, before);
    let of = all.len();
    for (at, mut one) in all.into_iter().enumerate() {
        turn(at as f64 / of as f64, &one.title);
        for position in 0..now.positions() {
            if stop.load(Ordering::Relaxed) {
                return Comparisons { changes, questions: at, ended: Ok(()) };
            }
            if let Err(stopped) = one.ask(now, before, position, stop) {
                return Comparisons { changes, questions: at, ended: Err(stopped) };
            }
        }
        if stop.load(Ordering::Relaxed) {
            return Comparisons { changes, questions: at, ended: Ok(()) };
        }
        changes.extend(one.change());
    }
    Comparisons { changes, questions: of, ended: Ok(()) }
}

/// Which of the two compared bases failed to answer.
#[derive(Debug)]
pub enum UnansweredBy<P> {
    /// The base as it is now.
    Now(Unanswered<P>),
    /// The base as it was before.
    Before(Unanswered<P>),
}

/// The first answer that was gained in a position, and the first one that was lost.
type GainedAndLost<'a> = (Option<&'a [Value]>, Option<&'a [Value]>);

/// The first answer of `these` that is not among `others`.
fn first_missing<'s>(these: &'s Solutions, others: &Solutions) -> Option<&'s [Value]> {
    let known: HashSet<&[Value]> = others.iter().collect();
    these.iter().find(|answer| !known.contains(answer))
}

/// The variables that both queries have, or `None` if all their variables are the same.
fn shared_variables<W: Corpus>(
    now: &Queries<'_, W>,
    before: &Queries<'_, W>,
    question: usize,
    known: usize,
) -> Option<Vec<String>> {
    let names = |all: Vec<(String, String)>| all.into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    let (mine, others) = (names(now.variables(question)), names(before.variables(known)));
    (mine != others).then(|| mine.into_iter().filter(|name| others.contains(name)).collect())
}

/// A query and the query with the same title in the other base, compared position by position.
pub(crate) struct Comparison {
    /// The title of the rule, score or export.
    pub(crate) title: String,
    /// Index of the query as it is now, if it still exists.
    question: Option<usize>,
    /// Index of the query as it was before, if it existed.
    known: Option<usize>,
    /// The variables to compare, or `None` to compare all variables.
    by: Option<Vec<String>>,
    /// Whether both queries use the same numbers for the same values, so that answers can be compared without
    /// writing them out.
    by_numbers: bool,
    other_weights: bool,
    /// Number of answers before and now.
    counts: [Counts; 2],
    places: ChangedPositions,
    rooms: [Solutions; 2],
}

impl Comparison {
    /// Creates a comparison for each query of `now` in order, and then for each query that no longer exists.
    pub(crate) fn all<W: Corpus>(now: &Queries<'_, W>, before: &Queries<'_, W>) -> Vec<Comparison> {
        let titles: Vec<String> = (0..before.questions()).map(|question| before.title(question)).collect();
        let mut all: Vec<Comparison> = (0..now.questions())
            .map(|question| {
                let title = now.title(question);
                let known = titles.iter().position(|one| *one == title);
                Comparison::new(now, before, title, (Some(question), known))
            })
            .collect();
        for (question, title) in titles.into_iter().enumerate() {
            if all.iter().all(|one| one.title != title) {
                all.push(Comparison::new(now, before, title, (None, Some(question))));
            }
        }
        all
    }

    fn new<W: Corpus>(
        now: &Queries<'_, W>,
        before: &Queries<'_, W>,
        title: String,
        (question, known): (Option<usize>, Option<usize>),
    ) -> Comparison {
        let both = question.zip(known);
        let is_same = |same: &dyn Fn(usize, usize) -> bool| both.is_some_and(|(is, was)| same(is, was));
        Comparison {
            title,
            question,
            known,
            by: both.and_then(|(is, was)| shared_variables(now, before, is, was)),
            by_numbers: is_same(&|is, was| now.variables(is) == before.variables(was)),
            other_weights: is_same(&|is, was| now.weights(is) != before.weights(was)),
            counts: [Counts::default(); 2],
            places: ChangedPositions { step: 1, ..ChangedPositions::default() },
            rooms: [Solutions::default(), Solutions::default()],
        }
    }

    /// Evaluates both queries in a position. If `stop` is set meanwhile, the comparison is incomplete.
    ///
    /// # Errors
    /// Fails if one of the queries reaches a limit.
    pub(crate) fn ask<W: Corpus>(
        &mut self,
        now: &mut Queries<'_, W>,
        before: &mut Queries<'_, W>,
        position: usize,
        stop: &AtomicBool,
    ) -> Result<(), UnansweredBy<W::Position>> {
        let [old, new] = &mut self.rooms;
        if let Some(question) = self.question {
            now.ask(question, position, new).map_err(UnansweredBy::Now)?;
        }
        if let Some(known) = self.known {
            before.ask(known, position, old).map_err(UnansweredBy::Before)?;
        }
        for (counts, room) in self.counts.iter_mut().zip(&self.rooms) {
            counts.positions += u64::from(!room.is_empty());
            counts.solutions += room.len() as u64;
        }
        let [old, new] = &self.rooms;
        if !(self.by_numbers && old.iter().eq(new.iter())) {
            self.compare(now, before, position, stop);
        }
        Ok(())
    }

    /// Records the first answer that was gained in a position and the first one that was lost. Records nothing if `stop`
    /// is set meanwhile.
    fn compare<W: Corpus>(
        &mut self,
        now: &Queries<'_, W>,
        before: &Queries<'_, W>,
        position: usize,
        stop: &AtomicBool,
    ) {
        let [old, new] = &self.rooms;
        let (gained, lost) = if self.by_numbers {
            (first_missing(new, old), first_missing(old, new))
        } else if old.is_empty() || new.is_empty() {
            (new.iter().next(), old.iter().next())
        } else {
            let Some(difference) = self.difference_by_text(now, before, stop) else { return };
            difference
        };
        let gained = self.question.zip(gained).map(|(question, answer)| now.written(question, answer));
        let lost = self.known.zip(lost).map(|(known, answer)| before.written(known, answer));
        let place =
            |answer| ChangedPosition { position, before: old.len(), now: new.len(), answer: Some(answer) };
        let (gained, lost) = (gained.map(place), lost.map(place));
        self.places.gained.extend(gained);
        self.places.lost.extend(lost);
    }

    /// The first answer that was gained and the first one that was lost, compared as text. There may be millions of
    /// answers, so `stop` aborts the comparison.
    fn difference_by_text<W: Corpus>(
        &self,
        now: &Queries<'_, W>,
        before: &Queries<'_, W>,
        stop: &AtomicBool,
    ) -> Option<GainedAndLost<'_>> {
        let ([old, new], question, known) = (&self.rooms, self.question?, self.known?);
        let is_meant = |(name, _): &(String, String)| self.by.as_ref().is_none_or(|by| by.contains(name));
        let key = |bindings: Bindings| {
            let mut key: Bindings = bindings.into_iter().filter(is_meant).collect();
            key.arrange();
            key
        };
        let goes_on = |_: &&[Value]| !stop.load(Ordering::Relaxed);
        let was = |answer: &[Value]| key(before.written(known, answer));
        let is = |answer: &[Value]| key(now.written(question, answer));
        let old_keys: SortedSet<Bindings> = old.iter().take_while(goes_on).map(was).collect();
        let new_keys: SortedSet<Bindings> = new.iter().take_while(goes_on).map(is).collect();
        let gained = new.iter().take_while(goes_on).find(|answer| !old_keys.contains(&is(answer)));
        let lost = old.iter().take_while(goes_on).find(|answer| !new_keys.contains(&was(answer)));
        (!stop.load(Ordering::Relaxed)).then_some((gained, lost))
    }

    /// Returns the differences, if any.
    pub(crate) fn change(self) -> Option<Change> {
        let Comparison { title, question, known, by: compared_by, other_weights, counts, places, .. } = self;
        let is_in_both = question.is_some() && known.is_some();
        if is_in_both && places.is_empty() && !other_weights {
            return None;
        }
        let (before, now) = (known.map(|_| counts[0]), question.map(|_| counts[1]));
        Some(Change { title, before, now, places: Some(places), compared_by, other_weights })
    }
}
