//! Positions of a game to look at: those of games by chance, or all that can be reached.
//!
//! ```text
//! by chance      every legal move is as likely as the others
//! by the rules   one of the players makes the moves that rules claim to win, and others by chance
//! carefully      nobody wins or lets the next player win at once where it can be helped, so that boards fill
//! ```
//!
//! A game is a function of the seed and its number.

use std::collections::HashSet;

use blanche_compiler::game::{Fault, Move, Outcome, Past, Rules};
use blanche_compiler::program::{RuleId, RuleKind};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{Position, Value};

/// Games are broken off after so many moves.
const LONGEST: usize = 400;

/// A position in which the game goes on.
#[derive(Clone, Debug)]
pub struct Reached {
    /// The moves from the beginning to it; nothing where it was drawn.
    pub moves: Option<Vec<Move>>,
    /// It.
    pub position: Position,
}

impl Reached {
    /// How many moves lead to it; where nobody knows, more than to any other.
    pub fn plies(&self) -> usize {
        self.moves.as_ref().map_or(usize::MAX, Vec::len)
    }
}

/// How the moves of a game are chosen.
#[derive(Clone, Copy)]
enum Way {
    ByChance,
    /// The player who is to move makes the moves that rules claim to win.
    ByRules(Value),
    Carefully,
}

/// The positions of a game in which it goes on, from this one.
///
/// # Errors
/// When the game cannot go on, or a limit is reached.
pub fn of_game(rules: &Rules, start: &Position, seed: u64, number: u64) -> Result<Vec<Reached>, Fault> {
    let players = &rules.program().players;
    let (ways, way) = (players.len() as u64 + 2, number % (players.len() as u64 + 2));
    let way = match players.get(way as usize) {
        Some(player) => Way::ByRules(*player),
        None if way + 1 == ways => Way::Carefully,
        None => Way::ByChance,
    };
    Ok(in_game(rules, start, way, Random::of(seed, &[number]))?.0)
}

/// The positions of a game, its last one too, in which nobody asks what rules claim: which there are says the game alone.
///
/// # Errors
/// When the game cannot go on, or a limit is reached.
pub fn of_plain_game(rules: &Rules, start: &Position, seed: u64, number: u64) -> Result<Vec<Reached>, Fault> {
    let way = if number.is_multiple_of(2) { Way::ByChance } else { Way::Carefully };
    let (mut reached, last) = in_game(rules, start, way, Random::of(seed, &[number]))?;
    reached.push(last);
    Ok(reached)
}

/// The positions in which a game goes on, and the one behind them.
fn in_game(
    rules: &Rules,
    start: &Position,
    way: Way,
    mut random: Random,
) -> Result<(Vec<Reached>, Reached), Fault> {
    let (mut position, mut made, mut moves) = (start.clone(), Vec::new(), Vec::new());
    let mut past = Past::new(rules, start);
    let mut reached = Vec::new();
    while made.len() < LONGEST && rules.end_by_rule(&mut position)?.is_none() {
        rules.moves(&mut position, &mut moves)?;
        if moves.is_empty() {
            rules.end_of_blocked(&position)?;
            break;
        }
        reached.push(Reached { moves: Some(made.clone()), position: position.clone() });
        let mv = way.chosen(rules, &mut position, &moves, &mut random)?;
        rules.play_on(&mut position, mv, &mut past)?;
        made.push(mv);
    }
    Ok((reached, Reached { moves: Some(made), position }))
}

impl Way {
    fn chosen(
        self,
        rules: &Rules,
        position: &mut Position,
        moves: &[Move],
        random: &mut Random,
    ) -> Result<Move, Fault> {
        match self {
            Way::ByRules(player) if rules.to_move(position) == player => {
                if let Some(mv) = claimed(rules, position, moves)? {
                    return Ok(mv);
                }
            }
            Way::Carefully => {
                let careful = careful(rules, position, moves)?;
                if !careful.is_empty() {
                    return Ok(*random.choose(&careful));
                }
            }
            Way::ByChance | Way::ByRules(_) => {}
        }
        Ok(*random.choose(moves))
    }
}

/// The move of the first rule of the lowest level that claims something for whoever is to move.
fn claimed(rules: &Rules, position: &mut Position, moves: &[Move]) -> Result<Option<Move>, Fault> {
    let to_move = rules.to_move(position);
    let mut claiming: Vec<(u32, RuleId)> = Vec::new();
    for (rule, at) in rules.program().rules.iter().zip(0..) {
        if rule.kind == RuleKind::Rule && rule.level > 0 && rule.colour == Some(to_move) {
            claiming.push((rule.level, RuleId(at)));
        }
    }
    claiming.sort_unstable();
    for (_, rule) in claiming {
        if rules.claim(position, rule)? {
            let mut played = None;
            rules.each_answer(position, rule, &[], &mut |answer| {
                played = played.or_else(|| rules.played_by(rule, answer, moves).first().copied());
            })?;
            return Ok(played);
        }
    }
    Ok(None)
}

/// The moves after which the game goes on, and the next player does not win at once.
fn careful(rules: &Rules, position: &mut Position, moves: &[Move]) -> Result<Vec<Move>, Fault> {
    let (before, mut careful) = (position.words().to_vec(), Vec::new());
    let mut replies = Vec::new();
    for mv in moves {
        rules.play(position, *mv)?;
        let next = rules.to_move(position);
        let mut is_careful = rules.end_by_rule(position)?.is_none();
        if is_careful {
            rules.moves(position, &mut replies)?;
            let after = position.words().to_vec();
            for reply in &replies {
                rules.play(position, *reply)?;
                let end = rules.end_by_rule(position)?;
                position.set_words(&after);
                if end.map(|end| end.outcome) == Some(Outcome::Won(next)) {
                    is_careful = false;
                    break;
                }
            }
        }
        position.set_words(&before);
        if is_careful {
            careful.push(*mv);
        }
    }
    Ok(careful)
}

/// Every position that can be reached.
pub struct Reachable {
    /// How many there are, those included in which the game is over.
    pub all: usize,
    nodes: Vec<Node>,
    start: Position,
}

/// A position in which the game goes on, and where it comes from.
struct Node {
    words: Box<[u64]>,
    /// The node before it, and the move; nothing for the first.
    from: Option<(u32, Move)>,
}

impl Reachable {
    /// Every position that can be reached from this one; nothing where there are more than so many, or somebody is asked and
    /// wants it to stop.
    ///
    /// # Errors
    /// When the game cannot go on somewhere, or a limit is reached.
    pub fn from(
        rules: &Rules,
        start: &Position,
        most: usize,
        is_late: &dyn Fn() -> bool,
    ) -> Result<Option<Reachable>, Fault> {
        let mut known: HashSet<Box<[u64]>> = HashSet::from([start.words().into()]);
        let mut nodes = vec![Node { words: start.words().into(), from: None }];
        let (mut at, mut moves, mut position) = (0, Vec::new(), start.clone());
        let mut open: Vec<bool> = Vec::new();
        while at < nodes.len() {
            if known.len() > most || is_late() {
                return Ok(None);
            }
            position.set_words(&nodes[at].words);
            let goes_on = rules.end_by_rule(&mut position)?.is_none();
            if goes_on {
                rules.moves(&mut position, &mut moves)?;
                if moves.is_empty() {
                    rules.end_of_blocked(&position)?;
                }
            }
            open.push(goes_on && !moves.is_empty());
            for mv in moves.drain(..).filter(|_| goes_on) {
                rules.play(&mut position, mv)?;
                if known.insert(position.words().into()) {
                    nodes.push(Node { words: position.words().into(), from: Some((at as u32, mv)) });
                }
                position.set_words(&nodes[at].words);
            }
            at += 1;
        }
        Ok(Some(Reachable { all: nodes.len(), start: start.clone(), nodes }.only(&open)))
    }

    /// Those that are open; nothing comes from the others.
    fn only(mut self, open: &[bool]) -> Reachable {
        let mut places = vec![0_u32; self.nodes.len()];
        let mut next = 0;
        for (at, is_open) in open.iter().enumerate() {
            places[at] = next;
            next += u32::from(*is_open);
        }
        let mut at = 0;
        self.nodes.retain(|_| {
            at += 1;
            open[at - 1]
        });
        for node in &mut self.nodes {
            node.from = node.from.map(|(from, mv)| (places[from as usize], mv));
        }
        self
    }

    /// How many there are in which the game goes on.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether a position is one of them.
    pub fn holds(&self, position: &Position) -> bool {
        self.nodes.iter().any(|node| *node.words == *position.words())
    }

    /// Whether the game is over before it begins.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The one with this number, of those in which the game goes on.
    pub fn get(&self, number: usize) -> Reached {
        let mut position = self.start.clone();
        position.set_words(&self.nodes[number].words);
        let (mut moves, mut at) = (Vec::new(), number);
        while let Some((from, mv)) = self.nodes[at].from {
            moves.push(mv);
            at = from as usize;
        }
        moves.reverse();
        Reached { moves: Some(moves), position }
    }
}
