//! `noire match --game NAME`: two ways to play a game in text against each other.
//!
//! With `--format json` an object is printed:
//!
//! ```text
//! game, seed            as they were asked
//! contestants           the names of both
//! games                 how many were played
//! wins, draws, losses   of the first
//! score                 the share of the points that the first has, from 0 to 1
//! low, high             its bounds at 95 %; null for fewer than two openings
//! ```

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use blanche_compiler::game::{Fault, MOST_PLIES, Move, Outcome, Past, Rules};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::Position;
use noire::games::TextGame;
use noire::laboratory::engine_match::MatchScore;
use noire::laboratory::engine_match::score::GameScore;
use noire::progress::Progress;
use noire::search::deepening::Deepening;
use noire::search::limits::{Clock, SearchLimits};
use noire::search::player::DEEPEST;
use serde_json::json;

use super::Opened;
use crate::commands::engine_match::{add_score, tell_score};
use crate::game::failed;
use crate::interrupt;
use crate::output::{Failure, Format, WRONG_USE, write_file};

/// So many random moves open a game, so that games differ; fewer where one would be over.
const OPENING: usize = 2;

/// One of the two.
#[derive(Clone, Copy)]
pub(crate) struct Contestant {
    /// How it chooses its moves.
    pub(crate) way: Way,
    /// It asks rules up to this level.
    pub(crate) levels: u32,
    /// It looks so many moves ahead.
    pub(crate) depth: u32,
}

/// How moves are chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// By search, with the scores, rules and preferences of the text.
    Search,
    /// The same without its preferences.
    Unguided,
    /// Every legal move is as likely as the others.
    Random,
}

impl Contestant {
    /// `search, level 3`
    fn name(self) -> String {
        let depth =
            if self.depth == DEEPEST { String::new() } else { format!(", {} moves ahead", self.depth) };
        match self.way {
            Way::Search => format!("search, level {}{depth}", self.levels),
            Way::Unguided => format!("search without preferences, level {}{depth}", self.levels),
            Way::Random => "random".to_owned(),
        }
    }
}

/// What both may use.
pub(crate) struct Terms {
    pub(crate) games: u64,
    pub(crate) time: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) seed: u64,
}

/// Plays the match.
pub(crate) fn run(
    game: &Opened,
    contestants: [Contestant; 2],
    terms: &Terms,
    output: Option<&Path>,
    format: Format,
) -> Result<ExitCode, Failure> {
    let rules = game.first();
    if rules.program().players.len() != 2 {
        let words = format!("error: {} is no game of two players", game.base.name());
        return Err(Failure::Said(words, WRONG_USE));
    }
    let stop = interrupt::stop()?;
    let (mut random, mut score, mut records) =
        (Random::new(terms.seed), MatchScore::default(), String::new());
    let mut progress = Progress::begin();
    let pairs = terms.games.div_ceil(2);
    for pair in 0..pairs {
        let opening = opening(game, rules, &mut random)?;
        let mut scores = Vec::with_capacity(2);
        for is_swapped in [false, true] {
            let played = 2 * pair + u64::from(is_swapped);
            progress
                .show(played as f64 / (2 * pairs) as f64, &format!("game {} of {}", played + 1, 2 * pairs));
            let order = if is_swapped { [contestants[1], contestants[0]] } else { contestants };
            let (moves, outcome) = play(game, rules, &opening, order, terms, &stop, &mut random)?;
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let first = rules.program().players[usize::from(is_swapped)];
            scores.push(match outcome {
                Outcome::Drawn => GameScore::Drawn,
                Outcome::Won(winner) if winner == first => GameScore::Won,
                Outcome::Won(_) => GameScore::Lost,
            });
            let result = match outcome {
                Outcome::Won(winner) => rules.program().player(winner) + " wins",
                Outcome::Drawn => "drawn".to_owned(),
            };
            let _ = write!(records, "# game {}: {result}\n{}\n", played + 1, rules.record_text(&moves));
        }
        if stop.load(Ordering::Relaxed) {
            break;
        }
        score.add(scores);
    }
    progress.end();
    if let Some(path) = output {
        write_file(path, &records)?;
    }
    let names = contestants.map(Contestant::name);
    let mut out = io::stdout().lock();
    match format {
        Format::Json => {
            let mut object = json!({
                "game": game.base.name(),
                "seed": terms.seed,
                "contestants": names,
            });
            add_score(&mut object, &score);
            writeln!(out, "{object:#}")?;
        }
        Format::Text => {
            let [first, second] = names;
            writeln!(out, "{first} against {second}, {}, seed {}\n", game.base.name(), terms.seed)?;
            tell_score(&mut out, &score)?;
        }
    }
    Ok(interrupt::status(&stop))
}

/// A few random moves after which the game goes on.
fn opening(game: &Opened, rules: &Rules, random: &mut Random) -> Result<Vec<Move>, Failure> {
    let fault = |fault| failed(&game.base, &fault);
    let mut position = rules.start().map_err(fault)?;
    let (mut opening, mut moves) = (Vec::new(), Vec::new());
    for _ in 0..OPENING {
        rules.moves(&mut position, &mut moves).map_err(fault)?;
        if moves.is_empty() {
            break;
        }
        let mv = *random.choose(&moves);
        let mut after = position.clone();
        rules.play(&mut after, mv).map_err(fault)?;
        if rules.end(&mut after).map_err(fault)?.is_some() {
            break;
        }
        position = after;
        opening.push(mv);
    }
    Ok(opening)
}

/// A game after an opening: the moves of all of it, and how it ended.
fn play(
    game: &Opened,
    rules: &Rules,
    opening: &[Move],
    order: [Contestant; 2],
    terms: &Terms,
    stop: &Arc<AtomicBool>,
    random: &mut Random,
) -> Result<(Vec<Move>, Outcome), Failure> {
    let fault = |fault| failed(&game.base, &fault);
    let mut position: Position = rules.start().map_err(fault)?;
    let mut past = Past::new(rules, &position);
    for mv in opening {
        rules.play_on(&mut position, *mv, &mut past).map_err(fault)?;
    }
    let mut moves = opening.to_vec();
    while (moves.len() as u32) < MOST_PLIES {
        if let Some(outcome) = rules.outcome(&mut position).map_err(fault)? {
            return Ok((moves, outcome));
        }
        let contestant = order[rules.number(rules.to_move(&position))];
        let mv = match contestant.way {
            Way::Random => {
                let mut legal = Vec::new();
                rules.moves(&mut position, &mut legal).map_err(fault)?;
                Some(*random.choose(&legal))
            }
            Way::Search | Way::Unguided => {
                searched(game, rules, (&position, &past), contestant, terms, stop)?
            }
        };
        // A game that was broken off counts for nobody.
        let Some(mv) = mv else { return Ok((moves, Outcome::Drawn)) };
        rules.play_on(&mut position, mv, &mut past).map_err(fault)?;
        moves.push(mv);
    }
    Err(fault(Fault::Endless(MOST_PLIES)))
}

/// The move that a contestant finds by search; none where somebody stopped it.
fn searched(
    game: &Opened,
    rules: &Rules,
    (position, past): (&Position, &Past),
    contestant: Contestant,
    terms: &Terms,
    stop: &Arc<AtomicBool>,
) -> Result<Option<Move>, Failure> {
    let played =
        TextGame::new(rules, position.clone()).expect("a match has two players").behind(past.clone());
    let mut played = if contestant.way == Way::Unguided { played.unguided() } else { played };
    let limits = SearchLimits {
        positions: terms.nodes.unwrap_or(u64::MAX),
        time: terms.time,
        stop: Arc::clone(stop),
        ..SearchLimits::default()
    };
    let mut clock = Clock::start(limits);
    let best = Deepening::new(&mut played, contestant.levels, &mut clock).best(contestant.depth);
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    match (played.fault(), best) {
        (Some(found), _) => Err(failed(&game.base, &found)),
        (None, best) => Ok(Some(best.expect("a game that is not over has a move").mv)),
    }
}
