//! A person at the terminal as an opponent for a learner.

use std::io::{self, Write};

use blanche_compiler::game::Fault;

use super::input::{Line, LineSource};
use noire_engine::board::Style;
use noire_engine::players::Chooser;
use noire_engine::search::alpha_beta::Listener;
use noire_engine::search::limits::Clock;
use noire_engine::search::player::{Budget, Choice};
use noire_engine::world::{Marks, WorldExt as _};
use noire_interactive::interactive_game::{InteractiveGame, RejectedMove};

/// A player whose moves a person enters at the terminal.
pub struct HumanPlayer<'w, W, L, O> {
    world: &'w W,
    lines: L,
    out: O,
    /// Whether the person has left the game.
    has_left: bool,
}

impl<'w, W: InteractiveGame, L: LineSource, O: Write> HumanPlayer<'w, W, L, O> {
    /// A person whose input comes from `lines`, and who sees what is written to `out`.
    pub fn new(world: &'w W, lines: L, out: O) -> HumanPlayer<'w, W, L, O> {
        HumanPlayer { world, lines, out, has_left: false }
    }

    /// Whether the person has left the game.
    pub fn has_left(&self) -> bool {
        self.has_left
    }

    /// Prints a message to the person.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn print(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Asks for a move. Returns `None` if the person leaves.
    fn ask_move(&mut self, position: &mut W::Position) -> io::Result<Option<W::Step>> {
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
                line => match self.world.parse_move(position, line) {
                    Ok(mv) if W::step(mv).is_some() => return Ok(W::step(mv)),
                    Err(RejectedMove::Unplayable(fault)) => {
                        format!("{}: expected {}", fault.found(), fault.expected())
                    }
                    Ok(_) | Err(_) => format!("{line}: expected {}", W::A_MOVE),
                },
            };
            writeln!(self.out, "{refused}; `quit` ends the lesson.")?;
        }
    }
}

impl<'w, W: InteractiveGame, L: LineSource, O: Write> Chooser<W::Game<'w>> for HumanPlayer<'_, W, L, O> {
    /// Waits for the person without a time limit. A failure to read or write counts as leaving.
    fn choose_with_listener(
        &mut self,
        game: &mut W::Game<'w>,
        budget: &Budget,
        _: &mut Listener<'_, W::Step>,
    ) -> Result<Choice<W::Step>, Fault> {
        let clock = Clock::start(budget.limits());
        let mv = self.ask_move(&mut W::position_of(game).clone()).unwrap_or(None);
        self.has_left |= mv.is_none();
        Ok(Choice::unsearched(mv, 0, clock.elapsed()))
    }
}
