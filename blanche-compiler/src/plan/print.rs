//! Formats plans for people: one line per step, with its estimate. The steps of tests are indented.

use std::fmt::Write;

use super::model::{
    Access, Action, Argument, Block, Count, Counted, Estimate, Guard, Intersection, Move, Operand, Output,
    Plan, RecursiveCall, Routine, RoutineId, RulePlan, SetInfo, SlotInfo, Source, Step, SumPlan, reach,
};
use crate::incremental::incremental;
use crate::program::{PredicateId, Program, Rule, RuleId, RuleKind, SortId};
use crate::runtime::{ResultOrder, Value};

/// Formats the plans of the rules in `rules`, or of all rules if `rules` is `None`, and of the routines that they call.
pub fn print(program: &Program, plan: &Plan, rules: Option<&[RuleId]>) -> String {
    let mut text = String::new();
    let chosen: Vec<&RulePlan> =
        plan.rules.iter().filter(|planned| rules.is_none_or(|rules| rules.contains(&planned.rule))).collect();
    let mut routines = blanche_sorted::SortedSet::new();
    for planned in &chosen {
        reach(&planned.body, plan, &mut routines);
    }
    let of_all = |sum: &&SumPlan| {
        sum.counts.iter().all(|count| chosen.iter().any(|planned| planned.rule == count.score))
    };
    for sum in plan.sums.iter().filter(of_all) {
        sum.blocks().for_each(|block| reach(block, plan, &mut routines));
    }
    for planned in &chosen {
        print_rule(program, plan, planned, &mut text);
    }
    for sum in plan.sums.iter().filter(of_all) {
        print_sum(program, plan, sum, &mut text);
    }
    for routine in routines {
        print_routine(program, plan, &plan.routines[routine.index()], &mut text);
    }
    text
}

/// Formats only the steps of a block.
#[cfg(test)]
pub(crate) fn steps(
    program: &Program,
    plan: &Plan,
    frame: &[SlotInfo],
    sets: &[SetInfo],
    block: &Block,
) -> String {
    let mut text = String::new();
    Printer { program, plan, frame, sets, work: true }.block(block, 0, &mut text);
    text
}

/// Formats a set that depends on no slot.
#[cfg(test)]
pub(crate) fn set(program: &Program, plan: &Plan, set: &Intersection) -> String {
    Printer { program, plan, frame: &[], sets: &[], work: false }.intersection(set)
}

fn print_rule(program: &Program, plan: &Plan, planned: &RulePlan, text: &mut String) {
    let rule = program.rule(planned.rule);
    let side: Vec<String> = rule
        .side
        .iter()
        .map(|variable| format!("{} = {}", variable.name, program.player(variable.player)))
        .collect();
    let side = if side.is_empty() { String::new() } else { format!(" ({})", side.join(", ")) };
    let _ = writeln!(text, "{}{side}", program.rule_title(rule));
    let printer = Printer { program, plan, frame: &planned.frame, sets: &planned.sets, work: false };
    if let Some(Guard { set, at_least }) = planned.guard.as_ref().filter(|_| rule.kind == RuleKind::Rule) {
        let _ = writeln!(text, "  guard {}{}", printer.intersection(set), guard(*at_least));
    }
    printer.block(&planned.body, 1, text);
    let answer: Vec<&str> =
        planned.answer.iter().map(|slot| planned.frame[slot.index()].name.as_str()).collect();
    let order = match planned.order() {
        _ if answer.is_empty() => "",
        ResultOrder::Sorted => ": sorted set",
        ResultOrder::Set => ": set",
        ResultOrder::Bag => ": bag",
    };
    let answer = if answer.is_empty() { "yes".to_owned() } else { answer.join(", ") };
    let _ = writeln!(text, "  answer {answer}{order}");
    let _ = writeln!(text, "  estimate: {}\n", estimate(planned.body.estimate));
}

/// Formats the scores of a player.
fn print_sum(program: &Program, plan: &Plan, sum: &SumPlan, text: &mut String) {
    let _ = writeln!(text, "the scores of {}", program.player(sum.player));
    let printer = Printer { program, plan, frame: &sum.frame, sets: &sum.sets, work: false };
    printer.block(&sum.shared, 1, text);
    for Count { score, counted } in &sum.counts {
        let score = program.rule(*score);
        let RuleKind::Score(weights) = score.kind else { continue };
        let [attacking, defending] = program.weight_texts(score, weights);
        let apart = if matches!(counted, Counted::Separately) { ", by its own plan" } else { "" };
        let follows = follows(program, score);
        let _ =
            writeln!(text, "  {}: attacking {attacking}, defending {defending}{apart}{follows}", score.name);
        if let Counted::InSum(block) = counted {
            printer.block(block, 2, text);
        }
    }
    let own = program.scores().filter(|(_, score, _)| score.colour == Some(sum.player));
    for (_, score, weights) in own.filter(|(_, score, _)| score.when_named) {
        let [attacking, defending] = program.weight_texts(score, weights);
        let (name, follows) = (&score.name, follows(program, score));
        let _ = writeln!(text, "  {name}: attacking {attacking}, defending {defending}, when named{follows}");
    }
    text.push('\n');
}

/// Describes whether a score can be updated incrementally during a game; empty if the program has no game.
fn follows(program: &Program, score: &Rule) -> String {
    match incremental(program, score) {
        _ if program.game.is_none() => String::new(),
        Ok(_) => "; incremental".to_owned(),
        Err(why) => format!("; recomputed, as it {}", why.text(program, score)),
    }
}

fn print_routine(program: &Program, plan: &Plan, routine: &Routine, text: &mut String) {
    let tabled = match routine.recursion {
        Some(recursion) if recursion.is_tail => ", recursive by tail calls",
        Some(_) => ", recursive",
        None if routine.tabled => ", tabled",
        None => "",
    };
    let _ = writeln!(text, "{}{tabled}", title(program, routine));
    for clause in &routine.clauses {
        let inputs: Vec<&str> =
            clause.inputs.iter().map(|slot| clause.frame[slot.index()].name.as_str()).collect();
        let given = if inputs.is_empty() { String::new() } else { format!(" given {}", inputs.join(", ")) };
        let _ = writeln!(text, "  clause{given}");
        let printer = Printer { program, plan, frame: &clause.frame, sets: &clause.sets, work: false };
        printer.block(&clause.body, 2, text);
        if !clause.results.is_empty() {
            let results: Vec<String> =
                clause.results.iter().map(|operand| printer.operand(*operand, None)).collect();
            let _ = writeln!(text, "    gives {}", results.join(", "));
        }
    }
    let _ = writeln!(text, "  estimate: {}\n", estimate(routine.estimate));
}

/// The title of a routine, such as `overlap(Group1, Group2, black, 3)`: `?` marks a result and `_` an unused
/// argument.
pub fn title(program: &Program, routine: &Routine) -> String {
    let arguments: Vec<String> = routine
        .arguments
        .iter()
        .enumerate()
        .map(|(at, argument)| match argument {
            Argument::Input => routine.parameters[at].clone(),
            Argument::Result => format!("?{}", routine.parameters[at]),
            Argument::Any => "_".to_owned(),
            Argument::Constant(value) => constant(program, *value, routine.sorts[at]),
        })
        .collect();
    if arguments.is_empty() {
        routine.name.clone()
    } else {
        format!("{}({})", routine.name, arguments.join(", "))
    }
}

fn constant(program: &Program, value: Value, sort: SortId) -> String {
    program.sort(program.sort(sort).root).text(value)
}

fn estimate(estimate: Estimate) -> String {
    format!("{} answers, cost {}", number(estimate.answers), number(estimate.cost))
}

/// Estimates do not deserve more than two significant digits.
fn number(value: f64) -> String {
    if value >= 10.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}

/// Describes the minimum size of a set.
fn guard(at_least: u32) -> String {
    match at_least {
        0 => String::new(),
        1 => ", not empty".to_owned(),
        count => format!(", at least {count}"),
    }
}

struct Printer<'a> {
    program: &'a Program,
    plan: &'a Plan,
    frame: &'a [SlotInfo],
    sets: &'a [SetInfo],
    /// Whether to print steps of work. They say nothing about the order or the access paths.
    work: bool,
}

impl Printer<'_> {
    fn block(&self, block: &Block, depth: usize, text: &mut String) {
        for step in &block.steps {
            self.step(step, depth, text);
        }
    }

    fn step(&self, step: &Step, depth: usize, text: &mut String) {
        if let (Action::Spend { .. }, false) = (&step.action, self.work) {
            return;
        }
        let indent = "  ".repeat(depth);
        if let Some((line, block)) = self.nested(&step.action) {
            let _ = writeln!(text, "{indent}{line}");
            self.block(block, depth + 2, text);
            return;
        }
        let line = self.line(&step.action);
        let expected = number(step.estimate.answers);
        let width = 60usize.saturating_sub(indent.chars().count());
        let literal = if step.literal.is_empty() { String::new() } else { format!("  % {}", step.literal) };
        let _ = writeln!(text, "{indent}{line:<width$} {expected:>6}{literal}");
    }

    /// The header line and the block of a step with nested steps.
    fn nested<'b>(&self, action: &'b Action) -> Option<(String, &'b Block)> {
        let line = match action {
            Action::Exists { holds, .. } => {
                format!("ask  {}", if *holds { "there is" } else { "there is no" })
            }
            Action::Collect { set, add, at_least, seen, .. } => format!(
                "make {} of {}{}{}, for",
                self.sets[set.index()].name,
                if seen.is_some() { "what comes twice in " } else { "" },
                self.intersection(add),
                guard(*at_least)
            ),
            Action::After { moves, .. } => {
                let moves: Vec<String> = moves.iter().map(|one| self.one_move(one)).collect();
                format!("after {}", moves.join(", "))
            }
            _ => return None,
        };
        Some((line, action.inner()?))
    }

    fn line(&self, action: &Action) -> String {
        match action {
            Action::Each { access, one, inputs, outputs } => {
                let word = if !*one {
                    "each"
                } else if outputs.iter().any(|output| matches!(output, Output::Bind(_))) {
                    "one "
                } else {
                    "test"
                };
                format!("{word} {}", self.access(*access, inputs, outputs))
            }
            Action::Test { access, inputs, holds, memo } => {
                let word = if *memo { "once" } else { "test" };
                format!("{word} {}{}", not(*holds), self.access(*access, inputs, &[]))
            }
            Action::Compare { left, right, equal } => {
                let sort = self.sort(*left).or(self.sort(*right));
                let sign = if *equal { "=" } else { "≠" };
                format!("test {} {sign} {}", self.operand(*left, sort), self.operand(*right, sort))
            }
            Action::Holds { comparison, inputs, holds } => {
                let texts = self.comparison_texts(*comparison, inputs, None);
                format!("test {}{}", not(*holds), self.program.comparison(*comparison).text(&texts))
            }
            Action::Solve { comparison, free, inputs, output } => {
                let texts = self.comparison_texts(*comparison, inputs, Some((*free, *output)));
                format!("let  {}", self.program.comparison(*comparison).text(&texts))
            }
            Action::Assign { slot, value } => {
                let info = &self.frame[slot.index()];
                format!("let  {} = {}", info.name, self.operand(*value, Some(info.sort)))
            }
            Action::Within { slot, sort } => {
                format!("test {} is a {}", self.frame[slot.index()].name, self.program.sort(*sort).name)
            }
            Action::Call { routine, inputs, holds, memo } => {
                let word = if *memo { "once" } else { "ask " };
                format!("{word} {}{}", not(*holds), self.call(*routine, inputs, &[]))
            }
            Action::EachCall { routine, inputs, outputs, recursion } => {
                let word = match recursion {
                    None => "each",
                    Some(RecursiveCall::Known(_)) => "known",
                    Some(RecursiveCall::Tail) => "tail",
                };
                format!("{word} {}", self.call(*routine, inputs, outputs))
            }
            Action::EachIn { slot, from } => {
                format!("each {} in {}", self.frame[slot.index()].name, self.intersection(from))
            }
            Action::Has { set, at_least, holds } => {
                let how = match (at_least, holds) {
                    (1, true) => "some".to_owned(),
                    (1, false) => "none".to_owned(),
                    (count, true) => format!("{count} of"),
                    (count, false) => format!("not {count} of"),
                };
                format!("test {how} in {}", self.intersection(set))
            }
            Action::BindSet { set, from, at_least } => {
                format!(
                    "bind {} = {}{}",
                    self.sets[set.index()].name,
                    self.intersection(from),
                    guard(*at_least)
                )
            }
            Action::Aggregate { fold, routine, inputs, output } => {
                let outputs = vec![Output::Ignore; self.plan.routines[routine.index()].results()];
                let of = self.call(*routine, inputs, &outputs);
                match output {
                    Output::Bind(slot) => {
                        format!("let  {} = {} of {of}", self.frame[slot.index()].name, fold.word())
                    }
                    Output::Equals(operand) => {
                        format!("test {} = {} of {of}", self.operand(*operand, None), fold.word())
                    }
                    Output::Ignore => format!("test there is a {} of {of}", fold.word()),
                }
            }
            Action::Fail => "never".to_owned(),
            Action::Spend { steps } => format!("spend {steps}"),
            Action::Exists { .. } | Action::Collect { .. } | Action::After { .. } => {
                unreachable!("steps stand inside it")
            }
        }
    }

    /// Formats an intersection, such as `group.white.3 & in(?, Group1, 1, 5) - {Field1}`.
    fn intersection(&self, intersection: &Intersection) -> String {
        let of: Vec<String> =
            intersection.of.iter().map(|source| self.source(source, intersection.sort)).collect();
        let without: String = intersection
            .without
            .iter()
            .map(|source| format!(" - {}", self.source(source, intersection.sort)))
            .collect();
        format!("{}{without}", of.join(" & "))
    }

    fn source(&self, source: &Source, sort: SortId) -> String {
        match source {
            Source::Set(set) => self.sets[set.index()].name.clone(),
            Source::All(sort) => format!("all of {}", self.program.sort(*sort).name),
            Source::Only(operand) => format!("{{{}}}", self.operand(*operand, Some(sort))),
            Source::Answers { lookups, access, inputs } => {
                let lookups: String = lookups
                    .iter()
                    .map(|lookup| {
                        let output = [Output::Bind(lookup.slot)];
                        format!("{}: ", self.access(lookup.access, &lookup.inputs, &output))
                    })
                    .collect();
                format!("{lookups}{}", self.access(*access, inputs, &[Output::Ignore]))
            }
        }
    }

    fn access(&self, access: Access, inputs: &[Operand], outputs: &[Output]) -> String {
        let program = self.program;
        let (id, needs): (_, Box<dyn Fn(usize) -> bool>) = match access {
            Access::Extern(id, mode) => {
                let crate::program::PredicateKind::Extern(external) = &program.predicate(id).kind else {
                    unreachable!("an access of the host is an extern predicate")
                };
                let mode = external.modes[mode].clone();
                (id, Box::new(move |at| mode.needs(at)))
            }
            Access::Facts(id, mask) => (id, Box::new(move |at| mask & (1 << at) != 0)),
        };
        let predicate = program.predicate(id);
        let (mut inputs, mut outputs) = (inputs.iter(), outputs.iter());
        let mut arguments = Vec::new();
        for at in 0..inputs.len() + outputs.len() {
            let sort = Some(predicate.sort(at));
            let argument = if needs(at) {
                inputs.next().map(|operand| self.operand(*operand, sort))
            } else {
                outputs.next().map(|output| self.output(*output, sort))
            };
            arguments.extend(argument);
        }
        if arguments.is_empty() {
            predicate.name.clone()
        } else {
            format!("{}({})", predicate.name, arguments.join(", "))
        }
    }

    /// Formats the arguments of a comparison; `given` is the argument to solve for and its output.
    fn comparison_texts(
        &self,
        id: PredicateId,
        inputs: &[Operand],
        given: Option<(usize, Output)>,
    ) -> Vec<String> {
        let predicate = self.program.predicate(id);
        let mut inputs = inputs.iter();
        let text = |at: usize| {
            let sort = Some(predicate.sort(at));
            match given.filter(|(free, _)| *free == at) {
                Some((_, output)) => Some(self.output(output, sort)),
                None => inputs.next().map(|operand| self.operand(*operand, sort)),
            }
        };
        (0..predicate.arity()).filter_map(text).collect()
    }

    /// Formats a move, such as `place(white, Field1)`.
    fn one_move(&self, one: &Move) -> String {
        let action = self.program.predicate(one.action);
        let inputs = one.inputs.iter().enumerate();
        let inputs: Vec<String> =
            inputs.map(|(at, operand)| self.operand(*operand, Some(action.sort(at)))).collect();
        if inputs.is_empty() {
            action.name.clone()
        } else {
            format!("{}({})", action.name, inputs.join(", "))
        }
    }

    fn call(&self, routine: RoutineId, inputs: &[Operand], outputs: &[Output]) -> String {
        let routine = &self.plan.routines[routine.index()];
        let (mut inputs, mut outputs) = (inputs.iter(), outputs.iter());
        let arguments: Vec<String> = routine
            .arguments
            .iter()
            .enumerate()
            .filter_map(|(at, argument)| {
                let sort = Some(routine.sorts[at]);
                match argument {
                    Argument::Input => inputs.next().map(|operand| self.operand(*operand, sort)),
                    Argument::Result => outputs.next().map(|output| self.output(*output, sort)),
                    Argument::Any => Some("_".to_owned()),
                    Argument::Constant(value) => Some(constant(self.program, *value, routine.sorts[at])),
                }
            })
            .collect();
        if arguments.is_empty() {
            routine.name.clone()
        } else {
            format!("{}({})", routine.name, arguments.join(", "))
        }
    }

    fn output(&self, output: Output, sort: Option<SortId>) -> String {
        match output {
            Output::Bind(slot) => format!("?{}", self.frame[slot.index()].name),
            Output::Equals(operand) => self.operand(operand, sort),
            Output::Ignore => "_".to_owned(),
        }
    }

    fn sort(&self, operand: Operand) -> Option<SortId> {
        match operand {
            Operand::Slot(slot) => Some(self.frame[slot.index()].sort),
            Operand::Constant(_) => None,
        }
    }

    fn operand(&self, operand: Operand, sort: Option<SortId>) -> String {
        match operand {
            Operand::Slot(slot) => self.frame[slot.index()].name.clone(),
            Operand::Constant(value) => {
                sort.map_or_else(|| value.to_string(), |sort| constant(self.program, value, sort))
            }
        }
    }
}

fn not(holds: bool) -> &'static str {
    if holds { "" } else { "¬" }
}
