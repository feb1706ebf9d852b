//! `noire answers --game NAME`: what everything in a game in text answers in positions of random games, and where that has
//! changed.

use std::process::ExitCode;
use std::sync::Arc;

use crate::laboratory::answers::asked::Asked;
use crate::laboratory::answers::changes::{Compared, Place, Stopped, between_until, since};
use crate::laboratory::answers::count::counted_until;
use crate::laboratory::games::answers::{AskedGame, Corpus, beside, corpus};
use crate::progress::Progress;
use blanche_compiler::expect::Bindings;
use blanche_compiler::game::Rules;
use blanche_compiler::program::RuleKind;
use blanche_compiler::runtime::{Limits, Position, Solutions};

use super::Opened;
use crate::command_line::answer_changes::{Drawing, Words};
use crate::command_line::commands::answers::{How, Stop, nothing_beside, wrong};
use crate::command_line::game::failed;
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, Format, MISTAKES, quoted};

/// Counts the answers of a game, or compares them.
pub(crate) fn run(name: &str, how: &How) -> Result<ExitCode, Failure> {
    let stop = Stop::new()?;
    let game = Opened::stopped_by(name, None, Limits::default(), Arc::clone(&stop.asked))?;
    let rules = game.first();
    let mut progress = Progress::begin();
    let turn = |done| progress.show(0.5 * done, "positions of random games");
    let corpus = corpus(rules, &|| stop.is_set(), turn);
    if stop.is_set() {
        progress.end();
        eprintln!("note: stopped before anything was asked");
        return Ok(interrupt::status(&stop.sign));
    }
    let corpus = corpus.map_err(|fault| failed(&game.base, &fault))?;
    if let Some(other) = &how.against {
        return against(&game, (name, other), &corpus, (progress, &stop), how.format);
    }
    let mut asked = AskedGame::new(rules, &corpus.positions);
    let turn = |done, who: &str| progress.show(0.5 + 0.5 * done, who);
    let (answers, ended) = counted_until(&mut asked, &stop.sign, turn);
    progress.end();
    let done = answers.tallies.len();
    stop.tell(done, asked.questions(), ended).map_err(|fault| failed(&game.base, &fault))?;
    if how.check && stop.is_set() {
        return Ok(interrupt::status(&stop.sign));
    }
    if how.check {
        let said = beside(&game.base).map_err(wrong)?;
        let said = said.ok_or_else(|| nothing_beside(game.base.name(), "--game", name))?;
        let words = Words::of_text(name, "--game", asked.questions());
        words.tell_what_is_lacking(&said, &answers);
        let shown = Shown { game: &game, name, before: None, there: &corpus.positions, corpus: &corpus };
        return words.print(&since(&answers, &said), &shown, how.format);
    }
    let head = format!(
        "# What everything in {} answers in {} positions of random games: positions in which a rule applies, solutions,\n\
         # and a sum over all answers. `noire answers --game FOLDER --update` writes it.\n",
        game.base.name(),
        corpus.positions.len()
    );
    how.write(name, &head, &answers, &stop)
}

/// Compares two games answer by answer, in the positions that both have.
fn against(
    game: &Opened,
    (name, other): (&str, &str),
    corpus: &Corpus,
    (mut progress, stop): (Progress, &Stop),
    format: Format,
) -> Result<ExitCode, Failure> {
    let before = Opened::stopped_by(other, None, Limits::default(), Arc::clone(&stop.asked))?;
    let (rules, old) = (game.first(), before.first());
    let (here, there) = in_both(rules, corpus, old);
    if there.is_empty() {
        let words = format!(
            "error: {other} has none of the positions of {name}\n  two versions of one game are compared"
        );
        return Err(Failure::Said(words, MISTAKES));
    }
    if there.len() < corpus.positions.len() {
        progress.aside(|| {
            eprintln!(
                "note: {} of {} positions are compared: {other} does not have the others",
                there.len(),
                corpus.positions.len()
            );
        });
    }
    let (mut asked, mut asked_before) = (AskedGame::new(rules, &here.positions), AskedGame::new(old, &there));
    let turn = |done, who: &str| progress.show(0.5 + 0.5 * done, who);
    let Compared { changes, questions: compared, ended } =
        between_until(&mut asked, &mut asked_before, &stop.sign, turn);
    progress.end();
    stop.tell(compared, asked.questions().max(compared), ended).map_err(|stopped| match stopped {
        Stopped::Now(fault) => failed(&game.base, &fault),
        Stopped::Before(fault) => failed(&before.base, &fault),
    })?;
    let words = Words {
        other: other.to_owned(),
        exactly: true,
        called: name.to_owned(),
        option: "--game",
        of: if stop.is_set() { compared } else { asked.questions() },
    };
    let before = Some(Before { game: &before, name: Some(other) });
    let shown = Shown { game, name, before, there: &there, corpus: &here };
    Ok(stop.or(words.print(&changes, &shown, format)?))
}

/// Those of these positions that another game has too, as the one has them and as the other does.
pub(crate) fn in_both(rules: &Rules, corpus: &Corpus, other: &Rules) -> (Corpus, Vec<Position>) {
    let (mut here, mut there) = (Corpus::default(), Vec::new());
    for (position, way) in corpus.positions.iter().zip(&corpus.ways) {
        let text = rules.position_text(position);
        let same = other.read_position(&text, other.game().first).ok();
        if let Some(same) = same.filter(|one| other.position_text(one) == text) {
            here.positions.push(position.clone());
            here.ways.push(way.clone());
            there.push(same);
        }
    }
    (here, there)
}

/// An earlier version of a game, or another one.
#[derive(Clone, Copy)]
pub(crate) struct Before<'g> {
    pub(crate) game: &'g Opened,
    /// What it was called; nothing where it has no name by which it could be asked.
    pub(crate) name: Option<&'g str>,
}

/// Positions of a game, drawn by its own rules.
pub(crate) struct Shown<'g> {
    pub(crate) game: &'g Opened,
    /// What the game was called.
    pub(crate) name: &'g str,
    pub(crate) before: Option<Before<'g>>,
    pub(crate) corpus: &'g Corpus,
    /// The same positions as the other game has them.
    pub(crate) there: &'g [Position],
}

impl Drawing for Shown<'_> {
    fn answers(&self, title: &str, place: &Place) -> Result<Vec<Bindings>, Failure> {
        let mut asked = AskedGame::new(self.game.first(), &self.corpus.positions);
        let Some(question) = (0..asked.questions()).find(|one| asked.title(*one) == title) else {
            return Ok(Vec::new());
        };
        let mut room = Solutions::default();
        let answered = asked.ask(question, place.position, &mut room);
        answered.map_err(|fault| failed(&self.game.base, &fault))?;
        Ok(room.iter().map(|answer| asked.written(question, answer)).collect())
    }

    fn command(&self, title: &str, place: &Place, is_now: bool) -> Option<String> {
        let before = self.before.filter(|_| !is_now);
        let (game, name) = match before.and_then(|before| Some((before.game, before.name?))) {
            Some(named) => named,
            None => (self.game, self.name),
        };
        let name = quoted(name);
        let way = match self.corpus.ways[place.position].as_str() {
            "" => String::new(),
            way => format!(" --moves '{way}'"),
        };
        let program = game.program();
        let rule = program.rules.iter().find(|rule| program.rule_title(rule) == title)?;
        Some(match rule.kind {
            RuleKind::Rule => format!("noire explain --game {name}{way} --rule '{title}'"),
            RuleKind::Score(_) => format!("noire eval --game {name}{way}"),
            RuleKind::Export | RuleKind::Preference(_) | RuleKind::Game(_) | RuleKind::Query => {
                format!("noire repl --game {name}{way}")
            }
        })
    }

    fn size(&self, place: &Place) -> u32 {
        self.corpus.positions[place.position].words().iter().map(|word| word.count_ones()).sum()
    }

    fn diagram(&self, _: &str, place: &Place, _: Option<&Bindings>, is_now: bool) -> String {
        let drawn = |rules: &Rules, all: &[Position]| rules.position_text(&all[place.position]);
        match self.before.filter(|_| !is_now) {
            Some(before) => drawn(before.game.first(), self.there),
            None => drawn(self.game.first(), &self.corpus.positions),
        }
    }
}
