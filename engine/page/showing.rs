//! What the page shows of a game: the position, which is sent and kept whenever it changes.

use blanche_compiler::program::Origin;
use noire_engine::board::Style;
use noire_engine::drawing::Drawing;
use noire_engine::world::{Marks, WorldError, WorldExt as _};

use crate::board::{below, board, legal_move, piece};
use crate::clocks::Clocks;
use crate::game::{Here, PageGame};
use crate::own_marks;
use crate::protocol::{End, Event, Forbidden, LegalMove, Node, NodeBoard, Player, Position, Side};
use crate::reviewing::PageWorld;

/// Maximum number of boards in one message.
const MAX_BOARDS: usize = 40;

impl<W: PageWorld> PageGame<'_, '_, W> {
    /// The board of a position without marks.
    pub(crate) fn drawing(&self, position: &W::Position) -> Drawing {
        self.world.drawing(position, &Marks::default(), Style::default())
    }

    /// Keeps the game and sends the current position.
    pub(crate) fn show(&mut self) {
        self.keep();
        let event = match self.find_targets().and_then(|()| self.position()) {
            Ok(position) => Event::Position(Box::new(position)),
            Err(error) => Event::Failed { text: error.to_string() },
        };
        self.tab.outbox.send(&event);
    }

    fn position(&self) -> Result<Position, WorldError> {
        let Here { position, to_move, end } = self.here()?;
        let drawing = self.drawing(&position);
        let mut board = board(&drawing);
        self.mark_last_move(self.at, &mut board);
        board.below =
            drawing.below.iter().map(|tuple| below(tuple, &|name, count| self.words(name, count))).collect();
        let is_over = end.is_some();
        let moves = if is_over {
            Vec::new()
        } else {
            self.world.legal_moves(&self.start, &self.tree.moves(self.at))?
        };
        let forbidden = if is_over { Vec::new() } else { self.world.forbidden(&position) };
        let legal = |mv: &W::Move| legal_move(self.world.moves_text(&[*mv]), &drawing);
        let mut moves: Vec<LegalMove> = moves.iter().map(legal).collect();
        // A forbidden move loses, so it is no move to point out.
        moves.retain(|mv| !forbidden.contains(&mv.text));
        let forbidden = forbidden.into_iter().map(|text| {
            let kind = self.world.forbidden_kind(&position, &text, &self.tab.translations);
            Forbidden { text, kind }
        });
        let side = |(number, player): (usize, &Player)| Side {
            name: self.player_name(number),
            own_name: self.own_names[number].clone(),
            player: player.clone(),
        };
        let situation = match is_over {
            true => String::new(),
            false => {
                let name = self.player_name(to_move);
                self.tab.say("page-to-move", &[("colour", name.as_str().into())])
            }
        };
        Ok(Position {
            game: self.name.clone(),
            players: self.players.iter().enumerate().map(side).collect(),
            at: self.at,
            nodes: self.nodes(),
            line: self.tree.line_path(self.at),
            board,
            clocks: self.clocks.as_ref().map(Clocks::shown),
            to_move,
            situation,
            end: end.map(|(finish, sentence)| End { winner: finish.winner, sentence }),
            can_pass: !is_over && (W::PASS.is_some() || moves.iter().any(|mv| mv.text == "pass")),
            moves,
            forbidden: forbidden.collect(),
            is_computers_turn: !is_over && self.is_playing && self.players[to_move] != Player::Person,
            can_redo: self.tree.visited_child(self.at).is_some(),
            formats: self.endings(),
            pieces: self.world.pieces(Style::default()).iter().map(piece).collect(),
            id: self.kept.id.clone(),
            not_kept: self.not_kept.clone(),
            start: self.start_record.clone(),
            opening: self.world.opening_name(&self.tree.moves(self.at)).map(|[name, _]| name.to_owned()),
        })
    }

    /// Sends the boards of some nodes. Nodes that do not exist, and those beyond [`MAX_BOARDS`], are left out.
    ///
    /// # Errors
    /// If a position cannot be reached.
    pub(crate) fn send_boards(&self, nodes: &[usize]) -> Result<(), WorldError> {
        let mut boards = Vec::new();
        for node in nodes.iter().copied().filter(|node| *node < self.tree.len()).take(MAX_BOARDS) {
            let mut board = board(&self.drawing(&self.position_at(node)?.position));
            self.mark_last_move(node, &mut board);
            boards.push(NodeBoard { node, board });
        }
        self.tab.outbox.send(&Event::Boards { boards });
        Ok(())
    }

    /// What a state of the game is: the first sentence of its comment.
    pub(crate) fn words(&self, name: &str, count: usize) -> Option<String> {
        let mut all = self.world.program().predicates.iter();
        let state = all.find(|one| one.name == name && one.parameters.len() == count)?;
        if state.origin == Origin::Game {
            let said = self.tab.say(&format!("page-state-{name}"), &[]);
            return (!said.starts_with("page-")).then_some(said);
        }
        let doc = state.doc.join(" ");
        let sentence = doc.split(". ").next().unwrap_or_default().trim_end_matches('.');
        (!sentence.is_empty()).then(|| sentence.to_owned())
    }

    fn nodes(&self) -> Vec<Node> {
        let comment = |node: usize| self.tree.comment(node).to_owned();
        let own = |node: usize| own_marks::own(self.tree.marking(node));
        let root = Node {
            parent: None,
            text: String::new(),
            number: 0,
            field: None,
            comment: comment(0),
            own: own(0),
        };
        let mut nodes = vec![root];
        for (parent, mv) in self.tree.all() {
            let at = nodes.len();
            nodes.push(Node {
                parent: Some(parent),
                text: self.world.moves_text(&[mv]),
                number: nodes[parent].number + 1,
                field: self.targets.get(at).cloned().flatten(),
                comment: comment(at),
                own: own(at),
            });
        }
        nodes
    }
}
