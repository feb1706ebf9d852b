//! `noire bases`: the compiled bases, and whether a folder agrees with them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::bases::{DEFAULT_BASE, Note, TextBase, built_in_files};
use crate::facts::Base;
use blanche_compiler::files;
use blanche_compiler::markup;
use blanche_compiler::runtime::Limits;
use clap::Args;
use serde_json::json;

use crate::command_line::output::{Failure, WRONG_USE, count, unwritten, warn, writable, write_file};
use crate::command_line::width;

/// List the built-in bases, compare folders with them, or write their files.
///
/// Bases of your own use the compiled files wherever no others lie beside them, and nothing has to be written for that.
/// `blanche` and editors know no game: they look for these files where `--output` writes them, and else run `noire bases --files`.
#[derive(Args)]
#[command(after_help = "Examples:\n  noire bases\n  noire bases my-rules\n  noire bases --output knowledge")]
pub(crate) struct Arguments {
    /// Folders with bases to compare with the compiled ones
    #[arg(value_name = "DIR")]
    folders: Vec<String>,
    /// Write the files of all compiled bases into this folder; called `knowledge`, it is found from every folder
    /// beside it
    /// and below
    #[arg(long, short, value_name = "DIR", conflicts_with = "folders")]
    output: Option<PathBuf>,
    /// Print the files of all compiled bases as one JSON object, from their paths below a knowledge folder to their texts
    #[arg(long, conflicts_with_all = ["folders", "output"])]
    files: bool,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(folder) = &arguments.output {
        write_files(folder)?;
        let files = count(built_in_files().count(), "file");
        writeln!(width::out(true), "Wrote {files} into {}.", markup::of_path(folder))?;
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.files {
        let files: BTreeMap<&str, &str> = built_in_files().collect();
        writeln!(width::out(false), "{}", json!(files))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = width::out(true);
    for folder in &arguments.folders {
        writable(folder, &format!("`{folder}` is"))?;
        tell_folder(&mut out, folder)?;
    }
    tell_built_in(&mut out)?;
    Ok(ExitCode::SUCCESS)
}

/// Lists the built-in bases, and the games in text.
fn tell_built_in(out: &mut impl Write) -> Result<(), Failure> {
    for base in Base::built_in() {
        let default = if base.name == DEFAULT_BASE { ", asked when none is named" } else { "" };
        let rules = count(base.rules, "rule");
        writeln!(out, "{}  {rules}, sources {:016x}{default}", base.name, base.hash)?;
        for line in width::doc(base.doc) {
            writeln!(out, "    {line}")?;
        }
    }
    for name in TextBase::all() {
        let game = TextBase::open(name, Limits::default())?;
        writeln!(
            out,
            "{name}  a game in text, for --game; {}, sources {:016x}",
            count(game.rules().len(), "rule"),
            game.hash()
        )?;
        for line in width::doc(game.doc()) {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}

/// Says whether a folder agrees with the base of its name.
fn tell_folder(out: &mut impl Write, folder: &str) -> Result<(), Failure> {
    let base = Base::open(folder, Limits::default())?;
    warn(&base);
    writeln!(out, "{folder}: the base {}, {}", base.name(), count(base.rules().len(), "rule"))?;
    if !base.notes().iter().any(|note| matches!(note, Note::DiffersFromCompiled { .. })) {
        let same = if base.has(crate::bases::Backend::Compiled) {
            "its files are those of the compiled base"
        } else {
            "no base of this name is compiled into this program; its rules are interpreted"
        };
        writeln!(out, "    {same}")?;
    }
    for note in base.notes() {
        writeln!(out, "    {note}")?;
    }
    Ok(writeln!(out)?)
}

/// Writes the compiled files into a folder, all or none: nothing that says something else is overwritten.
fn write_files(folder: &Path) -> Result<(), Failure> {
    for (inside, text) in built_in_files() {
        let path = folder.join(inside);
        match files::read(&path) {
            Ok(there) if there != text.as_bytes() => {
                let said = format!(
                    "error: {} is there already and says something else; nothing was written\n  name another folder, \
                     or move it away",
                    path.display()
                );
                return Err(Failure::Said(said, WRONG_USE));
            }
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(unwritten(&path, &error)),
        }
    }
    for (inside, text) in built_in_files() {
        let path = folder.join(inside);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| unwritten(parent, &error))?;
        write_file(&path, text, None)?;
    }
    Ok(())
}
