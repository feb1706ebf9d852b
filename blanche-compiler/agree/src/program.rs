//! A program as the naive evaluator reads it: sorts, clauses and rules by their names.

use std::collections::{BTreeMap, BTreeSet};

use blanche_compiler::syntax::ast;

use crate::clauses::Clause;
use crate::value::Value;
use crate::world::World;

/// A program.
pub struct Naive {
    sorts: Vec<Sort>,
    /// All constants of facts, derivations and rules.
    constants: BTreeSet<Value>,
    /// Facts and derivations by predicate and number of arguments.
    clauses: BTreeMap<String, BTreeMap<usize, Vec<Clause>>>,
    /// The names of the rules that extern predicates ask.
    asks: BTreeMap<String, Vec<String>>,
    rules: Vec<Rule>,
}

struct Sort {
    name: String,
    words: Vec<String>,
    values: SortValues,
}

enum SortValues {
    Written(Vec<Value>),
    OfTheWorld,
}

/// A rule of the program.
pub struct Rule {
    /// Its name; together with the colour it is unique.
    pub name: String,
    /// The player for whom it claims a win.
    pub colour: String,
    /// In how many moves the win is reached.
    pub level: u32,
    /// The variables of its answers: what it plays first, then the other named ones alphabetically.
    pub variables: Vec<String>,
    pub(crate) premise: Clause,
}

impl Naive {
    /// Reads a program: all its files, in the order of `use`.
    pub fn new(files: &[ast::File]) -> Naive {
        let mut program = Naive {
            sorts: Vec::new(),
            constants: BTreeSet::new(),
            clauses: BTreeMap::new(),
            asks: BTreeMap::new(),
            rules: Vec::new(),
        };
        for item in files.iter().flat_map(|file| &file.items) {
            program.read_item(&item.kind);
        }
        program
    }

    /// The rules, in the order of the text.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    fn read_item(&mut self, item: &ast::ItemKind) {
        match item {
            ast::ItemKind::Sort(declaration) => self.read_sort(declaration),
            ast::ItemKind::Extern(declaration) => {
                let asks = declaration.asks.iter().map(|rule| rule.text.clone());
                self.asks.entry(declaration.name.text.clone()).or_default().extend(asks);
            }
            ast::ItemKind::Fact(fact) => self.read_clause(fact, None),
            ast::ItemKind::Derivation(derivation) => {
                self.read_clause(&derivation.head, Some(&derivation.body));
            }
            ast::ItemKind::Rule(rule) => self.read_rule(rule),
            ast::ItemKind::Header(_) | ast::ItemKind::Use(_) | ast::ItemKind::Players(_) => {}
            ast::ItemKind::Later(_) | ast::ItemKind::Error => {
                panic!("only programs without mistakes are evaluated")
            }
        }
    }

    fn read_sort(&mut self, declaration: &ast::SortDeclaration) {
        let values = match &declaration.values {
            ast::SortValues::Constants(names) => {
                SortValues::Written(names.iter().map(|name| Value::read(&name.text)).collect())
            }
            ast::SortValues::Range(first, last) => {
                SortValues::Written((first.value..=last.value).map(Value::Number).collect())
            }
            ast::SortValues::Opaque { .. } => SortValues::OfTheWorld,
        };
        let words = declaration.words.iter().map(|word| word.text.clone()).collect();
        self.sorts.push(Sort { name: declaration.name.text.clone(), words, values });
    }

    fn read_clause(&mut self, head: &ast::Atom, body: Option<&ast::Sentence>) {
        let clause = Clause::read(&head.arguments, body);
        self.constants.extend(clause.constants());
        let arities = self.clauses.entry(head.predicate.text.clone()).or_default();
        arities.entry(head.arguments.len()).or_default().push(clause);
    }

    fn read_rule(&mut self, rule: &ast::Rule) {
        let premise = Clause::read(&[], Some(&rule.premise));
        self.constants.extend(premise.constants());
        let plays = rule.plays.as_ref().map(|variable| variable.text.clone());
        let mut variables = premise.answered();
        variables.sort_by_key(|variable| Some(variable) != plays.as_ref());
        self.rules.push(Rule {
            name: rule.name.text.clone(),
            colour: rule.colour.text.clone(),
            level: rule.level.value,
            variables,
            premise,
        });
    }

    /// The clauses and facts of a predicate, if the text defines it.
    pub(crate) fn clauses(&self, predicate: &str, arguments: usize) -> Option<&[Clause]> {
        Some(self.clauses.get(predicate)?.get(&arguments)?)
    }

    /// The rules that an extern predicate asks.
    pub(crate) fn asked_rules(&self, predicate: &str) -> impl Iterator<Item = &Rule> {
        let names = self.asks.get(predicate).map_or(&[][..], Vec::as_slice);
        self.rules.iter().filter(|rule| names.contains(&rule.name))
    }

    /// The values that a variable can have, in order: those of the sort that its word names, else all that there
    /// are. Too many do no harm: the literal that makes the program sound takes only those of its sort.
    pub(crate) fn values<W: World>(&self, world: &W, variable: &str) -> Vec<Value> {
        let word = word(variable);
        match self.sorts.iter().find(|sort| sort.words.iter().any(|other| other == word)) {
            Some(sort) => sort.values(world),
            None => self.universe(world),
        }
    }

    /// All numbers by size, all names of declared sorts in the order of their sorts, all other names
    /// alphabetically.
    fn universe<W: World>(&self, world: &W) -> Vec<Value> {
        let declared: Vec<Value> = self.sorts.iter().flat_map(|sort| sort.values(world)).collect();
        let all: BTreeSet<&Value> = declared.iter().chain(&self.constants).collect();
        let mut ordered: Vec<Value> = all.into_iter().cloned().collect();
        ordered.sort_by_key(|value| match value {
            Value::Number(_) => 0,
            Value::Name(_) => 1 + declared.iter().position(|other| other == value).unwrap_or(declared.len()),
        });
        ordered
    }
}

impl Sort {
    fn values<W: World>(&self, world: &W) -> Vec<Value> {
        match &self.values {
            SortValues::Written(values) => values.clone(),
            SortValues::OfTheWorld => world.values(&self.name),
        }
    }
}

/// The word that a variable begins with: the letters before the first digit or underscore.
fn word(variable: &str) -> &str {
    variable.split(|letter: char| letter.is_ascii_digit() || letter == '_').next().unwrap_or(variable)
}
