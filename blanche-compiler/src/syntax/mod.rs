//! Text to tree and back.
//!
//! Every text has a tree: what cannot be read stands in it as an `Error` node, and a diagnostic says why. There
//! is no `Result` here, and no text on which the parser stops. The passes of [`parse`], in order:
//!
//! 1. `lexer` cuts the characters into words, signs, comments and spaces. After this: the same text in pieces.
//! 2. `spelling` says what each piece was meant to be. After this: tokens of our own spelling; what has no
//!    meaning is junk, and has been reported.
//! 3. `layout` (with `brackets`) divides the tokens into items by their lines. After this: every bracket has its partner.
//! 4. `items`, `declarations` and `sentences` are the grammar of one item. After this: the tree, without comments.
//! 5. `asides` gives comments to items and literals. After this: the printer can give the text back.
//!
//! Only this room uses chumsky.

mod asides;
pub mod ast;
mod brackets;
mod declarations;
mod grammar;
mod items;
mod layout;
mod lexer;
mod printer;
mod problems;
mod sentences;
mod spelling;
#[cfg(test)]
mod tests;
mod token;

use chumsky::Parser;

use crate::diagnostic::{Code, Diagnostic};
use crate::files::{FileId, Sources, Span};

use ast::{File, Item, ItemKind, Sentence, Trivia};
use layout::Layout;

pub use printer::{
    print, print_atom, print_derivation, print_item, print_literal, print_rule, print_sentence, print_term,
};

/// Larger files are not read; knowledge written by people is smaller by far.
pub const LARGEST_FILE: usize = crate::files::LARGEST as usize;

/// A tree and what there is to say about its text.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The tree.
    pub file: File,
    /// In the order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a file.
pub fn parse(sources: &Sources, id: FileId) -> Parsed {
    let source = sources.file(id);
    let mut file = File { id, items: Vec::new(), end: Trivia::default() };
    if let Some(diagnostic) = too_large(source.text(), id) {
        return Parsed { file, diagnostics: vec![diagnostic] };
    }
    let spelled = spelling::spell(source, id);
    let mut diagnostics = spelled.diagnostics;
    let Layout { tokens, chunks, diagnostics: more } = layout::items(spelled.tokens, source.text());
    diagnostics.extend(more);

    let grammar = items::item();
    for chunk in chunks {
        let tokens = &tokens[chunk.tokens.clone()];
        let [first, .., last, _] = tokens else {
            file.items.push(item(tokens[0].span, read(&grammar, tokens, &mut diagnostics)));
            continue;
        };
        let span = first.span.to(last.span);
        let kind = if chunk.too_deep { None } else { read(&grammar, tokens, &mut diagnostics) };
        file.items.push(item(span, kind));
    }
    diagnostics.extend(asides::attach(&mut file, spelled.asides, source.text()));
    in_order(&mut diagnostics);
    Parsed { file, diagnostics }
}

/// Parses one sentence, which may span lines: the question of `blanche query`.
pub fn parse_sentence(sources: &Sources, id: FileId) -> (Sentence, Vec<Diagnostic>) {
    let source = sources.file(id);
    let nothing = Sentence { span: Span::new(id, 0, 0), branches: Vec::new() };
    if let Some(diagnostic) = too_large(source.text(), id) {
        return (nothing, vec![diagnostic]);
    }
    let spelled = spelling::spell(source, id);
    let mut diagnostics = spelled.diagnostics;
    let Layout { tokens, chunks, diagnostics: more } = layout::sentence(spelled.tokens, id);
    diagnostics.extend(more);
    let too_deep = chunks.iter().any(|chunk| chunk.too_deep);
    let sentence = if too_deep { None } else { read(&items::query(), &tokens, &mut diagnostics) };
    in_order(&mut diagnostics);
    (sentence.unwrap_or(nothing), diagnostics)
}

/// The places of all tokens, in order; comments and white space are none.
pub fn tokens(sources: &Sources, id: FileId) -> Vec<Span> {
    spelling::spell(sources.file(id), id).tokens.into_iter().map(|token| token.span).collect()
}

/// Reads the tokens of one item.
fn read<'t, 's: 't, O>(
    grammar: &grammar::Rule<'t, 's, O>,
    tokens: grammar::Tokens<'t, 's>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<O> {
    let (output, faults) = grammar.parse(tokens).into_output_errors();
    diagnostics.extend(faults.into_iter().filter_map(|fault| fault.diagnostic(tokens)));
    output
}

fn item(span: Span, kind: Option<ItemKind>) -> Item {
    let kind = kind.unwrap_or(ItemKind::Error);
    Item { span, trivia: Trivia::default(), doc: Vec::new(), allows: Vec::new(), kind }
}

fn too_large(text: &str, id: FileId) -> Option<Diagnostic> {
    (text.len() > LARGEST_FILE).then(|| {
        Diagnostic::new(
            Code::FileTooLarge,
            "a file that is too large",
            Span::new(id, 0, 0),
            format!("it has more than {} MiB, and no more is read", LARGEST_FILE >> 20),
        )
        .hint("divide it into files that a base uses one after the other")
    })
}

/// In the order of their places; two of the same kind at one place are one.
fn in_order(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by_key(|diagnostic| (diagnostic.label.span, diagnostic.code));
    diagnostics.dedup_by(|a, b| a.label.span == b.label.span && a.code == b.code);
}
