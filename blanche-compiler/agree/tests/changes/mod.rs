//! Changes valid programs in one place, so that the checks have something to report: clauses with a literal removed,
//! duplicated or implied literals, and contradictions. Random programs rarely contain any of these.

use blanche_compiler::check_text;
use blanche_compiler::diagnostic::Severity;
use blanche_compiler::files::Sources;
use blanche_compiler::random::Random;
use blanche_compiler::syntax::ast::{self, Body, Item, ItemKind, Literal, LiteralKind, Term};
use blanche_compiler::syntax::{parse, print};

/// Maximum number of variables of a clause. The naive evaluator tries all their values, so programs with more variables
/// are skipped.
pub(crate) const MAX_VARIABLES: usize = 5;

pub(crate) fn tree(text: &str) -> ast::File {
    let mut sources = Sources::default();
    let id = sources.add("test", text.as_bytes());
    parse(&sources, id).file
}

pub(crate) fn body_of(item: &mut Item) -> Option<&mut Body> {
    match &mut item.kind {
        ItemKind::Derivation(derivation) => Some(&mut derivation.body),
        ItemKind::Rule(rule) => Some(&mut rule.body),
        ItemKind::Score(score) => Some(&mut score.body),
        _ => None,
    }
}

/// A change of the program that a check may report. The change is chosen at random; `None` if it is not possible here.
pub(crate) fn changed(file: &ast::File, random: &mut Random) -> Option<String> {
    let mut file = file.clone();
    let able: Vec<usize> =
        (0..file.items.len()).filter(|at| body_of(&mut file.items[*at].clone()).is_some()).collect();
    let at = *random.choose(&able);
    let mut item = file.items[at].clone();
    let body = body_of(&mut item)?;
    let branch = random.below(body.branches.len());
    let literals = &mut body.branches[branch];
    let chosen = random.below(literals.len());
    match random.below(6) {
        // A clause that has one literal fewer than an existing clause.
        0 if literals.len() > 1 => {
            literals.remove(chosen);
            rename(&mut item, random);
            let place = random.below(2);
            file.items.insert(at + place, item);
        }
        // A literal that occurs twice.
        1 => {
            let again = literals[chosen].clone();
            literals.push(again);
            file.items[at] = item;
        }
        // A literal that the definition of another literal implies, or its negation.
        2 | 3 => {
            let mut said = unfolded(&file, &literals[chosen], random)?;
            if random.percent(30) {
                said.negations += 1;
            }
            literals.push(said);
            file.items[at] = item;
        }
        // A literal together with its own negation.
        4 => {
            let mut denied = literals[chosen].clone();
            denied.negations += 1;
            literals.push(denied);
            file.items[at] = item;
        }
        // A copy of a clause with its literals reversed.
        5 => {
            literals.reverse();
            rename(&mut item, random);
            file.items.insert(at + 1, item);
        }
        _ => return None,
    }
    let text = print(&file);
    if body_of(&mut file.items[at]).is_some_and(|body| variables(body) > MAX_VARIABLES) {
        return None;
    }
    let (_, messages) = check_text("test", &text);
    messages.iter().all(|message| message.severity != Severity::Error).then_some(text)
}

/// The number of variables in a body.
pub(crate) fn variables(body: &Body) -> usize {
    let text = format!("{body:?}");
    let names = text.match_indices("Variable(Name { text: \"").map(|(at, found)| {
        let rest = &text[at + found.len()..];
        &rest[..rest.find('"').unwrap_or(rest.len())]
    });
    names.collect::<std::collections::BTreeSet<_>>().len()
}

/// Gives a copied rule or score a new name.
fn rename(item: &mut Item, random: &mut Random) {
    let number = random.bits() % 1_000_000;
    match &mut item.kind {
        ItemKind::Rule(rule) => rule.name.text = format!("r{number}x"),
        ItemKind::Score(score) => score.name.text = format!("s{number}x"),
        _ => {}
    }
}

/// A literal of the body of a clause that defines this literal's predicate. This literal's arguments replace the
/// variables of the clause's head.
fn unfolded(file: &ast::File, literal: &Literal, random: &mut Random) -> Option<Literal> {
    let LiteralKind::Atom(atom) = &literal.kind else { return None };
    let clauses: Vec<&ast::Derivation> = file
        .items
        .iter()
        .filter_map(
            |item| if let ItemKind::Derivation(derivation) = &item.kind { Some(derivation) } else { None },
        )
        .filter(|derivation| {
            derivation.head.predicate.text == atom.predicate.text
                && derivation.head.arguments.len() == atom.arguments.len()
        })
        .collect();
    let clause = clauses.get(random.below(clauses.len().max(1)))?;
    let mut said = random.choose(&clause.body.branches[0]).clone();
    let LiteralKind::Atom(inner) = &mut said.kind else { return None };
    for argument in &mut inner.arguments {
        let Term::Variable(name) = argument else { continue };
        let place = clause
            .head
            .arguments
            .iter()
            .position(|head| matches!(head, Term::Variable(known) if known.text == name.text));
        match place {
            Some(place) => *argument = atom.arguments[place].clone(),
            None => name.text = format!("{}_new", name.text.trim_end_matches(char::is_numeric)),
        }
    }
    Some(said)
}
