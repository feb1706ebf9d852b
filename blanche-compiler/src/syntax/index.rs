//! Finds items by their position.

use blanche_sorted::SortedMap;

use super::ast::{File, Item, ItemKind};
use crate::files::Span;

/// The items of all files, by span. They are used to find the heads of clauses and rules, because the program does not
/// store the spans of heads.
pub(crate) struct Items<'a> {
    pub(crate) by_span: SortedMap<Span, &'a Item>,
}

impl<'a> Items<'a> {
    pub(crate) fn new(files: &[&'a File]) -> Items<'a> {
        let items = files.iter().flat_map(|file| &file.items);
        Items { by_span: items.map(|item| (item.span, item)).collect() }
    }

    /// The span of the item that contains `place`.
    pub(crate) fn around(&self, place: Span) -> Option<Span> {
        let (item, _) = self.by_span.range(..=Span { end: u32::MAX, ..place }).next_back()?;
        (item.file == place.file && place.end <= item.end).then_some(*item)
    }

    /// The item that contains the start of `place`, or that ends at this start.
    pub(crate) fn beginning_at(&self, place: Span) -> Option<&'a Item> {
        let (span, item) = self.by_span.range(..=Span { end: u32::MAX, ..place }).next_back()?;
        (span.file == place.file && place.start <= span.end).then_some(*item)
    }

    /// The span of the head of the clause or rule at `span`. If there is no tree for the clause or rule, `span` itself
    /// is returned.
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
