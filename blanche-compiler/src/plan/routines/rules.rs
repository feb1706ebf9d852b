//! Plans rules.

use super::given_slots::given_slots;
use crate::plan::budget::Subject;
use crate::plan::model::{
    Conjunction, Context, Draft, Frame, KnownLiterals, Operand, Ordered, RulePlan, Slot, Slots,
};
use crate::plan::normalise::Scope;
use crate::plan::planner::Planner;
use crate::program::{Rule, RuleId, RuleKind, Term, VariableId};

impl Planner<'_> {
    /// Plans the rules for which `wanted` is true, and the sums of their scores; other rules get empty plans.
    pub(crate) fn all(&mut self, wanted: &dyn Fn(RuleId, &Rule) -> bool) {
        for (at, rule) in self.program.rules.iter().enumerate() {
            let id = RuleId(at as u32);
            self.budget.set_subject(Some(Subject::Rule(id)));
            let rule_plan = if wanted(id, rule) {
                self.rule(id, rule, &rule.answer[..rule.given])
            } else {
                RulePlan::empty(id)
            };
            self.plan.rules.push(rule_plan);
        }
        for player in self.program.players.clone() {
            let counts = |score: &Rule| score.colour == Some(player) && !score.when_named;
            let scores = self.program.scores().filter(|(id, score, _)| counts(score) && wanted(*id, score));
            let scores: Vec<RuleId> = scores.map(|(id, ..)| id).collect();
            if !scores.is_empty() {
                let sum = self.sum(player, &scores);
                self.plan.sums.push(sum);
            }
        }
    }

    /// Plans a rule. The variables in `given` are bound when the rule is evaluated.
    pub(crate) fn rule(&mut self, id: RuleId, rule: &Rule, given: &[VariableId]) -> RulePlan {
        let mut draft = Draft::entered_once();
        let variable = |id: &VariableId| &rule.variables[id.index()];
        let inputs: Vec<Slot> =
            given.iter().map(|id| draft.frame.add(&variable(id).name, variable(id).sort)).collect();
        let given: Vec<(VariableId, Slot)> = given.iter().copied().zip(inputs.iter().copied()).collect();
        let (ordered, answer) = self.premise(rule, &given, &mut draft);
        let mut frame = draft.frame;
        self.validate_steps("order", &frame, inputs.iter().copied(), ordered.steps());
        let body = self.hoist(ordered, &mut frame);
        self.validate_steps("hoist", &frame, inputs.iter().copied(), &body.steps);
        let guard = self.guard(&body, &frame);
        let body = match rule.kind {
            RuleKind::Score(_) => self.each_once(body, &answer, &mut frame),
            _ => body,
        };
        self.validate_steps("distinct", &frame, inputs.iter().copied(), &body.steps);
        let Frame { slots, sets, host_values, .. } = frame;
        let sets = Frame::set_infos(sets);
        RulePlan { rule: id, frame: slots, sets, host_values, inputs, answer, body, guard }
    }

    /// The ordered steps of a premise before hoisting, and the slots of its answer. The variables in `given` already
    /// have slots.
    pub(crate) fn premise(
        &mut self,
        rule: &Rule,
        given: &[(VariableId, Slot)],
        draft: &mut Draft,
    ) -> (Ordered, Vec<Slot>) {
        let (conjunction, answer) = self.normalise(rule, given, &mut draft.frame);
        let Conjunction { mut conjuncts, mut bound, mut context } = conjunction;
        if let RuleKind::Score(_) = rule.kind {
            // Variables are unified first, because no set exists for a variable that is replaced by another variable.
            self.simplify(&mut conjuncts, &bound, &draft.frame, &context);
            self.anti_joins(&mut conjuncts, &context.live, draft);
            // The clauses unfolded for the anti-joins may name further host values.
            bound.extend(draft.frame.read_slots());
            context.live.extend(draft.frame.read_slots());
        }
        let wanted: Slots = answer.iter().copied().collect();
        let body = self.conjunction(conjuncts, bound, draft, &context, Some(&wanted));
        (draft.ordered(body), answer)
    }

    /// The conjuncts of a premise, and the slots of its answer.
    pub(crate) fn normalise(
        &mut self,
        rule: &Rule,
        given: &[(VariableId, Slot)],
        frame: &mut Frame,
    ) -> (Conjunction, Vec<Slot>) {
        let mut scope = Scope::new(&rule.variables);
        for (variable, slot) in given {
            scope.set(*variable, Operand::Slot(*slot));
        }
        // Given and answer variables are never local to a negation or branch.
        let outer = rule.answer.iter().chain(given.iter().map(|(id, _)| id));
        let outer: Vec<Term> = outer.map(|id| Term::Variable(*id)).collect();
        let conjuncts = self.body(&rule.body, &outer, &mut scope, frame);
        let mut answer = Vec::new();
        for variable in &rule.answer {
            match scope.operand(frame, &Term::Variable(*variable)) {
                Operand::Slot(slot) => answer.push(slot),
                Operand::Constant(_) => unreachable!("nothing replaces a variable of a rule"),
            }
        }
        let inputs: Vec<Slot> = given.iter().map(|(_, slot)| *slot).collect();
        let bound = given_slots(&inputs, frame);
        let live = answer.iter().chain(&bound).copied().collect();
        let context = Context { live, known: KnownLiterals::default(), repeated: false };
        (Conjunction { conjuncts, bound, context }, answer)
    }
}
