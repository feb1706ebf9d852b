//! Resolves the start position and the effects of moves.
//!
//! A line of effects becomes a query: the part of the premise that concerns the line, together with the condition of
//! the line, with the played values as inputs. The answers of the query give the values in the tuples of the line. No
//! query is needed if the line has no condition and the tuples contain only played values.

use blanche_sorted::SortedSet;

use super::super::model::scope::Scope;
use super::super::model::{Bodies, Declared, RuleItem};
use super::super::ranges;
use super::chains;
use super::contradictions::asks_position;
use super::lines::{Line, LineQuery, Resolved, push, question, resolve};
use super::state_mentions::MentionContext;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{
    Argument, Atom, Effect, EffectKind, GameQuestion, Move, Rule, RuleId, RuleKind, SideVariable, Start,
    Term, Tuple, VariableId, variables,
};
use crate::runtime::Value;
use crate::syntax::ast::{self, ItemKind};

/// Resolves the `start` lines.
pub(super) fn start(resolver: &mut Bodies<'_>) -> Vec<Start> {
    let items = resolver.game.start.clone();
    let mut starts = Vec::new();
    for item in items {
        let ItemKind::Start(tree) = &item.kind else { continue };
        let line = Line {
            atoms: &tree.atoms,
            wanted: MentionContext::Start,
            values: &[],
            body: tree.body.as_ref(),
            name: ("start", item.span),
            span: item.span,
        };
        let Some(resolved) = resolve(resolver, Scope::default(), Vec::new(), &line) else {
            resolver.recovery.rule_omitted();
            continue;
        };
        let Resolved { scope, mut goals, atoms } = resolved;
        if asks_position(resolver, &goals) {
            resolver.recovery.rule_omitted();
            continue;
        }
        let answer = answer(&scope, &[], &atoms);
        let wanted: SortedSet<VariableId> = answer.iter().copied().collect();
        ranges::add(resolver, &scope.variables, &mut goals, &wanted, &SortedSet::new());
        let tuples = tuples(&atoms, &answer, &[]);
        let question = (!answer.is_empty() || !goals.is_empty()).then(|| {
            let kind = RuleKind::Game(GameQuestion::Start);
            let rule = question(kind, &line, crate::syntax::print_item(item));
            push(resolver, Rule { variables: scope.variables, answer, body: goals, ..rule })
        });
        starts.push(Start { question, tuples });
    }
    starts
}

/// Resolves the moves, one for each player.
pub(super) fn moves(resolver: &mut Bodies<'_>) -> Vec<Move> {
    let mut moves = Vec::new();
    for text in resolver.moves.clone() {
        let ItemKind::Move(tree) = &text.item.kind else { continue };
        let is_resolved =
            text.sound && text.rules.clone().all(|at| !resolver.program.rules[at].answer.is_empty());
        let mut all: Vec<Move> = Vec::new();
        for at in text.rules.clone() {
            let player = resolver.program.rules[at].colour.unwrap_or(0);
            let (effects, continuations) = (Vec::new(), Vec::new());
            all.push(Move { question: RuleId(at as u32), player, effects, continuations });
        }
        let most = most_effects(tree);
        if let Some(effect) = tree.effects.get(most) {
            let message = too_many_effects(tree, effect, most);
            resolver.report(message);
        }
        for effect in tree.effects.iter().take(most) {
            if !is_resolved || effect.atoms.is_empty() {
                continue;
            }
            if !one_line(resolver, &text, tree, effect, &mut all) {
                resolver.recovery.rule_omitted();
            }
        }
        if tree.effects.iter().all(|effect| effect.kind == ast::EffectKind::Then) && is_resolved {
            let title = format!("the move `{}` changes nothing", tree.name.text);
            let message = Diagnostic::new(Code::BadMove, title, tree.name.span, "only the turn passes");
            resolver.report(
                message.hint(
                    "write its effects below it: `adds mark(Field, Color)`, or `removes piece(Field1)`",
                ),
            );
        }
        moves.extend(all);
    }
    moves
}

/// Adds a line of a move. Returns `false` if the line has a mistake.
fn one_line(
    resolver: &mut Bodies<'_>,
    text: &RuleItem<'_>,
    tree: &ast::Move,
    effect: &ast::Effect,
    moves: &mut [Move],
) -> bool {
    let kind = match effect.kind {
        ast::EffectKind::Then => {
            let continuations = chains::continuations(resolver, text, tree, effect);
            let found = continuations.is_some();
            let all = moves.iter_mut().zip(continuations.into_iter().flatten());
            all.for_each(|(one, continuation)| one.continuations.push(continuation));
            return found;
        }
        ast::EffectKind::Removes => EffectKind::Removes,
        ast::EffectKind::Adds => EffectKind::Adds,
    };
    let effects = effect_of_all(resolver, text, tree, effect, kind);
    let found = effects.is_some();
    moves
        .iter_mut()
        .zip(effects.into_iter().flatten())
        .for_each(|(one, effects)| one.effects.extend(effects));
    found
}

/// Maximum number of literals to process for the effects of one move. Each effect repeats the literals of the move's
/// premise.
const MAX_PROCESSED_LITERALS: usize = 1 << 20;

/// Maximum number of effects of a move. The longer the premise, the fewer effects are allowed.
fn most_effects(tree: &ast::Move) -> usize {
    fn literals(body: &ast::Body) -> usize {
        let inner = |literal: &ast::Literal| 1 + literal.kind.inner().map_or(0, literals);
        body.branches.iter().flatten().map(inner).sum()
    }
    (MAX_PROCESSED_LITERALS / (1 + tree.body.as_ref().map_or(0, literals))).max(1)
}

fn too_many_effects(tree: &ast::Move, effect: &ast::Effect, most: usize) -> Diagnostic {
    let title = format!("the move `{}` has too many effects", tree.name.text);
    let label = format!("a move with such a long premise has at most {most}");
    let message = Diagnostic::new(Code::BadMove, title, effect.span, label);
    message.hint("one line with `for` adds or removes many tuples; a derivation makes the premise shorter")
}

/// Resolves a line of effects, for each player of the move. Tuples that contain only played values become an effect
/// without a query. All other tuples become an effect with one common query.
fn effect_of_all(
    resolver: &mut Bodies<'_>,
    text: &RuleItem<'_>,
    tree: &ast::Move,
    effect: &ast::Effect,
    kind: EffectKind,
) -> Option<Vec<Vec<Effect>>> {
    let wanted = match kind {
        EffectKind::Removes => MentionContext::Beginning,
        EffectKind::Adds => MentionContext::Whole,
    };
    let line = Line::of_effect(tree, effect, (&effect.atoms, wanted));
    let mut asked = LineQuery::new(resolver, text, tree, (effect, &line))?;
    let answer = answer(&asked.scope, &asked.played, &asked.atoms);
    is_bound(resolver, &asked, &answer[asked.played.len()..], kind)?;
    asked.find_ranges(resolver, &answer);
    let (played, others): (Vec<_>, Vec<_>) =
        std::mem::take(&mut asked.atoms).into_iter().partition(|(_, atom)| {
            !asked.has_condition && variables(&atom.arguments).all(|id| asked.is_played(id))
        });
    let mut effects = Vec::new();
    for at in text.rules.clone() {
        let side = resolver.program.rules[at].side.clone();
        let of = |question, atoms: &[(usize, Atom)]| {
            let tuples = tuples(atoms, &answer, &side);
            (!tuples.is_empty()).then_some(Effect { kind, question, tuples, span: effect.span })
        };
        let played = of(None, &played);
        let question = asked.question(resolver, at, &answer, (effect, &line)).filter(|_| !others.is_empty());
        effects.push(played.into_iter().chain(of(question, &others)).collect());
    }
    Some(effects)
}

/// The variables of the answer: the played variables first, then all other variables in the atoms, in order.
fn answer(scope: &Scope, played: &[VariableId], atoms: &[(usize, Atom)]) -> Vec<VariableId> {
    let mut answer = played.to_vec();
    for id in atoms.iter().flat_map(|(_, atom)| variables(&atom.arguments)) {
        if !scope.is_player(id) && !answer.contains(&id) {
            answer.push(id);
        }
    }
    answer
}

/// Reports a variable of the line that nothing binds.
fn is_bound(
    resolver: &mut Declared<'_>,
    asked: &LineQuery,
    spoken: &[VariableId],
    kind: EffectKind,
) -> Option<()> {
    let known = asked.spoken_of();
    let unbound = |id: &&VariableId| !known.contains(id);
    // A sum has no value because one of its variables is unbound, so that variable is reported instead.
    let is_named = |id: &&VariableId| crate::syntax::is_name(&asked.scope.variables[id.index()].name);
    let mut all = spoken.iter().filter(unbound);
    let Some(unbound) = all.clone().find(is_named).or_else(|| all.next()) else { return Some(()) };
    let variable = asked.scope.variables[unbound.index()].clone();
    let title = format!("nothing binds `{}`", variable.name);
    let message =
        Diagnostic::new(Code::BadEffect, title, variable.span, "the move neither plays it nor mentions it");
    let hint = match kind {
        EffectKind::Adds => format!(
            "let the move play it or its premise bind it, or add one for each: end the line with `for BODY`, \
             where the body mentions `{}`",
            variable.name
        ),
        EffectKind::Removes => {
            "to remove all tuples with the same first arguments, omit the last ones: `removes piece(Field1)`"
                .to_owned()
        }
    };
    resolver.report(message.hint(hint));
    None
}

/// The tuples of a line, whose variables are given as indices into the answer.
fn tuples(atoms: &[(usize, Atom)], answer: &[VariableId], side: &[SideVariable]) -> Vec<Tuple> {
    let argument = |term: &Term| match term {
        Term::Constant(value) => Argument::Constant(*value),
        Term::Variable(id) => match side.get(id.index()) {
            Some(player) => Argument::Constant(player.player),
            None => {
                let at = answer.iter().position(|known| known == id);
                Argument::Answer(at.expect("an answer has all variables of its atoms"))
            }
        },
        Term::Host(..) => Argument::Constant(Value::MAX),
    };
    atoms
        .iter()
        .map(|(state, atom)| Tuple {
            state: *state,
            arguments: atom.arguments.iter().map(argument).collect(),
            span: atom.span,
        })
        .collect()
}
