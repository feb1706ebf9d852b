//! Emits Rust from plans: for each domain its types, its facts trait and the interpreter's adapter; for each base
//! one function per rule. Only this module uses quote and syn.
//!
//! The output is a function of the sources: it does not depend on machine paths, hash order or time. It is meant to be
//! read, so names come from the rules, and every function has the text of its rule as a comment. No function is longer
//! than a screen or two (`function_parts`), and prettyplease formats the output. Generated code calls only
//! [`blanche_runtime`].
//!
//! 1. `names` names the items of a base, `locals` the local variables of its functions, `host` the methods of its host,
//!    and `module_names` the modules. No other module makes names from the source: `idents` chooses each name only once
//!    per scope, and never a name that is `reserved`.
//! 2. `rules`, `routines` (with `signatures`), `scores`, `levels` and `lists` emit functions; `block` and similar
//!    modules emit statements with a `writer`, and `function_parts` splits functions that are too large. If a base has
//!    a game that fits into bitboards, `bitboards` emits it, using `expressions`.
//! 3. `shared_functions` finds the functions that several bases have in common.
//! 4. `cleanup` and `comments` give the text its final form.

mod accesses;
mod actions;
mod adapter;
mod bitboards;
mod block;
mod budget;
mod calls;
mod cleanup;
mod comments;
mod comparisons;
mod distinguishing_words;
mod domain;
mod expressions;
mod externs;
mod facts;
mod function_parts;
mod host;
mod idents;
mod levels;
mod lists;
mod liveness;
mod locals;
mod module_names;
mod names;
mod operands;
mod recursion;
mod reserved;
mod routine_sources;
mod routines;
mod rules;
mod scores;
mod sets;
mod shared_functions;
mod signatures;
mod sorts;
mod states;
mod step_charges;
#[cfg(test)]
mod tests;
mod unit;
mod work_count;
mod writer;

use std::fmt::Write;

use blanche_sorted::SortedSet;
use proc_macro2::Ident;
use quote::quote;

use self::budget::Budget;
pub use self::budget::STATEMENTS;
use self::idents::ident;
use self::module_names::ModuleNames;
use self::unit::layout;
pub use self::unit::{Module, Unit};
use crate::diagnostic::Diagnostic;
use crate::files::Sources;
use crate::parallel::with_large_stack;
use crate::program::SortId;

impl Unit<'_> {
    /// The name of the domain's module if only this unit is emitted. A base may have the same name as its domain.
    pub fn domain_module(&self) -> Option<String> {
        let modules = ModuleNames::new(std::slice::from_ref(self));
        self.domain().map(|domain| modules.domains[&domain].to_string())
    }
}

/// The result of an emission run, and the amount of work.
#[derive(Debug)]
pub struct Emission {
    /// The modules of the domains, followed by the modules of the bases.
    pub modules: Vec<Module>,
    /// Number of statements written, including statements that were written again; see [`STATEMENTS`].
    pub statements: u64,
    /// Number of tokens examined and names compared while the bases were emitted.
    pub steps: u64,
}

/// Emits a module for each unit and for each domain that they use, with a list of the bases in it. Functions that
/// several bases have in common are in a module of their own. File names appear as in `sources`.
///
/// # Errors
/// A diagnostic if this takes more than [`STATEMENTS`] statements.
pub fn emit(sources: &Sources, units: &[Unit<'_>]) -> Result<Vec<Module>, Box<Diagnostic>> {
    emit_within(sources, units, STATEMENTS).map(|emission| emission.modules)
}

/// Emits units like [`emit`], with a limit of `statements` statements.
///
/// # Errors
/// A diagnostic if the limit is exceeded.
pub fn emit_within(
    sources: &Sources,
    units: &[Unit<'_>],
    statements: u64,
) -> Result<Emission, Box<Diagnostic>> {
    // Loops nest as deeply as the bodies of the rules require.
    with_large_stack(|| {
        let budget = Budget::new(statements);
        let (mut names, shared) = (ModuleNames::new(units), sorts::of_domains(units));
        let (bases, steps) = work_count::counted(|| {
            shared_functions::base_modules(sources, units, &shared, &mut names, &budget)
        });
        let mut modules = domain_modules(units, &names, &shared, |_| true);
        modules.extend(bases?);
        Ok(Emission { modules, statements: budget.used(), steps })
    })
}

/// The modules of the domains of the units for which `wanted` is true.
fn domain_modules(
    units: &[Unit<'_>],
    names: &ModuleNames,
    shared: &[SortedSet<SortId>],
    wanted: impl Fn(&Unit<'_>) -> bool,
) -> Vec<Module> {
    let mut modules = Vec::new();
    let mut domains: Vec<String> = Vec::new();
    for unit in units.iter().filter(|unit| wanted(unit)) {
        let Some(domain) = unit.domain() else { continue };
        if !domains.contains(&domain) {
            let bases: Vec<(usize, &Unit<'_>)> = units
                .iter()
                .enumerate()
                .filter(|(_, unit)| unit.domain().as_ref() == Some(&domain))
                .collect();
            modules.push(domain::module(&domain, names, &shared[bases[0].0], &bases));
            domains.push(domain);
        }
    }
    modules
}

/// The name of the module of a domain or base, if no other module has the same name.
pub fn module_name(name: &str) -> String {
    module_names::alone(name).to_string()
}

/// Emits modules for all units, and for the domains of games, which belong to a single game. The modules of other
/// domains must already exist in the same folder.
///
/// # Errors
/// Those of [`emit`].
pub fn emit_bases(sources: &Sources, units: &[Unit<'_>]) -> Result<Vec<Module>, Box<Diagnostic>> {
    with_large_stack(|| {
        let (mut names, mut shared) = (ModuleNames::new(units), sorts::of_domains(units));
        let is_game = |unit: &Unit<'_>| unit.program.game.is_some();
        let hosted = units.iter().zip(&mut shared).filter(|(unit, _)| !is_game(unit));
        hosted.for_each(|(unit, shared)| *shared = sorts::of_host(unit));
        let mut modules = domain_modules(units, &names, &shared, is_game);
        let budget = Budget::new(STATEMENTS);
        modules.extend(shared_functions::base_modules(sources, units, &shared, &mut names, &budget)?);
        Ok(modules)
    })
}

/// Concatenates modules into one text.
pub fn in_one_text(modules: &[Module]) -> String {
    let mut text = String::new();
    for Module { name, text: inside, private, .. } in modules {
        let visible = if *private { "" } else { "pub " };
        let (docs, items) = inside.split_at(docs_end(inside));
        for doc in docs.lines() {
            writeln!(text, "///{}", doc.strip_prefix("//!").unwrap_or_default())
                .expect("a text can be written");
        }
        writeln!(text, "{visible}mod {name} {{").expect("a text can be written");
        for line in items.lines() {
            let indent = if line.is_empty() { "" } else { "    " };
            writeln!(text, "{indent}{line}").expect("a text can be written");
        }
        text.push_str("}\n");
    }
    text
}

/// The end of a module's `//!` lines, as a byte offset.
fn docs_end(text: &str) -> usize {
    text.split_inclusive('\n').take_while(|line| line.starts_with("//!")).map(str::len).sum()
}

/// The files of the modules, with their names: `mod.rs`, which declares all modules, and one file for each module.
pub fn in_files(modules: &[Module]) -> Vec<(String, String)> {
    let mut index = String::new();
    for Module { name, private, .. } in modules {
        let visible = if *private { "" } else { "pub " };
        writeln!(index, "{visible}mod {name};").expect("a text can be written");
    }
    let files = modules.iter().map(|module| (format!("{}.rs", module.name), module.text.clone()));
    [("mod.rs".to_owned(), index)].into_iter().chain(files).collect()
}

/// A function that returns all compiled bases of games that store their own positions, for the file that declares
/// the modules.
pub fn games(modules: &[Module]) -> String {
    let domains = modules.iter().filter(|module| module.of_games).map(|module| ident(&module.name));
    let domains: Vec<Ident> = domains.collect();
    let all = match domains.as_slice() {
        [] => quote!(Vec::new()),
        domains => quote!([#(#domains::bases()),*].into_iter().flatten().collect()),
    };
    layout(&quote! {
        /// The compiled bases of games that keep their positions themselves.
        pub fn games() -> Vec<blanche_runtime::CompiledBase<blanche_runtime::Position>> {
            #all
        }
    })
}

/// Emits texts as a constant, so that a program also contains its knowledge as source text. `what` begins the
/// constant's doc comment.
pub fn texts(constant: &str, what: &str, texts: &[(String, Vec<u8>)]) -> String {
    let name = quote::format_ident!("{constant}");
    let doc =
        idents::doc_lines(&[format!("{what}: their paths in the folder of the bases, and their texts.")]);
    let entries = texts.iter().map(|(name, bytes)| {
        let text = String::from_utf8_lossy(bytes);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        quote!((#name, #text))
    });
    layout(&quote! {
        #doc
        pub const #name: &[(&str, &str)] = &[#(#entries),*];
    })
}
