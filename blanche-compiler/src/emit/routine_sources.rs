//! Finds the source of routines that do not belong to a predicate: branches of a `;`, and `after` goals.

use std::collections::{HashMap, HashSet};

use crate::plan::{Action, Block, Plan, Routine, Subject, each_text};
use crate::program::{PredicateId, PredicateKind, Program};

/// The caller of a routine.
#[derive(Clone, Copy)]
enum Caller {
    Rule(usize),
    Routine(usize),
}

/// For each routine, its predicate. For a routine without a predicate, the predicate or rule whose text contains the
/// routine.
pub(super) fn subjects(program: &Program, plan: &Plan) -> Vec<Option<Subject>> {
    let texts = Texts::new(program);
    let callers = callers(plan);
    let subject = |at: usize| {
        let mut at = at;
        // The limit is only a safeguard, because every cycle of callers contains a predicate.
        for _ in 0..=plan.routines.len() {
            let routine = &plan.routines[at];
            if let Some(id) = routine.predicate {
                return Some(Subject::Predicate(id));
            }
            // The same text may occur in a rule and in a clause.
            let of_rule = matches!(callers[at], Some(Caller::Rule(rule)) if texts.has_rule(rule, routine));
            if let (false, Some(id)) = (of_rule, texts.predicate(routine)) {
                return Some(Subject::Predicate(id));
            }
            match callers[at]? {
                Caller::Rule(rule) => return Some(Subject::Rule(plan.rules[rule].rule)),
                Caller::Routine(routine) => at = routine,
            }
        }
        None
    };
    (0..plan.routines.len()).map(subject).collect()
}

/// The first caller of each routine.
fn callers(plan: &Plan) -> Vec<Option<Caller>> {
    let mut callers: Vec<Option<Caller>> = vec![None; plan.routines.len()];
    let mut called = |block: &Block, caller: Caller| {
        each_call(block, &mut |routine| {
            callers[routine].get_or_insert(caller);
        });
    };
    plan.rules.iter().enumerate().for_each(|(at, rule)| called(&rule.body, Caller::Rule(at)));
    for (at, routine) in plan.routines.iter().enumerate() {
        routine.clauses.iter().for_each(|clause| called(&clause.body, Caller::Routine(at)));
    }
    callers
}

/// The texts of branches and `after` goals, as the planner writes them.
struct Texts {
    /// For each text, the first predicate with a clause that contains it.
    predicates: HashMap<String, PredicateId>,
    /// The rules that contain each text.
    rules: HashSet<(usize, String)>,
}

impl Texts {
    fn new(program: &Program) -> Texts {
        let mut texts = Texts { predicates: HashMap::new(), rules: HashSet::new() };
        for (id, predicate) in (0..).map(PredicateId).zip(&program.predicates) {
            let PredicateKind::Derived(clauses) = &predicate.kind else { continue };
            for clause in clauses {
                each_text(program, &clause.variables, &clause.body, &mut |text| {
                    texts.predicates.entry(text).or_insert(id);
                });
            }
        }
        for (at, rule) in program.rules.iter().enumerate() {
            each_text(program, &rule.variables, &rule.body, &mut |text| {
                texts.rules.insert((at, text));
            });
        }
        texts
    }

    fn has_rule(&self, rule: usize, routine: &Routine) -> bool {
        let clause = routine.clauses.first();
        clause.is_some_and(|clause| self.rules.contains(&(rule, clause.text.clone())))
    }

    fn predicate(&self, routine: &Routine) -> Option<PredicateId> {
        self.predicates.get(&routine.clauses.first()?.text).copied()
    }
}

/// Calls `each` with the index of every routine that a block calls.
pub(super) fn each_call(block: &Block, each: &mut dyn FnMut(usize)) {
    for step in &block.steps {
        match &step.action {
            Action::Call { routine, .. }
            | Action::EachCall { routine, .. }
            | Action::Aggregate { routine, .. } => each(routine.index()),
            Action::Exists { block, .. } | Action::Collect { block, .. } | Action::After { block, .. } => {
                each_call(block, each);
            }
            _ => {}
        }
    }
}
