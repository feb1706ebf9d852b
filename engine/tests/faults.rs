//! Known faults of the rules as the thesis prints them.

/// For each fault: the rule, the black and the white stones, the move that the rule plays, and the refuting reply if
/// there is only one. The first seven are in the thesis' own list of faults of its rules. The eighth was found by
/// `noire verify`: `¬overlap(Group1, Group2, Field1)` considers only the base fields of Group2, and l6 borders Group2.
pub(crate) const FAULTS: [(&str, &str, &str, &str, Option<&str>); 8] = [
    ("t.threat for white", "", "d8 e8 f8 i8", "h8", Some("g8")),
    ("renju.threat for white", "l8 i8 j10 i9", "f14 e15 g13", "h12", Some("i11")),
    ("z.threat for white", "", "i9 f6 g7", "e5", Some("h8")),
    ("cross.2 for black", "i9 d11 i10 i8 h7 f9", "", "i6", Some("i7")),
    ("double.cross.2 for white", "", "i6 j6 h3 e7 g6 h5", "f6", Some("h6")),
    ("double.cross.3 for white", "", "m3 l3 l5 k6 k3 m4 o4", "o3", Some("n3")),
    ("double.cross.3 for black", "g7 j8 i10 i8 f10 f8 h10", "", "j10", Some("g10")),
    ("double.cross.1 for white", "", "i3 m3 j4 i6 k6", "k5", None),
];
