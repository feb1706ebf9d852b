//! Starts a contest with the interpreter during the build of compiled rules that are still missing. After the build,
//! the program with the compiled rules plays the contest from the beginning and reports all errors, so this module
//! ignores errors.

use std::sync::Arc;

use blanche_compiler::runtime::Limits;
use blanche_sorted::SortedMap;

use super::Arguments;
use super::entrants::contest;
use super::execution::{progress_summary, terms};
use crate::command_line::compile_on_demand::BackgroundBuild;
use noire_engine::bases::Backend;
use noire_engine::with_world;
use noire_engine::world::{Recording, open};
use noire_laboratory::contest::run;

/// Starts a contest in the game with this name.
pub(super) fn run_interpreted(arguments: &Arguments, name: &str, building: &BackgroundBuild) {
    let Ok(base) = open(name, Limits::default()) else { return };
    let Ok(world) = base.answered_by(vec![Backend::Interpreted], Backend::Compiled) else { return };
    with_world!(&world, |world| run_in(world, arguments, building));
}

fn run_in<W: Recording>(world: &W, arguments: &Arguments, building: &BackgroundBuild) {
    let Ok(contest) = contest(world, arguments) else { return };
    let terms = terms(arguments, None, Arc::clone(building.end_flag()));
    let mut last = None;
    let _ = run(&contest, &terms, &SortedMap::new(), |reports, _| {
        let so_far = format!("interpreted meanwhile: {}", progress_summary(reports, None));
        building.show_progress(so_far.clone());
        last = Some(so_far);
        true
    });
    if let Some(so_far) = last {
        building.print_result(&format!("{so_far}; the compiled rules start from the beginning"));
    }
}
