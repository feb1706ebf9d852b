//! Declared sorts, and implicit sorts that arise from the use of constants.

use std::collections::HashSet;

use blanche_sorted::SortedMap;

use super::constants::near;
use super::model::Declared;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{Constants, Numbers, Sort, SortId, SortKind};
use crate::runtime::Value;
use crate::spelling::{capitalised, may_be_misspelt};
use crate::syntax::ast::{self, SortValues};

/// Upper limit for the values of a declared sort, which must all be smaller. The limit is needed because all values are
/// enumerated if nothing binds a variable. Implicit sorts of facts have no limit.
const VALUE_LIMIT: i64 = u16::MAX as i64;

/// Declares a sort, including the sort that it is part of and the prefixes of its variables.
pub(super) fn declare_sort(resolver: &mut Declared<'_>, item: &ast::Item, sort: &ast::SortDeclaration) {
    if let Some(board) = resolver.program.board.as_ref().map(|board| board.span)
        && let Some(first) = resolver.sort_names.get(&sort.name.text)
        && resolver.program.sort(*first).span == Some(board)
    {
        let message = brought_too(&sort.name.text, sort.name.span, board);
        resolver.report(message);
        return;
    }
    if let Some(first) = resolver.sort_names.get(&sort.name.text) {
        let first = resolver.program.sort(*first).span.unwrap_or(sort.name.span);
        let (again, first) = resolver.blamed(first, sort.name.span);
        let title = format!("the sort `{}` is declared twice", sort.name.text);
        let message = Diagnostic::new(Code::DeclaredTwice, title, again, "repeated here")
            .and(first, "declared here first")
            .hint("rename one of the two, or remove it");
        resolver.report(message);
        return;
    }
    let id = SortId(resolver.program.sorts.len() as u32);
    let whole = sort.part_of.as_ref().and_then(|name| find_sort(resolver, name));
    if sort.part_of.is_some() && whole.is_none() {
        resolver.recovery.whole_unknown(id);
    }
    let root = whole.map_or(id, |whole| resolver.program.sort(whole).root);
    let kind = match &sort.values {
        SortValues::Constants(names) => constants(resolver, sort, names, whole),
        SortValues::Range(low, high) => range(resolver, sort, (low, high), whole),
        SortValues::Opaque { size, example } => opaque(resolver, sort, size, example),
    };
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

/// Assigns a variable prefix to a sort. If two sorts claim the same prefix, the earlier sort keeps it, unless the file
/// of the other sort is more widely shared.
pub(super) fn claim(
    resolver: &mut Declared<'_>,
    word: &ast::Name,
    id: SortId,
    (name, declared): (&str, Span),
) {
    let Some(other) = resolver.words.get(&word.text).copied() else {
        resolver.words.insert(word.text.clone(), id);
        return;
    };
    if other == id {
        let title = format!("the word `{}` is listed twice", word.text);
        let message = Diagnostic::new(Code::DeclaredTwice, title, word.span, "repeated here");
        resolver.report(message.hint("remove one of the two"));
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
    let label = format!("the sort `{owner}` already has it");
    let message = Diagnostic::new(Code::DeclaredTwice, title, place, label);
    resolver.report(message.hint("a word for variables belongs to one sort"));
}

fn bad_sort(sort: &ast::SortDeclaration, span: Span, label: String, hint: &str) -> Box<Diagnostic> {
    let title = format!("the sort `{}` is invalid", sort.name.text);
    Box::new(Diagnostic::new(Code::BadSort, title, span, label).hint(hint))
}

/// The constants of a sort with their values. A duplicate constant is reported and counts once. A constant of a part
/// that is missing in the whole sort is reported too. If such a constant looks like a misspelling, it gets the value of
/// the intended constant under both spellings, so that its uses are not reported too.
fn constants(
    resolver: &mut Declared<'_>,
    sort: &ast::SortDeclaration,
    names: &[ast::Name],
    whole: Option<SortId>,
) -> SortKind {
    let mut constants: Vec<(String, Value)> = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    let mut is_said = false;
    for name in names {
        if known.contains(&name.text) {
            if !is_said {
                let label = format!("`{}` is listed twice", name.text);
                resolver.report(*bad_sort(sort, name.span, label, "list every constant once"));
                is_said = true;
            }
            continue;
        }
        let Some(whole) = whole else {
            known.insert(name.text.clone());
            constants.push((name.text.clone(), constants.len() as Value));
            continue;
        };
        let whole = resolver.program.sort(whole);
        if let Some(value) = whole.value(&name.text) {
            known.insert(name.text.clone());
            constants.push((name.text.clone(), value));
            continue;
        }
        let label = format!("`{}` is not a `{}`", name.text, whole.name);
        let mut message = *bad_sort(sort, name.span, label, "a part has only constants of its whole");
        if let Some(declared) = whole.span {
            message = message.and(declared, format!("`{}` is declared here", whole.name));
        }
        let near = match &whole.kind {
            SortKind::Constants(known) => {
                let known: Vec<&str> = known.iter().map(|(text, _)| text.as_str()).collect();
                match near(resolver, &name.text, &known).as_slice() {
                    [only] if may_be_misspelt(&name.text, only) => Some(*only),
                    _ => None,
                }
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
    SortKind::Constants(Constants::new(constants))
}

/// The range of a sort of numbers. An invalid range is reported and reduced to a valid one, so that uses of its
/// numbers are not reported too.
fn range(
    resolver: &mut Declared<'_>,
    sort: &ast::SortDeclaration,
    (low, high): (&ast::Integer, &ast::Integer),
    whole: Option<SortId>,
) -> SortKind {
    sound_range(resolver, sort, (low, high), whole).unwrap_or_else(|message| {
        resolver.report(*message);
        let root = whole.map(|whole| &resolver.program.sort(resolver.program.sort(whole).root).kind);
        let (least, most) = (low.value.min(high.value), low.value.max(high.value));
        let origin = match root {
            Some(SortKind::Range(numbers)) => numbers.origin,
            Some(SortKind::Constants(_) | SortKind::Opaque { .. }) => 0,
            None => least.clamp(-VALUE_LIMIT / 2, 0),
        };
        let within = |number: i64| number.clamp(origin, origin + VALUE_LIMIT - 1);
        let numbers = Numbers::new(within(least), within(most), origin);
        SortKind::Range(numbers.expect("they are not below the origin, and few enough"))
    })
}

fn sound_range(
    resolver: &Declared<'_>,
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
    if high.value - origin >= VALUE_LIMIT {
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
        return Err(bad_sort(sort, low.span, label, "a part has only values of its whole"));
    };
    Ok(SortKind::Range(numbers))
}

fn opaque(
    resolver: &mut Declared<'_>,
    sort: &ast::SortDeclaration,
    size: &ast::Number,
    example: &ast::Name,
) -> SortKind {
    if size.value == 0 || i64::from(size.value) >= VALUE_LIMIT {
        let label = format!("{} values", size.value);
        resolver.report(*bad_sort(sort, size.span, label, "a sort has from 1 to 65534 values"));
    }
    SortKind::Opaque { size: size.value.clamp(1, VALUE_LIMIT as u32 - 1), example: example.text.clone() }
}

/// Adds an undeclared sort with these constants in this order.
pub(super) fn add_undeclared_sort(
    resolver: &mut Declared<'_>,
    name: &str,
    constants: impl IntoIterator<Item = String>,
) -> SortId {
    let constants = constants.into_iter().enumerate().map(|(at, text)| (text, at as Value)).collect();
    undeclared(resolver, name, SortKind::Constants(Constants::new(constants)))
}

/// Adds an undeclared sort.
pub(super) fn undeclared(resolver: &mut Declared<'_>, name: &str, kind: SortKind) -> SortId {
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

/// The sort with this name. If there is none, this is reported.
pub(super) fn find_sort(resolver: &mut Declared<'_>, name: &ast::Name) -> Option<SortId> {
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
            // If nothing mentions a declared sort with a similar name, the declaration may be the misspelling.
            let declared = resolver.program.sort(resolver.sort_names[&near]).span;
            let message = match declared.filter(|_| !resolver.mentioned_sorts.contains(&near)) {
                Some(declared) => {
                    message.and(declared, format!("`{near}` is declared here, but nothing mentions it"))
                }
                None => message,
            };
            message.hint(format!("did you mean `{near}`?")).fix(format!("write `{near}`"), name.span, near)
        }
        None => message.hint(format!("declare it first: sort {} = …", name.text)),
    };
    if resolver.recovery.may_report_unknown_sort(&name.text) {
        resolver.report(message);
    }
    None
}

/// The message about a declared sort that the board defines too.
pub(super) fn brought_too(name: &str, declared: Span, board: Span) -> Diagnostic {
    let title = format!("the sort `{name}` is declared twice");
    Diagnostic::new(Code::DeclaredTwice, title, declared, "repeated here")
        .and(board, format!("the board brings a sort `{name}`"))
        .hint("give it another name, or remove it if you mean the board's")
}

/// Names for the columns of facts in messages. A column is named by a prefix of its sort, with a number if the prefix
/// occurs twice.
pub(super) fn column_names(resolver: &Declared<'_>, sorts: &[SortId]) -> Vec<String> {
    let word = |id: &SortId| {
        let sort = resolver.program.sort(*id);
        sort.words.first().cloned().unwrap_or_else(|| capitalised(&sort.name))
    };
    let words: Vec<String> = sorts.iter().map(word).collect();
    let mut twins: SortedMap<&str, usize> = SortedMap::new();
    for word in &words {
        *twins.entry(word).or_default() += 1;
    }
    let mut so_far: SortedMap<&str, usize> = SortedMap::new();
    words
        .iter()
        .map(|word| {
            let number = so_far.entry(word).or_default();
            *number += 1;
            if twins[word.as_str()] > 1 { format!("{word}{number}") } else { word.clone() }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::check_text;
    use crate::diagnostic::Code;

    fn codes(text: &str) -> Vec<Code> {
        check_text("test.blanche", text).1.iter().map(|message| message.code).collect()
    }

    #[test]
    fn an_invalid_sort_keeps_the_values_that_were_intended() {
        let sizes = "fact wears(jan, small)\ns(X) :- wears(X, Size), Size > medium\n%? s(jan)\n";
        for sort in ["small, medium, large, small", "small, small, medium, medium, large"] {
            assert_eq!(codes(&format!("sort size = {sort} words Size\n{sizes}")), [Code::BadSort], "{sort}");
        }
        let ages = "fact age(jan, 5), age(piet, 7)\nolder(X) :- age(X, N1), N1 > 6\n%? older(jan)\n";
        for sort in ["100 to 0", "0 to 70000", "-5 to 70000", "-90000 to 9"] {
            assert_eq!(codes(&format!("sort number = {sort} words N\n{ages}")), [Code::BadSort], "{sort}");
        }
        let part = "sort whole = 0 to 9 words W\nsort part = -3 to 8 part of whole words P\n";
        assert_eq!(
            codes(&format!("{part}fact has(jan, 5)\nh(X) :- has(X, P), P > 3\n%? h(jan)\n")),
            [Code::BadSort]
        );
    }

    #[test]
    fn an_unreadable_sort_causes_no_messages_about_facts() {
        let sort = "sort number = 0 to 20 word N\nfact has(jan, 5)\n";
        for body in [
            "N = 7",
            "has(piet, 7)",
            "¬equal(N, 7)",
            "N > 3",
            "N + 1 > 3",
            "min N_ (has(X, N_)) = N",
            "sum N_ (has(X, N_)) > 3",
            "N > N2, has(jan, N2)",
        ] {
            let clause = format!("r(X) :- has(X, N), {body}\n%? r(jan)\n");
            assert_eq!(codes(&format!("{sort}{clause}")), [Code::Expected], "{body}");
        }
        assert!(codes("fact has(jan, 5)\nr(X) :- has(X, N), N > 3\n%? r(jan)\n").contains(&Code::NoOrder));
    }
}
