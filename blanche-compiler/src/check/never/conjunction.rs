//! What follows from a conjunction: which of its variables are equal, which have a value, and whether it
//! contradicts itself. Derivations of which a single clause can hold are unfolded, so that the contradiction is found where it
//! lies, and every conclusion remembers the author's literals that it was drawn from.
//!
//! Nothing is guessed: only `equal`, modes with at most one answer, and a literal beside its own negation count.

use std::collections::BTreeMap;

use super::Unfolding;
use crate::check::singletons::occurrences;
use crate::files::Span;
use crate::program::{
    Answers, Atom, Clause, EQUAL, Goal, PredicateId, PredicateKind, Program, SortId, Term, VariableId,
};

/// So many literals may come in by unfolding.
const MOST_UNFOLDED: usize = 64;

/// So often what was found equal is used to find more.
const MOST_ROUNDS: usize = 32;

/// So many pairs of a literal and a negation are compared.
const MOST_PAIRS: usize = 1_000_000;

/// A term of the conjunction: a variable of the author's or of an unfolded clause, or a constant with its text.
#[derive(Clone, Debug)]
pub(super) enum Place {
    Variable(usize),
    Constant(Term, String),
}

/// What a place stands for by all that is known: equal places have equal keys.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Variable(usize),
    Constant(Term),
}

/// A literal that must hold.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) predicate: PredicateId,
    pub(super) places: Vec<Place>,
    /// The author's literal that it comes from.
    pub(super) origin: Span,
    /// The derivation in whose clause it stands; none where the author wrote it.
    pub(super) through: Option<PredicateId>,
}

/// A literal that must not hold; where `wild` names a variable, the place stands for every value.
struct Negation {
    known: Known,
    wild: Vec<Option<VariableId>>,
}

/// How many clauses of a derivation can hold of some places.
enum Fitting<'p> {
    None,
    One(&'p Clause),
    Several,
}

/// Why a conjunction never holds.
pub(super) enum Contradiction {
    /// Two literals want different answers where there is one: the second and the first literal, and the argument.
    OneAnswer { literals: Box<[Known; 2]>, argument: usize, values: [String; 2] },
    /// Two different constants would have to be equal.
    Unequal { values: [String; 2], at: Span },
    /// What must differ is the same.
    Same { text: String, at: Span },
    /// A literal of a derivation whose clauses are all of other constants.
    NoClause { literal: Box<Known> },
    /// A literal and its negation.
    Denied { literal: Box<Known>, at: Span, through: Option<PredicateId> },
}

/// A contradiction with the author's literals that bring it about.
pub(super) struct Found {
    pub(super) contradiction: Contradiction,
    pub(super) origins: Vec<Span>,
}

pub(super) struct Conjunction<'p> {
    program: &'p Program,
    unfolding: &'p Unfolding<'p>,
    literals: Vec<Known>,
    negations: Vec<Negation>,
    /// Equal variables, as a forest: each with its parent, itself at a root.
    parents: Vec<usize>,
    names: Vec<Option<String>>,
    values: Vec<Option<(Term, String)>>,
    /// The literals that made the members of a root's set equal, or gave them their value.
    reasons: Vec<Vec<Span>>,
}

impl<'p> Conjunction<'p> {
    /// A conjunction over the author's variables, by their names.
    pub(super) fn new(
        program: &'p Program,
        unfolding: &'p Unfolding<'p>,
        names: Vec<String>,
    ) -> Conjunction<'p> {
        let count = names.len();
        Conjunction {
            program,
            unfolding,
            literals: Vec::new(),
            negations: Vec::new(),
            parents: (0..count).collect(),
            names: names.into_iter().map(Some).collect(),
            values: vec![None; count],
            reasons: vec![Vec::new(); count],
        }
    }

    /// Adds a goal of the author's; `totals` says how often each variable occurs in the whole clause.
    pub(super) fn add(&mut self, goal: &Goal, totals: &[usize]) -> Result<(), Found> {
        self.goal(goal, totals, &mut |_, id| Place::Variable(id.index()), goal.span(), None)
    }

    fn goal(
        &mut self,
        goal: &Goal,
        totals: &[usize],
        place: &mut dyn FnMut(&mut Self, VariableId) -> Place,
        origin: Span,
        through: Option<PredicateId>,
    ) -> Result<(), Found> {
        match goal {
            Goal::Atom(atom) => {
                let known = self.known(atom, place, origin, through);
                if let (EQUAL, [left, right]) = (atom.predicate, known.places.as_slice()) {
                    let unequal = &mut |values| Contradiction::Unequal { values, at: origin };
                    return self.unite(left, right, &[origin], unequal);
                }
                self.literals.push(known);
            }
            Goal::Not(inner, _) => {
                if let [Goal::Atom(atom)] = inner.as_slice() {
                    let wild = wild(atom, totals);
                    let known = self.known(atom, place, origin, through);
                    self.negations.push(Negation { known, wild });
                }
            }
            Goal::Any(..) | Goal::After(..) => {}
        }
        Ok(())
    }

    fn known(
        &mut self,
        atom: &Atom,
        place: &mut dyn FnMut(&mut Self, VariableId) -> Place,
        origin: Span,
        through: Option<PredicateId>,
    ) -> Known {
        let mut places = Vec::new();
        for (at, term) in atom.arguments.iter().enumerate() {
            places.push(match term {
                Term::Variable(id) => place(self, *id),
                constant => {
                    Place::Constant(constant.clone(), self.text(atom.predicate, at, constant, atom.compared))
                }
            });
        }
        Known { predicate: atom.predicate, places, origin, through }
    }

    /// Looks for a contradiction in all that was added.
    pub(super) fn contradiction(&mut self) -> Result<(), Found> {
        self.unfold()?;
        for _ in 0..MOST_ROUNDS {
            if !self.one_answer()? {
                break;
            }
        }
        self.denied()
    }

    /// Step 1. Literals of derivations of which one clause can hold bring in the literals of that clause.
    fn unfold(&mut self) -> Result<(), Found> {
        let most = self.literals.len() + MOST_UNFOLDED;
        let mut at = 0;
        while at < self.literals.len() && self.literals.len() < most {
            let known = self.literals[at].clone();
            at += 1;
            let origin = known.origin;
            let clause = match self.fitting(&known) {
                Fitting::One(clause) => clause,
                Fitting::Several => continue,
                Fitting::None => {
                    let contradiction = Contradiction::NoClause { literal: Box::new(known.clone()) };
                    let reasons = known.places.iter().flat_map(|place| self.reason(place));
                    let origins = reasons.chain([origin]).collect();
                    return Err(Found { contradiction, origins });
                }
            };
            let mut bound: BTreeMap<VariableId, Place> = BTreeMap::new();
            for (argument, (head, place)) in clause.head.iter().zip(&known.places).enumerate() {
                let head = match head {
                    Term::Variable(id) => match bound.get(id) {
                        Some(bound) => bound.clone(),
                        None => {
                            bound.insert(*id, place.clone());
                            continue;
                        }
                    },
                    constant => Place::Constant(
                        constant.clone(),
                        self.text(known.predicate, argument, constant, None),
                    ),
                };
                self.unite(&head, place, &[origin], &mut |values| Contradiction::Unequal {
                    values,
                    at: origin,
                })?;
            }
            let totals = occurrences(&clause.variables, &clause.body, &clause.head);
            let mut place = |this: &mut Self, id| bound.entry(id).or_insert_with(|| this.fresh()).clone();
            for goal in &clause.body {
                self.goal(goal, &totals, &mut place, origin, Some(known.predicate))?;
            }
        }
        Ok(())
    }

    /// The clause of a derivation that can hold of these places, by the constants in its head. Of derivations that
    /// are not unfolded nothing is known.
    fn fitting(&self, known: &Known) -> Fitting<'p> {
        let clauses = self.unfolding.clauses(known.predicate);
        if clauses.is_empty() {
            return Fitting::Several;
        }
        let values: Vec<Option<Term>> =
            known.places.iter().map(|place| self.value(place).map(|(term, _)| term)).collect();
        let fits = |clause: &&Clause| {
            clause.head.iter().zip(&values).all(|(head, value)| match (head, value) {
                (Term::Constant(_) | Term::Host(..), Some(value)) => head == value,
                _ => true,
            })
        };
        let mut fitting = clauses.iter().filter(fits);
        match (fitting.next(), fitting.next()) {
            (None, _) => Fitting::None,
            (Some(clause), None) => Fitting::One(clause),
            (Some(_), Some(_)) => Fitting::Several,
        }
    }

    /// A variable of an unfolded clause that its caller does not know.
    fn fresh(&mut self) -> Place {
        self.parents.push(self.parents.len());
        self.names.push(None);
        self.values.push(None);
        self.reasons.push(Vec::new());
        Place::Variable(self.parents.len() - 1)
    }

    /// A constant as it is written; `compared` is the sort of the sides of an `equal`.
    fn text(
        &self,
        predicate: PredicateId,
        argument: usize,
        constant: &Term,
        compared: Option<SortId>,
    ) -> String {
        match constant {
            Term::Constant(value) if predicate == EQUAL => {
                compared.map_or_else(|| value.to_string(), |sort| self.program.sort(sort).text(*value))
            }
            Term::Constant(value) => {
                self.program.sort(self.program.predicate(predicate).sort(argument)).text(*value)
            }
            Term::Host(_, text) => text.clone(),
            Term::Variable(_) => "_".to_owned(),
        }
    }

    /// Step 2. Where a mode has at most one answer, the same question has the same answer. Says whether that made
    /// anything equal that was not known to be.
    fn one_answer(&mut self) -> Result<bool, Found> {
        let mut asked: BTreeMap<(PredicateId, usize, Vec<Key>), usize> = BTreeMap::new();
        let mut changed = false;
        for at in 0..self.literals.len() {
            let predicate = self.literals[at].predicate;
            let program = self.program;
            let PredicateKind::Extern(external) = &program.predicate(predicate).kind else { continue };
            for (mode_at, mode) in
                external.modes.iter().enumerate().filter(|(_, mode)| mode.answers == Answers::One)
            {
                let places = &self.literals[at].places;
                let arguments = 0..places.len();
                let bound: Vec<Key> =
                    arguments.clone().filter(|a| mode.needs(*a)).map(|a| self.key(&places[a])).collect();
                let first = *asked.entry((predicate, mode_at, bound)).or_insert(at);
                if first == at {
                    continue;
                }
                for argument in arguments.filter(|argument| !mode.needs(*argument)) {
                    changed |= self.same_answer(first, at, argument)?;
                }
            }
        }
        Ok(changed)
    }

    fn same_answer(&mut self, first: usize, second: usize, argument: usize) -> Result<bool, Found> {
        let (a, b) = (self.literals[first].clone(), self.literals[second].clone());
        let (one, other) = (&a.places[argument], &b.places[argument]);
        if self.key(one) == self.key(other) {
            return Ok(false);
        }
        let mut because = vec![a.origin, b.origin];
        for place in a.places.iter().chain(&b.places) {
            because.extend(self.reason(place));
        }
        self.unite(one, other, &because, &mut |values| Contradiction::OneAnswer {
            literals: Box::new([a.clone(), b.clone()]),
            argument,
            values,
        })?;
        Ok(true)
    }

    /// Step 3. What is denied must not follow from what is said.
    fn denied(&self) -> Result<(), Found> {
        if self.literals.len() * self.negations.len() > MOST_PAIRS {
            return Ok(());
        }
        for negation in &self.negations {
            let denied = &negation.known;
            let mut origins = vec![denied.origin];
            if denied.predicate == EQUAL {
                let [left, right] = denied.places.as_slice() else { continue };
                if negation.wild.iter().all(Option::is_none) && self.key(left) == self.key(right) {
                    origins.extend(self.reason(left).into_iter().chain(self.reason(right)));
                    let contradiction = Contradiction::Same { text: self.name(left), at: denied.origin };
                    return Err(Found { contradiction, origins });
                }
                continue;
            }
            let holds = self.literals.iter().find(|known| self.matches(negation, known));
            if let Some(known) = holds {
                origins.push(known.origin);
                for place in known.places.iter().chain(&denied.places) {
                    origins.extend(self.reason(place));
                }
                let contradiction = Contradiction::Denied {
                    literal: Box::new(known.clone()),
                    at: denied.origin,
                    through: denied.through,
                };
                return Err(Found { contradiction, origins });
            }
        }
        Ok(())
    }

    /// Whether a literal is one of those that a negation excludes.
    fn matches(&self, negation: &Negation, known: &Known) -> bool {
        let denied = &negation.known;
        let mut wild: BTreeMap<VariableId, Key> = BTreeMap::new();
        denied.predicate == known.predicate
            && denied.places.len() == known.places.len()
            && known.places.iter().zip(&denied.places).zip(&negation.wild).all(|((said, place), any)| {
                let said = self.key(said);
                match any {
                    Some(id) => *wild.entry(*id).or_insert_with(|| said.clone()) == said,
                    None => self.key(place) == said,
                }
            })
    }

    /// Makes two places equal.
    fn unite(
        &mut self,
        a: &Place,
        b: &Place,
        because: &[Span],
        contradiction: &mut dyn FnMut([String; 2]) -> Contradiction,
    ) -> Result<(), Found> {
        let (key_a, key_b) = (self.key(a), self.key(b));
        if key_a == key_b {
            return Ok(());
        }
        let roots: Vec<usize> = [a, b].iter().filter_map(|place| self.root(place)).collect();
        let mut reasons: Vec<Span> = because.to_vec();
        roots.iter().for_each(|root| reasons.extend(&self.reasons[*root]));
        reasons.sort_unstable();
        reasons.dedup();
        let values: Vec<(Term, String)> = [a, b].iter().filter_map(|place| self.value(place)).collect();
        if let [(one, one_text), (other, other_text)] = values.as_slice()
            && one != other
        {
            let values = [one_text.clone(), other_text.clone()];
            return Err(Found { contradiction: contradiction(values), origins: reasons });
        }
        let Some(root) = roots.first().copied() else { return Ok(()) };
        if let Some(other) = roots.get(1).copied().filter(|other| *other != root) {
            self.parents[other] = root;
            if self.names[root].is_none() {
                self.names[root] = self.names[other].take();
            }
        }
        self.reasons[root] = reasons;
        self.values[root] = values.into_iter().next();
        Ok(())
    }

    fn root(&self, place: &Place) -> Option<usize> {
        match place {
            Place::Constant(..) => None,
            Place::Variable(node) => {
                let mut at = *node;
                while self.parents[at] != at {
                    at = self.parents[at];
                }
                Some(at)
            }
        }
    }

    fn value(&self, place: &Place) -> Option<(Term, String)> {
        match place {
            Place::Constant(term, text) => Some((term.clone(), text.clone())),
            Place::Variable(_) => self.root(place).and_then(|root| self.values[root].clone()),
        }
    }

    fn key(&self, place: &Place) -> Key {
        match self.value(place) {
            Some((term, _)) => Key::Constant(term),
            None => Key::Variable(self.root(place).unwrap_or_default()),
        }
    }

    fn reason(&self, place: &Place) -> Vec<Span> {
        self.root(place).map_or(Vec::new(), |root| self.reasons[root].clone())
    }

    /// A place as the author would write it.
    pub(super) fn name(&self, place: &Place) -> String {
        if let Some((_, text)) = self.value(place) {
            return text;
        }
        let own = match place {
            Place::Variable(node) => self.names[*node].clone(),
            Place::Constant(..) => None,
        };
        own.or_else(|| self.root(place).and_then(|root| self.names[root].clone()))
            .unwrap_or_else(|| "_".to_owned())
    }

    /// A literal as the author would write it.
    pub(super) fn write(&self, known: &Known) -> String {
        let name = &self.program.predicate(known.predicate).name;
        if known.places.is_empty() {
            return name.clone();
        }
        let places: Vec<String> = known.places.iter().map(|place| self.name(place)).collect();
        format!("{name}({})", places.join(", "))
    }
}

/// The variables of a negated literal that occur nowhere else in their clause: they stand for every value.
fn wild(atom: &Atom, totals: &[usize]) -> Vec<Option<VariableId>> {
    let inside = |id: &VariableId| atom.arguments.iter().filter(|term| **term == Term::Variable(*id)).count();
    let wild = atom.arguments.iter().map(|term| match term {
        Term::Variable(id) if totals[id.index()] == inside(id) => Some(*id),
        _ => None,
    });
    wild.collect()
}
