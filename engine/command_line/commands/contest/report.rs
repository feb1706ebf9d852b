//! What a contest has come to, as text and as an object.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::held::Naming;
use crate::command_line::commands::engine_match::report::{add_score, tell_score};
use crate::command_line::output::count;
use crate::laboratory::contest::sprt::normalized_elo;
use crate::laboratory::contest::{EloModel, Report, Sprt, Used, Verdict};
use crate::laboratory::engine_match::score::elo;

/// What a contest has come to, and what it was about.
pub(super) struct Figures<'f> {
    /// How it and those who play it are called.
    pub(super) naming: &'f Naming<'f>,
    /// What openings followed from.
    pub(super) seed: u64,
    /// The test that was asked for.
    pub(super) test: Option<Sprt>,
    /// What the pairs come to.
    pub(super) report: &'f Report,
    /// So many of them stood in the log before.
    pub(super) known: u64,
}

impl Figures<'_> {
    /// Writes them for people.
    pub(super) fn tell(&self, out: &mut impl Write) -> io::Result<()> {
        let Figures { naming, seed, report, .. } = self;
        let [first, second] = &naming.names;
        writeln!(out, "{first} against {second}, {}, seed {seed}\n", naming.name)?;
        tell_score(out, &report.score)?;
        if report.score.games() == 0 {
            return Ok(());
        }
        let [none, half, one, more, two] = report.pairs.counts();
        writeln!(
            out,
            "  pairs: {none} with 0 points, {half} with 0.5, {one} with 1, {more} with 1.5, {two} with 2"
        )?;
        if let Some(test) = &self.test {
            tell_test(out, test, report)?;
        }
        let ends: Vec<String> = report.ends.iter().map(|(end, times)| format!("{end} {times}")).collect();
        writeln!(out, "  ends: {}", ends.join(", "))?;
        for at in [0, 1] {
            tell_used(out, &naming.names[at], &report.used[at])?;
            for (loss, times) in &report.losses[at] {
                writeln!(out, "    lost by {loss}: {}", count(*times as usize, "game"))?;
            }
        }
        Ok(())
    }

    /// The figures as an object.
    pub(super) fn object(&self) -> Value {
        let Figures { naming, report, .. } = self;
        let contestants: Vec<Value> = [0, 1].map(|at| contestant(naming, report, at)).into();
        let mut object = json!({
            "seed": self.seed,
            "contestants": contestants,
            "elo": elo_object(report),
            "normalized_elo": normalized_elo(&report.pairs).map(interval_object),
            "pairs": report.pairs.counts(),
            "sprt": self.test.map(|test| test_object(&test, report)),
            "ends": report.ends,
            "known": self.known,
        });
        object[naming.kind] = naming.name.into();
        add_score(&mut object, &report.score);
        object
    }
}

/// The test, its bounds and its verdict.
fn tell_test(out: &mut impl Write, test: &Sprt, report: &Report) -> io::Result<()> {
    let ([low, high], [lower, upper]) = (test.hypotheses(), test.bounds());
    let points = match test.model() {
        EloModel::Logistic => "Elo",
        EloModel::Normalized => "normalized Elo",
    };
    if let (EloModel::Normalized, Some([elo, from, to])) = (test.model(), normalized_elo(&report.pairs)) {
        writeln!(out, "  normalized Elo {elo:+.0}, at 95 % between {from:+.0} and {to:+.0}")?;
    }
    let verdict = match test.verdict(&report.pairs) {
        Verdict::Accepted => format!("accepted: the first is stronger by {high}"),
        Verdict::Rejected => format!("rejected: the first is stronger by {low} at most"),
        Verdict::Undecided => "undecided: more games would tell".to_owned(),
    };
    let ratio = test.ratio(&report.pairs);
    writeln!(out, "  {points} {low} or {high}: LLR {ratio:.2} between {lower:.2} and {upper:.2}; {verdict}")
}

/// The mean time of a move, in milliseconds.
fn mean(used: &Used) -> f64 {
    used.time.as_secs_f64() * 1e3 / used.moves.max(1) as f64
}

fn tell_used(out: &mut impl Write, name: &str, used: &Used) -> io::Result<()> {
    let (moves, late) = (count(used.moves as usize, "move"), count(used.late as usize, "move"));
    let (mean, slowest) = (mean(used), used.slowest.as_secs_f64() * 1e3);
    // Of a program it is not known, and who draws lots examines none.
    let positions = match used.positions {
        0 => String::new(),
        positions => format!(", {positions} positions examined"),
    };
    writeln!(
        out,
        "  {name}: {moves}, {mean:.1} ms in the mean, slowest {slowest:.0} ms, {late} over the limit{positions}"
    )
}

/// The difference in Elo points with its interval.
fn elo_object(report: &Report) -> Value {
    let interval = report.score.interval();
    json!({
        "elo": (report.score.games() > 0).then(|| elo(report.score.rate())),
        "low": interval.map(|(low, _)| elo(low)),
        "high": interval.map(|(_, high)| elo(high)),
    })
}

fn interval_object([elo, low, high]: [f64; 3]) -> Value {
    json!({ "elo": elo, "low": low, "high": high })
}

fn contestant(naming: &Naming<'_>, report: &Report, at: usize) -> Value {
    let used = &report.used[at];
    json!({
        "name": naming.names[at],
        "moves": used.moves,
        "positions": used.positions,
        "seconds": used.time.as_secs_f64(),
        "slowest": used.slowest.as_secs_f64() * 1e3,
        "late": used.late,
        "losses": report.losses[at],
    })
}

fn test_object(test: &Sprt, report: &Report) -> Value {
    let ([low, high], [lower, upper], [alpha, beta]) = (test.hypotheses(), test.bounds(), test.mistakes());
    json!({
        "low": low,
        "high": high,
        "model": test.model().name(),
        "alpha": alpha,
        "beta": beta,
        "ratio": test.ratio(&report.pairs),
        "lower": lower,
        "upper": upper,
        "verdict": test.verdict(&report.pairs).name(),
    })
}
