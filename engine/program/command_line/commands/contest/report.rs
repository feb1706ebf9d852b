//! Prints the results of a contest, as text and as JSON.

use std::io::{self, Write};

use blanche_sorted::Arrange;
use serde_json::{Value, json};

use super::execution::ContestNames;
use crate::command_line::output::count;
use noire_laboratory::contest::score::elo;
use noire_laboratory::contest::sprt::normalized_elo;
use noire_laboratory::contest::{EloModel, MatchScore, Report, Sprt, Used, Verdict};

/// The results of a contest, with its names and settings.
pub(super) struct Figures<'f> {
    /// The names of the game and the players.
    pub(super) naming: &'f ContestNames,
    /// The pairs of players, by index.
    pub(super) pairings: &'f [[usize; 2]],
    /// The seed of the openings.
    pub(super) seed: u64,
    /// The specified sequential test.
    pub(super) test: Option<Sprt>,
    /// The results of each pair of players.
    pub(super) reports: &'f [Report],
    /// Number of game pairs that the log already contained at the start.
    pub(super) known: u64,
    /// The text of the games, if it could not be written.
    pub(super) unwritten: Option<&'f str>,
}

impl Figures<'_> {
    /// Prints the results as text.
    pub(super) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        if self.reports.len() > 1 {
            self.print_table(out)?;
        }
        for (number, (pairing, report)) in self.pairings.iter().zip(self.reports).enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            self.print_pairing(out, pairing.map(|at| self.naming.names[at].as_str()), report)?;
        }
        self.note_given_up()
    }

    /// Prints the points of all players, best first.
    fn print_table(&self, out: &mut impl Write) -> io::Result<()> {
        let mut rows: Vec<(f64, u64, &str)> =
            self.naming.names.iter().map(|name| (0.0, 0, name.as_str())).collect();
        for ([one, other], report) in self.pairings.iter().zip(self.reports) {
            let games = report.score.games();
            let points = report.score.wins as f64 + report.score.draws as f64 / 2.0;
            for (at, points) in [(*one, points), (*other, games as f64 - points)] {
                (rows[at].0, rows[at].1) = (rows[at].0 + points, rows[at].1 + games);
            }
        }
        rows.arrange_by(|one, other| other.0.total_cmp(&one.0));
        let wide = rows.iter().map(|(.., name)| name.chars().count()).max().unwrap_or_default();
        writeln!(
            out,
            "{}, seed {}\n\n  {:wide$}  points  games  score",
            self.naming.game, self.seed, "player"
        )?;
        for (points, games, name) in rows {
            let score = 100.0 * points / games.max(1) as f64;
            writeln!(out, "  {name:wide$}  {points:6.1}  {games:5}  {score:5.1} %")?;
        }
        writeln!(out)
    }

    fn print_pairing(&self, out: &mut impl Write, names: [&str; 2], report: &Report) -> io::Result<()> {
        let [first, second] = names;
        writeln!(out, "{first} against {second}, {}, seed {}\n", self.naming.game, self.seed)?;
        print_score(out, &report.score)?;
        if report.score.games() == 0 {
            return Ok(());
        }
        let [none, half, one, more, two] = report.pairs.counts();
        writeln!(
            out,
            "  pairs: {none} with 0 points, {half} with 0.5, {one} with 1, {more} with 1.5, {two} with 2"
        )?;
        if let Some(test) = &self.test {
            print_test(out, test, report)?;
        }
        let ends: Vec<String> = report.ends.iter().map(|(end, times)| format!("{end} {times}")).collect();
        writeln!(out, "  ends: {}", ends.join(", "))?;
        for at in [0, 1] {
            print_used(out, names[at], &report.used[at])?;
            for (loss, times) in &report.losses[at] {
                writeln!(out, "    lost by {loss}: {}", count(*times as usize, "game"))?;
            }
        }
        Ok(())
    }

    /// Prints a note about each player whose search stopped because a query exceeded a limit.
    fn note_given_up(&self) -> io::Result<()> {
        for (pairing, report) in self.pairings.iter().zip(self.reports) {
            for (at, used) in pairing.iter().zip(&report.used) {
                if let Some(given_up) = &used.given_up {
                    eprintln!("note: {} stopped a search early because {given_up}", self.naming.names[*at]);
                }
            }
        }
        Ok(())
    }

    /// The results as JSON objects, one for each pair of players.
    pub(super) fn objects(&self) -> Vec<Value> {
        let each = |(pairing, report): (&[usize; 2], &Report)| {
            self.object(pairing.map(|at| self.naming.names[at].as_str()), report)
        };
        self.pairings.iter().zip(self.reports).map(each).collect()
    }

    fn object(&self, names: [&str; 2], report: &Report) -> Value {
        let contestants: Vec<Value> = [0, 1].map(|at| contestant(names[at], report, at)).into();
        let mut object = json!({
            "game": self.naming.game,
            "seed": self.seed,
            "contestants": contestants,
            "elo": elo_object(report),
            "normalized_elo": normalized_elo(&report.pairs).map(interval_object),
            "pairs": report.pairs.counts(),
            "sprt": self.test.map(|test| test_object(&test, report)),
            "ends": report.ends,
            "known": self.known,
        });
        add_score(&mut object, &report.score);
        if let Some(text) = self.unwritten {
            object["unwritten"] = text.into();
        }
        object
    }
}

/// Prints wins, draws and losses, and the score with its confidence interval.
fn print_score(out: &mut impl Write, score: &MatchScore) -> io::Result<()> {
    if score.games() == 0 {
        return writeln!(out, "  no game was finished");
    }
    writeln!(
        out,
        "  {} games: {} won, {} drawn, {} lost",
        score.games(),
        score.wins,
        score.draws,
        score.losses
    )?;
    match score.interval() {
        Some((low, high)) => writeln!(
            out,
            "  score {:.1} %, at 95 % between {:.1} and {:.1}; Elo {}, between {} and {}",
            100.0 * score.rate(),
            100.0 * low,
            100.0 * high,
            points(score.rate()),
            points(low),
            points(high)
        )?,
        None => writeln!(out, "  score {:.1} %: too few openings for an error bar", 100.0 * score.rate())?,
    }
    Ok(())
}

/// Formats a difference in Elo points, with its sign.
fn points(rate: f64) -> String {
    match elo(rate) {
        // Adding 0.0 turns -0 into 0, which would otherwise be printed with a minus sign for a tie.
        difference if difference.is_finite() => format!("{:+.0}", difference.round() + 0.0),
        difference if difference > 0.0 => "+∞".to_owned(),
        _ => "-∞".to_owned(),
    }
}

/// Adds a score with its confidence interval to a JSON object.
fn add_score(object: &mut Value, score: &MatchScore) {
    object["games"] = score.games().into();
    object["wins"] = score.wins.into();
    object["draws"] = score.draws.into();
    object["losses"] = score.losses.into();
    object["score"] = score.rate().into();
    object["low"] = score.interval().map(|(low, _)| low).into();
    object["high"] = score.interval().map(|(_, high)| high).into();
}

/// Prints the sequential test with its bounds and its verdict.
fn print_test(out: &mut impl Write, test: &Sprt, report: &Report) -> io::Result<()> {
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
        Verdict::Undecided => "undecided: more games are needed".to_owned(),
    };
    let ratio = test.ratio(&report.pairs);
    writeln!(out, "  {points} {low} or {high}: LLR {ratio:.2} between {lower:.2} and {upper:.2}; {verdict}")
}

/// The mean per move, from the sum over all moves.
fn mean(sum: f64, used: &Used) -> f64 {
    sum / used.moves.max(1) as f64
}

fn print_used(out: &mut impl Write, name: &str, used: &Used) -> io::Result<()> {
    let (moves, late) = (count(used.moves as usize, "move"), count(used.late as usize, "move"));
    let (time, slowest) = (mean(used.time.as_secs_f64() * 1e3, used), used.slowest.as_secs_f64() * 1e3);
    // The number is unknown for foreign programs, and 0 for random players.
    let positions = match used.positions {
        0 => String::new(),
        positions => {
            let depth = mean(used.depths as f64, used);
            format!(", {positions} positions examined, {depth:.1} plies deep on average")
        }
    };
    writeln!(
        out,
        "  {name}: {moves}, {time:.1} ms on average, slowest {slowest:.0} ms, {late} over the limit{positions}"
    )
}

/// The difference in Elo points with its confidence interval, as JSON.
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

fn contestant(name: &str, report: &Report, at: usize) -> Value {
    let used = &report.used[at];
    json!({
        "name": name,
        "moves": used.moves,
        "positions": used.positions,
        "seconds": used.time.as_secs_f64(),
        "slowest": used.slowest.as_secs_f64() * 1e3,
        "depth": mean(used.depths as f64, used),
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
