//! Games as lists of their moves.
//!
//! ```text
//! # a remark
//! 1. b2 a1 2. c3 a3
//! ```
//!
//! Blanks, commas and line ends separate moves. Numbers with a period and lines that begin with `#` are ignored.
//! [`super::pieces`] documents how the beginning of a game is recognised, and what else a text in PDN may contain.
//!
//! In games where blocked players pass, a pass may be left out. Moves may also be written without separators: `f5d6c3`,
//! `g8f8PAc3`.

use std::ops::Range;

use super::game_history::Past;
use super::move_text::{MoveFault, leading_pass};
use super::moves::Move;
use super::numbers::{MoveNumber, wrong_number, wrong_number_text};
use super::pieces::{self, Claim, GameText, RESULT, Remark, Tag};
use super::rules::{End, Outcome, Rules};
use super::text_faults::{TextFault, TextNote};
use crate::program::BlockedOutcome;
use crate::runtime::{Position, Value};

/// A game read from a text.
#[derive(Clone, Debug)]
pub struct Record {
    /// The byte offset in the text at which the game begins.
    pub at: usize,
    /// The position before the first move.
    pub start: Position,
    /// The moves of the game, including passes that the text left out.
    pub moves: Vec<Move>,
    /// The names and values of the game's tags. They include the result, even if the text gives it only after the
    /// moves.
    pub tags: Vec<(String, String)>,
    /// The remarks, each with the number of moves before it.
    pub remarks: Vec<(usize, Remark)>,
    /// Notes about the text.
    pub notes: Vec<TextNote>,
    /// Whether a note reports that the stated result contradicts the rules.
    pub is_refuted: bool,
}

impl Record {
    /// A record without moves that begins in this position.
    pub fn of_position(start: Position) -> Record {
        Record {
            at: 0,
            start,
            moves: Vec::new(),
            tags: Vec::new(),
            remarks: Vec::new(),
            notes: Vec::new(),
            is_refuted: false,
        }
    }
}

/// The moves of a text, up to the end of their game.
struct ReadGame {
    moves: Vec<Move>,
    /// Two counts of the moves made before each word that was read. The first count includes passes that the text left
    /// out, and the second includes only written moves.
    before: Vec<[usize; 2]>,
    /// If moves follow the end of the game, the location of the first such move, and how the game ended.
    end: Option<(Range<usize>, String)>,
}

/// The result of a game according to a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatedResult {
    /// The game ended with this outcome.
    Ended(Outcome),
    /// Both players lost.
    Neither,
    /// The game was not finished, or its result is unknown.
    Open,
}

/// Number of moves per line of text.
const MOVES_A_LINE: usize = 10;

/// Reads and writes games of this program as text, and determines their results ([`Rules::records`]).
#[derive(Clone, Copy)]
pub struct Records<'r> {
    rules: &'r Rules,
}

impl Rules {
    /// The view of these rules that reads and writes games as lists of moves.
    #[inline]
    pub fn records(&self) -> Records<'_> {
        Records { rules: self }
    }
}

impl Records<'_> {
    /// Reads all games of a text, up to `most` of them. A game begins at `start` unless the text gives it another position. Moves after the
    /// end of a game are left out, with a note.
    ///
    /// # Errors
    /// The first mistake: a word that is not a move, an illegal move, or a move in a position where the game is already
    /// over. Also if the text has more than `most` games.
    pub fn read_games(self, start: &Position, text: &str, most: usize) -> Result<Vec<Record>, TextFault> {
        let games = pieces::games(text, self.rules.notation().is_pdn(), most)?;
        games
            .iter()
            .enumerate()
            .map(|(number, game)| {
                self.read_one_game(start, text, game).map_err(|fault| match number > 0 && game.is_line {
                    true => TextFault {
                        expected: format!(
                            "{}; without numbers of moves each line is a game of its own",
                            fault.expected
                        ),
                        ..fault
                    },
                    false => fault,
                })
            })
            .collect()
    }

    /// Reads a text of one game. The game begins at `start` unless the text gives it another position.
    ///
    /// # Errors
    /// As for [`Records::read_games`], and when the text has several games.
    pub fn read_game(self, start: &Position, text: &str) -> Result<Record, TextFault> {
        self.read_one_game(start, text, &self.only_game(text)?)
    }

    /// Reads the moves of a game that continues from `start`.
    ///
    /// # Errors
    /// As for [`Records::read_game`], and when a move follows the end of the game.
    pub fn read_record(self, start: &Position, text: &str) -> Result<Vec<Move>, TextFault> {
        let ReadGame { moves, end, .. } = self.read_moves(start, &self.only_game(text)?.moves)?;
        match end {
            Some((place, found)) => Err(TextFault::new(place, found, "nothing more".to_owned())),
            None => Ok(moves),
        }
    }

    fn only_game<'t>(self, text: &'t str) -> Result<GameText<'t>, TextFault> {
        let mut games = pieces::games(text, self.rules.notation().is_pdn(), usize::MAX)?;
        match games.get(1) {
            Some(second) => Err(second.is_second(text)),
            None => Ok(games.pop().unwrap_or_default()),
        }
    }

    fn read_one_game(self, start: &Position, text: &str, game: &GameText<'_>) -> Result<Record, TextFault> {
        let start = match game.tagged("FEN") {
            Some((at, fen)) => self
                .rules
                .notation()
                .read_position(fen, self.rules.game().first)
                .map_err(|fault| fault.behind(at))?,
            None => start.clone(),
        };
        let ReadGame { moves, before, end } = self.read_moves(&start, &game.moves)?;
        let mut notes = game.notes(text);
        notes.extend(self.of_another_type(game));
        notes.extend(self.misnumbered(game, &before));
        let left_out = |(place, ended): (Range<usize>, String)| {
            TextNote::new(place.start, format!("{ended}; later moves are left out"))
        };
        notes.extend(end.map(left_out));
        let refuted = self.refuted(game, &start, &moves);
        let is_refuted = !refuted.is_empty();
        notes.extend(refuted);
        let is_other =
            |tag: &&Tag<'_>| ![RESULT, "FEN", "SetUp"].iter().any(|name| name.eq_ignore_ascii_case(tag.name));
        let tags = game.tags.iter().filter(is_other).map(|tag| (tag.name.to_owned(), tag.value.to_owned()));
        let result = game.stated().first().map(|stated| (RESULT.to_owned(), stated.text.to_owned()));
        let tags = tags.chain(result).collect();
        let made = |(words, remark): &(usize, Remark)| {
            (before.get(*words).map_or(moves.len(), |[made, _]| *made), remark.clone())
        };
        let remarks = game.remarks.iter().map(made).collect();
        Ok(Record { at: game.at, start, moves, tags, remarks, notes, is_refuted })
    }

    /// A note if the tag `GameType` names a variant of draughts with another board size or another player to move
    /// first.
    fn of_another_type(self, pdn: &GameText<'_>) -> Option<TextNote> {
        let (at, theirs) = pdn.game_type()?;
        let board = self.rules.program().board.as_ref()?;
        let moves_first = |name: &String| {
            name.chars().next().is_some_and(|letter| letter.to_ascii_lowercase() == theirs.first)
        };
        let first = self.rules.program().player(self.rules.game().first);
        if moves_first(&first) && theirs.size == (board.width, board.height) {
            return None;
        }
        let mut players =
            self.rules.program().players.iter().map(|player| self.rules.program().player(*player));
        let their_first = players.find(moves_first).unwrap_or_else(|| format!("`{}`", theirs.first));
        let (width, height) = theirs.size;
        let said = format!(
            "by the tag `GameType` {their_first} moves first, on {width} by {height}; in this game {first} does, on {} by {}",
            board.width, board.height
        );
        Some(TextNote::new(at, said))
    }

    /// A note about the first move number that is wrong.
    fn misnumbered(self, game: &GameText<'_>, before: &[[usize; 2]]) -> Option<TextNote> {
        let digits = |number: &str| number.trim_end_matches('.').to_owned();
        let numbers: Vec<MoveNumber> = game
            .numbers
            .iter()
            .filter_map(|(_, number, words)| {
                Some(MoveNumber { found: digits(number).parse().ok(), made: *before.get(*words)? })
            })
            .collect();
        let players = self.rules.program().players.len();
        let (wrong, expected) = wrong_number(&numbers, players, game.tagged("FEN").is_none())?;
        let (at, found, _) = game.numbers[wrong];
        Some(TextNote::new(at, wrong_number_text(&digits(found), expected)))
    }

    /// Notes about stated results that contradict the result by the rules of the game.
    fn refuted(self, pdn: &GameText<'_>, start: &Position, moves: &[Move]) -> Vec<TextNote> {
        let Some(end) = self.end_of_game(start, moves) else { return Vec::new() };
        let ended = match end.outcome {
            Outcome::Drawn => "the game is drawn".to_owned(),
            Outcome::Won(winner) => format!("{} has won", self.rules.program().player(winner)),
        };
        let is_right = |claim| match (claim, end.outcome) {
            (Claim::Draw, Outcome::Drawn) => true,
            (Claim::Wins(letter), Outcome::Won(winner)) => self.letter(winner) == letter,
            _ => false,
        };
        let wrong = pdn.stated().into_iter().filter(|stated| !is_right(stated.claim));
        let note =
            |text: &str| format!("the result is `{text}` here, and by the rules {ended}; the rules decide");
        wrong.map(|stated| TextNote::new(stated.at, note(stated.text))).collect()
    }

    /// The letter of a player in results: the first letter of the name, in lower case.
    fn letter(self, player: Value) -> char {
        self.rules.program().player(player).chars().next().map_or('?', |first| first.to_ascii_lowercase())
    }

    /// How a game ended by its rules; `None` if it is not over or cannot be evaluated.
    fn end_of_game(self, start: &Position, moves: &[Move]) -> Option<End> {
        let (mut position, mut past) = (start.clone(), Past::new(self.rules, start));
        for mv in moves {
            self.rules.play_on(&mut position, *mv, &mut past).ok()?;
        }
        self.rules.end(&mut position).ok().flatten()
    }

    /// Parses moves, given as words with byte offsets, up to the end of the game.
    fn read_moves(self, start: &Position, words: &[(usize, &str)]) -> Result<ReadGame, TextFault> {
        let mut position = start.clone();
        let (mut moves, mut before, mut past) = (Vec::new(), Vec::new(), Past::new(self.rules, start));
        let mut written = 0;
        for (at, word) in words {
            before.push([moves.len(), written]);
            for (at, one) in self.side_by_side(*at, word) {
                let place = at..at + one.len();
                let nothing_more = |found| TextFault::new(place.clone(), found, "nothing more".to_owned());
                match self.ended(&mut position, &moves).map_err(nothing_more)? {
                    // If the position is over before any move, the start position is wrong.
                    Some(found) if moves.is_empty() => return Err(nothing_more(found)),
                    Some(found) => return Ok(ReadGame { moves, before, end: Some((place, found)) }),
                    None => self.read_one((&mut position, &mut past), one, place, &mut moves)?,
                }
                written += 1;
            }
        }
        Ok(ReadGame { moves, before, end: None })
    }

    /// Parses and makes one move of a record.
    fn read_one(
        self,
        (position, past): (&mut Position, &mut Past),
        text: &str,
        place: Range<usize>,
        moves: &mut Vec<Move>,
    ) -> Result<(), TextFault> {
        let unread = |fault: MoveFault| TextFault::new(place.clone(), fault.found(), fault.expected());
        let mut read = self.rules.notation().read_move(position, text);
        // The text may have left out a pass.
        if read.is_err() && self.rules.must_pass(position).map_err(|fault| unread(MoveFault::Fault(fault)))? {
            self.make_one((position, past), Move::pass(), &place, moves)?;
            read = self.rules.notation().read_move(position, text);
        }
        self.make_one((position, past), read.map_err(unread)?, &place, moves)
    }

    fn make_one(
        self,
        (position, past): (&mut Position, &mut Past),
        mv: Move,
        place: &Range<usize>,
        moves: &mut Vec<Move>,
    ) -> Result<(), TextFault> {
        self.rules.play_on(position, mv, past).map_err(|fault| {
            TextFault::new(place.clone(), fault.to_string(), "a move that the game can make".to_owned())
        })?;
        moves.push(mv);
        Ok(())
    }

    /// Splits a word of moves without separators into moves with their byte offsets. Returns the word unchanged if the
    /// whole word is a move or if it does not begin with a move. A new move begins at a letter after a digit, and a
    /// pass may begin anywhere.
    fn side_by_side(self, at: usize, word: &str) -> Vec<(usize, &str)> {
        let pieces = self.pieces_of(word);
        let begins_with_move =
            pieces.first().is_some_and(|(_, piece)| self.rules.notation().is_written(piece));
        if self.rules.notation().is_written(word) || !begins_with_move {
            return vec![(at, word)];
        }
        pieces.into_iter().map(|(offset, piece)| (at + offset, piece)).collect()
    }

    fn pieces_of(self, word: &str) -> Vec<(usize, &str)> {
        let passes = self.rules.game().blocked == Some(BlockedOutcome::Passes);
        let pass = |at: usize| if passes { leading_pass(&word[at..]) } else { None };
        let (mut pieces, mut begin) = (Vec::new(), 0);
        while begin < word.len() {
            let is_begin = |at: usize| {
                let follows_digit = word[..at].ends_with(|sign: char| sign.is_ascii_digit());
                let is_letter = word[at..].starts_with(|sign: char| sign.is_ascii_alphabetic());
                follows_digit && (is_letter || pass(at).is_some())
            };
            let behind = || word[begin..].char_indices().skip(1).map(|(at, _)| begin + at);
            let next = || behind().find(|at| is_begin(*at));
            let end = match pass(begin) {
                Some(length) => begin + length,
                None => next().unwrap_or(word.len()),
            };
            pieces.push((begin, &word[begin..end]));
            begin = end;
        }
        pieces
    }

    /// Why the game is over, as text; `None` if it is not over.
    fn ended(self, position: &mut Position, moves: &[Move]) -> Result<Option<String>, String> {
        let end = self.rules.end(position).map_err(|fault| fault.to_string())?;
        let Some(end) = end else { return Ok(None) };
        let why = self.rules.notation().why_text(end.why, position);
        Ok(Some(match moves.last() {
            Some(last) => {
                format!("the game is over after {}, by {why}", self.rules.notation().move_text(*last))
            }
            None => format!("the game is over before its first move, by {why}"),
        }))
    }

    /// The outcome of a game by its rules or, if they leave it open, by its tags. `None` if both leave it open.
    pub fn result(self, record: &Record) -> Option<Outcome> {
        self.end_of(record).or_else(|| self.stated(record))
    }

    /// The outcome of a game according to its tags.
    pub fn stated(self, record: &Record) -> Option<Outcome> {
        let (_, stated) = record.tags.iter().find(|(name, _)| name == RESULT)?;
        let claim = Claim::of(stated);
        let has_won = |player: &Value| match claim {
            Some(claim) => claim == Claim::Wins(self.letter(*player)),
            None => self.rules.program().player(*player) == *stated,
        };
        match claim {
            Some(Claim::Draw) => Some(Outcome::Drawn),
            _ => self.rules.program().players.iter().copied().find(has_won).map(Outcome::Won),
        }
    }

    /// Parses the text of a results column. It may be a result as in PDN, the winner's name (`x`, `X wins`) or its
    /// first letter if unique, or a draw (`draw`, `D`). Returns `None` if it is none of these.
    pub fn read_result(self, text: &str) -> Option<StatedResult> {
        let program = self.rules.program();
        let won = |is_winner: &dyn Fn(Value) -> bool| {
            let mut winners = program.players.iter().copied().filter(|player| is_winner(*player));
            let winner = winners.next().filter(|_| winners.next().is_none())?;
            Some(StatedResult::Ended(Outcome::Won(winner)))
        };
        match Claim::of(text) {
            Some(Claim::Draw) => return Some(StatedResult::Ended(Outcome::Drawn)),
            Some(Claim::Wins(letter)) => return won(&|player| self.letter(player) == letter),
            Some(Claim::Neither) => return Some(StatedResult::Neither),
            Some(Claim::Open) => return Some(StatedResult::Open),
            None => {}
        }
        let said = text.to_lowercase();
        let said = said.strip_suffix(" wins").unwrap_or(&said).trim();
        let mut letters = said.chars();
        let letter = letters.next().filter(|_| letters.next().is_none());
        won(&|player| program.player(player).to_lowercase() == said)
            .or_else(|| won(&|player| letter == Some(self.letter(player))))
            .or(match said {
                "d" | "draw" | "drawn" | "tie" => Some(StatedResult::Ended(Outcome::Drawn)),
                "-" | "?" => Some(StatedResult::Open),
                _ => None,
            })
    }

    /// The outcome of a game by its rules; `None` if it is not over.
    pub fn end_of(self, record: &Record) -> Option<Outcome> {
        self.end_of_game(&record.start, &record.moves).map(|end| end.outcome)
    }

    /// Writes a result as in PDN, or as the name of the winner if it is neither White nor Black.
    pub fn result_text(self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Drawn => Claim::Draw.text().to_owned(),
            Outcome::Won(winner) => match self.letter(winner) {
                letter @ ('w' | 'b') => Claim::Wins(letter).text().to_owned(),
                _ => self.rules.program().player(winner),
            },
        }
    }

    /// Writes a game in PDN: its tags, its moves with their remarks, and its result. Returns `None` if its first
    /// position has no one-line form.
    pub fn pdn_text(self, record: &Record) -> Option<String> {
        let stated = || record.tags.iter().find(|(name, _)| name == RESULT).map(|(_, value)| value.clone());
        let result = self.end_of(record).map(|outcome| self.result_text(outcome)).or_else(stated);
        let result = result.unwrap_or_else(|| Claim::Open.text().to_owned());
        let mut tags: Vec<(&str, &str)> = record
            .tags
            .iter()
            .filter(|(name, _)| name != RESULT)
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        tags.push((RESULT, &result));
        let begins_so = |start: &Position| start.words() == record.start.words();
        let fen = match self.rules.start().is_ok_and(|start| begins_so(&start)) {
            true => String::new(),
            false => self.rules.notation().position_line(&record.start)?.0,
        };
        tags.extend((!fen.is_empty()).then_some(("FEN", fen.as_str())));
        let tags: String = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
        Some(format!("{tags}\n{}{result}\n", self.remarked_text(&record.moves, &record.remarks)))
    }

    /// Writes the moves of a game. A reader of the text gets the same moves.
    pub fn record_text(self, moves: &[Move]) -> String {
        self.remarked_text(moves, &[])
    }

    /// Writes the moves of a game, interspersed with the remarks on them.
    fn remarked_text(self, moves: &[Move], remarks: &[(usize, Remark)]) -> String {
        let players = self.rules.program().players.len();
        let mut remarks = remarks.iter().peekable();
        let mut said = |made: usize| -> String {
            std::iter::from_fn(|| remarks.next_if(|(before, _)| *before <= made))
                .map(|(_, remark)| remark.to_string())
                .collect()
        };
        let mut text = said(0).trim_start().to_owned();
        if !(text.is_empty() || moves.is_empty()) {
            text.push(' ');
        }
        for (at, mv) in moves.iter().enumerate() {
            if at > 0 {
                text.push(if at.is_multiple_of(MOVES_A_LINE) { '\n' } else { ' ' });
            }
            if at.is_multiple_of(players) {
                text.push_str(&format!("{}. ", at / players + 1));
            }
            text.push_str(&self.rules.notation().move_text(*mv));
            text.push_str(&said(at + 1));
        }
        text.push('\n');
        text
    }
}
