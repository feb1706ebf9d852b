//! Random programs and games that use the whole language. They have boards and sorts of any size, functional notation,
//! several files, colliding names, and bodies in the shapes that planner passes optimise.
//!
//! Programs are generated without regard to most checks, and lines with errors are then removed. What remains is a
//! valid program, however odd.

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
use blanche_compiler::project::{Project, SearchPath};
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
    /// The files, as pairs of path and text. The last file uses all others.
    pub files: Vec<(String, String)>,
}

impl Program {
    /// The text of all files. Each text follows its path.
    pub fn text(&self) -> String {
        self.files.iter().map(|(path, text)| format!("% {path}\n{text}")).collect()
    }

    /// Parses and checks the program. Returns the project, the syntax trees, and the result of the checks.
    pub fn checked(&self) -> (Project, Vec<ast::File>, Checked) {
        let mut project = Project::default();
        let roots: Vec<usize> =
            self.files.iter().map(|(path, text)| project.add(path, text.as_bytes())).collect();
        let texts = self.files.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect();
        let search_path = SearchPath { texts, ..SearchPath::default() };
        let files = project.program(*roots.last().expect("a program has a file"), &search_path);
        let checked = check_program(&project, &files, None);
        let trees = project.trees(&files).into_iter().cloned().collect();
        (project, trees, checked)
    }
}

/// The environment variable that determines which programs are generated. Setting it to the hash of a commit, for
/// example, tests different programs for every commit.
pub const SEED: &str = "BLANCHE_SEED";

/// The first seed of the programs to generate.
pub fn first_seed() -> u64 {
    let text = std::env::var(SEED).unwrap_or_default();
    let hash = text.bytes().fold(0, |hash: u64, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte)));
    hash % 1_000_000_000
}

/// The number of plans of each program. One is made without statistics, and the others for random statistics.
pub const PLANS: u64 = 6;

/// The expected numbers of tuples from which random statistics are chosen.
const EXPECTED: &[f64] = &[0.001, 0.05, 0.5, 2.0, 20.0, 300.0];

/// The plan of a program with the index `draw`. Index 0 is the normal plan, which is made without statistics.
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

/// The index of the plan with which a program is compiled.
pub fn compiled_draw(seed: u64) -> u64 {
    seed % PLANS
}

/// Generates a program with facts in its text. The result depends only on the seed.
pub fn program(seed: u64) -> Program {
    let mut random = Random::of(seed, &[1]);
    let names = Names::new(&mut random);
    let mut generator = Generator::new(random, names);
    generator.declare();
    generator.state_facts();
    generator.clauses();
    without_mistakes(generator.files())
}

/// Removes the items with errors, repeatedly, until there are no errors. Each round removes at least one item.
fn without_mistakes(mut program: Program) -> Program {
    for _ in 0..=program.text().lines().count() {
        let (project, _, checked) = program.checked();
        let errors = checked.diagnostics.iter().filter(|message| message.severity == Severity::Error);
        let places: Vec<(usize, usize)> = errors
            .map(|message| {
                let span = message.label.span;
                let path = project.sources.file(span.file).name();
                // The path of a file that is found through the library begins with the library's folder, which is
                // removed here.
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
    /// The sort of the players, if they are a sort.
    side: Option<usize>,
    /// The sort of the fields, if there is a board.
    board: Option<usize>,
    /// Declarations, one line each, for the first file.
    declarations: Vec<String>,
    /// `open` lines of predicates with facts, for the first file.
    opened: Vec<String>,
    /// Facts, derivations and rules, one line each.
    items: Vec<String>,
    /// The name of the domain's action, if it has one.
    action: Option<String>,
    /// Two predicates: one assigns values to groups, and the other assigns kinds to groups.
    groups: Option<[Predicate; 2]>,
    /// The predicate that is being derived, if it may be used recursively at this point.
    recursive: Option<Predicate>,
    /// Predicates derived in a special form.
    derived: Derived,
    /// The states and moves, if a game is being generated.
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
