//! What the host of a domain is called in Rust: the types of its sorts, the methods that answer and make moves, and the
//! tables of facts. All of it is named once for a program, because every statement asks for some of it.

use std::collections::HashMap;

use proc_macro2::Ident;
use quote::format_ident;

use super::idents::snake;
use super::sorts::{type_names, variants};
use super::words::{constant_word, ordinal};
use crate::program::{
    Answers, Extern, Mode, Predicate, PredicateId, PredicateKind, Program, SortId, SortKind,
};
use crate::runtime::Value;

/// The names of a program's host.
pub(super) struct Host<'p> {
    pub(super) program: &'p Program,
    /// The type of each sort.
    types: Vec<Ident>,
    /// The constants of each sort that has some.
    variants: Vec<Vec<Ident>>,
    /// The methods of each extern predicate, one for each mode.
    methods: HashMap<PredicateId, Vec<Ident>>,
    /// The methods that make each action and take it back.
    moves: HashMap<PredicateId, (Ident, Ident)>,
    /// What the tables of each predicate of facts begin with.
    tables: HashMap<PredicateId, String>,
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
    pub(super) fn new(program: &'p Program) -> Host<'p> {
        let mut twins: HashMap<(u8, String), Vec<PredicateId>> = HashMap::new();
        let all = || (0..).map(PredicateId).zip(&program.predicates);
        for (id, predicate) in all() {
            twins.entry((kind(predicate), snake(&predicate.name))).or_default().push(id);
        }
        let (mut methods, mut moves, mut tables) = (HashMap::new(), HashMap::new(), HashMap::new());
        let mut likes = HashMap::new();
        for (id, predicate) in all() {
            let name = snake(&predicate.name);
            let twins = &twins[&(kind(predicate), name.clone())];
            // Two of one name and different numbers of arguments are told apart by that number.
            let number = constant_word(&predicate.arity().to_string());
            let number = if twins.len() > 1 { format!("_of_{number}") } else { String::new() };
            match &predicate.kind {
                PredicateKind::Extern(external) => {
                    let base = format!("{name}{number}");
                    let of: Vec<Ident> =
                        external.modes.iter().map(|mode| method(&base, predicate, mode)).collect();
                    likes.extend(like(predicate, external, &of).map(|like| (id, like)));
                    methods.insert(id, of);
                }
                PredicateKind::Action { .. } => {
                    let names = (format_ident!("make_{name}{number}"), format_ident!("undo_{name}{number}"));
                    moves.insert(id, names);
                }
                PredicateKind::Facts(_) => {
                    // `p/1` and `p/2` are two predicates, and so are `a.b` and `a_b`.
                    let place = twins.iter().position(|twin| *twin == id).unwrap_or(0);
                    let twin = if place > 0 { format!("_{}", ordinal(place + 1)) } else { String::new() };
                    tables.insert(id, format!("{name}{twin}"));
                }
                _ => {}
            }
        }
        let constants = |kind: &SortKind| match kind {
            SortKind::Constants(constants) => variants(constants),
            SortKind::Range(..) | SortKind::Opaque { .. } => Vec::new(),
        };
        let variants = program.sorts.iter().map(|sort| constants(&sort.kind)).collect();
        Host { program, types: type_names(program), variants, methods, moves, tables, likes }
    }

    /// The type of a sort: that of its root.
    pub(super) fn type_name(&self, sort: SortId) -> &Ident {
        &self.types[sort.index()]
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

    /// The name of a table: the predicate, and the columns that are bound.
    pub(super) fn table(&self, id: PredicateId, mask: u32) -> Ident {
        let predicate = self.program.predicate(id);
        let bound: Vec<String> =
            (0..predicate.arity()).filter(|at| mask & (1 << at) != 0).map(|at| ordinal(at + 1)).collect();
        let by = if bound.is_empty() { String::new() } else { format!("_by_{}", bound.join("_")) };
        format_ident!("{}", format!("{}{by}", self.tables[&id]).to_uppercase())
    }
}

/// How those are asked for of which an extern predicate with these methods says the same: it gives the one answer for one of its two
/// arguments, and the set for this answer.
fn like(predicate: &Predicate, external: &Extern, methods: &[Ident]) -> Option<Like> {
    if predicate.arity() != 2 || external.variadic || external.asks.is_some() {
        return None;
    }
    let find = |bound: usize, is_wanted: fn(&Answers) -> bool| {
        external
            .modes
            .iter()
            .position(|mode| mode.needs(bound) && !mode.needs(1 - bound) && is_wanted(&mode.answers))
    };
    let both = |member: usize| {
        let one = find(member, |answers| matches!(answers, Answers::One))?;
        let set = find(1 - member, |answers| matches!(answers, Answers::Set { .. }))?;
        Some(Like { method: format_ident!("like_{}", methods[set]), modes: [one, set], member })
    };
    both(0).or_else(|| both(1))
}

/// Predicates of one kind and one name are told apart.
fn kind(predicate: &Predicate) -> u8 {
    match predicate.kind {
        PredicateKind::Extern(_) => 0,
        PredicateKind::Action { .. } => 1,
        PredicateKind::Facts(_) => 2,
        _ => 3,
    }
}

fn method(base: &str, predicate: &Predicate, mode: &Mode) -> Ident {
    let free: Vec<String> = predicate
        .parameters
        .iter()
        .enumerate()
        .filter(|(at, _)| !mode.needs(*at))
        .map(|(_, name)| snake(name))
        .collect();
    if free.is_empty() { format_ident!("{base}_holds") } else { format_ident!("{base}_{}", free.join("_")) }
}
