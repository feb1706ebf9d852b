//! The text of a game in *portable draughts notation*, cut into what it consists of, each piece with its place.
//!
//! ```text
//! [FEN "W:W21:B1"]               tags, in front of the moves
//! 1. 21-17 {a remark} 1-5!       moves with their numbers, remarks in braces, signs of praise
//! 2. 17-14 (2. 17-13 5-9) 5-9    a variation, which is left out
//! 1/2-1/2                        the result, behind the last move
//! ```
//!
//! Nothing is passed over without a word: what does not end, a move behind the result and a second game are mistakes, and
//! variations and results that contradict each other are noted.

use super::text::{TextFault, TextNote, place, quoted, unnumbered};

/// A game in the notation: its tags, moves and results.
#[derive(Default)]
pub(super) struct Pdn<'t> {
    tags: Vec<Tag<'t>>,
    /// The moves without their numbers.
    pub(super) moves: Vec<(usize, &'t str)>,
    /// The results behind the last move.
    results: Vec<(usize, &'t str)>,
    variations: Vec<usize>,
}

/// `[Event "a friendly game"]`
struct Tag<'t> {
    name: &'t str,
    /// Where its value begins.
    at: usize,
    value: &'t str,
}

/// What a result says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// The player whose name begins with this letter has won.
    Wins(char),
    Draw,
    /// Both have lost.
    Neither,
    /// The game was not finished.
    Open,
}

impl Claim {
    fn of(result: &str) -> Option<Claim> {
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

/// A kind of draughts, as far as the tag `GameType` tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameType {
    /// The first letter of who moves first: `w` or `b`.
    pub(super) first: char,
    /// Columns and rows.
    pub(super) size: (u32, u32),
}

impl GameType {
    /// By the number of the kind, and what may stand behind it: `21`, `20,W,10,10,N2,0`. Numbers are those of PDN 3.0.
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

/// A result with its place.
pub(super) struct Stated<'t> {
    pub(super) at: usize,
    pub(super) text: &'t str,
    pub(super) claim: Claim,
}

impl<'t> Pdn<'t> {
    /// Cuts a text into its pieces.
    ///
    /// # Errors
    /// The first mistake.
    pub(super) fn read(text: &'t str) -> Result<Pdn<'t>, TextFault> {
        let mut pdn = Pdn::default();
        let mut at = 0;
        while let Some(sign) = text[at..].chars().next() {
            let end = match sign {
                ',' => at + 1,
                sign if sign.is_whitespace() => at + sign.len_utf8(),
                ';' => end_of_line(text, at),
                '#' if begins_line(text, at) => end_of_line(text, at),
                '{' => closed(text, at, '}', "a remark that does not end")?,
                '[' => pdn.tag(text, at)?,
                '(' => {
                    pdn.variations.push(at);
                    end_of_variation(text, at)?
                }
                '}' | ']' | ')' => {
                    let found = format!("{} closes nothing", quoted(&text[at..=at]));
                    return Err(TextFault::new(at..at + 1, found, "a move or a result".to_owned()));
                }
                _ => pdn.word(text, at)?,
            };
            at = end;
        }
        Ok(pdn)
    }

    /// The value of a tag with its place.
    pub(super) fn tagged(&self, name: &str) -> Option<(usize, &'t str)> {
        let tag = self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))?;
        Some((tag.at, tag.value))
    }

    /// The kind of draughts that the tag `GameType` names, with its place.
    pub(super) fn game_type(&self) -> Option<(usize, GameType)> {
        let (at, value) = self.tagged("GameType")?;
        Some((at, GameType::of(value)?))
    }

    /// All results that say how the game ended, that of the tag first.
    pub(super) fn stated(&self) -> Vec<Stated<'t>> {
        let all = self.tagged("Result").into_iter().chain(self.results.iter().copied());
        let stated = all.filter_map(|(at, text)| Some(Stated { at, text, claim: Claim::of(text)? }));
        stated.filter(|stated| stated.claim != Claim::Open).collect()
    }

    /// What to know of the text: its variations are left out, and what it says of the result may be no result, or another one
    /// elsewhere.
    pub(super) fn notes(&self, text: &str) -> Vec<TextNote> {
        let left_out = "a variation is left out; the main line is read";
        let mut notes: Vec<TextNote> =
            self.variations.iter().map(|at| TextNote::new(*at, left_out.to_owned())).collect();
        if let Some((at, value)) = self.tagged("Result").filter(|(_, value)| Claim::of(value).is_none()) {
            notes.push(TextNote::new(
                at,
                format!("the tag `Result` says {}, which is no result", quoted(value)),
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

    /// Reads a tag; gives where it ends.
    fn tag(&mut self, text: &'t str, at: usize) -> Result<usize, TextFault> {
        let line = &text[at..end_of_line(text, at)];
        if !self.moves.is_empty() || !self.results.is_empty() || !self.variations.is_empty() {
            return Err(TextFault::new(
                at..at + line.len(),
                "a second game begins here".to_owned(),
                "one game, as only one is read".to_owned(),
            ));
        }
        let unended = || {
            let found = "a tag that does not end in its line".to_owned();
            TextFault::new(
                at..at + line.len(),
                found,
                "a tag such as `[Event \"a friendly game\"]`".to_owned(),
            )
        };
        // A value may hold square brackets: with quotation marks the tag ends behind the last of them.
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
        let name = name.trim();
        if self.tags.iter().any(|known| known.name.eq_ignore_ascii_case(name)) {
            let found = format!("a second tag {}", quoted(name));
            return Err(TextFault::new(at..at + end, found, "every tag at most once".to_owned()));
        }
        let value_at = at + (value.as_ptr() as usize - line.as_ptr() as usize);
        self.tags.push(Tag { name, at: value_at, value });
        Ok(at + end)
    }

    /// Reads a move, its number, a sign of praise or a result; gives where the word ends.
    fn word(&mut self, text: &'t str, at: usize) -> Result<usize, TextFault> {
        let ends = |sign: char| sign.is_whitespace() || ",;{}[]()".contains(sign);
        let end = text[at..].find(ends).map_or(text.len(), |length| at + length);
        let word = unnumbered(&text[at..end]);
        let start = end - word.len();
        let word = word.trim_end_matches(['!', '?']);
        if word.is_empty() || is_glyph(word) {
            return Ok(end);
        }
        if Claim::of(word).is_some() {
            self.results.push((start, word));
            return Ok(end);
        }
        if let Some((result_at, result)) = self.results.first() {
            let (line, column) = place(text, *result_at);
            let found = format!("a move behind the result `{result}` at {line}:{column}");
            let expected = "nothing more, as only one game is read".to_owned();
            return Err(TextFault::new(start..end, found, expected));
        }
        self.moves.push((start, word));
        Ok(end)
    }
}

/// `$3`: a sign of praise by its number.
fn is_glyph(word: &str) -> bool {
    word.strip_prefix('$').is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn begins_line(text: &str, at: usize) -> bool {
    let begin = text[..at].rfind('\n').map_or(0, |end| end + 1);
    text[begin..at].trim().is_empty()
}

fn end_of_line(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |length| at + length)
}

/// Where what begins here ends, behind the sign that closes it.
fn closed(text: &str, at: usize, by: char, what: &str) -> Result<usize, TextFault> {
    let end = text[at..].find(by).map(|length| at + length + by.len_utf8());
    end.ok_or_else(|| TextFault::new(at..at + 1, what.to_owned(), format!("`{by}` behind it")))
}

/// Where a variation ends that begins here; it may hold others, and remarks.
fn end_of_variation(text: &str, begin: usize) -> Result<usize, TextFault> {
    let (mut at, mut open) = (begin, 0);
    while let Some(sign) = text[at..].chars().next() {
        match sign {
            '{' => {
                at = closed(text, at, '}', "a remark that does not end")?;
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
    let found = "a variation that does not end".to_owned();
    Err(TextFault::new(begin..begin + 1, found, "`)` behind it".to_owned()))
}
