//! Coverage of games defined by rule files. An exhaustive search decides all reachable positions, or positions of
//! random games.
//!
//! ```text
//! within n      by exhaustive search, the player to move wins within n moves and not within a smaller level
//!               of those requested
//! free          the suppositions of claims of level n hold; elsewhere no rule of that level may make claims
//! recognised    the rule that a player would use plays a move that wins within n, and its level is at most n;
//!               it is the first of the lowest level that makes a claim, with its first answer
//! named         some rule of a level up to n plays such a move in one of its answers
//! ```

use std::collections::HashSet;

use blanche_compiler::game::{Fault, Move};
use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::Position;
use blanche_compiler::timing;
use blanche_sorted::SortedSet;

use super::case_result::{BaseResult, Case, CaseResult, ChosenRule, Cost, DecidedCase, MissedWin, Situation};
use super::coverage_world::{
    CaseOf, CaseResultOf, Cases, CasesOf, CoverageWorld, CoveredBase, Settings, Source,
};
use crate::answers::Corpus as _;
use crate::position_sources::{Reachable, ReachedPosition, StopCheck, random_game_positions};
use crate::running::RunError;
use crate::verify::text::claims::{Claim, claiming, claims};
use crate::verify::text::run::MAX_EXHAUSTIVE_POSITIONS;
use noire_engine::bases::Question;
use noire_engine::proof_check::exhaustive_text::{SearchError, TextSearch};
use noire_engine::world::{Text, World as _, WorldExt as _};

/// Default number of positions of random games.
const DEFAULT_POSITIONS: u64 = 1000;

/// Number of consecutive games without a new position after which no more games are played.
const MAX_GAMES_WITHOUT_NEW_POSITIONS: usize = 1000;

/// Examines positions of games defined by rule files.
pub struct Examiner<'w> {
    bases: Vec<(&'w Text, Vec<RuleId>)>,
    levels: Vec<u32>,
    nodes: u64,
    keeps_missing: bool,
}

impl CoverageWorld for Text {
    type Examiner<'w> = Examiner<'w>;

    const DEFAULT_LEVELS: &'static [u32] = &[1, 3, 5];
    const DEFAULT_NODES: u64 = 100_000;
    const BATCH: usize = 16;
    const ANSWERING_SITUATION: &'static str = "where what claims suppose does not hold";
    const HAS_FOURS: bool = false;

    /// If no positions are given and no random ones are requested, uses all reachable positions, provided that there
    /// are few.
    fn cases(&self, source: Source<Text>, is_late: StopCheck<'_>) -> Result<CasesOf<Text>, RunError> {
        let rules = self.rules();
        let (mut cases, mut sources, mut given, mut reachable) = (Vec::new(), Vec::new(), 0, None);
        if !source.given.is_empty() {
            for (name, mut reached) in source.given {
                if is_late() {
                    break;
                }
                given += 1;
                if rules.end(&mut reached.position)?.is_none() {
                    cases.push(case(self, name, reached));
                }
            }
            sources.push(source.called);
        } else if source.random.is_none()
            && let Some(all) = Reachable::from(rules, &rules.start()?, MAX_EXHAUSTIVE_POSITIONS, is_late)?
        {
            cases.extend((0..all.len()).map(|number| case_of_game(self, all.get(number))));
            given = all.all;
            reachable = Some(all.all);
            sources.push("every position that can be reached".to_owned());
        }
        if source.random.is_some() || cases.is_empty() && given == 0 {
            let games =
                drawn(self, source.seed, source.random.unwrap_or(DEFAULT_POSITIONS) as usize, is_late)?;
            given += games.len();
            let noun = if games.len() == 1 { "position" } else { "positions" };
            sources.push(format!("{} {noun} of random games of seed {}", games.len(), source.seed));
            cases.extend(games.into_iter().map(|reached| case_of_game(self, reached)));
        }
        let decided = given - cases.len();
        let mut known = HashSet::<Box<[u64]>>::new();
        cases.retain(|case| known.insert(case.position.words().into()));
        Ok(Cases { source: sources.join(" and "), distinct: cases, given, decided, reachable })
    }

    fn examiner<'w>(
        bases: &'w [CoveredBase<'w, Text>],
        settings: &Settings,
    ) -> Result<(Examiner<'w>, Option<String>), RunError> {
        let bases = bases.iter().map(|CoveredBase { world, without }| {
            let without: Vec<RuleId> =
                without.iter().map(|rule| world.ids().get(Question::Rule(*rule))).collect();
            let asked = claiming(world.rules()).into_iter().filter(|rule| !without.contains(rule));
            (*world, asked.collect())
        });
        let examiner = Examiner {
            bases: bases.collect(),
            levels: settings.levels.clone(),
            nodes: settings.nodes,
            keeps_missing: settings.missing,
        };
        Ok((examiner, None))
    }

    fn examine(
        examiner: &Examiner<'_>,
        cases: &[&CaseOf<Text>],
        is_late: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<CaseResultOf<Text>>, RunError> {
        let rules = examiner.bases.iter().map(|(world, _)| world.rules());
        let mut provers: Vec<TextSearch<'_>> =
            rules.map(|rules| TextSearch::new(rules, examiner.nodes, is_late)).collect();
        let mut found = Vec::with_capacity(cases.len());
        for case in cases {
            let mut cost = Cost::default();
            match examiner.case_result(case, &mut provers, &mut cost) {
                Ok(finding) => found.push((finding, cost)),
                Err(SearchError::GivenUp) => found.push((CaseResult::Undecided(examiner.most()), cost)),
                Err(SearchError::Stopped | SearchError::Fault(Fault::Stopped)) => break,
                Err(SearchError::Fault(fault)) => return Err(fault.into()),
            }
            if is_late() {
                break;
            }
        }
        Ok(found)
    }
}

fn case(
    world: &Text,
    name: String,
    ReachedPosition { moves, position }: ReachedPosition<Text>,
) -> CaseOf<Text> {
    let rules = world.rules();
    Case { name, player: rules.number(rules.to_move(&position)), position, moves }
}

/// A reachable position, named by the moves that lead to it.
fn case_of_game(world: &Text, reached: ReachedPosition<Text>) -> CaseOf<Text> {
    let name = match reached.moves.as_deref() {
        Some([]) | None => "the start".to_owned(),
        Some(moves) => format!("after {}", world.moves_text(moves)),
    };
    case(world, name, reached)
}

/// Collects up to `most` distinct positions from random games.
fn drawn(
    world: &Text,
    seed: u64,
    most: usize,
    is_late: StopCheck<'_>,
) -> Result<Vec<ReachedPosition<Text>>, Fault> {
    let (rules, mut number, mut in_vain) = (world.rules(), 0, 0);
    let start = rules.start()?;
    let (mut positions, mut known) = (Vec::new(), HashSet::<Box<[u64]>>::new());
    while positions.len() < most && in_vain < MAX_GAMES_WITHOUT_NEW_POSITIONS && !is_late() {
        let game = match random_game_positions(rules, &start, (seed, number), is_late) {
            Err(Fault::Limit { .. } | Fault::Stopped) => Vec::new(),
            game => game?,
        };
        number += 1;
        let before = positions.len();
        positions.extend(game.into_iter().filter(|reached| known.insert(reached.position.words().into())));
        in_vain = if positions.len() == before { in_vain + 1 } else { 0 };
    }
    positions.truncate(most);
    Ok(positions)
}
/// The number of moves within which a position is won, and the winning first moves.
type Won = (u32, Vec<Move>);

/// The claims of the rules of a base in a position, ordered by level and then as in the source.
type Claimed = Vec<(RuleId, Vec<Claim>)>;

impl Examiner<'_> {
    /// Maximum number of moves for which wins are searched.
    fn most(&self) -> u32 {
        self.levels.last().copied().unwrap_or_default()
    }

    fn case_result(
        &self,
        case: &CaseOf<Text>,
        provers: &mut [TextSearch<'_>],
        cost: &mut Cost,
    ) -> Result<CaseResult<Position, Move>, SearchError> {
        let own = self.bases[0].0;
        let (mut position, mut moves) = (case.position.clone(), Vec::new());
        own.rules().moves(&mut position, &mut moves)?;
        let (won, time) = timing::once(|| provers[0].shortest_win(&mut position, &moves, &self.levels));
        let won = won?;
        cost.search = time;
        let mut base_results = Vec::with_capacity(self.bases.len());
        for (at, (world, asked)) in self.bases.iter().enumerate() {
            let there = match at {
                0 => Some((position.clone(), won.clone())),
                _ => self.in_another(world, &position, &mut provers[at], won.as_ref())?,
            };
            let Some((mut there, won)) = there else { return Ok(CaseResult::Differs) };
            let (claimed, time) = timing::once(|| claimed(world, asked, &mut there));
            cost.verdicts.push(time.as_secs_f64() * 1e6);
            base_results.push(base_result(world, &claimed?, &mut there, &mut provers[at], won.as_ref())?);
        }
        let level = won.as_ref().map(|(level, _)| *level);
        let supposed = own.rules().judgement().supposes(&mut position, level.unwrap_or(self.most()))?;
        let situation = if supposed { Situation::Free } else { Situation::Answering };
        let is_missed = self.keeps_missing && supposed && !base_results[0].is_named;
        let missed = won.filter(|_| is_missed).map(|(level, plays)| MissedWin {
            position: case.position.clone(),
            moves: case.moves.clone(),
            player: case.player,
            level,
            plays,
            key: None,
            size: (case.moves.as_ref().map_or(usize::MAX, Vec::len), 0),
        });
        Ok(CaseResult::Decided(Box::new(DecidedCase {
            situation,
            level,
            class: None,
            begins_with_a_four: false,
            base_results,
            missed,
        })))
    }

    /// The position in the game of another base, with its wins there. `None` if the positions or the wins differ.
    fn in_another(
        &self,
        world: &Text,
        position: &Position,
        prover: &mut TextSearch<'_>,
        won: Option<&Won>,
    ) -> Result<Option<(Position, Option<Won>)>, SearchError> {
        let own = self.bases[0].0;
        let Some(mut there) = own.in_another(position, world) else { return Ok(None) };
        if world.rules().end(&mut there)?.is_some() {
            return Ok(None);
        }
        let mut moves = Vec::new();
        world.rules().moves(&mut there, &mut moves)?;
        let other = prover.shortest_win(&mut there, &moves, &self.levels)?;
        let words = |world: &Text, (level, plays): &Won| {
            let plays: SortedSet<String> = plays.iter().map(|mv| world.moves_text(&[*mv])).collect();
            (*level, plays)
        };
        let is_alike = won.map(|won| words(own, won)) == other.as_ref().map(|won| words(world, won));
        Ok(is_alike.then_some((there, other)))
    }
}

/// Computes the result for a base from its claims in a position with this win.
fn base_result(
    world: &Text,
    claimed: &Claimed,
    position: &mut Position,
    prover: &mut TextSearch<'_>,
    won: Option<&Won>,
) -> Result<BaseResult<Move>, SearchError> {
    let mut result = BaseResult::nothing();
    let level_of = |rule: RuleId| world.program().rule(rule).level;
    let wins = |rule: RuleId, play: Move| {
        won.is_some_and(|(level, plays)| level_of(rule) <= *level && plays.contains(&play))
    };
    if let Some((rule, claims)) = claimed.first() {
        let (play, level) = (claims[0].play, level_of(*rule));
        let player = world.rules().to_move(position);
        result.does_win = Some(prover.wins_by(position, player, play, level)?);
        result.chosen_rule = place(world, *rule).map(|rule| ChosenRule { rule, level, play });
        result.is_claim = true;
        result.is_recognised = wins(*rule, play);
    }
    result.is_named = claimed.iter().any(|(rule, claims)| claims.iter().any(|claim| wins(*rule, claim.play)));
    Ok(result)
}

/// The claims of rules in a position.
fn claimed(world: &Text, asked: &[RuleId], position: &mut Position) -> Result<Claimed, Fault> {
    let mut moves = Vec::new();
    world.rules().moves(position, &mut moves)?;
    let mut all = Vec::new();
    for rule in asked {
        let claims = claims(world.rules(), *rule, position, &moves)?.all;
        if !claims.is_empty() {
            all.push((*rule, claims));
        }
    }
    Ok(all)
}

/// The index of a rule in its base.
fn place(world: &Text, rule: RuleId) -> Option<usize> {
    match world.ids().question(rule)? {
        Question::Rule(at) => Some(at),
        _ => None,
    }
}
