//! Compiles test programs to Rust: random programs (with and without actions), the programs in `agree/programs/`, the
//! games in `agree/games/`, and random games.

#[path = "build/hosts.rs"]
mod hosts;
#[path = "build/whole.rs"]
mod whole;

use std::fmt::Write;
use std::{env, fs, path::Path};

use agree::generate;
use blanche_compiler::emit::{Unit, emit, in_one_text};
use blanche_compiler::plan::{Plan, plan};
use blanche_compiler::project::{Files, Project};
use blanche_compiler::syntax::parse_query;
use blanche_compiler::{Checked, check_program, compile, has_errors, report};

/// Seeds of the compiled random programs without actions. The choice of seeds is arbitrary.
const SEEDS: std::ops::Range<u64> = 1000..1024;

/// Seeds of the compiled random programs with actions.
const MOVING: std::ops::Range<u64> = 2000..2040;

/// Seeds of the compiled random games.
const GAMES: std::ops::Range<u64> = 4000..4024;

/// Seeds and depths of the random programs in which each definition uses two other definitions.
const NESTED: [(u64, usize); 6] = [(3000, 3), (3001, 5), (3002, 7), (3003, 8), (3004, 10), (3005, 10)];

/// Seeds of the compiled random programs with aggregates.
const COUNTING: std::ops::Range<u64> = 5000..5008;

/// Numbers of compiled random programs that use the whole language. The first number is for programs with facts in
/// their text, the second for programs with a host.
const WHOLE: [u64; 2] = [100, 40];

/// Number of compiled random games that use the whole language.
const WHOLE_GAMES: u64 = 8;

/// The environment variable that overrides the numbers above. Its value is the number of programs of each kind to
/// compile, and also the number of games.
const COMPILED: &str = "BLANCHE_COMPILED";

/// The items that are compiled: all of them, or only the first one if `BLANCHE_LINTS` is set. Linting generated code
/// takes long.
fn compiled<T>(all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let is_linted = env::var_os("BLANCHE_LINTS").is_some();
    all.into_iter().take(if is_linted { 1 } else { usize::MAX })
}

/// The seeds of the compiled programs of one kind. `usual` is the default number of programs.
fn whole_seeds(usual: u64) -> Vec<u64> {
    let wanted = env::var(COMPILED).ok().and_then(|number| number.parse().ok());
    let first = agree::whole::first_seed();
    compiled(first..first + wanted.unwrap_or(usual)).collect()
}

/// A program to compile: the name of its module, its text, and a query that is compiled together with its rules.
struct Source {
    name: String,
    text: String,
    query: Option<String>,
}

fn main() {
    let root = env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the package's folder");
    let output = env::var_os("OUT_DIR").expect("cargo names a folder for what is built");
    let (root, output) = (Path::new(&root), Path::new(&output));
    println!("cargo::rerun-if-changed=../programs");
    println!("cargo::rerun-if-changed=../games");
    println!("cargo::rerun-if-changed=line.blanche");
    println!("cargo::rerun-if-env-changed=BLANCHE_LINTS");
    println!("cargo::rerun-if-env-changed={}", agree::whole::SEED);
    println!("cargo::rerun-if-env-changed={COMPILED}");
    let standing: Vec<Source> = written(&root.join("../programs"))
        .into_iter()
        .chain(compiled(SEEDS).map(generated))
        .chain(compiled(COUNTING).map(|seed| source(seed, generate::counting(seed))))
        .chain(compiled(NESTED).map(|(seed, depth)| source(seed, generate::nested(seed, depth))))
        .collect();
    let mut project = Project::default();
    write(&mut project, &[], &standing, &output.join("programs.rs"));

    let domain = fs::read(root.join("line.blanche")).expect("the domain can be read");
    let mut project = Project::default();
    let domain = project.add("line.blanche", &domain);
    let moving: Vec<Source> = compiled(MOVING).map(|seed| source(seed, generate::moving(seed))).collect();
    write(&mut project, &[domain], &moving, &output.join("moving.rs"));

    let text = whole::programs(&whole_seeds(WHOLE[0]), &whole_seeds(WHOLE[1]));
    fs::write(output.join("whole.rs"), text).expect("cargo's output folder can be written");
    let text = whole::games(&whole_seeds(WHOLE_GAMES));
    fs::write(output.join("whole_games.rs"), text).expect("cargo's output folder can be written");

    games(&root.join("../games"), &output.join("games.rs"));
    let folder = output.join("random_games");
    for seed in compiled(GAMES) {
        let of_game = folder.join(format!("seed-{seed}"));
        fs::create_dir_all(&of_game).expect("cargo's output folder can be written");
        let text = format!("base seed-{seed}\n{}", generate::game(seed).text);
        fs::write(of_game.join("base.blanche"), text).expect("cargo's output folder can be written");
    }
    games(&folder, &output.join("random_games.rs"));
}

/// Compiles the games in a folder to one file of Rust. Each game has a folder of its own.
fn games(folder: &Path, path: &Path) {
    let games = compile(folder).expect("the games can be read");
    let said = report::render(&games.sources, &games.diagnostics, report::Style::PLAIN);
    assert!(!has_errors(&games.diagnostics), "{said}");
    let entries = fs::read_dir(folder).expect("the folder of games can be read");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("the folder of games can be listed").file_name())
        .map(|name| name.to_string_lossy().replace('-', "_"))
        .collect();
    names.sort();
    let mut rust = games.rust();
    rust.push_str("/// All of them.\n");
    rust.push_str("pub fn bases() -> Vec<blanche_runtime::CompiledBase<blanche_runtime::Position>> {\n");
    let bases: Vec<String> = names.iter().map(|name| format!("{name}_domain::bases()")).collect();
    writeln!(rust, "    [{}].into_iter().flatten().collect()\n}}", bases.join(", "))
        .expect("a text can be written");
    fs::write(path, rust).expect("cargo's output folder can be written");
}

/// Compiles programs to one file of Rust. Each program is compiled together with the shared files `used`.
fn write(project: &mut Project, used: &[usize], sources: &[Source], path: &Path) {
    let checked: Vec<Checked> = sources.iter().map(|source| check(project, used, source)).collect();
    let plans: Vec<Plan> =
        checked.iter().map(|checked| plan(&checked.resolved.program).expect("it is planned")).collect();
    let units: Vec<Unit<'_>> = sources
        .iter()
        .zip(checked.iter().zip(&plans))
        .map(|(source, (checked, plan))| Unit {
            name: &source.name,
            program: &checked.resolved.program,
            plan,
            hash: checked.hash,
        })
        .collect();
    let mut rust = in_one_text(&emit(&project.sources, &units).expect("the programs are short"));
    rust.push_str("/// The programs: names, texts, queries and compiled rules.\n");
    rust.push_str("pub fn programs() -> Vec<Compiled> {\n    vec![\n");
    for Source { name, text, query } in sources {
        writeln!(
            rust,
            "Compiled {{ name: {name:?}, text: {text:?}, query: {query:?}, rules: {name}::rules(), exports: {name}::exports(), scores: {name}::scores(), sums: {name}::sums() }},"
        )
        .expect("a text can be written");
    }
    rust.push_str("    ]\n}\n");
    fs::write(path, rust).expect("cargo's output folder can be written");
}

/// The programs of a folder, ordered by name. A program may have a query in a comment: `% query: …`.
fn written(folder: &Path) -> Vec<Source> {
    let mut sources: Vec<Source> = fs::read_dir(folder)
        .expect("the folder of programs can be read")
        .map(|entry| {
            let path = entry.expect("the folder of programs can be listed").path();
            let text = fs::read_to_string(&path).expect("a program can be read");
            let name = path.file_stem().expect("a program has a name").to_string_lossy().into_owned();
            let query = text.lines().find_map(|line| line.strip_prefix("% query: ")).map(str::to_owned);
            Source { name, text, query }
        })
        .collect();
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    sources
}

fn generated(seed: u64) -> Source {
    source(seed, generate::program(seed))
}

fn source(seed: u64, program: generate::Program) -> Source {
    Source { name: format!("seed_{seed}"), text: program.text, query: program.queries.into_iter().next() }
}

fn check(project: &mut Project, used: &[usize], source: &Source) -> Checked {
    let root = project.add(&source.name, source.text.as_bytes());
    let query = source.query.as_ref().map(|query| {
        let id = project.sources.add(format!("the query of {}", source.name), query.as_bytes());
        let (body, diagnostics) = parse_query(&project.sources, id);
        assert!(diagnostics.is_empty(), "{query}: {diagnostics:?}");
        body
    });
    let files = Files { files: used.iter().copied().chain([root]).collect(), incomplete: false };
    let checked = check_program(project, &files, query.as_ref());
    assert!(
        !has_errors(&checked.diagnostics),
        "{}",
        report::render(&project.sources, &checked.diagnostics, report::Style::PLAIN)
    );
    checked
}
