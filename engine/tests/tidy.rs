//! The invariants of the project that can be checked by a program. `ARCHITECTURE.md` lists them with the same numbers.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The paths and texts of all files below a folder that have this extension.
pub(crate) fn files(folder: &str, ending: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder can be read").flatten() {
            let path = entry.path();
            if path.is_dir() {
                // Packages of the page are not ours.
                if !path.ends_with("node_modules") {
                    folders.push(path);
                }
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

/// Whether a file contains only tests.
pub(crate) fn is_of_tests(file: &str) -> bool {
    file.contains("/tests/") || file.ends_with("/tests.rs")
}

/// The lines of a file before its tests, without comments.
pub(crate) fn code(text: &str) -> impl Iterator<Item = &str> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    text.lines().filter(|line| !line.trim_start().starts_with("//"))
}

/// The lines of code that contain one of the words, in files whose paths contain none of `places`.
fn outside<'a>(files: &'a [(String, String)], places: &[&str], words: &[&str]) -> Vec<(&'a str, String)> {
    files
        .iter()
        .filter(|(name, _)| !places.iter().any(|place| name.contains(place)))
        .flat_map(|(name, text)| {
            code(text)
                .filter(|line| words.iter().any(|word| line.contains(word)))
                .map(move |line| (name.as_str(), line.trim().to_owned()))
        })
        .collect()
}

/// The signatures of all public functions in some files, from `pub fn` to the brace.
fn public_functions(files: &[(String, String)]) -> Vec<String> {
    let heads = |text: &str| -> Vec<String> {
        let code: Vec<&str> = code(text).collect();
        let code = code.join("\n");
        let heads = code.split("pub fn ").skip(1).filter_map(|rest| rest.split('{').next());
        heads.map(|head| head.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    files.iter().flat_map(|(_, text)| heads(text)).collect()
}

#[test]
fn invariant_1_the_parser_gives_a_tree_and_never_a_result() {
    let public = public_functions(&files("blanche-compiler/src/syntax", "rs"));
    let parsers: Vec<&String> = public.iter().filter(|head| head.starts_with("parse")).collect();
    assert!(
        parsers.iter().any(|head| head.contains("-> Parsed")),
        "the parser has its doors here: {public:#?}"
    );
    let wrong: Vec<&String> = public.iter().filter(|head| head.contains("Result<")).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Whether a line contains a whole word: `white` occurs in `white.five`, but not in `white-space`.
fn has_word(line: &str, word: &str) -> bool {
    let is_letter =
        |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '-');
    let ends = |at: usize| !is_letter(line[at + word.len()..].chars().next());
    line.match_indices(word).any(|(at, _)| !is_letter(line[..at].chars().next_back()) && ends(at))
}

#[test]
fn invariant_2_the_language_knows_no_game() {
    let games = ["renju", "gomoku", "go-moku", "othello", "checkers", "draughts", "noughts"];
    let pieces = ["stone", "lead.to", "five.in", "five-in", "overline"];
    // Messages must not mention players and shapes of a particular game. Tests may.
    let players = ["white", "black", "field.color", "forbidden"];
    let is_test = |name: &str| name.contains("/tests");
    let mut found = Vec::new();
    for (name, text) in files("blanche-compiler/src", "rs") {
        for line in code(&text) {
            let low = line.to_lowercase();
            let has_game = games.iter().chain(&pieces).any(|word| low.contains(word));
            if has_game || !is_test(&name) && players.iter().any(|word| has_word(&low, word)) {
                found.push((name.clone(), line.trim().to_owned()));
            }
        }
    }
    // The pages of codes have examples with players, but must not mention particular games either.
    for ending in ["md", "ebnf", "blanche"] {
        for (name, text) in files("blanche-compiler/src", ending) {
            let lines =
                text.lines().filter(|line| games.iter().any(|word| line.to_lowercase().contains(word)));
            found.extend(lines.map(|line| (name.clone(), line.to_owned())));
        }
    }
    assert!(found.is_empty(), "game words in the language crate: {found:#?}");
}

#[test]
fn invariant_3_the_back_ends_read_the_plan_and_decide_nothing() {
    let files = files("blanche-compiler/src", "rs");
    let back_ends: Vec<(String, String)> = files
        .into_iter()
        .filter(|(name, _)| name.contains("src/interpret/") || name.contains("src/emit/"))
        .collect();
    let decided = ["crate::check", "crate::modes", "crate::names", "crate::syntax", "crate::literals"];
    // Tests may parse programs and have them planned.
    let found = outside(&back_ends, &["/tests.rs"], &[&decided[..], &["Clause {", "Goal::"]].concat());
    assert!(found.is_empty(), "a back end looks behind the plan: {found:#?}");
}

/// Files of the engine, given by the ends of their paths, that read a clock to know when to stop or how much time is
/// left. None of them reports times, except that games and searches report their own duration.
const CLOCKS: [(&str, &str); 14] = [
    ("commands/learn.rs", "when what was learned was written last"),
    (
        "commands/perft/mod.rs",
        "how long the count took and how many games a second there were, which it says of itself",
    ),
    ("engine/laboratory/gomocup/mod.rs", "when a line was read, from which the time for a move counts"),
    ("engine/laboratory/gomocup/program.rs", "how long an answer of a program is waited for"),
    ("engine/laboratory/gomocup/searcher.rs", "the time for a move"),
    ("engine/laboratory/coverage/coverage_world.rs", "no position is begun after so long"),
    ("engine/laboratory/coverage/run.rs", "when a run began"),
    ("engine/laboratory/running/progress.rs", "when progress is reported"),
    ("engine/laboratory/verify/stones/run.rs", "the time of a run"),
    ("engine/laboratory/verify/text/run.rs", "the time of a run"),
    ("engine/laboratory/watch/file_versions.rs", "when a file was written"),
    ("engine/progress.rs", "when something is told"),
    ("engine/search/limits.rs", "the time for a search, and what it took"),
    ("engine/search/clock_checks.rs", "how long the last piece of a search took"),
];

#[test]
fn measured_times_come_from_one_place() {
    let sources: Vec<(String, String)> =
        files("engine", "rs").into_iter().filter(|(name, _)| !is_of_tests(name)).collect();
    let found = outside(&sources, &[], &["Instant", "SystemTime", "UNIX_EPOCH"]);
    let found: BTreeSet<&str> = found.into_iter().map(|(name, _)| name).collect();
    let others: Vec<&&str> =
        found.iter().filter(|name| !CLOCKS.iter().any(|(end, _)| name.ends_with(end))).collect();
    assert!(others.is_empty(), "these ask blanche_compiler::timing: {others:?}");
    for (end, why) in CLOCKS {
        assert!(found.iter().any(|name| name.ends_with(end)), "{end} has no clock any more: {why}");
    }
    // All figures that are printed are measured with the module `timing`.
    for (file, call) in [("mod", "timing::measure_items("), ("costs", "timing::measure_parts(")] {
        let file = format!("engine/laboratory/measure/{file}.rs");
        let (_, measure) = sources.iter().find(|(name, _)| *name == file).expect("it measures");
        assert!(measure.contains(call), "{file}");
    }
}

/// The output of the build script: the Rust code of all bases in `knowledge/`.
fn shipped() -> String {
    blanche_compiler::compile(&root().join("knowledge")).expect("knowledge can be read").rust()
}

/// The names of the bases in `knowledge/`.
fn bases() -> Vec<&'static str> {
    noire::facts::Base::built_in().into_iter().map(|base| base.name).collect()
}

/// The lines of the compiled rules that contain one of the words, the number of modules of bases, and the number of
/// functions for rules.
fn in_rules(rust: &str, words: &[&str]) -> (Vec<String>, usize, usize) {
    // The output has the modules of domains first, and then those of bases, which have no adapter. Code that several
    // bases share is in a private module.
    let rust = rust.replace("\nmod ", "\npub mod ").replace("\n    pub(super) fn ", "\n    fn ");
    let is_base = |text: &&str| text.contains("-> Vec<CompiledRule<");
    let is_shared = |text: &&str| text.lines().next().is_some_and(|line| line.ends_with("_shared {"));
    let modules: Vec<&str> =
        rust.split("\npub mod ").filter(|text| is_base(text) || is_shared(text)).collect();
    let (mut found, mut number) = (Vec::new(), 0);
    for module in modules.iter().filter_map(|module| module.split("\n}\n").next()) {
        // The lists of rules, exports, scores, sums, preferences, levels and queries are built once, with their
        // descriptions. The code of these lists must not look up anything by name either.
        let head = |function: &str| function.lines().next().unwrap_or_default().to_owned();
        let is_list = |function: &&str| {
            let gives = |gives: &&str| head(function).contains(*gives);
            // If a part of a list has a long name, its signature continues on the next line.
            ["() -> Vec<Compiled", "() -> Compiled"].iter().any(gives) || head(function).contains("_part<")
        };
        let functions = module.split("\n    pub fn ").flat_map(|text| text.split("\n    fn ")).skip(1);
        let (lists, rules): (Vec<&str>, Vec<&str>) = functions.partition(is_list);
        // Long lists are split into parts, which are not counted.
        let is_whole = |list: &&&str| head(list).contains("-> Vec<") && !head(list).contains("_part<");
        let lists = lists.iter().filter(is_whole).count();
        assert!(lists <= 7, "there are other lists: {lists}");
        number += rules.len();
        let lines = rules.iter().flat_map(|rule| rule.lines());
        let lines =
            lines.filter(|line| !["///", "#["].iter().any(|begin| line.trim_start().starts_with(begin)));
        let wrong = lines.filter(|line| words.iter().any(|word| line.contains(word)));
        found.extend(wrong.map(|line| line.trim().to_owned()));
    }
    (found, modules.iter().filter(|text| is_base(text)).count(), number)
}

#[test]
fn invariant_4_compiled_rules_never_mention_the_interpreter_and_never_allocate() {
    let interpreter = ["Interpreted", "interpret"];
    let names = ["HashMap", "BTreeMap", "&str", "\""];
    let allocations = ["Vec<", "Vec::", "vec!", "Box", "Rc<", "Arc<", "String", "format!"];
    let moves = [".collect", "to_owned", "to_vec", "to_string", ".clone()", "with_capacity", ".push("];
    let words = [&interpreter[..], &names, &allocations, &moves].concat();
    // First, the code that is shipped.
    let rust = shipped();
    let (found, modules, functions) = in_rules(&rust, &words);
    // Each game written in BLANCHE is a base with a domain of its own, so there are more entries than bases counted
    // here.
    let entries = rust.matches("CompiledBase {").count();
    assert!(entries > bases().len() && modules == entries, "all bases are looked at: {modules} of {entries}");
    let rules: usize = noire::facts::Base::built_in().iter().map(|base| base.rules).sum();
    assert!(functions >= rules, "{functions} functions for {rules} rules");
    assert!(found.is_empty(), "in compiled rules of knowledge/: {found:#?}");
    // Then, small programs with features that no base uses.
    for (name, text) in files("snapshots/rust", "snap") {
        let (found, ..) = in_rules(&text, &words);
        assert!(found.is_empty(), "in compiled rules of {name}: {found:#?}");
    }
}

#[test]
fn invariant_5_every_library_has_its_module() {
    let sources = files("blanche-compiler/src", "rs");
    let program = files("blanche-compiler/program", "rs");
    for (library, module) in [
        ("ariadne", &["src/report"][..]),
        ("chumsky", &["src/syntax/"]),
        ("quote::", &["src/emit/"]),
        ("syn::", &["src/emit/"]),
        ("prettyplease", &["src/emit/"]),
        ("rustyline", &["src/repl/terminal"]),
        ("similar", &["program/diff"]),
        ("nix::", &["src/files/", "program/lsp/"]),
        ("gen_lsp_types", &["program/lsp/"]),
        ("str_indices", &["program/lsp/lines"]),
        ("tempfile", &["src/files/"]),
    ] {
        let wanted = [&*format!("use {library}"), &*format!("{library}::")];
        let mut found = outside(&sources, module, &wanted);
        found.extend(outside(&program, module, &wanted));
        assert!(found.is_empty(), "{library} belongs to {module:?}: {found:#?}");
    }
    // No other package uses any of these libraries.
    for folder in ["engine", "blanche-compiler/agree"] {
        let libraries = [
            "ariadne::",
            "chumsky::",
            "quote::",
            "syn::",
            "prettyplease::",
            "rustyline::",
            "gen_lsp_types::",
        ];
        let others = files(folder, "rs");
        // The agreement tests generate hosts of random domains for the traits that the emitter wrote, so their build
        // script is exempt.
        let excepted = ["engine/tests/tidy.rs", "agree/compiled/build/"];
        let found = outside(&others, &excepted, &libraries);
        assert!(found.is_empty(), "these belong to the compiler: {found:#?}");
    }
    let service: Vec<(String, String)> =
        sources.into_iter().filter(|(name, _)| name.contains("src/service/")).collect();
    assert!(!service.is_empty(), "what an editor may ask has its module");
    let found = outside(&service, &[], &["serde_json", "json!", "lsp", "utf16"]);
    assert!(found.is_empty(), "the service speaks a protocol: {found:#?}");
}

#[test]
fn invariant_6_emission_is_a_function_of_the_sources() {
    let first = shipped();
    // If the emitter depended on the order of hash maps, two outputs would differ even within one run.
    assert_eq!(first, shipped(), "twice the same");
    assert!(!first.contains(&*root().to_string_lossy()), "no path of the machine");
    // In the output, files are named by paths relative to the package, so another folder must give the same output.
    let outside_of_it = std::env::temp_dir().join(format!("noire-tidy-{}", std::process::id()));
    let elsewhere = outside_of_it.join("knowledge");
    for ending in ["blanche", "txt"] {
        for (name, text) in files("knowledge", ending) {
            let path = elsewhere.join(name.strip_prefix("knowledge/").expect("it lies there"));
            fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("a folder can be made");
            fs::write(path, text).expect("it can be written");
        }
    }
    let other = blanche_compiler::compile(&elsewhere).expect("knowledge can be read").rust();
    fs::remove_dir_all(outside_of_it).expect("it can be removed");
    assert_eq!(first, other, "the same in another folder");
    let emitters =
        [files("blanche-compiler/src/plan", "rs"), files("blanche-compiler/src/emit", "rs")].concat();
    let found = outside(&emitters, &[], &["SystemTime", "Instant::now"]);
    assert!(found.is_empty(), "emission takes no time and no chance: {found:#?}");
}

#[test]
fn invariant_7_every_rule_is_one_function_that_carries_its_text_and_place() {
    let rust = shipped();
    for base in noire::facts::Base::built_in() {
        // Bases share files, so the same rule may occur in several modules. It is searched in the module of its base.
        let name = format!("{} {{", base.name.replace('-', "_"));
        let modules: Vec<&str> = rust.split("pub mod ").filter(|text| text.starts_with(&name)).collect();
        let [module] = modules[..] else { panic!("{} has one module", base.name) };
        let base =
            noire::facts::Base::open(base.name, Default::default()).unwrap_or_else(|_| panic!("it opens"));
        for rule in &base.contents().rules {
            let mut doc: String = "    /// ```blanche\n".to_owned();
            rule.text.lines().for_each(|line| doc.push_str(&format!("    /// {line}\n")));
            doc.push_str(&format!("    /// ```\n    /// {}", rule.place));
            // If a rule is for both players, the comment of each function ends with its player.
            let ends = [String::new(), format!(", for {}", rule.color)];
            let functions = ends.map(|end| module.matches(&format!("{doc}{end}\n    fn ")).count());
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

/// The names that bases define: of rules, scores, derivations and exports. Names declared by a domain (extern
/// predicates, actions) do not count, because the program implements them.
fn names_of_knowledge() -> BTreeSet<String> {
    let name = |text: &str| -> String {
        text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '.').collect()
    };
    let (mut given, mut declared) = (BTreeSet::new(), BTreeSet::new());
    for (_, text) in files("knowledge", "blanche") {
        for line in text.lines() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "rule" | "score" | "export" => given.insert(name(rest)),
                "extern" | "action" => declared.insert(name(rest)),
                _ if line.contains(":-") && word.contains('(') => given.insert(name(line)),
                _ => false,
            };
        }
    }
    assert!(given.contains("t.threat") && given.contains("counts") && declared.contains("place"));
    given.difference(&declared).cloned().collect()
}

/// The string literals of a line of code.
fn literals(line: &str) -> Vec<&str> {
    line.split('"').skip(1).step_by(2).collect()
}

/// Literals that are also names in `knowledge/`, but have another meaning here.
const OTHER_WORDS: [(&str, &[&str]); 14] = [
    ("engine/page/own_marks.rs", &["cross"]), // the shape of a mark
    ("engine/program/command_line/help_groups.rs", &["forbidden", "answers"]), // names of commands
    ("engine/presentation/words.rs", &["two", "three", "four", "five"]), // numbers in English
    ("engine/record/outcome.rs", &["five", "forbidden"]), // ends of games, in records
    ("engine/program/play/messages.rs", &["forbidden"]), // texts in `languages/`
    ("engine/program/command_line/commands/bench/report.rs", &["answer"]), // a noun in English
    ("engine/program/command_line/commands/forbidden.rs", &["forbidden"]), // keys of JSON
    ("engine/interactive/explanations/json.rs", &["open", "denied"]),
    ("engine/program/command_line/commands/serve.rs", &["open"]), // a program of the system
    ("engine/program/command_line/commands/solve/proof.rs", &["reply"]),
    ("engine/program/command_line/commands/mutate/print.rs", &["open", "answers"]), // how a mutant was detected
    ("engine/program/command_line/answer_changes/mod.rs", &["answer"]),             // a count
    ("engine/program/command_line/answer_changes/json.rs", &["answer"]),            // a key of JSON
    ("engine/record/example_line.rs", &["counts", "one", "answer"]), // words of `positions.txt`
];

#[test]
fn invariant_8_the_program_names_only_the_exports_that_it_queries() {
    let names = names_of_knowledge();
    let mut found = Vec::new();
    for (file, text) in files("engine", "rs") {
        let places = ["engine/benches/", "engine/reproductions/benches/", "engine/bases/queried_exports.rs"];
        if is_of_tests(&file) || places.iter().any(|place| file.starts_with(place)) {
            continue;
        }
        let other = OTHER_WORDS.iter().find(|(known, _)| *known == file).map_or(&[][..], |(_, words)| words);
        for line in code(&text) {
            for literal in literals(line).into_iter().filter(|literal| !other.contains(literal)) {
                let asks = |name: &&String| literal == **name || literal.contains(&format!("{name}("));
                let by = names.iter().filter(|name| !["in"].contains(&name.as_str())).find(asks);
                found.extend(by.map(|name| format!("{file} names `{name}`: {}", line.trim())));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
    // The exports that the program uses exist, and the book describes them.
    let book =
        fs::read_to_string(root().join("blanche-compiler/book/src/work/base.md")).expect("it can be read");
    for name in noire::bases::queried_exports::ALL {
        assert!(names.contains(name), "no base exports {name}");
        assert!(book.contains(&format!("| `{name}(")), "the book does not tell of {name}");
    }
}

/// Whether a line compares a level with a number that only a base can know, or selects the rules up to a level given by
/// such a number. The language defines the levels 0 and 1, and the program has a constant for level 1.
fn knows_a_level(line: &str, words: &[&str]) -> bool {
    let digits =
        |text: &str| text.trim_start().starts_with(|letter: char| letter.is_ascii_digit() && letter != '0');
    let compared = words.iter().any(|word| {
        line.match_indices(word).any(|(at, _)| {
            let rest = line[at + word.len()..].trim_start();
            let signs = ["==", "!=", "<=", ">=", "<", ">"];
            rest.starts_with(".min(") && digits(&rest[5..])
                || signs.iter().any(|sign| rest.strip_prefix(sign).is_some_and(digits))
        })
    });
    let asked = ["claim(", "verdict_within("].iter().any(|call| {
        line.split_once(call).is_some_and(|(_, arguments)| arguments.split([',', '.', '=']).any(digits))
    });
    compared || asked
}

#[test]
fn invariant_8_the_program_knows_no_level_of_a_base() {
    let (levels, moves) = (["level", "levels"], ["level", "levels", "moves", "within"]);
    for line in
        ["if claim.level <= 3 {", "self.claim(attacker, 1, 1)?", "levels.min(3)", "claim(own, 1..=most)"]
    {
        assert!(knows_a_level(line, &levels), "{line}");
    }
    for line in ["rule.level == 0", "claim.level > NEXT_MOVE", "moves <= 3"] {
        assert!(!knows_a_level(line, &levels), "{line}");
    }
    // The base tells the search which moves are threats. So the code of the search must not compare a number of moves
    // with a number that only a base can know. In other modules, a number of moves has no such meaning.
    let modules = ["record", "laboratory", "interactive", "program/play", "bases"];
    let modules = modules.into_iter().map(|module| (module, &levels[..]));
    let modules = modules.chain([("search", &moves[..]), ("games", &moves)]);
    let mut found = Vec::new();
    for (module, words) in modules {
        let sources = files(&format!("engine/{module}"), "rs");
        for (file, text) in sources.iter().filter(|(file, _)| !is_of_tests(file)) {
            let lines = code(text).filter(|line| knows_a_level(line, words));
            found.extend(lines.map(|line| format!("{file}: {}", line.trim())));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn invariant_10_a_search_names_no_game() {
    let words = ["crate::board", "crate::facts", "FiveInARow", "Color", "Point", "Position"];
    let mut found = Vec::new();
    for (file, text) in files("engine/search", "rs") {
        let names = |line: &&str| words.iter().any(|word| has_word(line, word));
        found.extend(code(&text).filter(names).map(|line| format!("{file}: {}", line.trim())));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn the_build_script_fits_on_a_screen() {
    let text = fs::read_to_string(root().join("build.rs")).expect("it can be read");
    assert!(text.lines().count() <= 40, "{} lines", text.lines().count());
}

#[test]
fn the_top_level_has_the_fixed_entries() {
    let known = [
        "Cargo.toml",
        "Cargo.lock",
        "build.rs",
        "README.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "rust-toolchain.toml",
        "blanche-compiler",
        "engine",
        "src",
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

/// Cargo silently skips the tests of a target that has `test = false` in `Cargo.toml`.
#[test]
fn tests_are_in_files_where_they_run() {
    for folder in [
        "src",
        "engine/benches",
        "engine/reproductions/src",
        "blanche-compiler/program/commands",
        "blanche-compiler/agree/src",
    ] {
        for (name, text) in files(folder, "rs") {
            assert!(
                !text.contains("#[cfg(test)]") && !text.contains("#[test]"),
                "nobody runs the tests of {name}"
            );
        }
    }
}

#[test]
fn every_file_states_its_contents() {
    for folder in ["engine", "blanche-compiler", "src"] {
        for (name, text) in files(folder, "rs").iter().filter(|(name, _)| !name.contains("/target/")) {
            assert!(text.starts_with("//!"), "{name} begins with what it holds");
        }
    }
}

/// The standard library's macros panic if standard output cannot be written. All output goes through a writer whose
/// errors are handled.
#[test]
fn every_failure_to_print_is_handled() {
    let has_print = |line: &str| {
        ["println!", "print!"].iter().any(|word| {
            let starts = line.match_indices(word).map(|(at, _)| at);
            starts.into_iter().any(|at| !line[..at].ends_with(|before: char| before.is_alphanumeric()))
        })
    };
    assert!(has_print("Some(low) => println!(\"{low}\"),") && has_print("print!(\"a\")"));
    assert!(!has_print("eprintln!(\"note: {note}\")") && !has_print("eprint!(\"\")"));
    let mut sources = files("engine", "rs");
    sources.extend(files("blanche-compiler/src", "rs"));
    sources.extend(files("blanche-compiler/runtime/src", "rs"));
    let places = ["/benches/", "/build.rs", "/tests.rs", "/tests/", "/plan/laws/"];
    let mut found = Vec::new();
    for (name, text) in sources.iter().filter(|(name, _)| !places.iter().any(|place| name.contains(place))) {
        found
            .extend(code(text).filter(|line| has_print(line)).map(|line| format!("{name}: {}", line.trim())));
    }
    assert!(found.is_empty(), "{found:#?}");
    // The command line of `noire` is exempt. It has a macro of the same name, which continues if standard error cannot
    // be written.
    let library: Vec<(String, String)> =
        sources.into_iter().filter(|(name, _)| !name.starts_with("engine/program/command_line/")).collect();
    let found = outside(&library, &places, &["eprintln!", "eprint!"]);
    assert!(found.is_empty(), "{found:#?}");
}

/// Commands write to standard output through `width`, which replaces control characters. Some commands replace such
/// characters in their own output, or implement a protocol.
#[test]
fn output_goes_through_one_writer() {
    let engine = files("engine", "rs");
    let commands =
        [files("engine/program/command_line", "rs"), files("engine/reproductions/src", "rs")].concat();
    let places = ["/width.rs", "commands/gomocup.rs", "commands/repl.rs", "commands/watch.rs"];
    let found = outside(&commands, &places, &["io::stdout()"]);
    let found: Vec<_> =
        found.iter().filter(|(_, line)| !line.contains("io::stdout().is_terminal()")).collect();
    assert!(found.is_empty(), "{found:#?}");
    let found = outside(&engine, &["/tests/", "/play/input.rs", "/gomocup.rs"], &["stdin()"]);
    assert!(found.is_empty(), "say `interrupt::standard_input()`: {found:#?}");
}

#[test]
fn invariant_9_files_are_read_and_written_in_one_place() {
    let module = "blanche-compiler/src/files/";
    // Cargo's output folder is exempt, and so are tests and benchmarks, which write only to folders of their own.
    let excepted = [module, "build.rs", "/tests/", "/tests.rs", "/benches/", "/target/"];
    let mut sources = files("blanche-compiler", "rs");
    sources.extend(files("engine", "rs"));
    let writes = [
        "fs::write",
        "fs::copy",
        "fs::rename",
        "hard_link",
        "File::create",
        "File::options",
        "OpenOptions",
        "save_history",
        "append_history",
    ];
    let found = outside(&sources, &excepted, &writes);
    assert!(found.is_empty(), "written elsewhere than in {module}: {found:#?}");
    let reads = ["fs::read(", "fs::read_to_string", "File::open", ".read_to_end(", ".read_to_string("];
    let found = outside(&sources, &excepted, &reads);
    assert!(found.is_empty(), "read elsewhere than in {module}: {found:#?}");
    // Calls of functions of `std::fs` that are imported by name would not be found, so such imports are refused.
    let imports = outside(&sources, &excepted, &["use std::fs"]);
    let bare: Vec<_> = imports.iter().filter(|(_, line)| *line != "use std::fs;").collect();
    assert!(bare.is_empty(), "say `use std::fs;`: {bare:#?}");
}
