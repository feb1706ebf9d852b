//! The profiles of random bodies for each law.

use super::bodies::Profile;

/// Constants, heads with constants and subsorts, comparisons and facts.
pub(super) const FOLDED: Profile = Profile {
    said: &[
        ("pair", "DK"),
        ("pair", "DK"),
        ("stays", "SS"),
        ("on", "SL"),
        ("staffed", "S"),
        ("follows", "KK"),
        ("takes", "KN"),
        ("pace", "SK"),
        ("quick", "SK"),
        ("kind", "LK"),
        ("<", "NN"),
        ("=", "NN"),
        ("+", "NN"),
        ("wait", "SN"),
        ("shift", "KM"),
        ("ends", "SS"),
        ("main", "S"),
        ("calls.at", "LSK"),
        ("<", "KK"),
        ("rank", "kK"),
        ("rank", "kK"),
    ],
    denied: &[
        ("stays", "SS"),
        ("on", "SL"),
        ("staffed", "S"),
        ("follows", "KK"),
        ("pace", "SK"),
        ("<", "NN"),
        ("equal", "KK"),
        ("ends", "SS"),
        ("speed", "SD"),
        ("takes", "KN"),
        ("+", "NN"),
        ("calls.at", "LSD"),
        ("rank", "kK"),
    ],
    often: (2, 3),
    constants: 35,
    branches: 40,
    clauses: 2,
    nested: 40,
    equal: 30,
    bound: 90,
    ..Profile::PLAIN
};

/// Equalities, ranges, and negations that may imply one another.
pub(super) const SIMPLE: Profile = Profile {
    said: &[
        ("pair", "DK"),
        ("pair", "DK"),
        ("stays", "SS"),
        ("speed", "SD"),
        ("on", "SL"),
        ("kind", "LK"),
        ("staffed", "S"),
        ("near", "SS"),
        ("next", "SS"),
        ("station", "S"),
        ("kind", "K"),
        ("day.kind", "K"),
        ("pace", "SK"),
        ("<", "KK"),
        ("minutes", "N"),
        ("wait", "SN"),
        ("+", "NN"),
        ("rank", "kK"),
    ],
    denied: &[
        ("on", "SL"),
        ("kind", "LK"),
        ("staffed", "S"),
        ("near", "SS"),
        ("equal", "SS"),
        ("equal", "KK"),
        ("pace", "SK"),
        ("station", "S"),
        ("calls.at", "LSD"),
        ("quick", "SD"),
        ("<", "NN"),
        ("speed", "SD"),
    ],
    negations: (1, 2),
    nested: 50,
    twins: 60,
    equal: 60,
    ..Profile::PLAIN
};

/// Nested negations with few different predicates, so that one negation often implies another.
pub(super) const IMPLIED: Profile = Profile {
    said: &[("near", "SS"), ("staffed", "S"), ("on", "SL")],
    often: (1, 1),
    denied: &[("kind", "LK"), ("pace", "SK"), ("near", "SS"), ("staffed", "S"), ("on", "SL")],
    negations: (1, 2),
    nested: 70,
    twins: 90,
    constants: 4,
    ..Profile::PLAIN
};

/// Functions with constant values, for variables that must differ.
pub(super) const APART: Profile = Profile {
    said: &[("kind", "Lk"), ("kind", "LK"), ("kind", "LK"), ("wait", "SN"), ("next", "SS")],
    often: (2, 4),
    denied: &[("equal", "LL"), ("equal", "SS"), ("kind", "LK")],
    negations: (1, 2),
    constants: 30,
    bound: 30,
    ..Profile::PLAIN
};

/// Bodies for the order pass: loops, tests, values of functions, calls, and negations of all of them.
pub(super) const ORDERED: Profile = Profile {
    said: &[
        ("around", "SS"),
        ("on", "SL"),
        ("kind", "LK"),
        ("staffed", "S"),
        ("near", "SS"),
        ("hub", "S"),
        ("next", "SS"),
        ("sign", "SW"),
        ("wait", "SN"),
        ("open", "L"),
        ("served", "S"),
        ("pace", "SK"),
        ("reached", "SS"),
        ("takes", "KN"),
        ("+", "NN"),
        ("lag", "SM"),
        ("linked", "SS"),
        ("warned", "S"),
        ("speed", "SD"),
        ("quick", "SD"),
    ],
    often: (2, 4),
    denied: &[
        ("on", "SL"),
        ("kind", "LK"),
        ("staffed", "S"),
        ("near", "SS"),
        ("hub", "S"),
        ("next", "SS"),
        ("speed", "SD"),
        ("sign", "SW"),
        ("served", "S"),
        ("equal", "SS"),
        ("equal", "LL"),
        ("follows", "KK"),
        ("<", "NN"),
        ("warned", "S"),
        ("calls.at", "LSK"),
        ("linked", "SS"),
    ],
    negations: (0, 2),
    nested: 35,
    twins: 10,
    branches: 12,
    folds: 10,
    after: 8,
    clauses: 2,
    bound: 85,
    ..Profile::PLAIN
};

/// Joins of sets, for semi-joins and hoisted sets.
pub(super) const JOINED: Profile = Profile {
    said: &[
        ("on", "SL"),
        ("on", "SL"),
        ("on", "SL"),
        ("kind", "Lk"),
        ("kind", "Lk"),
        ("kind", "Lk"),
        ("open", "L"),
        ("speed", "Sd"),
        ("next", "SS"),
        ("wait", "Sn"),
    ],
    often: (3, 6),
    denied: &[
        ("equal", "LL"),
        ("equal", "LL"),
        ("equal", "SS"),
        ("on", "SL"),
        ("kind", "Lk"),
        ("near", "SS"),
    ],
    negations: (0, 2),
    doubled: 70,
    nested: 10,
    constants: 5,
    again: 70,
    bound: 12,
    equal: 0,
    ..Profile::PLAIN
};

/// Two different variables with the same literals, joined to a third variable.
pub(super) const DOUBLED: Profile = Profile {
    said: &[("on", "SL"), ("kind", "Lk"), ("kind", "Lk"), ("next", "SS")],
    often: (3, 4),
    denied: &[("staffed", "S"), ("near", "SS"), ("speed", "Sd")],
    negations: (0, 1),
    doubled: 100,
    nested: 0,
    constants: 0,
    again: 90,
    bound: 6,
    equal: 0,
    ..Profile::PLAIN
};

/// Tests of one variable after loops.
pub(super) const TESTED: Profile = Profile {
    said: &[
        ("staffed", "S"),
        ("staffed", "S"),
        ("hub", "S"),
        ("kind", "Lk"),
        ("open", "L"),
        ("served", "S"),
        ("pace", "Sk"),
        ("quick", "Sd"),
        ("near", "SS"),
        ("next", "SS"),
        ("wait", "Sn"),
        ("speed", "Sd"),
    ],
    often: (4, 7),
    denied: &[
        ("near", "SS"),
        ("on", "SL"),
        ("kind", "Lk"),
        ("equal", "SS"),
        ("served", "S"),
        ("quick", "Sd"),
        ("next", "SS"),
    ],
    negations: (1, 2),
    doubled: 50,
    nested: 20,
    constants: 5,
    again: 50,
    bound: 40,
    equal: 0,
    ..Profile::PLAIN
};

/// Loops followed by negated joins, which become sets of their own.
pub(super) const PROJECTED: Profile = Profile {
    said: &[("near", "SS"), ("on", "SL"), ("staffed", "S"), ("next", "SS"), ("kind", "Lk")],
    often: (1, 2),
    denied: &[
        ("meets", "SS"),
        ("meets", "SS"),
        ("on", "SL"),
        ("on", "SL"),
        ("on", "SL"),
        ("on", "SL"),
        ("kind", "Lk"),
        ("kind", "LK"),
        ("hub", "S"),
        ("open", "L"),
        ("next", "SS"),
        ("wait", "Sn"),
        ("main", "S"),
        ("served", "S"),
    ],
    negations: (1, 3),
    inside: (2, 4),
    nested: 35,
    twins: 50,
    constants: 3,
    again: 55,
    bound: 40,
    equal: 0,
    ..Profile::PLAIN
};

/// Negations that exclude a set, which is looked up by the value of a function.
pub(super) const LOOKED_UP: Profile = Profile {
    said: &[("on", "SL"), ("open", "L"), ("staffed", "S"), ("kind", "Lk"), ("wait", "Sn"), ("next", "SS")],
    often: (2, 3),
    denied: &[("alike", "LL"), ("alike.by.day", "LL"), ("onward", "SL"), ("next", "SS"), ("on", "SL")],
    negations: (2, 3),
    nested: 0,
    again: 85,
    constants: 0,
    bound: 40,
    equal: 0,
    ..Profile::PLAIN
};

/// Queries that make the host evaluate rules or make moves, after loops.
pub(super) const ASKED: Profile = Profile {
    said: &[("staffed", "S"), ("on", "SL"), ("warned", "S"), ("near", "SS"), ("hub", "S"), ("open", "L")],
    often: (2, 4),
    denied: &[("warned", "S"), ("near", "SS"), ("on", "SL"), ("staffed", "S")],
    after: 60,
    clauses: 2,
    constants: 4,
    ..Profile::PLAIN
};

/// Scores with many negations about the same variable.
pub(super) const DENIED: Profile = Profile { scores: 100, often: (1, 2), twins: 30, ..PROJECTED };

/// A mixture of all kinds of literals.
pub(super) const EVERYTHING: Profile = Profile {
    said: &[
        ("rank", "KK"),
        ("around", "SS"),
        ("rank", "kK"),
        ("on", "SL"),
        ("kind", "LK"),
        ("staffed", "S"),
        ("near", "SS"),
        ("hub", "S"),
        ("reached", "SS"),
        ("linked", "SS"),
        ("pace", "SK"),
        ("ends", "SS"),
        ("wait", "SN"),
        ("quick", "SD"),
        ("warned", "S"),
    ],
    denied: &[
        ("rank", "KK"),
        ("around", "SS"),
        ("on", "SL"),
        ("kind", "LK"),
        ("staffed", "S"),
        ("reached", "SS"),
        ("linked", "SS"),
        ("equal", "SS"),
        ("pace", "SK"),
        ("ends", "SS"),
        ("warned", "S"),
        ("wait", "SN"),
        ("near", "SS"),
    ],
    constants: 20,
    branches: 15,
    folds: 12,
    after: 12,
    clauses: 3,
    scores: 40,
    nested: 30,
    bound: 85,
    ..Profile::PLAIN
};
