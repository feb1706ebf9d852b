//! A person as a player: whoever learns may play against somebody at the terminal.

use std::io::{self, Write};

use blanche_compiler::game::Fault;

use super::lines::{Line, Lines};
use super::playing::{Playing, Refused};
use noire_engine::board::Style;
use noire_engine::players::Chooser;
use noire_engine::search::alpha_beta::Listener;
use noire_engine::search::limits::Clock;
use noire_engine::search::player::{Budget, Choice};
use noire_engine::world::{Marks, Saying as _};

/// Somebody who reads positions and says moves.
pub struct Person<'w, W, L, O> {
    world: &'w W,
    lines: L,
    out: O,
    /// The person wants to play no more.
    has_left: bool,
}

impl<'w, W: Playing, L: Lines, O: Write> Person<'w, W, L, O> {
    /// A person who says lines and reads what is written.
    pub fn new(world: &'w W, lines: L, out: O) -> Person<'w, W, L, O> {
        Person { world, lines, out, has_left: false }
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
    fn asked(&mut self, position: &mut W::Position) -> io::Result<Option<W::Step>> {
        let name = self.world.to_move(position).unwrap_or_default();
        write!(self.out, "\n{}", self.world.draw(position, &Marks::default(), Style::Ascii))?;
        loop {
            write!(self.out, "{name}, your move: ")?;
            self.out.flush()?;
            let (Line::Text(line) | Line::Garbled(line)) = self.lines.next_line()? else {
                writeln!(self.out)?;
                return Ok(None);
            };
            let refused = match line.trim() {
                "" => continue,
                "quit" | "exit" => return Ok(None),
                line => match self.world.move_of(position, line) {
                    Ok(mv) if W::step(mv).is_some() => return Ok(W::step(mv)),
                    Err(Refused::Unplayable(reason)) => reason,
                    Ok(_) | Err(_) => format!("{line}: expected {}", W::A_MOVE),
                },
            };
            writeln!(self.out, "{refused}; `quit` ends the lesson.")?;
        }
    }
}

impl<'w, W: Playing, L: Lines, O: Write> Chooser<W::Game<'w>> for Person<'_, W, L, O> {
    /// A person takes as long as a person takes. Where nothing can be read or written any more the person has left.
    fn choose_telling(
        &mut self,
        game: &mut W::Game<'w>,
        budget: &Budget,
        _: &mut Listener<'_, W::Step>,
    ) -> Result<Choice<W::Step>, Fault> {
        let clock = Clock::start(budget.limits());
        let mv = self.asked(&mut W::position_of(game).clone()).unwrap_or(None);
        self.has_left |= mv.is_none();
        Ok(Choice::unsearched(mv, 0, clock.elapsed()))
    }
}
