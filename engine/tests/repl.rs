//! Transcripts of conversations with a base about a position. The snapshots are in `snapshots/repl/`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::repl::Next;
use blanche_compiler::runtime::Limits;
use noire::board::Style;
use noire::facts::Base;
use noire::world::{Source, Stones, World as _, start_session};

use crate::snapshot_folders;

fn snapshot(name: &str, text: &str) {
    snapshot_folders::settings("repl").bind(|| insta::assert_snapshot!(name.to_owned(), text));
}

/// The lines that the user types, each with a prompt, and the answers below them, without times.
fn transcript(base: &str, moves: &str, lines: &str) -> String {
    let base = Base::open(base, Limits::default()).unwrap_or_else(|_| panic!("it has no mistakes"));
    let backends = base.backends();
    let world = Stones::new(base, backends);
    let entry =
        world.read(Source::Moves(moves)).unwrap_or_else(|trouble| panic!("{trouble}")).entries.remove(0);
    let session = start_session(world, &entry, Style::Ascii, Arc::new(AtomicBool::new(false)));
    let mut session = session.unwrap_or_else(|trouble| panic!("{trouble}"));
    let mut text = String::new();
    let mut sign = '?';
    for line in lines.lines() {
        let reply = session.enter(line);
        let answer: String = reply
            .text
            .lines()
            .map(|line| match line.split_once("µs (the least of ") {
                Some((before, after)) => {
                    let (name, _) = before.split_once(':').expect("who took it");
                    format!("{name}: … µs{}\n", after.split_once(')').expect("of how many").1)
                }
                None => format!("{line}\n"),
            })
            .collect();
        text.push_str(&format!("{sign} {line}\n{answer}"));
        sign = if reply.next == Next::More { '|' } else { '?' };
    }
    text
}

#[test]
fn a_session_about_a_position() {
    let lines = "three(Group, white), open(Group)\n\
        :why three(Group, white), in(Field, Group), empty(Field)\n\
        :whynot three(Group1, black), three(Group2, black), ¬equal(Group1, Group2), in(Field, Group1), in(Field, Group2)\n\
        :whynot empty(h8)\n:whynot in(h8, a1.e1)\n\
        %% A field where two groups with two white stones meet.\n\
        meets(Field) :-\n    two(Group1_, white), two(Group2_, white), ¬same.direction(Group1_, Group2_),\n    \
        in(Field, Group1_), in(Field, Group2_), empty(Field)\nmeets(Field)\n\
        :time z.threat for white\n:undo\n:time z.threat for white\n:whynot t.threat for white\n\
        :position h8\n:rules\nempty(z9)\n:position h8,h8";
    snapshot("position", &transcript("renju", "h8,g9,d8,h10,i8,i11,g7", lines));
}

#[test]
fn moves_after_the_end_of_the_game_are_left_out_with_a_note() {
    let five = "h8,a1,i8,a2,j8,a3,k8,a4,l8";
    let note = "note: by the rules of renju the game ended after 9 moves: black wins";
    for behind in [",a5", ",a5,m8,b1"] {
        let said = transcript("renju", "", &format!(":position {five}{behind}"));
        assert!(said.contains(note) && said.contains("; later moves are left out\n"), "{said}");
        let board = said.split_once("left out\n").expect("the note comes first").1;
        let whole = transcript("renju", "", &format!(":position {five}"));
        assert!(!whole.contains("note:"), "{whole}");
        assert!(whole.ends_with(board), "{said}\n{whole}");
    }
}

/// The answers to a query in a position, one per line.
fn answers(moves: &str, query: &str) -> Vec<String> {
    let text = transcript("renju", moves, query);
    text.lines().skip(2).filter(|line| !line.contains("answer")).map(str::to_owned).collect()
}

#[test]
fn a_board_of_stones_answers_the_predicates_of_every_game() {
    assert_eq!(answers("h8", "to.move(Color)"), ["white"]);
    assert_eq!(answers("h8,h9", "to.move(Color)"), ["black"]);
    assert_eq!(answers("h8", "opponent(Color, black)"), ["white"]);
    assert_eq!(answers("h8", "blocked(Color)"), [""; 0]);
    let all: Vec<String> =
        (1..=15).flat_map(|row| ('a'..='o').map(move |column| format!("{column}{row}"))).collect();
    assert_eq!(answers(&all.join(","), "blocked(Color), all.blocked"), ["white", "black"]);
}

/// Points that look forbidden and are legal. The explanation ends at the fact that decides this.
#[test]
fn the_explanation_of_a_legal_point_ends_at_the_deciding_fact() {
    // g8 would make a straight four in its row, but it makes a five at the same time.
    let first = "e10,a1,f9,a3,h9,a5,f8,a7,i8,a9,g7,a11,h7,a13,g6,a15,g5,c1,g4,c15";
    // Only i8 would make a straight four in its row, and i8 is itself forbidden.
    let second = "c8,g9,f8,o6,h8,j5,f7,a1,i7,a3,j7,a5,e6,a7,l6,a9,m6,a11,i5,a13,k5,a15,l5,c1,k4,c15";
    for (moves, point, decides) in [(first, "h8", "makes.five(g8)"), (second, "g8", "breaks.rule(i8)")] {
        for asked in [format!(":whynot forbidden({point})"), format!(":why ¬forbidden({point})")] {
            let text = transcript("renju", moves, &asked);
            assert!(text.contains(decides), "{asked}\n{text}");
            assert!(!text.contains("equal(column, column)"), "{asked}\n{text}");
        }
    }
}
