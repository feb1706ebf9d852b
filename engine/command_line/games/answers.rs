//! `noire answers --game NAME`: what everything in a game in text answers in positions of random games, and where that has
//! changed.

use std::process::ExitCode;

use crate::laboratory::answers::asked::Asked;
use crate::laboratory::answers::changes::{Place, Stopped, between, since};
use crate::laboratory::answers::count::counted;
use crate::laboratory::games::answers::{AskedGame, beside, positions};
use crate::progress::Progress;
use blanche_compiler::expect::Bindings;
use blanche_compiler::game::Rules;
use blanche_compiler::runtime::{Position, Solutions};

use super::Opened;
use crate::command_line::answer_changes::{Drawing, Words};
use crate::command_line::commands::answers::{How, nothing_beside, wrong};
use crate::command_line::game::failed;
use crate::command_line::output::{Failure, MISTAKES};

/// Counts the answers of a game, or compares them.
pub(crate) fn run(name: &str, how: &How) -> Result<ExitCode, Failure> {
    let game = Opened::new(name, None)?;
    let rules = game.first();
    let mut progress = Progress::begin();
    let positions = positions(rules, |done| progress.show(0.5 * done, "positions of random games"));
    let positions = positions.map_err(|fault| failed(&game.base, &fault))?;
    if let Some(other) = &how.against {
        return against(&game, name, other, &positions, progress);
    }
    let mut asked = AskedGame::new(rules, &positions);
    let answers = counted(&mut asked, |done, who| progress.show(0.5 + 0.5 * done, who));
    progress.end();
    let answers = answers.map_err(|fault| failed(&game.base, &fault))?;
    if how.check {
        let said = beside(&game.base).map_err(wrong)?;
        let said = said.ok_or_else(|| nothing_beside(game.base.name(), "--game", name))?;
        let words = Words::of_text(format!("--game {name}"), asked.questions());
        words.tell_what_is_lacking(&said, &answers);
        let positions = Positions { now: &positions, before: &positions };
        return words.tell(&since(&answers, &said), &Shown { game: &game, before: None, positions });
    }
    let head = format!(
        "# What everything in {} answers in {} positions of random games: positions in which a rule applies, solutions,\n\
         # and a sum over all answers. `noire answers --game FOLDER --update` writes it.\n",
        game.base.name(),
        positions.len()
    );
    how.write(name, &head, &answers)
}

/// Compares two games answer by answer, in the positions that both have.
fn against(
    game: &Opened,
    name: &str,
    other: &str,
    positions: &[Position],
    mut progress: Progress,
) -> Result<ExitCode, Failure> {
    let before = Opened::new(other, None)?;
    let (rules, old) = (game.first(), before.first());
    let (here, there) = in_both(rules, positions, old);
    if here.is_empty() {
        let words = format!(
            "error: {other} has none of the positions of {name}\n  two versions of one game are compared"
        );
        return Err(Failure::Said(words, MISTAKES));
    }
    if here.len() < positions.len() {
        progress.aside(|| {
            eprintln!(
                "note: {} of {} positions are compared: {other} does not have the others",
                here.len(),
                positions.len()
            );
        });
    }
    let (mut asked, mut asked_before) = (AskedGame::new(rules, &here), AskedGame::new(old, &there));
    let changes = between(&mut asked, &mut asked_before, |done, who| progress.show(0.5 + 0.5 * done, who));
    progress.end();
    let changes = changes.map_err(|stopped| match stopped {
        Stopped::Now(fault) => failed(&game.base, &fault),
        Stopped::Before(fault) => failed(&before.base, &fault),
    })?;
    let (other, name) = (other.to_owned(), format!("--game {name}"));
    let words = Words { other, exactly: true, name, of: asked.questions() };
    let positions = Positions { now: &here, before: &there };
    words.tell(&changes, &Shown { game, before: Some(&before), positions })
}

/// Those of these positions that another game has too, as the one has them and as the other does.
pub(crate) fn in_both(
    rules: &Rules,
    positions: &[Position],
    other: &Rules,
) -> (Vec<Position>, Vec<Position>) {
    let both = positions.iter().filter_map(|position| {
        let text = rules.position_text(position);
        let same = other.read_position(&text, other.game().first).ok();
        Some((position.clone(), same.filter(|one| other.position_text(one) == text)?))
    });
    both.unzip()
}

/// The same positions of two games.
#[derive(Clone, Copy)]
pub(crate) struct Positions<'p> {
    pub(crate) now: &'p [Position],
    pub(crate) before: &'p [Position],
}

/// Positions of a game, drawn by its own rules.
pub(crate) struct Shown<'g> {
    pub(crate) game: &'g Opened,
    pub(crate) before: Option<&'g Opened>,
    pub(crate) positions: Positions<'g>,
}

impl Drawing for Shown<'_> {
    fn answers(&self, title: &str, place: &Place) -> Result<Vec<Bindings>, Failure> {
        let mut asked = AskedGame::new(self.game.first(), self.positions.now);
        let Some(question) = (0..asked.questions()).find(|one| asked.title(*one) == title) else {
            return Ok(Vec::new());
        };
        let mut room = Solutions::default();
        let answered = asked.ask(question, place.position, &mut room);
        answered.map_err(|fault| failed(&self.game.base, &fault))?;
        Ok(room.iter().map(|answer| asked.written(question, answer)).collect())
    }

    fn command(&self, _: &str, _: &Place, _: bool) -> Option<String> {
        None
    }

    fn size(&self, place: &Place) -> u32 {
        self.positions.now[place.position].words().iter().map(|word| word.count_ones()).sum()
    }

    fn diagram(&self, _: &str, place: &Place, _: Option<&Bindings>, is_now: bool) -> String {
        let drawn = |rules: &Rules, all: &[Position]| rules.position_text(&all[place.position]);
        match self.before.filter(|_| !is_now) {
            Some(before) => drawn(before.first(), self.positions.before),
            None => drawn(self.game.first(), self.positions.now),
        }
    }
}
