//! The validator, which runs after each pass. It checks that, on each path through a body, every slot and every set
//! gets a value only once, and before it is read. The validator changes nothing.
//!
//! Debug builds and tests validate all plans and panic on a violation; `blanche plan --check` reports violations.

use std::fmt;

use blanche_sorted::SortedSet;

use crate::plan::budget::{Subject, named};
use crate::plan::model::{
    Access, Action, Argument, Block, Counted, Frame, Intersection, Lookup, Operand, Output, Plan, Routine,
    RoutineClause, RoutineId, RulePlan, SetSlot, Slot, Source, Step, SumPlan,
};
use crate::program::{PredicateKind, Program};

/// A violation of an invariant by a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The pass after which the violation was found.
    pub pass: &'static str,
    /// The rule or predicate, in the author's words.
    pub subject: String,
    /// A description of the violation, such as `set row.2.chosen is read before it is made`.
    pub what: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, after `{}`: {}", self.subject, self.pass, self.what)
    }
}

/// Whether every plan is validated. This is so only in debug builds.
pub(crate) const VALIDATES_ALL_PLANS: bool = cfg!(debug_assertions);

/// Validates steps in a frame that is still being planned. The slots in `given` are bound on entry.
pub(crate) fn of_steps<'s>(
    program: &Program,
    routines: &[Routine],
    frame: &Frame,
    given: impl IntoIterator<Item = Slot>,
    steps: impl IntoIterator<Item = &'s Step>,
) -> Validation {
    let validator = Validator {
        program,
        routines,
        slots: frame.slots.iter().map(|slot| slot.name.as_str()).collect(),
        sets: frame.sets.iter().map(|set| set.info.name.as_str()).collect(),
    };
    let mut path = Path::entered(given.into_iter().chain(frame.read_slots()));
    steps.into_iter().try_for_each(|step| validator.step(step, &mut path))
}

/// The violations in a finished plan.
pub(crate) fn breaches(program: &Program, plan: &Plan, pass: &'static str) -> Vec<Breach> {
    let mut found = Vec::new();
    let mut note = |subject: String, checked: Validation| {
        found.extend(checked.err().map(|what| Breach { pass, subject, what }));
    };
    for (at, rule) in plan.rules.iter().enumerate() {
        let subject = Subject::Rule(crate::program::RuleId(at as u32));
        let (name, _) = named(program, subject).expect("a rule has a name");
        note(name, of_rule(program, plan, rule));
    }
    for sum in &plan.sums {
        note(format!("the scores of {}", program.player(sum.player)), of_sum(program, plan, sum));
    }
    for routine in &plan.routines {
        for clause in &routine.clauses {
            note(format!("`{}`", routine.name), of_clause(program, plan, routine, clause));
        }
    }
    found
}

fn of_rule(program: &Program, plan: &Plan, rule: &RulePlan) -> Validation {
    let validator = Validator {
        program,
        routines: &plan.routines,
        slots: rule.frame.iter().map(|slot| slot.name.as_str()).collect(),
        sets: rule.sets.iter().map(|set| set.name.as_str()).collect(),
    };
    let read = rule.host_values.iter().map(|value| value.slot);
    let mut path = Path::entered(rule.inputs.iter().copied().chain(read));
    validator.block(&rule.body, &mut path)?;
    // A body that never holds yields no answer.
    if rule.body.never_holds() {
        return Ok(());
    }
    rule.answer.iter().try_for_each(|slot| validator.read(*slot, &path))
}

fn of_clause(program: &Program, plan: &Plan, routine: &Routine, clause: &RoutineClause) -> Validation {
    let validator = Validator {
        program,
        routines: &plan.routines,
        slots: clause.frame.iter().map(|slot| slot.name.as_str()).collect(),
        sets: clause.sets.iter().map(|set| set.name.as_str()).collect(),
    };
    let inputs = routine.arguments.iter().filter(|argument| **argument == Argument::Input).count();
    same_number("inputs of the routine", inputs, clause.inputs.len())?;
    same_number("results of the routine", routine.results(), clause.results.len())?;
    let read = clause.host_values.iter().map(|value| value.slot);
    let mut path = Path::entered(clause.inputs.iter().copied().chain(read));
    validator.block(&clause.body, &mut path)?;
    if clause.body.never_holds() {
        return Ok(());
    }
    validator.operands(&clause.results, &path)
}

fn of_sum(program: &Program, plan: &Plan, sum: &SumPlan) -> Validation {
    let validator = Validator {
        program,
        routines: &plan.routines,
        slots: sum.frame.iter().map(|slot| slot.name.as_str()).collect(),
        sets: sum.sets.iter().map(|set| set.name.as_str()).collect(),
    };
    let mut shared = Path::default();
    validator.block(&sum.shared, &mut shared)?;
    for count in &sum.counts {
        if let Counted::InSum(block) = &count.counted {
            validator.block(block, &mut shared.clone())?;
        }
    }
    Ok(())
}

/// `Ok`, or a description of the violation.
pub(crate) type Validation = Result<(), String>;

/// The slots and sets that have a value at some point of a path.
#[derive(Clone, Default)]
struct Path {
    slots: SortedSet<Slot>,
    sets: SortedSet<SetSlot>,
}

impl Path {
    fn entered(slots: impl IntoIterator<Item = Slot>) -> Path {
        Path { slots: slots.into_iter().collect(), sets: SortedSet::new() }
    }
}

/// Validates the steps of one frame.
struct Validator<'v> {
    program: &'v Program,
    routines: &'v [Routine],
    /// The names of the frame's slots and sets.
    slots: Vec<&'v str>,
    sets: Vec<&'v str>,
}

impl Validator<'_> {
    fn block(&self, block: &Block, path: &mut Path) -> Validation {
        block.steps.iter().try_for_each(|step| self.step(step, path))
    }

    fn step(&self, step: &Step, path: &mut Path) -> Validation {
        match &step.action {
            Action::Each { access, inputs, outputs, .. } => {
                self.access(*access, inputs, outputs.len(), path)?;
                self.outputs(outputs, path)
            }
            Action::Test { access, inputs, .. } => self.access(*access, inputs, 0, path),
            Action::Compare { left, right, .. } => self.operands(&[*left, *right], path),
            Action::Holds { comparison, inputs, .. } => {
                same_number("arguments", self.program.predicate(*comparison).arity(), inputs.len())?;
                self.operands(inputs, path)
            }
            Action::Solve { comparison, inputs, output, .. } => {
                same_number("arguments", self.program.predicate(*comparison).arity(), inputs.len() + 1)?;
                self.operands(inputs, path)?;
                self.outputs(&[*output], path)
            }
            Action::Assign { slot, value } => {
                self.operands(&[*value], path)?;
                self.bind(*slot, path)
            }
            Action::Within { slot, .. } => self.read(*slot, path),
            Action::Call { routine, inputs, .. } => self.call(*routine, inputs, Some(0), path),
            Action::EachCall { routine, inputs, outputs, .. } => {
                self.call(*routine, inputs, Some(outputs.len()), path)?;
                self.outputs(outputs, path)
            }
            Action::Aggregate { routine, inputs, output, .. } => {
                self.call(*routine, inputs, None, path)?;
                self.outputs(&[*output], path)
            }
            Action::Exists { block, .. } => self.block(block, &mut path.clone()),
            Action::EachIn { slot, from } => {
                self.intersection(from, path)?;
                self.bind(*slot, path)
            }
            Action::Has { set, .. } => self.intersection(set, path),
            Action::BindSet { set, from, .. } => {
                self.intersection(from, path)?;
                self.make(*set, path)
            }
            Action::Collect { set, block, add, seen, .. } => {
                let mut inside = path.clone();
                self.block(block, &mut inside)?;
                self.intersection(add, &inside)?;
                seen.iter().try_for_each(|seen| self.make(*seen, path))?;
                self.make(*set, path)
            }
            Action::After { moves, block } => {
                moves.iter().try_for_each(|one| self.operands(&one.inputs, path))?;
                // Sets computed before the moves belong to another position.
                self.block(block, &mut Path::entered(path.slots.iter().copied()))
            }
            Action::Fail | Action::Spend { .. } => Ok(()),
        }
    }

    fn access(&self, access: Access, inputs: &[Operand], outputs: usize, path: &Path) -> Validation {
        let (Access::Extern(id, _) | Access::Facts(id, _)) = access;
        let (declared, all) = (self.program.predicate(id), inputs.len() + outputs);
        let needed = match (access, &declared.kind) {
            (Access::Extern(_, mode), PredicateKind::Extern(external)) => {
                (0..all).filter(|at| external.modes[mode].needs(*at)).count()
            }
            (Access::Facts(_, mask), _) => mask.count_ones() as usize,
            (Access::Extern(..), _) => return Err(format!("{} is asked of the host", declared.name)),
        };
        let is_variadic = matches!(&declared.kind, PredicateKind::Extern(external) if external.variadic);
        same_number("inputs of an access", needed, inputs.len())?;
        if !is_variadic {
            same_number("arguments of an access", declared.arity(), all)?;
        }
        self.operands(inputs, path)
    }

    fn call(
        &self,
        routine: RoutineId,
        inputs: &[Operand],
        outputs: Option<usize>,
        path: &Path,
    ) -> Validation {
        let called = self.routines.get(routine.index()).ok_or("a routine is called that does not exist")?;
        let wanted = called.arguments.iter().filter(|argument| **argument == Argument::Input).count();
        same_number("inputs of a call", wanted, inputs.len())?;
        outputs.map_or(Ok(()), |outputs| same_number("results of a call", called.results(), outputs))?;
        self.operands(inputs, path)
    }

    fn intersection(&self, intersection: &Intersection, path: &Path) -> Validation {
        let sources = intersection.of.iter().chain(&intersection.without);
        sources.into_iter().try_for_each(|source| match source {
            Source::Answers { lookups, access, inputs } => {
                let mut inside = path.clone();
                lookups.iter().try_for_each(|Lookup { access, inputs, slot }| {
                    self.access(*access, inputs, 1, &inside)?;
                    self.bind(*slot, &mut inside)
                })?;
                self.access(*access, inputs, 1, &inside)
            }
            Source::Set(set) if path.sets.contains(set) => Ok(()),
            Source::Set(set) => Err(format!("set {} is read before it is made", self.set(*set))),
            Source::Only(operand) => self.operands(&[*operand], path),
            Source::All(_) => Ok(()),
        })
    }

    fn operands(&self, operands: &[Operand], path: &Path) -> Validation {
        operands.iter().filter_map(|operand| operand.slot()).try_for_each(|slot| self.read(slot, path))
    }

    /// An output may be compared with a slot that the same answer binds.
    fn outputs(&self, outputs: &[Output], path: &mut Path) -> Validation {
        outputs.iter().try_for_each(|output| match output {
            Output::Bind(slot) => self.bind(*slot, path),
            Output::Equals(operand) => self.operands(&[*operand], path),
            Output::Ignore => Ok(()),
        })
    }

    fn read(&self, slot: Slot, path: &Path) -> Validation {
        match path.slots.contains(&slot) {
            true => Ok(()),
            false => Err(format!("slot {} is read before it has a value", self.slot(slot))),
        }
    }

    fn bind(&self, slot: Slot, path: &mut Path) -> Validation {
        match path.slots.insert(slot) {
            true => Ok(()),
            false => Err(format!("slot {} gets a value twice", self.slot(slot))),
        }
    }

    fn make(&self, set: SetSlot, path: &mut Path) -> Validation {
        match path.sets.insert(set) {
            true => Ok(()),
            false => Err(format!("set {} is made twice", self.set(set))),
        }
    }

    fn slot(&self, slot: Slot) -> &str {
        self.slots.get(slot.index()).copied().unwrap_or("outside the frame")
    }

    fn set(&self, set: SetSlot) -> &str {
        self.sets.get(set.index()).copied().unwrap_or("outside the frame")
    }
}

fn same_number(of: &str, wanted: usize, found: usize) -> Validation {
    if wanted == found { Ok(()) } else { Err(format!("{found} {of} where there are {wanted}")) }
}
