//! The scores of a base as they stand in its text: one sentence may count for every player.

use noire_engine::world::{Saying, World};

/// A score as it stands in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sentence {
    /// Its name.
    pub(crate) name: String,
    /// `FILE:LINE`.
    pub(crate) place: String,
    /// What each thing that it counts is worth where its player is to move, and where it is not.
    pub(crate) weights: [i64; 2],
}

/// The sentences of a base whose weights are numbers and count where no score is named, and which of them each score of the base
/// stands in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sentences {
    /// In the order of the text.
    pub(crate) all: Vec<Sentence>,
    /// By the number of a score its sentence and the number of its player; nothing where the weights depend on what is counted, or
    /// where it counts only when it is named.
    pub(crate) of_score: Vec<Option<(usize, usize)>>,
}

impl Sentences {
    /// Those of a game.
    pub(crate) fn of<W: World>(world: &W) -> Sentences {
        let (mut sentences, players) = (Sentences::default(), world.players());
        for score in &world.contents().scores {
            let player = players.iter().position(|player| *player == score.color);
            let weights = score.weights.numbers().filter(|_| !score.when_named);
            let sentence = player.zip(weights).map(|(player, weights)| {
                let known = |known: &Sentence| known.place == score.place && known.name == score.name;
                let at = sentences.all.iter().position(known).unwrap_or_else(|| {
                    let (name, place) = (score.name.clone(), score.place.clone());
                    sentences.all.push(Sentence { name, place, weights });
                    sentences.all.len() - 1
                });
                (at, player)
            });
            sentences.of_score.push(sentence);
        }
        sentences
    }

    /// The first of the files in which they stand that is built in, where the game is a folder: it is none of its author's.
    pub(crate) fn built_in<W: World>(&self, world: &W) -> Option<String> {
        let texts = world.texts();
        let scores = texts.program().scores().map(|(_, score, _)| score);
        let mut foreign = scores.filter(|score| !texts.can_be_changed(score.name_span.file));
        let stands = |place: String| self.all.iter().any(|sentence| sentence.place == place);
        let score = foreign.find(|score| stands(world.place(score.name_span)))?;
        Some(texts.source(score.name_span.file).0.to_owned())
    }

    /// All weights, two for each sentence: the numbers that are fitted.
    pub(crate) fn weights(&self) -> Vec<i64> {
        self.all.iter().flat_map(|sentence| sentence.weights).collect()
    }
}
