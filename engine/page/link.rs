//! Links to positions: fragments of the address of the page, such as `#game=my-game/&moves=h8,i9&at=1`.
//!
//! A link holds the game, a record of its initial position if that is not the usual one, the moves of a line, and the
//! number of the position that is shown. It never holds the token.

use std::fmt::Write as _;
use std::path::Path;

use blanche_compiler::game::MAX_PLIES;
use noire_engine::with_world;
use noire_interactive::interactive_game::InteractiveGame;

use crate::game::PageGame;
use crate::protocol::{Event, Player, SavedGame, SavedNode};
use crate::records::{parse_kept, start_of};
use crate::reviewing::PageWorld;
use crate::store::Kept;
use crate::tab::{Beginning, Left, Tab};

/// Maximum size of a link, in bytes.
const MAX_LINK: usize = 8 << 10;

/// Maximum size of the address of the page in a link, in bytes.
const MAX_ADDRESS: usize = 64;

/// Why a link cannot be opened or made.
#[derive(Debug, PartialEq, Eq)]
enum LinkError {
    /// It is longer than [`MAX_LINK`].
    TooLong,
    /// It is no link to a position.
    Damaged,
    /// The name of the game is a path that others should not see.
    Private,
    /// The move with this number is not legal.
    Move(usize),
}

/// A line of a game, and the position of it that is shown.
#[derive(Debug, PartialEq, Eq)]
struct Link {
    /// The name or folder by which the page knows the game.
    game: String,
    /// A record of the initial position; `None` for the usual one.
    start: Option<String>,
    moves: Vec<String>,
    /// The number of moves before the position that is shown.
    at: usize,
}

impl Link {
    /// The part of the address after `#`.
    fn fragment(&self) -> Result<String, LinkError> {
        if Path::new(&self.game).is_absolute() {
            return Err(LinkError::Private);
        }
        let mut text = format!("game={}", encoded(&self.game));
        if let Some(start) = &self.start {
            let _ = write!(text, "&start={}", encoded(start));
        }
        let moves: Vec<String> = self.moves.iter().map(|mv| encoded(mv)).collect();
        let _ = write!(text, "&moves={}&at={}", moves.join(","), self.at);
        if text.len() > MAX_LINK - MAX_ADDRESS { Err(LinkError::TooLong) } else { Ok(text) }
    }

    /// The link in an address or in its part after `#`. Parts with other names are ignored.
    fn parse(text: &str) -> Result<Link, LinkError> {
        if text.len() > MAX_LINK {
            return Err(LinkError::TooLong);
        }
        let fragment = text.trim().split_once('#').map_or(text, |(_, fragment)| fragment);
        let (mut game, mut start, mut moves, mut at) = (None, None, Vec::new(), None);
        for part in fragment.trim().split('&') {
            let (name, value) = part.split_once('=').ok_or(LinkError::Damaged)?;
            match name {
                "game" => game = Some(decoded(value)?),
                "start" => start = Some(decoded(value)?),
                "moves" if value.is_empty() => moves = Vec::new(),
                "moves" => moves = value.split(',').map(decoded).collect::<Result<_, _>>()?,
                "at" => at = Some(value.parse().map_err(|_| LinkError::Damaged)?),
                _ => {}
            }
        }
        let at = at.unwrap_or(moves.len());
        let game = game.filter(|game| !game.is_empty()).ok_or(LinkError::Damaged)?;
        match at <= moves.len() && moves.len() <= MAX_PLIES as usize && !moves.contains(&String::new()) {
            true => Ok(Link { game, start, moves, at }),
            false => Err(LinkError::Damaged),
        }
    }

    /// Checks that the moves are legal.
    fn check<W: InteractiveGame>(&self, world: &W) -> Result<(), LinkError> {
        let (mut position, _) = start_of(world, self.start.as_deref()).map_err(|_| LinkError::Damaged)?;
        for (number, text) in (1..).zip(&self.moves) {
            let mv = parse_kept(world, &mut position, text).ok_or(LinkError::Move(number))?;
            let after = world.replay(&position, &[mv], &mut |_| true);
            position = after.map_err(|_| LinkError::Move(number))?;
        }
        Ok(())
    }

    /// The game as a tab begins it. People play both sides.
    fn saved(self) -> SavedGame {
        let node =
            |(parent, text): (usize, String)| SavedNode { parent, text, comment: String::new(), own: None };
        SavedGame {
            comment: String::new(),
            own: None,
            game: self.game,
            id: None,
            players: vec![Player::Person; 2],
            names: Vec::new(),
            clocks: None,
            start: self.start,
            nodes: self.moves.into_iter().enumerate().map(node).collect(),
            at: self.at,
            is_playing: false,
        }
    }
}

impl Tab {
    /// Opens the position of a link. Otherwise tells the user why it cannot be opened.
    pub(crate) fn open_link(&self, text: &str) -> Option<Left> {
        self.linked(text).map_err(|text| self.outbox.send(&Event::Failed { text })).ok()
    }

    fn linked(&self, text: &str) -> Result<Left, String> {
        let link = Link::parse(text).map_err(|error| self.link_problem(&error, &[]))?;
        let world = self.world(&link.game)?;
        with_world!(&world, |world| link.check(world))
            .map_err(|error| self.link_problem(&error, &link.moves))?;
        Ok(Left::For(Box::new(Beginning::saved(link.saved(), Kept::default())), Box::new(world)))
    }

    /// A sentence about a link with these moves.
    fn link_problem(&self, error: &LinkError, moves: &[String]) -> String {
        match error {
            LinkError::TooLong => self.say("page-link-too-long", &[("size", (MAX_LINK as u32 >> 10).into())]),
            LinkError::Damaged => self.say("page-link-damaged", &[]),
            LinkError::Private => self.say("page-link-private", &[]),
            LinkError::Move(number) => {
                let mv = number.checked_sub(1).and_then(|at| moves.get(at)).map_or("", String::as_str);
                self.say("page-link-move", &[("number", (*number as u32).into()), ("move", mv.into())])
            }
        }
    }
}

impl<W: PageWorld> PageGame<'_, '_, W> {
    /// Sends the link to the current position, with the line through it.
    pub(crate) fn send_link(&self) {
        let line = self.tree.line(self.at);
        let link = Link {
            game: self.name.clone(),
            start: self.start_record.clone(),
            moves: line.iter().map(|mv| self.world.moves_text(&[*mv])).collect(),
            at: self.tree.moves(self.at).len(),
        };
        let fragment = link.fragment();
        let problem = fragment.as_ref().err().map(|error| self.tab.link_problem(error, &link.moves));
        self.tab.outbox.send(&Event::Link { fragment: fragment.ok(), problem });
    }
}

/// A text in which all bytes except those of simple moves and names are written as `%` and two digits.
fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~:/".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// The text that was [`encoded`].
fn decoded(text: &str) -> Result<String, LinkError> {
    let mut bytes = text.bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            decoded.push(byte);
            continue;
        }
        let mut digit = || bytes.next().and_then(|byte| char::from(byte).to_digit(16));
        let (Some(high), Some(low)) = (digit(), digit()) else { return Err(LinkError::Damaged) };
        decoded.push((high * 16 + low) as u8);
    }
    String::from_utf8(decoded).map_err(|_| LinkError::Damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(game: &str, moves: &[&str], at: usize) -> Link {
        Link {
            game: game.to_owned(),
            start: None,
            moves: moves.iter().map(|mv| (*mv).to_owned()).collect(),
            at,
        }
    }

    #[test]
    fn a_link_is_read_as_it_was_written() {
        let simple = link("renju", &["h8", "i9"], 1);
        assert_eq!(simple.fragment().as_deref(), Ok("game=renju&moves=h8,i9&at=1"));
        let strange = Link {
            start: Some("a\tb\n&=#,%é".to_owned()),
            ..link("my games/é&#", &["a,b", "x y&at=7"], 2)
        };
        for link in [simple, strange, link("renju", &[], 0)] {
            let fragment = link.fragment().expect("it is short");
            assert!(fragment.is_ascii(), "{fragment}");
            for text in
                [fragment.clone(), format!("#{fragment}"), format!(" http://localhost:7000/#{fragment}\n")]
            {
                assert_eq!(Link::parse(&text).as_ref(), Ok(&link), "{text}");
            }
        }
    }

    #[test]
    fn the_last_position_is_shown_unless_the_link_names_another_one() {
        assert_eq!(Link::parse("#game=renju&moves=h8,i9&new=1"), Ok(link("renju", &["h8", "i9"], 2)));
        assert_eq!(Link::parse("#game=renju"), Ok(link("renju", &[], 0)));
    }

    #[test]
    fn damaged_links_are_refused() {
        for text in [
            "",
            "#",
            "#game",
            "#game=",
            "#moves=h8&at=1",
            "#game=renju&moves=h8&at=2",
            "#game=renju&at=-1",
            "#game=renju&at=99999999999999999999999",
            "#game=%zz",
            "#game=%e",
            "#game=%",
            "#game=%ff",
            "#game=%é",
            "#game=renju&moves=h8,,i9",
            "#game=renju&moves=,",
        ] {
            assert_eq!(Link::parse(text), Err(LinkError::Damaged), "{text}");
        }
        let long = format!("#game=renju&moves={}", "h8,".repeat(MAX_LINK / 3));
        assert_eq!(Link::parse(&long), Err(LinkError::TooLong));
    }

    #[test]
    fn long_lines_and_absolute_paths_have_no_links() {
        assert_eq!(link("renju", &["h8"; MAX_LINK / 3], 0).fragment(), Err(LinkError::TooLong));
        let folder = std::env::temp_dir();
        assert_eq!(link(&folder.display().to_string(), &[], 0).fragment(), Err(LinkError::Private));
        assert!(link("my-game/", &[], 0).fragment().is_ok(), "as it was given");
    }
}
