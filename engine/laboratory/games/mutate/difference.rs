//! Where a mutant that nobody noticed says something else than its game, and whether what it claims there is refuted.

use blanche_compiler::game::{Fault, Outcome, Rules};
use blanche_compiler::program::{GameQuestion, Program, RuleId, RuleKind};
use blanche_compiler::runtime::{Position, Value};

use super::checks::{GameMutant, asks_of_play, same};
use crate::laboratory::games::claims::{claims, refutation};
use crate::laboratory::games::positions::{Reachable, Reached, of_game};
use crate::laboratory::games::prover::Prover;
use crate::laboratory::games::verify::FEW;

/// Positions of a round, about: rounds are made of whole games.
const ROUND: usize = 250;

/// Where a mutant says something else, so many more positions are asked whether it claims what is refuted.
const MORE: u64 = 50;

/// A position in which a mutant says something else than its game.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The position.
    pub reached: Reached,
    /// What both say, in words.
    pub words: String,
    /// The rule, score or preference that answers something else, and what the game says of it; nothing where the game itself
    /// goes on otherwise.
    pub answered: Option<Answered>,
    /// The mutant claims a win that is none.
    pub is_refuted: bool,
}

/// What a rule says in the game itself.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The rule.
    pub rule: RuleId,
    /// How many answers it has.
    pub count: usize,
    /// What it plays first.
    pub plays: Option<String>,
    /// It applies for one of the two only, plays something else, or has another number of answers: an example can say so.
    pub is_visible: bool,
}

/// Looks for differences between a game and its mutants.
pub struct Looker<'r> {
    rules: &'r Rules,
    positions: Vec<Reached>,
    nodes: u64,
    is_late: &'r (dyn Fn() -> bool + Sync),
}

impl<'r> Looker<'r> {
    /// Looks in all positions of the game where they are few, and otherwise in so many rounds of them that follow from the seed;
    /// and in these.
    ///
    /// # Errors
    /// When the game cannot go on.
    pub fn new(
        rules: &'r Rules,
        (seed, rounds): (u64, u64),
        more: Vec<Position>,
        nodes: u64,
        is_late: &'r (dyn Fn() -> bool + Sync),
    ) -> Result<Looker<'r>, Fault> {
        let start = rules.start()?;
        let drawn = more.into_iter().map(|position| Reached { moves: None, position });
        let mut positions: Vec<Reached> = drawn.collect();
        match Reachable::from(rules, &start, FEW, is_late)? {
            Some(all) if rounds > 0 => positions.extend((0..all.len()).map(|number| all.get(number))),
            _ => {
                let (most, mut number) = (rounds as usize * ROUND, 0);
                while positions.len() < most && number < most as u64 && !is_late() {
                    match of_game(rules, &start, (seed, number), is_late) {
                        Err(Fault::Limit { .. } | Fault::Stopped) => {}
                        game => positions.extend(game?),
                    }
                    number += 1;
                }
            }
        }
        Ok(Looker { rules, positions, nodes, is_late })
    }

    /// The first position that tells the mutant from its game, one in which it claims what is refuted before others; and in how
    /// many positions both were asked.
    pub fn look(&self, mutant: &GameMutant, other: &Rules) -> (Option<Difference>, u64) {
        let (mut looked, mut more) = (0, 0);
        let mut found: Option<Difference> = None;
        let program = self.rules.program();
        let (play, answers): (Vec<RuleId>, Vec<RuleId>) =
            mutant.questions.iter().partition(|rule| asks_of_play(program, **rule));
        for reached in &self.positions {
            more += u64::from(found.is_some());
            if (self.is_late)() || more > MORE {
                break;
            }
            looked += 1;
            let difference = match play.is_empty() {
                true => None,
                false => self.play(reached, other),
            };
            let asked = answers.iter().filter(|rule| !is_claims(program, **rule));
            let difference =
                difference.or_else(|| asked.clone().find_map(|rule| self.answers(reached, *rule, other)));
            match difference {
                Some(difference) if difference.is_refuted => return (Some(difference), looked),
                Some(difference) => {
                    let is_better = |known: &Difference| is_visible(&difference) && !is_visible(known);
                    if found.as_ref().is_none_or(is_better) {
                        found = Some(difference);
                    }
                    // A game that goes on otherwise makes no claims of its own.
                    if !play.is_empty()
                        || answers.iter().all(|rule| program.rule(*rule).kind != RuleKind::Rule)
                    {
                        break;
                    }
                }
                None => {}
            }
        }
        (found, looked)
    }

    /// Whether the game goes on otherwise here: other moves, other positions after them, or another end there.
    fn play(&self, reached: &Reached, other: &Rules) -> Option<Difference> {
        let words = match self.played(&reached.position, other) {
            Ok(words) => words?,
            Err((_, Fault::Stopped)) => return None,
            Err((true, fault)) => format!("The mutant cannot go on here: {fault}."),
            Err((false, _)) => return None,
        };
        Some(Difference { reached: reached.clone(), words, answered: None, is_refuted: false })
    }

    /// What is different, in words. Of a fault it is told whether it is the mutant's.
    fn played(&self, position: &Position, other: &Rules) -> Result<Option<String>, (bool, Fault)> {
        let (own, others) = (|fault| (false, fault), |fault| (true, fault));
        let mut position = position.clone();
        let (mut moves, mut changed) = (Vec::new(), Vec::new());
        let end = self.rules.outcome(&mut position).map_err(own)?;
        let changed_end = other.outcome(&mut position).map_err(others)?;
        if end != changed_end {
            let [one, other] = [end, changed_end].map(|end| self.ended(end));
            return Ok(Some(format!("Here {one}, and by the mutant {other}.")));
        }
        if end.is_some() {
            return Ok(None);
        }
        self.rules.moves(&mut position, &mut moves).map_err(own)?;
        other.moves(&mut position, &mut changed).map_err(others)?;
        let text = |mv: &blanche_compiler::game::Move| self.rules.move_text(*mv);
        if let Some(mv) = changed.iter().find(|mv| !moves.contains(mv)) {
            return Ok(Some(format!("The move {} is one of the mutant's alone.", text(mv))));
        }
        if let Some(mv) = moves.iter().find(|mv| !changed.contains(mv)) {
            return Ok(Some(format!("The mutant has no move {}.", text(mv))));
        }
        for mv in moves {
            let (mut after, mut changed) = (position.clone(), position.clone());
            self.rules.play(&mut after, mv).map_err(own)?;
            other.play(&mut changed, mv).map_err(others)?;
            if after.words() != changed.words() {
                return Ok(Some(format!("After {} the position is another one by the mutant.", text(&mv))));
            }
            let end = self.rules.outcome(&mut after).map_err(own)?;
            let changed_end = other.outcome(&mut changed).map_err(others)?;
            if end != changed_end {
                let [one, other] = [end, changed_end].map(|end| self.ended(end));
                return Ok(Some(format!("After {} {one}, and by the mutant {other}.", text(&mv))));
            }
        }
        Ok(None)
    }

    fn ended(&self, outcome: Option<Outcome>) -> String {
        match outcome {
            None => "the game goes on".to_owned(),
            Some(Outcome::Drawn) => "the game is drawn".to_owned(),
            Some(Outcome::Won(player)) => format!("{} has won", self.rules.program().player(player)),
        }
    }

    /// Whether a rule answers something else here.
    fn answers(&self, reached: &Reached, rule: RuleId, other: &Rules) -> Option<Difference> {
        let program = self.rules.program();
        let changed_rule = same(program, other.program(), rule)?;
        let before = asked(self.rules, rule, &reached.position).ok()?;
        let after = asked(other, changed_rule, &reached.position);
        let weights = |rules: &Rules, rule| rules.program().rule(rule).kind;
        let has_other_weight =
            weights(self.rules, rule) != weights(other, changed_rule) && !before.is_empty();
        if after.as_ref() == Ok(&before) && !has_other_weight {
            return None;
        }
        let title = program.rule_title(program.rule(rule));
        let says = |answers: &Vec<Vec<Value>>| match answers.first() {
            None => "nothing".to_owned(),
            Some(first) if first.is_empty() => "that it applies".to_owned(),
            Some(first) => format!("{} first of {}", answer_text(program, rule, first), answers.len()),
        };
        let words = match &after {
            _ if has_other_weight => format!("{title} is worth something else here."),
            Ok(after) => format!("{title} says {} here, and the mutant {}.", says(&before), says(after)),
            Err(_) => format!("{title} says {} here, and the mutant exceeds a limit.", says(&before)),
        };
        let after = after.unwrap_or_default();
        let is_refuted = self.refutes(rule, (changed_rule, other), reached);
        let plays = |answers: &Vec<Vec<Value>>| program.played_text(rule, answers.first()?);
        let is_visible = before.len() != after.len() || plays(&before) != plays(&after);
        let answered = Answered { rule, count: before.len(), plays: plays(&before), is_visible };
        Some(Difference { reached: reached.clone(), words, answered: Some(answered), is_refuted })
    }

    /// Whether the mutant claims something here that the game does not, and that is refuted.
    fn refutes(&self, rule: RuleId, (changed, other): (RuleId, &Rules), reached: &Reached) -> bool {
        let known = self.rules.program().rule(rule);
        let mut position = reached.position.clone();
        let goes_on = matches!(self.rules.end(&mut position), Ok(None));
        if known.kind != RuleKind::Rule || known.level == 0 || known.plays == 0 || !goes_on {
            return false;
        }
        let mut moves = Vec::new();
        if self.rules.moves(&mut position, &mut moves).is_err() {
            return false;
        }
        let Ok(own) = claims(self.rules, rule, &mut position, &moves) else { return false };
        let Ok(claimed) = claims(other, changed, &mut position, &moves) else { return false };
        let mut prover = Prover::new(self.rules, self.nodes, self.is_late);
        claimed.all.iter().filter(|claim| own.all.iter().all(|known| known.play != claim.play)).any(|claim| {
            let refuted = refutation(&mut prover, self.rules, &mut position, claim.play, known.level);
            matches!(refuted, Ok(Some(_)))
        })
    }
}

fn is_visible(difference: &Difference) -> bool {
    difference.answered.as_ref().is_none_or(|answered| answered.is_visible)
}

fn is_claims(program: &Program, rule: RuleId) -> bool {
    program.rule(rule).kind == RuleKind::Game(GameQuestion::Claims)
}

fn asked(rules: &Rules, rule: RuleId, position: &Position) -> Result<Vec<Vec<Value>>, ()> {
    let mut answers = Vec::new();
    let asked =
        rules.asker().each(&mut position.clone(), rule, &[], &mut |answer| answers.push(answer.to_vec()));
    asked.map(|()| answers).map_err(|_| ())
}

/// `Field1 = b2, Field2 = c3`
fn answer_text(program: &Program, rule: RuleId, answer: &[Value]) -> String {
    let rule = program.rule(rule);
    let pairs = rule.answer.iter().zip(answer).map(|(id, value)| {
        let variable = &rule.variables[id.index()];
        format!("{} = {}", variable.name, program.sort(variable.sort).text(*value))
    });
    pairs.collect::<Vec<_>>().join(", ")
}
