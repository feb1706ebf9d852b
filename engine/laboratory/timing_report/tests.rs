//! Tests of all output formats, with made-up timings.

use blanche_compiler::timing::{Interval, Timing};

use crate::measure::{Counts, Rounds, Speed};
use crate::timing_report::conditions::processor;
use crate::timing_report::{Conditions, Line, SAME_CODE_NOTE, Table, TimingCell, TimingFormat, TimingReport};

fn figure(microseconds: f64, spread: f64) -> Option<TimingCell> {
    let interval = Some(Interval { low: microseconds * 0.98, high: microseconds * 1.01 });
    let timing = Timing { least: microseconds, median: microseconds * (1.0 + spread), rounds: 5, interval };
    let counts = Some(Counts { steps: 7.5, bytes: 96 });
    Some(TimingCell::of(Speed { timing, answers: 2.0, counts }))
}

fn line(name: &str, runs_same_code: bool, figures: Vec<Option<TimingCell>>) -> Line {
    Line { what: "rule", name: name.to_owned(), runs_same_code, figures }
}

/// Figures with a single table.
fn figures(lines: Vec<Line>) -> TimingReport {
    let tables = vec![Table { question: "all".to_owned(), lines }];
    let columns = ["interpreted", "compiled"].map(str::to_owned).to_vec();
    let conditions = Conditions::now(7, 0.1, Rounds { rules: 5, single: 0 });
    TimingReport { title: "my_base, 3 positions".to_owned(), columns, compared: None, tables, conditions }
}

fn written(figures: &TimingReport, form: TimingFormat) -> String {
    let mut out = Vec::new();
    figures.write(&mut out, form).expect("a vector takes everything");
    String::from_utf8(out).expect("it is text")
}

#[test]
fn unreliable_timings_are_marked_in_every_table() {
    let lines = vec![
        line("calm", false, vec![figure(20.0, 0.02), figure(1.0, 0.1)]),
        line("busy", false, vec![figure(20.0, 0.02), figure(1.0, 0.25)]),
    ];
    let figures = figures(lines);
    let cells = figures.cells(&figures.tables[0]);
    assert_eq!(cells.head, ["all", "interpreted", "compiled", "ratio", "±", "spread"]);
    assert_eq!(cells.rows[0], ["calm", "20.0", "1.00", "20.0", "2.0 %", "10 %"]);
    assert_eq!(cells.rows[1], ["busy", "20.0", "1.00", "20.0", "2.0 %", "25 % !"]);
    let markdown = written(&figures, TimingFormat::Markdown);
    assert!(markdown.contains("\n| busy | 20.0 | 1.00 | 20.0 | 2.0 % | 25 % \\! |\n"), "{markdown}");
    assert!(markdown.contains("\n| calm | 20.0 | 1.00 | 20.0 | 2.0 % | 10 % |\n"), "{markdown}");
    assert!(markdown.contains("\n\\!: the median is more than 20 % above the least"), "{markdown}");
    let latex = written(&figures, TimingFormat::Latex);
    assert!(latex.contains("\nbusy & 20.0 & 1.00 & 20.0 & 2.0 \\% & 25 \\% ! \\\\\n"), "{latex}");
}

#[test]
fn names_are_starred_if_both_back_ends_run_the_same_code() {
    let both = vec![figure(1.0, 0.0), figure(2.0, 0.0)];
    let starred = figures(vec![line("one", true, both.clone()), line("two", false, both)]);
    let alone = figures(vec![line("one", true, vec![figure(1.0, 0.0), None])]);
    let cases = [
        (TimingFormat::Svg, ">one *</text>", ">two</text>", SAME_CODE_NOTE),
        (TimingFormat::Markdown, "| one \\* |", "| two |", "\\* by operations on words"),
        (TimingFormat::Latex, "\none {*} &", "\ntwo &", "\n{*} by operations on words"),
    ];
    for (form, with, without, note) in cases {
        let text = written(&starred, form);
        assert!(text.contains(with) && text.contains(without) && text.contains(note), "{text}");
        let text = written(&alone, form);
        assert!(text.contains("one") && !text.contains(with) && !text.contains(note), "{text}");
    }
}

#[test]
fn special_characters_are_escaped_in_latex() {
    let cases = [
        ("double.cross.3 for white", "double.cross.3 for white"),
        ("50 % & more_rules #1 {x} $5", "50 \\% \\& more\\_rules \\#1 \\{x\\} \\$5"),
        ("a\\b~c^d", "a\\textbackslash{}b\\textasciitilde{}c\\textasciicircum{}d"),
        ("<e>f|g\"h", "\\textless{}e\\textgreater{}f\\textbar{}g{''}h"),
        ("[1] a--b ?`", "{[}1{]} a{-}{-}b ?{`}"),
        ("no\nline\u{1b}end", "no line end"),
    ];
    for (name, expected) in cases {
        let latex =
            written(&figures(vec![line(name, false, vec![figure(1.0, 0.0), None])]), TimingFormat::Latex);
        assert!(latex.contains(&format!("\n{expected} & 1.00 & -- & -- &")), "{latex}");
    }
    let mut titled = figures(vec![line("a", false, vec![figure(1.0, 0.0), None])]);
    titled.title = "a % b\n\\input{x}".to_owned();
    titled.columns[0] = "interpreted, mine_2".to_owned();
    let latex = written(&titled, TimingFormat::Latex);
    assert!(latex.contains("\n% a % b \\input{x}: microseconds"), "{latex}");
    assert!(latex.contains("all & interpreted, mine\\_2 & compiled & $\\pm$ & spread \\\\\n"), "{latex}");
    let begin = "\n\\begin{tabular}{lrrrr}\n\\hline\n";
    assert!(latex.contains(begin) && latex.ends_with("\\hline\n\\end{tabular}\n"), "{latex}");
    // Every row has as many cells as the header.
    let rows: Vec<&str> = latex.lines().filter(|line| line.ends_with("\\\\")).collect();
    assert!(rows.len() == 2 && rows.iter().all(|row| row.matches(" & ").count() == 4), "{latex}");
}

#[test]
fn csv_lines_have_the_interval_and_the_counts() {
    let mut figures = figures(vec![line("one, two", false, vec![figure(20.0, 0.1), None])]);
    figures.columns[1] = "compiled, \"mine\"".to_owned();
    if let Some(first) = &mut figures.tables[0].lines[0].figures[0] {
        first.counts = None;
    }
    let csv = written(&figures, TimingFormat::Csv);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(
        lines,
        [
            "question,what,name,who,microseconds,spread,answers_per_second,low,high,steps,bytes",
            "all,rule,\"one, two\",interpreted,20.000000,0.1000,100000,19.600000,20.200000,,",
        ]
    );
    figures.tables[0].lines[0].figures.swap(0, 1);
    if let Some(second) = &mut figures.tables[0].lines[0].figures[1] {
        (second.interval, second.counts) = (None, Some(Counts { steps: 7.5, bytes: 96 }));
    }
    let csv = written(&figures, TimingFormat::Csv);
    let last = csv.lines().last().unwrap();
    assert_eq!(last, "all,rule,\"one, two\",\"compiled, \"\"mine\"\"\",20.000000,0.1000,100000,,,7.500,96");
}

/// The numbers in `attribute` of all elements that start with `element`.
fn places(svg: &str, element: &str, attribute: &str) -> Vec<f64> {
    let elements = svg.split('<').filter(|text| text.starts_with(element));
    let value = |text: &str| text.split_once(&format!(" {attribute}=\""))?.1.split_once('"')?.0.parse().ok();
    elements.filter_map(value).collect()
}

#[test]
fn chart_dots_are_placed_by_time_on_the_scale() {
    let times = [[0.018, 0.0026], [20.0, 0.1], [700.0, 1.0]];
    let lines = times.map(|times| line("a", false, times.map(|time| figure(time, 0.5)).to_vec()));
    let svg = written(&figures(lines.to_vec()), TimingFormat::Svg);
    // The legend has dots too, and they come before the dots of the timings.
    let dots = places(&svg, "circle", "cx")[2..].to_vec();
    // The scale goes from 0.001 to 10,000, because the median is 50 % above the minimum. The ticks of the scale are
    // equidistant.
    let mut ticks: Vec<f64> = places(&svg, "text class=\"tick\"", "x");
    assert!(ticks.len() == 8 && ticks.is_sorted(), "{svg}");
    let (left, right) = (ticks.remove(0), ticks.pop().unwrap());
    let expected = |time: f64| left + (right - left) * (time.log10() + 3.0) / 7.0;
    assert_eq!(dots.len(), 6);
    for (dot, time) in dots.iter().zip(times.as_flattened()) {
        assert!((dot - expected(*time)).abs() < 0.11, "{time} at {dot} and not {}", expected(*time));
    }
    assert_eq!(svg.matches("<rect").count(), 1, "the paper: a bar would have to begin somewhere");
}

#[test]
fn conditions_state_what_comparing_timings_requires() {
    let conditions = Conditions::now(7, 0.25, Rounds { rules: 60, single: 30 });
    let object = serde_json::to_value(&conditions).unwrap();
    assert_eq!(object["program"], concat!("noire ", env!("CARGO_PKG_VERSION")));
    assert_eq!((&object["seed"], &object["seconds"]), (&7.into(), &0.25.into()));
    assert_eq!(object["rounds"], serde_json::json!({ "rules": 60, "single": 30 }));
    assert!(object["compiler"].as_str().is_some_and(|name| name.starts_with("rustc 1.")), "{object}");
    let date = object["date"].as_str().unwrap();
    assert!(date.len() == 20 && date.ends_with('Z') && &date[10..11] == "T", "{date}");
    assert!(object["processors"].as_u64().is_some_and(|number| number > 0), "{object}");
    assert!(object["clock"]["finest"].as_f64().is_some_and(|finest| finest >= 0.05), "{object}");
    let line = conditions.line();
    assert!(
        line.starts_with("noire ") && line.contains("60 rounds, seed 7") && !line.contains('\n'),
        "{line}"
    );
}

#[test]
fn the_processor_is_read_from_the_first_line_that_names_it() {
    let text = "processor\t: 0\nmodel\t\t: 207\nmodel name\t: Some CPU @ 2.00GHz\nmodel name\t: Other\n";
    assert_eq!(processor(text).as_deref(), Some("Some CPU @ 2.00GHz"));
    assert_eq!(processor("processor\t: 0\nBogoMIPS\t: 50.00\n"), None);
    assert_eq!(processor("model name\t: \n"), None);
}
