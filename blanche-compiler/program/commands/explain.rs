//! `blanche explain`: prints the page about a diagnostic code.

use blanche_compiler::diagnostic::{Code, Severity};
use blanche_compiler::report::width;
use blanche_compiler::spelling::nearest;
use clap::Args;

use crate::terminal::Terminal;
use crate::{CommandOutcome, Failure};

/// Explain the code of a message, with an example and its fix
#[derive(Args)]
#[command(
    after_help = "Examples:\n  blanche explain B0301\n  blanche explain unused   (lists the codes with this word)\n  \
                  blanche explain          (lists all codes)"
)]
pub(crate) struct Explain {
    /// The code shown in brackets in a message, or words of its title. Without an argument, all codes are listed. If
    /// several codes match, all their pages are shown
    #[arg(value_name = "CODE-OR-WORDS")]
    words: Vec<String>,
}

/// The topics of the codes, one for each hundred of codes.
const GROUPS: [&str; 9] = [
    "Bytes, characters and spelling",
    "Bodies",
    "Files",
    "Names",
    "Sorts",
    "Variables and modes",
    "Meaning",
    "Running",
    "Games in text",
];

impl Explain {
    pub(crate) fn run(self, terminal: &Terminal) -> Result<CommandOutcome, Failure> {
        let codes: Option<Vec<Code>> = self.words.iter().map(|word| code(word)).collect();
        let text = match (self.words.join(" ").as_str(), codes) {
            ("", _) => list(Code::ALL, terminal),
            (_, Some(codes)) => codes.iter().map(|code| page(*code, terminal)).collect::<Vec<_>>().join("\n"),
            (words, None) => match find(words)?.as_slice() {
                [code] => page(*code, terminal),
                codes => list(codes, terminal),
            },
        };
        terminal.print(&text)?;
        Ok(CommandOutcome::Fine)
    }
}

/// The code with this number, which is written as in messages, with or without the brackets.
fn code(word: &str) -> Option<Code> {
    Code::from_number(word.trim().trim_start_matches('[').trim_end_matches(']'))
}

/// The codes whose titles contain these words.
fn find(words: &str) -> Result<Vec<Code>, Failure> {
    let named = Code::with_words(words);
    if named.is_empty() {
        return Err(Failure::Use(no_code(words.trim(), "`blanche explain` lists all codes")));
    }
    Ok(named)
}

/// The message that there is no such code. It suggests the most similar code, or gives other advice.
pub(super) fn no_code(number: &str, advice: &str) -> String {
    let whole = if number.starts_with(['b', 'B']) { number.to_uppercase() } else { format!("B{number:0>4}") };
    let near = Code::from_number(&whole).map(Code::number);
    let near = near.or_else(|| nearest(&whole, Code::ALL.iter().map(|code| code.number())));
    let advice = match near.and_then(Code::from_number) {
        Some(code) => format!("did you mean {code}, {}?", code.title()),
        None => advice.to_owned(),
    };
    format!("there is no code `{number}`; {advice}")
}

/// The page about a code, with bold headings.
fn page(code: Code, terminal: &Terminal) -> String {
    let mut text = String::new();
    let mut in_example = false;
    let page = match terminal.style().columns {
        Some(columns) => width::reflowed(code.page().trim_end(), columns).join("\n"),
        None => code.page().trim_end().to_owned(),
    };
    for line in page.lines() {
        in_example ^= line.starts_with("```");
        let is_heading = !in_example && line.starts_with('#');
        text.push_str(&if is_heading { terminal.bold(line) } else { line.to_owned() });
        text.push('\n');
    }
    text
}

fn list(codes: &[Code], terminal: &Terminal) -> String {
    let mut text = String::new();
    let mut last = None;
    for code in codes {
        let group = code.number()[1..3].parse::<usize>().unwrap_or_default();
        if last != Some(group) {
            let gap = if last.is_some() { "\n" } else { "" };
            let title = GROUPS.get(group).copied().unwrap_or("Others");
            text.push_str(&format!("{gap}{}\n", terminal.bold(title)));
            last = Some(group);
        }
        let (word, ansi) = match code.severity() {
            Severity::Error => ("error", "31"),
            Severity::Warning => ("warning", "33"),
            Severity::Hint => ("hint", "36"),
        };
        text.push_str(&format!(
            "  {code}  {}  {}\n",
            terminal.tinted(&format!("{word:<7}"), ansi),
            code.title()
        ));
    }
    text.push_str("\n`blanche explain CODE` prints the page of a code.\n");
    text
}
