//! The commands as somebody uses them: the real program, in folders of its own.

use std::io::Read;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

mod folder;
use folder::{Folder, Ran};

/// How often a text stands in another one.
fn times(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

const FAMILY: &str = "\
fact parent(jan, piet)
fact parent(piet, anna)
fact parent(piet, kees)
grandparent(X, Z) :- parent(X, Y_), parent(Y_, Z)
";

// check

#[test]
fn a_sound_file_is_checked_without_a_word() {
    let ran = Folder::new("sound").with("family.blanche", FAMILY).run(&["check", "family.blanche"]);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
}

#[test]
fn the_knowledge_of_this_repository_is_checked_without_a_word() {
    let knowledge = Path::new(env!("CARGO_MANIFEST_DIR")).join("../knowledge");
    if !knowledge.is_dir() {
        return; // the crate stands alone
    }
    let ran = Folder::new("knowledge").run(&["check", &knowledge.to_string_lossy()]);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
}

#[test]
fn all_problems_of_all_files_come_in_one_run() {
    let folder = Folder::new("several")
        .with("a.blanche", "fact p(a)\nq(X) :- pp(X)\nr(X) :- p(X, X)\n")
        .with("b.blanche", "fact p(a)\nq(X) :- p(X), s(X)\n")
        .with("good.blanche", FAMILY);
    for paths in [&["a.blanche", "b.blanche", "good.blanche"][..], &["."], &[".", "a.blanche", "./b.blanche"]]
    {
        let ran = folder.run(&[&["check"], paths].concat());
        assert_eq!(ran.status, 1);
        assert_eq!(times(&ran.out, "error["), 3, "{}", ran.out);
        assert!(ran.out.contains("[ a.blanche:2:9 ]"), "{}", ran.out);
        assert!(ran.out.contains("[ a.blanche:3:9 ]"), "{}", ran.out);
        assert!(ran.out.contains("[ b.blanche:2:15 ]"), "{}", ran.out);
        assert!(ran.out.contains("\n3 errors (`blanche explain B0"), "{}", ran.out);
        assert_eq!(ran.err, "");
    }
}

#[test]
fn a_file_of_a_base_is_checked_as_part_of_it() {
    let folder = Folder::new("base")
        .with("knowledge/tale/base.blanche", "base tale\nuse tale/facts\nuse tale/more\nuse tale/wrong\n")
        .with("knowledge/tale/facts.blanche", "fact p(a)\n")
        .with("knowledge/tale/more.blanche", "q(X) :- p(X)\n")
        .with("knowledge/tale/wrong.blanche", "r(X) :- nobody(X)\n")
        .with("knowledge/tale/alone.blanche", "s(X) :- p(X)\n");
    // By itself `more` knows no `p`; what is wrong in `wrong` is not its business.
    let ran = folder.run(&["check", "knowledge/tale/more.blanche"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, ""));
    let ran = folder.run(&["check", "knowledge/tale/wrong.blanche"]);
    assert_eq!((ran.status, times(&ran.out, "error[")), (1, 1), "{}", ran.out);
    // No base reaches `alone`.
    let ran = folder.run(&["check", "knowledge/tale/alone.blanche"]);
    assert_eq!((ran.status, times(&ran.out, "alone.blanche:1:9")), (1, 1), "{}", ran.out);
    // Somebody who names the folder is told that it was forgotten, and not what it would lack by itself.
    for folder_name in ["knowledge", "knowledge/", "./knowledge/tale", "knowledge/../knowledge"] {
        let ran = folder.run(&["check", folder_name]);
        assert_eq!((ran.status, times(&ran.out, "error[")), (1, 1), "{}", ran.out);
        assert_eq!(times(&ran.out, "warning[B0207]"), 1, "{}", ran.out);
        assert!(ran.out.contains("add `use tale/alone`"), "{}", ran.out);
    }
    // What one file of a base lacks another one may be.
    let folder = folder.with("knowledge/tale/base.blanche", "base tale\nuse tale/facts\nuse tale/mroe\n");
    let ran = folder.run(&["check", "knowledge"]);
    assert_eq!(
        (ran.status, times(&ran.out, "error["), times(&ran.out, "warning[")),
        (1, 1, 0),
        "{}",
        ran.out
    );
}

#[test]
fn a_forgotten_file_is_read_and_may_be_meant() {
    let folder = Folder::new("forgotten")
        .with("tale/base.blanche", "base tale\nuse tale/facts\n")
        .with("tale/facts.blanche", "fact p(a)\n")
        .with("tale/later.blanche", "%! allow B0207: not yet\nuse tale/deeper\nq(X) :- p(X)\n")
        .with("tale/deeper.blanche", "r(X) :- nobody(X)\n");
    let ran = folder.run(&["check", "tale"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, ""));
    assert_eq!(folder.run(&["query", "tale", "p(X)"]).status, 0);
    // That nobody uses `q` may follow from it.
    let folder = folder
        .with("tale/base.blanche", "base tale\nuse tale/facts\nuse tale/q\n")
        .with("tale/q.blanche", "q(X) :- p(X)\n");
    assert_eq!(folder.run(&["check", "tale"]).out, "");
    let folder = folder.with("tale/later.blanche", "q(X) :- p(X\n");
    let ran = folder.run(&["check", "tale"]);
    assert_eq!((ran.status, times(&ran.out, "error["), times(&ran.out, "B0207")), (1, 1, 2), "{}", ran.out);
}

#[test]
fn rules_that_a_base_lacks_are_one_message_in_the_base() {
    let domain = "domain d\nsort c = w, b\nplayers w, b\nsort f = 1, 2 words F\n\
                  extern loses(F: f) asks one, two, three:\n    (free) gives about 1\n";
    let folder = Folder::new("asks")
        .with("knowledge/d/domain.blanche", domain)
        .with("knowledge/tale/base.blanche", "base tale\nuse d/domain\nuse tale/rules\n")
        .with("knowledge/tale/rules.blanche", "rule two for w at level 0 if loses(F)\n");
    let ran = folder.run(&["check", "knowledge"]);
    assert_eq!((ran.status, times(&ran.out, "error[")), (1, 1), "{}", ran.out);
    assert!(ran.out.contains("asks rules that the base `tale` does not have"), "{}", ran.out);
    assert!(ran.out.contains("[ knowledge/tale/rules.blanche:1:30 ]"), "{}", ran.out);
    assert!(ran.out.contains("this asks `one` and `three`"), "{}", ran.out);
}

#[test]
fn a_changed_copy_of_a_base_uses_its_own_files() {
    let base = "base tale\nuse tale/facts\n";
    let folder = Folder::new("copy")
        .with("knowledge/tale/base.blanche", base)
        .with("knowledge/tale/facts.blanche", "fact p(original)\n")
        .with("mine/tale/base.blanche", base)
        .with("mine/tale/facts.blanche", "fact p(changed)\n");
    assert_eq!(folder.run(&["query", "mine/tale", "p(X)"]).out, "X\nchanged\n\n1 answer\n");
    assert_eq!(folder.run(&["query", "knowledge", "p(X)"]).out, "X\noriginal\n\n1 answer\n");
}

#[test]
fn a_copied_knowledge_folder_of_any_name_is_used_as_a_whole() {
    let folder = Folder::new("whole")
        .with("knowledge/people/facts.blanche", "fact p(original)\n")
        .with("k/people/facts.blanche", "fact p(changed)\n")
        .with("k/tale/base.blanche", "base tale\nuse people/facts\nuse people/facs\nq(X) :- p(X)\n")
        .with("k/good/base.blanche", "base good\nuse people/facts\n")
        .with("k/other/deep/base.blanche", "base deep\nuse nobody/facts\n")
        .with("elsewhere/people/facts.blanche", "fact p(elsewhere)\n");
    let changed = "X\nchanged\n\n1 answer\n";
    assert_eq!(folder.run(&["query", "k/good", "p(X)"]).out, changed);
    assert_eq!(folder.run(&["query", "k/good/base.blanche", "p(X)"]).out, changed);
    let mut inside = folder.command(&["query", ".", "p(X)"]);
    inside.current_dir(folder.0.join("k/good"));
    assert_eq!(Ran::of(inside.output().expect("the program runs")).out, changed);
    let ran = folder.run(&["query", "k/good", "p(X)", "--knowledge", "elsewhere"]);
    assert_eq!(ran.out, "X\nelsewhere\n\n1 answer\n");
    let ran = folder.run(&["check", "k/tale"]);
    assert_eq!((ran.status, times(&ran.out, "error[")), (1, 1), "{}", ran.out);
    assert!(ran.out.contains("did you mean `people/facts`?"), "{}", ran.out);
    let ran = folder.run(&["check", "k/other/deep/base.blanche"]);
    assert!(ran.out.contains("name it: --knowledge DIR"), "{}", ran.out);
}

#[test]
fn warnings_fail_only_when_they_are_denied() {
    let folder = Folder::new("warnings").with("w.blanche", "fact p(a)\nq :- p(X)\n");
    let ran = folder.run(&["check", "w.blanche"]);
    assert_eq!(ran.status, 0);
    assert!(ran.out.contains("warning[B0503]") && ran.out.contains("\n1 warning ("), "{}", ran.out);
    assert_eq!(folder.run(&["check", "--deny-warnings", "w.blanche"]).status, 1);
}

#[test]
fn json_has_every_problem_with_its_place() {
    let folder = Folder::new("json").with("a.blanche", "fact p(a)\n%% é\nqé(X) :- pé(X)\n");
    let found = folder.run(&["check", "--format", "json", "a.blanche"]).json();
    let found = found.as_array().expect("an array");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["file"], "a.blanche");
    assert_eq!(found[0]["severity"], "error");
    assert_eq!((&found[0]["line"], &found[0]["column"]), (&3.into(), &10.into()));
    assert_eq!((&found[0]["end_line"], &found[0]["end_column"]), (&3.into(), &12.into()));
    let sound = Folder::new("json-sound").with("a.blanche", FAMILY).run(&["check", "--format=json", "."]);
    assert_eq!((sound.status, sound.json()), (0, Value::Array(Vec::new())));
}

#[test]
fn colours_are_for_terminals_and_for_those_who_ask() {
    let folder = Folder::new("colour").with("a.blanche", "q(X) :- nobody(X)\n");
    let coloured = |words: &[&str], no_color: Option<&str>| {
        let mut command = folder.command(words);
        command.envs(no_color.map(|value| ("NO_COLOR", value)));
        let ran = Ran::of(command.output().expect("the program runs"));
        assert_eq!(ran.status, 1);
        ran.out.contains('\u{1b}')
    };
    assert!(!coloured(&["check", "a.blanche"], None), "a pipe is no terminal");
    assert!(coloured(&["check", "a.blanche", "--color", "always"], None));
    assert!(coloured(&["--color=always", "check", "a.blanche"], Some("1")), "--color wins");
    assert!(!coloured(&["check", "a.blanche", "--color", "never"], None));
    assert!(!coloured(&["check", "a.blanche", "--color", "auto"], Some("1")));
}

#[test]
fn what_is_not_there_is_wrong_use() {
    let folder = Folder::new("missing").with("empty/note.txt", "").with("a.blanche", FAMILY);
    for (words, reason) in [
        (&["check", "nobody.blanche"][..], "there is no file or folder `nobody.blanche`"),
        (&["check", "a.blanche", "nobody"], "there is no file or folder `nobody`"),
        (&["check", "empty"], "there are no rule files (*.blanche) in `empty`"),
        (&["check", "a.blanche", "--knowledge", "nowhere"], "there is no folder `nowhere`"),
        (&["fmt", "nobody.blanche"], "there is no file or folder `nobody.blanche`"),
        (&["plan", "."], "there is no knowledge base in `.`"),
        (&["emit", "nobody"], "there is no file or folder `nobody`"),
        (&["query", "nobody", "p(X)"], "there is no file or folder `nobody`"),
        (&["check"], "required"),
        (&["chekc", "a.blanche"], "check"),
        (&[], "Usage"),
    ] {
        let ran = folder.run(words);
        assert_eq!(ran.status, 2, "{words:?}: {ran:?}");
        assert_eq!(ran.out, "", "{words:?}");
        assert!(ran.err.contains(reason), "{words:?}: {}", ran.err);
    }
}

#[test]
fn odd_bytes_are_errors_and_nothing_worse() {
    let mut noise = Vec::new();
    let mut state = 1u32;
    for _ in 0..20_000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        noise.push((state >> 24) as u8);
    }
    let deep: String = (1..3000).map(|at| format!("p{at}(X) :- p{}(X)\n", at - 1)).collect();
    let folder = Folder::new("bytes")
        .with("bytes.blanche", b"fact p(a)\nq(X) :- p(\xff\xfeX), nobody(X)\n")
        .with("noise.blanche", &noise)
        .with("brackets.blanche", format!("p(X) :- {}q(X)\nr(X) :- nobody(X)\n", "(".repeat(100_000)))
        .with("closed.blanche", "p(X)) :- q(X)\n".repeat(10_000))
        .with("large.blanche", "% a\n".repeat((4 << 20) / 4 + 1))
        .with("empty.blanche", "")
        .with("deep.blanche", format!("fact p0(a)\n{deep}"));
    let ran = folder.run(&["check", "bytes.blanche"]);
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("error[B0001]"), "{}", ran.out);
    assert!(ran.out.contains("`nobody`"), "checking goes on behind the byte: {}", ran.out);
    let ran = folder.run(&["check", "brackets.blanche"]);
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("error[B0109]") && ran.out.len() < 5_000, "{}", ran.out.len());
    let ran = folder.run(&["check", "closed.blanche"]);
    assert_eq!((ran.status, times(&ran.out, "error[")), (1, 1_000), "the rest is counted");
    assert!(ran.out.contains("more messages\n"), "{}", ran.out.len());
    assert_eq!(folder.run(&["check", "noise.blanche"]).status, 1);
    assert!(folder.run(&["check", "large.blanche"]).out.contains("error[B0002]"));
    assert_eq!(folder.run(&["check", "empty.blanche", "deep.blanche"]).status, 0);
    assert_eq!(folder.run(&["fmt", "--check", "bytes.blanche", "noise.blanche"]).status, 1);
}

#[test]
fn files_that_use_each_other_are_refused_once() {
    let folder = Folder::new("circle")
        .with("knowledge/f/a.blanche", "use f/b\nfact p(a)\n")
        .with("knowledge/f/b.blanche", "use f/c\nq(X) :- p(X)\n")
        .with("knowledge/f/c.blanche", "use f/a\nr(X) :- p(X), q(X)\n");
    for path in ["knowledge", "knowledge/f/a.blanche", "knowledge/f/b.blanche"] {
        let ran = folder.run(&["check", path]);
        assert_eq!((ran.status, times(&ran.out, "error[B0202]")), (1, 1), "{}", ran.out);
        assert_eq!(times(&ran.out, "error["), 1, "{}", ran.out);
    }
}

#[test]
fn nothing_outside_is_used() {
    let folder = Folder::new("outside")
        .with("secret.blanche", "fact secret(a)\n")
        .with("knowledge/f/a.blanche", "use ../../secret\nq(X) :- secret(X)\n")
        .with("knowledge/f/b.blanche", "use f/nobody\nq(X) :- secret(X)\n");
    let ran = folder.run(&["check", "knowledge/f/a.blanche"]);
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("error[B0203]") && !ran.out.contains("secret.blanche"), "{}", ran.out);
    let ran = folder.run(&["check", "knowledge/f/b.blanche"]);
    assert_eq!(times(&ran.out, "error["), 1, "an unknown name proves nothing here: {}", ran.out);
    assert!(ran.out.contains("error[B0201]: there is no file `f/nobody.blanche`"), "{}", ran.out);
}

#[test]
fn a_reader_who_has_gone_is_no_failure() {
    let problems = "q(X) :- nobody(X)\n".repeat(2_000);
    let folder = Folder::new("pipe").with("a.blanche", problems);
    let mut command = folder.command(&["check", "a.blanche"]);
    let mut running =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    let mut first = [0; 16];
    running.stdout.take().expect("it has an output").read_exact(&mut first).expect("it writes");
    let ran = Ran::of(running.wait_with_output().expect("it ends"));
    assert_eq!((ran.status, ran.err.as_str()), (1, ""));
}

// fmt

#[test]
fn fmt_rewrites_files_and_is_content_with_what_it_wrote() {
    let folder = Folder::new("fmt").with("a.blanche", "fact   p(a).\r\nq( X ):-p(X) ,not r(X)\nfact r(b)");
    let ran = folder.run(&["fmt", "--check", "a.blanche"]);
    assert_eq!(ran.status, 1);
    let expected = "\
a.blanche
  1 - fact   p(a).
  2 - q( X ):-p(X) ,not r(X)
  1 + fact p(a)
  2 + q(X) :- p(X), ¬r(X)

1 file would change
";
    assert_eq!(ran.out, expected);
    let ran = folder.run(&["fmt", "."]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "formatted ./a.blanche\n"));
    assert_eq!(folder.text("a.blanche"), "fact p(a)\nq(X) :- p(X), ¬r(X)\nfact r(b)\n");
    let ran = folder.run(&["fmt", "--check", "."]);
    assert_eq!((ran.status, ran.out.as_str()), (0, ""));
}

#[test]
fn fmt_leaves_a_file_with_mistakes_alone() {
    let text = "fact   p(a)\nq(X :- p(X)\n";
    let folder = Folder::new("fmt-broken").with("a.blanche", text).with("b.blanche", "fact   p(a)\n");
    let ran = folder.run(&["fmt", "a.blanche", "b.blanche"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("error[B0102]"), "{}", ran.err);
    assert_eq!(folder.text("a.blanche"), text);
    assert_eq!(folder.text("b.blanche"), "fact p(a)\n", "the others are written");
}

#[test]
fn a_broken_use_line_is_said_and_not_what_the_lost_file_lacks_without_the_others() {
    let folder = Folder::new("lost-use")
        .with(
            "knowledge/d.blanche",
            "domain d\nsort field of 9 like a1 words Field playable\nplayers white, black\n\
               extern loses(Field: field) asks six: (free) gives about 1\n",
        )
        .with("knowledge/b/base.blanche", "base b\nuse d\nuse b/one\nuse b/two b/two\n")
        .with("knowledge/b/one.blanche", "use d\nrule six for white at level 0 if loses(Field_)\n")
        .with(
            "knowledge/b/two.blanche",
            "use d\nrule two for white at level 1 plays Field if loses(Field)\n",
        );
    let ran = folder.run(&["check", "knowledge"]);
    assert_eq!((ran.status, times(&ran.out, "error[")), (1, 1), "{}", ran.out);
    assert!(ran.out.contains("base.blanche:4:11"), "{}", ran.out);
    // Where the broken line is none of the reader's business, what is lacking is.
    let ran = folder.run(&["check", "knowledge/b/two.blanche"]);
    assert!(ran.status == 1 && ran.out.contains("error[B0307]"), "{}", ran.out);
}

#[test]
#[cfg(unix)]
fn a_formatted_file_keeps_its_permissions_and_its_links_and_leaves_nothing_beside_it() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("fmt-place").with("real/a.blanche", "fact   p(a)\n");
    let file = folder.0.join("real/a.blanche");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).expect("they can be set");
    symlink("real/a.blanche", folder.0.join("link.blanche")).expect("a link can be made");
    assert_eq!(folder.run(&["fmt", "link.blanche"]).status, 0);
    assert_eq!(folder.text("real/a.blanche"), "fact p(a)\n");
    assert_eq!(std::fs::metadata(&file).expect("it is there").permissions().mode() & 0o777, 0o640);
    assert!(folder.0.join("link.blanche").is_symlink());
    let beside = std::fs::read_dir(folder.0.join("real")).expect("it can be listed");
    assert_eq!(beside.count(), 1);
}

#[test]
fn fmt_reads_the_input_and_writes_the_output() {
    let folder = Folder::new("fmt-input");
    let ran = folder.run_with_input(&["fmt", "-"], "fact  p(a)\n");
    assert_eq!((ran.status, ran.out.as_str()), (0, "fact p(a)\n"));
    let ran = folder.run_with_input(&["fmt", "-"], "fact p(a)\n");
    assert_eq!((ran.status, ran.out.as_str()), (0, "fact p(a)\n"));
    let ran = folder.run_with_input(&["fmt", "-"], "q(X :- p(X)\n");
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("[ standard input:1:"), "{}", ran.err);
    assert_eq!(folder.run_with_input(&["fmt", "--check", "-"], "fact  p(a)\n").status, 1);
}

// plan and emit

const RULES: &str = "\
players white, black
fact stands(white, near)
fact stands(black, far)
rule near for white at level 0 if stands(white, near)
rule near for black at level 0 if stands(black, near)
rule far for white at level 0 if stands(white, Place)
";

#[test]
fn a_plan_is_shown_of_all_rules_or_of_one() {
    let folder = Folder::new("plan").with("r.blanche", RULES);
    let titles = |words: &[&str]| {
        let ran = folder.run(words);
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran.out.lines().filter(|line| line.contains(" for ")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(titles(&["plan", "r.blanche"]), ["near for white", "near for black", "far for white"]);
    assert_eq!(titles(&["plan", "r.blanche", "--rule", "near"]), ["near for white", "near for black"]);
    assert_eq!(titles(&["plan", "r.blanche", "--rule", "near for black"]), ["near for black"]);
    let ran = folder.run(&["plan", "r.blanche", "--rule", "naer"]);
    assert_eq!(ran.status, 2);
    assert_eq!(ran.err, "error: there is no rule `naer`; did you mean `near`?\n");
}

#[test]
fn rust_is_emitted_of_programs_without_errors_only() {
    let folder = Folder::new("emit").with("r.blanche", RULES).with("wrong.blanche", "q(X) :- nobody(X)\n");
    let ran = folder.run(&["emit", "r.blanche"]);
    assert_eq!(ran.status, 0);
    assert!(ran.out.contains("pub mod r {") && ran.out.contains("fn near_white"), "{}", ran.out);
    for command in ["emit", "plan"] {
        let ran = folder.run(&[command, "wrong.blanche"]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""));
        assert!(ran.err.contains("error[B0301]"), "{}", ran.err);
    }
}

// explain

#[test]
fn every_code_has_its_page() {
    let folder = Folder::new("explain");
    let list = folder.run(&["explain"]);
    assert_eq!(list.status, 0);
    assert!(list.out.contains("  B0301  error    an unknown predicate\n"), "{}", list.out);
    let lower = folder.run(&["explain", "b0301"]);
    assert!(lower.out.starts_with("# B0301"), "{}", lower.out);
    assert_eq!(lower.out, folder.run(&["explain", "B0301"]).out);
    let ran = folder.run(&["explain", "301"]);
    assert_eq!(ran.status, 2);
    assert_eq!(ran.err, "error: there is no code `301`; did you mean B0301, an unknown predicate?\n");
}

// query

#[test]
fn a_query_gives_its_named_variables_in_the_order_of_their_names() {
    let folder = Folder::new("query").with("family.blanche", FAMILY);
    let ask = |sentence: &str| {
        let ran = folder.run(&["query", "family.blanche", sentence]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{sentence}");
        ran.out
    };
    assert_eq!(
        ask("parent(X, Y), parent(A, X)"),
        "A    X     Y\njan  piet  anna\njan  piet  kees\n\n2 answers\n"
    );
    assert_eq!(ask("grandparent(jan, Z)"), "Z\nanna\nkees\n\n2 answers\n");
    assert_eq!(ask("parent(X, Y_), ¬parent(Z_, X)"), "X\njan\n\n1 answer\n");
    assert_eq!(ask("parent(X, X)"), "no answers\n");
    assert_eq!(ask("grandparent(jan, anna)"), "yes\n");
    assert_eq!(ask("not parent(X_, jan)"), "yes\n");
    assert_eq!(ask("parent(anna, X_)"), "no\n");
    assert_eq!(ask("parent(jan, X) ; parent(X, kees)"), "X\npiet\n\n1 answer\n");
}

#[test]
fn a_query_answers_in_json() {
    let folder = Folder::new("query-json").with("family.blanche", FAMILY);
    let answer = folder.run(&["query", "family.blanche", "grandparent(X, Z)", "--format", "json"]).json();
    assert_eq!(answer["variables"], serde_json::json!(["X", "Z"]));
    assert_eq!(answer["answers"], serde_json::json!([["jan", "anna"], ["jan", "kees"]]));
    assert_eq!((&answer["count"], &answer["holds"]), (&2.into(), &true.into()));
    let wrong = folder.run(&["query", "family.blanche", "grandfather(X)", "--format", "json"]);
    assert_eq!((wrong.status, &wrong.json()["problems"][0]["code"]), (1, &"B0301".into()));
}

#[test]
fn a_mistake_in_a_query_is_shown_in_the_query() {
    let folder = Folder::new("query-wrong").with("family.blanche", FAMILY);
    for (sentence, place) in [
        ("parent(X, Y", "query:1:7"),
        ("parnet(X, Y)", "query:1:1"),
        ("parent(X, Y), parent(X)", "query:1:15"),
        ("parent(X, mary)", "query:1:11"),
        ("", "query:1:1"),
    ] {
        let ran = folder.run(&["query", "family.blanche", sentence]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{sentence}: {}", ran.err);
        assert_eq!(times(&ran.err, "error["), 1, "{sentence}: {}", ran.err);
        assert!(ran.err.contains(&format!("[ {place} ]")), "{sentence}: {}", ran.err);
    }
}

#[test]
fn a_query_that_takes_too_long_is_given_up_by_name() {
    let folder = Folder::new("query-long").with("family.blanche", FAMILY);
    let ran =
        folder.run(&["query", "family.blanche", "parent(A, B), parent(C, D), parent(E, F)", "--work", "10"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("error[B0701]") && ran.err.contains("not answered after 10 candidates"));
    assert!(ran.err.contains("[ query:1:1 ]"), "{}", ran.err);
}

#[test]
fn what_a_host_answers_is_not_asked_without_one() {
    let folder = Folder::new("query-host").with(
        "d.blanche",
        "domain d\nsort field of 9 like a1 words Field\nplayers white, black\n\
         extern stands(Field: field):\n    (free) gives about 3\nfact p(white)\n",
    );
    let text = folder.text("d.blanche");
    let ran = folder.run(&["query", "d.blanche", "stands(Field)"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{text}");
    assert!(ran.err.contains("nobody here answers `stands/1`") && ran.err.contains("host"), "{}", ran.err);
    let ran = folder.run(&["query", "d.blanche", "p(X)"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "X\nwhite\n\n1 answer\n"), "{}", ran.err);
}

#[test]
fn what_a_host_makes_is_not_made_without_one() {
    let folder = Folder::new("query-action").with(
        "d.blanche",
        "fact cell(a)\nfact cell(b)\nsort player = white, black words Player\n\
         action put(Player: player) growing\nopen(X) :- cell(X), after put(white): (cell(X))\n",
    );
    assert_eq!(folder.run(&["check", "d.blanche"]).status, 0);
    for query in ["after put(white): (cell(a))", "open(X)", "cell(X), ¬open(X)"] {
        let ran = folder.run(&["query", "d.blanche", query]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{query}: {}", ran.err);
        assert!(ran.err.contains("nobody here makes `put/1`") && ran.err.contains("host"), "{}", ran.err);
    }
    let ran = folder.run(&["query", "d.blanche", "cell(X)"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "X\na\nb\n\n2 answers\n"), "{}", ran.err);
}

#[test]
fn facts_that_only_a_host_can_read_are_not_asked_without_one() {
    let folder = Folder::new("query-numbered").with(
        "d.blanche",
        "sort field of 9 like a1 words Field\nfact opening(b2)\nfact opening(c3)\nfact p(white)\n\
         corner(Field) :- opening(Field), ¬equal(Field, F_), opening(F_)\n",
    );
    assert_eq!(folder.run(&["check", "d.blanche"]).status, 0);
    for query in ["opening(Field)", "opening(b2)", "p(X), ¬opening(a1)", "corner(Field)"] {
        let ran = folder.run(&["query", "d.blanche", query]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{query}: {}", ran.err);
        assert!(ran.err.contains("nobody here can read values of `field`"), "{query}: {}", ran.err);
    }
    let ran = folder.run(&["query", "d.blanche", "p(X)"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "X\nwhite\n\n1 answer\n"), "{}", ran.err);
}

// new

#[test]
fn a_new_program_is_sound_and_answers_what_its_comment_asks() {
    let folder = Folder::new("new");
    let ran = folder.run(&["new", "my-river"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("blanche query my-river.blanche 'first.crossing(X)'"), "{}", ran.out);
    for command in [&["check", "--deny-warnings"][..], &["fmt", "--check"]] {
        let ran = folder.run(&[command, &["my-river.blanche"]].concat());
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    }
    let text = folder.text("my-river.blanche");
    let queries: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("%     blanche ")).collect();
    let answers: Vec<String> = queries
        .iter()
        .map(|query| {
            let (command, sentence) = query.split_once(" '").expect("the sentence is quoted");
            let mut words: Vec<&str> = command.split(' ').collect();
            words.push(sentence.trim_end_matches('\''));
            let ran = folder.run(&words);
            assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{query}");
            ran.out
        })
        .collect();
    assert_eq!(
        answers,
        ["X\ngoose\n\n1 answer\n", "X      Y\nfox    goose\ngoose  grain\n\n2 answers\n", "yes\n"]
    );
}

#[test]
fn a_new_program_overwrites_nothing_and_has_a_name() {
    let folder = Folder::new("new-refused").with("river.blanche", "% mine\n").with("sub/note.txt", "");
    let ran = folder.run(&["new", "river"]);
    assert_eq!((ran.status, folder.text("river.blanche").as_str()), (2, "% mine\n"));
    assert!(ran.err.contains("`river.blanche` exists already"), "{}", ran.err);
    for name in ["", ".", "..", "a/b", "../a", "River", "a b", "a..b", "-a", "a-", "é?", "a\u{1b}b"] {
        let ran = folder.run(&["new", "--", name]);
        assert_eq!(ran.status, 2, "{name}: {}", ran.out);
    }
    assert_eq!(folder.run(&["new", "a", "--in", "nowhere"]).status, 2);
    let ran = folder.run(&["new", "a", "--in", "sub"]);
    assert_eq!(ran.status, 0);
    assert_eq!(folder.run(&["query", "sub/a.blanche", "first.crossing(goose)"]).out, "yes\n");
}

// all

#[test]
fn help_shows_an_example_of_every_command() {
    let folder = Folder::new("help");
    for command in ["check", "fix", "fmt", "query", "plan", "emit", "explain", "new", "test"] {
        let ran = folder.run(&[command, "--help"]);
        assert_eq!(ran.status, 0);
        assert!(
            ran.out.contains("Example") && ran.out.contains(&format!("\n  blanche {command} ")),
            "{}",
            ran.out
        );
    }
    let version = folder.run(&["--version"]);
    assert_eq!(version.out, format!("blanche {}\n", env!("CARGO_PKG_VERSION")));
}
