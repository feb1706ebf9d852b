//! Moves as text: the values that a move plays, joined by `-`. Where a player goes on, the steps stand one behind the other; a
//! step that begins where the one before it ended says only how it goes on.
//!
//! ```text
//! b2         a move that plays a field
//! c3-d4      one that plays two
//! a1-c3-e5   one of two steps: from a1 to c3, and from there to e5
//! a1+b1      one of two steps: a1, and then b1
//! pass       that of a player who cannot move, where blocked players pass
//! 9x18x27    in the notation `pdn`, a move that may go on; its first and its last field are enough
//! drop:c     where two kinds of moves could be written alike, the name stands in front
//! ```

use std::borrow::Cow;
use std::fmt;

use super::fault::Fault;
use super::moves::{MOST_PLAYED, Move, Step};
use super::notation::Notation;
use super::text::quoted;
use crate::program::{BlockedOutcome, Game, PDN, Program, Sort, SortId};
use crate::runtime::{MOST_STEPS, Position, Value};

/// Why a text is no move in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveFault {
    /// It is written like no move of the game.
    Unreadable {
        /// The text.
        found: String,
        /// What moves look like: some that can be made.
        examples: Vec<String>,
    },
    /// It is written like a move, and cannot be made here.
    Illegal {
        /// The move.
        found: String,
        /// Who is to move.
        player: String,
        /// Some moves that can be made.
        examples: Vec<String>,
    },
    /// Several moves can be meant.
    Unclear {
        /// The text.
        found: String,
        /// The moves.
        examples: Vec<String>,
    },
    /// The moves could not be asked.
    Fault(Fault),
}

/// A pass.
const PASS: &str = "pass";

/// What others write for one.
const PASSES: [&str; 4] = [PASS, "passes", "--", "pa"];

/// Whether this is a word for a pass, in small letters or capital ones.
fn is_pass(text: &str) -> bool {
    PASSES.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// How many bytes of a text are a word for a pass with which it begins: the longest one.
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
            MoveFault::Unreadable { found, .. } => format!("{} is no move of this game", quoted(found)),
            MoveFault::Illegal { found, player, .. } => {
                format!("{player} cannot play {} here", quoted(found))
            }
            MoveFault::Unclear { found, .. } => format!("{} can mean several moves", quoted(found)),
            MoveFault::Fault(fault) => fault.to_string(),
        }
    }

    /// What should stand there, to follow the word "expected".
    pub fn expected(&self) -> String {
        match self {
            MoveFault::Unreadable { examples, .. } | MoveFault::Illegal { examples, .. }
                if examples.is_empty() =>
            {
                "nothing, as there is no move here".to_owned()
            }
            MoveFault::Unreadable { examples, .. } => format!("a move such as {}", some(examples)),
            MoveFault::Illegal { examples, .. } => format!("one of the moves {}", some(examples)),
            MoveFault::Unclear { examples, .. } => some(examples),
            MoveFault::Fault(_) => "a game that goes on".to_owned(),
        }
    }
}

/// Some moves in a sentence: ``a1`, `b2` …`
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

/// By the place of a move, whether its name is written: where another move of the player could be written alike.
fn named(program: &Program, game: &Game) -> Vec<bool> {
    // In games with this notation no two moves of a position are written alike.
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
    // A player's moves are written as the other's of the same name are.
    let name = |at: usize| &program.rule(game.moves[at].question).name;
    all.clone().map(|one| all.clone().any(|other| is_named[other] && name(one) == name(other))).collect()
}

/// The sorts of what a move plays.
fn played_sorts(program: &Program, game: &Game, of: usize) -> Vec<SortId> {
    let rule = program.rule(game.moves[of].question);
    rule.answer_sorts().collect()
}

/// Whether a value of one sort is written like a value of the other.
fn share_a_text(one: &Sort, other: &Sort) -> bool {
    let (few, many) = if one.size() <= other.size() { (one, other) } else { (other, one) };
    few.values().into_iter().any(|value| many.value(&few.written(value)).is_some())
}

impl<'r> Notation<'r> {
    /// Whether the name of the move at this place is written in front of what it plays.
    fn is_named(self, of: usize) -> bool {
        self.rules.is_named.get_or_init(|| named(self.rules.program(), self.rules.game()))[of]
    }

    /// How a move is written.
    pub fn move_text(self, mv: Move) -> String {
        if mv.is_pass() {
            return PASS.to_owned();
        }
        self.steps_text(&mv.steps().collect::<Vec<_>>())
    }

    /// How steps are written, one behind the other.
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

    /// What is written of steps: each value, but for the start of a step that is the end of the one before it.
    fn pieces(self, steps: &[Step]) -> Vec<Piece<'r>> {
        let (program, game) = (self.rules.program(), self.rules.game());
        let mut pieces: Vec<Piece<'_>> = Vec::new();
        let mut before: Option<(usize, SortId, Value)> = None;
        for step in steps {
            let name = program.rule(game.moves[step.of()].question).name.as_str();
            let sorts = played_sorts(program, game, step.of());
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

    /// The move that is written so, of those that can be made in a position. The first steps of a move are enough where no other
    /// one begins so.
    ///
    /// # Errors
    /// When nothing is written so, when it cannot be made here, or when the moves cannot be asked.
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

    /// Whether a move can be written so.
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

    /// A move as it is written where no notation says something else.
    fn plain<'t>(self, text: &'t str) -> Cow<'t, str> {
        match self.is_pdn() {
            true => {
                // Fields may be written with two digits each.
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

    /// Whether some move of the game is written so, whether or not it can be made.
    pub(super) fn is_written(self, text: &str) -> bool {
        let means_pass = is_pass(text) && self.rules.game().blocked == Some(BlockedOutcome::Passes);
        means_pass
            || text == PASS
            || written(&self.plain(text)).is_some_and(|written| self.is_readable(&written))
    }

    /// Whether the text has the form of a move of some player, legal or not.
    fn is_readable(self, written: &[Written<'_>]) -> bool {
        let (program, game) = (self.rules.program(), self.rules.game());
        let all: Vec<Vec<SortId>> = (0..game.moves.len()).map(|of| played_sorts(program, game, of)).collect();
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

/// A value as it is written in a move.
struct Piece<'p> {
    /// What stands in front of it: `-` within a step and where the next step begins where this one ended, `+` elsewhere.
    joint: Option<char>,
    /// Its step has its name written in front.
    is_named: bool,
    /// The name of its step, where it is the first value of it that is written.
    name: &'p str,
    sort: SortId,
    value: Value,
}

/// A value as it was written.
struct Written<'t> {
    joint: Option<char>,
    name: Option<&'t str>,
    value: String,
}

/// How a text fits a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fits {
    Not,
    /// The text is that of its first steps.
    InFront,
    /// The text says where it begins and where it ends.
    Around,
    Wholly,
}

/// The values of a text, joined by `-` and `+`; none where it can be no move. A number below 0 has its sign.
fn written(text: &str) -> Option<Vec<Written<'_>>> {
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
        // `drop:-1`
        if name.is_some() && value.is_empty() && rest[end..].starts_with('-') {
            let after = &rest[end + 1..];
            let end = after.find(['-', '+']).unwrap_or(after.len());
            all.push(Written { joint, name, value: format!("-{}", &after[..end]) });
            rest = &after[end..];
        } else {
            all.push(Written { joint, name, value: format!("{sign}{value}") });
            rest = &rest[end..];
        }
        if all.len() > MOST_PLAYED * MOST_STEPS {
            return None;
        }
        let Some(next) = rest.chars().next() else { return Some(all) };
        (joint, sign, rest) = (Some(next), "", &rest[1..]);
    }
}

/// The value of a sort that is written so, in small letters or in capital ones.
pub(super) fn read_value(sort: &Sort, text: &str) -> Option<Value> {
    let in_any_case = || sort.constant_in_any_case(text).and_then(|constant| sort.value(constant));
    let value = sort.value(text).or_else(|| sort.value(&text.to_lowercase())).or_else(in_any_case);
    value.filter(|value| sort.contains(*value))
}
