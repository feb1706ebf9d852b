//! What games at the terminal and in the browser have in common.
//!
//! | module | what it holds |
//! |---|---|
//! | [`explanations`] | why rules apply or do not apply, also as JSON |
//! | [`interactive_game`] | what a game must implement so that people can play it |
//! | `stone_games`, `text_games` | the implementations for games of stones and for games defined in rule files |
//! | [`rejections`] | why moves are refused, in the language of the user |
//! | [`titles`] | titles of rules, in the language of the user |
//! | [`translations`] | translated messages for the user |

pub mod explanations;
pub mod interactive_game;
pub mod rejections;
mod stone_games;
mod text_games;
pub mod titles;
pub mod translations;
