//! Table tests for single passes: the input is a body, the output is a list of steps in the notation of `blanche
//! plan`.
//!
//! A table is a text file `cases.txt` next to the source of the pass. Each row has a claim, an input and an output:
//!
//! ```text
//! ## what is denied of one variable is taken away from its set
//! if hub(S), ¬staffed(S)
//! ---
//! each S in hub(_) - staffed(_)                                   1.50  % hub(S), ¬staffed(S)
//! ```
//!
//! The input is a body after `if`, or after `score` for the body of a score. It may be preceded by clauses, and by
//! a line `given S, L` with the variables that are bound on entry. All inputs use the domain of `tests.blanche`.
//! `INSTA_UPDATE=always` rewrites a table; then review the changes.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use blanche_sorted::SortedSet;

use super::budget::STEPS;
use super::finish::{Work, prune};
use super::model::{
    Block, Callee, Conjunct, ConjunctKind, Conjunction, Draft, Frame, Guard, Operand, Ordered, Plan,
    RulePlan, SetInfo, Slot, SlotInfo,
};
use super::planner::Planner;
use super::print;
use super::statistics::Statistics;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{Program, Rule, RuleId, SortId, VariableId};
use crate::project::{Project, SearchPath};
use crate::runtime::ResultOrder;

/// The path of a source file of this crate.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(name)
}

/// The text of the domain that all inputs use.
pub(crate) fn domain() -> String {
    std::fs::read_to_string(file("plan/tests.blanche")).expect("the domain can be read")
}

/// Loads a program. Returns the program, and the byte offset and title of each of its errors.
pub(crate) fn program(text: &str) -> (Program, Vec<(usize, String)>) {
    let mut project = Project::default();
    let root = project.add("program.blanche", text.as_bytes());
    let checked = crate::load(&mut project, root, &SearchPath::default());
    let is_wrong = |message: &&Diagnostic| crate::has_errors(std::slice::from_ref(*message));
    let mistakes = checked.diagnostics.iter().filter(is_wrong);
    let mistakes = mistakes.map(|message| (message.label.span.start as usize, message.title.clone()));
    let mistakes = mistakes.collect();
    (checked.resolved.program, mistakes)
}

/// Compares the output of a pass with a table, row by row.
pub(crate) fn check(table: &str, pass: impl Fn(&mut Case<'_, '_>) -> String) {
    let domain = domain();
    check_rows(&format!("plan/{table}"), |input| with_case(&domain, input, &pass));
}

/// Compares the output for each row of a table with the output in the table. For a row that does not load, `found`
/// returns the errors.
pub(crate) fn check_rows(table: &str, found: impl Fn(&str) -> Result<String, String>) {
    let text = std::fs::read_to_string(file(table)).expect("the table can be read");
    let (mut written, mut wrong) = (Vec::new(), Vec::new());
    for row in text.trim_start_matches("## ").split("\n## ") {
        let (claim, rest) = row.split_once('\n').expect("a claim stands in the first line");
        let (input, wanted) = rest.split_once("---").unwrap_or((rest, ""));
        let (input, wanted) = (input.trim(), wanted.trim());
        let found = found(input).unwrap_or_else(|said| format!("mistakes: {said}"));
        if found.trim() != wanted || found.starts_with("mistakes") {
            wrong.push(format!("{claim}\n{input}\nwanted:\n{wanted}\nfound:\n{found}"));
        }
        written.push(format!("## {claim}\n{input}\n---\n{}\n", found.trim_end()));
    }
    if std::env::var("INSTA_UPDATE").is_ok_and(|how| how == "always") {
        std::fs::write(file(table), written.join("\n")).expect("the table can be written");
    } else {
        assert!(wrong.is_empty(), "{table}: {}", wrong.join("\n\n"));
    }
}

/// A body to be planned up to a pass.
pub(crate) struct Case<'c, 'p> {
    planner: &'c mut Planner<'p>,
    rule: &'p Rule,
    given: Vec<VariableId>,
}

/// The output of a pass for a body, or the titles of the errors in the input.
fn with_case(
    domain: &str,
    input: &str,
    pass: &dyn Fn(&mut Case<'_, '_>) -> String,
) -> Result<String, String> {
    let (mut text, mut given) = (domain.to_owned(), Vec::new());
    for line in input.lines() {
        if let Some(names) = line.strip_prefix("given ") {
            given.extend(names.split(", "));
        } else if let Some(body) = line.strip_prefix("if ") {
            let _ = writeln!(text, "rule case for we at level 0 if {body}");
        } else if let Some(body) = line.strip_prefix("score ") {
            let _ = writeln!(text, "score case for we attacking 1 defending 1 if {body}");
        } else {
            let _ = writeln!(text, "{line}");
        }
    }
    let mut project = Project::default();
    let root = project.add("case.blanche", text.as_bytes());
    let checked = crate::load(&mut project, root, &SearchPath::default());
    // The checks do not know which variables are given.
    let is_wrong = |message: &&Diagnostic| {
        let is_given = message.code == Code::NothingBinds && !given.is_empty();
        crate::has_errors(std::slice::from_ref(*message)) && !is_given
    };
    let wrong = checked.diagnostics.iter().filter(is_wrong);
    let titles: Vec<&str> = wrong.map(|message| message.title.as_str()).collect();
    if !titles.is_empty() {
        return Err(titles.join(", "));
    }
    let program = &checked.resolved.program;
    let rule = program.rules.iter().find(|rule| rule.name == "case").expect("the body is one of a rule");
    let id = |name: &&str| {
        let place = rule.variables.iter().position(|variable| variable.name == **name);
        VariableId(place.expect("what is given is a variable of the body") as u32)
    };
    let (statistics, lenient) = (Statistics::default(), SortedSet::new());
    let mut planner = Planner::new(program, &statistics, &lenient, STEPS);
    let given = given.iter().map(id).collect();
    Ok(pass(&mut Case { planner: &mut planner, rule, given }))
}

impl Case<'_, '_> {
    /// A draft with slots for the given variables.
    fn enter(&self) -> (Draft, Vec<(VariableId, Slot)>) {
        let mut draft = Draft::entered_once();
        let mut slot = |id: &VariableId| {
            let variable = &self.rule.variables[id.index()];
            (*id, draft.frame.add(&variable.name, variable.sort))
        };
        let given = self.given.iter().map(&mut slot).collect();
        (draft, given)
    }

    /// The conjuncts after normalising, one per line.
    pub(crate) fn normalised(&mut self) -> String {
        let (mut draft, given) = self.enter();
        let (conjunction, _) = self.planner.normalise(self.rule, &given, &mut draft.frame);
        let Conjunction { mut conjuncts, bound, context } = conjunction;
        self.planner.simplify(&mut conjuncts, &bound, &draft.frame, &context);
        self.conjuncts(&conjuncts, &draft.frame)
    }

    /// The steps that compute anti-join sets, then the conjuncts of a score after its negations have become sets.
    pub(crate) fn anti_joined(&mut self) -> String {
        let (mut draft, given) = self.enter();
        let (conjunction, _) = self.planner.normalise(self.rule, &given, &mut draft.frame);
        let Conjunction { mut conjuncts, bound, context } = conjunction;
        self.planner.simplify(&mut conjuncts, &bound, &draft.frame, &context);
        self.planner.anti_joins(&mut conjuncts, &context.live, &mut draft);
        let prelude = Block { steps: draft.prelude.steps.clone(), ..Block::default() };
        self.block(&prelude, &draft.frame) + &self.conjuncts(&conjuncts, &draft.frame)
    }

    fn order(&mut self) -> (Ordered, Frame, Vec<Slot>) {
        let (mut draft, given) = self.enter();
        let (ordered, answer) = self.planner.premise(self.rule, &given, &mut draft);
        (ordered, draft.frame, answer)
    }

    /// The steps of the prelude, then the steps of the ordered body.
    pub(crate) fn ordered(&mut self) -> String {
        let (Ordered { body, prelude, .. }, frame, _) = self.order();
        let prelude = Block { steps: prelude, ..Block::default() };
        self.block(&prelude, &frame) + &self.block(&body, &frame)
    }

    /// The steps after hoisting.
    pub(crate) fn hoisted(&mut self) -> String {
        let (ordered, mut frame, _) = self.order();
        let body = self.planner.hoist(ordered, &mut frame);
        self.block(&body, &frame)
    }

    /// The guard of the hoisted body.
    pub(crate) fn guard(&mut self) -> String {
        let (ordered, mut frame, _) = self.order();
        let body = self.planner.hoist(ordered, &mut frame);
        match self.planner.guard(&body, &frame) {
            None => "no guard".to_owned(),
            Some(Guard { set, at_least }) => {
                format!(
                    "at least {at_least} in {}",
                    print::set(self.planner.program, &self.planner.plan, &set)
                )
            }
        }
    }

    /// The plan of the body, the slots of its answer, and their order.
    pub(crate) fn result_order(&mut self) -> String {
        let plan = self.planner.rule(RuleId(0), self.rule, &self.given);
        let order = match plan.order() {
            ResultOrder::Sorted => "in order",
            ResultOrder::Set => "each once",
            ResultOrder::Bag => "anyhow",
        };
        let block =
            print::steps(self.planner.program, &self.planner.plan, &plan.frame, &plan.sets, &plan.body);
        let answer: Vec<&str> =
            plan.answer.iter().map(|slot| plan.frame[slot.index()].name.as_str()).collect();
        format!("{block}answer {}: {order}", answer.join(", "))
    }

    /// The plan of the body and of the routines that it calls, with step counts.
    pub(crate) fn counted(&mut self) -> String {
        let rule = self.planner.rule(RuleId(1), self.rule, &self.given);
        let rules = vec![RulePlan::empty(RuleId(0)), rule];
        let mut plan = Plan { rules, ..self.planner.plan.clone() };
        prune(&mut plan);
        Work::new(self.planner.program).count(&mut plan);
        let shown = |frame: &[SlotInfo], sets: &[SetInfo], block: &Block| {
            print::steps(self.planner.program, &plan, frame, sets, block)
        };
        let rule = &plan.rules[1];
        let mut text = shown(&rule.frame, &rule.sets, &rule.body);
        for routine in &plan.routines {
            let _ = writeln!(text, "call of {}: {}", routine.name, routine.work);
            for clause in &routine.clauses {
                let _ = writeln!(text, "clause: {}", clause.work);
                text.push_str(&shown(&clause.frame, &clause.sets, &clause.body));
            }
        }
        text
    }

    fn block(&self, block: &Block, frame: &Frame) -> String {
        let sets = Frame::set_infos(frame.sets.clone());
        print::steps(self.planner.program, &self.planner.plan, &frame.slots, &sets, block)
    }

    fn conjuncts(&self, conjuncts: &[Conjunct], frame: &Frame) -> String {
        conjuncts.iter().map(|conjunct| self.conjunct(&conjunct.kind, frame) + "\n").collect()
    }

    fn conjunct(&self, kind: &ConjunctKind, frame: &Frame) -> String {
        let program: &Program = self.planner.program;
        let operand = |operand: &Operand, sort: Option<SortId>| match operand {
            Operand::Slot(slot) => frame.slots[slot.index()].name.clone(),
            Operand::Constant(value) => sort
                .map_or_else(|| value.to_string(), |sort| program.sort(program.sort(sort).root).text(*value)),
        };
        match kind {
            ConjunctKind::Fail => "never".to_owned(),
            ConjunctKind::Atom { predicate, arguments }
            | ConjunctKind::Call { callee: Callee::Predicate(predicate), arguments } => {
                let declared = program.predicate(*predicate);
                let arguments: Vec<String> = arguments
                    .iter()
                    .enumerate()
                    .map(|(at, argument)| operand(argument, Some(declared.sort(at))))
                    .collect();
                let word = if matches!(kind, ConjunctKind::Call { .. }) { "call " } else { "" };
                format!("{word}{}({})", declared.name, arguments.join(", "))
            }
            ConjunctKind::Comparison { predicate, arguments } => {
                let declared = program.predicate(*predicate);
                let argument = |(at, one): (usize, &Operand)| operand(one, Some(declared.sort(at)));
                let arguments: Vec<String> = arguments.iter().enumerate().map(argument).collect();
                program.comparison(*predicate).text(&arguments)
            }
            ConjunctKind::Call { callee, arguments } => {
                let word = if matches!(callee, Callee::After(_)) { "after" } else { "either" };
                let arguments: Vec<String> = arguments.iter().map(|one| operand(one, None)).collect();
                format!("call {word}({})", arguments.join(", "))
            }
            ConjunctKind::Equal(left, right) => {
                let sort = |one: &Operand| one.slot().map(|slot| frame.slots[slot.index()].sort);
                let sort = sort(left).or(sort(right));
                format!("{} = {}", operand(left, sort), operand(right, sort))
            }
            ConjunctKind::Within(slot, sort) => {
                format!("{} is a {}", frame.slots[slot.index()].name, program.sort(*sort).name)
            }
            ConjunctKind::Member(slot, set) => {
                format!("{} in {}", frame.slots[slot.index()].name, frame.sets[set.index()].info.name)
            }
            ConjunctKind::Not(inner) => {
                let inner: Vec<String> = inner.iter().map(|one| self.conjunct(&one.kind, frame)).collect();
                format!("¬({})", inner.join(", "))
            }
        }
    }
}

/// The number of branches that planning a rule with this premise creates, and the total number of variables in these
/// branches.
fn branches_of(premise: &str) -> (usize, usize) {
    let text = format!(
        "players white, black\nfact q(a)\nfact s(b)\nfact r(a, c)\nrule r for white at level 0 if {premise}\n"
    );
    let mut project = Project::default();
    let root = project.add("branches.blanche", text.as_bytes());
    let program = crate::load(&mut project, root, &SearchPath::default()).resolved.program;
    let (lenient, statistics) = (SortedSet::new(), Statistics::default());
    let mut planner = Planner::new(&program, &statistics, &lenient, STEPS);
    planner.all(&|_, _| true);
    let clauses = planner.branches.iter().flat_map(|clauses| clauses.iter());
    (planner.branches.len(), clauses.map(|clause| clause.variables.len()).sum())
}

#[test]
fn a_branch_has_only_its_own_variables() {
    let of = |count: usize| {
        let all: Vec<String> = (0..count).map(|at| format!("(q(X{at}) ; r(X, X{at}))")).collect();
        branches_of(&format!("q(X), {}", all.join(", ")))
    };
    let ((few, of_few), (many, of_many)) = (of(20), of(40));
    assert!(of_few > 0 && many == 2 * few && of_many <= 2 * of_few + 8, "{of_few} {of_many}");
}

#[test]
fn nested_branches_are_planned_once() {
    let of = |depth: usize| branches_of(&format!("{}s(X){}", "(q(X) ; ".repeat(depth), ")".repeat(depth))).0;
    let (shallow, deep) = (of(10), of(20));
    assert!(shallow > 0 && deep <= 2 * shallow + 4, "{shallow} {deep}");
}
