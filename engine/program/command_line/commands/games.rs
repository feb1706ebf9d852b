//! `noire games`: lists the built-in games and players, and compares a folder with the built-in game of the same name.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use blanche_sorted::SortedMap;

use blanche_compiler::files;
use blanche_compiler::markup;
use blanche_compiler::runtime::Limits;
use clap::Args;
use noire_engine::bases::{Contents, DEFAULT_BASE, built_in_files};
use noire_engine::players::{self, Method};
use noire_engine::world::{AnyBase, built_in, open};
use noire_laboratory::learning;
use serde_json::json;

use crate::command_line::output::{Failure, USAGE_ERROR, count, reject_built_in, write_failure, write_file};
use crate::command_line::query_options::{print_base_warnings, renamed_option};
use crate::command_line::width;

/// List the built-in games or the players, compare folders with the built-in games, or write the files of these games.
///
/// Games of your own use the built-in files unless there are others beside them; for that you need not write any files.
/// `blanche` and editors have no built-in games: they look for these files where `--output` writes them, and otherwise
/// run `noire games --files`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  noire games\n  noire games my-rules\n  noire games --players\n  noire games --output knowledge"
)]
pub(crate) struct Arguments {
    /// Folders with games to compare with the built-in ones
    #[arg(value_name = "DIR")]
    folders: Vec<String>,
    /// List the players and the learners, and their settings. `contest --player` and `play --player` take a player, and
    /// `learn --by` takes a learner, with settings after a colon, as in `minimax:depth=8,scores=man+king`
    #[arg(long, conflicts_with = "folders")]
    players: bool,
    /// Write the files of all built-in games into this folder. If it is called `knowledge`, commands find it when they
    /// run in its parent folder or anywhere below that folder
    #[arg(long, short, value_name = "DIR", conflicts_with_all = ["folders", "players"])]
    output: Option<PathBuf>,
    /// Print the files of all built-in games as a JSON object: each key is a path relative to a knowledge folder, and
    /// each value the text of that file
    #[arg(long, conflicts_with_all = ["folders", "output", "players"])]
    files: bool,
}

/// The failure for the former command `noire agents`, which is now an option of `noire games`.
pub(crate) fn former_agents_command() -> Failure {
    renamed_option("noire agents", "noire games --players")
}

/// Runs `noire games`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(folder) = &arguments.output {
        write_files(folder)?;
        let files = count(built_in_files().count(), "file");
        writeln!(width::wrapped_stdout(true), "Wrote {files} into {}.", markup::of_path(folder))?;
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.files {
        let files: SortedMap<&str, &str> = built_in_files().collect();
        writeln!(width::wrapped_stdout(false), "{}", json!(files))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = width::wrapped_stdout(true);
    if arguments.players {
        print_players(&mut out)?;
        return Ok(ExitCode::SUCCESS);
    }
    for folder in &arguments.folders {
        reject_built_in(folder, &format!("`{folder}` is"))?;
        print_folder(&mut out, folder)?;
    }
    print_built_in(&mut out)?;
    Ok(ExitCode::SUCCESS)
}

/// A summary of a game, such as `24 rules up to level 7, 9 scores; 15x15 fields; black, white`.
fn declared(base: &AnyBase) -> String {
    let Contents { rules, scores, preferences, exports, draws, .. } = base.contents();
    let level = rules.iter().map(|rule| rule.level).max().filter(|level| *level > 0);
    let level = level.map_or_else(String::new, |level| format!(" up to level {level}"));
    let counted = [
        (scores.len(), "score"),
        (preferences.len(), "preference"),
        (exports.len(), "export"),
        (draws.len(), "draw"),
    ];
    let counted = counted.into_iter().filter(|(number, _)| *number > 0);
    let mut parts = vec![format!("{}{level}", count(rules.len(), "rule"))];
    parts.extend(counted.map(|(number, what)| count(number, what)));
    let board =
        base.size().map_or_else(|| "no board".to_owned(), |[width, height]| format!("{width}x{height}"));
    format!("{}; {board}; {}", parts.join(", "), base.players().join(", "))
}

/// Prints the built-in games.
fn print_built_in(out: &mut impl Write) -> Result<(), Failure> {
    for name in built_in() {
        let base = open(&name, Limits::default())?;
        let default = if name == DEFAULT_BASE { ", the default" } else { "" };
        writeln!(out, "{name}  {}; sources {:016x}{default}", declared(&base), base.hash())?;
        for line in width::doc_lines(&base.contents().doc) {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}

/// Prints whether a folder has the same files as the built-in game of the same name.
fn print_folder(out: &mut impl Write, folder: &str) -> Result<(), Failure> {
    let base = open(folder, Limits::default())?;
    print_base_warnings(&base, false);
    writeln!(out, "{folder}: {}, {}", base.name(), declared(&base))?;
    if !base.differs_from_compiled() {
        let same = match base.has(noire_engine::bases::Backend::Compiled) {
            true => "its files are those of the built-in game",
            false => "no game of this name is compiled into this program; its rules are interpreted",
        };
        writeln!(out, "    {same}")?;
    }
    for note in base.notes() {
        writeln!(out, "    {note}")?;
    }
    Ok(writeln!(out)?)
}

/// Prints the players and the learners.
fn print_players(out: &mut impl Write) -> io::Result<()> {
    let (players, learners) = (players::spec::named, learning::spec::named);
    let wide = players().chain(learners()).map(|[name, ..]| name.len()).max().unwrap_or(0);
    for (name, method) in Method::ALL {
        writeln!(out, "{name:wide$}  {}{}", method.description(), settings(method.keys()))?;
    }
    for [name, stands_for, what] in players() {
        writeln!(out, "{name:wide$}  {what}\n{:wide$}  = {stands_for}", "")?;
    }
    writeln!(out, "\nLearners (`learn --by`)")?;
    for (name, method) in learning::spec::Method::ALL {
        writeln!(out, "{name:wide$}  {}{}", method.description(), settings(method.keys()))?;
    }
    for [name, stands_for, what] in learners() {
        writeln!(out, "{name:wide$}  {what}\n{:wide$}  = {stands_for}", "")?;
    }
    Ok(())
}

fn settings(keys: &[&str]) -> String {
    if keys.is_empty() { String::new() } else { format!(" ({})", keys.join(", ")) }
}

/// Writes all compiled-in files to a folder. If a file exists there with other contents, fails and writes no file.
fn write_files(folder: &Path) -> Result<(), Failure> {
    for (inside, text) in built_in_files() {
        let path = folder.join(inside);
        match files::read(&path) {
            Ok(there) if there != text.as_bytes() => {
                let said = format!(
                    "error: {} already exists with other contents; nothing was written\n  choose another folder, \
                     or move the file away",
                    path.display()
                );
                return Err(Failure::Message(said, USAGE_ERROR));
            }
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(write_failure(&path, &error)),
        }
    }
    for (inside, text) in built_in_files() {
        let path = folder.join(inside);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| write_failure(parent, &error))?;
        write_file(&path, text, None)?;
    }
    Ok(())
}
