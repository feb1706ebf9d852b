//! The definitions of a conversation, as one more file at the end of the program.

use crate::checked::{Checked, check_program};
use crate::diagnostic::{Code, Diagnostic, Severity, has_errors};
use crate::files::{FileId, Sources, Span};
use crate::project::{Files, Project};
use crate::syntax::{self, ast};

/// The file name that messages use for definitions of the conversation.
const TYPED: &str = "typed";

/// The file name that messages use for queries.
const QUESTION: &str = "question";

/// Words at the end of a line after which the text continues on the next line.
const GOES_ON: &[&str] = &[",", ":-", "if", ":", ";"];

/// A program with the definitions that were added to it.
#[derive(Clone, Debug)]
pub(super) struct Typed {
    pub(super) project: Project,
    pub(super) files: Files,
    /// The index in the project of the file with the added definitions.
    pub(super) at: usize,
    question: FileId,
    /// The added definitions, one entry for each text that was accepted.
    pub(super) pieces: Vec<String>,
}

/// Diagnostics about a text of definitions, and whether it was accepted.
pub(super) struct TakenInput {
    pub(super) found: Vec<Diagnostic>,
    /// The keywords of items that are allowed only in files. If the text contains such an item, it is refused, and no
    /// other messages are shown.
    pub(super) of_files: Vec<&'static str>,
    /// The items that the text defines.
    pub(super) items: Vec<ast::Item>,
    pub(super) taken: bool,
}

impl Typed {
    pub(super) fn new(mut project: Project, mut files: Files) -> Typed {
        let at = project.add(TYPED, b"");
        let question = project.sources.add(QUESTION, b"");
        files.files.push(at);
        Typed { project, files, at, question, pieces: Vec::new() }
    }

    /// All added definitions.
    pub(super) fn text(&self) -> String {
        self.pieces.concat()
    }

    /// All added definitions, formatted.
    pub(super) fn formatted(&self) -> String {
        syntax::print(self.project.tree(self.at))
    }

    /// Checks the program with the added definitions.
    pub(super) fn check(&self) -> Checked {
        check_program(&self.project, &self.files, None)
    }

    /// Adds definitions to the program if they have no errors.
    pub(super) fn define(&mut self, text: &str) -> TakenInput {
        let before = self.text();
        self.pieces.push(piece(text));
        self.project.replace(self.at, &self.text());
        let tree = self.project.tree(self.at);
        let (typed, items) = (tree.id, tree.items.iter());
        let items: Vec<ast::Item> =
            items.filter(|item| item.span.start as usize >= before.len()).cloned().collect();
        let mut of_files: Vec<&str> = items.iter().filter_map(|item| word_of_files(&item.kind)).collect();
        of_files.dedup();
        if !of_files.is_empty() {
            self.pieces.pop();
            return TakenInput { found: Vec::new(), of_files, items, taken: false };
        }
        let checked = self.check();
        let is_new = |message: &Diagnostic| {
            message.label.span.file == typed && message.label.span.start as usize >= before.len()
        };
        // Unused definitions are not reported: the user will probably use them in a later line.
        let wanted = |message: &&Diagnostic| {
            message.severity == Severity::Error || is_new(message) && message.code != Code::Unused
        };
        let found: Vec<Diagnostic> = checked.diagnostics.iter().filter(wanted).cloned().collect();
        let taken = !has_errors(&found);
        if !taken {
            self.pieces.pop();
        }
        TakenInput { found, of_files, items, taken }
    }

    /// Moves the locations in messages about the latest text, accepted or refused, to the file from which the text was
    /// loaded. That file becomes the last one of the returned sources.
    pub(super) fn as_in_file(
        &self,
        path: &str,
        text: &str,
        found: &[Diagnostic],
    ) -> (Sources, Vec<Diagnostic>) {
        let (mut sources, piece) = (self.project.sources.clone(), piece(text));
        let typed = self.project.tree(self.at).id;
        let begins = (sources.file(typed).text().len() - piece.len()) as u32;
        let file = sources.add(path, piece.as_bytes());
        let is_of_file = |span: &Span| span.file == typed && span.start >= begins;
        let mut found = found.to_vec();
        for message in &mut found {
            let labels = std::iter::once(&mut message.label).chain(&mut message.others);
            let edits = message.fix.iter_mut().flat_map(|fix| &mut fix.edits);
            let spans = labels.map(|label| &mut label.span).chain(edits.map(|edit| &mut edit.span));
            for span in spans.filter(|span| is_of_file(span)) {
                *span = Span { file, start: span.start - begins, end: span.end - begins };
            }
        }
        (sources, found)
    }

    /// Removes a refused text from the program, once its messages have been rendered.
    pub(super) fn settle(&mut self) {
        self.project.replace(self.at, &self.text());
    }

    /// Removes the latest definitions and returns them.
    pub(super) fn undo(&mut self) -> Option<String> {
        let piece = self.pieces.pop()?;
        self.settle();
        Some(piece)
    }

    /// Checks the program together with a query. Returns the program with warnings, or the errors.
    pub(super) fn ask(&mut self, text: &str) -> Result<(Checked, Vec<Diagnostic>), Vec<Diagnostic>> {
        self.project.sources.replace(self.question, text.as_bytes());
        let (query, mut found) = syntax::parse_query(&self.project.sources, self.question);
        if has_errors(&found) {
            return Err(found);
        }
        let checked = check_program(&self.project, &self.files, Some(&query));
        let of_question = |message: &&Diagnostic| {
            message.severity == Severity::Error || message.label.span.file == self.question
        };
        found.extend(checked.diagnostics.iter().filter(of_question).cloned());
        if has_errors(&found) { Err(found) } else { Ok((checked, found)) }
    }
}

/// The text in the form in which it is appended to earlier texts, with one line end.
fn piece(text: &str) -> String {
    format!("{}\n", text.trim_end())
}

/// Whether a text is a definition rather than a query.
pub(super) fn is_definition(text: &str) -> bool {
    let words = words(text);
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let declares = syntax::declaration_words().contains(&word(0));
    declares && !matches!(word(1), "" | "(" | ",") || words.iter().any(|word| word == ":-")
}

/// A text that is entered line by line and may still be incomplete.
#[derive(Default)]
pub(super) struct PartialInput {
    text: String,
    /// The number of open brackets.
    open: i32,
    /// Whether the text continues after its last word; `None` before the first word.
    last_goes_on: Option<bool>,
}

impl PartialInput {
    /// The text so far.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Adds a line. Returns the whole text if it is now complete. A text continues after a word such as `,`, within
    /// brackets, and after a leading comment. An empty line completes any text.
    pub(super) fn line(&mut self, line: &str) -> Option<String> {
        // Accept `?-` before a query, as Prolog writes it.
        let fresh = self.text.is_empty();
        let line = if fresh { line.trim_start().strip_prefix("?-").unwrap_or(line) } else { line };
        self.text.push_str(line);
        self.text.push('\n');
        for word in words(line) {
            self.open += i32::from(word == "(") - i32::from(word == ")");
            self.last_goes_on = Some(GOES_ON.contains(&word.as_str()));
        }
        let goes_on = match self.last_goes_on {
            Some(goes_on) => goes_on || self.open > 0,
            None => self.text.trim_start().starts_with('%'),
        };
        (line.trim().is_empty() || !goes_on).then(|| std::mem::take(self).text)
    }
}

fn words(text: &str) -> Vec<String> {
    let mut sources = Sources::default();
    let file = sources.add("", text.as_bytes());
    syntax::tokens(&sources, file).iter().map(|span| sources.text(*span).to_owned()).collect()
}

/// The keyword of an item that conversations do not accept. Such items describe the program and its game, or belong in
/// other files.
fn word_of_files(item: &ast::ItemKind) -> Option<&'static str> {
    use ast::ItemKind;
    Some(match item {
        ItemKind::Header(_) => "domain`, `base` or `library",
        ItemKind::Use(_) => "use",
        ItemKind::Board(_) => "board",
        ItemKind::Symmetry(_) => "symmetry",
        ItemKind::Players(_) => "players",
        ItemKind::Starts(_) => "starts",
        ItemKind::State(_) => "state",
        ItemKind::Start(_) => "start",
        ItemKind::Move(_) => "move",
        ItemKind::Blocked(_) => "blocked",
        ItemKind::Draw(_) => "draw",
        ItemKind::Margin(_) => "margin",
        ItemKind::Claims(_) => "claims",
        ItemKind::Drawn(_) => "drawn",
        ItemKind::Notation(_) => "notation",
        ItemKind::Extern(_) => "extern",
        ItemKind::Action(_) => "action",
        ItemKind::Open(_) => "open",
        ItemKind::Facts(facts) if facts.from.is_some() => "facts … from",
        ItemKind::Sort(_)
        | ItemKind::Facts(_)
        | ItemKind::Derivation(_)
        | ItemKind::Rule(_)
        | ItemKind::Export(_)
        | ItemKind::Score(_)
        | ItemKind::Preference(_)
        | ItemKind::Error => return None,
    })
}

/// What the items define, such as `open/1` or `the rule t.threat`.
pub(super) fn defined(items: &[ast::Item]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut define = |name: String| {
        if !names.contains(&name) {
            names.push(name);
        }
    };
    for item in items {
        let name = match &item.kind {
            ast::ItemKind::Facts(facts) => {
                facts.atoms.iter().map(signature).for_each(&mut define);
                continue;
            }
            ast::ItemKind::Derivation(derivation) => signature(&derivation.head),
            ast::ItemKind::Rule(rule) => format!("the rule {}", rule.name.text),
            ast::ItemKind::Export(export) => format!("the export {}", export.atom.predicate.text),
            ast::ItemKind::Score(score) => format!("the score {}", score.name.text),
            ast::ItemKind::Preference(preference) => format!("the preference {}", preference.name.text),
            ast::ItemKind::Sort(sort) => format!("the sort {}", sort.name.text),
            _ => continue,
        };
        define(name);
    }
    names
}

fn signature(atom: &ast::Atom) -> String {
    format!("{}/{}", atom.predicate.text, atom.arguments.len())
}

#[cfg(test)]
mod tests {
    use super::{PartialInput, is_definition};

    #[test]
    fn definitions_and_queries_are_distinguished() {
        for text in
            ["p(X) :- q(X)", "fact p(a)", "rule r for white at level 0 if p(X)", "%% Doc.\np(X) :- q(X)"]
        {
            assert!(is_definition(text), "{text}");
        }
        for text in ["p(X), q(X)", "rule(X)", "fact", "¬p(a)", "after place(white, X): (p(X))"] {
            assert!(!is_definition(text), "{text}");
        }
    }

    fn continues(text: &str) -> bool {
        let (mut begun, mut lines) = (PartialInput::default(), text.split('\n').peekable());
        while let Some(line) = lines.next() {
            let ended = begun.line(line).is_some();
            if lines.peek().is_none() {
                return !ended;
            }
            assert!(!ended, "{text}: it ends before its last line");
        }
        false
    }

    #[test]
    fn an_incomplete_text_continues_on_the_next_line() {
        for text in ["p(X) :-", "p(X),", "p(X", "rule r for white at level 0 if", "%% Doc.", "¬(p(X),\nq(X)"]
        {
            assert!(continues(text), "{text}");
        }
        for text in ["p(X)", "p(X) :- q(X)", "p(X) % and so on,", ""] {
            assert!(!continues(text), "{text}");
        }
    }
}
