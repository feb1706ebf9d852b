//! The matches of documents are played by agents that there are.

use std::sync::Arc;

use blanche_compiler::game::Rules;
use blanche_compiler::runtime::Limits;
use noire::agents::AgentSpec;
use noire::bases::{Backend, TextBase};
use noire_reproductions::matches;

fn rules(name: &str) -> Rules {
    let base = TextBase::open(name, Limits::default()).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    base.played_by(Backend::Compiled).unwrap_or_else(|message| panic!("{name}: {}", message.title))
}

fn agent(text: &str) -> AgentSpec {
    text.parse().unwrap_or_else(|bad| panic!("{bad}"))
}

#[test]
fn matches_of_documents_are_between_agents_that_play_the_game() {
    let all = matches::rows();
    assert!(all.len() > 8);
    for row in &all {
        let rules = rules(&row.game);
        for name in &row.agents {
            agent(name)
                .agent(&rules, 1, Some(0))
                .unwrap_or_else(|bad| panic!("{name} in {}: {bad}", row.game));
        }
    }
    // One that takes no time: with openings by chance, and from a list.
    let fast = |row: &&matches::Row| row.agents == ["maximum-disc".to_owned(), "random".to_owned()];
    let row = all.iter().find(fast).expect("it is one of them");
    let (rules, stop) = (rules(&row.game), Arc::default());
    let report = matches::play(&rules, row, (1, 6), &stop, &mut |_, _| {}).expect("it is played");
    assert_eq!(report.score.games(), 6);
    assert_eq!(report.games[0].moves[..8], report.games[1].moves[..8], "both begin alike");
}
