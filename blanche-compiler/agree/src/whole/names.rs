//! Names of random programs. Some are plain, some are words that Rust, the runtime or generated code use, and some
//! become the same Rust identifier as another name.

use std::collections::BTreeSet;

use blanche_compiler::random::Random;

/// Percentage of programs whose names are chosen to collide.
const HOSTILE: usize = 40;

/// Words used by generated Rust, its runtime, or Rust itself.
const WORDS: &[&str] = &[
    "bit",
    "found",
    "pass",
    "recursive",
    "result.order",
    "rules",
    "facts",
    "budget",
    "option",
    "string",
    "box",
    "vec",
    "self",
    "type",
    "match",
    "u256",
    "u32",
    "usize",
    "bool",
    "x",
    "n2",
    "f",
    "value",
    "position",
    "host",
    "read",
    "write",
    "put",
    "make",
    "undo",
    "like",
    "found.one",
    "solutions",
    "matcher",
    "memo",
    "limits",
    "flow",
    "weight",
    "weights",
    "word",
    "layout",
    "set",
    "cell",
    "x.set",
    "answers",
    "given",
    "row.set",
    "some",
    "none",
    "ok",
    "err",
    "a.b",
    "a_b",
    "aB",
    "clone",
    "copy",
    "debug",
    "eq",
    "ord",
    "hash",
    "iterator",
    "into",
    "from",
    "default",
    "all",
    "any",
    "is.empty",
    "count.ones",
    "first",
    "last",
    "each",
    "tuple",
    "here",
    "inside",
    "fn",
    "as",
    "in",
    "mod",
    "crate",
    "super",
    "static",
    "where",
    "async",
    "dyn",
    "été",
    "ß",
    "日本",
    "main",
    "std",
    "core",
    "blanche.compiler",
    "runtime",
    "words",
    "numbers",
    "numbered",
    "stop",
    "drop",
    "send",
    "sync",
    "sized",
];

/// Generates unique names.
#[derive(Default)]
pub(super) struct Names {
    hostile: bool,
    taken: BTreeSet<String>,
    plain: usize,
}

impl Names {
    pub(super) fn new(random: &mut Random) -> Names {
        Names { hostile: random.percent(HOSTILE), ..Names::default() }
    }

    /// A new name of a sort.
    pub(super) fn sort(&mut self, random: &mut Random) -> String {
        self.unique("s", ' ', random)
    }

    /// A new name of a value.
    pub(super) fn constant(&mut self, random: &mut Random) -> String {
        self.unique("c", 'c', random)
    }

    /// A new name of a predicate. If the predicate has several arguments, its name may also be the name of a sort.
    pub(super) fn predicate(&mut self, arity: usize, random: &mut Random) -> String {
        self.unique("p", if arity == 1 { ' ' } else { 'p' }, random)
    }

    /// A new name of a rule, a score or a file.
    pub(super) fn rule(&mut self, random: &mut Random) -> String {
        self.unique("r", 'r', random)
    }

    /// A name that no item of this kind has yet. Items of different kinds may have the same name.
    fn unique(&mut self, plain: &str, kind: char, random: &mut Random) -> String {
        if self.hostile && random.percent(60) {
            let word = *random.choose(WORDS);
            if self.taken.insert(format!("{kind}{word}")) {
                return word.to_owned();
            }
        }
        self.plain += 1;
        format!("{plain}{}", self.plain)
    }
}
