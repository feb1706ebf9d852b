//! Tests of games written in BLANCHE. Both back ends have the published perft numbers, make the same moves and have the
//! same values. The computer can play the games. Nothing depends on names.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use blanche_compiler::bitboards::{self, SearchQuery};
use blanche_compiler::files::Sources;
use blanche_compiler::game::{self, Counting, Images, Move, Outcome, Rules, playout};
use blanche_compiler::plan;
use blanche_compiler::program::{GameQuestion, Program, RuleId, RuleKind, Sort, SortId};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{Limits, Position, Value};
use noire::bases::{Backend, TextBase};
use noire::games::{Game, Knowledge, Side, TextGame};
use noire::search::alpha_beta::AlphaBeta;
use noire::search::alpha_beta::table::Table;
use noire::search::limits::{Clock, SearchLimits};

use crate::trials::trials;

const BACKENDS: [Backend; 2] = [Backend::Compiled, Backend::Interpreted];

static NEVER: AtomicBool = AtomicBool::new(false);

const COUNTING: Counting<'static> = Counting { strict: false, stop: &NEVER, told: &|_| {} };

fn open(name: &str) -> TextBase {
    TextBase::open(name, Limits::default()).unwrap_or_else(|error| panic!("{name}: {error:?}"))
}

fn rules(base: &TextBase, backend: Backend) -> Rules {
    base.played_by(backend).unwrap_or_else(|message| panic!("{}: {}", base.name(), message.title))
}

fn leaves(rules: &Rules, depth: u32, strict: bool) -> u64 {
    let mut start = rules.start().expect("it begins");
    game::perft(rules, &mut start, depth, Counting { strict, ..COUNTING }).expect("it can be counted")
}

fn distinct(rules: &Rules, depth: u32) -> Vec<u64> {
    let start = rules.start().expect("it begins");
    game::distinct(rules, &start, (depth, game::MAX_KEPT_BYTES), None, COUNTING, &mut |_| {})
        .expect("it can be counted")
}

#[test]
fn noughts_and_crosses_has_the_known_counts_on_both_back_ends() {
    let base = open("noughts");
    for backend in BACKENDS {
        let rules = rules(&base, backend);
        assert_eq!(distinct(&rules, 9).iter().sum::<u64>(), 5_478, "{backend}");
        let start = rules.start().expect("it begins");
        let symmetric = game::distinct(
            &rules,
            &start,
            (9, game::MAX_KEPT_BYTES),
            Some(&Images::of(&rules)),
            COUNTING,
            &mut |_| {},
        );
        assert_eq!(symmetric.expect("it can be counted").iter().sum::<u64>(), 765, "{backend}");
        assert_eq!(leaves(&rules, 6, true), 54_720, "{backend}");
    }
    assert_eq!(leaves(&rules(&base, Backend::Compiled), 9, false), 255_168);
}

#[test]
fn connect_four_has_the_known_counts_on_both_back_ends() {
    let base = open("connect-four");
    let known = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859];
    for backend in BACKENDS {
        let rules = rules(&base, backend);
        let depth = trials(known.len() - 1).max(4);
        assert_eq!(distinct(&rules, depth as u32), known[..=depth], "{backend}");
        assert_eq!(leaves(&rules, 4, true), 2_401, "{backend}");
    }
}

#[test]
fn joint_evaluation_agrees_with_single_queries() {
    for name in TextBase::all() {
        for (seed, backend) in (0..).zip(BACKENDS) {
            values_are_those_of_each_score(name, backend, seed);
        }
    }
}

/// Plays random games forward and back. The values that are updated with each move must equal the values of the scores,
/// each evaluated by its plan.
fn values_are_those_of_each_score(name: &str, backend: Backend, seed: u64) {
    let base = open(name);
    let (rules, plans) = (rules(&base, backend), rules(&base, backend).by_plans());
    assert!(plans.judgement().valuing(|_| true).is_none(), "{name}: by plans nothing is worked out together");
    let valuing = rules.judgement().valuing(|_| true).expect("scores are worked out together");
    let all: BTreeSet<RuleId> = rules.program().scores().map(|(at, ..)| at).collect();
    let some: Vec<RuleId> = all.iter().copied().step_by(2).collect();
    let mut game = TextGame::new(&rules, rules.start().expect("it begins")).expect("it is for two");
    let mut by_some = game.clone().with_scores(Some(some.clone()));
    for trial in 0..trials(20) as u64 {
        let mut random = Random::of(22, &[seed, trial]);
        let (mut position, mut made) = (rules.start().expect("it begins"), Vec::new());
        let each = |_: &Position, mv| made.push(mv);
        playout(&rules, &mut position, &mut random, &mut Vec::new(), each).expect("it ends");
        let check = |game: &mut TextGame<'_>, by_some: &mut TextGame<'_>| {
            let mut position = game.position().clone();
            let end = rules.end_by_rule(&mut position).expect("it is within the limits");
            assert_eq!(end, plans.end_by_rule(&mut position).expect("it is within the limits"), "{name}");
            for side in [Side::First, Side::Second] {
                let player = game.player(side);
                let by_plans = |counts: &dyn Fn(RuleId) -> bool| {
                    plans
                        .judgement()
                        .value_by(&mut position.clone(), player, counts)
                        .expect("it is within the limits")
                };
                let sums = valuing.sums(&position);
                let together = valuing.value(&rules, &mut position.clone(), sums, player);
                assert_eq!(together, Ok(by_plans(&|_| true)), "{name}");
                let counts = |at| !rules.program().rule(at).when_named;
                assert_eq!(game.value(side), Ok(by_plans(&counts)), "{name}");
                assert_eq!(by_some.value(side), Ok(by_plans(&|at| some.contains(&at))), "{name}");
            }
        };
        for mv in &made {
            check(&mut game, &mut by_some);
            game.play(*mv);
            by_some.play(*mv);
        }
        for _ in &made {
            check(&mut game, &mut by_some);
            game.take_back();
            by_some.take_back();
        }
    }
}

/// The answers to all rules and queries of a program in a position, ordered by index.
fn answers(rules: &Rules, position: &Position) -> Vec<Vec<Vec<Value>>> {
    let program = rules.program();
    let given = |rule: RuleId| program.rule(rule).given > 0 || program.rule(rule).kind == RuleKind::Query;
    let all = (0..program.rules.len() as u32).map(RuleId).filter(|rule| !given(*rule));
    let of = |rule: RuleId| {
        let mut answers = Vec::new();
        let asked = rules
            .evaluator()
            .each(&mut position.clone(), rule, &[], &mut |answer| answers.push(answer.to_vec()));
        asked.expect("it can be asked");
        answers
    };
    all.map(of).collect()
}

#[test]
fn back_ends_agree_on_moves_effects_ends_rules_and_values_in_random_games() {
    for name in TextBase::all() {
        let base = open(name);
        let [compiled, interpreted] = BACKENDS.map(|backend| rules(&base, backend));
        let mut random = Random::new(11);
        for _ in 0..trials(24) {
            let mut position = compiled.start().expect("it begins");
            assert_eq!(position.words(), interpreted.start().expect("it begins").words());
            let mut seen = Vec::new();
            let each = |position: &Position, mv: Move| seen.push((position.clone(), mv));
            let end = playout(&compiled, &mut position, &mut random, &mut Vec::new(), each).expect("it ends");
            assert_eq!(interpreted.end(&mut position), Ok(Some(end)), "{name}");
            for (position, mv) in seen {
                assert_eq!(answers(&compiled, &position), answers(&interpreted, &position), "{name}");
                let values = [&compiled, &interpreted].map(|rules| {
                    let mut moves = Vec::new();
                    let mut position = position.clone();
                    rules.moves(&mut position, &mut moves).expect("moves can be asked");
                    let preferred =
                        rules.judgement().preferred(&mut position, &moves).expect("it can be asked");
                    let value = rules
                        .judgement()
                        .value(&mut position, rules.program().players[0])
                        .expect("it can be asked");
                    assert_eq!(rules.end(&mut position), Ok(None), "{name}");
                    rules.play(&mut position, mv).expect("it can be played");
                    (moves, preferred, value, position.words().to_vec())
                });
                assert_eq!(values[0], values[1], "{name}");
            }
        }
    }
}

#[test]
fn a_search_leaves_the_position_unchanged() {
    for name in TextBase::all() {
        let base = open(name);
        let rules = rules(&base, Backend::Compiled);
        let mut game = TextGame::new(&rules, rules.start().expect("it begins")).expect("it has two players");
        let before = game.position().words().to_vec();
        assert!(best(&mut game, 300).is_some());
        assert_eq!(game.position().words(), before, "{name}");
    }
}

/// Whether a file is in the game's own folder. Some games also use files of other games.
fn is_own(base: &TextBase, file: blanche_compiler::files::FileId) -> bool {
    base.rule_files().sources().file(file).name().contains(&format!("/{}/", base.name()))
}

fn best(game: &mut TextGame<'_>, positions: u64) -> Option<Move> {
    let mut clock = Clock::start(SearchLimits { positions, ..SearchLimits::default() });
    AlphaBeta::new(game, u32::MAX, &mut clock, &Table::of_bytes(16 << 20))
        .best_of_all(200)
        .map(|best| best.mv)
}

/// Plays all possible games in which the computer has this player. Returns how many of them the other player wins.
fn lost(rules: &Rules, position: &Position, computer: Value, seen: &mut HashMap<Vec<u64>, u64>) -> u64 {
    if let Some(known) = seen.get(position.words()) {
        return *known;
    }
    let mut here = position.clone();
    let lost_here = match rules.outcome(&mut here).expect("it can be asked") {
        Some(Outcome::Won(winner)) => u64::from(winner != computer),
        Some(Outcome::Drawn) => 0,
        None => {
            let mut moves = Vec::new();
            rules.moves(&mut here, &mut moves).expect("moves can be asked");
            if rules.to_move(&here) == computer {
                let mut game = TextGame::new(rules, here.clone()).expect("it has two players");
                moves = best(&mut game, 4_000).into_iter().collect();
            }
            let after = moves.into_iter().map(|mv| {
                let mut after = position.clone();
                rules.play(&mut after, mv).expect("it can be played");
                lost(rules, &after, computer, seen)
            });
            after.sum()
        }
    };
    seen.insert(position.words().to_vec(), lost_here);
    lost_here
}

#[test]
fn the_computer_never_loses_noughts_and_crosses() {
    let base = open("noughts");
    let rules = rules(&base, Backend::Compiled);
    let start = rules.start().expect("it begins");
    for player in rules.program().players.clone() {
        assert_eq!(
            lost(&rules, &start, player, &mut HashMap::new()),
            0,
            "{}",
            rules.program().player(player)
        );
    }
}

#[test]
fn the_computer_beats_random_moves_at_connect_four() {
    let base = open("connect-four");
    let rules = rules(&base, Backend::Compiled);
    let mut random = Random::new(2);
    for game in 0..trials(8) {
        let computer = rules.program().players[game % 2];
        let mut position = rules.start().expect("it begins");
        let outcome = loop {
            if let Some(outcome) = rules.outcome(&mut position).expect("it can be asked") {
                break outcome;
            }
            let mut moves = Vec::new();
            rules.moves(&mut position, &mut moves).expect("moves can be asked");
            let mv = if rules.to_move(&position) == computer {
                let mut game = TextGame::new(&rules, position.clone()).expect("it has two players");
                best(&mut game, 200).expect("there is a move")
            } else {
                *random.choose(&moves)
            };
            rules.play(&mut position, mv).expect("it can be played");
        };
        assert_eq!(outcome, Outcome::Won(computer), "game {game}");
    }
}

/// Whether this player wins within `plies` moves, whatever the other player replies.
fn wins(game: &mut TextGame<'_>, winner: Side, plies: u32) -> bool {
    match game.outcome().expect("it can be asked") {
        Some(outcome) => return outcome.winner() == Some(winner),
        None if plies == 0 => return false,
        None => {}
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let is_own = game.to_move() == winner;
    let mut after = |mv: &Move| {
        game.play(*mv);
        let wins = wins(game, winner, plies - 1);
        game.take_back();
        wins
    };
    if is_own { moves.iter().any(&mut after) } else { moves.iter().all(&mut after) }
}

#[test]
fn rules_win_within_the_claimed_number_of_moves() {
    for name in TextBase::all() {
        let base = open(name);
        let rules = rules(&base, Backend::Compiled);
        let mut random = Random::new(7);
        for _ in 0..trials(40) {
            let mut position = rules.start().expect("it begins");
            let mut seen = Vec::new();
            let each = |position: &Position, _| seen.push(position.clone());
            playout(&rules, &mut position, &mut random, &mut Vec::new(), each).expect("it ends");
            for position in seen {
                let mut game = TextGame::new(&rules, position).expect("it has two players");
                let to_move = game.to_move();
                let claim = game.claim(to_move, 1..=u32::MAX, |_| true).expect("it can be asked");
                let Some(claim) = claim else { continue };
                let mv = game.claimed_move(claim.rule).expect("it can be asked").expect("a claim has a move");
                game.play(mv);
                let title = rules.program().rule_title(rules.program().rule(RuleId(claim.rule as u32)));
                let drawn = rules.notation().position_text(game.position());
                assert!(wins(&mut game, to_move, claim.level - 1), "{title} in\n{drawn}");
            }
        }
    }
}

/// New names for everything that the text of a game names: predicates, rules, moves, players, and the words of
/// variables. Every letter is replaced, so that the alphabetical order changes. Names with dots keep their parts.
struct Renaming {
    names: BTreeSet<String>,
    words: BTreeSet<String>,
}

impl Renaming {
    fn of(program: &Program) -> Renaming {
        // The first predicate is the built-in `equal`.
        let written = program.predicates.iter().skip(1).filter(|predicate| predicate.is_written());
        // A rule without a name of its own has a keyword of the language as its name, which is not replaced.
        let is_named = |kind: RuleKind| match kind {
            RuleKind::Game(question) => matches!(question, GameQuestion::Move | GameQuestion::Draw),
            _ => true,
        };
        let rules = program.rules.iter().filter(|rule| is_named(rule.kind)).map(|rule| rule.name.clone());
        let players = program.players.iter().map(|player| program.player(*player));
        let names = written.map(|predicate| predicate.name.clone()).chain(rules).chain(players);
        let board = program.board.as_ref();
        let own = |(at, sort): (u32, &Sort)| {
            let is_own = board.is_none_or(|board| board.field.0 == at || !board.brings(SortId(at)));
            if is_own { sort.words.clone() } else { Vec::new() }
        };
        let words = (0..).zip(&program.sorts).flat_map(own);
        Renaming { names: names.filter(|name| !name.is_empty()).collect(), words: words.collect() }
    }

    /// The text with all names replaced.
    fn text(&self, text: &str) -> String {
        let is_inside = |sign: char| sign.is_alphanumeric() || ['.', '_', '-'].contains(&sign);
        let (mut renamed, mut word) = (String::new(), String::new());
        for sign in text.chars().chain(['\n']) {
            if is_inside(sign) {
                word.push(sign);
                continue;
            }
            renamed.push_str(&self.word(&word));
            word.clear();
            renamed.push(sign);
        }
        renamed.pop();
        renamed
    }

    fn word(&self, word: &str) -> String {
        if self.names.contains(word) {
            return other_letters(word);
        }
        if let Some(known) = self.words.iter().rev().find(|known| word.starts_with(known.as_str())) {
            return format!("{}{}", other_letters(known), &word[known.len()..]);
        }
        // `disc.x` is a set that the planner names after `disc` and `x`.
        match word.match_indices('.').find(|(at, _)| self.names.contains(&word[..*at])) {
            Some((at, _)) => format!("{}.{}", other_letters(&word[..at]), self.word(&word[at + 1..])),
            None => word.to_owned(),
        }
    }
}

/// Rotates letters by 13: the two halves of the alphabet are exchanged.
fn other_letters(text: &str) -> String {
    let other = |sign: char| match sign {
        'a'..='m' | 'A'..='M' => char::from(sign as u8 + 13),
        'n'..='z' | 'N'..='Z' => char::from(sign as u8 - 13),
        _ => sign,
    };
    text.chars().map(other).collect()
}

/// A folder with this name that has the renamed files of a built-in game.
fn renamed_folder(name: &str, renaming: &Renaming) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("noire-renamed-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder can be made");
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("knowledge").join(name);
    for entry in fs::read_dir(&source).expect("it is there").flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        if file.ends_with(".blanche") {
            let text = fs::read_to_string(entry.path()).expect("it can be read");
            let text = text.replace(&format!("{name}/"), "").replace(&format!("base {name}"), "base other");
            let line = |line: &str| match line.starts_with("%%") || line.starts_with("use ") {
                true => line.to_owned(),
                false => renaming.text(line),
            };
            let text: Vec<String> = text.lines().map(line).collect();
            fs::write(folder.join(file), text.join("\n") + "\n").expect("it can be written");
        }
    }
    folder
}

/// What determines how a program is executed: its plan, and the bitboard operations for its moves, effects, ends and
/// queries.
fn carried_out(base: &TextBase, rules: &Rules) -> [String; 3] {
    let program = base.rule_files().program();
    let plan = plan::plan_with(program, base.rule_files().statistics()).expect("it can be planned");
    // Some words of the printed plan are also names in these games. They are replaced, since renaming the game would
    // change them.
    let printed = plan::print::print(program, &plan, None).replace("not empty", "has members");
    let game = bitboards::Game::of(program, rules.layout()).expect("it fits into words");
    let questions = (0..program.rules.len() as u32).map(RuleId);
    let questions: Vec<_> =
        questions.map(|rule| SearchQuery::Answers(rule).code(program, rules.layout())).collect();
    [printed, format!("{game:#?}"), format!("{questions:#?}")]
}

#[test]
fn renaming_everything_in_a_game_keeps_its_plan_and_code() {
    for name in TextBase::all() {
        let known = open(name);
        // A game that uses the rules of another game is renamed together with that game, so it is left out here.
        if !known.rule_files().program().rules.iter().all(|rule| is_own(&known, rule.span.file)) {
            continue;
        }
        let renaming = Renaming::of(known.rule_files().program());
        let folder = renamed_folder(name, &renaming);
        let other = open(&folder.display().to_string());
        assert!(!other.has(Backend::Compiled));
        let [known_rules, other_rules] = [&known, &other].map(|base| rules(base, Backend::Interpreted));
        for depth in 0..=4 {
            assert_eq!(leaves(&other_rules, depth, false), leaves(&known_rules, depth, false), "{name}");
        }
        let (of_known, of_other) = (carried_out(&known, &known_rules), carried_out(&other, &other_rules));
        for (of_known, of_other) in of_known.iter().zip(&of_other) {
            let renamed = renaming.text(of_known);
            let differs = renamed.lines().zip(of_other.lines()).find(|(known, other)| known != other);
            assert_eq!(differs, None, "{name}");
            assert_eq!(renamed.lines().count(), of_other.lines().count(), "{name}");
            assert_ne!(of_known, of_other, "{name} keeps its names");
        }
        fs::remove_dir_all(&folder).expect("it can be removed");
    }
}

#[test]
fn the_rules_of_each_game_are_short() {
    const RULES: &[&str] = &["rules"];
    const WITH_SCORES: &[&str] = &["rules", "scores"];
    for (name, files, most) in [
        ("noughts", RULES, 180),
        ("connect-four", RULES, 260),
        ("othello", WITH_SCORES, 850),
        ("draughts", WITH_SCORES, 700),
    ] {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("knowledge").join(name);
        let tokens = |file: &&str| {
            let path = folder.join(file).with_extension("blanche");
            let mut sources = Sources::default();
            let id = sources.add("rules.blanche", &fs::read(&path).expect("it can be read"));
            let spans = blanche_compiler::syntax::tokens(&sources, id);
            spans.into_iter().filter(|span| !sources.text(*span).starts_with('%')).count()
        };
        let tokens: usize = files.iter().map(tokens).sum();
        println!("{name}: {tokens} tokens");
        assert!(tokens <= most, "{name} has {tokens}, and {most} are allowed");
    }
}

#[test]
fn no_source_of_the_engine_names_a_game_in_text() {
    let mut folders = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("engine")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder can be read").flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            if path.is_dir() {
                // Tests may name games, and so may the programs of the benchmarks that are written in plain Rust.
                if name != "tests" && name != "benches" {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|ending| ending == "rs") && name != "tests.rs" {
                let text = fs::read_to_string(&path).expect("it can be read").to_lowercase();
                let names = TextBase::all().into_iter().filter(|name| text.contains(name));
                found.extend(names.map(|name| format!("{name} in {}", path.display())));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
