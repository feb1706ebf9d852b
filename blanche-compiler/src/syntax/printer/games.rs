//! Prints items of games: players, states, moves with their effects, ends, preferences and drawings.

use super::{INDENT, Printer, WIDTH, joined, names, open_parameters, print_atom, print_side, print_term};
use crate::syntax::ast::{
    Atom, Body, Claims, Draw, Drawing, Effect, EffectKind, Margin, Move, Name, PlayersDeclaration,
    Preference, StartDeclaration, StateDeclaration, TriviaLine, Worth,
};

/// The phrase at the end of a score or preference whose premise may hold in any image of the position under the
/// symmetries of the board.
const UP_TO_SYMMETRY: &str = "up to symmetry";

impl Printer {
    pub(super) fn players(&mut self, players: &PlayersDeclaration) {
        self.write(&format!("players {}", names(&players.players)));
        if !players.words.is_empty() {
            self.write(&format!(" words {}", names(&players.words)));
        }
    }

    pub(super) fn state(&mut self, state: &StateDeclaration) {
        self.write(&format!("state {}{}", state.name.text, open_parameters(&state.parameters)));
        if !state.one.is_empty() {
            self.write(&format!(" one {}", joined(&state.one, |name: &Name| name.text.clone(), " ")));
        }
        if state.history.is_some() {
            self.write(", history");
        }
    }

    pub(super) fn start(&mut self, start: &StartDeclaration) {
        self.write("start");
        self.atoms(&start.atoms, INDENT);
        if let Some(body) = &start.body {
            self.write(" if");
            self.body(body, INDENT);
        }
    }

    pub(super) fn one_move(&mut self, one: &Move) {
        let Move { name, side, plays, body, effects, .. } = one;
        self.write(&format!("move {} for {} plays {}", name.text, print_side(side), names(plays)));
        if let Some(body) = body {
            self.write(" if");
            self.body(body, INDENT);
        }
        for effect in effects {
            self.effect_on_its_line(effect);
        }
    }

    /// Writes an effect and its comments on separate lines.
    fn effect_on_its_line(&mut self, effect: &Effect) {
        for line in &effect.trivia.before {
            if let TriviaLine::Comment(comment) = line
                && self.comments
            {
                self.newline(INDENT);
                self.write(comment);
            }
        }
        self.newline(INDENT);
        self.effect(effect);
        self.trailing_comment(&effect.trivia);
    }

    pub(super) fn effect(&mut self, effect: &Effect) {
        self.write(effect.kind.word());
        match effect.kind {
            EffectKind::Then => self.continuation(&effect.atoms),
            EffectKind::Removes | EffectKind::Adds => self.atoms(&effect.atoms, 2 * INDENT),
        }
        if let Some(condition) = &effect.condition {
            self.write(if condition.is_for { " for" } else { " if" });
            self.body(&condition.body, 2 * INDENT);
        }
    }

    /// Writes ` jump from Field3`, the part of an effect after `then`.
    fn continuation(&mut self, atoms: &[Atom]) {
        let Some(atom) = atoms.first() else { return };
        self.write(&format!(" {}", atom.predicate.text));
        if !atom.arguments.is_empty() {
            self.write(&format!(" from {}", joined(&atom.arguments, print_term, ", ")));
        }
    }

    pub(super) fn draw(&mut self, draw: &Draw) {
        self.write(&format!("draw {} if", draw.name.text));
        self.body(&draw.body, INDENT);
    }

    pub(super) fn claims(&mut self, claims: &Claims) {
        self.write("claims");
        if let Some(level) = &claims.level {
            self.write(&format!(" from level {}", level.value));
        }
        self.write(" suppose");
        self.body(&claims.body, INDENT);
    }

    pub(super) fn margin(&mut self, margin: &Margin) {
        let (side, counts) = (print_side(&margin.side), names(&margin.counts));
        self.write(&format!("margin for {side} counts {counts} if"));
        self.body(&margin.body, INDENT);
    }

    pub(super) fn preference(&mut self, preference: &Preference) {
        let Preference { name, side, plays, worth, body, up_to_symmetry, .. } = preference;
        let worth = match worth {
            Worth::Number(number) => number.value.to_string(),
            Worth::Variable(name) => name.text.clone(),
        };
        let (side, plays) = (print_side(side), names(plays));
        self.write(&format!("preference {} for {side} plays {plays} worth {worth} if", name.text));
        self.body(body, INDENT);
        if up_to_symmetry.is_some() {
            self.up_to_symmetry(body);
        }
    }

    /// Writes `up to symmetry` after a body, on the same line if there is room.
    pub(super) fn up_to_symmetry(&mut self, body: &Body) {
        let last = body.branches.last().and_then(|branch| branch.last());
        let commented = self.comments && last.is_some_and(|last| last.trivia.after.is_some());
        if commented || self.column + UP_TO_SYMMETRY.len() + 1 > WIDTH {
            self.newline(INDENT);
        } else {
            self.write(" ");
        }
        self.write(UP_TO_SYMMETRY);
    }

    pub(super) fn drawn(&mut self, drawings: &[Drawing]) {
        self.write("drawn");
        let drawing = |one: &Drawing| format!("{} as {}", print_atom(&one.atom), one.sign.text);
        let texts: Vec<String> = drawings.iter().map(drawing).collect();
        self.row(&texts, INDENT);
    }
}
