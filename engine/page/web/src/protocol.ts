// The messages between the page and its server. Generated from engine/page/protocol.rs by its test:
// NOIRE_WRITE_PROTOCOL=1 cargo test --package noire-page writes this file anew.

export type Request = { "do": "hello", 
/**
 * The token with which the server was started.
 */
token: string, 
/**
 * The language of the page; `None` for the language of the server.
 */
language: string | null, 
/**
 * The game to continue; `None` for a new game.
 */
game: SavedGame | null, } | { "do": "new" } & NewGame | { "do": "set_player", 
/**
 * The index of the player of the game.
 */
side: number, 
/**
 * Who chooses its moves from now on.
 */
player: Player, } | { "do": "play", 
/**
 * The node in which it is played.
 */
at: number, 
/**
 * The move, as a person writes it.
 */
text: string, 
/**
 * Whether to play a move that loses because it is forbidden.
 */
forbidden: boolean, } | { "do": "pass" } | { "do": "undo" } | { "do": "redo" } | { "do": "go", 
/**
 * The node.
 */
node: number, } | { "do": "move" } | { "do": "resign" } | { "do": "offer_draw" } | { "do": "hint" } | { "do": "stop" } | { "do": "analyse", 
/**
 * The number of moves to value; 0 turns it off.
 */
lines: number, 
/**
 * The moves to choose from in the current position; all of them if it is empty.
 */
only: Array<string>, } | { "do": "check_line", 
/**
 * The number of its first move, from 1.
 */
first: number, } | { "do": "review" } | { "do": "solve" } | { "do": "preview", 
/**
 * The node of the position before the moves.
 */
at: number, 
/**
 * The moves.
 */
moves: Array<string>, } | { "do": "boards", 
/**
 * The nodes.
 */
nodes: Array<number>, } | { "do": "explain_move", 
/**
 * The move.
 */
text: string, } | { "do": "rules" } | { "do": "explain_rule", 
/**
 * The index of the rule in [`Event::Rules`].
 */
rule: number, } | { "do": "file_part", 
/**
 * The bytes, each as the character with its number.
 */
bytes: string, } | { "do": "open", 
/**
 * The name of the file.
 */
name: string, 
/**
 * The last bytes of the file, each as the character with its number.
 */
bytes: string, } | { "do": "kept_games" } | { "do": "open_kept", 
/**
 * Its name, as [`Event::KeptGames`] lists it.
 */
id: string, } | { "do": "delete_kept", 
/**
 * Its name, as [`Event::KeptGames`] lists it.
 */
id: string, } | { "do": "save", 
/**
 * The extension of the file name that stands for the format.
 */
format: string, } | { "do": "picture", 
/**
 * The kind of the file.
 */
kind: PictureKind, 
/**
 * Whether to write move numbers on the pieces.
 */
numbers: boolean, 
/**
 * The marks that the page shows.
 */
marks: Array<Mark>, } | { "do": "one_file", 
/**
 * Whether to write move numbers on the pieces.
 */
numbers: boolean, 
/**
 * The analyses of positions of the line.
 */
analyses: Array<MoveValues>, 
/**
 * The explanation that is shown.
 */
explanation: SavedExplanation | null, } | { "do": "link" } | { "do": "set_up", 
/**
 * The pieces on the board.
 */
pieces: Array<Placed>, 
/**
 * The index of the player to move.
 */
to_move: number, } | { "do": "comment", 
/**
 * The node.
 */
node: number, 
/**
 * The comment; empty for none.
 */
text: string, } | { "do": "mark", 
/**
 * The node of the position.
 */
node: number, 
/**
 * The name of the field.
 */
field: string, 
/**
 * What to draw.
 */
tool: MarkTool, } | { "do": "draw_line", 
/**
 * The node of the position.
 */
node: number, 
/**
 * The line.
 */
line: OwnLine, } | { "do": "clear_marks", 
/**
 * The node of the position.
 */
node: number, } | { "do": "open_link", 
/**
 * The address, or its part after `#`.
 */
link: string, } | { "do": "language", 
/**
 * The language, as [`Event::Welcome`] lists it.
 */
language: string, };
export type Placed = { 
/**
 * The name of the field.
 */
field: string, 
/**
 * The index of the kind of piece in [`Position::pieces`].
 */
piece: number, };
export type PictureKind = "svg" | "png";
export type Mark = { 
/**
 * The name of the field.
 */
field: string, 
/**
 * The sign, of one character.
 */
sign: string, };
export type MoveValues = { 
/**
 * The number of moves before the position.
 */
moves: number, 
/**
 * The best moves, best first.
 */
lines: Array<SavedLine>, };
export type SavedLine = { 
/**
 * The move.
 */
text: string, 
/**
 * Its value for the side to move, as one word.
 */
value: string, 
/**
 * The depth of the search, in plies.
 */
depth: number, 
/**
 * The moves, beginning with this one.
 */
line: Array<string>, };
export type SavedExplanation = { 
/**
 * Its title.
 */
title: string, 
/**
 * Its reasons, one a line.
 */
text: string, };
export type Player = { "kind": "person" } | { "kind": "computer", 
/**
 * Its strength, from 1 to 10.
 */
level: number, } | { "kind": "agent", 
/**
 * Its name, as [`GameChoice::agents`] lists it.
 */
name: string, };
export type NewGame = { 
/**
 * The game, as [`GameChoice::name`] lists it.
 */
game: string, 
/**
 * Who plays, in the order of the players.
 */
players: Array<Player>, 
/**
 * The names of the players; empty if they have none of their own.
 */
names: Array<string>, 
/**
 * The time of each side; `None` for a game without clocks.
 */
time: TimeControl | null, 
/**
 * The code of an opening to begin with.
 */
opening: string | null, 
/**
 * Whether to draw an opening by lot instead.
 */
lot: boolean, };
export type TimeControl = { 
/**
 * The time for all moves of a side, in seconds.
 */
seconds: number, 
/**
 * The time that each move adds, in seconds.
 */
increment: number, };
export type SavedClocks = { 
/**
 * The time that each player has left, in seconds.
 */
left: Array<number>, 
/**
 * The time that each move adds, in seconds.
 */
increment: number, };
export type ClockTimes = { 
/**
 * The time that each player had left when the message was sent, in seconds.
 */
left: Array<number>, 
/**
 * The index of the player whose clock runs; `None` if none does.
 */
running: number | null, 
/**
 * The time that each move adds, in seconds.
 */
increment: number, };
export type SavedGame = { 
/**
 * The name of the game.
 */
game: string, 
/**
 * The name under which it is kept on disk; `None` if it is not.
 */
id: string | null, 
/**
 * Who plays, in the order of the players.
 */
players: Array<Player>, 
/**
 * The names of the players; empty if they have none of their own.
 */
names: Array<string>, 
/**
 * The clocks; `None` in a game without them.
 */
clocks: SavedClocks | null, 
/**
 * A record of the initial position; `None` for the usual one.
 */
start: string | null, 
/**
 * The comment on the initial position; empty if there is none.
 */
comment: string, 
/**
 * What is marked on the board of the initial position; `None` for nothing.
 */
own: OwnMarks | null, 
/**
 * The nodes of the tree, each after its parent, without the root.
 */
nodes: Array<SavedNode>, 
/**
 * The current node; 0 is the root.
 */
at: number, 
/**
 * Whether the computer is about to move. A game that is opened from the disk waits until it is asked to go on.
 */
is_playing?: boolean, };
export type SavedNode = { 
/**
 * The node before the move; 0 is the root, and the moves are numbered from 1.
 */
parent: number, 
/**
 * The move, as the game writes it.
 */
text: string, 
/**
 * The comment on the move; empty if there is none.
 */
comment: string, 
/**
 * What is marked on the board after the move; `None` for nothing.
 */
own: OwnMarks | null, };
export type Event = { "is": "welcome", 
/**
 * The languages to choose from.
 */
languages: Array<string>, 
/**
 * The language of the messages.
 */
language: string, 
/**
 * The texts of Fluent files. Later ones complete earlier ones.
 */
messages: Array<string>, } | { "is": "games", 
/**
 * All of them, beginning with the one that is offered first.
 */
games: Array<GameChoice>, } | { "is": "began" } | { "is": "position" } & Position | { "is": "refused", 
/**
 * The move as it was written.
 */
text: string, 
/**
 * Why not, as a sentence.
 */
reason: string, 
/**
 * Whether it can be played nevertheless, and loses.
 */
is_forbidden: boolean, 
/**
 * The explanation of the move, as `noire explain --format json` prints it.
 */
explanation: any, 
/**
 * The board at the first impossible step of the move.
 */
board: Board | null, } | { "is": "queued", 
/**
 * Its place in the queue, from 1.
 */
place: number, } | { "is": "searching", 
/**
 * What the search is for.
 */
purpose: Purpose, 
/**
 * What it has found so far; `None` at the beginning.
 */
found: Line | null, } | { "is": "idle", 
/**
 * What the search found, as a sentence; empty if there is nothing to say.
 */
text: string, } | { "is": "lines", 
/**
 * The node of the position.
 */
at: number, 
/**
 * The moves, best first.
 */
lines: Array<Line>, 
/**
 * Whether the search has ended.
 */
is_final: boolean, } | { "is": "progress", 
/**
 * The share of the work that is done, from 0 to 1.
 */
share: number, } | { "is": "line_checked", 
/**
 * The node with which the line ends.
 */
at: number, 
/**
 * The moves of the line.
 */
moves: Array<LineMove>, 
/**
 * The verdict on the line as a sentence.
 */
sentence: string, } | { "is": "reviewed", 
/**
 * The positions of the line, in order. If the review was stopped, the first ones are missing. In the last one,
 * no move was made.
 */
moves: Array<ReviewedMove>, } | { "is": "solved", 
/**
 * The node of the position.
 */
at: number, 
/**
 * The value as a sentence.
 */
sentence: string, 
/**
 * The proof, beginning with the position itself; empty without a win.
 */
proof: Array<ProofStep>, } | { "is": "preview", 
/**
 * The node of the position before the moves.
 */
at: number, 
/**
 * The moves.
 */
moves: Array<string>, 
/**
 * The fields to which the moves led.
 */
fields: Array<string | null>, 
/**
 * The board.
 */
board: Board, } | { "is": "boards", 
/**
 * The boards, with their nodes.
 */
boards: Array<NodeBoard>, } | { "is": "hint", 
/**
 * The move; `None` if no move was found.
 */
text: string | null, 
/**
 * A sentence about the move.
 */
sentence: string, } | { "is": "move_explained", 
/**
 * Whether the move is legal, as a sentence.
 */
title: string, 
/**
 * The explanation.
 */
explanation: any, 
/**
 * The board before each step.
 */
boards: Array<Board>, } | { "is": "rules", 
/**
 * The node of the position.
 */
at: number, 
/**
 * All of them, in the order of the base.
 */
rules: Array<Rule>, } | { "is": "rule_explained", 
/**
 * The index of the rule.
 */
rule: number, 
/**
 * The title of the rule.
 */
title: string, 
/**
 * What its author says about it.
 */
doc: string, 
/**
 * The explanation.
 */
explanation: any, 
/**
 * The board with the values.
 */
board: Board, } | { "is": "file", 
/**
 * A name for the file.
 */
name: string, 
/**
 * Its text.
 */
text: string, } | { "is": "picture", 
/**
 * The kind of file that was asked for.
 */
kind: PictureKind, 
/**
 * A name for the file, without an extension.
 */
name: string, 
/**
 * The picture as SVG.
 */
svg: string, } | { "is": "link", 
/**
 * The part of the address after `#`; `None` if there is no link.
 */
fragment: string | null, 
/**
 * Why there is no link, as a sentence; `None` if there is one.
 */
problem: string | null, } | { "is": "kept_games", 
/**
 * The games, the newest first.
 */
games: Array<KeptGame>, 
/**
 * The folder; `None` if no games are kept.
 */
folder: string | null, } | { "is": "note", 
/**
 * A sentence.
 */
text: string, } | { "is": "failed", 
/**
 * Why not, as a sentence.
 */
text: string, } | { "is": "full", 
/**
 * What the user can do, as a sentence.
 */
text: string, } | { "is": "denied" };
export type GameChoice = { 
/**
 * Its name.
 */
name: string, 
/**
 * The names of its players, in the language of the page.
 */
players: Array<string>, 
/**
 * The names of the built-in players that can play it.
 */
agents: Array<string>, 
/**
 * Whether it has openings with codes.
 */
has_openings: boolean, };
export type KeptGame = { 
/**
 * The name of its file, without the extension.
 */
id: string, 
/**
 * The name of the game; empty if the file cannot be read.
 */
game: string, 
/**
 * The moves up to the position that was shown last.
 */
moves: Array<string>, 
/**
 * Why it cannot be opened; `None` if it can.
 */
problem: string | null, };
export type Purpose = "move" | "hint" | "analysis" | "line" | "review" | "proof";
export type LineMove = { 
/**
 * The node after the move.
 */
node: number, 
/**
 * The number of the move, from 1.
 */
number: number, 
/**
 * The move.
 */
text: string, 
/**
 * Whether the side that begins the line still wins; `None` for a reply, and for a move that was not checked.
 */
verdict: MoveVerdict | null, 
/**
 * The moves that refute it, or the reply after which no win was found.
 */
refutation: Array<string>, 
/**
 * The verdict as a sentence; empty for a reply.
 */
sentence: string, };
export type MoveVerdict = "wins" | "draws" | "loses" | "undecided";
export type ReviewedMove = { 
/**
 * The number of the move, from 1.
 */
number: number, 
/**
 * The node after the move; `None` if no move was made.
 */
node: number | null, 
/**
 * The move; empty if none was made.
 */
text: string, 
/**
 * The index of the player to move.
 */
player: number, 
/**
 * The value of the position for the side to move, as one word; `None` if it is not known.
 */
value: string | null, 
/**
 * The chance of the first player to win, from 0 to 1; `None` if it is not known.
 */
chance: number | null, 
/**
 * What the move lost, in units of the scores; 0 if it decides the game.
 */
loss: number, 
/**
 * Whether the move changes the result of the game.
 */
is_decisive: boolean, 
/**
 * The best line of the position.
 */
better: Array<string>, 
/**
 * What the move lost, as a sentence; empty if it lost nothing.
 */
sentence: string, };
export type ProofStep = { 
/**
 * The winning move; `None` if there is none, because the game is over or the proof ends here.
 */
text: string | null, 
/**
 * Why it wins, as a part of a sentence.
 */
said: string, 
/**
 * The replies that need moves of their own.
 */
replies: Array<ProofReply>, };
export type ProofReply = { 
/**
 * The reply; `None` stands for all replies that are not listed.
 */
text: string | null, 
/**
 * The index of the position after the reply; `None` if it is too deep to be sent.
 */
step: number | null, };
export type Position = { 
/**
 * The name of the game.
 */
game: string, 
/**
 * The players, in order.
 */
players: Array<Side>, 
/**
 * The node of the position.
 */
at: number, 
/**
 * All nodes of the tree. The index of a node is its number.
 */
nodes: Array<Node>, 
/**
 * The nodes of the line through the position, without the root: the one that was visited last.
 */
line: Array<number>, 
/**
 * The board.
 */
board: Board, 
/**
 * The clocks; `None` in a game without them.
 */
clocks: ClockTimes | null, 
/**
 * The index of the player to move.
 */
to_move: number, 
/**
 * What the board does not show, as a sentence.
 */
situation: string, 
/**
 * The end of the game; `None` if it continues.
 */
end: End | null, 
/**
 * The legal moves.
 */
moves: Array<LegalMove>, 
/**
 * The moves that are forbidden to the player to move, and lose.
 */
forbidden: Array<Forbidden>, 
/**
 * Whether the player to move may pass.
 */
can_pass: boolean, 
/**
 * Whether the computer is about to move.
 */
is_computers_turn: boolean, 
/**
 * Whether moves that were taken back can be replayed.
 */
can_redo: boolean, 
/**
 * The extensions of file names that stand for formats in which the game can be saved.
 */
formats: Array<string>, 
/**
 * The name of the opening.
 */
opening: string | null, 
/**
 * The kinds of pieces with which a position can be set up; none if that is not possible.
 */
pieces: Array<Piece>, 
/**
 * The name under which the game is kept on disk; `None` if it is not.
 */
id: string | null, 
/**
 * Why the game is not kept on disk although games are, as a sentence; `None` if there is no reason.
 */
not_kept: string | null, 
/**
 * A record of the initial position; `None` for the usual one.
 */
start: string | null, };
export type Side = { 
/**
 * The name, in the language of the page.
 */
name: string, 
/**
 * The own name of who plays; empty if there is none.
 */
own_name: string, 
/**
 * Who chooses the moves.
 */
player: Player, };
export type Node = { 
/**
 * The node before; `None` for the root.
 */
parent: number | null, 
/**
 * The move that leads to the node; empty for the root.
 */
text: string, 
/**
 * The number of the move, from 1; 0 for the root.
 */
number: number, 
/**
 * The field to which the move led.
 */
field: string | null, 
/**
 * The comment on the node; empty if there is none.
 */
comment: string, 
/**
 * What is marked on the board; `None` for nothing.
 */
own: OwnMarks | null, };
export type NodeBoard = { 
/**
 * The node.
 */
node: number, 
/**
 * The board of its position.
 */
board: Board, };
export type End = { 
/**
 * The index of the winner; `None` for a draw.
 */
winner: number | null, 
/**
 * How the game ended, as a sentence.
 */
sentence: string, };
export type LegalMove = { 
/**
 * The move, as the game writes it.
 */
text: string, 
/**
 * The clicks that enter the move, in order, each as the fields that may be clicked. Empty if the move cannot be
 * entered by clicks.
 */
clicks: Array<Array<string>>, };
export type Forbidden = { 
/**
 * The move.
 */
text: string, 
/**
 * Its kind, such as `double three`.
 */
kind: string | null, };
export type Board = { 
/**
 * The grid on which the pieces are placed.
 */
ground: Ground, 
/**
 * The letters of the columns.
 */
columns: Array<string>, 
/**
 * The rows, from top to bottom.
 */
rows: Array<Row>, 
/**
 * What is not on the fields.
 */
below: Array<Below>, };
export type Ground = "lines" | "squares" | "hexagons";
export type Below = { 
/**
 * What it is, in the words of the rule files.
 */
label: string, 
/**
 * Its value.
 */
value: string, };
export type Row = { 
/**
 * The row number.
 */
number: number, 
/**
 * The distance by which the row is shifted to the right, in half squares.
 */
shift: number, 
/**
 * The fields from left to right; `None` where the board has no field.
 */
fields: Array<Field | null>, };
export type Field = { 
/**
 * The name of the field.
 */
name: string, 
/**
 * The piece on the field.
 */
piece: Piece | null, 
/**
 * The mark on an empty field.
 */
mark: string | null, 
/**
 * Whether the field is highlighted.
 */
is_highlighted: boolean, 
/**
 * The part of the field in the last move.
 */
last: Part | null, };
export type Piece = { 
/**
 * The sign of the piece.
 */
sign: string, 
/**
 * The index of its owner.
 */
owner: number | null, 
/**
 * Whether the owner has several kinds of pieces, so that the sign must be shown.
 */
shows_sign: boolean, };
export type Part = "target" | "origin";
export type MarkTool = "circle" | "square" | "triangle" | "cross" | "letter" | "erase";
export type MarkShape = "circle" | "square" | "triangle" | "cross" | "label";
export type OwnMark = { 
/**
 * The name of the field.
 */
field: string, 
/**
 * What it looks like.
 */
shape: MarkShape, 
/**
 * The text of a label; empty for other marks.
 */
text: string, };
export type OwnLine = { 
/**
 * The name of the field at which it begins.
 */
from: string, 
/**
 * The name of the field at which it ends.
 */
to: string, 
/**
 * Whether it is an arrow.
 */
is_arrow: boolean, };
export type OwnMarks = { 
/**
 * The marks, at most one on a field.
 */
marks: Array<OwnMark>, 
/**
 * The lines.
 */
lines: Array<OwnLine>, };
export type Line = { 
/**
 * The move.
 */
text: string, 
/**
 * Its value for the side to move, as one word.
 */
value: string, 
/**
 * Its value as a number. Wins and losses are far beyond all scores.
 */
number: number, 
/**
 * The depth of the search, in plies.
 */
depth: number, 
/**
 * The moves, beginning with this one.
 */
line: Array<string>, 
/**
 * The number of positions examined so far.
 */
positions: number, };
export type Rule = { 
/**
 * Its title.
 */
title: string, 
/**
 * Whether it applies; `None` if that is not known.
 */
applies: boolean | null, 
/**
 * The move that it plays.
 */
plays: string | null, 
/**
 * The level of a rule, which claims a win if it is above 0; `None` for scores, preferences and draws.
 */
level: number | null, 
/**
 * All moves that a rule above level 0 plays.
 */
threats: Array<string>, };
