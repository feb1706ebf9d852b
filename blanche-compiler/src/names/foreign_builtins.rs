//! Recognises builtins of other languages and explains the equivalent in BLANCHE. Their names are never treated as
//! misspelt names of the program.

use super::arities::{fits, written};
use super::model::{Bodies, Declared};
use super::player_sides;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::PredicateId;
use crate::syntax::ast::{self, LiteralKind, Term};

/// The hint that explains how to count answers.
const COUNT: &str = "to count answers, write `count X_ (parent(X_, Y)) = N`; `sum`, `min` and `max` are \
                     written in the same way";

/// Names of builtins in other languages that count or aggregate.
const COUNTING: [&str; 8] = ["count", "length", "size", "card", "cardinality", "sum", "min", "max"];

/// Names of builtins in other languages that take a body as an argument and are superfluous in BLANCHE.
const CALLING: [&str; 4] = ["once", "call", "ignore", "apply"];

/// The message about a literal with a body as an argument: `count(three(X, Y_)) = 0`, `once(three(X, Y_))`.
pub(super) fn over_a_body(resolver: &Bodies<'_>, kind: &LiteralKind) -> Option<Diagnostic> {
    match kind {
        LiteralKind::Atom(atom) if holds_a_body(resolver, atom, &atom.arguments) => {
            Some(about_a_body(resolver, kind, atom, &atom.arguments))
        }
        LiteralKind::Comparison(comparison) => {
            let calls = comparison.terms().filter_map(|term| match term {
                Term::Call(call) => Some(call),
                _ => None,
            });
            let mut of_bodies = calls.filter(|call| holds_a_body(resolver, call.atom(), call.arguments()));
            of_bodies.next().map(|call| about_a_body(resolver, kind, call.atom(), call.arguments()))
        }
        _ => None,
    }
}

/// Whether the predicate is unknown with any number of arguments, and one of the arguments is a literal rather than a
/// value.
fn holds_a_body(resolver: &Declared<'_>, atom: &ast::Atom, arguments: &[Term]) -> bool {
    let name = atom.predicate.text.as_str();
    if resolver.predicate_names.contains_key(name)
        || resolver.recovery.is_dropped(name)
        || resolver.sort_names.contains_key(name)
    {
        return false;
    }
    arguments.iter().any(|argument| {
        let Term::Call(call) = argument else { return false };
        let (inner, written) = (&call.atom().predicate.text, call.arguments().len());
        let is_value = resolver.predicate(inner, written + 1).is_some();
        !is_value && (resolver.predicate(inner, written).is_some() || COUNTING.contains(&name))
    })
}

fn about_a_body(
    resolver: &Bodies<'_>,
    kind: &LiteralKind,
    atom: &ast::Atom,
    arguments: &[Term],
) -> Diagnostic {
    let word = atom.predicate.text.as_str();
    let title = format!("there is no predicate `{word}`");
    let label = "its argument is a body, but arguments are values";
    let message = Diagnostic::new(Code::UnknownPredicate, title, atom.predicate.span, label);
    let body = match arguments {
        [Term::Call(call)] => Some(call),
        _ => None,
    };
    if COUNTING.contains(&word) {
        let message = message.hint(COUNT);
        let counted = body.and_then(|call| Some((call, counted(resolver, call)?)));
        return match (kind, counted) {
            (LiteralKind::Comparison(comparison), Some((call, variables))) if word == "count" => {
                let written = format!("count {variables} ({})", call.value().text);
                let is_left = matches!(comparison.left.term(), Some(Term::Call(_)));
                if is_left { message.fix(format!("write `{written}`"), atom.span, written) } else { message }
            }
            _ => message,
        };
    }
    match body {
        Some(call) if CALLING.contains(&word) && matches!(kind, LiteralKind::Atom(_)) => {
            let text = call.value().text.clone();
            message.hint("a body needs no predicate around it").fix(
                format!("write `{text}`"),
                atom.span,
                text,
            )
        }
        _ => message.hint("write what must hold as a literal of its own"),
    }
}

/// The local variables that occur only inside the counted literal, as a text separated by commas.
fn counted(resolver: &Bodies<'_>, call: &ast::Call) -> Option<String> {
    let times = |text: &str, name: &str| {
        text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| *word == name).count()
    };
    let (item, inside) = (resolver.around?.span, call.span());
    let (item, inside) = (resolver.sources.text(item), resolver.sources.text(inside));
    let mut variables: Vec<&str> = Vec::new();
    for term in call.arguments() {
        if let Term::Variable(name) = term
            && ast::is_local(&name.text)
            && times(item, &name.text) == times(inside, &name.text)
            && !variables.contains(&name.text.as_str())
        {
            variables.push(&name.text);
        }
    }
    (!variables.is_empty()).then(|| variables.join(", "))
}

/// A hint about a predicate that is a builtin in other languages, with its replacement in BLANCHE if there is one.
pub(super) fn foreign_builtin(resolver: &Declared<'_>, atom: &ast::Atom) -> Option<(String, Option<String>)> {
    let name = atom.predicate.text.as_str();
    let (hint, ours) = match (name, atom.arguments.as_slice()) {
        ("dif" | "different" | "unequal" | "neq" | "not.equal" | "not_equal", [one, other]) => {
            let ours = format!("¬equal({}, {})", written(one), written(other));
            ("to say that two values differ, deny that they are equal", Some(ours))
        }
        ("true", []) => ("what always holds need not be stated: remove it", None),
        ("false" | "fail", []) => ("a clause that never holds can be removed", None),
        ("between", [low, high, number]) if !atom.is_called() => {
            let (low, high, number) = (written(low), written(high), written(number));
            let ours = format!("{low} ≤ {number}, {number} ≤ {high}");
            ("a number between two others needs two comparisons", Some(ours))
        }
        ("member" | "append" | "nth0" | "nth1" | "memberchk" | "reverse" | "sort" | "msort", [_, _, ..]) => {
            ("there are no lists: state each value in a fact, `fact corner(a1), corner(a8)`", None)
        }
        ("write" | "writeln" | "print" | "format" | "nl" | "printf", _) => {
            ("rules print nothing: the program that queries them prints the answers; remove it", None)
        }
        ("assert" | "asserta" | "assertz" | "retract" | "retractall", _) => {
            ("rules change nothing: the effects of a move follow its premise, `adds` and `removes`", None)
        }
        ("findall" | "bagof" | "setof" | "aggregate_all" | "aggregate", _) => (COUNT, None),
        _ if COUNTING.contains(&name) => (COUNT, None),
        _ => return of_a_player(resolver, atom),
    };
    Some((hint.to_owned(), ours))
}

/// Recognises `left.three(Line, Side)` or `left.three(Line)` for `three(Line, Side)`: the player is an argument and
/// not part of the name.
fn of_a_player(resolver: &Declared<'_>, atom: &ast::Atom) -> Option<(String, Option<String>)> {
    let (player, rest) = atom.predicate.text.split_once('.')?;
    if atom.is_called() || !player_sides::words(resolver).iter().any(|word| word == player) {
        return None;
    }
    let arguments: Vec<String> = atom.arguments.iter().map(written).collect();
    let for_players = |id: PredicateId, at: usize| {
        let sort = resolver.program.predicate(id).known_sort(at);
        sort.is_some_and(|sort| player_sides::lacks_player(resolver, sort).is_none())
    };
    let said = || format!("the player is an argument of `{rest}`");
    // One of the arguments is a variable for the player.
    if let Some(id) = resolver.predicate(rest, arguments.len()) {
        let is_any = |at: &usize| {
            let is_variable = matches!(atom.arguments[*at], Term::Variable(_));
            is_variable && for_players(id, *at) && fits(resolver, id, *at, &atom.arguments[*at]) > 0
        };
        let mut places = (0..arguments.len()).filter(is_any);
        let at = places.next().filter(|_| places.next().is_none())?;
        let mut arguments = arguments;
        player.clone_into(&mut arguments[at]);
        return Some((said(), Some(format!("{rest}({})", arguments.join(", ")))));
    }
    let id = resolver.predicate(rest, arguments.len() + 1)?;
    let may_be = |at: &usize| {
        let mut terms = atom.arguments.iter().enumerate();
        for_players(id, *at)
            && terms.all(|(term, written)| fits(resolver, id, term + usize::from(term >= *at), written) > 0)
    };
    let mut places = (0..=arguments.len()).filter(may_be);
    let at = places.next().filter(|_| places.next().is_none())?;
    let mut arguments = arguments;
    arguments.insert(at, player.to_owned());
    Some((said(), Some(format!("{rest}({})", arguments.join(", ")))))
}

#[cfg(test)]
mod tests {
    use crate::check_text;

    const FACTS: &str = "players left, right words Side\nsort line = top, middle, bottom words Line\n\
        fact row(top, left), row(middle, right)\nfact size(top, 3), size(middle, 5)\n\
        %% Counted.\ncounts(Line, Side) :- row(Line, Side)\n%% Three.\nthree(Line, Side) :- row(Line, Side)\n";

    /// The titles of the messages and the texts of the fixes, for a clause with this body.
    fn titles_and_fixes(body: &str) -> Vec<(String, Option<String>)> {
        let text = format!("library\n{FACTS}%% P.\np(Line) :- {body}\n");
        let (_, found) = check_text("test.blanche", &text);
        let fix = |message: &crate::diagnostic::Diagnostic| {
            message.fix.as_ref().map(|fix| fix.edits[0].text.clone())
        };
        found.iter().map(|message| (message.title.clone(), fix(message))).collect()
    }

    fn one_message(title: &str, fix: Option<&str>) -> Vec<(String, Option<String>)> {
        vec![(title.to_owned(), fix.map(str::to_owned))]
    }

    #[test]
    fn a_count_in_foreign_syntax_is_one_mistake() {
        let counted = one_message("there is no predicate `count`", Some("count Side_ (three(Line, Side_))"));
        assert_eq!(titles_and_fixes("row(Line, left), count(three(Line, Side_)) = 0"), counted);
        let no_variable = one_message("there is no predicate `count`", None);
        assert_eq!(titles_and_fixes("row(Line, left), count(three(Line, left)) = 0"), no_variable);
        assert_eq!(
            titles_and_fixes("row(Line, left), sum(three(Line, Side_)) = 0"),
            one_message("there is no predicate `sum`", None)
        );
        assert_eq!(titles_and_fixes("size(Line, N), N = count(three(Line, Side_))"), no_variable);
    }

    #[test]
    fn a_foreign_wrapper_is_replaced_by_its_body() {
        let once = one_message("there is no predicate `once`", Some("three(Line, Side_)"));
        assert_eq!(titles_and_fixes("once(three(Line, Side_))"), once);
    }

    #[test]
    fn a_foreign_builtin_is_no_misspelt_predicate() {
        assert_eq!(
            titles_and_fixes("row(Line, left), count(Line, left)"),
            one_message("there is no predicate `count`", None)
        );
        let between = one_message("there is no predicate `between`", Some("1 ≤ N, N ≤ 3"));
        assert_eq!(titles_and_fixes("size(Line, N), between(1, 3, N)"), between);
        assert_eq!(
            titles_and_fixes("row(Line, left), writeln(Line)"),
            one_message("there is no predicate `writeln`", None)
        );
    }

    #[test]
    fn a_player_in_a_predicate_name_becomes_an_argument() {
        let unknown = |name: &str| format!("there is no predicate `{name}`");
        assert_eq!(
            titles_and_fixes("left.three(Line, Side_)"),
            one_message(&unknown("left.three"), Some("three(Line, left)"))
        );
        assert_eq!(
            titles_and_fixes("left.three(Line)"),
            one_message(&unknown("left.three"), Some("three(Line, left)"))
        );
        assert_eq!(titles_and_fixes("left.four(Line)"), one_message(&unknown("left.four"), None));
    }
}
