//! Creates mutants from the items of a source file. There is one mutant for each change of each literal, in order.

use std::collections::HashMap;
use std::ops::Range;

use blanche_compiler::files::Span;
use blanche_compiler::program::{EQUAL, Predicate, PredicateId, PredicateKind, Program, RuleId, SortKind};
use blanche_compiler::syntax::ast::{
    Atom, Body, Comparison, Derivation, Item, ItemKind, Literal, LiteralKind, Name, Operator, Sum, Term,
};
use blanche_compiler::syntax::{print_atom, print_comparison, print_literal, print_side};

use super::dependents::Dependents;
use super::symmetric::{Symmetric, pairs, symmetric};
use super::{Change, Mutant, words};
use noire_engine::bases::RuleFiles;

/// The item that the collector is processing.
#[derive(Clone)]
pub(super) struct Place {
    file: String,
    item: String,
    pub(super) questions: Vec<RuleId>,
}

/// All mutants of the files that may be changed.
pub(super) fn collected(texts: &RuleFiles) -> Vec<Mutant> {
    let uses = Dependents::of(texts.program());
    let at = Place { file: String::new(), item: String::new(), questions: Vec::new() };
    let (symmetric, names) = (symmetric(texts), HashMap::new());
    let mut collector =
        Collector { texts, program: texts.program(), uses, symmetric, found: Vec::new(), names, at };
    let mut clauses: HashMap<(String, usize), usize> = HashMap::new();
    for tree in texts.trees() {
        for item in &tree.items {
            collector.item(item, &mut clauses);
        }
    }
    let mut found = collector.found;
    found.retain(|mutant| texts.can_be_changed(mutant.file()));
    found
}

/// Creates mutants during a walk over the items of the source.
pub(super) struct Collector<'b> {
    texts: &'b RuleFiles,
    pub(super) program: &'b Program,
    pub(super) uses: Dependents,
    symmetric: Symmetric,
    found: Vec<Mutant>,
    /// Number of mutants with each name, to make names unique.
    names: HashMap<String, usize>,
    pub(super) at: Place,
}

impl Collector<'_> {
    fn item(&mut self, item: &Item, clauses: &mut HashMap<(String, usize), usize>) {
        match &item.kind {
            ItemKind::Derivation(derivation) => self.derivation(item, derivation, clauses),
            ItemKind::Rule(rule) => {
                let name = format!("{} for {}", rule.name.text, print_side(&rule.side));
                self.rule(item, &rule.name, name);
                self.body(&rule.body);
            }
            ItemKind::Score(score) => {
                let name = format!("the score {} for {}", score.name.text, print_side(&score.side));
                self.rule(item, &score.name, name);
                self.weight("attacking", &score.attacking);
                self.weight("defending", &score.defending);
                self.body(&score.body);
            }
            _ => self.game_item(item),
        }
    }

    fn derivation(
        &mut self,
        item: &Item,
        derivation: &Derivation,
        clauses: &mut HashMap<(String, usize), usize>,
    ) {
        let head = &derivation.head;
        let signature = (head.predicate.text.clone(), head.arguments.len());
        let number = clauses.entry(signature).and_modify(|number| *number += 1).or_insert(1);
        let Some((id, predicate)) = self.predicate(head) else { return };
        let questions = self.uses.of_predicate(id);
        if questions.is_empty() {
            return;
        }
        let several = matches!(&predicate.kind, PredicateKind::Derived(all) if all.len() > 1);
        let clause = if several { format!(", clause {number}") } else { String::new() };
        self.at = Place { file: self.file(item), item: format!("{}{clause}", print_atom(head)), questions };
        self.constants(head, &print_atom(head));
        self.body(&derivation.body);
    }

    /// Starts collecting in a rule or score.
    pub(super) fn rule(&mut self, item: &Item, written: &Name, name: String) {
        let rules = self.program.rules.iter().enumerate();
        let own = rules.filter(|(_, known)| known.name_span == written.span);
        let own: Vec<RuleId> = own.map(|(at, _)| RuleId(at as u32)).collect();
        self.begin(item, name, &own);
    }

    /// Starts collecting in an item that affects these rules.
    pub(super) fn begin(&mut self, item: &Item, name: String, rules: &[RuleId]) {
        self.at = Place { file: self.file(item), item: name, questions: self.uses.of_rules(rules) };
    }

    fn weight(&mut self, word: &str, weight: &Sum) {
        let Some(number) = weight.number() else { return };
        for other in [number.checked_sub(1), number.checked_add(1)].into_iter().flatten() {
            let [before, after] = [number, other].map(|value| format!("{word} {value}"));
            let edit = (weight.span.range(), other.to_string());
            self.add(Change::Constant, weight.span, before, Some(after), edit);
        }
    }

    /// The path of the file relative to the folder of all bases.
    fn file(&self, item: &Item) -> String {
        let (name, _) = self.texts.source(item.span.file);
        let mut parts: Vec<&str> = name.rsplit('/').take(2).collect();
        parts.reverse();
        parts.join("/")
    }

    pub(super) fn predicate(&self, atom: &Atom) -> Option<(PredicateId, &Predicate)> {
        let of = |predicate: &Predicate| {
            predicate.name == atom.predicate.text && predicate.arity() == atom.arguments.len()
        };
        let at = self.program.predicates.iter().position(of)?;
        Some((PredicateId(at as u32), &self.program.predicates[at]))
    }

    pub(super) fn body(&mut self, body: &Body) {
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
        let (_, text) = self.texts.source(literal.span.file);
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

    /// Mutates the inside of a literal.
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
            LiteralKind::Comparison(comparison) => self.comparison(comparison),
            LiteralKind::Aggregate(aggregate) => {
                self.comparison(&aggregate.comparison());
                self.body(&aggregate.body);
            }
            LiteralKind::Error => {}
        }
    }

    pub(super) fn atom(&mut self, atom: &Atom) {
        self.swaps(atom);
        self.constants(atom, &print_atom(atom));
    }

    /// Replaces the operator by two others. The first gives another result only if both sides are equal, such as `≤`
    /// for `<`. The second has the opposite direction. The negated operator is not needed, because the whole literal is
    /// negated in another mutant.
    fn comparison(&mut self, comparison: &Comparison) {
        let others: &[Operator] = match comparison.operator {
            Operator::Equal | Operator::Unequal => &[],
            Operator::Less => &[Operator::AtMost, Operator::Greater],
            Operator::AtMost => &[Operator::Less, Operator::AtLeast],
            Operator::Greater => &[Operator::AtLeast, Operator::Less],
            Operator::AtLeast => &[Operator::Greater, Operator::AtMost],
        };
        let before = print_comparison(comparison);
        for operator in others {
            let after = print_comparison(&Comparison { operator: *operator, ..comparison.clone() });
            let edit = (comparison.operator_span.range(), operator.sign().to_owned());
            self.add(Change::Turned, comparison.span, before.clone(), Some(after), edit);
        }
        for term in comparison.terms() {
            self.constants_in(term, comparison.span, &before);
        }
    }

    /// Replaces the constants of a term in a comparison or sum. A number is replaced by its two neighbours, and a name
    /// by the other names of its sort (type). Constants inside calls are replaced too.
    fn constants_in(&mut self, term: &Term, span: Span, before: &str) {
        let (constant, others) = match term {
            Term::Constant(constant) => match constant.text.parse::<i64>() {
                Ok(number) => {
                    let near = [number - 1, number + 1].into_iter().filter(|near| *near >= 0);
                    (constant, near.map(|near| near.to_string()).collect())
                }
                Err(_) => (constant, self.others_named(&constant.text)),
            },
            Term::Sum(sum) => {
                return sum.summands.iter().for_each(|one| self.constants_in(&one.term, span, before));
            }
            Term::Call(call) => {
                return call.arguments().iter().for_each(|one| self.constants_in(one, span, before));
            }
            Term::Variable(_) | Term::Error(_) => return,
        };
        for other in others {
            let after = format!("{before} with {other} for {}", constant.text);
            let edit = (constant.span.range(), other);
            self.add(Change::Constant, span, before.to_owned(), Some(after), edit);
        }
    }

    /// The other constants of the sort (type) to which `constant` belongs.
    fn others_named(&self, constant: &str) -> Vec<String> {
        let mut sorts = self.program.sorts.iter().filter_map(|sort| match &sort.kind {
            SortKind::Constants(known) => Some(known),
            SortKind::Range(_) | SortKind::Opaque { .. } => None,
        });
        let own = sorts.find(|known| known.iter().any(|(text, _)| text == constant));
        let others = own.into_iter().flat_map(|known| known.iter().map(|(text, _)| text.clone()));
        others.filter(|text| text != constant).collect()
    }

    fn swaps(&mut self, atom: &Atom) {
        // Sums and calls are not exchanged.
        if atom.arguments.iter().any(|argument| matches!(argument, Term::Sum(_) | Term::Call(_))) {
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
        // The arguments of `equal` have no sorts of their own. They have the sorts of the compared terms.
        let Some((id, _)) = self.predicate(atom).filter(|(id, _)| *id != EQUAL) else { return };
        let program = self.program;
        let predicate = program.predicate(id);
        let mut others: Vec<(usize, String)> = Vec::new();
        for (at, argument) in atom.arguments.iter().enumerate() {
            let Term::Constant(constant) = argument else {
                self.constants_in(argument, atom.span, before);
                continue;
            };
            match &program.sort(predicate.sort(at)).kind {
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

    pub(super) fn add(
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

/// The span to delete in order to remove one element of a list, which includes the separator of the element. `None` if
/// the list has no other element.
pub(super) fn without(all: &[Span], at: usize) -> Option<Span> {
    match (all.get(at + 1), at.checked_sub(1)) {
        (Some(next), _) => Some(Span { end: next.start, ..all[at] }),
        (None, Some(last)) => Some(Span { start: all[last].end, ..all[at] }),
        (None, None) => None,
    }
}

fn term(term: &Term) -> &str {
    match term {
        Term::Variable(name) | Term::Constant(name) => &name.text,
        Term::Sum(_) | Term::Call(_) | Term::Error(_) => "",
    }
}

/// Maximum length of a literal that is written in full, in characters.
const MAX_LITERAL_CHARS: usize = 72;

/// Formats a literal in one line, with a long body abbreviated to `(…)`.
fn short(literal: &Literal) -> String {
    let whole = print_literal(literal);
    if whole.chars().count() <= MAX_LITERAL_CHARS {
        return whole;
    }
    match (&literal.kind, whole.find(": (")) {
        (LiteralKind::After(_), Some(at)) => format!("{}: (…)", &whole[..at]),
        (LiteralKind::Bracketed(_), _) if literal.negations == 1 => "¬(…)".to_owned(),
        (LiteralKind::Bracketed(_), _) => "(…)".to_owned(),
        _ => whole,
    }
}
