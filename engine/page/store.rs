//! The games that are kept on disk, each in a file, and the token of the page.
//!
//! A file is JSON: a [`SavedGame`] with the number of its format. It is written when the game changes, and replaces the
//! file that was read or written before. If another tab or server has changed the file, the game continues under a new
//! name, so that nothing is lost. Files that cannot be read are listed and left alone.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use blanche_compiler::files;
use serde::{Deserialize, Serialize};

use crate::protocol::{KeptGame, SavedGame};
use crate::tree;

/// The number of the format of the files.
///
/// 1: without comments. 2: nodes may have comments. 3: players may have names, and games clocks.
/// 4: nodes may have marks and lines.
const FORMAT: u32 = 4;

/// Maximum number of games that are kept.
pub(crate) const MAX_GAMES: usize = 1000;

/// Maximum size of a file, in bytes.
const MAX_SIZE: usize = 1 << 20;

/// Age from which a file that is not finished is of no use.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Number of random bytes of a token and of a name.
const RANDOM_BYTES: usize = 16;

/// The environment variable that names the folder.
pub(crate) const VARIABLE: &str = "NOIRE_DATA";

/// The contents of a file.
#[derive(Deserialize, Serialize)]
struct File {
    format: u32,
    #[serde(flatten)]
    game: SavedGame,
}

/// The part of a file that every format has.
#[derive(Deserialize)]
struct Header {
    format: u32,
}

/// The folder in which games are kept.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    /// `None` if nothing is kept.
    folder: Option<PathBuf>,
}

/// A game that is kept, with the bytes of its file as they were read or written last.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    pub(crate) id: Option<String>,
    bytes: Option<Vec<u8>>,
}

/// Why a game is not kept.
#[derive(Debug)]
pub(crate) enum StoreError {
    /// There are [`MAX_GAMES`] games already.
    Full,
    /// The game is too large for a file.
    TooLarge,
    /// The file cannot be written.
    Io(io::Error),
}

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// There is no such file.
    Missing,
    /// It is larger than any file that is written.
    TooLarge,
    /// Its contents are not those of a game.
    Damaged,
    /// It was written by a later version of the program.
    Later,
    /// The system cannot read it, for this reason.
    Io(String),
}

impl Store {
    /// Opens the folder, and creates it if necessary. `None` keeps nothing.
    ///
    /// # Errors
    /// If the folder cannot be created, or others can write to it.
    pub(crate) fn open(folder: Option<PathBuf>) -> io::Result<Store> {
        if let Some(folder) = &folder {
            files::make_private(folder, VARIABLE)?;
            let games = folder.join("games");
            files::make_private(&games, VARIABLE)?;
            // Another server may be writing a file.
            files::remove_unfinished(&games, DAY);
        }
        Ok(Store { folder })
    }

    /// The folder of the games.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join("games"))
    }

    /// The token of the page. It is kept too, so that an open page can connect again after a restart of the server.
    ///
    /// # Errors
    /// If the system provides no random numbers, or the token cannot be kept.
    pub(crate) fn token(&self) -> io::Result<String> {
        let Some(file) = self.folder.as_ref().map(|folder| folder.join("token")) else {
            return random_name();
        };
        match files::read(&file) {
            Ok(bytes) => {
                let text = String::from_utf8_lossy(&bytes).trim().to_owned();
                if is_name(&text) {
                    return Ok(text);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        let token = random_name()?;
        files::write_private(&file, &format!("{token}\n"))?;
        Ok(token)
    }

    /// The games, the newest first. `say` writes a sentence about a problem.
    pub(crate) fn games(&self, say: &dyn Fn(&Problem) -> String) -> Vec<KeptGame> {
        let mut found: Vec<_> = self
            .paths()
            .into_iter()
            .map(|(id, path)| {
                let changed = path.metadata().and_then(|about| about.modified()).ok();
                (changed, listed(id, &path, say))
            })
            .collect();
        found.sort_by(|(one, first), (other, second)| other.cmp(one).then_with(|| first.id.cmp(&second.id)));
        found.into_iter().map(|(_, game)| game).collect()
    }

    /// The files of games, each with its name without the extension.
    fn paths(&self) -> Vec<(String, PathBuf)> {
        let entries =
            self.folder().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
        let path = |path: PathBuf| {
            let id = path.file_stem()?.to_str()?.to_owned();
            (path.extension()? == "json" && is_name(&id)).then_some((id, path))
        };
        entries.filter_map(|entry| path(entry.path())).collect()
    }

    fn path(&self, id: &str) -> Option<PathBuf> {
        // A name comes from the page, so it must not lead out of the folder.
        is_name(id).then(|| self.folder()).flatten().map(|folder| folder.join(format!("{id}.json")))
    }

    /// Reads a game.
    ///
    /// # Errors
    /// If there is no such game, or its file has mistakes or was written by a later version.
    pub(crate) fn load(&self, id: &str) -> Result<(SavedGame, Kept), Problem> {
        let path = self.path(id).ok_or(Problem::Missing)?;
        let (game, bytes) = read(&path)?;
        Ok((
            SavedGame { id: Some(id.to_owned()), ..game },
            Kept { id: Some(id.to_owned()), bytes: Some(bytes) },
        ))
    }

    /// What was kept of a game that a tab remembers, if its file is still there.
    pub(crate) fn known(&self, id: Option<&str>) -> Kept {
        id.and_then(|id| self.load(id).ok()).map(|(_, kept)| kept).unwrap_or_default()
    }

    /// Writes a game. A game that is new, or whose file was changed elsewhere, gets a new name.
    ///
    /// # Errors
    /// If the game cannot be kept. Its file is then unchanged.
    pub(crate) fn save(&self, kept: &mut Kept, game: SavedGame) -> Result<(), StoreError> {
        if self.folder.is_none() {
            return Ok(());
        }
        let text = |id: &str| {
            let game = SavedGame { id: Some(id.to_owned()), ..game.clone() };
            let file = File { format: FORMAT, game };
            serde_json::to_string(&file).map(|text| format!("{text}\n")).unwrap_or_default()
        };
        if let (Some(id), Some(bytes)) = (&kept.id, &kept.bytes)
            && let Some(path) = self.path(id)
        {
            let text = text(id);
            if text.len() > MAX_SIZE {
                return Err(StoreError::TooLarge);
            }
            if text.as_bytes() == bytes || files::rewrite(&path, Some(bytes), &text).is_ok() {
                kept.bytes = Some(text.into_bytes());
                return Ok(());
            }
        }
        if self.paths().len() >= MAX_GAMES {
            return Err(StoreError::Full);
        }
        let id = random_name().map_err(StoreError::Io)?;
        let text = text(&id);
        if text.len() > MAX_SIZE {
            return Err(StoreError::TooLarge);
        }
        let Some(path) = self.path(&id) else { return Ok(()) };
        files::rewrite(&path, None, &text).map_err(StoreError::Io)?;
        *kept = Kept { id: Some(id), bytes: Some(text.into_bytes()) };
        Ok(())
    }

    /// Deletes a game.
    ///
    /// # Errors
    /// If there is no such game, or its file cannot be deleted.
    pub(crate) fn delete(&self, id: &str) -> io::Result<()> {
        match self.path(id) {
            Some(path) => fs::remove_file(path),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

/// A game as it is listed.
fn listed(id: String, path: &Path, say: &dyn Fn(&Problem) -> String) -> KeptGame {
    match read(path) {
        Ok((saved, _)) => {
            let mut moves = Vec::new();
            let mut at = saved.at;
            while let Some(node) = at.checked_sub(1).and_then(|at| saved.nodes.get(at)) {
                moves.push(node.text.clone());
                at = node.parent;
            }
            moves.reverse();
            KeptGame { id, game: saved.game, moves, problem: None }
        }
        Err(problem) => KeptGame { id, game: String::new(), moves: Vec::new(), problem: Some(say(&problem)) },
    }
}

/// Reads and checks a file.
fn read(path: &Path) -> Result<(SavedGame, Vec<u8>), Problem> {
    let bytes = files::read(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Problem::Missing,
        _ => Problem::Io(error.to_string()),
    })?;
    if bytes.len() > MAX_SIZE {
        return Err(Problem::TooLarge);
    }
    let header: Header = serde_json::from_slice(&bytes).map_err(|_| Problem::Damaged)?;
    if header.format > FORMAT {
        return Err(Problem::Later);
    }
    let file: File = serde_json::from_slice(&bytes).map_err(|_| Problem::Damaged)?;
    if !is_tree(&file.game) {
        return Err(Problem::Damaged);
    }
    Ok((file.game, bytes))
}

/// Whether the moves of a game are a tree of moderate size.
fn is_tree(game: &SavedGame) -> bool {
    let is_ordered = game.nodes.iter().enumerate().all(|(at, node)| node.parent <= at);
    is_ordered && game.at <= game.nodes.len() && game.nodes.len() < tree::MAX_NODES
}

/// Random bytes.
fn random_bytes<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes)
}

/// A random number.
///
/// # Errors
/// If the system provides no random numbers.
pub(crate) fn random_number() -> io::Result<u64> {
    random_bytes().map(u64::from_le_bytes)
}

/// A random name of hexadecimal digits.
fn random_name() -> io::Result<String> {
    Ok(random_bytes::<RANDOM_BYTES>()?.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Whether a text has the form of a random name.
fn is_name(text: &str) -> bool {
    text.len() == 2 * RANDOM_BYTES && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{MarkShape, OwnLine, OwnMark, OwnMarks, Player, SavedNode};

    /// A store in a new folder, and the folder.
    fn store(test: &str) -> (Store, PathBuf) {
        let folder = std::env::temp_dir().join(format!("noire-page-{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        (Store::open(Some(folder.clone())).expect("it can be made"), folder)
    }

    fn games(store: &Store) -> Vec<KeptGame> {
        store.games(&|problem| format!("{problem:?}"))
    }

    fn game(moves: &[&str]) -> SavedGame {
        let node = |(parent, text): (usize, &&str)| SavedNode {
            parent,
            text: (*text).to_owned(),
            comment: String::new(),
            own: None,
        };
        let nodes: Vec<SavedNode> = moves.iter().enumerate().map(node).collect();
        let at = nodes.len();
        SavedGame {
            game: "renju".to_owned(),
            id: None,
            players: vec![Player::Person; 2],
            names: Vec::new(),
            clocks: None,
            start: None,
            comment: String::new(),
            own: None,
            nodes,
            at,
            is_playing: false,
        }
    }

    #[test]
    fn a_game_is_found_again_as_it_was_left() {
        let (store, folder) = store("kept");
        let mut kept = Kept::default();
        for moves in [&["h8"][..], &["h8", "h9"]] {
            store.save(&mut kept, game(moves)).expect("it can be written");
        }
        let id = kept.id.clone().expect("it is kept");
        let listed = games(&store);
        assert_eq!(listed.len(), 1, "one file for one game");
        assert_eq!((&listed[0].id, listed[0].moves.join(" ").as_str()), (&id, "h8 h9"));
        let (loaded, _) = store.load(&id).expect("it is there");
        assert_eq!((loaded.nodes, loaded.at), (game(&["h8", "h9"]).nodes, 2));
        store.delete(&id).expect("it is there");
        assert!(games(&store).is_empty() && store.load(&id).is_err());
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn two_tabs_with_one_game_do_not_overwrite_each_other() {
        let (store, folder) = store("two");
        let mut one = Kept::default();
        store.save(&mut one, game(&["h8"])).expect("it can be written");
        let mut other = store.known(one.id.as_deref());
        store.save(&mut one, game(&["h8", "h9"])).expect("it can be written");
        store.save(&mut other, game(&["h8", "i9"])).expect("it can be written");
        let mut moves: Vec<String> = games(&store).into_iter().map(|game| game.moves.join(" ")).collect();
        moves.sort();
        assert_eq!(moves, ["h8 h9", "h8 i9"]);
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn damaged_and_later_files_are_listed_and_left_alone() {
        let (store, folder) = store("damaged");
        let name = |digit: char| digit.to_string().repeat(2 * RANDOM_BYTES);
        let whole = serde_json::to_string(&File { format: FORMAT, game: game(&["h8"]) }).expect("it is JSON");
        let texts = [
            (whole.replace("\"format\":4", "\"format\":5"), "Later"),
            (whole[..whole.len() / 2].to_owned(), "Damaged"),
            (whole.replace("\"parent\":0", "\"parent\":7"), "Damaged"),
            (whole.replace("\"at\":1", "\"at\":9"), "Damaged"),
            (format!("{whole}{}", " ".repeat(MAX_SIZE)), "TooLarge"),
        ];
        for ((text, problem), digit) in texts.iter().zip('a'..) {
            let path = store.path(&name(digit)).expect("it is a name");
            fs::write(&path, text).expect("it can be written");
            let reason = store.load(&name(digit)).expect_err(problem);
            assert_eq!(format!("{reason:?}"), *problem);
            let listed = games(&store).into_iter().find(|game| game.id == name(digit));
            assert_eq!(listed.and_then(|game| game.problem).as_deref(), Some(*problem));
            assert_eq!(&fs::read_to_string(&path).expect("it is there"), text);
        }
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn files_of_the_first_format_have_no_comments_or_marks_and_are_still_read() {
        let (store, folder) = store("first-format");
        let id = "a".repeat(2 * RANDOM_BYTES);
        let text = r#"{"format":1,"game":"renju","id":null,"players":[{"kind":"person"},{"kind":"person"}],
            "start":null,"nodes":[{"parent":0,"text":"h8"}],"at":1}"#;
        fs::write(store.path(&id).expect("it is a name"), text).expect("it can be written");
        let (mut saved, mut kept) = store.load(&id).expect("it can be read");
        assert_eq!((saved.comment.as_str(), &saved.nodes), ("", &game(&["h8"]).nodes));
        saved.comment = "a plan".to_owned();
        saved.nodes[0].comment = "the middle".to_owned();
        assert_eq!((&saved.own, &saved.nodes[0].own), (&None, &None));
        let mark = OwnMark { field: "h8".to_owned(), shape: MarkShape::Label, text: "A".to_owned() };
        let line = OwnLine { from: "h8".to_owned(), to: "i9".to_owned(), is_arrow: true };
        let own = Some(OwnMarks { marks: vec![mark], lines: vec![line] });
        saved.nodes[0].own = own.clone();
        store.save(&mut kept, saved).expect("it can be written");
        let (saved, _) = store.load(&id).expect("it is there");
        assert_eq!(
            (saved.comment.as_str(), saved.nodes[0].comment.as_str()),
            ("a plan", "the middle"),
            "the same file, in the new format"
        );
        assert_eq!(saved.nodes[0].own, own);
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn files_of_the_third_format_are_still_read_and_odd_marks_are_damage() {
        let (store, folder) = store("third-format");
        let id = "b".repeat(2 * RANDOM_BYTES);
        let path = store.path(&id).expect("it is a name");
        let text = |format: u32, own: &str| {
            format!(
                r#"{{"format":{format},"game":"renju","id":null,"players":[{{"kind":"person"}},{{"kind":"person"}}],
                "names":["A","B"],"clocks":null,"start":null,"comment":"a"{own},
                "nodes":[{{"parent":0,"text":"h8","comment":"b"}}],"at":1}}"#
            )
        };
        fs::write(&path, text(3, "")).expect("it can be written");
        let (saved, _) = store.load(&id).expect("it can be read");
        assert_eq!((saved.nodes[0].comment.as_str(), saved.own), ("b", None));
        for own in [r#","own":7"#, r#","own":{"marks":[{"field":"h8","shape":"star"}],"lines":[]}"#] {
            fs::write(&path, text(4, own)).expect("it can be written");
            assert_eq!(store.load(&id).err(), Some(Problem::Damaged), "{own}");
        }
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn old_unfinished_files_are_removed() {
        let (_, folder) = store("unfinished");
        let games = folder.join("games");
        let files = [(".unfinished-old", 25), (".unfinished-new", 23), ("old.json", 25)];
        for (name, hours) in files {
            let file = fs::File::create(games.join(name)).expect("it can be made");
            let changed = file.metadata().expect("it is there").modified().expect("it has a time");
            file.set_modified(changed - Duration::from_secs(hours * 60 * 60)).expect("it can be set");
        }
        Store::open(Some(folder.clone())).expect("it is there");
        let left = files.map(|(name, _)| games.join(name).exists());
        assert_eq!(left, [false, true, true]);
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn names_from_the_page_do_not_lead_out_of_the_folder() {
        let (store, folder) = store("names");
        fs::write(folder.join("secret.json"), "{}").expect("it can be written");
        for id in ["../secret", "secret", "", "/etc/passwd", "..", &"g".repeat(32)] {
            assert!(store.path(id).is_none() && store.load(id).is_err() && store.delete(id).is_err(), "{id}");
        }
        fs::remove_dir_all(folder).expect("it can be removed");
    }

    #[test]
    fn a_token_is_kept_and_private_stores_keep_nothing() {
        let (store, folder) = store("token");
        let token = store.token().expect("it can be written");
        assert_eq!(store.token().expect("it can be read"), token);
        fs::write(folder.join("token"), "abc").expect("it can be written");
        assert_ne!(store.token().expect("it can be written"), token, "a damaged token is replaced");
        let private = Store::open(None).expect("nothing can fail");
        assert_ne!(private.token().expect("there are random numbers"), private.token().expect("and more"));
        let mut kept = Kept::default();
        private.save(&mut kept, game(&["h8"])).expect("nothing is written");
        assert!(kept.id.is_none() && games(&private).is_empty());
        fs::remove_dir_all(folder).expect("it can be removed");
    }
}
