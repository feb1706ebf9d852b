//! Random games, played by the interpreter and by the naive evaluator side by side.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use agree::games::{Outcome as Expected, Played, Position as Tuples};
use agree::{Naive, generate};
use blanche_compiler::game::{Fault, Move, Outcome, Past, Rules, Step};
use blanche_compiler::interpret::{Machine, StateHost};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{Limits, Position, Value};

use crate::answers::{Read, read};
use crate::trials::trials;

/// So many random games are written, where all are tried.
const GAMES: usize = 300;

/// So many moves of each are made.
const PLIES: usize = 25;

/// A game as both evaluators have it.
pub(crate) struct Both {
    rules: Rules,
    naive: Naive,
}

impl Both {
    pub(crate) fn new(read: &Read) -> Both {
        let machine = Machine::<StateHost>::new(&read.program, &read.plan, Limits::default())
            .unwrap_or_else(|missing| panic!("positions answer {missing:?}"));
        let rules =
            Rules::new(Arc::new(read.program.clone()), Box::new(machine)).expect("it is a small game");
        Both::of(rules, read)
    }

    /// With who answers for the game.
    pub(crate) fn of(rules: Rules, read: &Read) -> Both {
        Both { rules, naive: Naive::new(&read.trees) }
    }

    /// A move as the naive evaluator writes it.
    fn written(&self, mv: Move, to_move: Value) -> Played {
        let program = self.rules.program();
        if mv.is_pass() {
            return Played::pass(program.player(to_move));
        }
        let written = |step: Step| {
            let rule = program.rule(self.rules.game().moves[step.of()].question);
            let text = |(variable, value): (_, &Value)| {
                let sort = rule.variables[blanche_compiler::program::VariableId::index(variable)].sort;
                agree::Value::read(&program.sort(sort).text(*value))
            };
            (rule.name.clone(), rule.answer.iter().copied().zip(step.played()).map(text).collect())
        };
        let mut steps = mv.steps().map(written);
        let (name, values) = steps.next().expect("a move has a step");
        let player = program.player(self.rules.game().moves[mv.of()].player);
        Played { name, player, values, then: steps.collect() }
    }

    /// A position as the naive evaluator has it.
    fn tuples(&self, position: &Position) -> Tuples {
        let program = self.rules.program();
        let states = self.rules.game().states.iter().enumerate().skip(1);
        let tuples = states.map(|(at, state)| {
            let predicate = program.predicate(state.predicate);
            let text = |(value, sort): (&Value, _)| agree::Value::read(&program.sort(sort).text(*value));
            let tuples = self.rules.tuples_of(position, at).into_iter();
            let tuples =
                tuples.map(|tuple| tuple.iter().zip(predicate.sorts.iter().copied()).map(text).collect());
            (predicate.name.clone(), tuples.collect())
        });
        let to_move = agree::Value::read(&program.player(self.rules.to_move(position)));
        Tuples { tuples: tuples.collect(), to_move }
    }

    /// At most so many positions of a game by chance, so many moves apart, each as both evaluators have it.
    pub(crate) fn positions(
        &self,
        random: &mut Random,
        most: usize,
        apart: usize,
    ) -> Vec<(Position, Tuples)> {
        let mut position = self.rules.start().expect("it begins");
        let (mut moves, mut positions) = (Vec::new(), Vec::new());
        for ply in 0..most * apart {
            if ply % apart == 0 {
                positions.push((position.clone(), self.tuples(&position)));
            }
            // A move may contradict itself, or have no end.
            let can_move = self.rules.moves(&mut position, &mut moves).is_ok() && !moves.is_empty();
            if !can_move || self.rules.play(&mut position, *random.choose(&moves)).is_err() {
                break;
            }
        }
        positions
    }

    /// Plays a game by chance; both must see the same moves, the same positions and the same end.
    pub(crate) fn play(&self, random: &mut Random, about: &str) -> Seen {
        let mut seen = Seen::default();
        let (mut position, mut expected) = (self.rules.start().expect("it begins"), self.naive.start());
        let (mut moves, mut past, mut before_it) =
            (Vec::new(), Past::new(&self.rules, &position), Vec::new());
        for _ in 0..PLIES {
            assert_eq!(self.tuples(&position), expected, "{about}");
            let before = position.words().to_vec();
            let outcome = self.rules.outcome(&mut position).expect("it goes on or has ended");
            let outcome = outcome.map(|outcome| match outcome {
                Outcome::Won(player) => Expected::Won(self.rules.program().player(player)),
                Outcome::Drawn => Expected::Drawn,
            });
            assert_eq!(outcome, self.naive.outcome(&expected), "{about}\n{expected:?}");
            let margins = self.rules.margins(&mut position).expect("no limit is reached").into_iter();
            let margins: Vec<usize> = margins.map(|(_, margin)| margin as usize).collect();
            assert_eq!(margins, self.naive.margins(&expected), "{about}\n{expected:?}");
            seen.margins += usize::from(margins.iter().any(|margin| *margin > 0));
            let found = self.rules.moves(&mut position, &mut moves);
            assert_eq!(position.words(), before, "to ask changes nothing");
            let to_move = self.rules.to_move(&position);
            let written: Vec<Played> = moves.iter().map(|mv| self.written(*mv, to_move)).collect();
            match (found, self.naive.all_moves(&expected)) {
                (Ok(()), Some(moves)) => assert_eq!(written, moves, "{about}\n{expected:?}"),
                (Err(Fault::Clash(_)), None) => {
                    seen.clashed = true;
                    return seen;
                }
                (Err(Fault::Unending(_)), None) => {
                    seen.unending = true;
                    return seen;
                }
                (found, moves) => panic!("{about}\n{expected:?}\n{found:?} {moves:?}"),
            }
            if let Some(outcome) = outcome {
                seen.ended = Some(outcome);
                return seen;
            }
            let at = random.below(moves.len());
            before_it.push(expected.clone());
            let after = self.naive.play_on(&expected, &written[at], &before_it);
            match (self.rules.play_on(&mut position, moves[at], &mut past), after) {
                (Ok(()), Some(after)) => expected = after,
                (Err(Fault::Clash(_)), None) => {
                    assert_eq!(position.words(), before, "a move that is not made changes nothing");
                    seen.clashed = true;
                    return seen;
                }
                (made, after) => panic!("{about}\n{:?}\n{made:?} {after:?}", written[at]),
            }
            seen.plies += 1;
            seen.chains += usize::from(!written[at].then.is_empty());
            seen.passes += usize::from(written[at].is_pass());
        }
        seen
    }
}

/// What became of a game.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) plies: usize,
    ended: Option<Expected>,
    clashed: bool,
    /// A move had no end.
    unending: bool,
    /// Moves of several steps.
    pub(crate) chains: usize,
    pub(crate) passes: usize,
    /// Positions in which somebody has a margin.
    pub(crate) margins: usize,
}

#[test]
fn random_games_are_played_as_they_are_defined() {
    let (mut plies, mut won, mut drawn, mut clashed) = (0, 0, 0, 0);
    let (mut chains, mut unending, mut passes, mut margins) = (0, 0, 0, 0);
    for seed in 0..trials(GAMES) as u64 {
        let text = generate::game(seed).text;
        let both = Both::new(&read(&text, None));
        let mut random = Random::new(seed);
        for _ in 0..2 {
            let seen = both.play(&mut random, &format!("seed {seed}\n{text}"));
            plies += seen.plies;
            won += usize::from(matches!(seen.ended, Some(Expected::Won(_))));
            drawn += usize::from(seen.ended == Some(Expected::Drawn));
            clashed += usize::from(seen.clashed);
            chains += seen.chains;
            unending += usize::from(seen.unending);
            passes += seen.passes;
            margins += seen.margins;
        }
    }
    println!("{plies} moves, {won} games won, {drawn} drawn, {clashed} with a contradiction");
    println!("{chains} moves of several steps, {unending} games with a move that does not end");
    println!("{passes} passes, {margins} positions with a margin");
    let least = trials(GAMES) / 10;
    assert!(
        plies > 10 * least && won > least && drawn > least && clashed > 0,
        "{plies} {won} {drawn} {clashed}"
    );
    assert!(chains > least && unending > 0, "{chains} {unending}");
    assert!(passes > 0 && margins > least, "{passes} {margins}");
}

#[test]
fn a_game_whose_predicates_need_themselves_is_played_as_it_is_defined() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/paths/base.blanche");
    let both = Both::new(&read(&fs::read_to_string(path).expect("it is there"), None));
    let mut random = Random::new(1);
    let plies: usize = (0..4).map(|_| both.play(&mut random, "paths").plies).sum();
    assert!(plies > 32, "{plies} moves in 4 games");
}

#[test]
fn a_game_whose_moves_speak_of_calls_is_played_as_it_is_defined() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/races/base.blanche");
    let both = Both::new(&read(&fs::read_to_string(path).expect("it is there"), None));
    let mut random = Random::new(1);
    let plies: usize = (0..8).map(|_| both.play(&mut random, "races").plies).sum();
    assert!(plies > 24, "{plies} moves in 8 games");
}

/// How many different positions the naive evaluator finds after 0, 1, 2, … moves.
fn counted(text: &str, depth: usize) -> Vec<usize> {
    let naive = Naive::new(&read(text, None).trees);
    let mut level = BTreeSet::from([naive.start()]);
    let mut counts = vec![level.len()];
    for _ in 0..depth {
        let open = level.iter().filter(|position| naive.outcome(position).is_none());
        let after = |position| {
            let moves = naive.moves(position);
            moves.into_iter().filter_map(|played| naive.play(position, &played)).collect::<Vec<_>>()
        };
        level = open.flat_map(after).collect();
        counts.push(level.len());
    }
    counts
}

#[test]
fn the_naive_evaluator_has_the_counts_of_the_games_in_knowledge() {
    let knowledge = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../knowledge");
    let rules =
        |name: &str| fs::read_to_string(knowledge.join(name).join("rules.blanche")).expect("it is there");
    let held = |name: &str, known: &[usize], least: usize| {
        let depth = trials(known.len() - 1).max(least);
        assert_eq!(counted(&rules(name), depth), known[..=depth], "{name}");
    };
    // Together 5,478.
    held("noughts", &[1, 9, 72, 252, 756, 1_260, 1_520, 1_140, 390, 78], 4);
    held("connect-four", &[1, 7, 49, 238, 1_120], 3);
}
