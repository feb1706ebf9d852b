//! Executes text on behalf of a running program: code that owns a session passes a string, which may come from a user,
//! from another program or from the program itself.
//!
//! ```text
//! 1. a text has the same lines that a user could type: definitions, queries, and `:do TEXT`, whose text is included
//! 2. the text is checked as a whole, and nothing is executed if any of it has a mistake
//! 3. its definitions are added to the program together; one `:undo` removes all of them
//! 4. then its queries are answered, using all of the definitions
//! ```
//!
//! A text cannot access files. Its length, the depth of nested texts, the number of steps and the work of each query
//! are limited. If a query exceeds a limit, the remaining queries are skipped.

use super::definitions::{PartialInput, is_definition};
use super::session::{NOTHING, Session, Target};
use super::{Table, World};

/// Maximum depth of texts nested by `:do`.
pub const MAX_TEXT_DEPTH: usize = 16;

/// Maximum number of definitions and queries of a text, including nested texts.
pub const MAX_TEXT_STEPS: usize = 10_000;

/// Maximum length of a text, in bytes.
pub const MAX_TEXT_BYTES: usize = 4 << 20;

/// The result of one part of a text.
#[derive(Clone, Debug)]
pub enum Executed {
    /// All definitions were added to the program. The lines are remarks on the definitions.
    Defined(Vec<String>),
    /// A query was answered.
    Answered {
        /// The query as written.
        query: String,
        /// The answers of the query.
        answers: Table,
    },
    /// A query exceeded a limit or was stopped.
    GivenUp {
        /// The query as written.
        query: String,
        /// The reason, as lines of text.
        why: Vec<String>,
    },
}

/// The definitions and queries collected from a text, in order.
#[derive(Default)]
struct Steps {
    definitions: String,
    queries: Vec<String>,
    count: usize,
}

impl<W: World> Session<W> {
    /// Executes a text completely, or not at all if it has a mistake.
    ///
    /// # Errors
    /// The reason why nothing was executed, as lines of text.
    pub fn execute(&mut self, text: &str) -> Result<Vec<Executed>, Vec<String>> {
        let mut steps = Steps::default();
        steps.take(text, 0).map_err(|why| vec![why, NOTHING_DONE.to_owned()])?;
        let mut done = Vec::new();
        let defines = !steps.definitions.is_empty();
        if defines {
            let said = self.define(&steps.definitions).map_err(nothing_done)?;
            done.push(Executed::Defined(said));
        }
        let (mut has_given_up, mut last) = (false, None);
        // Queries change nothing, so a mistake in a later query still leaves everything as it was.
        for query in steps.queries {
            let target = Target::Query(query.clone());
            let ready = match self.ready(&target) {
                Ok(ready) => ready,
                Err(lines) => {
                    if defines {
                        self.typed.undo();
                    }
                    return Err(nothing_done(lines));
                }
            };
            if has_given_up {
                let why = vec!["not evaluated, because an earlier one was given up".to_owned()];
                done.push(Executed::GivenUp { query, why });
                continue;
            }
            done.push(match self.answers(&ready) {
                Ok(answers) => Executed::Answered { query, answers },
                Err(why) => {
                    has_given_up = true;
                    Executed::GivenUp { query, why }
                }
            });
            last = Some(target);
        }
        self.last = last.or_else(|| self.last.take());
        Ok(done)
    }

    /// Removes the latest definitions and returns them. If a whole text was executed, all its definitions are removed
    /// together.
    pub fn withdraw(&mut self) -> Option<String> {
        self.typed.undo()
    }
}

/// The last line of the messages if a text is refused.
const NOTHING_DONE: &str = "nothing was executed";

/// Replaces the remark that nothing was defined, because no part of the text was executed.
fn nothing_done(mut lines: Vec<String>) -> Vec<String> {
    if lines.last().is_some_and(|last| last == NOTHING) {
        lines.pop();
    }
    lines.push(NOTHING_DONE.to_owned());
    lines
}

impl Steps {
    /// Collects the steps of a text at this depth of nesting.
    fn take(&mut self, text: &str, depth: usize) -> Result<(), String> {
        if depth > MAX_TEXT_DEPTH {
            return Err(format!("texts are nested more than {MAX_TEXT_DEPTH} deep"));
        }
        if text.len() > MAX_TEXT_BYTES {
            return Err(format!("a text of more than {} MiB is not executed", MAX_TEXT_BYTES >> 20));
        }
        let (mut begun, mut whole) = (PartialInput::default(), String::new());
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            let fresh = begun.text().is_empty() && whole.is_empty();
            if fresh && line.trim().is_empty() {
                continue;
            }
            if let Some(command) = line.trim().strip_prefix(':').filter(|_| fresh) {
                let (word, argument) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
                if word != "do" {
                    return Err(format!(
                        "`:{word}` is interactive: a text has only queries, definitions and `:do`"
                    ));
                }
                self.take(&unescaped(argument.trim()), depth + 1)?;
                continue;
            }
            if let Some(text) = begun.line(line) {
                whole.push_str(&text);
                // A definition continues in lines that are indented further than its first line.
                let goes_on = |next: &&str| !next.trim().is_empty() && indent(next) > indent(&whole);
                if !is_definition(&whole) || !lines.peek().is_some_and(goes_on) {
                    self.step(std::mem::take(&mut whole))?;
                }
            }
        }
        self.step(whole + begun.text())
    }

    fn step(&mut self, text: String) -> Result<(), String> {
        let is_comment = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('%');
        if text.lines().all(is_comment) {
            return Ok(());
        }
        self.count += 1;
        if self.count > MAX_TEXT_STEPS {
            return Err(format!("a text has more than {MAX_TEXT_STEPS} definitions and queries"));
        }
        if is_definition(&text) {
            self.definitions.push_str(&text);
        } else {
            self.queries.push(text.trim().to_owned());
        }
        Ok(())
    }
}

/// The indentation of a text, in bytes.
fn indent(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}

/// Undoes the escapes of a text written on one line: `\n` is a line end, and `\\` is `\`.
pub(super) fn unescaped(text: &str) -> String {
    let mut unescaped = String::with_capacity(text.len());
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        if sign != '\\' {
            unescaped.push(sign);
            continue;
        }
        match signs.next() {
            Some('n') => unescaped.push('\n'),
            Some('\\') | None => unescaped.push('\\'),
            Some(other) => unescaped.extend(['\\', other]),
        }
    }
    unescaped
}
