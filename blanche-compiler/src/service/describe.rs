//! Descriptions of predicates, sorts, variables and rules as Markdown, for hover texts and manuals.

use blanche_sorted::Arrange;

use crate::files::Span;
use crate::modes::Modes;
use crate::names::Resolved;
use crate::program::{
    Extern, Origin, PredicateId, PredicateKind, Program, Rule, RuleKind, Sort, SortId, SortKind,
};
use crate::spelling::list;
use crate::syntax::ast::Answers;

use super::Workspace;

/// Maximum arity of predicates whose modes are examined. The number of modes doubles with each argument.
const MAX_ARGUMENTS: usize = 8;

/// Maximum number of constants of a sort to list.
const MAX_LISTED_CONSTANTS: usize = 12;

/// The signature of a predicate with its declaration keyword, such as `extern in(Field: field, Group: group)`.
pub fn signature(program: &Program, id: PredicateId) -> String {
    let predicate = program.predicate(id);
    let word = match &predicate.kind {
        PredicateKind::Extern(Extern { state: Some(_), .. }) if predicate.origin != Origin::Text => "",
        PredicateKind::Extern(Extern { state: Some(_), .. }) => "state ",
        PredicateKind::Extern(_) => "extern ",
        PredicateKind::Action { .. } => "action ",
        PredicateKind::Facts(_) | PredicateKind::Derived(_) if predicate.open => "open ",
        PredicateKind::Facts(_) if predicate.origin != Origin::Text => "",
        PredicateKind::Facts(_) => "fact ",
        PredicateKind::Equal
        | PredicateKind::Comparison(_)
        | PredicateKind::Aggregate(_)
        | PredicateKind::Derived(_) => "",
    };
    let tail = match &predicate.kind {
        PredicateKind::Action { growing: true } => " growing",
        _ => "",
    };
    let (name, arguments) = (&predicate.name, arguments(program, id));
    match arguments.is_empty() {
        true => format!("{word}{name}{tail}"),
        false => format!("{word}{name}({}){tail}", arguments.join(", ")),
    }
}

/// The arguments of a predicate with their sorts, such as `Field: field`.
pub fn arguments(program: &Program, id: PredicateId) -> Vec<String> {
    let predicate = program.predicate(id);
    let argument = |(at, name): (usize, &String)| match predicate.sorts.is_empty() {
        true => name.clone(),
        false => format!("{name}: {}", program.sort(predicate.sort(at)).name),
    };
    let mut arguments: Vec<String> = predicate.parameters.iter().enumerate().map(argument).collect();
    if matches!(&predicate.kind, PredicateKind::Extern(external) if external.variadic) {
        arguments.push("...".to_owned());
    }
    arguments
}

/// Describes a predicate: its signature, its comment, what defines it, and when it can be called.
pub fn predicate(workspace: &Workspace, resolved: &Resolved, id: PredicateId) -> String {
    let program = &resolved.program;
    let predicate = program.predicate(id);
    let mut parts = vec![code(&signature(program, id))];
    parts.extend(comment(&predicate.doc));
    let count = |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    parts.push(match &predicate.kind {
        PredicateKind::Equal => "Built in. One of its two sides must be bound.".to_owned(),
        PredicateKind::Facts(tuples) if predicate.origin != Origin::Text => {
            format!("It holds of {}.", count(tuples.len(), "tuple"))
        }
        PredicateKind::Comparison(_) => "Built in. Its two sides are compared by value.".to_owned(),
        PredicateKind::Aggregate(_) => "An aggregate of the answers of a body.".to_owned(),
        PredicateKind::Facts(tuples) => format!("Stated by {}.", count(tuples.len(), "fact")),
        PredicateKind::Action { .. } => {
            "An action for `after`: the host makes it and undoes it again. All its arguments must be bound."
                .to_owned()
        }
        PredicateKind::Extern(Extern { state: Some(_), .. }) => {
            let sentences =
                ["A state: positions consist of states.".to_owned()].into_iter().chain(of_state(program, id));
            sentences.collect::<Vec<_>>().join(" ")
        }
        PredicateKind::Extern(external) => {
            let modes = external.modes.iter().map(|mode| {
                let bound = mode.bound.iter().map(|bound| if *bound { "bound" } else { "free" });
                let bound: Vec<&str> = bound.collect();
                format!("- `({})` {}", bound.join(", "), answers(mode.answers))
            });
            let modes: Vec<String> = modes.collect();
            format!("Answered by the host:\n\n{}", modes.join("\n"))
        }
        PredicateKind::Derived(clauses) => {
            let derived = match clauses.len() {
                0 if predicate.open => "No file here gives a clause of it.".to_owned(),
                clauses => format!("Derived by {}.", count(clauses, "clause")),
            };
            match needs(resolved, id) {
                Some(needs) => format!("{derived} {needs}"),
                None => derived,
            }
        }
    });
    if predicate.open {
        parts.push("It is open: any file may give clauses of it.".to_owned());
    }
    parts.extend(declared(workspace, predicate.span));
    parts.join("\n\n")
}

/// Describes a state of a game in sentences: its functional dependency (`one`), and whether it is a history.
pub fn of_state(program: &Program, id: PredicateId) -> Vec<String> {
    let states = program.game.iter().flat_map(|game| &game.states);
    let Some(state) = states.into_iter().find(|state| state.predicate == id) else { return Vec::new() };
    let names = |wanted: bool| -> Vec<&String> {
        let named = program.predicate(id).parameters.iter().zip(&state.one);
        named.filter(|(_, one)| **one == wanted).map(|(name, _)| name).collect()
    };
    let listed = |names: &[&String]| list(names, "and");
    let (one, others) = (names(true), names(false));
    let mut sentences = Vec::new();
    match (one.is_empty(), others.is_empty()) {
        (true, _) => {}
        (false, true) => sentences.push(format!("There is at most one {} at a time.", listed(&one))),
        (false, false) => {
            sentences.push(format!("There is at most one {} for each {}.", listed(&one), listed(&others)));
        }
    }
    if state.is_history {
        sentences.push("It is history: two positions are the same without it.".to_owned());
    }
    sentences
}

/// Says which arguments the caller of a derived predicate must bind; `None` if there is nothing to say.
pub fn needs(resolved: &Resolved, id: PredicateId) -> Option<String> {
    needs_among(&mut Modes::new(&resolved.program, &resolved.broken), resolved, id)
}

/// The same text as [`needs`] returns. The caller passes `modes`, so that the modes of several predicates are computed
/// only once.
pub fn needs_among(modes: &mut Modes<'_>, resolved: &Resolved, id: PredicateId) -> Option<String> {
    let predicate = resolved.program.predicate(id);
    let arity = predicate.arity();
    if arity == 0 || arity > MAX_ARGUMENTS || resolved.broken.contains(&id) {
        return None;
    }
    let mut masks: Vec<u32> = (0..1 << arity).collect();
    masks.arrange_by_key(|mask| mask.count_ones());
    let mut least: Vec<u32> = Vec::new();
    for mask in masks {
        if least.iter().all(|known| known & !mask != 0) && modes.answerable(id, mask, arity) {
            least.push(mask);
        }
    }
    let words = |mask: &u32| {
        let bound = predicate.parameters.iter().enumerate().filter(|(at, _)| mask & (1 << at) != 0);
        let names: Vec<&str> = bound.map(|(_, name)| name.as_str()).collect();
        list(&names, "and")
    };
    match least.as_slice() {
        [] => None,
        [0] => Some("It can be asked with nothing bound.".to_owned()),
        some => {
            let some: Vec<String> = some.iter().map(words).collect();
            Some(format!("Its caller must bind {}.", some.join(", or ")))
        }
    }
}

/// The number of answers of a mode in the syntax of declarations, such as `gives about 5`.
pub fn answers(answers: Answers) -> String {
    match answers {
        Answers::Test { one_in } => format!("tests 1 in {one_in}"),
        Answers::One => "gives one".to_owned(),
        Answers::Many { about } => format!("gives about {about}"),
        Answers::Set { about } => format!("gives a set of about {about}"),
    }
}

/// Describes a sort: its declaration, its comment, and its words (the beginnings of the names of its variables).
pub fn sort(workspace: &Workspace, program: &Program, id: SortId) -> String {
    let sort = program.sort(id);
    let mut line = format!("sort {}", sort.name);
    line.push_str(&match &sort.kind {
        SortKind::Constants(constants) => {
            let mut names: Vec<&str> =
                constants.iter().take(MAX_LISTED_CONSTANTS).map(|(name, _)| name.as_str()).collect();
            if constants.len() > MAX_LISTED_CONSTANTS {
                names.push("…");
            }
            format!(" = {}", names.join(", "))
        }
        SortKind::Range(numbers) => format!(" = {} to {}", numbers.low(), numbers.high()),
        SortKind::Opaque { size, example } => format!(" of {size} like {example}"),
    });
    if let Some(whole) = sort.whole {
        line.push_str(&format!(" part of {}", program.sort(whole).name));
    }
    if !sort.words.is_empty() {
        line.push_str(&format!(" words {}", sort.words.join(", ")));
    }
    if sort.playable {
        line.push_str(" playable");
    }
    let mut parts = vec![code(&line)];
    parts.extend(comment(&sort.doc));
    if !sort.words.is_empty() {
        parts.push(format!("Variables that begin with {} are of this sort.", list(&sort.words, "or")));
    }
    if sort.span.is_none() {
        parts.push("Not declared: its values come from facts.".to_owned());
    }
    parts.extend(declared(workspace, sort.span));
    parts.join("\n\n")
}

/// Describes what the board of a program declares: sorts, predicates and symmetries.
pub fn brought(program: &Program) -> Option<String> {
    let board = program.board.as_ref()?;
    let of_sort = |id: SortId| {
        let sort = program.sort(id);
        let words = list(&sort.words.iter().map(String::as_str).collect::<Vec<_>>(), "or");
        let word = if words.is_empty() { String::new() } else { format!(" ({words})") };
        format!("- `{}`{word}: {} values", sort.name, sort.size())
    };
    let sorts = [board.field, board.column, board.row, board.direction].map(of_sort);
    let brought = program.predicates.iter().zip((0..).map(PredicateId));
    let brought = brought.filter(|(predicate, _)| predicate.origin == Origin::Board);
    let predicates: Vec<String> = brought
        .map(|(predicate, id)| format!("- `{}`: {}", signature(program, id), predicate.doc.join(" ")))
        .collect();
    let symmetries = match board.symmetries.len() {
        1 => "Only the identity is a symmetry.".to_owned(),
        some => format!("{some} symmetries, including the identity."),
    };
    Some(format!("It brings\n\n{}\n{}\n\n{symmetries}", sorts.join("\n"), predicates.join("\n")))
}

/// Describes a value of a sort.
pub fn constant(workspace: &Workspace, program: &Program, text: &str, sort: SortId) -> String {
    let known = program.sort(sort);
    let mut parts = vec![code(&format!("{text}: {}", known.name))];
    let value = known.value(text);
    if let Some(value) = value
        && program.player_sort.is_some_and(|players| program.sort(players).root == sort)
        && program.players.contains(&value)
    {
        parts.push("A player.".to_owned());
    }
    let parts_of = |other: &&Sort| other.root == sort && other.whole.is_some() && other.value(text).is_some();
    let wholes: Vec<&str> = program.sorts.iter().filter(parts_of).map(|other| other.name.as_str()).collect();
    if !wholes.is_empty() {
        parts.push(format!("Also a value of {}.", list(&wholes, "and")));
    }
    parts.extend(comment(&known.doc));
    parts.extend(declared(workspace, known.span));
    parts.join("\n\n")
}

/// The text about a score that is off by default.
pub(crate) const WHEN_NAMED: &str = "It counts only for players that name it.";

/// Describes a rule, an export or a score: its head, its comment, and the sorts of its answers.
pub fn rule(workspace: &Workspace, program: &Program, rule: &Rule) -> String {
    let head = rule.text.lines().map(str::trim).find(|line| !line.starts_with('%')).unwrap_or("");
    let head = head.strip_suffix(" if").unwrap_or(head);
    let mut parts = vec![code(head)];
    parts.extend(comment(&rule.doc));
    let answer = rule.answer.iter().map(|id| &rule.variables[id.index()]);
    let answer: Vec<String> = answer
        .map(|variable| format!("- `{}`: {}", variable.name, program.sort(variable.sort).name))
        .collect();
    if !answer.is_empty() {
        parts.push(format!("It answers:\n\n{}", answer.join("\n")));
    }
    if let RuleKind::Score(weights) = rule.kind {
        let [attacking, defending] = program.weight_texts(rule, weights);
        parts
            .push(format!("Each answer is worth {attacking} where its player is to move, else {defending}."));
    }
    if rule.when_named {
        parts.push(WHEN_NAMED.to_owned());
    }
    parts.extend(declared(workspace, Some(rule.name_span)));
    parts.join("\n\n")
}

/// A code block of rule text.
pub fn code(text: &str) -> String {
    format!("```blanche\n{text}\n```")
}

/// A doc comment as Markdown; `None` if it is empty.
pub fn comment(doc: &[String]) -> Option<String> {
    let text = doc.join("\n");
    (!text.trim().is_empty()).then(|| text.trim().to_owned())
}

/// The location of a declaration, such as `Declared at knowledge/family/people.blanche:10`.
pub fn declared(workspace: &Workspace, span: Option<Span>) -> Option<String> {
    let span = span?;
    Some(format!("Declared at `{}:{}`", workspace.name(span.file), workspace.sources().position(span).line))
}
