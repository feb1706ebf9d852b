//! Where a mutant that no committed test notices answers something else than its base, and whether what it claims
//! there is refuted.
//!
//! `noire verify` attacks what rules claim. What the base claims was attacked already, so a claim of the mutant is worth
//! a look only where the base does not make it. Both are asked in positions as `verify` draws them: games, random
//! set-ups, and guided attack on the smallest matches of the base's own rules. Where the mutant claims more, the search
//! decides in the game of the base: a refuted claim is what `verify` would find, had it come to the same position.

use std::collections::{BTreeMap, BTreeSet};

use blanche_compiler::runtime::{LimitReached, Solutions, Value};

use super::mutant::Mutant;
use crate::bases::Backend;
use crate::bases::Question;
use crate::board::{Point, Position};
use crate::facts::Base;
use crate::laboratory::answers::corpus::with_last_move;
use crate::laboratory::corpus;
use crate::laboratory::verify::claim::{Claimant, Judge, Outcome};
use crate::laboratory::verify::guided::Guide;
use crate::laboratory::verify::shapes::{Shapes, shapes_in};
use crate::laboratory::verify::{setups, shrink};

/// A position in which a mutant answers something else than its base.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The rule or export.
    pub question: Question,
    /// The position, with as few stones as it can do with.
    pub position: Position,
    /// The first solution of the base.
    pub before: Option<Vec<Value>>,
    /// The first solution of the mutant; none too where it reaches the step limit.
    pub after: Option<Vec<Value>>,
    /// How many solutions either has.
    pub counts: [usize; 2],
    /// The mutant reaches the step limit here.
    pub gives_up: bool,
    /// A rule may claim something here: nobody has won, and for a level above 1 nobody has a four.
    pub is_open: bool,
    /// The mutant claims this play, the base does not, and it does not win within the level of the rule.
    pub refuted: Option<Point>,
}

impl Difference {
    /// The rule applies for one of the two only, or plays something else.
    fn is_visible(&self) -> bool {
        let play = |first: &Option<Vec<Value>>| first.as_ref().map(|first| first.first().copied());
        self.gives_up || play(&self.before) != play(&self.after)
    }

    /// The more it says, the greater.
    fn rank(&self) -> (bool, bool, bool) {
        (self.refuted.is_some(), self.is_open, self.is_visible())
    }
}

/// Positions in a batch: of games, and of random set-ups.
const BATCH: usize = 250;

/// Set-ups of guided attack in a round, of each stratum.
const GUIDED: u64 = 20;

/// So many batches of set-ups are looked through for smallest matches.
const SHAPE_BATCHES: u64 = 8;

/// A question that the base gave up at the step limit in so many positions is not asked any more of a mutant.
const GIVEN_UP: usize = 3;

/// Looks for differences between a base and its mutants.
pub struct Looker<'g> {
    judge: Judge<'g>,
    seed: u64,
    rounds: u64,
    games: Vec<Position>,
    guides: BTreeMap<usize, (Claimant, Guide)>,
}

impl<'g> Looker<'g> {
    /// Looks for so many rounds in positions that follow from the seed; some more positions give smallest matches. Mutants
    /// may change what these rules answer, and no other rule. `show` is told how much is done, from 0 to 1.
    pub fn new(
        judge: Judge<'g>,
        seed: u64,
        rounds: u64,
        more: Vec<Position>,
        rules: &BTreeSet<usize>,
        show: &dyn Fn(f64),
    ) -> Looker<'g> {
        let mut games = Vec::new();
        for moves in corpus::games() {
            let mut position = Position::empty();
            for field in moves {
                position.play(field).expect("the moves of a game can be played");
                games.push(position.clone());
            }
        }
        let claimants = judge.claimants().into_iter().filter(|claimant| rules.contains(&claimant.rule));
        let claimants: Vec<Claimant> = claimants.collect();
        let mut shapes = vec![Shapes::default(); claimants.len()];
        let built_in: Vec<Position> = more.into_iter().chain(corpus::positions()).collect();
        let drawn = |batch: u64| {
            let first = batch * BATCH as u64;
            (first..first + BATCH as u64).map(|number| setups::drawn(seed, number)).collect::<Vec<Position>>()
        };
        let batches = built_in.chunks(BATCH).map(<[Position]>::to_vec).chain((0..SHAPE_BATCHES).map(drawn));
        let batches: Vec<Vec<Position>> = if rounds > 0 { batches.collect() } else { Vec::new() };
        for (number, batch) in batches.iter().enumerate() {
            if judge.is_stopped() {
                break;
            }
            show(number as f64 / batches.len() as f64);
            let wanted: Vec<usize> = (0..claimants.len()).filter(|at| !shapes[*at].is_given_up()).collect();
            let asked: Vec<Claimant> = wanted.iter().map(|at| claimants[*at].clone()).collect();
            let found = shapes_in(&judge, &asked, batch);
            wanted.iter().zip(found).for_each(|(at, found)| shapes[*at].extend(found));
        }
        let guides = claimants.into_iter().zip(&shapes).map(|(claimant, shapes)| {
            let guide = Guide::new(&judge, &claimant, shapes, seed);
            (claimant.rule, (claimant, guide))
        });
        let guides = guides.collect();
        Looker { judge, seed, rounds, games, guides }
    }

    /// The difference that says most, made small, and in how many positions the base answered; whatever was found where the
    /// judge is stopped.
    pub fn look(&self, mutant: &Mutant, base: &Base) -> (Option<Difference>, u64) {
        let mut best: Option<Difference> = None;
        let mut looked = 0;
        let mut rooms = Rooms::default();
        let mut given_up: BTreeMap<Question, usize> = BTreeMap::new();
        for round in 0..self.rounds {
            for (questions, position) in self.positions(mutant, round) {
                if self.judge.is_stopped() {
                    break;
                }
                let mut answered = false;
                for question in questions {
                    if given_up.get(&question).is_some_and(|times| *times >= GIVEN_UP) {
                        continue;
                    }
                    let Ok(found) = self.at(question, base, &position, &mut rooms) else {
                        *given_up.entry(question).or_default() += 1;
                        continue;
                    };
                    answered = true;
                    let better =
                        |found: &Difference| best.as_ref().is_none_or(|best| best.rank() < found.rank());
                    if let Some(found) = found.filter(better) {
                        best = Some(found);
                    }
                }
                looked += u64::from(answered);
                if best.as_ref().is_some_and(|best| best.refuted.is_some() || best.gives_up) {
                    break;
                }
            }
            if self.judge.is_stopped()
                || best.as_ref().is_some_and(|best| best.refuted.is_some() || best.gives_up)
            {
                break;
            }
        }
        (best.map(|best| self.smaller(base, best, &mut rooms)), looked)
    }

    /// The positions of a round, each with what is asked there.
    fn positions<'m>(
        &'m self,
        mutant: &'m Mutant,
        round: u64,
    ) -> impl Iterator<Item = (Vec<Question>, Position)> + 'm {
        let games = self.games.iter().skip(round as usize * BATCH).take(BATCH).cloned();
        let first = round * BATCH as u64;
        let drawn = (first..first + BATCH as u64).map(|number| with_last_move(self.seed, number));
        let all = games.chain(drawn).map(|position| (mutant.questions.clone(), position));
        let guided = mutant.questions.iter().flat_map(move |question| {
            let guide = match question {
                Question::Rule(rule) => self.guides.get(rule),
                _ => None,
            };
            guide.into_iter().flat_map(move |(_, guide)| {
                (0..guide.strata()).flat_map(move |stratum| {
                    let numbers = round * GUIDED..((round + 1) * GUIDED).min(guide.len(stratum));
                    let set_ups = numbers.filter_map(move |number| guide.set_up(stratum, number));
                    set_ups.map(|position| (vec![*question], position))
                })
            })
        });
        all.chain(guided)
    }

    /// The difference of one question in a position.
    ///
    /// # Errors
    /// When the base, whose mutant it is, reaches the step limit.
    fn at(
        &self,
        question: Question,
        base: &Base,
        position: &Position,
        rooms: &mut Rooms,
    ) -> Result<Option<Difference>, LimitReached> {
        let game = self.judge.game();
        let mut asked = position.clone();
        game.base().answers_into(game.backend(), question, &mut asked, &mut rooms.before)?;
        let gives_up =
            base.answers_into(Backend::Interpreted, question, &mut asked, &mut rooms.after).is_err();
        if gives_up {
            rooms.after = Solutions::default();
        } else if rooms.before == rooms.after {
            return Ok(None);
        }
        let first = |solutions: &Solutions| solutions.iter().next().map(<[Value]>::to_vec);
        let mut difference = Difference {
            question,
            position: position.clone(),
            before: first(&rooms.before),
            after: first(&rooms.after),
            counts: [rooms.before.len(), rooms.after.len()],
            gives_up,
            is_open: false,
            refuted: None,
        };
        let Question::Rule(rule) = question else { return Ok(Some(difference)) };
        let claimant = self.guides.get(&rule).map(|(claimant, _)| claimant);
        difference.is_open = self.is_open(claimant, &mut asked).unwrap_or(false);
        if let Some(claimant) = claimant.filter(|_| difference.is_open) {
            difference.refuted = self.refuted(claimant, position, rooms);
        }
        Ok(Some(difference))
    }

    fn is_open(&self, claimant: Option<&Claimant>, position: &mut Position) -> Result<bool, LimitReached> {
        let Some(claimant) = claimant else { return Ok(true) };
        let game = self.judge.game();
        Ok(game.is_supposed(position, claimant.level)? && game.winner(position)?.is_none())
    }

    /// A play that the mutant claims and the base does not, and that does not win.
    fn refuted(&self, claimant: &Claimant, position: &Position, rooms: &Rooms) -> Option<Point> {
        let plays = |solutions: &Solutions| -> Vec<Value> {
            let mut plays: Vec<Value> =
                solutions.iter().filter_map(|solution| solution.first().copied()).collect();
            plays.dedup();
            plays
        };
        let before = plays(&rooms.before);
        let new = plays(&rooms.after).into_iter().filter(|play| !before.contains(play));
        let mut new = new.filter_map(|value| Point::from_index(value as usize));
        new.find(|play| self.judge.decide(claimant, position, *play).outcome == Outcome::Refuted)
    }

    /// The same difference with fewer stones.
    fn smaller(&self, base: &Base, difference: Difference, rooms: &mut Rooms) -> Difference {
        if difference.gives_up {
            return difference;
        }
        let wanted = difference.rank();
        let mut smallest = difference.clone();
        // A last move that does not matter goes first, and one that does keeps its stone.
        let bare = shrink::bare(&difference.position);
        let found = self.at(difference.question, base, &bare, rooms).ok().flatten();
        if let Some(found) = found.filter(|found| found.rank() >= wanted) {
            smallest = found;
        }
        'smaller: loop {
            let last = smallest.position.last_move();
            for field in
                Point::all().filter(|field| smallest.position.stone(*field).is_some() && Some(*field) != last)
            {
                if self.judge.is_stopped() {
                    return smallest;
                }
                let fewer = without(&smallest.position, field);
                let found = self.at(difference.question, base, &fewer, rooms).ok().flatten();
                if let Some(found) = found.filter(|found| !found.gives_up && found.rank() >= wanted) {
                    smallest = found;
                    continue 'smaller;
                }
            }
            return smallest;
        }
    }
}

/// Room for the solutions of the base and of the mutant.
#[derive(Default)]
struct Rooms {
    before: Solutions,
    after: Solutions,
}

fn without(position: &Position, field: Point) -> Position {
    use crate::board::Color;
    let [black, white] = [Color::Black, Color::White]
        .map(|color| position.stones(color).without(field).iter().collect::<Vec<Point>>());
    Position::set_up(&black, &white, position.to_move(), position.last_move())
        .expect("these stones stood together before")
}
