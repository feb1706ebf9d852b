//! Tests with texts in which one line is damaged: a head is turned into a comment, or a line is broken in the middle.
//! `blanche fix` either restores the original text or changes nothing.

use std::convert::Infallible;
use std::path::Path;

use blanche_compiler::files::Texts;
use blanche_compiler::paths::Programs;
use blanche_compiler::service::fixes::repair::{Repaired, repair};

/// A game with an item of nearly every kind.
const WHOLE: &str = "\
%% Marks go forward, and whoever brings one across has won.
base path

%% The board has four columns and four rows.
board 4 by 4 like b2 words Cell

%% There are two players, who take turns.
players left, right words Side, Other

sort number = 0 to 9 words N

%% There is at most one mark on a cell.
state marked(Cell, Side) one Side

%% What holds at the beginning.
start marked(Cell, left) if row(Cell, 1)
start marked(Cell, right) if row(Cell, 4)

%% No mark stands there.
free(Cell) :- ¬marked(Cell, Side_)

fact ahead(left, n), ahead(right, s)

%% The next cell ahead.
next(Cell1, Cell2, Side) :-
    ahead(Side, Direction_), step(Cell1, Direction_, Cell2)

%% A mark goes one step.
move go for Side plays Cell1, Cell2 if
    marked(Cell1, Side), next(Cell1, Cell2, Side), free(Cell2)
    removes marked(Cell1)
    adds marked(Cell2, Side)

%% A mark takes another one.
move take for Side against Other plays Cell1, Cell2 if
    marked(Cell1, Side), next(Cell1, Cell_, Side), step(Cell_, e, Cell2),
    marked(Cell2, Other)
    removes marked(Cell1)
    adds marked(Cell2, Side)

%% A mark is there.
rule across for Side at level 0 if
    marked(Cell, Side), ahead(Side, Direction), at.edge(Cell, Direction)

blocked loses

%% All marks of a player.
many(Side, N) :-
    count Cell_ (marked(Cell_, Side)) = N

%% Marks count.
score marks for Side attacking 10 defending 5 if
    marked(Cell, Side)

%% So do many of them.
score many for Side attacking N defending 1 if
    many(Side, N)

%% Taking is good.
preference take for Side against Other plays Cell1, Cell2 worth 5 if
    marked(Cell1, Side), next(Cell1, Cell_, Side), step(Cell_, e, Cell2),
    marked(Cell2, Other)

drawn marked(Cell, left) as x, marked(Cell, right) as o
";

/// The result of `blanche fix` for this text, if the text is the base of the folder `path`.
fn fixed(text: &str) -> (String, Repaired) {
    let file = Path::new("path/base.blanche");
    let read = |mut texts: Texts| {
        if texts.get(file).is_none() {
            texts.put(file, text.to_owned());
        }
        Ok::<Programs, Infallible>(
            Programs::of_files(&[file.to_owned()], None, texts).expect("its text is known"),
        )
    };
    let Ok(repaired) = repair(read, |message| message.has_plain_fix());
    let fixed = repaired.changed.values().next().map_or(text, |changed| changed.new.as_str()).to_owned();
    (fixed, repaired)
}

/// The text with one line replaced.
fn with(at: usize, line: &str) -> String {
    let lines = WHOLE.lines().enumerate().map(|(here, old)| if here == at { line } else { old });
    lines.map(|line| format!("{line}\n")).collect()
}

/// The lines of the text that contain code, with their indices.
fn code() -> impl Iterator<Item = (usize, &'static str)> {
    WHOLE.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('%'))
}

fn titles(repaired: &Repaired) -> Vec<&str> {
    repaired.left.iter().map(|message| message.title.as_str()).collect()
}

#[test]
fn the_unbroken_text_has_no_mistake() {
    let (_, repaired) = fixed(WHOLE);
    assert!(repaired.left.is_empty() && repaired.done.is_empty(), "{:?}", titles(&repaired));
}

#[test]
fn a_body_below_a_commented_head_joins_no_item() {
    let mut tried = 0;
    for (at, line) in code().filter(|(_, line)| line.ends_with(" if") || line.ends_with(" :-")) {
        for instead in [format!("% {line}"), String::new()] {
            let text = with(at, &instead);
            let (fixed, repaired) = fixed(&text);
            assert_eq!(fixed, text, "{line}");
            assert_eq!(titles(&repaired)[0], "a body without a head", "{line}");
            let of_text = repaired.left.iter().filter(|message| message.code.number() < "B0200").count();
            assert_eq!(of_text, 1, "{line}: {:?}", titles(&repaired));
            tried += 1;
        }
    }
    assert!(tried > 10, "{tried}");
}

#[test]
fn a_line_break_at_the_margin_is_removed_or_accepted() {
    let dense = |text: &str| text.split_whitespace().collect::<String>();
    let (mut tried, mut restored) = (0, 0);
    for (at, line) in code() {
        let places: Vec<usize> = line.trim_start().match_indices(' ').map(|(place, _)| place).collect();
        let margin = line.len() - line.trim_start().len();
        for place in places {
            let (first, second) = line.split_at(margin + place);
            let (fixed, repaired) = fixed(&with(at, &format!("{first}\n{}", &second[1..])));
            assert_eq!(dense(&fixed), dense(WHOLE), "{first}|{second}");
            assert!(repaired.left.is_empty(), "{first}|{second}: {:?}", titles(&repaired));
            restored += usize::from(fixed == WHOLE);
            tried += 1;
        }
    }
    assert!(tried > 100 && restored > 60, "{restored} of {tried} are as they were");
}

#[test]
fn a_fix_that_leaves_its_line_unreadable_is_not_made() {
    let (at, _) = code().find(|(_, line)| line.starts_with("state ")).expect("there is one");
    let text = with(at, "marked(Cell, Side) owned Side");
    let (fixed, repaired) = fixed(&text);
    assert_eq!(fixed, text, "{:?}", titles(&repaired));
}

#[test]
fn a_comment_line_that_lost_its_percent_sign_becomes_no_item() {
    let comments = WHOLE.lines().enumerate().filter_map(|(at, line)| Some((at, line.strip_prefix("%% ")?)));
    for (at, line) in comments {
        let shown = line.to_lowercase();
        for prose in [line, shown.as_str(), shown.trim_end_matches('.')] {
            let text = with(at, prose);
            let (fixed, repaired) = fixed(&text);
            assert_eq!(fixed, text, "{prose}");
            assert!(!repaired.left.is_empty(), "{prose}");
        }
    }
}

#[test]
fn a_line_without_its_first_word_gets_that_word_back_or_none() {
    for (at, line) in code().filter(|(_, line)| !line.starts_with(' ') && !line.contains(":-")) {
        let (_, rest) = line.split_once(' ').expect("it has two words");
        let text = with(at, rest);
        let (fixed, repaired) = fixed(&text);
        assert!(fixed == WHOLE || fixed == text, "{rest}: {:?}\n{fixed}", titles(&repaired));
        let has_error = blanche_compiler::has_errors(&repaired.left);
        assert!(fixed == WHOLE || has_error, "{rest}: {:?}", titles(&repaired));
        assert!(!line.starts_with("base") || fixed == WHOLE, "{:?}", titles(&repaired));
    }
}
