//! Reports text that editors or terminals display misleadingly. This includes characters in comments that look like
//! line breaks or reverse the text direction, and letters of other scripts that look like Latin letters.

use blanche_sorted::{SortedMap, SortedSet};
use unicode_normalization::UnicodeNormalization;

use super::{Normaliser, code_point};
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::files::Span;
use crate::syntax::layout::DECLARATIONS;
use crate::syntax::lexer::{RawToken, is_name_character};
use crate::syntax::token::Kind;

/// Letters that look like Latin letters, each with the Latin letter. Cyrillic letters come first, then Greek letters.
const ALIKE: &[(char, char)] = &[
    ('а', 'a'),
    ('е', 'e'),
    ('о', 'o'),
    ('р', 'p'),
    ('с', 'c'),
    ('у', 'y'),
    ('х', 'x'),
    ('і', 'i'),
    ('ј', 'j'),
    ('ѕ', 's'),
    ('һ', 'h'),
    ('ԁ', 'd'),
    ('ԛ', 'q'),
    ('ԝ', 'w'),
    ('ӏ', 'l'),
    ('А', 'A'),
    ('В', 'B'),
    ('Е', 'E'),
    ('К', 'K'),
    ('М', 'M'),
    ('Н', 'H'),
    ('О', 'O'),
    ('Р', 'P'),
    ('С', 'C'),
    ('Т', 'T'),
    ('У', 'Y'),
    ('Х', 'X'),
    ('І', 'I'),
    ('Ј', 'J'),
    ('Ѕ', 'S'),
    ('ο', 'o'),
    ('ν', 'v'),
    ('α', 'a'),
    ('ι', 'i'),
    ('Α', 'A'),
    ('Β', 'B'),
    ('Ε', 'E'),
    ('Ζ', 'Z'),
    ('Η', 'H'),
    ('Ι', 'I'),
    ('Κ', 'K'),
    ('Μ', 'M'),
    ('Ν', 'N'),
    ('Ο', 'O'),
    ('Ρ', 'P'),
    ('Τ', 'T'),
    ('Υ', 'Y'),
    ('Χ', 'X'),
];

/// The Latin letter that `letter` looks like.
fn latin(letter: char) -> Option<char> {
    match letter {
        // Full-width letters, as in East Asian texts.
        'Ａ'..='Ｚ' | 'ａ'..='ｚ' => char::from_u32(letter as u32 - 0xFEE0),
        _ => ALIKE.iter().find(|(other, _)| *other == letter).map(|(_, latin)| *latin),
    }
}

/// The Latin name that `name` looks like; `None` unless every letter is Latin or looks like a Latin letter.
fn as_it_looks(name: &str) -> Option<String> {
    if name.is_ascii() {
        return None;
    }
    let looks: String = name.chars().map(|letter| latin(letter).unwrap_or(letter)).collect();
    (looks != name && looks.is_ascii()).then_some(looks)
}

/// Whether editors display a line break at this character.
fn is_shown_as_line_end(sign: char) -> bool {
    matches!(sign, '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Whether a text is probably an item: a declaration, a clause, or a predicate with arguments.
fn looks_like_item(text: &str) -> bool {
    let word = text.split(|c: char| !is_name_character(c)).next().unwrap_or_default();
    DECLARATIONS.contains(&word)
        || !word.is_empty() && text[word.len()..].starts_with('(')
        || text.contains(":-")
}

impl Normaliser<'_> {
    /// Reports a file whose lines all end with a carriage return alone, because BLANCHE does not accept this as a line
    /// end. Returns whether the file is of this kind.
    pub(super) fn lines_end_with_returns(&mut self) -> bool {
        let text = self.text.trim_end_matches('\r');
        let Some(first) = text.find('\r').filter(|_| !text.contains('\n')) else { return false };
        let place = |at: usize| Span::new(self.id, at, at + 1);
        let edits =
            self.text.match_indices('\r').map(|(at, _)| Edit { span: place(at), text: "\n".to_owned() });
        let message = Diagnostic::new(
            Code::UnseenInComment,
            "lines that end with a carriage return alone",
            place(first),
            "this does not end a line; the whole file is one line (U+000D)",
        );
        let fixes = message.fixes("end each line with a line feed", edits.collect());
        self.say(fixes.changing_answers());
        true
    }

    /// Reports the first misleading character of a comment.
    pub(super) fn unseen_in_comment(&mut self, raw: RawToken) {
        let text = &self.text[raw.start..raw.end];
        let Some((at, sign)) = text.trim_end_matches('\r').char_indices().find(|(_, c)| is_unseen(*c)) else {
            return;
        };
        let place = Span::new(self.id, raw.start + at, raw.start + at + sign.len_utf8());
        let is_line_end = is_shown_as_line_end(sign);
        let (title, label) = match sign {
            _ if is_line_end => (
                "a line break that ends no comment",
                "an editor may show a new line here, but what follows is still part of the comment",
            ),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => (
                "a character that reverses text",
                "what follows is displayed in another order than it is read",
            ),
            _ => ("a control character in a comment", "a terminal may interpret it, and it is invisible"),
        };
        let code = code_point(&text[at..]);
        let message = Diagnostic::new(Code::UnseenInComment, title, place, format!("{label} ({code})"));
        let rest = &text[at + sign.len_utf8()..];
        let line = rest.split(is_shown_as_line_end).next().unwrap_or_default().trim();
        self.say(match is_line_end {
            true if line.starts_with('%') => message.fix("begin a new line", place, "\n"),
            true if looks_like_item(line) => {
                message.fix("begin a new line, which is then not a comment", place, "\n").changing_answers()
            }
            _ => message.fix("write a space", place, " "),
        });
    }

    /// Reports names that mix scripts or look like another name of the file.
    pub(super) fn names_that_look_alike(&mut self) {
        let tokens = &self.normalised.tokens;
        let is_name = |kind: Kind| matches!(kind, Kind::Name | Kind::Variable);
        if tokens.iter().all(|token| token.text.is_ascii()) {
            return;
        }
        let ascii: SortedSet<&str> =
            tokens.iter().map(|token| token.text).filter(|text| text.is_ascii()).collect();
        let mut found = Vec::new();
        for token in tokens.iter().filter(|token| is_name(token.kind)) {
            let Some(looks) = as_it_looks(token.text) else { continue };
            let is_mixed = token.text.chars().any(|letter| letter.is_ascii_alphabetic());
            if !is_mixed && !ascii.contains(looks.as_str()) {
                continue;
            }
            let Some(other) = token.text.chars().find(|letter| latin(*letter).is_some()) else { continue };
            let looks_like = latin(other).unwrap_or(other);
            let label =
                format!("its `{other}` ({}) is not the Latin `{looks_like}`", code_point(&other.to_string()));
            let title = format!("`{looks}` with a letter of another script");
            let message = Diagnostic::new(Code::MixedScripts, title, token.span, label);
            let message = message.hint("names that only look the same are different names");
            found.push(
                message
                    .fix(format!("write `{looks}` in Latin letters"), token.span, looks)
                    .changing_answers(),
            );
        }
        found.extend(self.names_of_other_code_points());
        self.normalised.diagnostics.extend(found);
    }

    /// Reports names that look like an earlier name of the file but consist of other code points. For example, one name
    /// may have a precomposed letter, and the other a letter and a combining accent.
    fn names_of_other_code_points(&self) -> Vec<Diagnostic> {
        let mut first: SortedMap<String, &str> = SortedMap::new();
        let mut found = Vec::new();
        for token in &self.normalised.tokens {
            if token.text.is_ascii() || !matches!(token.kind, Kind::Name | Kind::Variable) {
                continue;
            }
            let one = *first.entry(token.text.nfc().collect()).or_insert(token.text);
            if one != token.text {
                let points = |name: &str| {
                    let others = name.chars().filter(|c| !c.is_ascii()).map(|c| code_point(&c.to_string()));
                    others.collect::<Vec<_>>().join(" ")
                };
                let title = format!("`{one}` in other code points than before");
                let label =
                    format!("it has {}, but the earlier name has {}", points(token.text), points(one));
                let message = Diagnostic::new(Code::MixedScripts, title, token.span, label)
                    .hint("names that only look the same are different names")
                    .fix(format!("write `{one}` as before"), token.span, one)
                    .changing_answers();
                found.push(message);
            }
        }
        found
    }
}

/// Whether a character of a comment is invisible and changes how the rest is displayed.
fn is_unseen(sign: char) -> bool {
    matches!(sign, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || sign.is_control() && sign != '\t'
}

#[cfg(test)]
mod tests {
    use crate::check_text;
    use crate::diagnostic::Code;

    fn codes_and_fixes(text: &str) -> Vec<(Code, String)> {
        let found = check_text("test.blanche", text).1;
        found
            .into_iter()
            .map(|one| (one.code, one.fix.map_or(String::new(), |fix| fix.edits[0].text.clone())))
            .collect()
    }

    #[test]
    fn a_misleading_character_in_a_comment_is_reported_once() {
        for sign in [
            "\r",
            "\u{b}",
            "\u{c}",
            "\u{85}",
            "\u{2028}",
            "\u{202e}",
            "\u{2067}",
            "\u{1b}[2J",
            "\u{7}",
            "\u{9b}",
        ] {
            for comment in ["% note", "%% About p.\n%% note"] {
                let text = format!("{comment}{sign}what p means\nfact q(a){sign}");
                let found = codes_and_fixes(text.trim_end_matches(sign));
                assert_eq!(found, [(Code::UnseenInComment, " ".to_owned())], "{text:?}");
            }
        }
        assert_eq!(codes_and_fixes("% a\tb \u{200f}שלום\r\nfact p(a)\r\n% c\r\n"), []);
    }

    #[test]
    fn an_invisible_line_break_in_a_comment_becomes_a_line_break() {
        let fix = |text: &str| {
            let found = check_text("test.blanche", text).1;
            let fix = found[0].fix.as_ref().expect("it has a fix");
            assert_eq!((found.len(), found[0].code), (1, Code::UnseenInComment), "{text:?}");
            (
                fix.edits.iter().map(|edit| edit.text.as_str()).collect::<Vec<_>>().concat(),
                fix.changes_answers,
            )
        };
        for sign in ["\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}"] {
            // The text after the character is still a comment.
            assert_eq!(fix(&format!("fact p(a)\n% one{sign}% two\n")), ("\n".to_owned(), false));
            // The text after the character would become a rule or a fact.
            assert_eq!(fix(&format!("fact p(a)\n% one{sign}fact p(b)\n")), ("\n".to_owned(), true));
            assert_eq!(fix(&format!("fact p(a)\n% one{sign} q(X) :- p(X)\n")), ("\n".to_owned(), true));
        }
        // A file whose lines all end with carriage returns.
        assert_eq!(fix("% one\rfact p(a)\r% two\r"), ("\n\n\n".to_owned(), true));
        assert_eq!(codes_and_fixes("% one\r"), []);
    }

    #[test]
    fn a_letter_that_resembles_a_latin_one_is_reported() {
        let man = "m\u{430}n";
        let found = codes_and_fixes(&format!("fact {man}(a)\nfact man(b)\n"));
        assert_eq!(found, [(Code::MixedScripts, "man".to_owned())]);
        // Names in another script are valid, unless they look like a Latin name in the same file.
        assert_eq!(codes_and_fixes("fact сор(a)\nfact ход(b)\nq(X) :- ход(X)\n"), []);
        assert_eq!(codes_and_fixes("fact сор(a)\nfact cop(b)\n"), [(Code::MixedScripts, "cop".to_owned())]);
        // A precomposed accent and a combining accent.
        assert_eq!(
            codes_and_fixes("fact caf\u{e9}(a)\nfact cafe\u{301}(b)\n"),
            [(Code::MixedScripts, "caf\u{e9}".to_owned())]
        );
        assert_eq!(codes_and_fixes("fact cafe\u{301}(a)\nq(X) :- cafe\u{301}(X)\n"), []);
        // The letters of this name resemble no Latin letters, so a reader sees that the name is in another script.
        assert_eq!(codes_and_fixes("fact straße(a)\nfact жman(b)\n"), []);
    }
}
