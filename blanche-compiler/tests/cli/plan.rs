//! `blanche plan` and `blanche emit`: plans and generated code.

use crate::folder::Folder;

const RULES: &str = "\
players white, black
fact stands(white, near)
fact stands(black, far)
rule near for white at level 0 if stands(white, near)
rule near for black at level 0 if stands(black, near)
rule far for white at level 0 if stands(white, Place)
";

#[test]
fn plan_shows_all_rules_or_the_named_one() {
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
fn rust_is_emitted_only_for_programs_without_errors() {
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
