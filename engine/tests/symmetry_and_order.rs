//! Neither the order of a text nor a symmetry of the board changes answers. Editing a rule changes only its own answers
//! and those of rules that use it.

use std::collections::{BTreeMap, BTreeSet};

use agree::shuffle::shuffled;
use blanche_compiler::files::Sources;
use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::{Limits, Solutions, Value};
use blanche_compiler::syntax::{parse, print};
use noire::board::{Color, Direction, Group, Point, Position, Symmetry};
use noire::rules::five_in_a_row::{Field, Group as GroupValue};

use crate::back_ends::{Text, after, compiled_of, names, points};
use crate::trials::{self, trials};

const COUNTS: &str = noire::data::POSITIONS;

fn positions() -> impl Iterator<Item = Position> {
    COUNTS.lines().skip(1).map(|line| after(line.split('\t').next().unwrap()))
}

/// The number of the direction that is the image of a direction under a symmetry. It is found from the image of a group
/// that has the direction.
fn turned(symmetry: Symmetry, direction: Value) -> Value {
    let number = |group: &Group| Direction::ALL.iter().position(|other| *other == group.direction());
    let group = Group::all().find(|group| number(group) == Some(direction as usize)).unwrap();
    number(&symmetry.group(group)).unwrap() as Value
}

#[test]
fn the_eight_symmetries_permute_the_answers() {
    for name in names() {
        let rules = compiled_of(name).rules;
        let mut mapped = 0;
        for position in positions().step_by(3 * trials::step()) {
            for rule in &rules {
                let answers = |position: &Position, back: Symmetry| -> BTreeSet<Vec<Value>> {
                    let all = rule.matcher.all(&mut position.clone(), Limits::default()).unwrap();
                    let value = |(value, (_, sort)): (&Value, &(&str, &str))| match *sort {
                        "field" => Field::from(back.point(Point::from(Field(*value)))).0,
                        "group" => GroupValue::from(back.group(Group::from(GroupValue(*value)))).0,
                        "direction" => turned(back, *value),
                        other => panic!("nothing is known of symmetries of `{other}`"),
                    };
                    let row = |row: &[Value]| row.iter().zip(rule.matcher.variables).map(value).collect();
                    all.iter().map(row).collect()
                };
                let expected = answers(&position, Symmetry::Identity);
                for symmetry in Symmetry::ALL {
                    let found = answers(&position.transformed(symmetry), symmetry.inverse());
                    assert_eq!(found, expected, "{name}: {} {symmetry:?}{position:?}", rule.name);
                }
                mapped += expected.len();
            }
        }
        assert!(mapped > trials(400), "{name}: {mapped}");
    }
}

/// All answers of a text, by the titles of its rules.
fn answers(text: &Text, position: &Position) -> BTreeMap<String, Solutions> {
    let machine = text.machine(Limits::default());
    let mut asked = position.clone();
    text.rules().map(|(id, title)| (title, machine.all(&mut asked, id).unwrap())).collect()
}

fn shuffled_text(name: &str, text: &str, seed: u64) -> String {
    let mut sources = Sources::default();
    let id = sources.add(name, text.as_bytes());
    print(&shuffled(&parse(&sources, id).file, seed))
}

#[test]
fn another_order_of_files_clauses_and_literals_changes_no_answer_and_no_order() {
    for name in names() {
        let text = Text::of(name);
        let expected: Vec<_> = positions().step_by(12).map(|position| answers(&text, &position)).collect();
        for seed in 0..trials(6) as u64 {
            let other = Text::edited_of(name, |path, text| {
                // The base's main file consists of `use` lines, whose order is reversed.
                if path == format!("{name}/base.blanche") {
                    let (used, rest): (Vec<&str>, Vec<&str>) =
                        text.lines().partition(|line| line.starts_with("use "));
                    let used: Vec<&str> = used.into_iter().rev().collect();
                    return [rest, used].concat().join("\n") + "\n";
                }
                shuffled_text(path, text, seed)
            });
            assert_ne!(
                other.program.rules.iter().map(|rule| &rule.text).collect::<Vec<_>>(),
                text.program.rules.iter().map(|rule| &rule.text).collect::<Vec<_>>()
            );
            for (position, expected) in positions().step_by(12).zip(&expected) {
                assert_eq!(answers(&other, &position), *expected, "{name}, seed {seed}{position:?}");
            }
        }
    }
}

/// The rule with this title.
fn rule_of(text: &Text, title: &str) -> RuleId {
    text.rules().find(|(_, other)| other == title).expect("the base has this rule").0
}

/// A white three, and a field where Black would lose by making an overline of six.
fn forbidden_by_overline() -> Position {
    let (black, white) = (points("c5,d5,e5,g5,h5"), points("f6,f7,f8"));
    Position::set_up(&black, &white, Some(Color::White), None).unwrap()
}

#[test]
fn an_edited_rule_of_level_0_changes_what_leads_to_a_loss() {
    let printed = Text::printed();
    // In the edited rule, an overline loses only if there is a second overline in another direction.
    let edited = Text::edited(|_, text| {
        text.replace(
            "¬black.five(Group_), black.overline(Group1)",
            "¬black.five(Group_), black.overline(Group1),\n    black.overline(Group2), ¬same.direction(Group1, Group2)",
        )
    });
    let rule = "renju.threat for white";
    let plays = |text: &Text| {
        let machine = text.machine(Limits::default());
        let id = rule_of(text, rule);
        text.written(id, &machine.all(&mut forbidden_by_overline(), id).unwrap())
    };
    assert_eq!(plays(&printed), ["f4 f5 f4.f8", "f9 f5 f5.f9"]);
    assert_eq!(plays(&edited), [""; 0]);
    // Only two kinds of rules may change: the edited rule, and rules that evaluate whether Black loses.
    let position = forbidden_by_overline();
    let (before, after) = (answers(&printed, &position), answers(&edited, &position));
    let changed: Vec<&String> =
        before.keys().filter(|title| before[*title].len() != after[*title].len()).collect();
    assert_eq!(changed, [rule]);
}

#[test]
fn without_the_double_three_fewer_fields_lead_to_a_loss() {
    let printed = Text::printed();
    let edited = Text::edited(|_, text| {
        let asks = text.replace("asks overline, double.four, double.three:", "asks overline, double.four:");
        match asks.split_once("%% Black's last stone made two threes") {
            Some((before, _)) => before.to_owned(),
            None => asks,
        }
    });
    assert_eq!(edited.program.rules.len() + 1, printed.program.rules.len());
    let (mut lost, mut won) = (0, 0);
    for position in positions() {
        let machines = [printed.machine(Limits::default()), edited.machine(Limits::default())];
        let count = |at: usize, title: &str| {
            let id = rule_of([&printed, &edited][at], title);
            machines[at].all(&mut position.clone(), id).unwrap().len()
        };
        // White's threat needs a field that is forbidden to Black. Black's threat needs a field that is not forbidden.
        let (before, after) = (count(0, "renju.threat for white"), count(1, "renju.threat for white"));
        assert!(after <= before, "{position:?}");
        lost += before - after;
        let (before, after) = (count(0, "t.threat for black"), count(1, "t.threat for black"));
        assert!(after >= before, "{position:?}");
        won += after - before;
    }
    println!("{lost} renju threats lost, {won} T-threats won");
    assert!(lost > 0 && won > 0, "{lost} {won}");
}
