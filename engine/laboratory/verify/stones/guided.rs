//! Guided attack starts from the smallest matches of a rule, placed at the centre, at edges and in corners. It adds up
//! to three enemy stones and two own stones, in all combinations.
//!
//! ```text
//! place     a shape on the board: 0, 1 or 2 fields from an edge, or in the middle, in columns and in rows; in all
//!           eight orientations if the rule does not apply equally in them
//! zone      the empty fields, borders included, of the groups that contain a field on which the claim depends: its
//!           moves, winning fields and forced replies
//! stratum   the number of enemy stones and of own stones added: twelve combinations
//! ```
//!
//! The set-ups of a stratum are numbered. The numbers are visited in large steps, each number once, from a start that
//! depends on the seed. So whenever time runs out, the set-ups tried so far are spread over all places and all sets of
//! stones.

use blanche_compiler::runtime::Solutions;
use blanche_sorted::Arrange;

use super::claim::{Claimant, Judge};
use super::shrink;
use super::smallest_matches::{Shape, Shapes};
use super::subsets::{choose, chosen, scattered};
use blanche_compiler::random::Random;
use noire_engine::board::{BOARD_SIZE, Color, Group, Point, PointSet, Position, Symmetry};

/// Maximum number of enemy stones to add.
pub(crate) const MAX_ENEMY_STONES: usize = 3;
/// Maximum number of own stones to add.
pub(crate) const MAX_OWN_STONES: usize = 2;

/// A shape placed on the board.
#[derive(Clone, Debug)]
struct Place {
    stones: [PointSet; 2],
    zone: PointSet,
}

/// The set-ups that can be made from the shapes of a rule.
#[derive(Clone, Debug)]
pub(crate) struct Guide {
    color: Color,
    places: Vec<Place>,
    strata: Vec<Stratum>,
}

/// The set-ups with a given number of added stones.
#[derive(Clone, Debug)]
struct Stratum {
    enemy: usize,
    own: usize,
    /// Number of ways to add the stones, at the place that has the most ways.
    ways: u64,
    start: u64,
}

impl Guide {
    /// Creates the set-ups from these shapes of a rule. If the judge is stopped meanwhile, uses only the shapes that
    /// were already placed.
    pub(crate) fn new(judge: &Judge<'_>, claimant: &Claimant, shapes: &Shapes, seed: u64) -> Guide {
        let mut room = Solutions::default();
        let mut places = Vec::new();
        for shape in shapes.iter() {
            if judge.is_stopped() {
                break;
            }
            places_of(judge, claimant, shape, &mut room, &mut places);
        }
        let mut random = Random::of(seed, &[1, claimant.rule as u64]);
        for at in (1..places.len()).rev() {
            places.swap(at, random.below(at + 1));
        }
        let counts =
            (0..=MAX_ENEMY_STONES).flat_map(|enemy| (0..=MAX_OWN_STONES).map(move |own| (enemy, own)));
        let most = places.iter().map(|place| place.zone.len()).max().unwrap_or(0);
        let stratum = |(enemy, own)| Stratum {
            enemy,
            own,
            ways: if places.is_empty() { 0 } else { ways(most, enemy, own) },
            start: random.bits(),
        };
        let strata = counts.map(stratum).collect();
        Guide { color: claimant.color, places, strata }
    }

    pub(crate) fn strata(&self) -> usize {
        self.strata.len()
    }

    /// Number of set-up numbers in a stratum. Some numbers are unused, because the zones of the places differ in size.
    pub(crate) fn len(&self, stratum: usize) -> u64 {
        self.strata[stratum].ways.saturating_mul(self.places.len() as u64)
    }

    /// The set-up with this number, or `None` if the number is unused.
    pub(crate) fn set_up(&self, stratum: usize, number: u64) -> Option<Position> {
        let Stratum { enemy, own, start, .. } = self.strata[stratum];
        let place = &self.places[(number % self.places.len() as u64) as usize];
        let ways = ways(place.zone.len(), enemy, own);
        let turn = number / self.places.len() as u64;
        if turn >= ways {
            return None;
        }
        let way = scattered(turn, start, ways);
        let zone: Vec<Point> = place.zone.iter().collect();
        let enemies = chosen(&zone, enemy, way % choose(zone.len(), enemy));
        let rest: Vec<Point> = place.zone.minus(enemies).iter().collect();
        let owns = chosen(&rest, own, way / choose(zone.len(), enemy));
        let mut stones = place.stones;
        stones[self.color.index()] |= owns;
        stones[self.color.other().index()] |= enemies;
        let [black, white] = stones;
        Some(shrink::set_up(black, white))
    }
}

/// Places a shape at all of its places.
fn places_of(
    judge: &Judge<'_>,
    claimant: &Claimant,
    shape: &Shape,
    room: &mut Solutions,
    places: &mut Vec<Place>,
) {
    let fields = judge.decide(claimant, &shape.position, shape.play).fields;
    let mut applies =
        |position: &mut Position, play| judge.is_claimed(claimant, position, play, room).unwrap_or(false);
    // If a claim holds, it holds in every orientation. So other orientations matter only if the rule does not apply in
    // all of them.
    let alike = Symmetry::ALL
        .iter()
        .all(|symmetry| applies(&mut shape.position.transformed(*symmetry), symmetry.point(shape.play)));
    let symmetries = if alike { &Symmetry::ALL[..1] } else { &Symmetry::ALL };
    for symmetry in symmetries {
        let turned = |points: PointSet| points.iter().map(|point| symmetry.point(point)).collect();
        let [black, white, fields]: [PointSet; 3] = [
            turned(shape.position.stones(Color::Black)),
            turned(shape.position.stones(Color::White)),
            turned(fields),
        ];
        let play = symmetry.point(shape.play);
        let all = (black | white).iter().chain([play]).collect::<Vec<_>>();
        for right in shifts(all.iter().map(|point| point.column())) {
            if judge.is_stopped() {
                return;
            }
            for up in shifts(all.iter().map(|point| point.row())) {
                let shift = |points: PointSet| -> PointSet {
                    points.iter().filter_map(|point| shifted(point, right, up)).collect()
                };
                let Some(play) = shifted(play, right, up) else { continue };
                let stones = [shift(black), shift(white)];
                let mut position = shrink::set_up(stones[0], stones[1]);
                if applies(&mut position, play) {
                    let zone = zone(&position, shift(fields)).without(play);
                    places.push(Place { stones, zone });
                }
            }
        }
    }
}

/// The shifts of a shape along one axis. Some shifts move the least coordinate to 0, 1 or 2, and others move the
/// greatest coordinate just as close to the opposite edge. One shift centres the shape.
fn shifts(numbers: impl Iterator<Item = u8> + Clone) -> Vec<i8> {
    let least = numbers.clone().min().unwrap_or(0) as i8;
    let greatest = numbers.max().unwrap_or(0) as i8;
    let last = BOARD_SIZE as i8 - 1 - greatest;
    let mut shifts = vec![-least, 1 - least, 2 - least, (last - least) / 2, last - 2, last - 1, last];
    shifts.retain(|shift| (-least..=last).contains(shift));
    shifts.arrange();
    shifts.dedup();
    shifts
}

fn shifted(point: Point, right: i8, up: i8) -> Option<Point> {
    let column = u8::try_from(point.column() as i8 + right).ok()?;
    let row = u8::try_from(point.row() as i8 + up).ok()?;
    Point::new(column, row)
}

/// The empty fields of the groups that contain one of these fields, borders included.
fn zone(position: &Position, fields: PointSet) -> PointSet {
    let groups = fields.iter().flat_map(|field| Group::with(field, 1, 5));
    let all = groups.fold(PointSet::EMPTY, |zone, group| zone | group.fields_between(0, 6));
    all & position.empty_fields()
}

/// Number of ways to add `enemy` and `own` stones to this number of fields.
fn ways(fields: usize, enemy: usize, own: usize) -> u64 {
    match fields.checked_sub(enemy) {
        Some(rest) => choose(fields, enemy).saturating_mul(choose(rest, own)),
        None => 0,
    }
}
