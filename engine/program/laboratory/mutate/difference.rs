//! Where a mutant that no committed test notices answers something else than its game or goes on otherwise, and whether what it
//! claims there is refuted.
//!
//! `noire verify` attacks what rules claim. What the game claims was attacked already, so a claim of the mutant is worth
//! a look only where the game does not make it. Both are asked in positions as `verify` draws them. Where the mutant claims more,
//! the search decides in the game itself: a refuted claim is what `verify` would find, had it come to the same position.

use std::collections::BTreeMap;

use blanche_compiler::runtime::{LimitReached, Solutions, Value};

use super::checks::{asked_of, asks_of_play};
use super::mutant::Mutant;
use super::mutating::{Claimed, Mutating};
use super::run::Settings;
use crate::laboratory::reached::Reached;
use noire_engine::bases::{Question, QuestionIds};
use noire_engine::world::{Saying, Trouble};

/// A position that tells a mutant from its game.
pub(crate) struct Difference<W: Mutating> {
    /// The position, with as little in it as it can do with.
    pub(crate) reached: Reached<W>,
    /// How it tells them apart.
    pub(crate) by: By,
    /// What the mutant claims there and its game does not.
    pub(crate) claimed: Claimed,
}

/// How a position tells a mutant from its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// The game goes on otherwise: this is how.
    Course(String),
    /// A question has another answer.
    Answer(Box<Answered>),
}

/// What a question answers by a game and by a mutant of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answered {
    /// The question.
    pub(crate) question: Question,
    /// The first answer of the game.
    pub(crate) before: Option<Vec<Value>>,
    /// The first answer of the mutant; none too where it reaches a limit.
    pub(crate) after: Option<Vec<Value>>,
    /// How many answers either has.
    pub(crate) counts: [usize; 2],
    /// What the answers are worth is another number.
    pub(crate) other_weights: bool,
    /// The mutant reaches a limit here.
    pub(crate) gives_up: bool,
}

impl Answered {
    /// The question applies for one of the two only, or plays something else.
    fn is_visible(&self) -> bool {
        let play = |first: &Option<Vec<Value>>| first.as_ref().map(|first| first.first().copied());
        self.gives_up || play(&self.before) != play(&self.after)
    }
}

impl<W: Mutating> Difference<W> {
    /// The more it says, the greater.
    fn rank(&self) -> (bool, bool, bool, bool) {
        let (is_visible, is_counted) = match &self.by {
            By::Course(_) => (true, false),
            By::Answer(answered) => (answered.is_visible(), answered.counts[0] != answered.counts[1]),
        };
        (self.claimed.refuted.is_some(), self.claimed.is_open, is_visible, is_counted && !is_visible)
    }

    fn gives_up(&self) -> bool {
        matches!(&self.by, By::Answer(answered) if answered.gives_up)
    }
}

impl<W: Mutating> Clone for Difference<W> {
    fn clone(&self) -> Difference<W> {
        Difference { reached: self.reached.clone(), by: self.by.clone(), claimed: self.claimed.clone() }
    }
}

/// A question that the game gave up at a limit in so many positions is not asked any more of a mutant.
const GIVEN_UP: usize = 3;

/// Looks for differences between a game and its mutants.
pub(crate) struct Looker<'w, W: Mutating> {
    world: &'w W,
    looking: W::Looking<'w>,
    settings: &'w Settings,
}

/// A mutant that is looked at.
struct Asked<'m, W> {
    mutant: &'m W,
    /// The questions of the game that it may answer otherwise, with its own.
    questions: Vec<(Question, Question)>,
    /// It may change how the game goes on, and then makes no claims of its own.
    is_of_play: bool,
}

impl<'w, W: Mutating> Looker<'w, W> {
    /// Looks for as many rounds as the settings say, from these positions too. `show` is told how much is done, from 0 to 1.
    ///
    /// # Errors
    /// When the game cannot go on, or a question reaches a limit.
    pub(crate) fn new(
        world: &'w W,
        settings: &'w Settings,
        positions: Vec<W::Position>,
        mutants: &[Mutant],
        show: &dyn Fn(f64),
    ) -> Result<Looker<'w, W>, Trouble> {
        let ids = QuestionIds::of(world.program());
        let rules = mutants.iter().flat_map(|mutant| &mutant.questions).filter_map(|rule| {
            match ids.question(*rule) {
                Some(Question::Rule(rule)) => Some(rule),
                _ => None,
            }
        });
        let looking = world.looking(settings, positions, &rules.collect(), show)?;
        Ok(Looker { world, looking, settings })
    }

    /// The difference that says most, made small, and in how many positions the game answered; whatever was found where it is
    /// stopped.
    pub(crate) fn look(&self, mutant: &Mutant, edited: &W) -> (Option<Difference<W>>, u64) {
        let (play, answers): (Vec<_>, Vec<_>) =
            mutant.questions.iter().partition(|rule| asks_of_play(self.world.program(), **rule));
        let asked = Asked {
            mutant: edited,
            questions: asked_of(self.world, edited, answers.into_iter().copied()),
            is_of_play: !play.is_empty(),
        };
        let questions: Vec<Question> = asked.questions.iter().map(|(own, _)| *own).collect();
        let can_claim = !asked.is_of_play && questions.iter().any(|one| matches!(one, Question::Rule(_)));
        let mut best: Option<Difference<W>> = None;
        let (mut looked, mut more) = (0, 0);
        let mut given_up: BTreeMap<Question, usize> = BTreeMap::new();
        let is_enough = |best: &Difference<W>| {
            let (is_refuted, _, is_visible, _) = best.rank();
            is_refuted || best.gives_up() || is_visible && !can_claim
        };
        'rounds: for round in 0..self.settings.rounds.max(u64::from(W::GOES_ON)) {
            for (questions, reached) in W::positions(&self.looking, &questions, round) {
                more += u64::from(best.is_some());
                if self.settings.is_stopped() || more > W::MORE {
                    break 'rounds;
                }
                let mut answered = asked.is_of_play;
                let mut found: Vec<Difference<W>> = self.course(&asked, &reached).into_iter().collect();
                for question in questions {
                    if given_up.get(&question).is_some_and(|times| *times >= GIVEN_UP) {
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

    /// How the game goes on otherwise in a position.
    fn course(&self, asked: &Asked<'_, W>, reached: &Reached<W>) -> Option<Difference<W>> {
        let words =
            asked.is_of_play.then(|| self.world.goes_on_otherwise(asked.mutant, &reached.position))??;
        Some(Difference { reached: reached.clone(), by: By::Course(words), claimed: Claimed::default() })
    }

    /// The difference of one question in a position.
    ///
    /// # Errors
    /// When the game itself reaches a limit.
    fn at(
        &self,
        question: Question,
        asked: &Asked<'_, W>,
        reached: &Reached<W>,
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
                W::claimed(&self.looking, mutant, [own, other], &reached.position, [&before, &after])
            }
            _ => Claimed::default(),
        };
        let answered = Answered {
            question,
            before: first(&before),
            after: first(&after),
            counts: [before.len(), after.len()],
            other_weights,
            gives_up,
        };
        Ok(Some(Difference { reached: reached.clone(), by: By::Answer(Box::new(answered)), claimed }))
    }

    /// The same difference in a smaller position.
    fn smaller(&self, asked: &Asked<'_, W>, difference: Difference<W>) -> Difference<W> {
        let By::Answer(answered) = &difference.by else { return difference };
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
                let found = self.at(question, asked, &Reached { moves: None, position }).ok().flatten();
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
