//! From a conjunction to the set of values of one of its variables, as operations on words.
//!
//! 1. `literals` makes of each literal what it says: values, rows, or a word for a variable.
//! 2. What says something of several variables at once is taken apart: clauses are put in the place of their literal, branches
//!    are taken one by one, and variables of few values are tried one by one (`split`).
//! 3. What is left is words for variables and pairs of values. Pairs are steps from variable to variable, and the variables
//!    form trees: from the leaves on, each is replaced by what it leaves of the variable before it (`trees`).
//!
//! CITE: Yannakakis 1981, *Algorithms for acyclic database schemes*.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::Unfit;
use super::operations::{Operations, WordId};
use super::places::Places;
use super::query::{Argument, Goal, Query, Uses, Values, Variable, goals, values};
use crate::program::{
    self, Clause, PredicateId, PredicateKind, Program, Recursion, SortId, Term, VariableId,
};
use crate::runtime::{Layout, U256, Value};

/// Maximum number of steps of a translation: goals that are looked at, and rows that are made or read.
const MOST_STEPS: usize = 1_000_000;

/// Maximum effort of a translation without another bound, such as that of the moves of a game, in passes over the rows of a
/// relation, each about a microsecond.
const MOST_EFFORT: usize = 200_000;

/// Number of steps that take as much as one pass over the rows of a relation.
const STEPS_OF_EFFORT: usize = 16;

/// The effort of a conjunction, besides that of its relations.
const EFFORT_OF_A_QUERY: usize = 10;

/// A conjunction takes so many of them.
const STEPS_OF_A_QUERY: usize = 50;

/// It writes so many operations down at most.
const MOST_OPERATIONS: usize = 4_000;

/// Definitions stand in each other so deep at most.
const MOST_DEEP: usize = 40;

/// A variable of so few values is tried value by value before branches are.
pub(super) const FEW: u32 = 16;

/// Translates questions of a program.
pub(super) struct Solver<'p> {
    pub(super) program: &'p Program,
    pub(super) layout: &'p Layout,
    pub(super) places: Places,
    pub(super) operations: Operations,
    /// Whose turn it is, where that is known.
    to_move: Option<Value>,
    variables: usize,
    steps: usize,
    most_steps: usize,
    /// What was spent so far, in the unit of [`MOST_EFFORT`].
    pub(super) effort: usize,
    most_effort: usize,
    depth: usize,
    /// The words of derived predicates.
    known: HashMap<(PredicateId, Vec<Role>), WordId>,
    /// Which predicates need themselves.
    pub(super) recursion: Recursion,
    /// The words that are being found of those that need themselves.
    solving: HashMap<(PredicateId, Vec<Role>), WordId>,
}

/// What an argument of a derived predicate is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Role {
    /// It has a value.
    Value(Value),
    /// Its values are wanted.
    Kept,
    /// It is some bit of a word.
    Within(WordId),
    /// Some value will do; the same for all arguments of one number.
    Some(usize),
}

/// What becomes of a goal.
pub(super) enum Outcome {
    /// It stays.
    Stays(Goal),
    /// It holds.
    Holds,
    /// It does not.
    Fails,
    /// It is these.
    Is(Vec<Goal>),
    /// It is this one, which says of the bits of these variables what there is to say.
    Within(Goal, Vec<Variable>),
    /// It only says which values a variable can have.
    Values(Variable, U256),
    /// It says that a variable is this.
    Equal(Variable, Argument),
}

/// A layout of more words has no small game.
const MOST_WORDS: usize = 256;

/// For each word of a position the first of those that stand for other values at the same places, where there is one value at
/// most.
fn rivals(program: &Program, layout: &Layout, places: &Places) -> Vec<usize> {
    let mut rivals: Vec<usize> = (0..places.words.len()).collect();
    if layout.words() > MOST_WORDS {
        return rivals;
    }
    let states = program.game.iter().flat_map(|game| &game.states);
    for (at_state, (state, table)) in states.zip(layout.tables()).enumerate() {
        let others = (0..table.arity()).filter(|at| Some(*at) != table.spread());
        // Each set with the first one that it has rivals in.
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
            let [set, first] = [set, first].map(|set| places.set_at(layout, at_state, &set));
            (0..places.set_words(at_state)).for_each(|word| rivals[set + word] = first + word);
        }
    }
    rivals
}

/// The words of a position that have at most one bit: the sets of an argument of which there is one value at most.
fn singles(program: &Program, layout: &Layout, places: &Places) -> BTreeSet<usize> {
    let states = program.game.iter().flat_map(|game| &game.states).zip(layout.tables()).enumerate();
    let is_single = |state: usize, one: &[bool], spread: Option<usize>| {
        spread.is_some_and(|at| one[at]) && places.set_words(state) == 1
    };
    let single = states.filter(|(at, (state, table))| is_single(*at, &state.one, table.spread()));
    single.flat_map(|(at, _)| places.all_words(at)).collect()
}

impl<'p> Solver<'p> {
    pub(super) fn new(program: &'p Program, layout: &'p Layout, to_move: Option<Value>) -> Solver<'p> {
        let places = Places::of(program, layout);
        let (rivals, singles) = (rivals(program, layout, &places), singles(program, layout, &places));
        let operations = Operations::over(places.width, rivals, singles);
        Solver {
            program,
            layout,
            places,
            operations,
            to_move,
            variables: 0,
            steps: 0,
            most_steps: MOST_STEPS,
            effort: 0,
            most_effort: MOST_EFFORT,
            depth: 0,
            known: HashMap::new(),
            recursion: Recursion::of(program),
            solving: HashMap::new(),
        }
    }

    /// The values of a sort.
    pub(super) fn values(&self, sort: SortId) -> Values {
        values(self.program, sort, self.places.width)
    }

    pub(super) fn to_move(&self) -> Option<Value> {
        self.to_move
    }

    /// A query with these goals and the variables of a clause or rule; some of these have something in their place.
    pub(super) fn query(
        &mut self,
        body: &[crate::program::Goal],
        variables: &[crate::program::Variable],
        outside: &BTreeSet<VariableId>,
        given: &BTreeMap<VariableId, Argument>,
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

    /// The variable of a query that stands for one of the clause that it was made of last.
    pub(super) fn last(&self, variables: usize, id: VariableId) -> Variable {
        self.variables - variables + id.index()
    }

    /// The same, which takes so many steps at most.
    pub(super) fn within(self, most_steps: usize) -> Self {
        Solver { most_steps, ..self }
    }

    /// The same, with this effort at most.
    pub(super) fn with_effort(self, most_effort: usize) -> Self {
        Solver { most_effort, ..self }
    }

    /// Whether it was given up because it took too much effort, so that it may fit with more.
    pub(super) fn is_exhausted(&self) -> bool {
        self.effort >= self.most_effort
    }

    /// Spends so much effort.
    pub(super) fn spend(&mut self, effort: usize) -> Result<(), Unfit> {
        self.effort += effort;
        if self.is_exhausted() { Err(Unfit) } else { Ok(()) }
    }

    /// Takes so many steps.
    pub(super) fn take(&mut self, steps: usize) -> Result<(), Unfit> {
        self.steps += steps;
        self.spend(steps / STEPS_OF_EFFORT)?;
        let is_fit = self.steps < self.most_steps && self.operations.list.len() < MOST_OPERATIONS;
        if is_fit { Ok(()) } else { Err(Unfit) }
    }

    /// The values of a variable for which a query holds; without one, a word with a bit where it holds.
    pub(super) fn solve(&mut self, mut query: Query, keep: Option<Variable>) -> Result<WordId, Unfit> {
        self.take(STEPS_OF_A_QUERY)?;
        self.spend(EFFORT_OF_A_QUERY)?;
        if keep.is_some_and(|keep| matches!(query.values.get(&keep), Some(Values::Many(_)))) {
            return Err(Unfit);
        }
        self.depth += 1;
        if self.depth > MOST_DEEP {
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

    /// Makes of each goal what it says, until nothing changes. Gives whether the query can hold.
    fn simplified(&mut self, query: &mut Query, keep: Option<Variable>) -> Result<bool, Unfit> {
        loop {
            let mut is_changed = false;
            let mut uses = None;
            for at in 0..query.goals.len() {
                let private = uses.get_or_insert_with(|| Uses::of(&query.goals)).only_in(at, keep);
                let goal = std::mem::replace(&mut query.goals[at], Goal::Any(Vec::new()));
                match self.outcome(query, goal, (keep, &private))? {
                    Outcome::Stays(goal) => {
                        query.goals[at] = goal;
                        continue;
                    }
                    Outcome::Holds => query.goals[at] = Goal::nothing(),
                    Outcome::Fails => return Ok(false),
                    Outcome::Is(goals) => {
                        query.goals[at] = Goal::nothing();
                        query.goals.extend(goals);
                    }
                    Outcome::Within(goal, done) => {
                        query.goals[at] = Goal::nothing();
                        for other in &mut query.goals {
                            if matches!(other, Goal::In(_, variable) if done.contains(variable)) {
                                *other = Goal::nothing();
                            }
                        }
                        query.goals.push(goal);
                    }
                    Outcome::Values(variable, bits) => {
                        query.goals[at] = Goal::nothing();
                        if !self.narrow(query, variable, bits) {
                            return Ok(false);
                        }
                    }
                    Outcome::Equal(variable, argument) => {
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

    /// Keeps some values of a variable; gives whether there are any.
    pub(super) fn narrow(&mut self, query: &mut Query, variable: Variable, bits: U256) -> bool {
        match query.values.get_mut(&variable) {
            Some(Values::Bits(known)) => {
                *known &= bits;
                !known.is_empty()
            }
            _ => !bits.is_empty(),
        }
    }

    /// Puts a value in the place of a variable.
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
        query.values.insert(variable, Values::Bits(U256::bit(value % self.places.width)));
    }

    /// Makes a variable equal to something; gives whether it can be.
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
            // The smaller sort says what both can be.
            (Some(Values::Many(one)), Some(Values::Many(other))) if self.program.is_part(*other, one) => {
                U256::bit(0)
            }
            _ => return Err(Unfit),
        };
        query.goals.iter_mut().for_each(|goal| goal.put(gone, Argument::Variable(stays)));
        Ok(self.narrow(query, stays, gone_bits))
    }

    /// The word of all values of one variable for which a derived predicate holds, or a test.
    pub(super) fn derived(&mut self, predicate: PredicateId, roles: Vec<Role>) -> Result<WordId, Unfit> {
        let key = (predicate, roles);
        if let Some(known) = self.known.get(&key).or_else(|| self.solving.get(&key)) {
            return Ok(*known);
        }
        let mut query = Query::default();
        let mut own: BTreeMap<Role, Variable> = BTreeMap::new();
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
        // In a loop it is another word in each turn.
        if self.operations.is_closed(word) {
            self.known.insert(key, word);
        }
        Ok(word)
    }

    /// A query with each clause of a derived literal in its place, one after the other.
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
        for clause in clauses.iter().filter(|clause| !goes_on(clause, *predicate, &loose)) {
            let mut query = query.clone();
            query.goals.remove(at);
            if self.put_clause(&mut query, clause, arguments)? {
                let word = self.solve(query, keep)?;
                all = self.operations.or(all, word);
            }
        }
        Ok(all)
    }

    /// The arguments of a literal for which any value will do: each a variable of its own that nothing else speaks of.
    fn loose_places(&self, query: &Query, at: usize, keep: Option<Variable>) -> Vec<bool> {
        let Goal::Literal(predicate, arguments) = &query.goals[at] else { return Vec::new() };
        let mut others: BTreeSet<Variable> = keep.into_iter().collect();
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

    /// Adds the body of a clause for these arguments; gives whether the head has them.
    fn put_clause(
        &mut self,
        query: &mut Query,
        clause: &'p Clause,
        arguments: &[Argument],
    ) -> Result<bool, Unfit> {
        let mut given: BTreeMap<VariableId, Argument> = BTreeMap::new();
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
        let outside: BTreeSet<VariableId> = given.keys().copied().collect();
        let body = self.query(&clause.body, &clause.variables, &outside, &given)?;
        query.goals.extend(body.goals);
        query.values.extend(body.values);
        let equal =
            equal.into_iter().map(|(one, other)| Goal::Literal(crate::program::EQUAL, vec![one, other]));
        query.goals.extend(equal);
        Ok(true)
    }
}

/// Whether a clause only goes on from a tuple of the predicate itself to one that differs in places for which any value will
/// do: then there is nothing new in it.
fn goes_on(clause: &Clause, predicate: PredicateId, loose: &[bool]) -> bool {
    clause.body.iter().any(|goal| match goal {
        program::Goal::Atom(atom) if atom.predicate == predicate => {
            let places = clause.head.iter().zip(&atom.arguments).zip(loose);
            places.into_iter().all(|((head, argument), is_loose)| *is_loose || head == argument)
        }
        _ => false,
    })
}

/// What the word of a derived predicate is called: its name and its values.
fn name(program: &Program, predicate: PredicateId, roles: &[Role]) -> String {
    let predicate = program.predicate(predicate);
    let values = roles.iter().enumerate().filter_map(|(at, role)| match role {
        Role::Value(value) => Some(program.sort(program.sort(predicate.sort(at)).root).text(*value)),
        Role::Kept | Role::Some(_) | Role::Within(_) => None,
    });
    std::iter::once(predicate.name.clone()).chain(values).collect::<Vec<_>>().join(" ")
}
