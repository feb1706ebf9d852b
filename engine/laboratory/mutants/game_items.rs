//! Creates mutants of the items that occur only in games defined by rule files: moves and their effects, starts, draws,
//! margins, preferences and suppositions of claims. The facts of such games are changed too.

use blanche_compiler::files::Span;
use blanche_compiler::program::{GameQuestion, RuleId, RuleKind};
use blanche_compiler::syntax::ast::{
    Atom, BlockedDeclaration, BlockedOutcome, Body, Effect, Facts, Item, ItemKind, Margin, Move, Name,
    Preference, StartDeclaration, Worth,
};
use blanche_compiler::syntax::{print_atom, print_body, print_side};

use super::Change;
use super::collector::{Collector, without};

impl Collector<'_> {
    /// Mutates an item that is not a derivation, rule or score.
    pub(super) fn game_item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Move(tree) => self.moves(item, tree),
            ItemKind::Start(tree) => self.start(item, tree),
            ItemKind::Draw(tree) => {
                self.rule(item, &tree.name, format!("the draw {}", tree.name.text));
                self.whole(item, format!("draw {}", tree.name.text));
                self.body(&tree.body);
            }
            ItemKind::Margin(tree) => self.margin(item, tree),
            // If a base has a host (a game implemented in Rust), its facts are knowledge of the author and do not
            // define the game.
            ItemKind::Facts(tree) if !self.program.needs_host() => self.facts(item, tree),
            ItemKind::Blocked(tree) => self.blocked(item, *tree),
            // If a base has a host, neither `verify` nor `positions.txt` checks the suppositions of claims.
            ItemKind::Claims(tree) if !self.program.needs_host() => {
                let is_it = |kind| kind == RuleKind::Game(GameQuestion::Claims);
                self.begin(item, "what claims suppose".to_owned(), &self.of_kind(is_it));
                // Suppositions affect every rule that makes claims.
                let claiming: Vec<RuleId> = self.of_kind(|kind| kind == RuleKind::Rule);
                self.at.questions.extend(self.uses.of_rules(&claiming));
                self.body(&tree.body);
            }
            ItemKind::Preference(tree) => self.preference(item, tree),
            _ => {}
        }
    }

    /// Leaves out the whole item.
    fn whole(&mut self, item: &Item, before: String) {
        self.add(Change::LeftOut, item.span, before, None, (item.span.range(), String::new()));
    }

    fn margin(&mut self, item: &Item, tree: &Margin) {
        let written = Name { text: "margin".to_owned(), span: tree.head };
        let name = format!("the margin for {}", print_side(&tree.side));
        self.rule(item, &written, name.clone());
        self.whole(item, name);
        self.body(&tree.body);
    }

    /// Mutates facts in the source. Facts in a data file are not changed.
    fn facts(&mut self, item: &Item, tree: &Facts) {
        if tree.from.is_some() {
            return;
        }
        let spans: Vec<Span> = tree.atoms.iter().map(|atom| atom.span).collect();
        for (at, atom) in tree.atoms.iter().enumerate() {
            let Some((id, _)) = self.predicate(atom) else { continue };
            self.begin(item, "the facts".to_owned(), &[]);
            self.at.questions = self.uses.of_predicate(id);
            if self.at.questions.is_empty() {
                continue;
            }
            let gone = without(&spans, at).unwrap_or(item.span);
            self.add(Change::LeftOut, atom.span, print_atom(atom), None, (gone.range(), String::new()));
            self.atom(atom);
        }
    }

    fn of_kind(&self, is_meant: impl Fn(RuleKind) -> bool) -> Vec<RuleId> {
        let rules = self.program.rules.iter().zip(0..);
        rules.filter(|(rule, _)| is_meant(rule.kind)).map(|(_, at)| RuleId(at)).collect()
    }

    /// Mutates a move: its body and each of its effects.
    fn moves(&mut self, item: &Item, tree: &Move) {
        self.rule(item, &tree.name, format!("the move {} for {}", tree.name.text, print_side(&tree.side)));
        if let Some(body) = &tree.body {
            self.condition("if", Span { start: tree.head.end, ..body.span }, body);
        }
        let lines: Vec<Span> = tree.effects.iter().map(|effect| effect.span).collect();
        for (effect, line) in tree.effects.iter().zip(&lines) {
            self.effect(effect, *line);
        }
    }

    /// Mutates a body or the condition of an effect. A condition with a single literal can be left out as a whole.
    fn condition(&mut self, word: &str, whole: Span, body: &Body) {
        if let [branch] = body.branches.as_slice()
            && branch.len() == 1
        {
            let before = format!("{word} {}", print_body(body));
            self.add(Change::LeftOut, body.span, before, None, (whole.range(), String::new()));
        }
        self.body(body);
    }

    fn effect(&mut self, effect: &Effect, line: Span) {
        let word = effect.kind.word();
        let spans: Vec<Span> = effect.atoms.iter().map(|atom| atom.span).collect();
        for (at, atom) in effect.atoms.iter().enumerate() {
            let gone = without(&spans, at).unwrap_or(line);
            let before = format!("{word} {}", print_atom(atom));
            self.add(Change::LeftOut, atom.span, before, None, (gone.range(), String::new()));
            self.atom(atom);
        }
        if let (Some(condition), Some(last)) = (&effect.condition, spans.last()) {
            let whole = Span { start: last.end, ..line };
            self.condition(if condition.is_for { "for" } else { "if" }, whole, &condition.body);
        }
    }

    fn start(&mut self, item: &Item, tree: &StartDeclaration) {
        let is_it = |kind| kind == RuleKind::Game(GameQuestion::Start);
        self.begin(item, "the start".to_owned(), &self.of_kind(is_it));
        let spans: Vec<Span> = tree.atoms.iter().map(|atom: &Atom| atom.span).collect();
        for (at, atom) in tree.atoms.iter().enumerate() {
            let gone = without(&spans, at).unwrap_or(item.span);
            self.add(Change::LeftOut, atom.span, print_atom(atom), None, (gone.range(), String::new()));
            self.atom(atom);
        }
        if let (Some(body), Some(last)) = (&tree.body, spans.last()) {
            self.condition("if", Span { start: last.end, ..body.span }, body);
        }
    }

    fn blocked(&mut self, item: &Item, tree: BlockedDeclaration) {
        let is_it = |kind| kind == RuleKind::Game(GameQuestion::Move);
        self.begin(item, "a blocked player".to_owned(), &self.of_kind(is_it));
        let before = format!("blocked {}", tree.outcome.word());
        for other in [BlockedOutcome::Loses, BlockedOutcome::Draws, BlockedOutcome::Passes] {
            if other != tree.outcome {
                let after = format!("blocked {}", other.word());
                let edit = (tree.span.range(), after.clone());
                self.add(Change::Turned, tree.span, before.clone(), Some(after), edit);
            }
        }
        self.add(Change::LeftOut, tree.span, before, None, (tree.span.range(), String::new()));
    }

    fn preference(&mut self, item: &Item, tree: &Preference) {
        let name = format!("the preference {} for {}", tree.name.text, print_side(&tree.side));
        self.rule(item, &tree.name, name);
        if let Worth::Number(worth) = &tree.worth {
            for other in [worth.value - 1, worth.value + 1] {
                let [before, after] = [worth.value, other].map(|value| format!("worth {value}"));
                let edit = (worth.span.range(), other.to_string());
                self.add(Change::Constant, worth.span, before, Some(after), edit);
            }
        }
        self.body(&tree.body);
    }
}
