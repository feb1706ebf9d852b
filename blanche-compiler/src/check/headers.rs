//! `B0204`: a file has at most one header (`domain`, `base`, `library`), before all other items. That a program has a
//! single domain is checked during name resolution.
//!
//! `B0211`: the name of a domain or a base must be a valid file name.

use crate::diagnostic::{Code, Diagnostic};
use crate::names::Resolved;
use crate::syntax::ast::{self, HeaderKind, ItemKind};

/// Reports misplaced headers and invalid names.
pub(super) fn check(files: &[&ast::File], resolved: &Resolved) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for file in files {
        found.extend(misplaced(file));
        found.extend(file.items.iter().filter_map(no_file));
    }
    // If a file contains the second domain of a program, that has been reported, so no message about a second header in
    // this file is needed.
    found.retain(|message: &Diagnostic| {
        !resolved
            .diagnostics
            .iter()
            .any(|known| known.code == message.code && known.label.span == message.label.span)
    });
    found
}

fn misplaced(file: &ast::File) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut first_header: Option<&ast::Item> = None;
    let mut first_item: Option<&ast::Item> = None;
    for item in &file.items {
        match &item.kind {
            ItemKind::Header(header) => {
                match (first_header, first_item) {
                    (Some(first), _) => found.push(second(item, header, first)),
                    (None, Some(first)) => found.push(late(item, header, first)),
                    (None, None) => {}
                }
                first_header = first_header.or(Some(item));
            }
            // An unreadable item has its own message.
            ItemKind::Error => continue,
            _ => {}
        }
        first_item = first_item.or(Some(item));
    }
    found
}

fn second(item: &ast::Item, header: &ast::Header, first: &ast::Item) -> Diagnostic {
    Diagnostic::new(
        Code::HeaderPlace,
        "a file has one header",
        item.span,
        format!("`{}` again", word(header.kind)),
    )
    .and(first.span, "the first one")
    .hint("remove one of the two, or move what belongs to the second into a file of its own")
}

fn late(item: &ast::Item, header: &ast::Header, first: &ast::Item) -> Diagnostic {
    let word = word(header.kind);
    Diagnostic::new(
        Code::HeaderPlace,
        format!("`{word}` comes first in its file"),
        item.span,
        "this comes too late",
    )
    .and(first.span.before(), "it belongs before this")
    .hint(format!("move the line `{word}` to the beginning of the file"))
}

/// Maximum length of the name of a domain or a base, in bytes. File names add a prefix and a suffix to it.
const MAX_NAME_LENGTH: usize = 100;

/// Reports a name that is not a valid file name, or is a path.
fn no_file(item: &ast::Item) -> Option<Diagnostic> {
    let ItemKind::Header(ast::Header { kind, name: Some(name) }) = &item.kind else { return None };
    let label = if name.text.contains(['/', '\\', ':']) {
        "this is a path"
    } else if name.text.starts_with('.') {
        "files that begin with a full stop are hidden"
    } else if name.text.len() > MAX_NAME_LENGTH {
        "this has more than 100 bytes"
    } else {
        return None;
    };
    let title = format!("this cannot be the name of a {}", word(*kind));
    let hint = "write a word of letters, digits and hyphens: files and folders get this name";
    Some(Diagnostic::new(Code::HeaderName, title, name.span, label).hint(hint))
}

fn word(kind: HeaderKind) -> &'static str {
    match kind {
        HeaderKind::Domain => "domain",
        HeaderKind::Base => "base",
        HeaderKind::Library => "library",
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::codes;
    use crate::diagnostic::Code;

    #[test]
    fn a_header_after_an_item_is_reported() {
        assert_eq!(codes("library\nfact p(a)\n"), []);
        assert_eq!(codes("fact p(a)\nlibrary\n"), [Code::HeaderPlace]);
    }

    #[test]
    fn a_second_header_is_reported() {
        assert_eq!(codes("library\nlibrary\nfact p(a)\n"), [Code::HeaderPlace]);
        assert_eq!(codes("library\nbase b\nfact p(a)\nlibrary\n"), [Code::HeaderPlace, Code::HeaderPlace]);
    }

    #[test]
    fn the_name_of_a_base_must_be_a_valid_file_name() {
        let long = "n".repeat(super::MAX_NAME_LENGTH + 1);
        for name in ["../../x", "/x/y", "a/b", &long] {
            assert_eq!(codes(&format!("base {name}\nfact p(a)\n")), [Code::HeaderName], "{name}");
        }
        assert_eq!(codes(&format!("base {}\nfact p(a)\n", &long[1..])), []);
        assert_eq!(codes("base rules-2001\nfact p(a)\n"), []);
    }

    #[test]
    fn comments_may_precede_the_header() {
        assert_eq!(codes("% about this file\n\n%% what it holds\nlibrary\n\nfact p(a)\n"), []);
    }
}
