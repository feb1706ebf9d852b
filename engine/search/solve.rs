//! Solves a position. It searches for a win and replays its proof. If the proof fails, it searches again without the
//! refuted part.

use std::sync::Arc;

use super::check::{Checked, Fault, Undecided, Unproved};
use super::limits::{Clock, SearchLimits, SearchProgress, Stopped};
use super::proof::Proof;
use super::proof_faults::ProofFaults;
use super::strategy::{Strategy, Task, ThreatClass, Untried, Win};
use crate::bases::queried_exports::{ANSWER, REPLY};

/// Whether and for how long proofs are checked by replaying them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Check {
    /// Proofs are not checked.
    No,
    /// Proofs are checked within the limits of the search.
    #[default]
    InTime,
    /// Proofs are checked without a time limit.
    ToTheEnd,
}

/// The parameters of a search for a win.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// The class of moves that the attacker may try.
    pub class: ThreatClass,
    /// The maximum level of rules to use.
    pub levels: u32,
    /// Whether proofs are checked.
    pub check: Check,
    /// The limits of the search.
    pub limits: SearchLimits,
}

/// A fault that was found in a proof. The search has continued without the faulty part.
#[derive(Clone, Debug)]
pub struct Finding<M> {
    /// The fault, with the moves that lead to it.
    pub unproved: Unproved<M>,
    /// For missed replies, the export that should have named them; `None` if the search did not rely on the base for
    /// these replies.
    pub export: Option<&'static str>,
}

/// The result of a search for a win.
#[derive(Clone, Debug)]
pub struct Solution<M> {
    /// The proof, if a win was found.
    pub won: Option<Proof<M>>,
    /// The winning move, if the search was stopped before it could assemble the proof.
    pub seen: Option<M>,
    /// Whether the proof was checked successfully.
    pub checked: bool,
    /// The reason why the check of the proof was not completed; `None` if it was completed or not started.
    pub undecided: Option<Undecided>,
    /// The reason why the search, or the check of its result, was stopped early.
    pub stopped: Option<Stopped>,
    /// What the search did not try, if it found nothing and was not stopped.
    pub untried: Vec<Untried>,
    /// The number of positions examined.
    pub positions: u64,
    /// The time taken, in seconds.
    pub seconds: f64,
    /// The faults in earlier proofs, in the order in which they were found.
    pub findings: Vec<Finding<M>>,
}

impl<M: Copy> Solution<M> {
    /// The first move of the win, whether or not the win was proved.
    pub fn first(&self) -> Option<M> {
        self.won.as_ref().map_or(self.seen, Proof::first)
    }
}

/// Searches for a win of the side to move with this strategy. Returns immediately if the side to move cannot win,
/// because it has no rule of level 0.
pub fn solve<G: Checked>(
    strategy: &dyn Strategy<G>,
    game: &mut G,
    options: &SolveOptions,
) -> Solution<G::Move> {
    solve_by(strategy, game, options, Clock::start(options.limits.clone()))
}

/// Solves a position as [`solve`] does, and reports its progress, which another thread can display.
pub fn solve_with_progress<G: Checked>(
    strategy: &dyn Strategy<G>,
    game: &mut G,
    options: &SolveOptions,
    progress: &Arc<SearchProgress>,
) -> Solution<G::Move> {
    solve_by(strategy, game, options, Clock::start(options.limits.clone()).with_progress(progress))
}

fn solve_by<G: Checked>(
    strategy: &dyn Strategy<G>,
    game: &mut G,
    options: &SolveOptions,
    mut clock: Clock,
) -> Solution<G::Move> {
    let SolveOptions { class, levels, check, .. } = *options;
    let mut faults = ProofFaults::default();
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
            faults: &faults,
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
                let export = learn(game, &mut faults, &unproved);
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

/// Checks a proof if this is requested, and returns whether it was checked.
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

/// Records what is wrong with a proof, for the next search. Returns the export that failed to name the missed replies.
fn learn<G: Checked>(
    game: &mut G,
    faults: &mut ProofFaults<G::Move>,
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
        Fault::Claim(claim, _) | Fault::Threat(claim) => faults.add_refuted_claim(key, claim.rule),
        Fault::Replies(threat, replies) => {
            replies.iter().for_each(|reply| faults.add_missed_reply(key, *reply));
            // For threats of up to this level, the search relies on the replies that the base names.
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

/// The export that names the replies in this position. This is `answer` if no reply stops all threats but some reply
/// stops one of them, otherwise `reply`.
fn named<G: Checked>(game: &mut G) -> &'static str {
    let mut replies = Vec::new();
    let saves = game.replies(&mut replies).is_err() || !replies.is_empty();
    let holds_out = game.answers(&mut replies).is_ok() && !replies.is_empty();
    if !saves && holds_out { ANSWER } else { REPLY }
}
