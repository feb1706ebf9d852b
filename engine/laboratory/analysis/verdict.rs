//! What decided a game, in one sentence.

use super::{Evaluation, Ply};

/// One analysed turn of a game.
#[derive(Clone, Copy)]
pub struct Turn<'t> {
    /// The number of the move that was made in this turn, counted from 1.
    pub number: usize,
    /// The player to move.
    pub by: &'t str,
    /// The analysis of the position.
    pub ply: &'t Ply<String>,
}

/// Returns a sentence about the decisive move of a game, or `None` if no move was evaluated. `turns` are in order of
/// play.
///
/// ```text
/// 1. one side has lost       the last of its moves that turned a game that was not lost into a lost one
/// 2. otherwise               the last move that let a win go
/// 3. otherwise               the move that lost most by the scores
/// ```
pub fn verdict(turns: &[Turn<'_>]) -> Option<String> {
    let valued =
        |turn: &&Turn<'_>| turn.ply.played.as_ref().is_some_and(|played| played.evaluation.is_some());
    let made: Vec<Turn<'_>> = turns.iter().filter(valued).copied().collect();
    made.first()?;
    let loser = loser(turns);
    if let Some(loser) = loser {
        let turned = |turn: &&Turn<'_>| turn.by == loser && lost(turn).allowed.is_some();
        if let Some(turn) = made.iter().rev().find(turned) {
            return Some(format!("{} lost it with {}", named(loser), compared(turn)));
        }
        let is_lost = |turn: &Turn<'_>| match turn.ply.evaluation() {
            Some(Evaluation::Loses(_)) => turn.by == loser,
            Some(Evaluation::Wins(_)) => turn.by != loser,
            _ => false,
        };
        if turns.iter().all(is_lost) {
            let number = turns[0].number;
            return Some(format!("{} was already lost before move {number}.", named(loser)));
        }
    }
    if let Some(turn) = made.iter().rev().find(|turn| lost(turn).missed.is_some()) {
        return Some(format!("{} let a win go with {}", named(turn.by), compared(turn)));
    }
    let largest = made.iter().rev().max_by_key(|turn| lost(turn).points).filter(|turn| lost(turn).points > 0);
    Some(match largest {
        Some(turn) => {
            let points = lost(turn).points;
            format!("The largest loss: {} lost {points} with {}", named(turn.by), compared(turn))
        }
        None => "No move lost anything that the search sees.".to_owned(),
    })
}

/// The player who has lost, according to the last position.
fn loser<'t>(turns: &[Turn<'t>]) -> Option<&'t str> {
    let last = turns.last()?;
    match last.ply.evaluation()? {
        Evaluation::Loses(_) => Some(last.by),
        Evaluation::Wins(_) => turns.iter().map(|turn| turn.by).find(|by| *by != last.by),
        Evaluation::Drawn | Evaluation::Scored(_) => None,
    }
}

fn lost(turn: &Turn<'_>) -> super::move_loss::MoveLoss {
    turn.ply.played.as_ref().map(|played| played.lost).unwrap_or_default()
}

/// Writes the move that was made and compares it with the best move: `27 k12; m8 was a draw.`
fn compared(turn: &Turn<'_>) -> String {
    let mv = turn.ply.played.as_ref().and_then(|played| played.mv.as_deref()).unwrap_or("a pass");
    let Some(best) = turn.ply.candidates.first() else { return format!("{} {mv}.", turn.number) };
    let evaluation = match best.evaluation {
        Evaluation::Wins(1) => "won at once".to_owned(),
        Evaluation::Wins(moves) => format!("won in {moves}"),
        Evaluation::Loses(moves) => format!("held out for {moves} moves"),
        Evaluation::Drawn => "was a draw".to_owned(),
        Evaluation::Scored(value) => format!("was worth {}", Evaluation::Scored(value)),
    };
    format!("{} {mv}; {} {evaluation}.", turn.number, best.mv)
}

/// A player's name for the beginning of a sentence: `Black`, but `x` if the name has only one letter.
fn named(player: &str) -> String {
    let mut letters = player.chars();
    match (letters.next(), letters.as_str()) {
        (Some(first), rest) if !rest.is_empty() => first.to_uppercase().chain(rest.chars()).collect(),
        _ => player.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::move_loss::MoveLoss;
    use super::super::{Candidate, Played, Why};
    use super::*;

    /// The analysis of a position with this best move and this value. In the position, the move `played` was made.
    fn ply(best: (&str, Evaluation), played: Option<(&str, Evaluation)>) -> Ply<String> {
        let candidate = Candidate {
            mv: best.0.to_owned(),
            evaluation: best.1,
            why: Why::Value,
            line: vec![best.0.to_owned()],
            depth: 1,
        };
        let played = played.map(|(mv, evaluation)| Played {
            mv: Some(mv.to_owned()),
            evaluation: Some(evaluation),
            lost: MoveLoss::of(best.1, evaluation),
        });
        let (positions, time) = (0, Duration::ZERO);
        Ply {
            candidates: vec![candidate],
            is_solved: true,
            ended: None,
            given_up: None,
            played,
            positions,
            time,
        }
    }

    fn said(plies: &[Ply<String>]) -> Option<String> {
        let by = |at: usize| if at.is_multiple_of(2) { "black" } else { "white" };
        let turn = |(at, ply)| Turn { number: at + 1, by: by(at), ply };
        verdict(&plies.iter().enumerate().map(turn).collect::<Vec<_>>())
    }

    #[test]
    fn the_verdict_names_the_deciding_move_and_a_better_move() {
        use Evaluation::{Drawn, Loses, Scored, Wins};
        let lost = |best| {
            [
                ply(("h8", Scored(3)), Some(("h8", Scored(3)))),
                ply(("i9", Scored(-3)), Some(("a1", Scored(-40)))),
                ply(("j9", best), Some(("a2", Loses(4)))),
                ply(("g7", Wins(3)), Some(("g7", Wins(3)))),
                ply(("b2", Loses(2)), None),
            ]
        };
        for (best, words) in [
            (Scored(34), "Black lost it with 3 a2; j9 was worth +34."),
            (Drawn, "Black lost it with 3 a2; j9 was a draw."),
            (Wins(5), "Black lost it with 3 a2; j9 won in 5."),
        ] {
            assert_eq!(said(&lost(best)).as_deref(), Some(words));
        }
        assert_eq!(said(&lost(Scored(3))[3..]).as_deref(), Some("White was already lost before move 1."));
    }

    #[test]
    fn without_a_loser_the_verdict_names_the_largest_loss() {
        use Evaluation::{Drawn, Scored, Wins};
        let first = ply(("h8", Scored(3)), Some(("h8", Scored(3))));
        let second = ply(("i9", Scored(-3)), Some(("a1", Scored(-40))));
        let third = ply(("j9", Wins(3)), Some(("a2", Drawn)));
        let last = ply(("b2", Drawn), None);
        let plies = [first.clone(), second, last.clone()];
        assert_eq!(
            said(&plies).as_deref(),
            Some("The largest loss: White lost 37 with 2 a1; i9 was worth -3.")
        );
        let plies = [plies[0].clone(), plies[1].clone(), third, last.clone()];
        assert_eq!(said(&plies).as_deref(), Some("Black let a win go with 3 a2; j9 won in 3."));
        assert_eq!(
            said(&[first, last.clone()]).as_deref(),
            Some("No move lost anything that the search sees.")
        );
        assert_eq!(said(&[last]), None);
    }
}
