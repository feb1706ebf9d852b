//! The answers of the rules of a game, by any back end, in the form of the naive evaluator.

use agree::games::{Outcome as Expected, Played, Position as Tuples};
use blanche_compiler::game::{Fault, Move, Outcome, Past, Rules, Step};
use blanche_compiler::program::{Rule, RuleId, RuleKind, VariableId};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{Position, Unended, Value};

use super::{How, Line, Ply, Said, Stop};

/// Plays a random playout by the rules.
pub(crate) fn found(rules: &Rules, random: &mut Random, how: How) -> Line {
    let (mut position, mut line) = (rules.start().expect("it begins"), Line::default());
    let (mut past, mut moves) = (Past::new(rules, &position), Vec::new());
    while line.plies.len() < how.plies && line.stop == Stop::Enough {
        let (mut ply, stop) = found_ply(rules, &mut position, &mut moves, how.asks);
        line.stop = stop;
        let is_over = ply.outcome().is_some() && !how.asks;
        let goes_on = stop == Stop::Enough && !is_over && !moves.is_empty();
        if goes_on {
            let at = random.below(moves.len());
            ply.made = ply.moves().map(|moves| moves[at].clone());
            let after = play(rules, &mut position, moves[at], &mut past);
            line.stop = after.as_ref().err().map_or(Stop::Enough, stop_of);
            let is_said = line.stop != Stop::Limit;
            ply.say("after", is_said.then(|| Said::After(after.ok())));
        }
        line.plies.push(ply);
        if !goes_on {
            break;
        }
    }
    line
}

/// Makes a move. Returns the position after it.
fn play(rules: &Rules, position: &mut Position, mv: Move, past: &mut Past) -> Result<Tuples, Fault> {
    let before = position.words().to_vec();
    let made = rules.play_on(position, mv, past);
    if made.is_err() {
        assert_eq!(position.words(), before, "a move that is not made changes nothing");
    }
    made.map(|()| tuples(rules, position))
}

fn stop_of(fault: &Fault) -> Stop {
    match fault {
        Fault::Clash(_) => Stop::Clash,
        Fault::Unending(unending) if unending.why != Unended::TooMany => Stop::Unending,
        Fault::Unending(_) | Fault::Limit { .. } => Stop::Limit,
        other => panic!("a game does no such thing: {other:?}"),
    }
}

/// The answers of the rules about a position. If the playout ends there, also the reason.
fn found_ply(rules: &Rules, position: &mut Position, moves: &mut Vec<Move>, asks: bool) -> (Ply, Stop) {
    let mut ply = Ply::of(tuples(rules, position));
    let before = position.words().to_vec();
    let outcome = rules.outcome(position);
    let outcome = in_time(outcome).map(|outcome| {
        outcome.map(|outcome| match outcome {
            Outcome::Won(player) => Expected::Won(rules.program().player(player)),
            Outcome::Drawn => Expected::Drawn,
        })
    });
    let mut stop = if outcome.is_some() { Stop::Enough } else { Stop::Limit };
    ply.say("outcome", outcome.map(Said::Outcome));
    let counted = |(_, margin): (Value, u64)| margin as usize;
    let margins = in_time(rules.judgement().margins(position));
    ply.say("margins", margins.map(|all| Said::Margins(all.into_iter().map(counted).collect())));
    if asks {
        ask(rules, position, &mut ply);
    }
    let found = rules.moves(position, moves);
    stop = found.err().map_or(stop, |fault| stop_of(&fault));
    assert_eq!(position.words(), before, "to ask changes nothing");
    let to_move = rules.to_move(position);
    let written = || moves.iter().map(|mv| written(rules, *mv, to_move)).collect();
    let is_said = stop != Stop::Limit;
    ply.say("moves", is_said.then(|| Said::Moves((stop == Stop::Enough).then(written))));
    (ply, stop)
}

/// The result, or `None` if a limit was exceeded.
fn in_time<T>(found: Result<T, Fault>) -> Option<T> {
    match found {
        Ok(found) => Some(found),
        Err(fault) => {
            assert_eq!(stop_of(&fault), Stop::Limit, "{fault}");
            None
        }
    }
}

/// Evaluates all rules, exports, scores and preferences that can be evaluated in any position. Also computes the
/// value of the position for each player.
fn ask(rules: &Rules, position: &mut Position, ply: &mut Ply) {
    for (at, rule) in rules.program().rules.iter().enumerate() {
        if !matches!(rule.kind, RuleKind::Game(_)) {
            let said = answer(rules, position, RuleId(at as u32), rule);
            ply.say(&rules.program().rule_title(rule), in_time(said));
        }
    }
    let players = rules.program().players.iter();
    let worth: Result<Vec<i64>, Fault> =
        players.map(|player| rules.judgement().value(position, *player)).collect();
    ply.say("worth", in_time(worth).map(Said::Worth));
    let supposed = rules.program().suppositions.iter();
    let held: Result<Vec<(u32, bool)>, Fault> =
        supposed.map(|one| Ok((one.level, rules.holds(position, one.question)?))).collect();
    ply.say("suppositions", in_time(held).map(Said::Suppositions));
}

fn answer(rules: &Rules, position: &mut Position, id: RuleId, rule: &Rule) -> Result<Said, Fault> {
    let mut rows = Vec::new();
    rules.each_answer(position, id, &[], &mut |row| {
        rows.push(row.iter().zip(&rule.answer).map(|(value, of)| text(rules, rule, *of, *value)).collect());
    })?;
    assert_eq!(rules.answers(position, id)?, rows.len(), "{}", rule.text);
    assert_eq!(rules.holds(position, id)?, !rows.is_empty(), "{}", rule.text);
    let variables = rule.answer.iter().map(|id| rule.variables[id.index()].name.clone()).collect();
    Ok(Said::Rows(variables, rows))
}

/// A value of a variable as written.
fn text(rules: &Rules, rule: &Rule, variable: VariableId, value: Value) -> agree::Value {
    let sort = rule.variables[variable.index()].sort;
    agree::Value::read(&rules.program().sort(sort).text(value))
}

/// A move in the form of the naive evaluator.
fn written(rules: &Rules, mv: Move, to_move: Value) -> Played {
    let program = rules.program();
    if mv.is_pass() {
        return Played::pass(program.player(to_move));
    }
    let written = |step: Step| {
        let rule = program.rule(rules.game().moves[step.of()].question);
        let values = rule.answer.iter().zip(step.played());
        (rule.name.clone(), values.map(|(of, value)| text(rules, rule, *of, *value)).collect())
    };
    let mut steps = mv.steps().map(written);
    let (name, values) = steps.next().expect("a move has a step");
    let player = program.player(rules.game().moves[mv.of()].player);
    Played { name, player, values, then: steps.collect() }
}

/// A position in the form of the naive evaluator.
pub(super) fn tuples(rules: &Rules, position: &Position) -> Tuples {
    let program = rules.program();
    let states = rules.game().states.iter().enumerate().skip(1);
    let tuples = states.map(|(at, state)| {
        let predicate = program.predicate(state.predicate);
        let text = |(value, sort): (&Value, _)| agree::Value::read(&program.sort(sort).text(*value));
        let tuples = position.tuples_of(at).into_iter();
        let tuples =
            tuples.map(|tuple| tuple.iter().zip(predicate.sorts.iter().copied()).map(text).collect());
        ((predicate.name.clone(), predicate.arity()), tuples.collect())
    });
    let to_move = agree::Value::read(&program.player(rules.to_move(position)));
    Tuples { tuples: tuples.collect(), to_move }
}
