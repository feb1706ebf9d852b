//! Prints the results of `noire mutate`: how many mutants each test noticed, and each surviving mutant with a position
//! that would notice it.

use std::io::{self, Write};

use blanche_sorted::{SortedMap, SortedSet};

use blanche_compiler::runtime::Value;
use noire_engine::bases::Question;
use noire_engine::board::Style;
use noire_engine::world::examples::heading;
use noire_engine::world::{Marks, WorldExt as _};
use noire_laboratory::mutants::Change;
use noire_laboratory::mutate::checks::{Notice, changes_play};
use noire_laboratory::mutate::difference::{Answered, Difference, DifferenceKind};
use noire_laboratory::mutate::mutation_world::MutationWorld;
use noire_laboratory::mutate::run::{Examined, Outcome};
use noire_laboratory::mutate::survivors::{NO_REASON, Survivors};
use serde_json::json;

use crate::command_line::commands::rules::wrap;
use crate::command_line::output::count;
use crate::command_line::width::prose_width;

/// The tests that may notice a mutant, in the order in which they run. Each has a name for JSON and a name for the
/// table.
const TEST_NAMES: [(&str, &str); 7] = [
    ("compiler", "the compiler"),
    ("positions", "positions.txt"),
    ("perft", "counts of positions"),
    ("games", "random games"),
    ("answers", "answers.txt"),
    ("work", "the step limit"),
    ("verify", "verify"),
];

/// Indices in [`TEST_NAMES`] of the tests that check the course of the game.
const COURSE_TESTS: [usize; 2] = [2, 3];

/// The first lines of a list of surviving mutants.
pub(super) fn list_heading(name: &str) -> String {
    format!(
        "# Mutants of {name} that no committed test notices, and why. `noire mutate {name} --output FILE` renews the list and\n\
         # keeps the reasons; one that begins with `{NO_REASON}` is to be given.\n"
    )
}

/// Index in [`TEST_NAMES`] of the test that notices a mutant. `None` for a survivor.
fn noticing_test<W: MutationWorld>(outcome: &Outcome<W>) -> Option<usize> {
    match outcome {
        Outcome::Noticed(Notice::Compiler(_)) => Some(0),
        Outcome::Noticed(Notice::Example(_)) => Some(1),
        Outcome::Noticed(Notice::Counts(_)) => Some(2),
        Outcome::Noticed(Notice::Games(_)) => Some(3),
        Outcome::Noticed(Notice::Answers(_)) => Some(4),
        Outcome::Noticed(Notice::Work(_)) => Some(5),
        Outcome::Refuted(_) => Some(6),
        Outcome::Differs(_) | Outcome::Alike(_) => None,
    }
}

/// A description of a mutant that no committed test notices. It is written into the list of surviving mutants.
pub(super) fn survivor_text<W: MutationWorld>(outcome: &Outcome<W>) -> Option<String> {
    match outcome {
        Outcome::Noticed(_) => None,
        Outcome::Refuted(_) => Some("only verify notices".to_owned()),
        Outcome::Differs(_) => Some("answers something else".to_owned()),
        Outcome::Alike(looked) => Some(unchanged_text(*looked)),
    }
}

/// A description of a mutant that changes no answer, neither in the positions of the tests nor in `looked` other
/// positions.
fn unchanged_text(looked: u64) -> String {
    match looked {
        0 => "the same answers in all positions of the tests".to_owned(),
        looked => format!("the same answers in all positions of the tests and in {looked} others"),
    }
}

/// Prints how many mutants each test noticed, and then the surviving mutants.
pub(super) fn report<W: MutationWorld>(
    out: &mut impl Write,
    world: &W,
    known: &Survivors,
    examined: &[Examined<W>],
    style: Style,
) -> io::Result<()> {
    let items: SortedSet<&str> = examined.iter().map(|examined| examined.mutant.item.as_str()).collect();
    writeln!(
        out,
        "{}: {} of {}\n",
        world.contents().name,
        count(examined.len(), "mutant"),
        count(items.len(), "rule or clause").replace("rule or clauses", "rules and clauses")
    )?;
    table(out, known, examined)?;
    codes(out, examined)?;
    of_play(out, world, examined)?;
    for examined in examined {
        let is_listed = known.reason(&examined.mutant.name).is_some();
        match &examined.outcome {
            Outcome::Noticed(_) if is_listed => {
                writeln!(out, "\nnoticed, though survivors.txt lists it: {}", examined.mutant.name)?;
            }
            Outcome::Noticed(_) => {}
            _ if reason(known, examined).is_some() => {}
            _ => survivor(out, world, examined, style)?,
        }
    }
    Ok(())
}

/// The reason in `survivors.txt`, if the author has written one.
fn reason<'k, W: MutationWorld>(known: &'k Survivors, examined: &Examined<W>) -> Option<&'k str> {
    known.reason(&examined.mutant.name).filter(|reason| !reason.is_empty() && !reason.starts_with(NO_REASON))
}

/// The kinds of change to show as columns. The column for changed comparisons and outcomes is left out if it is empty,
/// because few rules contain comparisons.
fn columns<W: MutationWorld>(examined: &[Examined<W>]) -> Vec<Change> {
    let is_there = |change| examined.iter().any(|examined| examined.mutant.change == change);
    Change::ALL.into_iter().filter(|change| *change != Change::Turned || is_there(*change)).collect()
}

fn table<W: MutationWorld>(
    out: &mut impl Write,
    known: &Survivors,
    examined: &[Examined<W>],
) -> io::Result<()> {
    write!(out, "{:24}", "noticed by")?;
    for change in columns(examined) {
        write!(out, "{:>10}", change.word())?;
    }
    writeln!(out, "{:>10}", "all")?;
    let mut row = |name: &str, of: &dyn Fn(&Examined<W>) -> bool| -> io::Result<()> {
        write!(out, "{name:24}")?;
        for change in columns(examined).into_iter().map(Some).chain([None]) {
            let counted = examined.iter().filter(|examined| of(examined));
            let counted =
                counted.filter(|examined| change.is_none_or(|change| examined.mutant.change == change));
            write!(out, "{:10}", counted.count())?;
        }
        writeln!(out)
    };
    for (at, (_, name)) in TEST_NAMES.into_iter().enumerate() {
        if W::RULES_DEFINE_PLAY || !COURSE_TESTS.contains(&at) {
            row(name, &|examined| noticing_test(&examined.outcome) == Some(at))?;
        }
    }
    row("nobody", &|examined| noticing_test(&examined.outcome).is_none())?;
    row("  the same everywhere", &|examined| matches!(examined.outcome, Outcome::Alike(_)))?;
    row("  with a reason", &|examined| {
        noticing_test(&examined.outcome).is_none() && reason(known, examined).is_some()
    })
}

/// Prints how often each message of the compiler occurred.
fn codes<W: MutationWorld>(out: &mut impl Write, examined: &[Examined<W>]) -> io::Result<()> {
    let mut counts = SortedMap::new();
    for examined in examined {
        if let Outcome::Noticed(Notice::Compiler(code)) = &examined.outcome {
            *counts.entry(*code).or_insert(0) += 1;
        }
    }
    if counts.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nthe compiler's messages")?;
    for (code, times) in counts {
        writeln!(out, "{times:6}  {code}  {}", code.title())?;
    }
    Ok(())
}

/// Prints how many of the mutants that affect the course of the game survive.
fn of_play<W: MutationWorld>(out: &mut impl Write, world: &W, examined: &[Examined<W>]) -> io::Result<()> {
    let of_play: Vec<&Examined<W>> =
        examined.iter().filter(|examined| changes_play(world.program(), &examined.mutant)).collect();
    if of_play.is_empty() {
        return Ok(());
    }
    let surviving = of_play.iter().filter(|examined| noticing_test(&examined.outcome).is_none()).count();
    let share = 100.0 * surviving as f64 / of_play.len() as f64;
    writeln!(out, "\nof the rules of play: {surviving} of {} survive, {share:.1} %", of_play.len())
}

fn survivor<W: MutationWorld>(
    out: &mut impl Write,
    world: &W,
    examined: &Examined<W>,
    style: Style,
) -> io::Result<()> {
    let mutant = &examined.mutant;
    writeln!(out, "\n{}: {}   {}", mutant.item, mutant.words(), world.place(mutant.span))?;
    let difference = match &examined.outcome {
        Outcome::Noticed(_) => return Ok(()),
        Outcome::Alike(looked) => return writeln!(out, "    {}", unchanged_text(*looked)),
        Outcome::Differs(difference) | Outcome::Refuted(difference) => difference,
    };
    for line in wrap(&answers_text(world, difference), prose_width()) {
        writeln!(out, "    {line}")?;
    }
    let text = match example(world, difference) {
        Some(example) => {
            writeln!(out, "    for positions.txt:")?;
            example
        }
        None => {
            let position = &difference.reached.position;
            let board = world.draw(position, &Marks { is_cropped: true, ..Marks::default() }, style);
            format!("{board}{}", world.situation(position))
        }
    };
    writeln!(out)?;
    for line in text.lines() {
        writeln!(out, "{}", format!("    {line}").trim_end())?;
    }
    Ok(())
}

/// The answers of the game and of the mutant in the position where they differ, in words.
fn answers_text<W: MutationWorld>(world: &W, difference: &Difference<W>) -> String {
    let answered = match &difference.by {
        DifferenceKind::Play(words) => return words.clone(),
        DifferenceKind::Answer(answered) => answered,
    };
    let title = answered.question.title(world.contents());
    let says = |first: &Option<Vec<Value>>, count: usize| match first {
        None => "nothing".to_owned(),
        Some(first) if first.is_empty() => "that it applies".to_owned(),
        Some(first) => format!("{} first of {count}", world.bindings_text(answered.question, first)),
    };
    let [before, after] = [(&answered.before, answered.counts[0]), (&answered.after, answered.counts[1])]
        .map(|(first, count)| says(first, count));
    let mut words = match answered.gives_up {
        true => format!("{title} says {before} here, and the mutant exceeds a limit."),
        false if answered.other_weights => format!("{title} has another value here."),
        false => format!("{title} says {before} here, and the mutant says {after}."),
    };
    if let Some(play) = &difference.claimed.refuted {
        words += &format!(" The move {play} does not win within the level: verify refutes the mutant.");
    } else if !difference.claimed.is_open && matches!(answered.question, Question::Rule(_)) {
        words += " Nothing is claimed in this position.";
    }
    words
}

/// Lines for `positions.txt` with which the mutant would be noticed. `None` if an example cannot express the
/// difference.
fn example<W: MutationWorld>(world: &W, difference: &Difference<W>) -> Option<String> {
    let DifferenceKind::Answer(answered) = &difference.by else { return None };
    let Answered { question, before, after, counts, .. } = &**answered;
    if matches!(question, Question::Export(_)) {
        return None;
    }
    let play = |first: &Option<Vec<Value>>| world.played(*question, first.as_ref()?);
    let [played, other] = [before, after].map(play);
    let is_same = before.is_some() == after.is_some() && played == other;
    if is_same && counts[0] == counts[1] {
        return None;
    }
    let mut claim = match before {
        None => "misses".to_owned(),
        Some(_) => "applies".to_owned(),
    };
    if let Some(play) = &played {
        claim += &format!(", plays {play}");
    }
    if is_same {
        claim += &format!(", counts {}", counts[0]);
    }
    let position = world.written(&difference.reached.position, played.as_deref().or(other.as_deref()));
    Some(format!("{}\n\n{claim}: …\n{position}", heading(world.contents(), *question)))
}

/// The result for a mutant as JSON.
pub(super) fn object<W: MutationWorld>(
    world: &W,
    known: &Survivors,
    examined: &Examined<W>,
) -> serde_json::Value {
    let (mutant, program) = (&examined.mutant, world.program());
    let place = world.place(mutant.span);
    let (file, line) = place.rsplit_once(':').unwrap_or((&place, ""));
    let by = match &examined.outcome {
        Outcome::Noticed(Notice::Compiler(code)) => Some(code.to_string()),
        Outcome::Noticed(Notice::Example(place)) => Some(place.to_string()),
        Outcome::Noticed(Notice::Counts(number)) => Some(number.to_string()),
        Outcome::Noticed(Notice::Games(number)) => Some(number.to_string()),
        Outcome::Noticed(Notice::Answers(rule) | Notice::Work(rule)) => Some(rule.clone()),
        Outcome::Refuted(difference) => question_title(world, difference),
        Outcome::Differs(_) | Outcome::Alike(_) => None,
    };
    let difference = match &examined.outcome {
        Outcome::Differs(difference) | Outcome::Refuted(difference) => {
            Some(difference_object(world, difference))
        }
        Outcome::Noticed(_) | Outcome::Alike(_) => None,
    };
    let looked = match examined.outcome {
        Outcome::Alike(looked) => Some(looked),
        _ => None,
    };
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
        "of_play": changes_play(program, mutant),
        "noticed": noticing_test(&examined.outcome).map(|at| TEST_NAMES[at].0),
        "by": by,
        "reason": reason(known, examined),
        "looked": looked,
        "difference": difference,
    })
}

/// The title of the question whose answers differ.
fn question_title<W: MutationWorld>(world: &W, difference: &Difference<W>) -> Option<String> {
    match &difference.by {
        DifferenceKind::Play(_) => None,
        DifferenceKind::Answer(answered) => Some(answered.question.title(world.contents())),
    }
}

fn difference_object<W: MutationWorld>(world: &W, difference: &Difference<W>) -> serde_json::Value {
    let answer = |of: fn(&Answered) -> &Option<Vec<Value>>| {
        let DifferenceKind::Answer(answered) = &difference.by else { return None };
        let bindings = world.bindings(answered.question, of(answered).as_ref()?);
        Some(bindings.into_iter().collect::<SortedMap<String, String>>())
    };
    let reached = &difference.reached;
    json!({
        "rule": question_title(world, difference),
        "moves": reached.moves.as_ref().map(|moves| world.moves_text(moves)),
        "position": world.written(&reached.position, None),
        "before": answer(|answered| &answered.before),
        "after": answer(|answered| &answered.after),
        "words": answers_text(world, difference),
        "refuted": difference.claimed.refuted,
        "open": difference.claimed.is_open,
        "example": example(world, difference),
    })
}
