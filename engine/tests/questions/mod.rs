//! Evaluates the three kinds of queries in both back ends, and checks relations between the answers.

use blanche_compiler::interpret::Machine;
use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::{Budget, CompiledBase, CompiledRule, LimitReached, Limits, Solutions, Value};
use noire::board::{Group, Position};
use noire::rules::five_in_a_row::Interpreted;

use crate::back_ends::Text;

/// The answers to the three queries: all solutions, the first solution, and whether there is one.
pub(crate) type Answers = [Result<Solutions, LimitReached>; 3];

/// The answers of the interpreter.
pub(crate) fn ask_text(
    machine: &Machine<Interpreted<Position>>,
    position: &mut Position,
    rule: RuleId,
) -> Answers {
    let applies = machine.applies(position, rule).map(yes);
    [machine.all(position, rule), machine.first(position, rule), applies]
}

/// The answers of a compiled rule.
pub(crate) fn ask_compiled(
    rule: &CompiledRule<Position>,
    position: &mut Position,
    limits: Limits,
) -> Answers {
    let applies = (rule.matcher.applies)(position, &mut Budget::new(limits)).map(yes);
    [rule.matcher.all(position, limits), rule.matcher.first(position, limits), applies]
}

/// Yes or no as a list of solutions. For yes, the list has one solution without variables; for no, it is empty.
fn yes(applies: bool) -> Solutions {
    let mut solutions = Solutions::new(0);
    if applies {
        solutions.push(&[]);
    }
    solutions
}

/// Checks that both back ends agree on every query, and that *first* is the least solution of *all*. Also checks that
/// *applies* is true exactly if there is a solution, and that the position is unchanged. Returns all solutions of every
/// rule.
pub(crate) fn agreed(
    compiled: &[CompiledRule<Position>],
    text: &Text,
    position: &Position,
) -> Vec<Solutions> {
    let limits = Limits::default();
    let machine = text.machine(limits);
    let mut asked = position.clone();
    let mut found = Vec::new();
    for ((id, title), rule) in text.rules().zip(compiled) {
        assert_eq!(title, format!("{} for {}", rule.name, rule.colour));
        let interpreted = ask_text(&machine, &mut asked, id);
        let answers = ask_compiled(rule, &mut asked, limits);
        assert_eq!(interpreted, answers, "{title}{position:?}");
        let [Ok(all), Ok(first), Ok(applies)] = answers else { panic!("{title}: the limit{position:?}") };
        assert_eq!(first.iter().next(), all.iter().next(), "{title}{position:?}");
        assert_eq!(applies.is_empty(), all.is_empty(), "{title}{position:?}");
        let mut room = Solutions::default();
        assert_eq!(rule.matcher.count(&mut asked, limits, &mut room), Ok(all.len()), "{title}{position:?}");
        let mut handed = Solutions::new(rule.matcher.variables.len());
        let mut take = |solution: &[Value]| {
            handed.push(solution);
            Ok(())
        };
        rule.matcher.in_order(&mut asked, limits, &mut room, &mut take).unwrap();
        assert_eq!(handed, all, "{title}{position:?}");
        assert_untouched(&asked, position);
        found.push(all);
    }
    found
}

/// Checks that a rule whose guard fails does not apply.
pub(crate) fn assert_gates(base: &CompiledBase<Position>, position: &Position, found: &[Solutions]) {
    let mut asked = position.clone();
    let mut rules = base.rules.iter().zip(found);
    for level in &base.levels {
        let worth = (level.worth_asking)(&mut asked);
        for (at, (rule, solutions)) in rules.by_ref().take(level.rules).enumerate() {
            assert_eq!(rule.level, level.level);
            let open = worth >> at & 1 == 1;
            assert!(open || solutions.is_empty(), "{} for {}{position:?}", rule.name, rule.colour);
        }
    }
    assert!(rules.next().is_none(), "every rule belongs to a level");
}

/// Checks that stones, last move, side to move, the moves that can be taken back and all groups are unchanged.
pub(crate) fn assert_untouched(asked: &Position, before: &Position) {
    assert_eq!(asked, before);
    assert!(asked.made().eq(before.made()));
    assert!(Group::all().all(|group| asked.content(group) == before.content(group)));
    for content in Group::all().map(|group| before.content(group)).collect::<Vec<_>>() {
        assert_eq!(asked.groups(content), before.groups(content));
    }
}
