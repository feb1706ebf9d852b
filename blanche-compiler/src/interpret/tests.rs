//! A table test of the interpreter. The input is a position and a body. The output consists of the plan, the answers in
//! order, and the number of steps taken.
//!
//! The table is `cases.txt`, in the format of the planner's tables and for the same domain (`plan/tests.rs`). A line
//! `where on(s1, l2), hub(s1)` lists the tuples that hold in the position. The body after `if` is evaluated as a query.
//!
//! The output begins with the plan as `blanche plan` prints it, with its step counts and with the rules and routines
//! that it calls. Then there is one answer per line, or `yes` or `no` if there are no variables. The last line is the
//! number of steps taken, including the steps for sorting the answers.

use std::cell::RefCell;
use std::fmt::Write;

use blanche_sorted::SortedSet;

use super::{Host, Machine};
use crate::checked::check_program;
use crate::diagnostic::has_errors;
use crate::plan::tests::{check_rows, domain};
use crate::plan::{self, Access, Action, Block, Plan};
use crate::program::{Program, RuleId, RuleKind};
use crate::project::{Project, SearchPath};
use crate::runtime::{LimitReached, Limits, Solutions, Value};
use crate::syntax::parse_query;

/// The modes of the domain: the predicate, and for each argument `b` if it is bound or `f` if it is free.
const MODES: [(&str, &str); 11] = [
    ("on", "bb"),
    ("on", "fb"),
    ("on", "bf"),
    ("kind", "bf"),
    ("kind", "fb"),
    ("staffed", "b"),
    ("staffed", "f"),
    ("hub", "f"),
    ("near", "bf"),
    ("speed", "bb"),
    ("warned", "b"),
];

/// The values of the sort of kinds, in order.
const KINDS: [&str; 3] = ["fast", "slow", "night"];

/// The tuples that hold in a position.
#[derive(Clone, Debug, Default, PartialEq)]
struct Position {
    tuples: SortedSet<(String, Vec<Value>)>,
}

impl Position {
    /// Adds tuples written like `on(s1, l2), hub(s1)`.
    fn state(&mut self, tuples: &str) {
        for tuple in tuples.split(')').filter(|tuple| !tuple.is_empty()) {
            let (name, arguments) = tuple.split_once('(').expect("a tuple has arguments");
            let value = |text: &str| match KINDS.iter().position(|kind| *kind == text) {
                Some(kind) => kind as Value,
                None => text[1..].parse().expect("a letter stands in front of a number"),
            };
            let name = name.trim_start_matches([',', ' ']).to_owned();
            self.tuples.insert((name, arguments.split(", ").map(value).collect()));
        }
    }

    /// The free arguments of the tuples that match a mode and its inputs, in order.
    fn answers(&self, mode: u32, inputs: &[Value]) -> Vec<Vec<Value>> {
        let (name, bound) = MODES[mode as usize];
        let given = |tuple: &[Value], letter: u8| -> Vec<Value> {
            let columns = tuple.iter().zip(bound.bytes()).filter(|(_, how)| *how == letter);
            columns.map(|(value, _)| *value).collect()
        };
        let tuples =
            self.tuples.iter().filter(|(known, tuple)| known == name && given(tuple, b'b') == inputs);
        tuples.map(|(_, tuple)| given(tuple, b'f')).collect()
    }
}

// ANCHOR: host
/// The host of the domain. The move `close` removes a tuple of `staffed`, and is impossible if there is no such tuple.
enum Railway {}

impl Host for Railway {
    type Facts = Position;

    fn mode(predicate: &str, bound: &[bool]) -> Option<u32> {
        let bound: String = bound.iter().map(|bound| if *bound { 'b' } else { 'f' }).collect();
        MODES.iter().position(|mode| *mode == (predicate, &bound)).map(|at| at as u32)
    }

    fn read(sort: &str, text: &str) -> Option<Value> {
        text.strip_prefix(&sort[..1])?.parse().ok()
    }

    fn write(sort: &str, value: Value) -> Option<String> {
        Some(format!("{}{value}", &sort[..1]))
    }

    fn test(facts: &mut Position, mode: u32, inputs: &[Value]) -> bool {
        !facts.answers(mode, inputs).is_empty()
    }

    fn each(facts: &mut Position, mode: u32, inputs: &[Value], answers: &mut Vec<Value>) {
        answers.extend(facts.answers(mode, inputs).concat());
    }

    fn set(facts: &mut Position, mode: u32, inputs: &[Value], take: &mut dyn FnMut(&[u64])) {
        let mut words = [0; 4];
        for value in facts.answers(mode, inputs).concat() {
            words[(value as usize) / 64] |= 1 << (value % 64);
        }
        take(&words);
    }

    fn ask(
        facts: &mut Position,
        mode: u32,
        inputs: &[Value],
        rules: &mut dyn FnMut(&mut Position) -> Result<bool, LimitReached>,
    ) -> Result<bool, LimitReached> {
        Ok(Railway::test(facts, mode, inputs) && rules(facts)?)
    }

    fn action(action: &str, arguments: usize) -> Option<u32> {
        (action == "close" && arguments == 1).then_some(0)
    }

    fn make(facts: &mut Position, _: u32, inputs: &[Value]) -> bool {
        facts.tuples.remove(&("staffed".to_owned(), inputs.to_vec()))
    }

    fn take_back(facts: &mut Position, _: u32, inputs: &[Value]) {
        facts.tuples.insert(("staffed".to_owned(), inputs.to_vec()));
    }
}
// ANCHOR_END: host

/// The output for a row. The kinds of actions in its plan are added to `kinds`.
fn answered(domain: &str, input: &str, kinds: &mut SortedSet<&'static str>) -> Result<String, String> {
    let (mut text, mut query, mut position) = (domain.to_owned(), "", Position::default());
    for line in input.lines() {
        match (line.strip_prefix("where "), line.strip_prefix("if ")) {
            (Some(tuples), _) => position.state(tuples),
            (_, Some(body)) => query = body,
            _ => text = text + line + "\n",
        }
    }
    let mut project = Project::default();
    let root = project.add("case.blanche", text.as_bytes());
    let files = project.program(root, &SearchPath::default());
    let id = project.sources.add("query", query.as_bytes());
    let (query, unread) = parse_query(&project.sources, id);
    let checked = check_program(&project, &files, Some(&query));
    let mut said = unread;
    said.extend(checked.diagnostics);
    if has_errors(&said) {
        return Err(said.into_iter().map(|message| message.title).collect::<Vec<String>>().join(", "));
    }
    let program = &checked.resolved.program;
    let plan = plan::plan_query(program).map_err(|message| message.title)?;
    each_block(&plan, &mut |block| block.steps.iter().for_each(|step| note(&step.action, kinds)));
    Ok(printed(program, &plan) + &run(program, &plan, &mut position))
}

/// The answers to the query and the number of steps taken. Checks that the other ways to evaluate the query agree.
fn run(program: &Program, plan: &Plan, position: &mut Position) -> String {
    let limits = Limits::default();
    let machine = Machine::<Railway>::new(program, plan, limits).expect("the host answers the domain");
    let query = program.rules.iter().position(|rule| rule.kind == RuleKind::Query).expect("it is asked");
    let (id, rule) = (RuleId(query as u32), &program.rules[query]);
    let before = position.clone();
    let mut all = Solutions::new(rule.answer.len());
    let (mut budget, answered) =
        machine.each(position, id, &mut |tuple| all.push_within(tuple, limits.memory));
    answered.and_then(|()| all.finish(machine.order(id), &mut budget)).expect("the limits are not reached");
    assert_eq!(*position, before, "every move is taken back");
    assert_eq!(machine.all(position, id).expect("it is answered").len(), all.len());
    assert_eq!(machine.count(position, id), Ok(all.len()));
    assert_eq!(machine.applies(position, id), Ok(!all.is_empty()));
    assert_eq!(machine.first(position, id).expect("it is answered").iter().next(), all.iter().next());
    let mut text = String::new();
    for tuple in all.iter().filter(|tuple| !tuple.is_empty()) {
        let named = rule.answer.iter().zip(tuple).map(|(id, given)| {
            let variable = &rule.variables[id.index()];
            let sort = program.sort(program.sort(variable.sort).root);
            let of_host = matches!(sort.name.as_str(), "station" | "line");
            let value = Railway::write(&sort.name, *given).filter(|_| of_host);
            format!("{} = {}", variable.name, value.unwrap_or_else(|| sort.text(*given)))
        });
        let _ = writeln!(text, "{}", named.collect::<Vec<String>>().join(", "));
    }
    if text.is_empty() {
        text = if all.is_empty() { "no\n" } else { "yes\n" }.to_owned();
    }
    text + &format!("steps: {}\n", limits.work - budget.work_left())
}

/// The plans of the query and of the rules and routines that it calls.
fn printed(program: &Program, plan: &Plan) -> String {
    let mut text = String::new();
    for planned in plan.rules.iter().rev().filter(|planned| !planned.body.steps.is_empty()) {
        let rule = program.rule(planned.rule);
        if rule.kind != RuleKind::Query {
            let _ = writeln!(text, "rule {}", rule.name);
        }
        text += &plan::print::steps(program, plan, &planned.frame, &planned.sets, &planned.body);
    }
    for routine in &plan.routines {
        let tabled = if routine.tabled { ", tabled" } else { "" };
        let _ = writeln!(text, "call of {}: {}{tabled}", plan::print::title(program, routine), routine.work);
        for clause in &routine.clauses {
            let _ = writeln!(text, "clause: {}", clause.work);
            text += &plan::print::steps(program, plan, &clause.frame, &clause.sets, &clause.body);
        }
    }
    text
}

fn each_block(plan: &Plan, each: &mut dyn FnMut(&Block)) {
    fn inside(block: &Block, each: &mut dyn FnMut(&Block)) {
        each(block);
        for step in &block.steps {
            if let Some(block) = step.action.inner() {
                inside(block, each);
            }
        }
    }
    plan.rules.iter().for_each(|rule| inside(&rule.body, each));
    plan.routines.iter().flat_map(|routine| &routine.clauses).for_each(|clause| inside(&clause.body, each));
}

/// The kinds of actions, subdivided if the interpreter executes a kind in different ways.
const ACTIONS: [&str; 27] = [
    "each answer of the host",
    "each fact",
    "one answer of the host",
    "test of the host",
    "test of a fact",
    "test that is remembered",
    "test that must fail",
    "equal",
    "different",
    "let",
    "part",
    "call",
    "call that must fail",
    "call that is remembered",
    "each answer of a call",
    "there is",
    "there is none",
    "comparison",
    "comparison that must fail",
    "sum",
    "each member",
    "members",
    "no members",
    "set",
    "collected set",
    "moves",
    "never",
];

/// Records the kind of an action. A new kind must be named here and needs a row in the table.
fn note(action: &Action, kinds: &mut SortedSet<&'static str>) {
    kinds.insert(match action {
        Action::Each { one: true, access: Access::Extern(..), .. } => "one answer of the host",
        Action::Each { access: Access::Extern(..), .. } => "each answer of the host",
        Action::Each { access: Access::Facts(..), .. } => "each fact",
        Action::Test { memo: true, .. } => "test that is remembered",
        Action::Test { holds: false, .. } => "test that must fail",
        Action::Test { access: Access::Extern(..), .. } => "test of the host",
        Action::Test { access: Access::Facts(..), .. } => "test of a fact",
        Action::Compare { equal: true, .. } => "equal",
        Action::Compare { .. } => "different",
        Action::Holds { holds: true, .. } => "comparison",
        Action::Holds { .. } => "comparison that must fail",
        Action::Solve { .. } => "sum",
        Action::Assign { .. } => "let",
        Action::Within { .. } => "part",
        Action::Call { memo: true, .. } => "call that is remembered",
        Action::Call { holds: false, .. } => "call that must fail",
        Action::Call { .. } => "call",
        Action::EachCall { .. } => "each answer of a call",
        Action::Aggregate { .. } => "what answers come to",
        Action::Exists { holds: true, .. } => "there is",
        Action::Exists { .. } => "there is none",
        Action::EachIn { .. } => "each member",
        Action::Has { holds: true, .. } => "members",
        Action::Has { .. } => "no members",
        Action::BindSet { .. } => "set",
        Action::Collect { .. } => "collected set",
        Action::After { .. } => "moves",
        Action::Fail => "never",
        Action::Spend { .. } => return,
    });
}

#[test]
fn plans_are_executed_as_in_the_table() {
    let (domain, kinds) = (domain(), RefCell::new(SortedSet::new()));
    check_rows("interpret/cases.txt", |input| answered(&domain, input, &mut kinds.borrow_mut()));
    let kinds = kinds.into_inner();
    let missing: Vec<&&str> = ACTIONS.iter().filter(|kind| !kinds.contains(**kind)).collect();
    assert!(missing.is_empty(), "the table has a row for each kind of action but {missing:?}");
}
