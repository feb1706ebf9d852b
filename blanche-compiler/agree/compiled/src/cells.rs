//! The host of the programs with numbered values: nine cells, `a1` to `c3`, row by row. It has no extern predicates.

use agree::{Value, World};
use blanche_compiler::interpret::Host;
use blanche_compiler::runtime::{LimitReached, Value as Number};

use crate::programs::cells_domain::{Cell, CellsDomainFacts};

/// The cells, in the order of their numbers.
const CELLS: [&str; 9] = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];

/// The number of the cell with this text; `None` if there is no such cell.
fn read(text: &str) -> Option<Number> {
    CELLS.iter().position(|cell| *cell == text).map(|at| at as Number)
}

/// The text of a cell.
fn write(cell: Number) -> &'static str {
    CELLS[cell as usize]
}

/// The host for the interpreter and for the naive evaluator.
pub struct Cells;

impl World for Cells {
    fn values(&self, sort: &str) -> Vec<Value> {
        assert_eq!(sort, "cell", "nothing else is numbered");
        CELLS.iter().map(|cell| Value::read(cell)).collect()
    }

    fn tuples(
        &mut self,
        _: &str,
        _: &[Option<Value>],
        _: &dyn Fn(&mut Cells) -> bool,
    ) -> Option<Vec<Vec<Value>>> {
        None
    }

    /// The cache key of the host's answers. It is always the same, because nothing can change this host.
    fn state(&self) -> Option<String> {
        Some(String::new())
    }
}

impl Host for Cells {
    type Facts = ();

    fn mode(_: &str, _: &[bool]) -> Option<u32> {
        None
    }

    fn read(_: &str, text: &str) -> Option<Number> {
        read(text)
    }

    fn write(_: &str, cell: Number) -> Option<String> {
        Some(write(cell).to_owned())
    }

    fn test(_: &mut (), _: u32, _: &[Number]) -> bool {
        unreachable!("a host without modes is asked nothing")
    }

    fn each(_: &mut (), _: u32, _: &[Number], _: &mut Vec<Number>) {
        unreachable!("a host without modes is asked nothing")
    }

    fn ask(
        _: &mut (),
        _: u32,
        _: &[Number],
        _: &mut dyn FnMut(&mut ()) -> Result<bool, LimitReached>,
    ) -> Result<bool, LimitReached> {
        unreachable!("a host without modes is asked nothing")
    }
}

impl CellsDomainFacts for () {
    fn read_cell(text: &str) -> Option<Cell> {
        read(text).map(Cell)
    }

    fn write_cell(cell: Cell) -> String {
        write(cell.0).to_owned()
    }
}
