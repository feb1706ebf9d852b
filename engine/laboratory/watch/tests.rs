//! Tests of what is reported after a base was saved: files that appear and disappear, rules with another meaning, and
//! compared answers.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use blanche_compiler::runtime::Limits;
use blanche_sorted::SortedSet;

use crate::answers::{Queries, positions};
use crate::tests::folders::folder;
use crate::tests::watched::{DOMAIN, FIVE, four, mine};
use crate::watch::answer_comparison::compare_answers;
use crate::watch::changed_queries::changed_queries;
use crate::watch::file_versions::FileVersions;
use noire_engine::bases::Backend;
use noire_engine::facts::Base;
use noire_engine::world::Stones;

fn open(folder: &str) -> Base {
    Base::open(folder, Limits::default()).unwrap_or_else(|_| panic!("{folder} is a base"))
}

#[test]
fn only_queries_with_another_meaning_are_changed() {
    let [before, now] =
        [("meaning-before", "1, 5"), ("meaning-now", "2, 4")].map(|(test, ends)| mine(test, ends));
    let (before, now) = (open(&before), open(&now));
    let all = |titles: &[&str]| titles.iter().map(|title| (*title).to_owned()).collect::<SortedSet<_>>();
    assert_eq!(changed_queries(&now, &before), all(&["four for black", "four for white"]));
    assert_eq!(changed_queries(&now, &now), all(&[]));
    // In this version, a rule depends on another predicate, and one rule no longer exists.
    let others =
        format!("{DOMAIN}\nempty(Field) :- color(Field, none), color(Field, none)\n{}", four("1, 5"));
    let others = open(&folder("watch-meaning-others", &[("base.blanche", &others)]));
    let changed = changed_queries(&others, &before);
    assert!(changed.contains("four for black") && changed.contains("five for white"), "{changed:?}");
}

#[test]
fn a_score_with_another_weight_is_changed() {
    let scored = |test: &str, worth: &str| {
        let score = format!(
            "\n%% Four.\nscore fours for Color attacking {worth} defending 1 if group(Group1, Color, 4)\n"
        );
        open(&folder(&format!("watch-{test}"), &[("base.blanche", &format!("{DOMAIN}{FIVE}{score}"))]))
    };
    let changed = changed_queries(&scored("score-now", "7"), &scored("score-before", "5"));
    assert!(changed.contains("the score fours for black"), "{changed:?}");
    assert!(!changed.contains("five for black"), "{changed:?}");
}

#[test]
fn answers_are_compared_until_the_time_is_over() {
    let [before, now] = [open(&mine("time-before", "1, 5")), open(&mine("time-now", "2, 4"))]
        .map(|base| Stones::new(base, vec![Backend::Interpreted]));
    let corpus = positions();
    let ask = |over: bool| {
        let (mut here, mut there) = (corpus.clone(), corpus.clone());
        let mut new = Queries::new(&now, Backend::Interpreted, &mut here);
        let mut old = Queries::new(&before, Backend::Interpreted, &mut there);
        compare_answers(&mut new, &mut old, |title| title == "four for black", &AtomicBool::new(over), || {})
    };
    let all = ask(false);
    assert_eq!((all.questions, all.positions), (1, corpus.len()));
    let [change] = &all.changes[..] else { panic!("one has changed: {:?}", all.changes) };
    let places = change.places.as_ref().expect("every answer is compared");
    assert!(places.gained.is_empty() && !places.lost.is_empty());
    let [before, now] = [change.before, change.now].map(|counts| counts.expect("it is in both").solutions);
    assert!(before > now, "{change:?}");
    // One position is compared even if there is no time.
    assert_eq!(ask(true).positions, 1);
}

#[test]
fn new_changed_and_removed_files_are_noticed() {
    let folder =
        folder("watch-seen", &[("base.blanche", "base mine\n"), ("notes.md", ""), (".x.blanche", "")]);
    let look = || FileVersions::of(Path::new(&folder), &SortedSet::new());
    let first = look();
    let nothing = FileVersions::of_files(&SortedSet::new());
    assert_eq!((first.since(&nothing).len(), first.since(&first).len()), (1, 0));
    fs::write(Path::new(&folder).join("base.blanche"), "base mine\n\n").expect("it can be written");
    fs::write(Path::new(&folder).join("positions.txt"), "").expect("it can be written");
    let second = look();
    let said = |now: &FileVersions, before: &FileVersions| {
        now.since(before).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(said(&second, &first), ["base.blanche was saved", "positions.txt is new"]);
    fs::remove_dir_all(&folder).expect("it can be removed");
    assert_eq!(said(&look(), &second), ["base.blanche was removed", "positions.txt was removed"]);
}
