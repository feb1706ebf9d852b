//! What a game stands up to and a mutant may not: the compiler's checks, the positions beside its rules, how many positions
//! there are after some moves, and how random games end.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use blanche_compiler::diagnostic::{Code, Diagnostic, Severity};
use blanche_compiler::game::{Counting, Fault, Outcome, Rules, perft, playout};
use blanche_compiler::program::{Program, RuleId, RuleKind};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{LimitReached, Limits, Position};

use crate::bases::{Backend, LoadError, TextBase};
use crate::laboratory::games::positions::of_game;
use crate::laboratory::judged;
use crate::laboratory::mutate::mutant::{Mutant, SHARE};
use crate::record::{Place, Problems};
use crate::world::Saying as _;
use crate::world::examples::beside;
use crate::world::{Example, Text, World};

/// A mutant of a game.
pub type GameMutant = Mutant<RuleId>;

/// Positions are counted as deep as there are no more than so many.
const COUNTED: u64 = 10_000;

/// Words count several moves at once and so more than that; where there are more than so many, no deeper.
const MOST_COUNTED: u64 = 10 * COUNTED;

/// And no deeper than this: a game with a single line of moves goes on for ever.
const DEEPEST: u32 = 20;

/// So many random games are played.
const GAMES: u64 = 40;

/// The least work that a question may take; ten times what the game's own questions take otherwise. A mutant without a literal
/// that held its joins together would take minutes.
const LEAST_WORK: u64 = 2_000;

/// In the positions of so many random games it is found out what the game's own questions take.
const TRIED: u64 = 4;

/// Who notices a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// It is refused, or warned of where the game is not.
    Compiler(Code),
    /// An example position beside the rules is said to be another one: its place.
    Example(Place),
    /// After so many moves there are not as many positions.
    Counts(u32),
    /// A random game goes on otherwise, or cannot go on: its number.
    Games(u64),
    /// A question takes ten times the work that any of the game's own takes.
    Work(String),
}

/// Why a game cannot be mutated.
#[derive(Debug)]
pub enum TestsError {
    /// The text beside its rules has mistakes.
    Beside(Problems),
    /// The game itself cannot go on.
    Fault(Fault),
    /// Its rules cannot be planned.
    Plan(Box<Diagnostic>),
}

impl From<Fault> for TestsError {
    fn from(fault: Fault) -> TestsError {
        TestsError::Fault(fault)
    }
}

/// How a random game went: how many moves it had, and who won.
type Played = (u32, Outcome);

/// What a game stands up to.
pub struct Tests<'b> {
    base: &'b TextBase,
    world: Text,
    examples: Vec<Example<Text>>,
    /// Examples that the game itself does not stand up to; they are not asked.
    broken: Vec<Place>,
    /// How many positions there are after 0, 1, 2, … moves.
    counts: Vec<u64>,
    games: Vec<Played>,
    seed: u64,
    /// What a question to a mutant may take.
    limits: Limits,
    /// How often the game is warned of something.
    warnings: BTreeMap<Code, usize>,
    stop: Arc<AtomicBool>,
}

impl<'b> Tests<'b> {
    /// What this game stands up to.
    ///
    /// # Errors
    /// When the text beside it has mistakes, or the game cannot go on.
    pub fn of(base: &'b Arc<TextBase>, seed: u64, stop: &Arc<AtomicBool>) -> Result<Tests<'b>, TestsError> {
        let rules = base.played_by(base.backend()).map_err(TestsError::Plan)?;
        let world = Text::new(Arc::clone(base), vec![(base.backend(), rules)]);
        let examples = beside(&world).map_err(TestsError::Beside)?.into_iter();
        let (examples, broken): (Vec<_>, Vec<_>) =
            examples.partition(|example| judged::holds(&world, example) == Ok(true));
        let mut tests = Tests {
            base,
            world,
            examples,
            broken: broken.into_iter().map(|example| example.place).collect(),
            counts: Vec::new(),
            games: Vec::new(),
            seed,
            limits: base.limits(),
            warnings: warnings(base.warnings()),
            stop: Arc::clone(stop),
        };
        tests.limits = tests.needed()?;
        while tests.counts.len() <= DEEPEST as usize
            && tests.counts.last().is_none_or(|count| *count <= MOST_COUNTED)
        {
            let Some(count) = tests.count(tests.rules(), tests.counts.len() as u32)? else { break };
            if tests.counts.last() == Some(&count) && tests.counts.len() > 1 {
                break;
            }
            tests.counts.push(count);
        }
        for number in 0..GAMES {
            if tests.is_stopped() {
                break;
            }
            tests.games.push(tests.game(tests.rules(), number)?);
        }
        Ok(tests)
    }

    /// The game.
    pub fn base(&self) -> &'b TextBase {
        self.base
    }

    /// Its rules.
    pub fn rules(&self) -> &Rules {
        self.world.rules()
    }

    /// Examples that the game itself does not stand up to.
    pub fn broken(&self) -> &[Place] {
        &self.broken
    }

    /// The examples beside its rules.
    pub fn examples(&self) -> &[Example<Text>] {
        &self.examples
    }

    /// What a question to a mutant may take: the least of 2,000, 20,000, … steps of which the game's own questions take no more
    /// than a tenth, by the interpreter.
    fn needed(&self) -> Result<Limits, TestsError> {
        let mut positions: Vec<Position> =
            self.examples.iter().map(|example| example.position.clone()).collect();
        let start = self.rules().start()?;
        for number in 0..TRIED {
            let game = of_game(self.rules(), &start, (self.seed, number), &|| self.is_stopped())?;
            positions.extend(game.into_iter().map(|one| one.position));
        }
        let most = self.base.limits().work / SHARE;
        let file = self.base.program().files[0];
        let (_, text) = self.base.texts().source(file);
        let mut work = LEAST_WORK;
        while work < most && !self.is_stopped() {
            let tight = Limits { work: work / SHARE, ..self.base.limits() };
            let same = self.base.edited(file, text, tight).ok();
            let rules = same.and_then(|same| same.played_by(Backend::Interpreted).ok());
            let is_enough = rules.is_some_and(|rules| {
                positions.iter().all(|position| self.is_stopped() || answers_all(&rules, position))
            });
            if is_enough {
                break;
            }
            work *= 10;
        }
        Ok(Limits { work: work.min(most), ..self.base.limits() })
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Who notices this mutant first; or its world, ready to be asked, where nobody does. It says nothing of the mutant where
    /// the sign to stop was set meanwhile.
    pub fn notice(&self, mutant: &GameMutant) -> Result<Text, Notice> {
        let (_, text) = self.base.texts().source(mutant.file());
        let edited = self.base.edited(mutant.file(), &mutant.edited(text), self.limits);
        let edited = edited.map_err(|error| Notice::Compiler(first_error(&error)))?;
        let known = |code: &Code| self.warnings.get(code).copied().unwrap_or(0);
        if let Some((code, _)) =
            warnings(edited.warnings()).iter().find(|(code, times)| **times > known(code))
        {
            return Err(Notice::Compiler(*code));
        }
        let edited = edited.stopped_by(Arc::clone(&self.stop));
        let rules = edited.played_by(Backend::Interpreted);
        let rules = rules.map_err(|message| Notice::Compiler(message.code))?;
        let world = Text::new(edited, vec![(Backend::Interpreted, rules)]);
        self.examples_notice(mutant, &world)?;
        if is_of_play(self.base.program(), mutant) {
            self.counts_notice(world.rules())?;
            self.games_notice(world.rules())?;
        }
        Ok(world)
    }

    fn examples_notice(&self, mutant: &GameMutant, world: &Text) -> Result<(), Notice> {
        let (own, other) = (self.base.program(), world.program());
        for example in &self.examples {
            let rule = self.world.ids().get(example.question);
            if !mutant.questions.contains(&rule) {
                continue;
            }
            let question = same(own, other, rule).and_then(|rule| world.ids().question(rule));
            let Some(question) = question else { return Err(Notice::Example(example.place.clone())) };
            match judged::holds(world, &Example { question, ..example.clone() }) {
                Ok(true) => {}
                Err(LimitReached::Stopped) => return Ok(()),
                Err(_) => return Err(Notice::Work(question.title(world.contents()))),
                Ok(false) => return Err(Notice::Example(example.place.clone())),
            }
        }
        Ok(())
    }

    fn counts_notice(&self, rules: &Rules) -> Result<(), Notice> {
        for (depth, known) in self.counts.iter().enumerate() {
            let depth = depth as u32;
            match self.count(rules, depth) {
                _ if self.is_stopped() => return Ok(()),
                Ok(Some(count)) if count == *known => {}
                Err(Fault::Limit { .. }) => return Err(Notice::Work("a move".to_owned())),
                Ok(_) | Err(_) => return Err(Notice::Counts(depth)),
            }
        }
        Ok(())
    }

    fn games_notice(&self, rules: &Rules) -> Result<(), Notice> {
        for (number, known) in self.games.iter().enumerate() {
            let number = number as u64;
            match self.game(rules, number) {
                _ if self.is_stopped() => return Ok(()),
                Ok(game) if game == *known => {}
                Err(Fault::Limit { .. }) => return Err(Notice::Work("a move".to_owned())),
                Ok(_) | Err(_) => return Err(Notice::Games(number)),
            }
        }
        Ok(())
    }

    /// How many positions there are after so many moves; nothing where there are too many to be counted.
    fn count(&self, rules: &Rules, depth: u32) -> Result<Option<u64>, Fault> {
        let (counted, is_enough) = (Cell::new(0), AtomicBool::new(false));
        let told = |number: u64| {
            counted.set(counted.get() + number);
            if counted.get() > COUNTED || self.is_stopped() {
                is_enough.store(true, Ordering::Relaxed);
            }
        };
        let how = Counting { strict: false, stop: &is_enough, told: &told };
        match perft(rules, &mut rules.start()?, depth, how) {
            Err(Fault::Stopped) => Ok(None),
            count => count.map(Some),
        }
    }

    fn game(&self, rules: &Rules, number: u64) -> Result<Played, Fault> {
        let mut random = Random::of(self.seed, &[number]);
        let (mut position, mut moves, mut plies) = (rules.start()?, Vec::new(), 0);
        let end = playout(rules, &mut position, &mut random, &mut moves, |_, _| plies += 1)?;
        Ok((plies, end.outcome))
    }
}

/// Whether no question reaches a limit in this position.
fn answers_all(rules: &Rules, position: &Position) -> bool {
    let program = rules.program();
    let numbered = program.rules.iter().zip(0..).filter(|(rule, _)| rule.given == 0);
    let mut asked = numbered.map(|(_, at)| RuleId(at));
    let mut position = position.clone();
    asked.all(|rule| rules.asker().each(&mut position, rule, &[], &mut |_| {}).is_ok())
}

/// Whether a mutant may change how the game goes: its moves, what they do, or its end.
pub fn is_of_play(program: &Program, mutant: &GameMutant) -> bool {
    mutant.questions.iter().any(|rule| asks_of_play(program, *rule))
}

/// Whether a question is one of the game itself, and not of what an author knows of it.
pub(super) fn asks_of_play(program: &Program, rule: RuleId) -> bool {
    let rule = program.rule(rule);
    match rule.kind {
        RuleKind::Rule => rule.level == 0,
        RuleKind::Game(question) => question != blanche_compiler::program::GameQuestion::Claims,
        RuleKind::Export | RuleKind::Score(_) | RuleKind::Preference(_) | RuleKind::Query => false,
    }
}

/// The rule of another program that is this one of a program: rules may have been left out.
pub(super) fn same(program: &Program, other: &Program, rule: RuleId) -> Option<RuleId> {
    if program.rules.len() == other.rules.len() {
        return Some(rule);
    }
    let title = program.rule_title(program.rule(rule));
    let numbered = other.rules.iter().zip(0..);
    let mut same = numbered.filter(|(known, _)| other.rule_title(known) == title);
    same.next().map(|(_, at)| RuleId(at))
}

/// How often each warning is given. A suppression that silences nothing any more tells nothing of what a mutant means.
fn warnings(messages: &[Diagnostic]) -> BTreeMap<Code, usize> {
    let mut counts = BTreeMap::new();
    for warning in messages.iter().filter(|message| message.code != Code::UnusedAllow) {
        *counts.entry(warning.code).or_default() += 1;
    }
    counts
}

fn first_error(error: &LoadError) -> Code {
    match error {
        LoadError::Mistakes(_, messages) => {
            let mut errors = messages.iter().filter(|message| message.severity == Severity::Error);
            errors.next().expect("a game is refused for its errors").code
        }
        LoadError::Unknown(_) | LoadError::Unreadable(..) | LoadError::NoBase(_) => {
            unreachable!("the game was opened before")
        }
    }
}
