//! What a text says of positions besides the rules of the game: which rules claim a win, what they play, and what positions and
//! moves are worth.

use blanche_sorted::{Arrange, SortedSet};

use super::fault::Fault;
use super::images::Images;
use super::moves::{Move, Step};
use super::rules::{Outcome, Rules, TO_MOVE};
use crate::program::{BlockedOutcome, RuleId, RuleKind, SortId};
use crate::runtime::{Position, Value};

/// Whether a rule of this level claims nothing where a player could win by one move. That is the default above level 1, and holds only
/// in a text without any `claims` line (`says_itself` is false).
pub fn supposes_no_win(level: u32, says_itself: bool) -> bool {
    level > 1 && !says_itself
}

/// What a program says of positions and moves besides the rules of its game ([`Rules::judgement`]): claims, preferences, margins
/// and scores. Nothing of it changes how the game is played.
#[derive(Clone, Copy)]
pub struct Judgement<'r> {
    pub(super) rules: &'r Rules,
}

impl Rules {
    /// Which rules claim a win, what they play, and what positions and moves are worth.
    #[inline]
    pub fn judgement(&self) -> Judgement<'_> {
        Judgement { rules: self }
    }
}

impl Judgement<'_> {
    /// Whether a rule applies and may claim something here: what its level supposes holds.
    ///
    /// # Errors
    /// When a limit is reached, or a move cannot be made.
    pub fn claim(self, position: &mut Position, rule: RuleId) -> Result<bool, Fault> {
        let level = self.rules.program().rule(rule).level;
        Ok(self.rules.holds(position, rule)? && self.supposes(position, level)?)
    }

    /// Whether a rule that applies plays a move that its player could make: a rule is believed only by such an answer.
    ///
    /// # Errors
    /// When a limit is reached, or the moves cannot be asked.
    pub fn plays_a_move(self, position: &mut Position, rule: RuleId) -> Result<bool, Fault> {
        let (Some(player), true) =
            (self.rules.program().rule(rule).colour, self.rules.program().rule(rule).plays > 0)
        else {
            return Ok(true);
        };
        let before = position.words().to_vec();
        position.add(TO_MOVE, &[player]);
        let (mut moves, mut can) = (Vec::new(), false);
        let asked = self.rules.moves(position, &mut moves);
        position.set_words(&before);
        asked?;
        self.rules.each_answer(position, rule, &[], &mut |answer| {
            can |= !self.played_by(rule, answer, &moves).is_empty();
        })?;
        Ok(can)
    }

    /// Whether what rules of this level suppose holds in a position: what the text says, or else
    /// [that nobody could win by one move](supposes_no_win).
    ///
    /// # Errors
    /// When a limit is reached, or a move cannot be made.
    pub fn supposes(self, position: &mut Position, level: u32) -> Result<bool, Fault> {
        let said = &self.rules.program().suppositions;
        for supposition in said.iter().filter(|supposition| supposition.level <= level) {
            if !self.rules.holds(position, supposition.question)? {
                return Ok(false);
            }
        }
        if !supposes_no_win(level, !said.is_empty()) {
            return Ok(true);
        }
        for player in self.rules.program().players.clone() {
            if self.could_win(position, player)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a player would win by some move, if it were the player's turn.
    ///
    /// # Errors
    /// When a limit is reached, or a move cannot be made.
    pub fn could_win(self, position: &mut Position, player: Value) -> Result<bool, Fault> {
        let before = position.words().to_vec();
        position.add(TO_MOVE, &[player]);
        let (turned, mut moves) = (position.words().to_vec(), Vec::new());
        self.rules.moves(position, &mut moves)?;
        let may_block = self.rules.game().blocked == Some(BlockedOutcome::Loses);
        let mut could = false;
        for mv in moves {
            self.rules.play(position, mv)?;
            let end = if may_block { self.rules.end(position) } else { self.rules.end_by_rule(position) };
            let won = end?.map(|end| end.outcome) == Some(Outcome::Won(player));
            position.set_words(&turned);
            if won {
                could = true;
                break;
            }
        }
        position.set_words(&before);
        Ok(could)
    }

    /// Those of the moves that a rule plays by this answer: the ones that begin with the values that it plays, or begin and end
    /// so. All of them where it plays nothing.
    pub fn played_by(self, rule: RuleId, answer: &[Value], moves: &[Move]) -> Vec<Move> {
        let rule = self.rules.program().rule(rule);
        if rule.plays == 0 {
            return moves.to_vec();
        }
        let sorts: Vec<SortId> = rule.played().iter().map(|id| rule.variables[id.index()].sort).collect();
        moves.iter().copied().filter(|mv| self.begins_so(*mv, &sorts, answer)).collect()
    }

    /// Whether what a move plays begins with these values of these sorts. A move of several steps may also begin with all of
    /// them but one and end with that one.
    fn begins_so(self, mv: Move, sorts: &[SortId], values: &[Value]) -> bool {
        let Some(last) = sorts.len().checked_sub(1) else { return true };
        let begins = |count: usize| {
            count <= mv.played().len()
                && (0..count).all(|at| self.plays(mv.first(), at, (sorts[at], values[at])))
        };
        begins(sorts.len())
            || mv.is_chain() && last > 0 && begins(last) && {
                let end = mv.last();
                let at = end.played().len().checked_sub(1);
                at.is_some_and(|at| self.plays(end, at, (sorts[last], values[last])))
            }
    }

    /// Whether a step plays this value of this sort at this place.
    fn plays(self, step: Step, at: usize, (sort, value): (SortId, Value)) -> bool {
        let program = self.rules.program();
        let rule = program.rule(self.rules.game().moves[step.of()].question);
        let root = |sort: SortId| program.sort(sort).root;
        let played = rule.answer_sorts().nth(at);
        played.map(root) == Some(root(sort)) && step.played()[at] == value
    }

    /// What the preferences of whoever is to move add up to, for each of these moves.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn preferred(self, position: &mut Position, moves: &[Move]) -> Result<Vec<i64>, Fault> {
        let mut worth = vec![0; moves.len()];
        for (mv, _, value) in self.reasons(position, moves)? {
            worth[mv] += value;
        }
        Ok(worth)
    }

    /// Which preferences of whoever is to move speak of these moves: the move by its place, the preference, and what it adds.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn reasons(
        self,
        position: &mut Position,
        moves: &[Move],
    ) -> Result<Vec<(usize, RuleId, i64)>, Fault> {
        let mut reasons = Vec::new();
        let mut images = None;
        for (rule, at) in self.rules.program().rules.iter().zip(0..) {
            let RuleKind::Preference(_) = rule.kind else { continue };
            let mut found: Vec<(usize, i64)> = Vec::new();
            self.valued(RuleId(at), position, moves, &mut found)?;
            if rule.up_to_symmetry {
                let images = images.get_or_insert_with(|| Images::of(self.rules));
                for image in 1..images.count() {
                    let moves: Vec<Option<Move>> = moves.iter().map(|mv| images.mv(image, *mv)).collect();
                    // A move without an image is none of its answers.
                    let seen: Vec<usize> = (0..moves.len()).filter(|mv| moves[*mv].is_some()).collect();
                    let moves: Vec<Move> = moves.into_iter().flatten().collect();
                    let mut of_image = Vec::new();
                    let mut position = images.position(image, position);
                    self.valued(RuleId(at), &mut position, &moves, &mut of_image)?;
                    found.extend(of_image.into_iter().map(|(mv, worth)| (seen[mv], worth)));
                }
                // What several images of the position say of a move is said once.
                found.arrange();
                found.dedup();
            }
            reasons.extend(found.into_iter().map(|(mv, worth)| (mv, RuleId(at), worth)));
        }
        Ok(reasons)
    }

    /// Which of these moves a preference values in a position, and how much. It says nothing where another player is to move.
    fn valued(
        self,
        preference: RuleId,
        position: &mut Position,
        moves: &[Move],
        found: &mut Vec<(usize, i64)>,
    ) -> Result<(), Fault> {
        let rule = self.rules.program().rule(preference);
        let Some(worth) = self.rules.program().worth(rule) else { return Ok(()) };
        if rule.colour.is_some_and(|colour| colour != self.rules.to_move(position)) {
            return Ok(());
        }
        let sort = |variable: &crate::program::VariableId| rule.variables[variable.index()].sort;
        let sorts: Vec<SortId> = rule.played().iter().map(sort).collect();
        self.rules.each_answer(position, preference, &[], &mut |answer| {
            let worth = worth.of(answer);
            let meant = (0..moves.len()).filter(|mv| self.begins_so(moves[*mv], &sorts, answer));
            found.extend(meant.map(|mv| (mv, worth)));
        })?;
        Ok(())
    }

    /// By how much each player has won, in the order of the players: what all margins of the player count.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn margins(self, position: &mut Position) -> Result<Vec<(Value, u64)>, Fault> {
        let mut counted: Vec<(Value, u64)> =
            self.rules.program().players.iter().map(|player| (*player, 0)).collect();
        for margin in &self.rules.game().margins {
            let count = self.rules.answers(position, *margin)? as u64;
            let player = self.rules.program().rule(*margin).colour;
            counted.iter_mut().filter(|(known, _)| Some(*known) == player).for_each(|(_, all)| *all += count);
        }
        Ok(counted)
    }

    /// The margins in words, those of the winner first: `40 to 24`; nothing in a game without margins.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn margin_text(self, position: &mut Position, outcome: Outcome) -> Result<Option<String>, Fault> {
        if self.rules.game().margins.is_empty() {
            return Ok(None);
        }
        let mut margins = self.margins(position)?;
        margins.arrange_by_key(|(player, _)| outcome != Outcome::Won(*player));
        let texts: Vec<String> = margins.iter().map(|(_, margin)| margin.to_string()).collect();
        Ok(Some(texts.join(" to ")))
    }

    /// What a position is worth to a player where no score is named: what the player's scores add up to, less what those of the
    /// others do.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn value(self, position: &mut Position, player: Value) -> Result<i64, Fault> {
        self.value_by(position, player, |score| self.rules.program().counts(score))
    }

    /// The same by some of the scores only.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn value_by(
        self,
        position: &mut Position,
        player: Value,
        counts: impl Fn(RuleId) -> bool,
    ) -> Result<i64, Fault> {
        let to_move = self.rules.to_move(position);
        let (mut value, mut by_images) = (0, Vec::new());
        for (at, score, weights) in self.rules.program().scores().filter(|(at, ..)| counts(*at)) {
            if score.up_to_symmetry {
                by_images.push(at);
                continue;
            }
            let weight = weights.of(score.colour == Some(to_move));
            let worth = match weight.number() {
                Some(number) => self.rules.answers(position, at)? as i64 * number,
                None => {
                    let mut worth = 0;
                    self.rules.each_answer(position, at, &[], &mut |answer| worth += weight.of(answer))?;
                    worth
                }
            };
            value += if score.colour == Some(player) { worth } else { -worth };
        }
        if by_images.is_empty() {
            return Ok(value);
        }
        let mut found = SortedSet::new();
        self.in_images(position, &by_images, &mut |score, answer| {
            found.insert((score, answer));
        })?;
        for (score, answer) in found {
            let score = self.rules.program().rule(score);
            let RuleKind::Score(weights) = score.kind else { continue };
            let worth = weights.of(score.colour == Some(to_move)).of(&answer);
            value += if score.colour == Some(player) { worth } else { -worth };
        }
        Ok(value)
    }

    /// The answers of a score, in order. Of one that holds up to symmetry they are those of every image of the position that
    /// shows the players as they are, as they lie in the position itself, each once.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn counted(self, position: &mut Position, score: RuleId) -> Result<Vec<Vec<Value>>, Fault> {
        let mut found = SortedSet::new();
        if self.rules.program().rule(score).up_to_symmetry {
            self.in_images(position, &[score], &mut |_, answer| {
                found.insert(answer);
            })?;
        } else {
            self.rules.each_answer(position, score, &[], &mut |answer| {
                found.insert(answer.to_vec());
            })?;
        }
        Ok(found.into_iter().collect())
    }

    /// Finds the answers of scores in every image of a position that shows the players as they are, as they lie in the position
    /// itself; several images may show the same one.
    fn in_images(
        self,
        position: &Position,
        scores: &[RuleId],
        found: &mut dyn FnMut(RuleId, Vec<Value>),
    ) -> Result<(), Fault> {
        let images = Images::of(self.rules);
        for image in images.of_players_as_they_are() {
            let mut seen = images.position(image, position);
            for score in scores {
                let sorts: Vec<SortId> = self.rules.program().rule(*score).answer_sorts().collect();
                self.rules.each_answer(&mut seen, *score, &[], &mut |answer| {
                    let behind =
                        sorts.iter().zip(answer).map(|(sort, value)| images.behind(image, *sort, *value));
                    found(*score, behind.collect());
                })?;
            }
        }
        Ok(())
    }
}
