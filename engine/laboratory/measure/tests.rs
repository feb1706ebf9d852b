//! Tests that the measured verdict is the verdict of the base.

use crate::corpus;
use crate::measure::costs::node_verdict;
use noire_engine::bases::{Backend, DEFAULT_BASE};
use noire_engine::board::Position;
use noire_engine::facts::Base;

const BACKENDS: [Backend; 2] = [Backend::Interpreted, Backend::Compiled];

fn base() -> Base {
    Base::open(DEFAULT_BASE, Default::default()).unwrap_or_else(|_| panic!("it is built in"))
}

#[test]
fn a_verdict_is_the_first_rule_that_applies() {
    let base = base();
    assert!(base.contents().rules.is_sorted_by_key(|rule| rule.level), "the rules stand level by level");
    let mut stops = vec![0; base.contents().rules.len() + 1];
    for walk in corpus::nodes().iter().step_by(60) {
        walk.each_node(|position, stone| {
            let before = position.clone();
            position.play(stone).unwrap();
            let applies_to = |rule: usize, position: &Position| {
                base.on(Backend::Compiled).applies(rule, &mut position.clone()).unwrap()
            };
            let expected = (0..base.contents().rules.len()).find(|rule| applies_to(*rule, position));
            for backend in BACKENDS {
                assert_eq!(base.on(backend).verdict(position), Ok(expected), "{backend} {position:?}");
            }
            position.take_back();
            for backend in BACKENDS {
                assert_eq!(node_verdict(&base, backend, position, stone), Ok(expected));
            }
            // If only some rules are evaluated, the verdict is the first of these rules that applies.
            position.play(stone).unwrap();
            let some = |rule: usize| rule % 3 != 1;
            let expected_of_some = (0..base.contents().rules.len())
                .filter(|rule| some(*rule))
                .find(|rule| applies_to(*rule, position));
            for backend in BACKENDS {
                assert_eq!(base.on(backend).verdict_among(position, some), Ok(expected_of_some), "{backend}");
            }
            position.take_back();
            assert_eq!(*position, before);
            assert!(position.made().eq(before.made()));
            stops[expected.unwrap_or(base.contents().rules.len())] += 1;
        });
    }
    assert!(stops.iter().filter(|nodes| **nodes > 0).count() > 5, "verdicts of many kinds: {stops:?}");
}
