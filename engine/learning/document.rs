//! The text of what was learned: a heading, what a learner writes, and what people have changed and added.

use blanche_compiler::diagnostic::Diagnostic;
use blanche_compiler::files::Sources;
use blanche_compiler::has_errors;
use blanche_compiler::program::{Program, SortId};
use blanche_compiler::syntax::ast::{File, Item, ItemKind, Trivia, TriviaLine};
use blanche_compiler::syntax::{parse, print, print_item};

use super::{Learner, Topic};
use crate::bases::learned::{Damage, END, Heading};

/// How a text begins.
#[derive(Debug)]
pub struct Document {
    /// How it was learned.
    pub heading: Heading,
    /// The files that it uses, as their paths.
    pub uses: Vec<String>,
}

/// Why a text cannot be read.
#[derive(Debug)]
pub enum Unread {
    /// No learner has written it.
    NotLearned,
    /// Its heading or its end is wrong.
    Damaged(Damage),
    /// It cannot be read as rules.
    Mistakes(Box<Sources>, Vec<Diagnostic>),
}

/// Reads a text: how it begins, and the items behind that. `name` is how messages call its file.
///
/// # Errors
/// Where it cannot be read.
pub fn read(name: &str, bytes: &[u8]) -> Result<(Document, Vec<Item>), Unread> {
    let mut sources = Sources::default();
    let id = sources.add(name, bytes);
    let heading = match Heading::read(sources.file(id).text()) {
        None => return Err(Unread::NotLearned),
        Some(Err(damage)) => return Err(Unread::Damaged(damage)),
        Some(Ok(heading)) => heading,
    };
    let parsed = parse(&sources, id);
    if has_errors(&parsed.diagnostics) {
        return Err(Unread::Mistakes(Box::new(sources), parsed.diagnostics));
    }
    let (mut document, mut items) = (Document { heading, uses: Vec::new() }, Vec::new());
    for mut item in parsed.file.items {
        item.trivia.before.retain(|line| *line != TriviaLine::Comment(END.to_owned()));
        match &item.kind {
            ItemKind::Use(path) => document.uses.push(path.text.clone()),
            _ => items.push(item),
        }
    }
    Ok((document, items))
}

impl Document {
    /// The text in the one layout: items that speak of something that is learned in that order, behind those that speak of
    /// nothing in particular and before those that people have added.
    pub fn text(&self, learner: &dyn Learner, kept: &[Item]) -> String {
        let uses: String = self.uses.iter().map(|path| format!("use {path}\n")).collect();
        let beginning = self.heading.text() + "\n" + &uses;
        let topic = |item: &Item| learner.topic(item);
        let is_kept = |item: &Item| kept.iter().any(|kept| names_the_same(kept, item));
        let mut items: Vec<(Place, &Item)> = Vec::new();
        let own = learner.items();
        items.extend(
            own.iter()
                .filter(|item| !is_kept(item))
                .map(|item| (topic(item).map_or(Place::First, Place::Of), item)),
        );
        items.extend(kept.iter().map(|item| (topic(item).map_or(Place::Last, Place::Of), item)));
        items.sort_by_key(|(place, _)| *place);
        let items: Vec<Item> = items.into_iter().map(|(_, item)| item.clone()).collect();
        let mut sources = Sources::default();
        let id = sources.add("", &[]);
        let items = print(&File { id, items, end: Trivia::default() });
        let parts = [beginning.trim_end(), items.trim(), END];
        parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("\n\n") + "\n"
    }
}

/// Where an item stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    First,
    Of(Topic),
    Last,
}

/// Whether two items declare or derive one thing, of which the second would say too much.
fn names_the_same(item: &Item, other: &Item) -> bool {
    match (&item.kind, &other.kind) {
        (ItemKind::Derivation(one), ItemKind::Derivation(two)) => {
            one.head.predicate.text == two.head.predicate.text
        }
        (ItemKind::Sort(one), ItemKind::Sort(two)) => one.name.text == two.name.text,
        (ItemKind::Preference(one), ItemKind::Preference(two)) => one.name.text == two.name.text,
        _ => false,
    }
}

/// What variables of a sort begin with, as the game calls them.
pub(super) fn word(program: &Program, sort: SortId, otherwise: &str) -> String {
    let sort = program.sort(sort);
    let word = sort.words.first().or_else(|| program.sort(sort.root).words.first());
    word.cloned().unwrap_or_else(|| otherwise.to_owned())
}

/// A text of rules in the one layout.
pub(super) fn laid_out(text: &str) -> String {
    let mut sources = Sources::default();
    let id = sources.add("", text.as_bytes());
    print(&parse(&sources, id).file)
}

/// The items of a text that a learner writes.
pub(super) fn items_of(text: &str) -> Vec<Item> {
    let mut sources = Sources::default();
    let id = sources.add("", text.as_bytes());
    parse(&sources, id).file.items
}

/// Whether two items say the same, in their comments too.
pub(super) fn is_same(item: &Item, other: &Item) -> bool {
    let comments = |item: &Item| -> Vec<String> {
        let before = item.trivia.before.iter().filter_map(|line| match line {
            TriviaLine::Empty => None,
            TriviaLine::Comment(text) => Some(text.clone()),
        });
        before.chain(item.trivia.after.clone()).collect()
    };
    print_item(item) == print_item(other) && comments(item) == comments(other)
}
