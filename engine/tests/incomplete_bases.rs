//! User-defined bases that lack exports or rules that a search needs.

use std::fs;
use std::path::{Path, PathBuf};

/// Creates a base with these lines. Returns its folder.
pub(crate) fn base(test: &str, lines: &str) -> String {
    let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("abilities").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    let text = format!("base mine\nuse five-in-a-row/domain\nuse five-in-a-row/shapes\n{lines}");
    fs::write(folder.join("base.blanche"), text).expect("it can be written");
    folder.to_string_lossy().into_owned()
}

pub(crate) const ENDS: &str = "rule five for Color at level 0 if group(Group1, Color, 5)\n";
pub(crate) const FOURS: &str = "rule four for Color at level 1 plays Field1 if\n    \
                     group(Group1, Color, 4), in(Field1, Group1), empty(Field1)\n";
pub(crate) const FORCING: &str = "export forcing(Color, Field, Moves) for Color\n\
                       forcing(Color, Field, 1) :- group(Group_, Color, 3), in(Field, Group_), empty(Field)\n";

/// Bases with less and less content, each with the exports or rules that it lacks.
pub(crate) fn bases() -> Vec<(&'static str, String, Vec<&'static str>)> {
    let reply = "export reply(Color, Other, Field) for Color against Other\n\
                 reply(Color, Other, Field) :- group(Group_, Other, 4), in(Field, Group_), empty(Field), \
                 ¬equal(Color, Other)\n";
    let score = "score two for Color attacking 2 defending 1 if group(Group, Color, 2)\n";
    vec![
        ("all", format!("{ENDS}{FOURS}{FORCING}{reply}{score}"), vec![]),
        (
            "named-scores",
            format!("{ENDS}{FOURS}{FORCING}{reply}{}", score.replace(" if", " when named if")),
            vec!["score"],
        ),
        ("no-scores", format!("{ENDS}{FOURS}{FORCING}{reply}"), vec!["score"]),
        ("no-reply", format!("{ENDS}{FOURS}{FORCING}"), vec!["reply", "score"]),
        ("rules", format!("{ENDS}{FOURS}"), vec!["forcing", "reply", "score"]),
        ("ends", ENDS.to_owned(), vec!["level 1", "forcing", "reply", "score"]),
        ("nothing", String::new(), vec!["level 0", "level 1", "forcing", "reply", "score"]),
        ("no-ends", format!("{FOURS}{FORCING}"), vec!["level 0", "reply", "score"]),
        // An export without fields does not count, and neither does an export that states no number of moves.
        (
            "others",
            format!(
                "{ENDS}{FOURS}export forcing(Color, Field) for Color\nforcing(Color, Field) :- color(Field, Color)\n"
            ),
            vec!["forcing", "reply", "score"],
        ),
    ]
}
