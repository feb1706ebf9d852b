//! Parses an SGF file into a tree of nodes with properties. The properties are not interpreted. Parsing stops at the
//! first syntax error.

use super::super::fault::RecordFault;
use super::super::problem::{ProblemKind, Problems};
use super::super::source::Source;

/// The nodes of a file, parents before children.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
}

/// A node of the game tree.
#[derive(Debug)]
pub(super) struct Node {
    /// The byte at which the node begins.
    pub(super) at: usize,
    /// The index of the parent; `None` for the first node of a game.
    pub(super) parent: Option<usize>,
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

/// A branch that is still open.
struct Branch {
    at: usize,
    /// The node at which the branch begins; `None` for a whole game.
    parent: Option<usize>,
    /// The last node of the branch so far.
    node: Option<usize>,
    /// Whether a branch inside this branch has been closed, so that only further branches may follow.
    has_branches: bool,
}

const A_GAME: &str = "`(;`, with which every game of an SGF file begins";
const A_PROPERTY: &str = "a property such as `B[hh]`, or `;`, `(` or `)`";
const A_NODE: &str = "`;`, with which every node begins";
const A_BRANCH: &str = "another variation `(;` or the end of this one, `)`";

/// Parses the text. Returns `None` if it has a syntax error, which is added to `problems`.
pub(super) fn parse(source: &Source<'_>, problems: &mut Problems) -> Option<Tree> {
    match (Parser { source, at: 0 }).tree() {
        Ok(tree) => Some(tree),
        Err((at, fault)) => {
            problems.add(source.place(at), ProblemKind::Record(fault));
            None
        }
    }
}

struct Parser<'s, 'a> {
    source: &'s Source<'a>,
    at: usize,
}

type Fault = (usize, RecordFault);

impl Parser<'_, '_> {
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

    fn tree(mut self) -> Result<Tree, Fault> {
        let mut tree = Tree::default();
        let mut open: Vec<Branch> = Vec::new();

        // Step 1. Skip the text before the first game, which the specification tells readers to ignore.
        self.at = self.first_game().ok_or((0, RecordFault::NoGame { expected: A_GAME }))?;

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
                    open.push(Branch { at, parent: None, node: None, has_branches: false });
                }
                ('(', Some(Branch { node: Some(node), .. })) => {
                    self.at += 1;
                    let parent = Some(*node);
                    open.push(Branch { at, parent, node: None, has_branches: false });
                }
                (';', Some(branch)) if !branch.has_branches => {
                    self.at += 1;
                    let parent = branch.node.or(branch.parent);
                    branch.node = Some(tree.nodes.len());
                    tree.nodes.push(Node { at, parent, properties: Vec::new() });
                }
                (')', Some(Branch { node: Some(_), .. })) => {
                    self.at += 1;
                    open.pop();
                    if let Some(outer) = open.last_mut() {
                        outer.has_branches = true;
                    }
                }
                (_, None) => return Err(self.out_of_place("the end of the file, or a further game `(;`")),
                (_, Some(Branch { node: None, .. })) => return Err(self.out_of_place(A_NODE)),
                (_, Some(Branch { has_branches: true, .. })) => return Err(self.out_of_place(A_BRANCH)),
                (sign, Some(Branch { node: Some(node), .. })) if sign.is_ascii_alphabetic() => {
                    let node = *node;
                    let property = self.property()?;
                    tree.nodes[node].properties.push(property);
                }
                (_, Some(_)) => return Err(self.out_of_place(A_PROPERTY)),
            }
        }
        match open.last() {
            None => Ok(tree),
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
        let mut values = Vec::new();
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
