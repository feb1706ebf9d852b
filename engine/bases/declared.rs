//! What a base declares: rules, exports, scores and preferences as programs see them.

use blanche_compiler::runtime::{Weight, Weights};

/// A rule as a program that uses it sees it.
#[derive(Clone, Debug)]
pub struct Rule {
    /// `t.threat`
    pub name: String,
    /// The player for whom it claims a win: `white` or `black`.
    pub color: String,
    /// In how many moves the win is reached.
    pub level: u32,
    /// Its named variables with their sorts, in the order in which answers are compared. Where the rule plays a
    /// variable it is the first.
    pub variables: Vec<(String, String)>,
    /// Whether it plays its first variable.
    pub plays: bool,
    /// Its doc comment.
    pub doc: String,
    /// As it is written.
    pub text: String,
    /// File and line.
    pub place: String,
}

impl Rule {
    /// `t.threat for white`
    pub fn title(&self) -> String {
        format!("{} for {}", self.name, self.color)
    }
}

/// An export as a program that asks it sees it: a predicate, and what it is about.
#[derive(Clone, Debug)]
pub struct Export {
    /// The predicate that is exported.
    pub name: String,
    /// The player of whom it speaks: `white`, `black`, or nobody in particular.
    pub color: Option<String>,
    /// Its variables with their sorts, in the order of its arguments, in which answers are compared.
    pub variables: Vec<(String, String)>,
    /// Its doc comment, or else its predicate's.
    pub doc: String,
    /// As it is written.
    pub text: String,
    /// File and line.
    pub place: String,
}

/// A score as a program that uses it sees it.
#[derive(Clone, Debug)]
pub struct Score {
    /// `two`
    pub name: String,
    /// The player for whom it counts: `white` or `black`.
    pub color: String,
    /// What each of its solutions is worth.
    pub weights: Weights,
    /// It counts only for players that name it.
    pub when_named: bool,
    /// Its named variables with their sorts, in the order in which answers are compared.
    pub variables: Vec<(String, String)>,
    /// Its doc comment.
    pub doc: String,
    /// As it is written.
    pub text: String,
    /// File and line.
    pub place: String,
}

impl Score {
    /// What each solution is worth, as it is written: where its player is to move, and where not.
    pub fn weight_texts(&self) -> [String; 2] {
        let lines = self.text.lines().filter(|line| !line.trim_start().starts_with('%'));
        let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
        // In front of the weights stand the word `score`, the name and whom the score is for.
        let mut rest = words.iter().skip(4).skip_while(|word| **word != "attacking").skip(1);
        let mut until = |end: &str| -> String {
            let written: Vec<&str> = rest.by_ref().take_while(|word| **word != end).copied().collect();
            written.join(" ")
        };
        [until("defending"), until(if self.when_named { "when" } else { "if" })]
    }

    /// `two for white`
    pub fn title(&self) -> String {
        format!("{} for {}", self.name, self.color)
    }
}

/// A preference as a program that uses it sees it: what a move is worth that plays the first value of an answer.
#[derive(Clone, Debug)]
pub struct Preference {
    /// `extends`
    pub name: String,
    /// The player whose moves it values: `white` or `black`.
    pub color: String,
    /// What each of its solutions is worth.
    pub worth: Weight,
    /// Its variables with their sorts, in the order in which answers are compared; what is played comes first.
    pub variables: Vec<(String, String)>,
    /// Its doc comment.
    pub doc: String,
    /// As it is written.
    pub text: String,
    /// File and line.
    pub place: String,
}

impl Preference {
    /// `extends for white`
    pub fn title(&self) -> String {
        format!("{} for {}", self.name, self.color)
    }
}

/// A draw of a game in text, as a program sees it.
#[derive(Clone, Debug)]
pub struct Draw {
    /// `full`
    pub name: String,
    /// Its named variables with their sorts, in the order in which answers are compared.
    pub variables: Vec<(String, String)>,
    /// Its doc comment.
    pub doc: String,
    /// As it is written.
    pub text: String,
    /// File and line.
    pub place: String,
}

/// What a base declares, from its compiled rules or its files.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// The base's name: `renju`.
    pub name: String,
    /// Its doc comment.
    pub doc: String,
    /// By level, then as in the text.
    pub rules: Vec<Rule>,
    /// What may be asked besides the rules, in the order of the text.
    pub exports: Vec<Export>,
    /// What is counted for each player, in the order of the text.
    pub scores: Vec<Score>,
    /// What moves are worth, in the order of the text.
    pub preferences: Vec<Preference>,
    /// How a game in text is drawn, in the order of the text.
    pub draws: Vec<Draw>,
    /// What must hold for rules to claim something: from which level on, and the place of the question.
    pub(super) suppositions: Vec<(u32, usize)>,
}

impl Contents {
    /// The export of this name that speaks of this player; one that speaks of nobody in particular answers for
    /// everybody.
    pub fn export(&self, name: &str, player: &str) -> Option<usize> {
        let speaks = |export: &Export| export.color.as_ref().is_none_or(|whom| whom == player);
        self.exports.iter().position(|export| export.name == name && speaks(export))
    }

    /// Whether the base says itself what claims suppose.
    pub fn says_what_claims_suppose(&self) -> bool {
        !self.suppositions.is_empty()
    }
}
