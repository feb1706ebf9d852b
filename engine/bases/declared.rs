//! The declarations of a base as its users see them: rules, exports, scores, preferences and draws.

use blanche_compiler::runtime::{Weight, Weights};

/// A rule that a base declares, which claims a win for a player.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The name of the rule, such as `t.threat`.
    pub name: String,
    /// The player for whom the rule claims a win: `white` or `black`.
    pub color: String,
    /// The number of moves within which the player wins.
    pub level: u32,
    /// The named variables and their types, in the order in which answers are compared. If the rule plays a variable as
    /// its move, that variable comes first.
    pub variables: Vec<(String, String)>,
    /// Whether the value of the first variable is the move that the rule plays.
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

/// An exported predicate, which programs can query. It may be for one player only.
#[derive(Clone, Debug)]
pub struct Export {
    /// The name of the exported predicate.
    pub name: String,
    /// The player that the export is for, `white` or `black`. `None` if it is not specific to a player.
    pub color: Option<String>,
    /// The variables and their types, in argument order. Answers are compared in the same order.
    pub variables: Vec<(String, String)>,
    /// The doc comment of the export or, if it has none, of the predicate.
    pub doc: String,
    /// The export as written.
    pub text: String,
    /// File and line of the definition.
    pub place: String,
}

/// A score that a base declares: a pattern that adds to the value of a position.
#[derive(Clone, Debug)]
pub struct Score {
    /// The name of the score, such as `two`.
    pub name: String,
    /// The player for whom the score counts, `white` or `black`.
    pub color: String,
    /// The weights of the score. Each solution adds one of them to the value.
    pub weights: Weights,
    /// Whether the score is used only by players that name it.
    pub when_named: bool,
    /// The named variables and their types, in the order in which answers are compared.
    pub variables: Vec<(String, String)>,
    /// The doc comment of the score.
    pub doc: String,
    /// The score as written.
    pub text: String,
    /// File and line of the definition.
    pub place: String,
}

impl Score {
    /// The two weights as written in the source. The first counts when the score's player is to move, the second
    /// otherwise.
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

/// A preference that a base declares. Each of its answers adds to the value of a move, which is the first value of the
/// answer.
#[derive(Clone, Debug)]
pub struct Preference {
    /// The name of the preference, such as `extends`.
    pub name: String,
    /// The player whose moves the preference values, `white` or `black`.
    pub color: String,
    /// The value that each solution adds to the move.
    pub worth: Weight,
    /// The variables and their types, in the order in which answers are compared. The variable of the move comes first.
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

/// A draw condition that a base declares. If it holds, the game is drawn. Only games that are defined in rule files
/// have such conditions.
#[derive(Clone, Debug)]
pub struct Draw {
    /// The name of the draw condition, such as `full`.
    pub name: String,
    /// The named variables and their types, in the order in which answers are compared.
    pub variables: Vec<(String, String)>,
    /// The doc comment of the draw condition.
    pub doc: String,
    /// The draw condition as written.
    pub text: String,
    /// File and line of the definition.
    pub place: String,
}

/// Everything that a base declares, taken either from its compiled rules or from its files.
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
    /// The draw conditions of a game that is defined in rule files, in source order.
    pub draws: Vec<Draw>,
    /// The suppositions, which must hold for the claims of rules to be valid. Each is a pair of numbers: the lowest
    /// level of the rules that rely on the supposition, and the index of its query.
    pub(super) suppositions: Vec<(u32, usize)>,
}

impl Contents {
    /// The index of the export with this name for this player. An export that is not specific to a player matches every
    /// player.
    pub fn export(&self, name: &str, player: &str) -> Option<usize> {
        let speaks = |export: &Export| export.color.as_ref().is_none_or(|whom| whom == player);
        self.exports.iter().position(|export| export.name == name && speaks(export))
    }

    /// Whether the base itself declares the suppositions of its claims, with `claims suppose`.
    pub fn has_suppositions(&self) -> bool {
        !self.suppositions.is_empty()
    }
}
