//! Positions and games in text: read, looked at, and told.

use std::process::ExitCode;
use std::sync::atomic::Ordering;

use blanche_compiler::game::{Fault, Move, Past, Rules};
use blanche_compiler::runtime::{Limits, Position};

use super::report::{Report, RulesFrom, one_curve};
use super::{Chosen, check_files, only};
use crate::bases::TextBase;
use crate::command_line::built::{Source, in_place};
use crate::command_line::game::{failed, open, played_by};
use crate::command_line::games::positions::{Given, read_plies};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, WRONG_USE};
use crate::laboratory::analysis::text::Text;
use crate::laboratory::analysis::walk::{Course, Walked, walk};
use crate::progress::Progress;

/// A position, or the positions of a game.
struct Subject {
    /// The positions, with how often those before them have stood.
    places: Vec<(Position, Past)>,
    /// The moves between them.
    moves: Vec<Option<Move>>,
    /// How many moves were made before the first position.
    before: usize,
    /// The positions as they are given.
    texts: Vec<String>,
}

/// Looks at the game of this name.
pub(super) fn run(chosen: &Chosen<'_>, name: &str) -> Result<ExitCode, Failure> {
    check_files(chosen.arguments)?;
    let base = open(name, Limits::default())?;
    let backend = chosen.arguments.backend.map_or_else(|| base.backend(), |choice| choice.backend());
    if !base.has(backend) {
        return Err(in_place(Source::Game(&base)));
    }
    let rules = played_by(&base, backend)?;
    let stop = interrupt::stop()?;
    let Some(mut text) = Text::new(&rules, chosen.arguments.budget(&stop)) else {
        let words = format!("error: {} is not a game of two players, and no search plays it", base.name());
        return Err(Failure::Said(words, WRONG_USE));
    };
    let subjects = only(subjects(chosen, &base, &rules)?, chosen.arguments.record)?;
    if chosen.arguments.svg.is_some() {
        one_curve(subjects.len())?;
    }
    let progress = Progress::begin();
    for (number, subject) in subjects.iter().enumerate() {
        let (done, all) = (number as f64 / subjects.len() as f64, subjects.len() * subject.places.len());
        let places = subject.places.len();
        let mut show = |at: usize| {
            let what = format!("position {} of {places}", at + 1);
            progress.show(done + (places - 1 - at) as f64 / all as f64, &what);
        };
        let course = Course { places: &subject.places, moves: &subject.moves };
        let walked = walk(&mut text, &course, chosen.arguments.best as usize, &stop, &mut show);
        let walked = walked.map_err(|fault| failed(&base, &fault))?;
        let margin = margin(&rules, subject).map_err(|fault| failed(&base, &fault))?;
        report((&base, &rules), chosen, subject, margin, walked).tell(
            chosen.arguments,
            number == 0,
            &progress,
        )?;
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(interrupt::status(&stop))
}

/// By how much the game is won where it is over in its last position, in the words in which whoever plays it hears that.
fn margin(rules: &Rules, subject: &Subject) -> Result<Option<String>, Fault> {
    let Some((last, _)) = subject.places.last() else { return Ok(None) };
    let mut last = last.clone();
    match rules.end(&mut last)? {
        Some(end) => rules.margin_text(&mut last, end.outcome),
        None => Ok(None),
    }
}

/// What was found, as it is told.
fn report(
    (base, rules): (&TextBase, &Rules),
    chosen: &Chosen<'_>,
    subject: &Subject,
    margin: Option<String>,
    walked: Walked<Move>,
) -> Report {
    let player = |value| rules.program().player(value);
    let plies = walked.plies.into_iter().map(|ply| ply.map(|mv| rules.move_text(mv)));
    Report {
        title: None,
        base: base.name().to_owned(),
        rules: RulesFrom::Game,
        first_player: player(rules.program().players[0]),
        is_game: chosen.positions.is_every_ply(),
        given: subject.texts.clone(),
        before: subject.before,
        to_move: subject.places.iter().map(|(place, _)| player(rules.to_move(place))).collect(),
        margin,
        walked: Walked { first: walked.first, plies: plies.collect() },
    }
}

/// What the options give: a game, or the positions of a file with diagrams.
fn subjects(chosen: &Chosen<'_>, base: &TextBase, rules: &Rules) -> Result<Vec<Subject>, Failure> {
    let given = read_plies(&chosen.positions, base, rules, true)?;
    let moves = given.last().and_then(|last| last.moves.clone());
    match moves {
        Some(moves) => Ok(vec![of_game(base, rules, given, moves, chosen.positions.is_every_ply())?]),
        None => Ok(given.into_iter().map(|given| of_diagram(rules, given)).collect()),
    }
}

fn of_game(
    base: &TextBase,
    rules: &Rules,
    given: Vec<Given>,
    moves: Vec<Move>,
    is_every_ply: bool,
) -> Result<Subject, Failure> {
    let mut position = given[0].position.clone();
    let mut past = Past::new(rules, &position);
    let mut places = vec![(position.clone(), past.clone())];
    for mv in &moves {
        rules.play_on(&mut position, *mv, &mut past).map_err(|fault| failed(base, &fault))?;
        places.push((position.clone(), past.clone()));
    }
    let mut texts: Vec<String> = given.into_iter().map(|given| given.text).collect();
    let before = if is_every_ply { 0 } else { moves.len() };
    places.drain(..before);
    texts.drain(..before);
    let moves = moves.into_iter().skip(before).map(Some).collect();
    Ok(Subject { places, moves, before, texts })
}

fn of_diagram(rules: &Rules, given: Given) -> Subject {
    let past = Past::new(rules, &given.position);
    Subject { places: vec![(given.position, past)], moves: Vec::new(), before: 0, texts: vec![given.text] }
}
