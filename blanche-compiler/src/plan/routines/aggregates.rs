//! Plans aggregates. Each is a routine with a single step that folds the tuples of another routine.

use crate::files::{FileId, Span};
use crate::plan::faults::{self, Fault};
use crate::plan::model::{
    Action, Argument, Callee, Estimate, Frame, Operand, Output, Routine, RoutineClause, RoutineId, Step,
    finish,
};
use crate::plan::normalise::Scope;
use crate::plan::params::{CALL_COST, COLLECTED_COST, EQUAL_SELECTIVITY};
use crate::plan::planner::Planner;
use crate::program::{Aggregate, Clause, Function, PredicateId, SortId, Term, Variable, VariableId};
use crate::runtime::Fold;

impl Planner<'_> {
    /// Plans the routine of an aggregate with this use of its arguments. The arguments shared with the caller are
    /// inputs.
    pub(crate) fn aggregate_routine(
        &mut self,
        id: PredicateId,
        aggregate: &Aggregate,
        arguments: &[Argument],
    ) -> RoutineId {
        let program = self.program;
        let predicate = program.predicate(id);
        let last = arguments.len() - 1;
        let tuple = std::iter::repeat_n(Argument::Result, aggregate.width);
        let inner: Vec<Argument> = arguments[..last].iter().copied().chain(tuple).collect();
        let around = std::mem::take(&mut self.solving);
        let routine = self.routine(Callee::Predicate(aggregate.of), &inner);
        self.solving = around;
        let Routine { estimate: of_tuples, asks, .. } = self.plan.routines[routine.index()];
        let mut frame = Frame::default();
        let head = head(&predicate.parameters, &predicate.sorts, program.files[0]);
        let mut scope = Scope::new(&head.variables);
        let of_head = (predicate.parameters.as_slice(), predicate.sorts.as_slice());
        let given = self.given(&head, arguments, of_head, &mut scope, &mut frame);
        let (given, _) = given.expect("its head consists of different variables of their own sorts");
        let operands: Vec<Operand> = head.head.iter().map(|term| scope.operand(&mut frame, term)).collect();
        let inputs =
            (0..last).filter(|at| arguments[*at] == Argument::Input).map(|at| operands[at]).collect();
        let (output, results) = match (arguments[last], operands[last]) {
            (Argument::Result, Operand::Slot(slot)) => (Output::Bind(slot), vec![operands[last]]),
            (Argument::Any, _) => (Output::Ignore, Vec::new()),
            (_, known) => (Output::Equals(known), Vec::new()),
        };
        let fold = self.what_is_made(aggregate, predicate.sort(last));
        let answers = if matches!(output, Output::Equals(_)) { EQUAL_SELECTIVITY } else { 1.0 };
        let cost = of_tuples.cost + of_tuples.answers * COLLECTED_COST;
        let step = Step {
            action: Action::Aggregate { fold, routine, inputs, output },
            literal: String::new(),
            estimate: Estimate { answers, cost },
        };
        let body = finish(vec![step]);
        let Frame { slots, host_values, .. } = frame;
        let text = program.clause_of(aggregate).text.clone();
        let clause = RoutineClause {
            recursive_calls: 0,
            work: 0,
            frame: slots,
            sets: Vec::new(),
            host_values,
            inputs: given,
            body,
            results,
            text,
        };
        let estimate = Estimate { answers, cost: cost + CALL_COST };
        self.add_routine(
            Callee::Predicate(id),
            Routine {
                predicate: Some(id),
                arguments: arguments.to_vec(),
                name: predicate.name.clone(),
                parameters: predicate.parameters.clone(),
                sorts: predicate.sorts.clone(),
                clauses: vec![clause],
                asks,
                tabled: false,
                recursion: None,
                work: 0,
                estimate,
            },
        )
    }

    /// The fold that computes the aggregate.
    fn what_is_made(&self, aggregate: &Aggregate, result: SortId) -> Fold {
        let tuples = self.program.predicate(aggregate.of);
        let first = tuples.sort(tuples.arity() - aggregate.width);
        let origin = |sort: SortId| self.program.sort(self.program.sort(sort).root).number(0);
        match aggregate.function {
            Function::Count => Fold::Count,
            Function::Sum => Fold::Sum { first: origin(first), result: origin(result) },
            Function::Min if faults::has(Fault::MaxForMin) => Fold::Max,
            Function::Min => Fold::Min,
            Function::Max => Fold::Max,
        }
    }
}

/// A clause without a body whose head consists of distinct variables.
fn head(names: &[String], sorts: &[SortId], file: FileId) -> Clause {
    let span = Span::new(file, 0, 0);
    let variable = |(name, sort): (&String, &SortId)| Variable::named(name.clone(), *sort, false, span);
    let head = (0..names.len() as u32).map(|at| Term::Variable(VariableId(at))).collect();
    let variables = names.iter().zip(sorts).map(variable).collect();
    Clause { head, variables, body: Vec::new(), span, text: String::new() }
}
