//! Attaches comments to the tree, and parses comments with a special meaning.
//!
//! The grammar does not see comments. Afterwards each comment is attached to the nearest item or literal, so that the
//! printer can reproduce it. If the tree has no field for the position of a comment, the comment moves before its item.

use std::iter::Peekable;
use std::vec::IntoIter;

use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::files::{FileId, Span};

use super::ast::{Allow, Body, File, Item, ItemKind, Move, Name, StartDeclaration, TriviaLine};
use super::grammar_errors::nearest;
use super::token::Comment;

/// Attaches the comments and empty lines of a file to its items.
pub(super) fn attach(file: &mut File, comments: Vec<Comment>, text: &str) -> Vec<Diagnostic> {
    let mut attacher = Attacher { comments: comments.into_iter().peekable(), text, diagnostics: Vec::new() };
    let starts: Vec<u32> = file.items.iter().skip(1).map(|item| item.span.start).chain([u32::MAX]).collect();
    for (item, next) in file.items.iter_mut().zip(starts) {
        attacher.item(item, next);
    }
    let rest: Vec<Comment> = attacher.comments.by_ref().collect();
    for comment in &rest {
        if let Some(allow) = attacher.allow(file.id, comment).filter(|allow| !allow.reason.is_empty()) {
            attacher.diagnostics.push(bad_allow(allow.span, "nothing follows that it could apply to"));
        }
    }
    file.end.before = lines(rest);
    attacher.diagnostics
}

struct Attacher<'t> {
    comments: Peekable<IntoIter<Comment>>,
    text: &'t str,
    diagnostics: Vec<Diagnostic>,
}

impl Attacher<'_> {
    fn item(&mut self, item: &mut Item, next: u32) {
        let before = self.until(item.span.start);
        for comment in &before {
            let allow = self.allow(item.span.file, comment);
            item.allows.extend(allow);
        }
        item.trivia.before = lines(before);
        item.doc = doc(&item.trivia.before);
        match &mut item.kind {
            ItemKind::Derivation(derivation) => self.body(&mut derivation.body),
            ItemKind::Rule(rule) => self.body(&mut rule.body),
            ItemKind::Score(score) => self.body(&mut score.body),
            ItemKind::Move(one) => self.one_move(one),
            ItemKind::Start(StartDeclaration { body: Some(body), .. }) => self.body(body),
            ItemKind::Draw(draw) => self.body(&mut draw.body),
            ItemKind::Margin(margin) => self.body(&mut margin.body),
            ItemKind::Claims(claims) => self.body(&mut claims.body),
            ItemKind::Preference(preference) => self.body(&mut preference.body),
            _ => {}
        }
        // The tree has no field for the remaining comments inside the item.
        let inside = self.until(item.span.end);
        inside.iter().for_each(|comment| self.misplaced(comment));
        item.trivia.before.extend(lines(inside).into_iter().filter(|line| *line != TriviaLine::Empty));
        while let Some(comment) =
            self.comments.next_if(|comment| !comment.own_line && comment.span.start < next)
        {
            self.misplaced(&comment);
            if item.trivia.after.is_none() {
                item.trivia.after = comment.text;
            } else {
                item.trivia.before.extend(comment.text.map(TriviaLine::Comment));
            }
        }
    }

    /// Attaches comments to the premise and the effects of a move.
    fn one_move(&mut self, one: &mut Move) {
        if let Some(body) = &mut one.body {
            self.body(body);
        }
        for effect in &mut one.effects {
            let mut comments = self.until(effect.span.start);
            if let Some(condition) = &mut effect.condition {
                // The tree has no field for comments among the tuples.
                comments.extend(self.until(condition.body.span.start));
                self.body(&mut condition.body);
            }
            comments.extend(self.until(effect.span.end));
            for comment in comments {
                self.misplaced(&comment);
                effect.trivia.before.extend(comment.text.map(TriviaLine::Comment));
            }
            effect.trivia.after = self.trailing_comment(effect.span.end);
        }
    }

    /// The comment after the end of an item or literal, on the same line.
    fn trailing_comment(&mut self, end: u32) -> Option<String> {
        let text = self.text;
        let behind = |comment: &Comment| {
            let between = text.get(end as usize..comment.span.start as usize);
            between.is_some_and(|between| between.chars().all(|c| " \t,;&|.".contains(c)))
        };
        let comment = self.comments.next_if(|comment| !comment.own_line && behind(comment))?;
        self.misplaced(&comment);
        comment.text
    }

    /// Takes the comments and empty lines before an offset.
    fn until(&mut self, offset: u32) -> Vec<Comment> {
        std::iter::from_fn(|| self.comments.next_if(|comment| comment.span.start < offset)).collect()
    }

    /// Attaches comments to the literals of a body, inner literals first.
    fn body(&mut self, body: &mut Body) {
        let literals = body.branches.iter_mut().flatten();
        for literal in literals {
            for comment in self.until(literal.span.start) {
                self.misplaced(&comment);
                literal.trivia.before.extend(comment.text.map(TriviaLine::Comment));
            }
            literal.new_line |= !literal.trivia.before.is_empty();
            if let Some(inner) = literal.kind.inner_mut() {
                self.body(inner);
            }
            literal.trivia.after = self.trailing_comment(literal.span.end);
        }
    }

    /// Reports suppressions that are not before an item, and expectations that are not on separate lines.
    fn misplaced(&mut self, comment: &Comment) {
        let begins = |sign: &str| comment.text.as_ref().is_some_and(|comment| comment.starts_with(sign));
        if begins("%!") {
            self.diagnostics
                .push(bad_allow(comment.span, "a suppression is on a line of its own before an item"));
        } else if begins("%?") && !comment.own_line {
            self.diagnostics.push(self.question_behind_code(comment));
        } else if begins("%=") && !comment.own_line {
            self.diagnostics.push(self.answer_behind_code(comment));
        }
    }

    /// The message about a query (`%?`) that follows code on its line and would therefore be ignored.
    fn question_behind_code(&self, comment: &Comment) -> Diagnostic {
        let label = "`%?` begins a line of its own";
        let gap = self.gap_before(comment);
        Diagnostic::new(Code::Expected, "a question after something else", comment.span, label).fix(
            "begin a new line",
            gap,
            "\n",
        )
    }

    /// The message about an expected answer (`%=`) after code. A fix is offered only if the query of the answer is on
    /// the line above.
    fn answer_behind_code(&self, comment: &Comment) -> Diagnostic {
        let label = "`%=` begins a line of its own";
        let message = Diagnostic::new(Code::Expected, "an answer after something else", comment.span, label);
        let before = &self.text[..comment.span.start as usize];
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        let above = before[..line].lines().next_back().unwrap_or_default().trim_start();
        if !above.starts_with("%?") && !above.starts_with("%=") {
            return message.hint("its question goes on the line above it, and begins with `%?`");
        }
        let answer = Span { start: line as u32, end: line as u32, ..comment.span };
        let away = Span { start: self.gap_before(comment).start, ..comment.span };
        let answered = format!("{}\n", comment.text.as_deref().unwrap_or_default());
        let edits = vec![Edit { span: answer, text: answered }, Edit { span: away, text: String::new() }];
        message.fixes("write it below its question", edits)
    }

    /// The span of the white space before a comment.
    fn gap_before(&self, comment: &Comment) -> Span {
        let before = &self.text[..comment.span.start as usize];
        let gap = before.len() - before.trim_end_matches([' ', '\t']).len();
        Span { start: comment.span.start - gap as u32, end: comment.span.start, ..comment.span }
    }

    /// Parses `%! allow B0123: reason`, and reports mistakes in it.
    fn allow(&mut self, file: FileId, comment: &Comment) -> Option<Allow> {
        let text = comment.text.as_deref()?;
        let body = text.strip_prefix("%!")?;
        let nameless = Name { text: String::new(), span: comment.span };
        let unread = Allow { span: comment.span, code: nameless, reason: String::new() };
        let start = comment.span.start as usize;
        let place = |part: &str| {
            let at = start + (part.as_ptr() as usize - text.as_ptr() as usize);
            Span::new(file, at, at + part.len())
        };
        let words = body.trim_start();
        let (word, rest) = words.split_at(words.find(|c: char| !c.is_alphanumeric()).unwrap_or(words.len()));
        if word != "allow" {
            let whole = if word.is_empty() { comment.span } else { place(word) };
            let mut message = bad_allow(whole, "`%!` is followed by the word `allow`");
            if nearest(word, &["allow"]).is_some() {
                message = message.fix("write `allow`", whole, "allow");
            }
            self.diagnostics.push(message);
            return Some(unread);
        }
        let rest = rest.trim_start();
        let (code, rest) = rest.split_at(rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len()));
        if code.is_empty() {
            let label = "the code of the message is missing, such as `B0605`";
            self.diagnostics.push(bad_allow(place(word).after(), label));
            return Some(unread);
        }
        let reason = rest.trim_start().strip_prefix(':').map_or("", str::trim);
        if reason.is_empty() {
            self.diagnostics.push(bad_allow(comment.span.after(), "the reason is missing"));
        }
        let code = Name { text: code.to_string(), span: place(code) };
        Some(Allow { span: comment.span, code, reason: reason.to_string() })
    }
}

/// The message about a malformed suppression.
fn bad_allow(span: Span, label: &str) -> Diagnostic {
    Diagnostic::new(Code::BadAllow, "a suppression that is not well formed", span, label)
        .hint("write a suppression as `%! allow B0605: a reason` before the item that it applies to")
}

/// Converts comments and empty lines to trivia. Consecutive empty lines are merged.
fn lines(comments: Vec<Comment>) -> Vec<TriviaLine> {
    let mut lines: Vec<TriviaLine> = comments
        .into_iter()
        .map(|comment| comment.text.map_or(TriviaLine::Empty, TriviaLine::Comment))
        .collect();
    lines.dedup_by(|a, b| *a == TriviaLine::Empty && *b == TriviaLine::Empty);
    lines
}

/// The doc comment before an item: its `%%` lines, with no empty line between them and the item.
fn doc(before: &[TriviaLine]) -> Vec<String> {
    let block = before.iter().rev().map_while(|line| match line {
        TriviaLine::Comment(comment) => Some(comment),
        TriviaLine::Empty => None,
    });
    let mut doc: Vec<String> = block
        .filter_map(|comment| comment.strip_prefix("%%"))
        .map(|line| line.strip_prefix(' ').unwrap_or(line).to_string())
        .collect();
    doc.reverse();
    doc
}
