//! Faults that stop a game during play: errors in its rules, such as contradictory effects, and limits that are
//! reached.

use std::fmt;

use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::Program;
use crate::runtime::{LimitReached, MAX_MOVE_STEPS, Unended, Value};

/// Why a game cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A question was abandoned at a limit.
    Limit {
        /// The limit that was reached.
        limit: LimitReached,
        /// The question, as text, such as `the move mark for x`.
        asked: String,
    },
    /// Two tuples were added that exclude each other.
    Clash(Box<Clash>),
    /// The player to move has no move, and the game does not say what that means.
    Blocked {
        /// The player to move.
        player: Value,
        /// The location in the text of the player's first move declaration; `None` if the player has none.
        moves: Option<Span>,
    },
    /// A move of several steps has no end.
    Unending(Box<Unending>),
    /// The game did not end after this number of moves and is assumed to be endless.
    Endless(u32),
    /// This number of positions needs more memory than is allowed.
    TooMany(usize),
    /// The stop flag was set.
    Stopped,
}

/// Two added tuples that cannot hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// One tuple, such as `mark(b2, x)`, and the location in the text that adds it.
    pub one: (String, Span),
    /// The other tuple and its location.
    pub other: (String, Span),
    /// The move that adds both; `None` if the start of the game does.
    pub mv: Option<String>,
}

/// A chain of steps that is not a move because it has no end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unending {
    /// The reason why the chain is considered endless.
    pub why: Unended,
    /// The steps as text, abbreviated if there are many.
    pub steps: String,
    /// The location of the `then` line that lets the player continue.
    pub place: Option<Span>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Limit { limit, asked } => write!(f, "{limit}: {asked}"),
            Fault::Clash(clash) => clash.fmt(f),
            Fault::Blocked { .. } => {
                f.write_str("a player cannot move, and the game does not say what happens then")
            }
            Fault::Unending(unending) => unending.fmt(f),
            Fault::Endless(moves) => write!(f, "a game was not over after {moves} moves"),
            Fault::TooMany(most) => {
                write!(f, "{most} positions need more memory than the limit allows")
            }
            Fault::Stopped => f.write_str("stopped before the end"),
        }
    }
}

impl std::error::Error for Fault {}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Clash { one: (one, _), other: (other, _), mv } = self;
        match mv {
            Some(mv) => write!(f, "the move {mv} adds {one} and {other}, but only one of them can hold"),
            None => write!(f, "the start has {one} and {other}, but only one of them can hold"),
        }
    }
}

impl fmt::Display for Unending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = &self.steps;
        match self.why {
            Unended::Returns => write!(f, "the move {steps} returns to an earlier position and continues"),
            Unended::TooLong => write!(f, "the move {steps} continues after {MAX_MOVE_STEPS} steps"),
            Unended::TooMany => write!(f, "there are too many ways to continue, {steps} among them"),
        }
    }
}

impl Unending {
    fn diagnostic(&self) -> Option<Diagnostic> {
        let message = Diagnostic::new(Code::EndlessMove, self.to_string(), self.place?, "by this line");
        Some(message.hint(
            "let a condition end it (`then … if …`), or let every step remove something that the next one \
             needs",
        ))
    }
}

impl Fault {
    /// Adds to a clash the move during which it happened. Other faults are returned unchanged.
    pub(super) fn in_move(self, text: impl Fn() -> String) -> Fault {
        match self {
            Fault::Clash(clash) => Fault::Clash(Box::new(Clash { mv: Some(text()), ..*clash })),
            fault => fault,
        }
    }

    /// The message for the author of the game; `None` if the fault is not a mistake in its text.
    pub fn diagnostic(&self, program: &Program) -> Option<Diagnostic> {
        match self {
            Fault::Clash(clash) => Some(clash.diagnostic()),
            Fault::Blocked { player, moves } => blocked(program, *player, *moves),
            Fault::Unending(unending) => unending.diagnostic(),
            Fault::Endless(moves) => endless(program, *moves),
            Fault::Limit { .. } | Fault::TooMany(_) | Fault::Stopped => None,
        }
    }
}

impl Clash {
    fn diagnostic(&self) -> Diagnostic {
        let Clash { one: (one, first), other: (other, second), mv } = self;
        let is_one_line = first == second;
        let (code, label, of_first, hint) = match mv {
            Some(_) => (
                Code::EffectsContradict,
                format!("it adds {other} here"),
                format!("and {one} here"),
                "let a condition (`adds … if …`) decide which of them is added, or take `one` out of the state",
            ),
            None => (
                Code::BadStart,
                match is_one_line {
                    true => format!("{one} and {other} hold by this line"),
                    false => format!("and {other} by this one"),
                },
                format!("{one} holds by this line"),
                "keep one of the two, or take `one` out of the state",
            ),
        };
        let message = Diagnostic::new(code, self.to_string(), *second, label);
        let message = if is_one_line { message } else { message.and(*first, of_first) };
        message.hint(hint)
    }
}

/// The location of the first move declaration in the text.
fn first_move(program: &Program) -> Option<Span> {
    let first = program.game.as_ref()?.moves.first()?;
    Some(program.rule(first.question).name_span)
}

fn blocked(program: &Program, player: Value, moves: Option<Span>) -> Option<Diagnostic> {
    let title = "a player cannot move, and the game does not say what happens then";
    let player = program.player(player);
    let (place, label) = match moves {
        Some(place) => (place, format!("{player} has neither this move nor any other")),
        None => (first_move(program)?, format!("{player} has no moves at all: this one is for others")),
    };
    let message = Diagnostic::new(Code::CannotMove, title, place, label);
    Some(message.hint("write `blocked loses`, `blocked draws` or `blocked passes`, or a `draw` that holds before this happens"))
}

fn endless(program: &Program, moves: u32) -> Option<Diagnostic> {
    let title = format!("a game was not over after {moves} moves");
    let label = "such moves continued without a win, a draw or a blocked player";
    let message = Diagnostic::new(Code::NeverEnds, title, first_move(program)?, label);
    Some(message.hint(
        "count the moves in a state, and end the game when there are too many: `state quiet(Quiet) one Quiet, history`, \
         `adds quiet(Quiet + 1) if quiet(Quiet)` below the move, and `draw long if quiet(100)`",
    ))
}
