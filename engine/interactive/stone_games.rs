//! Games of stones for people: game records, forbidden points with their kinds, and named openings.

use std::path::Path;

use blanche_compiler::runtime::Value;
use blanche_compiler::why::Kind;

use crate::interactive_game::{Branching, InteractiveGame, LoadedGame, RejectedMove, SaveError, player_text};
use crate::translations::Translations;
use noire_engine::bases::Question;
use noire_engine::bases::queried_exports::FORBIDDEN;
use noire_engine::board::{Color, Point, Position};
use noire_engine::drawing::Marking;
use noire_engine::games::openings;
use noire_engine::record::{
    DrawReason, Format, GameRecord, Move, Outcome, RecordNote, Start, TreeMove, Variations, WinReason,
    Written, base_of_rules, quoted, read_games_noting, read_variations, states_rules_of, write_games,
    write_tree,
};
use noire_engine::world::{End, Explainer, Record, Stones, World, WorldError};

impl InteractiveGame for Stones {
    type File = GameRecord;

    const PASS: Option<Option<Point>> = Some(None);
    const HAS_OPENINGS: bool = true;

    fn load_game(
        &self,
        name: &str,
        bytes: &[u8],
        number: usize,
    ) -> Result<Result<LoadedGame<Stones>, usize>, WorldError> {
        load(self, (name, bytes), number, None)
    }

    fn load_tree(
        &self,
        name: &str,
        bytes: &[u8],
        number: usize,
        most: usize,
    ) -> Result<Result<LoadedGame<Stones>, usize>, WorldError> {
        load(self, (name, bytes), number, Some(most))
    }

    fn file_text(
        &self,
        file: &GameRecord,
        _: &Position,
        game: &Record<Stones>,
        path: &Path,
    ) -> Result<Written, SaveError> {
        let format = Format::of_output(path);
        let format = format.ok_or_else(|| SaveError::Ending(Format::endings(&Format::ALL)))?;
        write_games(&[continued(self, file, game)], format)
            .map_err(|reason| SaveError::Reason(reason.to_string()))
    }

    fn has_variations(path: &Path) -> bool {
        Format::of_output(path) == Some(Format::Sgf)
    }

    fn tree_text(
        &self,
        file: &GameRecord,
        start: &Position,
        game: &Record<Stones>,
        tree: &[Branching<Option<Point>>],
        path: &Path,
    ) -> Result<Written, SaveError> {
        let written = self.file_text(file, start, game, path)?;
        if !Stones::has_variations(path) {
            return Ok(written);
        }
        let made = |branching: &Branching<Option<Point>>| TreeMove {
            parent: branching.parent,
            made: Move {
                field: branching.mv,
                milliseconds: None,
                remark: (!branching.remark.is_empty()).then(|| branching.remark.clone()),
                marking: kept(branching.marking.clone()),
            },
        };
        let tree: Vec<TreeMove> = tree.iter().map(made).collect();
        Ok(Written { text: write_tree(&continued(self, file, game), &tree), losses: written.losses })
    }

    fn file_of(start: &Position) -> GameRecord {
        let [black, white] = Color::ALL.map(|color| start.stones(color).iter().collect::<Vec<Point>>());
        let is_usual = black.is_empty() && white.is_empty() && start.to_move() == Some(Color::Black);
        let set_up = Start { black, white, to_move: start.to_move() };
        GameRecord { start: Some(set_up).filter(|_| !is_usual), ..GameRecord::default() }
    }

    fn remarks(file: &GameRecord) -> Vec<(usize, String)> {
        let all = std::iter::once(&file.remark).chain(file.moves.iter().map(|made| &made.remark));
        all.enumerate().filter_map(|(made, remark)| Some((made, remark.clone()?))).collect()
    }

    fn set_remarks(
        file: &mut GameRecord,
        _: &Position,
        moves: &[Option<Point>],
        remarks: Vec<(usize, String)>,
    ) {
        let same = file.moves.iter().zip(moves).take_while(|(known, mv)| known.field == **mv).count();
        file.moves.truncate(same);
        file.moves.extend(moves[same..].iter().map(|mv| Move { field: *mv, ..Move::default() }));
        file.remark = None;
        file.moves.iter_mut().for_each(|made| made.remark = None);
        for (made, remark) in remarks {
            match made.checked_sub(1) {
                None => file.remark = Some(remark),
                Some(at) => file.moves[at].remark = Some(remark),
            }
        }
    }

    fn has_marks(path: &Path) -> bool {
        Format::of_output(path) == Some(Format::Sgf)
    }

    fn markings(file: &GameRecord) -> Vec<(usize, Marking)> {
        let all = std::iter::once(&file.marking).chain(file.moves.iter().map(|made| &made.marking));
        all.enumerate().filter_map(|(made, marking)| Some((made, *marking.clone()?))).collect()
    }

    fn set_markings(file: &mut GameRecord, markings: Vec<(usize, Marking)>) {
        file.marking = None;
        file.moves.iter_mut().for_each(|made| made.marking = None);
        for (made, marking) in markings {
            match made.checked_sub(1) {
                None => file.marking = kept(marking),
                Some(at) => {
                    if let Some(made) = file.moves.get_mut(at) {
                        made.marking = kept(marking);
                    }
                }
            }
        }
    }

    fn stated_rules(file: &GameRecord) -> Option<String> {
        file.rules.clone()
    }

    fn recorded_players(&self, file: &GameRecord) -> Vec<Option<String>> {
        file.players.to_vec()
    }

    fn recorded_result(&self, file: &GameRecord, translations: &Translations) -> Option<String> {
        Some(outcome_text(file.result?, None, translations))
    }

    fn opening_moves(&self, code: &str) -> Option<Vec<Option<Point>>> {
        Some(openings::opening(code)?.moves.iter().map(|mv| Some(*mv)).collect())
    }

    /// Openings are named after their third move.
    fn opening_name(&self, moves: &[Option<Point>]) -> Option<[&'static str; 2]> {
        let fields: Option<Vec<Point>> = moves.iter().copied().collect();
        let opening = openings::of_moves(&fields.filter(|fields| fields.len() == 3)?)?;
        Some([opening.name, opening.code])
    }

    fn parse_move(&self, position: &mut Position, word: &str) -> Result<Option<Point>, RejectedMove> {
        let field: Point = word.parse().map_err(|_| RejectedMove::NoMove)?;
        if position.is_empty(field) { Ok(Some(field)) } else { Err(RejectedMove::Occupied) }
    }

    fn forbidden(&self, position: &Position) -> Vec<String> {
        forbidden_fields(self, position).iter().map(Point::to_string).collect()
    }

    fn forbidden_kind(&self, position: &Position, mv: &str, translations: &Translations) -> Option<String> {
        kind(self, position, mv.parse().ok()?, translations)
    }

    fn end_text(
        &self,
        end: &End,
        _: &mut Position,
        last: Option<(&mut Position, Option<Point>)>,
        translations: &Translations,
    ) -> Result<String, WorldError> {
        let outcome = match end.winner.as_deref().and_then(|name| name.parse().ok()) {
            Some(winner) => Outcome::Win { winner, by: WinReason::named(&end.by) },
            None => Outcome::Draw { by: DrawReason::named(&end.by) },
        };
        let forbidden = last.and_then(|(before, mv)| {
            let mv = mv?;
            Some((mv.to_string(), kind(self, before, mv, translations)?))
        });
        Ok(outcome_text(outcome, forbidden, translations))
    }

    fn claim_title(&self, rule: usize) -> String {
        self.base().contents().rules[rule].title()
    }
}

/// Loads a game with its variations: at most `most` moves in all. With `None`, notes say which variations are left out.
fn load(
    world: &Stones,
    (name, bytes): (&str, &[u8]),
    number: usize,
    most: Option<usize>,
) -> Result<Result<LoadedGame<Stones>, usize>, WorldError> {
    let format = Format::of_file(name, bytes);
    let read = read_games_noting(name, bytes, format, Some(number));
    let read = read.map_err(|problems| WorldError::Mistakes(problems.to_string()))?;
    let said = |what: &str| WorldError::Mistakes(format!("error: {name}: {what}"));
    let games = read.games.len();
    if games == 0 {
        return Err(said("no game found"));
    }
    let is_told = |note: &&RecordNote| most.is_none() || !matches!(note, RecordNote::Variation { .. });
    let mut notes: Vec<String> = read.notes.iter().filter(is_told).map(ToString::to_string).collect();
    let game = number.checked_sub(1).and_then(|at| read.games.into_iter().nth(at));
    let Some(file) = game else { return Ok(Err(games)) };
    if file.to_move().is_none() {
        return Err(said("it does not say whose turn it is"));
    }
    let own = &world.contents().name;
    // Unknown rules are reported elsewhere, when the game is chosen.
    let is_other = |stated: &&String| base_of_rules(stated).is_some() && !states_rules_of(stated, own);
    notes.extend(file.rules.as_ref().filter(is_other).map(|stated| {
        format!("the record states the rules {}, but continues by those of {own} (--game)", quoted(stated))
    }));
    let start = file.start.is_some().then(|| file.start());
    let Variations { moves: variations, left_out, has_lost_marks } = match most {
        Some(most) if format == Format::Sgf => read_variations(name, bytes, number, &file, most),
        _ => Variations::default(),
    };
    let branching = |TreeMove { parent, made }| Branching {
        parent,
        mv: made.field,
        remark: made.remark.unwrap_or_default(),
        marking: made.marking.map(|marking| *marking).unwrap_or_default(),
    };
    if has_lost_marks {
        notes.push(format!("{name}: some marks in variations are left out"));
    }
    Ok(Ok(LoadedGame {
        start,
        moves: file.turns(),
        file,
        games,
        notes,
        variations: variations.into_iter().map(branching).collect(),
        left_out,
    }))
}

/// A marking as records keep it.
fn kept(marking: Marking) -> Option<Box<Marking>> {
    (!marking.is_empty()).then(|| Box::new(marking))
}

/// The record of a game that continues the one in the file. For moves that come from the file, also keeps what the file
/// records about them.
fn continued(world: &Stones, file: &GameRecord, game: &Record<Stones>) -> GameRecord {
    let mut record = file.clone();
    let same = record.moves.iter().zip(&game.moves).take_while(|(known, mv)| known.field == **mv).count();
    record.moves.truncate(same);
    record.moves.extend(game.moves[same..].iter().map(|mv| Move { field: *mv, ..Move::default() }));
    record.rules = Some(world.base().name().to_owned());
    for (known, name) in record.players.iter_mut().zip(&game.players) {
        known.get_or_insert_with(|| name.clone());
    }
    record.result = game.end.as_ref().map(|end| match end.winner {
        Some(winner) => Outcome::Win { winner: Color::ALL[winner], by: WinReason::named(&end.by) },
        None => Outcome::Draw { by: DrawReason::named(&end.by) },
    });
    record
}

/// The fields that the base forbids to the side to move.
fn forbidden_fields(world: &Stones, position: &Position) -> Vec<Point> {
    let export = position.to_move().and_then(|color| world.base().export(FORBIDDEN, color));
    let Some(export) = export else { return Vec::new() };
    let answers = world.base().on(world.backends()[0]).exported(export, &mut position.clone());
    let point = |values: &[Value]| Point::from_index(values[0] as usize);
    answers.map(|answers| answers.iter().filter_map(point).collect()).unwrap_or_default()
}

/// The kind of a forbidden move, such as an overline. Uses the message `kind-` followed by the predicate's name if the
/// language has such a message. Otherwise uses the words of the rules.
fn kind(world: &Stones, position: &Position, field: Point, translations: &Translations) -> Option<String> {
    let export = world.base().export(FORBIDDEN, position.to_move()?)?;
    let mut position = position.clone();
    let found = world.base().on(world.backends()[0]).exported(export, &mut position).ok()?;
    let values = found.iter().find(|values| values.first() == Some(&(field.index() as Value)))?;
    let why = Explainer::new(world).why_answered(Question::Export(export), values, &mut position).ok()??;
    let core = why.core();
    let predicate = core.said.split('(').next().unwrap_or_default();
    let name = format!("kind-{}", predicate.replace('.', "-"));
    let said = translations.format(&name, &[]);
    if said != name {
        return Some(said);
    }
    let Kind::Derived(_, doc) = &core.kind else { return None };
    let sentence = doc.join(" ");
    let words = sentence.split(['.', ':', ',']).next().unwrap_or_default().trim();
    (!words.is_empty()).then(|| words.to_owned())
}

/// A sentence about how a game ended. `forbidden` is the last move and its kind, if that move was forbidden.
fn outcome_text(
    outcome: Outcome,
    forbidden: Option<(String, String)>,
    translations: &Translations,
) -> String {
    let (said, winner) = match outcome {
        Outcome::Win { winner, by } => (won_text(by), winner),
        Outcome::Draw { by: Some(DrawReason::Agreement) } => {
            return translations.format("draw-agreement", &[]);
        }
        Outcome::Draw { by: Some(DrawReason::FullBoard) } => return translations.format("draw-full", &[]),
        Outcome::Draw { by: None } => return translations.format("draw", &[]),
        Outcome::Void => return translations.format("void", &[]),
    };
    let [name, loser] = [winner, winner.other()].map(|color| player_text(translations, &color.to_string()));
    let sides = [("colour", name.as_str().into()), ("loser", loser.as_str().into())];
    match forbidden.filter(|_| said == "wins-forbidden") {
        None => translations.format(said, &sides),
        Some((mv, kind)) => {
            let more = [("move", mv.as_str().into()), ("kind", kind.as_str().into())];
            translations.format("wins-forbidden-by", &[sides, more].concat())
        }
    }
}

/// Name of the message that says why the winner won.
fn won_text(by: Option<WinReason>) -> &'static str {
    match by {
        Some(WinReason::Five) => "wins-five",
        Some(WinReason::Forbidden) => "wins-forbidden",
        Some(WinReason::Resignation) => "wins-resignation",
        Some(WinReason::Time) => "wins-time",
        Some(WinReason::Forfeit) => "wins-forfeit",
        None => "wins",
    }
}
