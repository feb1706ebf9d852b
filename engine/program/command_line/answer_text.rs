//! Prints answers as text: the board, then each rule that applies, with its groups and its move. The rules with the
//! fewest moves to the win (the lowest level) come first.

use std::io::{self, Write};

use clap::Args;
use noire_engine::bases::Question;
use noire_engine::board::Style;
use noire_engine::world::{Marks, Wanted, World, WorldExt};

use crate::command_line::commands::apply::RuleAnswer;
use crate::command_line::width;

/// Maximum number of solutions of a rule to list. Further solutions are only counted.
const MAX_LISTED: usize = 200;

/// The option that says how boards are drawn.
#[derive(Args)]
pub(crate) struct BoardOptions {
    /// Draw stones as circles, and empty fields as centred dots
    #[arg(long)]
    unicode: bool,
}

impl BoardOptions {
    /// Whether the user asks for signs outside ASCII.
    pub(crate) fn are_unicode(&self) -> bool {
        self.unicode
    }

    /// The style in which to draw boards.
    pub(crate) fn style(&self) -> Style {
        if self.unicode { Style::Unicode } else { Style::Ascii }
    }
}

/// Prints a position and the answers of its rules.
pub(crate) fn print_position<W: World>(
    out: &mut impl Write,
    world: &W,
    position: &W::Position,
    answers: &[RuleAnswer],
    wanted: Wanted,
    style: Style,
) -> io::Result<()> {
    write!(out, "{}", world.draw(position, &Marks::default(), style))?;
    writeln!(out, "{}\n", world.situation(position))?;
    let name = &world.contents().name;
    let applying: Vec<&RuleAnswer> = answers.iter().filter(|one| one.applies()).collect();
    let unanswered: Vec<_> =
        answers.iter().filter_map(|one| Some((one, *one.answer.as_ref().err()?))).collect();
    let title = |one: &RuleAnswer| world.contents().rules[one.rule].title();
    match (applying.len(), answers.len()) {
        (0, 1) if unanswered.is_empty() => {
            writeln!(out, "The rule `{}` does not apply.", title(&answers[0]))?
        }
        (0, 1) => {}
        (0, _) if unanswered.is_empty() => writeln!(out, "No rule of {name} applies.")?,
        (0, _) => writeln!(out, "No rule of {name} that could be evaluated applies.")?,
        (1, 1) => writeln!(out, "The rule `{}` applies:", title(&answers[0]))?,
        (count, all) => {
            let verb = if count == 1 { "applies" } else { "apply" };
            writeln!(out, "{count} of {all} rules of {name} {verb}:")?;
        }
    }
    for (one, limit) in unanswered {
        writeln!(out, "The rule `{}` {}: neither yes nor no.", title(one), limit.exceeded())?;
    }
    for one in applying {
        print_rule(out, world, one, position, wanted, style)?;
    }
    Ok(())
}

/// Prints the heading of one of several positions, with a blank line before all but the first.
pub(crate) fn print_heading(
    out: &mut impl Write,
    (at, of): (usize, usize),
    id: Option<&str>,
    text: &str,
) -> io::Result<()> {
    if at > 0 {
        writeln!(out)?;
    }
    if of <= 1 {
        return Ok(());
    }
    let text = match text.trim() {
        "" => "the start".to_owned(),
        _ => text.replace('\t', " | "),
    };
    writeln!(out, "== {}: {text} ==\n", id.unwrap_or("position"))
}

fn print_rule<W: World>(
    out: &mut impl Write,
    world: &W,
    one: &RuleAnswer,
    position: &W::Position,
    wanted: Wanted,
    style: Style,
) -> io::Result<()> {
    let (rule, question) = (&world.contents().rules[one.rule], Question::Rule(one.rule));
    let first = one.solutions().next();
    writeln!(out, "\n{}", world.rule_title(one.rule, first, position))?;
    let Some(first) = first else { return Ok(()) };
    for line in width::doc_lines(&rule.doc) {
        writeln!(out, "{}", format!("    {line}").trim_end())?;
    }
    if !rule.variables.is_empty() {
        writeln!(out, "    {}", world.bindings_text(question, first))?;
    }
    let premise = world.premise(one.rule, first);
    writeln!(out, "{}", width::wrapped_list("    because", &premise, "        "))?;
    writeln!(out)?;
    let values = world.bindings(question, first);
    let plays = rule.plays.then_some(0);
    let marks = Marks { values: &values, plays, is_cropped: true, ..Marks::default() };
    for line in world.draw(position, &marks, style).lines() {
        writeln!(out, "    {line}")?;
    }
    let all = one.solutions().count();
    if wanted == Wanted::All && all > 1 {
        writeln!(out, "    all {all} solutions:")?;
        for solution in one.solutions().take(MAX_LISTED) {
            writeln!(out, "      {}", world.bindings_text(question, solution))?;
        }
        if all > MAX_LISTED {
            writeln!(out, "      and {} more (--format json lists all)", all - MAX_LISTED)?;
        }
    }
    Ok(())
}
