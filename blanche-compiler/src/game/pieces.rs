//! Splits the text of games into its parts, each with its location: lists of moves, and *portable draughts notation*
//! (PDN).
//!
//! ```text
//! [FEN "W:W21:B1"]               tags, in front of the moves
//! 1. 21-17 {a remark} 1-5! $3    moves with their numbers, remarks in braces or after `;`, annotations
//! 2. 17-14 (2. 17-13 5-9) 5-9    a variation, which is left out
//! 1/2-1/2                        the result, after the last move
//! ```
//!
//! A new game begins with a tag after moves, and with the move number 1 at the start of a line or after a result. In a
//! text without tags and numbers, each line is a game. Nothing is skipped silently. An unclosed bracket or a move after
//! the result is a mistake, and there is a note about each variation and each contradictory result.

use std::fmt;

use super::text_faults::{TextFault, TextNote, place, quoted, unnumbered};

/// A game as written: its tags, moves and results.
#[derive(Default)]
pub(super) struct GameText<'t> {
    /// The byte offset at which the game begins.
    pub(super) at: usize,
    pub(super) tags: Vec<Tag<'t>>,
    /// The moves without their numbers, each with its byte offset.
    pub(super) moves: Vec<(usize, &'t str)>,
    /// The numbers in front of moves, each with its byte offset and the number of move words before it.
    pub(super) numbers: Vec<(usize, &'t str, usize)>,
    /// The results after the last move.
    results: Vec<(usize, &'t str)>,
    variations: Vec<usize>,
    /// The remarks, each with the number of move words before it.
    pub(super) remarks: Vec<(usize, Remark)>,
    /// Whether the game ends with its line, as in a text with one game per line.
    pub(super) is_line: bool,
}

/// A tag, such as `[Event "a friendly game"]`.
pub(super) struct Tag<'t> {
    pub(super) name: &'t str,
    /// The byte offset of the value.
    at: usize,
    pub(super) value: &'t str,
}

/// A remark on the moves before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// A remark in words, which is written in braces.
    Words(String),
    /// An annotation sign, such as `!`, `?!` or `$3`.
    Sign(String),
}

impl Remark {
    /// A remark in words, with all white space collapsed so that it fits on one line.
    fn words(text: &str) -> Remark {
        Remark::Words(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // A remark in braces ends at the first closing brace, so it must not contain one.
            Remark::Words(words) => write!(f, " {{{}}}", words.replace('}', ")")),
            Remark::Sign(sign) if sign.starts_with('$') => write!(f, " {sign}"),
            Remark::Sign(sign) => f.write_str(sign),
        }
    }
}

/// One part of a text of games.
enum Piece<'t> {
    Tag(Tag<'t>),
    /// A move or a result, the number in front of it, and whether it is the first of its line.
    Word {
        word: &'t str,
        number: &'t str,
        begins_line: bool,
    },
    Variation,
    Remark(Remark),
}

/// The name of the tag for the result of a game.
pub(super) const RESULT: &str = "Result";

/// The meaning of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// The player whose name begins with this letter won.
    Wins(char),
    Draw,
    /// Both players lost.
    Neither,
    /// The game was not finished.
    Open,
}

impl Claim {
    /// The result as it is written in PDN.
    pub(super) fn text(self) -> &'static str {
        match self {
            Claim::Wins('w') => "1-0",
            Claim::Wins(_) => "0-1",
            Claim::Draw => "1/2-1/2",
            Claim::Neither => "0-0",
            Claim::Open => "*",
        }
    }

    pub(super) fn of(result: &str) -> Option<Claim> {
        Some(match result {
            "1-0" | "2-0" => Claim::Wins('w'),
            "0-1" | "0-2" => Claim::Wins('b'),
            "1/2-1/2" | "1-1" => Claim::Draw,
            "0-0" => Claim::Neither,
            "*" => Claim::Open,
            _ => return None,
        })
    }
}

/// The variant of draughts, according to the tag `GameType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameType {
    /// The first letter of the colour that moves first: `w` or `b`.
    pub(super) first: char,
    /// The numbers of columns and rows.
    pub(super) size: (u32, u32),
}

impl GameType {
    /// Parses the number of the variant and optional details, such as `21` or `20,W,10,10,N2,0`. The numbers of
    /// variants are defined by PDN 3.0.
    fn of(value: &str) -> Option<GameType> {
        let mut parts = value.split(',').map(str::trim);
        let known = match parts.next()? {
            "20" | "40" => Some(('w', 10)),
            "21" | "23" | "31" => Some(('b', 8)),
            "22" | "24" | "25" | "26" | "28" | "29" | "30" => Some(('w', 8)),
            "27" => Some(('w', 12)),
            _ => None,
        };
        let first =
            parts.next().and_then(|first| first.chars().next()).map(|first| first.to_ascii_lowercase());
        let [width, height] = [(); 2].map(|()| parts.next().and_then(|size| size.parse().ok()));
        Some(GameType {
            first: first.or(known.map(|(first, _)| first))?,
            size: width.zip(height).or(known.map(|(_, size)| (size, size)))?,
        })
    }
}

/// A result with its location in the text.
pub(super) struct Stated<'t> {
    pub(super) at: usize,
    pub(super) text: &'t str,
    pub(super) claim: Claim,
}

/// Splits a text into games. A text without anything is one empty game. PDN tags, remarks and variations are recognised if
/// `is_pdn`.
///
/// # Errors
/// The first mistake, also a game of variations and remarks only, or that there are more than `most` games.
pub(super) fn games(text: &str, is_pdn: bool, most: usize) -> Result<Vec<GameText<'_>>, TextFault> {
    let pieces = pieces(text, is_pdn)?;
    let is_plain = |(_, piece): &(usize, Piece<'_>)| match piece {
        Piece::Tag(_) => false,
        Piece::Word { number, .. } => number.is_empty(),
        Piece::Variation | Piece::Remark(_) => true,
    };
    let is_line = pieces.iter().all(is_plain);
    let mut games: Vec<GameText<'_>> = Vec::new();
    for (at, piece) in pieces {
        if games.last().is_none_or(|game| game.is_over(&piece, is_pdn)) {
            let at = match &piece {
                Piece::Word { number, .. } if !number.is_empty() => {
                    number.as_ptr() as usize - text.as_ptr() as usize
                }
                _ => at,
            };
            if games.len() >= most {
                let found = format!("more than {most} games in one file");
                let expected = "no more than that; divide it into several files".to_owned();
                return Err(TextFault::new(at..at, found, expected));
            }
            games.push(GameText { at, is_line, ..GameText::default() });
        }
        let Some(game) = games.last_mut() else { continue };
        match piece {
            Piece::Tag(tag) => game.tag(at, tag)?,
            Piece::Word { word, .. } if is_pdn && Claim::of(word).is_some() => game.results.push((at, word)),
            Piece::Word { word, number, .. } => {
                if !number.is_empty() {
                    let at = number.as_ptr() as usize - text.as_ptr() as usize;
                    game.numbers.push((at, number, game.moves.len()));
                }
                game.make(text, at, word)?;
            }
            Piece::Variation => game.variations.push(at),
            Piece::Remark(remark) => game.remarks.push((game.moves.len(), remark)),
        }
    }
    if games.is_empty() {
        games.push(GameText::default());
    }
    match games.iter().find(|game| game.is_aside()) {
        Some(game) => Err(game.without_moves(text)),
        None => Ok(games),
    }
}

/// Splits a text into its parts.
fn pieces(text: &str, is_pdn: bool) -> Result<Vec<(usize, Piece<'_>)>, TextFault> {
    let (mut pieces, mut at, mut begins_line) = (Vec::new(), 0, true);
    // A number may be separated from its move by a blank.
    let mut number: Option<(&str, bool)> = None;
    while let Some(sign) = text[at..].chars().next() {
        // Skip a byte-order mark.
        let is_blank = sign.is_whitespace() || sign == '\u{feff}' && at == 0;
        let is_first = begins_line;
        begins_line = sign == '\n' || is_first && is_blank;
        at = match sign {
            ',' => at + 1,
            _ if is_blank => at + sign.len_utf8(),
            '#' if is_first => end_of_line(text, at),
            ';' if is_pdn => {
                let end = end_of_line(text, at);
                pieces.push((at, Piece::Remark(Remark::words(&text[at + 1..end]))));
                end
            }
            '{' if is_pdn => {
                let end = closed(text, at, '}', "a comment that is not closed")?;
                pieces.push((at, Piece::Remark(Remark::words(&text[at + 1..end - 1]))));
                end
            }
            '[' if is_pdn => {
                let (tag, end) = tag(text, at)?;
                pieces.push((at, Piece::Tag(tag)));
                end
            }
            '(' if is_pdn => {
                pieces.push((at, Piece::Variation));
                end_of_variation(text, at)?
            }
            '}' | ']' | ')' if is_pdn => {
                let found = format!("{} closes nothing", quoted(&text[at..=at]));
                return Err(TextFault::new(at..at + 1, found, "a move or a result".to_owned()));
            }
            _ => {
                let separates = |sign: char| sign.is_whitespace() || sign == ',';
                let ends = |sign: char| separates(sign) || is_pdn && ";{}[]()".contains(sign);
                let end = text[at..].find(ends).map_or(text.len(), |length| at + length);
                let rest = unnumbered(&text[at..end]);
                let begin = end - rest.len();
                if begin > at {
                    number = Some((&text[at..begin], is_first));
                }
                let is_glyph = is_pdn && is_glyph(rest);
                let word = match is_pdn {
                    true if is_glyph => "",
                    true => rest.trim_end_matches(['!', '?']),
                    false => rest,
                };
                if !word.is_empty() {
                    let (number, begins_line) = number.take().unwrap_or(("", is_first));
                    pieces.push((begin, Piece::Word { word, number, begins_line }));
                }
                let sign = &rest[word.len()..];
                if !sign.is_empty() {
                    pieces.push((begin + word.len(), Piece::Remark(Remark::Sign(sign.to_owned()))));
                }
                end
            }
        };
    }
    Ok(pieces)
}

impl<'t> GameText<'t> {
    /// Whether this game is complete, so that the part `next` begins a new game.
    fn is_over(&self, next: &Piece<'_>, is_pdn: bool) -> bool {
        match next {
            Piece::Tag(_) => {
                !self.moves.is_empty() || !self.results.is_empty() || !self.variations.is_empty()
            }
            Piece::Word { word, number, begins_line } => {
                let is_first = self.is_line || *number == "1.";
                let is_move = !is_pdn || Claim::of(word).is_none();
                is_move && is_first && (!self.results.is_empty() || *begins_line && !self.moves.is_empty())
            }
            Piece::Variation | Piece::Remark(_) => false,
        }
    }

    /// Whether the game consists of variations and remarks only. A text in another format may look like that.
    fn is_aside(&self) -> bool {
        let has_more = !self.variations.is_empty() || !self.remarks.is_empty();
        has_more && self.tags.is_empty() && self.moves.is_empty() && self.results.is_empty()
    }

    /// The error that a game consists of variations and remarks only.
    fn without_moves(&self, text: &str) -> TextFault {
        let place = self.at..end_of_line(text, self.at);
        let expected = "a move, a tag such as `[Event \"a friendly game\"]`, or a result".to_owned();
        TextFault::new(place, "variations and remarks without a game".to_owned(), expected)
    }

    /// The error that a text contains a second game although only one is expected.
    pub(super) fn is_second(&self, text: &str) -> TextFault {
        let place = self.at..end_of_line(text, self.at);
        let expected = "one game, as only one is read".to_owned();
        TextFault::new(place, "a second game begins here".to_owned(), expected)
    }

    /// Adds a tag; an error if the game already has one of this name.
    fn tag(&mut self, at: usize, tag: Tag<'t>) -> Result<(), TextFault> {
        if self.tags.iter().any(|known| known.name.eq_ignore_ascii_case(tag.name)) {
            let found = format!("a second tag {}", quoted(tag.name));
            let end = tag.at + tag.value.len();
            return Err(TextFault::new(at..end, found, "every tag at most once".to_owned()));
        }
        self.tags.push(tag);
        Ok(())
    }

    /// Adds a move; an error if it follows the result.
    fn make(&mut self, text: &str, at: usize, word: &'t str) -> Result<(), TextFault> {
        if let Some((result_at, result)) = self.results.first() {
            let (line, column) = place(text, *result_at);
            let found = format!("a move after the result `{result}` at {line}:{column}");
            let expected = "nothing more, as only one game is read".to_owned();
            return Err(TextFault::new(at..at + word.len(), found, expected));
        }
        self.moves.push((at, word));
        Ok(())
    }

    /// The value of the tag `name`, with its byte offset.
    pub(super) fn tagged(&self, name: &str) -> Option<(usize, &'t str)> {
        let tag = self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))?;
        Some((tag.at, tag.value))
    }

    /// The variant of draughts that the tag `GameType` names, with its byte offset.
    pub(super) fn game_type(&self) -> Option<(usize, GameType)> {
        let (at, value) = self.tagged("GameType")?;
        Some((at, GameType::of(value)?))
    }

    /// All results except "not finished", beginning with the result in the tag.
    pub(super) fn stated(&self) -> Vec<Stated<'t>> {
        let all = self.tagged(RESULT).into_iter().chain(self.results.iter().copied());
        let stated = all.filter_map(|(at, text)| Some(Stated { at, text, claim: Claim::of(text)? }));
        stated.filter(|stated| stated.claim != Claim::Open).collect()
    }

    /// Notes about the text: variations that are left out, a `Result` tag without a valid result, and results that
    /// contradict each other.
    pub(super) fn notes(&self, text: &str) -> Vec<TextNote> {
        let left_out = "a variation is left out; the main line is read";
        let mut notes: Vec<TextNote> =
            self.variations.iter().map(|at| TextNote::new(*at, left_out.to_owned())).collect();
        if let Some((at, value)) = self.tagged(RESULT).filter(|(_, value)| Claim::of(value).is_none()) {
            notes.push(TextNote::new(
                at,
                format!("the tag `Result` says {}, which is not a result", quoted(value)),
            ));
        }
        if let [first, rest @ ..] = self.stated().as_slice() {
            for other in rest.iter().filter(|other| other.claim != first.claim) {
                let (line, column) = place(text, other.at);
                let said =
                    format!("the result is `{}` here, and `{}` at {line}:{column}", first.text, other.text);
                notes.push(TextNote::new(first.at, said));
            }
        }
        notes
    }
}

/// Parses a tag and returns it with the byte offset of its end.
fn tag(text: &str, at: usize) -> Result<(Tag<'_>, usize), TextFault> {
    let line = &text[at..end_of_line(text, at)];
    let unended = || {
        let found = "a tag that does not end in its line".to_owned();
        TextFault::new(at..at + line.len(), found, "a tag such as `[Event \"a friendly game\"]`".to_owned())
    };
    // A quoted value may contain square brackets, so the tag ends after the last quotation mark.
    let quotes = line.find('"');
    let bracket = line.find(']').filter(|bracket| quotes.is_none_or(|quote| *bracket < quote));
    let (name, value, end) = match (bracket, quotes) {
        (Some(bracket), _) => (&line[1..bracket], &line[bracket..bracket], bracket + 1),
        (None, Some(quote)) => {
            let inside = &line[quote + 1..];
            let ends = inside.match_indices('"').find_map(|(end, _)| {
                let rest = inside[end + 1..].trim_start();
                rest.starts_with(']').then(|| (end, line.len() - rest.len() + 1))
            });
            let (length, end) = ends.ok_or_else(unended)?;
            (&line[1..quote], &inside[..length], end)
        }
        (None, None) => return Err(unended()),
    };
    let value_at = at + (value.as_ptr() as usize - line.as_ptr() as usize);
    Ok((Tag { name: name.trim(), at: value_at, value }, at + end))
}

/// Whether `word` is a numeric annotation such as `$3`.
fn is_glyph(word: &str) -> bool {
    word.strip_prefix('$').is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn end_of_line(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |length| at + length)
}

/// Returns the byte offset just after the next `by`, the character that closes the part of the text beginning at `at`.
/// If it is missing, the error has the message `what`.
fn closed(text: &str, at: usize, by: char, what: &str) -> Result<usize, TextFault> {
    let end = text[at..].find(by).map(|length| at + length + by.len_utf8());
    end.ok_or_else(|| TextFault::new(at..at + 1, what.to_owned(), format!("`{by}` after it")))
}

/// The byte offset of the end of the variation that begins at `begin`. It may contain other variations and remarks.
fn end_of_variation(text: &str, begin: usize) -> Result<usize, TextFault> {
    let (mut at, mut open) = (begin, 0);
    while let Some(sign) = text[at..].chars().next() {
        match sign {
            '{' => {
                at = closed(text, at, '}', "a comment that is not closed")?;
                continue;
            }
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        at += sign.len_utf8();
        if open == 0 {
            return Ok(at);
        }
    }
    let found = "a variation that is not closed".to_owned();
    Err(TextFault::new(begin..begin + 1, found, "`)` after it".to_owned()))
}
