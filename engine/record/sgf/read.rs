//! Builds game records from the properties of an SGF tree.

use std::collections::HashSet;

use super::super::fault::RecordFault;
use super::super::game::{GameRecord, Move};
use super::super::game_builder::GameBuilder;
use super::super::notes::RecordNote;
use super::super::outcome::{Outcome, WinReason};
use super::super::problem::{ProblemKind, Problems, is_surplus};
use super::super::source::Source;
use super::super::variant;
use super::marking::{self, Budget, MARKINGS};
use super::points::{read_move, read_points};
use super::tree::{Node, Parser, Property, Value};
use crate::board::Color;

/// Properties that are ignored without a note: the character set (already decoded), the program that wrote the file,
/// and its preferred display of variations.
const NEGLIGIBLE: [&str; 3] = ["CA", "AP", "ST"];

/// Properties that may occur twice in a node. The values of both occurrences are combined.
const LISTS: [&str; 3] = ["AB", "AW", "AE"];

/// Properties of the whole game that should occur only once per game.
const ONCE: [&str; 7] = ["RU", "PB", "PW", "DT", "EV", "RE", "BY"];

/// The value of `GM` for Go.
const GO: &str = "1";

/// Whether a value of `SZ` means 15 columns and 15 rows.
fn is_our_size(value: &Value) -> bool {
    ["15", "15:15"].contains(&value.text.trim())
}

/// Reads the main line of each game in a file. Each game comes with the number of the line in which it begins.
pub(in super::super) fn read(
    source: &Source<'_>,
    problems: &mut Problems,
    notes: &mut Vec<RecordNote>,
) -> Vec<(usize, GameRecord)> {
    let (mut games, mut parser) = (Vec::new(), Parser::new(source));
    let mut budget = Budget::of_text(source.text);
    while !problems.is_full()
        && let Some(tree) = parser.next_game(problems)
    {
        let begins = tree.main.first().map_or(0, |node| node.at);
        if is_surplus(games.len(), || source.place(begins), problems) {
            break;
        }
        notes.extend(
            tree.variations
                .iter()
                .map(|left| RecordNote::Variation { place: source.place(left.at), moves: left.moves }),
        );
        games.push((source.place(begins).line, read_game(source, &tree.main, &mut budget, problems, notes)));
    }
    games
}

fn read_game(
    source: &Source<'_>,
    line: &[Node],
    budget: &mut Budget,
    problems: &mut Problems,
    notes: &mut Vec<RecordNote>,
) -> GameRecord {
    let mut reader = Reader {
        builder: GameBuilder::new(source, problems),
        budget,
        left_out: Vec::new(),
        known_left_out: HashSet::new(),
        is_named: false,
        has_our_size: false,
        reason: None,
    };
    // If the record is of another game or has another board, report only that.
    let mut said = line.iter().flat_map(|node| &node.properties);
    reader.has_our_size =
        said.clone().any(|property| property.name == "SZ" && property.values.iter().all(is_our_size));
    if said.any(|property| reader.is_other(property)) {
        return GameRecord::default();
    }
    for node in line {
        if reader.builder.is_hopeless() {
            break;
        }
        reader.node(&node.properties);
    }
    let first = line.first().map_or(0, |node| node.at);
    if !reader.is_named {
        notes.push(RecordNote::GameNotNamed { place: source.place(first) });
    }
    if !reader.left_out.is_empty() {
        notes.push(RecordNote::LeftOut { place: source.place(first), names: reader.left_out.clone() });
    }
    reader.finish(notes)
}

struct Reader<'a, 'p> {
    builder: GameBuilder<'a, 'p>,
    /// The number of marks that may still be read.
    budget: &'p mut Budget,
    /// The names of the properties that were left out.
    left_out: Vec<String>,
    /// The names in `left_out`, for fast lookup.
    known_left_out: HashSet<String>,
    /// Whether the record states its game (`GM`).
    is_named: bool,
    /// Whether the record states a 15x15 board (`SZ`).
    has_our_size: bool,
    /// The value of `BY`, with its byte offset.
    reason: Option<(usize, String)>,
}

impl Reader<'_, '_> {
    /// Whether the property says that this is not five in a row on a 15x15 board; adds a fault if so. `GM[1]` (Go) is
    /// accepted on a 15x15 board, because programs that do not know the number of go-moku and renju write `GM[1]`
    /// instead.
    fn is_other(&mut self, property: &Property) -> bool {
        for value in &property.values {
            let text = value.text.trim();
            let fault = match property.name.as_str() {
                "GM" if text == GO && self.has_our_size => {
                    let (place, found) = (self.builder.source.place(value.at), text.to_owned());
                    self.builder.notes.push(RecordNote::OtherGame { place, found });
                    continue;
                }
                "GM" if text != "4" => RecordFault::OtherGame(text.to_owned()),
                "SZ" if !is_our_size(value) => RecordFault::BoardSize(text.to_owned()),
                _ => continue,
            };
            self.builder.fault(value.at, fault);
            return true;
        }
        false
    }

    fn node(&mut self, properties: &[Property]) {
        let mut seen: HashSet<&str> = HashSet::new();
        let mut has_move = false;
        // Read the moves after the properties of the set-up, because `PL` refers to the position before the move. Read
        // remarks and marks last.
        let is_move = |property: &&Property| property.is_move();
        let is_about_move = |property: &&Property| {
            let name = property.name.as_str();
            name == "C" || MARKINGS.contains(&name)
        };
        let moves = properties.iter().filter(is_move);
        let others = properties.iter().filter(|property| !is_move(property) && !is_about_move(property));
        let remarks = properties.iter().filter(is_about_move);
        for property in others.chain(moves).chain(remarks) {
            let name = property.name.as_str();
            if self.builder.is_hopeless() {
                return;
            }
            if is_move(&property) && has_move {
                self.builder.fault(property.at, RecordFault::SecondMove);
                continue;
            }
            has_move |= is_move(&property);
            if seen.contains(name) && !LISTS.contains(&name) && !MARKINGS.contains(&name) {
                self.builder.fault(property.at, RecordFault::PropertyTwice(name.to_owned()));
                continue;
            }
            seen.insert(name);
            self.property(property);
        }
    }

    fn property(&mut self, property: &Property) {
        let name = property.name.as_str();
        if let "AB" | "AW" = name {
            let color = if name == "AB" { Color::Black } else { Color::White };
            for value in &property.values {
                if self.builder.is_hopeless() {
                    return;
                }
                self.set_up(color, value);
            }
            return;
        }
        if MARKINGS.contains(&name) {
            let game = &mut self.builder.game;
            let marking = game.moves.last_mut().map_or(&mut game.marking, |made| &mut made.marking);
            if !marking::read(property, marking, self.budget) {
                self.leave_out(name);
            }
            return;
        }
        let [value] = &property.values[..] else {
            if known(name) {
                self.builder.fault(property.at, RecordFault::SeveralValues(name.to_owned()));
            } else {
                self.leave_out(name);
            }
            return;
        };
        let text = value.text.trim();
        if ONCE.contains(&name) {
            self.builder.says(property.at, name);
        }
        let game = &mut self.builder.game;
        match name {
            "B" => self.made(Color::Black, value),
            "W" => self.made(Color::White, value),
            "PL" => self.begins(value),
            "AE" => self.builder.fault(property.at, RecordFault::StonesTakenAway),
            "FF" => {
                if !["1", "2", "3", "4"].contains(&text) {
                    self.builder.fault(value.at, RecordFault::OtherVersion(text.to_owned()));
                }
            }
            "GM" => self.is_named = true,
            "SZ" => {}
            "RU" => game.rules = simple(text).map(|rules| variant::kept_name(&rules)),
            "PB" => game.players[0] = simple(text),
            "PW" => game.players[1] = simple(text),
            "DT" => game.date = simple(text),
            "EV" => {
                let name_of_game = std::mem::replace(&mut game.event, simple(text));
                if name_of_game.is_some_and(|name| Some(&name) != game.event.as_ref()) {
                    self.leave_out("GN");
                }
            }
            // The name of the game is kept if there is no event.
            "GN" if game.event.is_none() => game.event = simple(text),
            "GN" if game.event == simple(text) => {}
            "RE" => match read_result(text) {
                Some(result) => game.result = result,
                None => self.builder.unknown_result(value.at, text),
            },
            "BY" => self.reason = Some((value.at, text.to_owned())),
            "C" => self.remark(&value.text),
            "GC" => add_line(&mut game.remark, &value.text),
            _ => self.leave_out(name),
        }
    }

    fn leave_out(&mut self, name: &str) {
        if !NEGLIGIBLE.contains(&name) && self.known_left_out.insert(name.to_owned()) {
            self.left_out.push(name.to_owned());
        }
    }

    fn set_up(&mut self, color: Color, value: &Value) {
        match read_points(&value.text) {
            Ok(points) => points.into_iter().for_each(|point| self.builder.set_up(value.at, color, point)),
            Err(fault) => self.builder.fault(value.at, fault),
        }
    }

    fn made(&mut self, color: Color, value: &Value) {
        match read_move(&value.text) {
            Ok(field) => self.builder.make_of(value.at, color, Move { field, ..Move::default() }),
            Err(fault) => {
                self.builder.fault(value.at, fault);
                // Even if the point is unreadable, the side has moved, so it is now the turn of the other side.
                self.builder.make_of(value.at, color, Move::default());
            }
        }
    }

    fn begins(&mut self, value: &Value) {
        match value.text.trim().parse() {
            Ok(color) if self.builder.has_moves() => {
                if self.builder.to_move() != Some(color) {
                    self.builder.fault(value.at, RecordFault::OutOfTurn(color));
                }
            }
            Ok(color) => self.builder.begin(color),
            Err(_) => {
                let kind = ProblemKind::NoColor(value.text.trim().to_owned());
                self.builder.problem(value.at, kind);
            }
        }
    }

    /// Adds a remark to the last move, or to the game if no move has been made.
    fn remark(&mut self, text: &str) {
        let game = &mut self.builder.game;
        let remark = match game.moves.last_mut() {
            Some(made) => &mut made.remark,
            None => &mut game.remark,
        };
        add_line(remark, text);
    }

    fn finish(mut self, notes: &mut Vec<RecordNote>) -> GameRecord {
        if let Some((at, reason)) = self.reason.take() {
            match self.builder.game.result.and_then(|result| result.because(&reason)) {
                Some(result) => self.builder.game.result = Some(result),
                None => {
                    let place = self.builder.source.place(at);
                    self.builder.notes.push(RecordNote::UnknownReason { place, found: reason, more: 0 });
                }
            }
        }
        notes.append(&mut self.builder.notes);
        self.builder.finish()
    }
}

/// Whether the reader uses this property and expects a single value for it.
fn known(name: &str) -> bool {
    let names = ["B", "W", "PL", "FF", "GM", "SZ", "RU", "PB", "PW", "DT", "EV", "GN", "RE", "BY", "C", "GC"];
    names.contains(&name)
}

/// Converts text to a single line by replacing line breaks with blanks; `None` if it is empty.
fn simple(text: &str) -> Option<String> {
    let text = text.replace('\n', " ");
    (!text.is_empty()).then_some(text)
}

/// Adds a line to a remark, unless it is blank.
pub(super) fn add_line(remark: &mut Option<String>, text: &str) {
    if text.trim().is_empty() {
        return;
    }
    match remark {
        Some(remark) => {
            remark.push('\n');
            remark.push_str(text);
        }
        None => *remark = Some(text.to_owned()),
    }
}

/// Reads the value of `RE`. Returns `None` if it is not a result, and `Some(None)` if the result is unknown. A number
/// after `B+` or `W+` is a score in points; these games have none, so it is ignored.
fn read_result(text: &str) -> Option<Option<Outcome>> {
    let lower = text.to_lowercase();
    let (winner, by) = match lower.as_str() {
        "" | "?" => return Some(None),
        "0" | "draw" => return Some(Some(Outcome::Draw { by: None })),
        "void" => return Some(Some(Outcome::Void)),
        other => match other.split_once('+') {
            Some(("b", by)) => (Color::Black, by),
            Some(("w", by)) => (Color::White, by),
            _ => return None,
        },
    };
    let by = match by {
        "" => None,
        "r" | "resign" => Some(WinReason::Resignation),
        "t" | "time" => Some(WinReason::Time),
        "f" | "forfeit" => Some(WinReason::Forfeit),
        number if number.parse::<f64>().is_ok() => None,
        word => Some(WinReason::named(word)?),
    };
    Some(Some(Outcome::Win { winner, by }))
}
