//! Writes patterns as rules. Each pattern has a score, with a comment that says where its value comes from and draws
//! the board.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write as _;

use blanche_compiler::runtime::Value;
use blanche_compiler::syntax::ast::{Item, ItemKind, Literal};

use super::{Learned, Pattern};
use crate::learning::document::{items_of, word};
use noire_engine::games::numbering::{Numbering, Tuple};

/// Prefix of the names of scores for patterns. The number of the board follows it.
const NAME: &str = "pattern.";

/// The name of the score for a pattern.
fn name(numbering: &Numbering<'_>, (player, number): Pattern) -> String {
    format!("{NAME}{number}.{}", numbering.rules().program().player(player))
}

/// A field and the piece on it, or `None` for an empty field.
type FieldContent = (Value, Option<Tuple>);

/// Cache of parsed literals. It is useful because there are few different literals.
#[derive(Default)]
pub(super) struct Literals(HashMap<FieldContent, Literal>);

impl Literals {
    /// The score of a pattern, with its comment, as an item.
    pub(super) fn score(
        &mut self,
        numbering: &Numbering<'_>,
        pattern: Pattern,
        learned: &Learned,
    ) -> Option<Item> {
        let (player, number) = pattern;
        let contents_of = numbering.contents_of(number);
        let first = literal_text(numbering, contents_of.first()?);
        let mut item = items_of(&score(numbering, pattern, learned, &first)).pop()?;
        let ItemKind::Score(score) = &mut item.kind else { return None };
        let premise = score.body.branches.first_mut()?;
        for contents_of in contents_of.into_iter().skip(1) {
            let text = literal_text(numbering, &contents_of);
            let parsed = || literal(numbering.rules().program().player(player), &text);
            premise.push(match self.0.entry(contents_of) {
                Entry::Occupied(known) => known.get().clone(),
                Entry::Vacant(new) => new.insert(parsed()?).clone(),
            });
        }
        Some(item)
    }
}

/// Parses a literal of a score for a player.
fn literal(player: String, text: &str) -> Option<Literal> {
    let item = items_of(&format!("score s for {player} attacking 0 defending 0 if {text}")).pop()?;
    let ItemKind::Score(score) = item.kind else { return None };
    score.body.branches.into_iter().next()?.pop()
}

/// The source of a score for a pattern. Weights are positive, so the score belongs to the opponent if the value is
/// negative.
fn score(numbering: &Numbering<'_>, (player, number): Pattern, learned: &Learned, premise: &str) -> String {
    let rules = numbering.rules();
    let program = rules.program();
    let mut text = format!("\n%% {}\n%%\n", origin(learned));
    let next = rules.next(player);
    for line in rules.notation().drawn(&numbering.board(number, next)).lines() {
        let _ = writeln!(text, "%%     {line}");
    }
    let whose = program.player(if learned.worth < 0 { next } else { player });
    let (name, worth) = (name(numbering, (player, number)), learned.worth.unsigned_abs());
    let _ = writeln!(
        text,
        "score {name} for {whose} attacking {worth} defending {worth} if\n    {premise} up to symmetry"
    );
    text
}

/// A sentence that says where the value of a pattern comes from.
fn origin(learned: &Learned) -> String {
    let Learned { worth, won, drawn, lost, last } = learned;
    let all = learned.games();
    let s = if all == 1 { "" } else { "s" };
    format!(
        "Worth {worth}: won {won}, drew {drawn}, lost {lost} of the {all} game{s} that came here, the last one game {last}."
    )
}

/// Parses the sentence that says where the value of a pattern comes from.
pub(super) fn read_origin(text: &str) -> Option<Learned> {
    let numbers: Vec<i64> = text
        .split(|letter: char| !letter.is_ascii_digit() && letter != '-')
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().ok())
        .collect::<Option<_>>()?;
    let [worth, won, drawn, lost, _, last] = numbers[..] else { return None };
    let count = |number: i64| u64::try_from(number).ok();
    Some(Learned { worth, won: count(won)?, drawn: count(drawn)?, lost: count(lost)?, last: count(last)? })
}

/// The pattern that is encoded in the name of a score.
pub(super) fn pattern_of(item: &Item, numbering: &Numbering<'_>) -> Option<Pattern> {
    let ItemKind::Score(score) = &item.kind else { return None };
    let (number, player) = score.name.text.strip_prefix(NAME)?.split_once('.')?;
    let program = numbering.rules().program();
    let player = program.players.iter().find(|known| program.player(**known) == player)?;
    Some((*player, number.parse().ok()?))
}

/// The literal that holds for the piece on a field, or for an empty field.
fn literal_text(numbering: &Numbering<'_>, (field, contents_of): &FieldContent) -> String {
    let rules = numbering.rules();
    let program = rules.program();
    match contents_of {
        Some((state, tuple)) => rules.notation().tuple_text(*state, tuple),
        None => {
            let board = program.board.as_ref();
            let field = board.map_or_else(String::new, |board| program.sort(board.field).text(*field));
            format!("{}({field})", bare(numbering))
        }
    }
}

/// The name of the predicate for empty fields. It is a name that the game does not use.
fn bare(numbering: &Numbering<'_>) -> &'static str {
    let program = numbering.rules().program();
    let is_free = |name: &&&str| !program.predicates.iter().any(|predicate| predicate.name == **name);
    ["bare", "nothing.on", "without.anything"].iter().find(is_free).unwrap_or(&"bare")
}

/// The derivation of the predicate for empty fields, as an item.
pub(super) fn bare_item(numbering: &Numbering<'_>) -> Option<Item> {
    let rules = numbering.rules();
    let program = rules.program();
    let board = program.board.as_ref()?;
    let field = word(program, board.field, "Place");
    let states = numbering.states();
    // Variables in different literals need different names, because equal names would join the literals.
    let others: usize = states.iter().map(|(state, _)| rules.layout().table(*state).arity() - 1).sum();
    let (is_alone, mut literals) = (others <= 1, Vec::new());
    for (count, (state, place)) in (1..).zip(&states) {
        let predicate = program.predicate(rules.game().states[*state].predicate);
        let argument = |at: usize| {
            let any = word(program, predicate.sort(at), "Any");
            match (at == *place, is_alone) {
                (true, _) => field.clone(),
                (false, true) => format!("{any}_"),
                (false, false) => format!("{any}{count}{at}_"),
            }
        };
        let arguments: Vec<String> = (0..predicate.sorts.len()).map(argument).collect();
        literals.push(format!("¬{}({})", predicate.name, arguments.join(", ")));
    }
    let (bare, premise) = (bare(numbering), literals.join(", "));
    items_of(&format!("\n%% The field is empty.\n{bare}({field}) :- {premise}\n")).pop()
}
