//! Random games, called playouts, and what an evaluator finds in each ply. The naive evaluator uses the definition of
//! the game, and all others use [`Rules`].

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

/// A game in the forms that two evaluators need.
pub(crate) struct Both {
    rules: Rules,
    naive: Naive,
}

/// How much is compared in each game.
#[derive(Clone, Copy)]
pub(crate) struct How {
    /// Maximum length of a playout, in moves.
    pub(crate) plies: usize,
    /// Maximum number of tuples that the naive evaluator examines for a query.
    pub(crate) patience: u64,
    /// Whether to evaluate rules, exports, scores and preferences in each position, and to continue after the end of
    /// the game.
    pub(crate) asks: bool,
}

/// Whole games of up to twenty-five moves.
pub(crate) const WHOLE: How = How { plies: 25, patience: u64::MAX, asks: false };

/// A position, the move made in it, and the answers about the position and the move.
#[derive(Debug)]
pub(crate) struct Ply {
    position: Tuples,
    made: Option<Played>,
    /// The answers, keyed by query. Answers that would have taken too long are missing.
    said: BTreeMap<String, Said>,
}

/// An answer of an evaluator.
#[derive(Debug, PartialEq)]
pub(crate) enum Said {
    Outcome(Option<Expected>),
    Margins(Vec<usize>),
    /// The legal moves; `None` if one of them contradicts itself or does not end.
    Moves(Option<Vec<Played>>),
    /// The position after a move; `None` if the move contradicts itself.
    After(Option<Tuples>),
    /// The variables and rows of answers.
    Rows(Vec<String>, Vec<Vec<agree::Value>>),
    /// The value of the position for each player.
    Worth(Vec<i64>),
    /// The lowest level of the rules to which each supposition applies, and whether the supposition holds. A
    /// supposition is a condition under which rules may claim a win.
    Suppositions(Vec<(u32, bool)>),
}

/// Why a playout ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The maximum length was reached, or the game was over.
    #[default]
    Enough,
    /// A move contradicted itself.
    Clash,
    /// A move of several steps never ended.
    Unending,
    /// A query would have taken too long.
    Limit,
}

/// The plies of one game, and why it ended.
#[derive(Debug, Default)]
pub(crate) struct Line {
    pub(crate) plies: Vec<Ply>,
    pub(crate) stop: Stop,
}

impl Ply {
    fn of(position: Tuples) -> Ply {
        Ply { position, made: None, said: BTreeMap::new() }
    }

    /// Records an answer, unless it would have taken too long.
    fn say(&mut self, question: &str, said: Option<Said>) {
        if let Some(said) = said {
            self.said.insert(question.to_owned(), said);
        }
    }

    /// The number of queries that were answered.
    pub(crate) fn said(&self) -> usize {
        self.said.len()
    }

    /// The number of rules, exports, scores and preferences that have answers.
    pub(crate) fn answered(&self) -> usize {
        self.said.values().filter(|said| matches!(said, Said::Rows(_, rows) if !rows.is_empty())).count()
    }

    /// Whether the player to move has a move.
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

    fn assert_equals(&self, other: &Ply, about: &str) {
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
    /// Compares the answers of two evaluators. Only queries and plies that both have are compared.
    pub(crate) fn assert_equals(&self, other: &Line, about: &str) {
        for (one, other) in self.plies.iter().zip(&other.plies) {
            one.assert_equals(other, about);
        }
        if ![self.stop, other.stop].contains(&Stop::Limit) {
            assert_eq!((self.plies.len(), self.stop), (other.plies.len(), other.stop), "{about}");
        }
    }

    /// A summary of the game.
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

/// A summary of one game.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) plies: usize,
    pub(crate) ended: Option<Expected>,
    pub(crate) clashed: bool,
    /// Whether a move of several steps never ended.
    pub(crate) unending: bool,
    /// Number of moves of several steps.
    pub(crate) chains: usize,
    pub(crate) passes: usize,
    /// Number of positions in which a player has a margin.
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

    /// A game with the rules of the given evaluator.
    pub(crate) fn of(rules: Rules, read: &Read) -> Both {
        Both { rules, naive: Naive::new(&read.trees) }
    }

    /// At most `most` positions of a random playout, each `apart` moves after the previous position. Each position is
    /// in the forms of both evaluators.
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
            // A move may contradict itself or never end.
            let can_move = self.rules.moves(&mut position, &mut moves).is_ok() && !moves.is_empty();
            if !can_move || self.rules.play(&mut position, *random.choose(&moves)).is_err() {
                break;
            }
        }
        positions
    }

    /// Plays a random playout. Both evaluators must find the same moves, positions and end.
    pub(crate) fn play(&self, random: &mut Random, about: &str) -> Seen {
        let found = found(&self.rules, random, WHOLE);
        assert_ne!(found.stop, Stop::Limit, "no limit is reached: {about}");
        assert_eq!(found.plies[0].position, self.naive.start(), "{about}");
        found.assert_equals(&defined(&self.naive, &found, WHOLE), about);
        found.seen()
    }
}
