//! The scores of a base as the source defines them. One item of the source may define a score for several players.

use blanche_compiler::files::FileId;
use noire_engine::world::{World, WorldExt};

/// An item of the source that defines a score for one or several players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreItem {
    pub name: String,
    /// Location of the score, as `FILE:LINE`.
    pub place: String,
    /// Weights of each match of the score: first if the player of the score is to move, and then if another player is.
    pub weights: [i64; 2],
}

/// The items for all scores of a base that are active by default and have numbers as weights. Also tells which item
/// each score comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreItems {
    /// The items in the order of the source.
    pub all: Vec<ScoreItem>,
    /// The indices of the item and of the player of each score. `None` if the weights of the score are not constant
    /// numbers, or if the score is only active when a player names it.
    pub of_score: Vec<Option<(usize, usize)>>,
}

impl ScoreItems {
    /// Collects the score items of a game.
    pub fn of<W: World>(world: &W) -> ScoreItems {
        let (mut items, players) = (ScoreItems::default(), world.players());
        for score in &world.contents().scores {
            let player = players.iter().position(|player| *player == score.color);
            let weights = score.weights.numbers().filter(|_| !score.when_named);
            let item = player.zip(weights).map(|(player, weights)| {
                let known = |known: &ScoreItem| known.place == score.place && known.name == score.name;
                let at = items.all.iter().position(known).unwrap_or_else(|| {
                    let (name, place) = (score.name.clone(), score.place.clone());
                    items.all.push(ScoreItem { name, place, weights });
                    items.all.len() - 1
                });
                (at, player)
            });
            items.of_score.push(item);
        }
        items
    }

    /// The path of a built-in file that contains one of the items, although the base is in a user's folder. Such a
    /// file must not be changed. `None` if there is no such file.
    pub fn built_in<W: World>(&self, world: &W) -> Option<String> {
        self.file_that(world, |file| !world.rule_files().can_be_changed(file))
    }

    /// The path of a file outside the folder of the base that contains one of the items. Other bases may use it too, so it
    /// must not be changed. `None` if there is no such file.
    pub fn outside<W: World>(&self, world: &W) -> Option<String> {
        self.file_that(world, |file| !world.rule_files().is_own(file))
    }

    /// The path of the first file that contains one of the items and for which `is_meant` returns `true`.
    fn file_that<W: World>(&self, world: &W, is_meant: impl Fn(FileId) -> bool) -> Option<String> {
        let rule_files = world.rule_files();
        let scores = rule_files.program().scores().map(|(_, score, _)| score);
        let mut meant = scores.filter(|score| is_meant(score.name_span.file));
        let contains = |place: String| self.all.iter().any(|item| item.place == place);
        let score = meant.find(|score| contains(world.place(score.name_span)))?;
        Some(rule_files.source(score.name_span.file).0.to_owned())
    }

    /// The weights of all items, two for each. These are the numbers to fit.
    pub(crate) fn weights(&self) -> Vec<i64> {
        self.all.iter().flat_map(|item| item.weights).collect()
    }
}
