//! Generates the text of random small programs that the compiler accepts.
//!
//! Every body is generated in an order in which it can be evaluated, so at least one such order exists. The planner has
//! to find one. Domains are tiny because the naive evaluator tries every value.

mod aggregates;
mod arguments;
mod declared;
mod games;
mod moving;
mod nested;
mod numbers;
mod scores;

use std::collections::BTreeSet;

use crate::sketch::{Body, Item, Literal, Said, body_text};
use blanche_compiler::random::Random;

pub use games::game;
pub use moving::moving;
pub use nested::nested;

/// A generated program, with queries about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The text of its only file.
    pub text: String,
    /// Queries over its predicates.
    pub queries: Vec<String>,
}

/// Generates a program with 2 or 3 sorts, 3 to 6 predicates of facts, 3 to 6 derived predicates with 1 to 3 clauses
/// each, 2 to 4 rules, 1 to 4 scores, 2 queries and sometimes an export. The result depends only on the seed. In about
/// one program of ten, some clause can never hold.
pub fn program(seed: u64) -> Program {
    program_that(seed, false)
}

/// Generates a program as [`program`] does, with aggregates in its bodies.
pub fn counting(seed: u64) -> Program {
    program_that(seed, true)
}

fn program_that(seed: u64, aggregates: bool) -> Program {
    let mut generator = Generator {
        random: Random::new(seed),
        sorts: Vec::new(),
        players: ["white", "black"],
        things: ["a", "b", "c", "d"],
        predicates: Vec::new(),
        declarations: Vec::new(),
        items: Vec::new(),
        moves: false,
        aggregates,
        current: None,
        may_recur: false,
        recursive: Vec::new(),
    };
    generator.declare_sorts();
    generator.state_facts();
    generator.name_sorts();
    let (mut number, last) = (1, generator.random.between(3, 6));
    while number <= last {
        number += generator.derive(number);
    }
    for number in 1..=generator.random.between(2, 4) {
        generator.rule(number);
    }
    let queries = (0..2).map(|_| body_text(&generator.query(), " ")).collect();
    generator.scores();
    if generator.random.percent(10) {
        generator.contradict();
    }
    generator.export();
    let items = generator.items.iter().map(Item::to_string);
    let lines: Vec<String> = generator.declarations.into_iter().chain(items).collect();
    Program { text: lines.join("\n") + "\n", queries }
}

struct Generator {
    random: Random,
    sorts: Vec<Sort>,
    players: [&'static str; 2],
    /// The first values of the first sort.
    things: [&'static str; 4],
    predicates: Vec<Predicate>,
    declarations: Vec<String>,
    items: Vec<Item>,
    /// Whether bodies may contain `after` with actions.
    moves: bool,
    /// Whether bodies may contain aggregates.
    aggregates: bool,
    /// The predicate whose clauses are being generated.
    current: Option<Predicate>,
    /// Whether `current` may be used recursively at this point.
    may_recur: bool,
    /// The predicates that are being generated together, if they may depend on each other within one position.
    recursive: Vec<Predicate>,
}

struct Sort {
    name: &'static str,
    word: &'static str,
    constants: Vec<String>,
    /// The index of the sort that contains this sort as a part, or of this sort itself if no sort contains it.
    root: usize,
}

#[derive(Clone)]
struct Predicate {
    name: String,
    places: Vec<Place>,
    of_facts: bool,
}

/// An argument of a predicate.
#[derive(Clone, Copy)]
struct Place {
    /// The index of its sort.
    sort: usize,
    /// Whether the caller must bind it.
    needed: bool,
}

#[derive(Clone, PartialEq)]
struct Variable {
    name: String,
    sort: usize,
}

/// State shared by the bodies of one clause.
struct Clause {
    variables: usize,
    /// The number of atoms to generate. At 0, the remaining bodies are made as short as possible.
    atoms: usize,
    /// Whether variables outside the head may be named without an underscore. This is false in rules, where named
    /// variables are part of the answer.
    names: bool,
}

/// Maximum nesting depth of bodies in parentheses.
const DEPTH: usize = 2;

/// Approximate number of atoms of a clause. Each atom multiplies the work of the naive evaluator.
const ATOMS: usize = 5;

/// Percentage of literals that are a body with `;`, indexed by nesting depth.
const ALTERNATIVES: [usize; DEPTH + 1] = [15, 6, 0];

/// Percentage of predicates that may depend on themselves.
const RECURSIVE: usize = 35;

/// Percentage of head variables that no literal binds.
const RANGING: usize = 15;

/// Percentage of conjunctions with an aggregate.
const AGGREGATES: usize = 20;

impl Generator {
    /// Generates one predicate that depends only on earlier predicates, or else one or two recursive predicates.
    /// Returns the number of predicates.
    fn derive(&mut self, number: usize) -> usize {
        let recurs = self.random.percent(RECURSIVE);
        let group = if recurs && self.random.percent(30) { 2 } else { 1 };
        let predicates: Vec<Predicate> =
            (number..number + group).map(|number| self.predicate_to_derive(number)).collect();
        for predicate in &predicates {
            self.current = self.moves.then(|| predicate.clone());
            let clauses = *self.random.choose(if recurs { &[2, 2, 3] } else { &[1, 1, 2, 2, 3] });
            for clause in 0..clauses {
                // The first clause of a predicate is usually not recursive.
                if recurs && (clause > 0 || self.random.percent(10)) {
                    self.recursive = predicates.clone();
                }
                self.derivation(&predicate.name, &predicate.places);
                self.recursive.clear();
            }
            self.current = None;
        }
        self.predicates.extend(predicates);
        group
    }

    /// Chooses the name and arguments of a predicate.
    fn predicate_to_derive(&mut self, number: usize) -> Predicate {
        let arity = *self.random.choose(&[0, 1, 1, 1, 2, 2, 2, 2, 3, 3]);
        let mut places: Vec<Place> =
            (0..arity).map(|_| Place { sort: self.random.below(self.sorts.len()), needed: false }).collect();
        if arity > 1 && self.random.percent(30) {
            let needed = self.random.below(arity);
            places[needed].needed = true;
        }
        Predicate { name: format!("derived.{number}"), places, of_facts: false }
    }

    fn derivation(&mut self, name: &str, places: &[Place]) {
        let mut clause = Clause { variables: 0, atoms: ATOMS, names: true };
        let (mut head, mut targets, mut bound) = (Vec::new(), Vec::<Variable>::new(), Vec::new());
        for place in places {
            let same: Vec<Variable> =
                targets.iter().filter(|variable| self.join(variable.sort, place.sort)).cloned().collect();
            // Some constants must not be written in a head. One kind is a constant that only the host can parse, if no
            // other clause determines its sort. The other kind is a number that two sorts contain.
            let is_unclear = self.counts(place.sort) && self.sorts.iter().any(|sort| sort.word == "W");
            if self.random.percent(12) && !(self.moves && place.sort == 0) && !is_unclear {
                head.push(self.constant(place.sort));
                continue;
            }
            let variable = if !same.is_empty() && self.random.percent(25) {
                self.random.choose(&same).clone()
            } else {
                self.variable(place.sort, true, &mut clause)
            };
            head.push(variable.name.clone());
            if place.needed && !bound.contains(&variable) {
                bound.push(variable.clone());
            }
            targets.push(variable);
        }
        let callers = bound.clone();
        let size = self.random.between(usize::from(targets.is_empty()), 3);
        let mut body = vec![self.conjunction(&mut clause, &mut bound, &targets, size, 0)];
        // Every variable that only the caller binds is used at least once in the body.
        for variable in callers {
            if !words(&body).contains(&variable.name) {
                let constant = self.constant(variable.sort);
                body[0].push(not(Said::Atom(format!("equal({}, {constant})", variable.name))));
            }
        }
        self.items.push(Item { head: format!("{} :-", atom(name, &head)), body: Some(body) });
    }

    fn rule(&mut self, number: usize) {
        let (side, mut bound) = self.side();
        let level = *self.random.choose(&[0, 1, 3, 3, 5, 7]);
        let mut targets = Vec::new();
        let mut clause = Clause { variables: 0, atoms: ATOMS, names: false };
        let plays = match level {
            0 => String::new(),
            _ => {
                let played = self.variable(0, true, &mut clause);
                let plays = format!(" plays {}", played.name);
                targets.push(played);
                plays
            }
        };
        let body = self.premise(&mut clause, &mut bound, targets);
        let head = format!("rule r{number} for {side} at level {level}{plays} if");
        self.items.push(Item { head, body: Some(body) });
    }

    /// Chooses the player that a rule is for, and returns the variables that stand for players in it.
    fn side(&mut self) -> (String, Vec<Variable>) {
        if self.players[0] == "white" || self.random.percent(30) {
            return (self.random.choose(&self.players).to_string(), Vec::new());
        }
        let sort = if self.moves { moving::PLAYER } else { 0 };
        let variables = ["Me", "Other"].map(|name| Variable { name: name.into(), sort });
        match self.random.percent(50) {
            true => ("Me against Other".into(), variables.into()),
            false => ("Me".into(), variables[..1].into()),
        }
    }

    /// Exports some derived predicates, for all values or for each player in turn.
    fn export(&mut self) {
        let player = if self.moves { moving::PLAYER } else { 0 };
        for predicate in self.predicates.clone() {
            let askable = !predicate.of_facts && predicate.places.iter().all(|place| !place.needed);
            if !askable || !self.random.percent(40) {
                continue;
            }
            let mut clause = Clause { variables: 0, atoms: ATOMS, names: true };
            let places = predicate.places.iter();
            let mut arguments: Vec<String> =
                places.map(|place| self.variable(place.sort, true, &mut clause).name).collect();
            let speaks = predicate.places.iter().position(|place| place.sort == player);
            let mut side = String::new();
            if let Some(at) = speaks.filter(|_| self.players[0] != "white" && self.random.percent(60)) {
                arguments[at] = "Me".into();
                side = " for Me".into();
            }
            let head = format!("export {}{side}", atom(&predicate.name, &arguments));
            self.items.push(Item { head, body: None });
        }
    }

    fn query(&mut self) -> Body {
        let mut clause = Clause { variables: 0, atoms: ATOMS, names: false };
        self.premise(&mut clause, &mut Vec::new(), Vec::new())
    }

    /// Generates a body that binds `targets` and up to two more variables. The variables in `bound` already have
    /// values.
    fn premise(
        &mut self,
        clause: &mut Clause,
        bound: &mut Vec<Variable>,
        mut targets: Vec<Variable>,
    ) -> Body {
        for _ in 0..self.random.below(3) {
            let sort = self.random.below(self.sorts.len());
            targets.push(self.variable(sort, true, clause));
        }
        let size = self.random.between(1, 3);
        vec![self.conjunction(clause, bound, &targets, size, 0)]
    }

    /// Generates literals that bind `targets`. The variables in `bound` already have values, and the newly bound
    /// variables are added to them.
    fn conjunction(
        &mut self,
        clause: &mut Clause,
        bound: &mut Vec<Variable>,
        targets: &[Variable],
        size: usize,
        depth: usize,
    ) -> Vec<Literal> {
        let mut unbound: Vec<Variable> = Vec::new();
        for target in targets {
            if !bound.contains(target) && !unbound.contains(target) {
                unbound.push(target.clone());
            }
        }
        let mut literals = Vec::new();
        for _ in 0..size {
            if clause.atoms == 0 {
                break;
            }
            literals.push(if self.random.percent(ALTERNATIVES[depth]) {
                self.alternatives(clause, bound, &mut unbound, depth)
            } else if depth < DEPTH && self.random.percent(5) {
                let inner = self.conjunction(clause, bound, &[], 2, depth + 1);
                yes(Said::Group(vec![inner]))
            } else {
                let predicate = self.predicate_to_ask();
                yes(self.positive(&predicate, clause, bound, &mut unbound))
            });
        }
        let mut ranging = Vec::new();
        while let Some(variable) = unbound.pop() {
            // A variable that occurs only in the head and in negations ranges over its sort.
            if depth == 0 && clause.names && !self.moves && self.random.percent(RANGING) {
                ranging.push(variable);
            } else {
                literals.push(self.binding(&variable, clause, bound));
            }
        }
        bound.extend(ranging);
        for _ in 0..*self.random.choose(&[0, 0, 0, 0, 1, 1, 2]) {
            if clause.atoms == 0 {
                break;
            }
            literals.push(self.negation(clause, bound, depth));
        }
        if self.random.percent(25) {
            literals.extend(self.comparison(clause, bound));
        }
        if self.aggregates && depth < DEPTH && clause.atoms > 0 && self.random.percent(AGGREGATES) {
            literals.push(self.aggregate(clause, bound));
        }
        if self.moves && depth < DEPTH && clause.atoms > 0 && self.random.percent(45) {
            literals.push(self.after(clause, bound, depth));
        }
        // A body has at least one literal.
        if literals.is_empty() {
            literals.push(self.negation(clause, bound, DEPTH));
        }
        literals
    }

    /// Generates `(… ; …)`, in which every branch binds the same subset of the unbound variables.
    fn alternatives(
        &mut self,
        clause: &mut Clause,
        bound: &mut Vec<Variable>,
        unbound: &mut Vec<Variable>,
        depth: usize,
    ) -> Literal {
        let kept = if unbound.is_empty() { 0 } else { self.random.below(unbound.len() + 1) };
        let targets = unbound.split_off(kept);
        let mut branches = Vec::new();
        for _ in 0..*self.random.choose(&[2, 2, 2, 3]) {
            let size = self.random.between(1, 2);
            branches.push(self.conjunction(clause, &mut bound.clone(), &targets, size, depth + 1));
        }
        bound.extend(targets);
        yes(Said::Group(branches))
    }

    /// Generates an atom that may bind some of `unbound`.
    fn positive(
        &mut self,
        predicate: &Predicate,
        clause: &mut Clause,
        bound: &mut Vec<Variable>,
        unbound: &mut Vec<Variable>,
    ) -> Said {
        clause.atoms = clause.atoms.saturating_sub(1);
        let mut arguments = Vec::new();
        // A variable that this atom binds cannot be an input of the same atom.
        let before = bound.clone();
        for place in &predicate.places {
            let wanted = unbound.iter().position(|variable| self.join(variable.sort, place.sort));
            arguments.push(if place.needed {
                self.bound_argument(place.sort, &before, 10)
            } else if let Some(wanted) = wanted.filter(|_| self.random.percent(45)) {
                let variable = unbound.remove(wanted);
                bound.push(variable.clone());
                variable.name
            } else if self.random.percent(self.locals(place.sort, bound)) {
                let variable = self.local(place.sort, clause);
                bound.push(variable.clone());
                variable.name
            } else {
                self.bound_argument(place.sort, bound, 10)
            });
        }
        Said::Atom(atom(&predicate.name, &arguments))
    }

    /// Generates a literal that binds this variable.
    fn binding(&mut self, variable: &Variable, clause: &mut Clause, bound: &mut Vec<Variable>) -> Literal {
        clause.atoms = clause.atoms.saturating_sub(1);
        let said = if self.random.percent(15) {
            let other = self.bound_argument(variable.sort, bound, 10);
            let mut both = [variable.name.clone(), other];
            self.random.shuffle(&mut both);
            Said::Atom(atom("equal", &both))
        } else {
            let can = |place: &Place| self.join(place.sort, variable.sort) && !place.needed;
            let able: Vec<Predicate> = self
                .predicates
                .iter()
                .filter(|predicate| predicate.places.iter().any(can))
                .cloned()
                .collect();
            let able: Vec<(Predicate, Vec<usize>)> = able
                .into_iter()
                .map(|predicate| {
                    let places =
                        (0..predicate.places.len()).filter(|at| can(&predicate.places[*at])).collect();
                    (predicate, places)
                })
                .collect();
            let (predicate, places) = self.random.choose(&able).clone();
            let chosen = *self.random.choose(&places);
            let mut arguments = Vec::new();
            let before = bound.clone();
            for (at, place) in predicate.places.iter().enumerate() {
                arguments.push(if at == chosen {
                    variable.name.clone()
                } else if !place.needed && self.random.percent(50) {
                    let local = self.local(place.sort, clause);
                    bound.push(local.clone());
                    local.name
                } else {
                    self.bound_argument(place.sort, &before, 10)
                });
            }
            Said::Atom(atom(&predicate.name, &arguments))
        };
        bound.push(variable.clone());
        yes(said)
    }

    /// Generates a negation over bound variables and local variables.
    fn negation(&mut self, clause: &mut Clause, bound: &[Variable], depth: usize) -> Literal {
        clause.atoms = clause.atoms.saturating_sub(1);
        if !bound.is_empty() && self.random.percent(20) {
            let variable = self.random.choose(bound).clone();
            let others: Vec<Variable> = bound.iter().filter(|other| **other != variable).cloned().collect();
            let other = self.bound_argument(variable.sort, &others, 10);
            return not(Said::Atom(atom("equal", &[variable.name, other])));
        }
        if depth < DEPTH && self.random.percent(40) {
            let mut branches = Vec::new();
            let recursive = std::mem::take(&mut self.recursive);
            for _ in 0..*self.random.choose(&[1, 1, 1, 2]) {
                let size = self.random.between(1, 2);
                branches.push(self.conjunction(clause, &mut bound.to_vec(), &[], size, depth + 1));
            }
            self.recursive = recursive;
            return not(Said::Group(branches));
        }
        let predicate = self.predicate();
        let mut arguments = Vec::new();
        for place in &predicate.places {
            arguments.push(if !place.needed && self.random.percent(self.locals(place.sort, bound)) {
                self.local(place.sort, clause).name
            } else {
                self.bound_argument(place.sort, bound, 10)
            });
        }
        not(Said::Atom(atom(&predicate.name, &arguments)))
    }

    /// Makes a clause contradictory: one of its variables would have to have two values.
    fn contradict(&mut self) {
        let able: Vec<usize> = (0..self.items.len())
            .filter(|item| self.items[*item].body.is_some() && self.items[*item].head.contains("T1"))
            .collect();
        if able.is_empty() {
            return;
        }
        let item = *self.random.choose(&able);
        let branch = &mut self.items[item].body.as_mut().expect("a fact was left out")[0];
        for thing in &self.things[..2] {
            branch.push(yes(Said::Atom(format!("equal(T1, {thing})"))));
        }
    }

    /// Chooses a predicate for a positive literal.
    fn predicate_to_ask(&mut self) -> Predicate {
        if !self.recursive.is_empty() && self.random.percent(50) {
            return self.random.choose(&self.recursive).clone();
        }
        self.predicate()
    }

    fn predicate(&mut self) -> Predicate {
        if let Some(current) = self.current.clone().filter(|_| self.may_recur)
            && self.random.percent(50)
        {
            return current;
        }
        let of_facts = self.random.percent(50) || self.predicates.iter().all(|predicate| predicate.of_facts);
        let able: Vec<&Predicate> =
            self.predicates.iter().filter(|predicate| predicate.of_facts == of_facts).collect();
        self.random.choose(&able).to_owned().clone()
    }
}

fn atom(predicate: &str, arguments: &[String]) -> String {
    match arguments {
        [] => predicate.into(),
        _ => format!("{predicate}({})", arguments.join(", ")),
    }
}

fn yes(said: Said) -> Literal {
    Literal { negated: false, said }
}

fn not(said: Said) -> Literal {
    Literal { negated: true, said }
}

/// The names in a body.
fn words(body: &Body) -> BTreeSet<String> {
    let text: Vec<String> = body.iter().flatten().map(Literal::to_string).collect();
    text.join(" ")
        .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .map(String::from)
        .collect()
}
