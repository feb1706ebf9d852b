//! Bodies up to the names of their variables and the order of their literals.
//!
//! 1. Every variable gets a colour that says of what sort it is and how it is used, refined in rounds by the colours of
//!    its neighbours.
//! 2. A hash over the colours sorts bodies into groups; it depends on neither names nor order. One over the first
//!    colours tells which bodies are alone in their group, so that nothing need be refined.
//! 3. Within a group bodies are compared exactly: colours tell nearly all variables apart, and the few that look
//!    alike are tried out one by one.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::files::Span;
use crate::program::{
    Atom, Clause, EQUAL, Goal, PredicateId, PredicateKind, Program, Term, Variable, VariableId,
};

/// Rounds of refinement. Bodies that are still alike after these are told apart by the exact comparison.
const ROUNDS: usize = 8;

/// So many times two variables are tried against each other before two bodies are called different.
const MOST_TRIALS: usize = 500;

/// With so many variables a trial counts twice, and so on: all of them are coloured anew.
const MANY_VARIABLES: usize = 64;

/// A predicate with more clauses than this is not asked whether its arguments may change places.
const MOST_CLAUSES: usize = 8;

/// What is compared.
pub(super) struct Shape<'a> {
    /// What must be equal before anything is looked at.
    pub(super) key: (u32, u32),
    pub(super) variables: &'a [Variable],
    /// Of a rule, the variables that are handed out.
    pub(super) answer: &'a [VariableId],
    /// The terms whose order counts.
    pub(super) head: Vec<Term>,
    pub(super) body: &'a [Goal],
    pub(super) span: Span,
    /// The predicates whose two arguments may change places.
    pub(super) alike: &'a Alike,
}

/// Predicates of two arguments that hold of the same pairs when these change places; `equal` is one.
pub(super) type Alike = BTreeSet<PredicateId>;

/// Each shape that equals an earlier one, with the first that it equals in front of it, and their key.
pub(super) fn twins(shapes: Vec<Shape<'_>>) -> Vec<(Span, Span, (u32, u32))> {
    // Most shapes differ before anything is refined.
    let rough: Vec<_> = shapes.iter().map(|shape| (shape.key, shape.hash(&shape.colours()))).collect();
    let mut alone: BTreeMap<_, bool> = BTreeMap::new();
    for rough in &rough {
        alone.entry(rough).and_modify(|alone| *alone = false).or_insert(true);
    }
    let mut groups: BTreeMap<_, Vec<&Shape<'_>>> = BTreeMap::new();
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

/// Whether two shapes are equal up to names and order.
pub(super) fn equal(a: &Shape<'_>, b: &Shape<'_>) -> bool {
    let same_size = a.variables.len() == b.variables.len()
        && a.head.len() == b.head.len()
        && a.body.len() == b.body.len();
    same_size && matched(a, b, a.colours(), b.colours(), &mut { MOST_TRIALS })
}

/// Whether a renaming of `a` that respects these colours gives `b`.
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
    // Give one of mine a colour of its own, and try each of theirs against it.
    for other in &their_classes[colour] {
        if *trials == 0 {
            return false;
        }
        *trials = trials.saturating_sub(1 + mine.len() / MANY_VARIABLES);
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

/// The colour of each variable, and what is alike.
type Colours<'a> = (&'a [u64], &'a Alike);

/// The variables of each colour.
fn classes(colours: &[u64]) -> BTreeMap<u64, Vec<usize>> {
    let mut classes: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (variable, colour) in colours.iter().enumerate() {
        classes.entry(*colour).or_default().push(variable);
    }
    classes
}

/// Colours by use: each variable's colour takes in the places where it stands and the colours beside it, until no
/// more variables are told apart.
fn refine(shape: &Shape<'_>, mut colours: Vec<u64>) -> Vec<u64> {
    let mut count = classes(&colours).len();
    for round in 0..ROUNDS {
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
            places.sort_unstable();
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

/// What distinguishes a goal and what stands in it, by the colours of one round: each hash is made once, however deep the
/// goals are nested.
struct Hashed<'g> {
    goal: &'g Goal,
    /// Of an atom, of all that is denied, of what holds after actions, or of all branches.
    own: u64,
    /// The goals inside, by branches.
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
        hashes.sort_unstable();
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
                hashes.sort_unstable();
                (hash(&hashes), branches)
            }
        };
        Hashed { goal, own, inside }
    }

    /// Notes for every variable the places where it stands; `path` stands for the brackets around them.
    fn note_places(&self, path: u64, colours: Colours<'_>, places: &mut [Vec<u64>]) {
        let note = |goals: &HashedGoals<'g>, path, places: &mut [Vec<u64>]| {
            goals.goals.iter().for_each(|goal| goal.note_places(path, colours, places));
        };
        match self.goal {
            Goal::Atom(atom) => note_atom(atom, self.own, path, colours, places),
            Goal::Not(..) => note(&self.inside[0], hash(&(path, "not", self.own)), places),
            Goal::After(actions, ..) => {
                let whole = hash(&(path, "after", self.own));
                // The order of actions means something.
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

/// The same of one atom, whose hash is `own`.
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
        terms.sort_unstable(); // its two sides are alike
    }
    hash(&(predicate, terms))
}

fn hash<T: Hash>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl<'a> Shape<'a> {
    /// A clause; or, of one with two arguments, the same with these in each other's place.
    fn of_clause(clause: &'a Clause, turned: bool, alike: &'a Alike) -> Shape<'a> {
        let mut head = clause.head.clone();
        if turned {
            head.reverse();
        }
        let (variables, body, span) = (&clause.variables, &clause.body, clause.span);
        Shape { key: (0, 0), variables, answer: &[], head, body, span, alike }
    }

    /// What tells variables apart before anything is looked at: their sorts, and whether they are handed out.
    fn colours(&self) -> Vec<u64> {
        let mut colours: Vec<u64> = self.variables.iter().map(|variable| hash(&variable.sort)).collect();
        for id in self.answer {
            colours[id.index()] = hash(&("answer", colours[id.index()]));
        }
        colours
    }

    /// A number that equal shapes share.
    fn hash(&self, colours: &[u64]) -> u64 {
        let mut all = colours.to_vec();
        all.sort_unstable();
        let head: Vec<Term> =
            self.head.iter().filter(|term| !matches!(term, Term::Variable(_))).cloned().collect();
        hash(&(all, head, HashedGoals::new(self.body, (colours, self.alike)).all))
    }

    /// The shape with its variables numbered by their colours, which are all different, and everything whose
    /// order means nothing in order.
    fn form(&self, colours: &[u64]) -> (Vec<Term>, Vec<Form>) {
        let numbers: BTreeMap<u64, u32> = classes(colours)
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

/// A goal without places.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Atom(PredicateId, Vec<Term>),
    Not(Vec<Form>),
    After(Vec<Form>, Vec<Form>),
    Any(Vec<Vec<Form>>),
}

fn form_of_atom(atom: &Atom, alike: &Alike, rename: &dyn Fn(&Term) -> Term) -> Form {
    let mut terms: Vec<Term> = atom.arguments.iter().map(rename).collect();
    if alike.contains(&atom.predicate) {
        terms.sort();
    }
    Form::Atom(atom.predicate, terms)
}

fn forms(goals: &[Goal], alike: &Alike, rename: &dyn Fn(&Term) -> Term) -> Vec<Form> {
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
                branches.sort();
                Form::Any(branches)
            }
        })
        .collect();
    forms.sort();
    forms
}

/// The predicates whose two arguments may change places; `callees_first` are those that can be read.
pub(super) fn alike(program: &Program, callees_first: impl Iterator<Item = PredicateId>) -> Alike {
    let mut alike = Alike::from([EQUAL]);
    for id in callees_first {
        let predicate = program.predicate(id);
        let PredicateKind::Derived(clauses) = &predicate.kind else { continue };
        // What needs itself has no sorts.
        let of_one_sort = matches!(predicate.sorts.as_slice(), [one, other] if one == other);
        if !of_one_sort || !(1..=MOST_CLAUSES).contains(&clauses.len()) {
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
