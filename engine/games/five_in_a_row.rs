//! The interface between the search and games of stones, such as renju and go-moku, that a base for the domain
//! `five-in-a-row` defines.
//!
//! The search trusts the knowledge of a base, with one exception. Moves to occupied fields never reach the search,
//! whether an export names them or a rule plays them. The base records such moves ([`Base::record_illegal_move`]).

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use blanche_compiler::runtime::{LimitReached, Solutions, Stop, Value};
use blanche_sorted::Arrange;

use super::requirements::{QueriedExport, Requirement};
use super::{Claim, Game, Knowledge, Outcome, unit};
use crate::bases::{Backend, MoveSource};
use crate::board::{BOARD_SIZE, Color, Group, Point, PointSet, Position};
use crate::facts::Base;

/// A position under the rules of a base.
#[derive(Clone)]
pub struct FiveInARow<'b> {
    base: &'b Base,
    backend: Backend,
    position: Position,
    /// The exports `forcing`, `reply` and `answer` of the base, indexed by colour.
    forcing: [Option<QueriedExport>; 2],
    replies: [Option<QueriedExport>; 2],
    answers: [Option<QueriedExport>; 2],
    replied: u32,
    /// Whether to check that a rule which applies plays an empty field. The check is not needed for compiled rules,
    /// which tests have checked. The move of a compiled rule is only evaluated when it is requested.
    checks_rule_moves: bool,
    /// The median weight of the scores.
    unit: i64,
    /// Set to ignore the preferences that the base declares for moves.
    ignores_preferences: bool,
}

/// All fields, those nearest to the centre first. In the thesis, fields near the centre get a small bonus (section
/// 4.1).
static FIELDS: LazyLock<Vec<Point>> = LazyLock::new(|| {
    let mut fields: Vec<Point> = Point::all().collect();
    fields.arrange_by_key(|field| from_centre(*field));
    fields
});

/// Number of different threat lengths, which are counted in moves from 0. Longer threats are treated as threats of the
/// greatest of these lengths.
const MAX_MOVES: usize = 16;

/// The number that is XORed into the key of a position if white is to move.
const WHITE_TO_MOVE: u64 = blanche_compiler::random::ODD;

impl<'b> FiveInARow<'b> {
    /// Creates the game at this position under the rules of a base. If the base lacks the export `forcing` or `reply`,
    /// the game has no forcing moves or no replies; [`missing_requirements`](super::requirements::missing_requirements)
    /// reports that.
    ///
    /// # Panics
    /// If the base does not have the back end ([`Base::has`]), or the side to move is unknown.
    pub fn new(base: &'b Base, backend: Backend, position: Position) -> FiveInARow<'b> {
        assert!(base.has(backend), "a back end is asked only where it is there");
        assert!(position.to_move().is_some(), "a side is to move in a game");
        let asked = |requirement: Requirement| Color::ALL.map(|color| requirement.export(base, color));
        let [forcing, replies, answers] =
            [Requirement::Forcing, Requirement::Reply, Requirement::Answer].map(asked);
        let replied = base.on(backend).replied();
        let counts = base.contents().scores.iter().filter(|score| !score.when_named);
        let unit = unit(counts.map(|score| score.weights));
        let checks_rule_moves = !base.has(Backend::Compiled);
        FiveInARow {
            base,
            backend,
            position,
            forcing,
            replies,
            answers,
            replied,
            checks_rule_moves,
            unit,
            ignores_preferences: false,
        }
    }

    /// Returns this game for a player that ignores the preferences of the base.
    #[must_use]
    pub fn without_preferences(self) -> FiveInARow<'b> {
        FiveInARow { ignores_preferences: true, ..self }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The back end that is used for queries.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// The base whose rules and exports are used.
    pub fn base(&self) -> &'b Base {
        self.base
    }

    /// Passes the answers of an export for the side to move to `take`, in no particular order.
    fn for_each_answer(
        &mut self,
        asked: [Option<QueriedExport>; 2],
        mut take: impl FnMut(QueriedExport, &[Value]),
    ) -> Result<(), LimitReached> {
        let Some(asked) = asked[self.to_move().index()] else { return Ok(()) };
        let take = |answer: &[Value]| take(asked, answer);
        self.base.on(self.backend).exported_as_they_come(asked.export, &mut self.position, take)
    }

    /// The empty fields among the answers of an export for the side to move.
    fn fields_of(&mut self, asked: [Option<QueriedExport>; 2]) -> Result<PointSet, LimitReached> {
        let mut fields = PointSet::EMPTY;
        self.for_each_answer(asked, |asked, answer| fields.insert(point(answer[asked.field])))?;
        Ok(self.remove_occupied(asked, fields))
    }

    /// Removes the occupied fields from the answers of an export. The first field that it removes is recorded as an
    /// illegal move.
    #[inline]
    fn remove_occupied(&self, asked: [Option<QueriedExport>; 2], fields: PointSet) -> PointSet {
        let occupied = fields - self.position.empty_fields();
        if let (Some(field), Some(asked)) = (occupied.first(), asked[self.to_move().index()]) {
            self.base.record_illegal_move(MoveSource::Export(asked.export), field, &self.position);
        }
        fields - occupied
    }

    /// Whether a rule that applies can be played. It can if one of its solutions plays an empty field, or if the rule
    /// plays no field at all.
    fn can_be_played(&mut self, rule: usize) -> Result<bool, LimitReached> {
        if !self.base.contents().rules[rule].plays {
            return Ok(true);
        }
        let empty = self.position.empty_fields();
        let mut occupied = None;
        let mut is_empty = |solution: &[Value]| {
            let field = point(solution[0]);
            let is_empty = empty.contains(field);
            if !is_empty {
                occupied.get_or_insert(field);
            }
            is_empty
        };
        let can_be_played = self.base.on(self.backend).any(rule, &mut self.position, &mut is_empty)?;
        if let Some(field) = occupied {
            self.base.record_illegal_move(MoveSource::Rule(rule), field, &self.position);
        }
        Ok(can_be_played)
    }

    /// The first rule that applies and can be played. The rule `unplayable` is skipped, because it is known to play no
    /// empty field.
    #[cold]
    fn claim_excluding(
        &mut self,
        unplayable: usize,
        color: Color,
        levels: RangeInclusive<u32>,
        is_unrefuted: impl Fn(usize) -> bool,
    ) -> Result<Option<usize>, LimitReached> {
        let mut excluded = vec![unplayable];
        loop {
            let base = self.base;
            let is_asked =
                |rule| base.owner(rule) == color && is_unrefuted(rule) && !excluded.contains(&rule);
            let first =
                self.base.on(self.backend).verdict_within(&mut self.position, levels.clone(), is_asked)?;
            match first {
                Some(rule) if !self.can_be_played(rule)? => excluded.push(rule),
                first => return Ok(first),
            }
        }
    }

    /// For each field, the sum of the preferences for a move there.
    fn preference_sums(&mut self) -> Result<[i64; Point::COUNT], LimitReached> {
        let mut sums = [0; Point::COUNT];
        let player = self.to_move();
        if self.ignores_preferences {
            return Ok(sums);
        }
        self.base.on(self.backend).preferred(&mut self.position, player, &mut |field, more| {
            sums[field as usize] += more;
        })?;
        Ok(sums)
    }

    /// The first solution of a rule that plays an empty field. If the rule plays no field, its first solution.
    fn first_playable(&mut self, rule: usize) -> Result<Solutions, LimitReached> {
        let first = self.base.on(self.backend).first(rule, &mut self.position)?;
        let empty = self.position.empty_fields();
        let is_empty = |solution: &[Value]| empty.contains(point(solution[0]));
        if !self.base.contents().rules[rule].plays || first.iter().all(is_empty) {
            return Ok(first);
        }
        let width = self.base.contents().rules[rule].variables.len();
        let (mut buffer, mut playable) = (Solutions::default(), Solutions::new(width));
        self.base.on(self.backend).in_order(rule, &mut self.position, &mut buffer, &mut |solution| {
            if !is_empty(solution) {
                return Ok(());
            }
            playable.push(solution);
            Err(Stop::Enough)
        })?;
        Ok(playable)
    }
}

/// The squared distance of a field from the centre of the board.
fn from_centre(field: Point) -> i32 {
    let away = |place: u8| i32::from(place) - i32::from(BOARD_SIZE / 2);
    away(field.column()).pow(2) + away(field.row()).pow(2)
}

/// The point with this number.
#[inline]
fn point(value: Value) -> Point {
    Point::from_index(value as usize).expect("fields are numbered as points are")
}

impl Game for FiveInARow<'_> {
    type Move = Point;
    type Player = Color;

    #[inline]
    fn opponent(player: Color) -> Color {
        player.other()
    }

    #[inline]
    fn to_move(&self) -> Color {
        self.position.to_move().expect("a side is to move in a game")
    }

    #[inline]
    fn key(&self) -> u64 {
        let turn = if self.to_move() == Color::White { WHITE_TO_MOVE } else { 0 };
        self.position.key() ^ turn
    }

    #[inline]
    fn key_after(&self, mv: Point) -> u64 {
        let turn = if self.to_move() == Color::Black { WHITE_TO_MOVE } else { 0 };
        self.position.key_with(mv, self.to_move()) ^ turn
    }

    #[inline]
    fn play(&mut self, mv: Point) {
        self.position.play(mv).expect("a move of a search is one of the game");
    }

    #[inline]
    fn take_back(&mut self) {
        self.position.take_back();
    }

    fn moves(&self, moves: &mut Vec<Point>) {
        moves.extend(FIELDS.iter().filter(|field| self.position.is_empty(**field)));
    }

    #[inline]
    fn outcome(&mut self) -> Result<Option<Outcome<Color>>, LimitReached> {
        let rule = self.base.on(self.backend).verdict_within(&mut self.position, 0..=0, |_| true)?;
        Ok(match rule {
            Some(rule) => Some(Outcome::Won(self.base.owner(rule))),
            None => self.position.empty_fields().is_empty().then_some(Outcome::Drawn),
        })
    }

    const HAS_NULL_MOVE: bool = true;

    #[inline]
    fn null_move(&mut self) {
        self.position.set_to_move(Some(self.to_move().other()));
    }

    /// An empty board counts as an opening, because a search cannot tell its moves apart. It also counts as an opening
    /// after passes.
    fn is_opening(&self) -> bool {
        self.position.empty_fields().len() == Point::COUNT
    }

    /// If the board has only one stone, keeps only the moves next to it.
    fn remove_far_moves(&self, moves: &mut Vec<Point>) {
        if self.position.empty_fields().len() + 1 != Point::COUNT {
            return;
        }
        let stones = || Color::ALL.into_iter().flat_map(|color| self.position.stones(color).iter());
        let is_near = |field: &Point| stones().any(|stone| stone.distance(*field) == 1);
        if moves.iter().any(is_near) {
            moves.retain(is_near);
        }
    }

    /// The moves nearest to the last move come first. If there is no last move, those nearest to the centre come first.
    fn instant_moves(&self, moves: &mut Vec<Point>) {
        self.moves(moves);
        if let Some(last) = self.position.last_move() {
            moves.arrange_by_key(|field| field.distance(last));
        }
    }
}

impl Knowledge for FiveInARow<'_> {
    #[inline]
    fn claim(
        &mut self,
        color: Color,
        levels: RangeInclusive<u32>,
        is_unrefuted: impl Fn(usize) -> bool,
    ) -> Result<Option<Claim>, LimitReached> {
        let is_asked = |rule| self.base.owner(rule) == color && is_unrefuted(rule);
        let mut first =
            self.base.on(self.backend).verdict_within(&mut self.position, levels.clone(), is_asked)?;
        if let Some(rule) = first
            && self.checks_rule_moves
            && !self.can_be_played(rule)?
        {
            first = self.claim_excluding(rule, color, levels, is_unrefuted)?;
        }
        Ok(first.map(|rule| Claim { rule, level: self.base.contents().rules[rule].level }))
    }

    fn claimed_move(&mut self, rule: usize) -> Result<Option<Point>, LimitReached> {
        if !self.base.contents().rules[rule].plays {
            return Ok(None);
        }
        let first = self.first_playable(rule)?;
        Ok(first.iter().next().map(|solution| point(solution[0])))
    }

    fn concerns(&mut self, rule: usize, moves: &mut Vec<Point>) -> Result<(), LimitReached> {
        let first = self.first_playable(rule)?;
        let Some(solution) = first.iter().next() else { return Ok(()) };
        let empty = self.position.empty_fields();
        for ((_, sort), &value) in self.base.contents().rules[rule].variables.iter().zip(solution) {
            match sort.as_str() {
                // A field that occurs in the body of the rule may be occupied.
                "field" => moves.extend(Some(point(value)).filter(|field| empty.contains(*field))),
                "group" => {
                    let group =
                        Group::from_index(value as usize).expect("groups are numbered as they are here");
                    moves.extend(group.fields_between(0, 6) & empty);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn forcing(&mut self, moves: &mut Vec<(Point, u32)>) -> Result<(), LimitReached> {
        // A move that makes several threats counts as the shortest of them.
        let mut within = [PointSet::EMPTY; MAX_MOVES];
        self.for_each_answer(self.forcing, |asked, answer| {
            let Some(moves) = asked.moves else { return };
            let moves = (answer[moves] as usize).min(MAX_MOVES - 1);
            within[moves].insert(point(answer[asked.field]));
        })?;
        let named = within.into_iter().fold(PointSet::EMPTY, |named, fields| named | fields);
        let mut left = self.remove_occupied(self.forcing, named);
        for (number, fields) in within.into_iter().enumerate() {
            for field in fields & left {
                moves.push((field, number as u32));
            }
            left -= fields;
        }
        Ok(())
    }

    fn replies(&mut self, moves: &mut Vec<Point>) -> Result<(), LimitReached> {
        self.fields_of(self.replies)?.iter().for_each(|field| moves.push(field));
        Ok(())
    }

    #[inline]
    fn replied(&self) -> u32 {
        self.replied
    }

    fn answers(&mut self, moves: &mut Vec<Point>) -> Result<(), LimitReached> {
        self.fields_of(self.answers)?.iter().for_each(|field| moves.push(field));
        Ok(())
    }

    fn value(&mut self, color: Color) -> Result<i64, LimitReached> {
        self.base.on(self.backend).value(&mut self.position, color)
    }

    const IS_WIDE: bool = true;

    fn unit(&self) -> i64 {
        self.unit
    }

    fn preferences(&mut self, moves: &[Point]) -> Result<Vec<i64>, LimitReached> {
        let sums = self.preference_sums()?;
        Ok(moves.iter().map(|mv| sums[mv.index()]).collect())
    }

    fn candidates(&mut self, candidates: &mut Vec<(Point, i64)>) -> Result<(), LimitReached> {
        let sums = self.preference_sums()?;
        let empty = self.position.empty_fields();
        candidates.extend(
            empty.iter().filter(|field| sums[field.index()] != 0).map(|field| (field, sums[field.index()])),
        );
        if candidates.is_empty() {
            let mut moves = Vec::new();
            self.moves(&mut moves);
            candidates.extend(moves.into_iter().map(|mv| (mv, 0)));
        }
        Ok(())
    }
}
