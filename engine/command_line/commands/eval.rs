//! `noire eval`: what a position is worth by the scores of a base, and of what that is made.
//!
//! With `--format json` an object per position is printed, on a line of its own:
//!
//! ```text
//! position   as it was given
//! id         its name in a file; null without one
//! to_move    "black", "white" or null
//! base       the name of the base
//! backends   who was asked
//! value      what the position is worth to black and to white; null where a score exceeded the step limit
//! scores     an object for every score: score, colour, weight (the one that counts here), count, worth, and with
//!            --all the solutions; null where a score exceeded the step limit
//! ```

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use crate::bases::{Backend, Term};
use crate::board::{Color, Diagram, Position};
use crate::facts::Base;
use crate::record::Entry;
use blanche_compiler::runtime::{self, LimitReached};
use clap::Args;
use serde_json::{Map, Value, json};

use crate::command_line::backend::ComparedArguments;
use crate::command_line::games::{self, Opened, OptionalGame};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, Format, MACHINE, MISTAKES, WRONG_USE, raised};
use crate::command_line::positions::{Asked, GameEnds};
use crate::command_line::text::{self, Boards};
use crate::command_line::width;
use crate::command_line::width::prose;
use crate::progress::Progress;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire eval --moves h8,i9,i7,g9
  noire eval --base my-rules/ --black f8,g8,h8 --white a1,b1 --to-move black --all
  noire eval --file positions.tsv --backend both --format json";

/// Evaluate a position by the scores of a base, term by term.
///
/// Every solution of a score counts with a weight. A score has two: the first applies if its player is to move. The
/// value for a player is what its scores add up to, less what those of the other add up to.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: OptionalGame,
    #[command(flatten)]
    asked: Asked<ComparedArguments>,
    /// What each score counts, too
    #[arg(long)]
    all: bool,
    /// text for people, json with an object per line
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    boards: Boards,
}

/// What a position is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Worth {
    /// What the scores of black and of white add up to.
    sums: [i64; 2],
    /// What each score adds.
    parts: Vec<Term>,
}

impl Worth {
    /// To a player.
    fn value(&self, color: Color) -> i64 {
        self.sums[color.index()] - self.sums[color.other().index()]
    }
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(name) = &arguments.game.game {
        arguments.boards.of_text()?;
        let stop = interrupt::stop()?;
        let (choice, limits) = (arguments.asked.base.choice(), arguments.asked.base.limits());
        let game = Opened::stopped_by(name, choice, limits, Arc::clone(&stop))?;
        let how = (arguments.all, arguments.format);
        return games::eval::run(&game, &arguments.asked.positions, how, &stop);
    }
    let (base, backends) = arguments.asked.base.open()?;
    if base.scores().is_empty() {
        let hint = "one is written: score NAME for COLOUR attacking N defending N if …";
        return Err(Failure::Said(format!("error: {} has no scores\n  {hint}", base.name()), WRONG_USE));
    }
    let mut positions = arguments.asked.positions.read()?;
    let stop = interrupt::stop()?;
    let base = base.stopped_by(Arc::clone(&stop));
    let mut out = Vec::new();
    let progress = Progress::begin();
    let mut unknown = None;
    let mut ends = GameEnds::new(&arguments.asked.positions, &base, backends[0]);
    for at in 0..positions.entries.len() {
        progress.position(at, positions.entries.len());
        if !ends.cut(&mut positions.entries[at], &progress) {
            continue;
        }
        let entry = &positions.entries[at];
        let worth = asked(&base, &backends, entry);
        if interrupt::is_over(&stop, positions.entries.len() - at, &progress) {
            return Ok(interrupt::status(&stop));
        }
        let worth = worth?;
        if let Err(limit) = worth {
            unknown.get_or_insert_with(|| (limit, entry.text.clone()));
        }
        match arguments.format {
            Format::Json => writeln!(out, "{}", object(&base, &backends, entry, &worth, arguments.all))?,
            Format::Text => {
                text::begin(&mut out, &positions.entries, at)?;
                describe(&mut out, &base, entry, &worth, arguments)?;
                width::fit(&mut out, true);
            }
        }
        progress.print(&mut out)?;
    }
    match unknown {
        None => Ok(ExitCode::SUCCESS),
        Some((limit, text)) => Err(Failure::Said(
            format!(
                "error[B0701]: a score {}\n  in the position {}\n  what it is worth is not known{}",
                limit.exceeded(),
                text.replace('\t', " | "),
                raised(limit)
            ),
            MISTAKES,
        )),
    }
}

/// Asks every back end, and sees to it that they agree with each other and that the parts add up to the whole.
fn asked(base: &Base, backends: &[Backend], entry: &Entry) -> Result<Result<Worth, LimitReached>, Failure> {
    let mut position = entry.spec.position();
    let worths: Result<Vec<Worth>, LimitReached> =
        backends.iter().map(|backend| worth(base, *backend, &mut position)).collect();
    let mut worths = match worths {
        Ok(worths) => worths,
        Err(limit) => return Ok(Err(limit)),
    };
    let adds_up = |worth: &Worth| {
        Color::ALL.into_iter().all(|color| {
            let own = worth.parts.iter().filter(|part| base.scores()[part.score].color == color.to_string());
            own.map(Term::worth).sum::<i64>() == worth.sums[color.index()]
        })
    };
    if worths.iter().all(|worth| *worth == worths[0] && adds_up(worth)) {
        return Ok(Ok(worths.swap_remove(0)));
    }
    let mut text = format!("THE BACK ENDS DIFFER in the position {}", entry.text.replace('\t', " | "));
    for (backend, worth) in backends.iter().zip(&worths) {
        text.push_str(&format!("\n  {backend}: black {}, white {}", worth.sums[0], worth.sums[1]));
        for part in &worth.parts {
            let title = base.scores()[part.score].title();
            text.push_str(&format!("\n    {title}: {} times {}", part.solutions.len(), each(base, part)));
        }
    }
    text.push_str("\n  this is a fault of the program; please report it with the rule files");
    Err(Failure::Said(text, MACHINE))
}

fn worth(base: &Base, backend: Backend, position: &mut Position) -> Result<Worth, LimitReached> {
    let mut sums = [0; 2];
    for color in Color::ALL {
        sums[color.index()] = base.sum(backend, position, color)?;
    }
    Ok(Worth { sums, parts: base.terms(backend, position)? })
}

/// The board, the value, and a line for every score with a column for each player.
fn describe(
    out: &mut impl Write,
    base: &Base,
    entry: &Entry,
    worth: &Result<Worth, LimitReached>,
    arguments: &Arguments,
) -> io::Result<()> {
    let position = entry.spec.position();
    write!(out, "{}", Diagram::of(&position).draw(arguments.boards.style()))?;
    writeln!(out, "{}\n", text::situation(&position))?;
    let worth = match worth {
        Ok(worth) => worth,
        Err(limit) => return writeln!(out, "A score {}: what it is worth is not known.", limit.exceeded()),
    };
    let player = position.to_move().unwrap_or(Color::Black);
    writeln!(
        out,
        "{} for {player}: {} less {} for {}",
        worth.value(player),
        worth.sums[player.index()],
        worth.sums[player.other().index()],
        player.other()
    )?;
    writeln!(out)?;
    let players = [player, player.other()];
    let names = names(base);
    let wide = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(5);
    let role = |color: Color| if position.to_move() == Some(color) { "attacking" } else { "defending" };
    write!(out, "    {:wide$}", "score")?;
    for color in players {
        write!(out, "{:>COLUMN$}", format!("{color}, {}", role(color)))?;
    }
    writeln!(out)?;
    for name in names {
        write!(out, "    {name:wide$}")?;
        for color in players {
            let of = |part: &&Term| {
                let score = &base.scores()[part.score];
                score.name == name && score.color == color.to_string()
            };
            let cell = worth.parts.iter().find(of).map_or_else(String::new, |part| {
                format!("{} × {} = {:>WORTH$}", part.solutions.len(), each(base, part), part.worth())
            });
            write!(out, "{cell:>COLUMN$}")?;
        }
        writeln!(out)?;
    }
    write!(out, "    {:wide$}", "sum")?;
    for color in players {
        write!(out, "{:>COLUMN$}", worth.sums[color.index()])?;
    }
    writeln!(out)?;
    if arguments.all {
        for part in &worth.parts {
            solutions(out, base, part)?;
        }
    }
    Ok(())
}

/// What each solution is worth, as it is written.
fn each(base: &Base, part: &Term) -> String {
    let score = &base.scores()[part.score];
    let [attacking, defending] = score.weight_texts();
    if score.weights.attacking == part.weight { attacking } else { defending }
}

/// Columns of a player, and of what one score is worth in it.
const COLUMN: usize = 30;
const WORTH: usize = 8;

/// The names of the scores, each once, in the order of the text.
fn names(base: &Base) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for score in base.scores() {
        if !names.contains(&score.name.as_str()) {
            names.push(&score.name);
        }
    }
    names
}

/// What a score counts.
fn solutions(out: &mut impl Write, base: &Base, part: &Term) -> io::Result<()> {
    let score = &base.scores()[part.score];
    if part.solutions.is_empty() {
        return Ok(());
    }
    let variables: Vec<&str> = score.variables.iter().map(|(name, _)| name.as_str()).collect();
    if variables.is_empty() {
        return writeln!(out, "\n{} holds", score.title());
    }
    writeln!(out, "\n{}: {}", score.title(), variables.join(" "))?;
    let written = part.solutions.iter().map(|solution| {
        let values = score.variables.iter().zip(solution).map(|((_, sort), value)| base.text(sort, *value));
        values.collect::<Vec<_>>().join(" ")
    });
    let written: Vec<String> = written.collect();
    for line in crate::command_line::commands::rules::wrapped(&written.join(", "), prose()) {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}

fn object(
    base: &Base,
    backends: &[Backend],
    entry: &Entry,
    worth: &Result<Worth, LimitReached>,
    all: bool,
) -> Value {
    let worth = worth.as_ref().ok();
    let value = worth.map(|worth| {
        let of = |color: Color| (color.to_string(), json!(worth.value(color)));
        Value::Object(Color::ALL.into_iter().map(of).collect())
    });
    let scores = worth
        .map(|worth| worth.parts.iter().map(|part| part_object(base, part, all)).collect::<Vec<Value>>());
    json!({
        "position": entry.text,
        "id": entry.id,
        "to_move": entry.spec.position().to_move().map(|color| color.to_string()),
        "base": base.name(),
        "backends": backends.iter().map(Backend::to_string).collect::<Vec<_>>(),
        "value": value,
        "scores": scores,
    })
}

fn part_object(base: &Base, part: &Term, all: bool) -> Value {
    let score = &base.scores()[part.score];
    let mut object = json!({
        "score": score.name,
        "colour": score.color,
        "weight": part.weight.number().map_or_else(|| json!(each(base, part)), |number| json!(number)),
        "count": part.solutions.len(),
        "worth": part.worth(),
    });
    if all {
        let solution = |solution: &[runtime::Value]| {
            let pairs = score.variables.iter().zip(solution);
            let object: Map<String, Value> =
                pairs.map(|((name, sort), value)| (name.clone(), json!(base.text(sort, *value)))).collect();
            Value::Object(object)
        };
        object["solutions"] = part.solutions.iter().map(solution).collect();
    }
    object
}
