//! `noire eval`: shows the value of a position by the scores of a base, with the terms of that value. It also shows the
//! values of the moves by preferences.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::runtime::{self, LimitReached, Solutions, Weight};
use blanche_compiler::spelling::list;
use clap::Args;
use noire_engine::bases::{Backend, Contents, Question};
use noire_engine::with_world;
use noire_engine::world::{Entry, Marks, Preferred, Reason, World, WorldError, WorldExt};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::command_line::answer_text::{self, BoardOptions};
use crate::command_line::commands::rules::wrap;
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, Format, INTERNAL_ERROR, MISTAKES, USAGE_ERROR, limit_hint};
use crate::command_line::query_options::{EvaluationOptions, GameAndPositions, world_failure};
use crate::command_line::width::{self, prose_width};
use noire_engine::progress::Progress;
use noire_engine::search::alpha_beta::DECIDED;

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire eval --moves h8,i9,i7,g9
  noire eval my-rules/ --black f8,g8,h8 --white a1,b1 --to-move black --all
  noire eval my-game/ --moves \"b2 a1 c3\"
  noire eval positions.tsv --backend both --format json";

/// Evaluate a position with the scores of a base, term by term.
///
/// Every solution of a score counts with a weight. A score has two weights: the first applies if its player is to move.
/// The value for a player is the sum of its scores minus the sums of the others. A score `when named` is shown, but not
/// added: it counts only for players that name it.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: GameAndPositions,
    #[command(flatten)]
    evaluation: EvaluationOptions,
    /// Also show what each score counts
    #[arg(long)]
    all: bool,
    /// `text` for people; `json`: one object per line
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    boards: BoardOptions,
}

/// The value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PositionValue {
    /// The sum of each player's scores, in the order of the players.
    sums: Vec<i64>,
    /// The contribution of each score.
    terms: Vec<Term>,
    /// The moves with their preference values, best first.
    preferred: Vec<Preferred>,
}

/// The contribution of one score to the value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    /// Index of the score in the base.
    score: usize,
    /// The solutions that the score counts, in order.
    solutions: Solutions,
    /// The weight of each solution in this position.
    weight: Weight,
}

impl Term {
    /// The sum of the weights, from the point of view of the score's player.
    fn value(&self) -> i64 {
        self.weight.sum(&self.solutions)
    }
}

/// A position with its value: one line of `--format json`.
#[derive(Serialize)]
struct PositionRow<'a> {
    /// The position as the user wrote it.
    position: &'a str,
    /// The name of the position in its file.
    id: Option<&'a str>,
    /// The player to move.
    to_move: Option<String>,
    /// The name of the game.
    game: &'a str,
    /// The back ends that were used.
    backends: Vec<String>,
    /// The value for each player, or null if a score exceeded a limit. In a search, values are limited to ±9,999,000.
    value: Option<Map<String, Value>>,
    /// The scores in the order of the base, or null if a score exceeded a limit.
    scores: Option<Vec<ScoreRow<'a>>>,
    /// The moves that have preferences, best first, or null if a query exceeded a limit.
    preferred: Option<&'a [Preferred]>,
}

/// The contribution of a score, as JSON.
#[derive(Serialize)]
struct ScoreRow<'a> {
    /// The name of the score.
    score: &'a str,
    /// The player for whom the score counts.
    colour: &'a str,
    /// The weight of a solution in this position: a number, or an expression in the syntax of rules.
    weight: Value,
    /// Number of solutions that the score counts.
    count: usize,
    /// The sum of the weights, for the score's player.
    worth: i64,
    /// Whether the score counts only for players that name it. Such a score is not part of the value.
    when_named: bool,
    /// The solutions, as values by variable; present only with `--all`.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<Map<String, Value>>>,
}

/// Runs `noire eval`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let stop = interrupt::stop_flag()?;
    let world = arguments.subject.open(&arguments.evaluation, Some(Arc::clone(&stop)))?;
    with_world!(&world, |world| run_in(world, arguments, &stop))
}

fn run_in<W: World>(world: &W, arguments: &Arguments, stop: &AtomicBool) -> Result<ExitCode, Failure> {
    let contents = world.contents();
    if contents.scores.is_empty() && contents.preferences.is_empty() {
        let hint = "declare one: score NAME for Color attacking N defending N if …";
        return Err(Failure::Message(
            format!("error: {} has no scores\n  {hint}", contents.name),
            USAGE_ERROR,
        ));
    }
    let mut positions = arguments.subject.each(world)?;
    let mut out = Vec::new();
    let progress = Progress::begin();
    let mut unknown = None;
    let of = positions.number();
    while let Some(given) = positions.next(&progress)? {
        let (at, entry) = (given.at, &given.entry);
        let mut position = given.position(world)?;
        let worth = evaluate_on_all(world, entry, &mut position);
        if interrupt::is_stopped(stop, of - at, &progress) {
            return Ok(interrupt::status(stop));
        }
        let worth = worth?;
        if let Err(limit) = worth {
            unknown.get_or_insert_with(|| (limit, entry.text.clone()));
        }
        match arguments.format {
            Format::Json => {
                let row = row(world, (entry, &position), worth.as_ref().ok(), arguments.all);
                writeln!(out, "{}", serde_json::to_string(&row).unwrap_or_default())?;
            }
            Format::Text => {
                answer_text::print_heading(&mut out, (at, of), entry.id.as_deref(), &entry.text)?;
                describe(&mut out, world, &position, &worth, arguments)?;
                width::fit_to_terminal(&mut out, true);
            }
        }
        progress.print(&mut out)?;
    }
    match unknown {
        None => Ok(ExitCode::SUCCESS),
        Some((limit, text)) => Err(Failure::Message(
            format!(
                "error[B0701]: a score {}\n  in the position {}\n  its value is not known{}",
                limit.exceeded(),
                text.replace('\t', " | "),
                limit_hint(limit)
            ),
            MISTAKES,
        )),
    }
}

/// Evaluates the position with every back end. Fails if the results differ, or if the terms do not add up to the value.
fn evaluate_on_all<W: World>(
    world: &W,
    entry: &Entry<W>,
    position: &mut W::Position,
) -> Result<Result<PositionValue, LimitReached>, Failure> {
    let mut worths = Vec::new();
    for backend in world.backends() {
        match evaluate(world, *backend, position) {
            Ok(worth) => worths.push(worth),
            Err(WorldError::Limit(limit)) => return Ok(Err(limit)),
            Err(trouble) => return Err(world_failure(world, trouble)),
        }
    }
    if worths.iter().all(|(worth, adds_up)| *worth == worths[0].0 && *adds_up) {
        return Ok(Ok(worths.swap_remove(0).0));
    }
    let mut text = format!("THE BACK ENDS DIFFER in the position {}", entry.text.replace('\t', " | "));
    for (backend, (worth, _)) in world.backends().iter().zip(&worths) {
        let sums = world.players().into_iter().zip(&worth.sums);
        let sums: Vec<String> = sums.map(|(player, sum)| format!("{player} {sum}")).collect();
        text.push_str(&format!("\n  {backend}: {}", sums.join(", ")));
        for term in &worth.terms {
            let title = world.contents().scores[term.score].title();
            let each = weight_text(world.contents(), term);
            text.push_str(&format!("\n    {title}: {} times {each}", term.solutions.len()));
        }
    }
    text.push_str("\n  this is a bug in the program; please report it with the rule files");
    Err(Failure::Message(text, INTERNAL_ERROR))
}

/// The value of a position from one back end. The flag tells whether the terms add up to the value that a search would
/// use.
fn evaluate<W: World>(
    world: &W,
    backend: Backend,
    position: &mut W::Position,
) -> Result<(PositionValue, bool), WorldError> {
    let (players, to_move) = (world.players(), world.to_move(position));
    let (mut sums, mut terms) = (vec![0; players.len()], Vec::new());
    for (score, declared) in world.contents().scores.iter().enumerate() {
        let weight = declared.weights.of(to_move.as_ref() == Some(&declared.color));
        let solutions = world.answers(backend, Question::Score(score), position)?;
        let term = Term { score, solutions, weight };
        let own = players.iter().zip(&mut sums).find(|(player, _)| **player == declared.color);
        own.filter(|_| !declared.when_named).into_iter().for_each(|(_, sum)| *sum += term.value());
        terms.push(term);
    }
    // After the end of the game there are no moves.
    let is_over = world.end(position)?.is_some();
    let preferred = if is_over { Vec::new() } else { world.preferred(backend, position)? };
    let worth = PositionValue { sums, terms, preferred };
    let mut adds_up = true;
    for player in 0..players.len() {
        adds_up &= world.value(backend, player, position)? == worth.value(player);
    }
    Ok((worth, adds_up))
}

impl PositionValue {
    /// The value for the player with this index: the sum of that player's scores minus the sums of the other players.
    fn value(&self, player: usize) -> i64 {
        2 * self.sums[player] - self.sums.iter().sum::<i64>()
    }
}

/// Prints the board, the value and the preferred moves. Each score has a line, with a column for each player.
fn describe<W: World>(
    out: &mut impl Write,
    world: &W,
    position: &W::Position,
    worth: &Result<PositionValue, LimitReached>,
    arguments: &Arguments,
) -> io::Result<()> {
    write!(out, "{}", world.draw(position, &Marks::default(), arguments.boards.style()))?;
    writeln!(out, "{}\n", world.state_text(position))?;
    let worth = match worth {
        Ok(worth) => worth,
        Err(limit) => return writeln!(out, "A score {}: its value is not known.", limit.exceeded()),
    };
    if !worth.terms.is_empty() {
        table(out, world, position, worth)?;
    }
    for term in worth.terms.iter().filter(|term| arguments.all && !term.solutions.is_empty()) {
        solutions(out, world, term)?;
    }
    preferred(out, &worth.preferred, arguments.all)
}

/// Prints a table with the contribution of each score for each player. The player to move comes first.
fn table<W: World>(
    out: &mut impl Write,
    world: &W,
    position: &W::Position,
    worth: &PositionValue,
) -> io::Result<()> {
    let (names, to_move) = (world.players(), world.to_move(position));
    let first = names.iter().position(|name| Some(name) == to_move.as_ref()).unwrap_or(0);
    let players: Vec<usize> = (first..names.len()).chain(0..first).collect();
    let others = match names.as_slice() {
        [_, _] => names[players[1]].as_str(),
        _ => "the others",
    };
    let (value, sum) = (worth.value(first), worth.sums[first]);
    writeln!(out, "{value} for {}: {sum} less {} for {others}\n", names[first], sum - value)?;
    let scores = score_names(world.contents());
    let wide = scores.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(5);
    write!(out, "    {:wide$}", "score")?;
    for player in &players {
        let name = &names[*player];
        let role = if Some(name) == to_move.as_ref() { "attacking" } else { "defending" };
        write!(out, "{:>COLUMN_WIDTH$}", format!("{name}, {role}"))?;
    }
    writeln!(out)?;
    for name in scores {
        write!(out, "    {name:wide$}")?;
        for player in &players {
            let of = |term: &&Term| {
                let score = &world.contents().scores[term.score];
                score.name == name && score.color == names[*player]
            };
            let cell = worth.terms.iter().find(of).map_or_else(String::new, |term| {
                let (count, each) = (term.solutions.len(), weight_text(world.contents(), term));
                format!("{count} × {each} = {:>VALUE_WIDTH$}", term.value())
            });
            write!(out, "{cell:>COLUMN_WIDTH$}")?;
        }
        writeln!(out)?;
    }
    write!(out, "    {:wide$}", "sum")?;
    for player in &players {
        write!(out, "{:>COLUMN_WIDTH$}", worth.sums[*player])?;
    }
    writeln!(out)?;
    if value.abs() > DECIDED {
        let known = DECIDED * value.signum();
        writeln!(out, "\na search treats {value} as {known}: it does not distinguish values beyond that")?;
    }
    note_uncounted(out, world.contents())
}

/// Prints a note about scores that are not part of the sums.
fn note_uncounted(out: &mut impl Write, contents: &Contents) -> io::Result<()> {
    let is_named = |name: &&str| contents.scores.iter().any(|score| score.name == *name && score.when_named);
    let names: Vec<&str> = score_names(contents).into_iter().filter(is_named).collect();
    match names.len() {
        0 => Ok(()),
        1 => {
            writeln!(out, "\n`{}` counts only for players that name it: the sums do not include it", names[0])
        }
        _ => {
            let names = list(&names, "and");
            writeln!(out, "\n{names} count only for players that name them: the sums do not include them")
        }
    }
}

/// The weight of a term, as it is written in the rules.
fn weight_text(contents: &Contents, term: &Term) -> String {
    let score = &contents.scores[term.score];
    let [attacking, defending] = score.weight_texts();
    if score.weights.attacking == term.weight { attacking } else { defending }
}

/// Width of a player's column, and of the number in it, in characters.
const COLUMN_WIDTH: usize = 30;
const VALUE_WIDTH: usize = 8;

/// Maximum number of preferred moves to list without `--all`.
const MAX_LISTED: usize = 12;

/// The distinct names of the scores, in the order of the rule text.
fn score_names(contents: &Contents) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for score in &contents.scores {
        if !names.contains(&score.name.as_str()) {
            names.push(&score.name);
        }
    }
    names
}

/// Prints the solutions of a score.
fn solutions(out: &mut impl Write, world: &impl World, term: &Term) -> io::Result<()> {
    let score = &world.contents().scores[term.score];
    let variables: Vec<&str> = score.variables.iter().map(|(name, _)| name.as_str()).collect();
    if variables.is_empty() {
        return writeln!(out, "\n{} holds", score.title());
    }
    writeln!(out, "\n{}: {}", score.title(), variables.join(" "))?;
    let written = term.solutions.iter().map(|solution| {
        let bindings = world.bindings(Question::Score(term.score), solution).into_iter();
        bindings.map(|(_, value)| value).collect::<Vec<_>>().join(" ")
    });
    let written: Vec<String> = written.collect();
    for line in wrap(&written.join(", "), prose_width()) {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}

/// Prints the preferred moves with the contribution of each preference.
fn preferred(out: &mut impl Write, moves: &[Preferred], all: bool) -> io::Result<()> {
    if !moves.is_empty() {
        writeln!(out, "\npreferred moves")?;
    }
    let listed = if all { moves.len() } else { MAX_LISTED };
    for Preferred { r#move, worth, preferences } in moves.iter().take(listed) {
        let reasons: Vec<String> = preferences.chunk_by(|one, other| one == other).map(reason).collect();
        writeln!(out, "{worth:>8}  {}: {}", r#move, reasons.join(", "))?;
    }
    match moves.len().saturating_sub(listed) {
        0 => Ok(()),
        more => writeln!(out, "          and {more} more (--all lists them)"),
    }
}

/// A reason for a preferred move, such as `makes.four 60`, or `9 × makes.two 4` for nine equal reasons.
fn reason(same: &[Reason]) -> String {
    let Reason { preference, worth } = &same[0];
    match same.len() {
        1 => format!("{preference} {worth}"),
        times => format!("{times} × {preference} {worth}"),
    }
}

fn row<'a, W: World>(
    world: &'a W,
    (entry, position): (&'a Entry<W>, &W::Position),
    worth: Option<&'a PositionValue>,
    all: bool,
) -> PositionRow<'a> {
    let value = worth.map(|worth| {
        let players = world.players().into_iter().enumerate();
        players.map(|(at, player)| (player, Value::from(worth.value(at)))).collect()
    });
    let scores = worth.map(|worth| worth.terms.iter().map(|term| score_row(world, term, all)).collect());
    PositionRow {
        position: &entry.text,
        id: entry.id.as_deref(),
        to_move: world.to_move(position),
        game: &world.contents().name,
        backends: world.backends().iter().map(Backend::to_string).collect(),
        value,
        scores,
        preferred: worth.map(|worth| worth.preferred.as_slice()),
    }
}

fn score_row<'a>(world: &'a impl World, term: &Term, all: bool) -> ScoreRow<'a> {
    let score = &world.contents().scores[term.score];
    let solution = |solution: &[runtime::Value]| {
        let bindings = world.bindings(Question::Score(term.score), solution).into_iter();
        bindings.map(|(name, value)| (name, Value::from(value))).collect()
    };
    let written = || Value::from(weight_text(world.contents(), term));
    ScoreRow {
        score: &score.name,
        colour: &score.color,
        weight: term.weight.number().map_or_else(written, Value::from),
        count: term.solutions.len(),
        worth: term.value(),
        when_named: score.when_named,
        solutions: all.then(|| term.solutions.iter().map(solution).collect()),
    }
}
