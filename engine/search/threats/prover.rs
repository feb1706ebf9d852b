//! Depth-first proof-number search (df-pn).

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use super::nodes::{Attacked, Candidate, Defended};
use super::table::{KeyHasher, NEVER, Numbers, Table};
use crate::games::Knowledge;
use crate::search::descent::Descent;
use crate::search::limits::{Clock, Stopped};
use crate::search::params::{ATTEMPTS, EXPANSION_BYTES, EXPANSIONS, FOURS_TURNS, LONGEST_LINE, TURN};
use crate::search::refuted::Refuted;
use crate::search::strategy::{Strategy, Task, ThreatClass, Untried, Win};

/// The strategy of proof-number search over threats.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats;

impl<G: Knowledge> Strategy<G> for Threats {
    fn name(&self) -> &'static str {
        "threats"
    }

    /// Searches fours, fours and threes, and quiet moves in turns. Each gets a number of positions (fours ten times as
    /// many, which they rarely need), which doubles from round to round. So a win by few kinds of moves is found first,
    /// and a large tree of threes does not hide a quiet move that wins quickly. If quiet moves are searched, each first
    /// move is also tried separately.
    fn attack(&self, task: Task<'_, G>) -> Result<Option<Win<G::Move>>, Stopped> {
        if task.game.winner()?.is_some() {
            return Ok(None);
        }
        let farthest = task.class;
        let mut open: Vec<ThreatClass> = CLASSES.into_iter().filter(|class| *class <= farthest).collect();
        let mut prover = Prover::new(task);
        let mut first = prover.first_moves(farthest)?;
        let mut turn = TURN;
        while !open.is_empty() {
            for class in open.clone() {
                prover.class = class;
                prover.clock.begin_class(class);
                let is_alone = open.len() == 1 && first.is_done();
                let turn = if class == ThreatClass::Fours { FOURS_TURNS * turn } else { turn };
                prover.clock.pause_after((!is_alone).then_some(turn));
                let found = prover.run();
                prover.clock.pause_after(None);
                match found {
                    Ok(None) => open.retain(|other| *other != class),
                    Err(Stopped::Paused) => {}
                    found => return found,
                }
            }
            if !open.is_empty()
                && let Some(win) = prover.try_first(&mut first, turn)?
            {
                return Ok(Some(win));
            }
            turn *= 2;
        }
        prover.tell_untried(farthest);
        Ok(None)
    }
}

/// The classes of moves, narrowest first.
pub(super) const CLASSES: [ThreatClass; 3] = [ThreatClass::Fours, ThreatClass::Threats, ThreatClass::Quiet];

/// A search for a win of the side to move.
pub(super) struct Prover<'s, G: Knowledge> {
    pub(super) game: &'s mut G,
    pub(super) attacker: G::Player,
    pub(super) class: ThreatClass,
    pub(super) levels: u32,
    /// The highest level of threats to which the base knows the replies.
    pub(super) replied: u32,
    pub(super) refuted: &'s Refuted<G::Move>,
    pub(super) clock: &'s mut Clock,
    untried: &'s mut Vec<Untried>,
    /// Whether a search for a line of fours after a quiet move was cut off.
    pub(super) is_cut: bool,
    pub(super) table: Table<G::Move>,
    /// Maximum number of positions whose expansions and lines are cached, besides the table.
    pub(super) kept: usize,
    /// The cached verdicts of the rules, by position key.
    expansions: HashMap<u64, Expanded<G::Move>, BuildHasherDefault<KeyHasher>>,
    /// For positions after quiet moves, by key: the replies that may matter; `None` if the move threatens nothing.
    pub(super) lines: HashMap<u64, Option<Vec<G::Move>>, BuildHasherDefault<KeyHasher>>,
    /// Buffers for query results, reused to avoid allocations.
    pub(super) forcing: Vec<(G::Move, u32)>,
    pub(super) replies: Vec<G::Move>,
    /// Maximum number of positions in a search for a line of fours after a quiet move.
    pub(super) longest: u64,
}

/// The cached verdict of the rules on a position.
#[derive(Clone)]
enum Expanded<M> {
    /// The position is won, or not won by the moves that are tried.
    Known(Numbers),
    /// The moves to try; if `others` is set and all of them lose, every other reply must be tried too.
    Open { moves: Rc<Vec<Candidate<M>>>, others: bool },
}

/// The side to move at a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    Attacker,
    Defender,
}

impl<'s, G: Knowledge> Prover<'s, G> {
    /// Creates a search for a win of the side to move.
    fn new(task: Task<'s, G>) -> Prover<'s, G> {
        let Task { game, class, levels, refuted, clock, untried } = task;
        let half = clock.memory().map(|bytes| bytes / 2);
        let kept = half.map_or(EXPANSIONS, |bytes| EXPANSIONS.min(bytes as usize / 2 / EXPANSION_BYTES));
        Prover {
            kept,
            attacker: game.to_move(),
            replied: game.replied(),
            game,
            class,
            levels,
            refuted,
            clock,
            untried,
            is_cut: false,
            table: Table::new(half),
            expansions: HashMap::default(),
            lines: HashMap::default(),
            forcing: Vec::new(),
            replies: Vec::new(),
            longest: LONGEST_LINE,
        }
    }

    /// Reports what was left out of a search up to class `farthest` that found nothing.
    fn tell_untried(&mut self, farthest: ThreatClass) {
        let wider = CLASSES.into_iter().filter(|class| *class > farthest).map(Untried::Class);
        let later = (farthest == ThreatClass::Quiet).then_some(Untried::LaterMoves);
        let long = self.is_cut.then_some(Untried::LongLines(LONGEST_LINE));
        self.untried.extend(wider.chain(later).chain(long));
    }

    /// The win of the attacker; `None` if none of the moves that are tried wins.
    fn run(&mut self) -> Result<Option<Win<G::Move>>, Stopped> {
        let mut seen = None;
        for _ in 0..ATTEMPTS {
            let (numbers, best) = self.searched(Turn::Attacker, NEVER, NEVER)?;
            if numbers.proof > 0 {
                return Ok(None);
            }
            // The proof of a win is assembled without a pause.
            self.clock.pause_after(None);
            if let Some(win) = self.extract(best)? {
                return Ok(Some(win));
            }
            seen = best;
        }
        Ok(seen.map(|mv| Win::Seen(mv, Stopped::Memory)))
    }

    /// Searches the current position as [`Prover::searched`] does, and returns only its numbers.
    pub(super) fn search(&mut self, turn: Turn, proof: u32, disproof: u32) -> Result<Numbers, Stopped> {
        Ok(self.searched(turn, proof, disproof)?.0)
    }

    /// Searches the current position, in which neither side has won, until its proof or disproof number reaches its
    /// threshold. Returns its numbers and, if the attacker is to move and wins by a move, that move.
    ///
    /// Whether a move has lost by a rule of level 0 may depend on which stone was placed last, which the table does not
    /// distinguish. So positions in which the game is over are never entered, and a move counts as decisive only if the
    /// game continues after it.
    pub(super) fn searched(
        &mut self,
        turn: Turn,
        proof: u32,
        disproof: u32,
    ) -> Result<(Numbers, Option<G::Move>), Stopped> {
        if self.class == ThreatClass::Fours && turn == Turn::Attacker {
            return self.search_fours(u64::MAX);
        }
        let positions = self.clock.positions();
        let key = self.key();
        let expanded = match self.expansions.get(&key) {
            Some(known) => known.clone(),
            None => {
                let expanded = self.expanded(turn)?;
                if let Expanded::Open { .. } = &expanded {
                    self.keep(key, expanded.clone());
                }
                expanded
            }
        };
        let (numbers, best) = match expanded {
            Expanded::Known(numbers) => (numbers, None),
            Expanded::Open { mut moves, others } => {
                let open = moves.len();
                let mut outcome = self.descend(turn, &mut moves, proof, disproof)?;
                if moves.len() < open {
                    self.keep(key, Expanded::Open { moves: Rc::clone(&moves), others });
                }
                if others && outcome.0.proof == 0 {
                    // The most important replies lose, so try all others now.
                    self.all_replies(Rc::make_mut(&mut moves));
                    outcome = self.descend(turn, &mut moves, proof, disproof)?;
                }
                outcome
            }
        };
        let best = best.filter(|_| turn == Turn::Attacker && numbers.proof == 0);
        let work = (self.clock.positions() - positions).min(u64::from(u32::MAX)) as u32;
        self.table.put(key, numbers, best, work);
        Ok((numbers, best))
    }

    /// The verdict of the rules on the current position.
    fn expanded(&mut self, turn: Turn) -> Result<Expanded<G::Move>, Stopped> {
        let mut moves = Vec::new();
        let others = match turn {
            Turn::Attacker => match self.attacked(&mut moves)? {
                Attacked::Claim(_) => return Ok(Expanded::Known(Numbers::WON)),
                Attacked::Lost => return Ok(Expanded::Known(Numbers::LOST)),
                Attacked::Open => false,
            },
            Turn::Defender => match self.defended(&mut moves)? {
                Defended::Lost => return Ok(Expanded::Known(Numbers::LOST)),
                Defended::Open(threat) => threat.is_open(self.replied),
            },
        };
        if moves.is_empty() && !others {
            return Ok(Expanded::Known(Numbers::WON));
        }
        Ok(Expanded::Open { moves: Rc::new(moves), others })
    }

    /// Caches the verdict of the rules, as the search will return to this position.
    fn keep(&mut self, key: u64, expanded: Expanded<G::Move>) {
        if self.expansions.len() >= self.kept {
            self.expansions.clear();
        }
        self.expansions.insert(key, expanded);
    }

    /// Searches these moves of the side to move. Removes moves after which the game is over.
    fn descend(
        &mut self,
        turn: Turn,
        moves: &mut Rc<Vec<Candidate<G::Move>>>,
        proof: u32,
        disproof: u32,
    ) -> Result<(Numbers, Option<G::Move>), Stopped> {
        let (below, nothing) = match turn {
            Turn::Attacker => (Turn::Defender, Numbers::LOST),
            Turn::Defender => (Turn::Attacker, Numbers::WON),
        };
        let mut last = None;
        // Results at this node: moves may otherwise evict each other from the table again and again.
        let mut found_here: Vec<(G::Move, Numbers)> = Vec::new();
        while !moves.is_empty() {
            let (numbers, next) = self.selected(turn, moves, &found_here);
            let over = if numbers.proof >= proof || numbers.disproof >= disproof {
                let is_known = next.wanted > 0 || last == Some(next.mv);
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
                let (child, bounds) = next.bounds(turn, numbers, proof, disproof);
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
                    if found.proof == 0 && turn == Turn::Defender {
                        self.simulate(moves, child)?;
                    }
                }
                over?
            };
            match over {
                None => {}
                // If the attacker could win at once, rules of level 1 would have claimed it.
                Some(winner) if turn == Turn::Defender && winner != self.attacker => {
                    return Ok((Numbers::LOST, Some(next.mv)));
                }
                Some(_) => Rc::make_mut(moves).retain(|tried| tried.mv != next.mv),
            }
        }
        Ok((nothing, None))
    }

    /// The key of the position in the table. It includes the class, because a position that is not won by fours may be
    /// won by other moves.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.game.key() ^ self.class.salt()
    }

    /// The key after a move.
    #[inline]
    pub(super) fn key_after(&self, mv: G::Move) -> u64 {
        self.game.key_after(mv) ^ self.class.salt()
    }

    /// The numbers of a node from those of its children, and the most promising child.
    ///
    /// The disproof number of a node of the attacker is the largest of its moves', plus one for each other open move. A
    /// sum would count shared work repeatedly: transposed moves of the attacker lead to the same positions, so in long
    /// lines the sums exceeded every bound before everything had been tried, which was mistaken for a refutation (CITE:
    /// Ueda, Hashimoto, Hashimoto, Iida 2008, *Weak proof-number search*). Replies have less in common, so their proof
    /// numbers are added up.
    fn selected(
        &self,
        turn: Turn,
        moves: &[Candidate<G::Move>],
        found_here: &[(G::Move, Numbers)],
    ) -> (Numbers, Selected<G::Move>) {
        let mut best: Option<Selected<G::Move>> = None;
        let (mut sum, mut most, mut open) = (0u32, 0u32, 0u32);
        for tried in moves {
            let known = self
                .table
                .get(self.key_after(tried.mv))
                .or_else(|| found_here.iter().find(|(mv, _)| *mv == tried.mv).map(|(_, numbers)| *numbers));
            let numbers = known.unwrap_or(Numbers { proof: tried.proof, disproof: 1 });
            let (wanted, other) = match turn {
                Turn::Attacker => (numbers.proof, numbers.disproof),
                Turn::Defender => (numbers.disproof, numbers.proof),
            };
            sum = sum.saturating_add(other);
            most = most.max(other);
            open += u32::from(other > 0);
            match &mut best {
                Some(best) if best.wanted <= wanted => best.second = best.second.min(wanted),
                _ => {
                    let second = best.map_or(NEVER, |best| best.wanted);
                    best = Some(Selected { mv: tried.mv, wanted, other, second });
                }
            }
        }
        let mut best = best.expect("a node that is open has moves");
        if turn == Turn::Attacker && open > 0 {
            sum = most.saturating_add(open - 1);
            best.other = most;
        }
        // The number must stay finite until a move decides.
        sum = if best.wanted == 0 { NEVER } else { sum.min(NEVER - 1) };
        let numbers = match turn {
            Turn::Attacker => Numbers { proof: best.wanted, disproof: sum },
            Turn::Defender => Numbers { proof: sum, disproof: best.wanted },
        };
        (numbers, best)
    }
}

impl<G: Knowledge> Descent for Prover<'_, G> {
    type Game = G;

    #[inline]
    fn game_and_clock(&mut self) -> (&mut G, &mut Clock) {
        (self.game, self.clock)
    }
}

/// The most promising child of a node, with the number of the second best.
#[derive(Clone, Copy)]
struct Selected<M> {
    mv: M,
    wanted: u32,
    other: u32,
    second: u32,
}

impl<M: Copy> Selected<M> {
    /// The child, and the thresholds up to which to search it.
    fn bounds(&self, turn: Turn, parent: Numbers, proof: u32, disproof: u32) -> (M, Numbers) {
        let (wanted, other, sum) = match turn {
            Turn::Attacker => (proof, disproof, parent.disproof),
            Turn::Defender => (disproof, proof, parent.proof),
        };
        // Allow a quarter more than the second best child needs, so the search does not switch to and fro between them.
        let wanted = wanted.min((self.second + self.second / 4).saturating_add(1));
        let other = (other - sum).saturating_add(self.other).min(NEVER);
        let bounds = match turn {
            Turn::Attacker => Numbers { proof: wanted, disproof: other },
            Turn::Defender => Numbers { proof: other, disproof: wanted },
        };
        (self.mv, bounds)
    }
}
