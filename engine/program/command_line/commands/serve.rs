//! `noire serve`: plays, analyses and explains games on a page in the browser.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use blanche_compiler::files;
use blanche_compiler::runtime::Limits;
use clap::Args;
use noire_engine::bases::DEFAULT_BASE;
use noire_engine::players::spec::named;
use noire_engine::world::{built_in, open};
use noire_page::programs::NamedProgram;
use noire_page::server::{Server, Settings, StartError};

use crate::command_line::output::{Failure, INTERNAL_ERROR, USAGE_ERROR, unknown_name_hint};
use crate::command_line::{interrupt, language, width};

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire serve --open
  noire serve --port 7000 --game gomoku
  noire serve --game my-game/ --lang nl
  noire serve --program rapfi='./rapfi --mode gomocup'";

/// The file in the data folder whose lines `NAME=COMMAND` name programs to play against. `#` begins a comment.
const PROGRAMS: &str = "programs.txt";

/// Play, analyse and understand games on a page in the browser.
///
/// Prints the address of a page that plays every built-in game and the games of the given folders, and shows why moves
/// are legal and rules apply. Games are kept on disk and found again later. The page is served on this machine only, and
/// loads nothing from the network. Ctrl-C ends the server.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The port to listen on; 0 for any free port
    #[arg(long, value_name = "PORT", default_value = "7417")]
    port: u16,
    /// Open the page in the default browser
    #[arg(long)]
    open: bool,
    /// The game to begin with, by name or folder. Give the option again for further folders
    #[arg(long, value_name = "NAME-OR-DIR")]
    game: Vec<String>,
    /// A program to play against, which speaks the Gomocup protocol, with the name by which the page lists it. Give the
    /// option again for further programs. Each line of the file `programs.txt` in the data folder adds one, too
    #[arg(long, value_name = "NAME=COMMAND")]
    program: Vec<String>,
    /// The folder in which games are kept; by default `noire` in the user's data folder, or what NOIRE_DATA names
    #[arg(long, value_name = "DIR", conflicts_with = "private")]
    data: Option<PathBuf>,
    /// Keep no games on disk
    #[arg(long)]
    private: bool,
    /// The language of the page, such as `nl`; by default the language of the environment
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<String>,
    /// A folder with Fluent files for further languages
    #[arg(long, value_name = "DIR")]
    languages: Option<PathBuf>,
    /// Send the files of the page from this folder, while they are developed
    #[arg(long, value_name = "DIR", hide = true)]
    web_dir: Option<PathBuf>,
}

/// Runs `noire serve`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let translations = language::translations(arguments.lang.as_deref(), arguments.languages.as_deref())?;
    let data = arguments.data.clone().or_else(Server::data_folder).filter(|_| !arguments.private);
    let settings = Settings {
        port: arguments.port,
        games: games(&arguments.game)?,
        language: translations.language().to_owned(),
        languages: arguments.languages.clone(),
        programs: programs(&arguments.program, data.as_deref())?,
        web_folder: arguments.web_dir.clone(),
        data: data.clone(),
    };
    let stop = interrupt::stop_flag()?;
    let server = Server::bind(settings).map_err(|error| match error {
        StartError::Port(error) => port_failure(arguments.port, &error),
        StartError::Data(error) => data_failure(data.as_deref(), &error),
    })?;
    let address = server.address();
    let mut out = width::unwrapped_stdout(true);
    writeln!(out, "The page is at {address}\nCtrl-C ends the server.")?;
    out.flush()?;
    if arguments.open
        && let Err(error) = open_browser(&address)
    {
        eprintln!("note: the browser cannot be started: {error}; open the address yourself");
    }
    let served = server.run(std::sync::Arc::clone(&stop));
    served
        .map_err(|error| Failure::Message(format!("error: the server has ended: {error}"), INTERNAL_ERROR))?;
    Ok(ExitCode::SUCCESS)
}

/// The games of the page: the given ones first, then all built-in ones.
fn games(given: &[String]) -> Result<Vec<String>, Failure> {
    let built_in = built_in();
    let mut games: Vec<String> = Vec::new();
    for name in given {
        if !built_in.contains(name) && !Path::new(name).is_dir() {
            let hint = unknown_name_hint(name, built_in.iter().map(String::as_str));
            let words = format!("error: there is no game and no folder `{name}`\n  {hint}");
            return Err(Failure::Message(words, USAGE_ERROR));
        }
        if !built_in.contains(name) {
            // Mistakes in the rules are reported here, not only when the game is chosen.
            open(name, Limits::default())?;
        }
        if !games.contains(name) {
            games.push(name.clone());
        }
    }
    if games.is_empty() {
        games.push(DEFAULT_BASE.to_owned());
    }
    let others: Vec<String> = built_in.into_iter().filter(|name| !games.contains(name)).collect();
    games.extend(others);
    Ok(games)
}

/// The programs of the option `--program`, and those of the file [`PROGRAMS`] in the data folder. Their names differ from
/// each other and from those of built-in players. A program of the file that cannot be used is left out with a note.
fn programs(given: &[String], data: Option<&Path>) -> Result<Vec<NamedProgram>, Failure> {
    let mut programs: Vec<NamedProgram> = Vec::new();
    for text in given {
        let program = program(text, &programs)
            .map_err(|words| Failure::Message(format!("error: --program: {words}"), USAGE_ERROR))?;
        programs.push(program);
    }
    let Some(path) = data.map(|data| data.join(PROGRAMS)).filter(|path| path.exists()) else {
        return Ok(programs);
    };
    let text = files::read(&path)
        .map_err(|error| Failure::Message(format!("error: {}: {error}", path.display()), INTERNAL_ERROR))?;
    let text = String::from_utf8_lossy(&text);
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match program(line, &programs) {
            Ok(program) => programs.push(program),
            Err(words) => eprintln!("note: {}:{}: {words}; it is left out", path.display(), at + 1),
        }
    }
    Ok(programs)
}

/// The program `NAME=COMMAND`. The error is a sentence.
fn program(text: &str, others: &[NamedProgram]) -> Result<NamedProgram, String> {
    let program = NamedProgram::new(text)?;
    let name = &program.name;
    if named().any(|[known, ..]| known == name) || others.iter().any(|other| other.name == *name) {
        return Err(format!("there is another player with the name `{name}`"));
    }
    Ok(program)
}

fn port_failure(port: u16, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::AddrInUse => Failure::Message(
            format!("error: the port {port} is in use\n  name another one, or 0 for any free port: --port 0"),
            USAGE_ERROR,
        ),
        _ => Failure::Message(
            format!("error: the server cannot listen on port {port}: {error}\n  name another port: --port 0"),
            INTERNAL_ERROR,
        ),
    }
}

fn data_failure(folder: Option<&Path>, error: &io::Error) -> Failure {
    let folder = folder.map(|folder| format!(" in {}", folder.display())).unwrap_or_default();
    let words = format!(
        "error: games cannot be kept{folder}: {error}\n  --data DIR names another folder, and --private keeps no games"
    );
    Failure::Message(words, USAGE_ERROR)
}

/// Opens an address in the default browser of the system.
fn open_browser(address: &str) -> io::Result<()> {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else {
        Command::new("xdg-open")
    };
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(drop)
}
