//! Example positions of a game in text, drawn in `positions.txt` beside its rules, and whether they hold.
//!
//! ```text
//! rule two for x
//!
//! applies, plays c3: two marks on the diagonal, and its third field is empty
//! 3 . o .
//! 2 . x .
//! 1 x . o
//!   a b c
//!
//! misses: the other player has marked the third field
//! 3 . . o
//! 2 . x .
//! 1 x . o
//!   a b c
//! ```
//!
//! An example belongs to the `rule`, `score`, `preference` or `draw` line above it, and the diagram below it is its position. A
//! line such as `to.move(o)` says whose turn it is there; otherwise it is that of the player of the rule. Behind `applies` may
//! stand `plays MOVE`, `plays one of MOVE, MOVE`, `Field = c3` (a value of the first answer), `some answer has Field = c3` and
//! `counts N`, of a score or preference as well.

use std::fmt;

use blanche_compiler::expect::{Bindings, written};
use blanche_compiler::game::Rules;
use blanche_compiler::program::{GameQuestion, Program, RuleId, RuleKind};
use blanche_compiler::runtime::{LimitReached, Position, Value};
use blanche_compiler::spelling::nearest;

use crate::bases::{TextBase, sidecars};
use crate::record::said::{self, Said, Slip, is_answered, named_as, nearest_answer};

/// A position that shows where a rule applies, or where it nearly does.
#[derive(Clone, Debug)]
pub struct TextExample {
    /// The line of its first word.
    pub line: usize,
    /// The rule, the score, the preference or the draw.
    pub rule: RuleId,
    /// What it does there.
    pub expected: Expected,
    /// All that is said of it.
    pub said: Said,
    /// What there is to see.
    pub words: String,
    /// The position.
    pub position: Position,
}

impl TextExample {
    /// The moves one of which it plays first, as they are written; none where that is not said.
    pub fn moves(&self) -> Vec<&str> {
        self.said.plays.iter().map(|(mv, _)| mv.as_str()).collect()
    }
}

/// What an example says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// It applies.
    Applies,
    /// It does not, but nearly.
    Misses,
}

/// A mistake in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleFault {
    /// File, line and column.
    pub place: String,
    /// What is wrong.
    pub found: String,
    /// What should stand there.
    pub expected: String,
}

impl fmt::Display for ExampleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}\n  expected {}", self.place, self.found, self.expected)
    }
}

/// The examples beside the rules of a game, in the order of their text; none without such a file.
///
/// # Errors
/// The first mistake of the text.
pub fn beside(base: &TextBase, rules: &Rules) -> Result<Vec<TextExample>, ExampleFault> {
    let Some((path, bytes)) = base.sidecar(sidecars::POSITIONS) else { return Ok(Vec::new()) };
    let text = String::from_utf8_lossy(bytes);
    Reader { rules, path, examples: Vec::new(), rule: None, open: None }.read(&text)
}

/// `rule two for x`, `score gap for o`, `draw full`: how the file names what it speaks of.
pub fn heading(program: &Program, rule: RuleId) -> String {
    let known = program.rule(rule);
    let word = match known.kind {
        RuleKind::Rule => "rule",
        RuleKind::Score(_) => "score",
        RuleKind::Preference(_) => "preference",
        RuleKind::Game(GameQuestion::Draw) => return format!("draw {}", known.name),
        RuleKind::Game(_) => "move",
        RuleKind::Export | RuleKind::Query => "export",
    };
    format!("{word} {} for {}", known.name, program.colour(known))
}

/// All that the file may speak of, and that has to have a position and a near miss: rules, scores, preferences and draws.
pub fn shown(program: &Program) -> Vec<RuleId> {
    let is_shown = |kind: RuleKind| {
        matches!(
            kind,
            RuleKind::Rule
                | RuleKind::Score(_)
                | RuleKind::Preference(_)
                | RuleKind::Game(GameQuestion::Draw)
        )
    };
    let rules = program.rules.iter().zip(0..);
    rules.filter(|(rule, _)| is_shown(rule.kind)).map(|(_, at)| RuleId(at)).collect()
}

/// An example whose diagram is still being read.
struct Open {
    line: usize,
    said: Said,
    words: String,
    first_row: usize,
    diagram: String,
}

struct Reader<'r> {
    rules: &'r Rules,
    path: &'r str,
    examples: Vec<TextExample>,
    rule: Option<RuleId>,
    open: Option<Open>,
}

impl Reader<'_> {
    fn read(mut self, text: &str) -> Result<Vec<TextExample>, ExampleFault> {
        for (at, line) in text.lines().enumerate() {
            let (number, content) = (at + 1, line.trim());
            let word = content.split([' ', ',', ':']).next().unwrap_or_default();
            match word {
                _ if content.starts_with('#') => {}
                "" => {
                    if self.open.as_ref().is_some_and(|open| !open.diagram.is_empty()) {
                        self.close()?;
                    }
                }
                "rule" | "score" | "preference" | "draw" => {
                    self.close()?;
                    self.rule = Some(self.named(number, content)?);
                }
                "applies" | "misses" => {
                    self.close()?;
                    self.open = Some(self.begun(number, content)?);
                }
                _ => match &mut self.open {
                    Some(open) => {
                        if open.diagram.is_empty() {
                            open.first_row = number;
                        }
                        open.diagram.push_str(line);
                        open.diagram.push('\n');
                    }
                    None => {
                        let found = format!("`{content}` belongs to no example");
                        let expected = "`applies: …` or `misses: …` above it, with a few words";
                        return Err(self.fault(number, 1, found, expected.to_owned()));
                    }
                },
            }
        }
        self.close()?;
        Ok(self.examples)
    }

    fn fault(&self, line: usize, column: usize, found: String, expected: String) -> ExampleFault {
        ExampleFault { place: format!("{}:{line}:{column}", self.path), found, expected }
    }

    /// The rule that a line names.
    fn named(&self, line: usize, content: &str) -> Result<RuleId, ExampleFault> {
        let program = self.rules.program();
        let all: Vec<(RuleId, String)> =
            shown(program).into_iter().map(|rule| (rule, heading(program, rule))).collect();
        if let Some((rule, _)) = all.iter().find(|(_, heading)| heading == content) {
            return Ok(*rule);
        }
        let near = nearest(content, all.iter().map(|(_, heading)| heading.as_str()));
        let expected = match near {
            Some(near) => format!("`{near}`"),
            None if all.is_empty() => {
                "no position: the game has neither rules, scores, preferences nor draws".to_owned()
            }
            None => all.iter().map(|(_, heading)| format!("`{heading}`")).collect::<Vec<_>>().join(", "),
        };
        Err(self.fault(line, 1, format!("the game has no `{content}`"), expected))
    }

    /// A line `applies, plays c3: words`.
    fn begun(&self, line: usize, content: &str) -> Result<Open, ExampleFault> {
        if self.rule.is_none() {
            let expected = "the rule first, such as `rule two for x`".to_owned();
            return Err(self.fault(line, 1, "this belongs to no rule".to_owned(), expected));
        }
        let Some((head, words)) = content.split_once(':').filter(|(_, words)| !words.trim().is_empty())
        else {
            let expected = "a colon and a few words that say what there is to see".to_owned();
            return Err(self.fault(
                line,
                content.chars().count() + 1,
                "nothing is said here".to_owned(),
                expected,
            ));
        };
        let said = said::read(head).map_err(|slips| {
            let Slip { column, found, expected } = slips.into_iter().next().expect("a slip at least");
            let known = "`plays MOVE`, `plays one of MOVE, MOVE`, `Field = c3`, `some answer has Field = c3` or `counts N`, where it applies";
            let expected = expected.unwrap_or_else(|| known.to_owned());
            let found = match found.as_str() {
                "" => "nothing stands behind the comma".to_owned(),
                found => format!("`{found}` says nothing of an example"),
            };
            self.fault(line, column + 1, found, expected)
        })?;
        self.has_variables(line, &said)?;
        let words = words.trim().to_owned();
        Ok(Open { line, said, words, first_row: line + 1, diagram: String::new() })
    }

    /// That the rule has all variables that are named.
    fn has_variables(&self, line: usize, said: &Said) -> Result<(), ExampleFault> {
        let (Some(id), program) = (self.rule, self.rules.program()) else { return Ok(()) };
        let rule = program.rule(id);
        let names: Vec<&str> =
            rule.answer.iter().map(|id| rule.variables[id.index()].name.as_str()).collect();
        let Some((found, column)) = said.named.iter().find(|(name, _)| !names.contains(&name.as_str()))
        else {
            return Ok(());
        };
        let expected = match nearest(found, names.iter().copied()) {
            Some(near) => format!("one of its variables; did you mean `{near}`?"),
            None if names.is_empty() => "no value: all its variables are local".to_owned(),
            None => format!("one of its variables: {}", names.join(", ")),
        };
        let found = format!("{} has no variable `{found}`", heading(program, id));
        Err(self.fault(line, column + 1, found, expected))
    }

    /// Reads the diagram of the example that is open.
    fn close(&mut self) -> Result<(), ExampleFault> {
        let (Some(open), Some(rule)) = (self.open.take(), self.rule) else { return Ok(()) };
        let to_move = self.rules.program().rule(rule).colour.unwrap_or(self.rules.game().first);
        let position = self.rules.read_position(&open.diagram, to_move).map_err(|fault| {
            let (line, column) = fault.place(&open.diagram);
            self.fault(open.first_row + line - 1, column, fault.found, fault.expected)
        })?;
        let Open { line, said, words, .. } = open;
        let expected = if said.applies { Expected::Applies } else { Expected::Misses };
        self.examples.push(TextExample { line, rule, expected, said, words, position });
        Ok(())
    }
}

/// Why an example does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// It applies and should not, or does not and should.
    Applies(bool),
    /// It plays something else first.
    Plays(Option<String>),
    /// Its first answer has other values.
    Values(Bindings),
    /// No answer has these values; the nearest, and how many there are.
    NoAnswer(Bindings, Bindings, usize),
    /// It has so many answers.
    Counts(usize),
    /// A question reached a limit.
    Limit(LimitReached),
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Applies(true) => f.write_str("it applies"),
            Broken::Applies(false) => f.write_str("it does not apply"),
            Broken::Plays(Some(mv)) => write!(f, "it plays {mv} first"),
            Broken::Plays(None) => f.write_str("it plays nothing"),
            Broken::Values(values) => write!(f, "its first answer has {}", written(values)),
            Broken::NoAnswer(values, nearest, 1) => {
                write!(f, "its only answer does not have {}, but {}", written(values), written(nearest))
            }
            Broken::NoAnswer(values, nearest, all) => {
                write!(
                    f,
                    "none of its {all} answers has {}; the nearest has {}",
                    written(values),
                    written(nearest)
                )
            }
            Broken::Counts(1) => f.write_str("it has 1 answer"),
            Broken::Counts(number) => write!(f, "it has {number} answers"),
            Broken::Limit(limit) => limit.fmt(f),
        }
    }
}

/// What a rule does in the position of an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// All answers, in their order.
    pub answers: Vec<Bindings>,
    /// What it plays first.
    pub plays: Option<String>,
}

/// Asks an example of a back end; nothing where it holds.
pub fn judge(rules: &Rules, example: &TextExample) -> Option<Broken> {
    match asked(rules, example) {
        Ok(outcome) => broken(example, &outcome),
        Err(limit) => Some(Broken::Limit(limit)),
    }
}

/// Asks an example of a back end.
///
/// # Errors
/// When a limit is reached.
pub fn asked(rules: &Rules, example: &TextExample) -> Result<Outcome, LimitReached> {
    let mut answers: Vec<Vec<Value>> = Vec::new();
    let mut position = example.position.clone();
    rules.asker().each(&mut position, example.rule, &[], &mut |answer| answers.push(answer.to_vec()))?;
    let program = rules.program();
    let plays = answers.first().and_then(|first| program.played_text(example.rule, first));
    let rule = program.rule(example.rule);
    let written = |answer: &Vec<Value>| -> Bindings {
        let variables = rule.answer.iter().map(|id| &rule.variables[id.index()]);
        let value = |sort, value: Value| program.sort(sort).text(value);
        variables.zip(answer).map(|(one, number)| (one.name.clone(), value(one.sort, *number))).collect()
    };
    Ok(Outcome { answers: answers.iter().map(written).collect(), plays })
}

/// Why an example does not hold.
fn broken(example: &TextExample, outcome: &Outcome) -> Option<Broken> {
    let Outcome { answers, plays } = outcome;
    let said = &example.said;
    let Some(first) = answers.first() else {
        return said.applies.then_some(Broken::Applies(false));
    };
    if !said.applies {
        return Some(Broken::Applies(true));
    }
    // What a rule plays has to be said, unless something is said of an answer.
    let is_unsaid = said.plays.is_empty() && (plays.is_none() || !said.some.is_empty());
    if !is_unsaid && !plays.as_deref().is_some_and(|mv| example.moves().contains(&mv)) {
        return Some(Broken::Plays(plays.clone()));
    }
    let got = named_as(&said.values, first);
    if !is_answered(&said.values, std::slice::from_ref(first)) {
        return Some(Broken::Values(got));
    }
    if let Some(values) = said.some.iter().find(|values| !is_answered(values, answers)) {
        let nearest = nearest_answer(values, answers).cloned().unwrap_or_default();
        return Some(Broken::NoAnswer(values.clone(), nearest, answers.len()));
    }
    said.counts.filter(|counts| *counts != answers.len()).map(|_| Broken::Counts(answers.len()))
}
