//! Infers the sorts of the variables of a clause, and the values of its constants.
//!
//! The sort of a variable is the intersection of the sorts of all argument positions where it occurs. If its name has a
//! prefix that a sort declares, that sort is fixed beforehand. Messages point to the probable cause. If the name of a
//! variable shows one sort and an argument requires another sort, the argument is reported. Two arguments that would
//! fit in the other order are reported as one mistake.

use std::collections::HashMap;

use super::comparisons::{self};
use super::constants::{settle_atom, unknown_constant};
use super::equalities::{Equalities, check_equal, know_by_equalities};
use super::model::scope::{PendingComparison, Scope};
use super::model::{Bodies, Declared};
use super::player_sides::{lacks_player, no_player_here};
use super::sort_conflicts::{InferredSort, SortReason, declared_there, swapped, two_sorts, unclear};
use super::{aggregates, narrowed_sorts};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::files::Span;
use crate::program::{Atom, EQUAL, Goal, SortId, Term, Variable, VariableId};
use crate::spelling::{MAX_COMPARED_VARIABLES, looks_like, same_but_for_underscores, word_and_number};
use crate::syntax::ast;

/// Infers the sorts of all variables, and returns the goals with their constants resolved. Returns `None` after a
/// mistake. If `goals` is `None`, literals with mistakes were dropped. A variable without a sort is then not reported.
pub(super) fn infer(
    resolver: &mut Bodies<'_>,
    mut scope: Scope,
    goals: Option<Vec<Goal>>,
) -> Option<(Scope, Vec<Goal>)> {
    let (before, dropped_messages) = (resolver.diagnostics.len(), resolver.recovery.dropped_messages());
    let is_broken = |resolver: &Bodies<'_>| {
        resolver.diagnostics.len() > before || resolver.recovery.dropped_messages() > dropped_messages
    };
    let (atoms, comparisons) = (std::mem::take(&mut scope.atoms), scope.comparisons.clone());
    let mut known = named_sorts(resolver, &scope);
    know_by_places(resolver, &mut scope, &mut known, &atoms);
    let equalities =
        Equalities::new(atoms.iter().map(|(atom, _)| atom).filter(|a| a.predicate == EQUAL).collect());
    loop {
        aggregates::know(resolver, &scope, &mut known);
        know_by_equalities(resolver, &mut known, &equalities);
        comparisons::know_by_comparisons(resolver, &mut known, &comparisons, &equalities);
        // A comparison may have determined the sort of an aggregated variable.
        if !aggregates::know(resolver, &scope, &mut known) {
            break;
        }
    }
    let firsts = scope.variables.iter().map(|variable| variable.span).zip(&known);
    resolver.inferred.extend(firsts.filter_map(|(place, known)| Some((place, (*known)?.0))));
    for (atom, tree) in atoms.iter().filter(|(atom, _)| atom.predicate == EQUAL) {
        check_equal(resolver, &known, atom, tree);
    }
    for comparing in &comparisons {
        comparisons::check(resolver, &known, comparing);
    }
    let goals = goals?;
    if is_broken(resolver) || needs_unknown_sorts(resolver, &atoms, &known) {
        return None;
    }
    let is_settled = settle_variables(resolver, &mut scope, &known, &atoms, &equalities);
    if !is_settled || is_broken(resolver) {
        return None;
    }
    let mut goals = goals.into_iter().map(|goal| settle(resolver, &scope, goal)).collect::<Vec<_>>();
    let mut waiting = std::mem::take(&mut scope.aggregates);
    for aggregating in &mut waiting {
        let goals = std::mem::take(&mut aggregating.goals);
        aggregating.goals = goals.into_iter().map(|goal| settle(resolver, &scope, goal)).collect();
    }
    aggregates::lift(resolver, &scope, &waiting, &mut goals);
    let is_error = |message: &Diagnostic| message.severity == Severity::Error;
    if resolver.recovery.dropped_messages() > dropped_messages
        || resolver.diagnostics[before..].iter().any(is_error)
    {
        return None;
    }
    narrowed_sorts::report(resolver, &scope, &atoms, &known);
    Some((scope, goals))
}

/// The sorts that follow from names: prefixes of variables show a sort, and the variables of the side have the sort of
/// the players.
fn named_sorts(resolver: &Declared<'_>, scope: &Scope) -> Vec<InferredSort> {
    let words = scope.variables.iter().map(|variable| resolver.word_sort(&variable.name));
    let mut known: Vec<InferredSort> = words.map(|sort| sort.map(|sort| (sort, SortReason::Word))).collect();
    if let Some(sort) = resolver.program.player_sort {
        let root = resolver.program.sort(sort).root;
        known[..scope.players].fill(Some((root, SortReason::Player)));
    }
    known
}

/// Infers sorts from the argument positions of all literals except equalities, and from a declared head.
fn know_by_places(
    resolver: &mut Declared<'_>,
    scope: &mut Scope,
    known: &mut [InferredSort],
    atoms: &[(Atom, ast::Atom)],
) {
    for (atom, tree) in atoms {
        let predicate = resolver.program.predicate(atom.predicate);
        if atom.predicate != EQUAL && !predicate.sorts.is_empty() {
            let sorts: Vec<Option<SortId>> =
                (0..atom.arguments.len()).map(|at| Some(predicate.sort(at))).collect();
            place_sorts(resolver, scope, known, (atom, tree), &sorts);
        }
    }
    if let Some((head, tree, sorts)) = scope.declared.take() {
        place_sorts(resolver, scope, known, (&head, &tree), &sorts);
    }
}

/// Whether the clause depends on a recursive predicate whose sorts are not known yet, which is reported elsewhere.
fn needs_unknown_sorts(resolver: &Declared<'_>, atoms: &[(Atom, ast::Atom)], known: &[InferredSort]) -> bool {
    let is_sortless = |atom: &&Atom| {
        let predicate = resolver.program.predicate(atom.predicate);
        atom.predicate != EQUAL && predicate.sorts.is_empty() && predicate.arity() > 0
    };
    let is_constant = |term: &Term| matches!(term, Term::Host(..));
    let mut sortless = atoms.iter().map(|(atom, _)| atom).filter(is_sortless).peekable();
    sortless.peek().is_some()
        && (known.iter().any(Option::is_none) || sortless.any(|atom| atom.arguments.iter().any(is_constant)))
}

/// Assigns the sorts to the variables. Reports misspelt variables and variables of unknown sort. Returns `false` if a
/// sort is unknown, possibly because its declaration could not be parsed.
fn settle_variables(
    resolver: &mut Declared<'_>,
    scope: &mut Scope,
    known: &[InferredSort],
    atoms: &[(Atom, ast::Atom)],
    equalities: &Equalities<'_>,
) -> bool {
    let places = uses_of(atoms, &scope.comparisons, scope.variables.len());
    let meant = |at| meant_in_the_body(resolver, scope, known, &places, at).map(|(v, n)| (v.clone(), n));
    let misspelt: Vec<Option<(Variable, usize)>> = (0..scope.variables.len()).map(meant).collect();
    let constants = constants_equalled(&equalities.all);
    let mut is_settled = true;
    for (at, variable) in scope.variables.iter_mut().enumerate() {
        let message = match (&misspelt[at], known[at]) {
            (Some((meant, places)), _) => misspelt_in_the_body(resolver, variable, (meant, *places)),
            (None, None) if resolver.recovery.is_mentioned_unparsed(word_and_number(&variable.name).0) => {
                is_settled = false;
                continue;
            }
            // The variable that the aggregate ranges over has no known sort either, and is reported instead.
            (None, None) if scope.results.contains(&VariableId(at as u32)) => {
                is_settled = false;
                continue;
            }
            (None, None) => unclear(resolver, variable, constants.get(&VariableId(at as u32)).copied()),
            (None, Some((sort, _))) => {
                variable.sort = sort;
                continue;
            }
        };
        resolver.report(message);
    }
    is_settled
}

/// The number of occurrences of a variable in some atoms, and its first occurrence.
#[derive(Clone, Copy, Default)]
struct Uses {
    count: usize,
    first: Option<Span>,
}

fn uses_of(atoms: &[(Atom, ast::Atom)], comparisons: &[PendingComparison], variables: usize) -> Vec<Uses> {
    let mut places = vec![Uses::default(); variables];
    for (atom, _) in atoms {
        for (term, span) in atom.arguments.iter().zip(&atom.argument_spans) {
            if let Term::Variable(id) = term {
                let places = &mut places[id.index()];
                places.count += 1;
                places.first.get_or_insert(*span);
            }
        }
    }
    for (id, span) in comparisons.iter().flat_map(PendingComparison::variables) {
        let places = &mut places[id.index()];
        places.count += 1;
        places.first = Some(places.first.map_or(span, |first| first.min(span)));
    }
    places
}

/// The first constant that each variable equals.
fn constants_equalled<'a>(equalities: &[&'a Atom]) -> HashMap<VariableId, &'a str> {
    let mut constants = HashMap::new();
    for atom in equalities {
        if let [Term::Variable(id), Term::Host(_, text)] | [Term::Host(_, text), Term::Variable(id)] =
            atom.arguments.as_slice()
        {
            constants.entry(*id).or_insert(text.as_str());
        }
    }
    constants
}

/// The variable of the body that the author probably meant in the head, with the number of its occurrences. Its name is
/// similar to that of the given head variable, whose sort is known only from a declaration. It does not occur in the
/// head itself.
fn meant_in_the_body<'s>(
    resolver: &Declared<'_>,
    scope: &'s Scope,
    known: &[InferredSort],
    places: &[Uses],
    head: usize,
) -> Option<(&'s Variable, usize)> {
    if places[head].count > 0 || scope.variables.len() > MAX_COMPARED_VARIABLES {
        return None;
    }
    let name = &scope.variables[head].name;
    let is_declared = known[head].is_some();
    if is_declared && (head < scope.players || resolver.word_sort(name).is_some()) {
        return None;
    }
    let alike = scope.variables.iter().enumerate().filter(|(_, variable)| {
        looks_like(&variable.name, name) || same_but_for_underscores(&variable.name, name)
    });
    // The span of a variable is its first occurrence. For a variable that occurs in the head, this span lies in the
    // head.
    let mut of_the_body =
        alike.filter(|(at, variable)| known[*at].is_some() && places[*at].first == Some(variable.span));
    of_the_body.next().map(|(at, variable)| (variable, places[at].count))
}

/// The message about a head variable that has a slightly different name in the body. The name in the body is taken as
/// correct if it occurs more than once. It is also taken as correct if it begins with a prefix of a sort, while the
/// name in the head does not. Otherwise the name in the head is taken as correct.
fn misspelt_in_the_body(
    resolver: &Declared<'_>,
    head: &Variable,
    (body, places): (&Variable, usize),
) -> Diagnostic {
    let has_word = |variable: &Variable| resolver.word_sort(&variable.name).is_some();
    let body_is_right = places > 1 || has_word(body) && !has_word(head);
    let (misspelt, known) = if body_is_right { (head, body) } else { (body, head) };
    let (name, near) = (&misspelt.name, &known.name);
    let title = format!("`{name}` occurs once and looks like `{near}`");
    let other = match std::ptr::eq(known, head) {
        true => format!("nothing in the body mentions `{near}`"),
        false => format!("`{near}` is used here"),
    };
    let message =
        Diagnostic::new(Code::LooksLike, title, misspelt.span, "is this another variable, or a mistake?")
            .and(known.span, other)
            .hint(format!("did you mean `{near}`?"))
            .fix(format!("write `{near}`"), misspelt.span, near.clone());
    // This is an error, because the clause cannot be evaluated without a sort in its head.
    Diagnostic { severity: Severity::Error, ..message }
}

/// Whether a term may be an argument of this sort, judging by its name or spelling.
fn fits(resolver: &Declared<'_>, scope: &Scope, term: &Term, sort: SortId) -> bool {
    match term {
        Term::Variable(id) if scope.is_player(*id) => {
            !resolver.recovery.knows_players() || lacks_player(resolver, sort).is_none()
        }
        Term::Variable(id) => match resolver.word_sort(&scope.variables[id.index()].name) {
            Some(word) => resolver.program.common(word, sort).is_some(),
            None => true,
        },
        Term::Host(_, text) => {
            let sort = resolver.program.sort(sort);
            sort.value(text).is_some() || sort.looks_like(text)
        }
        Term::Constant(_) => true,
    }
}

/// Finds two arguments that are probably swapped, because each of them fits the position of the other.
fn other_order(
    resolver: &Declared<'_>,
    scope: &Scope,
    atom: &Atom,
    sorts: &[Option<SortId>],
    misfits: &[usize],
) -> Option<(usize, usize)> {
    let first = *misfits.first()?;
    let fits = |term: usize, place: usize| {
        sorts[place].is_some_and(|sort| fits(resolver, scope, &atom.arguments[term], sort))
    };
    let mut seconds = (0..sorts.len()).filter(|second| {
        *second != first
            && fits(first, *second)
            && fits(*second, first)
            && misfits.iter().all(|misfit| *misfit == first || misfit == second)
            && sorts[first] != sorts[*second]
    });
    seconds.next().map(|second| (first, second))
}

/// Infers sorts of variables from the arguments of one atom. The sorts of some arguments may be unknown.
fn place_sorts(
    resolver: &mut Declared<'_>,
    scope: &Scope,
    known: &mut [InferredSort],
    (atom, tree): (&Atom, &ast::Atom),
    sorts: &[Option<SortId>],
) {
    let is_misfit =
        |at: &usize| sorts[*at].is_some_and(|sort| !fits(resolver, scope, &atom.arguments[*at], sort));
    let misfits: Vec<usize> = (0..sorts.len()).filter(is_misfit).collect();
    if let Some(places) = other_order(resolver, scope, atom, sorts, &misfits) {
        let message = swapped(resolver, atom, tree, places);
        resolver.report(message);
        return;
    }
    for (at, term) in atom.arguments.iter().enumerate() {
        let (Some(sort), span) = (sorts[at], atom.argument_spans[at]) else { continue };
        match term {
            Term::Variable(id) if scope.is_player(*id) => {
                if let (Some(lacking), true) =
                    (lacks_player(resolver, sort), resolver.recovery.knows_players())
                {
                    let name = &scope.variables[id.index()];
                    let message = no_player_here(resolver, name, lacking, sort, span);
                    let message = declared_there(resolver, message, atom.predicate);
                    resolver.report(message);
                }
            }
            Term::Variable(id) => {
                let reason = SortReason::Place(atom.predicate, span);
                match known[id.index()] {
                    None => known[id.index()] = Some((sort, reason)),
                    Some((before, why)) => match resolver.program.common(before, sort) {
                        Some(common) => {
                            known[id.index()] = Some((common, if common == before { why } else { reason }))
                        }
                        None => {
                            let name = &scope.variables[id.index()].name;
                            let message =
                                two_sorts(resolver, name, (before, why), (sort, atom.predicate), span);
                            resolver.report(message);
                        }
                    },
                }
            }
            Term::Host(_, text) if misfits.contains(&at) => {
                let name = ast::Name { text: text.clone(), span };
                let message = unknown_constant(resolver, &name, sort);
                let message = declared_there(resolver, message, atom.predicate);
                resolver.report_of_value(sort, message);
            }
            Term::Host(..) | Term::Constant(_) => {}
        }
    }
}

/// Replaces the constants of a goal by their values.
fn settle(resolver: &mut Bodies<'_>, scope: &Scope, goal: Goal) -> Goal {
    match goal {
        Goal::Not(goals, span) => {
            Goal::Not(goals.into_iter().map(|goal| settle(resolver, scope, goal)).collect(), span)
        }
        Goal::Any(branches, span) => Goal::Any(
            branches
                .into_iter()
                .map(|goals| goals.into_iter().map(|goal| settle(resolver, scope, goal)).collect())
                .collect(),
            span,
        ),
        Goal::After(actions, goals, span) => {
            let actions = actions.into_iter().map(|action| settle_atom(resolver, scope, action)).collect();
            let goals = goals.into_iter().map(|goal| settle(resolver, scope, goal)).collect();
            Goal::After(actions, goals, span)
        }
        Goal::Atom(atom) => match comparisons::waiting(scope, &atom) {
            Some(comparing) => comparisons::settle(resolver, scope, comparing),
            None => Goal::Atom(settle_atom(resolver, scope, atom)),
        },
    }
}

#[cfg(test)]
mod tests {
    use crate::check_text;
    use crate::diagnostic::{Code, Diagnostic};

    fn problems(text: &str) -> Vec<Diagnostic> {
        check_text("test.blanche", text).1
    }

    fn codes(text: &str) -> Vec<Code> {
        problems(text).iter().map(|problem| problem.code).collect()
    }

    #[test]
    fn a_variable_takes_the_sort_of_an_equal_constant() {
        let text = "library\nfact p(a)\nd(X) :- equal(X, a)\ne(X) :- equal(a, X)\nf(X) :- equal(X, Y_), equal(Y_, a)\n";
        assert_eq!(codes(text), []);
    }

    #[test]
    fn a_constant_of_no_sort_does_not_determine_a_sort() {
        let found = problems("library\nfact s(a)\nt(X) :- s(X), equal(1, Y_)\n");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].code, Code::SortUnclear);
        assert_eq!(found[0].hints[0], "no sort has the constant `1`");
        let rule = "rule w for none at level 0 if equal(2, Color)\n";
        assert_eq!(codes(rule), [Code::NoPlayer, Code::SortUnclear]);
    }

    #[test]
    fn a_constant_of_two_sorts_does_not_determine_a_sort() {
        let text = "library\nsort day = one, two\nsort night = two, three\nd(X) :- equal(X, two)\n";
        let found = problems(text);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].hints[0], "`two` is a value of `day` and `night`");
    }

    #[test]
    fn a_constant_in_a_recursive_call_does_not_determine_a_sort() {
        let text = "library\nfact s(a)\nfact edge(a, b)\n";
        for clause in
            ["e(X) :- s(X)\ne(X) :- e(a), edge(X, Y_)", "reach(a)\nreach(X) :- edge(Y_, X), reach(a)"]
        {
            let clause = clause.replace("reach(a)\nreach", "reach(X) :- s(X)\nreach");
            assert_eq!(codes(&format!("{text}{clause}\n")), [], "{clause}");
        }
        let text = "library\nfact s(a, b)\ne(X) :- s(Z_, X), ¬e(b)\nd(X) :- s(X, Y_), e(X), e(b)\n";
        assert_eq!(codes(text), [Code::NegationCycle]);
        let text = "library\nfact s(a, b)\ne(X) :- s(Z_, X)\ne(X) :- s(Z_, X), e(c)\n";
        assert_eq!(codes(text), [Code::UnknownConstant]);
    }

    #[test]
    fn compared_constants_must_share_a_sort_in_either_order() {
        let sorts = "library\nsort number = 0 to 4 words N\nsort small = 0 to 2 part of number words S\n\
                     sort hue = red, blue words Hue\nsort paint = red, blue, green words Paint\nfact q(1)\n";
        for (comparison, wrong) in [
            ("4 = 5", "5"),
            ("5 = 4", "5"),
            ("1 ≠ 7", "7"),
            ("7 ≠ 1", "7"),
            ("equal(4, 5)", "5"),
            ("¬equal(5, 4)", "5"),
            ("¬(4 = 5)", "5"),
            ("(q(3) ; 4 = 5)", "5"),
            ("¬¬4 = 5", "5"),
            ("count M_ (q(M_), 4 = 5) = 1", "5"),
            ("q(3), 4 = red", "red"),
            ("red = 4", "4"),
            ("blue = gren", "gren"),
            ("red = 3", "3"),
            ("equal(green, 3)", "3"),
            ("-1 = 4", "-1"),
            ("4 = -1", "-1"),
        ] {
            let (sources, found) =
                check_text("test.blanche", &format!("{sorts}d(N) :- q(N), {comparison}\n"));
            let found: Vec<(Code, &str)> = found
                .iter()
                .filter(|one| one.severity == crate::diagnostic::Severity::Error)
                .map(|one| (one.code, sources.text(one.label.span)))
                .collect();
            assert_eq!(found, [(Code::UnknownConstant, wrong)], "{comparison}");
        }
        for comparison in ["4 = 3", "2 = 4", "red = blue", "red = green", "green ≠ blue", "equal(4, 4)"] {
            let found = problems(&format!("{sorts}d(N) :- q(N), {comparison}\n"));
            let errors: Vec<&Diagnostic> =
                found.iter().filter(|one| one.severity == crate::diagnostic::Severity::Error).collect();
            assert!(errors.is_empty(), "{comparison}: {errors:#?}");
        }
        let found = problems(&format!("{sorts}d(N) :- q(N), high = low\n"));
        assert!(found.iter().any(|one| one.code == Code::SortUnclear), "{found:#?}");
    }
}
