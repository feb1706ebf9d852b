//! Executes bitboard code.

use super::code::{Code, Loop, Output};
use super::game::{Ends, Game};
use super::operations::{Operation, image};
use crate::runtime::{BitEnd, BitGame, Value, Word, past_key};

/// A buffer for the words that running code computes. It is reused to avoid allocations.
#[derive(Clone, Debug)]
pub struct Room<W>(pub(super) Vec<W>);

impl<W> Default for Room<W> {
    fn default() -> Room<W> {
        Room(Vec::new())
    }
}

impl<W: Word> Code<W> {
    /// Computes all words for a position and, if the code depends on it, a played value.
    #[inline]
    pub fn run(&self, position: &[W], played: Value, room: &mut Room<W>) {
        if room.0.len() < self.operations.len() {
            room.0.resize(self.operations.len(), W::NONE);
        }
        let words = &mut room.0[..self.operations.len()];
        for (at, operation) in self.operations.iter().enumerate() {
            self.do_one(at, operation, (position, played), words);
        }
    }

    /// Executes the operation at an index. Each arm of the `match` writes its word directly to memory. Storing a wide
    /// word temporarily would cause store-forwarding stalls when the word is read again.
    #[inline(always)]
    fn do_one(
        &self,
        at: usize,
        operation: &Operation<W>,
        (position, played): (&[W], Value),
        words: &mut [W],
    ) {
        let of = |id: super::WordId, words: &[W]| words[id.index()];
        match *operation {
            Operation::Constant(value) => words[at] = value,
            Operation::Position(word) => words[at] = position[word],
            Operation::Played => words[at] = W::bit(played % W::BITS),
            Operation::And(one, other) => words[at] = of(one, words) & of(other, words),
            Operation::Or(one, other) => words[at] = of(one, words) | of(other, words),
            Operation::Without(one, other) => words[at] = of(one, words) & !of(other, words),
            Operation::Up(one, by) => words[at] = of(one, words) << by,
            Operation::Down(one, by) => words[at] = of(one, words) >> by,
            Operation::Image(table, one) => words[at] = image(&self.tables[table], of(one, words)),
            Operation::Where(test, one) if !of(test, words).is_empty() => words[at] = of(one, words),
            Operation::IsEmpty(one) if of(one, words).is_empty() => words[at] = W::bit(0),
            Operation::Where(..) | Operation::IsEmpty(_) | Operation::Unknown(_) => words[at] = W::NONE,
            Operation::Least(_, found) => {
                words[at] = self.least(super::WordId(at as u32), found, (position, played), words);
            }
            Operation::Compare(test) => {
                let holds = test.holds(of(test.one, words), of(test.other, words));
                words[at] = if holds { W::bit(0) } else { W::NONE };
            }
        }
    }

    /// Computes the fixpoint of a loop: repeats its operations until nothing changes. The first iteration, which starts
    /// from the empty word, has already been made.
    #[inline(never)]
    fn least(&self, end: super::WordId, found: super::WordId, asked: (&[W], Value), words: &mut [W]) -> W {
        let Some(Loop { unknown, turn }) = &self.loops[end.index()] else { unreachable!("a loop ends here") };
        let mut known = W::NONE;
        // A nested loop starts anew in each iteration of the outer loop.
        if !words[unknown.index()].is_empty() {
            words[unknown.index()] = W::NONE;
            self.turn(turn, asked, words);
        }
        while words[found.index()] != known {
            known = words[found.index()];
            words[unknown.index()] = known;
            self.turn(turn, asked, words);
        }
        known
    }

    fn turn(&self, turn: &[super::WordId], asked: (&[W], Value), words: &mut [W]) {
        for at in turn {
            self.do_one(at.index(), &self.operations[at.index()], asked, words);
        }
    }

    /// The output words after the code has run.
    #[inline]
    pub fn answer<'r>(&'r self, room: &'r Room<W>) -> impl Iterator<Item = W> + use<'r, W> {
        self.outputs.iter().map(|output| room.0[output.word.index()])
    }

    /// Whether the query has an answer, after the code has run.
    #[inline]
    pub fn applies(&self, room: &Room<W>) -> bool {
        self.answer(room).any(|word| !word.is_empty())
    }

    /// Number of answers in these output words.
    pub fn count(&self, answer: &[W]) -> usize {
        let counts = answer.iter().map(|word| match self.spread {
            Some(_) => word.count() as usize,
            None => usize::from(!word.is_empty()),
        });
        counts.sum()
    }

    /// Whether answers are returned in sorted order. This is so if the variable stored as bits is the last answer
    /// variable.
    pub fn is_in_order(&self) -> bool {
        self.spread.is_none_or(|spread| self.outputs.iter().all(|output| output.values.len() == spread))
    }

    /// Calls `take` once with each answer in these output words. The answers are in sorted order if
    /// [`Code::is_in_order`] holds. `played` is the played value.
    pub fn each(&self, answer: &[W], played: Value, take: &mut dyn FnMut(&[Value])) {
        let mut tuple: Vec<Value> = Vec::new();
        let given = if self.begins_played { &[played][..] } else { &[] };
        for (Output { values, .. }, word) in
            self.outputs.iter().zip(answer).filter(|(_, word)| !word.is_empty())
        {
            let mut tell = |value: Option<Value>| {
                tuple.clear();
                tuple.extend_from_slice(given);
                tuple.extend_from_slice(values);
                if let (Some(spread), Some(value)) = (self.spread, value) {
                    tuple.insert(given.len() + spread, value);
                }
                take(&tuple);
            };
            match self.spread {
                Some(_) => word.each_bit(|value| tell(Some(value as Value))),
                None => tell(None),
            }
        }
    }
}

/// Buffers of the interpreter of a game.
#[derive(Clone, Debug)]
pub struct GameRoom<W> {
    words: Room<W>,
    moves: Vec<W>,
}

impl<W> Default for GameRoom<W> {
    fn default() -> GameRoom<W> {
        GameRoom { words: Room::default(), moves: Vec::new() }
    }
}

impl<W: Word> Ends<W> {
    /// The first end that holds.
    fn first(&self, words: &[W], room: &mut Room<W>) -> Option<BitEnd> {
        self.code.run(words, 0, room);
        let holds = |output: &Output| !room.0[output.word.index()].is_empty();
        self.code.outputs.iter().position(holds).map(|at| self.ends[at])
    }
}

impl<W: Word> BitGame for Game<W> {
    type Word = W;
    type Words = Vec<W>;
    type Room = GameRoom<W>;

    fn words(&self, position: &[u64]) -> Vec<W> {
        W::of_position(position, &self.word_layout.words, &mut Vec::new()).to_vec()
    }

    fn players(&self) -> usize {
        self.sides.len()
    }

    fn moves<'r>(&self, words: &Vec<W>, player: usize, room: &'r mut GameRoom<W>) -> &'r [W] {
        let code = &self.sides[player].moves;
        code.run(words, 0, &mut room.words);
        room.moves.clear();
        room.moves.extend(code.outputs.iter().map(|output| room.words.0[output.word.index()]));
        &room.moves
    }

    fn play(&self, words: &mut Vec<W>, player: usize, group: usize, value: u32, room: &mut GameRoom<W>) {
        let play = &self.sides[player].groups[group].play;
        play.code.run(words, value as Value, &mut room.words);
        for (place, output) in play.writes.iter().zip(&play.code.outputs) {
            words[*place] = room.words.0[output.word.index()];
        }
    }

    fn end(&self, words: &Vec<W>, player: usize, room: &mut GameRoom<W>) -> Option<BitEnd> {
        self.sides[player].ends.first(words, &mut room.words)
    }

    fn whole_end(&self, words: &Vec<W>, player: usize, room: &mut GameRoom<W>) -> Option<BitEnd> {
        self.sides[player].all_ends.first(words, &mut room.words)
    }

    fn blocked(&self, player: usize) -> Option<BitEnd> {
        self.sides[player].blocked
    }

    fn passes(&self, words: &Vec<W>, player: usize, room: &mut GameRoom<W>) -> bool {
        let Some(anybody) = &self.sides[player].anybody else { return false };
        anybody.run(words, 0, &mut room.words);
        anybody.applies(&room.words)
    }

    fn give_turn(&self, words: &mut Vec<W>, player: usize) {
        words[self.turn] = self.sides[player].turn;
    }

    fn runs(&self, player: usize) -> &[usize] {
        &self.sides[player].runs
    }

    fn asks_the_past(&self) -> bool {
        self.occurred.is_some()
    }

    fn is_same(&self, one: &Vec<W>, other: &Vec<W>) -> bool {
        let (_, kept) = self.occurred.unwrap_or_default();
        one[..kept] == other[..kept]
    }

    fn key(&self, words: &Vec<W>) -> u64 {
        let (_, kept) = self.occurred.unwrap_or_default();
        past_key(&words[..kept])
    }

    fn set_occurrences(&self, words: &mut Vec<W>, times: u32) {
        if let Some((at, _)) = self.occurred {
            words[at] = W::bit(times);
        }
    }

    fn may_go_on(&self, player: usize, group: usize) -> bool {
        !self.sides[player].groups[group].continuations.is_empty()
    }

    fn goes_on(
        &self,
        before: &Vec<W>,
        player: usize,
        (group, value): (usize, u32),
        moves: &mut [W],
        room: &mut GameRoom<W>,
    ) -> bool {
        let mut goes_on = false;
        for then in &self.sides[player].groups[group].continuations {
            if let Some(test) = &then.test {
                test.run(before, value as Value, &mut room.words);
                if !test.applies(&room.words) {
                    continue;
                }
            }
            goes_on = true;
            then.next_moves
                .iter()
                .for_each(|(group, next_moves)| moves[*group] |= next_moves.bits(value as Value));
        }
        goes_on
    }
}
