//! Tests of the output of `noire bench`. No test depends on speed.

use std::process::Command;

use noire::bases::{Backend, DEFAULT_BASE, TextBase};
use noire::facts::Base;
use serde_json::Value;

const BACKENDS: [Backend; 2] = [Backend::Interpreted, Backend::Compiled];

fn base() -> Base {
    Base::open(DEFAULT_BASE, Default::default()).unwrap_or_else(|_| panic!("it is built in"))
}

/// The JSON output of `noire bench` for a small file.
fn bench(text: &str, arguments: &[&str]) -> Value {
    let printed = printed(text, &[&["--format", "json"], arguments].concat());
    serde_json::from_str(&printed).unwrap()
}

/// The output of `noire bench` for a small file.
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

/// Whether an object has all the figures of a measurement that was made position by position.
fn is_measured(object: &Value) -> bool {
    let at_least = |field: &str, least: f64| object[field].as_f64().is_some_and(|number| number >= least);
    at_least("microseconds", 0.0)
        && is_interval(&object["interval"], &object["microseconds"])
        && at_least("spread", 0.0)
        && at_least("median", 0.0)
        && at_least("percentile_99", 0.0)
}

/// Whether an interval contains the value that the report states.
fn is_interval(interval: &Value, stated: &Value) -> bool {
    let [low, high, stated] =
        [&interval[0], &interval[1], stated].map(|number| number.as_f64().unwrap_or(f64::NAN));
    low <= stated && stated <= high
}

/// The subjects of one kind that were measured position by position.
fn subjects<'r>(report: &'r Value, what: &str) -> Vec<&'r Value> {
    report["subjects"].as_array().unwrap().iter().filter(|subject| subject["what"] == what).collect()
}

#[test]
fn exports_values_and_verdicts_are_listed_by_name_with_a_spread() {
    let text = printed("#moves\nh8,i9,i7,g9,g7,h9,h7\nh8\n", &[]);
    let (_, costs) = text.split_once("\nexports ").expect("there are exports");
    let (costs, _) = costs.split_once("\nplanner ").expect("what the planner expected stands at the end");
    let mut labels = Vec::new();
    for line in costs.lines().skip(1).filter(|line| {
        let is_prose = ["node verdict", "Each position"].iter().any(|begin| line.starts_with(begin));
        !line.is_empty() && !is_prose
    }) {
        let (label, figures) = line.split_at(line.find("  ").expect("columns stand apart"));
        let columns: Vec<&str> = figures.split_whitespace().collect();
        if columns[0].parse::<usize>().is_err() {
            assert_eq!(columns[1..], ["mean", "±", "spread", "median", "99", "%"], "{line}");
            continue;
        }
        assert!(
            matches!(columns[..], [_, _, _, "%", _, "%", _, _] | [_, _, _, "%", _, "%", "!", _, _]),
            "{line}"
        );
        labels.push(label);
    }
    let base = base();
    for export in &base.contents().exports {
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
    assert_eq!((&report["game"], &report["positions"]), (&DEFAULT_BASE.into(), &2.into()));
    let rows = report["rows"].as_array().unwrap();
    let names: Vec<&str> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
    let mut expected: Vec<String> = base.contents().rules.iter().map(|rule| rule.title()).collect();
    expected.extend([0, 1, 3, 5, 7].map(|level| format!("level {level}")));
    expected.push(DEFAULT_BASE.to_owned());
    assert_eq!(names, expected);
    let levels = rows.iter().filter(|row| row["what"] == "level").map(|row| row["rules"].as_u64().unwrap());
    assert_eq!(levels.sum::<u64>(), base.contents().rules.len() as u64);
    for row in rows {
        for question in ["applies", "first", "all", "count"] {
            let question = &row["questions"][question];
            assert!(question["ratio"].as_f64().is_some_and(|ratio| ratio > 0.0), "{row}");
            for backend in ["interpreted", "compiled"] {
                assert!(question[backend]["microseconds"].as_f64().is_some_and(|time| time > 0.0), "{row}");
                assert!(question[backend]["spread"].as_f64().is_some_and(|spread| spread >= 0.0), "{row}");
                let figure = &question[backend];
                assert!(is_interval(&figure["interval"], &figure["microseconds"]), "{row}");
                assert!(figure["steps"].as_f64().is_some() && figure["bytes"].as_u64().is_some(), "{row}");
            }
        }
    }
    let measured = &report["measured"];
    assert_eq!(measured["program"], concat!("noire ", env!("CARGO_PKG_VERSION")));
    assert_eq!((&measured["seed"], &measured["rounds"]["rules"]), (&1.into(), &3.into()));
    assert_eq!((&measured["seconds"], &measured["confidence"]), (&0.0.into(), &0.95.into()));
    for field in ["date", "system", "compiler", "profile"] {
        assert!(measured[field].as_str().is_some_and(|text| !text.is_empty()), "{measured}");
    }
    for backend in ["interpreted", "compiled"] {
        let verdicts =
            subjects(&report, "verdict").into_iter().find(|one| one["backend"] == backend).unwrap();
        assert_eq!(verdicts["all"]["number"], 8, "four stones in each position");
        let ends = verdicts["by_level"].as_array().unwrap();
        assert_eq!(ends.iter().map(|end| end["number"].as_u64().unwrap()).sum::<u64>(), 8);
        assert!(is_measured(&verdicts["all"]) && ends.iter().all(is_measured));
    }
    let exports = subjects(&report, "export");
    assert_eq!(exports.len(), 2 * base.contents().exports.len());
    let is_of_all = |subject: &&Value| is_measured(&subject["all"]) && subject["all"]["number"] == 2;
    assert!(exports.iter().all(is_of_all), "{exports:?}");
    let values = subjects(&report, "value");
    assert!(values.len() == 2 && values.iter().all(is_of_all), "{values:?}");
    assert_eq!(report["subjects"].as_array().unwrap().len(), exports.len() + 4);
}

#[test]
fn the_rules_of_a_level_add_up_to_its_row() {
    let report = bench("#moves\nh8,i9,i7,g9,g7,h9,h7\nh8\nh8,i9,i7,g9\n", &["--seed", "5"]);
    assert_eq!(report["measured"]["seed"], 5);
    let rows = report["rows"].as_array().unwrap();
    for question in ["applies", "first", "all", "count"] {
        for backend in ["interpreted", "compiled"] {
            for field in ["microseconds", "steps"] {
                let number = |row: &Value| row["questions"][question][backend][field].as_f64().unwrap();
                let of = |what: &str, level: &Value| -> f64 {
                    let rows = rows
                        .iter()
                        .filter(|row| row["what"] == what && (level.is_null() || row["level"] == *level));
                    rows.map(number).sum()
                };
                let same = |one: f64, other: f64| (one - other).abs() <= 1e-6 * other.max(1.0);
                for level in rows.iter().filter(|row| row["what"] == "level") {
                    assert!(same(of("rule", &level["level"]), number(level)), "{field} {level}");
                }
                let base = number(rows.last().unwrap());
                assert!(
                    same(of("rule", &Value::Null), base) && same(of("level", &Value::Null), base),
                    "{field}"
                );
            }
        }
    }
}

#[test]
fn both_back_ends_count_the_same_steps_and_bytes() {
    let report = bench("#moves\nh8,i9,i7,g9,g7,h9,h7\nh8\nh8,i9,i7,g9,g7\n", &[]);
    let mut steps = 0.0;
    for row in report["rows"].as_array().unwrap() {
        for (question, answers) in row["questions"].as_object().unwrap() {
            for field in ["steps", "bytes"] {
                assert_eq!(
                    answers["interpreted"][field], answers["compiled"][field],
                    "{question} {field} {row}"
                );
            }
            steps += answers["compiled"]["steps"].as_f64().unwrap();
        }
    }
    assert!(steps > 100.0, "{steps}");
}

#[test]
fn tables_fit_the_terminal() {
    for (columns, arguments) in [
        (80, &["--game", "renju-2001"][..]),
        (80, &["--game", "renju"]),
        (80, &["--game", "renju", "--against", "renju-2001"]),
        (60, &["--game", "renju-2001", "--against", "gomoku"]),
        (80, &["--game", "draughts"]),
        (60, &["--game", "othello"]),
    ] {
        let positions = if arguments[0] == "--game" { &[][..] } else { &["--moves", "h8,i9,i7,g9,g7,h9,h7"] };
        let output = Command::new(env!("CARGO_BIN_EXE_noire"))
            .args(["bench", "--time", "0"])
            .args(arguments)
            .args(positions)
            .env("COLUMNS", columns.to_string())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.lines().count() > 10, "{text}");
        let wide: Vec<&str> = text.lines().filter(|line| line.chars().count() > columns).collect();
        assert!(wide.is_empty(), "{arguments:?} {wide:#?}");
        // The numbers are aligned below the headings of their columns, and no line is wrapped.
        let rows = text.lines().filter(|line| line.starts_with("level ") || line.starts_with("all moves,"));
        let percents = rows.filter(|line| line.contains(" %"));
        assert!(percents.count() > 0, "{text}");
    }
}

#[test]
fn one_rule_has_one_row_and_no_verdicts() {
    let report = bench("#moves\nh8,i9,i7\n", &["--rule", "t.threat for white"]);
    assert_eq!(report["rows"].as_array().unwrap().len(), 1);
    assert_eq!(report["rows"][0]["questions"]["all"]["compiled"]["answers_per_second"], Value::Null);
    assert_eq!(report["subjects"], serde_json::json!([]));
}

/// Runs `noire bench` on the whole corpus with minimal effort, since times do not matter here.
fn corpus(arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(["bench", "--time", "0", "--rule", "cross.2"])
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn answers_are_compared_before_times_are_measured() {
    let (out, err, status) = corpus(&["--game", "renju-2001", "--question", "all,count"]);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert!(out.contains("\n739 answers of rules are the same interpreted and compiled\n"), "{out}");
    let headings: Vec<&str> =
        out.lines().filter(|line| line.contains("interpreted  compiled  ratio")).collect();
    assert_eq!(headings.len(), 2, "{out}");
    assert!(headings[0].starts_with("all ") && headings[1].starts_with("count "), "{out}");
}

#[test]
fn a_base_is_compared_with_another_base_or_an_earlier_run() {
    let (json, _, _) = corpus(&["--game", "renju-2001", "--question", "all", "--format", "json"]);
    let report: Value = serde_json::from_str(&json).unwrap();
    let expected = &report["rows"][0]["expected"];
    assert!(
        expected["answers"].as_f64().unwrap() > 0.0 && expected["cost"].as_f64().unwrap() > 0.0,
        "{json}"
    );
    let folder = crate::commands::folder("bench-saved", &[("before.json", &json), ("wrong.json", "[1, 2")]);
    let before = format!("{folder}/before.json");

    let arguments = ["--game", "renju-2001", "--question", "all", "--against"];
    let (out, _, status) = corpus(&[&arguments[..], &[&before]].concat());
    assert_eq!(status, Some(0));
    assert!(out.contains(&format!("beside figures of an earlier run, {before}")), "{out}");
    assert!(out.contains("interpreted, before") && out.contains("to before"), "{out}");

    let (out, _, _) = corpus(&[&arguments[..], &["renju", "--format", "json"]].concat());
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["against"]["name"], "renju");
    assert_eq!(report["against"]["differing"], serde_json::json!(["cross.2 for white", "cross.2 for black"]));
    let against = &report["rows"][0]["questions"]["all"]["against"];
    assert!(against["compiled"]["microseconds"].as_f64().unwrap() > 0.0, "{out}");

    // Earlier versions wrote the key "base" for the game.
    let earlier = json.replacen("\"game\": ", "\"base\": ", 1);
    assert_ne!(earlier, json);
    let folder =
        crate::commands::folder("bench-saved", &[("earlier.json", &earlier), ("wrong.json", "[1, 2")]);
    let (out, err, status) = corpus(&[&arguments[..], &[&format!("{folder}/earlier.json")]].concat());
    assert!(status == Some(0) && out.contains("interpreted, earlier"), "{out} {err}");

    let wrong = format!("{folder}/wrong.json");
    let (_, err, status) = corpus(&[&arguments[..], &[&wrong]].concat());
    assert_eq!((status, err.contains("has no figures")), (Some(1), true), "{err}");
}

#[test]
fn figures_are_printed_in_formats_for_other_programs() {
    let of = |format: &str| corpus(&["--question", "applies,all", "--format", format]).0;
    let csv = of("csv");
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(
        lines[0],
        "question,what,name,who,microseconds,spread,answers_per_second,low,high,steps,bytes"
    );
    let fields = |line: &str| -> Vec<String> { line.split(',').map(str::to_owned).collect() };
    let rows: Vec<Vec<String>> = lines[1..].iter().map(|line| fields(line)).collect();
    assert_eq!(rows.len(), 2 * 2 * 2, "two questions, two rules, two back ends");
    assert!(rows.iter().all(|row| row.len() == 11 && row[4].parse::<f64>().unwrap() > 0.0), "{csv}");
    assert_eq!(rows[0][..4], ["applies", "rule", "cross.2 for white", "interpreted"]);

    let markdown = of("markdown");
    let tables: Vec<&str> = markdown.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(tables.len(), 2 * 4, "{markdown}");
    assert_eq!(tables[0], "| applies | interpreted | compiled | ratio | ± | spread |");
    assert!(tables.iter().all(|line| line.matches('|').count() == 7), "{markdown}");
    let latex = of("latex");
    assert_eq!(latex.matches("\\begin{tabular}{lrrrrr}").count(), 2, "{latex}");

    let svg = of("svg");
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(svg.matches("<title>").count(), 1 + 2 * 2 * 2, "a dot for each figure");
    let game = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(["bench", "--game", "noughts", "--time", "0", "--format", "csv", "--sort", "name"])
        .args(["--question", "all"])
        .output()
        .unwrap();
    let csv = String::from_utf8(game.stdout).unwrap();
    let rules: Vec<&str> =
        csv.lines().filter(|line| line.contains(",rule,") && line.contains(",compiled,")).collect();
    assert!(rules.len() > 5 && rules.is_sorted(), "{csv}");
    assert!(csv.contains("\none by one,game,all moves,compiled,"), "{csv}");
}

#[test]
fn rules_are_listed_in_the_requested_order() {
    let names = |sort: &str| -> Vec<String> {
        let report = [
            "bench",
            "--time",
            "0.001",
            "--game",
            "gomoku",
            "--question",
            "all",
            "--format",
            "csv",
            "--sort",
            sort,
        ];
        let output = Command::new(env!("CARGO_BIN_EXE_noire")).args(report).output().unwrap();
        let csv = String::from_utf8(output.stdout).unwrap();
        // The table of the queries is followed by that of exports, values and verdicts.
        let compiled = csv.lines().filter(|line| line.starts_with("all,") && line.contains(",compiled,"));
        compiled.map(|line| line.split(',').take(5).collect::<Vec<_>>().join(",")).collect()
    };
    let time = |line: &str| line.rsplit(',').next().unwrap().parse::<f64>().unwrap();
    let sorted = names("time");
    let rules: Vec<f64> =
        sorted.iter().filter(|line| line.contains(",rule,")).map(|line| time(line)).collect();
    assert!(rules.len() == 24 && rules.is_sorted_by(|one, other| one >= other), "{sorted:?}");
    assert!(sorted.last().unwrap().contains(",base,gomoku,"), "the base stands behind its rules");
    let named: Vec<String> =
        names("name").iter().take(24).map(|line| line.split(',').nth(2).unwrap().to_owned()).collect();
    assert!(named.is_sorted(), "{named:?}");
}

/// Runs `noire bench` on noughts with minimal effort.
fn noughts(arguments: &[&str]) -> (String, String, Option<i32>) {
    let words = [&["bench", "--game", "noughts", "--time", "0"], arguments].concat();
    let output = Command::new(env!("CARGO_BIN_EXE_noire")).args(words).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn a_game_in_text_is_measured_like_one_of_stones() {
    let report: Value = serde_json::from_str(&noughts(&["--format", "json"]).0).unwrap();
    assert_eq!((&report["game"], &report["source"]), (&"noughts".into(), &"random games".into()));
    let rows = report["rows"].as_array().unwrap();
    let of = |what: &str| rows.iter().filter(|row| row["what"] == what).collect::<Vec<_>>();
    let base = TextBase::open("noughts", Default::default()).unwrap_or_else(|_| panic!("it is built in"));
    assert_eq!(of("rule").len(), base.contents().rules.len());
    assert_eq!(of("score").len(), base.contents().scores.len());
    assert_eq!(of("preference").len(), base.contents().preferences.len());
    assert_eq!((of("level").len(), of("base").len()), (3, 1));
    for row in rows {
        for (name, question) in row["questions"].as_object().unwrap() {
            let [one, other] = ["interpreted", "compiled"].map(|backend| &question[backend]);
            assert!(one["microseconds"].as_f64().is_some_and(|time| time > 0.0), "{name} {row}");
            for field in ["steps", "bytes"] {
                assert_eq!(one[field], other[field], "{name} {row}");
                // Bitboard operations count neither steps nor bytes. Preferences have such operations only in the
                // compiled back end.
                let is_alike = question["alike"] == true;
                assert!(!is_alike || one[field].is_null(), "{name} {row}");
                match row["what"].as_str() {
                    Some("rule" | "score") => assert_eq!(is_alike, one[field].is_null(), "{name} {row}"),
                    Some("preference") => assert_eq!(is_alike, name == "applies", "{row}"),
                    _ => {}
                }
            }
        }
        assert_eq!(row["expected"].is_object(), row["what"] == "rule", "{row}");
    }
    let three = &of("rule")[0]["questions"];
    assert!(three["all"]["compiled"]["steps"].as_f64().is_some_and(|steps| steps > 1.0), "{three}");
    let games = subjects(&report, "game");
    let names: Vec<&str> = games.iter().map(|one| one["name"].as_str().unwrap()).step_by(2).collect();
    let expected = ["all moves", "every move made", "how the game ended", "a random game from there"];
    assert_eq!(names, expected);
    assert_eq!(subjects(&report, "value").len(), 2);
    let subjects = report["subjects"].as_array().unwrap();
    let is_of_all = |subject: &Value| subject["all"]["number"] == report["positions"];
    assert!(subjects.iter().all(|one| is_measured(&one["all"]) && is_of_all(one)), "{subjects:?}");
}

/// Noughts with a rule that the other version does not have.
const VERSION: &str = "base noughts\n\nuse noughts/rules\nuse noughts/lines\nuse noughts/level-1\n\n\
     rule fork for Color at level 3 plays Field1 if\n    \
     opens(Field1, Field2, Color), opens(Field1, Field3, Color), Field2 < Field3\n";

#[test]
fn a_game_in_text_is_compared_with_another_version_and_an_earlier_run() {
    let json = noughts(&["--question", "all", "--format", "json"]).0;
    let folder =
        crate::commands::folder("bench-noughts", &[("before.json", &json), ("base.blanche", VERSION)]);
    let (out, err, status) = noughts(&["--question", "all", "--against", &format!("{folder}/before.json")]);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert!(out.contains("compiled, before") && out.contains("to before"), "{out}");

    let (out, err, status) = noughts(&["--question", "all", "--against", &folder, "--format", "json"]);
    assert_eq!(status, Some(0), "{err}");
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["against"]["differing"], serde_json::json!(["fork for x", "fork for o"]));
    for row in report["rows"].as_array().unwrap() {
        let [one, other] =
            ["interpreted", "compiled"].map(|backend| &row["questions"]["all"]["against"][backend]);
        // The other version has no scores, and is not compiled.
        let has = !matches!(row["what"].as_str(), Some("score" | "preference"));
        assert_eq!((one.is_object(), other.is_null()), (has, true), "{row}");
    }

    let (out, err, status) = noughts(&["--against", "othello"]);
    assert_eq!((status, out.as_str()), (Some(1), ""));
    assert_eq!(
        err,
        "error: othello has none of the positions of noughts\n  only two versions of the same game can be compared\n"
    );
}

#[test]
fn rules_that_both_back_ends_interpret_are_starred() {
    let (out, _, _) = noughts(&["--question", "all"]);
    let name = |line: &str| line.split("  ").next().unwrap().to_owned();
    let names: Vec<String> = out.lines().map(name).collect();
    assert!(names.contains(&"two for x *".to_owned()) && names.contains(&"three for x".to_owned()), "{out}");
    assert!(out.contains("\n* by operations on words, which both back ends interpret\n"), "{out}");
    let (alone, _, _) = noughts(&["--question", "all", "--backend", "interpreted"]);
    assert!(!alone.contains('*'), "{alone}");
}
