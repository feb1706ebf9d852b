//! Facts about a position as English sentences. A predicate of the domain has such a sentence only if the sentence is
//! clearer than the literal in a rule.

use blanche_compiler::why::Fact;

use crate::board::{Group, Point};

/// A fact in words, such as `h9 holds a white stone`; `None` if there is no sentence for its predicate.
pub fn fact(fact: &Fact) -> Option<String> {
    let arguments: Vec<&str> = fact.arguments.iter().map(String::as_str).collect();
    Some(match (fact.predicate.as_str(), arguments.as_slice()) {
        ("color", [field, "none"]) => format!("{field} is empty"),
        ("color", [field, color]) => format!("{field} holds a {color} stone"),
        ("group", [group, "none", _]) => format!("{group} holds no stone"),
        ("group", [group, "both", _]) => format!("{group} holds stones of both colours"),
        ("group", [group, "white", stones]) => {
            format!("{group} holds {} and no black one", count(stones, "white"))
        }
        ("group", [group, "black", stones]) => {
            format!("{group} holds {} and no white one", count(stones, "black"))
        }
        ("in", [field, group, "1", "5"]) => format!("{field} lies in {group}"),
        // Name the actual place of the field, which says more than the range of places in the rule.
        ("in", [field, group, _, _]) => match place(field, group)? {
            0 | 6 => format!("{field} borders {group}"),
            place => format!("{field} has the position {place} in {group}"),
        },
        ("direction", [group, direction @ ("row" | "column")]) => format!("{group} lies in a {direction}"),
        ("direction", [group, direction]) => format!("{group} lies in a {direction} diagonal"),
        ("last.move", [field]) => format!("the last stone was set on {field}"),
        _ => return None,
    })
}

/// The place of a field in a group. The places 0 and 6 are border fields.
fn place(field: &str, group: &str) -> Option<u8> {
    let (field, group) = (field.parse::<Point>().ok()?, group.parse::<Group>().ok()?);
    group.place(field)
}

/// A number of stones in words, such as `three white stones`.
fn count(stones: &str, color: &str) -> String {
    let word = match stones {
        "1" => return format!("one {color} stone"),
        "2" => "two",
        "3" => "three",
        "4" => "four",
        "5" => "five",
        other => other,
    };
    format!("{word} {color} stones")
}
