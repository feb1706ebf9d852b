//! Text that a running program executes: whoever talks to a session hands over a string, which may come from a person, from another
//! program, or from this one.
//!
//! ```text
//! 1. a text is lines as somebody would type them: definitions, queries, and `:do TEXT`, which is executed with it
//! 2. it is checked as a whole, and does nothing where any of it has a mistake
//! 3. its definitions join the program at once; one `:undo` takes all of them back
//! 4. then its queries are answered, by all of the definitions
//! ```
//!
//! No text reaches a file. How long a text is, how deep texts stand in texts, how many steps they have and how much work each
//! query takes is limited; after a query that was given up no other is asked.

use super::session::{NOTHING, Session, Target};
use super::typed::{Begun, is_definition};
use super::{Table, World};

/// Texts stand in texts no deeper than this.
pub const DEEPEST_TEXT: usize = 16;

/// A text has so many definitions and queries at most, with those of the texts in it.
pub const MOST_TEXT_STEPS: usize = 10_000;

/// A text has so many bytes at most.
pub const LONGEST_TEXT: usize = 4 << 20;

/// What came of a part of a text.
#[derive(Clone, Debug)]
pub enum Executed {
    /// All that it defines has joined the program: what is to be said of that, in lines.
    Defined(Vec<String>),
    /// A query has these answers.
    Answered {
        /// The query as it was written.
        query: String,
        /// The answers.
        answers: Table,
    },
    /// A query was given up.
    GivenUp {
        /// The query as it was written.
        query: String,
        /// Why, in lines.
        why: Vec<String>,
    },
}

/// Texts of queries and definitions in their order.
#[derive(Default)]
struct Steps {
    definitions: String,
    queries: Vec<String>,
    count: usize,
}

impl<W: World> Session<W> {
    /// Executes a text: all of it, or nothing where it has a mistake.
    ///
    /// # Errors
    /// In lines, why nothing was done.
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
        // An answer changes nothing, so a mistake in a later query still finds everything as it was.
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
                let why = vec!["not asked, because one before it was given up".to_owned()];
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

    /// Takes back what was defined last, all of a text that was executed; gives it.
    pub fn withdraw(&mut self) -> Option<String> {
        self.typed.undo()
    }
}

/// How messages end where a text was refused.
const NOTHING_DONE: &str = "nothing was executed";

/// Says that all of a text was refused, and not only what it defines.
fn nothing_done(mut lines: Vec<String>) -> Vec<String> {
    if lines.last().is_some_and(|last| last == NOTHING) {
        lines.pop();
    }
    lines.push(NOTHING_DONE.to_owned());
    lines
}

impl Steps {
    /// Takes up the lines of a text that stands so deep in others.
    fn take(&mut self, text: &str, depth: usize) -> Result<(), String> {
        if depth > DEEPEST_TEXT {
            return Err(format!("texts stand in texts more than {DEEPEST_TEXT} deep"));
        }
        if text.len() > LONGEST_TEXT {
            return Err(format!("a text of more than {} MiB is not executed", LONGEST_TEXT >> 20));
        }
        let (mut begun, mut whole) = (Begun::default(), String::new());
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
                        "`:{word}` is for people: a text has queries, definitions and `:do`"
                    ));
                }
                self.take(&unescaped(argument.trim()), depth + 1)?;
                continue;
            }
            if let Some(text) = begun.line(line) {
                whole.push_str(&text);
                // A definition goes on in lines that stand further to the right than its first one.
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
        if self.count > MOST_TEXT_STEPS {
            return Err(format!("a text has more than {MOST_TEXT_STEPS} definitions and queries"));
        }
        if is_definition(&text) {
            self.definitions.push_str(&text);
        } else {
            self.queries.push(text.trim().to_owned());
        }
        Ok(())
    }
}

/// How far to the right a text begins.
fn indent(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}

/// A text that is written in a line: `\n` stands for the end of one of its lines, and `\\` for `\`.
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
