//! Declares the players: constants of a sort of the domain, or of an implicit sort.

use super::constants::{did_you_mean, unknown_constant};
use super::model::Declared;
use super::sorts::{add_undeclared_sort, claim};
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{SortId, SortKind};
use crate::syntax::ast;

/// Maximum number of players. Some tables have an entry for each pair of players.
const MAX_PLAYERS: usize = 64;

/// Declares the players.
pub(super) fn declare_players(resolver: &mut Declared<'_>, span: Span, tree: &ast::PlayersDeclaration) {
    let names = &tree.players[..tree.players.len().min(MAX_PLAYERS)];
    if let Some(more) = tree.players.get(MAX_PLAYERS) {
        let title = format!("{} players are too many", tree.players.len());
        let label = format!("a game has at most {MAX_PLAYERS}");
        resolver.report(Diagnostic::new(Code::BadSort, title, more.span, label));
        resolver.recovery.player_misspelt();
    }
    if !resolver.program.players.is_empty() {
        let message =
            Diagnostic::new(Code::DeclaredTwice, "the players are named twice", span, "repeated here")
                .hint("name all players in one declaration");
        resolver.report(message);
        return;
    }
    if let Some((first, again)) = named_twice(names) {
        let title = format!("the player `{}` is named twice", again.text);
        let message = Diagnostic::new(Code::DeclaredTwice, title, again.span, "repeated here");
        resolver.report(message.and(first.span, "the first time").hint("give each player a name of its own"));
        resolver.recovery.player_misspelt();
    }
    // The sort of the players is the sort that contains most of their names, and the smallest of several such sorts. A
    // name that this sort does not contain is misspelt. Sorts of the board are excluded, because players `x` and `o`
    // may also be names of columns.
    let known = |id: &SortId| {
        let sort = resolver.program.sort(*id);
        let of_board = resolver.program.board.as_ref().is_some_and(|board| board.brings(*id));
        names.iter().filter(|name| !of_board && sort.value(&name.text).is_some()).count()
    };
    let sort =
        (0..resolver.program.sorts.len() as u32).map(SortId).filter(|id| known(id) > 0).max_by_key(|id| {
            // If a sort is part of an unknown sort, its values are uncertain.
            let is_sound = !resolver.recovery.lacks_whole(*id);
            (is_sound, known(id), std::cmp::Reverse(resolver.program.sort(*id).size()))
        });
    for name in names {
        if let Some(sort) = sort.filter(|sort| resolver.program.sort(*sort).value(&name.text).is_none()) {
            let message = unknown_constant(resolver, name, sort);
            resolver.report(message);
            resolver.recovery.player_misspelt();
        }
    }
    if sort.is_none() {
        let messages: Vec<Diagnostic> =
            names.iter().filter_map(|name| player_of_no_sort(resolver, name)).collect();
        for message in messages {
            resolver.report(message);
            resolver.recovery.player_misspelt();
        }
    }
    let sort = sort.unwrap_or_else(|| {
        let id = add_undeclared_sort(resolver, "player", names.iter().map(|name| name.text.clone()));
        resolver.sort_names.entry("player".to_owned()).or_insert(id);
        own_words(resolver, id, span, &tree.words);
        id
    });
    if resolver.program.sort(sort).span.is_some_and(|declared| declared != span) {
        words_elsewhere(resolver, sort, &tree.words);
    }
    resolver.program.player_sort = Some(sort);
    let values = names.iter().filter_map(|name| resolver.program.sort(sort).value(&name.text)).collect();
    resolver.program.players = values;
}

/// Finds two players with the same name.
fn named_twice(names: &[ast::Name]) -> Option<(&ast::Name, &ast::Name)> {
    let before = |at: usize| names[..at].iter().find(|first| first.text == names[at].text);
    (0..names.len()).find_map(|at| Some((before(at)?, &names[at])))
}

/// Adds the declared prefixes of variables to the implicit sort of the players. With prefixes, the sort counts as
/// declared.
fn own_words(resolver: &mut Declared<'_>, id: SortId, span: Span, words: &[ast::Name]) {
    for word in words {
        claim(resolver, word, id, ("player", span));
    }
    let sort = &mut resolver.program.sorts[id.index()];
    if !words.is_empty() {
        sort.words = words.iter().map(|word| word.text.clone()).collect();
        sort.doc = vec!["The players.".to_owned()];
        sort.span = Some(span);
    }
}

/// Reports `words` after players that belong to a declared sort, which has its own prefixes.
fn words_elsewhere(resolver: &mut Declared<'_>, id: SortId, words: &[ast::Name]) {
    let sort = resolver.program.sort(id);
    let new = |word: &&ast::Name| !sort.words.contains(&word.text);
    let Some(first) = words.iter().find(new) else { return };
    let label = format!("the players are values of the sort `{}`", sort.name);
    let message = Diagnostic::new(Code::BadSort, "words in the wrong place", first.span, label);
    let message = match sort.span {
        Some(declared) => message.and(declared, "its words are here"),
        None => message,
    };
    let hint = format!("write them where the sort is declared: `words {}`", first.text);
    resolver.report(message.hint(hint));
}

/// Reports a player who belongs to no sort, in a domain that declares constants. A program without a domain need not
/// declare a sort for its players.
fn player_of_no_sort(resolver: &Declared<'_>, name: &ast::Name) -> Option<Diagnostic> {
    resolver.domain_file?;
    let board = resolver.program.board.as_ref();
    let declared = (0..).map(SortId).zip(&resolver.program.sorts);
    let declared = declared.filter(|(id, _)| board.is_none_or(|board| !board.brings(*id)));
    let constants = declared.filter_map(|(_, sort)| match &sort.kind {
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
        "nothing else in this domain has this name",
    );
    Some(match resolver.speller.nearest(&name.text, constants) {
        Some(near) => did_you_mean(message, name, near),
        None => message.hint("a player is a constant of a sort, for instance: sort player = left, right"),
    })
}

#[cfg(test)]
mod tests {
    use crate::check_text;
    use crate::diagnostic::Code;

    #[test]
    fn a_game_has_a_bounded_number_of_players() {
        let players = |count: usize| (0..count).map(|at| format!("p{at}")).collect::<Vec<_>>().join(", ");
        let text = |count: usize| format!("players {} words Color\nfact old(p1)\n", players(count));
        assert_eq!(codes(&text(64)), []);
        assert_eq!(codes(&text(65)), [Code::BadSort]);
        // However many players there are, there is only one message, and it is produced quickly.
        assert_eq!(codes(&text(20_000)), [Code::BadSort]);
    }

    fn codes(text: &str) -> Vec<Code> {
        check_text("test.blanche", text).1.iter().map(|message| message.code).collect()
    }

    #[test]
    fn a_player_of_a_domain_must_be_a_constant_of_its_sorts() {
        let colours = "sort colour = none, white, black words Colour\n";
        assert_eq!(codes(&format!("domain d\n{colours}players white, black\n")), []);
        assert_eq!(codes(&format!("domain d\n{colours}players n\n")), [Code::UnknownConstant]);
        assert_eq!(codes("domain d\nsort field of 9 like a1 words Field\nplayers white, black\n"), []);
        assert_eq!(codes("players n\n"), []);
    }

    #[test]
    fn players_may_have_the_names_of_columns_rows_and_directions() {
        for [first, second] in [["x", "o"], ["a", "b"], ["n", "s"], ["1", "2"]] {
            let text = format!(
                "domain d\nboard 15 by 15 like h8 words Field\nplayers {first}, {second} words Color, Other\n\
                 state mark(Field, Color) one Color\nempty(Field) :- ¬mark(Field, Color_)\n\
                 move mark for Color plays Field if empty(Field)\n    adds mark(Field, Color)\n\
                 draw full if ¬empty(Field_)\nrule first for {first} at level 0 if mark(h8, {first})\n\
                 drawn mark(Field, {first}) as X, mark(Field, {second}) as O\n"
            );
            let (_, found) = check_text("test.blanche", &text);
            assert!(found.is_empty(), "{first}, {second}: {found:?}");
        }
    }

    #[test]
    fn a_second_player_with_the_same_name_is_reported() {
        assert_eq!(codes("players x, o, x\n"), [Code::DeclaredTwice]);
    }
}
