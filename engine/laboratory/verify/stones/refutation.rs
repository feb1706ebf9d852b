//! The line of play that refutes a claim: the move, the reply, and an explanation.

use super::claim::Claimant;
use noire_engine::bases::queried_exports::NEXT_MOVE;
use noire_engine::board::{Color, Point, Position};
use noire_engine::facts::Base;
use noire_engine::proof_check::exhaustive::Search;
use noire_engine::proof_check::referee::Referee;
use noire_engine::search::check::Undecided;

/// Why a move does not win within its level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The field is occupied.
    Occupied,
    /// The other colour wins as soon as the move is made. Holds the rule of level 0 that applies.
    Loses(usize),
    /// The claim says that the move wins immediately, but it does not.
    WinsNothing,
    /// The other colour wins immediately with this reply. Holds the reply and the rule of level 0 that applies.
    ReplyWins(Point, usize),
    /// The move threatens to win on this field. After the reply on the field, no move wins within the rest of the
    /// level.
    ForcedReply(Point),
    /// After this reply, no move wins within the rest of the level.
    Reply(Point),
}

/// A failed claim, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refutation {
    /// The move that was claimed to win.
    pub(crate) play: Point,
    /// Why the move does not win.
    pub(crate) reason: Reason,
}

/// Finds the refutation of a claim. Returns `None` if the claim holds. `search` must be a new search of this position
/// for the claiming colour, so that the reply does not depend on earlier searches.
///
/// # Errors
/// Fails if the search ends undecided.
pub(crate) fn refutation(
    game: &Referee<'_>,
    claimant: &Claimant,
    position: &Position,
    play: Point,
    mut search: Search<'_>,
) -> Result<Option<Refutation>, Undecided> {
    let Claimant { color, level, .. } = *claimant;
    let reason = |reason| Ok(Some(Refutation { play, reason }));
    if !position.is_empty(play) {
        return reason(Reason::Occupied);
    }
    let mut after = position.clone();
    after.set(play, color);
    match game.decision(&mut after)? {
        Some((_, winner)) if winner == color => return Ok(None),
        Some((rule, _)) => return reason(Reason::Loses(rule)),
        None if level == NEXT_MOVE => return reason(Reason::WinsNothing),
        None => {}
    }
    if search.wins_by(play, level)? {
        return Ok(None);
    }
    for reply in search.with(play, color, |search| search.winning_fields(color.other()))? {
        after.set(reply, color.other());
        let decision = game.decision(&mut after)?;
        after.take_back();
        if let Some((rule, _)) = decision.filter(|(_, winner)| *winner != color) {
            return reason(Reason::ReplyWins(reply, rule));
        }
    }
    let threats = search.with(play, color, |search| search.winning_fields(color))?;
    if let Some(only) = threats.first() {
        return reason(Reason::ForcedReply(only));
    }
    // The search is new, so the reply that it has stored depends only on this claim.
    let near = search.refuting_reply(level).iter().next();
    let is_beaten =
        |search: &mut Search<'_>, reply| search.with(play, color, |search| search.is_beaten(reply, level));
    if let Some(reply) = near
        && after.is_empty(reply)
        && !is_beaten(&mut search, reply)?
    {
        return reason(Reason::Reply(reply));
    }
    for reply in after.empty_fields() {
        if !is_beaten(&mut search, reply)? {
            return reason(Reason::Reply(reply));
        }
    }
    unreachable!("a play that some reply stands against was searched, and no reply does")
}

impl Refutation {
    /// The refuting reply, if there is one.
    pub(crate) fn reply(&self) -> Option<Point> {
        match self.reason {
            Reason::Occupied | Reason::Loses(_) | Reason::WinsNothing => None,
            Reason::ReplyWins(reply, _) | Reason::ForcedReply(reply) | Reason::Reply(reply) => Some(reply),
        }
    }

    /// An explanation such as
    /// `h8 threatens to win on g8; after black's reply there no move of white wins within 1`.
    pub(crate) fn words(&self, base: &Base, claimant: &Claimant) -> String {
        let Claimant { color, level, .. } = *claimant;
        let (play, defender) = (self.play, color.other());
        let title = |rule: usize| base.contents().rules[rule].title();
        let rest = level.saturating_sub(2);
        let within = |color: Color| match rest {
            1 => format!("no move of {color} wins at once"),
            _ => format!("no move of {color} wins within {rest}"),
        };
        match self.reason {
            Reason::Occupied => format!("there is already a stone on {play}"),
            Reason::Loses(rule) => format!("{play} loses the game: {} applies", title(rule)),
            Reason::WinsNothing => format!("after {play} no rule of level 0 lets {color} win"),
            Reason::ReplyWins(reply, rule) => {
                format!("{play} is answered by {reply}, and {defender} has won: {} applies", title(rule))
            }
            Reason::ForcedReply(reply) => format!(
                "{play} threatens to win on {reply}; after {defender}'s reply on {reply} {}",
                within(color)
            ),
            Reason::Reply(reply) => {
                format!("{play} is answered by {reply}; after that {}", within(color))
            }
        }
    }
}
