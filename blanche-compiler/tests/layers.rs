//! The layers of modules in the crate. Each module uses only modules of lower layers, so that it can be understood and
//! tested without the modules of higher layers. (`layout` checks the same for the files of the planner.)

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// All modules of the crate, by layer. Modules of one layer do not use each other. ARCHITECTURE.md and `lib.rs` show
/// the same list.
const LAYERS: &[&[&str]] = &[
    &["fnv", "markup"],
    &["files", "parallel", "progress", "scc", "spelling", "timing"],
    &["folders"],
    &["diagnostic", "grammar"],
    &["embedded", "expect", "knowledge_folders", "report", "syntax"],
    &["policy"],
    &["program", "search_path"],
    &["incremental"],
    &["bitboards", "literals", "names"],
    &["modes", "project"],
    &["check", "plan"],
    &["checked", "emit", "interpret"],
    &["build_api", "game", "paths", "why"],
    &["legality", "service"],
    &["manual", "repl"],
];

/// Re-exports of `blanche-runtime`, a crate below all layers.
const BELOW: &[&str] = &["random", "runtime"];

/// A module, given by its path below `src`, such as `["plan", "order"]`, with its file and code.
struct Module {
    path: Vec<String>,
    file: String,
    code: String,
}

/// The modules of the library with their code, without test modules.
fn modules() -> Vec<Module> {
    let mut found = Vec::new();
    read(&crate::crate_folder().join("src"), &[], &mut found);
    found.sort_by(|one, other| one.file.cmp(&other.file));
    found
}

fn read(folder: &Path, above: &[String], found: &mut Vec<Module>) {
    for entry in fs::read_dir(folder).expect("the folder can be read").flatten() {
        let path = entry.path();
        let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        let is_outside = above.is_empty() && (name == "bin" || name == "lib");
        if is_outside || name == "tests" {
            continue;
        }
        let mut module = above.to_vec();
        if path.is_dir() {
            module.push(name);
            read(&path, &module, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            if name != "mod" {
                module.push(name);
            }
            let text = fs::read_to_string(&path).expect("the file can be read");
            let inside = path.strip_prefix(crate::crate_folder()).expect("it lies in the crate");
            let file = inside.to_string_lossy().replace('\\', "/");
            found.push(Module { path: module, file, code: without_tests(&without_texts(&text)) });
        }
    }
}

/// The code of a file. Comments, strings and characters are replaced by spaces, so that line numbers are preserved.
fn without_texts(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let starts =
        |at: usize, with: &str| with.chars().enumerate().all(|(i, c)| letters.get(at + i) == Some(&c));
    let mut code = String::new();
    let mut at = 0;
    while at < letters.len() {
        let is_in_word = at > 0 && (letters[at - 1].is_alphanumeric() || letters[at - 1] == '_');
        let end = if starts(at, "//") {
            (at..letters.len()).find(|i| letters[*i] == '\n').unwrap_or(letters.len())
        } else if starts(at, "/*") {
            end_of_block_comment(&letters, at)
        } else if letters[at] == '"' {
            end_of_text(&letters, at)
        } else if letters[at] == 'r' && (!is_in_word || letters[at - 1] == 'b') {
            end_of_raw_text(&letters, at).unwrap_or(at)
        } else if starts(at, "'\\") {
            (at + 3..letters.len()).find(|i| letters[*i] == '\'').map_or(letters.len(), |i| i + 1)
        } else if letters[at] == '\'' && letters.get(at + 2) == Some(&'\'') {
            at + 3
        } else {
            at
        };
        if end == at {
            code.push(letters[at]);
            at += 1;
        } else {
            code.extend(letters[at..end].iter().map(|c| if *c == '\n' { '\n' } else { ' ' }));
            at = end;
        }
    }
    code
}

fn end_of_block_comment(letters: &[char], start: usize) -> usize {
    let (mut depth, mut at) = (0, start);
    while at < letters.len() {
        match (letters[at], letters.get(at + 1)) {
            ('/', Some('*')) => (depth, at) = (depth + 1, at + 2),
            ('*', Some('/')) => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

fn end_of_text(letters: &[char], start: usize) -> usize {
    let mut at = start + 1;
    while at < letters.len() && letters[at] != '"' {
        at += if letters[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(letters.len())
}

/// The index after `r"…"` or `r#"…"#`; `None` if the `r` does not start a raw string.
fn end_of_raw_text(letters: &[char], start: usize) -> Option<usize> {
    let signs = letters[start + 1..].iter().take_while(|c| **c == '#').count();
    let first = start + 1 + signs;
    (letters.get(first) == Some(&'"')).then_some(())?;
    let closes = |at: &usize| letters[*at] == '"' && (1..=signs).all(|i| letters.get(at + i) == Some(&'#'));
    Some((first + 1..letters.len()).find(closes).map_or(letters.len(), |at| at + 1 + signs))
}

/// The code without the items after `#[cfg(test)]`. They are replaced by line ends and spaces.
fn without_tests(code: &str) -> String {
    let mut left = String::new();
    let mut rest = code;
    while let Some(at) = rest.find("#[cfg(test)]") {
        let (before, test) = rest.split_at(at);
        left.push_str(before);
        let (mut depth, mut end) = (0, test.len());
        for (at, letter) in test.char_indices() {
            depth += i32::from("([{".contains(letter)) - i32::from(")]}".contains(letter));
            if depth == 0 && (letter == ';' || letter == '}') {
                end = at + 1;
                break;
            }
        }
        left.extend(test[..end].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        rest = &test[end..];
    }
    left + rest
}

/// A token of the code and its line. A token is a word, `::`, or another character.
type Token<'c> = (&'c str, usize);

fn tokens(code: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    for (line, text) in code.lines().enumerate() {
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let length = match first {
                _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
                ':' if rest.starts_with("::") => 2,
                _ => first.len_utf8(),
            };
            found.push((&rest[..length], line + 1));
            rest = rest[length..].trim_start();
        }
    }
    found
}

/// The names directly below the crate root that a module uses, with their lines. They are modules, or items of the root
/// itself. `depth` is the number of `super` steps from the module to the root.
fn named_at_root(code: &str, depth: usize) -> Vec<(String, usize)> {
    let tokens = tokens(code);
    let word = |at: usize| tokens.get(at).map_or("", |(word, _)| *word);
    let mut found = Vec::new();
    let (mut braces, mut inner) = (0, Vec::new());
    for at in 0..tokens.len() {
        let is_first = at == 0 || word(at - 1) != "::";
        match word(at) {
            "{" => {
                braces += 1;
                if at > 1 && word(at - 2) == "mod" {
                    inner.push(braces);
                }
            }
            "}" => {
                if inner.last() == Some(&braces) {
                    inner.pop();
                }
                braces -= 1;
            }
            "crate" if word(at + 1) == "::" => follow(&tokens, at + 2, 0, &mut found),
            "super" | "self" if is_first && word(at + 1) == "::" => {
                follow(&tokens, at, depth + inner.len(), &mut found);
            }
            _ => {}
        }
    }
    found
}

/// Follows a path, or all paths in braces. It starts from a module that is `below` levels below the root.
fn follow(tokens: &[Token<'_>], at: usize, below: usize, found: &mut Vec<(String, usize)>) {
    let word = |at: usize| tokens.get(at).map_or("", |(word, _)| *word);
    match word(at) {
        "super" if word(at + 1) == "::" => follow(tokens, at + 2, below.saturating_sub(1), found),
        "self" if word(at + 1) == "::" => follow(tokens, at + 2, below, found),
        "{" => {
            let (mut depth, mut begins) = (1, true);
            for (i, (word, _)) in tokens.iter().enumerate().skip(at + 1) {
                if begins && *word != "}" {
                    follow(tokens, i, below, found);
                }
                depth += i32::from(*word == "{") - i32::from(*word == "}");
                if depth == 0 {
                    break;
                }
                begins = depth == 1 && *word == ",";
            }
        }
        word if below == 0 => found.push((word.to_owned(), tokens.get(at).map_or(0, |(_, line)| *line))),
        _ => {}
    }
}

/// Violations of the layers in these modules. Each has a file, a line, and advice.
fn wrong(modules: &[Module], layers: &[&[&str]]) -> Vec<String> {
    let places = layers.iter().enumerate().flat_map(|(at, names)| names.iter().map(move |name| (*name, at)));
    let layer: BTreeMap<&str, usize> = places.collect();
    let mut found = Vec::new();
    for module in modules {
        let own = module.path[0].as_str();
        let Some(&own_layer) = layer.get(own) else {
            found.push(format!("{}: `{own}` stands in no layer; give it its place in LAYERS", module.file));
            continue;
        };
        for (other, line) in named_at_root(&module.code, module.path.len()) {
            let place = format!("{}:{line}", module.file);
            match layer.get(other.as_str()) {
                _ if other == own || BELOW.contains(&other.as_str()) => {}
                Some(&layer) if layer < own_layer => {}
                Some(&layer) => {
                    let stands = if layer > own_layer { "above" } else { "beside" };
                    found.push(format!(
                        "{place}: `{own}` uses `{other}`, which stands {stands} it; move what both need into a \
                         module below them, or the module that uses the other up"
                    ));
                }
                None => found.push(format!(
                    "{place}: `{own}` takes `{other}` from the root of the crate, which stands above everything; \
                     take it from the module in which it is"
                )),
            }
        }
    }
    found
}

#[test]
fn every_module_uses_only_those_below_it() {
    let modules = modules();
    let uses: usize = modules.iter().map(|module| named_at_root(&module.code, module.path.len()).len()).sum();
    assert!(modules.len() > 200 && uses > 500, "modules and uses are seen: {} and {uses}", modules.len());
    let found = wrong(&modules, LAYERS);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_module_is_in_one_layer() {
    let mut listed: Vec<&str> = LAYERS.concat();
    listed.sort_unstable();
    let mut there: Vec<String> = modules().into_iter().map(|module| module.path[0].clone()).collect();
    there.sort();
    there.dedup();
    assert_eq!(listed, there, "left: the modules in LAYERS; right: those in src");
}

#[test]
fn lib_rs_and_the_architecture_show_the_layers() {
    let root = crate::crate_folder();
    let front = fs::read_to_string(root.join("src/lib.rs")).expect("it can be read");
    let groups: Vec<Vec<&str>> = front
        .split("\n\n")
        .map(|group| {
            let lines = group.lines().map(|line| line.trim_start_matches("pub "));
            lines.filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).collect()
        })
        .filter(|group: &Vec<&str>| !group.is_empty())
        .collect();
    assert_eq!(groups, LAYERS, "left: the modules in lib.rs, a group for each layer; right: LAYERS");
    let architecture = fs::read_to_string(root.join("../ARCHITECTURE.md")).expect("it can be read");
    let lines: Vec<String> = LAYERS.iter().map(|layer| layer.join(", ")).collect();
    let block = format!("```text\n{}\n```", lines.join("\n"));
    assert!(architecture.contains(&block), "ARCHITECTURE.md has this block:\n{block}");
    let rows = architecture.lines().filter_map(|line| line.strip_prefix('|')?.split('|').next());
    let rows: Vec<&str> = rows.collect();
    for module in LAYERS.concat() {
        let cell = |row: &&str| row.contains(&format!("`{module}`")) || row.contains(&format!("`{module}/`"));
        assert!(rows.iter().any(cell), "a row of ARCHITECTURE.md says what `{module}` does");
    }
}

/// The names directly below the crate root that a text uses, if the text is the code of the module `b::inner`.
fn found_in(text: &str) -> Vec<(String, usize)> {
    named_at_root(&without_tests(&without_texts(text)), 2)
}

#[track_caller]
fn check(text: &str, expected: &[(&str, usize)]) {
    let found = found_in(text);
    let found: Vec<(&str, usize)> = found.iter().map(|(name, line)| (name.as_str(), *line)).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn uses_are_found_in_every_form() {
    check("use crate::a::B;", &[("a", 1)]);
    check("pub(crate) use crate::a::{B, c::{D, E}};", &[("a", 1)]);
    check(
        "use crate::{a::{self, B}, c, d::{E::{F, G}, h}, Root};\nx();",
        &[("a", 1), ("c", 1), ("d", 1), ("Root", 1)],
    );
    check("use crate::{\n    a::B,\n    c,\n};", &[("a", 2), ("c", 3)]);
    check("use crate::{{a, {c}}, d};", &[("a", 1), ("c", 1), ("d", 1)]);
    check("use crate::*;\nuse crate::{self};", &[("*", 1), ("self", 2)]);
    check("use super::super::a::B;", &[("a", 1)]);
    check("use super::{super::a, x, self};\nuse self::super::super::c;", &[("a", 1), ("c", 2)]);
    check("fn f() -> crate::a::B {\n    crate::c::g::<crate::d::T>()\n}", &[("a", 1), ("c", 2), ("d", 2)]);
    check("macro_rules! m { () => { $crate::a::B } }", &[("a", 1)]);
    check("mod inside {\n    use super::super::super::a;\n}\nuse super::super::c;", &[("a", 2), ("c", 4)]);
}

#[test]
fn text_that_only_resembles_a_use_is_ignored() {
    check("pub(crate) fn f() {}\npub(super) mod x;", &[]);
    check("use super::a::B;\nuse self::c;\nuse std::{fmt, super_thing};", &[]);
    check("// crate::a\n/// [`crate::b`]\n/* crate::c /* crate::d */ crate::e */\n//! crate::f", &[]);
    check("let x = \"crate::a\\\" crate::b\";\nlet y = r#\"crate::\"c\"#;\nlet z = br\"crate::d\";", &[]);
    check("let quote = '\"'; let other = '\\''; use crate::a;\nfn f<'l>(x: &'l str) {}", &[("a", 1)]);
    check("#[cfg(test)]\nmod tests {\n    use crate::a;\n}\nuse crate::c;", &[("c", 5)]);
    check("#[cfg(test)]\n#[rustfmt::skip]\nuse crate::a;\nuse crate::c;", &[("c", 4)]);
    check("#[cfg(test)]\npub fn f(x: [u8; 2]) -> crate::a::B { crate::d::g() }\nuse crate::c;", &[("c", 3)]);
}

/// The violations of one module with this code. The lowest layer is `a`, the next has `b` and `c`, and the highest is
/// `d`.
fn violations(module: &str, text: &str) -> Vec<String> {
    let path = module.split("::").map(str::to_owned).collect();
    let module = Module { path, file: "src/x.rs".to_owned(), code: text.to_owned() };
    wrong(&[module], &[&["a"], &["b", "c"], &["d"]])
}

#[test]
fn a_use_of_a_module_above_or_beside_is_reported() {
    assert_eq!(violations("b", "use crate::{a, b};"), [""; 0]);
    assert_eq!(violations("a", "use crate::random::Random;\nuse crate::runtime::Value;"), [""; 0]);
    assert_eq!(violations("d::inner", "use super::super::{a, b, c};"), [""; 0]);
    let up = "src/x.rs:2: `b` uses `d`, which stands above it; move what both need into a module below them, or the \
              module that uses the other up";
    assert_eq!(violations("b", "use crate::a;\nuse crate::d;"), [up]);
    assert_eq!(violations("b::inner", "\nuse super::super::d::X;"), [up]);
    assert_eq!(violations("b", "fn f() {\n    crate::d::f() }"), [up]);
    assert!(violations("b", "use crate::{a, c};")[0].contains("which stands beside it"));
    assert!(violations("d", "use crate::Root;")[0].contains("takes `Root` from the root of the crate"));
    assert!(violations("e", "")[0].contains("`e` stands in no layer"));
}
