//! Games in text: in the positions of random games both back ends answer the same to everything that a program asks.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agree::generate;
use blanche_compiler::bitboards::{self, Answering, Asked, Places};
use blanche_compiler::game::{Asker, Compiled, Counting, Move, Outcome, Rules, perft, playout, playouts};
use blanche_compiler::interpret::{Machine, StateHost};
use blanche_compiler::plan::plan;
use blanche_compiler::program::{GameQuestion, Program, RuleId, RuleKind};
use blanche_compiler::project::{Files, Project};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{
    BitEnd, BitGame, CompiledBase, Layout, Limits, Position, Solutions, U256, Value, Word,
};
use blanche_compiler::{check_program, has_errors};

use crate::answers;
use crate::chains::compared;
use crate::games::Both;
use crate::trials::trials;

/// So many random games of each game, where all are tried.
const GAMES: usize = 60;

/// So many moves of a random game are made.
const PLIES: usize = 25;

/// A game with its text and its compiled base.
struct Game {
    text: String,
    program: Arc<Program>,
    base: CompiledBase<Position>,
    /// What fits, as operations on words.
    codes: Vec<Option<Box<dyn Answering>>>,
}

fn games() -> Vec<Game> {
    let games = agree_compiled::games();
    games.bases.into_iter().map(|base| Game::new(base, games.texts)).collect()
}

fn random_games() -> Vec<Game> {
    let games = agree_compiled::random_games();
    games.bases.into_iter().map(|base| Game::new(base, games.texts)).collect()
}

fn read(text: &str) -> Program {
    let mut project = Project::default();
    let root = project.add("base.blanche", text.as_bytes());
    let checked = check_program(&project, &Files { files: vec![root], incomplete: false }, None);
    assert!(!has_errors(&checked.diagnostics), "{:#?}", checked.diagnostics);
    checked.resolved.program
}

impl Game {
    /// A game whose text is one of these.
    fn new(base: CompiledBase<Position>, texts: &[(&str, &str)]) -> Game {
        let file = format!("/{}/base.blanche", base.name);
        let carried = texts.iter().find(|(known, _)| file.ends_with(&format!("/{known}")));
        let (_, text) = carried.expect("it carries its text");
        let program = read(text);
        let layout = Layout::of(&program).expect("it is small");
        let places = Places::of(&program, &layout);
        let rules = (0..program.rules.len() as u32).map(RuleId);
        let code =
            |rule| Asked::Answers(rule).code(&program, &layout).map(|code| code.answering(&places, None));
        let codes = rules.map(code).collect();
        Game { text: (*text).to_owned(), program: Arc::new(program), base, codes }
    }

    fn machine(&self) -> Machine<StateHost> {
        let plan = plan(&self.program).expect("it is planned");
        Machine::new(&self.program, &plan, Limits::default()).expect("positions answer the states")
    }

    fn rules(&self) -> Rules {
        Rules::new(Arc::clone(&self.program), Box::new(self.machine())).expect("it is a game")
    }

    /// What compiled code answers to a rule or a question.
    fn compiled(&self, position: &mut Position, id: RuleId, given: &[Value]) -> Solutions {
        let of_kind = |is: &dyn Fn(RuleKind) -> bool| {
            self.program.rules[..id.index()].iter().filter(|rule| is(rule.kind)).count()
        };
        let limits = Limits::default();
        let answered = match self.program.rule(id).kind {
            RuleKind::Rule | RuleKind::Query => {
                self.base.rules[of_kind(&|kind| kind == RuleKind::Rule)].matcher.all(position, limits)
            }
            RuleKind::Export => {
                self.base.exports[of_kind(&|kind| kind == RuleKind::Export)].matcher.all(position, limits)
            }
            RuleKind::Score(_) => {
                let at = of_kind(&|kind| matches!(kind, RuleKind::Score(_)));
                self.base.scores[at].matcher.all(position, limits)
            }
            RuleKind::Preference(_) => {
                let at = of_kind(&|kind| matches!(kind, RuleKind::Preference(_)));
                self.base.preferences[at].matcher.all(position, limits)
            }
            RuleKind::Game(_) => {
                let at = of_kind(&|kind| matches!(kind, RuleKind::Game(_)));
                let (question, mut all) = (&self.base.questions[at], Solutions::default());
                assert_eq!(question.given, given.len(), "{}", question.text);
                question.all_into(position, given, limits, &mut all).map(|()| all)
            }
        };
        answered.expect("the limits are not reached")
    }

    /// Compares the back ends in one position; the moves are those that can be made in it. Gives how many answers there were.
    fn compare(&self, machine: &Machine<StateHost>, position: &mut Position) -> usize {
        let mut answers = 0;
        for (at, rule) in self.program.rules.iter().enumerate() {
            let id = RuleId(at as u32);
            if rule.given == 0 {
                answers += self.compare_answers(machine, position, id, &[]).len();
            }
        }
        let game = self.program.game.as_ref().expect("it is a game");
        for made in &game.moves {
            for played in self.compare_answers(machine, position, made.question, &[]) {
                let of_effects = made.effects.iter().filter_map(|effect| effect.question);
                let of_chains = made.continuations.iter().filter_map(|then| then.question);
                for question in of_effects.chain(of_chains) {
                    answers += self.compare_answers(machine, position, question, &played).len();
                }
            }
        }
        answers
    }

    fn compare_answers(
        &self,
        machine: &Machine<StateHost>,
        position: &mut Position,
        id: RuleId,
        given: &[Value],
    ) -> Vec<Vec<Value>> {
        let mut interpreted: Vec<Vec<Value>> = Vec::new();
        let mut take = |tuple: &[Value]| interpreted.push(tuple.to_vec());
        Asker::each(machine, position, id, given, &mut take).expect("the limits are not reached");
        let compiled = self.compiled(position, id, given);
        let compiled: Vec<Vec<Value>> = compiled.iter().map(<[Value]>::to_vec).collect();
        let text = &self.program.rule(id).text;
        assert_eq!(interpreted, compiled, "{} {given:?}: {text}", self.base.name);
        if let Some(code) = &self.codes[id.index()] {
            let mut found: Vec<Vec<Value>> = Vec::new();
            let played = given.first().copied().unwrap_or(0);
            code.each(position.words(), played, &mut |tuple| found.push(tuple.to_vec()));
            assert_eq!(found, interpreted, "{} {given:?}: {text}", self.base.name);
            if given.is_empty() {
                assert_eq!(code.count(position.words()), found.len(), "{}: {text}", self.base.name);
                assert_eq!(code.applies(position.words()), !found.is_empty(), "{}: {text}", self.base.name);
            }
        }
        interpreted
    }
}

#[test]
fn both_back_ends_answer_the_same_in_random_games() {
    for game in games() {
        let (rules, machine) = (game.rules(), game.machine());
        let (mut moves, mut random) = (Vec::new(), Random::new(7));
        let (mut positions, mut answers) = (0, 0);
        for _ in 0..trials(GAMES) {
            let mut position = rules.start().expect("it begins");
            let each = |position: &Position, _| {
                positions += 1;
                answers += game.compare(&machine, &mut position.clone());
            };
            playout(&rules, &mut position, &mut random, &mut moves, each).expect("it ends");
            game.compare(&machine, &mut position);
        }
        println!("{}: {positions} positions, {answers} answers", game.base.name);
        assert!(answers > positions, "a position has answers");
    }
}

#[test]
fn both_back_ends_answer_the_same_in_games_that_nobody_thought_of() {
    let (mut positions, mut answers) = (0, 0);
    for game in random_games() {
        let (rules, machine) = (game.rules(), game.machine());
        let (mut moves, mut random) = (Vec::new(), Random::new(11));
        for _ in 0..trials(GAMES) {
            let mut position = rules.start().expect("it begins");
            for _ in 0..PLIES {
                positions += 1;
                answers += game.compare(&machine, &mut position);
                // A move may contradict itself on its way, or have no end.
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

/// Plays a game in words of its width beside the same game by its plan, or by its questions in words.
fn play_in_words(name: &str, rules: &Rules, words: &bitboards::Game, random: &mut Random) {
    match words.places.width {
        64 => play_in(name, rules, &words.lowered::<u64>(), random),
        128 => play_in(name, rules, &words.lowered::<u128>(), random),
        _ => play_in(name, rules, &words.lowered::<U256>(), random),
    }
}

fn play_in<W: Word>(name: &str, rules: &Rules, words: &bitboards::Game<W>, random: &mut Random) {
    let (mut moves, mut room) = (Vec::new(), Default::default());
    let mut position = rules.start().expect("it begins");
    let mut in_words = words.words(position.words());
    let players = &rules.program().players;
    let is_won = |end: Option<Outcome>| match end? {
        Outcome::Won(winner) => players.iter().position(|player| *player == winner).map(BitEnd::Won),
        Outcome::Drawn => Some(BitEnd::Drawn),
    };
    let mut before = None;
    for _ in 0..PLIES {
        let player =
            players.iter().position(|player| *player == rules.to_move(&position)).expect("it is one");
        let end = is_won(rules.end_by_rule(&mut position).expect("it is asked").map(|end| end.outcome));
        assert_eq!(words.whole_end(&in_words, player, &mut room), end, "{name}");
        if let Some(before) = before {
            assert_eq!(words.end(&in_words, before, &mut room), end, "{name}");
        }
        rules.moves(&mut position, &mut moves).expect("there are few moves");
        let groups = &words.sides[player].groups;
        let mut found: Vec<(usize, u32, Move)> = Vec::new();
        for (group, word) in words.moves(&in_words, player, &mut room).iter().enumerate() {
            let of = &groups[group];
            word.each_bit(|value| {
                let mv = Move::new(of.of, &of.plays.values(value as Value));
                found.push((group, value, mv));
            });
        }
        let run = |group: usize| words.runs(player).iter().position(|end| group < *end).unwrap_or(group);
        found.sort_by_key(|(group, value, _)| (run(*group), *value, *group));
        let mut listed: Vec<Move> = found.iter().map(|(_, _, mv)| *mv).collect();
        let passes = found.is_empty() && words.passes(&in_words, player, &mut room);
        listed.extend(passes.then(Move::pass));
        assert_eq!(listed, moves, "{name}");
        if end.is_some() || moves.is_empty() {
            return;
        }
        let mv = match found.as_slice() {
            [] => {
                words.give_turn(&mut in_words, (player + 1) % players.len());
                Move::pass()
            }
            found => {
                let (group, value, mv) = *random.choose(found);
                words.play(&mut in_words, player, group, value, &mut room);
                mv
            }
        };
        rules.play(&mut position, mv).expect("words have no contradictions");
        assert_eq!(in_words, words.words(position.words()), "{name}: {}", rules.move_text(mv));
        before = Some(player);
    }
}

#[test]
fn games_in_words_are_the_same_games() {
    let mut random = Random::new(5);
    let mut fit = Vec::new();
    for game in games().into_iter().chain(random_games()) {
        let layout = Layout::of(&game.program).expect("it is small");
        let Some(words) = bitboards::Game::of(&game.program, &layout) else { continue };
        // Moves of several steps are compared in `chains`.
        if goes_on(&game.program) {
            continue;
        }
        for _ in 0..trials(GAMES) {
            play_in_words(game.base.name, &game.rules(), &words, &mut random);
        }
        fit.push(game.base.name);
    }
    println!("{fit:?} fit into words");
    assert!(
        ["drops", "flips", "large", "paths"].iter().all(|name| fit.contains(name)) && fit.len() > 4,
        "{fit:?}"
    );
}

/// So many games of each are played by each evaluator beside the definition, where all are tried.
const BESIDE: usize = 16;

#[test]
fn every_evaluator_plays_games_that_nobody_thought_of_as_they_are_defined() {
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
        // Moves, chains, passes, results and margins, beside the definition.
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
        // Whole games and counts in words, beside those by plans.
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

/// Whether some moves have several steps.
fn goes_on(program: &Program) -> bool {
    let goes_on = |made: &blanche_compiler::program::Move| !made.continuations.is_empty();
    program.game.iter().flat_map(|game| &game.moves).any(goes_on)
}

/// Boards on which games are put that were made for small ones: words of 128 and of 256 bits are as wide as they need.
const LARGE: [&str; 2] = ["board 13 by 9", "board 16 by 16"];

#[test]
fn random_games_on_large_boards_are_the_same_in_words_and_by_plans() {
    let (mut random, mut widths) = (Random::new(6), BTreeMap::new());
    for seed in 0..trials(200) as u64 {
        let text = generate::game(seed).text;
        let small = text.split_inclusive(char::is_whitespace).take(4).collect::<String>();
        let large = LARGE[seed as usize % LARGE.len()];
        let text = text.replacen(small.trim_end(), large, 1);
        let program = Arc::new(read(&text));
        let layout = Layout::of(&program).expect("it is small");
        let fits = bitboards::Game::of(&program, &layout).filter(|_| !goes_on(&program));
        let Some(words) = fits else { continue };
        let rules = Rules::interpreted(Arc::clone(&program), Limits::default(), None);
        let rules = rules.expect("it is a game").by_plans();
        play_in_words(&format!("seed {seed}"), &rules, &words, &mut random);
        *widths.entry(words.places.width).or_insert(0) += 1;
    }
    println!("games in words of so many bits: {widths:?}");
    assert!(widths.contains_key(&128) && widths.contains_key(&256), "{widths:?}");
}

#[test]
fn one_seed_gives_the_same_games_in_words_and_by_plans() {
    let never = AtomicBool::new(false);
    for game in games().into_iter().filter(|game| {
        ["captures", "drops", "flips", "large", "paths", "pieces", "returns"].contains(&game.base.name)
    }) {
        let name = game.base.name;
        let plans = game.rules().by_plans();
        let start = plans.start().expect("it begins");
        let played = |rules: &Rules| playouts(rules, &start, 40, &mut Random::new(3), &never, &|_| {});
        let counted = |rules: &Rules, strict| {
            perft(rules, &mut start.clone(), 4, Counting { strict, stop: &never, told: &|_| {} })
        };
        let interpreted = game.rules();
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
fn every_question_of_a_game_is_compiled() {
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
