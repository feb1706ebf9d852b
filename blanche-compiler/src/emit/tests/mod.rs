//! Tests of the functions emitted for small programs.

mod names;
mod words;

use super::function_parts::{MAX_NESTED, height};
use super::*;
use crate::plan::{Plan, plan};
use crate::program::{Game, GameQuestion, PredicateId, PredicateKind, Program, RuleKind, State};
use crate::project::Project;
use crate::{check_program, has_errors};

/// A domain of cells with marks, which precedes each program.
const DOMAIN: &str = "\
domain cells
sort cell of 99 like a1 words Cell playable
sort line of 40 like l1 words Line
sort mark = cross, nought, blank words Mark
sort player = cross, nought part of mark
players cross, nought
extern marked(Cell: cell, Mark: mark): (free, bound) gives a set of about 30, (bound, free) gives one
extern in(Cell: cell, Line: line): (bound, free) gives a set of about 4, (free, bound) gives a set of about 5
extern has(Line: line, Mark: mark, Cell: cell): (bound, bound, free) gives about 3
extern corner(Cell: cell): (free) gives a set of about 4, (bound) tests 1 in 20
action place(Player: player, Cell: cell)
";

/// The modules of programs over the domain of cells.
fn emitted(programs: &[(&str, &str)]) -> Vec<Module> {
    emitted_over(DOMAIN, programs)
}

/// The modules of programs, each with the domain `domain`.
fn emitted_over(domain: &str, programs: &[(&str, &str)]) -> Vec<Module> {
    let mut project = Project::default();
    let domain = project.add("domain.blanche", domain.as_bytes());
    let checked: Vec<_> = programs
        .iter()
        .map(|(name, text)| {
            let root = project.add(&format!("{name}.blanche"), text.as_bytes());
            let files = crate::project::Files { files: vec![domain, root], incomplete: false };
            let checked = check_program(&project, &files, None);
            assert!(!has_errors(&checked.diagnostics), "{:#?}", checked.diagnostics);
            checked
        })
        .collect();
    let plans: Vec<Plan> =
        checked.iter().map(|checked| plan(&checked.resolved.program).expect("it is planned")).collect();
    let units: Vec<Unit<'_>> = programs
        .iter()
        .zip(checked.iter().zip(&plans))
        .map(|((name, _), (checked, plan))| Unit { name, program: &checked.resolved.program, plan, hash: 0 })
        .collect();
    emit(&project.sources, &units).expect("they are short")
}

/// The text of a function of a program, without its doc comment.
fn function(program: &str, name: &str) -> String {
    let modules = emitted(&[("test", program)]);
    let text = &modules.last().expect("a program is a module").text;
    let begin = text.find(&format!("fn {name}<")).unwrap_or_else(|| panic!("there is no `{name}`:\n{text}"));
    let end = text[begin..].find("\n}\n").expect("a function has an end");
    text[begin..begin + end].to_owned()
}

/// The names of the functions in a module.
fn functions(module: &Module) -> Vec<&str> {
    let heads = module.text.split("fn ").skip(1).filter_map(|text| text.split_once('<'));
    heads.map(|(name, _)| name).filter(|name| !name.contains(' ')).collect()
}

#[test]
fn a_required_set_is_tested_without_a_double_negation() {
    let rule = "rule one for cross at level 1 plays Cell1 if marked(Cell1, blank), in(Cell1, Line_)";
    let text = function(rule, "one_cross");
    assert!(text.contains("if facts.in_line(cell1).is_empty() {\n            continue;"), "{text}");
    let rule = "rule one for cross at level 1 plays Cell1 if marked(Cell1, blank), ¬in(Cell1, Line_)";
    let text = function(rule, "one_cross");
    assert!(text.contains("if !facts.in_line(cell1).is_empty() {\n            continue;"), "{text}");
}

#[test]
fn literals_are_plain_comments_of_their_statements() {
    let rule = "rule one for cross at level 1 plays Cell1 if marked(Cell1, blank), in(Cell1, Line1)";
    let text = function(rule, "one_cross");
    assert!(text.contains("    // in(Cell1, Line1)\n"), "{text}");
    assert!(!text.contains("///"), "{text}");
}

#[test]
fn a_clause_is_a_function_named_after_its_distinguishing_literal() {
    let program = "\
near(Cell) :- marked(Cell, cross), in(Cell, Line_), marked(Cell_, nought), in(Cell_, Line_)
near(Cell) :- corner(Cell), marked(Cell, blank)
rule one for cross at level 1 plays Cell1 if near(Cell1)";
    assert_eq!(
        function(program, "near_cell"),
        "\
fn near_cell<F: CellsFacts>(
    facts: &mut F,
    budget: &mut Budget,
    each: &mut dyn FnMut(&mut F, &mut Budget, Cell) -> Flow,
) -> Flow {
    budget.spend_several(2)?;
    near_cell_by_in(facts, budget, each)?;
    near_cell_by_corner(facts, budget, each)"
    );
}

#[test]
fn a_body_after_an_action_is_a_function_named_after_its_rule() {
    let program = "\
rule two for cross at level 3 plays Cell1 if
    marked(Cell1, blank), after place(cross, Cell1): (in(Cell1, Line_), has(Line_, cross, Cell_), corner(Cell_))";
    let text = function(program, "two_cross_after_place");
    assert!(text.contains("facts.make_place(Mark::Cross, cell1)"), "{text}");
}

#[test]
fn variables_of_inlined_clauses_are_named_after_what_binds_them() {
    let program = "\
beside(Cell, Line) :- in(Cell_, Line), in(Cell_, Other_), in(Cell, Other_)
rule one for cross at level 1 plays Cell1 if
    in(Cell1, Line1), marked(Cell1, blank), beside(Cell2, Line1), beside(Cell3, Line1), has(Line1, cross, Cell2)";
    let modules = emitted(&[("test", program)]);
    let text = &modules.last().expect("a program is a module").text;
    let numbered = text
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .find(|word| word.rsplit_once('_').is_some_and(|(_, number)| number.parse::<u32>().is_ok()));
    assert_eq!(numbered, None, "{text}");
    assert!(text.contains("other_"), "{text}");
}

#[test]
fn an_unused_value_has_no_name() {
    let rule = "\
rule one for cross at level 1 plays Cell1 if
    marked(Cell1, blank), in(Cell1, Line_), has(Line_, cross, Cell_)";
    let text = function(rule, "one_cross");
    assert!(text.contains("for _ in facts.has_cell(line_, Mark::Cross) {"), "{text}");
}

#[test]
fn a_rule_with_many_loops_is_split_where_few_variables_are_live() {
    let cells: Vec<String> =
        (1..=9).map(|at| format!("in(Cell{at}, Line{at}), has(Line{at}, cross, Cell{})", at + 1)).collect();
    let program = format!(
        "rule many for cross at level 1 plays Cell1 if\n    marked(Cell1, blank), {}",
        cells.join(", ")
    );
    let modules = emitted(&[("test", &program)]);
    let module = modules.last().expect("a program is a module");
    let names = functions(module);
    assert!(names.iter().any(|name| name.starts_with("many_cross_for_")), "{names:?}");
    let file = syn::parse_file(&module.text).expect("it parses");
    for item in file.items {
        let nested = height(&quote!(#item)).saturating_sub(1);
        assert!(matches!(item, syn::Item::Use(_)) || nested <= MAX_NESTED, "{nested}: {}", quote!(#item));
    }
}

#[test]
fn bases_share_equal_functions() {
    let shared = "\
near(Cell, Mark) :- marked(Cell, Mark), in(Cell, Line_), marked(Cell_, nought), in(Cell_, Line_)
near(Cell, Mark) :- corner(Cell), marked(Cell, blank), ¬marked(Cell, Mark)
";
    let first =
        format!("base first\n{shared}rule one for cross at level 1 plays Cell1 if near(Cell1, cross)");
    let second = format!(
        "base second\n{shared}rule two for cross at level 1 plays Cell1 if marked(Cell1, blank), near(Cell1, cross)
rule three for nought at level 1 plays Cell1 if near(Cell1, cross)"
    );
    let modules = emitted(&[("first", &first), ("second", &second)]);
    let names: Vec<&str> = modules.iter().map(|module| module.name.as_str()).collect();
    assert_eq!(names, ["cells", "cells_shared", "first", "second"]);
    assert!(functions(&modules[1]).contains(&"near_cross_cell"), "{}", modules[1].text);
    for base in &modules[2..] {
        assert!(!functions(base).contains(&"near_cross_cell"), "{}", base.text);
        assert!(
            base.text.contains("use super::cells_shared::{near_cross_cell};\n")
                || base.text.contains("use super::cells_shared::near_cross_cell;"),
            "{}",
            base.text
        );
    }
}

#[test]
fn each_module_is_a_file_that_mod_rs_declares() {
    let rule = "rule one for cross at level 1 plays Cell1 if marked(Cell1, blank)";
    let modules = emitted(&[("first-base", rule)]);
    let files = in_files(&modules);
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["mod.rs", "cells.rs", "first_base.rs"]);
    assert_eq!(files[0].1, "pub mod cells;\npub mod first_base;\n");
    assert!(files[2].1.starts_with("//! The rules of `first-base`.\n"), "{}", files[2].1);
    assert!(in_one_text(&modules).contains("\n/// The rules of `first-base`.\npub mod first_base {\n"));
}

/// A program with states, and a query with a given value.
fn game() -> (Project, Program) {
    let text = "\
domain strip
board 3 by 3 like b2 words Field
sort color = x, o words Color
players x, o
extern to.move(Color: color): (free) gives one
extern mark(Field: field, Color: color): (bound, bound) tests 1 in 2, (free, bound) gives a set of about 4,
    (bound, free) gives one, (free, free) gives about 9
empty(Field) :- ¬mark(Field, Color_)
rule own for x at level 1 if to.move(Color1), mark(Field1, Color2), step(Field1, n, Field2), mark(Field2, x), empty(Field3)
";
    let mut project = Project::default();
    let root = project.add("strip.blanche", text.as_bytes());
    let files = crate::project::Files { files: vec![root], incomplete: false };
    let checked = check_program(&project, &files, None);
    let mut program = checked.resolved.program;
    let names = ["to.move", "mark"];
    let id =
        |name: &str| program.predicates.iter().position(|known| known.name == name).expect("it is there");
    let ids: Vec<PredicateId> = names.iter().map(|name| PredicateId(id(name) as u32)).collect();
    for (at, id) in ids.iter().enumerate() {
        if let PredicateKind::Extern(external) = &mut program.predicates[id.index()].kind {
            external.state = Some(at);
        }
    }
    let state = |at: usize, one: &[bool]| State { predicate: ids[at], one: one.to_vec(), is_history: false };
    program.game = Some(Game {
        states: vec![state(0, &[true]), state(1, &[false, true])],
        occurred: None,
        first: 0,
        start: Vec::new(),
        moves: Vec::new(),
        draws: Vec::new(),
        margins: Vec::new(),
        blocked: None,
        drawings: Vec::new(),
        notation: None,
    });
    program.rules[0].kind = RuleKind::Game(GameQuestion::Effect);
    program.rules[0].given = 1;
    (project, program)
}

#[test]
fn a_position_implements_the_facts_of_its_game() {
    let (project, program) = game();
    let plan = plan(&program).expect("it is planned");
    let unit = Unit { name: "strip", program: &program, plan: &plan, hash: 0 };
    let modules = emit(&project.sources, &[unit]).expect("it is short");
    let names: Vec<&str> = modules.iter().map(|module| module.name.as_str()).collect();
    assert_eq!(names, ["strip_domain", "strip"], "a base may have the name of its domain");
    let (domain, base) = (&modules[0].text, &modules[1].text);
    assert!(!domain.contains("interpret"), "{domain}");
    let answers = "\
impl StripFacts for Position {
    #[inline]
    fn to_move_color(&self) -> Option<Color> {
        self.one(0, &[None]).map(|[color]| Color::from_value(color))
    }
    #[inline]
    fn mark_holds(&self, field: Field, color: Color) -> bool {
        self.holds(1, &[field.value(), color.value()])
    }
    #[inline]
    fn mark_field(&self, color: Color) -> FieldSet {
        FieldSet::from_words(self.words_of::<1>(1, &[color.value()]))
    }
    #[inline]
    fn mark_color(&self, field: Field) -> Option<Color> {
        self.one(1, &[Some(field.value()), None]).map(|[color]| Color::from_value(color))
    }
    #[inline]
    fn mark_field_color(&self) -> impl Iterator<Item = (Field, Color)> + use<> {
        self.tuples(1, &[None, None])
            .map(|[field, color]| (Field::from_value(field), Color::from_value(color)))
    }
}
";
    assert!(domain.contains(answers), "{domain}");
    let question = "\
fn effect_of_own_x<F: StripFacts>(
    facts: &mut F,
    given: &[Value],
    budget: &mut Budget,
    found: &mut Found<'_>,
) -> Flow {
    let color1 = Color::from_value(given[0]);
";
    assert!(base.contains(question) && base.contains("run: effect_of_own_x,"), "{base}");
    let listed = base.split("pub fn questions").nth(1).and_then(|text| text.split("pub fn").next());
    assert!(listed.is_some_and(|list| list.contains("run: effect_of_own_x,")), "{base}");
}

/// The emitted Rust of three-in-a-row on a board of some size.
fn rows(size: &str) -> String {
    let text = format!(
        "base rows
board {size} like c3 words Field
players x, o words Color
state mark(Field, Color) one Color
empty(Field) :- ¬mark(Field, Color_)
move mark for Color plays Field if empty(Field)
    adds mark(Field, Color)
rule three for Color at level 0 if
    mark(Field1, Color), step(Field1, n, Field2), mark(Field2, Color), step(Field2, n, Field3), mark(Field3, Color)
draw full if ¬empty(Field_)
"
    );
    let mut project = Project::default();
    let root = project.add("rows.blanche", text.as_bytes());
    let files = crate::project::Files { files: vec![root], incomplete: false };
    let checked = check_program(&project, &files, None);
    assert!(!has_errors(&checked.diagnostics), "{:#?}", checked.diagnostics);
    let plan = plan(&checked.resolved.program).expect("it is planned");
    let unit = Unit { name: "rows", program: &checked.resolved.program, plan: &plan, hash: 0 };
    in_one_text(&emit(&project.sources, &[unit]).expect("it is short"))
}

#[test]
fn words_of_a_game_have_the_width_that_its_board_needs() {
    for (size, moves, win) in [
        (
            "8 by 8",
            "
    fn moves_of_x_in_words(words: &[u64; 3]) -> [u64; 1] {
        let [_, mark_x, mark_o] = *words;
        let empty = !(mark_x | mark_o);
        [empty]
    }
",
            "
        let three_x = mark_x & (mark_x & mark_x >> 8) >> 8;
        // three for x
        if three_x != 0 {
",
        ),
        (
            "9 by 8",
            "
    fn moves_of_x_in_words(words: &[u128; 3]) -> [u128; 1] {
        let [_, mark_x, mark_o] = *words;
        let empty = 0xff_ffff_ffff_ffff_ffff & !(mark_x | mark_o);
        [empty]
    }
",
            "
        let three_x = mark_x & (mark_x & mark_x >> 9) >> 9;
        // three for x
        if three_x != 0 {
",
        ),
        (
            "16 by 16",
            "
    fn play_mark_x_in_words(words: &mut [U256; 3], value: u32) {
        let [_, mark_x, _] = *words;
        words[0] = U256([2, 0, 0, 0]);
        words[1] = mark_x | U256::bit(value);
    }
",
            "
        let three_x = mark_x & (mark_x & mark_x >> 16) >> 16;
        // three for x
        if !three_x.is_empty() {
",
        ),
    ] {
        let rust = rows(size);
        for wanted in [moves, win] {
            assert!(rust.contains(wanted.trim_start_matches('\n')), "{size}: no\n{wanted}in\n{rust}");
        }
    }
}
