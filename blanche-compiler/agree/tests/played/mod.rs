//! Random playouts, and what an evaluator finds in them ply by ply: the naive one by the definition of the game, any other by its
//! rules.

mod definition;
mod rules;

use std::collections::BTreeMap;
use std::sync::Arc;

use agree::Naive;
use agree::games::{Outcome as Expected, Played, Position as Tuples};
use blanche_compiler::game::Rules;
use blanche_compiler::interpret::{Machine, StateHost};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{Limits, Position};

pub(crate) use self::definition::defined;
pub(crate) use self::rules::found;
use self::rules::tuples;
use crate::answers::Read;

/// A game as two evaluators have it.
pub(crate) struct Both {
    rules: Rules,
    naive: Naive,
}

/// How much of a game is compared.
#[derive(Clone, Copy)]
pub(crate) struct How {
    /// Maximum length of a playout, in moves.
    pub(crate) plies: usize,
    /// Maximum number of tuples that the definition visits for a question.
    pub(crate) patience: u64,
    /// Whether rules, exports, scores and preferences are asked in each position, and moves are made after the end too.
    pub(crate) asks: bool,
}

/// Whole games of twenty-five moves.
pub(crate) const WHOLE: How = How { plies: 25, patience: u64::MAX, asks: false };

/// A position, the move that is made in it, and the answers about both.
#[derive(Debug)]
pub(crate) struct Ply {
    position: Tuples,
    made: Option<Played>,
    /// Answers by question, without those that would have taken too long.
    said: BTreeMap<String, Said>,
}

/// An answer of an evaluator.
#[derive(Debug, PartialEq)]
pub(crate) enum Said {
    Outcome(Option<Expected>),
    Margins(Vec<usize>),
    /// Nothing where one of them contradicts itself or does not end.
    Moves(Option<Vec<Played>>),
    /// The position after a move; nothing where it contradicts itself.
    After(Option<Tuples>),
    /// Variables and rows.
    Rows(Vec<String>, Vec<Vec<agree::Value>>),
    /// What the position is worth to each player.
    Worth(Vec<i64>),
    /// Whether what rules suppose holds, with the level from which on they do.
    Suppositions(Vec<(u32, bool)>),
}

/// Why no more of a game was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The maximum length was reached, or the game was over.
    #[default]
    Enough,
    /// A move contradicted itself.
    Clash,
    /// A move had no end.
    Unending,
    /// It would have taken too long.
    Limit,
}

/// What was seen of one game.
#[derive(Debug, Default)]
pub(crate) struct Line {
    pub(crate) plies: Vec<Ply>,
    pub(crate) stop: Stop,
}

impl Ply {
    fn of(position: Tuples) -> Ply {
        Ply { position, made: None, said: BTreeMap::new() }
    }

    /// Takes up an answer, unless it would have taken too long.
    fn say(&mut self, question: &str, said: Option<Said>) {
        if let Some(said) = said {
            self.said.insert(question.to_owned(), said);
        }
    }

    /// How many questions were answered.
    pub(crate) fn said(&self) -> usize {
        self.said.len()
    }

    /// How many rules, exports, scores and preferences have answers.
    pub(crate) fn answered(&self) -> usize {
        self.said.values().filter(|said| matches!(said, Said::Rows(_, rows) if !rows.is_empty())).count()
    }

    /// Whether a player can move.
    pub(crate) fn has_moves(&self) -> bool {
        self.moves().is_some_and(|moves| moves.iter().any(|played| !played.is_pass()))
    }

    fn moves(&self) -> Option<&[Played]> {
        match self.said.get("moves") {
            Some(Said::Moves(moves)) => moves.as_deref(),
            _ => None,
        }
    }

    fn outcome(&self) -> Option<Expected> {
        match self.said.get("outcome") {
            Some(Said::Outcome(outcome)) => outcome.clone(),
            _ => None,
        }
    }

    fn assert_like(&self, other: &Ply, about: &str) {
        assert_eq!(self.position, other.position, "{about}");
        if let (Some(made), Some(other)) = (&self.made, &other.made) {
            assert_eq!(made, other, "{about}");
        }
        for (question, said) in &self.said {
            let known = other.said.get(question);
            assert!(
                known.is_none_or(|known| known == said),
                "{question}\n{said:?}\n{known:?}\n{self:?}\n{about}"
            );
        }
    }
}

impl Line {
    /// Compares what two evaluators saw, as far as both looked.
    pub(crate) fn assert_like(&self, other: &Line, about: &str) {
        for (one, other) in self.plies.iter().zip(&other.plies) {
            one.assert_like(other, about);
        }
        if ![self.stop, other.stop].contains(&Stop::Limit) {
            assert_eq!((self.plies.len(), self.stop), (other.plies.len(), other.stop), "{about}");
        }
    }

    /// What became of the game.
    fn seen(&self) -> Seen {
        let played = || self.plies.iter().filter_map(|ply| ply.made.as_ref());
        let has_margin = |ply: &&Ply| matches!(&ply.said["margins"], Said::Margins(margins) if margins.iter().any(|margin| *margin > 0));
        Seen {
            plies: played().count(),
            ended: self.plies.last().and_then(Ply::outcome),
            clashed: self.stop == Stop::Clash,
            unending: self.stop == Stop::Unending,
            chains: played().filter(|played| !played.then.is_empty()).count(),
            passes: played().filter(|played| played.is_pass()).count(),
            margins: self.plies.iter().filter(has_margin).count(),
        }
    }
}

/// What became of a game.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) plies: usize,
    pub(crate) ended: Option<Expected>,
    pub(crate) clashed: bool,
    /// A move had no end.
    pub(crate) unending: bool,
    /// Moves of several steps.
    pub(crate) chains: usize,
    pub(crate) passes: usize,
    /// Positions in which a player has a margin.
    pub(crate) margins: usize,
}

impl Both {
    pub(crate) fn new(read: &Read) -> Both {
        let machine = Machine::<StateHost>::new(&read.program, &read.plan, Limits::default())
            .unwrap_or_else(|missing| panic!("positions answer {missing:?}"));
        let rules =
            Rules::new(Arc::new(read.program.clone()), Box::new(machine)).expect("it is a small game");
        Both::of(rules, read)
    }

    /// With an evaluator for the game.
    pub(crate) fn of(rules: Rules, read: &Read) -> Both {
        Both { rules, naive: Naive::new(&read.trees) }
    }

    /// At most `most` positions of a random playout, `apart` moves apart, each as both evaluators have it.
    pub(crate) fn positions(
        &self,
        random: &mut Random,
        most: usize,
        apart: usize,
    ) -> Vec<(Position, Tuples)> {
        let mut position = self.rules.start().expect("it begins");
        let (mut moves, mut positions) = (Vec::new(), Vec::new());
        for ply in 0..most * apart {
            if ply % apart == 0 {
                positions.push((position.clone(), tuples(&self.rules, &position)));
            }
            // A move may contradict itself, or have no end.
            let can_move = self.rules.moves(&mut position, &mut moves).is_ok() && !moves.is_empty();
            if !can_move || self.rules.play(&mut position, *random.choose(&moves)).is_err() {
                break;
            }
        }
        positions
    }

    /// Plays a random playout; both evaluators must find the same moves, positions and end.
    pub(crate) fn play(&self, random: &mut Random, about: &str) -> Seen {
        let found = found(&self.rules, random, WHOLE);
        assert_ne!(found.stop, Stop::Limit, "no limit is reached: {about}");
        assert_eq!(found.plies[0].position, self.naive.start(), "{about}");
        found.assert_like(&defined(&self.naive, &found, WHOLE), about);
        found.seen()
    }
}
