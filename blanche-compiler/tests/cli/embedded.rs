//! Tests of rule files that are embedded in another program. They are used if there are no such files in the folders
//! around a base. In the tests, a script takes the place of that program.

use std::path::PathBuf;
use std::process::Command;

use super::times;
use crate::folder::{Folder, Ran};

/// Creates a program that returns two rule files, and counts its calls.
const TELLS: &str = r#"[ "$*" = "games --files" ] || exit 2
echo asked >> "${0%/*}/asked"
cat << 'END'
{"people/facts.blanche": "library\nfact parent(jan, piet)\nfact parent(piet, anna)\n",
 "people/more.blanche": "library\nuse people/facts\nopen far(X)\nelder(X) :- parent(X, Y_), ¬far(X)\n",
 "people/notes.txt": "nothing"}
END
"#;

const MINE: &str = "base mine\nuse people/facts\nuse people/more\n\n%% Who is old.\nexport elder(X)\n\n\
    far(X) :- parent(X, anna)\n";

/// Links the program `blanche` into a folder that contains only what a test puts there. Returns its path.
fn link_program(folder: &Folder) -> PathBuf {
    let path = folder.0.join("bin/blanche");
    std::fs::create_dir_all(folder.0.join("bin")).expect("it can be made");
    std::fs::hard_link(env!("CARGO_BIN_EXE_blanche"), &path)
        .or_else(|_| std::fs::copy(env!("CARGO_BIN_EXE_blanche"), &path).map(|_| ()))
        .expect("the program can be linked");
    path
}

fn run(folder: &Folder, words: &[&str], path: &str) -> Ran {
    let mut command = Command::new(folder.0.join("bin/blanche"));
    command.args(words).current_dir(&folder.0).env_remove("NOIRE").env("PATH", path);
    Ran::of(command.output().expect("the program runs"))
}

#[test]
fn the_program_beside_or_on_the_path_is_asked_once_for_lost_files() {
    for place in ["bin", "other"] {
        let folder = Folder::new("embedded")
            .with_program(&format!("{place}/noire"), TELLS)
            .with("mine/base.blanche", MINE)
            .with("second/base.blanche", MINE.replace("base mine", "base second"));
        link_program(&folder);
        let path = format!("relative:{}:/usr/bin:/bin", folder.0.join("other").display());
        let ran = run(&folder, &["check", "mine", "second"], &path);
        assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{place}");
        assert_eq!(folder.text(&format!("{place}/asked")), "asked\n");
        assert_eq!(run(&folder, &["query", "mine", "elder(X)"], &path).out, "X\njan\n\n1 answer\n");
        // Files in a folder take precedence, so the other program is not run.
        let folder = folder.with("knowledge/people/facts.blanche", "fact parent(a, b)\n");
        let folder =
            folder.with("knowledge/people/more.blanche", "open far(X)\nelder(X) :- parent(X, Y_), ¬far(X)\n");
        std::fs::remove_file(folder.0.join(place).join("asked")).expect("it is there");
        assert_eq!(run(&folder, &["query", "mine", "elder(X)"], &path).status, 1, "there is no anna");
        assert!(!folder.0.join(place).join("asked").exists());
    }
}

#[test]
fn a_base_without_use_lines_gets_hints_at_embedded_files() {
    let folder = Folder::new("embedded-forgotten")
        .with_program("bin/noire", TELLS)
        .with("mine/base.blanche", "base mine\n\nexport rare(X)\n\n%% Who is rare.\nrare(X) :- parent(X, Y), elder(Y)\n\nfar(X) :- parent(X, anna)\n");
    link_program(&folder);
    let ran = run(&folder, &["check", "mine"], "/usr/bin:/bin");
    assert_eq!((ran.status, times(&ran.out, "error[")), (1, 1), "{}", ran.out);
    assert!(ran.out.contains("error[B0210]: `use people/more` is missing\n"), "{}", ran.out);
    assert_eq!(folder.text("bin/asked"), "asked\n");
}

#[test]
fn all_missing_files_share_one_list_of_searched_places() {
    let folder = Folder::new("embedded-nowhere").with_program("tells", TELLS).with(
        "mine/base.blanche",
        MINE.replace("use people/more\n", "use people/mroe\nuse other/one\nuse other/two\n"),
    );
    link_program(&folder);
    let ran = run(&folder, &["check", "mine"], "/nowhere");
    assert_eq!((ran.status, times(&ran.out, "error[B0201]")), (1, 4), "{}", ran.out);
    for once in [
        "searched for as",
        "no folder `knowledge`",
        "there is no program `noire` beside",
        "noire games --output",
        "--knowledge DIR",
    ] {
        assert_eq!(times(&ran.out, once), 1, "{once}: {}", ran.out);
    }
    assert_eq!(times(&ran.out, "searched for in the same places as the first one"), 3, "{}", ran.out);
    // For each checked program, the message lists the locations that were searched. The same holds if a single file is
    // checked.
    let folder = folder.with("other/base.blanche", "base other\nuse people/facts\nuse people/more\n");
    let ran = run(&folder, &["check", "--all", "mine", "other"], "/nowhere");
    assert_eq!((times(&ran.out, "error[B0201]"), times(&ran.out, "searched for as")), (6, 2), "{}", ran.out);
    let folder = folder.with("mine/more.blanche", "use people/others\n");
    let folder = folder.with("mine/base.blanche", "base mine\nuse mine/more\nuse people/facts\n");
    let ran = run(&folder, &["check", "mine/more.blanche"], "/nowhere");
    assert_eq!((times(&ran.out, "error[B0201]"), times(&ran.out, "searched for as")), (1, 1), "{}", ran.out);
    let uses = "use people/mroe\nuse other/one\nuse other/two\n";
    let folder = folder.with("mine/base.blanche", MINE.replace("use people/more\n", uses));
    let mut command = folder.command(&["check", "mine/base.blanche"]);
    let ran = Ran::of(command.env("NOIRE", folder.0.join("tells")).output().expect("the program runs"));
    assert_eq!(times(&ran.out, "error[B0201]"), 3, "{}", ran.out);
    assert_eq!(times(&ran.out, "tells` has no such file built in"), 1, "{}", ran.out);
    assert_eq!(times(&ran.out, "did you mean `people/more`?"), 1, "{}", ran.out);
    assert!(!ran.out.contains("noire games --output"), "{}", ran.out);
}

#[test]
fn a_program_without_embedded_files_is_one_of_the_searched_places() {
    let folder = Folder::new("embedded-fails")
        .with_program("old/noire", "echo 'error: unexpected argument' >&2\nexit 2\n")
        .with_program("other/noire", "echo '[1, 2]'\n")
        .with_program("large/noire", "head -c 17000000 /dev/zero\n")
        .with_program("slow/noire", "exec sleep 60\n")
        .with_program("mute/noire", "exec > /dev/null\nexec sleep 60\n")
        .with("mine/base.blanche", MINE);
    for (program, reason) in [
        ("old", "failed (exit status: 2)"),
        ("other", "wrote something unexpected"),
        ("large", "wrote more than 16 MiB"),
        ("slow", "did not answer within 2 seconds"),
        ("mute", "did not answer within 2 seconds"),
        ("none", "cannot be started"),
    ] {
        let mut command = folder.command(&["check", "mine"]);
        let program = folder.0.join(program).join("noire");
        let ran = Ran::of(command.env("NOIRE", &program).output().expect("the program runs"));
        let said = ran.out.replace("\n   │       ", " ");
        let line = format!("was asked for its files and {reason}");
        assert_eq!((times(&said, &line), times(&said, "error[B0201]")), (1, 2), "{}", ran.out);
        assert!(said.contains("--knowledge DIR") && said.contains("noire games --output"), "{}", ran.out);
    }
    // If the first program with embedded files fails, the next such program is run.
    link_program(&folder);
    let folder = folder.with_program("bin/noire", "exit 1\n").with_program("path/noire", TELLS);
    let path = format!("{}:/usr/bin:/bin", folder.0.join("path").display());
    assert_eq!(run(&folder, &["check", "mine"], &path).status, 0);
}
