//! The grammar of the language as data, for readers and for tests of the parser.
//!
//! The parser in [`crate::syntax`] is not generated from a grammar, because it recovers from mistakes and explains
//! them. The file `blanche.ebnf` also describes the valid texts, and a test compares the two in both directions: random
//! sentences of the grammar must parse, and the grammar must derive a text if and only if the text parses. The second
//! test is repeated after one word of the text is changed. [`railroad`] draws the grammar.

pub mod railroad;

/// The grammar as text, in EBNF.
pub const TEXT: &str = include_str!("blanche.ebnf");

/// The productions of a grammar, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grammar {
    /// The productions. The first production describes a file.
    pub productions: Vec<Production>,
}

/// A production: a name and its expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Production {
    /// The name of the production.
    pub name: String,
    /// The heading above the production.
    pub section: String,
    /// The expansion of the name.
    pub expression: Expression,
    /// The production as written.
    pub text: String,
}

/// A part of a production.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// `"rule"`: a terminal.
    Word(String),
    /// The name of another production.
    Name(String),
    /// `? a capital letter ?`: a description in words.
    Said(String),
    /// Several parts in sequence.
    Sequence(Vec<Expression>),
    /// One of several alternatives.
    Choice(Vec<Expression>),
    /// `[ x ]`: an optional part.
    Option(Box<Expression>),
    /// `{ x }`: zero or more repetitions.
    Repeat(Box<Expression>),
}

/// The grammar of BLANCHE.
///
/// # Panics
/// If the built-in text is not a valid grammar, which tests exclude.
pub fn grammar() -> Grammar {
    Grammar::read(TEXT).unwrap_or_else(|problem| panic!("the grammar cannot be read: {problem}"))
}

impl Grammar {
    /// Parses a grammar.
    ///
    /// # Errors
    /// A description of the mistake and its line.
    pub fn read(text: &str) -> Result<Grammar, String> {
        let mut reader = Reader { tokens: tokens(text)?, at: 0 };
        let mut productions: Vec<Production> = Vec::new();
        let mut section = String::new();
        while let Some(token) = reader.next() {
            match token.kind {
                TokenKind::Heading => section = token.text,
                TokenKind::Name => {
                    if productions.iter().any(|known| known.name == token.text) {
                        return Err(format!("line {}: `{}` is defined twice", token.line, token.text));
                    }
                    reader.want("=")?;
                    let expression = reader.choice()?;
                    let end = reader.want(";")?.end;
                    let text = text[token.start..end].to_owned();
                    productions.push(Production {
                        name: token.text,
                        section: section.clone(),
                        expression,
                        text,
                    });
                }
                _ => return Err(format!("line {}: no production begins with `{}`", token.line, token.text)),
            }
        }
        let grammar = Grammar { productions };
        let mut unknown = None;
        for production in &grammar.productions {
            production.expression.names(&mut |name| {
                if grammar.production(name).is_none() {
                    unknown = Some(format!("`{}` refers to `{name}`, which is not defined", production.name));
                }
            });
        }
        unknown.map_or(Ok(grammar), Err)
    }

    /// The production with this name.
    pub fn production(&self, name: &str) -> Option<&Production> {
        self.productions.iter().find(|production| production.name == name)
    }
}

impl Expression {
    /// Calls `each` with the names of all productions that the expression refers to.
    pub fn names<'a>(&'a self, each: &mut impl FnMut(&'a str)) {
        match self {
            Expression::Name(name) => each(name),
            Expression::Word(_) | Expression::Said(_) => {}
            Expression::Sequence(parts) | Expression::Choice(parts) => {
                parts.iter().for_each(|part| part.names(each));
            }
            Expression::Option(inner) | Expression::Repeat(inner) => inner.names(each),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TokenKind {
    Name,
    Word,
    Said,
    Sign,
    Heading,
}

#[derive(Clone, Debug)]
struct Token {
    kind: TokenKind,
    text: String,
    line: usize,
    start: usize,
    end: usize,
}

/// Splits a text into tokens. Comments are dropped, except those that begin with `#`, which are headings.
fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let start = at;
        let line = text[..start].matches('\n').count() + 1;
        let until = |from: usize, end: &str| {
            let length =
                text[from..].find(end).ok_or(format!("line {line}: there is no `{end}` after this"))?;
            Ok::<_, String>((text[from..from + length].trim().to_owned(), from + length + end.len()))
        };
        let (kind, token) = if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        } else if text[at..].starts_with("(*") {
            let (comment, end) = until(at + 2, "*)")?;
            at = end;
            let Some(heading) = comment.strip_prefix('#') else { continue };
            (TokenKind::Heading, heading.trim().to_owned())
        } else if first == '"' {
            let (word, end) = until(at + 1, "\"")?;
            at = end;
            (TokenKind::Word, word)
        } else if first == '?' {
            let (said, end) = until(at + 1, "?")?;
            at = end;
            (TokenKind::Said, said)
        } else if first.is_alphabetic() {
            let name: String = text[at..].chars().take_while(|c| c.is_alphanumeric() || *c == '.').collect();
            at += name.len();
            (TokenKind::Name, name)
        } else if "=;|()[]{}".contains(first) {
            at += 1;
            (TokenKind::Sign, first.to_string())
        } else {
            return Err(format!("line {line}: `{first}` has no meaning"));
        };
        found.push(Token { kind, text: token, line, start, end: at });
    }
    Ok(found)
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
}

impl Reader {
    fn next(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        token
    }

    fn is(&self, sign: &str) -> bool {
        self.tokens.get(self.at).is_some_and(|token| token.kind == TokenKind::Sign && token.text == sign)
    }

    fn want(&mut self, sign: &str) -> Result<Token, String> {
        if self.is(sign) {
            return Ok(self.next().expect("it was looked at"));
        }
        let last = self.tokens.get(self.at).or(self.tokens.last());
        Err(format!("line {}: `{sign}` is missing", last.map_or(1, |token| token.line)))
    }

    /// Parses alternatives: `a | b`
    fn choice(&mut self) -> Result<Expression, String> {
        let mut branches = vec![self.sequence()?];
        while self.is("|") {
            self.at += 1;
            branches.push(self.sequence()?);
        }
        Ok(if branches.len() == 1 { branches.remove(0) } else { Expression::Choice(branches) })
    }

    /// Parses a sequence: `a b`
    fn sequence(&mut self) -> Result<Expression, String> {
        let mut parts = Vec::new();
        while let Some(part) = self.part()? {
            parts.push(part);
        }
        match parts.len() {
            0 => Err(format!("line {}: nothing is here", self.tokens.get(self.at).map_or(0, |t| t.line))),
            1 => Ok(parts.remove(0)),
            _ => Ok(Expression::Sequence(parts)),
        }
    }

    fn part(&mut self) -> Result<Option<Expression>, String> {
        let Some(token) = self.tokens.get(self.at).cloned() else { return Ok(None) };
        self.at += 1;
        let inside = |reader: &mut Reader, close: &str| {
            let inner = reader.choice()?;
            reader.want(close)?;
            Ok::<_, String>(inner)
        };
        Ok(Some(match (token.kind, token.text.as_str()) {
            (TokenKind::Word, _) => Expression::Word(token.text),
            (TokenKind::Name, _) => Expression::Name(token.text),
            (TokenKind::Said, _) => Expression::Said(token.text),
            (TokenKind::Sign, "(") => inside(self, ")")?,
            (TokenKind::Sign, "[") => Expression::Option(Box::new(inside(self, "]")?)),
            (TokenKind::Sign, "{") => Expression::Repeat(Box::new(inside(self, "}")?)),
            _ => {
                self.at -= 1;
                return Ok(None);
            }
        }))
    }
}
