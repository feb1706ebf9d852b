//! The file of learned rules: a heading, the items that a learner wrote, and the changes and additions of users.

use blanche_compiler::diagnostic::Diagnostic;
use blanche_compiler::files::Sources;
use blanche_compiler::has_errors;
use blanche_compiler::program::{Program, SortId};
use blanche_compiler::syntax::ast::{File, Item, ItemKind, Trivia, TriviaLine};
use blanche_compiler::syntax::{parse, print};
use blanche_sorted::Arrange;

use super::{Learner, Topic};
use noire_engine::bases::learned::{Damage, END, Heading};

/// The parts of a learned file other than its items.
#[derive(Debug)]
pub struct Document {
    /// How the rules were learned.
    pub heading: Heading,
    /// Comments of users after the heading.
    pub remarks: Vec<String>,
    /// Paths of the files that the learned file uses.
    pub uses: Vec<String>,
    /// Comments of users at the end.
    pub end: Vec<TriviaLine>,
}

/// Why a learned file cannot be read.
#[derive(Debug)]
pub enum DocumentError {
    /// The file was not written by a learner.
    NotLearned,
    /// The heading or the end of the file is wrong.
    Damaged(Damage),
    /// The file cannot be parsed as rules.
    Mistakes(Box<Sources>, Vec<Diagnostic>),
}

/// Parses a learned file into its heading and its items. `name` is the name of the file in messages.
///
/// # Errors
/// Fails if the file is not a valid learned file.
pub fn read(name: &str, bytes: &[u8]) -> Result<(Document, Vec<Item>), DocumentError> {
    let mut sources = Sources::default();
    let id = sources.add(name, bytes);
    let heading = match Heading::read(sources.file(id).text()) {
        None => return Err(DocumentError::NotLearned),
        Some(Err(damage)) => return Err(DocumentError::Damaged(damage)),
        Some(Ok(heading)) => heading,
    };
    let parsed = parse(&sources, id);
    if has_errors(&parsed.diagnostics) {
        return Err(DocumentError::Mistakes(Box::new(sources), parsed.diagnostics));
    }
    let own = heading.text();
    let is_remark = |line: &String| !own.lines().any(|own| own == line);
    let (mut document, mut items) = (Document::new(heading.clone(), Vec::new()), Vec::new());
    for mut item in parsed.file.items {
        item.trivia.before.retain(|line| !is_end(line));
        match &item.kind {
            ItemKind::Use(path) => {
                document.uses.push(path.text.clone());
                document.remarks.extend(comments(&item).into_iter().filter(is_remark));
            }
            _ => items.push(item),
        }
    }
    document.end = parsed.file.end.before;
    document.end.retain(|line| !is_end(line));
    Ok((document, items))
}

/// Whether this is the last line that a learner writes.
fn is_end(line: &TriviaLine) -> bool {
    matches!(line, TriviaLine::Comment(text) if text == END)
}

/// The comments attached to an item.
fn comments(item: &Item) -> Vec<String> {
    let before = item.trivia.before.iter().filter_map(|line| match line {
        TriviaLine::Empty => None,
        TriviaLine::Comment(text) => Some(text.clone()),
    });
    before.chain(item.trivia.after.clone()).collect()
}

impl Document {
    /// Creates a document without any changes of users.
    pub fn new(heading: Heading, uses: Vec<String>) -> Document {
        Document { heading, remarks: Vec::new(), uses, end: Vec::new() }
    }

    /// Takes over what users changed around the items of another document: comments and used files.
    pub fn take_over(&mut self, before: Document) {
        let others = before.uses.into_iter().filter(|path| !self.uses.contains(path));
        self.uses = self.uses.iter().cloned().chain(others.collect::<Vec<_>>()).collect();
        (self.remarks, self.end) = (before.remarks, before.end);
    }

    /// The complete text in the standard layout. Items about learned knowledge are in the order of their subjects.
    /// Items without a subject come before them, and items that users added come after them.
    pub fn text(&self, learner: &dyn Learner, kept: &[Item]) -> String {
        let uses: String = self.uses.iter().map(|path| format!("use {path}\n")).collect();
        let remarks: String = self.remarks.iter().map(|line| format!("{line}\n")).collect();
        let remarks = if remarks.is_empty() { remarks } else { remarks + "\n" };
        let beginning = self.heading.text() + "\n" + &remarks + &uses;
        let place = |item: &Item, otherwise| learner.topic(item).map_or(otherwise, Place::Of);
        let is_kept = |item: &Item| kept.iter().any(|kept| names_the_same(kept, item));
        let mut others: Vec<(Place, &Item)> =
            kept.iter().map(|item| (place(item, Place::Last), item)).collect();
        others.arrange_by_key(|(place, _)| *place);
        let (mut items, mut others) = (String::new(), others.into_iter().peekable());
        learner.each_item(&mut |item| {
            if is_kept(&item) {
                return;
            }
            let own = place(&item, Place::First);
            while let Some((_, other)) = others.next_if(|(place, _)| *place < own) {
                add(&mut items, other.clone());
            }
            add(&mut items, item);
        });
        others.for_each(|(_, other)| add(&mut items, other.clone()));
        let id = Sources::default().add("", &[]);
        let end = Trivia { before: self.end.clone(), after: None };
        let end = print(&File { id, items: Vec::new(), end });
        let parts = [beginning.trim_end(), items.trim(), END, end.trim()];
        parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("\n\n") + "\n"
    }
}

/// The source of a base with this name, these used files and these items.
pub(super) fn base(name: &str, uses: &[String], items: Vec<Item>) -> String {
    let uses: String = uses.iter().map(|path| format!("use {path}\n")).collect();
    let mut text = format!("base {name}\n\n{uses}\n");
    items.into_iter().for_each(|item| add(&mut text, item));
    text
}

/// Appends an item. If the item has an empty line in front of it, the empty line is kept.
fn add(text: &mut String, item: Item) {
    if item.trivia.before.first() == Some(&TriviaLine::Empty) {
        text.push('\n');
    }
    let id = Sources::default().add("", &[]);
    *text += print(&File { id, items: vec![item], end: Trivia::default() }).trim_start_matches('\n');
}

/// The position of an item in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    First,
    Of(Topic),
    Last,
}

/// Whether two items define the same thing, so that only one of them may occur in the file.
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

/// The prefix of variables of a sort (a type of values), as the game declares it.
pub(super) fn word(program: &Program, sort: SortId, otherwise: &str) -> String {
    let sort = program.sort(sort);
    let word = sort.words.first().or_else(|| program.sort(sort.root).words.first());
    word.cloned().unwrap_or_else(|| otherwise.to_owned())
}

/// Formats rules in the standard layout.
pub(super) fn laid_out(text: &str) -> String {
    let mut sources = Sources::default();
    let id = sources.add("", text.as_bytes());
    print(&parse(&sources, id).file)
}

/// Parses a text written by a learner into items.
pub(super) fn items_of(text: &str) -> Vec<Item> {
    let mut sources = Sources::default();
    let id = sources.add("", text.as_bytes());
    parse(&sources, id).file.items
}

/// Whether two items are equal, including their comments.
pub(super) fn is_same(item: &Item, other: &Item) -> bool {
    in_full(item) == in_full(other)
}

/// The text of an item, including its comments.
fn in_full(item: &Item) -> String {
    let mut item = item.clone();
    item.trivia.before.retain(|line| *line != TriviaLine::Empty);
    let id = Sources::default().add("", &[]);
    print(&File { id, items: vec![item], end: Trivia::default() })
}
