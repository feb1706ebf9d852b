//! Which questions answer something else than they did, and in which positions.
//!
//! ```text
//! since      what a text says they answered: marks show which positions differ, and how many answers there were
//! between    what another base answers: every answer is compared
//! ```

use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::expect::Bindings;
use blanche_compiler::runtime::Solutions;

use super::asked::{Asked, Unanswered};
use super::corpus::Corpus;
use super::marks::{Mark, Marks};
use super::tally::{Answers, Counts, Tally};

/// A question that answers something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    /// The rule, the score or the export.
    pub(crate) title: String,
    /// How often it answered; nothing where there was no such question.
    pub(crate) before: Option<Counts>,
    /// How often it answers now; nothing where there is no such question any more.
    pub(crate) now: Option<Counts>,
    /// Where that is; nothing where it cannot be known.
    pub(crate) places: Option<Places>,
    /// The variables by which answers were compared, where those of the two are not the same.
    pub(crate) compared_by: Option<Vec<String>>,
    /// What its answers are worth is known to be another number.
    pub(crate) other_weights: bool,
}

/// The positions in which something is answered that was not, or no longer is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Places {
    /// With an answer more.
    pub(crate) gained: Vec<Place>,
    /// With an answer less.
    pub(crate) lost: Vec<Place>,
    /// With as many answers, and other ones. Where every answer was compared they are among the others.
    pub(crate) others: Vec<Place>,
    /// Every so many-th position was looked at.
    pub(crate) step: usize,
}

/// A position with other answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Its number in the corpus.
    pub(crate) position: usize,
    /// How many answers there were, up to [`super::marks::MOST`] where a mark says it.
    pub(crate) before: usize,
    /// How many there are.
    pub(crate) now: usize,
    /// The answer that was gained or lost, where that is known.
    pub(crate) answer: Option<Bindings>,
}

impl Place {
    /// Nothing was answered before, or nothing is now: whatever there is differs.
    pub(crate) fn is_clear(&self) -> bool {
        self.before == 0 || self.now == 0
    }
}

impl Places {
    fn is_empty(&self) -> bool {
        self.gained.is_empty() && self.lost.is_empty() && self.others.is_empty()
    }
}

/// What these answers say otherwise than a text: questions in their order, then those that there are no more.
pub(crate) fn since(now: &Answers, said: &Answers) -> Vec<Change> {
    let is_same_corpus = now.corpus == said.corpus;
    let change = |title: &&str| {
        let [before, after] = [said, now].map(|answers| answers.tally(title));
        let places = is_same_corpus.then(|| places(before, after)).flatten();
        let [was, is] = [before, after].map(|tally| tally.and_then(|tally| tally.marks.as_ref()));
        let other_weights = was.zip(is).is_some_and(|(was, is)| was.worth != is.worth);
        let [before, now] = [before, after].map(|tally| tally.map(|tally| tally.counts));
        let title = (*title).to_owned();
        Change { title, before, now, places, compared_by: None, other_weights }
    };
    now.differences(said).iter().map(change).collect()
}

/// Where the marks of two tallies differ. A question that is new has none yet, and answers nothing before.
fn places(before: Option<&Tally>, now: Option<&Tally>) -> Option<Places> {
    let now = now?.marks.as_ref()?;
    let none = Marks::new(now.step, Vec::new());
    let before =
        before.map_or(Some(&none), |tally| tally.marks.as_ref()).filter(|marks| marks.step == now.step)?;
    let mut places = Places { step: now.step, ..Places::default() };
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
        kind.push(Place { position, before, now, answer: None });
    }
    Some(places)
}

/// What was compared of two.
pub(crate) struct Compared<P> {
    /// What has changed among the questions that were compared in all positions.
    pub(crate) changes: Vec<Change>,
    /// So many these are.
    pub(crate) questions: usize,
    /// That a question reached a limit, which ended it.
    pub(crate) ended: Result<(), Stopped<P>>,
}

/// What the one answers otherwise than the other, in the same positions: until a sign is set or a question reaches a limit, with
/// what was compared up to then. `turn` is told how much is done, from 0 to 1, and who is asked next.
pub(crate) fn between_until<W: Corpus>(
    now: &mut Asked<'_, W>,
    before: &mut Asked<'_, W>,
    stop: &AtomicBool,
    turn: impl Fn(f64, &str),
) -> Compared<W::Position> {
    let mut changes = Vec::new();
    let all = Comparison::all(now, before);
    let of = all.len();
    for (at, mut one) in all.into_iter().enumerate() {
        turn(at as f64 / of as f64, &one.title);
        for position in 0..now.positions() {
            if stop.load(Ordering::Relaxed) {
                return Compared { changes, questions: at, ended: Ok(()) };
            }
            if let Err(stopped) = one.ask(now, before, position) {
                return Compared { changes, questions: at, ended: Err(stopped) };
            }
        }
        changes.extend(one.change());
    }
    Compared { changes, questions: of, ended: Ok(()) }
}

/// Which of the two did not answer.
#[derive(Debug)]
pub(crate) enum Stopped<P> {
    /// The one that is asked now.
    Now(Unanswered<P>),
    /// The other.
    Before(Unanswered<P>),
}

/// The variables that both questions have, where they do not have the same.
fn by<W: Corpus>(
    now: &Asked<'_, W>,
    before: &Asked<'_, W>,
    question: usize,
    known: usize,
) -> Option<Vec<String>> {
    let names = |all: Vec<(String, String)>| all.into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    let (mine, others) = (names(now.variables(question)), names(before.variables(known)));
    (mine != others).then(|| mine.into_iter().filter(|name| others.contains(name)).collect())
}

/// A question and its namesake, asked in one position after the other.
pub(crate) struct Comparison {
    /// The rule, the score or the export.
    pub(crate) title: String,
    /// The question as it is now, if there still is one.
    question: Option<usize>,
    /// The question as it was before, if there was one.
    known: Option<usize>,
    /// The variables that count, where not all do.
    by: Option<Vec<String>>,
    /// The same numbers are the same values.
    by_numbers: bool,
    other_weights: bool,
    /// How much was answered before, and is now.
    counts: [Counts; 2],
    places: Places,
    rooms: [Solutions; 2],
}

impl Comparison {
    /// All questions in their order, then those that there are no more.
    pub(crate) fn all<W: Corpus>(now: &Asked<'_, W>, before: &Asked<'_, W>) -> Vec<Comparison> {
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
        now: &Asked<'_, W>,
        before: &Asked<'_, W>,
        title: String,
        (question, known): (Option<usize>, Option<usize>),
    ) -> Comparison {
        let both = question.zip(known);
        let is_same = |same: &dyn Fn(usize, usize) -> bool| both.is_some_and(|(is, was)| same(is, was));
        Comparison {
            title,
            question,
            known,
            by: both.and_then(|(is, was)| by(now, before, is, was)),
            by_numbers: is_same(&|is, was| now.variables(is) == before.variables(was)),
            other_weights: is_same(&|is, was| now.weights(is) != before.weights(was)),
            counts: [Counts::default(); 2],
            places: Places { step: 1, ..Places::default() },
            rooms: [Solutions::default(), Solutions::default()],
        }
    }

    /// Asks both in a position.
    ///
    /// # Errors
    /// When one of them reaches a limit.
    pub(crate) fn ask<W: Corpus>(
        &mut self,
        now: &mut Asked<'_, W>,
        before: &mut Asked<'_, W>,
        position: usize,
    ) -> Result<(), Stopped<W::Position>> {
        let [old, new] = &mut self.rooms;
        if let Some(question) = self.question {
            now.ask(question, position, new).map_err(Stopped::Now)?;
        }
        if let Some(known) = self.known {
            before.ask(known, position, old).map_err(Stopped::Before)?;
        }
        for (counts, room) in self.counts.iter_mut().zip(&self.rooms) {
            counts.positions += u64::from(!room.is_empty());
            counts.solutions += room.len() as u64;
        }
        let [old, new] = &self.rooms;
        if !(self.by_numbers && old.iter().eq(new.iter())) {
            self.compare(now, before, position);
        }
        Ok(())
    }

    fn compare<W: Corpus>(&mut self, now: &Asked<'_, W>, before: &Asked<'_, W>, position: usize) {
        let [old, new] = &self.rooms;
        let is_meant = |(name, _): &(String, String)| self.by.as_ref().is_none_or(|by| by.contains(name));
        let key = |bindings: &Bindings| {
            let mut key: Bindings = bindings.iter().filter(|one| is_meant(one)).cloned().collect();
            key.sort();
            key
        };
        let was: Vec<Bindings> = match self.known {
            Some(known) => old.iter().map(|answer| before.written(known, answer)).collect(),
            None => Vec::new(),
        };
        let is: Vec<Bindings> = match self.question {
            Some(question) => new.iter().map(|answer| now.written(question, answer)).collect(),
            None => Vec::new(),
        };
        let keys = |all: &[Bindings]| all.iter().map(key).collect::<std::collections::BTreeSet<_>>();
        let (old_keys, new_keys) = (keys(&was), keys(&is));
        let gained = is.iter().find(|answer| !old_keys.contains(&key(answer)));
        let lost = was.iter().find(|answer| !new_keys.contains(&key(answer)));
        let place = |answer: &Bindings| {
            let answer = Some(answer.clone());
            Place { position, before: old.len(), now: new.len(), answer }
        };
        let (gained, lost) = (gained.map(place), lost.map(place));
        self.places.gained.extend(gained);
        self.places.lost.extend(lost);
    }

    /// What is different, where anything is.
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
