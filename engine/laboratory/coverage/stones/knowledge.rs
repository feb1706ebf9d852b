//! The claims of the rules of a base in a position: the rule that a program would use, and all moves that rules play.

use std::time::Duration;

use blanche_compiler::runtime::{LimitReached, Solutions, Value};
use blanche_compiler::timing::{self, Effort};

use crate::coverage::case_result::ChosenRule;
use noire_engine::bases::Question;
use noire_engine::board::{Color, Point, PointSet, Position};
use noire_engine::facts::Base;
use noire_engine::proof_check::referee::Referee;

/// The rules of a base that are evaluated, and the game that it defines.
pub(crate) struct Knowledge<'b> {
    game: Referee<'b>,
    /// Whether each rule is evaluated.
    is_asked: Vec<bool>,
    /// The colour of each rule.
    colors: Vec<Option<Color>>,
}

/// Number of repetitions for timing the query of a search node.
const TIMING_EFFORT: Effort<'_> = Effort { fewest_rounds: 5, most_rounds: 5, ..Effort::of(Duration::ZERO) };

impl<'b> Knowledge<'b> {
    /// The rules of a base except the rules in `without`. Rules of level 0 decide in any case when the game is won.
    pub(crate) fn new(game: Referee<'b>, without: &[usize]) -> Knowledge<'b> {
        let rules = &game.base().contents().rules;
        let is_asked = (0..rules.len()).map(|rule| !without.contains(&rule)).collect();
        let colors = rules.iter().map(|rule| rule.color.parse().ok()).collect();
        Knowledge { game, is_asked, colors }
    }

    pub(crate) fn game(&self) -> &Referee<'b> {
        &self.game
    }

    pub(crate) fn base(&self) -> &'b Base {
        self.game.base()
    }

    /// Whether `rule` can be used for a colour.
    fn claims(&self, rule: usize, color: Color) -> bool {
        let known = &self.base().contents().rules[rule];
        self.is_asked[rule] && known.level > 0 && known.plays && self.colors[rule] == Some(color)
    }

    /// Returns the rule of the lowest level that applies for this colour, with the move of its first solution. If
    /// several rules of that level apply, returns the first of them.
    ///
    /// # Errors
    /// Fails if the step limit is exceeded.
    pub(crate) fn chosen_rule(
        &self,
        position: &mut Position,
        color: Color,
    ) -> Result<Option<ChosenRule<Option<Point>>>, LimitReached> {
        let (base, backend) = (self.base(), self.game.backend());
        let is_asked = |rule| self.claims(rule, color);
        let Some(rule) = base.on(backend).verdict_among(position, is_asked)? else { return Ok(None) };
        let first = base.on(backend).first(rule, position)?;
        let play = first.iter().next().and_then(play);
        Ok(play.map(|play| ChosenRule { rule, level: base.contents().rules[rule].level, play: Some(play) }))
    }

    /// The moves that rules of this colour play in any of their solutions. Rules above `level` are left out.
    ///
    /// # Errors
    /// Fails if the step limit is exceeded.
    pub(crate) fn plays(
        &self,
        position: &mut Position,
        color: Color,
        level: u32,
    ) -> Result<PointSet, LimitReached> {
        let base = self.base();
        let mut room = Solutions::default();
        let mut plays = PointSet::EMPTY;
        for (rule, known) in base.contents().rules.iter().enumerate() {
            if known.level <= level && self.claims(rule, color) {
                base.on(self.game.backend()).answers_into(Question::Rule(rule), position, &mut room)?;
                plays.extend(room.iter().filter_map(play));
            }
        }
        Ok(plays)
    }

    /// Time, in microseconds, of the query that a search makes at a node with this position:
    /// [`verdict_among`](noire_engine::bases::BackendBase::verdict_among) the evaluated rules of both colours.
    ///
    /// # Errors
    /// Fails if the step limit is exceeded.
    pub(crate) fn verdict_time(&self, position: &mut Position) -> Result<f64, LimitReached> {
        let (base, backend) = (self.base(), self.game.backend());
        let ask = |_, watch: &mut timing::Watch| {
            let verdict = watch.time(|| base.on(backend).verdict_among(position, |rule| self.is_asked[rule]));
            std::hint::black_box(verdict?);
            Ok(())
        };
        let measured = timing::measure_parts(1, TIMING_EFFORT, ask, |_| {})?;
        Ok(measured[0].least(0))
    }
}

/// The move that a solution plays, which is its first value.
fn play(solution: &[Value]) -> Option<Point> {
    Point::from_index(*solution.first()? as usize)
}
