//! Games that are played by chance, and what an evaluator sees of them ply by ply: the naive one by their definition, any other by
//! its rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use agree::Naive;
use agree::games::{Outcome as Expected, Played, Position as Tuples};
use blanche_compiler::game::{Fault, Move, Outcome, Past, Rules, Step};
use blanche_compiler::interpret::{Machine, StateHost};
use blanche_compiler::program::{Rule, RuleId, RuleKind, VariableId};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{Limits, Position, Unended, Value};

use crate::answers::{Read, questions};

/// A game as two evaluators have it.
pub(crate) struct Both {
    pub(crate) rules: Rules,
    pub(crate) naive: Naive,
}

/// How far a game is looked at.
#[derive(Clone, Copy)]
pub(crate) struct How {
    /// So many moves of it are made.
    pub(crate) plies: usize,
    /// The number of tuples that the definition looks at for a question, at most.
    pub(crate) patience: u64,
    /// Whether rules, exports, scores and preferences are asked in each position, and moves are made after the end too.
    pub(crate) asks: bool,
}

/// Whole games of twenty-five moves.
pub(crate) const WHOLE: How = How { plies: 25, patience: u64::MAX, asks: false };

/// A position, the move that is made in it, and what is said of both.
#[derive(Debug)]
pub(crate) struct Ply {
    position: Tuples,
    made: Option<Played>,
    /// By question; what would have taken too long is not there.
    said: BTreeMap<String, Said>,
}

/// What an evaluator says to a question.
#[derive(Debug, PartialEq)]
pub(crate) enum Said {
    Outcome(Option<Expected>),
    Margins(Vec<usize>),
    /// Nothing where one of them contradicts itself or does not end.
    Moves(Option<Vec<Played>>),
    /// The position after a move; nothing where it contradicts itself.
    After(Option<Tuples>),
    /// Variables and rows.
    Rows(Vec<String>, Vec<Vec<agree::Value>>),
    /// What the position is worth to each player.
    Worth(Vec<i64>),
}

/// Why no more of a game was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stop {
    /// So many moves were made, or it was over.
    #[default]
    Enough,
    /// A move contradicted itself.
    Clash,
    /// A move had no end.
    Unending,
    /// It would have taken too long.
    Limit,
}

/// What was seen of one game.
#[derive(Debug, Default)]
pub(crate) struct Line {
    pub(crate) plies: Vec<Ply>,
    pub(crate) stop: Stop,
}

impl Ply {
    fn of(position: Tuples) -> Ply {
        Ply { position, made: None, said: BTreeMap::new() }
    }

    /// Takes up an answer, unless it would have taken too long.
    fn say(&mut self, question: &str, said: Option<Said>) {
        if let Some(said) = said {
            self.said.insert(question.to_owned(), said);
        }
    }

    /// How many questions were answered.
    pub(crate) fn said(&self) -> usize {
        self.said.len()
    }

    /// How many rules, exports, scores and preferences have answers.
    pub(crate) fn answered(&self) -> usize {
        self.said.values().filter(|said| matches!(said, Said::Rows(_, rows) if !rows.is_empty())).count()
    }

    /// Whether somebody can move.
    pub(crate) fn has_moves(&self) -> bool {
        self.moves().is_some_and(|moves| moves.iter().any(|played| !played.is_pass()))
    }

    fn moves(&self) -> Option<&[Played]> {
        match self.said.get("moves") {
            Some(Said::Moves(moves)) => moves.as_deref(),
            _ => None,
        }
    }

    fn outcome(&self) -> Option<Expected> {
        match self.said.get("outcome") {
            Some(Said::Outcome(outcome)) => outcome.clone(),
            _ => None,
        }
    }

    fn assert_like(&self, other: &Ply, about: &str) {
        assert_eq!(self.position, other.position, "{about}");
        if let (Some(made), Some(other)) = (&self.made, &other.made) {
            assert_eq!(made, other, "{about}");
        }
        for (question, said) in &self.said {
            let known = other.said.get(question);
            assert!(
                known.is_none_or(|known| known == said),
                "{question}\n{said:?}\n{known:?}\n{self:?}\n{about}"
            );
        }
    }
}

impl Line {
    /// Compares what two evaluators saw, as far as both looked.
    pub(crate) fn assert_like(&self, other: &Line, about: &str) {
        for (one, other) in self.plies.iter().zip(&other.plies) {
            one.assert_like(other, about);
        }
        if ![self.stop, other.stop].contains(&Stop::Limit) {
            assert_eq!((self.plies.len(), self.stop), (other.plies.len(), other.stop), "{about}");
        }
    }

    /// What became of the game.
    fn seen(&self) -> Seen {
        let played = || self.plies.iter().filter_map(|ply| ply.made.as_ref());
        let has_margin = |ply: &&Ply| matches!(&ply.said["margins"], Said::Margins(margins) if margins.iter().any(|margin| *margin > 0));
        Seen {
            plies: played().count(),
            ended: self.plies.last().and_then(Ply::outcome),
            clashed: self.stop == Stop::Clash,
            unending: self.stop == Stop::Unending,
            chains: played().filter(|played| !played.then.is_empty()).count(),
            passes: played().filter(|played| played.is_pass()).count(),
            margins: self.plies.iter().filter(has_margin).count(),
        }
    }
}

/// What became of a game.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) plies: usize,
    pub(crate) ended: Option<Expected>,
    pub(crate) clashed: bool,
    /// A move had no end.
    pub(crate) unending: bool,
    /// Moves of several steps.
    pub(crate) chains: usize,
    pub(crate) passes: usize,
    /// Positions in which somebody has a margin.
    pub(crate) margins: usize,
}

impl Both {
    pub(crate) fn new(read: &Read) -> Both {
        let machine = Machine::<StateHost>::new(&read.program, &read.plan, Limits::default())
            .unwrap_or_else(|missing| panic!("positions answer {missing:?}"));
        let rules =
            Rules::new(Arc::new(read.program.clone()), Box::new(machine)).expect("it is a small game");
        Both::of(rules, read)
    }

    /// With who answers for the game.
    pub(crate) fn of(rules: Rules, read: &Read) -> Both {
        Both { rules, naive: Naive::new(&read.trees) }
    }

    /// At most so many positions of a game by chance, so many moves apart, each as both evaluators have it.
    pub(crate) fn positions(
        &self,
        random: &mut Random,
        most: usize,
        apart: usize,
    ) -> Vec<(Position, Tuples)> {
        let mut position = self.rules.start().expect("it begins");
        let (mut moves, mut positions) = (Vec::new(), Vec::new());
        for ply in 0..most * apart {
            if ply % apart == 0 {
                positions.push((position.clone(), tuples(&self.rules, &position)));
            }
            // A move may contradict itself, or have no end.
            let can_move = self.rules.moves(&mut position, &mut moves).is_ok() && !moves.is_empty();
            if !can_move || self.rules.play(&mut position, *random.choose(&moves)).is_err() {
                break;
            }
        }
        positions
    }

    /// Plays a game by chance; both must see the same moves, the same positions and the same end.
    pub(crate) fn play(&self, random: &mut Random, about: &str) -> Seen {
        let found = found(&self.rules, random, WHOLE);
        assert_ne!(found.stop, Stop::Limit, "no limit is reached: {about}");
        assert_eq!(found.plies[0].position, self.naive.start(), "{about}");
        found.assert_like(&defined(&self.naive, &found, WHOLE), about);
        found.seen()
    }
}

/// What the definition says of the positions and of the moves of a game that was played by chance.
pub(crate) fn defined(naive: &Naive, found: &Line, how: How) -> Line {
    let (mut line, mut before) = (Line { stop: found.stop, ..Line::default() }, Vec::new());
    for ply in &found.plies {
        let mut own = defined_ply(naive, &ply.position, how);
        before.push(ply.position.clone());
        if let Some(made) = &ply.made {
            let after = naive.within(how.patience, || naive.play_on(&ply.position, made, &before));
            own.say("after", after.map(Said::After));
        }
        own.made.clone_from(&ply.made);
        line.plies.push(own);
    }
    line
}

fn defined_ply(naive: &Naive, position: &Tuples, how: How) -> Ply {
    let mut ply = Ply::of(position.clone());
    let within = |ask: &dyn Fn() -> Said| naive.within(how.patience, ask);
    ply.say("outcome", within(&|| Said::Outcome(naive.outcome(position))));
    ply.say("margins", within(&|| Said::Margins(naive.margins(position))));
    ply.say("moves", within(&|| Said::Moves(naive.all_moves(position))));
    if how.asks {
        ply.say("worth", within(&|| Said::Worth(worth(naive, position))));
        for (question, rule) in questions(naive) {
            let rows = || Said::Rows(rule.variables.clone(), naive.all(&mut position.clone(), rule));
            ply.say(&question, within(&rows));
        }
    }
    ply
}

/// What a position is worth to each player.
fn worth(naive: &Naive, position: &Tuples) -> Vec<i64> {
    let mut world = position.clone();
    let mut sum = |player: &str| {
        let is_to_move = position.to_move.to_string() == player;
        naive.sum(&mut world, player, is_to_move)
    };
    let sums: Vec<i64> = naive.players().map(|player| sum(&player)).collect();
    let all: i64 = sums.iter().sum();
    sums.iter().map(|own| 2 * own - all).collect()
}

/// Plays a game by chance by its rules.
pub(crate) fn found(rules: &Rules, random: &mut Random, how: How) -> Line {
    let (mut position, mut line) = (rules.start().expect("it begins"), Line::default());
    let (mut past, mut moves) = (Past::new(rules, &position), Vec::new());
    while line.plies.len() < how.plies && line.stop == Stop::Enough {
        let (mut ply, stop) = found_ply(rules, &mut position, &mut moves, how.asks);
        line.stop = stop;
        let is_over = ply.outcome().is_some() && !how.asks;
        let goes_on = stop == Stop::Enough && !is_over && !moves.is_empty();
        if goes_on {
            let at = random.below(moves.len());
            ply.made = ply.moves().map(|moves| moves[at].clone());
            let after = play(rules, &mut position, moves[at], &mut past);
            line.stop = after.as_ref().err().map_or(Stop::Enough, stop_of);
            let is_said = line.stop != Stop::Limit;
            ply.say("after", is_said.then(|| Said::After(after.ok())));
        }
        line.plies.push(ply);
        if !goes_on {
            break;
        }
    }
    line
}

/// Makes a move; gives the position after it.
fn play(rules: &Rules, position: &mut Position, mv: Move, past: &mut Past) -> Result<Tuples, Fault> {
    let before = position.words().to_vec();
    let made = rules.play_on(position, mv, past);
    if made.is_err() {
        assert_eq!(position.words(), before, "a move that is not made changes nothing");
    }
    made.map(|()| tuples(rules, position))
}

fn stop_of(fault: &Fault) -> Stop {
    match fault {
        Fault::Clash(_) => Stop::Clash,
        Fault::Unending(unending) if unending.why != Unended::TooMany => Stop::Unending,
        Fault::Unending(_) | Fault::Limit { .. } => Stop::Limit,
        other => panic!("a game does no such thing: {other:?}"),
    }
}

/// What the rules say of a position, and why nothing comes after it, where no move can be chosen.
fn found_ply(rules: &Rules, position: &mut Position, moves: &mut Vec<Move>, asks: bool) -> (Ply, Stop) {
    let mut ply = Ply::of(tuples(rules, position));
    let before = position.words().to_vec();
    let outcome = rules.outcome(position);
    let outcome = in_time(outcome).map(|outcome| {
        outcome.map(|outcome| match outcome {
            Outcome::Won(player) => Expected::Won(rules.program().player(player)),
            Outcome::Drawn => Expected::Drawn,
        })
    });
    let mut stop = if outcome.is_some() { Stop::Enough } else { Stop::Limit };
    ply.say("outcome", outcome.map(Said::Outcome));
    let counted = |(_, margin): (Value, u64)| margin as usize;
    let margins = in_time(rules.margins(position));
    ply.say("margins", margins.map(|all| Said::Margins(all.into_iter().map(counted).collect())));
    if asks {
        ask(rules, position, &mut ply);
    }
    let found = rules.moves(position, moves);
    stop = found.err().map_or(stop, |fault| stop_of(&fault));
    assert_eq!(position.words(), before, "to ask changes nothing");
    let to_move = rules.to_move(position);
    let written = || moves.iter().map(|mv| written(rules, *mv, to_move)).collect();
    let is_said = stop != Stop::Limit;
    ply.say("moves", is_said.then(|| Said::Moves((stop == Stop::Enough).then(written))));
    (ply, stop)
}

/// What was found; nothing where it would have taken too long.
fn in_time<T>(found: Result<T, Fault>) -> Option<T> {
    match found {
        Ok(found) => Some(found),
        Err(fault) => {
            assert_eq!(stop_of(&fault), Stop::Limit, "{fault}");
            None
        }
    }
}

/// Asks what may be asked of any position, and what it is worth to each player.
fn ask(rules: &Rules, position: &mut Position, ply: &mut Ply) {
    for (at, rule) in rules.program().rules.iter().enumerate() {
        if !matches!(rule.kind, RuleKind::Game(_)) {
            let said = answer(rules, position, RuleId(at as u32), rule);
            ply.say(&rules.program().rule_title(rule), in_time(said));
        }
    }
    let players = rules.program().players.iter();
    let worth: Result<Vec<i64>, Fault> = players.map(|player| rules.value(position, *player)).collect();
    ply.say("worth", in_time(worth).map(Said::Worth));
}

fn answer(rules: &Rules, position: &mut Position, id: RuleId, rule: &Rule) -> Result<Said, Fault> {
    let mut rows = Vec::new();
    rules.each_answer(position, id, &[], &mut |row| {
        rows.push(row.iter().zip(&rule.answer).map(|(value, of)| text(rules, rule, *of, *value)).collect());
    })?;
    assert_eq!(rules.answers(position, id)?, rows.len(), "{}", rule.text);
    assert_eq!(rules.holds(position, id)?, !rows.is_empty(), "{}", rule.text);
    let variables = rule.answer.iter().map(|id| rule.variables[id.index()].name.clone()).collect();
    Ok(Said::Rows(variables, rows))
}

/// A value of a variable as it is written.
fn text(rules: &Rules, rule: &Rule, variable: VariableId, value: Value) -> agree::Value {
    let sort = rule.variables[variable.index()].sort;
    agree::Value::read(&rules.program().sort(sort).text(value))
}

/// A move as the naive evaluator writes it.
fn written(rules: &Rules, mv: Move, to_move: Value) -> Played {
    let program = rules.program();
    if mv.is_pass() {
        return Played::pass(program.player(to_move));
    }
    let written = |step: Step| {
        let rule = program.rule(rules.game().moves[step.of()].question);
        let values = rule.answer.iter().zip(step.played());
        (rule.name.clone(), values.map(|(of, value)| text(rules, rule, *of, *value)).collect())
    };
    let mut steps = mv.steps().map(written);
    let (name, values) = steps.next().expect("a move has a step");
    let player = program.player(rules.game().moves[mv.of()].player);
    Played { name, player, values, then: steps.collect() }
}

/// A position as the naive evaluator has it.
fn tuples(rules: &Rules, position: &Position) -> Tuples {
    let program = rules.program();
    let states = rules.game().states.iter().enumerate().skip(1);
    let tuples = states.map(|(at, state)| {
        let predicate = program.predicate(state.predicate);
        let text = |(value, sort): (&Value, _)| agree::Value::read(&program.sort(sort).text(*value));
        let tuples = rules.tuples_of(position, at).into_iter();
        let tuples =
            tuples.map(|tuple| tuple.iter().zip(predicate.sorts.iter().copied()).map(text).collect());
        (predicate.name.clone(), tuples.collect())
    });
    let to_move = agree::Value::read(&program.player(rules.to_move(position)));
    Tuples { tuples: tuples.collect(), to_move }
}
