//! Why a field may or may not be played in five in a row: it must be empty, and the base must not forbid it.

use blanche_compiler::legality::{MoveExplanation, StepExplanation, StepReason};
use blanche_compiler::runtime::Value;
use blanche_compiler::why::{Derivation, Kind};

use super::Stones;
use crate::bases::Question;
use crate::bases::queried_exports::FORBIDDEN;
use crate::board::{Color, Point, Position};
use crate::record::quoted;
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
    let Some(field) = field else {
        return Ok(match is_pass {
            true => verdict("a player can always pass".to_owned(), true),
            false => verdict(format!("{} is not a field; a move is written like h8", quoted(text)), false),
        });
    };
    if let Some(stone) = position.stone(field) {
        return Ok(verdict(format!("{field} cannot be played: there is a {stone} stone"), false));
    }
    // If it is not known who is to move, the move of either player is explained.
    let players = position.to_move().map_or_else(|| Color::ALL.to_vec(), |color| vec![color]);
    let (mut words, mut is_legal, mut steps) = (Vec::new(), true, Vec::new());
    for color in players {
        let (said, is_allowed, step) = explain_field(world, position, color, field)?;
        words.push(said);
        is_legal &= is_allowed;
        steps.extend(step);
    }
    Ok(MoveExplanation { steps, ..verdict(words.join("; "), is_legal) })
}

/// Whether a player can play an empty field, as a sentence and as a truth value, and the explanation, if the base can
/// forbid fields to the player.
fn explain_field(
    world: &Stones,
    position: &mut Position,
    color: Color,
    field: Point,
) -> Result<(String, bool, Option<StepExplanation<Position>>), WorldError> {
    let Some(export) = world.base().export(FORBIDDEN, color) else {
        return Ok((format!("{color} can play {field}: it is empty"), true, None));
    };
    let (question, value) = (Question::Export(export), field.index() as Value);
    let explainer = Explainer::new(world);
    let (words, is_legal, reason) = match explainer.why(question, &[value], position)? {
        Some(proof) => {
            let words = format!("{color} loses by playing {field}, which is forbidden{}", kind_text(&proof));
            (words, false, StepReason::RuledOut(proof))
        }
        None => {
            let obstacles = explainer.why_not_answered(question, &[value], position)?.unwrap_or_default();
            let words = format!("{color} can play {field}: it is empty and not forbidden");
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
    Ok((words, is_legal, Some(step)))
}

/// The kind of a forbidden field, taken from the first words of the doc comment of the predicate that forbids it, such
/// as `: an overline`.
fn kind_text(proof: &Derivation) -> String {
    let Kind::Derived(_, doc) = &proof.core().kind else { return String::new() };
    let sentence = doc.join(" ");
    let words = sentence.split(['.', ':', ',']).next().unwrap_or_default().trim();
    if words.is_empty() { String::new() } else { format!(": {}", words.to_lowercase()) }
}
