//! A position solved: fours first, then threats, then quiet moves; the proof played out, and what does not stand in it left out
//! of the next search.

use std::sync::Arc;

use super::check::{Checked, Fault, Undecided, Unproved};
use super::limits::{Clock, SearchLimits, Stopped, Watched};
use super::proof::Proof;
use super::refuted::Refuted;
use super::strategy::{Strategy, Task, ThreatClass, Untried, Win};
use crate::bases::asked::{ANSWER, REPLY};

/// Whether proofs are played out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Check {
    /// They are told as the search finds them.
    No,
    /// They are, as long as there is time.
    #[default]
    InTime,
    /// They are, whatever time it takes.
    ToTheEnd,
}

/// What is wanted of a solution.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// How far the attacker's moves go.
    pub class: ThreatClass,
    /// Rules up to this level are asked.
    pub levels: u32,
    /// Whether proofs are played out.
    pub check: Check,
    /// What the search may use.
    pub limits: SearchLimits,
}

/// What did not stand in a proof that the search found, and where. The search went on without it.
#[derive(Clone, Debug)]
pub struct Finding<M> {
    /// What does not stand, and the moves that lead there.
    pub unproved: Unproved<M>,
    /// Of replies that were not answered, the export that should have named them; nothing where the search names them.
    pub export: Option<&'static str>,
}

/// What became of a position.
#[derive(Clone, Debug)]
pub struct Solution<M> {
    /// The proof, if a win was found.
    pub won: Option<Proof<M>>,
    /// The move that wins, as the search says that was stopped before it had put the proof together.
    pub seen: Option<M>,
    /// Whether the proof was played out and stood.
    pub checked: bool,
    /// Why the check of the proof ended before its end.
    pub undecided: Option<Undecided>,
    /// Why the search, or the check of what it found, ended before it had tried everything.
    pub stopped: Option<Stopped>,
    /// What was left out, where nothing was found and nothing stopped the search.
    pub untried: Vec<Untried>,
    /// How many positions were examined.
    pub positions: u64,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// What did not stand in the proofs before, in the order in which it was found.
    pub findings: Vec<Finding<M>>,
}

impl<M: Copy> Solution<M> {
    /// The first move of the win, proved or only seen.
    pub fn first(&self) -> Option<M> {
        self.won.as_ref().map_or(self.seen, Proof::first)
    }
}

/// Searches a win of the side to move by this strategy. Nothing is searched where it wins by no rule of level 0.
pub fn solve<G: Checked>(strategy: &dyn Strategy<G>, game: &mut G, wanted: &Wanted) -> Solution<G::Move> {
    solve_by(strategy, game, wanted, Clock::start(wanted.limits.clone()))
}

/// The same, while somebody on another thread looks how far it is.
pub fn solve_watched<G: Checked>(
    strategy: &dyn Strategy<G>,
    game: &mut G,
    wanted: &Wanted,
    watched: &Arc<Watched>,
) -> Solution<G::Move> {
    solve_by(strategy, game, wanted, Clock::start(wanted.limits.clone()).watched_by(watched))
}

fn solve_by<G: Checked>(
    strategy: &dyn Strategy<G>,
    game: &mut G,
    wanted: &Wanted,
    mut clock: Clock,
) -> Solution<G::Move> {
    let Wanted { class, levels, check, .. } = *wanted;
    let mut refuted = Refuted::default();
    let mut solution = Solution {
        won: None,
        seen: None,
        checked: false,
        undecided: None,
        stopped: None,
        untried: Vec::new(),
        positions: 0,
        seconds: 0.0,
        findings: Vec::new(),
    };
    while game.can_win(game.to_move()) {
        let task = Task {
            game: &mut *game,
            class,
            levels,
            refuted: &refuted,
            clock: &mut clock,
            untried: &mut solution.untried,
        };
        let proof = match strategy.attack(task) {
            Ok(Some(Win::Proved(proof))) => proof,
            Ok(Some(Win::Seen(mv, stopped))) => {
                (solution.seen, solution.stopped) = (Some(mv), Some(stopped));
                break;
            }
            Ok(None) => break,
            Err(stopped) => {
                solution.stopped = Some(stopped);
                break;
            }
        };
        match checked(game, &proof, check, &clock) {
            Ok(checked) => {
                (solution.won, solution.checked) = (Some(proof), checked);
                break;
            }
            Err(Unproved { fault: Fault::Undecided(reason), .. }) => {
                (solution.won, solution.undecided) = (Some(proof), Some(reason));
                if let Undecided::Stopped(stopped) = reason {
                    solution.stopped = Some(stopped);
                }
                break;
            }
            Err(unproved) => {
                let is_hopeless = matches!(unproved.fault, Fault::Move(_));
                let export = learn(game, &mut refuted, &unproved);
                solution.findings.push(Finding { unproved, export });
                if is_hopeless {
                    break;
                }
            }
        }
    }
    solution.positions = clock.positions();
    solution.seconds = clock.elapsed().as_secs_f64();
    solution
}

/// Plays a proof out, if that is wanted; gives whether it did.
fn checked<G: Checked>(
    game: &G,
    proof: &Proof<G::Move>,
    check: Check,
    clock: &Clock,
) -> Result<bool, Unproved<G::Move>> {
    match check {
        Check::No => Ok(false),
        Check::InTime => game.check(proof, clock).map(|()| true),
        Check::ToTheEnd => game.check(proof, &clock.without_time()).map(|()| true),
    }
}

/// Takes note of what does not stand; gives the export that left out replies.
fn learn<G: Checked>(
    game: &mut G,
    refuted: &mut Refuted<G::Move>,
    unproved: &Unproved<G::Move>,
) -> Option<&'static str> {
    for mv in &unproved.path {
        match mv {
            Some(mv) => game.play(*mv),
            None => game.null_move(),
        }
    }
    let key = game.key();
    let mut export = None;
    match &unproved.fault {
        Fault::Claim(claim, _) | Fault::Threat(claim) => refuted.refute(key, claim.rule),
        Fault::Replies(threat, replies) => {
            replies.iter().for_each(|reply| refuted.add_missed(key, *reply));
            // Up to this level a search takes the word of the base for it.
            export = threat.rule().filter(|claim| claim.level <= game.replied()).map(|_| named(game));
        }
        Fault::Move(_) | Fault::Undecided(_) => {}
    }
    for mv in unproved.path.iter().rev() {
        match mv {
            Some(_) => game.take_back(),
            None => game.null_move(),
        }
    }
    export
}

/// The export that names the replies here: where none saves, those that hold out.
fn named<G: Checked>(game: &mut G) -> &'static str {
    let mut replies = Vec::new();
    let saves = game.replies(&mut replies).is_err() || !replies.is_empty();
    let holds_out = game.answers(&mut replies).is_ok() && !replies.is_empty();
    if !saves && holds_out { ANSWER } else { REPLY }
}
