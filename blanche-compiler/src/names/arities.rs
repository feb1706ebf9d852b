//! Messages about a wrong number of arguments: they name the superfluous or the missing argument if possible.

use blanche_sorted::SortedSet;

use super::model::{Bodies, Declared};
use crate::diagnostic::{Code, Diagnostic};
use crate::program::PredicateId;
use crate::spelling::list;
use crate::syntax::ast;

/// The message about an atom whose predicate exists only with other numbers of arguments.
pub(super) fn wrong_arity(resolver: &Bodies<'_>, atom: &ast::Atom, known: &[PredicateId]) -> Diagnostic {
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
        let message = message.hint(format!("write `{form}`"));
        // If several arguments may be superfluous, the message offers no fix.
        return match fits_well(resolver, atom, known, surplus) {
            true => message.fix(format!("write `{form}`"), atom.span, form),
            false => message,
        };
    }
    if let Some(form) = completed(resolver, atom, known) {
        return message.hint(format!("write `{form}`")).fix(format!("write `{form}`"), atom.span, form);
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

/// The index of the argument that is probably superfluous: when it is left out, the remaining arguments fit the
/// predicate best. If several arguments qualify, the last of them is returned, and the flag is `false`.
fn surplus(resolver: &Declared<'_>, atom: &ast::Atom, known: &[PredicateId]) -> Option<(usize, bool)> {
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

/// How well a term fits the position of an argument. The result is 2 if the term has the sort of the position, 1 if one
/// of the two sorts is unknown, and 0 if the sorts differ.
pub(super) fn fits(resolver: &Declared<'_>, id: PredicateId, at: usize, term: &ast::Term) -> usize {
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

/// Whether this argument is certainly superfluous. All other arguments must have the sorts that the predicate requires,
/// and this argument must have none of them.
fn fits_well(resolver: &Declared<'_>, atom: &ast::Atom, known: &[PredicateId], surplus: usize) -> bool {
    let [id] = known else { return false };
    let left = atom.arguments.iter().enumerate().filter(|(at, _)| *at != surplus);
    let is_left = left.enumerate().all(|(at, (_, term))| fits(resolver, *id, at, term) == 2);
    let arity = resolver.program.predicate(*id).arity();
    is_left && (0..arity).all(|at| fits(resolver, *id, at, &atom.arguments[surplus]) == 0)
}

/// The atom with its missing argument added. `None` unless only one position of one predicate can be the missing one,
/// and the item has only one variable that fits this position.
fn completed(resolver: &Bodies<'_>, atom: &ast::Atom, known: &[PredicateId]) -> Option<String> {
    if atom.is_called() {
        return None;
    }
    let count = atom.arguments.len();
    let may_lack = |id: PredicateId, at: usize| {
        let shifted = |term: usize| term + usize::from(term >= at);
        let fit = |term: usize| fits(resolver, id, shifted(term), &atom.arguments[term]);
        (0..count).all(|term| fit(term) > 0) && (0..count).any(|term| fit(term) == 2)
    };
    let arity = |id: &&PredicateId| resolver.program.predicate(**id).arity();
    let longer = known.iter().filter(|id| arity(id) == count + 1);
    let places = longer.flat_map(|id| (0..=count).map(move |at| (*id, at)));
    let mut places = places.filter(|(id, at)| may_lack(*id, *at));
    let (id, at) = places.next()?;
    // No argument is added if another predicate of this name has one argument fewer and fits once an argument is left
    // out.
    let without = |id: PredicateId, gone: usize| {
        let left = atom.arguments.iter().enumerate().filter(|(at, _)| *at != gone);
        left.enumerate().all(|(at, (_, term))| fits(resolver, id, at, term) > 0)
    };
    let mut shorter = known.iter().filter(|id| arity(id) + 1 == count);
    if places.next().is_some() || shorter.any(|id| (0..count).any(|gone| without(*id, gone))) {
        return None;
    }
    let variable = only_variable(resolver, id, at, atom)?;
    let mut arguments: Vec<String> = atom.arguments.iter().map(written).collect();
    arguments.insert(at, variable);
    Some(format!("{}({})", atom.predicate.text, arguments.join(", ")))
}

/// The named variable of the item whose name shows the sort of this argument and that does not occur in the atom.
/// `None` unless there is exactly one such variable.
fn only_variable(resolver: &Bodies<'_>, id: PredicateId, at: usize, atom: &ast::Atom) -> Option<String> {
    let sort = resolver.program.predicate(id).known_sort(at)?;
    let item = resolver.around?;
    let words = resolver.sources.text(item.span).split(|c: char| !c.is_alphanumeric() && c != '_');
    let is_fitting = |word: &&str| {
        let is_variable = word.starts_with(char::is_uppercase) && !ast::is_local(word);
        is_variable
            && resolver.word_sort(word).is_some_and(|own| resolver.program.common(own, sort).is_some())
    };
    let stands = |word: &&str| atom.arguments.iter().any(|term| written(term) == **word);
    let fitting: SortedSet<&str> = words.filter(is_fitting).filter(|word| !stands(word)).collect();
    let mut fitting = fitting.into_iter();
    let only = fitting.next()?;
    fitting.next().is_none().then(|| only.to_owned())
}

/// The text of a term.
pub(super) fn written(term: &ast::Term) -> String {
    match term {
        ast::Term::Variable(name) | ast::Term::Constant(name) => name.text.clone(),
        ast::Term::Sum(_) | ast::Term::Call(_) => crate::syntax::print_term(term),
        ast::Term::Error(_) => "…".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::check_text;

    const SORTS: &str = "library\nsort field = a, b, c words Field\nsort line = top, middle words Line\n\
        sort place = 1 to 5 words Place\nfact in(a, top, 1, 5), in(a, top), on(a, top)\n";

    /// The texts that fixes insert, for a clause with this body.
    fn fixes(body: &str) -> Vec<Option<String>> {
        let (_, found) = check_text("test.blanche", &format!("{SORTS}%% P.\np(Field) :- {body}\n"));
        let fix = |message: &crate::diagnostic::Diagnostic| {
            message.fix.as_ref().map(|fix| fix.edits[0].text.clone())
        };
        found.iter().map(fix).collect()
    }

    #[test]
    fn a_missing_argument_that_only_one_variable_fits_is_inserted() {
        let one = |text: &str| vec![Some(text.to_owned())];
        assert_eq!(fixes("on(Field, Line), in(Line, 1, 5)"), one("in(Field, Line, 1, 5)"));
        assert_eq!(fixes("on(Field, Line), on(Field2, Line), in(Line, 1, 5)"), [None], "which of the two?");
        assert_eq!(fixes("on(Field, Line), in(Field, Line, 1)"), [None], "which of the places?");
    }

    #[test]
    fn an_argument_that_fits_nowhere_is_removed() {
        assert_eq!(fixes("on(Field, 3, Line_)"), [Some("on(Field, Line_)".to_owned())]);
        assert_eq!(fixes("on(Field, Field, Line_)"), [None], "which of the two?");
    }
}
