//! The resolved program: names are ids, constants are values, every variable has a sort.
//!
//! [`crate::names`] builds it from the trees; the checks and the planner read it. It still stands clause by
//! clause as the author wrote it: nothing is unfolded or ordered here.

mod board;
mod comparison;
mod game;
mod goals;
mod layout;
mod recursion;
mod sorts;
mod variables;

pub use crate::syntax::ast::{Function, Operator};
pub use board::{Board, Symmetry};
pub use comparison::{Comparison, Linear, Part, Summand};
pub use game::{
    Argument, BlockedOutcome, Continuation, Drawing, Effect, EffectKind, Game, MOST_OCCURRENCES, Move,
    NOTATIONS, PDN, Start, State, Supposition, Tuple,
};
pub use goals::{Atom, Goal, Term};
pub(crate) use recursion::each_asked_here;
pub use recursion::{ComponentId, Recursion};
pub use sorts::{Constants, LARGEST_SET, Numbers, Sort, SortKind};
pub(crate) use variables::own_clause;
pub use variables::{Occurrences, clause_occurrences, occurrences, rule_occurrences, variables};

use crate::files::{FileId, Span};
use crate::runtime::{Value, Weight, Weights};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// Its place in the table of its kind.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A sort, by its place in [`Program::sorts`].
    SortId
}
id! {
    /// A predicate, by its place in [`Program::predicates`].
    PredicateId
}
id! {
    /// A rule, by its place in [`Program::rules`].
    RuleId
}
id! {
    /// A variable, by its place in its clause or rule.
    VariableId
}

/// A program: a knowledge base, or a file with what it uses.
#[derive(Clone, Debug)]
pub struct Program {
    /// The name of the base, where there is one.
    pub base: Option<String>,
    /// The name of the domain, where there is one.
    pub domain: Option<String>,
    /// The doc comment of the base.
    pub doc: Vec<String>,
    /// The files, in the order in which their rules count.
    pub files: Vec<FileId>,
    /// The sorts: declared ones first, then those that facts bring.
    pub sorts: Vec<Sort>,
    /// The players, as values of [`Program::player_sort`].
    pub players: Vec<Value>,
    /// The sort of the players' colours.
    pub player_sort: Option<SortId>,
    /// The board, where there is one.
    pub board: Option<Board>,
    /// The game, where the program keeps its positions itself.
    pub game: Option<Game>,
    /// What must hold for a rule to claim something.
    pub suppositions: Vec<Supposition>,
    /// The predicates; [`PredicateId`] 0 is `equal/2`.
    pub predicates: Vec<Predicate>,
    /// The rules, by level, then in the order of the text.
    pub rules: Vec<Rule>,
}

/// A predicate: a name and a number of arguments.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// Its name.
    pub name: String,
    /// The sorts of its arguments; for a variadic one, the last entry stands for all further ones. Empty where a mistake
    /// in its clauses has taken them.
    pub sorts: Vec<SortId>,
    /// How the declaration or the first clause calls its arguments.
    pub parameters: Vec<String>,
    /// What defines it.
    pub kind: PredicateKind,
    /// Its doc comment.
    pub doc: Vec<String>,
    /// The name in its declaration or first clause; `equal` has none.
    pub span: Option<Span>,
    /// It is declared `open`: any file may give clauses of it.
    pub open: bool,
    /// Who defines it.
    pub origin: Origin,
}

/// Who defines a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The text: a declaration, facts or clauses.
    Text,
    /// A sort, whose name is a predicate that holds of each of its values.
    Sort(SortId),
    /// The board.
    Board,
    /// Every game.
    Game,
}

impl Predicate {
    /// Whether the text, and nothing else, says what it means.
    pub fn is_written(&self) -> bool {
        self.origin == Origin::Text
    }

    /// The number of arguments; of a variadic predicate the least.
    pub fn arity(&self) -> usize {
        self.parameters.len()
    }

    /// The sort of which it holds of each value, where it is the name of one.
    fn enumerated(&self) -> Option<SortId> {
        match self.origin {
            Origin::Sort(sort) => Some(sort),
            Origin::Text | Origin::Board | Origin::Game => None,
        }
    }

    /// The sort of an argument, in a program without errors.
    pub fn sort(&self, argument: usize) -> SortId {
        self.known_sort(argument).expect("predicates of a program without errors have their sorts")
    }

    /// The sort of an argument; none where a mistake has taken the sorts of the predicate.
    pub fn known_sort(&self, argument: usize) -> Option<SortId> {
        self.sorts.get(argument).or(self.sorts.last()).copied()
    }

    /// `in/4`, or `lead/1+` for a variadic one.
    pub fn signature(&self) -> String {
        let more = if matches!(&self.kind, PredicateKind::Extern(e) if e.variadic) { "+" } else { "" };
        format!("{}/{}{more}", self.name, self.arity())
    }
}

/// What defines a predicate.
#[derive(Clone, Debug)]
pub enum PredicateKind {
    /// `equal/2`.
    Equal,
    /// A comparison of sums, or of two values by their order. Its predicate has no name that a text could say.
    Comparison(Comparison),
    /// What an aggregate makes of the answers of its body. Its name is none that a text could say.
    Aggregate(Aggregate),
    /// The host answers it.
    Extern(Extern),
    /// Tuples in the text, sorted and without duplicates.
    Facts(Vec<Vec<Value>>),
    /// Clauses; or facts that state values of the host.
    Derived(Vec<Clause>),
    /// The host makes it and takes it back; it stands behind `after` only, and holds of nothing.
    Action {
        /// Nothing takes away what it adds to a position, so that it can be made a limited number of times.
        growing: bool,
    },
}

/// The last argument of its predicate is what a function makes of the different tuples of another predicate. The arguments in
/// front of it are the first ones of that predicate too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aggregate {
    /// The function.
    pub function: Function,
    /// The predicate of the tuples.
    pub of: PredicateId,
    /// How many of its arguments, the last ones, make a tuple.
    pub width: usize,
}

/// A predicate that the host answers.
#[derive(Clone, Debug)]
pub struct Extern {
    /// It is a state predicate of the program's [`Game`], at this place: positions answer it, and no host.
    pub state: Option<usize>,
    /// One or more arguments of the last sort.
    pub variadic: bool,
    /// The rules whose evaluator the host is handed; `Some` even where none exist.
    pub asks: Option<Vec<RuleId>>,
    /// The modes that it answers.
    pub modes: Vec<Mode>,
}

/// A mode of an extern predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mode {
    /// Which arguments must be bound; of a variadic predicate the last entry stands for all further ones.
    pub bound: Vec<bool>,
    /// How many answers there are.
    pub answers: Answers,
}

impl Mode {
    /// Whether an argument must be bound.
    pub fn needs(&self, argument: usize) -> bool {
        self.bound[argument.min(self.bound.len() - 1)]
    }
}

pub use crate::syntax::ast::Answers;

/// A clause of a derived predicate.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// The arguments of the head.
    pub head: Vec<Term>,
    /// Its variables.
    pub variables: Vec<Variable>,
    /// What must hold: all of these.
    pub body: Vec<Goal>,
    /// The whole clause.
    pub span: Span,
    /// The clause in canonical spelling.
    pub text: String,
}

impl Clause {
    /// Whether it only states its head.
    pub fn is_fact(&self) -> bool {
        self.body.is_empty()
    }
}

/// What a variable stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StandsFor {
    /// Any value: the text names it.
    Itself,
    /// A sum that stands as an argument.
    Sum,
    /// The value of a call: the last argument of the atom that stands where the variable does.
    Call,
    /// The result of an aggregate.
    Result,
}

/// A variable of a clause or rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variable {
    /// As written.
    pub name: String,
    /// Its sort: the common part of all its places.
    pub sort: SortId,
    /// It has an underscore in its name, or no text names it.
    pub local: bool,
    /// What it stands for.
    pub stands_for: StandsFor,
    /// Where it stands first.
    pub span: Span,
}

/// Whether a rule claims a win, is only asked, or is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleKind {
    /// A rule of the base.
    Rule,
    /// What a program may ask of the base besides its rules. Exports stand behind all rules.
    Export,
    /// What is counted for a player. Scores stand behind all exports.
    Score(Weights),
    /// What a player values in a move.
    Preference(Valued),
    /// A question of a [`Game`] about its positions.
    Game(GameQuestion),
    /// A body that a user asks; it belongs to no player and comes last.
    Query,
}

/// What a preference says besides its premise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Valued {
    /// What a move is worth; without a number the last of the variables of an answer says it.
    pub worth: Option<i64>,
}

/// What a game asks of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameQuestion {
    /// What holds at the beginning.
    Start,
    /// Which moves there are.
    Move,
    /// What a move does. The first of its variables are given: what is played.
    Effect,
    /// Whether the game is drawn.
    Draw,
    /// By how much a player has won: so many answers.
    Margin,
    /// Whether rules claim anything.
    Claims,
}

/// A variable behind `for` or `against` in a text that stands for every player, and the player that it is in this
/// rule. In the premise the player stands in its place.
#[derive(Clone, Debug)]
pub struct SideVariable {
    /// As written.
    pub name: String,
    /// The player, as a value of the players' sort.
    pub player: Value,
    /// How often the premise speaks of it.
    pub uses: usize,
    /// Behind `for` or `against`.
    pub span: Span,
}

/// A rule, or what is asked like one. A text that stands for every player gives a rule for each of them, one behind the other.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What it is for.
    pub kind: RuleKind,
    /// Its name, or the predicate of an export; together with its colour it is unique.
    pub name: String,
    /// The player for whom it claims a win or counts, or of whom an export speaks, as a value of the players' sort.
    /// Queries and exports without `for` speak of nobody in particular.
    pub colour: Option<Value>,
    /// What the variables behind `for` and `against` stand for; none where the text is for one player.
    pub side: Vec<SideVariable>,
    /// In how many moves the win is reached.
    pub level: u32,
    /// How many of the variables of its answer, the first ones, it plays.
    pub plays: usize,
    /// Its variables.
    pub variables: Vec<Variable>,
    /// How many of the variables of its answer, the first ones, are given when it is asked.
    pub given: usize,
    /// The named variables in the order in which answers are compared: the played ones, then by name; of an export in
    /// the order of its arguments; of what a game asks, those that it speaks of.
    pub answer: Vec<VariableId>,
    /// When it applies: all of these hold.
    pub body: Vec<Goal>,
    /// They may hold of an image of the position: of a score or a preference.
    pub up_to_symmetry: bool,
    /// Its doc comment.
    pub doc: Vec<String>,
    /// Its name.
    pub name_span: Span,
    /// The whole rule.
    pub span: Span,
    /// The rule in canonical spelling.
    pub text: String,
}

impl Variable {
    /// A variable that the text names.
    pub fn named(name: String, sort: SortId, local: bool, span: Span) -> Variable {
        Variable { name, sort, local, stands_for: StandsFor::Itself, span }
    }
}

impl Rule {
    /// The sorts of the values of an answer.
    pub fn answer_sorts(&self) -> impl Iterator<Item = SortId> {
        self.answer.iter().map(|variable| self.variables[variable.index()].sort)
    }

    /// The variables that it plays, in the order in which a move plays their values.
    pub fn played(&self) -> &[VariableId] {
        &self.answer[..self.plays]
    }
}

/// `equal/2`, which is always there.
pub const EQUAL: PredicateId = PredicateId(0);

impl Program {
    /// What a rule plays by an answer, as moves are written: its values joined by `-`. Nothing where it plays nothing.
    pub fn played_text(&self, rule: RuleId, answer: &[Value]) -> Option<String> {
        let rule = self.rule(rule);
        let text =
            |(id, value): (&VariableId, &Value)| self.sort(rule.variables[id.index()].sort).text(*value);
        let texts: Vec<String> = rule.played().iter().zip(answer).map(text).collect();
        (!texts.is_empty()).then(|| texts.join("-"))
    }

    /// What each solution of a preference is worth; nothing of what is none.
    pub fn worth(&self, rule: &Rule) -> Option<Weight> {
        let RuleKind::Preference(Valued { worth }) = rule.kind else { return None };
        Some(worth.map_or_else(|| self.worth_at(rule, rule.plays), Weight::fixed))
    }

    /// The number that stands at this place of an answer.
    fn worth_at(&self, rule: &Rule, at: usize) -> Weight {
        let sort = self.sort(rule.variables[rule.answer[at].index()].sort);
        let mut weight = Weight::fixed(sort.number(0));
        weight.values[0] = (1, at);
        weight
    }

    /// Whether a host must answer something, or read and write values. The states of a game are answered by its positions.
    pub fn needs_host(&self) -> bool {
        let of_the_host = |kind: &PredicateKind| match kind {
            PredicateKind::Extern(external) => external.state.is_none(),
            PredicateKind::Action { .. } => true,
            _ => false,
        };
        self.predicates.iter().any(|predicate| of_the_host(&predicate.kind))
            || self.sorts.iter().any(|sort| matches!(sort.kind, SortKind::Opaque { .. }))
    }

    /// A sort.
    pub fn sort(&self, id: SortId) -> &Sort {
        &self.sorts[id.index()]
    }

    /// A predicate.
    pub fn predicate(&self, id: PredicateId) -> &Predicate {
        &self.predicates[id.index()]
    }

    /// What a predicate that is a comparison says.
    pub fn comparison(&self, id: PredicateId) -> &Comparison {
        match &self.predicate(id).kind {
            PredicateKind::Comparison(comparison) => comparison,
            _ => unreachable!("the predicate is a comparison"),
        }
    }

    /// The same over the values of its arguments.
    pub fn linear(&self, id: PredicateId) -> Linear {
        self.comparison(id).linear(self, &self.predicate(id).sorts)
    }

    /// A rule.
    pub fn rule(&self, id: RuleId) -> &Rule {
        &self.rules[id.index()]
    }

    /// The rules and all that is asked like them, of those from one text only the first.
    pub fn rule_texts(&self) -> impl Iterator<Item = &Rule> {
        let repeats = |at: usize| at > 0 && self.rules[at - 1].span == self.rules[at].span;
        self.rules.iter().enumerate().filter(move |(at, _)| !repeats(*at)).map(|(_, rule)| rule)
    }

    /// How a value of the players' sort is written.
    pub fn player(&self, player: Value) -> String {
        self.player_sort.map_or_else(String::new, |sort| self.sort(sort).text(player))
    }

    /// The word for a rule's colour; empty without one.
    pub fn colour(&self, rule: &Rule) -> String {
        rule.colour.map_or_else(String::new, |player| self.player(player))
    }

    /// The clause whose tuples an aggregate goes through.
    pub fn clause_of(&self, aggregate: &Aggregate) -> &Clause {
        match &self.predicate(aggregate.of).kind {
            PredicateKind::Derived(clauses) => &clauses[0],
            _ => unreachable!("the tuples of an aggregate have one clause"),
        }
    }

    /// The exports.
    pub fn exports(&self) -> impl Iterator<Item = (RuleId, &Rule)> {
        let rules = self.rules.iter().enumerate().filter(|(_, rule)| rule.kind == RuleKind::Export);
        rules.map(|(at, rule)| (RuleId(at as u32), rule))
    }

    /// The scores with their weights.
    pub fn scores(&self) -> impl Iterator<Item = (RuleId, &Rule, Weights)> {
        self.rules.iter().enumerate().filter_map(|(at, rule)| match rule.kind {
            RuleKind::Score(weights) => Some((RuleId(at as u32), rule, weights)),
            _ => None,
        })
    }

    /// What solutions of a score are worth, as it is written, where its player is to move and where not.
    pub fn weight_texts(&self, score: &Rule, weights: Weights) -> [String; 2] {
        [weights.attacking, weights.defending].map(|weight| self.weight_text(score, weight))
    }

    fn weight_text(&self, score: &Rule, weight: Weight) -> String {
        let variable = |at: usize| &score.variables[score.answer[at].index()];
        let meant = || weight.values.iter().filter(|(factor, _)| *factor != 0);
        let origin = |(factor, at): &(i64, usize)| factor * self.sort(variable(*at).sort).number(0);
        let number = weight.number - meant().map(origin).sum::<i64>();
        let names = meant().flat_map(|(factor, at)| {
            let times = usize::try_from(factor.unsigned_abs()).unwrap_or(0);
            std::iter::repeat_n((*factor < 0, variable(*at).name.as_str()), times)
        });
        let mut names: Vec<(bool, &str)> = names.collect();
        names.sort_by_key(|(is_taken_away, _)| *is_taken_away);
        let begins_with_number = names.first().is_none_or(|(is_taken_away, _)| *is_taken_away);
        let mut text = if begins_with_number { number.to_string() } else { String::new() };
        for (is_taken_away, name) in names {
            match (is_taken_away, text.is_empty()) {
                (_, true) => {}
                (true, false) => text += " - ",
                (false, false) => text += " + ",
            }
            text += name;
        }
        match number {
            0 => text,
            _ if begins_with_number => text,
            ..0 => format!("{text} - {}", number.unsigned_abs()),
            _ => format!("{text} + {number}"),
        }
    }

    /// The predicates that the text derives, with their clauses.
    pub fn derived(&self) -> impl Iterator<Item = (PredicateId, &Predicate, &[Clause])> {
        let all = (0..).map(PredicateId).zip(&self.predicates);
        all.filter_map(|(id, predicate)| match &predicate.kind {
            PredicateKind::Derived(clauses) if predicate.is_written() => {
                Some((id, predicate, clauses.as_slice()))
            }
            _ => None,
        })
    }

    /// What a game asks of its positions, in order.
    pub fn questions(&self) -> impl Iterator<Item = (RuleId, &Rule)> {
        let rules = self.rules.iter().zip((0..).map(RuleId)).map(|(rule, id)| (id, rule));
        rules.filter(|(_, rule)| matches!(rule.kind, RuleKind::Game(_)))
    }

    /// The preferences with what their solutions are worth, in order.
    pub fn preferences(&self) -> impl Iterator<Item = (RuleId, &Rule, Weight)> {
        let rules = self.rules.iter().zip((0..).map(RuleId));
        rules.filter_map(|(rule, id)| Some((id, rule, self.worth(rule)?)))
    }

    /// `t.threat for white`, `the export forbidden for black`, `the score two for white`
    pub fn rule_title(&self, rule: &Rule) -> String {
        match rule.kind {
            RuleKind::Rule => format!("{} for {}", rule.name, self.colour(rule)),
            RuleKind::Export if rule.colour.is_none() => format!("the export {}", rule.name),
            RuleKind::Export => format!("the export {} for {}", rule.name, self.colour(rule)),
            RuleKind::Score(_) => format!("the score {} for {}", rule.name, self.colour(rule)),
            RuleKind::Preference(_) => format!("the preference {} for {}", rule.name, self.colour(rule)),
            RuleKind::Game(GameQuestion::Move) => format!("the move {} for {}", rule.name, self.colour(rule)),
            RuleKind::Game(GameQuestion::Effect) => {
                format!("an effect of {} for {}", rule.name, self.colour(rule))
            }
            RuleKind::Game(GameQuestion::Draw) => format!("the draw {}", rule.name),
            RuleKind::Game(GameQuestion::Margin) => format!("the margin for {}", self.colour(rule)),
            RuleKind::Game(GameQuestion::Start) => "the start".to_owned(),
            RuleKind::Game(GameQuestion::Claims) => "what claims suppose".to_owned(),
            RuleKind::Query => "the query".to_owned(),
        }
    }

    /// The sort of which a predicate holds of each value.
    pub fn enumerated(&self, predicate: PredicateId) -> Option<SortId> {
        self.predicate(predicate).enumerated()
    }

    /// The common part of two sorts: the smaller one where one is part of the other.
    pub fn common(&self, a: SortId, b: SortId) -> Option<SortId> {
        if self.is_part(a, b) {
            Some(a)
        } else if self.is_part(b, a) {
            Some(b)
        } else {
            None
        }
    }

    /// Whether `part` is `whole` or, by however many steps, part of it.
    pub fn is_part(&self, part: SortId, whole: SortId) -> bool {
        let mut at = Some(part);
        while let Some(sort) = at {
            if sort == whole {
                return true;
            }
            at = self.sort(sort).whole;
        }
        false
    }

    /// The sort whose variables begin with this word.
    pub fn sort_of_word(&self, word: &str) -> Option<SortId> {
        let has = |sort: &Sort| sort.words.iter().any(|known| known == word);
        self.sorts.iter().position(has).map(|at| SortId(at as u32))
    }

    /// The smallest sort that both are part of.
    pub fn least_whole(&self, a: SortId, b: SortId) -> Option<SortId> {
        let mut at = Some(a);
        while let Some(sort) = at {
            if self.is_part(b, sort) {
                return Some(sort);
            }
            at = self.sort(sort).whole;
        }
        None
    }
}
