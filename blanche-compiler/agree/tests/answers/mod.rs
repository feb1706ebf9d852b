//! Parses programs, and evaluates them with the naive evaluator and the interpreter. Both give answers as values in the
//! form in which they are written.

use agree::{Naive, Value, World};
use agree_compiled::Cells;
use blanche_compiler::diagnostic::Severity;
use blanche_compiler::interpret::{Host, Machine};
use blanche_compiler::plan::{Plan, plan};
use blanche_compiler::program::{Program, Rule, RuleId, Sort, SortKind};
use blanche_compiler::project::{Files, Project};
use blanche_compiler::runtime::{LimitReached, Limits, Solutions};
use blanche_compiler::syntax::{ast, parse_query};
use blanche_compiler::{check_program, report};

/// A query with its named variables and its answers. The answers are rows of values, in order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Answer {
    pub(crate) question: String,
    pub(crate) variables: Vec<String>,
    pub(crate) rows: Vec<Vec<Value>>,
}

/// A program without errors, in the forms that the evaluators need.
pub(crate) struct Read {
    /// The syntax trees of the program's files, in the order of their `use` lines.
    pub(crate) trees: Vec<ast::File>,
    pub(crate) query: Option<(String, ast::Body)>,
    pub(crate) program: Program,
    pub(crate) plan: Plan,
}

impl Read {
    /// The syntax tree of a program that has a single file.
    pub(crate) fn tree(&self) -> &ast::File {
        let [tree] = self.trees.as_slice() else { panic!("the program has one file") };
        tree
    }
}

/// Parses and plans a program with an optional query.
///
/// # Panics
/// When the checks find an error in it.
pub(crate) fn read(text: &str, query: Option<&str>) -> Read {
    let mut project = Project::default();
    let root = project.add("program", text.as_bytes());
    let query = query.map(|query| {
        let id = project.sources.add("query", query.as_bytes());
        let (body, diagnostics) = parse_query(&project.sources, id);
        assert!(diagnostics.is_empty(), "{query}\n{diagnostics:?}");
        (query.to_owned(), body)
    });
    let files = Files { files: vec![root], incomplete: false };
    let checked = check_program(&project, &files, query.as_ref().map(|(_, body)| body));
    let errors: Vec<_> = checked.diagnostics.into_iter().filter(|d| d.severity == Severity::Error).collect();
    assert!(
        errors.is_empty(),
        "{text}\n{query:?}\n{}",
        report::render(&project.sources, &errors, report::Style::PLAIN)
    );
    let program = checked.resolved.program;
    let plan = plan(&program).expect("it is planned");
    Read { trees: vec![project.tree(root).clone()], query, program, plan }
}

/// The naive evaluator's answers to all rules and the query.
pub(crate) fn naive(read: &Read) -> Vec<Answer> {
    naive_in(&Naive::new(&read.trees), &mut Cells, read)
}

/// The naive evaluator's answers to all rules and the query in a given world.
pub(crate) fn naive_in<W: World>(naive: &Naive, world: &mut W, read: &Read) -> Vec<Answer> {
    let mut answers = Vec::new();
    for (question, rule) in questions(naive) {
        let rows = naive.all(world, rule);
        assert_eq!(naive.applies(world, rule), !rows.is_empty());
        answers.push(Answer { question, variables: rule.variables.clone(), rows });
    }
    if let Some((text, body)) = &read.query {
        let found = naive.query(world, body);
        answers.push(Answer { question: text.clone(), variables: found.variables, rows: found.rows });
    }
    answers.sort();
    answers
}

/// Everything in a program that can be evaluated, with titles: its rules, exports, scores and preferences.
pub(crate) fn questions(naive: &Naive) -> impl Iterator<Item = (String, &agree::Rule)> {
    [
        ("", Vec::from_iter(naive.rules())),
        ("the export ", Vec::from_iter(naive.exports())),
        ("the score ", naive.scores().iter().map(|score| &score.rule).collect()),
        ("the preference ", Vec::from_iter(naive.preferences())),
    ]
    .into_iter()
    .flat_map(|(kind, rules)| rules.into_iter().map(move |rule| (titled(kind, rule), rule)))
}

fn titled(kind: &str, agree::Rule { name, colour, .. }: &agree::Rule) -> String {
    let whom = if colour.is_empty() { String::new() } else { format!(" for {colour}") };
    format!("{kind}{name}{whom}")
}

/// The interpreter's answers to all rules and the query. Also checks that `first` returns the first of `all`, and that
/// `applies` is true exactly if there are answers.
pub(crate) fn interpreted(read: &Read) -> Vec<Answer> {
    interpreted_by(read, &read.plan)
}

/// Like [`interpreted`], but under another plan of the same program.
pub(crate) fn interpreted_by(read: &Read, plan: &Plan) -> Vec<Answer> {
    interpreted_in::<Cells>(read, plan, &mut (), Limits::default()).expect("the limits are not reached")
}

/// Like [`interpreted`], but under the given plan, with a host and limits.
pub(crate) fn interpreted_in<H: Host>(
    read: &Read,
    plan: &Plan,
    facts: &mut H::Facts,
    limits: Limits,
) -> Result<Vec<Answer>, LimitReached> {
    let machine = machine::<H>(read, plan, limits);
    let mut answers = Vec::new();
    for (at, rule) in read.program.rules.iter().enumerate() {
        let id = RuleId(at as u32);
        let all = machine.all(facts, id)?;
        let first = machine.first(facts, id)?;
        assert_eq!(first.iter().next(), all.iter().next(), "{}", rule.text);
        assert_eq!(machine.applies(facts, id), Ok(!all.is_empty()), "{}", rule.text);
        assert_eq!(machine.count(facts, id), Ok(all.len()), "{}", rule.text);
        answers.push(answer_of::<H>(read, rule, &all));
    }
    answers.sort();
    Ok(answers)
}

fn machine<H: Host>(read: &Read, plan: &Plan, limits: Limits) -> Machine<H> {
    Machine::new(&read.program, plan, limits).unwrap_or_else(|missing| panic!("the host answers {missing:?}"))
}

/// For every player, the sum of the scores if the player is to move, and the sum if another player is to move.
pub(crate) type Sums = Vec<(String, [i64; 2])>;

/// The sums of scores by the naive evaluator.
pub(crate) fn naive_sums(read: &Read) -> Sums {
    naive_sums_in(&Naive::new(&read.trees), &mut Cells)
}

/// The sums of scores by the naive evaluator in a given world.
pub(crate) fn naive_sums_in<W: World>(naive: &Naive, world: &mut W) -> Sums {
    let sums = |player: String| {
        let sums = [true, false].map(|to_move| naive.sum(world, &player, to_move));
        (player, sums)
    };
    naive.players().map(sums).collect()
}

/// The sums of scores by the interpreter.
pub(crate) fn interpreted_sums(read: &Read, plan: &Plan) -> Sums {
    interpreted_sums_in::<Cells>(read, plan, &mut (), Limits::default()).expect("the limits are not reached")
}

/// The sums of scores by the interpreter, with a host and limits.
pub(crate) fn interpreted_sums_in<H: Host>(
    read: &Read,
    plan: &Plan,
    facts: &mut H::Facts,
    limits: Limits,
) -> Result<Sums, LimitReached> {
    let machine = machine::<H>(read, plan, limits);
    let mut found = Sums::new();
    for player in &read.program.players {
        let sums = [machine.sum(facts, *player, true)?, machine.sum(facts, *player, false)?];
        found.push((read.program.player(*player), sums));
    }
    Ok(found)
}

/// Converts solutions of a rule to values in the form in which they are written.
pub(crate) fn answer(read: &Read, rule: &Rule, solutions: &Solutions) -> Answer {
    answer_of::<Cells>(read, rule, solutions)
}

/// Converts solutions of a rule to values in the form in which they are written. Values of the host are included.
pub(crate) fn answer_of<H: Host>(read: &Read, rule: &Rule, solutions: &Solutions) -> Answer {
    let program = &read.program;
    let variables: Vec<_> = rule.answer.iter().map(|id| &rule.variables[id.index()]).collect();
    let written = |row: &[u32]| {
        let sorts = variables.iter().map(|variable| program.sort(program.sort(variable.sort).root));
        let text = |(value, sort): (&u32, &Sort)| match sort.kind {
            SortKind::Opaque { .. } => {
                let text = H::write(&sort.name, *value);
                Value::read(&text.expect("the host has the value"))
            }
            SortKind::Constants(_) | SortKind::Range(..) => Value::read(&sort.text(*value)),
        };
        row.iter().zip(sorts).map(text).collect()
    };
    Answer {
        question: match &read.query {
            Some((text, _)) if rule.name == "query" => text.clone(),
            _ => program.rule_title(rule),
        },
        variables: variables.iter().map(|variable| variable.name.clone()).collect(),
        rows: solutions.iter().map(written).collect(),
    }
}
