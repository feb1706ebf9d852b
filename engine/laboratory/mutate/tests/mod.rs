//! Tests that all mutants of a base are found, that the right check notices each of them, and that the lists of
//! survivors are correct.

mod play;

use std::sync::Arc;

use blanche_compiler::runtime::Limits;
use blanche_sorted::SortedSet;

use crate::mutants::{Change, Mutant};
use crate::mutate::checks::{Checks, Notice};
use crate::mutate::run::{Examined, Outcome, Settings, examine, selected_mutants};
use crate::mutate::survivors::{NO_REASON, Survivors};
use crate::tests::back_ends::names_we_stand_behind;
use crate::tests::folders::base;
use crate::tests::trials;
use crate::verify::stones::claim::{self, Claimant, Judge};
use noire_engine::bases::Backend;
use noire_engine::board::Point;
use noire_engine::facts::Base;
use noire_engine::proof_check::referee::Referee;
use noire_engine::world::{Stones, World as _, WorldExt as _};

/// How to update an incomplete list. This text is part of the messages of failed tests.
const RENEW: &str =
    "`noire mutate NAME` shows it, and `--output knowledge/NAME/survivors.txt` renews the list";

fn open(name: &str) -> Arc<Base> {
    Arc::new(Base::open(name, Limits::default()).unwrap_or_else(|error| panic!("{name}: {error:?}")))
}

fn opened(name: &str) -> Stones {
    let base = open(name);
    let backends = vec![base.backend()];
    Stones::new(base, backends)
}

/// The text of the file that a mutant changes, after the change.
fn text_of(world: &Stones, mutant: &Mutant) -> String {
    mutant.edited(world.sources().file(mutant.file()).text())
}

fn all_of(world: &Stones) -> Vec<Mutant> {
    Mutant::all(world.rule_files())
}

/// A folder for this test, with a base that has these rules.
fn folder(test: &str, rules: &str) -> String {
    base(&format!("mutate/{test}"), rules)
}

fn settings(rounds: u64) -> Settings {
    let (stop, shard) = (Arc::default(), (0, 1));
    Settings { seed: 1, rounds, stop, threads: 2, shard, sample: None, nodes: 300_000, questions: None }
}

fn examined(world: &Stones, settings: &Settings, wanted: impl Fn(&Mutant) -> bool) -> Vec<Examined<Stones>> {
    let tests = Checks::of(world, true, 1, &Arc::default()).unwrap_or_else(|error| panic!("{error:?}"));
    let mut mutants = all_of(world);
    mutants.retain(wanted);
    let mutants = selected_mutants(mutants, settings);
    examine(&tests, mutants, settings, &|_| {}).unwrap_or_else(|error| panic!("{error:?}"))
}

const RULES: &str = "
% Nobody asks it.
nobody(Group) :- open(Group), white.two(Group)

asked(Group, Group2) :- white.three(Group), ¬equal(Group, Group2), % a remark
    overlap(Group2, Group, h8)
asked(Group, Group) :- white.four(Group)

rule some for white at level 3 plays Field1 if
    asked(Group1, Group2), in(Field1, Group1, 0, 3),
    (empty(Field1) ; ¬(color(Field1, white), in(Field1, Group2))), ¬equal(Group1, Group2),
    after place(black, Field1), place(white, Field2): (in(Field2, Group1))
";

#[test]
fn all_expected_mutants_are_generated_once() {
    let rules = RULES.replace(
        "place(white, Field2): (in(Field2, Group1))",
        "place(white, Field2): (in(Field2, Group1)), in(Field2, Group2)",
    );
    let rules = rules
        .replace(", h8)", ", Field_)")
        .replace("asked(Group, Group2) :- ", "asked(Group, Group2) :- in(Field_, Group), ");
    let world = opened(&folder("changes", &rules));
    let mutants = all_of(&world);
    let of = |item: &str, change: Change| -> Vec<String> {
        let of_item = mutants.iter().filter(|mutant| mutant.item == item && mutant.change == change);
        of_item.map(Mutant::words).collect()
    };
    assert_eq!(of("nobody(Group)", Change::LeftOut), [""; 0]);
    assert_eq!(
        of("asked(Group, Group2), clause 1", Change::LeftOut),
        [
            "in(Field_, Group) left out",
            "white.three(Group) left out",
            "¬equal(Group, Group2) left out",
            "overlap(Group2, Group, Field_) left out",
        ]
    );
    assert_eq!(
        of("asked(Group, Group2), clause 1", Change::Swapped),
        ["overlap(Group2, Group, Field_) is overlap(Group, Group2, Field_)"]
    );
    // The only literal of a clause cannot be left out.
    assert_eq!(of("asked(Group, Group), clause 2", Change::LeftOut), [""; 0]);
    let rule = "some for white";
    assert_eq!(
        of(rule, Change::LeftOut),
        [
            "asked(Group1, Group2) left out",
            "in(Field1, Group1, 0, 3) left out",
            "(empty(Field1) ; ¬(color(Field1, white), in(Field1, Group2))) left out",
            "empty(Field1) left out",
            "¬(color(Field1, white), in(Field1, Group2)) left out",
            "color(Field1, white) left out",
            "in(Field1, Group2) left out",
            "¬equal(Group1, Group2) left out",
            "after place(black, Field1), place(white, Field2): (in(Field2, Group1)) left out",
            "place(black, Field1) left out",
            "place(white, Field2) left out",
            "in(Field2, Group2) left out",
        ]
    );
    assert_eq!(
        of(rule, Change::Swapped),
        [
            "asked(Group1, Group2) is asked(Group2, Group1)",
            "in(Field1, Group1, 0, 3) is in(Field1, Group1, 3, 0)",
        ]
    );
    assert_eq!(
        of(rule, Change::Constant),
        [
            "in(Field1, Group1, 0, 3) is in(Field1, Group1, 1, 3)",
            "in(Field1, Group1, 0, 3) is in(Field1, Group1, 0, 2)",
            "in(Field1, Group1, 0, 3) is in(Field1, Group1, 0, 4)",
            "color(Field1, white) is color(Field1, none)",
            "color(Field1, white) is color(Field1, black)",
            "place(black, Field1) is place(white, Field1)",
            "place(white, Field2) is place(black, Field2)",
        ]
    );
    let negated = of(rule, Change::Negated);
    assert_eq!(negated.len(), 11, "{negated:?}");
    assert!(negated.contains(&"¬equal(Group1, Group2) is equal(Group1, Group2)".to_owned()), "{negated:?}");
    let places: SortedSet<&str> = mutants.iter().map(|mutant| &*mutant.name).collect();
    assert_eq!(places.len(), mutants.len(), "every mutant has a name of its own");
    let left_out = mutants.iter().find(|mutant| mutant.words() == "¬equal(Group, Group2) left out").unwrap();
    let text = text_of(&world, left_out);
    assert!(text.contains("white.three(Group), overlap(Group2, Group, Field_)\n"), "{text}");
}

#[test]
fn arguments_of_symmetric_predicates_are_not_swapped() {
    let rules = "
rule alike for white at level 0 if white.four(Group1), white.two(Group2), same.direction(Group1, Group2)
rule unlike for white at level 0 if white.four(Group1), white.two(Group2), overlap(Group1, Group2, Field_), empty(Field_)
";
    let world = opened(&folder("symmetric", rules));
    let swapped = all_of(&world).into_iter().filter(|mutant| mutant.change == Change::Swapped);
    let swapped: SortedSet<String> = swapped.map(|mutant| mutant.words()).collect();
    assert!(swapped.contains("overlap(Group1, Group2, Field_) is overlap(Group2, Group1, Field_)"));
    assert!(!swapped.iter().any(|words| words.starts_with("same.direction")), "{swapped:?}");
}

#[test]
fn a_mutant_inside_an_aggregate_affects_the_rule() {
    let rules = "
joined(Group1) :- white.four(Group1), white.two(Group_), same.direction(Group1, Group_)
rule twice for white at level 0 if count Group1_ (joined(Group1_)) = 2
";
    let world = opened(&folder("counted", rules));
    let of_clause = all_of(&world).into_iter().filter(|mutant| mutant.words().contains("same.direction"));
    let asked: Vec<usize> = of_clause.map(|mutant| mutant.questions.len()).collect();
    assert!(!asked.is_empty() && asked.iter().all(|questions| *questions == 1), "{asked:?}");
}

#[test]
fn built_in_files_used_by_a_folder_are_not_mutated() {
    let world = opened(&folder(
        "used/knowledge/mine",
        "rule open for white at level 0 if white.four(Group1), white.two(Group1)\n",
    ));
    let all = all_of(&world);
    let files: SortedSet<&str> =
        all.iter().map(|mutant| world.sources().file(mutant.file()).name()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    assert!(all.len() > 1 && files.iter().all(|file| file.ends_with("base.blanche")), "{files:?}");
    let built_in = opened("gomoku");
    let all = all_of(&built_in);
    let files: SortedSet<&str> =
        all.iter().map(|mutant| built_in.sources().file(mutant.file()).name()).collect();
    assert!(files.len() > 3, "{files:?}");
}

/// Every mutant can be parsed and is a different program.
#[test]
fn every_mutant_of_the_default_bases_can_be_read() {
    for name in names_we_stand_behind() {
        let world = opened(name);
        let mutants = all_of(&world);
        assert!(mutants.len() > 300, "{name}: {}", mutants.len());
        for mutant in mutants.iter().step_by(trials::step()) {
            let file = world.sources().file(mutant.file());
            let (name, before, text) = (file.name(), file.text(), text_of(&world, mutant));
            let mut sources = blanche_compiler::files::Sources::default();
            let id = sources.add(name, text.as_bytes());
            let parsed = blanche_compiler::syntax::parse(&sources, id);
            assert!(parsed.diagnostics.is_empty(), "{}: {:?}", mutant.name, parsed.diagnostics);
            assert_ne!(text, before, "{}", mutant.name);
            assert!(!mutant.questions.is_empty(), "{}: somebody asks it", mutant.name);
        }
    }
}

fn notice_of<'e>(examined: &'e [Examined<Stones>], words: &str) -> &'e Outcome<Stones> {
    let mut found = examined.iter().filter(|examined| examined.mutant.words() == words);
    let one = found.next().unwrap_or_else(|| panic!("there is no `{words}`"));
    assert!(found.next().is_none(), "there are several `{words}`");
    &one.outcome
}

#[test]
fn the_compiler_positions_and_answers_notice_mutants() {
    let world = opened("gomoku");
    let examined = examined(&world, &settings(0), |mutant| mutant.item == "t.threat for Color");
    let by = |words: &str| notice_of(&examined, words);
    assert!(matches!(
        by("¬equal(Group1, Group2) is equal(Group1, Group2)"),
        Outcome::Noticed(Notice::Compiler(_))
    ));
    assert!(matches!(by("in(Field1, Group2) left out"), Outcome::Noticed(_)));
    let is_example =
        |examined: &&Examined<Stones>| matches!(examined.outcome, Outcome::Noticed(Notice::Example(_)));
    assert!(examined.iter().filter(is_example).count() > 0, "the positions notice some");
    assert!(matches!(by("may.play(Field1, Color) left out"), Outcome::Noticed(Notice::Answers(_))));
    assert!(
        matches!(by("¬equal(Group1, Group2) left out"), Outcome::Alike(0)),
        "the last literal says it too"
    );
    let tests = Checks::of(&world, true, 1, &Arc::default()).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(tests.queries_without_expected_answers(), [""; 0], "answers.txt is true");
}

/// The base has neither example positions nor recorded answers, so only the search can notice the mutant.
#[test]
fn a_false_claim_is_found_and_reduced() {
    let rules = "
rule five for white at level 0 if white.five(Group1)
rule five for black at level 0 if group(Group1, black, 5)
rule t.threat for white at level 3 plays Field1 if
    white.three(Group1), white.three(Group2), in(Field1, Group1), in(Field1, Group2), empty(Field1),
    in(Field_, Group1), empty(Field_), ¬in(Field_, Group2)
";
    let world = opened(&folder("claims", rules));
    let examined = examined(&world, &settings(2), |mutant| {
        mutant.item == "t.threat for white" && mutant.change == Change::LeftOut
    });
    let Outcome::Refuted(found) = notice_of(&examined, "¬in(Field_, Group2) left out") else {
        panic!("{examined:?}");
    };
    let play: Point = found.claimed.refuted.as_deref().expect("a play is refuted").parse().unwrap();
    let position = &found.reached.position;
    // The mutant claims the move and the base does not, and the search refutes the claim.
    let mutant =
        examined.iter().find(|other| other.mutant.words() == "¬in(Field_, Group2) left out").unwrap();
    let base = world.base();
    let edited = base
        .edited(mutant.mutant.file(), &text_of(&world, &mutant.mutant), Limits::default())
        .unwrap_or_else(|_| panic!("it runs"));
    let rule = base.contents().rules.iter().position(|rule| rule.title() == "t.threat for white").unwrap();
    let claims = |base: &Base| -> Vec<usize> {
        let all = base.on(Backend::Interpreted).all(rule, &mut position.clone()).unwrap();
        all.iter().map(|solution| solution[0] as usize).collect()
    };
    assert!(claims(&edited).contains(&play.index()) && !claims(base).contains(&play.index()));
    let game = Referee::new(base, base.backend());
    let (judge, _) = Judge::new(&game, 300_000).unwrap();
    let claimant = Claimant { rule, color: "white".parse().unwrap(), level: 3 };
    assert_eq!(judge.decide(&claimant, position, play).outcome, claim::Outcome::Refuted);
    let stones = Point::all().filter(|field| !position.is_empty(*field)).count();
    assert!(stones <= 5, "three stones make the claim, and few more are left: {position:?}");
}

/// All mutants of a list, with their reasons.
fn listed(list: &Survivors) -> impl Iterator<Item = (&str, &str)> {
    list.groups
        .iter()
        .flat_map(|(names, reason)| names.iter().map(move |name| (name.as_str(), reason.as_str())))
}

#[test]
fn survivors_are_read_written_and_updated() {
    let text = "# a remark\n\na: b: c left out\na: b: d left out\n    Because of this,\n    and that.\ne: f: g is h\n";
    let list = Survivors::read("survivors.txt", text.as_bytes()).unwrap();
    assert_eq!(list.reason("a: b: c left out"), Some("Because of this, and that."));
    assert_eq!(list.reason("a: b: d left out"), Some("Because of this, and that."));
    assert_eq!(list.reason("e: f: g is h"), Some(""));
    assert_eq!(list.reason("x"), None);
    assert_eq!(Survivors::read("survivors.txt", list.to_string().as_bytes()), Ok(list.clone()));
    // Comments of authors are kept. The heading does not count as a comment.
    let remarked = format!("# Mutants of a, and why.\n# Two lines.\n{text}# mine\n");
    let renewed = Survivors::read("survivors.txt", remarked.as_bytes()).unwrap().renewed([]).to_string();
    assert!(renewed.contains("# mine\n") && !renewed.contains("Two lines"), "{renewed}");
    let now = [("a: b: d left out", "new".to_owned()), ("i: j: k left out", "new".to_owned())];
    let renewed = list.renewed(now);
    let lines: Vec<(&str, &str)> = listed(&renewed).collect();
    assert_eq!(
        lines,
        [("a: b: d left out", "Because of this, and that."), ("i: j: k left out", "? new")],
        "reasons stay, what is noticed goes, what is new waits for a reason"
    );
}

#[test]
fn every_listed_survivor_is_a_mutant_and_has_a_reason() {
    let mut wrong = Vec::new();
    for name in names_we_stand_behind() {
        let world = opened(name);
        let mutants: SortedSet<String> = all_of(&world).into_iter().map(|mutant| mutant.name).collect();
        let list = Survivors::read_sidecar(&world).unwrap();
        assert!(listed(&list).count() > 0, "{name} has a list");
        for (survivor, reason) in listed(&list) {
            if !mutants.contains(survivor) {
                wrong.push(format!("{name}: there is no mutant `{survivor}`"));
            }
            if reason.is_empty() || reason.starts_with(NO_REASON) {
                wrong.push(format!("{name}: `{survivor}` has no reason"));
            }
        }
    }
    assert!(wrong.is_empty(), "{RENEW}\n{}", wrong.join("\n"));
}

/// Number of mutants of each base to check.
const SAMPLE: usize = 20;

#[test]
fn in_a_sample_exactly_the_listed_mutants_survive() {
    let mut wrong = Vec::new();
    for name in names_we_stand_behind().into_iter().step_by(trials::step()) {
        let world = opened(name);
        let list = Survivors::read_sidecar(&world).unwrap();
        let settings = Settings { sample: Some(SAMPLE), ..settings(0) };
        let mut noticed = [0; 4];
        for Examined { mutant, outcome } in examined(&world, &settings, |_| true) {
            let is_noticed = match &outcome {
                Outcome::Noticed(notice) => {
                    noticed[match notice {
                        Notice::Compiler(_) => 0,
                        Notice::Example(_) => 1,
                        Notice::Answers(_) => 2,
                        Notice::Work(_) => 3,
                        Notice::Counts(_) | Notice::Games(_) => panic!("no text says how stones are set"),
                    }] += 1;
                    true
                }
                _ => false,
            };
            let is_listed = list.reason(&mutant.name).is_some();
            if is_noticed == is_listed {
                wrong.push(format!("{name}: `{}`: {outcome:?}", mutant.name));
            }
        }
        println!(
            "{name}: {noticed:?} of {SAMPLE} noticed by the compiler, the positions, the answers, the work"
        );
        assert!(noticed.iter().sum::<usize>() * 2 > SAMPLE);
    }
    assert!(wrong.is_empty(), "{RENEW}\n{}", wrong.join("\n"));
}

/// Checks all listed mutants. There are few of them, and the list becomes wrong if a new test notices one of them.
#[test]
fn every_listed_survivor_survives() {
    let mut wrong = Vec::new();
    for name in names_we_stand_behind().into_iter().step_by(trials::step()) {
        let world = opened(name);
        let list = Survivors::read_sidecar(&world).unwrap();
        let wanted = |mutant: &Mutant| list.reason(&mutant.name).is_some();
        let listed = all_of(&world).into_iter().filter(wanted).count() as u64;
        // Only one in 24 mutants is checked here, because a check of all of them would take as long as all other tests.
        // `noire mutate` checks them all.
        let settings = Settings { shard: (0, 24), ..settings(0) };
        for Examined { mutant, outcome } in examined(&world, &settings, wanted) {
            if matches!(outcome, Outcome::Noticed(_)) {
                wrong.push(format!("{name}: `{}`: {outcome:?}", mutant.name));
            }
        }
        assert!(listed > 0, "{name}");
    }
    assert!(wrong.is_empty(), "{RENEW}\n{}", wrong.join("\n"));
}
