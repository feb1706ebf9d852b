//! Tests of players: their names and settings, and their moves.

use blanche_compiler::runtime::Limits;
use noire::bases::{Backend, TextBase};
use noire::games::{Knowledge as _, KnowledgeFilter, Side, TextGame};
use noire::players::spec::named;
use noire::players::{Method, PlayerSpec};

#[test]
fn players_are_parsed_by_name_with_settings() {
    for [name, ..] in named() {
        assert_eq!(name.parse::<PlayerSpec>().map(|spec| spec.name).as_deref(), Ok(name));
    }
    let spec: PlayerSpec = "minimax:depth=6,width=3,scores=man+king".parse().expect("it is one");
    assert_eq!((spec.method, spec.depth, spec.width), (Method::Minimax, Some(6), Some(3)));
    assert_eq!(spec.scores.as_deref(), Some(&["man".to_owned(), "king".to_owned()][..]));
}

#[test]
fn an_invalid_player_is_rejected_with_the_reason() {
    let said = |text: &str| text.parse::<PlayerSpec>().expect_err(text).0;
    assert_eq!(said("serach"), "there is no player `serach`; did you mean `search`?");
    assert_eq!(said("random:depth=3"), "`depth` is not a setting of `random:depth=3`; it has no settings");
    assert_eq!(said("search:depth=0"), "`depth=0`: expected a number from 1 on, as in `depth=8`");
    assert_eq!(said("search:scores="), "`scores=`: expected names of scores, joined by `+`");
    assert!(
        said("search:width=2").ends_with("the settings are game, time, nodes, level, depth, scores, threads")
    );
    assert_eq!(said("threats"), "there is no player `threats`; it is now called `search`");
    assert_eq!(said("search:time=0"), "`time=0`: expected seconds for a move, as in `time=0.5`");
    assert_eq!(
        said("search:threads=257"),
        "`threads=257`: expected a number from 1 to 256, as in `threads=8`"
    );
    assert_eq!(said("search:nodes=5,nodes=6"), "`nodes` is set twice");
    assert_eq!(said("program:"), "a program is given by its command: `program:COMMAND`");
}

#[test]
fn scores_that_count_when_named_count_for_players_that_name_them() {
    let base = TextBase::open("othello", Limits::default()).unwrap_or_else(|error| panic!("{error:?}"));
    for backend in [Backend::Compiled, Backend::Interpreted] {
        let rules = base.played_by(backend).unwrap_or_else(|message| panic!("{}", message.title));
        let (mut position, player) = (rules.start().expect("there is one"), rules.program().players[0]);
        for text in ["e6", "f6", "f5", "f4", "e3", "d6", "g4", "h4"] {
            let mv = rules
                .notation()
                .read_move(&mut position, text)
                .unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
            rules.play(&mut position, mv).expect("it is a move");
        }
        let value = |names: Option<&[&str]>| {
            let scores = names.map(|names| names.iter().map(|name| (*name).to_owned()).collect());
            let knowledge_filter = KnowledgeFilter { ignores_preferences: false, scores };
            let mut game =
                TextGame::with_filter(&rules, position.clone(), &knowledge_filter).expect("two play");
            game.value(Side::First).expect("no limit is reached")
        };
        let of = |name: &str| value(Some(&[name]));
        let all: Vec<&str> = ["disc", "mobility", "potential", "stable", "frontier", "opens.corner"].to_vec();
        assert_eq!(value(None), value(Some(&all)), "{backend}");
        assert_eq!(
            value(None),
            rules.judgement().value(&mut position.clone(), player).expect("no limit is reached")
        );
        assert_eq!(value(Some(&["disc", "squares"])), of("disc") + of("squares"));
        assert_eq!(
            of("squares"),
            -200,
            "only the field at the edge is worth anything, and it is the other player's"
        );
    }
}
