//! Chooses moves with a search that always answers in time. The search runs in a thread of its own. If it gives no
//! answer in time, a quick move is played instead.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use blanche_compiler::runtime::Limits;

use super::command::point_text;
use super::{MoveRequest, Mover, Pondering};
use noire_engine::board::{BOARD_SIZE, Point};
use noire_engine::facts::Base;
use noire_engine::games::requirements::{SearchKind, missing_requirements};
use noire_engine::games::{FiveInARow, ended};
use noire_engine::search::alpha_beta::InterimResult;
use noire_engine::search::player::{Budget, Choice, Player, instant};
use noire_engine::search::reports::{self, ReportThrottle};

/// Maximum time to wait for the result of a search after it was stopped. The wait is also limited to 1 /
/// `GRACE_DIVISOR` of the time for the move.
const GRACE: Duration = Duration::from_millis(50);
const GRACE_DIVISOR: u32 = 4;

/// While a search runs, interval between checks for the end of the session.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Memory used besides the search tables, in bytes: the program itself and three bases.
const PROGRAM_BYTES: u64 = 32 << 20;

/// Stack size of a search thread, in bytes. Rules may be deeply nested.
const STACK: usize = 64 << 20;

/// A mover that uses the search of `noire` with the compiled-in bases.
pub struct Searcher {
    /// Search settings. The manager sets the time and may override threads and memory.
    budget: Budget,
    /// The player, and the memory limit for which its tables were allocated.
    player: Option<(Option<u64>, Arc<Player<Point>>)>,
    /// The bases opened so far, by name.
    bases: Vec<(&'static str, Arc<Base>)>,
    /// Whether to suppress progress reports.
    is_quiet: bool,
    /// Whether to think on the opponent's time if the manager does not set this.
    ponders: bool,
    /// Number of transposition tables allocated so far.
    tables: u64,
}

impl Searcher {
    /// Creates a mover that searches with this budget.
    pub fn new(budget: Budget) -> Searcher {
        Searcher { budget, player: None, bases: Vec::new(), is_quiet: false, ponders: false, tables: 0 }
    }

    /// Number of transposition tables allocated so far. A table that is allocated during a move delays that move.
    pub fn tables(&self) -> u64 {
        self.tables
    }

    /// Enables pondering, unless the manager disables it, and returns the mover.
    #[must_use]
    pub fn pondering(self) -> Searcher {
        Searcher { ponders: true, ..self }
    }

    /// Disables progress reports, and returns the mover.
    #[must_use]
    pub fn quiet(self) -> Searcher {
        Searcher { is_quiet: true, ..self }
    }

    fn base(&mut self, name: &'static str) -> Option<Arc<Base>> {
        if !self.bases.iter().any(|(known, _)| *known == name) {
            self.bases.push((name, Arc::new(Base::open(name, Limits::default()).ok()?)));
        }
        self.bases.iter().find(|(known, _)| *known == name).map(|(_, base)| Arc::clone(base))
    }

    /// The search budget for a request, except for its time.
    fn budget(&self, ask: &MoveRequest) -> Budget {
        let threads = ask.threads.unwrap_or(self.budget.threads);
        Budget { threads, ..self.within(ask.memory) }
    }

    /// The search budget within the memory limit of the manager, in bytes.
    fn within(&self, memory: Option<u64>) -> Budget {
        Budget { memory: memory.map(|bytes| bytes.saturating_sub(PROGRAM_BYTES)), ..self.budget.clone() }
    }

    /// The player of the previous games, or a new one if the memory limit has changed.
    fn player(&mut self, budget: &Budget) -> Arc<Player<Point>> {
        self.player.take_if(|(memory, _)| *memory != budget.memory);
        let tables = &mut self.tables;
        let player = self.player.get_or_insert_with(|| {
            *tables += 1;
            (budget.memory, Arc::new(Player::new(budget)))
        });
        Arc::clone(&player.1)
    }
}

impl Mover for Searcher {
    fn prepare(&mut self, base: &'static str) -> Vec<String> {
        let kind = SearchKind::Player(self.budget.strategy.name());
        let missing = self.base(base).map_or_else(Vec::new, |base| missing_requirements(&base, kind));
        missing.into_iter().map(|requirement| format!("{base}: {requirement}")).collect()
    }

    fn limit(&mut self, memory: Option<u64>) {
        // Allocating the table takes a while, which must not count as thinking time.
        let budget = self.within(memory);
        self.player(&budget);
    }

    fn choose(&mut self, ask: &MoveRequest, end: &AtomicBool, tell: &mut dyn FnMut(&str)) -> Option<Point> {
        let base = self.base(ask.base)?;
        if ask.position.empty_fields().len() == Point::COUNT {
            return centre();
        }
        let is_quiet = self.is_quiet;
        let mut tell = |line: &str| {
            if !is_quiet {
                tell(line)
            }
        };
        if let Ok(Some(_)) = ended(&base, base.backend(), &mut ask.position.clone()) {
            tell("the game is over");
            return None;
        }
        let budget = self.budget(ask);
        let player = self.player(&budget);
        match search(player, &base, ask, &budget, (end, &mut tell)) {
            Some(choice @ Choice { mv: Some(mv), .. }) => {
                tell(&reason(mv, &choice));
                Some(mv)
            }
            _ => {
                tell("no search finished in time: the move is the first that does not lose at once");
                instant(&mut FiveInARow::new(&base, base.backend(), ask.position.clone()))
            }
        }
    }

    fn ponder(&mut self, ask: &MoveRequest) -> Option<Pondering> {
        if !ask.ponders.unwrap_or(self.ponders) {
            return None;
        }
        let stop: Arc<AtomicBool> = Arc::default();
        let budget = Budget { stop: Arc::clone(&stop), ..self.budget(ask) };
        let (base, player, position) = (self.base(ask.base)?, self.player(&budget), ask.position.clone());
        let thread = thread::Builder::new().stack_size(STACK).spawn(move || {
            player.ponder(&mut FiveInARow::new(&base, base.backend(), position), &budget);
        });
        Some(Pondering { stop, thread: Some(thread.ok()?) })
    }
}

/// A text that explains a move: why the move was chosen, and the cost of the search.
fn reason(mv: Point, choice: &Choice<Point>) -> String {
    let (milliseconds, speed) = (choice.time.as_millis(), reports::per_second(choice.positions, choice.time));
    format!(
        "{} {}; nodes {} nps {speed} time {milliseconds}",
        point_text(mv),
        reports::reason(choice),
        choice.positions
    )
}

/// A message from the search thread.
enum SearchMessage {
    /// A progress report.
    Report(String),
    /// The chosen move.
    Choice(Choice<Point>),
}

/// Runs a search and returns its choice, or `None` if it does not answer in time.
fn search(
    player: Arc<Player<Point>>,
    base: &Arc<Base>,
    ask: &MoveRequest,
    budget: &Budget,
    (end, tell): (&AtomicBool, &mut dyn FnMut(&str)),
) -> Option<Choice<Point>> {
    let start = Instant::now();
    let stop = Arc::default();
    let budget = Budget { stop: Arc::clone(&stop), ..budget.clone() }.with_time(Some(ask.time));
    let latest = ask.time.max;
    let (base, position) = (Arc::clone(base), ask.position.clone());
    let (sender, receiver) = channel();
    let worker = thread::Builder::new().stack_size(STACK).spawn(move || {
        let mut game = FiveInARow::new(&base, base.backend(), position);
        let mut throttle = ReportThrottle::begin();
        let mut listener = |result: &InterimResult<'_, Point>| {
            if throttle.is_due(result) {
                let line = reports::message(result, throttle.elapsed(), point_text);
                let _ = sender.send(SearchMessage::Report(line));
            }
        };
        let choice = player.choose_with_listener(&mut game, &budget, &mut listener);
        let _ = sender.send(SearchMessage::Choice(choice));
    });
    worker.ok()?;
    while !end.load(Ordering::Relaxed) && start.elapsed() < latest {
        match receiver.recv_timeout(POLL_INTERVAL.min(latest.saturating_sub(start.elapsed()))) {
            Ok(SearchMessage::Choice(choice)) => return Some(choice),
            Ok(SearchMessage::Report(line)) => tell(&line),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    stop.store(true, Ordering::Relaxed);
    let until = start.elapsed() + GRACE.min(latest / GRACE_DIVISOR);
    // Progress reports that arrive now are dropped, because there is no time left to send them.
    while let Ok(heard) = receiver.recv_timeout(until.saturating_sub(start.elapsed())) {
        if let SearchMessage::Choice(choice) = heard {
            return Some(choice);
        }
    }
    None
}

/// The point at the centre of the board.
fn centre() -> Option<Point> {
    Point::new(BOARD_SIZE / 2, BOARD_SIZE / 2)
}
