//! Prints explanations of moves.

use std::io::Write;

use blanche_compiler::game::Fault;
use blanche_compiler::legality::text::MoveSpeech;
use blanche_compiler::legality::{MoveExplanation, StepExplanation};
use noire_engine::presentation::picture;
use noire_engine::world::{Entry, Marks, World, WorldError, WorldExt};

use super::{Arguments, Format, json, limit_text};
use crate::command_line::answer_text;
use crate::command_line::output::{Failure, MISTAKES};
use crate::command_line::query_options::world_failure;
use crate::command_line::width;

/// Prints the explanation of a move in a position, in the format that the user chose.
pub(super) fn print<W: World>(
    out: &mut Vec<u8>,
    world: &W,
    ((at, of), entry, position): ((usize, usize), &Entry<W>, &W::Position),
    explained: &MoveExplanation<W::Position>,
    arguments: &Arguments,
) -> Result<(), Failure> {
    match arguments.format {
        Format::Text => {
            answer_text::print_heading(out, (at, of), entry.id.as_deref(), &entry.text)?;
            let state = world.state_text(position);
            writeln!(out, "{state}")?;
            if explained.verdict != state {
                writeln!(out, "{}", explained.verdict)?;
            }
            if explained.steps.is_empty() {
                writeln!(out)?;
                let board = world.draw(position, &Marks::default(), arguments.boards.style());
                board.lines().try_for_each(|line| writeln!(out, "    {line}"))?;
            }
            print_steps(out, world, &explained.steps, arguments)?;
            width::fit_to_terminal(out, true);
        }
        Format::Json => {
            let mv = arguments.mv.as_deref().unwrap_or_default();
            let row = json::explained_move(world, entry, mv, explained);
            writeln!(out, "{}", serde_json::to_string(&row).unwrap_or_default())?;
        }
        Format::Svg => {
            let style = arguments.boards.style();
            let mut panels: Vec<picture::Panel<'_>> = Vec::new();
            for step in &explained.steps {
                let lines = speech(world, |speech| speech.step(step));
                let drawing = world.step_drawing(step, style);
                // The first picture begins with the verdict.
                let verdict = panels.is_empty().then(|| explained.verdict.clone());
                let because = verdict.into_iter().chain(lines.into_iter().skip(1)).collect();
                panels.push(picture::Panel { title: step.title.clone(), drawing, because, trace: None });
            }
            if panels.is_empty() {
                let drawing = world.drawing(position, &Marks::default(), style);
                let title = explained.verdict.clone();
                panels.push(picture::Panel { title, drawing, because: Vec::new(), trace: None });
            }
            write!(out, "{}", picture::svg(&panels))?;
        }
    }
    Ok(())
}

/// The failure of a move that could not be explained. If it is a limit, names the option that raises it.
pub(super) fn failure(world: &impl World, trouble: WorldError) -> Failure {
    match trouble {
        WorldError::Limit(limit) | WorldError::Game(Fault::Limit { limit, .. }) => {
            Failure::Message(format!("error: {}", limit_text(limit, world.limits())), MISTAKES)
        }
        trouble => world_failure(world, trouble),
    }
}

/// Prints the explanations of steps, each with the board.
pub(super) fn print_steps<W: World>(
    out: &mut impl Write,
    world: &W,
    steps: &[StepExplanation<W::Position>],
    arguments: &Arguments,
) -> Result<(), Failure> {
    for step in steps {
        writeln!(out)?;
        for line in world.step_drawing(step, arguments.boards.style()).text().lines() {
            writeln!(out, "    {line}")?;
        }
        writeln!(out)?;
        for line in speech(world, |speech| speech.step(step)) {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}

/// Calls `take` with the words of this world for explanations. Boards are drawn elsewhere.
fn speech<W: World, T>(world: &W, take: impl FnOnce(&MoveSpeech<'_, W::Position>) -> T) -> T {
    take(&MoveSpeech {
        words: &|fact| world.words(fact),
        place: &|span| world.place(span),
        board: &|_| Vec::new(),
        limit: &|limit| limit_text(limit, world.limits()),
    })
}
