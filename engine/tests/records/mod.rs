//! Tests of game records. Written games are read back unchanged, and malformed records are refused with a location. No
//! input causes a panic or returns a partial game.

mod command;
mod laws;
mod reading;
mod refused;
mod writing;

use noire::record::{Format, GameFile, GameRecord, read_games};

use crate::snapshot_folders;

fn snapshot(name: &str, text: String) {
    snapshot_folders::settings("records").bind(|| insta::assert_snapshot!(name, text));
}

fn read(text: &str, format: Format) -> GameFile {
    read_games("f", text.as_bytes(), format).unwrap_or_else(|problems| panic!("{problems}\n{text}"))
}

fn one(text: &str, format: Format) -> GameRecord {
    let file = read(text, format);
    let [game] = &file.games[..] else { panic!("one game: {text}") };
    game.clone()
}

fn moves(game: &GameRecord) -> String {
    let words = game.moves.iter().map(|made| made.field.map_or("pass".to_owned(), |field| field.to_string()));
    words.collect::<Vec<_>>().join(" ")
}

fn notes(file: &GameFile) -> Vec<String> {
    file.notes.iter().map(ToString::to_string).collect()
}
