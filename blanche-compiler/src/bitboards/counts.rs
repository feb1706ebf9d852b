//! Counting on bitboards: the number of bits in a word can only be compared with other numbers. Aggregates for sums,
//! minima and maxima do not fit into bitboards.

use blanche_sorted::SortedSet;

use super::Unfit;
use super::operations::{CountTest, WordId};
use super::query::{Argument, Goal, Query, Values, Variable};
use super::solve::{GoalTranslation, Role, Solver};
use crate::program::{self, Aggregate, Function, Linear, Operator, PredicateId, PredicateKind};

impl Solver<'_> {
    /// Whether a predicate computes a count for one of its arguments. The clauses of such a predicate are unfolded.
    pub(super) fn is_counting(&self, predicate: PredicateId) -> bool {
        let PredicateKind::Derived(clauses) = &self.program.predicate(predicate).kind else { return false };
        let counts = |goal: &program::Goal| match goal {
            program::Goal::Atom(atom) => {
                matches!(self.program.predicate(atom.predicate).kind, PredicateKind::Aggregate(_))
            }
            _ => false,
        };
        clauses.iter().any(|clause| clause.body.iter().any(counts))
    }

    /// Translates an aggregate whose arguments except the result have values. The result is the number of bits in a
    /// word.
    pub(super) fn aggregate(
        &mut self,
        aggregate: &Aggregate,
        predicate: PredicateId,
        arguments: Vec<Argument>,
    ) -> Result<GoalTranslation, Unfit> {
        if aggregate.function != Function::Count || aggregate.width != 1 {
            return Err(Unfit);
        }
        let (result, shared) = arguments.split_last().ok_or(Unfit)?;
        let role = |argument: &Argument| match argument {
            Argument::Value(value) => Some(Role::Value(*value)),
            Argument::Variable(_) => None,
        };
        let Some(roles) = shared.iter().map(role).collect::<Option<Vec<Role>>>() else {
            return Ok(GoalTranslation::Stays(Goal::Literal(predicate, arguments)));
        };
        let word = self.derived(aggregate.of, roles.into_iter().chain([Role::Kept]).collect())?;
        let sort = self.program.predicate(predicate).sort(arguments.len() - 1);
        let more = -self.program.sort(sort).number(0);
        Ok(GoalTranslation::Is(vec![Goal::Counted(word, more, *result)]))
    }

    /// Translates a goal which says that an argument is the number of bits in a word, plus an offset. A variable must
    /// not be used elsewhere, or must be equal to another number of bits.
    pub(super) fn counted(
        &mut self,
        query: &Query,
        (word, more, argument): (WordId, i64, Argument),
        keep: Option<Variable>,
        private: &SortedSet<Variable>,
    ) -> Result<GoalTranslation, Unfit> {
        let nothing = self.operations.nothing();
        let variable = match argument {
            Argument::Value(value) => {
                let more = more - i64::from(value);
                let test = CountTest { one: word, other: nothing, more, operator: Operator::Equal };
                return Ok(GoalTranslation::Is(vec![Goal::Test(self.operations.compare(test))]));
            }
            Argument::Variable(variable) => variable,
        };
        if keep == Some(variable) {
            return Err(Unfit);
        }
        if let Some((other, others_more)) = count_of(query, variable) {
            let test = CountTest { one: word, other, more: more - others_more, operator: Operator::Equal };
            return Ok(GoalTranslation::Is(vec![Goal::Test(self.operations.compare(test))]));
        }
        if !private.contains(&variable) {
            return Ok(GoalTranslation::Stays(Goal::Counted(word, more, argument)));
        }
        let (least, greatest) = self.bounds(query, variable)?;
        let low = CountTest { one: word, other: nothing, more: more - least, operator: Operator::AtLeast };
        let high = CountTest { more: more - greatest, operator: Operator::AtMost, ..low };
        Ok(GoalTranslation::Is([low, high].map(|test| Goal::Test(self.operations.compare(test))).into()))
    }

    /// The least and greatest value of a variable whose possible values are contiguous.
    fn bounds(&self, query: &Query, variable: Variable) -> Result<(i64, i64), Unfit> {
        match query.values.get(&variable) {
            Some(Values::Bits(bits)) => {
                let (low, high) = bits.places().next().zip(bits.places().last()).ok_or(Unfit)?;
                match bits.count_ones() == high - low + 1 {
                    true => Ok((i64::from(low), i64::from(high))),
                    false => Err(Unfit),
                }
            }
            Some(Values::Many(sort)) => {
                let values = self.program.sort(*sort).values();
                let (low, high) = values.first().zip(values.last()).ok_or(Unfit)?;
                Ok((i64::from(*low), i64::from(*high)))
            }
            _ => Err(Unfit),
        }
    }

    /// Translates a comparison of numbers of bits. `None` if the comparison is not about numbers of bits. The goal
    /// stays as it is if it is not yet known what its variables count.
    pub(super) fn count_comparison(
        &mut self,
        query: &Query,
        linear: &Linear,
        predicate: PredicateId,
        arguments: &[Argument],
    ) -> Result<Option<GoalTranslation>, Unfit> {
        let stays = || Ok(Some(GoalTranslation::Stays(Goal::Literal(predicate, arguments.to_vec()))));
        let (mut more, mut sides) = (linear.constant, [None, None]);
        let (mut open, mut counts) = (Vec::new(), 0);
        for (factor, argument) in linear.factors.iter().zip(arguments) {
            let variable = match argument {
                Argument::Value(value) => {
                    more += factor * i64::from(*value);
                    continue;
                }
                Argument::Variable(variable) => *variable,
            };
            let Some((word, own)) = count_of(query, variable) else {
                open.push((*factor, variable));
                continue;
            };
            counts += 1;
            more += factor * own;
            let side = &mut sides[usize::from(*factor < 0)];
            *side = Some(match side.take() {
                None => word,
                // Numbers of bits add up if the words have no bit in common.
                Some(known) if self.operations.are_disjoint(known, word) => self.operations.or(known, word),
                Some(_) => return Err(Unfit),
            });
        }
        let is_wide = |(_, variable): &(i64, Variable)| {
            matches!(query.values.get(variable), Some(Values::Many(_)))
                || is_count_result(self, query, *variable)
        };
        match (counts, open.as_slice()) {
            (0, _) if open.iter().any(is_wide) => return stays(),
            (0, _) => return Ok(None),
            (_, []) => {}
            // A variable determined by a number of bits is itself a number of bits.
            (1, [(factor, variable)]) if linear.operator == Operator::Equal => {
                let of = sides[usize::from(*factor > 0)].ok_or(Unfit)?;
                let more = more * -factor;
                return Ok(Some(GoalTranslation::Is(vec![Goal::Counted(
                    of,
                    more,
                    Argument::Variable(*variable),
                )])));
            }
            _ => return stays(),
        }
        let nothing = self.operations.nothing();
        let [one, other] = sides.map(|side| side.unwrap_or(nothing));
        let test = CountTest { one, other, more, operator: linear.operator };
        Ok(Some(GoalTranslation::Is(vec![Goal::Test(self.operations.compare(test))])))
    }
}

/// The word whose bits a variable counts, and the offset added.
fn count_of(query: &Query, variable: Variable) -> Option<(WordId, i64)> {
    query.goals.iter().find_map(|goal| match goal {
        Goal::Counted(word, more, Argument::Variable(known)) if *known == variable => Some((*word, *more)),
        _ => None,
    })
}

/// Whether a goal that is not yet translated determines a variable as a count.
fn is_count_result(solver: &Solver<'_>, query: &Query, variable: Variable) -> bool {
    query.goals.iter().any(|goal| match goal {
        Goal::Literal(predicate, arguments) => {
            arguments.contains(&Argument::Variable(variable))
                && (solver.is_counting(*predicate)
                    || matches!(solver.program.predicate(*predicate).kind, PredicateKind::Aggregate(_)))
        }
        _ => false,
    })
}
