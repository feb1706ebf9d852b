//! Places of files in the words of the protocol. An answer may have thousands of places: how a file is called and where its lines
//! begin is found out once for each file of an answer.

use std::cell::RefCell;
use std::rc::Rc;

use blanche_sorted::SortedMap;

use blanche_compiler::files::{FileId, Span};
use gen_lsp_types::{Location, Range, Uri};

use super::lines::Lines;
use super::server::Server;

/// The files of one answer.
pub(super) struct Locations<'s> {
    server: &'s Server,
    known: RefCell<SortedMap<FileId, Rc<Known<'s>>>>,
}

/// What is known of a file.
struct Known<'s> {
    /// How the editor calls it, and the number of its text if it holds it; none for files of no place.
    uri: Option<(Uri, Option<i32>)>,
    lines: Lines<'s>,
}

impl<'s> Locations<'s> {
    /// No file is known yet.
    pub(super) fn new(server: &'s Server) -> Locations<'s> {
        Locations { server, known: RefCell::default() }
    }

    fn file(&self, file: FileId) -> Rc<Known<'s>> {
        let fresh = || Rc::new(Known { uri: self.server.uri(file), lines: self.server.lines(file) });
        Rc::clone(self.known.borrow_mut().entry(file).or_insert_with(fresh))
    }

    /// How the editor calls a file, and the number of its text if it holds it; none for files of no place.
    pub(super) fn uri(&self, file: FileId) -> Option<(Uri, Option<i32>)> {
        self.file(file).uri.clone()
    }

    /// Whether the editor can open a file.
    pub(super) fn has_place(&self, file: FileId) -> bool {
        self.file(file).uri.is_some()
    }

    /// A span as a range of the protocol.
    pub(super) fn range(&self, span: Span) -> Range {
        self.file(span.file).lines.range(span)
    }

    /// A span with its file; nothing for files of no place.
    pub(super) fn location(&self, span: Span) -> Option<Location> {
        let file = self.file(span.file);
        let (uri, _) = file.uri.as_ref()?;
        Some(Location { uri: uri.clone(), range: file.lines.range(span) })
    }
}
