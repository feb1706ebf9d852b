//! The mutants of a base that nothing notices, each with the reason: `survivors.txt` beside the rules.
//!
//! ```text
//! # a remark
//! five-in-a-row/level-5.blanche: cross.2 for Color against Other: empty(Field1) left out
//! five-in-a-row/level-5.blanche: cross.2 for Color against Other: in(Field1, Group2) left out
//!     Why both of them answer the same; a reason belongs to all lines above it, up to the last reason.
//! ```

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use super::mutant::Mutant;
use blanche_compiler::files::Imprint;
use noire_engine::bases::sidecars;
use noire_engine::record::{Place, ProblemKind, Problems, lines};
use noire_engine::world::World;

/// How lists of survivors begin.
pub(crate) const IMPRINT: Imprint = Imprint { begins: "# Mutants of ", has: "" };

/// Names of mutants and the reasons why they survive, in the order of their text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Survivors {
    /// Remarks of people, with their `#`.
    remarks: Vec<String>,
    /// The mutants in groups, and the reason of each group.
    pub(super) groups: Vec<(Vec<String>, String)>,
}

/// What a mutant is listed under for which nobody has given a reason yet.
pub(crate) const NO_REASON: &str = "?";

impl Survivors {
    /// The mutants that are said to survive by the file beside the rules of a game; none without it.
    ///
    /// # Errors
    /// When the file is no text.
    pub(crate) fn beside(world: &impl World) -> Result<Survivors, Problems> {
        let file = world.sidecar(sidecars::SURVIVORS);
        file.map_or(Ok(Survivors::default()), |(path, bytes)| Survivors::read(path, bytes))
    }

    /// The lines of the file beside the rules that name none of these mutants: of the game, all that there are.
    pub(crate) fn strangers(world: &impl World, mutants: &[Mutant]) -> Problems {
        let mut problems = Problems::default();
        let Some((path, bytes)) = world.sidecar(sidecars::SURVIVORS) else { return problems };
        let known: HashSet<&str> = mutants.iter().map(|mutant| mutant.name.as_str()).collect();
        for line in lines(path, bytes, &mut Problems::default()) {
            let name = line.text.trim_end();
            let names = !name.is_empty() && !name.starts_with('#') && !name.starts_with(char::is_whitespace);
            if names && !known.contains(name) {
                let place = Place { file: path.to_owned(), line: line.number, column: 1 };
                problems.add(place, ProblemKind::NoMutant(name.to_owned()));
            }
        }
        problems
    }

    /// Reads the text of a file; `file` is how messages call it. Every text is a list; a mutant without a reason has an
    /// empty one.
    ///
    /// # Errors
    /// When the bytes are no text.
    pub(crate) fn read(file: &str, bytes: &[u8]) -> Result<Survivors, Problems> {
        let mut problems = Problems::default();
        let (mut remarks, mut groups) = (Vec::new(), Vec::<(Vec<String>, String)>::new());
        for line in lines(file, bytes, &mut problems) {
            let (line, number) = (line.text, line.number);
            if line.starts_with('#') || line.trim().is_empty() {
                // The list begins with a heading of two lines.
                if line.starts_with('#') && (number > 2 || !bytes.starts_with(IMPRINT.begins.as_bytes())) {
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

    /// The reason of a mutant that is listed.
    pub(crate) fn reason(&self, mutant: &str) -> Option<&str> {
        let group = self.groups.iter().find(|(names, _)| names.iter().any(|name| name == mutant));
        group.map(|(_, reason)| reason.as_str())
    }

    /// The list of these mutants: reasons that are known stay, in the order of the text, and others are to be given.
    pub(crate) fn renewed<'m>(&self, mutants: impl IntoIterator<Item = (&'m str, String)>) -> Survivors {
        let mut found: BTreeMap<&str, String> = mutants.into_iter().collect();
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

/// Lines of a reason are not longer than this.
const WIDTH: usize = 116;

/// The lines of a file behind its heading.
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
