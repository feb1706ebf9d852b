//! Tests with random damage. One token of a real rule file is deleted, doubled, swapped with its neighbour or misspelt,
//! and the whole base is checked. The statistics file next to it may be damaged, too. Nothing may panic, and if the
//! result is not a valid program, a message appears near the damage.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::thread;

use blanche_compiler::diagnostic::Diagnostic;
use blanche_compiler::files::{Sources, Span};
use blanche_compiler::project::{Project, SearchPath, rule_files, sidecars};
use blanche_compiler::{Checked, STATISTICS_FILE, has_errors, is_base, load, report, syntax, together};

use crate::lots::{draws, seed};
use crate::trials::{self, trials};
use blanche_compiler::random::Random;

/// The kinds of damage to a token.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Deleted,
    Doubled,
    Swapped,
    Misspelt,
}

/// Number of trials per kind in a full run.
const TRIALS: usize = 1000;

/// A file of `knowledge/`, and a project that contains all other files.
struct Target {
    name: String,
    text: String,
    tokens: Vec<Span>,
    others: Project,
    /// The bases that do not use the file, each with the index of its root file.
    apart: Vec<(usize, Checked)>,
}

struct Knowledge {
    search_path: SearchPath,
    targets: Vec<Target>,
    /// The statistics files of bases, by path.
    statistics: BTreeMap<String, String>,
}

static KNOWLEDGE: LazyLock<Knowledge> = LazyLock::new(|| {
    let folder = crate::crate_folder().join("../knowledge");
    let read = |paths: Vec<PathBuf>| -> Vec<(String, Vec<u8>)> {
        let inside = |path: &Path| path.strip_prefix(&folder).unwrap().to_string_lossy().replace('\\', "/");
        paths.iter().map(|path| (inside(path), std::fs::read(path).unwrap())).collect()
    };
    let texts = read(rule_files(&folder));
    let beside = read(sidecars(&folder)).into_iter().filter(|(name, _)| name.ends_with(STATISTICS_FILE));
    let statistics: BTreeMap<String, String> = beside
        .map(|(name, bytes)| (format!("knowledge/{name}"), String::from_utf8(bytes).unwrap()))
        .collect();
    assert!(statistics.len() > 3, "measured numbers lie beside the bases");
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
            Target { name: format!("knowledge/{name}"), text, tokens, others, apart: Vec::new() }
        })
        .collect();
    let mut knowledge =
        Knowledge { search_path: SearchPath { texts, ..SearchPath::default() }, targets, statistics };
    for at in 0..knowledge.targets.len() {
        knowledge.targets[at].apart = knowledge.apart_from(&knowledge.targets[at]);
    }
    knowledge
});

impl Knowledge {
    /// Loads a program, with its statistics if it is a base.
    fn load(&self, project: &mut Project, root: usize) -> Checked {
        let statistics = statistics_path(project, root).and_then(|name| self.statistics.get(&name));
        load_with(&self.search_path, project, root, statistics.map(String::as_str))
    }

    /// Checks the bases that do not use a file. Damage to the file does not affect them.
    fn apart_from(&self, target: &Target) -> Vec<(usize, Checked)> {
        let mut project = target.others.clone();
        let at = project.add(&target.name, target.text.as_bytes());
        let id = project.tree(at).id;
        let roots: Vec<usize> = (0..self.targets.len()).filter(|at| is_base(&project, *at)).collect();
        let checked = roots.into_iter().map(|root| (root, self.load(&mut project, root)));
        checked.filter(|(_, checked)| !checked.files.contains(&id)).collect()
    }

    /// The diagnostics of all bases, if the given file has this text. The sources are returned, too.
    fn check(&self, target: &Target, text: &str) -> (Sources, Vec<Diagnostic>) {
        let mut project = target.others.clone();
        project.add(&target.name, text.as_bytes());
        let is_apart = |root: usize| target.apart.iter().any(|(apart, _)| *apart == root);
        let roots: Vec<usize> =
            (0..self.targets.len()).filter(|at| is_base(&project, *at) && !is_apart(*at)).collect();
        let mut checked: Vec<_> = roots.into_iter().map(|root| self.load(&mut project, root)).collect();
        let apart = || target.apart.iter().map(|(_, checked)| checked);
        // A file that no base uses is a program of its own, unless another such file uses it.
        let reached = |programs: &[Checked], id| programs.iter().any(|program| program.files.contains(&id));
        let mut others: Vec<Checked> = Vec::new();
        for root in 0..self.targets.len() {
            let id = project.tree(root).id;
            if !apart().any(|program| program.files.contains(&id))
                && !reached(&checked, id)
                && !reached(&others, id)
            {
                let program = self.load(&mut project, root);
                others.retain(|other| other.files.last().is_none_or(|root| !program.files.contains(root)));
                others.push(program);
            }
        }
        checked.extend(others);
        let mut found = together(apart().chain(&checked));
        // Sort the messages in the order in which they are shown.
        found.sort_by_key(|message| {
            let place = message.label.span;
            let file = project.sources.file(place.file).name().to_owned();
            (
                !report::is_misspelt(message),
                file,
                place.start,
                Reverse(message.severity),
                place.end,
                message.code,
            )
        });
        (project.sources, found)
    }
}

/// The path of the statistics file of a base.
fn statistics_path(project: &Project, root: usize) -> Option<String> {
    let name = project.sources.file(project.tree(root).id).name();
    let (folder, _) = name.rsplit_once('/').filter(|_| is_base(project, root))?;
    Some(format!("{folder}/{STATISTICS_FILE}"))
}

fn load_with(
    search_path: &SearchPath,
    project: &mut Project,
    root: usize,
    statistics: Option<&str>,
) -> Checked {
    let mut checked = load(project, root, search_path);
    if let Some(text) = statistics {
        let file = project.sources.add(STATISTICS_FILE, text.as_bytes());
        checked.read_statistics(&project.sources, file);
    }
    checked
}

impl Knowledge {
    /// Checks each damaged file, on two threads.
    fn check_all(&self, damages: &[(&Target, Damage)]) -> Vec<(Sources, Vec<Diagnostic>)> {
        let one = |(target, damage): &(&Target, Damage)| {
            let checked = catch_unwind(AssertUnwindSafe(|| self.check(target, &damage.text)));
            checked.unwrap_or_else(|_| {
                panic!("{}: {:?} became {:?}\n{}", target.name, damage.before, damage.after, damage.text)
            })
        };
        let (first, second) = damages.split_at(damages.len() / 2);
        thread::scope(|scope| {
            let other = scope.spawn(|| second.iter().map(one).collect::<Vec<_>>());
            let mut checked: Vec<_> = first.iter().map(one).collect();
            checked.extend(other.join().expect("no damage panics"));
            checked
        })
    }
}

/// A damaged text, and the byte position of the damage.
struct Damage {
    /// The original token or tokens.
    before: String,
    /// The damaged token or tokens.
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

/// The reason, in words, why a damaged text may still be a valid program; `None` if the text should be invalid.
fn still_a_program(kind: Kind, damage: &Damage, line: &str) -> Option<&'static str> {
    let starts = |word: &str| line.starts_with(word);
    let word = |line: &str| line.split_whitespace().nth(1) == Some(damage.after.as_str());
    let first_in_head = line.starts_with(&damage.after);
    Some(match kind {
        Kind::Deleted if damage.before == "¬" => "the literal says the opposite",
        Kind::Deleted if damage.before == "library" => {
            "a file whose clauses are all used need not be a library"
        }
        Kind::Deleted if starts("state ") && line.contains(" one ") => {
            "there may be several values of an argument"
        }
        Kind::Deleted if damage.before == "-" => "a number has another sign",
        Kind::Doubled if damage.before == "playable" => "a sort is playable once and for all",
        Kind::Swapped if damage.before == damage.after => "nothing has changed",
        Kind::Swapped if starts("state ") && line.contains(" one ") && line.ends_with(&damage.after) => {
            "the arguments of which there is one are a set"
        }
        Kind::Swapped if damage.before == "¬(" => "the first literal is negated instead of all of them",
        Kind::Misspelt if starts("rule ") && word(line) => "a rule has another name",
        Kind::Misspelt if starts("score ") && word(line) => "a score has another name",
        Kind::Misspelt if starts("move ") && word(line) => "a move has another name",
        Kind::Misspelt if starts("draw ") && word(line) => "a draw has another name",
        Kind::Misspelt if starts("preference ") && word(line) => "a preference has another name",
        Kind::Misspelt if [&damage.before, &damage.after].iter().all(|word| is_direction(word)) => {
            "it goes into another direction"
        }
        Kind::Misspelt if starts("start ") => "the game begins with another position",
        Kind::Misspelt if starts("drawn ") && damage.after.chars().count() == 1 => {
            "pieces are drawn by another sign"
        }
        Kind::Misspelt if (starts("domain ") || starts("base ")) && word(line) => "a file has another name",
        Kind::Misspelt if starts("extern ") && damage.before.starts_with(char::is_uppercase) => {
            "an argument of the host has another name"
        }
        Kind::Misspelt if starts("extern ") && line.starts_with(&format!("extern {}(", damage.after)) => {
            "a predicate of the host that no rule asks has another name"
        }
        Kind::Misspelt if starts("sort ") && damage.before.starts_with(char::is_uppercase) => {
            "variables of a sort begin with another word"
        }
        Kind::Misspelt if starts("sort ") && line.contains(" like ") => "values are shown by another example",
        Kind::Misspelt if starts("sort ") => "a constant that no rule mentions has another name",
        Kind::Misspelt if damage.before.starts_with(char::is_uppercase) => {
            "a variable of which nothing else is said has another name"
        }
        Kind::Misspelt if starts("fact ") && line.contains(&format!("{}(", damage.after)) => {
            "a fact of a domain, which is written for others, has another name"
        }
        // A library is written for other programs, so an unused predicate is not reported.
        Kind::Misspelt if first_in_head && line.contains(":-") => {
            "a predicate that nobody asks has another name"
        }
        _ => return None,
    })
}

fn is_direction(word: &str) -> bool {
    ["n", "ne", "e", "se", "s", "sw", "w", "nw"].contains(&word)
}

/// The results for one kind of damage.
#[derive(Default)]
struct Tally {
    trials: usize,
    /// The number of damaged texts that are valid programs.
    silent: usize,
    /// The number of texts with exactly one message.
    one: usize,
    /// How often the first message is on the line of the damage, at most one line away from it, and at most two lines
    /// away.
    near: [usize; 3],
    /// How often one of the locations that a message shows is at most two lines away from the damage.
    shown: usize,
    classes: BTreeMap<&'static str, usize>,
}

impl Target {
    /// The folder of the file.
    fn folder(&self) -> &str {
        self.name.rsplit_once('/').map_or("", |(folder, _)| folder)
    }
}

impl Tally {
    fn take(
        &mut self,
        kind: Kind,
        target: &Target,
        damage: &Damage,
        sources: &Sources,
        found: &[Diagnostic],
    ) {
        let id = sources.iter().find(|(_, file)| file.name() == target.name).expect("the file is read").0;
        let file = sources.file(id);
        let line = |offset: usize| file.position(offset as u32).line;
        let lines = line(damage.place)..=line(damage.place + damage.after.len());
        let distance = |span: Span| match span.file == id {
            true => {
                let at = file.position(span.start).line;
                lines.start().saturating_sub(at).max(at.saturating_sub(*lines.end()))
            }
            false => usize::MAX,
        };
        self.trials += 1;
        let Some(first) = found.first() else {
            let text = file.line(*lines.start()).trim();
            let class = still_a_program(kind, damage, text).unwrap_or_else(|| {
                panic!(
                    "{}: {:?} became {:?}, and nothing is said: {text}",
                    target.name, damage.before, damage.after
                )
            });
            self.silent += 1;
            *self.classes.entry(class).or_default() += 1;
            return;
        };
        self.one += usize::from(found.len() == 1);
        for (lines, near) in self.near.iter_mut().enumerate() {
            *near += usize::from(distance(first.label.span) <= lines);
        }
        let mut labels =
            found.iter().flat_map(|message| std::iter::once(&message.label).chain(&message.others));
        self.shown += usize::from(labels.any(|label| distance(label.span) <= 2));
    }
}

/// Thresholds for each kind of damage, per 1,000 trials, slightly below the current results. The first number says how
/// often the first message must be within two lines of the damage. The second number says how often any location that
/// is shown must be within two lines. The third number says how often there must be only one message.
const AT_LEAST: [(Kind, usize, usize, usize); 4] = [
    (Kind::Deleted, 965, 970, 955),
    (Kind::Doubled, 990, 990, 985),
    (Kind::Swapped, 990, 990, 940),
    (Kind::Misspelt, 915, 950, 905),
];

/// The thresholds for games, in the form of [`AT_LEAST`]. In games, the names of moves, ends and preferences occur only
/// once.
const AT_LEAST_OF_GAMES: [(Kind, usize, usize, usize); 4] = [
    (Kind::Deleted, 965, 970, 955),
    (Kind::Doubled, 990, 990, 985),
    (Kind::Swapped, 990, 990, 940),
    (Kind::Misspelt, 915, 930, 905),
];

/// The thresholds for games with more declarations, on which many lines depend. They have the form of [`AT_LEAST`]. If
/// the name of a player is misspelt in its declaration, the first line that uses the name is reported instead.
const AT_LEAST_OF_LARGER_GAMES: [(Kind, usize, usize, usize); 4] = [
    (Kind::Deleted, 975, 980, 945),
    (Kind::Doubled, 990, 990, 955),
    (Kind::Swapped, 985, 990, 930),
    (Kind::Misspelt, 845, 870, 825),
];

#[test]
fn damaged_rules_give_a_message_nearby_without_a_panic() {
    check_thresholds(|folder| !is_game(folder), AT_LEAST);
}

#[test]
fn damaged_games_give_a_message_nearby_without_a_panic() {
    check_thresholds(|folder| is_game(folder) && !may_block(folder), AT_LEAST_OF_GAMES);
}

#[test]
fn damaged_larger_games_give_a_message_nearby_without_a_panic() {
    check_thresholds(|folder| is_game(folder) && may_block(folder), AT_LEAST_OF_LARGER_GAMES);
}

/// Whether the game in a folder declares what happens to players who cannot move. Only the larger games declare this.
fn may_block(folder: &str) -> bool {
    has_line(folder, "blocked ")
}

/// Whether a game is defined by the files of this folder or by files that they use.
fn is_game(folder: &str) -> bool {
    has_line(folder, "state ")
}

/// Whether a line that starts with this text is in the folder's files, or in a sibling folder whose files they use.
fn has_line(folder: &str, begins: &str) -> bool {
    let beside = folder.rsplit_once('/').map_or("", |(beside, _)| beside);
    let of = |folder: &str| -> Vec<&Target> {
        KNOWLEDGE.targets.iter().filter(|target| target.folder() == folder).collect()
    };
    let own = of(folder);
    let uses = own.iter().flat_map(|target| target.text.lines()).filter_map(|line| line.strip_prefix("use "));
    let folders =
        uses.filter_map(|path| path.split_once('/')).map(|(folder, _)| format!("{beside}/{folder}"));
    let used: Vec<&Target> = folders.flat_map(|folder| of(&folder)).collect();
    own.into_iter().chain(used).any(|target| target.text.lines().any(|line| line.starts_with(begins)))
}

/// Damages the files of some folders, and asserts that the results reach the thresholds.
fn check_thresholds(is_meant: impl Fn(&str) -> bool, at_least: [(Kind, usize, usize, usize); 4]) {
    let knowledge = &*KNOWLEDGE;
    let targets: Vec<&Target> = knowledge.targets.iter().filter(|target| is_meant(target.folder())).collect();
    let weights: Vec<usize> = targets.iter().map(|target| target.tokens.len()).collect();
    let mut random = Random::new(3);
    println!(
        "of {:<4}     silent  one message  same line  within 1  within 2  shown within 2",
        trials(TRIALS)
    );
    for (kind, within_two, shown, one) in at_least {
        let mut tally = Tally::default();
        let damages: Vec<(&Target, Damage)> = (0..trials(TRIALS))
            .map(|_| {
                let mut at = random.below(weights.iter().sum());
                let target = targets.iter().zip(&weights).find(|(_, weight)| {
                    let here = at < **weight;
                    at = at.saturating_sub(**weight);
                    here
                });
                let target = *target.expect("a token belongs to a file").0;
                (target, damage(target, kind, &mut random))
            })
            .collect();
        for ((target, damage), (sources, found)) in damages.iter().zip(knowledge.check_all(&damages)) {
            tally.take(kind, target, damage, &sources, &found);
        }
        let Tally { silent, one: one_message, near: [same, near, nearer], shown: shown_near, .. } = tally;
        let name = format!("{kind:?}");
        println!(
            "{name:<11} {silent:>6} {one_message:>12} {same:>10} {near:>9} {nearer:>9} {shown_near:>15}"
        );
        for (class, count) in &tally.classes {
            println!("{count:>18} {class}");
        }
        // A reduced run has too few trials for reliable rates.
        let is_often = |found: usize, least: usize| found * 1000 >= least * TRIALS;
        let is_told =
            is_often(nearer, within_two) && is_often(shown_near, shown) && is_often(one_message, one);
        assert!(is_told || !trials::are_all(), "{kind:?}");
    }
}

/// A text with some characters deleted, doubled, inserted or replaced, and the line of the first change.
fn damaged_statistics(text: &str, edits: usize, random: &mut Random) -> (String, usize) {
    const OTHERS: [char; 14] =
        ['\t', '\n', '\r', '\0', ' ', '(', ')', ',', '_', '#', '-', '9', 'e', '\u{FFFD}'];
    let mut letters: Vec<char> = text.chars().collect();
    let mut first = usize::MAX;
    for _ in 0..edits {
        let at = random.below(letters.len());
        match random.below(4) {
            0 => {
                letters.remove(at);
            }
            1 => letters.insert(at, letters[at]),
            2 => letters.insert(at, *random.choose(&OTHERS)),
            _ => letters[at] = *random.choose(&OTHERS),
        }
        first = first.min(letters[..at].iter().filter(|letter| **letter == '\n').count() + 1);
    }
    (letters.into_iter().collect(), first)
}

#[test]
fn damaged_statistics_of_sound_rules_give_one_message_at_the_line() {
    let knowledge = &*KNOWLEDGE;
    let mut random = Random::new(seed() ^ 7);
    for (name, text) in &knowledge.statistics {
        let mut project = knowledge.targets[0].others.clone();
        project.add(&knowledge.targets[0].name, knowledge.targets[0].text.as_bytes());
        let roots = 0..knowledge.targets.len();
        let root = roots.into_iter().find(|root| statistics_path(&project, *root).as_ref() == Some(name));
        let root = root.expect("statistics lie beside a base");
        let mut base = load_with(&knowledge.search_path, &mut project, root, Some(text));
        assert!(base.diagnostics.is_empty(), "{:?}", base.diagnostics);
        for trial in 0..draws(400) {
            let (damaged, line) = damaged_statistics(text, 1, &mut random);
            base.diagnostics.clear();
            base.statistics = blanche_compiler::plan::Statistics::default();
            let file = project.sources.add(STATISTICS_FILE, damaged.as_bytes());
            base.read_statistics(&project.sources, file);
            assert!(base.diagnostics.len() <= 1 && !has_errors(&base.diagnostics));
            if let Some(message) = base.diagnostics.first() {
                let said = project.sources.position(message.label.span).line;
                assert!(said.abs_diff(line) <= 1, "{name}: {said} for {line}: {damaged}");
            }
            // Even with a damaged statistics file, a plan must be found.
            if trial % 100 == 0 {
                assert!(base.plan().is_ok(), "{name}: {damaged}");
            }
        }
    }
}

#[test]
fn statistics_add_no_messages_to_damaged_rules() {
    let knowledge = &*KNOWLEDGE;
    let mut random = Random::new(seed() ^ 11);
    let kinds = [Kind::Deleted, Kind::Doubled, Kind::Swapped, Kind::Misspelt];
    for trial in 0..draws(400) {
        let target = random.choose(&knowledge.targets);
        let damage = damage(target, kinds[trial % kinds.len()], &mut random);
        let mut project = target.others.clone();
        project.add(&target.name, damage.text.as_bytes());
        let bases: Vec<usize> = (0..knowledge.targets.len()).filter(|at| is_base(&project, *at)).collect();
        let root = *random.choose(&bases);
        let Some(statistics) =
            statistics_path(&project, root).and_then(|name| knowledge.statistics.get(&name))
        else {
            continue;
        };
        let mut checked = load(&mut project, root, &knowledge.search_path);
        let of_rules = checked.diagnostics.len();
        let (damaged, _) = damaged_statistics(statistics, 1 + trial % 3, &mut random);
        for (statistics, is_damaged) in [(statistics, false), (&damaged, true)] {
            let file = project.sources.add(STATISTICS_FILE, statistics.as_bytes());
            checked.read_statistics(&project.sources, file);
            let of_statistics = checked.diagnostics.split_off(of_rules);
            // If the damage renamed a predicate with statistics, a message about the statistics is expected.
            let may_be = is_damaged || !has_errors(&checked.diagnostics);
            assert!(
                of_statistics.len() <= usize::from(may_be),
                "{}: {:?} became {:?}: {of_statistics:?}",
                target.name,
                damage.before,
                damage.after
            );
        }
    }
}
