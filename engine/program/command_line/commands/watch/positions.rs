//! Tests the positions in `positions.txt` of a version of a base.

use noire_engine::board::Style;
use noire_engine::world::examples::{example_questions, of_base};
use noire_laboratory::example_check::{
    ExampleCheckWorld, check_example_claims, missing_example_lines, missing_examples,
};

use super::print_line;
use super::round::RoundSettings;
use super::version::MAX_DRAWN;
use crate::command_line::commands::test::{TestTally, print_failure};
use crate::command_line::output::{Failure, MISTAKES};
use crate::command_line::width;

/// Tests the positions of a version, and prints the results. Returns whether all positions hold.
pub(super) fn test_positions<W: ExampleCheckWorld>(
    world: &W,
    settings: &RoundSettings<'_>,
) -> Result<bool, Failure> {
    let all = of_base(world).map_err(|problems| Failure::Message(format!("error: {problems}"), MISTAKES))?;
    let (mut asked, mut fails) = (0, 0);
    for example in &all {
        let Some(one) = settings.flags.within(settings.time, || check_example_claims(world, example)) else {
            break;
        };
        asked += 1;
        let Some(fault) = &one.fault else { continue };
        fails += 1;
        if fails <= MAX_DRAWN {
            print_failure(
                &mut width::wrapped_stdout(true),
                world,
                (example, &one, None),
                fault,
                Style::Ascii,
            )?;
        }
    }
    if settings.flags.is_ended() {
        return Ok(false);
    }
    if fails > MAX_DRAWN {
        print_line(&format!("and {} more", fails - MAX_DRAWN))?;
    }
    // The literals that stop a rule are not searched for, because that takes longer than a second.
    if fails > 0 {
        print_line(&format!(
            "`noire test {}` draws all of them, and shows what stops a rule",
            settings.name
        ))?;
    }
    let contents = world.contents();
    for line in missing_example_lines(contents, &missing_examples(world, &all)) {
        print_line(&line)?;
    }
    let tally = TestTally { fails, ..TestTally::of(&example_questions(contents), all[..asked].iter()) };
    match asked {
        0 => print_line(&format!("{}: no positions beside it", contents.name))?,
        _ => print_line(&tally.words(&contents.name, world.backends()))?,
    }
    Ok(fails == 0)
}
