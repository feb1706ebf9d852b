//! `noire test`: whether the rules of a base do what the positions beside them say.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use blanche_compiler::expect::{Bindings, written};
use blanche_compiler::files;
use blanche_compiler::runtime::Limits;
use clap::Args;
use noire::bases::Backend;
use noire::board::{Diagram, Point, Style};
use noire::facts::Base;
use noire::laboratory::examples;
use noire::laboratory::examples::{Fault, Judged, judge, restated, stopped_by, untested};
use noire::record::{Claim, Example};
use serde_json::{Value, json};

use crate::apply::RuleName;
use crate::output::{Failure, Format, MACHINE, MISTAKES, WRONG_USE, count, remarks, write_file};
use crate::text::Boards;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire test
  noire test my-rules/ --rule t.threat
  noire test my-rules/ --update";

/// Check that rules do what the positions beside them say, on both back ends.
///
/// The positions stand in `positions.txt` beside the rules. Each is drawn below a line that says what the rule does:
/// `applies, plays h8, Group1 = e8.i8: why` or `misses: why`. Every back end that the base has is asked.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Built-in bases, or folders with bases that are read now [default: all that are built in]
    #[arg(value_name = "BASE-OR-DIR")]
    bases: Vec<String>,
    #[command(flatten)]
    rules: RuleName,
    /// Write what the rules do now into the lines that do not hold
    #[arg(long)]
    update: bool,
    /// text for people, json with an object per position and line
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    boards: Boards,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let names: Vec<String> = if arguments.bases.is_empty() {
        Base::built_in().iter().map(|base| base.name.to_owned()).collect()
    } else {
        arguments.bases.clone()
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let mut failed = false;
    for (at, name) in names.iter().enumerate() {
        if arguments.update && !Path::new(name).is_dir() {
            return Err(Failure::Said(
                format!("error: the positions of `{name}` are built in\n  name its folder: knowledge/{name}"),
                WRONG_USE,
            ));
        }
        if at > 0 && arguments.format == Format::Text {
            writeln!(out)?;
        }
        failed |= test(arguments, name, &mut out)?;
    }
    out.flush()?;
    Ok(if failed { ExitCode::from(MISTAKES) } else { ExitCode::SUCCESS })
}

/// Tests a base; gives whether something fails.
fn test(arguments: &Arguments, name: &str, out: &mut impl Write) -> Result<bool, Failure> {
    let base = Base::open(name, Limits::default())?;
    remarks(&base);
    let rules = arguments.rules.chosen(&base)?;
    let all =
        examples::beside(&base).map_err(|problems| Failure::Said(format!("error: {problems}"), MISTAKES))?;
    let titles: Vec<String> = rules.iter().map(|rule| base.rules()[*rule].title()).collect();
    let of_rules = all.iter().filter(|one| !arguments.rules.is_given() || titles.contains(&one.rule));
    let judged: Vec<(&Example, Judged)> = of_rules.map(|example| (example, judge(&base, example))).collect();
    let lacking: Vec<(usize, bool)> =
        untested(&base, &all).into_iter().filter(|(rule, _)| rules.contains(rule)).collect();
    let updated = if arguments.update { update(&judged)? } else { 0 };
    let fails = judged.iter().filter(|(_, one)| one.fault.is_some()).count();
    match arguments.format {
        Format::Json => {
            for (example, one) in &judged {
                writeln!(out, "{}", object(&base, example, one))?;
            }
            for (rule, applies) in &lacking {
                let rule = base.rules()[*rule].title();
                writeln!(out, "{}", json!({ "base": base.name(), "rule": rule, "lacks": kind(*applies) }))?;
            }
        }
        Format::Text => {
            let style = arguments.boards.style();
            for (example, one) in &judged {
                if let Some(fault) = &one.fault {
                    show(out, &base, example, one, fault, style)?;
                }
            }
            for (rule, applies) in &lacking {
                writeln!(out, "{}: {} is given", base.rules()[*rule].title(), none(*applies))?;
            }
            let back_ends = if base.has(Backend::Compiled) { "both back ends" } else { "the interpreter" };
            let positions = format!("{} of {}", count(judged.len(), "position"), count(rules.len(), "rule"));
            let mut parts = vec![format!("{} hold on {back_ends}", judged.len() - fails)];
            parts.extend((updated > 0).then(|| format!("{updated} updated")));
            parts.extend((fails > updated).then(|| format!("{} failed", fails - updated)));
            writeln!(out, "{}: {positions}: {}", base.name(), parts.join(", "))?;
        }
    }
    Ok(fails > updated)
}

fn kind(applies: bool) -> &'static str {
    if applies { "applies" } else { "misses" }
}

fn none(applies: bool) -> &'static str {
    if applies { "no position where it applies" } else { "no near miss" }
}

/// Shows an example that does not hold.
fn show(
    out: &mut impl Write,
    base: &Base,
    example: &Example,
    judged: &Judged,
    fault: &Fault,
    style: Style,
) -> io::Result<()> {
    let Example { place, rule, words, .. } = example;
    writeln!(out, "{}:{}: {rule}: {words}", place.file, place.line)?;
    let (expected, got) = told(example, judged, fault);
    writeln!(out, "    expected  {expected}\n    got       {got}")?;
    if let (Fault::Applies(false), Some(rule)) = (fault, judged.rule) {
        let literals: Vec<String> =
            stopped_by(base, rule, example).iter().map(|literal| format!("`{literal}`")).collect();
        if literals.is_empty() {
            writeln!(out, "    no literal that can be left out stops it alone")?;
        } else {
            writeln!(out, "    it would apply without {}", literals.join(", or without "))?;
        }
    }
    let first = judged.outcome.as_ref().and_then(|outcome| outcome.first.as_ref());
    if let (Fault::Applies(true) | Fault::Plays { .. } | Fault::Values(_), Some(first)) = (fault, first) {
        writeln!(out, "    with      {}", written(first))?;
    }
    let diagram = marked(example, judged);
    writeln!(out)?;
    for line in diagram.draw(style).lines() {
        writeln!(out, "    {line}")?;
    }
    let expected = match example.claim {
        Claim::Applies { plays, .. } => plays,
        Claim::Misses => None,
    };
    let got = judged.outcome.as_ref().and_then(|outcome| outcome.plays);
    let drawn = |field: &Point| got != Some(*field) && example.diagram.region().contains(*field);
    let signs: Vec<String> = [
        got.map(|field| format!("* {field}, what it plays")),
        expected.filter(drawn).map(|field| format!("? {field}, what was expected")),
    ]
    .into_iter()
    .flatten()
    .collect();
    if !signs.is_empty() {
        writeln!(out, "    {}", signs.join("; "))?;
    }
    writeln!(out)
}

/// What was expected and what came instead, in words.
fn told(example: &Example, judged: &Judged, fault: &Fault) -> (String, String) {
    let plays = |field: Option<Point>| match field {
        Some(field) => format!("it applies and plays {field}"),
        None => "it applies".to_owned(),
    };
    let said = match example.claim {
        Claim::Applies { plays: field, .. } => plays(field),
        Claim::Misses => "it does not apply".to_owned(),
    };
    let does = || match &judged.outcome {
        Some(outcome) if outcome.first.is_some() => plays(outcome.plays),
        Some(_) => "it does not apply".to_owned(),
        None => "no answer".to_owned(),
    };
    match fault {
        Fault::NoRule(Some(near)) => (said, format!("there is no such rule; did you mean `{near}`?")),
        Fault::NoRule(None) => (said, "there is no such rule".to_owned()),
        Fault::Applies(_) => (said, does()),
        Fault::Plays { expected: None, got: Some(_) } => {
            ("it applies; what it plays is not said".to_owned(), does())
        }
        Fault::Plays { .. } => (said, does()),
        Fault::Values(difference) => {
            let values = |all: &[Bindings]| all.iter().map(written).collect::<Vec<_>>().join("; ");
            (values(&difference.missing), values(&difference.unexpected))
        }
        Fault::BackEnds(backend) => ("the same of both back ends".to_owned(), format!("another {backend}")),
        Fault::GivenUp => (said, "it was given up at the limit of work".to_owned()),
    }
}

/// The position with what the rule plays as `*`, and what was expected as `?`.
fn marked(example: &Example, judged: &Judged) -> Diagram {
    let position = example.position();
    let mut diagram = Diagram::of(&position);
    let got = judged.outcome.as_ref().and_then(|outcome| outcome.plays);
    let expected = match example.claim {
        Claim::Applies { plays, .. } => plays.filter(|field| got != Some(*field)),
        Claim::Misses => None,
    };
    for (field, sign) in [(got, '*'), (expected, '?')] {
        if let Some(field) = field.filter(|field| position.is_empty(*field)) {
            diagram = diagram.mark(field, sign);
        }
    }
    diagram.within(example.diagram.region())
}

/// Writes what the rules do into the files of the examples; gives how many lines were changed.
fn update(judged: &[(&Example, Judged)]) -> Result<usize, Failure> {
    let mut lines: BTreeMap<&str, Vec<(usize, String)>> = BTreeMap::new();
    for (example, one) in judged {
        let mends = matches!(&one.fault, Some(Fault::Applies(_) | Fault::Plays { .. } | Fault::Values(_)));
        if let (true, Some(outcome)) = (mends, &one.outcome) {
            let changed = (example.place.line, restated(example, outcome));
            lines.entry(&example.place.file).or_default().push(changed);
        }
    }
    for (file, changed) in &lines {
        let failed =
            |reason: String| Failure::Said(format!("error: {file} cannot be read: {reason}"), MACHINE);
        let bytes = files::read_whole(Path::new(file)).map_err(|error| failed(error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|error| failed(error.to_string()))?;
        let mut all: Vec<String> = text.split('\n').map(str::to_owned).collect();
        for (line, new) in changed {
            let old = &all[line - 1];
            let indent = &old[..old.len() - old.trim_start().len()];
            let end = if old.ends_with('\r') { "\r" } else { "" };
            all[line - 1] = format!("{indent}{new}{end}");
        }
        write_file(Path::new(file), &all.join("\n"))?;
    }
    Ok(lines.values().map(Vec::len).sum())
}

/// An example and what became of it, as JSON.
fn object(base: &Base, example: &Example, judged: &Judged) -> Value {
    let values = |all: &Bindings| -> Value {
        all.iter().map(|(name, value)| (name.clone(), Value::from(value.clone()))).collect()
    };
    let plays = match example.claim {
        Claim::Applies { plays, .. } => plays,
        Claim::Misses => None,
    };
    let mut object = json!({
        "base": base.name(),
        "rule": example.rule,
        "file": example.place.file,
        "line": example.place.line,
        "words": example.words,
        "holds": judged.fault.is_none(),
        "expected": {
            "applies": example.applies(),
            "plays": plays.map(|field| field.to_string()),
            "values": values(&example.values),
        },
        "got": judged.outcome.as_ref().map(|outcome| json!({
            "applies": outcome.first.is_some(),
            "plays": outcome.plays.map(|field| field.to_string()),
            "values": outcome.first.as_ref().map(values),
        })),
    });
    if let Some(fault) = &judged.fault {
        let (expected, got) = told(example, judged, fault);
        object["difference"] = json!({ "expected": expected, "got": got });
        if let (Fault::Applies(false), Some(rule)) = (fault, judged.rule) {
            object["stopped_by"] = stopped_by(base, rule, example).into();
        }
    }
    object
}
