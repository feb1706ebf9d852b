//! `noire explain --game NAME`: why rules apply in a position of a game in text, and why one does not.

use std::io::Write;
use std::process::ExitCode;

use blanche_compiler::files::Span;
use blanche_compiler::interpret::StateHost;
use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::{Limits, Value};
use blanche_compiler::why::lines::Speech;
use blanche_compiler::why::{Draw, WhyNot};
use serde_json::json;

use super::positions::{self, Given};
use super::{Opened, answer_text, bindings};
use crate::command_line::interrupt;
use crate::command_line::output::Failure;
use crate::command_line::positions::PositionArguments;
use crate::command_line::width;

/// Explains the rules in every position: those that apply, or the ones that are named.
pub(crate) fn run(
    game: &Opened,
    given: &PositionArguments,
    rule: Option<&str>,
    limits: Limits,
    is_json: bool,
) -> Result<ExitCode, Failure> {
    let chosen = game.chosen(rule)?;
    let entries = positions::read(given, &game.base, game.first())?;
    let stop = interrupt::stop()?;
    let questions = WhyNot::<StateHost>::new(game.program(), limits).stopped_by(std::sync::Arc::clone(&stop));
    let explainer = Explainer { game, questions };
    let mut out = width::out(!is_json);
    for (at, entry) in entries.iter().enumerate() {
        if !is_json {
            writeln!(
                out,
                "{}{}",
                if at > 0 { "\n" } else { "" },
                game.first().position_text(&entry.position).trim_end()
            )?;
        }
        let mut said = 0;
        for known in &chosen {
            let answers = game.answers(*known, &entry.position)?;
            match answers.first() {
                Some(first) => explainer.applies(&mut out, entry, *known, first, is_json)?,
                None if rule.is_none() => continue,
                None => explainer.fails(&mut out, entry, *known, is_json)?,
            }
            said += 1;
        }
        if said == 0 && !is_json {
            writeln!(out, "\nno rule applies; --rule NAME says what stops one")?;
        }
    }
    Ok(interrupt::status(&stop))
}

struct Explainer<'g> {
    game: &'g Opened,
    questions: WhyNot<'g, StateHost>,
}

impl Explainer<'_> {
    /// A rule that applies, with what its first answer follows from.
    fn applies(
        &self,
        out: &mut impl Write,
        entry: &Given,
        rule: RuleId,
        answer: &[Value],
        is_json: bool,
    ) -> Result<(), Failure> {
        let program = self.game.program();
        let known = program.rule(rule);
        let mut position = entry.position.clone();
        let why = self.questions.why().found(&mut position, rule, answer);
        let why = why.map_err(|limit| self.game.given_up(rule, limit))?;
        let place = |span: Span| self.game.base.place(span);
        let title = format!("{}  % {}", program.rule_title(known), place(known.name_span));
        let lines = why.map(|why| {
            let tree = Draw { reasons: &why.reasons, place: &place }.claims(&title, &why.claims);
            let remark = tree.remark();
            tree.lines.into_iter().chain(remark).collect::<Vec<String>>()
        });
        let lines = lines.unwrap_or_else(|| vec![title.clone()]);
        if is_json {
            let values =
                bindings(program, rule, answer).into_iter().map(|(name, value)| (name, json!(value)));
            let object = json!({
                "position": entry.text,
                "rule": known.name,
                "colour": program.colour(known),
                "applies": true,
                "solution": serde_json::Value::Object(values.collect()),
                "because": lines,
            });
            writeln!(out, "{object}")?;
            return Ok(());
        }
        writeln!(out)?;
        if !answer.is_empty() {
            writeln!(out, "    {}", answer_text(program, rule, answer))?;
        }
        lines.iter().try_for_each(|line| writeln!(out, "    {line}"))?;
        Ok(())
    }

    /// A rule that does not apply, with how far it comes.
    fn fails(&self, out: &mut impl Write, entry: &Given, rule: RuleId, is_json: bool) -> Result<(), Failure> {
        let program = self.game.program();
        let known = program.rule(rule);
        let found = self.questions.rule(&mut entry.position.clone(), rule);
        let found = found.map_err(|limit| self.game.given_up(rule, limit))?.unwrap_or_default();
        let place = |span: Span| self.game.base.place(span);
        let speech = Speech { words: &|_| None, place: &place, reasons: &found.reasons };
        let mut lines = Vec::new();
        for partial in &found.partials {
            lines.extend(speech.partial(partial));
            if partial.more > 0 {
                lines.push(format!("… and {} more that come as far", partial.more));
            }
            lines.push(String::new());
        }
        if is_json {
            let object = json!({
                "position": entry.text,
                "rule": known.name,
                "colour": program.colour(known),
                "applies": false,
                "because": lines,
            });
            writeln!(out, "{object}")?;
            return Ok(());
        }
        writeln!(out, "\n{} does not apply", program.rule_title(known))?;
        for line in &lines {
            writeln!(out, "{}", format!("    {line}").trim_end())?;
        }
        Ok(())
    }
}
