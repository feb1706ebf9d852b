//! `noire rules`: every rule of a base, with a position where it applies and one where it just misses.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::bases::{Export, Rule, Score};
use crate::board::{Color, Diagram, Point, Style};
use crate::facts::Base;
use crate::laboratory::examples;
use crate::presentation;
use crate::record::{Example, Expected};
use blanche_compiler::runtime::{Limits, Weight};
use clap::Args;
use serde_json::{Value, json};

use crate::command_line::backend::BaseName;
use crate::command_line::commands::apply::{RuleName, limit};
use crate::command_line::games::{self, Opened, OptionalGame};
use crate::command_line::output::{Failure, Format, MISTAKES, count};
use crate::command_line::text::Boards;
use crate::command_line::width::{self, prose};

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire rules
  noire rules --rule t.threat
  noire rules --base my-rules/ --format json";

/// Show every rule of a base with a position where it applies and a near miss; for a named rule, all positions.
///
/// Behind the rules stands what the base exports, and what its scores count.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: OptionalGame,
    #[command(flatten)]
    base: BaseName,
    #[command(flatten)]
    rules: RuleName,
    /// text for people, json with an object per rule and line, and behind these one per export and one per score
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    boards: Boards,
}

/// The most columns of the left one of two diagrams.
const HALF: usize = 48;

/// With fewer columns for each, one of two diagrams stands below the other: a board of 15 lines has 33 of them.
const LEAST_HALF: usize = 36;

/// The indent of diagrams.
const INDENT: usize = 4;

/// The columns of the left one of two diagrams, if there is room for two.
fn half() -> Option<usize> {
    let half = width::columns().map_or(HALF, |columns| (columns - INDENT) / 2);
    (half >= LEAST_HALF).then_some(half.min(HALF))
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(name) = &arguments.game.game {
        arguments.boards.of_text()?;
        return games::rules::run(&Opened::new(name, None)?, arguments.rules.name(), arguments.format);
    }
    let base = arguments.base.open(Limits::default())?;
    let (rules, named) = (arguments.rules.chosen(&base)?, arguments.rules.is_given());
    let examples =
        examples::beside(&base).map_err(|problems| Failure::Said(format!("error: {problems}"), MISTAKES))?;
    for example in &examples {
        if !base.rules().iter().any(|rule| rule.title() == example.rule) {
            eprintln!("note: {}: {} has no rule `{}`", example.place, base.name(), example.rule);
        }
    }
    let of_rule = |rule: usize| -> Vec<&Example> {
        examples.iter().filter(|example| example.rule == base.rules()[rule].title()).collect()
    };
    let mut out = width::out(arguments.format == Format::Text);
    if arguments.format == Format::Json {
        for rule in rules {
            writeln!(out, "{}", object(&base, rule, &of_rule(rule))?)?;
        }
        for export in base.exports().iter().filter(|_| !named) {
            writeln!(out, "{}", export_object(&base, export))?;
        }
        for score in base.scores().iter().filter(|_| !named) {
            writeln!(out, "{}", score_object(&base, score))?;
        }
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let style = arguments.boards.style();
    if !named {
        let order = if rules.len() == 1 { "" } else { ", lowest level first" };
        writeln!(out, "{}: {}{order}", base.name(), count(rules.len(), "rule"))?;
        paragraph(&mut out, base.doc())?;
        if !examples.is_empty() {
            writeln!(out)?;
            paragraph(&mut out, &legend(&examples, style))?;
        }
    }
    let inherited =
        if rules.iter().all(|rule| !of_rule(*rule).is_empty()) { Vec::new() } else { base.inherited() };
    for (at, &rule) in rules.iter().enumerate() {
        if at > 0 || !named {
            writeln!(out)?;
        }
        describe(&mut out, (&base, &inherited), rule, &of_rule(rule), named, style)?;
    }
    // A text for both players is one export or score of each.
    let mut shown: Vec<&str> = Vec::new();
    for export in base.exports().iter().filter(|_| !named) {
        if !shown.contains(&export.place.as_str()) {
            shown.push(&export.place);
            writeln!(out)?;
            heading(&mut out, &export.text, &export.place)?;
            paragraph(&mut out, &export.doc)?;
        }
    }
    for score in base.scores().iter().filter(|_| !named) {
        if !shown.contains(&score.place.as_str()) {
            shown.push(&score.place);
            let players = base.scores().iter().filter(|other| other.place == score.place);
            let players: Vec<&str> = players.map(|other| other.color.as_str()).collect();
            describe_score(&mut out, score, &players.join(" and "))?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Writes what a score is.
fn describe_score(out: &mut impl Write, score: &Score, players: &str) -> io::Result<()> {
    let title = format!("score {} for {players}", score.name);
    writeln!(out)?;
    heading(out, &title, &score.place)?;
    paragraph(out, &score.doc)?;
    writeln!(out)?;
    for line in score.text.lines() {
        writeln!(out, "      {line}")?;
    }
    Ok(())
}

/// What the signs in the diagrams mean.
fn legend(examples: &[Example], style: Style) -> String {
    let signs = match style {
        Style::Ascii => "x is black, o is white, X or O the last move",
        Style::Unicode => "● is black, ○ is white, ◆ or ◇ the last move",
    };
    let groups = format!(
        "In the diagrams {signs}, and * the move that the rule plays. Brackets hold the groups that it speaks of"
    );
    let misses = if examples.iter().any(|example| !example.applies()) {
        "; beside them stands a near miss, with brackets around the field that differs."
    } else {
        "."
    };
    groups + misses
}

/// A title, and at the end of the line where it stands.
fn heading(out: &mut impl Write, title: &str, place: &str) -> io::Result<()> {
    let gap = (prose() + 4).saturating_sub(title.chars().count() + place.chars().count()).max(2);
    writeln!(out, "{title}{:gap$}{place}", "")
}

/// Writes what a rule is and its positions: the first pair, or all.
fn describe(
    out: &mut impl Write,
    (base, inherited): (&Base, &[(usize, String)]),
    at: usize,
    examples: &[&Example],
    all: bool,
    style: Style,
) -> Result<(), Failure> {
    let rule = &base.rules()[at];
    let plays = match rule.variables.first().filter(|_| rule.plays) {
        Some((name, _)) => format!(", plays {name}"),
        None => String::new(),
    };
    let title = format!("level {}, {}{plays}", rule.level, rule.title());
    heading(out, &title, &rule.place)?;
    paragraph(out, &rule.doc)?;
    writeln!(out)?;
    for line in rule.text.lines() {
        writeln!(out, "      {line}")?;
    }
    if examples.is_empty() {
        match inherited.iter().find(|(rule, _)| *rule == at) {
            Some((_, other)) => {
                writeln!(out, "\n    It is a rule of {other}, beside which its positions stand.")?
            }
            None => writeln!(out, "\n    No position is given for this rule.")?,
        }
        return Ok(());
    }
    let mut shown = 0;
    for pair in pairs(examples, all) {
        writeln!(out)?;
        let (left, right) = (pair.0, pair.1);
        let left_lines = match left {
            Some(example) => lines(base, at, example, None, style)?,
            None => vec!["no position is given where it applies".to_owned()],
        };
        let right_lines = match right {
            Some(example) => lines(base, at, example, left, style)?,
            None if left.is_some_and(is_refuted) => Vec::new(),
            None => vec!["no near miss is given".to_owned()],
        };
        shown += usize::from(left.is_some()) + usize::from(right.is_some());
        beside(out, &left_lines, &right_lines)?;
    }
    if shown < examples.len() {
        let more = count(examples.len() - shown, "position");
        writeln!(out, "\n    {more} more: noire rules --rule \"{}\"", rule.title())?;
    }
    Ok(())
}

fn is_refuted(example: &Example) -> bool {
    matches!(example.claim, Expected::Applies { refuted: true, .. })
}

/// Examples two by two: where the rule applies, and the near miss that follows it.
fn pairs<'a>(examples: &[&'a Example], all: bool) -> Vec<(Option<&'a Example>, Option<&'a Example>)> {
    if !all {
        let first = |applies| examples.iter().copied().find(|example| example.applies() == applies);
        return vec![(first(true), first(false))];
    }
    let mut pairs: Vec<(Option<&Example>, Option<&Example>)> = Vec::new();
    for &example in examples {
        match pairs.last_mut() {
            Some((Some(left), right @ None)) if !example.applies() && !is_refuted(left) => {
                *right = Some(example);
            }
            _ if example.applies() => pairs.push((Some(example), None)),
            _ => pairs.push((None, Some(example))),
        }
    }
    pairs
}

/// An example as it is shown: what the rule says of it, and the diagram.
pub(crate) struct Shown {
    /// `applies, plays h8`
    pub(crate) heading: String,
    /// The part of the board and the marks are those that its author chose.
    pub(crate) diagram: Diagram,
}

/// An example of a rule: where it applies with its groups and its move; a near miss with the fields that differ from
/// the
/// position beside it.
pub(crate) fn shown(
    base: &Base,
    at: usize,
    example: &Example,
    beside: Option<&Example>,
) -> Result<Shown, Failure> {
    let (mut heading, diagram) =
        if example.applies() { applying(base, at, example)? } else { missing(base, at, example, beside)? };
    if let Some(figure) = &example.figure {
        heading.push_str(&format!(" (figure {figure})"));
    }
    let marks = example.diagram.marks().iter();
    let diagram = marks.fold(diagram, |diagram, &(field, sign)| diagram.mark(field, sign));
    Ok(Shown { heading, diagram: diagram.within(example.diagram.region()) })
}

/// A position where the rule applies: heading, and the diagram with its groups and its move.
fn applying(base: &Base, at: usize, example: &Example) -> Result<(String, Diagram), Failure> {
    let rule = &base.rules()[at];
    let mut position = example.position();
    let solutions = base
        .first(base.backend(), at, &mut position)
        .map_err(|reached| limit((rule, reached), &example.place.to_string(), 0))?;
    let mut heading = match solutions.iter().next() {
        Some(first) if rule.plays => format!("applies, plays {}", base.text(&rule.variables[0].1, first[0])),
        Some(_) => "applies".to_owned(),
        None => "should apply, and does not in this base".to_owned(),
    };
    if is_refuted(example) {
        heading.push_str(", and the claim fails");
    }
    let diagram = match solutions.iter().next() {
        Some(first) => presentation::diagram(base, rule, first, &position),
        None => Diagram::of(&position),
    };
    Ok((heading, diagram))
}

/// A near miss: heading, and the diagram with the fields that differ from the position beside it.
fn missing(
    base: &Base,
    at: usize,
    example: &Example,
    beside: Option<&Example>,
) -> Result<(String, Diagram), Failure> {
    let mut position = example.position();
    let applies = base
        .applies(base.backend(), at, &mut position)
        .map_err(|reached| limit((&base.rules()[at], reached), &example.place.to_string(), 0))?;
    let heading = if applies { "should not apply, and does in this base" } else { "does not apply" };
    let differs = |field: &Point| {
        beside.is_some_and(|other| example.diagram.stone(*field) != other.diagram.stone(*field))
    };
    Ok((heading.to_owned(), Diagram::of(&position).highlight(Point::all().filter(differs))))
}

/// An example as lines.
fn lines(
    base: &Base,
    at: usize,
    example: &Example,
    beside: Option<&Example>,
    style: Style,
) -> Result<Vec<String>, Failure> {
    let Shown { heading, diagram } = shown(base, at, example, beside)?;
    let room = half().map_or_else(prose, |half| half - INDENT);
    let mut lines = wrapped(&heading, room);
    lines.extend(diagram.draw(style).lines().map(str::to_owned));
    lines.extend(wrapped(&example.words, room));
    Ok(lines)
}

/// Two blocks of lines, one beside the other where there is room.
fn beside(out: &mut impl Write, left: &[String], right: &[String]) -> io::Result<()> {
    let Some(half) = half() else {
        let gap = if right.is_empty() { &[][..] } else { &[String::new()] };
        return left
            .iter()
            .chain(gap)
            .chain(right)
            .try_for_each(|line| writeln!(out, "{}", format!("    {line}").trim_end()));
    };
    for at in 0..left.len().max(right.len()) {
        let (left, right) =
            (left.get(at).map_or("", String::as_str), right.get(at).map_or("", String::as_str));
        let gap = if right.is_empty() { 0 } else { half.saturating_sub(left.chars().count()) };
        writeln!(out, "    {left}{:gap$}{right}", "")?;
    }
    Ok(())
}

/// A text in lines of the width of the page, indented.
fn paragraph(out: &mut impl Write, text: &str) -> io::Result<()> {
    for line in wrapped(text, prose()) {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}

/// The words of a text in lines that are not wider than this.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A rule as JSON.
fn object(base: &Base, at: usize, examples: &[&Example]) -> Result<Value, Failure> {
    let rule = &base.rules()[at];
    let mut positions = Vec::new();
    for example in examples {
        positions.push(example_object(base, at, example)?);
    }
    let (file, line) = rule.place.rsplit_once(':').unwrap_or((&rule.place, ""));
    Ok(json!({
        "rule": rule.name,
        "colour": rule.color,
        "level": rule.level,
        "plays": rule.variables.first().filter(|_| rule.plays).map(|(name, _)| name),
        "variables": variables(&rule.variables),
        "doc": rule.doc.split_whitespace().collect::<Vec<_>>().join(" "),
        "text": rule.text,
        "file": file,
        "line": line.parse::<usize>().ok(),
        "base": base.name(),
        "positions": positions,
    }))
}

/// An export as JSON.
fn export_object(base: &Base, export: &Export) -> Value {
    let (file, line) = export.place.rsplit_once(':').unwrap_or((&export.place, ""));
    json!({
        "export": export.name,
        "colour": export.color,
        "variables": variables(&export.variables),
        "doc": export.doc.split_whitespace().collect::<Vec<_>>().join(" "),
        "text": export.text,
        "file": file,
        "line": line.parse::<usize>().ok(),
        "base": base.name(),
    })
}

/// A weight as JSON: a number, or how it is written where it is not the same for all solutions.
fn weight(weight: Weight, text: &str) -> Value {
    weight.number().map_or_else(|| json!(text), |number| json!(number))
}

/// A score as JSON.
fn score_object(base: &Base, score: &Score) -> Value {
    let (file, line) = score.place.rsplit_once(':').unwrap_or((&score.place, ""));
    let texts = score.weight_texts();
    json!({
        "score": score.name,
        "colour": score.color,
        "attacking": weight(score.weights.attacking, &texts[0]),
        "defending": weight(score.weights.defending, &texts[1]),
        "variables": variables(&score.variables),
        "doc": score.doc.split_whitespace().collect::<Vec<_>>().join(" "),
        "text": score.text,
        "file": file,
        "line": line.parse::<usize>().ok(),
        "base": base.name(),
    })
}

fn variables(variables: &[(String, String)]) -> Vec<Value> {
    variables.iter().map(|(name, sort)| json!({ "name": name, "sort": sort })).collect()
}

fn example_object(base: &Base, at: usize, example: &Example) -> Result<Value, Failure> {
    let rule: &Rule = &base.rules()[at];
    let mut position = example.position();
    let first = base
        .first(base.backend(), at, &mut position)
        .map_err(|reached| limit((rule, reached), &example.place.to_string(), 0))?;
    let plays = first.iter().next().filter(|_| rule.plays);
    let stones =
        |color| -> Vec<String> { position.stones(color).iter().map(|field| field.to_string()).collect() };
    Ok(json!({
        "applies": !first.is_empty(),
        "given_as": if example.applies() { "applies" } else { "misses" },
        "plays": plays.map(|first| base.text(&rule.variables[0].1, first[0])),
        "refuted": is_refuted(example),
        "figure": example.figure,
        "words": example.words,
        "black": stones(Color::Black),
        "white": stones(Color::White),
        "to_move": position.to_move().map(|color| color.to_string()),
        "last_move": position.last_move().map(|field| field.to_string()),
        "file": example.place.file,
        "line": example.place.line,
    }))
}
