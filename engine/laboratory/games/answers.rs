//! What the rules, scores, preferences, draws and exports of a game in text answer: in positions of random games, which are the
//! same ones whatever the rules claim.

use std::collections::HashSet;

use blanche_compiler::expect::Bindings;
use blanche_compiler::game::{Fault, Rules};
use blanche_compiler::program::{GameQuestion, Program, RuleId, RuleKind};
use blanche_compiler::runtime::{Position, Solutions, Value, Weight};

use super::positions::{IsLate, of_plain_game};
use crate::bases::{TextBase, sidecars};
use crate::laboratory::answers::asked::Asked;
use crate::laboratory::answers::{Answers, Sum};
use crate::record::Problems;

/// So many positions are asked, if the games have them.
const POSITIONS: usize = 1_000;

/// Games are played until there are enough positions, but not more than these.
const GAMES: u64 = 200;

/// What the games follow from.
const SEED: u64 = 2001;

/// Positions in which a game is asked.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// The positions, each different from the others.
    pub positions: Vec<Position>,
    /// For each the moves that lead to it, as they are written.
    pub ways: Vec<String>,
}

/// The corpus of a game: different positions of random games; those that were found before it was late. `turn` is told how much
/// is done, from 0 to 1.
///
/// # Errors
/// When the game cannot go on, or a limit is reached.
pub fn corpus(rules: &Rules, is_late: IsLate<'_>, turn: impl Fn(f64)) -> Result<Corpus, Fault> {
    let start = rules.start()?;
    let mut known: HashSet<Box<[u64]>> = HashSet::new();
    let mut corpus = Corpus::default();
    for number in 0..GAMES {
        let done = corpus.positions.len() as f64 / POSITIONS as f64;
        turn(done.max(number as f64 / GAMES as f64));
        for reached in of_plain_game(rules, &start, (SEED, number), is_late)? {
            if corpus.positions.len() < POSITIONS && known.insert(reached.position.words().into()) {
                let moves = reached.moves.unwrap_or_default();
                let moves: Vec<String> = moves.into_iter().map(|mv| rules.move_text(mv)).collect();
                corpus.ways.push(moves.join(" "));
                corpus.positions.push(reached.position);
            }
        }
        if corpus.positions.len() >= POSITIONS || is_late() {
            break;
        }
    }
    Ok(corpus)
}

/// What the file beside a game says that it answers; nothing without it.
///
/// # Errors
/// When the text has mistakes.
pub fn beside(base: &TextBase) -> Result<Option<Answers>, Problems> {
    base.sidecar(sidecars::ANSWERS).map(|(path, bytes)| Answers::read(path, bytes)).transpose()
}

/// A game in text, asked in positions.
pub struct AskedGame<'g> {
    rules: &'g Rules,
    questions: Vec<RuleId>,
    positions: &'g [Position],
}

impl<'g> AskedGame<'g> {
    /// All that can be asked of these rules that is more than which moves there are.
    pub fn new(rules: &'g Rules, positions: &'g [Position]) -> AskedGame<'g> {
        let is_asked = |kind: RuleKind| match kind {
            RuleKind::Rule | RuleKind::Score(_) | RuleKind::Preference(_) | RuleKind::Export => true,
            RuleKind::Game(question) => question == GameQuestion::Draw,
            RuleKind::Query => false,
        };
        let all = rules.program().rules.iter().zip(0..);
        let questions = all.filter(|(rule, _)| is_asked(rule.kind)).map(|(_, at)| RuleId(at)).collect();
        AskedGame { rules, questions, positions }
    }

    fn program(&self) -> &Program {
        self.rules.program()
    }
}

impl Asked for AskedGame<'_> {
    type Fault = Fault;

    fn questions(&self) -> usize {
        self.questions.len()
    }

    fn title(&self, question: usize) -> String {
        self.program().rule_title(self.program().rule(self.questions[question]))
    }

    fn is_rule(&self, question: usize) -> bool {
        self.program().rule(self.questions[question]).kind == RuleKind::Rule
    }

    fn weights(&self, question: usize) -> Vec<i64> {
        let numbers = |weight: Weight| {
            let values = weight.values.into_iter().filter(|(factor, _)| *factor != 0);
            std::iter::once(weight.number).chain(values.flat_map(|(factor, at)| [factor, at as i64]))
        };
        match self.program().rule(self.questions[question]).kind {
            RuleKind::Score(weights) => {
                [weights.attacking, weights.defending].into_iter().flat_map(numbers).collect()
            }
            RuleKind::Preference(valued) => valued.worth.into_iter().collect(),
            RuleKind::Rule | RuleKind::Export | RuleKind::Game(_) | RuleKind::Query => Vec::new(),
        }
    }

    fn variables(&self, question: usize) -> Vec<(String, String)> {
        let rule = self.program().rule(self.questions[question]);
        let variables = rule.answer.iter().map(|id| {
            let variable = &rule.variables[id.index()];
            (variable.name.clone(), format!("{:?}", self.program().sort(variable.sort).kind))
        });
        variables.collect()
    }

    fn written(&self, question: usize, answer: &[Value]) -> Bindings {
        let rule = self.program().rule(self.questions[question]);
        let variables = rule.answer.iter().map(|id| &rule.variables[id.index()]);
        let text = |sort, value: Value| self.program().sort(sort).text(value);
        variables.zip(answer).map(|(one, value)| (one.name.clone(), text(one.sort, *value))).collect()
    }

    fn positions(&self) -> usize {
        self.positions.len()
    }

    fn position(&self, number: usize, sum: &mut Sum) {
        sum.add_bytes(self.rules.position_text(&self.positions[number]).as_bytes());
    }

    fn ask(&mut self, question: usize, position: usize, room: &mut Solutions) -> Result<(), Fault> {
        let rule = self.questions[question];
        room.clear(self.program().rule(rule).answer.len());
        let answers = self.rules.counted(&mut self.positions[position].clone(), rule)?;
        answers.iter().for_each(|answer| room.push(answer));
        Ok(())
    }
}
