//! Prints the complete proof of a win, as text and as JSON for other programs to check.

use std::io::{self, Write};

use blanche_sorted::SortedSet;
use noire_engine::board::Point;
use noire_engine::facts::Base;
use noire_engine::games::Claim;
use noire_engine::search::proof::{Attack, AttackId, Proof, Threat};
use serde_json::{Value, json};

/// The proof as a list of the positions in which the attacker is to move. Each node refers to earlier nodes by their
/// index from 0, and the last node is the solved position.
pub(super) fn nodes(base: &Base, proof: &Proof<Point>) -> Value {
    let rule = |claim: &Claim| base.contents().rules[claim.rule].title();
    let node = |number: usize| match proof.attack(AttackId(number as u32)) {
        Attack::Over => json!({ "over": true }),
        Attack::Claim(claim, plays) => json!({ "rule": rule(claim), "plays": plays.to_string() }),
        Attack::Move(plays, defence) => {
            let threat = match &defence.threat {
                Threat::Rule(claim) => json!({ "rule": rule(claim) }),
                Threat::Line(AttackId(number)) => json!({ "node": number }),
            };
            let replies: Vec<Value> = defence
                .replies
                .iter()
                .map(|(reply, AttackId(number))| json!({ "reply": reply.to_string(), "node": number }))
                .collect();
            json!({ "plays": plays.to_string(), "threat": threat, "replies": replies })
        }
    };
    (0..proof.len()).map(node).collect()
}

/// Draws the proof as a tree. Each move of the attacker has a line, and below it are the replies that need lines of
/// their own. Subtrees that were drawn before are not repeated.
pub(super) fn draw(out: &mut impl Write, base: &Base, proof: &Proof<Point>) -> io::Result<()> {
    let mut tree = Tree { base, proof, seen: SortedSet::new() };
    tree.attack(out, proof.root(), "  ", "")
}

struct Tree<'p> {
    base: &'p Base,
    proof: &'p Proof<Point>,
    seen: SortedSet<u32>,
}

impl Tree<'_> {
    /// Draws a position in which the attacker is to move, after the moves that lead to it.
    fn attack(&mut self, out: &mut impl Write, id: AttackId, rest: &str, lead: &str) -> io::Result<()> {
        let rule = |claim: &Claim| self.base.contents().rules[claim.rule].title();
        let number = id.0;
        match self.proof.attack(id) {
            Attack::Over => writeln!(out, "{rest}{lead}and has lost"),
            Attack::Claim(claim, plays) => writeln!(out, "{rest}{lead}{plays}, by {}", rule(claim)),
            Attack::Move(plays, _) if !self.seen.insert(number) => {
                writeln!(out, "{rest}{lead}{plays}, as at {number} above")
            }
            Attack::Move(plays, defence) => {
                let threat = match &defence.threat {
                    Threat::Rule(claim) => format!("threatens {}", rule(claim)),
                    Threat::Line(line) => format!("threatens the line at {}", line.0),
                };
                writeln!(out, "{rest}{lead}{plays}  [{number}: {threat}]")?;
                let mut below: Vec<(String, AttackId)> =
                    defence.replies.iter().map(|(reply, next)| (format!("{reply}: "), *next)).collect();
                if let Threat::Line(line) = defence.threat {
                    below.push(("anything else: ".to_owned(), line));
                }
                let rest = format!("{rest}{}", if lead.is_empty() { "" } else { "   " });
                below
                    .into_iter()
                    .try_for_each(|(lead, next)| self.attack(out, next, &format!("{rest}  "), &lead))
            }
        }
    }
}
