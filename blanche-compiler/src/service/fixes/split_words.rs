//! Words that are split by a typing error, such as `par ent` or `ba&se` for `parent` and `base`. The parser knows no
//! names, so it takes the two parts for two literals or arguments, and proposes a comma between them.

use blanche_sorted::SortedMap;

use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::files::Span;
use crate::paths::Programs;
use crate::syntax;

/// Maximum length of the text between the parts of a word, in bytes.
const MAX_GAP: usize = 3;

/// Changes each fix that writes a comma between two words, if the words together are a name of the programs, and one of
/// them is not: the new fix joins the words.
pub(super) fn join(programs: &Programs, found: &mut [Diagnostic]) {
    let mut words = None;
    for message in found.iter_mut().filter(|message| message.code < Code::UseMissing) {
        let Some(fix) = &message.fix else { continue };
        let Some(split) = SplitWord::around(programs, fix) else { continue };
        let words: &Words<'_> = words.get_or_insert_with(|| Words::of(programs));
        // A part is no name if it occurs only where a word is split like this one.
        let [first, second] = split.parts;
        let splits = words.pairs.get(&(first, second)).copied().unwrap_or_default();
        let is_split = |part: &str| words.number(part) <= splits;
        let is_keyword = syntax::is_item_keyword(&split.joined);
        if (is_keyword || words.number(&split.joined) > 0) && (is_split(first) || is_split(second)) {
            let title = format!("write `{}`", split.joined);
            message.hints.push(match is_keyword {
                true => format!("`{}` is a keyword", split.joined),
                false => format!("`{}` is a name that is used elsewhere", split.joined),
            });
            message.fix = Some(Fix {
                title,
                edits: vec![Edit { span: split.span, text: split.joined }],
                on_demand: false,
                changes_answers: false,
            });
        }
    }
}

/// Two words with a few characters between them, for which a fix writes a comma.
struct SplitWord<'p> {
    parts: [&'p str; 2],
    joined: String,
    span: Span,
}

impl<'p> SplitWord<'p> {
    fn around(programs: &'p Programs, fix: &Fix) -> Option<SplitWord<'p>> {
        let [Edit { span, text: comma }] = fix.edits.as_slice() else { return None };
        let text = programs.project.sources.get(span.file)?.text();
        let range = span.range();
        let (before, behind) = (text.get(..range.start)?, text.get(range.end..)?);
        if comma.trim() != "," {
            return None;
        }
        let (before, behind) = (before.trim_end_matches(' '), behind.trim_start_matches(' '));
        let first = &before[before.trim_end_matches(is_part).len()..];
        let second = &behind[..behind.len() - behind.trim_start_matches(is_part).len()];
        let gap = before.len()..text.len() - behind.len();
        let is_word = |part: &str| part.starts_with(char::is_alphanumeric);
        (gap.len() <= MAX_GAP && is_word(first) && is_word(second)).then(|| SplitWord {
            parts: [first, second],
            joined: format!("{first}{second}"),
            span: Span::new(span.file, gap.start - first.len(), gap.end + second.len()),
        })
    }
}

/// Whether a character is part of a name.
fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.')
}

/// How often words occur in the rule files.
#[derive(Default)]
struct Words<'p> {
    single: SortedMap<&'p str, usize>,
    /// Two words in a row, or with one other token between them.
    pairs: SortedMap<(&'p str, &'p str), usize>,
}

impl<'p> Words<'p> {
    fn of(programs: &'p Programs) -> Words<'p> {
        let sources = &programs.project.sources;
        let mut words = Words::default();
        for (id, _) in sources.iter().filter(|(id, _)| programs.project.index(*id).is_some()) {
            let tokens: Vec<&str> =
                syntax::tokens(sources, id).into_iter().map(|span| sources.text(span)).collect();
            for (at, token) in tokens.iter().enumerate() {
                *words.single.entry(token).or_default() += 1;
                for next in tokens[at + 1..].iter().take(2) {
                    *words.pairs.entry((token, next)).or_default() += 1;
                }
            }
        }
        words
    }

    fn number(&self, word: &str) -> usize {
        self.single.get(word).copied().unwrap_or_default()
    }
}
