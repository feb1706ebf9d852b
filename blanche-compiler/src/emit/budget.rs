//! The budget of an emission run: one statement counter for all bases.
//!
//! Statements are counted instead of time, so that every machine can emit the same programs. Once the budget is spent
//! nothing more is written, and the run ends with a diagnostic instead of modules.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::plan::{Subject, grouped, named};
use crate::program::Program;

/// Maximum number of statements in an emission run, about 700,000 lines. Each function counts as `OF_A_FUNCTION`
/// statements. The bases (folders of rule files) take less than a tenth of this number, which a test checks.
pub const STATEMENTS: u64 = 500_000;

/// Number of statements charged for a function's signature, doc comment and end.
const OF_A_FUNCTION: u64 = 10;

/// A statement within this number of blocks counts as two statements, because deeper lines are longer. Within twice
/// this number of blocks, it counts as three, and so on.
const BLOCKS: usize = 10;

/// Counts the statements of an emission run.
pub(super) struct Budget {
    most: u64,
    used: Cell<u64>,
    /// The index of the base being written, and the rule or predicate in it.
    now: Cell<(usize, Option<Subject>)>,
    /// The statements of each rule and predicate of each base.
    own: RefCell<HashMap<(usize, Subject), u64>>,
}

impl Budget {
    pub(super) fn new(most: u64) -> Budget {
        Budget { most, used: Cell::new(0), now: Cell::new((0, None)), own: RefCell::default() }
    }

    /// Sets the base that is written from now on.
    pub(super) fn set_base(&self, base: usize) {
        self.now.set((base, None));
    }

    /// Sets the rule or predicate to which the following functions are charged.
    pub(super) fn set_subject(&self, subject: Option<Subject>) {
        let (base, _) = self.now.get();
        self.now.set((base, subject));
    }

    /// Charges for a function.
    pub(super) fn take_function(&self) {
        self.take(OF_A_FUNCTION);
    }

    /// Charges for a statement nested in `within` blocks.
    pub(super) fn take_statement(&self, within: usize) {
        self.take(1 + (within / BLOCKS) as u64);
    }

    fn take(&self, statements: u64) {
        self.used.set(self.used.get() + statements);
        if let (base, Some(subject)) = self.now.get() {
            *self.own.borrow_mut().entry((base, subject)).or_default() += statements;
        }
    }

    /// Whether emission must stop.
    pub(super) fn is_spent(&self) -> bool {
        self.used.get() > self.most
    }

    /// Number of statements written so far.
    pub(super) fn used(&self) -> u64 {
        self.used.get()
    }

    /// The diagnostic that explains why there are no modules, or `None` if the budget was sufficient.
    pub(super) fn message(&self, programs: &[&Program]) -> Option<Diagnostic> {
        if !self.is_spent() {
            return None;
        }
        let own = self.own.borrow();
        let ((base, subject), _) =
            own.iter().max_by_key(|(subject, own)| (**own, std::cmp::Reverse(**subject)))?;
        let (name, span) = named(programs[*base], *subject)?;
        let title = format!("the Rust of {name} is too long");
        let label = format!("most of the {} statements are here", grouped(self.most));
        let advice = "make its body shorter: two or more of its literals can become a predicate of their \
                      own, which is written once";
        Some(Diagnostic::new(Code::EmissionTooLarge, title, span, label).hint(advice))
    }
}
