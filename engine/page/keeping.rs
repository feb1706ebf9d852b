//! Keeps a game in its file, and restores its tree.

use crate::clocks::Clocks;
use crate::comments;
use crate::game::PageGame;
use crate::own_marks;
use crate::protocol::{SavedGame, SavedNode};
use crate::records::parse_kept;
use crate::reviewing::PageWorld;
use crate::store::{MAX_GAMES, StoreError};
use crate::tree::MAX_NODES;

impl<W: PageWorld> PageGame<'_, '_, W> {
    /// Adds the legal moves of a game that the page has kept.
    pub(crate) fn restore(&mut self, nodes: &[SavedNode], at: usize) {
        let mut positions = vec![Some(self.start.clone())];
        let mut numbers = vec![0];
        let fields = own_marks::fields(&self.drawing(&self.start));
        for node in nodes.iter().take(MAX_NODES) {
            let parent = node.parent.min(positions.len() - 1);
            let known = positions[parent].clone().and_then(|mut before| {
                let mv = parse_kept(self.world, &mut before, &node.text)?;
                Some((mv, self.world.replay(&before, &[mv], &mut |_| true).ok()?))
            });
            match known {
                Some((mv, after)) => {
                    let number = self.tree.add(numbers[parent], mv);
                    self.tree.set_comment(number, comments::cleaned(&node.comment));
                    own_marks::put(&mut self.tree, number, own_marks::cleaned(node.own.as_ref(), &fields));
                    numbers.push(number);
                    positions.push(Some(after));
                }
                None => {
                    numbers.push(numbers[parent]);
                    positions.push(None);
                }
            }
        }
        self.at = numbers.get(at).copied().unwrap_or(self.at);
        self.tree.visit(self.at);
    }

    /// Writes the game to its file. A game without moves is not worth a file.
    pub(crate) fn keep(&mut self) {
        let is_bare = self.tree.comment(0).is_empty() && self.tree.marking(0).is_empty();
        if self.tree.len() == 1 && self.start_record.is_none() && is_bare {
            return;
        }
        if self.is_start_lost {
            let reason = self.tab.say("page-start-lost", &[]);
            self.not_kept = Some(self.tab.say("page-not-kept", &[("reason", reason.as_str().into())]));
            return;
        }
        let saved = self.saved();
        let kept = self.tab.hall.store.save(&mut self.kept, saved);
        self.not_kept = kept.err().map(|error| match error {
            StoreError::Full => self.tab.say("page-store-full", &[("number", (MAX_GAMES as u32).into())]),
            StoreError::TooLarge => self.tab.say("page-too-large-to-keep", &[]),
            StoreError::Io(error) => {
                self.tab.say("page-not-kept", &[("reason", error.to_string().as_str().into())])
            }
        });
    }

    /// The game as it is kept.
    fn saved(&self) -> SavedGame {
        let node = |(at, (parent, mv)): (usize, (usize, W::Move))| SavedNode {
            parent,
            text: self.world.moves_text(&[mv]),
            comment: self.tree.comment(at).to_owned(),
            own: own_marks::own(self.tree.marking(at)),
        };
        SavedGame {
            game: self.name.clone(),
            id: None,
            players: self.players.clone(),
            names: self.own_names.clone(),
            clocks: self.clocks.as_ref().map(Clocks::saved),
            start: self.start_record.clone(),
            comment: self.tree.comment(0).to_owned(),
            own: own_marks::own(self.tree.marking(0)),
            nodes: (1..).zip(self.tree.all()).map(node).collect(),
            at: self.at,
            is_playing: false,
        }
    }
}
