//! Sorts, players, extern predicates, and what a file says it is. (Actions stand in `actions`.)

use super::Resolver;
use super::actions::declare_action;
use super::facts::unknown_constant;
use super::spelling::{list, nearest};
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{
    Constants, Extern, LARGEST_SET, Mode, Predicate, PredicateKind, Sort, SortId, SortKind,
};
use crate::runtime::Value;
use crate::syntax::ast::{self, HeaderKind, ItemKind, SortValues};

/// Values are 16 bits wide, and one stays free.
const MOST_VALUES: u32 = u16::MAX as u32;

/// A predicate with more arguments than this cannot be told by its modes.
pub(super) const MOST_ARGUMENTS: usize = 16;

/// Collects all declarations of a program.
pub(super) fn collect<'a>(resolver: &mut Resolver<'a>, items: &[&'a ast::Item]) {
    equal(resolver);
    resolver.mentioned_sorts = items.iter().flat_map(|item| mentioned_sorts(&item.kind)).collect();
    for item in items {
        match &item.kind {
            ItemKind::Header(header) => describe(resolver, item, header),
            ItemKind::Sort(sort) => declare_sort(resolver, item, sort),
            ItemKind::Error => {
                resolver.unread.push(resolver.sources.text(item.span));
                resolver.incomplete |= !mentions_head(resolver.sources.text(item.span));
            }
            _ => {}
        }
    }
    for item in items {
        if let ItemKind::Players(names) = &item.kind {
            declare_players(resolver, item.span, names);
        }
    }
    for item in items {
        match &item.kind {
            ItemKind::Extern(declaration) => declare_extern(resolver, item, declaration),
            ItemKind::Action(declaration) => declare_action(resolver, item, declaration),
            _ => {}
        }
    }
}

/// The sorts that a declaration mentions by name.
fn mentioned_sorts(item: &ItemKind) -> Vec<String> {
    match item {
        ItemKind::Sort(sort) => sort.part_of.iter().map(|name| name.text.clone()).collect(),
        ItemKind::Extern(declaration) => {
            declaration.parameters.iter().map(|parameter| parameter.sort.text.clone()).collect()
        }
        ItemKind::Action(declaration) => {
            declaration.parameters.iter().map(|parameter| parameter.sort.text.clone()).collect()
        }
        _ => Vec::new(),
    }
}

/// An unread item that begins with something like a name lost that name's definition only.
fn mentions_head(text: &str) -> bool {
    text.starts_with(|c: char| c.is_lowercase()) && text.contains(":-")
}

fn equal(resolver: &mut Resolver<'_>) {
    let id = add_predicate(
        resolver,
        Predicate {
            name: "equal".to_owned(),
            sorts: Vec::new(),
            parameters: vec!["Left".to_owned(), "Right".to_owned()],
            kind: PredicateKind::Equal,
            doc: vec!["The two arguments are the same value. They have one sort.".to_owned()],
            span: None,
        },
    );
    debug_assert_eq!(id, crate::program::EQUAL, "`equal` comes first");
}

pub(super) fn add_predicate(
    resolver: &mut Resolver<'_>,
    predicate: Predicate,
) -> crate::program::PredicateId {
    let id = crate::program::PredicateId(resolver.program.predicates.len() as u32);
    resolver.predicate_names.entry(predicate.name.clone()).or_default().insert(predicate.arity(), id);
    resolver.program.predicates.push(predicate);
    id
}

fn describe(resolver: &mut Resolver<'_>, item: &ast::Item, header: &ast::Header) {
    match header.kind {
        HeaderKind::Library => {
            resolver.libraries.insert(item.span.file);
        }
        HeaderKind::Domain => {
            resolver.libraries.insert(item.span.file);
            if let Some(name) = &header.name {
                if resolver.program.domain.is_some() {
                    resolver.report(
                        Diagnostic::new(
                            Code::HeaderPlace,
                            "a program has one domain",
                            item.span,
                            format!("`{}` would be the second", name.text),
                        )
                        .hint(
                            "use the file of one domain only; two games of different domains are two bases",
                        ),
                    );
                } else {
                    resolver.program.domain = Some(name.text.clone());
                    resolver.domain_file = Some(item.span.file);
                }
            }
        }
        HeaderKind::Base => {
            if let Some(name) = &header.name {
                resolver.program.base = Some(name.text.clone());
                resolver.program.doc = item.doc.clone();
            }
        }
    }
}

fn declare_sort(resolver: &mut Resolver<'_>, item: &ast::Item, sort: &ast::SortDeclaration) {
    if let Some(first) = resolver.sort_names.get(&sort.name.text) {
        let first = resolver.program.sort(*first).span.unwrap_or(sort.name.span);
        let message = Diagnostic::new(
            Code::DeclaredTwice,
            format!("the sort `{}` is declared twice", sort.name.text),
            sort.name.span,
            "here again",
        )
        .and(first, "declared here first")
        .hint("give one of the two another name, or take it away");
        resolver.report(message);
        return;
    }
    let id = SortId(resolver.program.sorts.len() as u32);
    let whole = sort.part_of.as_ref().and_then(|name| find_sort(resolver, name));
    let root = whole.map_or(id, |whole| resolver.program.sort(whole).root);
    let kind = match &sort.values {
        SortValues::Constants(names) => constants(resolver, sort, names, whole),
        SortValues::Range(low, high) => range(sort, low, high),
        SortValues::Opaque { size, example } => opaque(sort, size, example),
    };
    let kind = kind.unwrap_or_else(|message| {
        resolver.report(*message);
        SortKind::Range(0, 0)
    });
    for word in &sort.words {
        let other = resolver.words.insert(word.text.clone(), id);
        if other == Some(id) {
            let title = format!("the word `{}` stands there twice", word.text);
            let message = Diagnostic::new(Code::DeclaredTwice, title, word.span, "here again");
            resolver.report(message.hint("take one of the two away"));
        } else if let Some(other) = other {
            let other = resolver.program.sort(other).name.clone();
            resolver.report(
                Diagnostic::new(
                    Code::DeclaredTwice,
                    format!("two sorts claim the word `{}`", word.text),
                    word.span,
                    format!("the sort `{other}` has it already"),
                )
                .hint("a word that variables begin with belongs to one sort"),
            );
        }
    }
    resolver.sort_names.insert(sort.name.text.clone(), id);
    resolver.program.sorts.push(Sort {
        name: sort.name.text.clone(),
        kind,
        whole,
        root,
        words: sort.words.iter().map(|word| word.text.clone()).collect(),
        playable: sort.playable,
        doc: item.doc.clone(),
        span: Some(sort.name.span),
    });
}

fn bad_sort(sort: &ast::SortDeclaration, span: Span, label: String, hint: &str) -> Box<Diagnostic> {
    let title = format!("the sort `{}` cannot be", sort.name.text);
    Box::new(Diagnostic::new(Code::BadSort, title, span, label).hint(hint))
}

/// Constants with their values. What is no constant of the whole is reported; where it is nearly one, it counts as
/// that one from here on, under both spellings, so that no use of it is reported too.
fn constants(
    resolver: &mut Resolver<'_>,
    sort: &ast::SortDeclaration,
    names: &[ast::Name],
    whole: Option<SortId>,
) -> Result<SortKind, Box<Diagnostic>> {
    let mut constants: Vec<(String, Value)> = Vec::new();
    for (at, name) in names.iter().enumerate() {
        if constants.iter().any(|(known, _)| *known == name.text) {
            let label = format!("`{}` stands there twice", name.text);
            return Err(bad_sort(sort, name.span, label, "name every constant once"));
        }
        let Some(whole) = whole else {
            constants.push((name.text.clone(), at as Value));
            continue;
        };
        let whole = resolver.program.sort(whole);
        if let Some(value) = whole.value(&name.text) {
            constants.push((name.text.clone(), value));
            continue;
        }
        let label = format!("`{}` is no `{}`", name.text, whole.name);
        let mut message = *bad_sort(sort, name.span, label, "a part has constants of its whole only");
        if let Some(declared) = whole.span {
            message = message.and(declared, format!("`{}` is declared here", whole.name));
        }
        let near = match &whole.kind {
            SortKind::Constants(known) => nearest(&name.text, known.iter().map(|(text, _)| text.as_str())),
            SortKind::Range(..) | SortKind::Opaque { .. } => None,
        };
        if let Some((near, value)) = near.and_then(|near| Some((near.to_owned(), whole.value(near)?))) {
            message = message
                .hint(format!("did you mean `{near}`? Or is `{near}` misspelt in `{}`?", whole.name))
                .fix(format!("write `{near}`"), name.span, near.clone());
            constants.push((name.text.clone(), value));
            if names.iter().all(|other| other.text != near) {
                constants.push((near, value));
            }
        }
        resolver.report(message);
    }
    Ok(SortKind::Constants(Constants::new(constants)))
}

fn range(
    sort: &ast::SortDeclaration,
    low: &ast::Number,
    high: &ast::Number,
) -> Result<SortKind, Box<Diagnostic>> {
    if low.value > high.value {
        let label = format!("{} is more than {}", low.value, high.value);
        return Err(bad_sort(sort, low.span.to(high.span), label, "write the smaller number first"));
    }
    if high.value >= MOST_VALUES {
        let label = "this is too large".to_owned();
        return Err(bad_sort(sort, high.span, label, "a number in a rule is at most 65534"));
    }
    Ok(SortKind::Range(low.value as Value, high.value as Value))
}

fn opaque(
    sort: &ast::SortDeclaration,
    size: &ast::Number,
    example: &ast::Name,
) -> Result<SortKind, Box<Diagnostic>> {
    if size.value == 0 || size.value >= MOST_VALUES {
        let label = format!("{} values", size.value);
        return Err(bad_sort(sort, size.span, label, "a sort has from 1 to 65534 values"));
    }
    Ok(SortKind::Opaque { size: size.value, example: example.text.clone() })
}

/// The sort of this name; reports it when there is none.
fn find_sort(resolver: &mut Resolver<'_>, name: &ast::Name) -> Option<SortId> {
    if let Some(sort) = resolver.sort_names.get(&name.text) {
        return Some(*sort);
    }
    let near = nearest(&name.text, resolver.sort_names.keys().map(String::as_str)).map(str::to_owned);
    let message = Diagnostic::new(
        Code::UnknownSort,
        format!("there is no sort `{}`", name.text),
        name.span,
        "not declared above",
    );
    let message = match near {
        Some(near) => {
            // A sort that nothing mentions is perhaps the one that is misspelt.
            let declared = resolver.program.sort(resolver.sort_names[&near]).span;
            let message = match declared.filter(|_| !resolver.mentioned_sorts.contains(&near)) {
                Some(declared) => {
                    message.and(declared, format!("`{near}` is declared here, and nothing mentions it"))
                }
                None => message,
            };
            message.hint(format!("did you mean `{near}`?")).fix(format!("write `{near}`"), name.span, near)
        }
        None => message.hint(format!("declare it first: sort {} = …", name.text)),
    };
    if !resolver.incomplete {
        resolver.report(message);
    }
    None
}

fn declare_players(resolver: &mut Resolver<'_>, span: Span, names: &[ast::Name]) {
    if !resolver.program.players.is_empty() {
        let message = Diagnostic::new(Code::DeclaredTwice, "the players are named twice", span, "here again")
            .hint("name all players in one declaration");
        resolver.report(message);
        return;
    }
    // The smallest sort that has most of the players' colours; a player that it lacks is misspelt.
    let known = |id: &SortId| {
        let sort = resolver.program.sort(*id);
        names.iter().filter(|name| sort.value(&name.text).is_some()).count()
    };
    let sort = (0..resolver.program.sorts.len() as u32)
        .map(SortId)
        .filter(|id| known(id) > 0)
        .max_by_key(|id| (known(id), std::cmp::Reverse(resolver.program.sort(*id).size())));
    for name in names {
        if let Some(sort) = sort.filter(|sort| resolver.program.sort(*sort).value(&name.text).is_none()) {
            let message = unknown_constant(resolver, name, sort);
            resolver.report(message);
            resolver.players_lost = true;
        }
    }
    if sort.is_none() {
        let messages: Vec<Diagnostic> =
            names.iter().filter_map(|name| player_of_no_sort(resolver, name)).collect();
        resolver.players_lost = !messages.is_empty();
        messages.into_iter().for_each(|message| resolver.report(message));
    }
    let sort = sort.unwrap_or_else(|| {
        let id = bring_sort(resolver, "player", names.iter().map(|name| name.text.clone()));
        resolver.sort_names.entry("player".to_owned()).or_insert(id);
        id
    });
    resolver.program.player_sort = Some(sort);
    let values = names.iter().filter_map(|name| resolver.program.sort(sort).value(&name.text)).collect();
    resolver.program.players = values;
}

/// A player whose colour no sort knows, in a domain that declares constants; a program without a domain need not
/// say what its players are.
fn player_of_no_sort(resolver: &Resolver<'_>, name: &ast::Name) -> Option<Diagnostic> {
    resolver.domain_file?;
    let constants = resolver.program.sorts.iter().filter_map(|sort| match &sort.kind {
        SortKind::Constants(constants) => Some(constants.iter().map(|(text, _)| text.as_str())),
        SortKind::Range(..) | SortKind::Opaque { .. } => None,
    });
    let constants: Vec<&str> = constants.flatten().collect();
    if constants.is_empty() {
        return None;
    }
    let message = Diagnostic::new(
        Code::UnknownConstant,
        format!("no sort has the player `{}`", name.text),
        name.span,
        "nothing else in this domain is called like this",
    );
    Some(match nearest(&name.text, constants) {
        Some(near) => message.hint(format!("did you mean `{near}`?")).fix(
            format!("write `{near}`"),
            name.span,
            near.to_owned(),
        ),
        None => message.hint("a player is a constant of a sort, for instance of: sort player = white, black"),
    })
}

/// Adds a sort that is declared nowhere, with these constants in this order.
pub(super) fn bring_sort(
    resolver: &mut Resolver<'_>,
    name: &str,
    constants: impl IntoIterator<Item = String>,
) -> SortId {
    let id = SortId(resolver.program.sorts.len() as u32);
    let constants = constants.into_iter().enumerate().map(|(at, text)| (text, at as Value)).collect();
    resolver.program.sorts.push(Sort {
        name: name.to_owned(),
        kind: SortKind::Constants(Constants::new(constants)),
        whole: None,
        root: id,
        words: Vec::new(),
        playable: false,
        doc: Vec::new(),
        span: None,
    });
    id
}

fn declare_extern(resolver: &mut Resolver<'_>, item: &ast::Item, declaration: &ast::ExternDeclaration) {
    let name = &declaration.name;
    let place = ["a domain declares what its host answers", "or derive it from other predicates"];
    if is_outside(resolver, item, name, place) || is_taken(resolver, name, declaration.parameters.len()) {
        return;
    }
    if declaration.parameters.len() > MOST_ARGUMENTS
        || declaration.parameters.is_empty() && declaration.variadic
    {
        resolver.report(Diagnostic::new(
            Code::BadMode,
            format!("`{}` cannot have so many arguments", name.text),
            name.span,
            format!("at most {MOST_ARGUMENTS}, and at least one in front of `...`"),
        ));
        return;
    }
    let Some(sorts) = parameter_sorts(resolver, name, &declaration.parameters) else { return };
    let modes =
        declaration.modes.iter().filter_map(|mode| check_mode(resolver, declaration, &sorts, mode)).collect();
    if declaration.modes.is_empty() {
        resolver.report(
            Diagnostic::new(
                Code::BadMode,
                format!("`{}` has no mode", name.text),
                name.span,
                "nobody could ask this",
            )
            .hint(format!(
                "say what the host answers, for instance: ({}) tests",
                vec!["bound"; declaration.parameters.len()].join(", ")
            )),
        );
    }
    let asks = if declaration.asks.is_empty() { None } else { Some(Vec::new()) };
    let id = add_predicate(
        resolver,
        Predicate {
            name: name.text.clone(),
            sorts,
            parameters: declaration.parameters.iter().map(|p| p.name.text.clone()).collect(),
            kind: PredicateKind::Extern(Extern { variadic: declaration.variadic, asks, modes }),
            doc: item.doc.clone(),
            span: Some(name.span),
        },
    );
    if !declaration.asks.is_empty() {
        resolver.asks.push((id, declaration.asks.clone()));
    }
}

/// Says that something of the host stands outside of the file of the domain: what is declared there, and what else
/// could be done.
pub(super) fn is_outside(
    resolver: &mut Resolver<'_>,
    item: &ast::Item,
    name: &ast::Name,
    [title, other]: [&str; 2],
) -> bool {
    let outside = resolver.domain_file.is_some_and(|file| file != item.span.file);
    if outside {
        let label = format!("`{}` stands outside of the domain's file", name.text);
        resolver.report(
            Diagnostic::new(Code::HeaderPlace, title, item.span, label)
                .hint(format!("declare it in the file of the domain, {other}")),
        );
        resolver.incomplete = true;
    }
    outside
}

/// Says that a name is declared already with this number of arguments.
pub(super) fn is_taken(resolver: &mut Resolver<'_>, name: &ast::Name, arguments: usize) -> bool {
    let Some(first) = resolver.predicate(&name.text, arguments) else { return false };
    let title = format!("`{}` is declared twice", resolver.program.predicate(first).signature());
    let mut message = Diagnostic::new(Code::DeclaredTwice, title, name.span, "here again");
    if let Some(first) = resolver.declared_at(first) {
        message = message.and(first, "declared here first");
    }
    resolver.report(message.hint("a predicate, or an action, is its name and its number of arguments"));
    true
}

/// The sorts of the arguments of something that is declared; `None` where one is unknown, which is said.
pub(super) fn parameter_sorts(
    resolver: &mut Resolver<'_>,
    name: &ast::Name,
    parameters: &[ast::Parameter],
) -> Option<Vec<SortId>> {
    let mut sorts = Vec::new();
    for parameter in parameters {
        match find_sort(resolver, &parameter.sort) {
            Some(sort) => sorts.push(sort),
            None => {
                resolver.incomplete = true;
                resolver.lost.insert(name.text.clone());
                return None;
            }
        }
    }
    Some(sorts)
}

/// A mode must name every argument once, and a test must have all of them bound.
fn check_mode(
    resolver: &mut Resolver<'_>,
    declaration: &ast::ExternDeclaration,
    sorts: &[SortId],
    mode: &ast::Mode,
) -> Option<Mode> {
    let wrong = |label: String, hint: String| {
        let title = format!("this mode of `{}` cannot be", declaration.name.text);
        Diagnostic::new(Code::BadMode, title, mode.span, label).hint(hint)
    };
    let parameters: Vec<&str> = declaration.parameters.iter().map(|p| p.name.text.as_str()).collect();
    let all_bound = mode.bound.iter().all(|bound| *bound);
    let is_set = matches!(mode.answers, ast::Answers::Set { .. });
    let free: Vec<usize> = (0..mode.bound.len()).filter(|at| !mode.bound[*at]).collect();
    let has_set = free.first().and_then(|at| sorts.get(*at)).is_none_or(|sort| {
        let sort = &resolver.program.sorts[sort.index()];
        resolver.program.sorts[sort.root.index()].set_words().is_some()
    });
    let message = if mode.bound.len() != parameters.len() {
        wrong(
            format!("this has {} of {} arguments", mode.bound.len(), parameters.len()),
            format!("write `bound` or `free` for each of {}", list(&parameters, "and")),
        )
    } else if all_bound != matches!(mode.answers, ast::Answers::Test { .. }) {
        wrong(
            if all_bound { "nothing is left to give" } else { "something is free here" }.to_owned(),
            "where all arguments are bound the host `tests`; where one is free it `gives one` or `gives about N`"
                .to_owned(),
        )
    } else if is_set && (free.len() != 1 || !has_set) {
        wrong(
            if free.len() == 1 {
                format!("a set of `{}` would be too large", parameters[free[0]])
            } else {
                format!("{} arguments are free", free.len())
            },
            format!(
                "a set is of the values of one free argument, whose sort has at most {LARGEST_SET}; anything \
                 else `gives about N`"
            ),
        )
    } else if matches!(mode.answers, ast::Answers::Test { one_in: 0 }) {
        wrong(
            "one question in none".to_owned(),
            "`tests 1 in N` says that one question in N is answered yes, so N is at least 1".to_owned(),
        )
    } else if declaration.variadic && !all_bound {
        wrong(
            "a predicate with `...` can only be tested".to_owned(),
            "write `bound` for every argument".to_owned(),
        )
    } else {
        return Some(Mode { bound: mode.bound.clone(), answers: mode.answers });
    };
    resolver.report(message);
    None
}

#[cfg(test)]
mod tests {
    use crate::check_text;
    use crate::diagnostic::Code;

    fn codes(text: &str) -> Vec<Code> {
        check_text("test.blanche", text).1.iter().map(|message| message.code).collect()
    }

    #[test]
    fn a_player_of_a_domain_is_a_constant_of_one_of_its_sorts() {
        let colours = "sort colour = none, white, black words Colour\n";
        assert_eq!(codes(&format!("domain d\n{colours}players white, black\n")), []);
        assert_eq!(codes(&format!("domain d\n{colours}players n\n")), [Code::UnknownConstant]);
        assert_eq!(codes("domain d\nsort field of 9 like a1 words Field\nplayers white, black\n"), []);
        assert_eq!(codes("players n\n"), []);
    }

    #[test]
    fn a_test_is_expected_to_be_answered_yes_once_in_a_while() {
        let text = |rate: &str| {
            format!("domain d\nsort field of 9 like a1\nextern near(F: field): (bound) tests {rate}\n")
        };
        assert_eq!(codes(&text("1 in 1")), []);
        assert_eq!(codes(&text("1 in 0")), [Code::BadMode]);
    }
}
