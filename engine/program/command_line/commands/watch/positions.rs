//! Tests the positions in `positions.txt` of a version of a base.

use noire_engine::board::Style;
use noire_engine::world::examples::{example_questions, of_base};
use noire_laboratory::example_check::{
    ExampleCheckWorld, check_example_claims, missing_example_lines, missing_examples,
};

use super::round::Course;
use super::tell;
use super::version::DRAWN;
use crate::command_line::commands::test::{Tally, show};
use crate::command_line::output::{Failure, MISTAKES};
use crate::command_line::width;

/// Tests the positions of a version, and prints the results. Returns whether all positions hold.
pub(super) fn positions_hold<W: ExampleCheckWorld>(world: &W, course: &Course<'_>) -> Result<bool, Failure> {
    let all = of_base(world).map_err(|problems| Failure::Said(format!("error: {problems}"), MISTAKES))?;
    let (mut asked, mut fails) = (0, 0);
    for example in &all {
        let Some(one) = course.signs.within(course.time, || check_example_claims(world, example)) else {
            break;
        };
        asked += 1;
        let Some(fault) = &one.fault else { continue };
        fails += 1;
        if fails <= DRAWN {
            show(&mut width::out(true), world, (example, &one, None), fault, Style::Ascii)?;
        }
    }
    if course.signs.is_ended() {
        return Ok(false);
    }
    if fails > DRAWN {
        tell(&format!("and {} more", fails - DRAWN))?;
    }
    // The literals that stop a rule are not searched for, because that takes longer than a second.
    if fails > 0 {
        tell(&format!("`noire test {}` draws all of them, and shows what stops a rule", course.name))?;
    }
    let contents = world.contents();
    for line in missing_example_lines(contents, &missing_examples(world, &all)) {
        tell(&line)?;
    }
    let tally = Tally { fails, ..Tally::of(&example_questions(contents), all[..asked].iter()) };
    match asked {
        0 => tell(&format!("{}: no positions beside it", contents.name))?,
        _ => tell(&tally.words(&contents.name, world.backends()))?,
    }
    Ok(fails == 0)
}
