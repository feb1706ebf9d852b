//! Suppresses messages about the meaning of items that probably do not say what their author means. These are items
//! with a misspelt or unbound variable, or with a double negation. If an item has a suppression for the message about
//! the variable, it is assumed to be intended.

use blanche_sorted::SortedSet;

use super::suppressions;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::files::Span;
use crate::syntax::index::Items;

/// The messages about variables that put the meaning of an item in doubt.
const OF_VARIABLES: [Code; 4] = [Code::NothingBinds, Code::CallerMustBind, Code::Singleton, Code::LooksLike];

/// Removes the messages about the meaning of items in doubt.
pub(super) fn apply(
    items: &Items<'_>,
    of_text: &[Diagnostic],
    mut found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let doubtful: SortedSet<Span> = found
        .iter()
        .filter(|message| OF_VARIABLES.contains(&message.code) && !is_allowed(items, message))
        .chain(of_text.iter().filter(|message| message.code == Code::DoubleNegation))
        .filter_map(|message| items.around(message.label.span))
        .collect();
    found.retain(|message| {
        !message.code.is_of_body()
            || items.around(message.label.span).is_none_or(|item| !doubtful.contains(&item))
    });
    found
}

/// Whether a suppression will remove a message.
fn is_allowed(items: &Items<'_>, message: &Diagnostic) -> bool {
    let item = items.around(message.label.span).and_then(|span| items.by_span.get(&span));
    message.severity != Severity::Error
        && item.is_some_and(|item| item.allows.iter().any(|allow| suppressions::names(allow, message.code)))
}
