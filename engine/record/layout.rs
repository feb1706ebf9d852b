//! Finds the meaning of the columns of a position file, from the header line or by guessing from the data lines.

use super::position_spec::is_pass;
use super::problem::{Location, ProblemKind, Problems};

/// The columns of a file: their names, and the indices of the columns with the id, the rules and the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The column names as written, without the `#`.
    pub(super) names: Vec<String>,
    pub(super) id: Option<usize>,
    /// The index of the column `rules`, if the header names this column.
    pub(super) rules: Option<usize>,
    pub(super) position: PositionColumns,
}

/// The indices of the columns that hold the position, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PositionColumns {
    /// A move list. `to_move` and `last_move` follow from the moves; if these columns are present, they must agree with
    /// the moves.
    Moves {
        moves: usize,
        to_move: Option<usize>,
        last_move: Option<usize>,
    },
    SetUp {
        black: usize,
        white: usize,
        to_move: Option<usize>,
        last_move: Option<usize>,
    },
}

/// The names of the columns that have a meaning. A column is recognised by the first word of its name, so `moves, black
/// first` is recognised as `moves`.
pub(super) const KNOWN: [&str; 6] = ["moves", "black", "white", "to-move", "last", "id"];

/// A line of a file.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    /// The line number in the file, from 1.
    pub number: usize,
    /// The text of the line without its line break.
    pub text: &'a str,
}

impl Line<'_> {
    pub(crate) fn is_comment(self) -> bool {
        // A `#` after a tab belongs to a cell: in a game without moves, the first text of the line may be a player's
        // name.
        self.text.trim_start_matches(' ').starts_with('#')
    }
}

impl Layout {
    /// The first column whose name begins with this word.
    pub(super) fn column(&self, word: &str) -> Option<usize> {
        self.names.iter().position(|name| first_word(name) == word)
    }
}

/// The columns named by this header line; `None` if no column holds stones, as in a comment.
///
/// Mistakes in the header line are added to `problems`.
pub(super) fn named(file: &str, header: Line<'_>, problems: &mut Problems) -> Option<Layout> {
    let mut names = Vec::new();
    let mut found = [None; KNOWN.len()];
    let mut twice = Vec::new();
    let mut start = 1;
    for (number, cell) in header.text.split('\t').enumerate() {
        let name = if number == 0 { cell.trim_start().trim_start_matches('#') } else { cell };
        if let Some(known) = KNOWN.iter().position(|known| *known == first_word(name)) {
            match found[known] {
                None => found[known] = Some(number),
                Some(_) => twice.push((start, KNOWN[known])),
            }
        }
        names.push(name.trim().to_owned());
        start += cell.chars().count() + 1;
    }
    let [moves, black, white, to_move, last_move, id] = found;
    let place = |column| Location { file: file.to_owned(), line: header.number, column };
    let position = match (moves, black, white) {
        // If there is a column `moves`, the columns `black` and `white` may hold the names of players.
        (Some(moves), _, _) => PositionColumns::Moves { moves, to_move, last_move },
        (None, Some(black), Some(white)) => PositionColumns::SetUp { black, white, to_move, last_move },
        (None, None, None) => return None,
        // A line with a single column is a comment, such as `# white wins in all of them`. The exception is a line
        // whose words are all column names.
        _ if names.len() == 1 && !words(&names[0]).all(|word| KNOWN.contains(&word.as_str())) => return None,
        _ if names.len() == 1 && words(&names[0]).count() > 1 => {
            problems.add(place(1), ProblemKind::HeaderWithoutPosition);
            return None;
        }
        (None, black, _) => {
            let (present, missing) = if black.is_some() { ("black", "white") } else { ("white", "black") };
            problems.add(place(1), ProblemKind::ColumnMissing { present, missing });
            return None;
        }
    };
    for (column, name) in twice {
        let matters = match position {
            PositionColumns::Moves { .. } => ["moves", "id", "to-move", "last"].contains(&name),
            PositionColumns::SetUp { .. } => true,
        };
        if matters {
            problems.add(place(column), ProblemKind::ColumnTwice(name));
        }
    }
    let rules = names.iter().position(|name| first_word(name) == "rules");
    Some(Layout { names, id, rules, position })
}

/// Guesses the columns of a file without a header line, from what most of its lines look like.
pub(super) fn guessed(lines: &[Line<'_>]) -> Option<Layout> {
    let most = |looks: fn(&str) -> bool| {
        let alike = lines.iter().filter(|line| looks(line.text)).count();
        2 * alike > lines.len()
    };
    if most(looks_like_set_up) {
        let names = ["id", "rule", "to-move", "black", "white"].map(str::to_owned).to_vec();
        let position = PositionColumns::SetUp { black: 3, white: 4, to_move: Some(2), last_move: None };
        return Some(Layout { names, id: Some(0), rules: None, position });
    }
    if most(looks_like_stones) {
        let names = ["black", "white", "to-move"].map(str::to_owned).to_vec();
        let position = PositionColumns::SetUp { black: 0, white: 1, to_move: Some(2), last_move: None };
        return Some(Layout { names, id: None, rules: None, position });
    }
    if most(looks_like_moves) {
        return Some(Layout {
            names: vec!["moves".to_owned()],
            id: None,
            rules: None,
            position: PositionColumns::Moves { moves: 0, to_move: None, last_move: None },
        });
    }
    None
}

/// Whether the first cell is the name of a known column.
pub(super) fn looks_like_header(line: &str) -> bool {
    KNOWN.contains(&first_word(first_cell(line)).as_str())
}

/// Whether a line has the form of a header line, or contains several cells.
pub(super) fn has_columns(line: &str) -> bool {
    let name = line.trim_start().trim_start_matches('#');
    let are_known = || words(name).all(|word| KNOWN.contains(&word.as_str()));
    let is_header = || first_word(name) == KNOWN[0] && name.len() < line.len() || are_known();
    line.contains('\t') || !line.contains(':') && words(name).next().is_some() && is_header()
}

/// The text before the first tab.
pub(super) fn first_cell(line: &str) -> &str {
    line.split('\t').next().unwrap_or_default().trim()
}

/// Whether the line has a single word after its `#`. Such a line names a column and is not a comment.
pub(super) fn is_one_name(line: Line<'_>) -> bool {
    let name = line.text.trim().trim_start_matches('#');
    name.starts_with(char::is_alphabetic) && !name.contains(char::is_whitespace)
}

/// The word that identifies a column: `result` for `Result (B/W/D)`.
pub(crate) fn first_word(name: &str) -> String {
    name.trim().split(is_between_words).next().unwrap_or_default().to_lowercase()
}

fn words(name: &str) -> impl Iterator<Item = String> {
    name.split(is_between_words).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

fn is_between_words(sign: char) -> bool {
    !sign.is_alphanumeric() && sign != '-'
}

fn looks_like_set_up(line: &str) -> bool {
    let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
    cells.len() >= 5 && cells[2].parse::<crate::board::Color>().is_ok()
}

/// Whether the line has three cells, which contain the black stones, the white stones and the side to move. Set-ups are
/// displayed in this form.
fn looks_like_stones(line: &str) -> bool {
    let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
    let [black, white, to_move] = cells.as_slice() else { return false };
    let is_list = |cell: &&str| cell.is_empty() || looks_like_moves(cell);
    [black, white].into_iter().all(is_list) && to_move.parse::<crate::board::Color>().is_ok()
}

/// Whether the first cell is a list of moves. In such a list, each word is a pass or a letter followed by a number. The
/// points need not be on the board.
pub(super) fn looks_like_moves(line: &str) -> bool {
    let cell = first_cell(line);
    let looks_like_point = |word: &str| {
        let mut signs = word.chars();
        signs.next().is_some_and(|sign| sign.is_ascii_alphabetic())
            && !signs.as_str().is_empty()
            && signs.all(|sign| sign.is_ascii_digit())
    };
    let words = || cell.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
    !cell.is_empty() && words().all(|word| looks_like_point(word) || is_pass(word)) && !words().all(is_pass)
}
