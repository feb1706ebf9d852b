//! The players that the computer offers: levels, and the players of the built-in list.

use noire_engine::players::PlayerSpec;
use noire_engine::players::spec::named;
use noire_engine::world::{World, WorldError};

use crate::programs::NamedProgram;
use crate::protocol::Player;

/// Number of positions that the computer may examine for a move, at each level from 1. So a level plays the same on
/// every machine.
const LEVELS: [u64; 10] = [30, 100, 300, 1_000, 3_000, 8_000, 20_000, 50_000, 120_000, 300_000];

/// The level of hints and of a move that the computer makes for a person.
const HINT_LEVEL: u32 = 7;

/// The number of positions for a move at this level.
fn positions(level: u32) -> u64 {
    let at = (level.max(1) as usize).min(LEVELS.len()) - 1;
    LEVELS[at]
}

/// The specification of a player, and its budget.
///
/// # Errors
/// If there is no such player.
pub(crate) fn spec(player: &Player) -> Result<(PlayerSpec, Option<u64>), WorldError> {
    let (name, positions) = match player {
        Player::Person => ("search", Some(positions(HINT_LEVEL))),
        Player::Computer { level } => ("search", Some(positions(*level))),
        Player::Agent { name } => (name.as_str(), None),
    };
    // Only names of the list are allowed, because settings could ask for any time, and a specification may be a command.
    let is_listed = named().any(|[known, ..]| known == name) || name == "search";
    let spec = name.parse().ok().filter(|_| is_listed);
    let spec = spec.ok_or_else(|| WorldError::Wrong(format!("There is no player `{name}`.")))?;
    Ok((spec, positions))
}

/// The players of the built-in list and the programs that can play a game.
pub(crate) fn fitting<W: World>(world: &W, programs: &[NamedProgram]) -> Vec<String> {
    let Ok(start) = world.start() else { return Vec::new() };
    let agents = named().map(|[name, ..]| name.to_owned());
    let agents = agents.chain(programs.iter().map(|program| program.name.clone()));
    let fits = |name: &String| check(world, &start, &Player::Agent { name: name.clone() }, programs).is_ok();
    agents.filter(fits).collect()
}

/// The program that a player is, if it is one.
pub(crate) fn program<'p>(player: &Player, programs: &'p [NamedProgram]) -> Option<&'p NamedProgram> {
    let Player::Agent { name } = player else { return None };
    programs.iter().find(|program| program.name == *name)
}

/// Checks that a player can play a game.
///
/// # Errors
/// If it cannot, for example because the game lacks the scores that it uses.
pub(crate) fn check<W: World>(
    world: &W,
    start: &W::Position,
    player: &Player,
    programs: &[NamedProgram],
) -> Result<(), WorldError> {
    if *player == Player::Person {
        return Ok(());
    }
    if let Some(program) = program(player, programs) {
        let words = "The Gomocup protocol has no number for the rules of this game.";
        return if program.plays(world) { Ok(()) } else { Err(WorldError::Wrong(words.to_owned())) };
    }
    let (spec, _) = spec(player)?;
    world.game(world.backends()[0], &spec.knowledge_filter(), start).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_has_more_positions_than_the_level_before() {
        assert!((1..10).all(|level| positions(level) < positions(level + 1)));
        assert_eq!(
            (positions(0), positions(99)),
            (positions(1), positions(10)),
            "other levels are the nearest ones"
        );
    }

    #[test]
    fn only_listed_players_are_started() {
        for name in ["program:sh", "minimax:depth=99", "", "nobody"] {
            assert!(spec(&Player::Agent { name: name.to_owned() }).is_err(), "{name}");
        }
        let [name, ..] = noire_engine::players::spec::named().next().expect("there are players");
        assert!(spec(&Player::Agent { name: name.to_owned() }).is_ok());
    }
}
