//! The completion context: determines from the preceding tokens what is being written at a position. Incomplete text
//! has no syntax tree yet, so the tree cannot be used.

use crate::files::{FileId, Span};
use crate::syntax;

use super::Workspace;

mod games;

/// What could be written at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The start of an item.
    Item,
    /// A literal.
    Literal,
    /// An action, after `after`.
    Action,
    /// A state, after `adds`, `start` and similar words.
    State,
    /// An argument of a predicate: the name of the predicate, and the index of the argument.
    Argument(String, usize),
    /// A player after `for`, or a variable for every player.
    Player,
    /// A variable that a rule plays.
    Played,
    /// A variable that a move or a preference plays.
    Moved,
    /// The name of a move, after `then`.
    Continued,
    /// The path of a file.
    File,
    /// The name of a sort.
    Sort,
    /// A predicate that is named without arguments, as after `export`.
    Predicate,
    /// A rule that is referred to by its name, as after `asks`.
    Rule,
    /// One of the given keywords.
    Words(&'static [&'static str]),
    /// Something that cannot be suggested, such as a new name or a number.
    Nothing,
}

/// What is being written at a position.
#[derive(Clone, Debug)]
pub struct Context {
    /// The word at the cursor, up to its end; empty between words.
    pub word: Span,
    /// What could be written at the position.
    pub wanted: Wanted,
    /// The start of the current item, if one has begun.
    pub item: Option<u32>,
    /// The arguments before the cursor, if an argument is being written.
    pub arguments: Vec<Span>,
    /// The name of the enclosing call, and the index of the argument at the cursor.
    pub call: Option<(Span, usize)>,
    /// Whether an opening parenthesis follows directly after the word.
    pub opened: bool,
}

/// The tokens of an item before the cursor.
struct Tokens<'a> {
    text: &'a str,
    spans: &'a [Span],
}

impl<'a> Tokens<'a> {
    fn word(&self, at: usize) -> &'a str {
        self.spans.get(at).map_or("", |span| &self.text[span.range()])
    }

    /// The token `steps` positions before the cursor, counted from 1; empty if there is none.
    fn back(&self, steps: usize) -> &'a str {
        self.spans.len().checked_sub(steps).map_or("", |at| self.word(at))
    }

    fn has(&self, word: &str) -> bool {
        (0..self.spans.len()).any(|at| self.word(at) == word)
    }
}

/// The context at a position; `None` inside a comment.
pub fn context(workspace: &Workspace, file: FileId, offset: u32) -> Option<Context> {
    let sources = workspace.sources();
    let text = sources.file(file).text();
    let offset = floor(text, offset as usize);
    let line = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    if text[line..offset].contains('%') {
        return None;
    }
    let of_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let of_path = |c: char| of_word(c) || c == '-' || c == '/';
    let is_path = text[line..offset].trim_start().starts_with("use ");
    let of_word = move |c: char| if is_path { of_path(c) } else { of_word(c) };
    let before = text[..offset].trim_end_matches(of_word).len();
    let behind = text.len() - text[offset..].trim_start_matches(of_word).len();
    let word = Span::new(file, before, behind);

    let all = syntax::tokens(sources, file);
    let known = &all[..all.partition_point(|token| (token.end as usize) <= before)];
    let begin = item_begin(text, known, before);
    let tokens = Tokens { text, spans: &known[begin.unwrap_or(known.len())..] };
    let open = open_bracket(&tokens);
    let call = open.as_ref().and_then(|(at, commas)| {
        let name = tokens.spans.get(at.checked_sub(1)?)?;
        let text = &text[name.range()];
        let is_call = text.starts_with(|c: char| c.is_alphanumeric()) && !BEFORE_QUERYS.contains(&text);
        is_call.then_some((*name, *commas))
    });
    let is_compared = OPERATORS.contains(&tokens.back(1));
    let arguments = match (&open, call) {
        _ if is_compared => tokens.spans[..tokens.spans.len() - 1].last().copied().into_iter().collect(),
        (Some((at, _)), Some(_)) => tokens.spans[at + 1..].to_vec(),
        _ => Vec::new(),
    };
    let wanted = match tokens.spans.is_empty() {
        true => Wanted::Item,
        false => {
            let own_line = tokens.spans.last().is_some_and(|last| (last.end as usize) < line);
            wanted(&tokens, &open, call.map(|(name, at)| (&text[name.range()], at)), own_line)
        }
    };
    let item = tokens.spans.first().map(|span| span.start);
    let opened = text[behind..].starts_with('(');
    Some(Context { word, wanted, item, arguments, call, opened })
}

/// The last character boundary at or before the offset.
fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// Keywords after which parentheses enclose a body and not arguments.
const BEFORE_QUERYS: &[&str] = &["if", "not", "and", "or"];

/// The comparison operators, in all their spellings.
const OPERATORS: &[&str] = &["=", "≠", "<", "≤", ">", "≥", "!=", "\\=", "<>", "<=", "=<", ">="];

/// The operator that stands for the name of a predicate if the argument is a side of a comparison.
pub(super) const COMPARED: &str = "=";

/// Tokens after which an item continues on the next line.
const GOES_ON: &[&str] = &[",", ":-", "if", ":", ";", "(", "¬", "not"];

/// The index of the token that starts the item at a position; `None` if a new item could start there.
fn item_begin(text: &str, tokens: &[Span], place: usize) -> Option<usize> {
    let line_of = |at: usize| text[..at].rfind('\n').map_or(0, |at| at + 1);
    let last = tokens.last()?;
    let goes_on = |token: &Span| GOES_ON.contains(&&text[token.range()]);
    let own_line = line_of(place) > last.start as usize;
    if own_line && line_of(place) == place && !goes_on(last) {
        return None;
    }
    let mut at = tokens.len();
    while at > 0 {
        at -= 1;
        let start = tokens[at].start as usize;
        let is_first = at == 0 || line_of(start) > tokens[at - 1].start as usize;
        if !is_first {
            continue;
        }
        let declares = declares(&Tokens { text, spans: tokens }, at);
        let fresh = line_of(start) == start && (at == 0 || !goes_on(&tokens[at - 1]));
        if declares || fresh {
            break;
        }
    }
    Some(at)
}

/// Whether a token is a keyword that starts an item, and not a predicate of the same name.
fn declares(tokens: &Tokens<'_>, at: usize) -> bool {
    syntax::declaration_words().contains(&tokens.word(at))
        && !matches!(tokens.word(at + 1), "(" | ":-" | "," | ";" | ")")
}

/// The index of the innermost open parenthesis, and the number of commas after it.
fn open_bracket(tokens: &Tokens<'_>) -> Option<(usize, usize)> {
    let mut open: Vec<(usize, usize)> = Vec::new();
    for at in 0..tokens.spans.len() {
        match tokens.word(at) {
            "(" => open.push((at, 0)),
            ")" => {
                open.pop();
            }
            "," => {
                if let Some((_, commas)) = open.last_mut() {
                    *commas += 1;
                }
            }
            _ => {}
        }
    }
    open.pop()
}

fn wanted(
    tokens: &Tokens<'_>,
    open: &Option<(usize, usize)>,
    call: Option<(&str, usize)>,
    own_line: bool,
) -> Wanted {
    let (first, last) = (tokens.word(0), tokens.back(1));
    let argument = |(name, at): (&str, usize)| match matches!(last, "(" | ",") {
        true => Wanted::Argument(name.to_owned(), at),
        false => Wanted::Nothing,
    };
    match first {
        "open" if tokens.spans.len() == 1 => return Wanted::Predicate,
        "extern" | "action" | "open" if declares(tokens, 0) => return declared(tokens, first, open, call),
        "sort" => return sort(tokens),
        "board" => return board(tokens),
        "symmetry" => {
            return match last {
                "symmetry" => Wanted::Words(&["none", "turn with colours"]),
                _ => Wanted::Nothing,
            };
        }
        "use" => return if tokens.spans.len() == 1 { Wanted::File } else { Wanted::Nothing },
        "domain" | "base" | "library" | "facts" => return Wanted::Nothing,
        "fact" => return call.map_or(Wanted::Nothing, argument),
        "state" if open.is_some() => return declared(tokens, "open", open, call),
        _ => {}
    }
    if let Some(call) = call {
        return argument(call);
    }
    match first {
        "rule" | "score" if !tokens.has("if") => head(tokens, first),
        _ if games::is_of_game(tokens) => games::wanted(tokens, own_line),
        "score" => behind_literals(tokens).unwrap_or(Wanted::Words(&["up to symmetry"])),
        "export" => match last {
            "export" => Wanted::Predicate,
            "for" => Wanted::Player,
            ")" => Wanted::Words(&["for"]),
            _ => Wanted::Nothing,
        },
        _ => body(tokens, first),
    }
}

fn body(tokens: &Tokens<'_>, first: &str) -> Wanted {
    let is_derivation = first != "rule";
    if is_derivation && !tokens.has(":-") {
        return match tokens.back(1) {
            ")" => Wanted::Words(&[":-"]),
            _ => Wanted::Nothing,
        };
    }
    behind_literals(tokens).unwrap_or(Wanted::Nothing)
}

/// What could follow in a body; `None` after a complete literal.
fn behind_literals(tokens: &Tokens<'_>) -> Option<Wanted> {
    match tokens.back(1) {
        "after" => Some(Wanted::Action),
        "," if makes_actions(tokens) => Some(Wanted::Action),
        word if OPERATORS.contains(&word) => Some(Wanted::Argument(COMPARED.to_owned(), 1)),
        word if GOES_ON.contains(&word) => Some(Wanted::Literal),
        _ => None,
    }
}

/// Whether the tokens end in an incomplete list of actions, such as `after place(white, Field),`.
fn makes_actions(tokens: &Tokens<'_>) -> bool {
    let mut depth = 0;
    for at in (0..tokens.spans.len()).rev() {
        match tokens.word(at) {
            ")" => depth += 1,
            "(" if depth == 0 => return false,
            "(" => depth -= 1,
            ":" | ":-" | "if" | ";" | "¬" | "not" if depth == 0 => return false,
            "after" if depth == 0 => return true,
            _ => {}
        }
    }
    false
}

/// What could follow in the head of a rule or a score.
fn head(tokens: &Tokens<'_>, first: &str) -> Wanted {
    let is_rule = first == "rule";
    if tokens.spans.len() < 2 {
        return Wanted::Nothing; // The name is new, so it cannot be suggested.
    }
    match (tokens.back(1), tokens.back(2)) {
        ("for", _) => Wanted::Player,
        (_, "for") if is_rule => Wanted::Words(&["at", "against"]),
        (_, "for") => Wanted::Words(&["attacking", "against"]),
        ("against", _) => Wanted::Nothing,
        (_, "against") => Wanted::Words(if is_rule { &["at"] } else { &["attacking"] }),
        ("at", _) => Wanted::Words(&["level"]),
        ("level", _) => Wanted::Words(&["0", "1", "3", "5", "7"]),
        ("0", "level") => Wanted::Words(&["if"]),
        (_, "level") => Wanted::Words(&["plays"]),
        ("plays", _) => Wanted::Played,
        (",", _) if tokens.has("plays") => Wanted::Played,
        (_, "plays") => Wanted::Words(&["if"]),
        ("attacking" | "defending", _) => Wanted::Nothing,
        (_, "attacking") => Wanted::Words(&["defending"]),
        (_, "defending") => Wanted::Words(&["if", "when named"]),
        ("when", _) => Wanted::Words(&["named"]),
        ("named", "when") => Wanted::Words(&["if"]),
        _ if tokens.spans.len() == 2 => Wanted::Words(&["for"]),
        _ => Wanted::Nothing,
    }
}

/// What could follow in a sort declaration: `sort NAME = …`.
fn sort(tokens: &Tokens<'_>) -> Wanted {
    match (tokens.back(1), tokens.back(2)) {
        ("of", "part") => Wanted::Sort,
        ("part", _) => Wanted::Words(&["of"]),
        ("sort" | "=" | "," | "to" | "like" | "words" | "of", _) => Wanted::Nothing,
        _ if tokens.spans.len() == 2 => Wanted::Words(&["=", "of"]),
        (_, "of") => Wanted::Words(&["like"]),
        _ => Wanted::Words(&["words", "part", "playable"]),
    }
}

/// What could follow in a board declaration: `board W by H …`.
fn board(tokens: &Tokens<'_>) -> Wanted {
    match (tokens.back(1), tokens.spans.len()) {
        ("board" | "by" | "like" | "words" | ",", _) => Wanted::Nothing,
        (_, 2) => Wanted::Words(&["by"]),
        ("numbered", _) => Wanted::Words(&["row 1 on top", "words"]),
        ("dark" | "hexagonal", _) => Wanted::Words(&["like", "numbered"]),
        (_, 4) => Wanted::Words(&["like", "numbered", "dark", "hexagonal"]),
        ("top", _) => Wanted::Words(&["words"]),
        _ if tokens.back(2) == "like" => Wanted::Words(&["row 1 on top", "words"]),
        _ => Wanted::Nothing,
    }
}

/// What could follow in an extern declaration: `extern NAME(Parameter: sort, …): (bound, free) gives one`.
fn declared(
    tokens: &Tokens<'_>,
    first: &str,
    open: &Option<(usize, usize)>,
    call: Option<(&str, usize)>,
) -> Wanted {
    let last = tokens.back(1);
    match (open, call) {
        (Some(_), Some(_)) if last == ":" => Wanted::Sort,
        (Some(_), Some(_)) => Wanted::Nothing,
        (Some(_), None) => Wanted::Words(&["bound", "free"]),
        (None, _) if first == "open" => Wanted::Nothing,
        (None, _) if first == "action" && last == ")" => Wanted::Words(&["growing"]),
        (None, _) if last == "asks" => Wanted::Rule,
        (None, _) if last == "," && tokens.has("asks") && !tokens.spans.is_empty() && no_modes(tokens) => {
            Wanted::Rule
        }
        (None, _) if last == ")" && no_modes(tokens) => Wanted::Words(&["asks"]),
        (None, _) if last == ")" => {
            Wanted::Words(&["tests", "gives one", "gives about", "gives a set of about"])
        }
        _ => Wanted::Nothing,
    }
}

/// Whether the list of modes has not started yet, because there is no `:` outside parentheses before the cursor.
fn no_modes(tokens: &Tokens<'_>) -> bool {
    let mut depth = 0;
    for at in 0..tokens.spans.len() {
        match tokens.word(at) {
            "(" => depth += 1,
            ")" => depth -= 1,
            ":" if depth == 0 => return false,
            _ => {}
        }
    }
    true
}
