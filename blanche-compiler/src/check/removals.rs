//! Fixes that remove text without changing an answer. They are for messages that a check has marked as
//! [`Diagnostic::removable`], so the check guarantees that the answers stay the same. This file determines which text
//! to remove, and keeps the comments around it.

use blanche_sorted::{SortedMap, SortedSet};

use super::Items;
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::files::{Sources, Span};
use crate::program::{PredicateKind, Program, Rule};
use crate::syntax::ast::{Body, Facts, Item, ItemKind};

/// Adds the fixes to removable messages. A message gets no fix if there is no suitable edit.
pub(super) fn offer(
    sources: &Sources,
    items: &Items<'_>,
    program: &Program,
    mut found: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    if !found.iter().any(Diagnostic::is_removable) {
        return found;
    }
    let text = Text { sources, items, defined: defined(items) };
    let asked = queried_rules(program);
    for message in found.iter_mut().filter(|message| message.is_removable()) {
        let place = message.label.span;
        let item =
            items.around(place).filter(|item| !asked.contains(item)).and_then(|at| items.by_span.get(&at));
        let edits = item.and_then(|item| match message.code {
            Code::Implied => text.literal(item, place).map(|edit| vec![edit]),
            Code::Unused => text.predicate(item, place),
            _ => match &item.kind {
                ItemKind::Facts(facts) if facts.from.is_none() => text.fact(item, facts, place),
                ItemKind::Derivation(_) | ItemKind::Rule(_) | ItemKind::Score(_) => text.item(item),
                _ => None,
            }
            .map(|edit| vec![edit]),
        });
        match (edits, &mut message.fix) {
            (Some(edits), Some(fix)) => fix.edits = edits,
            (_, fix) => *fix = None,
        }
    }
    found
}

/// The rules that an extern predicate queries by name.
fn queried_rules(program: &Program) -> SortedSet<Span> {
    let asked = program.predicates.iter().filter_map(|predicate| match &predicate.kind {
        PredicateKind::Extern(external) => external.asks.as_ref(),
        _ => None,
    });
    let names: SortedSet<&str> = asked.flatten().map(|id| program.rule(*id).name.as_str()).collect();
    let is_asked = |rule: &&Rule| names.contains(rule.name.as_str());
    program.rules.iter().filter(is_asked).map(|rule| rule.span).collect()
}

/// The text of the program, for which edits are determined.
struct Text<'a> {
    sources: &'a Sources,
    items: &'a Items<'a>,
    /// For each predicate name, the items that define predicates of this name by clauses or facts.
    defined: SortedMap<&'a str, Vec<&'a Item>>,
}

/// For each predicate name, the items that define predicates of this name by clauses or facts, in the order of the
/// text.
fn defined<'a>(items: &'a Items<'a>) -> SortedMap<&'a str, Vec<&'a Item>> {
    let mut defined: SortedMap<&str, Vec<&Item>> = SortedMap::new();
    let mut take = |name: &'a str, item: &'a Item| {
        let of_name = defined.entry(name).or_default();
        if of_name.last().is_none_or(|last| last.span != item.span) {
            of_name.push(item);
        }
    };
    for item in items.by_span.values() {
        match &item.kind {
            ItemKind::Derivation(clause) => take(&clause.head.predicate.text, item),
            ItemKind::Facts(facts) => facts.atoms.iter().for_each(|atom| take(&atom.predicate.text, item)),
            _ => {}
        }
    }
    defined
}

impl Text<'_> {
    /// Removes an item with its line. Its comments are removed too, unless a clause of the same predicate follows.
    fn item(&self, item: &Item) -> Option<Edit> {
        self.lines(item, !self.is_followed_by_clause(item))
    }

    /// Removes an item with its line. The flag says whether its comments are removed too.
    fn lines(&self, item: &Item, with_comments: bool) -> Option<Edit> {
        if !item.allows.is_empty() {
            return None;
        }
        let text = self.sources.file(item.span.file).text();
        let (mut start, mut end) = (item.span.range().start, item.span.range().end);
        let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let rest = text[end..].split('\n').next().unwrap_or("");
        if !text[line..start].trim().is_empty() || !rest.trim().is_empty() {
            return None;
        }
        start = line;
        end = (end + rest.len() + 1).min(text.len());
        if with_comments {
            let comments = text[..start]
                .split_inclusive('\n')
                .rev()
                .take_while(|line| line.trim_start().starts_with('%'));
            start -= comments.map(str::len).sum::<usize>();
        }
        Some(Edit { span: Span::new(item.span.file, start, end), text: String::new() })
    }

    /// Whether the next item is a clause of the same predicate, to which the comments apply too.
    fn is_followed_by_clause(&self, item: &Item) -> bool {
        let head = |item: &Item| match &item.kind {
            ItemKind::Derivation(clause) => {
                Some((clause.head.predicate.text.clone(), clause.head.arguments.len()))
            }
            _ => None,
        };
        let behind = Span { start: item.span.end, end: u32::MAX, ..item.span };
        let next = self.items.by_span.range(behind..).next();
        head(item).is_some()
            && next.is_some_and(|(at, next)| at.file == item.span.file && head(next) == head(item))
    }

    /// Removes a literal together with the comma before it, or the comma after it if it comes first.
    fn literal(&self, item: &Item, place: Span) -> Option<Edit> {
        let body: &Body = match &item.kind {
            ItemKind::Derivation(derivation) => &derivation.body,
            ItemKind::Rule(rule) => &rule.body,
            ItemKind::Score(score) => &score.body,
            _ => return None,
        };
        let [branch] = body.branches.as_slice() else { return None };
        let spans: Vec<Span> = branch.iter().map(|literal| literal.span).collect();
        self.one_of(&spans, place)
    }

    /// Removes a fact, which may be the only one of its item or one of several.
    fn fact(&self, item: &Item, facts: &Facts, place: Span) -> Option<Edit> {
        let spans: Vec<Span> = facts.atoms.iter().map(|atom| atom.span).collect();
        if spans == [place] { self.item(item) } else { self.one_of(&spans, place) }
    }

    /// Removes one element of a list separated by commas.
    fn one_of(&self, all: &[Span], place: Span) -> Option<Edit> {
        let at = all.iter().position(|span| *span == place)?;
        let (cut, joint) = match at.checked_sub(1) {
            Some(before) => (Span { start: all[before].end, ..place }, (all[before].end, place.start)),
            None => {
                let next = all.get(1)?;
                (Span { end: next.start, ..place }, (place.end, next.start))
            }
        };
        let joint = self.sources.text(Span { start: joint.0, end: joint.1, ..place });
        let is_plain = joint.trim() == ",";
        is_plain.then(|| Edit { span: cut, text: String::new() })
    }

    /// Removes all clauses and facts of a predicate. The name of the predicate is at `place`.
    fn predicate(&self, item: &Item, place: Span) -> Option<Vec<Edit>> {
        let name = self.sources.text(place);
        let arity = match &item.kind {
            ItemKind::Derivation(clause) => clause.head.arguments.len(),
            ItemKind::Facts(facts) if facts.from.is_none() => facts.atoms.first()?.arguments.len(),
            _ => return None,
        };
        let is_it =
            |atom: &crate::syntax::ast::Atom| atom.predicate.text == name && atom.arguments.len() == arity;
        let mut edits = Vec::new();
        for item in self.defined.get(name).into_iter().flatten() {
            match &item.kind {
                ItemKind::Derivation(clause) if is_it(&clause.head) => edits.push(self.lines(item, true)?),
                ItemKind::Facts(facts) if facts.atoms.iter().any(is_it) => {
                    if facts.from.is_some() || !facts.atoms.iter().all(is_it) {
                        return None;
                    }
                    edits.push(self.lines(item, true)?);
                }
                _ => {}
            }
        }
        // Edits of adjacent clauses are merged, so that the comments between the clauses are removed too.
        edits.dedup_by(|next, edit| {
            let touches = edit.span.file == next.span.file && next.span.start <= edit.span.end;
            if touches {
                edit.span.end = edit.span.end.max(next.span.end);
            }
            touches
        });
        (!edits.is_empty()).then_some(edits)
    }
}

#[cfg(test)]
mod tests {
    use crate::checked::check_text;
    use crate::diagnostic::Code;

    /// The text after the first fix for a message with this code.
    fn after_first_fix(code: Code, text: &str) -> Option<String> {
        let (_, found) = check_text("example.blanche", text);
        let message = found.into_iter().find(|message| message.code == code).expect("it is said");
        let mut edits = message.fix?.edits;
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.span));
        let mut text = text.to_owned();
        for edit in edits {
            text.replace_range(edit.span.range(), &edit.text);
        }
        Some(text)
    }

    const FACTS: &str = "players white, black\nfact e(a, b), v(a), v(b)\n\n";

    #[test]
    fn a_removed_clause_takes_its_line_but_no_comment_of_the_next_clause() {
        let kept = "%% Said of all clauses.\np(X) :- e(X, Y_)\nrule r for white at level 0 if p(X), v(X)\n";
        let text = format!(
            "{FACTS}{}",
            kept.replace("p(X) :- e(X, Y_)\n", "p(X) :- e(X, Y_), v(Y_)\np(X) :- e(X, Y_)\n")
        );
        assert_eq!(after_first_fix(Code::Contained, &text), Some(format!("{FACTS}{kept}")));
        let text = text.replace("p(X) :- e(X, Y_)\n", "%! allow B0503: no\np(X) :- e(X, Y_)\n");
        assert!(after_first_fix(Code::Contained, &text).is_some());
    }

    #[test]
    fn a_removed_literal_takes_its_comma_and_never_a_comment() {
        let rule = |premise: &str| format!("{FACTS}rule r for white at level 0 if\n    {premise}\n");
        for (premise, left) in [
            ("v(X), e(X, Y_), v(X)", "v(X), e(X, Y_)"),
            ("v(X),\n    v(X),\n    e(X, Y_)", "v(X),\n    e(X, Y_)"),
        ] {
            assert_eq!(after_first_fix(Code::Implied, &rule(premise)), Some(rule(left)));
        }
        assert_eq!(after_first_fix(Code::Implied, &rule("e(X, Y_), v(X), % here\n    v(X)")), None);
    }

    #[test]
    fn a_fact_is_removed_alone_or_from_a_list() {
        let text = |facts: &str| format!("{facts}p(X) :- e(X, Y_)\nrule r for white at level 0 if p(X)\n");
        let text = |facts: &str| text(&format!("players white, black\n{facts}"));
        assert_eq!(
            after_first_fix(Code::Duplicate, &text("fact e(a, b), e(a, b), e(b, c)\n")),
            Some(text("fact e(a, b), e(b, c)\n"))
        );
        assert_eq!(
            after_first_fix(Code::Duplicate, &text("fact e(a, b)\n% Again.\nfact e(a, b)\n")),
            Some(text("fact e(a, b)\n"))
        );
    }

    #[test]
    fn an_unused_predicate_is_removed_with_all_its_clauses() {
        let rule = "rule r for white at level 0 if v(X)\n";
        let text = format!("{FACTS}{rule}%% One.\nq(X) :- v(X)\n%% Two.\nq(X) :- e(X, Y_)\n");
        let among = format!("{FACTS}{rule}").replace("fact e(a, b), v(a), v(b)", "fact v(a), v(b), w(a)");
        assert_eq!(after_first_fix(Code::Unused, &among), None, "it is stated among others");
        assert_eq!(after_first_fix(Code::Unused, &text), Some(format!("{FACTS}{rule}")));
    }
}
