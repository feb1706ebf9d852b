//! Checks lines of games in text. A search of all lines decides the position after a move.

use std::sync::Arc;

use noire_engine::search::player::Budget;
use noire_engine::world::{Text, World as _, WorldError};

use super::{Checking, LineCheckWorld, Verdict};
use crate::analysis::analysis_world::AnalysisWorld as _;
use crate::analysis::{AnalysisRequest, Analyst as _, Evaluation};

impl LineCheckWorld for Text {
    fn verdict_after(
        &self,
        checking: &Checking<'_, Text>,
        _: &mut dyn FnMut(f64),
    ) -> Result<(Verdict<Self::Move>, u64), WorldError> {
        let places = self.search_positions(checking.start, checking.moves)?;
        let place = places.last().expect("there is the start at least");
        let budget = Budget {
            time: checking.time_left(),
            positions: Some(checking.limits.positions),
            levels: checking.limits.levels,
            is_valuing: true,
            stop: Arc::clone(&checking.limits.stop),
            ..Budget::default()
        };
        let request = AnalysisRequest { best: 1, played: None, excluded: &[] };
        let mut found = self.analyst(budget)?.best(place, request)?;
        let is_solved = found.is_solved;
        let best = (!found.candidates.is_empty()).then(|| found.candidates.swap_remove(0));
        let is_attackers = self.to_move(Text::position(place)).as_deref() == Some(checking.attacker);
        let verdict = match best {
            None => Verdict::Undecided { reply: None },
            Some(best) => match best.evaluation {
                // If the same side moves again, its win is the win of the line.
                Evaluation::Wins(plies) if is_attackers => {
                    Verdict::Wins { replies: None, plies: Some(plies) }
                }
                Evaluation::Loses(_) if is_attackers && is_solved => {
                    Verdict::Refuted { is_lost: true, line: best.line }
                }
                Evaluation::Wins(_) => Verdict::Refuted { is_lost: true, line: best.line },
                Evaluation::Loses(plies) if is_solved => Verdict::Wins { replies: None, plies: Some(plies) },
                Evaluation::Drawn if is_solved => Verdict::Refuted { is_lost: false, line: best.line },
                // Not all moves were searched to the end. A reply that at least draws refutes the move.
                Evaluation::Drawn if !is_attackers => Verdict::Refuted { is_lost: false, line: best.line },
                _ => Verdict::Undecided { reply: Some(best.mv) },
            },
        };
        Ok((verdict, found.positions))
    }
}
