//! Tests of the parser for games: states, moves with their effects, ends, claims, preferences and drawings, both valid
//! and broken.

use super::super::ast::{BlockedOutcome, EffectKind, ItemKind, Worth};
use super::broken::check_table;
use super::{assert_prints_stably, codes_and_texts, parsed, print, shape};

/// A game in the canonical format.
const GAME: &str = include_str!("../../../tests/grammar/lights.blanche");

#[test]
fn a_formatted_game_is_printed_unchanged() {
    let (sources, parsed) = parsed(GAME.as_bytes());
    assert_eq!(codes_and_texts(&sources, &parsed.diagnostics), "");
    assert_eq!(print(&parsed.file), GAME);
    let wide = GAME.replace(",\n    ", ",   ").replace(" if ", "   if\n      ").replace(" one ", "  one   ");
    let (_, wide) = super::parsed(wide.as_bytes());
    let (_, again) = super::parsed(print(&wide.file).as_bytes());
    let line_breaks = |shape: String| shape.replace("new_line: true", "new_line: false");
    assert_eq!(line_breaks(shape(&again.file)), line_breaks(shape(&wide.file)));
}

#[test]
fn the_tree_of_a_game_has_all_its_parts() {
    let (_, parsed) = parsed(GAME.as_bytes());
    let items: Vec<&ItemKind> = parsed.file.items.iter().map(|item| &item.kind).collect();
    let ItemKind::Players(players) = items[1] else { panic!("players") };
    assert_eq!((players.players.len(), players.words.len()), (2, 2));
    let ItemKind::State(clock) = items[6] else { panic!("a state") };
    assert!(clock.one.len() == 1 && clock.history.is_some());
    let ItemKind::State(seen) = items[8] else { panic!("a state") };
    assert!(seen.one.is_empty() && seen.history.is_some() && seen.parameters[1].sort.is_some());
    let ItemKind::Move(carries) = items[13] else { panic!("a move") };
    assert_eq!((carries.plays.len(), carries.effects.len()), (2, 4));
    assert_eq!(carries.effects[0].kind, EffectKind::Removes);
    assert!(carries.effects[1].condition.as_ref().is_some_and(|one| !one.is_for));
    assert!(
        carries.effects[3].condition.as_ref().is_some_and(|one| one.is_for && one.body.branches.len() == 2)
    );
    let ItemKind::Move(waits) = items[14] else { panic!("a move") };
    assert!(waits.body.is_none() && waits.effects[0].atoms[0].arguments.is_empty());
    let ItemKind::Blocked(blocked) = items[16] else { panic!("blocked") };
    assert_eq!(blocked.outcome, BlockedOutcome::Draws);
    let ItemKind::Preference(away) = items[22] else { panic!("a preference") };
    assert!(matches!(&away.worth, Worth::Number(number) if number.value == -20));
    assert!(away.up_to_symmetry.is_some());
    assert!(matches!(items[24], ItemKind::Drawn(drawings) if drawings.len() == 3));
}

#[test]
fn the_words_of_games_are_names_elsewhere() {
    let text = "\
move(X) :- state(X), start, adds(X), removes(X, Y)
adds(X) :- draw(X), up(X)
state state(Up) one Up
start state(start), start
move move for move plays Move if
    move(Move),
    adds(Move),
    adds
    adds adds(Move), removes if
        adds(Move)
    removes removes for removes(Move)
draw draw if blocked, up, to, symmetry
draw if if if
preference up for up plays Up worth 1 if up(Up) up to symmetry
claims suppose suppose
drawn as as as, drawn(Drawn) as Drawn
fact notation(starts)
notation notation
starts starts
players players, starts
";
    let (sources, parsed) = parsed(text.as_bytes());
    assert_eq!(codes_and_texts(&sources, &parsed.diagnostics), "");
    assert_eq!(print(&parsed.file), text);
    assert_prints_stably(text, &parsed.file);
}

#[test]
fn comments_around_effects_are_kept() {
    let text = "\
move m for left plays X if % of the premise
    p(X) % of p
% behind p

    adds q(X), % of q
        r(X) % of r

    % in front
    removes q(X) if % of the condition
        p(X), % of p
        % in between
        r(X)
% behind all
fact s
";
    let (sources, parsed) = parsed(text.as_bytes());
    assert_eq!(codes_and_texts(&sources, &parsed.diagnostics), "");
    let expected = "\
move m for left plays X if
    % of the premise
    p(X) % of p
    % behind p
    % of q
    adds q(X), r(X) % of r
    % in front
    % of the condition
    removes q(X) if
        p(X), % of p
        % in between
        r(X)
% behind all
fact s
";
    assert_eq!(print(&parsed.file), expected);
    assert_prints_stably(text, &parsed.file);
}

#[test]
fn long_effects_and_drawings_are_broken_at_their_commas() {
    let atom = "light(Cell1, left, lamp)";
    for text in [
        format!("move m for left plays X if p(X)\n    adds {}\n", [atom; 9].join(", ")),
        format!("start {}\n", [atom; 9].join(", ")),
        format!("drawn {}\n", [format!("{atom} as x").as_str(); 9].join(", ")),
    ] {
        let (_, parsed) = parsed(text.as_bytes());
        let printed = print(&parsed.file);
        assert!(printed.lines().all(|line| line.len() <= 100) && printed.lines().count() > 2, "{printed}");
        assert_prints_stably(&text, &parsed.file);
    }
}

#[test]
fn each_mistake_in_a_game_gives_one_message_whose_fix_removes_it() {
    check_table(BROKEN);
}

/// The rows of the table. Each row has a text, the expected messages (code and labelled text), and the text after all
/// fixes (empty if there are none).
const BROKEN: &[(&str, &str, &str)] = &[
    // Mistakes in declarations of players and turns.
    ("players x o words Color", "B0101 ``", "players x, o words Color"),
    ("players x, o word Color", "B0105 `word`", "players x, o words Color"),
    ("players x, o words color", "B0105 `color`", "players x, o words Color"),
    ("players x, o\n    words Color", "B0104 `words`", "players x, o words Color"),
    ("starts X", "B0105 `X`", "starts x"),
    ("starts", "B0105 ``", ""),
    ("starts x, o", "B0105 `,`", ""),
    ("strats x", "B0115 `strats`", "starts x"),
    // Mistakes in states.
    ("state mark(Field, Color) one", "B0105 ``", ""),
    ("state mark(Field, Color) one Color, Kind, history", "", ""),
    ("state mark(Field, Color) one color", "B0105 `color`", "state mark(Field, Color) one Color"),
    ("state mark(Field, Color) on Color", "B0105 `on`", "state mark(Field, Color) one Color"),
    ("state mark(Field, Color)\n    one Color", "B0104 `one`", "state mark(Field, Color) one Color"),
    ("state mark(Field, x)", "B0105 `x`", ""),
    ("state mark(Field) history", "B0101 ``", "state mark(Field), history"),
    ("state mark(Field), histroy", "B0105 `histroy`", "state mark(Field), history"),
    ("stat mark(Field, Color) one Color", "B0115 `stat`", "state mark(Field, Color) one Color"),
    ("state mark(Field Color)", "B0101 ``", "state mark(Field, Color)"),
    ("state", "B0105 ``", ""),
    // Mistakes in `start` lines.
    ("start mark(a1, x) mark(a2, o)", "B0101 ``", "start mark(a1, x), mark(a2, o)"),
    ("start mark(a1, x),", "B0117 `,`", "start mark(a1, x)"),
    ("start mark(Field, x) :- edge(Field)", "B0105 `:-`", "start mark(Field, x) if edge(Field)"),
    ("start mark(Field, x)\n    if edge(Field)", "B0104 `if`", "start mark(Field, x) if\n    edge(Field)"),
    ("start mark(Field, x) if", "B0108 ``", ""),
    ("start ¬mark(a1, x)", "B0105 `¬`", ""),
    ("start mark(Field, x) for edge(Field)", "B0105 `for`", ""),
    ("begin mark(a1, x)", "B0115 `begin`", "start mark(a1, x)"),
    // Mistakes in moves.
    (
        "move mark for Color plays Field\n    empty(Field)\n    adds mark(Field, Color)",
        "B0105 ``",
        "move mark for Color plays Field if\n    empty(Field)\n    adds mark(Field, Color)",
    ),
    (
        "move mark for Color Field if empty(Field)",
        "B0105 ``",
        "move mark for Color plays Field if empty(Field)",
    ),
    (
        "move mark plays Field for Color if empty(Field)",
        "B0105 `plays`",
        "move mark for Color plays Field if empty(Field)",
    ),
    ("move for Color plays Field if empty(Field)", "B0105 ``", ""),
    (
        "move up left for Color plays Field if empty(Field)",
        "B0009 `up left`",
        "move up.left for Color plays Field if empty(Field)",
    ),
    ("move mark for Color plays a1 if empty(Field)", "B0105 `a1`", ""),
    ("move mark for Color plays Field_ if empty(Field_)", "B0119 `Field_`", ""),
    (
        "move mark for Color plays Field :- empty(Field)",
        "B0105 `:-`",
        "move mark for Color plays Field if empty(Field)",
    ),
    (
        "move mark for Color plays Field1 Field2 if empty(Field1)",
        "B0101 ``",
        "move mark for Color plays Field1, Field2 if empty(Field1)",
    ),
    (
        "mark for Color plays Field if empty(Field)",
        "B0115 ``",
        "move mark for Color plays Field if empty(Field)",
    ),
    (
        "moev mark for Color plays Field if empty(Field)",
        "B0115 `moev`",
        "move mark for Color plays Field if empty(Field)",
    ),
    (
        "zet mark for Color plays Field if empty(Field)",
        "B0115 `zet`",
        "move mark for Color plays Field if empty(Field)",
    ),
    ("move mark for Color plays Field if", "B0108 ``", ""),
    (
        "move mark for Color\n    plays Field if empty(Field)",
        "B0104 `plays`",
        "move mark for Color plays Field if empty(Field)",
    ),
    // Mistakes in effects.
    (
        "move m for C plays F if p(F)\n    add q(F)",
        "B0006 `add`",
        "move m for C plays F if p(F)\n    adds q(F)",
    ),
    (
        "move m for C plays F if p(F)\n    remove q(F)\n    puts q(F)",
        "B0006 `remove`\nB0006 `puts`",
        "move m for C plays F if p(F)\n    removes q(F)\n    adds q(F)",
    ),
    ("move m for C plays F if p(F)\n    wins jump from F", "B0105 `wins`", ""),
    ("move m for C plays F if p(F)\n    then jump from F, a1 if r(F)\n    adds q(F)", "", ""),
    ("move m for C plays F if p(F)\n    adds q(F)\n    then jump", "", ""),
    (
        "move m for C plays F if p(F)\n    than jump from F for r(F)",
        "B0006 `than`\nB0006 `for`",
        "move m for C plays F if p(F)\n    then jump from F if r(F)",
    ),
    (
        "move m for C plays F if p(F)\n    adds q(F) then jump from F",
        "B0105 ``",
        "move m for C plays F if p(F)\n    adds q(F)\n    then jump from F",
    ),
    (
        "move m for C plays F if p(F)\n    adds q(F)\n    then jump(F, a1)",
        "B0105 `(F, a1)`",
        "move m for C plays F if p(F)\n    adds q(F)\n    then jump from F, a1",
    ),
    (
        "move m for C plays F if p(F)\n    adds q(F)\n    then jump F",
        "B0105 ``",
        "move m for C plays F if p(F)\n    adds q(F)\n    then jump from F",
    ),
    ("move m for C plays F if p(F)\n    then from F", "B0105 ``", ""),
    ("move m for C plays F if p(F)\n    then", "B0105 ``", ""),
    ("then jump from F", "B0115 `then`", ""),
    ("move m for C plays F if p(F)\n    adds", "B0105 ``", ""),
    (
        "move m for C plays F if p(F)\n    adds\n        q(F)",
        "B0104 `q`",
        "move m for C plays F if p(F)\n    adds q(F)",
    ),
    (
        "move m for C plays F if p(F)\n    adds q(F) r(F)",
        "B0101 ``",
        "move m for C plays F if p(F)\n    adds q(F), r(F)",
    ),
    (
        "move m for C plays F if p(F)\n    adds q(F)\n        r(F)",
        "B0101 ``",
        "move m for C plays F if p(F)\n    adds q(F),\n        r(F)",
    ),
    (
        "move m for C plays F if p(F)\n    adds q(F),\n    removes r(F)",
        "B0117 `,`",
        "move m for C plays F if p(F)\n    adds q(F)\n    removes r(F)",
    ),
    (
        "move m for C plays F if p(F),\n    adds q(F)",
        "B0117 `,`",
        "move m for C plays F if p(F)\n    adds q(F)",
    ),
    (
        "move m for C plays F if p(F).\n    adds q(F).",
        "B0007 `.`\nB0007 `.`",
        "move m for C plays F if p(F)\n    adds q(F)",
    ),
    ("move m for C plays F if\n    adds q(F)", "B0108 ``", ""),
    ("move m for C plays F if p(F)\n    adds q(F) if", "B0108 ``", ""),
    (
        "move m for C plays F if p(F)\n    adds q(F)\n        for r(F)",
        "B0104 `for`",
        "move m for C plays F if p(F)\n    adds q(F) for\n        r(F)",
    ),
    (
        "move m for C plays F if p(F)\n    adds ¬q(F)",
        "B0105 `¬`",
        "move m for C plays F if p(F)\n    removes q(F)",
    ),
    (
        "move m for C plays F if p(F)\n    adds q(F) when r(F)",
        "B0105 `when`",
        "move m for C plays F if p(F)\n    adds q(F) if r(F)",
    ),
    (
        "move m for C plays F if p(F\n    adds q(F)",
        "B0102 `(`",
        "move m for C plays F if p(F)\n    adds q(F)",
    ),
    (
        "move m for C plays F if (p(F), r(F)\n    adds q(F)",
        "B0102 `(`",
        "move m for C plays F if (p(F), r(F))\n    adds q(F)",
    ),
    (
        "move m for C plays F if p(F)\n    adds q(F\n    removes r(F)",
        "B0102 `(`",
        "move m for C plays F if p(F)\n    adds q(F)\n    removes r(F)",
    ),
    ("move m for C plays F if p(F) adds q(F)", "B0105 ``", "move m for C plays F if p(F)\n    adds q(F)"),
    ("rule t for C at level 1 plays F if p(F)\n    adds q(F)", "B0115 `adds`", ""),
    ("adds q(F)", "B0115 `adds`", ""),
    ("move m for C plays F if p(F)\n    adds q(F) = r(F)", "B0105 `=`", ""),
    ("move m for C plays F if p(F)\nadds q(F)", "", ""),
    // Mistakes in `blocked` and `draw`.
    ("blocked pass", "B0105 `pass`", "blocked passes"),
    ("blocked lose", "B0105 `lose`", "blocked loses"),
    ("blocked", "B0105 ``", ""),
    ("blocked loses if p", "B0105 `if`", ""),
    ("blokced loses", "B0115 `blokced`", "blocked loses"),
    ("draw full", "B0105 ``", ""),
    ("draw full :- ¬empty(F_)", "B0105 `:-`", "draw full if ¬empty(F_)"),
    ("draw full\n    if ¬empty(F_)", "B0104 `if`", "draw full if\n    ¬empty(F_)"),
    ("draw if ¬empty(F_)", "B0105 ``", ""),
    ("draw full if", "B0108 ``", ""),
    ("draw Full if ¬empty(F_)", "B0105 `Full`", "draw full if ¬empty(F_)"),
    // Mistakes in claims.
    ("claims ¬four(G_)", "B0105 ``", "claims suppose ¬four(G_)"),
    ("claims if ¬four(G_)", "B0105 `if`", "claims suppose ¬four(G_)"),
    ("claims level 3 suppose ¬four(G_)", "B0105 ``", "claims from level 3 suppose ¬four(G_)"),
    ("claims from 3 suppose ¬four(G_)", "B0105 ``", "claims from level 3 suppose ¬four(G_)"),
    ("claims supposes ¬four(G_)", "B0105 `supposes`", "claims suppose ¬four(G_)"),
    ("claims suppose", "B0108 ``", ""),
    ("claims\n    suppose ¬four(G_)", "B0104 `suppose`", "claims suppose\n    ¬four(G_)"),
    // Mistakes in preferences.
    ("preference c for C plays F if p(F)", "B0105 ``", ""),
    ("preference c for C plays F 50 if p(F)", "B0105 ``", "preference c for C plays F worth 50 if p(F)"),
    ("preference c for C plays F worth five if p(F)", "B0105 `five`", ""),
    (
        "preference c for C plays F worth 50 :- p(F)",
        "B0105 `:-`",
        "preference c for C plays F worth 50 if p(F)",
    ),
    ("preference c for C plays F worth 2000000 if p(F)", "B0120 `2000000`", ""),
    ("preference c for C plays F worth N_ if p(F, N_)", "B0119 `N_`", ""),
    (
        "preference c for C plays F worth 5 if p(F), up to symmetry",
        "B0117 `,`",
        "preference c for C plays F worth 5 if p(F) up to symmetry",
    ),
    (
        "preference c for C plays F worth 5 if p(F) up to symetry",
        "B0105 `symetry`",
        "preference c for C plays F worth 5 if p(F) up to symmetry",
    ),
    (
        "preference c for C worth 5 plays F if p(F)",
        "B0105 `worth`",
        "preference c for C plays F worth 5 if p(F)",
    ),
    ("preference c for C plays F worth 5 if", "B0108 ``", ""),
    // Mistakes in drawings and notations.
    ("drawn mark(F, x) x", "B0105 ``", "drawn mark(F, x) as x"),
    ("drawn mark(F, x) as", "B0105 ``", ""),
    ("drawn mark(F, x) as x mark(F, o) as o", "B0101 ``", "drawn mark(F, x) as x, mark(F, o) as o"),
    ("drawn mark(F, x) = x", "B0105 `=`", "drawn mark(F, x) as x"),
    ("drawn mark(F, x) as 'x'", "B0006 `'x'`", "drawn mark(F, x) as x"),
    ("notation", "B0105 ``", ""),
];
