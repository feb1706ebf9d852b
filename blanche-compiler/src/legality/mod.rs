//! Explains why a move is legal or illegal in a position, and which effects of a legal move change which tuples.
//!
//! A text is first read as a move of the player to move, in all ways that the declarations allow. For a legal move, each
//! step is proved, and each change is traced to the line of the text that makes it. For an illegal one, each reading is
//! followed up to the first step that is not possible, and the reasons are searched there. [`text`] formats explanations
//! as lines.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_sorted::Arrange;

use crate::files::Span;
use crate::game::{EndReason, Fault, Move, MoveFault, MoveReading, Rules, Step, StepReading, TO_MOVE};
use crate::interpret::StateHost;
use crate::program::{EffectKind, RuleId};
use crate::runtime::{LimitReached, Limits, Position, Value};
use crate::why::{Derivation, ObstacleSearch, Obstacles, Partial};

#[cfg(test)]
mod tests;
pub mod text;

/// The cause of a change: the tuple in the text, and the query of its effect with the answer that makes the change. There
/// is no query if the effect has no condition and no further values.
type Cause = (Span, Option<(RuleId, Vec<Value>)>);

/// Maximum number of legal moves that an explanation lists.
const MAX_EXAMPLES: usize = 5;

/// Explains moves of one game. Query plans are cached and reused for further positions.
pub struct MoveExplainer<'r> {
    rules: &'r Rules,
    search: ObstacleSearch<'r, StateHost>,
}

/// An explanation of a text as a move in positions of type `P`.
#[derive(Clone, Debug)]
pub struct MoveExplanation<P> {
    /// The verdict as a sentence without a full stop, such as `x cannot play 'b2' here`.
    pub verdict: String,
    /// Whether the text has the form of a move of the player to move, legal or not.
    pub is_move: bool,
    /// Whether the text gives all values of a move, legal or not.
    pub is_complete: bool,
    /// Whether the move is legal.
    pub is_legal: bool,
    /// The steps of a legal move. For an illegal move, the first impossible step of each way to read the text, beginning
    /// with the readings of which most steps are possible; empty if the text is not a move of the player to move.
    pub steps: Vec<StepExplanation<P>>,
}

/// An explanation of a step of a move.
#[derive(Clone, Debug)]
pub struct StepExplanation<P> {
    /// The title of the step, such as `the move jump for black: 9-18`.
    pub title: String,
    /// The declaration of the step.
    pub declaration: Span,
    /// The position before the step.
    pub position: P,
    /// The variables that the step plays, with their values.
    pub values: Vec<(String, String)>,
    /// Why the step is possible or not.
    pub reason: StepReason,
}

/// Why a step is possible or not.
#[derive(Clone, Debug)]
pub enum StepReason {
    /// The step is possible. Holds the proof of its premise, and the tuples that it changes.
    Possible(Derivation, Vec<Change>),
    /// The premise of the step does not hold.
    Fails(Obstacles),
    /// A rule of the base rules the step out. Holds the proof of that rule.
    RuledOut(Derivation),
    /// The step is possible, and no rule rules it out. Holds how far the rule that could do so gets.
    NotRuledOut(Obstacles),
    /// The premise of the step may hold, but the move does not continue with this step. Holds an entry for each `then`
    /// line that leads to a step of this kind.
    NotContinued(Vec<RefusedContinuation>),
    /// A limit was reached before the reason was known.
    Limit(LimitReached),
}

/// A `then` line by which a move does not continue.
#[derive(Clone, Debug)]
pub struct RefusedContinuation {
    /// The line.
    pub line: Span,
    /// Why its condition does not hold, in the position before the previous step. `None` if the condition holds, but the
    /// next step must begin with other values.
    pub obstacles: Option<Obstacles>,
}

/// A tuple that a step adds or removes.
#[derive(Clone, Debug)]
pub struct Change {
    /// Whether the tuple is added.
    pub is_added: bool,
    /// The tuple as text, such as `piece(9, black, man)`.
    pub tuple: String,
    /// The tuple in the source text whose effect makes the change. If an added tuple replaces another tuple of its
    /// state, it is the cause of both changes.
    pub cause: Span,
    /// The proof of the effect's condition, if it has one.
    pub because: Option<Derivation>,
}

impl<'r> MoveExplainer<'r> {
    /// Creates an explainer. All queries of one explanation together must keep within `limits`.
    pub fn new(rules: &'r Rules, limits: Limits) -> MoveExplainer<'r> {
        MoveExplainer { rules, search: ObstacleSearch::new(rules.program(), limits) }
    }

    /// Installs a flag by which the caller can abort the search.
    #[must_use]
    pub fn stopped_by(self, sign: Arc<AtomicBool>) -> MoveExplainer<'r> {
        MoveExplainer { search: self.search.stopped_by(sign), ..self }
    }

    /// Explains why the move `text` is legal or illegal. The position is the same afterwards as before.
    ///
    /// # Errors
    /// If a limit is reached before it is known whether the move is legal.
    pub fn explain(&self, position: &mut Position, text: &str) -> Result<MoveExplanation<Position>, Fault> {
        let notation = self.rules.notation();
        let player = self.rules.program().player(self.rules.to_move(position));
        let text = text.trim();
        let text = text.strip_suffix(&format!(" for {player}")).unwrap_or(text);
        let (name, rest) = self.split_name(text);
        let readings = match name {
            Some(name) => notation.readings(position, &format!("{name}:{rest}")),
            None => notation.readings(position, rest),
        };
        let is_complete = readings.iter().any(|steps| steps.iter().all(|step| step.step().is_some()));
        let illegal = |verdict, steps| MoveExplanation {
            verdict,
            is_move: !readings.is_empty() || notation.is_written(text),
            is_complete,
            is_legal: false,
            steps,
        };
        if let Some(end) = self.rules.end(position)? {
            let verdict = format!("the game is over: {}", notation.why_text(end.why, position));
            let steps = if end.why == EndReason::Blocked { self.blocked(position)? } else { Vec::new() };
            return Ok(illegal(verdict, steps));
        }
        let is_meant = |mv: &Move| {
            let rule = |step: Step| self.rules.program().rule(self.rules.game().moves[step.of()].question);
            name.is_none_or(|name| mv.is_pass() || rule(mv.first()).name.eq_ignore_ascii_case(name))
        };
        let fault = match notation.read_move(position, text).or_else(|_| notation.read_move(position, rest)) {
            Ok(mv) if is_meant(&mv) => return self.legal(position, mv),
            Ok(mv) => {
                let (found, examples) = (text.to_owned(), vec![notation.move_text(mv)]);
                MoveFault::Illegal { found, player: player.clone(), examples }
            }
            Err(MoveFault::Fault(fault)) => return Err(fault),
            Err(fault) => fault,
        };
        let mut refused: Vec<(usize, StepExplanation<Position>)> = Vec::new();
        for reading in &readings {
            let step = match (self.refusal(position, reading)?, reading[0].step()) {
                (Some(refused), _) => Some(refused),
                // The text fits several legal moves.
                (None, Some(step)) => Some((0, self.possible(position, step)?)),
                (None, None) => None,
            };
            refused.extend(step);
        }
        refused.arrange_by_key(|(made, step)| std::cmp::Reverse((*made, met(&step.reason))));
        let steps = refused.into_iter().map(|(_, step)| step).collect::<Vec<_>>();
        if !is_complete && !readings.is_empty() && matches!(fault, MoveFault::Unreadable { .. }) {
            let like = self.like(position, &readings)?;
            return Ok(match like.is_empty() {
                true => illegal(format!("{player} has no such move here"), steps),
                false => MoveExplanation {
                    is_legal: true,
                    ..illegal(format!("{player} can play such moves here: {}", like.join(", ")), Vec::new())
                },
            });
        }
        Ok(illegal(fault.to_string(), steps))
    }

    /// The first legal moves whose first step fits one of these readings, as text.
    fn like(&self, position: &mut Position, readings: &[MoveReading]) -> Result<Vec<String>, Fault> {
        let mut moves = Vec::new();
        self.rules.moves(position, &mut moves)?;
        let fits = |mv: &&Move| {
            let given = |step: &StepReading| {
                let played = mv.first();
                let same = step.values.iter().zip(played.played());
                step.of == played.of()
                    && same.into_iter().all(|(value, own)| value.is_none_or(|value| value == *own))
            };
            readings.iter().any(|steps| given(&steps[0]))
        };
        let like = moves.iter().filter(fits).take(MAX_EXAMPLES);
        Ok(like.map(|mv| self.rules.notation().move_text(*mv)).collect())
    }

    /// The name of a kind of move in front of a text, if it is followed by a blank or a colon, and the rest of the text.
    fn split_name<'t>(&self, text: &'t str) -> (Option<&'t str>, &'t str) {
        let is_name = |word: &str| {
            let mut rules =
                self.rules.game().moves.iter().map(|made| self.rules.program().rule(made.question));
            rules.any(|rule| rule.name.eq_ignore_ascii_case(word))
        };
        match text.split_once(|sign: char| sign.is_whitespace() || sign == ':') {
            Some((word, rest)) if is_name(word) => (Some(word), rest.trim_start()),
            _ => (None, text),
        }
    }

    /// Explains why the player to move has no move: how far each declaration gets.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn blocked(&self, position: &Position) -> Result<Vec<StepExplanation<Position>>, Fault> {
        let to_move = self.rules.to_move(position);
        let (mut steps, notation) = (Vec::new(), self.rules.notation());
        for (of, _) in self.rules.game().moves.iter().enumerate().filter(|(_, made)| made.player == to_move) {
            let values = vec![None; notation.played_sorts(of).len()];
            let refused = self.refusal(position, &vec![StepReading { of, values }])?;
            steps.extend(refused.map(|(_, step)| step));
        }
        Ok(steps)
    }

    /// Explains a legal move.
    fn legal(&self, position: &Position, mv: Move) -> Result<MoveExplanation<Position>, Fault> {
        let player = self.rules.program().player(self.rules.to_move(position));
        let text = self.rules.notation().move_text(mv);
        let verdict = match mv.is_pass() {
            true => format!("{player} must pass, because {player} has no other move"),
            false => format!("{player} can play `{text}` here"),
        };
        let (mut position, mut steps) = (position.clone(), Vec::new());
        for step in mv.steps().filter(|_| !mv.is_pass()) {
            steps.push(self.possible(&mut position, step)?);
            self.rules.make(&mut position, step)?;
        }
        Ok(MoveExplanation { verdict, is_move: true, is_complete: true, is_legal: true, steps })
    }

    /// Explains a step that is possible.
    fn possible(&self, position: &mut Position, step: Step) -> Result<StepExplanation<Position>, Fault> {
        let rule = self.rules.game().moves[step.of()].question;
        let reading =
            StepReading { of: step.of(), values: step.played().iter().copied().map(Some).collect() };
        let reason = match self.search.why().found(position, rule, step.played()) {
            Ok(Some(proof)) => StepReason::Possible(proof, self.changes(position, step)?),
            Ok(None) => StepReason::Limit(LimitReached::Work),
            Err(limit) => StepReason::Limit(limit),
        };
        Ok(self.explained(position, &reading, reason))
    }

    fn explained(
        &self,
        position: &Position,
        reading: &StepReading,
        reason: StepReason,
    ) -> StepExplanation<Position> {
        let program = self.rules.program();
        let rule = program.rule(self.rules.game().moves[reading.of].question);
        let named = rule.answer.iter().zip(&reading.values);
        let values: Vec<(String, String)> = named
            .filter_map(|(variable, value)| {
                let variable = &rule.variables[variable.index()];
                Some((variable.name.clone(), program.sort(variable.sort).written((*value)?).into_owned()))
            })
            .collect();
        let played: Vec<&str> = values.iter().map(|(_, value)| value.as_str()).collect();
        let title = match played.as_slice() {
            [] => program.rule_title(rule),
            played => format!("{}: {}", program.rule_title(rule), played.join("-")),
        };
        StepExplanation { title, declaration: rule.span, position: position.clone(), values, reason }
    }

    /// The first step of a reading that is not possible, with the number of possible steps before it. `None` if all
    /// steps are possible.
    fn refusal(
        &self,
        position: &Position,
        reading: &MoveReading,
    ) -> Result<Option<(usize, StepExplanation<Position>)>, Fault> {
        let mut here = position.clone();
        let mut previous: Option<(Position, Step)> = None;
        for (made, step) in reading.iter().enumerate() {
            let rule = self.rules.game().moves[step.of].question;
            let reason = match self.search.solution(&mut here, rule, &step.values) {
                Ok(Some(obstacles)) => Some(StepReason::Fails(obstacles)),
                Ok(None) => match &mut previous {
                    Some((before, last)) => self.not_continued(before, *last, step)?,
                    None => None,
                },
                Err(limit) => Some(StepReason::Limit(limit)),
            };
            if let Some(reason) = reason {
                return Ok(Some((made, self.explained(&here, step, reason))));
            }
            let Some(step) = step.step() else { break };
            previous = Some((here.clone(), step));
            self.rules.make(&mut here, step)?;
        }
        Ok(None)
    }

    /// Why a move does not continue from the step `last`, made in the position `before`, with the step `next`. `None` if
    /// it does.
    fn not_continued(
        &self,
        before: &mut Position,
        last: Step,
        next: &StepReading,
    ) -> Result<Option<StepReason>, Fault> {
        let begins = |values: &[Value]| {
            values.iter().zip(&next.values).all(|(needed, value)| value.is_none_or(|value| value == *needed))
        };
        if self.rules.continuations(before, last)?.iter().any(|(of, values)| *of == next.of && begins(values))
        {
            return Ok(None);
        }
        let (game, mut refused) = (self.rules.game(), Vec::new());
        let given: Vec<Option<Value>> = last.played().iter().copied().map(Some).collect();
        for then in &game.moves[last.of()].continuations {
            if game.place_of(then.target) != next.of {
                continue;
            }
            let obstacles = match then.question {
                None => None,
                Some(question) => match self.search.solution(before, question, &given) {
                    Ok(obstacles) => obstacles,
                    Err(limit) => return Ok(Some(StepReason::Limit(limit))),
                },
            };
            refused.push(RefusedContinuation { line: then.span, obstacles });
        }
        Ok(Some(StepReason::NotContinued(refused)))
    }

    /// The tuples that a possible step removes and adds, in the order of the states. Whose turn it is and how often the
    /// position has occurred are left out.
    fn changes(&self, position: &mut Position, step: Step) -> Result<Vec<Change>, Fault> {
        let mut after = position.clone();
        self.rules.make(&mut after, step)?;
        let game = self.rules.game();
        let mut changes = Vec::new();
        for state in (0..game.states.len()).filter(|state| *state != TO_MOVE && game.occurred != Some(*state))
        {
            let (old, new) = (position.tuples_of(state), after.tuples_of(state));
            let lost = old.iter().filter(|tuple| !new.contains(tuple)).map(|tuple| (false, tuple));
            let gained = new.iter().filter(|tuple| !old.contains(tuple)).map(|tuple| (true, tuple));
            for (is_added, tuple) in lost.chain(gained) {
                let Some((cause, question)) = self.cause(position, step, (state, is_added, tuple))? else {
                    continue;
                };
                let because = match question {
                    None => None,
                    // Without a proof, the change is still worth showing.
                    Some((rule, answer)) => self.search.why().found(position, rule, &answer).unwrap_or(None),
                };
                let tuple = self.rules.notation().tuple_text(state, tuple);
                changes.push(Change { is_added, tuple, cause, because });
            }
        }
        Ok(changes)
    }

    /// The tuple in the text that causes a change of `step` in `position`, with the answer to the query of its effect, if
    /// it has one. A tuple that is lost without a removal has been replaced by an added one.
    fn cause(
        &self,
        position: &mut Position,
        step: Step,
        (state, is_added, changed): (usize, bool, &[Value]),
    ) -> Result<Option<Cause>, Fault> {
        let made = &self.rules.game().moves[step.of()];
        let one = &self.rules.game().states[state].one;
        let is_same_place = |values: &[Value]| (0..one.len()).all(|at| one[at] || values[at] == changed[at]);
        let (mut exact, mut replaced) = (None, None);
        for effect in &made.effects {
            let mut take = |answer: &[Value]| {
                for tuple in effect.tuples.iter().filter(|tuple| tuple.state == state) {
                    let values: Vec<Value> =
                        tuple.arguments.iter().map(|argument| argument.value(answer)).collect();
                    let cause = || Some((tuple.span, effect.question.map(|rule| (rule, answer.to_vec()))));
                    match effect.kind {
                        EffectKind::Removes if !is_added && changed.starts_with(&values) => {
                            exact = exact.take().or_else(cause);
                        }
                        EffectKind::Adds if is_added && values == changed => {
                            exact = exact.take().or_else(cause);
                        }
                        EffectKind::Adds if !is_added && is_same_place(&values) => {
                            replaced = replaced.take().or_else(cause);
                        }
                        EffectKind::Adds | EffectKind::Removes => {}
                    }
                }
            };
            match effect.question {
                Some(rule) => self.rules.each_answer(position, rule, step.played(), &mut take)?,
                None => take(step.played()),
            }
        }
        Ok(exact.or(replaced))
    }
}

/// The number of conditions that are met where most of them are. Readings with more of them come first.
fn met(reason: &StepReason) -> usize {
    match reason {
        StepReason::Fails(obstacles) => obstacles.partials.first().map_or(0, Partial::held),
        _ => 0,
    }
}
