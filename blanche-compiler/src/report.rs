//! stub
use crate::{diagnostic::Diagnostic, files::Sources};
/// stub
pub struct Style { pub color: bool, pub unicode: bool }
impl Style { /// x
 pub const PLAIN: Style = Style { color: false, unicode: true }; }
/// stub
pub fn render(_: &Sources, d: &[Diagnostic], _: Style) -> String { format!("{d:#?}") }
