//! The regions of a file that can be folded: items and comments of several lines.

use blanche_sorted::Arrange;

use crate::files::FileId;

use super::Workspace;

/// A range of lines that can be folded, numbered from 0. The first line stays visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The first line.
    pub first: usize,
    /// The last line.
    pub last: usize,
    /// Whether the lines are comments.
    pub is_comment: bool,
}

/// The folding ranges of a file, sorted by first line.
pub fn folds(workspace: &Workspace, file: FileId) -> Vec<Fold> {
    let source = workspace.sources().file(file);
    let line = |offset: u32| source.line_at(offset) - 1;
    let mut folds: Vec<Fold> = Vec::new();
    for item in workspace.tree(file).map_or(&[][..], |tree| &tree.items) {
        let (first, last) = (line(item.span.start), line(item.span.end));
        if first < last {
            folds.push(Fold { first, last, is_comment: false });
        }
    }
    let mut comment: Option<Fold> = None;
    for (at, text) in source.text().lines().enumerate() {
        match (&mut comment, text.trim_start().starts_with('%')) {
            (Some(fold), true) => fold.last = at,
            (None, true) => comment = Some(Fold { first: at, last: at, is_comment: true }),
            (_, false) => folds.extend(comment.take().filter(|fold| fold.first < fold.last)),
        }
    }
    folds.extend(comment.filter(|fold| fold.first < fold.last));
    folds.arrange_by_key(|fold| (fold.first, fold.last));
    folds
}
