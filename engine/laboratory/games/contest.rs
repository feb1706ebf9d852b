//! Agents against each other: openings, each from both sides, and what it came to.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use blanche_compiler::game::{Fault, MOST_PLIES, Move, Outcome, Past, Rules};
use blanche_compiler::random::Random;

use crate::agents::{Agent, AgentSpec, BadSpec, Choice, opening_by_chance};
use crate::laboratory::engine_match::MatchScore;
use crate::laboratory::engine_match::score::GameScore;
use crate::search::limits::SearchLimits;

/// A move that takes this much longer than it may is counted.
pub const TOLERANCE: Duration = Duration::from_millis(50);

/// What an agent may use for a move.
#[derive(Clone, Copy, Debug)]
pub enum Allowance {
    /// So much time and so many positions, where they are limited.
    Limited {
        /// The time.
        time: Option<Duration>,
        /// The positions.
        positions: Option<u64>,
    },
    /// As much time as the other has used more in this game so far.
    AsTheOther,
}

/// How games begin.
#[derive(Clone, Debug)]
pub enum Openings {
    /// With so many moves by chance; fewer where the game would be over.
    ByChance(usize),
    /// With these moves; a match ends with the last of them.
    Given(Vec<Vec<Move>>),
}

impl Openings {
    /// Whether this opening has fewer moves by chance than were wanted.
    pub fn are_cut(&self, opening: &[Move]) -> bool {
        matches!(self, Openings::ByChance(plies) if opening.len() < *plies)
    }
}

/// What is played.
#[derive(Clone, Debug)]
pub struct Terms {
    /// What each may use.
    pub allowances: [Allowance; 2],
    /// What each remembers, in bytes.
    pub memory: Option<u64>,
    /// How games begin.
    pub openings: Openings,
    /// So many games, two for each opening.
    pub games: u64,
    /// Openings and lots follow from it.
    pub seed: u64,
    /// The match ends soon after this is set; a game that was broken off counts for nobody.
    pub stop: Arc<AtomicBool>,
}

/// What an agent used.
#[derive(Clone, Debug, Default)]
pub struct Used {
    /// Its moves.
    pub moves: u64,
    /// The positions that it examined.
    pub positions: u64,
    /// The time of all its moves.
    pub time: Duration,
    /// The time of the slowest.
    pub slowest: Duration,
    /// How far it looked ahead, summed over its moves.
    pub depths: u64,
    /// Moves that took longer than they may, by more than [`TOLERANCE`].
    pub late: u64,
    /// A question that was given up at a limit.
    pub given_up: Option<Fault>,
}

impl Used {
    fn add(&mut self, choice: &Choice, allowed: Option<Duration>) {
        self.moves += 1;
        self.positions += choice.positions;
        self.time += choice.time;
        self.slowest = self.slowest.max(choice.time);
        self.depths += u64::from(choice.depth);
        self.late += u64::from(allowed.is_some_and(|allowed| choice.time > allowed + TOLERANCE));
        if self.given_up.is_none() {
            self.given_up.clone_from(&choice.given_up);
        }
    }
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct ContestGame {
    /// All moves, those of the opening included.
    pub moves: Vec<Move>,
    /// How it ended.
    pub outcome: Outcome,
    /// The second contestant was the first player.
    pub is_swapped: bool,
}

/// What a match came to.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The score of the first contestant.
    pub score: MatchScore,
    /// The games in the order in which they were played.
    pub games: Vec<ContestGame>,
    /// What the two used.
    pub used: [Used; 2],
    /// So many openings have fewer moves than were wanted, as the game would be over.
    pub shorter: u64,
}

/// Why no match comes about, or why it cannot go on.
#[derive(Clone, Debug)]
pub enum ContestError {
    /// An agent cannot play this game so.
    Agent(BadSpec),
    /// The game cannot go on.
    Fault(Fault),
}

impl From<Fault> for ContestError {
    fn from(fault: Fault) -> ContestError {
        ContestError::Fault(fault)
    }
}

impl From<BadSpec> for ContestError {
    fn from(bad: BadSpec) -> ContestError {
        ContestError::Agent(bad)
    }
}

/// Plays a match; `show` is told the number of the game and how many there are.
///
/// # Errors
/// Where an agent cannot play the game, or the game cannot go on.
pub fn contest(
    rules: &Rules,
    agents: [&AgentSpec; 2],
    terms: &Terms,
    show: &mut dyn FnMut(u64, u64),
) -> Result<Report, ContestError> {
    let (mut random, mut report) = (Random::new(terms.seed), Report::default());
    let pairs = match &terms.openings {
        Openings::ByChance(_) => terms.games.div_ceil(2),
        Openings::Given(lines) => terms.games.div_ceil(2).min(lines.len() as u64),
    };
    for pair in 0..pairs {
        let opening = match &terms.openings {
            Openings::ByChance(plies) => opening_by_chance(rules, *plies, &mut random)?,
            Openings::Given(lines) => lines[pair as usize].clone(),
        };
        report.shorter += u64::from(terms.openings.are_cut(&opening));
        let mut scores = Vec::with_capacity(2);
        for is_swapped in [false, true] {
            show(2 * pair + u64::from(is_swapped) + 1, 2 * pairs);
            let seed = random.bits();
            let agent = |at: usize| agents[at].agent(rules, seed.wrapping_add(at as u64), terms.memory);
            let players = [agent(0)?, agent(1)?];
            let Some(game) = play(rules, opening.clone(), players, is_swapped, terms, &mut report.used)?
            else {
                return Ok(report);
            };
            let first = rules.program().players[usize::from(is_swapped)];
            scores.push(match game.outcome {
                Outcome::Drawn => GameScore::Drawn,
                Outcome::Won(winner) if winner == first => GameScore::Won,
                Outcome::Won(_) => GameScore::Lost,
            });
            report.games.push(game);
        }
        report.score.add(scores);
    }
    Ok(report)
}

/// A game after an opening; nothing where somebody stopped it.
fn play(
    rules: &Rules,
    opening: Vec<Move>,
    mut agents: [Box<dyn Agent + '_>; 2],
    is_swapped: bool,
    terms: &Terms,
    used: &mut [Used; 2],
) -> Result<Option<ContestGame>, Fault> {
    let mut position = rules.start()?;
    let mut past = Past::new(rules, &position);
    opening.iter().try_for_each(|mv| rules.play_on(&mut position, *mv, &mut past))?;
    let (mut moves, mut clocks) = (opening, [Duration::ZERO; 2]);
    while (moves.len() as u32) < MOST_PLIES {
        if let Some(outcome) = rules.outcome(&mut position)? {
            return Ok(Some(ContestGame { moves, outcome, is_swapped }));
        }
        let at = rules.number(rules.to_move(&position)) ^ usize::from(is_swapped);
        let (time, positions) = match terms.allowances[at] {
            Allowance::Limited { time, positions } => (time, positions),
            Allowance::AsTheOther => (Some(clocks[1 - at].saturating_sub(clocks[at])), None),
        };
        let limits = SearchLimits {
            positions: positions.unwrap_or(u64::MAX),
            time,
            stop: Arc::clone(&terms.stop),
            ..SearchLimits::default()
        };
        let choice = agents[at].choose(&position, &past, limits)?;
        if terms.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        clocks[at] += choice.time;
        used[at].add(&choice, time);
        let Some(mv) = choice.mv else { return Ok(None) };
        rules.play_on(&mut position, mv, &mut past)?;
        moves.push(mv);
    }
    Err(Fault::Endless(MOST_PLIES))
}
