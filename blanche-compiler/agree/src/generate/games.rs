//! Generates random small games: a board, states, moves with effects, and ends.
//!
//! A game need not end, and a move may contradict itself, which shows only in play. Derived predicates are used by
//! several moves, rules and draws, so that they are evaluated in several modes (with different arguments bound).

use blanche_compiler::random::Random;

use super::Program;

/// Generates a game on a board of 4 to 12 fields. It has 1 to 3 states, 1 to 3 moves, and rules, scores and draws that
/// end it. The result depends only on the seed.
pub fn game(seed: u64) -> Program {
    let mut game = Game {
        random: Random::new(seed),
        lines: Vec::new(),
        kinds: false,
        name: String::new(),
        count: false,
        seen: false,
        reached: String::new(),
        free: false,
        variables: 0,
    };
    game.declare();
    game.begin();
    game.derive();
    let moves = game.random.between(1, 3);
    (1..=moves).for_each(|number| game.one_move(number));
    game.ends();
    game.values();
    Program { text: game.lines.join("\n") + "\n", queries: vec!["blocked(Color)".to_owned()] }
}

struct Game {
    random: Random,
    lines: Vec<String>,
    /// Whether there are several kinds of marks.
    kinds: bool,
    /// The name of the move being generated.
    name: String,
    /// Whether the game has a counter.
    count: bool,
    /// Whether the game records the fields that were visited.
    seen: bool,
    /// The name of the predicate for reachable fields. It is empty if the game has no such predicate.
    reached: String,
    /// Whether the game has a predicate for groups of marks that have an empty neighbour.
    free: bool,
    /// Number of variables that were generated with a number of their own in the name.
    variables: usize,
}

impl Game {
    fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    fn pick(&mut self, of: &[&'static str]) -> &'static str {
        let chosen: &&'static str = self.random.choose(of);
        chosen
    }

    fn declare(&mut self) {
        let form = self.pick(&["", "", "", " hexagonal", " dark"]);
        let (width, height) = (self.random.between(2, 4), self.random.between(2, 3));
        let notation = if form == " dark" { "numbered" } else { self.pick(&["like a1", "numbered"]) };
        let top = self.pick(&["", " row 1 on top"]);
        self.line(format!("board {width} by {height}{form} {notation}{top} words Field"));
        self.line("players x, o words Color, Other");
        if self.random.percent(30) {
            self.line("starts o");
        }
        self.kinds = self.random.percent(40);
        self.count = self.random.percent(40);
        self.seen = self.random.percent(40);
        match self.kinds {
            true => {
                self.line("sort kind = man, king words Kind");
                self.line("state mark(Field, Color, Kind) one Color Kind");
            }
            false => self.line("state mark(Field, Color) one Color"),
        }
        if self.count {
            self.line("sort quiet = 0 to 4 words Quiet");
            let history = self.pick(&["", ", history"]);
            self.line(format!("state quiet(Quiet) one Quiet{history}"));
        }
        if self.seen {
            self.line("state seen(Color, Field)");
        }
    }

    /// A mark of a player on a field.
    fn mark(&self, field: &str, color: &str, kind: &str) -> String {
        match self.kinds {
            true => format!("mark({field}, {color}, {kind})"),
            false => format!("mark({field}, {color})"),
        }
    }

    fn begin(&mut self) {
        if self.random.percent(60) {
            let mark = self.mark("Field", "x", "man");
            let place =
                self.pick(&["row(Field, 1)", "at.edge(Field, e)", "at.edge(Field, w), row(Field, 2)"]);
            self.line(format!("start {mark} if {place}"));
        }
        if self.random.percent(40) {
            let mark = self.mark("Field", "o", "king");
            self.line(format!("start {mark} if ¬row(Field, 1), ¬at.edge(Field, e), ¬at.edge(Field, w)"));
        }
        if self.count {
            self.line("start quiet(0)");
        }
    }

    fn derive(&mut self) {
        self.line(format!("empty(Field) :- ¬{}", self.mark("Field", "Color_", "Kind_")));
        let own = self.mark("Field", "Color", "Kind_");
        self.line(format!("own(Field, Color) :- {own}"));
        let beside =
            self.pick(&["Direction_), straight(Direction_", "Direction_), half(Direction_", "Direction_"]);
        let (direction, more) = beside.split_once(')').map_or((beside, ""), |(one, more)| (one, more));
        let more = if more.is_empty() { String::new() } else { format!("{more})") };
        self.line(format!("beside(Field1, Field2) :- step(Field1, {direction}, Field2){more}"));
        let alone = self.pick(&["own(Field2_, Color)", "own(Field2_, Other_), opponent(Color, Other_)"]);
        self.line(format!("alone(Field, Color) :- ¬(beside(Field, Field2_), {alone})"));
        self.groups();
    }

    /// Generates recursive predicates: fields that are reachable from an edge, in any number of steps or in an even
    /// number, and groups of marks that have an empty neighbour.
    fn groups(&mut self) {
        if self.random.percent(40) {
            self.reached = self.pick(&["joined", "even"]).to_owned();
            let edge = self.pick(&[
                "at.edge(Field, w)",
                "row(Field, 1)",
                "at.edge(Field, Direction_), half(Direction_)",
            ]);
            let (next, last) = match self.reached.as_str() {
                "joined" => ("joined", None),
                _ => (
                    "odd",
                    Some(
                        "odd(Field, Color) :- even(Field_, Color), beside(Field_, Field), own(Field, Color)",
                    ),
                ),
            };
            let name = self.reached.clone();
            self.line(format!("{name}(Field, Color) :- own(Field, Color), {edge}"));
            self.line(format!(
                "{name}(Field, Color) :- {next}(Field_, Color), beside(Field_, Field), own(Field, Color)"
            ));
            last.into_iter().for_each(|last| self.line(last));
        }
        if self.random.percent(30) {
            self.free = true;
            self.line("free(Field) :- own(Field, Color_), beside(Field, Field_), empty(Field_)");
            self.line(
                "free(Field) :- free(Field_), beside(Field_, Field), own(Field, Color_), own(Field_, Color_)",
            );
        }
    }

    /// A number for the name of a variable that occurs only once.
    fn own_number(&mut self) -> usize {
        self.variables += 1;
        10 + self.variables
    }

    /// An aggregate, compared with a number or a field.
    fn aggregate(&mut self, field: &str) -> String {
        let (number, own) = (self.random.between(1, 4), self.own_number());
        let sign = self.pick(&["=", "≠", "<", "≤", ">", "≥"]);
        let (other, row) = (format!("Field_{own}"), format!("Row_{own}"));
        match self.random.below(5) {
            0 => format!("count {other} (own({other}, Color)) {sign} {number}"),
            1 => format!("count {other} (beside({field}, {other}), ¬own({other}, Color)) {sign} {number}"),
            2 => format!("sum {row}, {other} (own({other}, Color), row({other}, {row})) {sign} {number}"),
            3 => format!("min {row} (own({other}, Color), row({other}, {row})) {sign} 1"),
            _ => format!("max {other} (beside({field}, {other}), empty({other})) {sign} {field}"),
        }
    }

    /// A condition on the value of a call.
    fn call(&mut self, field: &str) -> String {
        let mut all = vec![
            format!("row({field}) > 1"),
            format!("empty(step({field}, e))"),
            format!("own(step({field}, w), opponent(Color))"),
            format!("¬alone(step({field}, e), Color)"),
        ];
        if !self.kinds {
            all.push(format!("mark(step({field}, e)) = opponent(Color)"));
            all.push(format!("mark(step({field}, w)) = Color"));
        }
        self.random.choose(&all).clone()
    }

    /// A condition on a field and a player, or on the position.
    fn condition(&mut self, field: &str) -> String {
        let own = self.own_number();
        let all = [
            format!("¬alone({field}, Color)"),
            format!("alone({field}, Color)"),
            format!("beside({field}, Field_), own(Field_, Color)"),
            format!("¬(beside({field}, Field_{own}), empty(Field_{own}))"),
            format!("straight(Direction_), at.edge({field}, Direction_)"),
            format!("row({field}, Row_), Row_ > 1"),
            "own(Field_, Other_), opponent(Color, Other_)".to_owned(),
            "to.move(x)".to_owned(),
        ];
        let mut all = all.to_vec();
        if self.seen {
            all.push(format!("¬seen(Color, {field})"));
        }
        if self.count {
            all.push("quiet(Quiet_), Quiet_ < 4".to_owned());
        }
        if !self.reached.is_empty() {
            all.push(format!("{}({field}, Color)", self.reached));
            let own = self.own_number();
            all.push(format!("¬{}(Field_{own}, Color)", self.reached));
        }
        if self.free {
            all.push(format!("free({field})"));
            all.push("own(Field_, Color), ¬free(Field_)".to_owned());
        }
        all.push(self.aggregate(field));
        all.push(self.call(field));
        self.random.choose(&all).clone()
    }

    fn one_move(&mut self, number: usize) {
        let name = format!("m{number}");
        self.name = name.clone();
        let sort = self.random.below(4);
        let more =
            if self.random.percent(40) { format!(", {}", self.condition("Field1")) } else { String::new() };
        let kind = if self.kinds { "Kind1" } else { "man" };
        let own = self.mark("Field1", "Color", "Kind1");
        let mut effects = Vec::new();
        match sort {
            0 => {
                self.line(format!("move {name} for Color plays Field1 if empty(Field1){more}"));
                let kind = self.pick(&["man", "king"]);
                effects.push(format!("adds {}", self.mark("Field1", "Color", kind)));
            }
            1 => {
                let premise = format!("{own}, beside(Field1, Field2), empty(Field2){more}");
                self.line(format!("move {name} for Color plays Field1, Field2 if {premise}"));
                effects.push("removes mark(Field1)".to_owned());
                effects.push(format!("adds {}", self.mark("Field2", "Color", kind)));
            }
            2 => {
                let premise = format!("{own}, step(Field1, Direction, Field2), own(Field2, Other){more}");
                self.line(format!(
                    "move {name} for Color against Other plays Field1, Direction if {premise}"
                ));
                effects.push(format!("adds {}", self.mark("Field2", "Color", kind)));
                if self.random.percent(50) {
                    effects.push("removes mark(Field1)".to_owned());
                }
            }
            _ => {
                let other = self.mark("Field1", "Other", "Kind1");
                self.line(format!("move {name} for Color against Other plays Field1 if {other}{more}"));
                effects.push("removes mark(Field1, Other)".to_owned());
            }
        }
        self.more_effects(&mut effects, sort);
        self.goes_on(&mut effects, sort);
        self.random.shuffle(&mut effects);
        effects.into_iter().for_each(|effect| self.line(format!("    {effect}")));
    }

    /// Adds a line that lets the same player continue, with this move or with the first move.
    fn goes_on(&mut self, effects: &mut Vec<String>, sort: usize) {
        // Moves from field to field are allowed to continue more often than other moves.
        let often = if sort == 1 { 60 } else { 30 };
        if !self.random.percent(often) {
            return;
        }
        let from = match (sort, self.random.below(3)) {
            (3, 0) => "",
            (1, _) => " from Field2",
            _ => " from Field1",
        };
        let name = if self.random.percent(70) { self.name.clone() } else { "m1".to_owned() };
        let condition = match self.random.below(3) {
            0 => String::new(),
            1 => format!(" if {}", self.condition("Field1")),
            _ => " if row(Field1, Row), Row > 1".to_owned(),
        };
        effects.push(format!("then {name}{from}{condition}"));
    }

    fn more_effects(&mut self, effects: &mut Vec<String>, sort: usize) {
        if self.random.percent(30) {
            let mark = self.mark("Field3", "Color", "man");
            let condition = self.pick(&["own(Field3, Other_), opponent(Color, Other_)", "empty(Field3)"]);
            effects.push(format!("adds {mark} for beside(Field1, Field3), {condition}"));
        }
        if self.random.percent(20) {
            effects.push("removes mark(Field3) for beside(Field1, Field3), ¬alone(Field3, Color)".to_owned());
        }
        if self.seen {
            effects.push("adds seen(Color, Field1)".to_owned());
        }
        if self.free && self.random.percent(40) {
            effects.push("removes mark(Field3) for own(Field3, Color2_), ¬free(Field3)".to_owned());
        }
        if self.random.percent(15) {
            let mark = self.mark("step(Field1, e)", "Color", "man");
            effects.push(format!("adds {mark} if empty(step(Field1, e))"));
        }
        if self.random.percent(15) {
            let (mark, many) = (self.mark("Field1", "opponent(Color)", "man"), self.aggregate("Field1"));
            effects.push(format!("adds {mark} if {many}"));
        }
        if self.count {
            match self.random.below(4) {
                0 => effects.push("adds quiet(Quiet + 1) if quiet(Quiet)".to_owned()),
                3 => effects
                    .push("adds quiet(Quiet) if count Field_9 (own(Field_9, Color)) = Quiet".to_owned()),
                1 => {
                    effects.push("adds quiet(0) if ¬alone(Field1, Color)".to_owned());
                    effects.push("adds quiet(Quiet + 1) if alone(Field1, Color), quiet(Quiet)".to_owned());
                }
                _ => effects.push("removes quiet(Quiet) if quiet(Quiet)".to_owned()),
            }
        }
        if self.count && self.random.percent(20) {
            effects.push("adds quiet(1) if alone(Field1, Color)".to_owned());
        }
        if self.kinds && sort == 1 && self.random.percent(40) {
            effects.retain(|effect| !effect.starts_with("adds mark(Field2"));
            effects.push("adds mark(Field2, Color, king) if row(Field2, 1)".to_owned());
            effects.push("adds mark(Field2, Color, Kind1) if ¬row(Field2, 1)".to_owned());
        }
    }

    fn ends(&mut self) {
        let mut wins = vec![
            "own(Field1, Color), step(Field1, Direction, Field2), own(Field2, Color), step(Field2, Direction, Field3), own(Field3, Color)",
            "own(Field1, Color), straight(Direction), ¬at.edge(Field1, Direction), ¬own(Field2_, Other)",
            "¬own(Field_, Other), own(Field1, Color), beside(Field1, Field2), own(Field2, Color)",
            "blocked(Other), to.move(Other), own(Field_, Color)",
            "count Field_ (own(Field_, Color)) > 5",
            "max Row_ (own(Field_, Color), row(Field_, Row_)) > 1, ¬own(Field_1, Other)",
            "own(Field1, Color), row(Field1) = 2, own(step(Field1, e), Color), own(step(Field1, w), Color)",
        ];
        match self.reached.as_str() {
            "joined" => wins.push("joined(Field1, Color), at.edge(Field1, e)"),
            "even" => wins.push("even(Field1, Color), odd(Field1, Color), at.edge(Field1, e)"),
            _ => {}
        }
        for number in 1..=self.random.between(1, 2) {
            let win = self.pick(&wins);
            let against = if win.contains("Other") { " against Other" } else { "" };
            self.line(format!("rule r{number} for Color{against} at level 0 if {win}"));
        }
        if self.count {
            self.line("draw quiet if quiet(3)");
        }
        if self.random.percent(30) {
            let again =
                self.pick(&["occurred(2)", "occurred(3)", "occurred(Times_), Times_ > 1, ¬alone(Field_, x)"]);
            self.line(format!("draw again if {again}"));
        }
        if self.random.percent(20) {
            self.line("draw many if count Field_ (empty(Field_)) < 2");
        }
        if self.random.percent(50) {
            self.line("draw full if ¬empty(Field_)");
        }
        let blocked = self.pick(&["blocked loses", "blocked draws", "blocked passes"]);
        self.line(blocked);
    }

    fn values(&mut self) {
        let counted = self.pick(&["own(Field, Color)", "own(Field, Color), ¬alone(Field, Color)"]);
        for _ in 0..self.random.below(3) {
            let mut counts = vec![
                "Field if own(Field, Color)",
                "Field1, Field2 if own(Field1, Color), beside(Field1, Field2)",
                "Field if own(Field, Color), count Field_ (beside(Field, Field_), empty(Field_)) > 1",
                "Field if empty(Field), own(step(Field, e), Color)",
            ];
            match self.reached.as_str() {
                "joined" => counts.push("Field if joined(Field, Color)"),
                "even" => counts.push("Field if odd(Field, Color)"),
                _ => {}
            }
            if self.free {
                counts.push("Field if own(Field, Color), free(Field)");
            }
            let counts = self.pick(&counts);
            self.line(format!("margin for Color counts {counts}"));
        }
        self.line(format!("score s for Color attacking 3 defending 2 if {counted}"));
        self.line("rule n for Color at level 1 plays Field if empty(Field), ¬alone(Field, Color)");
        self.line("drawn own(Field, x) as x".replace("own(Field, x)", &self.mark("Field", "x", "Kind")));
    }
}
