//! `noire play --game NAME`: a game in text at the terminal.

use std::io;
use std::process::ExitCode;

use crate::play::lines::Typed;
use crate::play::{Player, SessionError, TextSession, TextSettings};
use blanche_compiler::files;
use blanche_compiler::runtime::Limits;

use super::play::Arguments;
use crate::command_line::built::{Source, in_place};
use crate::command_line::game::{after, failed, open, played_by};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, WRONG_USE};
use crate::command_line::width;

/// Plays the game of this name.
pub(super) fn run(arguments: &Arguments, name: &str) -> Result<ExitCode, Failure> {
    of_other_games(arguments)?;
    let base = open(name, Limits::default())?;
    let backend = arguments.backend.map_or_else(|| base.backend(), |choice| choice.backend());
    if !base.has(backend) {
        return Err(in_place(Source::Game(&base)));
    }
    let rules = played_by(&base, backend)?;
    let names: Vec<String> =
        base.program().players.iter().map(|player| base.program().player(*player)).collect();
    let players = players(arguments, &names)?;
    let start = rules.start().map_err(|fault| failed(&base, &fault))?;
    let (mut what, mut text) = (String::new(), String::new());
    if let Some(file) = &arguments.resume {
        what = file.display().to_string();
        let bytes = files::read_named(file).map_err(|error| unread(&what, &error))?;
        text = String::from_utf8_lossy(&bytes).into_owned();
    }
    let (start, moves, _) = after(&base, &rules, &start, &what, &text)?;
    let stop = interrupt::stop()?;
    let computer = arguments.agent.clone().or(arguments.level, None);
    let computer = computer.map_err(|bad| Failure::Said(format!("error: {bad}"), WRONG_USE))?;
    let settings = TextSettings {
        players,
        time: arguments.control(),
        computer,
        show_rules: arguments.show_rules,
        show_analysis: arguments.analysis,
        are_numbered: arguments.numbered,
        stop: std::sync::Arc::clone(&stop),
    };
    let session = TextSession::new(&rules, start, moves, settings);
    let mut session = session.map_err(|bad| Failure::Said(format!("error: {bad}"), WRONG_USE))?;
    match session.play(Typed::new(std::sync::Arc::clone(&stop)), &mut width::out(true)) {
        Ok(_) => Ok(interrupt::status(&stop)),
        Err(SessionError::Io(error)) => Err(error.into()),
        Err(SessionError::Fault(fault)) => Err(failed(&base, &fault)),
    }
}

/// Refuses what a game in text does not know: it would be passed over without a word.
fn of_other_games(arguments: &Arguments) -> Result<(), Failure> {
    arguments.boards.of_text()?;
    let black_or_white = "the players of a game in text have the names of its text: say --computer NAME";
    let language = "a game in text is played in English and in the words of its text";
    let given = [
        (arguments.black.is_some(), "--black", black_or_white),
        (arguments.white.is_some(), "--white", black_or_white),
        (arguments.lang.is_some(), "--lang", language),
        (arguments.languages.is_some(), "--languages", language),
    ];
    match given.into_iter().find(|(is_given, ..)| *is_given) {
        Some((_, option, why)) => {
            Err(Failure::Said(format!("error: {option} does not go with --game\n  {why}"), WRONG_USE))
        }
        None => Ok(()),
    }
}

/// Who plays for each player: the computer for those that were named, and for the last one where none was.
fn players(arguments: &Arguments, names: &[String]) -> Result<Vec<Player>, Failure> {
    let is_known = |name: &&String| names.contains(name) || ["all", "none"].contains(&name.as_str());
    if let Some(unknown) = arguments.computer.iter().find(|name| !is_known(name)) {
        let words = format!(
            "error: there is no player `{unknown}`\n  the players are {}, and `all` and `none` of them",
            names.join(", ")
        );
        return Err(Failure::Said(words, WRONG_USE));
    }
    let player = |(at, name): (usize, &String)| {
        let named = match arguments.computer.as_slice() {
            [] => at + 1 == names.len(),
            some => some.iter().any(|one| one == name || one == "all"),
        };
        if named { Player::Computer } else { Player::Human }
    };
    Ok(names.iter().enumerate().map(player).collect())
}

fn unread(file: &str, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::NotFound => Failure::Said(format!("error: there is no file `{file}`"), WRONG_USE),
        _ => Failure::Said(
            format!("error: {file} cannot be read: {error}"),
            crate::command_line::output::MACHINE,
        ),
    }
}
