//! Plays random games by rules written in BLANCHE and by plain Rust: after each move, both have the same moves and the
//! same winner.

use blanche_compiler::game::{Move, Outcome, Rules};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::Position;
use noire::bases::Backend;

use super::BACK_ENDS;
use super::texts::rules;
use crate::games_by_hand::{End, Gomoku, Hex, Positions};
use crate::trials::trials;

/// A game written in BLANCHE, with its rules in all evaluators.
struct Text {
    rules: [Rules; 3],
    position: Position,
    moves: Vec<Move>,
}

impl Text {
    fn start(name: &str) -> Text {
        let [compiled, interpreted] = BACK_ENDS.map(|back_end| rules(name, back_end));
        let by_plans = rules(name, Backend::Compiled).by_plans();
        let position = compiled.start().expect("it begins");
        Text { rules: [compiled, interpreted, by_plans], position, moves: Vec::new() }
    }

    /// Calls `ask` for every evaluator, and returns the result, which must be the same for all of them.
    fn same<T: PartialEq + std::fmt::Debug>(&mut self, ask: impl Fn(&Rules, &mut Position) -> T) -> T {
        let position = &mut self.position;
        let [compiled, interpreted, by_plans] =
            self.rules.each_ref().map(|rules| ask(rules, &mut position.clone()));
        let drawn = || self.rules[0].notation().position_text(&self.position);
        assert_eq!(compiled, interpreted, "{}", drawn());
        assert_eq!(compiled, by_plans, "{}", drawn());
        compiled
    }

    /// Generates the moves, and returns how many there are.
    fn moves(&mut self) -> usize {
        self.moves = self.same(|rules, position| {
            let mut moves = Vec::new();
            rules.moves(position, &mut moves).expect("moves can be asked");
            moves
        });
        self.moves.len()
    }

    /// Makes the move with index `at` in [`Text::moves`]. If the game is over after it, returns how it has ended for
    /// the player who made the move.
    fn play(&mut self, at: usize) -> Option<End> {
        let (mover, mv) = (self.rules[0].to_move(&self.position), self.moves[at]);
        let words = self.same(|rules, position| {
            rules.play(position, mv).expect("it can be made");
            position.words().to_vec()
        });
        self.position.set_words(&words);
        let outcome = self.same(|rules, position| rules.outcome(position).expect("it can be asked"));
        outcome.map(|outcome| match outcome {
            Outcome::Drawn => End::Drawn,
            Outcome::Won(winner) if winner == mover => End::Won,
            Outcome::Won(_) => End::Lost,
        })
    }
}

/// Plays random games in both forms. In both, the moves are the empty fields in the same order.
fn compare<P: Positions>(name: &str, games: usize) -> [usize; 3] {
    let mut random = Random::new(17);
    let mut ends = [0; 3];
    for _ in 0..trials(games) {
        let (mut text, mut position) = (Text::start(name), P::start());
        for plies in 1.. {
            let mut after = Vec::new();
            position.each_after(&mut |next| after.push(next));
            assert_eq!(text.moves(), after.len(), "{name}");
            let at = random.below(after.len());
            position = after[at];
            let end = text.play(at);
            assert_eq!(end, position.end(), "{name} after {plies} moves");
            match end {
                None => continue,
                Some(End::Won) => ends[(plies + 1) % 2] += 1,
                Some(_) => ends[2] += 1,
            }
            break;
        }
    }
    ends
}

#[test]
fn hex_wins_agree_with_union_find() {
    let ends = compare::<Hex>("hex", 48);
    assert!(ends[0] > 0 && ends[1] > 0 && ends[2] == 0, "{ends:?}");
}

#[test]
fn go_moku_wins_agree_with_lines_of_five() {
    let ends = compare::<Gomoku>("go-moku", 48);
    assert!(ends[0] > 0 && ends[1] > 0, "{ends:?}");
}
