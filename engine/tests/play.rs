//! A game at the terminal: what is said and done, from a script of lines.

use std::fs;

use blanche_compiler::runtime::Limits as Work;
use noire::bases::Base;
use noire::board::Style;
use noire::play::command::Command;
use noire::play::openings::{opening, openings};
use noire::play::{Player, Session, Settings};
use noire::record::{Format, Game, read_games};
use noire::search::player::Pace;
use noire::search::time::TimeControl;
use noire::texts::Texts;

/// Plays a script; gives what was said and how the game ended.
fn played(players: [Player; 2], record: Game, language: &str, script: &str) -> (String, Option<String>) {
    let base = Base::open("renju", Work::default()).unwrap_or_else(|_| panic!("it is built in"));
    let settings = Settings {
        players,
        pace: Pace { time: None, positions: Some(1_000), ..Pace::default() },
        time: TimeControl::default(),
        show_rules: true,
        style: Style::Ascii,
    };
    let texts = Texts::open(language, None).expect("it is built in");
    let mut session = Session::new(&base, base.backend(), record, settings, texts);
    let mut out = Vec::new();
    let outcome = session.play(script.as_bytes(), &mut out).expect("memory can be written");
    (String::from_utf8(out).expect("text"), outcome.map(|outcome| outcome.to_string()))
}

const TWO_PEOPLE: [Player; 2] = [Player::Human; 2];
const AGAINST_THE_COMPUTER: [Player; 2] = [Player::Human, Player::Computer];

#[test]
fn a_game_ends_as_the_table_of_the_thesis_has_it() {
    let ends = |script: &str| played(TWO_PEOPLE, Game::default(), "en", script).1;
    let five = "h8\na1\ni8\na3\nj8\na5\nk8\na7\nl8\n";
    assert_eq!(ends(five).as_deref(), Some("black wins by five"));
    assert_eq!(
        ends("h9\na1\nh10\na15\ni8\no1\nj8\no15\nh8\n").as_deref(),
        Some("white wins by a forbidden move")
    );
    assert_eq!(ends("h8\nresign\n").as_deref(), Some("black wins by resignation"));
    assert_eq!(ends("h8\ndraw\n").as_deref(), Some("draw by agreement"));
    assert_eq!(ends("h8\nquit\n"), None);
    assert_eq!(ends("h8\n"), None, "nothing more is said");
}

#[test]
fn what_is_said_at_the_table() {
    let script = "h8\nh8\ni9 j9\nundo\nundo\nh8\nh9\ni9\nrules\nz99\npass\nsave\nhelp\nresign\n";
    let (said, _) = played(TWO_PEOPLE, Game::default(), "en", script);
    let (dutch, _) = played(TWO_PEOPLE, Game::default(), "nl", "h8\nh9\ni9\npass\nh8\nresign\n");
    insta::with_settings!({ snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/play"), prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("two-people", said);
        insta::assert_snapshot!("two-people-in-dutch", dutch);
    });
}

#[test]
fn the_computer_answers_and_takes_back_with_its_opponent() {
    let (said, _) = played(AGAINST_THE_COMPUTER, Game::default(), "en", "h8\nundo\ng7\nquit\n");
    assert!(said.contains("White plays"), "{said}");
    assert!(said.contains("2 moves are taken back."), "{said}");
    assert!(said.contains("2 moves: g7,"), "{said}");
}

#[test]
fn forbidden_points_are_marked_and_named() {
    let (said, _) = played(TWO_PEOPLE, Game::default(), "en", "h9\na1\nh10\na15\ni8\no1\nj8\no15\nquit\n");
    assert!(said.contains("Forbidden for Black: h8"), "{said}");
}

#[test]
fn a_game_is_saved_and_goes_on() {
    let file = std::env::temp_dir().join(format!("noire-play-{}.sgf", std::process::id()));
    let name = file.display().to_string();
    played(TWO_PEOPLE, Game::default(), "en", &format!("h8\nh9\ni9\nsave {name}\nquit\n"));
    let bytes = fs::read(&file).expect("it was saved");
    let game = read_games(&name, &bytes, Format::Sgf).expect("it can be read").games.remove(0);
    fs::remove_file(&file).expect("the test takes its file away");
    assert_eq!((game.rules.as_deref(), game.moves.len()), (Some("renju"), 3));
    let (said, _) = played(TWO_PEOPLE, game, "en", "g7\nquit\n");
    assert!(said.starts_with("The game goes on after 3 moves."), "{said}");
    assert!(said.ends_with("4 moves: h8,h9,i9,g7\n"), "{said}");
}

#[test]
fn there_are_26_openings_and_no_two_are_alike() {
    let all = openings();
    assert_eq!(all.len(), 26);
    for one in &all {
        assert_eq!(all.iter().filter(|other| other.moves == one.moves).count(), 1, "{}", one.name);
        assert_eq!(opening(&one.code.to_lowercase()).as_ref(), Some(one));
    }
    let kagetsu = opening("d4").expect("it is known");
    assert_eq!(kagetsu.name, "Kagetsu");
}

#[test]
fn a_command_with_too_many_words_is_not_understood() {
    assert_eq!(Command::read("h8 i9"), None);
    assert_eq!(Command::read("resign now"), None);
    assert_eq!(Command::read("save a game.sgf"), Some(Command::Save(Some("a game.sgf".into()))));
    assert_eq!(Command::read(" UNDO "), Some(Command::Undo));
    assert_eq!(Command::read(""), None);
}
