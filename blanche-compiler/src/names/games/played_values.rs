//! Checks that rules and preferences play values with which some move begins. If a rule plays a row while all moves
//! play columns, it matches no move.

use blanche_sorted::SortedSet;

use super::super::model::Declared;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{Move, Program, Rule, RuleKind, SortId};
use crate::spelling::list;

/// Reports rules and preferences whose played values match the beginning of no move of their player.
pub(super) fn check(resolver: &mut Declared<'_>, moves: &[Move]) {
    if moves.is_empty() || !resolver.recovery.knows_all_items() {
        return;
    }
    let program = &resolver.program;
    let mut said = SortedSet::new();
    let mut found = Vec::new();
    for rule in program.rules.iter().filter(|rule| plays_moves(rule)) {
        let own = moves.iter().filter(|one| rule.colour.is_none_or(|colour| colour == one.player));
        let own: Vec<Vec<SortId>> = own.map(|one| roots(program, program.rule(one.question))).collect();
        let played = roots(program, rule);
        if own.iter().all(|sorts| !sorts.starts_with(&played)) && said.insert(rule.name_span) {
            found.push(fits_no_move(program, rule, &played, &own));
        }
    }
    found.into_iter().for_each(|message| resolver.report(message));
}

fn plays_moves(rule: &Rule) -> bool {
    matches!(rule.kind, RuleKind::Rule | RuleKind::Preference(_)) && rule.plays > 0
}

/// The root sorts of the played values: the outermost sorts that contain them.
fn roots(program: &Program, rule: &Rule) -> Vec<SortId> {
    let sort = |id: &crate::program::VariableId| rule.variables[id.index()].sort;
    rule.played().iter().map(|id| program.sort(sort(id)).root).collect()
}

fn fits_no_move(program: &Program, rule: &Rule, played: &[SortId], own: &[Vec<SortId>]) -> Diagnostic {
    let fits = |count: usize| own.iter().any(|sorts| sorts.starts_with(&played[..count]));
    // The index of the first value at which no move matches any more.
    let at = (1..=played.len()).find(|count| !fits(*count)).unwrap_or(played.len()) - 1;
    let variable = &rule.variables[rule.played()[at].index()];
    let name = |sort: &SortId| program.sort(*sort).name.as_str();
    let known: SortedSet<SortId> = own
        .iter()
        .filter(|sorts| sorts.starts_with(&played[..at]))
        .filter_map(|sorts| sorts.get(at).copied())
        .collect();
    let known: Vec<&str> = known.iter().map(name).collect();
    let label = match (at, known.is_empty()) {
        (0, true) => "there are moves for other players only".to_owned(),
        (_, true) => format!("no move with these first values plays more than {}", counted(at)),
        (0, false) => {
            format!("this is a `{}`, but moves begin with a {}", name(&played[0]), list(&known, "or a"))
        }
        (_, false) => {
            format!(
                "this is a `{}`, but the next value of a move is a {}",
                name(&played[at]),
                list(&known, "or a")
            )
        }
    };
    let title = format!("`{}` plays what no move plays", rule.name);
    Diagnostic::new(Code::BadMove, title, variable.span, label)
        .hint("the first values of a move follow `plays`, in the order in which the move plays them")
}

/// A number of values in words: `one value`, `two values`, `3 values`
fn counted(number: usize) -> String {
    match number {
        1 => "one value".to_owned(),
        2 => "two values".to_owned(),
        many => format!("{many} values"),
    }
}
