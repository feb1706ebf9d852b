//! Reads and writes complete records of a game that is defined in rule files, including tags and remarks.

use blanche_compiler::game::{Outcome, Record as FullRecord, Remark};
use blanche_compiler::program::PDN;
use blanche_compiler::runtime::Position;

use super::Text;
use super::read::ParsedFile;
use crate::record::{Format, Loss, Unwritable, Written};
use crate::world::{Record, Recording, Records, World as _, WorldError, WorldExt as _};

/// The name of the tag that contains the result of a game.
pub const RESULT: &str = "Result";

impl Text {
    /// The result of a game in words; `None` if it is unknown. If the game has a margin of victory, the text includes
    /// it.
    fn result_text(&self, game: &FullRecord) -> Option<String> {
        let (rules, outcome) = (self.rules(), self.rules().records().result(game)?);
        let won = match outcome {
            Outcome::Won(winner) => format!("{} wins", self.program().player(winner)),
            Outcome::Drawn => "drawn".to_owned(),
        };
        let margin = self
            .last_position(game)
            .and_then(|mut last| rules.judgement().margin_text(&mut last, outcome).ok().flatten());
        Some(margin.map_or(won.clone(), |margin| format!("{won} {margin}")))
    }

    /// The last position of a game.
    fn last_position(&self, game: &FullRecord) -> Option<Position> {
        self.replay(&game.start, &game.moves, &mut |_| true).ok()
    }

    /// Whether a game begins in the normal initial position.
    fn is_from_start(&self, game: &FullRecord) -> bool {
        self.rules().start().is_ok_and(|start| start.words() == game.start.words())
    }

    /// Writes games as lines. Either all lines contain moves, or all lines contain positions.
    fn lines(&self, games: &[FullRecord], losses: &mut Vec<Loss>) -> Result<String, Unwritable> {
        if games.iter().all(|game| self.is_from_start(game)) {
            let line = |game: &FullRecord| {
                let result = self
                    .rules()
                    .records()
                    .result(game)
                    .map(|outcome| self.rules().records().result_text(outcome));
                format!("{}\t{}\n", self.moves_text(&game.moves), result.unwrap_or_default())
            };
            return Ok(games.iter().map(line).fold("#moves\tresult\n".to_owned(), |text, line| text + &line));
        }
        if games.iter().any(|game| !game.moves.is_empty()) {
            return Err(Unwritable::Mixed);
        }
        let mut text = "#position\n".to_owned();
        for game in games {
            let (line, is_whole) =
                self.rules().notation().position_line(&game.start).ok_or(Unwritable::NoLine)?;
            losses.extend((!is_whole).then_some(Loss::Past));
            text.push_str(&format!("{line}\n"));
        }
        Ok(text)
    }

    /// The information about the game, apart from its moves, that `format` cannot represent.
    fn metadata_losses(&self, game: &FullRecord, format: Format) -> Vec<Loss> {
        let players: Vec<String> = self.players().iter().map(|name| tag_of(name)).collect();
        let loss = |(name, _): &(String, String)| match name.as_str() {
            RESULT if self.rules().records().end_of(game).is_some() => None,
            // A file of lines has a column for the result, so a stated win or draw is not lost.
            RESULT if format == Format::Lines && self.rules().records().stated(game).is_some() => None,
            RESULT => Some(Loss::Result),
            "Event" => Some(Loss::Event),
            "Date" => Some(Loss::Date),
            name if players.iter().any(|player| player == name) => Some(Loss::Players),
            _ => Some(Loss::Tags),
        };
        game.tags.iter().filter_map(loss).collect()
    }
}

/// The name of the tag that contains the name of a player: `player` with its first letter in upper case.
fn tag_of(player: &str) -> String {
    let mut letters = player.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl Recording for Text {
    type FullRecord = FullRecord;

    fn formats(&self) -> Vec<Format> {
        let has_pdn = self.rules().game().notation.as_deref() == Some(PDN);
        Format::IN_TEXT.into_iter().filter(|format| has_pdn || *format != Format::Pdn).collect()
    }

    fn records(
        &self,
        file: &str,
        bytes: &[u8],
        format: Option<Format>,
        only: Option<usize>,
    ) -> Result<Records<FullRecord>, WorldError> {
        format.map_or(Ok(()), |format| self.has(format))?;
        let mut parsed = self.parse_file(file, bytes, format, only)?;
        parsed.note_lost_names(file);
        let notes = parsed.notes();
        let ParsedFile { mut games, positions, .. } = parsed;
        games.extend(positions.into_iter().map(|(line, start)| (line, FullRecord::of_position(start))));
        Ok(Records { games, notes })
    }

    fn to_full_record(&self, game: &Record<Text>) -> FullRecord {
        let players = &self.program().players;
        let start = self.rules().start().expect("the game was played from its start");
        let result = game.end.as_ref().map(|end| {
            let outcome = end.winner.map_or(Outcome::Drawn, |winner| Outcome::Won(players[winner]));
            (RESULT.to_owned(), self.rules().records().result_text(outcome))
        });
        let names = self.players().into_iter().zip(&game.players);
        let tags = names.map(|(player, name)| (tag_of(&player), name.clone())).chain(result).collect();
        FullRecord { moves: game.moves.clone(), tags, ..FullRecord::of_position(start) }
    }

    /// Adds no note for a PDN record that contradicts the rules, because the notes about its text already say so.
    fn complete(&self, game: &mut FullRecord, _is_by_these: bool) -> Vec<String> {
        let Some(outcome) = self.rules().records().end_of(game) else { return Vec::new() };
        let (name, is_right) = (&self.contents().name, self.rules().records().stated(game) == Some(outcome));
        let said = game.tags.iter().position(|(name, _)| name == RESULT).map(|at| game.tags.remove(at).1);
        game.tags.push((RESULT.to_owned(), self.rules().records().result_text(outcome)));
        let told = self.result_text(game).unwrap_or_default();
        match said {
            None => vec![format!("the result is added by the rules of {name}: {told}")],
            Some(said) if !is_right && !game.is_refuted => {
                vec![format!("the record says `{said}`, and the rules of {name} say `{told}`")]
            }
            Some(_) => Vec::new(),
        }
    }

    fn write(&self, games: &[FullRecord], format: Format) -> Result<Written, Unwritable> {
        self.has(format)?;
        let rules = self.rules();
        let mut losses: Vec<Loss> = Vec::new();
        if format != Format::Pdn {
            let lost = |remark: &Remark| match remark {
                Remark::Words(_) => Loss::Remarks,
                Remark::Sign(_) => Loss::Signs,
            };
            losses.extend(games.iter().flat_map(|game| &game.remarks).map(|(_, remark)| lost(remark)));
            losses.extend(games.iter().flat_map(|game| self.metadata_losses(game, format)));
        }
        let texts: Result<Vec<String>, Unwritable> = match format {
            Format::Lines => Ok(vec![self.lines(games, &mut losses)?]),
            Format::Diagrams => {
                losses.extend(games.iter().any(|game| !game.moves.is_empty()).then_some(Loss::Moves));
                let last =
                    games.iter().map(|game| self.last_position(game).unwrap_or_else(|| game.start.clone()));
                Ok(last.map(|last| rules.notation().position_text(&last)).collect())
            }
            Format::Pdn => {
                games.iter().map(|game| rules.records().pdn_text(game).ok_or(Unwritable::NoLine)).collect()
            }
            Format::Moves | Format::Sgf | Format::Psq => (1..)
                .zip(games)
                .map(|(number, game)| {
                    if !self.is_from_start(game) {
                        return Err(Unwritable::SetUp { format: "`moves`" });
                    }
                    let told = self.result_text(game).map_or_else(String::new, |told| format!(": {told}"));
                    Ok(format!("# game {number}{told}\n{}", rules.records().record_text(&game.moves)))
                })
                .collect(),
        };
        Ok(Written { text: texts?.join("\n"), losses: Loss::each_once(losses) })
    }
}
