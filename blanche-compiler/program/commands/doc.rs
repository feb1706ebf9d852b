//! `blanche doc`: generates the manual of a program from its doc comments.

use std::path::PathBuf;

use blanche_compiler::files::{self, OutputMark};
use blanche_compiler::manual::{Manual, html};
use blanche_compiler::markup;
use clap::Args;

use crate::programs::sound;
use crate::terminal::{Terminal, count};
use crate::{CommandOutcome, Failure, Reading};

/// Write the manual of a program as HTML, from its doc comments
///
/// An HTML page for each program: what its files declare, derive and claim, with links from every name to where it is
/// declared and to where it is used. Game programs can do the same with pictures.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  blanche doc family.blanche > family.html\n  blanche doc knowledge --output manual"
)]
pub(crate) struct Doc {
    /// A rule file, a base, or a folder of bases
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// Write a page for each program to this folder, and an `index.html` that links to them. Without this option, the
    /// page is printed if there is only one program
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
}

impl Doc {
    pub(crate) fn run(self, terminal: &Terminal) -> Result<CommandOutcome, Failure> {
        if let Some(file) =
            self.output.iter().flat_map(|folder| folder.ancestors()).find(|path| path.is_file())
        {
            return Err(Failure::Use(format!(
                "`{}` is a file\n  name a folder for the pages, or remove the file first: --output DIR",
                markup::of_path(file)
            )));
        }
        let Some((programs, checked)) = sound(&self.reading, &self.path, terminal)? else {
            return Ok(CommandOutcome::Mistakes);
        };
        let manuals: Vec<Manual> =
            checked.iter().map(|checked| Manual::of(&programs.project, checked)).collect();
        let Some(folder) = &self.output else {
            let [manual] = manuals.as_slice() else {
                let what = count(manuals.len(), "program");
                return Err(Failure::Use(format!(
                    "there are {what}; name a folder for their pages: --output DIR"
                )));
            };
            terminal.print(&html::page(manual, &mut |_| String::new()))?;
            return Ok(CommandOutcome::Fine);
        };
        let pages = html::pages(&manuals, &mut |_, _| String::new());
        for (name, text) in &pages {
            let written = std::fs::create_dir_all(folder)
                .and_then(|()| files::write_output_in(folder, name, text, Some(OutputMark::MARKUP)));
            written.map_err(|error| Failure::machine(&folder.join(name), "written", &error))?;
        }
        let index = folder.join(html::INDEX);
        terminal.print(&format!(
            "Wrote {}, which leads to {}.\n",
            markup::of_path(&index),
            count(manuals.len(), "page")
        ))?;
        Ok(CommandOutcome::Fine)
    }
}
