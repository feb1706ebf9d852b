//! Which questions answer something else than they did, and in which positions.
//!
//! ```text
//! since      what a text says they answered: marks show which positions differ, and how many answers there were
//! between    what another base answers: every answer is compared
//! ```

use blanche_compiler::expect::Bindings;
use blanche_compiler::runtime::Solutions;

use super::asked::Asked;
use super::marks::{Mark, Marks};
use super::tally::{Answers, Counts, Tally};

/// A question that answers something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The rule, the score or the export.
    pub title: String,
    /// How often it answered; nothing where there was no such question.
    pub before: Option<Counts>,
    /// How often it answers now; nothing where there is no such question any more.
    pub now: Option<Counts>,
    /// Where that is; nothing where it cannot be known.
    pub places: Option<Places>,
    /// The variables by which answers were compared, where those of the two are not the same.
    pub compared_by: Option<Vec<String>>,
    /// What its answers are worth is known to be another number.
    pub other_weights: bool,
}

/// The positions in which something is answered that was not, or no longer is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// With an answer more.
    pub gained: Vec<Place>,
    /// With an answer less.
    pub lost: Vec<Place>,
    /// With as many answers, and other ones. Where every answer was compared they are among the others.
    pub others: Vec<Place>,
    /// Every so many-th position was looked at.
    pub step: usize,
}

/// A position with other answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its number in the corpus.
    pub position: usize,
    /// How many answers there were, up to [`super::marks::MOST`] where a mark says it.
    pub before: usize,
    /// How many there are.
    pub now: usize,
    /// The answer that was gained or lost, where that is known.
    pub answer: Option<Bindings>,
}

impl Place {
    /// Nothing was answered before, or nothing is now: whatever there is differs.
    pub fn is_clear(&self) -> bool {
        self.before == 0 || self.now == 0
    }
}

impl Places {
    fn is_empty(&self) -> bool {
        self.gained.is_empty() && self.lost.is_empty() && self.others.is_empty()
    }
}

/// What these answers say otherwise than a text: questions in their order, then those that there are no more.
pub fn since(now: &Answers, said: &Answers) -> Vec<Change> {
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

/// What the one answers otherwise than the other, in the same positions. `turn` is told how much is done, from 0 to 1, and
/// who is asked next.
///
/// # Errors
/// When a question reaches a limit.
pub fn between<A: Asked, B: Asked>(
    now: &mut A,
    before: &mut B,
    turn: impl Fn(f64, &str),
) -> Result<Vec<Change>, Stopped<A::Fault, B::Fault>> {
    let titles: Vec<String> = (0..before.questions()).map(|question| before.title(question)).collect();
    let mut changes = Vec::new();
    for question in 0..now.questions() {
        let title = now.title(question);
        turn(question as f64 / now.questions() as f64, &title);
        let known = titles.iter().position(|one| *one == title);
        let mut compared = Compared::new(now, before, question, known);
        let (counts, places) = compared.run()?;
        let compared_by = known.and_then(|known| by(now, before, question, known));
        let other_weights = known.is_some_and(|known| now.weights(question) != before.weights(known));
        if !places.is_empty() || other_weights || known.is_none() {
            let (places, now) = (Some(places), Some(counts[1]));
            let before = known.map(|_| counts[0]);
            changes.push(Change { title, before, now, places, compared_by, other_weights });
        }
    }
    for (question, title) in titles.into_iter().enumerate() {
        if (0..now.questions()).all(|one| now.title(one) != title) {
            changes.push(gone(before, question, title).map_err(Stopped::Before)?);
        }
    }
    Ok(changes)
}

/// A question that there is no more.
fn gone<A: Asked>(before: &mut A, question: usize, title: String) -> Result<Change, A::Fault> {
    let mut room = Solutions::default();
    let mut places = Places { step: 1, ..Places::default() };
    let mut counts = Counts::default();
    for position in 0..before.positions() {
        before.ask(question, position, &mut room)?;
        if let Some(first) = room.iter().next() {
            let answer = Some(before.written(question, first));
            places.lost.push(Place { position, before: room.len(), now: 0, answer });
            counts.positions += 1;
            counts.solutions += room.len() as u64;
        }
    }
    let (places, before) = (Some(places), Some(counts));
    Ok(Change { title, before, now: None, places, compared_by: None, other_weights: false })
}

/// Which of the two did not answer.
#[derive(Debug)]
pub enum Stopped<A, B> {
    /// The one that is asked now.
    Now(A),
    /// The other.
    Before(B),
}

/// The variables that both questions have, where they do not have the same.
fn by(now: &impl Asked, before: &impl Asked, question: usize, known: usize) -> Option<Vec<String>> {
    let names = |all: Vec<(String, String)>| all.into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    let (mine, others) = (names(now.variables(question)), names(before.variables(known)));
    (mine != others).then(|| mine.into_iter().filter(|name| others.contains(name)).collect())
}

/// How much was answered and is, and where something else.
type Found = ([Counts; 2], Places);

/// A question and its namesake, asked in all positions.
struct Compared<'c, A, B> {
    now: &'c mut A,
    before: &'c mut B,
    question: usize,
    known: Option<usize>,
    /// The variables that count, where not all do.
    by: Option<Vec<String>>,
    /// The same numbers are the same values.
    by_numbers: bool,
}

impl<'c, A: Asked, B: Asked> Compared<'c, A, B> {
    fn new(now: &'c mut A, before: &'c mut B, question: usize, known: Option<usize>) -> Compared<'c, A, B> {
        let by = known.and_then(|known| by(now, before, question, known));
        let by_numbers = known.is_some_and(|known| now.variables(question) == before.variables(known));
        Compared { now, before, question, known, by, by_numbers }
    }

    /// Asks both everywhere.
    fn run(&mut self) -> Result<Found, Stopped<A::Fault, B::Fault>> {
        let mut rooms = [Solutions::default(), Solutions::default()];
        let mut counts = [Counts::default(); 2];
        let mut places = Places { step: 1, ..Places::default() };
        for position in 0..self.now.positions() {
            let [old, new] = &mut rooms;
            self.now.ask(self.question, position, new).map_err(Stopped::Now)?;
            match self.known {
                Some(known) => self.before.ask(known, position, old).map_err(Stopped::Before)?,
                None => old.clear(0),
            }
            for (counts, room) in counts.iter_mut().zip(&rooms) {
                counts.positions += u64::from(!room.is_empty());
                counts.solutions += room.len() as u64;
            }
            let [old, new] = &rooms;
            if !(self.by_numbers && old.iter().eq(new.iter())) {
                self.compare(position, old, new, &mut places);
            }
        }
        Ok((counts, places))
    }

    fn compare(&self, position: usize, old: &Solutions, new: &Solutions, places: &mut Places) {
        let is_meant = |(name, _): &(String, String)| self.by.as_ref().is_none_or(|by| by.contains(name));
        let meant = |all: Bindings| -> Bindings { all.into_iter().filter(is_meant).collect() };
        let key = |bindings: &Bindings| {
            let mut key = meant(bindings.clone());
            key.sort();
            key
        };
        let was: Vec<Bindings> = match self.known {
            Some(known) => old.iter().map(|answer| self.before.written(known, answer)).collect(),
            None => Vec::new(),
        };
        let is: Vec<Bindings> = new.iter().map(|answer| self.now.written(self.question, answer)).collect();
        let keys = |all: &[Bindings]| all.iter().map(key).collect::<std::collections::BTreeSet<_>>();
        let (old_keys, new_keys) = (keys(&was), keys(&is));
        let gained = is.iter().find(|answer| !old_keys.contains(&key(answer)));
        let lost = was.iter().find(|answer| !new_keys.contains(&key(answer)));
        for (found, kind) in [(gained, &mut places.gained), (lost, &mut places.lost)] {
            if let Some(answer) = found {
                let answer = Some(answer.clone());
                kind.push(Place { position, before: old.len(), now: new.len(), answer });
            }
        }
    }
}
