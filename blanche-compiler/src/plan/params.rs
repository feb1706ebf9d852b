//! The numbers of judgment in the planner, each with its unit, its reason, and what another value would do.
//!
//! Costs are in looks at a table: 1 is one answer of the host. A selectivity is the part of all values for which something
//! holds, from 0 to 1. None of these numbers changes an answer; they decide only how long it takes, or when it is given up.
//!
//! The tables are experiments, and each can be repeated: change the constant, then compare with the same before,
//!
//! ```text
//! cargo run -q -p blanche-compiler -- plan knowledge      the plans of all bases
//! cargo bench --bench instructions -- renju-2001          applies, all: instructions for each position
//! cargo bench --bench instructions -- verdict             verdict: instructions for each node of a search
//! ```
//!
//! *lines* are the lines of these plans that are taken out or put in, those aside that differ in an estimate only. The
//! instructions are those of the compiled rules of `knowledge/renju-2001`: 24,370, 39,139 and 4,918 with the values below. A dot
//! stands for what was not measured. Plans of which no line changes take what they took. Since then rules count more steps of
//! work than one for each candidate, which adds four in a thousand to all of these figures alike.

// How literals are reached.

/// Of values that are given and then compared with a known one, so many are expected to be equal. A selectivity: a guess
/// for sorts of a few values, where it counts; the sizes of sorts say nothing of values that are no set.
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

/// A look-up of facts with all arguments bound succeeds so often at most. A selectivity: what is asked may fail.
///
/// No value from 0.1 to 1 changes a plan.
pub(crate) const MOST_FACTS_HOLD: f64 = 0.5;

/// A set of which one member is enough has one so often. A selectivity: declared numbers are means, and there may be none.
///
/// No value from 0.1 to 0.95 changes a plan.
pub(crate) const HAS_MEMBER: f64 = 0.9;

/// A test for a member succeeds so often at most. A selectivity, for sets that are declared as large as their sort.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0.1 | 96 | 24,370 | 39,139 | 4,918 |
/// | 0.5 to 1 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MOST_MEMBERS_HOLD: f64 = 0.9;

/// What it costs to ask a set for one member: to get it, and to look at a bit.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0.5 | 32 | · | · | · |
/// | 1 | 24 | · | · | · |
/// | 1.25 to 2 | none | 24,370 | 39,139 | 4,918 |
/// | 3 | 10 | · | · | · |
/// | 5 | 18 | · | · | · |
pub(crate) const MEMBER_COST: f64 = 1.5;

/// What a question to a predicate that asks rules is expected to cost. Such a question comes last whatever it costs; this
/// is what a call of a routine with one inside is compared by.
///
/// No value from 1 to 100,000 changes a plan.
pub(crate) const ASK_COST: f64 = 2000.0;

/// A look at a table that may end a body ends it so often. A selectivity, of comparisons and of tests for a part of a sort.
///
/// No value from 0.1 to 0.9 changes a plan.
pub(crate) const TEST_SELECTIVITY: f64 = 0.5;

// When literals are asked.

/// A question that costs more than this waits until everything is bound: in front of a loop it would be paid for before
/// anything has failed.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 2 | 663 | · | · | · |
/// | 5 | 590 | 25,848 | 41,044 | 5,111 |
/// | 10 | 147 | 24,895 | 39,812 | 5,018 |
/// | 20 to 10,000 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const EXPENSIVE: f64 = 40.0;

/// A negation that costs no more than this is asked as soon as a look at a table is.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0.5 | 2 | · | · | · |
/// | 1 | 2 | · | · | · |
/// | 1.5 to 3 | none | 24,370 | 39,139 | 4,918 |
/// | 4 | 84 | 25,321 | 39,452 | 5,159 |
/// | 20 | 355 | · | · | · |
pub(crate) const CHEAP: f64 = 2.0;

/// What is expected to fail less often than in one of twenty cases is ranked as if it failed so often, because the rank
/// (cost for each failure) has no end otherwise. A selectivity.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0.5 | 102 | · | · | · |
/// | 0.8 | 28 | 24,367 | 39,130 | 4,918 |
/// | 0.9 | 12 | · | · | · |
/// | 0.95 to 0.999 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MOST_RANKED: f64 = 0.95;

// The order of variables.

/// With more unbound variables than this orders are not compared, only next steps: each set of variables is looked at.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 2 | 624 | · | · | · |
/// | 3 | 529 | 29,421 | 50,466 | 5,071 |
/// | 5 | 149 | · | · | · |
/// | 6 to 20 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MOST_VARIABLES: usize = 12;

/// With more than this the others wait until some of these are bound: a set of variables is a word of bits, so no more can
/// be.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 4 | 432 | · | · | · |
/// | 6 | none | 24,370 | 39,139 | 4,918 |
/// | 8 | 72 | · | · | · |
/// | 10 | 72 | · | · | · |
/// | 12 to 32 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MOST_COMPARED: usize = 32;

/// Of more conjuncts than this the others do not count: each is compared with each.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 4 | 1774 | · | · | · |
/// | 16 | 53 | · | · | · |
/// | 24 to 128 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MOST_CONJUNCTS: usize = 64;

/// Where it takes more comparisons than this to look at each set of bound variables, only the next step is compared. The
/// bases need no more than one in 256 of them.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 256 | 620 | · | · | · |
/// | 16,384 | 152 | · | · | · |
/// | 65,536 to 16,777,216 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MOST_ORDER_COMPARISONS: usize = 1 << 24;

/// Where a variable has members as likely as this, nobody looks whether it has. A probability.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0 | 375 | · | · | · |
/// | 0.5 | 122 | 23,834 | 38,508 | 4,933 |
/// | 0.7 to 0.9 | none | 24,370 | 39,139 | 4,918 |
/// | 0.95 | 16 | 24,576 | 39,300 | 4,950 |
/// | 0.99 | 463 | 24,461 | 39,318 | 4,968 |
/// | 1 | 463 | · | · | · |
pub(crate) const SURE: f64 = 0.9;

/// Where only the next step is compared, what comes behind it counts so much for each way in which it holds. A cost.
///
/// No value from 0 to 100 changes a plan.
pub(crate) const AHEAD_COST: f64 = 10.0;

/// What a call that cannot be planned yet is expected to cost where it is next.
///
/// No value from 1 to 500 changes a plan.
pub(crate) const UNKNOWN_CALL_COST: f64 = 50.0;

/// What a call is expected to cost that gives values behind others: it is planned only where it is next.
///
/// No value from 1 to 100 changes a plan.
pub(crate) const LATER_CALL_COST: f64 = 10.0;

/// What it costs to begin going through values that are no set.
///
/// No value from 1 to 10 changes a plan.
pub(crate) const ENUMERATION_COST: f64 = 2.0;

/// What a call is expected to cost as a question while orders are compared, before it is planned.
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

/// Of a call with more free arguments than this not every subset of them is tried, only none and each single one.
///
/// No value from 1 to 10 changes a plan.
pub(crate) const MOST_SUBSETS_OF: u32 = 5;

// Sets.

/// What it costs to meet a word of 64 bits of one set, as a part of an answer of the host.
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

/// A semi-join reduction is made where the cheapest order with it costs no more than this part of the cheapest one without.
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
pub(crate) const WORTH: f64 = 0.9;

/// The same of a reduction that is made already, and costs nothing.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0.5 | 187 | · | · | · |
/// | 0.9 | 48 | · | · | · |
/// | 0.95 to 1 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const WORTH_USING: f64 = 0.99;

/// A reduction that leaves more than this part of the values is not looked at. A selectivity.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0.1 | 148 | 24,108 | 38,806 | 4,833 |
/// | 0.2 | 24 | · | · | · |
/// | 0.3 to 0.6 | none | 24,370 | 39,139 | 4,918 |
/// | 0.7 | 34 | · | · | · |
/// | 1 | 34 | · | · | · |
pub(crate) const MOST_LEFT: f64 = 0.5;

/// A set with more members than this always has some: it is made without being counted.
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
pub(crate) const ALWAYS: f64 = 80.0;

/// Tests of one variable become a set where they are expected to be asked at least this many times for each of its values.
/// One comes to less: where the same values come again a set saves nothing but the first time.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0.05 | 585 | · | · | · |
/// | 0.2 | 223 | 24,886 | 39,548 | 5,187 |
/// | 0.6 | 6 | · | · | · |
/// | 0.7 to 0.8 | none | 24,370 | 39,139 | 4,918 |
/// | 0.9 | 13 | · | · | · |
/// | 5 | 39 | · | · | · |
pub(crate) const ASKED_FOR_EACH: f64 = 0.7;

/// Of more variables than this of one negation the others are not tried for a set that is made once.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 1 | 69 | · | · | · |
/// | 2 to 64 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MOST_PROJECTED: usize = 32;

/// A set that is made for a negation is expected to have no more than this part of all values. A selectivity: what is
/// denied of nearly everything would not be denied.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0.1 | 3 | · | · | · |
/// | 0.25 to 1 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MOST_DENIED: f64 = 0.5;

// What literals say.

/// Of the values of a sort so many belong to a part of it. A selectivity.
///
/// No value from 0.1 to 1 changes a plan.
pub(crate) const WITHIN_SELECTIVITY: f64 = 0.5;

/// The selectivity of a predicate that declares nothing.
///
/// No value from 0.1 to 0.9 changes a plan.
pub(crate) const UNDECLARED_SELECTIVITY: f64 = 0.5;

/// Negations that stand further apart than this, among the negations, are not compared with each other.
///
/// No value from 1 to 128 changes a plan.
pub(crate) const IMPLIED_REACH: usize = 64;

/// Where it takes more comparisons than this to see whether a negation follows from another one, it stays.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 1 | 8 | · | · | · |
/// | 10 | 8 | · | · | · |
/// | 100 to 10,000 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MOST_IMPLIED_COMPARISONS: usize = 2000;

// Routines.

/// A clause whose body has more literals and negations than this when everything is unfolded in it is called. It is twice
/// what the bases gain by: the sets of what is unfolded can be made in front of the loops around it.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 5 | 4148 | · | · | · |
/// | 60 | 277 | · | · | · |
/// | 80 to 640 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MOST_UNFOLDED_SIZE: usize = 160;

/// More clauses than this are not put in place of literals of one body: what is long stays a call.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 2 | 5844 | · | · | · |
/// | 8 | 3633 | 159,674 | 201,388 | 25,638 |
/// | 30 | 16 | · | · | · |
/// | 40 to 120 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MOST_UNFOLDED: usize = 60;

/// A predicate that is reached in so many ways has its answers kept. Where fewer reach it, a table costs more than the calls.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 10 | 6954 | · | · | · |
/// | 500 | 1908 | · | · | · |
/// | 1,000 to 1,000,000 | none | 24,370 | 39,139 | 4,918 |
pub(crate) const MANY_WAYS: u64 = 10_000;

/// What it costs to call a routine, besides what its steps cost.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0 to 2 | none | 24,370 | 39,139 | 4,918 |
/// | 5 | 12 | · | · | · |
/// | 10 | 36 | 24,367 | 39,130 | 4,918 |
pub(crate) const CALL_COST: f64 = 1.0;

/// A routine that only says yes or no says yes so often at most. A selectivity: what is asked may fail.
///
/// No value from 0.5 to 1 changes a plan.
pub(crate) const MOST_ANSWER_YES: f64 = 0.9;

/// What it costs to make a move and take it back.
///
/// | value | lines | applies | all | verdict |
/// |---|---|---|---|---|
/// | 0 to 40 | none | 24,370 | 39,139 | 4,918 |
/// | 100 | 12 | · | · | · |
/// | 1,000 | 16 | · | · | · |
pub(crate) const MOVE_COST: f64 = 20.0;

/// How often a test that needs itself is expected to hold before it is planned. No value from 0.1 to 0.9 changes a plan.
pub(crate) const UNPLANNED_ANSWERS: f64 = 0.5;

/// What it is expected to cost. No value from 10 to 10,000 changes a plan.
pub(crate) const UNPLANNED_COST: f64 = 1000.0;

/// How many values a recursive call is expected to give of each of its results before it is planned: more than a step of
/// most relations, so that the literals that bind its arguments are asked before it.
pub(crate) const RECURSIVE_ANSWERS: f64 = 16.0;

/// What each of its answers is expected to cost.
pub(crate) const RECURSIVE_COST: f64 = 64.0;

// Work.
//
// They change no plan, but when a question is given up: the limit is one of steps, and is to be one of time. Each is what
// the interpreter takes at most, so that whatever is asked ends in time. With a larger one such questions are given up
// before they must be, with a smaller one after. What a question of 30,000,000 steps takes that is made of little else, on a
// machine of 2026, where two seconds are the most that it may:
//
// | the steps are spent on | seconds |
// |---|---|
// | candidates that are handed on | 0.3 to 0.4 |
// | candidates that are denied by facts, host or sets | 0.6 to 0.9 |
// | answers that go into tables | 0.9 |
// | branches of a `;` | 1.0 |
// | calls of a derivation of 2,000 clauses | 1.3 |
// | moves, and what is asked behind them | 0.5 to 0.9 |

/// Work is reckoned in parts of a step, of two to three nanoseconds each: little can be said of less.
pub(crate) const STEP: u64 = 24;

/// So many parts of a step are counted ahead, of what may not be reached. More counts too much where the first of many tests
/// fails, or the first of many clauses holds; less has compiled rules count more often.
pub(crate) const COUNTED_AHEAD: u64 = 4 * STEP;

/// Two values are compared, or one is copied. In parts of a step, as all that follow.
pub(crate) const COMPARED: u64 = 1;

/// A value is looked for in a part of its sort.
pub(crate) const WITHIN: u64 = 2;

/// Facts are found by their bound columns: a look at the first one, and a search among the rest.
pub(crate) const FACTS_FOUND: u64 = 6;

/// A host answers for one tuple or one value, by way of the adapter.
pub(crate) const HOST_ASKED: u64 = 8;

/// An answer is looked for among those that are remembered.
pub(crate) const REMEMBERED: u64 = 2;

/// A derivation is called, besides what its clauses take.
pub(crate) const CALLED: u64 = 4;

/// A clause is opened: its frame is made, and its inputs are copied.
pub(crate) const CLAUSE_OPENED: u64 = 5;

/// A memory for answers is made.
pub(crate) const MEMO_OPENED: u64 = 8;

/// A host reads a value by its spelling.
pub(crate) const HOST_VALUE_READ: u64 = 16;

/// The inputs of a call are looked up in the table of its answers.
pub(crate) const TABLE_LOOKED_UP: u64 = 2 * STEP;

/// A block inside of another one is begun and left.
pub(crate) const BLOCK_ENTERED: u64 = 3;

/// A set is made of others, besides its words.
pub(crate) const SET_MET: u64 = 4;

/// A host makes a move and takes it back.
pub(crate) const MOVE_MADE: u64 = 3 * STEP;

/// So many words of sets, values of tuples, or answers of a host are moved in a part of a step.
pub(crate) const MOVED: u64 = 4;

/// So many slots of a frame are opened in a part of a step.
pub(crate) const SLOTS_OPENED: u64 = 32;

// Limits.

/// The steps of a planning run. The bases take less than one in twenty of them; a test holds them to it. More only lets a
/// program that is too large take longer to be refused.
pub(crate) const MOST_STEPS: u64 = 100_000_000;

/// What it counts as to give a routine a slot for what it shares with its caller: what it costs in memory, mostly.
pub(crate) const STEPS_OF_SLOT: usize = 100;

/// A body has so many variables at most, those of what is unfolded in it included: slots are numbered in 16 bits.
pub(crate) const MOST_SLOTS: usize = 50_000;

/// The scores of a player that are added up in one frame have so many of them together: the last one may take as many again.
pub(crate) const SLOTS_TOGETHER: usize = MOST_SLOTS / 2;

/// Rules of a level that are looked at together: each has a bit of a word.
pub(crate) const RULES_TOGETHER: usize = 64;

/// What it costs to compare or to add a few numbers, where a look at a table costs 1: all of it happens in registers.
pub(crate) const COMPARISON_COST: f64 = 0.1;

/// How often the value that a sum gives is one of its sort. A share: of `N + 1` over a small sort all but one are.
pub(crate) const SOLVED_SELECTIVITY: f64 = 0.9;

/// What it costs to keep an answer of an aggregate, so that it counts once.
pub(crate) const COLLECTED_COST: f64 = 3.0;
