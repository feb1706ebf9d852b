//! Tests the answers of the rules in `rules/` on both back ends, as reviewed snapshots. `cargo insta review` shows how
//! a change of a rule changes the answers. `INSTA_UPDATE=always cargo test` accepts all changes.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use blanche_compiler::game::{Compiled, Rules};
use blanche_compiler::interpret::{Machine, StateHost};
use blanche_compiler::program::{RuleId, RuleKind};
use blanche_compiler::project::{Project, SearchPath};
use blanche_compiler::{Checked, has_errors, load, report};
use blanche_runtime::{Limits, Position, Value};

/// Rule files: path relative to `rules/`, and content.
type Files = Vec<(String, Vec<u8>)>;

/// The files in `rules/rows` on disk.
fn files() -> Files {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/rows");
    let entries = fs::read_dir(folder).expect("the folder can be read").flatten();
    let mut files: Files = entries
        .map(|entry| {
            let name = format!("rows/{}", entry.file_name().display());
            (name, fs::read(entry.path()).expect("a rule file can be read"))
        })
        .collect();
    files.sort();
    files
}

/// Checks the base in these files.
fn checked(files: &Files) -> Checked {
    let mut project = Project::default();
    let (path, text) = files.iter().find(|(path, _)| path == "rows/base.blanche").expect("it is there");
    let root = project.add(&format!("rules/{path}"), text);
    let search_path =
        SearchPath { texts: files.clone(), texts_folder: Some("rules".to_owned()), ..SearchPath::default() };
    let checked = load(&mut project, root, &search_path);
    let said = report::render(&project.sources, &checked.diagnostics, report::Style::PLAIN);
    assert!(!has_errors(&checked.diagnostics), "{said}");
    checked
}

// ANCHOR: back_ends
/// The rules of a base, evaluated by the interpreter.
fn interpreted(checked: &Checked) -> Rules {
    let program = &checked.resolved.program;
    let plan = checked.plan().expect("it is planned");
    let machine = Machine::<StateHost>::new(program, &plan, Limits::default()).expect("it asks no host");
    Rules::new(Arc::new(program.clone()), Box::new(machine)).expect("the board is small")
}

/// The rules in compiled form. They must have been compiled from the same files.
fn compiled(checked: &Checked) -> Rules {
    let base = rows::base();
    assert_eq!(base.hash, checked.hash, "these files were compiled");
    let program = Arc::new(checked.resolved.program.clone());
    let compiled = Compiled::new(base, &program, Limits::default());
    // Use the plans of the rules, and not bitboard operations.
    Rules::new(program, Box::new(compiled)).expect("the board is small").by_plans()
}
// ANCHOR_END: back_ends

/// The position after some moves.
fn position(rules: &Rules, moves: &str) -> Position {
    let mut position = rules.start().expect("the game begins");
    let moves = rules.records().read_record(&position, moves);
    for mv in moves.unwrap_or_else(|fault| panic!("{}", fault.found)) {
        rules.play(&mut position, mv).expect("it can be made");
    }
    position
}

/// The position after some moves, and a line for each answer of each rule.
fn answers(rules: &Rules, moves: &str) -> String {
    let program = rules.program();
    let position = position(rules, moves);
    let mut text = rules.notation().position_text(&position);
    text.push('\n');
    for (rule, id) in
        program.rules.iter().zip((0..).map(RuleId)).filter(|(rule, _)| rule.kind == RuleKind::Rule)
    {
        let mut answers = 0;
        let mut line = |answer: &[Value]| {
            let values = rule.answer.iter().zip(answer).map(|(id, value)| {
                let variable = &rule.variables[id.index()];
                format!("{} = {}", variable.name, program.sort(variable.sort).text(*value))
            });
            answers += 1;
            let _ = writeln!(text, "{}: {}", program.rule_title(rule), values.collect::<Vec<_>>().join(", "));
        };
        rules.each_answer(&mut position.clone(), id, &[], &mut line).expect("within its limits");
        if answers == 0 {
            let _ = writeln!(text, "{}: no answer", program.rule_title(rule));
        }
    }
    text
}

// ANCHOR: positions
/// The tested positions: names, and the moves that lead to them.
const POSITIONS: [(&str, &str); 3] =
    [("two_in_a_row", "b2 a1 b3 d1"), ("many_forks", "a1 b4 c2 d4"), ("no_fork", "a1 b2 c1 d4")];

#[test]
fn rules_answer_what_was_reviewed() {
    let checked = checked(&files());
    let [interpreted, compiled] = [interpreted(&checked), compiled(&checked)];
    for (name, moves) in POSITIONS {
        let said = answers(&interpreted, moves);
        // First check that both back ends agree; then one snapshot serves for both.
        assert_eq!(said, answers(&compiled, moves), "{name}");
        insta::assert_snapshot!(name, said);
    }
}
// ANCHOR_END: positions

/// The program itself, which has no interpreter, finds the same rules that have answers in the snapshot tests.
#[test]
fn the_program_says_which_rules_apply() {
    let rules = interpreted(&checked(&files()));
    for (name, moves) in POSITIONS {
        let said = answers(&rules, moves);
        let lines = said.lines().filter(|line| !line.ends_with(": no answer"));
        let mut expected: Vec<&str> = lines.filter_map(|line| Some(line.split_once(": ")?.0)).collect();
        expected.dedup();
        let found = rows::applying(&mut position(&rules, moves)).expect("within its limits");
        assert_eq!(found, expected, "{name}");
    }
}

/// The lines that occur in only one of the two texts.
fn difference(before: &str, after: &str) -> String {
    let only = |sign: char, text: &str, other: &str| -> String {
        let lines = text.lines().filter(|line| !other.lines().any(|known| known == *line));
        lines.map(|line| format!("{sign} {line}\n")).collect()
    };
    only('-', before, after) + &only('+', after, before)
}

/// Example of a review: an author thinks that `opens` need not check the second field. The changed answers show that
/// the change is wrong: two gaps are no fork if the other player already occupies one of them.
#[test]
fn a_change_of_a_rule_is_reviewed_by_what_it_answers() {
    let mut files = files();
    let before = interpreted(&checked(&files));
    let (_, text) =
        files.iter_mut().find(|(path, _)| path == "rows/threats.blanche").expect("it has the rule");
    let changed = String::from_utf8_lossy(text).replace("empty(Field1), empty(Field2),", "empty(Field1),");
    *text = changed.into_bytes();
    let after = interpreted(&checked(&files));
    let mut review = String::new();
    for (name, moves) in POSITIONS {
        let difference = difference(&answers(&before, moves), &answers(&after, moves));
        if !difference.is_empty() {
            review.push_str(&format!("{name}\n{difference}"));
        }
    }
    insta::assert_snapshot!("review_of_gaps_that_are_filled", review);
}
