//! Damaged records and positions of games written in BLANCHE. Every text is either read, or refused with a location in
//! it.

use blanche_compiler::game::{Past, Rules, TextFault, playout};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::Limits;
use noire::bases::{Backend, TextBase};

use crate::lots::{draws, seed};

/// Fragments to insert into texts, in addition to characters that the texts already contain.
const PIECES: &[&str] = &[
    "1.",
    "12. ",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "[FEN \"W:W21:B1\"]\n",
    "[Event \"a (b)\"]\n",
    "[Result \"1-0\"]",
    "[GameType \"25\"]",
    "\"",
    ";",
    "1-0",
    "*",
    "1/2-1/2",
    "x",
    "-",
    ":",
    "pass",
    "PA",
    "#",
    "\n",
    "\r\n",
    "\t",
    " ",
    ",",
    "é",
    "\u{202e}",
    "\u{0}",
    "99999999999999999999",
    "a1",
    "K",
    "W",
    "B",
    ".",
    "!",
    "?",
    "$3",
    "0",
];

/// The text with a few of its characters removed, inserted, doubled or swapped.
fn damaged(text: &str, random: &mut Random) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    for _ in 0..random.between(1, 4) {
        let at = random.below(signs.len() + 1);
        let end = (at + random.between(1, 6)).min(signs.len());
        match random.below(5) {
            0 => drop(signs.drain(at..end)),
            1 => signs.truncate(at),
            2 if at + 1 < signs.len() => signs.swap(at, at + 1),
            3 => {
                let again = signs[at..end].to_vec();
                signs.splice(at..at, again);
            }
            _ => {
                let piece = *random.choose(PIECES);
                signs.splice(at..at, piece.chars());
            }
        }
    }
    signs.into_iter().collect()
}

/// Checks that a fault has a location in the text and explains what is wrong.
fn is_told(fault: &TextFault, text: &str) {
    let range = fault.at.clone();
    assert!(text.get(range.clone()).is_some(), "{range:?} is no part of {text:?}");
    assert!(!fault.found.is_empty() && !fault.expected.is_empty(), "{fault:?}");
    assert!(!fault.to_string().contains(|c: char| c.is_control() || c == '\u{202e}'), "{fault:?}");
    fault.place(text);
}

/// Whether a damaged record can still be read. If so, all its moves must be legal, and writing and reading it must not
/// change it.
fn reads(rules: &Rules, text: &str) -> bool {
    let start = rules.start().expect("it begins");
    let record = match rules.records().read_game(&start, text) {
        Ok(record) => record,
        Err(fault) => {
            is_told(&fault, text);
            return false;
        }
    };
    let (mut position, mut past) = (record.start.clone(), Past::new(rules, &record.start));
    for mv in &record.moves {
        let mut moves = Vec::new();
        rules.moves(&mut position, &mut moves).expect("it can be asked");
        assert!(moves.contains(mv), "{} cannot be played in\n{text}", rules.notation().move_text(*mv));
        rules.play_on(&mut position, *mv, &mut past).expect("it can be played");
    }
    for note in &record.notes {
        assert!(text.is_char_boundary(note.at) && !note.said.is_empty(), "{note:?}");
    }
    let again = rules.records().read_record(&record.start, &rules.records().record_text(&record.moves));
    assert_eq!(again.as_ref(), Ok(&record.moves), "{text}");
    true
}

#[test]
fn damaged_records_and_positions_are_read_or_refused_with_a_place() {
    for name in TextBase::all() {
        let base =
            TextBase::open(name, Limits::default()).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let rules =
            base.played_by(Backend::Compiled).unwrap_or_else(|error| panic!("{name}: {}", error.title));
        let mut random = Random::of(seed(), &[name.len() as u64]);
        let (mut read, mut positions, mut all) = (0, 0, 0);
        for _ in 0..draws(40) {
            let (mut made, mut position) = (Vec::new(), rules.start().expect("it begins"));
            playout(&rules, &mut position, &mut random, &mut Vec::new(), |_, mv| made.push(mv))
                .expect("it ends");
            made.truncate(random.below(30));
            let (text, drawn) = (rules.records().record_text(&made), rules.notation().drawn(&position));
            for _ in 0..20 {
                all += 1;
                read += usize::from(reads(&rules, &damaged(&text, &mut random)));
                let drawn = damaged(&drawn, &mut random);
                let player = *random.choose(&rules.program().players);
                match rules.notation().read_position(&drawn, player) {
                    Ok(_) => positions += 1,
                    Err(fault) => is_told(&fault, &drawn),
                }
            }
        }
        assert!(read * 20 > all && read < all, "{name}: {read} of {all} records are read");
        assert!(positions < all, "{name}: {positions} of {all} positions are read");
    }
}
