//! The positions in which the queries of a game are evaluated. For five in a row they are the built-in positions, a
//! sample from the built-in games, and random set-ups. For games defined by rule files, they are positions of random
//! games, which do not depend on the claims of rules.

use std::collections::HashSet;

use blanche_compiler::random::Random;
use blanche_compiler::runtime::Position as Words;
use blanche_sorted::Arrange;

use crate::corpus;
use crate::position_sources::{StopCheck, plain_game_positions};
use crate::random_setups;
use noire_engine::bases::Question;
use noire_engine::bases::Subject as _;
use noire_engine::board::{Color, Point, Position};
use noire_engine::games::requirements::undefined;
use noire_engine::world::{Entry, Stones, Text, World, WorldError, WorldExt};

/// A game whose queries can be evaluated over a corpus of positions.
pub trait Corpus: World {
    /// Describes the positions, for a message. In the message, this text follows the word `positions`.
    const POSITIONS: &'static str;

    /// All queries of the base.
    fn questions(&self) -> Vec<Question>;

    /// The variables of a query in the order of its answers, each with a description of its values.
    fn variables(&self, question: Question) -> Vec<(String, String)>;

    /// The positions found before `is_late` returned `true`. `turn` receives the progress, from 0 to 1.
    ///
    /// # Errors
    /// Fails if the game cannot continue or a limit is reached.
    fn corpus(&self, is_late: StopCheck<'_>, turn: &dyn Fn(f64)) -> Result<Vec<Entry<Self>>, WorldError>;

    /// The positions of the corpus that can occur in a game.
    ///
    /// # Errors
    /// As for [`Corpus::corpus`].
    fn of_games(
        &self,
        is_late: StopCheck<'_>,
        turn: &dyn Fn(f64),
    ) -> Result<Vec<Self::Position>, WorldError> {
        self.corpus(is_late, turn)?.iter().map(|entry| entry.position(self)).collect()
    }

    /// Explains why no player can win by the rules of the base. `None` if some player can win.
    fn undefined(&self) -> Option<String> {
        None
    }

    /// A text that identifies a position.
    fn identity(&self, position: &Self::Position) -> String;

    /// A measure of the material on the board: number of stones, or number of bits set in the position's words.
    fn size(&self, position: &Self::Position) -> u32;

    /// The command-line options that select this position. The text has a space in front of each option.
    fn options(&self, entry: &Entry<Self>) -> String;

    /// The same position in another version of the game, or `None` if that version does not have it.
    fn in_another(&self, position: &Self::Position, other: &Self) -> Option<Self::Position>;
}

/// Sampling interval for the positions of the built-in games.
const GAME_STEP: usize = 4;

/// Number of random set-ups in the corpus.
const CORPUS_SET_UPS: u64 = 2_000;

/// Seed for set-ups and random games.
const SEED: u64 = 2001;

/// The corpus of five in a row. In each set-up one stone is marked as the last move, so that rules about the last move
/// are tested too.
pub fn positions() -> Vec<Position> {
    let mut positions = corpus::positions();
    let mut number = 0;
    for moves in corpus::games() {
        let mut position = Position::empty();
        for field in moves {
            position.play(field).expect("the moves of a game can be played");
            if number % GAME_STEP == 0 {
                positions.push(position.clone());
            }
            number += 1;
        }
    }
    positions.extend((0..CORPUS_SET_UPS).map(|number| with_last_move(SEED, number)));
    positions
}

/// The set-up with this number. One of its stones is the last move, and the other colour is to move.
pub(crate) fn with_last_move(seed: u64, number: u64) -> Position {
    let position = random_setups::random_setup(seed, number);
    let [black, white] =
        [Color::Black, Color::White].map(|color| position.stones(color).iter().collect::<Vec<Point>>());
    let all: Vec<Point> = black.iter().chain(&white).copied().collect();
    let last = all[Random::of(seed, &[2, number]).below(all.len())];
    let to_move = if black.contains(&last) { Color::White } else { Color::Black };
    Position::set_up(&black, &white, Some(to_move), Some(last)).expect("these stones stood together before")
}

impl Corpus for Stones {
    const POSITIONS: &'static str = "of the built-in corpus";

    fn questions(&self) -> Vec<Question> {
        Question::all(self.contents())
    }

    fn variables(&self, question: Question) -> Vec<(String, String)> {
        let program = self.program();
        let values = |sort: &str| {
            let sort = program.sorts.iter().find(|one| one.name == sort);
            sort.map_or_else(String::new, |sort| format!("{:?}", sort.kind))
        };
        let variables = question.variables(self.contents());
        variables.iter().map(|(name, sort)| (name.clone(), values(sort))).collect()
    }

    fn undefined(&self) -> Option<String> {
        undefined(self.base())
    }

    fn corpus(&self, _: StopCheck<'_>, _: &dyn Fn(f64)) -> Result<Vec<Entry<Stones>>, WorldError> {
        let entry = |position: Position| Entry::alone(String::new(), Some(position), None);
        Ok(positions().into_iter().map(entry).collect())
    }

    fn of_games(&self, _: StopCheck<'_>, _: &dyn Fn(f64)) -> Result<Vec<Position>, WorldError> {
        Ok(corpus::positions())
    }

    fn identity(&self, position: &Position) -> String {
        let last = position.last_move().map_or_else(String::new, |last| last.to_string());
        format!("{}{last}", position.options())
    }

    fn size(&self, position: &Position) -> u32 {
        Color::ALL.iter().map(|color| position.stones(*color).iter().count() as u32).sum()
    }

    fn options(&self, entry: &Entry<Stones>) -> String {
        let Some(position) = &entry.start else { return String::new() };
        let last = position.last_move().map(|last| format!(" --last {last}"));
        format!(" {}{}", position.options(), last.unwrap_or_default())
    }

    fn in_another(&self, position: &Position, _: &Stones) -> Option<Position> {
        Some(position.clone())
    }
}

/// Number of positions from random games in the corpus. There are fewer if the games do not have that many positions.
const RANDOM_POSITIONS: usize = 1_000;

/// Maximum number of random games to play for the corpus.
const MAX_GAMES: u64 = 200;

impl Corpus for Text {
    const POSITIONS: &'static str = "of random games";

    /// All queries, in the order of the source.
    fn questions(&self) -> Vec<Question> {
        let contents = self.contents();
        let draws = (0..contents.draws.len()).map(Question::Draw);
        let mut all: Vec<Question> = Question::all(contents).into_iter().chain(draws).collect();
        all.arrange_by_key(|question| self.ids().get(*question));
        all
    }

    fn variables(&self, question: Question) -> Vec<(String, String)> {
        let program = self.program();
        let rule = program.rule(self.ids().get(question));
        let variables = rule.answer.iter().map(|id| {
            let variable = &rule.variables[id.index()];
            (variable.name.clone(), format!("{:?}", program.sort(variable.sort).kind))
        });
        variables.collect()
    }

    /// Distinct positions of random games.
    fn corpus(&self, is_late: StopCheck<'_>, turn: &dyn Fn(f64)) -> Result<Vec<Entry<Text>>, WorldError> {
        let (rules, start) = (self.rules(), self.start()?);
        let mut known: HashSet<Box<[u64]>> = HashSet::new();
        let mut corpus = Vec::new();
        for number in 0..MAX_GAMES {
            let done = corpus.len() as f64 / RANDOM_POSITIONS as f64;
            turn(done.max(number as f64 / MAX_GAMES as f64));
            for reached in plain_game_positions(rules, &start, (SEED, number), is_late)? {
                if corpus.len() < RANDOM_POSITIONS && known.insert(reached.position.words().into()) {
                    let moves = reached.moves.unwrap_or_default();
                    corpus.push(Entry::alone(self.moves_text(&moves), None, Some(moves)));
                }
            }
            if corpus.len() >= RANDOM_POSITIONS || is_late() {
                break;
            }
        }
        Ok(corpus)
    }

    fn identity(&self, position: &Words) -> String {
        self.rules().notation().position_text(position)
    }

    fn size(&self, position: &Words) -> u32 {
        position.words().iter().map(|word| word.count_ones()).sum()
    }

    fn options(&self, entry: &Entry<Text>) -> String {
        match entry.text.as_str() {
            "" => String::new(),
            moves => format!(" --moves '{moves}'"),
        }
    }

    fn in_another(&self, position: &Words, other: &Text) -> Option<Words> {
        let text = self.identity(position);
        let same = other.rules().notation().read_position(&text, other.rules().game().first).ok()?;
        (other.identity(&same) == text).then_some(same)
    }
}
