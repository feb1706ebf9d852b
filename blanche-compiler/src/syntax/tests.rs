//! What the parser takes, what it says about everything else, and that the printer gives back what it was given.

use std::fs;
use std::path::{Path, PathBuf};

use super::ast::{Item, ItemKind, LiteralKind, Sentence};
use super::*;
use crate::diagnostic::Severity;

/// Parses a text.
fn parsed(text: &str) -> (Sources, Parsed) {
    let mut sources = Sources::default();
    let id = sources.add("test", text.as_bytes());
    let parsed = parse(&sources, id);
    (sources, parsed)
}

/// The files in `knowledge/`, with their names.
fn knowledge() -> Vec<(PathBuf, String)> {
    fn collect(folder: &Path, files: &mut Vec<(PathBuf, String)>) {
        let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                collect(&path, files);
            } else if path.extension().is_some_and(|ending| ending == "blanche") {
                let text = fs::read_to_string(&path).unwrap();
                files.push((path, text));
            }
        }
    }
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../knowledge"), &mut files);
    assert!(!files.is_empty(), "there is knowledge to read");
    files
}

/// What was said, a line each: code, labelled text, label.
fn said(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let line = |one: &Diagnostic| {
        let place = sources.position(one.label.span);
        format!("{} {place} `{}` {}: {}\n", one.code, sources.text(one.label.span), one.title, one.label.text)
    };
    diagnostics.iter().map(line).collect()
}

#[test]
fn the_files_in_knowledge_are_read_and_stand_as_they_are_printed() {
    for (path, text) in knowledge() {
        let (sources, parsed) = parsed(&text);
        assert_eq!(said(&sources, &parsed.diagnostics), "", "{}", path.display());
        if std::env::var_os("FORMAT_KNOWLEDGE").is_some() {
            fs::write(&path, print(&parsed.file)).unwrap();
        }
        assert_eq!(print(&parsed.file), text, "{}", path.display());
    }
}
