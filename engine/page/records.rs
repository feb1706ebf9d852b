//! Opens and saves records of games.

use std::path::Path;

use noire_engine::world::{Record, WorldError};
use noire_interactive::interactive_game::{InteractiveGame, LoadedGame, SaveError};

use crate::game::PageGame;
use crate::protocol::{Event, Player};
use crate::recognising::{self, File, Loaded};
use crate::reviewing::PageWorld;
use crate::store::Kept;
use crate::tab::Left;
use crate::tree::{MAX_NODES, Tree};

/// The format in which initial positions are kept.
const START: &str = "start.tsv";

/// The initial position that a record holds, and what else it records; the usual position if there is no record.
///
/// # Errors
/// If the record has mistakes.
pub(crate) fn start_of<W: InteractiveGame>(
    world: &W,
    record: Option<&str>,
) -> Result<(W::Position, W::File), WorldError> {
    let loaded = match record {
        Some(text) => world.load_game(START, text.as_bytes(), 1)?.ok(),
        None => None,
    };
    match loaded {
        Some(LoadedGame { start: Some(start), file, .. }) => Ok((start, file)),
        _ => Ok((world.start()?, W::File::default())),
    }
}

/// The move that was kept as this text, if it is legal.
pub(crate) fn parse_kept<W: InteractiveGame>(
    world: &W,
    position: &mut W::Position,
    text: &str,
) -> Option<W::Move> {
    let pass = W::PASS.filter(|pass| world.moves_text(&[*pass]) == text);
    pass.or_else(|| world.parse_move(position, text).ok())
}

impl<W: PageWorld> PageGame<'_, '_, W> {
    /// Opens the first game of a file. Returns the game to leave this one for if the file holds another game.
    pub(crate) fn open(&mut self, name: &str, bytes: &str) -> Option<Left> {
        let bytes: Option<Vec<u8>> = bytes.chars().map(|byte| u8::try_from(byte).ok()).collect();
        let file = File { name: name.to_owned(), bytes: bytes? };
        let players = self.players.clone();
        let opened = match recognising::load(self.world, &file) {
            Ok(loaded) => match loaded.of.as_deref().and_then(|of| self.tab.other(of)) {
                None => {
                    self.set_up(loaded);
                    self.show();
                    return None;
                }
                Some(other) => self.tab.open_file_as(&other, file, players),
            },
            Err(reason) => self.tab.open_file(&self.name, file, players, Some(reason)),
        };
        opened.map_err(|text| self.tab.outbox.send(&Event::Failed { text })).ok()
    }

    /// Continues with the game of a file instead of this one.
    pub(crate) fn set_up(&mut self, loaded: Loaded<W>) {
        let Loaded { game, start, of: _ } = loaded;
        let is_usual = game.start.is_none();
        let mut tree = Tree::new();
        let at = game.moves.into_iter().take(MAX_NODES).fold(0, |at, mv| tree.add(at, mv));
        (self.start, self.file, self.tree, self.at) = (start, game.file, tree, at);
        (self.is_playing, self.ended, self.analysed) = (false, None, None);
        self.targets.clear();
        self.kept = Kept::default();
        self.start_record = None;
        if !is_usual {
            let record = Record { players: [String::new(), String::new()], moves: Vec::new(), end: None };
            self.start_record = self.world.file_text(&self.file, &self.start, &record, Path::new(START)).ok();
        }
        for text in game.notes {
            self.tab.outbox.send(&Event::Note { text });
        }
        if game.games > 1 {
            let text = self.tab.say("page-first-game", &[("number", (game.games as u32).into())]);
            self.tab.outbox.send(&Event::Note { text });
        }
    }

    /// Sends the record of the line through the current position, in the format that this extension stands for.
    ///
    /// # Errors
    /// If the position cannot be reached.
    pub(crate) fn save(&mut self, format: &str) -> Result<(), WorldError> {
        let name = format!("{}.{format}", self.world.contents().name);
        let moves = self.tree.line(self.at);
        let here = self.at;
        self.at = moves.iter().fold(0, |at, mv| self.tree.add(at, *mv));
        let end = self.here().map(|here| here.end.map(|(finish, _)| finish));
        self.at = here;
        let player = |number: usize| match self.players.get(number) {
            Some(Player::Person) | None => "human".to_owned(),
            Some(_) => "noire".to_owned(),
        };
        let record = Record { players: [player(0), player(1)], moves, end: end? };
        let event = match self.world.file_text(&self.file, &self.start, &record, Path::new(&name)) {
            Ok(text) => Event::File { name, text },
            Err(SaveError::Ending(text) | SaveError::Reason(text)) => Event::Failed { text },
        };
        self.tab.outbox.send(&event);
        Ok(())
    }

    /// The extensions of file names that stand for formats in which the game can be saved.
    pub(crate) fn endings(&self) -> Vec<String> {
        self.world.formats().into_iter().map(|format| format.ending().to_owned()).collect()
    }
}
