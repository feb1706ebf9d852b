//! Derivations as trees of text. What is told once is referred to everywhere else, by a number.
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

use super::outline::{OtherWords, Outline, Told};
use super::reasons::{Kind, ReasonId, Reasons};
use crate::files::Span;

/// A tree has so many lines, about; what stands least deep comes first.
const LINES: usize = 400;

/// A tree as lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The lines.
    pub lines: Vec<String>,
    /// The first body of which it is not shown why it holds: its line ends with `…`.
    pub more: Option<String>,
}

impl Tree {
    /// How to see what is not shown.
    pub fn remark(&self) -> Option<String> {
        let more = self.more.as_ref()?;
        Some(format!("… stands for more than is shown: `:why {more}` in a conversation shows it"))
    }
}

/// Draws trees.
pub struct Draw<'d> {
    /// What there is to draw.
    pub reasons: &'d Reasons,
    /// What is said of a clause behind a literal that follows from it.
    pub place: &'d dyn Fn(Span) -> String,
}

impl<'d> Draw<'d> {
    /// A literal with what it follows from. What is given in other words is not followed further.
    pub fn claim(&self, claim: ReasonId) -> Tree {
        self.tree(None, &[claim], OtherWords::Named)
    }

    /// Several of them below a title.
    pub fn claims(&self, title: &str, claims: &[ReasonId]) -> Tree {
        self.tree(Some(title), claims, OtherWords::Named)
    }

    /// The same for what somebody asked: of that, what is given in other words is followed down to what is given.
    pub fn asked(&self, title: &str, claims: &[ReasonId]) -> Tree {
        self.tree(Some(title), claims, OtherWords::Asked)
    }

    fn tree(&self, title: Option<&str>, claims: &[ReasonId], words: OtherWords) -> Tree {
        let outline = Outline::new(self.reasons, claims, words, Some(LINES));
        let is_asked = title.is_some();
        let mut pen = Pen { draw: self, outline, is_asked, rows: Vec::new(), after: Vec::new(), more: None };
        match title {
            None => pen.one((None, 0, claims[0]), ("", "")),
            Some(_) => pen.all(None, claims, ""),
        }
        let mut lines: Vec<String> = title.map(str::to_owned).into_iter().collect();
        lines.extend(pen.lines());
        Tree { lines, more: pen.more }
    }
}

/// A line of a tree.
struct Row {
    /// The lines of the tree in front of it, and the literal.
    text: String,
    reason: ReasonId,
    told: Told,
}

/// A tree under way.
struct Pen<'d> {
    draw: &'d Draw<'d>,
    outline: Outline<'d>,
    /// Whether the claims are what was asked already.
    is_asked: bool,
    rows: Vec<Row>,
    /// The actions after which what is drawn now holds.
    after: Vec<&'d str>,
    more: Option<String>,
}

impl<'d> Pen<'d> {
    /// What stands below a reason, or the claims, behind what stands in front of their lines.
    fn all(&mut self, below: Option<ReasonId>, reasons: &[ReasonId], rest: &str) {
        for (at, id) in reasons.iter().enumerate() {
            let (branch, next) =
                if at + 1 == reasons.len() { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            self.one((below, at, *id), (&format!("{rest}{branch}"), &format!("{rest}{next}")));
        }
    }

    /// A reason behind what stands in front of its first line and of the others.
    fn one(&mut self, (below, at, id): (Option<ReasonId>, usize, ReasonId), (first, rest): (&str, &str)) {
        let draw = self.draw;
        let reason = &draw.reasons[id];
        let told = self.outline.told(below, at, id);
        self.rows.push(Row { text: format!("{first}{}", reason.said), reason: id, told });
        match told {
            Told::Whole => {
                let is_after = reason.kind == Kind::After;
                if is_after {
                    self.after.push(&reason.said);
                }
                self.all(Some(id), &reason.because, rest);
                if is_after {
                    self.after.pop();
                }
            }
            Told::Cut if self.more.is_none() => {
                // Actions alone are no body: then it is asked about what they are said of.
                let asked = if reason.kind == Kind::After { below } else { Some(id) };
                let asked = asked.filter(|_| below.is_some() || !self.is_asked);
                let after = |said, after: &&str| format!("{after}: ({said})");
                let said = asked.map(|id| draw.reasons[id].said.clone());
                self.more = said.map(|said| self.after.iter().rev().fold(said, after));
            }
            Told::Cut | Told::Named | Told::Elsewhere => {}
        }
    }

    /// The rows as lines, with what stands behind the literals.
    fn lines(&self) -> Vec<String> {
        let told =
            self.rows.iter().enumerate().filter(|(_, row)| matches!(row.told, Told::Whole | Told::Cut));
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
                (Told::Whole, _) => place,
                (Told::Named, _) | (Told::Elsewhere, None) => String::new(),
                (Told::Elsewhere, Some((number, there))) => {
                    format!("  % as at {number} {}", if *there < line { "above" } else { "below" })
                }
                (Told::Cut, _) => format!("{place} …"),
            }
        };
        self.rows
            .iter()
            .enumerate()
            .map(|(line, row)| format!("{}{}", row.text, behind((line, row))))
            .collect()
    }
}
