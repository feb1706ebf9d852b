//! A person as a player: whoever learns may play against somebody at the terminal.

use std::io::{self, Write};

use blanche_compiler::game::{Fault, Move, Rules};
use blanche_compiler::runtime::Position;

use super::lines::{Line, Lines};
use crate::games::TextGame;
use crate::players::Chooser;
use crate::search::alpha_beta::Listener;
use crate::search::limits::Clock;
use crate::search::player::{Budget, Choice};

/// Somebody who reads positions and says moves.
pub struct Person<'r, L, W> {
    rules: &'r Rules,
    lines: L,
    out: W,
    /// The person wants to play no more.
    has_left: bool,
}

impl<'r, L: Lines, W: Write> Person<'r, L, W> {
    /// A person who says lines and reads what is written.
    pub fn new(rules: &'r Rules, lines: L, out: W) -> Person<'r, L, W> {
        Person { rules, lines, out, has_left: false }
    }

    /// Whether the person has left.
    pub fn has_left(&self) -> bool {
        self.has_left
    }

    /// Says something.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn tell(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// The move that the person says; nothing where the person leaves.
    fn asked(&mut self, position: &mut Position) -> io::Result<Option<Move>> {
        let name = self.rules.program().player(self.rules.to_move(position));
        write!(self.out, "\n{}", self.rules.position_text(position))?;
        loop {
            write!(self.out, "{name}, your move: ")?;
            self.out.flush()?;
            let (Line::Text(line) | Line::Garbled(line)) = self.lines.next_line()? else {
                writeln!(self.out)?;
                return Ok(None);
            };
            match line.trim() {
                "" => {}
                "quit" | "exit" => return Ok(None),
                line => match self.rules.read_move(position, line) {
                    Ok(mv) => return Ok(Some(mv)),
                    Err(fault) => writeln!(
                        self.out,
                        "{}: expected {}; `quit` ends the lesson.",
                        fault.found(),
                        fault.expected()
                    )?,
                },
            }
        }
    }
}

impl<'g, L: Lines, W: Write> Chooser<TextGame<'g>> for Person<'_, L, W> {
    /// A person takes as long as a person takes. Where nothing can be read or written any more the person has left.
    fn choose_telling(
        &mut self,
        game: &mut TextGame<'g>,
        budget: &Budget,
        _: &mut Listener<'_, Move>,
    ) -> Result<Choice<Move>, Fault> {
        let clock = Clock::start(budget.limits());
        let mv = self.asked(&mut game.position().clone()).unwrap_or(None);
        self.has_left |= mv.is_none();
        Ok(Choice::unsearched(mv, 0, clock.elapsed()))
    }
}
