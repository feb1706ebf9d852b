//! A version of a game in text: the same as of a base, in the words of the game.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use crate::alarm::Alarm;
use crate::laboratory::answers::changes::Stopped;
use crate::laboratory::games::answers::{AskedGame, Corpus, corpus};
use crate::laboratory::watch::compared::compared;

use super::of_base::{BEFORE, NODES, checked, told};
use super::positions::positions_hold;
use super::round::Course;
use super::signs::Patience;
use super::tell;
use crate::command_line::answer_changes::Words;
use crate::command_line::game::{failed, played_by};
use crate::command_line::games::answers::{Before, Shown, in_both};
use crate::command_line::games::{self, Opened};
use crate::command_line::output::Failure;
use crate::world::Text;

/// Positions to compare two versions in are looked for so long at most.
const PREPARED: Duration = Duration::from_secs(10);

/// A version that was read.
pub(super) struct GameVersion {
    game: Opened,
    /// In which it is compared with the next version; made when that is wanted.
    corpus: OnceLock<Corpus>,
}

impl GameVersion {
    /// Opens the game in a folder.
    pub(super) fn open(name: &str) -> Result<GameVersion, Failure> {
        Ok(GameVersion { game: Opened::new(name, None)?, corpus: OnceLock::new() })
    }

    /// The files that it consists of.
    pub(super) fn files(&self) -> BTreeSet<PathBuf> {
        self.game.base.project().places().map(PathBuf::from).collect()
    }

    /// Asks the positions beside it; whether they hold.
    pub(super) fn tested(&self, course: &Course<'_>) -> Result<bool, Failure> {
        tell(&checked(self.game.chosen(None)?.len(), self.game.base.warnings().len()))?;
        let base = &self.game.base;
        let rules = base.backends().into_iter().map(|backend| Ok((backend, played_by(base, backend)?)));
        let rules: Result<Vec<_>, Failure> = rules.collect();
        positions_hold(&Text::new(Arc::clone(base), rules?), course)
    }

    /// Makes the positions in which it is compared with the next version, before a save wants them.
    pub(super) fn prepared(&self, course: &Course<'_>) -> Result<(), Failure> {
        self.corpus(course).map(|_| ())
    }

    /// The positions of random games, which are the same ones in later versions that have them: those that are found in time.
    /// None where the round was ended meanwhile.
    fn corpus(&self, course: &Course<'_>) -> Result<Option<&Corpus>, Failure> {
        if let Some(known) = self.corpus.get() {
            return Ok(Some(known));
        }
        let over = Arc::default();
        let _alarm = Alarm::new(PREPARED, &over);
        let is_late = || course.signs.is_ended() || over.load(Ordering::Relaxed);
        let made = corpus(self.game.first(), &is_late, |_| {});
        let made = made.map_err(|fault| failed(&self.game.base, &fault))?;
        Ok((!course.signs.is_ended()).then(|| self.corpus.get_or_init(|| made)))
    }

    /// Says what it answers otherwise than an earlier version.
    pub(super) fn compared(&self, before: &GameVersion, course: &Course<'_>) -> Result<(), Failure> {
        let (rules, old) = (self.game.first(), before.game.first());
        let Some(all) = before.corpus(course)? else { return Ok(()) };
        let (before_corpus, here) = in_both(old, all, rules);
        if here.is_empty() {
            return Ok(tell("answers: no position of the version before is one of this game now")?);
        }
        let there = before_corpus.positions;
        let here = Corpus { positions: here, ways: before_corpus.ways };
        if 2 * there.len() >= all.positions.len() {
            // It goes on with these, and plays no games of its own.
            let _ = self.corpus.set(here.clone());
        }
        let (mut patience, over) = Patience::new(course.signs);
        let (mut now, mut then) = (AskedGame::new(rules, &here.positions), AskedGame::new(old, &there));
        let done = compared(&mut now, &mut then, |_| true, &over, || patience.renew());
        drop(patience);
        if course.signs.is_ended() {
            return Ok(());
        }
        tell(&told(&done, "", there.len()))?;
        for (title, stopped) in &done.unanswered {
            let (when, fault) = match stopped {
                Stopped::Now(fault) => ("", fault),
                Stopped::Before(fault) => (", before", fault),
            };
            tell(&format!("not compared: {title}: {fault}{when}"))?;
        }
        if done.changes.is_empty() {
            return Ok(());
        }
        let words = Words {
            other: BEFORE.to_owned(),
            exactly: true,
            called: course.name.to_owned(),
            option: "--game",
            of: done.questions,
        };
        let before = Some(Before { game: &before.game, name: None });
        let shown = Shown { game: &self.game, name: course.name, before, corpus: &here, there: &there };
        words.tell(&done.changes, &shown).map(|_| ())
    }

    /// Attacks its rules in one round, and says what came of it; whether no claim was refuted.
    pub(super) fn verified(&self, time: Duration, course: &Course<'_>) -> Result<bool, Failure> {
        let rules = self.game.chosen(None)?;
        let program = self.game.program();
        if rules.iter().all(|rule| program.rule(*rule).level == 0) {
            tell("verify: no rule claims anything")?;
            return Ok(true);
        }
        let settings = games::verify::Settings {
            seed: 1,
            time: Some(time),
            rounds: Some(1),
            positions: None,
            all: false,
            nodes: NODES,
            threads: thread::available_parallelism().map_or(1, |cores| cores.get()),
            shard: (0, 1),
            stop: course.signs.ended(),
            rules,
            examples: games::verify::examples(&self.game)?,
        };
        games::verify::told(&self.game, &settings)
    }
}
