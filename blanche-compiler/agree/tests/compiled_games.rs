//! Games written in BLANCHE: in the positions of random games, both back ends return the same answers to every query of
//! the program.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agree::generate;
use blanche_compiler::bitboards;
use blanche_compiler::game::{Compiled, Counting, Rules, perft, playout, playouts};
use blanche_compiler::interpret::{Machine, StateHost};
use blanche_compiler::plan::plan;
use blanche_compiler::program::{GameQuestion, Program, RuleKind};
use blanche_compiler::project::{Files, Project};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{CompiledBase, Limits, Position};
use blanche_compiler::{check_program, has_errors};

use crate::answers;
use crate::chains::compared;
use crate::compiled_game::Game;
use crate::in_words::{goes_on, play_in_words};
use crate::played::Both;
use crate::trials::trials;

/// Number of random games that are played in each test game in a full test run.
const GAMES: usize = 60;

/// Maximum length of a random game, in moves.
const PLIES: usize = 25;

fn games() -> Vec<Game> {
    let games = agree_compiled::games();
    games.bases.into_iter().map(|base| carried(base, games.texts)).collect()
}

fn random_games() -> Vec<Game> {
    let games = agree_compiled::random_games();
    games.bases.into_iter().map(|base| carried(base, games.texts)).collect()
}

/// A compiled game, with its text taken from `texts`.
fn carried(base: CompiledBase<Position>, texts: &[(&str, &str)]) -> Game {
    let file = format!("/{}/base.blanche", base.name);
    let carried = texts.iter().find(|(known, _)| file.ends_with(&format!("/{known}")));
    let (_, text) = carried.expect("it carries its text");
    let program = read(text);
    let plan = plan(&program).expect("it is planned");
    Game::new((*text).to_owned(), program, plan, base)
}

fn read(text: &str) -> Program {
    let mut project = Project::default();
    let root = project.add("base.blanche", text.as_bytes());
    let checked = check_program(&project, &Files { files: vec![root], incomplete: false }, None);
    assert!(!has_errors(&checked.diagnostics), "{:#?}", checked.diagnostics);
    checked.resolved.program
}

/// Compares the back ends in a position in which no limit may be exceeded. Returns the number of answers.
fn compare(game: &Game, machine: &Machine<StateHost>, position: &mut Position) -> usize {
    let (answers, given_up) = game.compare(machine, position, (Limits::default(), usize::MAX));
    assert_eq!(given_up, 0, "{}", game.base.name);
    answers
}

#[test]
fn both_back_ends_agree_in_random_play_of_the_example_games() {
    for game in games() {
        let (rules, machine) = (game.rules(Limits::default()), game.machine(Limits::default()));
        let (mut moves, mut random) = (Vec::new(), Random::new(7));
        let (mut positions, mut answers) = (0, 0);
        for _ in 0..trials(GAMES) {
            let mut position = rules.start().expect("it begins");
            let each = |position: &Position, _| {
                positions += 1;
                answers += compare(&game, &machine, &mut position.clone());
            };
            playout(&rules, &mut position, &mut random, &mut moves, each).expect("it ends");
            compare(&game, &machine, &mut position);
        }
        println!("{}: {positions} positions, {answers} answers", game.base.name);
        assert!(answers > positions, "a position has answers");
    }
}

#[test]
fn both_back_ends_agree_in_generated_games() {
    let (mut positions, mut answers) = (0, 0);
    for game in random_games() {
        let (rules, machine) = (game.rules(Limits::default()), game.machine(Limits::default()));
        let (mut moves, mut random) = (Vec::new(), Random::new(11));
        for _ in 0..trials(GAMES) {
            let mut position = rules.start().expect("it begins");
            for _ in 0..PLIES {
                positions += 1;
                answers += compare(&game, &machine, &mut position);
                // A chain of steps may contradict itself or have no end.
                if rules.moves(&mut position, &mut moves).is_err() {
                    break;
                }
                let is_over = rules.end(&mut position).expect("it says how it ends").is_some();
                if is_over || rules.play(&mut position, *random.choose(&moves)).is_err() {
                    break;
                }
            }
        }
    }
    let codes: Vec<_> = random_games().into_iter().flat_map(|game| game.codes).collect();
    let fit = codes.iter().flatten().count();
    println!("{positions} positions, {answers} answers; {fit} of {} questions fit into words", codes.len());
    assert!(answers > positions, "a position has answers");
}

#[test]
fn games_are_the_same_in_words_and_by_plans() {
    let mut random = Random::new(5);
    let mut fit = Vec::new();
    for game in games().into_iter().chain(random_games()) {
        let layout = game.program.layout().expect("it is small");
        let Some(words) = bitboards::Game::of(&game.program, &layout) else { continue };
        // Moves of several steps are compared in `chains`.
        if goes_on(&game.program) {
            continue;
        }
        for _ in 0..trials(GAMES) {
            let rules = game.rules(Limits::default());
            let played = play_in_words(game.base.name, &rules, &words, &mut random);
            played.expect("no limit is reached");
        }
        fit.push(game.base.name);
    }
    println!("{fit:?} fit into words");
    assert!(
        ["drops", "flips", "large", "paths"].iter().all(|name| fit.contains(name)) && fit.len() > 4,
        "{fit:?}"
    );
}

/// Number of random games per test game in which the evaluators are compared with the naive evaluator, in a full test
/// run.
const BESIDE: usize = 16;

#[test]
fn every_evaluator_agrees_with_the_definition_in_generated_games() {
    let (mut plies, mut chains, mut passes, mut margins, mut in_words) = (0, 0, 0, 0, 0);
    for game in random_games() {
        let (name, read) = (game.base.name, answers::read(&game.text, None));
        let program = Arc::new(read.program.clone());
        let interpreted = || {
            let rules = Rules::interpreted(Arc::clone(&program), Limits::default(), None);
            rules.expect("it is a game")
        };
        let compiled = || {
            let mut bases = agree_compiled::random_games().bases.into_iter();
            let base = bases.find(|base| base.name == name).expect("it is one");
            let compiled = Box::new(Compiled::new(base, &program, Limits::default()));
            Rules::new(Arc::clone(&program), compiled).expect("it is a game")
        };
        // Compare moves, chains, passes, results and margins with the naive evaluator.
        let evaluators = [
            ("words", interpreted()),
            ("plan", interpreted().by_plans()),
            ("compiled words", compiled()),
            ("compiled plan", compiled().by_plans()),
        ];
        for (evaluator, rules) in evaluators {
            let both = Both::of(rules, &read);
            let mut random = Random::new(8);
            for _ in 0..trials(BESIDE) {
                let seen = both.play(&mut random, &format!("{name} by {evaluator}"));
                plies += seen.plies;
                chains += seen.chains;
                passes += seen.passes;
                margins += seen.margins;
            }
        }
        // Compare perft counts and whole games, played by bitboard operations and by the plans of the rules.
        let by_plans = compared(&interpreted().by_plans());
        assert_eq!(compared(&interpreted()), by_plans, "{name}");
        assert_eq!(compared(&compiled()), by_plans, "{name}");
        assert_eq!(compared(&compiled().by_plans()), by_plans, "{name}");
        in_words += usize::from(compiled().are_in_words());
    }
    println!("{plies} moves, {chains} of several steps, {passes} passes, {margins} positions with a margin");
    println!("{in_words} games are compiled to words");
    assert!(
        plies > trials(500) && chains > 0 && passes > 0 && margins > 0,
        "{plies} {chains} {passes} {margins}"
    );
    assert!(in_words > 2, "{in_words}");
}

/// Larger boards that replace the small boards of random games, so that words of 128 and 256 bits are needed.
const LARGE: [&str; 2] = ["board 13 by 9", "board 16 by 16"];

#[test]
fn generated_games_on_large_boards_are_the_same_in_words_and_by_plans() {
    let (mut random, mut widths) = (Random::new(6), BTreeMap::new());
    for seed in 0..trials(200) as u64 {
        let text = generate::game(seed).text;
        let small = text.split_inclusive(char::is_whitespace).take(4).collect::<String>();
        let large = LARGE[seed as usize % LARGE.len()];
        let text = text.replacen(small.trim_end(), large, 1);
        let program = Arc::new(read(&text));
        let layout = program.layout().expect("it is small");
        let fits = bitboards::Game::of(&program, &layout).filter(|_| !goes_on(&program));
        let Some(words) = fits else { continue };
        let rules = Rules::interpreted(Arc::clone(&program), Limits::default(), None);
        let rules = rules.expect("it is a game").by_plans();
        let played = play_in_words(&format!("seed {seed}"), &rules, &words, &mut random);
        played.expect("no limit is reached");
        *widths.entry(words.word_layout.width).or_insert(0) += 1;
    }
    println!("games in words of so many bits: {widths:?}");
    assert!(widths.contains_key(&128) && widths.contains_key(&256), "{widths:?}");
}

#[test]
fn one_seed_gives_the_same_playouts_in_words_and_by_plans() {
    let never = AtomicBool::new(false);
    for game in games().into_iter().filter(|game| {
        ["captures", "drops", "flips", "large", "paths", "pieces", "returns"].contains(&game.base.name)
    }) {
        let name = game.base.name;
        let plans = game.rules(Limits::default()).by_plans();
        let start = plans.start().expect("it begins");
        let played = |rules: &Rules| playouts(rules, &start, 40, &mut Random::new(3), &never, &|_| {});
        let counted = |rules: &Rules, strict| {
            perft(rules, &mut start.clone(), 4, Counting { strict, stop: &never, told: &|_| {} })
        };
        let interpreted = game.rules(Limits::default());
        let program = Arc::clone(&game.program);
        let compiled = Box::new(Compiled::new(game.base, &program, Limits::default()));
        let compiled = Rules::new(program, compiled).expect("it is a game");
        assert!(interpreted.are_in_words() && compiled.are_in_words(), "{name}");
        assert_eq!(played(&interpreted), played(&plans), "{name}");
        assert_eq!(played(&compiled), played(&plans), "{name}");
        for strict in [false, true] {
            assert_eq!(counted(&interpreted, strict), counted(&plans, strict), "{name}");
            assert_eq!(counted(&compiled, strict), counted(&plans, strict), "{name}");
        }
    }
}

#[test]
fn every_query_of_a_game_is_compiled() {
    for game in games().into_iter().chain(random_games()) {
        let asked = |rule: &&blanche_compiler::program::Rule| matches!(rule.kind, RuleKind::Game(_));
        let questions: Vec<&blanche_compiler::program::Rule> =
            game.program.rules.iter().filter(asked).collect();
        assert_eq!(questions.len(), game.base.questions.len());
        assert_eq!(game.program.preferences().count(), game.base.preferences.len());
        for ((_, rule, worth), preference) in game.program.preferences().zip(&game.base.preferences) {
            assert_eq!((rule.name.as_str(), worth), (preference.name, preference.worth));
        }
        for (rule, question) in questions.iter().zip(&game.base.questions) {
            assert_eq!((rule.name.as_str(), rule.text.as_str()), (question.name, question.text));
            assert_eq!((rule.given, rule.answer.len()), (question.given, question.variables.len()));
            assert_eq!(question.colour.map(str::to_owned).unwrap_or_default(), game.program.colour(rule));
            assert!(rule.given == 0 || rule.kind == RuleKind::Game(GameQuestion::Effect));
        }
    }
}
