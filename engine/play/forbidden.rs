//! Points that the base forbids, each with what a stone there would make.

use blanche_compiler::runtime::Value;
use blanche_compiler::why::Kind;

use super::session::Session;
use crate::bases::asked::FORBIDDEN;
use crate::board::{Color, Point, Position};
use crate::presentation::Explainer;

impl Session<'_> {
    /// The fields that the base forbids to this colour.
    pub(super) fn forbidden(&self, color: Color) -> Vec<Point> {
        self.forbidden_in(&mut self.record.position(), color)
    }

    fn forbidden_in(&self, position: &mut Position, color: Color) -> Vec<Point> {
        let Some(export) = self.base.export(FORBIDDEN, color) else { return Vec::new() };
        let answers = self.base.exported(self.backend, export, position);
        let point = |values: &[Value]| Point::from_index(values[0] as usize);
        answers.map(|answers| answers.iter().filter_map(point).collect()).unwrap_or_default()
    }

    /// Forbidden fields with their kinds: `h8 (double three), i9 (overline)`.
    pub(super) fn forbidden_text(&self, color: Color, fields: &[Point]) -> String {
        let mut position = self.record.position();
        let text = |field: &Point| match self.kind(&mut position, color, *field) {
            Some(kind) => format!("{field} ({kind})"),
            None => field.to_string(),
        };
        fields.iter().map(text).collect::<Vec<_>>().join(", ")
    }

    /// The last move with its kind, where it was forbidden.
    pub(super) fn forbidden_move(&self) -> Option<(String, String)> {
        let last = self.record.moves.last()?.field?;
        let before = self.record.moves.len() - 1;
        let mut position = self.record.positions().nth(before)?;
        let color = position.to_move()?;
        let is_forbidden = self.forbidden_in(&mut position, color).contains(&last);
        let kind = is_forbidden.then(|| self.kind(&mut position, color, last))??;
        Some((last.to_string(), kind))
    }

    /// What a stone on a forbidden field would make: in the language of the game where that has a word for it (`kind-` and the
    /// name of the predicate), and otherwise as the rules say it.
    fn kind(&self, position: &mut Position, color: Color, field: Point) -> Option<String> {
        let export = self.base.export(FORBIDDEN, color)?;
        let explainer = self.explainer.get_or_init(|| Explainer::new(self.base));
        let found = self.base.exported(self.backend, export, position).ok()?;
        let values = found.iter().find(|values| values.first() == Some(&(field.index() as Value)))?;
        let why = explainer.why_answered(export, values, position).ok()??;
        let core = why.core();
        let predicate = core.said.split('(').next().unwrap_or_default();
        let name = format!("kind-{}", predicate.replace('.', "-"));
        let said = self.texts.say(&name, &[]);
        if said != name {
            return Some(said);
        }
        let Kind::Derived(_, doc) = &core.kind else { return None };
        let sentence = doc.join(" ");
        let words = sentence.split(['.', ':', ',']).next().unwrap_or_default().trim();
        (!words.is_empty()).then(|| words.to_owned())
    }
}
