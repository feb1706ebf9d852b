//! Reads and writes `survivors.txt`, a file next to the rules. It lists the mutants of a base that no check notices,
//! each with the reason.
//!
//! ```text
//! # a remark
//! five-in-a-row/level-5.blanche: cross.2 for Color against Other: empty(Field1) left out
//! five-in-a-row/level-5.blanche: cross.2 for Color against Other: in(Field1, Group2) left out
//!     Why both of them answer the same; a reason belongs to all lines above it, up to the last reason.
//! ```

use std::collections::HashSet;
use std::fmt;

use blanche_sorted::SortedMap;

use crate::mutants::Mutant;
use blanche_compiler::files::{OutputMark, Protection};
use noire_engine::bases::sidecars;
use noire_engine::record::{Location, ProblemKind, Problems, lines};
use noire_engine::world::World;

/// The first words of a list of surviving mutants, by which commands recognise such a file.
pub const FILE_MARK: OutputMark =
    OutputMark { begins: "# Mutants of ", has: "", protection: Protection::None };

/// The names of mutants, and the reasons why they survive, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survivors {
    /// Comments of authors, including their `#`.
    remarks: Vec<String>,
    /// Groups of mutants that survive for the same reason, each with that reason.
    pub(super) groups: Vec<(Vec<String>, String)>,
}

/// The text that replaces the reason of a mutant until an author writes one.
pub const NO_REASON: &str = "?";

impl Survivors {
    /// Reads the surviving mutants from the file next to the rules of a game. The list is empty if there is no such
    /// file.
    ///
    /// # Errors
    /// Fails if the file is not text.
    pub fn read_sidecar(world: &impl World) -> Result<Survivors, Problems> {
        let file = world.sidecar(sidecars::SURVIVORS);
        file.map_or(Ok(Survivors::default()), |(path, bytes)| Survivors::read(path, bytes))
    }

    /// Problems with lines of the file that do not name an existing mutant. `mutants` are all mutants of the game.
    pub fn unknown_mutants(world: &impl World, mutants: &[Mutant]) -> Problems {
        let mut problems = Problems::default();
        let Some((path, bytes)) = world.sidecar(sidecars::SURVIVORS) else { return problems };
        let known: HashSet<&str> = mutants.iter().map(|mutant| mutant.name.as_str()).collect();
        for line in lines(path, bytes, &mut Problems::default()) {
            let name = line.text.trim_end();
            let names = !name.is_empty() && !name.starts_with('#') && !name.starts_with(char::is_whitespace);
            if names && !known.contains(name) {
                let place = Location { file: path.to_owned(), line: line.number, column: 1 };
                problems.add(place, ProblemKind::NoMutant(name.to_owned()));
            }
        }
        problems
    }

    /// Parses the content of a file. `file` is the name of the file in messages. Every text is a valid list, and a
    /// missing reason is an empty text.
    ///
    /// # Errors
    /// Fails if the bytes are not text.
    pub(crate) fn read(file: &str, bytes: &[u8]) -> Result<Survivors, Problems> {
        let mut problems = Problems::default();
        let (mut remarks, mut groups) = (Vec::new(), Vec::<(Vec<String>, String)>::new());
        for line in lines(file, bytes, &mut problems) {
            let (line, number) = (line.text, line.number);
            if line.starts_with('#') || line.trim().is_empty() {
                // The list begins with a heading of two lines.
                if line.starts_with('#') && (number > 2 || !bytes.starts_with(FILE_MARK.begins.as_bytes())) {
                    remarks.push(line.trim_end().to_owned());
                }
                continue;
            }
            let is_reason = line.starts_with(char::is_whitespace);
            match groups.last_mut() {
                Some((_, reason)) if is_reason => {
                    if !reason.is_empty() {
                        reason.push(' ');
                    }
                    reason.push_str(line.trim());
                }
                Some((names, reason)) if reason.is_empty() => names.push(line.trim_end().to_owned()),
                _ => groups.push((vec![line.trim_end().to_owned()], String::new())),
            }
        }
        if problems.is_empty() { Ok(Survivors { remarks, groups }) } else { Err(problems) }
    }

    /// The reason why a mutant survives, or `None` if the mutant is not in the list.
    pub fn reason(&self, mutant: &str) -> Option<&str> {
        let group = self.groups.iter().find(|(names, _)| names.iter().any(|name| name == mutant));
        group.map(|(_, reason)| reason.as_str())
    }

    /// Updates the list so that it contains exactly these mutants. Known reasons are kept in their order, and new
    /// mutants get `NO_REASON`.
    pub fn renewed<'m>(&self, mutants: impl IntoIterator<Item = (&'m str, String)>) -> Survivors {
        let mut found: SortedMap<&str, String> = mutants.into_iter().collect();
        let mut groups = Vec::new();
        for (names, reason) in &self.groups {
            let still: Vec<String> =
                names.iter().filter(|name| found.remove(name.as_str()).is_some()).cloned().collect();
            if !still.is_empty() {
                groups.push((still, reason.clone()));
            }
        }
        groups.extend(
            found.into_iter().map(|(name, what)| (vec![name.to_owned()], format!("{NO_REASON} {what}"))),
        );
        Survivors { remarks: self.remarks.clone(), groups }
    }
}

/// Maximum length of a line of a reason, in characters.
const WIDTH: usize = 116;

/// Writes the lines of the file that follow the heading.
impl fmt::Display for Survivors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.remarks.iter().try_for_each(|remark| writeln!(f, "{remark}"))?;
        for (names, reason) in &self.groups {
            writeln!(f)?;
            names.iter().try_for_each(|name| writeln!(f, "{name}"))?;
            let mut line = String::new();
            for word in reason.split_whitespace() {
                if line.chars().count() + word.chars().count() >= WIDTH {
                    writeln!(f, "   {line}")?;
                    line.clear();
                }
                line.push(' ');
                line.push_str(word);
            }
            if !line.is_empty() {
                writeln!(f, "   {line}")?;
            }
        }
        Ok(())
    }
}
