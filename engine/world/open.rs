//! A name or a folder becomes a game with what its base knows.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::diagnostic::Diagnostic;
use blanche_compiler::files::Sources;
use blanche_compiler::runtime::Limits;

use super::{Stones, Text, Trouble, World as _};
use crate::bases::{Backend, Contents, Folder, LoadError, Note, Portable, Subject as _, TextBase, Texts};
use crate::board::{BOARD_SIZE, Color, Position};
use crate::facts::Base;

/// A base that was opened, and nobody answers for it yet.
pub enum AnyBase {
    /// One about stones, whose positions the program keeps.
    Stones(Box<Base>),
    /// One with a game in its text.
    Text(Box<TextBase>),
}

impl From<Base> for AnyBase {
    fn from(base: Base) -> AnyBase {
        AnyBase::Stones(Box::new(base))
    }
}

impl From<TextBase> for AnyBase {
    fn from(base: TextBase) -> AnyBase {
        AnyBase::Text(Box::new(base))
    }
}

/// A game of either kind. [`with_world!`](crate::with_world) does the same with both.
pub enum AnyWorld {
    /// Five in a row.
    Stones(Stones),
    /// A game in text.
    Text(Text),
}

/// Does the same with a game of either kind.
#[macro_export]
macro_rules! with_world {
    ($world:expr, |$name:ident| $body:expr) => {
        match $world {
            $crate::world::AnyWorld::Stones($name) => $body,
            $crate::world::AnyWorld::Text($name) => $body,
        }
    };
}

/// Does the same with two games of one kind; nothing where they are of different kinds.
#[macro_export]
macro_rules! with_both {
    ($one:expr, $other:expr, |$first:ident, $second:ident| $body:expr) => {
        match ($one, $other) {
            ($crate::world::AnyWorld::Stones($first), $crate::world::AnyWorld::Stones($second)) => {
                Some($body)
            }
            ($crate::world::AnyWorld::Text($first), $crate::world::AnyWorld::Text($second)) => Some($body),
            _ => None,
        }
    };
}

/// The built-in base of this name, or the one in this folder. A question to it has these limits.
///
/// # Errors
/// When there is none, when its folder cannot be read, or when its text has mistakes.
pub fn open(name_or_folder: &str, limits: Limits) -> Result<AnyBase, LoadError> {
    if TextBase::all().contains(&name_or_folder) {
        return TextBase::open(name_or_folder, limits).map(AnyBase::from);
    }
    if Base::built_in().iter().any(|base| base.name == name_or_folder) {
        return Base::open(name_or_folder, limits).map(AnyBase::from);
    }
    let folder = Folder::read(name_or_folder)?;
    match folder.is_game() {
        true => TextBase::of_folder(folder, limits).map(AnyBase::from),
        false => Base::of_folder(folder, limits).map(AnyBase::from),
    }
}

/// The names of all games and bases that are built in.
pub fn built_in() -> Vec<String> {
    let stones = Base::built_in().into_iter().map(|base| base.name);
    stones.chain(TextBase::all()).map(str::to_owned).collect()
}

impl TryFrom<AnyWorld> for Stones {
    type Error = AnyWorld;

    fn try_from(world: AnyWorld) -> Result<Stones, AnyWorld> {
        match world {
            AnyWorld::Stones(stones) => Ok(stones),
            other @ AnyWorld::Text(_) => Err(other),
        }
    }
}

impl TryFrom<AnyWorld> for Text {
    type Error = AnyWorld;

    fn try_from(world: AnyWorld) -> Result<Text, AnyWorld> {
        match world {
            AnyWorld::Text(text) => Ok(text),
            other @ AnyWorld::Stones(_) => Err(other),
        }
    }
}

impl AnyWorld {
    /// The back ends that answer.
    pub fn backends(&self) -> &[Backend] {
        with_world!(self, |world| world.backends())
    }
}

impl AnyBase {
    /// What it declares.
    pub fn contents(&self) -> &Contents {
        match self {
            AnyBase::Stones(base) => base.contents(),
            AnyBase::Text(base) => base.contents(),
        }
    }

    /// The name in its text.
    pub fn name(&self) -> &str {
        &self.contents().name
    }

    /// Whether a back end can answer.
    pub fn has(&self, backend: Backend) -> bool {
        match self {
            AnyBase::Stones(base) => base.has(backend),
            AnyBase::Text(base) => base.has(backend),
        }
    }

    /// The back ends that can answer, the faster one in front.
    pub fn backends(&self) -> Vec<Backend> {
        match self {
            AnyBase::Stones(base) => base.backends(),
            AnyBase::Text(base) => base.backends(),
        }
    }

    /// The hash of its rule files.
    pub fn hash(&self) -> u64 {
        match self {
            AnyBase::Stones(base) => base.texts().hash(),
            AnyBase::Text(base) => base.texts().hash(),
        }
    }

    /// What was noticed while it was opened.
    pub fn notes(&self) -> &[Note] {
        match self {
            AnyBase::Stones(base) => base.notes(),
            AnyBase::Text(base) => base.notes(),
        }
    }

    /// Whether it has the name of a compiled base, and other files.
    pub fn differs_from_compiled(&self) -> bool {
        self.notes().iter().any(|note| matches!(note, Note::DiffersFromCompiled { .. }))
    }

    /// The columns and rows of its board, where it has one.
    pub fn size(&self) -> Option<[usize; 2]> {
        match self {
            AnyBase::Stones(_) => Some([BOARD_SIZE.into(); 2]),
            AnyBase::Text(base) => {
                let board = base.texts().program().board.as_ref();
                board.map(|board| [board.width, board.height].map(|size| size as usize))
            }
        }
    }

    /// The names of the players, in their order.
    pub fn players(&self) -> Vec<String> {
        match self {
            AnyBase::Stones(_) => Position::players().iter().map(Color::to_string).collect(),
            AnyBase::Text(base) => {
                let program = base.texts().program();
                program.players.iter().map(|player| program.player(*player)).collect()
            }
        }
    }

    /// Its files, parsed and checked.
    pub fn texts(&self) -> &Texts {
        match self {
            AnyBase::Stones(base) => base.texts(),
            AnyBase::Text(base) => base.texts(),
        }
    }

    /// The warnings about files in its own folder, with the texts that they speak of.
    pub fn own_warnings(&self) -> Option<(&Sources, Vec<Diagnostic>)> {
        match self {
            AnyBase::Stones(base) => base.own_warnings(),
            AnyBase::Text(base) => base.texts().own_warnings(),
        }
    }

    /// What another program carries of it.
    pub fn portable(&self) -> Portable {
        match self {
            AnyBase::Stones(base) => base.portable(),
            AnyBase::Text(base) => base.portable(),
        }
    }

    /// The files of which it consists, as far as they lie on disk.
    pub fn places(&self) -> impl Iterator<Item = &std::path::Path> {
        self.texts().places()
    }

    /// The faster of the back ends that can answer.
    pub fn backend(&self) -> Backend {
        if self.has(Backend::Compiled) { Backend::Compiled } else { Backend::Interpreted }
    }

    /// The same base, whose interpreter gives every question up soon after this sign is set.
    #[must_use]
    pub fn stopped_by(self, sign: Arc<AtomicBool>) -> AnyBase {
        match self {
            AnyBase::Stones(base) => base.stopped_by(sign).into(),
            AnyBase::Text(base) => base.stopped_by(sign).into(),
        }
    }

    /// The game, for which these back ends answer. Where several are compared, one of them may go by the plans of the rules of a game
    /// in text: otherwise the same operations on words answer for both.
    ///
    /// # Errors
    /// When its rules cannot be planned.
    ///
    /// # Panics
    /// When a back end is not there ([`AnyBase::has`]).
    pub fn answered_by(
        self,
        backends: Vec<Backend>,
        by_plans: impl Into<Option<Backend>>,
    ) -> Result<AnyWorld, (AnyBase, Trouble)> {
        let base = match self {
            AnyBase::Stones(base) => return Ok(AnyWorld::Stones(Stones::new(base, backends))),
            AnyBase::Text(base) => base,
        };
        let by_plans = by_plans.into().filter(|_| backends.len() > 1);
        let rules = backends.into_iter().map(|backend| {
            let rules = base.played_by(backend)?;
            Ok((backend, if by_plans == Some(backend) { rules.by_plans() } else { rules }))
        });
        match rules.collect() {
            Ok(rules) => Ok(AnyWorld::Text(Text::new(base, rules))),
            Err(message) => Err((AnyBase::Text(base), Trouble::Rules(message))),
        }
    }
}
