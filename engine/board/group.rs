//! The 572 groups of the board. A group is five adjacent fields in a row, with the one or two fields that border them.
//!
//! ```text
//!  9 . . . . . . .      the group e5.i9: base fields at the places 1 to 5,
//!    …                  border fields at the places 0 and 6
//! 10 . . . . . . 6
//!  9 . . . . . 5 .
//!  8 . . . . 4 . .
//!  7 . . . 3 . . .
//!  6 . . 2 . . . .
//!  5 . 1 . . . . .
//!  4 0 . . . . . .
//!    d e f g h i j
//! ```
//!
//! Groups are numbered by direction (row, column, rising, falling) and then by their first base field, so the order of
//! their numbers is also the order of solutions. All tables below are computed at compile time from [`Point::step`].
//! Source: thesis, section 3.2, table 3.2.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::bitboard::{GroupSet, Numbered, PointSet};
use super::direction::Direction;
use super::point::{BOARD_SIZE, ParsePointError, Point};

/// Five adjacent fields in a row (base fields), with the fields that border them at both ends (border fields).
///
/// ```
/// use noire::board::{Direction, Group};
///
/// let group: Group = "c10.g6".parse().unwrap();
/// assert_eq!(group.direction(), Direction::Falling);
/// assert_eq!(group.field(0).unwrap().to_string(), "b11");
/// assert_eq!(group.field(6).unwrap().to_string(), "h5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Group(u16);

/// A group that contains a given field, and the place of the field in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Membership {
    /// The group that contains the field.
    pub group: Group,
    /// The place of the field in the group: 1 to 5 for a base field, 0 or 6 for a border field.
    pub place: u8,
}

/// Number of groups in a full line of the board. Each group begins at a different field of the line.
const STARTS: u16 = BOARD_SIZE as u16 - 4;
const ROWS: u16 = STARTS * BOARD_SIZE as u16;
const DIAGONALS: u16 = STARTS * STARTS;
/// The number of the first group of each direction, followed by the total number of groups.
const FIRST: [u16; 5] = [0, ROWS, 2 * ROWS, 2 * ROWS + DIAGONALS, 2 * ROWS + 2 * DIAGONALS];

impl Group {
    /// The number of groups on the board.
    pub const COUNT: usize = FIRST[4] as usize;

    /// The group with this first base field and direction; `None` if it would leave the board.
    #[inline]
    pub const fn new(first: Point, direction: Direction) -> Option<Group> {
        if first.step(direction, 4).is_none() {
            return None;
        }
        let (column, row) = (first.column() as u16, first.row() as u16);
        let number = match direction {
            Direction::Row => row * STARTS + column,
            Direction::Column => row * BOARD_SIZE as u16 + column,
            Direction::Rising => row * STARTS + column,
            Direction::Falling => (row - 4) * STARTS + column,
        };
        Some(Group(FIRST[direction as usize] + number))
    }

    /// The group with these two fields as the ends of its base, in either order.
    pub fn between(one: Point, other: Point) -> Option<Group> {
        Direction::ALL.into_iter().find_map(|direction| {
            let is_end = |first: Point, last| first.step(direction, 4) == Some(last);
            if is_end(one, other) {
                Group::new(one, direction)
            } else if is_end(other, one) {
                Group::new(other, direction)
            } else {
                None
            }
        })
    }

    /// The group with this number, from 0 (a1.e1) to 571.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Group> {
        if index < Group::COUNT { Some(Group(index as u16)) } else { None }
    }

    /// The number of the group, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The direction of the group.
    #[inline]
    pub const fn direction(self) -> Direction {
        let mut number = 3;
        while self.0 < FIRST[number] {
            number -= 1;
        }
        Direction::ALL[number]
    }

    /// The fields at places 0 to 6; `None` for a border field off the board.
    #[inline]
    pub fn fields(self) -> &'static [Option<Point>; 7] {
        &FIELDS[self.index()]
    }

    /// The field at this place, from 0 to 6. `None` if it is off the board, or if the place is greater than 6.
    #[inline]
    pub fn field(self, place: u8) -> Option<Point> {
        self.fields().get(usize::from(place)).copied().flatten()
    }

    /// The five base fields, in order.
    #[inline]
    pub fn base(self) -> [Point; 5] {
        std::array::from_fn(|number| {
            self.fields()[number + 1].expect("the five base fields of a group are on the board")
        })
    }

    /// The place of this field in the group; `None` if it is neither a base field nor a border field of the group.
    #[inline]
    pub fn place(self, field: Point) -> Option<u8> {
        self.fields().iter().position(|&other| other == Some(field)).map(|place| place as u8)
    }

    /// All groups, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Group> + ExactSizeIterator {
        (0..FIRST[4]).map(Group)
    }

    /// The groups of this direction, in order.
    pub fn along(direction: Direction) -> impl DoubleEndedIterator<Item = Group> + ExactSizeIterator {
        let numbers: Range<u16> = FIRST[direction as usize]..FIRST[direction as usize + 1];
        numbers.map(Group)
    }

    /// The set of groups of this direction.
    #[inline]
    pub fn along_as_set(direction: Direction) -> GroupSet {
        ALONG[direction as usize]
    }

    /// The fields at the places `first` to `last`, each from 0 to 6. Empty if the range is empty or invalid.
    #[inline]
    pub fn fields_between(self, first: u8, last: u8) -> PointSet {
        pair(first, last).map_or(PointSet::EMPTY, |pair| FIELDS_BETWEEN[pair][self.index()])
    }

    /// The groups that contain this field at a place from `first` to `last`.
    #[inline]
    pub fn with(field: Point, first: u8, last: u8) -> GroupSet {
        pair(first, last).map_or(GroupSet::EMPTY, |pair| GROUPS_WITH[pair][field.index()])
    }

    /// The groups that have this field as a base field (3 to 20 groups), in order.
    #[inline]
    pub fn on(field: Point) -> &'static [Membership] {
        BASE.of(field)
    }

    /// The groups that have this field as a base or border field (at most 28 groups), in order.
    #[inline]
    pub fn around(field: Point) -> &'static [Membership] {
        EXTENDED.of(field)
    }
}

/// Number of pairs of places with `first <= last`. The tables below have an entry for each pair.
const PAIRS: usize = 28;

/// The index in the tables for a pair of places from 0 to 6; `None` if the pair is not valid.
#[inline(always)]
const fn pair(first: u8, last: u8) -> Option<usize> {
    if first <= last && last <= 6 {
        Some((last as usize * (last as usize + 1)) / 2 + first as usize)
    } else {
        None
    }
}

static FIELDS_BETWEEN: [[PointSet; Group::COUNT]; PAIRS] = fields_between();
static GROUPS_WITH: [[GroupSet; Point::COUNT]; PAIRS] = groups_with();
static ALONG: [GroupSet; 4] = along();

const fn fields_between() -> [[PointSet; Group::COUNT]; PAIRS] {
    let mut words = [[[0u64; 4]; Group::COUNT]; PAIRS];
    let fields = fields_of_groups();
    let mut index = 0;
    while index < Group::COUNT {
        let mut first = 0;
        while first < 7 {
            let mut last = first;
            let mut set = [0u64; 4];
            while last < 7 {
                if let Some(field) = fields[index][last as usize] {
                    set[field.index() / 64] |= 1 << (field.index() % 64);
                }
                if let Some(pair) = pair(first, last) {
                    words[pair][index] = set;
                }
                last += 1;
            }
            first += 1;
        }
        index += 1;
    }
    let mut sets = [[PointSet::EMPTY; Group::COUNT]; PAIRS];
    let mut pair = 0;
    while pair < PAIRS {
        let mut index = 0;
        while index < Group::COUNT {
            sets[pair][index] = PointSet::from_words(words[pair][index]);
            index += 1;
        }
        pair += 1;
    }
    sets
}

const fn groups_with() -> [[GroupSet; Point::COUNT]; PAIRS] {
    let mut words = [[[0u64; 9]; Point::COUNT]; PAIRS];
    let fields = fields_of_groups();
    let mut index = 0;
    while index < Group::COUNT {
        let mut place = 0;
        while place < 7 {
            if let Some(field) = fields[index][place as usize] {
                let mut last = place;
                while last < 7 {
                    let mut first = 0;
                    while first <= place {
                        if let Some(pair) = pair(first, last) {
                            words[pair][field.index()][index / 64] |= 1 << (index % 64);
                        }
                        first += 1;
                    }
                    last += 1;
                }
            }
            place += 1;
        }
        index += 1;
    }
    let mut sets = [[GroupSet::EMPTY; Point::COUNT]; PAIRS];
    let mut pair = 0;
    while pair < PAIRS {
        let mut index = 0;
        while index < Point::COUNT {
            sets[pair][index] = GroupSet::from_words(words[pair][index]);
            index += 1;
        }
        pair += 1;
    }
    sets
}

const fn along() -> [GroupSet; 4] {
    let mut sets = [GroupSet::EMPTY; 4];
    let mut direction = 0;
    while direction < 4 {
        let mut words = [0u64; 9];
        let mut group = FIRST[direction];
        while group < FIRST[direction + 1] {
            words[group as usize / 64] |= 1 << (group % 64);
            group += 1;
        }
        sets[direction] = GroupSet::from_words(words);
        direction += 1;
    }
    sets
}

/// The fields of each group, indexed by place.
static FIELDS: [[Option<Point>; 7]; Group::COUNT] = fields_of_groups();

/// For each field, the groups that contain it: as a base field in `BASE`, and as a base or border field in `EXTENDED`.
static BASE: Memberships<20> = memberships(1, 5);
static EXTENDED: Memberships<28> = memberships(0, 6);

const fn fields_of_groups() -> [[Option<Point>; 7]; Group::COUNT] {
    let mut table = [[None; 7]; Group::COUNT];
    let mut index = 0;
    while index < Point::COUNT * 4 {
        let first = Point::from_index(index % Point::COUNT).expect("the remainder is the number of a point");
        let direction = Direction::ALL[index / Point::COUNT];
        if let Some(group) = Group::new(first, direction) {
            let mut place = 0;
            while place < 7 {
                table[group.index()][place] = first.step(direction, place as i8 - 1);
                place += 1;
            }
        }
        index += 1;
    }
    table
}

/// For each field, a list of up to `ROOM` groups.
struct Memberships<const ROOM: usize> {
    entries: [[Membership; ROOM]; Point::COUNT],
    lengths: [u8; Point::COUNT],
}

impl<const ROOM: usize> Memberships<ROOM> {
    #[inline]
    fn of(&'static self, field: Point) -> &'static [Membership] {
        &self.entries[field.index()][..usize::from(self.lengths[field.index()])]
    }
}

const fn memberships<const ROOM: usize>(first: usize, last: usize) -> Memberships<ROOM> {
    let unused = Membership { group: Group(0), place: 0 };
    let mut table = Memberships { entries: [[unused; ROOM]; Point::COUNT], lengths: [0; Point::COUNT] };
    let fields = fields_of_groups();
    let mut index = 0;
    while index < Group::COUNT {
        let mut place = first;
        while place <= last {
            if let Some(field) = fields[index][place] {
                let length = table.lengths[field.index()] as usize;
                table.entries[field.index()][length] =
                    Membership { group: Group(index as u16), place: place as u8 };
                table.lengths[field.index()] += 1;
            }
            place += 1;
        }
        index += 1;
    }
    table
}

impl Numbered for Group {
    const COUNT: usize = Group::COUNT;

    #[inline]
    fn number(self) -> usize {
        self.index()
    }

    #[inline]
    fn numbered(number: usize) -> Group {
        Group::from_index(number).expect("a set of groups holds numbers below 572")
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base = self.base();
        f.pad(&format!("{}.{}", base[0], base[4]))
    }
}

impl fmt::Debug for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The reason why a text cannot be parsed as a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseGroupError {
    /// The text is not two points separated by a dot.
    Form,
    /// One of the ends is not a point.
    Point(ParsePointError),
    /// The points are not the ends of five fields in a row.
    NoFive,
    /// The points are the ends of this group in the wrong order.
    Reversed(Group),
}

impl fmt::Display for ParseGroupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseGroupError::Form => {
                f.write_str("a group is its first and its last field with a dot between, such as `e3.e7`")
            }
            ParseGroupError::Point(problem) => problem.fmt(f),
            ParseGroupError::NoFive => f.write_str("these are not the ends of five fields in a row"),
            ParseGroupError::Reversed(group) => write!(f, "this group is written `{group}`"),
        }
    }
}

impl std::error::Error for ParseGroupError {}

impl FromStr for Group {
    type Err = ParseGroupError;

    /// Parses `c5.g9` or, with the padding used in the thesis, `c05.g09`.
    fn from_str(text: &str) -> Result<Group, ParseGroupError> {
        let (first, last) = text.split_once('.').ok_or(ParseGroupError::Form)?;
        let first: Point = first.parse().map_err(ParseGroupError::Point)?;
        let last: Point = last.parse().map_err(ParseGroupError::Point)?;
        let group = Group::between(first, last).ok_or(ParseGroupError::NoFive)?;
        if group.base()[0] == first { Ok(group) } else { Err(ParseGroupError::Reversed(group)) }
    }
}
