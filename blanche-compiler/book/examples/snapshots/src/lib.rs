//! Rules in a folder, compiled into a program and read at run time: how either back end answers, and what it says in a
//! position, as a text that people review.

use std::fmt::Write;
use std::sync::Arc;

use blanche_compiler::game::{Compiled, Rules};
use blanche_compiler::program::{RuleId, RuleKind};
use blanche_compiler::runtime::{Limits, Value};
use noire::bases::{Backend, TextBase};

// ANCHOR: back_ends
/// What `build.rs` has made of `rules/`.
#[allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    unused_imports,
    clippy::all,
    reason = "what the compiler writes"
)]
mod compiled {
    include!(concat!(env!("OUT_DIR"), "/rules/mod.rs"));
}

/// The base in `rules/rows`, as its files are now.
pub fn base() -> TextBase {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/rules/rows");
    TextBase::open(folder, Limits::default()).unwrap_or_else(|error| panic!("{error:?}"))
}

/// The rules of a base, answered by one of the back ends.
///
/// # Panics
/// When the base has other files than those that were compiled, and the compiled ones are asked.
pub fn rules(base: &TextBase, backend: Backend) -> Rules {
    let rules = match backend {
        Backend::Interpreted => base.played_by(Backend::Interpreted),
        Backend::Compiled => {
            let mut games = compiled::games().into_iter();
            let game =
                games.find(|game| game.hash == base.texts().hash()).expect("these files were compiled");
            let program = Arc::clone(base.texts().program());
            let asker = Compiled::new(game, &program, Limits::default());
            // By the plans of the rules, one by one, and not by operations on whole boards.
            Rules::new(program, Box::new(asker)).map(Rules::by_plans)
        }
    };
    rules.unwrap_or_else(|message| panic!("{}", message.title))
}
// ANCHOR_END: back_ends

/// The position after some moves, and a line for each answer of each rule.
///
/// # Panics
/// When the moves cannot be made, or a rule takes too much work.
pub fn answers(rules: &Rules, moves: &str) -> String {
    let program = rules.program();
    let mut position = rules.start().expect("the game begins");
    for mv in rules.records().read_record(&position, moves).unwrap_or_else(|fault| panic!("{}", fault.found))
    {
        rules.play(&mut position, mv).expect("it can be made");
    }
    let mut text = rules.notation().position_text(&position);
    text.push('\n');
    for (rule, id) in
        program.rules.iter().zip((0..).map(RuleId)).filter(|(rule, _)| rule.kind == RuleKind::Rule)
    {
        let mut answers = 0;
        let mut line = |answer: &[Value]| {
            let values = rule.answer.iter().zip(answer).map(|(id, value)| {
                let variable = &rule.variables[id.index()];
                format!("{} = {}", variable.name, program.sort(variable.sort).text(*value))
            });
            answers += 1;
            let _ = writeln!(text, "{}: {}", program.rule_title(rule), values.collect::<Vec<_>>().join(", "));
        };
        rules.each_answer(&mut position.clone(), id, &[], &mut line).expect("within its limits");
        if answers == 0 {
            let _ = writeln!(text, "{}: no answer", program.rule_title(rule));
        }
    }
    text
}
