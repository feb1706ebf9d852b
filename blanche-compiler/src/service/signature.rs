//! Signature help: the parameters of the call at a position.

use blanche_sorted::Arrange;

use crate::files::FileId;
use crate::program::PredicateId;

use super::context::context;
use super::{Workspace, describe};

/// A signature of a predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The text of the signature: `in(Field: field, Group: group)`, possibly after its declaration keyword.
    pub label: String,
    /// The byte range of each parameter in the label.
    pub arguments: Vec<(usize, usize)>,
    /// The doc comment, as Markdown.
    pub comment: String,
}

/// The signatures of the call at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signatures {
    /// One signature per number of arguments, the smallest first.
    pub list: Vec<Signature>,
    /// The index of the signature that the user probably means.
    pub active: usize,
    /// The index of the argument at the cursor.
    pub argument: usize,
}

/// The signatures of the call at a position; `None` outside calls.
pub fn signatures(workspace: &Workspace, file: FileId, offset: u32) -> Option<Signatures> {
    let (name, argument) = context(workspace, file, offset)?.call?;
    let name = workspace.sources().text(name);
    let mut list: Vec<Signature> = Vec::new();
    for program in workspace.programs_of(file) {
        let known = &program.resolved.program;
        for (at, predicate) in known.predicates.iter().enumerate().filter(|(_, known)| known.name == name) {
            let id = PredicateId(at as u32);
            let label = describe::signature(known, id);
            if list.iter().any(|signature| signature.label == label) {
                continue;
            }
            let mut from = label.find('(').map_or(label.len(), |at| at + 1);
            let mut arguments = Vec::new();
            for text in describe::arguments(known, id) {
                arguments.push((from, from + text.len()));
                from += text.len() + ", ".len();
            }
            let comment = describe::comment(&predicate.doc).unwrap_or_default();
            list.push(Signature { label, arguments, comment });
        }
    }
    list.arrange_by_key(|signature| signature.arguments.len());
    let enough = list.iter().position(|signature| argument < signature.arguments.len());
    let active = enough.unwrap_or(list.len().saturating_sub(1));
    let last = list.get(active)?.arguments.len().saturating_sub(1);
    // The last parameter of a variadic predicate covers all further arguments.
    let argument = if list[active].label.contains("...") { argument.min(last) } else { argument };
    Some(Signatures { list, active, argument })
}
