//! Chains of moves, in which one player makes several steps in a row. The line `then jump from Field3 if …` below a
//! move names the player's next step and the first values that this step plays.
//!
//! The next step must be a move of the same player. Each variable of the line is played by the move, or is bound by the
//! premise of the move or by the condition of the line.

use blanche_sorted::SortedSet;

use super::super::model::{Bodies, Declared, Heads, RuleItem};
use super::contradictions::depends_on_states;
use super::lines::{Line, LineQuery};
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{
    Argument, Continuation, GameQuestion, Goal, Move, Program, Rule, RuleId, RuleKind, SortId, VariableId,
};
use crate::runtime::Value;
use crate::spelling::{list, with_article};
use crate::syntax::ast::{self, ItemKind};

/// The label for values that do not fit the next move.
const FIRST_VALUES: &str =
    "the first values of the next move follow `from`, in the order in which it plays them";

/// A first value that the next move plays, for a known player.
#[derive(Clone, Copy)]
enum FirstValue {
    /// A constant.
    Constant(Value),
    /// A variable of the `then` line.
    Variable(VariableId),
}

/// Resolves a `then` line, for each player of the move.
pub(super) fn continuations(
    resolver: &mut Bodies<'_>,
    text: &RuleItem<'_>,
    tree: &ast::Move,
    effect: &ast::Effect,
) -> Option<Vec<Continuation>> {
    let atom = effect.atoms.first()?;
    let targets = targets(resolver, text, tree, atom)?;
    let line = Line::of_continuation(tree, effect, &atom.arguments);
    let mut asked = LineQuery::new(resolver, text, tree, (effect, &line))?;
    let begun = begun(resolver, &asked, (targets[0], tree), atom)?;
    let mut answer = asked.played.clone();
    for one in &begun {
        match one {
            FirstValue::Variable(id) if !asked.scope.is_player(*id) && !answer.contains(id) => {
                answer.push(*id)
            }
            _ => {}
        }
    }
    asked.find_ranges(resolver, &answer);
    let mut found = Vec::new();
    for (at, target) in text.rules.clone().zip(targets) {
        let side = resolver.program.rules[at].side.clone();
        let argument = |one: &FirstValue| match one {
            FirstValue::Constant(value) => Argument::Constant(*value),
            FirstValue::Variable(id) => match side.get(id.index()) {
                Some(player) => Argument::Constant(player.player),
                None => {
                    let at = answer.iter().position(|known| known == id);
                    Argument::Answer(at.expect("an answer has all variables of its line"))
                }
            },
        };
        let arguments = begun.iter().map(argument).collect();
        let question = asked.question(resolver, at, &answer, (effect, &line));
        found.push(Continuation { target, question, arguments, span: effect.span });
    }
    Some(found)
}

/// The next move, for each player of the move.
fn targets(
    resolver: &mut Heads<'_>,
    text: &RuleItem<'_>,
    tree: &ast::Move,
    atom: &ast::Atom,
) -> Option<Vec<RuleId>> {
    let name = &atom.predicate;
    let named: Vec<usize> = resolver
        .moves
        .iter()
        .filter(|other| matches!(&other.item.kind, ItemKind::Move(tree) if tree.name.text == name.text))
        .flat_map(|other| other.rules.clone())
        .collect();
    if named.is_empty() {
        if resolver.recovery.knows_all_items() {
            let message = unknown_move(resolver, name);
            resolver.report(message);
        }
        return None;
    }
    let mut found = Vec::new();
    for at in text.rules.clone() {
        let colour = resolver.program.rules[at].colour;
        match named.iter().find(|other| resolver.program.rules[**other].colour == colour) {
            // The played variables of the next move are unknown because of a mistake that has been reported.
            Some(other) if resolver.program.rules[*other].answer.is_empty() => return None,
            Some(other) => found.push(RuleId(*other as u32)),
            None => {
                if resolver.recovery.knows_all_items() {
                    let message = of_another_player(&resolver.program, tree, name, (at, named[0]));
                    resolver.report(message);
                }
                return None;
            }
        }
    }
    Some(found)
}

fn unknown_move(resolver: &Heads<'_>, name: &ast::Name) -> Diagnostic {
    let names = |text: &RuleItem<'_>| match &text.item.kind {
        ItemKind::Move(tree) => Some(tree.name.text.clone()),
        _ => None,
    };
    let known: SortedSet<String> = resolver.moves.iter().filter_map(names).collect();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let title = format!("there is no move `{}`", name.text);
    let message = Diagnostic::new(Code::BadContinuation, title, name.span, "no move has this name");
    match resolver.speller.nearest(&name.text, known.iter().copied()) {
        Some(near) => message.fix(format!("write `{near}`"), name.span, near.to_owned()),
        None if resolver.predicate_names.contains_key(&name.text) => message.hint(format!(
            "`{}` is a predicate; `then` needs the name of a move: {}",
            name.text,
            list(&known, "or")
        )),
        None => message.hint(format!("continue with a move of the game: {}", list(&known, "or"))),
    }
}

fn of_another_player(
    program: &Program,
    tree: &ast::Move,
    name: &ast::Name,
    (at, other): (usize, usize),
) -> Diagnostic {
    let (own, other) = (&program.rules[at], &program.rules[other]);
    let player = program.colour(own);
    let title = format!("`{}` is not a move of {player}", name.text);
    let label = format!("{player} continues after `{}`, but has no such move", tree.name.text);
    Diagnostic::new(Code::BadContinuation, title, name.span, label)
        .and(other.name_span, format!("this is a move of {}", program.colour(other)))
        .hint("the same player continues: name a move of that player, or make both moves for every player")
}

/// The first values of the next move. Reports values that do not fit it.
fn begun(
    resolver: &mut Declared<'_>,
    asked: &LineQuery,
    (target, tree): (RuleId, &ast::Move),
    atom: &ast::Atom,
) -> Option<Vec<FirstValue>> {
    let rule = resolver.program.rule(target);
    let sorts: Vec<SortId> = rule.answer_sorts().collect();
    if let Some(first) = atom.arguments.get(sorts.len()) {
        let message = too_many(rule, atom, first);
        resolver.report(message);
        return None;
    }
    let mut found = Vec::new();
    for (term, sort) in atom.arguments.iter().zip(sorts) {
        let one = match term {
            ast::Term::Constant(name) => constant(&resolver.program, name, sort),
            ast::Term::Variable(name) => variable(&resolver.program, asked, name, (sort, tree)),
            ast::Term::Call(call) => {
                let id = *asked.scope.calls.get(&call.value().text)?;
                of_sort(&resolver.program, asked, (id, call.value()), sort)
            }
            ast::Term::Sum(_) | ast::Term::Error(_) => return None,
        };
        match one {
            Ok(one) => found.push(one),
            Err(message) => {
                resolver.report(*message);
                return None;
            }
        }
    }
    Some(found)
}

fn too_many(rule: &Rule, atom: &ast::Atom, first: &ast::Term) -> Diagnostic {
    let played: Vec<&str> = rule.answer.iter().map(|id| rule.variables[id.index()].name.as_str()).collect();
    let title = format!("`{}` does not play so many values", rule.name);
    let label = format!("it plays {}, but would continue from {}", played.len(), atom.arguments.len());
    let last = atom.arguments.last().map_or(first.span(), ast::Term::span);
    Diagnostic::new(Code::BadContinuation, title, first.span().to(last), label)
        .and(rule.name_span, format!("it plays {}", list(&played, "and")))
        .hint(FIRST_VALUES)
}

fn constant(program: &Program, name: &ast::Name, sort: SortId) -> Result<FirstValue, Box<Diagnostic>> {
    let known = program.sort(sort);
    let value = known.value(&name.text).filter(|value| known.contains(*value));
    value.map(FirstValue::Constant).ok_or_else(|| {
        let title = format!("`{}` is not a `{}`", name.text, known.name);
        let label = "the next move begins with another value";
        Box::new(Diagnostic::new(Code::BadContinuation, title, name.span, label).hint(FIRST_VALUES))
    })
}

fn variable(
    program: &Program,
    asked: &LineQuery,
    name: &ast::Name,
    (sort, tree): (SortId, &ast::Move),
) -> Result<FirstValue, Box<Diagnostic>> {
    let Some(id) = asked.scope.find(&name.text).filter(|id| !asked.is_unbound(*id)) else {
        let title = format!("it is unclear which `{}` is meant", name.text);
        let label = "the move neither plays it nor mentions it";
        let played: Vec<&str> = tree.plays.iter().map(|name| name.text.as_str()).collect();
        let message = Diagnostic::new(Code::BadContinuation, title, name.span, label);
        return Err(Box::new(message.hint(format!(
            "continue from what the move plays, {}, or from what its premise binds",
            list(&played, "or")
        ))));
    };
    of_sort(program, asked, (id, name), sort)
}

/// A variable as a first value. If the variable has another sort than the next move requires, this is reported.
fn of_sort(
    program: &Program,
    asked: &LineQuery,
    (id, name): (VariableId, &ast::Name),
    sort: SortId,
) -> Result<FirstValue, Box<Diagnostic>> {
    let own = match asked.scope.is_player(id) {
        true => program.player_sort.unwrap_or(sort),
        false => asked.scope.variables[id.index()].sort,
    };
    let root = |sort: SortId| program.sort(sort).root;
    if root(own) == root(sort) {
        return Ok(FirstValue::Variable(id));
    }
    let [is, wanted] = [own, sort].map(|sort| program.sort(sort).name.as_str());
    let title = format!(
        "`{}` is {}, but the next move begins with {}",
        name.text,
        with_article(is),
        with_article(wanted)
    );
    let label = format!("{} belongs here", with_article(wanted));
    Err(Box::new(Diagnostic::new(Code::BadContinuation, title, name.span, label).hint(FIRST_VALUES)))
}

/// The sorts of the played values of the move with this name; `None` if there is none.
pub(in super::super) fn continued(resolver: &Declared<'_>, name: &str) -> Option<Vec<SortId>> {
    let is_it = |rule: &&Rule| rule.kind == RuleKind::Game(GameQuestion::Move) && rule.name == name;
    resolver.program.rules.iter().find(is_it).map(|rule| rule.answer_sorts().collect())
}

/// Reports endless moves, which can repeat the same step in every position.
pub(super) fn check(resolver: &mut Declared<'_>, moves: &[Move]) {
    let mut said = SortedSet::new();
    let mut found = Vec::new();
    for one in moves {
        for then in one.continuations.iter().filter(|then| goes_on_for_ever(&resolver.program, one, then)) {
            if said.insert(then.span) {
                let rule = resolver.program.rule(one.question);
                let title = format!("the move `{}` continues for ever", rule.name);
                let label = "after it the same move can be made again, whatever has changed";
                let message = Diagnostic::new(Code::EndlessMove, title, then.span, label);
                found.push(message.hint(
                    "let a condition end it (`then … if …`), or let the premise require something that the \
                     move removes",
                ));
            }
        }
    }
    found.into_iter().for_each(|message| resolver.report(message));
}

/// Whether a move can continue with itself and play the same first values again, although neither its premise nor the
/// `then` line depends on the position.
fn goes_on_for_ever(program: &Program, one: &Move, then: &Continuation) -> bool {
    let asks_nothing = |rule: RuleId| {
        let mut asks = false;
        let body = &program.rule(rule).body;
        body.iter().for_each(|goal: &Goal| {
            goal.atoms(&mut |atom, _| asks |= depends_on_states(program, atom.predicate));
        });
        !asks
    };
    let from_its_start =
        then.arguments.iter().enumerate().all(|(at, argument)| *argument == Argument::Answer(at));
    then.target == one.question && then.question.is_none() && from_its_start && asks_nothing(one.question)
}
