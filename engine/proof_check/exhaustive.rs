//! Wins within a number of moves, exhaustively, and much sooner than [`super::plain`] finds them.
//!
//! The answer is that of the plain search wherever the game has the three properties of `laboratory::verify::stones::contract`. A is the
//! colour that is to win, D the other; a *winning field* is an empty field on which a stone wins at once.
//!
//! ```text
//! what is left out                                     why nothing is lost
//! at the last move, fields that complete no five       property 1
//! moves that leave D a winning field                   D wins there: it stays one, property 2
//! where A has n ≥ 2 winning fields, D's replies        n - 1 are left: property 2, and D has none of his own
//! where A has one, D's replies elsewhere               the same
//! with three moves left, stones that make no four      A would have no winning field after the reply (1, 2), so any
//!                                                      reply refutes that does not itself lose: see `survivors`
//! the question whether a reply loses                   where it lies in no group with two of its colour: property 3
//! ```
//!
//! With five moves left and more, every stone is tried that makes no four, and against it every reply. There is no pass
//! in this search: a stone of D that only passes can still make D's next reply a forbidden one, and so a pass that
//! does not win refutes nothing. What is kept from earlier nodes (the reply that refuted last, the move that won
//! last) changes the order only.

use super::referee::Referee;
use crate::board::{Color, Group, GroupContent, GroupSet, Point, PointSet, Position};
use crate::search::check::Undecided;
use crate::search::limits::Clock;
use crate::search::looks::Looks;

/// A search in one position.
pub struct Search<'g> {
    game: &'g Referee<'g>,
    position: Position,
    attacker: Color,
    /// The stones that may still be set.
    nodes: u64,
    /// When it looks at the clock.
    looks: Looks,
    /// A clock that may say that it is enough.
    clock: Option<&'g Clock>,
    /// The fields that the win found so far goes over: the attacker's moves, winning fields and forced replies.
    proof: PointSet,
    /// The move that won last and the reply that refuted last, by the moves that were left.
    won_last: [Option<Point>; KEPT],
    refuted_last: [Option<Point>; KEPT],
}

/// For so many moves it is remembered what came last.
const KEPT: usize = 16;

fn kept(moves: u32) -> usize {
    (moves as usize).min(KEPT - 1)
}

/// What the defender may reply.
enum Replies {
    /// A stone on this field wins at once.
    Wins(Point),
    /// One of these has to be tried; none is left where he cannot save himself.
    Tried(PointSet),
}

impl<'g> Search<'g> {
    /// A search for wins of this colour in this position, which may set so many stones.
    pub fn new(game: &'g Referee<'g>, position: &Position, attacker: Color, nodes: u64) -> Search<'g> {
        Search {
            game,
            position: position.clone(),
            attacker,
            nodes,
            looks: Looks::begin(),
            clock: None,
            proof: PointSet::EMPTY,
            won_last: [None; KEPT],
            refuted_last: [None; KEPT],
        }
    }

    /// The same search, undecided when this clock says that there is no time left, or that it is to stop.
    #[must_use]
    pub fn until(self, clock: &'g Clock) -> Search<'g> {
        Search { clock: Some(clock), ..self }
    }

    /// The position that is searched, as it was given.
    pub fn position(&mut self) -> &mut Position {
        &mut self.position
    }

    /// The fields that the wins found so far go over: the attacker's moves, winning fields and forced replies.
    pub fn proof(&self) -> PointSet {
        self.proof
    }

    /// The reply that refuted last with so many moves left: after [`Search::wins_by`] that which refutes it, unless the
    /// defender wins at once.
    pub fn refuting_reply(&self, moves: u32) -> PointSet {
        self.refuted_last[kept(moves)].into_iter().collect()
    }

    /// The attacker wins by a stone on this empty field, within so many moves counted with this one. In the
    /// position nobody may have won.
    ///
    /// # Errors
    /// When it ends undecided.
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

    /// A reply of the defender, to move, against which the attacker does not win within so many moves, the reply and his
    /// own next move counted; nothing where every reply loses. In the position nobody may have won.
    ///
    /// # Errors
    /// When it ends undecided.
    pub fn reply(&mut self, moves: u32) -> Result<Option<Point>, Undecided> {
        let replies = match self.replies()? {
            Replies::Wins(field) => return Ok(Some(field)),
            Replies::Tried(replies) => replies,
        };
        for reply in replies {
            if !self.is_beaten(reply, moves + 1)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// A reply of the defender, to move, that is none of these and against which the attacker does not win within so many
    /// moves, counted with his own next one; or a reply that wins at once. In the position nobody may have won.
    ///
    /// # Errors
    /// When it ends undecided.
    pub fn reply_besides(&mut self, listed: PointSet, moves: u32) -> Result<Option<Point>, Undecided> {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        let replies = match self.replies()? {
            Replies::Wins(field) => return Ok(Some(field)),
            Replies::Tried(replies) => replies,
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

    /// What the defender, to move, may reply: where the attacker makes two fives, nothing; where he makes one, only there.
    fn replies(&mut self) -> Result<Replies, Undecided> {
        if let Some(field) = self.winning_fields(self.attacker.other())?.first() {
            return Ok(Replies::Wins(field));
        }
        let forced = self.winning_fields(self.attacker)?;
        Ok(Replies::Tried(match forced {
            _ if forced.has(2) => PointSet::EMPTY,
            _ if forced.is_empty() => self.position.empty_fields(),
            _ => forced,
        }))
    }

    /// The attacker, to move, wins within so many moves. In the position nobody may have won.
    ///
    /// # Errors
    /// When it ends undecided.
    pub fn wins_within(&mut self, moves: u32) -> Result<bool, Undecided> {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        // Step 1. A five at once.
        if let Some(field) = self.winning_fields(attacker)?.first() {
            self.proof.insert(field);
            return Ok(true);
        }
        if moves < 3 {
            return Ok(false);
        }
        // Step 2. What the defender threatens has to be stopped.
        let threats = self.winning_fields(defender)?;
        if threats.has(2) {
            return Ok(false);
        }
        if let Some(only) = threats.first() {
            return self.succeeds(only, moves);
        }
        // Step 3. The shorter wins, which are found sooner.
        if moves > 3 && self.wins_within(moves - 2)? {
            return Ok(true);
        }
        // Step 4. Stones that make fours.
        let fours = self.four_makers();
        if self.some_succeeds(fours, moves)? {
            return Ok(true);
        }
        // Step 5. All other stones.
        if moves == 3 && self.survivors(defender).has(2) {
            return Ok(false);
        }
        self.some_succeeds(self.position.empty_fields() - fours, moves)
    }

    fn some_succeeds(&mut self, mut fields: PointSet, moves: u32) -> Result<bool, Undecided> {
        let kept = kept(moves);
        if let Some(field) = self.won_last[kept].filter(|field| fields.contains(*field)) {
            fields.remove(field);
            if self.succeeds(field, moves)? {
                return Ok(true);
            }
        }
        for field in fields {
            if self.succeeds(field, moves)? {
                self.won_last[kept] = Some(field);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The attacker's stone on this field, which does not win at once and leaves the defender no winning field, wins
    /// within so many moves, of 3 and more.
    fn succeeds(&mut self, field: Point, moves: u32) -> Result<bool, Undecided> {
        let before = self.proof;
        let attacker = self.attacker;
        let succeeds = self.with(field, attacker, |search| search.holds(moves))?;
        if succeeds {
            self.proof.insert(field);
        } else {
            self.proof = before;
        }
        Ok(succeeds)
    }

    /// The same, with the stone set.
    fn holds(&mut self, moves: u32) -> Result<bool, Undecided> {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        let fours = self.four_fields(attacker);
        if moves == 3
            && let (Some(only), false) = (fours.first(), fours.has(2))
            && !self.can_lose(only, defender)
        {
            // The one field that might win is taken by the reply, which stands.
            self.refuted_last[kept(moves)] = Some(only);
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
            self.refuted_last[kept(moves)] = Some(only);
        }
        Ok(is_beaten)
    }

    /// The attacker's stone is set and threatens no five: it wins against every reply.
    fn beats_all_replies(&mut self, moves: u32) -> Result<bool, Undecided> {
        let defender = self.attacker.other();
        if moves == 3 && !self.survivors(defender).is_empty() {
            return Ok(false);
        }
        let replies = self.position.empty_fields();
        let kept = kept(moves);
        // What stops the attacker stops it in his threes, so those come first.
        let threes = self.position.groups(GroupContent::Only(self.attacker, 3));
        let near: PointSet = fields_of(threes) & replies;
        let last: PointSet = self.refuted_last[kept].into_iter().collect::<PointSet>() & replies;
        for reply in last.iter().chain(near - last).chain(replies - near - last) {
            if !self.is_beaten(reply, moves)? {
                self.refuted_last[kept] = Some(reply);
                return Ok(false);
            }
        }
        Ok(!replies.is_empty())
    }

    /// The defender's reply on this field, which wins no game at once, loses within the rest of the moves. Where
    /// the attacker can go on to win it makes no difference whether the reply has lost already.
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

    /// Does something with a stone set, and takes it back.
    pub fn with<T>(
        &mut self,
        field: Point,
        color: Color,
        each: impl FnOnce(&mut Search<'g>) -> Result<T, Undecided>,
    ) -> Result<T, Undecided> {
        self.nodes = self.nodes.checked_sub(1).ok_or(Undecided::Nodes)?;
        if self.looks.are_due()
            && let Some(clock) = self.clock
        {
            clock.look_at_time().map_err(Undecided::Stopped)?;
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

    /// Those of these fields on which this colour wins at once.
    fn winning(&mut self, fields: PointSet, color: Color) -> Result<PointSet, Undecided> {
        let mut winning = PointSet::EMPTY;
        for field in fields {
            if self.with(field, color, |search| Ok(search.winner()? == Some(color)))? {
                winning.insert(field);
            }
        }
        Ok(winning)
    }

    /// The fields that complete five of this colour in a group.
    fn four_fields(&self, color: Color) -> PointSet {
        let fours = self.position.groups(GroupContent::Only(color, 4));
        if fours.is_empty() {
            return PointSet::EMPTY;
        }
        fields_of(fours) & self.position.empty_fields()
    }

    /// The fields after which the attacker may have a winning field, where he has none now. A group with four of his
    /// in which none wins is rare; then all fields are meant, since his own stones may change what it is worth.
    fn four_makers(&self) -> PointSet {
        let empty = self.position.empty_fields();
        if !self.position.groups(GroupContent::Only(self.attacker, 4)).is_empty() {
            return empty;
        }
        fields_of(self.position.groups(GroupContent::Only(self.attacker, 3))) & empty
    }

    /// By property 3: a stone of this colour on this empty field might lose.
    fn can_lose(&self, field: Point, color: Color) -> bool {
        !(Group::with(field, 1, 5) & self.pairs(color)).is_empty()
    }

    /// Empty fields, as many as there are up to two, on which a stone of this colour cannot lose, whatever else the
    /// other colour does there or elsewhere with one stone.
    fn survivors(&self, color: Color) -> PointSet {
        let pairs = self.pairs(color);
        let stands = |field: &Point| (Group::with(*field, 1, 5) & pairs).is_empty();
        self.position.empty_fields().iter().filter(stands).take(2).collect()
    }

    /// The groups with two stones of this colour, or three or four, and none of the other.
    fn pairs(&self, color: Color) -> GroupSet {
        let of = |stones| self.position.groups(GroupContent::Only(color, stones));
        of(2) | of(3) | of(4)
    }
}

/// The base fields of these groups.
fn fields_of(groups: GroupSet) -> PointSet {
    groups.iter().fold(PointSet::EMPTY, |fields, group| fields | group.fields_between(1, 5))
}
