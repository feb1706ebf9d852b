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

use crate::files::Span;
use crate::interpret::Host;
use crate::modes;
use crate::program::{Atom, EQUAL, Goal, PredicateId, Program, RuleId, SortKind, Term, Variable, VariableId};
use crate::runtime::{LimitReached, Limits, Value};

use super::questions::{Questions, Values, choices};
use super::reasons::{Reason, Why};

/// At most so many furthest partial solutions are shown.
const MOST: usize = 3;

/// Obstacles are followed so many derivations and actions deep; further down they are only named.
const DEEPEST: usize = 8;

/// What holds instead is listed up to so many tuples for each argument.
const INSTEAD: usize = 3;

/// The furthest partial solutions are looked for with so much work; then any of them is enough.
const WORK: u64 = 2_000_000;

/// How far a body comes with some values.
#[derive(Clone, Debug, PartialEq)]
pub struct Partial {
    /// Its variables with their values, in the order in which they are written; what has none is left out.
    pub values: Vec<(String, String)>,
    /// Its literals in the order of the text.
    pub lines: Vec<Line>,
    /// How many other values come as far and are not shown.
    pub more: usize,
}

impl Partial {
    /// How many literals hold.
    pub fn held(&self) -> usize {
        self.lines.iter().filter(|line| matches!(line, Line::Holds(_))).count()
    }

    /// What stopped it, the first literal first.
    pub fn obstacles(&self) -> impl Iterator<Item = &Obstacle> {
        self.lines.iter().filter_map(|line| match line {
            Line::Fails(obstacle) => Some(obstacle),
            Line::Holds(_) | Line::Unasked(_) => None,
        })
    }
}

/// A literal of a body that does not hold as a whole.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// It holds, and why.
    Holds(Reason),
    /// It does not.
    Fails(Obstacle),
    /// It cannot be asked: variables have no value, because what gives them one fails.
    Unasked(String),
}

/// A literal that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Obstacle {
    /// The literal, with values in place of the variables that have one. What it leaves open has no value with which it
    /// would hold.
    pub said: String,
    /// The doc comment of its predicate.
    pub doc: Vec<String>,
    /// What keeps it from holding.
    pub hindrance: Hindrance,
}

/// What keeps a literal from holding.
#[derive(Clone, Debug, PartialEq)]
pub enum Hindrance {
    /// The host says so, or the text does not state it. What holds when one argument is left open, or, where that is
    /// nothing, all but one; what has the fewest answers first.
    Given {
        /// The literal itself.
        asked: Fact,
        /// What holds instead.
        instead: Vec<Instead>,
    },
    /// The two values that should be equal are not.
    Different(String, String),
    /// No clause holds.
    Refused(Vec<Refused>),
    /// The sentence holds that is denied, and why.
    Denied(Vec<Reason>),
    /// This action cannot be made.
    Unmade(Fact),
    /// The actions can be made, and the sentence does not hold then.
    Afterwards(Vec<Partial>),
    /// It is not followed further.
    Deeper,
}

/// A predicate with its arguments as they are written: `parent(jan, piet)`. An open argument is `_`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fact {
    /// The predicate.
    pub predicate: String,
    /// The arguments.
    pub arguments: Vec<String>,
}

impl std::fmt::Display for Fact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.arguments.as_slice() {
            [] => f.write_str(&self.predicate),
            arguments => write!(f, "{}({})", self.predicate, arguments.join(", ")),
        }
    }
}

/// What holds when arguments are left open.
#[derive(Clone, Debug, PartialEq)]
pub struct Instead {
    /// Which arguments, from 0.
    pub open: Vec<usize>,
    /// The first of what holds.
    pub facts: Vec<Fact>,
    /// How many there are besides.
    pub more: usize,
}

/// A clause that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// The clause.
    pub clause: Span,
    /// How far its body comes; none where its head is about something else.
    pub partials: Vec<Partial>,
}

/// Looks for what keeps the literals of one program from holding.
pub struct WhyNot<'p, H: Host> {
    why: Why<'p, H>,
}

/// A clause in a situation: its variables with the values that they have.
#[derive(Clone, Copy)]
struct Situation<'a> {
    variables: &'a [Variable],
    values: &'a Values,
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

    fn questions(&self) -> &Questions<'p, H> {
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
            return Ok(Hindrance::Given { asked, instead: self.instead(facts, atom, at)? });
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

    /// What holds of a predicate when one of its arguments is left open, argument by argument; else all but one.
    fn instead(
        &self,
        facts: &mut H::Facts,
        atom: &Atom,
        at: Situation<'_>,
    ) -> Result<Vec<Instead>, LimitReached> {
        let known = self.questions().arguments(atom, at.values);
        let bound: Vec<usize> = (0..known.len()).filter(|place| known[*place].is_some()).collect();
        let one: Vec<Vec<usize>> = bound.iter().map(|place| vec![*place]).collect();
        let but_one = |kept: &usize| bound.iter().copied().filter(|place| place != kept).collect();
        // Where everything is open, anything would do.
        let one: Vec<Vec<usize>> = if bound.len() == 1 && known.len() > 1 { Vec::new() } else { one };
        let others: Vec<Vec<usize>> = match bound.len() {
            0..=2 => Vec::new(),
            _ => bound.iter().map(but_one).collect(),
        };
        let mut found: Vec<Instead> = Vec::new();
        for choices in [one, others] {
            for open in choices {
                let tuples = self.opened(facts, atom, &known, &open);
                let shown: Vec<Fact> =
                    tuples.iter().take(INSTEAD).map(|tuple| self.tuple(atom, tuple)).collect();
                if !shown.is_empty() {
                    found.push(Instead { open, more: tuples.len() - shown.len(), facts: shown });
                }
            }
            if !found.is_empty() {
                break;
            }
        }
        found.sort_by_key(|instead| instead.facts.len() + instead.more);
        Ok(found)
    }

    /// The tuples with any values in the places of these arguments: in a mode that leaves them open, else, for a single
    /// argument of few values, value by value. What takes too much work is not looked for.
    fn opened(
        &self,
        facts: &mut H::Facts,
        atom: &Atom,
        known: &[Option<Value>],
        open: &[usize],
    ) -> Vec<Vec<Option<Value>>> {
        let with = |place: usize| known[place].filter(|_| !open.contains(&place));
        if let Some(tuples) = self.tuples(facts, atom, &with) {
            return tuples;
        }
        let &[argument] = open else { return Vec::new() };
        let Some(sort) = self.questions().sort(atom, argument) else { return Vec::new() };
        let values: Vec<Value> = match &self.questions().program.sort(sort).kind {
            SortKind::Constants(constants) => constants.iter().map(|(_, value)| *value).collect(),
            SortKind::Range(low, high) => (*low..=*high).collect(),
            SortKind::Opaque { .. } => Vec::new(),
        };
        let one = |value: Value| {
            let with = |place: usize| if place == argument { Some(value) } else { known[place] };
            // One tuple of each value says enough.
            self.tuples(facts, atom, &with)?.into_iter().next()
        };
        values.into_iter().filter_map(one).collect()
    }

    /// The tuples of a predicate that have these values; `None` where it has no such mode.
    fn tuples(
        &self,
        facts: &mut H::Facts,
        atom: &Atom,
        with: &dyn Fn(usize) -> Option<Value>,
    ) -> Option<Vec<Vec<Option<Value>>>> {
        let questions = self.questions();
        let (mut atom, mut variables) = (atom.clone(), Vec::new());
        for place in 0..atom.arguments.len() {
            atom.arguments[place] = match with(place) {
                Some(value) => Term::Constant(value),
                None => {
                    let (sort, span) = (questions.sort(&atom, place)?, atom.span);
                    variables.push(Variable { name: format!("Open{place}"), sort, anonymous: false, span });
                    Term::Variable(VariableId(variables.len() as u32 - 1))
                }
            };
        }
        if !questions.can_ask_alone(&atom) {
            return None;
        }
        let nothing = vec![None; variables.len()];
        let goals = [Goal::Atom(atom.clone())];
        let answers = questions.all(facts, &goals, &variables, &nothing, WORK).ok()?;
        Some(answers.values(&nothing).map(|values| questions.arguments(&atom, &values)).collect())
    }

    fn fact(&self, atom: &Atom, values: &Values) -> Fact {
        self.tuple(atom, &self.questions().arguments(atom, values))
    }

    fn tuple(&self, atom: &Atom, tuple: &[Option<Value>]) -> Fact {
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
