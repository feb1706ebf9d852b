//! Handles words: names, variables, numbers and paths. Malformed words are converted to the words that were meant.

use super::{Line, Normaliser};
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::files::Span;
use crate::spelling::uncapitalised;
use crate::syntax::grammar_errors::nearest;
use crate::syntax::layout::{DECLARATIONS, effect_in_a_line};
use crate::syntax::lexer::{Raw, RawToken, SIGNS, is_hidden, is_name_character};
use crate::syntax::token::{Kind, Token};

/// The title of the message about a name in quotation marks.
pub(crate) const IN_QUOTATION_MARKS: &str = "a name in quotation marks";

/// Whether a word consists of variables and numbers joined by minus signs.
fn is_sum(text: &str) -> bool {
    let is_variable = |part: &str| {
        part.starts_with(char::is_uppercase) && part.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.contains('-') && text.split('-').all(|part| is_variable(part) || is_number(part))
}

/// Whether a word has a slash between two numbers. Such a slash cannot be corrected to a dot, which would make a
/// different number.
fn divides_numbers(text: &str) -> bool {
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = text.split('/').collect();
    parts.windows(2).any(|pair| {
        let before = pair[0].rsplit(['-', '.']).next();
        let behind = pair[1].split(['-', '.']).next();
        before.as_ref().is_some_and(is_number) && behind.as_ref().is_some_and(is_number)
    })
}

/// Maximum number of tokens between the keyword of a move and an effect on its line.
const MAX_ITEM_DISTANCE: usize = 1_000;

impl<'s> Normaliser<'s> {
    pub(super) fn word(&mut self, raw: RawToken, written: &'s str, rest: &[RawToken]) {
        // Invalid UTF-8 bytes at the edge of a word are ignored. A word with such bytes inside is unreadable.
        let text = written.trim_matches(char::REPLACEMENT_CHARACTER);
        let lead = written.len() - written.trim_start_matches(char::REPLACEMENT_CHARACTER).len();
        let bad = |normaliser: &Self| {
            normaliser
                .bad_bytes
                .iter()
                .any(|bad| bad.range().start >= raw.start && bad.range().end <= raw.end)
        };
        if text.len() < written.len() && !bad(self) {
            self.unknown(raw, "\u{FFFD}");
            return;
        }
        if text.contains(is_hidden) {
            self.hidden(raw, written);
            return;
        }
        let Some(first) = text.chars().next() else {
            if self.is_wanted(rest) {
                self.push(Kind::Junk, text, raw);
            }
            return;
        };
        if text.contains(char::REPLACEMENT_CHARACTER) {
            if !bad(self) {
                self.unknown(raw, "\u{FFFD}");
            } else {
                self.push(Kind::Junk, text, raw);
            }
        } else if first == '_' {
            self.underscore(raw, text);
        } else if text.bytes().all(|b| b.is_ascii_digit()) {
            self.number(raw, text);
        } else if let Some(end) = self.end_of_foreign_path(raw, rest) {
            // The grammar reports this path.
            self.read_to = end;
            self.push(Kind::Path, &self.text[raw.start..end], RawToken { end, ..raw });
        } else if self.is_file_of_facts() {
            // The grammar reports the missing quotation marks.
            self.push(Kind::Path, text, raw);
        } else if self.header || self.is_path(raw, text) {
            self.push(if first.is_uppercase() { Kind::Variable } else { Kind::Path }, text, raw);
        } else if is_sum(text) {
            self.taken_away(RawToken { start: raw.start + lead, ..raw }, text, rest);
        } else if text.contains(['-', '/']) {
            self.hyphenated(raw, text);
        } else if self.aggregate_among_arguments(raw, text, rest)
            || self.effect_behind_comma(raw, text, rest)
            || self.twice(raw, text, rest)
        {
        } else if first.is_uppercase() {
            if text.contains('.') {
                self.dotted_variable(raw, text);
            } else {
                self.push(Kind::Variable, text, raw);
            }
        } else if self.infix(raw, text, rest) {
        } else {
            let ends = |last: &Token| last.kind == Kind::Path || last.first && last.is("library");
            let is_behind_path = self.normalised.tokens.last().is_some_and(ends);
            let begins = !self.line.token || is_behind_path && matches!(text, "use" | "base" | "domain");
            let header = begins && matches!(text, "use" | "base" | "domain" | "import" | "include");
            self.push(Kind::Name, text, raw);
            self.header = header;
        }
    }

    /// Reports a name that contains invisible characters.
    fn hidden(&mut self, raw: RawToken, written: &'s str) {
        let places = written.char_indices().filter(|(_, c)| is_hidden(*c)).map(|(at, c)| {
            let start = raw.start + at;
            (Span::new(self.id, start, start + c.len_utf8()), c)
        });
        let places: Vec<(Span, char)> = places.collect();
        let [(first, character), others @ ..] = places.as_slice() else { return };
        let label = format!("this is a zero-width character (U+{:04X})", u32::from(*character));
        let message = Diagnostic::new(Code::OddSpace, "a character that looks like a space", *first, label);
        let message = others.iter().fold(message, |message, (place, _)| message.and(*place, "and here"));
        let edits = places.iter().map(|(span, _)| Edit { span: *span, text: String::new() }).collect();
        self.say(message.fixes("remove it", edits));
        self.push(Kind::Junk, written, raw);
    }

    /// Whether a term is missing between the previous token and the following raw tokens, because a sign precedes and
    /// no term follows.
    fn is_wanted(&self, rest: &[RawToken]) -> bool {
        let behind_sign = |last: &Token| {
            matches!(
                last.kind,
                Kind::Open | Kind::Comma | Kind::Semicolon | Kind::Denotes | Kind::Colon | Kind::Not
            )
        };
        let begins = |next: &RawToken| match next.raw {
            Raw::Sign(at) => matches!(SIGNS[at].kind, Kind::Open | Kind::Not),
            raw => matches!(raw, Raw::Word | Raw::Quoted | Raw::List),
        };
        let wants = self.header || self.line.token && self.normalised.tokens.last().is_some_and(behind_sign);
        wants && !rest.iter().find(|next| next.raw != Raw::Space).is_some_and(begins)
    }

    /// Whether a word with hyphens or slashes can only be a path, although the line does not begin with a keyword
    /// such as `use`. The word is alone, next to a misspelt or misplaced keyword of this kind, or after another path.
    /// The grammar then reports the mistake.
    fn is_path(&self, raw: RawToken, text: &str) -> bool {
        if !text.contains(['-', '/']) || text.starts_with(char::is_uppercase) {
            return false;
        }
        let header = |word: &str| nearest(word, &["use", "base", "domain"]).is_some();
        if self.line.token {
            return self.normalised.tokens.last().is_some_and(|last| {
                last.kind == Kind::Path || last.kind.is_word() && last.first && header(last.text)
            }) || self.is_path_line();
        }
        let line = self.text[raw.end..].lines().next().unwrap_or("").trim();
        let next = line.split([' ', '\t', '%']).next().unwrap_or("");
        self.line.column <= 1 && (next.is_empty() || next.contains('/') || header(next))
    }

    /// Whether the line begins with a keyword that a path follows, such as `use`. The keyword may be misspelt or in
    /// another case. A predicate with a similar name does not count.
    pub(super) fn is_path_line(&self) -> bool {
        let line = &self.normalised.tokens[self.line.start..];
        let is_header = |first: &Token| {
            let word = first.text.to_lowercase();
            let is_near = || nearest(&word, &["use", "base", "domain"]).is_some();
            first.kind.is_word()
                && first.indent == 0
                && !DECLARATIONS.iter().any(|own| *own == word && !["use", "base", "domain"].contains(own))
                && (matches!(word.as_str(), "import" | "include") || is_near())
        };
        let is_of_body = |second: &Token| {
            matches!(
                second.kind,
                Kind::Open | Kind::Denotes | Kind::Colon | Kind::Equals | Kind::Comma | Kind::Semicolon
            )
        };
        self.line.token && line.first().is_some_and(is_header) && !line.get(1).is_some_and(is_of_body)
    }

    /// The end offset of a path after `use` whose steps are joined as in other languages: `a\b`, `a::b`.
    fn end_of_foreign_path(&self, raw: RawToken, rest: &[RawToken]) -> Option<usize> {
        let begins = self.normalised.tokens.get(self.line.start).is_some_and(|first| first.is("use"));
        if !self.header || !begins || !self.line.token {
            return None;
        }
        let is_joint = |raw: &RawToken| matches!(&self.text[raw.start..raw.end], "\\" | ":");
        let (mut end, mut at) = (raw.end, 0);
        loop {
            let joints = rest[at..].iter().take_while(|raw| is_joint(raw)).count();
            match rest.get(at + joints) {
                Some(word) if joints > 0 && word.raw == Raw::Word => (end, at) = (word.end, at + joints + 1),
                _ => break,
            }
        }
        (at > 0).then_some(end)
    }

    fn underscore(&mut self, raw: RawToken, text: &'s str) {
        let message = Diagnostic::new(
            Code::MalformedName,
            "a name that begins with an underscore",
            self.span(raw),
            "a name begins with a letter or a digit",
        );
        let message = message.hint(
            "a variable whose value is not used has an underscore inside or at the end, after the word for \
             its sort: `Field_`, `Group_1`",
        );
        let name = text.trim_start_matches('_');
        let behind = format!("{name}_");
        self.say(if name.starts_with(char::is_uppercase) && !name.contains(['.', '-', '/']) {
            message.fix(format!("write `{behind}`"), self.span(raw), behind)
        } else {
            message
        });
        self.push(Kind::Junk, text, raw);
    }

    fn number(&mut self, raw: RawToken, text: &'s str) {
        let significant = text.trim_start_matches('0');
        let significant = if significant.is_empty() { &text[text.len() - 1..] } else { significant };
        if significant.parse::<u32>().is_err() {
            let message = Diagnostic::new(
                Code::NumberTooLarge,
                "a number that is too large",
                self.span(raw),
                format!("the largest number is {}", u32::MAX),
            );
            self.say(message);
            self.push(Kind::Junk, text, raw);
            return;
        }
        if significant.len() < text.len() {
            let message = Diagnostic::new(
                Code::LeadingZero,
                "a number with a leading zero",
                self.span(raw),
                format!("`{text}` is the number {significant}"),
            );
            self.say(message.fix(format!("write `{significant}`"), self.span(raw), significant));
        }
        if self.numbered(raw, text) {
            return;
        }
        self.push(Kind::Number, significant, raw);
    }

    /// Handles a difference that is written without spaces: `N-1`
    fn taken_away(&mut self, raw: RawToken, text: &'s str, rest: &[RawToken]) {
        let (column, mut start) = (self.line.column, raw.start);
        for (at, part) in text.split('-').enumerate() {
            if at > 0 {
                self.push(Kind::Minus, "-", RawToken { start: start - 1, end: start, ..raw });
            }
            self.word(RawToken { start, end: start + part.len(), ..raw }, part, rest);
            start += part.len() + 1;
        }
        self.line.column = column;
    }

    fn hyphenated(&mut self, raw: RawToken, text: &'s str) {
        let dotted = text.replace(['-', '/'], ".");
        let message = Diagnostic::new(
            Code::MalformedName,
            "a name with a hyphen or a slash",
            self.span(raw),
            "only the names of files and bases may contain hyphens and slashes",
        );
        let upper = text.starts_with(char::is_uppercase);
        let touches = |last: &Token| last.kind == Kind::Junk && last.span.range().end == raw.start;
        if self.normalised.tokens.last().is_some_and(touches) {
            // The word is part of text that has been reported.
            self.push(Kind::Junk, text, raw);
            return;
        }
        if text.contains('/') && (upper || divides_numbers(text)) {
            let label = "BLANCHE adds with `+` and subtracts with `-`, and has no other arithmetic";
            let message = Diagnostic::new(Code::MalformedName, "a name with a slash", self.span(raw), label);
            self.say(message.hint("state quotients in facts: `fact half(1, 2)`"));
            self.push(Kind::Junk, text, raw);
            return;
        }
        let better = if upper { dotted.replace('.', "") } else { dotted };
        self.say(match upper || crate::syntax::is_name(&better) {
            true => message.fix(format!("write `{better}`"), self.span(raw), better),
            false => message,
        });
        self.push(Kind::Junk, text, raw);
    }

    fn dotted_variable(&mut self, raw: RawToken, text: &'s str) {
        let behind =
            |word: &str| self.normalised.tokens.last().is_some_and(|last| last.first && last.is(word));
        let is_name = behind("rule") || behind("score") || self.text[raw.end..].starts_with('(');
        let (title, better) = if is_name {
            let lower: String = text.split('.').map(uncapitalised).collect::<Vec<_>>().join(".");
            ("a name that begins with an upper-case letter", lower)
        } else {
            ("a variable with a dot in its name", text.replace('.', ""))
        };
        let message = Diagnostic::new(
            Code::MalformedName,
            title,
            self.span(raw),
            "only names that begin with a lower-case letter have dots inside",
        );
        self.say(match self.predicate_on_variable(raw, text) {
            Some(ours) => message.hint(format!("the arguments of a predicate go in its brackets: `{ours}`")),
            None => message.fix(format!("write `{better}`"), self.span(raw), better),
        });
        self.push(Kind::Junk, text, raw);
    }

    /// Rewrites `Line1.three` and `Line1.three(Side)` as predicates applied to the variable, if the text contains
    /// this variable or this predicate.
    fn predicate_on_variable(&self, raw: RawToken, text: &str) -> Option<String> {
        let (variable, name) = text.split_once('.')?;
        let has = |text: &str, kind: Kind| {
            self.normalised.tokens.iter().any(|token| token.kind == kind && token.text == text)
        };
        let is_name = name.starts_with(char::is_lowercase);
        if !is_name || !has(variable, Kind::Variable) && !has(name, Kind::Name) {
            return None;
        }
        Some(match self.text[raw.end..].starts_with('(') {
            true => format!("{name}({variable}, …)"),
            false => format!("{name}({variable})"),
        })
    }

    /// Whether the path of a file of facts is expected next, after `facts parent from`. Instead of `facts`, `fact` is
    /// accepted too.
    fn is_file_of_facts(&self) -> bool {
        let line = &self.normalised.tokens[self.line.start..];
        let [first, _, more @ .., from] = line else { return false };
        let is_call = more.first().is_none_or(|open| open.kind == Kind::Open)
            && more.last().is_none_or(|close| close.kind == Kind::Close);
        self.line.token && matches!(first.text, "facts" | "fact") && is_call && from.is("from")
    }

    /// Whether the line so far is `facts NAME`, and the file may follow.
    fn is_table_without_from(&self) -> bool {
        let line = &self.normalised.tokens[self.line.start..];
        self.line.token && line.len() == 2 && line[0].is("facts")
    }

    /// Whether the current word repeats the word directly before it.
    fn is_twice(&self, raw: RawToken, text: &str) -> bool {
        let line = &self.normalised.tokens[self.line.start..];
        let Some(last) = line.last().filter(|_| self.line.token) else { return false };
        let is_next = self.text[last.span.range().end..raw.start].chars().all(|c| matches!(c, ' ' | '\t'));
        last.text == text && is_next && matches!(last.kind, Kind::Name | Kind::Variable)
    }

    /// Handles `max N_ (…)` among the arguments of a predicate. Returns `false` if the text is something else.
    fn aggregate_among_arguments(&mut self, raw: RawToken, text: &'s str, rest: &[RawToken]) -> bool {
        if !matches!(text, "count" | "sum" | "min" | "max") || !self.is_in_arguments() {
            return false;
        }
        let written = |raw: &RawToken| &self.text[raw.start..raw.end];
        let mut next = rest.iter().filter(|next| next.raw != Raw::Space);
        let is_variable = next
            .next()
            .is_some_and(|next| next.raw == Raw::Word && written(next).starts_with(char::is_uppercase));
        if !is_variable || next.next().is_none_or(|open| written(open) != "(") {
            return false;
        }
        let mut depth = 1;
        let close = next.find(|next| {
            depth += i32::from(written(next) == "(") - i32::from(written(next) == ")");
            depth == 0
        });
        // In a comparison an operator would follow the aggregate.
        let is_argument = next.next().is_some_and(|behind| matches!(written(behind), "," | ")"));
        let Some(end) = close.map(|close| close.end).filter(|_| is_argument) else { return false };
        let whole = RawToken { end, ..raw };
        let label = "an aggregate is one side of a comparison";
        let message =
            Diagnostic::new(Code::Expected, "an aggregate among arguments", self.span(whole), label);
        let hint = format!("write `M` here, and `{} = M` before it", &self.text[raw.start..end]);
        self.say(message.hint(hint));
        self.read_to = end;
        self.push(Kind::Junk, &self.text[raw.start..end], whole);
        true
    }

    /// Handles `adds` or `removes` after a comma on the line of a move. The word should begin a line. Returns `false`
    /// if it is not used in this way.
    fn effect_behind_comma(&mut self, raw: RawToken, text: &'s str, rest: &[RawToken]) -> bool {
        let is_comma = |last: &&Token| last.kind == Kind::Comma && self.line.token && self.opened.is_empty();
        let Some(comma) = self.normalised.tokens.last().filter(is_comma).map(|comma| comma.span) else {
            return false;
        };
        // This word must be followed by a tuple.
        let mut next = rest.iter().filter(|next| !matches!(next.raw, Raw::Space));
        let goes_on = next.next().is_some_and(|next| next.raw == Raw::Word)
            && next.next().is_some_and(|open| &self.text[open.start..open.end] == "(");
        let mut back = self.normalised.tokens.iter().rev().take(MAX_ITEM_DISTANCE);
        let is_of_move =
            back.find(|token| token.first && token.indent == 0).is_some_and(|token| token.is("move"));
        if !matches!(text, "adds" | "removes") || !goes_on || !is_of_move {
            return false;
        }
        self.normalised.tokens.pop();
        self.say(effect_in_a_line(comma, Span { end: raw.start as u32, ..comma }));
        self.line = Line { column: 4, start: self.normalised.tokens.len(), ..Line::default() };
        self.push(Kind::Name, text, raw);
        true
    }

    /// Handles a word that is repeated as an argument or as the keyword of an item. Returns `false` if the word is not
    /// repeated.
    fn twice(&mut self, raw: RawToken, text: &str, rest: &[RawToken]) -> bool {
        if !self.is_twice(raw, text) {
            return false;
        }
        let next = rest.iter().find(|next| !matches!(next.raw, Raw::Space));
        const JOINTS: [&str; 10] = ["if", "for", "from", "plays", "words", "one", "at", "to", "as", "by"];
        let goes_on = next.is_some_and(|next| {
            matches!(next.raw, Raw::Word | Raw::Quoted) && !JOINTS.contains(&&self.text[next.start..next.end])
        });
        let is_first = self.normalised.tokens.len() == self.line.start + 1 && DECLARATIONS.contains(&text);
        let title = format!("`{text}` twice");
        if is_first && goes_on {
            let place = Span { start: self.normalised.tokens[self.line.start].span.end, ..self.span(raw) };
            let message = Diagnostic::new(Code::Expected, title, self.span(raw), "it appears here already");
            self.say(message.fix("remove one", place, ""));
            return true;
        }
        if !self.is_in_arguments() {
            return false;
        }
        let label = "two arguments are separated by a comma";
        let message = Diagnostic::new(Code::MissingComma, title, self.span(raw), label);
        self.say(message.hint("write `,` between the two, or remove one of them"));
        true
    }

    pub(super) fn quoted(&mut self, raw: RawToken, text: &'s str) {
        let inner = text.strip_prefix(|_: char| true).unwrap_or(text);
        let inner = inner.strip_suffix(|_: char| true).unwrap_or(inner);
        if self.is_file_of_facts() && text.starts_with('"') {
            let is_name = |step: &str| !step.is_empty() && step.chars().all(is_name_character);
            if !inner.split(['.', '-', '/']).all(is_name) {
                let (title, label) =
                    ("an invalid path", "a file of facts is in the folder of the rule file, or below it");
                let message = Diagnostic::new(Code::MalformedName, title, self.span(raw), label);
                self.say(
                    message.hint(
                        "a path consists of letters, digits and underscores, joined by `.`, `-` and `/`",
                    ),
                );
            }
            self.push(Kind::Text, inner, raw);
            return;
        }
        if self.is_file_of_facts() && !inner.contains('"') {
            // The grammar reports the wrong quotation marks.
            self.push(Kind::Path, inner, raw);
            return;
        }
        if self.is_table_without_from() && text.starts_with('"') && inner.contains('.') {
            let place = self.span(raw).before();
            let label = "`from` comes before the file of facts";
            let message = Diagnostic::new(Code::Expected, "a missing `from`", self.span(raw), label);
            self.say(message.fix("write `from`", place, "from "));
            self.push(Kind::Name, "from", RawToken { end: raw.start, ..raw });
            self.push(Kind::Text, inner, raw);
            return;
        }
        let is_name = |inner: &str| {
            inner.chars().next().is_some_and(|c| c.is_alphanumeric() && !c.is_uppercase())
                && crate::syntax::is_name(inner)
                && !inner.contains(char::REPLACEMENT_CHARACTER)
        };
        let name = is_name(inner);
        let span = self.span(raw);
        let title = IN_QUOTATION_MARKS;
        let path = self.header
            && !inner.is_empty()
            && inner.chars().all(|c| is_name_character(c) || "-/.".contains(c));
        if name || path {
            let kind = if path { Kind::Path } else { Kind::Name };
            let message = Diagnostic::new(Code::OtherSpelling, title, span, "names are written without them");
            self.say(message.fix(format!("write `{inner}`"), span, inner));
            self.push(kind, inner, raw);
        } else {
            let message = Diagnostic::new(Code::UnknownCharacter, title, span, "BLANCHE has no strings");
            let message = message
                .hint("a name begins with a lower-case letter: letters, digits, underscores, dots inside");
            let words: Vec<String> = inner.split_whitespace().map(uncapitalised).collect();
            let joined = words.join(".");
            self.say(if is_name(&joined) {
                message.fix(format!("write `{joined}`"), span, joined)
            } else {
                message
            });
            self.push(Kind::Junk, text, raw);
        }
    }
}
