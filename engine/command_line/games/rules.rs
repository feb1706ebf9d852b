//! `noire rules --game NAME`: what the text of a game says, rule by rule, with the positions beside it.

use std::io::Write;
use std::process::ExitCode;

use crate::laboratory::text_examples::{Expected, TextExample, beside, heading, shown};
use blanche_compiler::program::{RuleId, RuleKind};
use serde_json::{Value, json};

use super::Opened;
use crate::command_line::output::{Failure, Format, MISTAKES, count};
use crate::command_line::width;

/// Prints rules, scores, preferences and draws with a position and a near miss; of a named rule all positions.
pub(crate) fn run(game: &Opened, name: Option<&str>, format: Format) -> Result<ExitCode, Failure> {
    let program = game.program();
    let examples =
        beside(&game.base, game.first()).map_err(|fault| Failure::Said(fault.to_string(), MISTAKES))?;
    let chosen = game.chosen_of(shown(program), name)?;
    let mut out = width::out(format == Format::Text);
    if format == Format::Json {
        for rule in chosen {
            writeln!(out, "{}", object(game, rule, &examples))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if name.is_none() {
        writeln!(out, "{}: {}", game.base.name(), count(game.base.rules().len(), "rule"))?;
        writeln!(out, "{}", game.base.doc())?;
    }
    // A text for every player is said once.
    let mut said = Vec::new();
    for rule in chosen {
        let span = program.rule(rule).span;
        if said.contains(&span) {
            continue;
        }
        said.push(span);
        let known = program.rule(rule);
        writeln!(out, "\n{}  % {}", heading(program, rule), game.base.place(known.name_span))?;
        known.doc.iter().try_for_each(|line| writeln!(out, "    {line}"))?;
        known.text.lines().try_for_each(|line| writeln!(out, "        {line}"))?;
        let of_text = |example: &&TextExample| program.rule(example.rule).span == span;
        let of_text: Vec<&TextExample> = examples.iter().filter(of_text).collect();
        let first =
            |applies: bool| of_text.iter().copied().find(|one| (one.expected != Expected::Misses) == applies);
        let few = [first(true), first(false)].into_iter().flatten().collect();
        let drawn: Vec<&TextExample> = if name.is_some() { of_text.clone() } else { few };
        for example in drawn {
            writeln!(out, "\n    {}: {}", claim(game, example), example.words)?;
            let position = game.first().drawn(&example.position);
            position.lines().try_for_each(|line| writeln!(out, "    {line}"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// `two for x applies, plays c3`
fn claim(game: &Opened, example: &TextExample) -> String {
    let program = game.program();
    let title = program.rule_title(program.rule(example.rule));
    format!("{title} {}", example.claim())
}

fn object(game: &Opened, rule: RuleId, examples: &[TextExample]) -> Value {
    let program = game.program();
    let known = program.rule(rule);
    let positions = examples.iter().filter(|example| example.rule == rule).map(|example| {
        json!({
            "applies": example.expected != Expected::Misses,
            "words": example.words,
            "position": game.first().position_text(&example.position),
        })
    });
    json!({
        "what": heading(program, rule),
        "name": known.name,
        "colour": program.colour(known),
        "level": (known.kind == RuleKind::Rule).then_some(known.level),
        "doc": known.doc.join("\n"),
        "text": known.text,
        "place": game.base.place(known.name_span),
        "positions": positions.collect::<Vec<_>>(),
    })
}
