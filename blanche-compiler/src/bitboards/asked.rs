//! What a search asks of the positions of a game, again and again: a list that the emitter and the program make alike, so that
//! compiled code is known by its place in it.

use super::Unfit;
use super::code::Code;
use super::effort::{Effort, NoCode};
use super::solve::Solver;
use super::translate::{answers_by, counts_by, tests_by};
use crate::incremental::incremental;
use crate::program::{GameQuestion, Program, Rule, RuleId, RuleKind};
use crate::runtime::Layout;

/// What takes more steps to find is too long to be written as Rust.
const FEW_STEPS: usize = 36_000;

/// Something that is asked of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asked {
    /// How many answers the scores have that are [counted](counted).
    Counts,
    /// Whether any rule or draw ends the game.
    Ends,
    /// Whether a rule or question has an answer.
    Test(RuleId),
    /// The answers of a rule or question.
    Answers(RuleId),
}

impl Asked {
    /// What is asked in nearly every position, what is asked most often first. Claims of rules are not among it: their code is long,
    /// and they are not asked at the ends of lines.
    pub fn all(program: &Program) -> Vec<Asked> {
        let of_kind = |is_meant: &dyn Fn(&Rule) -> bool| -> Vec<RuleId> {
            let rules = program.rules.iter().zip((0..).map(RuleId));
            rules.filter(|(rule, _)| is_meant(rule)).map(|(_, id)| id).collect()
        };
        let moves = of_kind(&|rule| rule.kind == RuleKind::Game(GameQuestion::Move));
        let effects = of_kind(&|rule| rule.kind == RuleKind::Game(GameQuestion::Effect));
        let preferences = of_kind(&|rule| matches!(rule.kind, RuleKind::Preference(_)));
        let tests = moves.iter().map(|id| Asked::Test(*id));
        let answers = moves.iter().chain(&effects).chain(&preferences).map(|id| Asked::Answers(*id));
        [Asked::Counts, Asked::Ends].into_iter().chain(tests).chain(answers).collect()
    }

    /// Its code, where it fits.
    pub fn code(self, program: &Program, layout: &Layout) -> Option<Code> {
        self.code_by(&mut Solver::new(program, layout, None))
    }

    /// The same code, where it takes few steps to find.
    pub fn short_code(self, program: &Program, layout: &Layout) -> Option<Code> {
        self.code_by(&mut Solver::new(program, layout, None).within(FEW_STEPS))
    }

    /// The same code, with this effort at most, which counts among that for all questions of the program.
    ///
    /// # Errors
    /// When it does not fit, or takes too much effort.
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
            Asked::Counts => {
                counts_by(solver, &counted(program, &|score| program.counts(score))).map(|(code, _)| code)
            }
            Asked::Ends => tests_by(solver, &ends(program)),
            Asked::Test(rule) => tests_by(solver, &[rule]),
            Asked::Answers(rule) => answers_by(solver, rule),
        };
        code.ok()
    }
}

/// The rules of level 0 and the draws: any of them ends the game.
fn ends(program: &Program) -> Vec<RuleId> {
    let draws = program.game.iter().flat_map(|game| game.draws.iter().copied());
    program.wins().map(|(id, _)| id).chain(draws).collect()
}

/// Those of the chosen scores whose answers are counted anew in every position: their weights are numbers, and they do not follow
/// moves.
pub fn counted(program: &Program, chosen: &dyn Fn(RuleId) -> bool) -> Vec<RuleId> {
    let is_counted = |(id, score, weights): &(RuleId, &Rule, crate::runtime::Weights)| {
        chosen(*id)
            && weights.numbers().is_some()
            && !score.up_to_symmetry
            && incremental(program, score).is_err()
    };
    program.scores().filter(is_counted).map(|(id, ..)| id).collect()
}
