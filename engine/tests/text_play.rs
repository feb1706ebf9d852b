//! Tests of games written in BLANCHE at the terminal. The game continues even if a query exceeds its limit, and moves
//! can be taken back.

use blanche_compiler::runtime::Limits;
use noire::bases::{Backend, TextBase};
use noire::board::Style;
use noire::play::{Controller, Session, SessionStart, Settings};
use noire::search::player::Budget;
use noire::search::time::TimeControl;
use noire::translations::Translations;
use noire::world::Text;

use crate::commands::{folder, noire};

/// A game with a rule that exceeds every step limit.
const MUCH: &str = "base much\nboard 6 by 6 like c3 words Field\nplayers x, o words Color, Other\n\
    sort n = 0 to 36 words N\nstate mark(Field, Color) one Color\n\
    start mark(a1, x)\nempty(Field) :- ¬mark(Field, Color_)\n\
    far(Field, Color, 0) :- mark(Field, Color)\n\
    far(Field2, Color, N + 1) :- far(Field1, Color, N), step(Field1, Direction_, Field2)\n\
    move mark for Color plays Field if empty(Field)\n    adds mark(Field, Color)\n\
    rule reached for Color at level 1 plays Field if empty(Field), far(Field, Color, N), N > 35\n\
    draw full if ¬empty(Field_)\ndrawn mark(Field, x) as x, mark(Field, o) as o\n";

/// The kind of player in a seat.
#[derive(Clone, Copy)]
enum Player {
    Human,
    Computer,
}

/// What to show: move numbers, the computer's analysis, and rules.
type Shown = (bool, bool, bool);

/// Plays a script. Returns the output.
fn said(base: TextBase, players: [Player; 2], script: &str) -> String {
    said_showing(base, players, script, (false, false, false))
}

fn said_showing(
    base: TextBase,
    players: [Player; 2],
    script: &str,
    (are_numbered, show_analysis, show_rules): Shown,
) -> String {
    let rules = base.played_by(Backend::Interpreted).unwrap_or_else(|message| panic!("{}", message.title));
    let world = Text::new(base, vec![(Backend::Interpreted, rules)]);
    let seat = |player| match player {
        Player::Human => Controller::Human,
        Player::Computer => Controller::Computer("search:level=7,depth=1".parse().expect("it is a player")),
    };
    let settings = Settings {
        controllers: players.map(seat).to_vec(),
        budget: Budget { max_depth: 1, ..Budget::untimed() },
        time: TimeControl::default(),
        show_rules,
        show_analysis,
        are_numbered,
        style: Style::Ascii,
    };
    let translations = Translations::open("en", None).expect("it is built in");
    let mut out = Vec::new();
    let session = Session::new(&world, SessionStart::new(Vec::new()), settings, translations);
    let mut session = session.unwrap_or_else(|error| panic!("{error}"));
    let played = session.play(script.as_bytes(), &mut out);
    let out = String::from_utf8(out).expect("it writes text");
    assert!(matches!(played, Ok(None)), "{out}");
    out
}

fn open(name: &str) -> TextBase {
    TextBase::open(name, Limits::default()).unwrap_or_else(|error| panic!("{error:?}"))
}

#[test]
fn a_game_continues_if_a_query_exceeds_a_limit() {
    let folder = folder("much", &[("base.blanche", MUCH)]);
    let base = || {
        let base = TextBase::open(&folder, Limits { work: 2_000, ..Limits::default() });
        base.unwrap_or_else(|error| panic!("{error:?}"))
    };
    let two = said(base(), [Player::Human; 2], "b2\na2\nrules\nc3\nquit\n");
    let given_up = "the limit of work was reached before the question was answered: reached for x";
    assert!(two.contains(given_up), "{two}");
    assert!(two.contains("The game is abandoned.\n"), "{two}");
    let one = said(base(), [Player::Human, Player::Computer], "b2\nquit\n");
    assert!(one.contains("The computer stops its search: the limit of work was reached"), "{one}");
}

#[test]
fn undo_takes_back_moves_of_the_player_and_of_both_between_people() {
    let base = || open("noughts");
    let two = said(base(), [Player::Human; 2], "b2\na1\nundo\nc1\nmoves\nquit\n");
    assert!(two.contains("a2 c2 a3 b3 c3") || two.contains("a1 b1 a2 c2 a3 b3 c3"), "{two}");
    assert_eq!(two.matches("o, your move: ").count(), 2, "only the last move is taken back: {two}");
    let one = said(base(), [Player::Human, Player::Computer], "b2\nundo\nquit\n");
    assert_eq!(one.matches("x, your move: ").count(), 3, "the answer is taken back too: {one}");
    let none = said(base(), [Player::Human; 2], "undo\nquit\n");
    assert!(none.contains("There is no move to take back."), "{none}");
}

#[test]
fn undone_moves_are_redone_and_hints_and_values_printed() {
    let base = || open("noughts");
    let two = said(
        base(),
        [Player::Human; 2],
        "b2\na1\nundo\nundo\nredo\nredo\nredo\nmoves\nundo\nc3\nredo\nquit\n",
    );
    assert!(two.starts_with("The rules are those of noughts; “help” lists the commands.\n"), "{two}");
    assert_eq!(two.matches("There is no move to redo.").count(), 2, "{two}");
    assert!(two.contains("b1 c1 a2 c2 a3 b3 c3"), "both moves are made again: {two}");
    let hint = said(base(), [Player::Human; 2], "a1\nb1\na2\nb2\nhint\nvalue\nquit\n");
    assert!(hint.contains("x could play a3, and wins with it."), "{hint}");
    assert!(hint.contains("x wins with the next move."), "{hint}");
}

#[test]
fn a_game_in_text_is_not_saved_in_an_unsuitable_format() {
    let base = || open("noughts");
    let folder = folder("saved-text", &[]);
    let script = format!("b2\nsave {folder}/game.sgf\nsave {folder}/game.txt\nquit\n");
    let said = said(base(), [Player::Human; 2], &script);
    assert!(said.contains("a file that ends in .sgf holds games of stones on 15x15 fields;"), "{said}");
    assert!(said.contains(&format!("The game is saved in {folder}/game.txt.")), "{said}");
    assert!(!std::path::Path::new(&folder).join("game.sgf").exists());
}

/// Files are written in the same formats that `convert` and `contest` use.
#[test]
fn the_file_extension_determines_the_format_of_a_saved_game() {
    let folder = folder("saved-by-ending", &[]);
    let file = |name: &str| format!("{folder}/{name}");
    let names = ["k.pdn", "k.tsv", "k.diagrams", "k.moves", "k.txt", "k.foo"];
    let saves: String = names.iter().map(|name| format!("save {}\n", file(name))).collect();
    let said = said(open("draughts"), [Player::Human; 2], &format!("11-15\n{saves}quit\n"));
    let text = |name: &str| std::fs::read_to_string(file(name)).unwrap_or_else(|_| panic!("{name}: {said}"));
    let pdn = text("k.pdn");
    assert!(pdn.starts_with("[Black \"human\"]\n[White \"human\"]\n"), "{pdn}");
    assert!(pdn.ends_with("[Result \"*\"]\n\n1. 11-15\n*\n"), "{pdn}");
    assert_eq!(text("k.tsv"), "#moves\tresult\n11-15\t\n");
    assert!(text("k.diagrams").contains("to.move(white)\n"), "{}", text("k.diagrams"));
    assert_eq!([text("k.moves"), text("k.txt")], [(); 2].map(|()| "# game 1\n1. 11-15\n".to_owned()));
    let unknown = "k.foo has none of the extensions .moves, .tsv, .diagrams, .pdn, .txt";
    assert!(said.contains(unknown) && !std::path::Path::new(&file("k.foo")).exists(), "{said}");
    for name in &names[..5] {
        let ran = noire(&["convert", &file(name), "--game", "draughts", "--to", "diagrams"]);
        assert_eq!((ran.status, ran.out), (0, text("k.diagrams")), "{name}: {}", ran.err);
    }
    let wrong = ["contest", "draughts", "--games", "2", "--nodes", "1", "--output", &file("games.foo")];
    let ran = noire(&wrong);
    assert!(ran.status == 2 && ran.err.contains("has none of the extensions .moves, .tsv,"), "{}", ran.err);
}

/// Tags and remarks from the file are kept, as in games of stones.
#[test]
fn a_resumed_game_in_text_keeps_the_contents_of_its_file() {
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    let given = "[Event \"a\"]\n[Black \"Ann\"]\n\n1. 11-15! {good} 23-19 0-1\n";
    let folder = folder("saved-again", &[("a.pdn", given)]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(["play", "draughts", "--player", "human", "--player", "human", "--resume"])
        .arg(format!("{folder}/a.pdn"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let script = format!("8-11\nsave {folder}/b.pdn\nquit\n");
    child.stdin.take().expect("it has an input").write_all(script.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("the program ends");
    let said = String::from_utf8_lossy(&output.stdout);
    let saved = std::fs::read_to_string(format!("{folder}/b.pdn")).unwrap_or_else(|_| panic!("{said}"));
    assert!(saved.contains("[Black \"Ann\"]\n") && saved.contains("[Event \"a\"]\n"), "{saved}");
    assert!(saved.ends_with("[Result \"*\"]\n\n1. 11-15! {good} 23-19 2. 8-11\n*\n"), "{saved}");
}

#[test]
fn moves_are_chosen_by_their_numbers() {
    let base = || open("draughts");
    let said = said_showing(base(), [Player::Human; 2], "3\n0\n8\n22-18\nquit\n", (true, false, false));
    crate::snapshot_folders::settings("play").bind(|| insta::assert_snapshot!("numbered", said));
}

#[test]
fn the_computer_prints_its_search_in_a_game_in_text() {
    let base = || open("noughts");
    let players = [Player::Human, Player::Computer];
    let quiet = said(base(), players, "b2\nquit\n");
    assert!(!quiet.contains("  depth 1: "), "{quiet}");
    let said = said_showing(base(), players, "b2\nquit\n", (false, true, false));
    let (before, after) = said.split_once("o plays ").unwrap_or_else(|| panic!("{said}"));
    assert!(
        before.contains("  depth 1: ")
            && after.contains("\nIt is the best move after which no win for x was found: "),
        "{said}"
    );
}

#[test]
fn rules_are_shown_at_turns_of_the_computer_too() {
    let base = || open("noughts");
    let players = [Player::Human, Player::Computer];
    let said = said_showing(base(), players, "b2\nquit\n", (false, false, true));
    let (turn, _) = said.split_once("o plays ").unwrap_or_else(|| panic!("{said}"));
    assert!(turn.ends_with("No rule applies for o.\n"), "{said}");
}
