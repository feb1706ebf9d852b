//! Explains why a body does not hold: how far it is satisfied, which literals fail, and what holds instead.
//!
//! The literals of a body are evaluated in source order, or as close to it as modes permit. The longest prefix that is
//! satisfiable is kept. Later literals that can hold together with the prefix are kept too, so that as few literals as
//! possible are reported as failing. The solutions of all kept literals are the partial solutions that get furthest.
//! For each of them, every literal reported as failing does fail.
//!
//! A failing literal is traced to its cause. For a derivation, the search continues in its clauses, and for an `after`
//! literal in the position after the actions. For a negation, the cause is the reasons why the negated body holds. For
//! an extern predicate or a fact, the explanation lists the tuples that hold when one of the arguments is left open.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_sorted::Arrange;

use crate::interpret::Host;
use crate::literals::Literals;
use crate::program::{
    Atom, EQUAL, Goal, PredicateId, PredicateKind, Program, RuleId, Variable, VariableId, occurrences,
    variables,
};
use crate::runtime::{LimitReached, Limits, Value};

use super::derivation::{INITIAL, PositionId, ProofSearch, Search};
use super::failed_inequalities::Repeated;
use super::failures::{Fact, FailureReason, Line, Obstacle, Obstacles, Partial, Refused};
use super::queries::{KnownToHold, LiteralQueries, Values, choices};
use super::reasons::LeftOut;
use super::trace::{CHOICES, Trace, trace};

/// Maximum number of partial solutions to show.
const MAX_PARTIAL_SOLUTIONS: usize = 3;

/// Maximum depth to which failures are explained, in derivations and actions. Deeper failures are only named.
pub(super) const MAX_DEPTH: usize = 8;

/// Maximum number of failures to explain below one literal of the explained body. Further failures are only named.
const FOLLOWED: usize = 500;

/// Maximum number of steps to find all partial solutions. If more steps are needed, only one partial solution is shown.
pub(super) const WORK: u64 = 2_000_000;

/// Searches for the reasons why literals of one program fail.
pub struct ObstacleSearch<'p, H: Host> {
    why: ProofSearch<'p, H>,
}

/// A clause during the search: its variables with their current values.
#[derive(Clone, Copy)]
pub(super) struct Situation<'a> {
    pub(super) variables: &'a [Variable],
    pub(super) values: &'a Values,
    /// The position in which the clause is evaluated.
    pub(super) place: PositionId,
    pub(super) depth: usize,
}

/// The state of a search for the reasons of a failure.
#[derive(Default)]
pub(super) struct SearchState {
    /// The reasons of the literals that hold.
    holds: Search,
    /// The depth at which the failure of a derived literal was explained, by position and by the literal as text. The
    /// text contains the names of free variables.
    told: HashMap<(PositionId, String), usize>,
    /// The number of failures explained so far below the current literal of the explained body.
    pub(super) followed: usize,
    /// The limit that was reached, if any.
    pub(super) limit: Option<LimitReached>,
}

/// A partition of a body into literals that hold together and literals that fail, by their index in source order.
pub(super) struct Sorted {
    held: Vec<usize>,
    /// The failing literals, each with a number `n`. A failing literal is shown with the values of the first `n`
    /// literals of `held`. No value of its other variables makes it hold.
    pub(super) failing: Vec<(usize, usize)>,
    /// A literal that binds a variable only to the value of another variable, although the two must differ.
    repeated: Option<Repeated>,
}

/// The best partial solutions of a body, with one branch chosen for every `;`.
struct Furthest {
    goals: Vec<Goal>,
    sorted: Sorted,
    /// The values of the partial solutions that are kept, and the number of further partial solutions.
    values: Vec<Values>,
    more: usize,
}

impl Sorted {
    /// The values that a failing literal may use. The first `by` literals that hold bind them.
    fn known(&self, goals: &[Goal], by: usize, at: Situation<'_>, values: &Values) -> Values {
        let mut known = at.values.clone();
        for id in self.given(goals, by) {
            known[id.index()] = values[id.index()];
        }
        known
    }

    /// The variables bound by the first `by` literals that hold.
    fn given(&self, goals: &[Goal], by: usize) -> HashSet<VariableId> {
        let atoms = self.held[..by].iter().filter_map(|at| match &goals[*at] {
            Goal::Atom(atom) => Some(atom),
            _ => None,
        });
        atoms.flat_map(|atom| variables(&atom.arguments)).collect()
    }
}

impl<'p, H: Host> ObstacleSearch<'p, H> {
    /// Makes a searcher for a program whose extern predicates are answered by the host `H`. All queries of one
    /// explanation together must keep within `limits`.
    pub fn new(program: &'p Program, limits: Limits) -> ObstacleSearch<'p, H> {
        ObstacleSearch { why: ProofSearch::new(program, limits) }
    }

    /// Installs a flag by which the caller can abort the search.
    pub fn stopped_by(self, sign: Arc<AtomicBool>) -> ObstacleSearch<'p, H> {
        ObstacleSearch { why: self.why.stopped_by(sign) }
    }

    /// The partial solutions of the premise of a rule or query that does not apply, beginning with those that satisfy
    /// the most literals. `None` if the rule or query applies. Parts that exceed the limits are not explained further,
    /// and [`Reasons::left_out`](super::Reasons::left_out) says why.
    ///
    /// # Errors
    /// When a limit is reached before the partial solutions are known.
    pub fn rule(&self, facts: &mut H::Facts, rule: RuleId) -> Result<Option<Obstacles>, LimitReached> {
        self.solution(facts, rule, &[])
    }

    /// The partial solutions of a rule, as [`ObstacleSearch::rule`] returns them, with values for its first answer
    /// variables.
    ///
    /// # Errors
    /// When a limit is reached before the partial solutions are known.
    pub fn solution(
        &self,
        facts: &mut H::Facts,
        rule: RuleId,
        solution: &[Option<Value>],
    ) -> Result<Option<Obstacles>, LimitReached> {
        self.queries().begin();
        let rule = self.queries().program.rule(rule);
        let mut values = vec![None; rule.variables.len()];
        for (variable, value) in rule.answer.iter().zip(solution) {
            values[variable.index()] = *value;
        }
        let at = Situation { variables: &rule.variables, values: &values, place: INITIAL, depth: 0 };
        let mut found = SearchState::default();
        let Some(partials) = self.body(facts, &rule.body, at, &mut found)? else { return Ok(None) };
        let mut reasons = self.why.finish(facts, found.holds);
        if let Some(limit) = found.limit {
            reasons.left_out = Some(LeftOut::Limit(limit));
        }
        Ok(Some(Obstacles { partials, reasons }))
    }

    /// Explains why the negations of a rule hold for this solution. Returns each negation as text, with the partial
    /// solutions of the negated body.
    ///
    /// # Errors
    /// When a limit is reached before the partial solutions are known.
    pub fn denied(
        &self,
        facts: &mut H::Facts,
        rule: RuleId,
        solution: &[Value],
    ) -> Result<Vec<(String, Obstacles)>, LimitReached> {
        self.queries().begin();
        let rule = self.queries().program.rule(rule);
        let mut values = vec![None; rule.variables.len()];
        for (variable, value) in rule.answer.iter().zip(solution) {
            values[variable.index()] = Some(*value);
        }
        let at = Situation { variables: &rule.variables, values: &values, place: INITIAL, depth: 0 };
        let mut all = Vec::new();
        for goal in &rule.body {
            let Goal::Not(goals, _) = goal else { continue };
            let mut found = SearchState::default();
            let Some(partials) = self.body(facts, goals, at, &mut found)? else { continue };
            let mut reasons = self.why.finish(facts, found.holds);
            if let Some(limit) = found.limit {
                reasons.left_out = Some(LeftOut::Limit(limit));
            }
            let said = self.queries().literal_text(goal, at.variables, at.values);
            all.push((said, Obstacles { partials, reasons }));
        }
        Ok(all)
    }

    /// All ways in which the premise of a rule or query was tried, as a tree. At most `most` of its branches are kept.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    pub fn trace(&self, facts: &mut H::Facts, rule: RuleId, most: usize) -> Result<Trace, LimitReached> {
        self.queries().begin();
        trace(self.queries(), facts, rule, most)
    }

    /// The search for proofs of literals that hold.
    pub fn why(&self) -> &ProofSearch<'p, H> {
        &self.why
    }

    /// The number of queries planned so far. A query is planned once and reused for other values and positions.
    pub fn planned(&self) -> usize {
        self.queries().planned()
    }

    pub(super) fn queries(&self) -> &LiteralQueries<'p, H> {
        self.why.queries()
    }

    /// The partial solutions of a body over all choices of branches of its `;` (up to a maximum number of choices);
    /// `None` if the body holds.
    pub(super) fn body(
        &self,
        facts: &mut H::Facts,
        goals: &[Goal],
        at: Situation<'_>,
        found: &mut SearchState,
    ) -> Result<Option<Vec<Partial>>, LimitReached> {
        let choices = choices(goals, CHOICES);
        if choices.len() == CHOICES && self.holds(facts, goals, at)? {
            return Ok(None);
        }
        // Failures are explained only for the partial solutions that are shown. A later literal may refer to an earlier
        // explanation, which must then be visible.
        let mut furthest: Vec<Furthest> = Vec::new();
        for goals in choices {
            let Some(sorted) = self.sort(facts, &goals, at)? else { return Ok(None) };
            let held: Vec<Goal> = sorted.held.iter().map(|at| goals[*at].clone()).collect();
            let (values, more) = self.furthest(facts, &goals, &held, &sorted, at)?;
            furthest.push(Furthest { goals, sorted, values, more });
        }
        furthest.arrange_by_key(|furthest| std::cmp::Reverse(furthest.sorted.held.len()));
        let most = if at.depth == 0 { MAX_PARTIAL_SOLUTIONS } else { 1 };
        let mut partials = Vec::new();
        for one in &furthest {
            for (number, values) in one.values.iter().enumerate().take(most - partials.len()) {
                // Each partial solution at the top level is explained independently.
                if at.depth == 0 {
                    found.told.clear();
                }
                let mut partial = self.partial(facts, &one.goals, &one.sorted, (at, values), found);
                partial.more = if number + 1 == one.values.len() { one.more } else { 0 };
                partials.push(partial);
            }
        }
        Ok(Some(partials))
    }

    /// Whether all literals that can be evaluated hold together.
    fn holds(&self, facts: &mut H::Facts, goals: &[Goal], at: Situation<'_>) -> Result<bool, LimitReached> {
        let order = self.queries().order(goals, at.values);
        let goals: Vec<Goal> = order.into_iter().map(|at| goals[at].clone()).collect();
        self.queries().hold(facts, &goals, at.variables, at.values)
    }

    /// Partitions the goals into goals that hold together and goals that fail; `None` if all hold.
    pub(super) fn sort(
        &self,
        facts: &mut H::Facts,
        goals: &[Goal],
        at: Situation<'_>,
    ) -> Result<Option<Sorted>, LimitReached> {
        let order = self.queries().order(goals, at.values);
        let of = |places: &[usize]| -> Vec<Goal> { places.iter().map(|at| goals[*at].clone()).collect() };
        let hold = |facts: &mut H::Facts, places: &[usize]| {
            self.queries().hold(facts, &of(places), at.variables, at.values)
        };
        if hold(facts, &order)? {
            return Ok(None);
        }
        // Step 1. Binary search for the longest prefix that holds.
        let (mut holds, mut fails) = (0, order.len());
        while fails - holds > 1 {
            let middle = (holds + fails) / 2;
            if hold(facts, &order[..middle])? {
                holds = middle;
            } else {
                fails = middle;
            }
        }
        // Step 2. Add the later literals that hold too, one by one. Each must share a variable with the literals kept
        // so far, because otherwise it would hold for unrelated values. Below the top level only the first failing
        // literal matters.
        let repeated = self.repeated(facts, goals, at, &order[..holds], order[holds])?;
        let mut sorted = match repeated {
            Some(repeated) => {
                let held: Vec<usize> =
                    order[..holds].iter().copied().filter(|one| *one != repeated.at).collect();
                let failing = vec![(repeated.at, held.len())];
                Sorted { held, failing, repeated: Some(repeated) }
            }
            None => {
                Sorted { held: order[..holds].to_vec(), failing: vec![(order[holds], holds)], repeated: None }
            }
        };
        let rest = if at.depth == 0 { &order[holds + 1..] } else { &[] };
        for next in rest {
            if !self.queries().is_joined(goals, at.values, &sorted.held, *next) {
                continue;
            }
            if !self.queries().can_ask(goals, at.values, &sorted.held, *next) {
                continue;
            }
            sorted.held.push(*next);
            if !hold(facts, &sorted.held)? {
                sorted.held.pop();
                sorted.failing.push((*next, sorted.held.len()));
            }
        }
        Ok(Some(sorted))
    }

    /// The least values for which the `held` literals hold, and the number of further solutions. Solutions count as
    /// different if they differ in the variables that the failing literals use.
    fn furthest(
        &self,
        facts: &mut H::Facts,
        goals: &[Goal],
        held: &[Goal],
        sorted: &Sorted,
        at: Situation<'_>,
    ) -> Result<(Vec<Values>, usize), LimitReached> {
        let Ok(all) = self.queries().all(facts, held, at.variables, at.values, WORK) else {
            let least = self.queries().first(facts, held, at.variables, at.values)?;
            return Ok((least.into_iter().collect(), 0));
        };
        // Partial solutions are told apart only by variables that occur both in a failing literal and in a literal that
        // holds.
        let mut shared: Vec<VariableId> = Vec::new();
        for (failing, by) in &sorted.failing {
            let given = sorted.given(goals, *by);
            let own = occurrences([&goals[*failing]]).into_keys();
            shared.extend(own.filter(|id| given.contains(id)));
        }
        shared.extend(sorted.repeated.map(|repeated| repeated.has));
        let (mut seen, mut shown, mut more) = (HashSet::new(), Vec::new(), 0);
        let most = if at.depth == 0 { MAX_PARTIAL_SOLUTIONS } else { 1 };
        for values in all.values(at.values) {
            let told: Vec<Option<Value>> = shared.iter().map(|id| values[id.index()]).collect();
            if !seen.insert(told) {
                continue;
            }
            if shown.len() < most {
                shown.push(values);
            } else {
                more += 1;
            }
        }
        Ok((shown, more))
    }

    /// The partial solution with these values: the result of each literal.
    fn partial(
        &self,
        facts: &mut H::Facts,
        goals: &[Goal],
        sorted: &Sorted,
        (at, values): (Situation<'_>, &Values),
        found: &mut SearchState,
    ) -> Partial {
        let mut lines: Vec<Line> = Vec::new();
        for (place, goal) in goals.iter().enumerate() {
            let line = if sorted.held.contains(&place) {
                Line::Holds(self.why.goal(goal, (at.variables, values), at.place, &mut found.holds))
            } else if let Some((_, by)) = sorted.failing.iter().find(|(failing, _)| *failing == place) {
                let known = sorted.known(goals, *by, at, values);
                if at.depth == 0 {
                    found.followed = 0;
                }
                let known_at = Situation { values: &known, ..at };
                match sorted.repeated.filter(|repeated| repeated.at == place) {
                    Some(repeated) => {
                        Line::Fails(self.otherwise(facts, goals, (repeated, values), known_at, found))
                    }
                    None => Line::Fails(self.obstacle(facts, goal, known_at, found)),
                }
            } else {
                Line::Unasked(self.queries().literal_text(goal, at.variables, values))
            };
            lines.push(line);
        }
        let named = at.variables.iter().zip(values);
        let values = named.filter_map(|(variable, value)| {
            Some((variable.name.clone(), self.queries().write(variable, (*value)?)))
        });
        Partial { values: values.collect(), lines, more: 0 }
    }

    /// Explains why a literal fails. If a limit is reached, the explanation is cut off.
    pub(super) fn obstacle(
        &self,
        facts: &mut H::Facts,
        goal: &Goal,
        at: Situation<'_>,
        found: &mut SearchState,
    ) -> Obstacle {
        let said = self.queries().literal_text(goal, at.variables, at.values);
        let doc = match goal {
            Goal::Atom(atom) => self.queries().program.predicate(atom.predicate).doc.clone(),
            _ => Vec::new(),
        };
        let failure = self.failure(facts, (goal, &said), at, found).unwrap_or_else(|limit| {
            found.limit = Some(limit);
            FailureReason::Deeper
        });
        Obstacle { said, doc, failure }
    }

    fn failure(
        &self,
        facts: &mut H::Facts,
        (goal, said): (&Goal, &str),
        at: Situation<'_>,
        found: &mut SearchState,
    ) -> Result<FailureReason, LimitReached> {
        match goal {
            Goal::Atom(atom) => self.atom(facts, (atom, said), at, found),
            Goal::Not(goals, _) => {
                let body = (goals.as_slice(), at.variables, at.values.clone());
                let reasons = self.why.body(facts, body, KnownToHold::No, at.place, &mut found.holds)?;
                Ok(FailureReason::Denied(reasons.unwrap_or_default()))
            }
            Goal::After(actions, goals, _) => {
                let arguments = |action| (action, self.queries().arguments(action, at.values));
                let made = actions.iter().map(arguments);
                let place = found.holds.place(at.place, made, (actions, at.values));
                let deeper = Situation { place, depth: at.depth + 1, ..at };
                let asked = self.queries().after(facts, actions, at.values, |facts| {
                    if at.depth >= MAX_DEPTH { Ok(None) } else { self.body(facts, goals, deeper, found) }
                });
                Ok(match asked {
                    Err(action) => FailureReason::Unmade(self.fact(&actions[action], at.values)),
                    Ok(_) if at.depth >= MAX_DEPTH => FailureReason::Deeper,
                    Ok(partials) => FailureReason::Afterwards(partials?.unwrap_or_default()),
                })
            }
            Goal::Any(..) => unreachable!("a branch was chosen"),
        }
    }

    fn atom(
        &self,
        facts: &mut H::Facts,
        (atom, said): (&Atom, &str),
        at: Situation<'_>,
        found: &mut SearchState,
    ) -> Result<FailureReason, LimitReached> {
        let asked = self.fact(atom, at.values);
        if atom.predicate == EQUAL {
            let mut sides = asked.arguments.into_iter();
            return Ok(FailureReason::Different(
                sides.next().unwrap_or_default(),
                sides.next().unwrap_or_default(),
            ));
        }
        if matches!(self.queries().program.predicate(atom.predicate).kind, PredicateKind::Comparison(_)) {
            return Ok(FailureReason::Given { asked, instead: Vec::new() });
        }
        let Some(clauses) = self.queries().clauses(atom.predicate) else {
            return Ok(FailureReason::Given { asked, instead: self.instead(facts, atom, at) });
        };
        let arguments = self.queries().arguments(atom, at.values);
        let literal = (at.place, said.to_owned());
        // At a smaller depth more can be explained. So an existing explanation at a greater depth does not count.
        if found.told.get(&literal).is_some_and(|depth| *depth <= at.depth) {
            return Ok(FailureReason::AlreadyExplained);
        }
        if at.depth >= MAX_DEPTH || found.followed >= FOLLOWED {
            return Ok(FailureReason::Deeper);
        }
        found.followed += 1;
        found.told.insert(literal.clone(), at.depth);
        let mut refused = Vec::new();
        for clause in clauses {
            let partials = match self.queries().called(clause, &arguments) {
                None => Vec::new(),
                Some(values) => {
                    let (variables, values) = (clause.variables.as_slice(), &values);
                    let inside = Situation { variables, values, place: at.place, depth: at.depth + 1 };
                    self.body(facts, &clause.body, inside, found)?.unwrap_or_default()
                }
            };
            refused.push(Refused { clause: clause.span, partials });
        }
        let failure = FailureReason::Refused(refused);
        // If an explanation fits on one line, it is repeated instead of referring to it.
        if failure.is_other_words() {
            found.told.remove(&literal);
        }
        Ok(failure)
    }

    fn fact(&self, atom: &Atom, values: &Values) -> Fact {
        self.tuple(atom, &self.queries().arguments(atom, values))
    }

    /// The predicate of `atom` with the values of `tuple` as text.
    pub(super) fn tuple(&self, atom: &Atom, tuple: &[Option<Value>]) -> Fact {
        let text = |(place, value): (usize, &Option<Value>)| {
            let sort = self.queries().sort(atom, place);
            match (value, sort) {
                (Some(value), Some(sort)) => self.queries().text(sort, *value),
                (Some(value), None) => value.to_string(),
                (None, _) => "_".to_owned(),
            }
        };
        let arguments: Vec<String> = tuple.iter().enumerate().map(text).collect();
        match &self.queries().program.predicate(atom.predicate).kind {
            PredicateKind::Comparison(comparison) => {
                Fact { predicate: comparison.text(&arguments), arguments: Vec::new() }
            }
            PredicateKind::Aggregate(aggregate) => {
                let words = Literals::written(self.queries().program, &[]);
                Fact { predicate: words.aggregate(aggregate, &arguments), arguments: Vec::new() }
            }
            _ => Fact { predicate: self.name(atom.predicate), arguments },
        }
    }

    fn name(&self, predicate: PredicateId) -> String {
        self.queries().program.predicate(predicate).name.clone()
    }
}
