//! Readings of a text as a move of the player to move, whether the move is legal or not. Explanations of illegal moves
//! begin with them.

use super::move_text::{Written, read_value, written};
use super::moves::Step;
use super::notation::Notation;
use crate::program::SortId;
use crate::runtime::{MAX_MOVE_STEPS, Position, Value};

/// Maximum number of readings of one text.
const MAX_READINGS: usize = 16;

/// A way to read a text as a move: its steps, of which there is at least one.
pub type MoveReading = Vec<StepReading>;

/// A step of a move as read from text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepReading {
    /// The index of the step's declaration in [`Game::moves`](crate::program::Game::moves).
    pub of: usize,
    /// The values that the step plays, in order. Values that the text does not give are `None`; this is possible only
    /// in the last step.
    pub values: Vec<Option<Value>>,
}

impl StepReading {
    /// The step, if all its values are given.
    pub fn step(&self) -> Option<Step> {
        let values: Option<Vec<Value>> = self.values.iter().copied().collect();
        values.map(|values| Step::new(self.of, &values))
    }
}

/// The state of the search for readings.
struct Readings<'r> {
    notation: Notation<'r>,
    steps: Vec<StepReading>,
    found: Vec<MoveReading>,
}

impl Notation<'_> {
    /// All ways to read a text as a move of the player to move, legal or not, in the order of the declarations. The name
    /// of a move may be written in front of its values, followed by a colon, or alone: the reading then leaves all values
    /// open. The last values of a move may be missing.
    pub fn readings(self, position: &Position, text: &str) -> Vec<MoveReading> {
        let text = text.trim();
        let to_move = self.rules.to_move(position);
        let declarations = self.rules.game().moves.iter().enumerate();
        let mut all = Readings { notation: self, steps: Vec::new(), found: Vec::new() };
        for (of, _) in declarations.filter(|(_, made)| made.player == to_move) {
            let name = &self.rules.program().rule(self.rules.game().moves[of].question).name;
            let rest = match text.get(..name.len()) {
                Some(front) if front.eq_ignore_ascii_case(name) => match text[name.len()..].chars().next() {
                    None => {
                        let values = self.played_sorts(of).iter().map(|_| None).collect();
                        all.found.push(vec![StepReading { of, values }]);
                        continue;
                    }
                    Some(':') => &text[name.len() + 1..],
                    Some(_) => text,
                },
                _ => text,
            };
            let plain = self.plain(rest);
            if let Some(pieces) = written(&plain) {
                all.read(of, None, &pieces);
            }
        }
        all.found
    }
}

impl Readings<'_> {
    /// Reads the pieces as a step of the declaration with index `of`, followed by the steps that may continue it.
    /// `before` is the last value of the previous step, which a step that is joined to it by `-` plays first.
    fn read(&mut self, of: usize, before: Option<(SortId, Value)>, pieces: &[Written<'_>]) {
        if self.found.len() >= MAX_READINGS || self.steps.len() >= MAX_MOVE_STEPS {
            return;
        }
        let (program, game) = (self.notation.rules.program(), self.notation.rules.game());
        let sorts = self.notation.played_sorts(of);
        let name = &program.rule(game.moves[of].question).name;
        let mut values: Vec<Option<Value>> = Vec::new();
        if let Some((sort, value)) =
            before.filter(|_| pieces.first().is_some_and(|one| one.joint == Some('-')))
        {
            let is_same =
                sorts.first().is_some_and(|first| program.sort(*first).root == program.sort(sort).root);
            if !is_same || sorts.len() < 2 {
                return;
            }
            values.push(Some(value));
        }
        let own = pieces.iter().enumerate();
        let is_own = |(at, one): &(usize, &Written<'_>)| *at == 0 || one.joint == Some('-');
        let given = own.take_while(is_own).count().min(sorts.len() - values.len());
        for (at, one) in pieces[..given].iter().enumerate() {
            let is_named = one.name.is_none_or(|word| at == 0 && word.eq_ignore_ascii_case(name));
            let value = read_value(program.sort(sorts[values.len()]), &one.value);
            if !is_named || value.is_none() {
                return;
            }
            values.push(value);
        }
        let rest = &pieces[given..];
        if given == 0 || !rest.is_empty() && values.len() < sorts.len() {
            return;
        }
        let last = sorts.last().copied().zip(values.last().copied().flatten());
        values.resize(sorts.len(), None);
        self.steps.push(StepReading { of, values });
        if rest.is_empty() {
            self.found.push(self.steps.clone());
        } else {
            let mut targets: Vec<usize> =
                game.moves[of].continuations.iter().map(|then| game.place_of(then.target)).collect();
            targets.dedup();
            for target in targets {
                self.read(target, last, rest);
            }
        }
        self.steps.pop();
    }
}
