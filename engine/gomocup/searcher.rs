//! Moves by search, in time whatever happens: the search runs beside the clock, and where it does not answer, somebody
//! else does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use blanche_compiler::runtime::Limits;

use super::{Ask, Mover};
use crate::board::{BOARD_SIZE, Point};
use crate::facts::Base;
use crate::games::FiveInARow;
use crate::games::abilities::{Asker, lacks};
use crate::proof_check::FiveInARowStrategy;
use crate::search::player::{Budget, Choice, Player, instant};
use crate::search::strategy::Strategy;

/// A search that is told to stop gets so long to say what it found, and no more than this part of its time: `1 / SHORT`.
const GRACE: Duration = Duration::from_millis(50);
const SHORT: u32 = 4;

/// While a search runs it is looked so often whether the session is over.
const LOOK: Duration = Duration::from_millis(10);

/// What the program takes beside what a search remembers, in bytes: itself, and three bases.
const PROGRAM: u64 = 32 << 20;

/// The stack of a search, in bytes: rules may be nested deep.
const STACK: usize = 64 << 20;

/// A mover that searches, with bases that are compiled in.
pub struct Searcher {
    /// How it looks for wins.
    strategy: &'static FiveInARowStrategy,
    /// How it plays; the time is the manager's.
    budget: Budget,
    /// Who plays, with the memory that it was given.
    player: Option<(Option<u64>, Arc<Player<Point>>)>,
    /// The bases that have been opened.
    bases: Vec<(&'static str, Arc<Base>)>,
}

impl Searcher {
    /// A mover with this strategy and pace.
    pub fn new(strategy: &'static FiveInARowStrategy, budget: Budget) -> Searcher {
        Searcher { strategy, budget, player: None, bases: Vec::new() }
    }

    fn base(&mut self, name: &'static str) -> Option<Arc<Base>> {
        if !self.bases.iter().any(|(known, _)| *known == name) {
            self.bases.push((name, Arc::new(Base::open(name, Limits::default()).ok()?)));
        }
        self.bases.iter().find(|(known, _)| *known == name).map(|(_, base)| Arc::clone(base))
    }

    /// The player of the games before, unless it may use another amount of memory now.
    fn player(&mut self, budget: &Budget) -> Arc<Player<Point>> {
        self.player.take_if(|(memory, _)| *memory != budget.memory);
        let player = self.player.get_or_insert_with(|| (budget.memory, Arc::new(Player::new(budget))));
        Arc::clone(&player.1)
    }
}

impl Mover for Searcher {
    fn prepare(&mut self, base: &'static str) -> Vec<String> {
        let asker = Asker::Player(Strategy::<FiveInARow<'_>>::name(self.strategy));
        let lacks = self.base(base).map_or_else(Vec::new, |base| lacks(&base, asker));
        lacks.into_iter().map(|lack| format!("{base}: {lack}")).collect()
    }

    fn choose(&mut self, ask: &Ask, end: &AtomicBool) -> Option<Point> {
        let base = self.base(ask.base)?;
        if ask.position.empty_fields().len() == Point::COUNT {
            return centre();
        }
        let memory = ask.memory.map(|bytes| bytes.saturating_sub(PROGRAM));
        let threads = ask.threads.unwrap_or(self.budget.threads);
        let budget = Budget { memory, threads, ..self.budget.clone() };
        let player = self.player(&budget);
        match search((self.strategy, player), &base, ask, &budget, end) {
            Some(Choice { mv: Some(mv), .. }) => Some(mv),
            _ => instant(&mut FiveInARow::new(&base, base.backend(), ask.position.clone())),
        }
    }
}

/// The move of a search; nothing when it does not answer in time.
fn search(
    (strategy, player): (&'static FiveInARowStrategy, Arc<Player<Point>>),
    base: &Arc<Base>,
    ask: &Ask,
    budget: &Budget,
    end: &AtomicBool,
) -> Option<Choice<Point>> {
    let start = Instant::now();
    let stop = Arc::default();
    let budget = Budget { stop: Arc::clone(&stop), ..budget.clone() }.with_time(Some(ask.time));
    let latest = ask.time.most;
    let (base, position) = (Arc::clone(base), ask.position.clone());
    let (sender, receiver) = channel();
    let worker = thread::Builder::new().stack_size(STACK).spawn(move || {
        let mut game = FiveInARow::new(&base, base.backend(), position);
        let _ = sender.send(player.choose(strategy, &mut game, &budget));
    });
    worker.ok()?;
    while !end.load(Ordering::Relaxed) && start.elapsed() < latest {
        match receiver.recv_timeout(LOOK.min(latest.saturating_sub(start.elapsed()))) {
            Ok(choice) => return Some(choice),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    stop.store(true, Ordering::Relaxed);
    receiver.recv_timeout(GRACE.min(latest / SHORT)).ok()
}

/// The middle of the board.
fn centre() -> Option<Point> {
    Point::new(BOARD_SIZE / 2, BOARD_SIZE / 2)
}
