//! Why something does not hold: how far it came, which literals stopped it, and what there is instead.
//!
//! The literals of a body are asked in the order of the text, as far as they can be asked in it. The longest beginning
//! that holds of some values is kept; of what stands behind the literal that stopped it, whatever can hold beside it is
//! kept as well, so that as little as possible is left to blame. The values with which all that is kept holds are the
//! furthest that the body comes: with each of them, every literal that is said to fail does fail.
//!
//! What stopped it is followed to its ground: clause by clause for a derivation, into the position after actions, and for
//! a negation to the reasons of what it denies. Of what the host answers or the text states it is asked what holds when
//! one of the arguments is left open.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::interpret::Host;
use crate::modes;
use crate::program::{Atom, EQUAL, Goal, PredicateId, Program, RuleId, Variable};
use crate::runtime::{LimitReached, Limits, Value};

use super::figure::{Figure, figure};
use super::hindrances::{Fact, Hindrance, Line, Obstacle, Partial, Refused};
use super::questions::{Questions, Values, choices};
use super::reasons::Why;

/// At most so many furthest partial solutions are shown.
const MOST: usize = 3;

/// Obstacles are followed so many derivations and actions deep; further down they are only named.
const DEEPEST: usize = 8;

/// The furthest partial solutions are looked for with so much work; then any of them is enough.
pub(super) const WORK: u64 = 2_000_000;

/// Looks for what keeps the literals of one program from holding.
pub struct WhyNot<'p, H: Host> {
    why: Why<'p, H>,
}

/// A clause in a situation: its variables with the values that they have.
#[derive(Clone, Copy)]
pub(super) struct Situation<'a> {
    variables: &'a [Variable],
    pub(super) values: &'a Values,
    depth: usize,
}

/// Part of a body under way, by the places of its literals in the text.
struct Sorted {
    held: Vec<usize>,
    /// Literals that fail, and how many of those that hold give them their values: what these leave open has no value
    /// with which the literal would hold.
    failing: Vec<(usize, usize)>,
}

impl Sorted {
    /// What a literal that fails knows of the values with which the others hold.
    fn known(&self, goals: &[Goal], by: usize, at: Situation<'_>, values: &Values) -> Values {
        let mut known = at.values.clone();
        for goal in self.held[..by].iter().map(|at| &goals[*at]) {
            let Goal::Atom(atom) = goal else { continue };
            for id in modes::variables(&atom.arguments) {
                known[id.index()] = values[id.index()];
            }
        }
        known
    }
}

impl<'p, H: Host> WhyNot<'p, H> {
    /// For a program whose literals this host answers; every single question may take so much work.
    pub fn new(program: &'p Program, limits: Limits) -> WhyNot<'p, H> {
        WhyNot { why: Why::new(program, limits) }
    }

    /// The same; whoever sets this sign has the search given up.
    pub fn stopped_by(self, sign: Arc<AtomicBool>) -> WhyNot<'p, H> {
        WhyNot { why: self.why.stopped_by(sign) }
    }

    /// How far the premise of a rule comes that does not apply, or of anything that is asked like one; furthest first.
    /// `None` where it applies.
    ///
    /// # Errors
    /// When the limit of work is reached.
    pub fn rule(&self, facts: &mut H::Facts, rule: RuleId) -> Result<Option<Vec<Partial>>, LimitReached> {
        let rule = self.questions().program.rule(rule);
        let values = vec![None; rule.variables.len()];
        self.body(facts, &rule.premise, Situation { variables: &rule.variables, values: &values, depth: 0 })
    }

    /// The same with values for some variables of the answer.
    ///
    /// # Errors
    /// When the limit of work is reached.
    pub fn solution(
        &self,
        facts: &mut H::Facts,
        rule: RuleId,
        solution: &[Option<Value>],
    ) -> Result<Option<Vec<Partial>>, LimitReached> {
        let rule = self.questions().program.rule(rule);
        let mut values = vec![None; rule.variables.len()];
        for (variable, value) in rule.answer.iter().zip(solution) {
            values[variable.index()] = *value;
        }
        self.body(facts, &rule.premise, Situation { variables: &rule.variables, values: &values, depth: 0 })
    }

    /// All ways in which the premise of a rule was tried, or of what is asked like one; `most` branches are kept.
    ///
    /// # Errors
    /// When the limit of work is reached.
    pub fn figure(&self, facts: &mut H::Facts, rule: RuleId, most: usize) -> Result<Figure, LimitReached> {
        figure(self.questions(), facts, rule, most)
    }

    /// Why what holds does.
    pub fn why(&self) -> &Why<'p, H> {
        &self.why
    }

    /// How many questions were planned so far: each once, whatever the values and the positions that it was asked of.
    pub fn planned(&self) -> usize {
        self.questions().planned()
    }

    pub(super) fn questions(&self) -> &Questions<'p, H> {
        self.why.questions()
    }

    /// How far a body comes, whichever branches are taken; `None` where it holds.
    fn body(
        &self,
        facts: &mut H::Facts,
        goals: &[Goal],
        at: Situation<'_>,
    ) -> Result<Option<Vec<Partial>>, LimitReached> {
        let mut found = Vec::new();
        for chosen in choices(goals) {
            match self.conjunction(facts, &chosen, at)? {
                Some(partials) => found.extend(partials),
                None => return Ok(None),
            }
        }
        found.sort_by_key(|partial: &Partial| std::cmp::Reverse(partial.held()));
        found.truncate(if at.depth == 0 { MOST } else { 1 });
        Ok(Some(found))
    }

    fn conjunction(
        &self,
        facts: &mut H::Facts,
        goals: &[Goal],
        at: Situation<'_>,
    ) -> Result<Option<Vec<Partial>>, LimitReached> {
        let Some(sorted) = self.sort(facts, goals, at)? else { return Ok(None) };
        let held: Vec<Goal> = sorted.held.iter().map(|at| goals[*at].clone()).collect();
        let (furthest, more) = self.furthest(facts, goals, &held, &sorted, at)?;
        let mut partials = Vec::new();
        for values in &furthest {
            partials.push(self.partial(facts, goals, &sorted, (at, values))?);
        }
        if let Some(last) = partials.last_mut() {
            last.more = more;
        }
        Ok(Some(partials))
    }

    /// Which literals can hold together, and which then fail; `None` where all of them hold.
    fn sort(
        &self,
        facts: &mut H::Facts,
        goals: &[Goal],
        at: Situation<'_>,
    ) -> Result<Option<Sorted>, LimitReached> {
        let order = self.questions().order(goals, at.values);
        let of = |places: &[usize]| -> Vec<Goal> { places.iter().map(|at| goals[*at].clone()).collect() };
        let mut hold = |places: &[usize]| self.questions().hold(facts, &of(places), at.variables, at.values);
        if hold(&order)? {
            return Ok(None);
        }
        // Step 1. The longest beginning that holds: all shorter ones do, and no longer one.
        let (mut holds, mut fails) = (0, order.len());
        while fails - holds > 1 {
            let middle = (holds + fails) / 2;
            if hold(&order[..middle])? {
                holds = middle;
            } else {
                fails = middle;
            }
        }
        // Step 2. What can hold besides, literal by literal. It must be about values that are known already, else it would
        // be of any at all; and further down it is the first obstacle that matters.
        let mut sorted = Sorted { held: order[..holds].to_vec(), failing: vec![(order[holds], holds)] };
        let rest = if at.depth == 0 { &order[holds + 1..] } else { &[] };
        for next in rest {
            if !self.questions().is_joined(goals, at.values, &sorted.held, *next) {
                continue;
            }
            if !self.questions().can_ask(goals, at.values, &sorted.held, *next) {
                continue;
            }
            sorted.held.push(*next);
            if !hold(&sorted.held)? {
                sorted.held.pop();
                sorted.failing.push((*next, sorted.held.len()));
            }
        }
        Ok(Some(sorted))
    }

    /// The least values with which the literals hold that can, distinct in what the others say; and how many more there
    /// are.
    fn furthest(
        &self,
        facts: &mut H::Facts,
        goals: &[Goal],
        held: &[Goal],
        sorted: &Sorted,
        at: Situation<'_>,
    ) -> Result<(Vec<Values>, usize), LimitReached> {
        let Ok(all) = self.questions().all(facts, held, at.variables, at.values, WORK) else {
            let least = self.questions().first(facts, held, at.variables, at.values)?;
            return Ok((least.into_iter().collect(), 0));
        };
        let told = |values: &Values| -> Vec<String> {
            let said = |(failing, by): &(usize, usize)| {
                let known = sorted.known(goals, *by, at, values);
                self.questions().said(&goals[*failing], at.variables, &known)
            };
            sorted.failing.iter().map(said).collect()
        };
        let (mut seen, mut shown, mut more) = (std::collections::HashSet::new(), Vec::new(), 0);
        let most = if at.depth == 0 { MOST } else { 1 };
        for values in all.values(at.values) {
            if !seen.insert(told(&values)) {
                continue;
            }
            if shown.len() < most {
                shown.push(values);
            } else {
                more += 1;
            }
        }
        Ok((shown, more))
    }

    /// Each literal with these values.
    fn partial(
        &self,
        facts: &mut H::Facts,
        goals: &[Goal],
        sorted: &Sorted,
        (at, values): (Situation<'_>, &Values),
    ) -> Result<Partial, LimitReached> {
        let mut lines: Vec<Line> = Vec::new();
        for (place, goal) in goals.iter().enumerate() {
            let line = if sorted.held.contains(&place) {
                match self.why.goal(facts, goal, at.variables, values)? {
                    Some(reason) => Line::Holds(reason),
                    None => unreachable!("these values were found for it"),
                }
            } else if let Some((_, by)) = sorted.failing.iter().find(|(failing, _)| *failing == place) {
                let known = sorted.known(goals, *by, at, values);
                Line::Fails(self.obstacle(facts, goal, Situation { values: &known, ..at })?)
            } else {
                Line::Unasked(self.questions().said(goal, at.variables, values))
            };
            lines.push(line);
        }
        let named = at.variables.iter().zip(values);
        let values = named.filter_map(|(variable, value)| {
            Some((variable.name.clone(), self.questions().write(variable, (*value)?)))
        });
        Ok(Partial { values: values.collect(), lines, more: 0 })
    }

    /// What keeps a literal from holding.
    fn obstacle(
        &self,
        facts: &mut H::Facts,
        goal: &Goal,
        at: Situation<'_>,
    ) -> Result<Obstacle, LimitReached> {
        let said = self.questions().said(goal, at.variables, at.values);
        let deeper = Situation { depth: at.depth + 1, ..at };
        let (doc, hindrance) = match goal {
            Goal::Atom(atom) => {
                let doc = self.questions().program.predicate(atom.predicate).doc.clone();
                (doc, self.atom(facts, atom, at)?)
            }
            Goal::Not(goals, _) => {
                let reasons = self.why.body(facts, goals, at.variables, at.values.clone())?;
                (Vec::new(), Hindrance::Denied(reasons.unwrap_or_default()))
            }
            Goal::After(actions, goals, _) => {
                let asked = self
                    .questions()
                    .after(facts, actions, at.values, |facts| self.body(facts, goals, deeper));
                let hindrance = match asked {
                    Err(action) => Hindrance::Unmade(self.fact(&actions[action], at.values)),
                    Ok(_) if at.depth >= DEEPEST => Hindrance::Deeper,
                    Ok(partials) => Hindrance::Afterwards(partials?.unwrap_or_default()),
                };
                (Vec::new(), hindrance)
            }
            Goal::Any(..) => unreachable!("a branch was chosen"),
        };
        Ok(Obstacle { said, doc, hindrance })
    }

    fn atom(&self, facts: &mut H::Facts, atom: &Atom, at: Situation<'_>) -> Result<Hindrance, LimitReached> {
        let asked = self.fact(atom, at.values);
        if atom.predicate == EQUAL {
            let mut sides = asked.arguments.into_iter();
            return Ok(Hindrance::Different(
                sides.next().unwrap_or_default(),
                sides.next().unwrap_or_default(),
            ));
        }
        let Some(clauses) = self.questions().clauses(atom.predicate) else {
            return Ok(Hindrance::Given { asked, instead: self.instead(facts, atom, at) });
        };
        if at.depth >= DEEPEST {
            return Ok(Hindrance::Deeper);
        }
        let arguments = self.questions().arguments(atom, at.values);
        let mut refused = Vec::new();
        for clause in clauses {
            let partials = match self.questions().called(clause, &arguments) {
                None => Vec::new(),
                Some(values) => {
                    let inside =
                        Situation { variables: &clause.variables, values: &values, depth: at.depth + 1 };
                    self.body(facts, &clause.body, inside)?.unwrap_or_default()
                }
            };
            refused.push(Refused { clause: clause.span, partials });
        }
        Ok(Hindrance::Refused(refused))
    }

    fn fact(&self, atom: &Atom, values: &Values) -> Fact {
        self.tuple(atom, &self.questions().arguments(atom, values))
    }

    /// A predicate with these arguments.
    pub(super) fn tuple(&self, atom: &Atom, tuple: &[Option<Value>]) -> Fact {
        let text = |(place, value): (usize, &Option<Value>)| {
            let sort = self.questions().sort(atom, place);
            match (value, sort) {
                (Some(value), Some(sort)) => self.questions().text(sort, *value),
                (Some(value), None) => value.to_string(),
                (None, _) => "_".to_owned(),
            }
        };
        Fact { predicate: self.name(atom.predicate), arguments: tuple.iter().enumerate().map(text).collect() }
    }

    fn name(&self, predicate: PredicateId) -> String {
        self.questions().program.predicate(predicate).name.clone()
    }
}
