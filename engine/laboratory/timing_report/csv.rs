//! Writes timings as CSV: a header line, and then a line for each timing.

use std::io::{self, Write};

use super::TimingReport;

/// Writes all tables.
pub(super) fn write(out: &mut impl Write, figures: &TimingReport) -> io::Result<()> {
    writeln!(out, "question,what,name,who,microseconds,spread,answers_per_second,low,high,steps,bytes")?;
    for table in &figures.tables {
        for line in &table.lines {
            let found = figures.columns.iter().zip(&line.figures);
            for (who, figure) in found.filter_map(|(who, figure)| Some((who, (*figure)?))) {
                let answers = figure.answers_per_second.map_or_else(String::new, |many| format!("{many:.0}"));
                let [question, name, who] = [&table.question, &line.name, who].map(|text| field(text));
                let (what, time, spread) = (line.what, figure.microseconds, figure.spread);
                write!(out, "{question},{what},{name},{who},{time:.6},{spread:.4},{answers}")?;
                let ends = figure.interval.map(|interval| [interval.low, interval.high]);
                let [low, high] =
                    ends.map_or_else(Default::default, |ends| ends.map(|end| format!("{end:.6}")));
                let [steps, bytes] = figure.counts.map_or_else(Default::default, |counts| {
                    [format!("{:.3}", counts.steps), counts.bytes.to_string()]
                });
                writeln!(out, ",{low},{high},{steps},{bytes}")?;
            }
        }
    }
    Ok(())
}

/// A CSV field, quoted if necessary.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
