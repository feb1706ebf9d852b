//! `noire compile`: builds a program with a user's base compiled in.

use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use blanche_compiler::files::{self, OutputMark};
use blanche_compiler::markup;
use blanche_compiler::runtime::Limits;
use clap::Args;

use crate::command_line::compile_on_demand::build;
use crate::command_line::output::{Failure, check_file, count, write_failure};
use crate::command_line::query_options::print_base_warnings;
use crate::command_line::width;
use noire_engine::bases::{Backend, folder_name};
use noire_engine::world::{AnyBase, open};

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire compile my-rules/
  noire compile my-rules/ --output my-noire
  noire bench --game my-rules/ --backend compiled      compiles them if necessary";

/// Compile a base of your own into a copy of this program.
///
/// Each rule becomes a Rust function. The new program does everything that this one does, and has compiled rules for
/// the base, which it knows by the name in its text. Programs are cached (in NOIRE_CACHE, or in `noire` in your cache
/// folder), and rebuilt only if rules have changed. Commands with `--backend compiled` build the program if they need
/// it. This takes a Rust toolchain and the sources of this library: those of the checkout in which this program was
/// built, or those of its version in the registry.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A folder with a base
    #[arg(value_name = "DIR")]
    base: String,
    /// Also write the program to this file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs `noire compile`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(output) = &arguments.output {
        check_file(output, OutputMark::PROGRAM)?;
    }
    let base = open(&folder(&arguments.base), Limits::default())?;
    print_base_warnings(&base, true);
    compile(arguments, &base)
}

/// The folder to compile. A folder takes precedence over a built-in base of the same name, because built-in bases are
/// already compiled.
fn folder(name: &str) -> String {
    let path = Path::new(name);
    if path.is_dir() { folder_name(path) } else { name.to_owned() }
}

fn compile(arguments: &Arguments, base: &AnyBase) -> Result<ExitCode, Failure> {
    let mut out = width::wrapped_stdout(true);
    let title = format!("{}: {}", base.name(), count(base.contents().rules.len(), "rule"));
    if base.has(Backend::Compiled) {
        writeln!(out, "{title}, already compiled into this program")?;
        if let Some(output) = &arguments.output {
            let this = env::current_exe()?;
            files::copy_output(&this, output, OutputMark::PROGRAM)
                .map_err(|error| write_failure(output, &error))?;
            writeln!(out, "  program  {}", markup::of_path(output))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let built = build(base)?;
    let done = if built.is_new { "compiled" } else { "already compiled" };
    let mut program = built.program.as_path();
    if let Some(output) = &arguments.output {
        files::copy_output(program, output, OutputMark::PROGRAM)
            .map_err(|error| write_failure(output, &error))?;
        program = output;
    }
    writeln!(out, "{title}, {done}")?;
    writeln!(out, "  program  {}", markup::of_path(program))?;
    writeln!(out, "  Rust     {}", markup::of_path(&built.package.join("src").join("rules")))?;
    Ok(ExitCode::SUCCESS)
}
