//! The messages between the page and its server, as JSON. `web/src/protocol.ts` is generated from these types by
//! the test below.

use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(test)]
use ts_rs::TS;

mod clock;
mod kept;
mod marks;
mod position;
mod proof;
mod saved;
mod search;

pub use clock::{ClockTimes, SavedClocks, TimeControl};
pub use kept::{KeptGame, SavedGame, SavedNode};
pub use marks::{MarkShape, MarkTool, OwnLine, OwnMark, OwnMarks};
pub use position::{
    Below, Board, End, Field, Forbidden, Ground, LegalMove, Node, NodeBoard, Part, Piece, Position, Row, Side,
};
pub use proof::{ProofReply, ProofStep};
pub use saved::{Mark, MoveValues, PictureKind, SavedExplanation, SavedLine};
pub use search::{Line, LineMove, MoveVerdict, Purpose, ReviewedMove, Rule};

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
    New(NewGame),
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
        /// The moves to choose from in the current position; all of them if it is empty.
        only: Vec<String>,
    },
    /// Asks whether a line wins for the side that begins it. The line ends with the current position.
    CheckLine {
        /// The number of its first move, from 1.
        first: usize,
    },
    /// Asks for the value of every move of the line that is shown, and which of them lost.
    Review,
    /// Asks for a proof that the side to move wins.
    Solve,
    /// Asks for the board after some moves, which are not added to the tree.
    Preview {
        /// The node of the position before the moves.
        at: usize,
        /// The moves.
        moves: Vec<String>,
    },
    /// Asks for the boards of some positions of the tree.
    Boards {
        /// The nodes.
        nodes: Vec<usize>,
    },
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
    /// Draws a mark on a field of the board, or removes it if it is there already.
    Mark {
        /// The node of the position.
        node: usize,
        /// The name of the field.
        field: String,
        /// What to draw.
        tool: MarkTool,
    },
    /// Draws a line between two fields of the board, or removes it if it is there already.
    DrawLine {
        /// The node of the position.
        node: usize,
        /// The line.
        line: OwnLine,
    },
    /// Removes all marks and lines of a position.
    ClearMarks {
        /// The node of the position.
        node: usize,
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

/// A game to begin.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct NewGame {
    /// The game, as [`GameChoice::name`] lists it.
    pub game: String,
    /// Who plays, in the order of the players.
    pub players: Vec<Player>,
    /// The names of the players; empty if they have none of their own.
    pub names: Vec<String>,
    /// The time of each side; `None` for a game without clocks.
    pub time: Option<TimeControl>,
    /// The code of an opening to begin with.
    pub opening: Option<String>,
    /// Whether to draw an opening by lot instead.
    pub lot: bool,
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
    /// The value of a position, with the proof of a win.
    Solved {
        /// The node of the position.
        at: usize,
        /// The value as a sentence.
        sentence: String,
        /// The proof, beginning with the position itself; empty without a win.
        proof: Vec<ProofStep>,
    },
    /// The board after some moves.
    Preview {
        /// The node of the position before the moves.
        at: usize,
        /// The moves.
        moves: Vec<String>,
        /// The fields to which the moves led.
        fields: Vec<Option<String>>,
        /// The board.
        board: Board,
    },
    /// The boards of some positions of the tree.
    Boards {
        /// The boards, with their nodes.
        boards: Vec<NodeBoard>,
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
            NewGame,
            TimeControl,
            SavedClocks,
            ClockTimes,
            SavedGame,
            SavedNode,
            Event,
            GameChoice,
            KeptGame,
            Purpose,
            LineMove,
            MoveVerdict,
            ReviewedMove,
            ProofStep,
            ProofReply,
            Position,
            Side,
            Node,
            NodeBoard,
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
            MarkTool,
            MarkShape,
            OwnMark,
            OwnLine,
            OwnMarks,
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
