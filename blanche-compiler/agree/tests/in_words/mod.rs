//! Plays games by bitboard operations on machine words, and compares them with the same games played by the plans of
//! their rules.

use blanche_compiler::bitboards;
use blanche_compiler::game::{Fault, Move, Outcome, Rules};
use blanche_compiler::program::Program;
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{BitEnd, BitGame, Position, U256, Value, Word};

/// Length of a playout, in moves.
const PLIES: usize = 25;

/// Whether some moves have several steps.
pub(crate) fn goes_on(program: &Program) -> bool {
    let goes_on = |made: &blanche_compiler::program::Move| !made.continuations.is_empty();
    program.game.iter().flat_map(|game| &game.moves).any(goes_on)
}

/// Plays a game by bitboard operations of its word width, and compares it with `rules`. Returns the number of moves
/// made. If the rules exceed a limit, returns this fault instead.
pub(crate) fn play_in_words(
    name: &str,
    rules: &Rules,
    words: &bitboards::Game,
    random: &mut Random,
) -> Result<usize, Fault> {
    match words.word_layout.width {
        64 => Beside::new(name, rules, &words.lowered::<u64>()).play(random),
        128 => Beside::new(name, rules, &words.lowered::<u128>()).play(random),
        _ => Beside::new(name, rules, &words.lowered::<U256>()).play(random),
    }
}

/// A game that is played by bitboard operations and by its rules in parallel.
struct Beside<'g, W: Word> {
    name: &'g str,
    rules: &'g Rules,
    words: &'g bitboards::Game<W>,
    position: Position,
    in_words: Vec<W>,
    moves: Vec<Move>,
}

/// A move found by bitboard operations: the index of its group of moves, the value that its bit stands for, and the
/// same move in the form of the rules.
type Found = (usize, u32, Move);

impl<'g, W: Word> Beside<'g, W> {
    fn new(name: &'g str, rules: &'g Rules, words: &'g bitboards::Game<W>) -> Beside<'g, W> {
        let position = rules.start().expect("it begins");
        let in_words = words.words(position.words());
        Beside { name, rules, words, position, in_words, moves: Vec::new() }
    }

    fn play(mut self, random: &mut Random) -> Result<usize, Fault> {
        let mut before = None;
        for ply in 0..PLIES {
            let end = self.compare_ends(before)?;
            let found = self.compare_moves()?;
            if end.is_some() || self.moves.is_empty() {
                return Ok(ply);
            }
            before = Some(self.player());
            self.make(&found, random)?;
        }
        Ok(PLIES)
    }

    fn player(&self) -> usize {
        self.rules.number(self.rules.to_move(&self.position))
    }

    /// Checks that both games agree on whether a rule or draw has ended the game, and with which result. `before` is
    /// the player who moved last.
    fn compare_ends(&mut self, before: Option<usize>) -> Result<Option<BitEnd>, Fault> {
        let players = &self.rules.program().players;
        let written = |outcome| match outcome {
            Outcome::Won(winner) => players.iter().position(|player| *player == winner).map(BitEnd::Won),
            Outcome::Drawn => Some(BitEnd::Drawn),
        };
        let end = self.rules.end_by_rule(&mut self.position)?.and_then(|end| written(end.outcome));
        let mut room = Default::default();
        assert_eq!(self.words.whole_end(&self.in_words, self.player(), &mut room), end, "{}", self.name);
        if let Some(before) = before {
            assert_eq!(self.words.end(&self.in_words, before, &mut room), end, "{}", self.name);
        }
        Ok(end)
    }

    /// The moves found by bitboard operations. They must be the same as those of the rules.
    fn compare_moves(&mut self) -> Result<Vec<Found>, Fault> {
        self.rules.moves(&mut self.position, &mut self.moves)?;
        let (player, mut room) = (self.player(), Default::default());
        let groups = &self.words.sides[player].groups;
        let mut found: Vec<Found> = Vec::new();
        for (group, word) in self.words.moves(&self.in_words, player, &mut room).iter().enumerate() {
            let of = &groups[group];
            word.each_bit(|value| {
                let mv = Move::new(of.of, &of.plays.values(value as Value));
                found.push((group, value, mv));
            });
        }
        let runs = self.words.runs(player);
        let run = |group: usize| runs.iter().position(|end| group < *end).unwrap_or(group);
        found.sort_by_key(|(group, value, _)| (run(*group), *value, *group));
        let mut listed: Vec<Move> = found.iter().map(|(_, _, mv)| *mv).collect();
        let passes = found.is_empty() && self.words.passes(&self.in_words, player, &mut room);
        listed.extend(passes.then(Move::pass));
        assert_eq!(listed, self.moves, "{}", self.name);
        Ok(found)
    }

    /// Makes one of the moves in both games, or passes.
    fn make(&mut self, found: &[Found], random: &mut Random) -> Result<(), Fault> {
        let (player, players) = (self.player(), self.rules.program().players.len());
        let mv = match found {
            [] => {
                self.words.give_turn(&mut self.in_words, (player + 1) % players);
                Move::pass()
            }
            found => {
                let (group, value, mv) = *random.choose(found);
                self.words.play(&mut self.in_words, player, group, value, &mut Default::default());
                mv
            }
        };
        self.rules.play(&mut self.position, mv)?;
        let text = self.rules.notation().move_text(mv);
        assert_eq!(self.in_words, self.words.words(self.position.words()), "{}: {text}", self.name);
        Ok(())
    }
}
