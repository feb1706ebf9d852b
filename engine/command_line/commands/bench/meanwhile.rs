//! Compiled rules are asked for that this program does not have: they are compiled, and what the interpreter takes is shown
//! meanwhile. Then the program that has them measures.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use blanche_compiler::timing::Effort;

use super::Arguments;
use crate::bases::Backend;
use crate::command_line::built::{Source, Work, in_place, not_built};
use crate::command_line::figures::FigureFormat;
use crate::command_line::interrupt;
use crate::command_line::output::Failure;
use crate::facts::Base;
use crate::laboratory::measure::competitors::Competitor;
use crate::laboratory::measure::{Asked, Question, speeds};
use crate::progress::Progress;

/// So long a figure of the interpreter is measured.
const TIME: Duration = Duration::from_millis(50);

/// How often it is looked how far the compiler is.
const LOOKS: Duration = Duration::from_millis(100);

/// Compiles the rules, and gives the place of this program to the one that has them. Gives how that ends.
pub(super) fn compiled(arguments: &Arguments, base: &Base) -> Failure {
    let source = Source::Base(base);
    if arguments.format == FigureFormat::Text
        && let Some(work) = Work::of(source)
        && let Err(failure) = beside(arguments, base, work)
    {
        return failure;
    }
    in_place(source)
}

/// Compiles in a thread of its own, and shows what the interpreter takes beside it.
fn beside(arguments: &Arguments, base: &Base, work: Work) -> Result<(), Failure> {
    let stop = interrupt::stop()?;
    let told = Mutex::new((0.0, String::new()));
    thread::scope(|scope| {
        let build =
            scope.spawn(|| work.build(&stop, &mut |share, what| *locked(&told) = (share, what.to_owned())));
        interpreted(arguments, base, &stop);
        let progress = Progress::begin();
        while !build.is_finished() {
            let (share, what) = locked(&told).clone();
            progress.show(share, &what);
            thread::sleep(LOOKS);
        }
        drop(progress);
        let built = build.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        built.map(drop).map_err(|error| not_built(&error))
    })
}

/// Shows what the interpreter takes for all answers of each rule. What goes wrong here is told where it is measured again.
fn interpreted(arguments: &Arguments, base: &Base, stop: &AtomicBool) {
    let Ok((mut positions, source)) = arguments.positions.or_built_in() else { return };
    let asked: Vec<Asked> =
        Asked::each(base).into_iter().filter(|asked| matches!(asked, Asked::Rule(_))).collect();
    let competitors = [Competitor::own(base, Backend::Interpreted, &asked)];
    let rows = speeds(&asked, &[Question::All], &competitors, &mut positions, Effort::of(TIME), |_| ());
    let Ok(rows) = rows else { return };
    if stop.load(std::sync::atomic::Ordering::Relaxed) {
        return;
    }
    eprintln!(
        "{}, {} positions of {source}: the rules are compiled; meanwhile the interpreter's microseconds for all answers",
        base.name(),
        positions.len()
    );
    let names: Vec<String> = rows.iter().map(|row| row.asked.name(base)).collect();
    let wide = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    for (name, row) in names.iter().zip(&rows) {
        let speed = row.speeds.first().and_then(|(_, speeds)| speeds.first().copied().flatten());
        let Some(speed) = speed else { continue };
        eprintln!("  {name:wide$}{:11.3}", speed.microseconds());
    }
}

fn locked(told: &Mutex<(f64, String)>) -> std::sync::MutexGuard<'_, (f64, String)> {
    told.lock().unwrap_or_else(PoisonError::into_inner)
}
