//! Conversations about a game defined in rule files. Queries refer to a current position, which commands change.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::game::{MoveFault, Past, Rules};
use crate::interpret::StateHost;
use crate::legality::{MoveExplainer, MoveExplanation, StepExplanation};
use crate::runtime::{Limits, Position};

use super::World;

/// A game with the current position of the conversation.
pub struct InGame {
    rules: Rules,
    position: Position,
    past: Past,
    /// The words of the positions before the current one, in order.
    before: Vec<Vec<u64>>,
}

impl InGame {
    /// Begins a conversation about a position of the game.
    pub fn new(rules: Rules, position: Position) -> InGame {
        let past = Past::new(&rules, &position);
        InGame { rules, position, past, before: Vec::new() }
    }

    fn shown(&mut self) -> Vec<String> {
        let mut lines: Vec<String> =
            self.rules.notation().position_text(&self.position).lines().map(str::to_owned).collect();
        lines.push(match self.rules.end(&mut self.position) {
            Ok(None) => {
                let player = self.rules.to_move(&self.position);
                format!("{} to move", self.rules.program().player(player))
            }
            Ok(Some(end)) => {
                format!("the game is over: {}", self.rules.notation().why_text(end.why, &self.position))
            }
            Err(fault) => fault.to_string(),
        });
        lines
    }

    fn play(&mut self, moves: &str) -> Result<Vec<String>, String> {
        if moves.is_empty() {
            return Err("write the moves after it, with spaces or commas between them".to_owned());
        }
        let first = self.before.len();
        let is_between = |sign: char| sign.is_whitespace() || sign == ',';
        for text in moves.split(is_between).filter(|text| !text.is_empty()) {
            let before = self.position.words().to_vec();
            if let Err(why) = self.play_one(text) {
                // If one of several moves is illegal, none of them is made.
                if let Some(words) = self.before.get(first) {
                    self.position.set_words(words);
                }
                self.before.drain(first..).for_each(|_| self.past.take_back(&self.rules));
                return Err(why);
            }
            self.before.push(before);
        }
        Ok(self.shown())
    }

    fn play_one(&mut self, text: &str) -> Result<(), String> {
        if let Some(end) = self.rules.end(&mut self.position).map_err(|fault| fault.to_string())? {
            return Err(format!(
                "the game is over: {}",
                self.rules.notation().why_text(end.why, &self.position)
            ));
        }
        let written = |fault: MoveFault| format!("{}\n{}", fault.found(), fault.expected());
        let mv = self.rules.notation().read_move(&mut self.position, text).map_err(written)?;
        self.rules.play_on(&mut self.position, mv, &mut self.past).map_err(|fault| fault.to_string())
    }

    fn start(&mut self) -> Result<Vec<String>, String> {
        self.position = self.rules.start().map_err(|fault| fault.to_string())?;
        self.before.clear();
        self.past = Past::new(&self.rules, &self.position);
        Ok(self.shown())
    }

    fn back(&mut self, moves: &str) -> Result<Vec<String>, String> {
        let wanted = match moves.trim() {
            "" => 1,
            number => number.parse::<usize>().map_err(|_| format!("`{number}` is not a number of moves"))?,
        };
        let made = self.before.len();
        let Some(first) = made.checked_sub(wanted) else {
            return Err(match made {
                0 => "no move has been made".to_owned(),
                1 => "only one move has been made".to_owned(),
                _ => format!("only {made} moves have been made"),
            });
        };
        if let Some(words) = self.before.get(first) {
            self.position.set_words(words);
        }
        self.before.drain(first..).for_each(|_| self.past.take_back(&self.rules));
        Ok(self.shown())
    }
}

impl World for InGame {
    type Host = StateHost;

    fn facts(&mut self) -> &mut Position {
        &mut self.position
    }

    fn explain_move(
        &mut self,
        text: &str,
        limits: Limits,
        stop: &Arc<AtomicBool>,
    ) -> Option<Result<MoveExplanation<Position>, String>> {
        let explainer = MoveExplainer::new(&self.rules, limits).stopped_by(Arc::clone(stop));
        match explainer.explain(&mut self.position, text) {
            Ok(explanation) => explanation.is_move.then_some(Ok(explanation)),
            Err(fault) => Some(Err(fault.to_string())),
        }
    }

    fn step_board(&self, step: &StepExplanation<Position>) -> Vec<String> {
        self.rules.notation().position_text(&step.position).lines().map(str::to_owned).collect()
    }

    fn commands(&self) -> &'static [(&'static str, &'static str, &'static str)] {
        &[
            ("board", "", "the position"),
            ("move", "MOVES", "play moves"),
            ("back", "[N]", "take the last move back, or the last N"),
            ("start", "", "the position with which the game begins"),
        ]
    }

    fn command(&mut self, word: &str, argument: &str) -> Result<Vec<String>, String> {
        match word {
            "move" => self.play(argument),
            "back" => self.back(argument),
            "start" => self.start(),
            _ => Ok(self.shown()),
        }
    }
}
