//! Completion: what could be written at a position. It suggests predicates with their arguments, variables of the
//! clause, values of the required sort, and keywords.

use blanche_sorted::SortedSet;

use crate::checked::Checked;
use crate::files::{FileId, Span};
use crate::names::occurrences::{Meaning, VariableOfItem};
use crate::program::{PredicateId, PredicateKind, Program, SortId, SortKind};
use crate::project::{self, SearchPath};
use crate::syntax;

use super::context::{COMPARED, Context, Wanted, context};
use super::{Workspace, describe};
use crate::runtime::Value;

/// Maximum number of values of a range that are suggested. No value of a longer range is suggested.
const MAX_SUGGESTED_NUMBERS: Value = 20;

/// The kind of a suggestion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A variable of the clause, or a new one.
    Variable,
    /// A value of a sort.
    Constant,
    /// A predicate.
    Predicate,
    /// An action of the host.
    Action,
    /// The name of a sort.
    Sort,
    /// The name of a rule or a move.
    Rule,
    /// The path of a file.
    File,
    /// A keyword of the language.
    Word,
}

/// A completion suggestion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The text in the list of suggestions.
    pub label: String,
    /// The kind of the suggestion.
    pub kind: Kind,
    /// A short description beside the label.
    pub detail: String,
    /// The documentation as Markdown; empty if there is none.
    pub comment: String,
    /// The text to insert, with the holes that the user should fill in.
    pub pieces: Vec<Piece>,
    /// The range of text that the suggestion replaces.
    pub replaces: Span,
}

/// A piece of the text that a suggestion inserts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Literal text.
    Text(String),
    /// A hole to fill in, with a default text.
    Hole(String),
}

impl Suggestion {
    /// The text to insert, with the default texts in the holes.
    pub fn text(&self) -> String {
        let pieces = self.pieces.iter().map(|piece| match piece {
            Piece::Text(text) | Piece::Hole(text) => text.as_str(),
        });
        pieces.collect()
    }
}

/// The suggestions at a position, the most likely first.
pub fn complete(workspace: &Workspace, file: FileId, offset: u32) -> Vec<Suggestion> {
    let Some(context) = context(workspace, file, offset) else { return Vec::new() };
    let mut list = List { workspace, file, context: &context, found: Vec::new(), seen: SortedSet::new() };
    match &context.wanted {
        Wanted::Item => {
            syntax::declaration_words().iter().for_each(|word| list.word(word));
            list.predicates(|kind| matches!(kind, PredicateKind::Derived(_)));
        }
        Wanted::Literal => {
            list.predicates(is_named);
            list.sorts_as_predicates();
            list.word("¬");
            if list.programs().any(has_actions) {
                list.word("after");
            }
        }
        Wanted::Predicate => list.predicates(is_named),
        Wanted::Action => list.predicates(|kind| matches!(kind, PredicateKind::Action { .. })),
        Wanted::State => list.predicates(is_state),
        Wanted::Argument(name, at) => list.argument(name, *at),
        Wanted::Player => list.players(),
        Wanted::Played => list.played(),
        Wanted::Moved => list.moved(),
        Wanted::Continued => list.moves(),
        Wanted::File => list.files(),
        Wanted::Sort => list.sorts(),
        Wanted::Rule => list.rules(),
        Wanted::Words(words) => words.iter().for_each(|word| list.word(word)),
        Wanted::Nothing => {}
    }
    list.found
}

/// Whether a literal can start with the name of the predicate. A comparison, for example, has no such name.
fn is_named(kind: &PredicateKind) -> bool {
    !matches!(kind, PredicateKind::Action { .. } | PredicateKind::Comparison(_) | PredicateKind::Aggregate(_))
}

/// Whether the predicate is a state of positions.
fn is_state(kind: &PredicateKind) -> bool {
    matches!(kind, PredicateKind::Extern(external) if external.state.is_some())
}

fn has_actions(program: &Checked) -> bool {
    let mut predicates = program.resolved.program.predicates.iter();
    predicates.any(|predicate| matches!(predicate.kind, PredicateKind::Action { .. }))
}

struct List<'a> {
    workspace: &'a Workspace,
    file: FileId,
    context: &'a Context,
    found: Vec<Suggestion>,
    /// The suggestions so far, without duplicates from other programs that share the file.
    seen: SortedSet<(Kind, String)>,
}

impl<'a> List<'a> {
    fn programs(&self) -> impl Iterator<Item = &'a Checked> + use<'a> {
        self.workspace.programs_of(self.file)
    }

    fn add(&mut self, label: String, kind: Kind, detail: String, comment: String, pieces: Vec<Piece>) {
        if self.seen.insert((kind, label.clone())) {
            let replaces = self.context.word;
            self.found.push(Suggestion { label, kind, detail, comment, pieces, replaces });
        }
    }

    fn plain(&mut self, text: &str, kind: Kind, detail: String, comment: String) {
        self.add(text.to_owned(), kind, detail, comment, vec![Piece::Text(text.to_owned())]);
    }

    fn word(&mut self, word: &str) {
        self.plain(word, Kind::Word, String::new(), String::new());
    }

    fn predicates(&mut self, wanted: fn(&PredicateKind) -> bool) {
        for program in self.programs() {
            for (at, predicate) in program.resolved.program.predicates.iter().enumerate() {
                if wanted(&predicate.kind) {
                    self.predicate(program, PredicateId(at as u32));
                }
            }
        }
    }

    /// Suggests the declared sorts, which are unary predicates unless the program has another predicate of the same
    /// name.
    fn sorts_as_predicates(&mut self) {
        for program in self.programs() {
            let known = &program.resolved.program;
            let is_predicate =
                |name: &str| known.predicates.iter().any(|other| other.name == name && other.arity() == 1);
            let declared = known.sorts.iter().filter(|sort| sort.span.is_some() && !is_predicate(&sort.name));
            for sort in declared {
                let chain = std::iter::successors(Some(sort), |sort| Some(known.sort(sort.whole?)));
                let word = chain.flat_map(|sort| &sort.words).next();
                let hole = word.cloned().unwrap_or_else(|| "X".to_owned());
                let label = format!("{}({hole})", sort.name);
                let mut pieces = vec![Piece::Text(sort.name.clone())];
                if !self.context.opened {
                    let (open, close) = (Piece::Text("(".to_owned()), Piece::Text(")".to_owned()));
                    pieces.extend([open, Piece::Hole(hole), close]);
                }
                let comment = describe::comment(&sort.doc).unwrap_or_default();
                self.add(label, Kind::Predicate, format!("each {}", sort.name), comment, pieces);
            }
        }
    }

    /// Suggests a predicate with holes for its arguments, unless an argument list follows already.
    fn predicate(&mut self, program: &Checked, id: PredicateId) {
        let known = &program.resolved.program;
        let predicate = known.predicate(id);
        let mut pieces = vec![Piece::Text(predicate.name.clone())];
        let mut label = predicate.name.clone();
        if !predicate.parameters.is_empty() {
            label = format!("{label}({})", predicate.parameters.join(", "));
            if !self.context.opened {
                for (at, parameter) in predicate.parameters.iter().enumerate() {
                    pieces.push(Piece::Text(if at == 0 { "(" } else { ", " }.to_owned()));
                    pieces.push(Piece::Hole(parameter.clone()));
                }
                pieces.push(Piece::Text(")".to_owned()));
            }
        }
        let kind = match predicate.kind {
            PredicateKind::Action { .. } => Kind::Action,
            _ => Kind::Predicate,
        };
        let comment = describe::comment(&predicate.doc).unwrap_or_default();
        self.add(label, kind, describe::signature(known, id), comment, pieces);
    }

    fn argument(&mut self, name: &str, at: usize) {
        for program in self.programs() {
            let known = &program.resolved.program;
            let sorts: SortedSet<SortId> = match name {
                "equal" | COMPARED => self.compared(program).into_iter().collect(),
                _ => known
                    .predicates
                    .iter()
                    .filter(|predicate| predicate.name == name && !predicate.sorts.is_empty())
                    .filter(|predicate| at < predicate.arity() || is_variadic(&predicate.kind))
                    .map(|predicate| predicate.sort(at))
                    .collect(),
            };
            let fits = |sort: SortId| sorts.iter().any(|wanted| known.common(*wanted, sort).is_some());
            let variables: Vec<&VariableOfItem> = self.variables(program).collect();
            for variable in &variables {
                if sorts.is_empty() || variable.sort.is_none_or(fits) {
                    let sort = variable.sort.map_or_else(String::new, |sort| known.sort(sort).name.clone());
                    self.plain(&variable.name, Kind::Variable, sort, String::new());
                }
            }
            for sort in &sorts {
                self.new_variable(known, *sort, &variables);
                self.values(known, *sort);
            }
        }
    }

    /// When a side of an equality or comparison is being written, the sort of its other side.
    fn compared(&self, program: &Checked) -> Option<SortId> {
        let sources = self.workspace.sources();
        let texts: Vec<&str> = self.context.arguments.iter().map(|span| sources.text(*span)).collect();
        let mut variables = self.variables(program);
        variables.find(|variable| texts.contains(&variable.name.as_str())).and_then(|variable| variable.sort)
    }

    /// The variables of the item at the cursor, without the word under the cursor.
    fn variables(&self, program: &'a Checked) -> impl Iterator<Item = &'a VariableOfItem> + use<'a> {
        let (file, item, word) = (self.file, self.context.item, self.context.word);
        program.resolved.occurrences.variables.iter().filter(move |variable| {
            variable.item.file == file
                && item.is_some_and(|item| variable.item.start <= item && item < variable.item.end)
                && variable.first != word
        })
    }

    /// Suggests a variable that does not yet occur in the clause, named after its sort.
    fn new_variable(&mut self, program: &Program, sort: SortId, known: &[&VariableOfItem]) {
        let chain = std::iter::successors(Some(sort), |sort| program.sort(*sort).whole);
        let Some(word) = chain.filter_map(|sort| program.sort(sort).words.first()).next() else { return };
        let taken = |name: &str| known.iter().any(|variable| variable.name == name);
        let numbered = (1..).map(|number| format!("{word}{number}"));
        let name = std::iter::once(word.clone()).chain(numbered).find(|name| !taken(name));
        if let Some(name) = name {
            self.plain(
                &name,
                Kind::Variable,
                format!("{}, new here", program.sort(sort).name),
                String::new(),
            );
        }
    }

    /// Suggests the values of a sort, if they are few.
    fn values(&mut self, program: &Program, sort: SortId) {
        let known = program.sort(sort);
        match &known.kind {
            SortKind::Constants(constants) => {
                for (text, _) in constants.iter() {
                    self.plain(text, Kind::Constant, known.name.clone(), String::new());
                }
            }
            SortKind::Range(numbers) if numbers.last - numbers.first < MAX_SUGGESTED_NUMBERS => {
                for value in numbers.low()..=numbers.high() {
                    self.plain(&value.to_string(), Kind::Constant, known.name.clone(), String::new());
                }
            }
            SortKind::Range(..) | SortKind::Opaque { .. } => {}
        }
    }

    fn players(&mut self) {
        for program in self.programs() {
            let known = &program.resolved.program;
            for player in &known.players {
                self.plain(&known.player(*player), Kind::Constant, "a player".to_owned(), String::new());
            }
            let Some(sort) = known.player_sort else { continue };
            let root = known.sort(sort).root;
            let words = known.sorts.iter().filter(|other| other.root == root).flat_map(|other| &other.words);
            if let Some(word) = words.into_iter().next() {
                self.plain(word, Kind::Variable, "each player in turn".to_owned(), String::new());
            }
        }
    }

    /// Suggests the variables of the premise that a rule can play. If there are none, suggests a new variable.
    fn played(&mut self) {
        if self.programs().any(|program| program.resolved.program.game.is_some()) {
            return self.moved();
        }
        for program in self.programs() {
            let known = &program.resolved.program;
            let sorts = (0..known.sorts.len() as u32).map(SortId).filter(|sort| known.sort(*sort).playable);
            let sorts: Vec<SortId> = sorts.collect();
            let variables: Vec<&VariableOfItem> = self.variables(program).collect();
            for variable in &variables {
                let plays = |sort: SortId| sorts.iter().any(|playable| known.is_part(sort, *playable));
                if variable.sort.is_some_and(plays) && !syntax::ast::is_local(&variable.name) {
                    self.plain(&variable.name, Kind::Variable, String::new(), String::new());
                }
            }
            sorts.iter().for_each(|sort| self.new_variable(known, *sort, &variables));
        }
    }

    /// Suggests the variables of the premise that a move can play. If there are none, suggests new variables of the
    /// sorts that states use.
    fn moved(&mut self) {
        for program in self.programs() {
            let known = &program.resolved.program;
            let variables: Vec<&VariableOfItem> = self.variables(program).collect();
            let players = known.player_sort;
            let is_player = |variable: &VariableOfItem| players.is_some() && variable.sort == players;
            let plain =
                |variable: &&&VariableOfItem| !syntax::ast::is_local(&variable.name) && !is_player(variable);
            for variable in variables.iter().filter(plain) {
                let sort = variable.sort.map_or_else(String::new, |sort| known.sort(sort).name.clone());
                self.plain(&variable.name, Kind::Variable, sort, String::new());
            }
            let states = known.predicates.iter().filter(|predicate| is_state(&predicate.kind));
            let sorts: SortedSet<SortId> = states.flat_map(|state| state.sorts.iter().copied()).collect();
            let others = sorts.into_iter().filter(|sort| Some(*sort) != players);
            others.for_each(|sort| self.new_variable(known, sort, &variables));
        }
    }

    /// Suggests the moves. Invalid moves are included, because the move that is being written is usually incomplete.
    fn moves(&mut self) {
        for program in self.programs() {
            let named = program.resolved.occurrences.iter();
            for name in named.filter(|name| name.meaning == Meaning::Move && name.defines) {
                self.plain(&name.text, Kind::Rule, String::new(), String::new());
            }
        }
    }

    fn sorts(&mut self) {
        for program in self.programs() {
            for sort in &program.resolved.program.sorts {
                let comment = describe::comment(&sort.doc).unwrap_or_default();
                self.plain(&sort.name, Kind::Sort, String::new(), comment);
            }
        }
    }

    fn rules(&mut self) {
        for program in self.workspace.programs() {
            let known = &program.resolved.program;
            for rule in known.rules.iter().filter(|rule| rule.kind == crate::program::RuleKind::Rule) {
                let comment = describe::comment(&rule.doc).unwrap_or_default();
                self.plain(&rule.name, Kind::Rule, known.rule_title(rule), comment);
            }
        }
    }

    /// Suggests the files that a `use` could name. They are below the knowledge folder, or in or beside the folder of
    /// the file.
    fn files(&mut self) {
        let Some(path) = self.workspace.path(self.file) else { return };
        let folder = path.parent().and_then(|folder| folder.file_name());
        let own = folder.map(|folder| folder.to_string_lossy().into_owned()).unwrap_or_default();
        // A file in the same folder is suggested only with its folder name, because files elsewhere name it in this
        // way.
        let known = SearchPath::around(path, None).known(&format!("{own}/"));
        for name in known.iter().filter(|name| !known.contains(&format!("{own}/{name}"))) {
            let place = format!("{name}.{}", project::ENDING);
            if !path.ends_with(&place) {
                self.plain(name, Kind::File, String::new(), String::new());
            }
        }
    }
}

fn is_variadic(kind: &PredicateKind) -> bool {
    matches!(kind, PredicateKind::Extern(external) if external.variadic)
}
