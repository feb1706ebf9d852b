//! A program for the naive evaluator: its sorts, its clauses, and its rules, which can be found by name.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use blanche_compiler::syntax::{ast, print_item, print_side};

use crate::boards;
use crate::clauses::Clause;
use crate::games::Game;
use crate::games::symmetries::Grid;
use crate::recursion::{Recursion, Signature};
use crate::sorts::{Places, Sorts};
use crate::value::Value;
use crate::world::World;

/// A program as the naive evaluator represents it.
pub struct Naive {
    pub(crate) sorts: Sorts,
    /// The sorts of the arguments of each predicate.
    pub(crate) places: Places,
    /// The sorts of the arguments of predicates that are declared `open`.
    pub(crate) open: Places,
    /// All constants in facts, derivations and rules.
    constants: BTreeSet<Value>,
    /// Facts and derivations, by predicate and arity.
    clauses: BTreeMap<String, BTreeMap<usize, Vec<Clause>>>,
    /// The predicates that consist only of facts, with their arities.
    of_facts: BTreeMap<String, BTreeSet<usize>>,
    /// For each extern predicate, the names of the rules that it evaluates.
    asks: BTreeMap<String, Vec<String>>,
    /// The players, in the order of their declaration.
    pub(crate) players: Vec<Value>,
    rules: Vec<Rule>,
    exports: Vec<Rule>,
    scores: Vec<Score>,
    preferences: Vec<Rule>,
    pub(crate) game: Game,
    /// Cached tuples of predicates. The key consists of the state of the world, the name, and the given values.
    pub(crate) kept: RefCell<BTreeMap<Question, Vec<Vec<Value>>>>,
    pub(crate) recursion: Recursion,
    /// The number of tuples that may still be examined.
    pub(crate) patience: Cell<u64>,
}

type Question = (String, String, Vec<Option<Value>>);

/// A score of the program.
pub struct Score {
    /// The body of the score, as a rule.
    pub rule: Rule,
    /// The value of each solution if the player is to move.
    pub attacking: Weight,
    /// The value of each solution if another player is to move.
    pub defending: Weight,
    /// Whether the score is counted up to symmetry: solutions in all images of the position count.
    pub(crate) up_to_symmetry: bool,
    /// Whether the score counts only for players that name it.
    pub(crate) when_named: bool,
}

/// A sum of numbers and variables, as written. Each term has a flag that is set if the term is subtracted.
pub struct Weight(Vec<(bool, String)>);

impl Weight {
    fn read(sum: &ast::Sum) -> Weight {
        let summand = |summand: &ast::Summand| match &summand.term {
            ast::Term::Constant(name) | ast::Term::Variable(name) => {
                (summand.is_taken_away, name.text.clone())
            }
            _ => panic!("only numbers and variables are weights"),
        };
        Weight(sum.summands.iter().map(summand).collect())
    }
}

impl Score {
    /// The value that one of the weights gives to a solution.
    pub(crate) fn worth(&self, weight: &Weight, solution: &[Value]) -> i64 {
        let number = |text: &str| {
            let place = self.rule.variables.iter().position(|variable| variable == text);
            match place.map_or_else(|| Value::read(text), |at| solution[at].clone()) {
                Value::Number(number) => number,
                Value::Name(name) => panic!("{name} is no weight"),
            }
        };
        weight
            .0
            .iter()
            .map(|(is_taken_away, text)| if *is_taken_away { -number(text) } else { number(text) })
            .sum()
    }
}

/// A rule of the program, or something that is evaluated like one: an export, a score or a preference.
pub struct Rule {
    /// The name of the rule, or the predicate of an export. Together with the colour it is unique.
    pub name: String,
    /// The player that the rule is for. Empty if the rule is for no player in particular.
    pub colour: String,
    /// The level of the rule.
    pub level: u32,
    /// The variables of the answers. For a rule, these are the variables that it plays, followed by the other named
    /// variables in alphabetical order. For an export, they are in the order of its arguments.
    pub variables: Vec<String>,
    pub(crate) premise: Clause,
}

impl Naive {
    /// Converts a program from all its files, in the order of their `use` lines.
    pub fn new(files: &[ast::File]) -> Naive {
        let mut program = Naive {
            sorts: Sorts::default(),
            places: Places::new(),
            open: Places::new(),
            constants: BTreeSet::new(),
            clauses: BTreeMap::new(),
            of_facts: BTreeMap::new(),
            asks: BTreeMap::new(),
            players: Vec::new(),
            rules: Vec::new(),
            exports: Vec::new(),
            scores: Vec::new(),
            preferences: Vec::new(),
            game: Game::default(),
            kept: RefCell::default(),
            recursion: Recursion::default(),
            patience: Cell::new(u64::MAX),
        };
        for item in files.iter().flat_map(|file| &file.items) {
            if let ast::ItemKind::Players(tree) = &item.kind {
                program.read_players(tree);
            }
        }
        let asks_the_past = |item: &ast::Item| print_item(item).contains("occurred(");
        if files.iter().flat_map(|file| &file.items).any(asks_the_past) {
            program.add_occurrence_state();
        }
        for item in files.iter().flat_map(|file| &file.items) {
            program.read_item(&item.kind);
        }
        let moves = files.iter().flat_map(|file| &file.items).filter_map(|item| match &item.kind {
            ast::ItemKind::Move(tree) => Some(tree),
            _ => None,
        });
        program.finish_game(&moves.collect::<Vec<_>>());
        program.name_sorts();
        program.settle_sorts();
        program.find_recursion();
        program.find_facts();
        program
    }

    fn find_facts(&mut self) {
        for (name, arities) in &self.clauses {
            let of_facts = arities.iter().filter(|(_, clauses)| clauses.iter().all(Clause::is_fact));
            self.of_facts.insert(name.clone(), of_facts.map(|(arity, _)| *arity).collect());
        }
    }

    /// Whether a predicate has facts and no derivations.
    pub(crate) fn is_of_facts(&self, predicate: &str, arguments: usize) -> bool {
        self.of_facts.get(predicate).is_some_and(|arities| arities.contains(&arguments))
    }

    /// The rules, in the order of the text.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The exports, in the order of the text.
    pub fn exports(&self) -> &[Rule] {
        &self.exports
    }

    /// The scores, in the order of the text.
    pub fn scores(&self) -> &[Score] {
        &self.scores
    }

    /// The preferences, in the order of the text.
    pub fn preferences(&self) -> &[Rule] {
        &self.preferences
    }

    /// The names of the players, in the order of their declaration.
    pub fn players(&self) -> impl Iterator<Item = String> {
        self.players.iter().map(Value::to_string)
    }

    /// Adds the players. If words for variables of players are declared, the players are also a sort.
    fn read_players(&mut self, tree: &ast::PlayersDeclaration) {
        self.players = tree.players.iter().map(|name| Value::read(&name.text)).collect();
        if !tree.words.is_empty() {
            let values: Vec<String> = self.players().collect();
            self.sorts.add("player", tree.words.iter().map(|word| word.text.clone()).collect(), &values);
        }
    }

    /// Adds a predicate for each sort. The predicate has the name of the sort and holds for its values. If the program
    /// defines a predicate of this name, none is added.
    fn name_sorts(&mut self) {
        for (name, sort) in self.sorts.names() {
            let key = (name, 1);
            if self.clauses(&key.0, 1).is_none() && !self.places.contains_key(&key) {
                self.places.insert(key, vec![Some(sort)]);
            }
        }
    }

    fn read_item(&mut self, item: &ast::ItemKind) {
        match item {
            ast::ItemKind::Sort(declaration) => self.sorts.read(declaration),
            ast::ItemKind::Board(board) => self.read_board(board),
            ast::ItemKind::Extern(declaration) => {
                let asks = declaration.asks.iter().map(|rule| rule.text.clone());
                self.asks.entry(declaration.name.text.clone()).or_default().extend(asks);
                let sorts =
                    declaration.parameters.iter().map(|parameter| self.sorts.named(&parameter.sort.text));
                let sorts = Vec::from_iter(sorts);
                self.places.insert((declaration.name.text.clone(), sorts.len()), sorts);
            }
            ast::ItemKind::Action(declaration) => {
                let sorts = declaration.parameters.iter();
                let sorts = Vec::from_iter(sorts.map(|parameter| self.sorts.named(&parameter.sort.text)));
                self.places.insert((declaration.name.text.clone(), sorts.len()), sorts);
            }
            ast::ItemKind::Open(declaration) => {
                let sorts = declaration.parameters.iter().map(|parameter| match &parameter.sort {
                    Some(sort) => self.sorts.named(&sort.text),
                    None => self.sorts.of_word(&parameter.name.text),
                });
                let (name, sorts) = (declaration.name.text.clone(), Vec::from_iter(sorts));
                self.clauses.entry(name.clone()).or_default().entry(sorts.len()).or_default();
                self.open.insert((name, sorts.len()), sorts);
            }
            ast::ItemKind::Facts(facts) => facts.atoms.iter().for_each(|fact| self.read_clause(fact, None)),
            ast::ItemKind::Derivation(derivation) => {
                self.read_clause(&derivation.head, Some(&derivation.body));
            }
            ast::ItemKind::Rule(rule) => {
                for (colour, given) in self.colours(Some(&rule.side)) {
                    self.read_rule(rule, colour, given);
                }
            }
            ast::ItemKind::Export(export) => {
                for (colour, given) in self.colours(export.side.as_ref()) {
                    self.read_export(export, colour, given);
                }
            }
            ast::ItemKind::Score(score) => {
                for (colour, given) in self.colours(Some(&score.side)) {
                    let rule = self.premise(&score.name, (0, &[]), &score.body, colour, given);
                    let [attacking, defending] = [&score.attacking, &score.defending].map(Weight::read);
                    let up_to_symmetry = score.up_to_symmetry.is_some();
                    let when_named = score.when_named.is_some();
                    self.scores.push(Score { rule, attacking, defending, up_to_symmetry, when_named });
                }
            }
            ast::ItemKind::Preference(tree) => {
                for (colour, given) in self.colours(Some(&tree.side)) {
                    let rule = self.premise(&tree.name, (0, &tree.plays), &tree.body, colour, given);
                    self.preferences.push(rule);
                }
            }
            ast::ItemKind::Starts(_)
            | ast::ItemKind::State(_)
            | ast::ItemKind::Start(_)
            | ast::ItemKind::Move(_)
            | ast::ItemKind::Blocked(_)
            | ast::ItemKind::Draw(_)
            | ast::ItemKind::Claims(_)
            | ast::ItemKind::Symmetry(_)
            | ast::ItemKind::Margin(_) => self.read_of_game(item),
            ast::ItemKind::Header(_)
            | ast::ItemKind::Use(_)
            | ast::ItemKind::Players(_)
            | ast::ItemKind::Drawn(_)
            | ast::ItemKind::Notation(_) => {}
            ast::ItemKind::Error => panic!("only programs without mistakes are evaluated"),
        }
    }

    /// Adds the sorts and facts of a board.
    fn read_board(&mut self, board: &ast::BoardDeclaration) {
        let brought = boards::declared_by(board);
        self.game.grid = Grid::of(&brought);
        let boards::Brought { sorts, tuples } = brought;
        for (name, words, values) in sorts {
            self.sorts.add(name, words, &values);
        }
        let name = |text: &str| ast::Name { text: text.to_owned(), span: board.word };
        for (predicate, sorts, tuples) in tuples {
            let places = sorts.iter().map(|sort| self.sorts.named(sort)).collect();
            self.open.insert((predicate.to_owned(), sorts.len()), places);
            self.clauses.entry(predicate.to_owned()).or_default().entry(sorts.len()).or_default();
            for tuple in tuples {
                let arguments = tuple.iter().map(|value| ast::Term::Constant(name(value))).collect();
                self.read_clause(
                    &ast::Atom { span: board.word, predicate: name(predicate), arguments },
                    None,
                );
            }
        }
    }

    pub(crate) fn read_clause(&mut self, head: &ast::Atom, body: Option<&ast::Body>) {
        let clause = Clause::read(&head.arguments, body);
        self.constants.extend(clause.constants());
        let arities = self.clauses.entry(head.predicate.text.clone()).or_default();
        arities.entry(head.arguments.len()).or_default().push(clause);
    }

    /// The players that an item is for. Each comes with the values of the variables that stand for players. If the item
    /// is for a variable, it holds for every player in turn, and the variable after `against` is the other player.
    pub(crate) fn colours(&self, side: Option<&ast::Side>) -> Vec<(String, Vec<(String, Value)>)> {
        let Some(side) = side else { return vec![(String::new(), Vec::new())] };
        let Some(player) = side.variables().next() else { return vec![(print_side(side), Vec::new())] };
        let given = |value: &Value| {
            let mut given = vec![(player.text.clone(), value.clone())];
            if let Some(other) = &side.against {
                let left = self.players.iter().find(|left| *left != value).expect("there are two players");
                given.push((other.text.clone(), left.clone()));
            }
            (value.to_string(), given)
        };
        self.players.iter().map(given).collect()
    }

    fn read_export(&mut self, export: &ast::Export, colour: String, given: Vec<(String, Value)>) {
        let body = ast::Body::of_atom(export.atom.clone());
        let mut premise = Clause::read(&[], Some(&body));
        premise.give(given);
        self.constants.extend(premise.constants());
        let mut variables = premise.answered();
        let place = |name: &String| premise.variables.iter().position(|variable| variable == name);
        variables.sort_by_key(place);
        let name = export.atom.predicate.text.clone();
        self.exports.push(Rule { name, colour, level: 0, variables, premise });
    }

    fn read_rule(&mut self, rule: &ast::Rule, colour: String, given: Vec<(String, Value)>) {
        let rule = self.premise(&rule.name, (rule.level.value, &rule.plays), &rule.body, colour, given);
        self.rules.push(rule);
    }

    /// Converts a rule, given its name, its colour, its level and the variables that it plays.
    fn premise(
        &mut self,
        name: &ast::Name,
        (level, plays): (u32, &[ast::Name]),
        premise: &ast::Body,
        colour: String,
        given: Vec<(String, Value)>,
    ) -> Rule {
        let played: Vec<ast::Term> = plays.iter().cloned().map(ast::Term::Variable).collect();
        let mut premise = Clause::read(&played, Some(premise));
        premise.give(given);
        self.constants.extend(premise.constants());
        let place = |variable: &String| plays.iter().position(|played| played.text == *variable);
        let mut variables = premise.answered();
        variables.sort_by_key(|variable| place(variable).unwrap_or(plays.len()));
        Rule { name: name.text.clone(), colour, level, variables, premise }
    }

    /// The clauses and facts of a predicate, if the text defines it.
    pub(crate) fn clauses(&self, predicate: &str, arguments: usize) -> Option<&[Clause]> {
        Some(self.clauses.get(predicate)?.get(&arguments)?)
    }

    /// All predicates that the text defines.
    pub(crate) fn signatures(&self) -> Vec<Signature> {
        let of = |(name, arities): (&String, &BTreeMap<usize, Vec<Clause>>)| {
            arities.keys().map(|arity| (name.clone(), *arity)).collect::<Vec<_>>()
        };
        self.clauses.iter().flat_map(of).collect()
    }

    /// The rules that an extern predicate evaluates.
    pub(crate) fn asked_rules(&self, predicate: &str) -> impl Iterator<Item = &Rule> {
        let names = self.asks.get(predicate).map_or(&[][..], Vec::as_slice);
        self.rules.iter().filter(|rule| names.contains(&rule.name))
    }

    /// Determines the sorts of the arguments of every predicate and of the variables of every clause. It begins with
    /// predicates that depend only on predicates whose sorts are known.
    ///
    /// Predicates that are recursive through actions are settled together with the predicates that depend on them. At
    /// first, their unknown sorts add no restriction. The inference is repeated until nothing changes.
    fn settle_sorts(&mut self) {
        let mut waiting: Vec<(String, usize)> = self
            .clauses
            .iter()
            .flat_map(|(name, arities)| arities.keys().map(|arity| (name.clone(), *arity)))
            .collect();
        while !waiting.is_empty() {
            let ready = waiting.iter().position(|(name, arity)| {
                let mentioned = self.clauses[name][arity].iter().flat_map(Clause::mentioned);
                mentioned.into_iter().all(|other| !waiting.contains(&other))
            });
            match ready {
                Some(ready) => {
                    let predicate = waiting.remove(ready);
                    self.settle_predicate(&predicate);
                }
                None => loop {
                    let before = self.places.clone();
                    waiting.iter().for_each(|predicate| self.settle_predicate(predicate));
                    if self.places == before {
                        waiting.clear();
                        break;
                    }
                },
            }
        }
        let scores = self.scores.iter_mut().map(|score| &mut score.rule);
        let rules = self.rules.iter_mut().chain(&mut self.exports).chain(&mut self.preferences);
        for rule in rules.chain(scores) {
            rule.premise.sorts = self.sorts.of_variables(&rule.premise, &self.places);
        }
        self.settle_game();
    }

    fn settle_predicate(&mut self, (name, arity): &(String, usize)) {
        let arities = self.clauses.get_mut(name).expect("the predicate has clauses");
        let clauses = arities.get_mut(arity).expect("it has clauses for this number of arguments");
        let declared = self.open.get(&(name.clone(), *arity));
        for clause in clauses.iter_mut() {
            clause.sorts = self.sorts.of_clause(clause, &self.places, declared.map_or(&[], Vec::as_slice));
        }
        let place = |at: usize| declared.and_then(|sorts| sorts[at]);
        let places = (0..*arity).map(|at| place(at).or_else(|| self.sorts.of_place(clauses, at))).collect();
        self.places.insert((name.clone(), *arity), places);
    }

    /// The values that a variable of a clause can have, in order. If the variable has no sort, these are all values.
    pub(crate) fn values<W: World>(&self, world: &W, clause: &Clause, variable: usize) -> Vec<Value> {
        match clause.sorts[variable] {
            Some(sort) => self.sorts.values(world, sort),
            None => self.universe(world),
        }
    }

    /// Whether the variable can have the value.
    pub(crate) fn allows(&self, clause: &Clause, variable: usize, value: &Value) -> bool {
        clause.sorts[variable].is_none_or(|sort| self.sorts.contains(sort, value))
    }

    /// All values: numbers by size, then names of declared sorts in the order of their sorts, then all other names in
    /// alphabetical order.
    fn universe<W: World>(&self, world: &W) -> Vec<Value> {
        let declared = self.sorts.all_values(world);
        let all: BTreeSet<&Value> = declared.iter().chain(&self.constants).collect();
        let mut ordered: Vec<Value> = all.into_iter().cloned().collect();
        ordered.sort_by_key(|value| match value {
            Value::Number(_) => 0,
            Value::Name(_) => 1 + declared.iter().position(|other| other == value).unwrap_or(declared.len()),
        });
        ordered
    }
}
