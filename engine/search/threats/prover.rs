//! Depth-first proof-number search (df-pn).

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use super::nodes::{AttackVerdict, Candidate, DefenceVerdict};
use super::table::{INFINITE, KeyHasher, Numbers, Table};
use crate::games::Knowledge;
use crate::search::limits::{Clock, Stopped};
use crate::search::make_move::MakeMove;
use crate::search::params::{
    EXPANSION_BYTES, FOURS_SLICE_FACTOR, MAX_ATTEMPTS, MAX_EXPANSIONS, MAX_LINE_POSITIONS, SLICE_POSITIONS,
};
use crate::search::proof_faults::ProofFaults;
use crate::search::strategy::{Strategy, Task, ThreatClass, Untried, Win};

/// The strategy of proof-number search over threats.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats;

impl<G: Knowledge> Strategy<G> for Threats {
    fn name(&self) -> &'static str {
        "threats"
    }

    /// Searches three classes of moves in turn, each for a slice of positions: fours, fours and threes, and all of
    /// these with quiet moves. The length of a slice doubles from round to round. Slices of fours are ten times as
    /// long, but are rarely used up. A win by few kinds of moves is therefore found first, and a large tree of threes
    /// does not hide a quiet move that wins quickly. If quiet moves are searched, each first move is also tried
    /// separately.
    fn attack(&self, task: Task<'_, G>) -> Result<Option<Win<G::Move>>, Stopped> {
        if task.game.winner()?.is_some() {
            return Ok(None);
        }
        let widest = task.class;
        let mut open: Vec<ThreatClass> = CLASSES.into_iter().filter(|class| *class <= widest).collect();
        let mut prover = Prover::new(task);
        let mut first = prover.first_moves(widest)?;
        let mut slice = SLICE_POSITIONS;
        while !open.is_empty() {
            for class in open.clone() {
                prover.class = class;
                prover.clock.report_class(class);
                let is_alone = open.len() == 1 && first.is_done();
                let slice = if class == ThreatClass::Fours { FOURS_SLICE_FACTOR * slice } else { slice };
                prover.clock.pause_after((!is_alone).then_some(slice));
                let found = prover.run();
                prover.clock.pause_after(None);
                match found {
                    Ok(None) => open.retain(|delta| *delta != class),
                    Err(Stopped::Paused) => {}
                    found => return found,
                }
            }
            if !open.is_empty()
                && let Some(win) = prover.try_first(&mut first, slice)?
            {
                return Ok(Some(win));
            }
            slice *= 2;
        }
        prover.report_untried(widest);
        Ok(None)
    }
}

/// The classes of moves, with the narrowest first.
pub(super) const CLASSES: [ThreatClass; 3] = [ThreatClass::Fours, ThreatClass::Threats, ThreatClass::Quiet];

/// A search for a win of the side to move.
pub(super) struct Prover<'s, G: Knowledge> {
    pub(super) game: &'s mut G,
    pub(super) attacker: G::Player,
    pub(super) class: ThreatClass,
    pub(super) levels: u32,
    /// The highest level of rules to whose threats the base knows the replies.
    pub(super) replied: u32,
    pub(super) faults: &'s ProofFaults<G::Move>,
    pub(super) clock: &'s mut Clock,
    untried: &'s mut Vec<Untried>,
    /// Whether some search for a line of fours after a quiet move reached its limit.
    pub(super) is_cut: bool,
    pub(super) table: Table<G::Move>,
    /// Maximum number of positions whose expansions and lines are cached. The table has a separate limit.
    pub(super) cache_size: usize,
    /// The cached verdicts of the rules, indexed by the keys of positions.
    expansions: HashMap<u64, Expansion<G::Move>, BuildHasherDefault<KeyHasher>>,
    /// For each position after a quiet move, by key, the replies that may matter. `None` if the quiet move threatens
    /// nothing.
    pub(super) lines: HashMap<u64, Option<Vec<G::Move>>, BuildHasherDefault<KeyHasher>>,
    /// A buffer for the results of queries, which is reused to avoid allocations.
    pub(super) forcing: Vec<(G::Move, u32)>,
    pub(super) replies: Vec<G::Move>,
    /// Maximum number of positions in a search for a line of fours after a quiet move.
    pub(super) line_positions: u64,
}

/// The cached verdict of the rules on a position.
#[derive(Clone)]
enum Expansion<M> {
    /// The result is known: the position is won, or it is not won by the moves that are tried.
    Known(Numbers),
    /// The moves to try. If `others` is `true` and all these moves lose, every other reply must be tried too.
    Open { moves: Rc<Vec<Candidate<M>>>, others: bool },
}

/// The side to move at a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ToMove {
    Attacker,
    Defender,
}

impl<'s, G: Knowledge> Prover<'s, G> {
    /// Creates a search for a win of the side to move.
    fn new(task: Task<'s, G>) -> Prover<'s, G> {
        let Task { game, class, levels, faults, clock, untried } = task;
        let half = clock.memory().map(|bytes| bytes / 2);
        let cache_size =
            half.map_or(MAX_EXPANSIONS, |bytes| MAX_EXPANSIONS.min(bytes as usize / 2 / EXPANSION_BYTES));
        Prover {
            cache_size,
            attacker: game.to_move(),
            replied: game.replied(),
            game,
            class,
            levels,
            faults,
            clock,
            untried,
            is_cut: false,
            table: Table::new(half),
            expansions: HashMap::default(),
            lines: HashMap::default(),
            forcing: Vec::new(),
            replies: Vec::new(),
            line_positions: MAX_LINE_POSITIONS,
        }
    }

    /// Reports what was left out by a search that tried the classes up to `widest` and found nothing.
    fn report_untried(&mut self, widest: ThreatClass) {
        let wider = CLASSES.into_iter().filter(|class| *class > widest).map(Untried::Class);
        let later = (widest == ThreatClass::Quiet).then_some(Untried::LaterMoves);
        let long = self.is_cut.then_some(Untried::LongLines(MAX_LINE_POSITIONS));
        self.untried.extend(wider.chain(later).chain(long));
    }

    /// The attacker's win; `None` if none of the moves that are tried wins.
    fn run(&mut self) -> Result<Option<Win<G::Move>>, Stopped> {
        let mut seen = None;
        for _ in 0..MAX_ATTEMPTS {
            let (numbers, best) = self.search_node(ToMove::Attacker, INFINITE, INFINITE)?;
            if numbers.proof > 0 {
                return Ok(None);
            }
            // Assemble the proof of a win without a pause of the search.
            self.clock.pause_after(None);
            if let Some(win) = self.extract(best)? {
                return Ok(Some(win));
            }
            seen = best;
        }
        Ok(seen.map(|mv| Win::Seen(mv, Stopped::Memory)))
    }

    /// Searches the current position as [`Prover::search_node`] does, and returns only its numbers.
    pub(super) fn search(&mut self, to_move: ToMove, proof: u32, disproof: u32) -> Result<Numbers, Stopped> {
        Ok(self.search_node(to_move, proof, disproof)?.0)
    }

    /// Searches the current position, in which neither side has won, until its proof or disproof number reaches its
    /// threshold. Returns the numbers of the position. If the attacker is to move and wins by a move, also returns this
    /// move.
    ///
    /// Whether a move has lost by a rule of level 0 may depend on which stone was placed last, but the table does not
    /// distinguish positions by their last stone. Positions in which the game is over are therefore never stored in the
    /// table. A move counts as decisive only if the game continues after it.
    pub(super) fn search_node(
        &mut self,
        to_move: ToMove,
        proof: u32,
        disproof: u32,
    ) -> Result<(Numbers, Option<G::Move>), Stopped> {
        if self.class == ThreatClass::Fours && to_move == ToMove::Attacker {
            return self.search_fours(u64::MAX);
        }
        let positions = self.clock.positions();
        let key = self.key();
        let expansion = match self.expansions.get(&key) {
            Some(known) => known.clone(),
            None => {
                let expansion = self.expand(to_move)?;
                if let Expansion::Open { .. } = &expansion {
                    self.cache(key, expansion.clone());
                }
                expansion
            }
        };
        let (numbers, best) = match expansion {
            Expansion::Known(numbers) => (numbers, None),
            Expansion::Open { mut moves, others } => {
                let open = moves.len();
                let mut outcome = self.descend(to_move, &mut moves, proof, disproof)?;
                if moves.len() < open {
                    self.cache(key, Expansion::Open { moves: Rc::clone(&moves), others });
                }
                if others && outcome.0.proof == 0 {
                    // The most important replies lose, so try all other replies now.
                    self.all_replies(Rc::make_mut(&mut moves));
                    outcome = self.descend(to_move, &mut moves, proof, disproof)?;
                }
                outcome
            }
        };
        let best = best.filter(|_| to_move == ToMove::Attacker && numbers.proof == 0);
        let work = (self.clock.positions() - positions).min(u64::from(u32::MAX)) as u32;
        self.table.put(key, numbers, best, work);
        Ok((numbers, best))
    }

    /// The verdict of the rules on the current position.
    fn expand(&mut self, to_move: ToMove) -> Result<Expansion<G::Move>, Stopped> {
        let mut moves = Vec::new();
        let others = match to_move {
            ToMove::Attacker => match self.attack_verdict(&mut moves)? {
                AttackVerdict::Claim(_) => return Ok(Expansion::Known(Numbers::WON)),
                AttackVerdict::Lost => return Ok(Expansion::Known(Numbers::LOST)),
                AttackVerdict::Open => false,
            },
            ToMove::Defender => match self.defence_verdict(&mut moves)? {
                DefenceVerdict::Lost => return Ok(Expansion::Known(Numbers::LOST)),
                DefenceVerdict::Open(threat) => threat.leaves_replies_out(self.replied),
            },
        };
        if moves.is_empty() && !others {
            return Ok(Expansion::Known(Numbers::WON));
        }
        Ok(Expansion::Open { moves: Rc::new(moves), others })
    }

    /// Caches the verdict of the rules, because the search will return to this position.
    fn cache(&mut self, key: u64, expansion: Expansion<G::Move>) {
        if self.expansions.len() >= self.cache_size {
            self.expansions.clear();
        }
        self.expansions.insert(key, expansion);
    }

    /// Searches these moves of the side to move. Removes moves after which the game is over.
    fn descend(
        &mut self,
        to_move: ToMove,
        moves: &mut Rc<Vec<Candidate<G::Move>>>,
        proof: u32,
        disproof: u32,
    ) -> Result<(Numbers, Option<G::Move>), Stopped> {
        let (below, nothing) = match to_move {
            ToMove::Attacker => (ToMove::Defender, Numbers::LOST),
            ToMove::Defender => (ToMove::Attacker, Numbers::WON),
        };
        let mut last = None;
        // Keep the results of the moves at this node, because the moves may otherwise evict each other from the table
        // repeatedly.
        let mut found_here: Vec<(G::Move, Numbers)> = Vec::new();
        while !moves.is_empty() {
            let (numbers, next) = self.select_child(to_move, moves, &found_here);
            let over = if numbers.proof >= proof || numbers.disproof >= disproof {
                let is_known = next.phi > 0 || last == Some(next.mv);
                if is_known {
                    return Ok((numbers, Some(next.mv)));
                }
                self.clock.count()?;
                let over = self.game.winner_after(next.mv)?;
                if over.is_none() {
                    return Ok((numbers, Some(next.mv)));
                }
                over
            } else {
                let (child, bounds) = next.bounds(to_move, numbers, proof, disproof);
                self.clock.count()?;
                self.game.play(child);
                let over = self.game.winner();
                let found = match over {
                    Ok(None) => Some(self.search(below, bounds.proof, bounds.disproof)),
                    _ => None,
                };
                self.game.take_back();
                last = Some(child);
                if let Some(found) = found {
                    let found = found?;
                    found_here.retain(|(mv, _)| *mv != child);
                    found_here.push((child, found));
                    if found.proof == 0 && to_move == ToMove::Defender {
                        self.simulate(moves, child)?;
                    }
                }
                over?
            };
            match over {
                None => {}
                // A move of the attacker cannot have won the game here: otherwise a rule of level 1 would have claimed
                // the win.
                Some(winner) if to_move == ToMove::Defender && winner != self.attacker => {
                    return Ok((Numbers::LOST, Some(next.mv)));
                }
                Some(_) => Rc::make_mut(moves).retain(|tried| tried.mv != next.mv),
            }
        }
        Ok((nothing, None))
    }

    /// The key of the position in the table. The class of moves is part of the key, because a position that is not won
    /// by fours may be won by other moves.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.game.key() ^ self.class.salt()
    }

    /// The key after a move.
    #[inline]
    pub(super) fn key_after(&self, mv: G::Move) -> u64 {
        self.game.key_after(mv) ^ self.class.salt()
    }

    /// Computes the numbers of a node from the numbers of its children, and selects the most promising child.
    ///
    /// At a node with the attacker to move, the disproof number is the largest disproof number of any move, plus one
    /// for each other open move. A sum would count shared work repeatedly, because transposed moves of the attacker
    /// lead to the same positions. In long lines, sums exceeded every bound before all moves had been tried, and this
    /// was mistaken for a refutation (CITE: Ueda, Hashimoto, Hashimoto, Iida 2008, *Weak proof-number search*). Replies
    /// have less in common, so their proof numbers are added up.
    fn select_child(
        &self,
        to_move: ToMove,
        moves: &[Candidate<G::Move>],
        found_here: &[(G::Move, Numbers)],
    ) -> (Numbers, SelectedChild<G::Move>) {
        let mut best: Option<SelectedChild<G::Move>> = None;
        let (mut sum, mut most, mut open) = (0u32, 0u32, 0u32);
        for tried in moves {
            let known = self
                .table
                .get(self.key_after(tried.mv))
                .or_else(|| found_here.iter().find(|(mv, _)| *mv == tried.mv).map(|(_, numbers)| *numbers));
            let numbers = known.unwrap_or(Numbers { proof: tried.proof, disproof: 1 });
            let (phi, delta) = match to_move {
                ToMove::Attacker => (numbers.proof, numbers.disproof),
                ToMove::Defender => (numbers.disproof, numbers.proof),
            };
            sum = sum.saturating_add(delta);
            most = most.max(delta);
            open += u32::from(delta > 0);
            match &mut best {
                Some(best) if best.phi <= phi => best.second = best.second.min(phi),
                _ => {
                    let second = best.map_or(INFINITE, |best| best.phi);
                    best = Some(SelectedChild { mv: tried.mv, phi, delta, second });
                }
            }
        }
        let mut best = best.expect("a node that is open has moves");
        if to_move == ToMove::Attacker && open > 0 {
            sum = most.saturating_add(open - 1);
            best.delta = most;
        }
        // Keep the number finite until some move decides the result of the node.
        sum = if best.phi == 0 { INFINITE } else { sum.min(INFINITE - 1) };
        let numbers = match to_move {
            ToMove::Attacker => Numbers { proof: best.phi, disproof: sum },
            ToMove::Defender => Numbers { proof: sum, disproof: best.phi },
        };
        (numbers, best)
    }
}

impl<G: Knowledge> MakeMove for Prover<'_, G> {
    type Game = G;

    #[inline]
    fn game_and_clock(&mut self) -> (&mut G, &mut Clock) {
        (self.game, self.clock)
    }
}

/// The most promising child of a node, with the number of the second-best child.
#[derive(Clone, Copy)]
struct SelectedChild<M> {
    mv: M,
    phi: u32,
    delta: u32,
    second: u32,
}

impl<M: Copy> SelectedChild<M> {
    /// The selected child, with the thresholds up to which to search it.
    fn bounds(&self, to_move: ToMove, parent: Numbers, proof: u32, disproof: u32) -> (M, Numbers) {
        let (phi, delta, sum) = match to_move {
            ToMove::Attacker => (proof, disproof, parent.disproof),
            ToMove::Defender => (disproof, proof, parent.proof),
        };
        // Allow a quarter more than the second-best child needs, so that the search does not switch back and forth
        // between the two children.
        let phi = phi.min((self.second + self.second / 4).saturating_add(1));
        let delta = (delta - sum).saturating_add(self.delta).min(INFINITE);
        let bounds = match to_move {
            ToMove::Attacker => Numbers { proof: phi, disproof: delta },
            ToMove::Defender => Numbers { proof: delta, disproof: phi },
        };
        (self.mv, bounds)
    }
}
