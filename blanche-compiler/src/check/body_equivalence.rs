//! Compares bodies up to the names of their variables and the order of their literals.
//!
//! 1. Every variable gets a colour, which represents its sort and its uses. The colours are refined in rounds by the
//!    colours of the variables in the same goals.
//! 2. Bodies are grouped by a hash of the colours, which is independent of names and order. A first hash of the initial
//!    colours finds bodies that are alone in their group and need no refinement.
//! 3. Within a group, bodies are compared exactly. Colours distinguish nearly all variables, and for variables of the
//!    same colour the possible assignments are tried one by one.

use std::hash::{DefaultHasher, Hash, Hasher};

use blanche_sorted::{Arrange, SortedMap, SortedSet};

use crate::files::Span;
use crate::program::{
    Atom, Clause, EQUAL, Goal, PredicateId, PredicateKind, Program, Term, Variable, VariableId,
};

/// Maximum number of refinement rounds. If bodies still look alike after these rounds, the exact comparison
/// distinguishes them.
const MAX_ROUNDS: usize = 8;

/// Maximum number of times that a variable of one body is tried as the counterpart of a variable of the other. After
/// that, the two bodies are considered different.
const MAX_TRIALS: usize = 500;

/// If bodies have many variables, a trial costs more, because each trial colours all variables again. The cost grows by
/// one unit per this number of variables.
const VARIABLES_PER_TRIAL_COST: usize = 64;

/// A predicate with more clauses than this is not checked for symmetry in its arguments.
const MAX_CLAUSES: usize = 8;

/// A clause or rule to compare.
pub(super) struct Shape<'a> {
    /// A key that is equal for equal shapes, and is compared first.
    pub(super) key: (u32, u32),
    pub(super) variables: &'a [Variable],
    /// The answer variables of a rule.
    pub(super) answer: &'a [VariableId],
    /// Terms that must correspond in this order: the head of a clause or what a rule plays.
    pub(super) head: Vec<Term>,
    pub(super) body: &'a [Goal],
    pub(super) span: Span,
    /// The predicates that are symmetric in their two arguments.
    pub(super) alike: &'a SymmetricPredicates,
}

/// The binary predicates that are symmetric in their arguments. `equal` is one of them.
pub(super) type SymmetricPredicates = SortedSet<PredicateId>;

/// Finds shapes that are equal to an earlier shape. For each of these, returns the earliest equal shape, the shape
/// itself, and their common key.
pub(super) fn equal_pairs(shapes: Vec<Shape<'_>>) -> Vec<(Span, Span, (u32, u32))> {
    // Most shapes already differ in their initial colours, so these are compared first.
    let rough: Vec<_> = shapes.iter().map(|shape| (shape.key, shape.hash(&shape.colours()))).collect();
    let mut alone: SortedMap<_, bool> = SortedMap::new();
    for rough in &rough {
        alone.entry(rough).and_modify(|alone| *alone = false).or_insert(true);
    }
    let mut groups: SortedMap<_, Vec<&Shape<'_>>> = SortedMap::new();
    let mut found = Vec::new();
    for (shape, _) in shapes.iter().zip(&rough).filter(|(_, rough)| !alone[rough]) {
        let colours = refine(shape, shape.colours());
        let group = groups.entry((shape.key, shape.hash(&colours))).or_default();
        match group.iter().find(|known| equal(known, shape)) {
            Some(known) => found.push((known.span, shape.span, shape.key)),
            None => group.push(shape),
        }
    }
    found
}

/// Whether two shapes are equal up to the names of variables and the order of literals.
pub(super) fn equal(a: &Shape<'_>, b: &Shape<'_>) -> bool {
    let same_size = a.variables.len() == b.variables.len()
        && a.head.len() == b.head.len()
        && a.body.len() == b.body.len();
    same_size && matched(a, b, a.colours(), b.colours(), &mut { MAX_TRIALS })
}

/// Whether a renaming of the variables of `a` that preserves these colours turns `a` into `b`.
fn matched(a: &Shape<'_>, b: &Shape<'_>, mine: Vec<u64>, theirs: Vec<u64>, trials: &mut usize) -> bool {
    let (mine, theirs) = (refine(a, mine), refine(b, theirs));
    let (my_classes, their_classes) = (classes(&mine), classes(&theirs));
    if !my_classes.iter().map(|(c, of)| (c, of.len())).eq(their_classes.iter().map(|(c, of)| (c, of.len()))) {
        return false;
    }
    let Some((colour, alike)) =
        my_classes.iter().filter(|(_, of)| of.len() > 1).min_by_key(|(_, of)| of.len())
    else {
        return a.form(&mine) == b.form(&theirs);
    };
    // One variable of `a` gets a new colour, and each candidate in `b` is tried as its counterpart.
    for other in &their_classes[colour] {
        if *trials == 0 {
            return false;
        }
        *trials = trials.saturating_sub(1 + mine.len() / VARIABLES_PER_TRIAL_COST);
        let (mut mine, mut theirs) = (mine.clone(), theirs.clone());
        let marked = hash(&(colour, "marked"));
        mine[alike[0]] = marked;
        theirs[*other] = marked;
        if matched(a, b, mine, theirs, trials) {
            return true;
        }
    }
    false
}

/// The colour of each variable, and the symmetric predicates.
type Colours<'a> = (&'a [u64], &'a SymmetricPredicates);

/// The variables of each colour.
fn classes(colours: &[u64]) -> SortedMap<u64, Vec<usize>> {
    let mut classes: SortedMap<u64, Vec<usize>> = SortedMap::new();
    for (variable, colour) in colours.iter().enumerate() {
        classes.entry(*colour).or_default().push(variable);
    }
    classes
}

/// Refines colours. The new colour of a variable depends on its occurrences and on the colours of the variables that
/// occur with it. Stops when the number of colours no longer grows.
fn refine(shape: &Shape<'_>, mut colours: Vec<u64>) -> Vec<u64> {
    let mut count = classes(&colours).len();
    for round in 0..MAX_ROUNDS {
        let mut places: Vec<Vec<u64>> = vec![Vec::new(); colours.len()];
        for (at, term) in shape.head.iter().enumerate() {
            if let Term::Variable(id) = term {
                places[id.index()].push(hash(&("head", at)));
            }
        }
        let (shades, alike) = (&colours, shape.alike);
        for goal in HashedGoals::new(shape.body, (shades, alike)).goals {
            goal.note_places(0, (shades, alike), &mut places);
        }
        for (colour, mut places) in colours.iter_mut().zip(places) {
            places.arrange();
            *colour = hash(&(*colour, places));
        }
        let now = classes(&colours).len();
        if round > 0 && now == count {
            break;
        }
        count = now;
    }
    colours
}

/// A goal, with hashes of its contents that depend on the colours in one round. Each hash is computed only once, so
/// that deep nesting causes no extra cost.
struct Hashed<'g> {
    goal: &'g Goal,
    /// The hash of an atom, of all negated goals, of the goals after actions, or of all branches.
    own: u64,
    /// The goals inside this goal, by branch.
    inside: Vec<HashedGoals<'g>>,
}

struct HashedGoals<'g> {
    all: u64,
    goals: Vec<Hashed<'g>>,
}

impl<'g> HashedGoals<'g> {
    fn new(goals: &'g [Goal], colours: Colours<'_>) -> HashedGoals<'g> {
        let goals: Vec<Hashed<'g>> = goals.iter().map(|goal| Hashed::new(goal, colours)).collect();
        let mut hashes: Vec<u64> = goals
            .iter()
            .map(|hashed| match hashed.goal {
                Goal::Atom(_) | Goal::After(..) => hashed.own,
                Goal::Not(..) => hash(&("not", hashed.own)),
                Goal::Any(..) => hash(&("any", hashed.own)),
            })
            .collect();
        hashes.arrange();
        HashedGoals { all: hash(&hashes), goals }
    }
}

impl<'g> Hashed<'g> {
    fn new(goal: &'g Goal, colours: Colours<'_>) -> Hashed<'g> {
        let of = |goals: &'g Vec<Goal>| HashedGoals::new(goals, colours);
        let (own, inside) = match goal {
            Goal::Atom(atom) => (hash_atom(atom.predicate, &atom.arguments, colours), Vec::new()),
            Goal::Not(inner, _) => {
                let inner = of(inner);
                (inner.all, vec![inner])
            }
            Goal::After(actions, inner, _) => {
                let inner = of(inner);
                let actions: Vec<u64> = actions
                    .iter()
                    .map(|action| hash_atom(action.predicate, &action.arguments, colours))
                    .collect();
                (hash(&("after", actions, inner.all)), vec![inner])
            }
            Goal::Any(branches, _) => {
                let branches: Vec<HashedGoals<'g>> = branches.iter().map(of).collect();
                let mut hashes: Vec<u64> = branches.iter().map(|branch| branch.all).collect();
                hashes.arrange();
                (hash(&hashes), branches)
            }
        };
        Hashed { goal, own, inside }
    }

    /// Collects a hash of each occurrence of each variable. `path` is the hash of the surrounding goals.
    fn note_places(&self, path: u64, colours: Colours<'_>, places: &mut [Vec<u64>]) {
        let note = |goals: &HashedGoals<'g>, path, places: &mut [Vec<u64>]| {
            goals.goals.iter().for_each(|goal| goal.note_places(path, colours, places));
        };
        match self.goal {
            Goal::Atom(atom) => note_atom(atom, self.own, path, colours, places),
            Goal::Not(..) => note(&self.inside[0], hash(&(path, "not", self.own)), places),
            Goal::After(actions, ..) => {
                let whole = hash(&(path, "after", self.own));
                // The order of actions matters.
                for (at, action) in actions.iter().enumerate() {
                    let own = hash_atom(action.predicate, &action.arguments, colours);
                    note_atom(action, own, hash(&(whole, at)), colours, places);
                }
                note(&self.inside[0], whole, places);
            }
            Goal::Any(..) => {
                let whole = hash(&(path, "any", self.own));
                for branch in &self.inside {
                    note(branch, hash(&(whole, branch.all)), places);
                }
            }
        }
    }
}

/// Collects the occurrences of variables in an atom. The hash of the atom is `own`.
fn note_atom(atom: &Atom, own: u64, path: u64, colours: Colours<'_>, places: &mut [Vec<u64>]) {
    for (at, term) in atom.arguments.iter().enumerate() {
        if let Term::Variable(id) = term {
            let at = if colours.1.contains(&atom.predicate) { 0 } else { at };
            places[id.index()].push(hash(&(path, own, at)));
        }
    }
}

fn hash_atom(predicate: PredicateId, arguments: &[Term], (colours, alike): Colours<'_>) -> u64 {
    let mut terms: Vec<u64> = arguments
        .iter()
        .map(|term| match term {
            Term::Variable(id) => hash(&("variable", colours[id.index()])),
            constant => hash(constant),
        })
        .collect();
    if alike.contains(&predicate) {
        terms.arrange(); // the predicate is symmetric
    }
    hash(&(predicate, terms))
}

fn hash<T: Hash>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl<'a> Shape<'a> {
    /// The shape of a clause. If `turned`, the arguments of the head are in reverse order.
    fn of_clause(clause: &'a Clause, turned: bool, alike: &'a SymmetricPredicates) -> Shape<'a> {
        let mut head = clause.head.clone();
        if turned {
            head.reverse();
        }
        let (variables, body, span) = (&clause.variables, &clause.body, clause.span);
        Shape { key: (0, 0), variables, answer: &[], head, body, span, alike }
    }

    /// The initial colours of the variables, which represent their sorts and whether they are part of the answer.
    fn colours(&self) -> Vec<u64> {
        let mut colours: Vec<u64> = self.variables.iter().map(|variable| hash(&variable.sort)).collect();
        for id in self.answer {
            colours[id.index()] = hash(&("answer", colours[id.index()]));
        }
        colours
    }

    /// A hash that is the same for equal shapes.
    fn hash(&self, colours: &[u64]) -> u64 {
        let mut all = colours.to_vec();
        all.arrange();
        let head: Vec<Term> =
            self.head.iter().filter(|term| !matches!(term, Term::Variable(_))).cloned().collect();
        hash(&(all, head, HashedGoals::new(self.body, (colours, self.alike)).all))
    }

    /// The canonical form of a shape whose variables all have different colours. Variables are numbered by colour, and
    /// everything whose order does not matter is sorted.
    fn form(&self, colours: &[u64]) -> (Vec<Term>, Vec<Form>) {
        let numbers: SortedMap<u64, u32> = classes(colours)
            .into_keys()
            .enumerate()
            .map(|(number, colour)| (colour, number as u32))
            .collect();
        let rename = |term: &Term| match term {
            Term::Variable(id) => Term::Variable(VariableId(numbers[&colours[id.index()]])),
            constant => constant.clone(),
        };
        (self.head.iter().map(rename).collect(), forms(self.body, self.alike, &rename))
    }
}

/// A goal without its spans.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Atom(PredicateId, Vec<Term>),
    Not(Vec<Form>),
    After(Vec<Form>, Vec<Form>),
    Any(Vec<Vec<Form>>),
}

fn form_of_atom(atom: &Atom, alike: &SymmetricPredicates, rename: &dyn Fn(&Term) -> Term) -> Form {
    let mut terms: Vec<Term> = atom.arguments.iter().map(rename).collect();
    if alike.contains(&atom.predicate) {
        terms.arrange();
    }
    Form::Atom(atom.predicate, terms)
}

fn forms(goals: &[Goal], alike: &SymmetricPredicates, rename: &dyn Fn(&Term) -> Term) -> Vec<Form> {
    let mut forms: Vec<Form> = goals
        .iter()
        .map(|goal| match goal {
            Goal::Atom(atom) => form_of_atom(atom, alike, rename),
            Goal::After(actions, inner, _) => Form::After(
                actions.iter().map(|action| form_of_atom(action, alike, rename)).collect(),
                self::forms(inner, alike, rename),
            ),
            Goal::Not(inner, _) => Form::Not(self::forms(inner, alike, rename)),
            Goal::Any(branches, _) => {
                let mut branches: Vec<_> =
                    branches.iter().map(|branch| self::forms(branch, alike, rename)).collect();
                branches.arrange();
                Form::Any(branches)
            }
        })
        .collect();
    forms.arrange();
    forms
}

/// The predicates that are symmetric in their two arguments. Only the predicates in `callees_first` are checked.
pub(super) fn symmetric_predicates(
    program: &Program,
    callees_first: impl Iterator<Item = PredicateId>,
) -> SymmetricPredicates {
    let mut alike = SymmetricPredicates::from([EQUAL]);
    for id in callees_first {
        let predicate = program.predicate(id);
        let PredicateKind::Derived(clauses) = &predicate.kind else { continue };
        // Recursive predicates have no sorts.
        let of_one_sort = matches!(predicate.sorts.as_slice(), [one, other] if one == other);
        if !of_one_sort || !(1..=MAX_CLAUSES).contains(&clauses.len()) {
            continue;
        }
        let shape = |clause, turned| Shape::of_clause(clause, turned, &alike);
        let turned = clauses.iter().map(|clause| shape(clause, true));
        if turned.into_iter().all(|turned| clauses.iter().any(|clause| equal(&turned, &shape(clause, false))))
        {
            alike.insert(id);
        }
    }
    alike
}
