//! Recomputes the surrogate boards from the printed lines. The first step finds the smallest sets of the attacker's
//! stones that make every move of the lines a threat. The second step adds the fewest stones of the defender that
//! prevent quicker wins, which the lines would have overlooked.

use std::collections::{BTreeMap, BTreeSet};

use blanche_compiler::runtime::Limits as Work;
use noire::board::{Color, Direction, Group, Point, Position};
use noire::facts::Base;
use noire::games::{FiveInARow, Game as _, Knowledge as _};
use noire_reproductions::experiment::Compared;
use noire_reproductions::experiment::printed::{compared, surrogates};

type Stones = BTreeSet<Point>;

/// Maximum number of stones that the attacker needs for all moves to be threats, and maximum number of stones of the
/// defender that are added to the chosen boards.
const MOST: [usize; 2] = [6, 2];

/// The printed lines of a position.
fn lines(printed: &Compared) -> Vec<&[Point]> {
    let lines = printed.thesis.iter().chain([&printed.uiterwijk]);
    lines.map(|line| line.moves.as_slice()).collect()
}

/// The position with these stones and `color` to move.
fn board(color: Color, attacker: &Stones, defender: &Stones) -> Position {
    let [attacker, defender] = [attacker, defender].map(|stones| stones.iter().copied().collect::<Vec<_>>());
    let (black, white) = if color == Color::Black { (attacker, defender) } else { (defender, attacker) };
    Position::set_up(&black, &white, Some(color), None).expect("no field comes twice")
}

fn empty(position: &Position, fields: &[Point]) -> Stones {
    fields.iter().copied().filter(|field| position.is_empty(*field)).collect()
}

/// Sets of stones, each of which is enough to make the attacker's last move a threat if its stones are added. The reply
/// must answer this threat. The threat is a five if there is no reply; otherwise it is a four that the reply stops, or
/// a three. A three has stones on three of four fields that lie between two empty fields, and the reply is on one of
/// the empty ones.
fn ways(position: &Position, mv: Point, reply: Option<Point>) -> Vec<Stones> {
    let color = position.stone(mv).expect("it was made");
    let groups = Group::on(mv).iter().map(|member| member.group);
    let groups = groups.filter(|group| position.count(*group, color.other()) == 0);
    let mut ways: Vec<Stones> = groups
        .map(|group| empty(position, &group.base()))
        .filter(|rest| reply.is_none_or(|reply| rest.contains(&reply)))
        .map(|rest| rest.into_iter().filter(|field| Some(*field) != reply).collect())
        .collect();
    let Some(reply) = reply else { return ways };
    for direction in Direction::ALL {
        for before in 1..=4 {
            let fields: Option<Vec<Point>> = (-before..6 - before).map(|at| mv.step(direction, at)).collect();
            let Some(fields) = fields else { continue };
            let rest = empty(position, &fields[1..5]);
            let is_free = [0, 5].iter().all(|end| position.is_empty(fields[*end]))
                && fields.iter().all(|field| position.stone(*field) != Some(color.other()));
            if is_free && fields.contains(&reply) {
                let without = |left: Point| rest.iter().copied().filter(|field| *field != left).collect();
                let threes = rest.iter().map(|left| without(*left));
                ways.extend(threes.filter(|way: &Stones| !way.contains(&reply)));
            }
        }
    }
    ways
}

/// Returns the sets of stones found by [`ways`] for each move of the attacker in a line that begins in this position.
/// Sets with a stone on one of the fields `later` are left out, because a line plays there later.
fn ways_of_all(mut position: Position, line: &[Point], later: &Stones) -> Vec<Vec<Stones>> {
    let mut all = Vec::new();
    for (at, mv) in line.iter().enumerate() {
        position.play(*mv).expect("the field is empty");
        if at % 2 == 0 {
            let mut ways = ways(&position, *mv, line.get(at + 1).copied());
            ways.retain(|way| way.is_disjoint(later));
            all.push(ways);
        }
    }
    all
}

/// Adds to `found` the supersets of `stones` with at most `most` stones that make all of the moves threats. For each
/// move, `moves` has a list of sets. The move is a threat if the stones of at least one of its sets are on the board.
fn complete(moves: &[Vec<Stones>], stones: &Stones, most: usize, found: &mut BTreeSet<Stones>) {
    let open = moves.iter().filter(|ways| !ways.iter().any(|way| way.is_subset(stones)));
    let grown = |ways: &Vec<Stones>| -> BTreeSet<Stones> {
        ways.iter().map(|way| way | stones).filter(|grown| grown.len() <= most).collect()
    };
    match open.map(grown).min_by_key(BTreeSet::len) {
        None => drop(found.insert(stones.clone())),
        Some(sets) => sets.iter().for_each(|set| complete(moves, set, most, found)),
    }
}

/// The smallest sets of the attacker's stones for which all moves of these lines are threats. The result is empty if
/// some move cannot be a threat.
fn smallest(color: Color, lines: &[&[Point]]) -> BTreeSet<Stones> {
    let later: Stones = lines.iter().copied().flatten().copied().collect();
    let start = board(color, &Stones::new(), &Stones::new());
    let moves: Vec<Vec<Stones>> =
        lines.iter().flat_map(|line| ways_of_all(start.clone(), line, &later)).collect();
    let mut found = BTreeSet::new();
    for most in 0..=MOST[0] {
        complete(&moves, &Stones::new(), most, &mut found);
        if !found.is_empty() {
            break;
        }
    }
    found
}

/// The fields on which this colour makes five.
fn fives(position: &Position, color: Color) -> Stones {
    let fours = Group::all()
        .filter(|group| position.count(*group, color) == 4 && position.count(*group, color.other()) == 0);
    fours.flat_map(|group| empty(position, &group.base())).collect()
}

/// The fields on which a stone of this colour would give two ways to make five. The value of a field is the set of
/// fields on which the five could then be made.
fn double_fours(position: &Position, color: Color) -> BTreeMap<Point, Stones> {
    let mut fields: BTreeMap<Point, Stones> = BTreeMap::new();
    for group in Group::all() {
        if position.count(group, color) == 3 && position.count(group, color.other()) == 0 {
            let rest = empty(position, &group.base());
            for field in &rest {
                fields.entry(*field).or_default().extend(rest.iter().filter(|other| *other != field));
            }
        }
    }
    fields.retain(|_, ways| ways.len() > 1);
    fields
}

/// The fields where the line overlooks something, so that at least one of the fields needs a stone of the defender. The
/// line may overlook a five of the side to move, a five of the other side that must be stopped, or a double four of the
/// attacker. `None` if the line overlooks nothing.
fn left_out(mut position: Position, line: &[Point]) -> Option<Stones> {
    for (at, mv) in line.iter().enumerate() {
        let color = position.to_move().expect("both move in turn");
        let [own, others] = [color, color.other()].map(|color| fives(&position, color));
        let urgent = if own.is_empty() { others } else { own };
        if urgent.is_empty() && at % 2 == 0 {
            let doubles = double_fours(&position, color);
            if !doubles.is_empty() && !doubles.contains_key(mv) {
                return Some(
                    doubles.into_iter().flat_map(|(field, ways)| ways.into_iter().chain([field])).collect(),
                );
            }
        } else if !urgent.is_empty() && !urgent.contains(mv) {
            return Some(urgent);
        }
        position.play(*mv).expect("the field is empty");
    }
    None
}

/// The supersets of `stones` with at most `most` more stones of the defender for which the lines overlook nothing. All
/// moves of the attacker must still be threats.
fn defenders(
    color: Color,
    attacker: &Stones,
    lines: &[&[Point]],
    stones: &Stones,
    most: usize,
) -> BTreeSet<Stones> {
    let later: Stones = lines.iter().copied().flatten().copied().collect();
    let start = board(color, attacker, stones);
    let is_threat = |ways: &Vec<Stones>| ways.iter().any(Stones::is_empty);
    if !lines.iter().all(|line| ways_of_all(start.clone(), line, &later).iter().all(is_threat)) {
        return BTreeSet::new();
    }
    let Some(fields) = lines.iter().find_map(|line| left_out(start.clone(), line)) else {
        return BTreeSet::from([stones.clone()]);
    };
    if most == 0 {
        return BTreeSet::new();
    }
    let fields = fields.into_iter().filter(|field| !later.contains(field));
    fields
        .flat_map(|field| defenders(color, attacker, lines, &(stones | &Stones::from([field])), most - 1))
        .collect()
}

/// The candidate boards: the stones of the attacker and of the defender, by name.
fn boards(color: Color, lines: &[&[Point]]) -> BTreeSet<[Vec<String>; 2]> {
    let sets = smallest(color, lines);
    let names = |stones: &Stones| {
        let mut names: Vec<String> = stones.iter().map(Point::to_string).collect();
        names.sort();
        names
    };
    let mut boards = BTreeSet::new();
    for most in 0..=MOST[1] {
        for attacker in &sets {
            let found = defenders(color, attacker, lines, &Stones::new(), most);
            boards.extend(found.iter().map(|defender| [names(attacker), names(defender)]));
        }
        if !boards.is_empty() {
            break;
        }
    }
    boards
}

#[test]
fn each_surrogate_is_the_first_smallest_board_of_its_lines() {
    let mut known = surrogates().into_iter();
    let mut counts = Vec::new();
    for printed in compared() {
        let (lines, color) = (lines(&printed), printed.uiterwijk.winner);
        let sets = smallest(color, &lines);
        let boards = boards(color, &lines);
        let Some(first) = boards.first() else {
            assert!(sets.is_empty(), "{} has a smallest set and no board", printed.name);
            continue;
        };
        counts.push((printed.name, sets.len(), boards.len()));
        let known = known.next().expect("every board is known");
        let stones = [color, color.other()].map(|color| {
            let mut names: Vec<String> =
                known.position.stones(color).iter().map(|field| field.to_string()).collect();
            names.sort();
            names
        });
        assert_eq!((known.name, known.position.to_move(), &stones), (printed.name, Some(color), first));
    }
    assert!(known.next().is_none());
    // The name, the number of smallest sets of the attacker's stones, and the number of boards. The first of these
    // boards is used.
    let expected =
        [("JU04", 9, 6), ("JU05", 2, 2), ("JU07", 1, 1), ("JU08", 3, 2), ("JU10", 1, 1), ("JU11", 2, 1)];
    assert_eq!(counts, expected);
}

/// Counts the attacker's moves in the lines of each surrogate, and how many of these moves the base `gomoku` recognises
/// as threats or wins.
#[test]
fn every_line_can_be_played_on_its_surrogate_and_consists_of_threats() {
    let base = Base::open("gomoku", Work::default()).expect("it is built in");
    let mut counts = Vec::new();
    for known in surrogates() {
        let printed =
            compared().into_iter().find(|printed| printed.name == known.name).expect("it is printed");
        for line in lines(&printed) {
            let mut game = FiveInARow::new(&base, base.backend(), known.position.clone());
            let (mut moves, mut threats) = (0, 0);
            for (at, mv) in line.iter().enumerate() {
                assert!(game.position().is_empty(*mv), "{}: {mv}", known.name);
                assert_eq!(game.winner(), Ok(None), "{}: before {mv}", known.name);
                if at % 2 == 0 {
                    let mut forcing = Vec::new();
                    game.forcing(&mut forcing).expect("there is no limit");
                    let wins = game.winner_after(*mv) == Ok(known.position.to_move());
                    moves += 1;
                    threats += usize::from(wins || forcing.iter().any(|(known, _)| known == mv));
                }
                game.play(*mv);
            }
            assert_eq!(game.winner(), Ok(known.position.to_move()), "{}: the last move wins", known.name);
            counts.push((known.name, moves, threats));
        }
    }
    let expected = [
        ("JU04", 11, 11),
        ("JU04", 9, 9),
        ("JU05", 8, 8),
        ("JU07", 9, 9),
        ("JU08", 7, 7),
        ("JU08", 8, 8),
        ("JU10", 11, 11),
        ("JU11", 9, 9),
        ("JU11", 9, 9),
    ];
    assert_eq!(counts, expected);
}
