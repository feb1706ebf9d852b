//! Rust names that nothing from a source may get: the names of the language, of the runtime's exports, and of the items
//! that the emitter writes in every module.
//!
//! The runtime's exports are read from the source file that exports them, so that new names are reserved
//! immediately.

use std::sync::LazyLock;

use blanche_runtime::internal;
use syn::{Item, UseTree, Visibility};

/// Rust's prelude: the types, traits, variants and functions that are in scope everywhere.
const PRELUDE: &[&str] = &[
    "AsMut",
    "AsRef",
    "Box",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Err",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "Future",
    "Hash",
    "Into",
    "IntoFuture",
    "IntoIterator",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Send",
    "Sized",
    "Some",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "Unpin",
    "Vec",
    "drop",
];

/// Methods of the prelude's traits. On a reference to the facts, these methods would take precedence over the host's
/// methods.
const METHODS: &[&str] =
    &["as_mut", "as_ref", "clone_from", "into_iter", "to_owned", "to_string", "try_into"];

/// Names that occur next to module names or at the beginning of paths and could be confused with a module: crates and
/// primitive types.
const CRATES_AND_PRIMITIVES: &[&str] = &[
    "alloc",
    "blanche_compiler",
    "blanche_runtime",
    "bool",
    "char",
    "core",
    "f32",
    "f64",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "std",
    "str",
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
];

/// Other items that the emitter declares in the module of a domain, a base or a game on bitboards. `F` is the type
/// parameter for the facts.
const DECLARED: &[&str] = &["Host", "Interpreted", "bases", "base", "Bitboards", "F"];

/// The runtime items that generated code may import, with the names that it uses for these items.
pub(super) const RUNTIME: &[(&str, &str)] = &[
    ("Answers", "Answers"),
    ("ResultOrder", "ResultOrder"),
    ("BitEnd", "BitEnd"),
    ("BitGame", "BitGame"),
    ("BitSet", "BitSet"),
    ("Budget", "Budget"),
    ("CompiledAnswers", "CompiledAnswers"),
    ("CompiledBase", "CompiledBase"),
    ("CompiledExport", "CompiledExport"),
    ("CompiledGame", "CompiledGame"),
    ("CompiledLevel", "CompiledLevel"),
    ("CompiledPreference", "CompiledPreference"),
    ("CompiledQuestion", "CompiledQuestion"),
    ("CompiledRule", "CompiledRule"),
    ("CompiledScore", "CompiledScore"),
    ("CompiledSum", "CompiledSum"),
    ("Flow", "Flow"),
    ("Fold", "Fold"),
    ("Found", "Found"),
    ("GroupRoom", "GroupRoom"),
    ("LimitReached", "LimitReached"),
    ("Matcher", "Matcher"),
    ("matcher", "matcher"),
    ("Memo", "Memo"),
    ("NoFacts", "NoFacts"),
    ("Numbered", "Numbered"),
    ("Pass", "Pass"),
    ("Recursive", "Recursive"),
    ("Stop", "Stop"),
    ("U256", "U256"),
    ("Value", "Value"),
    ("Weight", "Weight"),
    ("Weights", "Weights"),
    ("applies", "applies"),
    ("bit_image", "bit_image"),
    ("bit_least", "bit_least"),
    ("bit_word", "bit_word"),
    ("counted", "counted"),
    ("found", "found_one"),
    ("past_key", "past_key"),
    ("solve_compiled", "solve"),
    ("stated", "stated"),
    ("weighed", "weighed"),
];

/// The functions that return the lists of a base.
const LISTS: [&str; 7] = ["rules", "exports", "scores", "sums", "preferences", "questions", "levels"];

/// The parameter names of functions over the words of a position.
const OF_POSITIONS: [&str; 4] = ["moves", "room", "value", "words"];

/// Names that the emitter itself uses inside functions.
pub(super) const OF_FUNCTIONS: [&str; 26] = [
    "facts",
    "holds",
    "budget",
    "pass",
    "known",
    "found",
    "given",
    "each",
    "tuple",
    "is_there",
    "here",
    "last",
    "stated",
    "found_one",
    "applies",
    "inside",
    "answer",
    "sum",
    "weight",
    "to_move",
    "counted",
    "answers",
    "find",
    "row",
    "at",
    "rules",
];

/// The module that contains the source texts, next to the modules of the bases.
pub(super) const TEXTS: &str = "texts";

/// The runtime's exports.
static EXPORTS: LazyLock<Vec<String>> = LazyLock::new(|| exports(internal::EXPORTS));

/// Names that no item of a module may have.
pub(super) fn of_items() -> impl Iterator<Item = &'static str> {
    let exports = EXPORTS.iter().map(String::as_str).chain(RUNTIME.iter().map(|(_, used)| *used));
    exports.chain(PRELUDE.iter().copied()).chain(LISTS).chain(DECLARED.iter().copied())
}

/// Names that nothing in a function over the words of a position may have.
pub(super) fn in_words() -> impl Iterator<Item = &'static str> {
    of_items().chain(OF_POSITIONS)
}

/// Names that no method of a host may have.
pub(super) fn of_methods() -> impl Iterator<Item = &'static str> {
    METHODS.iter().copied()
}

/// Names that no module may have.
pub(super) fn of_modules() -> impl Iterator<Item = &'static str> {
    CRATES_AND_PRIMITIVES.iter().copied().chain([TEXTS])
}

/// The public names in the source of a module.
fn exports(module: &str) -> Vec<String> {
    let file = syn::parse_file(module).expect("the runtime is Rust");
    let mut names = Vec::new();
    for item in &file.items {
        match item {
            Item::Use(item) if is_public(&item.vis) => used(&item.tree, &mut names),
            Item::Const(item) if is_public(&item.vis) => names.push(item.ident.to_string()),
            Item::Enum(item) if is_public(&item.vis) => names.push(item.ident.to_string()),
            Item::Fn(item) if is_public(&item.vis) => names.push(item.sig.ident.to_string()),
            Item::Static(item) if is_public(&item.vis) => names.push(item.ident.to_string()),
            Item::Struct(item) if is_public(&item.vis) => names.push(item.ident.to_string()),
            Item::Trait(item) if is_public(&item.vis) => names.push(item.ident.to_string()),
            Item::Type(item) if is_public(&item.vis) => names.push(item.ident.to_string()),
            _ => {}
        }
    }
    names
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Collects the names that a `use` imports.
fn used(tree: &UseTree, names: &mut Vec<String>) {
    match tree {
        UseTree::Path(path) => used(&path.tree, names),
        UseTree::Name(name) => names.push(name.ident.to_string()),
        UseTree::Rename(rename) => names.push(rename.rename.to_string()),
        UseTree::Group(group) => group.items.iter().for_each(|tree| used(tree, names)),
        UseTree::Glob(_) => unreachable!("the runtime names what it exports"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exports_of_the_runtime_are_read_from_its_source() {
        let text =
            "mod a; pub use a::{B, c as d}; use e::F; pub type G = u32; pub(crate) use h::I; pub fn j() {}";
        assert_eq!(exports(text), ["B", "d", "G", "j"]);
    }

    #[test]
    fn the_runtime_exports_all_that_generated_code_imports() {
        for (name, _) in RUNTIME {
            assert!(EXPORTS.iter().any(|export| export == name), "{name}");
        }
    }
}
