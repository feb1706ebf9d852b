//! Finds wins within a number of moves exhaustively, and much faster than [`super::definition`].
//!
//! Returns the same results as the plain search if the game has the three properties in
//! `laboratory::verify::stones::contract`. Below, A is the attacker (the colour that is to win) and D the defender; a
//! *winning field* is an empty field on which a stone wins at once.
//!
//! ```text
//! what is pruned                                       why nothing is lost
//! at the last move, fields that complete no five       property 1
//! moves that leave D a winning field                   D wins there: it remains a winning field (property 2)
//! if A has n ≥ 2 winning fields, all of D's replies    n - 1 remain (property 2), and D has none itself
//! if A has one winning field, D's other replies        A wins on that field (property 2), and D has none itself
//! with three moves left, stones that make no four      A has no winning field after the reply (1, 2), so every reply
//!                                                      refutes that does not itself lose: see `safe_fields`
//! testing whether a reply loses, if it is in no        property 3
//! group with two stones of its colour
//! ```
//!
//! With five or more moves left, every stone that makes no four is tried against every reply. The search uses no null
//! move: even a wasted stone of D can make D's next reply a forbidden move, so a null move that does not win refutes
//! nothing. Killer moves (the reply that last refuted, the move that last won) affect only the move order.

use super::referee::Referee;
use crate::board::{Color, Group, GroupContent, GroupSet, Point, PointSet, Position};
use crate::search::check::Undecided;
use crate::search::clock_checks::ClockChecks;
use crate::search::limits::Clock;

/// An exhaustive search for wins in one position.
pub struct Search<'g> {
    game: &'g Referee<'g>,
    position: Position,
    attacker: Color,
    /// The number of stones that may still be placed.
    nodes: u64,
    /// Decides when to check the clock.
    clock_checks: ClockChecks,
    /// The clock that limits the search, if any.
    clock: Option<&'g Clock>,
    /// The fields on which the wins found so far depend: the attacker's moves, winning fields and forced replies.
    proof: PointSet,
    /// By number of remaining moves: the move that last won (`winning_killers`) and the reply that last refuted
    /// (`refuting_killers`).
    winning_killers: [Option<Point>; KILLER_SLOTS],
    refuting_killers: [Option<Point>; KILLER_SLOTS],
}

/// Number of remaining-move counts with killer moves of their own; larger counts share the last one.
const KILLER_SLOTS: usize = 16;

fn killer_slot(moves: u32) -> usize {
    (moves as usize).min(KILLER_SLOTS - 1)
}

/// The replies available to the defender.
enum Replies {
    /// A stone on this field wins at once.
    Wins(Point),
    /// The replies to try; empty if the defender cannot be saved.
    ToTry(PointSet),
}

impl<'g> Search<'g> {
    /// Creates a search for wins of `attacker` in this position that may place at most `nodes` stones.
    pub fn new(game: &'g Referee<'g>, position: &Position, attacker: Color, nodes: u64) -> Search<'g> {
        Search {
            game,
            position: position.clone(),
            attacker,
            nodes,
            clock_checks: ClockChecks::begin(),
            clock: None,
            proof: PointSet::EMPTY,
            winning_killers: [None; KILLER_SLOTS],
            refuting_killers: [None; KILLER_SLOTS],
        }
    }

    /// Returns this search with a clock; it ends undecided when the clock's time is up or it is stopped.
    #[must_use]
    pub fn with_clock(self, clock: &'g Clock) -> Search<'g> {
        Search { clock: Some(clock), ..self }
    }

    /// The position being searched.
    pub fn position(&mut self) -> &mut Position {
        &mut self.position
    }

    /// The fields on which the wins found so far depend: the attacker's moves, winning fields and forced replies.
    pub fn proof(&self) -> PointSet {
        self.proof
    }

    /// The reply that last refuted with this number of remaining moves. After [`Search::wins_by`] has returned `false`,
    /// this is its refutation, unless the defender wins at once.
    pub fn refuting_reply(&self, moves: u32) -> PointSet {
        self.refuting_killers[killer_slot(moves)].into_iter().collect()
    }

    /// Whether the attacker wins by a stone on this empty field within `moves` moves, counting this one. Neither side
    /// may have won in the position.
    ///
    /// # Errors
    /// If the search ends undecided.
    pub fn wins_by(&mut self, field: Point, moves: u32) -> Result<bool, Undecided> {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        let won = self.with(field, attacker, |search| Ok(search.winner()? == Some(attacker)))?;
        if won {
            self.proof.insert(field);
        }
        if won || moves < 3 {
            return Ok(won);
        }
        if !self.winning_fields(defender)?.without(field).is_empty() {
            return Ok(false);
        }
        self.succeeds(field, moves)
    }

    /// A reply of the defender, to move, against which the attacker does not win within `moves` moves, counting the
    /// reply; `None` if every reply loses. Neither side may have won in the position.
    ///
    /// # Errors
    /// If the search ends undecided.
    pub fn saving_reply(&mut self, moves: u32) -> Result<Option<Point>, Undecided> {
        let replies = match self.replies()? {
            Replies::Wins(field) => return Ok(Some(field)),
            Replies::ToTry(replies) => replies,
        };
        for reply in replies {
            if !self.is_beaten(reply, moves + 1)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// A reply of the defender, to move, that is not in `listed` and against which the attacker does not win within
    /// `moves` moves, counting the attacker's next move; or any reply that wins at once. Neither side may have won in
    /// the position.
    ///
    /// # Errors
    /// If the search ends undecided.
    pub fn unlisted_reply(&mut self, listed: PointSet, moves: u32) -> Result<Option<Point>, Undecided> {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        let replies = match self.replies()? {
            Replies::Wins(field) => return Ok(Some(field)),
            Replies::ToTry(replies) => replies,
        };
        for reply in replies - listed {
            let is_beaten = self.with(reply, defender, |search| match search.winner()? {
                Some(winner) => Ok(winner == attacker),
                None => search.wins_within(moves),
            })?;
            if !is_beaten {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// The replies of the defender, to move: none if the attacker has two winning fields, and only that field if there
    /// is one.
    fn replies(&mut self) -> Result<Replies, Undecided> {
        if let Some(field) = self.winning_fields(self.attacker.other())?.first() {
            return Ok(Replies::Wins(field));
        }
        let forced = self.winning_fields(self.attacker)?;
        Ok(Replies::ToTry(match forced {
            _ if forced.has(2) => PointSet::EMPTY,
            _ if forced.is_empty() => self.position.empty_fields(),
            _ => forced,
        }))
    }

    /// Whether the attacker, to move, wins within `moves` moves. Neither side may have won in the position.
    ///
    /// # Errors
    /// If the search ends undecided.
    pub fn wins_within(&mut self, moves: u32) -> Result<bool, Undecided> {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        // Step 1. An immediate five.
        if let Some(field) = self.winning_fields(attacker)?.first() {
            self.proof.insert(field);
            return Ok(true);
        }
        if moves < 3 {
            return Ok(false);
        }
        // Step 2. The defender's threats must be stopped.
        let threats = self.winning_fields(defender)?;
        if threats.has(2) {
            return Ok(false);
        }
        if let Some(only) = threats.first() {
            return self.succeeds(only, moves);
        }
        // Step 3. Shorter wins, which are found faster.
        if moves > 3 && self.wins_within(moves - 2)? {
            return Ok(true);
        }
        // Step 4. Stones that make fours.
        let fours = self.four_making_fields();
        if self.some_succeeds(fours, moves)? {
            return Ok(true);
        }
        // Step 5. All other stones.
        if moves == 3 && self.safe_fields(defender).has(2) {
            return Ok(false);
        }
        self.some_succeeds(self.position.empty_fields() - fours, moves)
    }

    fn some_succeeds(&mut self, mut fields: PointSet, moves: u32) -> Result<bool, Undecided> {
        let killer_slot = killer_slot(moves);
        if let Some(field) = self.winning_killers[killer_slot].filter(|field| fields.contains(*field)) {
            fields.remove(field);
            if self.succeeds(field, moves)? {
                return Ok(true);
            }
        }
        for field in fields {
            if self.succeeds(field, moves)? {
                self.winning_killers[killer_slot] = Some(field);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the attacker's stone on this field wins within `moves` moves (at least 3). It must not win at once, and
    /// must leave the defender no winning field.
    fn succeeds(&mut self, field: Point, moves: u32) -> Result<bool, Undecided> {
        let before = self.proof;
        let attacker = self.attacker;
        let succeeds = self.with(field, attacker, |search| search.wins_after_stone(moves))?;
        if succeeds {
            self.proof.insert(field);
        } else {
            self.proof = before;
        }
        Ok(succeeds)
    }

    /// Whether the attacker's stone, which has just been placed, wins within `moves` moves, counting it.
    fn wins_after_stone(&mut self, moves: u32) -> Result<bool, Undecided> {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        let fours = self.four_fields(attacker);
        if moves == 3
            && let (Some(only), false) = (fours.first(), fours.has(2))
            && !self.can_lose(only, defender)
        {
            // The reply occupies the only field that might win, and does not lose itself.
            self.refuting_killers[killer_slot(moves)] = Some(only);
            return Ok(false);
        }
        if self.winner()?.is_some() {
            return Ok(false);
        }
        let wins = self.winning(fours, attacker)?;
        if wins.has(2) {
            self.proof |= wins;
            return Ok(true);
        }
        let Some(only) = wins.first() else { return self.beats_all_replies(moves) };
        self.proof.insert(only);
        let is_beaten = self.is_beaten(only, moves)?;
        if !is_beaten {
            self.refuting_killers[killer_slot(moves)] = Some(only);
        }
        Ok(is_beaten)
    }

    /// Whether the attacker wins against every reply. The attacker's stone has been placed, and threatens no five.
    fn beats_all_replies(&mut self, moves: u32) -> Result<bool, Undecided> {
        let defender = self.attacker.other();
        if moves == 3 && !self.safe_fields(defender).is_empty() {
            return Ok(false);
        }
        let replies = self.position.empty_fields();
        let killer_slot = killer_slot(moves);
        // A defence usually lies in a three of the attacker, so try those fields first.
        let threes = self.position.groups(GroupContent::Only(self.attacker, 3));
        let near: PointSet = fields_of(threes) & replies;
        let last: PointSet = self.refuting_killers[killer_slot].into_iter().collect::<PointSet>() & replies;
        for reply in last.iter().chain(near - last).chain(replies - near - last) {
            if !self.is_beaten(reply, moves)? {
                self.refuting_killers[killer_slot] = Some(reply);
                return Ok(false);
            }
        }
        Ok(!replies.is_empty())
    }

    /// Whether the defender's reply on this field, which does not win at once, loses within the remaining moves. If the
    /// attacker can go on to win, it does not matter whether the reply has already lost.
    pub fn is_beaten(&mut self, reply: Point, moves: u32) -> Result<bool, Undecided> {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        let can_lose = self.can_lose(reply, defender);
        self.with(reply, defender, |search| {
            if moves > 3 && search.wins_within(moves - 2)? {
                return Ok(true);
            }
            Ok(can_lose && search.winner()? == Some(attacker))
        })
    }

    /// Calls `each` with a stone placed, and removes it afterwards.
    pub fn with<T>(
        &mut self,
        field: Point,
        color: Color,
        each: impl FnOnce(&mut Search<'g>) -> Result<T, Undecided>,
    ) -> Result<T, Undecided> {
        self.nodes = self.nodes.checked_sub(1).ok_or(Undecided::Nodes)?;
        if self.clock_checks.is_due()
            && let Some(clock) = self.clock
        {
            clock.check_time().map_err(Undecided::Stopped)?;
        }
        self.position.set(field, color);
        let result = each(self);
        self.position.take_back();
        result
    }

    pub(crate) fn winner(&mut self) -> Result<Option<Color>, Undecided> {
        Ok(self.game.winner(&mut self.position)?)
    }

    /// The fields on which this colour wins at once.
    pub fn winning_fields(&mut self, color: Color) -> Result<PointSet, Undecided> {
        let fields = self.four_fields(color);
        self.winning(fields, color)
    }

    /// Those of `fields` on which this colour wins at once.
    fn winning(&mut self, fields: PointSet, color: Color) -> Result<PointSet, Undecided> {
        let mut winning = PointSet::EMPTY;
        for field in fields {
            if self.with(field, color, |search| Ok(search.winner()? == Some(color)))? {
                winning.insert(field);
            }
        }
        Ok(winning)
    }

    /// The fields that complete five stones of this colour in a group.
    fn four_fields(&self, color: Color) -> PointSet {
        let fours = self.position.groups(GroupContent::Only(color, 4));
        if fours.is_empty() {
            return PointSet::EMPTY;
        }
        fields_of(fours) & self.position.empty_fields()
    }

    /// The fields after which the attacker may have a winning field, given that there is none now. If there is a group
    /// of four stones in which no field wins, which is rare, all fields are returned, because another stone may change
    /// whether it wins.
    fn four_making_fields(&self) -> PointSet {
        let empty = self.position.empty_fields();
        if !self.position.groups(GroupContent::Only(self.attacker, 4)).is_empty() {
            return empty;
        }
        fields_of(self.position.groups(GroupContent::Only(self.attacker, 3))) & empty
    }

    /// Whether a stone of this colour on this empty field might lose (property 3).
    fn can_lose(&self, field: Point, color: Color) -> bool {
        !(Group::with(field, 1, 5) & self.pairs(color)).is_empty()
    }

    /// Up to two empty fields on which a stone of this colour cannot lose, even after one more stone of the other
    /// colour anywhere.
    fn safe_fields(&self, color: Color) -> PointSet {
        let pairs = self.pairs(color);
        let is_isolated = |field: &Point| (Group::with(*field, 1, 5) & pairs).is_empty();
        self.position.empty_fields().iter().filter(is_isolated).take(2).collect()
    }

    /// The groups with two, three or four stones of this colour and none of the other.
    fn pairs(&self, color: Color) -> GroupSet {
        let of = |stones| self.position.groups(GroupContent::Only(color, stones));
        of(2) | of(3) | of(4)
    }
}

/// The base fields of these groups.
fn fields_of(groups: GroupSet) -> PointSet {
    groups.iter().fold(PointSet::EMPTY, |fields, group| fields | group.fields_between(1, 5))
}
