//! Tests each pass separately. A test case has a text, and the expected state after the pass.

use super::model::{Bodies, Declared, Heads};
use super::{Sharing, clauses, declarations, facts, heads, ownership, rules, with_declarations, with_heads};
use crate::files::Sources;
use crate::program::{PredicateId, PredicateKind, Program, Rule, SortId};
use crate::syntax::{self, ast};

/// Parses files separated by `---` and returns the result of a pass over them. Each file uses the files before it, and
/// only the last file is the program's own.
fn after(text: &str, pass: impl for<'a> Fn(Declared<'a>, &[&'a ast::Item]) -> Vec<String>) -> String {
    let mut sources = Sources::default();
    let texts: Vec<&str> = text.split("---\n").collect();
    let add = |(at, text): (usize, &&str)| sources.add(format!("{at}.blanche"), text.as_bytes());
    let ids: Vec<_> = texts.iter().enumerate().map(add).collect();
    let files: Vec<ast::File> = ids.iter().map(|id| syntax::parse(&sources, *id).file).collect();
    let places = ids.iter().enumerate();
    let sharing = Sharing::new(places.map(|(at, id)| (*id, (0..at).collect(), at + 1 == ids.len())));
    let items: Vec<&ast::Item> = files.iter().flat_map(|file| &file.items).collect();
    pass(Declared::new(&sources, ids, sharing, false), &items).join("; ")
}

/// Compares the results of a pass for each text with the expected listing.
fn table(rows: &[(&str, &str)], pass: impl for<'a> Fn(Declared<'a>, &[&'a ast::Item]) -> Vec<String>) {
    let found: Vec<(&str, String)> = rows.iter().map(|(text, _)| (*text, after(text, &pass))).collect();
    let expected: Vec<(&str, String)> =
        rows.iter().map(|(text, listing)| (*text, (*listing).to_owned())).collect();
    assert_eq!(found, expected);
}

fn sort_name(program: &Program, id: SortId) -> &str {
    &program.sort(id).name
}

/// A predicate with the sorts of its arguments, or with their names if they have no sorts yet.
fn predicate(program: &Program, id: PredicateId) -> String {
    let predicate = program.predicate(id);
    let arguments: Vec<&str> = match predicate.sorts.as_slice() {
        [] => predicate.parameters.iter().map(String::as_str).collect(),
        sorts => sorts.iter().map(|sort| sort_name(program, *sort)).collect(),
    };
    let what = match &predicate.kind {
        PredicateKind::Equal => "equal".to_owned(),
        PredicateKind::Facts(tuples) => format!("facts {}", tuples.len()),
        PredicateKind::Derived(clauses) => {
            let goals: Vec<String> = clauses.iter().map(|clause| clause.body.len().to_string()).collect();
            format!("derived {}", goals.join("+")).trim_end().to_owned()
        }
        PredicateKind::Extern(one) if one.state.is_some() => "state".to_owned(),
        PredicateKind::Extern(_) => "extern".to_owned(),
        PredicateKind::Action { .. } => "action".to_owned(),
        PredicateKind::Comparison(_) => "comparison".to_owned(),
        PredicateKind::Aggregate(_) => "aggregate".to_owned(),
    };
    let open = if predicate.open { "open " } else { "" };
    format!("{open}{what} {}({})", predicate.name, arguments.join(", "))
}

/// All predicates except `equal`, which comes first, and the codes of the messages.
fn predicates(declared: &Declared<'_>) -> Vec<String> {
    let program = &declared.program;
    let ids = (1..program.predicates.len() as u32).map(PredicateId);
    let said = declared.diagnostics.iter().map(|message| format!("{:?}", message.code));
    ids.map(|id| predicate(program, id)).chain(said).collect()
}

fn sorts(declared: &Declared<'_>) -> Vec<String> {
    let of = |sort: &crate::program::Sort| format!("sort {} {}", sort.name, sort.size());
    declared.program.sorts.iter().map(of).chain(predicates(declared)).collect()
}

fn rule(program: &Program, rule: &Rule) -> String {
    let colour = program.colour(rule);
    format!(
        "{} {}{} {}",
        rule.name,
        colour,
        if rule.body.is_empty() { ":" } else { " resolved:" },
        rule.body.len()
    )
}

#[test]
fn declarations_give_ids_to_sorts_players_and_externs() {
    let rows = [
        ("sort color = x, o words Color\n", "sort color 2"),
        ("sort n = 0 to 9 words N\nsort m = 1 to 3 part of n words M\n", "sort n 10; sort m 3"),
        ("players x, o words Color\n", "sort player 2"),
        (
            "domain d\nsort field = a, b words Field\nextern on(Field: field):\n    (bound) tests\n",
            "sort field 2; extern on(field)",
        ),
        ("sort color = x, o\nsort color = x\n", "sort color 2; DeclaredTwice"),
        ("extern on(Field: field):\n    (bound) tests\n", "UnknownSort"),
        // At this point, clauses, facts and open predicates have no ids yet.
        ("fact p(a)\nq(X) :- p(X)\nopen r(X)\n", ""),
    ];
    table(&rows, |mut declared, items| {
        declarations::collect(&mut declared, items);
        sorts(&declared)
    });
}

#[test]
fn ownership_decides_which_predicates_are_open_or_refused() {
    let rows = [
        ("open p(X)\nfact q(a)\n", "open p/1"),
        ("open p(X)\n---\nfact p(a)\n", "open p/1"),
        ("fact p(a)\n---\nfact p(b)\n", "refused p/1 of 1"),
        ("fact p(a)\n---\nfact p(a, b)\n", ""),
        ("p(X) :- q(X)\n---\nopen p(X)\n", "refused p/1 of 1"),
    ];
    table(&rows, |mut declared, items| {
        declarations::collect(&mut declared, items);
        ownership::decide(&mut declared, items);
        let files = &declared.program.files;
        let place = |file| files.iter().position(|one| one == file).expect("it is one of the program's");
        let open = declared.open.keys().map(|(name, arity)| format!("open {name}/{arity}"));
        let rejected = declared.rejected.keys();
        let rejected =
            rejected.map(|(file, name, arity)| format!("refused {name}/{arity} of {}", place(file)));
        open.chain(rejected).collect()
    });
}

#[test]
fn facts_give_every_column_a_sort() {
    let rows = [
        ("fact p(a, b), p(b, c)\n", "sort name 3; facts 2 p(name, name)"),
        ("sort color = x, o\nfact p(x)\n", "sort color 2; facts 1 p(color)"),
        ("sort color = x, o\nfact p(x), p(y)\n", "sort color 2; facts 1 p(color); UnknownConstant"),
        ("open p(X)\nfact p(a)\n", "sort name 1; open facts 1 p(name)"),
        ("fact p(a), p(1)\n", "sort name 1; sort number 1; SortUnclear"),
        ("fact p(a), p(a)\n", "sort name 1; facts 1 p(name); Duplicate"),
    ];
    table(&rows, |mut declared, items| {
        declarations::collect(&mut declared, items);
        ownership::decide(&mut declared, items);
        facts::collect(&mut declared, items);
        sorts(&declared)
    });
}

#[test]
fn heads_give_every_clause_a_predicate_and_every_rule_a_player() {
    let rows = [
        ("p(X) :- q(X)\np(Y) :- r(Y)\n", "derived p(X); p/1 has 2"),
        ("p(a, X) :- q(X)\np(Y, Z) :- r(Y, Z)\n", "derived p(Y, X); p/2 has 2"),
        ("fact p(a)\np(X) :- q(X)\n", "facts 1 p(name); Redefined"),
        ("open p(X)\n", "open derived p(X)"),
        ("players x, o words Color\nrule w for Color at level 0 if p(Color)\n", "w x: 0; w o: 0"),
        (
            "players x, o\nrule w for x at level 0 if p\nrule w for x at level 0 if q\n",
            "w x: 0; DeclaredTwice",
        ),
        (
            "players x, o\nrule b for x at level 1 plays X if p(X)\nrule a for x at level 0 if p(X)\nexport p(X)\n",
            "a x: 0; b x: 0; p : 0",
        ),
    ];
    table(&rows, |mut declared, items| {
        declarations::collect(&mut declared, items);
        ownership::decide(&mut declared, items);
        facts::collect(&mut declared, items);
        let mut resolver = Heads::new(declared);
        heads::collect(&mut resolver, items);
        let program = &resolver.program;
        let clauses = resolver.clauses.iter();
        let clauses =
            clauses.map(|(id, all)| format!("{} has {}", program.predicate(*id).signature(), all.len()));
        let rules = program.rules.iter().map(|one| rule(program, one));
        let mut all = predicates(&resolver);
        let said = all.split_off(program.predicates.len() - 1);
        all.into_iter().chain(clauses).chain(rules).chain(said).collect()
    });
}

#[test]
fn clauses_determine_the_sorts_of_the_arguments_of_heads() {
    let facts = "sort n = 0 to 9 words N\nsort few = 0 to 3 part of n words Few\nfact p(a, 1), q(b)\n";
    let rows = [
        ("r(X) :- p(X, N_)\n", "derived 1 r(name)"),
        ("r(X, N) :- p(X, N), N > 3\n", "derived 2 r(name, n); comparison >(n)"),
        ("r(N) :- few(N), q(X_)\n", "derived 2 r(few); facts 4 few(few)"),
        // Callees come first, regardless of the order of the text.
        ("r(X) :- s(X)\ns(X) :- q(X)\n", "derived 1 r(name); derived 1 s(name)"),
        ("r(X) :- q(X)\nr(X) :- p(Y_, X)\n", "derived 1+1 r(name); NoCommonSort"),
        ("r(X) :- q(X), t(X)\n", "derived r(X); UnknownPredicate"),
        (
            "r(N) :- count X_ (q(X_)) = N\n",
            "derived 2 r(n); comparison =(0 to 2, n); derived 1 tuple of count X(name); aggregate count X(0 to 2)",
        ),
    ];
    let rows = rows.map(|(text, listing)| (format!("{facts}{text}"), listing));
    let rows: Vec<(&str, &str)> = rows.iter().map(|(text, listing)| (text.as_str(), *listing)).collect();
    table(&rows, |declared, items| {
        let mut bodies = Bodies::new(with_heads(with_declarations(declared, items), items));
        clauses::resolve(&mut bodies);
        predicates(&bodies).split_off(2)
    });
}

#[test]
fn rules_are_resolved_for_each_player() {
    let facts = "players x, o words Color\nsort field = a, b words Field playable\nfact on(a, x)\n";
    let rows = [
        ("rule w for Color at level 0 if on(Field, Color)\n", "w x resolved: 1; w o resolved: 1"),
        ("rule w for x at level 1 plays Field if on(Field, x)\n", "w x resolved: 1"),
        ("rule w for x at level 1 plays Other if on(Field, x)\n", "w x: 0; PlaysUnbound"),
        ("export on(Field, Color)\n", "on  resolved: 1"),
    ];
    let rows = rows.map(|(text, listing)| (format!("{facts}{text}"), listing));
    let rows: Vec<(&str, &str)> = rows.iter().map(|(text, listing)| (text.as_str(), *listing)).collect();
    table(&rows, |declared, items| {
        let mut bodies = Bodies::new(with_heads(with_declarations(declared, items), items));
        rules::resolve(&mut bodies);
        let program = &bodies.program;
        let said = bodies.diagnostics.iter().map(|message| format!("{:?}", message.code));
        program.rules.iter().map(|one| rule(program, one)).chain(said).collect()
    });
}
