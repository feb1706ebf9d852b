//! The headings of manual entries: kind, title, and a sentence or two.

use super::{Author, Heading, Kind, Modes, joined};
use crate::program::{Extern, PredicateId, PredicateKind, Rule, RuleKind};
use crate::service::describe::{self, WHEN_NAMED};
use crate::syntax::ast::{self, ItemKind};

impl Author<'_> {
    /// The heading for a sort, players, a rule, an export, a score or a part of a game; `None` for other items.
    pub(super) fn of_text(&self, item: &ast::Item, rules: &[&Rule]) -> Option<Heading> {
        let players: Vec<String> = rules.iter().map(|rule| self.program().colour(rule)).collect();
        let players: Vec<&str> = players.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
        let answers = || rules.first().and_then(|rule| self.answers(rule));
        let heading = |kind, title, note: Option<String>| Heading {
            kind,
            title,
            notes: note.into_iter().collect(),
            modes: None,
        };
        Some(match &item.kind {
            ItemKind::Sort(sort) => heading(Kind::Sort, format!("sort {}", sort.name.text), None),
            ItemKind::Players(_) => heading(Kind::Sort, "players".to_owned(), None),
            ItemKind::Board(board) => {
                let title = format!("board {} by {}", board.width.value, board.height.value);
                heading(Kind::Sort, title, describe::brought(self.program()))
            }
            ItemKind::Symmetry(_) => heading(Kind::Sort, "symmetry".to_owned(), None),
            ItemKind::Rule(rule) => {
                let title = format!("{} for {}", rule.name.text, joined(&players));
                heading(Kind::Rule(rule.level.value), title, answers())
            }
            ItemKind::Export(export) => {
                let whom =
                    if players.is_empty() { String::new() } else { format!(" for {}", joined(&players)) };
                let title = format!("export {}{whom}", export.atom.predicate.text);
                heading(Kind::Export, title, answers())
            }
            ItemKind::Score(score) => {
                let title = format!("score {} for {}", score.name.text, joined(&players));
                heading(Kind::Score, title, rules.first().and_then(|rule| self.worth(rule)))
            }
            ItemKind::Move(one) => {
                let title = format!("move {} for {}", one.name.text, joined(&players));
                let plays: Vec<String> = one.plays.iter().map(|name| format!("`{}`", name.text)).collect();
                let plays: Vec<&str> = plays.iter().map(String::as_str).collect();
                heading(Kind::Move, title, Some(format!("It plays {}.", joined(&plays))))
            }
            ItemKind::Margin(_) => heading(Kind::Game, format!("margin for {}", joined(&players)), None),
            ItemKind::Draw(draw) => heading(Kind::Draw, format!("draw {}", draw.name.text), None),
            ItemKind::Preference(one) => {
                let title = format!("preference {} for {}", one.name.text, joined(&players));
                let worth = match &one.worth {
                    ast::Worth::Number(number) => number.value.to_string(),
                    ast::Worth::Variable(name) => format!("`{}`", name.text),
                };
                heading(Kind::Preference, title, Some(format!("Such a move is worth {worth}.")))
            }
            ItemKind::Starts(player) => heading(Kind::Game, format!("{} begins", player.text), None),
            ItemKind::Start(_) => heading(Kind::Game, "the beginning".to_owned(), None),
            ItemKind::Blocked(blocked) => {
                heading(Kind::Game, format!("who is blocked {}", blocked.outcome.word()), None)
            }
            ItemKind::Claims(_) => heading(Kind::Game, "what claims suppose".to_owned(), None),
            ItemKind::Drawn(_) => heading(Kind::Game, "the drawing".to_owned(), None),
            ItemKind::Notation(name) => heading(Kind::Game, format!("the notation {}", name.text), None),
            _ => return None,
        })
    }

    /// The heading for a predicate or an action.
    pub(super) fn of_predicate(&mut self, id: PredicateId) -> Heading {
        let program = self.program();
        let predicate = program.predicate(id);
        let mut notes: Vec<String> = Vec::new();
        let (kind, modes) = match &predicate.kind {
            PredicateKind::Extern(Extern { state: Some(_), .. }) => {
                notes.extend(describe::of_state(program, id));
                (Kind::State, None)
            }
            PredicateKind::Extern(external) => {
                let modes = external.modes.iter();
                let rows = modes.map(|mode| (mode.bound.clone(), describe::answers(mode.answers)));
                let modes = Modes { parameters: predicate.parameters.clone(), rows: rows.collect() };
                (Kind::Extern, Some(modes))
            }
            PredicateKind::Action { .. } => (Kind::Action, None),
            _ => {
                notes.extend(describe::needs_among(&mut self.modes, &self.checked.resolved, id));
                (Kind::Derived, None)
            }
        };
        notes.extend(predicate.open.then(|| "It is open: any file may give clauses of it.".to_owned()));
        Heading { kind, title: describe::signature(program, id), notes, modes }
    }

    /// A sentence about the variables that a rule or an export answers, with their sorts.
    fn answers(&self, rule: &Rule) -> Option<String> {
        let program = self.program();
        let variables = rule.answer.iter().map(|id| &rule.variables[id.index()]);
        let variables: Vec<String> = variables
            .map(|variable| format!("`{}` ({})", variable.name, program.sort(variable.sort).name))
            .collect();
        let variables: Vec<&str> = variables.iter().map(String::as_str).collect();
        (!variables.is_empty()).then(|| format!("It answers {}.", joined(&variables)))
    }

    /// A sentence about the weight of a solution of a score.
    fn worth(&self, score: &Rule) -> Option<String> {
        let RuleKind::Score(weights) = score.kind else { return None };
        let [attacking, defending] = self.program().weight_texts(score, weights);
        let named = if score.when_named { format!(" {WHEN_NAMED}") } else { String::new() };
        Some(format!(
            "Each solution is worth {attacking} where its player is to move, else {defending}.{named}"
        ))
    }
}
