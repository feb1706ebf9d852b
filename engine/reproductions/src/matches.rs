//! Matches that documents speak of: programs as they were described, against each other and against ours.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::game::{Move, Rules};

use noire::agents::{AgentSpec, BadSpec};
use noire::laboratory::games::contest::{Allowance, ContestError, Openings, Report, Terms, contest};
use noire::lists;

const MATCHES: &str = include_str!("../data/matches.tsv");
const BALLOTS: &str = include_str!("../../data/ballots.tsv");

/// A match.
#[derive(Clone, Debug)]
pub struct Row {
    /// The experiment.
    pub experiment: String,
    /// The game.
    pub game: String,
    /// The two agents. The first takes the time that it needs.
    pub agents: [String; 2],
    /// The games begin with lines of a list, or with so many moves by chance.
    openings: String,
    /// So many games are played.
    pub games: u64,
    /// The second gets at most the time that the first has used more.
    pub has_time_of_first: bool,
    /// What the document says of it.
    pub document: String,
}

/// All matches, in their order.
pub fn rows() -> Vec<Row> {
    let row = |columns: [&str; 8]| {
        let [experiment, game, first, second, openings, games, time, document] = columns.map(str::to_owned);
        let (games, has_time_of_first) = (games.parse().ok()?, time == "as-first");
        Some(Row { experiment, game, agents: [first, second], openings, games, has_time_of_first, document })
    };
    lists::rows(MATCHES).filter_map(row).collect()
}

/// Plays a match, of so many games at most; `show` is told which game is at hand, and of how many.
///
/// # Errors
/// Where an agent does not play the game, or the game cannot go on.
pub fn play(
    rules: &Rules,
    row: &Row,
    (seed, most): (u64, u64),
    stop: &Arc<AtomicBool>,
    show: &mut dyn FnMut(u64, u64),
) -> Result<Report, ContestError> {
    let [first, second] = [0, 1].map(|at| row.agents[at].parse::<AgentSpec>());
    let (first, second) = (first?, second?);
    let free = Allowance::Limited { time: None, positions: None };
    let terms = Terms {
        allowances: [free, if row.has_time_of_first { Allowance::AsTheOther } else { free }],
        memory: None,
        openings: openings(rules, &row.openings)?,
        games: row.games.min(most),
        seed,
        stop: Arc::clone(stop),
    };
    contest(rules, [&first, &second], &terms, show)
}

fn openings(rules: &Rules, named: &str) -> Result<Openings, ContestError> {
    if let Ok(plies) = named.parse() {
        return Ok(Openings::ByChance(plies));
    }
    let start = rules.start()?;
    let lines = lists::rows(BALLOTS).map(|[moves, _]| rules.read_record(&start, moves));
    let lines: Result<Vec<Vec<Move>>, _> = lines.collect();
    Ok(Openings::Given(lines.map_err(|fault| BadSpec(format!("{named}: {}", fault.found)))?))
}
