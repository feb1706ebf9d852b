//! The page on which noire plays, proves and explains games in the browser, and the server of this page.
//!
//! The server runs on the user's own machine and is reachable from there only. Each tab of the browser has one
//! WebSocket, a thread, and a game. The page draws what the server sends, and decides nothing about games or rules.
//!
//! ```text
//! browser tab ─ socket ─► inbox ─► tab ─► game ─► world, search
//!      ▲                                    │
//!      └────────── outbox ◄─────────────────┘
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`server`] | listens, and sends the files of the page |
//! | `connections` | accepts connections, within limits |
//! | `guard` | which requests are answered, and the headers of the answers |
//! | `places` | limits the number of tabs and connections |
//! | `assets` | the files of the page, built from `web/` |
//! | `socket` | the socket of a tab |
//! | `inbox`, `outbox` | messages from and to a tab; a message may end a running search |
//! | [`protocol`] | the messages |
//! | `search_queue` | lets the searches of all tabs run one after the other |
//! | `store` | the games that are kept on disk |
//! | `tab` | the thread of a tab, which opens its games |
//! | `game` | a game in progress: its tree, moves and searches |
//! | `explaining`, `searching`, `records` | parts of `game`: explanations, searches, files |
//! | `showing`, `last_move` | parts of `game`: the position that is sent, the fields of moves |
//! | `proving` | whether a position is won, with the proof of the win |
//! | `reviewing` | whether a line wins, and which moves of a game lost |
//! | `link` | links to positions |
//! | `one_file` | games as one file of HTML |
//! | `pictures` | pictures of positions |
//! | `recognising` | finds the game of a file |
//! | `keeping` | keeps a game in its file, and restores it |
//! | `comments` | the comments on the nodes of the tree |
//! | `own_marks` | the marks and lines on the boards of the nodes |
//! | `set_up` | positions that people set up |
//! | `opponents` | the players that the computer offers |
//! | [`programs`] | programs of other authors as players |
//! | `tree` | the tree of moves |
//! | `variations` | the variations of records |
//! | `board` | boards and legal moves as the page draws and enters them |

mod assets;
mod board;
mod clocks;
mod comments;
mod connections;
mod explaining;
mod game;
mod guard;
mod inbox;
mod keeping;
mod last_move;
mod link;
mod one_file;
mod opponents;
mod outbox;
mod own_marks;
mod pictures;
mod places;
pub mod programs;
pub mod protocol;
mod proving;
mod recognising;
mod records;
mod reviewing;
mod search_queue;
mod searching;
pub mod server;
mod set_up;
mod showing;
mod socket;
mod store;
mod tab;
mod tree;
mod variations;
