//! The list of queries that a search makes about positions. The emitter and the program build the same list, so that
//! the index of a query in the list identifies its compiled code.

use super::Unfit;
use super::code::Code;
use super::effort::{Effort, NoCode};
use super::solve::Solver;
use super::translate::{answers_by, counts_by, tests_by};
use crate::incremental::incremental;
use crate::program::{GameQuestion, Program, Rule, RuleId, RuleKind};
use crate::runtime::Layout;

/// A query is emitted as Rust only if translating it takes at most this effort, in steps. Its code is then short
/// enough.
const MAX_EMITTED_EFFORT: usize = 36_000;

/// A query about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SearchQuery {
    /// How many answers each of the [counted](counted) scores has.
    Counts,
    /// Whether any rule or draw ends the game.
    Ends,
    /// Whether a rule or query has an answer.
    Test(RuleId),
    /// The answers of a rule or query.
    Answers(RuleId),
}

impl SearchQuery {
    /// The queries made in nearly every position, most frequent first. Queries about claims of rules are left out,
    /// because their code is long and the leaves of a search do not need them.
    pub fn all(program: &Program) -> Vec<SearchQuery> {
        let of_kind = |is_meant: &dyn Fn(&Rule) -> bool| -> Vec<RuleId> {
            let rules = program.rules.iter().zip((0..).map(RuleId));
            rules.filter(|(rule, _)| is_meant(rule)).map(|(_, id)| id).collect()
        };
        let moves = of_kind(&|rule| rule.kind == RuleKind::Game(GameQuestion::Move));
        let effects = of_kind(&|rule| rule.kind == RuleKind::Game(GameQuestion::Effect));
        let preferences = of_kind(&|rule| matches!(rule.kind, RuleKind::Preference(_)));
        let tests = moves.iter().map(|id| SearchQuery::Test(*id));
        let answers = moves.iter().chain(&effects).chain(&preferences).map(|id| SearchQuery::Answers(*id));
        [SearchQuery::Counts, SearchQuery::Ends].into_iter().chain(tests).chain(answers).collect()
    }

    /// The code of the query, if it fits into bitboards.
    pub fn code(self, program: &Program, layout: &Layout) -> Option<Code> {
        self.code_by(&mut Solver::new(program, layout, None))
    }

    /// The code of the query, if the query can be translated with little effort.
    pub fn short_code(self, program: &Program, layout: &Layout) -> Option<Code> {
        self.code_by(&mut Solver::new(program, layout, None).within(MAX_EMITTED_EFFORT))
    }

    /// The code of the query, translated with at most `most` effort. The effort counts towards the total of the
    /// program.
    ///
    /// # Errors
    /// If the query does not fit into bitboards, or takes too much effort.
    pub fn code_within(
        self,
        program: &Program,
        layout: &Layout,
        effort: &Effort,
        most: usize,
    ) -> Result<Code, NoCode> {
        effort.translate((program, layout), most, |solver| self.code_by(solver).ok_or(Unfit))
    }

    fn code_by(self, solver: &mut Solver<'_>) -> Option<Code> {
        let program = solver.program;
        let code = match self {
            SearchQuery::Counts => {
                counts_by(solver, &counted(program, &|score| program.counts(score))).map(|(code, _)| code)
            }
            SearchQuery::Ends => tests_by(solver, &ends(program)),
            SearchQuery::Test(rule) => tests_by(solver, &[rule]),
            SearchQuery::Answers(rule) => answers_by(solver, rule),
        };
        code.ok()
    }
}

/// The rules of level 0 and the draws. Each of them ends the game.
fn ends(program: &Program) -> Vec<RuleId> {
    let draws = program.game.iter().flat_map(|game| game.draws.iter().copied());
    program.wins().map(|(id, _)| id).chain(draws).collect()
}

/// The scores for which `chosen` is true and whose answers are counted anew in every position. These scores have
/// numbers as weights and are not updated incrementally.
pub fn counted(program: &Program, chosen: &dyn Fn(RuleId) -> bool) -> Vec<RuleId> {
    let is_counted = |(id, score, weights): &(RuleId, &Rule, crate::runtime::Weights)| {
        chosen(*id)
            && weights.numbers().is_some()
            && !score.up_to_symmetry
            && incremental(program, score).is_err()
    };
    program.scores().filter(is_counted).map(|(id, ..)| id).collect()
}
