//! Completion: commands, and what an editor would suggest at the same position of a rule file.

use crate::service::Workspace;
use crate::service::completion::{Piece, complete};

use super::commands::COMMANDS;
use super::definitions::is_definition;
use super::{Session, World};

/// Text put before a query to make it a clause, so that it can be completed in the same way as a clause in a file.
const ASKED: &str = "asked.here :- ";

/// A suggested completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The text shown in the list of suggestions.
    pub label: String,
    /// The text that replaces the word before the cursor.
    pub text: String,
}

impl<W: World> Session<W> {
    /// Returns where the word before the cursor begins in `line`, and its completions.
    pub fn complete(&self, line: &str, cursor: usize) -> (usize, Vec<Completion>) {
        let mut cursor = cursor.min(line.len());
        while !line.is_char_boundary(cursor) {
            cursor -= 1;
        }
        let before = &line[..cursor];
        match before.trim_start().strip_prefix(':') {
            Some(command) => match command.split_once(char::is_whitespace) {
                None => self.complete_command(before, command),
                Some((_, query)) => self.complete_text(before, query),
            },
            None => self.complete_text(before, before),
        }
    }

    fn complete_command(&self, before: &str, word: &str) -> (usize, Vec<Completion>) {
        let commands = COMMANDS.iter().chain(self.world.commands());
        let fits = commands.filter(|(known, ..)| known.starts_with(word));
        let found = fits.map(|(known, argument, _)| Completion {
            label: format!(":{known} {argument}").trim_end().to_owned(),
            text: format!("{known}{}", if argument.is_empty() { "" } else { " " }),
        });
        (before.len() - word.len(), found.collect())
    }

    /// Completes `text` as an editor would, with the definitions typed so far as the preceding text.
    fn complete_text(&self, before: &str, text: &str) -> (usize, Vec<Completion>) {
        let mut project = self.typed.project.clone();
        let begun = self.begun();
        let asked = if is_definition(&format!("{begun}{text}")) { "" } else { ASKED };
        let all = format!("{}{asked}{begun}{text}", self.typed.text());
        project.replace(self.typed.at, &all);
        let file = project.tree(self.typed.at).id;
        let workspace = Workspace::of(project, self.typed.files.clone());
        let mut start = before.len();
        let mut found = Vec::new();
        for suggestion in complete(&workspace, file, all.len() as u32) {
            let written = &all[suggestion.replaces.start as usize..];
            start = before.len() - written.len().min(before.len());
            let Some(Piece::Text(name)) = suggestion.pieces.first() else { continue };
            if name.starts_with(written) {
                let opens = if suggestion.pieces.len() > 1 { "(" } else { "" };
                found.push(Completion { label: suggestion.label, text: format!("{name}{opens}") });
            }
        }
        (start, found)
    }
}
