//! `noire doc --game NAME`: the manual of a game in text, with the positions beside its rules.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use crate::laboratory::text_examples::{TextExample, beside};
use blanche_compiler::files::Imprint;
use blanche_compiler::manual::html;
use blanche_compiler::markup::{self, escaped};

use super::Opened;
use crate::command_line::commands::doc::{is_page, put};
use crate::command_line::output::{Failure, MISTAKES, unwritten, write_file};
use crate::command_line::width;

/// Prints the page of a game, or writes it into a folder.
pub(crate) fn run(game: &Opened, output: Option<&Path>) -> Result<ExitCode, Failure> {
    let examples =
        beside(&game.base, game.first()).map_err(|fault| Failure::Said(fault.to_string(), MISTAKES))?;
    let manual = game.base.manual();
    let mut picture = |title: &str| {
        let program = game.program();
        let of_rule =
            examples.iter().filter(|example| program.rule_title(program.rule(example.rule)) == title);
        let figures: String = of_rule.map(|example| figure(game, example)).collect();
        match figures.is_empty() {
            true => String::new(),
            false => format!(
                "<p class=\"soft\">{}</p>\n<div class=\"pictures\">\n{figures}</div>\n",
                escaped(title)
            ),
        }
    };
    let folder = match output {
        Some(output) if !is_page(output) => output,
        file => return put(file, &html::page(&manual, &mut picture)),
    };
    std::fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
    let pages = html::pages(std::slice::from_ref(&manual), &mut |_, title| picture(title));
    for (name, text) in &pages {
        write_file(&folder.join(name), text, Imprint::MARKUP)?;
    }
    writeln!(width::out(true), "Wrote {}.", markup::of_path(&folder.join(html::INDEX)))?;
    Ok(ExitCode::SUCCESS)
}

/// A position with what the rule does there.
fn figure(game: &Opened, example: &TextExample) -> String {
    let heading = example.claim();
    format!(
        "<figure>\n<pre>{}</pre>\n<figcaption><strong>{}</strong>: {}</figcaption>\n</figure>\n",
        escaped(game.first().position_text(&example.position).trim_end()),
        escaped(&heading),
        html::spoken(&example.words)
    )
}
