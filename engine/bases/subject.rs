//! What the rules of a base are asked about.

use std::fmt::Display;

use blanche_compiler::interpret::Host;
use blanche_compiler::runtime::CompiledBase;

/// What the rules of a domain are asked about, such as a position on a board. A module of `facts/` implements it for each
/// domain with a host, so that nothing here knows a domain by name.
pub trait Subject: Clone + Sized + 'static {
    /// A player. Rule files write it as it is displayed.
    type Player: Copy + Eq + Display + 'static;

    /// Hands the questions of the interpreter to the facts.
    type Host: Host<Facts = Self>;

    /// The players of the domain, in the order of their numbers.
    fn players() -> &'static [Self::Player];

    /// The place of a player in [`Subject::players`].
    fn number(player: Self::Player) -> usize;

    /// The bases on this domain that are compiled into this program.
    fn compiled() -> Vec<CompiledBase<Self>>;

    /// Where a game begins.
    fn start() -> Self;

    /// How the options of commands say it: `--black h8 --white g9 --to-move black`.
    fn options(&self) -> String;

    /// Whose turn it is, as long as somebody is to move.
    fn to_move(&self) -> Option<Self::Player>;
}
