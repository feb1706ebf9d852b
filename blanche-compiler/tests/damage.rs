//! Damage by machine: one token of a real rule file deleted, doubled, swapped with its neighbour or misspelt, and
//! the whole base read and checked. Nothing panics, and whatever is no longer a right program gets a message
//! near the damage.

mod random;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use blanche_compiler::diagnostic::{Diagnostic, Severity};
use blanche_compiler::files::{Sources, Span};
use blanche_compiler::project::{Library, Project, rule_files};
use blanche_compiler::{is_base, load, syntax, together};
use random::Random;

/// What is done to a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Deleted,
    Doubled,
    Swapped,
    Misspelt,
}

const KINDS: [Kind; 4] = [Kind::Deleted, Kind::Doubled, Kind::Swapped, Kind::Misspelt];

/// So many of each kind.
const TRIALS: usize = 1000;

/// A file of `knowledge/`, and the project of all others.
struct Target {
    name: String,
    text: String,
    tokens: Vec<Span>,
    others: Project,
}

struct Knowledge {
    library: Library,
    targets: Vec<Target>,
}

fn knowledge() -> Knowledge {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../knowledge");
    let texts: Vec<(String, Vec<u8>)> = rule_files(&folder)
        .iter()
        .map(|path| {
            let inside = path.strip_prefix(&folder).unwrap().to_string_lossy().replace('\\', "/");
            (inside, std::fs::read(path).unwrap())
        })
        .collect();
    let targets = (0..texts.len())
        .map(|at| {
            let (name, bytes) = &texts[at];
            let mut sources = Sources::default();
            let id = sources.add(name, bytes);
            let mut others = Project::default();
            for (other, bytes) in texts.iter().filter(|(other, _)| other != name) {
                others.add(&format!("knowledge/{other}"), bytes);
            }
            let (text, tokens) = (sources.file(id).text().to_owned(), syntax::tokens(&sources, id));
            Target { name: format!("knowledge/{name}"), text, tokens, others }
        })
        .collect();
    Knowledge { library: Library { texts, ..Library::default() }, targets }
}

impl Knowledge {
    /// Everything that is said of all bases when a file has this text, with the sources.
    fn check(&self, target: &Target, text: &str) -> (Sources, Vec<Diagnostic>) {
        let mut project = target.others.clone();
        project.add(&target.name, text.as_bytes());
        let roots: Vec<usize> = (0..self.targets.len()).filter(|at| is_base(&project, *at)).collect();
        let mut checked: Vec<_> =
            roots.into_iter().map(|root| load(&mut project, root, &self.library)).collect();
        // A file that no base reaches is a program of its own.
        for root in 0..self.targets.len() {
            let id = project.tree(root).id;
            if !checked.iter().any(|program| program.files.contains(&id)) {
                checked.push(load(&mut project, root, &self.library));
            }
        }
        let mut found = together(&checked);
        // As they are shown.
        found.sort_by_key(|message| {
            let place = message.label.span;
            let file = project.sources.file(place.file).name().to_owned();
            (file, place.start, Reverse(message.severity), place.end, message.code)
        });
        (project.sources, found)
    }
}

/// One damage: the text afterwards, and the bytes of it that were touched.
struct Damage {
    /// What stood there.
    before: String,
    /// What stands there now.
    after: String,
    text: String,
    place: usize,
}

fn damage(target: &Target, kind: Kind, random: &mut Random) -> Damage {
    loop {
        let at = random.below(target.tokens.len());
        let span = target.tokens[at].range();
        let token = &target.text[span.clone()];
        let (range, after) = match kind {
            Kind::Deleted => (span, String::new()),
            Kind::Doubled => (span, format!("{token} {token}")),
            Kind::Swapped => {
                let Some(next) = target.tokens.get(at + 1) else { continue };
                let next = next.range();
                let (between, other) = (&target.text[span.end..next.start], &target.text[next.clone()]);
                if between.contains('%') {
                    continue;
                }
                (span.start..next.end, format!("{other}{between}{token}"))
            }
            Kind::Misspelt => match misspelt(token, random) {
                Some(after) => (span, after),
                None => continue,
            },
        };
        let before = target.text[range.clone()].to_owned();
        let text = [&target.text[..range.start], &after, &target.text[range.end..]].concat();
        return Damage { before, after, text, place: range.start };
    }
}

/// A word with one letter changed, dropped or doubled.
fn misspelt(word: &str, random: &mut Random) -> Option<String> {
    let letters: Vec<usize> =
        word.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(at, _)| at).collect();
    if letters.len() < 2 {
        return None;
    }
    let at = *random.choose(&letters);
    let letter = &word[at..=at];
    let new = match random.below(3) {
        0 => {
            let other = (b'a' + random.below(26) as u8) as char;
            let upper = letter.chars().all(|c| c.is_ascii_uppercase());
            if upper { other.to_ascii_uppercase().to_string() } else { other.to_string() }
        }
        1 => String::new(),
        _ => letter.repeat(2),
    };
    let after = [&word[..at], &new, &word[at + 1..]].concat();
    (after != word).then_some(after)
}

/// How one kind of damage was met.
#[derive(Default)]
struct Tally {
    trials: usize,
    silent: usize,
    one: usize,
    one_if_semantic_silenced: usize,
    one_if_line_silenced: usize,
    same_line: usize,
    within_one: usize,
    within_two: usize,
    pointed: usize,
    examples: BTreeMap<String, Vec<String>>,
}

#[test]
fn damage_never_panics_and_gets_a_message_near_by() {
    let knowledge = knowledge();
    let weights: Vec<usize> = knowledge.targets.iter().map(|target| target.tokens.len()).collect();
    let mut random = Random::new(3);
    let mut tallies: BTreeMap<Kind, Tally> = BTreeMap::new();
    for kind in KINDS {
        for _ in 0..TRIALS {
            let mut at = random.below(weights.iter().sum());
            let target = knowledge.targets.iter().zip(&weights).find(|(_, weight)| {
                let here = at < **weight;
                at = at.saturating_sub(**weight);
                here
            });
            let target = target.expect("a token belongs to a file").0;
            let damage = damage(target, kind, &mut random);
            let checked = catch_unwind(AssertUnwindSafe(|| knowledge.check(target, &damage.text)));
            let Ok((sources, found)) = checked else {
                panic!("{} with {:?} for {:?}:\n{}", target.name, damage.after, damage.before, damage.text)
            };
            tally(tallies.entry(kind).or_default(), target, &damage, &sources, &found);
        }
    }
    for (kind, tally) in &tallies {
        println!(
            "{kind:?}: {} trials, {} silent, one message {}, first on the line {}, within one {}, within two {}, some label within two {}",
            tally.trials,
            tally.silent,
            tally.one,
            tally.same_line,
            tally.within_one,
            tally.within_two,
            tally.pointed
        );
        println!("    would be one: {} {}", tally.one_if_semantic_silenced, tally.one_if_line_silenced);
        for (class, examples) in &tally.examples {
            println!("    {class}: {}", examples.len());
            for example in examples.iter().take(std::env::var("ALL").map_or(6, |n| n.parse().unwrap())) {
                println!("        {example}");
            }
        }
    }
}

fn tally(tally: &mut Tally, target: &Target, damage: &Damage, sources: &Sources, found: &[Diagnostic]) {
    let file = sources.iter().find(|(_, file)| file.name() == target.name).expect("the file is read").0;
    let line = |offset: usize| sources.file(file).position(offset as u32).line;
    let lines = line(damage.place)..=line(damage.place + damage.after.len());
    let distance = |span: Span| {
        if span.file != file {
            return usize::MAX;
        }
        let at = sources.position(span).line;
        lines.start().saturating_sub(at).max(at.saturating_sub(*lines.end()))
    };
    let line_text = sources.file(file).line(*lines.start()).trim();
    let place = format!("{:?} -> {:?} in `{line_text}`", damage.before, damage.after);
    tally.trials += 1;
    let Some(first) = found.first() else {
        tally.silent += 1;
        tally.examples.entry("silent".to_owned()).or_default().push(place);
        return;
    };
    let away = distance(first.label.span);
    tally.one += usize::from(found.len() == 1);
    tally.same_line += usize::from(away == 0);
    tally.within_one += usize::from(away <= 1);
    tally.within_two += usize::from(away <= 2);
    let spans = found.iter().flat_map(|d| std::iter::once(&d.label).chain(&d.others));
    tally.pointed += usize::from(spans.into_iter().any(|label| distance(label.span) <= 2));
    // What would be left if an error of the text silenced the rest of its line.
    let line_of = |d: &Diagnostic| (d.label.span.file, sources.position(d.label.span).line);
    let of_text = |d: &Diagnostic| d.code.number() < "B0200" && d.severity == Severity::Error;
    let bad: BTreeSet<_> = found.iter().filter(|d| of_text(d)).map(line_of).collect();
    let left = found.iter().filter(|d| of_text(d) || !bad.contains(&line_of(d))).count();
    tally.one_if_semantic_silenced += usize::from(left == 1);
    let mut seen = BTreeSet::new();
    let left = found
        .iter()
        .filter(|d| if of_text(d) { seen.insert(line_of(d)) } else { !bad.contains(&line_of(d)) })
        .count();
    tally.one_if_line_silenced += usize::from(left == 1);
    let codes: Vec<&str> = found.iter().map(|d| d.code.number()).collect();
    if away > 2 {
        let class = format!("far {}", if away == usize::MAX { "in another file" } else { "in this file" });
        tally.examples.entry(class).or_default().push(format!("{place}: {codes:?} {}", first.title));
    }
    if found.len() > 1 {
        let class = format!(
            "{} messages",
            if found.len() > 3 { "4 or more".to_owned() } else { found.len().to_string() }
        );
        tally.examples.entry(class).or_default().push(format!("{place}: {codes:?} {}", first.title));
    }
}
