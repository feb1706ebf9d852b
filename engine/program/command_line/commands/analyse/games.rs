//! Analyses positions and games: reads them, searches, and prints the results.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::runtime::Limits;

use super::report::{Report, RulesFrom, one_curve};
use super::{Arguments, check_files, only_game};
use crate::command_line::backend_options::BackendChoice;
use crate::command_line::commands::solve::StrategyChoice;
use crate::command_line::ineffective_options::{no_effect_failure, note_high_level};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, MISTAKES, count, write_file};
use crate::command_line::query_options::{GameEnds, Positions, open_game, sample_entry, world_failure};
use noire_engine::bases::DEFAULT_BASE;
use noire_engine::games::requirements::SearchKind;
use noire_engine::progress::Progress;
use noire_engine::record::{base_of_rules, write_judged};
use noire_engine::search::player::Budget;
use noire_engine::world::{AnyBase, AnyWorld, Entry};
use noire_laboratory::analysis::analysis_world::{AnalysisWorld, RecordedGame, RemarkedGame};
use noire_laboratory::analysis::game_analysis::{AnalysedGame, GameMoves, analyse_game};

/// A position or a game to analyse.
struct Target<W: AnalysisWorld> {
    /// The name of the subject, if it has one.
    name: Option<String>,
    entry: Entry<W>,
    /// Other data that a record holds about the game.
    kept: W::RecordData,
    /// Whether the subject was read from a game record, which may state the rules.
    is_record: bool,
}

/// The positions of a subject to analyse.
struct TargetPositions<W: AnalysisWorld> {
    places: Vec<W::SearchPosition>,
    /// The moves between the positions, or `None` for a pass.
    moves: Vec<Option<W::Step>>,
    /// Number of moves before the first position.
    before: usize,
    /// The positions as the user wrote them.
    texts: Vec<String>,
}

/// The settings for the analysis of each subject.
struct AnalysisSettings<'a> {
    arguments: &'a Arguments,
    /// Whether the user named a game.
    is_stated: bool,
    stop: &'a Arc<AtomicBool>,
    progress: &'a Progress,
}

/// Opens a game, and prints the warnings and notes about its rules.
pub(super) fn open(arguments: &Arguments, name: &str) -> Result<AnyWorld, Failure> {
    let backend =
        |base: &AnyBase| vec![arguments.backend.map_or_else(|| base.backend(), BackendChoice::backend)];
    open_game(name, Limits::default(), None, backend)
}

/// Analyses the specified positions and games. If `is_stated` is `false`, uses for each game the rules that its record
/// states.
pub(super) fn run<W: AnalysisWorld>(
    world: &W,
    arguments: &Arguments,
    is_stated: bool,
) -> Result<ExitCode, Failure> {
    if arguments.sgf.is_some() && !W::HAS_REMARKS {
        let why = "SGF is written for games of stones; --format json and --svg write any game";
        return Err(no_effect_failure(world, "sgf", why));
    }
    if arguments.strategy.is_some() && !W::HAS_PROOFS {
        return Err(no_effect_failure(world, "strategy", "a game in text is searched by its own rules"));
    }
    note_high_level(world.contents(), arguments.level);
    let targets = only_game(targets(world, arguments)?, arguments.record)?;
    check_files(arguments)?;
    if arguments.svg.is_some() {
        one_curve(targets.len())?;
    }
    let (stop, progress) = (interrupt::stop_flag()?, Progress::begin());
    let chosen = AnalysisSettings { arguments, is_stated, stop: &stop, progress: &progress };
    let games = targets.len();
    let mut remarked: Vec<RemarkedGame> = Vec::new();
    let (mut looked_at, mut at) = (0, 0);
    let mut rest = targets.into_iter().peekable();
    // Consecutive games with the same rules share the memory of the search.
    while rest.peek().is_some() && !stop.load(Ordering::Relaxed) {
        let name = rest.peek().map_or("", |target| chosen.base(target)).to_owned();
        let mut same = Vec::new();
        while let Some(target) = rest.next_if(|target| chosen.base(target) == name) {
            same.push(target);
        }
        let numbers = (at, games);
        at += same.len();
        let other = match is_stated || name == DEFAULT_BASE {
            true => None,
            false => W::try_from(progress.aside(|| open(arguments, &name))?).ok(),
        };
        looked_at += chosen.analyse_all(other.as_ref().unwrap_or(world), same, numbers, &mut remarked)?;
    }
    if let Some(file) = &arguments.sgf {
        write_file(file, &write_judged(&remarked), None)?;
    }
    if looked_at < games {
        eprintln!("note: not searched: {}", count(games - looked_at, "more game"));
    }
    Ok(interrupt::status(&stop))
}

/// The subjects that the options specify.
fn targets<W: AnalysisWorld>(world: &W, arguments: &Arguments) -> Result<Vec<Target<W>>, Failure> {
    let of_entry = |entry: Entry<W>| {
        let (name, kept) = (entry.id.clone(), W::record_data(&entry));
        Target { name, entry, kept, is_record: false }
    };
    if arguments.subject.has_no_position() {
        return Ok(vec![of_entry(sample_entry(world)?)]);
    }
    let file = arguments.subject.read_file()?;
    let records = match &file {
        Some((name, bytes)) => world.records(name, bytes).map_err(|trouble| world_failure(world, trouble))?,
        None => None,
    };
    let targets: Vec<Target<W>> = match records {
        Some((games, notes)) => {
            notes.iter().for_each(|note| eprintln!("note: {note}"));
            games.into_iter().map(|game| record_target(world, game)).collect()
        }
        None => {
            let games = arguments.subject.games(world, file.as_ref())?;
            games.entries.into_iter().map(of_entry).collect()
        }
    };
    if targets.is_empty() {
        let file = file.map_or_else(String::new, |(name, _)| format!("{name}: "));
        return Err(Failure::Message(format!("error: {file}no game found"), MISTAKES));
    }
    Ok(targets)
}

fn record_target<W: AnalysisWorld>(world: &W, game: RecordedGame<W>) -> Target<W> {
    let RecordedGame { name, start, moves, rules, record_data: kept } = game;
    let entry = Entry { rules, ..Entry::alone(world.moves_text(&moves), start, Some(moves)) };
    Target { name, entry, kept, is_record: true }
}

impl AnalysisSettings<'_> {
    /// The name of the base whose rules apply to a subject.
    fn base<'s, W: AnalysisWorld>(&self, target: &'s Target<W>) -> &'s str {
        let stated = target.entry.rules.as_deref().filter(|_| !self.is_stated);
        stated.and_then(base_of_rules).unwrap_or(DEFAULT_BASE)
    }

    /// The origin of the rules that apply to a subject.
    fn rules<W: AnalysisWorld>(&self, target: &Target<W>) -> RulesFrom {
        match &target.entry.rules {
            _ if self.is_stated => RulesFrom::Option,
            Some(rules) if base_of_rules(rules).is_some() => RulesFrom::Record,
            Some(rules) => RulesFrom::Unknown(rules.clone()),
            None if target.is_record => RulesFrom::Unstated,
            None => RulesFrom::Default,
        }
    }

    /// Analyses subjects and prints the results. `first` is the index that the first of these subjects has in the list
    /// of all subjects. Returns the number of subjects that were analysed.
    fn analyse_all<W: AnalysisWorld>(
        &self,
        world: &W,
        targets: Vec<Target<W>>,
        (first, games): (usize, usize),
        remarked: &mut Vec<RemarkedGame>,
    ) -> Result<usize, Failure> {
        let failed = |trouble| world_failure(world, trouble);
        let strategy = self.arguments.strategy.unwrap_or(StrategyChoice::Threats);
        let strategy = strategy.kind();
        let missing = world.missing_requirements(SearchKind::Player(strategy.name()));
        self.progress.aside(|| missing.iter().for_each(|requirement| eprintln!("note: {requirement}")));
        let mut analyst =
            world.analyst(Budget { strategy, ..self.arguments.budget(self.stop) }).map_err(failed)?;
        let mut looked_at = 0;
        for (number, target) in (first..).zip(targets) {
            let rules = self.rules(&target);
            let Target { name, entry, kept, .. } = target;
            let looked = self.positions(world, entry)?;
            let (places, all) = (looked.places.len(), games as f64);
            let mut show = |at: usize| {
                let done = (number as f64 + (places - 1 - at) as f64 / places as f64) / all;
                let game =
                    if games > 1 { format!("game {} of {games}, ", number + 1) } else { String::new() };
                let what = match places {
                    1 => "the position".to_owned(),
                    _ => format!("move {} of {places}", at + 1),
                };
                self.progress.show(done, &format!("{game}{what}"));
            };
            let course = GameMoves { places: &looked.places, moves: &looked.moves };
            let walked =
                analyse_game(&mut analyst, &course, self.arguments.best as usize, self.stop, &mut show);
            let walked = walked.map_err(|fault| failed(fault.into()))?;
            remarked.extend(W::remarked(&analyst, &kept, &walked));
            let title = name.or_else(|| (games > 1).then(|| format!("game {}", number + 1)));
            let report = self.report(world, looked, title, rules, walked)?;
            report.print(self.arguments, number == 0, self.progress)?;
            looked_at += 1;
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
        }
        self.progress.aside(|| world.problems_found().iter().for_each(|note| eprintln!("note: {note}")));
        Ok(looked_at)
    }

    /// The positions of a subject, without the moves after the end of its game.
    fn positions<W: AnalysisWorld>(&self, world: &W, entry: Entry<W>) -> Result<TargetPositions<W>, Failure> {
        let failed = |trouble| world_failure(world, trouble);
        let mut positions = Positions::of(vec![entry]);
        let mut ends = GameEnds::of(&positions, world);
        ends.cut_after_end(&mut positions.entries[0], self.progress)?;
        let entry = &positions.entries[0];
        let start = entry.start(world).map_err(failed)?;
        let made = entry.moves.clone().unwrap_or_default();
        let mut places = world.search_positions(&start, &made).map_err(failed)?;
        if places.iter().any(|place| world.to_move(W::position(place)).is_none()) {
            let words = "error: the position does not say whose turn it is: give it by --to-move, or in the column `to-move`";
            return Err(Failure::Message(words.to_owned(), MISTAKES));
        }
        let mut texts: Vec<String> = match &entry.moves {
            Some(moves) => (0..=moves.len()).map(|at| world.moves_text(&moves[..at])).collect(),
            None => vec![entry.text.clone()],
        };
        let is_every_ply = self.arguments.subject.is_every_ply();
        let before = if is_every_ply { 0 } else { places.len() - 1 };
        places.drain(..before);
        texts.drain(..before);
        let moves = made[before..].iter().map(|mv| W::step(*mv)).collect();
        Ok(TargetPositions { places, moves, before, texts })
    }

    /// Prepares a result for printing.
    fn report<W: AnalysisWorld>(
        &self,
        world: &W,
        looked: TargetPositions<W>,
        title: Option<String>,
        rules: RulesFrom,
        walked: AnalysedGame<W::Step>,
    ) -> Result<Report, Failure> {
        let last = looked.places.last();
        let margin = last.map_or(Ok(None), |place| world.margin(place));
        let to_move = |place| world.to_move(W::position(place)).unwrap_or_default();
        let text = |mv: W::Step| world.moves_text(&[mv.into()]);
        Ok(Report {
            title,
            base: world.contents().name.clone(),
            rules,
            first_player: world.players().into_iter().next().unwrap_or_default(),
            is_game: self.arguments.subject.is_every_ply(),
            before: looked.before,
            to_move: looked.places.iter().map(to_move).collect(),
            given: looked.texts,
            margin: margin.map_err(|trouble| world_failure(world, trouble))?,
            walked: AnalysedGame {
                first: walked.first,
                plies: walked.plies.into_iter().map(|ply| ply.map(text)).collect(),
            },
        })
    }
}
