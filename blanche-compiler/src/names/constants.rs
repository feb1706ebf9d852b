//! Resolves constants: finds the sort of each, and reports unknown constants.

use blanche_sorted::{Arrange, SortedMap, SortedSet};

use super::model::Declared;
use super::model::scope::{Scope, UNRESOLVED};
use crate::diagnostic::{Code, Diagnostic, Edit, Label};
use crate::files::{FileId, Span};
use crate::program::{Atom, EQUAL, Program, SortId, SortKind, Term};
use crate::spelling::{
    capitalised, list, looks_the_same, may_be_misspelt, uncapitalised, with_article, word_and_number,
};
use crate::syntax;
use crate::syntax::ast;

/// The root sorts (sorts that are not part of another sort) that contain a constant. If no sort contains the constant,
/// returns the root sorts whose values have a similar form.
pub(super) fn roots_of_constant(resolver: &Declared<'_>, text: &str) -> Vec<SortId> {
    // The sorts of aggregate results have no constants of their own.
    let sorts = || resolver.program.sorts.iter().filter(|sort| !resolver.is_of_results(sort.root));
    let mut roots: Vec<SortId> =
        sorts().filter(|sort| sort.value(text).is_some()).map(|sort| sort.root).collect();
    if roots.is_empty() {
        roots = sorts().filter(|sort| sort.looks_like(text)).map(|sort| sort.root).collect();
    }
    roots.arrange();
    roots.dedup();
    roots
}

/// The largest sort that contains a constant.
pub(super) fn sort_of_constant(resolver: &Declared<'_>, text: &str) -> Option<SortId> {
    sort_of_constants(resolver, &[text])
}

/// The largest sort that contains all of these constants.
fn sort_of_constants(resolver: &Declared<'_>, texts: &[&str]) -> Option<SortId> {
    let knows_all = |id: &SortId| {
        let sort = resolver.program.sort(*id);
        texts.iter().all(|text| sort.value(text).is_some())
    };
    (0..resolver.program.sorts.len() as u32)
        .map(SortId)
        .filter(|id| knows_all(id) && !resolver.is_of_results(*id))
        .max_by_key(|id| (resolver.program.sort(*id).size(), std::cmp::Reverse(id.0)))
}

/// Whether the sort of a constant is ambiguous because several unrelated sorts contain it. A number is ambiguous only
/// if the fields of the board are numbers too. Otherwise the best of the sorts is chosen.
pub(super) fn undecided(resolver: &Declared<'_>, text: &str, roots: &[SortId]) -> bool {
    let is_field = resolver.program.board.as_ref().is_some_and(|board| roots.contains(&board.field));
    roots.len() > 1 && (!is_number(text) || is_field)
}

/// Whether a constant is a number.
pub(super) fn is_number(text: &str) -> bool {
    text.strip_prefix('-').unwrap_or(text).chars().all(|c| c.is_ascii_digit())
}

/// The message about a constant whose sort is ambiguous.
pub(super) fn several_sorts(
    resolver: &Declared<'_>,
    name: &ast::Name,
    roots: &[SortId],
    hint: String,
) -> Diagnostic {
    let sorts: Vec<&str> = roots.iter().map(|root| resolver.program.sort(*root).name.as_str()).collect();
    let title = format!("cannot infer the sort of `{}`", name.text);
    let label = format!("a value of {}", list(&sorts, "and"));
    Diagnostic::new(Code::SortUnclear, title, name.span, label).hint(hint)
}

/// The value of a constant in this sort. A constant that only the host understands causes a warning in a rule,
/// because it ties the rule to one position on the board.
pub(super) fn constant(
    resolver: &mut Declared<'_>,
    name: &ast::Name,
    sort: SortId,
    query: bool,
) -> Result<Term, Box<Diagnostic>> {
    let declared = resolver.program.sort(sort);
    if let Some(value) = declared.value(&name.text) {
        return Ok(Term::Constant(value));
    }
    if declared.looks_like(&name.text) && matches!(declared.kind, SortKind::Opaque { .. }) {
        if !query {
            let message = Diagnostic::new(
                Code::HostConstant,
                format!("`{}` is a particular `{}`", name.text, declared.name),
                name.span,
                "a rule is about any of them",
            )
            .hint("write a variable; particular values belong in queries, tests and facts");
            resolver.report(message);
        }
        return Ok(Term::Host(sort, name.text.clone()));
    }
    Err(Box::new(unknown_constant(resolver, name, sort)))
}

/// The message about a variable that occurs only once and, apart from its capital, is a constant of its sort. There is
/// no message if the name begins with a prefix of a sort.
pub(crate) fn capitalised_constant(
    program: &Program,
    name: &str,
    place: Span,
    sort: SortId,
) -> Option<Diagnostic> {
    if program.sort_of_word(word_and_number(name).0).is_some() {
        return None;
    }
    let constant = uncapitalised(name);
    program.sort(sort).value(&constant)?;
    let title = format!("`{name}` is a variable, not the constant `{constant}`");
    let message = Diagnostic::new(Code::Singleton, title, place, "it occurs once, and stands for any value");
    let hint = "a name that begins with an upper-case letter is a variable; a constant begins with a \
                lower-case letter";
    Some(message.hint(hint).fix(format!("write `{constant}`"), place, constant).changing_answers())
}

/// The message about an unknown constant, "`wite` is no value of `colour`", with suggestions.
pub(super) fn unknown_constant(resolver: &Declared<'_>, name: &ast::Name, sort: SortId) -> Diagnostic {
    let sort = resolver.program.sort(sort);
    let title = format!("`{}` is not a value of `{}`", name.text, sort.name);
    let message = Diagnostic::new(
        Code::UnknownConstant,
        title,
        name.span,
        format!("{} is expected here", with_article(&sort.name)),
    );
    if let Some(variable) = variable(resolver, &name.text, sort) {
        return message.hint(format!("{CAPITAL}: `{variable}`?")).fix(
            format!("write `{variable}`"),
            name.span,
            variable,
        );
    }
    if let Some(meant) = same_meaning(&name.text, sort) {
        let message = message.hint(format!("it is called `{meant}` here"));
        return message.fix(format!("write `{meant}`"), name.span, meant);
    }
    match &sort.kind {
        SortKind::Constants(constants) => {
            let known: Vec<&str> = constants.iter().map(|(text, _)| text.as_str()).collect();
            let near = near(resolver, &name.text, &known);
            match near.as_slice() {
                [only] => did_you_mean(message, name, only),
                [] | [_, _, _, _, ..] if known.len() <= 12 => {
                    message.hint(format!("its values are {}", list(&known, "and")))
                }
                [] | [_, _, _, _, ..] => message,
                several => message.hint(format!("did you mean {}?", list(several, "or"))),
            }
        }
        SortKind::Range(numbers) => {
            message.hint(format!("its values are the numbers from {} to {}", numbers.low(), numbers.high()))
        }
        SortKind::Opaque { example, .. } => message.hint(format!("its values are written like `{example}`")),
    }
}

/// The known values most similar to an unknown value. If exactly one known value looks the same as the unknown one,
/// only that value is returned.
pub(super) fn near<'a>(resolver: &Declared<'_>, written: &str, known: &[&'a str]) -> Vec<&'a str> {
    let same: Vec<&str> = known.iter().copied().filter(|known| looks_the_same(written, known)).collect();
    match same.as_slice() {
        [_] => same,
        _ => resolver.speller.equally_near(written, known.iter().copied()),
    }
}

/// Adds a suggestion to a message about an unknown value, with a fix if it may be a misspelling.
pub(super) fn did_you_mean(message: Diagnostic, name: &ast::Name, near: &str) -> Diagnostic {
    let message = message.hint(format!("did you mean `{near}`?"));
    match may_be_misspelt(&name.text, near) {
        true => message.fix(format!("write `{near}`"), name.span, near.to_owned()),
        false => message,
    }
}

/// Groups of synonyms. A sort usually contains only one word of a group.
const SAME: [&[&str]; 3] = [
    &["none", "empty", "free", "blank", "vacant", "nothing", "nobody"],
    &["yes", "true", "on"],
    &["no", "false", "off"],
];

/// Number words. The index of a word is the number that it names.
const NUMBERS: [&str; 11] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// The only value of a sort that means the same as `written`: `none` for `empty`, 4 for `four`.
fn same_meaning(written: &str, sort: &crate::program::Sort) -> Option<String> {
    if let Some(number) = NUMBERS.iter().position(|word| *word == written) {
        let number = number.to_string();
        return sort.value(&number).map(|_| number);
    }
    let words = SAME.iter().find(|words| words.contains(&written))?;
    let mut values = words.iter().filter(|word| sort.value(word).is_some());
    let only = values.next()?;
    values.next().is_none().then(|| (*only).to_owned())
}

/// Beginning of the hint about a variable in lower case.
const CAPITAL: &str = "a variable begins with an upper-case letter";

/// The variable that an unknown constant was probably meant to be. The word with a capital must begin with a prefix of
/// the sort, or the constant must be a single letter.
fn variable(resolver: &Declared<'_>, written: &str, sort: &crate::program::Sort) -> Option<String> {
    written.chars().next().filter(|first| first.is_lowercase())?;
    let variable = capitalised(written);
    let of_sort = || {
        let word = resolver.word_sort(&variable)?;
        (resolver.program.sort(word).root == sort.root).then_some(())
    };
    let is_letter = written.chars().count() == 1;
    let plain = variable.chars().all(|c| c.is_alphanumeric() || c == '_');
    (plain && (is_letter || of_sort().is_some())).then_some(variable)
}

/// Merges the messages about lower-case variables in one clause. A fix is kept only if the capitalised variable occurs
/// in the clause already, or if the whole clause uses lower-case variables. Otherwise the author may have meant a
/// particular value, and a new variable would match any value.
pub(super) fn join_small_letters(resolver: &mut Declared<'_>, items: &[&ast::Item]) {
    let small = |message: &Diagnostic| message.hints.iter().any(|hint| hint.starts_with(CAPITAL));
    let (mut found, mut kept): (Vec<Diagnostic>, Vec<Diagnostic>) =
        std::mem::take(&mut resolver.diagnostics).into_iter().partition(small);
    let mut words = Words { resolver, by_file: SortedMap::new() };
    found.arrange_by_key(|message| message.label.span);
    // The index of the first message of each clause.
    let mut first: SortedMap<Span, usize> = SortedMap::new();
    let heads: SortedMap<Span, &ast::Item> = items.iter().map(|item| (item.span, *item)).collect();
    let items: SortedSet<Span> = heads.keys().copied().collect();
    for mut message in found {
        let place = message.label.span;
        let item = items.range(..=Span { end: u32::MAX, ..place }).next_back().copied();
        let item = item.filter(|item| item.file == place.file && place.end <= item.end);
        let is_small = item.is_some_and(|item| is_written_small(heads[&item]));
        let is_there = |edit: &Edit| is_small || item.is_some_and(|item| words.occurs_in(&edit.text, item));
        message.fix = message.fix.filter(|fix| fix.edits.iter().all(is_there));
        let known = item.and_then(|item| first.get(&item)).copied();
        if let Some(known) = known {
            kept[known].others.push(Label { span: place, text: "and here".to_owned() });
            match (&mut kept[known].fix, message.fix) {
                (Some(fix), Some(more)) => {
                    "begin variables with an upper-case letter".clone_into(&mut fix.title);
                    fix.edits.extend(more.edits);
                }
                (none @ None, more) => *none = more,
                (Some(_), None) => {}
            }
        } else {
            first.extend(item.map(|item| (item, kept.len())));
            kept.push(message);
        }
    }
    for (item, at) in first {
        in_head(&mut kept[at], heads[&item]);
    }
    resolver.diagnostics = kept;
}

/// Whether all terms of a clause are single lower-case letters that occur more than once. The author then uses these
/// letters as variables.
fn is_written_small(item: &ast::Item) -> bool {
    let ast::ItemKind::Derivation(derivation) = &item.kind else { return false };
    let mut terms: Vec<&ast::Term> = derivation.head.arguments.iter().collect();
    ast::each_atom_of(derivation, &mut |atom| terms.extend(&atom.arguments));
    let mut places: SortedMap<&str, usize> = SortedMap::new();
    for term in terms {
        let ast::Term::Constant(name) = term else { return false };
        *places.entry(name.text.as_str()).or_default() += 1;
    }
    places.iter().all(|(name, count)| *count > 1 && name.len() == 1 && name.chars().all(char::is_lowercase))
}

/// The words of files, computed on demand.
struct Words<'r, 'a> {
    resolver: &'r Declared<'a>,
    by_file: SortedMap<FileId, Vec<Span>>,
}

impl Words<'_, '_> {
    /// Whether a word occurs in an item.
    fn occurs_in(&mut self, word: &str, item: Span) -> bool {
        let sources = self.resolver.sources;
        let spans = self.by_file.entry(item.file).or_insert_with(|| syntax::tokens(sources, item.file));
        spans.iter().any(|span| item.encloses(*span) && sources.text(*span) == word)
    }
}

/// Extends a fix that capitalises variables of the body to the same variables in the head.
fn in_head(message: &mut Diagnostic, item: &ast::Item) {
    let (ast::ItemKind::Derivation(derivation), Some(fix)) = (&item.kind, &mut message.fix) else { return };
    for term in &derivation.head.arguments {
        let ast::Term::Constant(name) = term else { continue };
        let is_meant = |edit: &Edit| capitalised(&name.text) == edit.text;
        if fix.edits.iter().any(is_meant) && fix.edits.iter().all(|edit| edit.span != name.span) {
            fix.edits.push(Edit { span: name.span, text: capitalised(&name.text) });
        }
    }
}

/// Replaces the constants of an atom by their values.
pub(super) fn settle_atom(resolver: &mut Declared<'_>, scope: &Scope, mut atom: Atom) -> Atom {
    atom.compared = (atom.predicate == EQUAL).then(|| compared(resolver, scope, &atom)).flatten();
    for at in 0..atom.arguments.len() {
        if let Term::Host(UNRESOLVED, text) = &atom.arguments[at] {
            let name = ast::Name { text: text.clone(), span: atom.argument_spans[at] };
            if let Some(sort) = place_sort(resolver, &atom, at, text) {
                match constant(resolver, &name, sort, scope.query) {
                    Ok(term) => atom.arguments[at] = term,
                    Err(message) => resolver.report_of_value(sort, *message),
                }
            }
        }
    }
    atom
}

/// The sort in which the sides of an equality are compared. It is the sort of a variable if one side is a variable, and
/// otherwise a sort that contains both constants. If no sort contains both, the sort of one constant is used, and the
/// other constant is reported as not belonging to it.
fn compared(resolver: &Declared<'_>, scope: &Scope, atom: &Atom) -> Option<SortId> {
    let variable = atom.arguments.iter().find_map(|term| match term {
        Term::Variable(id) => Some(scope.variables[id.index()].sort),
        Term::Constant(_) | Term::Host(..) => None,
    });
    let texts = || {
        atom.arguments.iter().filter_map(|term| match term {
            Term::Host(_, text) => Some(text.as_str()),
            Term::Variable(_) | Term::Constant(_) => None,
        })
    };
    let of_all = || sort_of_constants(resolver, &texts().collect::<Vec<_>>());
    let of_one = || texts().find_map(|text| sort_of_constants(resolver, &[text]));
    variable.or_else(of_all).or_else(of_one)
}

/// The sort of an argument position. For `equal` this is the sort of both sides.
fn place_sort(resolver: &mut Declared<'_>, atom: &Atom, at: usize, text: &str) -> Option<SortId> {
    if atom.predicate != EQUAL {
        return Some(resolver.program.predicate(atom.predicate).sort(at));
    }
    if atom.compared.is_none() {
        let title = format!("cannot infer the sort of `{text}`");
        let label = "no sort has this constant";
        resolver.report(Diagnostic::new(Code::SortUnclear, title, atom.argument_spans[at], label));
    }
    atom.compared
}
