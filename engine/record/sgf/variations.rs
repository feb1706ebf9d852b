//! Trees of moves in SGF: the main line of a game with all variations.

use super::super::game::{GameRecord, Move};
use super::super::problem::Problems;
use super::super::source::Source;
use super::in_utf8;
use super::marking::{self, Budget, MARKINGS};
use super::points::read_move;
use super::tree::{Node, NodeId, Parser};
use super::write::{heading, node};
use crate::board::{Color, Point};

/// A move of a tree. Moves are numbered from 1 in the order of their list, and each comes after its parent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeMove {
    /// The number of the move before; 0 for a move from the initial position.
    pub parent: usize,
    /// The move.
    pub made: Move,
}

/// The variations of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variations {
    /// The moves, numbered from the number of moves in the main line plus 1.
    pub moves: Vec<TreeMove>,
    /// The number of moves that are left out: the colour is not the one to move, the field is occupied or does not
    /// exist, or there are too many.
    pub left_out: usize,
    /// Whether marks on the board are left out.
    pub has_lost_marks: bool,
}

/// Writes a game with the moves of this tree instead of its own. The first move after each position is the main line.
///
/// ```
/// use noire::board::Point;
/// use noire::record::{GameRecord, Move, TreeMove, write_tree};
///
/// let [a, b, c] = ["h8", "i9", "i8"].map(|name| Move::from(name.parse::<Point>().unwrap()));
/// let tree = [(0, a), (1, b), (1, c)].map(|(parent, made)| TreeMove { parent, made });
/// assert!(write_tree(&GameRecord::default(), &tree).ends_with("\n;B[hh]\n(;W[ig])\n(;W[ih]))\n"));
/// ```
///
/// # Panics
/// If a move comes before its parent.
pub fn write_tree(game: &GameRecord, tree: &[TreeMove]) -> String {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); tree.len() + 1];
    for (number, made) in (1..).zip(tree) {
        assert!(made.parent < number, "a move comes after its parent");
        children[made.parent].push(number);
    }
    let mut text = heading(game);
    let begins = game.begins().unwrap_or(Color::Black);
    // What is still to be written, the next part last. Trees may be too deep for recursion.
    let mut rest = vec![Part::After(0, begins)];
    while let Some(part) = rest.pop() {
        let (number, color) = match part {
            Part::Close => {
                text.push(')');
                continue;
            }
            Part::Open(number, color) => {
                text.push_str("\n(");
                (number, color)
            }
            Part::After(number, color) => {
                match &children[number][..] {
                    [] => {}
                    [only] => {
                        // A line for the first move, and then for every tenth.
                        text.push_str(if number.is_multiple_of(MOVES_A_LINE) { "\n" } else { "" });
                        rest.push(Part::Move(*only, color));
                    }
                    all => {
                        let branches = all.iter().rev();
                        rest.extend(branches.flat_map(|at| [Part::Close, Part::Open(*at, color)]));
                    }
                }
                continue;
            }
            Part::Move(number, color) => (number, color),
        };
        text.push_str(&node(color, &tree[number - 1].made));
        rest.push(Part::After(number, color.other()));
    }
    text.push_str(")\n");
    text
}

/// Number of moves per line.
const MOVES_A_LINE: usize = 10;

/// A part of a tree that is still to be written.
enum Part {
    /// A move by this colour.
    Move(usize, Color),
    /// The beginning of a branch with this move.
    Open(usize, Color),
    /// What follows this move, beginning with a move of this colour.
    After(usize, Color),
    /// The end of a branch.
    Close,
}

/// Reads the variations of a game in an SGF file. `number` is the number of the game, counted from 1, and `game` is what
/// was read of its main line. At most `most` nodes are read, together
/// with the moves of the main line.
pub fn read_variations(
    file: &str,
    bytes: &[u8],
    number: usize,
    game: &GameRecord,
    most: usize,
) -> Variations {
    let bytes = in_utf8(bytes);
    let mut problems = Problems::default();
    let Some(source) = Source::decoded(file, &bytes, &mut problems) else { return Variations::default() };
    let mut parser = Parser::keeping(&source, most.saturating_sub(game.moves.len()));
    let trees = std::iter::from_fn(|| parser.next_game(&mut problems));
    let Some(tree) = number.checked_sub(1).and_then(|at| trees.into_iter().nth(at)) else {
        return Variations::default();
    };
    let mut reader = Reader {
        game,
        budget: Budget::of_text(source.text),
        variations: Variations { left_out: tree.dropped, ..Variations::default() },
        main: Vec::with_capacity(tree.main.len()),
        others: Vec::with_capacity(tree.others.len()),
    };
    let mut made = 0;
    for node in &tree.main {
        made += usize::from(node.properties.iter().any(|property| property.is_move()));
        reader.main.push(made);
    }
    for (parent, node) in &tree.others {
        let number = reader.parent(*parent).and_then(|parent| reader.node(parent, node));
        if number.is_none() && node.properties.iter().any(|property| property.is_move()) {
            reader.variations.left_out += 1;
        }
        reader.others.push(number);
    }
    reader.variations
}

struct Reader<'g> {
    game: &'g GameRecord,
    /// The number of marks that may still be read.
    budget: Budget,
    variations: Variations,
    /// The number of the last move up to each node of the main line.
    main: Vec<usize>,
    /// The number of the last move up to each other node; `None` if it cannot be played.
    others: Vec<Option<usize>>,
}

impl Reader<'_> {
    fn parent(&self, id: NodeId) -> Option<usize> {
        match id {
            NodeId::Main(at) => self.main.get(at).copied(),
            NodeId::Other(at) => self.others.get(at).copied().flatten(),
        }
    }

    /// Adds a node behind a move. Returns the number of its move or, if it has none, of the move before. `None` if its
    /// move cannot be played.
    fn node(&mut self, parent: usize, node: &Node) -> Option<usize> {
        let mut number = parent;
        for property in &node.properties {
            if MARKINGS.contains(&property.name.as_str()) {
                continue;
            }
            let [value] = &property.values[..] else { return None };
            match property.name.as_str() {
                "B" | "W" if number == parent => {
                    let color = if property.name == "B" { Color::Black } else { Color::White };
                    let field = read_move(&value.text).ok()?;
                    if self.to_move(parent)? != color || self.is_occupied(parent, field) {
                        return None;
                    }
                    self.variations.moves.push(TreeMove { parent, made: Move { field, ..Move::default() } });
                    number = self.game.moves.len() + self.variations.moves.len();
                }
                // A second move in a node, or stones that no move has placed.
                "B" | "W" | "AB" | "AW" | "AE" | "PL" => return None,
                _ => {}
            }
        }
        self.remark(number, node);
        Some(number)
    }

    /// Adds the remarks and marks of a node to its move. Those on the main line have been read already.
    fn remark(&mut self, number: usize, node: &Node) {
        let first = self.game.moves.len() + 1;
        let Some(made) = number.checked_sub(first).and_then(|at| self.variations.moves.get_mut(at)) else {
            return;
        };
        let remarks = node.properties.iter().filter(|property| property.name == "C");
        for value in remarks.flat_map(|property| &property.values) {
            super::read::add_line(&mut made.made.remark, &value.text);
        }
        for property in node.properties.iter().filter(|property| MARKINGS.contains(&property.name.as_str())) {
            let is_read = marking::read(property, &mut made.made.marking, &mut self.budget);
            self.variations.has_lost_marks |= !is_read;
        }
    }

    /// The moves up to this one, the last one first.
    fn before(&self, number: usize) -> impl Iterator<Item = Option<Point>> {
        let mut at = number;
        let main = self.game.moves.len();
        std::iter::from_fn(move || {
            let own = at.checked_sub(1)?;
            let field;
            (field, at) = match own.checked_sub(main) {
                None => (self.game.moves[own].field, own),
                Some(other) => {
                    let TreeMove { parent, made } = &self.variations.moves[other];
                    (made.field, *parent)
                }
            };
            Some(field)
        })
    }

    /// The side to move after this move.
    fn to_move(&self, number: usize) -> Option<Color> {
        let begins = self.game.begins()?;
        Some(if self.before(number).count().is_multiple_of(2) { begins } else { begins.other() })
    }

    fn is_occupied(&self, number: usize, field: Option<Point>) -> bool {
        let start = self.game.start.iter().flat_map(|start| start.black.iter().chain(&start.white));
        field.is_some_and(|field| {
            start.into_iter().any(|stone| *stone == field)
                || self.before(number).any(|made| made == Some(field))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BOARD_SIZE;
    use crate::record::{Format, GameFile, Start, read_games};

    /// Random numbers, the same in each run.
    struct Random(u64);

    impl Random {
        /// A number below `end`.
        fn below(&mut self, end: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % end
        }
    }

    /// The fields of the moves up to this one.
    fn fields(tree: &[TreeMove], number: usize) -> Vec<Option<Point>> {
        let mut at = number;
        std::iter::from_fn(|| {
            let TreeMove { parent, made } = &tree[at.checked_sub(1)?];
            at = *parent;
            Some(made.field)
        })
        .collect()
    }

    /// A random tree. No two moves after the same position are equal.
    fn tree(random: &mut Random, size: usize) -> Vec<TreeMove> {
        let mut tree: Vec<TreeMove> = Vec::new();
        while tree.len() < size {
            // Mostly long lines, with branches anywhere.
            let parent = if random.below(3) == 0 { random.below(tree.len() + 1) } else { tree.len() };
            let points = usize::from(BOARD_SIZE) * usize::from(BOARD_SIZE);
            let field = Point::all().nth(random.below(points)).filter(|_| random.below(12) > 0);
            let is_sibling = tree.iter().any(|other| other.parent == parent && other.made.field == field);
            if is_sibling || field.is_some() && fields(&tree, parent).contains(&field) {
                continue;
            }
            let remarks = ["", "", "a [remark]", "two\nlines", "back\\slash: (;B[hh])", "é ✎"];
            let remark =
                Some(remarks[random.below(remarks.len())].to_owned()).filter(|text| !text.is_empty());
            tree.push(TreeMove { parent, made: Move { field, milliseconds: None, remark, marking: None } });
        }
        tree
    }

    /// The moves after a position without their numbers, each with its own tree.
    #[derive(Debug, PartialEq)]
    struct Nested(Vec<(Move, Nested)>);

    fn nested(tree: &[TreeMove], number: usize) -> Nested {
        let after = (1..).zip(tree).filter(|(_, one)| one.parent == number);
        Nested(after.map(|(at, one)| (one.made.clone(), nested(tree, at))).collect())
    }

    /// The game in a text, its whole tree with the main line first, and the number of moves that are left out.
    fn read(text: &str, most: usize) -> (GameRecord, Vec<TreeMove>, usize) {
        let GameFile { mut games, .. } =
            read_games("a.sgf", text.as_bytes(), Format::Sgf).unwrap_or_else(|problems| panic!("{problems}"));
        let game = games.remove(0);
        let Variations { moves, left_out, .. } = read_variations("a.sgf", text.as_bytes(), 1, &game, most);
        let main = game.moves.iter().enumerate();
        let main = main.map(|(parent, made)| TreeMove { parent, made: made.clone() });
        let tree = main.chain(moves).collect();
        (game, tree, left_out)
    }

    #[test]
    fn random_trees_are_read_as_they_were_written() {
        let mut random = Random(1);
        for size in (0..60).chain([300]) {
            let tree = tree(&mut random, size);
            let start = Start { black: Vec::new(), white: Vec::new(), to_move: Some(Color::White) };
            let game = GameRecord {
                remark: Some("the start".to_owned()),
                start: Some(start).filter(|_| size % 2 == 1),
                ..GameRecord::default()
            };
            let text = write_tree(&game, &tree);
            let (read, found, left_out) = read(&text, size);
            assert_eq!(nested(&found, 0), nested(&tree, 0), "{text}");
            assert_eq!((left_out, &read.remark, &read.start), (0, &game.remark, &game.start), "{text}");
        }
    }

    #[test]
    fn deep_and_wide_trees_do_not_exhaust_the_stack() {
        let pass = |parent: usize| TreeMove { parent, made: Move::default() };
        let deep: Vec<TreeMove> = (0..100_000).map(pass).collect();
        let (_, found, left_out) = read(&write_tree(&GameRecord::default(), &deep), 1);
        assert_eq!((found.len(), left_out), (deep.len(), 0));
    }

    #[test]
    fn moves_of_variations_that_cannot_be_played_are_left_out_with_those_after_them() {
        let text = "(;GM[4]SZ[15];B[hh](;W[ig];B[ii])(;W[hh];B[aa])(;B[bb])(;AB[cc])(;C[no move];W[dd]C[good])\
                    (;W[zz])(;W[ee];B[ff]))";
        let variations = |most: usize| {
            let (_, tree, left_out) = read(text, most);
            let written = |one: &TreeMove| {
                let field = one.made.field.map(|field| field.to_string()).unwrap_or_default();
                (one.parent, field, one.made.remark.clone().unwrap_or_default())
            };
            (tree[3..].iter().map(written).collect::<Vec<_>>(), left_out)
        };
        let made = |parent: usize, field: &str, remark: &str| (parent, field.to_owned(), remark.to_owned());
        let [d, e, f] = [made(1, "d12", "good"), made(1, "e11", ""), made(5, "f10", "")];
        assert_eq!(variations(100), (vec![d.clone(), e, f], 4));
        assert_eq!(variations(9), (vec![d], 6), "at most this number of nodes is kept");
        assert_eq!(variations(0), (Vec::new(), 7));
    }
}
