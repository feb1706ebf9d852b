//! Moves as text: the values that a move plays, joined by `-`. The steps of a longer move follow each other. If a step
//! begins with the last value of the previous step, this value is written only once.
//!
//! ```text
//! b2         a move that plays a field
//! c3-d4      a move that plays two fields
//! a1-c3-e5   a move of two steps: from a1 to c3, and from there to e5
//! a1+b1      a move of two steps: a1, and then b1
//! pass       the move of a player who cannot move, where blocked players pass
//! 9x18x27    in the notation `pdn`, a move of several steps; its first and last field suffice
//! drop:c     the name of the move comes first where two kinds of moves would be written alike
//! ```

use std::borrow::Cow;
use std::fmt;

use super::fault::Fault;
use super::moves::{MAX_PLAYED_VALUES, Move, Step};
use super::notation::Notation;
use super::text_faults::quoted;
use crate::program::{BlockedOutcome, Game, PDN, Program, Sort, SortId};
use crate::runtime::{MAX_MOVE_STEPS, Position, Value};

/// Why a text is not a move in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveFault {
    /// The text does not have the form of any move of the game.
    Unreadable {
        /// The text that was parsed.
        found: String,
        /// Some legal moves, to show what moves look like.
        examples: Vec<String>,
    },
    /// The text has the form of a move that is illegal here.
    Illegal {
        /// The text that was parsed.
        found: String,
        /// The player to move.
        player: String,
        /// Some legal moves, as examples.
        examples: Vec<String>,
    },
    /// The text fits several legal moves.
    Unclear {
        /// The text that was parsed.
        found: String,
        /// The moves that the text fits.
        examples: Vec<String>,
    },
    /// The legal moves could not be generated.
    Fault(Fault),
}

/// How a pass is written.
const PASS: &str = "pass";

/// Spellings of a pass that are accepted when reading.
const PASSES: [&str; 4] = [PASS, "passes", "--", "pa"];

/// Whether `text` is a spelling of a pass, in either case.
fn is_pass(text: &str) -> bool {
    PASSES.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// The length in bytes of the longest spelling of a pass that `text` begins with.
pub(super) fn leading_pass(text: &str) -> Option<usize> {
    let begins = |word: &&&str| text.get(..word.len()).is_some_and(|front| front.eq_ignore_ascii_case(word));
    PASSES.iter().filter(begins).map(|word| word.len()).max()
}

/// Maximum number of moves that a message gives as examples.
const EXAMPLES: usize = 5;

impl MoveFault {
    /// What is wrong, as a sentence without a full stop.
    pub fn found(&self) -> String {
        match self {
            MoveFault::Unreadable { found, .. } => format!("{} is not a move of this game", quoted(found)),
            MoveFault::Illegal { found, player, .. } => {
                format!("{player} cannot play {} here", quoted(found))
            }
            MoveFault::Unclear { found, .. } => format!("{} can mean several moves", quoted(found)),
            MoveFault::Fault(fault) => fault.to_string(),
        }
    }

    /// What was expected instead, phrased to follow the word "expected".
    pub fn expected(&self) -> String {
        match self {
            MoveFault::Unreadable { examples, .. } | MoveFault::Illegal { examples, .. }
                if examples.is_empty() =>
            {
                "nothing, as there are no moves here".to_owned()
            }
            MoveFault::Unreadable { examples, .. } => format!("a move such as {}", some(examples)),
            MoveFault::Illegal { examples, .. } if examples.len() == 1 => {
                format!("{}, the only legal move", some(examples))
            }
            MoveFault::Illegal { examples, .. } => format!("one of the moves {}", some(examples)),
            MoveFault::Unclear { examples, .. } => some(examples),
            MoveFault::Fault(_) => "a position whose legal moves can be found".to_owned(),
        }
    }
}

/// A few examples for a sentence, such as ``a1`, `b2` …`.
fn some(examples: &[String]) -> String {
    let quoted: Vec<String> = examples.iter().take(EXAMPLES).map(|mv| format!("`{mv}`")).collect();
    let more = if examples.len() > EXAMPLES { " …" } else { "" };
    format!("{}{more}", quoted.join(", "))
}

impl fmt::Display for MoveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; expected {}", self.found(), self.expected())
    }
}

impl std::error::Error for MoveFault {}

/// For each move declaration, whether its name is written. This is so if another move of the same player could
/// otherwise have the same text.
fn named(program: &Program, game: &Game) -> Vec<bool> {
    // In games with this notation, no two legal moves of a position are written alike.
    if game.notation.as_deref() == Some(PDN) {
        return vec![false; game.moves.len()];
    }
    let sorts = |at: usize| played_sorts(program, game, at);
    let alike = |one: usize, other: usize| {
        let (left, right) = (&game.moves[one], &game.moves[other]);
        let differ = program.rule(left.question).name != program.rule(right.question).name;
        let (ours, theirs) = (sorts(one), sorts(other));
        let overlap = |(a, b): (&SortId, &SortId)| share_a_text(program.sort(*a), program.sort(*b));
        differ
            && left.player == right.player
            && ours.len() == theirs.len()
            && ours.iter().zip(&theirs).all(overlap)
    };
    let all = 0..game.moves.len();
    let is_named: Vec<bool> = all.clone().map(|one| all.clone().any(|other| alike(one, other))).collect();
    // If a name is written for one player's move, it is written for the other players' moves of the same name.
    let name = |at: usize| &program.rule(game.moves[at].question).name;
    all.clone().map(|one| all.clone().any(|other| is_named[other] && name(one) == name(other))).collect()
}

/// The sorts of the values that a move declaration plays.
fn played_sorts(program: &Program, game: &Game, of: usize) -> Vec<SortId> {
    let rule = program.rule(game.moves[of].question);
    rule.answer_sorts().collect()
}

/// Whether some value of one sort is written in the same way as a value of the other.
fn share_a_text(one: &Sort, other: &Sort) -> bool {
    let (few, many) = if one.size() <= other.size() { (one, other) } else { (other, one) };
    few.values().into_iter().any(|value| many.value(&few.written(value)).is_some())
}

impl<'r> Notation<'r> {
    /// The sorts of the values that the move declaration with index `of` plays.
    pub fn played_sorts(self, of: usize) -> Vec<SortId> {
        played_sorts(self.rules.program(), self.rules.game(), of)
    }

    /// Whether the name of the move declaration with index `of` is written in front of its values.
    fn is_named(self, of: usize) -> bool {
        self.rules.is_named.get_or_init(|| named(self.rules.program(), self.rules.game()))[of]
    }

    /// Writes a move.
    pub fn move_text(self, mv: Move) -> String {
        if mv.is_pass() {
            return PASS.to_owned();
        }
        self.steps_text(&mv.steps().collect::<Vec<_>>())
    }

    /// Writes steps, one after the other.
    pub(super) fn steps_text(self, steps: &[Step]) -> String {
        let mut text = String::new();
        let goes_on = |step: &Step| !self.rules.game().moves[step.of()].continuations.is_empty();
        let is_capture = self.is_pdn() && steps.iter().any(goes_on);
        for piece in self.pieces(steps) {
            text.extend(piece.joint.map(|joint| if is_capture { 'x' } else { joint }));
            if piece.is_named {
                text.push_str(&format!("{}:", piece.name));
            }
            text.push_str(&self.rules.program().sort(piece.sort).written(piece.value));
        }
        text
    }

    /// The written parts of steps, which are their values. A step of several values omits its first value if this is
    /// the last value of the previous step.
    fn pieces(self, steps: &[Step]) -> Vec<Piece<'r>> {
        let (program, game) = (self.rules.program(), self.rules.game());
        let mut pieces: Vec<Piece<'_>> = Vec::new();
        let mut before: Option<(usize, SortId, Value)> = None;
        for step in steps {
            let name = program.rule(game.moves[step.of()].question).name.as_str();
            let sorts = self.played_sorts(step.of());
            let mut values = sorts.iter().copied().zip(step.played().iter().copied()).peekable();
            let goes_on = step.played().len() > 1
                && before.is_some_and(|(_, sort, value)| {
                    values.peek().is_some_and(|(first, same)| {
                        *same == value && program.sort(*first).root == program.sort(sort).root
                    })
                });
            let of_other = |of: usize| program.rule(game.moves[of].question).name != name;
            let is_named = before.map_or_else(|| self.is_named(step.of()), |(of, ..)| of_other(of));
            for (at, (sort, value)) in values.skip(usize::from(goes_on)).enumerate() {
                let joint = match (pieces.is_empty(), at > 0 || goes_on) {
                    (true, _) => None,
                    (false, true) => Some('-'),
                    (false, false) => Some('+'),
                };
                pieces.push(Piece {
                    joint,
                    is_named: is_named && at == 0,
                    name: if at == 0 { name } else { "" },
                    sort,
                    value,
                });
            }
            let last = sorts.last().zip(step.played().last());
            before = last.map(|(sort, value)| (step.of(), *sort, *value));
        }
        pieces
    }

    /// Parses a move and returns the legal move that it means. The first steps of a move suffice if no other move
    /// begins with them.
    ///
    /// # Errors
    /// When no move is written like this, it is illegal here or ambiguous, or the legal moves cannot be generated.
    pub fn read_move(self, position: &mut Position, text: &str) -> Result<Move, MoveFault> {
        let mut moves = Vec::new();
        self.rules.moves(position, &mut moves).map_err(MoveFault::Fault)?;
        let to_move = self.rules.to_move(position);
        if moves == [Move::pass()] && is_pass(text) {
            return Ok(Move::pass());
        }
        let plain = self.plain(text);
        let written = written(&plain);
        let fits = |mv: &Move| written.as_ref().map_or(Fits::Not, |written| self.fits(*mv, written));
        let all =
            |wanted: Fits| moves.iter().copied().filter(move |mv| fits(mv) == wanted).collect::<Vec<Move>>();
        let mut meant = all(Fits::Wholly);
        if meant.is_empty() {
            meant = all(Fits::InFront);
        }
        if meant.is_empty() {
            meant = all(Fits::Around);
        }
        match meant.as_slice() {
            [] => {}
            [one] => return Ok(*one),
            several => {
                let exact = several.iter().copied().find(|mv| self.move_text(*mv) == text);
                let examples = several.iter().map(|mv| self.move_text(*mv)).collect();
                return exact.ok_or_else(|| MoveFault::Unclear { found: text.to_owned(), examples });
            }
        }
        let examples = moves.iter().take(EXAMPLES + 1).map(|mv| self.move_text(*mv)).collect();
        let found = text.to_owned();
        let means_pass = is_pass(text) && self.rules.game().blocked == Some(BlockedOutcome::Passes);
        Err(match means_pass || written.is_some_and(|written| self.is_readable(&written)) {
            false => MoveFault::Unreadable { found, examples },
            true => MoveFault::Illegal { found, player: self.rules.program().player(to_move), examples },
        })
    }

    /// How well the parsed text fits a move.
    fn fits(self, mv: Move, written: &[Written<'_>]) -> Fits {
        if mv.is_pass() {
            return Fits::Not;
        }
        let steps: Vec<Step> = mv.steps().collect();
        let pieces = self.pieces(&steps);
        let same = |(piece, written): (&Piece<'_>, &Written<'_>)| {
            let is_joined = piece.joint == written.joint;
            let is_named = written.name.is_none_or(|name| name.eq_ignore_ascii_case(piece.name));
            is_joined
                && is_named
                && read_value(self.rules.program().sort(piece.sort), &written.value) == Some(piece.value)
        };
        let ends = || pieces.first().into_iter().chain(pieces.last()).zip(written).all(same);
        if self.is_pdn() && mv.is_chain() && written.len() == 2 && ends() {
            Fits::Around
        } else if written.len() > pieces.len() || !pieces.iter().zip(written).all(same) {
            Fits::Not
        } else if written.len() == pieces.len() {
            Fits::Wholly
        } else if written.len() >= mv.played().len() {
            Fits::InFront
        } else {
            Fits::Not
        }
    }

    /// The move text in the default notation: PDN separators become `-`, and leading zeros are dropped.
    pub(super) fn plain<'t>(self, text: &'t str) -> Cow<'t, str> {
        match self.is_pdn() {
            true => {
                // Fields may be written with leading zeros, as two digits each.
                let fields = text.split(['-', 'x', 'X', ':']).map(|field| field.trim_start_matches('0'));
                Cow::Owned(fields.collect::<Vec<_>>().join("-"))
            }
            false => Cow::Borrowed(text),
        }
    }

    /// Whether games are written in *portable draughts notation*.
    pub(super) fn is_pdn(self) -> bool {
        self.rules.game().notation.as_deref() == Some(PDN)
    }

    /// Whether the text has the form of a move or pass of this game, legal or not.
    pub fn is_written(self, text: &str) -> bool {
        let means_pass = is_pass(text) && self.rules.game().blocked == Some(BlockedOutcome::Passes);
        means_pass
            || text == PASS
            || written(&self.plain(text)).is_some_and(|written| self.is_readable(&written))
    }

    /// Whether the parsed text has the form of a move of some player, legal or not.
    fn is_readable(self, written: &[Written<'_>]) -> bool {
        let (program, game) = (self.rules.program(), self.rules.game());
        let all: Vec<Vec<SortId>> = (0..game.moves.len()).map(|of| self.played_sorts(of)).collect();
        let reads = |sort: &SortId, one: &Written<'_>| read_value(program.sort(*sort), &one.value).is_some();
        game.moves.iter().zip(&all).any(|(made, sorts)| {
            let is_named = |one: &Written<'_>| {
                one.name.is_none_or(|name| name.eq_ignore_ascii_case(&program.rule(made.question).name))
            };
            let goes_on = !made.continuations.is_empty() && written.len() > sorts.len();
            (written.len() == sorts.len() || goes_on)
                && written.first().is_none_or(is_named)
                && written.iter().zip(sorts).all(|(one, sort)| reads(sort, one))
                && written[sorts.len()..].iter().all(|one| all.iter().flatten().any(|sort| reads(sort, one)))
        })
    }
}

/// One value of a move as written.
struct Piece<'p> {
    /// The separator before the value: `-` within a step and between steps that share a value, `+` between other steps,
    /// `None` at the start.
    joint: Option<char>,
    /// Whether the name of the step is written in front of the value.
    is_named: bool,
    /// The name of the step if this is its first written value, otherwise empty.
    name: &'p str,
    sort: SortId,
    value: Value,
}

/// One value of a move as parsed from text.
pub(super) struct Written<'t> {
    /// The separator before the value; `None` at the start.
    pub(super) joint: Option<char>,
    /// The name written in front of the value.
    pub(super) name: Option<&'t str>,
    pub(super) value: String,
}

/// How well a text fits a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fits {
    Not,
    /// The text is the move's first steps.
    InFront,
    /// The text is the first and last value of the move.
    Around,
    Wholly,
}

/// Splits a text into its values, joined by `-` and `+`; `None` if it cannot be a move. Handles the sign of negative
/// numbers.
pub(super) fn written(text: &str) -> Option<Vec<Written<'_>>> {
    let mut all = Vec::new();
    let (mut joint, mut sign, mut rest) = (None, "", text);
    loop {
        let end = rest.find(['-', '+']).unwrap_or(rest.len());
        let piece = &rest[..end];
        if piece.is_empty() && sign.is_empty() && rest.starts_with('-') {
            (sign, rest) = ("-", &rest[1..]);
            continue;
        }
        let (name, value) = piece.split_once(':').map_or((None, piece), |(name, value)| (Some(name), value));
        // A named step with a negative number, such as `drop:-1`.
        if name.is_some() && value.is_empty() && rest[end..].starts_with('-') {
            let after = &rest[end + 1..];
            let end = after.find(['-', '+']).unwrap_or(after.len());
            all.push(Written { joint, name, value: format!("-{}", &after[..end]) });
            rest = &after[end..];
        } else {
            all.push(Written { joint, name, value: format!("{sign}{value}") });
            rest = &rest[end..];
        }
        if all.len() > MAX_PLAYED_VALUES * MAX_MOVE_STEPS {
            return None;
        }
        let Some(next) = rest.chars().next() else { return Some(all) };
        (joint, sign, rest) = (Some(next), "", &rest[1..]);
    }
}

/// The value of `sort` that is written as `text`, in either case.
pub(super) fn read_value(sort: &Sort, text: &str) -> Option<Value> {
    let in_any_case = || sort.constant_in_any_case(text).and_then(|constant| sort.value(constant));
    let value = sort.value(text).or_else(|| sort.value(&text.to_lowercase())).or_else(in_any_case);
    value.filter(|value| sort.contains(*value))
}
