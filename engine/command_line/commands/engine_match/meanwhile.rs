//! Compiled rules are asked for that this program does not have: a match is begun by the interpreter while they are compiled, and
//! the program that has them plays it from the beginning. What goes wrong here is told where it is played again.

use std::sync::Arc;

use super::{Arguments, contest, contestants, game_terms};
use crate::agents::AgentSpec;
use crate::bases::Backend;
use crate::command_line::built::Building;
use crate::command_line::commands::solve::StrategyChoice;
use crate::command_line::games::Opened;
use crate::facts::Base;
use crate::laboratory::engine_match::{MatchScore, run as play_all};
use crate::laboratory::games::contest as games_contest;

/// Begins a match of a base.
pub(super) fn of_base(
    arguments: &Arguments,
    strategies: [StrategyChoice; 2],
    base: &Base,
    building: &Building,
) {
    let contestants = contestants(arguments, strategies);
    let stop = Arc::clone(building.enough());
    let contest = contest(arguments, (base, Backend::Interpreted), &contestants, 1, stop);
    let games = play_all(&contest, &|games| building.tell(so_far(&MatchScore::of(games))));
    if let Ok(games) = games {
        say(building, &MatchScore::of(&games));
    }
}

/// What the interpreter has come to while rules are compiled, for a line of progress.
fn so_far(MatchScore { wins, draws, losses, .. }: &MatchScore) -> String {
    format!("interpreted meanwhile: {wins} won, {draws} drawn, {losses} lost")
}

/// What the interpreter came to.
fn say(building: &Building, score: &MatchScore) {
    let (score, games) = (so_far(score), score.games());
    building.say(&format!("{score}, of {games} games; the compiled rules play from the beginning"));
}

/// Begins a match in a game in text.
pub(super) fn of_game(arguments: &Arguments, agents: [&AgentSpec; 2], game: &Opened, building: &Building) {
    let Ok(terms) = game_terms(arguments, game, Arc::clone(building.enough())) else { return };
    let report = games_contest::contest(game.first(), agents, &terms, &mut |number, all| {
        building.tell(format!("interpreted meanwhile: game {number} of {all}"));
    });
    if let Ok(report) = report {
        say(building, &report.score);
    }
}
