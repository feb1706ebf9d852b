//! Semantic tokens: the kind of every word in a file, for highlighting. Comments are not included, because the editor
//! highlights them by their syntax.

use crate::files::{FileId, Span};
use crate::names::occurrences::{Meaning, Occurrence};
use crate::program::{PredicateKind, Program};
use crate::syntax;

use super::Workspace;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A keyword.
    Word,
    /// The negation sign `¬`.
    Not,
    /// A number.
    Number,
    /// A variable.
    Variable,
    /// The name of an argument in a declaration.
    Parameter,
    /// A predicate that is derived or defined by facts.
    Predicate,
    /// An extern predicate, or `equal`.
    Host,
    /// An action of the host.
    Action,
    /// A sort.
    Sort,
    /// A value of a sort.
    Constant,
    /// A rule or a score.
    Rule,
    /// A file path, or the name in a file header.
    File,
}

/// A classified token of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The range of the token, within one line.
    pub span: Span,
    /// The kind of the token.
    pub kind: Kind,
    /// Whether the name is declared or derived here.
    pub defines: bool,
}

/// The classified tokens of a file, in order.
pub fn tokens(workspace: &Workspace, file: FileId) -> Vec<Token> {
    let sources = workspace.sources();
    let programs: Vec<_> = workspace.programs_of(file).collect();
    let mut found = Vec::new();
    for span in syntax::tokens(sources, file) {
        let text = sources.text(span);
        let meaning = programs.iter().find_map(|program| {
            let name = program.resolved.occurrences.at(file, span.start)?;
            (name.span.start == span.start).then(|| (name, kind_of(&program.resolved.program, name)))
        });
        let token = match meaning {
            Some((name, kind)) => Token { span: name.span, kind, defines: name.defines },
            None => match unnamed(text) {
                Some(kind) => Token { span, kind, defines: false },
                None => continue,
            },
        };
        found.push(token);
    }
    found
}

fn kind_of(program: &Program, name: &Occurrence) -> Kind {
    match name.meaning {
        Meaning::Sort(_) => Kind::Sort,
        Meaning::Board => Kind::Word,
        Meaning::Predicate(id) => match program.predicate(id).kind {
            PredicateKind::Extern(_)
            | PredicateKind::Equal
            | PredicateKind::Comparison(_)
            | PredicateKind::Aggregate(_) => Kind::Host,
            PredicateKind::Action { .. } => Kind::Action,
            PredicateKind::Facts(_) | PredicateKind::Derived(_) => Kind::Predicate,
        },
        Meaning::Constant(_) if name.text.parse::<i64>().is_ok() => Kind::Number,
        Meaning::Constant(_) => Kind::Constant,
        Meaning::Variable(_) => Kind::Variable,
        Meaning::Parameter(_) => Kind::Parameter,
        Meaning::Rule | Meaning::Score | Meaning::Move | Meaning::Draw | Meaning::Preference => Kind::Rule,
        Meaning::File | Meaning::Header => Kind::File,
    }
}

/// The kind of a token that is not a name: a keyword, a number or a sign.
fn unnamed(text: &str) -> Option<Kind> {
    match text {
        "¬" => Some(Kind::Not),
        _ if !text.is_empty() && text.chars().all(|c| c.is_ascii_digit()) => Some(Kind::Number),
        _ if super::rename::is_word(text) => Some(Kind::Word),
        _ => None,
    }
}
