//! `noire rules`: lists the rules of a base, each with a position where it applies and a near miss.

use std::io::{self, Write};
use std::process::ExitCode;

use blanche_compiler::runtime::{Limits, Weight};
use clap::Args;
use noire_engine::bases::{Contents, Question};
use noire_engine::board::Style;
use noire_engine::drawing::Drawing;
use noire_engine::with_world;
use noire_engine::world::examples::of_base as examples_of_base;
use noire_engine::world::{Example, Marks, Wanted, World, WorldExt, open};
use serde::Serialize;
use serde_json::Value;

use crate::command_line::answer_text::BoardOptions;
use crate::command_line::commands::apply::limit_failure;
use crate::command_line::commands::test::chosen_questions;
use crate::command_line::output::{Failure, Format, MISTAKES, count};
use crate::command_line::query_options::{GameName, open_with_backends};
use crate::command_line::width::{self, prose_width};

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire rules
  noire rules --rule t.threat
  noire rules my-game/
  noire rules my-rules/ --format json";

/// Show every rule of a game with a position where it applies and a near miss. For a named rule, show all its test
/// positions.
///
/// Scores, preferences and draws are shown in the same way, followed by the exports of the base.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameName,
    /// Only the rules of this name (`t.threat`, `t.threat for white`, or `score two for white`)
    #[arg(id = "rule", long = "rule", value_name = "NAME")]
    rule: Option<String>,
    /// `text` for people; `json`: one object per rule, score, preference, draw condition and export, each on its own
    /// line
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    boards: BoardOptions,
}

/// Maximum width of the left diagram of a pair, in columns.
const MAX_HALF_WIDTH: usize = 48;

/// Minimum width for each of two diagrams side by side, in columns. In a narrower terminal, the second diagram is
/// printed below the first. A board with 15 columns of fields takes 33.
const MIN_HALF_WIDTH: usize = 36;

/// Indent of diagrams, in columns.
const INDENT: usize = 4;

/// Width of the left diagram of a pair, in columns. `None` if there is no room for two diagrams.
fn half_width() -> Option<usize> {
    let half = width::columns().map_or(MAX_HALF_WIDTH, |columns| (columns - INDENT) / 2);
    (half >= MIN_HALF_WIDTH).then_some(half.min(MAX_HALF_WIDTH))
}

/// Runs `noire rules`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let base = open(&arguments.game.name()?, Limits::default())?;
    let backend = base.backend();
    let world = open_with_backends(base, vec![backend])?;
    with_world!(&world, |world| run_in(world, arguments))
}

fn run_in<W: World>(world: &W, arguments: &Arguments) -> Result<ExitCode, Failure> {
    let (contents, named) = (world.contents(), arguments.rule.is_some());
    let mut questions = chosen_questions(contents, arguments.rule.as_deref())?;
    if !named {
        questions.extend((0..contents.exports.len()).map(Question::Export));
    }
    let examples = examples_of_base(world)
        .map_err(|problems| Failure::Message(format!("error: {problems}"), MISTAKES))?;
    let mut out = width::wrapped_stdout(arguments.format == Format::Text);
    if arguments.format == Format::Json {
        for question in questions {
            let row = row(world, question, &examples)?;
            writeln!(out, "{}", serde_json::to_string(&row).unwrap_or_default())?;
        }
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let style = arguments.boards.style();
    if !named {
        let order = if contents.rules.len() == 1 { "" } else { ", lowest level first" };
        writeln!(out, "{}: {}{order}", contents.name, count(contents.rules.len(), "rule"))?;
        print_paragraph(&mut out, &contents.doc)?;
        if !examples.is_empty() {
            writeln!(out)?;
            print_paragraph(&mut out, &legend(world, &examples, style))?;
        }
    }
    let has_none = |question: &Question| examples.iter().all(|example| example.question != *question);
    let inherited = if questions.iter().any(has_none) { world.inherited() } else { Vec::new() };
    for (at, item) in items(contents, &questions).into_iter().enumerate() {
        if at > 0 || !named {
            writeln!(out)?;
        }
        item.describe(&mut out, (world, &inherited), &examples, named, style)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// A question of the rule file (a rule, score, preference, draw or export), and its instances: one for each player.
struct Item {
    questions: Vec<Question>,
}

/// Groups questions that are instances of the same rule text. The groups are in the order of their first instances.
fn items(contents: &Contents, questions: &[Question]) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for question in questions {
        let kind = std::mem::discriminant(question);
        let is_same = |item: &&mut Item| {
            let first = item.questions[0];
            std::mem::discriminant(&first) == kind && first.place(contents) == question.place(contents)
        };
        match items.iter_mut().find(is_same) {
            Some(item) => item.questions.push(*question),
            None => items.push(Item { questions: vec![*question] }),
        }
    }
    items
}

impl Item {
    /// A title such as `level 3, fork for x and o, plays Field1`, `score two for white` or `draw full`.
    fn title(&self, contents: &Contents) -> String {
        let first = self.questions[0];
        let players: Vec<&str> = self.questions.iter().filter_map(|one| one.player(contents)).collect();
        let players = players.join(" and ");
        match first {
            Question::Rule(rule) => {
                let rule = &contents.rules[rule];
                let plays = rule.variables.first().filter(|_| rule.plays);
                let plays = plays.map_or_else(String::new, |(name, _)| format!(", plays {name}"));
                format!("level {}, {} for {players}{plays}", rule.level, rule.name)
            }
            Question::Score(score) => format!("score {} for {players}", contents.scores[score].name),
            Question::Preference(one) => {
                format!("preference {} for {players}", contents.preferences[one].name)
            }
            Question::Draw(draw) => format!("draw {}", contents.draws[draw].name),
            Question::Export(export) => contents.exports[export].text.clone(),
        }
    }

    /// Prints the item with its positions. These are all positions, or only the first example and the first near miss.
    fn describe<W: World>(
        &self,
        out: &mut impl Write,
        (world, inherited): (&W, &[(Question, String)]),
        examples: &[Example<W>],
        all: bool,
        style: Style,
    ) -> Result<(), Failure> {
        let (contents, first) = (world.contents(), self.questions[0]);
        heading(out, &self.title(contents), first.place(contents))?;
        print_paragraph(out, first.doc(contents))?;
        if matches!(first, Question::Export(_)) {
            return Ok(());
        }
        writeln!(out)?;
        for line in first.text(contents).lines() {
            writeln!(out, "      {line}")?;
        }
        let own: Vec<&Example<W>> =
            examples.iter().filter(|example| self.questions.contains(&example.question)).collect();
        if own.is_empty() {
            match inherited.iter().find(|(question, _)| *question == first) {
                Some((_, other)) => {
                    writeln!(out, "\n    It is a rule of {other}, and its positions are beside that base.")?
                }
                None if matches!(first, Question::Rule(_)) => {
                    writeln!(out, "\n    No position is given for this rule.")?
                }
                None => {}
            }
            return Ok(());
        }
        let mut drawn = 0;
        for (left, right) in pairs(&own, all) {
            writeln!(out)?;
            let left_lines = match left {
                Some(example) => lines(world, example, None, style)?,
                None => vec!["no position is given where it applies".to_owned()],
            };
            let right_lines = match right {
                Some(example) => lines(world, example, left, style)?,
                None if left.is_some_and(|left| left.expected.refuted) => Vec::new(),
                None => vec!["no near miss is given".to_owned()],
            };
            drawn += usize::from(left.is_some()) + usize::from(right.is_some());
            print_side_by_side(out, &left_lines, &right_lines)?;
        }
        if drawn < own.len() {
            let (more, title) = (count(own.len() - drawn, "position"), first.title(contents));
            let title = title.trim_start_matches("the ");
            writeln!(out, "\n    {more} more: noire rules --rule \"{title}\"")?;
        }
        Ok(())
    }
}

/// A legend for the signs in the diagrams.
fn legend<W: World>(world: &W, examples: &[Example<W>], style: Style) -> String {
    let groups = format!(
        "In the diagrams {}* is the move that the rule plays. Brackets mark the groups and pieces that it mentions",
        world.legend(style)
    );
    let misses = if examples.iter().any(|example| !example.expected.applies) {
        "; beside them is a near miss, with brackets around the field that differs."
    } else {
        "."
    };
    groups + misses
}

/// Prints a title, with the location in the rule text at the end of the line.
fn heading(out: &mut impl Write, title: &str, place: &str) -> io::Result<()> {
    let gap = (prose_width() + 4).saturating_sub(title.chars().count() + place.chars().count()).max(2);
    writeln!(out, "{title}{:gap$}{place}", "")
}

/// An example where the rule applies, and the near miss that comes after it in `positions.txt`.
type Pair<'a, W> = (Option<&'a Example<W>>, Option<&'a Example<W>>);

fn pairs<'a, W: World>(examples: &[&'a Example<W>], all: bool) -> Vec<Pair<'a, W>> {
    if !all {
        let first = |applies| examples.iter().copied().find(|example| example.expected.applies == applies);
        return vec![(first(true), first(false))];
    }
    let mut pairs: Vec<Pair<'a, W>> = Vec::new();
    for &example in examples {
        match pairs.last_mut() {
            Some((Some(left), right @ None)) if !example.expected.applies && !left.expected.refuted => {
                *right = Some(example);
            }
            _ if example.expected.applies => pairs.push((Some(example), None)),
            _ => pairs.push((None, Some(example))),
        }
    }
    pairs
}

/// An example, ready to print.
pub(crate) struct PreparedExample {
    /// The result, such as `applies, plays h8`.
    pub(crate) heading: String,
    /// The board, cropped and marked as the author of the example chose.
    pub(crate) drawing: Drawing,
}

/// Prepares an example for printing. If the rule applies, marks its groups and its move. In a near miss, marks the
/// fields that differ from the position `beside`.
pub(crate) fn prepare_example<W: World>(
    world: &W,
    example: &Example<W>,
    beside: Option<&Example<W>>,
    style: Style,
) -> Result<PreparedExample, Failure> {
    let question = example.question;
    let first = first(world, example)?;
    let values = first.as_ref().map_or_else(Vec::new, |first| world.bindings(question, first));
    let played = first.as_ref().and_then(|first| world.played(question, first));
    let mut heading = match (example.expected.applies, first.is_some()) {
        (true, true) => "applies".to_owned(),
        (true, false) => "should apply, and does not in this base".to_owned(),
        (false, true) => "should not apply, and does in this base".to_owned(),
        (false, false) => "does not apply".to_owned(),
    };
    if let Some(mv) = played.as_ref().filter(|_| example.expected.applies) {
        heading.push_str(&format!(", plays {mv}"));
    }
    if example.expected.refuted {
        heading.push_str(", and the claim fails");
    }
    let to_move = world.to_move(&example.position);
    if let Some(other) = to_move.filter(|player| Some(player.as_str()) != question.player(world.contents())) {
        heading.push_str(&format!(", {other} to move"));
    }
    if let Some(figure) = &example.expected.figure {
        heading.push_str(&format!(" (figure {figure})"));
    }
    let plain = Marks { sketch: Some(&example.sketch), ..Marks::default() };
    let drawing = if example.expected.applies {
        let plays = played.is_some().then_some(0);
        world.drawing(&example.position, &Marks { values: &values, plays, is_cropped: true, ..plain }, style)
    } else {
        let mut drawing = world.drawing(&example.position, &plain, style);
        if let Some(other) = beside {
            let whole = Marks::default();
            let other = world.drawing(&other.position, &whole, style);
            drawing.highlight_differences(&world.drawing(&example.position, &whole, style), &other);
        }
        drawing
    };
    Ok(PreparedExample { heading, drawing })
}

/// The first answer in the position of an example.
fn first<W: World>(
    world: &W,
    example: &Example<W>,
) -> Result<Option<Vec<blanche_compiler::runtime::Value>>, Failure> {
    let mut position = example.position.clone();
    let answer = world.ask(world.backends()[0], example.question, Wanted::First, &mut position);
    let answer = answer.map_err(|reached| {
        let contents = world.contents();
        let (title, place) = (example.question.title(contents), example.question.place(contents));
        limit_failure((&title, place, reached), &example.place.to_string(), 0)
    })?;
    Ok(answer.solutions.iter().next().map(<[_]>::to_vec))
}

/// The lines of a printed example.
fn lines<W: World>(
    world: &W,
    example: &Example<W>,
    beside: Option<&Example<W>>,
    style: Style,
) -> Result<Vec<String>, Failure> {
    let PreparedExample { heading, drawing } = prepare_example(world, example, beside, style)?;
    let room = half_width().map_or_else(prose_width, |half| half - INDENT);
    let mut lines = wrap(&heading, room);
    lines.extend(drawing.text().lines().map(str::to_owned));
    lines.extend(wrap(&example.words, room));
    Ok(lines)
}

/// Prints two blocks of lines, side by side if there is room.
fn print_side_by_side(out: &mut impl Write, left: &[String], right: &[String]) -> io::Result<()> {
    let Some(half) = half_width() else {
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

/// Prints a text, wrapped and indented.
fn print_paragraph(out: &mut impl Write, text: &str) -> io::Result<()> {
    for line in wrap(text, prose_width()) {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}

/// Wraps a text to lines of at most this width.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
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

/// A rule, score, preference, draw or export: one line of `--format json`.
#[derive(Serialize)]
struct QuestionRow<'a> {
    /// The kind: `rule`, `score`, `preference`, `draw` or `export`.
    what: &'static str,
    /// The name of the question.
    name: &'a str,
    /// The player that the question is for, or null if it is for no particular player.
    colour: Option<&'a str>,
    /// Number of moves within which a rule wins; absent for other kinds.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u32>,
    /// The variable with the move that a rule plays; absent if it plays none.
    #[serde(skip_serializing_if = "Option::is_none")]
    plays: Option<&'a str>,
    /// The weight of a score when its player is to move. `defending` is the weight when another player is to move. Both
    /// are absent for other kinds.
    #[serde(skip_serializing_if = "Option::is_none")]
    attacking: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    defending: Option<Value>,
    /// Whether a score counts only for players that name it; absent for other kinds.
    #[serde(skip_serializing_if = "Option::is_none")]
    when_named: Option<bool>,
    /// The variables, in the order of an answer.
    variables: Vec<VariableRow<'a>>,
    /// The doc comment on one line.
    doc: String,
    /// The rule text.
    text: &'a str,
    /// The location of the rule text.
    file: &'a str,
    line: Option<usize>,
    /// The name of the game.
    game: &'a str,
    /// The positions for this question in `positions.txt`.
    positions: Vec<ExampleRow<'a>>,
}

/// A variable of a question.
#[derive(Serialize)]
struct VariableRow<'a> {
    name: &'a str,
    sort: &'a str,
}

/// A position for a question in `positions.txt`.
#[derive(Serialize)]
struct ExampleRow<'a> {
    /// Whether the rule applies in this position.
    applies: bool,
    /// What the author expects: `applies` or `misses`.
    given_as: &'static str,
    /// The move of the first answer.
    plays: Option<String>,
    /// Whether the author states that the move does not win.
    refuted: bool,
    /// The figure of the thesis that shows the position.
    figure: Option<&'a str>,
    /// The author's description.
    words: &'a str,
    /// The board.
    position: String,
    to_move: Option<String>,
    last_move: Option<String>,
    /// The location in `positions.txt`.
    file: &'a str,
    line: usize,
}

/// A weight as JSON: a number, or the expression in the rules if the weight differs between solutions.
fn weight(weight: Weight, text: &str) -> Value {
    weight.number().map_or_else(|| Value::from(text), Value::from)
}

fn row<'a, W: World>(
    world: &'a W,
    question: Question,
    examples: &'a [Example<W>],
) -> Result<QuestionRow<'a>, Failure> {
    let contents = world.contents();
    let (file, line) = question.place(contents).rsplit_once(':').unwrap_or((question.place(contents), ""));
    let (mut level, mut plays, mut weights, mut when_named) = (None, None, [None, None], None);
    let (what, name) = match question {
        Question::Rule(rule) => {
            let rule = &contents.rules[rule];
            level = Some(rule.level);
            plays = rule.variables.first().filter(|_| rule.plays).map(|(name, _)| name.as_str());
            ("rule", &rule.name)
        }
        Question::Score(score) => {
            let score = &contents.scores[score];
            let [attacking, defending] = score.weight_texts();
            when_named = Some(score.when_named);
            weights = [
                Some(weight(score.weights.attacking, &attacking)),
                Some(weight(score.weights.defending, &defending)),
            ];
            ("score", &score.name)
        }
        Question::Preference(preference) => ("preference", &contents.preferences[preference].name),
        Question::Draw(draw) => ("draw", &contents.draws[draw].name),
        Question::Export(export) => ("export", &contents.exports[export].name),
    };
    let [attacking, defending] = weights;
    let own = examples.iter().filter(|example| example.question == question);
    let positions: Result<Vec<ExampleRow<'a>>, Failure> =
        own.map(|example| example_row(world, example)).collect();
    let variables = question.variables(contents).iter();
    Ok(QuestionRow {
        what,
        name,
        colour: question.player(contents),
        level,
        plays,
        attacking,
        defending,
        when_named,
        variables: variables.map(|(name, sort)| VariableRow { name, sort }).collect(),
        doc: question.doc(contents).split_whitespace().collect::<Vec<_>>().join(" "),
        text: question.text(contents),
        file,
        line: line.parse().ok(),
        game: &contents.name,
        positions: positions?,
    })
}

fn example_row<'a, W: World>(world: &W, example: &'a Example<W>) -> Result<ExampleRow<'a>, Failure> {
    let first = first(world, example)?;
    Ok(ExampleRow {
        applies: first.is_some(),
        given_as: if example.expected.applies { "applies" } else { "misses" },
        plays: first.and_then(|first| world.played(example.question, &first)),
        refuted: example.expected.refuted,
        figure: example.expected.figure.as_deref(),
        words: &example.words,
        position: world.draw(&example.position, &Marks::default(), Style::Ascii),
        to_move: world.to_move(&example.position),
        last_move: world.last_move(&example.position),
        file: &example.place.file,
        line: example.place.line,
    })
}
