//! The rules by hand, the baselines of the benchmark, answer as the compiled rules do: a baseline that did less
//! would flatter nobody.

use std::ops::ControlFlow;

use blanche_compiler::runtime::{Limits, Value};
use noire::bases::Backend;
use noire::facts::Base;
use noire::record::{PositionFile, read_positions};

use crate::by_hand;
use noire::laboratory::plain_loops::RULES;

/// Moves, black first, and for each rule of the printed base the number of its distinct solutions.
const THESIS_RULES: &str = include_str!("data/thesis-rules.tsv");

fn positions() -> PositionFile {
    read_positions("thesis-rules.tsv", THESIS_RULES.as_bytes()).unwrap()
}

#[test]
fn plain_loops_find_as_many_solutions_as_other_translations() {
    let file = positions();
    assert_eq!(file.entries.len(), 600);
    for entry in &file.entries {
        let mut position = entry.spec.position();
        for rule in &RULES {
            let expected = file.cell(entry, rule.code).unwrap();
            assert_eq!(
                rule.all(&mut position).len().to_string(),
                expected,
                "{} in {}",
                rule.code,
                entry.text
            );
        }
        assert_eq!(position, entry.spec.position());
    }
}

#[test]
fn plain_loops_answer_as_the_compiled_rules_do() {
    let base = Base::open("renju-2001", Limits::default()).unwrap();
    assert_eq!(base.rules().len(), RULES.len());
    for entry in positions().entries.iter().step_by(10) {
        let mut position = entry.spec.position();
        for (number, rule) in RULES.iter().enumerate() {
            let compiled = base.all(Backend::Compiled, number, &mut position).unwrap();
            let plain = rule.all(&mut position);
            let plain: Vec<&[Value]> = plain.iter().map(|solution| &solution[..rule.width]).collect();
            assert_eq!(plain, compiled.iter().collect::<Vec<_>>(), "{} in {}", rule.code, entry.text);
            assert_eq!(
                rule.applies(&mut position),
                base.applies(Backend::Compiled, number, &mut position).unwrap(),
                "{} in {}",
                rule.code,
                entry.text
            );
        }
    }
}

#[test]
fn matchers_over_sets_hand_out_what_plain_loops_find() {
    for entry in &positions().entries {
        let mut position = entry.spec.position();
        for hand in &by_hand::RULES {
            let plain = RULES.iter().find(|plain| plain.code == hand.code).unwrap();
            let expected = plain.all(&mut position);
            let mut found = Vec::new();
            let _ = (hand.all)(&position, &mut |solution| {
                found.push(solution.to_vec());
                ControlFlow::Continue(())
            });
            let expected: Vec<&[Value]> = expected.iter().map(|solution| &solution[..plain.width]).collect();
            assert_eq!(found, expected, "{} in {}", hand.code, entry.text);
            assert_eq!((hand.count)(&position), expected.len(), "{} in {}", hand.code, entry.text);
            assert_eq!((hand.applies)(&position), !expected.is_empty(), "{} in {}", hand.code, entry.text);
        }
    }
}

#[test]
fn matchers_over_sets_stop_when_they_are_told_to() {
    for entry in &positions().entries {
        let position = entry.spec.position();
        for hand in &by_hand::RULES {
            let mut taken = 0;
            let flow = (hand.all)(&position, &mut |_| {
                taken += 1;
                ControlFlow::Break(())
            });
            assert_eq!((taken, flow.is_break()), (usize::from((hand.applies)(&position)), taken == 1));
        }
    }
}
