//! Tests of games at the terminal, driven by scripts of lines.

use std::fs;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::runtime::Limits as Work;
use noire::board::{Color, Point, Style};
use noire::facts::Base;
use noire::games::openings::{opening, openings};
use noire::play::command::Command;
use noire::play::input::{Line, LineSource};
use noire::play::{Controller, Origin, Session, SessionStart, Settings};
use noire::record::{DrawReason, Format, GameRecord, Outcome, WinReason, read_games};
use noire::search::player::Budget;
use noire::search::time::TimeControl;
use noire::translations::Translations;
use noire::world::Stones;

/// Plays a script. Returns the output and how the game ended.
fn played(
    players: [Player; 2],
    record: GameRecord,
    language: &str,
    script: &str,
) -> (String, Option<String>) {
    said(settings(players), record, language, script.as_bytes())
}

/// The kind of player in a seat.
#[derive(Clone, Copy)]
enum Player {
    Human,
    Computer,
}

/// The settings for a game between these players.
fn settings(players: [Player; 2]) -> Settings {
    let seat = |player| match player {
        Player::Human => Controller::Human,
        Player::Computer => Controller::Computer("search".parse().expect("it is a player")),
    };
    Settings {
        controllers: players.map(seat).to_vec(),
        budget: Budget { time: None, positions: Some(1_000), ..Budget::default() },
        time: TimeControl::default(),
        show_rules: true,
        show_analysis: false,
        are_numbered: false,
        style: Style::Ascii,
    }
}

/// Continues the only game of a file with these lines. Returns the output and how the game ended.
fn said(
    settings: Settings,
    record: GameRecord,
    language: &str,
    lines: impl LineSource,
) -> (String, Option<String>) {
    said_of(settings, record, Origin::File { number: 1, games: 1 }, language, lines)
}

/// Continues a game from the given origin with these lines. Returns the output and how the game ended.
fn said_of(
    settings: Settings,
    record: GameRecord,
    origin: Origin,
    language: &str,
    lines: impl LineSource,
) -> (String, Option<String>) {
    let base = Base::open("renju", Work::default()).unwrap_or_else(|_| panic!("it is built in"));
    let backend = base.backend();
    let world = Stones::new(base, vec![backend]);
    let translations = Translations::open(language, None).expect("it is built in");
    let start = record.start.is_some().then(|| record.start());
    let begun = SessionStart { start, moves: record.turns(), file: record, origin };
    let session = Session::new(&world, begun, settings, translations);
    let mut session = session.unwrap_or_else(|trouble| panic!("{trouble}"));
    let mut out = Vec::new();
    let finish = session.play(lines, &mut out).expect("memory can be written");
    let outcome = finish.map(|finish| match finish.winner {
        Some(winner) => Outcome::Win { winner: Color::ALL[winner], by: WinReason::named(&finish.by) },
        None => Outcome::Draw { by: DrawReason::named(&finish.by) },
    });
    (String::from_utf8(out).expect("text"), outcome.map(|outcome| outcome.to_string()))
}

/// The first line of output in every game with a person, in both languages.
const RULES: &str = "The rules are those of renju; “help” lists the commands.\n";
const REGELS: &str = "De regels zijn die van renju; “hulp” noemt wat u kunt zeggen.\n";

const TWO_PEOPLE: [Player; 2] = [Player::Human; 2];
const AGAINST_THE_COMPUTER: [Player; 2] = [Player::Human, Player::Computer];

#[test]
fn a_game_ends_as_in_the_table_of_the_thesis() {
    let ends = |script: &str| played(TWO_PEOPLE, GameRecord::default(), "en", script).1;
    let five = "h8\na1\ni8\na3\nj8\na5\nk8\na7\nl8\n";
    assert_eq!(ends(five).as_deref(), Some("black wins by five"));
    assert_eq!(
        ends("h9\na1\nh10\na15\ni8\no1\nj8\no15\nh8\n").as_deref(),
        Some("white wins by a forbidden move")
    );
    assert_eq!(ends("h8\nresign\n").as_deref(), Some("black wins by resignation"));
    assert_eq!(ends("h8\ndraw\nyes\n").as_deref(), Some("draw by agreement"));
    assert_eq!(ends("h8\nquit\n"), None);
    assert_eq!(ends("h8\n"), None, "nothing more is said");
}

#[test]
fn a_game_of_two_people_prints_the_recorded_messages() {
    let script = "h8\nh8\ni9 j9\nundo\nundo\nh8\nh9\ni9\nrules\nz99\npass\nsave\nhelp\nresign\n";
    let (said, _) = played(TWO_PEOPLE, GameRecord::default(), "en", script);
    let (dutch, _) = played(TWO_PEOPLE, GameRecord::default(), "nl", "h8\nh9\ni9\npass\nh8\nresign\n");
    insta::with_settings!({ snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/play"), prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("two-people", said);
        insta::assert_snapshot!("two-people-in-dutch", dutch);
    });
}

#[test]
fn undo_takes_back_the_move_of_the_computer_too() {
    let (said, _) = played(AGAINST_THE_COMPUTER, GameRecord::default(), "en", "h8\nundo\ng7\nquit\n");
    assert!(said.contains("White plays"), "{said}");
    assert!(said.contains("2 moves are taken back."), "{said}");
    assert!(said.contains("2 moves: g7,"), "{said}");
}

#[test]
fn forbidden_points_are_marked_and_named() {
    let (said, _) =
        played(TWO_PEOPLE, GameRecord::default(), "en", "h9\na1\nh10\na15\ni8\no1\nj8\no15\nquit\n");
    assert!(said.contains("Forbidden for Black: h8"), "{said}");
}

#[test]
fn a_saved_game_can_be_resumed() {
    let file = std::env::temp_dir().join(format!("noire-play-{}.sgf", std::process::id()));
    let name = file.display().to_string();
    played(TWO_PEOPLE, GameRecord::default(), "en", &format!("h8\nh9\ni9\nsave {name}\nquit\n"));
    let bytes = fs::read(&file).expect("it was saved");
    let game = read_games(&name, &bytes, Format::Sgf).expect("it can be read").games.remove(0);
    fs::remove_file(&file).expect("the test takes its file away");
    assert_eq!((game.rules.as_deref(), game.moves.len()), (Some("renju"), 3));
    let (said, _) = played(TWO_PEOPLE, game, "en", "g7\nquit\n");
    assert!(said.starts_with(&format!("{RULES}The game continues after 3 moves.")), "{said}");
    assert!(said.ends_with("4 moves: h8,h9,i9,g7\n"), "{said}");
}

#[test]
fn the_rule_that_applies_is_shown_at_turns_of_the_computer_too() {
    let (said, _) = played(AGAINST_THE_COMPUTER, GameRecord::default(), "en", "h8\nquit\n");
    let (turn, _) = said.split_once("White plays ").unwrap_or_else(|| panic!("{said}"));
    assert!(turn.ends_with("No rule applies for White.\n"), "{said}");
    let alone = Settings { show_rules: false, ..settings(AGAINST_THE_COMPUTER) };
    let (quiet, _) = super::play::said(alone, GameRecord::default(), "en", "h8\nquit\n".as_bytes());
    assert!(!quiet.contains("No rule applies"), "{quiet}");
}

#[test]
fn there_are_26_different_openings() {
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
    assert_eq!(Command::parse("h8 i9"), None);
    assert_eq!(Command::parse("resign now"), None);
    assert_eq!(Command::parse("save a game.sgf"), Some(Command::Save(Some("a game.sgf".into()))));
    assert_eq!(Command::parse(" UNDO "), Some(Command::Undo));
    assert_eq!(Command::parse(""), None);
}

#[test]
fn a_line_of_invalid_utf_8_is_not_understood_and_the_game_continues() {
    let lines = &b"h8\ncaf\xe9\nsave caf\xe9.sgf\ni9\nquit\n"[..];
    let (said, _) = said(settings(TWO_PEOPLE), GameRecord::default(), "en", lines);
    assert!(said.contains("I do not understand “caf\u{fffd}”."), "{said}");
    assert!(said.contains("I do not understand “save caf\u{fffd}.sgf”."), "{said}");
    assert!(said.ends_with("2 moves: h8,i9\n"), "{said}");
}

#[test]
fn a_draw_can_be_offered_and_declined() {
    let (said, ended) = played(TWO_PEOPLE, GameRecord::default(), "en", "h8\ndraw\nperhaps\nno\ni9\nquit\n");
    assert_eq!(ended, None);
    let asked = "Black, White offers a draw. Do you agree (yes or no)? ";
    let wanted =
        format!("{asked}Please answer yes or no.\n{asked}Black declines the draw.\nWhite, your move: ");
    assert!(said.contains(&wanted), "{said}");
    assert!(said.ends_with("2 moves: h8,i9\n"), "{said}");
    let (said, ended) = played(TWO_PEOPLE, GameRecord::default(), "nl", "h8\nremise\nnee\ndraw\nja\n");
    assert!(said.contains("Zwart, Wit biedt remise aan. Gaat u akkoord (ja of nee)? "), "{said}");
    assert_eq!(ended.as_deref(), Some("draw by agreement"));
    assert_eq!(
        played(TWO_PEOPLE, GameRecord::default(), "nl", "draw\nyes\n").1.as_deref(),
        Some("draw by agreement")
    );
    assert_eq!(played(TWO_PEOPLE, GameRecord::default(), "en", "draw\n").1, None, "nobody answers");
    let (said, ended) = played(AGAINST_THE_COMPUTER, GameRecord::default(), "en", "draw\nquit\n");
    assert!(ended.is_none() && said.contains("The computer declines the draw."), "{said}");
}

/// Lines of input. Some of them set the stop flag when they are read.
struct Interrupting {
    lines: Vec<(&'static str, bool)>,
    stop: Arc<AtomicBool>,
}

impl LineSource for Interrupting {
    fn next_line(&mut self) -> io::Result<Line> {
        if self.lines.is_empty() {
            return Ok(Line::Interrupted);
        }
        let (line, stops) = self.lines.remove(0);
        self.stop.store(stops, Ordering::Relaxed);
        Ok(Line::Text(line.to_owned()))
    }
}

#[test]
fn the_computer_prints_its_search_and_the_reason_for_its_move() {
    let telling = || Settings { show_analysis: true, show_rules: false, ..settings(AGAINST_THE_COMPUTER) };
    let (quiet, _) = played(AGAINST_THE_COMPUTER, GameRecord::default(), "en", "h8\nquit\n");
    assert!(!quiet.contains("  depth 1: "), "{quiet}");
    let (english, _) = said(telling(), GameRecord::default(), "en", &b"h8\nquit\n"[..]);
    let at = |text: &str| english.find(text).unwrap_or_else(|| panic!("{text}: {english}"));
    assert!(at("  depth 1: ") < at("White plays "), "{english}");
    assert!(
        at("White plays ") < at("It is the best move after which no win for Black was found: "),
        "{english}"
    );
    let (dutch, _) = said(telling(), GameRecord::default(), "nl", &b"h8\nquit\n"[..]);
    assert!(
        dutch.contains("  diepte 1: ") && dutch.contains("geen winst voor Zwart werd gevonden"),
        "{dutch}"
    );
    let four = GameRecord::of_moves(&["h8", "a1", "i8", "a3", "j8", "a5", "k8"].map(point));
    let (lost, _) = said(telling(), four, "en", &b"quit\n"[..]);
    assert!(
        lost.contains("Black wins after every move that was tried; this one holds out longest."),
        "{lost}"
    );
}

fn point(text: &str) -> Point {
    text.parse().expect("a field")
}

#[test]
fn the_stop_flag_makes_the_computer_move_at_once() {
    // Without the stop flag, the computer would think forever.
    let budget = Budget { time: None, positions: None, max_depth: u32::MAX, ..Budget::default() };
    let stop = Arc::clone(&budget.stop);
    let lines = Interrupting { lines: vec![("h8", true), ("a1", true)], stop: Arc::clone(&stop) };
    let settings = Settings { budget, show_rules: false, ..settings(AGAINST_THE_COMPUTER) };
    let (said, ended) = said(settings, GameRecord::default(), "en", lines);
    assert_eq!(ended, None);
    assert_eq!(said.matches("White plays").count(), 2, "{said}");
    assert!(said.contains("Black, your move: \n\n15 "), "the summary has lines of its own: {said}");
    assert!(said.contains("The game is abandoned.\n4 moves: h8,"), "{said}");
    assert!(!stop.load(Ordering::Relaxed), "the sign was for that move alone");
}

#[test]
fn the_stop_flag_ends_a_game_between_computers() {
    let settings = settings([Player::Computer; 2]);
    settings.budget.stop.store(true, Ordering::Relaxed);
    let (said, ended) = said(settings, GameRecord::default(), "en", &b""[..]);
    assert_eq!(ended, None);
    assert!(said.ends_with("The game is abandoned.\nNo move was made.\n"), "{said}");
}

/// A new empty folder for this test.
fn folder(test: &str) -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("play").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// Lines entered by a person at a terminal.
struct AtTheTerminal(&'static [u8]);

impl LineSource for AtTheTerminal {
    fn next_line(&mut self) -> io::Result<Line> {
        self.0.next_line()
    }

    fn is_interactive(&self) -> bool {
        true
    }
}

#[test]
fn an_existing_file_is_not_overwritten_without_permission() {
    let file = folder("over").join("game.sgf");
    let (name, kept) = (file.display().to_string(), || fs::read_to_string(&file).expect("it is there"));
    fs::write(&file, "precious").expect("it can be written");
    let (told, _) = played(TWO_PEOPLE, GameRecord::default(), "en", &format!("h8\nsave {name}\nquit\n"));
    let wanted = format!("The file {name} already exists; “save! {name}” overwrites it.");
    assert!(told.contains(&wanted), "{told}");
    assert_eq!(kept(), "precious");
    for (answer, is_over) in [("no", false), ("", false), ("yes", true)] {
        let lines = format!("h8\nsave {name}\n{answer}\nquit\n").leak().as_bytes();
        let (told, _) = said(settings(TWO_PEOPLE), GameRecord::default(), "en", AtTheTerminal(lines));
        assert!(told.contains("already exists. Overwrite it (yes or no)? "), "{told}");
        assert_eq!(told.contains("The game is saved in"), is_over, "{told}");
        assert_eq!(kept() != "precious", is_over);
    }
    fs::write(&file, "precious").expect("it can be written");
    played(TWO_PEOPLE, GameRecord::default(), "nl", &format!("h8\nbewaar! {name}\nquit\n"));
    assert!(kept().starts_with('('), "{}", kept());
}

#[test]
fn a_game_is_not_saved_under_an_unknown_ending() {
    let file = folder("ending").join("game.doc");
    let name = file.display().to_string();
    let (said, _) = played(TWO_PEOPLE, GameRecord::default(), "en", &format!("h8\nsave {name}\nquit\n"));
    assert!(said.contains("has none of the extensions .sgf, .psq, .moves, .tsv"), "{said}");
    assert!(!file.exists());
}

#[test]
fn a_pass_is_saved_if_the_format_allows_it() {
    let folder = folder("pass");
    let name = |ending: &str| folder.join(format!("game.{ending}")).display().to_string();
    let script: String =
        ["sgf", "psq", "moves", "tsv"].map(|ending| format!("save {}\n", name(ending))).concat();
    let (said, _) = played(TWO_PEOPLE, GameRecord::default(), "en", &format!("h8\n-\n{script}quit\n"));
    assert!(said.contains("game.psq: a .psq file has no room for a pass"), "{said}");
    assert!(said.ends_with("2 moves: h8,pass\n"), "{said}");
    assert!(!folder.join("game.psq").exists());
    for (ending, format) in [("sgf", Format::Sgf), ("moves", Format::Moves), ("tsv", Format::Lines)] {
        let bytes = fs::read(name(ending)).expect("it was saved");
        let game = read_games("f", &bytes, format).expect("it can be read").games.remove(0);
        assert_eq!(game.turns(), ["h8".parse().ok(), None], "{ending}");
    }
}

#[test]
fn a_resumed_game_prints_the_result_of_its_record() {
    let game = |text: &[u8]| read_games("f", text, Format::Sgf).expect("it can be read").games.remove(0);
    let resigned = game(b"(;FF[4]GM[4]SZ[15]RE[B+Resign];B[hh];W[ig])");
    let wanted = "The record has a result: White resigns; Black wins.\nThe game continues after 2 moves.\n";
    let (told, ended) = played(TWO_PEOPLE, resigned.clone(), "en", "quit\n");
    assert!(told.starts_with(&format!("{RULES}{wanted}")), "{told}");
    assert_eq!(ended, None);
    let third = Origin::File { number: 2, games: 3 };
    let (told, _) = said_of(settings(TWO_PEOPLE), resigned, third, "nl", &b"stop\n"[..]);
    let wanted =
        "Het is partij 2 van de 3 in het bestand; --record neemt een andere.\nDe partij heeft een uitslag: ";
    assert!(told.starts_with(&format!("{REGELS}{wanted}")), "{told}");
    let five =
        GameRecord { result: "black wins by five".parse().ok(), ..moves("h8 a1 i8 c1 j8 e1 k8 g1 l8") };
    let (told, ended) = played(TWO_PEOPLE, five, "en", "quit\n");
    let wanted = "The record has a result: Black has five in a row, and wins.\n\n15";
    assert!(told.starts_with(&format!("{RULES}{wanted}")), "{told}");
    assert_eq!(ended.as_deref(), Some("black wins by five"), "it cannot go on");
}

/// The game with these moves.
fn moves(text: &str) -> GameRecord {
    read_games("f", text.as_bytes(), Format::Moves).expect("it can be read").games.remove(0)
}

#[test]
fn an_opening_is_named_and_plurals_are_right() {
    let begun = GameRecord::of_moves(&opening("D4").expect("it is known").moves);
    let (told, _) = said_of(settings(TWO_PEOPLE), begun, Origin::New, "en", &b"quit\n"[..]);
    let wanted = "The opening is on the board: h8,h9,i9.\nThe opening is Kagetsu (D4).\n";
    assert!(told.starts_with(&format!("{RULES}{wanted}")), "{told}");
    let nothing = |language: &str| played(TWO_PEOPLE, GameRecord::default(), language, "quit\n").0;
    assert!(nothing("en").ends_with("No move was made.\n"));
    assert!(nothing("nl").ends_with("Er is geen zet gedaan.\n"));
    let four = moves("h8 a1 i8 c1 j8 e1 k8 g1");
    let (told, _) = played([Player::Computer, Player::Human], four.clone(), "en", "");
    assert!(told.contains(", and wins with it.\n"), "{told}");
    let (told, _) = played(TWO_PEOPLE, four, "en", "quit\n");
    assert!(told.contains(" at level 1 wins with "), "{told}");
}

#[test]
fn after_passes_the_computer_plays_in_the_middle_and_then_beside_it() {
    let (said, _) = played(AGAINST_THE_COMPUTER, GameRecord::default(), "en", "pass\npass\nquit\n");
    let line = said.rsplit_once("4 moves: ").map(|(_, line)| line.trim()).expect("a summary");
    let made: Vec<&str> = line.split(',').collect();
    assert_eq!(made[..3], ["pass", "h8", "pass"], "{line}");
    let (middle, beside) = (made[1].parse::<Point>(), made[3].parse::<Point>());
    assert_eq!(
        middle.ok().zip(beside.ok()).map(|(middle, beside)| middle.distance(beside)),
        Some(1),
        "{line}"
    );
}

#[test]
fn every_language_has_its_own_words_for_commands_and_lists_them() {
    const NAMES: [&str; 10] =
        ["undo", "pass", "rules", "draw", "resign", "save", "help", "quit", "yes", "no"];
    for language in Translations::languages(None) {
        let translations = Translations::open(&language, None).expect("it is built in");
        let help = translations.format("help", &[]);
        let mut words: Vec<String> = Vec::new();
        for name in NAMES {
            let own = translations.format(&format!("words-{name}"), &[]);
            for word in own.split_whitespace().filter(|_| name != "yes" && name != "no") {
                assert_eq!(
                    Command::parse_in(&translations, word),
                    Command::parse(name),
                    "{language}: {word}"
                );
                assert!(Command::parse_in(&translations, name).is_some(), "{language}: {name}");
                let listed: Vec<&str> = help.split([' ', ',', '\n']).collect();
                assert!(listed.contains(&word) && listed.contains(&name), "{language}: {word}\n{help}");
            }
            words.extend(own.split_whitespace().map(str::to_owned));
        }
        let count = words.len();
        words.sort();
        words.dedup();
        assert_eq!(words.len(), count, "{language}: a word means one thing");
    }
    assert_eq!(Command::parse("opgeven"), None, "it is no English");
}

#[test]
fn a_forbidden_point_is_named_with_its_kind() {
    let script = "h9\na1\nh10\na15\ni8\no1\nj8\no15\nh8\n";
    let (said, _) = played(TWO_PEOPLE, GameRecord::default(), "en", script);
    assert!(said.contains("Forbidden for Black: h8 (double three)"), "{said}");
    assert!(said.contains("Black has made a forbidden move, h8 (double three); White wins."), "{said}");
    let (dutch, _) = played(TWO_PEOPLE, GameRecord::default(), "nl", script);
    assert!(dutch.contains("h8 (dubbele drie)"), "{dutch}");
    for (moves, kind) in [
        ("c8\na1\nd8\na3\ne8\na5\ng8\na7\nh8\no1\n", "f8 (overline)"),
        ("d8\na1\ne8\na3\nf8\na5\ng9\na7\ng10\na9\ng11\na12\n", "g8 (double four)"),
    ] {
        let (said, _) = played(TWO_PEOPLE, GameRecord::default(), "en", moves);
        assert!(said.contains(kind), "{said}");
    }
}

#[test]
fn moves_can_be_redone_and_the_computer_gives_hints() {
    let script = "h8\nh9\nundo\nundo\nredo\nredo\nredo\nundo\ni9\nredo\nquit\n";
    let (said, _) = played(TWO_PEOPLE, GameRecord::default(), "en", script);
    assert!(said.starts_with(RULES), "{said}");
    assert_eq!(said.matches("One move is redone.").count(), 2, "{said}");
    assert_eq!(said.matches("There is no move to redo.").count(), 2, "{said}");
    assert!(said.ends_with("2 moves: h8,i9\n"), "{said}");
    let (said, _) = played(
        TWO_PEOPLE,
        GameRecord::default(),
        "en",
        "h8\na1\ni8\na3\nj8\na5\nk8\na7\nhint\nvalue\nquit\n",
    );
    assert!(
        said.contains("Black could play g8, and wins with it.")
            || said.contains("Black could play l8, and wins with it."),
        "{said}"
    );
    assert!(said.contains("Black wins with the next move."), "{said}");
    let (said, _) = played(TWO_PEOPLE, GameRecord::default(), "en", "h8\ni9\nhint\nvalue\nquit\n");
    assert!(
        said.contains("Black could play ") && said.contains("For Black the value of the position is "),
        "{said}"
    );
}
