//! Draws proofs as text trees. A literal that is shown in full once is referred to by number elsewhere.
//!
//! ```text
//! X = anna
//! └─ old(anna)  % family.blanche:9
//!    ├─ elder(anna)  % 1: family.blanche:7
//!    │  └─ …
//!    └─ wise(anna)  % family.blanche:11
//!       └─ elder(anna)  % as at 1 above
//! ```

use std::collections::HashMap;

use super::outline::{Outline, Rendering, Synonyms};
use super::reasons::{Kind, ReasonId, Reasons};
use crate::files::Span;

/// Approximate maximum number of lines in a tree. Reasons at smaller depth take precedence.
const LINES: usize = 400;

/// A tree as lines of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The lines of the tree.
    pub lines: Vec<String>,
    /// The text of the first literal whose premises are not shown. Its line ends with `…`.
    pub more: Option<String>,
}

impl Tree {
    /// A remark that tells the user how to see what is omitted.
    pub fn remark(&self) -> Option<String> {
        let more = self.more.as_ref()?;
        Some(format!("… marks what is left out: `:why {more}` in a conversation shows it"))
    }
}

/// Settings for drawing proofs.
pub struct Draw<'d> {
    /// The proof to draw.
    pub reasons: &'d Reasons,
    /// Formats the location of a clause, which is shown after a literal that follows from the clause.
    pub place: &'d dyn Fn(Span) -> String,
}

impl<'d> Draw<'d> {
    /// Draws a literal with its premises. Synonyms of basic facts are not expanded.
    pub fn claim(&self, claim: ReasonId) -> Tree {
        self.tree(None, &[claim], Synonyms::Named)
    }

    /// Draws several literals with their premises below a title. Synonyms of basic facts are not expanded.
    pub fn claims(&self, title: &str, claims: &[ReasonId]) -> Tree {
        self.tree(Some(title), claims, Synonyms::Named)
    }

    /// Draws several literals with their premises below a title, for a user who asked about these literals. If they are
    /// synonyms of basic facts, they are expanded.
    pub fn asked(&self, title: &str, claims: &[ReasonId]) -> Tree {
        self.tree(Some(title), claims, Synonyms::Asked)
    }

    fn tree(&self, title: Option<&str>, claims: &[ReasonId], words: Synonyms) -> Tree {
        let outline = Outline::new(self.reasons, claims, words, Some(LINES));
        let is_asked = title.is_some();
        let mut drawer =
            TreeDrawer { draw: self, outline, is_asked, rows: Vec::new(), after: Vec::new(), more: None };
        match title {
            None => drawer.one((None, 0, claims[0]), ("", "")),
            Some(_) => drawer.all(None, claims, ""),
        }
        let mut lines: Vec<String> = title.map(str::to_owned).into_iter().collect();
        lines.extend(drawer.lines());
        Tree { lines, more: drawer.more }
    }
}

/// A line of a tree.
struct Row {
    /// The text of the line: branch lines, followed by the literal.
    text: String,
    reason: ReasonId,
    told: Rendering,
}

/// The state while a tree is drawn.
struct TreeDrawer<'d> {
    draw: &'d Draw<'d>,
    outline: Outline<'d>,
    /// Whether the claims are exactly what the user already asked about.
    is_asked: bool,
    rows: Vec<Row>,
    /// The actions that have been performed before the part that is being drawn.
    after: Vec<&'d str>,
    more: Option<String>,
}

impl<'d> TreeDrawer<'d> {
    /// Draws the children of a reason, or the claims. `rest` is the prefix of their lines.
    fn all(&mut self, below: Option<ReasonId>, reasons: &[ReasonId], rest: &str) {
        for (at, id) in reasons.iter().enumerate() {
            let (branch, next) =
                if at + 1 == reasons.len() { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            self.one((below, at, *id), (&format!("{rest}{branch}"), &format!("{rest}{next}")));
        }
    }

    /// Draws a reason and its children. `first` is the prefix of its first line, `rest` is the prefix of the following
    /// lines.
    fn one(&mut self, (below, at, id): (Option<ReasonId>, usize, ReasonId), (first, rest): (&str, &str)) {
        let draw = self.draw;
        let reason = &draw.reasons[id];
        let told = self.outline.rendering(below, at, id);
        self.rows.push(Row { text: format!("{first}{}", reason.said), reason: id, told });
        match told {
            Rendering::Whole => {
                let is_after = reason.kind == Kind::After;
                if is_after {
                    self.after.push(&reason.said);
                }
                self.all(Some(id), &reason.because, rest);
                if is_after {
                    self.after.pop();
                }
            }
            Rendering::Cut if self.more.is_none() => {
                // Actions alone cannot be queried, so suggest the literal above them instead.
                let asked = if reason.kind == Kind::After { below } else { Some(id) };
                let asked = asked.filter(|_| below.is_some() || !self.is_asked);
                let after = |said, after: &&str| format!("{after}: ({said})");
                let said = asked.map(|id| draw.reasons[id].said.clone());
                self.more = said.map(|said| self.after.iter().rev().fold(said, after));
            }
            Rendering::Cut | Rendering::Named | Rendering::Elsewhere => {}
        }
    }

    /// The rows as lines, with locations and references after the literals.
    fn lines(&self) -> Vec<String> {
        let told = self
            .rows
            .iter()
            .enumerate()
            .filter(|(_, row)| matches!(row.told, Rendering::Whole | Rendering::Cut));
        let referred = told.filter(|(_, row)| self.outline.is_referred(row.reason));
        let numbers: HashMap<ReasonId, (usize, usize)> =
            referred.enumerate().map(|(number, (line, row))| (row.reason, (number + 1, line))).collect();
        let behind = |(line, row): (usize, &Row)| -> String {
            let number = numbers.get(&row.reason);
            let place = match self.draw.reasons[row.reason].kind {
                Kind::Derived(clause, _) => Some((self.draw.place)(clause)),
                _ => None,
            };
            let place = match (number, place) {
                (Some((number, _)), Some(place)) => format!("  % {number}: {place}"),
                (Some((number, _)), None) => format!("  % {number}"),
                (None, Some(place)) => format!("  % {place}"),
                (None, None) => String::new(),
            };
            match (row.told, number) {
                (Rendering::Whole, _) => place,
                (Rendering::Named, _) | (Rendering::Elsewhere, None) => String::new(),
                (Rendering::Elsewhere, Some((number, there))) => {
                    format!("  % as at {number} {}", if *there < line { "above" } else { "below" })
                }
                (Rendering::Cut, _) => format!("{place} …"),
            }
        };
        self.rows
            .iter()
            .enumerate()
            .map(|(line, row)| format!("{}{}", row.text, behind((line, row))))
            .collect()
    }
}
