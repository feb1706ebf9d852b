//! Names of the modules of an emission run: those of the bases, and those of their domains.

use std::collections::BTreeMap;

use proc_macro2::Ident;

use super::idents::{Namer, snake};
use super::reserved;
use super::unit::Unit;

/// What the modules of some units are called, each once.
pub(super) struct ModuleNames {
    /// The module of each unit.
    pub(super) bases: Vec<Ident>,
    /// The module of each domain, by its name.
    pub(super) domains: BTreeMap<String, Ident>,
    namer: Namer,
}

impl ModuleNames {
    /// Names the modules of units and of their domains. A base may have the name of its domain, and keeps it.
    pub(super) fn new(units: &[Unit<'_>]) -> ModuleNames {
        let mut namer = Namer::reserving(reserved::of_modules());
        let bases = units.iter().map(|unit| namer.name(&snake(unit.name))).collect();
        let mut domains = BTreeMap::new();
        for domain in units.iter().filter_map(Unit::domain) {
            domains.entry(domain).or_insert_with_key(|domain| {
                let name = snake(domain);
                namer.first([name.clone(), format!("{name}_domain")])
            });
        }
        ModuleNames { bases, domains, namer }
    }

    /// A name for what the bases of a domain have in common.
    pub(super) fn shared(&mut self, domain: &str) -> Ident {
        self.namer.name(&format!("{}_shared", snake(domain)))
    }
}

/// What a domain or a base calls its module where no other one has the name.
pub(super) fn alone(name: &str) -> Ident {
    Namer::reserving(reserved::of_modules()).name(&snake(name))
}
