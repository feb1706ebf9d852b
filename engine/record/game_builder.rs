//! Builds a game while its record is read. Checks that no field is used twice and that the colours alternate.

use super::MAX_MOVES;
use super::fault::RecordFault;
use super::game::{GameRecord, Move, Start};
use super::notes::RecordNote;
use super::problem::{ProblemKind, Problems};
use super::source::Source;
use crate::board::{Color, Point};

/// A game under construction.
pub(super) struct GameBuilder<'a, 'p> {
    pub(super) source: &'p Source<'a>,
    problems: &'p mut Problems,
    pub(super) game: GameRecord,
    /// Notes about the record.
    pub(super) notes: Vec<RecordNote>,
    /// The names of the properties or keys seen so far.
    said: Vec<String>,
    /// The stones, each with its byte offset in the text.
    stones: Vec<(Point, usize)>,
    set_up: [Vec<Point>; 2],
    /// The colour that makes the first move. It is stated in the record or follows from the first move; `None` if it is
    /// not known yet.
    begins: Option<Color>,
    /// Whether a fault has said that the game has too many moves.
    is_too_long: bool,
}

impl<'a, 'p> GameBuilder<'a, 'p> {
    pub(super) fn new(source: &'p Source<'a>, problems: &'p mut Problems) -> GameBuilder<'a, 'p> {
        GameBuilder {
            source,
            problems,
            game: GameRecord::default(),
            notes: Vec::new(),
            said: Vec::new(),
            stones: Vec::new(),
            set_up: [Vec::new(), Vec::new()],
            begins: None,
            is_too_long: false,
        }
    }

    /// Adds a fault in the record at this byte of the text.
    pub(super) fn fault(&mut self, at: usize, fault: RecordFault) {
        self.problem(at, ProblemKind::Record(fault));
    }

    /// Adds a problem at this byte of the text.
    pub(super) fn problem(&mut self, at: usize, kind: ProblemKind) {
        self.problems.add(self.source.place(at), kind);
    }

    /// Adds a note about a text that was expected to be a result but is not one.
    pub(super) fn unknown_result(&mut self, at: usize, found: &str) {
        let (place, found) = (self.source.place(at), found.to_owned());
        self.notes.push(RecordNote::UnknownResult { place, found });
    }

    /// Registers an item of game information, such as `black`. Adds a note if the item occurred before, because its
    /// last occurrence counts.
    pub(super) fn says(&mut self, at: usize, name: &str) {
        if self.said.iter().any(|said| said == name) {
            let (place, name) = (self.source.place(at), name.to_owned());
            self.notes.push(RecordNote::Again { place, name, is_last: true });
        } else {
            self.said.push(name.to_owned());
        }
    }

    /// Whether there are too many problems or moves to go on reading.
    pub(super) fn is_hopeless(&self) -> bool {
        self.problems.is_full() || self.is_too_long
    }

    /// The side to move. Before the first move, `None` if the record has not stated which colour begins.
    pub(super) fn to_move(&self) -> Option<Color> {
        let begins = self.begins?;
        Some(if self.game.moves.len().is_multiple_of(2) { begins } else { begins.other() })
    }

    /// Whether moves have been made.
    pub(super) fn has_moves(&self) -> bool {
        !self.game.moves.is_empty()
    }

    /// Sets the colour of the first move.
    pub(super) fn begin(&mut self, color: Color) {
        self.begins = Some(color);
    }

    /// Adds a stone to the set-up.
    pub(super) fn set_up(&mut self, at: usize, color: Color, point: Point) {
        if self.has_moves() {
            self.fault(at, RecordFault::LateSetUp);
        } else if self.is_free(at, point) {
            self.set_up[color.index()].push(point);
        }
    }

    /// Makes a move for the side to move; black begins unless stated otherwise.
    pub(super) fn make_next(&mut self, at: usize, made: Move) {
        self.begins.get_or_insert(Color::Black);
        self.make(at, made);
    }

    fn make(&mut self, at: usize, made: Move) {
        // A move to an occupied field still counts as a turn. Otherwise one mistake would cause several messages.
        if let Some(field) = made.field {
            self.is_free(at, field);
        }
        if self.game.moves.len() >= MAX_MOVES {
            if !self.is_too_long {
                self.fault(at, RecordFault::TooLong { parts: "moves", most: MAX_MOVES });
            }
            self.is_too_long = true;
            return;
        }
        self.game.moves.push(made);
    }

    /// Makes a move for `color`, and reports a fault if it is not its turn.
    pub(super) fn make_of(&mut self, at: usize, color: Color, made: Move) {
        self.begins.get_or_insert(color);
        if self.to_move() != Some(color) {
            // Insert a pass before a move out of turn. Otherwise one mistake would cause several messages.
            self.fault(at, RecordFault::OutOfTurn(color));
            self.game.moves.push(Move::default());
        }
        self.make(at, made);
    }

    /// Completes the game and returns it.
    pub(super) fn finish(mut self) -> GameRecord {
        let [black, white] = self.set_up;
        if !black.is_empty() || !white.is_empty() || self.begins == Some(Color::White) {
            self.game.start = Some(Start { black, white, to_move: self.begins });
        }
        self.game
    }

    fn is_free(&mut self, at: usize, point: Point) -> bool {
        if let Some((_, first)) = self.stones.iter().find(|(other, _)| *other == point) {
            let kind = ProblemKind::Occupied { point, first: self.source.place(*first) };
            self.problems.add(self.source.place(at), kind);
            return false;
        }
        self.stones.push((point, at));
        true
    }
}
