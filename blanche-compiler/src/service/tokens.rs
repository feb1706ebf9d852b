//! What every word of a file is, for editors that colour by meaning. Comments are left to colouring by looks.

use crate::files::{FileId, Span};
use crate::names::occurrences::{Meaning, Occurrence};
use crate::program::{PredicateKind, Program};
use crate::syntax;

use super::Workspace;

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A word of the language.
    Word,
    /// `¬`
    Not,
    /// A number.
    Number,
    /// A variable.
    Variable,
    /// The name of an argument in a declaration.
    Parameter,
    /// A predicate that is derived, or whose tuples stand in the text.
    Predicate,
    /// A predicate that the host answers, or `equal`.
    Host,
    /// An action.
    Action,
    /// A sort.
    Sort,
    /// A value of a sort.
    Constant,
    /// A rule or a score.
    Rule,
    /// A file, or what a file is called.
    File,
}

/// A word of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Where it stands; on one line.
    pub span: Span,
    /// What it is.
    pub kind: Kind,
    /// Whether it is declared or derived here.
    pub defines: bool,
}

/// The words of a file whose meaning is known, in their order.
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

/// A token that is no name: a word of the language where it means one, a number, a sign.
fn unnamed(text: &str) -> Option<Kind> {
    match text {
        "¬" => Some(Kind::Not),
        _ if !text.is_empty() && text.chars().all(|c| c.is_ascii_digit()) => Some(Kind::Number),
        _ if super::rename::is_word(text) => Some(Kind::Word),
        _ => None,
    }
}
