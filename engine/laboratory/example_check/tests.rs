//! Checks the example positions of games defined by rule files, and that omitting a literal has the same effect as
//! editing the source.

use std::sync::Arc;

use blanche_compiler::game::Rules;
use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::Limits;

use crate::example_check::{BlockingLiteralSearch, holds};
use crate::mutants::{Change, Mutant};
use crate::tests::trials;
use noire_engine::bases::{Backend, Question, TextBase};
use noire_engine::facts::Base;
use noire_engine::world::examples::{example_questions, of_base};
use noire_engine::world::{Stones, Text, World as _};

const BACKENDS: [Backend; 2] = [Backend::Compiled, Backend::Interpreted];

fn open(name: &str) -> TextBase {
    TextBase::open(name, Limits::default()).unwrap_or_else(|error| panic!("{name}: {error:?}"))
}

fn rules(base: &TextBase, backend: Backend) -> Rules {
    base.played_by(backend).unwrap_or_else(|message| panic!("{}: {}", base.name(), message.title))
}

#[test]
fn all_example_positions_hold() {
    for name in TextBase::all() {
        let base = Arc::new(open(name));
        let worlds =
            BACKENDS.map(|backend| Text::new(Arc::clone(&base), vec![(backend, rules(&base, backend))]));
        let examples = of_base(&worlds[0]).unwrap_or_else(|problems| panic!("{problems}"));
        for example in &examples {
            for world in &worlds {
                assert_eq!(holds(world, example), Ok(true), "{}", example.place);
            }
        }
        let contents = base.contents();
        let own = |question: &Question| question.place(contents).contains(&format!("/{name}/"));
        for question in example_questions(contents).into_iter().filter(own) {
            let same = |other: Question| other.place(contents) == question.place(contents);
            for applies in [true, false] {
                let has = examples.iter().any(|one| same(one.question) && one.expected.applies == applies);
                let what = if applies { "position" } else { "near miss" };
                assert!(has, "{name}: {} has no {what}", question.title(contents));
            }
        }
    }
}

#[test]
fn shortened_bodies_are_planned_once_for_all_positions() {
    let base = Base::open("renju", Default::default()).unwrap_or_else(|_| panic!("it opens"));
    let rule = base
        .contents()
        .rules
        .iter()
        .position(|rule| rule.title() == "z.threat for white")
        .expect("it is there");
    let world = Stones::new(base, vec![Backend::Compiled]);
    let examples = of_base(&world).expect("they are well written");
    let mut leave_out = BlockingLiteralSearch::new(&world, Default::default());
    let mut planned = Vec::new();
    // The number of planned queries does not depend on the position, nor on whether the rule applies in it.
    for mut example in examples.into_iter().step_by(9) {
        example.question = Question::Rule(rule);
        leave_out.blocking_literals(&example);
        planned.push(leave_out.questions.planned());
    }
    assert!(planned.len() > 8 && planned[0] > 5, "{planned:?}");
    assert!(planned.iter().all(|now| *now == planned[0]), "{planned:?}");
}

/// Omitting a literal from the loaded program has the same effect as removing it from the source.
#[test]
fn omitting_a_literal_equals_editing_the_text() {
    let base = Base::open("renju", Default::default()).unwrap_or_else(|_| panic!("it opens"));
    let world = Stones::new(base, vec![Backend::Compiled]);
    let base = world.base();
    let examples = of_base(&world).expect("they are well written");
    let mutants = Mutant::all(world.rule_files());
    let mut leave_out = BlockingLiteralSearch::new(&world, Default::default());
    let (mut asked, mut applying, mut refused) = (0, 0, 0);
    for mutant in mutants.iter().filter(|one| one.change == Change::LeftOut).step_by(10 * trials::step()) {
        let own = base.contents().rules.iter().enumerate().filter(|(at, _)| {
            let span = base.rule_files().program().rule(RuleId(*at as u32)).span;
            span.file == mutant.span.file && span.start <= mutant.span.start && mutant.span.end <= span.end
        });
        let own: Vec<usize> = own.map(|(at, _)| at).collect();
        let edited = base
            .edited(mutant.file(), &mutant.edited(base.rule_files().source(mutant.file()).1), base.limits())
            .ok();
        for rule in own {
            for example in examples.iter().filter(|example| example.question == Question::Rule(rule)) {
                let stopping = leave_out.blocking_literals(example);
                let without = stopping.alone.iter().filter(|one| **one == mutant.before).count();
                let same =
                    mutants.iter().filter(|one| one.before == mutant.before && one.item == mutant.item);
                if stopping.undecided.contains(&mutant.before)
                    || same.filter(|one| one.change == Change::LeftOut).count() > 1
                {
                    continue;
                }
                asked += 1;
                refused += usize::from(edited.is_none());
                let applies = edited.as_ref().is_some_and(|base| {
                    base.on(Backend::Interpreted)
                        .applies(rule, &mut example.position.clone())
                        .unwrap_or(false)
                });
                applying += usize::from(applies);
                assert_eq!(without > 0, applies, "without {} in {}", mutant.before, example.place);
            }
        }
    }
    println!("{asked} questions: {applying} apply, {refused} of what is no rule any more");
    assert!(asked > 10 && applying > 3);
}
