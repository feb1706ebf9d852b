//! Converts the syntax tree of a game to the declarations of the naive evaluator.

use blanche_compiler::syntax::ast::{self, EffectKind};

use super::{Continuation, Effect, Game, MAX_TIMES, Move, OCCURRED, occurred};
use crate::clauses::Clause;
use crate::program::{Naive, Rule};
use crate::value::Value;

impl Naive {
    /// Adds an item that belongs to a game.
    pub(crate) fn read_of_game(&mut self, item: &ast::ItemKind) {
        match item {
            ast::ItemKind::State(tree) => {
                let sorts = tree.parameters.iter().map(|parameter| match &parameter.sort {
                    Some(sort) => self.sorts.named(&sort.text),
                    None => self.sorts.of_word(&parameter.name.text),
                });
                let sorts: Vec<_> = sorts.collect();
                let is_one = |parameter: &ast::OpenParameter| {
                    tree.one.iter().any(|name| name.text == parameter.name.text)
                };
                let one = tree.parameters.iter().map(is_one).collect();
                let state = (tree.name.text.clone(), sorts.len());
                self.places.insert(state.clone(), sorts);
                self.game.states.insert(state.clone(), one);
                if tree.history.is_some() {
                    self.game.histories.insert(state);
                }
            }
            ast::ItemKind::Starts(name) => self.game.first = Some(Value::read(&name.text)),
            ast::ItemKind::Start(tree) => {
                let called = terms_of(&tree.atoms);
                let clause = |atom: &ast::Atom| {
                    let clause = Clause::read_of(&atom.arguments, &called, tree.body.as_ref());
                    ((atom.predicate.text.clone(), atom.arguments.len()), clause)
                };
                self.game.start.extend(tree.atoms.iter().map(clause));
            }
            ast::ItemKind::Move(tree) => self.read_move(tree),
            ast::ItemKind::Blocked(tree) => self.game.blocked = Some(tree.outcome),
            ast::ItemKind::Margin(tree) => {
                let counted: Vec<ast::Term> = tree.counts.iter().cloned().map(ast::Term::Variable).collect();
                for (colour, given) in self.colours(Some(&tree.side)) {
                    let mut clause = Clause::read(&counted, Some(&tree.body));
                    clause.give(given);
                    self.game.margins.push((colour, clause));
                }
            }
            ast::ItemKind::Symmetry(declaration) => self.game.symmetry = Some(*declaration),
            ast::ItemKind::Claims(tree) => {
                let level = tree.level.as_ref().map_or(1, |level| level.value);
                self.game.suppositions.push((level, Clause::read(&[], Some(&tree.body))));
            }
            ast::ItemKind::Draw(tree) => self.game.draws.push(Clause::read(&[], Some(&tree.body))),
            _ => {}
        }
    }

    /// Declares the state that counts how often the position has occurred.
    pub(crate) fn add_occurrence_state(&mut self) {
        let times: Vec<String> = (1..=MAX_TIMES).map(|times| times.to_string()).collect();
        self.sorts.add("times", Vec::new(), &times);
        self.places.insert((OCCURRED.to_owned(), 1), vec![self.sorts.named("times")]);
        self.game.states.insert(occurred(), vec![true]);
        self.game.histories.insert(occurred());
    }

    fn read_move(&mut self, tree: &ast::Move) {
        let nothing = ast::Body { span: tree.head, branches: vec![Vec::new()] };
        let premise = tree.body.as_ref().unwrap_or(&nothing);
        let plays: Vec<ast::Term> = tree.plays.iter().cloned().map(ast::Term::Variable).collect();
        for (colour, given) in self.colours(Some(&tree.side)) {
            let mut clause = Clause::read(&plays, Some(premise));
            clause.give(given.clone());
            let rule = Rule {
                name: tree.name.text.clone(),
                colour,
                level: 0,
                variables: tree.plays.iter().map(|name| name.text.clone()).collect(),
                premise: clause,
            };
            let (mut effects, mut continuations) = (Vec::new(), Vec::new());
            for line in &tree.effects {
                let body = match &line.condition {
                    Some(condition) => both(premise, &condition.body),
                    None => premise.clone(),
                };
                // A line has no effect if one of its calls has no value.
                let called = terms_of(&line.atoms);
                for atom in &line.atoms {
                    let mut head = atom.arguments.clone();
                    // The values that the move plays are appended to the tuple in the head, so that the evaluator can
                    // assign them.
                    head.extend(plays.iter().cloned());
                    let mut clause = Clause::read_of(&head, &called, Some(&body));
                    clause.give(given.clone());
                    let name = atom.predicate.text.clone();
                    match line.kind {
                        EffectKind::Then => continuations.push(Continuation { name, clause }),
                        kind => {
                            let state = (name, atom.arguments.len());
                            effects.push(Effect { kind, state, clause });
                        }
                    }
                }
            }
            self.game.moves.push(Move { name: tree.name.text.clone(), rule, effects, continuations });
        }
    }

    /// Adds the predicates that every game has. Called after all items have been read.
    pub(crate) fn finish_game(&mut self, trees: &[&ast::Move]) {
        if self.game.states.is_empty() {
            return;
        }
        let player = self.sorts.of_column(&self.players.iter().collect::<Vec<_>>());
        self.places.insert(("to.move".to_owned(), 1), vec![player]);
        let span = trees.first().map(|tree| tree.head);
        let Some(span) = span else { return };
        let name = |text: &str| ast::Name { text: text.to_owned(), span };
        let constant = |value: &Value| ast::Term::Constant(name(&value.to_string()));
        let atom = |predicate: &str, arguments: Vec<ast::Term>| ast::Atom {
            span,
            predicate: name(predicate),
            arguments,
        };
        let players = self.players.clone();
        self.open.insert(("opponent".to_owned(), 2), vec![player, player]);
        self.open.insert(("blocked".to_owned(), 1), vec![player]);
        for one in &players {
            for other in players.iter().filter(|other| *other != one) {
                self.read_clause(&atom("opponent", vec![constant(one), constant(other)]), None);
            }
            let mut denied = Vec::new();
            for tree in trees {
                for (colour, given) in self.colours(Some(&tree.side)) {
                    if colour != one.to_string() {
                        continue;
                    }
                    let nothing = ast::Body { span, branches: vec![Vec::new()] };
                    let premise = tree.body.as_ref().unwrap_or(&nothing);
                    let equal = |(variable, value): &(String, Value)| {
                        let sides = vec![ast::Term::Variable(name(variable)), constant(value)];
                        ast::Body::of_atom(atom("equal", sides))
                    };
                    let body = given.iter().map(equal).fold(premise.clone(), |body, more| both(&body, &more));
                    // Adds literals with the played variables outside the negations of the premise, so that these
                    // variables count as shared.
                    let is_itself = |name: &ast::Name| {
                        let term = ast::Term::Variable(name.clone());
                        ast::Body::of_atom(atom("equal", vec![term.clone(), term]))
                    };
                    let body = tree.plays.iter().map(is_itself).fold(body, |body, more| both(&body, &more));
                    let mut literal = ast::Body::of_atom(atom("equal", Vec::new())).branches[0][0].clone();
                    literal.negations = 1;
                    literal.kind = ast::LiteralKind::Bracketed(apart(&body, denied.len()));
                    denied.push(literal);
                }
            }
            let body = ast::Body { span, branches: vec![denied] };
            self.read_clause(&atom("blocked", vec![constant(one)]), Some(&body));
        }
        let all = players.iter().map(|one| ast::Body::of_atom(atom("blocked", vec![constant(one)])));
        let all = all.reduce(|body, more| both(&body, &more)).expect("a game has players");
        self.read_clause(&atom("all.blocked", Vec::new()), Some(&all));
    }

    /// Assigns sorts to the variables of all clauses of the game.
    pub(crate) fn settle_game(&mut self) {
        let Game { states, start, moves, draws, margins, suppositions, .. } = &mut self.game;
        let starts = start.iter_mut().map(|(state, clause)| (Some(state), clause));
        let of_moves = moves.iter_mut().flat_map(|one| {
            let effects = one.effects.iter_mut().map(|effect| (Some(&mut effect.state), &mut effect.clause));
            let continuations = one.continuations.iter_mut().map(|then| (None, &mut then.clause));
            effects.chain(continuations).chain([(None, &mut one.rule.premise)])
        });
        let draws = draws.iter_mut().chain(margins.iter_mut().map(|(_, clause)| clause));
        let draws = draws.chain(suppositions.iter_mut().map(|(_, clause)| clause));
        let draws = draws.map(|clause| (None, clause));
        for (mut state, clause) in starts.chain(of_moves).chain(draws) {
            if let Some(state) = &mut state
                && !states.contains_key(*state)
            {
                // A line that removes a tuple may give only the first arguments of the state.
                let mut longer = states.keys().filter(|(name, arity)| *name == state.0 && *arity > state.1);
                **state = longer.next().expect("it is a state").clone();
            }
            let declared = state.and_then(|state| self.places.get(&*state).cloned());
            clause.sorts = self.sorts.of_clause(clause, &self.places, declared.as_deref().unwrap_or(&[]));
        }
    }
}

/// The arguments of all atoms in the list.
fn terms_of(atoms: &[ast::Atom]) -> Vec<ast::Term> {
    atoms.iter().flat_map(|atom| atom.arguments.iter().cloned()).collect()
}

/// The conjunction of two bodies.
fn both(one: &ast::Body, other: &ast::Body) -> ast::Body {
    let mut branches = Vec::new();
    for left in &one.branches {
        branches.extend(other.branches.iter().map(|right| [left.as_slice(), right.as_slice()].concat()));
    }
    ast::Body { span: one.span, branches }
}

/// A copy of the body with renamed variables, so that several copies can be used in one clause.
fn apart(body: &ast::Body, number: usize) -> ast::Body {
    let mut body = body.clone();
    rename(&mut body, number);
    body
}

fn rename(body: &mut ast::Body, number: usize) {
    let of_term = |term: &mut ast::Term| rename_term(term, number);
    for literal in body.branches.iter_mut().flatten() {
        match &mut literal.kind {
            ast::LiteralKind::Atom(atom) => atom.arguments.iter_mut().for_each(of_term),
            ast::LiteralKind::Comparison(comparison) => {
                let sums = [&mut comparison.left, &mut comparison.right];
                sums.into_iter().flat_map(|sum| &mut sum.summands).for_each(|summand| {
                    rename_term(&mut summand.term, number);
                });
            }
            ast::LiteralKind::Aggregate(aggregate) => {
                aggregate.of.iter_mut().for_each(|name| name.text = format!("{}_{number}", name.text));
                let summands = aggregate.right.summands.iter_mut();
                summands.for_each(|summand| rename_term(&mut summand.term, number));
            }
            ast::LiteralKind::After(after) => {
                after.actions.iter_mut().flat_map(|action| &mut action.arguments).for_each(of_term);
            }
            ast::LiteralKind::Bracketed(_) | ast::LiteralKind::Error => {}
        }
        if let Some(inner) = literal.kind.inner_mut() {
            rename(inner, number);
        }
    }
}

fn rename_term(term: &mut ast::Term, number: usize) {
    match term {
        ast::Term::Variable(name) => name.text = format!("{}_{number}", name.text),
        ast::Term::Sum(sum) => {
            sum.summands.iter_mut().for_each(|summand| rename_term(&mut summand.term, number))
        }
        ast::Term::Call(call) => {
            call.arguments_mut().iter_mut().for_each(|argument| rename_term(argument, number));
        }
        ast::Term::Constant(_) | ast::Term::Error(_) => {}
    }
}
