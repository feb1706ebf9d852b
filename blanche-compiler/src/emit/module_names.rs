//! Names of the modules of an emission run: the modules of bases and of their domains.

use blanche_sorted::SortedMap;
use proc_macro2::Ident;

use super::idents::{Namer, snake};
use super::reserved;
use super::unit::Unit;

/// The unique names of the modules of some units.
pub(super) struct ModuleNames {
    /// The module of each unit.
    pub(super) bases: Vec<Ident>,
    /// The module of each domain, by the domain's name.
    pub(super) domains: SortedMap<String, Ident>,
    namer: Namer,
}

impl ModuleNames {
    /// Names the modules of units and of their domains. If a base has the same name as its domain, the base keeps the
    /// name.
    pub(super) fn new(units: &[Unit<'_>]) -> ModuleNames {
        let mut namer = Namer::reserving(reserved::of_modules());
        let bases = units.iter().map(|unit| namer.name(&snake(unit.name))).collect();
        let mut domains = SortedMap::new();
        for domain in units.iter().filter_map(Unit::domain) {
            domains.entry(domain).or_insert_with_key(|domain| {
                let name = snake(domain);
                namer.first([name.clone(), format!("{name}_domain")])
            });
        }
        ModuleNames { bases, domains, namer }
    }

    /// A name for the module of functions that the bases of a domain share.
    pub(super) fn shared(&mut self, domain: &str) -> Ident {
        self.namer.name(&format!("{}_shared", snake(domain)))
    }
}

/// The name of the module of a domain or base if no other module has the same name.
pub(super) fn alone(name: &str) -> Ident {
    Namer::reserving(reserved::of_modules()).name(&snake(name))
}
