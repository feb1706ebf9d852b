//! Translates single goals into values of a variable, rows of several variables, or words.

use blanche_sorted::{Arrange, SortedMap, SortedSet};

use super::Unfit;
use super::operations::WordId;
use super::query::{Argument, Goal, Query, Rows, Values, Variable, take_out};
use super::solve::{GoalTranslation, Role, Solver};
use crate::program::{PredicateId, PredicateKind};
use crate::runtime::{U256, Value};

/// Maximum number of value combinations tried for a comparison.
const MAX_VALUE_COMBINATIONS: usize = 1 << 16;

impl Solver<'_> {
    /// The result of translating a goal. The variables in `private` occur in no other goal.
    pub(super) fn outcome(
        &mut self,
        query: &Query,
        goal: Goal,
        (keep, private): (Option<Variable>, &SortedSet<Variable>),
    ) -> Result<GoalTranslation, Unfit> {
        match goal {
            Goal::Literal(predicate, arguments) => self.literal(query, predicate, arguments, (keep, private)),
            Goal::Not(own, goals) => self.negation(query, own, goals),
            Goal::Any(branches) => self.branches(query, branches, private),
            Goal::Rows(variables, rows) => Ok(rows_say(query, variables, rows, private)),
            Goal::In(word, variable) => match self.operations.value(word) {
                Some(bits) => Ok(GoalTranslation::Values(variable, bits)),
                None => Ok(GoalTranslation::Stays(Goal::In(word, variable))),
            },
            Goal::Counted(word, more, argument) => self.counted(query, (word, more, argument), keep, private),
            Goal::Test(word) => Ok(match self.operations.value(word) {
                Some(U256::NONE) => GoalTranslation::Fails,
                Some(_) => GoalTranslation::Holds,
                None => GoalTranslation::Stays(Goal::Test(word)),
            }),
        }
    }

    fn literal(
        &mut self,
        query: &Query,
        predicate: PredicateId,
        arguments: Vec<Argument>,
        (keep, private): (Option<Variable>, &SortedSet<Variable>),
    ) -> Result<GoalTranslation, Unfit> {
        let program = self.program;
        match &program.predicate(predicate).kind {
            PredicateKind::Equal => Ok(match (arguments[0], arguments[1]) {
                (Argument::Value(one), Argument::Value(other)) if one == other => GoalTranslation::Holds,
                (Argument::Value(_), Argument::Value(_)) => GoalTranslation::Fails,
                (one, other) if one == other => GoalTranslation::Holds,
                (Argument::Variable(variable), other) | (other, Argument::Variable(variable)) => {
                    GoalTranslation::Equal(variable, other)
                }
            }),
            PredicateKind::Facts(tuples) => {
                self.take(tuples.len())?;
                Ok(facts_say(query, &arguments, tuples))
            }
            PredicateKind::Comparison(_) => {
                let linear = program.linear(predicate);
                if let Some(outcome) = self.count_comparison(query, &linear, predicate, &arguments)? {
                    return Ok(outcome);
                }
                Ok(self
                    .comparison(query, &arguments, &|values| linear.holds(values))?
                    .map_or(GoalTranslation::Stays(Goal::Literal(predicate, arguments)), |rows| {
                        GoalTranslation::Is(vec![rows])
                    }))
            }
            PredicateKind::Extern(external) => match (external.state, self.to_move()) {
                (Some(0), Some(player)) => Ok(facts_say(query, &arguments, &[vec![player]])),
                (Some(state), _) => self.state(query, (state, predicate), arguments, private),
                (None, _) => Err(Unfit),
            },
            PredicateKind::Aggregate(aggregate) => self.aggregate(aggregate, predicate, arguments),
            PredicateKind::Derived(_) => {
                let mut shared: SortedSet<Variable> =
                    arguments.iter().filter_map(|one| one.variable()).collect();
                // If the values of the variable are already restricted, not every value will do. The variable is then
                // treated like a variable that other goals mention.
                let is_free = |variable: &Variable| {
                    let at = arguments.iter().position(|one| one.variable() == Some(*variable));
                    let all = at.map(|at| self.values(program.predicate(predicate).sort(at)));
                    match (all, query.values.get(variable)) {
                        (Some(Values::Bits(all)), Some(Values::Bits(left))) => (all & !*left).is_empty(),
                        _ => true,
                    }
                };
                shared.retain(|variable| !private.contains(variable) || !is_free(variable));
                // A recursive predicate passes the bits of a word from one step to the next.
                let mut within: SortedMap<Variable, WordId> = SortedMap::new();
                if self.recursion.component(predicate).is_some() && shared.len() > 1 {
                    within = self.only_in_words(query, &shared, keep);
                    shared.retain(|variable| !within.contains_key(variable));
                }
                if shared.len() > 1 || !shared.is_empty() && self.is_counting(predicate) {
                    return Ok(GoalTranslation::Stays(Goal::Literal(predicate, arguments)));
                }
                let role = |argument: &Argument| match argument {
                    Argument::Value(value) => Role::Value(*value),
                    Argument::Variable(variable) if within.contains_key(variable) => {
                        Role::Within(within[variable])
                    }
                    Argument::Variable(variable) if shared.contains(variable) => Role::Kept,
                    Argument::Variable(variable) => {
                        let first = arguments.iter().position(|one| one.variable() == Some(*variable));
                        Role::Some(first.expect("it is one of them"))
                    }
                };
                let word = self.derived(predicate, arguments.iter().map(role).collect())?;
                Ok(match within.is_empty() {
                    true => GoalTranslation::Is(vec![of_one(&shared, word)]),
                    false => GoalTranslation::Within(of_one(&shared, word), within.into_keys().collect()),
                })
            }
            PredicateKind::Action { .. } => Err(Unfit),
        }
    }

    /// The variables that other goals mention only in `In` goals, each variable with the intersection of the words of
    /// its goals.
    fn only_in_words(
        &mut self,
        query: &Query,
        variables: &SortedSet<Variable>,
        keep: Option<Variable>,
    ) -> SortedMap<Variable, WordId> {
        let mut found = SortedMap::new();
        for variable in variables.iter().copied().filter(|variable| Some(*variable) != keep) {
            let mut words = Vec::new();
            let is_only = query.goals.iter().all(|goal| match goal {
                Goal::In(word, known) if *known == variable => {
                    words.push(*word);
                    true
                }
                goal => {
                    let mut spoken = SortedSet::new();
                    goal.variables(&mut spoken);
                    !spoken.contains(&variable)
                }
            });
            if let (true, Some(first)) = (is_only, words.first().copied()) {
                let word = words.into_iter().fold(first, |all, word| self.operations.and(all, word));
                found.insert(variable, word);
            }
        }
        found
    }

    /// The rows of a comparison. `None` as long as there are too many combinations to try.
    fn comparison(
        &mut self,
        query: &Query,
        arguments: &[Argument],
        holds: &dyn Fn(&[Value]) -> bool,
    ) -> Result<Option<Goal>, Unfit> {
        let mut variables: Vec<Variable> = arguments.iter().filter_map(|one| one.variable()).collect();
        variables.arrange();
        variables.dedup();
        let choices: Vec<Vec<Value>> =
            variables.iter().map(|variable| self.choices(query, *variable)).collect();
        let number = choices.iter().try_fold(1usize, |all, some| all.checked_mul(some.len()));
        if number.is_none_or(|number| number > MAX_VALUE_COMBINATIONS) {
            return if variables.len() > 2 { Ok(None) } else { Err(Unfit) };
        }
        self.take(4 * number.unwrap_or(0))?;
        let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
        for some in &choices {
            let longer = |row: &Vec<Value>| {
                some.iter().map(|value| [row.as_slice(), &[*value]].concat()).collect::<Vec<_>>()
            };
            rows = rows.iter().flat_map(longer).collect();
        }
        let value = |row: &[Value], argument: &Argument| match argument {
            Argument::Value(value) => *value,
            Argument::Variable(variable) => {
                row[variables.binary_search(variable).expect("it is one of them")]
            }
        };
        rows.retain(|row| holds(&arguments.iter().map(|argument| value(row, argument)).collect::<Vec<_>>()));
        Ok(Some(Goal::Rows(variables, Rows::new(rows))))
    }

    /// The possible values of a variable.
    pub(super) fn choices(&self, query: &Query, variable: Variable) -> Vec<Value> {
        match query.values.get(&variable) {
            Some(Values::Bits(bits)) => bits.places().collect(),
            Some(Values::Many(sort)) => self.program.sort(*sort).values(),
            None => Vec::new(),
        }
    }

    /// Translates a literal of a state into words of the position, if each argument has a value, occurs in no other
    /// goal, or is stored as bits.
    fn state(
        &mut self,
        query: &Query,
        (state, predicate): (usize, PredicateId),
        arguments: Vec<Argument>,
        private: &SortedSet<Variable>,
    ) -> Result<GoalTranslation, Unfit> {
        let table = self.layout.table(state);
        let spread = table.spread();
        let is_own = |argument: &Argument| argument.variable().is_some_and(|one| private.contains(&one));
        let others: Vec<Argument> =
            (0..arguments.len()).filter(|at| Some(*at) != spread).map(|at| arguments[at]).collect();
        let variables: Vec<Variable> = others.iter().filter_map(|one| one.variable()).collect();
        let repeats =
            |one: &Variable| arguments.iter().filter(|all| all.variable() == Some(*one)).count() > 1;
        if variables.iter().any(|one| !private.contains(one) || repeats(one)) {
            return Ok(GoalTranslation::Stays(Goal::Literal(predicate, arguments)));
        }
        let mut sets: Vec<Vec<Value>> = vec![Vec::new()];
        for other in &others {
            let some = match other {
                Argument::Value(value) => vec![*value],
                Argument::Variable(variable) => self.choices(query, *variable),
            };
            sets = sets
                .iter()
                .flat_map(|set| some.iter().map(|one| [set.as_slice(), &[*one]].concat()))
                .collect();
        }
        let at = spread.map(|at| arguments[at]);
        let is_asked = at.and_then(Argument::variable).is_some_and(|variable| !private.contains(&variable));
        let wanted = match at {
            None => vec![0],
            Some(Argument::Value(value)) => vec![value],
            // Other goals restrict the values of the variable.
            Some(Argument::Variable(_)) if is_asked => (0..self.word_layout.width).collect(),
            Some(Argument::Variable(variable)) => self.choices(query, variable),
        };
        let (width, set_words) = (self.word_layout.width, self.word_layout.set_words(state));
        self.take(sets.len() * set_words)?;
        let mut all = self.operations.nothing();
        let is_wide = set_words > 1;
        for others in sets {
            let first = self.word_layout.set_at(self.layout, state, &others);
            for word in 0..set_words {
                let mask = in_word(&wanted, word, width);
                let possible = self.possible(state, predicate, word);
                let (position, mask) =
                    (self.operations.position(first + word, possible), self.operations.constant(mask));
                let part = self.operations.and(position, mask);
                all = self.operations.or(all, part);
            }
        }
        Ok(match at {
            Some(Argument::Variable(_)) if is_wide && !at.as_ref().is_some_and(is_own) => return Err(Unfit),
            Some(Argument::Variable(variable)) if is_asked => {
                GoalTranslation::Is(vec![Goal::In(all, variable)])
            }
            _ => GoalTranslation::Is(vec![Goal::Test(all)]),
        })
    }

    /// The bits that a word of a state may have.
    pub(super) fn possible(&self, state: usize, predicate: PredicateId, word: usize) -> U256 {
        let Some(spread) = self.layout.table(state).spread() else { return U256::bit(0) };
        let sort = self.program.sort(self.program.predicate(predicate).sort(spread));
        in_word(&sort.values(), word, self.word_layout.width)
    }

    /// Translates a negation, if it mentions at most one outer variable.
    fn negation(
        &mut self,
        query: &Query,
        own: SortedSet<Variable>,
        goals: Vec<Goal>,
    ) -> Result<GoalTranslation, Unfit> {
        let goal = Goal::Not(own, goals);
        let mut variables = SortedSet::new();
        goal.variables(&mut variables);
        let Goal::Not(own, goals) = goal else { unreachable!("it was made so") };
        if variables.len() > 1 {
            return Ok(GoalTranslation::Stays(Goal::Not(own, goals)));
        }
        let keep = variables.first().copied();
        let inside = self.solve(Query { goals, values: query.values.clone() }, keep)?;
        let word = match keep {
            None => self.operations.is_empty(inside),
            Some(variable) => {
                let Some(Values::Bits(all)) = query.values.get(&variable) else { return Err(Unfit) };
                let all = self.operations.constant(*all);
                self.operations.without(all, inside)
            }
        };
        Ok(GoalTranslation::Is(vec![of_one(&variables, word)]))
    }

    /// Translates the branches of a `;`, if they share at most one variable with other goals.
    fn branches(
        &mut self,
        query: &Query,
        branches: Vec<Vec<Goal>>,
        private: &SortedSet<Variable>,
    ) -> Result<GoalTranslation, Unfit> {
        let mut variables = SortedSet::new();
        branches.iter().flatten().for_each(|goal| goal.variables(&mut variables));
        let shared: SortedSet<Variable> = variables.difference(private).copied().collect();
        if shared.len() > 1 {
            return Ok(GoalTranslation::Stays(Goal::Any(branches)));
        }
        let mut all = self.operations.nothing();
        for goals in branches {
            let word = self.solve(Query { goals, values: query.values.clone() }, shared.first().copied())?;
            all = self.operations.or(all, word);
        }
        Ok(GoalTranslation::Is(vec![of_one(&shared, all)]))
    }
}

/// The bits of `values` in one word of a set. The word has the index `word` and `width` bits. Values in other words of
/// the set are ignored.
fn in_word(values: &[Value], word: usize, width: u32) -> U256 {
    let inside = values.iter().filter(|value| (**value / width) as usize == word);
    inside.map(|value| value % width).collect()
}

/// A goal for the bits of one variable, or a test if there is no variable.
fn of_one(variables: &SortedSet<Variable>, word: WordId) -> Goal {
    variables.first().map_or(Goal::Test(word), |variable| Goal::In(word, *variable))
}

/// The facts that match these arguments, as rows.
fn facts_say(query: &Query, arguments: &[Argument], tuples: &[Vec<Value>]) -> GoalTranslation {
    let mut variables: Vec<Variable> = Vec::new();
    let mut first: Vec<usize> = Vec::new();
    for (at, variable) in arguments.iter().enumerate().filter_map(|(at, one)| Some((at, one.variable()?))) {
        if !variables.contains(&variable) {
            variables.push(variable);
            first.push(at);
        }
    }
    let fits = |tuple: &&Vec<Value>| {
        arguments.iter().zip(tuple.iter()).all(|(argument, value)| match argument {
            Argument::Value(known) => known == value,
            Argument::Variable(variable) => {
                let at = variables.iter().position(|known| known == variable).expect("it is one of them");
                let can_be = match query.values.get(variable) {
                    Some(Values::Bits(bits)) => bits.has(*value),
                    _ => true,
                };
                can_be && tuple[first[at]] == *value
            }
        })
    };
    let rows: Vec<Vec<Value>> =
        tuples.iter().filter(fits).map(|tuple| first.iter().map(|at| tuple[*at]).collect()).collect();
    GoalTranslation::Is(vec![Goal::Rows(variables, Rows::new(rows))])
}

/// Simplifies rows: removes impossible rows, and columns that no other goal uses.
fn rows_say(
    query: &Query,
    mut variables: Vec<Variable>,
    mut rows: Rows,
    private: &SortedSet<Variable>,
) -> GoalTranslation {
    let bits = |variable: &Variable| match query.values.get(variable) {
        Some(Values::Bits(bits)) => Some(*bits),
        _ => None,
    };
    let bits: Vec<Option<U256>> = variables.iter().map(bits).collect();
    let can_be = |row: &Vec<Value>| {
        row.iter().zip(&bits).all(|(value, bits)| bits.is_none_or(|bits| bits.has(*value)))
    };
    let is_less = !rows.iter().all(can_be);
    if is_less {
        rows = Rows::new(rows.iter().filter(|row| can_be(row)).cloned().collect());
    }
    let mut is_narrower = false;
    while let Some(at) = variables.iter().position(|variable| private.contains(variable)) {
        take_out(&mut variables, &mut rows, at, |_| true);
        is_narrower = true;
    }
    match variables.as_slice() {
        _ if rows.is_empty() => GoalTranslation::Fails,
        [] => GoalTranslation::Holds,
        [one] => match (query.values.get(one), rows.as_slice()) {
            (Some(Values::Bits(_)), _) => {
                GoalTranslation::Values(*one, rows.iter().map(|row| row[0]).collect())
            }
            (_, [row]) => GoalTranslation::Equal(*one, Argument::Value(row[0])),
            _ => GoalTranslation::Stays(Goal::Rows(variables, rows)),
        },
        _ if is_narrower || is_less => GoalTranslation::Is(vec![Goal::Rows(variables, rows)]),
        _ => GoalTranslation::Stays(Goal::Rows(variables, rows)),
    }
}
