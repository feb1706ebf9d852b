//! Compiles random programs that use the whole language. Each program is in a module of its own, because domains or
//! bases of different programs may have the same name.

use std::fmt::Write;

use agree::whole::{self, Program};
use blanche_compiler::emit::{Module, Unit, emit, in_one_text};

use crate::hosts::add_host;

/// The Rust code of games. It includes a function that lists the games with their seeds and texts.
pub(crate) fn games(seeds: &[u64]) -> String {
    let mut text = String::new();
    let games: Vec<String> = seeds.iter().map(|seed| game(*seed, &mut text)).collect();
    write!(
        text,
        "/// The games, with their seeds and texts.\npub fn games() -> Vec<crate::WholeGame> {{ [{}].into_iter().flatten().collect() }}\n",
        games.join(", ")
    )
    .expect("a text can be written");
    text
}

/// Appends the module of a game to `text`, and returns the expression that lists it.
fn game(seed: u64, text: &mut String) -> String {
    let program = whole::game(seed);
    let modules = modules(seed, &program);
    let domain = modules.iter().find(|module| module.of_games).expect("it keeps its positions itself");
    let module = format!("game_{seed}");
    let bases = format!("{module}::{}::bases()", domain.name);
    write!(text, "/// A game.\npub mod {module} {{\n{}}}\n", in_one_text(&modules))
        .expect("a text can be written");
    format!("{bases}.into_iter().map(|base| ({seed}, {:?}, base)).collect::<Vec<_>>()", program.text())
}

/// The modules of a program, compiled with a random plan.
fn modules(seed: u64, program: &Program) -> Vec<Module> {
    let (project, _, checked) = program.checked();
    let read = &checked.resolved.program;
    let plan = whole::plan_of(read, seed, whole::compiled_draw(seed));
    let unit = Unit { name: "rules", program: read, plan: &plan, hash: 0 };
    emit(&project.sources, &[unit]).expect("the program is short")
}

/// The Rust code of programs with facts, and of programs with a host. For each of the two kinds, a function lists the
/// programs.
pub(crate) fn programs(facts: &[u64], hosted: &[u64]) -> String {
    let mut text = String::new();
    let facts: Vec<String> =
        facts.iter().map(|seed| program(*seed, "facts", &whole::program(*seed), &mut text)).collect();
    let hosted: Vec<String> = hosted
        .iter()
        .map(|seed| program(*seed, "hosted", &whole::hosted(*seed).program, &mut text))
        .collect();
    for (name, host, listed) in [("facts", "()", facts), ("hosted", "agree::whole::Tables", hosted)] {
        write!(
            text,
            "/// The programs, with their seeds.\npub fn {name}() -> Vec<(u64, crate::Compiled<{host}>)> {{ vec![{}] }}\n",
            listed.join(", ")
        )
        .expect("a text can be written");
    }
    text
}

/// Appends the module of a program to `text`, and returns the expression that lists it.
fn program(seed: u64, kind: &str, program: &Program, text: &mut String) -> String {
    let mut modules = modules(seed, program);
    let name = modules.last().expect("it has a module").name.clone();
    modules.iter_mut().for_each(add_host);
    let module = format!("{kind}_{seed}");
    write!(text, "/// A program.\npub mod {module} {{\n{}}}\n", in_one_text(&modules))
        .expect("a text can be written");
    let path = format!("{module}::{name}");
    format!(
        "({seed}, crate::Compiled {{ name: {module:?}, text: {:?}, query: None, rules: {path}::rules(), \
         exports: {path}::exports(), scores: {path}::scores(), sums: {path}::sums() }})",
        program.text()
    )
}
