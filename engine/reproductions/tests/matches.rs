//! Tests that the players of the reported matches exist.

use std::sync::Arc;

use blanche_compiler::runtime::Limits;
use noire::bases::{Backend, TextBase};
use noire::players::PlayerSpec;
use noire::world::{Text, World};
use noire_reproductions::matches;

fn world(name: &str) -> Text {
    let base = TextBase::open(name, Limits::default()).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    let rules =
        base.played_by(Backend::Compiled).unwrap_or_else(|message| panic!("{name}: {}", message.title));
    Text::new(base, vec![(Backend::Compiled, rules)])
}

#[test]
fn the_players_of_every_documented_match_can_play_its_game() {
    let all = matches::rows();
    assert!(all.len() > 8);
    for row in &all {
        let world = world(&row.game);
        let start = world.start().expect("it begins");
        for name in &row.players {
            let spec: PlayerSpec = name.parse().unwrap_or_else(|bad| panic!("{bad}"));
            let seen = world.game(Backend::Compiled, &spec.knowledge_filter(), &start);
            assert!(seen.is_ok(), "{name} in {}: {:?}", row.game, seen.err());
        }
    }
    // A match that takes little time. It is played with random openings, and then with openings from a list.
    let fast = |row: &&matches::Row| row.players == ["maximum-disc".to_owned(), "random".to_owned()];
    let row = all.iter().find(fast).expect("it is one of them");
    let (world, stop) = (world(&row.game), Arc::default());
    let mut games = Vec::new();
    let report = matches::play(&world, row, (1, 6), &stop, &mut |_, _, pair| games.push(pair.clone()));
    assert_eq!(report.expect("it is played").score.games(), 6);
    for [one, other] in &games {
        let begin = |moves: &str| moves.split(' ').take(8).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(begin(&one.moves), begin(&other.moves), "both begin alike");
    }
    assert_eq!(games.len(), 3);
}
