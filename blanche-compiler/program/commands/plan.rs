//! `blanche plan`: prints the order in which the literals of rules are evaluated, and the estimates of the planner.

use std::path::PathBuf;

use blanche_compiler::markup;
use blanche_compiler::paths::{Member, Programs};
use blanche_compiler::program::{Program, RuleId};
use blanche_compiler::spelling::nearest;
use blanche_compiler::{Checked, has_errors, plan};
use clap::Args;

use crate::programs::{complain, planned, sound};
use crate::terminal::{Terminal, count};
use crate::{CommandOutcome, Failure, Reading};

/// Show how rules are evaluated, step by step
///
/// A line for each step: what is evaluated, how many answers are expected, and after `%` the literal of the rule that
/// it comes from. `?` marks what a step binds. The first line is the guard of the rule: a set that must not be empty,
/// computed once for all rules of a level.
#[derive(Args)]
#[command(after_help = "Example:\n  blanche plan knowledge/my-base --rule 'my.rule for left'")]
pub(crate) struct Plan {
    /// A rule file, a base, or a folder of bases
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// Only this rule: `NAME` for all colours, or `NAME for COLOUR` for one
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,
    /// Only check the invariants of the planner: after each pass, every value and every set is defined once, before
    /// it is used
    #[arg(long, conflicts_with = "rule")]
    check: bool,
    #[command(flatten)]
    reading: Reading,
}

impl Plan {
    pub(crate) fn run(self, terminal: &Terminal) -> Result<CommandOutcome, Failure> {
        let Some((programs, checked)) = sound(&self.reading, &self.path, terminal)? else {
            return Ok(CommandOutcome::Mistakes);
        };
        // A forgotten file, which no base uses, has no plan. It may be the file that the user named.
        if has_errors(&programs.diagnostics(&checked)) {
            complain(&programs, &checked, terminal);
            return Ok(CommandOutcome::Mistakes);
        }
        let shown: Vec<Vec<RuleId>> =
            programs.members.iter().zip(&checked).map(|(m, c)| self.rules(&programs, m, c)).collect();
        if let Some(name) = self.rule.as_deref().filter(|_| shown.iter().all(Vec::is_empty)) {
            return Err(Failure::Use(unknown_rule(name, &checked)));
        }
        if self.check {
            return self.validate(&programs, &checked, terminal);
        }
        let Some(plans) = planned(&programs, &checked, terminal) else {
            return Ok(CommandOutcome::Mistakes);
        };
        let mut text = String::new();
        for (((member, checked), plan), rules) in
            programs.members.iter().zip(&checked).zip(&plans).zip(&shown)
        {
            if rules.is_empty() {
                continue;
            }
            let program = &checked.resolved.program;
            if programs.members.len() > 1 {
                text.push_str(&format!("% {}\n\n", name(&programs, member, program)));
            }
            text.push_str(&plan::print::print(program, plan, Some(rules)));
            if !checked.statistics.is_empty() {
                text.push_str("measured tuples in a position (statistics.txt)\n");
                for line in checked.statistics.print(program).lines() {
                    text.push_str(&format!("  {}\n", line.replace('\t', "  ")));
                }
                text.push('\n');
            }
        }
        if text.is_empty() {
            text = format!(
                "There are no rules in `{}`, and only rules have a plan. Use `blanche query` instead.\n",
                markup::of_path(&self.path)
            );
        }
        terminal.print(&format!("{}\n", text.trim_end()))?;
        Ok(CommandOutcome::Fine)
    }

    /// Reports the violated invariants of the planner. If there are none, reports the number of programs.
    fn validate(
        &self,
        programs: &Programs,
        checked: &[Checked],
        terminal: &Terminal,
    ) -> Result<CommandOutcome, Failure> {
        let mut text = String::new();
        for checked in checked {
            match plan::breaches(&checked.resolved.program, &checked.statistics) {
                Ok(breaches) => breaches.iter().for_each(|breach| text.push_str(&format!("{breach}\n"))),
                Err(message) => {
                    terminal.complain(&programs.project.sources, &[*message]);
                    return Ok(CommandOutcome::Mistakes);
                }
            }
        }
        if text.is_empty() {
            let plans = count(checked.len(), "plan");
            terminal.print(&format!("{plans}: every value and every set is defined before it is used\n"))?;
            return Ok(CommandOutcome::Fine);
        }
        terminal.print(&format!(
            "{text}This is a bug in the planner. Please report it together with the program.\n"
        ))?;
        Ok(CommandOutcome::Mistakes)
    }

    /// The rules to show: those with the given name. If the user named a single file of a program, only the rules in
    /// this file are shown.
    fn rules(&self, programs: &Programs, member: &Member, checked: &Checked) -> Vec<RuleId> {
        let program = &checked.resolved.program;
        let all = program.rules.iter().enumerate();
        all.filter(|(_, rule)| member.is_whole || programs.concerns(rule.span.file))
            .filter(|(_, rule)| {
                self.rule.as_ref().is_none_or(|name| rule.name == *name || program.rule_title(rule) == *name)
            })
            .map(|(at, _)| RuleId(at as u32))
            .collect()
    }
}

fn unknown_rule(name: &str, checked: &[Checked]) -> String {
    let programs = checked.iter().map(|checked| &checked.resolved.program);
    let titles: Vec<String> = programs.clone().flat_map(titles).collect();
    let names = programs.flat_map(|program| program.rules.iter().map(|rule| rule.name.as_str()));
    let near = nearest(name, names.chain(titles.iter().map(String::as_str)));
    match (near, titles.as_slice()) {
        (Some(near), _) => format!("there is no rule `{name}`; did you mean `{near}`?"),
        (None, []) => format!("there is no rule `{name}`, and no other rule either"),
        (None, titles) => {
            format!("there is no rule `{name}`; the rules are\n         {}", titles.join("\n         "))
        }
    }
}

fn titles(program: &Program) -> impl Iterator<Item = String> {
    program.rules.iter().map(|rule| program.rule_title(rule))
}

/// The name of the base, or of the file.
fn name(programs: &Programs, member: &Member, program: &Program) -> String {
    program.base.clone().unwrap_or_else(|| programs.name(member).to_owned())
}
