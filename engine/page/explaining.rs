//! Explanations of moves and rules in the current position.

use blanche_compiler::legality::MoveExplanation;
use noire_engine::bases::Question;
use noire_engine::board::Style;
use noire_engine::world::examples::example_questions;
use noire_engine::world::{Entry, Explainer, Wanted, WorldError, WorldExt as _};
use noire_interactive::explanations::{explain_question, json};
use noire_interactive::rejections::rejection_text;
use noire_interactive::titles::{explanation_title, question_title};

use crate::board::board;
use crate::game::{Here, PageGame};
use crate::protocol::{Event, Rule};
use crate::reviewing::PageWorld;

/// Maximum number of moves of a rule to point out.
const MAX_THREATS: usize = 20;

impl<W: PageWorld> PageGame<'_, '_, W> {
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
        let title = self.verdict(&mut here, text.trim(), &explained);
        let drawings = explained.steps.iter().map(|step| self.world.step_drawing(step, Style::default()));
        let boards = drawings.map(|drawing| board(&drawing)).collect();
        let explanation = json::explained_move(self.world, &self.entry(), text.trim(), &explained);
        self.tab.outbox.send(&Event::MoveExplained { title, explanation, boards });
        Ok(())
    }

    /// Whether a move is legal, as a sentence. A text that is only a part of moves gets a sentence in English.
    fn verdict(&self, here: &mut Here<W>, text: &str, explained: &MoveExplanation<W::Position>) -> String {
        if let Some((_, sentence)) = &here.end {
            return sentence.clone();
        }
        match self.world.parse_move(&mut here.position, text) {
            Ok(mv) => {
                let written = self.world.moves_text(&[mv]);
                if self.world.forbidden(&here.position).contains(&written) {
                    return self.forbidden_text(here, &written);
                }
                let player = self.player_name(here.to_move);
                let variables = [("colour", player.as_str().into()), ("move", written.as_str().into())];
                self.tab.say("page-can-play", &variables)
            }
            Err(_) if explained.is_legal => explained.verdict.clone(),
            Err(rejected) => rejection_text(&self.tab.translations, text, &rejected),
        }
    }

    /// A sentence about a forbidden move, with its kind if that is known.
    pub(crate) fn forbidden_text(&self, here: &Here<W>, mv: &str) -> String {
        let kind = self.world.forbidden_kind(&here.position, mv, &self.tab.translations);
        let variables = [("move", mv.into()), ("kind", kind.as_deref().unwrap_or("").into())];
        let name = if kind.is_some() { "page-forbidden-kind" } else { "page-forbidden" };
        self.tab.say(name, &variables)
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
            let level = match question {
                Question::Rule(at) => Some(contents.rules[at].level),
                _ => None,
            };
            let is_threat = level.is_some_and(|level| level > 0);
            let wanted = if is_threat { Wanted::All } else { Wanted::First };
            let answer = self.world.ask(backend, question, wanted, &mut here.position).ok();
            let solutions = answer.iter().flat_map(|answer| answer.solutions.iter());
            let mut plays = solutions.filter_map(|solution| self.world.played(question, solution)).peekable();
            let first = plays.peek().cloned();
            let mut threats: Vec<String> = Vec::new();
            for play in plays.filter(|_| is_threat) {
                if !threats.contains(&play) && threats.len() < MAX_THREATS {
                    threats.push(play);
                }
            }
            Rule {
                title: question_title(&self.tab.translations, contents, question),
                applies: answer.map(|answer| answer.applies),
                plays: first,
                level,
                threats,
            }
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
        let Some(question) = example_questions(contents).into_iter().nth(rule) else {
            self.fail("page-no-rule");
            return Ok(());
        };
        let explainer = Explainer::new(self.world);
        let explained = explain_question((self.world, &explainer), question, true, &mut here.position);
        let Some(explained) = explained else { return Ok(()) };
        self.tab.outbox.send(&Event::RuleExplained {
            rule,
            title: explanation_title(&self.tab.translations, (self.world, &here.position), &explained),
            doc: question.doc(contents).to_owned(),
            explanation: json::rule(self.world, &explained),
            board: board(&explained.drawing(self.world, &here.position, Style::default(), false)),
        });
        Ok(())
    }
}
