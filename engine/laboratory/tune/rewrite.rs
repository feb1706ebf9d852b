//! Writes weights into the files of a base. Each weight is written into its score, and a line at the end of the file
//! says where the weights come from.

use std::cmp::Reverse;
use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use blanche_compiler::files::{self, Sources};
use blanche_compiler::syntax::ast::{ItemKind, Score};
use blanche_compiler::syntax::parse;
use blanche_sorted::{Arrange, SortedMap};

use super::score_items::ScoreItem;

/// The beginning of the line that says where the weights come from.
const ORIGIN: &str = "% Weights from `noire tune`: ";

/// Why weights cannot be written.
#[derive(Debug)]
pub enum RewriteError {
    /// The file cannot be read or written.
    Io(PathBuf, io::Error),
    /// The score is no longer at this location, because the file has changed since it was read.
    Changed(String),
}

impl fmt::Display for RewriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RewriteError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            RewriteError::Changed(place) => write!(f, "{place}: the score is no longer here"),
        }
    }
}

/// Checks that [`rewrite`] will be able to write to the files of these scores.
///
/// # Errors
/// Fails if a file cannot be written. The error names the file.
pub fn check(items: &[ScoreItem]) -> Result<(), RewriteError> {
    let mut files: Vec<&str> = items.iter().map(file_of).collect();
    files.arrange();
    files.dedup();
    files.into_iter().try_for_each(|file| {
        let path = Path::new(file);
        files::check_writable(path).map_err(|error| RewriteError::Io(path.to_owned(), error))
    })
}

/// The path of the file that contains a score.
fn file_of(item: &ScoreItem) -> &str {
    item.place.rsplit_once(':').map_or(&item.place, |(file, _)| file)
}

/// A score and its new weights.
pub type Change<'s> = (&'s ScoreItem, [i64; 2]);

/// Writes the new weights of scores. Returns the files that were written. `origin` is a line that says where
/// the weights come from.
///
/// # Errors
/// Fails if a file cannot be read or written, or has changed since it was read. The files that come after it are left
/// unchanged.
pub fn rewrite(changes: &[Change<'_>], origin: &str) -> Result<Vec<PathBuf>, RewriteError> {
    let mut by_file: SortedMap<&str, Vec<Change<'_>>> = SortedMap::new();
    for (item, weights) in changes {
        by_file.entry(file_of(item)).or_default().push((item, *weights));
    }
    for (file, changes) in &by_file {
        let path = Path::new(file);
        let failed = |error| RewriteError::Io(path.to_owned(), error);
        let bytes = files::read_whole(path).map_err(failed)?;
        let text = rewritten(&String::from_utf8_lossy(&bytes), changes, origin)?;
        files::rewrite(path, Some(&bytes), &text).map_err(failed)?;
    }
    Ok(by_file.keys().map(PathBuf::from).collect())
}

/// The text of a file with the new weights.
fn rewritten(text: &str, changes: &[Change<'_>], origin: &str) -> Result<String, RewriteError> {
    let places = weights_of(text);
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for (item, weights) in changes {
        let line = |at: usize| 1 + text[..at].matches('\n').count();
        let stands = |places: &&Places| {
            places.name == item.name && item.place.ends_with(&format!(":{}", line(places.at)))
        };
        let places = places.iter().find(stands).ok_or_else(|| RewriteError::Changed(item.place.clone()))?;
        edits.extend(places.weights.iter().cloned().zip(weights.map(|weight| weight.to_string())));
    }
    edits.arrange_by_key(|(place, _)| Reverse(place.start));
    let mut new = text.to_owned();
    for (place, weight) in edits {
        new.replace_range(place, &weight);
    }
    // The line ending of the file is kept.
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let kept: String = new.split_inclusive('\n').filter(|line| !line.starts_with(ORIGIN)).collect();
    Ok(format!("{}{end}{end}{ORIGIN}{origin}{end}", kept.trim_end()))
}

/// The byte positions of the name and both weights of a score in the source.
struct Places {
    name: String,
    at: usize,
    weights: [Range<usize>; 2],
}

/// The scores in a source text.
fn weights_of(text: &str) -> Vec<Places> {
    let mut sources = Sources::default();
    let id = sources.add("scores", text.as_bytes());
    let items = parse(&sources, id).file.items;
    let scores = items.into_iter().filter_map(|item| match item.kind {
        ItemKind::Score(score) => Some(score),
        _ => None,
    });
    let places = |score: Score| {
        let weights = [score.attacking.span, score.defending.span].map(|span| span.range());
        Places { at: score.name.span.range().start, name: score.name.text, weights }
    };
    scores.map(places).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score_item(name: &str, line: usize) -> ScoreItem {
        ScoreItem { name: name.to_owned(), place: format!("scores.blanche:{line}"), weights: [1, 1] }
    }

    const TEXT: &str = "\
%% Scores.

%% One.
score one for Color attacking 1 defending 1 if one(Group, Color)

%% Two, over two lines.
score two for Color attacking 16
    defending 9 if two(Group, Color)
";

    #[test]
    fn weights_are_written_into_their_scores_and_their_origin_at_the_end() {
        let (one, two) = (score_item("one", 4), score_item("two", 7));
        let changes = [(&two, [160, 9]), (&one, [10, 0])];
        let text = rewritten(TEXT, &changes, "of 3 games.").expect("both are there");
        let expected = TEXT
            .replace("attacking 1 defending 1", "attacking 10 defending 0")
            .replace("attacking 16\n    defending 9", "attacking 160\n    defending 9");
        assert_eq!(text, format!("{expected}\n% Weights from `noire tune`: of 3 games.\n"));
        // A second run replaces the line about the origin of the weights.
        let again = rewritten(&text, &changes, "of 4 games.").expect("both are there");
        assert_eq!(again, text.replace("of 3", "of 4"));
    }

    #[test]
    fn a_moved_score_is_not_rewritten() {
        for (name, line) in [("one", 5), ("three", 4)] {
            let moved = score_item(name, line);
            assert!(matches!(rewritten(TEXT, &[(&moved, [1, 2])], ""), Err(RewriteError::Changed(_))));
        }
    }
}
