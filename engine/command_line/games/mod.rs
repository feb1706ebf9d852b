//! The commands about games in text, which `--game` chooses: what they ask and print. Their options are those of the
//! commands of the same names, and positions are given in the words of the game.

pub(crate) mod bench;
pub(crate) mod positions;

use std::sync::Arc;

use crate::bases::{Backend, TextBase};
use blanche_compiler::game::Rules;
use blanche_compiler::program::{Program, RuleId, RuleKind};
use blanche_compiler::runtime::Limits;
use blanche_compiler::spelling::nearest;

use crate::command_line::backend::BackendsChoice;
use crate::command_line::built::{Building, Source, in_place_beside};
use crate::command_line::game::{answering, lacks, open, played_by};
use crate::command_line::output::{Failure, WRONG_USE};

/// A game in text that is open, and its rules by each back end that was asked for.
pub(crate) struct Opened {
    pub(crate) base: Arc<TextBase>,
    pub(crate) rules: Vec<(Backend, Rules)>,
}

impl Opened {
    /// Opens a game with the back ends that were chosen; while rules are compiled that this program does not have, something else is done by the interpreter.
    pub(crate) fn beside(
        name: &str,
        choice: Option<BackendsChoice>,
        meanwhile: impl FnOnce(&Opened, &Building),
    ) -> Result<Opened, Failure> {
        let base = open(name, Limits::default())?;
        if !lacks(&base, choice) {
            let rules = answering(&base, choice, Backend::Compiled)?;
            return Ok(Opened { base: Arc::new(base), rules });
        }
        let rules = vec![(Backend::Interpreted, played_by(&base, Backend::Interpreted)?)];
        let game = Opened { base: Arc::new(base), rules };
        Err(in_place_beside(Source::Game(&game.base), |building| meanwhile(&game, building)))
    }

    /// The rules by the first of the back ends.
    pub(crate) fn first(&self) -> &Rules {
        &self.rules.first().expect("one back end at least is chosen").1
    }

    /// The program.
    pub(crate) fn program(&self) -> &Program {
        self.base.program()
    }

    /// The rules that are meant by a name: `two`, or `two for x`; all of them without one.
    pub(crate) fn chosen(&self, name: Option<&str>) -> Result<Vec<RuleId>, Failure> {
        self.chosen_of(self.base.of_kind(|kind| kind == RuleKind::Rule), name)
    }

    /// Those of some rules, scores, preferences and draws that are meant by a name; all of them without one.
    pub(crate) fn chosen_of(&self, all: Vec<RuleId>, name: Option<&str>) -> Result<Vec<RuleId>, Failure> {
        let Some(name) = name else { return Ok(all) };
        let program = self.program();
        let is_meant = |id: &RuleId| {
            let rule = program.rule(*id);
            let of_player = format!("{} for {}", rule.name, program.colour(rule));
            rule.name == name || of_player == name || program.rule_title(rule) == name
        };
        let chosen: Vec<RuleId> = all.iter().copied().filter(is_meant).collect();
        if !chosen.is_empty() {
            return Ok(chosen);
        }
        let titles: Vec<String> = all.iter().map(|id| program.rule_title(program.rule(*id))).collect();
        let names = all.iter().map(|id| program.rule(*id).name.as_str());
        let near = nearest(name, names.chain(titles.iter().map(String::as_str)));
        let hint = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the rules are {}", titles.join(", ")),
        };
        Err(Failure::Said(format!("error: {} has no rule `{name}`\n  {hint}", self.base.name()), WRONG_USE))
    }
}
