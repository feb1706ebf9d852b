//! Tests of the Gomocup protocol. One part tests the answer to every line with a scripted player. The other tests the
//! player that searches.

use std::collections::VecDeque;
use std::io::{self, BufReader, Cursor, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use noire::board::{Diagram, Point};
use noire::gomocup::command::{Info, point_text};
use noire::gomocup::searcher::Searcher;
use noire::gomocup::time::{ProtocolLimits, shortened};
use noire::gomocup::{MoveRequest, Mover, NextStep, Pondering, Session, serve};
use noire::search::player::Budget;
use noire::search::time::MoveTime;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::lots::draws;
use crate::snapshot_folders;

/// Plays these fields in turn, and records the requests.
#[derive(Default)]
struct Scripted {
    fields: VecDeque<Option<Point>>,
    asked: Vec<MoveRequest>,
    prepared: Vec<&'static str>,
    /// The notes that this player returns for every base.
    notes: Vec<String>,
    /// The memory limits that were set, each with the number of moves that had been requested before.
    limits: Vec<(Option<u64>, usize)>,
}

impl Scripted {
    fn of(fields: &str) -> Scripted {
        let field = |word: &str| if word == "-" { None } else { Some(word.parse().expect("a field")) };
        Scripted { fields: fields.split_whitespace().map(field).collect(), ..Scripted::default() }
    }
}

impl Mover for Scripted {
    fn prepare(&mut self, base: &'static str) -> Vec<String> {
        self.prepared.push(base);
        self.notes.clone()
    }

    fn limit(&mut self, memory: Option<u64>) {
        self.limits.push((memory, self.asked.len()));
    }

    fn choose(&mut self, ask: &MoveRequest, _: &AtomicBool, _: &mut dyn FnMut(&str)) -> Option<Point> {
        self.asked.push(ask.clone());
        self.fields.pop_front().flatten()
    }
}

/// A text with the lines of the manager and the answers to them, and every position in which a move is requested.
fn transcript(fields: &str, lines: &str) -> String {
    let mut mover = Scripted::of(fields);
    let mut session = Session::default();
    let mut text = String::new();
    for line in lines.lines() {
        text.push_str(&format!("> {line}\n"));
        let (mut answer, then) = session.take(line);
        if let NextStep::Choose(ask) = &then {
            let to_move = ask.position.to_move().expect("somebody is to move");
            text.push_str(&format!("  {to_move} to move, {}, {} ms\n", ask.base, ask.time.aim.as_millis()));
            for line in Diagram::of(&ask.position).to_string().lines() {
                text.push_str(&format!("    {line}\n"));
            }
            let chosen = mover.choose(ask, &AtomicBool::new(false), &mut |_| {});
            answer.extend(session.chosen(chosen, Duration::from_millis(400)));
        }
        for line in answer {
            text.push_str(&format!("< {}\n", line.replace(env!("CARGO_PKG_VERSION"), "VERSION")));
        }
        if then == NextStep::End {
            text.push_str("  the session is over\n");
        }
    }
    text
}

fn snapshot(name: &str, text: String) {
    snapshot_folders::settings("gomocup").bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn a_game_is_played_from_its_first_move_to_the_end() {
    let lines = "ABOUT\nSTART 15\nINFO timeout_turn 5000\nINFO timeout_match 100150\nINFO max_memory 367001600\n\
                 INFO game_type 1\nINFO rule 4\nINFO folder C:\\x y\nINFO evaluate 3,4\nBEGIN\nINFO time_left 60060\n\
                 TURN 8,6\nTAKEBACK 8,8\nTAKEBACK 8,6\nTURN 7,6\nRESTART\n\nTURN 0,0\nEND";
    snapshot("a-game", transcript("h8 i7 i8 h8", lines));
}

#[test]
fn a_position_can_be_set_up_for_either_side() {
    let lines = "START 15\nINFO timeout_turn 1000\nBOARD\n7,7,2\nDONE\n\
                 RESTART\nBOARD\n7,7,1\n8,7,2\n 7 , 6 , 1 \n9,9,2\nDONE\nTURN 6,6\nBOARD\nDONE";
    snapshot("positions", transcript("h9 g9 i9 h8", lines));
}

#[test]
fn malformed_lines_are_answered_and_the_game_continues() {
    let lines = "TURN 7,7\nBEGIN\nRESTART\nBOARD\n7,7,1\nDONE\nTAKEBACK 1,1\n\
                 START\nSTART fifteen\nSTART 20\nTURN 1,1\nRECTSTART 15,15\nSTART 15\n\
                 TURN\nTURN 7\nTURN 7;7\nTURN 15,0\nTURN -1,0\nTURN 99999999999999999999,1\nTURN 7,7\nTURN 7,7\nBEGIN\n\
                 TAKEBACK 3,3\nHELLO world\nstop\nINFO\nINFO rule 2\nINFO rule x\nINFO timeout_turn soon\nINFO whatever\n\
                 BEGIN now\nBOARD\n7,7,1\n7,7,2\nDONE\nBOARD\n7,7,3\nDONE\nBOARD\n7,7\nDONE\nBOARD\n7,7,1\n8,8,1\nDONE\n\
                 BOARD\nTURN 1,1\nDONE\nBOARD\n1,1,1\nRESTART\nDONE\nturn 7,7\nEND";
    snapshot("malformed-lines", transcript("i9 - j10", lines));
}

#[test]
fn a_full_board_has_no_move() {
    let mut session = Session::default();
    session.take("START 15");
    session.take("BOARD");
    for (number, point) in Point::all().enumerate() {
        let owner = if number % 2 == 0 { 2 } else { 1 };
        session.take(&format!("{},{owner}", point_text(point)));
    }
    assert_eq!(session.take("DONE"), (vec!["ERROR the board is full".to_owned()], NextStep::Read));
}

#[test]
fn an_illegal_move_is_never_sent() {
    let mut session = Session::default();
    session.take("START 15");
    let (_, then) = session.take("TURN 7,7");
    assert!(matches!(then, NextStep::Choose(_)));
    let taken = session.chosen("h8".parse().ok(), Duration::ZERO);
    assert_eq!(taken, ["ERROR no move was found"]);
}

fn served(input: &[u8], mover: &mut impl Mover) -> String {
    let mut output = Vec::new();
    serve(Cursor::new(input.to_vec()), &mut output, mover).expect("nothing fails in memory");
    String::from_utf8(output).expect("it writes UTF-8")
}

#[test]
fn tables_are_resized_when_a_memory_limit_arrives() {
    let lines = "INFO max_memory 90000000\nSTART 15\nTURN 7,7\nINFO max_memory 80000000\nINFO max_memory 80000000\n\
                 INFO timeout_turn 100\nTURN 5,5\nINFO max_memory 0\nTURN 0,0\nEND";
    let mut mover = Scripted::of("h9 a1 b1");
    served(lines.as_bytes(), &mut mover);
    assert_eq!(mover.limits, [(Some(90_000_000), 0), (Some(80_000_000), 1), (None, 2)]);
    assert_eq!(mover.asked.len(), 3);

    // The search has created its table by then, and does not create another one.
    let mut searcher = searcher();
    served(b"START 15\nINFO max_memory 90000000\n", &mut searcher);
    let made = searcher.tables();
    let mut session = Session::default();
    for line in ["START 15", "INFO max_memory 90000000", "INFO timeout_turn 100"] {
        session.take(line);
    }
    let (_, NextStep::Choose(ask)) = session.take("TURN 7,7") else { panic!("a move is asked") };
    assert!(searcher.choose(&ask, &AtomicBool::new(false), &mut |_| {}).is_some());
    assert_eq!(searcher.tables(), made);
}

#[test]
fn a_move_that_waited_for_the_program_has_less_time() {
    let time = MoveTime { aim: Duration::from_millis(400), max: Duration::from_millis(900) };
    let rest = shortened(time, Duration::from_millis(300));
    assert_eq!((rest.aim.as_millis(), rest.max.as_millis()), (100, 600));
    let least = shortened(time, Duration::from_secs(5));
    assert!(least.aim > Duration::ZERO && least.max >= least.aim && least.max < rest.aim);
}

#[test]
fn missing_parts_of_a_base_are_reported_after_the_first_answer() {
    let mut mover = Scripted { notes: vec!["no scores".to_owned()], ..Scripted::of("h8") };
    let message = "MESSAGE no scores\n".repeat(3);
    assert_eq!(served(b"START 15\nBEGIN\n", &mut mover), format!("OK\n{message}7,7\n"));
    // The bases for this protocol lack nothing that the search needs.
    let mut searcher = Searcher::new(Budget::default());
    for base in ["gomoku", "gomoku-standard", "renju"] {
        assert_eq!(searcher.prepare(base), [] as [&str; 0], "{base}");
    }
}

#[test]
fn the_rule_number_selects_the_base_and_bases_are_loaded_in_advance() {
    let mut mover = Scripted::of("h8 h8 h8");
    let lines = b"INFO rule 4\r\nSTART 15\r\nBEGIN\r\nINFO rule 1\r\nRESTART\r\nBEGIN\r\nINFO rule 0\r\nRESTART\nBEGIN\n";
    assert_eq!(served(lines, &mut mover), "OK\n7,7\nOK\n7,7\nOK\n7,7\n");
    assert_eq!(mover.prepared, ["gomoku", "gomoku-standard", "renju"]);
    let asked: Vec<_> = mover.asked.iter().map(|ask| ask.base).collect();
    assert_eq!(asked, ["renju", "gomoku-standard", "gomoku"]);
}

#[test]
fn nothing_is_read_after_the_end_command() {
    assert_eq!(served(b"START 15\nEND\nSTART 15\n", &mut Scripted::default()), "OK\n");
}

#[test]
fn very_long_lines_and_invalid_utf_8_are_answered_in_one_line() {
    let long = [vec![b'x'; 1 << 20], b"\nSTART 15\n\xFF\xFE\n".to_vec()].concat();
    let answer = served(&long, &mut Scripted::default());
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!(lines[0], "UNKNOWN the command `xxxxxxxxxxxxxxxxxxxxxxxx…` is not supported");
    assert_eq!(lines[1], "OK");
    assert!(lines[2].starts_with("UNKNOWN "), "{}", lines[2]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: draws(300) as u32, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever lines the manager sends, every answer conforms to the protocol, and a move is always legal.
    #[test]
    fn no_lines_make_a_session_fail(
        lines in vec(prop_oneof![
            Just("START 15".to_owned()), Just("RESTART".to_owned()), Just("BEGIN".to_owned()), Just("BOARD".to_owned()),
            Just("DONE".to_owned()), Just("START 20".to_owned()), Just("INFO rule 4".to_owned()),
            (0..16, 0..16).prop_map(|(x, y)| format!("TURN {x},{y}")),
            (0..4, 0..4).prop_map(|(x, y)| format!("TAKEBACK {x},{y}")),
            (0..4, 0..4, 0..4).prop_map(|(x, y, owner)| format!("{x},{y},{owner}")),
            "INFO (timeout_turn|timeout_match|time_left|max_memory|rule) -?[0-9]{1,20}",
            "\\PC{0,12}",
        ], 0..40),
    ) {
        let mut session = Session::default();
        for line in &lines {
            let (answer, then) = session.take(line);
            for line in &answer {
                let is_known = ["OK", "ERROR ", "UNKNOWN ", "name="].iter().any(|word| line.starts_with(word));
                prop_assert!(is_known && !line.contains('\n'), "{}", line);
            }
            if let NextStep::Choose(ask) = then {
                let field = ask.position.empty_fields().iter().next();
                let answer = session.chosen(field, ask.time.aim);
                prop_assert_eq!(answer, [point_text(field.unwrap())]);
            }
        }
    }
}

/// A player whose short search is deterministic.
fn searcher() -> Searcher {
    Searcher::new(Budget { positions: Some(2_000), ..Budget::default() })
}

/// A manager that sends its lines. It sends the last one as soon as it has received `wanted` answers or `patience` has
/// passed.
struct Manager {
    lines: Cursor<Vec<u8>>,
    last: Cursor<Vec<u8>>,
    answers: Arc<Mutex<Vec<u8>>>,
    wanted: usize,
    patience: Duration,
}

impl Read for Manager {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let read = self.lines.read(room)?;
        let is_answered = || {
            let answers = self.answers.lock().expect("nobody panics");
            let lines = answers.split_inclusive(|&byte| byte == b'\n');
            lines.filter(|line| line.ends_with(b"\n") && !line.starts_with(b"MESSAGE ")).count()
        };
        while read == 0 && is_answered() < self.wanted && !self.patience.is_zero() {
            let step = Duration::from_millis(2).min(self.patience);
            thread::sleep(step);
            self.patience -= step;
        }
        if read > 0 { Ok(read) } else { self.last.read(room) }
    }
}

/// Collects what a program writes, so that the manager can read it.
struct Answers(Arc<Mutex<Vec<u8>>>);

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The answers of a player that gets time to search.
fn served_in_time(lines: &str, last: &str, mover: &mut impl Mover, patience: Duration) -> String {
    let answers = Arc::<Mutex<Vec<u8>>>::default();
    let asks = ["START", "BEGIN", "TURN", "DONE", "RESTART"];
    let wanted = lines.lines().filter(|line| asks.iter().any(|ask| line.starts_with(ask))).count();
    let [lines, last] = [lines, last].map(|text| Cursor::new(text.as_bytes().to_vec()));
    let manager = Manager { lines, last, answers: Arc::clone(&answers), wanted, patience };
    serve(BufReader::new(manager), Answers(Arc::clone(&answers)), mover).expect("nothing fails in memory");
    let answers = answers.lock().expect("nobody panics").clone();
    String::from_utf8(answers).expect("it writes UTF-8")
}

/// The answers without `MESSAGE` lines.
fn without_messages(answer: &str) -> String {
    answer.split_inclusive('\n').filter(|line| !line.starts_with("MESSAGE ")).collect()
}

/// Time limit that suffices for every search of these tests.
const PATIENCE: Duration = Duration::from_secs(60);

/// The answer to the last line, parsed as a field.
fn answered(lines: &str) -> Point {
    let answer = served_in_time(lines, "", &mut searcher(), PATIENCE);
    let last = answer.lines().last().expect("an answer");
    noire::gomocup::command::read_point(last).unwrap_or_else(|why| panic!("{last}: {why}"))
}

#[test]
fn the_searcher_wins_and_defends_by_the_rules_of_the_manager() {
    // The side to move completes its own four.
    let own_four = "START 15\nINFO timeout_turn 60000\nBOARD\n7,7,1\n0,0,2\n8,7,1\n2,0,2\n9,7,1\n4,0,2\n10,7,1\n6,7,2\nDONE\n";
    assert_eq!(answered(own_four).to_string(), "l8");
    // The opponent's four is stopped.
    let other_four =
        "START 15\nINFO timeout_turn 60000\nBOARD\n7,7,2\n0,0,1\n8,7,2\n2,0,1\n9,7,2\n6,7,1\n10,7,2\nDONE\n";
    assert_eq!(answered(other_four).to_string(), "l8");
}

#[test]
fn black_plays_no_forbidden_point_by_renju_rules_even_if_gomoku_would_win() {
    // Black has five stones in a row with a gap at i8: a six, which wins under rule 0 and loses under rule 4.
    let board = "BOARD\n5,7,1\n0,0,2\n6,7,1\n2,0,2\n7,7,1\n0,4,2\n9,7,1\n4,3,2\n10,7,1\n8,14,2\nDONE\n";
    let play = |rule: u32| answered(&format!("START 15\nINFO rule {rule}\nINFO timeout_turn 60000\n{board}"));
    assert_eq!(play(0).to_string(), "i8");
    assert_ne!(play(4).to_string(), "i8");
}

/// The manager leaves the program about a megabyte, so the table forgets most of what the proof needs. The winning move
/// is played nevertheless.
#[test]
fn a_won_game_is_won_with_little_memory() {
    let stones = "3,7,2 2,2,1 5,3,2 1,4,1 7,7,2 0,4,1 5,4,2 3,4,1 6,6,2 1,3,1 6,3,2 3,9,1 4,4,2 0,5,1 4,6,2 6,8,1 \
                  1,6,2 4,3,1 1,7,2 5,5,1 1,10,2";
    let board = stones.replace(' ', "\n");
    for memory in [1, 33_554_432, 33_560_000, 33_600_000, 34_600_000] {
        let infos = format!("INFO rule 4\nINFO timeout_turn 600000\nINFO max_memory {memory}");
        let mut searcher =
            Searcher::new(Budget { positions: Some(40_000), max_depth: 2, ..Budget::default() });
        let lines = format!("START 15\n{infos}\nBOARD\n{board}\nDONE\n");
        let answer = served_in_time(&lines, "", &mut searcher, PATIENCE);
        assert_eq!(without_messages(&answer), "OK\n0,3\n", "{memory} bytes");
    }
}

#[test]
fn a_move_is_played_even_without_time() {
    for limits in
        ["INFO timeout_turn 0", "INFO timeout_match 1", "INFO timeout_match 1000\nINFO time_left -5"]
    {
        let lines = format!("START 15\nINFO rule 4\n{limits}\nTURN 7,7\n");
        let answer = served_in_time(&lines, "", &mut Searcher::new(Budget::default()), PATIENCE);
        let field = noire::gomocup::command::read_point(answer.lines().last().expect("an answer"));
        assert_ne!(field.expect("a field").to_string(), "h8", "{limits}");
    }
}

#[test]
fn the_first_stone_goes_to_the_middle() {
    assert_eq!(answered("START 15\nINFO rule 4\nBEGIN\n").to_string(), "h8");
}

/// The `MESSAGE` lines of a session.
fn messages(lines: &str, searcher: &mut Searcher) -> Vec<String> {
    let answer = served_in_time(lines, "", searcher, PATIENCE);
    answer.lines().filter_map(|line| Some(line.strip_prefix("MESSAGE ")?.to_owned())).collect()
}

#[test]
fn a_search_reports_each_depth_and_the_reason_for_its_move() {
    let start = "START 15\nINFO rule 4\nINFO timeout_turn 600000\n";
    let told = messages(&format!("{start}BOARD\n7,7,2\n8,6,1\n6,8,2\nDONE\n"), &mut searcher());
    let (last, depths) = told.split_last().expect("something is told");
    let words = ["depth", "value", "nodes", "nps", "time", "pv"];
    assert!(!depths.is_empty() && depths.len() < 40, "{told:#?}");
    for line in depths {
        let found: Vec<&str> = line.split(' ').filter(|word| words.contains(word)).collect();
        assert_eq!(found, words, "{line}");
        let (_, line) = line.split_once(" pv ").expect("it has a line");
        assert!(line.split(' ').all(|point| noire::gomocup::command::read_point(point).is_ok()), "{line}");
    }
    assert!(
        last.contains(" is the best move after which no win of the other side was found, value "),
        "{last}"
    );
    // A win is reported together with its line of moves.
    let four = "BOARD\n7,7,1\n0,0,2\n8,7,1\n2,0,2\n9,7,1\n4,0,2\n10,7,1\n6,7,2\nDONE\n";
    let told = messages(&format!("{start}{four}"), &mut searcher());
    assert!(told[0].starts_with("depth 1 value +M1 ") && told[0].ends_with(" pv 11,7"), "{told:?}");
    assert!(told[1].starts_with("11,7 wins within 1 move, proved against every reply; nodes "), "{told:?}");
}

#[test]
fn search_messages_can_be_switched_off() {
    let lines = "START 15\nINFO rule 4\nINFO timeout_turn 600000\nTURN 7,7\n";
    assert!(!messages(lines, &mut searcher()).is_empty());
    assert_eq!(messages(lines, &mut searcher().quiet()), [] as [&str; 0]);
    for off in ["INFO show_detail 0", "INFO SHOW_DETAIL 0"] {
        assert_eq!(messages(&format!("{off}\n{lines}"), &mut searcher()), [] as [&str; 0]);
    }
}

/// A player that counts how often it began to think during the opponent's time.
struct ThinksAhead {
    searcher: Searcher,
    began: usize,
}

impl Mover for ThinksAhead {
    fn prepare(&mut self, base: &'static str) -> Vec<String> {
        self.searcher.prepare(base)
    }

    fn choose(&mut self, ask: &MoveRequest, end: &AtomicBool, tell: &mut dyn FnMut(&str)) -> Option<Point> {
        self.searcher.choose(ask, end, tell)
    }

    fn ponder(&mut self, ask: &MoveRequest) -> Option<Pondering> {
        let pondering = self.searcher.ponder(ask);
        self.began += usize::from(pondering.is_some());
        pondering
    }
}

#[test]
fn pondering_follows_its_setting_and_does_not_delay_answers() {
    let turns = "INFO rule 4\nINFO timeout_turn 60000\nTURN 7,7\nTURN 5,5\n";
    let cases =
        [("", false, 0), ("", true, 2), ("INFO pondering 1\n", false, 2), ("INFO pondering 0\n", true, 0)];
    for (info, ponders, wanted) in cases {
        let searcher = if ponders { searcher().pondering() } else { searcher() };
        let (sender, receiver) = channel();
        thread::spawn(move || {
            let mut mover = ThinksAhead { searcher, began: 0 };
            let answer = served_in_time(&format!("START 15\n{info}{turns}"), "END\n", &mut mover, PATIENCE);
            sender.send((without_messages(&answer), mover.began))
        });
        // A search that does not end would block the session.
        let (answer, began) = receiver.recv_timeout(PATIENCE * 2).expect("it ends");
        assert_eq!((answer.lines().count(), began), (3, wanted), "{info}{ponders}: {answer}");
    }
}

/// A player that searches until the session ends, and then records that it ended.
#[derive(Default)]
struct Endless {
    was_ended: bool,
}

impl Mover for Endless {
    fn prepare(&mut self, _: &'static str) -> Vec<String> {
        Vec::new()
    }

    fn choose(&mut self, _: &MoveRequest, end: &AtomicBool, _: &mut dyn FnMut(&str)) -> Option<Point> {
        let step = Duration::from_millis(2);
        self.was_ended = (0..30_000).any(|_| {
            thread::sleep(step);
            end.load(Ordering::Relaxed)
        });
        "h9".parse().ok()
    }
}

#[test]
fn the_end_of_a_session_reaches_a_running_search() {
    // The manager may write `END` in upper or lower case, and while earlier lines are still unread. The input may also
    // end without it.
    for last in ["END\n", " end\r\n", "INFO rule 4\nEND\n", "END", ""] {
        let mut mover = Endless::default();
        let answer = served(format!("START 15\nTURN 7,7\n{last}").as_bytes(), &mut mover);
        assert!(mover.was_ended, "{last:?}");
        assert_eq!(answer, "OK\n7,6\n", "what was found so far is answered");
    }
}

#[test]
fn the_end_of_a_session_stops_a_search_that_would_take_an_hour() {
    const HEAD_START: Duration = Duration::from_millis(500);
    for last in ["END\n", ""] {
        let (sender, receiver) = channel();
        let start = Instant::now();
        thread::spawn(move || {
            let lines = "START 15\nINFO rule 4\nINFO timeout_turn 3600000\nTURN 7,7\n";
            let mut searcher = Searcher::new(Budget { max_depth: 60, ..Budget::default() });
            sender.send(served_in_time(lines, last, &mut searcher, HEAD_START))
        });
        let answer = receiver.recv_timeout(Duration::from_secs(60)).expect("it ends long before the hour");
        assert_eq!(without_messages(&answer).lines().count(), 2, "{answer}");
        assert!(start.elapsed() >= HEAD_START, "it did not end of itself");
    }
}

fn after(infos: &[Info]) -> u128 {
    let mut limits = ProtocolLimits::default();
    infos.iter().for_each(|&info| limits.take(info));
    limits.for_a_move().aim.as_millis()
}

#[test]
fn a_move_obeys_every_limit_and_leaves_a_reserve() {
    use Info::{Increment, MatchTime, TimeLeft, TurnTime};
    let cases: [(&[Info], u128); 12] = [
        (&[], 5_000),
        (&[TurnTime(5_000)], 4_940),
        (&[TurnTime(100)], 50),
        (&[TurnTime(0)], 20),
        (&[TurnTime(30_000), MatchTime(150_060)], 10_000),
        (&[TurnTime(1_000), MatchTime(150_060)], 940),
        (&[MatchTime(150_060), TimeLeft(15_060)], 1_000),
        (&[MatchTime(150_060), TimeLeft(0)], 20),
        (&[MatchTime(150_060), Increment(4_000)], 13_000),
        (&[MatchTime(150_060), TimeLeft(1_060), Increment(4_000)], 1_000),
        (&[TurnTime(5_000), MatchTime(0), TimeLeft(2_147_483_647)], 4_940),
        (&[TurnTime(5_000), MatchTime(0), TimeLeft(0)], 4_940),
    ];
    for (infos, milliseconds) in cases {
        assert_eq!(after(infos), milliseconds, "{infos:?}");
    }
}

#[test]
fn spent_time_is_subtracted_until_the_next_game() {
    let mut limits = ProtocolLimits::default();
    limits.take(Info::MatchTime(60_060));
    limits.spend(Duration::from_secs(30));
    assert_eq!(limits.for_a_move().aim, Duration::from_secs(2));
    limits.spend(Duration::from_secs(90));
    assert_eq!(limits.for_a_move(), MoveTime::all(Duration::from_millis(20)));
    limits.restart();
    assert_eq!(limits.for_a_move().aim, Duration::from_secs(4));
}
