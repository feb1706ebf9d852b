//! What `noire bench` prints, and the verdict that it measures. No test asks how fast anything is.

use std::process::Command;

use noire::bases::{Backend, DEFAULT_BASE};
use noire::board::Position;
use noire::facts::Base;
use noire::laboratory::corpus;
use noire::laboratory::measure::node_verdict;
use serde_json::Value;

const BACKENDS: [Backend; 2] = [Backend::Interpreted, Backend::Compiled];

fn base() -> Base {
    Base::open(DEFAULT_BASE, Default::default()).unwrap_or_else(|_| panic!("it is built in"))
}

#[test]
fn a_verdict_is_the_first_rule_of_all_that_apply() {
    let base = base();
    assert!(base.rules().is_sorted_by_key(|rule| rule.level), "the rules stand level by level");
    let mut stops = vec![0; base.rules().len() + 1];
    for walk in corpus::nodes().iter().step_by(60) {
        walk.each_node(|position, stone| {
            let before = position.clone();
            position.play(stone).unwrap();
            let applies_to = |rule: usize, position: &Position| {
                base.applies(Backend::Compiled, rule, &mut position.clone()).unwrap()
            };
            let expected = (0..base.rules().len()).find(|rule| applies_to(*rule, position));
            for backend in BACKENDS {
                assert_eq!(base.verdict(backend, position), Ok(expected), "{backend} {position:?}");
            }
            position.take_back();
            for backend in BACKENDS {
                assert_eq!(node_verdict(&base, backend, position, stone), Ok(expected));
            }
            // Of some of the rules it is the first of those that apply.
            position.play(stone).unwrap();
            let some = |rule: usize| rule % 3 != 1;
            let expected_of_some =
                (0..base.rules().len()).filter(|rule| some(*rule)).find(|rule| applies_to(*rule, position));
            for backend in BACKENDS {
                assert_eq!(base.verdict_among(backend, position, some), Ok(expected_of_some), "{backend}");
            }
            position.take_back();
            assert_eq!(*position, before);
            assert!(position.made().eq(before.made()));
            stops[expected.unwrap_or(base.rules().len())] += 1;
        });
    }
    assert!(stops.iter().filter(|nodes| **nodes > 0).count() > 5, "verdicts of many kinds: {stops:?}");
}

/// The JSON that `noire bench` prints for a small file.
fn bench(text: &str, arguments: &[&str]) -> Value {
    let printed = printed(text, &[&["--format", "json"], arguments].concat());
    serde_json::from_str(&printed).unwrap()
}

/// What `noire bench` prints for a small file.
fn printed(text: &str, arguments: &[&str]) -> String {
    let folder = std::env::temp_dir().join(format!("noire-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("{}.tsv", arguments.join("-")));
    std::fs::write(&file, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(["bench", "--time", "0", "--file"])
        .arg(&file)
        .args(arguments)
        .output()
        .unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "no progress where nobody looks");
    String::from_utf8(output.stdout).unwrap()
}

/// An object of what is measured position by position.
fn is_measured(object: &Value) -> bool {
    let at_least = |field: &str, least: f64| object[field].as_f64().is_some_and(|number| number >= least);
    at_least("mean", 0.0)
        && at_least("spread", 0.0)
        && at_least("median", 0.0)
        && at_least("percentile_99", 0.0)
}

#[test]
fn exports_values_and_verdicts_have_a_spread_and_names_of_their_own() {
    let text = printed("#moves\nh8,i9,i7,g9,g7,h9,h7\nh8\n", &[]);
    let (_, costs) = text.split_once("\nexports ").expect("there are exports");
    let mut labels = Vec::new();
    for line in costs.lines().skip(1).filter(|line| !line.is_empty() && !line.starts_with("node verdict")) {
        let (label, figures) = line.split_at(line.find("   ").expect("columns stand apart"));
        let columns: Vec<&str> = figures.split_whitespace().collect();
        if columns[0].parse::<usize>().is_err() {
            assert_eq!(columns[1..], ["mean", "spread", "median", "99", "%"], "{line}");
            continue;
        }
        assert!(matches!(columns[..], [_, _, _, "%" | "%!", _, _]), "{line}");
        labels.push(label);
    }
    let base = base();
    for export in base.exports() {
        let color = export.color.as_ref().map_or_else(String::new, |color| format!(" for {color}"));
        for backend in BACKENDS {
            let label = format!("{}{color}, {backend}", export.name);
            assert_eq!(labels.iter().filter(|known| **known == label).count(), 1, "{label} in {labels:?}");
        }
    }
    assert!(labels.contains(&"urgent for white, interpreted") && labels.contains(&"value, compiled"));
}

#[test]
fn the_report_has_a_row_for_every_rule_every_level_and_the_base() {
    let report = bench("#moves\nh8,i9,i7,g9,g7,h9,h7\nh8\n", &[]);
    let base = base();
    assert_eq!((&report["base"], &report["positions"]), (&DEFAULT_BASE.into(), &2.into()));
    let rows = report["rows"].as_array().unwrap();
    let names: Vec<&str> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
    let mut expected: Vec<String> = base.rules().iter().map(|rule| rule.title()).collect();
    expected.extend([0, 1, 3, 5, 7].map(|level| format!("level {level}")));
    expected.push(DEFAULT_BASE.to_owned());
    assert_eq!(names, expected);
    let levels = rows.iter().filter(|row| row["what"] == "level").map(|row| row["rules"].as_u64().unwrap());
    assert_eq!(levels.sum::<u64>(), base.rules().len() as u64);
    for row in rows {
        for question in ["applies", "first", "all", "count"] {
            let question = &row["questions"][question];
            assert!(question["ratio"].as_f64().is_some_and(|ratio| ratio > 0.0), "{row}");
            for backend in ["interpreted", "compiled"] {
                assert!(question[backend]["microseconds"].as_f64().is_some_and(|time| time > 0.0), "{row}");
                assert!(question[backend]["spread"].as_f64().is_some_and(|spread| spread >= 0.0), "{row}");
            }
        }
    }
    for backend in ["interpreted", "compiled"] {
        let verdicts = &report["verdicts"][backend];
        assert_eq!(verdicts["all"]["nodes"], 8, "four stones in each position");
        let nodes = verdicts["by_level"].as_array().unwrap().iter().map(|end| end["nodes"].as_u64().unwrap());
        assert_eq!(nodes.sum::<u64>(), 8);
        assert!(is_measured(&verdicts["all"]) && is_measured(&verdicts["by_level"][0]));
    }
    let exports = report["exports"].as_array().unwrap();
    assert_eq!(exports.len(), 2 * base.exports().len());
    assert!(exports.iter().all(|export| is_measured(export) && export["positions"] == 2), "{exports:?}");
    let values = report["values"].as_array().unwrap();
    assert!(values.len() == 2 && values.iter().all(is_measured), "{values:?}");
}

#[test]
fn one_rule_has_one_row_and_no_verdicts() {
    let report = bench("#moves\nh8,i9,i7\n", &["--rule", "t.threat for white"]);
    assert_eq!(report["rows"].as_array().unwrap().len(), 1);
    assert_eq!(report["rows"][0]["questions"]["all"]["compiled"]["answers_per_second"], Value::Null);
    assert_eq!(report["verdicts"], Value::Null);
}
