//! Rules that a base has from another one and that mean there what they mean here: the other base's positions show them.
//!
//! A rule is inherited where it stands in a file outside of the base's folder, a base of whose files it uses some has it too, and
//! all that it asks, directly or not, is defined by the same text in both. A base that uses such a rule and has a shape of its own
//! under it has another rule.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use blanche_compiler::files::FileId;
use blanche_compiler::program::{PredicateKind, Program, RuleId};

use super::Reach;
use super::load::{Folder, built_in_base_of, built_in_texts};
use super::texts::Texts;
use super::{Base, Question, Subject};

impl<S: Subject> Base<S> {
    /// Whether a question asks the same as one of another version of the base: all that it asks, directly or not, is defined
    /// by the same text in both, and is about the same values.
    pub fn means_the_same(&self, question: Question, other: &Base<S>, its: Question) -> bool {
        let sorts = |program: &Program| -> Vec<String> {
            program.sorts.iter().map(|sort| format!("{} {:?}", sort.name, sort.kind)).collect()
        };
        let (here, there) = (self.texts().program(), other.texts().program());
        let text = |program: &Program, rule: RuleId| program.rule(rule).text.clone();
        let (mine, theirs) = (question.id(here), its.id(there));
        sorts(here) == sorts(there)
            && text(here, mine) == text(there, theirs)
            && meaning(here, mine) == meaning(there, theirs)
    }
}

impl Texts {
    /// The rules, scores, preferences and draws among these that are another base's, with its name.
    pub fn inherited(&self, rules: &[RuleId]) -> Vec<(RuleId, String)> {
        let mut others: BTreeMap<PathBuf, Option<Arc<Program>>> = BTreeMap::new();
        let own = self.folder_of(self.project.tree(self.root).id).1;
        let mut found = Vec::new();
        for rule in rules {
            let (is_on_disk, folder) = self.folder_of(self.program.rule(*rule).span.file);
            if folder.starts_with(&own) {
                continue;
            }
            // The base of its own folder first, and then those of all other files.
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

    /// The folders of its files, and whether they are some of this machine.
    fn folders(&self) -> BTreeSet<(bool, PathBuf)> {
        self.program.files.iter().map(|file| self.folder_of(*file)).collect()
    }

    /// The folder of a file, and whether it is one of this machine.
    fn folder_of(&self, file: FileId) -> (bool, PathBuf) {
        let place = self.project.index(file).and_then(|at| self.project.place(at));
        let path = place.unwrap_or_else(|| Path::new(self.project.sources.file(file).name()));
        (place.is_some(), path.parent().unwrap_or(Path::new("")).to_owned())
    }
}

/// Whether another program has a rule of this name that means the same.
fn has_same(program: &Program, rule: RuleId, other: &Program) -> bool {
    let title = program.rule_title(program.rule(rule));
    let same = other.rules.iter().position(|one| other.rule_title(one) == title);
    same.is_some_and(|at| meaning(program, rule) == meaning(other, RuleId(at as u32)))
}

/// The program of the base in a folder, if there is one without mistakes.
fn program_in(is_on_disk: bool, folder: &Path) -> Option<Arc<Program>> {
    if is_on_disk {
        let Folder { checked, .. } = Folder::read(&folder.display().to_string()).ok()?;
        return Some(Arc::new(checked.resolved.program));
    }
    let folder = folder.file_name()?.to_str()?;
    Some(built_in_texts(built_in_base_of(folder)?).program)
}

/// The texts of all that a rule asks.
fn meaning(program: &Program, rule: RuleId) -> BTreeSet<String> {
    let reach = Reach::of(program, rule);
    let rules = reach.rules.iter().map(|rule| {
        let rule = program.rule(*rule);
        format!("{}: {}", program.rule_title(rule), rule.text)
    });
    let predicates = reach.predicates.iter().flat_map(|predicate| {
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
