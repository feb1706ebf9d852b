//! The hover text for a name.

use crate::files::{FileId, Span};
use crate::names::occurrences::Meaning;
use crate::program::{GameQuestion, Rule, RuleKind};

use super::{ResolvedName, Workspace, describe, name_at};

/// A hover text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The range of the name.
    pub span: Span,
    /// The description, as Markdown.
    pub text: String,
}

/// The hover text for the name at a position.
pub fn hover(workspace: &Workspace, file: FileId, offset: u32) -> Option<Hover> {
    let ResolvedName { program, name } = name_at(workspace, file, offset)?;
    let resolved = &program.resolved;
    let known = &resolved.program;
    let rules = |wanted: fn(RuleKind) -> bool| {
        let rules: Vec<&Rule> =
            known.rule_texts().filter(|rule| wanted(rule.kind) && rule.name == name.text).collect();
        // For the name of a rule in its own declaration, describe only this rule and no other rules of the same name.
        let here = rules.iter().copied().filter(|rule| rule.name_span == name.span);
        let here: Vec<&Rule> = here.collect();
        let shown = if here.is_empty() { rules } else { here };
        let texts: Vec<String> = shown.iter().map(|rule| describe::rule(workspace, known, rule)).collect();
        (!texts.is_empty()).then(|| texts.join("\n\n---\n\n"))
    };
    let text = match name.meaning {
        Meaning::Predicate(id) => {
            let text = describe::predicate(workspace, resolved, id);
            let export = known.rule_texts().find(|rule| {
                rule.kind == RuleKind::Export && rule.name == name.text && rule.name_span == name.span
            });
            match export.and_then(|export| describe::comment(&export.doc)) {
                Some(comment) => format!("Exported: {comment}\n\n{text}"),
                None => text,
            }
        }
        Meaning::Sort(id) => describe::sort(workspace, known, id),
        Meaning::Constant(sort) => describe::constant(workspace, known, &name.text, sort?),
        Meaning::Parameter(sort) => {
            let sort = known.sort(sort);
            let line = describe::code(&format!("{}: {}", name.text, sort.name));
            [Some(line), describe::comment(&sort.doc)].into_iter().flatten().collect::<Vec<_>>().join("\n\n")
        }
        Meaning::Variable(at) => {
            let variable = resolved.occurrences.variables.get(at as usize)?;
            match variable.sort {
                None => {
                    format!("{}\n\nIts sort is not yet known.", describe::code(&variable.name))
                }
                Some(sort) => {
                    let sort = known.sort(sort);
                    let line = describe::code(&format!("{}: {}", variable.name, sort.name));
                    let parts = [Some(line), describe::comment(&sort.doc)];
                    parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n")
                }
            }
        }
        Meaning::Board => {
            let item = workspace.tree(file)?.items.iter().find(|item| item.span.start == name.span.start)?;
            let line = describe::code(workspace.sources().text(item.span));
            let parts = [Some(line), describe::comment(&item.doc), describe::brought(known)];
            parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n")
        }
        Meaning::Rule => rules(|kind| kind == RuleKind::Rule)?,
        Meaning::Score => rules(|kind| matches!(kind, RuleKind::Score(_)))?,
        Meaning::Move => rules(|kind| kind == RuleKind::Game(GameQuestion::Move))?,
        Meaning::Draw => rules(|kind| kind == RuleKind::Game(GameQuestion::Draw))?,
        Meaning::Preference => rules(|kind| matches!(kind, RuleKind::Preference(_)))?,
        Meaning::File => {
            let used = workspace.used(file, &name.text)?;
            let header = workspace.tree(used)?.items.first();
            let comment = header.and_then(|item| describe::comment(&item.doc));
            let name = format!("`{}`", workspace.name(used));
            [Some(name), comment].into_iter().flatten().collect::<Vec<_>>().join("\n\n")
        }
        Meaning::Header => {
            let items = &workspace.tree(file)?.items;
            let item = items.iter().find(|item| item.span.start <= offset && offset <= item.span.end)?;
            let line = describe::code(workspace.sources().text(item.span));
            [Some(line), describe::comment(&item.doc)].into_iter().flatten().collect::<Vec<_>>().join("\n\n")
        }
    };
    Some(Hover { span: name.span, text })
}
