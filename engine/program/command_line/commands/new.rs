//! `noire new`: creates the files of a new base. They are either rules for an existing game, or a small playable game.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use blanche_compiler::files;
use blanche_compiler::spelling::{list, nearest};
use clap::{Args, ValueEnum};

use crate::command_line::output::{Failure, USAGE_ERROR, quoted, write_failure};
use crate::command_line::width;
use noire_engine::bases::{DEFAULT_BASE, TextBase};
use noire_engine::facts::Base;

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire new mine
  noire new mine --game gomoku
  noire new men --as game";

/// Create a base for a game, or a game of your own, from a template.
///
/// A base gets two rules, positions that test them, and a README with the next steps; it compiles, and its tests pass.
/// A game defined by rule files gets rules with a comment for every line, and positions; it can be played at once.
/// Change what you like.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The name of the base or game, and of its folder
    #[arg(value_name = "NAME")]
    name: String,
    /// What to write
    #[arg(long = "as", value_enum, value_name = "WHAT", default_value = "rules")]
    what: What,
    /// The built-in game that the rules are for; renju by default
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    /// The folder in which to create the new folder
    #[arg(long = "in", value_name = "DIR", default_value = ".")]
    folder: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// Two rules for an existing game, with test positions
    Rules,
    /// The board, players, moves and end conditions of a small game
    Game,
}

/// Templates for the files of a new game. The name of the game replaces `NAME`.
const GAME: [(&str, &str); 2] = [
    ("base.blanche", include_str!("../../data/new/game/base.blanche")),
    ("positions.txt", include_str!("../../data/new/game/positions.txt")),
];

/// Templates for the files of a new base, with a section for each group of games.
const BASES: &str = include_str!("../../data/new/rules/bases.txt");

/// Template for the README of a new base.
const README: &str = include_str!("../../data/new/rules/README.md");

/// Runs `noire new`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let Arguments { name, what, game, folder } = arguments;
    if !is_name(name) {
        return Err(usage_failure(&format!(
            "`{name}` is not a name for a {}\n  a name consists of lower-case letters, digits and hyphens, and begins with a letter; --in \
             DIR sets the folder to create it in",
            if *what == What::Game { "game" } else { "base" }
        )));
    }
    if let (What::Game, Some(game)) = (what, game) {
        return Err(usage_failure(&format!(
            "--game {game} does not go with --as game\n  a game of your own has its own moves, and is not a base for another game"
        )));
    }
    let game = game.as_deref().unwrap_or(DEFAULT_BASE);
    let texts = match what {
        What::Game => GAME.map(|(file, text)| (file.to_owned(), fill_in_name(text, name))).into(),
        What::Rules => base(name, game)?,
    };
    if !folder.is_dir() {
        return Err(usage_failure(&format!("there is no folder `{}`", folder.display())));
    }
    let path = if folder.as_os_str() == "." { PathBuf::from(name) } else { folder.join(name) };
    if path.exists() {
        return Err(usage_failure(&format!("`{}` already exists, and is left unchanged", path.display())));
    }
    write(&path, &texts)?;
    match what {
        What::Game => print_next_steps_of_game(&path)?,
        What::Rules => print_next_steps_of_base(&path, game)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Creates the folder with its files. If a file cannot be written, removes the files that were written before it.
fn write(path: &Path, texts: &[(String, String)]) -> Result<(), Failure> {
    std::fs::create_dir(path).map_err(|error| write_failure(path, &error))?;
    for (at, (file, text)) in texts.iter().enumerate() {
        let file = path.join(file);
        if let Err(error) = files::write_new(&file, text) {
            for (written, _) in &texts[..at] {
                let _ = std::fs::remove_file(path.join(written));
            }
            // If another process has added files to the folder, this call fails and the folder is kept.
            let _ = std::fs::remove_dir(path);
            return Err(write_failure(&file, &error));
        }
    }
    Ok(())
}

fn usage_failure(words: &str) -> Failure {
    Failure::Message(format!("error: {words}"), USAGE_ERROR)
}

/// Fills in the name in a template for a game. Example commands get the name of the folder.
fn fill_in_name(text: &str, name: &str) -> String {
    let called = folder_argument(Path::new(name));
    let commands = ["noire play --game ", "noire perft --game ", "noire test --game ", "blanche check "];
    let called =
        |text: String, command: &&str| text.replace(&format!("{command}NAME"), &format!("{command}{called}"));
    commands.iter().fold(text.to_owned(), called).replace("NAME", name)
}

/// The files of a new base called `name`, for the game `game`.
fn base(name: &str, game: &str) -> Result<Vec<(String, String)>, Failure> {
    let sections: Vec<(Vec<&str>, &str)> = BASES.split("\n==== ").skip(1).map(section).collect();
    let Some((_, text)) = sections.iter().find(|(games, _)| games.contains(&game)) else {
        let known: Vec<&str> = sections.iter().flat_map(|(games, _)| games.iter().copied()).collect();
        let near = nearest(game, known.iter().copied()).map(|near| format!("; did you mean `{near}`?"));
        return Err(usage_failure(&format!(
            "there is no template for rules of `{game}`{}\n  there is one for {}; --as game starts a game of your own",
            near.unwrap_or_default(),
            list(&known, "and")
        )));
    };
    let named = |text: &str| text.replace("NAME", name).replace("GAME", game);
    let mut files: Vec<(String, String)> = text
        .split("---- ")
        .skip(1)
        .filter_map(|file| file.split_once('\n'))
        .map(|(file, text)| (file.to_owned(), format!("{}\n", named(&of_game(text, game)).trim_end())))
        .collect();
    let called = folder_argument(Path::new(name));
    let readme = aligned(&named(&README.replace("BASE", &called)));
    files.push(("README.md".to_owned(), readme));
    Ok(files)
}

/// Aligns the explanations that follow the commands, so that they form one column.
fn aligned(text: &str) -> String {
    fn parts(line: &str) -> Option<(&str, &str)> {
        line.strip_prefix("    ")?.split_once("  ")
    }
    let wide = text.lines().filter_map(parts).map(|(command, _)| command.chars().count()).max().unwrap_or(0);
    let lines = text.lines().map(|line| match parts(line) {
        Some((command, words)) => format!("    {command:wide$}  {}\n", words.trim_start()),
        None => format!("{line}\n"),
    });
    lines.collect()
}

/// Splits a section of a template into the names of its games and its text.
fn section(text: &str) -> (Vec<&str>, &str) {
    let (games, text) = text.split_once('\n').unwrap_or((text, ""));
    (games.split_whitespace().collect(), text)
}

/// Keeps the lines of a template that are meant for all games or for the game `game`.
fn of_game(text: &str, game: &str) -> String {
    let lines =
        text.lines().filter_map(|line| match line.strip_prefix('[').and_then(|line| line.split_once("] ")) {
            Some((of, line)) => (of == game).then_some(line),
            None => Some(line),
        });
    lines.map(|line| format!("{line}\n")).collect()
}

/// The folder of a base as an argument of a command. It is a path if the name alone would mean a built-in base.
fn folder_argument(path: &Path) -> String {
    let name = path.display().to_string();
    let is_built_in =
        TextBase::all().contains(&name.as_str()) || Base::built_in().iter().any(|base| base.name == name);
    if is_built_in { format!("./{name}") } else { quoted(&name).into_owned() }
}

fn print_next_steps_of_base(path: &Path, game: &str) -> io::Result<()> {
    let path = folder_argument(path);
    write!(
        width::unwrapped_stdout(true),
        "Wrote the base {path}: two rules for {game}, and positions for them.\n\n\
         Try next:\n  \
         blanche check {path}\n  \
         noire test {path}\n  \
         noire verify {path} --rounds 1\n\n\
         Then open {path}/base.blanche and add rules of your own.\n"
    )
}

fn print_next_steps_of_game(path: &Path) -> io::Result<()> {
    let path = folder_argument(path);
    write!(
        width::unwrapped_stdout(true),
        "Wrote the game {path}: men that step forward and capture diagonally.\n\n\
         Try next:\n  \
         noire play {path}\n  \
         noire perft --game {path} --depth 6\n  \
         noire test {path}\n  \
         blanche check {path}\n\n\
         Then open {path}/base.blanche and make it yours.\n"
    )
}

/// Whether a name has only small letters, digits and hyphens, begins with a letter, and does not end with a hyphen.
fn is_name(name: &str) -> bool {
    let inside = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '-';
    name.starts_with(|sign: char| sign.is_ascii_lowercase())
        && name.chars().all(inside)
        && !name.ends_with('-')
}
