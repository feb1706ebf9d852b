//! Drawn boards of stones, separated by blank lines.
//!
//! ```text
//! 9 . O .        the last move is a capital letter, and the other side is to move
//! 8 x . .
//!   h i j
//! black to move  or a line below the board says so
//! ```

use super::fault::RecordFault;
use super::game::{GameRecord, Start};
use super::losses::{Loss, Written};
use super::problem::{Location, ProblemKind, Problems, is_surplus};
use super::source::Source;
use crate::board::{Color, Diagram, DiagramError, Style};

/// The beginnings of the lines that commands print below a board, except the line with the side to move.
const STANDING: [&str; 2] = ["the game is over", "the side to move is not given"];

/// Whether a line is a row of a board: a number followed by single characters.
pub(super) fn is_row(line: &str) -> bool {
    let signs = line.trim().trim_start_matches(|sign: char| sign.is_ascii_digit());
    signs.len() < line.trim().len()
        && signs.starts_with(' ')
        && signs.split_whitespace().all(|word| word.chars().filter(|sign| !"[]".contains(*sign)).count() == 1)
}

/// Reads the positions of a file, each with its line number. Each position becomes a game without moves or, if its last
/// move is marked, a game that consists of this move.
pub(super) fn read(source: &Source<'_>, problems: &mut Problems) -> Vec<(usize, GameRecord)> {
    let lines: Vec<(usize, &str)> = (1..).zip(source.text.lines()).collect();
    let blocks = lines.split(|(_, line)| line.trim().is_empty() || line.trim_start().starts_with('#'));
    let blocks: Vec<&[(usize, &str)]> = blocks.filter(|block| !block.is_empty()).collect();
    if blocks.is_empty() {
        let fault = RecordFault::NoGame { expected: "a board with a number in front of each row" };
        problems.add(source.place(0), ProblemKind::Record(fault));
    }
    let mut games = Vec::new();
    for block in blocks {
        let place = || Location { file: source.file.to_owned(), line: block[0].0, column: 1 };
        if problems.is_full() || is_surplus(games.len(), place, problems) {
            break;
        }
        games.extend(read_one(source.file, block, problems));
    }
    games
}

fn read_one(file: &str, block: &[(usize, &str)], problems: &mut Problems) -> Option<(usize, GameRecord)> {
    let first = block[0].0;
    let (mut board, mut said) = (String::new(), None);
    for (_, line) in block {
        let begins = |color: &Color| line.trim().starts_with(&format!("{color} to move"));
        match Color::ALL.into_iter().find(begins) {
            Some(color) => said = Some(color),
            None if STANDING.iter().any(|words| line.trim().starts_with(words)) => {}
            None => board.push_str(line),
        }
        board.push('\n');
    }
    match board.parse::<Diagram>() {
        Ok(diagram) => Some((first, game(&diagram, said))),
        Err(DiagramError { line, column, problem }) => {
            let place = Location { file: file.to_owned(), line: first + line - 1, column };
            problems.add(place, ProblemKind::Diagram(problem));
            None
        }
    }
}

fn game(diagram: &Diagram, said: Option<Color>) -> GameRecord {
    let last = diagram.last_move().and_then(|field| Some((field, diagram.stone(field)?)));
    let position = diagram.position(said);
    let stones =
        |color| position.stones(color).iter().filter(|field| last.is_none_or(|(last, _)| last != *field));
    let [black, white] = Color::ALL.map(|color| stones(color).collect());
    let to_move = last.map_or(said, |(_, color)| Some(color));
    let moves = last.map(|(field, _)| field.into()).into_iter().collect();
    GameRecord { start: Some(Start { black, white, to_move }), moves, ..GameRecord::default() }
}

/// Writes the last position of each game as a file.
pub(super) fn write(games: &[GameRecord]) -> Written {
    let text = |game: &GameRecord| {
        let to_move = game.to_move().map_or_else(String::new, |color| format!("{color} to move\n"));
        Diagram::of(&game.position()).draw(Style::Ascii) + &to_move
    };
    let mut losses: Vec<Loss> = Vec::new();
    for game in games {
        losses.extend(Loss::of_remarks(game).into_iter().chain(Loss::of_times(game)));
        let has = [
            (game.moves.len() > 1, Loss::Moves),
            (game.players.iter().any(Option::is_some), Loss::Players),
            (game.rules.is_some(), Loss::Rules),
            (game.date.is_some(), Loss::Date),
            (game.event.is_some(), Loss::Event),
            (game.result.is_some(), Loss::Result),
        ];
        losses.extend(has.into_iter().filter(|(has, _)| *has).map(|(_, loss)| loss));
    }
    Written { text: games.iter().map(text).collect::<Vec<_>>().join("\n"), losses: Loss::each_once(losses) }
}
