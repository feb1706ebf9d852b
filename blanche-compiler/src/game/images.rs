//! Positions and moves under the symmetries of the board: the same game seen from another side.

use std::collections::HashSet;

use super::made::Image;
use super::moves::{Move, Step};
use super::rules::Rules;
use crate::program::{Board, Origin, PredicateKind, Program, SortId, Symmetry};
use crate::runtime::{Position, Value};

/// The symmetries of a game's board, as far as they take positions to positions.
pub struct Images<'r> {
    rules: &'r Rules,
    all: &'r [Image],
}

impl<'r> Images<'r> {
    /// The symmetries of a game; the first is the identity, and the only one where there is no board. One that takes columns
    /// to rows is none of a game whose states or moves have them, and one that takes a value of a state out of the sort that
    /// the state has for it is none either: it would show what is no position. Nor is one that makes other facts of those about
    /// players, such as which way is forward.
    pub fn of(rules: &'r Rules) -> Images<'r> {
        Images { rules, all: rules.symmetries.get_or_init(|| symmetries(rules)) }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// Those that show the players as they are.
    pub fn of_players_as_they_are(&self) -> impl Iterator<Item = usize> {
        let players = &self.rules.program().players;
        (0..self.count()).filter(|image| players.iter().all(|player| self.player(*image, *player) == *player))
    }

    /// A position under one of them.
    pub fn position(&self, image: usize, position: &Position) -> Position {
        let rules = self.rules;
        let mut seen = Position::new(rules.layout().clone());
        for (state, declared) in rules.game().states.iter().enumerate() {
            let predicate = rules.program().predicate(declared.predicate);
            for mut tuple in position.tuples_of(state) {
                for (at, value) in tuple.iter_mut().enumerate() {
                    *value = self.value(image, predicate.sort(at), *value);
                }
                seen.add(state, &tuple);
            }
        }
        seen
    }

    /// A move under one of them: the move of the player whom the mover becomes, by the same text.
    pub fn mv(&self, image: usize, mv: Move) -> Option<Move> {
        if mv.is_pass() {
            return Some(mv);
        }
        let (program, game) = (self.rules.program(), self.rules.game());
        let step = |step: Step| {
            let made = &game.moves[step.of()];
            let rule = program.rule(made.question);
            let sorts = rule.answer_sorts();
            let played: Vec<Value> =
                sorts.zip(step.played()).map(|(sort, value)| self.value(image, sort, *value)).collect();
            let player = self.player(image, made.player);
            let is_same = |other: &crate::program::Move| {
                other.player == player && program.rule(other.question).name == rule.name
            };
            game.moves.iter().position(is_same).map(|of| Step::new(of, &played))
        };
        Move::chain(&mv.steps().map(step).collect::<Option<Vec<Step>>>()?)
    }

    /// Whom a player becomes.
    pub fn player(&self, image: usize, player: Value) -> Value {
        self.rules.program().player_sort.map_or(player, |sort| self.value(image, sort, player))
    }

    /// What a value of a sort is in the position itself, of which an image shows this value.
    pub fn behind(&self, image: usize, sort: SortId, value: Value) -> Value {
        self.all[image].behind(self.rules.program().sort(sort).root, value)
    }

    /// The least of the images of a position, by its words without histories: one for all positions that are images of each
    /// other.
    pub fn least(&self, position: &Position) -> Box<[u64]> {
        let kept = self.rules.layout().kept();
        let images = (1..self.all.len()).map(|image| self.position(image, position).words()[..kept].into());
        images.fold(position.words()[..kept].into(), |least: Box<[u64]>, image: Box<[u64]>| least.min(image))
    }

    /// What becomes of a value of a sort under one of them.
    pub fn value(&self, image: usize, sort: SortId, value: Value) -> Value {
        self.all[image].of(self.rules.program().sort(sort).root, value)
    }
}

/// The symmetries of a game, the identity first.
fn symmetries(rules: &Rules) -> Vec<Image> {
    let program = rules.program();
    let identity = Image { sorts: Vec::new() };
    let symmetries = program.board.iter().flat_map(|board| {
        let others = board.symmetries.iter().filter(|one| !one.is_identity());
        others.filter_map(|symmetry| image(rules, program, board, symmetry))
    });
    std::iter::once(identity).chain(symmetries).collect()
}

/// What a symmetry makes of the values of the sorts of a game; nothing where it makes no column of a column, and the game
/// speaks of columns in its states or moves, where a state has a part of a sort that does not stay what it is, or where facts about players,
/// such as which way is forward, become others.
fn image(rules: &Rules, program: &Program, board: &Board, symmetry: &Symmetry) -> Option<Image> {
    let root = |sort: SortId| program.sort(sort).root;
    let mut sorts = vec![
        (root(board.field), symmetry.fields.clone()),
        (root(board.direction), symmetry.directions.clone()),
    ];
    if let (true, Some(players)) = (symmetry.swaps_colours, program.player_sort) {
        let mut swapped: Vec<Value> = (0..=*program.players.iter().max()?).collect();
        if let [one, other] = program.players[..] {
            swapped.swap(one as usize, other as usize);
        }
        sorts.push((root(players), swapped));
    }
    for (sort, argument) in [(board.column, 1), (board.row, 2)] {
        match lines(program, symmetry, argument) {
            Some(values) => sorts.push((root(sort), values)),
            None if speaks_of(rules, root(sort)) => return None,
            None => {}
        }
    }
    let image = Image { sorts };
    (has_all_positions(rules, &image) && keeps_facts_of_players(program, &image)).then_some(image)
}

/// Whether what a symmetry shows of a position is one: the values of each state stay values of its sorts.
fn has_all_positions(rules: &Rules, image: &Image) -> bool {
    let program = rules.program();
    let mut states = rules.game().states.iter().map(|state| program.predicate(state.predicate));
    states.all(|state| {
        state.sorts.iter().all(|sort| {
            let (root, values) = (program.sort(*sort).root, program.sort(*sort).values());
            values.iter().all(|value| values.contains(&image.of(root, *value)))
        })
    })
}

/// Whether the facts about players that a program states stay what they are. Others say nothing of a symmetry: that of two opposite
/// directions one is listed may only save looking twice.
fn keeps_facts_of_players(program: &Program, image: &Image) -> bool {
    let Some(players) = program.player_sort.map(|sort| program.sort(sort).root) else { return true };
    let mut stated = program.predicates.iter().filter(|predicate| predicate.origin == Origin::Text);
    stated.all(|predicate| {
        let PredicateKind::Facts(facts) = &predicate.kind else { return true };
        let roots: Vec<SortId> = predicate.sorts.iter().map(|sort| program.sort(*sort).root).collect();
        if !roots.contains(&players) {
            return true;
        }
        let known: HashSet<&[Value]> = facts.iter().map(|fact| &fact[..]).collect();
        facts.iter().all(|fact| {
            let seen: Vec<Value> =
                roots.iter().zip(fact.iter()).map(|(root, value)| image.of(*root, *value)).collect();
            known.contains(&seen[..])
        })
    })
}

/// What a symmetry makes of the columns or rows, the argument of `at` with this number; nothing where they do not stay
/// columns or rows.
fn lines(program: &Program, symmetry: &Symmetry, argument: usize) -> Option<Vec<Value>> {
    let is_at = |predicate: &&crate::program::Predicate| {
        predicate.origin == Origin::Board && predicate.name == "at" && predicate.sorts.len() == 3
    };
    let PredicateKind::Facts(places) = &program.predicates.iter().find(is_at)?.kind else { return None };
    let line_of = |field: Value| places.iter().find(|place| place[0] == field).map(|place| place[argument]);
    let most = places.iter().map(|place| place[argument]).max()?;
    let mut lines: Vec<Option<Value>> = vec![None; (most as usize) + 1];
    for place in places {
        let seen = line_of(symmetry.fields[place[0] as usize])?;
        let known = lines[place[argument] as usize].get_or_insert(seen);
        if *known != seen {
            return None;
        }
    }
    Some(lines.into_iter().enumerate().map(|(at, seen)| seen.unwrap_or(at as Value)).collect())
}

/// Whether a state or a move of the game has values of this root sort.
fn speaks_of(rules: &Rules, root: SortId) -> bool {
    let program = rules.program();
    let is_it = |sort: SortId| program.sort(sort).root == root;
    let in_state = rules
        .game()
        .states
        .iter()
        .any(|state| program.predicate(state.predicate).sorts.iter().any(|sort| is_it(*sort)));
    let in_move = rules.game().moves.iter().any(|made| {
        let rule = program.rule(made.question);
        rule.answer_sorts().any(is_it)
    });
    in_state || in_move
}
