//! Code at work.

use super::code::{Code, Loop};
use super::game::{Ends, Game};
use super::operations::{Operation, image};
use crate::runtime::Value;
use crate::runtime::{BitEnd, BitGame};

/// Room for the words of code under way; whoever asks often allocates once.
#[derive(Clone, Debug, Default)]
pub struct Room(Vec<u64>);

impl Code {
    /// Works out all words for a position, and for the value that is played, where the code is of something that is played.
    #[inline]
    pub fn run(&self, position: &[u64], played: Value, room: &mut Room) {
        let words = &mut room.0;
        words.clear();
        words.reserve(self.operations.len());
        for (at, operation) in self.operations.iter().enumerate() {
            if let Operation::Least(_, found) = *operation {
                let word = self.least(super::WordId(at as u32), found, (position, played), words);
                words.push(word);
                continue;
            }
            let word = self.word(*operation, (position, played), words);
            words.push(word);
        }
    }

    /// What an operation gives; the end of a loop is none of them.
    #[inline(always)]
    fn word(&self, operation: Operation, (position, played): (&[u64], Value), words: &[u64]) -> u64 {
        let of = |id: super::WordId| words[id.index()];
        match operation {
            Operation::Constant(value) => value,
            Operation::Position(at) => position[at],
            Operation::Played => 1 << (played % 64),
            Operation::And(one, other) => of(one) & of(other),
            Operation::Or(one, other) => of(one) | of(other),
            Operation::Without(one, other) => of(one) & !of(other),
            Operation::Up(one, by) => of(one) << by,
            Operation::Down(one, by) => of(one) >> by,
            Operation::Image(table, one) => image(&self.tables[table], of(one)),
            Operation::Where(test, one) => {
                if of(test) != 0 {
                    of(one)
                } else {
                    0
                }
            }
            Operation::IsEmpty(one) => u64::from(of(one) == 0),
            Operation::Compare(test) => u64::from(test.holds(of(test.one), of(test.other))),
            Operation::Unknown(_) | Operation::Least(..) => 0,
        }
    }

    /// The word of a loop: its operations are done again until nothing changes. The first turn began with nothing.
    #[inline(never)]
    fn least(
        &self,
        end: super::WordId,
        found: super::WordId,
        asked: (&[u64], Value),
        words: &mut [u64],
    ) -> u64 {
        let Loop { unknown, turn } = &self.loops[&end];
        let mut known = 0;
        // What stands in another loop begins anew in each of its turns.
        if words[unknown.index()] != 0 {
            words[unknown.index()] = 0;
            self.turn(turn, asked, words);
        }
        while words[found.index()] != known {
            known = words[found.index()];
            words[unknown.index()] = known;
            self.turn(turn, asked, words);
        }
        known
    }

    fn turn(&self, turn: &[super::WordId], asked: (&[u64], Value), words: &mut [u64]) {
        for at in turn {
            words[at.index()] = match self.operations[at.index()] {
                Operation::Least(_, found) => self.least(*at, found, asked, words),
                operation => self.word(operation, asked, words),
            };
        }
    }

    /// The words of the answer, after a run.
    #[inline]
    pub fn outputs<'r>(&'r self, room: &'r Room) -> impl Iterator<Item = (&'r [Value], u64)> {
        self.outputs.iter().map(|output| (output.values.as_slice(), room.0[output.word.index()]))
    }

    /// Whether the question has an answer, after a run.
    #[inline]
    pub fn applies(&self, room: &Room) -> bool {
        self.outputs.iter().any(|output| room.0[output.word.index()] != 0)
    }

    /// How many answers there are, after a run.
    pub fn count(&self, room: &Room) -> usize {
        let counts = self.outputs(room).map(|(_, word)| match self.spread {
            Some(_) => word.count_ones() as usize,
            None => usize::from(word != 0),
        });
        counts.sum()
    }

    /// Whether answers are handed over in order: the last variable is the one that is spread.
    pub fn is_in_order(&self) -> bool {
        self.spread.is_none_or(|spread| self.outputs.iter().all(|output| output.values.len() == spread))
    }

    /// Hands over the answers after a run: each once, and in order where [`Code::is_in_order`] says so.
    pub fn each(&self, room: &Room, take: &mut dyn FnMut(&[Value])) {
        let mut tuple: Vec<Value> = Vec::new();
        for (values, word) in self.outputs(room).filter(|(_, word)| *word != 0) {
            let Some(spread) = self.spread else {
                take(values);
                continue;
            };
            let mut left = word;
            while left != 0 {
                tuple.clear();
                tuple.extend_from_slice(values);
                tuple.insert(spread, left.trailing_zeros() as Value);
                take(&tuple);
                left &= left - 1;
            }
        }
    }
}

/// What the interpreter of a game works out in between.
#[derive(Clone, Debug, Default)]
pub struct GameRoom {
    words: Room,
    moves: Vec<u64>,
}

impl Ends {
    /// The first end that holds.
    fn first(&self, words: &[u64], room: &mut Room) -> Option<BitEnd> {
        self.code.run(words, 0, room);
        let holds = |output: &super::Output| room.0[output.word.index()] != 0;
        self.code.outputs.iter().position(holds).map(|at| self.ends[at])
    }
}

impl BitGame for Game {
    type Words = Vec<u64>;
    type Room = GameRoom;

    fn words(&self, position: &[u64]) -> Vec<u64> {
        position.to_vec()
    }

    fn players(&self) -> usize {
        self.sides.len()
    }

    fn moves<'r>(&self, words: &Vec<u64>, player: usize, room: &'r mut GameRoom) -> &'r [u64] {
        let code = &self.sides[player].moves;
        code.run(words, 0, &mut room.words);
        room.moves.clear();
        room.moves.extend(code.outputs.iter().map(|output| room.words.0[output.word.index()]));
        &room.moves
    }

    fn play(&self, words: &mut Vec<u64>, player: usize, group: usize, value: u32, room: &mut GameRoom) {
        let play = &self.sides[player].groups[group].play;
        play.code.run(words, value as Value, &mut room.words);
        for (place, output) in play.writes.iter().zip(&play.code.outputs) {
            words[*place] = room.words.0[output.word.index()];
        }
    }

    fn end(&self, words: &Vec<u64>, player: usize, room: &mut GameRoom) -> Option<BitEnd> {
        self.sides[player].ends.first(words, &mut room.words)
    }

    fn whole_end(&self, words: &Vec<u64>, player: usize, room: &mut GameRoom) -> Option<BitEnd> {
        self.sides[player].all_ends.first(words, &mut room.words)
    }

    fn blocked(&self, player: usize) -> Option<BitEnd> {
        self.sides[player].blocked
    }

    fn passes(&self, words: &Vec<u64>, player: usize, room: &mut GameRoom) -> bool {
        let Some(pass) = &self.sides[player].pass else { return false };
        pass.anybody.run(words, 0, &mut room.words);
        pass.anybody.applies(&room.words)
    }

    fn pass(&self, words: &mut Vec<u64>, player: usize) {
        if let Some(pass) = &self.sides[player].pass {
            words[self.turn] = pass.turn;
        }
    }

    fn may_go_on(&self, player: usize, group: usize) -> bool {
        !self.sides[player].groups[group].continuations.is_empty()
    }

    fn next<'r>(
        &self,
        before: &Vec<u64>,
        words: &mut Vec<u64>,
        player: usize,
        (group, value): (usize, u32),
        room: &'r mut GameRoom,
    ) -> &'r [u64] {
        let side = &self.sides[player];
        let mut masks = vec![0; side.groups.len()];
        for then in &side.groups[group].continuations {
            if let Some(test) = &then.test {
                test.run(before, value as Value, &mut room.words);
                if !test.applies(&room.words) {
                    continue;
                }
            }
            for (mask, group) in masks.iter_mut().zip(&side.groups) {
                *mask |= then.mask(group, value as Value);
            }
        }
        let turn = words[self.turn];
        words[self.turn] = before[self.turn];
        self.moves(words, player, room);
        room.moves.iter_mut().zip(&masks).for_each(|(word, mask)| *word &= mask);
        if room.moves.iter().all(|word| *word == 0) {
            words[self.turn] = turn;
            room.moves.clear();
        }
        &room.moves
    }
}
