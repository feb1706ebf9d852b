//! Renders a manual as a self-contained HTML page without scripts, readable on a phone and in print.

use std::collections::HashSet;

use blanche_sorted::Arrange;

use super::{Chapter, Entry, Kind, Manual, Modes};
use crate::markup::{MAKER, escaped};

/// The style sheet of a page.
const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #5b6470; --line: #d5dae0; --ground: #fff; --code: #f4f6f8; --link: #0b57d0 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e7eb; --soft: #a2abb6; --line: #3a424c; --ground: #15181c; --code: #1f242a; --link: #8ab4f8 }
}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 52rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground) }
a { color: var(--link); text-decoration: none }
a:hover { text-decoration: underline }
h1 { font-size: 1.7rem; line-height: 1.2; margin: .5rem 0 }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .3rem; padding-top: .6rem; border-top: 2px solid var(--line); overflow-wrap: anywhere }
h3 { font: 600 1rem/1.4 ui-monospace, Menlo, Consolas, monospace; margin: 1.8rem 0 .2rem; overflow-wrap: anywhere }
h3 .kind { font: .75rem system-ui, sans-serif; color: var(--soft); margin-left: .5rem; white-space: nowrap }
code, pre { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .88em }
pre { background: var(--code); padding: .6rem .7rem; border-radius: .3rem; line-height: 1.45; white-space: pre-wrap; overflow-wrap: anywhere }
p { margin: .4rem 0 }
.soft { color: var(--soft); font-size: .9rem }
table { border-collapse: collapse; font-size: .9rem; display: block; overflow-x: auto }
th, td { text-align: left; padding: .2rem .7rem .2rem 0; border-bottom: 1px solid var(--line); font-weight: normal }
th { color: var(--soft) }
nav ul { padding: 0; margin: .2rem 0 .6rem; list-style: none; display: flex; flex-wrap: wrap; gap: .1rem 1rem }
summary { cursor: pointer; font-weight: 600 }
.pictures { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: flex-start }
figure { margin: .6rem 0; max-width: 22rem }
figure svg { max-width: 100%; height: auto; display: block }
figcaption { font-size: .9rem; margin-top: .3rem }
";

/// Renders a manual as a page. `picture` returns the HTML that illustrates a rule, which may be empty.
pub fn page(manual: &Manual, picture: &mut dyn FnMut(&str) -> String) -> String {
    let mut text = head(&manual.name);
    text.push_str(&format!("<h1>{}</h1>\n", escaped(&manual.name)));
    text.push_str(&paragraphs(&manual.doc));
    text.push_str(&contents(manual));
    let mut seen: HashSet<&str> = HashSet::new();
    for chapter in manual.files.iter().filter(|file| !file.entries.is_empty()) {
        text.push_str(&file(chapter, chapter.doc == manual.doc, &mut seen, picture));
    }
    text.push_str("</body>\n</html>\n");
    text
}

/// The file name of the index page.
pub const INDEX: &str = "index.html";

/// Renders a page for each manual and an index page, as file names and texts. `picture` returns the HTML that
/// illustrates a rule of one of the manuals.
pub fn pages(manuals: &[Manual], picture: &mut dyn FnMut(usize, &str) -> String) -> Vec<(String, String)> {
    let mut pages: Vec<(String, String)> = Vec::new();
    let mut text = head("Manual");
    text.push_str("<h1>Manual</h1>\n");
    for (at, manual) in manuals.iter().enumerate() {
        let stem = manual.name.rsplit('/').next().unwrap_or_default().trim_end_matches(".blanche");
        let mut name = format!("{stem}.html");
        while name == INDEX || pages.iter().any(|(known, _)| *known == name) {
            name = format!("{}-{}.html", name.trim_end_matches(".html"), at + 1);
        }
        text.push_str(&format!("<h2><a href=\"{}\">{}</a></h2>\n", escaped(&name), escaped(&manual.name)));
        text.push_str(&paragraphs(&manual.doc));
        pages.push((name, page(manual, &mut |rule| picture(at, rule))));
    }
    text.push_str("</body>\n</html>\n");
    pages.push((INDEX.to_owned(), text));
    pages
}

fn head(title: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta name=\"generator\" content=\"{MAKER}\">\n<title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n",
        escaped(title)
    )
}

/// The table of contents, grouped by kind of entry.
fn contents(manual: &Manual) -> String {
    let mut entries: Vec<&Entry> = manual.entries().collect();
    let named = |entry: &Entry| match entry.kind {
        Kind::State => "What positions consist of".to_owned(),
        Kind::Move => "Moves".to_owned(),
        Kind::Draw => "Draws".to_owned(),
        Kind::Game => "The rest of the game".to_owned(),
        Kind::Rule(level) => format!("Rules of level {level}"),
        Kind::Export => "Exports".to_owned(),
        Kind::Score => "Scores".to_owned(),
        Kind::Preference => "Preferences".to_owned(),
        Kind::Derived => "Derived predicates".to_owned(),
        Kind::Extern => "Predicates of the host".to_owned(),
        Kind::Action => "Actions".to_owned(),
        Kind::Sort => "Sorts and players".to_owned(),
    };
    // Rules keep their order, and predicates are sorted by name.
    entries.arrange_by_key(|entry| {
        let name = if matches!(entry.kind, Kind::Derived | Kind::Extern) { entry.title.as_str() } else { "" };
        (entry.kind, name.to_owned())
    });
    entries.dedup_by(|a, b| a.anchor == b.anchor);
    let mut text = "<nav>\n".to_owned();
    let mut last = String::new();
    for entry in entries {
        let heading = named(entry);
        if heading != last {
            let end = if last.is_empty() { "" } else { "</ul></details>\n" };
            let is_open =
                matches!(entry.kind, Kind::Rule(_) | Kind::Export | Kind::State | Kind::Move | Kind::Draw);
            let open = if is_open { " open" } else { "" };
            text.push_str(&format!("{end}<details{open}><summary>{heading}</summary><ul>\n"));
            last = heading;
        }
        let title = entry
            .title
            .trim_start_matches("export ")
            .trim_start_matches("score ")
            .trim_start_matches("sort ");
        text.push_str(&format!("<li>{}</li>\n", link(&entry.anchor, &super::short(title))));
    }
    if !last.is_empty() {
        text.push_str("</ul></details>\n");
    }
    text.push_str("</nav>\n");
    text
}

/// The section of a file. `said` tells whether the comment of the file is already shown above, and `seen` has the
/// anchors already used.
fn file<'m>(
    chapter: &'m Chapter,
    said: bool,
    seen: &mut HashSet<&'m str>,
    picture: &mut dyn FnMut(&str) -> String,
) -> String {
    let mut text = format!("<section>\n<h2>{}</h2>\n", escaped(&chapter.name));
    if !said {
        text.push_str(&paragraphs(&chapter.doc));
    }
    for entry in &chapter.entries {
        // Clauses of a predicate may be in several entries. Links lead to the first of these entries.
        let id = if seen.insert(&entry.anchor) {
            format!(" id=\"{}\"", escaped(&entry.anchor))
        } else {
            String::new()
        };
        text.push_str(&one(entry, &id, picture));
    }
    text.push_str("</section>\n");
    text
}

fn one(entry: &Entry, id: &str, picture: &mut dyn FnMut(&str) -> String) -> String {
    let kind = match entry.kind {
        Kind::Rule(level) => format!("rule of level {level}"),
        Kind::Extern => "answered by the host".to_owned(),
        Kind::Action => "made by the host".to_owned(),
        Kind::Export
        | Kind::Score
        | Kind::Preference
        | Kind::Derived
        | Kind::Sort
        | Kind::State
        | Kind::Move
        | Kind::Draw
        | Kind::Game => String::new(),
    };
    let title = entry.title.trim_start_matches("extern ").trim_start_matches("action ");
    let title = title.trim_start_matches("open ");
    let mut text = format!(
        "<article{id}>\n<h3>{} <span class=\"kind\">{kind}</span></h3>\n{}",
        escaped(title),
        paragraphs(&entry.doc)
    );
    text.push_str("<pre><code>");
    for piece in &entry.source {
        match &piece.link {
            Some(anchor) => text.push_str(&link(anchor, &piece.text)),
            None => text.push_str(&escaped(&piece.text)),
        }
    }
    text.push_str("</code></pre>\n");
    if let Some(modes) = &entry.modes {
        text.push_str(&table(modes));
    }
    for note in &entry.notes {
        text.push_str(&format!("<p>{}</p>\n", spoken(note)));
    }
    for rule in &entry.rules {
        text.push_str(&picture(rule));
    }
    let users: Vec<String> = entry.users.iter().map(|(title, anchor)| link(anchor, title)).collect();
    let used = if users.is_empty() { String::new() } else { format!(" · used by {}", users.join(", ")) };
    text.push_str(&format!("<p class=\"soft\">{}{used}</p>\n</article>\n", escaped(&entry.place)));
    text
}

/// The table of the modes of a predicate: which arguments must be bound, and which the host returns.
fn table(modes: &Modes) -> String {
    let names: Vec<String> =
        modes.parameters.iter().map(|name| format!("<th>{}</th>", escaped(name))).collect();
    let mut text = format!("<table><tr>{}<th>the host</th></tr>\n", names.concat());
    for (bound, answers) in &modes.rows {
        let cell = |bound: &bool| if *bound { "<td>bound</td>" } else { "<td>free</td>" };
        let cells: Vec<&str> = bound.iter().map(cell).collect();
        // A mode written without an argument list binds all arguments.
        let rest = "<td>bound</td>".repeat(modes.parameters.len().saturating_sub(bound.len()));
        text.push_str(&format!("<tr>{}{rest}<td>{}</td></tr>\n", cells.concat(), escaped(answers)));
    }
    text.push_str("</table>\n");
    text
}

fn link(anchor: &str, text: &str) -> String {
    format!("<a href=\"#{}\">{}</a>", escaped(anchor), escaped(text))
}

/// Minimum indentation, in spaces, of a line that is not prose.
const INDENT: usize = 2;

/// A doc comment as paragraphs, which are separated by empty lines. Indented lines, such as a diagram, are
/// preformatted.
fn paragraphs(doc: &[String]) -> String {
    let text = doc.join("\n");
    let paragraphs = text.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty());
    paragraphs.map(paragraph).collect()
}

fn paragraph(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let indent = lines.iter().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    if indent < INDENT {
        return format!("<p>{}</p>\n", spoken(text.trim()));
    }
    let lines: Vec<String> = lines.iter().map(|line| escaped(&line[indent..]).to_string()).collect();
    format!("<pre>{}</pre>\n", lines.join("\n"))
}

/// Converts the Markdown of a doc comment to HTML: `code`, *emphasis* and **strong** emphasis.
pub fn spoken(text: &str) -> String {
    let mut spoken = String::new();
    for (at, part) in text.split('`').enumerate() {
        if at % 2 == 1 {
            spoken.push_str(&format!("<code>{}</code>", escaped(part)));
            continue;
        }
        let weak = |words: &str| between(words, "*", "em", &|words| escaped(words));
        spoken.push_str(&between(part, "**", "strong", &weak));
    }
    spoken
}

/// Replaces pairs of a mark, such as `*`, by an opening and a closing tag. Unpaired marks are kept.
fn between(text: &str, mark: &str, tag: &str, inside: &dyn Fn(&str) -> String) -> String {
    let is_paired = text.matches(mark).count().is_multiple_of(2);
    let mut spoken = String::new();
    for (at, words) in text.split(mark).enumerate() {
        match (at, is_paired) {
            (0, _) => {}
            (_, false) => spoken.push_str(mark),
            (_, true) if at % 2 == 1 => spoken.push_str(&format!("<{tag}>")),
            (_, true) => spoken.push_str(&format!("</{tag}>")),
        }
        spoken.push_str(&inside(words));
    }
    spoken
}
