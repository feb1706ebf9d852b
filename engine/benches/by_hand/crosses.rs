//! Cross 2 and double cross 3 for white. Both play in white threes which no black three answers, so that comes
//! first: a three, with those of its two gaps on which White may set a stone.

use std::ops::ControlFlow;

use noire::board::{Colour, Direction, Group, GroupContent, GroupSet, Point, PointSet, Position};

use super::{Take, across, centred_on, gaps, on, open, several, white};

pub(super) fn cross_2_applies(position: &Position) -> bool {
    let Some(cross) = Cross::of(position) else { return false };
    cross.fields.iter().any(|field| {
        let twos = cross.twos & centred_on(field);
        let crossed = |three: Group| !open(position, across(twos, three.direction())).is_empty();
        !twos.is_empty() && cross.threes.on(field).iter().any(crossed)
    })
}

pub(super) fn cross_2_count(position: &Position) -> usize {
    let Some(cross) = Cross::of(position) else { return 0 };
    let mut count = 0;
    for field in cross.fields {
        let twos = cross.twos & centred_on(field);
        if !twos.is_empty() {
            let twos = open(position, twos);
            let threes = cross.threes.on(field);
            count += threes.iter().map(|three| across(twos, three.direction()).len()).sum::<usize>();
        }
    }
    count
}

pub(super) fn cross_2(position: &Position, take: Take<'_>) -> ControlFlow<()> {
    let Some(cross) = Cross::of(position) else { return ControlFlow::Continue(()) };
    for field in cross.fields {
        let twos = cross.twos & centred_on(field);
        if twos.is_empty() {
            continue;
        }
        let threes = cross.threes.on(field);
        for two in open(position, twos) {
            for three in across(threes, two.direction()) {
                take(&[field.index() as u16, two.index() as u16, three.index() as u16])?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// What cross 2 is made of.
struct Cross {
    threes: Threes,
    /// The gaps of the threes that may be played.
    fields: PointSet,
    twos: GroupSet,
}

impl Cross {
    #[inline]
    fn of(position: &Position) -> Option<Cross> {
        let (threes, twos) = (white(position, 3), white(position, 2));
        if threes.is_empty() || twos.is_empty() {
            return None;
        }
        let threes = Threes::of(position, threes);
        Some(Cross { fields: threes.playable(position), threes, twos })
    }
}

pub(super) fn double_cross_3_applies(position: &Position) -> bool {
    let mut applies = false;
    let _ = crossings(position, &mut |crossing| {
        applies = !crossing.open_ones(position).is_empty();
        if applies { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    applies
}

pub(super) fn double_cross_3_count(position: &Position) -> usize {
    let mut count = 0;
    let _ = crossings(position, &mut |crossing| {
        count += crossing.open_ones(position).len() * crossing.threes[0].len() * crossing.threes[1].len();
        ControlFlow::Continue(())
    });
    count
}

pub(super) fn double_cross_3(position: &Position, take: Take<'_>) -> ControlFlow<()> {
    crossings(position, &mut |crossing| {
        let ones = crossing.open_ones(position);
        if ones.is_empty() {
            return ControlFlow::Continue(());
        }
        let [field1, field2] = crossing.fields.map(|field| field.index() as u16);
        for three1 in crossing.threes[0] {
            for three2 in crossing.threes[1] {
                for one in ones {
                    let [three1, three2, one] = [three1, three2, one].map(|group| group.index() as u16);
                    take(&[field1, field2, three1, three2, one])?;
                }
            }
        }
        ControlFlow::Continue(())
    })
}

/// Two fields in one line, what crosses that line in each of them, and what lies along it.
///
/// The groups of `threes` have other directions than the line. So none of them has both fields, and a three of
/// the first field is never a three of the second: that they differ need not be asked.
struct Crossing {
    fields: [Point; 2],
    /// The threes in which each field may be played, across the line.
    threes: [GroupSet; 2],
    /// The groups with one white stone that have both fields in their middle three.
    ones: GroupSet,
}

impl Crossing {
    #[inline]
    fn open_ones(&self, position: &Position) -> GroupSet {
        open(position, self.ones)
    }
}

/// Hands every crossing, ordered by its fields. That its ones are open is not asked yet.
#[inline]
fn crossings(position: &Position, take: &mut impl FnMut(Crossing) -> ControlFlow<()>) -> ControlFlow<()> {
    let threes = white(position, 3);
    if !several(&threes) {
        return ControlFlow::Continue(());
    }
    let all_ones = white(position, 1);
    let threes = Threes::of(position, threes);
    let fields = threes.playable(position);
    for field1 in fields {
        let near = fields & NEAR[field1.index()];
        if near.is_empty() {
            continue;
        }
        let ones1 = all_ones & centred_on(field1);
        if ones1.is_empty() {
            continue;
        }
        let threes1 = threes.on(field1);
        for field2 in near {
            let ones = ones1 & centred_on(field2);
            // All of them lie along the one line through both fields.
            let Some(one) = ones.iter().next() else { continue };
            let line = one.direction();
            let threes = [across(threes1, line), across(threes.on(field2), line)];
            if !threes.iter().any(GroupSet::is_empty) {
                take(Crossing { fields: [field1, field2], threes, ones })?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// White threes, and where a stone in them lets Black answer in a three of his own.
///
/// The condition of double cross 3 that no black three overlaps both of its white threes follows from this: none
/// may overlap either.
struct Threes {
    groups: GroupSet,
    /// The gaps of black threes. The rule asks for any black three, with a black stone on the border or without.
    answers: PointSet,
}

impl Threes {
    #[inline]
    fn of(position: &Position, groups: GroupSet) -> Threes {
        let black = position.groups(GroupContent::Only(Colour::Black, 3));
        let mut answers = PointSet::EMPTY;
        if !black.is_empty() {
            for group in black {
                answers |= gaps(position, group);
            }
        }
        Threes { groups, answers }
    }

    /// Where Black answers, of the fields in a white three and on its border.
    #[inline]
    fn answers(&self, three: Group) -> PointSet {
        self.answers & three.fields_between(0, 6)
    }

    /// The gaps that may be played in some three: those beside which Black has no answer.
    #[inline]
    fn playable(&self, position: &Position) -> PointSet {
        let mut fields = PointSet::EMPTY;
        for three in self.groups {
            let gaps = gaps(position, three);
            let answers = self.answers(three);
            if answers.is_empty() {
                fields |= gaps;
            } else if !answers.has(2) {
                fields |= gaps & answers;
            }
        }
        fields
    }

    /// The threes in which this gap may be played.
    #[inline]
    fn on(&self, field: Point) -> GroupSet {
        let mut threes = self.groups & on(field);
        if !self.answers.is_empty() {
            for three in threes {
                if !self.answers(three).without(field).is_empty() {
                    threes.remove(three);
                }
            }
        }
        threes
    }
}

/// The fields one or two steps from each field: two fields in the middle three of one group are no further apart.
static NEAR: [PointSet; Point::COUNT] = near();

const fn near() -> [PointSet; Point::COUNT] {
    let mut sets = [PointSet::EMPTY; Point::COUNT];
    let mut index = 0;
    while index < Point::COUNT {
        let field = Point::from_index(index).expect("the number of a point");
        let mut words = [0u64; 4];
        let mut number = 0;
        while number < 16 {
            let steps = [-2, -1, 1, 2][number % 4];
            if let Some(other) = field.step(Direction::ALL[number / 4], steps) {
                words[other.index() / 64] |= 1 << (other.index() % 64);
            }
            number += 1;
        }
        sets[index] = PointSet::from_words(words);
        index += 1;
    }
    sets
}
