//! Plans `after` goals. Each `after` is a routine of its own whose only step makes the moves and evaluates the
//! goals.
//!
//! This keeps two positions apart. The sets, memos and known literals of a frame belong to the position in which
//! the frame was entered, so only values are passed into the routine. The caller's sets are valid again once the
//! moves are undone, and its memos of the routine are keyed by the arguments of the moves. Inside the routine, sets
//! are hoisted as in a rule, because there too they are computed once per query.

use std::rc::Rc;

use super::given_slots::{given_slots, shared};
use crate::plan::model::{
    Action, Argument, Block, Callee, ConjunctKind, Context, Draft, Estimate, Frame, KnownLiterals, Move,
    Routine, RoutineClause, RoutineId, Step, finish, likely,
};
use crate::plan::normalise::Scope;
use crate::plan::params::{MAX_TEST_ROUTINE_SELECTIVITY, MOVE_COST, UNPLANNED_ANSWERS, UNPLANNED_COST};
use crate::plan::planner::Planner;
use crate::program::{Clause, Goal, Term};

impl Planner<'_> {
    /// Plans the routine of an `after` with this use of its arguments. The routine is registered before it is
    /// planned, because it may call itself.
    pub(crate) fn after_routine(&mut self, at: usize, arguments: &[Argument]) -> RoutineId {
        let clause = Rc::clone(&self.afters[at]);
        let (parameters, sorts) = shared(&clause);
        let id = RoutineId(self.plan.routines.len() as u32);
        self.plan.routines.push(Routine {
            predicate: None,
            arguments: arguments.to_vec(),
            name: self.after_name(&clause),
            parameters: parameters.clone(),
            sorts: sorts.clone(),
            clauses: Vec::new(),
            asks: true,
            tabled: false,
            recursion: None,
            work: 0,
            estimate: Estimate { answers: UNPLANNED_ANSWERS, cost: UNPLANNED_COST },
        });
        self.routines.insert((Callee::After(at), arguments.to_vec()), id);
        let planned = self.after_clause(&clause, arguments, (&parameters, &sorts));
        let routine = &mut self.plan.routines[id.index()];
        let never = Estimate { answers: 0.0, cost: 1.0 };
        routine.estimate = planned.as_ref().map_or(never, |clause| clause.body.estimate);
        routine.clauses.extend(planned);
        id
    }

    /// The name of the routine: `after` with the distinct actions, such as `after.place`.
    fn after_name(&self, clause: &Clause) -> String {
        let Some(Goal::After(actions, ..)) = clause.body.first() else { return "after".to_owned() };
        let mut names = vec!["after"];
        for action in actions {
            let name = self.program.predicate(action.predicate).name.as_str();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(".")
    }

    /// The only clause of the routine, or `None` if the constants exclude it.
    fn after_clause(
        &mut self,
        clause: &Clause,
        arguments: &[Argument],
        parameters: (&[String], &[crate::program::SortId]),
    ) -> Option<RoutineClause> {
        let Some(Goal::After(actions, goals, _)) = clause.body.first() else {
            unreachable!("the clause of an `after` consists of it")
        };
        let mut draft = Draft::entered_once();
        let mut scope = Scope::new(&clause.variables);
        let (inputs, given) = self.given(clause, arguments, parameters, &mut scope, &mut draft.frame)?;
        debug_assert!(given.is_empty(), "its head consists of different variables of their own sorts");
        let moves: Vec<Move> = actions
            .iter()
            .map(|action| {
                let inputs =
                    action.arguments.iter().map(|term| scope.operand(&mut draft.frame, term)).collect();
                Move { action: action.predicate, inputs }
            })
            .collect();
        let outer: Vec<Term> = actions.iter().flat_map(|action| &action.arguments).cloned().collect();
        let conjuncts = self.body(goals, clause.head.iter().chain(&outer), &mut scope, &mut draft.frame);
        if conjuncts.iter().any(|conjunct| conjunct.kind == ConjunctKind::Fail) {
            return None;
        }
        let bound = given_slots(&inputs, &draft.frame);
        // The goals are evaluated in another position.
        let around = std::mem::take(&mut self.solving);
        let context = Context { live: bound.clone(), known: KnownLiterals::default(), repeated: false };
        let block = self.conjunction(conjuncts, bound, &mut draft, &context, None);
        self.solving = around;
        let ordered = draft.ordered(block);
        let mut frame = draft.frame;
        let block = self.hoist(ordered, &mut frame);
        let body = finish(vec![step(moves, block)]);
        self.validate_steps("hoist", &frame, inputs.iter().copied(), &body.steps);
        Some(RoutineClause {
            recursive_calls: 0,
            work: 0,
            frame: frame.slots,
            sets: Frame::set_infos(frame.sets),
            host_values: frame.host_values,
            inputs,
            body,
            results: Vec::new(),
            text: clause.text.clone(),
        })
    }
}

fn step(moves: Vec<Move>, block: Block) -> Step {
    let cost = MOVE_COST * moves.len() as f64 + block.estimate.cost;
    let estimate =
        Estimate { answers: likely(block.estimate.answers).min(MAX_TEST_ROUTINE_SELECTIVITY), cost };
    Step { action: Action::After { moves, block }, literal: String::new(), estimate }
}
