//! Resolves comparisons: the sorts of their terms, and the predicates that they become.
//!
//! An equality or inequality of two terms of one sort becomes an `equal` goal. For any other comparison, a predicate is
//! created that depends on the form of the comparison and the sorts of its variables. Later passes thus see a predicate
//! with sorts and modes. A sum used as an argument becomes a variable, with a comparison that defines it.

use blanche_sorted::Arrange;

use super::constants::{settle_atom, unknown_constant};
use super::equalities::Equalities;
use super::model::scope::{PendingComparison, PendingSummand, Scope, UNRESOLVED};
use super::model::{Bodies, Declared};
use super::sort_conflicts::{InferredSort, SortReason};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::files::Span;
use crate::program::{
    Atom, Comparison, EQUAL, Goal, Part, Predicate, PredicateId, PredicateKind, Sort, SortId, SortKind,
    Summand, Term, VariableId,
};
use crate::spelling::with_article;
use crate::syntax::ast::{self, Operator};

/// The kind of a term in a comparison.
enum TermKind {
    /// A variable of this sort.
    Variable(SortId),
    /// A number in the text.
    Number(i64),
    /// A constant that is not a number.
    Word(String),
    /// A variable of unknown sort.
    Unclear,
}

/// The goal for a comparison. Its predicate is a placeholder until the sorts are known.
pub(super) fn comparison(scope: &mut Scope, tree: &ast::Comparison) -> Option<Goal> {
    let [left, right] = [&tree.left, &tree.right].map(|sum| scope.side(sum));
    let comparing = PendingComparison {
        operator: tree.operator,
        sides: [left?, right?],
        span: tree.span,
        is_argument: false,
        is_by_value: false,
    };
    equate(scope, &comparing, tree);
    Some(scope.waiting_goal(comparing))
}

/// Treats a comparison that equates two single terms like an `equal` atom, so that the sorts of both terms are unified.
fn equate(scope: &mut Scope, comparing: &PendingComparison, tree: &ast::Comparison) {
    let Some([left, right]) = comparing.equated() else { return };
    let atom = equality(left, right, tree.span);
    let is_denied = usize::from(tree.operator == Operator::Unequal);
    let predicate = ast::Name { text: tree.operator.sign().to_owned(), span: tree.operator_span };
    let tree = ast::Atom { span: tree.span, predicate, arguments: tree.terms().cloned().collect() };
    scope.depth += is_denied;
    scope.add(atom, tree);
    scope.depth -= is_denied;
}

/// The goal that compares the result of an aggregate.
pub(super) fn of_result(
    scope: &mut Scope,
    result: VariableId,
    (function, tree): (ast::Function, &ast::Comparison),
) -> Option<Goal> {
    let span = tree.left.span;
    let left = vec![PendingSummand { is_taken_away: false, term: Term::Variable(result), span }];
    let right = scope.side(&tree.right)?;
    let is_number = matches!(function, ast::Function::Count | ast::Function::Sum);
    let comparing = PendingComparison {
        operator: tree.operator,
        sides: [left, right],
        span: tree.span,
        is_argument: false,
        is_by_value: is_number && matches!(tree.right.term(), Some(ast::Term::Constant(_))),
    };
    equate(scope, &comparing, tree);
    Some(scope.waiting_goal(comparing))
}

/// The comparison for which an atom is a placeholder.
pub(super) fn waiting<'s>(scope: &'s Scope, atom: &Atom) -> Option<&'s PendingComparison> {
    scope.comparisons.get((u32::MAX - atom.predicate.0) as usize)
}

fn equality(left: &PendingSummand, right: &PendingSummand, span: Span) -> Atom {
    Atom {
        predicate: EQUAL,
        arguments: vec![left.term.clone(), right.term.clone()],
        span,
        argument_spans: vec![left.span, right.span],
        compared: None,
        is_added: false,
    }
}

/// Gives sorts to variables of unknown sort. Such a variable gets the sort of the terms that it is compared with, if
/// all of these terms have the same sort.
pub(super) fn know_by_comparisons(
    resolver: &Declared<'_>,
    known: &mut [InferredSort],
    comparisons: &[PendingComparison],
    equalities: &Equalities<'_>,
) {
    loop {
        let mut is_changed = false;
        for comparing in comparisons.iter().filter(|comparing| comparing.equated().is_none()) {
            let mut sorts: Vec<SortId> =
                comparing.variables().filter_map(|(id, _)| Some(known[id.index()]?.0)).collect();
            sorts.arrange();
            sorts.dedup();
            // If the terms have different sorts that are parts of one sort, the value of their sum may lie in none of
            // the parts.
            let mut roots: Vec<SortId> = sorts.iter().map(|sort| resolver.program.sort(*sort).root).collect();
            roots.arrange();
            roots.dedup();
            let sort = match (sorts.as_slice(), roots.as_slice()) {
                ([one], _) => *one,
                (_, [root]) => *root,
                _ => continue,
            };
            for (id, span) in comparing.variables() {
                if known[id.index()].is_none() {
                    known[id.index()] = Some((sort, SortReason::Equal(span)));
                    is_changed = true;
                }
            }
        }
        if !is_changed {
            return;
        }
        equalities.propagate(resolver, known, (0..equalities.all.len()).collect());
    }
}

/// Reports terms that cannot be compared or added.
pub(super) fn check(resolver: &mut Declared<'_>, known: &[InferredSort], comparing: &PendingComparison) {
    let whats: Vec<(TermKind, Span)> =
        comparing.terms().map(|waiting| (what(known, &waiting.term), waiting.span)).collect();
    if whats.iter().any(|(what, _)| matches!(what, TermKind::Unclear)) {
        return;
    }
    if comparing.equated().is_some() {
        // Mistakes in `equal` are reported elsewhere.
        return;
    }
    if whats.iter().all(|(what, _)| !matches!(what, TermKind::Variable(..))) {
        resolver.report(without_variable(comparing));
        return;
    }
    let is_in_doubt = |(what, _): &(TermKind, Span)| match what {
        TermKind::Variable(sort) => resolver.may_be_declared(*sort),
        _ => false,
    };
    if whats.iter().any(is_in_doubt) {
        resolver.recovery.message_dropped();
        return;
    }
    match (comparing.pair(), whats.as_slice()) {
        (Some(_), [left, right]) => check_order(resolver, comparing, left, right),
        // If neither side is a single number, the message points at the term in a sum that is not a number.
        _ => {
            let (left, right) = whats.split_at(comparing.sides[0].len());
            let mut sides = [left, right];
            sides.arrange_by_key(|side| side.len() == 1);
            let found = sides.into_iter().flatten().find_map(|(what, span)| no_number(resolver, what, *span));
            found.into_iter().for_each(|message| resolver.report(message));
        }
    }
}

fn what(known: &[InferredSort], term: &Term) -> TermKind {
    match term {
        Term::Variable(id) => match known[id.index()] {
            Some((sort, _)) => TermKind::Variable(sort),
            None => TermKind::Unclear,
        },
        Term::Host(_, text) => text.parse().map_or_else(|_| TermKind::Word(text.clone()), TermKind::Number),
        Term::Constant(_) => TermKind::Unclear,
    }
}

fn without_variable(comparing: &PendingComparison) -> Diagnostic {
    let message = Diagnostic::new(
        Code::Decided,
        "a comparison without a variable",
        comparing.span,
        "both sides are constants",
    )
    .hint("compare a variable: `N < 5`");
    Diagnostic { severity: Severity::Error, ..message }
}

/// The message about a term in a sum that is not a number.
fn no_number(resolver: &Declared<'_>, what: &TermKind, span: Span) -> Option<Diagnostic> {
    let (title, label) = match what {
        TermKind::Number(_) | TermKind::Unclear => return None,
        TermKind::Word(text) => {
            (format!("`{text}` is not a number"), "a sum can only be compared with numbers".to_owned())
        }
        TermKind::Variable(sort) => {
            let sort = resolver.program.sort(*sort);
            if matches!(sort.kind, SortKind::Range(_)) {
                return None;
            }
            let written = resolver.sources.text(span);
            if let Some(declaration) = undeclared_numbers(resolver, sort) {
                let title = format!("`{written}` is a number in facts, without a declared sort");
                let hint =
                    format!("declare a sort of these numbers, then they can be added: `{declaration}`");
                return Some(Diagnostic::new(Code::NoNumber, title, span, NAMES_ONLY).hint(hint));
            }
            (format!("`{written}` is not a number"), format!("it is a `{}`", sort.name))
        }
    };
    let hint = "`+` and `-` are for sorts of numbers: `sort number = 0 to 20 words N`";
    Some(Diagnostic::new(Code::NoNumber, title, span, label).hint(hint))
}

/// A label about numbers that occur only in facts.
const NAMES_ONLY: &str = "numbers that occur only in facts are names, without order or sums";

/// A declaration that turns a sort whose values occur only in facts into a sort of numbers; `None` for any other sort.
fn undeclared_numbers(resolver: &Declared<'_>, sort: &Sort) -> Option<String> {
    let root = resolver.program.sort(sort.root);
    let SortKind::Constants(constants) = &root.kind else { return None };
    if root.span.is_some() {
        return None;
    }
    let numbers: Option<Vec<i64>> = constants.iter().map(|(text, _)| text.parse().ok()).collect();
    let numbers = numbers?;
    Some(format!("sort {} = {} to {}", root.name, numbers.iter().min()?, numbers.iter().max()?))
}

/// Checks that the values of two terms compared by `<`, `>`, `≤` or `≥` have a meaningful order.
fn check_order(
    resolver: &mut Declared<'_>,
    comparing: &PendingComparison,
    left: &(TermKind, Span),
    right: &(TermKind, Span),
) {
    match (left, right) {
        ((TermKind::Variable(a), _), (TermKind::Variable(b), _)) => {
            let is_number = |sort: SortId| matches!(resolver.program.sort(sort).kind, SortKind::Range(_));
            if is_number(*a) && is_number(*b) {
                return;
            }
            if let Some(message) = no_order(resolver, *a, left.1).or_else(|| no_order(resolver, *b, right.1))
            {
                resolver.report(message);
            } else if resolver.program.sort(*a).root != resolver.program.sort(*b).root {
                let message = two_orders(resolver, comparing, (*a, left.1), (*b, right.1));
                resolver.report(message);
            }
        }
        ((TermKind::Variable(sort), place), (constant, span))
        | ((constant, span), (TermKind::Variable(sort), place)) => {
            if let Some(message) = no_order(resolver, *sort, *place) {
                resolver.report(message);
                return;
            }
            let text = match constant {
                TermKind::Number(_) if matches!(resolver.program.sort(*sort).kind, SortKind::Range(_)) => {
                    return;
                }
                TermKind::Number(number) => number.to_string(),
                TermKind::Word(text) => text.clone(),
                TermKind::Variable(..) | TermKind::Unclear => return,
            };
            let root = resolver.program.sort(*sort).root;
            if resolver.program.sort(root).value(&text).is_none() {
                let message = unknown_constant(resolver, &ast::Name { text, span: *span }, *sort);
                resolver.report(message);
            }
        }
        _ => {}
    }
}

/// The message about an order comparison in a sort without a meaningful order; `None` if the sort has one.
pub(super) fn no_order(resolver: &Declared<'_>, id: SortId, span: Span) -> Option<Diagnostic> {
    let sort = resolver.program.sort(id);
    let root = resolver.program.sort(sort.root);
    if let Some(declaration) = undeclared_numbers(resolver, sort) {
        let title = "numbers in facts without a declared sort are compared";
        let hint =
            format!("declare a sort of these numbers, then they are compared by value: `{declaration}`");
        return Some(Diagnostic::new(Code::NoOrder, title, span, NAMES_ONLY).hint(hint));
    }
    let (label, hint) = match (&root.kind, root.span) {
        (SortKind::Opaque { .. }, _) => {
            ("the host numbers its values in any order", "`=` and `≠` compare the values of any sort")
        }
        (SortKind::Constants(_), None) => (
            "its values come from facts, which have no order",
            "declare the sort: its values have the order of the declaration, `sort size = small, large`, and \
             numbers are compared by value, `sort age = 0 to 120`",
        ),
        _ => return None,
    };
    let title = format!("the values of `{}` have no order", sort.name);
    Some(Diagnostic::new(Code::NoOrder, title, span, label).hint(hint))
}

fn two_orders(
    resolver: &Declared<'_>,
    comparing: &PendingComparison,
    (a, left): (SortId, Span),
    (b, right): (SortId, Span),
) -> Diagnostic {
    let [a, b] = [a, b].map(|sort| with_article(&resolver.program.sort(sort).name));
    Diagnostic::new(
        Code::ComparedSorts,
        format!("{a} cannot be compared with {b}"),
        comparing.span,
        format!("`{}` is {a}, `{}` {b}", resolver.sources.text(left), resolver.sources.text(right)),
    )
    .hint(
        "values are compared only within a sort, by the order of their declaration; numbers of all sorts are \
         compared by value",
    )
}

/// The final goal of a comparison, which is built once the sorts of its variables are known.
pub(super) fn settle(resolver: &mut Bodies<'_>, scope: &Scope, comparing: &PendingComparison) -> Goal {
    let sort_of = |term: &Term| match term {
        Term::Variable(id) => Some(scope.variables[id.index()].sort),
        Term::Constant(_) | Term::Host(..) => None,
    };
    if let Some([left, right]) = comparing.equated() {
        let root = |sort: SortId| resolver.program.sort(sort).root;
        let roots = (sort_of(&left.term).map(root), sort_of(&right.term).map(root));
        if !matches!(roots, (Some(a), Some(b)) if a != b) {
            let atom = settle_atom(resolver, scope, equality(left, right, comparing.span));
            return match comparing.operator {
                Operator::Unequal => Goal::Not(vec![Goal::Atom(atom)], comparing.span),
                _ => Goal::Atom(atom),
            };
        }
    }
    let mut atom = Atom::waiting(EQUAL, comparing.span);
    let mut sorts = Vec::new();
    // A constant that is not a number has the sort of the variable that it is compared with.
    let of_variable = comparing.terms().find_map(|waiting| sort_of(&waiting.term));
    let [left, right] = comparing.sides.each_ref().map(|side| {
        let summand = |waiting: &PendingSummand| {
            let own = sort_of(&waiting.term);
            let is_number = of_variable
                .is_some_and(|sort| matches!(resolver.program.sort(sort).kind, SortKind::Range(_)));
            let part = match &waiting.term {
                Term::Host(UNRESOLVED, text) if is_number => Part::Number(text.parse().unwrap_or_default()),
                term => {
                    let sort = own.or(of_variable).map(|sort| match own {
                        Some(_) => sort,
                        None => resolver.program.sort(sort).root,
                    });
                    let value = |text: &str| sort.and_then(|sort| resolver.program.sort(sort).value(text));
                    let term = match term {
                        Term::Host(_, text) => Term::Constant(value(text).unwrap_or_default()),
                        term => term.clone(),
                    };
                    sorts.extend(sort);
                    atom.arguments.push(term);
                    atom.argument_spans.push(waiting.span);
                    Part::Argument
                }
            };
            Summand { is_taken_away: waiting.is_taken_away, part }
        };
        side.iter().map(summand).collect()
    });
    let comparison = Comparison { operator: comparing.operator, left, right };
    let bounds: Vec<(i64, i64)> = atom
        .arguments
        .iter()
        .zip(&sorts)
        .map(|(term, sort)| match term {
            Term::Constant(value) => {
                let number = resolver.program.sort(*sort).number(*value);
                (number, number)
            }
            _ => resolver.program.sort(*sort).number_bounds(),
        })
        .collect();
    if comparison.decided(comparison.bounds(atom.arguments.iter().zip(bounds.iter().copied()))) == Some(false)
    {
        let message = never(resolver, comparing, &comparison, &sorts, &bounds);
        resolver.report(message);
    }
    atom.predicate = predicate(resolver, comparison, sorts);
    resolver.mentioned.insert(atom.predicate);
    Goal::Atom(atom)
}

/// The message about a comparison that holds for no values of its sorts.
fn never(
    resolver: &Declared<'_>,
    comparing: &PendingComparison,
    comparison: &Comparison,
    sorts: &[SortId],
    bounds: &[(i64, i64)],
) -> Diagnostic {
    let program = &resolver.program;
    let range = |side: &[Summand], bounds: &[(i64, i64)]| {
        let alone = Comparison { operator: Operator::Equal, left: side.to_vec(), right: Vec::new() };
        alone.bounds(bounds.iter().copied().enumerate())
    };
    let places = |side: &[Summand]| side.iter().filter(|summand| summand.part == Part::Argument).count();
    let (of_left, of_right) = bounds.split_at(places(&comparison.left));
    let (left, right) = (range(&comparison.left, of_left), range(&comparison.right, of_right));
    let between = |(low, high): (i64, i64)| match low == high {
        true => format!("{low}"),
        false => format!("from {low} to {high}"),
    };
    if comparing.is_argument {
        let sort = &program.sort(sorts[sorts.len() - 1]).name;
        let written = resolver.sources.text(comparing.span);
        let title = format!("`{written}` is never a `{sort}`");
        let label = format!("it is {}, but a `{sort}` is {}", between(left), between(right));
        return Diagnostic::new(Code::Decided, title, comparing.span, label);
    }
    let is_number = sorts.iter().any(|sort| matches!(program.sort(*sort).kind, SortKind::Range(_)));
    let label = match is_number {
        // The same variable occurs on both sides.
        true if left.0 <= right.1 && right.0 <= left.1 => "whatever its variables are".to_owned(),
        true => format!("the left side is {}, the right side {}", between(left), between(right)),
        false => "this holds for no values of these sorts".to_owned(),
    };
    Diagnostic::new(Code::Decided, "a comparison that can never hold", comparing.span, label)
}

/// The predicate for comparisons of this form over these sorts, which is created on first use.
fn predicate(resolver: &mut Bodies<'_>, comparison: Comparison, sorts: Vec<SortId>) -> PredicateId {
    let key = (comparison, sorts);
    if let Some(known) = resolver.comparisons.get(&key) {
        return *known;
    }
    let id = PredicateId(resolver.program.predicates.len() as u32);
    let parameters = key.1.iter().map(|sort| resolver.program.sort(*sort).name.clone()).collect();
    let predicate =
        Predicate::new(key.0.operator.sign(), parameters, PredicateKind::Comparison(key.0.clone()));
    resolver.program.predicates.push(Predicate { sorts: key.1.clone(), ..predicate });
    resolver.comparisons.insert(key, id);
    id
}
