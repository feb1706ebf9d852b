//! A compiled base (rule set): its rules, exports, scores, preferences and queries.

use super::{CompiledGame, CompiledPreference, CompiledQuestion, CompiledScore, CompiledSum, Matcher};

/// A rule of a compiled base, over facts `F`.
pub struct CompiledRule<F> {
    /// The name of the rule.
    pub name: &'static str,
    /// The player for whom the rule claims a win.
    pub colour: &'static str,
    /// The number of moves within which the win is claimed.
    pub level: u32,
    /// Whether the rule plays a move, which is then the value of its first variable.
    pub plays: bool,
    /// The doc comment of the rule in its source.
    pub doc: &'static str,
    /// The text of the rule in its source.
    pub text: &'static str,
    /// The file and line where the rule is defined.
    pub place: &'static str,
    /// The compiled body, which finds the solutions.
    pub matcher: Matcher<F>,
}

/// An export: a predicate that a program may query by name, over facts `F`.
pub struct CompiledExport<F> {
    /// The name of the exported predicate.
    pub name: &'static str,
    /// The player that the export is about. `None` if it is about no particular player.
    pub colour: Option<&'static str>,
    /// The doc comment of the export in its source.
    pub doc: &'static str,
    /// The source text of the export.
    pub text: &'static str,
    /// The file and line where the export is defined.
    pub place: &'static str,
    /// The compiled query that finds all tuples of the predicate.
    pub matcher: Matcher<F>,
}

/// A batch of at most 64 consecutive rules of one level. Their guards (conditions that are tested first) are tested
/// together.
pub struct CompiledLevel<F> {
    /// The level of the rules.
    pub level: u32,
    /// The number of rules, which is at most 64.
    pub rules: usize,
    /// Returns a word with a bit for each rule, which is set if the rule's guard holds. The other rules cannot apply.
    pub worth_asking: fn(&mut F) -> u64,
}

/// A base (rule set) compiled to Rust, over facts `F`.
pub struct CompiledBase<F> {
    /// The name of the base.
    pub name: &'static str,
    /// The doc comment of the base in its source.
    pub doc: &'static str,
    /// A hash of the sources of the base and of its domain.
    pub hash: u64,
    /// The rules, in order.
    pub rules: Vec<CompiledRule<F>>,
    /// The batches of rules, ordered by level. The rules of a batch directly follow the rules of the previous batch. A
    /// level with more than 64 rules has several batches.
    pub levels: Vec<CompiledLevel<F>>,
    /// The exports, in source order.
    pub exports: Vec<CompiledExport<F>>,
    /// The scores of all players, in source order.
    pub scores: Vec<CompiledScore<F>>,
    /// For each player that has scores, the sum of these scores, in the order of the players.
    pub sums: Vec<CompiledSum<F>>,
    /// The preferences, in source order.
    pub preferences: Vec<CompiledPreference<F>>,
    /// The queries of the game about its positions, in the order of the program's rules.
    pub questions: Vec<CompiledQuestion<F>>,
    /// The suppositions, which are conditions under which claims hold. Each has the lowest level of rules that it
    /// applies to, and the index of its query.
    pub suppositions: Vec<(u32, usize)>,
    /// The game as bitboard operations. `None` if the base has no game, or if the game does not fit into words.
    pub game: Option<CompiledGame>,
}
