//! What the rules of every base answer in the built-in corpus is what is committed beside them.

use blanche_compiler::runtime::Limits;
use noire::bases::Backend;
use noire::board::Position;
use noire::facts::Base;
use noire::laboratory::answers::{Answers, positions};

use crate::trials;

fn base(name: &str) -> Base {
    Base::open(name, Limits::default()).unwrap_or_else(|error| panic!("{name}: {error:?}"))
}

fn said(base: &Base) -> Answers {
    let said = Answers::beside(base).unwrap_or_else(|unreadable| panic!("{unreadable}"));
    said.unwrap_or_else(|| panic!("{} has an answers.txt", base.name()))
}

#[test]
fn every_base_answers_what_is_committed_beside_it() {
    let positions = positions();
    for built_in in Base::built_in() {
        let base = base(built_in.name);
        let answers = Answers::of(&base, Backend::Compiled, &positions).unwrap();
        let said = said(&base);
        let different = answers.differences(&said);
        assert!(
            different.is_empty(),
            "{}: {different:?} answer something else; `noire answers --base {0} --check` shows what, and \
             `noire answers --base {0} --output knowledge/{0}/answers.txt` takes it for right",
            base.name()
        );
        let never: Vec<&str> =
            answers.tallies.iter().filter(|tally| tally.positions == 0).map(|tally| &*tally.title).collect();
        assert!(never.is_empty(), "{}: {never:?} apply nowhere, so nothing is held of them", base.name());
    }
}

#[test]
fn the_interpreter_answers_the_same() {
    let positions: Vec<Position> = positions().into_iter().step_by(5 * trials::step()).collect();
    for built_in in Base::built_in() {
        let base = base(built_in.name);
        let [compiled, interpreted] = [Backend::Compiled, Backend::Interpreted]
            .map(|backend| Answers::of(&base, backend, &positions).unwrap());
        assert_eq!(compiled, interpreted, "{}", base.name());
    }
}

#[test]
fn a_lost_answer_and_one_that_moved_change_the_sum() {
    let base = base("gomoku");
    let mut positions: Vec<Position> = positions().into_iter().take(40).collect();
    let before = Answers::of(&base, Backend::Compiled, &positions).unwrap();
    assert!(before.differences(&before).is_empty());
    positions.swap(0, 39);
    let moved = Answers::of(&base, Backend::Compiled, &positions).unwrap();
    let counts = |answers: &Answers| -> Vec<(u64, u64)> {
        answers.tallies.iter().map(|tally| (tally.positions, tally.solutions)).collect()
    };
    assert_eq!(counts(&before), counts(&moved));
    assert!(!before.differences(&moved).is_empty());
    positions.pop();
    let fewer = Answers::of(&base, Backend::Compiled, &positions).unwrap();
    assert!(!moved.differences(&fewer).is_empty());
}

#[test]
fn the_text_of_answers_is_read_as_it_is_written() {
    for built_in in Base::built_in() {
        let said = said(&base(built_in.name));
        assert_eq!(Answers::read("answers.txt", said.to_string().as_bytes()), Ok(said));
    }
    let error = Answers::read("answers.txt", b"# a remark\n1\t2\t3f\tfour for white\n1\t2\tfour for white\n");
    assert_eq!(
        error.unwrap_err().to_string(),
        "answers.txt:3:1: the line does not say what a rule answers\n  \
         expected positions, solutions, a sum and a rule, with tabs between them"
    );
    let error = Answers::read("answers.txt", b"1\t2\t3f\tfour for white\n1\t2\t3f\tfour\xFF\n");
    assert!(error.unwrap_err().to_string().starts_with("answers.txt:2:12: the byte 0xFF is no UTF-8"));
}

#[test]
fn a_rule_that_is_new_or_gone_is_a_difference() {
    let read = |text: &str| Answers::read("answers.txt", text.as_bytes()).unwrap();
    let both = read("1\t2\t3f\tfour for white\n1\t2\t3f\tfour for black\n");
    let one = read("1\t2\t3f\tfour for white\n");
    assert_eq!(both.differences(&one), ["four for black"]);
    assert_eq!(one.differences(&both), ["four for black"]);
}
