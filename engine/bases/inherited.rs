//! Finds rules that a base shares unchanged with another base. Such rules need no example positions of their own,
//! because the example positions of the other base cover them.
//!
//! A rule is inherited if three conditions hold. It is defined in a file outside the base's folder. Another base, from
//! whose folder this base uses files, has the same rule. Everything that the rule depends on, directly or indirectly,
//! has the same text in both bases, because a rule whose dependencies are redefined may give other answers.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use blanche_compiler::files::FileId;
use blanche_compiler::program::{PredicateKind, Program, RuleId};
use blanche_sorted::{SortedMap, SortedSet};

use super::Dependencies;
use super::load::{Folder, built_in_base_of, built_in_rule_files};
use super::rule_files::RuleFiles;
use super::{Base, Question, Subject};

impl<S: Subject> Base<S> {
    /// Whether a question means the same as a question of another version of the base. It does if everything that it
    /// depends on, directly or indirectly, has the same text in both versions, and the types are equal.
    pub fn means_the_same(&self, question: Question, other: &Base<S>, its: Question) -> bool {
        let sorts = |program: &Program| -> Vec<String> {
            program.sorts.iter().map(|sort| format!("{} {:?}", sort.name, sort.kind)).collect()
        };
        let (here, there) = (self.rule_files().program(), other.rule_files().program());
        let text = |program: &Program, rule: RuleId| program.rule(rule).text.clone();
        let (mine, theirs) = (question.id(here), its.id(there));
        sorts(here) == sorts(there)
            && text(here, mine) == text(there, theirs)
            && meaning(here, mine) == meaning(there, theirs)
    }
}

impl RuleFiles {
    /// Selects from `rules` (rules, scores, preferences or draws) the inherited ones, and names the base from which
    /// each is inherited.
    pub fn inherited(&self, rules: &[RuleId]) -> Vec<(RuleId, String)> {
        let mut others: SortedMap<PathBuf, Option<Arc<Program>>> = SortedMap::new();
        let own = self.folder_of(self.project.tree(self.root).id).1;
        let mut found = Vec::new();
        for rule in rules {
            let (is_on_disk, folder) = self.folder_of(self.program.rule(*rule).span.file);
            if folder.starts_with(&own) {
                continue;
            }
            // Try the base in the rule's own folder first, then the bases in the folders of all other files.
            let places = [(is_on_disk, folder)].into_iter().chain(self.folders());
            let owner =
                places.filter(|(_, folder)| !folder.starts_with(&own)).find_map(|(is_on_disk, folder)| {
                    let other =
                        others.entry(folder.clone()).or_insert_with(|| program_in(is_on_disk, &folder));
                    let other = other.as_ref().filter(|other| has_same(&self.program, *rule, other))?;
                    Some(other.base.clone().unwrap_or_default())
                });
            found.extend(owner.map(|name| (*rule, name)));
        }
        found
    }

    /// The folders of the program's files, and whether each is on disk.
    fn folders(&self) -> SortedSet<(bool, PathBuf)> {
        self.program.files.iter().map(|file| self.folder_of(*file)).collect()
    }

    /// The folder of a file, and whether it is on disk.
    fn folder_of(&self, file: FileId) -> (bool, PathBuf) {
        let place = self.project.index(file).and_then(|at| self.project.place(at));
        let path = place.unwrap_or_else(|| Path::new(self.project.sources.file(file).name()));
        (place.is_some(), path.parent().unwrap_or(Path::new("")).to_owned())
    }
}

/// Whether `other` has a rule with the same title and meaning.
fn has_same(program: &Program, rule: RuleId, other: &Program) -> bool {
    let title = program.rule_title(program.rule(rule));
    let same = other.rules.iter().position(|one| other.rule_title(one) == title);
    same.is_some_and(|at| meaning(program, rule) == meaning(other, RuleId(at as u32)))
}

/// The program of the base in a folder, if there is one without errors.
fn program_in(is_on_disk: bool, folder: &Path) -> Option<Arc<Program>> {
    if is_on_disk {
        let Folder { checked, .. } = Folder::read(&folder.display().to_string()).ok()?;
        return Some(Arc::new(checked.resolved.program));
    }
    let folder = folder.file_name()?.to_str()?;
    Some(built_in_rule_files(built_in_base_of(folder)?).program)
}

/// The texts of everything on which a rule depends.
fn meaning(program: &Program, rule: RuleId) -> SortedSet<String> {
    let dependencies = Dependencies::of(program, rule);
    let rules = dependencies.rules.iter().map(|rule| {
        let rule = program.rule(*rule);
        format!("{}: {}", program.rule_title(rule), rule.text)
    });
    let predicates = dependencies.predicates.iter().flat_map(|predicate| {
        let predicate = program.predicate(*predicate);
        match &predicate.kind {
            PredicateKind::Derived(clauses) => clauses.iter().map(|clause| clause.text.clone()).collect(),
            PredicateKind::Facts(facts) => vec![format!("{} {facts:?}", predicate.signature())],
            PredicateKind::Extern(_) => vec![predicate.signature()],
            PredicateKind::Aggregate(_)
            | PredicateKind::Equal
            | PredicateKind::Comparison(_)
            | PredicateKind::Action { .. } => Vec::new(),
        }
    });
    rules.chain(predicates).collect()
}
