//! `noire test`: whether the rules of a base do what the positions beside them say.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use crate::bases::{Backend, sidecars};
use crate::board::{Diagram, Point, Style};
use crate::facts::Base;
use crate::laboratory::examples;
use crate::laboratory::examples::{
    Fault, Judged, LeaveOut, Stopping, judge, lacking_lines, restated, rule_of, untested,
};
use crate::laboratory::refuted::Refuted;
use crate::progress::Progress;
use crate::record::said::{self, nearest_answer, some_answer};
use crate::record::{Example, Expected};
use blanche_compiler::expect::{Bindings, written};
use blanche_compiler::files;
use blanche_compiler::runtime::{LimitReached, Limits};
use clap::Args;
use serde_json::{Value, json};

use crate::command_line::commands::apply::RuleName;
use crate::command_line::games::{self, Opened};
use crate::command_line::interrupt::{self, Turn, Turns};
use crate::command_line::output::{Failure, Format, MACHINE, MISTAKES, count, remarks, unwritten, writable};
use crate::command_line::seconds::seconds;
use crate::command_line::text::Boards;
use crate::command_line::width;

/// What the help shows at its end.
const EXAMPLES: &str = "\
Examples:
  noire test
  noire test my-rules/ --rule t.threat
  noire test my-rules/ --update";

/// Check that rules do what the positions beside them say, on both back ends.
///
/// The positions stand in `positions.txt` beside the rules. Each is drawn below a line that says what the rule does:
/// `applies, plays h8, Group1 = e8.i8: why`, `applies, plays one of h8, i9: why`, `applies, some answer has Group1 = e8.i8: why`,
/// or `misses: why`. Every back end that the base has is asked. A position that
/// takes longer than --time has failed. Ctrl-C ends with a summary of what was asked so far.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A game in text in the place of bases: a built-in one, or a folder with one
    #[arg(long, value_name = "NAME-OR-DIR", conflicts_with = "bases")]
    game: Option<String>,
    /// Built-in bases, or folders with bases that are read now [default: all that are built in]
    #[arg(value_name = "BASE-OR-DIR")]
    bases: Vec<String>,
    #[command(flatten)]
    rules: RuleName,
    /// Write what the rules do now into the lines that do not hold
    #[arg(long)]
    update: bool,
    /// So many seconds for each position
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds, default_value = "10")]
    time: Duration,
    /// text for people, json with an object per position and line
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    boards: Boards,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if let Some(name) = &arguments.game {
        arguments.boards.of_text()?;
        if arguments.update {
            writable(name, &format!("the positions of `{name}` are"))?;
        }
        let game = Opened::new(name, None)?;
        return games::test::run(&game, arguments.rules.name(), arguments.format, arguments.update);
    }
    let names: Vec<String> = if arguments.bases.is_empty() {
        Base::built_in().iter().map(|base| base.name.to_owned()).collect()
    } else {
        arguments.bases.clone()
    };
    let progress = Progress::begin();
    let turns = Turns::new(arguments.time)?;
    let mut failed = false;
    for (at, name) in names.iter().enumerate() {
        if arguments.update {
            writable(name, &format!("the positions of `{name}` are"))?;
        }
        let show = |done: f64, what: &str| {
            progress.show((at as f64 + done) / names.len() as f64, &format!("{name}: {what}"));
        };
        show(0.0, "the rules");
        let mut out = Vec::new();
        if at > 0 && arguments.format == Format::Text {
            writeln!(out)?;
        }
        let tested = Tested { arguments, turns: &turns, progress: &progress, show: &show };
        let outcome = tested.base(name, out)?;
        failed |= outcome.failed;
        if let Some(left) = outcome.left {
            let others = names.len() - at - 1;
            let others =
                if others > 0 { format!(" and of {}", count(others, "other base")) } else { String::new() };
            progress.aside(|| eprintln!("note: not asked: {} of {name}{others}", count(left, "position")));
            return Ok(interrupt::status(turns.interrupted()));
        }
    }
    Ok(if failed { ExitCode::from(MISTAKES) } else { ExitCode::SUCCESS })
}

/// What the positions of a base are asked with.
struct Tested<'a> {
    arguments: &'a Arguments,
    turns: &'a Turns,
    progress: &'a Progress,
    /// Is told how much of the base is done, from 0 to 1, and what is done now.
    show: &'a dyn Fn(f64, &str),
}

/// What became of a base.
struct Outcome {
    /// Something does not hold.
    failed: bool,
    /// So many positions were not asked, after Ctrl-C.
    left: Option<usize>,
}

impl Tested<'_> {
    /// Prints what there is, and empties it.
    fn print(&self, out: &mut Vec<u8>) -> io::Result<()> {
        if self.arguments.format == Format::Text {
            width::fit(out, true);
        }
        self.progress.print(out)
    }

    /// Tests a base, and prints what fails as it is found, behind what there is to print already.
    fn base(&self, name: &str, mut out: Vec<u8>) -> Result<Outcome, Failure> {
        let arguments = self.arguments;
        let base = Base::open(name, Limits::default())?.stopped_by(self.turns.sign());
        self.progress.aside(|| remarks(&base));
        let rules = arguments.rules.chosen(&base)?;
        let all = examples::beside(&base)
            .map_err(|problems| Failure::Said(format!("error: {problems}"), MISTAKES))?;
        let of_rules = all.iter().filter_map(|example| Some((rule_of(&base, example)?, example)));
        let of_rules: Vec<(usize, &Example)> = of_rules.filter(|(rule, _)| rules.contains(rule)).collect();
        self.progress.aside(|| of_rules.iter().for_each(|(_, example)| note_marks(example)));
        let mut leave_out = LeaveOut::new(&base, self.turns.sign());
        let mut refuted = Refuted::new(&base, self.turns.sign());
        let mut judged: Vec<(&Example, Judged)> = Vec::new();
        let (mut left, of) = (None, of_rules.len());
        for (at, (rule, example)) in of_rules.into_iter().enumerate() {
            (self.show)(at as f64 / of as f64, &format!("position {} of {of}", at + 1));
            let turn = self.turns.take(|| {
                let one = refuted.held_against(example, judge(&base, rule, example));
                let stopping = match &one.fault {
                    Some(Fault::Applies(false)) => leave_out.stopping(rule, example),
                    _ => Stopping::default(),
                };
                (one, stopping)
            });
            let (one, stopping) = match turn {
                Turn::Done(asked) | Turn::OutOfTime(asked) => asked,
                Turn::Interrupted => {
                    left = Some(of - at);
                    break;
                }
            };
            match arguments.format {
                Format::Json => writeln!(out, "{}", object(&base, example, &one, &stopping))?,
                Format::Text => {
                    if let Some(fault) = &one.fault {
                        show(&mut out, (example, &one, Some(&stopping)), fault, arguments.boards.style())?;
                    }
                }
            }
            self.print(&mut out)?;
            judged.push((example, one));
        }
        let lacking = untested(&base, &all).into_iter().filter(|(rule, _)| rules.contains(rule));
        let lacking: Vec<(usize, bool)> = if left.is_some() { Vec::new() } else { lacking.collect() };
        let updated = match (arguments.update, left) {
            (true, None) => update(&base, &judged)?,
            (true, Some(_)) => {
                self.progress.aside(|| eprintln!("note: nothing is updated: not all positions were asked"));
                0
            }
            (false, _) => 0,
        };
        let fails = judged.iter().filter(|(_, one)| one.fault.is_some()).count();
        let tally = Tally { rules: rules.len(), positions: judged.len(), fails, updated };
        match arguments.format {
            Format::Json => {
                for (rule, applies) in &lacking {
                    let rule = base.rules()[*rule].title();
                    let lacks = json!({ "base": base.name(), "rule": rule, "lacks": kind(*applies) });
                    writeln!(out, "{lacks}")?;
                }
            }
            Format::Text => {
                for line in lacking_lines(&base, &lacking) {
                    writeln!(out, "{line}")?;
                }
                writeln!(out, "{}", tally.words(&base))?;
            }
        }
        self.print(&mut out)?;
        Ok(Outcome { failed: fails > updated, left })
    }
}

/// How many positions of how many rules were asked, and what became of them.
pub(crate) struct Tally {
    pub(crate) rules: usize,
    pub(crate) positions: usize,
    /// Those that do not hold, and how many of them were written anew.
    pub(crate) fails: usize,
    pub(crate) updated: usize,
}

impl Tally {
    /// `renju: 74 positions of 37 rules: 74 hold on both back ends`
    pub(crate) fn words(&self, base: &Base) -> String {
        let Tally { rules, positions, fails, updated } = *self;
        let back_ends = if base.has(Backend::Compiled) { "both back ends" } else { "the interpreter" };
        let asked = format!("{} of {}", count(positions, "position"), count(rules, "rule"));
        let mut parts = vec![format!("{} hold on {back_ends}", positions - fails)];
        parts.extend((updated > 0).then(|| format!("{updated} updated")));
        parts.extend((fails > updated).then(|| format!("{} failed", fails - updated)));
        format!("{}: {asked}: {}", base.name(), parts.join(", "))
    }
}

/// Notes which marks of a diagram its words do not explain: each may be a stone that was mistyped.
pub(crate) fn note_marks(example: &Example) {
    for (field, sign) in example.unexplained() {
        eprintln!(
            "note: {}:{}: `{sign}` on {field} is a mark on an empty field, and no word names it or {field}; black is `x`, white \
             `o`, the last move `X` or `O`, an empty field `.`",
            example.place.file, example.place.line
        );
    }
}

fn kind(applies: bool) -> &'static str {
    if applies { "applies" } else { "misses" }
}

/// Shows an example that does not hold, with what stops its rule where that was asked.
pub(crate) fn show(
    out: &mut impl Write,
    (example, judged, stopping): (&Example, &Judged, Option<&Stopping>),
    fault: &Fault,
    style: Style,
) -> io::Result<()> {
    let Example { place, rule, words, .. } = example;
    writeln!(out, "{}:{}: {rule}: {words}", place.file, place.line)?;
    let (expected, got) = told(example, judged, fault);
    writeln!(out, "    expected  {expected}\n    got       {got}")?;
    if let (Fault::Applies(false), Some(stopping)) = (fault, stopping) {
        let listed = |literals: &[String]| {
            let literals: Vec<String> = literals.iter().map(|literal| format!("`{literal}`")).collect();
            literals.join(", or without ")
        };
        let Stopping { alone, undecided } = stopping;
        match (alone.is_empty(), undecided.is_empty()) {
            (true, true) => writeln!(out, "    no literal that can be left out stops it alone")?,
            (true, false) => {}
            (false, _) => writeln!(out, "    it would apply without {}", listed(alone))?,
        }
        if !undecided.is_empty() {
            writeln!(out, "    undecided: whether it would apply without {}", listed(undecided))?;
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
    let got = judged.outcome.as_ref().and_then(|outcome| outcome.plays);
    let drawn = |field: &Point| got != Some(*field) && example.diagram.region().contains(*field);
    let expected: Vec<String> =
        expected_moves(example).into_iter().filter(drawn).map(|field| field.to_string()).collect();
    let signs: Vec<String> = [
        got.map(|field| format!("* {field}, what it plays")),
        (!expected.is_empty()).then(|| format!("? {}, what was expected", expected.join(", "))),
    ]
    .into_iter()
    .flatten()
    .collect();
    if !signs.is_empty() {
        writeln!(out, "    {}", signs.join("; "))?;
    }
    writeln!(out)
}

/// The moves one of which is expected.
fn expected_moves(example: &Example) -> Vec<Point> {
    let plays = match example.claim {
        Expected::Applies { plays, .. } => plays,
        Expected::Misses => None,
    };
    plays.into_iter().chain(example.one_of.iter().copied()).collect()
}

/// What was expected and what came instead, in words.
fn told(example: &Example, judged: &Judged, fault: &Fault) -> (String, String) {
    let plays = |field: Option<Point>| match field {
        Some(field) => format!("it applies and plays {field}"),
        None => "it applies".to_owned(),
    };
    let said = match (example.claim, said::plays(&expected_moves(example), !example.one_of.is_empty())) {
        (Expected::Applies { .. }, Some(moves)) => format!("it applies and {moves}"),
        (Expected::Applies { .. }, None) => "it applies".to_owned(),
        (Expected::Misses, _) => "it does not apply".to_owned(),
    };
    let does = || match &judged.outcome {
        Some(outcome) if outcome.first.is_some() => plays(outcome.plays),
        Some(_) => "it does not apply".to_owned(),
        None => "no answer".to_owned(),
    };
    match fault {
        Fault::Applies(_) => (said, does()),
        Fault::Plays { expected, got: Some(_) } if expected.is_empty() => {
            ("it applies; what it plays is not said".to_owned(), does())
        }
        Fault::NoAnswer(values) => {
            let answers = judged.outcome.as_ref().map_or(&[][..], |outcome| &outcome.all);
            let nearest = nearest_answer(values, answers).map_or_else(String::new, written);
            let got = match answers.len() {
                1 => format!("its only answer has {nearest}"),
                all => format!("none of its {all} answers; the nearest has {nearest}"),
            };
            (some_answer(values), got)
        }
        Fault::Wins(moves) => {
            let word = if moves.len() == 1 { "wins" } else { "win" };
            let moves: Vec<String> = moves.iter().map(Point::to_string).collect();
            (format!("{said}; refuted: a move of it does not win"), format!("{} {word}", moves.join(", ")))
        }
        Fault::Plays { .. } => (said, does()),
        Fault::Values(difference) => {
            let values = |all: &[Bindings]| all.iter().map(written).collect::<Vec<_>>().join("; ");
            (values(&difference.missing), values(&difference.unexpected))
        }
        Fault::BackEnds(backend) => ("the same of both back ends".to_owned(), format!("another {backend}")),
        Fault::LimitReached(limit) => {
            let why = match limit {
                LimitReached::Stopped => {
                    "it was given up when its time was over; --time SECONDS gives it longer".to_owned()
                }
                LimitReached::Work | LimitReached::Memory | LimitReached::Depth => {
                    format!("it {}", limit.exceeded())
                }
            };
            (said, why)
        }
    }
}

/// The position with what the rule plays as `*`, and what was expected as `?`.
fn marked(example: &Example, judged: &Judged) -> Diagram {
    let position = example.position();
    let mut diagram = Diagram::of(&position);
    let got = judged.outcome.as_ref().and_then(|outcome| outcome.plays);
    let expected = expected_moves(example).into_iter().filter(|field| got != Some(*field));
    let signs = got.into_iter().map(|field| (field, '*')).chain(expected.map(|field| (field, '?')));
    for (field, sign) in signs.filter(|(field, _)| position.is_empty(*field)) {
        diagram = diagram.mark(field, sign);
    }
    diagram.within(example.diagram.region())
}

/// Writes what the rules do into the file of the examples; gives how many lines were changed.
fn update(base: &Base, judged: &[(&Example, Judged)]) -> Result<usize, Failure> {
    let changed = judged.iter().filter_map(|(example, one)| {
        let is_of_rule =
            |fault: &Fault| !matches!(fault, Fault::BackEnds(_) | Fault::LimitReached(_) | Fault::Wins(_));
        let fixes = one.fault.as_ref().is_some_and(is_of_rule);
        let outcome = one.outcome.as_ref().filter(|_| fixes)?;
        Some((example.place.line, restated(example, outcome)))
    });
    let changed: Vec<(usize, String)> = changed.collect();
    if let (false, Some(file)) = (changed.is_empty(), base.sidecar(sidecars::POSITIONS)) {
        rewrite(file, &changed)?;
    }
    Ok(changed.len())
}

/// Writes other lines into a file that was read as these bytes, by their numbers from 1.
pub(crate) fn rewrite((file, read): (&str, &[u8]), changed: &[(usize, String)]) -> Result<(), Failure> {
    let failed = |reason: String| Failure::Said(format!("error: {file} cannot be read: {reason}"), MACHINE);
    let text = std::str::from_utf8(read).map_err(|error| failed(error.to_string()))?;
    let mut all: Vec<String> = text.split('\n').map(str::to_owned).collect();
    for (line, new) in changed {
        let old = &all[line - 1];
        let indent = &old[..old.len() - old.trim_start().len()];
        let end = if old.ends_with('\r') { "\r" } else { "" };
        all[line - 1] = format!("{indent}{new}{end}");
    }
    let file = Path::new(file);
    files::rewrite(file, Some(read), &all.join("\n")).map_err(|error| unwritten(file, &error))
}

/// An example and what became of it, as JSON.
fn object(base: &Base, example: &Example, judged: &Judged, stopping: &Stopping) -> Value {
    let values = |all: &Bindings| -> Value {
        all.iter().map(|(name, value)| (name.clone(), Value::from(value.clone()))).collect()
    };
    let plays = match example.claim {
        Expected::Applies { plays, .. } => plays,
        Expected::Misses => None,
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
            "plays_one_of": example.one_of.iter().map(|field| field.to_string()).collect::<Vec<_>>(),
            "values": values(&example.values),
            "some_answer_has": example.some.iter().map(values).collect::<Vec<_>>(),
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
        if let Fault::Applies(false) = fault {
            object["stopped_by"] = json!(stopping.alone);
        }
        if !stopping.undecided.is_empty() {
            object["undecided"] = json!(stopping.undecided);
        }
    }
    object
}
