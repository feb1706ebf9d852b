//! The scores of a base as written in its source. A score may be written once for all players; each such source
//! item is called a sentence here.

use noire_engine::world::{World, WorldExt};

/// A score as written in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    pub name: String,
    /// Location of the score, as `FILE:LINE`.
    pub place: String,
    /// Weights of a counted item: if the player of the score is to move, and if not.
    pub weights: [i64; 2],
}

/// The sentences (source items) of a base that have numeric weights and are active by default, and a map from its
/// scores to them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentences {
    /// The sentences in the order of the source.
    pub all: Vec<Sentence>,
    /// For each score by index, its sentence and its player; `None` if its weights depend on what is counted, or if
    /// it is only active when named.
    pub of_score: Vec<Option<(usize, usize)>>,
}

impl Sentences {
    /// Collects the sentences of a game.
    pub fn of<W: World>(world: &W) -> Sentences {
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

    /// The path of a built-in file that contains one of the sentences, if the base is a user's folder: such a file
    /// must not be changed.
    pub fn built_in<W: World>(&self, world: &W) -> Option<String> {
        let rule_files = world.rule_files();
        let scores = rule_files.program().scores().map(|(_, score, _)| score);
        let mut foreign = scores.filter(|score| !rule_files.can_be_changed(score.name_span.file));
        let stands = |place: String| self.all.iter().any(|sentence| sentence.place == place);
        let score = foreign.find(|score| stands(world.place(score.name_span)))?;
        Some(rule_files.source(score.name_span.file).0.to_owned())
    }

    /// All weights, two for each sentence: the numbers to fit.
    pub(crate) fn weights(&self) -> Vec<i64> {
        self.all.iter().flat_map(|sentence| sentence.weights).collect()
    }
}
