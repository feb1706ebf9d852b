//! The answers to a query. They are stored as values, and each is formatted only when it is written, because as text
//! they would need many times the memory.

use std::borrow::Cow;

use blanche_compiler::expect::Bindings;
use blanche_compiler::program::{Program, Rule, Sort, SortId, Variable};
use blanche_compiler::repl::table::MAX_COLUMN_WIDTH;
use blanche_compiler::runtime::{Solutions, Value};
use blanche_sorted::Arrange;
use serde_json::json;

use crate::Failure;
use crate::terminal::{Terminal, count};

/// Answers with the names of their variables.
pub(crate) struct Answers {
    variables: Vec<String>,
    /// The root sorts of the values, that is, the largest sorts to which they belong. Variables of the same sort share
    /// an entry, because a sort may have many constants.
    sorts: Vec<Sort>,
    /// For each variable, the index of its sort.
    columns: Vec<usize>,
    /// The indices of the variables, in the order in which the query mentions the variables.
    asked: Vec<usize>,
    solutions: Solutions,
}

impl Answers {
    /// The answers of a rule or a query.
    pub(crate) fn new(program: &Program, rule: &Rule, solutions: Solutions) -> Answers {
        let variables: Vec<&Variable> = rule.answer.iter().map(|id| &rule.variables[id.index()]).collect();
        let mut roots: Vec<SortId> = Vec::new();
        let mut column = |variable: &&Variable| {
            let root = program.sort(variable.sort).root;
            roots.iter().position(|known| *known == root).unwrap_or_else(|| {
                roots.push(root);
                roots.len() - 1
            })
        };
        let columns = variables.iter().map(&mut column).collect();
        let sorts = roots.iter().map(|root| program.sort(*root).clone()).collect();
        let mut asked: Vec<usize> = (0..variables.len()).collect();
        asked.arrange_by_key(|at| variables[*at].span.start);
        let variables = variables.into_iter().map(|variable| variable.name.clone()).collect();
        Answers { variables, sorts, columns, asked, solutions }
    }

    /// The sort of each variable.
    fn sorts(&self) -> impl Iterator<Item = &Sort> {
        self.columns.iter().map(|at| &self.sorts[*at])
    }

    pub(crate) fn len(&self) -> usize {
        self.solutions.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.solutions.is_empty()
    }

    /// The values of one answer as text.
    fn row(&self, at: usize) -> impl Iterator<Item = Cow<'_, str>> {
        self.solutions.tuple(at).iter().zip(self.sorts()).map(|(value, sort)| sort.written(*value))
    }

    /// The index of the answer with these values of its variables, if there is such an answer.
    pub(crate) fn find(&self, bindings: &Bindings) -> Option<usize> {
        if bindings.len() != self.variables.len() {
            return None;
        }
        let mut tuple: Vec<Value> = Vec::with_capacity(bindings.len());
        for (((name, text), variable), sort) in bindings.iter().zip(&self.variables).zip(self.sorts()) {
            let value = sort.value(text).filter(|value| name == variable && sort.written(*value) == *text)?;
            tuple.push(value);
        }
        self.solutions.find(&tuple)
    }

    /// Appends an answer in the syntax of expectations: `X = jan, Z = anna`, or `yes` without variables.
    pub(crate) fn write_bindings(&self, at: usize, text: &mut String) {
        if self.variables.is_empty() {
            text.push_str("yes");
        }
        for (place, (variable, value)) in self.variables.iter().zip(self.row(at)).enumerate() {
            text.push_str(if place == 0 { "" } else { ", " });
            text.push_str(variable);
            text.push_str(" = ");
            text.push_str(&value);
        }
    }

    /// An answer as a JSON object, with a member for each variable.
    pub(crate) fn member(&self, at: usize) -> String {
        let values = self.row(at).map(|value| json!(value));
        json!(self.variables.iter().cloned().zip(values).collect::<serde_json::Map<_, _>>()).to_string()
    }

    /// Prints the answers as a table.
    pub(crate) fn table(&self, terminal: &Terminal) -> Result<(), Failure> {
        if self.variables.is_empty() {
            return terminal.print(if self.is_empty() { "no\n" } else { "yes\n" });
        }
        if self.is_empty() {
            return terminal.print("no answers\n");
        }
        let widths = self.widths();
        let widths: Vec<usize> = self.asked.iter().map(|at| widths[*at]).collect();
        let mut head = String::new();
        line(self.asked.iter().map(|at| self.variables[*at].as_str().into()), &widths, &mut head);
        let mut pieces = terminal.pieces();
        pieces.push(&format!("{}\n", terminal.bold(&head)))?;
        let mut text = String::new();
        for at in self.rows() {
            text.clear();
            let row: Vec<Cow<'_, str>> = self.row(at).collect();
            line(self.asked.iter().map(|at| Cow::Borrowed(row[*at].as_ref())), &widths, &mut text);
            text.push('\n');
            pieces.push(&text)?;
        }
        pieces.push(&format!("\n{}\n", count(self.len(), "answer")))?;
        pieces.end()
    }

    /// The indices of the answers. They are sorted by the values of the answers, in the order in which the columns are
    /// shown.
    fn rows(&self) -> Vec<usize> {
        let mut rows: Vec<usize> = (0..self.len()).collect();
        if !self.asked.is_sorted() {
            let shown = |at: usize| self.asked.iter().map(move |column| self.solutions.tuple(at)[*column]);
            rows.arrange_by(|one, other| shown(*one).cmp(shown(*other)));
        }
        rows
    }

    /// The width of each column in characters, at most [`MAX_COLUMN_WIDTH`]. The text of each value is measured once.
    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = self.variables.iter().map(|name| name.chars().count()).collect();
        let mut known: Vec<Vec<Option<usize>>> = vec![Vec::new(); self.sorts.len()];
        for tuple in self.solutions.iter() {
            for ((width, at), value) in widths.iter_mut().zip(&self.columns).zip(tuple) {
                let known = &mut known[*at];
                if known.len() <= *value as usize {
                    known.resize(*value as usize + 1, None);
                }
                let own = known[*value as usize]
                    .get_or_insert_with(|| self.sorts[*at].written(*value).chars().count());
                *width = (*width).max(*own);
            }
        }
        widths.iter_mut().for_each(|width| *width = (*width).min(MAX_COLUMN_WIDTH));
        widths
    }

    /// Prints the answers as a JSON object.
    pub(crate) fn object(&self, problems: &serde_json::Value, terminal: &Terminal) -> Result<(), Failure> {
        let mut pieces = terminal.pieces();
        pieces.push("{\"answers\":[")?;
        for at in 0..self.len() {
            let comma = if at == 0 { "" } else { "," };
            let row: Vec<Cow<'_, str>> = self.row(at).collect();
            pieces.push(&format!("{comma}{}", json!(row)))?;
        }
        pieces.push(&format!(
            "],\"count\":{},\"holds\":{},\"problems\":{problems},\"variables\":{}}}\n",
            self.len(),
            !self.is_empty(),
            json!(self.variables)
        ))?;
        pieces.end()
    }
}

/// Appends the cells of a row. All cells but the last one are padded to the width of their column.
fn line<'c>(cells: impl Iterator<Item = Cow<'c, str>>, widths: &[usize], text: &mut String) {
    let last = widths.len() - 1;
    for (at, cell) in cells.enumerate() {
        text.push_str(&cell);
        if at < last {
            let missing = widths[at].saturating_sub(cell.chars().count()) + 2;
            text.extend(std::iter::repeat_n(' ', missing));
        }
    }
}
