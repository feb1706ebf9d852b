//! Fixes never make a program worse. Programs with and without errors are changed at random, and all fixes of `blanche
//! fix` are applied in memory. Afterwards, three claims are checked:
//! - No phase has more errors than before, unless an error of an earlier phase was fixed. A line that can now be parsed
//!   may have other errors.
//! - A program that had no errors still has none, and gives the same answers.
//! - The sequence of fixes has ended by itself.
//!
//! `BLANCHE_SEED` selects the changes, and `BLANCHE_TEXTS` or `BLANCHE_TRIALS` their number.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::thread;

use blanche_compiler::diagnostic::{Code, Diagnostic, Severity};
use blanche_compiler::files::{Sources, Texts};
use blanche_compiler::interpret::{Machine, NoHost};
use blanche_compiler::paths::Programs;
use blanche_compiler::plan;
use blanche_compiler::program::{Origin, PredicateKind, RuleId, RuleKind};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::Limits;
use blanche_compiler::service::fixes::repair::{End, repair};
use blanche_compiler::service::start_positions;
use blanche_compiler::syntax;

use crate::folder::Folder;
use crate::lots::{self, draws};
use crate::mistakes::rules_in;

/// Default number of texts.
const TEXTS: usize = 4000;

/// Limits for each query.
const LIMITS: Limits = Limits { work: 200_000, memory: 1 << 24, depth: 64 };

/// Programs that consist of one file, by name.
fn corpus() -> Vec<(String, String)> {
    let tests = crate::crate_folder().join("tests");
    let folders = ["mistakes", "slips", "programs", "grammar", "finds"];
    let mut texts: Vec<(String, String)> = folders
        .iter()
        .flat_map(|folder| rules_in(&tests.join(folder)))
        .filter_map(|path| Some((path.display().to_string(), std::fs::read_to_string(&path).ok()?)))
        .collect();
    texts.sort();
    assert!(texts.len() > 500, "{} programs", texts.len());
    texts
}

/// A text with one to three random changes. Each changes a token, two tokens, or a whole line.
fn changed(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..1 + random.below(3) {
        let mut sources = Sources::default();
        let id = sources.add("text", text.as_bytes());
        let tokens = syntax::tokens(&sources, id);
        // A byte-order mark is not part of the text.
        text = sources.file(id).text().to_owned();
        if tokens.is_empty() {
            return text;
        }
        let range = random.choose(&tokens).range();
        let token = text[range.clone()].to_owned();
        let other = text[random.choose(&tokens).range()].to_owned();
        let letter =
            token.char_indices().nth(random.below(token.chars().count())).expect("a token is not empty");
        let rest = letter.0 + letter.1.len_utf8();
        let new = match random.below(12) {
            0 => String::new(),
            1 => format!("{token} {token}"),
            2 => other,
            3 => format!("{token} {other}"),
            4 => format!("{}{}", &token[..letter.0], &token[rest..]),
            5 => format!("{}{}{}", &token[..rest], letter.1, &token[rest..]),
            6 => {
                format!("{}{}{}", &token[..letter.0], (b'a' + random.below(26) as u8) as char, &token[rest..])
            }
            7 => token.chars().flat_map(char::to_uppercase).collect(),
            8 => {
                let first = token.chars().next().map_or(0, char::len_utf8);
                format!("{}{}", token[..first].to_uppercase(), &token[first..])
            }
            9 => format!(
                "{token}{}",
                random.choose(&["(", ")", ",", ".", ";", ":-", "_", "¬", "not ", " at ", "\u{200B}"])
            ),
            10 => format!("({token}"),
            _ => match text[range.end..].find('\n') {
                Some(line) => {
                    let end = range.end + line;
                    text.replace_range(end..=end, " ");
                    continue;
                }
                None => token.to_lowercase(),
            },
        };
        text.replace_range(range, &new);
    }
    text
}

/// The number of errors in syntax, names and meaning.
fn errors(found: &[Diagnostic]) -> [usize; 3] {
    let mut count = [0; 3];
    for message in found.iter().filter(|message| message.severity == Severity::Error) {
        count[phase(message)] += 1;
    }
    count
}

/// The phase of a message: syntax (0), names (1) or meaning (2).
fn phase(message: &Diagnostic) -> usize {
    [Code::UseMissing, Code::NothingBinds].iter().filter(|first| message.code >= **first).count()
}

/// The answers of all rules and predicates of the text, within the limits. `None` if the program cannot run, or needs a
/// host.
fn answers(programs: &Programs) -> Option<BTreeMap<String, Vec<String>>> {
    let member = programs.members.first()?;
    let checked = programs.check_member(member);
    let mut program = checked.resolved.program;
    if blanche_compiler::has_errors(&checked.diagnostics) || program.game.is_some() {
        return None;
    }
    let mut all = BTreeMap::new();
    let names: Vec<(String, String)> = program
        .predicates
        .iter()
        .filter(|one| one.origin == Origin::Text && (1..5).contains(&one.arity()))
        .filter(|one| matches!(&one.kind, PredicateKind::Facts(_) | PredicateKind::Derived(_)))
        .map(|one| {
            let arguments: Vec<String> = (0..one.arity()).map(|at| format!("Argument{at}")).collect();
            (one.signature(), format!("{}({})", one.name, arguments.join(", ")))
        })
        .collect();
    let mut ask =
        |name: String, checked: &blanche_compiler::program::Program, is_asked: &dyn Fn(RuleKind) -> bool| {
            let Ok(plan) = plan::plan(checked) else { return };
            let Ok(machine) = Machine::<NoHost>::new(checked, &plan, LIMITS) else { return };
            for (at, rule) in checked.rules.iter().enumerate().filter(|(_, rule)| is_asked(rule.kind)) {
                let Ok(solutions) = machine.all(&mut (), RuleId(at as u32)) else { continue };
                let written = |tuple: &[blanche_compiler::runtime::Value]| {
                    let values = tuple.iter().zip(&rule.answer).map(|(value, id)| {
                        let sort = checked.sort(rule.variables[id.index()].sort).root;
                        checked.sort(sort).written(*value).into_owned()
                    });
                    values.collect::<Vec<_>>().join(", ")
                };
                all.insert(format!("{name}{}", rule.name), solutions.iter().map(written).collect());
            }
        };
    ask("rule ".to_owned(), &program, &|kind| kind != RuleKind::Query);
    for (signature, question) in names {
        let mut project = programs.project.clone();
        let file = project.sources.add("question", question.as_bytes());
        let (body, found) = syntax::parse_query(&project.sources, file);
        let asked = blanche_compiler::check_program(&project, &member.files, Some(&body));
        if found.is_empty() && !blanche_compiler::has_errors(&asked.diagnostics) {
            program = asked.resolved.program;
            ask(signature, &program, &|kind| kind == RuleKind::Query);
        }
    }
    Some(all)
}

/// Statistics of all texts.
#[derive(Default)]
struct Tally {
    texts: usize,
    /// The number of texts in which something was fixed.
    fixed: usize,
    /// The number of texts that the fixes restored to the original.
    restored: usize,
    /// The number of valid texts that were fixed and whose answers were then compared.
    compared: usize,
    faults: Vec<String>,
}

/// Applies fixes to a text as `blanche fix` does.
fn fix(file: &Path, original: &str, text: &str, tally: &mut Tally) {
    let read = |mut texts: Texts| {
        if texts.get(file).is_none() {
            texts.put(file, text.to_owned());
        }
        let files = [file.to_owned()];
        Ok::<Programs, Infallible>(Programs::of_files(&files, None, texts).expect("its text is known"))
    };
    let Ok(before) = read(Texts::default());
    let found = start_positions::diagnostics(&before, &before.check());
    let Ok(repaired) = repair(read, |message| message.has_plain_fix());
    let fixed = repaired.changed.values().next().map_or(text, |changed| changed.new.as_str());
    tally.texts += 1;
    tally.fixed += usize::from(fixed != text);
    tally.restored += usize::from(fixed == original && text != original);
    let mut fault = |why: &str| {
        let steps: Vec<String> = repaired
            .done
            .iter()
            .map(|done| {
                let title = done.message.fix.as_ref().map_or("", |fix| &fix.title);
                format!("{}:{} {} {title}", done.line, done.column, done.message.code)
            })
            .collect();
        let left: Vec<String> =
            repaired.left.iter().map(|message| format!("{} {}", message.code, message.title)).collect();
        tally.faults.push(format!("{why}\n--- before\n{text}\n--- {steps:?}\n{fixed}\n--- left {left:?}"));
    };
    let (had, has) = (errors(&found), errors(&repaired.left));
    let earlier = repaired.done.iter().map(|done| &done.message);
    let first = earlier.filter(|message| message.severity == Severity::Error).map(phase).min();
    if (0..3).any(|phase| has[phase] > had[phase] && first.is_none_or(|first| first >= phase)) {
        fault(&format!("{had:?} errors became {has:?}"));
    }
    if repaired.end != End::Done {
        fault("the fixes do not end by themselves");
    }
    if had == [0; 3]
        && fixed != text
        && let (Some(old), Some(new)) = (answers(&before), answers(&repaired.programs))
    {
        tally.compared += 1;
        if old != new {
            fault(&format!("{old:?} became {new:?}"));
        }
    }
}

#[test]
fn fixes_never_make_things_worse() {
    let corpus = corpus();
    let tests = crate::crate_folder().join("tests/mistakes/line");
    let mut folder = Folder::new("repairs");
    for path in rules_in(&tests) {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        folder = folder.with(&format!("line/{name}"), std::fs::read(&path).expect("it can be read"));
    }
    let file: PathBuf = folder.0.join("text.blanche");
    let texts = std::env::var("BLANCHE_TEXTS").ok().and_then(|count| count.parse().ok());
    let texts: usize = texts.unwrap_or_else(|| draws(TEXTS));
    let seed = lots::seed();
    let part = |first: usize| {
        let mut tally = Tally::default();
        for at in (first..texts).step_by(2) {
            let mut random = Random::of(seed, &[at as u64]);
            let (name, original) = random.choose(&corpus);
            let text = changed(original, &mut random);
            let fixed = catch_unwind(AssertUnwindSafe(|| fix(&file, original, &text, &mut tally)));
            fixed.unwrap_or_else(|_| panic!("{name}:\n{text}"));
        }
        tally
    };
    let tallies = thread::scope(|scope| {
        let other = scope.spawn(|| part(1));
        [part(0), other.join().expect("no fix panics")]
    });
    let sum = |count: fn(&Tally) -> usize| tallies.iter().map(count).sum::<usize>();
    let (fixed, restored, compared) =
        (sum(|one| one.fixed), sum(|one| one.restored), sum(|one| one.compared));
    println!(
        "of {texts} texts {fixed} were fixed, {restored} restored; the answers of {compared} were compared"
    );
    let faults: Vec<&String> = tallies.iter().flat_map(|tally| &tally.faults).collect();
    let shown: Vec<&str> = faults.iter().take(5).map(|fault| fault.as_str()).collect();
    assert!(faults.is_empty(), "{} of {texts}; the first:\n{}", faults.len(), shown.join("\n\n=====\n"));
    assert!(
        fixed * 4 > texts && restored > 0 && (compared > 0 || texts < 2000),
        "{fixed} fixed, {restored} restored, {compared} compared"
    );
}
