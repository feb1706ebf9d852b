//! Explanations of rules, scores, preferences and draws in a position, for people.
//!
//! | file | what it holds |
//! |---|---|
//! | [`json`] | explanations as JSON |

pub mod json;

use blanche_compiler::legality::StepExplanation;
use blanche_compiler::runtime::{self, LimitReached};
use blanche_compiler::why::{Derivation, LeftOut, Obstacles, Trace};
use noire_engine::bases::Question;
use noire_engine::board::Style;
use noire_engine::drawing::Drawing;
use noire_engine::world::{Explainer, Marks, Wanted, World, WorldError, WorldExt as _};

/// Maximum number of branches to draw in the tree that shows how a rule was evaluated.
const MAX_BRANCHES: usize = 6;

/// The explanation of a rule, score, preference or draw in a position.
pub struct RuleExplanation {
    /// The rule, score, preference or draw.
    pub question: Question,
    /// Whether it applies, and why.
    pub outcome: Outcome,
    /// The attempts to satisfy the rule. `None` if a limit was exceeded, or if they were not searched.
    pub trace: Option<Trace>,
    /// The limits that were exceeded.
    pub limits: Vec<LimitReached>,
}

/// Whether a rule applies, and why.
pub enum Outcome {
    /// The rule applies. Holds the solution that it plays, and its proof.
    Applies(Vec<runtime::Value>, Option<Derivation>),
    /// The rule does not apply. Holds the longest partial matches.
    Fails(Option<Obstacles>),
    /// A limit was exceeded, so it is not known whether the rule applies.
    Unknown,
}

/// Explains why a rule, score, preference or draw applies. If it does not apply, explains why not if the user named it,
/// and otherwise returns `None`.
pub fn explain_question<W: World>(
    (world, explainer): (&W, &Explainer<'_, W>),
    question: Question,
    named: bool,
    position: &mut W::Position,
) -> Option<RuleExplanation> {
    let mut limits = Vec::new();
    let first = match world.ask(world.backends()[0], question, Wanted::First, position) {
        Ok(answer) => answer.solutions,
        Err(limit) => {
            let outcome = Outcome::Unknown;
            return Some(RuleExplanation { question, outcome, trace: None, limits: vec![limit] });
        }
    };
    let outcome = match first.iter().next().map(<[runtime::Value]>::to_vec) {
        Some(solution) => {
            let derivation = explainer.why(question, &solution, position);
            let derivation = derivation.map(|found| found.expect("the back ends agree on what applies"));
            Outcome::Applies(solution, record_limit(derivation, &mut limits))
        }
        None if named => {
            let obstacles = explainer.why_not(question, position);
            let obstacles = obstacles.map(|found| found.expect("the back ends agree on what applies"));
            Outcome::Fails(record_limit(obstacles, &mut limits))
        }
        None => return None,
    };
    let reasons = match &outcome {
        Outcome::Applies(_, found) => found.as_ref().map(|found| &found.reasons),
        Outcome::Fails(found) => found.as_ref().map(|found| &found.reasons),
        Outcome::Unknown => None,
    };
    if let Some(LeftOut::Limit(limit)) = reasons.and_then(|reasons| reasons.left_out) {
        limits.push(limit);
    }
    let trace = record_limit(explainer.ways(question, position, MAX_BRANCHES), &mut limits);
    limits.dedup();
    Some(RuleExplanation { question, outcome, trace, limits })
}

/// Returns the result, or records the exceeded limit and returns `None`.
fn record_limit<T>(found: Result<T, LimitReached>, limits: &mut Vec<LimitReached>) -> Option<T> {
    found.map_err(|limit| limits.push(limit)).ok()
}

impl RuleExplanation {
    /// A heading such as `level 3, t.threat for white: plays h10`.
    pub fn title<W: World>(&self, world: &W, position: &W::Position) -> String {
        let title = self.question.title(world.contents());
        let name = match self.question {
            Question::Rule(at) => format!("level {}, {title}", world.contents().rules[at].level),
            _ => title,
        };
        match (&self.outcome, self.question) {
            (Outcome::Applies(solution, _), Question::Rule(at)) => {
                world.rule_title(at, Some(solution), position)
            }
            (Outcome::Applies(solution, _), question) => match world.played(question, solution) {
                Some(played) => format!("{name}: for {played}"),
                None => format!("{name}: applies"),
            },
            (Outcome::Fails(_), _) => format!("{name}: does not apply"),
            (Outcome::Unknown, _) => format!("{name}: whether it applies is not known"),
        }
    }

    /// The values to show on the board: those of the solution, or of the longest partial match if the rule does not
    /// apply.
    pub fn values(&self, world: &impl World) -> Vec<(String, String)> {
        match &self.outcome {
            Outcome::Applies(solution, _) => world.bindings(self.question, solution),
            Outcome::Fails(obstacles) => {
                let furthest = obstacles.as_ref().and_then(|obstacles| obstacles.partials.first());
                furthest.map_or_else(Vec::new, |first| first.values.clone())
            }
            Outcome::Unknown => Vec::new(),
        }
    }

    /// Draws the board with the values of the solution, or of the longest partial match if the rule does not apply.
    /// `is_cropped` selects the relevant part of the board.
    pub fn drawing<W: World>(
        &self,
        world: &W,
        position: &W::Position,
        style: Style,
        is_cropped: bool,
    ) -> Drawing {
        let values = self.values(world);
        let contents = world.contents();
        let does_play = match self.question {
            Question::Rule(at) => contents.rules[at].plays,
            question => matches!(question, Question::Preference(_)),
        };
        let played = self.question.variables(contents).first().filter(|_| does_play);
        let plays = played.and_then(|(name, _)| values.iter().position(|(known, _)| known == name));
        world.drawing(position, &Marks { values: &values, plays, is_cropped, ..Marks::default() }, style)
    }
}

/// If the game is over although nothing explained here ends it: what stops each kind of move.
///
/// # Errors
/// If a limit is reached.
pub fn blocked<W: World>(
    world: &W,
    position: &W::Position,
    explained: &[RuleExplanation],
) -> Result<Vec<StepExplanation<W::Position>>, WorldError> {
    let ends = |one: &RuleExplanation| match one.question {
        Question::Rule(at) => world.contents().rules[at].level == 0,
        question => matches!(question, Question::Draw(_)),
    };
    if explained.iter().any(ends) {
        return Ok(Vec::new());
    }
    match world.end(&mut position.clone())? {
        None => Ok(Vec::new()),
        Some(_) => world.explain_blocked(position),
    }
}
