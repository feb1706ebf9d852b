//! The messages between the page and its server, as JSON. `web/src/protocol.ts` is generated from these types by
//! the test below.

use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(test)]
use ts_rs::TS;

mod saved;

pub use saved::{Mark, MoveValues, PictureKind, SavedExplanation, SavedLine};

/// A message from the page.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Request {
    /// The first message of a tab.
    Hello {
        /// The token with which the server was started.
        token: String,
        /// The language of the page; `None` for the language of the server.
        language: Option<String>,
        /// The game to continue; `None` for a new game.
        game: Option<SavedGame>,
    },
    /// Begins another game.
    New {
        /// The game, as [`GameChoice::name`] lists it.
        game: String,
        /// Who plays, in the order of the players.
        players: Vec<Player>,
        /// The code of an opening to begin with.
        opening: Option<String>,
    },
    /// Changes who plays.
    SetPlayer {
        /// The index of the player of the game.
        side: usize,
        /// Who chooses its moves from now on.
        player: Player,
    },
    /// Plays a move.
    Play {
        /// The node in which it is played.
        at: usize,
        /// The move, as a person writes it.
        text: String,
        /// Whether to play a move that loses because it is forbidden.
        forbidden: bool,
    },
    /// Passes the turn.
    Pass,
    /// Takes back the last move of the person.
    Undo,
    /// Replays the moves that were taken back.
    Redo,
    /// Shows another position of the tree.
    Go {
        /// The node.
        node: usize,
    },
    /// Lets the computer move for the side to move.
    Move,
    /// The player to move gives up.
    Resign,
    /// The player to move offers a draw.
    OfferDraw,
    /// Asks for a good move.
    Hint,
    /// Ends the running search. What it found is kept.
    Stop,
    /// Turns live analysis on or off.
    Analyse {
        /// The number of moves to value; 0 turns it off.
        lines: usize,
    },
    /// Asks whether a line wins for the side that begins it. The line ends with the current position.
    CheckLine {
        /// The number of its first move, from 1.
        first: usize,
    },
    /// Asks for the value of every move of the line that is shown, and which of them lost.
    Review,
    /// Asks why a move is legal or illegal.
    ExplainMove {
        /// The move.
        text: String,
    },
    /// Asks which rules apply.
    Rules,
    /// Asks why a rule applies or does not apply.
    ExplainRule {
        /// The index of the rule in [`Event::Rules`].
        rule: usize,
    },
    /// A part of a file that a later [`Request::Open`] opens.
    FilePart {
        /// The bytes, each as the character with its number.
        bytes: String,
    },
    /// Opens the record of a game.
    Open {
        /// The name of the file.
        name: String,
        /// The last bytes of the file, each as the character with its number.
        bytes: String,
    },
    /// Asks for the games that are kept on disk.
    KeptGames,
    /// Opens a game that is kept on disk.
    OpenKept {
        /// Its name, as [`Event::KeptGames`] lists it.
        id: String,
    },
    /// Deletes a game that is kept on disk.
    DeleteKept {
        /// Its name, as [`Event::KeptGames`] lists it.
        id: String,
    },
    /// Asks for the record of the game, with the moves up to the current position and those after it.
    Save {
        /// The extension of the file name that stands for the format.
        format: String,
    },
    /// Asks for a picture of the current position.
    Picture {
        /// The kind of the file.
        kind: PictureKind,
        /// Whether to write move numbers on the pieces.
        numbers: bool,
        /// The marks that the page shows.
        marks: Vec<Mark>,
    },
    /// Asks for the line through the current position as one file of HTML.
    OneFile {
        /// Whether to write move numbers on the pieces.
        numbers: bool,
        /// The analyses of positions of the line.
        analyses: Vec<MoveValues>,
        /// The explanation that is shown.
        explanation: Option<SavedExplanation>,
    },
    /// Asks for the link to the current position.
    Link,
    /// Begins a game from a position that was set up.
    SetUp {
        /// The pieces on the board.
        pieces: Vec<Placed>,
        /// The index of the player to move.
        to_move: usize,
    },
    /// Changes the comment on a node of the tree.
    Comment {
        /// The node.
        node: usize,
        /// The comment; empty for none.
        text: String,
    },
    /// Opens the position of a link.
    OpenLink {
        /// The address, or its part after `#`.
        link: String,
    },
    /// Changes the language.
    Language {
        /// The language, as [`Event::Welcome`] lists it.
        language: String,
    },
}

/// A piece on the board of a position that is set up.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Placed {
    /// The name of the field.
    pub field: String,
    /// The index of the kind of piece in [`Position::pieces`].
    pub piece: usize,
}

/// Who chooses the moves of a player.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Player {
    /// A person at the page.
    Person,
    /// The computer.
    Computer {
        /// Its strength, from 1 to 10.
        level: u32,
    },
    /// A player of the built-in list.
    Agent {
        /// Its name, as [`GameChoice::agents`] lists it.
        name: String,
    },
}

/// A game as the page keeps it over a reload or a restart of the server.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SavedGame {
    /// The name of the game.
    pub game: String,
    /// The name under which it is kept on disk; `None` if it is not.
    pub id: Option<String>,
    /// Who plays, in the order of the players.
    pub players: Vec<Player>,
    /// A record of the initial position; `None` for the usual one.
    pub start: Option<String>,
    /// The comment on the initial position; empty if there is none.
    #[serde(default)]
    pub comment: String,
    /// The nodes of the tree, each after its parent, without the root.
    pub nodes: Vec<SavedNode>,
    /// The current node; 0 is the root.
    pub at: usize,
    /// Whether the computer is about to move. A game that is opened from the disk waits until it is asked to go on.
    #[serde(default, skip_serializing)]
    pub is_playing: bool,
}

/// A move of a [`SavedGame`].
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SavedNode {
    /// The node before the move; 0 is the root, and the moves are numbered from 1.
    pub parent: usize,
    /// The move, as the game writes it.
    pub text: String,
    /// The comment on the move; empty if there is none.
    #[serde(default)]
    pub comment: String,
}

/// A message to the page.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Event {
    /// The answer to the first message of a tab, and to a change of the language.
    Welcome {
        /// The languages to choose from.
        languages: Vec<String>,
        /// The language of the messages.
        language: String,
        /// The texts of Fluent files. Later ones complete earlier ones.
        messages: Vec<String>,
    },
    /// The games to choose from.
    Games {
        /// All of them, beginning with the one that is offered first.
        games: Vec<GameChoice>,
    },
    /// A game begins, which was new or kept. Its position follows.
    Began,
    /// The current position.
    Position(Box<Position>),
    /// A move cannot be played.
    Refused {
        /// The move as it was written.
        text: String,
        /// Why not, as a sentence.
        reason: String,
        /// Whether it can be played nevertheless, and loses.
        is_forbidden: bool,
        /// The explanation of the move, as `noire explain --format json` prints it.
        #[cfg_attr(test, ts(type = "any"))]
        explanation: Option<Value>,
        /// The board at the first impossible step of the move.
        board: Option<Board>,
    },
    /// A search waits for its turn.
    Queued {
        /// Its place in the queue, from 1.
        place: usize,
    },
    /// A search begins or has found something new.
    Searching {
        /// What the search is for.
        purpose: Purpose,
        /// What it has found so far; `None` at the beginning.
        found: Option<Line>,
    },
    /// The search has ended.
    Idle {
        /// What the search found, as a sentence; empty if there is nothing to say.
        text: String,
    },
    /// The best moves of the current position.
    Lines {
        /// The node of the position.
        at: usize,
        /// The moves, best first.
        lines: Vec<Line>,
        /// Whether the search has ended.
        is_final: bool,
    },
    /// How far a check of a line or a review is.
    Progress {
        /// The share of the work that is done, from 0 to 1.
        share: f64,
    },
    /// Whether a line wins for the side that begins it.
    LineChecked {
        /// The node with which the line ends.
        at: usize,
        /// The moves of the line.
        moves: Vec<LineMove>,
        /// The verdict on the line as a sentence.
        sentence: String,
    },
    /// The values of the moves of a game.
    Reviewed {
        /// The positions of the line, in order. If the review was stopped, the first ones are missing. In the last one,
        /// no move was made.
        moves: Vec<ReviewedMove>,
    },
    /// A good move.
    Hint {
        /// The move; `None` if no move was found.
        text: Option<String>,
        /// A sentence about the move.
        sentence: String,
    },
    /// The explanation of a move, as `noire explain --move --format json` prints it.
    MoveExplained {
        /// Whether the move is legal, as a sentence.
        title: String,
        /// The explanation.
        #[cfg_attr(test, ts(type = "any"))]
        explanation: Value,
        /// The board before each step.
        boards: Vec<Board>,
    },
    /// The rules, scores, preferences and draws of the base.
    Rules {
        /// The node of the position.
        at: usize,
        /// All of them, in the order of the base.
        rules: Vec<Rule>,
    },
    /// The explanation of a rule, as `noire explain --format json` prints it.
    RuleExplained {
        /// The index of the rule.
        rule: usize,
        /// The title of the rule.
        title: String,
        /// What its author says about it.
        doc: String,
        /// The explanation.
        #[cfg_attr(test, ts(type = "any"))]
        explanation: Value,
        /// The board with the values.
        board: Board,
    },
    /// The record of the game.
    File {
        /// A name for the file.
        name: String,
        /// Its text.
        text: String,
    },
    /// A picture of the position.
    Picture {
        /// The kind of file that was asked for.
        kind: PictureKind,
        /// A name for the file, without an extension.
        name: String,
        /// The picture as SVG.
        svg: String,
    },
    /// The link to the current position.
    Link {
        /// The part of the address after `#`; `None` if there is no link.
        fragment: Option<String>,
        /// Why there is no link, as a sentence; `None` if there is one.
        problem: Option<String>,
    },
    /// The games that are kept on disk.
    KeptGames {
        /// The games, the newest first.
        games: Vec<KeptGame>,
        /// The folder; `None` if no games are kept.
        folder: Option<String>,
    },
    /// Something that the user should know about the last action, besides its result.
    Note {
        /// A sentence.
        text: String,
    },
    /// A request that cannot be fulfilled.
    Failed {
        /// Why not, as a sentence.
        text: String,
    },
    /// Too many tabs are open. The server closes the socket.
    Full {
        /// What the user can do, as a sentence.
        text: String,
    },
    /// The token is wrong. The server closes the socket.
    Denied,
}

/// A game to choose from.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct GameChoice {
    /// Its name.
    pub name: String,
    /// The names of its players, in the language of the page.
    pub players: Vec<String>,
    /// The names of the built-in players that can play it.
    pub agents: Vec<String>,
    /// Whether it has openings with codes.
    pub has_openings: bool,
}

/// A game that is kept on disk.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct KeptGame {
    /// The name of its file, without the extension.
    pub id: String,
    /// The name of the game; empty if the file cannot be read.
    pub game: String,
    /// The moves up to the position that was shown last.
    pub moves: Vec<String>,
    /// Why it cannot be opened; `None` if it can.
    pub problem: Option<String>,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// The computer chooses its move.
    Move,
    /// A person asked for a hint.
    Hint,
    /// The position is analysed.
    Analysis,
    /// A line is checked.
    Line,
    /// The moves of a game are valued.
    Review,
}

/// A move of a line that was checked.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LineMove {
    /// The node after the move.
    pub node: usize,
    /// The number of the move, from 1.
    pub number: usize,
    /// The move.
    pub text: String,
    /// Whether the side that begins the line still wins; `None` for a reply, and for a move that was not checked.
    pub verdict: Option<MoveVerdict>,
    /// The moves that refute it, or the reply after which no win was found.
    pub refutation: Vec<String>,
    /// The verdict as a sentence; empty for a reply.
    pub sentence: String,
}

/// The verdict on a move of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum MoveVerdict {
    /// Every reply loses.
    Wins,
    /// The opponent draws.
    Draws,
    /// The opponent wins.
    Loses,
    /// No win was found after some reply.
    Undecided,
}

/// A position of a game that was reviewed, and the move that was made in it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ReviewedMove {
    /// The number of the move, from 1.
    pub number: usize,
    /// The node after the move; `None` if no move was made.
    pub node: Option<usize>,
    /// The move; empty if none was made.
    pub text: String,
    /// The index of the player to move.
    pub player: usize,
    /// The value of the position for the side to move, as one word; `None` if it is not known.
    pub value: Option<String>,
    /// The chance of the first player to win, from 0 to 1; `None` if it is not known.
    pub chance: Option<f64>,
    /// What the move lost, in units of the scores; 0 if it decides the game.
    #[cfg_attr(test, ts(type = "number"))]
    pub loss: i64,
    /// Whether the move changes the result of the game.
    pub is_decisive: bool,
    /// The best line of the position.
    pub better: Vec<String>,
    /// What the move lost, as a sentence; empty if it lost nothing.
    pub sentence: String,
}

/// A position of the game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Position {
    /// The name of the game.
    pub game: String,
    /// The players, in order.
    pub players: Vec<Side>,
    /// The node of the position.
    pub at: usize,
    /// All nodes of the tree. The index of a node is its number.
    pub nodes: Vec<Node>,
    /// The nodes of the line through the position, without the root: the one that was visited last.
    pub line: Vec<usize>,
    /// The board.
    pub board: Board,
    /// The index of the player to move.
    pub to_move: usize,
    /// What the board does not show, as a sentence.
    pub situation: String,
    /// The end of the game; `None` if it continues.
    pub end: Option<End>,
    /// The legal moves.
    pub moves: Vec<LegalMove>,
    /// The moves that are forbidden to the player to move, and lose.
    pub forbidden: Vec<Forbidden>,
    /// Whether the player to move may pass.
    pub can_pass: bool,
    /// Whether the computer is about to move.
    pub is_computers_turn: bool,
    /// Whether moves that were taken back can be replayed.
    pub can_redo: bool,
    /// The extensions of file names that stand for formats in which the game can be saved.
    pub formats: Vec<String>,
    /// The name of the opening.
    pub opening: Option<String>,
    /// The kinds of pieces with which a position can be set up; none if that is not possible.
    pub pieces: Vec<Piece>,
    /// The name under which the game is kept on disk; `None` if it is not.
    pub id: Option<String>,
    /// Why the game is not kept on disk although games are, as a sentence; `None` if there is no reason.
    pub not_kept: Option<String>,
    /// A record of the initial position; `None` for the usual one.
    pub start: Option<String>,
}

/// A player of the game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Side {
    /// The name, in the language of the page.
    pub name: String,
    /// Who chooses the moves.
    pub player: Player,
}

/// A node of the tree of moves.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Node {
    /// The node before; `None` for the root.
    pub parent: Option<usize>,
    /// The move that leads to the node; empty for the root.
    pub text: String,
    /// The number of the move, from 1; 0 for the root.
    pub number: usize,
    /// The field to which the move led.
    pub field: Option<String>,
    /// The comment on the node; empty if there is none.
    pub comment: String,
}

/// The end of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct End {
    /// The index of the winner; `None` for a draw.
    pub winner: Option<usize>,
    /// How the game ended, as a sentence.
    pub sentence: String,
}

/// A legal move.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LegalMove {
    /// The move, as the game writes it.
    pub text: String,
    /// The clicks that enter the move, in order, each as the fields that may be clicked. Empty if the move cannot be
    /// entered by clicks.
    pub clicks: Vec<Vec<String>>,
}

/// A forbidden move.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Forbidden {
    /// The move.
    pub text: String,
    /// Its kind, such as `double three`.
    pub kind: Option<String>,
}

/// A board with everything that is drawn on it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Board {
    /// The grid on which the pieces are placed.
    pub ground: Ground,
    /// The letters of the columns.
    pub columns: Vec<String>,
    /// The rows, from top to bottom.
    pub rows: Vec<Row>,
    /// What is not on the fields.
    pub below: Vec<Below>,
}

/// The grid of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Lines, with pieces on their crossings.
    Lines,
    /// Squares, with pieces inside them.
    Squares,
    /// Hexagons that stand on a corner, with pieces inside them.
    Hexagons,
}

/// A part of a position that is not on the fields of the board.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Below {
    /// What it is, in the words of the rule files.
    pub label: String,
    /// Its value.
    pub value: String,
}

/// A row of a board.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Row {
    /// The row number.
    pub number: u32,
    /// The distance by which the row is shifted to the right, in half squares.
    pub shift: usize,
    /// The fields from left to right; `None` where the board has no field.
    pub fields: Vec<Option<Field>>,
}

/// A field of a board.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Field {
    /// The name of the field.
    pub name: String,
    /// The piece on the field.
    pub piece: Option<Piece>,
    /// The mark on an empty field.
    pub mark: Option<String>,
    /// Whether the field is highlighted.
    pub is_highlighted: bool,
    /// The part of the field in the last move.
    pub last: Option<Part>,
}

/// A piece on a field.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Piece {
    /// The sign of the piece.
    pub sign: String,
    /// The index of its owner.
    pub owner: Option<usize>,
    /// Whether the owner has several kinds of pieces, so that the sign must be shown.
    pub shows_sign: bool,
}

/// The part of a field in the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The field to which the move led.
    Target,
    /// The field that the piece has left.
    Origin,
}

/// A move that a search values, with the expected continuation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Line {
    /// The move.
    pub text: String,
    /// Its value for the side to move, as one word.
    pub value: String,
    /// Its value as a number. Wins and losses are far beyond all scores.
    #[cfg_attr(test, ts(type = "number"))]
    pub number: i64,
    /// The depth of the search, in plies.
    pub depth: u32,
    /// The moves, beginning with this one.
    pub line: Vec<String>,
    /// The number of positions examined so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub positions: u64,
}

/// A rule, score, preference or draw.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Rule {
    /// Its title.
    pub title: String,
    /// Whether it applies; `None` if that is not known.
    pub applies: Option<bool>,
    /// The move that it plays.
    pub plays: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_types_of_the_page_are_those_of_the_server() {
        let config = ts_rs::Config::default();
        macro_rules! declarations {
            ($($name:ty),*) => {
                [$(format!("export {}\n", <$name>::decl(&config))),*].concat()
            };
        }
        let types = declarations!(
            Request,
            Placed,
            PictureKind,
            Mark,
            MoveValues,
            SavedLine,
            SavedExplanation,
            Player,
            SavedGame,
            SavedNode,
            Event,
            GameChoice,
            KeptGame,
            Purpose,
            LineMove,
            MoveVerdict,
            ReviewedMove,
            Position,
            Side,
            Node,
            End,
            LegalMove,
            Forbidden,
            Board,
            Ground,
            Below,
            Row,
            Field,
            Piece,
            Part,
            Line,
            Rule
        );
        let text = format!(
            "// The messages between the page and its server. Generated from engine/page/protocol.rs by its test:\n\
             // NOIRE_WRITE_PROTOCOL=1 cargo test --package noire-page writes this file anew.\n\n{types}"
        );
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("web/src/protocol.ts");
        if std::env::var_os("NOIRE_WRITE_PROTOCOL").is_some() {
            std::fs::write(&path, &text).expect("it can be written");
        }
        assert_eq!(std::fs::read_to_string(&path).expect("it is there"), text);
    }
}
