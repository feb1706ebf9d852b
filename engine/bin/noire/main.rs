//! The game program `noire`: matches the rules of a knowledge base on positions.

/// Says something on standard error. Where that takes nothing nobody reads it, and the command goes on; the macro of the
/// library would end it.
macro_rules! eprintln {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($words)*);
    }};
}

mod answers;
mod backend;
mod bases;
mod bench;
mod contest;
mod convert;
mod coverage;
mod demonstration;
mod doc;
mod experiment;
mod explain;
mod forbidden;
mod gomocup;
mod interrupt;
mod matching;
mod mutate;
mod output;
mod play;
mod positions;
mod profile;
mod repl;
mod rules;
mod seconds;
mod solve;
mod test;
mod text;
mod threads;
mod value;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// NOIRE matches rules written in BLANCHE on positions of renju and go-moku.
///
/// Without a command it shows what it does on a position that is built in.
#[derive(Parser)]
#[command(
    version = version(),
    max_term_width = 100,
    after_help = "Exit status: 0 all is well; 1 mistakes in rules or positions, or a rule that was given up at the limit \
                  of work; 2 wrong use; 3 the machine fails, or the back ends differ; 130 a search or a \
                  game was ended by Ctrl-C, and told what it had found so far."
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Match(matching::Arguments),
    Rules(rules::Arguments),
    Test(test::Arguments),
    Doc(doc::Arguments),
    Forbidden(forbidden::Arguments),
    Explain(explain::Arguments),
    Repl(repl::Arguments),
    Solve(solve::Arguments),
    Play(play::Arguments),
    Contest(contest::Arguments),
    Experiment(experiment::Arguments),
    Value(value::Arguments),
    Convert(convert::Arguments),
    Gomocup(gomocup::Arguments),
    Verify(verify::Arguments),
    Coverage(coverage::Arguments),
    Mutate(mutate::Arguments),
    Answers(answers::Arguments),
    Profile(profile::Arguments),
    Bench(bench::Arguments),
    Bases(bases::Arguments),
}

/// The version, and the compiled bases with the hashes of their sources.
fn version() -> &'static str {
    let mut text = env!("CARGO_PKG_VERSION").to_owned();
    for base in noire::bases::built_in() {
        text.push_str(&format!(
            "\ncompiled base {} ({}, sources {:016x})",
            base.name,
            output::count(base.rules, "rule"),
            base.hash
        ));
    }
    text.leak()
}

/// Rules may be nested deep and long in chains; they are read and answered on a stack of this many bytes.
const STACK: usize = 512 << 20;

fn main() -> ExitCode {
    noire::progress::start_clock();
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(run);
    let outcome = worker.map(|worker| worker.join());
    match outcome {
        Ok(Ok(code)) => code,
        Ok(Err(_)) | Err(_) => ExitCode::from(output::MACHINE),
    }
}

fn run() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = match arguments.command {
        None => demonstration::run(),
        Some(Command::Match(arguments)) => matching::run(&arguments),
        Some(Command::Rules(arguments)) => rules::run(&arguments),
        Some(Command::Test(arguments)) => test::run(&arguments),
        Some(Command::Doc(arguments)) => doc::run(&arguments),
        Some(Command::Forbidden(arguments)) => forbidden::run(&arguments),
        Some(Command::Explain(arguments)) => explain::run(&arguments),
        Some(Command::Repl(arguments)) => repl::run(&arguments),
        Some(Command::Solve(arguments)) => solve::run(&arguments),
        Some(Command::Play(arguments)) => play::run(&arguments),
        Some(Command::Contest(arguments)) => contest::run(&arguments),
        Some(Command::Experiment(arguments)) => experiment::run(&arguments),
        Some(Command::Value(arguments)) => value::run(&arguments),
        Some(Command::Convert(arguments)) => convert::run(&arguments),
        Some(Command::Gomocup(arguments)) => gomocup::run(&arguments),
        Some(Command::Verify(arguments)) => verify::run(&arguments),
        Some(Command::Coverage(arguments)) => coverage::run(&arguments),
        Some(Command::Mutate(arguments)) => mutate::run(&arguments),
        Some(Command::Answers(arguments)) => answers::run(&arguments),
        Some(Command::Profile(arguments)) => profile::run(&arguments),
        Some(Command::Bench(arguments)) => bench::run(&arguments),
        Some(Command::Bases(arguments)) => bases::run(&arguments),
    };
    match outcome {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}
