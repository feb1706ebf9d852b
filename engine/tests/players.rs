//! Players: how they are named, and what they play.

use blanche_compiler::runtime::Limits;
use noire::bases::{Backend, TextBase};
use noire::players::spec::named;
use noire::players::{Method, PlayerSpec};

#[test]
fn names_stand_for_players_and_settings_change_them() {
    for [name, ..] in named() {
        assert_eq!(name.parse::<PlayerSpec>().map(|spec| spec.name).as_deref(), Ok(name));
    }
    let spec: PlayerSpec = "minimax:depth=6,width=3,scores=man+king".parse().expect("it is one");
    assert_eq!((spec.method, spec.depth, spec.width), (Method::Minimax, Some(6), Some(3)));
    assert_eq!(spec.scores.as_deref(), Some(&["man".to_owned(), "king".to_owned()][..]));
}

#[test]
fn what_is_wrong_with_a_name_is_said() {
    let said = |text: &str| text.parse::<PlayerSpec>().expect_err(text).0;
    assert_eq!(said("serach"), "there is no player `serach`; did you mean `search`?");
    assert_eq!(said("random:depth=3"), "`depth` cannot be set of `random:depth=3`; nothing can be set of it");
    assert_eq!(said("search:depth=0"), "`depth=0`: expected a number from 1 on, as in `depth=8`");
    assert_eq!(said("search:scores="), "`scores=`: expected names of scores, joined by `+`");
    assert!(
        said("search:width=2")
            .ends_with("what can be set is game, time, nodes, level, depth, scores, threads")
    );
    assert_eq!(said("threats"), "there is no player `threats`; it is `search` now");
    assert_eq!(said("search:time=0"), "`time=0`: expected seconds for a move, as in `time=0.5`");
    assert_eq!(
        said("search:threads=257"),
        "`threads=257`: expected a number from 1 to 256, as in `threads=8`"
    );
    assert_eq!(said("search:nodes=5,nodes=6"), "`nodes` is set twice");
    assert_eq!(said("program:"), "a program is named by how it is started: `program:COMMAND`");
}

/// Whoever gives a score another name would count it again.
#[test]
fn scores_that_are_left_out_are_scores_of_their_games() {
    let rows = include_str!("../data/scores_left_out.tsv").lines().filter(|row| !row.starts_with('#'));
    let mut count = 0;
    for row in rows {
        let [base, score, _why] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let base = TextBase::open(base, Limits::default()).unwrap_or_else(|error| panic!("{row}: {error:?}"));
        let rules = base.played_by(Backend::Compiled).unwrap_or_else(|message| panic!("{}", message.title));
        assert!(rules.program().scores().any(|(_, known, _)| known.name == score), "{row}");
        count += 1;
    }
    assert!(count > 0);
}
