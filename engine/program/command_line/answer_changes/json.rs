//! Changes of answers as a JSON object.
//!
//! ```text
//! name, other           the game, and what it is compared with
//! exactly               true if every answer is compared, false if only marks of positions are
//! questions             number of rules, scores, preferences, draws and exports
//! changes               for each question with other answers:
//!   question            its title
//!   before, now         numbers of positions and solutions; null if the question does not exist
//!   other_weights       true if the value of its answers has changed
//!   every               compares every position (1), every second one (2), …; null if positions are unknown
//!   gained, lost, others  null, or the number of positions, and for the clearest of them:
//!     before, now       number of answers
//!     answer            the answer that was gained or lost, by variable; null if it is unknown
//!     command           a command that shows more
//!     diagram           a drawing of the position
//! ```

use serde_json::{Map, Value, json};

use super::{ComparedVersions, ComparisonSubject, Kind, clearest};
use blanche_compiler::expect::Bindings;
use noire_laboratory::answers::changes::{Change, ChangedPosition};
use noire_laboratory::answers::{Corpus, Counts};

/// The object with all changes.
pub(super) fn object(
    comparison: &ComparisonSubject,
    changes: &[Change],
    versions: &ComparedVersions<'_, impl Corpus>,
) -> Value {
    let changes: Vec<Value> = changes.iter().map(|one| change(comparison, one, versions)).collect();
    json!({
        "name": comparison.called,
        "other": comparison.other,
        "exactly": comparison.exactly,
        "questions": comparison.of,
        "changes": changes,
    })
}

fn change(
    comparison: &ComparisonSubject,
    change: &Change,
    versions: &ComparedVersions<'_, impl Corpus>,
) -> Value {
    let mut object = json!({
        "question": change.title,
        "before": change.before.map(counts),
        "now": change.now.map(counts),
        "other_weights": change.other_weights,
        "every": change.places.as_ref().map(|places| places.step),
    });
    for kind in Kind::ALL {
        let all = change.places.as_ref().map(|places| kind.places(places)).unwrap_or_default();
        let seen = clearest(all, versions).map(|place| {
            let mut seen = position(comparison, &change.title, kind, place, versions);
            seen["positions"] = all.len().into();
            seen
        });
        object[kind.key()] = seen.unwrap_or(Value::Null);
    }
    object
}

/// The numbers of positions and solutions of a question, as an object.
pub(crate) fn counts(counts: Counts) -> Value {
    json!({ "positions": counts.positions, "solutions": counts.solutions })
}

fn position(
    comparison: &ComparisonSubject,
    title: &str,
    kind: Kind,
    place: &ChangedPosition,
    versions: &ComparedVersions<'_, impl Corpus>,
) -> Value {
    let is_now = comparison.is_drawn_now(kind);
    json!({
        "before": place.before,
        "now": place.now,
        "answer": place.answer.as_ref().map(answer),
        "command": versions.command(title, place, is_now),
        "diagram": versions.diagram(title, place, place.answer.as_ref(), is_now),
    })
}

fn answer(answer: &Bindings) -> Value {
    let pairs = answer.iter().map(|(name, value)| (name.clone(), Value::from(value.clone())));
    Value::Object(pairs.collect::<Map<String, Value>>())
}
