//! Comments inside functions. Tokens carry doc comments only, which rustc wants on items: so what is noted on a statement
//! begins with a sign that no other doc comment has, and becomes a plain comment when the text is laid out.

use proc_macro2::TokenStream;
use quote::quote;

/// What such a line begins with once it is laid out. Other doc comments are empty or begin with a space.
const SIGN: &str = "///|";

/// A comment in front of a statement.
pub(super) fn comment(text: &str) -> TokenStream {
    let text = format!("|{}", text.replace(['\n', '\r'], " "));
    quote!(#[doc = #text])
}

/// Turns what was noted on statements into plain comments, and puts a blank line behind every item of several lines.
pub(super) fn plain_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut ended = false;
    for line in text.split_inclusive('\n') {
        if ended {
            plain.push('\n');
        }
        ended = matches!(line.trim_end(), "}" | "};" | "];");
        let code = line.trim_start_matches(' ');
        match code.strip_prefix(SIGN) {
            Some(comment) => {
                plain.push_str(&line[..line.len() - code.len()]);
                plain.push_str("// ");
                plain.push_str(comment);
            }
            None => plain.push_str(line),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::layout;

    #[test]
    fn a_note_on_a_statement_is_a_plain_comment() {
        let note = comment("in(Field, Group), /// and\nso on");
        let text = layout(&quote! {
            /// What it does.
            ///
            /// |a table|
            fn goes() {
                #note
                for x in xs() { #note if x { #note let y = "///|"; } }
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
        // in(Field, Group), /// and so on
        if x {
            // in(Field, Group), /// and so on
            let y = \"///|\";
        }
    }
}

struct Unit;
";
        assert_eq!(text, expected);
    }
}
