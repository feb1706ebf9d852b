//! The interface that a game must implement so that people can play it.

use std::path::Path;

use blanche_compiler::game::MoveFault;

use crate::translations::Translations;
use noire_engine::drawing::Marking;
use noire_engine::games::{Game as _, KnowledgeFilter};
use noire_engine::record::Written;
use noire_engine::search::player::{Choice, Playable as _, Reason};
use noire_engine::world::{End, Finish, Record, Recording, World, WorldError};

/// A game loaded from a file, to be continued.
pub struct LoadedGame<W: InteractiveGame> {
    /// The initial position, or `None` for the usual start of the game.
    pub start: Option<W::Position>,
    /// The moves played so far.
    pub moves: Vec<W::Move>,
    /// What the file records besides the moves.
    pub file: W::File,
    /// Number of games in the file.
    pub games: usize,
    /// Notes for the user about the file.
    pub notes: Vec<String>,
    /// The moves beside `moves`, if they were asked for.
    pub variations: Vec<Branching<W::Move>>,
    /// The number of moves in variations that were asked for but are left out.
    pub left_out: usize,
}

/// A move of a tree, with the remark on it and the marks after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branching<M> {
    /// The number of the move before; 0 for the initial position. Moves are numbered from 1, those of the main line
    /// first, and each comes after its parent.
    pub parent: usize,
    /// The move.
    pub mv: M,
    /// The remark; empty if there is none.
    pub remark: String,
    /// What is marked on the board after the move.
    pub marking: Marking,
}

/// Why the text that a person entered is not a legal move.
pub enum RejectedMove {
    /// The text does not look like a move.
    NoMove,
    /// The move cannot be played in a game that is defined in rule files, for this reason.
    Unplayable(MoveFault),
    /// The field is occupied.
    Occupied,
}

/// Why a game cannot be saved to a file.
pub enum SaveError {
    /// The file name has an unknown ending. Holds the known ones.
    Ending(String),
    /// Another reason, in words.
    Reason(String),
}

/// A game that people can play, at the terminal or in the browser.
pub trait InteractiveGame: Recording {
    /// What a file records of a game besides its moves. It is kept so that it can be saved again.
    type File: Clone + Default;

    /// Loads the game with this number, counted from 1, from a file with the name `name` and the contents `bytes`. If
    /// the file has fewer games, the inner error is their number.
    ///
    /// # Errors
    /// If the file has mistakes.
    fn load_game(
        &self,
        name: &str,
        bytes: &[u8],
        number: usize,
    ) -> Result<Result<LoadedGame<Self>, usize>, WorldError>;

    /// Loads a game as [`InteractiveGame::load_game`] does, and the variations too if the format has them: at most
    /// `most` moves together with the main line.
    ///
    /// # Errors
    /// If the file has mistakes.
    fn load_tree(
        &self,
        name: &str,
        bytes: &[u8],
        number: usize,
        _most: usize,
    ) -> Result<Result<LoadedGame<Self>, usize>, WorldError> {
        self.load_game(name, bytes, number)
    }

    /// Whether a file with this path has variations.
    fn has_variations(_path: &Path) -> bool {
        false
    }

    /// Formats the game for a file with variations: with all moves of the tree instead of those of `game`. The remarks
    /// on moves and the marks after them are those of the tree.
    ///
    /// # Errors
    /// As for [`InteractiveGame::file_text`], which is used for formats without variations.
    fn tree_text(
        &self,
        file: &Self::File,
        start: &Self::Position,
        game: &Record<Self>,
        _tree: &[Branching<Self::Move>],
        path: &Path,
    ) -> Result<Written, SaveError> {
        self.file_text(file, start, game, path)
    }

    /// Formats the game for a file. The ending of `path` determines the format.
    ///
    /// # Errors
    /// If the ending is unknown, or the format cannot represent the game.
    fn file_text(
        &self,
        file: &Self::File,
        start: &Self::Position,
        game: &Record<Self>,
        path: &Path,
    ) -> Result<Written, SaveError>;

    /// The remarks in words that the file records, each with the number of moves before it.
    fn remarks(file: &Self::File) -> Vec<(usize, String)>;

    /// Replaces the moves of the file by those of a game that begins in `start`, and its remarks in words by `remarks`,
    /// which are in the order of the moves. Everything else about the moves that both games begin with is kept.
    fn set_remarks(
        file: &mut Self::File,
        start: &Self::Position,
        moves: &[Self::Move],
        remarks: Vec<(usize, String)>,
    );

    /// Whether a file with this path has room for marks on the board.
    fn has_marks(_path: &Path) -> bool {
        false
    }

    /// What the file records as marked on the board, each with the number of moves before it.
    fn markings(_file: &Self::File) -> Vec<(usize, Marking)> {
        Vec::new()
    }

    /// Replaces what the file records as marked on the board. Its moves are those of the game already.
    fn set_markings(_file: &mut Self::File, _markings: Vec<(usize, Marking)>) {}

    /// What a file records of a game that begins in this position, apart from its moves.
    fn file_of(_start: &Self::Position) -> Self::File {
        Self::File::default()
    }

    /// The name of the rules that the file states.
    fn stated_rules(_file: &Self::File) -> Option<String> {
        None
    }

    /// The names of the players that the file records, in the order of the players of the game.
    fn recorded_players(&self, file: &Self::File) -> Vec<Option<String>>;

    /// The result that the file records for the game, as a sentence.
    fn recorded_result(&self, _file: &Self::File, _translations: &Translations) -> Option<String> {
        None
    }

    /// Whether the game has openings with codes.
    const HAS_OPENINGS: bool = false;

    /// The moves of the opening that has this code.
    fn opening_moves(&self, _code: &str) -> Option<Vec<Self::Move>> {
        None
    }

    /// The name and the code of the opening that consists of these moves.
    fn opening_name(&self, _moves: &[Self::Move]) -> Option<[&'static str; 2]> {
        None
    }

    /// Parses a move that a person entered.
    ///
    /// # Errors
    /// If the text is not a legal move in this position.
    fn parse_move(&self, position: &mut Self::Position, word: &str) -> Result<Self::Move, RejectedMove>;

    /// The move that passes the turn, if the game allows passing at any time.
    const PASS: Option<Self::Move>;

    /// The forced pass of a player who has no other move. `None` if the player has another move. The session plays the
    /// pass without asking.
    ///
    /// # Errors
    /// If the rules of the game cannot be evaluated.
    fn forced_pass(&self, _position: &mut Self::Position) -> Result<Option<Self::Move>, WorldError> {
        Ok(None)
    }

    /// The moves that the base forbids to the side to move.
    fn forbidden(&self, _position: &Self::Position) -> Vec<String> {
        Vec::new()
    }

    /// The kind of a forbidden move, such as `double three`; `None` if the move is not forbidden or has no known kind.
    fn forbidden_kind(
        &self,
        _position: &Self::Position,
        _mv: &str,
        _translations: &Translations,
    ) -> Option<String> {
        None
    }

    /// The forbidden moves with their kinds, such as `h8 (double three), i9 (overline)`.
    fn forbidden_text(&self, position: &Self::Position, translations: &Translations) -> String {
        let text = |mv: &String| match self.forbidden_kind(position, mv, translations) {
            Some(kind) => format!("{mv} ({kind})"),
            None => mv.clone(),
        };
        self.forbidden(position).iter().map(text).collect::<Vec<_>>().join(", ")
    }

    /// The game after these moves, as a player with this filter sees it. The filter chooses scores and preferences.
    /// Searches cannot make passes, so the game starts after the last pass, and only the later moves are played in it.
    ///
    /// # Errors
    /// If the game cannot be set up or continued.
    fn searched_game(
        &self,
        knowledge_filter: &KnowledgeFilter,
        start: &Self::Position,
        moves: &[Self::Move],
    ) -> Result<Self::Game<'_>, WorldError> {
        let pass = moves.iter().rposition(|mv| Self::step(*mv).is_none());
        let first = pass.map_or(0, |at| at + 1);
        let start = self.replay(start, &moves[..first], &mut |_| true)?;
        let mut game = self.game(self.backends()[0], knowledge_filter, &start)?;
        moves[first..].iter().filter_map(|mv| Self::step(*mv)).for_each(|step| game.play(step));
        game.settle();
        Ok(game)
    }

    /// A sentence that says how the game ended by its rules. `last` is the last move with the position before that
    /// move, if there is one.
    ///
    /// # Errors
    /// If a limit is exceeded.
    fn end_text(
        &self,
        end: &End,
        position: &mut Self::Position,
        last: Option<(&mut Self::Position, Self::Move)>,
        translations: &Translations,
    ) -> Result<String, WorldError>;

    /// The end of the game by its rules, or `None` if the game is not over. If the query for the end exceeds a limit, the
    /// game continues.
    ///
    /// # Errors
    /// If the rules of the game cannot be evaluated.
    fn end_within_limits(&self, position: &mut Self::Position) -> Result<Option<End>, WorldError> {
        match self.end(position) {
            Err(WorldError::Limit(_)) => Ok(None),
            end => end,
        }
    }

    /// The sentence of [`InteractiveGame::end_text`] for a game that began in `start` and ended after these moves.
    ///
    /// # Errors
    /// If a limit is exceeded.
    fn end_sentence(
        &self,
        end: &End,
        (start, moves): (&Self::Position, &[Self::Move]),
        position: &mut Self::Position,
        translations: &Translations,
    ) -> Result<String, WorldError> {
        let Some((last, before)) = moves.split_last() else {
            return self.end_text(end, position, None, translations);
        };
        let mut before = self.replay(start, before, &mut |_| true)?;
        self.end_text(end, position, Some((&mut before, *last)), translations)
    }

    /// The legal moves of the side to move after these moves, as the search generates them.
    ///
    /// # Errors
    /// As for [`InteractiveGame::searched_game`].
    fn legal_moves(
        &self,
        start: &Self::Position,
        moves: &[Self::Move],
    ) -> Result<Vec<Self::Move>, WorldError> {
        let mut legal = Vec::new();
        self.searched_game(&KnowledgeFilter::default(), start, moves)?.moves(&mut legal);
        Ok(legal.into_iter().map(Self::Move::from).collect())
    }

    /// The title of the rule with this index, for a message that says that the search relies on this rule.
    fn claim_title(&self, rule: usize) -> String;
}

/// The index of the player called `name`.
fn player_index<W: World>(world: &W, name: &str) -> Option<usize> {
    world.players().iter().position(|player| player == name)
}

/// The index of the player to move; `None` if unknown.
pub fn mover<W: World>(world: &W, position: &W::Position) -> Option<usize> {
    world.to_move(position).and_then(|name| player_index(world, &name))
}

/// Whether a player whose last choice this was accepts a draw: it has searched, and does not consider itself better.
pub fn accepts_draw<M>(last: Option<&Choice<M>>) -> bool {
    last.is_some_and(|choice| {
        choice.reason == Reason::Loses || choice.evaluation.is_some_and(|evaluation| evaluation.value() <= 0)
    })
}

/// A sentence about the move `mv` that was chosen for a player. `names` are the names of the messages for a win, a loss,
/// and any other move.
pub fn choice_text(
    translations: &Translations,
    (player, mv): (&str, &str),
    reason: Reason,
    names: [&str; 3],
) -> String {
    let mut variables = vec![("colour", player.into()), ("move", mv.into())];
    let [wins, loses, plays] = names;
    let message = match reason {
        Reason::Wins(moves) => {
            variables.push(("moves", moves.into()));
            wins
        }
        Reason::Loses => loses,
        Reason::Safe | Reason::Best | Reason::First => plays,
    };
    translations.format(message, &variables)
}

/// The result of a game that ended on the board, for its record.
pub fn finish<W: World>(world: &W, end: &End) -> Finish {
    let winner = end.winner.as_deref().and_then(|name| player_index(world, name));
    Finish { winner, by: end.by.clone() }
}

/// The name of a player, translated if the language has a word for it.
pub fn player_text(translations: &Translations, name: &str) -> String {
    if COLOURS.contains(&name) { translations.format(name, &[]) } else { name.to_owned() }
}

/// Players for whom the languages have words.
const COLOURS: [&str; 2] = ["black", "white"];
