//! Counts, shares and groups.

use std::collections::{BTreeMap, HashMap};

use super::finding::{Case, Cost, Finding, Found, Missed, Said, Situation};
use crate::laboratory::verify::stones::distinct::Key;

/// What came of a corpus.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Report<P, M> {
    /// Where the positions come from, in words.
    pub(crate) source: String,
    /// Positions with a side to move, as they were given.
    pub(crate) given: usize,
    /// Of those, games that were over.
    pub(crate) decided: usize,
    /// Of the others, distinct up to symmetry.
    pub(crate) distinct: usize,
    /// How many positions can be reached, where all of them were looked at.
    pub(crate) reachable: Option<usize>,
    /// Of the distinct ones, in this part of the work.
    pub(crate) part: usize,
    /// Of those, looked at before time was over.
    pub(crate) examined: usize,
    /// Left out: a four of the side to move that does not win.
    pub(crate) idle_fours: u64,
    /// Left out: the games of the bases differ.
    pub(crate) differing: u64,
    /// Left out: given up, by the level that was searched.
    pub(crate) undecided: BTreeMap<u32, u64>,
    /// The wins by situation and level, and behind them the positions not won.
    pub(crate) rows: Vec<Row>,
    /// The rules that were taken, of each base, by their places in it.
    pub(crate) rules: Vec<BTreeMap<usize, RuleCount<M>>>,
    /// The wins that no rule of the first base names, most frequent first.
    pub(crate) missing: Vec<Group<P, M>>,
    /// A property that the fast search wants and the game does not have, in words: the plain search decided.
    pub(crate) breach: Option<String>,
}

/// The positions of one situation that are won within exactly so many moves, or not at all.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    /// The situation.
    pub(crate) situation: Situation,
    /// The level; nothing for positions that are not won.
    pub(crate) level: Option<u32>,
    /// How many positions.
    pub(crate) positions: u64,
    /// How many wins that are distinct up to translation, symmetry and stones that did not matter.
    pub(crate) distinct: u64,
    /// What each base said.
    pub(crate) bases: Vec<Recall>,
}

/// How many positions of a row a base recognises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Recall {
    /// The rule taken plays a winning first move.
    pub(crate) recognised: u64,
    /// Some rule names a winning first move by any of its solutions.
    pub(crate) named: u64,
    /// Of the distinct wins those that are recognised wherever they came.
    pub(crate) distinct: u64,
    /// A rule is taken and its play does not win within its level.
    pub(crate) failed: u64,
    /// A question exceeded the step limit.
    pub(crate) limit_exceeded: u64,
}

/// How often a rule was taken where it claims something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuleCount<M> {
    /// It was taken.
    pub(crate) taken: u64,
    /// Its play did not win within its level: a false claim.
    pub(crate) failed: u64,
    /// The first position where that is so, and the play.
    pub(crate) example: Option<(String, M)>,
}

/// Wins of one shape.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Group<P, M> {
    /// One of those with the fewest stones: the first in the corpus.
    pub(crate) example: Missed<P, M>,
    /// How many positions, by the number of the player who wins.
    pub(crate) positions: Vec<u64>,
    /// In how many of them some winning first move makes a four.
    pub(crate) with_a_four: u64,
    /// The positions.
    pub(crate) names: Vec<String>,
}

impl<P, M> Group<P, M> {
    /// How many positions.
    pub(crate) fn count(&self) -> u64 {
        self.positions.iter().sum()
    }
}

/// The mean times of a row. They are no part of the report, which can be had again.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MeanCost {
    /// Microseconds until the search knew the level.
    pub(crate) search: f64,
    /// Microseconds of the node verdict of each base.
    pub(crate) verdicts: Vec<f64>,
}

/// A position that was decided, and what that took.
type Decided<'f, P, M> = (&'f Case<P, M>, &'f Found<P, M>, &'f Cost);

/// What is one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Class {
    /// All with this key.
    One(Key),
    /// This position alone, by its number.
    Alone(usize),
}

impl<P, M> Report<P, M> {
    /// Of so many bases; nothing was looked at.
    fn of(bases: usize) -> Report<P, M> {
        Report {
            source: String::new(),
            given: 0,
            decided: 0,
            distinct: 0,
            reachable: None,
            part: 0,
            examined: 0,
            idle_fours: 0,
            differing: 0,
            undecided: BTreeMap::new(),
            rows: Vec::new(),
            rules: (0..bases).map(|_| BTreeMap::new()).collect(),
            missing: Vec::new(),
            breach: None,
        }
    }
}

/// What came of a case, and what it took.
pub(super) type Examined<'c, P, M> = (&'c Case<P, M>, Finding<P, M>, Cost);

/// Puts findings together, in the order of the cases.
pub(super) fn report<P: Clone, M: Copy>(
    levels: &[u32],
    bases: usize,
    found: &[Examined<'_, P, M>],
) -> (Report<P, M>, Vec<MeanCost>) {
    let mut report = Report::of(bases);
    for (_, finding, _) in found {
        match finding {
            Finding::IdleFour => report.idle_fours += 1,
            Finding::Differs => report.differing += 1,
            Finding::Undecided(level) => *report.undecided.entry(*level).or_default() += 1,
            Finding::Found(_) => {}
        }
    }
    let decided: Vec<Decided<'_, P, M>> = found
        .iter()
        .filter_map(|(case, finding, cost)| match finding {
            Finding::Found(found) => Some((*case, &**found, cost)),
            _ => None,
        })
        .collect();
    let mut costs = Vec::new();
    for situation in [Situation::Free, Situation::Answering] {
        for level in levels.iter().copied().map(Some).chain([None]) {
            let of_row =
                decided.iter().filter(|(_, found, _)| (found.situation, found.level) == (situation, level));
            let of_row: Vec<_> = of_row.copied().collect();
            report.rows.push(row(situation, level, bases, &of_row));
            costs.push(mean(bases, &of_row));
        }
    }
    for (case, found, _) in &decided {
        for (rules, said) in report.rules.iter_mut().zip(&found.said) {
            take_up(rules, case, said);
        }
    }
    report.missing = groups(&decided);
    (report, costs)
}

fn row<P, M>(situation: Situation, level: Option<u32>, bases: usize, found: &[Decided<'_, P, M>]) -> Row {
    let mut recalls = vec![Recall::default(); bases];
    // Whether each base recognised the distinct wins so far.
    let mut classes: HashMap<(usize, Class), Vec<bool>> = HashMap::new();
    for (at, (case, found, _)) in found.iter().enumerate() {
        for (recall, said) in recalls.iter_mut().zip(&found.said) {
            recall.recognised += u64::from(said.is_recognised);
            recall.named += u64::from(said.is_named);
            recall.failed += u64::from(said.does_win == Some(false));
            recall.limit_exceeded += u64::from(said.limit_exceeded);
        }
        if found.level.is_none() {
            continue;
        }
        let class = found.class.map_or(Class::Alone(at), Class::One);
        let always = classes.entry((case.player, class)).or_insert_with(|| vec![true; bases]);
        always.iter_mut().zip(&found.said).for_each(|(always, said)| *always &= said.is_recognised);
    }
    for (at, recall) in recalls.iter_mut().enumerate() {
        recall.distinct = classes.values().filter(|always| always[at]).count() as u64;
    }
    let (positions, distinct) = (found.len() as u64, classes.len() as u64);
    Row { situation, level, positions, distinct, bases: recalls }
}

fn mean<P, M>(bases: usize, found: &[Decided<'_, P, M>]) -> MeanCost {
    let mean = |time: &dyn Fn(&Cost) -> f64| {
        // An empty sum is -0.
        found.iter().map(|(_, _, cost)| time(cost)).fold(0.0, |sum, time| sum + time)
            / found.len().max(1) as f64
    };
    let verdicts = (0..bases).map(|at| mean(&|cost| cost.verdicts[at])).collect();
    MeanCost { search: mean(&|cost| cost.search.as_secs_f64() * 1e6), verdicts }
}

/// Counts a rule that was taken where it claims something.
fn take_up<P, M: Copy>(rules: &mut BTreeMap<usize, RuleCount<M>>, case: &Case<P, M>, said: &Said<M>) {
    let Some(taken) = said.taken.filter(|_| said.is_claim) else { return };
    let count = rules.entry(taken.rule).or_insert(RuleCount { taken: 0, failed: 0, example: None });
    count.taken += 1;
    if said.does_win == Some(false) {
        count.failed += 1;
        count.example.get_or_insert_with(|| (case.name.clone(), taken.play));
    }
}

fn groups<P: Clone, M: Copy>(found: &[Decided<'_, P, M>]) -> Vec<Group<P, M>> {
    let mut groups: BTreeMap<(u32, Class), Group<P, M>> = BTreeMap::new();
    for (at, (case, found, _)) in found.iter().enumerate() {
        let Some(missed) = &found.missed else { continue };
        let class = missed.key.map_or(Class::Alone(at), Class::One);
        let group = groups.entry((missed.level, class)).or_insert_with(|| Group {
            example: missed.clone(),
            positions: Vec::new(),
            with_a_four: 0,
            names: Vec::new(),
        });
        let players = group.positions.len().max(missed.player + 1);
        group.positions.resize(players, 0);
        group.positions[missed.player] += 1;
        group.with_a_four += u64::from(found.begins_with_a_four);
        group.names.push(case.name.clone());
        if missed.size < group.example.size {
            group.example = missed.clone();
        }
    }
    let mut groups: Vec<((u32, Class), Group<P, M>)> = groups.into_iter().collect();
    groups.sort_by_key(|(key, group)| (std::cmp::Reverse(group.count()), key.0, group.example.size, key.1));
    groups.into_iter().map(|(_, group)| group).collect()
}
