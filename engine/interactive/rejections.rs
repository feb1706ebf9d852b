//! Why moves that people enter are refused, in the language of the user.

use blanche_compiler::game::MoveFault;
use noire_engine::record::quoted;

use crate::interactive_game::{RejectedMove, player_text};
use crate::translations::Translations;

/// Maximum number of moves that a sentence gives as examples.
const EXAMPLES: usize = 5;

/// Why the text `text` is not a legal move, as a sentence.
pub fn rejection_text(translations: &Translations, text: &str, rejected: &RejectedMove) -> String {
    match rejected {
        RejectedMove::NoMove => translations.format("page-not-a-move", &[("text", text.into())]),
        RejectedMove::Occupied => translations.format("not-empty", &[("move", text.into())]),
        RejectedMove::Unplayable(fault) => fault_text(translations, fault),
    }
}

/// Why a text is not a legal move of a game that is defined in rule files, as a sentence without a full stop. A fault of
/// the rules themselves is described in English.
pub fn fault_text(translations: &Translations, fault: &MoveFault) -> String {
    let (name, found, player, examples) = match fault {
        MoveFault::Unreadable { found, examples } => ("move-unreadable", found, "", examples),
        MoveFault::Illegal { found, player, examples } => ("move-illegal", found, player.as_str(), examples),
        MoveFault::Unclear { found, examples } => ("move-unclear", found, "", examples),
        MoveFault::Fault(fault) => return fault.to_string(),
    };
    let expected = match (name, examples.len()) {
        ("move-unclear", _) => "expected-meant",
        (_, 0) => "expected-nothing",
        ("move-unreadable", _) => "expected-such",
        (_, 1) => "expected-only",
        _ => "expected-one-of",
    };
    let (found, player, moves) = (quoted(found), player_text(translations, player), some(examples));
    let said =
        translations.format(name, &[("move", found.as_str().into()), ("colour", player.as_str().into())]);
    let expected = translations.format(expected, &[("moves", moves.as_str().into())]);
    format!("{said}: {expected}")
}

/// A few examples for a sentence, such as `` `a1`, `b2` … ``.
fn some(examples: &[String]) -> String {
    let quoted: Vec<String> = examples.iter().take(EXAMPLES).map(|mv| format!("`{mv}`")).collect();
    let more = if examples.len() > EXAMPLES { " …" } else { "" };
    format!("{}{more}", quoted.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_said_in_every_language() {
        let moves = |count: usize| (0..count).map(|at| format!("a{at}")).collect::<Vec<String>>();
        let (found, player) = ("b2".to_owned(), "black".to_owned());
        let illegal = |count| MoveFault::Illegal {
            found: found.clone(),
            player: player.clone(),
            examples: moves(count),
        };
        let unclear = MoveFault::Unclear { found: found.clone(), examples: moves(2) };
        let said = |language: &str, fault: &MoveFault| {
            fault_text(&Translations::open(language, None).expect("it is built in"), fault)
        };
        for (language, fault, wanted) in [
            ("en", illegal(1), "Black cannot play `b2` here: expected `a0`, the only legal move"),
            ("en", illegal(0), "Black cannot play `b2` here: expected nothing, as there are no moves here"),
            ("nl", illegal(1), "Zwart kan `b2` hier niet spelen: verwacht `a0`, de enige zet"),
            ("nl", unclear, "`b2` kan meer dan één zet betekenen: verwacht `a0`, `a1`"),
        ] {
            assert_eq!(said(language, &fault), wanted);
        }
        let many = said("en", &illegal(6));
        assert!(many.ends_with("expected one of the moves `a0`, `a1`, `a2`, `a3`, `a4` …"), "{many}");
    }
}
