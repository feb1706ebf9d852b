//! Solutions for people: the marks that a solution puts on a board, its premise in words, why something holds, and why it
//! does not.

pub mod picture;
pub mod words;

use std::sync::Arc;

use blanche_compiler::literals::Literals;
use blanche_compiler::program::{RuleId, VariableId};
use blanche_compiler::runtime::{LimitReached, Value};
use blanche_compiler::why::{Derivation, Obstacles, Trace, WhyNot};

use crate::bases::Question;
use crate::bases::Rule;
use crate::board::{Diagram, Group, Point, Position};
use crate::facts::Base;
use crate::rules::five_in_a_row::Interpreted;

/// Fields around what a diagram shows that are drawn as well.
const SPARE_FIELDS: u8 = 2;

/// The position with a solution's groups shown together, its played field as `*`, and its other fields
/// numbered as the rule numbers them. Only the part of the board that matters is drawn.
pub fn diagram(base: &Base, rule: &Rule, solution: &[Value], position: &Position) -> Diagram {
    let values = rule.variables.iter().zip(solution);
    let values: Vec<(String, String)> =
        values.map(|((name, sort), value)| (name.clone(), base.text(sort, *value))).collect();
    let plays = rule.plays.then_some(0);
    marked(position, &values, plays)
}

/// The position with the groups among some values shown together, and the fields among them numbered as their variables
/// are; the one at this place, which is played, as `*`.
pub fn marked(position: &Position, values: &[(String, String)], plays: Option<usize>) -> Diagram {
    let mut diagram = Diagram::of(position);
    let mut fields: Vec<Point> = Vec::new();
    for (at, (name, text)) in values.iter().enumerate() {
        if let Ok(group) = text.parse::<Group>() {
            diagram = diagram.highlight(group.base());
        } else if let Ok(field) = text.parse::<Point>() {
            let number = name.chars().next_back().filter(char::is_ascii_digit);
            if !position.is_empty(field) {
                // A stone stays to be seen, and is shown as part of it.
                diagram = diagram.highlight([field]);
            } else if !fields.contains(&field) {
                let sign = if plays == Some(at) { '*' } else { number.unwrap_or('?') };
                diagram = diagram.mark(field, sign);
            }
            fields.push(field);
        }
    }
    diagram.cropped(SPARE_FIELDS)
}
/// The variables of a solution with their values: `Field1 = h8, Group1 = e8.i8`.
pub fn bindings(base: &Base, rule: &Rule, solution: &[Value]) -> String {
    let bindings: Vec<String> = rule
        .variables
        .iter()
        .zip(solution)
        .map(|((name, sort), value)| format!("{name} = {}", base.text(sort, *value)))
        .collect();
    bindings.join(", ")
}

/// The premise of a rule with the values of a solution in place of its variables, literal by literal.
pub fn premise(base: &Base, rule: usize, solution: &[Value]) -> Vec<String> {
    let program = base.texts().program();
    let resolved = program.rule(RuleId(rule as u32));
    let value = |variable: VariableId| {
        let at = resolved.answer.iter().position(|id| *id == variable)?;
        let (_, sort) = &base.contents().rules[rule].variables[at];
        Some(base.text(sort, solution[at]))
    };
    let literals = Literals { program, variables: &resolved.variables, value: &value };
    resolved.body.iter().map(|goal| literals.goal(goal)).collect()
}

/// Explains the answers of a base. What it has planned for one position is there for the next.
pub struct Explainer<'b> {
    base: &'b Base,
    questions: WhyNot<'b, Interpreted<Position>>,
}

impl<'b> Explainer<'b> {
    /// For a base, within its limits for each explanation as a whole, until it is to stop.
    pub fn new(base: &'b Base) -> Explainer<'b> {
        let questions = WhyNot::new(base.texts().program(), base.limits());
        let questions = match base.stop() {
            Some(sign) => questions.stopped_by(Arc::clone(sign)),
            None => questions,
        };
        Explainer { base, questions }
    }

    /// Why an export holds of these values; `None` if it does not.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    pub fn why(
        &self,
        export: usize,
        values: &[Value],
        position: &mut Position,
    ) -> Result<Option<Derivation>, LimitReached> {
        let question = Question::Export(export).id(self.base.texts().program());
        self.questions.why().solution(position, question, values)
    }

    /// Why an export holds of values that a back end has answered; whether it does is not asked again.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    pub fn why_answered(
        &self,
        export: usize,
        values: &[Value],
        position: &mut Position,
    ) -> Result<Option<Derivation>, LimitReached> {
        let question = Question::Export(export).id(self.base.texts().program());
        self.questions.why().found(position, question, values)
    }

    /// Why a rule has this solution, literal by literal; `None` if it has not.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    pub fn why_rule(
        &self,
        rule: usize,
        solution: &[Value],
        position: &mut Position,
    ) -> Result<Option<Derivation>, LimitReached> {
        self.questions.why().solution(position, RuleId(rule as u32), solution)
    }

    /// How far a rule comes that does not apply, and what stops it, furthest first; `None` if it applies.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    pub fn why_not(&self, rule: usize, position: &mut Position) -> Result<Option<Obstacles>, LimitReached> {
        self.questions.rule(position, RuleId(rule as u32))
    }

    /// How many questions were planned so far.
    pub fn planned(&self) -> usize {
        self.questions.planned()
    }

    /// All ways in which a rule was tried, of which so many are kept.
    ///
    /// # Errors
    /// When the step limit is exceeded.
    pub fn ways(&self, rule: usize, position: &mut Position, most: usize) -> Result<Trace, LimitReached> {
        self.questions.trace(position, RuleId(rule as u32), most)
    }
}
