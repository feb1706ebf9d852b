//! A program as the generator sees it: text with just enough structure to be printed in any order.

use std::fmt;

use crate::random::Random;

/// A program that can be printed (`to_string`) and reordered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Sorts and players; they stay in front.
    pub(crate) declarations: Vec<String>,
    pub(crate) items: Vec<Item>,
    pub(crate) queries: Vec<Body>,
}

/// A fact, a derivation or a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// All of a fact, else everything in front of the body, with its `:-` or `if`.
    pub(crate) head: String,
    pub(crate) body: Option<Body>,
}

/// Conjunctions, one of which must hold.
pub(crate) type Body = Vec<Vec<Literal>>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Literal {
    pub(crate) negated: bool,
    pub(crate) said: Said,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    Atom(String),
    Group(Body),
}

impl Program {
    /// The same program in another order: items, literals of conjunctions and branches of `;` change places, at
    /// every depth. It means the same, but its rules may stand in another order.
    pub fn shuffled(&self, seed: u64) -> Program {
        let random = &mut Random::new(seed);
        let mut program = self.clone();
        random.shuffle(&mut program.items);
        for body in program.items.iter_mut().filter_map(|item| item.body.as_mut()) {
            shuffle_body(body, random);
        }
        for query in &mut program.queries {
            shuffle_body(query, random);
        }
        program
    }

    /// Sentences that can be asked of the program; a shuffled program has the same ones in the same order.
    pub fn queries(&self) -> Vec<String> {
        self.queries.iter().map(|query| sentence(query, " ")).collect()
    }
}

fn shuffle_body(body: &mut Body, random: &mut Random) {
    random.shuffle(body);
    for branch in body {
        random.shuffle(branch);
        for literal in branch {
            if let Said::Group(inner) = &mut literal.said {
                shuffle_body(inner, random);
            }
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for declaration in &self.declarations {
            writeln!(f, "{declaration}")?;
        }
        for item in &self.items {
            match &item.body {
                None => writeln!(f, "{}", item.head)?,
                Some(body) => writeln!(f, "{}\n    {}", item.head, sentence(body, "\n    "))?,
            }
        }
        Ok(())
    }
}

/// The text of a sentence; `gap` stands behind the commas outside parentheses.
fn sentence(body: &Body, gap: &str) -> String {
    let branch = |branch: &Vec<Literal>| {
        branch.iter().map(Literal::to_string).collect::<Vec<String>>().join(&format!(",{gap}"))
    };
    body.iter().map(branch).collect::<Vec<String>>().join(" ; ")
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not = if self.negated { "¬" } else { "" };
        match &self.said {
            Said::Atom(atom) => write!(f, "{not}{atom}"),
            Said::Group(body) => write!(f, "{not}({})", sentence(body, " ")),
        }
    }
}
