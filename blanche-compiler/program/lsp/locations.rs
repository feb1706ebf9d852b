//! Converts spans to protocol locations. An answer may have thousands of locations, so the URI and the line index of
//! each file are computed once per answer.

use std::cell::RefCell;
use std::rc::Rc;

use blanche_sorted::SortedMap;

use blanche_compiler::files::{FileId, Span};
use gen_lsp_types::{Location, Range, Uri};

use super::lines::Lines;
use super::server::Server;

/// Cache of the files that one answer refers to.
pub(super) struct Locations<'s> {
    server: &'s Server,
    known: RefCell<SortedMap<FileId, Rc<LocatedFile<'s>>>>,
}

/// The cached data of one file.
struct LocatedFile<'s> {
    /// The URI of the file, and its version if it is open in the editor. `None` for files that are not on disk.
    uri: Option<(Uri, Option<i32>)>,
    lines: Lines<'s>,
}

impl<'s> Locations<'s> {
    /// Creates an empty cache for one answer.
    pub(super) fn new(server: &'s Server) -> Locations<'s> {
        Locations { server, known: RefCell::default() }
    }

    fn file(&self, file: FileId) -> Rc<LocatedFile<'s>> {
        let fresh = || Rc::new(LocatedFile { uri: self.server.uri(file), lines: self.server.lines(file) });
        Rc::clone(self.known.borrow_mut().entry(file).or_insert_with(fresh))
    }

    /// The URI of a file, and its version if it is open in the editor. `None` for files that are not on disk.
    pub(super) fn uri(&self, file: FileId) -> Option<(Uri, Option<i32>)> {
        self.file(file).uri.clone()
    }

    /// Whether the editor can open the file.
    pub(super) fn has_place(&self, file: FileId) -> bool {
        self.file(file).uri.is_some()
    }

    /// The protocol range of a span.
    pub(super) fn range(&self, span: Span) -> Range {
        self.file(span.file).lines.range(span)
    }

    /// The protocol location of a span. `None` for files that are not on disk.
    pub(super) fn location(&self, span: Span) -> Option<Location> {
        let file = self.file(span.file);
        let (uri, _) = file.uri.as_ref()?;
        Some(Location { uri: uri.clone(), range: file.lines.range(span) })
    }
}
