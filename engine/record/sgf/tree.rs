//! Parses an SGF file, one game at a time, into nodes with properties. The properties are not interpreted. The
//! moves of variations are only counted, unless the caller asks for the variations themselves. Parsing stops at the first
//! syntax error.

use super::super::MAX_MOVES;
use super::super::fault::RecordFault;
use super::super::problem::{ProblemKind, Problems};
use super::super::source::Source;

/// A game of a file.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// The nodes of the main line, that is, of the first branch at each node.
    pub(super) main: Vec<Node>,
    pub(super) variations: Vec<Variation>,
    /// The nodes of the variations, each with the node before it, which comes earlier. Only if they are asked for.
    pub(super) others: Vec<(NodeId, Node)>,
    /// The number of moves in nodes that were asked for but exceed the maximum.
    pub(super) dropped: usize,
}

/// A node of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeId {
    /// The node with this index in the main line.
    Main(usize),
    /// The node with this index in [`Tree::others`].
    Other(usize),
}

/// A branch that is left out, because it is not the first one.
#[derive(Debug)]
pub(super) struct Variation {
    /// The byte at which its first node begins.
    pub(super) at: usize,
    /// The number of moves, including moves in variations inside it.
    pub(super) moves: usize,
}

/// A node with its properties.
#[derive(Debug)]
pub(super) struct Node {
    /// The byte at which the node begins.
    pub(super) at: usize,
    pub(super) properties: Vec<Property>,
}

/// A property, such as `B[hh]`.
#[derive(Debug)]
pub(super) struct Property {
    pub(super) at: usize,
    /// The name, reduced to its capital letters.
    pub(super) name: String,
    pub(super) values: Vec<Value>,
}

/// A property value, without its brackets and escapes.
#[derive(Debug)]
pub(super) struct Value {
    pub(super) at: usize,
    pub(super) text: String,
}

impl Property {
    /// Whether the property is a move.
    pub(super) fn is_move(&self) -> bool {
        ["B", "W"].contains(&self.name.as_str())
    }
}

/// Where the nodes of a branch are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Main,
    /// A variation that begins with the next node.
    NewVariation,
    /// The last one of the variations so far.
    Variation,
}

/// A branch that is still open.
struct Branch {
    at: usize,
    line: Line,
    has_nodes: bool,
    /// Whether the last node has a move.
    has_move: bool,
    /// Whether a branch inside this branch has been closed, so that only further branches may follow.
    has_branches: bool,
    /// The last node of this branch that was kept or, if there is none, the node before the branch.
    last: Option<NodeId>,
    /// Whether nodes of this branch were dropped.
    is_dropped: bool,
}

impl Branch {
    fn new(at: usize, line: Line) -> Branch {
        Branch {
            at,
            line,
            has_nodes: false,
            has_move: false,
            has_branches: false,
            last: None,
            is_dropped: false,
        }
    }

    /// A branch inside this one.
    fn inner(&self, at: usize, line: Line) -> Branch {
        Branch { last: self.last, is_dropped: self.is_dropped, ..Branch::new(at, line) }
    }
}

const A_GAME: &str = "`(;`, with which every game of an SGF file begins";
const A_PROPERTY: &str = "a property such as `B[hh]`, or `;`, `(` or `)`";
const A_NODE: &str = "`;`, with which every node begins";
const A_BRANCH: &str = "another variation `(;` or the end of this one, `)`";

/// Reads the games of a text.
pub(super) struct Parser<'s, 'a> {
    source: &'s Source<'a>,
    at: usize,
    has_begun: bool,
    /// Maximum number of nodes to keep in the variations of a game.
    most_others: usize,
}

type Fault = (usize, RecordFault);

impl<'s, 'a> Parser<'s, 'a> {
    pub(super) fn new(source: &'s Source<'a>) -> Parser<'s, 'a> {
        Parser::keeping(source, 0)
    }

    /// A parser that keeps this number of nodes in the variations of each game.
    pub(super) fn keeping(source: &'s Source<'a>, most_others: usize) -> Parser<'s, 'a> {
        Parser { source, at: 0, has_begun: false, most_others }
    }

    /// Parses the next game. Returns `None` after the last game, and if there is a syntax error, which is added to
    /// `problems`.
    pub(super) fn next_game(&mut self, problems: &mut Problems) -> Option<Tree> {
        match self.tree() {
            Ok(tree) => tree,
            Err((at, fault)) => {
                problems.add(self.source.place(at), ProblemKind::Record(fault));
                None
            }
        }
    }

    fn rest(&self) -> &str {
        &self.source.text[self.at..]
    }

    fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn out_of_place(&self, expected: &str) -> Fault {
        let found = self.next().map_or_else(String::new, String::from);
        (self.at, RecordFault::OutOfPlace { found, expected: expected.to_owned() })
    }

    fn ends_inside(&self, inside: &'static str, begins: usize, expected: &'static str) -> Fault {
        let begins = self.source.place(begins);
        (self.source.text.len(), RecordFault::EndsInside { inside, begins, expected })
    }

    fn tree(&mut self) -> Result<Option<Tree>, Fault> {
        let mut tree = Tree::default();
        let mut open: Vec<Branch> = Vec::new();

        // Step 1. Skip the text before the first game, which the specification tells readers to ignore.
        if !self.has_begun {
            self.at = self.first_game().ok_or((0, RecordFault::NoGame { expected: A_GAME }))?;
            self.has_begun = true;
        }

        // Step 2. Read character by character. Open branches are kept in a list, so deep nesting cannot overflow the
        // stack.
        loop {
            self.skip_blanks();
            let at = self.at;
            let Some(sign) = self.next() else { break };
            let branch = open.last_mut();
            match (sign, branch) {
                ('(', None) => {
                    self.at += 1;
                    open.push(Branch::new(at, Line::Main));
                }
                ('(', Some(branch)) if branch.has_nodes => {
                    self.at += 1;
                    let is_new = branch.line == Line::Main && branch.has_branches;
                    let line = if is_new { Line::NewVariation } else { branch.line };
                    let inner = branch.inner(at, line);
                    open.push(inner);
                }
                (';', Some(branch)) if !branch.has_branches => {
                    self.at += 1;
                    (branch.has_nodes, branch.has_move) = (true, false);
                    match branch.line {
                        Line::Main if tree.main.len() >= MAX_MOVES => {
                            return Err((at, RecordFault::TooLong { parts: "nodes", most: MAX_MOVES }));
                        }
                        Line::Main => {
                            branch.last = Some(NodeId::Main(tree.main.len()));
                            tree.main.push(Node { at, properties: Vec::new() });
                        }
                        Line::NewVariation => {
                            branch.line = Line::Variation;
                            tree.variations.push(Variation { at, moves: 0 });
                        }
                        Line::Variation => {}
                    }
                    if branch.line == Line::Variation
                        && let Some(before) = branch.last
                    {
                        branch.is_dropped |= tree.others.len() >= self.most_others;
                        if !branch.is_dropped {
                            branch.last = Some(NodeId::Other(tree.others.len()));
                            tree.others.push((before, Node { at, properties: Vec::new() }));
                        }
                    }
                }
                (')', Some(Branch { has_nodes: true, .. })) => {
                    self.at += 1;
                    open.pop();
                    match open.last_mut() {
                        Some(outer) => outer.has_branches = true,
                        None => return Ok(Some(tree)),
                    }
                }
                (_, None) => return Err(self.out_of_place("the end of the file, or a further game `(;`")),
                (_, Some(Branch { has_nodes: false, .. })) => return Err(self.out_of_place(A_NODE)),
                (_, Some(Branch { has_branches: true, .. })) => return Err(self.out_of_place(A_BRANCH)),
                (sign, Some(branch)) if sign.is_ascii_alphabetic() => {
                    let property = self.property()?;
                    let is_first_move = property.is_move() && !branch.has_move;
                    branch.has_move |= property.is_move();
                    match branch.line {
                        Line::Main => {
                            let node = tree.main.last_mut().expect("the branch has a node");
                            // Most nodes have a single property, and a vector begins with room for four.
                            node.properties.reserve_exact(usize::from(node.properties.is_empty()));
                            node.properties.push(property);
                        }
                        Line::NewVariation | Line::Variation => {
                            let variation = tree.variations.last_mut().expect("the branch has a node");
                            variation.moves += usize::from(is_first_move);
                            tree.dropped += usize::from(is_first_move && branch.is_dropped);
                            if !branch.is_dropped
                                && let Some((_, node)) = tree.others.last_mut()
                            {
                                node.properties.push(property);
                            }
                        }
                    }
                }
                (_, Some(_)) => return Err(self.out_of_place(A_PROPERTY)),
            }
        }
        match open.last() {
            None => Ok(None),
            Some(branch) if open.len() == 1 => {
                Err(self.ends_inside("a game", branch.at, "`)` after its last move"))
            }
            Some(branch) => Err(self.ends_inside("a variation", branch.at, "`)` after its last move")),
        }
    }

    /// The offset of the first `(` that is followed by `;`.
    fn first_game(&self) -> Option<usize> {
        let text = self.source.text;
        text.match_indices('(').map(|(at, _)| at).find(|at| text[at + 1..].trim_start().starts_with(';'))
    }

    fn property(&mut self) -> Result<Property, Fault> {
        let at = self.at;
        let letters = self.rest().chars().take_while(char::is_ascii_alphabetic).count();
        // Before version 4 a name may contain lower-case letters, as in `Black`; only its capitals count.
        let name: String = self.rest()[..letters].chars().filter(char::is_ascii_uppercase).collect();
        self.at += letters;
        if name.is_empty() {
            self.at = at;
            return Err(self.out_of_place(A_PROPERTY));
        }
        let mut values = Vec::with_capacity(1);
        loop {
            self.skip_blanks();
            if self.next() == Some('[') {
                values.push(self.value()?);
            } else if values.is_empty() && self.rest().is_empty() {
                return Err(self.ends_inside("a property", at, "a value in brackets"));
            } else if values.is_empty() {
                return Err(self.out_of_place(&format!("`[` and a value of `{name}`")));
            } else {
                return Ok(Property { at, name, values });
            }
        }
    }

    fn value(&mut self) -> Result<Value, Fault> {
        let opened = self.at;
        let mut text = String::new();
        let mut signs = self.source.text[opened + 1..].char_indices().peekable();
        while let Some((offset, sign)) = signs.next() {
            match sign {
                ']' => {
                    self.at = opened + 1 + offset + 1;
                    return Ok(Value { at: opened + 1, text });
                }
                '\\' => match signs.next() {
                    // An escaped line break is removed.
                    Some((_, end @ ('\r' | '\n'))) => {
                        signs.next_if(|(_, next)| is_end_of_line(end, *next));
                    }
                    Some((_, escaped)) => text.push(without_tab(escaped)),
                    None => {}
                },
                '\r' | '\n' => {
                    signs.next_if(|(_, next)| is_end_of_line(sign, *next));
                    text.push('\n');
                }
                _ => text.push(without_tab(sign)),
            }
        }
        Err(self.ends_inside("a value", opened, "`]`"))
    }
}

/// Whether two characters form one line break: CRLF or LFCR.
fn is_end_of_line(first: char, second: char) -> bool {
    [('\r', '\n'), ('\n', '\r')].contains(&(first, second))
}

/// Replaces tabs by blanks, as SGF requires of all white space except line breaks.
fn without_tab(sign: char) -> char {
    if ['\t', '\u{b}', '\u{c}'].contains(&sign) { ' ' } else { sign }
}
