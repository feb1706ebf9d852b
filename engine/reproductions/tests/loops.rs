//! The rules written in plain Rust are the baselines of the benchmark. The tests check that they have the same answers
//! as the compiled rules, because a baseline that did less work would make the comparison meaningless. The output of
//! the measured times is tested, too.

use std::ops::ControlFlow;

use blanche_compiler::runtime::{Limits, Value};
use noire::bases::Backend;
use noire::facts::Base;
use noire::record::{PositionFile, read_positions};

use noire_reproductions::loops::plain::RULES;
use noire_reproductions::loops::plot::{self, Row};
use noire_reproductions::loops::sets;
use serde_json::Value as Object;

use crate::reproduce;

/// Lists of moves, black first, each with the number of distinct solutions of every rule of the printed base.
const THESIS_RULES: &str = noire::data::POSITIONS;

fn positions() -> PositionFile {
    read_positions("thesis-rules.tsv", THESIS_RULES.as_bytes()).unwrap()
}

#[test]
fn plain_loops_find_the_recorded_numbers_of_solutions() {
    let file = positions();
    assert_eq!(file.entries.len(), 600);
    for entry in &file.entries {
        let mut position = entry.spec.position();
        for rule in &RULES {
            let expected = file.cell(entry, rule.code).unwrap();
            assert_eq!(
                rule.all(&mut position).len().to_string(),
                expected,
                "{} in {}",
                rule.code,
                entry.text
            );
        }
        assert_eq!(position, entry.spec.position());
    }
}

#[test]
fn plain_loops_agree_with_the_compiled_rules() {
    let base = Base::open("renju-2001", Limits::default()).unwrap();
    assert_eq!(base.contents().rules.len(), RULES.len());
    for entry in positions().entries.iter().step_by(10) {
        let mut position = entry.spec.position();
        for (number, rule) in RULES.iter().enumerate() {
            let compiled = base.on(Backend::Compiled).all(number, &mut position).unwrap();
            let plain = rule.all(&mut position);
            let plain: Vec<&[Value]> = plain.iter().map(|solution| &solution[..rule.width]).collect();
            assert_eq!(plain, compiled.iter().collect::<Vec<_>>(), "{} in {}", rule.code, entry.text);
            assert_eq!(
                rule.applies(&mut position),
                base.on(Backend::Compiled).applies(number, &mut position).unwrap(),
                "{} in {}",
                rule.code,
                entry.text
            );
        }
    }
}

#[test]
fn matchers_over_sets_agree_with_plain_loops() {
    for entry in &positions().entries {
        let mut position = entry.spec.position();
        for hand in &sets::RULES {
            let plain = RULES.iter().find(|plain| plain.code == hand.code).unwrap();
            let expected = plain.all(&mut position);
            let mut found = Vec::new();
            let _ = (hand.all)(&position, &mut |solution| {
                found.push(solution.to_vec());
                ControlFlow::Continue(())
            });
            let expected: Vec<&[Value]> = expected.iter().map(|solution| &solution[..plain.width]).collect();
            assert_eq!(found, expected, "{} in {}", hand.code, entry.text);
            assert_eq!((hand.count)(&position), expected.len(), "{} in {}", hand.code, entry.text);
            assert_eq!((hand.applies)(&position), !expected.is_empty(), "{} in {}", hand.code, entry.text);
        }
    }
}

#[test]
fn matchers_over_sets_stop_on_request() {
    for entry in &positions().entries {
        let position = entry.spec.position();
        for hand in &sets::RULES {
            let mut taken = 0;
            let flow = (hand.all)(&position, &mut |_| {
                taken += 1;
                ControlFlow::Break(())
            });
            assert_eq!((taken, flow.is_break()), (usize::from((hand.applies)(&position)), taken == 1));
        }
    }
}

/// The values of a numeric attribute in all elements whose text begins with `element`.
fn places(svg: &str, element: &str, attribute: &str) -> Vec<f64> {
    let elements = svg.split('<').filter(|text| text.starts_with(element));
    let value = |text: &str| text.split_once(&format!(" {attribute}=\""))?.1.split_once('"')?.0.parse().ok();
    elements.filter_map(value).collect()
}

#[test]
fn a_plot_of_rules_has_room_for_every_ratio() {
    let row = |interpreted, compiled, sets| Row { name: "a".to_owned(), interpreted, compiled, sets };
    let rows = [row(3.42, 0.018, None), row(0.146, 0.026, Some(0.031)), row(0.5, 0.07, None)];
    let svg = plot::plot(&rows);
    // The first three dots belong to the legend.
    let dots = places(&svg, "circle", "cx")[3..].to_vec();
    let ratios = [3.42, 0.018, 0.146, 0.026, 0.031, 0.5, 0.07];
    assert_eq!(dots.len(), ratios.len());
    // The dark line is at the ratio 1. The scale ends at 0.01 and at 5.
    let at_one = places(&svg, "line class=\"plain\"", "x1")[0];
    let least = places(&svg, "line", "x1")[0];
    let decade = (at_one - least) / 2.0;
    for (dot, ratio) in dots.iter().zip(ratios) {
        let expected = at_one + decade * f64::log10(ratio);
        assert!((dot - expected).abs() < 0.11, "{ratio} at {dot} and not {expected}");
    }
    assert!(svg.contains(">0.01 ×</text>") && svg.contains(">5 ×</text>") && !svg.contains(">10 ×</text>"));
}

#[test]
fn loops_compares_answers_before_it_shows_times() {
    let ran = reproduce(&["loops", "cross.2", "--time", "0"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let first = "600 positions, 18 rules, 5496 solutions: the same by hand, interpreted and compiled\n";
    assert!(ran.out.starts_with(first), "{}", ran.out);
    for title in ["all solutions", "number of solutions", "does the rule apply"] {
        assert!(ran.out.contains(&format!("\n{title}: microseconds per position, ")), "{}", ran.out);
    }
    let rows: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("cross.2 for ")).collect();
    assert_eq!(rows.len(), 3 * 2, "{}", ran.out);
    let columns = |row: &str| row.split_whitespace().count();
    assert_eq!(
        (columns(rows[0]), columns(rows[1])),
        (3 + 8, 3 + 5),
        "white's is written over sets: {}",
        ran.out
    );
    let ran = reproduce(&["loops", "cross.2", "--time", "0", "--question", "count", "--format", "markdown"]);
    assert!(
        ran.out.contains("\n| rules | plain loops | interpreted | ratio | compiled | ratio | sets by hand |"),
        "{}",
        ran.out
    );
    assert_eq!(ran.out.matches("microseconds").count(), 1, "{}", ran.out);
}

#[test]
fn json_has_the_times_of_all_implementations() {
    let ran = reproduce(&["loops", "t.threat", "--time", "0", "--question", "all", "--format", "json"]);
    let object: Object = serde_json::from_str(&ran.out).expect("it is an object");
    assert_eq!((&object["positions"], &object["solutions"]), (&600.into(), &5496.into()));
    let rows = object["questions"][0]["rows"].as_array().expect("a list");
    assert_eq!(rows.len(), 2);
    assert_eq!(
        (&object["questions"][0]["question"], &rows[0]["rules"]),
        (&"all".into(), &"t.threat for white".into())
    );
    let is_time = |time: &Object| time.as_f64().is_some_and(|time| time > 0.0);
    assert!(
        ["plain_loops", "interpreted", "compiled", "sets"].iter().all(|who| is_time(&rows[0][who])),
        "{object}"
    );
    assert!(is_time(&rows[1]["compiled"]) && rows[1]["sets"].is_null(), "{object}");
}

#[test]
fn a_picture_has_the_ratios_and_an_unknown_rule_is_reported() {
    let file = format!("{}/rules.svg", crate::programs::folder("loops", &[]));
    let ran = reproduce(&["loops", "cross.2", "--time", "0", "--question", "count", "--svg", &file]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let svg = std::fs::read_to_string(&file).expect("it is written");
    assert!(svg.starts_with("<svg ") && svg.matches("<title>").count() == 1 + 3 + 2 + 2, "{svg}");
    let ran = reproduce(&["loops", "t.thret for white"]);
    let said = "error: no rule has t.thret for white in its name\n  did you mean `t.threat for white`?\n";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (2, "", said));
}
