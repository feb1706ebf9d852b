//! The command line of the program `noire`, with a file for each command in `commands/`. It is part of the library so
//! that programs with further bases compiled in can use it too.

/// Prints a line on standard error, with control characters escaped. If printing fails, the command continues, while
/// the macro of the standard library would panic.
macro_rules! eprintln {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let words = format!($($words)*);
        let _ = writeln!(std::io::stderr(), "{}", blanche_compiler::markup::shown_lines(&words));
    }};
}

mod answer_changes;
mod answer_text;
mod backend_options;
mod base_notes;
mod commands;
mod compile_on_demand;
mod demonstration;
mod figure_options;
mod former_commands;
mod help_groups;
mod ineffective_options;
mod interrupt;
mod language;
mod memory_option;
mod name_lookup;
mod number_options;
mod output;
mod position_options;
mod program_switch;
pub mod public_api;
mod query_options;
mod tables;
mod thread_options;
mod width;

use std::process::ExitCode;

use self::output::Failure;
use clap::{ArgMatches, Parser, Subcommand};
use commands::{
    analyse, answers, apply, bench, compile, contest, convert, coverage, doc, draw, eval, explain, forbidden,
    gomocup, learn, mutate, new, perft, play, repl, rules, solve, statistics, test, tune, verify, watch,
};

/// NOIRE plays, proves and explains board games with rules written in BLANCHE.
///
/// Without a command, shows which rules apply in a built-in position. Renju and go-moku are played on 15x15 fields; a
/// game defined by rule files can have another size.
#[derive(Parser)]
#[command(
    version = version(),
    max_term_width = 100,
    help_template = help_groups::template::<Command>(),
    after_help = "Exit status: 0 success; 1 mistakes in rules or positions, or a rule exceeded the step limit; \
                  2 usage error; 3 I/O or internal error, or the back ends differ; 130 interrupted by Ctrl-C, \
                  partial results were printed."
)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    colors: public_api::Colors,
}

#[derive(Subcommand)]
enum Command {
    Apply(apply::Arguments),
    Rules(rules::Arguments),
    Test(test::Arguments),
    Watch(watch::Arguments),
    Doc(doc::Arguments),
    Forbidden(forbidden::Arguments),
    Explain(explain::Arguments),
    Repl(repl::Arguments),
    Solve(solve::Arguments),
    Analyse(analyse::Arguments),
    Play(play::Arguments),
    #[cfg(feature = "page")]
    Serve(commands::serve::Arguments),
    Perft(perft::Arguments),
    New(new::Arguments),
    #[command(alias = "match")]
    Contest(Box<contest::Arguments>),
    Learn(learn::Arguments),
    Tune(tune::Arguments),
    Eval(eval::Arguments),
    Convert(convert::Arguments),
    Draw(draw::Arguments),
    Gomocup(gomocup::Arguments),
    Verify(verify::Arguments),
    Coverage(coverage::Arguments),
    Mutate(mutate::Arguments),
    Answers(answers::Arguments),
    Statistics(statistics::Arguments),
    Bench(bench::Arguments),
    Compile(compile::Arguments),
    #[command(alias = "bases")]
    Games(commands::games::Arguments),
    #[command(hide = true)]
    Agents,
}

/// The text for `--version`: the version, and the compiled bases with the hashes of their sources.
fn version() -> &'static str {
    let mut text = env!("CARGO_PKG_VERSION").to_owned();
    for base in noire_engine::facts::Base::built_in() {
        text.push_str(&format!(
            "\ncompiled base {} ({}, sources {:016x})",
            base.name,
            output::count(base.rules, "rule"),
            base.hash
        ));
    }
    text.leak()
}

/// Runs `noire` with the arguments of the process, and returns the exit status.
pub fn main() -> ExitCode {
    public_api::run_program(|arguments: &Arguments| &arguments.colors, run)
}

fn run(matches: &ArgMatches, arguments: Arguments) -> Result<ExitCode, Failure> {
    ineffective_options::reject(matches)?;
    match arguments.command {
        None => demonstration::run(),
        Some(Command::Apply(arguments)) => apply::run(&arguments),
        Some(Command::Rules(arguments)) => rules::run(&arguments),
        Some(Command::Test(arguments)) => test::run(&arguments),
        Some(Command::Watch(arguments)) => watch::run(&arguments),
        Some(Command::Doc(arguments)) => doc::run(&arguments),
        Some(Command::Forbidden(arguments)) => forbidden::run(&arguments),
        Some(Command::Explain(arguments)) => explain::run(&arguments),
        Some(Command::Repl(arguments)) => repl::run(&arguments),
        Some(Command::Solve(arguments)) => solve::run(&arguments),
        Some(Command::Analyse(arguments)) => analyse::run(&arguments),
        Some(Command::Play(arguments)) => play::run(&arguments),
        #[cfg(feature = "page")]
        Some(Command::Serve(arguments)) => commands::serve::run(&arguments),
        Some(Command::Perft(arguments)) => perft::run(&arguments),
        Some(Command::New(arguments)) => new::run(&arguments),
        Some(Command::Contest(arguments)) => contest::run(&arguments),
        Some(Command::Learn(arguments)) => learn::run(&arguments),
        Some(Command::Tune(arguments)) => tune::run(&arguments),
        Some(Command::Eval(arguments)) => eval::run(&arguments),
        Some(Command::Convert(arguments)) => convert::run(&arguments),
        Some(Command::Draw(arguments)) => draw::run(&arguments),
        Some(Command::Gomocup(arguments)) => gomocup::run(&arguments),
        Some(Command::Verify(arguments)) => verify::run(&arguments),
        Some(Command::Coverage(arguments)) => coverage::run(&arguments),
        Some(Command::Mutate(arguments)) => mutate::run(&arguments),
        Some(Command::Answers(arguments)) => answers::run(&arguments),
        Some(Command::Statistics(arguments)) => statistics::run(&arguments),
        Some(Command::Bench(arguments)) => bench::run(&arguments),
        Some(Command::Compile(arguments)) => compile::run(&arguments),
        Some(Command::Games(arguments)) => commands::games::run(&arguments),
        Some(Command::Agents) => Err(commands::games::former_agents_command()),
    }
}
