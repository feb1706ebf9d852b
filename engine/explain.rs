//! Solutions for people: the marks that a solution puts on a board, and its premise in words.

use blanche_compiler::program::{Atom, Goal, PredicateKind, Program, RuleId, Term, Variable};

use crate::bases::{Base, Rule};
use crate::board::{Diagram, Group, Point, Position};

/// Fields around what a diagram shows that are drawn as well.
const SPARE_FIELDS: u8 = 2;

/// The position with a solution's groups shown together, its played field as `*`, and its other fields
/// numbered as the rule numbers them. Only the part of the board that matters is drawn.
pub fn diagram(base: &Base, rule: &Rule, solution: &[u16], position: &Position) -> Diagram {
    let mut diagram = Diagram::of(position);
    let mut fields: Vec<Point> = Vec::new();
    for (at, ((name, sort), value)) in rule.variables.iter().zip(solution).enumerate() {
        let text = base.text(sort, *value);
        if let Ok(group) = text.parse::<Group>() {
            diagram = diagram.highlight(group.base());
        } else if let Ok(field) = text.parse::<Point>() {
            let played = rule.plays && at == 0;
            let number = name.chars().next_back().filter(char::is_ascii_digit);
            if position.is_empty(field) && !fields.contains(&field) {
                diagram = diagram.mark(field, if played { '*' } else { number.unwrap_or('?') });
            }
            fields.push(field);
        }
    }
    diagram.cropped(SPARE_FIELDS)
}

/// The variables of a solution with their values: `Field1 = h8, Group1 = e8.i8`.
pub fn bindings(base: &Base, rule: &Rule, solution: &[u16]) -> String {
    let bindings: Vec<String> = rule
        .variables
        .iter()
        .zip(solution)
        .map(|((name, sort), value)| format!("{name} = {}", base.text(sort, *value)))
        .collect();
    bindings.join(", ")
}

/// The premise of a rule with the values of a solution in place of its variables, literal by literal.
pub fn premise(base: &Base, rule: usize, solution: &[u16]) -> Vec<String> {
    let program = base.program();
    let resolved = program.rule(RuleId(rule as u32));
    let value = |variable: usize| {
        let at = resolved.answer.iter().position(|id| id.index() == variable)?;
        let (_, sort) = &base.rules()[rule].variables[at];
        Some(base.text(sort, solution[at]))
    };
    let printer = Printer { program, variables: &resolved.variables, value: &value };
    resolved.premise.iter().map(|goal| printer.goal(goal)).collect()
}

struct Printer<'a> {
    program: &'a Program,
    variables: &'a [Variable],
    value: &'a dyn Fn(usize) -> Option<String>,
}

impl Printer<'_> {
    fn goal(&self, goal: &Goal) -> String {
        match goal {
            Goal::Atom(atom) => self.atom(atom),
            Goal::Not(goals, _) => match goals.as_slice() {
                [Goal::Atom(_) | Goal::After(..)] => format!("¬{}", self.goals(goals)),
                _ => format!("¬({})", self.goals(goals)),
            },
            Goal::After(actions, goals, _) => {
                let actions: Vec<String> = actions.iter().map(|action| self.atom(action)).collect();
                format!("after {}: ({})", actions.join(", "), self.goals(goals))
            }
            Goal::Any(branches, _) => {
                let branches: Vec<String> = branches.iter().map(|branch| self.goals(branch)).collect();
                format!("({})", branches.join(" ; "))
            }
        }
    }

    fn goals(&self, goals: &[Goal]) -> String {
        goals.iter().map(|goal| self.goal(goal)).collect::<Vec<_>>().join(", ")
    }

    fn atom(&self, atom: &Atom) -> String {
        let predicate = self.program.predicate(atom.predicate);
        let arguments: Vec<String> = atom
            .arguments
            .iter()
            .enumerate()
            .map(|(at, term)| match term {
                Term::Variable(id) => {
                    (self.value)(id.index()).unwrap_or_else(|| self.variables[id.index()].name.clone())
                }
                Term::Host(_, text) => text.clone(),
                Term::Constant(value) => {
                    let sort = match predicate.kind {
                        PredicateKind::Equal => atom.compared,
                        _ => Some(predicate.sort(at)),
                    };
                    sort.map_or_else(
                        || value.to_string(),
                        |sort| self.program.sort(self.program.sort(sort).root).text(*value),
                    )
                }
            })
            .collect();
        if arguments.is_empty() {
            predicate.name.clone()
        } else {
            format!("{}({})", predicate.name, arguments.join(", "))
        }
    }
}
