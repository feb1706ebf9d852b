//! What learners write plays as they do, and the build compiles it like any other text.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use blanche_compiler::game::{Compiled, Past, Rules};
use blanche_compiler::runtime::Limits;
use noire::bases::{Backend, TextBase};
use noire::learning::course::Course;
use noire::search::limits::SearchLimits;

use super::{folder, greedy, learn, noughts, plan, reachable};
use crate::compiled;

/// Learns in a folder, writes it, and gives the course, with the position in which the written text chooses another move.
fn written(method: &str, test: &str, games: u64, against: Option<&str>) -> (String, usize, Option<String>) {
    let (base, rules) = noughts();
    let folder = folder(test).join("by-games");
    let plan = plan(method, &[0, 1], &rules);
    let mut course = Course::open(&base, &rules, &folder, &plan).expect("it begins");
    learn(&rules, &mut *course.learner, (1, games), against);
    course.save().expect("it is written");
    let again = Course::open(&base, &rules, &folder, &plan).expect("it goes on");
    assert_eq!(again.text(), course.text(), "what is read is what was written");
    let written =
        TextBase::open(&folder.display().to_string(), Limits::default()).expect("it has no mistakes");
    assert!(written.warnings().is_empty() && written.notes().is_empty(), "{:?}", written.notes());
    let by_text = written.played_by(Backend::Interpreted).expect("it plays");
    let (mut first, mut other) = (0, None);
    for position in reachable(&rules) {
        let past = Past::new(&rules, &position);
        let chosen = course.learner.choose(&position, &past, SearchLimits::default()).expect("it chooses").mv;
        if greedy(&by_text, &position) != chosen {
            other = Some(rules.position_text(&position));
        }
        let mut moves = Vec::new();
        rules.moves(&mut position.clone(), &mut moves).expect("there are moves");
        first += usize::from(chosen == moves.first().copied());
    }
    (course.text(), first, other)
}

#[test]
fn patterns_play_alike_in_every_position_when_they_are_written() {
    let (_, first, other) = written("patterns", "written", 300, None);
    assert_eq!(other, None);
    assert!(first < 4_300, "of 4,520 moves {first} are the first one");
}

#[test]
fn a_table_of_fields_plays_alike_in_every_position_when_it_is_written() {
    let (text, first, other) = written("fields", "fields", 300, None);
    assert_eq!(other, None);
    assert!(first < 4_300, "of 4,520 moves {first} are the first one");
    assert!(text.contains("%% 300 moves were made when 0 fields were taken.\n"), "{text}");
}

/// So many games were played for the bases that are kept in `engine/tests/knowledge`.
const KEPT: u64 = 200;

/// A base that was learned by a method and is kept, compiled by `build.rs`.
fn kept(method: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("engine/tests/knowledge").join(format!("noughts-{method}"))
}

/// `noire learn --game noughts --by METHOD --games 200 --into engine/tests/knowledge/noughts-METHOD` writes them anew, once they
/// are removed.
#[test]
fn what_is_kept_and_compiled_is_what_is_learned_now() {
    for method in ["patterns", "fields"] {
        let (base, rules) = noughts();
        let plan = plan(method, &[1], &rules);
        let folder = folder("kept").join(format!("noughts-{method}"));
        let mut course = Course::open(&base, &rules, &folder, &plan).expect("it begins");
        for number in 1..=KEPT {
            learn(&rules, &mut *course.learner, (number, number), Some("random"));
            course.count();
        }
        course.save().expect("it is written");
        for file in ["base.blanche", "learned.blanche"] {
            let [now, kept] = [&folder, &kept(method)].map(|folder| fs::read_to_string(folder.join(file)));
            let [now, kept] = [now.expect("it is written"), kept.expect("it is kept")];
            let other = now.lines().zip(kept.lines()).find(|(now, kept)| now != kept);
            assert!(now == kept, "{method}, {file}: {other:?}");
        }
    }
}

#[test]
fn both_back_ends_play_what_is_learned_alike_in_every_position() {
    let (_, game) = noughts();
    for method in ["patterns", "fields"] {
        let base = TextBase::open(&kept(method).display().to_string(), Limits::default());
        let base = base.expect("it has no mistakes");
        let interpreted = base.played_by(Backend::Interpreted).expect("it plays");
        let compiled = compiled::games().into_iter().find(|compiled| compiled.name == base.name());
        let compiled = compiled.expect("`build.rs` compiles it");
        let asker = Compiled::new(compiled, base.program(), Limits::default());
        let compiled = Rules::new(Arc::clone(base.program()), Box::new(asker)).expect("it plays");
        let (mut positions, mut guided) = (0, 0);
        for position in reachable(&game) {
            let chosen = greedy(&compiled, &position);
            assert_eq!(chosen, greedy(&interpreted, &position), "{method}:\n{}", game.drawn(&position));
            positions += 1;
            guided += u32::from(chosen != greedy(&game, &position));
        }
        assert_eq!(positions, 4_520, "{method}");
        assert!(guided > 500, "{method}: what was learned decides {guided} moves");
    }
}
