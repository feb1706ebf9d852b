//! A game in progress in a tab.

use blanche_compiler::game::MAX_PLIES;
use noire_engine::games::KnowledgeFilter;
use noire_engine::search::player::{self, Choice};
use noire_engine::world::{Finish, WorldError};
use noire_engine::{players::Chooser, world::World};
use noire_interactive::interactive_game::{InteractiveGame, accepts_draw, finish, mover, player_text};
use noire_interactive::rejections::rejection_text;
use noire_interactive::translations::Variable;

use crate::clocks::Clocks;
use crate::comments;
use crate::inbox::TimeIsUp;
use crate::one_file::Shown;
use crate::opponents;
use crate::own_marks;
use crate::programs::Opponent;
use crate::protocol::{Event, Player, Request};
use crate::recognising;
use crate::records::start_of;
use crate::reviewing::PageWorld;
use crate::store::{self, Kept};
use crate::tab::{Beginning, Left, Tab};
use crate::tree::{MAX_NODES, Tree};

/// Maximum length of the name of a player, in characters.
const MAX_NAME: usize = 60;

/// The names of so many players as they are kept: in one line, without blanks around them. A name that is too long is
/// cut, and one that is missing is empty.
pub(crate) fn own_names(names: &[String], players: usize) -> Vec<String> {
    let own_name = |name: &String| {
        let kept: String = name.chars().filter(|letter| !letter.is_control()).take(MAX_NAME).collect();
        kept.trim().to_owned()
    };
    let mut names: Vec<String> = names.iter().map(own_name).collect();
    names.resize(players, String::new());
    names
}

/// The moves of an opening that is drawn by lot.
fn lot_opening<W: PageWorld>(world: &W, start: &W::Position) -> Result<Vec<W::Move>, WorldError> {
    let number = store::random_number().map_err(|error| WorldError::Wrong(format!("{error}.")))?;
    let mut game = world.searched_game(&KnowledgeFilter::default(), start, &[])?;
    let moves = world.opening(&mut game, None, (number, 1))?;
    Ok(moves.into_iter().map(W::Move::from).collect())
}

/// A player that chooses moves for the computer.
pub(crate) type Computer<'w, W> = Box<dyn Chooser<<W as World>::Game<'w>> + 'w>;

/// A game in progress.
pub(crate) struct PageGame<'w, 't, W: InteractiveGame> {
    pub(crate) world: &'w W,
    pub(crate) tab: &'t mut Tab,
    /// The name or folder by which the page knows the game.
    pub(crate) name: String,
    /// The initial position.
    pub(crate) start: W::Position,
    /// A record of the initial position; `None` for the usual one.
    pub(crate) start_record: Option<String>,
    /// Whether the initial position is an unusual one that no record describes, so that the game cannot be kept.
    pub(crate) is_start_lost: bool,
    /// The file on disk in which the game is kept.
    pub(crate) kept: Kept,
    /// What the file of an opened game records besides its moves.
    pub(crate) file: W::File,
    pub(crate) tree: Tree<W::Move>,
    /// The fields to which the moves led, by node.
    pub(crate) targets: Vec<Option<String>>,
    /// The current node of the tree.
    pub(crate) at: usize,
    /// The own names of those who play; empty if they have none.
    pub(crate) own_names: Vec<String>,
    pub(crate) clocks: Option<Clocks>,
    /// Who plays, in the order of the players of the game.
    pub(crate) players: Vec<Player>,
    /// The computer's players, each created when first needed. The last one gives hints.
    pub(crate) computers: Vec<Option<Computer<'w, W>>>,
    /// The programs that play, by player.
    pub(crate) programs: Vec<Option<Opponent>>,
    /// Whether the computer moves without being asked if it is its turn. It does not after the user has walked to
    /// another position.
    pub(crate) is_playing: bool,
    /// The end of a game that a player ended, with the node.
    pub(crate) ended: Option<(usize, Finish, String)>,
    /// The number of moves to value in a live analysis; 0 if it is off.
    pub(crate) lines: usize,
    /// The moves to choose from in an analysis of the position of a node. Other positions are analysed with all moves.
    pub(crate) only: (usize, Vec<W::Step>),
    /// The node whose analysis is complete.
    pub(crate) analysed: Option<usize>,
    /// The search for analyses, with its table.
    pub(crate) analyst: Option<player::Player<W::Step>>,
    /// Why the game is not kept, as a sentence; `None` if it is.
    pub(crate) not_kept: Option<String>,
    /// The computer's last choice of a move.
    pub(crate) last_choice: Option<Choice<W::Step>>,
}

/// The current position, with what the game knows about it.
pub(crate) struct Here<W: InteractiveGame> {
    pub(crate) position: W::Position,
    /// The index of the player to move.
    pub(crate) to_move: usize,
    pub(crate) end: Option<(Finish, String)>,
}

impl<'w, 't, W: PageWorld> PageGame<'w, 't, W> {
    /// Sets up the game with which a tab begins or continues.
    ///
    /// # Errors
    /// If the game cannot be set up.
    pub(crate) fn begin(
        world: &'w W,
        tab: &'t mut Tab,
        beginning: Beginning,
    ) -> Result<PageGame<'w, 't, W>, WorldError> {
        let Beginning {
            game: name,
            mut players,
            names,
            clocks,
            opening,
            lot,
            start: start_record,
            nodes: (nodes, at),
            comment,
            own,
            kept,
            file: opened,
            is_new: _,
            is_playing,
        } = beginning;
        let (start, file) = start_of(world, start_record.as_deref())?;
        players.resize(world.players().len(), Player::Person);
        if opened.is_some() {
            // The players were those of another game.
            let is_unfit = |player: &&mut Player| {
                opponents::check(world, &start, player, &tab.hall.settings.programs).is_err()
            };
            players.iter_mut().filter(is_unfit).for_each(|player| *player = Player::Person);
        }
        let computers = (0..=players.len()).map(|_| None).collect();
        let programs = players.iter().map(|_| None).collect();
        let clocks = clocks.and_then(|saved| Clocks::restored(&saved, players.len()));
        let mut game = PageGame {
            world,
            tab,
            name,
            start,
            start_record,
            is_start_lost: false,
            kept,
            file,
            tree: Tree::new(),
            targets: Vec::new(),
            at: 0,
            own_names: own_names(&names, players.len()),
            clocks,
            players,
            computers,
            programs,
            is_playing,
            ended: None,
            lines: 0,
            only: (0, Vec::new()),
            analysed: None,
            analyst: None,
            not_kept: None,
            last_choice: None,
        };
        let opening = match lot {
            true => Some(lot_opening(world, &game.start)?),
            false => opening.and_then(|code| world.opening_moves(&code)),
        };
        opening.into_iter().flatten().for_each(|mv| game.at = game.tree.add(game.at, mv));
        game.tree.set_comment(0, comments::cleaned(&comment));
        let fields = own_marks::fields(&game.drawing(&game.start));
        own_marks::put(&mut game.tree, 0, own_marks::cleaned(own.as_ref(), &fields));
        if !nodes.is_empty() {
            game.restore(&nodes, at);
        }
        if let Some(loaded) = opened.and_then(|file| recognising::load(world, &file).ok()) {
            let text = game.tab.say("page-opened-as", &[("game", game.name.as_str().into())]);
            game.tab.outbox.send(&Event::Note { text });
            game.set_up_file(loaded);
        }
        Ok(game)
    }

    /// Runs the game until its tab is closed or its user wants another game.
    pub(crate) fn run(mut self) -> Left {
        self.tab.outbox.send(&Event::Began);
        self.show();
        self.tab.send_games();
        loop {
            if let Err(error) = self.move_on() {
                self.tab.outbox.send(&Event::Failed { text: error.to_string() });
                self.pause();
            }
            let request = match self.tab.inbox.next_within(self.time_left()) {
                Ok(None) => return Left::Closed,
                Ok(Some(request)) => request,
                Err(TimeIsUp) => {
                    self.is_lost_on_time();
                    continue;
                }
            };
            let left = match request {
                Request::New(new) => self.tab.open(Beginning::requested(new)),
                Request::OpenKept { id } => self.tab.open_kept(&id),
                Request::OpenLink { link } => self.tab.open_link(&link),
                Request::Open { name, bytes } => self.open(&name, &bytes),
                request => {
                    if let Err(error) = self.answer(request) {
                        self.tab.outbox.send(&Event::Failed { text: error.to_string() });
                    }
                    None
                }
            };
            if let Some(left) = left {
                return left;
            }
        }
    }

    /// Does what needs no request: makes forced passes, lets the computer move, and analyses.
    fn move_on(&mut self) -> Result<(), WorldError> {
        loop {
            let mut here = self.here()?;
            if here.end.is_some() || self.tree.moves(self.at).len() >= MAX_PLIES as usize {
                return Ok(());
            }
            if self.is_playing
                && let Some(pass) = self.world.forced_pass(&mut here.position)?
            {
                self.note("must-pass", here.to_move);
                self.add(pass);
                continue;
            }
            if self.is_playing && self.players[here.to_move] != Player::Person {
                match self.computer_turn(&here) {
                    Ok(true) => continue,
                    Ok(false) => return Ok(()),
                    Err(error) => {
                        self.fail_player(here.to_move, &error);
                        return Ok(());
                    }
                }
            }
            if self.lines > 0 && self.time_left().is_none() && self.analysed != Some(self.at) {
                self.analyse()?;
            }
            return Ok(());
        }
    }

    fn answer(&mut self, request: Request) -> Result<(), WorldError> {
        match request {
            Request::Hello { .. }
            | Request::New(_)
            | Request::FilePart { .. }
            | Request::Open { .. }
            | Request::OpenLink { .. }
            | Request::OpenKept { .. } => {}
            Request::SetPlayer { side, player } => self.set_player(side, player)?,
            Request::Play { at, text, forbidden } => self.play(at, text.trim(), forbidden)?,
            Request::Pass => match W::PASS {
                Some(pass) => self.make(pass),
                None => self.play(self.at, "pass", false)?,
            },
            Request::Undo => self.undo()?,
            Request::Redo => self.redo()?,
            Request::Go { node } if node < self.tree.len() => {
                self.at = node;
                self.tree.visit(node);
                self.is_playing = false;
                self.pause_clocks();
                self.show();
            }
            Request::Go { .. } => self.fail("page-no-position"),
            Request::Move => {
                let here = self.here()?;
                if self.players[here.to_move] != Player::Person {
                    // The computer goes on until it is a person's turn.
                    self.is_playing = true;
                    self.show();
                } else if here.end.is_none()
                    && let Err(error) = self.computer_turn(&here)
                {
                    self.fail_player(here.to_move, &error);
                }
            }
            Request::Resign => {
                let here = self.here()?;
                match here.end {
                    None => {
                        let winner = (here.to_move + 1) % self.players.len();
                        self.end_game(Some(winner), "resignation", "wins-resignation");
                    }
                    Some((_, text)) => self.tab.outbox.send(&Event::Failed { text }),
                }
            }
            Request::OfferDraw => self.offer_draw()?,
            Request::Hint => self.hint()?,
            Request::Stop => {
                self.tab.outbox.send(&Event::Idle { text: String::new() });
                if self.is_playing && self.players[self.here()?.to_move] != Player::Person {
                    self.pause();
                }
            }
            Request::Analyse { lines, only } => self.set_analysis(lines, &only)?,
            Request::CheckLine { first } => self.check_line(first)?,
            Request::Review => self.review()?,
            Request::Solve => self.solve()?,
            Request::Boards { nodes } => self.send_boards(&nodes)?,
            Request::Preview { at, moves } => self.preview(at, moves)?,
            Request::ExplainMove { text } => self.explain_move(&text)?,
            Request::Rules => self.list_rules()?,
            Request::ExplainRule { rule } => self.explain_rule(rule)?,
            Request::KeptGames => self.tab.send_kept_games(),
            Request::DeleteKept { id } => {
                if let Err(error) = self.tab.hall.store.delete(&id)
                    // Another tab may have deleted it.
                    && error.kind() != std::io::ErrorKind::NotFound
                {
                    let reason = error.to_string();
                    self.fail_with("page-cannot-delete", &[("reason", reason.as_str().into())]);
                }
                self.tab.send_kept_games();
            }
            Request::Save { format } => self.save(&format)?,
            Request::OneFile { numbers, analyses, explanation } => {
                self.send_one_file(Shown { has_numbers: numbers, analyses, explanation })?;
            }
            Request::Link => self.send_link(),
            Request::Picture { kind, numbers, marks } => self.send_picture(kind, numbers, &marks)?,
            Request::SetUp { pieces, to_move } => self.set_up_position(&pieces, to_move)?,
            Request::Comment { node, text } => self.comment(node, &text),
            Request::Mark { node, field, tool } => self.mark(node, &field, tool)?,
            Request::DrawLine { node, line } => self.draw_line(node, line)?,
            Request::ClearMarks { node } => self.clear_marks(node),
            Request::Language { language } => {
                self.tab.set_language(&language);
                self.show();
            }
        }
        Ok(())
    }

    /// Tells the user why a request cannot be fulfilled. `name` is the name of the message.
    pub(crate) fn fail(&self, name: &str) {
        self.fail_with(name, &[]);
    }

    /// Tells the user why a request cannot be fulfilled. The message has these variables.
    pub(crate) fn fail_with(&self, name: &str, variables: &[(&str, Variable<'_>)]) {
        let text = self.tab.say(name, variables);
        self.tab.outbox.send(&Event::Failed { text });
    }

    /// Lets another player choose the moves of a side from now on.
    fn set_player(&mut self, side: usize, player: Player) -> Result<(), WorldError> {
        if side >= self.players.len() {
            self.fail("page-unknown-message");
            return Ok(());
        }
        let here = self.here()?;
        if let Err(text) = self.tab.check_player(self.world, &here.position, &player) {
            self.tab.outbox.send(&Event::Failed { text });
        } else {
            self.players[side] = player;
            self.computers[side] = None;
            self.is_playing |= side == here.to_move && here.end.is_none();
        }
        self.show();
        Ok(())
    }

    /// Tells the user that the computer cannot move for a player, and what can be done.
    fn fail_player(&mut self, side: usize, error: &WorldError) {
        let (name, reason) = (self.player_name(side), error.to_string());
        let variables = [("colour", name.as_str().into()), ("reason", reason.as_str().into())];
        self.fail_with("page-player-failed", &variables);
        self.pause();
    }

    /// Lets the computer make no further moves until it is asked to.
    pub(crate) fn pause(&mut self) {
        self.is_playing = false;
        self.show();
    }

    /// The current position.
    pub(crate) fn here(&self) -> Result<Here<W>, WorldError> {
        self.position_at(self.at)
    }

    /// The position of a node.
    pub(crate) fn position_at(&self, node: usize) -> Result<Here<W>, WorldError> {
        let moves = self.tree.moves(node);
        let mut position = self.world.replay(&self.start, &moves, &mut |_| true)?;
        let to_move = mover(self.world, &position).unwrap_or(0);
        let end = match &self.ended {
            Some((at, finish, sentence)) if *at == node => Some((finish.clone(), sentence.clone())),
            _ => self.end_by_rules(&moves, &mut position)?,
        };
        Ok(Here { position, to_move, end })
    }

    /// The end of the game by its rules, in the position after these moves.
    fn end_by_rules(
        &self,
        moves: &[W::Move],
        position: &mut W::Position,
    ) -> Result<Option<(Finish, String)>, WorldError> {
        let Some(end) = self.world.end_within_limits(position)? else { return Ok(None) };
        let translations = &self.tab.translations;
        let sentence = self.world.end_sentence(&end, (&self.start, moves), position, translations)?;
        Ok(Some((finish(self.world, &end), sentence)))
    }

    /// The name of a player in the language of the tab.
    pub(crate) fn player_name(&self, player: usize) -> String {
        player_text(&self.tab.translations, &self.world.players()[player])
    }

    /// Sends a note about a player.
    fn note(&self, name: &str, player: usize) {
        let player = self.player_name(player);
        let text = self.tab.say(name, &[("colour", player.as_str().into())]);
        self.tab.outbox.send(&Event::Note { text });
    }

    /// Adds a move to the tree and shows the position after it, unless the player to move has no time left.
    pub(crate) fn add(&mut self, mv: W::Move) {
        if self.is_lost_on_time() {
            return;
        }
        self.at = self.tree.add(self.at, mv);
        if let Err(error) = self.press_clock() {
            self.tab.outbox.send(&Event::Failed { text: error.to_string() });
        }
        self.show();
    }

    /// Makes a move of a person. The computer then replies.
    fn make(&mut self, mv: W::Move) {
        if self.tree.len() >= MAX_NODES {
            self.fail_with("page-tree-full", &[("number", (MAX_NODES as u32).into())]);
            return;
        }
        self.is_playing = true;
        self.add(mv);
    }

    /// Plays a move that a person entered, or sends the reason why it is not possible.
    fn play(&mut self, at: usize, text: &str, is_forbidden_allowed: bool) -> Result<(), WorldError> {
        if at != self.at {
            // The position has changed since the person clicked.
            return Ok(());
        }
        let mut here = self.here()?;
        if let Some((_, sentence)) = here.end {
            self.tab.outbox.send(&Event::Failed { text: sentence });
            return Ok(());
        }
        let rejected = match self.world.parse_move(&mut here.position, text) {
            Ok(mv) => {
                let written = self.world.moves_text(&[mv]);
                let is_forbidden = self.world.forbidden(&here.position).contains(&written);
                if !is_forbidden || is_forbidden_allowed {
                    self.make(mv);
                    return Ok(());
                }
                let reason = self.forbidden_text(&here, &written);
                self.refuse(here, text, reason, true);
                return Ok(());
            }
            Err(rejected) => rejected,
        };
        let reason = rejection_text(&self.tab.translations, text, &rejected);
        self.refuse(here, text, reason, false);
        Ok(())
    }

    /// Takes back the person's last move and all moves after it. If only people or only computers play, takes back the
    /// last move.
    fn undo(&mut self) -> Result<(), WorldError> {
        let path = self.tree.path(self.at);
        let is_shared =
            self.players.contains(&Player::Person) && self.players.iter().any(|one| *one != Player::Person);
        let mut movers = Vec::new();
        self.world.replay(&self.start, &self.tree.moves(self.at), &mut |position| {
            movers.push(mover(self.world, position));
            true
        })?;
        let is_persons =
            |at: &usize| !is_shared || movers[*at].is_some_and(|mover| self.players[mover] == Player::Person);
        let back = (0..path.len()).rev().find(is_persons).or(path.len().checked_sub(1));
        if let Some(at) = back {
            self.at = at.checked_sub(1).map_or(0, |before| path[before]);
        }
        self.is_playing = false;
        self.last_choice = None;
        self.pause_clocks();
        self.show();
        Ok(())
    }

    /// Replays moves that were taken back, until a person is to move.
    fn redo(&mut self) -> Result<(), WorldError> {
        self.pause_clocks();
        while let Some(child) = self.tree.visited_child(self.at) {
            self.at = child;
            if self.players[self.here()?.to_move] == Player::Person {
                break;
            }
        }
        self.show();
        Ok(())
    }

    /// Ends the game in the current position. `said` is the name of the message about the end.
    pub(crate) fn end_game(&mut self, winner: Option<usize>, by: &str, said: &str) {
        let winning = winner.map(|player| self.player_name(player)).unwrap_or_default();
        let losing =
            winner.map(|player| self.player_name((player + 1) % self.players.len())).unwrap_or_default();
        let variables = [("colour", winning.as_str().into()), ("loser", losing.as_str().into())];
        let sentence = self.tab.say(said, &variables);
        self.ended = Some((self.at, Finish { winner, by: by.to_owned() }, sentence));
        self.is_playing = false;
        self.pause_clocks();
        self.show();
    }

    /// Offers a draw. A computer accepts unless it considers its position better.
    fn offer_draw(&mut self) -> Result<(), WorldError> {
        let here = self.here()?;
        if here.end.is_some() {
            return Ok(());
        }
        let other = (here.to_move + 1) % self.players.len();
        if self.players[other] == Player::Person || accepts_draw(self.last_choice.as_ref()) {
            self.end_game(None, "agreement", "draw-agreement");
        } else {
            self.note("draw-declined", other);
        }
        Ok(())
    }
}
