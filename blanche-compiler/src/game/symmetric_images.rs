//! Images of positions and moves under the symmetries of the board.

use std::collections::HashSet;

use super::caches::Image;
use super::moves::{Move, Step};
use super::rules::Rules;
use crate::program::{Board, Origin, PredicateKind, Program, SortId, Symmetry};
use crate::runtime::{Position, Value};

/// The symmetries of a game's board that map positions to positions.
pub struct Images<'r> {
    rules: &'r Rules,
    all: &'r [Image],
}

impl<'r> Images<'r> {
    /// The symmetries of a game, the identity first. Without a board the identity is the only one. A symmetry of the
    /// board is left out in any of these cases:
    /// - It maps columns to rows, and a state or move of the game has columns or rows as arguments.
    /// - It maps a value of a state out of the sort that the state declares for it, so that the image is not a
    ///   position.
    /// - It changes the facts about players, such as which direction is forward.
    pub fn of(rules: &'r Rules) -> Images<'r> {
        Images { rules, all: rules.symmetries.get_or_init(|| symmetries(rules)) }
    }

    /// The number of symmetries, including the identity.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// The indices of the symmetries that leave the players unchanged.
    pub fn of_players_as_they_are(&self) -> impl Iterator<Item = usize> {
        let players = &self.rules.program().players;
        (0..self.count()).filter(|image| players.iter().all(|player| self.player(*image, *player) == *player))
    }

    /// The image of a position under the symmetry with index `image`.
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

    /// The image of a move: the move that has the same name and belongs to the image of the mover. `None` if there is
    /// no such move.
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

    /// The image of a player.
    pub fn player(&self, image: usize, player: Value) -> Value {
        self.rules.program().player_sort.map_or(player, |sort| self.value(image, sort, player))
    }

    /// The preimage of `value`: the value of the original position that becomes `value` in its image.
    pub fn behind(&self, image: usize, sort: SortId, value: Value) -> Value {
        self.all[image].behind(self.rules.program().sort(sort).root, value)
    }

    /// The least of the images of a position, as words without history. All positions that are images of each other
    /// have the same least image.
    pub fn least(&self, position: &Position) -> Box<[u64]> {
        let kept = self.rules.layout().kept();
        let images = (1..self.all.len()).map(|image| self.position(image, position).words()[..kept].into());
        images.fold(position.words()[..kept].into(), |least: Box<[u64]>, image: Box<[u64]>| least.min(image))
    }

    /// The image of a value of a sort.
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

/// Extends a symmetry of the board to the values of all sorts. Returns `None` if it cannot be used, for one of the
/// reasons listed at [`Images::of`].
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

/// Whether the image of every position is a position. This requires that the values of each state stay in the sorts of
/// the state.
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

/// Whether a symmetry maps the program's stated facts about players to themselves. Other facts are not checked because
/// they need not be symmetric: a program may list only one of two opposite directions, for example, to avoid duplicate
/// work.
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

/// The images of all columns (`argument` 1 of `at`) or rows (`argument` 2). Returns `None` if columns or rows are not
/// mapped to columns or rows respectively.
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

/// Whether a state or a move of the game has an argument of this root sort.
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
