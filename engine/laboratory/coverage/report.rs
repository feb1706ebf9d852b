//! Counts, shares and groups.

use std::collections::{BTreeMap, HashMap};

use super::cases::Case;
use super::finding::{Cost, Finding, Found, Said, Situation};
use super::shape::Shape;
use crate::bases::asked::NEXT_MOVE;
use crate::board::Color;
use crate::laboratory::verify::contract::Breach;
use crate::laboratory::verify::distinct::Key;

/// What came of a corpus.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Positions with a side to move, as they were given.
    pub given: usize,
    /// Of those, games that were over.
    pub decided: usize,
    /// Of the others, distinct up to symmetry.
    pub distinct: usize,
    /// Of those, in this part of the work.
    pub part: usize,
    /// Of those, looked at before time was over.
    pub examined: usize,
    /// Left out: a four of the side to move that does not win.
    pub idle_fours: u64,
    /// Left out: the games of the bases differ.
    pub differing: u64,
    /// Left out: given up, by the level that was searched.
    pub undecided: BTreeMap<u32, u64>,
    /// The wins by situation and level, and behind them the positions not won.
    pub rows: Vec<Row>,
    /// The rules that were taken, of each base, by their places in it.
    pub rules: Vec<BTreeMap<usize, RuleCount>>,
    /// The wins that no rule of the first base names, most frequent first.
    pub missing: Vec<Group>,
    /// A property that the fast search wants and the game does not have: the plain search decided.
    pub breach: Option<Breach>,
}

/// The positions of one situation that are won within exactly so many moves, or not at all.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The situation.
    pub situation: Situation,
    /// The level; nothing for positions that are not won.
    pub level: Option<u32>,
    /// How many positions.
    pub positions: u64,
    /// How many wins that are distinct up to translation, symmetry and stones that did not matter.
    pub distinct: u64,
    /// What each base said.
    pub bases: Vec<Recall>,
}

/// How many positions of a row a base recognises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recall {
    /// The rule taken plays a winning first move.
    pub recognised: u64,
    /// Some rule names a winning first move by any of its solutions.
    pub named: u64,
    /// Of the distinct wins those that are recognised wherever they came.
    pub distinct: u64,
    /// A rule is taken and its play does not win within its level.
    pub failed: u64,
    /// A question exceeded the step limit.
    pub limit_exceeded: u64,
}

/// How often a rule was taken where it claims something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleCount {
    /// It was taken.
    pub taken: u64,
    /// Its play did not win within its level: a false claim.
    pub failed: u64,
    /// The first position where that is so, and the play.
    pub example: Option<String>,
}

/// Wins of one shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// One of those with the fewest stones: the first in the corpus.
    pub example: Shape,
    /// How many positions, by the colour that wins: black, white.
    pub positions: [u64; 2],
    /// In how many of them some winning first move makes a four.
    pub with_a_four: u64,
    /// The positions.
    pub names: Vec<String>,
}

impl Group {
    /// How many positions.
    pub fn count(&self) -> u64 {
        self.positions.iter().sum()
    }
}

/// The mean times of a row. They are no part of the report, which can be had again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeanCost {
    /// Microseconds until the search knew the level.
    pub search: f64,
    /// Microseconds of the node verdict of each base.
    pub verdicts: Vec<f64>,
}

/// Puts findings together, in the order of the cases.
pub(super) fn report(
    levels: &[u32],
    bases: usize,
    found: &[(&Case, Finding, Cost)],
) -> (Report, Vec<MeanCost>) {
    let mut report = Report { rules: vec![BTreeMap::new(); bases], ..Report::default() };
    for (_, finding, _) in found {
        match finding {
            Finding::IdleFour => report.idle_fours += 1,
            Finding::Differs => report.differing += 1,
            Finding::Undecided(level) => *report.undecided.entry(*level).or_default() += 1,
            Finding::Found(_) => {}
        }
    }
    let decided: Vec<(&Case, &Found, &Cost)> = found
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
            take_up(rules, case, found.situation, said);
        }
    }
    report.missing = groups(&decided);
    (report, costs)
}

fn row(situation: Situation, level: Option<u32>, bases: usize, found: &[(&Case, &Found, &Cost)]) -> Row {
    let mut recalls = vec![Recall::default(); bases];
    // Whether each base recognised the distinct wins so far.
    let mut classes: HashMap<(Color, Key), Vec<bool>> = HashMap::new();
    for (case, found, _) in found {
        for (recall, said) in recalls.iter_mut().zip(&found.said) {
            recall.recognised += u64::from(said.is_recognised);
            recall.named += u64::from(said.is_named);
            recall.failed += u64::from(said.does_win == Some(false));
            recall.limit_exceeded += u64::from(said.limit_exceeded);
        }
        let Some(class) = found.class else { continue };
        let always = classes.entry((case.color, class)).or_insert_with(|| vec![true; bases]);
        always.iter_mut().zip(&found.said).for_each(|(always, said)| *always &= said.is_recognised);
    }
    for (at, recall) in recalls.iter_mut().enumerate() {
        recall.distinct = classes.values().filter(|always| always[at]).count() as u64;
    }
    let (positions, distinct) = (found.len() as u64, classes.len() as u64);
    Row { situation, level, positions, distinct, bases: recalls }
}

fn mean(bases: usize, found: &[(&Case, &Found, &Cost)]) -> MeanCost {
    let mean = |time: &dyn Fn(&Cost) -> f64| {
        found.iter().map(|(_, _, cost)| time(cost)).sum::<f64>() / found.len().max(1) as f64
    };
    let verdicts = (0..bases).map(|at| mean(&|cost| cost.verdicts[at])).collect();
    MeanCost { search: mean(&|cost| cost.search.as_secs_f64() * 1e6), verdicts }
}

/// A rule claims something where it was taken in a free situation, and a rule of level 1 in any.
fn take_up(rules: &mut BTreeMap<usize, RuleCount>, case: &Case, situation: Situation, said: &Said) {
    let Some(taken) = said.taken else { return };
    if situation == Situation::Answering && taken.level > NEXT_MOVE {
        return;
    }
    let count = rules.entry(taken.rule).or_default();
    count.taken += 1;
    if said.does_win == Some(false) {
        count.failed += 1;
        count.example.get_or_insert_with(|| format!("{}, plays {}", case.name, taken.play));
    }
}

fn groups(found: &[(&Case, &Found, &Cost)]) -> Vec<Group> {
    let mut groups: BTreeMap<(u32, Key), Group> = BTreeMap::new();
    for (case, found, _) in found {
        let Some(shape) = &found.missed else { continue };
        let group = groups.entry(shape.key()).or_insert_with(|| Group {
            example: shape.clone(),
            positions: [0; 2],
            with_a_four: 0,
            names: Vec::new(),
        });
        group.positions[shape.color.index()] += 1;
        group.with_a_four += u64::from(found.begins_with_a_four);
        group.names.push(case.name.clone());
        if shape.stones() < group.example.stones() {
            group.example = shape.clone();
        }
    }
    let mut groups: Vec<((u32, Key), Group)> = groups.into_iter().collect();
    let order = |(key, group): &((u32, Key), Group)| {
        (std::cmp::Reverse(group.count()), key.0, group.example.stones(), key.1)
    };
    groups.sort_by_key(order);
    groups.into_iter().map(|(_, group)| group).collect()
}
