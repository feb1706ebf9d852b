//! Attacks on the claims of a game in text.

use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use super::round::Course;
use super::tell;
use super::version::{NODES, Watchable};
use crate::command_line::games::{self, Opened};
use crate::command_line::output::Failure;
use crate::world::Text;

impl Watchable for Text {
    fn changed(&self, _: &Text) -> Option<BTreeSet<String>> {
        None
    }

    fn verified(&self, time: Duration, course: &Course<'_>) -> Result<bool, Failure> {
        let game = Opened::new(course.name, None)?;
        let rules = game.chosen(None)?;
        let program = game.program();
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
            examples: games::verify::examples(&game)?,
        };
        games::verify::told(&game, &settings)
    }
}
