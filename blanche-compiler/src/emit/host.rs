//! The Rust names of a domain's host (the program that answers extern predicates): the facts trait, the types of its
//! sorts, and its query and move methods. They are computed once per program, because every statement needs some of
//! them.

use std::collections::HashMap;

use blanche_sorted::{Arrange, SortedMap, SortedSet};
use proc_macro2::Ident;

use super::distinguishing_words::constant_word;
use super::idents::{Namer, camel, ident, plain, snake};
use super::reserved;
use super::unit::Unit;
use crate::program::{
    Answers, Extern, Mode, Predicate, PredicateId, PredicateKind, Program, Sort, SortId, SortKind,
};
use crate::runtime::Value;

/// Names that the emitter uses for variables in host methods and their callers.
const WORDS: [&str; 6] = ["answers", "asks", "facts", "inputs", "rules", "take"];

/// The names of a program's host.
pub(super) struct Host<'p> {
    pub(super) program: &'p Program,
    types: Types,
    /// For each sort, the variants of its constants.
    variants: Vec<Vec<Ident>>,
    /// For each opaque sort, the methods that parse and format its values.
    readers: HashMap<SortId, (Ident, Ident)>,
    /// For each extern predicate, its methods, one per mode.
    methods: HashMap<PredicateId, Vec<Ident>>,
    /// For each extern predicate and action, its parameter names.
    parameters: HashMap<PredicateId, Vec<Ident>>,
    /// For each action, the methods that make and undo it.
    moves: HashMap<PredicateId, (Ident, Ident)>,
    /// For extern predicates of two arguments, the query for values with the same answer.
    likes: HashMap<PredicateId, Like>,
}

/// The query for all values for which a function has the same result as for a given value.
pub(super) struct Like {
    /// The name of the method for this query.
    pub(super) method: Ident,
    /// The index of the mode that returns the result for a value, and the index of the mode that returns the set of
    /// values with this result.
    pub(super) modes: [usize; 2],
    /// The index of the argument that holds the value.
    pub(super) member: usize,
}

impl<'p> Host<'p> {
    /// Names the host of a unit. `shared` are the sorts shared with other bases of the domain. The items of the
    /// module are named in `items`.
    pub(super) fn new(unit: &Unit<'p>, shared: &SortedSet<SortId>, items: &mut Namer) -> Host<'p> {
        let program = unit.program;
        let constants = |kind: &SortKind| match kind {
            SortKind::Constants(constants) => variants(constants),
            SortKind::Range(..) | SortKind::Opaque { .. } => Vec::new(),
        };
        let mut host = Host {
            program,
            types: Types::new(unit, shared, items),
            variants: program.sorts.iter().map(|sort| constants(&sort.kind)).collect(),
            readers: HashMap::new(),
            methods: HashMap::new(),
            parameters: HashMap::new(),
            moves: HashMap::new(),
            likes: HashMap::new(),
        };
        host.name_methods();
        host
    }

    /// Names the methods of the trait in source order, so that they are the same in every base of a domain.
    fn name_methods(&mut self) {
        let program = self.program;
        let mut namer = Namer::reserving(reserved::of_methods());
        let mut sorts: Vec<_> = opaque(program).collect();
        sorts.arrange_by_key(|(_, sort)| sort.span);
        for (id, sort) in sorts {
            let [read, write] =
                ["read", "write"].map(|word| namer.name(&format!("{word}_{}", snake(&sort.name))));
            self.readers.insert(id, (read, write));
        }
        let mut twins: HashMap<(bool, String), usize> = HashMap::new();
        let is_action = |predicate: &Predicate| matches!(predicate.kind, PredicateKind::Action { .. });
        let of_host = |predicate: &Predicate| {
            is_action(predicate) || matches!(predicate.kind, PredicateKind::Extern(_))
        };
        let all = (0..).map(PredicateId).zip(&program.predicates);
        let mut all: Vec<(PredicateId, &Predicate)> = all.filter(|(_, one)| of_host(one)).collect();
        all.arrange_by_key(|(_, predicate)| predicate.span);
        for (_, predicate) in &all {
            *twins.entry((is_action(predicate), snake(&predicate.name))).or_default() += 1;
        }
        for (id, predicate) in all {
            let name = snake(&predicate.name);
            // Predicates with the same name are told apart by their arity.
            let base = match twins[&(is_action(predicate), name.clone())] {
                1 => name,
                _ => format!("{name}_of_{}", constant_word(&predicate.arity().to_string())),
            };
            self.parameters.insert(id, parameters(predicate));
            if let PredicateKind::Extern(external) = &predicate.kind {
                let wanted = external.modes.iter().map(|mode| method(&base, predicate, mode));
                let of: Vec<Ident> = wanted.map(|wanted| namer.name(&wanted)).collect();
                self.likes.extend(like(predicate, external, &of, &mut namer).map(|like| (id, like)));
                self.methods.insert(id, of);
            } else {
                let [make, undo] = ["make", "undo"].map(|word| namer.name(&format!("{word}_{base}")));
                self.moves.insert(id, (make, undo));
            }
        }
    }

    /// The name of the facts trait.
    pub(super) fn facts(&self) -> &Ident {
        &self.types.facts
    }

    /// The type of a sort, which is the type of its root sort.
    pub(super) fn type_name(&self, sort: SortId) -> &Ident {
        &self.types.sorts[sort.index()]
    }

    /// The type of the sets of a sort.
    pub(super) fn set_name(&self, sort: SortId) -> &Ident {
        &self.types.sets[sort.index()]
    }

    /// The methods that parse and format the values of an opaque sort: `read_cell` and `write_cell`.
    pub(super) fn readers(&self, sort: SortId) -> &(Ident, Ident) {
        &self.readers[&self.program.sort(sort).root]
    }

    /// The parameter names of an extern predicate or action.
    pub(super) fn parameters(&self, id: PredicateId) -> &[Ident] {
        &self.parameters[&id]
    }

    /// The variant of a constant of a root sort.
    pub(super) fn variant(&self, root: SortId, value: Value) -> &Ident {
        &self.variants[root.index()][value as usize]
    }

    /// The method that answers a mode, named after the predicate and its free arguments: `in_field`, or `in_holds` if
    /// there are no free arguments.
    pub(super) fn method(&self, id: PredicateId, mode: usize) -> &Ident {
        &self.methods[&id][mode]
    }

    /// The query for values with the same answer, if the predicate supports it. One of its modes must return the single
    /// answer for a value, and another mode the set of values with a given answer.
    pub(super) fn like(&self, id: PredicateId) -> Option<&Like> {
        self.likes.get(&id)
    }

    /// The methods that make and undo an action: `make_place` and `undo_place`.
    pub(super) fn moves(&self, id: PredicateId) -> &(Ident, Ident) {
        &self.moves[&id]
    }
}

/// The query for values with the same answer, if the predicate supports it. One of its modes must return the single
/// answer for a value of one argument, and another mode the set of values that have a given answer.
fn like(predicate: &Predicate, external: &Extern, methods: &[Ident], namer: &mut Namer) -> Option<Like> {
    if predicate.arity() != 2 || external.variadic || external.asks.is_some() {
        return None;
    }
    let find = |bound: usize, is_wanted: fn(&Answers) -> bool| {
        external
            .modes
            .iter()
            .position(|mode| mode.needs(bound) && !mode.needs(1 - bound) && is_wanted(&mode.answers))
    };
    let mut both = |member: usize| {
        let one = find(member, |answers| matches!(answers, Answers::One))?;
        let set = find(1 - member, |answers| matches!(answers, Answers::Set { .. }))?;
        Some(Like {
            method: namer.name(&format!("like_{}", plain(&methods[set]))),
            modes: [one, set],
            member,
        })
    };
    both(0).or_else(|| both(1))
}

/// The distinct parameter names of a predicate. The last name of a variadic predicate is plural.
fn parameters(predicate: &Predicate) -> Vec<Ident> {
    let variadic = matches!(&predicate.kind, PredicateKind::Extern(external) if external.variadic);
    let mut namer = Namer::reserving(WORDS);
    let names = predicate.parameters.iter().enumerate().map(|(at, parameter)| {
        let several = if variadic && at + 1 == predicate.parameters.len() { "s" } else { "" };
        namer.name(&format!("{}{several}", snake(parameter)))
    });
    names.collect()
}

/// The wanted name of a mode's method: the predicate and its free arguments.
fn method(base: &str, predicate: &Predicate, mode: &Mode) -> String {
    let free: Vec<String> = predicate
        .parameters
        .iter()
        .enumerate()
        .filter(|(at, _)| !mode.needs(*at))
        .map(|(_, name)| snake(name))
        .collect();
    if free.is_empty() { format!("{base}_holds") } else { format!("{base}_{}", free.join("_")) }
}

/// The type names of a program: the facts trait, the sorts and their sets.
pub(super) struct Types {
    /// The name of the facts trait.
    pub(super) facts: Ident,
    /// The type of each sort, which is the type of its root sort.
    pub(super) sorts: Vec<Ident>,
    /// The set type of each sort, which is the set type of its root sort.
    pub(super) sets: Vec<Ident>,
}

impl Types {
    /// Names the types. The sorts shared by a domain come first in source order, so that they have the same names in
    /// each base of the domain.
    pub(super) fn new(unit: &Unit<'_>, shared: &SortedSet<SortId>, namer: &mut Namer) -> Types {
        let program = unit.program;
        let facts = match unit.domain() {
            Some(domain) => namer.type_name(&format!("{}Facts", camel(&domain))),
            None => ident("NoFacts"),
        };
        let is_root = |id: &SortId| program.sort(*id).root == *id;
        let roots: Vec<SortId> = (0..program.sorts.len() as u32).map(SortId).filter(is_root).collect();
        let (mut first, own): (Vec<SortId>, Vec<SortId>) = roots.iter().partition(|id| shared.contains(id));
        first.arrange_by_key(|id| (program.sort(*id).span, program.sort(*id).name.as_str()));
        let (mut types, mut sets) = (SortedMap::new(), SortedMap::new());
        for some in [first, own] {
            types.extend(some.iter().map(|id| (*id, namer.type_name(&wanted(&program.sort(*id).name)))));
            for id in some {
                sets.insert(id, namer.type_name(&format!("{}Set", plain(&types[&id]))));
            }
        }
        let of_root = |names: &SortedMap<SortId, Ident>| -> Vec<Ident> {
            program.sorts.iter().map(|sort| names[&sort.root].clone()).collect()
        };
        Types { facts, sorts: of_root(&types), sets: of_root(&sets) }
    }
}

/// The wanted type name of a sort. A name that ends in `Set` could be confused with the set of another sort.
fn wanted(sort: &str) -> String {
    let name = camel(sort);
    if name.ends_with("Set") { format!("{name}Sort") } else { name }
}

/// The associated constants of every sort type. A variant cannot have one of these names.
const VARIANTS: [&str; 2] = ["ALL", "COUNT"];

/// The variants of the constants of a root sort, in order.
pub(super) fn variants(constants: &[(String, Value)]) -> Vec<Ident> {
    let mut namer = Namer::reserving(VARIANTS);
    constants.iter().map(|(text, _)| namer.type_name(&camel(text))).collect()
}

/// The opaque sorts, whose values only the host can parse and format.
pub(super) fn opaque(program: &Program) -> impl Iterator<Item = (SortId, &Sort)> {
    let sorts = (0..).map(SortId).zip(&program.sorts);
    sorts.filter(|(_, sort)| matches!(sort.kind, SortKind::Opaque { .. }))
}
