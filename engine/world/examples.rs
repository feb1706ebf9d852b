//! Example positions for rules, in a text file of drawn boards: `positions.txt` in the folder of a base.
//!
//! ```text
//! # a remark
//! rule four for white
//!
//! applies, plays h8, figure 3.9: the stone on h8 makes five
//!  9 . . . . . . .
//!  8 . o o o * o .
//!    d e f g h i j
//!
//! misses: Black has stopped the four
//!  9 . . . . . . .
//!  8 . o o o x o .
//!    d e f g h i j
//! ```
//!
//! An example belongs to the `rule`, `score`, `preference` or `draw` line above it, and the diagram below it is its
//! position. The side to move is the player of the rule. In some games, a line of the diagram such as `to.move(o)` can
//! state another side.
//!
//! Between the first word and the colon, an example may contain several statements. About the move that the rule plays
//! first, it may state `plays h8` or `plays one of h8, i9`. About the answers, it may state `Group1 = e8.i8` (a value
//! of the first answer), `some answer has Group1 = e8.i8`, or `counts N`. `refuted` states that the rule applies, but
//! plays a move that does not win. `figure 3.9` refers to the thesis. A sign that is not a piece marks an empty field.
//! The explanation must mention each such sign or its field, except for `*`.

use blanche_compiler::spelling::nearest;

use super::World;
use crate::bases::{Contents, Question, sidecars};
use crate::record::example_line::{self, ExampleLine};
use crate::record::{Location, ProblemKind, Problems, lines};

/// A position in which a rule applies or almost applies, as an example for the rule.
pub struct Example<W: World> {
    /// File, line and column of the example's first word.
    pub place: Location,
    /// The rule, score, preference or draw for which this is an example.
    pub question: Question,
    /// What the example states about the rule.
    pub expected: ExampleLine,
    /// The explanation of the example.
    pub words: String,
    /// The position that the diagram shows.
    pub position: W::Position,
    /// The marks and the part of the board that the author drew.
    pub sketch: Sketch,
}

/// How an author has drawn a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// Marked fields with their signs.
    pub marks: Vec<(String, char)>,
    /// Two opposite corners of the part of the board that is drawn; `None` for the whole board.
    pub corners: Option<[String; 2]>,
}

impl<W: World> Clone for Example<W> {
    fn clone(&self) -> Example<W> {
        Example {
            place: self.place.clone(),
            expected: self.expected.clone(),
            words: self.words.clone(),
            position: self.position.clone(),
            sketch: self.sketch.clone(),
            ..*self
        }
    }
}

impl<W: World> Example<W> {
    /// The moves that the rule may play first, as text; empty if the example names none.
    pub fn moves(&self) -> Vec<&str> {
        self.expected.plays.iter().map(|(mv, _)| mv.as_str()).collect()
    }

    /// The marks on empty fields that the explanation does not mention, neither by sign nor by field. `*` needs no
    /// explanation.
    pub fn unexplained(&self) -> Vec<&(String, char)> {
        let is_word = |c: char| c.is_ascii_alphanumeric() || !c.is_ascii();
        let words: Vec<&str> = self.words.split(|c| !is_word(c)).collect();
        let played = self.moves();
        let is_explained = |field: &str, sign: char| {
            let by_words = words.iter().any(|word| *word == field || *word == sign.to_string());
            sign == '*' || by_words || played.contains(&field) || self.words.contains(&format!("`{sign}`"))
        };
        self.sketch.marks.iter().filter(|(field, sign)| !is_explained(field, *sign)).collect()
    }
}

/// The heading of a question in an example file, such as `rule two for x`, `score gap for o` or `draw full`.
pub fn heading(contents: &Contents, question: Question) -> String {
    match question {
        Question::Rule(rule) => format!("rule {}", contents.rules[rule].title()),
        Question::Score(score) => format!("score {}", contents.scores[score].title()),
        Question::Preference(preference) => {
            format!("preference {}", contents.preferences[preference].title())
        }
        Question::Draw(draw) => format!("draw {}", contents.draws[draw].name),
        Question::Export(export) => format!("export {}", contents.exports[export].name),
    }
}

/// All questions that an example file may contain: rules, scores, preferences and draws.
pub fn example_questions(contents: &Contents) -> Vec<Question> {
    let rules = (0..contents.rules.len()).map(Question::Rule);
    let rules = rules.chain((0..contents.scores.len()).map(Question::Score));
    let rules = rules.chain((0..contents.preferences.len()).map(Question::Preference));
    rules.chain((0..contents.draws.len()).map(Question::Draw)).collect()
}

/// The examples in the sidecar file of a base, in file order; empty if there is no such file.
///
/// # Errors
/// All mistakes in the text.
pub fn of_base<W: World>(world: &W) -> Result<Vec<Example<W>>, Problems> {
    match world.sidecar(sidecars::POSITIONS) {
        Some((path, bytes)) => read(world, path, bytes),
        None => Ok(Vec::new()),
    }
}

/// Reads the examples of a file, which messages call `file`.
///
/// # Errors
/// All mistakes in the text; then no example is returned.
pub fn read<W: World>(world: &W, file: &str, bytes: &[u8]) -> Result<Vec<Example<W>>, Problems> {
    let mut problems = Problems::default();
    let lines = lines(file, bytes, &mut problems);
    let headings = example_questions(world.contents()).into_iter();
    let headings = headings.map(|question| (heading(world.contents(), question), question)).collect();
    let mut reader = Reader {
        world,
        file,
        headings,
        examples: Vec::new(),
        question: Heading::Nothing,
        open: None,
        problems,
    };
    for line in lines {
        if reader.problems.is_full() {
            break;
        }
        reader.line(line.number, line.text);
    }
    reader.close();
    if reader.problems.is_empty() { Ok(reader.examples) } else { Err(reader.problems) }
}

/// The most recent heading of an example file.
#[derive(Clone, Copy)]
enum Heading {
    Nothing,
    /// A heading that could not be read. The mistake has already been reported.
    Unknown,
    Question(Question),
}

/// An example whose diagram is still being read.
struct OpenExample {
    place: Location,
    expected: ExampleLine,
    words: String,
    /// The lines of the diagram, with their line numbers.
    diagram: Vec<(usize, String)>,
}

struct Reader<'r, W: World> {
    world: &'r W,
    file: &'r str,
    headings: Vec<(String, Question)>,
    examples: Vec<Example<W>>,
    question: Heading,
    open: Option<OpenExample>,
    problems: Problems,
}

impl<W: World> Reader<'_, W> {
    fn line(&mut self, number: usize, line: &str) {
        let text = line.trim();
        let blanks = line.chars().take_while(|sign| sign.is_whitespace()).count();
        let place = Location { file: self.file.to_owned(), line: number, column: blanks + 1 };
        if text.is_empty() || text.starts_with('#') {
            return;
        }
        match text.split([' ', ',', ':']).next().unwrap_or_default() {
            "rule" | "score" | "preference" | "draw" => {
                self.close();
                self.question = self.named(place, text);
            }
            "applies" | "misses" => {
                self.close();
                self.open = Some(self.open_example(place, text));
            }
            _ if self.world.is_diagram_line(text) => match &mut self.open {
                Some(open) => open.diagram.push((number, line.to_owned())),
                // After an earlier mistake, the line that seems to be missing may be the line that could not be read.
                None if self.problems.is_empty() => {
                    self.problems.add(place, ProblemKind::NothingAbove("applies"));
                }
                None => {}
            },
            word => {
                self.close();
                self.problems.add(place, ProblemKind::NoExampleLine(word.to_owned()));
            }
        }
    }

    /// The question that a heading names.
    fn named(&mut self, place: Location, text: &str) -> Heading {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (word, wanted) = (words[0], words.join(" "));
        if let Some((_, question)) = self.headings.iter().find(|(heading, _)| *heading == wanted) {
            return Heading::Question(*question);
        }
        let is_whole = words.len() == if word == "draw" { 2 } else { 4 };
        if !is_whole {
            self.problems.add(place, ProblemKind::NoRule);
            return Heading::Unknown;
        }
        let of_kind = |heading: &&str| heading.split(' ').next() == Some(word);
        let known: Vec<&str> =
            self.headings.iter().map(|(heading, _)| heading.as_str()).filter(of_kind).collect();
        // Look for the same rule of the other player separately, because `nearest` considers its spelling too
        // different.
        let of_other =
            || known.iter().copied().find(|heading| heading.split(' ').nth(1) == words.get(1).copied());
        let near = nearest(&wanted, known.iter().copied()).or_else(of_other);
        let near = near.map(|near| near.trim_start_matches(word).trim_start().to_owned());
        let found = words[1..].join(" ");
        let name = text[word.len()..].trim_start();
        let before = text.chars().count() - name.chars().count();
        let kind = ProblemKind::UnknownRule { found, near };
        self.problems.add(Location { column: place.column + before, ..place }, kind);
        Heading::Unknown
    }

    /// Reads the first line of an example. The diagram of the result is still empty.
    fn open_example(&mut self, place: Location, text: &str) -> OpenExample {
        if matches!(self.question, Heading::Nothing) && self.problems.is_empty() {
            self.problems.add(place.clone(), ProblemKind::NothingAbove("rule"));
        }
        let (front, words) = text.split_once(':').unwrap_or((text, ""));
        let words = words.trim().to_owned();
        if words.is_empty() {
            let end = Location { column: place.column + text.chars().count(), ..place.clone() };
            self.problems.add(end, ProblemKind::WordsMissing);
        }
        let expected = match example_line::read(front) {
            Ok(expected) => expected.spelled(|word| self.world.spelled(word)),
            Err(errors) => {
                for error in errors {
                    let place = Location { column: place.column + error.column, ..place.clone() };
                    let kind = ProblemKind::NoRemark { found: error.found, expected: error.expected };
                    self.problems.add(place, kind);
                }
                ExampleLine::default()
            }
        };
        self.are_moves(&place, &expected);
        self.has_variables(&place, &expected);
        OpenExample { place, expected, words, diagram: Vec::new() }
    }

    /// Checks that the stated moves can be moves of the game.
    fn are_moves(&mut self, place: &Location, line: &ExampleLine) {
        for (mv, column) in line.plays.iter().filter(|(mv, _)| !self.world.may_be_move(mv)) {
            let place = Location { column: place.column + column, ..place.clone() };
            let (found, expected) = match line.one_of {
                true => (mv.clone(), W::A_MOVE.to_owned()),
                false => (format!("plays {mv}"), format!("{}, after `plays`", W::A_MOVE)),
            };
            self.problems.add(place, ProblemKind::NoRemark { found, expected: Some(expected) });
        }
    }

    /// Checks that the rule has all variables that the example line mentions.
    fn has_variables(&mut self, place: &Location, line: &ExampleLine) {
        let Heading::Question(question) = self.question else { return };
        let contents = self.world.contents();
        let variables: Vec<String> =
            question.variables(contents).iter().map(|(name, _)| name.clone()).collect();
        for (found, column) in line.named.iter().filter(|(name, _)| !variables.contains(name)) {
            let rule = heading(contents, question);
            let rule = rule.strip_prefix("rule ").unwrap_or(&rule).to_owned();
            let (found, variables) = (found.clone(), variables.clone());
            let place = Location { column: place.column + column, ..place.clone() };
            self.problems.add(place, ProblemKind::UnknownVariable { found, rule, variables });
        }
    }

    /// Completes the open example by reading its diagram.
    fn close(&mut self) {
        let Some(OpenExample { place, expected, words, diagram }) = self.open.take() else { return };
        let Heading::Question(question) = self.question else { return };
        let lines: Vec<&str> = diagram.iter().map(|(_, line)| line.as_str()).collect();
        let player = question.player(self.world.contents());
        match self.world.read_diagram(&lines.join("\n"), player) {
            Ok((position, sketch)) => {
                self.examples.push(Example { place, question, expected, words, position, sketch });
            }
            Err(mistake) => {
                let line = diagram.get(mistake.line.saturating_sub(1)).or(diagram.first());
                let place = match line {
                    Some((line, _)) => Location { line: *line, column: mistake.column, ..place },
                    None => place,
                };
                self.problems.add(place, mistake.kind);
            }
        }
    }
}
