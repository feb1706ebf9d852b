//! Code and games in words of whatever width their program has.

use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

use super::code::Code;
use super::game::Game;
use super::places::Places;
use super::run::Room;
use crate::random::Random;
use crate::runtime::{BitFault, BitStart, BitTally, U256, Value, Word, bit_perft, bit_playouts};

/// Answers a question about positions, whose words are those of the layout.
pub trait Answering: Debug + Send + Sync {
    /// Whether it has an answer.
    fn applies(&self, position: &[u64]) -> bool;

    /// How many answers it has.
    fn count(&self, position: &[u64]) -> usize;

    /// Hands over how many bits each of its words has.
    fn bits(&self, position: &[u64], take: &mut dyn FnMut(usize));

    /// Hands over its answers, each once and in order, where this value is played.
    fn each(&self, position: &[u64], played: Value, take: &mut dyn FnMut(&[Value]));
}

/// Plays a game by chance and counts its positions.
pub trait Played: Debug + Send + Sync {
    /// [`bit_playouts`] from a position.
    ///
    /// # Errors
    /// As of [`bit_playouts`].
    fn playouts(
        &self,
        start: BitStart<'_>,
        games: u64,
        most: u32,
        random: &mut Random,
    ) -> Result<BitTally, BitFault>;

    /// [`bit_perft`] of a position.
    ///
    /// # Errors
    /// As of [`bit_perft`].
    fn perft(
        &self,
        start: BitStart<'_>,
        depth: u32,
        strict: bool,
        stop: &AtomicBool,
    ) -> Result<u64, BitFault>;

    /// The place of the declaration of a move of a player, which has this bit in a group, and what it plays.
    fn step(&self, player: usize, step: (usize, u32)) -> (usize, Vec<Value>);
}

/// Code in words of its width.
#[derive(Debug)]
struct Lowered<W> {
    code: Code<W>,
    places: Places,
}

impl Code {
    /// Answers with the code, whose words are those of a program.
    pub fn answering(&self, places: &Places) -> Box<dyn Answering> {
        let places = places.clone();
        match self.width {
            64 => Box::new(Lowered { code: self.lowered::<u64>(), places }),
            128 => Box::new(Lowered { code: self.lowered::<u128>(), places }),
            _ => Box::new(Lowered { code: self.lowered::<U256>(), places }),
        }
    }
}

impl Game {
    /// Plays the game in words of its width.
    pub fn played(&self) -> Box<dyn Played> {
        match self.places.width {
            64 => Box::new(self.lowered::<u64>()),
            128 => Box::new(self.lowered::<u128>()),
            _ => Box::new(self.lowered::<U256>()),
        }
    }
}

impl<W: Word + Send + Sync> Lowered<W> {
    /// The words of the code in a position.
    fn run(&self, position: &[u64], played: Value) -> Room<W> {
        let mut room = Room::default();
        self.code.run(&W::of_position(position, &self.places.words), played, &mut room);
        room
    }
}

impl<W: Word + Send + Sync> Answering for Lowered<W> {
    fn applies(&self, position: &[u64]) -> bool {
        self.code.applies(&self.run(position, 0))
    }

    fn count(&self, position: &[u64]) -> usize {
        self.code.count(&self.run(position, 0))
    }

    fn bits(&self, position: &[u64], take: &mut dyn FnMut(usize)) {
        let room = self.run(position, 0);
        self.code.outputs(&room).for_each(|(_, word)| take(word.count() as usize));
    }

    fn each(&self, position: &[u64], played: Value, take: &mut dyn FnMut(&[Value])) {
        let room = self.run(position, played);
        if self.code.is_in_order() {
            return self.code.each(&room, played, take);
        }
        let mut answers: Vec<Vec<Value>> = Vec::new();
        self.code.each(&room, played, &mut |answer| answers.push(answer.to_vec()));
        answers.sort_unstable();
        answers.iter().for_each(|answer| take(answer));
    }
}

impl<W: Word + Send + Sync> Played for Game<W> {
    fn playouts(
        &self,
        start: BitStart<'_>,
        games: u64,
        most: u32,
        random: &mut Random,
    ) -> Result<BitTally, BitFault> {
        bit_playouts(self, start, games, most, random)
    }

    fn perft(
        &self,
        start: BitStart<'_>,
        depth: u32,
        strict: bool,
        stop: &AtomicBool,
    ) -> Result<u64, BitFault> {
        bit_perft(self, start, depth, strict, stop)
    }

    fn step(&self, player: usize, (group, bit): (usize, u32)) -> (usize, Vec<Value>) {
        let group = &self.sides[player].groups[group];
        (group.of, group.plays.values(bit as Value))
    }
}
