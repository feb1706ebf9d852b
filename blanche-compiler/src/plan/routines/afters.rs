//! What holds after moves: each `after` is a routine of its own, with the moves and what is asked then as its only step.
//!
//! That keeps two positions apart. The sets, memories and known literals of a frame belong to the position in which
//! the frame was entered; inside there is nothing of the caller's but values. What the caller keeps is right again once
//! the moves are taken back, and what it remembers of the routine is keyed by the values of the moves. Inside, sets are
//! made in front of the loops as in a rule, because there too they are made once for a question.

use std::rc::Rc;

use super::given_slots::{given_slots, shared};
use crate::plan::model::{
    Action, Argument, Block, Callee, ConjunctKind, Context, Draft, Estimate, Frame, Known, Move, Routine,
    RoutineClause, RoutineId, Step, finish, likely,
};
use crate::plan::normalise::Scope;
use crate::plan::params::{MOST_ANSWER_YES, MOVE_COST, UNPLANNED_ANSWERS, UNPLANNED_COST};
use crate::plan::planner::Planner;
use crate::program::{Clause, Goal, Term};

impl Planner<'_> {
    /// The routine of an `after` whose arguments are used in this way. It is known before it is planned, because it
    /// may need itself.
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

    /// `after.place`: the different actions, each once.
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

    /// The only clause of the routine; `None` when the constants exclude it.
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
        // It is asked in another position.
        let around = std::mem::take(&mut self.solving);
        let context = Context { live: bound.clone(), known: Known::default(), repeated: false };
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
    let estimate = Estimate { answers: likely(block.estimate.answers).min(MOST_ANSWER_YES), cost };
    Step { action: Action::After { moves, block }, literal: String::new(), estimate }
}
