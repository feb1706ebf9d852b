//! A program's judgement of positions beyond the rules of the game: which rules claim a win, what they play, and what
//! positions and moves are worth.

use blanche_sorted::{Arrange, SortedSet};

use super::fault::Fault;
use super::moves::{Move, Step};
use super::rules::{Outcome, Rules, TO_MOVE};
use super::symmetric_images::Images;
use crate::program::{BlockedOutcome, RuleId, RuleKind, SortId};
use crate::runtime::{Position, Value};

/// Whether claims of this level implicitly require that no player could win by one move. This is the default above
/// level 1, and applies only to programs without any `claims` line (`says_itself` is false).
pub fn supposes_no_win(level: u32, says_itself: bool) -> bool {
    level > 1 && !says_itself
}

/// A program's claims, preferences, margins and scores ([`Rules::judgement`]). None of them changes how the game is
/// played.
#[derive(Clone, Copy)]
pub struct Judgement<'r> {
    pub(super) rules: &'r Rules,
}

impl Rules {
    /// The view of these rules that evaluates claims, preferences, margins and scores.
    #[inline]
    pub fn judgement(&self) -> Judgement<'_> {
        Judgement { rules: self }
    }
}

impl Judgement<'_> {
    /// Whether a rule applies and the suppositions of its level hold, so that its claim counts in this position.
    ///
    /// # Errors
    /// When a limit is reached, or a move cannot be made.
    pub fn claim(self, position: &mut Position, rule: RuleId) -> Result<bool, Fault> {
        let level = self.rules.program().rule(rule).level;
        Ok(self.rules.holds(position, rule)? && self.supposes(position, level)?)
    }

    /// Whether at least one answer of an applicable rule plays a move that its player could make. Only such answers are
    /// trusted.
    ///
    /// # Errors
    /// When a limit is reached, or the moves cannot be generated.
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

    /// Whether the suppositions of rules of this level hold in a position. They are stated in the text; the default
    /// supposition is [that no player could win by one move](supposes_no_win).
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

    /// Whether `player` could win by one move if it were their turn.
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

    /// The moves among `moves` that an answer of a rule plays. They begin with the values played, or start and end with
    /// these values. If the rule plays nothing, the result is all of `moves`.
    pub fn played_by(self, rule: RuleId, answer: &[Value], moves: &[Move]) -> Vec<Move> {
        let rule = self.rules.program().rule(rule);
        if rule.plays == 0 {
            return moves.to_vec();
        }
        let sorts: Vec<SortId> = rule.played().iter().map(|id| rule.variables[id.index()].sort).collect();
        moves.iter().copied().filter(|mv| self.has_first_values(*mv, &sorts, answer)).collect()
    }

    /// Whether the values that a move plays begin with `values`, which are of the sorts `sorts`. A move of several
    /// steps also fits if its first step begins with all values except the last, and its last step ends with the last
    /// value.
    fn has_first_values(self, mv: Move, sorts: &[SortId], values: &[Value]) -> bool {
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

    /// Whether a step plays `value` at index `at`, and this value has the same root sort as `sort`.
    fn plays(self, step: Step, at: usize, (sort, value): (SortId, Value)) -> bool {
        let program = self.rules.program();
        let rule = program.rule(self.rules.game().moves[step.of()].question);
        let root = |sort: SortId| program.sort(sort).root;
        let played = rule.answer_sorts().nth(at);
        played.map(root) == Some(root(sort)) && step.played()[at] == value
    }

    /// The sum of the preferences of the player to move, for each of the moves in `moves`.
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

    /// The preferences of the player to move that apply to any of `moves`. Each comes with the index of the move and
    /// the value that the preference adds.
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
                    // The preference cannot mention a move that has no image, so such a move is left out.
                    let seen: Vec<usize> = (0..moves.len()).filter(|mv| moves[*mv].is_some()).collect();
                    let moves: Vec<Move> = moves.into_iter().flatten().collect();
                    let mut of_image = Vec::new();
                    let mut position = images.position(image, position);
                    self.valued(RuleId(at), &mut position, &moves, &mut of_image)?;
                    found.extend(of_image.into_iter().map(|(mv, worth)| (seen[mv], worth)));
                }
                // A value found in several images of the position counts once.
                found.arrange();
                found.dedup();
            }
            reasons.extend(found.into_iter().map(|(mv, worth)| (mv, RuleId(at), worth)));
        }
        Ok(reasons)
    }

    /// Evaluates a preference in a position. For each move that the preference values, adds the index of the move in
    /// `moves` and its value to `found`. Adds nothing if another player is to move.
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
            let meant = (0..moves.len()).filter(|mv| self.has_first_values(moves[*mv], &sorts, answer));
            found.extend(meant.map(|mv| (mv, worth)));
        })?;
        Ok(())
    }

    /// The margin by which each player has won, in the order of the players. It is the number of answers of all the
    /// player's margins.
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

    /// The margins as text, the winner's first, such as `40 to 24`; `None` in a game without margins.
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

    /// The value of a position for `player` by the default scores: the sum of the player's scores minus the sum of the
    /// opponents'.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn value(self, position: &mut Position, player: Value) -> Result<i64, Fault> {
        self.value_by(position, player, |score| self.rules.program().counts(score))
    }

    /// The value of a position for `player`, as in [`Judgement::value`], but using only the scores for which `counts`
    /// is true.
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

    /// The answers of a score, in order and without repetition. For a score that holds up to symmetry, these are the
    /// answers in every image of the position that leaves the players unchanged, mapped back to the position itself.
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

    /// Evaluates scores in every image of a position that leaves the players unchanged, and calls `found` with each
    /// answer, mapped back to the position itself. Several images may yield the same answer.
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
