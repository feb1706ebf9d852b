//! Measures the interpreter during the build of compiled rules that are still missing. After the build, the program
//! with the compiled rules measures everything again and reports all errors, so this module ignores errors.

use std::fmt::Write as _;
use std::time::Duration;

use blanche_compiler::runtime::Limits;
use blanche_compiler::timing::Effort;

use super::{Arguments, rules_to_measure};
use crate::command_line::compile_on_demand::BackgroundBuild;
use noire_engine::bases::Backend;
use noire_engine::with_world;
use noire_engine::world::open;
use noire_laboratory::measure::competitors::Competitor;
use noire_laboratory::measure::measurement_world::MeasurementWorld;
use noire_laboratory::measure::{MeasuredItem, Question, speeds};

/// Time to measure each figure of the interpreter.
const TIME_PER_FIGURE: Duration = Duration::from_millis(50);

/// Shows the interpreter's time for all answers of each rule of this game.
pub(super) fn show_interpreted_times(arguments: &Arguments, name: &str, building: &BackgroundBuild) {
    let Ok(base) = open(name, Limits::default()) else { return };
    let Ok(world) = base.answered_by(vec![Backend::Interpreted], None) else { return };
    let said = with_world!(&world, |world| rule_times(world, arguments, building));
    building.print_result(&said.unwrap_or_default());
}

fn rule_times<W: MeasurementWorld>(
    world: &W,
    arguments: &Arguments,
    building: &BackgroundBuild,
) -> Option<String> {
    let (own, source) = match arguments.subject.has_no_position() {
        true => {
            world.built_in(arguments.seed).map(|(positions, source)| (positions, source.to_owned())).ok()?
        }
        // Moves after the end of a game are not removed here. The program with the compiled rules removes them and says
        // so.
        false => {
            let given = arguments.subject.read(world).ok()?;
            let positions = given.iter(world).map(|entry| entry.position(world));
            let positions = positions.collect::<Result<_, _>>().ok()?;
            (positions, arguments.subject.positions().ok()?.source())
        }
    };
    let asked: Vec<MeasuredItem> = rules_to_measure(world, arguments).ok()?;
    let asked: Vec<MeasuredItem> =
        asked.into_iter().filter(|asked| matches!(asked, MeasuredItem::One(_))).collect();
    let competitors = [Competitor::own(world, Backend::Interpreted, &asked)];
    let number = own.len();
    let effort = Effort::of(TIME_PER_FIGURE).until(building.end_flag());
    let rows = speeds(&asked, &[Question::All], &competitors, &mut [own, Vec::new()], effort, |_| ()).ok()?;
    let mut said = format!(
        "{}, {number} positions of {source}: compiling the rules; meanwhile, the interpreter's microseconds for all answers\n",
        world.contents().name
    );
    let names: Vec<String> = rows.iter().map(|row| row.asked.name(world.contents())).collect();
    let wide = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    for (name, row) in names.iter().zip(&rows) {
        let speed = row.speeds.first().and_then(|(_, speeds)| speeds.first().copied().flatten());
        let Some(speed) = speed else { continue };
        let _ = writeln!(said, "  {name:wide$}{:11.3}", speed.microseconds());
    }
    Some(said)
}
