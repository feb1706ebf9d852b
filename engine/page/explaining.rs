//! Explanations of moves and rules in the current position.

use noire_engine::board::Style;
use noire_engine::world::examples::example_questions;
use noire_engine::world::{Entry, Explainer, Wanted, WorldError, WorldExt as _};
use noire_interactive::explanations::{explain_question, json};
use noire_interactive::interactive_game::InteractiveGame;

use crate::board::board;
use crate::game::{Here, PageGame};
use crate::protocol::{Event, Rule};

impl<W: InteractiveGame> PageGame<'_, '_, W> {
    /// Sends the reason why a move is refused, with the explanation of the move.
    pub(crate) fn refuse(&self, mut here: Here<W>, text: &str, reason: String, is_forbidden: bool) {
        let explained = self.world.explain_move(&mut here.position, text).ok();
        let explained = explained.filter(|explained| explained.is_move);
        let first = explained.as_ref().and_then(|explained| explained.steps.first());
        let board = first.map(|step| board(&self.world.step_drawing(step, Style::default())));
        let explanation = explained
            .as_ref()
            .map(|explained| json::explained_move(self.world, &self.entry(), text, explained));
        let text = text.to_owned();
        self.tab.outbox.send(&Event::Refused { text, reason, is_forbidden, explanation, board });
    }

    /// The current game as an entry, for explanations.
    fn entry(&self) -> Entry<W> {
        let moves = self.tree.moves(self.at);
        Entry::alone(self.world.moves_text(&moves), None, Some(moves))
    }

    /// Sends the explanation of a move.
    ///
    /// # Errors
    /// If the position cannot be reached, or a limit is reached.
    pub(crate) fn explain_move(&self, text: &str) -> Result<(), WorldError> {
        let mut here = self.here()?;
        let explained = self.world.explain_move(&mut here.position, text.trim())?;
        let drawings = explained.steps.iter().map(|step| self.world.step_drawing(step, Style::default()));
        let boards = drawings.map(|drawing| board(&drawing)).collect();
        let explanation = json::explained_move(self.world, &self.entry(), text.trim(), &explained);
        self.tab.outbox.send(&Event::MoveExplained { explanation, boards });
        Ok(())
    }

    /// Sends all rules, and whether they apply.
    ///
    /// # Errors
    /// If the position cannot be reached.
    pub(crate) fn list_rules(&self) -> Result<(), WorldError> {
        let mut here = self.here()?;
        let contents = self.world.contents();
        let backend = self.world.backends()[0];
        let rules = example_questions(contents).into_iter().map(|question| {
            let answer = self.world.ask(backend, question, Wanted::First, &mut here.position).ok();
            let first = answer.as_ref().and_then(|answer| answer.solutions.iter().next());
            let plays = first.and_then(|first| self.world.played(question, first));
            Rule { title: question.title(contents), applies: answer.map(|answer| answer.applies), plays }
        });
        let rules = rules.collect();
        self.tab.outbox.send(&Event::Rules { at: self.at, rules });
        Ok(())
    }

    /// Sends the explanation of a rule.
    ///
    /// # Errors
    /// If the position cannot be reached.
    pub(crate) fn explain_rule(&self, rule: usize) -> Result<(), WorldError> {
        let mut here = self.here()?;
        let contents = self.world.contents();
        let Some(question) = example_questions(contents).into_iter().nth(rule) else { return Ok(()) };
        let explainer = Explainer::new(self.world);
        let explained = explain_question((self.world, &explainer), question, true, &mut here.position);
        let Some(explained) = explained else { return Ok(()) };
        self.tab.outbox.send(&Event::RuleExplained {
            rule,
            title: explained.title(self.world, &here.position),
            doc: question.doc(contents).to_owned(),
            explanation: json::rule(self.world, &explained),
            board: board(&explained.drawing(self.world, &here.position, Style::default(), false)),
        });
        Ok(())
    }
}
