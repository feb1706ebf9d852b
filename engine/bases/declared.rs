//! The declarations of a base, as its users see them: rules, exports, scores, preferences and draws.

use blanche_compiler::runtime::{Weight, Weights};

/// A rule that a base declares.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The name of the rule, such as `t.threat`.
    pub name: String,
    /// The player for whom the rule claims a win: `white` or `black`.
    pub color: String,
    /// The number of moves within which the win is reached.
    pub level: u32,
    /// The named variables with their sorts, in the order in which answers are compared. If the rule plays a variable,
    /// it comes first.
    pub variables: Vec<(String, String)>,
    /// Whether the rule plays its first variable.
    pub plays: bool,
    /// The doc comment of the rule.
    pub doc: String,
    /// The rule as written.
    pub text: String,
    /// File and line of the definition.
    pub place: String,
}

impl Rule {
    /// The title, such as `t.threat for white`.
    pub fn title(&self) -> String {
        format!("{} for {}", self.name, self.color)
    }
}

/// An exported predicate, possibly for one player.
#[derive(Clone, Debug)]
pub struct Export {
    /// The name of the exported predicate.
    pub name: String,
    /// The player that the export is for: `white`, `black`, or `None` if it is not specific to a player.
    pub color: Option<String>,
    /// The variables with their sorts, in argument order, which is also the order in which answers are compared.
    pub variables: Vec<(String, String)>,
    /// The doc comment or, if there is none, that of the predicate.
    pub doc: String,
    /// The export as written.
    pub text: String,
    /// File and line of the definition.
    pub place: String,
}

/// A score that a base declares.
#[derive(Clone, Debug)]
pub struct Score {
    /// The name of the score, such as `two`.
    pub name: String,
    /// The player for whom it counts: `white` or `black`.
    pub color: String,
    /// The weight that each solution adds.
    pub weights: Weights,
    /// Whether the score is only used by players that name it.
    pub when_named: bool,
    /// The named variables with their sorts, in the order in which answers are compared.
    pub variables: Vec<(String, String)>,
    /// The doc comment of the score.
    pub doc: String,
    /// The score as written.
    pub text: String,
    /// File and line of the definition.
    pub place: String,
}

impl Score {
    /// The source texts of the two weights: when the score's player is to move, and when not.
    pub fn weight_texts(&self) -> [String; 2] {
        let lines = self.text.lines().filter(|line| !line.trim_start().starts_with('%'));
        let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
        // The weights follow the word `score`, the name and the player.
        let mut rest = words.iter().skip(4).skip_while(|word| **word != "attacking").skip(1);
        let mut until = |end: &str| -> String {
            let written: Vec<&str> = rest.by_ref().take_while(|word| **word != end).copied().collect();
            written.join(" ")
        };
        [until("defending"), until(if self.when_named { "when" } else { "if" })]
    }

    /// The title, such as `two for white`.
    pub fn title(&self) -> String {
        format!("{} for {}", self.name, self.color)
    }
}

/// A declared preference: the value of a move that plays the first value of an answer.
#[derive(Clone, Debug)]
pub struct Preference {
    /// The name of the preference, such as `extends`.
    pub name: String,
    /// The player whose moves it values: `white` or `black`.
    pub color: String,
    /// The value that each solution adds to the move.
    pub worth: Weight,
    /// The variables with their sorts, in the order in which answers are compared; the variable that is played comes
    /// first.
    pub variables: Vec<(String, String)>,
    /// The doc comment of the preference.
    pub doc: String,
    /// The preference as written.
    pub text: String,
    /// File and line of the definition.
    pub place: String,
}

impl Preference {
    /// The title, such as `extends for white`.
    pub fn title(&self) -> String {
        format!("{} for {}", self.name, self.color)
    }
}

/// A declared condition under which a game in text is drawn.
#[derive(Clone, Debug)]
pub struct Draw {
    /// The name of the draw condition, such as `full`.
    pub name: String,
    /// The named variables with their sorts, in the order in which answers are compared.
    pub variables: Vec<(String, String)>,
    /// The doc comment of the draw condition.
    pub doc: String,
    /// The draw condition as written.
    pub text: String,
    /// File and line of the definition.
    pub place: String,
}

/// Everything that a base declares, taken from its compiled rules or its files.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// The name of the base, such as `renju`.
    pub name: String,
    /// The doc comment of the base.
    pub doc: String,
    /// The rules, by level and then in source order.
    pub rules: Vec<Rule>,
    /// The exported predicates, in source order.
    pub exports: Vec<Export>,
    /// The scores, in source order.
    pub scores: Vec<Score>,
    /// The preferences, in source order.
    pub preferences: Vec<Preference>,
    /// The draw conditions of a game in text, in source order.
    pub draws: Vec<Draw>,
    /// The suppositions of claims: the lowest level to which each applies, and the index of its question.
    pub(super) suppositions: Vec<(u32, usize)>,
}

impl Contents {
    /// The index of the export with this name for this player. An export that is not specific to a player matches every
    /// player.
    pub fn export(&self, name: &str, player: &str) -> Option<usize> {
        let speaks = |export: &Export| export.color.as_ref().is_none_or(|whom| whom == player);
        self.exports.iter().position(|export| export.name == name && speaks(export))
    }

    /// Whether the base states the suppositions of its claims itself (`claims suppose`).
    pub fn has_suppositions(&self) -> bool {
        !self.suppositions.is_empty()
    }
}
