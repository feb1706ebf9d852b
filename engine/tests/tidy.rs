//! The invariants of the house, as far as a machine can see them. The README lists them by the same numbers.

use std::fs;
use std::path::PathBuf;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a folder with this ending.
fn files(folder: &str, ending: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder can be read").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|known| known == ending) {
                let name =
                    path.strip_prefix(root()).expect("it lies in the project").to_string_lossy().into_owned();
                found.push((name, fs::read_to_string(&path).expect("the file can be read")));
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "{folder} has *.{ending}");
    found
}

/// The lines of a file that are no comment, up to its tests.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    text.lines().filter(|line| !line.trim_start().starts_with("//"))
}

/// Files outside of `rooms` whose code has one of the words.
fn outside<'a>(files: &'a [(String, String)], rooms: &[&str], words: &[&str]) -> Vec<(&'a str, String)> {
    files
        .iter()
        .filter(|(name, _)| !rooms.iter().any(|room| name.contains(room)))
        .flat_map(|(name, text)| {
            code(text)
                .filter(|line| words.iter().any(|word| line.contains(word)))
                .map(move |line| (name.as_str(), line.trim().to_owned()))
        })
        .collect()
}

#[test]
fn invariant_1_the_parser_gives_a_tree_and_never_a_result() {
    let text = fs::read_to_string(root().join("blanche-compiler/src/syntax/mod.rs")).expect("it can be read");
    let public: Vec<&str> =
        code(&text).filter(|line| line.trim_start().starts_with("pub fn parse")).collect();
    assert!(!public.is_empty(), "the parser has its doors here");
    assert!(public.iter().all(|line| !line.contains("Result")), "{public:?}");
}

#[test]
fn invariant_2_the_language_knows_no_game() {
    let words = [
        "renju", "gomoku", "go-moku", "othello", "checkers", "draughts", "noughts", "stone", "lead.to",
        "five.in", "five-in", "overline", "board",
    ];
    let files = files("blanche-compiler/src", "rs");
    let found: Vec<_> = files
        .iter()
        .flat_map(|(name, text)| {
            code(text)
                .filter(|line| words.iter().any(|word| line.to_lowercase().contains(word)))
                .filter(|line| !line.contains("keyboard") && !line.contains("board games"))
                .map(move |line| (name, line.trim()))
        })
        .collect();
    assert!(found.is_empty(), "game words in the language crate: {found:#?}");
}

#[test]
fn invariant_3_the_back_ends_read_the_plan_and_decide_nothing() {
    let files = files("blanche-compiler/src", "rs");
    let back_ends: Vec<(String, String)> = files
        .into_iter()
        .filter(|(name, _)| name.contains("src/interpret/") || name.contains("src/emit/"))
        .collect();
    let found =
        outside(&back_ends, &[], &["crate::check", "crate::modes", "crate::syntax", "Clause {", "Goal::"]);
    assert!(found.is_empty(), "a back end looks behind the plan: {found:#?}");
}

#[test]
fn invariant_4_compiled_rules_never_mention_the_interpreter_and_never_allocate() {
    let mut found = Vec::new();
    for (name, text) in files("snapshots/rust", "snap") {
        // The modules of the bases come behind those of the domains; a base has no adapter.
        for module in text.split("\npub mod ").filter(|module| module.contains("CompiledRule")) {
            // The lists of its rules, exports, scores, sums and levels are made once.
            let is_list = |function: &&str| {
                function.lines().next().is_some_and(|line| line.contains("() -> Vec<Compiled"))
            };
            let functions = module.split("\n    pub fn ").skip(1);
            let (lists, rules): (Vec<&str>, Vec<&str>) = functions.partition(is_list);
            assert!(lists.len() <= 5, "{name} has other lists: {}", lists.len());
            for rule in rules {
                for word in
                    ["Interpreted", "interpret", "Vec<", "Box", "String", "collect", "to_owned", ".clone()"]
                {
                    let line = rule
                        .lines()
                        .find(|line| line.contains(word) && !line.trim_start().starts_with("///"));
                    found.extend(line.map(|line| (name.clone(), line.trim().to_owned())));
                }
            }
        }
    }
    assert!(found.is_empty(), "in compiled rules: {found:#?}");
}

#[test]
fn invariant_5_every_library_has_its_room() {
    let files = files("blanche-compiler/src", "rs");
    for (library, room) in [
        ("ariadne", &["src/report"][..]),
        ("chumsky", &["src/syntax/"]),
        ("quote::", &["src/emit/"]),
        ("syn::", &["src/emit/"]),
        ("prettyplease", &["src/emit/"]),
        ("rustyline", &["src/repl/terminal"]),
        ("clap::", &["src/bin/"]),
    ] {
        let found = outside(&files, room, &[&format!("use {library}"), &format!("{library}::")]);
        assert!(found.is_empty(), "{library} belongs to {room:?}: {found:#?}");
    }
    let service: Vec<(String, String)> =
        files.into_iter().filter(|(name, _)| name.contains("src/service/")).collect();
    assert!(!service.is_empty(), "what an editor may ask has its room");
    let found = outside(&service, &[], &["serde_json", "json!", "lsp", "utf16"]);
    assert!(found.is_empty(), "the service speaks a protocol: {found:#?}");
}

#[test]
fn invariant_6_emission_is_a_function_of_the_sources() {
    let compile =
        || blanche_compiler::compile(&root().join("knowledge")).expect("knowledge can be read").rust;
    let first = compile();
    assert_eq!(first, compile(), "twice the same");
    assert!(!first.contains(&*root().to_string_lossy()), "no path of the machine");
}

#[test]
fn invariant_7_every_rule_is_one_function_that_carries_its_text_and_place() {
    let knowledge = blanche_compiler::compile(&root().join("knowledge")).expect("knowledge can be read");
    for base in noire::bases::built_in() {
        // Bases share files, so a rule is looked for in the module of its base.
        let name = format!("{} {{", base.name.replace('-', "_"));
        let modules: Vec<&str> =
            knowledge.rust.split("pub mod ").filter(|text| text.starts_with(&name)).collect();
        let [module] = modules[..] else { panic!("{} has one module", base.name) };
        let base =
            noire::bases::Base::open(base.name, Default::default()).unwrap_or_else(|_| panic!("it opens"));
        for rule in base.rules() {
            let mut doc: String = "    /// ```blanche\n".to_owned();
            rule.text.lines().for_each(|line| doc.push_str(&format!("    /// {line}\n")));
            doc.push_str(&format!("    /// ```\n    /// {}", rule.place));
            // A text for both players says for whom the function is.
            let ends = [String::new(), format!(", for {}", rule.colour)];
            let functions = ends.map(|end| module.matches(&format!("{doc}{end}\n    pub fn ")).count());
            assert_eq!(functions.iter().sum::<usize>(), 1, "{}: {}", base.name(), rule.title());
        }
    }
}

#[test]
fn invariant_8_knowledge_holds_rules_only() {
    let rust: Vec<PathBuf> = fs::read_dir(root().join("knowledge"))
        .expect("it can be read")
        .flatten()
        .flat_map(|folder| fs::read_dir(folder.path()).into_iter().flatten().flatten())
        .map(|entry| entry.path())
        .filter(|path| !["blanche", "txt"].iter().any(|known| path.extension().is_some_and(|e| e == *known)))
        .collect();
    assert!(rust.is_empty(), "neither rules nor positions: {rust:?}");
}

#[test]
fn the_build_script_fits_on_a_screen() {
    let text = fs::read_to_string(root().join("build.rs")).expect("it can be read");
    assert!(text.lines().count() <= 40, "{} lines", text.lines().count());
}

#[test]
fn the_top_level_has_the_entries_that_were_fixed() {
    let known = [
        "Cargo.toml",
        "Cargo.lock",
        "build.rs",
        "README.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "rust-toolchain.toml",
        "blanche-compiler",
        "engine",
        "knowledge",
        "snapshots",
        "target",
    ];
    for entry in fs::read_dir(root()).expect("it can be read").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let fixed = name.starts_with('.') || known.contains(&name.as_str());
        assert!(fixed, "{name} is new at the top");
    }
}

#[test]
fn every_room_says_what_it_holds() {
    for folder in ["engine", "blanche-compiler"] {
        for (name, text) in files(folder, "rs").iter().filter(|(name, _)| !name.contains("/target/")) {
            assert!(text.starts_with("//!"), "{name} begins with what it holds");
        }
    }
}
