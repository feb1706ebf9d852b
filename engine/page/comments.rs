//! The comments on the nodes of the tree, which people write on the page or which the record of a game contains.

use crate::game::PageGame;
use crate::reviewing::PageWorld;
use crate::tree::Tree;

/// Maximum length of a comment, in characters.
pub(crate) const MAX_LENGTH: usize = 2000;

/// Maximum size of all comments and marks of a tree, in bytes. With it, a game fits into a message and a file of 1 MB even if each
/// byte is written as two.
pub(crate) const MAX_SIZE: usize = 400_000;

/// The comment as it is kept: with simple line breaks, and without other control characters and blanks at the end. A
/// comment that is too long is cut.
pub(crate) fn cleaned(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n").replace('\t', " ");
    let kept = text.chars().filter(|letter| *letter == '\n' || !letter.is_control());
    kept.take(MAX_LENGTH).collect::<String>().trim_end().to_owned()
}

/// Adds the remarks of a record to the line of a tree that ends in the node `last`. Each comes with the number of moves
/// before it. Returns whether a remark was cut or left out.
pub(crate) fn add<M: Copy + PartialEq>(
    tree: &mut Tree<M>,
    last: usize,
    remarks: Vec<(usize, String)>,
) -> bool {
    let path: Vec<usize> = std::iter::once(0).chain(tree.path(last)).collect();
    let mut is_cut = false;
    for (made, remark) in remarks {
        match path.get(made) {
            Some(node) => is_cut |= append(tree, *node, &remark),
            None => is_cut = true,
        }
    }
    is_cut
}

/// Adds a remark to the comment on a node. Returns whether it was cut or left out.
pub(crate) fn append<M: Copy + PartialEq>(tree: &mut Tree<M>, node: usize, remark: &str) -> bool {
    let known = tree.comment(node);
    let whole = if known.is_empty() { remark.to_owned() } else { format!("{known}\n{remark}") };
    let text = cleaned(&whole);
    if tree.notes_size() - known.len() + text.len() > MAX_SIZE {
        return true;
    }
    tree.set_comment(node, text);
    whole.chars().count() > MAX_LENGTH
}

/// The comments on the line that ends in the node `last`, each with the number of moves before it.
pub(crate) fn of_line<M: Copy + PartialEq>(tree: &Tree<M>, last: usize) -> Vec<(usize, String)> {
    let path = std::iter::once(0).chain(tree.path(last));
    let comments = path.map(|node| tree.comment(node).to_owned()).enumerate();
    comments.filter(|(_, comment)| !comment.is_empty()).collect()
}

impl<W: PageWorld> PageGame<'_, '_, W> {
    /// Changes the comment on a node, or tells the user why it cannot be changed.
    pub(crate) fn comment(&mut self, node: usize, text: &str) {
        if node >= self.tree.len() {
            self.fail("page-no-position");
            return;
        }
        let kept = cleaned(text);
        let others = self.tree.notes_size() - self.tree.comment(node).len();
        let (name, most) = if text.chars().count() > MAX_LENGTH {
            ("page-comment-too-long", MAX_LENGTH)
        } else if others + kept.len() > MAX_SIZE {
            ("page-comments-full", MAX_SIZE / 1000)
        } else {
            self.tree.set_comment(node, kept);
            self.show();
            return;
        };
        self.fail_with(name, &[("number", (most as u32).into())]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_is_kept_without_control_characters_and_blanks_at_its_end() {
        assert_eq!(cleaned("a\r\nb\tc\u{7} \n\n"), "a\nb c");
        assert_eq!(cleaned(&"é".repeat(MAX_LENGTH + 1)).chars().count(), MAX_LENGTH);
    }

    #[test]
    fn remarks_of_a_record_become_comments_on_its_line() {
        let mut tree = Tree::new();
        let last = ['a', 'b'].into_iter().fold(0, |at, mv| tree.add(at, mv));
        let remark = |made: usize, text: &str| (made, text.to_owned());
        let remarks = vec![remark(0, "start"), remark(2, "good"), remark(2, "very")];
        assert!(!add(&mut tree, last, remarks));
        assert_eq!(of_line(&tree, last), [remark(0, "start"), remark(2, "good\nvery")]);
        assert!(add(&mut tree, last, vec![remark(1, &"x".repeat(MAX_LENGTH + 1))]), "its end is left out");
        assert!(add(&mut tree, last, vec![remark(3, "later")]), "there is no such node");
    }

    #[test]
    fn all_comments_together_have_a_limit() {
        let mut tree = Tree::new();
        let long = "x".repeat(MAX_LENGTH);
        let added = (0..1000_u32).take_while(|mv| {
            let node = tree.add(0, *mv);
            !append(&mut tree, node, &long)
        });
        assert_eq!(added.count(), MAX_SIZE / MAX_LENGTH);
        assert!(tree.notes_size() <= MAX_SIZE);
    }
}
