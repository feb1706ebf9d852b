//! `noire doc`: generates the manual of a base, with drawings of the positions in `positions.txt`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use blanche_compiler::files::OutputMark;
use blanche_compiler::manual::{Manual, html};
use blanche_compiler::markup::{self, escaped};
use blanche_compiler::runtime::Limits;
use clap::Args;
use noire_engine::board::Style;
use noire_engine::with_world;
use noire_engine::world::examples::{heading, of_base as examples_of_base};
use noire_engine::world::{Example, World, built_in, open};

use crate::command_line::commands::rules::{PreparedExample, prepare_example};
use crate::command_line::output::check_file;
use crate::command_line::output::{Failure, MISTAKES, USAGE_ERROR, count, write_failure, write_file};
use crate::command_line::query_options::{open_with_backends, renamed_option};
use crate::command_line::width;

/// Examples, printed at the end of the help text.
const EXAMPLES: &str = "\
Examples:
  noire doc renju --output renju.html
  noire doc my-game/ > my-game.html
  noire doc --output manual/";

/// Write an HTML manual of a game: every rule, with diagrams of its positions.
///
/// There is a page for each game. It shows every sort, predicate, rule, export and score with its doc comment, its
/// text, and links to what it uses and what uses it; and for each rule the positions where it applies, and the near
/// misses.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A built-in game, or a folder that contains a game; can be given several times. With --output, the default is all
    /// built-in games
    #[arg(long, value_name = "NAME-OR-DIR")]
    game: Vec<String>,
    #[arg(long, hide = true, value_name = "NAME-OR-DIR")]
    base: Option<String>,
    /// Built-in games, or folders with games
    #[arg(value_name = "GAME-OR-DIR")]
    games: Vec<String>,
    /// Write a page for each game into this folder, and an `index.html` that links to them. For a single game, you can
    /// instead give the name of an .html file. Without this option, the page of a single game is printed
    #[arg(long, short, value_name = "DIR-OR-FILE")]
    output: Option<PathBuf>,
}

/// A game with the positions of `positions.txt`.
struct IllustratedGame<W: World> {
    world: W,
    examples: Vec<Example<W>>,
}

/// A function that draws the positions for the question with this title, as HTML.
type Draw = Box<dyn Fn(&str) -> Result<String, Failure>>;

/// Runs `noire doc`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(name) = &arguments.base {
        return Err(renamed_option("--base", &format!("--game {name}")));
    }
    let given: Vec<String> = arguments.game.iter().chain(&arguments.games).cloned().collect();
    let names = match (given.is_empty(), &arguments.output) {
        (false, _) => given,
        (true, Some(_)) => built_in(),
        (true, None) => {
            let words = "error: no game is given\n  write for instance: noire doc renju, or --output DIR for all built-in games";
            return Err(Failure::Message(words.to_owned(), USAGE_ERROR));
        }
    };
    let mut manuals: Vec<Manual> = Vec::new();
    let mut drawn: Vec<Draw> = Vec::new();
    for name in &names {
        let base = open(name, Limits::default())?;
        let backend = base.backend();
        let world = open_with_backends(base, vec![backend])?;
        drawn.push(with_world!(world, |world| illustrate(world, &mut manuals))?);
    }
    let mut failed = None;
    let mut picture = |at: usize, title: &str| {
        drawn[at](title).unwrap_or_else(|failure| {
            failed = Some(failure);
            String::new()
        })
    };
    let folder = match &arguments.output {
        Some(output) if !is_page(output) => output,
        file => {
            let [manual] = manuals.as_slice() else {
                let what = count(manuals.len(), "game");
                return Err(Failure::Message(
                    format!("error: there are {what}; name a folder for their pages: --output DIR"),
                    USAGE_ERROR,
                ));
            };
            let page = html::page(manual, &mut |rule| picture(0, rule));
            return match failed {
                Some(failure) => Err(failure),
                None => write_page(file.as_deref(), &page),
            };
        }
    };
    let pages = html::pages(&manuals, &mut picture);
    if let Some(failure) = failed {
        return Err(failure);
    }
    fs::create_dir_all(folder).map_err(|error| write_failure(folder, &error))?;
    pages.iter().try_for_each(|(name, _)| check_file(&folder.join(name), OutputMark::MARKUP))?;
    for (name, text) in &pages {
        write_file(&folder.join(name), text, OutputMark::MARKUP)?;
    }
    let index = markup::of_path(&folder.join(html::INDEX));
    writeln!(width::wrapped_stdout(true), "Wrote {index}, which leads to {}.", count(manuals.len(), "page"))?;
    Ok(ExitCode::SUCCESS)
}

/// Whether the output is a page rather than a folder.
pub(crate) fn is_page(output: &Path) -> bool {
    let is_html = output.extension().is_some_and(|ending| ending == "html" || ending == "htm");
    is_html && !output.is_dir()
}

/// Writes a page to a file, or to standard output if `file` is `None`.
pub(crate) fn write_page(file: Option<&Path>, page: &str) -> Result<ExitCode, Failure> {
    match file {
        None => width::wrapped_stdout(false).write_all(page.as_bytes())?,
        Some(file) => {
            write_file(file, page, OutputMark::MARKUP)?;
            writeln!(width::wrapped_stdout(true), "Wrote {}.", markup::of_path(file))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Adds the manual of a game, and returns a function that draws its positions.
fn illustrate<W: World + 'static>(world: W, manuals: &mut Vec<Manual>) -> Result<Draw, Failure> {
    let examples = examples_of_base(&world)
        .map_err(|problems| Failure::Message(format!("error: {problems}"), MISTAKES))?;
    manuals.push(world.rule_files().manual());
    let illustrated = IllustratedGame { world, examples };
    Ok(Box::new(move |title: &str| illustrated.boards(title)))
}

impl<W: World> IllustratedGame<W> {
    /// HTML with the first position where the rule applies and the first near miss. Further positions are in a section
    /// that the reader can open.
    fn boards(&self, title: &str) -> Result<String, Failure> {
        let contents = self.world.contents();
        let is_called = |example: &&Example<W>| {
            let heading = heading(contents, example.question);
            heading == title || heading.split_once(' ').is_some_and(|(_, rest)| rest == title)
        };
        let own: Vec<&Example<W>> = self.examples.iter().filter(is_called).collect();
        let first = |applies| own.iter().copied().find(|example| example.expected.applies == applies);
        let pair: Vec<&Example<W>> = [first(true), first(false)].into_iter().flatten().collect();
        let is_other = |example: &&Example<W>| !pair.iter().any(|known| std::ptr::eq(*known, *example));
        let others: Vec<&Example<W>> = own.iter().copied().filter(is_other).collect();
        let figures = |examples: &[&Example<W>]| -> Result<String, Failure> {
            let figures: Result<Vec<String>, Failure> =
                examples.iter().map(|example| self.figure(example, first(true))).collect();
            Ok(format!("<div class=\"pictures\">\n{}</div>\n", figures?.concat()))
        };
        let mut text = String::new();
        if !pair.is_empty() {
            text.push_str(&format!("<p class=\"soft\">{}</p>\n{}", escaped(title), figures(&pair)?));
        }
        if !others.is_empty() {
            let more = count(others.len(), "more position");
            text.push_str(&format!("<details><summary>{more}</summary>\n{}</details>\n", figures(&others)?));
        }
        Ok(text)
    }

    /// A figure of a position with its answer as the caption.
    fn figure(&self, example: &Example<W>, beside: Option<&Example<W>>) -> Result<String, Failure> {
        let beside = beside.filter(|_| !example.expected.applies);
        let PreparedExample { heading: said, drawing } =
            prepare_example(&self.world, example, beside, Style::default())?;
        let title = example.question.title(self.world.contents());
        Ok(format!(
            "<figure>\n{}<figcaption><strong>{}</strong>: {}</figcaption>\n</figure>\n",
            drawing.svg(&format!("{}: {said}", title.trim_start_matches("the "))),
            escaped(&said),
            html::spoken(&example.words)
        ))
    }
}
