//! `noire doc`: the manual of a base, with the positions beside its rules drawn as boards.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::facts::Base;
use crate::laboratory::examples;
use crate::record::{Example, Expected};
use blanche_compiler::files::Imprint;
use blanche_compiler::manual::{Manual, html};
use blanche_compiler::markup::{self, escaped};
use blanche_compiler::runtime::Limits;
use clap::Args;

use crate::command_line::commands::rules::{Shown, shown};
use crate::command_line::games::{self, Opened};
use crate::command_line::output::{Failure, MISTAKES, WRONG_USE, count, remarks, unwritten, write_file};
use crate::command_line::width;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire doc --base renju --output renju.html
  noire doc --output manual/";

/// Write the manual of a base as HTML, with every rule and its positions drawn.
///
/// There is a page for each base. It shows every sort, predicate, rule, export and score with its doc comment, its
/// text, links to
/// what it uses and from what uses it, and the positions beside each rule, where it applies and where it just misses.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A game in text in the place of a base: a built-in one, or a folder with one
    #[arg(long, value_name = "NAME-OR-DIR", conflicts_with = "base")]
    game: Option<String>,
    /// A built-in base, or a folder with a base; may be given several times [default: with --output all
    /// built-in bases]
    #[arg(long, value_name = "NAME-OR-DIR", required_unless_present_any = ["output", "game"])]
    base: Vec<String>,
    /// Write a page for each base into this folder, and `index.html`, which leads to them; a name that ends in .html is the file
    /// for the page of one base. Without it that page is printed
    #[arg(long, short, value_name = "DIR-OR-FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(name) = &arguments.game {
        return games::doc::run(&Opened::new(name, None)?, arguments.output.as_deref());
    }
    let names: Vec<String> = match arguments.base.as_slice() {
        [] => Base::built_in().iter().map(|base| base.name.to_owned()).collect(),
        some => some.to_vec(),
    };
    let mut illustrated = Vec::new();
    for name in &names {
        let base = Base::open(name, Limits::default())?;
        remarks(&base);
        let examples = examples::beside(&base)
            .map_err(|problems| Failure::Said(format!("error: {problems}"), MISTAKES))?;
        illustrated.push((base, examples));
    }
    let manuals: Vec<Manual> = illustrated.iter().map(|(base, _)| base.manual()).collect();
    let mut failed = None;
    let mut picture = |at: usize, rule: &str| {
        let (base, examples): &(Base, Vec<Example>) = &illustrated[at];
        boards(base, examples, rule).unwrap_or_else(|failure| {
            failed = Some(failure);
            String::new()
        })
    };
    let folder = match &arguments.output {
        Some(output) if !is_page(output) => output,
        file => {
            let [manual] = manuals.as_slice() else {
                let what = count(manuals.len(), "base");
                return Err(Failure::Said(
                    format!("error: there are {what}; name a folder for their pages: --output DIR"),
                    WRONG_USE,
                ));
            };
            let page = html::page(manual, &mut |rule| picture(0, rule));
            return match failed {
                Some(failure) => Err(failure),
                None => put(file.as_deref(), &page),
            };
        }
    };
    let pages = html::pages(&manuals, &mut picture);
    if let Some(failure) = failed {
        return Err(failure);
    }
    fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
    for (name, text) in &pages {
        write_file(&folder.join(name), text, Imprint::MARKUP)?;
    }
    let index = markup::of_path(&folder.join(html::INDEX));
    writeln!(width::out(true), "Wrote {index}, which leads to {}.", count(manuals.len(), "page"))?;
    Ok(ExitCode::SUCCESS)
}

/// Whether what is to be written is a page, and no folder.
pub(crate) fn is_page(output: &Path) -> bool {
    let is_html = output.extension().is_some_and(|ending| ending == "html" || ending == "htm");
    is_html && !output.is_dir()
}

/// Writes a page into a file, or prints it.
pub(crate) fn put(file: Option<&Path>, page: &str) -> Result<ExitCode, Failure> {
    match file {
        None => width::out(false).write_all(page.as_bytes())?,
        Some(file) => {
            write_file(file, page, Imprint::MARKUP)?;
            writeln!(width::out(true), "Wrote {}.", markup::of_path(file))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The first position where a rule applies and its near miss, and the others behind a word that unfolds them.
fn boards(base: &Base, examples: &[Example], rule: &str) -> Result<String, Failure> {
    let Some(at) = base.rules().iter().position(|known| known.title() == rule) else {
        return Ok(String::new());
    };
    let of_rule: Vec<&Example> = examples.iter().filter(|example| example.rule == rule).collect();
    let first = |applies| of_rule.iter().copied().find(|example| example.applies() == applies);
    let pair: Vec<&Example> = [first(true), first(false)].into_iter().flatten().collect();
    let others: Vec<&Example> = of_rule
        .iter()
        .copied()
        .filter(|example| !pair.iter().any(|known| std::ptr::eq(*known, *example)))
        .collect();
    let figures = |examples: &[&Example]| -> Result<String, Failure> {
        let figures: Result<Vec<String>, Failure> =
            examples.iter().map(|example| figure(base, at, example, first(true))).collect();
        Ok(format!("<div class=\"pictures\">\n{}</div>\n", figures?.concat()))
    };
    let mut text = String::new();
    if !pair.is_empty() {
        text.push_str(&format!("<p class=\"soft\">{}</p>\n{}", escaped(rule), figures(&pair)?));
    }
    if !others.is_empty() {
        let more = count(others.len(), "more position");
        text.push_str(&format!("<details><summary>{more}</summary>\n{}</details>\n", figures(&others)?));
    }
    Ok(text)
}

/// A position with what the rule says of it.
fn figure(base: &Base, at: usize, example: &Example, beside: Option<&Example>) -> Result<String, Failure> {
    let beside = beside.filter(|_| matches!(example.claim, Expected::Misses));
    let Shown { heading, diagram } = shown(base, at, example, beside)?;
    let title = format!("{}: {heading}", base.rules()[at].title());
    Ok(format!(
        "<figure>\n{}<figcaption><strong>{}</strong>: {}</figcaption>\n</figure>\n",
        diagram.svg(&title),
        escaped(&heading),
        html::spoken(&example.words)
    ))
}
