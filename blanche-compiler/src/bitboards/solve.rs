//! Translates a conjunction into word operations that compute the set of values of one of its variables.
//!
//! 1. `literals` translates each literal into values, rows, or a word for a variable.
//! 2. Goals on several variables are split (`split`). Literals are replaced by their clauses, branches are handled one
//!    by one, and variables with few values are tried value by value.
//! 3. What remains are words for variables and pairs of values. Pairs are edges between variables, which form trees:
//!    beginning at the leaves, each variable is removed after its values have restricted the values of its parent
//!    (`trees`).
//!
//! CITE: Yannakakis 1981, *Algorithms for acyclic database schemes*.

use std::collections::HashMap;

use blanche_sorted::{SortedMap, SortedSet};

use super::Unfit;
use super::operations::{Operations, WordId};
use super::query::{Argument, Goal, Query, Uses, Values, Variable, goals, values};
use super::word_layout::WordLayout;
use crate::program::{
    self, Clause, PredicateId, PredicateKind, Program, Recursion, SortId, Term, VariableId,
};
use crate::runtime::{Layout, U256, Value};

/// Maximum number of steps of a translation: goals examined, and rows created or read.
const MAX_STEPS: usize = 1_000_000;

/// Maximum effort of a translation that has no limit of its own, such as the translation of the moves of a game. The
/// unit is a pass over the rows of a relation, which takes about a microsecond.
const MAX_EFFORT: usize = 200_000;

/// Number of steps that take as long as a pass over the rows of a relation.
const STEPS_OF_EFFORT: usize = 16;

/// Effort for a conjunction, in addition to the effort for its relations.
const EFFORT_OF_A_QUERY: usize = 10;

/// Number of steps charged for a conjunction.
const STEPS_OF_A_QUERY: usize = 50;

/// Maximum number of operations recorded by a translation.
const MAX_OPERATIONS: usize = 4_000;

/// Maximum nesting depth of definitions.
const MAX_DEPTH: usize = 40;

/// Maximum number of values for which a variable is tried value by value before branches are split.
pub(super) const MAX_TRIED_VALUES: u32 = 16;

/// Translates queries of a program.
pub(super) struct Solver<'p> {
    pub(super) program: &'p Program,
    pub(super) layout: &'p Layout,
    pub(super) word_layout: WordLayout,
    pub(super) operations: Operations,
    /// The player to move, if known.
    to_move: Option<Value>,
    variables: usize,
    steps: usize,
    most_steps: usize,
    /// Effort spent so far, in the unit of [`MAX_EFFORT`].
    pub(super) effort: usize,
    most_effort: usize,
    depth: usize,
    /// The words of derived predicates translated so far.
    known: HashMap<(PredicateId, Vec<Role>), WordId>,
    /// The recursive components of the program.
    pub(super) recursion: Recursion,
    /// The words of the recursive predicates that are being translated.
    solving: HashMap<(PredicateId, Vec<Role>), WordId>,
}

/// How an argument of a derived predicate is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Role {
    /// The argument has this value.
    Value(Value),
    /// The set of the argument's values is to be computed.
    Kept,
    /// The argument may have any value whose bit is set in this word.
    Within(WordId),
    /// The argument may have any value, but arguments with the same number must be equal.
    Some(usize),
}

/// The result of translating a goal.
pub(super) enum GoalTranslation {
    /// The goal stays as it is.
    Stays(Goal),
    /// The goal always holds.
    Holds,
    /// The goal never holds.
    Fails,
    /// The goal is equivalent to these goals.
    Is(Vec<Goal>),
    /// The translated goal is equivalent to this goal, which also includes all restrictions of these variables to
    /// words.
    Within(Goal, Vec<Variable>),
    /// The goal restricts a variable to these values.
    Values(Variable, U256),
    /// The goal makes a variable equal to this argument.
    Equal(Variable, Argument),
}

/// Maximum number of words in a layout. If there are more, the translation does not determine which words exclude each
/// other.
const MAX_WORDS: usize = 256;

/// For each word of a position, the index of the first word in its group. Different words of a group have no bit in
/// common, because a state has at most one value for an argument.
fn exclusive_with(program: &Program, layout: &Layout, word_layout: &WordLayout) -> Vec<usize> {
    let mut exclusive_with: Vec<usize> = (0..word_layout.words.len()).collect();
    if layout.words() > MAX_WORDS {
        return exclusive_with;
    }
    let states = program.game.iter().flat_map(|game| &game.states);
    for (at_state, (state, table)) in states.zip(layout.tables()).enumerate() {
        let others = (0..table.arity()).filter(|at| Some(*at) != table.spread());
        // Each set with the first set of its group.
        let mut sets: Vec<(Vec<Value>, Vec<Value>)> = vec![(Vec::new(), Vec::new())];
        for at in others {
            let longer = |(set, first): &(Vec<Value>, Vec<Value>)| {
                let one = |value: Value| {
                    let least = if state.one[at] { 0 } else { value };
                    ([&set[..], &[value]].concat(), [&first[..], &[least]].concat())
                };
                (0..table.shape().sizes[at] as Value).map(one).collect::<Vec<_>>()
            };
            sets = sets.iter().flat_map(longer).collect();
        }
        for (set, first) in sets {
            let [set, first] = [set, first].map(|set| word_layout.set_at(layout, at_state, &set));
            (0..word_layout.set_words(at_state)).for_each(|word| exclusive_with[set + word] = first + word);
        }
    }
    exclusive_with
}

/// The words of a position with at most one bit: the sets of an argument that has at most one value.
fn singles(program: &Program, layout: &Layout, word_layout: &WordLayout) -> SortedSet<usize> {
    let states = program.game.iter().flat_map(|game| &game.states).zip(layout.tables()).enumerate();
    let is_single = |state: usize, one: &[bool], spread: Option<usize>| {
        spread.is_some_and(|at| one[at]) && word_layout.set_words(state) == 1
    };
    let single = states.filter(|(at, (state, table))| is_single(*at, &state.one, table.spread()));
    single.flat_map(|(at, _)| word_layout.all_words(at)).collect()
}

impl<'p> Solver<'p> {
    pub(super) fn new(program: &'p Program, layout: &'p Layout, to_move: Option<Value>) -> Solver<'p> {
        let word_layout = WordLayout::of(program, layout);
        let (exclusive_with, singles) =
            (exclusive_with(program, layout, &word_layout), singles(program, layout, &word_layout));
        let operations = Operations::over(word_layout.width, exclusive_with, singles);
        Solver {
            program,
            layout,
            word_layout,
            operations,
            to_move,
            variables: 0,
            steps: 0,
            most_steps: MAX_STEPS,
            effort: 0,
            most_effort: MAX_EFFORT,
            depth: 0,
            known: HashMap::new(),
            recursion: Recursion::of(program),
            solving: HashMap::new(),
        }
    }

    /// The values of a sort.
    pub(super) fn values(&self, sort: SortId) -> Values {
        values(self.program, sort, self.word_layout.width)
    }

    pub(super) fn to_move(&self) -> Option<Value> {
        self.to_move
    }

    /// A query with the goals of a clause or rule. The variables in `given` are replaced.
    pub(super) fn query(
        &mut self,
        body: &[crate::program::Goal],
        variables: &[crate::program::Variable],
        outside: &SortedSet<VariableId>,
        given: &SortedMap<VariableId, Argument>,
    ) -> Result<Query, Unfit> {
        let first = self.variables;
        self.variables += variables.len();
        let stands =
            |id: VariableId| given.get(&id).copied().unwrap_or(Argument::Variable(first + id.index()));
        let mut query = Query { goals: goals(body, outside, &stands)?, ..Query::default() };
        for (at, variable) in variables.iter().enumerate() {
            if !given.contains_key(&VariableId(at as u32)) {
                query.values.insert(first + at, self.values(variable.sort));
            }
        }
        Ok(query)
    }

    /// The query variable that stands for a variable of the clause converted last.
    pub(super) fn last(&self, variables: usize, id: VariableId) -> Variable {
        self.variables - variables + id.index()
    }

    /// Limits the number of steps.
    pub(super) fn within(self, most_steps: usize) -> Self {
        Solver { most_steps, ..self }
    }

    /// Limits the effort.
    pub(super) fn with_effort(self, most_effort: usize) -> Self {
        Solver { most_effort, ..self }
    }

    /// Whether the translation was aborted because the effort was exhausted. With more effort, the translation might
    /// succeed.
    pub(super) fn is_exhausted(&self) -> bool {
        self.effort >= self.most_effort
    }

    /// Spends effort, and fails if the limit is reached.
    pub(super) fn spend(&mut self, effort: usize) -> Result<(), Unfit> {
        self.effort += effort;
        if self.is_exhausted() { Err(Unfit) } else { Ok(()) }
    }

    /// Spends steps, and fails if a limit is reached.
    pub(super) fn take(&mut self, steps: usize) -> Result<(), Unfit> {
        self.steps += steps;
        self.spend(steps / STEPS_OF_EFFORT)?;
        let is_fit = self.steps < self.most_steps && self.operations.list.len() < MAX_OPERATIONS;
        if is_fit { Ok(()) } else { Err(Unfit) }
    }

    /// The values of `keep` for which a query holds, as a word. If `keep` is `None`, a word that is not empty if the
    /// query holds.
    pub(super) fn solve(&mut self, mut query: Query, keep: Option<Variable>) -> Result<WordId, Unfit> {
        self.take(STEPS_OF_A_QUERY)?;
        self.spend(EFFORT_OF_A_QUERY)?;
        if keep.is_some_and(|keep| matches!(query.values.get(&keep), Some(Values::Many(_)))) {
            return Err(Unfit);
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Unfit);
        }
        let word = match self.simplified(&mut query, keep)? {
            false => self.operations.nothing(),
            true => match self.split(&query, keep)? {
                Some(word) => word,
                None => self.trees(query, keep)?,
            },
        };
        self.depth -= 1;
        Ok(word)
    }

    /// Translates goals until nothing changes. Returns whether the query can hold.
    fn simplified(&mut self, query: &mut Query, keep: Option<Variable>) -> Result<bool, Unfit> {
        loop {
            let mut is_changed = false;
            let mut uses = None;
            for at in 0..query.goals.len() {
                let private = uses.get_or_insert_with(|| Uses::of(&query.goals)).only_in(at, keep);
                let goal = std::mem::replace(&mut query.goals[at], Goal::Any(Vec::new()));
                match self.outcome(query, goal, (keep, &private))? {
                    GoalTranslation::Stays(goal) => {
                        query.goals[at] = goal;
                        continue;
                    }
                    GoalTranslation::Holds => query.goals[at] = Goal::nothing(),
                    GoalTranslation::Fails => return Ok(false),
                    GoalTranslation::Is(goals) => {
                        query.goals[at] = Goal::nothing();
                        query.goals.extend(goals);
                    }
                    GoalTranslation::Within(goal, done) => {
                        query.goals[at] = Goal::nothing();
                        for other in &mut query.goals {
                            if matches!(other, Goal::In(_, variable) if done.contains(variable)) {
                                *other = Goal::nothing();
                            }
                        }
                        query.goals.push(goal);
                    }
                    GoalTranslation::Values(variable, bits) => {
                        query.goals[at] = Goal::nothing();
                        if !self.narrow(query, variable, bits) {
                            return Ok(false);
                        }
                    }
                    GoalTranslation::Equal(variable, argument) => {
                        query.goals[at] = Goal::nothing();
                        if !self.equate(query, variable, argument, keep)? {
                            return Ok(false);
                        }
                    }
                }
                (is_changed, uses) = (true, None);
            }
            query.goals.retain(|goal| !goal.is_nothing());
            let uses = Uses::of(&query.goals);
            let single = query.values.iter().find_map(|(variable, values)| match values {
                Values::Bits(bits) if bits.count_ones() == 1 && uses.has(*variable) => {
                    Some((*variable, bits.places().next()?))
                }
                _ => None,
            });
            match single {
                Some((variable, value)) => self.bind(query, variable, value),
                None if !is_changed => {
                    query.forget(keep);
                    return Ok(true);
                }
                None => {}
            }
        }
    }

    /// Restricts the values of a variable. Returns whether any are left.
    pub(super) fn narrow(&mut self, query: &mut Query, variable: Variable, bits: U256) -> bool {
        match query.values.get_mut(&variable) {
            Some(Values::Bits(known)) => {
                *known &= bits;
                !known.is_empty()
            }
            _ => !bits.is_empty(),
        }
    }

    /// Replaces a variable by a value.
    pub(super) fn bind(&mut self, query: &mut Query, variable: Variable, value: Value) {
        for goal in &mut query.goals {
            match goal {
                Goal::In(word, known) if *known == variable => {
                    let bit = self.operations.constant(U256::bit(value));
                    *goal = Goal::Test(self.operations.and(*word, bit));
                }
                goal => goal.put(variable, Argument::Value(value)),
            }
        }
        query.values.insert(variable, Values::Bits(U256::bit(value % self.word_layout.width)));
    }

    /// Makes a variable equal to an argument. Returns whether that is possible.
    fn equate(
        &mut self,
        query: &mut Query,
        variable: Variable,
        argument: Argument,
        keep: Option<Variable>,
    ) -> Result<bool, Unfit> {
        let other = match argument {
            Argument::Value(value) => {
                let can_be = match query.values.get(&variable) {
                    Some(Values::Bits(bits)) => bits.has(value),
                    Some(Values::Many(sort)) => self.program.sort(*sort).contains(value),
                    None => true,
                };
                if can_be {
                    self.bind(query, variable, value);
                }
                return Ok(can_be);
            }
            Argument::Variable(other) => other,
        };
        let (gone, stays) = if keep == Some(variable) { (other, variable) } else { (variable, other) };
        let gone_bits = match (query.values.get(&gone).cloned(), query.values.get(&stays)) {
            (Some(Values::Bits(bits)), Some(Values::Bits(_))) => bits,
            // The smaller sort contains the possible values of both variables.
            (Some(Values::Many(one)), Some(Values::Many(other))) if self.program.is_part(*other, one) => {
                U256::bit(0)
            }
            _ => return Err(Unfit),
        };
        query.goals.iter_mut().for_each(|goal| goal.put(gone, Argument::Variable(stays)));
        Ok(self.narrow(query, stays, gone_bits))
    }

    /// The values of the kept argument for which a derived predicate holds, as a word. If no argument is kept, a word
    /// that is not empty if the predicate holds.
    pub(super) fn derived(&mut self, predicate: PredicateId, roles: Vec<Role>) -> Result<WordId, Unfit> {
        let key = (predicate, roles);
        if let Some(known) = self.known.get(&key).or_else(|| self.solving.get(&key)) {
            return Ok(*known);
        }
        let mut query = Query::default();
        let mut own: SortedMap<Role, Variable> = SortedMap::new();
        let mut arguments = Vec::new();
        for (at, role) in key.1.iter().enumerate() {
            if let Role::Value(value) = role {
                arguments.push(Argument::Value(*value));
                continue;
            }
            let variable = *own.entry(*role).or_insert(self.variables);
            self.variables = self.variables.max(variable + 1);
            let sort = self.program.predicate(predicate).sort(at);
            query.values.insert(variable, self.values(sort));
            if let Role::Within(word) = role {
                query.goals.push(Goal::In(*word, variable));
            }
            arguments.push(Argument::Variable(variable));
        }
        let at = query.goals.len();
        query.goals.push(Goal::Literal(predicate, arguments));
        let keep = own.get(&Role::Kept).copied();
        let unknown = self.recursion.component(predicate).map(|_| {
            let possible = match keep.map(|keep| &query.values[&keep]) {
                Some(Values::Bits(bits)) => *bits,
                _ => self.operations.all(),
            };
            self.operations.unknown(possible)
        });
        self.solving.extend(unknown.map(|unknown| (key.clone(), unknown)));
        let mut word = self.clauses(&query, at, keep)?;
        if let Some(unknown) = unknown {
            self.solving.remove(&key);
            word = self.operations.least(unknown, word);
        }
        let program = self.program;
        self.operations.call(word, || name(program, predicate, &key.1));
        // A word that depends on a loop changes with each iteration, so only words that depend on no loop are kept.
        if self.operations.is_closed(word) {
            self.known.insert(key, word);
        }
        Ok(word)
    }

    /// Replaces a derived literal of a query by each of its clauses in turn, and returns the union of the words of
    /// these queries.
    pub(super) fn clauses(
        &mut self,
        query: &Query,
        at: usize,
        keep: Option<Variable>,
    ) -> Result<WordId, Unfit> {
        let Goal::Literal(predicate, arguments) = &query.goals[at] else { return Err(Unfit) };
        let PredicateKind::Derived(clauses) = &self.program.predicate(*predicate).kind else {
            return Err(Unfit);
        };
        let loose = self.loose_places(query, at, keep);
        let mut all = self.operations.nothing();
        for clause in clauses.iter().filter(|clause| !is_redundant_recursion(clause, *predicate, &loose)) {
            let mut query = query.clone();
            query.goals.remove(at);
            if self.put_clause(&mut query, clause, arguments)? {
                let word = self.solve(query, keep)?;
                all = self.operations.or(all, word);
            }
        }
        Ok(all)
    }

    /// For each argument of a literal, whether any value will do. This is so for distinct variables that occur nowhere
    /// else.
    fn loose_places(&self, query: &Query, at: usize, keep: Option<Variable>) -> Vec<bool> {
        let Goal::Literal(predicate, arguments) = &query.goals[at] else { return Vec::new() };
        let mut others: SortedSet<Variable> = keep.into_iter().collect();
        let rest = query.goals.iter().enumerate().filter(|(other, _)| *other != at);
        rest.for_each(|(_, goal)| goal.variables(&mut others));
        let is_loose = |(place, argument): (usize, &Argument)| {
            let Some(variable) = argument.variable() else { return false };
            let all = self.values(self.program.predicate(*predicate).sort(place));
            let is_free = query.values.get(&variable).is_none_or(|known| *known == all);
            let times = arguments.iter().filter(|other| other.variable() == Some(variable)).count();
            is_free && times == 1 && !others.contains(&variable)
        };
        arguments.iter().enumerate().map(is_loose).collect()
    }

    /// Adds the body of a clause for these arguments. Returns whether the head can match them.
    fn put_clause(
        &mut self,
        query: &mut Query,
        clause: &'p Clause,
        arguments: &[Argument],
    ) -> Result<bool, Unfit> {
        let mut given: SortedMap<VariableId, Argument> = SortedMap::new();
        let mut equal: Vec<(Argument, Argument)> = Vec::new();
        for (term, argument) in clause.head.iter().zip(arguments) {
            match term {
                Term::Variable(id) => match given.get(id) {
                    Some(known) => equal.push((*known, *argument)),
                    None => drop(given.insert(*id, *argument)),
                },
                Term::Constant(value) => equal.push((*argument, Argument::Value(*value))),
                Term::Host(..) => return Err(Unfit),
            }
        }
        for (id, argument) in &given {
            let sort = clause.variables[id.index()].sort;
            match (argument, self.values(sort)) {
                (Argument::Value(value), _) if !self.program.sort(sort).contains(*value) => return Ok(false),
                (Argument::Variable(variable), Values::Bits(bits))
                    if !self.narrow(query, *variable, bits) =>
                {
                    return Ok(false);
                }
                (Argument::Variable(variable), Values::Many(sort)) => match query.values.get(variable) {
                    Some(Values::Many(known)) if self.program.is_part(*known, sort) => {}
                    _ => return Err(Unfit),
                },
                _ => {}
            }
        }
        let outside: SortedSet<VariableId> = given.keys().copied().collect();
        let body = self.query(&clause.body, &clause.variables, &outside, &given)?;
        query.goals.extend(body.goals);
        query.values.extend(body.values);
        let equal =
            equal.into_iter().map(|(one, other)| Goal::Literal(crate::program::EQUAL, vec![one, other]));
        query.goals.extend(equal);
        Ok(true)
    }
}

/// Whether a clause is redundant because it derives a tuple from another tuple of the same predicate that differs only
/// in arguments whose values do not matter.
fn is_redundant_recursion(clause: &Clause, predicate: PredicateId, loose: &[bool]) -> bool {
    clause.body.iter().any(|goal| match goal {
        program::Goal::Atom(atom) if atom.predicate == predicate => {
            let places = clause.head.iter().zip(&atom.arguments).zip(loose);
            places.into_iter().all(|((head, argument), is_loose)| *is_loose || head == argument)
        }
        _ => false,
    })
}

/// The name for the word of a derived predicate: the predicate's name and the given values.
fn name(program: &Program, predicate: PredicateId, roles: &[Role]) -> String {
    let predicate = program.predicate(predicate);
    let values = roles.iter().enumerate().filter_map(|(at, role)| match role {
        Role::Value(value) => Some(program.sort(program.sort(predicate.sort(at)).root).text(*value)),
        Role::Kept | Role::Some(_) | Role::Within(_) => None,
    });
    std::iter::once(predicate.name.clone()).chain(values).collect::<Vec<_>>().join(" ")
}
