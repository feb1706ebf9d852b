//! Opens and saves records of games.

use std::path::Path;

use noire_engine::record::{Loss, Written};
use noire_engine::world::{Record, WorldError};
use noire_interactive::interactive_game::{InteractiveGame, LoadedGame, SaveError};
use noire_interactive::translations::Variable;

use crate::comments;
use crate::game::{PageGame, own_names};
use crate::own_marks;
use crate::protocol::{Event, Player};
use crate::recognising::{self, File, Loaded};
use crate::reviewing::PageWorld;
use crate::store::Kept;
use crate::tab::Left;
use crate::tree::{MAX_NODES, Tree};
use crate::variations;

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

/// The record of an initial position, which [`start_of`] reads.
///
/// # Errors
/// If the format has no room for the position.
pub(crate) fn record_of_start<W: InteractiveGame>(
    world: &W,
    file: &W::File,
    start: &W::Position,
) -> Result<String, SaveError> {
    let record = Record { players: [String::new(), String::new()], moves: Vec::new(), end: None };
    world.file_text(file, start, &record, Path::new(START)).map(|written| written.text)
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
                    self.set_up_file(loaded);
                    self.show();
                    return None;
                }
                Some(other) => self.tab.open_file_as(&other, file, players),
            },
            Err(reason) => self.tab.open_file(&self.name, file, players, Some(reason)),
        };
        opened.map_err(|text| self.tab.outbox.send(&Event::Failed { text })).ok()
    }

    /// Continues with the game of an opened file, between the players that it names.
    pub(crate) fn set_up_file(&mut self, loaded: Loaded<W>) {
        self.set_up(loaded);
        let names = self.world.recorded_players(&self.file).into_iter().map(Option::unwrap_or_default);
        self.own_names = own_names(&names.collect::<Vec<_>>(), self.players.len());
    }

    /// Continues with another game between the same players.
    pub(crate) fn set_up(&mut self, loaded: Loaded<W>) {
        let Loaded { game, start, of: _ } = loaded;
        let is_usual = game.start.is_none();
        let mut tree = Tree::new();
        let at = game.moves.iter().take(MAX_NODES).fold(0, |at, mv| tree.add(at, *mv));
        let mut is_cut = comments::add(&mut tree, at, W::remarks(&game.file));
        let added = variations::add(self.world, &start, &mut tree, &game.moves, game.variations);
        is_cut |= added.is_cut;
        let has_lost_marks = own_marks::add(&mut tree, at, W::markings(&game.file)) || added.has_lost_marks;
        tree.visit(at);
        let left_out = game.left_out + added.left_out;
        if left_out > 0 {
            self.note_text("page-variations-left-out", &[("number", (left_out as u32).into())]);
        }
        (self.start, self.file, self.tree, self.at) = (start, game.file, tree, at);
        (self.is_playing, self.ended, self.analysed) = (false, None, None);
        self.only.1.clear();
        self.clocks = None;
        self.targets.clear();
        self.kept = Kept::default();
        self.start_record = None;
        if !is_usual {
            self.start_record = record_of_start(self.world, &self.file, &self.start).ok();
        }
        self.is_start_lost = !is_usual && self.start_record.is_none();
        if is_cut {
            self.note_text("page-comments-cut", &[("number", (comments::MAX_LENGTH as u32).into())]);
        }
        if has_lost_marks {
            self.note_text("page-marks-cut", &[]);
        }
        for text in game.notes {
            self.tab.outbox.send(&Event::Note { text });
        }
        if game.games > 1 {
            let text = self.tab.say("page-first-game", &[("number", (game.games as u32).into())]);
            self.tab.outbox.send(&Event::Note { text });
        }
    }

    /// Sends the record of the game in the format that this extension stands for: the whole tree if the format has
    /// variations, otherwise the line through the current position.
    ///
    /// # Errors
    /// If the position cannot be reached.
    pub(crate) fn save(&self, format: &str) -> Result<(), WorldError> {
        let name = format!("{}.{format}", self.world.contents().name);
        let path = Path::new(&name);
        let last = if W::has_variations(path) { self.tree.main_end() } else { self.tree.end(self.at) };
        let moves = self.tree.moves(last);
        let end = self.position_at(last)?.end.map(|(finish, _)| finish);
        let player = |number: usize| match (self.own_names.get(number), self.players.get(number)) {
            (Some(name), _) if !name.is_empty() => name.clone(),
            (_, Some(Player::Person) | None) => "human".to_owned(),
            (_, Some(_)) => "noire".to_owned(),
        };
        let record = Record { players: [player(0), player(1)], moves, end };
        let mut file = self.file.clone();
        W::set_remarks(&mut file, &self.start, &record.moves, comments::of_line(&self.tree, last));
        let markings = own_marks::of_line(&self.tree, last);
        let has_marks = match W::has_marks(path) {
            true => {
                W::set_markings(&mut file, markings);
                false
            }
            false => {
                W::set_markings(&mut file, Vec::new());
                !markings.is_empty()
            }
        };
        let tree = variations::of_tree(&self.tree);
        let event = match self.world.tree_text(&file, &self.start, &record, &tree, path) {
            Ok(Written { text, mut losses }) => {
                losses.extend(has_marks.then_some(Loss::Marks));
                self.note_losses(format, &losses);
                Event::File { name, text }
            }
            Err(SaveError::Ending(formats)) => {
                self.fail_with("page-no-format", &[("formats", formats.as_str().into())]);
                return Ok(());
            }
            Err(SaveError::Reason(text)) => Event::Failed { text },
        };
        self.tab.outbox.send(&event);
        Ok(())
    }

    /// Tells the user what a format has no room for.
    fn note_losses(&self, format: &str, losses: &[Loss]) {
        let word = |loss: &Loss| self.tab.say(&format!("page-loss-{}", loss.name()), &[]);
        let words: Vec<String> = losses.iter().map(word).collect();
        if !words.is_empty() {
            let lost = words.join(", ");
            self.note_text("page-losses", &[("format", format.into()), ("lost", lost.as_str().into())]);
        }
    }

    /// Sends a note.
    pub(crate) fn note_text(&self, name: &str, variables: &[(&str, Variable<'_>)]) {
        let text = self.tab.say(name, variables);
        self.tab.outbox.send(&Event::Note { text });
    }

    /// The extensions of file names that stand for formats in which the game can be saved.
    pub(crate) fn endings(&self) -> Vec<String> {
        self.world.formats().into_iter().map(|format| format.ending().to_owned()).collect()
    }
}
