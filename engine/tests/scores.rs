//! Tests of scores: both back ends agree on the value of positions, and the counts agree with plain loops.
//! `definition.rs` also compares scores with the naive evaluator.

use std::path::Path;
use std::process::Command;

use noire::bases::{Backend, Term};
use noire::board::{Color, Group, GroupContent, Point, Position};
use noire::facts::Base;
use serde_json::Value;

use crate::back_ends;
use crate::back_ends::{after, names};
use crate::snapshot_folders;
use crate::trials;

/// Each line has moves, black first, and then the counts of the printed base's rules; see the README in the same
/// folder.
const COUNTS: &str = noire::data::POSITIONS;

fn positions() -> impl Iterator<Item = &'static str> {
    let lines = COUNTS.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once('\t').unwrap().0)
}

const BACKENDS: [Backend; 2] = [Backend::Interpreted, Backend::Compiled];

fn open(name: &str) -> Base {
    Base::open(name, Default::default()).unwrap_or_else(|_| panic!("{name} is built in"))
}

/// Whether the group counts for this colour. If the colour is in `spoiled`, no stone of that colour may border the
/// group.
fn counts(position: &Position, group: Group, color: Color, spoiled: &[Color]) -> bool {
    let borders =
        |place| group.fields_between(place, place).iter().any(|field| position.stone(field) == Some(color));
    !spoiled.contains(&color) || !borders(0) && !borders(6)
}

/// The evaluation of section 4.1 of the thesis, by plain loops over groups.
fn evaluation(position: &Position, color: Color, spoiled: &[Color]) -> i64 {
    let sum = |color: Color| -> i64 {
        let weights = match position.to_move() == Some(color) {
            true => [1, 16, 81, 256, 100_000],
            false => [1, 9, 49, 169, 100_000],
        };
        let worth = |group: Group| match position.content(group) {
            GroupContent::Only(other, stones)
                if other == color && counts(position, group, color, spoiled) =>
            {
                weights[usize::from(stones) - 1]
            }
            _ => 0,
        };
        Group::all().map(worth).sum()
    };
    sum(color) - sum(color.other())
}

#[test]
fn the_scores_of_the_printed_base_are_the_evaluation_of_the_thesis_by_its_own_groups() {
    let base = open("renju-2001");
    let mut different = 0;
    for moves in positions() {
        let mut position = after(moves);
        let before = position.clone();
        for color in Color::ALL {
            let expected = evaluation(&position, color, &[Color::Black]);
            different += usize::from(expected != evaluation(&position, color, &[]));
            for backend in BACKENDS {
                let value = base.on(backend).value(&mut position, color);
                assert_eq!(value, Ok(expected), "{backend}, {color}{position:?}");
            }
        }
        assert_eq!(position, before);
    }
    assert!(different > 100, "{different} of 1200 values would be others if all groups counted");
}

/// The groups of a colour in a position, by the definitions of a base.
struct Groups<'p> {
    base: &'p str,
    position: &'p Position,
    color: Color,
}

impl Groups<'_> {
    /// Whether the group has this number of stones and counts in this base.
    fn has(&self, group: Group, stones: u8) -> bool {
        let spoiled: &[Color] = match self.base {
            "gomoku" => &[],
            "gomoku-standard" => &Color::ALL,
            _ => &[Color::Black],
        };
        self.position.content(group) == GroupContent::Only(self.color, stones)
            && counts(self.position, group, self.color, spoiled)
    }

    fn is_empty_at(&self, group: Group, place: u8) -> bool {
        group.field(place).is_some_and(|field| self.position.is_empty(field))
    }

    /// Whether the group has this number of stones and could become a straight four. In standard go-moku, the
    /// neighbouring group must also be able to become a five.
    fn is_open(&self, group: Group, stones: u8) -> bool {
        let mut ends = [(0, 5), (1, 6)]
            .into_iter()
            .filter(|(one, other)| self.is_empty_at(group, *one) && self.is_empty_at(group, *other));
        self.has(group, stones)
            && ends.any(|(one, _)| {
                let shifted = |other: &Group| match one {
                    0 => other.base()[1..] == group.base()[..4],
                    _ => other.base()[..4] == group.base()[1..],
                };
                self.base != "gomoku-standard"
                    || stones != 2
                    || Group::all().any(|other| shifted(&other) && self.has(other, stones))
            })
    }

    /// The directions of the groups that fulfil `is_wanted` and have this field at one of the places in the range
    /// `places`.
    fn lines(&self, field: Point, places: (u8, u8), is_wanted: impl Fn(Group) -> bool) -> Vec<(i32, i32)> {
        let through = Group::all()
            .filter(|group| group.fields_between(places.0, places.1).contains(field) && is_wanted(*group));
        let direction = |group: Group| {
            let [first, second, ..] = group.base();
            let step = |to: u8, from: u8| i32::from(to) - i32::from(from);
            (step(second.column(), first.column()), step(second.row(), first.row()))
        };
        through.map(direction).collect()
    }

    /// The number of empty fields that lie in a group of the first kind and also in a group of the second kind with
    /// another direction.
    fn crossings(
        &self,
        places: (u8, u8),
        first: impl Fn(&Self, Group) -> bool,
        second: impl Fn(&Self, Group) -> bool,
    ) -> usize {
        let crosses = |field: &Point| {
            let first = self.lines(*field, places, |group| first(self, group));
            let second = self.lines(*field, places, |group| second(self, group));
            first.iter().any(|one| second.iter().any(|other| one != other))
        };
        Point::all().filter(|field| self.position.is_empty(*field)).filter(crosses).count()
    }

    /// The count of the score with this name; `None` for a score that has a separate test.
    fn counted(&self, score: &str) -> Option<usize> {
        let of = |stones: u8| Some(Group::all().filter(|group| self.has(*group, stones)).count());
        let has = |stones: u8| move |groups: &Self, group: Group| groups.has(group, stones);
        let is_open = |stones: u8| move |groups: &Self, group: Group| groups.is_open(group, stones);
        match score {
            "one" => of(1),
            "two" => of(2),
            "three" => of(3),
            "four" => of(4),
            "five" => of(5),
            "four.and.three" => Some(self.crossings((1, 5), has(3), has(2))),
            "four.and.two" => Some(self.crossings((1, 5), has(3), has(1))),
            "two.threes" => Some(self.crossings((1, 5), has(2), has(2))),
            "open.three.and.two" => Some(self.crossings((2, 4), is_open(2), is_open(1))),
            "forbidden" => None,
            other => panic!("what does `{other}` count?"),
        }
    }
}

#[test]
fn the_scores_of_the_other_bases_count_what_plain_loops_count() {
    for name in names().into_iter().filter(|name| *name != "renju-2001") {
        let base = open(name);
        let mut seen = vec![0; base.contents().scores.len()];
        for moves in positions().step_by(trials::step()) {
            let mut position = after(moves);
            let terms = base.on(Backend::Compiled).terms(&mut position).expect("no limit");
            for (number, score) in base.contents().scores.iter().enumerate() {
                let color = Color::ALL.into_iter().find(|color| color.to_string() == score.color);
                let color = color.expect("a score is a player's");
                let count = |term: &Term| if term.score == number { term.solutions.len() } else { 0 };
                let found: usize = terms.iter().map(count).sum();
                seen[number] += found;
                let groups = Groups { base: name, position: &position, color };
                let expected = groups.counted(&score.name).unwrap_or_else(|| {
                    let export = base.export("forbidden", Color::Black).expect("it says what is forbidden");
                    let mut position = position.clone();
                    base.on(Backend::Interpreted).exported(export, &mut position).expect("no limit").len()
                });
                assert_eq!(found, expected, "{name}, {} for {}{position:?}", score.name, score.color);
            }
        }
        assert!(seen.iter().all(|count| *count > 0), "{name}: {seen:?}");
    }
}

#[test]
fn both_back_ends_agree_score_by_score() {
    for name in names() {
        let base = open(name);
        for moves in positions().step_by(trials::step()) {
            let mut position = after(moves);
            let [interpreted, compiled] =
                BACKENDS.map(|backend| base.on(backend).terms(&mut position).expect("no limit"));
            assert_eq!(interpreted, compiled, "{name}{position:?}");
            for color in Color::ALL {
                let own = |part: &&Term| base.contents().scores[part.score].color == color.to_string();
                let sum = compiled.iter().filter(own).map(Term::worth).sum();
                for backend in BACKENDS {
                    assert_eq!(base.on(backend).sum(&mut position, color), Ok(sum), "{name}{position:?}");
                }
            }
        }
    }
}

#[test]
fn a_value_is_zero_sum_and_depends_on_the_side_to_move() {
    // In this base all groups count, for both colours alike.
    let base = open("gomoku");
    let points = |text: &str| back_ends::points(text);
    let of = |to_move| {
        let mut position = Position::set_up(&points("h8,i8"), &points("h10,i10"), to_move, None).unwrap();
        Color::ALL.map(|color| base.on(Backend::Compiled).value(&mut position, color).unwrap())
    };
    let [black, white] = of(Some(Color::Black));
    assert!(black > 0 && white == -black, "{black} {white}");
    let [black, white] = of(Some(Color::White));
    assert!(black < 0 && white == -black, "{black} {white}");
    assert_eq!(of(None), [0, 0], "nobody attacks, and both have the same");
}

fn noire(words: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_noire")).args(words).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("it writes UTF-8");
    (output.status.code().expect("no signal ends it"), text(output.stdout), text(output.stderr))
}

const MOVES: &str = "h8,h9,i8,g9,j8,f9,g7,e9";

#[test]
fn the_terms_of_a_value_are_shown_and_add_up() {
    for base in names() {
        let words =
            ["eval", "--game", base, "--moves", MOVES, "--backend", "both", "--format", "json", "--all"];
        let (status, out, err) = noire(&words);
        assert_eq!((status, err.as_str()), (0, ""), "{base}");
        let object: Value = serde_json::from_str(&out).expect("an object");
        let mut sums = [0, 0];
        for part in object["scores"].as_array().expect("scores") {
            let number = |key: &str| part[key].as_i64().unwrap_or_else(|| panic!("{key} of {part}"));
            assert_eq!(number("worth"), number("weight") * number("count"));
            assert_eq!(part["solutions"].as_array().map(Vec::len), Some(number("count") as usize));
            sums[usize::from(part["colour"] == "white")] += number("worth");
        }
        assert_eq!(object["value"]["black"], sums[0] - sums[1], "{base}");
        assert_eq!(object["value"]["white"], sums[1] - sums[0], "{base}");
        // The text output shows the value for the side to move.
        let (status, out, _) = noire(&["eval", "--game", base, "--moves", MOVES]);
        assert!(status == 0 && out.contains(&format!("{} for black: ", sums[0] - sums[1])), "{base}: {out}");
    }
}

#[test]
fn a_value_as_text_has_a_line_for_every_score() {
    let (_, out, _) = noire(&["eval", "--game", "renju-2001", "--moves", MOVES, "--all"]);
    snapshot_folders::settings("answers").bind(|| insta::assert_snapshot!("value", out));
}

#[test]
fn positions_without_a_value_are_reported() {
    let (status, out, err) = noire(&["eval", "--moves", MOVES, "--work", "10"]);
    assert_eq!(status, 1, "{err}");
    assert!(out.contains("is not known") && err.contains("error[B0701]"), "{out}{err}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scores/none");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let text = "base none\nuse five-in-a-row/domain\nuse five-in-a-row/shapes\n\
                rule five for white at level 0 if white.five(Group)\n";
    std::fs::write(folder.join("base.blanche"), text).expect("it can be written");
    let (status, out, err) = noire(&["eval", "--game", &folder.to_string_lossy(), "--moves", MOVES]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("error: none has no scores"), "{err}");
}
