//! Resolves a `start` line or an effect line of a move: its query and its tuples.

use std::iter::repeat;

use blanche_sorted::SortedSet;

use super::super::bodies::body_goals;
use super::super::model::scope::Scope;
use super::super::model::{Bodies, Declared, RuleItem};
use super::super::{calls, inference, ranges};
use super::state_mentions::{MentionContext, find_state};
use crate::files::Span;
use crate::program::{
    Atom, EQUAL, GameQuestion, Goal, Rule, RuleId, RuleKind, SortId, Term, Variable, VariableId, occurrences,
    variables,
};
use crate::syntax::ast;

/// A `start` line or a line below a move, with its tuples and the condition under which they apply.
pub(super) struct Line<'a> {
    pub(super) atoms: &'a [ast::Atom],
    pub(super) wanted: MentionContext,
    /// Further values in the line. The calls inside these values become goals of the query too.
    pub(super) values: &'a [ast::Term],
    pub(super) body: Option<&'a ast::Body>,
    /// The name of the query for this line, and the span of that name.
    pub(super) name: (&'a str, Span),
    pub(super) span: Span,
}

impl<'a> Line<'a> {
    /// A `then` line of a move.
    pub(super) fn of_continuation(
        tree: &'a ast::Move,
        effect: &'a ast::Effect,
        values: &'a [ast::Term],
    ) -> Line<'a> {
        Line { values, ..Line::of_effect(tree, effect, (&[], MentionContext::Whole)) }
    }

    /// An effect line of a move, whose atoms are tuples of states.
    pub(super) fn of_effect(
        tree: &'a ast::Move,
        effect: &'a ast::Effect,
        (atoms, wanted): (&'a [ast::Atom], MentionContext),
    ) -> Line<'a> {
        let body = effect.condition.as_ref().map(|condition| &condition.body);
        Line { atoms, wanted, values: &[], body, name: (&tree.name.text, tree.name.span), span: effect.span }
    }
}

/// A resolved line. Its variables and goals share one scope, in which the variables of the side come first.
pub(super) struct Resolved {
    pub(super) scope: Scope,
    pub(super) goals: Vec<Goal>,
    pub(super) atoms: Vec<(usize, Atom)>,
}

/// Resolves a line. Its goals are added after the goals in `goals`.
pub(super) fn resolve(
    resolver: &mut Bodies<'_>,
    mut scope: Scope,
    mut goals: Vec<Goal>,
    line: &Line<'_>,
) -> Option<Resolved> {
    let more = line.body.map_or_else(|| Some(Vec::new()), |body| body_goals(resolver, &mut scope, body));
    let mut complete = more.is_some();
    goals.extend(more.into_iter().flatten());
    let mut atoms = Vec::new();
    for tree in line.atoms {
        match tuple(resolver, &mut scope, tree, line.wanted) {
            Some(found) => atoms.push(found),
            None => complete = false,
        }
        goals.append(&mut scope.said);
    }
    calls::find(resolver, &mut scope, line.values);
    goals.append(&mut scope.said);
    complete &= scope.knows_calls(line.values);
    let body = goals.len();
    goals.extend(atoms.iter().map(|(_, atom)| Goal::Atom(atom.clone())));
    let (scope, mut goals) = inference::infer(resolver, scope, complete.then_some(goals))?;
    let resolved = goals.split_off(body).into_iter().map(|goal| match goal {
        Goal::Atom(atom) => atom,
        _ => unreachable!("the goals behind the body are atoms"),
    });
    let atoms = atoms.into_iter().map(|(state, _)| state).zip(resolved).collect();
    Some(Resolved { scope, goals, atoms })
}

/// Resolves a tuple of a state. Its constants get their sorts later.
fn tuple(
    resolver: &mut Bodies<'_>,
    scope: &mut Scope,
    tree: &ast::Atom,
    wanted: MentionContext,
) -> Option<(usize, Atom)> {
    calls::find(resolver, scope, &tree.arguments);
    let terms: Vec<Option<Term>> = tree.arguments.iter().map(|term| scope.term(term)).collect();
    let state = find_state(resolver, tree, wanted)?;
    let predicate = resolver.game.states[state].predicate;
    let atom = Atom {
        predicate,
        arguments: terms.into_iter().collect::<Option<Vec<Term>>>()?,
        span: tree.span,
        argument_spans: tree.arguments.iter().map(ast::Term::span).collect(),
        compared: None,
        is_added: false,
    };
    scope.add(atom.clone(), tree.clone());
    Some((state, atom))
}

/// The query of a move line: its condition, and the goals of the premise that concern the line.
pub(super) struct LineQuery {
    pub(super) scope: Scope,
    pub(super) goals: Vec<Goal>,
    /// Whether the line has a condition of its own.
    pub(super) has_condition: bool,
    pub(super) atoms: Vec<(usize, Atom)>,
    /// The variables that the move plays, which are inputs of the query.
    pub(super) played: Vec<VariableId>,
    /// Number of variables that represent players. These are the first variables of the scope.
    pub(super) players: usize,
}

impl LineQuery {
    /// Builds the query of a line.
    pub(super) fn new(
        resolver: &mut Bodies<'_>,
        text: &RuleItem<'_>,
        tree: &ast::Move,
        (effect, line): (&ast::Effect, &Line<'_>),
    ) -> Option<LineQuery> {
        let arguments = || effect.atoms.iter().flat_map(|atom| &atom.arguments);
        let names: Vec<&str> = tree.side.variables().map(|name| name.text.as_str()).collect();
        let is_it = |term: &&ast::Term, at: usize| matches!(term, ast::Term::Variable(name) if names.get(at) == Some(&name.text.as_str()));
        count_uses(resolver, text, |at| arguments().filter(|term| is_it(term, at)).count());
        // Mistakes in the premise have been reported already. The premise is resolved again only to find its variables.
        let before = resolver.diagnostics.len();
        let mut scope = Scope::of_side(&tree.side);
        let goals = match &tree.body {
            Some(body) => body_goals(resolver, &mut scope, body)?,
            None => Vec::new(),
        };
        debug_assert!(resolver.diagnostics.len() == before, "the premise of the move has been resolved");
        let played = tree.plays.iter().map(|name| scope.term(&ast::Term::Variable(name.clone())));
        let played: Vec<VariableId> = played
            .filter_map(|term| match term? {
                Term::Variable(id) => Some(id),
                Term::Constant(_) | Term::Host(..) => None,
            })
            .collect();
        let of_premise = goals.len();
        let players = scope.players;
        let Resolved { scope, mut goals, atoms } = resolve(resolver, scope, goals, line)?;
        let is_played = |id: VariableId| id.index() < players || played.contains(&id);
        let of_condition = &goals[of_premise..].to_vec();
        let has_condition = !of_condition.is_empty();
        let of_line = occurrences(of_condition).into_keys();
        let of_line = of_line.chain(arguments().filter_map(|term| match term {
            ast::Term::Variable(name) => scope.find(&name.text),
            _ => None,
        }));
        let of_line = of_line.chain(atoms.iter().flat_map(|(_, atom)| variables(&atom.arguments)));
        let of_line = of_line.filter(|id| !is_played(*id)).collect();
        let says = say_of(&goals[..of_premise], of_line, &is_played);
        let mut says = says.into_iter().chain(repeat(true));
        goals.retain(|_| says.next() == Some(true));
        count_uses(resolver, text, |at| {
            occurrences(of_condition).keys().filter(|id| id.index() == at).count()
        });
        let mut asked = LineQuery { scope, goals, has_condition, atoms, played, players };
        text.rules.clone().next().into_iter().for_each(|at| asked.test_parts(resolver, at));
        Some(asked)
    }

    /// Adds tests for the played variables that the line restricts to a part of their sort. The test requires that the
    /// played value belongs to that part, and the played value then gets a variable of its own.
    fn test_parts(&mut self, resolver: &mut Bodies<'_>, at: usize) {
        let rule = &resolver.program.rules[at];
        let sorts = rule.answer.iter().map(|id| rule.variables[id.index()].sort);
        for (id, whole) in self.played.clone().into_iter().zip(sorts.collect::<Vec<SortId>>()) {
            let part = self.scope.variables[id.index()].clone();
            if part.sort == whole || !resolver.program.is_part(part.sort, whole) {
                continue;
            }
            let own = VariableId(self.scope.variables.len() as u32);
            let renamed = |one: VariableId| Term::Variable(if one == id { own } else { one });
            self.goals.iter_mut().for_each(|goal| goal.replace(&renamed));
            self.scope.variables[id.index()].sort = whole;
            self.scope.variables.push(Variable { local: true, ..part });
            let variable = &self.scope.variables[own.index()];
            self.goals.push(ranges::literal(resolver, own, variable));
            self.goals.push(Goal::Atom(Atom {
                predicate: EQUAL,
                arguments: vec![Term::Variable(id), Term::Variable(own)],
                span: variable.span,
                argument_spans: vec![variable.span; 2],
                compared: None,
                is_added: false,
            }));
            self.has_condition = true;
        }
    }

    /// Whether a variable represents a player or a played value.
    pub(super) fn is_played(&self, id: VariableId) -> bool {
        id.index() < self.players || self.played.contains(&id)
    }

    /// The variables that the premise or the condition binds, and the variables whose values follow from a sum among
    /// the arguments.
    pub(super) fn spoken_of(&self) -> SortedSet<VariableId> {
        let is_argument = |goal: &&Goal| self.atoms.iter().any(|(_, atom)| atom.span.encloses(goal.span()));
        let (sums, others): (Vec<&Goal>, Vec<&Goal>) = self.goals.iter().partition(is_argument);
        let mut known: SortedSet<VariableId> = occurrences(others).into_keys().collect();
        loop {
            let unknown = |sum: &&Goal| {
                let all = occurrences([*sum]).into_keys();
                all.filter(|id| !self.is_played(*id) && !known.contains(id)).collect::<Vec<_>>()
            };
            let Some(found) = sums.iter().map(unknown).find(|unknown| unknown.len() == 1) else {
                return known;
            };
            known.extend(found);
        }
    }

    /// Whether a variable is unbound, because the move does not play it and no goal contains it.
    pub(super) fn is_unbound(&self, id: VariableId) -> bool {
        !self.is_played(id) && !occurrences(&self.goals).contains_key(&id)
    }

    /// Adds goals that let unbound variables of the answer range over their sorts.
    pub(super) fn find_ranges(&mut self, resolver: &mut Bodies<'_>, answer: &[VariableId]) {
        let wanted: SortedSet<VariableId> = answer.iter().copied().collect();
        let given = (0..self.players as u32).map(VariableId).chain(self.played.iter().copied()).collect();
        ranges::add(resolver, &self.scope.variables, &mut self.goals, &wanted, &given);
    }

    /// The query of the line for the player of the rule with index `at`; `None` if there is nothing to query.
    pub(super) fn question(
        &self,
        resolver: &mut Declared<'_>,
        at: usize,
        answer: &[VariableId],
        (effect, line): (&ast::Effect, &Line<'_>),
    ) -> Option<RuleId> {
        if self.goals.is_empty() && answer.len() <= self.played.len() {
            return None;
        }
        let players = self.players;
        let (side, colour) = (resolver.program.rules[at].side.clone(), resolver.program.rules[at].colour);
        let own = |id: VariableId| VariableId(id.0 - players as u32);
        let mut body = self.goals.clone();
        for goal in &mut body {
            goal.replace(&|id| match side.get(id.index()) {
                Some(variable) => Term::Constant(variable.player),
                None => Term::Variable(own(id)),
            });
        }
        let printed = crate::syntax::print_effect(effect);
        let rule = question(RuleKind::Game(GameQuestion::Effect), line, printed);
        let rule = Rule {
            colour,
            side,
            given: self.played.len(),
            variables: self.scope.variables[players..].to_vec(),
            answer: answer.iter().copied().map(own).collect(),
            body,
            ..rule
        };
        Some(push(resolver, rule))
    }
}

/// Counts how often an effect uses each player variable. `uses` has one entry for each variable of the side.
fn count_uses(resolver: &mut Declared<'_>, text: &RuleItem<'_>, uses: impl Fn(usize) -> usize) {
    for rule in text.rules.clone() {
        for (at, variable) in resolver.program.rules[rule].side.iter_mut().enumerate() {
            variable.uses += uses(at);
        }
    }
}

/// A query without variables and body.
pub(super) fn question(kind: RuleKind, line: &Line<'_>, text: String) -> Rule {
    let (name, name_span) = line.name;
    Rule {
        kind,
        name: name.to_owned(),
        colour: None,
        side: Vec::new(),
        level: 0,
        plays: 0,
        given: 0,
        variables: Vec::new(),
        answer: Vec::new(),
        body: Vec::new(),
        up_to_symmetry: false,
        when_named: false,
        doc: Vec::new(),
        name_span,
        span: line.span,
        text,
    }
}

pub(super) fn push(resolver: &mut Declared<'_>, rule: Rule) -> RuleId {
    resolver.program.rules.push(rule);
    RuleId(resolver.program.rules.len() as u32 - 1)
}

/// Selects the goals of a premise that concern these variables. The result has one flag for each goal. A goal concerns
/// the variables if it contains one of them. It also concerns them if other goals and variables that are not played
/// connect it to one of them. The other goals need no check, because the whole premise held when the move was found.
fn say_of(
    goals: &[Goal],
    mut variables: SortedSet<VariableId>,
    is_played: &dyn Fn(VariableId) -> bool,
) -> Vec<bool> {
    let mut says = vec![false; goals.len()];
    // Each iteration selects at least one further goal, so the loop ends.
    while let Some(at) = (0..goals.len())
        .find(|at| !says[*at] && occurrences([&goals[*at]]).keys().any(|id| variables.contains(id)))
    {
        says[at] = true;
        variables.extend(occurrences([&goals[at]]).into_keys().filter(|id| !is_played(*id)));
    }
    says
}
