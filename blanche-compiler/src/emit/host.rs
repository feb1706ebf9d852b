//! What the host of a domain is called in Rust: the types of its sorts, the methods that answer and make moves, and the
//! tables of facts. All of it is named once for a program, because every statement asks for some of it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use proc_macro2::Ident;

use super::idents::{Namer, camel, ident, plain, snake};
use super::reserved;
use super::unit::Unit;
use super::words::constant_word;
use crate::program::{
    Answers, Extern, Mode, Predicate, PredicateId, PredicateKind, Program, Sort, SortId, SortKind,
};
use crate::runtime::Value;

/// What the emitter calls values in the methods of a host and in what asks them.
const WORDS: [&str; 6] = ["answers", "asks", "facts", "inputs", "rules", "take"];

/// The names of a program's host.
pub(super) struct Host<'p> {
    pub(super) program: &'p Program,
    types: Types,
    /// The constants of each sort that has some.
    variants: Vec<Vec<Ident>>,
    /// The methods that read and write the values of each sort that the host numbers.
    readers: HashMap<SortId, (Ident, Ident)>,
    /// The methods of each extern predicate, one for each mode.
    methods: HashMap<PredicateId, Vec<Ident>>,
    /// What each extern predicate and each action calls its arguments.
    parameters: HashMap<PredicateId, Vec<Ident>>,
    /// The methods that make each action and take it back.
    moves: HashMap<PredicateId, (Ident, Ident)>,
    /// By extern predicates of two arguments, how those are asked for that have the same answer.
    likes: HashMap<PredicateId, Like>,
}

/// How those are asked for of which an extern predicate says the same as of one of them.
pub(super) struct Like {
    /// The method.
    pub(super) method: Ident,
    /// The mode that gives the one answer, and the one that gives the set with this answer.
    pub(super) modes: [usize; 2],
    /// The argument that is one of those.
    pub(super) member: usize,
}

impl<'p> Host<'p> {
    /// The names of a unit that shares these sorts with the others of its domain. The items of its module are named here.
    pub(super) fn new(unit: &Unit<'p>, shared: &BTreeSet<SortId>, items: &mut Namer) -> Host<'p> {
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

    /// Names the methods of the trait, each once, in the order of the text: they are the same in each base of a domain.
    fn name_methods(&mut self) {
        let program = self.program;
        let mut namer = Namer::reserving(reserved::of_methods());
        let mut sorts: Vec<_> = opaque(program).collect();
        sorts.sort_by_key(|(_, sort)| sort.span);
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
        all.sort_by_key(|(_, predicate)| predicate.span);
        for (_, predicate) in &all {
            *twins.entry((is_action(predicate), snake(&predicate.name))).or_default() += 1;
        }
        for (id, predicate) in all {
            let name = snake(&predicate.name);
            // Two of one name and different numbers of arguments are told apart by that number.
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

    /// The trait of the facts.
    pub(super) fn facts(&self) -> &Ident {
        &self.types.facts
    }

    /// The type of a sort: that of its root.
    pub(super) fn type_name(&self, sort: SortId) -> &Ident {
        &self.types.sorts[sort.index()]
    }

    /// The type of the sets of a sort.
    pub(super) fn set_name(&self, sort: SortId) -> &Ident {
        &self.types.sets[sort.index()]
    }

    /// The methods that read and write the values of a sort that the host numbers: `read_cell` and `write_cell`.
    pub(super) fn readers(&self, sort: SortId) -> &(Ident, Ident) {
        &self.readers[&self.program.sort(sort).root]
    }

    /// What an extern predicate or an action calls its arguments.
    pub(super) fn parameters(&self, id: PredicateId) -> &[Ident] {
        &self.parameters[&id]
    }

    /// A constant of a root sort that has constants.
    pub(super) fn variant(&self, root: SortId, value: Value) -> &Ident {
        &self.variants[root.index()][value as usize]
    }

    /// The method that answers a mode: named after the predicate and what it gives, `in_field`, or `in_holds`.
    pub(super) fn method(&self, id: PredicateId, mode: usize) -> &Ident {
        &self.methods[&id][mode]
    }

    /// How those are asked for of which an extern predicate says the same as of one of them, where it can be: it says one thing of
    /// each, and gives all of which it says a thing as a set.
    pub(super) fn like(&self, id: PredicateId) -> Option<&Like> {
        self.likes.get(&id)
    }

    /// The methods that make an action and take it back: `make_place` and `undo_place`.
    pub(super) fn moves(&self, id: PredicateId) -> &(Ident, Ident) {
        &self.moves[&id]
    }
}

/// How those are asked for of which an extern predicate with these methods says the same: it gives the one answer for one of its two
/// arguments, and the set for this answer.
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

/// What a predicate calls its arguments, each once. The last of a variadic one is several.
fn parameters(predicate: &Predicate) -> Vec<Ident> {
    let variadic = matches!(&predicate.kind, PredicateKind::Extern(external) if external.variadic);
    let mut namer = Namer::reserving(WORDS);
    let names = predicate.parameters.iter().enumerate().map(|(at, parameter)| {
        let several = if variadic && at + 1 == predicate.parameters.len() { "s" } else { "" };
        namer.name(&format!("{}{several}", snake(parameter)))
    });
    names.collect()
}

/// What the method of a mode is called: the predicate, and what is given.
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

/// The types of a program: what its facts answer, its sorts, and their sets.
pub(super) struct Types {
    /// The trait of the facts.
    pub(super) facts: Ident,
    /// The type of each sort: that of its root.
    pub(super) sorts: Vec<Ident>,
    /// The type of the sets of each sort: those of its root.
    pub(super) sets: Vec<Ident>,
}

impl Types {
    /// Names the types. Those of the sorts that a domain shares come first, in the order of its text: they are the same in
    /// each of its bases, whatever sorts these have besides.
    pub(super) fn new(unit: &Unit<'_>, shared: &BTreeSet<SortId>, namer: &mut Namer) -> Types {
        let program = unit.program;
        let facts = match unit.domain() {
            Some(domain) => namer.type_name(&format!("{}Facts", camel(&domain))),
            None => ident("NoFacts"),
        };
        let is_root = |id: &SortId| program.sort(*id).root == *id;
        let roots: Vec<SortId> = (0..program.sorts.len() as u32).map(SortId).filter(is_root).collect();
        let (mut first, own): (Vec<SortId>, Vec<SortId>) = roots.iter().partition(|id| shared.contains(id));
        first.sort_by_key(|id| (program.sort(*id).span, program.sort(*id).name.as_str()));
        let (mut types, mut sets) = (BTreeMap::new(), BTreeMap::new());
        for some in [first, own] {
            types.extend(some.iter().map(|id| (*id, namer.type_name(&wanted(&program.sort(*id).name)))));
            for id in some {
                sets.insert(id, namer.type_name(&format!("{}Set", plain(&types[&id]))));
            }
        }
        let of_root = |names: &BTreeMap<SortId, Ident>| -> Vec<Ident> {
            program.sorts.iter().map(|sort| names[&sort.root].clone()).collect()
        };
        Types { facts, sorts: of_root(&types), sets: of_root(&sets) }
    }
}

/// What the type of a sort is called. What ends in `Set` is the set of another sort.
fn wanted(sort: &str) -> String {
    let name = camel(sort);
    if name.ends_with("Set") { format!("{name}Sort") } else { name }
}

/// What every sort of constants says of itself, and so no constant can be called.
const VARIANTS: [&str; 2] = ["ALL", "COUNT"];

/// The Rust names of the constants of a root sort, in order.
pub(super) fn variants(constants: &[(String, Value)]) -> Vec<Ident> {
    let mut namer = Namer::reserving(VARIANTS);
    constants.iter().map(|(text, _)| namer.type_name(&camel(text))).collect()
}

/// The opaque sorts, whose values only the host can read and write.
pub(super) fn opaque(program: &Program) -> impl Iterator<Item = (SortId, &Sort)> {
    let sorts = (0..).map(SortId).zip(&program.sorts);
    sorts.filter(|(_, sort)| matches!(sort.kind, SortKind::Opaque { .. }))
}
