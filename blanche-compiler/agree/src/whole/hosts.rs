//! Random domains with a host, which is Rust code that answers extern predicates. They have sorts with values numbered
//! by the host, extern predicates with modes of every kind, actions, and predicates that evaluate rules. The host
//! answers from tables that are generated together with the domain.

use std::collections::BTreeSet;

use blanche_compiler::random::Random;

use super::names::Names;
use super::tables::{Column, Table, Tables};
use super::text::atom;
use super::vocabulary::{Predicate, Sort};
use super::{Generator, Program, without_mistakes};

/// A program over a domain, with the tables of its host.
#[derive(Clone, Debug)]
pub struct Hosted {
    /// The domain's file and the program's file.
    pub program: Program,
    /// The answers of the host.
    pub tables: Tables,
}

/// Possible sizes of a sort whose values the host numbers.
const SIZES: &[usize] = &[2, 4, 7, 20, 64, 65, 130];

/// Generates a program with a host. The result depends only on the seed.
pub fn hosted(seed: u64) -> Hosted {
    let mut random = Random::of(seed, &[3]);
    let names = Names::new(&mut random);
    let mut generator = Generator::new(random, names);
    let tables = generator.domain();
    if generator.random.percent(60) {
        generator.state_facts();
    }
    generator.clauses();
    Hosted { program: without_mistakes(generator.beside_domain()), tables }
}

impl Generator {
    /// Generates a domain, and returns the tables of its host.
    fn domain(&mut self) -> Tables {
        self.numbered_sort();
        let mut tables = Tables::of(self.sorts[0].values.clone());
        self.word_sort("K");
        if self.random.percent(40) {
            self.word_sort("N");
        }
        self.part();
        self.players = self.sorts[1].values[..2].to_vec();
        self.declarations.push(format!("players {}", self.players.join(", ")));
        for _ in 0..self.random.between(2, 4) {
            self.external(&mut tables);
        }
        if self.random.percent(60) {
            self.action(&mut tables);
        }
        if self.random.percent(30) {
            self.of_several(&mut tables);
        }
        tables
    }

    /// Generates a variadic extern predicate, with one or more arguments.
    fn of_several(&mut self, tables: &mut Tables) {
        let places = [self.random.below(self.sorts.len())];
        let name = self.names.predicate(1, &mut self.random);
        let rows = self.rows(&places, false);
        self.declarations.push(format!(
            "extern {name}(X0: {}, ...): (bound, ...) tests 1 in 2",
            self.sorts[places[0]].name
        ));
        tables.add(Table { name: name.clone(), columns: self.columns(&places), rows });
        tables.take_several(&name);
        for arity in 1..4 {
            let places = vec![places[0]; arity];
            self.predicates.push(Predicate {
                name: name.clone(),
                places,
                is_function: false,
                is_derived: false,
            });
        }
    }

    fn numbered_sort(&mut self) {
        let name = self.names.sort(&mut self.random);
        let size = *self.random.choose(SIZES);
        let values: Vec<String> = (0..size as u32).map(Tables::write).collect();
        self.declarations.push(format!("sort {name} of {size} like {} words T playable", values[0]));
        let (word, root) = ("T".to_owned(), self.sorts.len());
        self.add_sort(Sort { name, word, common: Vec::new(), values, root, counts: false, playable: true });
    }

    fn word_sort(&mut self, word: &str) {
        let name = self.names.sort(&mut self.random);
        let size = self.random.between(2, 5);
        let values: Vec<String> = (0..size).map(|_| self.names.constant(&mut self.random)).collect();
        self.declarations.push(format!("sort {name} = {} words {word}", values.join(", ")));
        let (word, root) = (word.to_owned(), self.sorts.len());
        self.add_sort(Sort { name, word, common: Vec::new(), values, root, counts: false, playable: false });
    }

    /// Generates an extern predicate with one to three modes (declarations of which arguments must be bound).
    fn external(&mut self, tables: &mut Tables) {
        let arity = *self.random.choose(&[1, 1, 2, 2, 2, 3]);
        let places: Vec<usize> = (0..arity).map(|_| self.random.below(self.sorts.len())).collect();
        let name = self.names.predicate(arity, &mut self.random);
        let is_function = arity > 1 && self.random.percent(40);
        let rows = self.rows(&places, is_function);
        let mut masks =
            BTreeSet::from([if self.random.percent(75) { 0 } else { self.random.below(1 << arity) }]);
        for _ in 0..self.random.below(3) {
            masks.insert(self.random.below(1 << arity));
        }
        // The host can compute each of the two arguments from the other.
        if arity == 2 && self.random.percent(40) {
            masks.extend([0b01, 0b10]);
        }
        if is_function {
            masks.insert((1 << (arity - 1)) - 1);
        }
        let modes: Vec<String> = masks.iter().map(|mask| self.mode(*mask, arity, is_function)).collect();
        self.extern_line(&name, &places, "", &modes);
        tables.add(Table { name: name.clone(), columns: self.columns(&places), rows });
        self.predicates.push(Predicate { name, places, is_function, is_derived: false });
    }

    fn extern_line(&mut self, name: &str, places: &[usize], asks: &str, modes: &[String]) {
        let parameters: Vec<String> = places
            .iter()
            .enumerate()
            .map(|(at, sort)| format!("X{at}: {}", self.sorts[*sort].name))
            .collect();
        self.declarations.push(format!("extern {}{asks}: {}", atom(name, &parameters), modes.join(", ")));
    }

    /// The declaration of a mode. The set bits of `mask` are the arguments that must be bound.
    fn mode(&mut self, mask: usize, arity: usize, is_function: bool) -> String {
        let words: Vec<&str> =
            (0..arity).map(|at| if mask & (1 << at) != 0 { "bound" } else { "free" }).collect();
        let free = arity - mask.count_ones() as usize;
        let about = self.random.between(1, 9);
        let answers = match free {
            0 => format!("tests 1 in {about}"),
            _ if is_function && mask == (1 << (arity - 1)) - 1 => "gives one".to_owned(),
            1 if self.random.percent(65) => format!("gives a set of about {about}"),
            _ => format!("gives about {about}"),
        };
        format!("({}) {answers}", words.join(", "))
    }

    fn rows(&mut self, places: &[usize], is_function: bool) -> BTreeSet<Vec<u32>> {
        let (mut rows, mut keys) = (BTreeSet::new(), BTreeSet::new());
        for _ in 0..*self.random.choose(&[1, 3, 6, 12, 25]) * places.len() {
            let row: Vec<u32> = places.iter().map(|sort| self.number(*sort)).collect();
            if !is_function || keys.insert(row[..row.len() - 1].to_vec()) {
                rows.insert(row);
            }
        }
        rows
    }

    /// A random value of the sort, as its number within the root sort.
    fn number(&mut self, sort: usize) -> u32 {
        let value = self.stated(sort);
        let root = &self.sorts[self.sorts[sort].root];
        root.values.iter().position(|known| *known == value).expect("a part has values of its root") as u32
    }

    fn columns(&self, places: &[usize]) -> Vec<Column> {
        let column = |sort: &usize| {
            let root = &self.sorts[self.sorts[*sort].root];
            Column { values: root.values.clone() }
        };
        places.iter().map(column).collect()
    }

    /// Generates an action that adds a row to the table of a predicate. May also generate a predicate that evaluates a
    /// rule after this action.
    fn action(&mut self, tables: &mut Tables) {
        let places = vec![0, 1];
        let done = self.names.predicate(2, &mut self.random);
        let rows = self.rows(&places, false);
        let modes = [
            "(bound, bound) tests 1 in 3",
            "(bound, free) gives a set of about 2",
            "(free, free) gives about 4",
        ];
        let modes: Vec<String> = modes.iter().map(|mode| (*mode).to_owned()).collect();
        self.extern_line(&done, &places, "", &modes);
        tables.add(Table { name: done.clone(), columns: self.columns(&places), rows });
        self.predicates.push(Predicate {
            name: done.clone(),
            places: places.clone(),
            is_function: false,
            is_derived: false,
        });
        let action = self.names.predicate(2, &mut self.random);
        let sorts: Vec<String> =
            [("Y", 0), ("Z", 1)].map(|(name, sort)| format!("{name}: {}", self.sorts[sort].name)).to_vec();
        self.declarations.push(format!("action {} growing", atom(&action, &sorts)));
        tables.act(&done);
        self.action = Some(action);
        if self.random.percent(50) {
            let name = self.names.predicate(1, &mut self.random);
            self.extern_line(&name, &[0], " asks asked", &["(bound) tests 1 in 3".to_owned()]);
            tables.ask(&name);
            self.predicates.push(Predicate { name, places: vec![0], is_function: false, is_derived: false });
            self.items.push(format!(
                "rule asked for {} at level 0 if {done}(T_1, K_1), {done}(T_2, K_1), ¬equal(T_1, T_2)",
                self.players[0]
            ));
        }
    }

    /// Two files: one with the domain, and one with the program.
    fn beside_domain(mut self) -> Program {
        let domain = self.names.rule(&mut self.random).replace('.', "-");
        let base = self.names.rule(&mut self.random).replace('.', "-");
        let first = [format!("domain {domain}")].into_iter().chain(self.declarations);
        let last = [format!("base {base}"), format!("use {domain}")];
        let last = last.into_iter().chain(self.opened).chain(self.items);
        Program {
            files: vec![
                (format!("{domain}.blanche"), first.map(|line| line + "\n").collect()),
                (format!("{base}/base.blanche"), last.map(|line| line + "\n").collect()),
            ],
        }
    }
}
