//! Tests that all editor features work for any text and any position.

use super::{PROJECT, path, project};
use crate::random::Random;
use crate::service::{
    Workspace, completion, folding, formatted, hints, hover, references, rename, signature, symbols, tokens,
};

/// Pieces that are inserted into the texts.
const PIECES: &[&str] = &[
    "",
    " ",
    "\n",
    "\r\n",
    ",",
    "(",
    ")",
    "¬",
    ":-",
    ":",
    ";",
    ".",
    "%",
    "%%",
    "🙂",
    "\u{FEFF}",
    "rule ",
    "if",
    "after ",
    "use ",
    "Lamp",
    "lit",
    "lit(Lamp)",
    "level 3",
    "for ",
    "\t",
    "_",
    "7",
    "\"",
    "sort ",
    "extern ",
    "plays ",
    "\r",
];

/// Calls all features at a position, and returns how many had a result.
fn ask(workspace: &Workspace, name: &str, offset: u32) -> usize {
    let Some(file) = workspace.file(&path(name)) else { return 0 };
    let length = workspace.sources().file(file).text().len() as u32;
    for edit in rename::rename(workspace, file, offset, "fresh")
        .into_iter()
        .chain(rename::rename(workspace, file, offset, "Fresh"))
        .flatten()
    {
        assert!(workspace.sources().file(edit.span.file).text().get(edit.span.range()).is_some());
    }
    let answers = [
        hover::hover(workspace, file, offset).is_some(),
        !references::definition(workspace, file, offset).is_empty(),
        !references::references(workspace, file, offset).is_empty(),
        !completion::complete(workspace, file, offset).is_empty(),
        signature::signatures(workspace, file, offset).is_some(),
        !symbols::symbols(workspace, file).is_empty(),
        tokens::tokens(workspace, file).iter().all(|token| token.span.end <= length),
        hints::hints(workspace, file).iter().all(|hint| hint.place.end <= length),
        !folding::folds(workspace, file).is_empty(),
        formatted(workspace, file).is_some(),
    ];
    answers.into_iter().filter(|answered| *answered).count()
}

#[test]
fn every_request_is_answered_after_random_edits() {
    let mut random = Random::new(0x0B1A_4C4E);
    let mut answered = 0;
    for _ in 0..12 {
        let mut workspace = project(&PROJECT);
        let mut texts = PROJECT.map(|(name, text)| (name, text.to_owned()));
        for _ in 0..25 {
            let (name, text) = &mut texts[random.below(3)];
            let mut place = |text: &str| {
                let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
                places[random.below(places.len())]
            };
            let (from, to) = (place(text), place(text));
            // Usually a few characters are replaced, sometimes many.
            let near = text[from..].char_indices().map(|(at, _)| from + at).nth(from.abs_diff(to) % 9);
            let end = near.unwrap_or(text.len());
            let end = if from % 23 == 0 { from.max(to) } else { end };
            text.replace_range(from..end, PIECES[random.below(PIECES.len())]);
            workspace.write(&path(name), text.clone());
            workspace.settle();
            let messages = workspace.diagnostics();
            for label in messages.iter().flat_map(|message| message.others.iter().chain([&message.label])) {
                let text = workspace.sources().file(label.span.file).text();
                assert!(text.get(label.span.range()).is_some(), "{label:?} lies outside");
            }
            let length = text.len();
            for offset in [from, random.below(length + 1), length, length + 7, u32::MAX as usize] {
                answered += ask(&workspace, name, offset as u32);
            }
        }
    }
    assert!(answered > 3_000, "most questions had an answer: {answered}");
}
