//! Tests of `blanche check`: which diagnostics are reported for which files, and how.

use serde_json::Value;

use super::{FAMILY, times};
use crate::folder::{Folder, Ran};
use crate::missing;

#[test]
fn a_sound_file_gives_no_output() {
    let ran = Folder::new("sound").with("family.blanche", FAMILY).run(&["check", "family.blanche"]);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
}

#[test]
fn the_knowledge_of_this_repository_gives_no_output() {
    let knowledge = crate::crate_folder().join("../knowledge");
    if !knowledge.is_dir() {
        let test = "the_knowledge_of_this_repository_gives_no_output";
        return missing::skip(test, "the folder `knowledge` beside the crate");
    }
    let ran = Folder::new("knowledge").run(&["check", &knowledge.to_string_lossy()]);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
}

#[test]
fn all_problems_of_all_files_are_reported_in_one_run() {
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
        assert!(ran.out.contains("[ a.blanche:3:14 ]"), "{}", ran.out);
        assert!(ran.out.contains("[ b.blanche:2:15 ]"), "{}", ran.out);
        assert!(ran.out.contains("\n3 errors (`blanche explain B0"), "{}", ran.out);
        assert_eq!(ran.err, "");
    }
}

#[test]
fn a_forgotten_use_is_one_message_whose_fix_adds_the_line() {
    let folder = Folder::new("forgotten-use")
        .with("knowledge/shared/animals.blanche", "library\nfact wet(otter), dry(heron)\n%% Both.\nboth(X) :- wet(X), dry(X)\n")
        .with("knowledge/tale/base.blanche", "base tale\nuse tale/more\n")
        .with("knowledge/tale/more.blanche", "players one, two\nrule a for one at level 0 if wet(X), dry(Y_)\nrule b for two at level 0 if both(X)\n")
        .with("knowledge/tale/other.blanche", "base other\nuse tale/more\nfact wet(otter), dry(heron), both(crab)\n")
        .with("draft.blanche", "%% The wet ones.\ndamp(X) :- wet(X)\n");
    let ran = folder.run(&["check", "knowledge/tale/base.blanche"]);
    assert_eq!((ran.status, times(&ran.out, "error[")), (1, 1), "{}", ran.out);
    assert!(ran.out.contains("error[B0210]: `use shared/animals` is missing\n"), "{}", ran.out);
    assert!(ran.out.contains("[ knowledge/tale/more.blanche:1:1 ]"), "{}", ran.out);
    let ran = folder.run(&["check", "draft.blanche"]);
    assert!(
        ran.out.contains("error[B0301]") && ran.out.contains("`shared/animals` defines it"),
        "{}",
        ran.out
    );
    assert_eq!(folder.run(&["fix", "knowledge/tale/base.blanche", "draft.blanche"]).status, 0);
    assert!(
        folder.text("knowledge/tale/more.blanche").starts_with("use shared/animals\n\nplayers one, two\n")
    );
    assert!(folder.text("draft.blanche").starts_with("use shared/animals\n\n%% The wet ones.\n"));
    assert_eq!(folder.run(&["check", "knowledge/tale/base.blanche"]).status, 0);
}

#[test]
fn a_base_without_use_lines_gets_hints_at_neighbouring_folders() {
    let folder = Folder::new("beside")
        .with("animals/domain.blanche", "domain animals\nsort name = otter, crab\nsort player = one, two\nplayers one, two\nextern wet(Name: name):\n    (bound) tests,\n    (free) gives about 2\n")
        .with("animals/more.blanche", "use animals/domain\ndry(Name) :- name(Name), ¬wet(Name)\nfact name(otter), name(crab)\n")
        .with("tale/base.blanche", "base tale\n\nrule a for one at level 0 if wet(otter), wet(Name_)\n")
        .with("second/base.blanche", "base second\n\nuse animals/domain\n\nrule a for one at level 0 if wet(otter), dry(crab)\n");
    let ran = folder.run(&["check", "tale"]);
    assert_eq!((ran.status, times(&ran.out, "error[")), (1, 1), "{}", ran.out);
    assert!(ran.out.contains("error[B0210]: `use animals/domain` is missing\n"), "{}", ran.out);
    assert!(ran.out.contains("[ tale/base.blanche:1:1 ]"), "{}", ran.out);
    assert!(folder.run(&["check", "second"]).out.contains("`animals/more` defines it"));
    assert_eq!(folder.run(&["fix", "tale"]).status, 0);
    assert!(folder.text("tale/base.blanche").starts_with("base tale\n\nuse animals/domain\n\nrule a"));
}

#[test]
fn a_use_of_a_folder_gets_hints_at_its_files() {
    let folder = Folder::new("use-of-a-folder")
        .with("knowledge/animals/base.blanche", "base animals\nuse animals/wet\nuse animals/dry\n")
        .with("knowledge/animals/wet.blanche", "library\nfact wet(otter)\n")
        .with("knowledge/animals/dry.blanche", "library\nfact dry(heron)\n")
        .with("knowledge/plants/all.blanche", "library\nfact green(fern)\n")
        .with("knowledge/tale/base.blanche", "base tale\n\nuse animals\nuse plants\n\nexport green(Plant)\n");
    let ran = folder.run(&["check", "knowledge/tale"]);
    assert_eq!((ran.status, times(&ran.out, "error[B0201]")), (1, 2), "{}", ran.out);
    assert!(ran.out.contains("files of that folder are `animals/dry`, `animals/wet`\n"), "{}", ran.out);
    assert!(!ran.out.contains("searched for as"), "{}", ran.out);
    assert!(ran.out.contains("write `plants/all`"), "{}", ran.out);
}

#[test]
fn the_fix_for_a_file_that_uses_itself_removes_the_line() {
    let folder = Folder::new("itself").with("knowledge/tale.blanche", "library\nuse tale\nfact wet(otter)\n");
    let ran = folder.run(&["check", "knowledge/tale.blanche"]);
    assert!(
        ran.out.contains("error[B0202]: a file uses itself") && ran.out.contains("remove the line"),
        "{}",
        ran.out
    );
    assert_eq!(folder.run(&["fix", "knowledge/tale.blanche"]).status, 0);
    assert_eq!(folder.text("knowledge/tale.blanche"), "library\nfact wet(otter)\n");
}

#[test]
fn few_of_many_messages_of_a_code_are_drawn_unless_all_are_requested() {
    let lines: String = (0..9).map(|at| format!("p{at}(X) :- q(X, Y)\n")).collect();
    let folder = Folder::new("folded").with("a.blanche", format!("fact q(a, b)\n{lines}"));
    let ran = folder.run(&["check", "a.blanche"]);
    assert_eq!(times(&ran.out, "warning[B0503]: `Y` occurs once"), 3, "{}", ran.out);
    assert!(
        ran.out.contains("warning[B0503]: 6 more like these\n   a.blanche:5:15: `Y` occurs once\n"),
        "{}",
        ran.out
    );
    assert!(
        ran.out.ends_with(
            "9 warnings (`blanche explain B0503` tells more); `blanche fix` can repair all of them\n"
        ),
        "{}",
        ran.out
    );
    assert_eq!(
        times(&folder.run(&["check", "--all", "a.blanche"]).out, "warning[B0503]: `Y` occurs once"),
        9
    );
}

#[test]
fn a_file_whose_use_would_cause_errors_is_not_suggested() {
    let folder = Folder::new("unfit")
        .with("knowledge/shared/animals.blanche", "library\nplayers one, two\nfact wet(otter), dry(heron)\n")
        .with(
            "knowledge/tale/base.blanche",
            "base tale\nplayers left, right\nrule a for left at level 0 if wet(X), dry(Y_)\n",
        );
    let ran = folder.run(&["check", "knowledge/tale/base.blanche"]);
    assert_eq!((ran.status, times(&ran.out, "error[B0301]")), (1, 2), "{}", ran.out);
    assert!(!ran.out.contains("animals"), "{}", ran.out);
}

#[test]
fn a_file_of_a_base_is_checked_as_part_of_it() {
    let folder = Folder::new("base")
        .with("knowledge/tale/base.blanche", "base tale\nuse tale/facts\nuse tale/more\nuse tale/wrong\n")
        .with("knowledge/tale/facts.blanche", "fact p(a)\n")
        .with("knowledge/tale/more.blanche", "q(X) :- p(X)\n")
        .with("knowledge/tale/wrong.blanche", "r(X) :- nobody(X)\n")
        .with("knowledge/tale/alone.blanche", "s(X) :- p(X)\n");
    // The file `more` uses `p` from its base. The errors in the file `wrong` do not affect `more`.
    let ran = folder.run(&["check", "knowledge/tale/more.blanche"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, ""));
    let ran = folder.run(&["check", "knowledge/tale/wrong.blanche"]);
    assert_eq!((ran.status, times(&ran.out, "error[")), (1, 1), "{}", ran.out);
    // No base uses `alone`.
    let ran = folder.run(&["check", "knowledge/tale/alone.blanche"]);
    assert_eq!((ran.status, times(&ran.out, "alone.blanche:1:9")), (1, 1), "{}", ran.out);
    // If the whole folder is checked, `alone` is reported as a forgotten file. The names that are undefined in it are
    // then not reported.
    for folder_name in ["knowledge", "knowledge/", "./knowledge/tale", "knowledge/../knowledge"] {
        let ran = folder.run(&["check", folder_name]);
        assert_eq!((ran.status, times(&ran.out, "error[")), (1, 1), "{}", ran.out);
        assert_eq!(times(&ran.out, "warning[B0207]"), 1, "{}", ran.out);
        assert!(ran.out.contains("add `use tale/alone`"), "{}", ran.out);
    }
    // A `use` of the base that is not found may be a misspelling of the unused file's name, so the unused file is not
    // reported.
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
fn a_file_that_its_base_forgot_is_reported_however_it_is_named() {
    let folder = Folder::new("forgotten and named")
        .with("tale/base.blanche", "base tale\nuse tale/facts\n")
        .with("tale/facts.blanche", "fact p(a)\n")
        .with("tale/alone.blanche", "s(X) :- p(X)\n");
    let (base, facts, alone) = ("tale/base.blanche", "tale/facts.blanche", "tale/alone.blanche");
    let by_folder = folder.run(&["check", "tale"]);
    assert_eq!((by_folder.status, times(&by_folder.out, "warning[B0207]")), (0, 1), "{}", by_folder.out);
    for named in [[base, facts, alone], [alone, facts, base], [facts, alone, base]] {
        let ran = folder.run(&[&["check"][..], &named].concat());
        assert_eq!((ran.status, ran.out), (by_folder.status, by_folder.out.clone()), "{named:?}");
    }
    assert_eq!(folder.run(&["check", base, alone]).out, by_folder.out);
    // If only this file is checked, it is checked as a program of its own.
    assert_eq!(times(&folder.run(&["check", alone]).out, "B0207"), 0);
}

#[test]
fn messages_do_not_depend_on_the_order_of_the_arguments() {
    let folder = Folder::new("order of arguments")
        .with("a/base.blanche", "base a\nuse shared/more\nuse a/none\n")
        .with("b/base.blanche", "base b\nuse b/own\nuse shared/more\n")
        .with("b/own.blanche", "use b/nothing\nfact q(a)\n")
        .with("c.blanche", "use shared/mroe\nfact p(a)\n")
        .with("d.blanche", "use nowhere\nfact p(a)\n")
        .with("shared/more.blanche", "use shared/absent\nlibrary\n");
    let files = ["a/base.blanche", "b/base.blanche", "b/own.blanche", "c.blanche", "d.blanche"];
    let first = folder.run(&[&["check"][..], &files].concat());
    assert!(times(&first.out, "error[B0201]") > 3, "{}", first.out);
    assert!(first.out.contains("searched for as"), "{}", first.out);
    for turned in 1..files.len() {
        let (behind, front) = files.split_at(turned);
        let mut other: Vec<&str> = front.iter().chain(behind).copied().collect();
        for _ in 0..2 {
            let ran = folder.run(&[&["check"][..], &other].concat());
            assert_eq!((ran.status, &ran.out), (first.status, &first.out), "{other:?}");
            other.reverse();
        }
    }
}

#[test]
fn a_forgotten_file_is_taken_into_account() {
    let folder = Folder::new("forgotten")
        .with("tale/base.blanche", "base tale\nuse tale/facts\n")
        .with("tale/facts.blanche", "fact p(a)\n")
        .with("tale/later.blanche", "%! allow B0207: not yet\nuse tale/deeper\nq(X) :- p(X)\n")
        .with("tale/deeper.blanche", "r(X) :- nobody(X)\n");
    let ran = folder.run(&["check", "tale"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, ""));
    assert_eq!(folder.run(&["query", "tale", "p(X)"]).status, 0);
    // The forgotten file may be the reason why `q` is not used.
    let folder = folder
        .with("tale/base.blanche", "base tale\nuse tale/facts\nuse tale/q\n")
        .with("tale/q.blanche", "q(X) :- p(X)\n");
    assert_eq!(folder.run(&["check", "tale"]).out, "");
    let folder = folder.with("tale/later.blanche", "q(X) :- p(X\n");
    let ran = folder.run(&["check", "tale"]);
    assert_eq!((ran.status, times(&ran.out, "error["), times(&ran.out, "[B0207]")), (1, 1, 2), "{}", ran.out);
}

#[test]
fn rules_that_a_base_lacks_are_one_message() {
    let domain = "domain d\nsort c = w, b\nplayers w, b\nsort f = 1, 2 words F\n\
                  extern loses(F: f) asks one, two, three:\n    (bound) tests\n";
    let folder = Folder::new("asks")
        .with("knowledge/d/domain.blanche", domain)
        .with("knowledge/tale/base.blanche", "base tale\nuse d/domain\nuse tale/rules\n")
        .with("knowledge/tale/rules.blanche", "rule two for w at level 0 if f(F), loses(F)\n");
    let ran = folder.run(&["check", "knowledge"]);
    assert_eq!((ran.status, times(&ran.out, "error[")), (1, 1), "{}", ran.out);
    assert!(ran.out.contains("asks for rules that the base `tale` does not have"), "{}", ran.out);
    assert!(ran.out.contains("[ knowledge/tale/rules.blanche:1:36 ]"), "{}", ran.out);
    assert!(ran.out.contains("this asks for `one` and `three`"), "{}", ran.out);
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
fn a_copied_knowledge_folder_may_have_any_name() {
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
fn a_missing_rule_is_reported_only_if_it_can_be_evaluated() {
    let domain = "domain rows\n\nsort color = white, black\n\nplayers white, black\n\nsort field = a, b, c words Field\n\n\
                  extern loses(Field: field) asks overline:\n    (bound) tests\n";
    let folder = Folder::new("asked").with("knowledge/rows/domain.blanche", domain).with(
        "knowledge/rows/black.blanche",
        "use rows/domain\n\nlost(Field) :- field(Field), loses(Field)\n\nworse(Field) :- lost(Field)\n",
    );
    let codes = |ran: Ran| -> Vec<String> {
        let found = ran.json();
        let found = found.as_array().expect("an array");
        found.iter().map(|message| format!("{} {}", message["code"], message["file"])).collect()
    };
    let check = |folder: Folder, text: &str| {
        let folder = folder.with("mine/base.blanche", format!("base mine\n\nuse rows/black\n\n{text}\n"));
        (codes(folder.run(&["check", "--format", "json", "mine"])), folder)
    };
    let silent = "fact seen(a)\n\nrule win for white at level 0 if seen(Field)";
    let (found, mut folder) = check(folder, silent);
    assert_eq!(found, [""; 0], "nobody asks it");
    for asked in [
        "rule loss for white at level 0 if worse(Field)",
        "export worse(Field)",
        "score far for white attacking 1 defending 1 if ¬worse(a)",
        "near(Field) :- worse(Field)\n\nexport near(Field)",
    ] {
        let (found, same) = check(folder, &format!("{silent}\n\n{asked}"));
        folder = same;
        assert_eq!(found, ["\"B0307\" \"knowledge/rows/black.blanche\""], "{asked}");
    }
    // In a library, a missing rule is not reported until a query needs the rule.
    let folder = folder.with("own/lost.blanche", "library\n\nuse rows/black\n\nsad(Field) :- worse(Field)\n");
    assert_eq!(folder.run(&["check", "own"]).out, "");
    let ran = folder.run(&["query", "own/lost.blanche", "sad(Field)"]);
    assert!(ran.err.contains("B0307"), "{}", ran.err);
}

#[test]
fn warnings_fail_the_command_only_if_denied() {
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
    assert!(found[0]["word"].is_string());
    assert_eq!((&found[0]["end_line"], &found[0]["end_column"]), (&3.into(), &12.into()));
    let sound = Folder::new("json-sound").with("a.blanche", FAMILY).run(&["check", "--format=json", "."]);
    assert_eq!((sound.status, sound.json()), (0, Value::Array(Vec::new())));
}

#[test]
fn odd_bytes_are_errors_without_a_crash() {
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
        .with("large.blanche", "% a\n".repeat((16 << 20) / 4 + 1))
        .with("empty.blanche", "")
        .with("deep.blanche", format!("fact p0(a)\n{deep}"));
    let ran = folder.run(&["check", "bytes.blanche"]);
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("error[B0001]"), "{}", ran.out);
    assert!(ran.out.contains("`nobody`"), "checking goes on behind the byte: {}", ran.out);
    let ran = folder.run(&["check", "brackets.blanche"]);
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("error[B0109]") && ran.out.len() < 5_000, "{}", ran.out.len());
    let ran = folder.run(&["check", "--all", "closed.blanche"]);
    assert_eq!((ran.status, times(&ran.out, "error[")), (1, 1_000), "the rest is counted");
    assert!(ran.out.contains("more messages\n"), "{}", ran.out.len());
    assert_eq!(folder.run(&["check", "noise.blanche"]).status, 1);
    assert!(folder.run(&["check", "large.blanche"]).out.contains("error[B0002]"));
    assert_eq!(folder.run(&["check", "empty.blanche", "deep.blanche"]).status, 0);
    assert_eq!(folder.run(&["fmt", "--check", "bytes.blanche", "noise.blanche"]).status, 1);
}

#[test]
fn files_that_use_each_other_are_reported_once() {
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
fn a_use_line_cannot_leave_the_knowledge_folder() {
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
fn a_broken_use_line_hides_the_errors_that_follow_from_it() {
    let folder = Folder::new("lost-use")
        .with(
            "knowledge/d.blanche",
            "domain d\nsort field of 9 like a1 words Field playable\nplayers white, black\n\
               extern loses(Field: field) asks six: (bound) tests\n",
        )
        .with("knowledge/b/base.blanche", "base b\nuse d\nuse b/one\nuse b/two b/two\n")
        .with(
            "knowledge/b/one.blanche",
            "use d\nrule six for white at level 0 if field(Field), loses(Field)\n",
        )
        .with(
            "knowledge/b/two.blanche",
            "use d\nrule two for white at level 1 plays Field if field(Field), loses(Field)\n",
        );
    let ran = folder.run(&["check", "knowledge"]);
    assert_eq!((ran.status, times(&ran.out, "error[")), (1, 1), "{}", ran.out);
    assert!(ran.out.contains("base.blanche:4:11"), "{}", ran.out);
    // If the broken line is in a file that was not named on the command line, its consequences are reported.
    let ran = folder.run(&["check", "knowledge/b/two.blanche"]);
    assert!(ran.status == 1 && ran.out.contains("error[B0307]"), "{}", ran.out);
}

#[test]
fn a_predicate_that_a_library_needs_is_reported_for_the_base() {
    let folder = Folder::new("left-to-bases")
        .with("knowledge/lib.blanche", "library\n%% Both.\nboth(X) :- own(X)\n")
        .with(
            "knowledge/b/base.blanche",
            "base b\nuse lib\nplayers white, black\nrule r for white at level 0 if both(X)\n",
        );
    let ran = folder.run(&["check", "knowledge/b"]);
    assert_eq!((ran.status, times(&ran.out, "error[")), (1, 1), "{}", ran.out);
    assert!(ran.out.contains("knowledge/lib.blanche:3:12"), "{}", ran.out);
    assert!(ran.out.contains("knowledge/b/base.blanche:1:1"), "{}", ran.out);
    assert!(ran.out.contains("derive it in a file of the base"), "{}", ran.out);
}

#[cfg(unix)]
#[test]
fn unreadable_statistics_are_reported_once() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("statistics-unread")
        .with("rules/base.blanche", "base b\n\nfact p(a)\nrule r(X) :- p(X)\n".replace("rule r", "r"))
        .with("elsewhere/statistics.txt", "1.0\tp(_)\n");
    let to = folder.0.join("rules/statistics.txt");
    let said = |why: &str| {
        let ran = folder.run(&["check", "rules"]);
        assert_eq!(ran.out.matches("warning[B0703]: statistics that are not used").count(), 1, "{ran:?}");
        assert!(ran.out.contains(why), "{ran:?}");
    };
    symlink("../elsewhere/statistics.txt", &to).expect("a link can be made");
    said("it is a link that leads out of its folder, so the planner ignores it");
    std::fs::remove_file(&to).expect("it can be removed");
    std::fs::create_dir(&to).expect("a folder can be made");
    said("is a directory, so the planner");
    std::fs::remove_dir(&to).expect("it can be removed");
    std::fs::write(&to, "1.0\tp(_)\n").expect("it can be written");
    assert!(!folder.run(&["check", "rules"]).out.contains("B0703"));
}

#[test]
fn a_fix_that_would_use_a_file_with_mistakes_is_not_made() {
    let folder = Folder::new("use-with-mistakes")
        .with(
            "p.blanche",
            "board 3 by 3 like b2 words Field\nplayers x o words Color, Other\nstate mark(Field, Color) one Color\n\
             move mark for Color plays Field if empty(Field)\n    adds mark(Field, Color)\n",
        )
        .with("g.blanche", "fact mark(a1, cross)\nempty(Cell) :- ¬mark(Cell, Mark_)\n");
    let ran = folder.run(&["check", "p.blanche"]);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.out.contains("error[B0101]") && ran.out.contains("fix:  write `,`"), "{ran:?}");
    assert!(ran.out.matches("`g` has it").count() <= 1, "{ran:?}");
    let fixed = folder.run(&["fix", "p.blanche"]);
    assert!(folder.text("p.blanche").contains("players x, o words"), "{fixed:?}");
    assert!(!folder.text("p.blanche").contains("use g"), "{fixed:?}");
}

#[test]
fn a_game_with_a_contradictory_start_is_reported() {
    let game = "board 3 by 3 like b2 words Field\nplayers x, o words Color\nstate mark(Field, Color) one Color\n\
                start mark(Field, x) if row(Field, 1)\nstart mark(Field, o) if column(Field, a)\n\
                empty(Field) :- ¬mark(Field, Color_)\nmove mark for Color plays Field if empty(Field)\n    \
                adds mark(Field, Color)\nblocked draws\n";
    let folder = Folder::new("wrong-start").with("a.blanche", game);
    for command in ["check", "test"] {
        let ran = folder.run(&[command, "a.blanche"]);
        let said = format!("{}{}", ran.out, ran.err);
        assert!(ran.status == 1 && said.contains("B0802"), "{command}: {ran:?}");
    }
    let folder = folder.with("a.blanche", game.replace("row(Field, 1)", "row(Field, 1), ¬column(Field, a)"));
    assert_eq!(folder.run(&["check", "a.blanche"]).out, "");
}

#[test]
fn problems_that_prevent_a_test_are_reported_in_json() {
    let folder = Folder::new("test-problems").with("a.blanche", "fact p(a)\n%? p(X)\n%= maybe\n");
    let ran = folder.run(&["test", "--format", "json", "a.blanche"]);
    assert_eq!((ran.status, ran.err.as_str()), (1, ""));
    assert_eq!(ran.json()["problems"].as_array().map(Vec::len), Some(1), "{}", ran.out);
}

#[test]
fn escape_sequences_in_wrong_arguments_are_not_printed() {
    let folder = Folder::new("odd-words");
    for words in [&["check", "--\u{1b}[31m"][..], &["fix", "--only", "B\u{1b}[31m\u{202e}", "."], &["\u{7}"]]
    {
        let ran = folder.run(words);
        assert_eq!(ran.status, 2, "{ran:?}");
        assert!(!ran.err.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{:?}", ran.err);
    }
}
