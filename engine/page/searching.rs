//! The searches of a game: the moves of the computer, hints, and live analysis.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use noire_engine::games::{Game as _, KnowledgeFilter};
use noire_engine::search::alpha_beta::InterimResult;
use noire_engine::search::limits::{Clock, SearchLimits};
use noire_engine::search::player::{self, Budget, Choice};
use noire_engine::world::WorldError;
use noire_interactive::interactive_game::{InteractiveGame, choice_text};
use noire_interactive::rejections::rejection_text;

use crate::game::{Here, PageGame};
use crate::inbox::SearchEnd;
use crate::opponents;
use crate::programs::{NamedProgram, Opponent};
use crate::protocol::{Event, Line, Player, Purpose};
use crate::reviewing::PageWorld;
use crate::search_queue::{MAX_WAITING, Permit, Refusal};

/// Minimum interval between two messages about a search.
const INTERVAL: Duration = Duration::from_millis(200);

/// Maximum size of the tables of a search, in bytes.
pub(crate) const MEMORY: u64 = 64 << 20;

/// Maximum number of moves to value in an analysis.
const MAX_LINES: usize = 10;

/// Maximum number of moves to which an analysis can be limited.
const MAX_ONLY: usize = 100;

/// Reports a search at most five times a second.
struct Throttle {
    clock: Clock,
    next: Duration,
}

impl Throttle {
    fn begin() -> Throttle {
        Throttle { clock: Clock::start(SearchLimits::default()), next: Duration::ZERO }
    }

    fn is_due(&mut self) -> bool {
        let now = self.clock.elapsed();
        let is_due = now >= self.next;
        if is_due {
            self.next = now + INTERVAL;
        }
        is_due
    }
}

impl<'w, W: PageWorld> PageGame<'w, '_, W> {
    /// Lets the computer choose and make a move. Returns whether it has moved. It has not if the search was ended by a
    /// request, which decides how the game goes on.
    ///
    /// # Errors
    /// If the game cannot continue.
    pub(crate) fn computer_turn(&mut self, here: &Here<W>) -> Result<bool, WorldError> {
        let programs = &self.tab.hall.settings.programs;
        if let Some(named) = opponents::program(&self.players[here.to_move], programs) {
            let named = named.clone();
            return self.program_turn(here, &named);
        }
        let Some(choice) = self.choose(here.to_move, here.to_move, Purpose::Move)? else { return Ok(false) };
        let Some(mv) = choice.mv else {
            self.pause();
            self.idle(self.tab.say("why-first", &[]));
            return Ok(false);
        };
        let text = self.sentence(here.to_move, &choice, ["thinking-wins", "thinking-loses", "plays"]);
        self.last_choice = Some(choice);
        self.add(mv.into());
        self.idle(text);
        Ok(true)
    }

    /// Lets a program choose and make a move. Returns whether it has moved.
    ///
    /// # Errors
    /// If the program fails. It is started again for its next move.
    fn program_turn(&mut self, here: &Here<W>, named: &NamedProgram) -> Result<bool, WorldError> {
        if self.start_record.is_some() {
            let words = "the Gomocup protocol has no positions that are set up.";
            return Err(WorldError::Wrong(words.to_owned()));
        }
        let Some((stop, permit)) = self.begin_search(Purpose::Move) else { return Ok(false) };
        let moves = self.tree.moves(self.at).into_iter().map(|mv| self.world.moves_text(&[mv]));
        let moves: Vec<String> = moves.collect();
        let running = match self.programs[here.to_move].take() {
            Some(running) => Ok(running),
            None => Opponent::start(self.world, named, &stop),
        };
        let chosen = running.and_then(|mut running| {
            let mv = running.choose(&moves, &stop)?;
            Ok((mv, running))
        });
        drop(permit);
        let end = self.tab.inbox.end_search();
        let (mv, running) = chosen?;
        if end == SearchEnd::Dropped || mv.is_none() {
            // A program that has not answered is started again, because its answer may still come.
            self.idle(String::new());
            if end != SearchEnd::Dropped {
                self.pause();
            }
            return Ok(false);
        }
        self.programs[here.to_move] = Some(running);
        let text = mv.unwrap_or_default();
        let read = self.world.parse_move(&mut here.position.clone(), &text);
        let mv = read.map_err(|_| WorldError::Wrong(format!("it sent {text}, which is not legal.")))?;
        self.last_choice = None;
        self.add(mv);
        let player = self.player_name(here.to_move);
        let variables = [("colour", player.as_str().into()), ("move", text.as_str().into())];
        let text = self.tab.say("plays", &variables);
        self.idle(text);
        Ok(true)
    }

    /// Finds a good move for the player to move and sends it.
    ///
    /// # Errors
    /// If the game cannot continue.
    pub(crate) fn hint(&mut self) -> Result<(), WorldError> {
        let here = self.here()?;
        if here.end.is_some() {
            return Ok(());
        }
        let seat = self.players.len();
        let Some(choice) = self.choose(seat, here.to_move, Purpose::Hint)? else { return Ok(()) };
        let sentence = match choice.mv {
            None => self.tab.say("why-first", &[]),
            Some(_) => self.sentence(here.to_move, &choice, ["hint-wins", "hint-loses", "hint"]),
        };
        let text = choice.mv.map(|mv| self.world.moves_text(&[mv.into()]));
        self.tab.outbox.send(&Event::Hint { text, sentence });
        self.idle(String::new());
        Ok(())
    }

    /// A sentence about a choice. `names` are the names of the messages for a win, a loss, and any other move.
    fn sentence(&self, player: usize, choice: &Choice<W::Step>, names: [&str; 3]) -> String {
        let mv = choice.mv.map(|mv| self.world.moves_text(&[mv.into()])).unwrap_or_default();
        choice_text(&self.tab.translations, (&self.player_name(player), &mv), choice.reason, names)
    }

    pub(crate) fn idle(&self, text: String) {
        self.tab.outbox.send(&Event::Idle { text });
    }

    /// The move that the computer of a seat chooses for a player. Returns `None` if the search was ended by another
    /// request, or could not begin.
    fn choose(
        &mut self,
        seat: usize,
        player: usize,
        purpose: Purpose,
    ) -> Result<Option<Choice<W::Step>>, WorldError> {
        let person = Player::Person;
        let (spec, positions) =
            opponents::spec(self.players.get(seat).filter(|_| purpose == Purpose::Move).unwrap_or(&person))?;
        let mut game =
            self.world.searched_game(&spec.knowledge_filter(), &self.start, &self.tree.moves(self.at))?;
        let Some((stop, permit)) = self.begin_search(purpose) else { return Ok(None) };
        let mut computer = self.computers[seat].take().unwrap_or_else(|| spec.chooser(player as u64 + 1));
        let budget = Budget { positions, memory: Some(MEMORY), stop, ..Budget::untimed() };
        let budget = spec.within(budget);
        let mut throttle = Throttle::begin();
        let (outbox, world) = (&self.tab.outbox, self.world);
        let mut listener = |result: &InterimResult<'_, W::Step>| {
            if throttle.is_due() {
                let found = Some(line(world, result.best, result.line, result.positions));
                outbox.send_progress(&Event::Searching { purpose, found });
            }
        };
        let choice = computer.choose_with_listener(&mut game, &budget, &mut listener);
        drop(permit);
        self.computers[seat] = Some(computer);
        match self.tab.inbox.end_search() {
            SearchEnd::Kept | SearchEnd::Paused => Ok(Some(choice?)),
            SearchEnd::Dropped => {
                self.idle(String::new());
                Ok(None)
            }
        }
    }

    /// Begins a search when it is its turn. Returns the flag that ends it. `None` if a waiting request would end it at
    /// once, or it is refused.
    pub(crate) fn begin_search(&self, purpose: Purpose) -> Option<(Arc<AtomicBool>, Permit)> {
        let stop = self.tab.inbox.begin_search(purpose)?;
        let permit = self.permit(&stop, purpose == Purpose::Analysis)?;
        self.tab.outbox.send_progress(&Event::Searching { purpose, found: None });
        Some((stop, permit))
    }

    /// Waits for the permission to search. If it is refused, ends the search and tells the user why.
    fn permit(&self, stop: &Arc<AtomicBool>, endless: bool) -> Option<Permit> {
        let outbox = &self.tab.outbox;
        // The first place is not worth a message, because the search begins at once if no other one runs.
        let mut tell = |place: usize| outbox.send_progress(&Event::Queued { place });
        match self.tab.hall.queue.wait(stop, endless, &mut tell) {
            Ok(permit) => Some(permit),
            Err(refusal) => {
                self.tab.inbox.end_search();
                let text = match refusal {
                    Refusal::Cancelled => String::new(),
                    Refusal::Full => {
                        self.tab.say("page-queue-full", &[("number", (MAX_WAITING as u32).into())])
                    }
                };
                self.idle(text);
                None
            }
        }
    }

    /// Turns live analysis on or off. `only` are the moves to choose from in the current position; all of them if it is
    /// empty. If one of them is not legal, tells the user why, and changes nothing.
    ///
    /// # Errors
    /// If the game cannot continue.
    pub(crate) fn set_analysis(&mut self, lines: usize, only: &[String]) -> Result<(), WorldError> {
        if only.len() > MAX_ONLY {
            self.fail_with("page-too-many-moves", &[("number", (MAX_ONLY as u32).into())]);
            return Ok(());
        }
        if lines > 0 && self.time_left().is_some() {
            self.fail("page-no-analysis-on-time");
        }
        let mut here = self.here()?;
        let mut steps: Vec<W::Step> = Vec::new();
        for text in only {
            match self.world.parse_move(&mut here.position, text) {
                Ok(mv) => steps.extend(W::step(mv).filter(|step| !steps.contains(step))),
                Err(rejected) => {
                    let text = rejection_text(&self.tab.translations, text, &rejected);
                    self.tab.outbox.send(&Event::Failed { text });
                    return Ok(());
                }
            }
        }
        (self.lines, self.only, self.analysed) = (lines, (self.at, steps), None);
        if lines == 0 {
            self.idle(String::new());
        }
        Ok(())
    }

    /// Values the best moves of the current position, and sends them, until another request comes or no deeper search
    /// would find more.
    ///
    /// # Errors
    /// If the game cannot be set up.
    pub(crate) fn analyse(&mut self) -> Result<(), WorldError> {
        let (at, count) = (self.at, self.lines.min(MAX_LINES));
        let mut game =
            self.world.searched_game(&KnowledgeFilter::default(), &self.start, &self.tree.moves(at))?;
        let mut moves = Vec::new();
        if self.only.0 != at {
            self.only.1.clear();
        }
        moves.extend(&self.only.1);
        if moves.is_empty() {
            game.moves(&mut moves);
        }
        let mut deepest = 0;
        loop {
            let Some((stop, permit)) = self.begin_search(Purpose::Analysis) else { return Ok(()) };
            let budget = Budget { memory: Some(MEMORY), is_valuing: true, stop, ..Budget::untimed() };
            let analyst = self.analyst.get_or_insert_with(|| player::Player::new(&budget));
            let (mut throttle, outbox, world) = (Throttle::begin(), &self.tab.outbox, self.world);
            let lines = |found: &[noire_engine::search::alpha_beta::multi_pv::Line<W::Step>],
                         clock: &Clock| {
                let mut lines: Vec<Line> =
                    found.iter().map(|one| line(world, one.first, &one.line, clock.positions())).collect();
                lines.sort_by_key(|line| -line.number);
                lines
            };
            let depth_of = |lines: &[Line]| lines.iter().map(|line| line.depth).min().unwrap_or(0);
            let (found, clock) = analyst.lines(&mut game, &budget, &moves, count, &mut |found, clock| {
                let lines = lines(found, clock);
                // After a pause, the first rounds repeat what the user has seen.
                if depth_of(&lines) > deepest && throttle.is_due() {
                    deepest = depth_of(&lines);
                    outbox.send_progress(&Event::Lines { at, lines, is_final: false });
                }
            });
            drop(permit);
            let is_paused = self.tab.inbox.end_search() == SearchEnd::Paused;
            if !budget.stop.load(Ordering::Relaxed) {
                self.analysed = Some(at);
            }
            let lines = lines(&found.lines, &clock);
            if depth_of(&lines) >= deepest {
                deepest = depth_of(&lines);
                self.tab.outbox.send(&Event::Lines { at, lines, is_final: !is_paused });
            }
            if !is_paused {
                self.idle(String::new());
                return Ok(());
            }
        }
    }
}

/// A line of a search, as the page shows it.
fn line<W: InteractiveGame>(
    world: &W,
    first: noire_engine::search::alpha_beta::Valued<W::Step>,
    moves: &[W::Step],
    positions: u64,
) -> Line {
    let evaluation = first.evaluation();
    let text = |mv: &W::Step| world.moves_text(&[W::Move::from(*mv)]);
    Line {
        text: text(&first.mv),
        value: evaluation.word(),
        number: evaluation.value(),
        depth: first.depth,
        line: moves.iter().map(text).collect(),
        positions,
    }
}
