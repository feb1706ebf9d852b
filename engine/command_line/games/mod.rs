//! Positions of games in text, for a command that is not moved to [`World`](crate::world::World) yet.

pub(crate) mod positions;
