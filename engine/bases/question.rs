//! What can be asked of a base.

use blanche_compiler::program::{Program, Rule, RuleId, RuleKind};

use super::{Base, Subject};

/// A rule, a score or an export of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Question {
    /// The rule at this place in [`Base::rules`].
    Rule(usize),
    /// The score at this place in [`Base::scores`].
    Score(usize),
    /// The export at this place in [`Base::exports`].
    Export(usize),
}

impl Question {
    /// All that can be asked of a base: its rules, then its scores and its exports.
    pub fn all(base: &Base<impl Subject>) -> Vec<Question> {
        let rules = (0..base.rules().len()).map(Question::Rule);
        let rules = rules.chain((0..base.scores().len()).map(Question::Score));
        rules.chain((0..base.exports().len()).map(Question::Export)).collect()
    }

    /// `t.threat for white`, `the score two for white`, `the export forbidden for black`
    pub fn title(self, base: &Base<impl Subject>) -> String {
        match self {
            Question::Rule(rule) => base.rules()[rule].title(),
            Question::Score(score) => format!("the score {}", base.scores()[score].title()),
            Question::Export(export) => {
                let export = &base.exports()[export];
                let colour = export.colour.as_ref().map(|colour| format!(" for {colour}"));
                format!("the export {}{}", export.name, colour.unwrap_or_default())
            }
        }
    }

    /// Its variables with their sorts, in the order of an answer.
    pub fn variables<S: Subject>(self, base: &Base<S>) -> &[(String, String)] {
        match self {
            Question::Rule(rule) => &base.rules()[rule].variables,
            Question::Score(score) => &base.scores()[score].variables,
            Question::Export(export) => &base.exports()[export].variables,
        }
    }

    /// File and line.
    pub fn place<S: Subject>(self, base: &Base<S>) -> &str {
        match self {
            Question::Rule(rule) => &base.rules()[rule].place,
            Question::Score(score) => &base.scores()[score].place,
            Question::Export(export) => &base.exports()[export].place,
        }
    }

    /// What an answer is worth, of a score: where its player is to move, and where not.
    pub(crate) fn weights(self, base: &Base<impl Subject>) -> [i64; 2] {
        match self {
            Question::Score(score) => [true, false].map(|to_move| base.scores()[score].weights.of(to_move)),
            Question::Rule(_) | Question::Export(_) => [0; 2],
        }
    }

    /// Its place in the program of its base.
    pub(crate) fn id(self, program: &Program) -> RuleId {
        let kind = |rule: &Rule| {
            matches!(
                (self, rule.kind),
                (Question::Rule(_), RuleKind::Rule)
                    | (Question::Score(_), RuleKind::Score(_))
                    | (Question::Export(_), RuleKind::Export)
            )
        };
        let (Question::Rule(number) | Question::Score(number) | Question::Export(number)) = self;
        let mut rules = program.rules.iter().enumerate().filter(|(_, rule)| kind(rule));
        let (at, _) = rules.nth(number).expect("a question is one of its base");
        RuleId(at as u32)
    }
}
