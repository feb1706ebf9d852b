//! Why something holds: its derivation as a tree, found for one solution.
//!
//! A literal that holds has a reason: the host or the text says so, nothing of the kind is found (for a negation), a
//! clause whose body holds in turn, or what holds after some actions. [`Why`] looks for the least values of the
//! variables of a body by asking the interpreter a question that is planned there and then, clause by clause from the
//! top; that costs far more than the answer did, and it is asked by people only.
//! Source: thesis, figure 4.4.

use crate::files::Span;
use crate::interpret::{Host, Machine};
use crate::literals::Literals;
use crate::plan;
use crate::program::{
    Atom, Clause, Goal, PredicateId, PredicateKind, Program, Rule, RuleId, RuleKind, Term, Variable,
    VariableId,
};
use crate::runtime::{LimitReached, Limits, Value};

/// A literal that holds, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// The literal, with values in place of its variables.
    pub said: String,
    /// What kind of reason there is.
    pub kind: Kind,
    /// What it follows from, in the order of the text.
    pub because: Vec<Reason>,
}

/// What kind of reason there is for a literal.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// The host answers so, or a fact states it.
    Given,
    /// Nothing makes the sentence hold that is denied.
    Absent,
    /// The body of this clause holds; with the doc comment of its predicate.
    Derived(Span, Vec<String>),
    /// The actions can be made, and the sentence holds then.
    After,
}

impl Reason {
    /// The last thing that is said before the reason falls into several, or down to what is given: of a field that is
    /// forbidden, which row, fours or threes it would make. Only what is derived says something in the author's words.
    pub fn core(&self) -> &Reason {
        let mut claims = Vec::new();
        match (self.claims(&mut claims), claims.as_slice()) {
            (true, [one]) => one.core(),
            _ => self,
        }
    }

    /// Whether it is another word for something that is given, such as `empty(h8)` for `color(h8, none)`.
    fn is_given(&self) -> bool {
        match (&self.kind, self.because.as_slice()) {
            (Kind::Given, _) => true,
            (Kind::Derived(..), [one]) => one.is_given(),
            _ => false,
        }
    }

    /// Collects the derived literals directly below this one, or below its actions. Says whether nothing is given
    /// beside them.
    fn claims<'r>(&'r self, claims: &mut Vec<&'r Reason>) -> bool {
        // What holds after a stone is the reason; the rest has chosen the stone.
        if let Some(after) = self.because.iter().find(|reason| reason.kind == Kind::After) {
            return after.claims(claims);
        }
        let mut alone = true;
        for reason in &self.because {
            match reason.kind {
                Kind::Absent | Kind::After => {}
                _ if reason.is_given() => alone = false,
                _ => claims.push(reason),
            }
        }
        alone
    }

    /// The tree as lines, with what `place` says of clauses behind them. What is given in other words is not
    /// followed further.
    pub fn tree(&self, place: &dyn Fn(Span) -> String) -> Vec<String> {
        let mut lines = Vec::new();
        self.draw("", "", place, &mut lines);
        lines
    }

    fn draw(&self, first: &str, rest: &str, place: &dyn Fn(Span) -> String, lines: &mut Vec<String>) {
        let from = match &self.kind {
            Kind::Derived(clause, _) if !self.is_given() => format!("  % {}", place(*clause)),
            _ => String::new(),
        };
        lines.push(format!("{first}{}{from}", self.said));
        let because = if self.is_given() { &[] } else { self.because.as_slice() };
        for (at, reason) in because.iter().enumerate() {
            let last = at + 1 == because.len();
            let (branch, below) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            reason.draw(&format!("{rest}{branch}"), &format!("{rest}{below}"), place, lines);
        }
    }
}

/// Looks for reasons in one program.
pub struct Why<'p, H: Host> {
    program: &'p Program,
    limits: Limits,
    host: std::marker::PhantomData<fn(H)>,
}

/// The values that the variables of a clause have so far.
type Values = Vec<Option<Value>>;

impl<'p, H: Host> Why<'p, H> {
    /// For a program whose literals this host answers; every single question may take so much work.
    pub fn new(program: &'p Program, limits: Limits) -> Why<'p, H> {
        Why { program, limits, host: std::marker::PhantomData }
    }

    /// Why a rule or an export has this solution, literal by literal; `None` if it has not.
    ///
    /// # Errors
    /// When the limit of work is reached.
    pub fn solution(
        &self,
        facts: &mut H::Facts,
        rule: RuleId,
        solution: &[Value],
    ) -> Result<Option<Vec<Reason>>, LimitReached> {
        let rule = self.program.rule(rule);
        let mut values = vec![None; rule.variables.len()];
        for (variable, value) in rule.answer.iter().zip(solution) {
            values[variable.index()] = Some(*value);
        }
        self.body(facts, &rule.premise, &rule.variables, values)
    }

    /// Why all of these hold, for the least values of the variables that have none yet.
    fn body(
        &self,
        facts: &mut H::Facts,
        goals: &[Goal],
        variables: &[Variable],
        values: Values,
    ) -> Result<Option<Vec<Reason>>, LimitReached> {
        // Of several branches the first that holds is the reason.
        if let Some(at) = goals.iter().position(|goal| matches!(goal, Goal::Any(..))) {
            let Goal::Any(branches, _) = &goals[at] else { unreachable!("it was found") };
            for branch in branches {
                let (before, after) = (&goals[..at], &goals[at + 1..]);
                let chosen: Vec<Goal> = before.iter().chain(branch).chain(after).cloned().collect();
                if let Some(reasons) = self.body(facts, &chosen, variables, values.clone())? {
                    return Ok(Some(reasons));
                }
            }
            return Ok(None);
        }
        let Some(values) = self.values(facts, goals, variables, values)? else { return Ok(None) };
        let mut reasons = Vec::new();
        for goal in goals {
            match self.goal(facts, goal, variables, &values)? {
                Some(reason) => reasons.push(reason),
                None => return Ok(None),
            }
        }
        Ok(Some(reasons))
    }

    /// The least values with which all of these hold, in the order in which the variables are written.
    fn values(
        &self,
        facts: &mut H::Facts,
        goals: &[Goal],
        variables: &[Variable],
        mut values: Values,
    ) -> Result<Option<Values>, LimitReached> {
        let Some(span) = goals.first().map(Goal::span) else { return Ok(Some(values)) };
        let known = values.clone();
        let with = |id: VariableId| known[id.index()].map_or(Term::Variable(id), Term::Constant);
        let mut premise = goals.to_vec();
        premise.iter_mut().for_each(|goal| goal.replace(&with));
        let mut answer: Vec<VariableId> = Vec::new();
        for goal in &premise {
            let Goal::Atom(atom) = goal else { continue };
            answer.extend(crate::modes::variables(&atom.arguments));
        }
        answer.sort_unstable();
        answer.dedup();
        let question = Rule {
            kind: RuleKind::Query,
            name: String::new(),
            colour: None,
            side: Vec::new(),
            level: 0,
            plays: None,
            variables: variables.to_vec(),
            answer,
            premise,
            doc: Vec::new(),
            name_span: span,
            span,
            text: String::new(),
        };
        let mut program = self.program.clone();
        let id = RuleId(program.rules.len() as u32);
        program.rules.push(question);
        let all = plan::rules_are_asked(&program, &program.rule(id).premise);
        let plan = if all { plan::plan(&program) } else { plan::plan_query(&program) };
        let Ok(machine) = Machine::<H>::new(&program, &plan, self.limits) else {
            unreachable!("a program that answers was made ready for this host")
        };
        let found = machine.first(facts, id)?;
        let Some(least) = found.iter().next() else { return Ok(None) };
        for (variable, value) in program.rule(id).answer.iter().zip(least) {
            values[variable.index()] = Some(*value);
        }
        Ok(Some(values))
    }

    fn goal(
        &self,
        facts: &mut H::Facts,
        goal: &Goal,
        variables: &[Variable],
        values: &Values,
    ) -> Result<Option<Reason>, LimitReached> {
        let write = |id: VariableId| Some(self.write(&variables[id.index()], values[id.index()]?));
        let literals = Literals { program: self.program, variables, value: &write };
        match goal {
            Goal::Atom(atom) => {
                let said = literals.atom(atom);
                match &self.program.predicate(atom.predicate).kind {
                    PredicateKind::Derived(clauses) => {
                        self.derived(facts, said, atom.predicate, clauses, &self.arguments(atom, values))
                    }
                    _ => Ok(Some(Reason { said, kind: Kind::Given, because: Vec::new() })),
                }
            }
            Goal::Not(..) => {
                Ok(Some(Reason { said: literals.goal(goal), kind: Kind::Absent, because: Vec::new() }))
            }
            Goal::After(actions, goals, _) => {
                let said = literals.actions(actions).trim_end_matches(':').to_owned();
                self.after(facts, said, actions, (goals, variables, values))
            }
            Goal::Any(..) => unreachable!("a branch was chosen"),
        }
    }

    /// The first clause whose body holds of these arguments.
    fn derived(
        &self,
        facts: &mut H::Facts,
        said: String,
        id: PredicateId,
        clauses: &[Clause],
        arguments: &[Option<Value>],
    ) -> Result<Option<Reason>, LimitReached> {
        for clause in clauses {
            let mut values = vec![None; clause.variables.len()];
            let fits = clause.head.iter().zip(arguments).all(|(term, value)| match (term, value) {
                (_, None) => true,
                (Term::Variable(variable), Some(value)) => {
                    *values[variable.index()].get_or_insert(*value) == *value
                }
                (Term::Constant(known), Some(value)) => known == value,
                (Term::Host(sort, text), Some(value)) => {
                    H::read(&self.program.sort(*sort).name, text) == Some(*value)
                }
            });
            if !fits {
                continue;
            }
            if let Some(because) = self.body(facts, &clause.body, &clause.variables, values)? {
                let doc = self.program.predicate(id).doc.clone();
                return Ok(Some(Reason { said, kind: Kind::Derived(clause.span, doc), because }));
            }
        }
        Ok(None)
    }

    /// What holds after some actions, which are taken back.
    fn after(
        &self,
        facts: &mut H::Facts,
        said: String,
        actions: &[Atom],
        (goals, variables, values): (&[Goal], &[Variable], &Values),
    ) -> Result<Option<Reason>, LimitReached> {
        let mut made: Vec<(u32, Vec<Value>)> = Vec::new();
        let mut all = true;
        for action in actions {
            let predicate = self.program.predicate(action.predicate);
            let inputs: Option<Vec<Value>> = self.arguments(action, values).into_iter().collect();
            let number = H::action(&predicate.name, predicate.arity());
            let (Some(inputs), Some(number)) = (inputs, number) else {
                all = false;
                break;
            };
            if !H::make(facts, number, &inputs) {
                all = false;
                break;
            }
            made.push((number, inputs));
        }
        let because = if all { self.body(facts, goals, variables, values.clone()) } else { Ok(None) };
        for (number, inputs) in made.iter().rev() {
            H::take_back(facts, *number, inputs);
        }
        Ok(because?.map(|because| Reason { said, kind: Kind::After, because }))
    }

    /// The values of the arguments of an atom, as far as they have any.
    fn arguments(&self, atom: &Atom, values: &Values) -> Vec<Option<Value>> {
        let value = |term: &Term| match term {
            Term::Variable(id) => values[id.index()],
            Term::Constant(value) => Some(*value),
            Term::Host(sort, text) => H::read(&self.program.sort(*sort).name, text),
        };
        atom.arguments.iter().map(value).collect()
    }

    fn write(&self, variable: &Variable, value: Value) -> String {
        let root = self.program.sort(self.program.sort(variable.sort).root);
        H::write(&root.name, value).unwrap_or_else(|| root.text(value))
    }
}
