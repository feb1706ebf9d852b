//! The report of a coverage run: counts, shares and groups.

use std::collections::HashMap;

use blanche_sorted::{Arrange, SortedMap};

use super::case_result::{BaseResult, Case, CaseResult, Cost, DecidedCase, MissedWin, Situation};
use crate::verify::stones::match_keys::Key;

/// The results of examining a corpus.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<P, M> {
    /// A description of the source of the positions.
    pub source: String,
    /// Number of given positions with a side to move.
    pub given: usize,
    /// Number of given positions in which the game is over.
    pub decided: usize,
    /// Number of undecided positions, after removal of symmetric duplicates.
    pub distinct: usize,
    /// Number of reachable positions, if all of them were examined.
    pub reachable: Option<usize>,
    /// Number of distinct positions in this part of the work.
    pub part: usize,
    /// Number of positions of this part that were examined before the time limit.
    pub examined: usize,
    /// Number of positions excluded because the side to move has a four that does not win.
    pub idle_fours: u64,
    /// Number of positions excluded because the games of the bases differ in them.
    pub differing: u64,
    /// Number of positions excluded because the search was stopped at a limit, by the level that was being searched.
    pub undecided: SortedMap<u32, u64>,
    /// The wins by situation and level. The positions that are not won come last in each situation.
    pub rows: Vec<Row>,
    /// For each base, the rules that were used, by index.
    pub rules: Vec<SortedMap<usize, RuleCount<M>>>,
    /// The missed wins of the first base, most frequent first. In a missed win, no rule plays a winning first move.
    pub missing: Vec<Group<P, M>>,
    /// A property that the fast search needs and the game lacks. The plain search was used if there is one.
    pub breach: Option<String>,
}

/// The positions in one situation whose shortest win takes the same number of moves, or the positions that are not won.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub situation: Situation,
    /// The level, or `None` for positions that are not won.
    pub level: Option<u32>,
    /// Number of positions.
    pub positions: u64,
    /// Number of wins that are distinct up to translation, symmetry and irrelevant stones.
    pub distinct: u64,
    /// The results of each base.
    pub bases: Vec<Recall>,
}

/// How many positions of a row a base recognises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recall {
    /// Number of positions in which the rule that is used plays a winning first move.
    pub recognised: u64,
    /// Number of positions in which some rule plays a winning first move in any of its solutions.
    pub named: u64,
    /// Number of distinct wins that are recognised in all positions where they occur.
    pub distinct: u64,
    /// Number of positions in which the rule that is used plays a move that does not win within the level of the rule.
    pub failed: u64,
    /// Number of positions in which a query exceeded the step limit.
    pub limit_exceeded: u64,
}

/// How often a rule is used, in positions where it makes a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleCount<M> {
    /// Number of positions in which the rule was used.
    pub chosen: u64,
    /// Number of positions in which the rule made a false claim: its move did not win within the level of the rule.
    pub failed: u64,
    /// The first position with a false claim, and the move.
    pub example: Option<(String, M)>,
}

/// Missed wins of the same shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Group<P, M> {
    /// The example with the fewest stones, and of these the first in the corpus.
    pub example: MissedWin<P, M>,
    /// Number of positions, by index of the winning player.
    pub positions: Vec<u64>,
    /// Number of positions in which some winning first move makes a four.
    pub with_a_four: u64,
    /// The names of the positions.
    pub names: Vec<String>,
}

impl<P, M> Group<P, M> {
    /// Total number of positions.
    pub fn count(&self) -> u64 {
        self.positions.iter().sum()
    }
}

/// Mean times for the positions of a row. They are separate from the report, because the report is the same in each
/// run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeanCost {
    /// Time until the search had found the level of the win, in microseconds.
    pub search: f64,
    /// Time of the query that a search makes at each node, for each base, in microseconds.
    pub verdicts: Vec<f64>,
}

/// A decided position and its cost.
type Decided<'f, P, M> = (&'f Case<P, M>, &'f DecidedCase<P, M>, &'f Cost);

/// The positions that count as one distinct win.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Class {
    /// All positions with this key.
    One(Key),
    /// A single position, by its index.
    Alone(usize),
}

impl<P, M> Report<P, M> {
    /// An empty report for this number of bases.
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
            undecided: SortedMap::new(),
            rows: Vec::new(),
            rules: (0..bases).map(|_| SortedMap::new()).collect(),
            missing: Vec::new(),
            breach: None,
        }
    }
}

/// An examined case with its result and cost.
pub(super) type Examined<'c, P, M> = (&'c Case<P, M>, CaseResult<P, M>, Cost);

/// Builds the report from the results in the order of the cases.
pub(super) fn report<P: Clone, M: Copy>(
    levels: &[u32],
    bases: usize,
    found: &[Examined<'_, P, M>],
) -> (Report<P, M>, Vec<MeanCost>) {
    let mut report = Report::of(bases);
    for (_, finding, _) in found {
        match finding {
            CaseResult::IdleFour => report.idle_fours += 1,
            CaseResult::Differs => report.differing += 1,
            CaseResult::Undecided(level) => *report.undecided.entry(*level).or_default() += 1,
            CaseResult::Decided(_) => {}
        }
    }
    let decided: Vec<Decided<'_, P, M>> = found
        .iter()
        .filter_map(|(case, finding, cost)| match finding {
            CaseResult::Decided(found) => Some((*case, &**found, cost)),
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
        for (rules, result) in report.rules.iter_mut().zip(&found.base_results) {
            add_base_result(rules, case, result);
        }
    }
    report.missing = groups(&decided);
    (report, costs)
}

fn row<P, M>(situation: Situation, level: Option<u32>, bases: usize, found: &[Decided<'_, P, M>]) -> Row {
    let mut recalls = vec![Recall::default(); bases];
    // For each distinct win so far, whether each base recognised it in all positions.
    let mut classes: HashMap<(usize, Class), Vec<bool>> = HashMap::new();
    for (at, (case, found, _)) in found.iter().enumerate() {
        for (recall, result) in recalls.iter_mut().zip(&found.base_results) {
            recall.recognised += u64::from(result.is_recognised);
            recall.named += u64::from(result.is_named);
            recall.failed += u64::from(result.does_win == Some(false));
            recall.limit_exceeded += u64::from(result.limit_exceeded);
        }
        if found.level.is_none() {
            continue;
        }
        let class = found.class.map_or(Class::Alone(at), Class::One);
        let always = classes.entry((case.player, class)).or_insert_with(|| vec![true; bases]);
        always
            .iter_mut()
            .zip(&found.base_results)
            .for_each(|(always, result)| *always &= result.is_recognised);
    }
    for (at, recall) in recalls.iter_mut().enumerate() {
        recall.distinct = classes.values().filter(|always| always[at]).count() as u64;
    }
    let (positions, distinct) = (found.len() as u64, classes.len() as u64);
    Row { situation, level, positions, distinct, bases: recalls }
}

fn mean<P, M>(bases: usize, found: &[Decided<'_, P, M>]) -> MeanCost {
    let mean = |time: &dyn Fn(&Cost) -> f64| {
        // The method `sum` is not used, because the sum of an empty iterator is -0.0.
        found.iter().map(|(_, _, cost)| time(cost)).fold(0.0, |sum, time| sum + time)
            / found.len().max(1) as f64
    };
    let verdicts = (0..bases).map(|at| mean(&|cost| cost.verdicts[at])).collect();
    MeanCost { search: mean(&|cost| cost.search.as_secs_f64() * 1e6), verdicts }
}

/// Counts the use of a rule, if the rule makes a claim in this position.
fn add_base_result<P, M: Copy>(
    rules: &mut SortedMap<usize, RuleCount<M>>,
    case: &Case<P, M>,
    result: &BaseResult<M>,
) {
    let Some(chosen_rule) = result.chosen_rule.filter(|_| result.is_claim) else { return };
    let count = rules.entry(chosen_rule.rule).or_insert(RuleCount { chosen: 0, failed: 0, example: None });
    count.chosen += 1;
    if result.does_win == Some(false) {
        count.failed += 1;
        count.example.get_or_insert_with(|| (case.name.clone(), chosen_rule.play));
    }
}

fn groups<P: Clone, M: Copy>(found: &[Decided<'_, P, M>]) -> Vec<Group<P, M>> {
    let mut groups: SortedMap<(u32, Class), Group<P, M>> = SortedMap::new();
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
    groups
        .arrange_by_key(|(key, group)| (std::cmp::Reverse(group.count()), key.0, group.example.size, key.1));
    groups.into_iter().map(|(_, group)| group).collect()
}
