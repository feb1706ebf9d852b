//! The budget of an emission run: one count of statements for all bases together.
//!
//! Statements are counted and not timed, so that a program is emitted on every machine or on none. Where the budget is
//! spent nothing more is written, and the run ends with a message in place of modules.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::plan::{Subject, grouped, named};
use crate::program::Program;

/// The statements of an emission run, of which each function counts as `OF_A_FUNCTION`. The bases take less than one in
/// ten of them; a test holds them to it. So many are some 700,000 lines.
pub const STATEMENTS: u64 = 500_000;

/// A function has a head, a doc comment and an end.
const OF_A_FUNCTION: u64 = 10;

/// A statement inside so many blocks counts once more: its lines are as much longer.
const BLOCKS: usize = 10;

/// The statements of an emission run.
pub(super) struct Budget {
    most: u64,
    used: Cell<u64>,
    /// Which base is written now, by its place, and what in it.
    now: Cell<(usize, Option<Subject>)>,
    /// The statements of each rule and predicate of each base.
    own: RefCell<HashMap<(usize, Subject), u64>>,
}

impl Budget {
    pub(super) fn new(most: u64) -> Budget {
        Budget { most, used: Cell::new(0), now: Cell::new((0, None)), own: RefCell::default() }
    }

    /// Says which base is written from now on.
    pub(super) fn turn_to_base(&self, base: usize) {
        self.now.set((base, None));
    }

    /// Says what is written from now on: a function of this.
    pub(super) fn turn_to(&self, subject: Option<Subject>) {
        let (base, _) = self.now.get();
        self.now.set((base, subject));
    }

    /// Takes a function.
    pub(super) fn take_function(&self) {
        self.take(OF_A_FUNCTION);
    }

    /// Takes a statement inside so many blocks.
    pub(super) fn take_statement(&self, within: usize) {
        self.take(1 + (within / BLOCKS) as u64);
    }

    fn take(&self, statements: u64) {
        self.used.set(self.used.get() + statements);
        if let (base, Some(subject)) = self.now.get() {
            *self.own.borrow_mut().entry((base, subject)).or_default() += statements;
        }
    }

    /// Whether nothing more is to be written.
    pub(super) fn is_spent(&self) -> bool {
        self.used.get() > self.most
    }

    /// How many statements were taken.
    pub(super) fn used(&self) -> u64 {
        self.used.get()
    }

    /// Why there are no modules, if there are none.
    pub(super) fn message(&self, programs: &[&Program]) -> Option<Diagnostic> {
        if !self.is_spent() {
            return None;
        }
        let own = self.own.borrow();
        let ((base, subject), _) =
            own.iter().max_by_key(|(subject, own)| (**own, std::cmp::Reverse(**subject)))?;
        let (name, span) = named(programs[*base], *subject)?;
        let title = format!("{name} becomes too long in Rust");
        let label = format!("most of {} statements went here", grouped(self.most));
        let advice = "make its body shorter: what two or more of its literals say together can be a predicate of \
                      its own, which is written once";
        Some(Diagnostic::new(Code::EmissionTooLarge, title, span, label).hint(advice))
    }
}
