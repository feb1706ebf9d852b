//! Positions and games of stones: read, looked at, and told.

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::files;
use blanche_compiler::runtime::Limits;

use super::report::{Report, RulesFrom, one_curve};
use super::{Chosen, check_files, only};
use crate::bases::{Backend, DEFAULT_BASE};
use crate::board::{Color, Point, Position};
use crate::command_line::amiss::{tell_lacks, tell_unplayable};
use crate::command_line::backend;
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, MISTAKES, count, remarks, write_file};
use crate::facts::Base;
use crate::games::abilities::Asker;
use crate::games::first_end;
use crate::laboratory::analysis::remarks::{judgments, with_remarks};
use crate::laboratory::analysis::stones::Stones;
use crate::laboratory::analysis::walk::{Course, Walked, walk};
use crate::progress::Progress;
use crate::record::{
    Entry, Format, GameRecord, Move, PositionSpec, base_of_rules, moves_text, open_games, read_all_games,
    turns_text, write_judged,
};
use crate::search::player::Budget;

/// A position, or the positions of a game.
struct Subject {
    /// Its name, where it has one.
    name: Option<String>,
    /// The positions.
    places: Vec<Position>,
    /// The moves between them; nothing for a pass.
    moves: Vec<Option<Point>>,
    /// How many moves were made before the first position.
    before: usize,
    /// The positions as they are given.
    texts: Vec<String>,
    /// The game.
    record: GameRecord,
    /// Whether it was read from a record, which can state rules.
    is_record: bool,
}

impl Subject {
    /// Leaves out all positions but the last.
    fn keep_the_last(&mut self) {
        self.before += self.places.len() - 1;
        self.places.drain(..self.places.len() - 1);
        self.texts.drain(..self.texts.len() - 1);
        self.moves.clear();
    }
}

/// Runs the command.
pub(super) fn run(chosen: &Chosen<'_>) -> Result<ExitCode, Failure> {
    let mut subjects = subjects(chosen)?;
    check_files(chosen.arguments)?;
    if chosen.arguments.svg.is_some() {
        one_curve(subjects.len())?;
    }
    let stop = interrupt::stop()?;
    let progress = Progress::begin();
    let mut judged = Vec::new();
    let games = subjects.len();
    // Games that follow each other by the same rules share what the search remembers.
    let mut at = 0;
    while at < games && !stop.load(Ordering::Relaxed) {
        let name = subjects[at].base(chosen).to_owned();
        let same = subjects[at..].iter().take_while(|subject| subject.base(chosen) == name).count();
        let base = progress.aside(|| open(chosen, &name))?;
        let backend = backend::chosen(chosen.arguments.backend, &base)?;
        let mut stones = Stones::new(
            &base,
            backend,
            Budget { tactics: chosen.arguments.strategy.tactics(), ..chosen.arguments.budget(&stop) },
        );
        for (number, subject) in subjects.iter_mut().enumerate().skip(at).take(same) {
            progress.aside(|| end(&base, backend, subject))?;
            if !chosen.positions.is_every_ply() {
                subject.keep_the_last();
            }
            let walked = look(&mut stones, chosen, subject, (number, games), (&progress, &stop));
            judged.push((with_remarks(&subject.record, &walked), judgments(&walked, stones.unit())));
            let report = report(&base, chosen, subject, (number, games), walked);
            report.tell(chosen.arguments, number == 0, &progress)?;
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
        progress.aside(|| tell_unplayable(&base, 0));
        at += same;
    }
    if let Some(file) = &chosen.arguments.sgf {
        write_file(file, &write_judged(&judged), None)?;
    }
    let unseen = games - judged.len();
    if unseen > 0 {
        eprintln!("note: not looked at: {}", count(unseen, "more game"));
    }
    Ok(interrupt::status(&stop))
}

/// Opens a base, and says what there is to know of it.
fn open(chosen: &Chosen<'_>, name: &str) -> Result<Base, Failure> {
    let base = Base::open(name, Limits::default())?;
    remarks(&base);
    tell_lacks(&base, &[Asker::Player(chosen.arguments.strategy.name())]);
    Ok(base)
}

impl Subject {
    /// The name of the base by whose rules it is looked at.
    fn base<'s>(&'s self, chosen: &'s Chosen<'_>) -> &'s str {
        let stated = self.record.rules.as_deref().and_then(base_of_rules);
        chosen.game.as_deref().or(stated).unwrap_or(DEFAULT_BASE)
    }

    /// Where its rules are from.
    fn rules(&self, chosen: &Chosen<'_>) -> RulesFrom {
        match &self.record.rules {
            _ if chosen.game.is_some() => RulesFrom::Option,
            Some(rules) if base_of_rules(rules).is_some() => RulesFrom::Record,
            Some(rules) => RulesFrom::Unknown(rules.clone()),
            None if self.is_record => RulesFrom::Unstated,
            None => RulesFrom::Default,
        }
    }
}

/// Looks at the positions of a subject, and says how far it is.
fn look(
    stones: &mut Stones<'_>,
    chosen: &Chosen<'_>,
    subject: &Subject,
    (number, games): (usize, usize),
    (progress, stop): (&Progress, &AtomicBool),
) -> Walked<Point> {
    let places = subject.places.len();
    let mut show = |at: usize| {
        let done = (number as f64 + (places - 1 - at) as f64 / places as f64) / games as f64;
        let game = if games > 1 { format!("game {} of {games}, ", number + 1) } else { String::new() };
        let what =
            if places > 1 { format!("move {} of {places}", at + 1) } else { "the position".to_owned() };
        progress.show(done, &format!("{game}{what}"));
    };
    let course = Course { places: &subject.places, moves: &subject.moves };
    let walked = walk(stones, &course, chosen.arguments.best as usize, stop, &mut show);
    walked.unwrap_or_else(|_| unreachable!("stones can always be set"))
}

/// What was found, as it is told.
fn report(
    base: &Base,
    chosen: &Chosen<'_>,
    subject: &Subject,
    (number, games): (usize, usize),
    walked: Walked<Point>,
) -> Report {
    let numbered = || (games > 1).then(|| format!("game {}", number + 1));
    let to_move = |place: &Position| place.to_move().unwrap_or(Color::Black).to_string();
    let plies = walked.plies.into_iter().map(|ply| ply.map(|mv| mv.to_string()));
    Report {
        title: subject.name.clone().or_else(numbered),
        base: base.name().to_owned(),
        rules: subject.rules(chosen),
        first_player: Color::Black.to_string(),
        is_game: chosen.positions.is_every_ply(),
        given: subject.texts.clone(),
        before: subject.before,
        to_move: subject.places.iter().map(to_move).collect(),
        margin: None,
        walked: Walked { first: walked.first, plies: plies.collect() },
    }
}

/// Leaves out what was played after the end of the game.
fn end(base: &Base, backend: Backend, subject: &mut Subject) -> Result<(), Failure> {
    if let Some(place) = subject.places.iter().find(|place| place.to_move().is_none()) {
        let stones = moves_text(&place.stones(Color::Black).iter().collect::<Vec<_>>());
        let words = "the position does not say whose turn it is: --to-move, or the column `to-move`, does";
        let begins =
            if stones.is_empty() { String::new() } else { format!("\n  its black stones are {stones}") };
        return Err(Failure::Said(format!("error: {words}{begins}"), MISTAKES));
    }
    // What cannot be asked within its limits is told where the position is looked at.
    let Ok(Some(judged)) = first_end(subject.places.iter().cloned(), base, backend) else { return Ok(()) };
    if judged.moves + 1 < subject.places.len() {
        eprintln!("note: {}; what follows is left out", judged.before_the_last_move(base.name()));
        subject.places.truncate(judged.moves + 1);
        subject.moves.truncate(judged.moves);
    }
    Ok(())
}

/// What the options give.
fn subjects(chosen: &Chosen<'_>) -> Result<Vec<Subject>, Failure> {
    let (positions, is_every_ply) = (&chosen.positions, chosen.positions.is_every_ply());
    let records = match positions.file() {
        Some(file) => records(file)?,
        None => None,
    };
    let mut subjects: Vec<Subject> = match records {
        Some(records) => records.into_iter().map(of_record).collect(),
        None => {
            let given = positions.read_given()?;
            if is_every_ply {
                positions.are_games(&given)?;
            }
            given.entries.iter().map(of_entry).collect()
        }
    };
    subjects = only(subjects, chosen.arguments.record)?;
    if subjects.is_empty() {
        let file = positions.file().map_or_else(String::new, |file| format!("{}: ", file.display()));
        return Err(Failure::Said(format!("error: {file}there is no game in it"), MISTAKES));
    }
    Ok(subjects)
}

/// The games of a file that is a record; nothing where it holds a position per line.
fn records(file: &Path) -> Result<Option<Vec<GameRecord>>, Failure> {
    let read = if file.as_os_str() == "-" {
        read_all_games("standard input", interrupt::standard_input()?, None)?.0
    } else {
        let format = Format::of_path(file).or_else(|| Some(Format::of_bytes(&files::read_whole(file).ok()?)));
        if format == Some(Format::Lines) {
            return Ok(None);
        }
        open_games(file, format)?.0
    };
    for note in &read.notes {
        eprintln!("note: {note}");
    }
    Ok(Some(read.games))
}

fn of_record(record: GameRecord) -> Subject {
    let players = record.players.iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" – ");
    let name = (!players.is_empty()).then_some(players);
    let (places, moves) = (record.positions().collect::<Vec<_>>(), record.turns());
    let texts = (0..places.len()).map(|at| turns_text(&moves[..at])).collect();
    Subject { name, places, moves, before: 0, texts, record, is_record: true }
}

fn of_entry(entry: &Entry) -> Subject {
    let name = entry.id.clone();
    let turns = entry.spec.moves().unwrap_or_default();
    let made = |field: &Option<Point>| Move { field: *field, ..Move::default() };
    let rules = entry.rules.clone();
    let record = GameRecord { moves: turns.iter().map(made).collect(), rules, ..GameRecord::default() };
    let specs: Vec<PositionSpec> = entry.spec.prefixes().collect();
    let places = specs.iter().map(PositionSpec::position).collect();
    let texts = match specs.as_slice() {
        [_] => vec![entry.text.clone()],
        specs => specs.iter().map(PositionSpec::to_string).collect(),
    };
    Subject { name, places, moves: turns.to_vec(), before: 0, texts, record, is_record: false }
}
