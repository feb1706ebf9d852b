//! Runs the examples of the book: programs are written to files and checked, commands are run, and their output is
//! compared with the text of the chapter.
//!
//! | block | test |
//! |---|---|
//! | `blanche,file=NAME` | written to a file; `blanche check` reports nothing |
//! | `blanche,add=NAME` | appended to that file, which is checked again |
//! | `blanche,instead=NAME` | replaces the last addition, and the file is checked again |
//! | `…,wrong` | as above, but `blanche check` must report something |
//! | `blanche` | has no syntax errors |
//! | `console` | commands after `$ `, each with its output; a line `…` matches any lines |
//! | | the input of a conversation follows `? ` and `| `, and the answers are below |
//! | | a picture that a command draws (`> NAME.svg`) equals the picture next to the chapter |
//! | `rust,part=NAME` | consecutive lines in the Rust of that program; `…` matches any lines |
//! | `text,file=NAME` | written to a file |
//! | `rust,ignore`, `lua,ignore`, `sh,ignore`, `text` | not tested: syntax forms, drawings, texts for other programs |
//!
//! The chapters of a folder share their files, in the order of the book. With `INSTA_UPDATE=always`, the actual output
//! is written into the chapter, to be reviewed as a diff.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::pages::{self, Block, Chapter};

/// The program to run: its name in the book and its path.
pub(crate) struct Runner {
    /// The name: `blanche`, `noire` or `reproduce`.
    pub(crate) name: &'static str,
    /// The path of the program.
    pub(crate) program: &'static str,
    /// The working folder.
    pub(crate) folder: PathBuf,
}

/// The working folder that the chapters of one part share. For each file, the blocks of which the file consists are
/// stored.
struct Workspace {
    folder: PathBuf,
    files: BTreeMap<String, Vec<String>>,
}

/// The result of a command.
struct Ran {
    status: i32,
    /// Its standard output, followed by its standard error.
    text: String,
}

/// Runs the examples of all chapters, and returns the failures.
pub(crate) fn run(runner: &Runner) -> Vec<String> {
    let mut wrong = Vec::new();
    let _ = fs::remove_dir_all(&runner.folder);
    let mut workspaces: BTreeMap<String, Workspace> = BTreeMap::new();
    // The pages about codes have a test of their own.
    let pages = pages::chapters().into_iter().flat_map(|chapter| {
        let included = pages::included(&chapter).into_iter().filter(|page| !page.name.contains("explain"));
        included.chain([chapter]).collect::<Vec<Chapter>>()
    });
    for chapter in pages.chain([pages::readme()]) {
        let part = chapter
            .name
            .trim_start_matches("../")
            .split('/')
            .next()
            .unwrap_or_default()
            .trim_end_matches(".md");
        let workspace =
            workspaces.entry(part.to_owned()).or_insert_with(|| Workspace::new(&runner.folder.join(part)));
        let mut lines: Vec<String> = chapter.text.lines().map(str::to_owned).collect();
        // The blocks are replaced in reverse order, so that no replacement moves blocks that are still to be replaced.
        let found: Vec<(usize, usize, Vec<String>)> = pages::blocks(&chapter.text)
            .iter()
            .filter_map(|block| Some((block.line, example(runner, &chapter, block, workspace, &mut wrong)?)))
            .map(|(line, text)| (line, line + text.0, text.1))
            .collect();
        if found.is_empty() {
            continue;
        }
        for (from, to, text) in found.into_iter().rev() {
            lines.splice(from..to, text);
        }
        fs::write(pages::folder().join(&chapter.name), lines.join("\n") + "\n")
            .expect("a chapter is written");
    }
    wrong
}

impl Workspace {
    /// Creates a working folder that contains some of the repository's knowledge.
    fn new(folder: &Path) -> Workspace {
        fs::create_dir_all(folder).expect("a folder can be made");
        for shared in ["knowledge/five-in-a-row", "knowledge/noughts"] {
            let from = pages::root().join("..").join(shared);
            // If the crate is used outside the repository, there is no `knowledge` folder.
            for entry in fs::read_dir(&from).into_iter().flatten().flatten() {
                fs::create_dir_all(folder.join(shared)).expect("a folder can be made");
                fs::copy(entry.path(), folder.join(shared).join(entry.file_name()))
                    .expect("a file can be copied");
            }
        }
        Workspace { folder: folder.to_owned(), files: BTreeMap::new() }
    }

    /// Writes a block to the file that the block names, if it names a file.
    fn write(&mut self, block: &Block) -> Option<String> {
        let marks = ["file", "add", "instead"];
        let (mark, name) = marks.iter().find_map(|mark| Some((*mark, block.mark(mark)?)))?;
        let pieces = self.files.entry(name.to_owned()).or_default();
        match mark {
            "file" => pieces.clear(),
            "instead" => {
                pieces.pop().expect("something was put there before");
            }
            _ => {}
        }
        pieces.push(block.text.clone());
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().expect("it is below the folder")).expect("a folder can be made");
        fs::write(&path, pieces.join("\n")).expect("a program can be written");
        Some(name.to_owned())
    }
}

/// Tests one block. A difference is reported. When the book is updated, the number of old lines and the new lines are
/// returned instead.
fn example(
    runner: &Runner,
    chapter: &Chapter,
    block: &Block,
    workspace: &mut Workspace,
    wrong: &mut Vec<String>,
) -> Option<(usize, Vec<String>)> {
    let mut complain = |text: String| wrong.push(format!("{}:{}: {text}", chapter.name, block.line));
    match block.kind.as_str() {
        "blanche" => {
            if let Some(problem) = program(runner, block, workspace) {
                complain(problem);
            }
        }
        "console" if !is_of_one_program(block) => {
            complain("its commands ask several programs, and each test has one".to_owned());
        }
        "console" => {
            let printed = console(runner, chapter, block, &workspace.folder, &mut complain)?;
            let matches = fits(&block.text, &printed);
            if !matches && update() && !block.text.lines().any(|line| line.trim() == "…") {
                return Some((block.text.lines().count(), printed.lines().map(str::to_owned).collect()));
            }
            if !matches {
                complain(format!("this is printed:\n{printed}"));
            }
        }
        "rust" => {
            if let Some(program) = block.mark("part").filter(|_| runner.name == "blanche") {
                let emitted = ran(runner, &["emit", program], &workspace.folder, "").text;
                let emitted: Vec<&str> = emitted.lines().map(str::trim).collect();
                let part: Vec<&str> = block.text.lines().map(str::trim).collect();
                if !has_part(&emitted, &part) {
                    complain(format!("this is no part of the Rust of {program}:\n{}", emitted.join("\n")));
                }
            }
        }
        "text" => drop(workspace.write(block)),
        "lua" | "sh" if block.is("ignore") => {}
        other => complain(format!("nothing is known of blocks of `{other}`")),
    }
    None
}

/// Whether to write the actual output into the book.
pub(crate) fn update() -> bool {
    std::env::var("INSTA_UPDATE").is_ok_and(|value| value == "always")
}

/// Writes a program to its file and checks it. Returns a failure, if any.
fn program(runner: &Runner, block: &Block, workspace: &mut Workspace) -> Option<String> {
    let Some(name) = workspace.write(block) else {
        let (_, found) = blanche_compiler::check_text("part.blanche", &block.text);
        let found = found.iter().filter(|message| message.code.number() < "B0200");
        let found: Vec<String> =
            found.map(|message| format!("{}: {}", message.code, message.label.text)).collect();
        return (found.is_empty() == block.is("wrong")).then(|| format!("the parser says {found:?}"));
    };
    if runner.name != "blanche" {
        return None;
    }
    let checked = ran(runner, &["check", &name], &workspace.folder, "").text;
    (checked.is_empty() == block.is("wrong")).then(|| format!("`blanche check {name}` says:\n{checked}"))
}

/// The block with the actual output of its commands. `None` if none of the commands runs this program.
fn console(
    runner: &Runner,
    chapter: &Chapter,
    block: &Block,
    folder: &Path,
    complain: &mut dyn FnMut(String),
) -> Option<String> {
    let mut text = String::new();
    let mut last = None;
    let mut lines = block.text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(command) = line.strip_prefix("$ ") else { continue };
        if command == "echo $?" {
            text.push_str(&format!("{line}\n{}\n", last?));
            continue;
        }
        let (command, picture) =
            match command.rsplit_once(" > ").filter(|(_, picture)| picture.ends_with(".svg")) {
                Some((command, picture)) => (command, Some(picture)),
                None => (command, None),
            };
        let words = words(command);
        if words[0] != runner.name {
            return None;
        }
        let words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        let mut turns: Vec<String> = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
            if line.starts_with("? ") {
                turns.push(line.to_owned());
            } else if let (true, Some(turn)) = (line.starts_with("| "), turns.last_mut()) {
                turn.push_str(&format!("\n{line}"));
            }
        }
        text.push_str(&format!("{line}\n"));
        if !turns.is_empty() {
            text.push_str(&conversation(runner, &words, &turns, folder));
            continue;
        }
        let ran = ran(runner, &words, folder, "");
        last = Some(ran.status);
        match picture {
            Some(name) => {
                compare(&pages::folder().join(&chapter.name).with_file_name(name), &ran.text, complain)
            }
            None => text.push_str(&ran.text),
        }
    }
    Some(text)
}

/// An unknown command. Its error message marks the end of the output of each turn.
const END_OF_TURN: &str = "endofturn";

/// Runs a conversation, and returns its turns with the actual answers.
fn conversation(runner: &Runner, words: &[&str], turns: &[String], folder: &Path) -> String {
    let typed = |turn: &String| turn.lines().map(|line| format!("{}\n", &line[2..])).collect::<String>();
    let script: String = turns.iter().map(|turn| format!("{}:{END_OF_TURN}\n", typed(turn))).collect();
    let answered = ran(runner, words, folder, &script).text;
    let mut lines = answered.lines();
    let mut text = String::new();
    for turn in turns {
        text.push_str(&format!("{turn}\n"));
        let ends = |line: &str| line == format!("there is no command `:{END_OF_TURN}`");
        for line in lines.by_ref().take_while(|line| !ends(line)) {
            text.push_str(&format!("{line}\n"));
        }
        // Skip the second line of the error message that marks the end of a turn.
        lines.next();
    }
    text
}

/// Compares a picture with the output of a command, or updates it.
fn compare(path: &Path, drawn: &str, complain: &mut dyn FnMut(String)) {
    if fs::read_to_string(path).is_ok_and(|known| known == drawn) {
        return;
    }
    if update() {
        fs::write(path, drawn).expect("a picture is written");
    } else {
        complain(format!("`{}` is another picture", path.display()));
    }
}

/// Whether all commands run the same program.
fn is_of_one_program(block: &Block) -> bool {
    let commands = block.text.lines().filter_map(|line| line.strip_prefix("$ "));
    let mut programs: Vec<&str> = commands.filter_map(|command| command.split(' ').next()).collect();
    programs.retain(|program| *program != "echo");
    programs.dedup();
    matches!(programs.as_slice(), ["blanche" | "noire" | "reproduce"])
}

/// Splits a command into words. Quoted text stays together. Pipes are not supported, because no shell is involved.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted: Option<char> = None;
    for letter in command.chars() {
        match (letter, quoted) {
            (_, Some(mark)) if letter == mark => quoted = None,
            ('\'' | '"', None) => quoted = Some(letter),
            (' ', None) => words.push(String::new()),
            ('|', None) => panic!("{command}: an example of the book is one command"),
            _ => words.last_mut().expect("there is one").push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn ran(runner: &Runner, words: &[&str], folder: &Path, typed: &str) -> Ran {
    let mut command = Command::new(runner.program);
    command.args(words).current_dir(folder).env("NO_COLOR", "1").env("NOIRE", "").env_remove("COLUMNS");
    // The book shows messages with unwrapped lines.
    if runner.name != "blanche" || words.contains(&"--help") {
        command.env("COLUMNS", "100");
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().expect("the program runs");
    // A write error means that the program ended before it had read everything.
    let _ = running.stdin.take().expect("it has an input").write_all(typed.as_bytes());
    let output = running.wait_with_output().expect("the program ends");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("what is written is UTF-8");
    let status = output.status.code().expect("no signal ends it");
    let text = text(&output.stdout) + &text(&output.stderr);
    assert!(!text.contains("panicked"), "{text}");
    Ran { status, text }
}

/// Whether the expected text matches the output. Trailing spaces are ignored, and a line `…` matches any lines.
fn fits(expected: &str, printed: &str) -> bool {
    let lines = |text: &str| -> Vec<String> { text.lines().map(|line| line.trim_end().to_owned()).collect() };
    let (expected, printed) = (lines(expected), lines(printed));
    let parts: Vec<&[String]> = expected.split(|line| line.trim() == "…").collect();
    let [first, rest @ ..] = parts.as_slice() else { return false };
    if !printed.starts_with(first) {
        return false;
    }
    let mut left = &printed[first.len()..];
    let Some((last, middle)) = rest.split_last() else { return left.is_empty() };
    for part in middle.iter().filter(|part| !part.is_empty()) {
        let Some(at) = left.windows(part.len()).position(|lines| lines == *part) else { return false };
        left = &left[at + part.len()..];
    }
    left.ends_with(last)
}

/// Whether `all` contains the parts of `part` that are separated by `…`, in this order. The lines of each part must be
/// consecutive.
fn has_part(all: &[&str], part: &[&str]) -> bool {
    let mut left = all;
    for part in part.split(|line| *line == "…" || *line == "// …").filter(|part| !part.is_empty()) {
        let Some(at) = left.windows(part.len()).position(|lines| lines == part) else { return false };
        left = &left[at + part.len()..];
    }
    true
}

#[test]
fn an_example_with_different_output_is_detected() {
    assert!(fits("$ a\none\ntwo\n", "$ a\none  \ntwo\n"));
    assert!(!fits("$ a\none\n", "$ a\none\ntwo\n"));
    assert!(fits("$ a\n…\ntwo\n", "$ a\none\ntwo\n"));
    assert!(fits("$ a\n…\ntwo\n…\n", "$ a\none\ntwo\nthree\n"));
    assert!(!fits("$ a\n…\nthree\n…\n", "$ a\none\ntwo\n"));
    assert!(has_part(&["a", "b", "c", "d"], &["b", "…", "d"]));
    assert!(!has_part(&["a", "b", "c", "d"], &["b", "d"]));
    assert_eq!(words("blanche query a.blanche 'p(X, Y)'"), ["blanche", "query", "a.blanche", "p(X, Y)"]);
}
