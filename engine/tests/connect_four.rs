//! Connect four on boards of other sizes.

/// The rules of the built-in game, changed to a board of another size.
pub(crate) fn connect_four(columns: u32, rows: u32) -> String {
    let path = super::data::path("knowledge/connect-four/rules.blanche");
    let rules = std::fs::read_to_string(path).expect("the game is built in");
    let board = "board 7 by 6";
    assert!(rules.contains(board), "{rules}");
    let rules = rules.replace(board, &format!("board {columns} by {rows}"));
    format!("base connect-small\n\n{rules}")
}
