//! `reproduce tables`: learns tables with a number for each field, and prints them next to the tables of a document.

use std::io::Write;
use std::process::ExitCode;

use blanche_compiler::game::Rules;
use clap::Args;
use noire::players::PlayerSpec;
use noire::progress::Progress;
use noire_reproductions::learning::tables::{MOVE, Numbers, game, learned, printed, rank_correlation};
use serde_json::json;

use super::learning::told;
use noire::command_line::public_api::{self, Failure, Format, MISTAKES, Style, USAGE_ERROR, games};

/// Examples at the end of the help.
const EXAMPLES: &str = "\
Examples:
  reproduce tables
  reproduce tables --games 200 --against itself";

/// Learn tables of fields, and print them beside those of the document.
///
/// The first table is of all moves together, averaged over the images of the board; the second is of the 50th move. Two
/// tables are compared by the order of their fields: 1 if it is the same (Spearman's rank correlation).
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = games())]
    games: u64,
    /// The opponent: a player, or `itself`
    #[arg(long, value_name = "AGENT", default_value = "random")]
    against: String,
    /// The seed of random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Text or markdown, or a json object
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let against = match arguments.against.as_str() {
        "itself" => None,
        name => {
            let agent = name.parse::<PlayerSpec>();
            Some(agent.map_err(|bad| Failure::Message(format!("error: {bad}"), USAGE_ERROR))?)
        }
    };
    let world = public_api::open_game(game())?;
    let rules = world.rules();
    let (stop, mut progress) = (public_api::stop_flag()?, Progress::begin());
    let mut show = |game: u64| {
        progress
            .show((game - 1) as f64 / arguments.games as f64, &format!("game {game} of {}", arguments.games));
    };
    let ours = learned(rules, against, (arguments.games, arguments.seed), &stop, &mut show).map_err(told)?;
    progress.end();
    let Some(ours) = ours else { return Ok(public_api::status(&stop)) };
    let Some(theirs) = printed(rules) else {
        return Err(Failure::Message("error: the board of the game has changed".to_owned(), MISTAKES));
    };
    let tables = [("all moves together", &theirs.all, &ours.all), ("move 50", &theirs.one, &ours.one)];
    let mut out = public_api::unwrapped_stdout(arguments.format.style().is_some());
    let Some(style) = arguments.format.style() else {
        let tables = tables.map(|(name, theirs, ours)| {
            json!({ "name": name, "document": theirs, "ours": ours, "correlation": rank_correlation(theirs, ours) })
        });
        writeln!(
            out,
            "{:#}",
            json!({ "games": arguments.games, "against": arguments.against, "move": MOVE, "tables": tables })
        )?;
        return Ok(ExitCode::SUCCESS);
    };
    let fence = if style == Style::Markdown { "```text\n" } else { "" };
    for (name, theirs, ours) in tables {
        writeln!(
            out,
            "{name}: the document, and {} games against {} (rank correlation {:.2})\n",
            arguments.games,
            arguments.against,
            rank_correlation(theirs, ours)
        )?;
        write!(out, "{fence}{}", side_by_side(rules, [theirs, ours]))?;
        writeln!(out, "{}", fence.replace("text", ""))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Two boards side by side, with the numbers of the tables on their fields.
fn side_by_side(rules: &Rules, tables: [&Numbers; 2]) -> String {
    let texts =
        |numbers: &Numbers| numbers.iter().map(|number| Some(format!("{number:+}"))).collect::<Vec<_>>();
    let [left, right] = tables.map(|numbers| rules.notation().laid_out(&texts(numbers)));
    let width = left.lines().map(str::len).max().unwrap_or(0);
    let line = |(left, right): (&str, &str)| format!("{left:<width$}    {right}\n");
    left.lines().zip(right.lines()).map(line).collect()
}
