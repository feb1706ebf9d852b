//! Names the functions of a base after rules and predicates. If several functions would have the same name, a literal
//! that distinguishes them is added to the name. Names depend only on the program, and are the same in every base with
//! the same text.

use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

use blanche_sorted::{SortedMap, SortedSet};
use proc_macro2::Ident;

use super::budget::Budget;
use super::distinguishing_words::{constant_word, literal_words, telling_words};
use super::facts::{self, FactTable};
use super::host::Host;
use super::idents::{Namer, ordinal, plain, snake};
use super::reserved;
use super::routine_sources::subjects;
use super::unit::Unit;
use crate::plan::{Action, Argument, Block, Plan, RecursiveCall, Routine, Subject};
use crate::program::{
    ComponentId, GameQuestion, PredicateId, PredicateKind, Program, Rule, RuleKind, SortId,
};

/// The names of everything that a function may refer to.
pub(super) struct Names<'a> {
    pub(super) program: &'a Program,
    pub(super) plan: &'a Plan,
    /// The budget of the emission run.
    pub(super) budget: &'a Budget,
    /// The names of the host.
    pub(super) host: Host<'a>,
    /// The name of the facts trait.
    pub(super) facts: Ident,
    /// The names of the fact tables.
    pub(super) tables: SortedMap<FactTable, Ident>,
    /// The functions of the rules, exports, scores and queries.
    pub(super) rules: Vec<Ident>,
    /// For each routine, its predicate, or the predicate or rule whose text contains it.
    pub(super) subjects: Vec<Option<Subject>>,
    /// The functions of the routines.
    pub(super) routines: Vec<Ident>,
    /// For each routine, the functions of its clauses. If the routine's own function contains its only clause, there
    /// are none.
    pub(super) clauses: Vec<Vec<Ident>>,
    /// For each recursive routine, the function that describes the storage of its goals, and the function that
    /// evaluates its clauses once.
    pub(super) goals: SortedMap<usize, Goals>,
    /// The recursive routines that are called from outside their component.
    pub(super) solved: SortedSet<usize>,
    /// The recursive routines over whose answers a clause of the same component iterates.
    pub(super) iterated: SortedSet<usize>,
    /// For each recursive component, the function that dispatches to the routine whose clauses are to be evaluated.
    pub(super) components: SortedMap<ComponentId, Ident>,
    /// For each extern predicate that evaluates rules, the function that evaluates them.
    pub(super) asked: SortedMap<PredicateId, Ident>,
    /// The functions that add up scores.
    pub(super) sums: Vec<Ident>,
    /// For each level, the function that evaluates its guards.
    pub(super) levels: Vec<Ident>,
    /// The functions for the parts of long lists, by the name of the list.
    pub(super) parts: SortedMap<&'static str, Vec<Ident>>,
    /// All names above, and the names that the emitter itself uses. Local variables have other names.
    pub(super) functions: Rc<HashSet<String>>,
    /// The names in `functions`, and the names added later for parts that were split off from functions.
    pub(super) taken: RefCell<Namer>,
    /// The names of variables in the source.
    pub(super) variables: SortedSet<String>,
}

/// The additional functions of a recursive routine.
pub(super) struct Goals {
    /// Describes the storage of the routine's goals.
    pub(super) kept: Ident,
    /// Evaluates the routine's clauses once.
    pub(super) pass: Ident,
}

impl<'a> Names<'a> {
    /// Names a base. `shared` are the sorts that the base shares with other bases of its domain.
    pub(super) fn new(unit: &Unit<'a>, shared: &SortedSet<SortId>, budget: &'a Budget) -> Names<'a> {
        let (program, plan) = (unit.program, unit.plan);
        let mut namer = Namer::reserving(reserved::of_items());
        let host = Host::new(unit, shared, &mut namer);
        let tables = facts::named(program, plan, &mut namer);
        let wanted: Vec<String> = program.rules.iter().map(|rule| rule_name(program, rule)).collect();
        let rules: Vec<Ident> = wanted.iter().map(|wanted| namer.name(wanted)).collect();
        let sums = plan
            .sums
            .iter()
            .map(|sum| namer.name(&snake(&format!("scores of {}", program.player(sum.player)))))
            .collect();
        let parts = long(program).into_iter().map(|(list, parts)| {
            let name = |part: usize| namer.name(&format!("{list}_in_the_{}_part", ordinal(part + 1)));
            (list, (0..parts).map(name).collect())
        });
        let parts = parts.collect();
        let mut levels: Vec<Ident> = Vec::new();
        for level in plan.levels(program) {
            let number = constant_word(&level.level.to_string());
            levels.push(namer.name(&format!("worth_asking_at_level_{number}")));
        }
        let asked = asking(program)
            .map(|id| (id, namer.name(&format!("asked_by_{}", snake(&program.predicate(id).name)))))
            .collect();
        let subjects = subjects(program, plan);
        let routines = routine_names(program, plan, &wanted, &subjects);
        let routines: Vec<Ident> = routines.iter().map(|wanted| namer.name(wanted)).collect();
        let clauses = plan
            .routines
            .iter()
            .zip(&routines)
            .map(|(routine, name)| clause_names(routine, name, &mut namer));
        let clauses = clauses.collect();
        let (mut goals, mut components) = (SortedMap::new(), SortedMap::new());
        for (at, routine) in plan.routines.iter().enumerate() {
            let Some(recursion) = routine.recursion else { continue };
            let name = plain(&routines[at]);
            let kept = namer.name(&format!("{name}_goals"));
            goals.insert(at, Goals { kept, pass: namer.name(&format!("{name}_pass")) });
            components
                .entry(recursion.component)
                .or_insert_with(|| namer.name(&format!("{}_component", snake(&routine.name))));
        }
        let (solved, iterated) = recursive_uses(plan);
        let functions = namer.names().cloned().chain(reserved::OF_FUNCTIONS.map(str::to_owned)).collect();
        let (taken, variables) = (RefCell::new(namer), variables(program));
        Names {
            program,
            plan,
            budget,
            facts: host.facts().clone(),
            host,
            tables,
            rules,
            subjects,
            routines,
            clauses,
            goals,
            solved,
            iterated,
            components,
            asked,
            sums,
            levels,
            parts,
            functions: Rc::new(functions),
            taken,
            variables,
        }
    }
}

fn rule_name(program: &Program, rule: &Rule) -> String {
    let kind = match rule.kind {
        RuleKind::Export => "exported ",
        RuleKind::Score(_) => "score ",
        RuleKind::Preference(_) => "preference ",
        RuleKind::Game(GameQuestion::Move) => "move ",
        RuleKind::Game(GameQuestion::Effect) => "effect of ",
        RuleKind::Game(GameQuestion::Draw) => "draw ",
        RuleKind::Game(GameQuestion::Margin) => "counted for ",
        RuleKind::Game(GameQuestion::Start) => "start ",
        RuleKind::Game(GameQuestion::Claims) => "claims ",
        RuleKind::Rule | RuleKind::Query => "",
    };
    let name = format!("{kind}{} {}", rule.name, program.colour(rule));
    snake(name.trim())
}

/// The extern predicates that evaluate rules.
fn asking(program: &Program) -> impl Iterator<Item = PredicateId> {
    let all = (0..).map(PredicateId).zip(&program.predicates);
    all.filter(|(_, predicate)| matches!(&predicate.kind, PredicateKind::Extern(e) if e.asks.is_some()))
        .map(|(id, _)| id)
}

/// The wanted names of all routines. The name of a branch or `after` begins with the predicate or rule that
/// contains it. If several routines would have the same name, distinguishing literals are added.
fn routine_names(
    program: &Program,
    plan: &Plan,
    rules: &[String],
    subjects: &[Option<Subject>],
) -> Vec<String> {
    let mut wanted: Vec<String> = plan
        .routines
        .iter()
        .zip(subjects)
        .map(|(routine, subject)| match subject {
            Some(Subject::Predicate(id)) if routine.predicate.is_none() => {
                format!("{}_{}", snake(&program.predicate(*id).name), routine_name(program, routine))
            }
            Some(Subject::Rule(id)) => format!("{}_{}", rules[id.index()], routine_name(program, routine)),
            _ => routine_name(program, routine),
        })
        .collect();
    let mut groups: SortedMap<String, Vec<usize>> = SortedMap::new();
    for (at, name) in wanted.iter().enumerate() {
        groups.entry(name.clone()).or_default().push(at);
    }
    for group in groups.values().filter(|group| group.len() > 1) {
        let texts: Vec<Vec<String>> = group
            .iter()
            .map(|at| {
                plan.routines[*at].clauses.iter().flat_map(|clause| literal_words(&clause.text)).collect()
            })
            .collect();
        for (at, word) in group.iter().zip(telling_words(&texts)) {
            if let Some(word) = word {
                wanted[*at] = format!("{}_{word}", wanted[*at]);
            }
        }
    }
    wanted
}

/// Two sets of recursive routines: the routines called from outside their component, and the routines over whose
/// answers a clause of the same component iterates.
fn recursive_uses(plan: &Plan) -> (SortedSet<usize>, SortedSet<usize>) {
    let (mut solved, mut iterated) = (SortedSet::new(), SortedSet::new());
    let clauses = plan.routines.iter().flat_map(|routine| &routine.clauses).map(|clause| &clause.body);
    let mut open: Vec<&Block> = plan.rules.iter().map(|rule| &rule.body).chain(clauses).collect();
    while let Some(block) = open.pop() {
        for step in &block.steps {
            match &step.action {
                Action::EachCall { routine, recursion: Some(RecursiveCall::Known(_)), .. } => {
                    iterated.insert(routine.index());
                }
                Action::EachCall { recursion: Some(RecursiveCall::Tail), .. } => {}
                Action::EachCall { routine, recursion: None, .. }
                | Action::Call { routine, .. }
                | Action::Aggregate { routine, .. } => {
                    solved.insert(routine.index());
                }
                Action::Exists { block, .. }
                | Action::Collect { block, .. }
                | Action::After { block, .. } => {
                    open.push(block);
                }
                _ => {}
            }
        }
    }
    (solved, iterated)
}

/// The wanted name of a routine, such as `overlap_black_three_holds`: its predicate, constants and results.
fn routine_name(program: &Program, routine: &Routine) -> String {
    let mut name = snake(&routine.name);
    for (at, argument) in routine.arguments.iter().enumerate() {
        if let Argument::Constant(value) = argument {
            let sort = program.sort(program.sort(routine.sorts[at]).root);
            name.push_str(&format!("_{}", constant_word(&sort.text(*value))));
        }
    }
    let results: Vec<String> = routine
        .arguments
        .iter()
        .zip(&routine.parameters)
        .zip(&routine.sorts)
        .filter(|((argument, _), _)| **argument == Argument::Result)
        // The trailing underscore of a local variable is dropped, because Rust names should have no double
        // underscores.
        .map(|((_, parameter), sort)| {
            argument_name(program, parameter, *sort).trim_end_matches('_').to_owned()
        })
        .collect();
    if !results.is_empty() {
        return format!("{name}_{}", results.join("_"));
    }
    let anything = routine.arguments.iter().all(|argument| *argument == Argument::Any);
    let after = routine.predicate.is_none();
    match (anything && !routine.arguments.is_empty(), after) {
        (true, _) => format!("any_{name}"),
        (false, true) => name,
        (false, false) => format!("{name}_holds"),
    }
}

/// The name of an argument. `Argument3` is a placeholder for an argument that is a variable in no clause. Such an
/// argument is named after its sort.
pub(super) fn argument_name(program: &Program, parameter: &str, sort: SortId) -> String {
    let number = parameter.strip_prefix("Argument");
    let is_made = number.is_some_and(|number| number.bytes().all(|c| c.is_ascii_digit()));
    snake(if is_made { &program.sort(sort).name } else { parameter })
}

/// Names the clauses of a routine with several clauses: by a literal that only this clause has, or by the clause's
/// position.
fn clause_names(routine: &Routine, name: &Ident, namer: &mut Namer) -> Vec<Ident> {
    let name = plain(name);
    let name = name.strip_suffix("_holds").unwrap_or(&name);
    if let [_] = routine.clauses.as_slice() {
        // The functions of tabled and recursive routines wrap the functions that find the answers.
        let stands_around = routine.tabled || routine.recursion.is_some();
        return if stands_around { vec![namer.name(&format!("{name}_found"))] } else { Vec::new() };
    }
    let literals: Vec<Vec<String>> =
        routine.clauses.iter().map(|clause| literal_words(&clause.text)).collect();
    let words = telling_words(&literals);
    let words = words.into_iter().enumerate().map(|(at, word)| match word {
        Some(word) => format!("by_{word}"),
        None => format!("{}_clause", ordinal(at + 1)),
    });
    words.map(|word| namer.name(&format!("{name}_{word}"))).collect()
}

/// The names of variables and arguments in the source of a program.
fn variables(program: &Program) -> SortedSet<String> {
    let mut found: SortedSet<String> = SortedSet::new();
    for rule in &program.rules {
        found.extend(rule.variables.iter().map(|variable| variable.name.clone()));
    }
    for predicate in &program.predicates {
        if let PredicateKind::Derived(clauses) = &predicate.kind {
            let variables = clauses.iter().flat_map(|clause| &clause.variables);
            found.extend(variables.map(|variable| variable.name.clone()));
        } else {
            found.extend(predicate.parameters.iter().cloned());
        }
    }
    found
}

/// Number of list entries per function, so that a function fits on the screen.
pub(super) const PART: usize = 8;

/// The lists that are split into several functions, with the number of functions for each.
fn long(program: &Program) -> Vec<(&'static str, usize)> {
    let number =
        |wanted: &dyn Fn(RuleKind) -> bool| program.rules.iter().filter(|rule| wanted(rule.kind)).count();
    let lists = [
        ("rules", number(&|kind| matches!(kind, RuleKind::Rule | RuleKind::Query))),
        ("exports", number(&|kind| matches!(kind, RuleKind::Export))),
        ("scores", number(&|kind| matches!(kind, RuleKind::Score(_)))),
        ("preferences", number(&|kind| matches!(kind, RuleKind::Preference(_)))),
        ("questions", number(&|kind| matches!(kind, RuleKind::Game(_)))),
    ];
    let parts = lists.into_iter().map(|(list, entries)| (list, entries.div_ceil(PART)));
    parts.filter(|(_, parts)| *parts > 1).collect()
}
