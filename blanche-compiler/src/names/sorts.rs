//! Sorts that are declared, and those that are brought along by what uses their constants.

use std::collections::HashSet;

use super::{Resolver, boards};
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{Constants, Numbers, Sort, SortId, SortKind};
use crate::runtime::Value;
use crate::syntax::ast::{self, SortValues};

/// A declared sort has fewer values than this: they are gone through where nothing binds a variable. Facts bring as many
/// constants as they have.
const MOST_VALUES: i64 = u16::MAX as i64;

/// A sort, with what it is part of and the words of its variables.
pub(super) fn declare_sort(resolver: &mut Resolver<'_>, item: &ast::Item, sort: &ast::SortDeclaration) {
    if let Some(board) = resolver.program.board.as_ref().map(|board| board.span)
        && let Some(first) = resolver.sort_names.get(&sort.name.text)
        && resolver.program.sort(*first).span == Some(board)
    {
        let message = boards::brought_too(&sort.name.text, sort.name.span, board);
        resolver.report(message);
        return;
    }
    if let Some(first) = resolver.sort_names.get(&sort.name.text) {
        let first = resolver.program.sort(*first).span.unwrap_or(sort.name.span);
        let (again, first) = resolver.blamed(first, sort.name.span);
        let title = format!("the sort `{}` is declared twice", sort.name.text);
        let message = Diagnostic::new(Code::DeclaredTwice, title, again, "here again")
            .and(first, "declared here first")
            .hint("give one of the two another name, or take it away");
        resolver.report(message);
        return;
    }
    let id = SortId(resolver.program.sorts.len() as u32);
    let whole = sort.part_of.as_ref().and_then(|name| find_sort(resolver, name));
    if sort.part_of.is_some() && whole.is_none() {
        resolver.lost.whole_unknown(id);
    }
    let root = whole.map_or(id, |whole| resolver.program.sort(whole).root);
    let kind = match &sort.values {
        SortValues::Constants(names) => constants(resolver, sort, names, whole),
        SortValues::Range(low, high) => range(resolver, sort, (low, high), whole),
        SortValues::Opaque { size, example } => opaque(sort, size, example),
    };
    let kind = kind.unwrap_or_else(|message| {
        resolver.report(*message);
        SortKind::Range(Numbers { first: 0, last: 0, origin: 0 })
    });
    for word in &sort.words {
        claim(resolver, word, id, (&sort.name.text, sort.name.span));
    }
    resolver.sort_names.insert(sort.name.text.clone(), id);
    resolver.program.sorts.push(Sort {
        name: sort.name.text.clone(),
        kind,
        whole,
        root,
        words: sort.words.iter().map(|word| word.text.clone()).collect(),
        playable: sort.playable,
        doc: item.doc.clone(),
        span: Some(sort.name.span),
    });
}

/// Gives a sort a word of its variables. Where two sorts claim it, it stays with the one that has it, unless the file of the
/// other one is shared more.
pub(super) fn claim(
    resolver: &mut Resolver<'_>,
    word: &ast::Name,
    id: SortId,
    (name, declared): (&str, Span),
) {
    let Some(other) = resolver.words.get(&word.text).copied() else {
        resolver.words.insert(word.text.clone(), id);
        return;
    };
    if other == id {
        let title = format!("the word `{}` stands there twice", word.text);
        let message = Diagnostic::new(Code::DeclaredTwice, title, word.span, "here again");
        resolver.report(message.hint("take one of the two away"));
        return;
    }
    let first = resolver.program.sort(other).span.unwrap_or(declared);
    let is_first = resolver.blamed(first, declared).0 == first;
    let (place, owner) = if is_first {
        resolver.words.insert(word.text.clone(), id);
        (first, name.to_owned())
    } else {
        (word.span, resolver.program.sort(other).name.clone())
    };
    let title = format!("two sorts claim the word `{}`", word.text);
    let label = format!("the sort `{owner}` has it already");
    let message = Diagnostic::new(Code::DeclaredTwice, title, place, label);
    resolver.report(message.hint("a word that variables begin with belongs to one sort"));
}

fn bad_sort(sort: &ast::SortDeclaration, span: Span, label: String, hint: &str) -> Box<Diagnostic> {
    let title = format!("the sort `{}` cannot be", sort.name.text);
    Box::new(Diagnostic::new(Code::BadSort, title, span, label).hint(hint))
}

/// Constants with their values. What is no constant of the whole is reported; where it is nearly one, it counts as
/// that one from here on, under both spellings, so that no use of it is reported too.
fn constants(
    resolver: &mut Resolver<'_>,
    sort: &ast::SortDeclaration,
    names: &[ast::Name],
    whole: Option<SortId>,
) -> Result<SortKind, Box<Diagnostic>> {
    let mut constants: Vec<(String, Value)> = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    for (at, name) in names.iter().enumerate() {
        if known.contains(&name.text) {
            let label = format!("`{}` stands there twice", name.text);
            return Err(bad_sort(sort, name.span, label, "name every constant once"));
        }
        let Some(whole) = whole else {
            known.insert(name.text.clone());
            constants.push((name.text.clone(), at as Value));
            continue;
        };
        let whole = resolver.program.sort(whole);
        if let Some(value) = whole.value(&name.text) {
            known.insert(name.text.clone());
            constants.push((name.text.clone(), value));
            continue;
        }
        let label = format!("`{}` is no `{}`", name.text, whole.name);
        let mut message = *bad_sort(sort, name.span, label, "a part has constants of its whole only");
        if let Some(declared) = whole.span {
            message = message.and(declared, format!("`{}` is declared here", whole.name));
        }
        let near = match &whole.kind {
            SortKind::Constants(known) => {
                resolver.speller.nearest(&name.text, known.iter().map(|(text, _)| text.as_str()))
            }
            SortKind::Range(..) | SortKind::Opaque { .. } => None,
        };
        if let Some((near, value)) = near.and_then(|near| Some((near.to_owned(), whole.value(near)?))) {
            message = message
                .hint(format!("did you mean `{near}`? Or is `{near}` misspelt in `{}`?", whole.name))
                .fix(format!("write `{near}`"), name.span, near.clone());
            known.insert(name.text.clone());
            constants.push((name.text.clone(), value));
            if names.iter().all(|other| other.text != near) {
                known.insert(near.clone());
                constants.push((near, value));
            }
        }
        resolver.report(message);
    }
    Ok(SortKind::Constants(Constants::new(constants)))
}

fn range(
    resolver: &Resolver<'_>,
    sort: &ast::SortDeclaration,
    (low, high): (&ast::Integer, &ast::Integer),
    whole: Option<SortId>,
) -> Result<SortKind, Box<Diagnostic>> {
    if low.value > high.value {
        let label = format!("{} is more than {}", low.value, high.value);
        return Err(bad_sort(sort, low.span.to(high.span), label, "write the smaller number first"));
    }
    let root = whole.map(|whole| resolver.program.sort(resolver.program.sort(whole).root));
    let origin = match root.map(|root| &root.kind) {
        Some(SortKind::Range(numbers)) => numbers.origin,
        Some(SortKind::Constants(_) | SortKind::Opaque { .. }) => 0,
        None => low.value.min(0),
    };
    if high.value - origin >= MOST_VALUES {
        let (span, hint) = match origin {
            0 => (high.span, "a number in a rule is at most 65534"),
            _ => (low.span.to(high.span), "a sort has at most 65535 numbers"),
        };
        return Err(bad_sort(sort, span, "this is too large".to_owned(), hint));
    }
    let Some(numbers) = Numbers::new(low.value, high.value, origin) else {
        let label = match root {
            Some(root) => format!("`{}` has no numbers below {origin}", root.name),
            None => "this is too small".to_owned(),
        };
        return Err(bad_sort(sort, low.span, label, "a part has values of its whole only"));
    };
    Ok(SortKind::Range(numbers))
}

fn opaque(
    sort: &ast::SortDeclaration,
    size: &ast::Number,
    example: &ast::Name,
) -> Result<SortKind, Box<Diagnostic>> {
    if size.value == 0 || i64::from(size.value) >= MOST_VALUES {
        let label = format!("{} values", size.value);
        return Err(bad_sort(sort, size.span, label, "a sort has from 1 to 65534 values"));
    }
    Ok(SortKind::Opaque { size: size.value, example: example.text.clone() })
}

/// Adds a sort that is declared nowhere, with these constants in this order.
pub(super) fn bring_sort(
    resolver: &mut Resolver<'_>,
    name: &str,
    constants: impl IntoIterator<Item = String>,
) -> SortId {
    let constants = constants.into_iter().enumerate().map(|(at, text)| (text, at as Value)).collect();
    undeclared(resolver, name, SortKind::Constants(Constants::new(constants)))
}

/// Adds a sort that is declared nowhere.
pub(super) fn undeclared(resolver: &mut Resolver<'_>, name: &str, kind: SortKind) -> SortId {
    let id = SortId(resolver.program.sorts.len() as u32);
    resolver.program.sorts.push(Sort {
        name: name.to_owned(),
        kind,
        whole: None,
        root: id,
        words: Vec::new(),
        playable: false,
        doc: Vec::new(),
        span: None,
    });
    id
}

/// The sort of this name; reports it when there is none.
pub(super) fn find_sort(resolver: &mut Resolver<'_>, name: &ast::Name) -> Option<SortId> {
    if let Some(sort) = resolver.sort_names.get(&name.text) {
        return Some(*sort);
    }
    let known = resolver.sort_names.keys().map(String::as_str);
    let near = resolver.speller.nearest(&name.text, known).map(str::to_owned);
    let message = Diagnostic::new(
        Code::UnknownSort,
        format!("there is no sort `{}`", name.text),
        name.span,
        "not declared above",
    );
    let message = match near {
        Some(near) => {
            // A sort that nothing mentions is perhaps the one that is misspelt.
            let declared = resolver.program.sort(resolver.sort_names[&near]).span;
            let message = match declared.filter(|_| !resolver.mentioned_sorts.contains(&near)) {
                Some(declared) => {
                    message.and(declared, format!("`{near}` is declared here, and nothing mentions it"))
                }
                None => message,
            };
            message.hint(format!("did you mean `{near}`?")).fix(format!("write `{near}`"), name.span, near)
        }
        None => message.hint(format!("declare it first: sort {} = …", name.text)),
    };
    if resolver.lost.may_report_unknown_sort(&name.text) {
        resolver.report(message);
    }
    None
}
