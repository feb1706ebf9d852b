//! The queries that a base can answer.

use blanche_compiler::program::{GameQuestion, Program, RuleId, RuleKind};
use blanche_compiler::runtime::Weight;

use super::Contents;

/// A rule, score, export, preference or draw of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Question {
    /// The rule at this index in [`Contents::rules`].
    Rule(usize),
    /// The score at this index in [`Contents::scores`].
    Score(usize),
    /// The export at this index in [`Contents::exports`].
    Export(usize),
    /// The preference at this index in [`Contents::preferences`].
    Preference(usize),
    /// The draw at this index in [`Contents::draws`].
    Draw(usize),
}

impl Question {
    /// All questions of a base except draws: first its rules, then its scores, exports and preferences.
    pub fn all(contents: &Contents) -> Vec<Question> {
        let rules = (0..contents.rules.len()).map(Question::Rule);
        let rules = rules.chain((0..contents.scores.len()).map(Question::Score));
        let rules = rules.chain((0..contents.exports.len()).map(Question::Export));
        rules.chain((0..contents.preferences.len()).map(Question::Preference)).collect()
    }

    /// The title of the question, such as `t.threat for white`, `the score two for white` or `the export forbidden for
    /// black`.
    pub fn title(self, contents: &Contents) -> String {
        match self {
            Question::Rule(rule) => contents.rules[rule].title(),
            Question::Score(score) => format!("the score {}", contents.scores[score].title()),
            Question::Preference(preference) => {
                format!("the preference {}", contents.preferences[preference].title())
            }
            Question::Draw(draw) => format!("the draw {}", contents.draws[draw].name),
            Question::Export(export) => {
                let export = &contents.exports[export];
                let color = export.color.as_ref().map(|color| format!(" for {color}"));
                format!("the export {}{}", export.name, color.unwrap_or_default())
            }
        }
    }

    /// The variables of an answer and their types, in order.
    pub fn variables(self, contents: &Contents) -> &[(String, String)] {
        match self {
            Question::Rule(rule) => &contents.rules[rule].variables,
            Question::Score(score) => &contents.scores[score].variables,
            Question::Export(export) => &contents.exports[export].variables,
            Question::Preference(preference) => &contents.preferences[preference].variables,
            Question::Draw(draw) => &contents.draws[draw].variables,
        }
    }

    /// The player that the question is for, if any.
    pub fn player(self, contents: &Contents) -> Option<&str> {
        match self {
            Question::Rule(rule) => Some(&contents.rules[rule].color),
            Question::Score(score) => Some(&contents.scores[score].color),
            Question::Preference(preference) => Some(&contents.preferences[preference].color),
            Question::Export(export) => contents.exports[export].color.as_deref(),
            Question::Draw(_) => None,
        }
    }

    /// The doc comment of the question.
    pub fn doc(self, contents: &Contents) -> &str {
        match self {
            Question::Rule(rule) => &contents.rules[rule].doc,
            Question::Score(score) => &contents.scores[score].doc,
            Question::Export(export) => &contents.exports[export].doc,
            Question::Preference(preference) => &contents.preferences[preference].doc,
            Question::Draw(draw) => &contents.draws[draw].doc,
        }
    }

    /// The source text of the question.
    pub fn text(self, contents: &Contents) -> &str {
        match self {
            Question::Rule(rule) => &contents.rules[rule].text,
            Question::Score(score) => &contents.scores[score].text,
            Question::Export(export) => &contents.exports[export].text,
            Question::Preference(preference) => &contents.preferences[preference].text,
            Question::Draw(draw) => &contents.draws[draw].text,
        }
    }

    /// File and line of the definition.
    pub fn place(self, contents: &Contents) -> &str {
        match self {
            Question::Rule(rule) => &contents.rules[rule].place,
            Question::Score(score) => &contents.scores[score].place,
            Question::Export(export) => &contents.exports[export].place,
            Question::Preference(preference) => &contents.preferences[preference].place,
            Question::Draw(draw) => &contents.draws[draw].place,
        }
    }

    /// The weights of an answer, as a flat list of numbers. A score has two weights, one if its player is to move and
    /// one if the opponent is to move. A preference has one weight. A weight that depends on values of the answer is
    /// followed by pairs of a factor and the index of a value. Rules, exports and draws have only zeros.
    pub fn weights(self, contents: &Contents) -> Vec<i64> {
        match self {
            Question::Score(score) => {
                let weights = contents.scores[score].weights;
                [weights.attacking, weights.defending].into_iter().flat_map(numbers).collect()
            }
            Question::Preference(preference) => numbers(contents.preferences[preference].worth).collect(),
            Question::Rule(_) | Question::Export(_) | Question::Draw(_) => vec![0; 2],
        }
    }

    /// The id of the question in the base's program. To look up many questions, use [`QuestionIds`], which is faster.
    pub fn id(self, program: &Program) -> RuleId {
        QuestionIds::of(program).get(self)
    }
}

/// A weight as a flat list: its constant part, followed by a factor and the index of a value for each term whose factor
/// is not zero.
fn numbers(weight: Weight) -> impl Iterator<Item = i64> {
    let meant = weight.values.into_iter().filter(|(factor, _)| *factor != 0);
    std::iter::once(weight.number).chain(meant.flat_map(|(factor, at)| [factor, at as i64]))
}

/// The ids of all questions of a base in its program.
pub struct QuestionIds {
    rules: Vec<RuleId>,
    scores: Vec<RuleId>,
    exports: Vec<RuleId>,
    preferences: Vec<RuleId>,
    draws: Vec<RuleId>,
    /// The queries about moves and games, such as suppositions.
    others: Vec<RuleId>,
}

impl QuestionIds {
    /// Collects the ids of a program's questions.
    pub fn of(program: &Program) -> QuestionIds {
        let of_kind = |is_meant: fn(RuleKind) -> bool| {
            let rules = program.rules.iter().zip(0..);
            rules.filter(|(rule, _)| is_meant(rule.kind)).map(|(_, at)| RuleId(at)).collect()
        };
        QuestionIds {
            rules: of_kind(|kind| kind == RuleKind::Rule),
            scores: of_kind(|kind| matches!(kind, RuleKind::Score(_))),
            exports: of_kind(|kind| kind == RuleKind::Export),
            preferences: of_kind(|kind| matches!(kind, RuleKind::Preference(_))),
            draws: of_kind(|kind| kind == RuleKind::Game(GameQuestion::Draw)),
            others: program.questions().map(|(id, _)| id).collect(),
        }
    }

    /// The ids of the rules, in source order.
    pub(super) fn rules(&self) -> &[RuleId] {
        &self.rules
    }

    /// The id of the query with index `at` among the queries about moves and games.
    pub(super) fn other(&self, at: usize) -> RuleId {
        self.others[at]
    }

    /// The id of a question.
    #[inline]
    pub fn get(&self, question: Question) -> RuleId {
        match question {
            Question::Rule(rule) => self.rules[rule],
            Question::Score(score) => self.scores[score],
            Question::Export(export) => self.exports[export],
            Question::Preference(preference) => self.preferences[preference],
            Question::Draw(draw) => self.draws[draw],
        }
    }

    /// The question with this id; `None` for a query about moves and games.
    pub fn question(&self, id: RuleId) -> Option<Question> {
        let at = |ids: &[RuleId]| ids.iter().position(|known| *known == id);
        at(&self.rules)
            .map(Question::Rule)
            .or_else(|| at(&self.scores).map(Question::Score))
            .or_else(|| at(&self.exports).map(Question::Export))
            .or_else(|| at(&self.preferences).map(Question::Preference))
            .or_else(|| at(&self.draws).map(Question::Draw))
    }
}
