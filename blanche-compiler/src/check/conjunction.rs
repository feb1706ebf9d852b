//! What follows from a conjunction: which of its variables are equal, which have a value, and whether it
//! contradicts itself. Derivations of which a single clause can hold are unfolded, so that the contradiction is found where it
//! lies, and every conclusion remembers the author's literals that it was drawn from.
//!
//! Nothing is guessed: only `equal`, modes with at most one answer, what stands in clauses, and what is said beside
//! its own negation count. Whether a sentence follows is found by [`proof`].

pub(super) mod features;
pub(super) mod proof;
mod sources;

use std::collections::BTreeMap;
use std::rc::Rc;

use self::proof::Proof;
pub(super) use self::sources::{Source, Unfolding};
use crate::files::Span;
use crate::program::{
    Answers, Atom, Clause, EQUAL, Goal, PredicateId, PredicateKind, Program, SortId, Term, Variable,
    VariableId,
};

/// So many literals may come in by unfolding.
const MOST_UNFOLDED: usize = 64;

/// So often what was found equal is used to find more.
const MOST_ROUNDS: usize = 32;

/// So many pairs of a literal and a negation are compared.
const MOST_PAIRS: usize = 1_000_000;

/// What stands for the variables of a clause.
type Scope = BTreeMap<VariableId, Place>;

/// A term of the conjunction: a variable of the author's or of an unfolded clause, or a constant with its text.
#[derive(Clone, Debug)]
pub(super) enum Place {
    Variable(usize),
    Constant(Term, Rc<str>),
}

/// What a place stands for by all that is known: equal places have equal keys.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    Variable(usize),
    Constant(Term),
}

/// A literal that must hold.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) predicate: PredicateId,
    pub(super) places: Rc<[Place]>,
    /// The author's literal that it comes from.
    pub(super) origin: Span,
    /// The derivation in whose clause it stands; none where the author wrote it.
    pub(super) through: Option<PredicateId>,
    /// Its clause has been brought in.
    unfolded: bool,
}

/// A negation, a choice, or what holds after actions: something that must hold and is no literal.
#[derive(Clone)]
struct Sentence<'p> {
    goal: &'p Goal,
    source: Source<'p>,
    /// What stands for the variables that it shares with its clause.
    scope: Rc<Scope>,
    origin: Span,
    through: Option<PredicateId>,
}

/// How many clauses of a derivation can hold of some places.
enum Fitting<'p> {
    None,
    One(&'p Clause, Source<'p>),
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
    /// A negation of something that follows.
    Follows { at: Span, through: Option<PredicateId> },
}

/// A contradiction with the author's literals that bring it about.
pub(super) struct Found {
    pub(super) contradiction: Contradiction,
    pub(super) origins: Vec<Span>,
}

#[derive(Clone)]
pub(super) struct Conjunction<'p> {
    program: &'p Program,
    unfolding: &'p Unfolding<'p>,
    literals: Vec<Known>,
    sentences: Vec<Sentence<'p>>,
    /// How many literals may still come in by unfolding.
    room: usize,
    /// Equal variables, as a forest: each with its parent, itself at a root.
    parents: Vec<usize>,
    names: Vec<Option<&'p str>>,
    values: Vec<Option<(Term, Rc<str>)>>,
    /// The sort that the members of a root's set have at most.
    sorts: Vec<SortId>,
    /// The literals that made the members of a root's set equal, or gave them their value.
    reasons: Vec<Vec<Span>>,
    /// No text.
    nothing: Rc<str>,
}

impl<'p> Conjunction<'p> {
    /// A conjunction over the author's variables.
    pub(super) fn new(
        program: &'p Program,
        unfolding: &'p Unfolding<'p>,
        variables: &'p [Variable],
    ) -> Conjunction<'p> {
        let count = variables.len();
        Conjunction {
            program,
            unfolding,
            literals: Vec::new(),
            sentences: Vec::new(),
            room: MOST_UNFOLDED,
            parents: (0..count).collect(),
            names: variables.iter().map(|variable| Some(variable.name.as_str())).collect(),
            values: vec![None; count],
            sorts: variables.iter().map(|variable| variable.sort).collect(),
            reasons: vec![Vec::new(); count],
            nothing: Rc::from(""),
        }
    }

    /// Adds a goal of the author's.
    pub(super) fn add(&mut self, goal: &'p Goal, source: &Source<'p>) -> Result<(), Found> {
        let own = &mut |_: &mut Self, id: VariableId| Place::Variable(id.index());
        self.goal(goal, source, own, goal.span(), None)
    }

    /// Adds the goals of a sentence in which these places stand for variables; all others are its own.
    fn add_in(
        &mut self,
        goals: &'p [Goal],
        source: &Source<'p>,
        mut scope: Scope,
        origin: Span,
    ) -> Result<(), Found> {
        for goal in goals {
            self.goal_in(goal, source, &mut scope, origin, None)?;
        }
        Ok(())
    }

    fn goal_in(
        &mut self,
        goal: &'p Goal,
        source: &Source<'p>,
        scope: &mut Scope,
        origin: Span,
        through: Option<PredicateId>,
    ) -> Result<(), Found> {
        let variables = source.variables;
        let place = &mut |this: &mut Self, id: VariableId| {
            scope.entry(id).or_insert_with(|| this.fresh(variables[id.index()].sort)).clone()
        };
        self.goal(goal, source, place, origin, through)
    }

    fn goal(
        &mut self,
        goal: &'p Goal,
        source: &Source<'p>,
        place: &mut dyn FnMut(&mut Self, VariableId) -> Place,
        origin: Span,
        through: Option<PredicateId>,
    ) -> Result<(), Found> {
        let Goal::Atom(atom) = goal else {
            let scope: Scope = source.shared(goal).into_iter().map(|id| (id, place(self, id))).collect();
            let scope = Rc::new(scope);
            self.sentences.push(Sentence { goal, source: source.clone(), scope, origin, through });
            return Ok(());
        };
        let known = self.known(atom, place, origin, through);
        if let (EQUAL, [left, right]) = (atom.predicate, &*known.places) {
            let unequal = &mut |values| Contradiction::Unequal { values, at: origin };
            return self.unite(left, right, &[origin], unequal);
        }
        self.literals.push(known);
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
                    let text = self.text(atom.predicate, at, constant, atom.compared);
                    Place::Constant(constant.clone(), text.into())
                }
            });
        }
        Known { predicate: atom.predicate, places: places.into(), origin, through, unfolded: false }
    }

    /// Looks for a contradiction in all that was added.
    pub(super) fn contradiction(&mut self) -> Result<(), Found> {
        self.settle()?;
        self.denied(&mut proof::Work::new())
    }

    /// Steps 1 and 2, until nothing more comes of them.
    pub(super) fn settle(&mut self) -> Result<(), Found> {
        for _ in 0..MOST_ROUNDS {
            self.unfold()?;
            if !self.one_answer()? {
                break;
            }
        }
        Ok(())
    }

    /// Step 1. Literals of derivations of which one clause can hold bring in the literals of that clause.
    fn unfold(&mut self) -> Result<(), Found> {
        let mut at = 0;
        while at < self.literals.len() && self.room > 0 {
            at += 1;
            let known = &self.literals[at - 1];
            if known.unfolded {
                continue;
            }
            match self.fitting(known) {
                Fitting::One(clause, source) => {
                    let known = known.clone();
                    self.literals[at - 1].unfolded = true;
                    let before = self.literals.len();
                    self.bring_in(&known, clause, &source)?;
                    self.room = self.room.saturating_sub(self.literals.len() - before);
                }
                Fitting::Several => continue,
                Fitting::None => {
                    let reasons = known.places.iter().flat_map(|place| self.reason(place));
                    let origins = reasons.chain([known.origin]).collect();
                    let contradiction = Contradiction::NoClause { literal: Box::new(known.clone()) };
                    return Err(Found { contradiction, origins });
                }
            }
        }
        Ok(())
    }

    /// Adds what a clause says where it holds of the places of a literal.
    fn bring_in(&mut self, known: &Known, clause: &'p Clause, source: &Source<'p>) -> Result<(), Found> {
        let origin = known.origin;
        let mut scope = Scope::new();
        for (argument, (head, place)) in clause.head.iter().zip(known.places.iter()).enumerate() {
            let head = match head {
                Term::Variable(id) => match scope.get(id) {
                    Some(bound) => bound.clone(),
                    None => {
                        self.narrow(place, source.variables[id.index()].sort, Some(origin));
                        scope.insert(*id, place.clone());
                        continue;
                    }
                },
                constant => {
                    let text = self.text(known.predicate, argument, constant, None);
                    Place::Constant(constant.clone(), text.into())
                }
            };
            let unequal = &mut |values| Contradiction::Unequal { values, at: origin };
            self.unite(&head, place, &[origin], unequal)?;
        }
        for goal in &clause.body {
            self.goal_in(goal, source, &mut scope, origin, Some(known.predicate))?;
        }
        Ok(())
    }

    /// The clause of a derivation that can hold of these places, by the constants in its head. Of derivations that
    /// are not unfolded nothing is known.
    fn fitting(&self, known: &Known) -> Fitting<'p> {
        let mut clauses = self.fitting_clauses(known).peekable();
        if self.unfolding.clauses(known.predicate).is_empty() {
            return Fitting::Several;
        }
        match (clauses.next(), clauses.next()) {
            (None, _) => Fitting::None,
            (Some((clause, source)), None) => Fitting::One(clause, source),
            (Some(_), Some(_)) => Fitting::Several,
        }
    }

    /// The clauses of a derivation that can hold of these places.
    fn fitting_clauses(&self, known: &Known) -> impl Iterator<Item = (&'p Clause, Source<'p>)> + use<'p> {
        let values: Vec<Option<Term>> =
            known.places.iter().map(|place| self.value(place).map(|(term, _)| term)).collect();
        self.unfolding.sources(known.predicate).filter(move |(clause, _)| {
            clause.head.iter().zip(&values).all(|(head, value)| match value {
                Some(value) => !differ(head, value),
                None => true,
            })
        })
    }

    /// A variable of an unfolded clause that its caller does not know.
    fn fresh(&mut self, sort: SortId) -> Place {
        self.parents.push(self.parents.len());
        self.names.push(None);
        self.values.push(None);
        self.sorts.push(sort);
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
        for place in a.places.iter().chain(b.places.iter()) {
            because.extend(self.reason(place));
        }
        self.unite(one, other, &because, &mut |values| Contradiction::OneAnswer {
            literals: Box::new([a.clone(), b.clone()]),
            argument,
            values,
        })?;
        Ok(self.key(one) == self.key(other))
    }

    /// Step 3. What is denied must not follow from what is said.
    fn denied(&self, work: &mut proof::Work) -> Result<(), Found> {
        if self.literals.len() * self.sentences.len() > MOST_PAIRS {
            return Ok(());
        }
        for sentence in &self.sentences {
            let Goal::Not(inner, _) = sentence.goal else { continue };
            if let [Goal::Atom(atom)] = inner.as_slice() {
                self.denied_literal(sentence, atom)?;
            }
            if !inner.iter().all(|goal| self.may_hold(goal, None)) {
                continue;
            }
            let mut proof = Proof::new(self, work);
            if proof.follows(inner, &sentence.source, &sentence.scope) {
                let mut origins = proof.origins();
                origins.push(sentence.origin);
                let contradiction = Contradiction::Follows { at: sentence.origin, through: sentence.through };
                return Err(Found { contradiction, origins });
            }
        }
        Ok(())
    }

    /// A literal that stands there is denied, or what is the same is said to differ.
    fn denied_literal(&self, sentence: &Sentence<'p>, atom: &Atom) -> Result<(), Found> {
        let (at, through) = (sentence.origin, sentence.through);
        let term = |term: &Term| match term {
            Term::Variable(id) => sentence.scope.get(id).cloned(),
            constant => Some(Place::Constant(constant.clone(), self.nothing())),
        };
        let places: Vec<Option<Place>> = atom.arguments.iter().map(term).collect();
        if let (EQUAL, [Some(left), Some(right)]) = (atom.predicate, places.as_slice()) {
            if self.key(left) != self.key(right) {
                return Ok(());
            }
            let mut origins = vec![at];
            origins.extend(self.reason(left).into_iter().chain(self.reason(right)));
            let text = match (left, right) {
                (Place::Constant(..), Place::Variable(_)) => self.name(right),
                (Place::Constant(constant, _), _) => self.text(EQUAL, 0, constant, atom.compared),
                _ => self.name(left),
            };
            return Err(Found { contradiction: Contradiction::Same { text, at }, origins });
        }
        let Some(known) = self.literals.iter().find(|known| self.is_one_of(known, atom, &places)) else {
            return Ok(());
        };
        let mut origins = vec![at, known.origin];
        for place in known.places.iter().chain(places.iter().flatten()) {
            origins.extend(self.reason(place));
        }
        let contradiction = Contradiction::Denied { literal: Box::new(known.clone()), at, through };
        Err(Found { contradiction, origins })
    }

    /// Whether a literal is one of those that an atom stands for, whose own variables have no place.
    fn is_one_of(&self, known: &Known, atom: &Atom, places: &[Option<Place>]) -> bool {
        let mut own: BTreeMap<&Term, Key> = BTreeMap::new();
        atom.predicate == known.predicate
            && places.len() == known.places.len()
            && known.places.iter().zip(places).zip(&atom.arguments).all(|((said, place), term)| {
                let said = self.key(said);
                match place {
                    Some(place) => self.key(place) == said,
                    None => *own.entry(term).or_insert_with(|| said.clone()) == said,
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
        let values: Vec<(Term, Rc<str>)> = [a, b].iter().filter_map(|place| self.value(place)).collect();
        if let [(one, one_text), (other, other_text)] = values.as_slice()
            && one != other
        {
            if !differ(one, other) {
                return Ok(()); // only the host knows
            }
            let values = [one_text.to_string(), other_text.to_string()];
            return Err(Found { contradiction: contradiction(values), origins: reasons });
        }
        let Some(root) = roots.first().copied() else { return Ok(()) };
        if let Some(other) = roots.get(1).copied().filter(|other| *other != root) {
            self.parents[other] = root;
            self.narrow(&Place::Variable(root), self.sorts[other], None);
            if self.names[root].is_none() {
                self.names[root] = self.names[other].take();
            }
        }
        self.reasons[root] = reasons;
        self.values[root] = values.into_iter().next();
        Ok(())
    }

    /// A place is of this sort too.
    fn narrow(&mut self, place: &Place, sort: SortId, origin: Option<Span>) {
        if let Some(root) = self.root(place)
            && sort != self.sorts[root]
            && self.program.is_part(sort, self.sorts[root])
        {
            self.sorts[root] = sort;
            self.reasons[root].extend(origin);
        }
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

    fn value(&self, place: &Place) -> Option<(Term, Rc<str>)> {
        match place {
            Place::Constant(term, text) => Some((term.clone(), text.clone())),
            Place::Variable(_) => self.root(place).and_then(|root| self.values[root].clone()),
        }
    }

    fn key(&self, place: &Place) -> Key {
        match (place, self.root(place)) {
            (Place::Constant(term, _), _) => Key::Constant(term.clone()),
            (_, root) => {
                let root = root.unwrap_or_default();
                match &self.values[root] {
                    Some((term, _)) => Key::Constant(term.clone()),
                    None => Key::Variable(root),
                }
            }
        }
    }

    /// What a variable of the author's stands for.
    pub(super) fn key_of(&self, id: VariableId) -> Key {
        self.key(&Place::Variable(id.index()))
    }

    /// The place of a key.
    fn place(&self, key: &Key) -> Place {
        match key {
            Key::Variable(root) => Place::Variable(*root),
            Key::Constant(term) => Place::Constant(term.clone(), self.nothing()),
        }
    }

    /// Whether what a key stands for is certainly a value of a sort.
    fn is_of(&self, key: &Key, sort: SortId) -> bool {
        match key {
            Key::Variable(root) => self.program.is_part(self.sorts[*root], sort),
            Key::Constant(Term::Constant(value)) => self.program.sort(sort).contains(*value),
            Key::Constant(Term::Host(own, _)) => self.program.is_part(*own, sort),
            Key::Constant(Term::Variable(_)) => false,
        }
    }

    /// The text of a constant that nobody will read.
    fn nothing(&self) -> Rc<str> {
        self.nothing.clone()
    }

    fn reason(&self, place: &Place) -> Vec<Span> {
        self.root(place).map_or(Vec::new(), |root| self.reasons[root].clone())
    }

    /// A place as the author would write it.
    pub(super) fn name(&self, place: &Place) -> String {
        if let Some((_, text)) = self.value(place) {
            return text.to_string();
        }
        let own = match place {
            Place::Variable(node) => self.names[*node],
            Place::Constant(..) => None,
        };
        own.or_else(|| self.root(place).and_then(|root| self.names[root])).unwrap_or("_").to_owned()
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

/// Whether two terms are certainly different values. A value of the host may be written in more ways than one.
fn differ(one: &Term, other: &Term) -> bool {
    matches!((one, other), (Term::Constant(one), Term::Constant(other)) if one != other)
}
