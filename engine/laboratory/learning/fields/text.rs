//! Writes the table as rules. Each stage of the game has facts with its numbers, written as a board, and a preference
//! uses the facts.

use std::fmt::Write as _;

use blanche_compiler::game::Rules;
use blanche_compiler::program::SortId;
use blanche_compiler::runtime::Value;
use blanche_compiler::syntax::ast::{Item, ItemKind, Term};
use blanche_sorted::SortedMap;

use super::{MAX_VALUE, Stage};
use crate::learning::document::{items_of, word};
use noire_engine::games::numbering::Numbering;

/// The name of the predicate for the table. Its arguments are the number of occupied fields, the field, and the value
/// of playing there.
const NAME: &str = "learned";

/// All items to write.
pub(super) fn items(numbering: &Numbering<'_>, stages: &SortedMap<usize, Stage>) -> Vec<Item> {
    // Without facts, the preference would never apply.
    if stages.is_empty() {
        return Vec::new();
    }
    let mut items = frame(numbering);
    items.extend(stages.iter().filter_map(|(taken, stage)| stage_item(numbering, *taken, stage)));
    items
}

/// The items of the file without the table itself.
pub(super) fn frame(numbering: &Numbering<'_>) -> Vec<Item> {
    let rules = numbering.rules();
    let program = rules.program();
    let Some(board) = &program.board else { return Vec::new() };
    let word = |sort: SortId, otherwise: &str| word(program, sort, otherwise);
    let field = word(board.field, "Place");
    let player = program.player_sort.map_or_else(|| "Player".to_owned(), |sort| word(sort, "Player"));
    let mut occupied = String::new();
    for (state, place) in numbering.states() {
        let predicate = program.predicate(rules.game().states[state].predicate);
        let argument = |at: usize| match at == place {
            true => field.clone(),
            false => format!("{}{at}_", word(predicate.sort(at), "Any")),
        };
        let arguments: Vec<String> = (0..predicate.sorts.len()).map(argument).collect();
        let doc = if occupied.is_empty() { "%% The field is occupied.\n" } else { "" };
        let _ = writeln!(occupied, "{doc}occupied({field}) :- {}({})", predicate.name, arguments.join(", "));
    }
    let size = program.sort(board.field).size();
    items_of(&format!(
        "\n%% The value of a move on a field.\n\
         sort learned.worth = -{MAX_VALUE} to {MAX_VALUE} words Worth\n\n\
         %% The number of occupied fields.\n\
         sort fields.taken = 0 to {size} words Taken\n\n\
         {occupied}\n\
         %% The number of fields that are occupied.\n\
         taken(Taken) :- count {field}_ (occupied({field}_)) = Taken\n\n\
         %% The learned value of the move.\n\
         preference learned for {player} plays {field} worth Worth if\n    taken(Taken), {NAME}(Taken, {field}, Worth)\n"
    ))
}

/// The facts of a stage, as an item.
pub(super) fn stage_item(numbering: &Numbering<'_>, taken: usize, stage: &Stage) -> Option<Item> {
    let rules = numbering.rules();
    let board = rules.program().board.as_ref()?;
    let fields = rules.program().sort(board.field);
    let mut numbers = vec![None; fields.size() as usize];
    let mut facts = Vec::new();
    for (field, worth) in &stage.worth {
        *numbers.get_mut(*field as usize)? = Some(format!("{worth:+}"));
        facts.push(format!("{NAME}({taken}, {}, {worth})", fields.text(*field)));
    }
    let mut text = format!("\n%% {} moves were made when {taken} fields were taken.\n%%\n", stage.moves);
    for line in rules.notation().laid_out(&numbers).lines() {
        let _ = writeln!(text, "%%     {line}");
    }
    let _ = writeln!(text, "fact {}", facts.join(", "));
    items_of(&text).pop()
}

/// The table in the file format of the publication, in which the files are named by move numbers. A file has a line for
/// each row of the board, with a sign and at least two digits for each field.
///
/// CITE: Kamphuisen, Van Hasselt, Broeders: "In een data-bestandje, bv 1.txt".
pub(super) fn files(
    rules: &Rules,
    at_first: usize,
    stages: &SortedMap<usize, Stage>,
) -> Vec<(String, String)> {
    let Some(board) = &rules.program().board else { return Vec::new() };
    let size = rules.program().sort(board.field).size();
    let file = |(taken, stage): (&usize, &Stage)| {
        let worth = |field: Value| stage.worth.get(&field).copied().unwrap_or(0);
        let texts: Vec<Option<String>> =
            (0..size as Value).map(|field| Some(format!("{:+03}", worth(field)))).collect();
        let picture = rules.notation().laid_out(&texts);
        // Each row starts with its number, and the letters of the columns follow the last row.
        let rows = picture.lines().take(board.height as usize);
        let row = |line: &str| line.split_whitespace().skip(1).collect::<String>() + "\n";
        (format!("{}.txt", taken + 1 - at_first.min(*taken)), rows.map(row).collect())
    };
    stages.iter().map(file).collect()
}

/// The number of occupied fields in the facts of a stage.
pub(super) fn taken_of(item: &Item) -> Option<usize> {
    let ItemKind::Facts(facts) = &item.kind else { return None };
    let first = facts.atoms.first().filter(|atom| atom.predicate.text == NAME)?;
    match first.arguments.first()? {
        Term::Constant(taken) => taken.text.parse().ok(),
        _ => None,
    }
}

/// Parses the facts of a stage.
pub(super) fn read_stage(numbering: &Numbering<'_>, item: &Item) -> Option<Stage> {
    let ItemKind::Facts(facts) = &item.kind else { return None };
    let program = numbering.rules().program();
    let fields = program.sort(program.board.as_ref()?.field);
    let mut stage =
        Stage { moves: item.doc.first()?.split(' ').next()?.parse().ok()?, worth: SortedMap::new() };
    for atom in &facts.atoms {
        let [_, Term::Constant(field), Term::Constant(worth)] = &atom.arguments[..] else { return None };
        stage.worth.insert(fields.value(&field.text)?, worth.text.parse().ok()?);
    }
    Some(stage)
}
