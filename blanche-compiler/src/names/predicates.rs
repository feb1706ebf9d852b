//! The predicate of a literal, by its name and its number of arguments, and what is said where there is none.

use std::collections::{BTreeMap, BTreeSet};

use super::actions::{action_as_predicate, is_action};
use super::lost::Said;
use super::{Resolver, boards, open, ranges};
use crate::diagnostic::{Code, Diagnostic, Label};
use crate::files::Span;
use crate::program::{EQUAL, PredicateId, PredicateKind};
use crate::spelling::list;
use crate::syntax::ast;

/// The predicate of an atom; reports an unknown name or a wrong number of arguments.
pub(super) fn find_predicate(resolver: &mut Resolver<'_>, atom: &ast::Atom) -> Option<PredicateId> {
    let name = &atom.predicate;
    let count = atom.arguments.len();
    if let Some(id) = resolver.predicate(&name.text, count) {
        open::note_use(resolver, id, atom.span);
        if resolver.lost.is_refused(name.span.file, id) {
            resolver.mentioned.insert(id);
            return None; // the predicate of this file was meant, which has the name of another one
        }
        if resolver.lost.lacks_clauses(id) && resolver.program.predicate(id).sorts.is_empty() && id != EQUAL {
            return None; // a mistake elsewhere has taken its sorts
        }
        if is_action(resolver, id) {
            resolver.mentioned.insert(id);
            let message = action_as_predicate(resolver, id, atom);
            resolver.report(message);
            return None;
        }
        return Some(id);
    }
    if let Some(id) = ranges::of_atom(resolver, atom) {
        return Some(id);
    }
    let arities: Vec<PredicateId> = resolver
        .predicate_names
        .get(&name.text)
        .map_or(Vec::new(), |known| known.values().copied().collect());
    for id in &arities {
        resolver.mentioned.insert(*id);
    }
    if !resolver.lost.may_report_unknown(&name.text, !arities.is_empty(), || is_misspelt(resolver, atom)) {
        return None;
    }
    let place = if arities.is_empty() { name.span } else { atom.span };
    if resolver.is_said(Said::Unknown(name.span.file, name.text.clone(), count), place) {
        return None;
    }
    let message = if arities.is_empty() {
        unknown_predicate(resolver, atom)
    } else {
        wrong_arity(resolver, atom, &arities)
    };
    resolver.report(message);
    None
}

/// Whether a known predicate with as many arguments is called nearly like an unknown one.
fn is_misspelt(resolver: &Resolver<'_>, atom: &ast::Atom) -> bool {
    let known = resolver.speller.looked_at(resolver.predicate_names.iter());
    let fitting = known.filter(|(_, arities)| arities.contains_key(&atom.arguments.len()));
    let fitting = fitting.map(|(name, _)| name.as_str());
    resolver.speller.is_misspelling_of(&atom.predicate.text, fitting)
}

pub(super) fn wrong_arity(resolver: &Resolver<'_>, atom: &ast::Atom, known: &[PredicateId]) -> Diagnostic {
    let name = &atom.predicate.text;
    let count = atom.arguments.len();
    let arguments = match count {
        0 => "no arguments".to_owned(),
        1 => "one argument".to_owned(),
        _ => format!("{count} arguments"),
    };
    let label = match atom.is_called() {
        true => format!("its value is an argument too, so that this has {arguments}"),
        false => format!("this has {arguments}"),
    };
    let title = format!("there is no `{name}` with {arguments}");
    let surplus = surplus(resolver, atom, known);
    let mut message = match surplus {
        Some((at, _)) => {
            let label = "this argument is one too many";
            Diagnostic::new(Code::WrongArity, title, atom.arguments[at].span(), label)
        }
        None => Diagnostic::new(Code::WrongArity, title, atom.span, label),
    };
    for id in known {
        let predicate = resolver.program.predicate(*id);
        if let Some(span) = predicate.span {
            message = message.and(span, format!("`{}` is defined here", predicate.signature()));
        }
    }
    if let Some((surplus, true)) = surplus {
        let left = atom.arguments.iter().enumerate().filter(|(at, _)| *at != surplus);
        let left: Vec<String> = left.map(|(_, term)| written(term)).collect();
        let form = if left.is_empty() { name.clone() } else { format!("{name}({})", left.join(", ")) };
        return message.hint(format!("write `{form}`"));
    }
    let forms: Vec<String> = known
        .iter()
        .map(|id| {
            let predicate = resolver.program.predicate(*id);
            let written = &predicate.parameters
                [..predicate.arity() - usize::from(atom.is_called() && predicate.arity() > 1)];
            format!("{}({})", predicate.name, written.join(", "))
        })
        .collect();
    message.hint(format!("write {}", list(&forms, "or")))
}

/// The argument that is one too many, and whether it is the only one that can be: without it the others fit best what the
/// predicate has. Of several that can be it the last one is named.
fn surplus(resolver: &Resolver<'_>, atom: &ast::Atom, known: &[PredicateId]) -> Option<(usize, bool)> {
    let [id] = known else { return None };
    let predicate = resolver.program.predicate(*id);
    if atom.is_called() || atom.arguments.len() != predicate.arity() + 1 {
        return None;
    }
    let fit = |without: usize| -> usize {
        let left = atom.arguments.iter().enumerate().filter(|(at, _)| *at != without);
        left.enumerate().map(|(at, (_, term))| fits(resolver, *id, at, term)).sum()
    };
    let best = (0..atom.arguments.len()).map(fit).max()?;
    let mut of_best = (0..atom.arguments.len()).filter(|at| fit(*at) == best);
    let only = of_best.next()?;
    Some(of_best.next_back().map_or((only, true), |last| (last, false)))
}

/// How well a term fits an argument of a predicate: 2 where it is of its sort, 1 where nothing is known, and 0 where it is of
/// another sort.
fn fits(resolver: &Resolver<'_>, id: PredicateId, at: usize, term: &ast::Term) -> usize {
    let predicate = resolver.program.predicate(id);
    let sort = predicate.known_sort(at).or_else(|| resolver.word_sort(&predicate.parameters[at]));
    let Some(sort) = sort else { return 1 };
    let is_of_sort = match term {
        ast::Term::Variable(name) => match resolver.word_sort(&name.text) {
            Some(own) => resolver.program.common(own, sort).is_some(),
            None => return 1,
        },
        ast::Term::Constant(name) => resolver.program.sort(sort).value(&name.text).is_some(),
        ast::Term::Sum(_) | ast::Term::Call(_) | ast::Term::Error(_) => return 1,
    };
    if is_of_sort { 2 } else { 0 }
}

fn unknown_predicate(resolver: &Resolver<'_>, atom: &ast::Atom) -> Diagnostic {
    let name = &atom.predicate;
    let count = atom.arguments.len();
    let message = Diagnostic::new(
        Code::UnknownPredicate,
        format!("there is no predicate `{}`", name.text),
        name.span,
        "neither declared nor derived",
    );
    if let Some(sort) = resolver.sort_names.get(&name.text) {
        let parameter = ranges::parameter(resolver, *sort);
        let hint = format!("a sort holds of one value: `{}({parameter})`", name.text);
        return message.hint(hint);
    }
    let is_hexagonal = resolver.program.board.as_ref().is_some_and(|board| board.hexagonal);
    if is_hexagonal && name.text == "diagonal" && count == 1 {
        return message.hint("a hexagonal board has no diagonals: each of its six directions is `straight`");
    }
    if resolver.game.has_move(&name.text) {
        let hint = format!("`{}` is a move; what can be played is asked by what its premise asks", name.text);
        return message.hint(hint);
    }
    if resolver.program.board.is_none() && boards::brings_predicate(&name.text, count) {
        return message.hint("a board brings it, and there is none: `board 8 by 8 like c3 words Field`");
    }
    if let Some((hint, ours)) = elsewhere(atom) {
        let message = message.hint(hint);
        return match ours {
            Some(ours) => message.fix(format!("write `{ours}`"), atom.span, ours),
            None => message,
        };
    }
    match near(resolver, &name.text, count) {
        Some(near) if !resolver.predicate_names.contains_key(near) => {
            let hint = format!("did you mean `{near}`, which holds of each value of this sort?");
            message.hint(hint).fix(format!("write `{near}`"), name.span, near.to_owned())
        }
        Some(near) => {
            let arities: Vec<String> =
                resolver.predicate_names[near].keys().map(|n| format!("{near}/{n}")).collect();
            message.hint(format!("did you mean {}?", list(&arities, "or"))).fix(
                format!("write `{near}`"),
                name.span,
                near.to_owned(),
            )
        }
        None => how_to_define(resolver, atom, message),
    }
}

/// The predicate that is called nearly so; one with the same number of arguments is the better guess.
fn near<'r>(resolver: &'r Resolver<'_>, name: &str, count: usize) -> Option<&'r str> {
    let speller = &resolver.speller;
    let fitting = speller
        .looked_at(resolver.predicate_names.iter())
        .filter(|(_, arities)| arities.get(&count).is_some_and(|id| !is_action(resolver, *id)))
        .map(|(name, _)| name.as_str());
    let others = speller
        .looked_at(resolver.predicate_names.iter())
        .filter(|(_, arities)| arities.values().any(|id| !is_action(resolver, *id)))
        .map(|(name, _)| name.as_str());
    // The name of a sort is a predicate with one argument.
    let sorts = resolver.sort_names.keys().map(String::as_str).filter(|_| count == 1);
    speller
        .nearest(name, fitting)
        .or_else(|| speller.nearest(name, others))
        .or_else(|| speller.nearest(name, sorts))
}

/// Says how a predicate that is not there could be defined, and by whom.
fn how_to_define(resolver: &Resolver<'_>, atom: &ast::Atom, message: Diagnostic) -> Diagnostic {
    let name = &atom.predicate;
    let mut arguments: Vec<String> = atom.arguments.iter().map(written).collect();
    if let (true, Some(value)) = (atom.is_called(), arguments.last_mut()) {
        "Value".clone_into(value);
    }
    let head = match arguments.as_slice() {
        [] => name.text.clone(),
        arguments => format!("{}({})", name.text, arguments.join(", ")),
    };
    // A library may leave something to the bases that use it.
    let base = resolver.base_place.filter(|_| resolver.libraries.contains(&name.span.file));
    match base {
        Some(base) => {
            message.and(base, "this base uses the file, so it is the one that lacks it").hint(format!(
                "derive it in a file of the base, with a line such as: {head} :- …, or take the `use` away"
            ))
        }
        None => {
            message.hint(format!("derive it with a line such as: {head} :- …, or `use` the file that has it"))
        }
    }
}

fn written(term: &ast::Term) -> String {
    match term {
        ast::Term::Variable(name) | ast::Term::Constant(name) => name.text.clone(),
        ast::Term::Sum(_) | ast::Term::Call(_) => crate::syntax::print_term(term),
        ast::Term::Error(_) => "…".to_owned(),
    }
}

/// What a predicate that other languages have built in is here, and how it is written.
fn elsewhere(atom: &ast::Atom) -> Option<(&'static str, Option<String>)> {
    match (atom.predicate.text.as_str(), atom.arguments.as_slice()) {
        ("dif" | "different" | "unequal" | "neq" | "not.equal" | "not_equal", [one, other]) => Some((
            "that two differ is a denial",
            Some(format!("¬equal({}, {})", written(one), written(other))),
        )),
        ("true", []) => Some(("what always holds need not be said: take it out", None)),
        ("false" | "fail", []) => Some(("what never holds is a clause that can be taken out", None)),
        _ => None,
    }
}

/// Where a predicate is unknown, a definition that is called nearly like it and that nobody asks is perhaps the
/// one that was meant, and the mistake stands there: then it is said once, whatever files ask for it.
pub(super) fn show_unasked(resolver: &mut Resolver<'_>) {
    let unknown = resolver.lost.said_unknown();
    let mut unknown: Vec<(usize, (String, usize))> =
        unknown.map(|(said, name, count)| (said, (name.to_owned(), count))).collect();
    unknown.sort();
    let (mut seen, mut repeated) = (BTreeSet::new(), BTreeSet::new());
    let unasked = unasked(resolver);
    for (said, (name, count)) in unknown {
        let Some(unasked) = unasked.get(&count) else { continue };
        let Some(near) = resolver.speller.nearest(&name, unasked.keys().map(String::as_str)) else {
            continue;
        };
        let text = format!("`{near}` is defined here, and nothing asks for it");
        resolver.diagnostics[said].others.insert(0, Label { span: unasked[near], text });
        if !seen.insert((name, count)) {
            repeated.insert(said);
        }
    }
    let mut at = 0..;
    resolver.diagnostics.retain(|_| at.next().is_none_or(|at| !repeated.contains(&at)));
}

/// Where predicates are defined that nothing asks for, by their number of arguments and their names.
pub(super) fn unasked(resolver: &Resolver<'_>) -> BTreeMap<usize, BTreeMap<String, Span>> {
    let mut unasked: BTreeMap<usize, BTreeMap<String, Span>> = BTreeMap::new();
    for (predicate, id) in resolver.program.predicates.iter().zip((0..).map(PredicateId)) {
        if let Some(span) = predicate.span
            && !matches!(predicate.kind, PredicateKind::Facts(_))
            && !resolver.mentioned.contains(&id)
        {
            unasked.entry(predicate.arity()).or_default().insert(predicate.name.clone(), span);
        }
    }
    unasked
}
