//! What a compiled base has: its rules, exports, scores, preferences and questions.

use super::{CompiledGame, CompiledPreference, CompiledQuestion, CompiledScore, CompiledSum, Matcher};

/// A rule of a compiled base, over facts `F`.
pub struct CompiledRule<F> {
    /// Its name.
    pub name: &'static str,
    /// The player for whom it claims a win.
    pub colour: &'static str,
    /// In how many moves the win is reached.
    pub level: u32,
    /// Whether the first variable is the one that it plays.
    pub plays: bool,
    /// Its doc comment.
    pub doc: &'static str,
    /// Its text.
    pub text: &'static str,
    /// File and line.
    pub place: &'static str,
    /// Finds its solutions.
    pub matcher: Matcher<F>,
}

/// What may be asked of a compiled base besides its rules, over facts `F`.
pub struct CompiledExport<F> {
    /// The predicate that is exported.
    pub name: &'static str,
    /// The player of whom it speaks; nobody in particular if it says nothing.
    pub colour: Option<&'static str>,
    /// Its doc comment.
    pub doc: &'static str,
    /// Its text.
    pub text: &'static str,
    /// File and line.
    pub place: &'static str,
    /// Finds the values of its variables for which it holds.
    pub matcher: Matcher<F>,
}

/// Rules of one level that are looked at together.
pub struct CompiledLevel<F> {
    /// The level.
    pub level: u32,
    /// How many rules; at most 64.
    pub rules: usize,
    /// Which of them can apply at all, a bit for each: the guards of the others fail.
    pub worth_asking: fn(&mut F) -> u64,
}

/// A compiled base.
pub struct CompiledBase<F> {
    /// Its name.
    pub name: &'static str,
    /// Its doc comment.
    pub doc: &'static str,
    /// The hash of its sources and its domain's.
    pub hash: u64,
    /// Its rules in order.
    pub rules: Vec<CompiledRule<F>>,
    /// Its levels in order, each with the next of the rules; of a level with many rules some at a time.
    pub levels: Vec<CompiledLevel<F>>,
    /// What may be asked besides, in the order of the text.
    pub exports: Vec<CompiledExport<F>>,
    /// What is counted for each player, in the order of the text.
    pub scores: Vec<CompiledScore<F>>,
    /// What the scores of each player that has some add up to, in the order of the players.
    pub sums: Vec<CompiledSum<F>>,
    /// What moves are worth, in the order of the text.
    pub preferences: Vec<CompiledPreference<F>>,
    /// What a game asks of its positions, in the order of the program's rules.
    pub questions: Vec<CompiledQuestion<F>>,
    /// What must hold for rules to claim something: from which level on, and the place of the question.
    pub suppositions: Vec<(u32, usize)>,
    /// The game in words, where the base has one that fits.
    pub game: Option<CompiledGame>,
}
