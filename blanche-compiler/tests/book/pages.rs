//! The chapters of the book: their order, fenced blocks and links.

use std::path::PathBuf;

/// A chapter of the book.
pub(crate) struct Chapter {
    /// The path of the chapter in the folder of chapters.
    pub(crate) name: String,
    pub(crate) text: String,
}

/// A fenced block of a chapter.
pub(crate) struct Block {
    /// The line of the opening fence, from 1.
    pub(crate) line: usize,
    /// The first word after the fence.
    pub(crate) kind: String,
    /// The other words after the fence, such as `file=river.blanche` or `wrong`.
    pub(crate) marks: Vec<String>,
    /// The contents, including the last line end.
    pub(crate) text: String,
}

impl Block {
    /// The value that follows `=` in a mark, such as `NAME` in `file=NAME`.
    pub(crate) fn mark(&self, name: &str) -> Option<&str> {
        self.marks.iter().find_map(|mark| mark.strip_prefix(name)?.strip_prefix('='))
    }

    /// Whether the block has a mark such as `wrong`.
    pub(crate) fn is(&self, mark: &str) -> bool {
        self.marks.iter().any(|known| known == mark)
    }
}

/// The folder of the crate `blanche-compiler`. It is found from the folder of any package whose tests read the book.
pub(crate) fn root() -> PathBuf {
    let above = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut folders = above.flat_map(|folder| [folder.to_owned(), folder.join("blanche-compiler")]);
    folders.find(|folder| folder.join("book/book.toml").is_file()).expect("a folder above has the book")
}

/// The folder of chapters.
pub(crate) fn folder() -> PathBuf {
    root().join("book/src")
}

/// The chapters, in the order of the book.
pub(crate) fn chapters() -> Vec<Chapter> {
    let summary = read("SUMMARY.md");
    let names = links(&summary).into_iter().map(|(_, link)| link);
    names.map(|name| Chapter { text: read(&name), name }).collect()
}

/// The README of the crate. Its examples are tested like those of the book.
pub(crate) fn readme() -> Chapter {
    let name = "../../README.md".to_owned();
    Chapter { text: read(&name), name }
}

/// The Markdown pages that a chapter includes, as separate chapters.
pub(crate) fn included(chapter: &Chapter) -> Vec<Chapter> {
    let here = chapter.name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let paths = chapter.text.lines().filter_map(|line| line.strip_prefix("{{#include ")?.strip_suffix("}}"));
    let names = paths.filter(|path| path.ends_with(".md")).map(|path| format!("{here}/{path}"));
    names.map(|name| Chapter { text: read(&name), name }).collect()
}

/// The text of a file in the folder of chapters.
pub(crate) fn read(name: &str) -> String {
    let path = folder().join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The fenced blocks of a text.
pub(crate) fn blocks(text: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut open = false;
    for (at, line) in text.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(_) if open => open = false,
            Some(words) => {
                let mut words = words.split(',').map(|word| word.trim().to_owned());
                let kind = words.next().unwrap_or_default();
                found.push(Block { line: at + 1, kind, marks: words.collect(), text: String::new() });
                open = true;
            }
            None => {
                if let Some(block) = found.last_mut().filter(|_| open) {
                    block.text.push_str(line);
                    block.text.push('\n');
                }
            }
        }
    }
    assert!(!open, "a block is never closed");
    found
}

/// The links of a text outside fenced blocks and inline code, with their lines.
pub(crate) fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut inside = false;
    for (at, line) in text.lines().enumerate() {
        inside ^= line.starts_with("```");
        if inside {
            continue;
        }
        let spoken: String = line.split('`').step_by(2).collect();
        for part in spoken.split("](").skip(1) {
            if let Some((link, _)) = part.split_once(')') {
                found.push((at + 1, link.to_owned()));
            }
        }
    }
    found
}

/// The commands that a program lists in its help, but that have no section in the book's page about commands.
pub(crate) fn commands_without_a_section(name: &str, help: &str) -> Vec<String> {
    let page = folder().join(format!("reference/{name}.md"));
    let page = std::fs::read_to_string(page).expect("the page can be read");
    let list =
        help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or_default();
    // Continuation lines are indented further.
    let commands =
        list.lines().filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    let commands: Vec<&str> = commands.filter_map(|line| line.split(' ').next()).collect();
    assert!(commands.len() > 4, "the help lists its commands: {help}");
    let lacks =
        |command: &&&str| **command != "help" && !page.contains(&format!("\n$ {name} {command} --help\n"));
    commands.iter().filter(lacks).map(|command| (*command).to_owned()).collect()
}
