//! `noire mutate --game NAME`: whether anything notices when one thing is changed in a game in text.
//!
//! With `--format json` an object is printed for every mutant, each on a line of its own:
//!
//! ```text
//! mutant                the file, the rule, move or derivation, and the change
//! file, line            where
//! change                left out, negated, swapped, constant, turned
//! before, after         what is changed, and what stands there then; null where it is left out
//! rules                 what can answer otherwise: rules, scores, preferences, draws and moves
//! of_play               it may change the moves, what they do, or the end
//! noticed               compiler, positions, perft, games, work, verify; null where nothing notices
//! by                    the message's code, the example's place, the number of moves or of the game, what takes too long
//! reason                why it survives, where survivors.txt says so; or null
//! looked                in how many positions a mutant that nobody noticed was asked; null where it says another thing
//! difference            null, or where it says something else: moves, position, words, refuted, example
//! ```

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use crate::bases::sidecars::SURVIVORS;
use crate::bases::{Backend, Question, QuestionIds};
use crate::laboratory::games::mutate::checks::{GameMutant, Notice, Tests, TestsError, is_of_play};
use crate::laboratory::games::mutate::difference::Difference;
pub(crate) use crate::laboratory::games::mutate::run::Settings;
use crate::laboratory::games::mutate::run::{Examined, MutateError, Outcome, chosen, examine};
use crate::laboratory::mutate::mutant::{Change, Mutant};
use crate::laboratory::mutate::survivors::{self, NO_REASON, Survivors};
use crate::progress::Progress;
use crate::world::examples::heading;
use blanche_compiler::program::RuleId;
use blanche_compiler::spelling::nearest;
use serde_json::{Value, json};

use super::Opened;
use super::verify::moves;
use crate::command_line::commands::rules::wrapped;
use crate::command_line::game::{failed, told};
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, Format, MACHINE, MISTAKES, WRONG_USE, count, write_file};
use crate::command_line::width::{self, prose};

/// Who notices, in the order in which they are asked: in JSON, and in the table.
const NOTICED: [(&str, &str); 6] = [
    ("compiler", "the compiler"),
    ("positions", "positions.txt"),
    ("perft", "counts of positions"),
    ("games", "random games"),
    ("work", "the step limit"),
    ("verify", "verify"),
];

/// What a name stands for: rules, scores, preferences, draws and moves that are called so; all without one.
pub(crate) fn asked(game: &Opened, name: Option<&str>) -> Result<Option<Vec<RuleId>>, Failure> {
    let Some(name) = name else { return Ok(None) };
    let program = game.program();
    let numbered = program.rules.iter().zip(0..);
    let named = numbered.filter(|(rule, _)| rule.name == name || program.rule_title(rule) == name);
    let named: Vec<RuleId> = named.map(|(_, at)| RuleId(at)).collect();
    if named.is_empty() {
        let names = program.rules.iter().map(|rule| rule.name.as_str());
        let hint = match nearest(name, names) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                let name = if game.base.has(Backend::Compiled) { game.base.name() } else { "DIR" };
                format!("`noire rules --game {name}` lists them")
            }
        };
        let words = format!(
            "error: {} has no rule, score, preference, draw or move `{name}`\n  {hint}",
            game.base.name()
        );
        return Err(Failure::Said(words, WRONG_USE));
    }
    Ok(Some(named))
}

/// Examines mutants of a game and prints what becomes of them.
pub(crate) fn run(
    game: &Opened,
    settings: &Settings,
    output: Option<&Path>,
    format: Format,
) -> Result<ExitCode, Failure> {
    let base = &game.base;
    let sidecar = base.sidecar(SURVIVORS);
    let known = Survivors::of_sidecar(sidecar)
        .map_err(|problems| Failure::Said(format!("error: {problems}"), MISTAKES))?;
    let mut progress = Progress::begin();
    progress.show(0.0, "what the tests say of the game itself");
    let tests = Tests::of(base, settings.seed, &settings.stop).map_err(|error| no_tests(game, error))?;
    let all = Mutant::of_game(base);
    progress.aside(|| note_oddities(&tests, &Survivors::strangers_in(sidecar, &all).to_string()));
    let examined =
        examine(&tests, chosen(all, settings), settings, &|stage| progress.show(stage.done, &stage.what));
    progress.end();
    let examined = examined.map_err(|error| match error {
        MutateError::Fault(fault) => failed(base, &fault),
        MutateError::Thread(error) => Failure::Said(format!("error: no thread starts: {error}"), MACHINE),
    })?;
    match output {
        None => {}
        Some(path) if settings.stop.load(Ordering::Relaxed) => {
            eprintln!("note: {} is as it was: not all mutants were examined", path.display());
        }
        Some(path) => {
            let list = known.renewed(examined.iter().filter_map(survives));
            write_file(path, &format!("{}{list}", list_heading(base.name())), survivors::IMPRINT)?;
        }
    }
    let mut out = width::out(format == Format::Text);
    match format {
        Format::Text => report(&mut out, game, &known, &examined)?,
        Format::Json => {
            for examined in &examined {
                writeln!(out, "{}", object(game, &known, examined))?;
            }
        }
    }
    out.flush()?;
    Ok(interrupt::status(&settings.stop))
}

fn no_tests(game: &Opened, error: TestsError) -> Failure {
    match error {
        TestsError::Beside(problems) => Failure::Said(format!("error: {problems}"), MISTAKES),
        TestsError::Fault(fault) => failed(&game.base, &fault),
        TestsError::Plan(message) => told(game.base.sources(), &message),
    }
}

/// Says on standard error what is odd of the tests of a game and of its list of survivors.
fn note_oddities(tests: &Tests<'_>, strangers: &str) {
    for place in tests.broken() {
        eprintln!("note: {place}: the game itself says something else of this example, which is not asked");
    }
    if !strangers.is_empty() {
        eprintln!("note: {strangers}");
    }
}

fn list_heading(name: &str) -> String {
    format!(
        "# Mutants of {name} that no test notices, and why. `noire mutate --game {name} --output` renews the list and keeps\n\
         # the reasons; one that begins with `{NO_REASON}` is to be given.\n"
    )
}

/// The name of a mutant that no test notices, and what was found of it.
fn survives(examined: &Examined) -> Option<(&str, String)> {
    let what = match &examined.outcome {
        Outcome::Noticed(_) => return None,
        Outcome::Refuted(_) => "only verify notices".to_owned(),
        Outcome::Differs(_) => "says something else".to_owned(),
        Outcome::Alike(looked) => alike(*looked),
    };
    Some((&examined.mutant.name, what))
}

fn alike(looked: u64) -> String {
    format!("says the same in {looked} positions")
}

/// Which of [`NOTICED`] notices a mutant; nothing for a survivor.
fn noticed(outcome: &Outcome) -> Option<usize> {
    match outcome {
        Outcome::Noticed(Notice::Compiler(_)) => Some(0),
        Outcome::Noticed(Notice::Example(_)) => Some(1),
        Outcome::Noticed(Notice::Counts(_)) => Some(2),
        Outcome::Noticed(Notice::Games(_)) => Some(3),
        Outcome::Noticed(Notice::Work(_)) => Some(4),
        Outcome::Refuted(_) => Some(5),
        Outcome::Differs(_) | Outcome::Alike(_) => None,
    }
}

/// The reason that somebody gave.
fn reason<'k>(known: &'k Survivors, mutant: &GameMutant) -> Option<&'k str> {
    known.reason(&mutant.name).filter(|reason| !reason.is_empty() && !reason.starts_with(NO_REASON))
}

/// Counts, then survivors.
fn report(out: &mut impl Write, game: &Opened, known: &Survivors, examined: &[Examined]) -> io::Result<()> {
    writeln!(out, "{}: {}\n", game.base.name(), count(examined.len(), "mutant"))?;
    table(out, known, examined)?;
    let of_play: Vec<&Examined> =
        examined.iter().filter(|examined| is_of_play(game.program(), &examined.mutant)).collect();
    let surviving = of_play.iter().filter(|examined| noticed(&examined.outcome).is_none()).count();
    if !of_play.is_empty() {
        let share = 100.0 * surviving as f64 / of_play.len() as f64;
        writeln!(out, "\nof the rules of play: {surviving} of {} survive, {share:.1} %", of_play.len())?;
    }
    for examined in examined {
        let is_listed = known.reason(&examined.mutant.name).is_some();
        match &examined.outcome {
            Outcome::Noticed(_) if is_listed => {
                writeln!(out, "\nnoticed, though survivors.txt lists it: {}", examined.mutant.name)?;
            }
            Outcome::Noticed(_) => {}
            _ if reason(known, &examined.mutant).is_some() => {}
            _ => survivor(out, game, examined)?,
        }
    }
    Ok(())
}

fn table(out: &mut impl Write, known: &Survivors, examined: &[Examined]) -> io::Result<()> {
    write!(out, "{:24}", "noticed by")?;
    for change in Change::ALL {
        write!(out, "{:>10}", change.word())?;
    }
    writeln!(out, "{:>10}", "all")?;
    let mut row = |name: &str, of: &dyn Fn(&Examined) -> bool| -> io::Result<()> {
        write!(out, "{name:24}")?;
        for change in Change::ALL.map(Some).into_iter().chain([None]) {
            let counted = examined.iter().filter(|examined| of(examined));
            let counted =
                counted.filter(|examined| change.is_none_or(|change| examined.mutant.change == change));
            write!(out, "{:10}", counted.count())?;
        }
        writeln!(out)
    };
    for (at, (_, name)) in NOTICED.into_iter().enumerate() {
        row(name, &|examined| noticed(&examined.outcome) == Some(at))?;
    }
    row("nobody", &|examined| noticed(&examined.outcome).is_none())?;
    row("  the same everywhere", &|examined| matches!(examined.outcome, Outcome::Alike(_)))?;
    row("  with a reason", &|examined| {
        noticed(&examined.outcome).is_none() && reason(known, &examined.mutant).is_some()
    })
}

fn survivor(out: &mut impl Write, game: &Opened, examined: &Examined) -> io::Result<()> {
    let mutant = &examined.mutant;
    writeln!(out, "\n{}: {}   {}", mutant.item, mutant.words(), game.base.place(mutant.span))?;
    let difference = match &examined.outcome {
        Outcome::Noticed(_) => return Ok(()),
        Outcome::Alike(looked) => return writeln!(out, "    {}", alike(*looked)),
        Outcome::Differs(difference) | Outcome::Refuted(difference) => difference,
    };
    let verify = if difference.is_refuted { " It claims what does not win: verify refutes it." } else { "" };
    for line in wrapped(&format!("{}{verify}", difference.words), prose()) {
        writeln!(out, "    {line}")?;
    }
    let text = match example(game, difference) {
        Some(example) => {
            writeln!(out, "    for positions.txt:")?;
            example
        }
        None => game.first().position_text(&difference.reached.position),
    };
    writeln!(out)?;
    for line in text.lines() {
        writeln!(out, "{}", format!("    {line}").trim_end())?;
    }
    Ok(())
}

/// The lines for positions.txt that notice the mutant, where an example can say it.
fn example(game: &Opened, difference: &Difference) -> Option<String> {
    let answered = difference.answered.as_ref().filter(|answered| answered.is_visible)?;
    let question = QuestionIds::of(game.program()).question(answered.rule)?;
    if matches!(question, Question::Export(_)) {
        return None;
    }
    let claim = match (answered.count, &answered.plays) {
        (0, _) => "misses: …".to_owned(),
        (count, Some(play)) => format!("applies, plays {play}, counts {count}: …"),
        (count, None) => format!("applies, counts {count}: …"),
    };
    let position = game.first().position_text(&difference.reached.position);
    Some(format!("{}\n\n{claim}\n{position}", heading(game.base.contents(), question)))
}

fn object(game: &Opened, known: &Survivors, examined: &Examined) -> Value {
    let mutant = &examined.mutant;
    let place = game.base.place(mutant.span);
    let (file, line) = place.rsplit_once(':').unwrap_or((&place, ""));
    let by = match &examined.outcome {
        Outcome::Noticed(Notice::Compiler(code)) => Some(code.to_string()),
        Outcome::Noticed(Notice::Example(place)) => Some(place.to_string()),
        Outcome::Noticed(Notice::Counts(number)) => Some(number.to_string()),
        Outcome::Noticed(Notice::Games(number)) => Some(number.to_string()),
        Outcome::Noticed(Notice::Work(what)) => Some(what.clone()),
        Outcome::Refuted(_) | Outcome::Differs(_) | Outcome::Alike(_) => None,
    };
    let difference = match &examined.outcome {
        Outcome::Differs(difference) | Outcome::Refuted(difference) => Some(json!({
            "moves": difference.reached.moves.as_ref().map(|led| moves(game, led)),
            "position": game.first().position_text(&difference.reached.position),
            "words": difference.words,
            "refuted": difference.is_refuted,
            "example": example(game, difference),
        })),
        Outcome::Noticed(_) | Outcome::Alike(_) => None,
    };
    let program = game.program();
    let mut rules: Vec<String> =
        mutant.questions.iter().map(|rule| program.rule_title(program.rule(*rule))).collect();
    rules.dedup();
    json!({
        "mutant": mutant.name,
        "file": file,
        "line": line.parse::<usize>().ok(),
        "change": mutant.change.word(),
        "before": mutant.before,
        "after": mutant.after,
        "rules": rules,
        "of_play": is_of_play(program, mutant),
        "noticed": noticed(&examined.outcome).map(|at| NOTICED[at].0),
        "by": by,
        "reason": reason(known, mutant),
        "looked": if let Outcome::Alike(looked) = examined.outcome { Some(looked) } else { None },
        "difference": difference,
    })
}
