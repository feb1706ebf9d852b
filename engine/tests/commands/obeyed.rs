//! What a terminal would obey in doc comments, records and the names of files: commands show a sign in its place.

use super::*;

/// A title of a window, a colour, a link, a bell, a backspace, a colour by one byte, and text from right to left.
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
fn what_a_terminal_obeys_is_shown_as_signs() {
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
        &["rules", "--base", base][..],
        &["apply", "--base", base, "--moves", "h8,a1,i8,a2,j8,a3,k8,a4,l8"],
        &["explain", "--base", base, "--moves", "h8,a1,i8,a2,j8,a3,k8,a4,l8"],
        &["bases", base],
        &["watch", base, "--once", "--without-verify"],
        &["doc", "--base", base],
        &["test", base],
        &["analyse", "--file", &record, "--every-ply", "--nodes", "5"],
        &["analyse", "--file", &record, "--every-ply", "--nodes", "5", "--format", "markdown"],
        &["play", "--white", "human", "--black", "human", "--resume", &record],
        &["convert", &record, "--output", &output],
        &["convert", &record, "--output", &output, "--game", "2"],
        &["convert", &missing, "--to", "psq"],
        &["analyse", "--file", &missing],
        &["solve", "--file", &missing],
        &["eval", "--moves", &OBEYED[1..]],
        &["analyse", "--base", OBEYED, "--moves", "h8"],
        &["perft", "--game", OBEYED, "--depth", "1"],
        &["perft", "--game", &missing, "--depth", "1"],
        &["repl", "--base", OBEYED],
        &["match", "--games", "0", "--output", &missing],
        &["test", &missing],
        &["new", &missing],
    ] {
        let ran = noire(words);
        assert_nothing_is_obeyed(words, &ran);
        shown += usize::from(ran.out.contains('\u{fffd}') || ran.err.contains('\u{fffd}'));
    }
    assert!(shown > 10, "{shown} of them have something to show");
}
