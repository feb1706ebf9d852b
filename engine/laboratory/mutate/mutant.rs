//! Mutants: a base with one thing changed in one clause or rule. All that there are, in the order of the text.
//!
//! ```text
//! left out    a literal, an action of several, a branch of an *or*; not the last thing that a body says
//! negated     a literal gets a `¬`, or loses it
//! swapped     two different arguments of one literal whose places have one sort; not of a predicate that is the same
//!             both ways, as `equal` is
//! constant    another constant of the sort of its place; of a number the one below and the one above; in heads, and the
//!             weights of scores, too
//! ```
//!
//! Only rules, scores and the derivations that some rule, score or export of the base asks are changed. The change is made in the text,
//! so that the mutant is read, checked and planned as if its author had written it.

use std::collections::HashMap;
use std::ops::Range;

use blanche_compiler::files::{FileId, Span};
use blanche_compiler::program::{EQUAL, Predicate, PredicateId, PredicateKind, Program, RuleId, SortKind};
use blanche_compiler::syntax::ast::{
    Atom, Body, Derivation, Item, ItemKind, Literal, LiteralKind, Name, Number, Term,
};
use blanche_compiler::syntax::{print_atom, print_literal, print_side};

use super::symmetric::{Symmetric, pairs, symmetric};
use super::uses::Uses;
use crate::bases::Question;
use crate::facts::Base;

/// What is done to a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// It is taken away.
    LeftOut,
    /// It gets a `¬`, or loses it.
    Negated,
    /// Two of its arguments change places.
    Swapped,
    /// One of its constants is another one.
    Constant,
}

impl Change {
    /// All of them.
    pub const ALL: [Change; 4] = [Change::LeftOut, Change::Negated, Change::Swapped, Change::Constant];

    /// Its word in tables.
    pub fn word(self) -> &'static str {
        match self {
            Change::LeftOut => "left out",
            Change::Negated => "negated",
            Change::Swapped => "swapped",
            Change::Constant => "constant",
        }
    }
}

/// A base with one thing changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// Where and what: `renju/level-5.blanche: z.threat for white: ¬equal(Field1, Field2) left out`. It has no number of
    /// a line in it, so that it stays what it is when something else is edited.
    pub name: String,
    /// The rule or the derivation: `z.threat for white`, `forbidden(Field), clause 2`.
    pub item: String,
    /// What is changed, as it is written.
    pub before: String,
    /// What stands there then; nothing where it is left out.
    pub after: Option<String>,
    /// What is done.
    pub change: Change,
    /// What is changed in the text.
    pub span: Span,
    /// The rules and exports whose answers can change.
    pub questions: Vec<Question>,
    /// These bytes of the file, and what stands in their place.
    edit: (Range<usize>, String),
}

impl Mutant {
    /// All mutants of a base.
    pub fn all(base: &Base) -> Vec<Mutant> {
        let uses = Uses::of(base);
        let mut collector = Collector {
            base,
            program: base.program(),
            symmetric: symmetric(base),
            found: Vec::new(),
            names: HashMap::new(),
            at: Place::default(),
        };
        let mut clauses: HashMap<(String, usize), usize> = HashMap::new();
        for tree in base.trees() {
            for item in &tree.items {
                match &item.kind {
                    ItemKind::Derivation(derivation) => {
                        collector.derivation(&uses, item, derivation, &mut clauses)
                    }
                    ItemKind::Rule(rule) => {
                        let name = format!("{} for {}", rule.name.text, print_side(&rule.side));
                        collector.rule(&uses, item, &rule.name, name);
                        collector.body(&rule.body);
                    }
                    ItemKind::Score(score) => {
                        let name = format!("the score {} for {}", score.name.text, print_side(&score.side));
                        collector.rule(&uses, item, &score.name, name);
                        collector.weight("attacking", &score.attacking);
                        collector.weight("defending", &score.defending);
                        collector.body(&score.body);
                    }
                    _ => {}
                }
            }
        }
        collector.found
    }

    /// The file that is changed.
    pub fn file(&self) -> FileId {
        self.span.file
    }

    /// The changed text of its file.
    pub fn text(&self, base: &Base) -> String {
        let (range, with) = &self.edit;
        let (_, text) = base.source(self.file());
        format!("{}{with}{}", &text[..range.start], &text[range.end..])
    }

    /// `¬equal(Field1, Field2) left out`, `empty(Field1) is ¬empty(Field1)`
    pub fn words(&self) -> String {
        words(&self.before, self.after.as_deref())
    }
}

fn words(before: &str, after: Option<&str>) -> String {
    match after {
        Some(after) => format!("{before} is {after}"),
        None => format!("{before} left out"),
    }
}

/// Where the collector is.
#[derive(Clone, Default)]
struct Place {
    file: String,
    item: String,
    questions: Vec<Question>,
}

struct Collector<'b> {
    base: &'b Base,
    program: &'b Program,
    symmetric: Symmetric,
    found: Vec<Mutant>,
    /// How often each name was given.
    names: HashMap<String, usize>,
    at: Place,
}

impl Collector<'_> {
    fn derivation(
        &mut self,
        uses: &Uses,
        item: &Item,
        derivation: &Derivation,
        clauses: &mut HashMap<(String, usize), usize>,
    ) {
        let head = &derivation.head;
        let signature = (head.predicate.text.clone(), head.arguments.len());
        let number = clauses.entry(signature).and_modify(|number| *number += 1).or_insert(1);
        let Some((id, predicate)) = self.predicate(head) else { return };
        let questions = uses.of_predicate(id);
        if questions.is_empty() {
            return;
        }
        let several = matches!(&predicate.kind, PredicateKind::Derived(all) if all.len() > 1);
        let clause = if several { format!(", clause {number}") } else { String::new() };
        self.at = Place { file: self.file(item), item: format!("{}{clause}", print_atom(head)), questions };
        self.constants(head, &print_atom(head));
        self.body(&derivation.body);
    }

    /// Begins a rule or a score.
    fn rule(&mut self, uses: &Uses, item: &Item, written: &Name, name: String) {
        let rules = self.program.rules.iter().enumerate();
        let own = rules.filter(|(_, known)| known.name_span == written.span);
        let own: Vec<RuleId> = own.map(|(at, _)| RuleId(at as u32)).collect();
        self.at = Place { file: self.file(item), item: name, questions: uses.of_rules(&own) };
    }

    fn weight(&mut self, word: &str, weight: &Number) {
        for other in [weight.value.checked_sub(1), weight.value.checked_add(1)].into_iter().flatten() {
            let [before, after] = [weight.value, other].map(|value| format!("{word} {value}"));
            let edit = (weight.span.range(), other.to_string());
            self.add(Change::Constant, weight.span, before, Some(after), edit);
        }
    }

    /// The path of the file below the folder of all bases.
    fn file(&self, item: &Item) -> String {
        let (name, _) = self.base.source(item.span.file);
        let mut parts: Vec<&str> = name.rsplit('/').take(2).collect();
        parts.reverse();
        parts.join("/")
    }

    fn predicate(&self, atom: &Atom) -> Option<(PredicateId, &Predicate)> {
        let of = |predicate: &Predicate| {
            predicate.name == atom.predicate.text && predicate.arity() == atom.arguments.len()
        };
        let at = self.program.predicates.iter().position(of)?;
        Some((PredicateId(at as u32), &self.program.predicates[at]))
    }

    fn body(&mut self, body: &Body) {
        let branches: Vec<Span> = body
            .branches
            .iter()
            .filter_map(|branch| Some(branch.first()?.span.to(branch.last()?.span)))
            .collect();
        for (at, branch) in body.branches.iter().enumerate() {
            let literals: Vec<Span> = branch.iter().map(|literal| literal.span).collect();
            for (number, literal) in branch.iter().enumerate() {
                let gone = without(&literals, number).or_else(|| without(&branches, at));
                if let Some(gone) = gone {
                    self.add(
                        Change::LeftOut,
                        literal.span,
                        short(literal),
                        None,
                        (gone.range(), String::new()),
                    );
                }
                self.negated(literal);
                self.inside(literal);
            }
        }
    }

    fn negated(&mut self, literal: &Literal) {
        let (_, text) = self.base.source(literal.span.file);
        let whole = &text[literal.span.range()];
        let bare = whole.strip_prefix('¬').or_else(|| whole.strip_prefix("not"));
        let with = match (literal.negations, bare) {
            (0, _) => format!("¬{whole}"),
            (1, Some(bare)) => bare.trim_start().to_owned(),
            _ => return,
        };
        let before = short(literal);
        let after = match before.strip_prefix('¬') {
            Some(bare) => bare.to_owned(),
            None => format!("¬{before}"),
        };
        self.add(Change::Negated, literal.span, before, Some(after), (literal.span.range(), with));
    }

    /// What can be changed inside a literal.
    fn inside(&mut self, literal: &Literal) {
        match &literal.kind {
            LiteralKind::Atom(atom) => self.atom(atom),
            LiteralKind::Bracketed(body) => self.body(body),
            LiteralKind::After(after) => {
                let actions: Vec<Span> = after.actions.iter().map(|action| action.span).collect();
                for (at, action) in after.actions.iter().enumerate() {
                    if let Some(gone) = without(&actions, at) {
                        let before = print_atom(action);
                        self.add(Change::LeftOut, action.span, before, None, (gone.range(), String::new()));
                    }
                    self.atom(action);
                }
                self.body(&after.body);
            }
            LiteralKind::Comparison(_) | LiteralKind::Error => {}
        }
    }

    fn atom(&mut self, atom: &Atom) {
        self.swaps(atom);
        self.constants(atom, &print_atom(atom));
    }

    fn swaps(&mut self, atom: &Atom) {
        // A sum is no name that could be exchanged for another.
        if atom.arguments.iter().any(|argument| matches!(argument, Term::Sum(_))) {
            return;
        }
        let Some((id, predicate)) = self.predicate(atom) else { return };
        let root = |at: usize| self.program.sort(predicate.sort(at)).root;
        let is_same = |pair: &(usize, usize)| {
            id == EQUAL || self.symmetric.get(&id).is_some_and(|pairs| pairs.contains(pair))
        };
        let swaps = pairs(atom.arguments.len()).filter(|(one, other)| {
            let texts = [*one, *other].map(|at| term(&atom.arguments[at]));
            texts[0] != texts[1] && !is_same(&(*one, *other)) && root(*one) == root(*other)
        });
        let swaps: Vec<(usize, usize)> = swaps.collect();
        for (one, other) in swaps {
            let mut swapped = atom.clone();
            swapped.arguments.swap(one, other);
            let after = print_atom(&swapped);
            let edit = (atom.span.range(), after.clone());
            self.add(Change::Swapped, atom.span, print_atom(atom), Some(after), edit);
        }
    }

    fn constants(&mut self, atom: &Atom, before: &str) {
        // The places of `equal` have the sort of what is compared, and none of their own.
        let Some((_, predicate)) = self.predicate(atom).filter(|(id, _)| *id != EQUAL) else { return };
        let mut others: Vec<(usize, String)> = Vec::new();
        for (at, argument) in atom.arguments.iter().enumerate() {
            let Term::Constant(constant) = argument else { continue };
            match &self.program.sort(predicate.sort(at)).kind {
                SortKind::Constants(known) => {
                    let known = known.iter().filter(|(text, _)| *text != constant.text);
                    others.extend(known.map(|(text, _)| (at, text.clone())));
                }
                SortKind::Range(numbers) => {
                    let Ok(number) = constant.text.parse::<i64>() else { continue };
                    let near = [number - 1, number + 1].into_iter();
                    let near = near.filter(|near| numbers.value(*near).is_some());
                    others.extend(near.map(|near| (at, near.to_string())));
                }
                SortKind::Opaque { .. } => {}
            }
        }
        for (at, text) in others {
            let span = atom.arguments[at].span();
            let mut changed = atom.clone();
            if let Term::Constant(constant) = &mut changed.arguments[at] {
                constant.text.clone_from(&text);
            }
            let after = print_atom(&changed);
            self.add(Change::Constant, atom.span, before.to_owned(), Some(after), (span.range(), text));
        }
    }

    fn add(
        &mut self,
        change: Change,
        span: Span,
        before: String,
        after: Option<String>,
        edit: (Range<usize>, String),
    ) {
        let Place { file, item, questions } = self.at.clone();
        let name = format!("{file}: {item}: {}", words(&before, after.as_deref()));
        let number = self.names.entry(name.clone()).and_modify(|number| *number += 1).or_insert(1);
        let name = if *number > 1 { format!("{name}, {number}.") } else { name };
        self.found.push(Mutant { name, item, before, after, change, span, questions, edit });
    }
}

/// One of several things without which the others still stand: with the comma, or whatever is between them. Nothing where
/// it is the only one.
fn without(all: &[Span], at: usize) -> Option<Span> {
    match (all.get(at + 1), at.checked_sub(1)) {
        (Some(next), _) => Some(Span { end: next.start, ..all[at] }),
        (None, Some(last)) => Some(Span { start: all[last].end, ..all[at] }),
        (None, None) => None,
    }
}

fn term(term: &Term) -> &str {
    match term {
        Term::Variable(name) | Term::Constant(name) => &name.text,
        Term::Sum(_) | Term::Error(_) => "",
    }
}

/// A literal is written in full up to so many characters.
const SHORT: usize = 72;

/// A literal on a line, and a long body in it as `(…)`.
fn short(literal: &Literal) -> String {
    let whole = print_literal(literal);
    if whole.chars().count() <= SHORT {
        return whole;
    }
    match (&literal.kind, whole.find(": (")) {
        (LiteralKind::After(_), Some(at)) => format!("{}: (…)", &whole[..at]),
        (LiteralKind::Bracketed(_), _) if literal.negations == 1 => "¬(…)".to_owned(),
        (LiteralKind::Bracketed(_), _) => "(…)".to_owned(),
        _ => whole,
    }
}
