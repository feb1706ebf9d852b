//! Checks of whole lines: whether a line wins, and which moves of a game lost.

use std::sync::Arc;

use noire_engine::search::evaluation::Evaluation;
use noire_engine::search::player::Budget;
use noire_engine::world::WorldError;
use noire_interactive::interactive_game::{InteractiveGame, mover, player_text};
use noire_laboratory::analysis::Ply;
use noire_laboratory::analysis::analysis_world::AnalysisWorld;
use noire_laboratory::analysis::game_analysis::{GameMoves, analyse_game};
use noire_laboratory::line_check::{
    CheckedMove, LineCheckWorld, LineLimits, LineVerdict, Verdict, check_line, line_verdict,
};
use noire_laboratory::win_proof::ProofWorld;

use crate::game::PageGame;
use crate::inbox::SearchEnd;
use crate::protocol::{Event, LineMove, MoveVerdict, Purpose, ReviewedMove};
use crate::searching::MEMORY;

/// Maximum number of positions to search for each move of a line that is checked.
const LINE_POSITIONS: u64 = 300_000;

/// Maximum number of positions to search for each move of a game that is reviewed.
const REVIEW_POSITIONS: u64 = 5_000;

/// The highest level of rules to use.
pub(crate) const LEVELS: u32 = 7;

/// A game whose lines the page can check, and whose positions it can solve.
pub(crate) trait PageWorld: InteractiveGame + LineCheckWorld + AnalysisWorld + ProofWorld {}

impl<W: InteractiveGame + LineCheckWorld + AnalysisWorld + ProofWorld> PageWorld for W {}

impl<W: PageWorld> PageGame<'_, '_, W> {
    /// Checks the line that begins with the move number `first` and ends with the current position: whether the side
    /// that begins it wins.
    ///
    /// # Errors
    /// If the game cannot continue.
    pub(crate) fn check_line(&mut self, first: usize) -> Result<(), WorldError> {
        let path = self.tree.path(self.at);
        let moves = self.tree.moves(self.at);
        if first == 0 || first > moves.len() {
            self.fail("page-no-line");
            return Ok(());
        }
        let Some((stop, permit)) = self.begin_search(Purpose::Line) else { return Ok(()) };
        let limits = LineLimits { positions: LINE_POSITIONS, time: None, levels: LEVELS, stop };
        let (before, line) = moves.split_at(first - 1);
        let outbox = &self.tab.outbox;
        let show = &mut |progress: noire_laboratory::line_check::LineProgress| {
            let share = (progress.at as f64 + progress.share) / line.len() as f64;
            outbox.send_progress(&Event::Progress { share });
        };
        let checked = check_line(self.world, (&self.start, before), line, &limits, show);
        drop(permit);
        if self.tab.inbox.end_search() == SearchEnd::Dropped {
            self.idle(String::new());
            return Ok(());
        }
        let checked = checked?;
        let moves = path[first - 1..].iter().zip(&checked).enumerate();
        let moves = moves.map(|(at, (node, one))| self.line_move(*node, first + at, one)).collect();
        let sentence = self.line_sentence(first, &checked);
        self.tab.outbox.send(&Event::LineChecked { at: self.at, moves, sentence });
        self.idle(String::new());
        Ok(())
    }

    /// A checked move as the page shows it.
    fn line_move(&self, node: usize, number: usize, one: &CheckedMove<W::Move>) -> LineMove {
        let texts = |moves: &[W::Move]| -> Vec<String> {
            moves.iter().map(|mv| self.world.moves_text(&[*mv])).collect()
        };
        let (verdict, refutation) = match &one.verdict {
            None => (None, Vec::new()),
            Some(Verdict::Ends | Verdict::Wins { .. }) => (Some(MoveVerdict::Wins), Vec::new()),
            Some(Verdict::Refuted { is_lost, line }) => {
                (Some(if *is_lost { MoveVerdict::Loses } else { MoveVerdict::Draws }), texts(line))
            }
            Some(Verdict::Undecided { reply }) => {
                (Some(MoveVerdict::Undecided), reply.map(|reply| texts(&[reply])).unwrap_or_default())
            }
        };
        let line = refutation.join(" ");
        let said = |name: &str| self.tab.say(name, &[("line", line.as_str().into())]);
        let sentence = match (&one.verdict, &one.end) {
            (_, Some(_)) if verdict == Some(MoveVerdict::Wins) => said("page-line-ends"),
            (Some(Verdict::Ends), _) => said("page-line-ends"),
            (Some(Verdict::Wins { plies: Some(plies), .. }), _) => {
                self.tab.say("page-line-wins-within", &[("moves", (*plies).into())])
            }
            (Some(Verdict::Wins { .. }), _) => said("page-line-wins"),
            (Some(Verdict::Refuted { is_lost: true, line }), _) if line.is_empty() => {
                said("page-line-loses-at-once")
            }
            (Some(Verdict::Refuted { is_lost: true, .. }), _) => said("page-line-loses"),
            (Some(Verdict::Refuted { .. }), _) if line.is_empty() => said("page-line-draws-at-once"),
            (Some(Verdict::Refuted { .. }), _) => said("page-line-draws"),
            (Some(Verdict::Undecided { reply: Some(_) }), _) => said("page-line-undecided"),
            (Some(Verdict::Undecided { reply: None }), _) => said("page-line-unsearched"),
            (None, _) => String::new(),
        };
        LineMove { node, number, text: self.world.moves_text(&[one.mv]), verdict, refutation, sentence }
    }

    /// The verdict on a line as a sentence.
    fn line_sentence(&self, first: usize, checked: &[CheckedMove<W::Move>]) -> String {
        let player = checked.first().map(|one| self.name_of(&one.player)).unwrap_or_default();
        let name = match line_verdict(checked) {
            LineVerdict::Wins => {
                return self.tab.say("page-line-is-won", &[("colour", player.as_str().into())]);
            }
            LineVerdict::Refuted(at) => ("page-line-fails", at),
            LineVerdict::Undecided(at) => ("page-line-is-undecided", at),
        };
        let (name, at) = name;
        let mv = self.world.moves_text(&[checked[at].mv]);
        let number = (first + at) as u32;
        let variables =
            [("colour", player.as_str().into()), ("number", number.into()), ("move", mv.as_str().into())];
        self.tab.say(name, &variables)
    }

    /// The name of a player in the language of the tab.
    fn name_of(&self, player: &str) -> String {
        player_text(&self.tab.translations, player)
    }

    /// Values the moves of the line that is shown, and tells which of them lost.
    ///
    /// # Errors
    /// If the game cannot continue.
    pub(crate) fn review(&mut self) -> Result<(), WorldError> {
        let path = self.tree.line_path(self.at);
        let moves = self.tree.line(self.at);
        if moves.is_empty() {
            self.fail("page-nothing-to-review");
            return Ok(());
        }
        let places = self.world.search_positions(&self.start, &moves)?;
        let Some((stop, permit)) = self.begin_search(Purpose::Review) else { return Ok(()) };
        let budget = Budget {
            positions: Some(REVIEW_POSITIONS),
            memory: Some(MEMORY),
            levels: LEVELS,
            is_valuing: true,
            stop: Arc::clone(&stop),
            ..Budget::untimed()
        };
        let steps: Vec<Option<W::Step>> = moves.iter().map(|mv| W::step(*mv)).collect();
        let outbox = &self.tab.outbox;
        let mut show = |at: usize| {
            outbox.send_progress(&Event::Progress { share: 1.0 - (at + 1) as f64 / places.len() as f64 });
        };
        let analysed = self.world.analyst(budget).and_then(|mut analyst| {
            let game = GameMoves { places: &places, moves: &steps };
            Ok(analyse_game(&mut analyst, &game, 1, &stop, &mut show)?)
        });
        drop(permit);
        if self.tab.inbox.end_search() == SearchEnd::Dropped {
            self.idle(String::new());
            return Ok(());
        }
        let analysed = analysed?;
        let all = analysed.plies.iter().enumerate().map(|(at, ply)| {
            let at = analysed.first + at;
            let player = mover(self.world, W::position(&places[at])).unwrap_or(0);
            self.reviewed(at, path.get(at).copied(), player, ply)
        });
        let moves: Vec<ReviewedMove> = all.collect();
        self.tab.outbox.send(&Event::Reviewed { moves });
        self.idle(String::new());
        Ok(())
    }

    /// A position of the game and the move that was made in it, as the page shows them. `node` is the node after the
    /// move.
    fn reviewed(&self, at: usize, node: Option<usize>, player: usize, ply: &Ply<W::Step>) -> ReviewedMove {
        let text = |mv: W::Step| self.world.moves_text(&[mv.into()]);
        let best = ply.candidates.first();
        let better: Vec<String> =
            best.map(|best| best.line.iter().map(|mv| text(*mv)).collect()).unwrap_or_default();
        let played = ply.played.as_ref();
        let mv = played.and_then(|played| played.mv).map(text).unwrap_or_default();
        let lost = played.map(|played| played.lost).unwrap_or_default();
        let (line, first) = (better.join(" "), better.first().cloned().unwrap_or_default());
        let value = best.map(|best| best.evaluation.word()).unwrap_or_default();
        let number = at as u32 + 1;
        let said = |name: &str, moves: u32| {
            let variables = [
                ("number", number.into()),
                ("move", mv.as_str().into()),
                ("better", first.as_str().into()),
                ("line", line.as_str().into()),
                ("value", value.as_str().into()),
                ("moves", moves.into()),
            ];
            self.tab.say(name, &variables)
        };
        let sentence = match (lost.missed, lost.allowed) {
            (_, Some(0)) => said("page-mistake-at-once", 0),
            (Some(missed), _) => said("page-mistake-missed", missed),
            (None, Some(allowed)) => said("page-mistake-allowed", allowed),
            (None, None) if lost.points > 0 => said("page-mistake-points", lost.points.unsigned_abs() as u32),
            (None, None) => String::new(),
        };
        let evaluation = ply.evaluation();
        ReviewedMove {
            number: at + 1,
            node,
            text: mv,
            player,
            value: evaluation.map(|evaluation| evaluation.word()),
            chance: evaluation.map(|evaluation| chance(evaluation, player)),
            loss: lost.points,
            is_decisive: lost.is_decisive(),
            better,
            sentence,
        }
    }
}

/// The chance of the first player to win, from 0 to 1. A score of 1000 for the side to move is a chance of 73 %.
fn chance(evaluation: Evaluation, player: usize) -> f64 {
    let own = match evaluation {
        Evaluation::Wins(_) => 1.0,
        Evaluation::Loses(_) => 0.0,
        Evaluation::Drawn => 0.5,
        Evaluation::Scored(value) => 1.0 / (1.0 + (-(value as f64) / 1000.0).exp()),
    };
    if player == 0 { own } else { 1.0 - own }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_those_of_the_first_player() {
        assert_eq!(chance(Evaluation::Wins(3), 0), 1.0);
        assert_eq!(chance(Evaluation::Wins(3), 1), 0.0);
        assert_eq!(chance(Evaluation::Drawn, 1), 0.5);
        let even = chance(Evaluation::Scored(1000), 0);
        assert!((even - 0.731).abs() < 0.001, "{even}");
        assert!((chance(Evaluation::Scored(-1000), 1) - even).abs() < 1e-9);
    }
}
