//! Random games that use the whole language. They have boards of every form with 4 to 324 fields, states, moves and
//! ends. The premises of moves have all the shapes of bodies and negations, and ends test for blocked players.
//!
//! A game need not end. The effects of a move may contradict each other, which shows only in play.

mod ends;
mod moves;
mod positions;

use std::sync::Arc;

use blanche_compiler::game::Rules;
use blanche_compiler::random::Random;
use blanche_compiler::runtime::Limits;

use super::boards::{Board, Form};
use super::names::Names;
use super::text::{Literal, Said, Term, Variable, yes};
use super::vocabulary::{Predicate, Sort};
use super::{Generator, Program, without_mistakes};

/// Sizes of boards: some fill, or nearly fill, words of 64, 128 or 256 bits, and some are too large for any word.
const SIZES: &[(usize, usize)] = &[
    (2, 2),
    (3, 2),
    (3, 3),
    (4, 3),
    (5, 5),
    (8, 8),
    (8, 8),
    (9, 8),
    (16, 8),
    (16, 8),
    (11, 12),
    (17, 15),
    (16, 16),
    (16, 16),
    (18, 18),
];

/// The work limit for generating each move of the initial position.
const WORK: u64 = 100_000;

/// The states and moves generated so far, to which later moves and ends refer.
#[derive(Default)]
pub(super) struct Game {
    states: Vec<State>,
    moves: Vec<Made>,
}

impl Game {
    /// Whether a game is being generated rather than a plain program.
    pub(super) fn has_states(&self) -> bool {
        !self.states.is_empty()
    }
}

/// A state (a relation that moves change). Some of its arguments have one value for each combination of the other
/// arguments (`one`).
#[derive(Clone)]
struct State {
    name: String,
    places: Vec<usize>,
    one: Vec<bool>,
}

/// A generated move, which later moves can vary.
#[derive(Clone)]
struct Made {
    name: String,
    whom: String,
    plays: Vec<Variable>,
    premise: Vec<Literal>,
    bound: Vec<Variable>,
    next: usize,
}

/// Maximum number of drafts that are discarded because no move is possible at their start.
const DROPPED: usize = 3;

/// Generates a game. The result depends only on the seed.
pub fn game(seed: u64) -> Program {
    let drafts = (0..).map(|draw| without_mistakes(draft(Random::of(seed, &[4, draw]))));
    let is_good = |(at, program): &(usize, Program)| {
        first_moves(program).is_some_and(|moves| moves > 0 || *at >= DROPPED)
    };
    drafts.enumerate().find(is_good).expect("some draft is a game").1
}

/// Generates text that is usually a valid game once its lines with errors are removed.
fn draft(mut random: Random) -> Program {
    let names = Names::new(&mut random);
    let mut generator = Generator::new(random, names);
    generator.set_up();
    generator.states();
    generator.facts_of_game();
    generator.begin();
    generator.glosses();
    for _ in 0..*generator.random.choose(&[0, 0, 1, 2]) {
        generator.derive();
    }
    for _ in 0..*generator.random.choose(&[1, 2, 2, 3, 4]) {
        generator.one_move();
    }
    generator.ends();
    generator.values();
    generator.shown();
    generator.files()
}

/// The number of moves in the initial position, or 0 if finding them takes too long. `None` if the program is not a
/// game with moves, or if its initial position contradicts itself.
fn first_moves(program: &Program) -> Option<usize> {
    let (.., checked) = program.checked();
    let program = Arc::new(checked.resolved.program);
    program.game.as_ref().filter(|game| !game.moves.is_empty())?;
    let limits = Limits { work: WORK, ..Limits::default() };
    let rules = Rules::interpreted(program, limits, None).ok()?.by_plans();
    let (mut position, mut moves) = (rules.start().ok()?, Vec::new());
    Some(rules.moves(&mut position, &mut moves).map_or(0, |()| moves.len()))
}

impl Generator {
    /// Declares a board, players, and sorts of pieces and numbers.
    fn set_up(&mut self) {
        let (width, height) = *self.random.choose(SIZES);
        let form = *self.random.choose(&[
            Form::Square,
            Form::Square,
            Form::Square,
            Form::Square,
            Form::Hexagonal,
            Form::Dark,
        ]);
        let is_numbered = self.random.percent(if form == Form::Dark { 70 } else { 25 });
        let is_row_1_on_top = self.random.percent(35);
        self.lay(&Board { width, height, form, is_numbered, is_row_1_on_top });
        let field = self.board.expect("it was laid");
        let (column, row, direction) = (field + 1, field + 2, field + 3);
        self.given("at", vec![field, column, row]);
        self.given("diagonal", vec![direction]);
        self.declare_players();
        if self.random.percent(20) {
            self.part_of(field, 3, "Z");
        }
        if self.random.percent(30) {
            let symmetry = *self.random.choose(&["none", "turn with colours"]);
            self.declarations.push(format!("symmetry {symmetry}"));
        }
        if self.random.percent(50) {
            self.pieces();
        }
        if self.random.percent(50) {
            self.number_sort();
        }
    }

    /// Adds a predicate that the language defines in every game.
    fn given(&mut self, name: &str, places: Vec<usize>) {
        let name = name.to_owned();
        self.predicates.push(Predicate { name, places, is_function: false, is_derived: false });
    }

    /// Declares the players, with words for variables that stand for them. There are two players, or rarely one or
    /// three.
    fn declare_players(&mut self) {
        let count = *self.random.choose(&[2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 1]);
        self.players = (0..count).map(|_| self.names.constant(&mut self.random)).collect();
        let names = self.players.join(", ");
        self.declarations.push(format!("players {names} words P, Q"));
        if self.random.percent(25) {
            let first = self.random.choose(&self.players).clone();
            self.declarations.push(format!("starts {first}"));
        }
        let side = self.new_sort("player", "P", self.players.clone(), false);
        self.side = Some(side);
        self.given("to.move", vec![side]);
        if count > 1 {
            let (name, places, is_function) = ("opponent".to_owned(), vec![side, side], count == 2);
            self.predicates.push(Predicate { name, places, is_function, is_derived: false });
        }
    }

    fn pieces(&mut self) {
        let name = self.names.sort(&mut self.random);
        let count = self.random.between(2, 4);
        let values: Vec<String> = (0..count).map(|_| self.names.constant(&mut self.random)).collect();
        self.declarations.push(format!("sort {name} = {} words K", values.join(", ")));
        self.new_sort(&name, "K", values, false);
        if count > 2 && self.random.percent(40) {
            self.part();
        }
    }

    fn number_sort(&mut self) {
        let name = self.names.sort(&mut self.random);
        let most = *self.random.choose(&[1, 2, 4, 4, 20, 64]);
        self.declarations.push(format!("sort {name} = 0 to {most} words N"));
        self.new_sort(&name, "N", (0..=most).map(|number| number.to_string()).collect(), true);
    }

    fn new_sort(&mut self, name: &str, word: &str, values: Vec<String>, counts: bool) -> usize {
        let root = self.sorts.len();
        let (name, word) = (name.to_owned(), word.to_owned());
        self.add_sort(Sort { name, word, common: Vec::new(), values, root, counts, playable: false });
        root
    }

    fn with_word(&self, word: &str) -> Option<usize> {
        self.sorts.iter().position(|sort| sort.word == word)
    }

    /// Sometimes adds facts over the board and the other sorts.
    fn facts_of_game(&mut self) {
        for _ in 0..*self.random.choose(&[0, 0, 1, 2]) {
            let places = (0..self.random.between(1, 2)).map(|_| self.random.below(self.sorts.len()));
            let places = places.collect();
            self.facts(places);
        }
    }

    /// An atom of the main state about a field and a player.
    fn mark(&mut self, field: &Variable, player: Option<&Term>) -> Literal {
        let State { name, places, .. } = self.game.states[0].clone();
        let term = |place: &usize| match (self.sorts[*place].word.as_str(), player) {
            ("F", _) => Term::Variable(field.clone()),
            ("P", Some(player)) => player.clone(),
            (word, _) => Term::Variable(Variable { name: format!("{word}_"), sort: *place }),
        };
        yes(Said::Atom(name, places.iter().map(term).collect()))
    }
}
