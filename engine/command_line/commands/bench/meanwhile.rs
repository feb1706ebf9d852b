//! Compiled rules are asked for that this program does not have: they are compiled, and what the interpreter takes is shown
//! meanwhile. Then the program that has them measures.

use std::fmt::Write as _;
use std::time::Duration;

use blanche_compiler::timing::Effort;

use super::Arguments;
use crate::bases::Backend;
use crate::command_line::built::{Building, Source, in_place, in_place_beside};
use crate::command_line::figures::FigureFormat;
use crate::command_line::output::Failure;
use crate::facts::Base;
use crate::laboratory::measure::competitors::Competitor;
use crate::laboratory::measure::{Asked, Question, speeds};

/// So long a figure of the interpreter is measured.
const TIME: Duration = Duration::from_millis(50);

/// Compiles the rules, and gives the place of this program to the one that has them. Gives how that ends.
pub(super) fn compiled(arguments: &Arguments, base: &Base) -> Failure {
    let source = Source::Base(base);
    match arguments.format {
        FigureFormat::Text => in_place_beside(source, |building| interpreted(arguments, base, building)),
        _ => in_place(source),
    }
}

/// Shows what the interpreter takes for all answers of each rule. What goes wrong here is told where it is measured again.
fn interpreted(arguments: &Arguments, base: &Base, building: &Building) {
    // The program that takes over says what it leaves out.
    let Ok((mut positions, source)) =
        arguments.subject.positions().and_then(|given| given.or_built_in_with_rest())
    else {
        return;
    };
    let asked: Vec<Asked> =
        Asked::each(base).into_iter().filter(|asked| matches!(asked, Asked::Rule(_))).collect();
    let competitors = [Competitor::own(base, Backend::Interpreted, &asked)];
    let rows = speeds(
        &asked,
        &[Question::All],
        &competitors,
        &mut positions,
        Effort::of(TIME).until(building.enough()),
        |_| (),
    );
    let Ok(rows) = rows else { return };
    let mut said = format!(
        "{}, {} positions of {source}: the rules are compiled; meanwhile the interpreter's microseconds for all answers\n",
        base.name(),
        positions.len()
    );
    let names: Vec<String> = rows.iter().map(|row| row.asked.name(base)).collect();
    let wide = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    for (name, row) in names.iter().zip(&rows) {
        let speed = row.speeds.first().and_then(|(_, speeds)| speeds.first().copied().flatten());
        let Some(speed) = speed else { continue };
        let _ = writeln!(said, "  {name:wide$}{:11.3}", speed.microseconds());
    }
    building.say(&said);
}
