//! Examines mutants that no committed test notices. Finds a position in which the mutant answers or continues
//! differently from the original, and checks whether a claim of the mutant in that position is refuted.
//!
//! `noire verify` attacks the claims of rules. The claims of the original were attacked before, so a claim of the
//! mutant is interesting only if the original does not make it. Both are evaluated in positions that are drawn in the
//! same way as in `verify`. If the mutant makes a further claim, a search in the original game decides it. `verify`
//! would find a refuted claim if it came to the same position.

use blanche_compiler::runtime::{LimitReached, Solutions, Value};
use blanche_sorted::SortedMap;

use super::checks::{corresponding_queries, depends_on_play};
use super::mutation_world::{MutantClaims, MutationWorld};
use super::run::Settings;
use crate::mutants::Mutant;
use crate::position_sources::ReachedPosition;
use noire_engine::bases::{Question, QuestionIds};
use noire_engine::world::{WorldError, WorldExt};

/// A position in which a mutant differs from its original.
pub struct Difference<W: MutationWorld> {
    /// The position, reduced to as few pieces as possible.
    pub reached: ReachedPosition<W>,
    /// How the mutant and its original differ in the position.
    pub by: DifferenceKind,
    /// The claim that the mutant makes in the position and the original does not make.
    pub claimed: MutantClaims,
}

/// How a mutant differs from its original in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DifferenceKind {
    /// The game continues differently. Holds a description.
    Play(String),
    /// A query has different answers.
    Answer(Box<Answered>),
}

/// The answers of a query in the original and in the mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    pub question: Question,
    /// The first answer of the original.
    pub before: Option<Vec<Value>>,
    /// The first answer of the mutant. It is also `None` if the mutant reaches a limit.
    pub after: Option<Vec<Value>>,
    /// Number of answers of the original and of the mutant.
    pub counts: [usize; 2],
    /// Whether the weights of the answers differ.
    pub other_weights: bool,
    /// Whether the mutant reaches a limit in the position.
    pub gives_up: bool,
}

impl Answered {
    /// Whether the query applies in only one of the two games, or plays another move in the mutant.
    fn is_visible(&self) -> bool {
        let play = |first: &Option<Vec<Value>>| first.as_ref().map(|first| first.first().copied());
        self.gives_up || play(&self.before) != play(&self.after)
    }
}

impl<W: MutationWorld> Difference<W> {
    /// The significance of the difference. A greater value means a more significant difference.
    fn rank(&self) -> (bool, bool, bool, bool) {
        let (is_visible, is_counted) = match &self.by {
            DifferenceKind::Play(_) => (true, false),
            DifferenceKind::Answer(answered) => {
                (answered.is_visible(), answered.counts[0] != answered.counts[1])
            }
        };
        (self.claimed.refuted.is_some(), self.claimed.is_open, is_visible, is_counted && !is_visible)
    }

    fn gives_up(&self) -> bool {
        matches!(&self.by, DifferenceKind::Answer(answered) if answered.gives_up)
    }
}

impl<W: MutationWorld> Clone for Difference<W> {
    fn clone(&self) -> Difference<W> {
        Difference { reached: self.reached.clone(), by: self.by.clone(), claimed: self.claimed.clone() }
    }
}

/// Number of positions in which the query of the original may reach a limit. After that, the query is skipped for this
/// mutant.
const MAX_POSITIONS_AT_LIMIT: usize = 3;

/// Finds differences between a game and its mutants.
pub(crate) struct DifferenceFinder<'w, W: MutationWorld> {
    world: &'w W,
    search: W::Search<'w>,
    settings: &'w Settings,
}

/// A mutant being examined.
struct MutantQueries<'m, W> {
    mutant: &'m W,
    /// The queries of the original whose answers may differ, each with the corresponding query of the mutant.
    questions: Vec<(Question, Question)>,
    /// Whether the mutant may change the course of play. In that case its claims are not compared.
    is_of_play: bool,
}

impl<'w, W: MutationWorld> DifferenceFinder<'w, W> {
    /// Creates a finder. It examines `positions` and the positions of as many rounds as the settings say. `show`
    /// receives the progress, from 0 to 1.
    ///
    /// # Errors
    /// Fails if the game cannot continue or a query reaches a limit.
    pub(crate) fn new(
        world: &'w W,
        settings: &'w Settings,
        positions: Vec<W::Position>,
        mutants: &[Mutant],
        show: &dyn Fn(f64),
    ) -> Result<DifferenceFinder<'w, W>, WorldError> {
        let ids = QuestionIds::of(world.program());
        let rules = mutants.iter().flat_map(|mutant| &mutant.questions).filter_map(|rule| {
            match ids.question(*rule) {
                Some(Question::Rule(rule)) => Some(rule),
                _ => None,
            }
        });
        let search = world.search(settings, positions, &rules.collect(), show)?;
        Ok(DifferenceFinder { world, search, settings })
    }

    /// Returns the most significant difference in a reduced position, and the number of positions in which the original
    /// answered. If the run is stopped, returns what was found by then.
    pub(crate) fn find(&self, mutant: &Mutant, edited: &W) -> (Option<Difference<W>>, u64) {
        let (play, answers): (Vec<_>, Vec<_>) =
            mutant.questions.iter().partition(|rule| depends_on_play(self.world.program(), **rule));
        let asked = MutantQueries {
            mutant: edited,
            questions: corresponding_queries(self.world, edited, answers.into_iter().copied()),
            is_of_play: !play.is_empty(),
        };
        let questions: Vec<Question> = asked.questions.iter().map(|(own, _)| *own).collect();
        let can_claim = !asked.is_of_play && questions.iter().any(|one| matches!(one, Question::Rule(_)));
        let mut best: Option<Difference<W>> = None;
        let (mut looked, mut more) = (0, 0);
        let mut given_up: SortedMap<Question, usize> = SortedMap::new();
        let is_enough = |best: &Difference<W>| {
            let (is_refuted, _, is_visible, _) = best.rank();
            is_refuted || best.gives_up() || is_visible && !can_claim
        };
        'rounds: for round in 0..self.settings.rounds.max(u64::from(W::RULES_DEFINE_PLAY)) {
            for (questions, reached) in W::positions(&self.search, &questions, round) {
                more += u64::from(best.is_some());
                if self.settings.is_stopped() || more > W::MAX_MORE_POSITIONS {
                    break 'rounds;
                }
                let mut answered = asked.is_of_play;
                let mut found: Vec<Difference<W>> =
                    self.play_difference(&asked, &reached).into_iter().collect();
                for question in questions {
                    if given_up.get(&question).is_some_and(|times| *times >= MAX_POSITIONS_AT_LIMIT) {
                        continue;
                    }
                    let Ok(difference) = self.at(question, &asked, &reached) else {
                        *given_up.entry(question).or_default() += 1;
                        continue;
                    };
                    answered = true;
                    found.extend(difference);
                }
                for found in found {
                    if best.as_ref().is_none_or(|best| best.rank() < found.rank()) {
                        best = Some(found);
                    }
                }
                looked += u64::from(answered);
                if best.as_ref().is_some_and(is_enough) {
                    break 'rounds;
                }
            }
        }
        (best.map(|best| self.smaller(&asked, best)), looked)
    }

    /// How the mutant continues differently in a position, or `None` if it continues in the same way.
    fn play_difference(
        &self,
        asked: &MutantQueries<'_, W>,
        reached: &ReachedPosition<W>,
    ) -> Option<Difference<W>> {
        let words =
            asked.is_of_play.then(|| self.world.play_difference(asked.mutant, &reached.position))??;
        Some(Difference {
            reached: reached.clone(),
            by: DifferenceKind::Play(words),
            claimed: MutantClaims::default(),
        })
    }

    /// The difference in the answers of one query in a position.
    ///
    /// # Errors
    /// Fails if the original reaches a limit.
    fn at(
        &self,
        question: Question,
        asked: &MutantQueries<'_, W>,
        reached: &ReachedPosition<W>,
    ) -> Result<Option<Difference<W>>, LimitReached> {
        let (world, mutant) = (self.world, asked.mutant);
        let Some((_, other)) = asked.questions.iter().find(|(own, _)| *own == question) else {
            return Ok(None);
        };
        let mut position = reached.position.clone();
        let before = world.answers(world.backends()[0], question, &mut position)?;
        let after = mutant.answers(mutant.backends()[0], *other, &mut position);
        let gives_up = after.is_err();
        let after = after.unwrap_or_default();
        let weights = |world: &W, question: Question| question.weights(world.contents());
        let other_weights = !before.is_empty() && weights(world, question) != weights(mutant, *other);
        if !gives_up && before == after && !other_weights {
            return Ok(None);
        }
        let first = |solutions: &Solutions| solutions.iter().next().map(<[Value]>::to_vec);
        let claimed = match (question, *other) {
            (Question::Rule(own), Question::Rule(other)) if !asked.is_of_play => {
                W::claimed(&self.search, mutant, [own, other], &reached.position, [&before, &after])
            }
            _ => MutantClaims::default(),
        };
        let answered = Answered {
            question,
            before: first(&before),
            after: first(&after),
            counts: [before.len(), after.len()],
            other_weights,
            gives_up,
        };
        Ok(Some(Difference {
            reached: reached.clone(),
            by: DifferenceKind::Answer(Box::new(answered)),
            claimed,
        }))
    }

    /// Finds the same difference in a smaller position.
    fn smaller(&self, asked: &MutantQueries<'_, W>, difference: Difference<W>) -> Difference<W> {
        let DifferenceKind::Answer(answered) = &difference.by else { return difference };
        if answered.gives_up {
            return difference;
        }
        let (question, wanted) = (answered.question, difference.rank());
        let (mut smallest, mut is_first) = (difference, true);
        loop {
            let mut smaller = W::smaller(&smallest.reached.position, is_first).into_iter();
            let found = smaller.find_map(|position| {
                if self.settings.is_stopped() {
                    return None;
                }
                let found =
                    self.at(question, asked, &ReachedPosition { moves: None, position }).ok().flatten();
                found.filter(|found| !found.gives_up() && found.rank() >= wanted)
            });
            match found {
                Some(found) => smallest = found,
                None if !is_first => return smallest,
                None => {}
            }
            is_first = false;
        }
    }
}
