//! Tests of `noire coverage` on the command line.

use std::process::Command;

use noire::board::{Diagram, Point};
use serde_json::Value;

/// The tests use the base with the rules as the thesis prints them. It never changes, so the expected results do not
/// change either.
const BASE: &str = "renju-2001";

fn noire(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(["coverage", "--game", BASE])
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn json_has_rows_rules_and_missing_shapes() {
    let arguments =
        ["--random", "60", "--seed", "3", "--level", "1,3,5", "--without", "cross.1", "--format", "json"];
    let (status, out, err) = noire(&arguments);
    assert_eq!((status, &*err, out.lines().count()), (0, "", 1));
    let object: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&object["game"], &object["against"], &object["repeatable"]),
        (&BASE.into(), &Value::Null, &true.into())
    );
    assert_eq!(object["source"], "60 random boards of seed 3");
    let rows = object["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2 * 4);
    for row in rows {
        let [positions, recognised] = [&row["positions"], &row["bases"][0]["recognised"]].map(Value::as_u64);
        match row["level"].is_null() || positions == Some(0) {
            true => assert!(row["bases"][0]["recall"].is_null()),
            false => {
                let share = recognised.unwrap() as f64 / positions.unwrap() as f64;
                assert_eq!(row["bases"][0]["recall"].as_f64(), Some(share));
            }
        }
    }
    let missing = object["missing"].as_array().unwrap();
    assert!(!missing.is_empty());
    for group in missing {
        let names = group["names"].as_array().unwrap().len() as u64;
        let positions = ["black", "white"].map(|player| group["positions"][player].as_u64().unwrap_or(0));
        assert_eq!(positions.iter().sum::<u64>(), names);
        assert!(group["plays"][0].as_str().unwrap().parse::<Point>().is_ok());
        assert!(group["position"].as_str().unwrap().parse::<Diagram>().is_ok());
    }
    // Only times differ between runs.
    let again: Value = serde_json::from_str(&noire(&arguments).1).unwrap();
    for part in ["positions", "rules", "missing", "shapes"] {
        assert_eq!(object[part], again[part]);
    }
}

#[test]
fn the_text_report_has_a_table_and_draws_missing_wins() {
    let (status, out, err) = noire(&["--moves", "h8,i9,h9,i10,h10,i11", "--without", "t.threat"]);
    assert_eq!((status, &*err), (0, ""));
    assert!(
        out.starts_with("renju-2001: the command line, without t.threat\n1 position, 0 of finished games"),
        "{out}"
    );
    assert!(out.contains("\nexactly 3 "), "{out}");
    assert!(
        out.contains("level 3: 1 win that no rule of renju-2001 names, 1 shape; 1 can begin with a four\n"),
        "{out}"
    );
    assert!(out.contains("1. 1 position (won by black 1); black plays "), "{out}");
    assert!(out.contains("     position after 6\n") && out.contains('*'), "{out}");
    let (status, out, _) =
        noire(&["--moves", "h8,i9,h9,i10,h10,i11", "--against", "renju-2001", "--missing", "0"]);
    assert_eq!(status, 0);
    assert!(out.starts_with("renju-2001 and renju-2001: "), "{out}");
    assert!(out.contains("0 where the games differ") && !out.contains('*'), "{out}");
}

#[test]
fn wrong_use_is_refused() {
    for (arguments, wanted) in [
        (&["--level", "2"][..], "--level takes odd numbers"),
        (&["--level", "5,3"], "--level takes odd numbers"),
        (&["--without", "z.thread"], "did you mean `z.threat`?"),
        (&["--without", "overline"], "`overline` is of level 0"),
        (&["--shard", "3/2"], "expected a part such as 2/5"),
        (&["--time=-1"], "expected a number of seconds that is not negative, such as 2.5"),
        (&["--against", "nowhere"], "there is no game and no folder `nowhere`"),
        (&["--against", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")], "is a file: name its folder, "),
        (&["--seed", "3"], "--random"),
        (&["--random", "500001"], "500001 is not in 1..=500000"),
    ] {
        let (status, _, err) = noire(arguments);
        assert_eq!(status, 2, "{err}");
        assert!(err.contains(wanted), "{err}");
    }
}
