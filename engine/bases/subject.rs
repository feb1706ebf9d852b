//! The kind of object for which the rules of a base are evaluated, such as a position.

use std::fmt::Display;

use blanche_compiler::interpret::Host;
use blanche_compiler::runtime::CompiledBase;

/// An object for which rules are evaluated, such as a position. The code in this folder depends on this trait and not
/// on any domain. For each domain with a host, a module of `facts/` implements the trait.
pub trait Subject: Clone + Sized + 'static {
    /// The type of players. Its `Display` form is the player's name in rule files.
    type Player: Copy + Eq + Display + 'static;

    /// The host, which answers the interpreter's queries about a position.
    type Host: Host<Facts = Self>;

    /// The players of the domain, in the order of their numbers.
    fn players() -> &'static [Self::Player];

    /// The index of a player in [`Subject::players`].
    fn number(player: Self::Player) -> usize;

    /// The bases for this domain that are compiled into the program.
    fn compiled() -> Vec<CompiledBase<Self>>;

    /// The initial position of a game.
    fn start() -> Self;

    /// The command-line options for this position, such as `--black h8 --white g9 --to-move black`.
    fn options(&self) -> String;

    /// The player to move; `None` if unknown.
    fn to_move(&self) -> Option<Self::Player>;
}
