//! Parses text into a syntax tree and prints the tree as text.
//!
//! Every text has a tree: text that cannot be parsed becomes an `Error` node, and a diagnostic explains it. Parsing
//! never fails and never stops early, so no function here returns a `Result`. [`parse`] has these passes:
//!
//! 1. `lexer` cuts the text into words, signs, comments and spaces. After this: raw tokens that together are the
//!    text.
//! 2. `normalise` decides what each raw token was meant to be. After this: tokens in the spelling of BLANCHE. A piece
//!    without a meaning is a junk token and has been reported.
//! 3. `layout` (with `brackets`) groups the tokens into items, using line breaks and indentation. After this: every
//!    bracket has its partner.
//! 4. `items`, `scores`, `moves`, `games`, `declarations`, `player_sides`, `bodies`, `comparisons`, `after` and
//!    `quantifiers` contain the grammar of an item. `heads` has the parsers that they share, `reordered_heads` recognises
//!    parts in the wrong order, and `lists` and `missing_words` explain other mistakes. After this: the tree, without
//!    comments.
//! 5. `comments` attaches comments to items and literals. After this: the printer can reproduce the text.
//! 6. `comment_preservation` protects comments that fixes would otherwise overwrite.
//!
//! Only this module uses chumsky.

mod after;
mod aggregates;
pub mod ast;
mod bodies;
mod brackets;
mod comment_preservation;
mod comments;
mod comparisons;
mod declarations;
mod games;
mod grammar;
mod grammar_errors;
mod heads;
pub(crate) mod index;
mod items;
mod layout;
mod lexer;
mod lists;
mod missing_words;
mod moves;
mod normalise;
mod player_sides;
mod printer;
mod quantifiers;
mod reordered_heads;
mod scores;
mod shared_parsers;
#[cfg(test)]
mod tests;
mod token;
mod usages;
mod when_named;

use std::ops::Bound;
use std::path::Path;

use blanche_sorted::{Arrange, SortedSet};
use chumsky::Parser;

use crate::diagnostic::{Code, Diagnostic, has_errors};
use crate::files::{FileId, SourceFile, Sources, Span};

use ast::{Body, File, Item, ItemKind, Trivia};
use layout::Layout;
use token::{Kind, Token};

#[cfg(feature = "service")]
pub(crate) use comment_preservation::loses_comments;
pub(crate) use declarations::VARIABLE_IN_FACT;
#[cfg(feature = "service")]
pub(crate) use games::OF_GAMES;
pub(crate) use normalise::IN_QUOTATION_MARKS;
pub(crate) use player_sides::SEVERAL_PLAYERS;
pub use printer::{
    print, print_aggregated, print_atom, print_body, print_comparison, print_derivation, print_effect,
    print_item, print_literal, print_rule, print_side, print_sum, print_term,
};

/// Maximum size of a file, in bytes. Larger files are rejected. Rule files written by people are much smaller.
pub const MAX_FILE_SIZE: usize = crate::files::MAX_FILE_SIZE as usize;

/// The result of parsing a file: its tree and the diagnostics.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The syntax tree.
    pub file: File,
    /// The diagnostics, sorted by their position in the file.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a file. A file larger than [`MAX_FILE_SIZE`] has an empty tree and one diagnostic.
pub fn parse(sources: &Sources, id: FileId) -> Parsed {
    let source = sources.file(id);
    let mut file = File { id, items: Vec::new(), end: Trivia::default() };
    if let Some(diagnostic) = too_large(source.text(), id) {
        return Parsed { file, diagnostics: vec![diagnostic] };
    }
    let normalised = normalise::normalise(source, id);
    let mut diagnostics = normalised.diagnostics;
    let Layout { tokens, chunks, prose, diagnostics: more } = layout::items(normalised.tokens, source.text());
    diagnostics.retain(|message| !is_of_prose(message, &prose));
    diagnostics.extend(more);

    let grammar = items::Items::default();
    let mut lacks_header = header_that_lacks(source, &tokens);
    for chunk in chunks {
        let tokens = &tokens[chunk.tokens.clone()];
        if let ([name, end], Some(word)) = (tokens, lacks_header)
            && matches!(name.kind, Kind::Name | Kind::Number | Kind::Path)
            && end.kind == Kind::End
        {
            lacks_header = None;
            diagnostics.push(items::lacks_word(name, word));
            file.items.push(item(name.span, None));
            continue;
        }
        let [first, .., last, _] = tokens else {
            let kind = read(grammar.beginning(&tokens[0]), tokens, &mut diagnostics);
            file.items.push(item(tokens[0].span, kind));
            continue;
        };
        let span = first.span.to(last.span);
        let kind = match chunk.is_passed_over {
            true => None,
            false => read(grammar.beginning(first), tokens, &mut diagnostics),
        };
        file.items.push(item(span, kind));
    }
    drop_consequences(&file, source, &mut diagnostics);
    diagnostics.extend(comments::attach(&mut file, normalised.comments, source.text()));
    comment_preservation::keep_comments(&mut diagnostics, source.text());
    in_order(&mut diagnostics);
    disbelieve_broken_heads(&mut file, &diagnostics);
    Parsed { file, diagnostics: first_of_each_mistake(diagnostics, source, &tokens) }
}

/// Parses a query: a single body, which may span several lines.
pub fn parse_query(sources: &Sources, id: FileId) -> (Body, Vec<Diagnostic>) {
    let source = sources.file(id);
    let nothing = Body { span: Span::new(id, 0, 0), branches: Vec::new() };
    if let Some(diagnostic) = too_large(source.text(), id) {
        return (nothing, vec![diagnostic]);
    }
    let normalised = normalise::normalise(source, id);
    let mut diagnostics = normalised.diagnostics;
    let Layout { tokens, chunks, diagnostics: more, .. } = layout::body(normalised.tokens, id);
    diagnostics.extend(more);
    let is_passed_over = chunks.iter().any(|chunk| chunk.is_passed_over);
    let body = if is_passed_over { None } else { read(&items::query(), &tokens, &mut diagnostics) };
    in_order(&mut diagnostics);
    (body.unwrap_or(nothing), diagnostics)
}

/// Parses the queries in comments at the given spans. The spans of the trees refer to the original files. The body is
/// empty for a query that cannot be parsed.
pub(crate) fn parse_queries_at(sources: &Sources, places: &[Span]) -> Vec<Body> {
    let bodies = queries_at(sources, places).into_iter().zip(places);
    let nothing = |place: &Span| Body { span: *place, branches: Vec::new() };
    bodies.map(|((body, _), place)| body.unwrap_or_else(|| nothing(place))).collect()
}

/// Parses the queries at the given spans; `None` for a query with errors.
pub fn sound_queries_at(sources: &Sources, places: &[Span]) -> Vec<Option<Body>> {
    let bodies = queries_at(sources, places).into_iter();
    bodies.map(|(body, found)| body.filter(|_| !has_errors(&found))).collect()
}

/// Parses the queries at the given spans, each with its diagnostics. The body is `None` if a query cannot be parsed.
fn queries_at(sources: &Sources, places: &[Span]) -> Vec<(Option<Body>, Vec<Diagnostic>)> {
    let mut alone = Sources::default();
    let ids: Vec<FileId> =
        places.iter().map(|place| alone.add("", sources.text(*place).as_bytes())).collect();
    let mut layouts: Vec<(Layout<'_>, Vec<Diagnostic>)> =
        ids.iter().zip(places).map(|(id, place)| layout_at(alone.file(*id), *place)).collect();
    let of_texts: Vec<Vec<Diagnostic>> = layouts
        .iter_mut()
        .map(|(layout, found)| [found, &mut layout.diagnostics].map(std::mem::take).concat())
        .collect();
    // Building the grammar takes longer than parsing a query.
    let grammar = items::query();
    let bodies = layouts.iter().zip(of_texts).map(|((layout, _), mut found)| {
        let is_passed_over = layout.chunks.iter().any(|chunk| chunk.is_passed_over);
        let body = if is_passed_over { None } else { read(&grammar, &layout.tokens, &mut found) };
        (body, found)
    });
    bodies.collect()
}

/// The tokens of the query at span `place` of another file, and the diagnostics about their spelling. All spans refer
/// to the other file.
fn layout_at(source: &SourceFile, place: Span) -> (Layout<'_>, Vec<Diagnostic>) {
    // The text may be shorter than the span, because a byte order mark is not part of it.
    let from = place.end - source.text().len() as u32;
    let normalised = normalise::normalise(source, place.file);
    let mut tokens = normalised.tokens;
    for token in &mut tokens {
        for span in [&mut token.span, &mut token.gap] {
            (span.start, span.end) = (span.start + from, span.end + from);
        }
    }
    (layout::body(tokens, place.file), normalised.diagnostics)
}

/// The words that begin an item. They are keywords only at the beginning of an item, and ordinary names elsewhere.
pub fn declaration_words() -> &'static [&'static str] {
    layout::DECLARATIONS
}

/// The keyword that `word`, the first word of an item, was probably meant to be.
pub(crate) fn declaration_meant(word: &str) -> Option<&'static str> {
    items::word_meant(word)
}

/// Whether `text` is a valid name: letters, digits and underscores, in parts joined by dots.
pub fn is_name(text: &str) -> bool {
    let is_whole = |part: &str| !part.is_empty() && part.chars().all(lexer::is_name_character);
    !text.starts_with(lexer::is_mark) && text.split('.').all(is_whole)
}

/// Whether this word begins an item or an effect of a move.
#[cfg(feature = "service")]
pub(crate) fn is_item_keyword(word: &str) -> bool {
    layout::DECLARATIONS.contains(&word) || layout::EFFECTS.contains(&word)
}

/// The spans of all tokens, in order. Comments and white space are not tokens.
pub fn tokens(sources: &Sources, id: FileId) -> Vec<Span> {
    normalise::normalise(sources.file(id), id).tokens.into_iter().map(|token| token.span).collect()
}

/// The header keyword (`base` or `domain`) that the file name suggests, if the file has no header. A word alone on its
/// line may then be the name that should follow this keyword.
fn header_that_lacks(source: &SourceFile, tokens: &[Token]) -> Option<&'static str> {
    let has = |word: &str| tokens.iter().any(|token| token.kind == Kind::Declare && token.is(word));
    let path = Path::new(source.path());
    let word =
        ["base", "domain"].into_iter().find(|word| path.file_stem().is_some_and(|stem| stem == *word))?;
    (!["base", "domain", "library"].iter().any(|word| has(word))).then_some(word)
}

/// Parses the tokens of one item.
fn read<'t, 's: 't, O>(
    grammar: &grammar::Rule<'t, 's, O>,
    tokens: grammar::Tokens<'t, 's>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<O> {
    let (output, faults) = grammar.parse(tokens).into_output_errors();
    diagnostics.extend(faults.into_iter().filter_map(|fault| fault.diagnostic(tokens)));
    output
}

/// Whether the message is about a line of prose and should be dropped. Messages about invisible characters are kept
/// even there.
fn is_of_prose(message: &Diagnostic, prose: &[Span]) -> bool {
    let place = message.label.span;
    let line = prose.get(prose.partition_point(|line| line.end < place.end));
    let is_unseen = matches!(message.code, Code::NotUtf8 | Code::OddSpace);
    !is_unseen && line.is_some_and(|line| line.start <= place.start)
}

fn item(span: Span, kind: Option<ItemKind>) -> Item {
    let kind = kind.unwrap_or(ItemKind::Error);
    Item { span, trivia: Trivia::default(), doc: Vec::new(), allows: Vec::new(), kind }
}

/// Drops messages that are only consequences of another mistake. For example, an effect after an unreadable item
/// belongs to that item. And if an item has an arrow before the values that it plays, the missing `plays` is not
/// reported too.
fn drop_consequences(file: &File, source: &SourceFile, diagnostics: &mut Vec<Diagnostic>) {
    let is_arrow = |message: &&Diagnostic| {
        message.code == Code::UnknownCharacter
            && source.text().get(message.label.span.range()).is_some_and(normalise::is_arrow)
    };
    let arrows: SortedSet<u32> =
        diagnostics.iter().filter(is_arrow).map(|message| message.label.span.start).collect();
    let has_arrow = |place: Span| {
        let at = file.items.partition_point(|item| item.span.end <= place.start);
        let item = file.items.get(at);
        item.is_some_and(|item| arrows.range(item.span.start..item.span.end).next().is_some())
    };
    diagnostics.retain(|message| message.code != Code::PlaysMissing || !has_arrow(message.label.span));
    let behind = file.items.windows(2).filter(|pair| matches!(pair[0].kind, ItemKind::Error));
    let behind: SortedSet<u32> = behind.map(|pair| pair[1].span.start).collect();
    diagnostics.retain(|message| {
        let is_effect = message.title == moves::STRAY_EFFECT && message.code == Code::NoItem;
        !is_effect || !behind.contains(&message.label.span.start)
    });
    // An item that cannot be recognised may be a sentence of a comment whose `%` is missing. The full stop of such a
    // sentence is not a separate mistake.
    let item_of = |message: &Diagnostic| {
        let place = message.label.span.start;
        // The full stop directly follows its item.
        let at = file.items.partition_point(|item| item.span.end < place);
        file.items.get(at).filter(|item| item.span.start <= place).map(|item| item.span.start)
    };
    let is_lost = |message: &&Diagnostic| message.code == Code::NoItem && message.fix.is_none();
    let lost: SortedSet<u32> = diagnostics.iter().filter(is_lost).filter_map(item_of).collect();
    diagnostics.retain(|message| {
        message.code != Code::FullStop || item_of(message).is_none_or(|item| !lost.contains(&item))
    });
}

fn too_large(text: &str, id: FileId) -> Option<Diagnostic> {
    (text.len() > MAX_FILE_SIZE).then(|| {
        Diagnostic::new(
            Code::FileTooLarge,
            "a file that is too large",
            Span::new(id, 0, 0),
            format!("it is larger than {} MiB, and the rest is not read", MAX_FILE_SIZE >> 20),
        )
        .hint("divide it into several files that a base uses")
    })
}

/// Sorts the diagnostics by position and removes duplicates. Two diagnostics with the same code at the same span are
/// duplicates.
fn in_order(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.arrange_by_key(|diagnostic| (diagnostic.label.span, diagnostic.code));
    diagnostics.dedup_by(|a, b| a.label.span == b.label.span && a.code == b.code);
}

/// Keeps the first message of each mistake. One mistake, such as two tokens in the wrong order, often produces several
/// messages along its line. The fix of the first message is then removed, because it would not repair the whole line.
fn first_of_each_mistake(
    diagnostics: Vec<Diagnostic>,
    source: &SourceFile,
    tokens: &[Token],
) -> Vec<Diagnostic> {
    let line = |span: Span| source.line_at(span.start);
    let mut kept: Vec<Diagnostic> = Vec::new();
    // The index in `kept` of the message about the current mistake, and the span of the last message about this
    // mistake.
    let mut mistake: Option<(usize, Span)> = None;
    for message in diagnostics {
        if !breaks_the_item(message.code) {
            kept.push(message);
            continue;
        }
        let (place, code) = (message.label.span, message.code);
        let first = mistake.filter(|(first, last)| {
            let from = tokens.partition_point(|token| token.span.start < last.end);
            let between = tokens.partition_point(|token| token.span.start < place.start).saturating_sub(from);
            // A token that is missing at the end of a line may be noticed only on the next line.
            let next = tokens.get(from).map_or(*last, |token| token.span);
            let same_line = line(place) == line(*last) || last.start == last.end && line(place) == line(next);
            let far_felt = kept[*first].code == Code::Unclosed || code == Code::Unopened;
            // Missing commas after two complete literals are two mistakes.
            let before = tokens[..tokens.partition_point(|token| token.span.start < place.start)].last();
            let is_whole = before.is_some_and(|before| before.kind == Kind::Close);
            if is_whole && code == Code::MissingComma && kept[*first].code == Code::MissingComma {
                return false;
            }
            same_line && (between <= SAME_MISTAKE_TOKENS || far_felt)
                || code == Code::BreakBefore && between <= 2
        });
        match first {
            // An extra comma can always be removed, even if there is another mistake before it.
            Some((first, _)) if code != Code::ExtraComma => {
                if kept[first].code != Code::Unclosed {
                    kept[first].fix = None;
                }
                mistake = Some((first, place));
            }
            _ => {
                mistake = Some((kept.len(), place));
                kept.push(message);
            }
        }
    }
    kept
}

/// Replaces derivations whose head has a syntax error by `Error` items, because neither the name nor the arity of such
/// a head can be trusted.
fn disbelieve_broken_heads(file: &mut File, diagnostics: &[Diagnostic]) {
    let breaks = diagnostics.iter().filter(|message| breaks_the_item(message.code));
    let breaks: SortedSet<u32> = breaks.map(|message| message.label.span.start).collect();
    for item in &mut file.items {
        let ItemKind::Derivation(derivation) = &item.kind else { continue };
        let head = derivation.head.span;
        if breaks.range((Bound::Excluded(head.start), Bound::Included(head.end))).next().is_some() {
            item.kind = ItemKind::Error;
        }
    }
}

/// Maximum number of tokens between two messages that are treated as one mistake.
const SAME_MISTAKE_TOKENS: usize = 6;

/// Whether a message with this code says that the grammar could not continue. Other messages say that one word is
/// wrong.
fn breaks_the_item(code: Code) -> bool {
    matches!(
        code,
        Code::MissingComma
            | Code::Unclosed
            | Code::Unopened
            | Code::BreakBefore
            | Code::Expected
            | Code::EmptyArguments
            | Code::NoBody
            | Code::NoItem
            | Code::ExtraComma
    )
}
