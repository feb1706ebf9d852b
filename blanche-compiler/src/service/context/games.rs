//! The completion context in items of a game: the head of a move, the lines of its effects, the position after `worth`,
//! and so on.

use super::{Tokens, Wanted, behind_literals, declares};
use crate::syntax::OF_GAMES;

/// Whether the item belongs to a game.
pub(super) fn is_of_game(tokens: &Tokens<'_>) -> bool {
    OF_GAMES.contains(&tokens.word(0)) && declares(tokens, 0)
}

/// What could follow the tokens of an item. `own_line` says whether the cursor is on a line after the last token.
pub(super) fn wanted(tokens: &Tokens<'_>, own_line: bool) -> Wanted {
    let last = tokens.back(1);
    match tokens.word(0) {
        "players" if last == "words" || tokens.has("words") => Wanted::Nothing,
        "players" if last != "players" && last != "," => Wanted::Words(&["words"]),
        "starts" if last == "starts" => Wanted::Player,
        "state" => state(tokens),
        "start" => start(tokens),
        "move" => one_move(tokens, own_line),
        "blocked" if last == "blocked" => Wanted::Words(&["loses", "draws", "passes"]),
        "draw" if tokens.has("if") => behind_literals(tokens).unwrap_or(Wanted::Nothing),
        "draw" if tokens.spans.len() == 2 => Wanted::Words(&["if"]),
        "margin" => margin(tokens),
        "claims" => claims(tokens),
        "preference" => preference(tokens),
        "drawn" => drawn(tokens),
        _ => Wanted::Nothing,
    }
}

/// What could follow in a state declaration: `state piece(Field, Color) one Color, history`.
fn state(tokens: &Tokens<'_>) -> Wanted {
    match tokens.back(1) {
        "state" | "one" => Wanted::Nothing,
        "," => Wanted::Words(&["history"]),
        _ if tokens.has("one") => Wanted::Nothing,
        _ => Wanted::Words(&["one"]),
    }
}

/// What could follow in a start declaration: `start piece(a1, left), piece(a2, left) if …`.
fn start(tokens: &Tokens<'_>) -> Wanted {
    match tokens.back(1) {
        _ if tokens.has("if") => behind_literals(tokens).unwrap_or(Wanted::Nothing),
        "start" | "," => Wanted::State,
        _ => Wanted::Words(&["if"]),
    }
}

/// What could follow in a supposition: `claims from level 3 suppose …`.
fn claims(tokens: &Tokens<'_>) -> Wanted {
    match tokens.back(1) {
        "suppose" => Wanted::Literal,
        _ if tokens.has("suppose") => behind_literals(tokens).unwrap_or(Wanted::Nothing),
        "claims" => Wanted::Words(&["suppose", "from level"]),
        "from" => Wanted::Words(&["level"]),
        "level" => Wanted::Words(&["1", "3", "5", "7"]),
        _ => Wanted::Words(&["suppose"]),
    }
}

/// What could follow in a drawing declaration: `drawn piece(Field, left) as x`.
fn drawn(tokens: &Tokens<'_>) -> Wanted {
    match tokens.back(1) {
        "drawn" | "," => Wanted::State,
        ")" => Wanted::Words(&["as"]),
        _ => Wanted::Nothing,
    }
}

/// What could follow in a move: in its head, its premise or its effects.
fn one_move(tokens: &Tokens<'_>, own_line: bool) -> Wanted {
    const EFFECTS: Wanted = Wanted::Words(&["removes", "adds", "then"]);
    if let Some(effect) = last_effect(tokens) {
        let line = Tokens { text: tokens.text, spans: &tokens.spans[effect..] };
        let has_condition = line.has("if") || line.has("for");
        if line.word(0) == "then" && !has_condition {
            return continuation(&line, own_line).unwrap_or(EFFECTS);
        }
        return match line.back(1) {
            "removes" | "adds" => Wanted::State,
            "," if !has_condition => Wanted::State,
            "for" => Wanted::Literal,
            _ if has_condition && behind_literals(&line).is_some() => {
                behind_literals(&line).unwrap_or(Wanted::Nothing)
            }
            _ if own_line => EFFECTS,
            _ if has_condition => Wanted::Nothing,
            _ => Wanted::Words(&["if", "for"]),
        };
    }
    if tokens.has("if") {
        return behind_literals(tokens).unwrap_or(if own_line { EFFECTS } else { Wanted::Nothing });
    }
    match head(tokens) {
        Some(wanted) => wanted,
        None if own_line => EFFECTS,
        None => Wanted::Words(&["if"]),
    }
}

/// What could follow in a continuation: `then jump from Field3 if …`. `None` where a new line can start.
fn continuation(line: &Tokens<'_>, own_line: bool) -> Option<Wanted> {
    match line.back(1) {
        "then" => Some(Wanted::Continued),
        "from" | "," => Some(Wanted::Moved),
        _ if own_line => None,
        _ if line.has("from") => Some(Wanted::Words(&["if"])),
        _ => Some(Wanted::Words(&["from", "if"])),
    }
}

/// The index of the first token of the last effect line.
fn last_effect(tokens: &Tokens<'_>) -> Option<usize> {
    let begins_line = |at: usize| {
        let between = tokens.spans[at - 1].range().end..tokens.spans[at].range().start;
        tokens.text.get(between).is_some_and(|between| between.contains('\n'))
    };
    (1..tokens.spans.len())
        .rev()
        .find(|at| ["removes", "adds", "then"].contains(&tokens.word(*at)) && begins_line(*at))
}

/// What could follow in a margin: `margin for Color counts Field if …`.
fn margin(tokens: &Tokens<'_>) -> Wanted {
    match (tokens.back(1), tokens.back(2)) {
        _ if tokens.has("if") => behind_literals(tokens).unwrap_or(Wanted::Nothing),
        ("margin", _) => Wanted::Words(&["for"]),
        ("for", _) => Wanted::Player,
        (_, "for") => Wanted::Words(&["counts", "against"]),
        ("against" | "counts" | ",", _) => Wanted::Nothing,
        (_, "against") => Wanted::Words(&["counts"]),
        _ => Wanted::Words(&["if"]),
    }
}

/// What could follow in a preference: `preference corner for Color plays Field worth 50 if …`.
fn preference(tokens: &Tokens<'_>) -> Wanted {
    if tokens.has("if") {
        return behind_literals(tokens).unwrap_or(Wanted::Words(&["up to symmetry"]));
    }
    match (tokens.back(1), tokens.back(2)) {
        ("worth", _) => Wanted::Nothing,
        _ if tokens.has("worth") => Wanted::Words(&["if"]),
        _ => head(tokens).unwrap_or(Wanted::Words(&["worth"])),
    }
}

/// What could follow in the head of an item, up to the variables that it plays. `None` after these variables.
fn head(tokens: &Tokens<'_>) -> Option<Wanted> {
    Some(match (tokens.back(1), tokens.back(2)) {
        _ if tokens.spans.len() < 2 => Wanted::Nothing,
        ("plays", _) => Wanted::Moved,
        (",", _) if tokens.has("plays") => Wanted::Moved,
        _ if tokens.has("plays") => return None,
        ("for", _) => Wanted::Player,
        (_, "for") => Wanted::Words(&["plays", "against"]),
        ("against", _) => Wanted::Nothing,
        (_, "against") => Wanted::Words(&["plays"]),
        _ => Wanted::Words(&["for"]),
    })
}
