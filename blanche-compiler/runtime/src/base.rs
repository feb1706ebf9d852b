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
    /// The source text of the rule.
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
    /// The player that the export is about; `None` if it names no player.
    pub colour: Option<&'static str>,
    /// The doc comment of the export in its source.
    pub doc: &'static str,
    /// The source text of the export.
    pub text: &'static str,
    /// The file and line where the export is defined.
    pub place: &'static str,
    /// The compiled query for all tuples of the predicate.
    pub matcher: Matcher<F>,
}

/// A batch of at most 64 consecutive rules of one level, whose guards are tested together.
pub struct CompiledLevel<F> {
    /// The level of the rules.
    pub level: u32,
    /// The number of rules; at most 64.
    pub rules: usize,
    /// Returns a bit for each rule whose guard holds. The other rules cannot apply.
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
    /// The levels in order. An entry covers the rules that follow those of the previous entry; a level with more than
    /// 64 rules has several entries.
    pub levels: Vec<CompiledLevel<F>>,
    /// The exports, in source order.
    pub exports: Vec<CompiledExport<F>>,
    /// The scores of all players, in source order.
    pub scores: Vec<CompiledScore<F>>,
    /// The sum of the scores for each player that has some, in the order of the players.
    pub sums: Vec<CompiledSum<F>>,
    /// The preferences, in source order.
    pub preferences: Vec<CompiledPreference<F>>,
    /// The queries of the game about its positions, in the order of the program's rules.
    pub questions: Vec<CompiledQuestion<F>>,
    /// The suppositions (conditions under which claims hold): the first level that a supposition applies to, and the
    /// index of its query.
    pub suppositions: Vec<(u32, usize)>,
    /// The game as bitboard operations, if the base has a game that fits into words.
    pub game: Option<CompiledGame>,
}
