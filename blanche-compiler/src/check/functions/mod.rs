//! `B0318`: a call of a predicate that may have several values. The call `row(Field)` represents the value for which
//! `row(Field, Value)` holds, so there must be at most one value for each `Field`.
//!
//! This follows from the declaration of the predicate (`one` of a state, `gives one` of a mode), from its facts, or
//! from its clauses ([`proof`]). For recursive predicates the proof is by induction. At first, all derived predicates
//! are assumed to have at most one value. Predicates for which this cannot be proved under the assumption are removed
//! from the assumption, until nothing changes.
//!
//! The check is sound. If the proof fails, the call is rejected, and the message shows the two tuples or clauses that
//! may give two values.

mod numbers;
mod proof;
mod tables;

use std::cell::RefCell;
use std::rc::Rc;

use blanche_sorted::{SortedMap, SortedSet};

use self::proof::Proof;
use self::tables::{Dependency, Tables};
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::names::Resolved;
use crate::program::{Answers, Atom, Clause, Extern, Mode, PredicateId, PredicateKind, Program, Term};
use crate::runtime::Value;

/// Maximum number of pairs of clauses to compare for one predicate.
const MAX_PAIRS: usize = 4_096;

/// Reports calls of predicates that may have several values.
pub(super) fn check(resolved: &Resolved) -> Vec<Diagnostic> {
    let program = &resolved.program;
    let calls = calls(program);
    if calls.is_empty() {
        return Vec::new();
    }
    let functions = Functions::new(program, calls.values().map(|(id, _)| *id));
    let sure = calls.iter().filter(|(_, (id, _))| !resolved.broken.contains(id));
    sure.filter_map(|(span, (id, written))| {
        Some(message(program, (*span, written), *id, functions.several(*id)?))
    })
    .collect()
}

/// Maximum number of literals of a clause. A predicate with a longer clause is not analysed.
const MAX_LITERALS: usize = 64;

/// Functional dependencies by predicate and number of arguments.
type Dependencies = SortedMap<(PredicateId, usize), Rc<[Dependency]>>;

/// The functional dependencies of predicates, computed on first use.
pub(super) struct Determined<'p> {
    program: &'p Program,
    known: RefCell<Dependencies>,
}

impl<'p> Determined<'p> {
    pub(super) fn new(program: &'p Program) -> Determined<'p> {
        Determined { program, known: RefCell::default() }
    }

    /// Whether an argument of an atom is determined by the arguments for which `is_known` holds.
    pub(super) fn determines(&self, atom: &Atom, argument: usize, is_known: impl Fn(&Term) -> bool) -> bool {
        self.dependencies(atom.predicate, atom.arguments.len()).iter().any(|dependency| {
            dependency.value == argument && dependency.key.iter().all(|at| is_known(&atom.arguments[*at]))
        })
    }

    fn dependencies(&self, id: PredicateId, arguments: usize) -> Rc<[Dependency]> {
        if let Some(known) = self.known.borrow().get(&(id, arguments)) {
            return Rc::clone(known);
        }
        let found = match self.is_short(id) {
            true => Functions::new(self.program, std::iter::once(id)).dependencies(id, arguments),
            false => Rc::default(),
        };
        self.known.borrow_mut().insert((id, arguments), Rc::clone(&found));
        found
    }

    /// Whether all clauses that a predicate depends on are short enough to be analysed.
    fn is_short(&self, id: PredicateId) -> bool {
        let (mut waiting, mut seen) = (vec![id], SortedSet::new());
        while let Some(id) = waiting.pop() {
            let PredicateKind::Derived(clauses) = &self.program.predicate(id).kind else { continue };
            if !seen.insert(id) {
                continue;
            }
            for clause in clauses {
                if clause.body.len() > MAX_LITERALS {
                    return false;
                }
                clause.body.iter().for_each(|goal| goal.atoms(&mut |atom, _| waiting.push(atom.predicate)));
            }
        }
        true
    }
}

/// The calls in a program, by their spans, with the called predicate and the text of the call. A call in a rule for
/// several players counts once.
fn calls(program: &Program) -> SortedMap<Span, (PredicateId, &str)> {
    let mut found = SortedMap::new();
    let of_rules = program.rules.iter().map(|rule| (&rule.body, &rule.variables));
    let clauses = program.predicates.iter().filter_map(|predicate| match &predicate.kind {
        PredicateKind::Derived(clauses) => Some(clauses),
        _ => None,
    });
    let of_clauses = clauses.flatten().map(|clause| (&clause.body, &clause.variables));
    for (goals, variables) in of_rules.chain(of_clauses) {
        for goal in goals {
            goal.atoms(&mut |atom: &Atom, _| {
                if let Some(id) = atom.call(variables) {
                    found.insert(atom.span, (atom.predicate, variables[id.index()].name.as_str()));
                }
            });
        }
    }
    found
}

/// Why a predicate may have several values for its last argument.
#[derive(Clone, Debug)]
enum Several {
    /// Two facts agree in all arguments except the last one.
    Facts([Vec<Value>; 2]),
    /// Two clauses, or one clause twice, may give different values.
    Clauses(Span, Span),
    /// There are too many pairs of clauses to compare them all.
    TooMany,
    /// The host may give several values.
    Host,
    /// The state may contain several tuples that differ only in the last argument.
    State,
}

/// Determines which predicates have at most one value for their last argument.
struct Functions<'p> {
    program: &'p Program,
    tables: Tables<'p>,
    /// The derived predicates that are assumed to have at most one value. At the end this has been proved.
    derived: SortedSet<PredicateId>,
    /// The derived predicates for which the proof failed, with the reason.
    refuted: SortedMap<PredicateId, Several>,
}

impl<'p> Functions<'p> {
    /// Analyses the `wanted` predicates and all that they depend on.
    fn new(program: &'p Program, wanted: impl Iterator<Item = PredicateId>) -> Functions<'p> {
        let mut functions = Functions {
            program,
            tables: Tables::new(program),
            derived: SortedSet::new(),
            refuted: SortedMap::new(),
        };
        let mut waiting: Vec<PredicateId> = wanted.collect();
        while let Some(id) = waiting.pop() {
            let PredicateKind::Derived(clauses) = &program.predicate(id).kind else { continue };
            if functions.derived.insert(id) {
                let goals = clauses.iter().flat_map(|clause| &clause.body);
                goals.for_each(|goal| goal.atoms(&mut |atom, _| waiting.push(atom.predicate)));
            }
        }
        loop {
            let refuted: Vec<(PredicateId, Several)> =
                functions.derived.iter().filter_map(|id| Some((*id, functions.refute(*id)?))).collect();
            if refuted.is_empty() {
                return functions;
            }
            for (id, several) in refuted {
                functions.derived.remove(&id);
                functions.refuted.insert(id, several);
            }
        }
    }

    /// Why a predicate may have several values; `None` if it has at most one.
    fn several(&self, id: PredicateId) -> Option<Several> {
        let predicate = self.program.predicate(id);
        let last = predicate.arity().checked_sub(1)?;
        match &predicate.kind {
            PredicateKind::Derived(_) => self.refuted.get(&id).cloned(),
            PredicateKind::Facts(rows) => {
                let others: Vec<usize> = (0..last).collect();
                self.tables.two_rows(rows, &others, last).map(Several::Facts)
            }
            PredicateKind::Extern(external) => {
                let gives_one = external.modes.iter().any(|mode| gives_one(mode, last));
                let several = if external.state.is_some() { Several::State } else { Several::Host };
                (!gives_one && !self.is_one(external, last)).then_some(several)
            }
            PredicateKind::Equal
            | PredicateKind::Comparison(_)
            | PredicateKind::Aggregate(_)
            | PredicateKind::Action { .. } => None,
        }
    }

    /// Whether the declaration of a state says that there is at most one value for its last argument.
    fn is_one(&self, external: &Extern, last: usize) -> bool {
        let state = external.state.and_then(|at| self.program.game.as_ref()?.states.get(at));
        state.is_some_and(|state| state.one.get(last).copied().unwrap_or(false))
    }

    /// Finds two clauses of a derived predicate that may give two values, under the current assumption.
    fn refute(&self, id: PredicateId) -> Option<Several> {
        let PredicateKind::Derived(clauses) = &self.program.predicate(id).kind else { return None };
        let mut pairs = 0;
        for (at, first) in clauses.iter().enumerate() {
            for second in &clauses[at..] {
                if heads_differ(first, second) {
                    continue;
                }
                pairs += 1;
                if pairs > MAX_PAIRS {
                    return Some(Several::TooMany);
                }
                if !Proof::new(self).gives_one(first, second) {
                    return Some(Several::Clauses(first.span, second.span));
                }
            }
        }
        None
    }
}

/// Whether a mode has at most one answer and needs no input at the last argument.
fn gives_one(mode: &Mode, last: usize) -> bool {
    mode.answers == Answers::One && !mode.needs(last)
}

/// Whether different constants in the heads of two clauses show that the clauses never apply to the same arguments. The
/// last argument is ignored.
fn heads_differ(one: &Clause, other: &Clause) -> bool {
    let others = one.head.len().saturating_sub(1);
    let mut pairs = one.head[..others].iter().zip(&other.head);
    pairs.any(|(one, other)| proof::are_different(one, other))
}

fn message(
    program: &Program,
    (call, written): (Span, &str),
    id: PredicateId,
    several: Several,
) -> Diagnostic {
    let predicate = program.predicate(id);
    let (signature, last) = (predicate.signature(), predicate.arity().saturating_sub(1));
    let parameter = predicate.parameters.last().cloned().unwrap_or_default();
    let title = format!("a call of `{signature}`, which may have several values");
    let label = "a call stands for one value";
    let mut message = Diagnostic::new(Code::SeveralValues, title, call, label);
    match several {
        Several::Facts(rows) => {
            if let Some(span) = predicate.span {
                message = message.and(span, "it is stated here");
            }
            let written = rows.map(|row| {
                let value = |(at, value): (usize, &Value)| {
                    let sort = program.sort(predicate.sort(at));
                    program.sort(sort.root).text(*value)
                };
                let values: Vec<String> = row.iter().enumerate().map(value).collect();
                format!("`{}({})`", predicate.name, values.join(", "))
            });
            message = message.hint(format!("{} and {} are both facts", written[0], written[1]));
        }
        Several::Clauses(first, second) if first == second => {
            let text = format!(
                "nothing in this clause says that there is one `{}`",
                called(program, id, first, last)
            );
            message = message.and(first, text);
        }
        Several::Clauses(first, second) => {
            message = message
                .and(first, "where this clause gives a value")
                .and(second, "this one may give another one: both may hold at once");
        }
        Several::TooMany => {
            let hint = format!("`{signature}` has too many clauses to see that they exclude each other");
            message = message.hint(hint);
        }
        Several::Host | Several::State => {
            if let Some(span) = predicate.span {
                let text = match several {
                    Several::State => format!("no `one {parameter}` says that there is one `{parameter}`"),
                    _ => format!("no mode of it `gives one` of `{parameter}`"),
                };
                message = message.and(span, text);
            }
        }
    }
    let begin = written.strip_suffix(')').unwrap_or(written);
    message.hint(format!(
        "for each of its values, write it as a literal with a variable: `{begin}, {}_)`",
        parameter.trim_end_matches('_')
    ))
}

/// The name that a clause uses for its last argument.
fn called(program: &Program, id: PredicateId, clause: Span, last: usize) -> String {
    let predicate = program.predicate(id);
    let PredicateKind::Derived(clauses) = &predicate.kind else { return String::new() };
    let head = clauses.iter().find(|known| known.span == clause);
    let variable = head.and_then(|clause| match clause.head.get(last)? {
        Term::Variable(id) => Some(clause.variables[id.index()].name.clone()),
        _ => None,
    });
    variable.unwrap_or_else(|| predicate.parameters[last].clone())
}
