//! The symbols that a file or a whole project declares.

use blanche_sorted::SortedSet;

use crate::files::{FileId, Span};
use crate::syntax::ast::{self, HeaderKind, ItemKind, Term};
use crate::syntax::{print_atom, print_side, print_sum};

use super::Workspace;

/// The kind of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A header: domain, base or library.
    File,
    /// A sort.
    Sort,
    /// A predicate: extern, derived, or defined by facts.
    Predicate,
    /// An action of the host.
    Action,
    /// A rule.
    Rule,
    /// An export.
    Export,
    /// A score.
    Score,
}

/// A declared symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name with its player or its arity: `t.threat for white`, `in/2`.
    pub name: String,
    /// A short description.
    pub detail: String,
    /// The kind of the symbol.
    pub kind: Kind,
    /// The range of the whole declaration.
    pub span: Span,
    /// The range of the name.
    pub name_span: Span,
}

/// The symbols that a file declares, in source order. Consecutive clauses of one predicate form one symbol.
pub fn symbols(workspace: &Workspace, file: FileId) -> Vec<Symbol> {
    let mut found: Vec<Symbol> = Vec::new();
    for item in workspace.tree(file).map_or(&[][..], |tree| &tree.items) {
        for symbol in symbols_of(item) {
            match found.last_mut() {
                Some(last) if last.kind == Kind::Predicate && last.name == symbol.name => {
                    last.span = last.span.to(symbol.span);
                }
                _ => found.push(symbol),
            }
        }
    }
    found
}

/// The symbols that an item declares: usually one, but facts may be about several predicates.
fn symbols_of(item: &ast::Item) -> Vec<Symbol> {
    let ItemKind::Facts(facts) = &item.kind else { return Vec::from_iter(symbol(item)) };
    let stated = |(at, atom): (usize, &ast::Atom)| Symbol {
        name: of_atom(atom),
        detail: "facts".to_owned(),
        kind: Kind::Predicate,
        span: if at == 0 { item.span } else { atom.span },
        name_span: atom.predicate.span,
    };
    let shown = if facts.from.is_some() { 1 } else { facts.atoms.len() };
    facts.atoms.iter().take(shown).enumerate().map(stated).collect()
}

/// The name of a predicate with its arity, such as `in/2`.
fn of_atom(atom: &ast::Atom) -> String {
    format!("{}/{}", atom.predicate.text, atom.arguments.len())
}

fn symbol(item: &ast::Item) -> Option<Symbol> {
    let (name, detail, kind, place) = match &item.kind {
        ItemKind::Header(header) => {
            let name = header.name.as_ref();
            let word = match header.kind {
                HeaderKind::Domain => "domain",
                HeaderKind::Base => "base",
                HeaderKind::Library => "library",
            };
            let text = name.map_or(word.to_owned(), |name| name.text.clone());
            (text, word.to_owned(), Kind::File, name.map_or(item.span, |name| name.span))
        }
        ItemKind::Sort(sort) => (sort.name.text.clone(), "sort".to_owned(), Kind::Sort, sort.name.span),
        ItemKind::Board(board) => {
            let size = format!("{} by {}", board.width.value, board.height.value);
            (format!("board {size}"), "the board".to_owned(), Kind::Sort, board.word)
        }
        ItemKind::Extern(declaration) => {
            let name = format!("{}/{}", declaration.name.text, declaration.parameters.len());
            (name, "answered by the host".to_owned(), Kind::Predicate, declaration.name.span)
        }
        ItemKind::Action(declaration) => {
            let name = format!("{}/{}", declaration.name.text, declaration.parameters.len());
            (name, "action".to_owned(), Kind::Action, declaration.name.span)
        }
        ItemKind::Open(declaration) => {
            let name = format!("{}/{}", declaration.name.text, declaration.parameters.len());
            (name, "open".to_owned(), Kind::Predicate, declaration.name.span)
        }
        ItemKind::Derivation(derivation) => {
            let head = &derivation.head;
            (of_atom(head), print_atom(head), Kind::Predicate, head.predicate.span)
        }
        ItemKind::Rule(rule) => {
            let detail = format!("level {}", rule.level.value);
            (format!("{} for {}", rule.name.text, player(&rule.side)), detail, Kind::Rule, rule.name.span)
        }
        ItemKind::Export(export) => {
            let whom = export.side.as_ref().map_or_else(String::new, |side| format!(" for {}", player(side)));
            let name = format!("{}{whom}", export.atom.predicate.text);
            (name, format!("export {}", print_atom(&export.atom)), Kind::Export, export.atom.predicate.span)
        }
        ItemKind::Score(score) => {
            let detail = {
                let [attacking, defending] = [&score.attacking, &score.defending].map(print_sum);
                let named = if score.when_named.is_some() { " when named" } else { "" };
                format!("attacking {attacking} defending {defending}{named}")
            };
            (
                format!("{} for {}", score.name.text, print_side(&score.side)),
                detail,
                Kind::Score,
                score.name.span,
            )
        }
        ItemKind::State(state) => {
            let name = format!("{}/{}", state.name.text, state.parameters.len());
            (name, "state".to_owned(), Kind::Predicate, state.name.span)
        }
        ItemKind::Move(one) => {
            let name = format!("{} for {}", one.name.text, print_side(&one.side));
            (name, "move".to_owned(), Kind::Action, one.name.span)
        }
        ItemKind::Margin(margin) => {
            let name = format!("margin for {}", print_side(&margin.side));
            (name, "margin".to_owned(), Kind::Score, margin.head)
        }
        ItemKind::Draw(draw) => (draw.name.text.clone(), "draw".to_owned(), Kind::Rule, draw.name.span),
        ItemKind::Preference(preference) => {
            let name = format!("{} for {}", preference.name.text, print_side(&preference.side));
            (name, "preference".to_owned(), Kind::Score, preference.name.span)
        }
        ItemKind::Use(_)
        | ItemKind::Symmetry(_)
        | ItemKind::Players(_)
        | ItemKind::Starts(_)
        | ItemKind::Start(_)
        | ItemKind::Blocked(_)
        | ItemKind::Claims(_)
        | ItemKind::Drawn(_)
        | ItemKind::Notation(_)
        | ItemKind::Facts(_)
        | ItemKind::Error => return None,
    };
    // A name that could not be parsed is empty, and editors reject empty symbols.
    (!name.is_empty() && !name.starts_with('/')).then_some(Symbol {
        name,
        detail,
        kind,
        span: item.span,
        name_span: place,
    })
}

fn player(side: &ast::Side) -> &str {
    match &side.player {
        Term::Variable(name) | Term::Constant(name) => &name.text,
        Term::Sum(_) | Term::Call(_) | Term::Error(_) => "",
    }
}

/// The symbols in the files of all programs whose names contain the letters of `word` in order, ignoring case.
pub fn search(workspace: &Workspace, word: &str) -> Vec<Symbol> {
    let files: SortedSet<FileId> = workspace.files().collect();
    let found = files.into_iter().flat_map(|file| symbols(workspace, file));
    found.filter(|symbol| has_letters(&symbol.name, word)).collect()
}

fn has_letters(name: &str, word: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    word.chars().flat_map(char::to_lowercase).all(|wanted| letters.any(|letter| letter == wanted))
}
