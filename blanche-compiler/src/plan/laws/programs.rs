//! Programs of many random bodies, and random statistics that make the planner choose differently.

use std::fmt::Write;

use blanche_sorted::SortedSet;

use super::bodies::{Bodies, Profile};
use crate::plan::planner::Planner;
use crate::plan::statistics::{Literal, Statistics};
use crate::program::{Program, Rule};
use crate::random::Random;

/// Number of bodies in one program.
const TOGETHER: usize = 60;

/// Possible mean numbers of tuples in random statistics.
const MEANS: [f64; 7] = [0.02, 0.4, 1.0, 3.0, 15.0, 80.0, 700.0];

/// The random seed of all laws.
const SEED: u64 = 1;

/// Number of bodies to generate: `few`, or eight times as many if `BLANCHE_TRIALS=all` is set, as in other tests.
pub(super) fn trials(few: usize) -> usize {
    let all = std::env::var_os("BLANCHE_TRIALS").is_some_and(|value| value == "all");
    if all { few * 8 } else { few }
}

/// A program with random bodies. Bodies that the checks reject are included but not examined.
pub(super) struct Drawn {
    pub(super) program: Program,
    /// The names of the rules and scores that the checks accepted.
    pub(super) accepted: Vec<String>,
}

impl Drawn {
    /// Whether a rule is planned: an accepted random body, or a rule of the domain.
    pub(super) fn is_planned(&self, rule: &Rule) -> bool {
        self.accepted.contains(&rule.name) || !rule.name.starts_with("case.")
    }
}

/// Generates bodies that fit a profile, and calls `each` with every program of them and a random number generator.
pub(super) fn each_program(
    law: u64,
    profile: Profile,
    bodies: usize,
    each: &mut dyn FnMut(&Drawn, &mut Random),
) {
    let mut left = trials(bodies);
    let mut at = 0;
    while left > 0 {
        let mut random = Random::of(SEED, &[law, at]);
        let mut drawn = drawn(profile, &mut random);
        drawn.accepted.truncate(left);
        left -= drawn.accepted.len();
        at += 1;
        each(&drawn, &mut random);
    }
}

fn drawn(profile: Profile, random: &mut Random) -> Drawn {
    let mut bodies = Bodies::new(profile, random);
    let texts: Vec<String> = (0..TOGETHER).map(|number| bodies.case(number)).collect();
    let drawn = program_of(&texts);
    assert!(drawn.accepted.len() >= TOGETHER / 4, "enough bodies are accepted: {:?}", drawn.accepted);
    drawn
}

/// The program of some texts, each with a rule or score `case.N`.
pub(super) fn program_of(texts: &[String]) -> Drawn {
    let domain = include_str!("domain.blanche");
    let (mut text, mut ends) = (domain.to_owned(), Vec::new());
    for body in texts {
        let _ = write!(text, "\n{body}");
        ends.push(text.len());
    }
    let (program, mistakes) = crate::plan::tests::program(&text);
    let mut is_accepted = vec![true; texts.len()];
    for (start, title) in mistakes {
        assert!(start >= domain.len(), "the domain has no mistakes: {title}");
        let at = ends.iter().position(|end| start < *end).expect("a mistake lies in a body");
        is_accepted[at] = false;
    }
    let accepted = (0..texts.len()).filter(|at| is_accepted[*at]).map(|at| format!("case.{at}")).collect();
    Drawn { program, accepted }
}

/// Random numbers of tuples for some of the literals whose statistics a planner has looked up.
pub(super) fn statistics(planner: &Planner<'_>, random: &mut Random) -> Statistics {
    let mut statistics = Statistics::default();
    let asked: SortedSet<_> = planner.asked.iter().cloned().collect();
    for (id, constants) in asked {
        if random.percent(60) {
            let predicate = planner.program.predicate(id).name.clone();
            statistics.insert(Literal { predicate, constants }, *random.choose(&MEANS));
        }
    }
    statistics
}
