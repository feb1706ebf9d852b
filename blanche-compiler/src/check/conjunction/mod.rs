//! Derives consequences of a conjunction: which variables are equal, which have a value, and whether the conjunction is
//! contradictory. Derivations are unfolded if only one of their clauses can hold, so that contradictions inside them
//! are found. Each conclusion records the author's literals from which it was drawn.
//!
//! The method is sound: it uses only `equal`, modes with at most one answer, the contents of clauses, and
//! contradictions between a literal and its negation. After the goals have been added:
//! 1. literals are unfolded to a clause of their derivation, if only this clause can hold;
//! 2. for a query with at most one answer, two queries with the same inputs have equal answers ([`equality_classes`]);
//!    steps 1 and 2 are repeated until nothing changes;
//! 3. what the conjunction negates must not be implied by the rest ([`negations`]).
//!
//! [`proof`] determines whether a compound goal is implied.

mod equality_classes;
pub(super) mod features;
mod negations;
pub(super) mod proof;
mod sources;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

pub(super) use self::equality_classes::Key;
use self::equality_classes::{Constant, EqualityClasses, EqualityTerm, differ};
use self::sources::Sourced;
pub(super) use self::sources::{Source, Unfolding};
use crate::files::Span;
use crate::program::{
    Answers, Atom, EQUAL, Goal, PredicateId, PredicateKind, Program, Term, Variable, VariableId,
};

/// Maximum number of literals added by unfolding.
const MAX_UNFOLDED: usize = 64;

/// Maximum number of rounds in which the known equalities are used to find further equalities.
const MAX_ROUNDS: usize = 32;

/// Some variables of a clause, each with its term in the conjunction.
type Scope<'p> = [(VariableId, EqualityTerm<'p>)];

/// A literal that must hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Literal {
    pub(super) predicate: PredicateId,
    /// The index of its first argument in the list of the arguments of all literals.
    first: usize,
    count: usize,
    /// The author's literal from which this literal was derived.
    pub(super) origin: Span,
    /// The derivation whose clause contains this literal; `None` if the author wrote it.
    pub(super) through: Option<PredicateId>,
    unfolded: Unfolded,
}

/// Whether a literal has been unfolded.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Unfolded {
    /// Unfolding the literal has not been tried yet.
    Unknown,
    /// When the conjunction had this number of equalities, several clauses could still hold.
    Several(u32),
    Done,
}

/// A goal that must hold and is not a literal: a negation, a disjunction or an `after`.
#[derive(Clone)]
struct Compound<'p> {
    goal: &'p Goal,
    source: Source<'p>,
    /// The terms for the variables that the goal shares with the rest of its clause.
    scope: Rc<Scope<'p>>,
    origin: Span,
    through: Option<PredicateId>,
}

impl<'p> Compound<'p> {
    /// The place of a term; `None` for a variable that occurs only inside this goal.
    fn place(&self, term: &'p Term) -> Option<EqualityTerm<'p>> {
        match term {
            Term::Variable(id) => self.scope.iter().find(|(shared, _)| shared == id).map(|(_, place)| *place),
            constant => Some(EqualityTerm::Constant(Constant { term: constant, sort: None })),
        }
    }
}

/// Why a conjunction never holds.
pub(super) enum Contradiction {
    /// Two literals require different answers of a query that has at most one answer. Contains the second literal, the
    /// first one, and the index of the argument.
    OneAnswer { literals: Box<[Literal; 2]>, argument: usize, values: [String; 2] },
    /// Two different constants would have to be equal.
    Unequal { values: [String; 2], at: Span },
    /// Terms that must differ are equal.
    Same { sides: [String; 2], value: String, at: Span },
    /// No clause of a derivation matches the constants in a literal.
    NoClause { literal: Box<Literal> },
    /// A literal occurs together with its negation.
    Denied { literal: Box<Literal>, at: Span, through: Option<PredicateId> },
    /// The conjunction implies something that it also negates.
    Follows { at: Span, through: Option<PredicateId> },
}

/// A contradiction, with the author's literals that cause it.
pub(super) struct Conflict {
    pub(super) contradiction: Contradiction,
    pub(super) origins: Vec<Span>,
}

#[derive(Clone)]
pub(super) struct Conjunction<'p> {
    unfolding: &'p Unfolding<'p>,
    literals: Vec<Literal>,
    /// The arguments of all literals, one literal after the other.
    arguments: Vec<EqualityTerm<'p>>,
    compounds: Vec<Compound<'p>>,
    equalities: EqualityClasses<'p>,
    /// Number of literals that may still be added by unfolding.
    room: usize,
    /// The numbers of literals and of equalities when step 2 was last carried out.
    asked: (usize, u32),
}

impl<'p> Conjunction<'p> {
    /// An empty conjunction over the author's variables.
    pub(super) fn new(unfolding: &'p Unfolding<'p>, variables: &'p [Variable]) -> Conjunction<'p> {
        Conjunction {
            unfolding,
            literals: Vec::new(),
            arguments: Vec::new(),
            compounds: Vec::new(),
            equalities: EqualityClasses::new(unfolding.program, variables),
            room: MAX_UNFOLDED,
            asked: (0, 0),
        }
    }

    pub(super) fn program(&self) -> &'p Program {
        self.unfolding.program
    }

    /// The arguments of a literal.
    fn arguments(&self, known: &Literal) -> &[EqualityTerm<'p>] {
        &self.arguments[known.first..known.first + known.count]
    }

    /// Adds a goal of the author.
    pub(super) fn add(&mut self, goal: &'p Goal, source: &Source<'p>) -> Result<(), Conflict> {
        let own = &mut |_: &mut EqualityClasses<'p>, id: VariableId| EqualityTerm::Variable(id.index());
        self.goal(goal, source, own, goal.span(), None)
    }

    /// Adds the goals inside a compound goal. `scope` contains the terms for the variables that are shared with its
    /// surroundings, and all other variables are new.
    fn add_in(
        &mut self,
        goals: &'p [Goal],
        source: &Source<'p>,
        scope: &Scope<'p>,
        origin: Span,
    ) -> Result<(), Conflict> {
        let mut frame = vec![None; source.variables.len()];
        scope.iter().for_each(|(id, place)| frame[id.index()] = Some(*place));
        self.add_goals(goals, source, &mut frame, origin, None)
    }

    fn add_goals(
        &mut self,
        goals: &'p [Goal],
        source: &Source<'p>,
        frame: &mut [Option<EqualityTerm<'p>>],
        origin: Span,
        through: Option<PredicateId>,
    ) -> Result<(), Conflict> {
        let place = &mut |equalities: &mut EqualityClasses<'p>, id: VariableId| {
            *frame[id.index()].get_or_insert_with(|| equalities.fresh(source.variables[id.index()].sort))
        };
        goals.iter().try_for_each(|goal| self.goal(goal, source, place, origin, through))
    }

    fn goal(
        &mut self,
        goal: &'p Goal,
        source: &Source<'p>,
        place: &mut impl FnMut(&mut EqualityClasses<'p>, VariableId) -> EqualityTerm<'p>,
        origin: Span,
        through: Option<PredicateId>,
    ) -> Result<(), Conflict> {
        let Goal::Atom(atom) = goal else {
            let shared = source.shared(goal);
            let scope = shared.iter().map(|id| (*id, place(&mut self.equalities, *id))).collect();
            self.compounds.push(Compound { goal, source: source.clone(), scope, origin, through });
            return Ok(());
        };
        let first = self.arguments.len();
        for (at, term) in atom.arguments.iter().enumerate() {
            self.arguments.push(match term {
                Term::Variable(id) => place(&mut self.equalities, *id),
                constant => self.constant(atom, at, constant),
            });
        }
        if let (EQUAL, [left, right]) = (atom.predicate, &self.arguments[first..]) {
            let (left, right) = (*left, *right);
            self.arguments.truncate(first);
            let unequal = |values| Contradiction::Unequal { values, at: origin };
            return self.equalities.unite(left, right, &[origin], unequal);
        }
        let (predicate, count) = (atom.predicate, atom.arguments.len());
        self.literals.push(Literal { predicate, first, count, origin, through, unfolded: Unfolded::Unknown });
        Ok(())
    }

    /// The place of a constant in an atom. It includes the sort by which the constant is written.
    fn constant(&self, atom: &Atom, argument: usize, term: &'p Term) -> EqualityTerm<'p> {
        let sort = match atom.predicate {
            EQUAL => atom.compared,
            predicate => self.program().predicate(predicate).known_sort(argument),
        };
        EqualityTerm::Constant(Constant { term, sort })
    }

    /// Repeats steps 1 and 2 until nothing changes.
    pub(super) fn settle(&mut self) -> Result<(), Conflict> {
        for _ in 0..MAX_ROUNDS {
            self.unfold()?;
            if !self.one_answer()? {
                break;
            }
        }
        Ok(())
    }

    /// Step 1. Unfolds literals whose derivation has only one clause that can hold.
    fn unfold(&mut self) -> Result<(), Conflict> {
        let mut at = 0;
        while at < self.literals.len() && self.room > 0 {
            at += 1;
            let known = self.literals[at - 1];
            let several = Unfolded::Several(self.equalities.changes());
            if known.unfolded == Unfolded::Done || known.unfolded == several {
                continue;
            }
            let unfolding = self.unfolding;
            let clauses = unfolding.clauses(known.predicate);
            let mut fitting = clauses.iter().filter(|(clause, _)| self.may_be(&known, &clause.head));
            match (fitting.next(), fitting.next()) {
                (None, _) if !clauses.is_empty() => {
                    let reasons =
                        self.arguments(&known).iter().flat_map(|place| self.equalities.reasons(*place));
                    let origins = reasons.copied().chain([known.origin]).collect();
                    let contradiction = Contradiction::NoClause { literal: Box::new(known) };
                    return Err(Conflict { contradiction, origins });
                }
                (Some(clause), None) => {
                    self.literals[at - 1].unfolded = Unfolded::Done;
                    let before = self.literals.len();
                    self.unfold_clause(&known, clause)?;
                    self.room = self.room.saturating_sub(self.literals.len() - before);
                }
                // If a derivation is not unfolded, nothing is known about its clauses.
                _ => self.literals[at - 1].unfolded = several,
            }
        }
        Ok(())
    }

    /// Whether the constants among the arguments of a literal match a clause head.
    fn may_be(&self, known: &Literal, head: &[Term]) -> bool {
        head.iter().zip(self.arguments(known)).all(|(head, place)| {
            match (head, self.equalities.value(*place)) {
                (Term::Variable(_), _) | (_, None) => true,
                (head, Some(value)) => !differ(head, value.term),
            }
        })
    }

    /// Adds the body of a clause for the arguments of a literal.
    fn unfold_clause(&mut self, known: &Literal, (clause, source): &Sourced<'p>) -> Result<(), Conflict> {
        let origin = known.origin;
        let mut frame: Vec<Option<EqualityTerm<'p>>> = vec![None; source.variables.len()];
        for (argument, head) in clause.head.iter().enumerate().take(known.count) {
            let place = self.arguments[known.first + argument];
            let head = match head {
                Term::Variable(id) => match frame[id.index()] {
                    Some(bound) => bound,
                    None => {
                        self.equalities.narrow(place, source.variables[id.index()].sort, Some(origin));
                        frame[id.index()] = Some(place);
                        continue;
                    }
                },
                constant => {
                    let sort = self.program().predicate(known.predicate).known_sort(argument);
                    EqualityTerm::Constant(Constant { term: constant, sort })
                }
            };
            let unequal = |values| Contradiction::Unequal { values, at: origin };
            self.equalities.unite(head, place, &[origin], unequal)?;
        }
        self.add_goals(&clause.body, source, &mut frame, origin, Some(known.predicate))
    }

    /// Step 2. If a mode has at most one answer, two queries in this mode with equal inputs have equal answers. Returns
    /// whether a new equality was found.
    fn one_answer(&mut self) -> Result<bool, Conflict> {
        if self.asked == (self.literals.len(), self.equalities.changes()) {
            return Ok(false);
        }
        let before = self.equalities.changes();
        let mut asked: HashMap<u64, usize> = HashMap::new();
        for at in 0..self.literals.len() {
            let predicate = self.literals[at].predicate;
            let PredicateKind::Extern(external) = &self.program().predicate(predicate).kind else { continue };
            for (mode_at, mode) in
                external.modes.iter().enumerate().filter(|(_, mode)| mode.answers == Answers::One)
            {
                let question = |at: usize| {
                    let known = &self.literals[at];
                    let bound = self.arguments(known).iter().enumerate().filter(|(a, _)| mode.needs(*a));
                    (known.predicate, bound.map(|(_, place)| self.equalities.key(*place)))
                };
                let (_, keys) = question(at);
                let mut hasher = DefaultHasher::new();
                (predicate, mode_at).hash(&mut hasher);
                keys.for_each(|key| key.hash(&mut hasher));
                let first = *asked.entry(hasher.finish()).or_insert(at);
                let same = first != at && {
                    let ((one, mine), (other, theirs)) = (question(first), question(at));
                    one == other && mine.eq(theirs)
                };
                if !same {
                    continue;
                }
                for argument in (0..self.literals[at].count).filter(|argument| !mode.needs(*argument)) {
                    self.same_answer(first, at, argument)?;
                }
            }
        }
        let changed = self.equalities.changes() != before;
        if !changed {
            self.asked = (self.literals.len(), before);
        }
        Ok(changed)
    }

    fn same_answer(&mut self, first: usize, second: usize, argument: usize) -> Result<(), Conflict> {
        let (a, b) = (self.literals[first], self.literals[second]);
        let (one, other) = (self.arguments(&a)[argument], self.arguments(&b)[argument]);
        if self.equalities.key(one) == self.equalities.key(other) {
            return Ok(());
        }
        let mut because = vec![a.origin, b.origin];
        for place in self.arguments(&a).iter().chain(self.arguments(&b)) {
            because.extend(self.equalities.reasons(*place));
        }
        self.equalities.unite(one, other, &because, |values| Contradiction::OneAnswer {
            literals: Box::new([a, b]),
            argument,
            values,
        })
    }

    /// Finds pairs of literals that make the same query, if the query has at most one answer. Only the author's
    /// literals at `origins` are considered. Returns the predicate of each pair, and the names that both literals use
    /// for the answer.
    pub(super) fn same_answers(&self, origins: &[Span]) -> Vec<(PredicateId, [String; 2])> {
        let own = |known: &&Literal| known.through.is_none() && origins.contains(&known.origin);
        let asked: Vec<&Literal> = self.literals.iter().filter(own).collect();
        let mut found = Vec::new();
        for (at, one) in asked.iter().enumerate() {
            let PredicateKind::Extern(external) = &self.program().predicate(one.predicate).kind else {
                continue;
            };
            for other in asked[at + 1..].iter().filter(|other| other.predicate == one.predicate) {
                let key =
                    |known: &Literal, argument: usize| self.equalities.key(self.arguments(known)[argument]);
                let same = |argument: &usize| key(one, *argument) == key(other, *argument);
                let modes = external.modes.iter().filter(|mode| mode.answers == Answers::One);
                for mode in
                    modes.filter(|mode| (0..one.count).filter(|at| mode.needs(*at)).all(|at| same(&at)))
                {
                    for answer in (0..one.count).filter(|at| !mode.needs(*at)).filter(same) {
                        let called = |known: &Literal| self.equalities.called(self.arguments(known)[answer]);
                        found.push((one.predicate, [called(one), called(other)]));
                    }
                }
            }
        }
        found
    }

    /// The key of one of the author's variables.
    pub(super) fn key_of(&self, id: VariableId) -> Key<'p> {
        self.equalities.key(EqualityTerm::Variable(id.index()))
    }

    /// The text of a literal; `None` if this conjunction does not contain the literal.
    pub(super) fn write_if_known(&self, known: &Literal) -> Option<String> {
        let is_here = |one: &&Literal| one.first == known.first && one.predicate == known.predicate;
        self.literals.iter().find(is_here).map(|known| self.write(known))
    }

    /// A hint such as "`three` says it already: `group(Group1, white, 3)`". Among the literals at `origins`, it names
    /// the derivation that implies a goal.
    pub(super) fn implied_through_hint(&self, goal: &Goal, origins: &[Span]) -> Option<String> {
        let Goal::Atom(atom) = goal else { return None };
        let says = |known: &&Literal| known.predicate == atom.predicate && origins.contains(&known.origin);
        let known = self.literals.iter().find(|known| says(known) && known.through.is_some())?;
        let through = &self.program().predicate(known.through?).name;
        Some(format!("`{through}` says it already: `{}`", self.write(known)))
    }

    /// The text of a literal as an author would write it.
    pub(super) fn write(&self, known: &Literal) -> String {
        let name = &self.program().predicate(known.predicate).name;
        if known.count == 0 {
            return name.clone();
        }
        let places: Vec<String> =
            self.arguments(known).iter().map(|place| self.equalities.name(*place)).collect();
        if let PredicateKind::Comparison(comparison) = &self.program().predicate(known.predicate).kind {
            return comparison.text(&places);
        }
        format!("{name}({})", places.join(", "))
    }
}
