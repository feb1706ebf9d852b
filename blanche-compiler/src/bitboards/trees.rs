//! Solves queries in which each variable has a word of possible values, and some variables are related by pairs of
//! values. If these relations form trees, each variable is finished after its children.

use std::cell::Cell;

use blanche_sorted::{SortedMap, SortedSet};

use super::Unfit;
use super::operations::WordId;
use super::query::{Goal, Query, Values, Variable};
use super::relation::Relation;
use super::solve::Solver;

/// The pairs of values of two variables. The smaller variable comes first.
type Edges = SortedMap<(Variable, Variable), Relation>;

/// The variables and the relations between them.
struct Graph {
    /// The word of each variable.
    words: SortedMap<Variable, WordId>,
    edges: Edges,
    /// Number of passes over the rows of relations.
    passes: Cell<usize>,
}

impl Graph {
    fn pass(&self, times: usize) {
        self.passes.set(self.passes.get() + times);
    }

    /// The relation from one variable to another.
    fn pairs(&self, from: Variable, to: Variable) -> Relation {
        self.pass(1);
        match self.edges.get(&(from, to)) {
            Some(relation) => relation.clone(),
            None => self.edges[&(to, from)].inverse(),
        }
    }

    /// The neighbours of a variable.
    fn neighbours(&self, variable: Variable) -> Vec<Variable> {
        let ends = self.edges.keys().filter_map(|(one, other)| match variable {
            _ if *one == variable => Some(*other),
            _ if *other == variable => Some(*one),
            _ => None,
        });
        ends.collect()
    }

    /// Adds a relation between two variables. If they have a relation already, the two relations are intersected.
    fn add(&mut self, from: Variable, to: Variable, pairs: Relation) {
        self.pass(1);
        let (key, pairs) = if from < to { ((from, to), pairs) } else { ((to, from), pairs.inverse()) };
        match self.edges.get_mut(&key) {
            Some(known) => known.meet(&pairs),
            None => drop(self.edges.insert(key, pairs)),
        }
    }

    /// Removes relations that follow from other relations: a relation that contains the composition of the relations
    /// along another path between its two variables.
    fn leave_out_implied(&mut self) {
        let mut left: Vec<(Variable, Variable)> = self.edges.keys().copied().collect();
        while let Some((from, to)) = left.pop() {
            let Some(path) = self.path(from, to) else { continue };
            let pairs = self.edges[&(from, to)].clone();
            let steps = self.steps_within(&path, &pairs);
            let is_implied = Relation::of_way(&steps).is_some_and(|all| all.is_part(&pairs));
            // The restricted relations along the path imply the relation.
            for (ends, step) in path.windows(2).zip(steps) {
                self.add(ends[0], ends[1], step);
            }
            self.pass(path.len());
            if is_implied {
                self.edges.remove(&(from, to));
            }
        }
    }

    /// A path between two variables that does not use their direct relation.
    fn path(&self, from: Variable, to: Variable) -> Option<Vec<Variable>> {
        let mut paths: Vec<Vec<Variable>> = vec![vec![from]];
        let mut at = 0;
        while at < paths.len() {
            let path = paths[at].clone();
            let last = *path.last()?;
            for next in self.neighbours(last).into_iter().filter(|next| (last, *next) != (from, to)) {
                let longer = [path.as_slice(), &[next]].concat();
                if next == to {
                    return Some(longer);
                }
                if paths.iter().all(|known| known.last() != Some(&next)) {
                    paths.push(longer);
                }
            }
            at += 1;
        }
        None
    }

    /// The relations along a path. Each relation is restricted to those pairs that connect, along the path, two values
    /// related by `ends`.
    fn steps_within(&self, path: &[Variable], ends: &Relation) -> Vec<Relation> {
        let mut steps: Vec<Relation> = path.windows(2).map(|step| self.pairs(step[0], step[1])).collect();
        let turned = ends.inverse();
        self.pass(1 + steps.len() * (steps.len() + 2));
        for at in 0..steps.len() {
            // Compose the rest of the path, the inverse of `ends`, and the beginning of the path.
            let (before, rest) = (&steps[..at], &steps[at + 1..]);
            let back: Vec<Relation> = rest.iter().chain([&turned]).chain(before).cloned().collect();
            let back = Relation::of_way(&back).expect("the ends are a step of it");
            steps[at].meet(&back.inverse());
        }
        steps
    }
}

impl Solver<'_> {
    /// The word for a query in which variables have words of possible values and are related by pairs of values.
    pub(super) fn trees(&mut self, query: Query, keep: Option<Variable>) -> Result<WordId, Unfit> {
        let mut graph = Graph { words: SortedMap::new(), edges: Edges::new(), passes: Cell::default() };
        let mut variables: SortedSet<Variable> = keep.into_iter().collect();
        query.goals.iter().for_each(|goal| goal.variables(&mut variables));
        for variable in &variables {
            let Some(Values::Bits(bits)) = query.values.get(variable) else { return Err(Unfit) };
            graph.words.insert(*variable, self.operations.constant(*bits));
        }
        let mut tests = Vec::new();
        for goal in &query.goals {
            match goal {
                Goal::In(word, variable) => {
                    let known = graph.words[variable];
                    graph.words.insert(*variable, self.operations.and(known, *word));
                }
                Goal::Test(word) => tests.push(*word),
                Goal::Rows(pair, rows) => {
                    let mut pairs = Relation::new(self.word_layout.width);
                    rows.iter().for_each(|row| pairs.insert(row[0], row[1]));
                    graph.pass(1);
                    graph.add(pair[0], pair[1], pairs);
                }
                Goal::Counted(..) => return Err(Unfit),
                _ => unreachable!("what is no word and no pair was taken apart"),
            }
        }
        self.tighten(&mut graph);
        self.shorten(&mut graph, keep);
        graph.leave_out_implied();
        self.spend(graph.passes.get())?;
        if let Some(circle) = circle(&graph) {
            let (_, variable) = self.fewest(&query, &circle).ok_or(Unfit)?;
            return self.each_value(&query, variable, keep);
        }
        let mut left: SortedSet<Variable> = graph.words.keys().copied().collect();
        let mut result = match keep {
            Some(root) => self.below(&graph, root, None, &mut left),
            None => self.operations.holds(),
        };
        let mut is_first = keep.is_none();
        while let Some(root) = left.first().copied() {
            tests.push(self.below(&graph, root, None, &mut left));
        }
        for test in tests {
            result = if is_first { test } else { self.operations.only_where(test, result) };
            is_first = false;
        }
        Ok(result)
    }

    /// Restricts each relation to the possible values of its variables.
    fn tighten(&mut self, graph: &mut Graph) {
        for ((one, other), pairs) in &mut graph.edges {
            let possible = |variable: &Variable| self.operations.possible(graph.words[variable]);
            pairs.within(possible(one), possible(other));
        }
    }

    /// Removes variables that are restricted only by their relations with two other variables, by composing the two
    /// relations.
    fn shorten(&mut self, graph: &mut Graph, keep: Option<Variable>) {
        loop {
            let is_between = |variable: &Variable| {
                let beside = graph.neighbours(*variable);
                let is_plain = self.operations.value(graph.words[variable]).is_some();
                (Some(*variable) != keep && is_plain && beside.len() == 2)
                    .then(|| (*variable, beside[0], beside[1]))
            };
            let Some((variable, from, to)) = graph.words.keys().find_map(is_between) else { return };
            let pairs = graph.pairs(from, variable).then(&graph.pairs(variable, to));
            graph.edges.retain(|(one, other), _| *one != variable && *other != variable);
            graph.words.remove(&variable);
            graph.add(from, to, pairs);
        }
    }

    /// The values of a variable for which all variables below it in the tree have values.
    fn below(
        &mut self,
        graph: &Graph,
        variable: Variable,
        before: Option<Variable>,
        left: &mut SortedSet<Variable>,
    ) -> WordId {
        left.remove(&variable);
        let mut word = graph.words[&variable];
        for next in graph.neighbours(variable).into_iter().filter(|next| Some(*next) != before) {
            let inside = self.below(graph, next, Some(variable), left);
            let step = graph.pairs(next, variable).image(&mut self.operations, inside);
            word = self.operations.and(word, step);
        }
        word
    }
}

/// The variables on cycles or between cycles; `None` if the graph has no cycles.
fn circle(graph: &Graph) -> Option<SortedSet<Variable>> {
    let mut left: SortedSet<Variable> = graph.words.keys().copied().collect();
    loop {
        let is_end = |variable: &Variable| {
            graph.neighbours(*variable).iter().filter(|other| left.contains(other)).count() < 2
        };
        let Some(end) = left.iter().copied().find(is_end) else { break };
        left.remove(&end);
    }
    (!left.is_empty()).then_some(left)
}
