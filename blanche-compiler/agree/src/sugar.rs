//! Rewrites programs to use functional notation.
//!
//! If a local variable is the last argument of one literal and occurs once in another literal of the same conjunction,
//! a call means the same: `p(A, X_), q(X_)` is `q(p(A))`. The caller must ensure that `p` is functional.

use std::collections::BTreeMap;

use blanche_compiler::syntax::ast::{
    self, Aggregate, Atom, Body, Call, File, Item, ItemKind, Literal, LiteralKind, Name, Term,
};

/// A program in two equivalent forms: with calls, and with literals instead of the calls. In the second form, the
/// variables that calls replace are renamed so that their names do not determine sorts, because calls do not determine
/// sorts either.
pub struct Sugared {
    /// The program with calls.
    pub with_calls: File,
    /// The program without calls.
    pub plain: File,
    /// The number of calls of each predicate, by name and arity.
    pub called: BTreeMap<(String, usize), usize>,
}

/// Introduces calls of the predicates that `may_call` accepts, wherever possible.
pub fn sugared(file: &File, may_call: &dyn Fn(&str, usize) -> bool) -> Sugared {
    let mut sugared = Sugared { with_calls: file.clone(), plain: file.clone(), called: BTreeMap::new() };
    let items = sugared.with_calls.items.iter_mut().zip(&mut sugared.plain.items);
    for (with_calls, plain) in items {
        let mut number = 0;
        while let Some((name, predicate)) = once(with_calls, may_call) {
            number += 1;
            let ours = format!("Xx_{number}");
            each_name(plain, &mut |known| {
                if known.text == name {
                    known.text.clone_from(&ours);
                }
            });
            *sugared.called.entry(predicate).or_default() += 1;
        }
    }
    sugared
}

/// Introduces one call into an item. Returns the variable that the call replaces, and the predicate that is called.
fn once(item: &mut Item, may_call: &dyn Fn(&str, usize) -> bool) -> Option<(String, (String, usize))> {
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    each_name(item, &mut |name| *uses.entry(name.text.clone()).or_default() += 1);
    in_body(body_of(item)?, &uses, may_call)
}

/// The body of a derivation, rule or score.
pub fn body_of(item: &mut Item) -> Option<&mut Body> {
    match &mut item.kind {
        ItemKind::Derivation(derivation) => Some(&mut derivation.body),
        ItemKind::Rule(rule) => Some(&mut rule.body),
        ItemKind::Score(score) => Some(&mut score.body),
        _ => None,
    }
}

fn in_body(
    body: &mut Body,
    uses: &BTreeMap<String, usize>,
    may_call: &dyn Fn(&str, usize) -> bool,
) -> Option<(String, (String, usize))> {
    for branch in &mut body.branches {
        for at in 0..branch.len() {
            let Some((name, atom)) = function(&branch[at], uses, may_call) else { continue };
            let predicate = (atom.predicate.text.clone(), atom.arguments.len());
            let mut written = atom;
            written.arguments.pop();
            let call = Term::Call(Call::new(written));
            let others = branch.iter_mut().enumerate().filter(|(other, _)| *other != at);
            let placed = others.map(|(_, literal)| literal).any(|literal| put(literal, &name, &call));
            if placed {
                branch.remove(at);
                return Some((name, predicate));
            }
        }
        for literal in branch {
            if let Some(inner) = literal.kind.inner_mut()
                && let Some(found) = in_body(inner, uses, may_call)
            {
                return Some(found);
            }
        }
    }
    None
}

/// The atom of a literal that can become a call, and the variable that the call replaces: a local variable that occurs
/// exactly once elsewhere.
fn function(
    literal: &Literal,
    uses: &BTreeMap<String, usize>,
    may_call: &dyn Fn(&str, usize) -> bool,
) -> Option<(String, Atom)> {
    let LiteralKind::Atom(atom) = &literal.kind else { return None };
    let Some(Term::Variable(last)) = atom.arguments.last() else { return None };
    let is_one = literal.negations == 0
        && atom.arguments.len() > 1
        && atom.predicate.text != "equal"
        && ast::is_local(&last.text)
        && uses.get(&last.text) == Some(&2)
        && atom
            .arguments
            .iter()
            .filter(|term| matches!(term, Term::Variable(name) if name.text == last.text))
            .count()
            == 1;
    (is_one && may_call(&atom.predicate.text, atom.arguments.len()))
        .then(|| (last.text.clone(), atom.clone()))
}

/// Replaces a variable by a call in a literal that is not negated. Returns whether the variable was found.
fn put(literal: &mut Literal, name: &str, call: &Term) -> bool {
    if literal.negations > 0 {
        return false;
    }
    let mut is_put = false;
    let mut place = |term: &mut Term| {
        if matches!(term, Term::Variable(variable) if variable.text == name) {
            *term = call.clone();
            is_put = true;
        }
    };
    match &mut literal.kind {
        LiteralKind::Atom(atom) => atom.arguments.iter_mut().for_each(&mut place),
        LiteralKind::Comparison(comparison) => {
            let sides = [&mut comparison.left, &mut comparison.right];
            sides.into_iter().flat_map(|sum| &mut sum.summands).for_each(|summand| place(&mut summand.term));
        }
        LiteralKind::Aggregate(Aggregate { right, .. }) => {
            right.summands.iter_mut().for_each(|summand| place(&mut summand.term));
        }
        LiteralKind::After(_) | LiteralKind::Bracketed(_) | LiteralKind::Error => {}
    }
    is_put
}

/// Calls `each` with the name of every variable of an item, including its head.
fn each_name(item: &mut Item, each: &mut dyn FnMut(&mut Name)) {
    match &mut item.kind {
        ItemKind::Derivation(derivation) => {
            derivation.head.arguments.iter_mut().for_each(|term| of_term(term, each));
        }
        ItemKind::Rule(rule) => rule.plays.iter_mut().for_each(&mut *each),
        ItemKind::Score(score) => {
            let weights = [&mut score.attacking, &mut score.defending];
            weights
                .into_iter()
                .flat_map(|sum| &mut sum.summands)
                .for_each(|summand| of_term(&mut summand.term, each));
        }
        _ => {}
    }
    if let Some(body) = body_of(item) {
        of_body(body, each);
    }
}

fn of_body(body: &mut Body, each: &mut dyn FnMut(&mut Name)) {
    for literal in body.branches.iter_mut().flatten() {
        match &mut literal.kind {
            LiteralKind::Atom(atom) => atom.arguments.iter_mut().for_each(|term| of_term(term, each)),
            LiteralKind::Comparison(comparison) => {
                let sides = [&mut comparison.left, &mut comparison.right];
                sides
                    .into_iter()
                    .flat_map(|sum| &mut sum.summands)
                    .for_each(|summand| of_term(&mut summand.term, each));
            }
            LiteralKind::Aggregate(aggregate) => {
                aggregate.of.iter_mut().for_each(&mut *each);
                aggregate.right.summands.iter_mut().for_each(|summand| of_term(&mut summand.term, each));
            }
            LiteralKind::After(after) => {
                after
                    .actions
                    .iter_mut()
                    .flat_map(|action| &mut action.arguments)
                    .for_each(|term| of_term(term, each));
            }
            LiteralKind::Bracketed(_) | LiteralKind::Error => {}
        }
        if let Some(inner) = literal.kind.inner_mut() {
            of_body(inner, each);
        }
    }
}

fn of_term(term: &mut Term, each: &mut dyn FnMut(&mut Name)) {
    match term {
        Term::Variable(name) => each(name),
        Term::Sum(sum) => sum.summands.iter_mut().for_each(|summand| of_term(&mut summand.term, each)),
        Term::Call(call) => call.arguments_mut().iter_mut().for_each(|term| of_term(term, each)),
        Term::Constant(_) | Term::Error(_) => {}
    }
}
