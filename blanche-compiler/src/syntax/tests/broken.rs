//! Tests with broken texts: each mistake produces one message, and its fix repairs the text. The file is long because
//! it is a single table. To find a row, search for its text.

use super::{codes_and_texts, parsed};
use crate::diagnostic::Fix;

/// The rows of the table. Each row has a text, the expected messages (code and labelled text), and the text after all
/// fixes (empty if there are none).
const BROKEN: &[(&str, &str, &str)] = &[
    // Missing and superfluous commas.
    ("p(X) :- q(X) r(X)", "B0101 ``", "p(X) :- q(X), r(X)"),
    ("p(X) :- q(X)\n    r(X)", "B0101 ``", "p(X) :- q(X),\n    r(X)"),
    ("p(X) :- q(X)\n¬r(X)", "B0101 ``", "p(X) :- q(X),\n¬r(X)"),
    ("p(X) :- q(X) % why\n    not r(X)", "B0101 ``", "p(X) :- q(X), % why\n    not r(X)"),
    ("p(X) :- q(X a)", "B0101 ``", "p(X) :- q(X, a)"),
    ("p(X) :- q(X),\nr :- s", "B0117 `,`", "p(X) :- q(X)\nr :- s"),
    ("p(X) :- q(X), , r(X)", "B0117 `,`", "p(X) :- q(X),  r(X)"),
    ("p(X) :- , q(X)", "B0117 `,`", "p(X) :-  q(X)"),
    ("p(X) :- q(X, )", "B0117 `,`", ""),
    ("p(X) :- q(, X)", "B0117 `,`", ""),
    ("p(X) :- q(X,, Y)", "B0117 `,`", ""),
    // Two missing commas after complete literals.
    (
        "p(X) :-\n    q(X)\n    r(X)\n    s(X)",
        "B0101 ``\nB0101 ``",
        "p(X) :-\n    q(X),\n    r(X),\n    s(X)",
    ),
    // Repeated words.
    ("fact p(a a, b)", "B0101 `a`", ""),
    ("fact fact p(a)", "B0105 `fact`", "fact p(a)"),
    // After a word the opening bracket may be missing.
    ("fact p(a, b), qa, b)", "B0103 `)`", ""),
    ("pX) :- q(X)", "B0103 `)`", ""),
    // Brackets in the style of other languages.
    ("fact(p(a))", "B0115 `fact(p(a))`", ""),
    ("draw(full) if p(a)", "B0006 `if`", ""),
    ("rule(win) for Color at level 0 if p(a)", "B0105 ``", ""),
    ("start (Field, x) if row(Field, 1)", "B0006 `if`", ""),
    ("p(X) :- q(X, max N_ (r(X_, N_)))", "B0105 `max N_ (r(X_, N_))`", ""),
    ("sort size = small | large words Size", "B0006 `|`", "sort size = small , large words Size"),
    ("sort number = 0 20 words N", "B0101 ``", ""),
    ("facts p \"p.csv\"", "B0105 `\"p.csv\"`", "facts p from \"p.csv\""),
    ("p :- q(X). r(X), s", "B0006 `.`", "p :- q(X), r(X), s"),
    ("p(X) :- q(X).\n    r(X)", "B0006 `.`", "p(X) :- q(X),\n    r(X)"),
    ("p(X) :- q(X).\n    not r(X), s(X)", "B0006 `.`", "p(X) :- q(X),\n    not r(X), s(X)"),
    ("p(X) :- q(X). % why\n¬r(X)", "B0006 `.`", "p(X) :- q(X), % why\n¬r(X)"),
    ("p(X) :- q(X).\n    r(X).", "B0006 `.`\nB0007 `.`", "p(X) :- q(X),\n    r(X)"),
    ("p(X) :- q(X).\n    r(X) :- s(X)", "B0007 `.`", "p(X) :- q(X)\n    r(X) :- s(X)"),
    ("p(X) :- q(X).\n    fact r(a)", "B0007 `.`", "p(X) :- q(X)\n    fact r(a)"),
    (
        "p(X) :- q(X).\n    r(a).\n    s(a, 3).",
        "B0007 `.`\nB0115 `r(a)`\nB0007 `.`\nB0115 `s(a, 3)`\nB0007 `.`",
        "p(X) :- q(X)\n    fact r(a)\n    fact s(a, 3)",
    ),
    ("p(X) :- q(X).\nr(a)", "B0007 `.`\nB0115 `r(a)`", "p(X) :- q(X)\nfact r(a)"),
    // Missing and superfluous brackets.
    ("p(X) :- q X, a)", "B0105 ``", "p(X) :- q(X, a)"),
    ("p(X) :- r(X), ¬q X a), s(X)", "B0105 ``", ""),
    ("p(X) :- q[X, a], r{X}", "B0006 `[X, a]`\nB0006 `{X}`", "p(X) :- q(X, a), r(X)"),
    ("fact p[a, 3]", "B0006 `[a, 3]`", "fact p(a, 3)"),
    ("p(X) :- q(X, f[X])", "B0003 `[X]`", ""),
    ("p(X) :- q[ ]", "B0003 `[ ]`", ""),
    ("p(X) :- q(X\nr(X) :- s(X)", "B0102 `(`", "p(X) :- q(X)\nr(X) :- s(X)"),
    ("p(X) :- q(X, r(X), s(X)", "B0102 `(`", "p(X) :- q(X), r(X), s(X)"),
    ("p(X) :- (q(X), r(X)\nfact a", "B0102 `(`", "p(X) :- (q(X), r(X))\nfact a"),
    ("p(X :- q(X)", "B0102 `(`", "p(X) :- q(X)"),
    (
        "p(X) :- q(X,\nrule t for white at level 0 if a",
        "B0102 `(`\nB0117 `,`",
        "p(X) :- q(X)\nrule t for white at level 0 if a",
    ),
    ("p(X)) :- q(X)", "B0103 `)`", "p(X) :- q(X)"),
    ("p() :- q", "B0106 `()`", "p :- q"),
    ("p :- ()", "B0105 `()`", ""),
    ("p(X) :- q(f(X)), r(X)", "", ""),
    ("fact q(f(a))", "B0107 `f(a)`", ""),
    ("export p(f(X))", "B0107 `f(X)`", ""),
    ("p(X) :- q(f(X)", "B0102 `(`", "p(X) :- q(f(X))"),
    ("p(X) :- q(f(X), r(X)", "B0102 `(`", "p(X) :- q(f(X)), r(X)"),
    ("p(X) :- q(f(X Y))", "B0101 ``", "p(X) :- q(f(X, Y))"),
    ("p(X) :- q(f())", "B0106 `()`", ""),
    ("p(X) :- q(f(X) - 1), f(X) - f(Y) = 0", "", ""),
    ("p(X) :- q(F(X))", "B0114 `F`", "p(X) :- q(f(X))"),
    ("p(X) :- q(¬f(X))", "B0105 `¬`", ""),
    ("p(X) :- q(f(X) r(X))", "B0101 ``", "p(X) :- q(f(X), r(X))"),
    ("p(X) :- q(f(r(X)))", "", ""),
    // Line breaks at wrong positions.
    ("p(X)\n    :- q(X)\n    , r(X)", "B0104 `:-`\nB0104 `,`", "p(X) :-\n    q(X),\n    r(X)"),
    ("p :- q\n; r", "B0104 `;`", "p :- q;\nr"),
    (
        "rule t for white at level 3 plays F\n    if q(F)",
        "B0104 `if`",
        "rule t for white at level 3 plays F if\n    q(F)",
    ),
    (
        "rule t for white at level 3\n    plays F if q(F)",
        "B0104 `plays`",
        "rule t for white at level 3 plays F if q(F)",
    ),
    ("sort a = b, c\n    words A", "B0104 `words`", "sort a = b, c words A"),
    // Items that are broken into lines without indentation.
    ("rule t\nfor white at level 0 if q(F)", "B0104 `for`", "rule t for white at level 0 if q(F)"),
    ("rule t for\nwhite at level 0 if q(F)", "B0104 `white`", "rule t for white at level 0 if q(F)"),
    ("state\nm(F, C) one C", "B0104 `m`", "state m(F, C) one C"),
    ("start\nm(F, a) if q(F)", "B0104 `m`", "start m(F, a) if q(F)"),
    ("drawn m(F)\nas x, n(F) as o", "B0104 `as`", "drawn m(F) as x, n(F) as o"),
    ("use\na/b", "B0104 `a/b`", "use a/b"),
    ("base\nmill", "B0104 `mill`", "base mill"),
    (
        "score t for Color attacking 1 defending\n1 if\n    q(F)\n    up to\nsymmetry",
        "B0104 `1`\nB0104 `symmetry`",
        "score t for Color attacking 1 defending 1 if\n    q(F)\n    up to symmetry",
    ),
    ("state % of what\nm(F, C) one C", "B0105 ``\nB0105 ``", ""),
    ("fact\np(X) :- q(X)", "B0105 ``", ""),
    // The sign that ends an item in other languages.
    ("fact h(b, 3);", "B0105 `;`", "fact h(b, 3)"),
    ("fact h(b, 3) ;\nfact h(c, 4);", "B0105 `;`\nB0105 `;`", "fact h(b, 3)\nfact h(c, 4)"),
    ("fact h(b, 3), h(c, 4);", "B0105 `;`", "fact h(b, 3), h(c, 4)"),
    ("fact h(b, 3) h(c, 4)", "B0101 ``", "fact h(b, 3), h(c, 4)"),
    ("fact h(b, 3); h(c, 4)", "B0105 `;`", ""),
    ("players a, b;", "B0105 `;`", "players a, b"),
    ("sort a = b, c;", "B0105 `;`", "sort a = b, c"),
    ("use a/b;", "B0105 `;`", "use a/b"),
    // Items after a header on the same line.
    ("use a/b use c/d", "B0105 ``", "use a/b\nuse c/d"),
    ("base mill use c/d", "B0105 ``", "base mill\nuse c/d"),
    ("library use c/d", "B0105 ``", "library\nuse c/d"),
    ("use a/b sort c = d, e", "B0105 ``", "use a/b\nsort c = d, e"),
    // Foreign comment signs inside a path.
    ("use a//b", "B0009 `a//b`", "use a/b"),
    ("use a//b % why", "B0009 `a//b`", "use a/b % why"),
    ("use a//b-c.blanche", "B0009 `a//b-c.blanche`", "use a/b-c"),
    ("use a/b // why", "B0006 `//`", "use a/b % why"),
    // Prose without a comment sign.
    ("%% Something\none wins.", "B0115 `one wins.`", ""),
    ("%% Something\nwins.", "B0115 `wins.`", ""),
    ("The one who \"moves\" last {wins}.\np :- q", "B0115 `The one who \"moves\" last {wins}.`", ""),
    (
        "more than that may be free - or none at all, and",
        "B0115 `more than that may be free - or none at all, and`",
        "",
    ),
    ("more of them, and", "B0115 `more`", ""),
    ("more cells", "B0115 `more`", ""),
    ("one wins", "B0115 `one`", ""),
    ("blocekd loses", "B0115 `blocekd`", "blocked loses"),
    ("move the whole row forward.", "B0115 `move the whole row forward.`", ""),
    // Bodies without heads.
    ("p(X) :- q(X)\n\n% r(X) :-\n    s(X), t(X)", "B0115 `s(X), t(X)`", ""),
    ("p(X) :- q(X)\n\n    s(X)", "B0115 `s(X)`", ""),
    ("% r(X) :-\n    s(a)", "B0115 `s(a)`", ""),
    ("start p(a)\n% start p(F)\n    if q(F)", "B0104 `if`", ""),
    ("p(X) :- q(X)\n% p(X) :- s(X)\n    , r(X)", "B0104 `,`", ""),
    (
        "move m for Color plays F if\n    q(F)\n% score s for Color attacking 1 defending 1 if\n    r(F, Color)",
        "B0115 `r(F, Color)`",
        "",
    ),
    ("p :- q.", "B0007 `.`", "p :- q"),
    ("p :- q. r :- s", "B0007 `.`", "p :- q\nr :- s"),
    ("p(X) :- q(X) r(X) :- s(X)", "B0105 ``", "p(X) :- q(X)\nr(X) :- s(X)"),
    ("p(X) :- q(X) fact r(a)", "B0105 ``", "p(X) :- q(X)\nfact r(a)"),
    ("fact p(a) fact p(b)", "B0105 ``", "fact p(a)\nfact p(b)"),
    ("fact p(a) q(X) :- p(X)", "B0105 ``", "fact p(a)\nq(X) :- p(X)"),
    ("rule use for white at level 0 if q(F)", "", ""),
    // Sides: `for … against …`.
    (
        "rule t for Color agianst Other at level 0 if q(F)",
        "B0105 `agianst`",
        "rule t for Color against Other at level 0 if q(F)",
    ),
    (
        "rule t for Color Other at level 0 if q(F)",
        "B0105 ``",
        "rule t for Color against Other at level 0 if q(F)",
    ),
    (
        "rule t for Color against other at level 0 if q(F)",
        "B0105 `other`",
        "rule t for Color against Other at level 0 if q(F)",
    ),
    (
        "rule t Color against Other at level 0 if q(F)",
        "B0105 ``",
        "rule t for Color against Other at level 0 if q(F)",
    ),
    (
        "rule t for Color\n    against Other at level 0 if q(F)",
        "B0104 `against`",
        "rule t for Color against Other at level 0 if q(F)",
    ),
    (
        "rule t for white against Other at level 0 if q(F)",
        "B0311 `Other`",
        "rule t for white at level 0 if q(F)",
    ),
    ("rule t for Color against Color at level 0 if q(F)", "B0311 `Color`", ""),
    ("rule t for Color_ at level 0 if q(F)", "B0119 `Color_`", ""),
    ("rule t for Color against at level 0 if q(F)", "B0105 `at`", ""),
    // Mistakes in rule heads.
    (
        "rule t fro white at level 1 plays F if q(F)",
        "B0105 `fro`",
        "rule t for white at level 1 plays F if q(F)",
    ),
    (
        "rule t for white att level 1 plays F if q(F)",
        "B0105 `att`",
        "rule t for white at level 1 plays F if q(F)",
    ),
    ("rule t white at level 1 plays F if q(F)", "B0105 ``", "rule t for white at level 1 plays F if q(F)"),
    ("rule t for white level 1 plays F if q(F)", "B0105 ``", "rule t for white at level 1 plays F if q(F)"),
    ("rule t for white at 1 plays F if q(F)", "B0105 ``", "rule t for white at level 1 plays F if q(F)"),
    ("rule t for white at level 1 F if q(F)", "B0105 ``", "rule t for white at level 1 plays F if q(F)"),
    (
        "rule t for white at level 1 plays F\n    q(F)",
        "B0105 ``",
        "rule t for white at level 1 plays F if\n    q(F)",
    ),
    ("rule for white at level 1 plays F if q(F)", "B0105 ``", ""),
    (
        "rule T for white at level 1 plays F if q(F)",
        "B0105 `T`",
        "rule t for white at level 1 plays F if q(F)",
    ),
    (
        "rule t for white at level 1 plays f if q(F)",
        "B0105 `f`",
        "rule t for white at level 1 plays F if q(F)",
    ),
    (
        "rule t for white at level one plays F if q(F)",
        "B0105 `one`",
        "rule t for white at level 1 plays F if q(F)",
    ),
    (
        "rule t for white at level 1 plays F :- q(F)",
        "B0105 `:-`",
        "rule t for white at level 1 plays F if q(F)",
    ),
    ("rule t for white at level 1 if q(F)", "B0112 ``", ""),
    (
        "rule t for white at level 1 if q(F), plays F",
        "B0112 `plays F`",
        "rule t for white at level 1 plays F if q(F)",
    ),
    (
        "rule t for white at level 3 if q(F), r(G) -> plays F, G",
        "B0112 `plays F, G`",
        "rule t for white at level 3 plays F, G if q(F), r(G)",
    ),
    ("rule t for white at level 1 if q(F) -> F", "B0003 `->`", ""),
    ("rule t for white at level 0 if q(F) plays F", "B0112 `plays F`", "rule t for white at level 0 if q(F)"),
    ("p(F) :- q(F) plays F", "B0105 `plays F`", "p(F) :- q(F)"),
    ("rule t for white at level 0 plays F if q(F)", "B0113 `F`", "rule t for white at level 0 if q(F)"),
    ("rule t for white at level 2 plays F if q(F)", "B0111 `2`", ""),
    ("rule t for white at level 1 plays F_ if q(F_)", "B0119 `F_`", ""),
    ("rule t for white at level 1 plays F if", "B0108 ``", ""),
    (
        "rule t fro white at level 1 plays F if q(F) r(F)",
        "B0105 `fro`\nB0101 ``",
        "rule t for white at level 1 plays F if q(F), r(F)",
    ),
    // Missing players.
    ("rule t for at level 1 plays F if q(F)", "B0105 `at`", ""),
    ("rule t for level 1 plays F if q(F)", "B0105 `level`", ""),
    ("rule t for plays F if q(F)", "B0105 `plays`", ""),
    ("rule t for if q(F)", "B0105 `if`", ""),
    ("rule t for against Other at level 1 plays F if q(F)", "B0105 `against`", ""),
    ("rule t for Color against at level 1 plays F if q(F)", "B0105 `at`", ""),
    ("score s for attacking 3 defending 3 if q(F)", "B0105 `attacking`", ""),
    ("score s for defending 3 if q(F)", "B0105 `defending`", ""),
    ("score s for Color against attacking 3 defending 3 if q(F)", "B0105 `attacking`", ""),
    ("preference p for plays F worth 3 if q(F)", "B0105 `plays`", ""),
    ("preference p for worth 3 if q(F)", "B0105 `worth`", ""),
    ("preference p for Color against plays F worth 3 if q(F)", "B0105 `plays`", ""),
    ("move m for plays F if q(F)\n    adds q(F)", "B0105 `plays`", ""),
    ("move m for against Other plays F if q(F)\n    adds q(F)", "B0105 `against`", ""),
    ("margin for counts F if q(F)", "B0105 `counts`", ""),
    ("rule t for at at level 1 plays F if q(F)", "", ""),
    ("score s for attacking attacking 3 defending 3 if q(F)", "", ""),
    ("rule t for if at level 1 plays F if q(F)", "", ""),
    // Malformed ranges.
    ("sort age = 1, 2, 3 to 9 words Age", "B0105 `to`", ""),
    ("sort age = to 120 words Age", "B0105 `120`", ""),
    ("sort age = 0 til 120 words Age", "B0105 `til`", ""),
    ("sort age = 0 tot 120 words Age", "B0105 `tot`", "sort age = 0 to 120 words Age"),
    ("rul t for white at level 0 if q(F)", "B0115 `rul`", "rule t for white at level 0 if q(F)"),
    ("t for white at level 0 if q(F)", "B0115 ``", "rule t for white at level 0 if q(F)"),
    (
        "p :- q,\nt for white at level 0 if q(F)",
        "B0117 `,`\nB0115 ``",
        "p :- q\nrule t for white at level 0 if q(F)",
    ),
    (
        "p :- (q\n t for white at level 0 if q(F)",
        "B0102 `(`\nB0115 ``",
        "p :- (q)\n rule t for white at level 0 if q(F)",
    ),
    // Declarations without their keywords.
    ("field of 9 like a1 words Field", "B0115 ``", "sort field of 9 like a1 words Field"),
    ("colour = none, white words Colour", "B0115 ``", "sort colour = none, white words Colour"),
    ("place = 0 to 6", "B0115 ``", "sort place = 0 to 6"),
    ("p(F: field):\n    (bound) tests", "B0115 ``", "extern p(F: field):\n    (bound) tests"),
    ("family/old-people", "B0115 ``", "use family/old-people"),
    ("us family/old-people", "B0115 `us`", "use family/old-people"),
    ("bse my-family", "B0115 `bse`", "base my-family"),
    ("use a-b/c a-b/c", "B0105 `a-b/c`", ""),
    ("my-family", "B0115 `my-family`", ""),
    ("libary\nfact p(a)", "B0115 `libary`", "library\nfact p(a)"),
    ("Library", "B0115 `Library`", "library"),
    ("dmain", "B0115 `dmain`", ""),
    ("raining", "B0115 `raining`", "fact raining"),
    // Mistakes in heads of derivations.
    ("p(X_) :- q(X_)", "B0119 `X_`", ""),
    ("p(X) :-", "B0108 ``", ""),
    ("p(X)\n    q(X), r(X)", "B0105 ``", "p(X) :-\n    q(X), r(X)"),
    ("p(X) if q(X)", "B0006 `if`", "p(X) :- q(X)"),
    ("p(X) iff q(X)", "B0006 `iff`", "p(X) :- q(X)"),
    ("p(X) : q(X)", "B0006 `:`", "p(X) :- q(X)"),
    ("p(X) = q(X), r(X)", "B0006 `=`", "p(X) :- q(X), r(X)"),
    ("p(X) <= q(X)", "B0006 `<=`", "p(X) :- q(X)"),
    ("p(X) -: q(X)", "B0006 `-:`", "p(X) :- q(X)"),
    ("p(X) - q(X), r(X)", "B0006 `-`", "p(X) :- q(X), r(X)"),
    ("p(X) –\n    q(X)", "B0006 `–`", "p(X) :-\n    q(X)"),
    ("p :- r(X),\nq(X), -s(X)", "B0005 `-`", "p :- r(X),\nq(X), ¬s(X)"),
    ("p X, Y) :- q(X, Y)", "B0105 ``", ""),
    ("fact p(a)\n:- q(a)", "B0105 `:-`", ""),
    ("fact p(a)\nif q(X) then p(X)", "B0115 `if`", ""),
    ("p(X) :- q(X)\n¬r(X) :- p(X)", "B0105 `¬`", ""),
    ("p(a, 5)", "B0115 `p(a, 5)`", "fact p(a, 5)"),
    ("p(X)", "B0115 `p(X)`", ""),
    ("P(X) :- q(X)", "B0114 `P`", "p(X) :- q(X)"),
    ("¬p(X) :- q(X)", "B0105 `¬`", ""),
    ("p, q :- r", "B0105 `p, q`", ""),
    (":- r", "B0105 `:-`", ""),
    ("p :- q :- r", "B0105 `:-`", ""),
    // Mistakes in literals.
    ("p :- X, q(X)", "B0105 `X`", ""),
    ("p :- ¬", "B0105 ``", ""),
    ("p :- ¬¬q", "B0116 `¬¬`", "p :- q"),
    ("p :- not ¬ not q", "B0116 `not ¬`", "p :- not q"),
    ("p :- q ; ; r", "B0105 `;`", "p :- q  ; r"),
    ("p :- q(¬r)", "B0105 `¬`", ""),
    ("p :- q(!r)", "B0105 `!`", ""),
    ("p :- q(a, -r)", "B0003 `-`", ""),
    ("p :- q(a, -5), r(-1, a)", "", ""),
    ("p :- q(a, 3 - 5)", "", ""),
    ("p :- q, -5(a)", "B0005 `-`", "p :- q, ¬5(a)"),
    ("rule t for white at level -1 if q(F)", "B0111 `-`", ""),
    ("rule t for white at level - 1 plays F if q(F)", "B0111 `-`", ""),
    (
        "rule t for white at level +1 plays F if q(F)",
        "B0111 `+`",
        "rule t for white at level 1 plays F if q(F)",
    ),
    (
        "rule t for white at level three plays F if q(F)",
        "B0105 `three`",
        "rule t for white at level 3 plays F if q(F)",
    ),
    ("rule t for white at level plays F if q(F)", "B0105 ``", ""),
    ("rule t for white plays F if q(F)", "B0105 ``", ""),
    (
        "rule t for white at level 1 plays F -> q(F)",
        "B0105 `->`",
        "rule t for white at level 1 plays F if q(F)",
    ),
    (
        "score s for white attacking 1 defending 1 ⇒ q(F)",
        "B0105 `⇒`",
        "score s for white attacking 1 defending 1 if q(F)",
    ),
    ("q(F), r(F) -> p.q(F)", "B0003 `->`", "p.q(F) :- q(F), r(F)"),
    ("p(F) -> q(F), r(F)", "B0003 `->`", "p(F) :- q(F), r(F)"),
    ("q(F), r(F) -> p(F), s(F)", "B0003 `->`", ""),
    ("sort a = -3 to 3", "", ""),
    ("sort a = -3 to - 1", "", ""),
    ("p(X) :- exists Y: q(X, Y)", "B0105 `exists`", ""),
    ("p(X) :- r(X), ¬exists Y, Z: (q(X, Y), q(Y, Z))", "B0105 `exists`", ""),
    ("p(X) :- exists Y, q(X, Y)", "B0105 `exists`", ""),
    ("p(X) :- there exists q(X)", "B0105 `there exists`", ""),
    ("p(X) :- for all Y: q(X, Y)", "B0105 `for all`", ""),
    ("p(X) :- exists, all, some(X), ¬exists(X)", "", ""),
    ("p :- q, unless r", "B0005 `unless`", "p :- q, not r"),
    ("p :- q unless r", "B0005 `unless`", "p :- q, not r"),
    ("p :- q, unless(r), unless", "", ""),
    // Signs and words of other languages.
    ("p :- \\+ q, !r, -s", "B0005 `\\+`\nB0005 `!`\nB0005 `-`", "p :- ¬ q, ¬r, ¬s"),
    ("p :- q, !, r", "B0003 `!`", ""),
    ("p <- q & r | s", "B0006 `<-`\nB0006 `&`\nB0006 `|`", "p :- q , r ; s"),
    ("p :- q and r or s", "B0006 `and`\nB0006 `or`", "p :- q, r; s"),
    (
        "p(X, Y) :- q(X, Y), X == Y, X \\== a, X =\\= b, X /= c, X =/= d",
        "B0006 `==`\nB0006 `\\==`\nB0006 `=\\=`\nB0006 `/=`\nB0006 `=/=`",
        "p(X, Y) :- q(X, Y), X = Y, X ≠ a, X ≠ b, X ≠ c, X ≠ d",
    ),
    ("p :- NOT q AND r OR s", "B0005 `NOT`\nB0006 `AND`\nB0006 `OR`", "p :- not q, r; s"),
    ("p :- nicht q und r oder s", "B0005 `nicht`\nB0006 `und`\nB0006 `oder`", "p :- not q, r; s"),
    ("p :- q, niet(r), en(s)", "", ""),
    ("p(X) :- q(X), forall(q(X), r(X))", "B0107 `forall`", ""),
    ("p(X) :- q(X, N), M is N + 1", "B0006 `is`", "p(X) :- q(X, N), M = N + 1"),
    ("p :- q // why", "B0006 `//`", "p :- q % why"),
    ("p(X) <=> q(X)", "B0003 `<=>`", ""),
    ("p(X) <-- q(X), r(X)", "B0006 `<--`", "p(X) :- q(X), r(X)"),
    ("p(X) <== q(X), r(X)", "B0006 `<==`", "p(X) :- q(X), r(X)"),
    ("p(X) :- q(X, N), N <== 3", "B0003 `<==`", ""),
    ("p(X) :- q(X, N), N <-- 3", "B0003 `<--`", ""),
    ("p(X) :-- q(X)", "B0003 `-`", ""),
    ("p(X) :- q(X, N), N =! 2", "B0006 `=!`", "p(X) :- q(X, N), N ≠ 2"),
    // A minus before a variable or between numbers.
    ("p(X) :- s(X, N), -N > -3", "B0006 `-`", "p(X) :- s(X, N), 0 - N > -3"),
    ("p(X) :- s(X, N), N1_ = -N", "B0006 `-`", "p(X) :- s(X, N), N1_ = 0 - N"),
    ("p(X) :- s(X, N), M <-N, s(X, M)", "B0006 `-`", "p(X) :- s(X, N), M <0 - N, s(X, M)"),
    ("p(X) :- s(X, N), N + -N < 3", "B0006 `-`", "p(X) :- s(X, N), N - N < 3"),
    ("p(X) :- s(X, N), 5 < 3 - -N", "B0006 `-`", "p(X) :- s(X, N), 5 < 3 + N"),
    ("p(X) :- s(X, N), 5 < q(X) - -N - -N", "B0006 `-`\nB0006 `-`", "p(X) :- s(X, N), 5 < q(X) + N + N"),
    ("p(X) :- s(X, N), 5 < 3--N", "B0006 `-`", "p(X) :- s(X, N), 5 < 3 + N"),
    ("p(X) :- s(X, N), 5 < N+-N", "B0006 `-`", "p(X) :- s(X, N), 5 < N - N"),
    ("p(X) :- s(X, N), 5 < 3 - - -N", "B0003 `-`", ""),
    ("p(X) :- s(X, N), 5 < 2 * -N", "B0003 `*`", ""),
    ("p(X) :- s(X, N), 0 > - N + 1", "B0006 `-`", "p(X) :- s(X, N), 0 > 0 - N + 1"),
    ("p(X) :- s(X, N), 0 > N + - N", "B0006 `-`", "p(X) :- s(X, N), 0 > N - N"),
    ("p(X) :- s(X, N), 0 > -q(X)", "B0003 `-`", ""),
    ("p(X) :- s(X, N), N=5-2, q(X)", "", ""),
    ("p(X) :- s(X, 5-2)", "", ""),
    // Comments inside text that a fix replaces are kept.
    ("fact p(b). /* p(d) */ fact p(e).", "B0007 `.`\nB0006 `/*`\nB0007 `.`", "fact p(b) % p(d)\nfact p(e)"),
    ("fact p(b) /* p(d)\nso */ fact p(e)", "B0105 ``\nB0006 `/*`", "fact p(b) % p(d)\n% so\nfact p(e)"),
    ("p(X) :- q(X) % why\n    and r(X)", "B0006 `and`", "p(X) :- q(X), % why\n     r(X)"),
    // An unclosed comment ends with its line, and the text before it is not part of it.
    (
        "p(X) :- q(X)\n/* a note\n%% What r is.\n%? r(X)\nr(X) :- q(X)\n",
        "B0006 `/*`",
        "p(X) :- q(X)\n% a note\n%% What r is.\n%? r(X)\nr(X) :- q(X)\n",
    ),
    ("p(X) :- q(X), r(a, /*b)\nr(X) :- q(X)", "B0006 `/*`", ""),
    ("# why\np :- q /* so */", "B0006 `#`\nB0006 `/*`", "% why\np :- q % so"),
    ("p :-\u{A0}q", "B0004 `\u{A0}`", "p :- q"),
    ("p(X) :- q(X, 03)", "B0008 `03`", "p(X) :- q(X, 3)"),
    ("p(X) :- q(X, 99999999999)", "B0010 `99999999999`", ""),
    ("p(X) :- q(_, X)", "B0009 `_`", ""),
    ("p-q(X) :- r(X)", "B0009 `p-q`", "p.q(X) :- r(X)"),
    ("p(X) :- q(X), X < 3", "", ""),
    ("p(X) :- q(X), X<=3, X =< 3, X>=Y+1, X != Y, X <> Y, ¬X = Y", "", ""),
    ("p(X) :- q(X, X - 1, -3), X-1 = Y, 3-X < Y", "", ""),
    ("p(X) :- q(X), 1 < X < 5", "B0105 `<`", "p(X) :- q(X), 1 < X, X < 5"),
    ("p(X) :- q(X), not 1 < X < 5", "B0105 `<`", "p(X) :- q(X), not (1 < X, X < 5)"),
    ("p(X) :- q(X), ¬1 < X + 1 < 5, r(X)", "B0105 `<`", "p(X) :- q(X), ¬(1 < X + 1, X + 1 < 5), r(X)"),
    ("p(X) :- q(X), ! X = 1 = 1", "B0005 `!`\nB0105 `=`", "p(X) :- q(X), ¬ (X = 1, 1 = 1)"),
    ("p(X) :- q(X), ¬(1 < X < 5)", "B0105 `<`", "p(X) :- q(X), ¬(1 < X, X < 5)"),
    ("p(X) :- q(X), X < 3 < Y, r(", "B0105 `<`", ""),
    ("p(X) :- q(X), X * 2 < 3", "B0003 `*`", ""),
    ("p(X) :- q(X), X < ", "B0105 `<`", ""),
    ("p(X) :- q(X), < X", "B0105 `<`", ""),
    ("p(X) :- q(X), X +", "B0105 `+`", ""),
    ("p(X) :- q(X), X + 1", "B0105 `X + 1`", ""),
    ("p(X) :- q(X), -3", "B0105 `-3`", ""),
    ("p(X) :- q(X), (X + 1) < 3", "B0105 `X + 1`", ""),
    ("p(X) :- q(X, (X + 1))", "B0105 `(`", ""),
    ("p(X) :- q(X) < 3", "", ""),
    ("p(X) :- r(X), q(X) <", "B0105 `<`", ""),
    ("p(X) :- r(X), q(X) + 1", "B0105 `+`", ""),
    ("p(X) :- r(X), q(X) < r(X) < 3", "B0105 `<`", "p(X) :- r(X), q(X) < r(X), r(X) < 3"),
    ("p(X) :- r(X), q(X) is 3", "B0006 `is`", "p(X) :- r(X), q(X) = 3"),
    ("p(X) :- r(X), X + one(X) = 3", "", ""),
    ("p(X) :- r(X), 3 = count Y_ (s(Y_, q(X)))", "B0105 `count`", "p(X) :- r(X), count Y_ (s(Y_, q(X))) = 3"),
    ("p(X + 1) :- q(X)", "", ""),
    ("p(X) :- q(X$)", "B0003 `$`", ""),
    ("p([X]) :- q(X)", "B0003 `[X]`", ""),
    ("p(X) :- q(“a”, X)", "B0006 `“a”`", "p(X) :- q(a, X)"),
    ("p(X) :- q(\"A bee\", X)", "B0003 `\"A bee\"`", "p(X) :- q(a.bee, X)"),
    ("p(X) :- q(X, _Y)", "B0009 `_Y`", "p(X) :- q(X, Y_)"),
    ("rule T.win for white at level 0 if q", "B0009 `T.win`", "rule t.win for white at level 0 if q"),
    ("rule t win for white at level 0 if q", "B0009 `t win`", "rule t.win for white at level 0 if q"),
    ("rule t for white at level 0 wenn q", "B0105 `wenn`", "rule t for white at level 0 if q"),
    ("#include \"a/b\"\np :- q", "B0006 `#include \"a/b\"`", "use a/b\np :- q"),
    ("<<<<<<< HEAD\np :- q\n=======\np :- r\n>>>>>>> b", "B0003 `<<<<<<< HEAD`", ""),
    ("p(X) :- q('a', X)", "B0006 `'a'`", "p(X) :- q(a, X)"),
    ("?- p(X)", "B0003 `?-`", ""),
    // Mistakes in scores.
    ("score t for white attacking 3 if q(F)", "B0105 `if`", ""),
    (
        "score t for white 3 defending 2 if q(F)",
        "B0105 ``",
        "score t for white attacking 3 defending 2 if q(F)",
    ),
    (
        "score t for white attacking 3 2 if q(F)",
        "B0105 ``",
        "score t for white attacking 3 defending 2 if q(F)",
    ),
    (
        "score t for white attacking 3 defnding 2 if q(F)",
        "B0105 `defnding`",
        "score t for white attacking 3 defending 2 if q(F)",
    ),
    (
        "score t for Color Other attacking 3 defending 2 if q(F)",
        "B0105 ``",
        "score t for Color against Other attacking 3 defending 2 if q(F)",
    ),
    (
        "score t for white attacking 3 defending 2 :- q(F)",
        "B0105 `:-`",
        "score t for white attacking 3 defending 2 if q(F)",
    ),
    (
        "score t for white\n    attacking 3 defending 2 if q(F)",
        "B0104 `attacking`",
        "score t for white attacking 3 defending 2 if q(F)",
    ),
    (
        "t for white attacking 3 defending 2 if q(F)",
        "B0115 ``",
        "score t for white attacking 3 defending 2 if q(F)",
    ),
    ("score for white attacking 3 defending 2 if q(F)", "B0105 ``", ""),
    ("score t for white attacking -3 defending 2 if q(F)", "B0120 `-`", ""),
    ("score t for white attacking N defending N + 2 - M if q(N, M)", "", ""),
    ("score t for white attacking 0 - N defending 10 - N if q(N)", "", ""),
    ("score t for white attacking N_ defending 1 if q(N_)", "B0119 `N_`", ""),
    ("score t for white attacking N + defending 1 if q(N)", "B0105 `defending`", ""),
    ("score t for white attacking big defending 1 if q(N)", "B0105 `big`", ""),
    ("score t for white attacking N + 1000001 defending 1 if q(N)", "B0120 `1000001`", ""),
    ("score t for white attacking 3 defending 1000001 if q(F)", "B0120 `1000001`", ""),
    ("score t for white attacking 3 defending 2 if", "B0108 ``", ""),
    ("score t for white attacking 3 defending 2 when named if q(F)", "", ""),
    ("score when for when attacking 3 defending 2 if when(named)", "", ""),
    (
        "score t for white attacking 3 defending 2 named if q(F)",
        "B0105 ``",
        "score t for white attacking 3 defending 2 when named if q(F)",
    ),
    (
        "score t for white attacking 3 defending 2 when if q(F)",
        "B0105 ``",
        "score t for white attacking 3 defending 2 when named if q(F)",
    ),
    (
        "score t for white attacking 3 defending 2 when nmaed if q(F)",
        "B0105 `nmaed`",
        "score t for white attacking 3 defending 2 when named if q(F)",
    ),
    (
        "score t for white attacking 3 defending 2 when q(F)",
        "B0105 `when`",
        "score t for white attacking 3 defending 2 if q(F)",
    ),
    ("score t for white attacking 3 defending 2 when asked if q(F)", "B0105 `asked`", ""),
    (
        "score t for white attacking 3 defending 2 when named when named if q(F)",
        "B0105 `when named`",
        "score t for white attacking 3 defending 2 when named if q(F)",
    ),
    ("score t for white attacking 3 defending 2 if q(F) when named", "B0105 `when named`", ""),
    (
        "score t when named for white attacking 3 defending 2 if q(F)",
        "B0105 `when`",
        "score t for white attacking 3 defending 2 when named if q(F)",
    ),
    (
        "score t for white attacking 3 defending 2\n    when named if q(F)",
        "B0104 `when`",
        "score t for white attacking 3 defending 2 when named if q(F)",
    ),
    (
        "rule t for white at level 1 plays F when named if q(F)",
        "B0105 `when named`",
        "rule t for white at level 1 plays F if q(F)",
    ),
    (
        "preference t for white plays F worth 3 when named if q(F)",
        "B0105 `when named`",
        "preference t for white plays F worth 3 if q(F)",
    ),
    // Mistakes in `after` literals.
    ("p :- after put(a, F), put(b, G) (q), r", "B0105 ``", "p :- after put(a, F), put(b, G): (q), r"),
    ("p :- after put(F): ¬q(F), r", "B0105 `¬q(F)`", "p :- after put(F): (¬q(F)), r"),
    ("p :- after put(F): q(F)", "B0105 `q(F)`", "p :- after put(F): (q(F))"),
    ("p :- after put(F), r(F)", "B0105 ``", ""),
    ("p :- afer put(F): (q(F))", "B0105 `afer`", "p :- after put(F): (q(F))"),
    (
        "p :- s, afer put(a, F), put(b, G): (q(F)), r",
        "B0105 `afer`",
        "p :- s, after put(a, F), put(b, G): (q(F)), r",
    ),
    ("p :- r(F), after put(F)", "B0105 ``", ""),
    ("p :- after put(F): , r", "B0105 ``", ""),
    ("p :- after put(F): ()", "B0105 `()`", ""),
    ("p :- put(F): (q(F)), r", "B0105 `:`", ""),
    ("action put(F: field) groing", "B0105 `groing`", "action put(F: field) growing"),
    ("open p(a)", "B0105 `a`", "open p(A)"),
    ("open p(X: )", "B0105 `)`", ""),
    ("open p(X Y)", "B0101 ``", "open p(X, Y)"),
    ("opne p(X, Y: q)", "B0115 `opne`", "open p(X, Y: q)"),
    ("open p(X) :- q(X)", "B0105 `:-`", ""),
    ("open", "B0105 ``", ""),
    ("fact p(X)", "B0105 `X`", "fact p(x)"),
    ("fact p(a) q(b)", "B0101 ``", "fact p(a), q(b)"),
    ("use a/b.blanche", "B0009 `a/b.blanche`", "use a/b"),
    ("use 'a-b/c'", "B0006 `'a-b/c'`", "use a-b/c"),
    ("use a/b, c/d", "B0105 `,`", ""),
    ("import a/b", "B0115 `import`", "use a/b"),
    ("players white black", "B0101 ``", "players white, black"),
    ("sort a = 0 to", "B0105 ``", ""),
    ("sort a of 3 lik b1", "B0105 `lik`", "sort a of 3 like b1"),
    (
        "extern p(F: f):\n    (bound) tests\n    (free) gives one",
        "B0101 ``",
        "extern p(F: f):\n    (bound) tests,\n    (free) gives one",
    ),
    ("extern p(F: f):\n    (bond) tests", "B0105 `bond`", "extern p(F: f):\n    (bound) tests"),
    // Syntax of other languages in heads and around bodies.
    (
        "rule t for white at level 1 plays F <- q(F)",
        "B0105 `<-`",
        "rule t for white at level 1 plays F if q(F)",
    ),
    (
        "rule t for white at level 1 plays F <= q(F)",
        "B0105 `<=`",
        "rule t for white at level 1 plays F if q(F)",
    ),
    (
        "rule t for white at level 1 plays F := q(F)",
        "B0105 `:=`",
        "rule t for white at level 1 plays F if q(F)",
    ),
    (
        "rule t for white at level 3 plays F -> G if q(F, G)",
        "B0006 `->`",
        "rule t for white at level 3 plays F, G if q(F, G)",
    ),
    (
        "rule t for white at level 5 plays F → G, H if q(F, G, H)",
        "B0006 `→`",
        "rule t for white at level 5 plays F, G, H if q(F, G, H)",
    ),
    (
        "rule t for white at level 1 plays F {\n    q(F), r(F)\n}\nfact p(a)",
        "B0006 `{`",
        "rule t for white at level 1 plays F if\n    q(F), r(F)\nfact p(a)",
    ),
    (
        "rule t for white at level 1 plays F if {\n    q(F)\n}",
        "B0006 `{`",
        "rule t for white at level 1 plays F if \n    q(F)",
    ),
    (
        "rule t for white at level 1 plays F { q(F), r(F) }",
        "B0006 `{`",
        "rule t for white at level 1 plays F if q(F), r(F)",
    ),
    ("p(X) {\n    q(X)\n}", "B0006 `{`", "p(X) :-\n    q(X)"),
    ("p(X) :- q(X), {r(X)}", "B0003 `{r(X)}`", ""),
    // `up to symmetry` after premises that cannot have it.
    (
        "rule t for white at level 1 plays F if q(F), r(F) up to symmetry",
        "B0105 `up to symmetry`",
        "rule t for white at level 1 plays F if q(F), r(F)",
    ),
    ("p(F) :- q(F),\n    r(F),\n    up to symmetry", "B0105 `up to symmetry`", "p(F) :- q(F),\n    r(F)"),
    ("draw full if q(a) up to symmetry", "B0105 `up to symmetry`", "draw full if q(a)"),
    ("p :- up, to, symmetry", "", ""),
    // Several players after `for`.
    ("rule t for white, black at level 1 plays F if q(F)", "B0311 `, black`", ""),
    ("rule t for white and black at level 1 plays F if q(F)", "B0311 `and black`", ""),
    ("score t for white or black attacking 1 defending 1 if q(F)", "B0311 `or black`", ""),
    // Mistakes in files of facts.
    ("facts p from t.csv", "B0105 `t.csv`", "facts p from \"t.csv\""),
    ("facts p from Data/table-1.csv", "B0105 `Data/table-1.csv`", "facts p from \"Data/table-1.csv\""),
    ("fact p from \"t.csv\"", "B0115 `fact`", "facts p from \"t.csv\""),
    ("fact p from t.csv", "B0115 `fact`", "facts p from \"t.csv\""),
    ("facts p from 't.csv'", "B0105 `'t.csv'`", "facts p from \"t.csv\""),
    ("facts p(F) from \"t.csv\"", "B0105 `(F)`", "facts p from \"t.csv\""),
    ("fact p(F, G) from t.csv", "B0115 `fact`", "facts p from \"t.csv\""),
    ("facts p from", "B0105 ``", ""),
    // Names that begin with a capital.
    ("state Man(Field) one Field", "B0105 `Man`", "state man(Field) one Field"),
    ("action Put(F: field) growing", "B0105 `Put`", "action put(F: field) growing"),
    ("sort Field of 9 like a1 words Field", "B0105 `Field`", "sort field of 9 like a1 words Field"),
    ("extern P(F: f):\n    (bound) tests", "B0105 `P`", "extern p(F: f):\n    (bound) tests"),
    ("open P(A)", "B0105 `P`", "open p(A)"),
    // Exports with a premise.
    ("export p for Color if q(F), r(F)", "B0105 `if`", ""),
    ("export p(F) for Color if q(F)", "B0105 `if`", ""),
    ("export p(F) if q(F), r(F)", "B0105 `if`", "export p(F)\n\np(F) :- q(F), r(F)"),
    ("export p(F) :-\n    q(F)", "B0105 `:-`", "export p(F)\n\np(F) :-\n    q(F)"),
    // Paths in the style of other languages.
    ("use a\\b", "B0009 `a\\b`", "use a/b"),
    ("use a::b-c::d", "B0009 `a::b-c::d`", "use a/b-c/d"),
    ("use a\\b, c\\d", "B0105 `,`", ""),
    ("use a\\b.blanche", "B0009 `a\\b.blanche`", "use a/b"),
    // Malformed suppressions.
    ("%! allow B0605\np :- q", "B0118 ``", ""),
    ("%! alow B0605: why\np :- q", "B0118 `alow`", "%! allow B0605: why\np :- q"),
    ("p :- q\n%! allow B0605: why", "B0118 `%! allow B0605: why`", ""),
    ("p :- q\n%! allow B0605", "B0118 ``", ""),
    // Expectations that are not on a separate line.
    ("q(X) :- p(X)  %? q(b)", "B0105 `%? q(b)`", "q(X) :- p(X)\n%? q(b)"),
    ("fact p(a) %? p(X)\n%= X = a", "B0105 `%? p(X)`", "fact p(a)\n%? p(X)\n%= X = a"),
    ("q :- p, %? q\n    r", "B0105 `%? q`", "q :- p,\n%? q\n    r"),
    ("%? q\nq :- p %= yes", "B0105 `%= yes`", "%? q\n%= yes\nq :- p"),
    ("q :- p %= yes", "B0105 `%= yes`", ""),
    ("q :- p,\n    %? q\n    r", "", ""),
];

/// The text after all fixes are applied.
pub(super) fn fixed(text: &str, fixes: &[Fix]) -> String {
    let mut edits: Vec<_> = fixes.iter().flat_map(|fix| &fix.edits).collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut result = String::new();
    let mut at = 0;
    for edit in edits {
        result += &text[at..edit.span.range().start];
        result += &edit.text;
        at = edit.span.range().end;
    }
    result + &text[at..]
}

#[test]
fn each_mistake_gives_one_message_whose_fix_removes_it() {
    check_table(BROKEN);
}

/// Checks a table. Each text must produce the expected messages, and its fixes must produce the repaired text.
pub(super) fn check_table(table: &[(&str, &str, &str)]) {
    let mut wrong = String::new();
    for (text, expected, repaired) in table {
        let (sources, parsed) = parsed(text.as_bytes());
        let heard = codes_and_texts(&sources, &parsed.diagnostics);
        let fixes: Vec<Fix> = parsed.diagnostics.iter().filter_map(|one| one.fix.clone()).collect();
        let repair = if fixes.is_empty() { String::new() } else { fixed(text, &fixes) };
        let again = if fixes.is_empty() {
            String::new()
        } else {
            let (sources, again) = super::parsed(repair.as_bytes());
            codes_and_texts(&sources, &again.diagnostics)
        };
        if heard.trim_end() != *expected || repair != *repaired || !again.is_empty() {
            wrong += &format!(
                "{text:?}\n  said     {heard:?}\n  expected {expected:?}\n  repair   {repair:?}\n  expected {repaired:?}\n  then     {again:?}\n"
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_mistake_with_several_symptoms_is_reported_once() {
    for (text, expected) in [
        ("p(X) :- q(X,) r(X)", "B0117 `,`"),
        ("p(X) :- q( (X), r(X), s(X)", "B0102 `(`"),
        ("p(X) :- q(X)r ,(X)", "B0101 ``"),
        ("p(X) :- q(X)r\n    ,(X)", "B0101 ``"),
        ("p(X) q :-(X)", "B0105 `p(X) q`"),
        ("extern p(F: f, G: g:\n    (bound, free) gives one", "B0102 `(`"),
        ("extern p(F: f, G: g):\n    bound, free) gives one", "B0105 ``"),
        // Two mistakes on one line.
        ("p(X) :- q(X) r(X), s(X), t(X) u(X)", "B0101 ``\nB0101 ``"),
    ] {
        let (sources, parsed) = parsed(text.as_bytes());
        assert_eq!(codes_and_texts(&sources, &parsed.diagnostics).trim_end(), expected, "{text}");
    }
}
