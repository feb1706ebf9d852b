//! Escapes text for HTML, SVG, Markdown, shells and terminals, so that none of its characters are interpreted there.

use std::borrow::Cow;
use std::path::Path;

/// The creator named in generated pictures and pages.
pub(crate) const MAKER: &str = "BLANCHE and NOIRE";

/// Replaces the characters of a line that a terminal would interpret.
pub fn shown(line: &str) -> Cow<'_, str> {
    match line.chars().all(|c| harmless(c) == c) {
        true => Cow::Borrowed(line),
        false => Cow::Owned(line.chars().map(harmless).collect()),
    }
}

/// Replaces the characters of a text that a terminal would interpret, except line ends.
pub fn shown_lines(text: &str) -> String {
    text.split('\n').map(shown).collect::<Vec<_>>().join("\n")
}

/// Formats a path for messages: on one line, without characters that a terminal would interpret.
pub fn of_path(path: &Path) -> String {
    shown(&path.to_string_lossy()).into_owned()
}

/// The character itself, or a replacement character if a terminal would interpret it. Control characters can move the
/// cursor, and some other characters reverse the direction of text.
pub(crate) fn harmless(c: char) -> char {
    match c {
        '\t' => '\t',
        '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{ad}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

/// Escapes text for HTML and SVG, in content and in attribute values. Control characters other than tabs and line ends
/// are not allowed in XML, and characters that reverse the direction of text could mislead. Both kinds are replaced.
pub fn escaped(text: &str) -> String {
    shown_lines(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Escapes text for a line of Markdown, so that it contains no markup.
pub fn in_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '&' | '!' => {
                escaped.extend(['\\', c])
            }
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A self-contained SVG picture of this size in pixels, with a style sheet and content. Screen readers read out the
/// title.
pub fn picture(width: i32, height: i32, title: Option<&str>, style: &str, drawn: &str) -> String {
    let (role, title) = match title {
        Some(title) => (" role=\"img\"", format!("<title>{}</title>\n", escaped(title))),
        None => ("", String::new()),
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\"\
         {role}>\n<!-- Drawn by {MAKER} -->\n{title}<style>{style}</style>\n{drawn}</svg>\n"
    )
}

/// Quotes a word for a shell, if it contains special characters.
pub fn quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |sign: char| sign.is_alphanumeric() || "._-/\\:~+@%,=".contains(sign);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => Cow::Borrowed(word),
        false => Cow::Owned(format!("'{}'", word.replace('\'', "'\\''"))),
    }
}

/// A usage error of the argument parser in plain words. The advice to write a negative number after `--` is left out,
/// because an option takes no value from there.
pub fn usage_error(text: &str) -> String {
    let is_wrong_advice = |line: &&str| line.contains("to pass '") && line.contains("as a value, use");
    let mut kept = String::new();
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        if is_wrong_advice(&line) {
            lines.next_if(|next| next.trim().is_empty());
            continue;
        }
        kept.push_str(line);
    }
    kept.replace("invalid digit found in string", "expected a whole number that is not negative")
        .replace("cannot parse integer from empty string", "expected a whole number")
        .replace("number too large to fit in target type", "the number is too large")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_a_text_is_escaped() {
        assert_eq!(escaped("a<b>&\"\u{1b}[2J\n"), "a&lt;b&gt;&amp;&quot;\u{fffd}[2J\n");
        assert_eq!(in_markdown("<script>|`x`\n# [a](b)"), "\\<script\\>\\|\\`x\\` \\# \\[a\\](b)");
        assert_eq!(in_markdown("anna 3-1 (bert)"), "anna 3-1 (bert)");
    }

    #[test]
    fn words_that_a_shell_would_split_are_quoted() {
        assert_eq!(quoted("rules/mine-2"), "rules/mine-2");
        assert_eq!(quoted("my rules"), "'my rules'");
        assert_eq!(quoted("anna's"), "'anna'\\''s'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn usage_errors_are_plain() {
        let text = "error: unexpected argument '-1' found\n\n  tip: to pass '-1' as a value, use '-- -1'\n\nUsage: x\n";
        assert_eq!(usage_error(text), "error: unexpected argument '-1' found\n\nUsage: x\n");
        let text = "error: invalid value 'x' for '--work <N>': invalid digit found in string\n";
        assert!(usage_error(text).ends_with(": expected a whole number that is not negative\n"));
    }
}
