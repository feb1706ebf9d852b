//! Builds a game while its record is read: every field once, one colour after the other.

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
    /// What to know of the record.
    pub(super) notes: Vec<RecordNote>,
    /// What was said of the game already.
    said: Vec<String>,
    /// The stones, each with the byte of the text where it stands.
    stones: Vec<(Point, usize)>,
    set_up: [Vec<Point>; 2],
    /// Who makes the first move: where that is said, or as the first move shows.
    begins: Option<Color>,
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
        }
    }

    /// Adds a mistake at this byte of the text.
    pub(super) fn fault(&mut self, at: usize, fault: RecordFault) {
        self.problem(at, ProblemKind::Record(fault));
    }

    /// Adds a problem at this byte of the text.
    pub(super) fn problem(&mut self, at: usize, kind: ProblemKind) {
        self.problems.add(self.source.place(at), kind);
    }

    /// Notes that a text is no result.
    pub(super) fn unknown_result(&mut self, at: usize, found: &str) {
        let (place, found) = (self.source.place(at), found.to_owned());
        self.notes.push(RecordNote::UnknownResult { place, found });
    }

    /// Something is said of the game, of which the last counts: a note where that was said before.
    pub(super) fn says(&mut self, at: usize, name: &str) {
        if self.said.iter().any(|said| said == name) {
            let (place, name) = (self.source.place(at), name.to_owned());
            self.notes.push(RecordNote::Again { place, name, is_last: true });
        } else {
            self.said.push(name.to_owned());
        }
    }

    /// Nobody needs to read on.
    pub(super) fn is_hopeless(&self) -> bool {
        self.problems.is_full()
    }

    /// Whose turn it is, once a move has been made or somebody is said to begin.
    pub(super) fn to_move(&self) -> Option<Color> {
        let begins = self.begins?;
        Some(if self.game.moves.len().is_multiple_of(2) { begins } else { begins.other() })
    }

    /// Whether moves have been made.
    pub(super) fn has_moves(&self) -> bool {
        !self.game.moves.is_empty()
    }

    /// Says who makes the first move.
    pub(super) fn begin(&mut self, color: Color) {
        self.begins = Some(color);
    }

    /// Sets a stone up.
    pub(super) fn set_up(&mut self, at: usize, color: Color, point: Point) {
        if self.has_moves() {
            self.fault(at, RecordFault::LateSetUp);
        } else if self.is_free(at, point) {
            self.set_up[color.index()].push(point);
        }
    }

    /// Makes a move of the side to move, black where nobody else is said to begin.
    pub(super) fn make_next(&mut self, at: usize, made: Move) {
        self.begins.get_or_insert(Color::Black);
        self.make(at, made);
    }

    fn make(&mut self, at: usize, made: Move) {
        // What cannot be made counts as made for whose turn it is: one mistake, one message.
        if let Some(field) = made.field {
            self.is_free(at, field);
        }
        self.game.moves.push(made);
    }

    /// Makes a move of this colour, whose turn it must be.
    pub(super) fn make_of(&mut self, at: usize, color: Color, made: Move) {
        self.begins.get_or_insert(color);
        if self.to_move() != Some(color) {
            // The same for a move out of turn.
            self.fault(at, RecordFault::OutOfTurn(color));
            self.game.moves.push(Move::default());
        }
        self.make(at, made);
    }

    /// The game, when all of it has been read.
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
