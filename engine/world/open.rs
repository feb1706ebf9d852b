//! Opens a base by name or folder and turns it into a [`World`](super::World).

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::diagnostic::Diagnostic;
use blanche_compiler::files::Sources;
use blanche_compiler::runtime::Limits;

use super::{Stones, Text, World as _, WorldError};
use crate::bases::{
    Backend, Contents, Folder, LoadError, Note, PortableBase, RuleFiles, Subject as _, TextBase,
};
use crate::board::{BOARD_SIZE, Color, Position};
use crate::facts::Base;

/// An opened base, for five in a row or for another game, before back ends are selected.
pub enum AnyBase {
    /// A base for five in a row, whose positions are stored by the engine.
    Stones(Box<Base>),
    /// A base whose rule files define a whole game.
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

/// A game, either five in a row or another game. Use [`with_world!`](crate::with_world) to run the same code on both
/// kinds.
pub enum AnyWorld {
    /// Five in a row, with positions that are stored by the engine.
    Stones(Stones),
    /// A game that is defined entirely in rule files.
    Text(Text),
}

/// Runs the same code on a game of either kind.
#[macro_export]
macro_rules! with_world {
    ($world:expr, |$name:ident| $body:expr) => {
        match $world {
            $crate::world::AnyWorld::Stones($name) => $body,
            $crate::world::AnyWorld::Text($name) => $body,
        }
    };
}

/// Runs the same code on two games of the same kind. Returns `None` if their kinds differ.
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

/// Opens the built-in base or the folder with this name. `limits` apply to each query.
///
/// # Errors
/// If there is no such base, if its folder cannot be read, or if its text has mistakes.
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

/// The names of all built-in games and bases.
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
    /// The back ends that were selected for queries.
    pub fn backends(&self) -> &[Backend] {
        with_world!(self, |world| world.backends())
    }
}

impl AnyBase {
    /// The declarations of the base.
    pub fn contents(&self) -> &Contents {
        match self {
            AnyBase::Stones(base) => base.contents(),
            AnyBase::Text(base) => base.contents(),
        }
    }

    /// The name of the base.
    pub fn name(&self) -> &str {
        &self.contents().name
    }

    /// Whether the base can be queried with this back end.
    pub fn has(&self, backend: Backend) -> bool {
        match self {
            AnyBase::Stones(base) => base.has(backend),
            AnyBase::Text(base) => base.has(backend),
        }
    }

    /// The available back ends, the interpreter first.
    pub fn backends(&self) -> Vec<Backend> {
        match self {
            AnyBase::Stones(base) => base.backends(),
            AnyBase::Text(base) => base.backends(),
        }
    }

    /// The hash of the rule files.
    pub fn hash(&self) -> u64 {
        match self {
            AnyBase::Stones(base) => base.rule_files().hash(),
            AnyBase::Text(base) => base.rule_files().hash(),
        }
    }

    /// Notes for the user from opening the base.
    pub fn notes(&self) -> &[Note] {
        match self {
            AnyBase::Stones(base) => base.notes(),
            AnyBase::Text(base) => base.notes(),
        }
    }

    /// Whether the base has the name of a compiled base, but different files.
    pub fn differs_from_compiled(&self) -> bool {
        self.notes().iter().any(|note| matches!(note, Note::DiffersFromCompiled { .. }))
    }

    /// The columns and rows of the board, if the game has one.
    pub fn size(&self) -> Option<[usize; 2]> {
        match self {
            AnyBase::Stones(_) => Some([BOARD_SIZE.into(); 2]),
            AnyBase::Text(base) => {
                let board = base.rule_files().program().board.as_ref();
                board.map(|board| [board.width, board.height].map(|size| size as usize))
            }
        }
    }

    /// The names of the players, in order.
    pub fn players(&self) -> Vec<String> {
        match self {
            AnyBase::Stones(_) => Position::players().iter().map(Color::to_string).collect(),
            AnyBase::Text(base) => {
                let program = base.rule_files().program();
                program.players.iter().map(|player| program.player(*player)).collect()
            }
        }
    }

    /// The rule files, parsed and checked.
    pub fn rule_files(&self) -> &RuleFiles {
        match self {
            AnyBase::Stones(base) => base.rule_files(),
            AnyBase::Text(base) => base.rule_files(),
        }
    }

    /// The warnings about files in the base's own folder, with the sources that the warnings refer to; `None` if there
    /// are no such warnings.
    pub fn own_warnings(&self) -> Option<(&Sources, Vec<Diagnostic>)> {
        match self {
            AnyBase::Stones(base) => base.own_warnings(),
            AnyBase::Text(base) => base.rule_files().own_warnings(),
        }
    }

    /// The files that another program needs to contain this base.
    pub fn portable(&self) -> PortableBase {
        match self {
            AnyBase::Stones(base) => base.portable(),
            AnyBase::Text(base) => base.portable(),
        }
    }

    /// The paths of the rule files that are on disk.
    pub fn places(&self) -> impl Iterator<Item = &std::path::Path> {
        self.rule_files().places()
    }

    /// The faster of the available back ends.
    pub fn backend(&self) -> Backend {
        if self.has(Backend::Compiled) { Backend::Compiled } else { Backend::Interpreted }
    }

    /// Returns this base with a stop flag. Soon after the flag is set, the interpreter aborts every query.
    #[must_use]
    pub fn stopped_by(self, sign: Arc<AtomicBool>) -> AnyBase {
        match self {
            AnyBase::Stones(base) => base.stopped_by(sign).into(),
            AnyBase::Text(base) => base.stopped_by(sign).into(),
        }
    }

    /// Creates the game with these back ends. If there are several and the game is defined in rule files, the back end
    /// `by_plans` evaluates every rule by its query plan. Without that, all back ends may use the same bitboard
    /// operations, and comparing their answers would show nothing.
    ///
    /// # Errors
    /// If the rules cannot be planned.
    ///
    /// # Panics
    /// If the base does not have one of the back ends ([`AnyBase::has`]).
    pub fn answered_by(
        self,
        backends: Vec<Backend>,
        by_plans: impl Into<Option<Backend>>,
    ) -> Result<AnyWorld, (AnyBase, WorldError)> {
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
            Err(message) => Err((AnyBase::Text(base), WorldError::Rules(message))),
        }
    }
}
