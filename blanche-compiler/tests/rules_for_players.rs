//! A rule for every player is planned as if it were written once for each player. The base `renju-2001` has rules for
//! each of its two colours. Here they are written once for both colours, and must have the same plans.

use blanche_compiler::diagnostic::Severity;
use blanche_compiler::project::{Project, SearchPath};
use blanche_compiler::{check_program, plan};

/// Shapes with the colour as an argument. They include the exceptions that renju makes for black.
const SHAPES: &str = "\
border(Group, black) :- in(Field_, Group, 0, 0), color(Field_, black)
border(Group, black) :- in(Field_, Group, 6, 6), color(Field_, black)

one(Group, Color) :- group(Group, Color, 1), ¬border(Group, Color)
two(Group, Color) :- group(Group, Color, 2), ¬border(Group, Color)
three(Group, Color) :- group(Group, Color, 3), ¬border(Group, Color)
open.one(Group, Color) :- one(Group, Color), open(Group)
open.two(Group, Color) :- two(Group, Color), open(Group)

loses(Field, black) :- lead.to.black.loss(Field)
";

/// Additional conditions for black in the cross rules: neither the second nor the third stone may be forbidden.
const LAST_STONES: &str = "\
last.of.two(Field1, Group1) :-
    in(Field2_, Group1), empty(Field2_), ¬equal(Field1, Field2_), ¬lead.to.black.loss(Field1, Field2_)
last.of.three(Field1, Field2, Group3) :-
    in(Field3_, Group3), ¬equal(Field1, Field3_), ¬equal(Field2, Field3_),
    empty(Field3_), ¬lead.to.black.loss(Field1, Field2, Field3_)
";

const ONCE: &str = "\
rule once.t for Color at level 3 plays Field1 if
    three(Group1, Color), three(Group2, Color), ¬equal(Group1, Group2),
    in(Field1, Group1), in(Field1, Group2), empty(Field1), ¬loses(Field1, Color)

rule once.cross for Color against Other at level 5 plays Field1 if
    open.two(Group1, Color), three(Group2, Color),
    ¬same.direction(Group1, Group2),
    centered.in(Field1, Group1), empty(Field1), in(Field1, Group2),
    ¬overlap(Group2, Other, 3, Field1),
    (equal(Color, white) ; last.of.two(Field1, Group1))

rule once.double for Color against Other at level 7 plays Field1 if
    three(Group1, Color), three(Group2, Color), ¬equal(Group1, Group2),
    open.one(Group3, Color), ¬same.direction(Group1, Group3),
    ¬same.direction(Group2, Group3),
    in(Field1, Group1), empty(Field1), centered.in(Field1, Group3),
    in(Field2, Group2), ¬equal(Field1, Field2),
    empty(Field2), centered.in(Field2, Group3),
    ¬overlap(Group1, Other, 3, Field1),
    ¬overlap(Group2, Other, 3, Field2),
    ¬overlap(Group1, Group2, Other, 3, Field1, Field2),
    (equal(Color, white) ; last.of.three(Field1, Field2, Group3))
";

/// Black's cross rules, in which the condition on the last stone is a derivation. All other rules are in the base.
const TWICE: &str = "\
rule twice.cross for black at level 5 plays Field1 if
    black.open.two(Group1), black.three(Group2),
    ¬same.direction(Group1, Group2),
    centered.in(Field1, Group1), empty(Field1), in(Field1, Group2),
    ¬overlap(Group2, white, 3, Field1),
    last.of.two(Field1, Group1)

rule twice.double for black at level 7 plays Field1 if
    black.three(Group1), black.three(Group2), ¬equal(Group1, Group2),
    black.open.one(Group3), ¬same.direction(Group1, Group3),
    ¬same.direction(Group2, Group3),
    in(Field1, Group1), empty(Field1), centered.in(Field1, Group3),
    in(Field2, Group2), ¬equal(Field1, Field2),
    empty(Field2), centered.in(Field2, Group3),
    ¬overlap(Group1, white, 3, Field1),
    ¬overlap(Group2, white, 3, Field2),
    ¬overlap(Group1, Group2, white, 3, Field1, Field2),
    last.of.three(Field1, Field2, Group3)
";

/// Pairs of rules, written in the two ways, that must have the same plan.
const PAIRS: &[(&str, &str)] = &[
    ("once.t for white", "t.threat for white"),
    ("once.t for black", "t.threat for black"),
    ("once.cross for white", "cross.2 for white"),
    ("once.cross for black", "twice.cross for black"),
    ("once.double for white", "double.cross.3 for white"),
    ("once.double for black", "twice.double for black"),
];

/// The plan of a rule, without its title and without the source literals of its steps. The derivations for black get
/// the names that they have in the base.
fn steps(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.is_empty()).skip(1);
    let lines = lines.map(|line| line.split("  % ").next().unwrap_or(line));
    let called = |line: &str| match line.split_once("border(") {
        Some((before, behind)) => {
            format!(
                "{}black.border({}",
                before.trim_end_matches("black."),
                behind.replacen(", black)", ")", 1)
            )
        }
        None => line.to_owned(),
    };
    // Only words are compared, because the width of columns depends on the names.
    lines.map(|line| called(line).split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn a_rule_for_both_players_has_the_plans_of_two_separate_rules() {
    let folder = crate::crate_folder().parent().expect("the crate is in the project").to_owned();
    let folder = folder.join("knowledge/renju-2001");
    let mut project = Project::default();
    let base = std::fs::read_to_string(folder.join("base.blanche")).expect("the base can be read");
    // The removed file defines other shapes with the same names.
    let base = base.replace("use renju-2001/forcing\n", "");
    let text = format!("{base}\n{SHAPES}\n{LAST_STONES}\n{ONCE}\n{TWICE}");
    let root = project.add("knowledge/renju-2001/base.blanche", text.as_bytes());
    let files = project.program(root, &SearchPath::around(&folder, None));
    let checked = check_program(&project, &files, None);
    // Warnings are ignored, because this test deliberately writes the same rules twice.
    let errors = checked.diagnostics.iter().filter(|message| message.severity == Severity::Error);
    let errors: Vec<_> = errors.map(|message| (message.code, &message.title)).collect();
    assert_eq!(errors, [], "the program is a right one");
    let program = &checked.resolved.program;
    let planned = plan::plan(program).expect("it is planned");
    let plan_of = |title: &str| {
        let id = (0..).zip(&program.rules).find(|(_, rule)| program.rule_title(rule) == title);
        let id = blanche_compiler::program::RuleId(id.unwrap_or_else(|| panic!("there is {title}")).0);
        plan::print::print(program, &planned, Some(&[id]))
    };
    for (once, twice) in PAIRS {
        let (once_plan, twice_plan) = (plan_of(once), plan_of(twice));
        assert_eq!(steps(&once_plan), steps(&twice_plan), "{once_plan}\n{twice_plan}");
    }
}
