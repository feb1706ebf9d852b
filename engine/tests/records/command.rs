//! Tests of `noire convert` on the command line.

fn convert(words: &[&str], text: &str) -> (Option<i32>, String, String) {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_noire"))
        .arg("convert")
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The command may reject the arguments before it reads any input.
    let _ = child.stdin.take().expect("it has an input").write_all(text.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_command_converts_and_adds_the_result_by_the_rules() {
    let text = "(;GM[4]RU[renju];B[hh];W[ao];B[ih];W[co];B[jh];W[eo];B[kh];W[go];B[lh](;W[oo]))";
    let (status, out, err) = convert(&["-", "--to", "lines"], text);
    assert_eq!(
        (status, out.lines().nth(1)),
        (Some(0), Some("h8,a1,i8,c1,j8,e1,k8,g1,l8,o1\tB\tfive\t\t\trenju\t\t"))
    );
    assert_eq!(
        err,
        "note: standard input:1: by the rules of renju the game ended after 9 moves: black wins by five; the record has 1 more \
         move after that\nnote: standard input:1: the result is added by the rules of renju: black wins by five\n"
    );
    let (status, out, err) = convert(&["-", "--to", "lines"], &text.replace("(;W[oo])", ""));
    assert_eq!(
        (status, out.lines().nth(1)),
        (Some(0), Some("h8,a1,i8,c1,j8,e1,k8,g1,l8\tB\tfive\t\t\trenju\t\t"))
    );
    assert_eq!(
        err,
        "note: standard input:1: the result is added by the rules of renju: black wins by five\n"
    );
}

/// `convert` adds no result if it does not know by which rules the game was played.
#[test]
fn a_record_without_rules_gets_no_result_and_a_note() {
    let record = |known: &str| {
        format!("(;GM[4]SZ[15]{known};B[hh];W[ii];B[hi];W[ij];B[hj];W[ik];B[hk];W[il];B[hl];W[aa];B[bb])")
    };
    let unknown = "and its result is neither added nor checked; by those of renju, black wins by five after 9 moves (--game \
                   names the rules)\n";
    for (known, why, result) in [
        ("", "the record does not state its rules", None),
        ("RE[W+]", "the record does not state its rules", Some("result: white wins")),
        ("RU[chess]", "the record states the rules `chess`, which no game here has", None),
    ] {
        let (status, out, err) = convert(&["-", "--to", "moves"], &record(known));
        let said = format!("note: standard input:1: {why}, {unknown}");
        assert_eq!((status, err), (Some(0), said), "{known}");
        assert_eq!(out.lines().find(|line| line.starts_with("result")), result, "{out}");
        let (_, _, err) = convert(&["-", "--to", "moves", "--game", "renju"], &record(known));
        assert!(err.contains("by the rules of renju the game ended after 9 moves: black wins by five"));
    }
    for text in ["h8 i9", "result: black wins by five\nh8 a1 i8 c1 j8 e1 k8 g1 l8"] {
        let (status, _, err) = convert(&["-", "--to", "moves"], text);
        assert_eq!((status, err.as_str()), (Some(0), ""), "there is nothing to add");
    }
}

#[test]
fn converting_a_record_to_other_rules_is_noted() {
    let text = "(;GM[4]SZ[15]RU[renju];B[hh];W[ii])";
    let (status, out, err) = convert(&["-", "--to", "sgf", "--game", "gomoku"], text);
    let said = "note: standard input:1: the record states the rules `renju`, and is converted to a game of gomoku (--game)\n";
    assert_eq!((status, err.as_str()), (Some(0), said));
    assert!(out.contains("RU[gomoku]"), "{out}");
    for own in ["renju", "renju-2001"] {
        let (status, _, err) = convert(&["-", "--to", "sgf", "--game", own], text);
        assert_eq!((status, err.as_str()), (Some(0), ""), "{own}");
    }
}

#[test]
fn a_diagram_without_column_letters_is_rejected() {
    let (status, out, err) = convert(&["-", "--to", "sgf"], "8 . x .\n7 o . .\n");
    assert_eq!((status, out.as_str()), (Some(1), ""));
    assert!(
        err.starts_with(
            "standard input:1:1: the diagram has 3 columns of 15, and no line of letters says which"
        ),
        "{err}"
    );
}

#[test]
fn a_misleading_file_extension_is_noted() {
    let folder = crate::commands::folder("endings", &[]);
    for (to, name, holds) in [("psq", "y.sgf", "a record of Piskvork"), ("sgf", "y.psq", "a record in SGF")] {
        let file = format!("{folder}/{name}");
        let (status, _, err) = convert(&["-", "--to", to, "--output", &file], "h8 i9");
        let said = format!("note: {file} holds {holds}, despite its file name extension\n");
        assert_eq!((status, err), (Some(0), said));
    }
}

#[test]
fn the_command_writes_nothing_if_it_fails() {
    let cases = [
        (&["-", "--to", "psq"][..], "(;GM[4];B[hh]", 1, "standard input:1:14: the file ends inside a game"),
        (
            &["-", "--to", "psq"],
            "(;GM[4])(;GM[4])",
            1,
            "error: a .psq file holds one game, and there are 2\n  choose one",
        ),
        (&["-"], "h8", 2, "error: no format to write is given"),
        (
            &["-", "--output", "x.nope"],
            "h8",
            2,
            "error: the name `x.nope` does not say which format to write",
        ),
        (&["-", "--to", "sgf", "--record", "2"], "h8", 2, "error: there is no game 2; the file holds 1 game"),
        (&["-", "--to", "sgf", "--game", "chess"], "h8", 2, "error: there is no game and no folder `chess`"),
        (&["nothing.sgf", "--to", "psq"], "", 2, "error: there is no file `nothing.sgf`"),
    ];
    for (words, text, wanted, begins) in cases {
        let (status, out, err) = convert(words, text);
        assert_eq!((status, out.as_str()), (Some(wanted), ""), "{err}");
        assert!(err.starts_with(begins), "{err}");
    }
}
