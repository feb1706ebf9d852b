//! Tests of control characters in doc comments, records and file names. Commands replace each character that a terminal
//! would interpret.

use super::*;

/// Checks the notes about a failing position, and the names of the files that were written.
#[test]
fn control_characters_in_positions_and_file_names_are_escaped() {
    let folder = folder("obeyed-outputs", &[]);
    for name in ["rules", "game"] {
        let option = if name == "game" { ["--as", "game"] } else { ["--game", "renju"] };
        let ran = noire(&[&["new", name, "--in", &folder], &option[..]].concat());
        assert_eq!(ran.status, 0, "{}", ran.err);
    }
    let positions = format!("{folder}/rules/positions.txt");
    let text = fs::read_to_string(&positions).expect("it was written");
    let wrong = text.replacen("applies, plays ", &format!("misses: {OBEYED} "), 1);
    assert_ne!(text, wrong);
    fs::write(&positions, wrong).expect("it can be written");
    let odd = format!("{folder}/o\u{1b}[31m\u{202e}\u{9b}m");
    fs::create_dir_all(&odd).expect("a folder can be made");
    let (page, pages, bases) = (format!("{odd}/a.html"), format!("{odd}/pages"), format!("{odd}/bases"));
    let (statistics, answers) = (format!("{odd}/statistics.txt"), format!("{odd}/answers.txt"));
    let list = format!("{odd}/l\u{1b}[31m\n.tsv");
    fs::write(&list, "#moves\nh8\n").expect("it can be written");
    let rules = format!("{folder}/rules");
    for words in [
        &["test", &rules][..],
        &["watch", &rules, "--once", "--without-verify"],
        &["doc", "--game", "noughts", "--output", &page],
        &["doc", "--game", "noughts", "--output", &pages],
        &["doc", "--game", &rules, "--output", &format!("{odd}/b.html")],
        &["doc", "--game", &rules, "--output", &format!("{odd}/more")],
        &["games", "--output", &bases],
        &["new", "zz", "--in", &odd],
        &["new", "yy", "--as", "game", "--in", &odd],
        &["statistics", "--game", &rules, "--file", &list],
        &["statistics", "--game", &rules, "--file", &list, "--output", &statistics],
        &["answers", "--game", &rules, "--output", &answers],
    ] {
        let ran = noire(words);
        assert_nothing_is_obeyed(words, &ran);
        let fails = ["test", "watch"].contains(&words[0]);
        assert_eq!(ran.status, i32::from(fails), "{words:?}: {}", ran.err);
    }
    let text = fs::read_to_string(&statistics).expect("it was written");
    assert!(!text.contains(is_obeyed) && text.lines().take_while(|line| line.starts_with('#')).count() == 1);
}

/// A window title, a colour, a link, a bell, a backspace, a colour with a one-byte introducer, and right-to-left text.
const OBEYED: &str = "\u{1b}]0;T\u{7}\u{1b}[31mRED\u{1b}]8;;http://x/\u{7}\u{8}\u{9b}31m\u{202e}LTR";

fn is_obeyed(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t' | '\r') || ('\u{202a}'..='\u{202e}').contains(&c)
}

fn assert_nothing_is_obeyed(words: &[&str], ran: &Ran) {
    for text in [&ran.out, &ran.err] {
        assert!(!text.contains(is_obeyed), "{words:?}: {text:?}");
    }
}

#[test]
fn control_characters_in_rules_and_records_are_escaped() {
    let rule = format!(
        "{HEAD}%% Five in a row. {OBEYED}\nrule five for white at level 0 if group(Group1, white, 5)\n"
    );
    let value = OBEYED.replace(']', "\\]");
    let record = format!(
        "(;FF[4]GM[4]SZ[15]PB[{value}]PW[{value}]EV[{value}]RU[{value}]C[{value}];B[hh]C[{value}];W[ig])"
    );
    let name = "r\u{1b}[2J\u{202e}.sgf";
    let folder = folder("obeyed", &[("base.blanche", &rule), (name, &record), ("positions.txt", "h8\n")]);
    let (base, record) = (folder.as_str(), format!("{folder}/{name}"));
    let (output, missing) = (format!("{folder}/{name}.psq"), format!("{folder}/none-{name}"));
    let mut shown = 0;
    for words in [
        &["rules", "--game", base][..],
        &["apply", "--game", base, "--moves", "h8,a1,i8,a2,j8,a3,k8,a4,l8"],
        &["explain", "--game", base, "--moves", "h8,a1,i8,a2,j8,a3,k8,a4,l8"],
        &["games", base],
        &["watch", base, "--once", "--without-verify"],
        &["doc", "--game", base],
        &["test", base],
        &["analyse", "--file", &record, "--every-ply", "--nodes", "5"],
        &["analyse", "--file", &record, "--every-ply", "--nodes", "5", "--format", "markdown"],
        &["play", "--player", "human", "--player", "human", "--resume", &record],
        &["convert", &record, "--output", &output],
        &["convert", &record, "--output", &output, "--record", "2"],
        &["convert", &missing, "--to", "psq"],
        &["analyse", "--file", &missing],
        &["solve", "--file", &missing],
        &["eval", "--moves", &OBEYED[1..]],
        &["analyse", "--game", OBEYED, "--moves", "h8"],
        &["perft", "--game", OBEYED, "--depth", "1"],
        &["perft", "--game", &missing, "--depth", "1"],
        &["repl", "--game", OBEYED],
        &["match", "--games", "0", "--output", &missing],
        &["test", &missing],
        &["new", &missing],
        &["convert", &record, OBEYED],
        &["match", "--first", OBEYED],
        &["solve", "--level", OBEYED],
        &[OBEYED],
    ] {
        let ran = noire(words);
        assert_nothing_is_obeyed(words, &ran);
        shown += usize::from(ran.out.contains('\u{fffd}') || ran.err.contains('\u{fffd}'));
    }
    assert!(shown > 10, "{shown} of them have something to show");
}

/// A line that wrongly claims that a winning move is refuted fails, even if `--update` would change other parts of the
/// line.
#[test]
fn only_lines_that_hold_afterwards_are_reported_as_updated() {
    let within = folder("restated", &[]);
    assert_eq!(noire(&["new", "men", "--as", "game", "--in", &within]).status, 0);
    let (game, file) = (format!("{within}/men"), format!("{within}/men/positions.txt"));
    let text = fs::read_to_string(&file).expect("it was written");
    let [first, second] = ["applies, plays b3-b4: the field", "applies, refuted: the field"];
    assert!(text.contains(first), "{text}");
    fs::write(&file, text.replace(first, second)).expect("it can be written");
    let ran = noire(&["test", &game, "--update"]);
    assert!(ran.status == 1 && ran.out.contains("1 failed") && !ran.out.contains("updated"), "{}", ran.out);
    fs::write(&file, text.replace(first, "applies, plays b4-b3: the field")).expect("it can be written");
    let ran = noire(&["test", &game, "--update"]);
    assert!(ran.status == 0 && ran.out.contains("1 updated"), "{}", ran.out);
    assert_eq!(fs::read_to_string(&file).expect("it is there"), text);
}

#[test]
fn compile_writes_a_program_even_if_the_rules_are_built_in() {
    let file = format!("{}/program", folder("compiled-in", &[]));
    let ran = noire(&["compile", "noughts", "--output", &file]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("already compiled into this program\n  program  "), "{}", ran.out);
    assert!(fs::metadata(&file).expect("it was written").len() > 1_000_000);
    fs::remove_file(file).expect("it can be removed");
}
