//! The declarations that a search needs from a base, and the consequences if they are missing.
//!
//! A user's own base may lack any of these declarations. A search with such a base finds less, and reports that.

use std::fmt;

use crate::bases::queried_exports::{ANSWER, FORCING, REPLY};
use crate::board::Color;
use crate::facts::Base;

/// A declaration that a search needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Requirement {
    /// Rules of level 0, which decide who has won.
    Ends,
    /// Rules of level 1 and higher, which recognise threats and wins.
    Threats,
    /// The export `forcing(Color, Field, Moves)`: the moves that an attacker tries.
    Forcing,
    /// The export `reply(Color, Field)`: the replies to a threat.
    Reply,
    /// The export `answer(Color, Field)`: the replies that stop at least one threat. They are tried if no reply stops
    /// all threats.
    Answer,
    /// Scores, which evaluate positions where nothing can be proved.
    Scores,
}

/// The kind of search that needs the declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchKind {
    /// A search for a win, with the strategy of this name.
    Solver(&'static str),
    /// A player, which first searches for a win with the strategy of this name. If it finds none, it uses alpha-beta.
    Player(&'static str),
}

impl SearchKind {
    /// The declarations that this search needs.
    fn needs(self) -> &'static [Requirement] {
        use Requirement::{Answer, Ends, Forcing, Reply, Scores, Threats};
        match self {
            SearchKind::Solver("classic") => &[Ends, Threats, Forcing, Reply, Answer],
            SearchKind::Solver(_) => &[Ends, Threats, Forcing, Reply],
            SearchKind::Player("classic") => &[Ends, Threats, Forcing, Reply, Answer, Scores],
            SearchKind::Player(_) => &[Ends, Threats, Forcing, Reply, Scores],
        }
    }
}

/// An export, with the indices of the arguments that a search reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct QueriedExport {
    pub(super) export: usize,
    pub(super) field: usize,
    /// The index of the argument with the number of moves, if the export has one.
    pub(super) moves: Option<usize>,
}

impl Requirement {
    /// The name of the declaration in JSON output: the name of an export, or the keyword of another declaration.
    pub fn name(self) -> &'static str {
        match self {
            Requirement::Ends => "level 0",
            Requirement::Threats => "level 1",
            Requirement::Forcing => FORCING,
            Requirement::Reply => REPLY,
            Requirement::Answer => ANSWER,
            Requirement::Scores => "score",
        }
    }

    /// The export of the base that meets this requirement for a colour. `None` if it is missing or lacks a required
    /// argument.
    pub(super) fn export(self, base: &Base, color: Color) -> Option<QueriedExport> {
        let export = base.export(self.name(), color)?;
        let variables = &base.contents().exports[export].variables;
        let place = |wanted: &str| variables.iter().position(|(_, sort)| sort == wanted);
        let (field, moves) = (place("field")?, place("moves"));
        (self != Requirement::Forcing || moves.is_some()).then_some(QueriedExport { export, field, moves })
    }

    /// Whether the base has this declaration for a colour.
    fn is_there(self, base: &Base, color: Color) -> bool {
        let is_of = |rule: &crate::bases::Rule| rule.color == color.to_string();
        match self {
            Requirement::Ends => base.contents().rules.iter().any(|rule| is_of(rule) && rule.level == 0),
            Requirement::Threats => base.contents().rules.iter().any(|rule| is_of(rule) && rule.level > 0),
            Requirement::Forcing | Requirement::Reply | Requirement::Answer => {
                self.export(base, color).is_some()
            }
            Requirement::Scores => {
                let mut counted = base.contents().scores.iter().filter(|score| !score.when_named);
                counted.any(|score| score.color == color.to_string())
            }
        }
    }

    /// A description of the missing declaration, for messages.
    fn form(self) -> String {
        match self {
            Requirement::Ends => "rule of level 0".to_owned(),
            Requirement::Threats => "rule of level 1 or higher".to_owned(),
            Requirement::Forcing => self.export_with("Color, Field, Moves"),
            Requirement::Reply | Requirement::Answer => self.export_with("Color, Field"),
            Requirement::Scores => "score".to_owned(),
        }
    }

    fn export_with(self, arguments: &str) -> String {
        format!("`export {}({arguments}) for Color`", self.name())
    }

    /// What a search lacks without the declaration. `may_rules_win` states whether the player can still win by a rule
    /// that applies.
    fn without(self, may_rules_win: bool) -> &'static str {
        match self {
            Requirement::Ends => "a game ends only when the board is full",
            Requirement::Threats => "no threats and no wins are recognised",
            Requirement::Forcing if may_rules_win => {
                "an attacker tries no move in a line of threats; a rule that applies still wins"
            }
            Requirement::Forcing => "an attacker tries no move in a line of threats",
            Requirement::Reply => {
                "replies to threats are unknown: the threat search tries every move, that of the thesis none"
            }
            Requirement::Answer => "if no reply saves the defender, none is tried",
            Requirement::Scores => "all positions without a proved win have the same value",
        }
    }
}

/// A missing declaration, and the colours for which it is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingRequirement {
    /// The declaration that is missing.
    pub requirement: Requirement,
    /// The colours for which it is missing.
    pub colors: Vec<Color>,
    /// Whether at least one of these colours has both rules of level 0 and rules of higher levels, and so can still win
    /// by a rule that applies.
    pub may_rules_win: bool,
}

impl fmt::Display for MissingRequirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MissingRequirement { requirement, colors, may_rules_win } = self;
        let (whose, who) = match colors.as_slice() {
            [one] => (format!(" for {one}"), format!("{one} cannot win")),
            _ => (String::new(), "neither side can win".to_owned()),
        };
        let (form, without) = (requirement.form(), requirement.without(*may_rules_win));
        match requirement {
            Requirement::Ends => write!(f, "the base has no {form}{whose}, so {who} by it: {without}"),
            _ => write!(f, "the base has no {form}{whose}: {without}"),
        }
    }
}

/// Whether the base has a rule of level 0 that lets this colour win. Without one, no win of the colour can be proved.
pub fn can_win(base: &Base, color: Color) -> bool {
    Requirement::Ends.is_there(base, color)
}

/// A message which says that neither colour can win under a base, with the reason. `None` if at least one colour can
/// win.
pub fn undefined(base: &Base) -> Option<String> {
    if Color::ALL.into_iter().any(|color| can_win(base, color)) {
        return None;
    }
    let missing = if base.contents().rules.is_empty() { "no rules" } else { "no rule of level 0" };
    Some(format!("{} has {missing}, so neither side can win by it", base.name()))
}

/// The declarations that `kind` needs and the base lacks.
pub fn missing_requirements(base: &Base, kind: SearchKind) -> Vec<MissingRequirement> {
    let may_win = |color: &Color| {
        [Requirement::Ends, Requirement::Threats].iter().all(|requirement| requirement.is_there(base, *color))
    };
    let requirement = |requirement: &Requirement| {
        let missing = |color: &Color| !requirement.is_there(base, *color);
        let colors: Vec<Color> = Color::ALL.into_iter().filter(missing).collect();
        let may_rules_win = colors.iter().any(may_win);
        (!colors.is_empty()).then_some(MissingRequirement {
            requirement: *requirement,
            colors,
            may_rules_win,
        })
    };
    kind.needs().iter().filter_map(requirement).collect()
}
