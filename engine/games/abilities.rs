//! The declarations that a search needs from a base, and the consequences if they are missing.
//!
//! None of them is required of a user's own base: without them a search finds less, and reports that.

use std::fmt;

use crate::bases::asked::{ANSWER, FORCING, REPLY};
use crate::board::Color;
use crate::facts::Base;

/// A declaration that a search needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ability {
    /// Rules of level 0, which decide who has won.
    Ends,
    /// Rules of level 1 and higher, which recognise threats and wins.
    Threats,
    /// The export `forcing(Color, Field, Moves)`: the moves that an attacker tries.
    Forcing,
    /// The export `reply(Color, Field)`: the replies to a threat.
    Reply,
    /// The export `answer(Color, Field)`: the replies that stop at least one threat, tried if no reply stops all of
    /// them.
    Answer,
    /// Scores, which evaluate positions in which nothing can be proved.
    Scores,
}

/// The kind of search that needs the declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    /// A search for a win, with the strategy of this name.
    Solver(&'static str),
    /// A player, which searches for a win with the strategy of this name, and uses alpha-beta if it finds none.
    Player(&'static str),
}

impl Asker {
    /// The declarations that this search needs.
    fn needs(self) -> &'static [Ability] {
        use Ability::{Answer, Ends, Forcing, Reply, Scores, Threats};
        match self {
            Asker::Solver("classic") => &[Ends, Threats, Forcing, Reply, Answer],
            Asker::Solver(_) => &[Ends, Threats, Forcing, Reply],
            Asker::Player("classic") => &[Ends, Threats, Forcing, Reply, Answer, Scores],
            Asker::Player(_) => &[Ends, Threats, Forcing, Reply, Scores],
        }
    }
}

/// An export, with the argument positions that a search reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) export: usize,
    pub(super) field: usize,
    /// The argument with the number of moves, if the export has one.
    pub(super) moves: Option<usize>,
}

impl Ability {
    /// The name in JSON output: the name of the export, or the keyword of the declaration.
    pub fn name(self) -> &'static str {
        match self {
            Ability::Ends => "level 0",
            Ability::Threats => "level 1",
            Ability::Forcing => FORCING,
            Ability::Reply => REPLY,
            Ability::Answer => ANSWER,
            Ability::Scores => "score",
        }
    }

    /// The matching export of the base for a colour, if it has the required arguments.
    pub(super) fn export(self, base: &Base, color: Color) -> Option<Asked> {
        let export = base.export(self.name(), color)?;
        let variables = &base.contents().exports[export].variables;
        let place = |wanted: &str| variables.iter().position(|(_, sort)| sort == wanted);
        let (field, moves) = (place("field")?, place("moves"));
        (self != Ability::Forcing || moves.is_some()).then_some(Asked { export, field, moves })
    }

    /// Whether the base has this declaration for a colour.
    fn is_there(self, base: &Base, color: Color) -> bool {
        let is_of = |rule: &crate::bases::Rule| rule.color == color.to_string();
        match self {
            Ability::Ends => base.contents().rules.iter().any(|rule| is_of(rule) && rule.level == 0),
            Ability::Threats => base.contents().rules.iter().any(|rule| is_of(rule) && rule.level > 0),
            Ability::Forcing | Ability::Reply | Ability::Answer => self.export(base, color).is_some(),
            Ability::Scores => {
                let mut counted = base.contents().scores.iter().filter(|score| !score.when_named);
                counted.any(|score| score.color == color.to_string())
            }
        }
    }

    /// The form of the missing declaration.
    fn form(self) -> String {
        match self {
            Ability::Ends => "rule of level 0".to_owned(),
            Ability::Threats => "rule of level 1 or higher".to_owned(),
            Ability::Forcing => self.export_with("Color, Field, Moves"),
            Ability::Reply | Ability::Answer => self.export_with("Color, Field"),
            Ability::Scores => "score".to_owned(),
        }
    }

    fn export_with(self, arguments: &str) -> String {
        format!("`export {}({arguments}) for Color`", self.name())
    }

    /// The consequence for a search if it is missing. `may_rules_win` is `true` if rules that apply may still win.
    fn without(self, may_rules_win: bool) -> &'static str {
        match self {
            Ability::Ends => "a game ends only when the board is full",
            Ability::Threats => "no threats and no wins are recognised",
            Ability::Forcing if may_rules_win => {
                "an attacker tries no move in a line of threats; a rule that applies still wins"
            }
            Ability::Forcing => "an attacker tries no move in a line of threats",
            Ability::Reply => {
                "replies to threats are unknown: the threat search tries every move, that of the thesis none"
            }
            Ability::Answer => "if no reply saves the defender, none is tried",
            Ability::Scores => "all positions without a proved win have the same value",
        }
    }
}

/// A missing declaration, and the colours for which it is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lack {
    /// The declaration that is missing.
    pub ability: Ability,
    /// The colours for which it is missing.
    pub colors: Vec<Color>,
    /// Whether one of these colours has rules by which it may still win.
    pub may_rules_win: bool,
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Lack { ability, colors, may_rules_win } = self;
        let (whose, who) = match colors.as_slice() {
            [one] => (format!(" for {one}"), format!("{one} cannot win")),
            _ => (String::new(), "neither side can win".to_owned()),
        };
        let (form, without) = (ability.form(), ability.without(*may_rules_win));
        match ability {
            Ability::Ends => write!(f, "the base has no {form}{whose}, so {who} by it: {without}"),
            _ => write!(f, "the base has no {form}{whose}: {without}"),
        }
    }
}

/// Whether the base has a rule of level 0 that lets this colour win. Without one, no win of the colour can be proved.
pub fn can_win(base: &Base, color: Color) -> bool {
    Ability::Ends.is_there(base, color)
}

/// A message that neither colour can win in a base, with the reason; `None` if one of them can.
pub fn undefined(base: &Base) -> Option<String> {
    if Color::ALL.into_iter().any(|color| can_win(base, color)) {
        return None;
    }
    let lacks = if base.contents().rules.is_empty() { "no rules" } else { "no rule of level 0" };
    Some(format!("{} has {lacks}, so neither side can win by it", base.name()))
}

/// The declarations that `asker` needs and the base lacks.
pub fn lacks(base: &Base, asker: Asker) -> Vec<Lack> {
    let may_win = |color: &Color| {
        [Ability::Ends, Ability::Threats].iter().all(|ability| ability.is_there(base, *color))
    };
    let lack = |ability: &Ability| {
        let lacks = |color: &Color| !ability.is_there(base, *color);
        let colors: Vec<Color> = Color::ALL.into_iter().filter(lacks).collect();
        let may_rules_win = colors.iter().any(may_win);
        (!colors.is_empty()).then_some(Lack { ability: *ability, colors, may_rules_win })
    };
    asker.needs().iter().filter_map(lack).collect()
}
