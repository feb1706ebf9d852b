//! The thread of a tab: opens the games that its user chooses.

use std::sync::Arc;

use noire_engine::bases::LoadError;
use noire_engine::with_world;
use noire_engine::world::{self, AnyWorld, World};
use noire_interactive::interactive_game::{InteractiveGame, player_text};
use noire_interactive::translations::{Translations, Variable};

use crate::game::PageGame;
use crate::inbox::Inbox;
use crate::opponents;
use crate::outbox::Outbox;
use crate::protocol::{
    Event, GameChoice, NewGame, OwnMarks, Player, Request, SavedClocks, SavedGame, SavedNode, TimeControl,
};
use crate::recognising::File;
use crate::reviewing::PageWorld;
use crate::server::Hall;
use crate::store::{Kept, Problem};

/// The level of the computer in the first game of a tab.
const FIRST_LEVEL: u32 = 4;

/// What the thread of a tab uses.
pub(crate) struct Tab {
    pub(crate) hall: Arc<Hall>,
    pub(crate) inbox: Arc<Inbox>,
    pub(crate) outbox: Outbox,
    pub(crate) translations: Translations,
}

/// The game to open next.
pub(crate) struct Beginning {
    pub(crate) game: String,
    pub(crate) players: Vec<Player>,
    /// The players' own names, as the user has entered them.
    pub(crate) names: Vec<String>,
    pub(crate) clocks: Option<SavedClocks>,
    pub(crate) opening: Option<String>,
    /// Whether an opening is drawn by lot.
    pub(crate) lot: bool,
    /// A record of the initial position; `None` for the usual one.
    pub(crate) start: Option<String>,
    /// The moves and the current node.
    pub(crate) nodes: (Vec<SavedNode>, usize),
    /// The comment on the initial position.
    pub(crate) comment: String,
    /// What is marked on the board of the initial position.
    pub(crate) own: Option<OwnMarks>,
    /// The file of the game.
    pub(crate) kept: Kept,
    /// The file whose first game is opened.
    pub(crate) file: Option<File>,
    pub(crate) is_new: bool,
    /// Whether the computer moves at once if it is its turn.
    pub(crate) is_playing: bool,
}

impl Beginning {
    /// A new game.
    pub(crate) fn new(game: String, players: Vec<Player>) -> Beginning {
        Beginning {
            game,
            players,
            names: Vec::new(),
            clocks: None,
            opening: None,
            lot: false,
            start: None,
            nodes: (Vec::new(), 0),
            comment: String::new(),
            own: None,
            kept: Kept::default(),
            file: None,
            is_new: true,
            is_playing: true,
        }
    }

    /// The game that the user has asked for.
    pub(crate) fn requested(new: NewGame) -> Beginning {
        let NewGame { game, players, names, time, opening, lot } = new;
        let clocks = time.filter(|time| time.seconds > 0.0).map(|TimeControl { seconds, increment }| {
            SavedClocks { left: vec![seconds; players.len()], increment }
        });
        Beginning { names, clocks, opening, lot, ..Beginning::new(game, players) }
    }

    /// The first game of a file.
    pub(crate) fn of_file(game: String, file: File, players: Vec<Player>) -> Beginning {
        Beginning { file: Some(file), is_new: false, is_playing: false, ..Beginning::new(game, players) }
    }

    /// A game that the page or a file has kept.
    pub(crate) fn saved(saved: SavedGame, kept: Kept) -> Beginning {
        let SavedGame { game, id: _, players, names, clocks, start, comment, own, nodes, at, is_playing } =
            saved;
        Beginning {
            game,
            players,
            names,
            clocks,
            opening: None,
            lot: false,
            start,
            nodes: (nodes, at),
            comment,
            own,
            kept,
            file: None,
            is_new: false,
            is_playing,
        }
    }
}

/// How a game of a tab was left.
pub(crate) enum Left {
    /// The tab is closed.
    Closed,
    /// The user wants another game, which is open.
    For(Box<Beginning>, Box<AnyWorld>),
}

/// Runs a tab until it is closed. It begins with the game that the page has kept, or with a new one.
pub(crate) fn run(mut tab: Tab, saved: Option<SavedGame>) {
    tab.welcome();
    let saved = saved.map(|saved| {
        let kept = tab.hall.store.known(saved.id.as_deref());
        Beginning::saved(saved, kept)
    });
    let mut left = match saved.and_then(|saved| tab.open(saved)) {
        Some(opened) => opened,
        None => tab.open_first(),
    };
    while let Left::For(next, world) = left {
        left = with_world!(&*world, |world| tab.play(world, *next));
    }
}

/// The messages in this language if it exists, otherwise in the language of the server.
pub(crate) fn translations(hall: &Hall, language: Option<&str>) -> Translations {
    let folder = hall.settings.languages.as_deref();
    let wanted = language.unwrap_or(&hall.settings.language);
    Translations::open(wanted, folder)
        .or_else(|_| Translations::open(&hall.settings.language, folder))
        .or_else(|_| Translations::open("en", None))
        .expect("English is built in")
}

impl Tab {
    /// The tab of a socket, in this language if it exists.
    pub(crate) fn new(hall: Arc<Hall>, inbox: Arc<Inbox>, outbox: Outbox, language: Option<&str>) -> Tab {
        let translations = translations(&hall, language);
        Tab { hall, inbox, outbox, translations }
    }

    /// Sends what the page needs before any game.
    pub(crate) fn welcome(&self) {
        let settings = &self.hall.settings;
        self.outbox.send(&Event::Welcome {
            languages: Translations::languages(settings.languages.as_deref()),
            language: self.translations.language().to_owned(),
            messages: self.translations.sources().map(str::to_owned).into(),
        });
    }

    /// Sends the games to choose from.
    pub(crate) fn send_games(&self) {
        let player = |name: &String| player_text(&self.translations, name);
        let games = self.hall.games().iter().map(|game| GameChoice {
            name: game.name.clone(),
            players: game.players.iter().map(player).collect(),
            agents: game.agents.clone(),
            has_openings: game.has_openings,
        });
        self.outbox.send(&Event::Games { games: games.collect() });
    }

    /// Changes the language of the tab.
    pub(crate) fn set_language(&mut self, language: &str) {
        match Translations::open(language, self.hall.settings.languages.as_deref()) {
            Ok(translations) => {
                self.translations = translations;
                self.welcome();
                self.send_games();
            }
            Err(error) => self.outbox.send(&Event::Failed { text: error.to_string() }),
        }
    }

    /// A sentence in the language of the tab.
    pub(crate) fn say(&self, name: &str, variables: &[(&str, Variable<'_>)]) -> String {
        self.translations.format(name, variables)
    }

    /// Opens the game of a beginning. If it cannot begin, tells the user why.
    pub(crate) fn open(&self, beginning: Beginning) -> Option<Left> {
        let opened = self.world(&beginning.game).and_then(|world| {
            with_world!(&world, |world| self.check(world, &beginning))?;
            Ok(world)
        });
        match opened {
            Ok(world) => Some(Left::For(Box::new(beginning), Box::new(world))),
            Err(text) => {
                self.outbox.send(&Event::Failed { text });
                None
            }
        }
    }

    /// Opens one of the games that the server was started with. The error is a sentence.
    pub(crate) fn world(&self, name: &str) -> Result<AnyWorld, String> {
        if !self.hall.settings.games.iter().any(|known| known == name) {
            return Err(self.say("page-no-game", &[("game", name.into())]));
        }
        let base = world::open(name, Default::default()).map_err(|error| match error {
            LoadError::Mistakes(..) => self.say("page-mistakes", &[("game", name.into())]),
            LoadError::Unknown(_) | LoadError::NoBase(_) | LoadError::Unreadable(..) => {
                self.say("page-no-game", &[("game", name.into())])
            }
        })?;
        let backend = base.backend();
        base.answered_by(vec![backend], None).map_err(|(_, error)| error.to_string())
    }

    /// Checks that a new game can begin. The error is a sentence.
    fn check<W: InteractiveGame>(&self, world: &W, beginning: &Beginning) -> Result<(), String> {
        if !beginning.is_new {
            return Ok(());
        }
        if let Some(code) = &beginning.opening
            && world.opening_moves(code).is_none()
        {
            return Err(self.say("no-such-opening", &[("code", code.as_str().into())]));
        }
        let start = world.start().map_err(|error| error.to_string())?;
        beginning.players.iter().try_for_each(|player| self.check_player(world, &start, player))
    }

    /// Checks that a player can play a game. The error is a sentence.
    pub(crate) fn check_player<W: World>(
        &self,
        world: &W,
        start: &W::Position,
        player: &Player,
    ) -> Result<(), String> {
        opponents::check(world, start, player, &self.hall.settings.programs).map_err(|error| {
            let name = match player {
                Player::Agent { name } => name.clone(),
                Player::Computer { level } => self.say("page-level", &[("level", (*level).into())]),
                Player::Person => self.say("page-person", &[]),
            };
            let reason = error.to_string();
            self.say(
                "page-player-unfit",
                &[("player", name.as_str().into()), ("reason", reason.as_str().into())],
            )
        })
    }

    fn play<W: PageWorld>(&mut self, world: &W, beginning: Beginning) -> Left {
        let is_new = beginning.is_new;
        match PageGame::begin(world, self, beginning) {
            Ok(game) => game.run(),
            Err(error) => {
                self.outbox.send(&Event::Failed { text: error.to_string() });
                if is_new { self.wait() } else { self.open_first() }
            }
        }
    }

    /// Opens the game that the server offers first, or waits until the user chooses another one.
    fn open_first(&mut self) -> Left {
        let game = self.hall.settings.games.first().cloned().unwrap_or_default();
        let players = vec![Player::Person, Player::Computer { level: FIRST_LEVEL }];
        match self.open(Beginning::new(game, players)) {
            Some(opened) => opened,
            None => self.wait(),
        }
    }

    /// Sends the games that are kept on disk.
    pub(crate) fn send_kept_games(&self) {
        let store = &self.hall.store;
        let folder = store.folder().map(|folder| folder.display().to_string());
        self.outbox.send(&Event::KeptGames { games: store.games(&|problem| self.problem(problem)), folder });
    }

    /// A sentence about a kept game that cannot be opened.
    fn problem(&self, problem: &Problem) -> String {
        match problem {
            Problem::Missing => self.say("page-kept-missing", &[]),
            Problem::TooLarge => self.say("page-kept-too-large", &[]),
            Problem::Damaged => self.say("page-kept-damaged", &[]),
            Problem::Later => self.say("page-kept-later", &[]),
            Problem::Io(reason) => self.say("page-cannot-open", &[("reason", reason.as_str().into())]),
        }
    }

    /// The game of this name that is kept on disk. Otherwise tells the user why it cannot be opened.
    pub(crate) fn open_kept(&self, id: &str) -> Option<Left> {
        match self.hall.store.load(id) {
            Ok((saved, kept)) => self.open(Beginning::saved(saved, kept)),
            Err(problem) => {
                let text = self.problem(&problem);
                self.outbox.send(&Event::Failed { text });
                None
            }
        }
    }

    /// Waits until the user chooses a game.
    fn wait(&mut self) -> Left {
        loop {
            match self.inbox.next() {
                None => return Left::Closed,
                Some(Request::New(new)) => {
                    if let Some(left) = self.open(Beginning::requested(new)) {
                        return left;
                    }
                }
                Some(Request::Language { language }) => self.set_language(&language),
                Some(Request::KeptGames) => self.send_kept_games(),
                Some(Request::OpenLink { link }) => {
                    if let Some(left) = self.open_link(&link) {
                        return left;
                    }
                }
                Some(Request::OpenKept { id }) => {
                    if let Some(left) = self.open_kept(&id) {
                        return left;
                    }
                }
                Some(_) => {}
            }
        }
    }
}
