//! What was learned, as a text of BLANCHE: a score for every pattern, with where it comes from and the board.

use std::fmt::Write as _;

use blanche_compiler::files::Sources;
use blanche_compiler::runtime::Value;
use blanche_compiler::syntax::ast::{File, Item, ItemKind};
use blanche_compiler::syntax::{parse, print};

use super::patterns::{Learned, Pattern};
use super::reading::Kept;
use crate::bases::learned::{END, Heading};
use crate::games::numbering::{Numbering, Tuple};

/// What the names of scores of patterns begin with; the number of the board follows.
pub const NAME: &str = "pattern.";

/// The text: the heading, the files that it uses, the patterns by their numbers, each in its place what people wrote of it, and at
/// the end what else they wrote.
pub fn text(
    heading: &Heading,
    uses: &[String],
    numbering: &Numbering<'_>,
    learned: &[(Pattern, Learned)],
    kept: Vec<Kept>,
) -> String {
    let mut beginning = heading.text() + "\n";
    uses.iter().for_each(|path| {
        let _ = writeln!(beginning, "use {path}");
    });
    let mut items: Vec<(Option<Pattern>, Item)> = Vec::new();
    for (pattern, learned) in learned {
        let item = score_item(numbering, *pattern, learned);
        items.extend(item.map(|item| (Some(*pattern), item)));
    }
    items.extend(kept.into_iter().map(|kept| (kept.pattern, kept.item)));
    // What belongs to no pattern comes last, in its order.
    items.sort_by_key(|(pattern, _)| (pattern.is_none(), *pattern));
    let has_bare = items.iter().any(|(_, item)| derives(item) == Some(bare(numbering)));
    let first = if has_bare { None } else { bare_item(numbering) };
    let items: Vec<Item> = first.into_iter().chain(items.into_iter().map(|(_, item)| item)).collect();
    let mut sources = Sources::default();
    let id = sources.add("", &[]);
    let scores = print(&File { id, items, end: Default::default() });
    let (beginning, scores) = (beginning.trim_end(), scores.trim());
    match scores.is_empty() {
        true => format!("{beginning}\n\n{END}\n"),
        false => format!("{beginning}\n\n{scores}\n\n{END}\n"),
    }
}

/// The predicate that an item derives.
fn derives(item: &Item) -> Option<&str> {
    match &item.kind {
        ItemKind::Derivation(tree) => Some(&tree.head.predicate.text),
        _ => None,
    }
}

/// The items of a text.
fn items_of(text: &str) -> Vec<Item> {
    let mut sources = Sources::default();
    let id = sources.add("", text.as_bytes());
    parse(&sources, id).file.items
}

/// The name of the score of a pattern.
pub(super) fn name(numbering: &Numbering<'_>, (player, number): Pattern) -> String {
    format!("{NAME}{number}.{}", numbering.rules().program().player(player))
}

/// The score of a pattern with its comment, as an item.
pub fn score_item(numbering: &Numbering<'_>, pattern: Pattern, learned: &Learned) -> Option<Item> {
    items_of(&score(numbering, pattern, learned)).pop()
}

/// A score is worth its weight to whoever has it: where the one who made the move is worse off, the other has it.
fn score(numbering: &Numbering<'_>, (player, number): Pattern, learned: &Learned) -> String {
    let rules = numbering.rules();
    let program = rules.program();
    let mut text = format!("\n%% {}\n%%\n", origin(learned));
    let next = rules.next(player);
    for line in rules.drawn(&numbering.board(number, next)).lines() {
        let _ = writeln!(text, "%%     {line}");
    }
    let whose = program.player(if learned.worth < 0 { next } else { player });
    let (name, worth) = (name(numbering, (player, number)), learned.worth.unsigned_abs());
    let premise = premise(numbering, number).join(", ");
    let _ = writeln!(
        text,
        "score {name} for {whose} attacking {worth} defending {worth} if\n    {premise} up to symmetry"
    );
    text
}

/// Where a pattern's worth comes from.
fn origin(learned: &Learned) -> String {
    let Learned { worth, won, drawn, lost, last } = learned;
    let all = learned.games();
    let s = if all == 1 { "" } else { "s" };
    format!(
        "Worth {worth}: won {won}, drew {drawn}, lost {lost} of the {all} game{s} that came here, the last one game {last}."
    )
}

/// The numbers of such a sentence.
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

/// What stands on every field, and on which nothing does, in the order of the board.
fn premise(numbering: &Numbering<'_>, number: u128) -> Vec<String> {
    let rules = numbering.rules();
    let (program, bare) = (rules.program(), bare(numbering));
    let field_text = |field| {
        program.board.as_ref().map_or_else(String::new, |board| program.sort(board.field).text(field))
    };
    let literal = |(field, standing): (Value, Option<Tuple>)| match standing {
        Some((state, tuple)) => rules.tuple_text(state, &tuple),
        None => format!("{bare}({})", field_text(field)),
    };
    numbering.standing(number).into_iter().map(literal).collect()
}

/// The predicate of fields on which nothing stands: a name that the game does not have.
fn bare(numbering: &Numbering<'_>) -> &'static str {
    let program = numbering.rules().program();
    let is_free = |name: &&&str| !program.predicates.iter().any(|predicate| predicate.name == **name);
    ["bare", "nothing.on", "without.anything"].iter().find(is_free).unwrap_or(&"bare")
}

/// The derivation of that predicate, as an item.
pub(super) fn bare_item(numbering: &Numbering<'_>) -> Option<Item> {
    let rules = numbering.rules();
    let program = rules.program();
    let board = program.board.as_ref()?;
    let word = program.sort(board.field).words.first().cloned().unwrap_or_else(|| "Place".to_owned());
    let states = numbering.states();
    // Variables of one name would be one.
    let others: usize = states.iter().map(|(state, _)| rules.layout().table(*state).arity() - 1).sum();
    let (is_alone, mut literals) = (others <= 1, Vec::new());
    for (count, (state, place)) in (1..).zip(&states) {
        let predicate = program.predicate(rules.game().states[*state].predicate);
        let argument = |at: usize| {
            let sort = program.sort(predicate.sort(at));
            let any = sort.words.first().or_else(|| program.sort(sort.root).words.first());
            let any = any.cloned().unwrap_or_else(|| "Any".to_owned());
            match (at == *place, is_alone) {
                (true, _) => word.clone(),
                (false, true) => format!("{any}_"),
                (false, false) => format!("{any}{count}{at}_"),
            }
        };
        let arguments: Vec<String> = (0..predicate.sorts.len()).map(argument).collect();
        literals.push(format!("¬{}({})", predicate.name, arguments.join(", ")));
    }
    let (bare, premise) = (bare(numbering), literals.join(", "));
    items_of(&format!("\n%% Nothing stands on the field.\n{bare}({word}) :- {premise}\n")).pop()
}
