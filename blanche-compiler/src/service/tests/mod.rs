//! Tests of editor features at positions in a small project. `‸` marks the position in one of its texts.

mod boards;
mod calls;
mod completion;
mod games;
mod names;
mod renames;
mod robust;
mod texts;

use std::path::PathBuf;

use super::Workspace;
use crate::files::{FileId, Span};

/// A domain, a library and a base.
pub(super) const PROJECT: [(&str, &str); 3] = [
    (
        "lamps/domain",
        "%% Lamps that burn.
domain lamps

%% What a lamp shows.
sort light = red, green, off words Light

sort burning = red, green part of light

%% One of the lamps.
sort lamp of 9 like l1 words Lamp, L playable

sort player = anna, bert words Who

players anna, bert

%% The lamp shows the light.
extern shows(Lamp: lamp, Light: light):
    (bound, free) gives one,
    (free, bound) gives about 3

%% Two lamps that hang beside each other.
extern beside(Lamp: lamp, Other: lamp):
    (bound, free) gives about 2

%% The host asks rules about it.
extern judged(Lamp: lamp) asks double:
    (bound) tests

%% Turns a lamp on.
action turn(Who: player, Lamp: lamp) growing
",
    ),
    (
        "lamps/lit",
        "library
use lamps/domain

%% A lamp that burns.
lit(Lamp) :- shows(Lamp, red)
lit(Lamp) :- shows(Lamp, green)

pair(Lamp, Other) :- lit(Lamp), beside(Lamp, Other), lit(Other)
",
    ),
    (
        "lamps/base",
        "%% Who lights two lamps wins.
base lamps
use lamps/lit

%% Two lamps beside each other.
rule double for anna at level 1 plays Lamp if
    shows(Lamp, off), beside(Lamp, Lamp2), lit(Lamp2), judged(Lamp2)
rule spread for Who against Rival at level 3 plays L if
    shows(L, off), ¬lit(L), after turn(Who, L), turn(Rival, L): (pair(L, L2_)), ¬shows(L, green)
export lit(Lamp)
score glow for anna attacking 2 defending 1 if lit(Lamp)
",
    ),
];

/// A project and a position in it.
pub(super) struct Question {
    pub(super) workspace: Workspace,
    pub(super) file: FileId,
    pub(super) offset: u32,
}

/// The path of a test file, which does not exist on disk.
pub(super) fn path(name: &str) -> PathBuf {
    PathBuf::from(format!("/nowhere/knowledge/{name}.blanche"))
}

/// A project with these texts.
pub(super) fn project(files: &[(&str, &str)]) -> Workspace {
    let mut workspace = Workspace::new(Vec::new());
    for (name, text) in files {
        workspace.write(&path(name), (*text).to_owned());
    }
    workspace.settle();
    workspace
}

/// The small project, and the position after the first occurrence of `before` in a file.
pub(super) fn behind(name: &str, before: &str) -> Question {
    let text = PROJECT.iter().find(|(known, _)| *known == name).expect("the project has the file").1;
    let marked = text.replacen(before, &format!("{before}‸"), 1);
    assert_ne!(text, marked, "{before}");
    with(name, &marked)
}

/// The small project, in which one file has a different text that contains the mark.
pub(super) fn with(name: &str, marked: &str) -> Question {
    let offset = marked.find('‸').expect("the place is marked");
    let text = marked.replacen('‸', "", 1);
    let mut files: Vec<(&str, &str)> = PROJECT.into_iter().filter(|(known, _)| *known != name).collect();
    files.push((name, &text));
    let workspace = project(&files);
    let file = workspace.file(&path(name)).expect("the file is part of the project");
    Question { workspace, file, offset: offset as u32 }
}

impl Question {
    /// A span as text: `base:7:5 double`.
    pub(super) fn show(&self, span: Span) -> String {
        let sources = self.workspace.sources();
        let name = sources.file(span.file).name().trim_end_matches(".blanche");
        let name = name.rsplit('/').next().unwrap_or(name);
        format!("{name}:{} {}", sources.position(span), sources.text(span)).trim_end().to_owned()
    }
}
