//! Sorts as predicates, and variables that range over their sort.
//!
//! The name of a declared sort is a predicate that holds for each of its values, unless the program has a predicate
//! with that name and one argument. A variable that occurs only in negations and in the head ranges over its sort. The
//! literal `sort(Variable)` is added to the body, so that later passes see a literal that binds the variable.
//!
//! Probable mistakes are left unchanged, and [`crate::modes`] reports them. One is a local variable in two negations.
//! Another is a variable of a rule, score or preference that occurs in a single negation and nowhere else.

use blanche_sorted::{SortedMap, SortedSet};

use super::model::{Bodies, Declared};
use super::sorts::column_names;
use crate::program::{
    Atom, EQUAL, Goal, Occurrences, Origin, Predicate, PredicateId, PredicateKind, Program, SortId, SortKind,
    Term, Variable, VariableId, occurrences, variables,
};
use crate::syntax::ast;

/// The predicate of the sort that an atom enumerates, if its name is that of a sort and no other predicate fits.
pub(super) fn of_atom(resolver: &mut Bodies<'_>, atom: &ast::Atom) -> Option<PredicateId> {
    let name = &atom.predicate.text;
    let sort = *resolver.sort_names.get(name)?;
    let [argument] = atom.arguments.as_slice() else { return None };
    // A predicate with this name and more arguments may have been meant instead.
    let fits = match argument {
        ast::Term::Variable(variable) => resolver
            .word_sort(&variable.text)
            .is_none_or(|word| resolver.program.common(word, sort).is_some()),
        ast::Term::Constant(name) => {
            let sort = resolver.program.sort(sort);
            sort.value(&name.text).is_some() || sort.looks_like(&name.text)
        }
        ast::Term::Sum(_) => matches!(resolver.program.sort(sort).kind, SortKind::Range(_)),
        // The sort of the value of a call becomes known only when the predicate of the call is resolved.
        ast::Term::Call(_) => true,
        ast::Term::Error(_) => false,
    };
    let has_others = resolver.predicate_names.contains_key(name) || resolver.recovery.is_dropped(name);
    (fits || !has_others).then(|| predicate(resolver, sort))
}

/// The name that messages show for the argument of a sort used as a predicate.
pub(super) fn parameter(resolver: &Declared<'_>, sort: SortId) -> String {
    column_names(resolver, &[sort]).concat()
}

/// The predicate that holds for each value of a sort, created on first use.
fn predicate(resolver: &mut Bodies<'_>, id: SortId) -> PredicateId {
    if let Some(known) = resolver.sort_predicates.get(&id) {
        return *known;
    }
    let predicate = PredicateId(resolver.program.predicates.len() as u32);
    let sort = resolver.program.sort(id);
    let kind = PredicateKind::Facts(sort.values().into_iter().map(|value| vec![value]).collect());
    let (doc, span, origin) = (sort.doc.clone(), sort.span, Origin::Sort(id));
    let declared = Predicate::new(&sort.name, column_names(resolver, &[id]), kind);
    let declared = Predicate { sorts: vec![id], doc, span, origin, ..declared };
    // An existing predicate with this name keeps it.
    resolver.predicate_names.entry(declared.name.clone()).or_default().entry(1).or_insert(predicate);
    resolver.program.predicates.push(declared);
    resolver.sort_predicates.insert(id, predicate);
    predicate
}

/// Adds a literal for each variable that ranges over its sort. There are two kinds of such variables. The first kind
/// are variables of the head, of `plays`, or of a query (`wanted`) that occur only in negated literals. The second kind
/// are variables that occur in two negations and nowhere else. The `given` variables have a value already.
pub(super) fn add(
    resolver: &mut Bodies<'_>,
    names: &[Variable],
    goals: &mut Vec<Goal>,
    wanted: &SortedSet<VariableId>,
    given: &SortedSet<VariableId>,
) {
    let (mut bound, mut denials) = (SortedSet::new(), SortedMap::new());
    goals.iter().for_each(|goal| collect_occurrences(&resolver.program, goal, &mut bound, &mut denials));
    // The result of an aggregate cannot provide a value that the same aggregate needs.
    let needed = needed_by_aggregates(&resolver.program, goals);
    let of_others = bound.iter().filter(|id| !needed.results.contains(id)).chain(given).copied();
    let mut before = Values::new(&resolver.program, goals, of_others);
    let mut values = Values::new(&resolver.program, goals, bound.iter().chain(given).copied());
    let twice = denials.iter().filter(|(_, denials)| **denials > 1).map(|(id, _)| *id);
    let mut ranging = SortedSet::new();
    for id in twice.chain(wanted.iter().copied()).collect::<SortedSet<VariableId>>() {
        let variable = &names[id.index()];
        if variable.local || !is_declared(resolver, variable.sort) {
            continue;
        }
        let is_new = if needed.shared.contains(&id) { before.bind(id) } else { values.bind(id) };
        if is_new {
            before.bind(id);
            values.bind(id);
            ranging.insert(id);
        }
    }
    let all = occurrences(&*goals);
    let around: SortedSet<VariableId> = given.iter().chain(wanted).chain(&ranging).copied().collect();
    goals.iter_mut().for_each(|goal| inside(resolver, names, goal, &all, &around));
    goals.extend(ranging.into_iter().map(|id| literal(resolver, id, &names[id.index()])));
}

/// The variables of the aggregates in some goals.
#[derive(Default)]
struct OfAggregates {
    /// Variables that must be bound before the aggregate is evaluated.
    shared: SortedSet<VariableId>,
    /// Variables for the results of aggregates.
    results: SortedSet<VariableId>,
}

fn needed_by_aggregates(program: &Program, goals: &[Goal]) -> OfAggregates {
    let mut found = OfAggregates::default();
    for goal in goals {
        let Goal::Atom(atom) = goal else { continue };
        if is_aggregate(program, atom.predicate)
            && let Some((result, shared)) = atom.arguments.split_last()
        {
            found.shared.extend(variables(shared));
            found.results.extend(variables(std::slice::from_ref(result)));
        }
    }
    found
}

/// The bound variables, and the equalities that bind further variables.
struct Values {
    bound: SortedSet<VariableId>,
    equal: SortedMap<VariableId, Vec<VariableId>>,
}

impl Values {
    fn new(program: &Program, goals: &[Goal], bound: impl IntoIterator<Item = VariableId>) -> Values {
        let mut equal: SortedMap<VariableId, Vec<VariableId>> = SortedMap::new();
        let mut given: Vec<VariableId> = bound.into_iter().collect();
        for goal in goals {
            let Goal::Atom(Atom { predicate, arguments, .. }) = goal else { continue };
            if *predicate != EQUAL && !is_solved(program, *predicate, arguments.len()) {
                continue;
            }
            match arguments.as_slice() {
                [Term::Variable(left), Term::Variable(right)] => {
                    equal.entry(*left).or_default().push(*right);
                    equal.entry(*right).or_default().push(*left);
                }
                // If a sum has more variables, each of them is determined by the others. This is ignored, because it
                // only leads to a superfluous literal, which is harmless.
                [_, _, _, ..] => {}
                sides => given.extend(variables(sides)),
            }
        }
        let mut values = Values { bound: SortedSet::new(), equal };
        given.into_iter().for_each(|id| {
            values.bind(id);
        });
        values
    }

    /// Binds a variable and all variables that are equal to it. Returns whether the variable was unbound before.
    fn bind(&mut self, id: VariableId) -> bool {
        if !self.bound.insert(id) {
            return false;
        }
        let mut waiting = vec![id];
        while let Some(next) = waiting.pop() {
            let others = self.equal.get(&next).into_iter().flatten();
            waiting.extend(others.filter(|other| self.bound.insert(**other)));
        }
        true
    }
}

/// Adds literals inside a goal. `all` contains the number of occurrences of each variable inside and around the goal.
fn inside(
    resolver: &mut Bodies<'_>,
    names: &[Variable],
    goal: &mut Goal,
    all: &Occurrences,
    given: &SortedSet<VariableId>,
) {
    let own = occurrences([&*goal]);
    match goal {
        Goal::Atom(_) => {}
        Goal::Not(goals, _) | Goal::After(_, goals, _) => {
            let is_given = |(id, own): &(&VariableId, &usize)| {
                given.contains(id) || all.get(id).is_some_and(|all| all > own)
            };
            let given = own.iter().filter(is_given).map(|(id, _)| *id).collect();
            add(resolver, names, goals, &SortedSet::new(), &given);
        }
        Goal::Any(branches, _) => {
            for goal in branches.iter_mut().flatten() {
                inside(resolver, names, goal, all, given);
            }
        }
    }
}

/// Collects the variables that occur in `after` literals or in literals that are not negated (`bound`). For all other
/// variables, counts the negations that contain them (`denials`).
fn collect_occurrences(
    program: &Program,
    goal: &Goal,
    bound: &mut SortedSet<VariableId>,
    denials: &mut SortedMap<VariableId, usize>,
) {
    match goal {
        // An equality binds a variable only if the other side is bound, and a comparison binds none.
        Goal::Atom(atom) if atom.predicate == EQUAL || is_comparison(program, atom.predicate) => {}
        Goal::Atom(atom) if is_aggregate(program, atom.predicate) => {
            let (result, shared) = atom.arguments.split_last().expect("an aggregate has a result");
            for id in variables(shared) {
                *denials.entry(id).or_default() += 1;
            }
            bound.extend(variables(std::slice::from_ref(result)));
        }
        Goal::Atom(atom) => bound.extend(variables(&atom.arguments)),
        Goal::After(..) => bound.extend(occurrences([goal]).into_keys()),
        Goal::Any(branches, _) => {
            // The same variable in negations of different branches has a separate meaning in each branch, so the counts
            // are not added.
            let mut most: SortedMap<VariableId, usize> = SortedMap::new();
            for branch in branches {
                let mut of_branch = SortedMap::new();
                for goal in branch {
                    collect_occurrences(program, goal, bound, &mut of_branch);
                    if matches!(goal, Goal::Atom(atom) if !is_aggregate(program, atom.predicate)) {
                        bound.extend(occurrences([goal]).into_keys());
                    }
                }
                for (id, count) in of_branch {
                    let known = most.entry(id).or_default();
                    *known = count.max(*known);
                }
            }
            for (id, count) in most {
                *denials.entry(id).or_default() += count;
            }
        }
        Goal::Not(goals, _) => {
            for id in occurrences(goals).into_keys() {
                *denials.entry(id).or_default() += 1;
            }
            goals.iter().for_each(|goal| actions(goal, bound));
        }
    }
}

/// Whether a predicate is a comparison.
fn is_comparison(program: &Program, id: PredicateId) -> bool {
    matches!(program.predicate(id).kind, PredicateKind::Comparison(_))
}

/// Whether a predicate is an aggregate. The shared variables of an aggregate must be bound before it is evaluated.
fn is_aggregate(program: &Program, id: PredicateId) -> bool {
    matches!(program.predicate(id).kind, PredicateKind::Aggregate(_))
}

/// Whether a predicate is a comparison that determines one argument from the others.
fn is_solved(program: &Program, id: PredicateId, arguments: usize) -> bool {
    matches!(&program.predicate(id).kind, PredicateKind::Comparison(one) if one.is_solved_for_one(arguments))
}

/// Adds the variables of actions inside a negation. Another literal must bind these variables before the negation is
/// evaluated.
fn actions(goal: &Goal, bound: &mut SortedSet<VariableId>) {
    match goal {
        Goal::Atom(_) => {}
        Goal::Not(goals, _) => goals.iter().for_each(|goal| actions(goal, bound)),
        Goal::Any(branches, _) => branches.iter().flatten().for_each(|goal| actions(goal, bound)),
        Goal::After(..) => bound.extend(occurrences([goal]).into_keys()),
    }
}

/// Whether a sort is declared, so that its values are known. Implicit sorts of facts are not.
fn is_declared(resolver: &Declared<'_>, sort: SortId) -> bool {
    resolver.program.sort(sort).span.is_some()
}

pub(super) fn literal(resolver: &mut Bodies<'_>, id: VariableId, variable: &Variable) -> Goal {
    let predicate = predicate(resolver, variable.sort);
    Goal::Atom(Atom::added(predicate, Term::Variable(id), variable.span))
}

#[cfg(test)]
mod tests {
    use crate::check_text;
    use crate::diagnostic::Code;

    const SORTS: &str = "library\nsort field = a, b, c words Field\nsort color = x, o words Color\n\
                         fact mark(a, x)\n";

    fn codes(lines: &str) -> Vec<Code> {
        let (_, found) = check_text("test.blanche", &format!("{SORTS}{lines}\n"));
        found.into_iter().map(|message| message.code).collect()
    }

    #[test]
    fn a_variable_that_only_its_sort_binds_ranges_over_the_sort() {
        for lines in [
            "free(Field) :- ¬mark(Field, Color_)",
            "free(Field) :- field(Field), ¬mark(Field, x)",
            "none(Field, Color) :- ¬mark(Field, Color)",
            "either(Field) :- (¬mark(Field, x) ; ¬mark(Field, o))",
            "same(Field1, Field2) :- equal(Field1, Field2), ¬mark(Field1, x)",
            "some :- ¬mark(Field, x), ¬mark(Field, o)",
            "all(Field) :- ¬(¬mark(Field, Color), ¬equal(Color, x))",
            "any(Field, Color) :- mark(Field, x)",
            "asked(Field1, Field2) :- free(Field1), ¬mark(Field2, x)\nfree(Field) :- ¬mark(Field, Color_)",
        ] {
            assert_eq!(codes(lines), [], "{lines}");
        }
    }

    #[test]
    fn a_predicate_shadows_a_sort_of_the_same_name() {
        let own = "fact field(b, o)\nfield(Field) :- mark(Field, x)\nmarked(Field) :- field(Field)\n";
        assert_eq!(codes(own), []);
        let (_, found) = check_text(
            "test.blanche",
            &format!("{SORTS}color(Field) :- mark(Field, x)\nd(Color) :- color(Color)\n"),
        );
        assert_eq!(found.len(), 1, "the sort is not meant: {found:?}");
        assert_eq!(found[0].code, Code::WrongSort);
    }

    #[test]
    fn an_unbound_variable_that_is_probably_a_mistake_is_reported() {
        for (lines, code) in [
            ("free(Field) :- field(Field), ¬mark(Field, Y_), ¬mark(b, Y_)", Code::NegationsShare),
            ("players x, o\nrule r for x at level 0 if ¬mark(Field, x)", Code::NothingBinds),
            ("sort name = jan words Name\nfree(Field) :- feild(Field)", Code::UnknownPredicate),
            (
                "fact free(jan)\nsome(Field) :- field(Field), other(X_)\nother(X) :- ¬free(X)",
                Code::CallerMustBind,
            ),
        ] {
            assert_eq!(codes(lines), [code], "{lines}");
        }
    }
}
