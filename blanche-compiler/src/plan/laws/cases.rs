//! A body with its models (possible states of a host), and comparisons of the results of passes with the meaning of the
//! body.

use std::cell::RefCell;

use super::execution::{Entered, Flow, Frame, Machine, Memo};
use super::meaning::{Answers, Meaning, Slots};
use super::models::{Model, models};
use super::parts::{Part, externs, of_conjuncts};
use super::programs::Drawn;
use crate::plan::model::{Block, Conjunct, HostValue, Operand, Plan, SetInfo, Slot, SlotInfo, Step};
use crate::plan::planner::Planner;
use crate::plan::print;
use crate::program::{PredicateKind, Program, Rule, RuleId, RuleKind, SortId, VariableId};
use crate::random::Random;
use crate::runtime::Value;

/// Percentage of cases in which some answer variables are given.
const GIVEN: usize = 20;

/// A body, and its meaning in several models.
pub(super) struct Case<'p> {
    pub(super) id: RuleId,
    pub(super) rule: &'p Rule,
    /// The variables that are bound on entry.
    pub(super) given: Vec<VariableId>,
    pub(super) in_models: Vec<CaseInModel<'p>>,
}

/// A model, the values of the given variables, and the correct answers.
pub(super) struct CaseInModel<'p> {
    pub(super) meaning: Meaning<'p>,
    pub(super) values: Vec<Value>,
    pub(super) answers: Answers,
}

/// A frame as left by a pass.
#[derive(Clone, Copy)]
pub(super) struct FrameShape<'f> {
    pub(super) slots: &'f [SlotInfo],
    pub(super) sets: &'f [SetInfo],
    pub(super) host_values: &'f [HostValue],
    pub(super) inputs: &'f [Slot],
    pub(super) answer: &'f [Slot],
}

/// The generated bodies of a program that the checks accepted.
pub(super) fn cases<'p>(drawn: &'p Drawn, random: &mut Random) -> Vec<Case<'p>> {
    let program = &drawn.program;
    let accepted = program.rules.iter().enumerate().filter(|(_, rule)| drawn.accepted.contains(&rule.name));
    accepted.map(|(at, rule)| Case::new(program, RuleId(at as u32), rule, random)).collect()
}

impl<'p> Case<'p> {
    fn new(program: &'p Program, id: RuleId, rule: &'p Rule, random: &mut Random) -> Case<'p> {
        let is_rule = rule.kind == RuleKind::Rule;
        let mut given = if is_rule && random.percent(GIVEN) { rule.answer.clone() } else { Vec::new() };
        given.retain(|_| random.percent(50));
        let used = externs(program, &rule.body);
        let in_model = |model: Model, random: &mut Random| {
            let meaning = Meaning::new(program, model);
            let values = given.iter().map(|id| {
                let sort = rule.variables[id.index()].sort;
                *random.choose(&meaning.model.universe(program, sort))
            });
            let values: Vec<Value> = values.collect();
            let known: Vec<(usize, Value)> =
                given.iter().map(|id| id.index()).zip(values.iter().copied()).collect();
            let answers = meaning.rule(rule, &known);
            CaseInModel { meaning, values, answers }
        };
        let models = models(program, &used, random);
        let in_models = models.into_iter().map(|model| in_model(model, random)).collect();
        Case { id, rule, given, in_models }
    }

    /// Checks that conjuncts have the same answers as the body. The steps in `prelude`, which compute sets, are
    /// executed first.
    pub(super) fn check_conjuncts(
        &self,
        pass: &str,
        planner: &Planner<'_>,
        conjuncts: &[Conjunct],
        shape: FrameShape<'_>,
        prelude: &[Step],
    ) {
        let parts = of_conjuncts(planner, conjuncts);
        let shown = || format!("{}{conjuncts:#?}", steps(planner, &planner.plan, shape, prelude));
        self.check_parts(pass, &planner.plan, &parts, shape, prelude, &shown);
    }

    fn check_parts(
        &self,
        pass: &str,
        plan: &Plan,
        parts: &[Part],
        shape: FrameShape<'_>,
        prelude: &[Step],
        shown: &dyn Fn() -> String,
    ) {
        let sorts: Vec<SortId> = shape.slots.iter().map(|slot| slot.sort).collect();
        let wanted: Vec<Operand> = shape.answer.iter().map(|slot| Operand::Slot(*slot)).collect();
        for in_model in &self.in_models {
            let _told = FailureReport::of(pass, self, in_model, shown);
            let start = in_model.frame(shape);
            let machine = Machine { plan, meaning: &in_model.meaning };
            let mut sets = None;
            machine.all(prelude, &start, &mut |frame| sets = Some(frame.sets.clone()));
            let sets: Vec<Option<u64>> = sets.expect("the sets of a prelude may be empty");
            let slots = Slots { sorts: &sorts, sets: &sets };
            let found = in_model.meaning.answers(slots, parts, &wanted, &start.slots);
            assert_eq!(found, in_model.answers, "left: what is found, right: what is so");
        }
    }

    /// Checks that steps have the same answers as the body. Returns the answers for each model, in the order found.
    pub(super) fn check_steps(
        &self,
        pass: &str,
        planner: &Planner<'_>,
        plan: &Plan,
        shape: FrameShape<'_>,
        block: &[Step],
    ) -> Vec<Vec<Vec<Value>>> {
        let shown = || steps(planner, plan, shape, block);
        let in_world = |in_model: &CaseInModel<'p>| {
            let _told = FailureReport::of(pass, self, in_model, &shown);
            let mut found = Vec::new();
            let machine = Machine { plan, meaning: &in_model.meaning };
            machine.all(block, &in_model.frame(shape), &mut |frame| {
                found.push(shape.answer.iter().map(|slot| frame.value(Operand::Slot(*slot))).collect());
            });
            let different: Answers = found.iter().cloned().collect();
            assert_eq!(different, in_model.answers, "left: what is found, right: what is so");
            found
        };
        self.in_models.iter().map(in_world).collect()
    }
}

/// Prints the planned body if the planner panics.
pub(super) struct Planning<'t>(pub(super) &'t Program, pub(super) &'t str);

impl Drop for Planning<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("planned:\n{}", with_own_clauses(self.0, self.1));
        }
    }
}

/// A body preceded by the clauses of its own predicate.
fn with_own_clauses(program: &Program, body: &str) -> String {
    let own =
        program.predicates.iter().filter(|own| own.name.starts_with("own.") && body.contains(&own.name));
    let clauses = own.flat_map(|predicate| match &predicate.kind {
        PredicateKind::Derived(clauses) => clauses.as_slice(),
        _ => &[],
    });
    let clauses: String = clauses.map(|clause| format!("{}\n", clause.text)).collect();
    clauses + body
}

impl CaseInModel<'_> {
    /// A frame with the given values and the host values.
    pub(super) fn frame(&self, shape: FrameShape<'_>) -> Frame {
        let mut frame = Frame::new(shape.slots.len(), shape.sets.len(), shape.host_values);
        for (slot, value) in shape.inputs.iter().zip(&self.values) {
            frame.slots[slot.index()] = Some(*value);
        }
        frame
    }
}

impl Machine<'_, '_> {
    /// Calls `each` for every way in which the steps succeed.
    pub(super) fn all(&self, steps: &[Step], start: &Frame, each: &mut dyn FnMut(&Frame)) {
        let entered = Entered { memo: &Memo::new(Default::default()), fixpoint: None };
        let flow = self.block(entered, steps, &mut start.clone(), &mut |frame| {
            each(frame);
            Flow::Continue(())
        });
        assert!(flow.is_continue(), "all ways are gone");
    }
}

fn steps(planner: &Planner<'_>, plan: &Plan, shape: FrameShape<'_>, steps: &[Step]) -> String {
    let block = Block { steps: steps.to_vec(), ..Block::default() };
    print::steps(planner.program, plan, shape.slots, shape.sets, &block)
}

/// Prints the case under examination if a law fails.
pub(super) struct FailureReport<'t> {
    pass: &'t str,
    body: &'t str,
    program: &'t Program,
    model: &'t Model,
    values: &'t [Value],
    shown: &'t dyn Fn() -> String,
}

impl<'t> FailureReport<'t> {
    pub(super) fn of(
        pass: &'t str,
        case: &'t Case<'_>,
        in_model: &'t CaseInModel<'_>,
        shown: &'t dyn Fn() -> String,
    ) -> FailureReport<'t> {
        LOOKED_AT.with(|count| *count.borrow_mut() += 1);
        let CaseInModel { meaning, values, .. } = in_model;
        FailureReport {
            pass,
            body: &case.rule.text,
            program: meaning.program,
            model: &meaning.model,
            values,
            shown,
        }
    }
}

thread_local! {
    /// Number of bodies examined in models.
    static LOOKED_AT: RefCell<usize> = const { RefCell::new(0) };
}

impl Drop for FailureReport<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let FailureReport { pass, body, program, model, values, shown } = self;
            let looked = LOOKED_AT.with(|count| *count.borrow());
            let body = with_own_clauses(program, body);
            eprintln!("{pass}, after {looked} looks at a body in a model:\n{body}");
            eprint!("given {values:?} in\n{}became\n{}", model.text(program), shown());
        }
    }
}
