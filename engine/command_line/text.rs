//! Answers for people: the board, then each rule that applies with its groups and its move, lowest level first.

use std::io::{self, Write};

use crate::bases::Rule;
use crate::board::{Diagram, Position, Style};
use crate::facts::Base;
use crate::presentation;
use crate::record::Entry;
use clap::Args;

use crate::command_line::commands::apply::{Answer, Question};
use crate::command_line::output::{Failure, WRONG_USE};
use crate::command_line::width;
use blanche_compiler::runtime::Value;

/// Solutions of one rule that are listed before the rest is only counted.
const LISTED: usize = 200;

/// The option that says how boards are drawn.
#[derive(Args)]
pub(crate) struct Boards {
    /// Draw stones as circles
    #[arg(long)]
    unicode: bool,
}

impl Boards {
    /// Refuses circles for a game in text.
    pub(crate) fn of_text(&self) -> Result<(), Failure> {
        match self.unicode {
            true => {
                let why = "a game in text is drawn with the signs of its `drawn` lines";
                Err(Failure::Said(format!("error: --unicode does not go with --game\n  {why}"), WRONG_USE))
            }
            false => Ok(()),
        }
    }

    /// How boards are drawn.
    pub(crate) fn style(&self) -> Style {
        if self.unicode { Style::Unicode } else { Style::Ascii }
    }
}

/// Writes a position and its answers.
pub(crate) fn position(
    out: &mut impl Write,
    base: &Base,
    entry: &Entry,
    answers: &[Answer],
    question: Question,
    style: Style,
) -> io::Result<()> {
    let position = entry.spec.position();
    write!(out, "{}", Diagram::of(&position).draw(style))?;
    writeln!(out, "{}\n", situation(&position))?;
    let applying: Vec<&Answer> = answers.iter().filter(|answer| answer.applies).collect();
    let unanswered: Vec<_> = answers.iter().filter_map(|answer| Some((answer, answer.limit?))).collect();
    let title = |answer: &Answer| base.rules()[answer.rule].title();
    match (applying.len(), answers.len()) {
        (0, 1) if unanswered.is_empty() => {
            writeln!(out, "The rule `{}` does not apply.", title(&answers[0]))?
        }
        (0, 1) => {}
        (0, _) if unanswered.is_empty() => writeln!(out, "No rule of {} applies.", base.name())?,
        (0, _) => writeln!(out, "No rule of {} that was answered applies.", base.name())?,
        (1, 1) => writeln!(out, "The rule `{}` applies:", title(&answers[0]))?,
        (count, all) => {
            let verb = if count == 1 { "applies" } else { "apply" };
            writeln!(out, "{count} of {all} rules of {} {verb}:", base.name())?;
        }
    }
    for (answer, limit) in unanswered {
        writeln!(out, "The rule `{}` {}: neither yes nor no.", title(answer), limit.exceeded())?;
    }
    for answer in applying {
        rule(out, base, answer, &position, question, style)?;
    }
    Ok(())
}

/// Begins what is said of one of these positions: it stands apart from the one before, and has its name where there are
/// several.
pub(crate) fn begin(out: &mut impl Write, entries: &[Entry], at: usize) -> io::Result<()> {
    if at > 0 {
        writeln!(out)?;
    }
    if entries.len() > 1 { heading(out, &entries[at]) } else { Ok(()) }
}

fn heading(out: &mut impl Write, entry: &Entry) -> io::Result<()> {
    let name = entry.id.as_deref().unwrap_or("position");
    let text = match entry.text.trim() {
        "" => "the empty board".to_owned(),
        _ => entry.text.replace('\t', " | "),
    };
    writeln!(out, "== {name}: {text} ==\n")
}

/// Who is to move, and the last move.
pub(crate) fn situation(position: &Position) -> String {
    let to_move = match position.to_move() {
        Some(color) => format!("{color} to move"),
        None => "nobody is said to be to move".to_owned(),
    };
    match position.last_move() {
        Some(point) => format!("{to_move}, last move {point}"),
        None => format!("{to_move}, no last move: `last.move` holds of nothing"),
    }
}

fn rule(
    out: &mut impl Write,
    base: &Base,
    answer: &Answer,
    position: &Position,
    question: Question,
    style: Style,
) -> io::Result<()> {
    let rule = &base.rules()[answer.rule];
    let first = answer.solutions.iter().next();
    writeln!(out, "\n{}", title(base, rule, first, position))?;
    if question == Question::Applies {
        return Ok(());
    }
    let Some(first) = first else { return Ok(()) };
    for line in width::doc(&rule.doc) {
        writeln!(out, "{}", format!("    {line}").trim_end())?;
    }
    if !rule.variables.is_empty() {
        writeln!(out, "    {}", presentation::bindings(base, rule, first))?;
    }
    let premise = presentation::premise(base, answer.rule, first);
    writeln!(out, "{}", width::listed("    because", &premise, "        "))?;
    writeln!(out)?;
    for line in presentation::diagram(base, rule, first, position).draw(style).lines() {
        writeln!(out, "    {line}")?;
    }
    if question == Question::All && answer.solutions.len() > 1 {
        writeln!(out, "    all {} solutions:", answer.solutions.len())?;
        for solution in answer.solutions.iter().take(LISTED) {
            writeln!(out, "      {}", presentation::bindings(base, rule, solution))?;
        }
        if answer.solutions.len() > LISTED {
            writeln!(out, "      and {} more (--format json gives all)", answer.solutions.len() - LISTED)?;
        }
    }
    Ok(())
}

/// `level 3, t.threat for white: plays h10`
pub(crate) fn title(base: &Base, rule: &Rule, first: Option<&[Value]>, position: &Position) -> String {
    let mut text = format!("level {}, {}", rule.level, rule.title());
    if let Some(first) = first.filter(|_| rule.plays) {
        text.push_str(&format!(": plays {}", base.text(&rule.variables[0].1, first[0])));
    } else if rule.level == 0 {
        text.push_str(&format!(": {} has won", rule.color));
    }
    if rule.level > 0 && position.to_move().is_some_and(|color| color.to_string() != rule.color) {
        text.push_str(&format!(" (a threat: it is not {}'s turn)", rule.color));
    }
    text
}
