//! What `noire explain` says, as JSON.

use blanche_compiler::why::{Hindrance, Kind, Line, Obstacle, Partial, Reason};
use noire::facts::Base;
use noire::presentation::words;
use noire::record::Entry;
use serde_json::{Map, Value, json};

use super::{Explained, Outcome, kind};

/// A position with what is said of rules.
pub(super) fn position(base: &Base, entry: &Entry, rules: &[Value]) -> Value {
    json!({ "position": entry.text, "id": entry.id, "base": base.name(), "rules": rules })
}

/// What is said of a rule.
pub(super) fn rule(base: &Base, one: &Explained<'_>) -> Value {
    let mut object = json!({
        "rule": one.rule.name,
        "colour": one.rule.colour,
        "level": one.rule.level,
        "place": one.rule.place,
    });
    match &one.outcome {
        Outcome::Applies(_, reasons) => {
            object["applies"] = json!(true);
            object["values"] = values(&one.values(base));
            object["because"] = reasons.iter().map(|reason| tree(base, reason)).collect();
        }
        Outcome::Fails(partials) => {
            object["applies"] = json!(false);
            object["furthest"] = partials.iter().map(|partial| furthest(base, partial)).collect();
        }
    }
    object["literals"] = json!(one.figure.literals);
    object["branches"] = one
        .figure
        .branches
        .iter()
        .map(|branch| {
            let steps: Vec<Value> = branch.steps.iter().map(|step| values(step)).collect();
            json!({ "steps": steps, "holds": branch.holds })
        })
        .collect();
    object["more_branches"] = json!(one.figure.hidden);
    object
}

fn values(values: &[(String, String)]) -> Value {
    let pairs = values.iter().map(|(name, value)| (name.clone(), json!(value)));
    Value::Object(pairs.collect::<Map<String, Value>>())
}

fn furthest(base: &Base, partial: &Partial) -> Value {
    let lines: Vec<Value> = partial
        .lines
        .iter()
        .map(|line| match line {
            Line::Holds(reason) => json!({ "holds": true, "why": tree(base, reason) }),
            Line::Fails(inner) => json!({ "holds": false, "why_not": obstacle(base, inner) }),
            Line::Unasked(said) => json!({ "holds": null, "said": said }),
        })
        .collect();
    json!({ "values": values(&partial.values), "literals": lines, "more": partial.more })
}

fn obstacle(base: &Base, inner: &Obstacle) -> Value {
    let mut object = json!({ "said": inner.said });
    match &inner.hindrance {
        Hindrance::Given { instead, .. } => {
            object["kind"] = json!("given");
            object["instead"] = instead
                .iter()
                .map(|instead| {
                    let facts: Vec<String> = instead.facts.iter().map(ToString::to_string).collect();
                    let said: Vec<Option<String>> = instead.facts.iter().map(words::fact).collect();
                    json!({ "open": instead.open, "facts": facts, "said": said, "more": instead.more })
                })
                .collect();
        }
        Hindrance::Different(left, right) => {
            object["kind"] = json!("different");
            object["values"] = json!([left, right]);
        }
        Hindrance::Refused(refused) => {
            object["kind"] = json!("refused");
            object["clauses"] = refused
                .iter()
                .map(|one| {
                    let partials: Vec<Value> =
                        one.partials.iter().map(|partial| furthest(base, partial)).collect();
                    json!({ "place": base.place(one.clause), "furthest": partials })
                })
                .collect();
        }
        Hindrance::Denied(reasons) => {
            object["kind"] = json!("denied");
            object["because"] = reasons.iter().map(|reason| tree(base, reason)).collect();
        }
        Hindrance::Unmade(action) => {
            object["kind"] = json!("unmade");
            object["action"] = json!(action.to_string());
        }
        Hindrance::Afterwards(partials) => {
            object["kind"] = json!("after");
            object["furthest"] = partials.iter().map(|partial| furthest(base, partial)).collect();
        }
        Hindrance::Deeper => object["kind"] = json!("deeper"),
    }
    object
}

/// A reason with what it follows from.
pub(crate) fn tree(base: &Base, reason: &Reason) -> Value {
    let mut object = json!({ "said": reason.said, "kind": kind(reason) });
    if let Kind::Derived(clause, _) = &reason.kind {
        object["place"] = json!(base.place(*clause));
    }
    if !reason.because.is_empty() {
        object["because"] = reason.because.iter().map(|reason| tree(base, reason)).collect();
    }
    object
}
