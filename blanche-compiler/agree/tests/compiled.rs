//! Compiled rules return the same answers as the interpreter and the naive evaluator. They also exceed limits at the
//! same amount of work as the interpreter.

use agree_compiled::{Cells, programs};
use blanche_compiler::interpret::Machine;
use blanche_compiler::program::{RuleId, RuleKind};
use blanche_compiler::runtime::{Budget, LimitReached, Limits, Solutions, Value, Wanted};

use crate::answers::{Sums, answer, interpreted, interpreted_sums, naive, naive_sums, read};

#[test]
fn compiled_rules_agree_with_the_interpreter_and_the_definition() {
    let (mut questions, mut answered) = (0, 0);
    for compiled in programs() {
        let program = read(compiled.text, compiled.query);
        let expected = naive(&program);
        assert_eq!(interpreted(&program), expected, "{}\n{}", compiled.name, compiled.text);
        let mut found = Vec::new();
        for (rule, resolved) in compiled.matchers().into_iter().zip(&program.program.rules) {
            let text = &resolved.text;
            let all = rule.all(&mut (), Limits::default()).unwrap();
            let first = rule.first(&mut (), Limits::default()).unwrap();
            assert_eq!(first.iter().next(), all.iter().next(), "{}: {}", compiled.name, text);
            let applies = (rule.applies)(&mut (), &mut Budget::new(Limits::default()));
            assert_eq!(applies, Ok(!all.is_empty()), "{}: {}", compiled.name, text);
            let mut room = Solutions::default();
            assert_eq!(rule.count(&mut (), Limits::default(), &mut room), Ok(all.len()), "{}", text);
            let mut handed = Solutions::new(rule.variables.len());
            let mut take = |tuple: &[Value]| {
                handed.push(tuple);
                Ok(())
            };
            rule.in_order(&mut (), Limits::default(), &mut room, &mut take).unwrap();
            assert_eq!(handed, all, "{}", text);
            found.push(answer(&program, resolved, &all));
        }
        found.sort();
        assert_eq!(found, expected, "{}\n{}", compiled.name, compiled.text);
        questions += expected.len();
        answered += expected.iter().filter(|answer| !answer.rows.is_empty()).count();
    }
    println!("{questions} questions, {answered} with answers");
    assert!(answered * 2 > questions);
}

#[test]
fn compiled_scores_agree_with_the_interpreter_and_the_definition() {
    let (mut players, mut worth, mut reached) = (0, 0, 0);
    for compiled in programs() {
        let program = read(compiled.text, compiled.query);
        let expected = naive_sums(&program);
        assert_eq!(
            interpreted_sums(&program, &program.plan),
            expected,
            "{}\n{}",
            compiled.name,
            compiled.text
        );
        let enough = Limits::default();
        let mut found: Sums = Vec::new();
        for (at, (player, _)) in expected.iter().enumerate() {
            let Some(sum) = compiled.sum(player) else {
                found.push((player.clone(), [0, 0]));
                continue;
            };
            found.push((
                player.clone(),
                [true, false].map(|to_move| sum.of(&mut (), enough, to_move).unwrap()),
            ));
            // Both back ends exceed the limit at the same amount of work.
            let mut budget = Budget::new(enough);
            (sum.sum)(&mut (), &mut budget, true).unwrap();
            let work = enough.work - budget.work_left();
            for work in [work, work.saturating_sub(1)] {
                let limits = Limits { work, ..enough };
                let machine = Machine::<Cells>::new(&program.program, &program.plan, limits).unwrap();
                let interpreted = machine.sum(&mut (), program.program.players[at], true);
                let compiled_sum = sum.of(&mut (), limits, true);
                assert_eq!(interpreted, compiled_sum, "{} {work}\n{}", compiled.name, compiled.text);
                reached += usize::from(compiled_sum.is_err());
            }
        }
        assert_eq!(found, expected, "{}\n{}", compiled.name, compiled.text);
        players += expected.len();
        worth += expected.iter().filter(|(_, sums)| sums.iter().any(|sum| *sum > 0)).count();
    }
    println!("{players} players, {worth} with a sum above 0, {reached} sums that were given up");
    assert!(worth * 4 > players && reached * 4 > players, "{players} {worth} {reached}");
}

#[test]
fn both_back_ends_reach_the_work_limit_at_the_same_step() {
    let enough = Limits::default();
    for compiled in programs() {
        let program = read(compiled.text, compiled.query);
        for (at, rule) in compiled.matchers().into_iter().enumerate() {
            // Find the least work limit with which all solutions can be found and sorted.
            let answers = |work: u64| rule.all(&mut (), Limits { work, ..enough }).is_ok();
            let (mut less, mut work) = (0, enough.work);
            while less < work {
                let middle = less + (work - less) / 2;
                if answers(middle) {
                    work = middle;
                } else {
                    less = middle + 1;
                }
            }
            // In both back ends, the reported cost of a query equals this limit.
            let cost = |wanted| rule.cost(&mut (), wanted, enough);
            assert_eq!(cost(Wanted::All).map(|cost| cost.steps), Ok(work), "{}", compiled.name);
            let machine = Machine::<Cells>::new(&program.program, &program.plan, enough).unwrap();
            for wanted in [Wanted::Applies, Wanted::First, Wanted::All, Wanted::Count] {
                assert_eq!(
                    machine.cost(&mut (), RuleId(at as u32), wanted),
                    cost(wanted),
                    "{}: {wanted:?} {}",
                    compiled.name,
                    program.program.rules[at].text
                );
            }
            let interpreted = |limits| {
                let machine = Machine::<Cells>::new(&program.program, &program.plan, limits).unwrap();
                machine.all(&mut (), RuleId(at as u32))
            };
            let just = Limits { work, ..enough };
            assert_eq!(
                interpreted(just),
                rule.all(&mut (), just),
                "{}: {}",
                compiled.name,
                program.program.rules[at].text
            );
            assert!(interpreted(just).is_ok(), "{}: {}", compiled.name, program.program.rules[at].text);
            if let Some(work) = work.checked_sub(1) {
                let less = Limits { work, ..enough };
                assert_eq!(
                    interpreted(less),
                    Err(LimitReached::Work),
                    "{}: {}",
                    compiled.name,
                    program.program.rules[at].text
                );
                assert_eq!(
                    rule.all(&mut (), less),
                    Err(LimitReached::Work),
                    "{}: {}",
                    compiled.name,
                    program.program.rules[at].text
                );
            }
        }
    }
}

#[test]
fn compiled_rules_and_scores_carry_their_names_and_texts() {
    for compiled in programs() {
        let program = read(compiled.text, compiled.query).program;
        assert_eq!(compiled.matchers().len(), program.rules.len());
        assert_eq!(compiled.scores.len(), program.scores().count());
        for (score, (_, resolved, weights)) in compiled.scores.iter().zip(program.scores()) {
            assert_eq!((score.name, score.text), (resolved.name.as_str(), resolved.text.as_str()));
            assert_eq!((score.colour, score.weights), (program.colour(resolved).as_str(), weights));
            assert_eq!(score.when_named, resolved.when_named);
        }
        let others = program.rules.iter().filter(|rule| !matches!(rule.kind, RuleKind::Score(_)));
        let (exports, rules): (Vec<_>, Vec<_>) = others.partition(|rule| rule.kind == RuleKind::Export);
        for (export, resolved) in compiled.exports.iter().zip(exports) {
            assert_eq!((export.name, export.text), (resolved.name.as_str(), resolved.text.as_str()));
            assert_eq!(export.colour.unwrap_or_default(), program.colour(resolved));
        }
        for (rule, resolved) in compiled.rules.iter().zip(rules) {
            assert_eq!((rule.name, rule.level), (resolved.name.as_str(), resolved.level));
            assert_eq!((rule.text, rule.plays), (resolved.text.as_str(), resolved.plays > 0));
        }
    }
}
