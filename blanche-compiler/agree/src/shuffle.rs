//! Reorders a program without changing its meaning.

use blanche_compiler::syntax::ast::{Body, File, Item, ItemKind};

use blanche_compiler::random::Random;

/// Shuffles facts, derivations and rules. At every depth, it also shuffles the literals of conjunctions and the
/// branches of `;`. The meaning of the program stays the same, but its rules are in another order. Declarations come
/// first. Comments move with their items. Spans still refer to the parsed text: to get the text of the result, print
/// the tree (`blanche_compiler::syntax::print`).
pub fn shuffled(file: &File, seed: u64) -> File {
    let random = &mut Random::new(seed);
    let mut file = file.clone();
    let (mut moving, mut staying) = (Vec::new(), Vec::new());
    for item in file.items {
        if moves(&item) { moving.push(item) } else { staying.push(item) }
    }
    random.shuffle(&mut moving);
    for item in &mut moving {
        match &mut item.kind {
            ItemKind::Derivation(derivation) => shuffle_body(&mut derivation.body, random),
            ItemKind::Rule(rule) => shuffle_body(&mut rule.body, random),
            _ => {}
        }
    }
    file.items = staying.into_iter().chain(moving).collect();
    file
}

fn moves(item: &Item) -> bool {
    matches!(
        item.kind,
        ItemKind::Facts(_)
            | ItemKind::Derivation(_)
            | ItemKind::Rule(_)
            | ItemKind::Export(_)
            | ItemKind::Score(_)
    )
}

fn shuffle_body(body: &mut Body, random: &mut Random) {
    random.shuffle(&mut body.branches);
    for branch in &mut body.branches {
        random.shuffle(branch);
        for literal in branch {
            if let Some(inner) = literal.kind.inner_mut() {
                shuffle_body(inner, random);
            }
        }
    }
}
