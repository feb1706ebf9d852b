//! Finds the game of a file among the games that the server offers.
//!
//! The game on the table comes first. If the file states the rules of another game, or its moves are not moves of the
//! game on the table, the other games are tried. A file that fits none of them, or several, is refused.

use noire_engine::board::Style;
use noire_engine::drawing::Drawing;
use noire_engine::record::{Format, base_of_rules, states_rules_of};
use noire_engine::with_world;
use noire_engine::world::{AnyWorld, Marks, Recording as _};
use noire_interactive::interactive_game::{InteractiveGame, LoadedGame};

use crate::protocol::Player;
use crate::tab::{Beginning, Left, Tab};
use crate::tree::MAX_NODES;

/// A file that the user opens.
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// The first game of a file.
pub(crate) struct Loaded<W: InteractiveGame> {
    pub(crate) game: LoadedGame<W>,
    /// The initial position.
    pub(crate) start: W::Position,
    /// The game whose rules the file states, if these are the rules of another one.
    pub(crate) of: Option<String>,
}

/// Why a game does not accept a file.
pub(crate) enum Refusal {
    /// The file contains no game at all.
    Empty,
    /// The file has mistakes, or breaks the rules. Holds a sentence.
    Mistakes(String),
}

/// Loads the first game of a file. A game with an illegal move is refused as a whole.
///
/// # Errors
/// If the file contains no game of this world.
pub(crate) fn load<W: InteractiveGame>(world: &W, file: &File) -> Result<Loaded<W>, Refusal> {
    if is_empty(&file.bytes) {
        return Err(Refusal::Empty);
    }
    let refused = |error: noire_engine::world::WorldError| Refusal::Mistakes(error.to_string());
    let loaded = world.load_tree(&file.name, &file.bytes, 1, MAX_NODES).map_err(refused)?;
    let game = loaded.map_err(|_| Refusal::Empty)?;
    let start = game.start.clone().map_or_else(|| world.start(), Ok).map_err(refused)?;
    world.replay(&start, &game.moves, &mut |_| true).map_err(refused)?;
    let own = &world.contents().name;
    let of = W::stated_rules(&game.file).filter(|stated| !states_rules_of(stated, own));
    let of = of.and_then(|stated| base_of_rules(&stated)).map(str::to_owned);
    Ok(Loaded { game, start, of })
}

/// Whether a text has nothing but blank lines and comments.
fn is_empty(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    lines.all(|line| line.is_empty() || line.starts_with(b"#") && !line.contains(&b'\t'))
}

/// A game that was tried with a file.
struct Tried {
    name: String,
    world: AnyWorld,
    /// What it makes of the file.
    outcome: Result<Accepted, Refusal>,
}

/// What a game makes of a file that it accepts.
struct Accepted {
    /// The players, and the board after the last move.
    last: (Vec<String>, Drawing),
    /// The game whose rules the file states instead.
    of: Option<String>,
}

/// Tries a game with a file.
fn accept<W: InteractiveGame>(world: &W, file: &File) -> Result<Accepted, Refusal> {
    let Loaded { game, start, of } = load(world, file)?;
    let last = world.replay(&start, &game.moves, &mut |_| true);
    let last = last.map_err(|error| Refusal::Mistakes(error.to_string()))?;
    let drawing = world.drawing(&last, &Marks::default(), Style::default());
    Ok(Accepted { last: (world.players(), drawing), of })
}

impl Tab {
    /// The offered game with this name, for a record of a game that is not on the table.
    pub(crate) fn other(&self, name: &str) -> Option<String> {
        self.hall.settings.games.iter().find(|known| *known == name).cloned()
    }

    /// Opens a file as a game of this name, which its record states.
    ///
    /// # Errors
    /// If the game cannot be opened. The error is a sentence.
    pub(crate) fn open_file_as(&self, name: &str, file: File, players: Vec<Player>) -> Result<Left, String> {
        let world = self.world(name)?;
        Ok(Left::For(Box::new(Beginning::of_file(name.to_owned(), file, players)), Box::new(world)))
    }

    /// Opens a file with the game that accepts it. `reason` is why the game `own` on the table does not.
    ///
    /// # Errors
    /// If no game accepts the file, or several do. The error is a sentence.
    pub(crate) fn open_file(
        &self,
        own: &str,
        file: File,
        players: Vec<Player>,
        reason: Option<Refusal>,
    ) -> Result<Left, String> {
        if matches!(reason, Some(Refusal::Empty)) {
            return Err(self.say("page-empty-file", &[("file", file.name.as_str().into())]));
        }
        let others = self.hall.settings.games.iter().filter(|name| *name != own);
        let mut tried: Vec<Tried> = others.filter_map(|name| self.try_file(name, &file)).collect();
        match chosen(&tried) {
            Ok(at) => {
                let Tried { name, world, .. } = tried.swap_remove(at);
                Ok(Left::For(Box::new(Beginning::of_file(name, file, players)), Box::new(world)))
            }
            Err(names) if names.is_empty() => Err(self.unrecognised(own, &file, reason, tried)),
            Err(names) => {
                let variables = [("file", file.name.as_str()), ("games", &names.join(", "))];
                Err(self.say("page-several-games", &variables.map(|(name, value)| (name, value.into()))))
            }
        }
    }

    fn try_file(&self, name: &str, file: &File) -> Option<Tried> {
        let world = self.world(name).ok()?;
        let outcome = with_world!(&world, |world| accept(world, file));
        Some(Tried { name: name.to_owned(), world, outcome })
    }

    /// The sentence about a file that no game accepts: the mistakes by the rules of the game on the table or, if that
    /// game has no such files, of the first one that has.
    fn unrecognised(&self, own: &str, file: &File, reason: Option<Refusal>, tried: Vec<Tried>) -> String {
        let format = Format::of_file(&file.name, &file.bytes);
        let has_format = |world: &AnyWorld| with_world!(world, |world| world.formats().contains(&format));
        let own_has = self.world(own).is_ok_and(|world| has_format(&world));
        let other = tried.into_iter().find(|one| !own_has && has_format(&one.world));
        let (name, refusal) = match other {
            Some(other) => (other.name, other.outcome.err()),
            None => (own.to_owned(), reason),
        };
        let Some(Refusal::Mistakes(reason)) = refusal else {
            return self.say("page-empty-file", &[("file", file.name.as_str().into())]);
        };
        self.say("page-unrecognised", &[("game", name.as_str().into()), ("reason", reason.as_str().into())])
    }
}

/// The index of the game to open: the one whose rules the file states, otherwise the only one that accepts it. Games in
/// which the file leads to the same position, such as those of stones, count as one, and the first stands for all.
///
/// # Errors
/// The names of the games that accept the file, if there is no such game.
fn chosen(tried: &[Tried]) -> Result<usize, Vec<&str>> {
    let accepting =
        || tried.iter().enumerate().filter_map(|(at, one)| Some((at, one.outcome.as_ref().ok()?)));
    let is_stated = |(at, _): &(usize, &Accepted)| {
        accepting().any(|(_, accepted)| accepted.of.as_ref() == Some(&tried[*at].name))
    };
    let first = accepting().find(is_stated).or_else(|| accepting().next());
    let Some((at, first)) = first else { return Err(Vec::new()) };
    match is_stated(&(at, first)) || accepting().all(|(_, other)| other.last == first.last) {
        true => Ok(at),
        false => Err(accepting().map(|(at, _)| tried[at].name.as_str()).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::is_empty;

    #[test]
    fn comments_are_no_game() {
        assert!(is_empty(b"") && is_empty(b"\n # a comment\n\n"));
        assert!(!is_empty(b"# a comment\nh8") && !is_empty(b"#moves\tresult\n"));
    }
}
