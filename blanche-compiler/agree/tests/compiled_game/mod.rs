//! Compares the evaluators of a game in given positions: the interpreter, the compiled rules, and bitboard operations.

use std::sync::Arc;

use blanche_compiler::bitboards::{QueryEvaluator, SearchQuery, WordLayout};
use blanche_compiler::game::{GameEvaluator, Rules};
use blanche_compiler::interpret::{Machine, StateHost};
use blanche_compiler::plan::Plan;
use blanche_compiler::program::{Program, RuleId, RuleKind};
use blanche_compiler::runtime::{CompiledBase, LimitReached, Limits, Position, Solutions, Value};

/// A game with its text, plan and compiled base.
pub(crate) struct Game {
    pub(crate) text: String,
    pub(crate) program: Arc<Program>,
    pub(crate) plan: Plan,
    pub(crate) base: CompiledBase<Position>,
    /// For each rule, its bitboard code, if the rule can be expressed by bitboard operations.
    pub(crate) codes: Vec<Option<Box<dyn QueryEvaluator>>>,
}

/// The answers to a query.
type Rows = Vec<Vec<Value>>;

impl Game {
    pub(crate) fn new(text: String, program: Program, plan: Plan, base: CompiledBase<Position>) -> Game {
        let layout = program.layout().expect("it is small");
        let places = WordLayout::of(&program, &layout);
        let rules = (0..program.rules.len() as u32).map(RuleId);
        let code = |rule| {
            SearchQuery::Answers(rule).code(&program, &layout).map(|code| code.evaluator(&places, None))
        };
        let codes = rules.map(code).collect();
        Game { text, program: Arc::new(program), plan, base, codes }
    }

    pub(crate) fn machine(&self, limits: Limits) -> Machine<StateHost> {
        Machine::new(&self.program, &self.plan, limits).expect("positions answer the states")
    }

    pub(crate) fn rules(&self, limits: Limits) -> Rules {
        Rules::new(Arc::clone(&self.program), Box::new(self.machine(limits))).expect("it is a game")
    }

    /// The compiled code's answers to a rule or query.
    pub(crate) fn compiled(
        &self,
        position: &mut Position,
        (id, given): (RuleId, &[Value]),
        limits: Limits,
    ) -> Result<Solutions, LimitReached> {
        let of_kind = |is: &dyn Fn(RuleKind) -> bool| {
            self.program.rules[..id.index()].iter().filter(|rule| is(rule.kind)).count()
        };
        match self.program.rule(id).kind {
            RuleKind::Rule | RuleKind::Query => {
                self.base.rules[of_kind(&|kind| kind == RuleKind::Rule)].matcher.all(position, limits)
            }
            RuleKind::Export => {
                self.base.exports[of_kind(&|kind| kind == RuleKind::Export)].matcher.all(position, limits)
            }
            RuleKind::Score(_) => {
                let at = of_kind(&|kind| matches!(kind, RuleKind::Score(_)));
                self.base.scores[at].matcher.all(position, limits)
            }
            RuleKind::Preference(_) => {
                let at = of_kind(&|kind| matches!(kind, RuleKind::Preference(_)));
                self.base.preferences[at].matcher.all(position, limits)
            }
            RuleKind::Game(_) => {
                let at = of_kind(&|kind| matches!(kind, RuleKind::Game(_)));
                let (question, mut all) = (&self.base.questions[at], Solutions::default());
                assert_eq!(question.given, given.len(), "{}", question.text);
                question.all_into(position, given, limits, &mut all).map(|()| all)
            }
        }
    }

    /// Calls `each` with every query that the game has about a position. A move can be played in several ways, and the
    /// queries about its effects are evaluated for at most `most` of these ways.
    pub(crate) fn each_question(
        &self,
        position: &mut Position,
        (limits, most): (Limits, usize),
        each: &mut dyn FnMut(&mut Position, RuleId, &[Value]),
    ) {
        for (at, rule) in self.program.rules.iter().enumerate() {
            if rule.given == 0 {
                each(position, RuleId(at as u32), &[]);
            }
        }
        let game = self.program.game.as_ref().expect("it is a game");
        for made in &game.moves {
            let Ok(moves) = self.compiled(position, (made.question, &[]), limits) else { continue };
            for played in moves.iter().step_by(moves.len().div_ceil(most).max(1)) {
                let of_effects = made.effects.iter().filter_map(|effect| effect.question);
                let of_chains = made.continuations.iter().filter_map(|then| then.question);
                for question in of_effects.chain(of_chains) {
                    each(position, question, played);
                }
            }
        }
    }

    /// Compares the back ends in one position. Returns the number of answers, and the number of queries that exceeded a
    /// limit.
    pub(crate) fn compare(
        &self,
        machine: &Machine<StateHost>,
        position: &mut Position,
        (limits, most): (Limits, usize),
    ) -> (usize, usize) {
        let (mut answers, mut given_up) = (0, 0);
        self.each_question(position, (limits, most), &mut |position, id, given| match self.compare_answers(
            machine,
            position,
            (id, given),
            limits,
        ) {
            Ok(found) => answers += found.len(),
            Err(_) => given_up += 1,
        });
        (answers, given_up)
    }

    /// Compares the answers to one query. If one back end exceeds a limit, the other must exceed it too.
    fn compare_answers(
        &self,
        machine: &Machine<StateHost>,
        position: &mut Position,
        (id, given): (RuleId, &[Value]),
        limits: Limits,
    ) -> Result<Rows, LimitReached> {
        let interpreted = self.interpreted(machine, position, (id, given));
        let compiled = self.compiled(position, (id, given), limits);
        let compiled = compiled.map(|all| all.iter().map(<[Value]>::to_vec).collect::<Rows>());
        let text = &self.program.rule(id).text;
        assert_eq!(interpreted, compiled, "{} {given:?}: {text}\n{}", self.base.name, self.text);
        if let (Some(code), Ok(interpreted)) = (&self.codes[id.index()], &interpreted) {
            self.compare_code(code.as_ref(), position, (id, given), interpreted);
        }
        interpreted
    }

    pub(crate) fn interpreted(
        &self,
        machine: &Machine<StateHost>,
        position: &mut Position,
        (id, given): (RuleId, &[Value]),
    ) -> Result<Rows, LimitReached> {
        let mut rows = Rows::new();
        GameEvaluator::each(machine, position, id, given, &mut |tuple| rows.push(tuple.to_vec()))?;
        Ok(rows)
    }

    fn compare_code(
        &self,
        code: &dyn QueryEvaluator,
        position: &Position,
        (id, given): (RuleId, &[Value]),
        expected: &Rows,
    ) {
        let about = || format!("{} {given:?}: {}\n{}", self.base.name, self.program.rule(id).text, self.text);
        let mut found = Rows::new();
        let played = given.first().copied().unwrap_or(0);
        code.each(position.words(), played, &mut |tuple| found.push(tuple.to_vec()));
        assert_eq!(found, *expected, "{}", about());
        if given.is_empty() {
            assert_eq!(code.count(position.words()), found.len(), "{}", about());
            assert_eq!(code.applies(position.words()), !found.is_empty(), "{}", about());
        }
    }
}

/// The least work limit that `is_enough` accepts.
pub(crate) fn least_work(mut is_enough: impl FnMut(u64) -> bool) -> u64 {
    let mut work = 1;
    while !is_enough(work) {
        work *= 2;
    }
    let mut less = work / 2;
    while less < work {
        let middle = less + (work - less) / 2;
        match is_enough(middle) {
            true => work = middle,
            false => less = middle + 1,
        }
    }
    work
}
