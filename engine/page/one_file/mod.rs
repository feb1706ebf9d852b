//! A game as one file of HTML, to keep or to give to others: its positions as boards to walk through, its moves, and what
//! was analysed and explained.
//!
//! The file loads nothing and sends nothing. Without scripts, it shows all boards one below the other.

mod html;

use noire_engine::drawing::{Drawing, Numbers};
use noire_engine::world::WorldError;
use noire_interactive::interactive_game::mover;

use self::html::{Page, Step, Words};
use crate::board::below;
use crate::game::PageGame;
use crate::pictures::{mark_last, title};
use crate::protocol::{Below, Event, MoveValues, Player, SavedExplanation};
use crate::reviewing::PageWorld;

/// Maximum number of moves of a file.
const MAX_MOVES: usize = 300;

/// Maximum size of a file, in bytes.
const MAX_SIZE: usize = 2 << 20;

/// What the page adds to the positions.
pub(crate) struct Shown {
    /// Whether to write move numbers on the pieces.
    pub(crate) has_numbers: bool,
    /// The analyses of positions of the line.
    pub(crate) analyses: Vec<MoveValues>,
    /// The explanation in the current position.
    pub(crate) explanation: Option<SavedExplanation>,
}

impl<W: PageWorld> PageGame<'_, '_, W> {
    /// Sends the line through the current position as one file.
    ///
    /// # Errors
    /// If a position cannot be reached.
    pub(crate) fn send_one_file(&mut self, shown: Shown) -> Result<(), WorldError> {
        let page = self.page(shown)?;
        let text = page.html();
        if text.len() > MAX_SIZE {
            let text = self.tab.say("page-one-file-too-large", &[("size", (MAX_SIZE as u32 >> 20).into())]);
            self.tab.outbox.send(&Event::Failed { text });
            return Ok(());
        }
        let name = format!("{}.html", self.world.contents().name);
        self.tab.outbox.send(&Event::File { name, text });
        Ok(())
    }

    /// What the file shows. Tells the user if it does not show all moves.
    fn page(&self, shown: Shown) -> Result<Page, WorldError> {
        let mut path = self.tree.line_path(self.at);
        if path.len() > MAX_MOVES {
            path.truncate(MAX_MOVES);
            let text = self.tab.say("page-one-file-cut", &[("number", (MAX_MOVES as u32).into())]);
            self.tab.outbox.send(&Event::Note { text });
        }
        let last = path.last().copied().unwrap_or(0);
        let moves = self.tree.moves(last);
        let at = self.tree.path(self.at).len().min(path.len());
        let end = self.position_at(last)?.end.map(|(_, sentence)| sentence);
        let game = self.world.contents().name.clone();
        let facts = self.facts(&moves, end.as_deref());
        let sides: Vec<&str> = facts.iter().take(self.players.len()).map(|(_, name)| name.as_str()).collect();
        Ok(Page {
            language: self.tab.translations.language().to_owned(),
            title: title(&game, &sides.join(" – ")),
            steps: self.steps((&path, &moves), (at, end), shown)?,
            words: Words::of(&|name| self.tab.say(name, &[])),
            game,
            facts,
            at,
        })
    }

    /// The players, the opening and the result, each with its name. The players come first.
    fn facts(&self, moves: &[W::Move], end: Option<&str>) -> Vec<(String, String)> {
        let recorded = self.world.recorded_players(&self.file);
        let player = |(number, player): (usize, &Player)| {
            let own = Some(self.own_names[number].clone()).filter(|name| !name.is_empty());
            let name = own.or_else(|| recorded.get(number).cloned().flatten());
            let name = name.unwrap_or_else(|| self.who(player));
            (self.player_name(number), name)
        };
        let mut facts: Vec<(String, String)> = self.players.iter().enumerate().map(player).collect();
        let opening = moves.get(..3).and_then(|first| self.world.opening_name(first));
        facts.extend(opening.map(|[name, _]| (self.tab.say("page-opening", &[]), name.to_owned())));
        let recorded = || self.world.recorded_result(&self.file, &self.tab.translations);
        let result = end.map(str::to_owned).or_else(recorded);
        facts.extend(result.map(|result| (self.tab.say("page-result", &[]), result)));
        facts
    }

    /// Who chooses the moves of a player.
    fn who(&self, player: &Player) -> String {
        match player {
            Player::Person => self.tab.say("page-person", &[]),
            Player::Computer { level } => {
                let level = self.tab.say("page-level", &[("level", (*level).into())]);
                format!("{}, {level}", self.tab.say("page-computer", &[]))
            }
            Player::Agent { name } => name.clone(),
        }
    }

    /// The positions of a line of nodes. The current one is number `at`, and the last one may have an end.
    fn steps(
        &self,
        (path, moves): (&[usize], &[W::Move]),
        (at, end): (usize, Option<String>),
        mut shown: Shown,
    ) -> Result<Vec<Step>, WorldError> {
        let mut steps: Vec<Step> = Vec::new();
        let (mut numbers, mut before): (Numbers, Option<Drawing>) = (Numbers::default(), None);
        self.world.replay(&self.start, moves, &mut |position| {
            let number = steps.len();
            let node = number.checked_sub(1).and_then(|at| path.get(at));
            let mut drawing = self.drawing(position);
            if let Some(before) = before.replace(drawing.clone()) {
                numbers.take(number as u32, &before, &drawing);
            }
            mark_last(&mut drawing, node.and_then(|node| self.targets.get(*node)?.as_deref()));
            if shown.has_numbers {
                numbers.write(&mut drawing);
            }
            let marking = self.tree.marking(node.copied().unwrap_or(0));
            let own = drawing.marking_svg(marking);
            let mut below = self.described(&std::mem::take(&mut drawing.below));
            below.extend(self.marking_text(marking));
            let mv = number.checked_sub(1).and_then(|at| moves.get(at));
            let analysis = shown.analyses.iter_mut().find(|analysis| analysis.moves == number);
            let mover = mover(self.world, position).unwrap_or(0);
            steps.push(Step {
                name: match mv {
                    Some(mv) => format!("{number}. {}", self.world.moves_text(&[*mv])),
                    None => self.tab.say("page-beginning", &[]),
                },
                board: drawing.svg_parts(),
                own,
                below,
                sentence: match &end {
                    Some(end) if number == moves.len() => end.clone(),
                    _ => self.tab.say("page-to-move", &[("colour", self.player_name(mover).as_str().into())]),
                },
                analysis: analysis.map(|analysis| std::mem::take(&mut analysis.lines)).unwrap_or_default(),
                explanation: if number == at { shown.explanation.take() } else { None },
            });
            true
        })?;
        Ok(steps)
    }

    /// What these tuples, which are not on the board, say in words.
    fn described(&self, tuples: &[String]) -> Vec<String> {
        let text = |tuple: &String| {
            let Below { label, value } = below(tuple, &|name, count| self.words(name, count));
            if value.is_empty() { label } else { format!("{label}: {value}") }
        };
        tuples.iter().map(text).collect()
    }
}
