//! Games in text at the terminal, in the words of the text.

use std::path::Path;

use blanche_compiler::game::{Move, Outcome, Why};
use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::Position;

use super::playing::{Playing, Refused, Resumed, Unwritten, player_text};
use crate::record::of_stones;
use crate::texts::Texts;
use crate::world::{End, Entry, Record, Saying as _, Source, Text, Trouble, World as _};

impl Playing for Text {
    type File = ();

    const PASS: Option<Move> = None;

    fn resumed(
        &self,
        name: &str,
        bytes: &[u8],
        number: usize,
    ) -> Result<Result<Resumed<Text>, usize>, Trouble> {
        let reading = self.read(Source::File { name, bytes })?;
        let games = reading.entries.len();
        let entry = number.checked_sub(1).and_then(|at| reading.entries.into_iter().nth(at));
        Ok(entry.ok_or(games).map(|Entry { start, moves, .. }| Resumed {
            start,
            moves: moves.unwrap_or_default(),
            file: (),
            games,
            notes: reading.notes,
        }))
    }

    /// As a list of moves, which has no room for another start.
    fn written(
        &self,
        (): &(),
        start: &Position,
        game: &Record<Text>,
        path: &Path,
    ) -> Result<String, Unwritten> {
        if let Some(format) = of_stones(path) {
            let ending = format.ending();
            return Err(Unwritten::Reason(format!(
                "a file that ends in .{ending} holds games of stones on 15x15 fields; this game is saved as a list of moves, \
                 in a file that ends in .txt"
            )));
        }
        let own = self.start().map_err(|trouble| Unwritten::Reason(trouble.to_string()))?;
        if own.words() != start.words() {
            let words = "it began in another position than the game has at its start, and a list of moves cannot say that";
            return Err(Unwritten::Reason(words.to_owned()));
        }
        Ok(self.rules().records().record_text(&game.moves))
    }

    fn move_of(&self, position: &mut Position, word: &str) -> Result<Move, Refused> {
        let read = self.rules().notation().read_move(position, word);
        read.map_err(|fault| Refused::Unplayable(format!("{}: expected {}", fault.found(), fault.expected())))
    }

    fn forced_pass(&self, position: &mut Position) -> Result<Option<Move>, Trouble> {
        Ok(self.rules().must_pass(position)?.then(Move::pass))
    }

    fn end_text(
        &self,
        end: &End,
        position: &mut Position,
        _: Option<(&mut Position, Move)>,
        texts: &Texts,
    ) -> Result<String, Trouble> {
        let rules = self.rules();
        let Some(ended) = rules.end(position)? else { return Ok(end.words.clone()) };
        let margin = rules.judgement().margin_text(position, ended.outcome)?;
        let margin = margin.map_or_else(String::new, |margin| format!(" {margin}"));
        let is_blocked = ended.why == Why::Blocked;
        let name = match ended.outcome {
            Outcome::Won(winner) => player_text(texts, &self.program().player(winner)),
            Outcome::Drawn => String::new(),
        };
        let said = match (ended.outcome, is_blocked) {
            (Outcome::Won(_), true) => "wins-blocked",
            (Outcome::Won(_), false) => "wins-by",
            (Outcome::Drawn, true) => "draw-blocked",
            (Outcome::Drawn, false) => "draw-by",
        };
        let reason = end.words.trim_start_matches("the draw ");
        let variables =
            [("colour", name.as_str().into()), ("margin", margin.as_str().into()), ("reason", reason.into())];
        Ok(texts.say(said, &variables))
    }

    fn claim_title(&self, rule: usize) -> String {
        let program = self.program();
        program.rule_title(program.rule(RuleId(rule as u32)))
    }
}
