//! The items of trees by where they stand.

use std::collections::BTreeMap;

use super::ast::{File, Item, ItemKind};
use crate::files::Span;

/// The trees behind clauses and rules, by where they stand: for the heads, whose places the program leaves out.
pub(crate) struct Items<'a> {
    pub(crate) by_span: BTreeMap<Span, &'a Item>,
}

impl<'a> Items<'a> {
    pub(crate) fn new(files: &[&'a File]) -> Items<'a> {
        let items = files.iter().flat_map(|file| &file.items);
        Items { by_span: items.map(|item| (item.span, item)).collect() }
    }

    /// The clause or rule in which a place lies.
    pub(crate) fn around(&self, place: Span) -> Option<Span> {
        let (item, _) = self.by_span.range(..=Span { end: u32::MAX, ..place }).next_back()?;
        (item.file == place.file && place.end <= item.end).then_some(*item)
    }

    /// The item in which a place begins, or behind which it is.
    pub(crate) fn beginning_at(&self, place: Span) -> Option<&'a Item> {
        let (span, item) = self.by_span.range(..=Span { end: u32::MAX, ..place }).next_back()?;
        (span.file == place.file && place.start <= span.end).then_some(*item)
    }

    /// The head of the clause or rule that stands at `span`; all of it where its tree is not known.
    pub(crate) fn head(&self, span: Span) -> Span {
        match self.by_span.get(&span).map(|item| &item.kind) {
            Some(ItemKind::Derivation(derivation)) => derivation.head.span,
            Some(ItemKind::Rule(rule)) => rule.head,
            Some(ItemKind::Score(score)) => score.head,
            Some(ItemKind::Export(export)) => export.atom.span,
            Some(ItemKind::Move(one)) => one.head,
            Some(ItemKind::Draw(draw)) => draw.head,
            Some(ItemKind::Margin(margin)) => margin.head,
            Some(ItemKind::Claims(claims)) => claims.head,
            Some(ItemKind::Preference(preference)) => preference.head,
            _ => span,
        }
    }
}
