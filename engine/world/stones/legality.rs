//! Why a field may or may not be played in five in a row: it must be empty, and the base must not forbid it.

use blanche_compiler::legality::{MoveExplanation, StepExplanation, StepReason};
use blanche_compiler::runtime::Value;
use blanche_compiler::why::{Derivation, Kind};

use super::Stones;
use crate::bases::Question;
use crate::bases::queried_exports::FORBIDDEN;
use crate::board::{Point, Position};
use crate::world::{Explainer, World, WorldError, WorldExt};

/// Explains why the move `text` may or may not be played.
pub(super) fn explain_move(
    world: &Stones,
    position: &mut Position,
    text: &str,
) -> Result<MoveExplanation<Position>, WorldError> {
    let text = text.trim();
    let field = text.parse::<Point>().ok();
    let is_pass = ["pass", "-"].contains(&text.to_lowercase().as_str());
    let verdict = |verdict: String, is_legal: bool| {
        let is_move = field.is_some() || is_pass;
        MoveExplanation { verdict, is_move, is_complete: is_move, is_legal, steps: Vec::new() }
    };
    if let Some(end) = world.end(position)? {
        return Ok(verdict(format!("the game is over: {}", end.words), false));
    }
    let player = world.to_move(position).unwrap_or_else(|| "a player".to_owned());
    let Some(field) = field else {
        return Ok(match is_pass {
            true => verdict(format!("{player} can pass"), true),
            false => verdict(format!("`{text}` is not a field; a move is written like h8"), false),
        });
    };
    if let Some(stone) = position.stone(field) {
        return Ok(verdict(format!("{player} cannot play {field}: there is a {stone} stone"), false));
    }
    let Some(export) = position.to_move().and_then(|color| world.base().export(FORBIDDEN, color)) else {
        return Ok(verdict(format!("{player} can play {field}: it is empty"), true));
    };
    let (question, value) = (Question::Export(export), field.index() as Value);
    let explainer = Explainer::new(world);
    let proof = explainer.why(question, &[value], position)?;
    let (words, is_legal, reason) = match proof {
        Some(proof) => {
            let words = format!("{player} loses by playing {field}, which is forbidden{}", kind_text(&proof));
            (words, false, StepReason::RuledOut(proof))
        }
        None => {
            let obstacles = explainer.why_not_answered(question, &[value], position)?.unwrap_or_default();
            let words = format!("{player} can play {field}: it is empty and not forbidden");
            (words, true, StepReason::NotRuledOut(obstacles))
        }
    };
    let (program, contents) = (world.program(), world.contents());
    let step = StepExplanation {
        title: format!("{}: {field}", question.title(contents)),
        declaration: program.rule(question.id(program)).span,
        position: position.clone(),
        values: world.bindings(question, &[value]),
        reason,
    };
    Ok(MoveExplanation { steps: vec![step], ..verdict(words, is_legal) })
}

/// The kind of a forbidden field, taken from the first words of the doc comment of the predicate that forbids it, such
/// as `: an overline`.
fn kind_text(proof: &Derivation) -> String {
    let Kind::Derived(_, doc) = &proof.core().kind else { return String::new() };
    let sentence = doc.join(" ");
    let words = sentence.split(['.', ':', ',']).next().unwrap_or_default().trim();
    if words.is_empty() { String::new() } else { format!(": {}", words.to_lowercase()) }
}
