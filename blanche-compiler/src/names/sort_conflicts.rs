//! Messages about variables and arguments whose sorts conflict.

use super::constants::roots_of_constant;
use super::model::Declared;
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::files::Span;
use crate::program::{Atom, PredicateId, SortId, Variable};
use crate::spelling::{list, with_article};
use crate::syntax::ast;

/// Why a variable has its sort.
#[derive(Clone, Copy)]
pub(super) enum SortReason {
    /// The name of the variable begins with a prefix that the sort declares (`words`).
    Word,
    /// The variable is an argument of this predicate.
    Place(PredicateId, Span),
    /// The variable is equal to a value of this sort.
    Equal(Span),
    /// The variable represents a player.
    Player,
}

/// The sort of a variable and the reason for it; `None` if the sort is not known yet.
pub(super) type InferredSort = Option<(SortId, SortReason)>;

/// The message about a variable whose sort is unknown. If the variable equals a constant (`constant`), the message
/// explains why this does not determine the sort.
pub(super) fn unclear(resolver: &Declared<'_>, variable: &Variable, constant: Option<&str>) -> Diagnostic {
    let message = Diagnostic::new(
        Code::SortUnclear,
        format!("cannot infer the sort of `{}`", variable.name),
        variable.span,
        "it is not used as an argument of a known sort",
    );
    let message = match constant {
        Some(text) => {
            let known: Vec<String> = roots_of_constant(resolver, text)
                .into_iter()
                .map(|root| resolver.program.sort(root).name.clone())
                .collect();
            message.hint(match known.is_empty() {
                true => format!("no sort has the constant `{text}`"),
                false => format!("`{text}` is a value of {}", list(&known, "and")),
            })
        }
        None => message,
    };
    message.hint("use it in a literal that determines its sort")
}

/// The message about two swapped arguments.
pub(super) fn swapped(
    resolver: &Declared<'_>,
    atom: &Atom,
    tree: &ast::Atom,
    (first, second): (usize, usize),
) -> Diagnostic {
    let (a, b) = (tree.arguments[first].span(), tree.arguments[second].span());
    let (a_text, b_text) = (resolver.sources.text(a), resolver.sources.text(b));
    let predicate = resolver.program.predicate(atom.predicate);
    let title = format!("the arguments of `{}` are in the wrong order", predicate.name);
    let (inner, outer) = if a.encloses(b) { (b_text, a) } else { (a_text, b) };
    if a.encloses(b) || b.encloses(a) {
        // The predicate is used as a call, so its last argument is the call itself and cannot be swapped with an
        // argument inside its brackets.
        let label = format!(
            "it stands for the last argument of `{}`, but `{inner}` would have to be that argument",
            predicate.name
        );
        let message = Diagnostic::new(Code::SwappedArguments, title, outer, label).hint(format!(
            "write {}({}) in a literal of its own",
            predicate.name,
            predicate.parameters.join(", ")
        ));
        return declared_there(resolver, message, atom.predicate);
    }
    let message = Diagnostic::new(
        Code::SwappedArguments,
        title,
        a.to(b),
        format!("`{a_text}` and `{b_text}` must change places"),
    )
    .hint(format!("the declared order is {}({})", predicate.name, predicate.parameters.join(", ")))
    .fixes(
        format!("swap `{a_text}` and `{b_text}`"),
        vec![Edit { span: a, text: b_text.to_owned() }, Edit { span: b, text: a_text.to_owned() }],
    );
    declared_there(resolver, message, atom.predicate)
}

/// Adds a label that points to the declaration of the predicate and shows its parameters.
pub(super) fn declared_there(
    resolver: &Declared<'_>,
    message: Diagnostic,
    predicate: PredicateId,
) -> Diagnostic {
    let predicate = resolver.program.predicate(predicate);
    match predicate.span {
        Some(span) => message
            .and(span, format!("declared here as {}({})", predicate.name, predicate.parameters.join(", "))),
        None => message,
    }
}

/// The message about a variable with two incompatible sorts.
pub(super) fn two_sorts(
    resolver: &Declared<'_>,
    name: &str,
    (sort, reason): (SortId, SortReason),
    (wanted, predicate): (SortId, PredicateId),
    span: Span,
) -> Diagnostic {
    let program = &resolver.program;
    let (sort, wanted) = (program.sort(sort), &program.sort(wanted).name);
    let signature = program.predicate(predicate).signature();
    match reason {
        SortReason::Word => declared_there(
            resolver,
            Diagnostic::new(
                Code::WrongSort,
                format!(
                    "`{name}` is {}, but `{signature}` expects {} here",
                    with_article(&sort.name),
                    with_article(wanted)
                ),
                span,
                format!("{} is expected here", with_article(wanted)),
            ),
            predicate,
        )
        .hint(format!(
            "`{name}` is a `{}` because its name begins with {}",
            sort.name,
            list(&sort.words, "or")
        )),
        SortReason::Place(other, first) => Diagnostic::new(
            Code::NoCommonSort,
            format!("`{name}` cannot be a `{}` and a `{wanted}`", sort.name),
            span,
            format!("`{signature}` expects a `{wanted}` here"),
        )
        .and(first, format!("`{}` expects a `{}` here", program.predicate(other).signature(), sort.name))
        .hint("use two variables, or another predicate at one of the two places"),
        SortReason::Equal(first) => Diagnostic::new(
            Code::NoCommonSort,
            format!("`{name}` cannot be a `{}` and a `{wanted}`", sort.name),
            span,
            format!("`{signature}` expects a `{wanted}` here"),
        )
        .and(first, format!("here it equals a `{}`", sort.name)),
        SortReason::Player => unreachable!("a player is searched in the sort of each argument"),
    }
}
