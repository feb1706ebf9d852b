//! Resolves `drawn` lines: how positions are drawn.

use super::super::constants::{capitalised_constant, constant};
use super::super::model::{Bodies, Declared};
use super::state_mentions::{MentionContext, find_state};
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{Drawing, SortId, Term};
use crate::syntax::ast::{self, ItemKind};

/// The drawings of a program, in the order of the text.
pub(super) fn drawings(resolver: &mut Bodies<'_>) -> Vec<Drawing> {
    let items = std::mem::take(&mut resolver.game.drawn);
    let mut drawings: Vec<(Drawing, Span)> = Vec::new();
    for item in items {
        let ItemKind::Drawn(trees) = &item.kind else { continue };
        for tree in trees {
            let Some(new) = drawing(resolver, tree) else { continue };
            let what = |drawing: &Drawing| (drawing.state, drawing.arguments.clone());
            let same = |(known, _): &&(Drawing, Span)| known.sign == new.sign && what(known) != what(&new);
            match drawings.iter().find(same) {
                Some((_, first)) => {
                    let message = drawn_alike(&new, tree.sign.span, *first);
                    resolver.report(message);
                }
                None => drawings.push((new, tree.sign.span)),
            }
        }
    }
    drawings.into_iter().map(|(drawing, _)| drawing).collect()
}

/// The message about two kinds of tuples that look alike because they are drawn with the same letter.
fn drawn_alike(drawing: &Drawing, again: Span, first: Span) -> Diagnostic {
    let title = format!("two things are drawn as `{}`", drawing.sign);
    Diagnostic::new(Code::BadDrawing, title, again, "repeated here")
        .and(first, "the first one")
        .hint("give each a letter of its own, so that a board can be read")
}

fn drawing(resolver: &mut Bodies<'_>, tree: &ast::Drawing) -> Option<Drawing> {
    let atom = &tree.atom;
    let state = find_state(resolver, atom, MentionContext::Drawing)?;
    let Some(board) = resolver.program.board.as_ref().map(|board| board.field) else {
        if resolver.recovery.knows_all_items() {
            let label = "there is no board to draw it on";
            let message = Diagnostic::new(Code::BadDrawing, "a drawing without a board", atom.span, label);
            resolver.report(message.hint("declare the board: `board 8 by 8 like c3 words Field`"));
        }
        return None;
    };
    let sorts = resolver.program.predicate(resolver.game.states[state].predicate).sorts.clone();
    let mut arguments = Vec::new();
    let mut field = None;
    for (at, term) in atom.arguments.iter().enumerate() {
        match term {
            ast::Term::Constant(name) => match constant(resolver, name, sorts[at], true) {
                Ok(Term::Constant(value)) => arguments.push(Some(value)),
                Ok(_) => return None,
                Err(message) => {
                    resolver.report(*message);
                    return None;
                }
            },
            ast::Term::Variable(_) => {
                arguments.push(None);
                field = field.or_else(|| is_field(resolver, sorts[at], board).then_some(at));
            }
            ast::Term::Sum(sum) => {
                let message =
                    Diagnostic::new(Code::BadDrawing, "a sum in a drawing", sum.span, "this is not a value");
                resolver
                    .report(message.hint("write a value, or a variable if all values are drawn this way"));
                return None;
            }
            ast::Term::Call(call) => {
                let title = "a call in a drawing";
                let message = Diagnostic::new(Code::BadDrawing, title, call.span(), "this is not a value");
                resolver
                    .report(message.hint("write a value, or a variable if all values are drawn this way"));
                return None;
            }
            ast::Term::Error(_) => return None,
        }
    }
    let Some(field) = field else {
        let title = "it is unclear where this is drawn";
        let label = "no variable here stands for a field of the board";
        let message = Diagnostic::new(Code::BadDrawing, title, atom.span, label);
        resolver.report(message.hint("write a variable for the field: `mark(Field, x) as x`"));
        return None;
    };
    if tree.sign.text.chars().count() != 1 {
        let title = format!("`{}` is not a sign for one field", tree.sign.text);
        let message =
            Diagnostic::new(Code::BadDrawing, title, tree.sign.span, "a field has space for one letter");
        resolver.report(message.hint("write one letter, such as `x` or `B`"));
        return None;
    }
    for message in meant_constants(resolver, atom, &sorts, field) {
        resolver.report(message);
    }
    Some(Drawing { state, arguments, field, sign: tree.sign.text.clone() })
}

/// Reports variables that occur once and differ from a constant only in the capital letter. The variable of the field
/// is not reported.
fn meant_constants(
    resolver: &Declared<'_>,
    atom: &ast::Atom,
    sorts: &[SortId],
    field: usize,
) -> Vec<Diagnostic> {
    let variable = |term: &ast::Term| match term {
        ast::Term::Variable(name) => Some(name.clone()),
        _ => None,
    };
    let names: Vec<Option<ast::Name>> = atom.arguments.iter().map(variable).collect();
    let is_once =
        |name: &ast::Name| names.iter().flatten().filter(|other| other.text == name.text).count() == 1;
    let asked = (0..).zip(&names).zip(sorts).filter(|((at, _), _)| *at != field);
    let once =
        asked.filter_map(|((_, name), sort)| Some((name.as_ref().filter(|name| is_once(name))?, *sort)));
    once.filter_map(|(name, sort)| capitalised_constant(&resolver.program, &name.text, name.span, sort))
        .collect()
}

/// Whether a sort is the sort of the board's fields, or a part of that sort.
fn is_field(resolver: &Declared<'_>, sort: SortId, board: SortId) -> bool {
    resolver.program.is_part(sort, board)
}
