//! Generates the manual of a program: what its files declare, derive and claim, with their doc comments.
//!
//! A [`Manual`] is data: a list of entries in source order. Each entry has its source text, in which names are links to
//! other entries, and the list of entries that use it. [`html`] renders a manual as a page. Pictures of rules are
//! supplied by the caller.

mod headings;
pub mod html;

use std::collections::{HashMap, HashSet};

use blanche_sorted::SortedMap;

use crate::checked::Checked;
use crate::files::{FileId, Sources, Span};
use crate::modes;
use crate::names::occurrences::{Meaning, Occurrence};
use crate::program::{EQUAL, PredicateId, Program, Rule, RuleKind, SortId};
use crate::project::Project;
use crate::syntax::ast::{self, ItemKind, TriviaLine};

/// The manual of a program.
#[derive(Clone, Debug)]
pub struct Manual {
    /// The name of the base or the file.
    pub name: String,
    /// The doc comment of the program.
    pub doc: Vec<String>,
    /// The files. The rules of an earlier file come before the rules of a later file.
    pub files: Vec<Chapter>,
}

/// The chapter about one file.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// The path of the file.
    pub name: String,
    /// The comment at the start of the file.
    pub doc: Vec<String>,
    /// The entries, in source order.
    pub entries: Vec<Entry>,
}

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A state of a game's positions.
    State,
    /// A move of a game.
    Move,
    /// A condition for a draw.
    Draw,
    /// Another part of a game: its start, the player who moves first, its suppositions, or its drawing.
    Game,
    /// A rule of the given level.
    Rule(u32),
    /// An export.
    Export,
    /// A score.
    Score,
    /// A preference.
    Preference,
    /// A predicate defined by clauses or facts.
    Derived,
    /// An extern predicate, which is answered by a host (the program that uses the rules).
    Extern,
    /// An action of a host.
    Action,
    /// A sort, or the players.
    Sort,
}

/// The entry for a declared item, such as a sort, a rule, or a predicate with its clauses.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The kind of the entry.
    pub kind: Kind,
    /// The title, such as `in(Field: field, Group: group)` or `t.threat for white and black`.
    pub title: String,
    /// The anchor for links, unique in the manual.
    pub anchor: String,
    /// The doc comment.
    pub doc: Vec<String>,
    /// The source text.
    pub source: Vec<Piece>,
    /// Remarks about which arguments the caller must bind, and about the answers.
    pub notes: Vec<String>,
    /// The modes of an extern predicate.
    pub modes: Option<Modes>,
    /// The file and line of the declaration.
    pub place: String,
    /// The rules that the entry describes, one per player, such as `t.threat for white`.
    pub rules: Vec<String>,
    /// The entries that use this entry, each with its title and anchor.
    pub users: Vec<(String, String)>,
}

/// A piece of source text, possibly a link to an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// The anchor of the entry that the name refers to.
    pub link: Option<String>,
}

/// The modes of an extern predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modes {
    /// The names of the arguments.
    pub parameters: Vec<String>,
    /// The bound arguments of each mode, and its number of answers in words.
    pub rows: Vec<(Vec<bool>, String)>,
}

/// The heading of an entry.
struct Heading {
    kind: Kind,
    title: String,
    notes: Vec<String>,
    modes: Option<Modes>,
}

/// An item that a name can refer to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    Predicate(PredicateId),
    Sort(SortId),
    Rule(String),
}

impl Manual {
    /// Generates the manual of a program, which must have no errors.
    pub fn of(project: &Project, checked: &Checked) -> Manual {
        let program = &checked.resolved.program;
        let trees: Vec<&ast::File> =
            checked.files.iter().filter_map(|id| project.index(*id)).map(|at| project.tree(at)).collect();
        let mut rules: HashMap<Span, Vec<&Rule>> = HashMap::new();
        for rule in &program.rules {
            rules.entry(rule.span).or_default().push(rule);
        }
        let mut author = Author {
            sources: &project.sources,
            checked,
            rules,
            modes: modes::Modes::new(program, &checked.resolved.broken),
            anchors: SortedMap::new(),
            users: SortedMap::new(),
            noted: HashSet::new(),
        };
        for tree in &trees {
            tree.items.iter().for_each(|item| author.find_anchor(item));
        }
        let mut files: Vec<Chapter> = trees.iter().map(|tree| author.chapter(tree)).collect();
        for entry in files.iter_mut().flat_map(|file| &mut file.entries) {
            entry.users = author.users.remove(&entry.anchor).unwrap_or_default();
        }
        let last = trees.last().map_or("", |tree| project.sources.file(tree.id).name());
        let name = program.base.clone().unwrap_or_else(|| last.to_owned());
        let doc = if program.base.is_some() { program.doc.clone() } else { Vec::new() };
        Manual { name, doc, files }
    }

    /// All entries of all files.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.files.iter().flat_map(|file| &file.entries)
    }
}

struct Author<'a> {
    sources: &'a Sources,
    checked: &'a Checked,
    /// The rules by the span of their item.
    rules: HashMap<Span, Vec<&'a Rule>>,
    modes: modes::Modes<'a>,
    anchors: SortedMap<Target, String>,
    /// The users of each entry, by its anchor.
    users: SortedMap<String, Vec<(String, String)>>,
    /// The users that are already listed for an entry, as pairs of the entry's anchor and the user's anchor.
    noted: HashSet<(String, String)>,
}

impl<'a> Author<'a> {
    fn program(&self) -> &'a Program {
        &self.checked.resolved.program
    }

    /// The names that occur in an item, in source order.
    fn names(&self, item: &ast::Item) -> impl Iterator<Item = &'a Occurrence> {
        let span = item.span;
        let of_file = self.checked.resolved.occurrences.of_file(span.file);
        let from = of_file.partition_point(|name| name.span.start < span.start);
        let behind = of_file[from..].iter().take_while(move |name| name.span.start < span.end);
        behind.filter(move |name| name.span.end <= span.end)
    }

    /// Assigns an anchor to the thing that an item defines, unless an earlier item defines the same thing.
    fn find_anchor(&mut self, item: &ast::Item) {
        let target = match &item.kind {
            ItemKind::Rule(rule) => Some(Target::Rule(rule.name.text.clone())),
            _ => self.names(item).find(|name| name.defines).and_then(|name| target(name.meaning)),
        };
        if let Some(target) = target {
            let anchor = self.anchor(item, Some(&target));
            self.anchors.entry(target).or_insert(anchor);
        }
    }

    fn anchor(&self, item: &ast::Item, target: Option<&Target>) -> String {
        match (&item.kind, target) {
            (_, Some(Target::Predicate(id))) => self.program().predicate(*id).signature().replace('/', "-"),
            (_, Some(Target::Sort(id))) => format!("sort-{}", self.program().sort(*id).name),
            (ItemKind::Players(_), _) => "players".to_owned(),
            (ItemKind::Board(_), _) => "board".to_owned(),
            (ItemKind::Symmetry(_), _) => "symmetry".to_owned(),
            (ItemKind::Rule(rule), _) => format!("rule-{}-{}", rule.name.text, player(&rule.side)),
            (ItemKind::Score(score), _) => format!("score-{}-{}", score.name.text, player(&score.side)),
            (ItemKind::Move(one), _) => format!("move-{}-{}", one.name.text, player(&one.side)),
            (ItemKind::Draw(draw), _) => format!("draw-{}", draw.name.text),
            (ItemKind::Preference(one), _) => format!("preference-{}-{}", one.name.text, player(&one.side)),
            (ItemKind::Export(export), _) => {
                let side = export.side.as_ref().map_or("", player);
                format!("export-{}-{}-{side}", export.atom.predicate.text, export.atom.arguments.len())
            }
            _ => format!("at-{}-{}", item.span.file.0, item.span.start),
        }
    }

    fn chapter(&mut self, tree: &ast::File) -> Chapter {
        let mut entries: Vec<Entry> = Vec::new();
        for item in &tree.items {
            let Some(found) = self.found(item) else { continue };
            let anchor = self.anchor(item, found.as_ref());
            match entries.last_mut().filter(|last| last.anchor == anchor) {
                // Another clause of the same predicate.
                Some(last) => {
                    last.source.push(Piece { text: "\n".to_owned(), link: None });
                    let remarks = item.doc.iter().map(|line| format!("%% {line}\n"));
                    last.source.extend(remarks.map(|text| Piece { text, link: None }));
                    last.source.extend(self.source(item));
                    self.note_uses(item, last);
                }
                None => entries.extend(self.entry(item, found, anchor)),
            }
        }
        Chapter { name: self.sources.file(tree.id).name().to_owned(), doc: beginning(tree), entries }
    }

    /// The thing that an item defines. `Some(None)` if the item has an entry, but names cannot link to it. `None` if it
    /// has no entry.
    fn found(&self, item: &ast::Item) -> Option<Option<Target>> {
        match &item.kind {
            ItemKind::Header(_) | ItemKind::Use(_) | ItemKind::Error => None,
            ItemKind::Rule(_)
            | ItemKind::Export(_)
            | ItemKind::Score(_)
            | ItemKind::Move(_)
            | ItemKind::Draw(_)
            | ItemKind::Margin(_)
            | ItemKind::Preference(_)
            | ItemKind::Starts(_)
            | ItemKind::Start(_)
            | ItemKind::Blocked(_)
            | ItemKind::Claims(_)
            | ItemKind::Drawn(_)
            | ItemKind::Notation(_) => Some(None),
            _ => Some(self.names(item).find(|name| name.defines).and_then(|name| target(name.meaning))),
        }
    }

    fn entry(&mut self, item: &ast::Item, found: Option<Target>, anchor: String) -> Option<Entry> {
        let rules: Vec<&Rule> = self.rules.get(&item.span).cloned().unwrap_or_default();
        let Heading { kind, title, notes, modes } = match found {
            Some(Target::Predicate(id)) if !matches!(item.kind, ItemKind::Sort(_) | ItemKind::Players(_)) => {
                self.of_predicate(id)
            }
            _ => self.of_text(item, &rules)?,
        };
        let program = self.program();
        let titles =
            rules.iter().filter(|rule| rule.kind == RuleKind::Rule).map(|rule| program.rule_title(rule));
        let entry = Entry {
            kind,
            title,
            doc: item.doc.clone(),
            source: self.source(item),
            notes,
            modes,
            place: place(self.sources, item.span),
            rules: titles.collect(),
            users: Vec::new(),
            anchor,
        };
        self.note_uses(item, &entry);
        Some(entry)
    }

    /// The source text of an item, in which names are links.
    fn source(&self, item: &ast::Item) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut at = item.span;
        let plain = |pieces: &mut Vec<Piece>, span: Span| {
            if span.start < span.end {
                pieces.push(Piece { text: self.sources.text(span).to_owned(), link: None });
            }
        };
        for name in self.names(item) {
            let link =
                target(name.meaning).or_else(|| of_rule(name)).and_then(|target| self.anchors.get(&target));
            if let Some(link) = link.filter(|_| !name.defines) {
                plain(&mut pieces, Span { end: name.span.start, ..at });
                pieces
                    .push(Piece { text: self.sources.text(name.span).to_owned(), link: Some(link.clone()) });
                at.start = name.span.end;
            }
        }
        plain(&mut pieces, at);
        pieces
    }

    /// Records the entry as a user of all entries that its item refers to.
    fn note_uses(&mut self, item: &ast::Item, entry: &Entry) {
        let used: Vec<String> = self
            .names(item)
            .filter(|name| !name.defines)
            .filter_map(|name| self.anchors.get(&target(name.meaning).or_else(|| of_rule(name))?).cloned())
            .filter(|anchor| *anchor != entry.anchor)
            .collect();
        for anchor in used {
            if self.noted.insert((anchor.clone(), entry.anchor.clone())) {
                let user = (short(&entry.title), entry.anchor.clone());
                self.users.entry(anchor).or_default().push(user);
            }
        }
    }
}

fn target(meaning: Meaning) -> Option<Target> {
    match meaning {
        Meaning::Predicate(id) if id != EQUAL => Some(Target::Predicate(id)),
        Meaning::Sort(id) => Some(Target::Sort(id)),
        _ => None,
    }
}

/// The rule that a name refers to, as in an extern predicate that evaluates rules. `None` if the name refers to
/// something else.
fn of_rule(name: &Occurrence) -> Option<Target> {
    (name.meaning == Meaning::Rule).then(|| Target::Rule(name.text.clone()))
}

fn player(side: &ast::Side) -> &str {
    match &side.player {
        ast::Term::Variable(name) | ast::Term::Constant(name) => &name.text,
        ast::Term::Sum(_) | ast::Term::Call(_) | ast::Term::Error(_) => "",
    }
}

/// Joins words as in a sentence: `a`, `a and b`, `a, b and c`.
fn joined(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The short form of a title: `in/2` for `extern in(Field: field, Group: group)`.
fn short(title: &str) -> String {
    let title = title.trim_start_matches("extern ").trim_start_matches("fact ").trim_start_matches("action ");
    let title = title.trim_start_matches("open ").trim_start_matches("state ");
    let title =
        title.trim_start_matches("move ").trim_start_matches("preference ").trim_start_matches("draw ");
    match title.split_once('(') {
        Some((name, rest)) => format!("{name}/{}", rest.matches(',').count() + 1),
        None => title.to_owned(),
    }
}

/// The comment at the start of a file. It is the doc comment of the file's header, or a comment separated from the
/// first item by an empty line.
fn beginning(tree: &ast::File) -> Vec<String> {
    let Some(first) = tree.items.first() else { return Vec::new() };
    if matches!(first.kind, ItemKind::Header(_)) {
        return first.doc.clone();
    }
    let before = &first.trivia.before;
    let lines = before.iter().map_while(|line| match line {
        TriviaLine::Comment(text) => {
            text.strip_prefix("%%").map(|text| text.strip_prefix(' ').unwrap_or(text))
        }
        TriviaLine::Empty => None,
    });
    let lines: Vec<String> = lines.map(str::to_owned).collect();
    if before.get(lines.len()) == Some(&TriviaLine::Empty) { lines } else { Vec::new() }
}

fn place(sources: &Sources, span: Span) -> String {
    let file: FileId = span.file;
    format!("{}:{}", sources.file(file).name(), sources.position(span).line)
}
