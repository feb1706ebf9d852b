//! Explanations of moves as lines of text.

use super::{Change, MoveExplanation, RefusedContinuation, StepExplanation, StepReason};
use crate::files::Span;
use crate::runtime::LimitReached;
use crate::why::failure_text::Speech;
use crate::why::{Derivation, Draw, Fact, Obstacles};

/// How explanations are formatted.
pub struct MoveSpeech<'a, P> {
    /// A phrase for a fact that holds; `None` if the fact is written as in the source.
    pub words: &'a dyn Fn(&Fact) -> Option<String>,
    /// Formats a source location.
    pub place: &'a dyn Fn(Span) -> String,
    /// Draws the position before a step as lines, with the values that the step plays.
    pub board: &'a dyn Fn(&StepExplanation<P>) -> Vec<String>,
    /// Formats a limit that was reached.
    pub limit: &'a dyn Fn(LimitReached) -> String,
}

impl<P> MoveSpeech<'_, P> {
    /// All lines of an explanation: the verdict, then each step.
    pub fn lines(&self, explanation: &MoveExplanation<P>) -> Vec<String> {
        let mut lines = vec![explanation.verdict.clone()];
        for step in &explanation.steps {
            lines.push(String::new());
            lines.extend(self.step(step));
        }
        lines
    }

    /// The lines of a step: the board, then the title and the reason.
    pub fn step(&self, step: &StepExplanation<P>) -> Vec<String> {
        let title = format!("{}  % {}", step.title, (self.place)(step.declaration));
        let mut lines = Vec::new();
        let mut board = (self.board)(step);
        if !board.is_empty() {
            board.push(String::new());
        }
        match &step.reason {
            StepReason::Possible(proof, changes) => {
                lines.extend(board);
                lines.extend(self.proof(&title, proof));
                lines.extend(changes.iter().flat_map(|change| self.change(change, proof)));
            }
            StepReason::Fails(obstacles) => {
                lines.extend(board);
                lines.push(title);
                lines.extend(self.obstacles(obstacles));
            }
            StepReason::RuledOut(proof) => {
                lines.extend(board);
                lines.extend(self.proof(&title, proof));
            }
            StepReason::NotRuledOut(obstacles) => {
                lines.extend(board);
                lines.push(format!("not ruled out by {title}"));
                lines.extend(self.obstacles(obstacles));
            }
            StepReason::NotContinued(refused) => {
                lines.extend(board);
                lines.push(title);
                lines.push("the step is possible, but the move does not continue with it".to_owned());
                lines.extend(refused.iter().flat_map(|one| self.not_continued(one)));
            }
            StepReason::Limit(limit) => {
                lines.push(title);
                lines.push((self.limit)(*limit));
            }
        }
        lines
    }

    fn proof(&self, title: &str, proof: &Derivation) -> Vec<String> {
        let tree = Draw { reasons: &proof.reasons, place: self.place }.claims(title, &proof.claims);
        let remark = tree.remark();
        tree.lines.into_iter().chain(remark).collect()
    }

    fn obstacles(&self, Obstacles { partials, reasons }: &Obstacles) -> Vec<String> {
        let speech = Speech { words: self.words, place: self.place, reasons };
        partials.iter().flat_map(|partial| speech.counted_partial(partial)).collect()
    }

    fn not_continued(&self, one: &RefusedContinuation) -> Vec<String> {
        let place = (self.place)(one.line);
        match &one.obstacles {
            None => vec![format!("by {place}: it continues with other values")],
            Some(obstacles) => {
                let inside = self.obstacles(obstacles).into_iter().map(|line| format!("  {line}"));
                std::iter::once(format!("by {place}:")).chain(inside).collect()
            }
        }
    }

    /// The lines of a change, such as `removes piece(14, white, man)  % rules.blanche:52`. The condition of its effect is
    /// proved only if it contains literals that the premise of the step does not contain.
    fn change(&self, change: &Change, premise: &Derivation) -> Vec<String> {
        let word = if change.is_added { "adds" } else { "removes" };
        let title = format!("{word} {}  % {}", change.tuple, (self.place)(change.cause));
        match &change.because {
            Some(proof) if !is_part(proof, premise) => self.proof(&title, proof),
            _ => vec![title],
        }
    }
}

/// Whether all claims of a proof are claims of another proof.
fn is_part(proof: &Derivation, of: &Derivation) -> bool {
    let is_claimed = |said: &str| of.claims.iter().any(|claim| of.reasons[*claim].said == said);
    proof.claims.iter().all(|claim| is_claimed(&proof.reasons[*claim].said))
}
