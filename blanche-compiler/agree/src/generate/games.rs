//! Random small games: a board, states, moves with effects, and ends.
//!
//! A game need not end, and a move may contradict itself; whoever plays it finds out. What is derived is asked by several
//! moves, rules and draws, so that it is read in more than one way.

use blanche_compiler::random::Random;

use super::Program;

/// A game on a board of 4 to 12 fields with 1 to 3 states, 1 to 3 moves, and rules, scores and draws to end it. The same seed
/// gives the same game.
pub fn game(seed: u64) -> Program {
    let mut game = Game {
        random: Random::new(seed),
        lines: Vec::new(),
        kinds: false,
        name: String::new(),
        count: false,
        seen: false,
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
    /// Marks are of several kinds.
    kinds: bool,
    /// The move that is being written.
    name: String,
    /// Something is counted.
    count: bool,
    /// It is remembered where somebody has been.
    seen: bool,
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

    /// A mark of this player on this field.
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
    }

    /// Something that may hold of a field and a player, or of the position.
    fn condition(&mut self, field: &str) -> String {
        let all = [
            format!("¬alone({field}, Color)"),
            format!("alone({field}, Color)"),
            format!("beside({field}, Field_), own(Field_, Color)"),
            format!("¬(beside({field}, Field_), empty(Field_))"),
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

    /// A line with which the same player goes on, with this move or with the first one.
    fn goes_on(&mut self, effects: &mut Vec<String>, sort: usize) {
        if !self.random.percent(30) {
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
        if self.count {
            match self.random.below(3) {
                0 => effects.push("adds quiet(Quiet + 1) if quiet(Quiet)".to_owned()),
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
        let wins = [
            "own(Field1, Color), step(Field1, Direction, Field2), own(Field2, Color), step(Field2, Direction, Field3), own(Field3, Color)",
            "own(Field1, Color), straight(Direction), ¬at.edge(Field1, Direction), ¬own(Field2_, Other)",
            "¬own(Field_, Other), own(Field1, Color), beside(Field1, Field2), own(Field2, Color)",
            "blocked(Other), to.move(Other), own(Field_, Color)",
        ];
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
        if self.random.percent(50) {
            self.line("draw full if ¬empty(Field_)");
        }
        let blocked = self.pick(&["blocked loses", "blocked draws", "blocked passes"]);
        self.line(blocked);
    }

    fn values(&mut self) {
        let counted = self.pick(&["own(Field, Color)", "own(Field, Color), ¬alone(Field, Color)"]);
        for _ in 0..self.random.below(3) {
            let counts = self.pick(&[
                "Field if own(Field, Color)",
                "Field1, Field2 if own(Field1, Color), beside(Field1, Field2)",
            ]);
            self.line(format!("margin for Color counts {counts}"));
        }
        self.line(format!("score s for Color attacking 3 defending 2 if {counted}"));
        self.line("rule n for Color at level 1 plays Field if empty(Field), ¬alone(Field, Color)");
        self.line("drawn own(Field, x) as x".replace("own(Field, x)", &self.mark("Field", "x", "Kind")));
    }
}
