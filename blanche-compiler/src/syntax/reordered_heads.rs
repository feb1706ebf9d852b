//! Reports item heads whose parts are in the wrong order: `rule NAME at level 1 for COLOUR plays VARIABLE if`.

use blanche_sorted::Arrange;

use crate::diagnostic::{Code, Diagnostic};

use super::token::{Kind, Token};
use super::usages::usage;

/// The keywords of the parts of a head, in the required order.
fn order(item: &str) -> Option<&'static [&'static str]> {
    Some(match item {
        "rule" => &["for", "at", "plays"],
        "score" => &["for", "attacking", "defending", "when"],
        "move" => &["for", "plays"],
        "preference" => &["for", "plays", "worth"],
        _ => return None,
    })
}

/// The message about a head that has all its parts in the wrong order. `found` is the first unexpected token.
pub(super) fn reordered(tokens: &[Token], found: &Token) -> Option<Diagnostic> {
    let [item, name, rest @ ..] = tokens else { return None };
    let order = order(item.text)?;
    let end = rest.iter().position(|token| token.is("if") || token.first || token.kind == Kind::End)?;
    let head = &rest[..end];
    let is_plain = |token: &Token| token.kind.is_word() || matches!(token.kind, Kind::Comma | Kind::Minus);
    if name.kind != Kind::Name || !head.iter().all(is_plain) || found.span.start > head.last()?.span.start {
        return None;
    }
    let place = |token: &Token| order.iter().position(|word| token.is(word));
    let mut parts: Vec<(usize, &[Token])> = Vec::new();
    for part in head.chunk_by(|_, next| place(next).is_none()) {
        parts.push((place(&part[0])?, part));
    }
    let written = parts.clone();
    parts.arrange_by_key(|(place, _)| *place);
    let sorted: Vec<usize> = parts.iter().map(|(place, _)| *place).collect();
    let (late, early) = parts.iter().zip(&written).find(|(ours, theirs)| ours.0 != theirs.0)?;
    // The last part is optional for rules (at level 0 nothing is played) and scores (`when named`).
    let is_whole = |count: usize| sorted == (0..count).collect::<Vec<usize>>();
    let least = if item.is("rule") || item.is("score") { order.len() - 1 } else { order.len() };
    if !(least..=order.len()).any(is_whole) || !parts.iter().all(|(_, part)| is_whole_part(part)) {
        return None;
    }
    let ours = parts.iter().map(|(_, part)| joined(part)).collect::<Vec<_>>().join(" ");
    let place = head[0].span.to(head[head.len() - 1].span);
    let title = format!("the parts of the {} in another order", item.text);
    let label = format!("`{}` comes before it", late.1[0].text);
    let message = Diagnostic::new(Code::Expected, title, early.1[0].span, label);
    Some(message.hint(usage(item.text)).fix(format!("write `{ours}`"), place, ours))
}

/// Whether a part of a head, which begins with its keyword, has what belongs to this keyword. Otherwise the keywords are
/// wrong, not the order of the parts.
fn is_whole_part(part: &[Token]) -> bool {
    let [word, value, rest @ ..] = part else { return false };
    match word.text {
        "for" => {
            part[1..].iter().all(|token| matches!(token.kind, Kind::Name | Kind::Variable | Kind::Comma))
        }
        "at" => value.is("level") && matches!(rest, [level] if level.kind == Kind::Number),
        "plays" => value.kind == Kind::Variable,
        "attacking" | "defending" | "worth" => {
            matches!(value.kind, Kind::Number | Kind::Variable | Kind::Minus)
        }
        "when" => value.is("named") && rest.is_empty(),
        _ => true,
    }
}

/// The texts of tokens, joined by spaces as the printer writes them.
fn joined(tokens: &[Token]) -> String {
    let mut text = String::new();
    let mut is_behind_minus = false;
    for token in tokens {
        if !text.is_empty() && token.kind != Kind::Comma && !is_behind_minus {
            text.push(' ');
        }
        text += token.text;
        is_behind_minus = token.kind == Kind::Minus;
    }
    text
}
