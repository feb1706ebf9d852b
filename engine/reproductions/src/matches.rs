//! Matches whose results documents report. Programs as the documents describe them play against each other and against
//! `noire`.

use blanche_sorted::SortedMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use blanche_compiler::game::Move;

use noire::laboratory::contest::{
    Allowance, Contest, ContestError, ContestTerms, Entrant, KnowledgeSource, Openings, Pair, Report,
    TIME_TOLERANCE, run,
};
use noire::lists;
use noire::players::{BadSpec, PlayerSpec};
use noire::search::time::TimeControl;
use noire::world::{Text, World};

const MATCHES: &str = include_str!("../data/matches.tsv");
const BALLOTS: &str = include_str!("../../data/ballots.tsv");

/// A match of an experiment.
#[derive(Clone, Debug)]
pub struct Row {
    /// The name of the experiment.
    pub experiment: String,
    /// The name of the game.
    pub game: String,
    /// The two players. The first one takes as much time as it needs.
    pub players: [String; 2],
    /// The openings: the name of a list of lines, or a number of random moves.
    openings: String,
    /// The number of games.
    pub games: u64,
    /// Whether the second player may use only as much time in a game as the first player has used in it.
    pub has_time_of_first: bool,
    /// The result reported in the document.
    pub document: String,
}

/// All matches, in the order of the data file.
pub fn rows() -> Vec<Row> {
    let row = |columns: [&str; 8]| {
        let [experiment, game, first, second, openings, games, time, document] = columns.map(str::to_owned);
        let (games, has_time_of_first) = (games.parse().ok()?, time == "as-first");
        Some(Row { experiment, game, players: [first, second], openings, games, has_time_of_first, document })
    };
    lists::rows(MATCHES).filter_map(row).collect()
}

/// Plays a match of at most `most` games. `show` is called with the number of games played, the number of all games,
/// and the last pair.
///
/// # Errors
/// When a player does not support the game, or the game cannot go on.
pub fn play(
    world: &Text,
    row: &Row,
    (seed, most): (u64, u64),
    stop: &Arc<AtomicBool>,
    show: &mut dyn FnMut(u64, u64, &Pair),
) -> Result<Report, ContestError> {
    let [first, second] = row.players.each_ref().map(|name| name.parse::<PlayerSpec>());
    let entrants =
        [first?, second?].into_iter().map(|spec| Entrant { spec, knows: KnowledgeSource::Same }).collect();
    let openings = openings(world, &row.openings)?;
    let contest = Contest { world, entrants, openings, seed, memory: None, shorter: AtomicU64::default() };
    let allowance = Allowance {
        time: TimeControl::default(),
        positions: None,
        tolerance: TIME_TOLERANCE,
        second_follows: row.has_time_of_first,
    };
    let pairs = row.games.min(most).div_ceil(2);
    // A contest sets its stop flag when it ends, so it gets a flag of its own.
    let own = Arc::new(AtomicBool::new(false));
    let terms = ContestTerms { allowance, pairs, seed, sprt: None, threads: 1, stop: Arc::clone(&own) };
    let games = 2 * terms.pairs_of(&contest);
    let mut reports = run(&contest, &terms, &SortedMap::new(), |reports, taken| {
        show(2 * reports[0].pairs.sum(), games, taken.pair);
        !stop.load(Ordering::Relaxed)
    })?;
    Ok(reports.pop().unwrap_or_default())
}

fn openings(world: &Text, named: &str) -> Result<Openings<'static, Move>, ContestError> {
    if let Ok(plies) = named.parse() {
        return Ok(Openings::Drawn(Some(plies)));
    }
    let start = world.start()?;
    let lines = lists::rows(BALLOTS).map(|[moves, _]| world.continued(&start, &[], moves));
    let lines: Result<Vec<Vec<Move>>, _> = lines.collect();
    Ok(Openings::Given(lines.map_err(|trouble| BadSpec(format!("{named}: {trouble}")))?))
}
