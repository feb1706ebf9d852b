//! Every base agrees with the definition of the language: both back ends return the same ordered answers to rules,
//! exports and scores as the naive evaluator. A normal test run checks a sample of 600 positions (`trials.rs`).
//! Checking all positions takes half an hour on one core (`deep.rs`).

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use agree::Naive;
use noire::bases::{Backend, Term, TextBase};
use noire::board::{Color, Position};
use noire::facts::Base;

use crate::back_ends::{Text, after, compiled_of, names, points};
use crate::deep::Bound;
use crate::definitions::definition_of_base;
use crate::naive_world::PlainBoard;
use crate::questions::agreed;
use crate::trials::{self, trials};

/// Positions of games; see the README in the same folder.
const POSITIONS: &str = noire::data::POSITIONS;

const BACKENDS: [Backend; 2] = [Backend::Interpreted, Backend::Compiled];

fn positions() -> Vec<&'static str> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once('\t').expect("counts stand behind the moves").0).collect()
}

/// A base in three forms: for the naive evaluator, and for each back end.
struct Checked {
    name: &'static str,
    naive: Naive,
    text: Text,
    base: Base,
}

/// Number of answers that were compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Answers {
    rules: usize,
    exports: usize,
    scores: usize,
}

impl Checked {
    fn of(name: &'static str) -> Checked {
        let base = Base::open(name, Default::default()).unwrap_or_else(|_| panic!("{name} is built in"));
        let naive = definition_of_base(name, |_, text| text.to_owned());
        let checked = Checked { name, naive, text: Text::of(name), base };
        let titled = |rule: &agree::Rule| match rule.colour.as_str() {
            "" => rule.name.clone(),
            color => format!("{} for {color}", rule.name),
        };
        let exports = checked.base.contents().exports.iter().map(|export| match &export.color {
            Some(color) => format!("{} for {color}", export.name),
            None => export.name.clone(),
        });
        assert!(exports.eq(checked.naive.exports().iter().map(titled)), "{name}: the same exports");
        let scores = checked.base.contents().scores.iter().map(|score| score.title());
        assert!(
            scores.eq(checked.naive.scores().iter().map(|score| titled(&score.rule))),
            "{name}: the same scores"
        );
        checked
    }

    /// Checks that all answers of the base in a position are those of the naive evaluator.
    fn check(&self, position: &Position, mut board: PlainBoard) -> Answers {
        Answers {
            rules: self.rules(position, &mut board),
            exports: self.exports(position, &mut board),
            scores: self.scores(position, &mut board),
        }
    }

    fn defined(&self, board: &mut PlainBoard, rule: &agree::Rule) -> Vec<Vec<String>> {
        let rows = self.naive.all(board, rule);
        rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect()
    }

    fn rules(&self, position: &Position, board: &mut PlainBoard) -> usize {
        let found = agreed(&compiled_of(self.name).rules, &self.text, position);
        let mut answers = 0;
        for (rule, ((id, title), solutions)) in self.naive.rules().iter().zip(self.text.rules().zip(&found)) {
            let rows: Vec<String> = self.defined(board, rule).iter().map(|row| row.join(" ")).collect();
            assert_eq!(self.text.written(id, solutions), rows, "{}: {title}{position:?}", self.name);
            answers += rows.len();
        }
        answers
    }

    fn exports(&self, position: &Position, board: &mut PlainBoard) -> usize {
        let mut answers = 0;
        for (at, (export, defined)) in
            self.base.contents().exports.iter().zip(self.naive.exports()).enumerate()
        {
            let rows = self.defined(board, defined);
            for backend in BACKENDS {
                let found = self.base.on(backend).exported(at, &mut position.clone()).expect("no limit");
                let written = found.iter().map(|answer| {
                    let sorts = export.variables.iter();
                    sorts
                        .zip(answer)
                        .map(|((_, sort), value)| self.base.text(sort, *value))
                        .collect::<Vec<_>>()
                });
                assert!(
                    written.eq(rows.iter().cloned()),
                    "{}: {} {backend}{position:?}",
                    self.name,
                    export.name
                );
            }
            answers += rows.len();
        }
        answers
    }

    fn scores(&self, position: &Position, board: &mut PlainBoard) -> usize {
        let (base, mut asked, mut answers) = (&self.base, position.clone(), 0);
        let [interpreted, compiled] =
            BACKENDS.map(|backend| base.on(backend).terms(&mut asked).expect("no limit"));
        assert_eq!(interpreted, compiled, "{}{position:?}", self.name);
        for (part, score) in compiled.iter().zip(self.naive.scores()) {
            let written = part.solutions.iter().map(|solution| {
                let sorts = base.contents().scores[part.score].variables.iter();
                sorts.zip(solution).map(|((_, sort), value)| base.text(sort, *value)).collect::<Vec<_>>()
            });
            assert!(
                written.eq(self.defined(board, &score.rule)),
                "{}: {}{position:?}",
                self.name,
                score.rule.name
            );
            answers += part.solutions.len();
        }
        for color in Color::ALL {
            let own = |part: &&Term| base.contents().scores[part.score].color == color.to_string();
            let sum: i64 = compiled.iter().filter(own).map(Term::worth).sum();
            let to_move = position.to_move() == Some(color);
            assert_eq!(self.naive.sum(board, &color.to_string(), to_move), sum, "{}{position:?}", self.name);
            for backend in BACKENDS {
                assert_eq!(base.on(backend).sum(&mut asked, color), Ok(sum), "{}{position:?}", self.name);
            }
        }
        answers
    }
}

/// Minimum number of positions that are checked, even if the time limit has passed.
const FEWEST: usize = 4;

/// Checks every base in every `step`-th position, on all cores, within a time limit.
fn check_all(step: usize, bound: &Bound) -> Vec<(&'static str, Answers)> {
    let places: Vec<&str> = bound.ordered(positions().into_iter().step_by(step).collect());
    let mut found = Vec::new();
    for (part, name) in names().into_iter().enumerate() {
        let until = bound.part(part, names().len());
        let (next, checked) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || {
            let (base, mut sum) = (Checked::of(name), Answers::default());
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(moves) = places.get(at).filter(|_| at < FEWEST || !until.is_over()) else { break };
                if at > 0 && at.is_multiple_of(50) {
                    println!("{name}: {at} of {} positions begun", places.len());
                }
                let answers = base.check(&after(moves), PlainBoard::after_moves(moves));
                checked.fetch_add(1, Ordering::Relaxed);
                sum.rules += answers.rules;
                sum.exports += answers.exports;
                sum.scores += answers.scores;
            }
            sum
        };
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let sums: Vec<Answers> = thread::scope(|scope| {
            let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .map(|worker| worker.join().unwrap_or_else(|_| panic!("{name} differs")))
                .collect()
        });
        let sum = |part: fn(&Answers) -> usize| sums.iter().map(part).sum::<usize>();
        let answers =
            Answers { rules: sum(|a| a.rules), exports: sum(|a| a.exports), scores: sum(|a| a.scores) };
        let checked = checked.into_inner();
        println!("{name}: the same in {checked} of {} positions: {answers:?}", places.len());
        found.push((name, answers));
    }
    found
}

#[test]
fn the_bases_are_the_folders_of_knowledge() {
    let knowledge = Path::new(env!("CARGO_MANIFEST_DIR")).join("knowledge");
    let folders = fs::read_dir(knowledge).expect("it can be read").flatten();
    let has_line = |path: &Path, begins: &str| {
        fs::read_dir(path).expect("it can be read").flatten().any(|file| {
            let text = fs::read_to_string(file.path()).unwrap_or_default();
            text.lines().any(|line| line.starts_with(begins))
        })
    };
    // Games written in BLANCHE do not use the host's board, so they are not tested here.
    let games = TextBase::all();
    let is_game = |path: &Path| path.file_name().is_some_and(|name| games.iter().any(|game| name == *game));
    let is_base = |path: &Path| has_line(path, "base ") && !is_game(path);
    let mut bases: Vec<String> = folders
        .filter(|folder| is_base(&folder.path()))
        .map(|folder| folder.file_name().to_string_lossy().into_owned())
        .collect();
    bases.sort();
    let mut built_in = names();
    built_in.sort_unstable();
    assert_eq!(bases, built_in, "what tests go through is all that there is");
}

#[test]
fn every_base_agrees_with_its_definition_in_some_positions() {
    for (name, answers) in check_all(40 * trials::step(), &Bound::none()) {
        assert!(
            answers.rules > trials(15) && answers.exports > trials(1_000) && answers.scores > trials(1_000),
            "{name}: {answers:?}"
        );
    }
}

#[test]
#[ignore = "half an hour of one core: see `deep.rs`"]
fn every_base_agrees_with_its_definition_in_all_600_positions() {
    assert_eq!(positions().len(), 600);
    let bound = Bound::begin();
    for (name, answers) in check_all(1, &bound) {
        let least = if bound.is_set() { 0 } else { 600 };
        assert!(answers.rules > least, "{name}: {answers:?}");
    }
}

#[test]
fn every_base_agrees_with_its_definition_without_a_last_move() {
    // Black stones that make h8 a double three, with and without a last move. Then an overline that depends on the last
    // stone.
    for name in names().into_iter().rev().step_by(trials::step()) {
        let checked = Checked::of(name);
        let check = |black: &str, white: &str, last: Option<&str>| {
            let last_move = last.map(|last| last.parse().expect("a point"));
            let to_move = Some(Color::White);
            let position = Position::set_up(&points(black), &points(white), to_move, last_move);
            let position = position.expect("it can be set up");
            checked.check(&position, PlainBoard::set_up(black, white, last)).rules
        };
        let with = check("h8,g8,i8,h7,h9", "a1,c1", Some("h8"));
        let without = check("h8,g8,i8,h7,h9", "a1,c1", None);
        let asks_last_move = checked.text.rules().any(|(_, title)| title.starts_with("double.three"));
        assert_eq!(without < with, asks_last_move, "{name}: {without} {with}");
        check("c5,d5,e5,g5,h5", "f6,f7,f8", None);
        check("", "", None);
    }
}
