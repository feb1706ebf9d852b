//! `B0603`: clauses of one predicate, rules of one colour, level and play, or scores of one colour, that are equal up
//! to the names of their variables and the order of their literals. (Facts are compared where they are collected.)
//!
//! 1. Every variable gets a colour that says how it is used, refined in rounds by the colours of its neighbours.
//! 2. A hash over the colours sorts clauses into groups; it depends on neither names nor order.
//! 3. Within a group clauses are compared exactly: colours tell nearly all variables apart, and the few that look
//!    alike are tried out one by one.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::Items;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{Atom, EQUAL, Goal, PredicateId, PredicateKind, Program, RuleKind, Term, VariableId};
use crate::runtime::Value;

/// Rounds of refinement. Clauses that are still alike after these are told apart by the exact comparison.
const ROUNDS: usize = 8;

/// So many times two variables are tried against each other before two clauses are called different.
const MOST_TRIALS: usize = 500;

/// Clauses and rules that stand there twice.
pub(super) fn check(program: &Program, items: &Items<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for predicate in &program.predicates {
        let PredicateKind::Derived(clauses) = &predicate.kind else { continue };
        let shapes = clauses.iter().map(|clause| Shape {
            key: (0, 0),
            variables: clause.variables.len(),
            head: clause.head.clone(),
            body: &clause.body,
            span: clause.span,
        });
        for (first, second, _) in twins(shapes.collect()) {
            let title = format!("this clause of `{}` stands there twice", predicate.signature());
            found.push(message(title, items.head(first), items.head(second)));
        }
    }
    found.extend(rules(program, items, "rules", &|kind| kind == RuleKind::Rule));
    found.extend(rules(program, items, "scores", &|kind| matches!(kind, RuleKind::Score(_))));
    found
}

/// The rules of some kind that stand there twice, whatever scores are worth.
fn rules(
    program: &Program,
    items: &Items<'_>,
    noun: &str,
    wanted: &dyn Fn(RuleKind) -> bool,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let rules: Vec<_> = program.rules.iter().filter(|rule| wanted(rule.kind)).collect();
    let shapes = rules.iter().map(|rule| Shape {
        key: (rule.colour.map_or(0, u32::from), rule.level),
        variables: rule.variables.len(),
        head: rule.plays.map(Term::Variable).into_iter().collect(),
        body: &rule.premise,
        span: rule.span,
    });
    // Texts that stand for several players are compared for each of them.
    let mut colours: BTreeMap<(Span, Span), Vec<String>> = BTreeMap::new();
    for (first, second, (colour, _)) in twins(shapes.collect()) {
        colours.entry((second, first)).or_default().push(program.player(colour as Value));
    }
    for ((second, first), colours) in colours {
        let name = |span| rules.iter().find(|rule| rule.span == span).map_or("", |rule| rule.name.as_str());
        let players = |span| rules.iter().filter(|rule| rule.span == span).count();
        let partly = colours.len() < players(first).max(players(second));
        let whose = if partly { format!(" for {}", colours.join(" and ")) } else { String::new() };
        let title = format!("the {noun} `{}` and `{}` are the same{whose}", name(first), name(second));
        found.push(message(title, items.head(first), items.head(second)));
    }
    found
}

fn message(title: String, first: Span, second: Span) -> Diagnostic {
    Diagnostic::new(Code::Duplicate, title, second, "here again")
        .and(first, "the same but for names and order")
        .hint("take one of them away, or change what should be different")
}

/// What is compared.
struct Shape<'a> {
    /// What must be equal before anything is looked at.
    key: (u32, u32),
    variables: usize,
    /// The terms whose order counts.
    head: Vec<Term>,
    body: &'a [Goal],
    span: Span,
}

/// Each shape that equals an earlier one, with the first that it equals in front of it, and their key.
fn twins(shapes: Vec<Shape<'_>>) -> Vec<(Span, Span, (u32, u32))> {
    let mut groups: BTreeMap<_, Vec<&Shape<'_>>> = BTreeMap::new();
    let mut found = Vec::new();
    for shape in &shapes {
        let colours = refine(shape, vec![0; shape.variables]);
        let group = groups.entry((shape.key, shape.hash(&colours))).or_default();
        match group.iter().find(|known| equal(known, shape)) {
            Some(known) => found.push((known.span, shape.span, shape.key)),
            None => group.push(shape),
        }
    }
    found
}

/// Whether two shapes are equal up to names and order.
fn equal(a: &Shape<'_>, b: &Shape<'_>) -> bool {
    let same_size =
        a.variables == b.variables && a.head.len() == b.head.len() && a.body.len() == b.body.len();
    same_size && matched(a, b, vec![0; a.variables], vec![0; b.variables], &mut { MOST_TRIALS })
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
        *trials -= 1;
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
        note_places(shape.body, 0, &colours, &mut places);
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

/// Notes for every variable the places where it stands; `path` stands for the brackets around them.
fn note_places(goals: &[Goal], path: u64, colours: &[u64], places: &mut [Vec<u64>]) {
    for goal in goals {
        match goal {
            Goal::Atom(atom) => note_atom(atom, path, colours, places),
            Goal::Not(inner, _) => {
                note_places(inner, hash(&(path, "not", hash_goals(inner, colours))), colours, places);
            }
            Goal::After(actions, inner, _) => {
                let whole = hash(&(path, "after", hash_after(actions, inner, colours)));
                // The order of actions means something.
                for (at, action) in actions.iter().enumerate() {
                    note_atom(action, hash(&(whole, at)), colours, places);
                }
                note_places(inner, whole, colours, places);
            }
            Goal::Any(branches, _) => {
                let whole = hash(&(path, "any", hash_branches(branches, colours)));
                for branch in branches {
                    note_places(branch, hash(&(whole, hash_goals(branch, colours))), colours, places);
                }
            }
        }
    }
}

fn note_atom(atom: &Atom, path: u64, colours: &[u64], places: &mut [Vec<u64>]) {
    let whole = hash_atom(atom.predicate, &atom.arguments, colours);
    for (at, term) in atom.arguments.iter().enumerate() {
        if let Term::Variable(id) = term {
            let at = if atom.predicate == EQUAL { 0 } else { at };
            places[id.index()].push(hash(&(path, whole, at)));
        }
    }
}

fn hash_after(actions: &[Atom], inner: &[Goal], colours: &[u64]) -> u64 {
    let actions: Vec<u64> =
        actions.iter().map(|action| hash_atom(action.predicate, &action.arguments, colours)).collect();
    hash(&("after", actions, hash_goals(inner, colours)))
}

fn hash_goals(goals: &[Goal], colours: &[u64]) -> u64 {
    let mut hashes: Vec<u64> = goals
        .iter()
        .map(|goal| match goal {
            Goal::Atom(atom) => hash_atom(atom.predicate, &atom.arguments, colours),
            Goal::Not(inner, _) => hash(&("not", hash_goals(inner, colours))),
            Goal::After(actions, inner, _) => hash_after(actions, inner, colours),
            Goal::Any(branches, _) => hash(&("any", hash_branches(branches, colours))),
        })
        .collect();
    hashes.sort_unstable();
    hash(&hashes)
}

fn hash_branches(branches: &[Vec<Goal>], colours: &[u64]) -> u64 {
    let mut hashes: Vec<u64> = branches.iter().map(|branch| hash_goals(branch, colours)).collect();
    hashes.sort_unstable();
    hash(&hashes)
}

fn hash_atom(predicate: PredicateId, arguments: &[Term], colours: &[u64]) -> u64 {
    let mut terms: Vec<u64> = arguments
        .iter()
        .map(|term| match term {
            Term::Variable(id) => hash(&("variable", colours[id.index()])),
            constant => hash(constant),
        })
        .collect();
    if predicate == EQUAL {
        terms.sort_unstable(); // its two sides are alike
    }
    hash(&(predicate, terms))
}

fn hash<T: Hash>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl Shape<'_> {
    /// A number that equal shapes share.
    fn hash(&self, colours: &[u64]) -> u64 {
        let mut all = colours.to_vec();
        all.sort_unstable();
        let head: Vec<Term> =
            self.head.iter().filter(|term| !matches!(term, Term::Variable(_))).cloned().collect();
        hash(&(all, head, hash_goals(self.body, colours)))
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
        (self.head.iter().map(rename).collect(), forms(self.body, &rename))
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

fn form_of_atom(atom: &Atom, rename: &dyn Fn(&Term) -> Term) -> Form {
    let mut terms: Vec<Term> = atom.arguments.iter().map(rename).collect();
    if atom.predicate == EQUAL {
        terms.sort();
    }
    Form::Atom(atom.predicate, terms)
}

fn forms(goals: &[Goal], rename: &dyn Fn(&Term) -> Term) -> Vec<Form> {
    let mut forms: Vec<Form> = goals
        .iter()
        .map(|goal| match goal {
            Goal::Atom(atom) => form_of_atom(atom, rename),
            Goal::After(actions, inner, _) => Form::After(
                actions.iter().map(|action| form_of_atom(action, rename)).collect(),
                self::forms(inner, rename),
            ),
            Goal::Not(inner, _) => Form::Not(self::forms(inner, rename)),
            Goal::Any(branches, _) => {
                let mut branches: Vec<_> =
                    branches.iter().map(|branch| self::forms(branch, rename)).collect();
                branches.sort();
                Form::Any(branches)
            }
        })
        .collect();
    forms.sort();
    forms
}

#[cfg(test)]
mod tests {
    use super::super::tests::{codes, problems};
    use crate::diagnostic::Code;

    const FACTS: &str = "players white, black\nfact e(a, b)\nfact v(a)\n";

    fn twice(clauses: &str) -> bool {
        codes(&format!("{FACTS}{clauses}\n")).contains(&Code::Duplicate)
    }

    #[test]
    fn names_and_order_make_no_difference() {
        assert!(twice("p(X) :- e(X, Y_), v(Y_)\np(Z) :- v(A_), e(Z, A_)"));
        assert!(twice("p(X) :- v(X), ¬e(X, Y_)\np(Z) :- ¬e(Z, A_), v(Z)"));
        assert!(twice("p(X) :- v(X), v(Y_), equal(X, Y_)\np(X) :- v(Z_), equal(Z_, X), v(X)"));
        assert!(twice("p(X) :- v(X), (e(X, a) ; e(a, X))\np(X) :- (e(a, X) ; e(X, a)), v(X)"));
    }

    #[test]
    fn what_is_joined_otherwise_is_another_clause() {
        assert!(!twice("p(X) :- e(X, Y_), v(Y_)\np(X) :- e(Y_, X), v(Y_)"));
        assert!(!twice("p(X) :- e(X, Y_), v(Y_)\np(X) :- e(X, Y_), v(Z_)"));
        assert!(!twice("p(X) :- e(X, a)\np(X) :- e(X, b)"));
        assert!(!twice("p(X, Y) :- e(X, Y)\np(X, Y) :- e(Y, X)"));
    }

    /// Every variable looks like every other one here; only trying them out tells two triangles from a hexagon.
    #[test]
    fn a_hexagon_is_not_two_triangles() {
        let hexagon = "p :- e(A_, B_), e(B_, C_), e(C_, D_), e(D_, E_), e(E_, F_), e(F_, A_)";
        let turned = "p :- e(D_, C_), e(C_, B_), e(F_, E_), e(B_, A_), e(A_, F_), e(E_, D_)";
        let triangles = "p :- e(A_, B_), e(B_, C_), e(C_, A_), e(D_, E_), e(E_, F_), e(F_, D_)";
        assert!(!twice(&format!("{hexagon}\n{triangles}")));
        assert!(twice(&format!("{hexagon}\n{turned}")));
    }

    #[test]
    fn rules_are_compared_with_colour_level_and_play() {
        let rule =
            |name: &str, colour: &str| format!("rule {name} for {colour} at level 0 if e(X, Y), v(Y)\n");
        assert!(twice(&(rule("one", "white") + &rule("two", "white"))));
        assert!(!twice(&(rule("one", "white") + &rule("one", "black"))));
    }

    #[test]
    fn a_clause_that_stands_there_three_times_gives_two_messages() {
        let found = problems(&format!("{FACTS}p(X) :- v(X)\np(Y) :- v(Y)\np(Z) :- v(Z)\n"));
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|message| message.others[0].span == found[0].others[0].span));
    }

    #[test]
    fn thousands_of_clauses_take_no_quadratic_time() {
        let mut text =
            "sort n = 0 to 2999 words N\nextern e(N1: n, N2: n): (free, bound) gives one\n".to_owned();
        for at in 0..3_000 {
            text += &format!("p(N) :- e(N, {at}), e(N, N_), e(N_, {at})\n");
        }
        assert_eq!(codes(&text), []);
    }
}
