//! Reads and writes complete records of five in a row, including names and remarks.

use blanche_compiler::runtime::Limits;

use super::{Stones, mistakes};
use crate::bases::Subject as _;
use crate::board::Position;
use crate::facts::Base;
use crate::games::judge;
use crate::record::{
    DrawReason, Format, GameFile, GameRecord, Move, Outcome, Unwritable, WinReason, Written, quoted,
    read_games_noting, states_rules_of, write_games,
};
use crate::world::{Record, Recording, Records, World as _, WorldError};

impl Recording for Stones {
    type FullRecord = GameRecord;

    fn formats(&self) -> Vec<Format> {
        Format::ALL.to_vec()
    }

    fn records(
        &self,
        file: &str,
        bytes: &[u8],
        format: Option<Format>,
        only: Option<usize>,
    ) -> Result<Records<GameRecord>, WorldError> {
        format.map_or(Ok(()), |format| self.has(format))?;
        let format = format.unwrap_or_else(|| Format::of_file(file, bytes));
        let GameFile { games, lines, notes } =
            read_games_noting(file, bytes, format, only).map_err(mistakes)?;
        let notes = notes.iter().map(ToString::to_string).collect();
        Ok(Records { games: lines.into_iter().zip(games).collect(), notes })
    }

    fn to_full_record(&self, game: &Record<Stones>) -> GameRecord {
        let moves = game.moves.iter().map(|field| Move { field: *field, ..Move::default() });
        let result = game.end.as_ref().map(|end| match end.winner {
            Some(winner) => Outcome::Win {
                winner: Position::players()[winner],
                by: WinReason::named(&end.by).or(Some(WinReason::Forfeit)),
            },
            None => Outcome::Draw { by: DrawReason::named(&end.by) },
        });
        GameRecord {
            rules: Some(self.contents().name.clone()),
            players: game.players.clone().map(Some),
            moves: moves.collect(),
            result,
            ..GameRecord::default()
        }
    }

    fn complete(&self, game: &mut GameRecord, is_by_these: bool) -> Vec<String> {
        let mut notes = Vec::new();
        if is_by_these {
            let own = self.contents().name.clone();
            let other = game.rules.replace(own.clone()).filter(|stated| !states_rules_of(stated, &own));
            notes.extend(other.map(|stated| {
                format!(
                    "the record states the rules {}, and is converted to a game of {own} (--game)",
                    quoted(&stated)
                )
            }));
        }
        let Some(name) = game.rules.clone() else {
            let why = "the record does not state its rules";
            return self.unjudged(game, why).into_iter().collect();
        };
        let stated;
        let base = if name == self.contents().name {
            self.base()
        } else if Base::built_in().iter().any(|base| base.name == name) {
            let Ok(base) = Base::open(&name, Limits::default()) else { return notes };
            stated = base;
            &stated
        } else {
            let why = format!("the record states the rules {}, which no game here has", quoted(&name));
            return self.unjudged(game, &why).into_iter().collect();
        };
        let Ok(Some(judged)) = judge(game, base, base.backend()) else { return notes };
        let outcome = judged.outcome;
        if let Some(more @ 1..) = game.moves.len().checked_sub(judged.moves) {
            let noun = if more == 1 { "move" } else { "moves" };
            let ended = judged.before_the_last_move(&name);
            notes.push(format!("{ended}; the record has {more} more {noun} after that"));
        }
        match game.result {
            None => {
                notes.push(format!("the result is added by the rules of {name}: {outcome}"));
                game.result = Some(outcome);
            }
            Some(said) if !agree(said, outcome) => {
                notes.push(format!("the record says `{said}`, and the rules of {name} say `{outcome}`"));
            }
            Some(said) if said.reason().is_none() => game.result = Some(outcome),
            Some(_) => {}
        }
        notes
    }

    fn write(&self, games: &[GameRecord], format: Format) -> Result<Written, Unwritable> {
        self.has(format)?;
        write_games(games, format)
    }
}

impl Stones {
    /// A note about a game whose rules are unknown. It is returned if the game ends by the rules of this base, but its
    /// record does not state this end. The result in the record is left unchanged, because other rules may apply to the
    /// game.
    fn unjudged(&self, game: &GameRecord, why: &str) -> Option<String> {
        let judged = judge(game, self.base(), self.base().backend()).ok()??;
        let (moves, outcome) = (judged.moves, judged.outcome);
        let is_told = moves == game.moves.len() && game.result.is_some_and(|said| agree(said, outcome));
        let noun = if moves == 1 { "move" } else { "moves" };
        (!is_told).then(|| {
            format!(
                "{why}, and its result is neither added nor checked; by those of {}, {outcome} after {moves} {noun} (--game names the \
                 rules)",
                self.contents().name
            )
        })
    }
}

/// Whether the record states the same outcome, with the same reason or without a reason.
fn agree(said: Outcome, judged: Outcome) -> bool {
    said == judged
        || judged
            .reason()
            .is_some_and(|reason| said.reason().is_none() && said.because(reason) == Some(judged))
}
