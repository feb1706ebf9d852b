//! A whole game as bitboard code: for each player the moves, their effects, and the ends of the game that they can
//! cause.
//!
//! A game fits into bitboards if its moves, effects and ends fit, and if no move can add two values where only one
//! value may hold. Other games are played by their plans.

use blanche_sorted::SortedSet;

use super::Unfit;
use super::chains::{Continuation, continuations};
use super::code::{Code, Output};
use super::effects::{Play, play};
use super::groups::{Moves, Plays};
use super::operations::{Operation, Operations, WordId};
use super::solve::Solver;
use super::translate::RuleQuery;
use super::word_layout::WordLayout;
use crate::program::{BlockedOutcome, Program, RuleId};
use crate::runtime::{BitEnd, Layout, U256, Value, Word};

/// Maximum number of groups into which the moves of a player are divided.
const MAX_GROUPS: usize = 256;

/// A game on bitboards.
#[derive(Clone, Debug)]
pub struct Game<W = U256> {
    /// For each player, in the order of the program, the moves and ends when that player is to move.
    pub sides: Vec<Side<W>>,
    /// The index of the word that contains the player to move.
    pub turn: usize,
    /// The layout of a position's words.
    pub word_layout: WordLayout,
    /// The index of the word that says how often the position has occurred, and the number of leading words that decide
    /// whether positions are equal. `None` if the game does not use repetitions.
    pub occurred: Option<(usize, usize)>,
    /// Number of low bits that may be set in the words of moves.
    pub width: u32,
}

/// The moves and ends of the game when a certain player is to move.
#[derive(Clone, Debug)]
pub struct Side<W = U256> {
    /// The player to move.
    pub player: Value,
    /// The code for the moves, with an output for each group.
    pub moves: Code<W>,
    /// The groups of moves.
    pub groups: Vec<Group<W>>,
    /// The index after the last group of each run. A run is a range of groups whose moves are enumerated together, in
    /// the order of their bits. Empty if each group is enumerated separately.
    pub runs: Vec<usize>,
    /// The ends of the game that a move of the player can cause.
    pub ends: Ends<W>,
    /// All ends of the game.
    pub all_ends: Ends<W>,
    /// The result if the player cannot move and does not pass.
    pub blocked: Option<BitEnd>,
    /// The test whether any player can move, for games in which players without moves pass. The game is over if no
    /// player can move.
    pub anybody: Option<Code<W>>,
    /// The value of the turn word when it is the player's turn.
    pub turn: W,
}

/// Moves that differ only in one value, which is the position of a bit.
#[derive(Clone, Debug)]
pub struct Group<W = U256> {
    /// The index of the declaration in [`Game::moves`](crate::program::Game::moves).
    pub of: usize,
    /// The other values that the moves play.
    pub plays: Plays,
    /// The effect of the moves.
    pub play: Play<W>,
    /// The further moves that the same player may make after these moves.
    pub continuations: Vec<Continuation<W>>,
}

/// Ways in which the game ends. If several of them hold, the first one counts.
#[derive(Clone, Debug, Default)]
pub struct Ends<W = U256> {
    /// The code, with an output for each end. The output has a bit set if the game has ended in this way.
    pub code: Code<W>,
    /// The rules and draws that define the ends.
    pub rules: Vec<RuleId>,
    /// The result for each end.
    pub ends: Vec<BitEnd>,
}

impl Game {
    /// Translates the game of a program into operations on bitboards; `None` if it does not fit.
    pub fn of(program: &Program, layout: &Layout) -> Option<Game> {
        let game = program.game.as_ref()?;
        let side = |at: usize| side(program, layout, game, at);
        let sides = (0..program.players.len()).map(side).collect::<Result<_, _>>().ok()?;
        let sides: Vec<(Side, U256)> = sides;
        let possible = sides.iter().fold(U256::NONE, |all, (_, possible)| all | *possible);
        let sides = sides.into_iter().map(|(side, _)| side).collect();
        let word_layout = WordLayout::of(program, layout);
        let (turn, _) = word_layout.bit_at(layout, 0, &[program.players[0]]);
        let occurred = game.occurred.map(|state| {
            let kept = word_layout.words.iter().filter(|words| words.start < layout.kept()).count();
            (word_layout.set_at(layout, state, &[]), kept)
        });
        Some(Game {
            sides,
            turn,
            occurred,
            word_layout,
            width: possible.places().last().map_or(0, |last| last + 1),
        })
    }

    /// Converts the code to words of its own width.
    ///
    /// # Panics
    /// If `W` has another width.
    pub fn lowered<W: Word>(&self) -> Game<W> {
        Game {
            sides: self.sides.iter().map(Side::lowered).collect(),
            turn: self.turn,
            occurred: self.occurred,
            word_layout: self.word_layout.clone(),
            width: self.width,
        }
    }
}

impl Side {
    fn lowered<W: Word>(&self) -> Side<W> {
        let ends = |ends: &Ends| Ends {
            code: ends.code.lowered(),
            rules: ends.rules.clone(),
            ends: ends.ends.clone(),
        };
        let group = |group: &Group| Group {
            of: group.of,
            plays: group.plays.clone(),
            play: group.play.lowered(),
            continuations: group.continuations.iter().map(Continuation::lowered).collect(),
        };
        Side {
            player: self.player,
            moves: self.moves.lowered(),
            groups: self.groups.iter().map(group).collect(),
            runs: self.runs.clone(),
            ends: ends(&self.ends),
            all_ends: ends(&self.all_ends),
            blocked: self.blocked,
            anybody: self.anybody.as_ref().map(Code::lowered),
            turn: W::of_parts(&self.turn.0[..W::PARTS]),
        }
    }
}

/// The index of the player whose turn comes after that of player `at`.
fn next(program: &Program, at: usize) -> usize {
    (at + 1) % program.players.len()
}

/// The side of the player with index `at`, and the bits that the words of its moves may have.
fn side(
    program: &Program,
    layout: &Layout,
    game: &crate::program::Game,
    at: usize,
) -> Result<(Side, U256), Unfit> {
    let player = program.players[at];
    let next = next(program, at);
    let mut solver = Solver::new(program, layout, Some(player));
    let mut found: Vec<(usize, Plays, WordId)> = Vec::new();
    for (of, made) in game.moves.iter().enumerate().filter(|(_, made)| made.player == player) {
        let groups = Moves { program, layout, game, made }.groups(&mut solver)?;
        found.extend(groups.into_iter().map(|(plays, word)| (of, plays, word)));
    }
    if found.len() > MAX_GROUPS {
        return Err(Unfit);
    }
    let mut groups = Vec::new();
    for (of, plays, word) in &found {
        let moves = Moves { program, layout, game, made: &game.moves[*of] };
        let bits = solver.operations.possible(*word);
        let play = play(moves, (plays, bits), program.players[next])?;
        let continuations = continuations(moves, (plays, bits), &found)?;
        groups.push(Group { of: *of, plays: plays.clone(), play, continuations });
    }
    let outputs: Vec<Output> =
        found.iter().map(|(_, _, word)| Output { values: Vec::new(), word: *word }).collect();
    let (gains, loses) = changed(&groups);
    let turn = solver.word_layout.set_at(layout, 0, &[]);
    let mut always: SortedSet<usize> = (turn..turn + solver.word_layout.set_words(0)).collect();
    always.extend(game.occurred.map(|state| solver.word_layout.set_at(layout, state, &[])));
    let is_asked = |operations: &Operations, word| can_come(operations, &always, word, (&gains, &loses));
    let blocked = game.blocked.map(|outcome| match outcome {
        BlockedOutcome::Loses => BitEnd::Won(next),
        BlockedOutcome::Draws | BlockedOutcome::Passes => BitEnd::Drawn,
    });
    let anybody = match game.blocked {
        Some(BlockedOutcome::Passes) => Some(anybody(program, layout, game, player)?),
        _ => None,
    };
    let possible =
        outputs.iter().fold(U256::NONE, |all, output| all | solver.operations.possible(output.word));
    let side = Side {
        player,
        moves: Code::of(&solver.operations, outputs, None),
        ends: ends(program, layout, game, program.players[next], &is_asked)?,
        all_ends: ends(program, layout, game, player, &|_, _| true)?,
        runs: runs(&groups),
        groups,
        blocked,
        anybody,
        turn: solver.word_layout.bit_at(layout, 0, &[player]).1,
    };
    Ok((side, possible))
}

/// The test whether any player can move when `player` is to move.
fn anybody(
    program: &Program,
    layout: &Layout,
    game: &crate::program::Game,
    player: Value,
) -> Result<Code, Unfit> {
    let mut solver = Solver::new(program, layout, Some(player));
    let mut outputs = Vec::new();
    for made in &game.moves {
        outputs.push(Output { values: Vec::new(), word: test(&mut solver, made.question)? });
    }
    Ok(Code::of(&solver.operations, outputs, None))
}

/// The index after the last group of each run of groups; empty if each group is enumerated separately.
fn runs(groups: &[Group]) -> Vec<usize> {
    let goes_on = |at: &usize| match (&groups[at - 1], groups.get(*at)) {
        (one, Some(other)) => one.of == other.of && matches!(other.plays, Plays::Moved(_)),
        (_, None) => false,
    };
    let runs: Vec<usize> = (1..=groups.len()).filter(|at| !goes_on(at)).collect();
    if runs.len() == groups.len() { Vec::new() } else { runs }
}

/// The words in which moves may set bits, and the words in which they may clear bits.
fn changed(groups: &[Group]) -> (SortedSet<usize>, SortedSet<usize>) {
    let all = |words: fn(&Play) -> &SortedSet<usize>| {
        groups.iter().flat_map(|group| words(&group.play).iter().copied()).collect()
    };
    (all(|play| &play.gains), all(|play| &play.loses))
}

/// The ends of the game whose tests satisfy `is_asked`, if `to_move` is the player to move.
fn ends(
    program: &Program,
    layout: &Layout,
    game: &crate::program::Game,
    to_move: Value,
    is_asked: &dyn Fn(&Operations, WordId) -> bool,
) -> Result<Ends, Unfit> {
    let mut solver = Solver::new(program, layout, Some(to_move));
    let mut open = Solver::new(program, layout, None);
    let (mut outputs, mut rules, mut found) = (Vec::new(), Vec::new(), Vec::new());
    let wins = program.wins().filter_map(|(id, winner)| {
        let winner = program.players.iter().position(|player| *player == winner)?;
        Some((id, BitEnd::Won(winner)))
    });
    let draws = game.draws.iter().map(|id| (*id, BitEnd::Drawn));
    for (id, end) in wins.chain(draws) {
        let test = test(&mut open, id)?;
        if is_asked(&open.operations, test) {
            let word = self::test(&mut solver, id)?;
            let rule = program.rule(id);
            solver
                .operations
                .call(word, || format!("{} {}", rule.name, program.colour(rule)).trim().to_owned());
            outputs.push(Output { values: Vec::new(), word });
            rules.push(id);
            found.push(end);
        }
    }
    Ok(Ends { code: Code::of(&solver.operations, outputs, None), rules, ends: found })
}

/// A word that has a bit set if a rule has an answer.
pub(super) fn test(solver: &mut Solver<'_>, rule: RuleId) -> Result<WordId, Unfit> {
    let rule = solver.program.rule(rule);
    RuleQuery::new(solver, rule, &[])?.test(solver)
}

/// Whether a move may make an empty word non-empty. A move changes the turn, and sets and clears bits in some words of
/// the position.
fn can_come(
    operations: &Operations,
    always: &SortedSet<usize>,
    word: WordId,
    (gains, loses): (&SortedSet<usize>, &SortedSet<usize>),
) -> bool {
    let mut seen = SortedSet::new();
    let mut open = vec![(word, true)];
    while let Some((id, grows)) = open.pop() {
        if !seen.insert((id, grows)) {
            continue;
        }
        match operations.list[id.index()] {
            Operation::Position(at) => {
                let changes = if grows { gains } else { loses };
                if always.contains(&at) || changes.contains(&at) {
                    return true;
                }
            }
            Operation::Without(one, other) => open.extend([(one, grows), (other, !grows)]),
            Operation::IsEmpty(one) => open.push((one, !grows)),
            Operation::Compare(test) => {
                let both = [test.one, test.other].into_iter();
                open.extend(both.flat_map(|one| [(one, true), (one, false)]));
            }
            operation => open.extend(operation.uses().map(|one| (one, grows))),
        }
    }
    false
}
