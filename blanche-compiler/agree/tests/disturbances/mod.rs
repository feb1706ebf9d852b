//! Changes programs at random. The results may be invalid, and rarely resemble anything that a person would write.

use blanche_compiler::random::Random;
use blanche_compiler::syntax::ast::{self, Body, Literal, LiteralKind, Term};

use crate::changes::body_of;

/// A random change of a program, which may make it invalid. The change replaces an argument by another variable or
/// constant, groups several literals, or affects one literal. That literal is negated, removed, inserted as a copy from
/// elsewhere, or turned into one of two branches.
pub(crate) fn disturbed(file: &ast::File, random: &mut Random) -> ast::File {
    let mut file = file.clone();
    let able: Vec<usize> =
        (0..file.items.len()).filter(|at| body_of(&mut file.items[*at].clone()).is_some()).collect();
    let Some(at) = able.get(random.below(able.len().max(1))).copied() else { return file };
    let from = *random.choose(&able);
    let other = body_of(&mut file.items[from].clone()).and_then(|body| taken(body, random));
    if let Some(body) = body_of(&mut file.items[at]) {
        let terms = terms(body);
        disturb(body, other, &terms, random);
    }
    file
}

/// A random literal of a body.
fn taken(body: &Body, random: &mut Random) -> Option<Literal> {
    let branch = body.branches.get(random.below(body.branches.len().max(1)))?;
    let literal = branch.get(random.below(branch.len().max(1)))?;
    match literal.kind.inner() {
        Some(inner) if random.percent(50) => taken(inner, random),
        _ => Some(literal.clone()),
    }
}

/// All arguments in a body.
fn terms(body: &Body) -> Vec<Term> {
    let mut found = Vec::new();
    for literal in body.branches.iter().flatten() {
        match &literal.kind {
            LiteralKind::Atom(atom) => found.extend(atom.arguments.iter().cloned()),
            LiteralKind::After(after) => {
                found.extend(after.actions.iter().flat_map(|action| action.arguments.iter().cloned()));
            }
            LiteralKind::Comparison(comparison) => found.extend(comparison.terms().cloned()),
            LiteralKind::Aggregate(aggregate) => {
                found.extend(aggregate.right.summands.iter().map(|summand| summand.term.clone()));
            }
            LiteralKind::Bracketed(_) | LiteralKind::Error => {}
        }
        found.extend(literal.kind.inner().map(terms).unwrap_or_default());
    }
    found
}

fn disturb(body: &mut Body, other: Option<Literal>, terms: &[Term], random: &mut Random) {
    if body.branches.is_empty() {
        return;
    }
    let span = body.span;
    let grouped = |branches: Vec<Vec<Literal>>, like: &Literal| Literal {
        negations: 0,
        kind: LiteralKind::Bracketed(Body { span, branches }),
        ..like.clone()
    };
    let branch = random.below(body.branches.len());
    let literals = &mut body.branches[branch];
    if literals.is_empty() {
        return;
    }
    let chosen = random.below(literals.len());
    if let Some(inner) = literals[chosen].kind.inner_mut()
        && random.percent(50)
    {
        return disturb(inner, other, terms, random);
    }
    match (random.below(8), other) {
        (0..=2, _) => {
            if let LiteralKind::Atom(atom) = &mut literals[chosen].kind
                && !atom.arguments.is_empty()
                && !terms.is_empty()
            {
                let place = random.below(atom.arguments.len());
                atom.arguments[place] = random.choose(terms).clone();
            }
        }
        (3, _) => literals[chosen].negations = 1 - literals[chosen].negations.min(1),
        (4, _) if literals.len() > 1 => drop(literals.remove(chosen)),
        (5, Some(other)) => literals.insert(chosen, other),
        (6, Some(other)) => {
            let one = literals[chosen].clone();
            let branches = vec![vec![one.clone()], vec![other]];
            literals[chosen] = grouped(branches, &one);
        }
        (7, _) => {
            let inside: Vec<Literal> = literals.drain(chosen..).collect();
            let group = grouped(vec![inside.clone()], &inside[0]);
            literals.push(Literal { negations: u32::from(random.percent(50)), ..group });
        }
        _ => {}
    }
}
