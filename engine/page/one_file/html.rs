//! The text of a game as one file of HTML. Equal rows of boards are written once, so that long games stay small.

use std::fmt::Write as _;

use blanche_compiler::markup::escaped;
use noire_engine::drawing::{Parts, STYLE};

use crate::protocol::{SavedExplanation, SavedLine};

/// The script that walks through the positions.
const SCRIPT: &str = include_str!("walk.js");

/// The SHA-256 hash of the script in base 64. No other script runs in the file, such as one in a name.
const SCRIPT_HASH: &str = "WAsiHE7BL6CG3QnTOxSQIjq1VlYJHG6XdSAywkUvXE8=";

/// The style sheet of the file, besides that of boards.
const LAYOUT: &str = include_str!("style.css");

/// What the file shows.
pub(super) struct Page {
    /// The tag of the language.
    pub(super) language: String,
    pub(super) title: String,
    pub(super) game: String,
    /// The players, the opening and the result, each with its name.
    pub(super) facts: Vec<(String, String)>,
    /// The positions, beginning with the initial one.
    pub(super) steps: Vec<Step>,
    /// The number of the position that is shown first.
    pub(super) at: usize,
    pub(super) words: Words,
}

/// A position.
pub(super) struct Step {
    /// The move that led to the position, with its number.
    pub(super) name: String,
    pub(super) board: Parts,
    /// The marks and lines on the board, as parts of a picture.
    pub(super) own: String,
    /// What is not on the board, and what is marked on it, in words.
    pub(super) below: Vec<String>,
    /// Who is to move, or how the game ended.
    pub(super) sentence: String,
    /// The best moves, if the position was analysed.
    pub(super) analysis: Vec<SavedLine>,
    pub(super) explanation: Option<SavedExplanation>,
}

/// The words of the file in its language.
pub(super) struct Words {
    moves: String,
    position: String,
    /// The names of the buttons that show the first position, the ones before and after, and the last one.
    buttons: [String; 4],
    /// The caption of an analysis, and the names of its columns.
    analysis: [String; 5],
}

impl Words {
    /// The words that a language has for names of messages.
    pub(super) fn of(say: &dyn Fn(&str) -> String) -> Words {
        Words {
            moves: say("page-tab-moves"),
            position: say("page-position"),
            buttons: ["page-first", "page-before", "page-after", "page-last"].map(say),
            analysis: ["page-lines-caption", "page-move", "page-value", "page-depth", "page-line"].map(say),
        }
    }
}

impl Page {
    /// The file.
    pub(super) fn html(&self) -> String {
        let mut rows = Vec::new();
        let sections: String = self
            .steps
            .iter()
            .enumerate()
            .map(|(number, step)| self.section(number, step, &mut rows))
            .collect();
        let Page { language, title, game, words, .. } = self;
        let [language, title, game, moves] = [language, title, game, &words.moves].map(|text| escaped(text));
        format!(
            "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
             script-src 'sha256-{SCRIPT_HASH}'; base-uri 'none'; form-action 'none'\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{title}</title>\n<style>\n{STYLE}\n{LAYOUT}</style>\n</head>\n<body>\n<header>\n<h1>{game}</h1>\n{}\
             </header>\n{}<main>\n<div>\n{}{sections}</div>\n<nav class=\"moves\" aria-label=\"{moves}\">\n<h2>{moves}</h2>\n{}</nav>\n\
             </main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n",
            self.facts(),
            parts(&rows),
            self.controls(),
            self.moves()
        )
    }

    fn facts(&self) -> String {
        let fact = |(name, value): &(String, String)| {
            format!("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(value))
        };
        format!("<dl>\n{}</dl>\n", self.facts.iter().map(fact).collect::<String>())
    }

    /// The buttons and the slider, which the script shows.
    fn controls(&self) -> String {
        let mut text = format!("<div id=\"controls\" data-at=\"{}\" hidden>\n", self.at);
        for (name, sign) in self.words.buttons.iter().zip(["|◀", "◀", "▶", "▶|"]) {
            let name = escaped(name);
            let _ = writeln!(
                text,
                "<button type=\"button\" aria-label=\"{name}\" title=\"{name}\">{sign}</button>"
            );
        }
        let (position, last) = (escaped(&self.words.position), self.steps.len().saturating_sub(1));
        let _ = writeln!(
            text,
            "<input id=\"slider\" type=\"range\" min=\"0\" max=\"{last}\" aria-label=\"{position}\">\n</div>"
        );
        text
    }

    fn moves(&self) -> String {
        let item = |(number, step): (usize, &Step)| {
            format!("<li><a href=\"#p{number}\">{}</a></li>\n", escaped(&step.name))
        };
        format!("<ol>\n{}</ol>\n", self.steps.iter().enumerate().map(item).collect::<String>())
    }

    /// A position. Adds the parts of its board to `rows`.
    fn section(&self, number: usize, step: &Step, rows: &mut Vec<String>) -> String {
        let name = escaped(&step.name);
        let mut text = format!("<section class=\"position\" id=\"p{number}\">\n<h2>{name}</h2>\n");
        let Parts { size: (width, height), ground, rows: own, below: _ } = &step.board;
        if !own.is_empty() {
            let _ = write!(
                text,
                "<svg class=\"board\" role=\"img\" aria-label=\"{name}\" width=\"{width}\" height=\"{height}\" \
                 viewBox=\"0 0 {width} {height}\">"
            );
            for part in [ground].into_iter().chain(own).filter(|part| !part.is_empty()) {
                let known = rows.iter().position(|known| known == part).unwrap_or_else(|| {
                    rows.push(part.clone());
                    rows.len() - 1
                });
                let _ = write!(text, "<use href=\"#r{known}\"/>");
            }
            text.push_str(&step.own);
            text.push_str("</svg>\n");
        }
        for line in step.below.iter().chain([&step.sentence]) {
            let _ = writeln!(text, "<p>{}</p>", escaped(line));
        }
        self.analysis(&step.analysis, &mut text);
        if let Some(SavedExplanation { title, text: said }) = &step.explanation {
            let _ = writeln!(text, "<h3>{}</h3>\n<pre>{}</pre>", escaped(title), escaped(said));
        }
        text.push_str("</section>\n");
        text
    }

    fn analysis(&self, lines: &[SavedLine], text: &mut String) {
        if lines.is_empty() {
            return;
        }
        let [caption, columns @ ..] = &self.words.analysis;
        let head: String =
            columns.iter().map(|name| format!("<th scope=\"col\">{}</th>", escaped(name))).collect();
        let _ = writeln!(text, "<table>\n<caption>{}</caption>\n<tr>{head}</tr>", escaped(caption));
        for line in lines {
            let cells = [&line.text, &line.value, &line.depth.to_string(), &line.line.join(" ")];
            let cells: String = cells.iter().map(|cell| format!("<td>{}</td>", escaped(cell))).collect();
            let _ = writeln!(text, "<tr>{cells}</tr>");
        }
        text.push_str("</table>\n");
    }
}

/// The parts of boards, which the boards use.
fn parts(rows: &[String]) -> String {
    let part = |(number, row): (usize, &String)| format!("<g id=\"r{number}\">\n{row}</g>\n");
    let all: String = rows.iter().enumerate().map(part).collect();
    format!("<svg class=\"parts\" aria-hidden=\"true\"><defs>\n{all}</defs></svg>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVIL: &str = "<img src=x onerror=\"alert('evil')\"></pre></title></style><script>alert(1)</script>";

    fn step(name: &str, rows: &[&str]) -> Step {
        Step {
            name: name.to_owned(),
            board: Parts {
                size: (10, 20),
                ground: "<rect/>\n".to_owned(),
                rows: rows.iter().map(|row| format!("<circle r=\"{row}\"/>\n")).collect(),
                below: String::new(),
            },
            own: String::new(),
            below: vec![EVIL.to_owned()],
            sentence: EVIL.to_owned(),
            analysis: Vec::new(),
            explanation: None,
        }
    }

    fn page(steps: Vec<Step>) -> Page {
        Page {
            language: EVIL.to_owned(),
            title: EVIL.to_owned(),
            game: EVIL.to_owned(),
            facts: vec![(EVIL.to_owned(), EVIL.to_owned())],
            steps,
            at: 1,
            words: Words::of(&|_| EVIL.to_owned()),
        }
    }

    #[test]
    fn all_texts_are_escaped() {
        let evil = || EVIL.to_owned();
        let mut last = step(EVIL, &["1"]);
        last.analysis = vec![SavedLine { text: evil(), value: evil(), depth: 3, line: vec![evil()] }];
        last.explanation = Some(SavedExplanation { title: evil(), text: evil() });
        let html = page(vec![step(EVIL, &["2"]), last]).html();
        assert!(!html.contains("<img") && html.contains("&lt;img src=x onerror=&quot;"), "{html}");
        for (tag, count) in [("<script", 1), ("</script", 1), ("</style", 1), ("</title", 1), ("</pre", 1)] {
            assert_eq!(html.matches(tag).count(), count, "{tag} in {html}");
        }
    }

    #[test]
    fn equal_rows_are_written_once_and_nothing_is_loaded() {
        let html = page(vec![step("Start", &["1", "1"]), step("1. a1", &["1", "2"])]).html();
        assert_eq!(html.matches("<circle r=\"1\"/>").count(), 1);
        assert_eq!(html.matches("<use href=\"#r").count(), 6, "a ground and two rows for each of two boards");
        let is_own = |part: &str| part.starts_with("\"#");
        assert!(
            html.split("href=").skip(1).all(is_own) && !html.contains("src=\"") && !html.contains("url(")
        );
        assert!(html.contains("data-at=\"1\"") && html.contains("max=\"1\""));
    }
}
