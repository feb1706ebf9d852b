//! Emits the modules of bases and the functions that they share. Functions of a derivation that are the same in several
//! bases are emitted once, in a separate module.

use std::collections::{HashMap, HashSet};

use blanche_sorted::{SortedMap, SortedSet};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::budget::Budget;
use super::function_parts::{called, mentioned};
use super::idents::ident;
use super::module_names::ModuleNames;
use super::reserved::RUNTIME;
use super::routines::Function;
use super::rules::{Base, base};
use super::unit::{Module, Unit, module};
use crate::diagnostic::Diagnostic;
use crate::files::Sources;
use crate::program::SortId;

/// The `use` declaration for the runtime items that some items mention.
fn runtime(items: &TokenStream) -> TokenStream {
    let called = called(items);
    let names = RUNTIME.iter().filter(|(_, used)| called.contains(*used)).map(|(name, used)| {
        let (plain, used) = (ident(name), ident(used));
        if name == &used.to_string() { quote!(#plain) } else { quote!(#plain as #used) }
    });
    let names: Vec<TokenStream> = names.collect();
    if names.is_empty() { TokenStream::new() } else { quote!(use blanche_runtime::{#(#names),*};) }
}

/// Emits a module for each base, after the modules of shared functions. `shared` are the sorts of each unit whose
/// types are in the module of its domain.
///
/// # Errors
/// A diagnostic if the budget is insufficient.
pub(super) fn base_modules(
    sources: &Sources,
    units: &[Unit<'_>],
    shared: &[SortedSet<SortId>],
    names: &mut ModuleNames,
    budget: &Budget,
) -> Result<Vec<Module>, Box<Diagnostic>> {
    let mut bases: Vec<Base> = Vec::new();
    for (at, unit) in units.iter().enumerate() {
        budget.set_base(at);
        bases.push(base(sources, unit, &shared[at], budget));
    }
    let programs: Vec<_> = units.iter().map(|unit| unit.program).collect();
    if let Some(message) = budget.message(&programs) {
        return Err(Box::new(message));
    }
    let mut domains: SortedMap<String, Vec<usize>> = SortedMap::new();
    for (at, unit) in units.iter().enumerate() {
        domains.entry(unit.domain().unwrap_or_default()).or_default().push(at);
    }
    let mut modules = Vec::new();
    // For each base, the indices of the routines moved to the shared module of its domain.
    let mut elsewhere: Vec<SortedSet<usize>> = vec![SortedSet::new(); bases.len()];
    let mut shared_names: Vec<Option<Ident>> = vec![None; bases.len()];
    for (domain, members) in &domains {
        if domain.is_empty() || members.len() < 2 {
            continue;
        }
        let shared = shared_routines(&bases, members);
        if shared.is_empty() {
            continue;
        }
        let name = names.shared(domain);
        let mut functions = TokenStream::new();
        let mut written = SortedSet::new();
        for at in members {
            for routine in &shared[at] {
                let function = &bases[*at].routines[*routine];
                if written.insert(function.name.to_string()) {
                    functions.extend(visible(&function.functions, &function.name.to_string()));
                }
            }
            elsewhere[*at] = shared[at].clone();
            shared_names[*at] = Some(name.clone());
        }
        let (imports, of_domain) = (runtime(&functions), &names.domains[domain]);
        let doc = [format!(
            "Derivations that several bases of `{domain}` share, in the modes that they have in common."
        )];
        let items = quote! { #imports use super::#of_domain::*; #functions };
        modules.push(Module { private: true, ..module(&name, &doc, &items) });
    }
    for (at, base) in bases.iter().enumerate() {
        let others = Others {
            domain: units[at].domain().map(|domain| names.domains[&domain].clone()),
            shared: shared_names[at].clone(),
            routines: &elsewhere[at],
        };
        modules.push(base_module(&names.bases[at], base, &others));
    }
    Ok(modules)
}

/// The items of a base that are in other modules.
struct Others<'b> {
    /// The module of the base's domain.
    domain: Option<Ident>,
    /// The module of the functions that the base shares with other bases.
    shared: Option<Ident>,
    /// The indices of the base's routines that are in the `shared` module.
    routines: &'b SortedSet<usize>,
}

fn base_module(name: &Ident, base: &Base, others: &Others<'_>) -> Module {
    let Others { domain, shared, routines: elsewhere } = others;
    let functions = &base.functions;
    let routines = base.routines.iter().enumerate().filter(|(at, _)| !elsewhere.contains(at));
    let routines = routines.map(|(_, routine)| &routine.functions);
    let (types, own) = (&base.types, &base.own);
    let items = quote! { #types #(#functions)* #(#routines)* #own };
    let called = elsewhere.iter().map(|routine| &base.routines[*routine].name);
    let mentioned = mentioned(&items);
    let called: Vec<_> = called.filter(|name| mentioned.contains(&name.to_string())).collect();
    let of_shared = match shared {
        Some(shared) if !called.is_empty() => quote!(use super::#shared::{#(#called),*};),
        _ => TokenStream::new(),
    };
    let of_domain = domain.as_ref().map(|domain| quote!(use super::#domain::*;));
    let imports = runtime(&items);
    module(name, &base.doc, &quote! { #imports #of_domain #of_shared #items })
}

/// Makes the function of a routine visible to other modules, but not its parts. It is inlined as if it were in the
/// calling module.
fn visible(functions: &TokenStream, name: &str) -> TokenStream {
    let file: syn::File = syn::parse2(functions.clone()).expect("functions are items");
    let items = file.items.into_iter().map(|item| match item {
        syn::Item::Fn(mut function) => {
            if function.sig.ident == name {
                function.vis = syn::parse_quote!(pub(super));
            }
            if !function.attrs.iter().any(|attribute| attribute.path().is_ident("inline")) {
                function.attrs.push(syn::parse_quote!(#[inline]));
            }
            quote!(#function)
        }
        item => quote!(#item),
    });
    items.collect()
}

/// For each of these bases, the indices of the routines that it shares with other bases: routines of the same name and
/// code, whose callees are shared too.
fn shared_routines(bases: &[Base], members: &[usize]) -> SortedMap<usize, SortedSet<usize>> {
    let mut codes = Codes::default();
    let mut having: SortedMap<usize, SortedSet<usize>> = SortedMap::new();
    // For each base, the code number of each of its routines.
    let mut code: SortedMap<usize, Vec<usize>> = SortedMap::new();
    for at in members {
        let own = type_names(&bases[*at].types);
        let routines = bases[*at].routines.iter();
        let numbers = routines.map(|routine| {
            let number = codes.number(routine);
            if !routine.own && mentioned(&routine.functions).is_disjoint(&own) {
                having.entry(number).or_default().insert(*at);
            }
            number
        });
        code.insert(*at, numbers.collect());
    }
    let chosen = codes.chosen(&having);
    let places = |at: &usize| {
        let places = code[at].iter().enumerate().filter(|(_, code)| chosen.contains(code));
        (*at, places.map(|(place, _)| place).collect())
    };
    let mut shared: SortedMap<usize, SortedSet<usize>> = members.iter().map(places).collect();
    let mut having: HashMap<usize, Vec<(usize, usize)>> = HashMap::new();
    let mut callers: HashMap<(usize, usize), Vec<usize>> = HashMap::new();
    // A shared routine may call only routines that all its bases share.
    let mut lost: Vec<usize> = Vec::new();
    for (at, places) in &shared {
        for place in places {
            having.entry(code[at][*place]).or_default().push((*at, *place));
            for called in &bases[*at].routines[*place].calls {
                callers.entry((*at, *called)).or_default().push(*place);
                // All chosen routines count as shared at first, because mutually recursive routines call each other.
                if !places.contains(called) {
                    lost.push(code[at][*place]);
                }
            }
        }
    }
    while let Some(code_lost) = lost.pop() {
        for (at, place) in having.remove(&code_lost).unwrap_or_default() {
            shared.entry(at).or_default().remove(&place);
            let callers = callers.get(&(at, place)).into_iter().flatten();
            lost.extend(callers.map(|caller| code[&at][*caller]));
        }
    }
    shared.retain(|_, places| !places.is_empty());
    if shared.is_empty() {
        shared
    } else {
        members.iter().map(|at| (*at, shared.remove(at).unwrap_or_default())).collect()
    }
}

/// The distinct codes of routines, each with a number and its names.
#[derive(Default)]
struct Codes {
    numbers: HashMap<(String, String), usize>,
    /// For each code, the name of the routine, and the names of the functions for its clauses and parts.
    names: Vec<(String, SortedSet<String>)>,
}

impl Codes {
    fn number(&mut self, routine: &Function) -> usize {
        let (name, code) = (routine.name.to_string(), routine.functions.to_string());
        let names = || (name.clone(), function_names(&code));
        match self.numbers.get(&(name.clone(), code.clone())) {
            Some(number) => *number,
            None => {
                self.names.push(names());
                self.numbers.insert((name, code), self.names.len() - 1);
                self.names.len() - 1
            }
        }
    }

    /// The codes that several bases have. If several codes have the same name, only the most frequent of these is
    /// chosen.
    fn chosen(&self, having: &SortedMap<usize, SortedSet<usize>>) -> HashSet<usize> {
        let mut best: SortedMap<&str, usize> = SortedMap::new();
        for (code, bases) in having.iter().filter(|(_, bases)| bases.len() > 1) {
            let best = best.entry(&self.names[*code].0).or_insert(*code);
            if bases.len() > having[best].len() {
                *best = *code;
            }
        }
        // The functions of clauses and parts must have unique names too.
        let mut taken: HashSet<&str> = HashSet::new();
        let mut chosen = HashSet::new();
        for code in best.into_values() {
            let names = &self.names[code].1;
            if names.iter().all(|name| !taken.contains(name.as_str())) {
                chosen.insert(code);
            }
            taken.extend(names.iter().map(String::as_str));
        }
        chosen
    }
}

/// The names of functions in a text.
fn function_names(text: &str) -> SortedSet<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.windows(2).filter(|pair| pair[0] == "fn").map(|pair| pair[1].to_owned()).collect()
}

/// The names of types in some items.
fn type_names(types: &TokenStream) -> HashSet<String> {
    let file: syn::File = syn::parse2(types.clone()).expect("types are items");
    let names = file.items.iter().filter_map(|item| match item {
        syn::Item::Enum(item) => Some(item.ident.to_string()),
        syn::Item::Struct(item) => Some(item.ident.to_string()),
        syn::Item::Type(item) => Some(item.ident.to_string()),
        _ => None,
    });
    names.collect()
}
