//! Decides whether a grammar derives a sequence of tokens. It uses Earley's algorithm, which works for any grammar.

use std::collections::{HashMap, HashSet};

use blanche_compiler::grammar::{Expression, Grammar};

// CITE: Earley 1970, an efficient context-free parsing algorithm; Aycock, Horspool 2002, on nullable rules.

/// A terminal symbol of the grammar.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Terminal {
    /// A literal word of the grammar.
    Word(String),
    /// The name of a production that is treated as one token, such as a word of some kind.
    Kind(String),
    /// A description in words.
    Said(String),
}

#[derive(Clone, Debug)]
enum Symbol {
    Terminal(Terminal),
    Rule(usize),
}

/// A grammar, prepared for parsing.
pub(crate) struct Deriver {
    /// For each nonterminal, its alternatives.
    rules: Vec<Vec<Vec<Symbol>>>,
    nullable: Vec<bool>,
}

/// An Earley item: the rule, the alternative, the position within the alternative, and the token at which the item
/// began.
type State = (usize, usize, usize, usize);

impl Deriver {
    /// A parser for a whole file. It treats words and comments as single tokens.
    pub(crate) fn of_file(grammar: &Grammar) -> Deriver {
        Deriver::new(grammar, "file", |section| section == "Words" || section == "Comments")
    }

    /// A parser for one production. It treats the productions in the sections that `whole` accepts as single tokens.
    pub(crate) fn new(grammar: &Grammar, start: &str, whole: impl Fn(&str) -> bool) -> Deriver {
        let mut maker = Maker { grammar, whole: &whole, rules: vec![Vec::new()], known: HashMap::new() };
        let first = maker.named(start);
        maker.rules[0] = vec![vec![first]];
        let rules = maker.rules;
        let mut nullable = vec![false; rules.len()];
        loop {
            let nothing = |branch: &Vec<Symbol>| {
                branch.iter().all(|symbol| matches!(symbol, Symbol::Rule(rule) if nullable[*rule]))
            };
            let next: Vec<bool> = rules.iter().map(|branches| branches.iter().any(nothing)).collect();
            if next == nullable {
                return Deriver { rules, nullable };
            }
            nullable = next;
        }
    }

    /// Whether the grammar derives these tokens.
    pub(crate) fn derives<T>(&self, tokens: &[T], is: impl Fn(&Terminal, &T) -> bool) -> bool {
        let mut waiting: Vec<HashMap<usize, Vec<State>>> = Vec::new();
        let mut states: Vec<State> = (0..self.rules[0].len()).map(|branch| (0, branch, 0, 0)).collect();
        for at in 0..=tokens.len() {
            waiting.push(HashMap::new());
            let mut seen: HashSet<State> = states.iter().copied().collect();
            let mut next: Vec<State> = Vec::new();
            let mut done = 0;
            while let Some(&(rule, branch, dot, from)) = states.get(done) {
                done += 1;
                let mut found: Vec<State> = Vec::new();
                match self.rules[rule][branch].get(dot) {
                    None => {
                        let above = waiting[from].get(&rule).into_iter().flatten();
                        found.extend(above.map(|(rule, branch, dot, from)| (*rule, *branch, dot + 1, *from)));
                    }
                    Some(Symbol::Rule(inner)) => {
                        waiting[at].entry(*inner).or_default().push((rule, branch, dot, from));
                        found.extend((0..self.rules[*inner].len()).map(|branch| (*inner, branch, 0, at)));
                        if self.nullable[*inner] {
                            found.push((rule, branch, dot + 1, from));
                        }
                    }
                    Some(Symbol::Terminal(terminal)) => {
                        if tokens.get(at).is_some_and(|token| is(terminal, token)) {
                            next.push((rule, branch, dot + 1, from));
                        }
                    }
                }
                states.extend(found.into_iter().filter(|state| seen.insert(*state)));
            }
            if at == tokens.len() {
                return states.contains(&(0, 0, 1, 0));
            }
            states = next;
        }
        unreachable!("the last set of states decides")
    }
}

struct Maker<'g, W> {
    grammar: &'g Grammar,
    whole: &'g W,
    rules: Vec<Vec<Vec<Symbol>>>,
    known: HashMap<&'g str, usize>,
}

impl<'g, W: Fn(&str) -> bool> Maker<'g, W> {
    fn named(&mut self, name: &str) -> Symbol {
        let production = self.grammar.production(name).expect("the grammar was read whole");
        if (self.whole)(&production.section) {
            return Symbol::Terminal(Terminal::Kind(name.to_owned()));
        }
        if let Some(known) = self.known.get(name) {
            return Symbol::Rule(*known);
        }
        let rule = self.fresh();
        self.known.insert(&production.name, rule);
        self.rules[rule] = self.branches(&production.expression);
        Symbol::Rule(rule)
    }

    fn fresh(&mut self) -> usize {
        self.rules.push(Vec::new());
        self.rules.len() - 1
    }

    fn branches(&mut self, expression: &'g Expression) -> Vec<Vec<Symbol>> {
        match expression {
            Expression::Choice(branches) => branches.iter().map(|branch| self.row(branch)).collect(),
            other => vec![self.row(other)],
        }
    }

    fn row(&mut self, expression: &'g Expression) -> Vec<Symbol> {
        match expression {
            Expression::Sequence(parts) => parts.iter().map(|part| self.symbol(part)).collect(),
            other => vec![self.symbol(other)],
        }
    }

    fn symbol(&mut self, expression: &'g Expression) -> Symbol {
        let rule = match expression {
            Expression::Word(word) => return Symbol::Terminal(Terminal::Word(word.clone())),
            Expression::Said(said) => return Symbol::Terminal(Terminal::Said(said.clone())),
            Expression::Name(name) => return self.named(name),
            _ => self.fresh(),
        };
        self.rules[rule] = match expression {
            Expression::Option(inner) => [vec![Vec::new()], self.branches(inner)].concat(),
            Expression::Repeat(inner) => {
                let again = self
                    .branches(inner)
                    .into_iter()
                    .map(|branch| [vec![Symbol::Rule(rule)], branch].concat());
                [vec![Vec::new()], again.collect()].concat()
            }
            other => self.branches(other),
        };
        Symbol::Rule(rule)
    }
}
