//! Tests that `blanche fix` makes no wrong guesses, judged by the game that a fix would damage.

use crate::fix::fixed;
use crate::folder::Folder;

/// A game with declarations of all kinds. Every damage below is a single typing error in it.
const GAME: &str = "\
board 3 by 3 like b2 words Field
players x, o words Color, Other
state mark(Field, Color) one Color
sort kind = man, king words Kind
sort person = jan, piet words X, Y
sort age = 0 to 120 words A, B
fact weight(man, 3), weight(king, 5), likes(jan, piet), aged(jan, 12)
heavy(Kind) :- weight(Kind, 5)
adult(X) :- aged(X, A), A > 17
friends(X, Y) :- likes(X, Y), likes(Y, X)
empty(Field) :- ¬mark(Field, Color_)
move mark for Color plays Field if empty(Field)
    adds mark(Field, Color)
rule middle for Color at level 0 if mark(b2, Color)
draw full if ¬empty(Field_)
score corner for Color attacking 20 defending 10 if mark(a1, Color), heavy(king)
preference middle for Color plays Field worth 4 if Field = b2
drawn mark(Field, x) as x, mark(Field, o) as o
";

/// The text of the game with one part replaced.
fn damaged(part: &str, wrong: &str) -> String {
    assert_eq!(GAME.matches(part).count(), 1, "{part}");
    GAME.replace(part, wrong)
}

#[test]
fn the_game_has_no_errors() {
    let folder = Folder::new("guess-sound").with("a.blanche", GAME);
    assert!(!folder.run(&["check", "a.blanche"]).out.contains("error"));
}

#[test]
fn a_typing_error_in_a_declaration_is_corrected() {
    for (part, wrong) in [
        ("x, o words Color", "x, o wordsColor"),
        ("x, o words Color", "x, o with Color"),
        ("x, o words Color", "x, o Color"),
        ("king words Kind", "king , Kind"),
        ("piet words X", "piet with X"),
        ("piet words X", "piet wordsX"),
        ("0 to 120", "0to 120"),
        ("0 to 120", "0 to120"),
        ("0 to 120", "0 t 120"),
        ("attacking 20", "attacking20"),
        ("20 defending", "20defending"),
        ("defending 10", "defending10"),
        ("worth 4", "worth4"),
        ("3 by 3", "3 by3"),
        ("3 by 3", "3by3"),
        ("like b2", "likeb2"),
        ("(Field, o) as o", "(Field, o) aso"),
        ("adds mark", "addsmark"),
        ("adult(X) :-", "adult(X) :−"),
        ("adult(X) :-", "adult(X) : –"),
    ] {
        let (after, ran) = fixed("guess-right", &damaged(part, wrong));
        assert_eq!(after, GAME, "{wrong}: {}", ran.out);
        assert_eq!(ran.status, 0, "{wrong}: {}", ran.out);
    }
}

#[test]
fn a_declaration_that_may_mean_several_things_is_left_as_it_is() {
    for (part, wrong) in [
        ("for Color attacking 20", "attacking Color for 20"),
        ("mark(Field, x) as x,", "mark(Field, x) man, as x,"),
        ("x, o words Color", "x, o, Color"),
        ("x, o words Color", "x, o 3 words Color"),
        ("sort person = jan", "sort = jan"),
        ("players x, o", "players = x, o"),
        // A comma would make two values of one, and other lines use the whole value.
        ("king words", "k iing words"),
        // A dash before the text of a comment looks like a minus.
        ("mark(b2, Color)\n", "mark(b2, Color) — obviously\n"),
    ] {
        let text = damaged(part, wrong);
        let (after, ran) = fixed("guess-none", &text);
        let errors = |text: &str| {
            let found = Folder::new("guess-count").with("a.blanche", text);
            let found = found.run(&["check", "--format", "json", "a.blanche"]).json();
            found.as_array().expect("a list").iter().filter(|one| one["severity"] == "error").count()
        };
        assert!(after == text || after == GAME, "{wrong}: {}", ran.out);
        assert!(errors(&after) <= errors(&text), "{wrong}: {}", ran.out);
    }
}

#[test]
fn a_fix_of_an_effect_does_not_change_its_state() {
    let text = damaged("adds mark(Field, Color)", "adds mark,Field( Color)");
    let (after, ran) = fixed("guess-effect", &text);
    assert_eq!(after, text, "{}", ran.out);
}

#[test]
fn a_name_is_not_renamed_while_its_declaration_cannot_be_parsed() {
    let base = |file: &str| {
        let path = format!("{}/../../knowledge/othello/{file}.blanche", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("it is there");
        let is_kept = |line: &&str| !["use ", "base ", "library"].iter().any(|word| line.starts_with(word));
        text.lines().filter(is_kept).map(|line| format!("{line}\n")).collect::<String>()
    };
    let sound = base("rules") + &base("scores");
    let broken = sound.replace("\nstate disc(Field, Color)", "\n statedisc(Field, Color)").replacen(
        "step(Field, Direction",
        "step(,Field Direction",
        1,
    );
    assert_ne!(broken, sound);
    let commas = broken.match_indices("),\n    ").map(|(at, _)| at + 1).collect::<Vec<_>>();
    assert!(!commas.is_empty());
    for at in commas {
        let text = format!("{}{}", &broken[..at], &broken[at + 1..]);
        let folder = Folder::new("guess-rename").with("a.blanche", &text);
        let ran = folder.run(&["fix", "a.blanche"]);
        let count = |text: &str| text.matches("discs(").count();
        assert_eq!(count(&folder.text("a.blanche")), count(&sound), "{}", ran.out);
    }
}
