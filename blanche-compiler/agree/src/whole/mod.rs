//! Random programs and games over the whole language: boards and sorts of any size, functional notation, several files, names that collide,
//! and bodies in the shapes that passes of the planner look for.
//!
//! A program is written without regard to most checks, and lines that they refuse are removed: the rest is a valid program,
//! however odd.

mod boards;
mod bodies;
mod clauses;
mod definitions;
mod denials;
mod games;
mod hosts;
mod joins;
mod names;
mod shapes;
mod tables;
mod text;
mod vocabulary;

use blanche_compiler::diagnostic::Severity;
use blanche_compiler::plan::{Plan, Statistics, literals, plan_with};
use blanche_compiler::project::{Library, Project};
use blanche_compiler::random::Random;
use blanche_compiler::syntax::ast;
use blanche_compiler::{Checked, check_program};

use self::definitions::Derived;
use self::games::Game;
pub use self::games::game;
pub use self::hosts::{Hosted, hosted};
use self::names::Names;
pub use self::tables::{Column, Table, Tables};
use self::vocabulary::{Predicate, Sort};

/// A program in one or more files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The files with their paths; the last one uses the others.
    pub files: Vec<(String, String)>,
}

impl Program {
    /// All its text, each file under its path.
    pub fn text(&self) -> String {
        self.files.iter().map(|(path, text)| format!("% {path}\n{text}")).collect()
    }

    /// Reads and checks it, as the compiler has it and as trees.
    pub fn checked(&self) -> (Project, Vec<ast::File>, Checked) {
        let mut project = Project::default();
        let roots: Vec<usize> =
            self.files.iter().map(|(path, text)| project.add(path, text.as_bytes())).collect();
        let texts = self.files.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect();
        let library = Library { texts, ..Library::default() };
        let files = project.program(*roots.last().expect("a program has a file"), &library);
        let checked = check_program(&project, &files, None);
        let trees = project.trees(&files).into_iter().cloned().collect();
        (project, trees, checked)
    }
}

/// The environment variable whose text says which programs are drawn: with the name of a commit each has others.
pub const SEED: &str = "BLANCHE_SEED";

/// The first seed of the programs that are drawn now.
pub fn first_seed() -> u64 {
    let text = std::env::var(SEED).unwrap_or_default();
    let hash = text.bytes().fold(0, |hash: u64, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte)));
    hash % 1_000_000_000
}

/// The plans of each program: its own, and others from random numbers of tuples.
pub const PLANS: u64 = 6;

/// The number of tuples that a plan expects of a literal.
const EXPECTED: &[f64] = &[0.001, 0.05, 0.5, 2.0, 20.0, 300.0];

/// One of the plans of a program; the first is its own.
pub fn plan_of(program: &blanche_compiler::program::Program, seed: u64, draw: u64) -> Plan {
    let mut statistics = Statistics::default();
    if draw > 0 {
        let mut random = Random::of(seed, &[2, draw]);
        for literal in literals(program) {
            statistics.insert(literal, *random.choose(EXPECTED));
        }
    }
    plan_with(program, &statistics).expect("it is planned")
}

/// Which plan of a program is compiled.
pub fn compiled_draw(seed: u64) -> u64 {
    seed % PLANS
}

/// A program over facts. The same seed gives the same program.
pub fn program(seed: u64) -> Program {
    let mut random = Random::of(seed, &[1]);
    let names = Names::new(&mut random);
    let mut generator = Generator::new(random, names);
    generator.declare();
    generator.state_facts();
    generator.clauses();
    without_mistakes(generator.files())
}

/// Leaves out the items in which the checks find errors, until they find none: at least one each time.
fn without_mistakes(mut program: Program) -> Program {
    for _ in 0..=program.text().lines().count() {
        let (project, _, checked) = program.checked();
        let errors = checked.diagnostics.iter().filter(|message| message.severity == Severity::Error);
        let places: Vec<(usize, usize)> = errors
            .map(|message| {
                let span = message.label.span;
                let path = project.sources.file(span.file).name();
                // What is found by way of the library is called by its path in that.
                let path = path.strip_prefix("knowledge/").unwrap_or(path);
                let file = program.files.iter().position(|(known, _)| known == path);
                let file = file.unwrap_or_else(|| panic!("an error lies in {path}: {message:?}"));
                (file, program.files[file].1[..span.start as usize].matches('\n').count())
            })
            .collect();
        if places.is_empty() {
            return program;
        }
        for (at, (_, text)) in program.files.iter_mut().enumerate() {
            let lines = text.lines().enumerate().filter(|(line, _)| !places.contains(&(at, *line)));
            *text = lines.map(|(_, line)| format!("{line}\n")).collect();
        }
    }
    unreachable!("an empty program has no mistakes")
}

struct Generator {
    random: Random,
    names: Names,
    sorts: Vec<Sort>,
    predicates: Vec<Predicate>,
    players: Vec<String>,
    /// The sort of the players, where it has one of its own.
    side: Option<usize>,
    /// The sort of the fields, where there is a board.
    board: Option<usize>,
    /// Lines that stand in the first file, and what is open there.
    declarations: Vec<String>,
    opened: Vec<String>,
    /// Facts, derivations, rules, a line each.
    items: Vec<String>,
    /// The action of the domain, where it has one.
    action: Option<String>,
    /// What says of which groups things are, and what says of which kind these are.
    groups: Option<[Predicate; 2]>,
    /// The predicate that is being derived, once it may need itself.
    recursive: Option<Predicate>,
    /// What is derived in a form of its own.
    derived: Derived,
    /// What a game has besides.
    game: Game,
}

impl Generator {
    fn new(random: Random, names: Names) -> Generator {
        Generator {
            random,
            names,
            sorts: Vec::new(),
            predicates: Vec::new(),
            players: Vec::new(),
            side: None,
            board: None,
            declarations: Vec::new(),
            opened: Vec::new(),
            items: Vec::new(),
            action: None,
            groups: None,
            recursive: None,
            derived: Derived::default(),
            game: Game::default(),
        }
    }
}
