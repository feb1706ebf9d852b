//! Comments inside functions. Tokens can carry only doc comments, which rustc accepts only on items. A comment on a
//! statement is therefore a doc comment with a special prefix, which becomes a plain comment when the text is laid
//! out.

use std::borrow::Cow;

use proc_macro2::TokenStream;
use quote::quote;

/// The beginning of a line that becomes a plain comment, after layout. Other doc comments are empty or begin with a
/// space.
const SIGN: &str = "///|";

/// A comment before a statement.
pub(super) fn comment(text: &str) -> TokenStream {
    let text = format!("|{}", in_comment(&text.replace(['\n', '\r'], " ")));
    quote!(#[doc = #text])
}

/// Formats a line of a doc comment.
pub(super) fn doc_line(line: &str) -> String {
    if line.is_empty() { String::new() } else { format!(" {}", in_comment(line)) }
}

/// Escapes characters that rustc rejects in comments: control characters, and characters that change the direction of
/// text, because these could make a comment look like code.
fn in_comment(text: &str) -> Cow<'_, str> {
    let is_refused = |c: char| {
        (c.is_control() && c != '\t') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(is_refused) {
        return Cow::Borrowed(text);
    }
    let written = |c: char| if is_refused(c) { c.escape_default().to_string() } else { c.to_string() };
    Cow::Owned(text.chars().map(written).collect())
}

/// Turns comments on statements into plain comments, and adds a blank line after each item of several lines. A comment
/// that equals the previous comment in its function is omitted, so that it appears only above the first of several
/// statements.
pub(super) fn plain_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let (mut ended, mut said) = (false, "");
    for line in text.split_inclusive('\n') {
        if ended {
            plain.push('\n');
        }
        ended = matches!(line.trim_end(), "}" | "};" | "];");
        let code = line.trim_start_matches(' ');
        match code.strip_prefix(SIGN) {
            Some(comment) if comment == said => {}
            Some(comment) => {
                said = comment;
                plain.push_str(&line[..line.len() - code.len()]);
                plain.push_str("// ");
                plain.push_str(comment);
            }
            None => {
                // A doc comment begins another function.
                if code.starts_with("///") {
                    said = "";
                }
                plain.push_str(line);
            }
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::layout;

    #[test]
    fn a_note_on_statements_is_one_plain_comment() {
        let (note, other) = (comment("in(Field, Group), /// and\nso on"), comment("empty(Field)"));
        let text = layout(&quote! {
            /// What it does.
            ///
            /// |a table|
            fn goes() {
                #note
                for x in xs() { #note if x { #other let y = "///|"; #note go(); } }
            }
            /// What it does.
            fn stops() {
                #note
                stop();
            }
            struct Unit;
        });
        let expected = "\
/// What it does.
///
/// |a table|
fn goes() {
    // in(Field, Group), /// and so on
    for x in xs() {
        if x {
            // empty(Field)
            let y = \"///|\";
            // in(Field, Group), /// and so on
            go();
        }
    }
}

/// What it does.
fn stops() {
    // in(Field, Group), /// and so on
    stop();
}

struct Unit;
";
        assert_eq!(text, expected);
    }
}
