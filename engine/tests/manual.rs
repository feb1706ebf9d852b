//! Tests of the manuals of the bases, which show every rule with its positions, drawn as boards.

use std::path::Path;
use std::process::Command;

use blanche_compiler::runtime::Limits;
use noire::bases::Backend;
use noire::board::{Color, Diagram, Style};
use noire::facts::Base;
use noire::world::examples::of_base;
use noire::world::{Marks, Stones, World, WorldExt};

#[test]
fn every_rule_of_every_base_is_in_its_manual_with_its_positions() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manuals");
    let _ = std::fs::remove_dir_all(&folder);
    let output = Command::new(env!("CARGO_BIN_EXE_noire")).args(["doc", "--output"]).arg(&folder).output();
    let output = output.expect("the program runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    for built_in in Base::built_in() {
        let page =
            std::fs::read_to_string(folder.join(format!("{}.html", built_in.name))).expect("it has a page");
        let base = Base::open(built_in.name, Limits::default()).unwrap_or_else(|error| panic!("{error:?}"));
        let world = Stones::new(base, vec![Backend::Compiled]);
        let base = world.base();
        let examples = of_base(&world).unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(
            page.matches("<figure>").count(),
            examples.len(),
            "{}: a board for each position",
            base.name()
        );
        for example in &examples {
            let rule = example.question.title(base.contents());
            let title = format!("<title>{rule}: ");
            let of_rule = examples.iter().filter(|other| other.question == example.question).count();
            assert_eq!(page.matches(&title).count(), of_rule, "{}: {rule}", base.name());
        }
        // Every rule has an anchor, and every link has a target.
        for rule in &base.contents().rules {
            assert!(page.contains(&format!("id=\"rule-{}-", rule.name)), "{}: {}", base.name(), rule.name);
        }
        for link in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert_eq!(page.matches(&format!(" id=\"{link}\"")).count(), 1, "{}: {link}", base.name());
        }
        assert!(!page.contains("<script"), "a page needs no script");
    }
}

#[test]
fn a_drawn_board_has_the_stones_marks_and_letters_of_its_diagram() {
    for base in Base::built_in() {
        let base = Base::open(base.name, Limits::default()).unwrap_or_else(|error| panic!("{error:?}"));
        let world = Stones::new(base, vec![Backend::Compiled]);
        for example in of_base(&world).unwrap_or_else(|problems| panic!("{problems}")) {
            let (position, marks) = (&example.position, &example.sketch.marks);
            let shown = Marks { sketch: Some(&example.sketch), ..Marks::default() };
            let drawn = world.drawing(position, &shown, Style::default()).svg("a position");
            let text = world.draw(position, &shown, Style::default());
            for (color, class) in [(Color::Black, "dark"), (Color::White, "light")] {
                let stones = drawn.matches(&format!("<circle class=\"{class}\"")).count();
                assert_eq!(stones, position.stones(color).len(), "{}\n{text}", example.place);
            }
            let letters = text.lines().last().unwrap_or_default().split_whitespace().count();
            let rows = text.lines().count() - 1;
            let numbers = marks.len() + letters + rows;
            assert_eq!(drawn.matches("<text").count(), numbers, "{}\n{text}", example.place);
            assert_eq!(drawn.matches("class=\"line\"").count(), letters * rows, "{}\n{text}", example.place);
        }
    }
}

#[test]
fn lines_end_only_at_the_edges_of_the_board() {
    let corner: Diagram = " 2 . .\n 1 . .\n   a b".parse().expect("a diagram");
    let drawn = corner.drawing(Style::default()).svg("a corner");
    // The field a1 is drawn 37 to the right and 39 down. Nothing is drawn to its left or below it.
    assert!(drawn.contains("M37 39H50M37 26V39"), "{drawn}");
    // At b2 the board continues in all directions.
    assert!(drawn.contains("M50 13H76M63 0V26"), "{drawn}");
}

/// An indented diagram in a doc comment is not reflowed.
#[test]
fn indented_lines_of_a_comment_are_unchanged() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual-diagram");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let text = include_str!("../program/data/new/game/base.blanche").replace("NAME", "men");
    let text = format!(
        "{text}\n%% A diagram:\n%%\n%%     2 . <\n%%     1 x .\nspare(Field) :- ¬man(Field, Color_)\n"
    );
    std::fs::write(folder.join("base.blanche"), text).expect("it can be written");
    let ran = Command::new(env!("CARGO_BIN_EXE_noire")).arg("doc").arg(&folder).output().expect("it runs");
    let page = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(page.contains("<pre>2 . &lt;\n1 x .</pre>"), "{page}");
    assert!(page.contains("noire perft --game men --depth 6\n"), "{page}");
}
