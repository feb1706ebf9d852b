//! The tree of moves of a game.

use noire_engine::drawing::Marking;

/// Maximum number of nodes of a tree.
pub(crate) const MAX_NODES: usize = 4000;

/// A tree of moves. Nodes are numbered from 0, the root, in the order in which they were added.
#[derive(Clone, Debug)]
pub(crate) struct Tree<M> {
    nodes: Vec<Node<M>>,
}

/// The size that counts for a mark or a line, in bytes. It takes at most twice as many in a file.
const MARK_SIZE: usize = 32;

#[derive(Clone, Debug)]
struct Node<M> {
    parent: usize,
    /// The move to this node; `None` for the root.
    mv: Option<M>,
    /// The following nodes, in the order in which they were added.
    children: Vec<usize>,
    /// The child that was visited last.
    visited: Option<usize>,
    comment: String,
    /// What is marked on the board.
    marking: Marking,
}

impl<M> Node<M> {
    fn new(parent: usize, mv: Option<M>) -> Node<M> {
        Node {
            parent,
            mv,
            children: Vec::new(),
            visited: None,
            comment: String::new(),
            marking: Marking::default(),
        }
    }
}

impl<M: Copy + PartialEq> Tree<M> {
    /// A tree without moves.
    pub(crate) fn new() -> Tree<M> {
        Tree { nodes: vec![Node::new(0, None)] }
    }

    /// Number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node before a node; `None` for the root.
    pub(crate) fn parent(&self, node: usize) -> Option<usize> {
        self.nodes[node].mv.map(|_| self.nodes[node].parent)
    }

    /// The node after a move in `parent`, which is added if it is new.
    pub(crate) fn add(&mut self, parent: usize, mv: M) -> usize {
        let known =
            self.nodes[parent].children.iter().copied().find(|child| self.nodes[*child].mv == Some(mv));
        let child = known.unwrap_or_else(|| {
            let child = self.nodes.len();
            self.nodes.push(Node::new(parent, Some(mv)));
            self.nodes[parent].children.push(child);
            child
        });
        self.visit(child);
        child
    }

    /// Remembers that a node is on the path that is shown.
    pub(crate) fn visit(&mut self, node: usize) {
        let mut node = node;
        while let Some(parent) = self.parent(node) {
            self.nodes[parent].visited = Some(node);
            node = parent;
        }
    }

    /// The child of a node that was visited last.
    pub(crate) fn visited_child(&self, node: usize) -> Option<usize> {
        self.nodes[node].visited
    }

    /// The nodes from the root to a node, without the root.
    pub(crate) fn path(&self, node: usize) -> Vec<usize> {
        let mut path: Vec<usize> = std::iter::successors(Some(node), |node| self.parent(*node)).collect();
        path.pop();
        path.reverse();
        path
    }

    /// The moves from the root to a node.
    pub(crate) fn moves(&self, node: usize) -> Vec<M> {
        self.path(node).into_iter().filter_map(|node| self.nodes[node].mv).collect()
    }

    /// The nodes of the line through a node to its end, along the children that were visited last, without the root.
    pub(crate) fn line_path(&self, node: usize) -> Vec<usize> {
        self.path(self.end(node))
    }

    /// The moves of [`Tree::line_path`].
    pub(crate) fn line(&self, node: usize) -> Vec<M> {
        self.line_path(node).into_iter().filter_map(|node| self.nodes[node].mv).collect()
    }

    /// The end of the line through a node, along the children that were visited last.
    pub(crate) fn end(&self, node: usize) -> usize {
        std::iter::successors(Some(node), |node| self.visited_child(*node)).last().unwrap_or(node)
    }

    /// The end of the main line, which consists of the first node after each.
    pub(crate) fn main_end(&self) -> usize {
        std::iter::successors(Some(0), |node| self.nodes[*node].children.first().copied()).last().unwrap_or(0)
    }

    /// The comment on a node; empty if there is none.
    pub(crate) fn comment(&self, node: usize) -> &str {
        &self.nodes[node].comment
    }

    /// Replaces the comment on a node.
    pub(crate) fn set_comment(&mut self, node: usize, text: String) {
        self.nodes[node].comment = text;
    }

    /// What is marked on the board at a node.
    pub(crate) fn marking(&self, node: usize) -> &Marking {
        &self.nodes[node].marking
    }

    /// Replaces what is marked on the board at a node.
    pub(crate) fn set_marking(&mut self, node: usize, marking: Marking) {
        self.nodes[node].marking = marking;
    }

    /// The size that counts for a marking, in bytes.
    pub(crate) fn size_of(marking: &Marking) -> usize {
        marking.len() * MARK_SIZE
    }

    /// The size that counts for the marking of a node, in bytes.
    pub(crate) fn marks_size(&self, node: usize) -> usize {
        Self::size_of(&self.nodes[node].marking)
    }

    /// The size of all comments and markings, in bytes.
    pub(crate) fn notes_size(&self) -> usize {
        self.nodes.iter().map(|node| node.comment.len() + Self::size_of(&node.marking)).sum()
    }

    /// The nodes with their parents and moves, without the root.
    pub(crate) fn all(&self) -> impl Iterator<Item = (usize, M)> {
        self.nodes.iter().filter_map(|node| Some((node.parent, node.mv?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_move_leads_to_its_node_and_another_to_a_variation() {
        let mut tree = Tree::new();
        let a = tree.add(0, 'a');
        let b = tree.add(a, 'b');
        let c = tree.add(a, 'c');
        assert_eq!((tree.add(0, 'a'), tree.len()), (a, 4));
        assert_eq!(
            (tree.moves(b), tree.moves(c), tree.path(c)),
            (vec!['a', 'b'], vec!['a', 'c'], vec![a, c])
        );
        assert_eq!((tree.parent(0), tree.parent(b)), (None, Some(a)));
        assert_eq!(tree.end(0), c, "the line that was visited last");
        assert_eq!(tree.main_end(), b, "the first nodes");
        assert_eq!(tree.line(0), ['a', 'c'], "the line that was visited last");
        assert_eq!(tree.line_path(a), [a, c]);
        tree.visit(b);
        assert_eq!((tree.end(0), tree.visited_child(a)), (b, Some(b)));
    }
}
