//! The variations of records, as branches of the tree of moves.

use noire_interactive::interactive_game::{Branching, InteractiveGame};

use crate::comments;
use crate::own_marks;
use crate::tree::{MAX_NODES, Tree};

/// What was not added of the variations of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Added {
    /// The number of moves that are illegal or too many.
    pub(crate) left_out: usize,
    /// Whether a remark was cut or left out.
    pub(crate) is_cut: bool,
    /// Whether marks were left out.
    pub(crate) has_lost_marks: bool,
}

/// Adds variations to a tree that has the moves `main` only, from the initial position `start`. A move that is illegal
/// is left out, with all moves after it.
pub(crate) fn add<W: InteractiveGame>(
    world: &W,
    start: &W::Position,
    tree: &mut Tree<W::Move>,
    main: &[W::Move],
    variations: Vec<Branching<W::Move>>,
) -> Added {
    let mut added = Added::default();
    if variations.is_empty() {
        return added;
    }
    // The node and the position after each move, by the numbers of the record.
    let mut reached: Vec<Option<(usize, W::Position)>> = Vec::new();
    let each = &mut |position: &W::Position| {
        reached.push(Some((reached.len(), position.clone())));
        true
    };
    if world.replay(start, main, each).is_err() {
        return added;
    }
    debug_assert_eq!(reached.len(), main.len() + 1, "every position is reached");
    // The tree may not have all moves of the main line.
    reached.iter_mut().for_each(|one| *one = one.take().filter(|(node, _)| *node < tree.len()));
    for Branching { parent, mv, remark, marking } in variations {
        let before = reached.get(parent).and_then(Option::as_ref).filter(|_| tree.len() < MAX_NODES);
        let after = before
            .and_then(|(node, position)| Some((*node, world.replay(position, &[mv], &mut |_| true).ok()?)));
        let branch = after.map(|(node, position)| (tree.add(node, mv), position));
        match &branch {
            Some((node, _)) => {
                if !remark.is_empty() {
                    added.is_cut |= comments::append(tree, *node, &remark);
                }
                if !marking.is_empty() {
                    added.has_lost_marks |= !own_marks::append(tree, *node, marking);
                }
            }
            None => added.left_out += 1,
        }
        reached.push(branch);
    }
    added
}

/// The moves of a tree, for a record with variations.
pub(crate) fn of_tree<M: Copy + PartialEq>(tree: &Tree<M>) -> Vec<Branching<M>> {
    let moves = (1..).zip(tree.all());
    moves
        .map(|(node, (parent, mv))| Branching {
            parent,
            mv,
            remark: tree.comment(node).to_owned(),
            marking: tree.marking(node).clone(),
        })
        .collect()
}
