//! A table of all names with their positions and meanings, for editors.
//!
//! The table is built from the syntax trees rather than from the resolved clauses, so that the correct names in a
//! clause with a mistake still have meanings. `expected` adds the names in expectations, which are queries in comments.
//! This is the last pass. Nothing in the language depends on it, and it reports nothing.

mod expected;

use blanche_sorted::{Arrange, SortedMap};

use super::games;
use super::model::Bodies;
use crate::files::{FileId, Span};
use crate::program::{EQUAL, PredicateId, SortId};
use crate::syntax::ast::{self, BoardNotation, EffectKind, ItemKind, LiteralKind, Name, SortValues, Term};

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Meaning {
    /// A sort.
    Sort(SortId),
    /// A predicate or an action.
    Predicate(PredicateId),
    /// A value. Its sort is given if the position of the name determines it.
    Constant(Option<SortId>),
    /// A variable, as an index into [`Occurrences::variables`].
    Variable(u32),
    /// The name of a parameter in a declaration, with its sort.
    Parameter(SortId),
    /// A rule. All rules with the same name count as one, whatever their colours.
    Rule,
    /// A score. All scores with the same name count as one, whatever their colours.
    Score,
    /// A move of a game. All moves with the same name count as one.
    Move,
    /// A draw of a game.
    Draw,
    /// A preference. All preferences with the same name count as one.
    Preference,
    /// The board, including everything that it defines.
    Board,
    /// The path of a file after `use`.
    File,
    /// The name in a `base`, `domain` or `library` header.
    Header,
}

/// An occurrence of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The span of the name.
    pub span: Span,
    /// The name as written.
    pub text: String,
    /// The meaning of the name.
    pub meaning: Meaning,
    /// Whether the name is declared or derived at this occurrence, rather than only used.
    pub defines: bool,
}

/// A variable of a clause, rule, export or score.
#[derive(Clone, Debug)]
pub struct VariableOfItem {
    /// The name as written.
    pub name: String,
    /// The sort of the variable, if known.
    pub sort: Option<SortId>,
    /// The item that contains the variable.
    pub item: Span,
    /// The first occurrence of the variable.
    pub first: Span,
    /// Whether the name of the variable begins with a prefix that this sort declares.
    pub sort_shows: bool,
}

/// All names of a program with their positions and meanings.
#[derive(Clone, Debug, Default)]
pub struct Occurrences {
    /// The names, sorted by file and position.
    list: Vec<Occurrence>,
    /// The variables of all items, in the order of the items.
    pub variables: Vec<VariableOfItem>,
}

impl Occurrences {
    /// All occurrences, sorted by file and position.
    pub fn iter(&self) -> impl Iterator<Item = &Occurrence> {
        self.list.iter()
    }

    /// The occurrences in one file.
    pub fn of_file(&self, file: FileId) -> &[Occurrence] {
        let from = self.list.partition_point(|known| known.span.file < file);
        let to = self.list.partition_point(|known| known.span.file <= file);
        &self.list[from..to]
    }

    /// The name at an offset. If the offset lies between two adjacent names, the second name is returned.
    pub fn at(&self, file: FileId, offset: u32) -> Option<&Occurrence> {
        let names = self.of_file(file);
        let to = names.partition_point(|known| known.span.start <= offset);
        names[..to].last().filter(|known| offset <= known.span.end)
    }

    /// All occurrences that have the same name and the same meaning as this occurrence.
    pub fn alike<'a>(&'a self, one: &'a Occurrence) -> impl Iterator<Item = &'a Occurrence> {
        self.list.iter().filter(move |other| {
            other.meaning == one.meaning
                && match one.meaning {
                    Meaning::Sort(_) | Meaning::Predicate(_) | Meaning::Variable(_) => true,
                    Meaning::Parameter(_) => other.span == one.span,
                    Meaning::Constant(sort) => sort.is_some() && other.text == one.text,
                    Meaning::Rule
                    | Meaning::Score
                    | Meaning::Move
                    | Meaning::Draw
                    | Meaning::Preference
                    | Meaning::Board
                    | Meaning::File
                    | Meaning::Header => other.text == one.text,
                }
        })
    }
}

/// Collects the names of all files.
pub(super) fn collect(resolver: &Bodies<'_>, files: &[&ast::File]) -> Occurrences {
    let expected = expected::of_files(resolver.sources, files);
    let mut collector =
        Collector { resolver, found: Occurrences::default(), item: None, of_item: SortedMap::new() };
    for item in files.iter().flat_map(|file| &file.items) {
        collector.item(item);
    }
    expected.iter().for_each(|one| collector.expected(one));
    let mut found = collector.found;
    found.list.arrange_by_key(|name| (name.span.file, name.span.start));
    found
}

struct Collector<'r, 't> {
    resolver: &'r Bodies<'r>,
    found: Occurrences,
    /// The current item.
    item: Option<Span>,
    /// The variables of the current item, by name.
    of_item: SortedMap<&'t str, u32>,
}

impl<'t> Collector<'_, 't> {
    fn item(&mut self, item: &'t ast::Item) {
        self.item = Some(item.span);
        self.of_item.clear();
        match &item.kind {
            ItemKind::Header(header) => {
                if let Some(name) = &header.name {
                    self.add(name, Meaning::Header, true);
                }
            }
            ItemKind::Use(name) => self.add(name, Meaning::File, false),
            ItemKind::Sort(sort) => self.sort(sort),
            ItemKind::Board(board) => {
                // The keyword represents the sort of the fields, and everything else that the board defines.
                if let Some(known) =
                    self.resolver.program.board.as_ref().filter(|known| known.span == board.word)
                {
                    let word = Name { text: "board".to_owned(), span: board.word };
                    self.add(&word, Meaning::Board, false);
                    if let BoardNotation::Like(example) = &board.notation {
                        let meaning = self.constant(Some(known.field));
                        self.add(example, meaning, false);
                    }
                }
            }
            ItemKind::Symmetry(_) => {}
            ItemKind::Blocked(_) | ItemKind::Notation(_) => {}
            ItemKind::Players(tree) => {
                let meaning = self.constant(self.resolver.program.player_sort);
                tree.players.iter().for_each(|name| self.add(name, meaning, false));
            }
            ItemKind::Starts(name) => {
                let meaning = self.constant(self.resolver.program.player_sort);
                self.add(name, meaning, false);
            }
            ItemKind::State(tree) => self.parameters(&tree.name, &tree.parameters),
            ItemKind::Start(tree) => {
                tree.atoms.iter().for_each(|atom| self.state(atom));
                tree.body.iter().for_each(|body| self.body(body));
            }
            ItemKind::Move(tree) => self.one_move(tree),
            ItemKind::Draw(tree) => {
                self.add(&tree.name, Meaning::Draw, true);
                self.body(&tree.body);
            }
            ItemKind::Margin(tree) => {
                self.side(&tree.side);
                tree.counts.iter().for_each(|name| self.variable(name));
                self.body(&tree.body);
            }
            ItemKind::Claims(tree) => self.body(&tree.body),
            ItemKind::Preference(tree) => {
                self.add(&tree.name, Meaning::Preference, true);
                self.side(&tree.side);
                tree.plays.iter().for_each(|name| self.variable(name));
                if let ast::Worth::Variable(name) = &tree.worth {
                    self.variable(name);
                }
                self.body(&tree.body);
            }
            ItemKind::Drawn(drawings) => drawings.iter().for_each(|drawing| self.state(&drawing.atom)),
            ItemKind::Extern(declaration) => {
                self.declared(&declaration.name, &declaration.parameters);
                declaration.asks.iter().for_each(|rule| self.add(rule, Meaning::Rule, false));
            }
            ItemKind::Action(declaration) => self.declared(&declaration.name, &declaration.parameters),
            ItemKind::Open(declaration) => self.parameters(&declaration.name, &declaration.parameters),
            // The contents of a data file are not shown in editors.
            ItemKind::Facts(facts) if facts.from.is_some() => {
                if let Some(atom) = facts.atoms.first() {
                    self.asked(atom, true);
                }
            }
            ItemKind::Facts(facts) => facts.atoms.iter().for_each(|atom| self.atom(atom, true)),
            ItemKind::Derivation(derivation) => {
                self.atom(&derivation.head, true);
                self.body(&derivation.body);
            }
            ItemKind::Rule(rule) => {
                self.add(&rule.name, Meaning::Rule, true);
                self.side(&rule.side);
                rule.plays.iter().for_each(|name| self.variable(name));
                self.body(&rule.body);
            }
            ItemKind::Export(export) => {
                self.atom(&export.atom, false);
                if let Some(side) = &export.side {
                    self.side(side);
                }
            }
            ItemKind::Score(score) => {
                self.add(&score.name, Meaning::Score, true);
                self.side(&score.side);
                let weights = [&score.attacking, &score.defending];
                let terms = weights.iter().flat_map(|sum| &sum.summands).map(|summand| &summand.term);
                // A number in a weight has no sort.
                terms.filter_map(Term::variable).for_each(|name| self.variable(name));
                self.body(&score.body);
            }
            ItemKind::Error => {}
        }
    }

    fn add(&mut self, name: &Name, meaning: Meaning, defines: bool) {
        if name.span.start < name.span.end {
            let (span, text) = (name.span, name.text.clone());
            self.found.list.push(Occurrence { span, text, meaning, defines });
        }
    }

    /// The meaning of a constant. It is a value of the root of its sort, since a value of a part is also a value of the
    /// whole.
    fn constant(&self, sort: Option<SortId>) -> Meaning {
        Meaning::Constant(sort.map(|sort| self.resolver.program.sort(sort).root))
    }

    fn sort(&mut self, declaration: &ast::SortDeclaration) {
        let Some(id) = self.resolver.sort_names.get(&declaration.name.text).copied() else { return };
        let sort = self.resolver.program.sort(id);
        let first = sort.span == Some(declaration.name.span);
        self.add(&declaration.name, Meaning::Sort(id), first);
        if let SortValues::Constants(names) = &declaration.values {
            let meaning = self.constant(Some(id));
            let defines = first && sort.root == id;
            names.iter().for_each(|name| self.add(name, meaning, defines));
        }
        if let Some(whole) = &declaration.part_of {
            self.sort_name(whole);
        }
    }

    fn sort_name(&mut self, name: &Name) {
        if let Some(sort) = self.resolver.sort_names.get(&name.text) {
            self.add(name, Meaning::Sort(*sort), false);
        }
    }

    fn declared(&mut self, name: &Name, parameters: &[ast::Parameter]) {
        if let Some(id) = self.resolver.predicate(&name.text, parameters.len()) {
            self.add(name, Meaning::Predicate(id), self.resolver.declared_at(id) == Some(name.span));
        }
        for parameter in parameters {
            if let Some(sort) = self.resolver.sort_names.get(&parameter.sort.text).copied() {
                self.add(&parameter.name, Meaning::Parameter(sort), false);
                self.add(&parameter.sort, Meaning::Sort(sort), false);
            }
        }
    }

    /// Adds the names in a move and its effects.
    fn one_move(&mut self, tree: &'t ast::Move) {
        self.add(&tree.name, Meaning::Move, true);
        self.side(&tree.side);
        tree.plays.iter().for_each(|name| self.variable(name));
        tree.body.iter().for_each(|body| self.body(body));
        for effect in &tree.effects {
            match effect.kind {
                EffectKind::Then => effect.atoms.iter().for_each(|atom| self.continuation(atom)),
                EffectKind::Removes | EffectKind::Adds => {
                    effect.atoms.iter().for_each(|atom| self.state(atom));
                }
            }
            effect.condition.iter().for_each(|condition| self.body(&condition.body));
        }
    }

    /// Adds the name of the next move and its first values.
    fn continuation(&mut self, atom: &'t ast::Atom) {
        let sorts = games::continued(self.resolver, &atom.predicate.text);
        if sorts.is_some() {
            self.add(&atom.predicate, Meaning::Move, false);
        }
        for (at, term) in atom.arguments.iter().enumerate() {
            match term {
                Term::Variable(name) => self.variable(name),
                Term::Constant(name) => {
                    let meaning = self.constant(sorts.as_ref().and_then(|sorts| sorts.get(at)).copied());
                    self.add(name, meaning, false);
                }
                Term::Call(call) => self.call(call),
                Term::Sum(_) | Term::Error(_) => {}
            }
        }
    }

    /// Adds the names in an atom of a state, which has all arguments of the state or only the first ones.
    fn state(&mut self, atom: &'t ast::Atom) {
        let arities = self.resolver.predicate_names.get(&atom.predicate.text);
        let longer = arities.and_then(|arities| arities.range(atom.arguments.len()..).next());
        let Some((_, id)) = longer else { return self.atom(atom, false) };
        self.add(&atom.predicate, Meaning::Predicate(*id), false);
        self.arguments(atom, Some(*id));
    }

    /// Adds the parameters of an open predicate or a state. Each has a sort, which the text may state or leave out.
    fn parameters(&mut self, name: &'t Name, parameters: &'t [ast::OpenParameter]) {
        let Some(id) = self.resolver.predicate(&name.text, parameters.len()) else { return };
        let is_declared_here = self.resolver.declared_at(id) == Some(name.span);
        self.add(name, Meaning::Predicate(id), is_declared_here);
        for (at, parameter) in parameters.iter().enumerate() {
            let written = parameter.sort.as_ref().and_then(|sort| self.resolver.sort_names.get(&sort.text));
            if let (Some(sort), Some(written)) = (&parameter.sort, written.copied()) {
                self.add(sort, Meaning::Sort(written), false);
            }
            if let Some(sort) = self.resolver.program.predicate(id).known_sort(at) {
                self.add(&parameter.name, Meaning::Parameter(sort), false);
            }
        }
    }

    fn side(&mut self, side: &'t ast::Side) {
        match &side.player {
            Term::Variable(name) => self.variable(name),
            Term::Constant(name) => {
                let meaning = self.constant(self.resolver.program.player_sort);
                self.add(name, meaning, false);
            }
            Term::Sum(_) | Term::Call(_) | Term::Error(_) => {}
        }
        if let Some(name) = &side.against {
            self.variable(name);
        }
    }

    fn body(&mut self, body: &'t ast::Body) {
        for literal in body.branches.iter().flatten() {
            match &literal.kind {
                LiteralKind::Atom(atom) => self.atom(atom, false),
                LiteralKind::After(after) => after.actions.iter().for_each(|action| self.atom(action, false)),
                LiteralKind::Comparison(comparison) => self.comparison(comparison),
                LiteralKind::Aggregate(aggregate) => self.aggregate(aggregate),
                LiteralKind::Bracketed(_) | LiteralKind::Error => {}
            }
            if let Some(inner) = literal.kind.inner() {
                self.body(inner);
            }
        }
    }

    fn atom(&mut self, atom: &'t ast::Atom, defines: bool) {
        let id = self.asked(atom, defines);
        self.arguments(atom, id);
    }

    /// Adds the predicate of an atom, and returns its id.
    fn asked(&mut self, atom: &'t ast::Atom, defines: bool) -> Option<PredicateId> {
        let id = self.resolver.predicate(&atom.predicate.text, atom.arguments.len());
        let sort = id.map_or_else(|| self.sort_asked(atom), |id| self.resolver.program.enumerated(id));
        if let Some(meaning) = sort.map(Meaning::Sort).or(id.map(Meaning::Predicate)) {
            self.add(&atom.predicate, meaning, defines);
        }
        id
    }

    /// The sort whose values an atom enumerates. The predicate for the sort exists only if a clause uses it.
    fn sort_asked(&self, atom: &ast::Atom) -> Option<SortId> {
        self.resolver.sort_names.get(&atom.predicate.text).copied().filter(|_| atom.arguments.len() == 1)
    }

    fn arguments(&mut self, atom: &'t ast::Atom, id: Option<PredicateId>) {
        self.written(&atom.arguments, atom, id);
    }

    /// Adds the names in a call.
    fn call(&mut self, call: &'t ast::Call) {
        let id = self.asked(call.atom(), false);
        self.written(call.arguments(), call.atom(), id);
    }

    /// Adds the names in the written arguments of an atom.
    fn written(&mut self, terms: &'t [Term], atom: &'t ast::Atom, id: Option<PredicateId>) {
        for (at, term) in terms.iter().enumerate() {
            match term {
                Term::Variable(name) => self.variable(name),
                Term::Constant(name) => {
                    let sort = id.and_then(|id| self.place(id, atom, at));
                    let meaning = self.constant(sort);
                    self.add(name, meaning, false);
                }
                Term::Sum(sum) => self.summands(sum.summands.iter().map(|summand| &summand.term), None),
                Term::Call(call) => self.call(call),
                Term::Error(_) => {}
            }
        }
    }

    /// Adds the names in a comparison. Its constants have the sort of a variable in it.
    fn comparison(&mut self, comparison: &'t ast::Comparison) {
        let sort = comparison.terms().find_map(|term| match term {
            Term::Variable(name) => self.sort_of(name),
            Term::Call(call) => self.sort_of(call.value()),
            Term::Constant(_) | Term::Sum(_) | Term::Error(_) => None,
        });
        self.summands(comparison.terms(), sort);
    }

    /// Adds the variables of an aggregate, and the terms that its result is compared with.
    fn aggregate(&mut self, aggregate: &'t ast::Aggregate) {
        aggregate.of.iter().for_each(|name| self.variable(name));
        let sort = self.resolver.inferred.get(&aggregate.left_span).copied();
        self.summands(aggregate.right.summands.iter().map(|summand| &summand.term), sort);
    }

    fn summands(&mut self, terms: impl Iterator<Item = &'t Term>, sort: Option<SortId>) {
        for term in terms {
            match term {
                Term::Variable(name) => self.variable(name),
                Term::Constant(name) => {
                    let meaning = self.constant(sort);
                    self.add(name, meaning, false);
                }
                Term::Call(call) => self.call(call),
                Term::Sum(_) | Term::Error(_) => {}
            }
        }
    }

    /// The sort of a variable, if known.
    fn sort_of(&self, name: &Name) -> Option<SortId> {
        let known = self.of_item.get(name.text.as_str());
        let known = known.and_then(|known| self.found.variables[*known as usize].sort);
        known.or_else(|| self.resolver.inferred.get(&name.span).copied())
    }

    /// The sort of an argument position. For `equal`, this is the sort of the variable on the other side.
    fn place(&self, id: PredicateId, atom: &ast::Atom, at: usize) -> Option<SortId> {
        if id != EQUAL {
            let predicate = self.resolver.program.predicate(id);
            return (!predicate.sorts.is_empty()).then(|| predicate.sort(at));
        }
        match atom.arguments.get(1 - at.min(1))? {
            Term::Variable(other) => self.sort_of(other),
            Term::Call(call) => self.sort_of(call.value()),
            Term::Constant(_) | Term::Sum(_) | Term::Error(_) => None,
        }
    }

    fn variable(&mut self, name: &'t Name) {
        let Some(item) = self.item else { return };
        let inferred = self.resolver.inferred.get(&name.span).copied();
        let by_word = self.resolver.word_sort(&name.text);
        let at = match self.of_item.get(name.text.as_str()) {
            Some(at) => *at,
            None => {
                let at = self.found.variables.len() as u32;
                self.of_item.insert(&name.text, at);
                self.found.variables.push(VariableOfItem {
                    name: name.text.clone(),
                    sort: by_word,
                    item,
                    first: name.span,
                    sort_shows: by_word.is_some(),
                });
                at
            }
        };
        let variable = &mut self.found.variables[at as usize];
        if let Some(sort) = inferred {
            variable.sort = Some(sort);
            variable.sort_shows = by_word == Some(sort);
        }
        self.add(name, Meaning::Variable(at), false);
    }
}
