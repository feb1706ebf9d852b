//! The resolved program: names are ids, constants are values, every variable has a sort.
//!
//! [`crate::names`] builds the program from the syntax trees, and the checks and the planner read it. Its clauses
//! correspond to the clauses of the text, because nothing is unfolded or reordered here.

mod board;
mod comparison;
mod game;
mod goals;
mod layout;
mod predicates;
mod recursion;
mod rules;
mod sorts;
mod variables;

pub use crate::syntax::ast::{Function, Operator};
pub use board::{Board, Symmetry};
pub use comparison::{Comparison, Linear, Part, Summand};
pub use game::{
    Argument, BlockedOutcome, Continuation, Drawing, Effect, EffectKind, Game, MAX_OCCURRENCES, Move,
    NOTATIONS, PDN, Start, State, Supposition, Tuple,
};
pub use goals::{Atom, Goal, Term};
pub use predicates::{Aggregate, Answers, Extern, Mode, Origin, Predicate, PredicateKind};
pub(crate) use recursion::each_in_same_position;
pub use recursion::{ComponentId, Recursion};
pub use rules::{GameQuestion, PreferenceWorth, Rule, RuleKind, SideVariable};
pub use sorts::{Constants, MAX_SET_SIZE, Numbers, Sort, SortKind};
pub(crate) use variables::own_clause;
pub use variables::{Occurrences, clause_occurrences, occurrences, rule_occurrences, variables};

use blanche_sorted::Arrange;

use crate::files::{FileId, Span};
use crate::runtime::{Value, Weight, Weights};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The index of the item in the table of all items of this kind.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// The id of a sort: its index in [`Program::sorts`].
    SortId
}
id! {
    /// The id of a predicate: its index in [`Program::predicates`].
    PredicateId
}
id! {
    /// The id of a rule: its index in [`Program::rules`].
    RuleId
}
id! {
    /// The id of a variable: its index in its clause or rule.
    VariableId
}

/// A program: either a knowledge base, or a file together with the files that it uses.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The name of the base, if there is one.
    pub base: Option<String>,
    /// The name of the domain, if there is one.
    pub domain: Option<String>,
    /// The doc comment of the base.
    pub doc: Vec<String>,
    /// The files of the program. Their order determines the order of rules with the same level.
    pub files: Vec<FileId>,
    /// The sorts: declared ones first, then the implicit ones of facts.
    pub sorts: Vec<Sort>,
    /// The players, as values of [`Program::player_sort`].
    pub players: Vec<Value>,
    /// The sort of the players.
    pub player_sort: Option<SortId>,
    /// The board, if there is one.
    pub board: Option<Board>,
    /// The game; `None` if the program does not keep positions itself.
    pub game: Option<Game>,
    /// Conditions that must hold, or else rules claim nothing.
    pub suppositions: Vec<Supposition>,
    /// The predicates. The one with [`PredicateId`] 0 is `equal/2`.
    pub predicates: Vec<Predicate>,
    /// The rules, by level, then in the order of the text.
    pub rules: Vec<Rule>,
}

/// A clause of a derived predicate.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// The arguments of the head.
    pub head: Vec<Term>,
    /// The variables of the clause.
    pub variables: Vec<Variable>,
    /// The goals, all of which must hold.
    pub body: Vec<Goal>,
    /// The span of the whole clause.
    pub span: Span,
    /// The text of the clause in canonical spelling.
    pub text: String,
}

impl Clause {
    /// Whether the clause is a fact, so that it has no body.
    pub fn is_fact(&self) -> bool {
        self.body.is_empty()
    }
}

/// What a variable represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableOrigin {
    /// An ordinary variable, named in the text.
    Itself,
    /// A sum used as an argument.
    Sum,
    /// The value of a call. It is the last argument of the atom that has the same span as the variable.
    Call,
    /// The result of an aggregate.
    Result,
}

/// A variable of a clause or rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variable {
    /// The name as written.
    pub name: String,
    /// The sort: the intersection of the sorts of all argument positions where the variable occurs.
    pub sort: SortId,
    /// Whether the variable has an underscore in its name, or does not occur in the text.
    pub local: bool,
    /// What the variable represents.
    pub origin: VariableOrigin,
    /// The first occurrence of the variable.
    pub span: Span,
}

impl Variable {
    /// Makes a variable that is named in the text.
    pub fn named(name: String, sort: SortId, local: bool, span: Span) -> Variable {
        Variable { name, sort, local, origin: VariableOrigin::Itself, span }
    }
}

/// The id of `equal/2`, which exists in every program.
pub const EQUAL: PredicateId = PredicateId(0);

impl Program {
    /// The text of the move in an answer of a rule. It consists of the played values, joined by `-`. `None` if the rule
    /// plays nothing.
    pub fn played_text(&self, rule: RuleId, answer: &[Value]) -> Option<String> {
        let rule = self.rule(rule);
        let text =
            |(id, value): (&VariableId, &Value)| self.sort(rule.variables[id.index()].sort).text(*value);
        let texts: Vec<String> = rule.played().iter().zip(answer).map(text).collect();
        (!texts.is_empty()).then(|| texts.join("-"))
    }

    /// Corrects capital and small letters in values joined by `-`, so that they agree with the program's constants. A
    /// constant matches regardless of case, unless two constants differ only in case.
    pub fn spelled(&self, values: &str) -> String {
        let spelled = |value: &str| {
            let mut known: Vec<&str> =
                self.sorts.iter().filter_map(|sort| sort.constant_in_any_case(value)).collect();
            known.arrange();
            known.dedup();
            match known.as_slice() {
                [one] if !known.contains(&value) => (*one).to_owned(),
                _ => value.to_owned(),
            }
        };
        values.split('-').map(spelled).collect::<Vec<_>>().join("-")
    }

    /// The worth that a preference gives to the move in each solution; `None` for any other rule.
    pub fn worth(&self, rule: &Rule) -> Option<Weight> {
        let RuleKind::Preference(PreferenceWorth { worth }) = rule.kind else { return None };
        Some(worth.map_or_else(|| self.worth_at(rule, rule.plays), Weight::fixed))
    }

    /// A weight that is equal to the number at this index in an answer.
    fn worth_at(&self, rule: &Rule, at: usize) -> Weight {
        let sort = self.sort(rule.variables[rule.answer[at].index()].sort);
        let mut weight = Weight::fixed(sort.number(0));
        weight.values[0] = (1, at);
        weight
    }

    /// Whether the program needs a host to answer predicates, or to read and write values. The states of a game need no
    /// host.
    pub fn needs_host(&self) -> bool {
        let of_the_host = |kind: &PredicateKind| match kind {
            PredicateKind::Extern(external) => external.state.is_none(),
            PredicateKind::Action { .. } => true,
            _ => false,
        };
        self.predicates.iter().any(|predicate| of_the_host(&predicate.kind))
            || self.sorts.iter().any(|sort| matches!(sort.kind, SortKind::Opaque { .. }))
    }

    /// The sort with this id.
    pub fn sort(&self, id: SortId) -> &Sort {
        &self.sorts[id.index()]
    }

    /// The predicate with this id.
    pub fn predicate(&self, id: PredicateId) -> &Predicate {
        &self.predicates[id.index()]
    }

    /// The comparison of a predicate.
    pub fn comparison(&self, id: PredicateId) -> &Comparison {
        match &self.predicate(id).kind {
            PredicateKind::Comparison(comparison) => comparison,
            _ => unreachable!("the predicate is a comparison"),
        }
    }

    /// The comparison of a predicate as a linear form over its arguments.
    pub fn linear(&self, id: PredicateId) -> Linear {
        self.comparison(id).linear(self, &self.predicate(id).sorts)
    }

    /// The rule with this id.
    pub fn rule(&self, id: RuleId) -> &Rule {
        &self.rules[id.index()]
    }

    /// The rules and similar items. If several rules come from the same item in the text, only the first of them is
    /// included.
    pub fn rule_texts(&self) -> impl Iterator<Item = &Rule> {
        let repeats = |at: usize| at > 0 && self.rules[at - 1].span == self.rules[at].span;
        self.rules.iter().enumerate().filter(move |(at, _)| !repeats(*at)).map(|(_, rule)| rule)
    }

    /// The text of a value of the sort with this name. If there is no such sort, the value is written as a number.
    pub fn value_text(&self, sort: &str, value: Value) -> String {
        let sort = self.sorts.iter().find(|known| known.name == sort);
        sort.map_or_else(|| value.to_string(), |sort| sort.text(value))
    }

    /// The name of a player.
    pub fn player(&self, player: Value) -> String {
        self.player_sort.map_or_else(String::new, |sort| self.sort(sort).text(player))
    }

    /// The name of a rule's player; empty if it has none.
    pub fn colour(&self, rule: &Rule) -> String {
        rule.colour.map_or_else(String::new, |player| self.player(player))
    }

    /// The clause whose answers are combined by an aggregate.
    pub fn clause_of(&self, aggregate: &Aggregate) -> &Clause {
        match &self.predicate(aggregate.of).kind {
            PredicateKind::Derived(clauses) => &clauses[0],
            _ => unreachable!("the tuples of an aggregate have one clause"),
        }
    }

    /// The exports, in order.
    pub fn exports(&self) -> impl Iterator<Item = (RuleId, &Rule)> {
        let rules = self.rules.iter().enumerate().filter(|(_, rule)| rule.kind == RuleKind::Export);
        rules.map(|(at, rule)| (RuleId(at as u32), rule))
    }

    /// The scores, with their weights.
    pub fn scores(&self) -> impl Iterator<Item = (RuleId, &Rule, Weights)> {
        self.rules.iter().enumerate().filter_map(|(at, rule)| match rule.kind {
            RuleKind::Score(weights) => Some((RuleId(at as u32), rule, weights)),
            _ => None,
        })
    }

    /// Whether a score counts for players whose settings do not name any scores.
    pub fn counts(&self, score: RuleId) -> bool {
        !self.rule(score).when_named
    }

    /// The texts of the two weights of a score. The first counts if the score's player is to move, and the second if
    /// not.
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
        names.arrange_by_key(|(is_taken_away, _)| *is_taken_away);
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

    /// The derived predicates of the text, with their clauses.
    pub fn derived(&self) -> impl Iterator<Item = (PredicateId, &Predicate, &[Clause])> {
        let all = (0..).map(PredicateId).zip(&self.predicates);
        all.filter_map(|(id, predicate)| match &predicate.kind {
            PredicateKind::Derived(clauses) if predicate.is_written() => {
                Some((id, predicate, clauses.as_slice()))
            }
            _ => None,
        })
    }

    /// The queries of the game about its positions, in the order of their ids.
    pub fn questions(&self) -> impl Iterator<Item = (RuleId, &Rule)> {
        let rules = self.rules.iter().zip((0..).map(RuleId)).map(|(rule, id)| (id, rule));
        rules.filter(|(_, rule)| matches!(rule.kind, RuleKind::Game(_)))
    }

    /// The preferences, with the worth of their solutions, in order.
    pub fn preferences(&self) -> impl Iterator<Item = (RuleId, &Rule, Weight)> {
        let rules = self.rules.iter().zip((0..).map(RuleId));
        rules.filter_map(|(rule, id)| Some((id, rule, self.worth(rule)?)))
    }

    /// The title of a rule for messages: `t.threat for white`, `the export forbidden for black`,
    /// `the score two for white`
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

    /// The sort whose values a predicate enumerates. `None` if the predicate is not that of a sort.
    pub fn enumerated(&self, predicate: PredicateId) -> Option<SortId> {
        self.predicate(predicate).enumerated()
    }

    /// The intersection of two sorts. It is the smaller sort if one is part of the other, and otherwise `None`.
    pub fn common(&self, a: SortId, b: SortId) -> Option<SortId> {
        if self.is_part(a, b) {
            Some(a)
        } else if self.is_part(b, a) {
            Some(b)
        } else {
            None
        }
    }

    /// Whether the sort `part` is equal to the sort `whole`, or is directly or indirectly a part of it.
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

    /// The sort that declares this prefix for the names of its variables.
    pub fn sort_of_word(&self, word: &str) -> Option<SortId> {
        let has = |sort: &Sort| sort.words.iter().any(|known| known == word);
        self.sorts.iter().position(has).map(|at| SortId(at as u32))
    }

    /// The smallest sort that contains both sorts.
    pub fn smallest_common_sort(&self, a: SortId, b: SortId) -> Option<SortId> {
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
