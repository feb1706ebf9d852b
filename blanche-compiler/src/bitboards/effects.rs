//! The effects of moves on bitboards: first all removals, then all additions, each evaluated in the position before
//! the move.

use blanche_sorted::{SortedMap, SortedSet};

use super::Unfit;
use super::code::{Code, Output};
use super::groups::{Moves, Plays};
use super::operations::{Operations, WordId};
use super::solve::Solver;
use super::translate::{GivenValue, RuleQuery};
use crate::program::{Argument, Effect, EffectKind, Game, Move, Tuple};
use crate::runtime::{Table, U256, Value, Word};

/// The effect of the moves of a group.
#[derive(Clone, Debug, Default)]
pub struct Play<W = U256> {
    /// The words that change, with their new values as outputs.
    pub code: Code<W>,
    /// The indices of the words that the outputs replace.
    pub writes: Vec<usize>,
    /// The words in which bits may be set.
    pub(super) gains: SortedSet<usize>,
    /// The words in which bits may be cleared.
    pub(super) loses: SortedSet<usize>,
}

impl Play {
    /// Converts the code to words of its own width.
    pub(super) fn lowered<W: Word>(&self) -> Play<W> {
        Play {
            code: self.code.lowered(),
            writes: self.writes.clone(),
            gains: self.gains.clone(),
            loses: self.loses.clone(),
        }
    }
}

/// Tuples of a state that belong to one set.
struct Tuples {
    /// The values of the arguments that are not stored as bits, in order.
    others: Vec<Value>,
    /// The index of the word within the set.
    at: usize,
    /// The values of the argument stored as bits. If the tuples have every value of this argument, this is a test
    /// instead: a word that is not empty if the tuples exist.
    values: Values,
}

#[derive(Clone, Copy)]
enum Values {
    These(WordId),
    All(WordId),
}

/// A position while it is being changed.
struct Change<'s, 'p> {
    solver: &'s mut Solver<'p>,
    /// The words changed so far, with their new values.
    words: SortedMap<usize, WordId>,
    gains: SortedSet<usize>,
    loses: SortedSet<usize>,
    /// For each played value, its bit, and a word for the values that are possible before the move.
    played: Vec<(WordId, WordId)>,
    /// The additions so far: the state, the other arguments, the index of the word in the set, and the new bits.
    added: Vec<(usize, Vec<Value>, usize, WordId)>,
}

/// The effect of the moves of a group with the given bits; `next` is the player whose turn comes next.
pub(super) fn play(moves: Moves<'_>, (plays, bits): (&Plays, U256), next: Value) -> Result<Play, Unfit> {
    let Moves { layout, game, made, .. } = moves;
    let mut solver = moves.solver();
    let legal = moves.legal(&mut solver, plays)?;
    let (played, given) = (plays.words(&mut solver, bits), plays.given(bits));
    let mut change = Change {
        solver: &mut solver,
        words: SortedMap::new(),
        gains: SortedSet::new(),
        loses: SortedSet::new(),
        played: played.into_iter().zip(legal).collect(),
        added: Vec::new(),
    };
    for kind in [EffectKind::Removes, EffectKind::Adds] {
        for effect in made.effects.iter().filter(|effect| effect.kind == kind) {
            for tuple in &effect.tuples {
                let found = tuples(change.solver, made, effect, tuple, &given)?;
                for one in found {
                    match kind {
                        EffectKind::Removes => change.remove(tuple, &one),
                        EffectKind::Adds => change.add(game, tuple, &one)?,
                    }
                }
            }
        }
    }
    let Change { words, gains, loses, .. } = change;
    let (turn, bit) = solver.word_layout.bit_at(layout, 0, &[next]);
    let mut outputs = vec![Output { values: Vec::new(), word: solver.operations.constant(bit) }];
    let mut writes = vec![turn];
    if let Some(state) = game.occurred {
        // Earlier positions are not known here, so the new position is assumed to occur for the first time.
        let (occurred, once) = solver.word_layout.bit_at(layout, state, &[1]);
        outputs.push(Output { values: Vec::new(), word: solver.operations.constant(once) });
        writes.push(occurred);
    }
    for (at, word) in words {
        outputs.push(Output { values: Vec::new(), word });
        writes.push(at);
    }
    Ok(Play { code: Code::of(&solver.operations, outputs, None), writes, gains, loses })
}

/// The tuples that an effect removes or adds.
fn tuples(
    solver: &mut Solver<'_>,
    made: &Move,
    effect: &Effect,
    tuple: &Tuple,
    given: &[GivenValue],
) -> Result<Vec<Tuples>, Unfit> {
    let program = solver.program;
    let rule = program.rule(effect.question.unwrap_or(made.question));
    let question = match effect.question {
        Some(_) => RuleQuery::new(solver, rule, given)?,
        None => RuleQuery::of(solver, rule, &[], given)?,
    };
    let table = solver.layout.table(tuple.state);
    let spread = table.spread().and_then(|at| tuple.arguments.get(at));
    let others: Vec<Option<Argument>> = (0..table.arity())
        .filter(|at| Some(*at) != table.spread())
        .map(|at| tuple.arguments.get(at).copied())
        .collect();
    let mut tried: Vec<usize> = Vec::new();
    for argument in others.iter().flatten() {
        match argument {
            Argument::Answer(at) if !tried.contains(at) => tried.push(*at),
            _ => {}
        }
    }
    let keep = match spread {
        Some(Argument::Answer(at)) if tried.contains(at) => return Err(Unfit),
        Some(Argument::Answer(at)) => Some(*at),
        _ => None,
    };
    let set_words = solver.word_layout.set_words(tuple.state);
    if keep.is_some() && set_words > 1 {
        return Err(Unfit);
    }
    let mut found = Vec::new();
    for output in question.outputs_of(solver, keep, &tried)? {
        let value =
            |at: &usize| output.values[tried.iter().position(|known| known == at).expect("it was tried")];
        let mut sets: Vec<Vec<Value>> = vec![Vec::new()];
        for (argument, size) in others.iter().zip(sizes(table)) {
            let some: Vec<Value> = match argument {
                Some(Argument::Constant(value)) => vec![*value],
                Some(Argument::Answer(at)) => vec![value(at)],
                None => (0..size as Value).collect(),
            };
            sets = sets
                .iter()
                .flat_map(|set| some.iter().map(|one| [set.as_slice(), &[*one]].concat()))
                .collect();
        }
        let (words, values) = match spread {
            Some(Argument::Constant(value)) => {
                let width = solver.word_layout.width;
                let bit = solver.operations.constant(U256::bit(value % width));
                let word = solver.operations.only_where(output.word, bit);
                let at = (value / width) as usize;
                (at..at + 1, Values::These(word))
            }
            Some(Argument::Answer(_)) => (0..1, Values::These(output.word)),
            None if table.spread().is_none() => {
                let bit = solver.operations.holds();
                (0..1, Values::These(solver.operations.only_where(output.word, bit)))
            }
            None => (0..set_words, Values::All(output.word)),
        };
        for others in sets {
            found.extend(words.clone().map(|at| Tuples { others: others.clone(), at, values }));
        }
    }
    Ok(found)
}

/// The numbers of possible values of the arguments that are not stored as bits.
fn sizes(table: &Table) -> impl Iterator<Item = usize> {
    let sizes = table.shape().sizes.iter().enumerate();
    sizes.filter(|(at, _)| Some(*at) != table.spread()).map(|(_, size)| *size)
}

impl Change<'_, '_> {
    /// The current value of a word.
    fn word(&mut self, tuple: &Tuple, at: usize, in_set: usize) -> WordId {
        if let Some(word) = self.words.get(&at) {
            return *word;
        }
        let game = self.solver.program.game.as_ref().expect("it is the program of a game");
        let possible = self.solver.possible(tuple.state, game.states[tuple.state].predicate, in_set);
        self.solver.operations.position(at, possible)
    }

    /// The index of the first word of a set.
    fn set_at(&self, tuple: &Tuple, others: &[Value]) -> usize {
        self.solver.word_layout.set_at(self.solver.layout, tuple.state, others)
    }

    fn remove(&mut self, tuple: &Tuple, tuples: &Tuples) {
        let place = self.set_at(tuple, &tuples.others) + tuples.at;
        self.take_away(tuple, (place, tuples.at), tuples.values);
    }

    /// Removes values from a set.
    fn take_away(&mut self, tuple: &Tuple, (place, in_set): (usize, usize), values: Values) {
        let before = self.word(tuple, place, in_set);
        let operations = &mut self.solver.operations;
        let is_legal = |word: WordId, operations: &Operations| {
            let mut played = self.played.iter();
            played
                .any(|(bit, legal)| operations.is_part(word, *bit) && operations.are_disjoint(*legal, before))
        };
        let after = match values {
            Values::These(word) if is_legal(word, operations) => before,
            Values::These(word) if operations.are_disjoint(word, before) => before,
            Values::These(word) => operations.without(before, word),
            Values::All(test) => {
                let stays = operations.is_empty(test);
                operations.only_where(stays, before)
            }
        };
        if after != before {
            self.words.insert(place, after);
            self.loses.insert(place);
        }
    }

    /// Adds tuples. If a state has at most one value for some arguments, the previous values are removed.
    fn add(&mut self, game: &Game, tuple: &Tuple, tuples: &Tuples) -> Result<(), Unfit> {
        let Values::These(bits) = tuples.values else { return Err(Unfit) };
        if self.solver.operations.is_nothing(bits) {
            return Ok(());
        }
        let layout = self.solver.layout;
        let (table, one) = (layout.table(tuple.state), &game.states[tuple.state].one);
        if one.contains(&true) {
            self.refuse_clashes(table, one, tuple, tuples, bits)?;
            self.clear_exclusive(table, one, tuple, tuples, bits);
        }
        let place = self.set_at(tuple, &tuples.others) + tuples.at;
        let before = self.word(tuple, place, tuples.at);
        let after = self.solver.operations.or(before, bits);
        self.words.insert(place, after);
        self.gains.insert(place);
        self.added.push((tuple.state, tuples.others.clone(), tuples.at, bits));
        Ok(())
    }

    /// Whether two tuples agree in all arguments that are not stored as bits. Arguments declared `one` are not
    /// compared.
    fn is_same_place(table: &Table, one: &[bool], these: &[Value], those: &[Value]) -> bool {
        let others = (0..table.arity()).filter(|at| Some(*at) != table.spread());
        others.zip(these.iter().zip(those)).all(|(at, (this, that))| one[at] || this == that)
    }

    /// Fails if a move might add two values where only one value may hold, because words cannot express this.
    fn refuse_clashes(
        &mut self,
        table: &Table,
        one: &[bool],
        tuple: &Tuple,
        tuples: &Tuples,
        bits: WordId,
    ) -> Result<(), Unfit> {
        let operations = &self.solver.operations;
        let is_spread_one = table.spread().is_some_and(|at| one[at]);
        if is_spread_one && !operations.is_single(bits) {
            return Err(Unfit);
        }
        for (state, others, at, known) in &self.added {
            if *state != tuple.state || !Self::is_same_place(table, one, others, &tuples.others) {
                continue;
            }
            let is_same = *others == tuples.others && *at == tuples.at;
            let is_fine = match is_spread_one {
                true => is_same && *known == bits || operations.are_exclusive(*known, bits),
                false => is_same || *at != tuples.at || operations.are_disjoint(*known, bits),
            };
            if !is_fine {
                return Err(Unfit);
            }
        }
        Ok(())
    }

    /// Removes the tuples that cannot hold together with the new tuples.
    fn clear_exclusive(&mut self, table: &Table, one: &[bool], tuple: &Tuple, tuples: &Tuples, bits: WordId) {
        let is_spread_one = table.spread().is_some_and(|at| one[at]);
        let mut sets: Vec<Vec<Value>> = vec![Vec::new()];
        let others = (0..table.arity()).filter(|at| Some(*at) != table.spread());
        for ((at, size), value) in others.zip(sizes(table)).zip(&tuples.others) {
            let some = if one[at] { (0..size as Value).collect() } else { vec![*value] };
            sets = sets
                .iter()
                .flat_map(|set| some.iter().map(|one| [set.as_slice(), &[*one]].concat()))
                .collect();
        }
        for others in sets {
            let set = self.set_at(tuple, &others);
            match is_spread_one {
                true => (0..self.solver.word_layout.set_words(tuple.state))
                    .for_each(|at| self.take_away(tuple, (set + at, at), Values::All(bits))),
                false if others != tuples.others => {
                    self.take_away(tuple, (set + tuples.at, tuples.at), Values::These(bits));
                }
                false => {}
            }
        }
    }
}
