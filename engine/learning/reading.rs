//! A text that a learner has written, and that people have changed in between.

use std::collections::HashSet;

use blanche_compiler::diagnostic::Diagnostic;
use blanche_compiler::files::Sources;
use blanche_compiler::has_errors;
use blanche_compiler::syntax::ast::{Item, ItemKind, TriviaLine};
use blanche_compiler::syntax::{parse, print_item};

use super::patterns::{Learned, Pattern};
use super::writing::{NAME, bare_item, read_origin, score_item};
use crate::bases::learned::{Damage, END, Heading};
use crate::games::numbering::Numbering;

/// What a text holds.
#[derive(Debug)]
pub struct Read {
    /// How it was learned.
    pub heading: Heading,
    /// What a learner wrote and nobody has changed since.
    pub learned: Vec<(Pattern, Learned)>,
    /// What people have written or changed.
    pub kept: Vec<Kept>,
}

/// An item that somebody has written or changed.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The pattern of which it speaks by its name, if it does.
    pub pattern: Option<Pattern>,
    /// The item.
    pub item: Item,
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

/// Reads a text. `name` is how messages call its file.
///
/// # Errors
/// Where it cannot be read.
pub fn read(name: &str, bytes: &[u8], numbering: &Numbering<'_>) -> Result<Read, Unread> {
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
    let mut read = Read { heading, learned: Vec::new(), kept: Vec::new() };
    let (mut seen, bare) = (HashSet::new(), bare_item(numbering));
    for mut item in parsed.file.items {
        item.trivia.before.retain(|line| *line != TriviaLine::Comment(END.to_owned()));
        let is_ours = bare.as_ref().is_some_and(|bare| is_same(&item, bare));
        if is_ours || matches!(item.kind, ItemKind::Use(_)) {
            continue;
        }
        let pattern = pattern_of(&item, numbering);
        // The second of two for one pattern is somebody's.
        let learned = pattern.filter(|pattern| seen.insert(*pattern)).and_then(|pattern| {
            let learned = read_origin(item.doc.first()?)?;
            is_same(&item, &score_item(numbering, pattern, &learned)?).then_some((pattern, learned))
        });
        match learned {
            Some(learned) => read.learned.push(learned),
            None => read.kept.push(Kept { pattern, item }),
        }
    }
    Ok(read)
}

/// The pattern that the name of a score names.
fn pattern_of(item: &Item, numbering: &Numbering<'_>) -> Option<Pattern> {
    let ItemKind::Score(score) = &item.kind else { return None };
    let (number, player) = score.name.text.strip_prefix(NAME)?.split_once('.')?;
    let program = numbering.rules().program();
    let player = program.players.iter().find(|known| program.player(**known) == player)?;
    Some((*player, number.parse().ok()?))
}

/// Whether two items say the same, in their comments too.
fn is_same(item: &Item, other: &Item) -> bool {
    let comments = |item: &Item| -> Vec<String> {
        let before = item.trivia.before.iter().filter_map(|line| match line {
            TriviaLine::Empty => None,
            TriviaLine::Comment(text) => Some(text.clone()),
        });
        before.chain(item.trivia.after.clone()).collect()
    };
    print_item(item) == print_item(other) && comments(item) == comments(other)
}
