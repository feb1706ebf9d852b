//! The rules cross 2 and double cross 3 for white. Both play in white threes that Black cannot answer with a three of
//! his own. Such threes are rare, so they are enumerated first.

use std::ops::ControlFlow;

use noire::board::{Color, Direction, Group, GroupContent, GroupSet, Point, PointSet, Position};

use super::{Take, across, centred_on, gaps, is_open, on, open, several, white};
use blanche_compiler::runtime::Value;

pub(super) fn cross_2_applies(position: &Position) -> bool {
    let (threes, twos) = (white(position, 3), white(position, 2));
    if threes.is_empty() || twos.is_empty() {
        return false;
    }
    let answers = Answers::of(position);
    threes.iter().any(|three| {
        let mut fields = answers.playable(position, three).iter();
        fields.any(|field| {
            let mut twos = across(twos & centred_on(field), three.direction()).iter();
            twos.any(|two| is_open(position, two))
        })
    })
}

pub(super) fn cross_2_count(position: &Position) -> usize {
    let (threes, twos) = (white(position, 3), white(position, 2));
    if threes.is_empty() || twos.is_empty() {
        return 0;
    }
    let answers = Answers::of(position);
    let mut count = 0;
    for three in threes {
        for field in answers.playable(position, three) {
            let twos = across(twos & centred_on(field), three.direction());
            count += twos.iter().filter(|two| is_open(position, *two)).count();
        }
    }
    count
}

pub(super) fn cross_2(position: &Position, take: Take<'_>) -> ControlFlow<()> {
    let (threes, twos) = (white(position, 3), white(position, 2));
    if threes.is_empty() || twos.is_empty() {
        return ControlFlow::Continue(());
    }
    // Step 1. Find the fields that can be played. Usually there are none, so they need not be sorted.
    let answers = Answers::of(position);
    let (mut fields, mut open_twos) = (PointSet::EMPTY, GroupSet::EMPTY);
    for three in threes {
        for field in answers.playable(position, three) {
            for two in across(twos & centred_on(field), three.direction()) {
                if is_open(position, two) {
                    fields.insert(field);
                    open_twos.insert(two);
                }
            }
        }
    }
    // Step 2. Find the solutions field by field.
    for field in fields {
        let threes = answers.leave(threes & on(field), field);
        for two in open_twos & centred_on(field) {
            for three in across(threes, two.direction()) {
                take(&[field.index() as Value, two.index() as Value, three.index() as Value])?;
            }
        }
    }
    ControlFlow::Continue(())
}

pub(super) fn double_cross_3_applies(position: &Position) -> bool {
    let Some(crossings) = Crossings::of(position) else { return false };
    crossings.each_pair(position, |_| ControlFlow::Break(())).is_break()
}

pub(super) fn double_cross_3_count(position: &Position) -> usize {
    let Some(crossings) = Crossings::of(position) else { return 0 };
    let mut count = 0;
    let _ = crossings.each_pair(position, |crossing| {
        let [threes1, threes2] = crossing.threes.map(|threes| threes.iter().count());
        // Either field may be played first.
        count += 2 * threes1 * threes2 * crossing.open_ones.iter().count();
        ControlFlow::Continue(())
    });
    count
}

pub(super) fn double_cross_3(position: &Position, take: Take<'_>) -> ControlFlow<()> {
    let Some(crossings) = Crossings::of(position) else { return ControlFlow::Continue(()) };
    // Step 1. Find the fields that can be played. Usually there are none, so they need not be sorted.
    let mut fields = PointSet::EMPTY;
    let _ = crossings.each_pair(position, |crossing| {
        fields.extend(crossing.fields);
        ControlFlow::Continue(())
    });
    // Step 2. Find the solutions field by field.
    for field1 in fields {
        let ones = crossings.ones & centred_on(field1);
        for field2 in fields & NEAR[field1.index()] {
            let Some(crossing) = crossings.between(position, field1, field2, ones) else { continue };
            let [field1, field2] = crossing.fields.map(|field| field.index() as Value);
            for three1 in crossing.threes[0] {
                for three2 in crossing.threes[1] {
                    for one in crossing.open_ones {
                        let groups = [three1, three2, one].map(|group| group.index() as Value);
                        take(&[field1, field2, groups[0], groups[1], groups[2]])?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Two fields on a common line of the board, with the threes that cross this line in each field, and the groups that
/// lie along the line.
///
/// The groups of `threes` have other directions than the line, so none of them contains both fields. A three of the
/// first field is therefore never a three of the second, and this need not be checked.
struct Crossing {
    fields: [Point; 2],
    /// For each field, the threes that cross the line there and in which White may play the field.
    threes: [GroupSet; 2],
    /// The open groups with one white stone that have both fields in their middle three.
    open_ones: GroupSet,
}

/// The parts of double cross 3 in a position.
struct Crossings {
    threes: GroupSet,
    ones: GroupSet,
    answers: Answers,
    /// The gaps of white threes that White may play.
    fields: PointSet,
}

impl Crossings {
    #[inline]
    fn of(position: &Position) -> Option<Crossings> {
        let threes = white(position, 3);
        if !several(&threes) {
            return None;
        }
        let answers = Answers::of(position);
        let mut fields = PointSet::EMPTY;
        for three in threes {
            fields |= answers.playable(position, three);
        }
        Some(Crossings { threes, ones: white(position, 1), answers, fields })
    }

    /// Passes each crossing to `take` once, with its lower field first.
    #[inline]
    fn each_pair(
        &self,
        position: &Position,
        mut take: impl FnMut(Crossing) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut higher = self.fields;
        for field1 in self.fields {
            higher.remove(field1);
            let near = higher & NEAR[field1.index()];
            if near.is_empty() {
                continue;
            }
            let ones = self.ones & centred_on(field1);
            for field2 in near {
                if let Some(crossing) = self.between(position, field1, field2, ones) {
                    take(crossing)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The crossing of two fields, if there is one. `ones` are groups that have the first field in their middle three.
    #[inline]
    fn between(&self, position: &Position, field1: Point, field2: Point, ones: GroupSet) -> Option<Crossing> {
        let ones = ones & centred_on(field2);
        // All these groups lie along the one line through both fields.
        let line = ones.iter().next()?.direction();
        let threes =
            [field1, field2].map(|field| self.answers.leave(across(self.threes & on(field), line), field));
        if threes.iter().any(GroupSet::is_empty) {
            return None;
        }
        let open_ones = open(position, ones);
        (!open_ones.is_empty()).then_some(Crossing { fields: [field1, field2], threes, open_ones })
    }
}

/// The gaps of black threes. If a white four forces Black to play in such a gap, his stone makes a four, too. The rules
/// consider any black three, with or without a black stone on the border.
///
/// Double cross 3 also requires that no black three overlaps both of its white threes. This need not be checked, since
/// the conditions on each white three allow no black three to overlap it.
struct Answers(PointSet);

impl Answers {
    #[inline]
    fn of(position: &Position) -> Answers {
        let mut answers = PointSet::EMPTY;
        for three in position.groups(GroupContent::Only(Color::Black, 3)) {
            answers |= gaps(position, three);
        }
        Answers(answers)
    }

    /// The gaps of this three that White may play.
    #[inline]
    fn playable(&self, position: &Position, three: Group) -> PointSet {
        let mut fields = gaps(position, three);
        let answers = self.0 & three.fields_between(0, 6);
        if !answers.is_empty() {
            for field in fields {
                if !answers.without(field).is_empty() {
                    fields.remove(field);
                }
            }
        }
        fields
    }

    /// The threes in which White may play the field, because Black has no answer on another field of the three or on
    /// its border.
    #[inline]
    fn leave(&self, mut threes: GroupSet, field: Point) -> GroupSet {
        let answers = self.0.without(field);
        if !answers.is_empty() {
            for three in threes {
                if !(answers & three.fields_between(0, 6)).is_empty() {
                    threes.remove(three);
                }
            }
        }
        threes
    }
}

/// For each field, the fields one or two steps away. Two fields in the middle three of one group are never further
/// apart.
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
