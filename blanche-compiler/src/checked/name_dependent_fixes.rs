//! Completes messages of the parser after name resolution. The parser does not know the arities and sorts of
//! predicates. So it cannot say what to write for a lone `_`, after a superfluous comma, for a variable in a fact, or
//! for several players. Also adds fixes that remove unused suppressions with their lines.

use blanche_sorted::{SortedMap, SortedSet};

use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::files::{Sources, Span};
use crate::program::{Predicate, Program, Sort};
use crate::spelling::{uncapitalised, word_and_number};
use crate::syntax::index::Items;
use crate::syntax::{self, ast};

/// Maximum number of characters to search around a position for the enclosing arguments.
const MAX_DISTANCE: usize = 2_000;

/// Adds fixes and hints to messages that depend on name resolution.
pub(super) fn apply(
    sources: &Sources,
    trees: &[&ast::File],
    program: &Program,
    mut found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let is_asked = |message: &Diagnostic| {
        matches!(
            message.code,
            Code::MalformedName
                | Code::CapitalPredicate
                | Code::ExtraComma
                | Code::UnusedAllow
                | Code::Singleton
                | Code::LooksLike
        ) || message.title == syntax::IN_QUOTATION_MARKS
            || message.title == syntax::VARIABLE_IN_FACT
            || message.title == syntax::SEVERAL_PLAYERS
    };
    if !found.iter().any(is_asked) {
        return found;
    }
    let items = Items::new(trees);
    let mut taken: SortedSet<(Span, String)> = SortedSet::new();
    found.retain_mut(|message| is_once(sources, &items, message));
    for message in &mut found {
        let span = message.label.span;
        let text = sources.text(span);
        if message.code == Code::MalformedName && !text.is_empty() && text.chars().all(|c| c == '_') {
            let Some(item) = items.around(span) else { continue };
            underscore(sources, program, message, item, &mut taken);
        } else if message.code == Code::ExtraComma && text == "," {
            missing_argument(sources, program, message);
        } else if message.title == syntax::SEVERAL_PLAYERS {
            let Some(item) = items.around(span) else { continue };
            every_player(sources, program, message, item);
        } else if message.title == syntax::VARIABLE_IN_FACT {
            if names_a_sort(program, text) || is_plain_variable(program, text) {
                message.fix = None;
            }
        } else if message.code == Code::UnusedAllow
            && let Some(line) = own_line(sources, span)
        {
            *message = message.clone().fix("remove it", line, "");
        }
    }
    taken_names(sources, trees, program, &items, &mut found);
    found
}

/// Makes a fix optional if it would give two things the same name. The inserted variable may already exist in the item,
/// or the inserted name in the program, or two fixes may replace different words by the same name.
fn taken_names(
    sources: &Sources,
    trees: &[&ast::File],
    program: &Program,
    items: &Items,
    found: &mut [Diagnostic],
) {
    let heads = heads_as_written(sources, trees);
    let renamed = |message: &Diagnostic| {
        let [edit] = message.fix.as_ref()?.edits.as_slice() else { return None };
        let is_name =
            !edit.text.is_empty() && edit.text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
        let is_renamed = match message.code {
            Code::MalformedName => true,
            Code::UnknownCharacter => message.title == syntax::IN_QUOTATION_MARKS,
            Code::Expected => message.title == syntax::VARIABLE_IN_FACT,
            // `Three(…)` in a body means `three(…)`, but two heads may be two predicates.
            Code::CapitalPredicate => {
                heads.contains(sources.text(edit.span)) && heads.contains(edit.text.as_str())
            }
            _ => false,
        };
        (is_renamed && is_name && edit.span == message.label.span).then(|| edit.text.clone())
    };
    if !found.iter().any(|message| renamed(message).is_some()) {
        return;
    }
    let unquoted = |text: &str| -> String {
        let is_mark = |c: char| matches!(c, '\'' | '"' | '“' | '”' | '„' | '‘' | '’' | '‚');
        text.trim_matches(is_mark).to_owned()
    };
    let tokens = trees.iter().flat_map(|tree| syntax::tokens(sources, tree.id));
    let words: SortedSet<String> = tokens.map(|token| unquoted(sources.text(token))).collect();
    let scope = |name: &str, span: Span| match name.starts_with(char::is_uppercase) {
        true => items.around(span),
        false => None,
    };
    let mut written: SortedMap<(String, Option<Span>), SortedSet<String>> = SortedMap::new();
    for message in found.iter() {
        if let Some(name) = renamed(message) {
            let span = message.label.span;
            let scope = scope(&name, span);
            written.entry((name, scope)).or_default().insert(unquoted(sources.text(span)));
        }
    }
    for message in found {
        let Some(name) = renamed(message) else { continue };
        let scope = scope(&name, message.label.span);
        let is_there = match scope {
            Some(item) => !places(sources, item, &name).is_empty(),
            None => words.contains(&name) || program.sorts.iter().any(|sort| sort.value(&name).is_some()),
        };
        let is_of_two = written.get(&(name.clone(), scope)).is_some_and(|words| words.len() > 1);
        if !is_there && !is_of_two {
            continue;
        }
        let hint = match is_there {
            true => format!("`{name}` already exists: write it only if the same is meant"),
            false => format!("another word would become `{name}` too: write it only if the same is meant"),
        };
        if let Some(fix) = &mut message.fix {
            fix.on_demand = true;
        }
        *message = message.clone().hint(hint);
    }
}

/// The names of the predicates in heads and facts, as written.
fn heads_as_written<'s>(sources: &'s Sources, trees: &[&ast::File]) -> SortedSet<&'s str> {
    let items = trees.iter().flat_map(|tree| &tree.items);
    let heads = items.flat_map(|item| match &item.kind {
        ast::ItemKind::Facts(facts) => facts.atoms.iter().collect::<Vec<_>>(),
        ast::ItemKind::Derivation(derivation) => vec![&derivation.head],
        _ => Vec::new(),
    });
    heads.map(|head| sources.text(head.predicate.span)).collect()
}

/// Corrects messages about variables that occur once. Equal calls become one goal, so a variable may occur several
/// times in the text but only once in the goals. Such a variable is not reported as occurring once, and the fix of a
/// misspelling has to rename all of its occurrences. Returns `false` if the message should be dropped.
fn is_once(sources: &Sources, items: &Items, message: &mut Diagnostic) -> bool {
    let span = message.label.span;
    if !matches!(message.code, Code::Singleton | Code::LooksLike) {
        return true;
    }
    let (name, Some(item)) = (sources.text(span), items.around(span)) else { return true };
    let places = places(sources, item, name);
    if places.len() < 2 || !message.title.starts_with(&format!("`{name}` occurs once")) {
        return true;
    }
    if message.code == Code::Singleton {
        return false;
    }
    if let Some(fix) = &mut message.fix
        && let [Edit { span: edited, text }] = fix.edits.as_slice()
        && *edited == span
    {
        let text = text.clone();
        fix.edits = places.into_iter().map(|span| Edit { span, text: text.clone() }).collect();
    }
    true
}

/// The spans of all occurrences of a variable in an item.
fn places(sources: &Sources, item: Span, name: &str) -> Vec<Span> {
    let text = sources.text(item);
    let mut found = Vec::new();
    let mut start = item.start;
    for line in text.split_inclusive('\n') {
        let code = line.split('%').next().unwrap_or_default();
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let whole = |at: &usize| {
            let (before, behind) = (&code[..*at], &code[at + name.len()..]);
            !before.ends_with(is_part) && !behind.starts_with(is_part)
        };
        let places = code.match_indices(name).map(|(at, _)| at).filter(whole);
        found.extend(places.map(|at| {
            let start = start + at as u32;
            Span { start, end: start + name.len() as u32, ..item }
        }));
        start += line.len() as u32;
    }
    found
}

/// Adds the fix that replaces several players after `for` by one player variable. This is the player variable in the
/// premise, or one that begins with the first prefix of the players' sort. There is no fix if the premise names a
/// player, because the intention is then unclear.
fn every_player(sources: &Sources, program: &Program, message: &mut Diagnostic, item: Span) {
    let span = message.label.span;
    let before = Span { end: span.start, ..item };
    let Some(at) = sources.text(before).rfind("for ") else { return };
    let players = Span { start: item.start + at as u32 + "for ".len() as u32, ..span };
    let behind = sources.text(Span { start: span.end, ..item });
    let words: Vec<&str> = behind.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    if program.players.iter().any(|player| words.contains(&program.player(*player).as_str())) {
        return;
    }
    let holds_all = |sort: &&Sort| program.players.iter().all(|player| sort.contains(*player));
    let Some(root) = program.player_sort.map(|sort| program.sort(sort).root) else { return };
    let sorts = program.sorts.iter().filter(|sort| sort.root == root && !sort.words.is_empty());
    let Some(sort) = sorts.filter(holds_all).min_by_key(|sort| sort.size()) else { return };
    let is_of_sort =
        |word: &&&str| sort.words.iter().any(|own| own == word_and_number(word).0) && !ast::is_local(word);
    let used: SortedSet<&str> = words.iter().filter(is_of_sort).copied().collect();
    let variable = match used.into_iter().collect::<Vec<_>>().as_slice() {
        [] => sort.words[0].clone(),
        [only] => (*only).to_owned(),
        _ => return,
    };
    *message = message.clone().fix(format!("write `for {variable}`"), players, variable);
}

/// Whether the name of a variable, without its number, is the name of a sort or one of its prefixes. If so, its author
/// means values of that sort, and not a constant with a similar name.
fn names_a_sort(program: &Program, variable: &str) -> bool {
    let word = word_and_number(variable).0;
    let name = word.to_lowercase();
    program.sorts.iter().any(|sort| sort.name == name || sort.words.iter().any(|other| other == word))
}

/// Whether the name of a variable has one letter, as in `X` or `N2`, and is not the name of a value in upper case. Its
/// author means a variable.
fn is_plain_variable(program: &Program, variable: &str) -> bool {
    let is_short = variable.chars().filter(|c| c.is_alphabetic()).count() == 1;
    let constant = uncapitalised(variable);
    is_short && !program.sorts.iter().any(|sort| sort.value(&constant).is_some())
}

/// The line that contains a comment, if nothing else is on this line.
fn own_line(sources: &Sources, comment: Span) -> Option<Span> {
    let text = sources.file(comment.file).text();
    let range = comment.range();
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let rest = text[range.end..].split('\n').next().unwrap_or("");
    let is_alone = text[start..range.start].trim().is_empty() && rest.trim().is_empty();
    is_alone.then(|| Span::new(comment.file, start, (range.end + rest.len() + 1).min(text.len())))
}

/// Adds the fix that replaces a lone `_` in a body by a local variable whose name fits the sort of the argument.
fn underscore(
    sources: &Sources,
    program: &Program,
    message: &mut Diagnostic,
    item: Span,
    taken: &mut SortedSet<(Span, String)>,
) {
    let span = message.label.span;
    let before = Span { end: span.start, ..item };
    let before = sources.text(before);
    if !before.contains(":-") && !before.split_whitespace().any(|word| word == "if") {
        return;
    }
    let Some(arguments) = Arguments::around(sources.file(span.file).text(), span.range().start) else {
        return;
    };
    let predicate = arguments.predicate(program, arguments.written.len());
    let parameter = predicate.and_then(|predicate| predicate.parameters.get(arguments.at));
    let word = parameter.map_or("X", |name| word_and_number(name).0);
    let whole = sources.text(item);
    let is_free = |name: &String| {
        let mut words = whole.split(|c: char| !c.is_alphanumeric() && c != '_');
        !words.any(|word| word == name) && !taken.contains(&(item, name.clone()))
    };
    let numbered = (1..).map(|number| format!("{word}_{number}"));
    let name = std::iter::once(format!("{word}_")).chain(numbered).find(is_free).unwrap_or_default();
    taken.insert((item, name.clone()));
    "a variable whose value is not used needs a name too".clone_into(&mut message.label.text);
    *message = message.clone().fix(format!("write `{name}`"), span, name);
}

/// Improves the message about a comma without an argument. This is done if a predicate of this name has one argument
/// more than are written, and no predicate of this name has the written number of arguments.
fn missing_argument(sources: &Sources, program: &Program, message: &mut Diagnostic) {
    let span = message.label.span;
    let text = sources.file(span.file).text();
    let Some(arguments) = Arguments::around(text, span.range().start) else { return };
    let count = arguments.written.iter().filter(|written| !written.is_empty()).count();
    let is_elsewhere = |predicate: &Predicate| {
        predicate.span.is_none_or(|place| place.file != span.file || !arguments.holds(place))
    };
    let known =
        |count: usize| arguments.predicate(program, count).filter(|predicate| is_elsewhere(predicate));
    let predicate = match (known(count), known(count + 1)) {
        (None, Some(predicate)) => predicate,
        (Some(_), None) => {
            *message = message.clone().fix("remove it", span, "");
            return;
        }
        _ => return,
    };
    let is_free = |name: &String| !arguments.written.contains(&name.as_str());
    let fill = |name: &String| {
        let word = word_and_number(name).0;
        let numbered = (1..).map(|number| format!("{word}{number}"));
        std::iter::once(name.clone()).chain(numbered).find(is_free).unwrap_or_default()
    };
    let written = arguments.written.iter().zip(&predicate.parameters);
    let filled: Vec<String> = written
        .map(|(written, name)| if written.is_empty() { fill(name) } else { (*written).to_owned() })
        .collect();
    if filled.len() != count + 1 {
        return;
    }
    let title = format!("`{}` lacks an argument", predicate.name);
    let mut told = Diagnostic::new(Code::ExtraComma, title, span, "an argument is missing beside this comma");
    if let Some(place) = predicate.span {
        told = told.and(place, format!("`{}` is defined here", predicate.signature()));
    }
    *message = told.hint(format!("write `{}({})`", predicate.name, filled.join(", ")));
}

/// The arguments in the brackets around a position, as written.
struct Arguments<'s> {
    name: &'s str,
    /// The arguments without surrounding white space. A missing argument is an empty text.
    written: Vec<&'s str>,
    /// The index of the argument that contains the position.
    at: usize,
    /// The byte range from the name to the closing bracket.
    range: std::ops::Range<usize>,
}

impl<'s> Arguments<'s> {
    fn around(text: &'s str, place: usize) -> Option<Arguments<'s>> {
        let open = unclosed(text[..place].char_indices().rev(), '(', ')')?;
        let name =
            text[..open].rsplit(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '_' | '-')).next()?;
        let close = place + unclosed(text[place..].char_indices(), ')', '(')?;
        if name.is_empty() || close <= open {
            return None;
        }
        let (mut depth, mut from) = (0usize, open + 1);
        let mut cuts: Vec<std::ops::Range<usize>> = Vec::new();
        for (at, c) in text[open + 1..close].char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    cuts.push(from..open + 1 + at);
                    from = open + 1 + at + 1;
                }
                _ => {}
            }
        }
        cuts.push(from..close);
        let at = cuts.iter().position(|cut| cut.start <= place && place <= cut.end)?;
        let written = cuts.into_iter().map(|cut| text[cut].trim()).collect();
        Some(Arguments { name, written, at, range: open - name.len()..close })
    }

    /// The predicate that has this name and `count` arguments.
    fn predicate<'p>(&self, program: &'p Program, count: usize) -> Option<&'p Predicate> {
        program.predicates.iter().find(|predicate| predicate.name == self.name && predicate.arity() == count)
    }

    fn holds(&self, place: Span) -> bool {
        self.range.start <= place.range().start && place.range().end <= self.range.end
    }
}

/// The offset of the first bracket `wanted` in this sequence of characters that has no partner before it in the
/// sequence.
fn unclosed(characters: impl Iterator<Item = (usize, char)>, wanted: char, partner: char) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in characters.take(MAX_DISTANCE) {
        if c == wanted && depth == 0 {
            return Some(at);
        }
        if c == wanted {
            depth -= 1;
        } else if c == partner {
            depth += 1;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::check_text;
    use crate::diagnostic::Code;

    const FACTS: &str = "sort field = a, b, c words Field\nfact near(a, b), near(b, c)\nfact far(a)\n";

    /// The code of the first message, with the title of its fix or its first hint.
    fn advice(line: &str) -> (Code, String) {
        let (_, found) = check_text("example.blanche", &format!("{FACTS}{line}\n"));
        let message = found.first().expect("something is said");
        let fix = message.fix.as_ref().map(|fix| fix.title.clone());
        (message.code, fix.or(message.hints.first().cloned()).unwrap_or_default())
    }

    #[test]
    fn a_lone_underscore_becomes_a_variable_of_its_sort() {
        let written = |line: &str| advice(line).1;
        assert_eq!(written("p(Field) :- near(Field, _)"), "write `Field_`");
        assert_eq!(written("p(Field) :- near(Field, Field_), near(_, Field)"), "write `Field_1`");
        assert_eq!(written("p(Field) :- far(Field), nobody(_, Field)"), "write `X_`");
        assert!(!written("p(_, Field) :- far(Field)").starts_with("write"), "a head has no local variable");
    }

    /// Each message, as its fix and whether the fix is made only on demand. No fix is the empty text.
    fn fixes(text: &str) -> Vec<(String, bool)> {
        let (_, found) = check_text("example.blanche", text);
        let fix = |message: crate::diagnostic::Diagnostic| {
            message.fix.map(|fix| (fix.title, fix.on_demand)).unwrap_or_default()
        };
        found.into_iter().map(fix).collect()
    }

    #[test]
    fn a_fix_does_not_give_two_things_one_name() {
        let on_demand = |text: &str, name: &str| {
            assert_eq!(fixes(text), [(format!("write `{name}`"), true)], "{text}");
        };
        on_demand("fact q(b-c, x), q(b.c, y)\n", "b.c");
        on_demand("fact b-c(x)\nfact b.c(y)\n", "b.c");
        on_demand("fact p(Jan, a), p(jan, b)\n", "jan");
        on_demand("fact Man(jan)\nfact man(piet)\n", "man");
        on_demand("fact q(\"Big Ben\"), q(big.ben)\n", "big.ben");
        let plain = |text: &str, name: &str| {
            assert_eq!(fixes(text)[0], (format!("write `{name}`"), false), "{text}");
        };
        plain("fact q(b-c, x), q(b-c, y)\n", "b.c");
        plain("fact p(Jan, a), p(piet, b)\n", "jan");
        plain("fact man(jan)\nold(X) :- Man(X)\n", "man");
        let two = fixes("fact q(b-c), q(b/c)\n");
        assert!(two.len() == 2 && two.iter().all(|(_, on_demand)| *on_demand), "{two:?}");
    }

    #[test]
    fn a_word_that_cannot_become_a_name_has_no_fix() {
        for word in ["/usr/bin", "usr/", "a//b", "X", "N2", "X_"] {
            assert_eq!(fixes(&format!("fact q({word})\n"))[0].0, "", "{word}");
        }
    }

    #[test]
    fn a_variable_of_a_sort_in_a_fact_is_no_misspelt_constant() {
        assert_eq!(advice("fact far(B)"), (Code::Expected, "write `b`".to_owned()));
        for line in ["fact far(Field)", "fact far(Field1)", "fact far(X)"] {
            let hint = "write a derivation for what holds of everything: `head :- body`";
            assert_eq!(advice(line), (Code::Expected, hint.to_owned()), "{line}");
        }
    }

    #[test]
    fn a_list_of_players_becomes_a_variable() {
        let players = "players left, right words Side\nfact disc(a, left), disc(b, right)\n";
        let rule = |premise: &str| {
            advice(&format!("{players}rule r for left, right at level 0 if far(Field){premise}")).1
        };
        assert_eq!(rule(""), "write `for Side`");
        assert_eq!(rule(", disc(Field, Side2)"), "write `for Side2`");
        assert!(rule(", disc(Field, left)").starts_with("write a variable"), "for whom does it hold?");
    }

    #[test]
    fn two_lone_underscores_are_two_variables() {
        let text = format!("{FACTS}p(Field) :- near(Field, _), near(_, Field)\n");
        let (_, found) = check_text("example.blanche", &text);
        let fixes: Vec<&str> =
            found.iter().filter_map(|one| Some(one.fix.as_ref()?.title.as_str())).collect();
        assert_eq!(fixes, ["write `Field_`", "write `Field_1`"]);
    }

    #[test]
    fn the_fix_of_an_extra_comma_depends_on_the_number_of_arguments() {
        for (line, written) in [
            ("p(Field) :- near(Field, )", "write `near(Field, Field2)`"),
            ("p(Field) :- far(Field), near(,Field)", "write `near(Field1, Field)`"),
            ("p(Field1) :- far(Field1), near(,Field1)", "write `near(Field2, Field1)`"),
            ("fact near(c, )", "write `near(c, Field2)`"),
        ] {
            assert_eq!(advice(line), (Code::ExtraComma, written.to_owned()), "{line}");
        }
        for line in ["p(Field) :- far(Field, )", "p(Field) :- near(Field,, Field_)"] {
            assert_eq!(advice(line), (Code::ExtraComma, "remove it".to_owned()), "{line}");
        }
        // There is no fix if the intended number of arguments is unknown, or if both numbers are possible.
        for line in ["p(Field, ) :- far(Field)", "fact far(a, b)\np(Field) :- far(Field, )"] {
            let hint = "write the argument, or remove the comma";
            assert_eq!(advice(line), (Code::ExtraComma, hint.to_owned()), "{line}");
        }
    }

    #[test]
    fn a_variable_shared_by_equal_calls_is_no_singleton() {
        let text = "sort number = 0 to 99 words N\nsort person = jan, mies words Person\n\
                    fact age(jan, 61), age(mies, 5)\nfact young(jan)\n";
        let found = |line: &str| check_text("example.blanche", &format!("{text}{line}\n")).1;
        let once = |line: &str| found(line).iter().any(|message| message.code == Code::Singleton);
        assert!(!once("ok :- age(Person) > 10, age(Person) < 50"));
        assert!(once("ok :- age(Person) > 10"));
        let misspelt = found("ok(Person1) :- young(Person1), age(Persom1) > 10, age(Persom1) < 50");
        let edits =
            misspelt.iter().find(|message| message.code == Code::LooksLike).and_then(|one| one.fix.as_ref());
        assert_eq!(edits.map(|fix| fix.edits.len()), Some(2), "{misspelt:?}");
    }
}
