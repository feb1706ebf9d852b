//! Finds wins within a number of moves exhaustively, and much faster than [`super::definition`].
//!
//! It returns the same results as that plain search if the game has the three properties in
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
//! move: even a wasted stone of D can make D's next reply a forbidden move. So if A does not win after a null move, A
//! may still win after every real reply. Killer moves (the reply that last refuted a move, and the move that last won)
//! affect only the order in which moves are tried.

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
    /// The fields on which the wins that were found depend: the attacker's moves, winning fields and forced replies.
    proof: PointSet,
    /// For each number of remaining moves, the move that last won (`winning_killers`) and the reply that last refuted a
    /// move (`refuting_killers`).
    winning_killers: [Option<Point>; KILLER_SLOTS],
    refuting_killers: [Option<Point>; KILLER_SLOTS],
}

/// Number of slots for killer moves. Each number of remaining moves has its own slot, except that large numbers share
/// the last slot.
const KILLER_SLOTS: usize = 16;

fn killer_slot(moves: u32) -> usize {
    (moves as usize).min(KILLER_SLOTS - 1)
}

/// The replies available to the defender.
enum Replies {
    /// A stone on this field wins at once.
    Wins(Point),
    /// These replies must be tried. If there are none, the defender cannot be saved.
    ToTry(PointSet),
}

impl<'g> Search<'g> {
    /// Creates a search for wins of `attacker` in this position. The search may place at most `nodes` stones.
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

    /// Returns this search with a clock. The search ends undecided when the clock's time is up or the clock is stopped.
    #[must_use]
    pub fn with_clock(self, clock: &'g Clock) -> Search<'g> {
        Search { clock: Some(clock), ..self }
    }

    /// The position being searched.
    pub fn position(&mut self) -> &mut Position {
        &mut self.position
    }

    /// The fields on which the wins that were found depend: the attacker's moves, winning fields and forced replies.
    pub fn proof(&self) -> PointSet {
        self.proof
    }

    /// The reply that last refuted a move of the attacker with this number of moves remaining. After
    /// [`Search::wins_by`] has returned `false`, it is the reply that refutes the tested move, unless the defender wins
    /// with its next move.
    pub fn refuting_reply(&self, moves: u32) -> PointSet {
        self.refuting_killers[killer_slot(moves)].into_iter().collect()
    }

    /// Whether the attacker wins within `moves` moves if it places a stone on this empty field. This stone is counted
    /// as a move. Neither side may have won in the position.
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

    /// A reply against which the attacker does not win within `moves` moves, counting the reply. The defender must be
    /// to move. Returns `None` if every reply loses. Neither side may have won in the position.
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

    /// Finds a reply that is not in `listed`, and against which the attacker does not win within `moves` moves. The
    /// moves are counted from the attacker's next move. If some reply wins immediately, it is returned even if it is
    /// listed. The defender must be to move. Neither side may have won in the position.
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

    /// The replies that the defender, who is to move, has to try. If the attacker has one winning field, the only reply
    /// is on that field. If the attacker has two, no reply helps. If the defender can win immediately, it does so.
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

    /// Whether the attacker, who must be to move, wins within `moves` moves. Neither side may have won in the position.
    ///
    /// # Errors
    /// If the search ends undecided.
    pub fn wins_within(&mut self, moves: u32) -> Result<bool, Undecided> {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        // Step 1. Look for a field on which the attacker wins.
        if let Some(field) = self.winning_fields(attacker)?.first() {
            self.proof.insert(field);
            return Ok(true);
        }
        if moves < 3 {
            return Ok(false);
        }
        // Step 2. If the defender threatens to win with its next move, only moves that stop this threat are tried.
        let threats = self.winning_fields(defender)?;
        if threats.has(2) {
            return Ok(false);
        }
        if let Some(only) = threats.first() {
            return self.succeeds(only, moves);
        }
        // Step 3. Look for shorter wins, which are found faster.
        if moves > 3 && self.wins_within(moves - 2)? {
            return Ok(true);
        }
        // Step 4. Try the stones that make fours.
        let fours = self.four_making_fields();
        if self.some_succeeds(fours, moves)? {
            return Ok(true);
        }
        // Step 5. Try all other stones.
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

    /// Whether the attacker wins within `moves` moves by a stone on this field; `moves` is at least 3. The stone must
    /// not win immediately, and must leave the defender no winning field.
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

    /// Whether the attacker wins within `moves` moves, where the stone that it has just placed is counted as a move.
    fn wins_after_stone(&mut self, moves: u32) -> Result<bool, Undecided> {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        let fours = self.four_fields(attacker);
        if moves == 3
            && let (Some(only), false) = (fours.first(), fours.has(2))
            && !self.can_lose(only, defender)
        {
            // The reply is on the only field on which the attacker might win, and does not lose by itself.
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

    /// Whether the attacker wins against every reply. It has just placed a stone, which does not threaten to make five.
    fn beats_all_replies(&mut self, moves: u32) -> Result<bool, Undecided> {
        let defender = self.attacker.other();
        if moves == 3 && !self.safe_fields(defender).is_empty() {
            return Ok(false);
        }
        let replies = self.position.empty_fields();
        let killer_slot = killer_slot(moves);
        // A defence usually lies in a three of the attacker, so try the fields of its threes first.
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

    /// Whether the defender's reply on this field loses within the remaining moves. The reply must not win immediately.
    /// If the attacker wins afterwards, it does not matter whether the reply has already lost the game.
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

    /// Places a stone, calls `each`, and removes the stone.
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

    /// The fields on which a stone of this colour wins immediately.
    pub fn winning_fields(&mut self, color: Color) -> Result<PointSet, Undecided> {
        let fields = self.four_fields(color);
        self.winning(fields, color)
    }

    /// The fields among `fields` on which a stone of this colour wins immediately.
    fn winning(&mut self, fields: PointSet, color: Color) -> Result<PointSet, Undecided> {
        let mut winning = PointSet::EMPTY;
        for field in fields {
            if self.with(field, color, |search| Ok(search.winner()? == Some(color)))? {
                winning.insert(field);
            }
        }
        Ok(winning)
    }

    /// The fields where one more stone of this colour gives a group five stones.
    fn four_fields(&self, color: Color) -> PointSet {
        let fours = self.position.groups(GroupContent::Only(color, 4));
        if fours.is_empty() {
            return PointSet::EMPTY;
        }
        fields_of(fours) & self.position.empty_fields()
    }

    /// The fields on which a stone may give the attacker a winning field. The attacker has no winning field now. A
    /// group may have four stones but no winning field, which is rare. In that case all fields are returned, because
    /// any stone may change whether a fifth stone in that group wins.
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

    /// Up to two empty fields on which a stone of this colour cannot lose, even if the other colour first places one
    /// more stone anywhere.
    fn safe_fields(&self, color: Color) -> PointSet {
        let pairs = self.pairs(color);
        let is_isolated = |field: &Point| (Group::with(*field, 1, 5) & pairs).is_empty();
        self.position.empty_fields().iter().filter(is_isolated).take(2).collect()
    }

    /// The groups that have two, three or four stones of this colour and no stone of the other colour.
    fn pairs(&self, color: Color) -> GroupSet {
        let of = |stones| self.position.groups(GroupContent::Only(color, stones));
        of(2) | of(3) | of(4)
    }
}

/// The base fields of these groups.
fn fields_of(groups: GroupSet) -> PointSet {
    groups.iter().fold(PointSet::EMPTY, |fields, group| fields | group.fields_between(1, 5))
}
