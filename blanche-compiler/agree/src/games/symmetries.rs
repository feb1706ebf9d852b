//! Images of positions under the symmetries of a board, and the value of scores that are counted up to symmetry.
//!
//! A symmetry rotates or mirrors the directions and maps fields to fields so that steps are preserved.

use std::collections::{BTreeMap, BTreeSet};

use blanche_compiler::syntax::ast::SymmetryDeclaration;

use super::Position;
use crate::boards::Brought;
use crate::program::{Naive, Rule};
use crate::sorts::Sort;
use crate::value::Value;
use crate::world::NoHost;

/// The data about a board from which its symmetries are found.
#[derive(Default)]
pub(crate) struct Grid {
    fields: Vec<Value>,
    /// The directions, in circular order.
    directions: Vec<Value>,
    /// The field that each step leads to, by field and direction.
    steps: BTreeMap<(Value, Value), Value>,
    /// The column and row of each field.
    places: BTreeMap<Value, [Value; 2]>,
}

/// The values that a symmetry changes, with their images. They are grouped by root sort, the sort that contains all
/// others of its kind.
type Image = BTreeMap<Sort, BTreeMap<Value, Value>>;

impl Grid {
    /// Extracts the data from a board.
    pub(crate) fn of(Brought { sorts, tuples }: &Brought) -> Grid {
        let values = |name: &str| {
            let sort = sorts.iter().find(|(known, ..)| *known == name).expect("a board brings it");
            sort.2.iter().map(|text| Value::read(text)).collect()
        };
        let of = |name: &str| {
            let (.., tuples) = tuples.iter().find(|(known, ..)| *known == name).expect("a board brings it");
            tuples.iter().map(|tuple| [0, 1, 2].map(|at| Value::read(&tuple[at])))
        };
        Grid {
            fields: values("field"),
            directions: values("direction"),
            steps: of("step").map(|[field, direction, next]| ((field, direction), next)).collect(),
            places: of("at").map(|[field, column, row]| (field, [column, row])).collect(),
        }
    }

    /// The images of all fields, computed from the image of the first field and the images of the directions. `None` if
    /// steps are not preserved.
    fn fields_from(&self, first: &Value, turned: &BTreeMap<Value, Value>) -> Option<BTreeMap<Value, Value>> {
        let mut found = BTreeMap::from([(self.fields[0].clone(), first.clone())]);
        let mut open = vec![self.fields[0].clone()];
        while let Some(field) = open.pop() {
            let image = found[&field].clone();
            for direction in &self.directions {
                let next = self.steps.get(&(field.clone(), direction.clone()));
                let seen = self.steps.get(&(image.clone(), turned[direction].clone()));
                match (next, seen) {
                    (None, None) => {}
                    (Some(next), Some(seen)) => match found.get(next) {
                        Some(known) if known != seen => return None,
                        Some(_) => {}
                        None => {
                            found.insert(next.clone(), seen.clone());
                            open.push(next.clone());
                        }
                    },
                    _ => return None,
                }
            }
        }
        let images: BTreeSet<&Value> = found.values().collect();
        (images.len() == self.fields.len()).then_some(found)
    }

    /// All symmetries of the board, as maps of fields and of directions.
    fn symmetries(&self, only_half_turn: bool) -> Vec<[BTreeMap<Value, Value>; 2]> {
        let count = self.directions.len();
        let mut found = Vec::new();
        for (is_mirrored, turn) in
            [false, true].into_iter().flat_map(|one| (0..count).map(move |turn| (one, turn)))
        {
            if only_half_turn && (is_mirrored || turn != 0 && turn != count / 2) {
                continue;
            }
            let becomes = |at: usize| if is_mirrored { turn + count - at } else { turn + at };
            let turned: BTreeMap<Value, Value> = (0..count)
                .map(|at| (self.directions[at].clone(), self.directions[becomes(at) % count].clone()))
                .collect();
            let fields = self.fields.iter().filter_map(|first| self.fields_from(first, &turned));
            found.extend(fields.map(|fields| [fields, turned.clone()]));
        }
        found
    }

    /// The images of columns (if `at` is 0) or of rows (if it is 1), computed from the images of the fields. `None` if
    /// the fields of a line are not all mapped to the same line.
    fn lines(&self, fields: &BTreeMap<Value, Value>, at: usize) -> Option<BTreeMap<Value, Value>> {
        let mut lines = BTreeMap::new();
        for (field, image) in fields {
            let (line, seen) = (&self.places[field][at], &self.places[image][at]);
            if lines.insert(line.clone(), seen.clone()).is_some_and(|known| known != *seen) {
                return None;
            }
        }
        Some(lines)
    }
}

impl Naive {
    /// The value of a position by a player's scores. Each solution of a score that is counted up to symmetry counts
    /// once.
    pub fn worth(&self, position: &Position, player: &str) -> i64 {
        let is_to_move = position.to_move.to_string() == player;
        let mut images = None;
        self.sum_of(player, is_to_move, |score| match score.up_to_symmetry {
            true => {
                let images = images.get_or_insert_with(|| self.images());
                let all = images.iter().flat_map(|image| self.in_image(image, position, &score.rule));
                all.collect::<BTreeSet<_>>().into_iter().collect()
            }
            false => self.all(&mut position.clone(), &score.rule),
        })
    }

    /// Evaluates a rule in an image of a position. The solutions are mapped back to the position itself.
    fn in_image(&self, image: &Image, position: &Position, rule: &Rule) -> Vec<Vec<Value>> {
        let mut seen = position.clone();
        for (state, tuples) in &mut seen.tuples {
            let places = &self.places[state];
            let shown = |tuple: &Vec<Value>| {
                places.iter().zip(tuple).map(|(sort, value)| self.shown(image, *sort, value)).collect()
            };
            *tuples = tuples.iter().map(shown).collect();
        }
        let behind: Image = image
            .iter()
            .map(|(sort, values)| {
                (*sort, values.iter().map(|(from, to)| (to.clone(), from.clone())).collect())
            })
            .collect();
        let clause = &rule.premise;
        let sort = |name: &String| {
            let at = clause.variables.iter().position(|known| known == name)?;
            clause.sorts[at]
        };
        let solutions = self.all(&mut seen, rule).into_iter();
        let in_itself = |solution: Vec<Value>| {
            let named = rule.variables.iter().zip(&solution);
            named.map(|(name, value)| self.shown(&behind, sort(name), value)).collect()
        };
        solutions.map(in_itself).collect()
    }

    /// The image of a value.
    fn shown(&self, image: &Image, sort: Option<Sort>, value: &Value) -> Value {
        let known = sort.and_then(|sort| image.get(&self.sorts.whole(sort))?.get(value));
        known.unwrap_or(value).clone()
    }

    /// The symmetries that leave the players unchanged.
    fn images(&self) -> Vec<Image> {
        let grid = &self.game.grid;
        let identity = vec![Image::new()];
        let only_half_turn = match self.game.symmetry {
            Some(SymmetryDeclaration::None) => return identity,
            // A half turn of the board swaps the two players.
            Some(SymmetryDeclaration::TurnWithColours) if self.players.len() == 2 => return identity,
            Some(SymmetryDeclaration::TurnWithColours) => true,
            None => false,
        };
        if grid.fields.is_empty() {
            return identity;
        }
        let sort = |name: &str| self.sorts.named(name).expect("a board brings it");
        let image = |[fields, directions]: [BTreeMap<Value, Value>; 2]| {
            let mut image = Image::from([(sort("field"), fields.clone()), (sort("direction"), directions)]);
            for (at, name) in ["column", "row"].into_iter().enumerate() {
                match grid.lines(&fields, at) {
                    Some(lines) => drop(image.insert(sort(name), lines)),
                    None if self.speaks_of(sort(name)) => return None,
                    None => {}
                }
            }
            self.has_all_positions(&image).then_some(image)
        };
        grid.symmetries(only_half_turn).into_iter().filter_map(image).collect()
    }

    /// Whether the image of every value of a state's sort is again in that sort.
    fn has_all_positions(&self, image: &Image) -> bool {
        let mut sorts = self.game.states.keys().flat_map(|state| &self.places[state]).flatten();
        sorts.all(|sort| {
            let values = self.sorts.values(&NoHost, *sort);
            values.iter().all(|value| self.sorts.contains(*sort, &self.shown(image, Some(*sort), value)))
        })
    }

    /// Whether a state has arguments of this sort, or a move plays values of it.
    fn speaks_of(&self, sort: Sort) -> bool {
        let is_it = |known: Option<Sort>| known.is_some_and(|known| self.sorts.whole(known) == sort);
        let in_state =
            self.game.states.keys().any(|state| self.places[state].iter().any(|place| is_it(*place)));
        let in_move = self.game.moves.iter().any(|made| {
            let clause = &made.rule.premise;
            let played = clause.variables.iter().zip(&clause.sorts);
            let mut played = played.filter(|(name, _)| made.rule.variables.contains(name));
            played.any(|(_, sort)| is_it(*sort))
        });
        in_state || in_move
    }
}
