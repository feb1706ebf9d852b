//! Checks that the answers of every base's rules in the built-in corpus match the committed files.

use std::sync::atomic::AtomicBool;

use blanche_compiler::runtime::Limits;

use crate::answers::changes::{Change, ChangedPosition, Comparisons, changes_since, compare_bases};
use crate::answers::{Answers, Corpus, Queries, positions};
use crate::tests::trials;
use noire_engine::bases::Backend;
use noire_engine::board::Position;
use noire_engine::facts::Base;
use noire_engine::with_world;
use noire_engine::world::{Stones, World, open};

fn base(name: &str) -> Base {
    Base::open(name, Limits::default()).unwrap_or_else(|error| panic!("{name}: {error:?}"))
}

fn world(name: &str) -> Stones {
    answering(base(name))
}

fn answering(base: Base) -> Stones {
    let backends = base.backends();
    Stones::new(base, backends)
}

fn said(world: &impl World) -> Answers {
    let said = Answers::read_sidecar(world).unwrap_or_else(|unreadable| panic!("{unreadable}"));
    said.unwrap_or_else(|| panic!("{} has an answers.txt", world.contents().name))
}

#[test]
fn the_answers_of_every_game_match_its_answers_file() {
    for name in noire_engine::world::built_in() {
        let base = open(&name, Limits::default()).unwrap_or_else(|error| panic!("{error:?}"));
        let backend = base.backend();
        let world = base.answered_by(vec![backend], Backend::Compiled);
        let world = world.unwrap_or_else(|(_, trouble)| panic!("{name}: {trouble}"));
        with_world!(&world, |world| answers_as_committed(&name, world));
    }
}

fn answers_as_committed<W: Corpus>(name: &str, world: &W) {
    let entries = world.corpus(&|| false, &|_| {}).expect("no limit is reached");
    let positions: Vec<W::Position> =
        entries.iter().map(|entry| entry.position(world).expect("it can be played")).collect();
    let answers = Answers::of(world, world.backends()[0], &positions);
    let answers = answers.unwrap_or_else(|unanswered| panic!("{name}: {}", unanswered.limit));
    let said = said(world);
    let different = answers.differences(&said);
    assert!(
        different.is_empty(),
        "{name}: {different:?} give other answers; `noire answers {name} --check` shows what, and `noire answers \
         knowledge/{name} --update` takes it for right"
    );
    assert_eq!(answers, said, "{name}");
    let never: Vec<&str> = answers
        .records
        .iter()
        .filter(|record| record.counts.positions == 0)
        .map(|record| &*record.title)
        .collect();
    // Draws are exempt, because random games seldom end in a draw.
    let never: Vec<&str> = never.into_iter().filter(|title| !title.starts_with("the draw ")).collect();
    assert!(never.is_empty(), "{name}: {never:?} apply nowhere, so nothing is held of them");
}

#[test]
fn the_interpreter_gives_the_same_answers() {
    let positions: Vec<Position> = positions().into_iter().step_by(5 * trials::step()).collect();
    for built_in in Base::built_in() {
        let world = world(built_in.name);
        let [compiled, interpreted] = [Backend::Compiled, Backend::Interpreted]
            .map(|backend| Answers::of(&world, backend, &positions).unwrap());
        assert_eq!(compiled, interpreted, "{}", built_in.name);
    }
}

#[test]
fn lost_and_moved_answers_change_the_checksum() {
    let base = world("gomoku");
    let mut positions: Vec<Position> = positions().into_iter().take(40).collect();
    let before = Answers::of(&base, Backend::Compiled, &positions).unwrap();
    assert!(before.differences(&before).is_empty());
    positions.swap(0, 39);
    let moved = Answers::of(&base, Backend::Compiled, &positions).unwrap();
    let counts = |answers: &Answers| -> Vec<(u64, u64)> {
        answers.records.iter().map(|record| (record.counts.positions, record.counts.solutions)).collect()
    };
    assert_eq!(counts(&before), counts(&moved));
    assert!(!before.differences(&moved).is_empty());
    positions.pop();
    let fewer = Answers::of(&base, Backend::Compiled, &positions).unwrap();
    assert!(!moved.differences(&fewer).is_empty());
}

#[test]
fn written_answers_are_read_back_unchanged() {
    for built_in in Base::built_in() {
        let said = said(&world(built_in.name));
        assert_eq!(Answers::read("answers.txt", said.to_string().as_bytes()), Ok(said));
    }
    let error = Answers::read("answers.txt", b"# a remark\n1\t2\t3f\tfour for white\n1\t2\tfour for white\n");
    assert_eq!(
        error.unwrap_err().to_string(),
        "answers.txt:3:1: the line does not say what a rule answers\n  \
         expected positions, solutions, a sum and a rule, with tabs between them"
    );
    for marks in ["AB", "*AA", "AAA", "DBA", "____________________", "ABé"] {
        let text = format!("1\t2\t3f\tfour\ncorpus\t3\t1f\nmarks\t1\tfour\n\t{marks}\n");
        let error = Answers::read("answers.txt", text.as_bytes()).unwrap_err().to_string();
        assert!(
            error.starts_with("answers.txt:3:1: the fingerprints of positions cannot be read"),
            "{marks}: {error}"
        );
    }
    for lines in [
        "\tABA",
        "marks\t1\tfour",
        "corpus\t3\t1f\nmarks\t0\tfour",
        "corpus\t3\t1f\nmarks\t1\tfour\t3,x",
        "corpus\t3\t1f\nmarks\t1\tfive",
    ] {
        let error = Answers::read("answers.txt", format!("1\t2\t3f\tfour\n{lines}\n").as_bytes());
        assert!(
            error.unwrap_err().to_string().contains("the fingerprints of positions cannot be read"),
            "{lines}"
        );
    }
    let huge = usize::MAX;
    let text = format!("1\t2\t3f\tfour\ncorpus\t{huge}\t1f\nmarks\t{huge}\tfour\n\tABAABA\n");
    let error = Answers::read("answers.txt", text.as_bytes());
    assert!(error.unwrap_err().to_string().contains("the fingerprints of positions cannot be read"));
    let error = Answers::read("answers.txt", b"1\t2\t3f\tfour for white\n1\t2\t3f\tfour\xFF\n");
    assert!(error.unwrap_err().to_string().starts_with("answers.txt:2:12: the byte 0xFF is not UTF-8"));
}

#[test]
fn new_and_removed_rules_are_differences() {
    let read = |text: &str| Answers::read("answers.txt", text.as_bytes()).unwrap();
    let both = read("1\t2\t3f\tfour for white\n1\t2\t3f\tfour for black\n");
    let one = read("1\t2\t3f\tfour for white\n");
    assert_eq!(both.differences(&one), ["four for black"]);
    assert_eq!(one.differences(&both), ["four for black"]);
}

/// `gomoku` with `old` replaced by `new` in its source.
fn edited(old: &str, new: &str) -> Stones {
    let base = base("gomoku");
    let files: Vec<_> = base.rule_files().trees().map(|tree| tree.id).collect();
    let file = files
        .into_iter()
        .find(|file| base.rule_files().source(*file).1.contains(old))
        .expect("some file says so");
    let text = base.rule_files().source(file).1.replacen(old, new, 1);
    answering(base.edited(file, &text, Limits::default()).unwrap_or_else(|error| panic!("{error:?}")))
}

const FOUR: &str = "four(Group1, Color), in(Field1, Group1), empty(Field1)";

/// Compares all answers, without a stop signal.
fn between<W: Corpus>(now: &mut Queries<'_, W>, before: &mut Queries<'_, W>) -> Vec<Change> {
    let Comparisons { changes, ended, .. } = compare_bases(now, before, &AtomicBool::new(false), |_, _| {});
    assert!(ended.is_ok(), "no question reaches a limit");
    changes
}

#[test]
fn marks_find_changed_positions_and_answers_show_the_changes() {
    let positions: Vec<Position> = positions().into_iter().step_by(20).collect();
    let before = world("gomoku");
    let said = Answers::of(&before, Backend::Compiled, &positions).unwrap();
    // Writing the answers in the file format and reading them again keeps the marks.
    let said = Answers::read("answers.txt", said.to_string().as_bytes()).unwrap();
    let new = "in(Field1, Group1, 2, 5), four(Group1, Color), empty(Field1)";
    for (new, gains, loses) in [(new, false, true), ("four(Group1, Color), in(Field1, Group1)", true, false)]
    {
        let now = edited(FOUR, new);
        let answers = Answers::of(&now, Backend::Interpreted, &positions).unwrap();
        let by_marks = changes_since(&answers, &said);
        let (mut here, mut there) = (positions.clone(), positions.clone());
        let mut asked = Queries::new(&now, Backend::Interpreted, &mut here);
        let mut asked_before = Queries::new(&before, Backend::Compiled, &mut there);
        let exactly = between(&mut asked, &mut asked_before);
        let titles =
            |all: &[Change]| -> Vec<String> { all.iter().map(|change| change.title.clone()).collect() };
        assert_eq!(titles(&by_marks), ["four for white", "four for black"]);
        assert_eq!(titles(&exactly), titles(&by_marks));
        for (marked, exact) in by_marks.iter().zip(&exactly) {
            assert_eq!((marked.before, marked.now), (exact.before, exact.now));
            let places = |places: &[ChangedPosition]| -> Vec<(usize, usize, usize)> {
                places.iter().map(|place| (place.position, place.before, place.now)).collect()
            };
            let (marks, all) = (marked.places.as_ref().unwrap(), exact.places.as_ref().unwrap());
            assert_eq!(places(&marks.gained), places(&all.gained));
            assert_eq!(places(&marks.lost), places(&all.lost));
            assert_eq!((!all.gained.is_empty(), !all.lost.is_empty()), (gains, loses), "{new}");
            assert!(all.gained.iter().chain(&all.lost).all(|place| place.answer.is_some()));
        }
    }
}

#[test]
fn answers_are_compared_by_the_variables_of_both_versions() {
    let positions: Vec<Position> = positions().into_iter().step_by(20).collect();
    let before = world("gomoku");
    // In this version, the rule plays the other of its two fields. The number of answers changes only in positions
    // where just one field is possible.
    let now = edited(
        "rule four for Color at level 1 plays Field1 if\n    four(Group1, Color), in(Field1, Group1)",
        "rule four for Color at level 1 plays Field2 if\n    four(Group1, Color), in(Field2, Group1), in(Field1, Group1)",
    );
    let (mut here, mut there) = (positions.clone(), positions);
    let mut asked = Queries::new(&now, Backend::Interpreted, &mut here);
    let mut asked_before = Queries::new(&before, Backend::Compiled, &mut there);
    let changes = between(&mut asked, &mut asked_before);
    let compared: Vec<_> = changes.iter().map(|change| change.compared_by.clone().unwrap()).collect();
    assert_eq!(compared, vec![vec!["Field1".to_owned(), "Group1".to_owned()]; compared.len()]);
    assert_eq!(changes.len(), 0, "by what both have the answers are the same");
}
