//! Commands that measure something print JSON objects, for every game.

use crate::commands::noire;

#[test]
fn measuring_commands_print_json() {
    let field = |words: &[&str], name: &str| {
        let ran = noire(words);
        assert_eq!(ran.status, 0, "{words:?}: {}", ran.err);
        let first = ran.out.lines().next().unwrap_or_default();
        let whole = serde_json::from_str(&ran.out).or_else(|_| serde_json::from_str(first));
        let object: serde_json::Value = whole.unwrap_or_else(|error| panic!("{words:?}: {error}"));
        object[name].clone()
    };
    let verify = ["verify", "--game", "noughts", "--rule", "two for x", "--format", "json"];
    assert_eq!(field(&verify, "held"), 1834);
    let coverage = ["coverage", "--game", "noughts", "--level", "1", "--random", "50", "--format", "json"];
    assert_eq!(field(&coverage, "positions")["examined"], 50);
    let mutate = ["mutate", "--game", "noughts", "--sample", "3", "--rounds", "0", "--format", "json"];
    assert!(field(&mutate, "mutant").is_string());
    let play = ["contest", "noughts", "--player", "random", "--games", "4", "--format", "json"];
    assert_eq!(field(&play, "games"), 4);
}
