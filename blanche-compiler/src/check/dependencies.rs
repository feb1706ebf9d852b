//! `B0601` and `B0602`: a predicate that depends on its own negation, or on itself through an action that can be
//! repeated for ever.
//!
//! A recursive predicate without such a cycle is valid, and is the least relation that satisfies its clauses. The nodes
//! of the graph are the derived predicates, and its edges are the literals of their clauses. The graph is built from
//! the trees, because a predicate that lost a clause may have no sorts. For `blocked`, the negated premises of the
//! moves count as clauses.
//!
//! An extern predicate that queries rules has no edges, so a cycle through such a predicate is allowed. The limits of
//! steps and depth end its evaluation. Literals inside `after` with growing actions have no edges either. Each step
//! adds something to the position that nothing removes, so the recursion ends. The value of a predicate after the step
//! thus never depends on its own value before the step. This applies to negations too, since a contradiction would need
//! the predicate and its negation *in the same position*. Each rejected component causes one message, which shows one
//! of its shortest cycles.

use std::collections::VecDeque;

use blanche_sorted::{Arrange, SortedMap, SortedSet};

use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{Predicate, PredicateId, PredicateKind, Program};
use crate::scc::strongly_connected_components;
use crate::syntax::ast::{self, ItemKind, LiteralKind};

/// Maximum number of spans to mark in the source. A longer cycle is shown only in the hint.
const MAX_DRAWN: usize = 8;

/// Reports rejected cycles between predicates.
pub(super) fn check(program: &Program, graph: &Graph) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> =
        graph.refused.values().map(|closing| message(program, &graph.cycle(*closing))).collect();
    found.arrange_by_key(|message| message.label.span);
    found
}

/// How a predicate depends on another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    /// The other predicate must hold.
    Holds,
    /// The other predicate must not hold.
    Denied,
    /// All values for which the other predicate holds must be known, because they are aggregated.
    Counted,
}

/// A dependency: `from` depends on `to` because of the literal at `span`.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: usize,
    to: usize,
    need: Need,
    /// The span of the action that precedes the literal, if there is an action that is not growing.
    after: Option<Span>,
    span: Span,
}

/// The dependency graph.
pub(super) struct Graph {
    /// The nodes of derived predicates, by the name and arity of the predicate.
    derived: SortedMap<(String, usize), usize>,
    /// The edges of each predicate, in the order of the text.
    edges: Vec<Vec<Edge>>,
    /// The strongly connected components, callees first.
    sets: Vec<Vec<usize>>,
    /// The components that contain a cycle. Such a component has several predicates, or one that depends on itself.
    components: Vec<Vec<usize>>,
    /// For each recursive predicate, the index of its component.
    recursive: SortedMap<usize, usize>,
    /// For each rejected component, by its index, an edge that is not allowed in a cycle.
    refused: SortedMap<usize, Edge>,
    /// The spans of the clauses of predicates in rejected components.
    refused_clauses: SortedSet<Span>,
}

impl Graph {
    pub(super) fn new(program: &Program, files: &[&ast::File]) -> Graph {
        let is_derived =
            |predicate: &&(usize, &Predicate)| matches!(predicate.1.kind, PredicateKind::Derived(_));
        let derived = program.predicates.iter().enumerate().filter(|predicate| is_derived(&predicate));
        let derived =
            derived.map(|(at, predicate)| ((predicate.name.clone(), predicate.arity()), at)).collect();
        let find = |atom: &ast::Atom| find(&derived, atom);
        // An unknown or misused action is reported elsewhere. It counts as growing, because a growing action may have
        // been meant.
        let grows = |action: &ast::Atom| {
            !program.predicates.iter().any(|known| {
                matches!(known.kind, PredicateKind::Action { growing: false })
                    && known.name == action.predicate.text
                    && known.arity() == action.arguments.len()
            })
        };
        let mut edges = vec![Vec::new(); program.predicates.len()];
        let mut clauses = Vec::new();
        for item in files.iter().flat_map(|file| &file.items) {
            let ItemKind::Derivation(derivation) = &item.kind else { continue };
            let Some(from) = find(&derivation.head) else { continue };
            clauses.push((from, item.span));
            let mut walk = Walk {
                grows: &grows,
                each: &mut |atom, need, after| {
                    if let Some(to) = find(atom) {
                        edges[from].push(Edge { from, to, need, after, span: atom.span });
                    }
                },
            };
            walk.calls(&derivation.head.arguments, Need::Holds, None);
            walk.body(&derivation.body, Need::Holds, None);
        }
        edges_of_moves(&derived, files, &mut edges);
        let mut graph = Graph {
            derived,
            edges,
            sets: Vec::new(),
            components: Vec::new(),
            recursive: SortedMap::new(),
            refused: SortedMap::new(),
            refused_clauses: SortedSet::new(),
        };
        let successors: Vec<Vec<usize>> =
            graph.edges.iter().map(|edges| edges.iter().map(|edge| edge.to).collect()).collect();
        graph.sets = strongly_connected_components(&successors);
        graph.components = graph.sets.clone();
        graph
            .components
            .retain(|set| set.len() > 1 || graph.edges[set[0]].iter().any(|edge| edge.to == set[0]));
        let members = |(at, set): (usize, &Vec<usize>)| -> Vec<(usize, usize)> {
            set.iter().map(|member| (*member, at)).collect()
        };
        graph.recursive = graph.components.iter().enumerate().flat_map(members).collect();
        let refused = |(at, set): (usize, &Vec<usize>)| Some((at, graph.refused_edge(set)?));
        graph.refused = graph.components.iter().enumerate().filter_map(refused).collect();
        let in_cycles = clauses.into_iter().filter(|(of, _)| graph.is_refused(*of));
        graph.refused_clauses = in_cycles.map(|(_, span)| span).collect();
        graph
    }

    /// All predicates, callees first. Within a component the order is arbitrary.
    pub(super) fn callees_first(&self) -> impl Iterator<Item = PredicateId> {
        self.sets.iter().flatten().map(|node| PredicateId(*node as u32))
    }

    /// The derived predicate with the name and arity of an atom.
    pub(super) fn find(&self, atom: &ast::Atom) -> Option<PredicateId> {
        find(&self.derived, atom).map(|node| PredicateId(node as u32))
    }

    /// The recursive components that are not rejected.
    pub(super) fn accepted(&self) -> impl Iterator<Item = Vec<PredicateId>> {
        let accepted = self.components.iter().enumerate().filter(|(at, _)| !self.refused.contains_key(at));
        accepted.map(|(_, set)| set.iter().map(|node| PredicateId(*node as u32)).collect())
    }

    /// Whether a predicate is recursive.
    pub(super) fn is_recursive(&self, id: PredicateId) -> bool {
        self.recursive.contains_key(&id.index())
    }

    /// Whether a predicate is in a rejected component.
    pub(super) fn is_refused_cycle(&self, id: PredicateId) -> bool {
        self.is_refused(id.index())
    }

    fn is_refused(&self, node: usize) -> bool {
        self.recursive.get(&node).is_some_and(|component| self.refused.contains_key(component))
    }

    /// Whether a span is inside a clause of a predicate in a rejected component.
    pub(super) fn in_refused_clause(&self, place: Span) -> bool {
        let before = self.refused_clauses.range(..=Span { end: u32::MAX, ..place }).next_back();
        before.is_some_and(|clause| clause.file == place.file && place.end <= clause.end)
    }

    /// The first edge inside a component that is not allowed in a cycle. Such an edge belongs to a negation, to an
    /// aggregate, or to a literal after an action that can be repeated for ever.
    fn refused_edge(&self, component: &[usize]) -> Option<Edge> {
        let members: SortedSet<usize> = component.iter().copied().collect();
        let inside =
            members.iter().flat_map(|node| &self.edges[*node]).filter(|edge| members.contains(&edge.to));
        let refused = inside.filter(|edge| edge.need != Need::Holds || edge.after.is_some());
        refused.min_by_key(|edge| (edge.need == Need::Holds, edge.span)).copied()
    }

    /// A shortest cycle that contains an edge. That edge comes last.
    fn cycle(&self, closing: Edge) -> Vec<Edge> {
        let members: SortedSet<usize> =
            self.components[self.recursive[&closing.from]].iter().copied().collect();
        let mut cycle = self.path(&members, closing.to, closing.from);
        cycle.push(closing);
        cycle
    }

    /// A shortest path between two members of a component.
    fn path(&self, members: &SortedSet<usize>, from: usize, to: usize) -> Vec<Edge> {
        let mut came_by: Vec<Option<Edge>> = vec![None; self.edges.len()];
        let mut queue = VecDeque::from([from]);
        while let Some(node) = queue.pop_front() {
            if node == to {
                break;
            }
            for edge in &self.edges[node] {
                if members.contains(&edge.to) && edge.to != from && came_by[edge.to].is_none() {
                    came_by[edge.to] = Some(*edge);
                    queue.push_back(edge.to);
                }
            }
        }
        let mut path = Vec::new();
        let mut at = to;
        while at != from {
            let edge = came_by[at].expect("the members of a knot reach each other");
            path.push(edge);
            at = edge.from;
        }
        path.reverse();
        path
    }
}

/// The names and arities of two predicates. `blocked` holds for a player who cannot move, and `all.blocked` holds in
/// positions in which no player can move.
const BLOCKED: (&str, usize) = ("blocked", 1);
const ALL_BLOCKED: (&str, usize) = ("all.blocked", 0);

/// Adds the edges of `blocked` and `all.blocked`, which negate the premises of all moves.
fn edges_of_moves(
    derived: &SortedMap<(String, usize), usize>,
    files: &[&ast::File],
    edges: &mut [Vec<Edge>],
) {
    let [blocked, all] =
        [BLOCKED, ALL_BLOCKED].map(|(name, arity)| derived.get(&(name.to_owned(), arity)).copied());
    let Some(blocked) = blocked else { return };
    let mut first = None;
    for item in files.iter().flat_map(|file| &file.items) {
        let ItemKind::Move(tree) = &item.kind else { continue };
        first.get_or_insert(tree.name.span);
        let mut walk = Walk {
            // A program with moves has no actions.
            grows: &|_| false,
            each: &mut |atom, need, after| {
                if let Some(to) = find(derived, atom) {
                    edges[blocked].push(Edge { from: blocked, to, need, after, span: atom.span });
                }
            },
        };
        tree.body.iter().for_each(|body| walk.body(body, Need::Denied, None));
    }
    if let (Some(all), Some(span)) = (all, first) {
        edges[all].push(Edge { from: all, to: blocked, need: Need::Holds, after: None, span });
    }
}

/// The derived predicate with the name and arity of an atom.
fn find(derived: &SortedMap<(String, usize), usize>, atom: &ast::Atom) -> Option<usize> {
    derived.get(&(atom.predicate.text.clone(), atom.arguments.len())).copied()
}

/// Visits the atoms of a body that count as dependencies. Atoms after growing actions do not count.
struct Walk<'w, 't> {
    /// Returns whether an action is growing.
    grows: &'w dyn Fn(&ast::Atom) -> bool,
    /// Called with an atom, the kind of dependency, and the span of an action that precedes the atom and is not
    /// growing.
    each: &'w mut dyn FnMut(&'t ast::Atom, Need, Option<Span>),
}

impl<'t> Walk<'_, 't> {
    /// Visits the calls in some terms.
    fn calls(&mut self, terms: impl IntoIterator<Item = &'t ast::Term>, need: Need, after: Option<Span>) {
        ast::calls_in(terms, &mut |call| (self.each)(call.atom(), need, after));
    }

    fn body(&mut self, body: &'t ast::Body, need: Need, after: Option<Span>) {
        for literal in body.branches.iter().flatten() {
            let need = match need {
                Need::Holds if literal.negations % 2 == 1 => Need::Denied,
                need => need,
            };
            self.calls(literal.kind.terms(), need, after);
            match &literal.kind {
                LiteralKind::Atom(atom) => (self.each)(atom, need, after),
                LiteralKind::Bracketed(inner) => self.body(inner, need, after),
                LiteralKind::After(inner) => {
                    if let Some(action) = inner.actions.iter().find(|action| !(self.grows)(action)) {
                        self.body(&inner.body, need, Some(action.predicate.span));
                    }
                }
                LiteralKind::Aggregate(inner) => self.body(&inner.body, Need::Counted, after),
                LiteralKind::Comparison(_) | LiteralKind::Error => {}
            }
        }
    }
}

fn message(program: &Program, cycle: &[Edge]) -> Diagnostic {
    let name = |node: usize| program.predicates[node].signature();
    let is = |edge: &Edge, (known, arity): (&str, usize)| {
        let from = &program.predicates[edge.from];
        from.name == known && from.arity() == arity
    };
    let (closing, rest) = cycle.split_last().expect("a cycle has an edge");
    let denies = cycle.iter().any(|edge| edge.need == Need::Denied);
    let counts = cycle.iter().any(|edge| edge.need == Need::Counted);
    let needs = |edge: &Edge| {
        let from = name(edge.from);
        match (edge.from == edge.to, edge.need) {
            _ if is(edge, BLOCKED) => {
                format!("a premise asks `{}` here, and `blocked` holds where no premise does", name(edge.to))
            }
            _ if is(edge, ALL_BLOCKED) => {
                "`all.blocked` holds where every player is blocked who has such moves".to_owned()
            }
            (true, Need::Holds) => format!("`{from}` needs itself here"),
            (false, Need::Holds) => format!("`{from}` needs `{}` here", name(edge.to)),
            (true, Need::Denied) => format!("here `{from}` holds only where it does not hold"),
            (false, Need::Denied) => format!("here `{from}` holds only where `{}` does not", name(edge.to)),
            (true, Need::Counted) => format!("here `{from}` needs all values for which it holds itself"),
            (false, Need::Counted) => {
                format!("here `{from}` needs all values for which `{}` holds", name(edge.to))
            }
        }
    };
    let (code, title) = match (denies, counts) {
        (true, _) => (Code::NegationCycle, format!("`{}` depends on its own negation", name(closing.to))),
        (false, true) => {
            (Code::NegationCycle, format!("`{}` depends on the number of its own answers", name(closing.to)))
        }
        (false, false) => (Code::Recursion, format!("`{}` depends on itself", name(closing.to))),
    };
    let mut message = Diagnostic::new(code, title, closing.span, needs(closing));
    for edge in rest.iter().take(MAX_DRAWN) {
        message = message.and(edge.span, needs(edge));
    }
    let mut steps = vec![name(closing.to)];
    for edge in cycle {
        steps.push(format!("{}{}", if edge.need == Need::Denied { "¬" } else { "" }, name(edge.to)));
    }
    if steps.len() > MAX_DRAWN + 1 {
        let last = steps.pop();
        steps.truncate(MAX_DRAWN);
        steps.push("…".to_owned());
        steps.extend(last);
    }
    message = message.hint(format!("the cycle is {}", steps.join(" → ")));
    if let Some(action) = cycle.iter().find_map(|edge| edge.after) {
        return message.and(action, "this action is not declared `growing`").hint(
            "only actions that cannot be repeated for ever, which a domain declares `growing`, end such a \
             cycle",
        );
    }
    if cycle.iter().any(|edge| is(edge, BLOCKED)) {
        return message.hint(
            "a player is blocked where no premise of the player's moves holds, so no premise can ask who is blocked",
        );
    }
    message.hint(match denies {
        true => "it would hold exactly when it does not hold; take the negation out of the cycle",
        false => "what is counted must be known first; take the aggregate out of the cycle",
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{codes, problems};
    use crate::diagnostic::Code;

    #[test]
    fn a_positive_recursion_is_accepted() {
        let text = "fact parent(jan, piet)\n\
            ancestor(X, Y) :- parent(X, Y)\n\
            ancestor(X, Z) :- parent(X, Y_), ancestor(Y_, Z)\n";
        assert_eq!(codes(text), []);
    }

    #[test]
    fn a_cycle_is_reported_once_with_all_its_places() {
        let text = "fact p(a)\nq(X) :- p(X), r(X)\nr(X) :- s(X)\ns(X) :- p(X), ¬q(X)\n";
        let found = problems(text);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].code, Code::NegationCycle);
        assert_eq!(found[0].label.text, "here `s/1` holds only where `q/1` does not");
        assert_eq!(found[0].others.len(), 2);
        assert_eq!(found[0].hints[0], "the cycle is q/1 → r/1 → s/1 → ¬q/1");
    }

    #[test]
    fn the_negation_of_a_cycle_is_reported() {
        let text = "fact p(a)\nwins(X) :- p(X), loses(X)\nloses(X) :- p(X), ¬wins(X)\n";
        let found = problems(text);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].code, Code::NegationCycle);
        assert_eq!(found[0].label.text, "here `loses/1` holds only where `wins/1` does not");
        assert_eq!(found[0].hints[0], "the cycle is wins/1 → loses/1 → ¬wins/1");
    }

    #[test]
    fn a_predicate_that_negates_itself_has_its_own_message() {
        let found = problems("fact p(a)\nwin(X) :- p(X), ¬win(X)\n");
        assert_eq!(found[0].label.text, "here `win/1` holds only where it does not hold");
        assert_eq!(found[0].hints[0], "the cycle is win/1 → ¬win/1");
    }

    #[test]
    fn separate_cycles_are_separate_messages() {
        let text = "fact p(a)\nq(X) :- p(X), ¬q(X)\nr(X) :- p(X), ¬r(X)\n";
        assert_eq!(codes(text), [Code::NegationCycle, Code::NegationCycle]);
    }

    const MOVES: &str = "domain d\nsort cell of 9 like a1 words Cell playable\n\
        extern free(Cell: cell): (free) gives about 3\n\
        action put(Cell: cell) growing\naction move(Cell1: cell, Cell2: cell)\n";

    #[test]
    fn a_cycle_through_growing_actions_may_contain_a_negation() {
        let plain = "p(Cell) :- free(Cell), after put(Cell): (free(Cell_), p(Cell_))\n";
        assert_eq!(codes(&format!("{MOVES}{plain}")), []);
        let denied = "p(Cell) :- free(Cell), ¬after put(Cell): (q(Cell))\n\
            q(Cell) :- free(Cell_), ¬(free(Cell_2), after put(Cell_), put(Cell_2): (p(Cell)))\n";
        assert_eq!(codes(&format!("{MOVES}{denied}")), []);
    }

    #[test]
    fn a_cycle_through_an_action_that_is_not_growing_is_refused() {
        let text = format!("{MOVES}p(Cell) :- free(Cell), after put(Cell), move(Cell, Cell): (p(Cell))\n");
        let found = problems(&text);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].code, Code::Recursion);
        assert_eq!(found[0].others[0].text, "this action is not declared `growing`");
        assert_eq!(&text[found[0].others[0].span.range()], "move");
    }

    #[test]
    fn a_cycle_beside_an_action_is_checked_by_itself() {
        let text = "p(Cell) :- free(Cell), free(Cell_), ¬equal(Cell, Cell_)\n\
            p(Cell) :- free(Cell), p(Cell_), after put(Cell_): (p(Cell))\n";
        assert_eq!(codes(&format!("{MOVES}{text}")), []);
        let text = "p(Cell) :- free(Cell), ¬p(Cell), after put(Cell): (p(Cell))\n";
        assert_eq!(codes(&format!("{MOVES}{text}")), [Code::NegationCycle]);
    }

    #[test]
    fn ten_thousand_chained_predicates_do_not_overflow_the_stack() {
        let mut text = "fact p(a)\np0(X) :- p(X)\n".to_owned();
        for at in 1..10_000 {
            text += &format!("p{at}(X) :- p{}(X)\n", at - 1);
        }
        assert_eq!(codes(&text), []);
        text += "p0(X) :- p(X), ¬p9999(X)\n";
        assert_eq!(codes(&text), [Code::NegationCycle]);
    }
}
