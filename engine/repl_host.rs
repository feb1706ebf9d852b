//! A position to talk about: what a conversation with a base can show of its answers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use blanche_compiler::repl::{Session, Table, World};
use blanche_compiler::runtime::{LimitReached, Solutions};
use blanche_compiler::why::Fact;

use crate::bases::Backend;
use crate::board::{Diagram, Group, Point, Position, Style};
use crate::facts::Base;
use crate::games::first_end;
use crate::presentation::{marked, words};
use crate::record::PositionSpec;
use crate::rules::five_in_a_row::Interpreted;

/// Fields around what a picture shows that are drawn as well.
const SPARE_FIELDS: u8 = 2;

/// A base and a position.
pub struct Board {
    base: Base,
    position: Position,
    style: Style,
}

/// A conversation with a base about a position. Who sets the sign has a long question given up.
pub fn session(base: Base, position: Position, style: Style, stop: Arc<AtomicBool>) -> Session<Board> {
    let (project, files) = base.files();
    let (statistics, limits) = (base.statistics().clone(), base.limits());
    Session::new(project, files, statistics, Board { base, position, style }, limits, stop)
}

impl World for Board {
    type Host = Interpreted<Position>;

    fn facts(&mut self) -> &mut Position {
        &mut self.position
    }

    fn picture(&self, answers: &Table) -> Vec<String> {
        let diagram = match answers.rows.as_slice() {
            [row] => {
                let names = answers.variables.iter().map(|(name, _)| name.clone());
                let values: Vec<(String, String)> = names.zip(row.iter().cloned()).collect();
                let shows = values.iter().any(|(_, text)| is_shown(text));
                let first = values.iter().position(|(_, text)| text.parse::<Point>().is_ok());
                shows.then(|| marked(&self.position, &values, first))
            }
            rows => self.of_all(answers, rows),
        };
        let text = diagram.map(|diagram| diagram.draw(self.style));
        text.iter().flat_map(|text| text.lines()).map(str::to_owned).collect()
    }

    fn words(&self, fact: &Fact) -> Option<String> {
        words::fact(fact)
    }

    fn compiled(&self, rule: &str) -> Option<usize> {
        let at = self.base.rules().iter().position(|known| known.title() == rule);
        at.filter(|_| self.base.has(Backend::Compiled))
    }

    fn answers_compiled(&mut self, rule: usize) -> Result<Solutions, LimitReached> {
        self.base.all(Backend::Compiled, rule, &mut self.position)
    }

    fn commands(&self) -> &'static [(&'static str, &'static str, &'static str)] {
        &[
            ("board", "", "the position"),
            ("position", "MOVES", "another position: moves in turn, black first"),
        ]
    }

    fn command(&mut self, word: &str, argument: &str) -> Result<Vec<String>, String> {
        let mut said = Vec::new();
        if word == "position" {
            let given =
                PositionSpec::from_moves("moves", argument).map_err(|problems| problems.to_string())?;
            said.extend(self.go_to(given));
        }
        let diagram = Diagram::of(&self.position).draw(self.style);
        said.extend(diagram.lines().map(str::to_owned));
        Ok(said)
    }
}

impl Board {
    /// Talks about the position after some moves, or after those up to the end of the game. Gives a note where moves follow
    /// behind the end.
    fn go_to(&mut self, given: PositionSpec) -> Option<String> {
        let made = given.moves().map_or(0, <[_]>::len);
        let positions = given.prefixes().map(|spec| spec.position());
        self.position = given.position();
        // What cannot be found out within the limits is said where it is asked.
        let ended = first_end(positions.take(made), &self.base, self.base.backend()).ok().flatten();
        // Rules by which a game is over before its first move are asked of the position as it is.
        let judged = ended.filter(|judged| judged.moves > 0)?;
        self.position = given.prefixes().nth(judged.moves)?.position();
        let words = judged.before_the_last_move(self.base.name());
        Some(format!("note: {words}; what follows is left out"))
    }

    /// The fields of several answers, marked as their variables are numbered or with `*`, and their groups.
    fn of_all(&self, answers: &Table, rows: &[Vec<String>]) -> Option<Diagram> {
        let mut diagram = Diagram::of(&self.position);
        let mut shows = false;
        // What stands in front is marked last, so that it is seen.
        for (at, (name, _)) in answers.variables.iter().enumerate().rev() {
            let number = name.chars().next_back().filter(char::is_ascii_digit).filter(|_| at > 0);
            for row in rows {
                if let Ok(group) = row[at].parse::<Group>() {
                    diagram = diagram.highlight(group.base());
                } else if let Ok(field) = row[at].parse::<Point>() {
                    diagram = diagram.mark(field, number.unwrap_or('*'));
                } else {
                    continue;
                }
                shows = true;
            }
        }
        shows.then(|| diagram.cropped(SPARE_FIELDS))
    }
}

/// Whether a value can be shown on a board.
fn is_shown(text: &str) -> bool {
    text.parse::<Group>().is_ok() || text.parse::<Point>().is_ok()
}
