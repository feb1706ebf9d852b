//! Tests of warnings about rules that a host predicate evaluates only because of their names (`B0612`).

use crate::several::codes_and_places;

const RIVER: &str = "domain river
sort place of 9 like a1 words Place playable
sort who = otter, heron
players otter, heron
extern dry(Place: place): (free) gives about 2, (bound) tests
extern lost(Place: place) asks dam, flood: (bound) tests
action build(Who: who, Place: place) growing
";

const RULES: &str = "use river/domain
rule flood for otter at level 0 if dry(Place)
rule dam for otter at level 0 if dry(Place1), dry(Place2), ¬equal(Place1, Place2)
";

/// The rules of a base that are reported. The base uses a file of its own and a file of other authors, and both orders
/// of these files are tried.
fn suspects(theirs: &str, own: &str) -> Vec<String> {
    let said = |uses: &str| {
        let base = format!(
            "base mine\nuse river/domain\n{uses}\nexport sunk(Place)\nsunk(Place) :- dry(Place), lost(Place)\n"
        );
        let own = format!("use river/domain\n{own}");
        let files =
            [("river/domain", RIVER), ("river/rules", theirs), ("mine/own", &own), ("mine/base", &base)];
        codes_and_places(&files)
    };
    let found = said("use river/rules\nuse mine/own");
    assert_eq!(said("use mine/own\nuse river/rules"), found, "{own}");
    found
}

#[test]
fn an_own_rule_with_the_name_of_rules_of_others_is_suspect() {
    let attack = "rule dam for heron at level 3 plays Place1 if dry(Place1)\n";
    assert_eq!(suspects(RULES, attack), ["B0612 mine/own:2"]);
    let resigns = "rule dam for heron at level 0 if dry(Place1)\n";
    assert_eq!(suspects(RULES, resigns), ["B0612 mine/own:2"]);
    // A rule for which the other authors' file has no counterpart may be intended, so it is not reported.
    let flood = RULES.lines().take(2).fold(String::new(), |text, line| text + line + "\n");
    assert_eq!(suspects(&flood, resigns), [""; 0]);
    // Such a rule is reported if its level is lower or higher than that of the other authors' rules.
    assert_eq!(suspects(&flood, attack), ["B0612 mine/own:2"]);
    let deep = "use river/domain\nrule flood for otter at level 1 plays Place if dry(Place)\n";
    assert_eq!(suspects(deep, resigns), ["B0612 mine/own:2"]);
}

#[test]
fn a_rule_of_another_level_is_suspect_in_the_same_file_too() {
    let flood = "rule flood for otter at level 0 if dry(Place)\n";
    let dam = "rule dam for otter at level 0 if dry(Place1), dry(Place2), ¬equal(Place1, Place2)\n";
    let nobody = "use river/domain\n";
    assert_eq!(suspects(nobody, &format!("{flood}{dam}")), [""; 0]);
    let both =
        "rule dam for Who against Other at level 0 if dry(Place1), dry(Place2), ¬equal(Place1, Place2)\n";
    assert!(!suspects(nobody, &format!("{flood}{both}")).iter().any(|said| said.starts_with("B0612")));
    for attack in [
        "rule dam for heron at level 3 plays Place1 if dry(Place1)\n",
        "%! allow B0612: it is meant\nrule dam for heron at level 3 plays Place1 if dry(Place1)\n",
    ] {
        let wanted: &[&str] = if attack.contains("allow") { &[] } else { &["B0612 mine/own:4"] };
        assert_eq!(suspects(nobody, &format!("{flood}{dam}{attack}")), wanted, "beside its namesake");
        let wanted: &[&str] = if attack.contains("allow") { &[] } else { &["B0612 mine/own:3"] };
        assert_eq!(suspects(nobody, &format!("{flood}{attack}")), wanted, "the only one of its name");
    }
}
