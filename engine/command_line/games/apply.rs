//! `noire apply --game NAME`: which rules apply in positions of a game in text.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::Value;
use serde_json::{Value as Json, json};

use super::positions::{self, Given};
use super::{Opened, answer_text, bindings};
use crate::command_line::commands::apply::{Format, Question};
use crate::command_line::interrupt;
use crate::command_line::output::Failure;
use crate::command_line::positions::PositionArguments;
use crate::command_line::width;
use crate::progress::Progress;

/// Asks the rules in every position and prints what they answer.
pub(crate) fn run(
    game: &Opened,
    given: &PositionArguments,
    rule: Option<&str>,
    (question, format): (Question, Format),
    stop: &AtomicBool,
) -> Result<ExitCode, Failure> {
    let rules = game.chosen(rule)?;
    let entries = positions::read(given, &game.base, game.first())?;
    let progress = Progress::begin();
    let mut out = width::out(format == Format::Text);
    if format == Format::Counts {
        let titles = rules.iter().map(|rule| game.program().rule_title(game.program().rule(*rule)));
        writeln!(out, "#moves\t{}", titles.collect::<Vec<_>>().join("\t"))?;
    }
    for (at, entry) in entries.iter().enumerate() {
        let answers = rules.iter().map(|rule| Ok((*rule, game.answers(*rule, &entry.position)?)));
        let answers: Result<Vec<Answered>, Failure> = answers.collect();
        if interrupt::is_over(stop, entries.len() - at, &progress) {
            return Ok(interrupt::status(stop));
        }
        let answers = answers?;
        match format {
            Format::Text => {
                if at > 0 {
                    writeln!(out)?;
                }
                text(&mut out, game, entry, &answers, question)?;
            }
            Format::Json => writeln!(out, "{}", object(game, entry, &answers, question))?,
            Format::Counts => {
                let counts: Vec<String> = answers.iter().map(|(_, all)| all.len().to_string()).collect();
                writeln!(out, "{}\t{}", entry.text, counts.join("\t"))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A rule with its answers.
type Answered = (RuleId, Vec<Vec<Value>>);

fn text(
    out: &mut impl Write,
    game: &Opened,
    entry: &Given,
    answers: &[Answered],
    question: Question,
) -> io::Result<()> {
    let program = game.program();
    write!(out, "{}", game.first().position_text(&entry.position))?;
    let applying = || answers.iter().filter(|(_, all)| !all.is_empty());
    if applying().next().is_none() {
        writeln!(out, "\nno rule applies")?;
    }
    for (id, all) in applying() {
        let rule = program.rule(*id);
        let plays = all.first().and_then(|first| program.played_text(*id, first));
        let plays = plays.map_or_else(String::new, |mv| format!(", plays {mv}"));
        writeln!(out, "\n{}, level {}{plays}", program.rule_title(rule), rule.level)?;
        let shown = match question {
            Question::Applies => 0,
            Question::First => 1,
            Question::All => all.len(),
        };
        for answer in all.iter().take(shown).filter(|answer| !answer.is_empty()) {
            writeln!(out, "    {}", answer_text(program, *id, answer))?;
        }
    }
    Ok(())
}

fn object(game: &Opened, entry: &Given, answers: &[Answered], question: Question) -> Json {
    let program = game.program();
    let rules = answers.iter().map(|(id, all)| {
        let rule = program.rule(*id);
        let shown = match question {
            Question::Applies => 0,
            Question::First => 1,
            Question::All => all.len(),
        };
        let solution = |answer: &Vec<Value>| {
            Json::Object(
                bindings(program, *id, answer)
                    .into_iter()
                    .map(|(name, value)| (name, json!(value)))
                    .collect(),
            )
        };
        json!({
            "rule": rule.name,
            "colour": program.colour(rule),
            "level": rule.level,
            "applies": !all.is_empty(),
            "plays": all.first().and_then(|first| program.played_text(*id, first)),
            "solutions": all.iter().take(shown).map(solution).collect::<Vec<_>>(),
        })
    });
    json!({
        "position": entry.text,
        "to_move": program.player(game.first().to_move(&entry.position)),
        "game": game.base.name(),
        "backends": game.backends(),
        "rules": rules.collect::<Vec<_>>(),
    })
}
