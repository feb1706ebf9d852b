//! Changes of answers for programs: an object.
//!
//! ```text
//! name, other           what was compared, and with what
//! exactly               every answer was compared; otherwise marks of positions
//! questions             how many rules, scores, preferences, draws and exports there are
//! changes               for each that answers something else:
//!   question            its title
//!   before, now         positions in which it applies, and solutions; null where there is no such question
//!   other_weights       what its answers are worth is another number
//!   every               of so many positions one was looked at; null where nobody knows the positions
//!   gained, lost, others  null, or how many positions, and of the clearest of them:
//!     before, now       the number of its answers
//!     answer            the one that was gained or lost, by variables; null where that is not known
//!     command           what shows more of it
//!     diagram           the position, drawn
//! ```

use serde_json::{Map, Value, json};

use super::{Kind, Shown, Words, clearest};
use crate::laboratory::answers::changes::{Change, Place};
use crate::laboratory::answers::{Corpus, Counts};
use blanche_compiler::expect::Bindings;

/// All changes.
pub(super) fn object(words: &Words, changes: &[Change], drawing: &Shown<'_, impl Corpus>) -> Value {
    let changes: Vec<Value> = changes.iter().map(|one| change(words, one, drawing)).collect();
    json!({
        "name": words.called,
        "other": words.other,
        "exactly": words.exactly,
        "questions": words.of,
        "changes": changes,
    })
}

fn change(words: &Words, change: &Change, drawing: &Shown<'_, impl Corpus>) -> Value {
    let mut object = json!({
        "question": change.title,
        "before": change.before.map(counts),
        "now": change.now.map(counts),
        "other_weights": change.other_weights,
        "every": change.places.as_ref().map(|places| places.step),
    });
    for kind in Kind::ALL {
        let all = change.places.as_ref().map(|places| kind.places(places)).unwrap_or_default();
        let seen = clearest(all, drawing).map(|place| {
            let mut seen = position(words, &change.title, kind, place, drawing);
            seen["positions"] = all.len().into();
            seen
        });
        object[kind.key()] = seen.unwrap_or(Value::Null);
    }
    object
}

/// How often a question answers.
pub(crate) fn counts(counts: Counts) -> Value {
    json!({ "positions": counts.positions, "solutions": counts.solutions })
}

fn position(
    words: &Words,
    title: &str,
    kind: Kind,
    place: &Place,
    drawing: &Shown<'_, impl Corpus>,
) -> Value {
    let is_now = words.is_drawn_now(kind);
    json!({
        "before": place.before,
        "now": place.now,
        "answer": place.answer.as_ref().map(answer),
        "command": drawing.command(title, place, is_now),
        "diagram": drawing.diagram(title, place, place.answer.as_ref(), is_now),
    })
}

fn answer(answer: &Bindings) -> Value {
    let pairs = answer.iter().map(|(name, value)| (name.clone(), Value::from(value.clone())));
    Value::Object(pairs.collect::<Map<String, Value>>())
}
