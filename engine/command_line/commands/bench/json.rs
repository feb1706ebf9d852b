//! What was measured, as one object.
//!
//! ```text
//! measured     how: program (name and version), date (UTC), system, processor (its name; null where the system does not say
//!              it), processors (how many), compiler, profile (release or debug), seconds (for a figure), seed (of the order of
//!              turns and of the halvings of rounds), rounds (through rules; single: through exports, values and verdicts), clock
//!              (microseconds: look, what a look takes; finest, below which the time of a single position or node says as much of
//!              the clock), confidence (of intervals)
//! base         the name of the base
//! source       where the positions come from
//! positions    how many there are
//! compared     what was compared before anything was timed: answers (of rules), others (exports, values and verdicts)
//! against      null, or name (as it was asked for) and differing (the names of the rules that it answers otherwise)
//! rows         an object for every rule, every level and the whole base:
//!   what         "rule", "level" or "base"
//!   name         the title of the rule, "level 3", or the name of the base
//!   level        the level; null for the whole base
//!   rules        how many rules are asked
//!   expected     what the planner expected of a rule: answers per position, and cost; null for others
//!   questions    an object for each question that was asked, of applies, first, all and count:
//!     interpreted  microseconds per position (the least of the rounds), spread (how far the median of the rounds lies
//!                  above it: 0.1 for a tenth), interval (low and high; null of a single round), answers_per_second (null
//!                  without any), steps (of work per position, as --work counts them), bytes (the most that were kept at one
//!                  time in any position, as --memory counts them); null where it was not asked
//!     compiled     the same; null where the base is not compiled
//!     ratio        interpreted to compiled; null where one of them is missing
//!     against      with --against: interpreted and compiled, the same of the other base, of an earlier run without steps and
//!                  bytes; null otherwise
//! exports      with --rule none; otherwise an object for every export and back end: name, colour (null for nobody in
//!              particular), backend, positions, and of the microseconds of all answers in a position, each at the least
//!              of its rounds: mean, interval (of the mean), spread (how far the mean of their medians lies above it), median,
//!              percentile_99
//! values       with --rule none, nor for a base without scores; otherwise the same of the value of a position, for every
//!              back end: backend, positions, mean, interval, spread, median, percentile_99
//! verdicts     null with --rule, and where nobody is to move in any position; otherwise for interpreted and compiled, null
//!              where it was not asked, at the same nodes:
//!   all          nodes, and the same of the microseconds of a verdict: mean, interval, spread, median, percentile_99
//!   by_level     the same with level, where the verdict stops; null where no rule applies
//! ```

use blanche_compiler::plan::Estimate;
use blanche_compiler::timing::Interval;
use serde_json::{Value, json};

use super::report::{Against, Report, what};
use crate::bases::Backend;
use crate::facts::Base;
use crate::laboratory::figures::Figure;
use crate::laboratory::measure::competitors::Who;
use crate::laboratory::measure::costs::{Costs, Distribution, Subject};
use crate::laboratory::measure::{Asked, Question, Row, Speed};

/// The object.
pub(super) fn object(report: &Report) -> Value {
    let base = &report.base;
    let verdicts = report.costs_of(|subject| subject == Subject::Verdict);
    let of = |wanted| {
        let found = verdicts.iter().find(|verdicts| verdicts.backend == wanted);
        found.map(|verdicts| verdicts_object(verdicts))
    };
    let verdicts = (!verdicts.is_empty())
        .then(|| json!({ "interpreted": of(Backend::Interpreted), "compiled": of(Backend::Compiled) }));
    let objects = |costs: Vec<&Costs>| -> Vec<Value> {
        costs.into_iter().map(|costs| position_object(base, costs)).collect()
    };
    let against = report
        .against
        .as_ref()
        .map(|against| json!({ "name": against.name(), "differing": report.answered_otherwise() }));
    let estimates = base.estimates();
    json!({
        "measured": report.conditions.object(),
        "base": base.name(),
        "source": report.source,
        "positions": report.positions,
        "compared": { "answers": report.agreement.answers, "others": report.agreement.others },
        "against": against,
        "rows": report.rows.iter().map(|row| row_object(report, row, &estimates)).collect::<Vec<Value>>(),
        "exports": objects(report.costs_of(|subject| matches!(subject, Subject::Export(_)))),
        "values": objects(report.costs_of(|subject| subject == Subject::Value)),
        "verdicts": verdicts,
    })
}

fn row_object(report: &Report, row: &Row, estimates: &[Estimate]) -> Value {
    let base = &report.base;
    let level = match row.asked {
        Asked::Rule(rule) => Some(base.rules()[rule].level),
        Asked::Level(level) => Some(level),
        Asked::Base => None,
    };
    let expected = match row.asked {
        Asked::Rule(rule) => Some(&estimates[rule]),
        Asked::Level(_) | Asked::Base => None,
    };
    let expected = expected.map(|estimate| json!({ "answers": estimate.answers, "cost": estimate.cost }));
    let questions = row.speeds.iter().map(|(question, speeds)| {
        (question.name().to_owned(), question_object(report, row, *question, speeds))
    });
    json!({
        "what": what(&row.asked),
        "name": row.asked.name(base),
        "level": level,
        "rules": row.asked.rules(base).len(),
        "expected": expected,
        "questions": Value::Object(questions.collect()),
    })
}

fn question_object(report: &Report, row: &Row, question: Question, speeds: &[Option<Speed>]) -> Value {
    let by = |who: Who| {
        let at = report.who.iter().position(|known| *known == who)?;
        speeds[at]
    };
    let [interpreted, compiled] =
        [Backend::Interpreted, Backend::Compiled].map(|backend| by(Who::Own(backend)));
    let ratio = interpreted.zip(compiled).map(|(one, other)| one.microseconds() / other.microseconds());
    let name = row.asked.name(&report.base);
    let against = report.against.as_ref().map(|against| {
        let of = |backend| match against {
            Against::Base(..) => by(Who::Other(backend)).map(speed_object),
            Against::Saved(_, saved) => saved.figure(&name, question, backend).map(figure_object),
        };
        json!({ "interpreted": of(Backend::Interpreted), "compiled": of(Backend::Compiled) })
    });
    json!({
        "interpreted": interpreted.map(speed_object),
        "compiled": compiled.map(speed_object),
        "ratio": ratio,
        "against": against,
    })
}

fn ends(Interval { low, high }: Interval) -> [f64; 2] {
    [low, high]
}

fn figure_object(figure: Figure) -> Value {
    json!({
        "microseconds": figure.microseconds,
        "spread": figure.spread,
        "interval": figure.interval.map(ends),
        "answers_per_second": figure.answers_per_second,
        "steps": figure.counts.map(|counts| counts.steps),
        "bytes": figure.counts.map(|counts| counts.bytes),
    })
}

/// An export or values, in positions.
fn position_object(base: &Base, costs: &Costs) -> Value {
    let mut object = distribution_object("positions", &costs.all);
    object["backend"] = costs.backend.to_string().into();
    if let Subject::Export(export) = costs.subject {
        let export = &base.exports()[export];
        object["name"] = export.name.as_str().into();
        object["colour"] = json!(export.color);
    }
    object
}

fn speed_object(speed: Speed) -> Value {
    figure_object(Figure::of(speed))
}

fn verdicts_object(verdicts: &Costs) -> Value {
    let by_level = verdicts.by_level.iter().map(|(level, costs)| {
        let mut object = distribution_object("nodes", costs);
        object["level"] = json!(level);
        object
    });
    json!({ "all": distribution_object("nodes", &verdicts.all), "by_level": by_level.collect::<Vec<_>>() })
}

fn distribution_object(what: &str, costs: &Distribution) -> Value {
    let Distribution { number, mean, median, percentile_99 } = costs;
    json!({
        what: number,
        "mean": mean.least,
        "interval": mean.interval.map(ends),
        "spread": mean.spread(),
        "median": median,
        "percentile_99": percentile_99,
    })
}
