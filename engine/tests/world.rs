//! Properties of every world. A world connects the program with one game. In positions of random games, a world must
//! give the same answers as the base or the rules that it uses. It must also read back what it writes.

use blanche_compiler::game::{Past, Rules};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{Limits, Solutions};
use noire::bases::{Backend, Question, TextBase};
use noire::board::{Point, Position, Style};
use noire::facts::Base;
use noire::games::ended;
use noire::with_world;
use noire::world::examples::example_questions;
use noire::world::{AnyBase, AnyWorld, Marks, Source, Stones, Text, Wanted, World, WorldExt as _, open};

/// The number of positions to check of each game.
fn positions() -> usize {
    1_000 / crate::trials::step()
}

/// All queries of a world, including those about draws.
fn questions(world: &impl World) -> Vec<Question> {
    let contents = world.contents();
    example_questions(contents).into_iter().chain((0..contents.exports.len()).map(Question::Export)).collect()
}

/// Checks that a world answers every query as `asked` does, in each back end and for every kind of query.
fn answers_as<W: World>(
    world: &W,
    position: &W::Position,
    asked: impl Fn(Backend, Question, &mut W::Position) -> Option<Solutions>,
) {
    for question in questions(world) {
        for backend in world.backends() {
            let title = question.title(world.contents());
            let ask =
                |wanted| world.ask(*backend, question, wanted, &mut position.clone()).expect("no limit");
            let all = ask(Wanted::All);
            assert_eq!(all.applies, !all.solutions.is_empty(), "{title}");
            assert_eq!(ask(Wanted::Whether).applies, all.applies, "{title}");
            let first = ask(Wanted::First).solutions;
            let firsts = [&first, &all.solutions].map(|solutions| solutions.iter().next().map(<[_]>::to_vec));
            assert_eq!(firsts[0], firsts[1], "{title}");
            if let Some(known) = asked(*backend, question, &mut position.clone()) {
                assert_eq!(all.solutions, known, "{title}, {backend}");
            }
        }
    }
}

pub(crate) fn opened(name: &str, backends: &[Backend]) -> AnyWorld {
    let base = open(name, Limits::default()).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    base.answered_by(backends.to_vec(), Backend::Compiled)
        .unwrap_or_else(|(_, trouble)| panic!("{name}: {trouble}"))
}

const BOTH: [Backend; 2] = [Backend::Compiled, Backend::Interpreted];

/// Checks the positions of random games, up to a total number of positions.
fn random_games_of_stones(world: &Stones, random: &mut Random) {
    let base =
        Base::open(&world.contents().name, Limits::default()).unwrap_or_else(|error| panic!("{error:?}"));
    let mut left = positions() / 4;
    while left > 0 {
        let (mut position, mut moves) = (Position::default(), Vec::new());
        loop {
            let end = world.end(&mut position).expect("no limit is reached");
            let known = ended(&base, Backend::Compiled, &mut position.clone()).expect("no limit is reached");
            assert_eq!(end.as_ref().map(|end| end.words.clone()), known.map(|outcome| outcome.to_string()));
            if end.is_some() || left == 0 {
                break;
            }
            left -= 1;
            if left.is_multiple_of(7) {
                answers_as(world, &position, |backend, question, position| {
                    Some(base.on(backend).answers(question, position).expect("no limit is reached"))
                });
            }
            let empty: Vec<Point> = position.empty_fields().iter().collect();
            // Moves are near the centre, so that shapes arise.
            let near: Vec<Point> = empty
                .iter()
                .copied()
                .filter(|point| point.column() / 5 == 1 && point.row() / 5 == 1)
                .collect();
            let from = if near.is_empty() { &empty } else { &near };
            let mv = from[random.below(from.len())];
            assert_eq!(world.to_move(&position), position.to_move().map(|color| color.to_string()));
            position.play(mv).expect("the field is empty");
            moves.push(Some(mv));
        }
        replayed(world, &Position::default(), &moves, |one| {
            one.key() == position.key() && one.to_move() == position.to_move()
        });
    }
}

/// Checks that moves written as text are read back and lead to the same position.
fn replayed<W: World>(
    world: &W,
    start: &W::Position,
    moves: &[W::Move],
    is_it: impl Fn(&W::Position) -> bool,
) {
    let text = world.moves_text(moves);
    let reading = world.read(Source::Moves(&text)).unwrap_or_else(|trouble| panic!("{text}: {trouble}"));
    let entry = &reading.entries[0];
    assert_eq!(entry.moves.as_deref(), Some(moves), "{text}");
    assert!(is_it(&entry.position(world).expect("the moves were read")), "{text}");
    let half = moves.len() / 2;
    let continued = world.continued(start, &moves[..half], &world.moves_text(&moves[half..]));
    assert_eq!(continued.expect("they are moves"), moves, "{text}");
    let mut seen = 0;
    world
        .replay(start, moves, &mut |_| {
            seen += 1;
            true
        })
        .expect("the moves were read");
    assert_eq!(seen, moves.len() + 1);
}

fn random_games_in_text(world: &Text, random: &mut Random) {
    let base =
        TextBase::open(&world.contents().name, Limits::default()).unwrap_or_else(|error| panic!("{error:?}"));
    let rules: Vec<(Backend, Rules)> = BOTH
        .map(|backend| {
            (backend, base.played_by(backend).unwrap_or_else(|message| panic!("{}", message.title)))
        })
        .into();
    let of = |backend| &rules.iter().find(|(known, _)| *known == backend).expect("it is there").1;
    let program = base.rule_files().program();
    let mut left = positions() / 4;
    while left > 0 {
        let rules = of(Backend::Compiled);
        let start = rules.start().expect("it begins");
        let (mut position, mut past, mut moves) = (start.clone(), Past::new(rules, &start), Vec::new());
        loop {
            let end = world.end(&mut position).expect("no limit is reached");
            let known = rules.end(&mut position.clone()).expect("no limit is reached");
            assert_eq!(
                end.map(|end| end.words),
                known.map(|end| rules.notation().why_text(end.why, &position))
            );
            if known.is_some() || left == 0 {
                break;
            }
            left -= 1;
            if left.is_multiple_of(7) {
                answers_as(world, &position, |backend, question, position| {
                    let ids: Vec<_> = program
                        .rules
                        .iter()
                        .zip(0..)
                        .filter(|(rule, _)| rule.name == name(world, question))
                        .collect();
                    let player = question.player(world.contents());
                    let (rule, id) = ids.into_iter().find(|(rule, _)| {
                        let same = rule.text == question.text(world.contents());
                        same && player.is_none_or(|player| program.colour(rule) == player)
                    })?;
                    let mut solutions = Solutions::new(rule.answer.len());
                    let answers = of(backend)
                        .judgement()
                        .counted(position, blanche_compiler::program::RuleId(id))
                        .expect("no limit is reached");
                    answers.iter().for_each(|answer| solutions.push(answer));
                    Some(solutions)
                });
                let drawn = format!(
                    "{}to.move({})\n",
                    world.draw(&position, &Marks::default(), Style::Ascii),
                    world.to_move(&position).expect("somebody is")
                );
                let (read, _) = world
                    .read_diagram(&drawn, None)
                    .unwrap_or_else(|mistake| panic!("{drawn}: {:?}", mistake.kind));
                assert_eq!(read.words(), position.words(), "{drawn}");
            }
            let mut all = Vec::new();
            rules.moves(&mut position, &mut all).expect("no limit is reached");
            let mv = all[random.below(all.len())];
            rules.play_on(&mut position, mv, &mut past).expect("it can be made");
            moves.push(mv);
        }
        replayed(world, &start, &moves, |one| one.words() == position.words());
    }
}

/// The name of a question.
fn name(world: &impl World, question: Question) -> String {
    let title = question.title(world.contents());
    let title = title.trim_start_matches("the score ").trim_start_matches("the preference ");
    let title = title.trim_start_matches("the export ").trim_start_matches("the draw ");
    title.split(" for ").next().unwrap_or_default().to_owned()
}

#[test]
fn a_world_agrees_with_its_base_and_rules() {
    for name in noire::world::built_in() {
        let mut random = Random::new(7);
        match opened(&name, &BOTH) {
            AnyWorld::Stones(world) => random_games_of_stones(&world, &mut random),
            AnyWorld::Text(world) => random_games_in_text(&world, &mut random),
        }
    }
}

#[test]
fn the_example_of_a_world_is_one_of_its_positions() {
    for name in noire::world::built_in() {
        with_world!(opened(&name, &[Backend::Compiled]), |world| {
            let entry = world.sample().unwrap_or_else(|trouble| panic!("{name}: {trouble}"));
            let position = entry.position(&world).unwrap_or_else(|trouble| panic!("{name}: {trouble}"));
            assert!(world.to_move(&position).is_some() && !world.players().is_empty(), "{name}");
            assert!(
                world
                    .drawing(&position, &Marks::default(), Style::Ascii)
                    .svg("a board")
                    .contains("<title>a board")
            );
        });
    }
}

#[test]
fn a_folder_is_opened_as_the_kind_of_game_that_it_declares() {
    let knowledge = concat!(env!("CARGO_MANIFEST_DIR"), "/knowledge");
    let kind = |name: &str| match open(&format!("{knowledge}/{name}"), Limits::default()) {
        Ok(AnyBase::Stones(base)) => format!("stones {}", base.name()),
        Ok(AnyBase::Text(base)) => format!("text {}", base.name()),
        Err(error) => panic!("{error:?}"),
    };
    assert_eq!([kind("renju"), kind("noughts")], ["stones renju", "text noughts"]);
}
