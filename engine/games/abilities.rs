//! What a search asks of a base besides its rules, and what becomes of it where the base has no answer.
//!
//! A base of one's own need not have any of this: a search without it finds less, and says so.

use std::fmt;

use crate::bases::asked::{ANSWER, FORCING, REPLY};
use crate::board::Color;
use crate::facts::Base;

/// Something that a search asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ability {
    /// Rules of level 0: who has won.
    Ends,
    /// Rules of level 1 and higher: what is threatened, and what wins.
    Threats,
    /// The export `forcing(Color, Field, Moves)`: the moves that an attacker tries.
    Forcing,
    /// The export `reply(Color, Field)`: the replies to a threat.
    Reply,
    /// The export `answer(Color, Field)`: the replies that hold out where none saves.
    Answer,
    /// Scores: what a position is worth in which nothing can be proved.
    Scores,
}

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    /// A search for a win, by the strategy of this name.
    Solver(&'static str),
    /// A player, who also makes the best move by alpha-beta where no win is found, and looks for wins by this strategy.
    Player(&'static str),
}

impl Asker {
    /// What it asks.
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

/// An export of which a program wants some arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) export: usize,
    pub(super) field: usize,
    /// Of an export that says within how many moves.
    pub(super) moves: Option<usize>,
}

impl Ability {
    /// How JSON calls it: the name of the export, or what the base would state.
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

    /// The export that gives it to a colour, if it is one and the base has it with the arguments that are wanted.
    pub(super) fn export(self, base: &Base, color: Color) -> Option<Asked> {
        let export = base.export(self.name(), color)?;
        let variables = &base.contents().exports[export].variables;
        let place = |wanted: &str| variables.iter().position(|(_, sort)| sort == wanted);
        let (field, moves) = (place("field")?, place("moves"));
        (self != Ability::Forcing || moves.is_some()).then_some(Asked { export, field, moves })
    }

    /// Whether the base answers it for a colour.
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

    /// What would have to be written.
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

    /// What becomes of a search without it, where rules that apply may win all the same and where not.
    fn without(self, may_rules_win: bool) -> &'static str {
        match self {
            Ability::Ends => "a game ends with a full board",
            Ability::Threats => "nothing is seen to threaten or to win",
            Ability::Forcing if may_rules_win => {
                "an attacker tries no move in a line of threats; a rule that applies still wins"
            }
            Ability::Forcing => "an attacker tries no move in a line of threats",
            Ability::Reply => {
                "no reply to a threat is known: the search by threats tries every move, that of the thesis none"
            }
            Ability::Answer => "where no reply saves, none is tried",
            Ability::Scores => "every position is worth the same where nothing is proved",
        }
    }
}

/// What a base lacks, and for whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lack {
    /// What is asked and not there.
    pub ability: Ability,
    /// For these colours.
    pub colors: Vec<Color>,
    /// There are rules by which one of these colours may win without it.
    pub may_rules_win: bool,
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Lack { ability, colors, may_rules_win } = self;
        let (whose, who) = match colors.as_slice() {
            [one] => (format!(" for {one}"), format!("{one} cannot win")),
            _ => (String::new(), "nobody can win".to_owned()),
        };
        let (form, without) = (ability.form(), ability.without(*may_rules_win));
        match ability {
            Ability::Ends => write!(f, "the base has no {form}{whose}, so {who} by it: {without}"),
            _ => write!(f, "the base has no {form}{whose}: {without}"),
        }
    }
}

/// Whether the base says by any rule of level 0 when this colour has won. Without one nothing can be proved for it.
pub fn can_win(base: &Base, color: Color) -> bool {
    Ability::Ends.is_there(base, color)
}

/// That nobody can win by a base, and why; nothing where somebody can.
pub fn undefined(base: &Base) -> Option<String> {
    if Color::ALL.into_iter().any(|color| can_win(base, color)) {
        return None;
    }
    let lacks = if base.contents().rules.is_empty() { "no rules" } else { "no rule of level 0" };
    Some(format!("{} has {lacks}, so nobody can win by it", base.name()))
}

/// What a base lacks of all that is asked of it; nothing where it has it all.
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
