//! The clocks of a timed game: the time that each player has left.

use std::time::Duration;

use noire_engine::search::limits::{Clock, SearchLimits};
use noire_engine::world::WorldError;

use crate::game::PageGame;
use crate::protocol::{ClockTimes, SavedClocks};
use crate::reviewing::PageWorld;

/// Maximum time of a side, in seconds.
const MAX_TIME: f64 = 600.0 * 60.0;

/// Maximum time that a move adds, in seconds.
const MAX_INCREMENT: f64 = 600.0;

/// The clocks of a game. At most one of them runs. None runs before the first move, after the end, and after the user
/// has walked to another position, until the next move.
pub(crate) struct Clocks {
    /// The time that each player had left when the clock was last stopped.
    left: Vec<Duration>,
    /// The time that a move adds.
    increment: Duration,
    /// The player whose clock runs, with the time since it was started.
    running: Option<(usize, Clock)>,
}

/// A number of seconds from outside as a time.
fn seconds(number: f64, most: f64) -> Duration {
    Duration::from_secs_f64(if number.is_finite() { number.clamp(0.0, most) } else { 0.0 })
}

impl Clocks {
    /// The clocks of a game that begins or was kept, which stand still. `None` if they are not those of so many players.
    pub(crate) fn restored(saved: &SavedClocks, players: usize) -> Option<Clocks> {
        let left: Vec<Duration> = saved.left.iter().map(|left| seconds(*left, MAX_TIME)).collect();
        let increment = seconds(saved.increment, MAX_INCREMENT);
        (left.len() == players).then_some(Clocks { left, increment, running: None })
    }

    /// The clocks as they are kept.
    pub(crate) fn saved(&self) -> SavedClocks {
        let left = (0..self.left.len()).map(|player| self.left(player).as_secs_f64()).collect();
        SavedClocks { left, increment: self.increment.as_secs_f64() }
    }

    /// The clocks as the page shows them.
    pub(crate) fn shown(&self) -> ClockTimes {
        let SavedClocks { left, increment } = self.saved();
        ClockTimes { left, running: self.running.as_ref().map(|(player, _)| *player), increment }
    }

    /// The time that a player has left.
    fn left(&self, player: usize) -> Duration {
        match &self.running {
            Some((running, clock)) if *running == player => self.left[player].saturating_sub(clock.elapsed()),
            _ => self.left[player],
        }
    }

    /// The time until the running clock is at zero; `None` if no clock runs.
    fn rest(&self) -> Option<Duration> {
        self.running.as_ref().map(|(player, _)| self.left(*player))
    }

    /// The player who has no time left, if there is one.
    fn loser(&self) -> Option<usize> {
        self.running.as_ref().map(|(player, _)| *player).filter(|player| self.left(*player).is_zero())
    }

    /// Stops the running clock.
    pub(crate) fn pause(&mut self) {
        if let Some((player, _)) = self.running {
            self.left[player] = self.left(player);
            self.running = None;
        }
    }

    /// Stops the clock of the player who has moved, adds the increment, and starts the clock of the next player.
    fn press(&mut self, next: Option<usize>) {
        let mover = self.running.as_ref().map(|(player, _)| *player);
        self.pause();
        if let Some(mover) = mover {
            self.left[mover] += self.increment;
        }
        self.running = next.map(|player| (player, Clock::start(SearchLimits::default())));
    }
}

impl<W: PageWorld> PageGame<'_, '_, W> {
    /// Starts the clock of the player to move after a move.
    ///
    /// # Errors
    /// If the position cannot be reached.
    pub(crate) fn press_clock(&mut self) -> Result<(), WorldError> {
        if self.clocks.is_none() {
            return Ok(());
        }
        let here = self.here()?;
        if let Some(clocks) = &mut self.clocks {
            clocks.press(here.end.is_none().then_some(here.to_move));
        }
        Ok(())
    }

    /// The time until the running clock is at zero; `None` if no clock runs.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.clocks.as_ref().and_then(Clocks::rest)
    }

    /// Stops the clocks until the next move.
    pub(crate) fn pause_clocks(&mut self) {
        self.clocks.iter_mut().for_each(Clocks::pause);
    }

    /// Ends the game if the player to move has no time left. Returns whether the game has ended.
    pub(crate) fn is_lost_on_time(&mut self) -> bool {
        let Some(loser) = self.clocks.as_ref().and_then(Clocks::loser) else { return false };
        self.pause_clocks();
        self.end_game(Some((loser + 1) % self.players.len()), "time", "wins-time");
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(seconds: f64, increment: f64) -> Clocks {
        Clocks::restored(&SavedClocks { left: vec![seconds; 2], increment }, 2)
            .expect("two players have clocks")
    }

    #[test]
    fn only_the_clock_of_the_player_to_move_runs() {
        let mut clocks = clocks(60.0, 5.0);
        assert_eq!((clocks.rest(), clocks.loser()), (None, None), "no clock runs before the first move");
        clocks.press(Some(1));
        assert_eq!(clocks.shown().running, Some(1));
        assert_eq!(
            clocks.left(0),
            Duration::from_secs(60),
            "the first move adds nothing, since its clock stood still"
        );
        clocks.press(Some(0));
        let left = clocks.left(1);
        assert!(Duration::from_secs(60) < left && left <= Duration::from_secs(65), "{left:?}");
        clocks.pause();
        assert_eq!((clocks.rest(), clocks.left(1)), (None, left));
        assert_eq!(Clocks::restored(&clocks.saved(), 2).map(|clocks| clocks.left(1)), Some(left));
    }

    #[test]
    fn a_player_without_time_loses() {
        let mut clocks = clocks(1e-9, 0.0);
        clocks.press(Some(1));
        while clocks.loser().is_none() {
            std::thread::yield_now();
        }
        assert_eq!((clocks.loser(), clocks.rest()), (Some(1), Some(Duration::ZERO)));
    }

    #[test]
    fn times_from_outside_are_bounded() {
        for none in [0.0, -5.0, f64::NAN, f64::INFINITY] {
            assert!(clocks(none, 1.0).left(0).is_zero(), "{none}");
        }
        let most = clocks(1e300, 1e300).saved();
        assert_eq!((most.left, most.increment), (vec![MAX_TIME; 2], MAX_INCREMENT));
        let three = SavedClocks { left: vec![1.0; 3], increment: 0.0 };
        assert!(Clocks::restored(&three, 2).is_none());
    }
}
