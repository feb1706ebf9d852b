//! Wraps text to the width of the terminal. Output to a file or a pipe is not wrapped, unless the environment variable
//! `COLUMNS` sets a width.

#[cfg(feature = "terminal")]
mod terminal;

#[cfg(feature = "terminal")]
pub use terminal::{of_errors, of_output};

/// Indentation of the continuation of a long line, in addition to the indentation of the line itself.
const INDENT: usize = 4;

/// Wraps a text at spaces to at most `columns` columns. Continuation lines start with `indent`. A word that is too long
/// gets a line of its own.
pub fn filled(text: &str, columns: usize, indent: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| wrapped(line, columns, indent).join("\n")).collect();
    lines.join("\n")
}

/// Wraps one line to at most `columns` columns, with indented continuation lines.
pub fn fitted(line: &str, columns: usize) -> String {
    if shown(line) <= columns {
        return line.to_owned();
    }
    let own = line.len() - line.trim_start_matches(' ').len();
    let pieces = wrapped(line, columns, &" ".repeat((own + INDENT).min(columns / 2)));
    pieces.iter().map(|piece| piece.trim_end()).collect::<Vec<_>>().join("\n")
}

/// Wraps each line of a text, if a width is given.
pub fn fitted_lines(text: &str, columns: Option<usize>) -> String {
    let Some(columns) = columns else { return text.to_owned() };
    text.split('\n').map(|line| fitted(line, columns)).collect::<Vec<_>>().join("\n")
}

/// Reflows the paragraphs of a text that are wider than `width`. Lists, tables and code are unchanged.
pub fn reflowed(text: &str, width: usize) -> Vec<String> {
    let (mut lines, mut in_code) = (Vec::new(), false);
    for (at, paragraph) in text.split("\n\n").enumerate() {
        if at > 0 {
            lines.push(String::new());
        }
        let fences = paragraph.lines().filter(|line| line.starts_with("```")).count();
        let is_wide = paragraph.lines().any(|line| shown(line) > width);
        let is_prose = !paragraph.lines().any(keeps_its_place);
        if is_wide && is_prose && !in_code && fences == 0 {
            lines.extend(wrapped(&paragraph.lines().collect::<Vec<_>>().join(" "), width, ""));
        } else {
            lines.extend(paragraph.lines().map(str::to_owned));
        }
        in_code ^= fences % 2 == 1;
    }
    lines
}

/// Whether a line starts a list item, table row, heading, quotation or code, which must not be reflowed.
fn keeps_its_place(line: &str) -> bool {
    let behind_number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_item = behind_number.len() < line.len() && behind_number.starts_with(['.', ')']);
    is_item || line.starts_with([' ', '\t', '-', '*', '+', '|', '#', '>', '%'])
}

/// The number of columns that a text occupies.
fn shown(text: &str) -> usize {
    seen(text).count()
}

/// The visible characters of a text, without colour codes.
pub(super) fn seen(text: &str) -> impl Iterator<Item = char> {
    let mut is_colour = false;
    text.chars().filter(move |c| {
        is_colour |= *c == '\x1b';
        let is_seen = !is_colour;
        is_colour &= *c != 'm';
        is_seen
    })
}

/// Splits a line into pieces of at most `columns` columns. All pieces except the first start with `indent`.
pub fn wrapped(line: &str, columns: usize, indent: &str) -> Vec<String> {
    let own = line.len() - line.trim_start_matches(' ').len();
    let mut pieces = vec![line[..own].to_owned()];
    let (mut width, mut is_empty) = (own, true);
    for word in line[own..].split(' ') {
        let length = shown(word);
        if !is_empty && width + 1 + length > columns {
            pieces.push(indent.to_owned());
            (width, is_empty) = (indent.chars().count(), true);
        }
        let piece = pieces.last_mut().expect("there is a piece");
        if !is_empty {
            piece.push(' ');
            width += 1;
        }
        piece.push_str(word);
        (width, is_empty) = (width + length, false);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_long_words_stay_whole() {
        assert_eq!(filled("one two three four", 9, "  "), "one two\n  three\n  four");
        assert_eq!(filled("  one two three", 9, "    "), "  one two\n    three");
        assert_eq!(filled("extraordinary two", 6, ""), "extraordinary\ntwo");
        assert_eq!(filled("one two\nthree four", 80, ""), "one two\nthree four");
        assert_eq!(wrapped("", 9, "  "), [""]);
        assert_eq!(fitted("  \x1b[31mone\x1b[0m two three", 9), "  \x1b[31mone\x1b[0m two\n    three");
    }

    #[test]
    fn only_paragraphs_are_reflowed_and_not_lists_or_code() {
        let listed = "1. eight nine ten\n2. eleven";
        assert_eq!(reflowed(listed, 10), listed.lines().collect::<Vec<_>>());
        assert_eq!(reflowed("one two three\n(four)", 10), ["one two", "three", "(four)"]);
        let text = "one two three\nfour `five`\n\nsix\nseven\n\n- eight nine ten\n- eleven\n\n```blanche\na, b, c, d, e\n\nf, g, h, i, j\n```";
        let lines = [
            "one two",
            "three four",
            "`five`",
            "",
            "six",
            "seven",
            "",
            "- eight nine ten",
            "- eleven",
            "",
            "```blanche",
            "a, b, c, d, e",
            "",
            "f, g, h, i, j",
            "```",
        ];
        assert_eq!(reflowed(text, 10), lines);
        assert_eq!(reflowed(text, 40).join("\n"), text);
    }

    #[test]
    fn filled_lines_fit_the_width_and_keep_all_words() {
        let text = "Black lost it with 27 k12; m8 was still worth +34, as far as the search sees.";
        for columns in 12..90 {
            let filled = filled(text, columns, "  ");
            assert!(filled.lines().all(|line| line.chars().count() <= columns), "{columns}: {filled}");
            let words: Vec<&str> = filled.split_whitespace().collect();
            assert_eq!(words, text.split_whitespace().collect::<Vec<_>>());
        }
    }
}
