//! The tuning parameters of the planner, each with its unit, its reason, and the effect of other values.
//!
//! Costs are in table lookups: 1 is one answer of the host. A selectivity is the fraction of all values that satisfy
//! something, from 0 to 1. None of these parameters changes an answer; they affect only the running time and the point
//! at which a query is aborted.
//!
//! The tables show experiments. To repeat one, change the constant and compare the output of these commands before and
//! after:
//!
//! ```text
//! cargo run -q -p blanche -- plan knowledge      the plans of all bases
//! cargo bench --bench instructions -- renju-2001          applies, all: instructions for each position
//! cargo bench --bench instructions -- verdict             verdict: instructions for each node of a search
//! ```
//!
//! *lines* is the number of lines added to or removed from these plans, not counting lines that differ only in an
//! estimate. The instructions are those of the compiled rules of `knowledge/renju-2001`: 24,370, 39,139 and 4,918
//! with the values below. A dot means not measured. If no line of a plan changes, its instruction count does not
//! change either. Since these measurements, rules count more steps of work than one per candidate, which raises all
//! figures alike by 0.4 %.

// Access paths.

/// Expected fraction of returned values that equal the known value with which they are compared. This selectivity is a
/// guess. It matters only for sorts with few values; for values that do not come as a set, the size of the sort says
/// nothing.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0.01 | 36 | · | · | · |
/// | 0.1 | 36 | · | · | · |
/// | 0.15 to 0.3 | none | 24,370 | 39,139 | 4,918 |
/// | 0.4 | 24 | · | · | · |
/// | 0.5 | 96 | 24,370 | 39,139 | 4,918 |
/// | 1 | 96 | · | · | · |
pub(crate) const EQUAL_SELECTIVITY: f64 = 0.2;

/// Maximum success rate assumed for a lookup of facts with all arguments bound (a selectivity). It is below 1 because
/// any test may fail.
///
/// No value from 0.1 to 1 changes a plan.
pub(crate) const MAX_FACT_SELECTIVITY: f64 = 0.5;

/// Probability that a set has a member, used if any member is enough (a selectivity). It is below 1 because declared
/// sizes are averages, so a set may be empty.
///
/// No value from 0.1 to 0.95 changes a plan.
pub(crate) const NONEMPTY_PROBABILITY: f64 = 0.9;

/// Maximum success rate assumed for a membership test (a selectivity). It limits the estimate for sets that are
/// declared to be as large as their sort.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0.1 | 96 | 24,370 | 39,139 | 4,918 |
/// | 0.5 to 1 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MAX_MEMBER_SELECTIVITY: f64 = 0.9;

/// Cost of a membership test: fetching the set and testing a bit.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0.5 | 32 | · | · | · |
/// | 1 | 24 | · | · | · |
/// | 1.25 to 2 | none | 24,370 | 39,139 | 4,918 |
/// | 3 | 10 | · | · | · |
/// | 5 | 18 | · | · | · |
pub(crate) const MEMBER_COST: f64 = 1.5;

/// Cost of querying an extern predicate that evaluates rules. Such a query comes last whatever it costs. The cost only
/// serves to compare calls of routines that contain such a query.
///
/// No value from 1 to 100,000 changes a plan.
pub(crate) const ASK_COST: f64 = 2000.0;

/// Success rate assumed for a comparison, or for a test whether a value belongs to a subsort (a selectivity).
///
/// No value from 0.1 to 0.9 changes a plan.
pub(crate) const TEST_SELECTIVITY: f64 = 0.5;

// When literals are evaluated.

/// Cost above which a test waits until everything is bound. If such a test came before a loop, it would run even if
/// cheaper steps in the loop fail.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 2 | 663 | · | · | · |
/// | 5 | 590 | 25,848 | 41,044 | 5,111 |
/// | 10 | 147 | 24,895 | 39,812 | 5,018 |
/// | 20 to 10,000 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MAX_EARLY_TEST_COST: f64 = 40.0;

/// Maximum cost at which a negation is tested as early as a table lookup.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0.5 | 2 | · | · | · |
/// | 1 | 2 | · | · | · |
/// | 1.5 to 3 | none | 24,370 | 39,139 | 4,918 |
/// | 4 | 84 | 25,321 | 39,452 | 5,159 |
/// | 20 | 355 | · | · | · |
pub(crate) const MAX_CHEAP_NEGATION_COST: f64 = 2.0;

/// Maximum success rate used to rank a test (a selectivity). A test expected to fail less than once in twenty is ranked
/// as if it failed once in twenty. Without this limit, its rank (cost per failure) would be unbounded.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0.5 | 102 | · | · | · |
/// | 0.8 | 28 | 24,367 | 39,130 | 4,918 |
/// | 0.9 | 12 | · | · | · |
/// | 0.95 to 0.999 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MAX_RANKED_SELECTIVITY: f64 = 0.95;

// Join order.

/// Maximum number of unbound variables for which all orders are compared. If there are more variables, only the next
/// steps are compared. Comparing all orders examines every set of variables.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 2 | 624 | · | · | · |
/// | 3 | 529 | 29,421 | 50,466 | 5,071 |
/// | 5 | 149 | · | · | · |
/// | 6 to 20 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MAX_ORDERED_VARIABLES: usize = 12;

/// Maximum number of variables in the join graph; further variables wait until some of them are bound. A set of
/// variables is a 32-bit word, so more than 32 are not possible.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 4 | 432 | · | · | · |
/// | 6 | none | 24,370 | 39,139 | 4,918 |
/// | 8 | 72 | · | · | · |
/// | 10 | 72 | · | · | · |
/// | 12 to 32 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MAX_GRAPH_VARIABLES: usize = 32;

/// Maximum number of conjuncts in the join graph; further conjuncts are ignored. There is a limit because each conjunct
/// is compared with every other conjunct.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 4 | 1774 | · | · | · |
/// | 16 | 53 | · | · | · |
/// | 24 to 128 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MAX_GRAPH_CONJUNCTS: usize = 64;

/// Maximum number of comparisons for examining every set of bound variables. If more would be needed, only the next
/// steps are compared. The bases (folders of rule files) need at most 1/256 of this number.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 256 | 620 | · | · | · |
/// | 16,384 | 152 | · | · | · |
/// | 65,536 to 16,777,216 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MAX_ORDER_COMPARISONS: usize = 1 << 24;

/// The planner tests whether a variable still has possible values only if the probability that it has some is below
/// this limit.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0 | 375 | · | · | · |
/// | 0.5 | 122 | 23,834 | 38,508 | 4,933 |
/// | 0.7 to 0.9 | none | 24,370 | 39,139 | 4,918 |
/// | 0.95 | 16 | 24,576 | 39,300 | 4,950 |
/// | 0.99 | 463 | 24,461 | 39,318 | 4,968 |
/// | 1 | 463 | · | · | · |
pub(crate) const MIN_NONEMPTY_PROBABILITY: f64 = 0.9;

/// Cost added for each expected binding after a step, if only the next steps are compared.
///
/// No value from 0 to 100 changes a plan.
pub(crate) const AHEAD_COST: f64 = 10.0;

/// Cost assumed for a call that comes next but cannot be planned yet.
///
/// No value from 1 to 500 changes a plan.
pub(crate) const UNKNOWN_CALL_COST: f64 = 50.0;

/// Cost assumed for a call that binds variables only after other variables are bound. Such a call is planned only once
/// it comes next.
///
/// No value from 1 to 100 changes a plan.
pub(crate) const LATER_CALL_COST: f64 = 10.0;

/// Cost of starting to enumerate values that do not come as a set.
///
/// No value from 1 to 10 changes a plan.
pub(crate) const ENUMERATION_COST: f64 = 2.0;

/// Cost assumed for a call used as a test, while orders are compared and the call is not planned yet.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 1 | 230 | · | · | · |
/// | 3 | 50 | 23,834 | 38,508 | 4,933 |
/// | 5 | 11 | · | · | · |
/// | 6 | none | 24,370 | 39,139 | 4,918 |
/// | 8 | 75 | · | · | · |
/// | 10 | 104 | 23,564 | 38,031 | 4,800 |
/// | 20 | 226 | 24,705 | 39,683 | 4,844 |
/// | 50 | 357 | · | · | · |
pub(crate) const CALL_QUESTION_COST: f64 = 6.0;

/// Maximum number of free arguments of a call for which every subset is tried. If there are more, only the empty set
/// and single arguments are tried.
///
/// No value from 1 to 10 changes a plan.
pub(crate) const MAX_ARGUMENTS_FOR_SUBSETS: u32 = 5;

// Sets.

/// Cost of intersecting one 64-bit word of a set, relative to an answer of the host.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0.01 | 366 | · | · | · |
/// | 0.1 | 44 | 24,461 | 39,318 | 4,968 |
/// | 0.12 | 11 | · | · | · |
/// | 0.15 | none | 24,370 | 39,139 | 4,918 |
/// | 0.2 | 19 | · | · | · |
/// | 0.5 | 464 | 24,352 | 39,326 | 4,814 |
/// | 3 | 1245 | · | · | · |
pub(crate) const WORD_COST: f64 = 0.15;

/// Maximum cost of the cheapest order with a new semi-join reduction, divided by the cost without the reduction. If the
/// quotient is larger, the reduction is not used.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0.1 | 447 | · | · | · |
/// | 0.5 | 390 | 25,173 | 42,878 | 4,861 |
/// | 0.8 | 209 | 24,108 | 38,806 | 4,833 |
/// | 0.85 | 123 | · | · | · |
/// | 0.9 | none | 24,370 | 39,139 | 4,918 |
/// | 0.95 | 42 | · | · | · |
/// | 0.99 | 81 | 23,834 | 38,508 | 4,933 |
/// | 1 | 81 | · | · | · |
pub(crate) const MAX_REDUCTION_COST_RATIO: f64 = 0.9;

/// Like [`MAX_REDUCTION_COST_RATIO`], for a reduction whose set is already computed, so that computing it costs
/// nothing.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0.5 | 187 | · | · | · |
/// | 0.9 | 48 | · | · | · |
/// | 0.95 to 1 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MAX_FREE_REDUCTION_COST_RATIO: f64 = 0.99;

/// Maximum fraction of a variable's values that a semi-join reduction may leave (a selectivity). Reductions that leave
/// more are not considered.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0.1 | 148 | 24,108 | 38,806 | 4,833 |
/// | 0.2 | 24 | · | · | · |
/// | 0.3 to 0.6 | none | 24,370 | 39,139 | 4,918 |
/// | 0.7 | 34 | · | · | · |
/// | 1 | 34 | · | · | · |
pub(crate) const MAX_REDUCTION_SELECTIVITY: f64 = 0.5;

/// Expected number of members above which a set is assumed never to be empty. The members of such a set are not
/// counted.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 1 | 612 | · | · | · |
/// | 5 | 298 | 23,732 | 38,475 | 4,809 |
/// | 20 | 114 | 23,796 | 38,539 | 4,839 |
/// | 40 | 114 | 23,796 | 38,539 | 4,839 |
/// | 60 | 66 | 23,838 | 38,587 | 4,842 |
/// | 70 to 200 | none | 24,370 | 39,139 | 4,918 |
/// | 400 | 158 | · | · | · |
/// | 1,000 | 158 | · | · | · |
pub(crate) const NEVER_EMPTY_SIZE: f64 = 80.0;

/// If at least this number of tests is expected for each value of a variable, the tests are replaced by a set. The
/// limit is below 1 because repeated values benefit from the set only after their first test.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0.05 | 585 | · | · | · |
/// | 0.2 | 223 | 24,886 | 39,548 | 5,187 |
/// | 0.6 | 6 | · | · | · |
/// | 0.7 to 0.8 | none | 24,370 | 39,139 | 4,918 |
/// | 0.9 | 13 | · | · | · |
/// | 5 | 39 | · | · | · |
pub(crate) const MIN_TESTS_PER_VALUE: f64 = 0.7;

/// Maximum number of variables of a negation that are tried for a projection.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 1 | 69 | · | · | · |
/// | 2 to 64 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MAX_PROJECTED_VARIABLES: usize = 32;

/// Maximum expected size of a set computed for a negation, as a fraction of all values (a selectivity). Authors rarely
/// negate what holds for nearly everything.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0.1 | 3 | · | · | · |
/// | 0.25 to 1 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MAX_NEGATED_FRACTION: f64 = 0.5;

// Selectivities of literals.

/// Fraction of the values of a sort that belong to a subsort (a selectivity).
///
/// No value from 0.1 to 1 changes a plan.
pub(crate) const WITHIN_SELECTIVITY: f64 = 0.5;

/// Selectivity of a predicate without declared modes.
///
/// No value from 0.1 to 0.9 changes a plan.
pub(crate) const UNDECLARED_SELECTIVITY: f64 = 0.5;

/// Maximum distance, counted in negations, at which two negations are compared with each other.
///
/// No value from 1 to 128 changes a plan.
pub(crate) const MAX_IMPLIED_DISTANCE: usize = 64;

/// Maximum number of comparisons for finding out whether one negation implies another. If more comparisons would be
/// needed, both negations stay.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 1 | 8 | · | · | · |
/// | 10 | 8 | · | · | · |
/// | 100 to 10,000 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MAX_IMPLIED_COMPARISONS: usize = 2000;

// Routines.

/// Maximum number of literals and negations of a fully unfolded clause body; a larger clause stays a call.
/// Unfolding allows sets of the clause to be computed before the surrounding loops. The limit is twice what
/// benefits the bases.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 5 | 4148 | · | · | · |
/// | 60 | 277 | · | · | · |
/// | 80 to 640 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MAX_UNFOLDED_SIZE: usize = 160;

/// Maximum number of clauses unfolded in one body; further literals stay calls.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 2 | 5844 | · | · | · |
/// | 8 | 3633 | 159,674 | 201,388 | 25,638 |
/// | 30 | 16 | · | · | · |
/// | 40 to 120 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MAX_UNFOLDED_CLAUSES: usize = 60;

/// Minimum number of call paths to a predicate whose answers are tabled. With fewer paths, a table costs more than the
/// calls.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 10 | 6954 | · | · | · |
/// | 500 | 1908 | · | · | · |
/// | 1,000 to 1,000,000 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MIN_TABLED_CALL_PATHS: u64 = 10_000;

/// Cost of calling a routine, in addition to its steps.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0 to 2 | none | 24,370 | 39,139 | 4,918 |
/// | 5 | 12 | · | · | · |
/// | 10 | 36 | 24,367 | 39,130 | 4,918 |
pub(crate) const CALL_COST: f64 = 1.0;

/// Maximum success rate assumed for a routine without results (a selectivity). It is below 1 because any test may fail.
///
/// No value from 0.5 to 1 changes a plan.
pub(crate) const MAX_TEST_ROUTINE_SELECTIVITY: f64 = 0.9;

/// Cost of making and undoing a move.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0 to 40 | none | 24,370 | 39,139 | 4,918 |
/// | 100 | 12 | · | · | · |
/// | 1,000 | 16 | · | · | · |
pub(crate) const MOVE_COST: f64 = 20.0;

/// Success rate assumed for a recursive test before it is planned. No value from 0.1 to 0.9 changes a plan.
pub(crate) const UNPLANNED_ANSWERS: f64 = 0.5;

/// Cost assumed for a recursive test before it is planned. No value from 10 to 10,000 changes a plan.
pub(crate) const UNPLANNED_COST: f64 = 1000.0;

/// Number of values assumed for each result of a recursive call before it is planned. It exceeds the fan-out of most
/// relations, so that the literals that bind the call's arguments come before the call.
pub(crate) const RECURSIVE_ANSWERS: f64 = 16.0;

/// Cost assumed for each answer of a recursive call before it is planned.
pub(crate) const RECURSIVE_COST: f64 = 64.0;

// Work.
//
// These constants change no plan, only when a query is aborted: the limit counts steps but should bound the time. Each
// constant is the largest amount of work that the interpreter needs for an operation, so that every query ends in time.
// If a constant is too large, queries are aborted too early; if it is too small, too late. The table shows the time of
// queries that spend 30,000,000 steps almost entirely on one kind of work, on a machine of 2026; the limit is two
// seconds.
//
// | the steps are spent on | seconds |
// |---|---|
// | candidates that are passed on | 0.3 to 0.4 |
// | candidates that facts, host or sets reject | 0.6 to 0.9 |
// | answers that go into tables | 0.9 |
// | branches of a `;` | 1.0 |
// | calls of a derivation of 2,000 clauses | 1.3 |
// | moves, and queries after them | 0.5 to 0.9 |

/// Number of parts in a step of work. A part takes two to three nanoseconds, which is as fine as estimates can be.
pub(crate) const PARTS_PER_STEP: u64 = 24;

/// Maximum work charged in advance for steps that may not be reached, in parts of a step. A larger value overcharges if
/// the first of many tests fails or the first of many clauses holds. A smaller value makes compiled rules count more
/// often.
pub(crate) const MAX_WORK_IN_ADVANCE: u64 = 4 * PARTS_PER_STEP;

/// Work of comparing two values or of copying a value. The unit of this constant and of all further ones is a part of a
/// step.
pub(crate) const COMPARISON_WORK: u64 = 1;

/// Work of testing whether a value belongs to a subsort.
pub(crate) const SUBSORT_TEST_WORK: u64 = 2;

/// Work of finding facts by their bound columns: a lookup by the first of these columns, and a search by the others.
pub(crate) const FACT_LOOKUP_WORK: u64 = 6;

/// Work of a host query for one tuple or one value, through the adapter.
pub(crate) const HOST_QUERY_WORK: u64 = 8;

/// Work of looking up a memoised answer.
pub(crate) const MEMO_LOOKUP_WORK: u64 = 2;

/// Work of calling a derivation, in addition to the work of its clauses.
pub(crate) const CALL_WORK: u64 = 4;

/// Work of entering a clause: allocating its frame and copying its inputs.
pub(crate) const CLAUSE_WORK: u64 = 5;

/// Work of creating a memo for answers.
pub(crate) const MEMO_WORK: u64 = 8;

/// Work of a host parsing a value.
pub(crate) const HOST_VALUE_WORK: u64 = 16;

/// Work of looking up the inputs of a call in the table of its answers.
pub(crate) const TABLE_LOOKUP_WORK: u64 = 2 * PARTS_PER_STEP;

/// Work of entering and leaving a nested block.
pub(crate) const BLOCK_WORK: u64 = 3;

/// Work of intersecting sets, in addition to the work for their words.
pub(crate) const INTERSECTION_WORK: u64 = 4;

/// Work of a host making and undoing a move.
pub(crate) const MOVE_WORK: u64 = 3 * PARTS_PER_STEP;

/// Number of set words, tuple values or host answers moved in one part of a step.
pub(crate) const COPIES_PER_PART: u64 = 4;

/// Number of slots of a frame initialised in one part of a step.
pub(crate) const SLOTS_PER_PART: u64 = 32;

// Limits.

/// Maximum number of steps of a planning run. The bases take less than a twentieth of this number, which a test checks.
/// A larger value only delays the rejection of a program that is too large.
pub(crate) const MAX_PLANNING_STEPS: u64 = 100_000_000;

/// Planning steps charged for each slot that a routine shares with its caller, mainly because a slot takes memory.
pub(crate) const STEPS_PER_SHARED_SLOT: usize = 100;

/// Maximum number of variables in a body, including those of unfolded clauses, because slots are numbered in 16 bits.
pub(crate) const MAX_SLOTS: usize = 50_000;

/// Maximum number of variables in the shared frame of a player's scores. The last score may exceed this limit by the
/// same number of variables.
pub(crate) const MAX_SHARED_SCORE_SLOTS: usize = MAX_SLOTS / 2;

/// Maximum number of rules of a level that are evaluated together, because each rule is one bit of a 64-bit word.
pub(crate) const MAX_RULES_TOGETHER: usize = 64;

/// Cost of comparing or adding a few numbers, relative to a table lookup. It is low because everything happens in
/// registers.
pub(crate) const COMPARISON_COST: f64 = 0.1;

/// Probability that the solution of an equation belongs to the sort of its argument. For `N + 1` over a small sort, all
/// values of `N` but one have a solution.
pub(crate) const SOLVED_SELECTIVITY: f64 = 0.9;

/// Cost of storing an answer of an aggregate. Answers are stored so that each counts only once.
pub(crate) const COLLECTED_COST: f64 = 3.0;
