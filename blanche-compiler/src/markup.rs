//! What pages, pictures and terminals are given: text in HTML, SVG and Markdown, a picture that stands alone, and text in which a
//! terminal finds nothing to obey.

use std::borrow::Cow;
use std::path::Path;

/// What pictures and pages say of who made them.
pub(crate) const MAKER: &str = "BLANCHE and NOIRE";

/// A line without characters that a terminal would obey, of any length.
pub fn shown(line: &str) -> Cow<'_, str> {
    match line.chars().all(|c| harmless(c) == c) {
        true => Cow::Borrowed(line),
        false => Cow::Owned(line.chars().map(harmless).collect()),
    }
}

/// The same of a text of several lines.
pub fn shown_lines(text: &str) -> String {
    text.split('\n').map(shown).collect::<Vec<_>>().join("\n")
}

/// A path as it is said to people: in one line, without characters that a terminal would obey.
pub fn of_path(path: &Path) -> String {
    shown(&path.to_string_lossy()).into_owned()
}

/// The character, or a sign in its place: control characters move the cursor, and others turn the text around.
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

/// A text as it stands in HTML and SVG, between tags as well as in quotation marks. Of control characters XML has tabs and line ends
/// only; those that turn the text around are shown as signs too.
pub fn escaped(text: &str) -> String {
    shown_lines(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A text as it stands in a line of Markdown: none of its signs means anything there.
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

/// A picture (SVG) of this size in pixels, that needs nothing beside it: how it looks, and what is drawn. The title is
/// read out to those who cannot see it.
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

/// A word of a command that somebody may copy into a shell: in quotes where it needs them.
pub fn quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |sign: char| sign.is_alphanumeric() || "._-/\\:~+@%,=".contains(sign);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => Cow::Borrowed(word),
        false => Cow::Owned(format!("'{}'", word.replace('\'', "'\\''"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_means_nothing_where_it_is_put() {
        assert_eq!(escaped("a<b>&\"\u{1b}[2J\n"), "a&lt;b&gt;&amp;&quot;\u{fffd}[2J\n");
        assert_eq!(in_markdown("<script>|`x`\n# [a](b)"), "\\<script\\>\\|\\`x\\` \\# \\[a\\](b)");
        assert_eq!(in_markdown("anna 3-1 (bert)"), "anna 3-1 (bert)");
    }

    #[test]
    fn what_a_shell_would_divide_stands_in_quotes() {
        assert_eq!(quoted("rules/mine-2"), "rules/mine-2");
        assert_eq!(quoted("my rules"), "'my rules'");
        assert_eq!(quoted("anna's"), "'anna'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
