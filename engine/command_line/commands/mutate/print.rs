//! What became of mutants: counts, and every survivor with the position that would notice it.

use blanche_compiler::runtime;
use std::io::{self, Write};

use crate::bases::Question;
use crate::board::{Color, Diagram, Point, Style};
use crate::facts::Base;
use crate::laboratory::mutate::checks::Notice;
use crate::laboratory::mutate::difference::Difference;
use crate::laboratory::mutate::mutant::Change;
use crate::laboratory::mutate::run::{Examined, Outcome};
use crate::laboratory::mutate::survivors::{NO_REASON, Survivors};
use crate::presentation;
use serde_json::{Value, json};

use crate::command_line::commands::rules::wrapped;
use crate::command_line::output::count;
use crate::command_line::width::prose;

/// Fields that are drawn around a position.
const SPARE_FIELDS: u8 = 1;

/// Who notices, in the order in which they are asked.
const NOTICED: [&str; 5] = ["compiler", "positions", "answers", "work", "verify"];

/// The first lines of a list of survivors.
pub(super) fn list_heading(base: &Base) -> String {
    format!(
        "# Mutants of {} that no committed test notices, and why. `noire mutate --base {} --output` renews the list and\n\
         # keeps the reasons; one that begins with `{NO_REASON}` is to be given.\n",
        base.name(),
        base.name()
    )
}

/// Which of [`NOTICED`] notices a mutant; nothing for a survivor.
fn noticed(outcome: &Outcome) -> Option<usize> {
    match outcome {
        Outcome::Noticed(Notice::Compiler(_)) => Some(0),
        Outcome::Noticed(Notice::Example(_)) => Some(1),
        Outcome::Noticed(Notice::Answers(_)) => Some(2),
        Outcome::Noticed(Notice::Work(_)) => Some(3),
        Outcome::Refuted(_) => Some(4),
        Outcome::Differs(_) | Outcome::Alike(_) => None,
    }
}

/// Counts, then survivors.
pub(super) fn report(
    out: &mut impl Write,
    base: &Base,
    known: &Survivors,
    examined: &[Examined],
    style: Style,
) -> io::Result<()> {
    let items: std::collections::BTreeSet<&str> =
        examined.iter().map(|examined| examined.mutant.item.as_str()).collect();
    writeln!(
        out,
        "{}: {} of {}\n",
        base.name(),
        count(examined.len(), "mutant"),
        count(items.len(), "rule or clause").replace("rule or clauses", "rules and clauses")
    )?;
    table(out, known, examined)?;
    codes(out, examined)?;
    let has_reason = |examined: &&Examined| reason(known, examined).is_some();
    let unnoticed: Vec<&Examined> = examined
        .iter()
        .filter(|examined| !matches!(examined.outcome, Outcome::Noticed(_)))
        .filter(|examined| !has_reason(examined))
        .collect();
    for noticed in examined.iter().filter(|examined| matches!(examined.outcome, Outcome::Noticed(_))) {
        if known.reason(&noticed.mutant.name).is_some() {
            writeln!(out, "\nnoticed, though survivors.txt lists it: {}", noticed.mutant.name)?;
        }
    }
    for examined in unnoticed {
        survivor(out, base, examined, style)?;
    }
    Ok(())
}

/// The reason that somebody gave.
fn reason<'k>(known: &'k Survivors, examined: &Examined) -> Option<&'k str> {
    known.reason(&examined.mutant.name).filter(|reason| !reason.is_empty() && !reason.starts_with(NO_REASON))
}

/// Bases on a host seldom compare.
fn columns(examined: &[Examined]) -> Vec<Change> {
    let is_there = |change| examined.iter().any(|examined| examined.mutant.change == change);
    Change::ALL.into_iter().filter(|change| *change != Change::Turned || is_there(*change)).collect()
}

fn table(out: &mut impl Write, known: &Survivors, examined: &[Examined]) -> io::Result<()> {
    write!(out, "{:24}", "noticed by")?;
    for change in columns(examined) {
        write!(out, "{:>10}", change.word())?;
    }
    writeln!(out, "{:>10}", "all")?;
    let mut row = |name: &str, of: &dyn Fn(&Examined) -> bool| -> io::Result<()> {
        write!(out, "{name:24}")?;
        for change in columns(examined).into_iter().map(Some).chain([None]) {
            let counted = examined.iter().filter(|examined| of(examined));
            let counted =
                counted.filter(|examined| change.is_none_or(|change| examined.mutant.change == change));
            write!(out, "{:10}", counted.count())?;
        }
        writeln!(out)
    };
    let names = ["the compiler", "positions.txt", "answers.txt", "the step limit", "verify"];
    for (at, name) in names.into_iter().enumerate() {
        row(name, &|examined| noticed(&examined.outcome) == Some(at))?;
    }
    row("nobody", &|examined| noticed(&examined.outcome).is_none())?;
    row("  the same everywhere", &|examined| matches!(examined.outcome, Outcome::Alike(_)))?;
    row("  with a reason", &|examined| {
        noticed(&examined.outcome).is_none() && reason(known, examined).is_some()
    })
}

/// What the compiler says.
fn codes(out: &mut impl Write, examined: &[Examined]) -> io::Result<()> {
    let mut counts = std::collections::BTreeMap::new();
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

fn survivor(out: &mut impl Write, base: &Base, examined: &Examined, style: Style) -> io::Result<()> {
    let mutant = &examined.mutant;
    writeln!(out, "\n{}: {}   {}", mutant.item, mutant.words(), base.place(mutant.span))?;
    let difference = match &examined.outcome {
        Outcome::Noticed(_) => return Ok(()),
        Outcome::Alike(looked) => return writeln!(out, "    {}", alike(*looked)),
        Outcome::Differs(difference) | Outcome::Refuted(difference) => difference,
    };
    let words = said(base, difference);
    for line in wrapped(&words, prose()) {
        writeln!(out, "    {line}")?;
    }
    if let Some(example) = example(base, difference) {
        writeln!(out, "    for positions.txt:\n")?;
        for line in example.lines() {
            writeln!(out, "{}", format!("    {line}").trim_end())?;
        }
        return Ok(());
    }
    writeln!(out)?;
    for line in diagram(difference).draw(style).lines() {
        writeln!(out, "    {line}")?;
    }
    Ok(())
}

/// Of a mutant that answers the same in so many positions beside those of the tests.
pub(super) fn alike(looked: u64) -> String {
    match looked {
        0 => "the same answers in all positions of the tests".to_owned(),
        looked => format!("the same answers in all positions of the tests and in {looked} others"),
    }
}

/// What the base and the mutant say of a position.
fn said(base: &Base, difference: &Difference) -> String {
    let title = difference.question.title(base.contents());
    let says = |first: &Option<Vec<runtime::Value>>, count: usize| match (first, difference.question) {
        (None, _) => "nothing".to_owned(),
        (Some(first), Question::Rule(rule)) => {
            let rule = &base.rules()[rule];
            match rule.variables.is_empty() {
                true => "that it applies".to_owned(),
                false => format!("{} first of {count}", presentation::bindings(base, rule, first)),
            }
        }
        (Some(first), question) => {
            let values = question
                .variables(base.contents())
                .iter()
                .zip(first)
                .map(|((_, sort), value)| base.text(sort, *value));
            format!("{} first of {count}", values.collect::<Vec<_>>().join(" "))
        }
    };
    let before = says(&difference.before, difference.counts[0]);
    let after = match difference.gives_up {
        true => "exceeds a limit".to_owned(),
        false => format!("says {}", says(&difference.after, difference.counts[1])),
    };
    let mut words = format!("{title} says {before} here, and the mutant {after}.");
    if let Some(play) = difference.refuted {
        words += &format!(" The play {play} does not win within the level: verify refutes the mutant.");
    } else if !difference.is_open {
        words += " Somebody has won here or has a four, so that nothing is claimed.";
    }
    words
}

fn diagram(difference: &Difference) -> Diagram {
    Diagram::of(&difference.position).cropped(SPARE_FIELDS)
}

/// The lines for positions.txt that notice the mutant, where an example can say it.
fn example(base: &Base, difference: &Difference) -> Option<String> {
    let Question::Rule(rule) = difference.question else { return None };
    let rule = &base.rules()[rule];
    let play = |first: &Option<Vec<runtime::Value>>| {
        let value = first.as_ref().filter(|_| rule.plays)?.first()?;
        Point::from_index(*value as usize)
    };
    let (before, after) = (&difference.before, &difference.after);
    if before.is_some() == after.is_some() && play(before) == play(after) {
        return None;
    }
    let claim = match (before, play(before)) {
        (None, _) => "misses: …".to_owned(),
        (Some(_), Some(play)) => format!("applies, plays {play}: …"),
        (Some(_), None) => "applies: …".to_owned(),
    };
    let drawn = match play(before).or_else(|| play(after)) {
        Some(play) if difference.position.is_empty(play) => {
            Diagram::of(&difference.position).mark(play, '*').cropped(SPARE_FIELDS)
        }
        _ => diagram(difference),
    };
    Some(format!("rule {}\n\n{claim}\n{}", rule.title(), drawn.draw(Style::Ascii)))
}

/// A mutant as JSON.
pub(super) fn object(base: &Base, known: &Survivors, examined: &Examined) -> Value {
    let mutant = &examined.mutant;
    let place = base.place(mutant.span);
    let (file, line) = place.rsplit_once(':').unwrap_or((&place, ""));
    let by = match &examined.outcome {
        Outcome::Noticed(Notice::Compiler(code)) => Some(code.to_string()),
        Outcome::Noticed(Notice::Example(place)) => Some(place.to_string()),
        Outcome::Noticed(Notice::Answers(rule) | Notice::Work(rule)) => Some(rule.clone()),
        Outcome::Refuted(difference) => Some(difference.question.title(base.contents())),
        Outcome::Differs(_) | Outcome::Alike(_) => None,
    };
    let difference = match &examined.outcome {
        Outcome::Differs(difference) | Outcome::Refuted(difference) => {
            Some(difference_object(base, difference))
        }
        Outcome::Noticed(_) | Outcome::Alike(_) => None,
    };
    let looked = match examined.outcome {
        Outcome::Alike(looked) => Some(looked),
        _ => None,
    };
    json!({
        "mutant": mutant.name,
        "file": file,
        "line": line.parse::<usize>().ok(),
        "change": mutant.change.word(),
        "before": mutant.before,
        "after": mutant.after,
        "rules": mutant.questions.iter().map(|question| question.title(base.contents())).collect::<Vec<_>>(),
        "noticed": noticed(&examined.outcome).map(|at| NOTICED[at]),
        "by": by,
        "reason": reason(known, examined),
        "looked": looked,
        "difference": difference,
    })
}

fn difference_object(base: &Base, difference: &Difference) -> Value {
    let position = &difference.position;
    let stones = |color: Color| -> Vec<String> {
        position.stones(color).iter().map(|field| field.to_string()).collect()
    };
    let variables = difference.question.variables(base.contents());
    let solution = |first: &Option<Vec<runtime::Value>>| {
        let first = first.as_ref()?;
        let values =
            variables.iter().zip(first).map(|((name, sort), value)| (name.clone(), base.text(sort, *value)));
        Some(values.collect::<std::collections::BTreeMap<String, String>>())
    };
    json!({
        "rule": difference.question.title(base.contents()),
        "black": stones(Color::Black),
        "white": stones(Color::White),
        "last": position.last_move().map(|field| field.to_string()),
        "to_move": position.to_move().map(|color| color.to_string()),
        "before": solution(&difference.before),
        "after": solution(&difference.after),
        "refuted": difference.refuted.map(|play| play.to_string()),
        "open": difference.is_open,
        "example": example(base, difference),
    })
}
