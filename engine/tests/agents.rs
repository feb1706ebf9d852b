//! Agents: how they are named, and what they play.

use noire::agents::spec::named;
use noire::agents::{AgentSpec, Method};

#[test]
fn names_stand_for_agents_and_settings_change_them() {
    for [name, ..] in named() {
        assert_eq!(name.parse::<AgentSpec>().map(|spec| spec.name).as_deref(), Ok(name));
    }
    let spec: AgentSpec = "minimax:depth=6,width=3,scores=man+king".parse().expect("it is one");
    assert_eq!((spec.method, spec.depth, spec.width), (Method::Minimax, Some(6), Some(3)));
    assert_eq!(spec.scores.as_deref(), Some(&["man".to_owned(), "king".to_owned()][..]));
}

#[test]
fn what_is_wrong_with_a_name_is_said() {
    let said = |text: &str| text.parse::<AgentSpec>().expect_err(text).0;
    assert_eq!(said("serach"), "there is no agent `serach`; did you mean `search`?");
    assert_eq!(said("random:depth=3"), "`depth` cannot be set of `random:depth=3`; nothing can be set of it");
    assert_eq!(said("search:depth=0"), "`depth=0`: expected a number from 1 on, as in `depth=8`");
    assert_eq!(said("search:scores="), "`scores=`: expected names of scores, joined by `+`");
    assert!(said("search:width=2").ends_with("what can be set is level, depth, scores"));
}
