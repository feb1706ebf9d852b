//! Whether a sentence follows from a conjunction, by what the conjunction says and by the clauses of derivations.
//!
//! A literal follows from one that stands there, or from a clause whose body follows; a negation where its opposite
//! contradicts the conjunction; a choice from one of its branches, or in every case that another choice leaves; what
//! holds after actions from what is said to hold after the same ones, in a position of which nothing else is known.
//! Whatever is found to follow does follow. The work is bounded, so that not all that follows is found.

use std::rc::Rc;

use super::{Conjunction, Found, Key, Known, Place, Scope, Sentence, Source};
use crate::files::Span;
use crate::program::{Atom, EQUAL, Goal, PredicateKind, SortId, Term, VariableId};

/// So many steps are made for one question.
const MOST_STEPS: usize = 600;

/// So deep clauses are put in place of literals that are to follow.
const MOST_DEPTH: usize = 4;

/// So deep negations, choices and actions are looked into.
const MOST_NESTED: usize = 4;

/// A literal or choice that leaves more cases than these is not tried case by case.
const MOST_CASES: usize = 4;

/// How much may still be done for one question.
pub(in crate::check) struct Work {
    steps: usize,
    nested: usize,
}

impl Work {
    pub(in crate::check) fn new() -> Work {
        Work { steps: MOST_STEPS, nested: 0 }
    }

    /// Takes this many steps; no where they are not left.
    fn take(&mut self, steps: usize) -> bool {
        let enough = self.steps >= steps;
        self.steps = self.steps.saturating_sub(steps);
        enough
    }
}

/// A goal that is to follow, and the frame of the clause that it stands in.
#[derive(Clone)]
struct Task<'p> {
    goal: &'p Goal,
    frame: usize,
    depth: usize,
    /// Of what is no literal, the variables that it shares with its clause.
    shared: Rc<[VariableId]>,
}

/// The clause of some goals, and where its variables begin among all of the proof.
struct Frame<'p> {
    source: Source<'p>,
    base: usize,
    /// Of no variables.
    none: Rc<[VariableId]>,
}

/// What is known of a variable that some value must be found for.
#[derive(Clone)]
enum Sought {
    /// It stands for this.
    Known(Key),
    /// It is another one.
    Same(usize),
    /// Any value of this sort will do.
    Open(SortId),
}

/// One attempt to show that goals follow.
pub(in crate::check) struct Proof<'c, 'p, 'w> {
    context: &'c Conjunction<'p>,
    work: &'w mut Work,
    frames: Vec<Frame<'p>>,
    variables: Vec<Sought>,
    /// What variables were before, so that a choice can be taken back.
    trail: Vec<(usize, Sought)>,
    /// The author's literals that were used.
    used: Vec<Span>,
}

impl<'c, 'p, 'w> Proof<'c, 'p, 'w> {
    pub(in crate::check) fn new(context: &'c Conjunction<'p>, work: &'w mut Work) -> Proof<'c, 'p, 'w> {
        let (frames, variables, trail, used) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Proof { context, work, frames, variables, trail, used }
    }

    /// Whether there are values for the variables that nothing stands for, with which the goals follow.
    pub(super) fn follows(&mut self, goals: &'p [Goal], source: &Source<'p>, scope: &Scope) -> bool {
        let keys = scope.iter().map(|(id, place)| (*id, self.context.key(place))).collect();
        self.follows_where(goals, source, keys)
    }

    /// The same, with what some of the variables stand for.
    pub(in crate::check) fn follows_where(
        &mut self,
        goals: &'p [Goal],
        source: &Source<'p>,
        known: Vec<(VariableId, Key)>,
    ) -> bool {
        let frame = self.enter(source);
        let base = self.frames[frame].base;
        for (id, key) in known {
            if !self.give(base + id.index(), &key) {
                return false;
            }
        }
        self.prove(goals.iter().map(|goal| self.task(goal, frame, 0)).collect())
    }

    fn task(&self, goal: &'p Goal, frame: usize, depth: usize) -> Task<'p> {
        let shared = match goal {
            Goal::Atom(_) => self.frames[frame].none.clone(),
            _ => self.frames[frame].source.shared(goal).into(),
        };
        Task { goal, frame, depth, shared }
    }

    /// The author's literals that it follows from.
    pub(in crate::check) fn origins(mut self) -> Vec<Span> {
        self.used.sort_unstable();
        self.used.dedup();
        self.used
    }

    /// A frame for a clause, of whose variables nothing is known yet.
    fn enter(&mut self, source: &Source<'p>) -> usize {
        let base = self.variables.len();
        self.variables.extend(source.variables.iter().map(|variable| Sought::Open(variable.sort)));
        self.frames.push(Frame { source: source.clone(), base, none: Rc::from([]) });
        self.frames.len() - 1
    }

    fn prove(&mut self, mut tasks: Vec<Task<'p>>) -> bool {
        if tasks.is_empty() {
            return true;
        }
        if !self.work.take(1 + tasks.len()) {
            return false;
        }
        let next = self.next(&tasks);
        let task = tasks.swap_remove(next);
        match task.goal {
            Goal::Atom(atom) if atom.predicate == EQUAL => self.equal(atom, &task, tasks),
            Goal::Atom(atom) => self.atom(atom, &task, &tasks),
            Goal::Not(inner, _) => self.not(inner, &task, tasks),
            Goal::After(actions, inner, _) => self.after(actions, inner, &task, &tasks),
            Goal::Any(branches, _) => self.any(branches, &task, &tasks),
        }
    }

    /// The goal to look at next: what binds variables before what needs them, and what leaves few choices first.
    fn next(&self, tasks: &[Task<'p>]) -> usize {
        let rank = |task: &Task<'p>| match task.goal {
            Goal::Atom(atom) => {
                let known = atom.arguments.iter().filter(|term| self.key(term, task.frame).is_some()).count();
                match (atom.predicate == EQUAL, known) {
                    (true, 0) => 7,
                    (true, _) => 0,
                    (false, known) if known == atom.arguments.len() => 1,
                    (false, 0) => 4,
                    (false, _) => 3,
                }
            }
            Goal::Any(..) => 5,
            Goal::Not(..) | Goal::After(..) => {
                if self.is_known(task) {
                    2
                } else {
                    6
                }
            }
        };
        (0..tasks.len()).min_by_key(|at| rank(&tasks[*at])).unwrap_or(0)
    }

    /// Two sides of which at least one is known.
    fn equal(&mut self, atom: &Atom, task: &Task<'p>, rest: Vec<Task<'p>>) -> bool {
        let [left, right] = atom.arguments.as_slice() else { return false };
        let key = match (self.key(left, task.frame), self.key(right, task.frame)) {
            (Some(key), _) | (None, Some(key)) => key,
            (None, None) => return false,
        };
        let (mark, used) = (self.trail.len(), self.used.len());
        if self.matches(left, task.frame, &key) && self.matches(right, task.frame, &key) {
            self.used.extend(self.context.reason(&self.context.place(&key)));
            if self.prove(rest) {
                return true;
            }
        }
        self.undo(mark, used);
        false
    }

    /// A literal that stands there, a fact, or one whose clause follows.
    fn atom(&mut self, atom: &'p Atom, task: &Task<'p>, rest: &[Task<'p>]) -> bool {
        let context = self.context;
        if !self.work.take(context.literals.len() / 16) {
            return false;
        }
        for known in context.literals.iter().filter(|known| known.predicate == atom.predicate) {
            let (mark, used) = (self.trail.len(), self.used.len());
            if self.is_literal(atom, task.frame, known) && self.prove(rest.to_vec()) {
                return true;
            }
            self.undo(mark, used);
        }
        if let PredicateKind::Facts(tuples) = &context.program.predicate(atom.predicate).kind {
            let values = atom.arguments.iter().map(|term| match self.key(term, task.frame) {
                Some(Key::Constant(Term::Constant(value))) => Some(value),
                _ => None,
            });
            let stated = values.collect::<Option<Vec<_>>>();
            return stated.is_some_and(|tuple| tuples.binary_search(&tuple).is_ok())
                && self.prove(rest.to_vec());
        }
        if task.depth >= MOST_DEPTH {
            return false;
        }
        for (clause, source) in context.unfolding.sources(atom.predicate) {
            if !clause.body.iter().all(|goal| context.may_hold(goal, None)) {
                continue;
            }
            let (mark, used, frames, variables) =
                (self.trail.len(), self.used.len(), self.frames.len(), self.variables.len());
            let frame = self.enter(&source);
            let mut heads = clause.head.iter().zip(&atom.arguments);
            if heads.all(|(head, term)| self.same(head, frame, term, task.frame)) {
                let body = clause.body.iter().map(|goal| self.task(goal, frame, task.depth + 1));
                if self.prove(body.chain(rest.iter().cloned()).collect()) {
                    return true;
                }
            }
            self.undo(mark, used);
            self.frames.truncate(frames);
            self.variables.truncate(variables);
        }
        false
    }

    fn is_literal(&mut self, atom: &Atom, frame: usize, known: &Known) -> bool {
        let context = self.context;
        if known.places.len() != atom.arguments.len() {
            return false;
        }
        for (term, place) in atom.arguments.iter().zip(known.places.iter()) {
            if !self.matches(term, frame, &context.key(place)) {
                return false;
            }
            self.used.extend(context.reason(place));
        }
        self.used.push(known.origin);
        true
    }

    /// What is denied would contradict what is known.
    fn not(&mut self, inner: &'p [Goal], task: &Task<'p>, rest: Vec<Task<'p>>) -> bool {
        let Some(scope) = self.shared(task) else { return false };
        let (mark, used) = (self.trail.len(), self.used.len());
        let source = self.frames[task.frame].source.clone();
        let Some(because) = self.opposed(inner, &source, scope, task.goal.span()) else { return false };
        self.used.extend(because);
        if self.prove(rest) {
            return true;
        }
        self.undo(mark, used);
        false
    }

    /// The author's literals that contradict some goals.
    fn opposed(
        &mut self,
        goals: &'p [Goal],
        source: &Source<'p>,
        scope: Scope,
        at: Span,
    ) -> Option<Vec<Span>> {
        let Found { mut origins, .. } =
            self.supposed(self.context.clone(), goals, source, scope, at)?.err()?;
        origins.retain(|origin| *origin != at);
        Some(origins)
    }

    /// A conjunction with some goals more: an error where they contradict it, none where that is too much work.
    fn supposed(
        &mut self,
        mut context: Conjunction<'p>,
        goals: &'p [Goal],
        source: &Source<'p>,
        scope: Scope,
        at: Span,
    ) -> Option<Result<Conjunction<'p>, Found>> {
        if self.work.nested >= MOST_NESTED || !self.work.take(4 + context.literals.len()) {
            return None;
        }
        self.work.nested += 1;
        let result = context
            .add_in(goals, source, scope, at)
            .and_then(|()| context.settle())
            .and_then(|()| context.denied(self.work));
        self.work.nested -= 1;
        Some(result.map(|()| context))
    }

    /// What holds after the same actions, in a position of which nothing else is known.
    fn after(&mut self, actions: &'p [Atom], inner: &'p [Goal], task: &Task<'p>, rest: &[Task<'p>]) -> bool {
        let context = self.context;
        for sentence in &context.sentences {
            let Goal::After(made, held, _) = sentence.goal else { continue };
            let (mark, used) = (self.trail.len(), self.used.len());
            if self.are_made(actions, task.frame, made, sentence)
                && let Some(scope) = self.shared(task)
            {
                let mut position = context.clone();
                position.literals.clear();
                position.sentences.clear();
                let scope_there = (*sentence.scope).clone();
                let there = self.supposed(position, held, &sentence.source, scope_there, sentence.origin);
                let holds = match there {
                    None => false,
                    Some(Err(_)) => true,
                    Some(Ok(there)) => {
                        let source = self.frames[task.frame].source.clone();
                        self.work.nested < MOST_NESTED && {
                            self.work.nested += 1;
                            let holds = Proof::new(&there, self.work).follows(inner, &source, &scope);
                            self.work.nested -= 1;
                            holds
                        }
                    }
                };
                self.used.push(sentence.origin);
                if holds && self.prove(rest.to_vec()) {
                    return true;
                }
            }
            self.undo(mark, used);
        }
        false
    }

    /// Whether these actions are those that a sentence speaks of.
    fn are_made(&mut self, actions: &[Atom], frame: usize, made: &[Atom], of: &Sentence<'p>) -> bool {
        actions.len() == made.len()
            && actions.iter().zip(made).all(|(action, made)| {
                action.predicate == made.predicate
                    && action.arguments.iter().zip(&made.arguments).all(|(term, made)| {
                        let place = match made {
                            Term::Variable(id) => of.scope.get(id).cloned(),
                            constant => Some(Place::Constant(constant.clone(), self.context.nothing())),
                        };
                        place.is_some_and(|place| self.matches(term, frame, &self.context.key(&place)))
                    })
            })
    }

    /// One of the branches, or one in each of the cases that a choice leaves that stands there.
    fn any(&mut self, branches: &'p [Vec<Goal>], task: &Task<'p>, rest: &[Task<'p>]) -> bool {
        for branch in branches {
            let (mark, used) = (self.trail.len(), self.used.len());
            let goals = branch.iter().map(|goal| self.task(goal, task.frame, task.depth));
            if self.prove(goals.chain(rest.iter().cloned()).collect()) {
                return true;
            }
            self.undo(mark, used);
        }
        let Some(scope) = self.shared(task) else { return false };
        let source = self.frames[task.frame].source.clone();
        let goals = std::slice::from_ref(task.goal);
        for at in 0..self.context.sentences.len() {
            let (mark, used) = (self.trail.len(), self.used.len());
            if let Some(because) = self.in_cases_of(at, goals, &source, &scope) {
                self.used.extend(because);
                if self.prove(rest.to_vec()) {
                    return true;
                }
            }
            self.undo(mark, used);
        }
        false
    }

    /// Whether goals follow in every case that one of the sentences leaves, if that is a choice; and from what.
    pub(super) fn in_cases_of(
        &mut self,
        at: usize,
        goals: &'p [Goal],
        source: &Source<'p>,
        scope: &Scope,
    ) -> Option<Vec<Span>> {
        let sentence = &self.context.sentences[at];
        let Goal::Any(cases, _) = sentence.goal else { return None };
        if cases.len() > MOST_CASES {
            return None;
        }
        let mut context = self.context.clone();
        context.sentences.remove(at);
        let mut used = vec![sentence.origin];
        for case in cases {
            let scope_there = (*sentence.scope).clone();
            let there =
                self.supposed(context.clone(), case, &sentence.source, scope_there, sentence.origin)?;
            used.extend(self.follows_there(there, goals, source, scope)?);
        }
        Some(used)
    }

    /// Whether goals follow in every case that a literal leaves, by the clauses of its derivation; and from what.
    pub(super) fn in_clauses_of(
        &mut self,
        known: &Known,
        goals: &'p [Goal],
        source: &Source<'p>,
        scope: &Scope,
    ) -> Option<Vec<Span>> {
        let cases: Vec<_> = self.context.fitting_clauses(known).take(MOST_CASES + 1).collect();
        if !(2..=MOST_CASES).contains(&cases.len()) {
            return None;
        }
        let mut used = vec![known.origin];
        for (clause, clause_source) in cases {
            if self.work.nested >= MOST_NESTED || !self.work.take(4 + self.context.literals.len()) {
                return None;
            }
            let mut context = self.context.clone();
            let result = context.bring_in(known, clause, &clause_source).and_then(|()| context.settle());
            used.extend(self.follows_there(result.map(|()| context), goals, source, scope)?);
        }
        Some(used)
    }

    /// Whether goals follow from a conjunction; from one that contradicts itself everything does.
    fn follows_there(
        &mut self,
        there: Result<Conjunction<'p>, Found>,
        goals: &'p [Goal],
        source: &Source<'p>,
        scope: &Scope,
    ) -> Option<Vec<Span>> {
        let there = match there {
            Err(found) => return Some(found.origins),
            Ok(there) => there,
        };
        if self.work.nested >= MOST_NESTED {
            return None;
        }
        self.work.nested += 1;
        let mut proof = Proof::new(&there, self.work);
        let used = proof.follows(goals, source, scope).then(|| proof.origins());
        self.work.nested -= 1;
        used
    }

    /// Whether all variables that a goal shares with its clause stand for something.
    fn is_known(&self, task: &Task<'p>) -> bool {
        let base = self.frames[task.frame].base;
        let known =
            |id: &VariableId| matches!(self.variables[self.root(base + id.index())], Sought::Known(_));
        task.shared.iter().all(known)
    }

    /// What stands for the variables that a goal shares with its clause; none where something is still sought.
    fn shared(&self, task: &Task<'p>) -> Option<Scope> {
        let frame = &self.frames[task.frame];
        task.shared
            .iter()
            .map(|id| match &self.variables[self.root(frame.base + id.index())] {
                Sought::Known(key) => Some((*id, self.context.place(key))),
                _ => None,
            })
            .collect()
    }

    /// What a term stands for, if that is known.
    fn key(&self, term: &Term, frame: usize) -> Option<Key> {
        match term {
            Term::Variable(id) => match &self.variables[self.root(self.frames[frame].base + id.index())] {
                Sought::Known(key) => Some(key.clone()),
                _ => None,
            },
            constant => Some(Key::Constant(constant.clone())),
        }
    }

    fn root(&self, mut variable: usize) -> usize {
        while let Sought::Same(other) = self.variables[variable] {
            variable = other;
        }
        variable
    }

    /// Lets a term stand for something.
    fn matches(&mut self, term: &Term, frame: usize, key: &Key) -> bool {
        match term {
            Term::Variable(id) => self.give(self.frames[frame].base + id.index(), key),
            constant => matches!(key, Key::Constant(other) if other == constant),
        }
    }

    /// Lets a variable stand for something, if that is certainly of its sort.
    fn give(&mut self, variable: usize, key: &Key) -> bool {
        let root = self.root(variable);
        match &self.variables[root] {
            Sought::Known(known) => known == key,
            Sought::Open(sort) => {
                let fits = self.context.is_of(key, *sort);
                if fits {
                    self.set(root, Sought::Known(key.clone()));
                }
                fits
            }
            Sought::Same(_) => false,
        }
    }

    /// Lets the head of a clause stand for an argument of its caller.
    fn same(&mut self, head: &Term, frame: usize, term: &Term, caller: usize) -> bool {
        if let Some(key) = self.key(term, caller) {
            return self.matches(head, frame, &key);
        }
        if let Some(key) = self.key(head, frame) {
            return self.matches(term, caller, &key);
        }
        let (Term::Variable(head), Term::Variable(term)) = (head, term) else { return false };
        let head = self.root(self.frames[frame].base + head.index());
        let term = self.root(self.frames[caller].base + term.index());
        let (Sought::Open(one), Sought::Open(other)) = (&self.variables[head], &self.variables[term]) else {
            return false;
        };
        let Some(common) = self.context.program.common(*one, *other) else { return false };
        if head != term {
            self.set(term, Sought::Open(common));
            self.set(head, Sought::Same(term));
        }
        true
    }

    fn set(&mut self, variable: usize, sought: Sought) {
        let before = std::mem::replace(&mut self.variables[variable], sought);
        self.trail.push((variable, before));
    }

    fn undo(&mut self, mark: usize, used: usize) {
        for (variable, before) in self.trail.drain(mark..).rev() {
            self.variables[variable] = before;
        }
        self.used.truncate(used);
    }
}
