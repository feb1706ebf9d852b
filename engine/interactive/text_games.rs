//! Games defined in rule files for people, described in the words of the rule file.

use std::path::Path;

use blanche_compiler::game::{EndReason, Move, Outcome, Record as FullRecord, Remark};
use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::Position;

use crate::interactive_game::{InteractiveGame, LoadedGame, RejectedMove, SaveError, player_text};
use crate::translations::Translations;
use noire_engine::record::{Format, Written};
use noire_engine::world::{
    End, RESULT, Record, Recording as _, Records, Text, World as _, WorldError, WorldExt as _,
};

impl InteractiveGame for Text {
    type File = Option<FullRecord>;

    const PASS: Option<Move> = None;

    fn load_game(
        &self,
        name: &str,
        bytes: &[u8],
        number: usize,
    ) -> Result<Result<LoadedGame<Text>, usize>, WorldError> {
        let Records { games, notes } = self.records(name, bytes, None, Some(number))?;
        let own = self.start()?;
        let all = games.len();
        let kept = number.checked_sub(1).and_then(|at| games.into_iter().nth(at));
        Ok(kept.ok_or(all).map(|(_, file)| LoadedGame {
            start: (file.start.words() != own.words()).then(|| file.start.clone()),
            moves: file.moves.clone(),
            file: Some(file),
            games: all,
            notes,
            variations: Vec::new(),
            left_out: 0,
        }))
    }

    /// Keeps what the file records about the game and its moves, but not the result.
    fn file_text(
        &self,
        file: &Option<FullRecord>,
        start: &Position,
        game: &Record<Text>,
        path: &Path,
    ) -> Result<Written, SaveError> {
        let endings = || Format::endings(&self.formats());
        let format = match Format::of_output(path).ok_or_else(|| SaveError::Ending(endings()))? {
            format @ (Format::Sgf | Format::Psq) => {
                let words = format!(
                    "a file that ends in .{} holds games of stones on 15x15 fields; this game is saved in files that end in {}",
                    format.ending(),
                    endings()
                );
                return Err(SaveError::Reason(words));
            }
            format => format,
        };
        let mut kept = FullRecord { start: start.clone(), ..self.to_full_record(game) };
        if let Some(file) = file {
            let same = file.moves.iter().zip(&kept.moves).take_while(|(known, mv)| known == mv).count();
            kept.remarks = file.remarks.iter().filter(|(made, _)| *made <= same).cloned().collect();
            for (name, value) in file.tags.iter().filter(|(name, _)| name != RESULT) {
                match kept.tags.iter_mut().find(|(known, _)| known == name) {
                    Some((_, known)) => known.clone_from(value),
                    None => kept.tags.push((name.clone(), value.clone())),
                }
            }
        }
        let written = self.write(std::slice::from_ref(&kept), format);
        written.map_err(|reason| SaveError::Reason(reason.to_string()))
    }

    fn remarks(file: &Option<FullRecord>) -> Vec<(usize, String)> {
        let remarks = file.iter().flat_map(|file| &file.remarks);
        let words = |(made, remark): &(usize, Remark)| match remark {
            Remark::Words(words) => Some((*made, words.clone())),
            Remark::Sign(_) => None,
        };
        remarks.filter_map(words).collect()
    }

    fn set_remarks(
        file: &mut Option<FullRecord>,
        start: &Position,
        moves: &[Move],
        remarks: Vec<(usize, String)>,
    ) {
        let file = file.get_or_insert_with(|| FullRecord::of_position(start.clone()));
        let same = file.moves.iter().zip(moves).take_while(|(known, mv)| known == mv).count();
        file.moves = moves.to_vec();
        let is_sign = |remark: &Remark| matches!(remark, Remark::Sign(_));
        file.remarks.retain(|(made, remark)| is_sign(remark) && *made <= same);
        // Formats with remarks write them in braces, in which line breaks are blanks.
        let words = |text: String| Remark::Words(text.split_whitespace().collect::<Vec<_>>().join(" "));
        file.remarks.extend(remarks.into_iter().map(|(made, text)| (made, words(text))));
        file.remarks.sort_by_key(|(made, _)| *made);
    }

    /// Tags have the names of the players, with a first letter in upper case.
    fn recorded_players(&self, file: &Option<FullRecord>) -> Vec<Option<String>> {
        let name = |player: String| {
            let tags = &file.as_ref()?.tags;
            let (_, name) = tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(&player))?;
            (!name.is_empty() && name != "?").then(|| name.clone())
        };
        self.players().into_iter().map(name).collect()
    }

    fn parse_move(&self, position: &mut Position, word: &str) -> Result<Move, RejectedMove> {
        self.rules().notation().read_move(position, word).map_err(RejectedMove::Unplayable)
    }

    fn forced_pass(&self, position: &mut Position) -> Result<Option<Move>, WorldError> {
        Ok(self.rules().must_pass(position)?.then(Move::pass))
    }

    fn end_text(
        &self,
        end: &End,
        position: &mut Position,
        _: Option<(&mut Position, Move)>,
        translations: &Translations,
    ) -> Result<String, WorldError> {
        let rules = self.rules();
        let Some(ended) = rules.end(position)? else { return Ok(end.words.clone()) };
        let margin = rules.judgement().margin_text(position, ended.outcome)?;
        let margin = margin.map_or_else(String::new, |margin| format!(" {margin}"));
        let is_blocked = ended.why == EndReason::Blocked;
        let name = match ended.outcome {
            Outcome::Won(winner) => player_text(translations, &self.program().player(winner)),
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
        Ok(translations.format(said, &variables))
    }

    fn claim_title(&self, rule: usize) -> String {
        let program = self.program();
        program.rule_title(program.rule(RuleId(rule as u32)))
    }
}
