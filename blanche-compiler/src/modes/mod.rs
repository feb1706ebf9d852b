//! Boundness analysis. It determines which arguments of a predicate its caller must bind, and whether the literals of a
//! clause can be evaluated in some order. If they cannot, it determines which variable is not bound.
//!
//! Evaluating a literal never unbinds a variable. Evaluating whatever is possible until nothing changes therefore finds
//! an order if there is one. The planner only chooses among the orders that this module allows. [`check`] reports
//! violations to the author.

mod after;
mod branches;
mod caller_bindings;
mod closure;
mod lone_equal;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use blanche_sorted::{Arrange, SortedSet};

use self::after::word;
use self::caller_bindings::modes_hint;
use self::closure::Closure;
pub(crate) use self::lone_equal::Compared;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::names::Resolved;
use crate::parallel::with_stack;
use crate::program::{
    Atom, Clause, EQUAL, Goal, Occurrences, PredicateId, PredicateKind, Program, Rule, SideVariable, SortId,
    Term, Variable, VariableId, clause_occurrences, occurrences, rule_occurrences, variables,
};
use crate::spelling::list;
use crate::syntax::ast::Operator;

/// Maximum number of errors reported per body, because reporting each takes a pass over the body.
const MAX_ERRORS_PER_BODY: usize = 200;

/// A set of variables of one clause.
pub type Bound = SortedSet<VariableId>;

/// Determines which predicates can be evaluated if certain arguments are bound.
pub struct Modes<'a> {
    program: &'a Program,
    /// Predicates that lost a clause to an error. The analysis accepts every use of these predicates.
    lenient: &'a SortedSet<PredicateId>,
    answerable: HashMap<(PredicateId, u32), bool>,
    /// The keys of `answerable`, in the order in which they were determined.
    learnt: Vec<(PredicateId, u32)>,
    /// Whether the branches of a `;` must all bind the variables used outside. The check first runs without this
    /// rule, because there is a better message for a variable that is bound nowhere.
    even: bool,
    /// Whether a call with all arguments bound is assumed to be possible. The check assumes this, because an impossible
    /// call is reported in the clauses of the called predicate. The caller may be one of these clauses.
    trusting: bool,
}

/// The variables that occur both in some goals and elsewhere in the clause.
pub fn shared(goals: &[Goal], everywhere: &Occurrences) -> Bound {
    occurrences(goals)
        .into_iter()
        .filter(|(id, inside)| everywhere.get(id).is_some_and(|all| all > inside))
        .map(|(id, _)| id)
        .collect()
}

/// The variables that must be bound before an `after` is evaluated: the variables of its actions, and the variables
/// that occur both inside it and elsewhere in the clause.
pub fn needed_by_after(actions: &[Atom], goals: &[Goal], everywhere: &Occurrences) -> Bound {
    let mut needed = shared(goals, everywhere);
    needed.extend(actions.iter().flat_map(|action| variables(&action.arguments)));
    needed
}

impl<'a> Modes<'a> {
    /// Creates an analysis of a program. Every use of the `lenient` predicates is accepted.
    pub fn new(program: &'a Program, lenient: &'a SortedSet<PredicateId>) -> Modes<'a> {
        Modes {
            program,
            lenient,
            answerable: HashMap::new(),
            learnt: Vec::new(),
            even: true,
            trusting: false,
        }
    }

    /// Whether a predicate can be evaluated if the arguments in `bound` (a bit per argument) are bound.
    pub fn answerable(&mut self, id: PredicateId, bound: u32, arguments: usize) -> bool {
        let predicate = self.program.predicate(id);
        match &predicate.kind {
            PredicateKind::Equal => bound & 0b11 != 0,
            PredicateKind::Comparison(comparison) => {
                let unbound = (0..arguments).filter(|at| bound & bit(*at) == 0).count();
                unbound == 0 || unbound == 1 && comparison.is_solved_for_one(arguments)
            }
            PredicateKind::Facts(_) => true,
            PredicateKind::Aggregate(aggregate) => {
                let shared = (0..arguments - 1).fold(0, |shared, at| shared | bit(at));
                bound & shared == shared
                    && self.answerable(aggregate.of, shared, arguments - 1 + aggregate.width)
            }
            PredicateKind::Extern(external) => external
                .modes
                .iter()
                .any(|mode| (0..arguments).all(|at| !mode.needs(at) || bound & bit(at) != 0)),
            PredicateKind::Derived(clauses) => {
                if self.lenient.contains(&id) {
                    return true;
                }
                if let Some(known) = self.answerable.get(&(id, bound)) {
                    return *known;
                }
                // A predicate that is recursive through an action can be evaluated if this follows from assuming it.
                // Each step of the recursion leads to another position, and some step is the last. Other recursion of
                // this kind is rejected elsewhere.
                let before = self.learnt.len();
                self.answerable.insert((id, bound), true);
                self.learnt.push((id, bound));
                let even = std::mem::replace(&mut self.even, true);
                let trusting = std::mem::replace(&mut self.trusting, false);
                let answer = with_stack(|| clauses.iter().all(|clause| self.clause_answers(clause, bound)));
                (self.even, self.trusting) = (even, trusting);
                if !answer {
                    // The positive results derived from the assumption are discarded. The negative results are correct
                    // even without the assumption.
                    for key in self.learnt.drain(before..) {
                        if self.answerable.get(&key) == Some(&true) {
                            self.answerable.remove(&key);
                        }
                    }
                    self.answerable.insert((id, bound), false);
                }
                answer
            }
            PredicateKind::Action { .. } => bound.count_ones() as usize >= arguments,
        }
    }

    /// Whether an atom can be evaluated if these variables are bound.
    fn asks(&mut self, atom: &Atom, bound: &Bound) -> bool {
        let is_derived = matches!(self.program.predicate(atom.predicate).kind, PredicateKind::Derived(_));
        let is_trusted =
            self.trusting && is_derived && variables(&atom.arguments).all(|id| bound.contains(&id));
        is_trusted || self.answerable(atom.predicate, mask(atom, bound), atom.arguments.len())
    }

    /// Whether a clause binds its whole head if these arguments are bound.
    pub fn clause_answers(&mut self, clause: &Clause, bound: u32) -> bool {
        self.clause_gives(clause, &|at| bound & (1 << at) != 0)
    }

    /// Like [`clause_answers`](Self::clause_answers), for a head with any number of arguments.
    pub fn clause_gives(&mut self, clause: &Clause, bound: &dyn Fn(usize) -> bool) -> bool {
        let everywhere = clause_occurrences(clause);
        let given = clause.head.iter().enumerate().filter(|(at, _)| bound(*at));
        let given: Bound = given
            .filter_map(|(_, term)| match term {
                Term::Variable(id) => Some(*id),
                Term::Constant(_) | Term::Host(..) => None,
            })
            .collect();
        let (reached, stuck) = self.closure(&clause.body, given, &everywhere);
        stuck.is_empty() && variables(&clause.head).all(|id| reached.contains(&id))
    }

    /// Evaluates all goals that can be evaluated. Returns the variables bound in the end, and the goals that could
    /// not be evaluated.
    pub fn closure<'g>(
        &mut self,
        goals: &'g [Goal],
        bound: Bound,
        everywhere: &Occurrences,
    ) -> (Bound, Vec<&'g Goal>) {
        let mut closure = Closure::new(goals, everywhere);
        bound.into_iter().for_each(|id| closure.bind(id));
        closure.run(self);
        closure.end()
    }

    /// The bound variables of a goal after it is evaluated, or `None` if it cannot be evaluated yet.
    pub fn binds(&mut self, goal: &Goal, bound: &Bound, everywhere: &Occurrences) -> Option<Bound> {
        let own = variables_of(goal).into_iter().filter(|id| bound.contains(id)).collect();
        let (bound, stuck) = self.closure(std::slice::from_ref(goal), own, everywhere);
        stuck.is_empty().then_some(bound)
    }
}

/// The bound arguments of an atom, as a bit per argument.
pub fn mask(atom: &Atom, bound: &Bound) -> u32 {
    let unbound = |term: &Term| matches!(term, Term::Variable(id) if !bound.contains(id));
    let open = atom.arguments.iter().enumerate().filter(|(_, term)| unbound(term));
    let all = (0..atom.arguments.len()).fold(0, |all, at| all | bit(at));
    open.fold(all, |mask, (at, _)| mask & !bit(at))
}

/// The bit of an argument. The 32nd and all later arguments share one bit. Only predicates whose arguments must all be
/// bound can have that many arguments.
fn bit(argument: usize) -> u32 {
    1 << argument.min(31)
}

/// Reports every clause and rule whose literals cannot be evaluated in any order.
pub fn check(resolved: &Resolved) -> Vec<Diagnostic> {
    let program = &resolved.program;
    let mut check = Check {
        program,
        plays: &[],
        side: &[],
        modes: Modes { trusting: true, ..Modes::new(program, &resolved.broken) },
        found: Vec::new(),
        followed: Vec::new(),
    };
    for clause in program.derived().flat_map(|(.., clauses)| clauses) {
        let given: Bound = variables(&clause.head).collect();
        check.goals(&clause.body, given, &clause_occurrences(clause), &clause.variables);
    }
    for rule in program.rule_texts() {
        check.rule(rule);
    }
    if check.found.is_empty() { check.followed } else { check.found }
}

struct Check<'a> {
    program: &'a Program,
    /// The variables played by the rule being checked.
    plays: &'a [VariableId],
    /// The variables that stand for players in the rule.
    side: &'a [SideVariable],
    modes: Modes<'a>,
    found: Vec<Diagnostic>,
    /// Errors about calls of predicates that can never be evaluated. These errors follow from errors in the predicates
    /// themselves.
    followed: Vec<Diagnostic>,
}

impl<'a> Check<'a> {
    fn rule(&mut self, rule: &'a Rule) {
        self.plays = rule.played();
        self.side = &rule.side;
        let everywhere = rule_occurrences(rule);
        let before = self.found.len();
        let given = rule.answer[..rule.given].iter().copied().collect();
        let bound = self.goals(&rule.body, given, &everywhere, &rule.variables);
        if self.found.len() > before {
            return;
        }
        for id in rule.answer[rule.given..].iter().filter(|id| !bound.contains(id)) {
            let variable = &rule.variables[id.index()];
            let message = if self.plays.contains(id) {
                self.plays_unbound(variable)
            } else {
                self.unbound_answer(rule, *id, variable)
            };
            self.found.push(message);
        }
    }

    fn plays_unbound(&self, variable: &Variable) -> Diagnostic {
        let message = Diagnostic::new(
            Code::PlaysUnbound,
            format!("the premise gives `{}` no value", variable.name),
            variable.span,
            "the rule plays this, and nothing here binds it",
        );
        self.suggest(message, variable)
    }

    fn unbound_answer(&self, rule: &Rule, id: VariableId, variable: &Variable) -> Diagnostic {
        if let Some(message) = self.one_branch(&rule.body, id, variable) {
            return message;
        }
        let inside = rule.body.iter().find(|goal| variables_of(goal).contains(&id));
        self.only_inside(id, &rule.variables, &rule.body, inside.map_or("¬", word))
    }

    /// Checks the goals of a clause or of a nested negation. Returns the variables bound in the end.
    fn goals(
        &mut self,
        goals: &'a [Goal],
        given: Bound,
        everywhere: &Occurrences,
        names: &[Variable],
    ) -> Bound {
        let (even, before) = (std::mem::replace(&mut self.modes.even, false), self.found.len());
        let mut closure = Closure::new(goals, everywhere);
        given.iter().for_each(|id| closure.bind(*id));
        closure.run(&mut self.modes);
        // Atoms are reported before negations, and otherwise in source order.
        let mut stuck: Vec<usize> = (0..goals.len()).filter(|at| closure.is_stuck(*at)).collect();
        stuck.arrange_by_key(|at| {
            let goal = &goals[*at];
            (matches!(goal, Goal::Not(..) | Goal::After(..)), goal.span().start)
        });
        for at in stuck {
            if !closure.is_stuck(at) || self.found.len() >= before + MAX_ERRORS_PER_BODY {
                continue;
            }
            let missing = self.explain(&goals[at], goals, closure.bound(), everywhere, names);
            // Consequences of this error are not reported separately.
            closure.leave_out(at);
            missing.into_iter().chain(variables_of(&goals[at])).for_each(|id| closure.bind(id));
            closure.run(&mut self.modes);
        }
        let (bound, _) = closure.end();
        self.modes.even = true;
        if self.found.len() == before {
            self.uneven(goals, given, everywhere, names);
        }
        self.modes.even = even;
        bound
    }

    /// Reports why a goal cannot be evaluated. Returns the variables reported.
    fn explain(
        &mut self,
        goal: &'a Goal,
        all: &'a [Goal],
        bound: &Bound,
        everywhere: &Occurrences,
        names: &[Variable],
    ) -> Bound {
        match goal {
            Goal::Atom(atom) => self.explain_atom(atom, all, bound, names),
            Goal::Any(branches, _) => {
                for branch in branches {
                    self.goals(branch, within(branch, bound), everywhere, names);
                }
                Bound::new()
            }
            Goal::After(actions, inner, _) => {
                self.explain_after(goal, (actions, inner), all, bound, everywhere, names)
            }
            Goal::Not(inner, _) => {
                let unbound: Bound = shared(inner, everywhere).difference(bound).copied().collect();
                if unbound.is_empty() {
                    self.goals(inner, within(inner, bound), everywhere, names);
                }
                for id in &unbound {
                    let message = self.explain_inside(*id, goal, all, names);
                    self.found.push(message);
                }
                unbound
            }
        }
    }

    fn explain_atom(&mut self, atom: &'a Atom, all: &[Goal], bound: &Bound, names: &[Variable]) -> Bound {
        if self.explain_aggregate(atom, bound) {
            return Bound::new();
        }
        let unbound: Vec<(usize, VariableId)> = atom
            .arguments
            .iter()
            .enumerate()
            .filter_map(|(at, term)| match term {
                Term::Variable(id) if !bound.contains(id) => Some((at, *id)),
                _ => None,
            })
            .collect();
        // The arguments that must be bound even if all other arguments are bound.
        let mask = mask(atom, bound);
        let everything = unbound.iter().fold(mask, |mask, (at, _)| mask | bit(*at));
        let count = atom.arguments.len();
        let mut needed: Vec<(usize, VariableId)> = unbound
            .iter()
            .copied()
            .filter(|(at, _)| !self.modes.answerable(atom.predicate, everything & !bit(*at), count))
            .collect();
        if needed.is_empty() {
            needed = unbound.iter().copied().take(1).collect();
        }
        let is_followed = !self.modes.answerable(atom.predicate, everything, count);
        for (number, (at, id)) in needed.iter().enumerate() {
            // One message for a variable that occurs in several arguments.
            if needed[..number].iter().any(|(_, other)| other == id) {
                continue;
            }
            let variable = &names[id.index()];
            match self.one_branch(all, *id, variable) {
                Some(message) => self.found.push(message),
                None => {
                    let message = self.missing_argument(atom, (*at, mask), names, variable);
                    let others = needed[number + 1..].iter().filter(|(_, other)| other == id);
                    let others = others.map(|(at, _)| atom.argument_spans[*at]);
                    let message = others.fold(message, |message, span| message.and(span, "and here"));
                    if is_followed { &mut self.followed } else { &mut self.found }.push(message);
                }
            }
        }
        needed.into_iter().map(|(_, id)| id).collect()
    }

    /// Reports errors inside an aggregate, if all variables that it shares with its surroundings are bound. Returns
    /// whether there are errors.
    fn explain_aggregate(&mut self, atom: &Atom, bound: &Bound) -> bool {
        let program = self.program;
        let PredicateKind::Aggregate(aggregate) = &program.predicate(atom.predicate).kind else {
            return false;
        };
        let shared = atom.arguments.len() - 1;
        if !variables(&atom.arguments[..shared]).all(|id| bound.contains(&id)) {
            return false;
        }
        let (clause, before) = (program.clause_of(aggregate), self.found.len());
        let given: Bound = variables(&clause.head[..shared]).collect();
        self.goals(&clause.body, given, &clause_occurrences(clause), &clause.variables);
        self.found.len() > before
    }

    /// The diagnostic for an argument that must be bound before an atom can be evaluated. The arguments in `bound` are
    /// bound.
    fn missing_argument(
        &mut self,
        atom: &Atom,
        (at, bound): (usize, u32),
        names: &[Variable],
        variable: &Variable,
    ) -> Diagnostic {
        let predicate = self.program.predicate(atom.predicate);
        let span = atom.argument_spans[at];
        let signature = predicate.signature();
        match &predicate.kind {
            PredicateKind::Derived(_) => {
                let parameter = &predicate.parameters[at];
                let mut message = Diagnostic::new(
                    Code::CallerMustBind,
                    format!("`{signature}` needs `{parameter}` bound by its caller"),
                    span,
                    format!("nothing gives `{}` a value", variable.name),
                );
                if let Some(span) = predicate.span {
                    message = message.and(span, format!("this derivation does not bind `{parameter}`"));
                }
                match self.nearest_giver(predicate, (at, bound)) {
                    Some(giver) => giver.explain(message),
                    None => self.suggest(message, variable),
                }
            }
            PredicateKind::Extern(external) => {
                let message =
                    self.nothing_binds(variable, span, &format!("`{signature}` cannot be asked without it"));
                message.hint(modes_hint(self.program, atom, external, bound, names))
            }
            PredicateKind::Aggregate(_) => {
                let label = "it occurs inside and outside, so it must have a value first";
                self.nothing_binds(variable, span, label).hint(
                    "a variable that takes all its values inside is listed after the word, or does not occur \
                     outside",
                )
            }
            PredicateKind::Action { .. } => self.unbound_action(atom, at, variable),
            PredicateKind::Comparison(comparison) => {
                let more = atom.arguments.iter().filter(|term| **term == atom.arguments[at]).count() > 1;
                let (label, hint) = match (comparison.operator, more) {
                    (Operator::Equal, true) => (
                        "it occurs here more than once, so the sum does not determine it",
                        "a sum gives the value of a variable that occurs in it once, if all others are bound",
                    ),
                    (Operator::Equal, false) => (
                        "a sum gives one value, but something else here is unbound too",
                        "a sum gives the value of one variable, if all others are bound",
                    ),
                    _ => (
                        "it is compared here, and nothing gives it a value",
                        "a comparison only tests: its sides are bound by other literals",
                    ),
                };
                self.nothing_binds(variable, span, label).hint(hint)
            }
            PredicateKind::Equal | PredicateKind::Facts(_) => {
                let label = "neither side of this `equal` has a value";
                self.nothing_binds(variable, span, if atom.predicate == EQUAL { label } else { "asked here" })
            }
        }
    }

    fn nothing_binds(&self, variable: &Variable, span: Span, label: &str) -> Diagnostic {
        let message =
            Diagnostic::new(Code::NothingBinds, format!("nothing binds `{}`", variable.name), span, label);
        self.suggest(message, variable)
    }

    /// Adds a hint that names predicates that can bind a variable of this sort.
    fn suggest(&self, message: Diagnostic, variable: &Variable) -> Diagnostic {
        let binders = binders(self.program, variable.sort);
        if binders.is_empty() {
            return message;
        }
        let sort = &self.program.sort(variable.sort).name;
        message.hint(format!("{} can give a `{sort}`", list(&binders, "or")))
    }
}

/// The bound variables that occur in some goals.
fn within(goals: &[Goal], bound: &Bound) -> Bound {
    occurrences(goals).into_keys().filter(|id| bound.contains(id)).collect()
}

fn variables_of(goal: &Goal) -> Bound {
    occurrences([goal]).into_keys().collect()
}

/// The local form of a variable name: `Group1` becomes `Group_1`, `Group` becomes `Group_`.
pub fn local(name: &str) -> String {
    let word = name.trim_end_matches(|c: char| c.is_numeric());
    format!("{word}_{}", &name[word.len()..])
}

/// Up to four predicates that can bind a variable of a sort.
fn binders(program: &Program, sort: SortId) -> Vec<String> {
    let gives = |id: SortId| program.common(id, sort).is_some();
    let mut found = Vec::new();
    for predicate in &program.predicates {
        let gives = match &predicate.kind {
            PredicateKind::Equal
            | PredicateKind::Comparison(_)
            | PredicateKind::Aggregate(_)
            | PredicateKind::Derived(_)
            | PredicateKind::Action { .. } => false,
            PredicateKind::Facts(_) => predicate.sorts.iter().any(|id| gives(*id)),
            PredicateKind::Extern(external) => external
                .modes
                .iter()
                .any(|mode| (0..predicate.arity()).any(|at| !mode.needs(at) && gives(predicate.sort(at)))),
        };
        if gives && found.len() < 4 {
            found.push(predicate.signature());
        }
    }
    found
}
