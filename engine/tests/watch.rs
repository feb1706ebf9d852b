//! Tests of `noire watch`: its report about a base or a game written in BLANCHE, and its reaction to a saved file.

use std::fs;
use std::path::Path;

use crate::commands::{folder, noire};
use crate::watched::{DOMAIN, FIVE, POSITIONS, four, mine, rules};

#[test]
fn the_exit_status_of_one_round_says_whether_all_positions_hold() {
    let right = mine("right", "1, 5");
    let ran = noire(&["watch", &right, "--once", "--time", "1"]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("mine: 1 position of 4 rules: 1 holds on the interpreter\n"), "{}", ran.out);
    assert!(
        ran.out.contains("neither a position where it applies nor a near miss is given: five\n"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("verify: 2 rules attacked: "), "{}", ran.out);

    let ran = noire(&["watch", &mine("wrong", "2, 4"), "--once", "--without-verify"]);
    assert_eq!(ran.status, 1, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("expected  it applies and plays i8\n"), "{}", ran.out);
    assert!(ran.out.contains(" 8 . . o x x X x ? .\n"), "{}", ran.out);
    assert!(!ran.out.contains("verify"), "{}", ran.out);

    let bare = folder("watch-bare", &[("base.blanche", &rules("1, 5"))]);
    let ran = noire(&["watch", &bare, "--once", "--without-verify"]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.ends_with("\nmine: no positions beside it\n"), "{}", ran.out);

    let broken = folder("watch-broken", &[("base.blanche", "base mine\nrule five for\n")]);
    let ran = noire(&["watch", &broken, "--once"]);
    assert_eq!(ran.status, 1, "{}{}", ran.out, ran.err);
    assert!(
        ran.err.contains("error[B01") && ran.out.ends_with("so nothing is asked\n"),
        "{}{}",
        ran.out,
        ran.err
    );
}

#[test]
fn a_refuted_claim_is_drawn() {
    let three = format!(
        "{}\n%% Wrong.\nrule three for Color at level 1 plays Field1 if\n    \
        group(Group1, Color, 3), in(Field1, Group1, 1, 5), empty(Field1)\n",
        rules("1, 5")
    );
    let ran =
        noire(&["watch", &folder("watch-refuted", &[("base.blanche", &three)]), "--once", "--time", "3"]);
    assert_eq!(ran.status, 1, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains(" refuted\n") && ran.out.contains("three for "), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("* the play"), "{}", ran.out);
}

#[test]
fn built_in_games_and_missing_folders_are_not_watched() {
    let ran = noire(&["watch", "renju"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert_eq!(ran.err, "error: `renju` is built in\n  name its folder: knowledge/renju\n");
    let ran = noire(&["watch", "nowhere/at-all"]);
    assert_eq!((ran.status, ran.err.as_str()), (2, "error: there is no folder `nowhere/at-all`\n"));
}

#[cfg(unix)]
mod saves {
    use std::io::{BufRead, BufReader};
    use std::process::{Child, Command, Stdio};
    use std::sync::mpsc::{Receiver, channel};
    use std::thread;
    use std::time::Duration;

    use super::*;
    use crate::commands::{dear, interrupt};

    /// Time limit for waiting for a line.
    const PATIENCE: Duration = Duration::from_secs(300);

    const WAITING: &str = "waiting for the next save; Ctrl-C ends it";

    /// A running `noire watch`, and the lines that it prints.
    struct Watching {
        child: Child,
        lines: Receiver<String>,
    }

    impl Watching {
        fn new(folder: &str, words: &[&str]) -> Watching {
            let mut child = Command::new("sh")
                .args(["-c", "exec \"$0\" \"$@\" 2>&1", env!("CARGO_BIN_EXE_noire"), "watch", folder])
                .args(words)
                .stdout(Stdio::piped())
                .spawn()
                .expect("the program starts");
            let out = BufReader::new(child.stdout.take().expect("it is piped"));
            let (send, lines) = channel();
            thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| send.send(line)));
            Watching { child, lines }
        }

        /// The output up to a line that contains `end`.
        fn until(&self, end: &str) -> String {
            let mut all = String::new();
            loop {
                let line = self.lines.recv_timeout(PATIENCE);
                let line = line.unwrap_or_else(|_| panic!("no line with `{end}` comes behind\n{all}"));
                all.push_str(&line);
                all.push('\n');
                if line.contains(end) {
                    return all;
                }
            }
        }

        /// The output after Ctrl-C, and the exit status.
        fn ended(mut self) -> (String, Option<i32>) {
            interrupt(&self.child);
            let rest: Vec<String> = self.lines.iter().collect();
            (rest.join("\n"), self.child.wait().expect("it ends").code())
        }
    }

    impl Drop for Watching {
        fn drop(&mut self) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    fn write(folder: &str, name: &str, text: &str) {
        fs::write(Path::new(folder).join(name), text).expect("it can be written");
    }

    #[test]
    fn a_save_shows_gained_and_lost_answers() {
        let folder = mine("answers", "1, 5");
        let watching = Watching::new(&folder, &["--without-verify"]);
        let first = watching.until(WAITING);
        assert!(first.starts_with(&format!("round 1: {folder}\ncheck: 4 rules, no mistakes\n")), "{first}");
        assert!(!first.contains("answers:"), "{first}");

        write(&folder, "base.blanche", &rules("2, 4"));
        let said = watching.until(WAITING);
        assert!(said.contains("round 2: base.blanche was saved\n"), "{said}");
        assert!(said.contains("answers: 2 questions have changed; compared in "), "{said}");
        assert!(said.contains("four for black: ") && said.contains("; the previous version has "), "{said}");
        assert!(said.contains("  lost in ") && !said.contains("  gained in "), "{said}");
        assert!(said.contains("    - Field1 = "), "{said}");

        write(&folder, "base.blanche", &rules("1, 5"));
        let said = watching.until(WAITING);
        assert!(said.contains("  gained in ") && said.contains("    + Field1 = "), "{said}");

        // A change of the positions changes no rule.
        write(&folder, "positions.txt", &POSITIONS.replace("plays i8", "plays h8"));
        let said = watching.until(WAITING);
        assert!(said.contains("round 4: positions.txt was saved\n") && said.contains("1 failed"), "{said}");
        assert!(said.contains("answers: no question has changed\n"), "{said}");

        let (rest, status) = watching.ended();
        assert_eq!((rest.trim(), status), ("ended after 4 rounds", Some(130)));
    }

    #[test]
    fn watching_continues_whatever_happens_to_the_files() {
        let folder = mine("files", "1, 5");
        let watching = Watching::new(&folder, &["--without-verify"]);
        watching.until(WAITING);
        let text = rules("1, 5");
        write(&folder, "base.blanche", &text[..text.len() / 2]);
        let said = watching.until(WAITING);
        assert!(said.contains("error[B0") && said.contains("so nothing is asked\n"), "{said}");

        // As some editors do, this writes another file and renames it.
        write(&folder, "base.blanche~", &rules("2, 4"));
        let place = |name: &str| Path::new(&folder).join(name);
        fs::rename(place("base.blanche~"), place("base.blanche")).expect("it can be put there");
        let said = watching.until(WAITING);
        // The saved file is compared with the last version that could be parsed.
        assert!(said.contains("  lost in "), "{said}");

        write(&folder, "positions.txt", "rule seven for black\n");
        let said = watching.until(WAITING);
        assert!(said.contains("positions.txt:1"), "{said}");

        fs::remove_file(place("positions.txt")).expect("it can be removed");
        fs::create_dir(place("positions.txt")).expect("it can be made");
        let said = watching.until(WAITING);
        assert!(
            said.contains("cannot be read: positions.txt: ") && said.contains("so nothing is asked\n"),
            "{said}"
        );

        fs::remove_dir_all(&folder).expect("it can be removed");
        let said = watching.until(WAITING);
        assert!(said.contains(&format!("error: the folder `{folder}` is gone\n")), "{said}");

        fs::create_dir_all(&folder).expect("it can be made");
        write(&folder, "base.blanche", &rules("1, 5"));
        let said = watching.until("questions have changed");
        assert!(said.contains("check: 4 rules, no mistakes\n"), "{said}");
        watching.until(WAITING);
    }

    #[test]
    fn a_rule_that_takes_too_long_is_named_and_the_others_are_compared() {
        let folder = mine("dear", "1, 5");
        let watching = Watching::new(&folder, &["--without-verify"]);
        watching.until(WAITING);
        let text = format!("{}use five-in-a-row/shapes\n{FIVE}{}", DOMAIN, four("2, 4"));
        write(&folder, "base.blanche", &format!("{text}\n{}", dear("dear", "last.move(Field)")));
        let said = watching.until(WAITING);
        assert!(said.contains("not compared: ") && said.contains("dear for white"), "{said}");
        assert!(said.contains("four for black: "), "{said}");
    }

    #[test]
    fn attacks_end_at_a_save_and_at_ctrl_c() {
        let folder = mine("attacks", "1, 5");
        let watching = Watching::new(&folder, &["--time", "100000"]);
        watching.until("holds on the interpreter");
        write(&folder, "base.blanche", &rules("2, 4"));
        let said = watching.until("four for black: ");
        assert!(said.contains("round 2: base.blanche was saved\n"), "{said}");
        let (rest, status) = watching.ended();
        assert!(rest.ends_with("ended after 2 rounds"), "{rest}");
        assert_eq!(status, Some(130));
    }

    #[test]
    fn a_game_in_text_is_watched_too() {
        let knowledge = Path::new(env!("CARGO_MANIFEST_DIR")).join("knowledge/noughts");
        let folder = folder("watch-game", &[]);
        for entry in fs::read_dir(knowledge).expect("it can be read").flatten() {
            let text = fs::read_to_string(entry.path()).expect("it can be read");
            write(&folder, &entry.file_name().to_string_lossy(), &text.replace("use noughts/", "use "));
        }
        let watching = Watching::new(&folder, &["--time", "2"]);
        let first = watching.until(WAITING);
        assert!(
            first.contains(" hold on the interpreter\n")
                && first.contains("verify: 4 rules attacked in all "),
            "{first}"
        );
        let two = "rule two for Color at level 1 plays Field if\n    gap(Field, Color), Field < Field\n";
        write(
            &folder,
            "level-1.blanche",
            &format!("use lines\n\n%% Never.\n{}", two.replace("Field < Field", "Field < b2")),
        );
        let said = watching.until(WAITING);
        assert!(said.contains("round 2: level-1.blanche was saved\n"), "{said}");
        assert!(
            said.contains("  lost in ") && said.contains("22 hold on the interpreter, 2 failed\n"),
            "{said}"
        );
    }
}
