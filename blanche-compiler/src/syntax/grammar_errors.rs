//! The error type of the grammar, and its conversion to diagnostics.
//!
//! A grammar rule either emits a finished message ([`Fault::Said`]) and continues, or it fails. In the second case the
//! fault contains what was expected and at which token ([`Fault::Missing`]), and [`Fault::diagnostic`] builds the
//! message.

use chumsky::DefaultExpected;
use chumsky::error::{Error, LabelError};
use chumsky::span::SimpleSpan;
use chumsky::util::MaybeRef;

use crate::diagnostic::{Code, Diagnostic};
use crate::spelling::{capitalised, distance_within, uncapitalised};

use super::reordered_heads::reordered;
use super::token::{Kind, Token};
pub(super) use super::usages::usage;
use super::when_named::when_named;

/// A hint that lists the levels of rules.
pub(super) const LEVELS: &str =
    "a level is 0 for a game that is won, or the odd number of moves that the win takes: 1, 3, 5 …";

/// What a parser can expect at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// This keyword.
    Word(&'static str),
    /// A name, with the kind of thing that it names.
    Name(&'static str),
    /// A variable, and its purpose.
    Variable(&'static str),
    /// A number, and its meaning.
    Number(&'static str),
    /// This sign, as a token kind.
    Sign(Kind),
    /// The end of the item.
    End,
}

/// An error of the grammar.
#[derive(Clone, Debug)]
pub(super) enum Fault<'s> {
    /// A finished message.
    Said(Box<Diagnostic>),
    /// A token was expected and is missing.
    Missing {
        /// What was expected.
        wanted: Vec<Wanted>,
        /// The token found instead. There always is one, because every item ends with [`Kind::End`].
        found: Option<Token<'s>>,
    },
}

impl From<Diagnostic> for Fault<'_> {
    fn from(diagnostic: Diagnostic) -> Self {
        Fault::Said(Box::new(diagnostic))
    }
}

type Input<'t, 's> = &'t [Token<'s>];

impl<'t, 's> Error<'t, Input<'t, 's>> for Fault<'s> {
    fn merge(mut self, other: Self) -> Self {
        if let (Fault::Missing { wanted, .. }, Fault::Missing { wanted: more, .. }) = (&mut self, other) {
            for one in more {
                if !wanted.contains(&one) {
                    wanted.push(one);
                }
            }
        }
        self
    }
}

impl<'t, 's> LabelError<'t, Input<'t, 's>, DefaultExpected<'t, Token<'s>>> for Fault<'s> {
    fn expected_found<E: IntoIterator<Item = DefaultExpected<'t, Token<'s>>>>(
        _: E,
        found: Option<MaybeRef<'t, Token<'s>>>,
        _: SimpleSpan,
    ) -> Self {
        Fault::Missing { wanted: Vec::new(), found: found.map(|token| *token) }
    }
}

impl<'t, 's> LabelError<'t, Input<'t, 's>, Wanted> for Fault<'s> {
    fn expected_found<E: IntoIterator<Item = Wanted>>(
        expected: E,
        found: Option<MaybeRef<'t, Token<'s>>>,
        _: SimpleSpan,
    ) -> Self {
        Fault::Missing { wanted: expected.into_iter().collect(), found: found.map(|token| *token) }
    }

    fn label_with(&mut self, label: Wanted) {
        if let Fault::Missing { wanted, .. } = self {
            *wanted = vec![label];
        }
    }
}

impl Fault<'_> {
    /// Converts the fault to a message; `None` after a junk token, which has been reported. `tokens` are the tokens of
    /// the item.
    pub(super) fn diagnostic(self, tokens: &[Token]) -> Option<Diagnostic> {
        let (wanted, found) = match self {
            Fault::Said(diagnostic) => return Some(*diagnostic),
            Fault::Missing { wanted, found } => (wanted, found?),
        };
        if found.kind == Kind::Junk {
            return None;
        }
        let is_found = |token: &Token| token.span == found.span && token.kind == found.kind;
        let at = tokens.iter().position(is_found)?;
        let first = beginning(tokens, &found);
        let is_named = ["rule", "score", "move", "preference"].iter().any(|word| first.is(word));
        if let Some(message) = reordered(tokens, &found) {
            return Some(message);
        }
        if let Some(message) = when_named(tokens, &found) {
            return Some(message.hint(usage(first.text)));
        }
        if is_named
            && let [_, name, colour, ..] = tokens
            && name.is("for")
            && colour.span == found.span
        {
            let message = Diagnostic::new(
                Code::Expected,
                format!("a {} without a name", first.text),
                name.gap,
                format!("the name of the {} is missing here", first.text),
            );
            return Some(message.hint(usage(first.text)));
        }
        if let [item, name, second, ..] = tokens
            && item.is("draw")
            && name.is("if")
            && second.span == found.span
        {
            let label = "the name of the draw is missing here";
            let message = Diagnostic::new(Code::Expected, "a draw without a name", name.gap, label);
            return Some(message.hint(usage("draw")));
        }
        if first.is("draw") && tokens.iter().any(|token| token.is("as")) {
            let label = "did you mean `drawn`?";
            let title = "an invalid `draw`";
            let message = Diagnostic::new(Code::Expected, title, first.span, label);
            return Some(message.hint(usage("drawn")).fix("write `drawn`", first.span, "drawn"));
        }
        // A rule name of two words: `rule t threat for white`
        if let [item, name, second, rest @ ..] = tokens
            && is_named
            && second.span == found.span
            && name.kind == Kind::Name
            && second.kind == Kind::Name
            && rest.first().is_some_and(|next| next.is("for"))
        {
            let whole = name.span.to(second.span);
            let joined = format!("{}.{}", name.text, second.text);
            let title = format!("the name of a {} is one word", item.text);
            let message = Diagnostic::new(Code::MalformedName, title, whole, "these are two");
            return Some(message.fix(format!("write `{joined}`"), whole, joined));
        }
        let title = if first.kind == Kind::Declare {
            format!("{} `{}` that cannot be parsed", article(first.text), first.text)
        } else {
            "something else was expected here".to_string()
        };
        let message = missing(&wanted, tokens, at, first.text, title);
        Some(if message.fix.is_some() && message.code != Code::Expected {
            message
        } else {
            message.hint(usage(first.text))
        })
    }
}

/// The keyword of the part of the item that contains `found`.
fn beginning<'s>(tokens: &[Token<'s>], found: &Token<'s>) -> Token<'s> {
    let at = tokens.iter().position(|token| token.span == found.span).unwrap_or(0);
    let part = tokens.iter().take(at + 1).rfind(|token| token.kind == Kind::Declare);
    part.or(tokens.first()).copied().unwrap_or(*found)
}

/// The article for a keyword: `a rule`, `an export`.
pub(super) fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'u']) && word != "use" { "an" } else { "a" }
}

/// A mismatch between the grammar and a token, with the expected things and the token found.
pub(super) struct Missing<'t> {
    pub(super) wanted: &'t [Wanted],
    /// The keywords among `wanted`.
    pub(super) words: Vec<&'static str>,
    /// The tokens of the item, up to the token found instead.
    pub(super) read: &'t [Token<'t>],
    /// The token found instead.
    pub(super) found: &'t Token<'t>,
    /// The tokens after it.
    pub(super) rest: &'t [Token<'t>],
    /// The neighbours of the token found.
    pub(super) before: Option<&'t Token<'t>>,
    pub(super) next: Option<&'t Token<'t>>,
    /// The keyword of the item.
    pub(super) item: &'t str,
    pub(super) title: String,
}

/// Possible explanations of a mismatch, in order of preference. The first explanation that applies becomes the message.
const EXPLANATIONS: [fn(&Missing<'_>) -> Option<Diagnostic>; 14] = [
    |missing| missing.ended_by_sign(),
    |missing| missing.space_left_out(),
    |missing| missing.misspelt_word(),
    |missing| missing.of_another_item(),
    |missing| missing.played_left_out(),
    |missing| missing.level_left_out(),
    |missing| missing.range_amiss(),
    |missing| missing.another_word(),
    |missing| missing.another_if(),
    |missing| missing.words_left_out(),
    |missing| missing.other_case(),
    |missing| missing.comma_left_out(),
    |missing| missing.word_left_out(),
    |missing| missing.ends_too_early(),
];

/// The message about a mismatch in an item with keyword `item`. `at` is the index of the token found among the tokens of
/// the item.
fn missing(wanted: &[Wanted], tokens: &[Token], at: usize, item: &str, title: String) -> Diagnostic {
    let (read, rest) = tokens.split_at(at);
    let Some((found, rest)) = rest.split_first() else { unreachable!("`at` is an index") };
    let (before, next) = (read.last(), rest.first());
    let words = wanted.iter().filter_map(|one| if let Wanted::Word(word) = one { Some(*word) } else { None });
    let missing = Missing { wanted, words: words.collect(), read, found, rest, before, next, item, title };
    EXPLANATIONS.iter().find_map(|explain| explain(&missing)).unwrap_or_else(|| {
        missing.expected(match wanted {
            [Wanted::End] => "nothing can follow here".to_owned(),
            _ => format!("{} belongs here", one_of(wanted)),
        })
    })
}

impl Missing<'_> {
    pub(super) fn expected(&self, label: String) -> Diagnostic {
        Diagnostic::new(Code::Expected, self.title.clone(), self.found.span, label)
    }

    /// Explains a `;` after a complete item. Other languages end statements with it.
    fn ended_by_sign(&self) -> Option<Diagnostic> {
        let is_last = self.next.is_none_or(|next| next.kind == Kind::End);
        let ends = self.wanted.contains(&Wanted::End) && self.found.kind == Kind::Semicolon && is_last;
        let message = || self.expected("an item ends with its line here".to_owned());
        ends.then(|| message().fix("remove it", self.found.gap.to(self.found.span), ""))
    }

    fn misspelt_word(&self) -> Option<Diagnostic> {
        let with_brackets = self.next.is_some_and(|next| next.kind == Kind::Open);
        if !self.found.kind.is_word() || with_brackets {
            return None;
        }
        let near = nearest(self.found.text, &self.words)?;
        let message = self.expected(format!("did you mean `{near}`?"));
        Some(match may_hold_value(self.found.text, near) {
            true => message,
            false => message.fix(format!("write `{near}`"), self.found.span, near),
        })
    }

    /// Explains `:-` or a synonym used for `if`.
    fn another_if(&self) -> Option<Diagnostic> {
        const WORDS: [&str; 8] = ["then", "when", "where", "while", "iff", "wenn", "als", "si"];
        let found = self.found;
        let for_if = matches!(found.kind, Kind::Denotes | Kind::Colon)
            || WORDS.contains(&found.text.to_lowercase().as_str());
        (self.words.contains(&"if") && for_if).then(|| {
            let message = self.expected(match self.item {
                "removes" | "adds" | "then" => "the condition of an effect begins with `if`".to_owned(),
                item => format!("the head of a {item} ends with `if`"),
            });
            message.fix("write `if`", found.gap.to(found.span), " if")
        })
    }

    /// Explains a word that belongs to another kind of item: a keyword of rules or scores in a move, a preference or a
    /// draw.
    fn of_another_item(&self) -> Option<Diagnostic> {
        if !["move", "preference", "draw"].contains(&self.item) {
            return None;
        }
        let label = match self.found.text {
            "at" | "level" => format!("a {} has no level", self.item),
            "attacking" | "defending" => format!("a {} has no weights", self.item),
            "worth" if self.words.contains(&"plays") => "what is played goes before `worth`".to_owned(),
            "plays" if self.item == "draw" => "a draw plays nothing".to_owned(),
            "for" if self.item == "draw" => "a draw has no player".to_owned(),
            _ => return None,
        };
        let message = self.expected(label);
        Some(match self.next {
            Some(next) if self.item == "draw" && self.found.is("for") => message
                .hint("a rule says who has won: `rule NAME for COLOUR at level 0 if`")
                .fix("remove it", self.found.gap.to(next.span), ""),
            _ => message,
        })
    }

    /// Explains a move without `plays`, or a preference without `worth`.
    fn played_left_out(&self) -> Option<Diagnostic> {
        let ends = self.found.is("if") || self.found.kind == Kind::End;
        let is_played = ["move", "preference"].contains(&self.item) && self.words.contains(&"plays");
        let label = match (is_played, self.words.contains(&"worth")) {
            _ if !ends => return None,
            (true, _) => "what is played is missing here: `plays` and a variable",
            (_, true) => "what such a move is worth is missing here: `worth` and a number",
            (false, false) => return None,
        };
        Some(Diagnostic::new(Code::Expected, self.title.clone(), self.found.gap, label))
    }

    /// Explains a rule without a level, or with the level in another form.
    fn level_left_out(&self) -> Option<Diagnostic> {
        let goes_on = self.found.is("plays") || self.found.is("if") || self.found.kind == Kind::Denotes;
        let wants_level = self.item == "rule" && self.wanted.contains(&Wanted::Number("a level"));
        let words = |word: &str| self.item == "rule" && self.words.contains(&word);
        let left_out = match (words("at"), words("level"), wants_level) {
            _ if !goes_on && !wants_level => return None,
            (true, ..) => "`at level N`",
            (_, true, _) => "`level N`",
            (.., true) if goes_on => "its number",
            (.., true) => {
                let number = match self.found.text {
                    "zero" | "nul" | "null" => "0",
                    "one" | "een" | "eins" => "1",
                    "three" | "drie" | "drei" => "3",
                    "five" | "vijf" | "fünf" => "5",
                    "seven" | "zeven" | "sieben" => "7",
                    _ => return Some(self.expected("a level belongs here".to_owned()).hint(LEVELS)),
                };
                let message = self.expected("a level is written in digits".to_owned()).hint(LEVELS);
                // Only a rule of level 0 plays nothing.
                if !self.next.is_some_and(|next| next.is(if number == "0" { "if" } else { "plays" })) {
                    return Some(message);
                }
                return Some(message.fix(format!("write `{number}`"), self.found.span, number));
            }
            _ => return None,
        };
        let label = format!("{left_out} is missing here");
        Some(Diagnostic::new(Code::Expected, "a rule without a level", self.found.gap, label).hint(LEVELS))
    }

    /// Explains another word or sign that is used for the expected one.
    fn another_word(&self) -> Option<Diagnostic> {
        let found = self.found;
        let is_sign = matches!(found.kind, Kind::Denotes | Kind::Colon | Kind::Equals);
        let is_comma = self.wanted.contains(&Wanted::Sign(Kind::Comma));
        let word = match self.words.iter().find(|word| ["suppose", "as", "worth"].contains(word)) {
            Some(&"suppose") if is_sign || found.is("if") || found.is("that") => " suppose",
            Some(word) if is_sign && *word == "as" => " as",
            Some(word) if is_sign && *word == "worth" => " worth",
            _ if is_comma && (found.is("and") || found.is("to") && self.item != "sort") => ",",
            _ => return None,
        };
        let message = self.expected(format!("`{}` belongs here", word.trim_start()));
        Some(message.fix(format!("write `{}`", word.trim_start()), found.gap.to(found.span), word))
    }

    /// Explains a variable at the place of a name, or a name at the place of a variable.
    fn other_case(&self) -> Option<Diagnostic> {
        let found = self.found;
        self.wanted.iter().find_map(|one| match one {
            Wanted::Name(what) if found.kind == Kind::Variable => {
                let lower = uncapitalised(found.text);
                let message = self.expected(format!("{what} begins with a lower-case letter"));
                Some(message.fix(format!("write `{lower}`"), found.span, lower))
            }
            Wanted::Variable(what)
                if found.kind == Kind::Name
                    && !is_keyword(found.text)
                    && !self.is_counts()
                    && !self.wants_number() =>
            {
                let upper = as_variable(found.text);
                let message = self.expected(format!("{what} begins with an upper-case letter"));
                // Some words are probably values and not misspelt variables: names such as `h8`, a player such as `x`
                // in a state, and `nothing` after `plays`.
                let is_value = matches!(found.text, "nothing" | "none")
                    || found.text.len() <= 3 && found.text.ends_with(|c: char| c.is_ascii_digit())
                    || self.item == "state" && found.text.len() == 1;
                Some(match is_value {
                    true => message,
                    false => message.fix(format!("write `{upper}`"), found.span, upper),
                })
            }
            _ => None,
        })
    }

    /// Whether the player is missing, as in `for counts Field`.
    fn is_counts(&self) -> bool {
        self.found.is("counts") && self.next.is_some_and(|next| next.kind == Kind::Variable)
    }

    fn wants_number(&self) -> bool {
        self.wanted.iter().any(|one| matches!(one, Wanted::Number(_)))
    }

    fn ends_too_early(&self) -> Option<Diagnostic> {
        let ends = self.found.kind == Kind::End || self.found.first;
        let label = || format!("{} is missing here", one_of(self.wanted));
        ends.then(|| Diagnostic::new(Code::Expected, self.title.clone(), self.found.gap, label()))
    }
}

/// Whether this word is a keyword inside an item.
pub(super) fn is_keyword(word: &str) -> bool {
    [
        "for",
        "against",
        "at",
        "level",
        "plays",
        "attacking",
        "defending",
        "if",
        "of",
        "like",
        "to",
        "words",
        "playable",
        "by",
        "hexagonal",
        "dark",
        "numbered",
        "part",
        "gives",
        "tests",
        "asks",
        "growing",
        "worth",
        "suppose",
        "from",
        "as",
        "one",
        "history",
        "and",
    ]
    .contains(&word)
}

/// Whether a misspelt keyword may be joined to a number or a variable, which would be lost if the whole word were
/// replaced by the keyword.
fn may_hold_value(written: &str, word: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let has_capital = || written.chars().skip(1).any(char::is_uppercase);
    written.to_lowercase() != word
        && (written.starts_with(is_digit) || written.ends_with(is_digit) || has_capital())
}

/// Joins the expected things for a message: `a`, `a or b`, `a, b or c`.
fn one_of(wanted: &[Wanted]) -> String {
    let mut all: Vec<String> = wanted.iter().filter(|one| **one != Wanted::End).map(described).collect();
    all.dedup();
    match all.pop() {
        None if wanted.is_empty() => "something else".to_string(),
        None => "the end of the line".to_string(),
        Some(last) if all.is_empty() => last,
        Some(last) => format!("{} or {last}", all.join(", ")),
    }
}

/// Describes one expected thing.
fn described(wanted: &Wanted) -> String {
    match wanted {
        Wanted::Word(word) => format!("`{word}`"),
        Wanted::Name(what) | Wanted::Variable(what) | Wanted::Number(what) => (*what).to_string(),
        Wanted::Sign(kind) => format!("`{}`", sign(*kind)),
        Wanted::End => "the end of the line".to_string(),
    }
}

/// The text of a sign.
fn sign(kind: Kind) -> &'static str {
    match kind {
        Kind::Open => "(",
        Kind::Close => ")",
        Kind::Comma => ",",
        Kind::Semicolon => ";",
        Kind::Denotes => ":-",
        Kind::Colon => ":",
        Kind::Not => "¬",
        Kind::Dots => "...",
        Kind::Plus => "+",
        Kind::Minus => "-",
        kind if let Some(operator) = kind.operator() => operator.sign(),
        _ => "?",
    }
}

/// Converts a name to a variable: the first letter in upper case, without dots, hyphens and slashes.
fn as_variable(name: &str) -> String {
    capitalised(&name.replace(['.', '-', '/'], ""))
}

/// Number of letters at the beginning of a word that are compared with keywords. No keyword is longer.
const MAX_KEYWORD_LETTERS: usize = 32;

/// The keyword that was probably meant. It is at most two edits away, and the number of edits is at most half the
/// number of its letters. Keywords are short and few, so more edits are allowed than [`crate::spelling::nearest`]
/// allows for names.
pub(super) fn nearest<'w>(written: &str, words: &[&'w str]) -> Option<&'w str> {
    let lower: String = written.to_lowercase().chars().take(MAX_KEYWORD_LETTERS).collect();
    let variable = written.starts_with(char::is_uppercase);
    words
        .iter()
        .filter_map(|word| Some((distance_within(&lower, word, 2)?, *word)))
        .filter(|(edits, word)| edits * 2 <= word.len() && (*edits == 0 || !variable))
        .filter(|(edits, _)| *edits == 0 || lower.len() > 1)
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, word)| word)
}
