//! Tests of curves, as pictures and as text.

use std::collections::BTreeSet;

use noire_reproductions::curve::{self, Curve, letters, svg};

#[test]
fn curves_are_drawn_at_their_points() {
    let curve =
        |name: &str, points: &[(u64, f64, f64)]| Curve { name: name.to_owned(), points: points.to_vec() };
    let curves = [
        curve("falls", &[(1, 1.0, 0.1), (10, 0.5, 0.0), (100, 0.0, 0.0)]),
        curve("<stays>", &[(1, 0.5, 0.0)]),
    ];
    let text = letters("games", &curves, 21, 5);
    let expected = [
        " 100 % |*",
        "  75 % |",
        "  50 % |o         *",
        "  25 % |",
        "   0 % |                    *",
        "       ++---------+---------+",
        "        1         10        100",
        "        games",
        "  * falls",
        "  o <stays>",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    let svg = svg("How it falls", "games", &curves);
    assert!(
        svg.starts_with("<svg ") && svg.contains("&lt;stays&gt;") && svg.matches("<polyline").count() == 1
    );
    assert_eq!(svg.matches("<circle").count(), 1, "a curve of a single point has no line: {svg}");
}

#[test]
fn curves_have_different_styles_and_none_hides_another() {
    let curve = |at: usize| Curve {
        name: format!("curve {at}"),
        points: vec![(1, at as f64 / 50.0, 0.0), (10, at as f64 / 50.0, 0.0), (100, 1.0, 0.0)],
    };
    let curves: Vec<Curve> = (0..40).map(curve).collect();
    let svg = curve::svg("All", "games", &curves);
    let legend = svg.lines().filter(|line| line.contains(">curve "));
    let styles: BTreeSet<&str> = legend
        .filter_map(|line| line.split_once("style=\"")?.1.split_once('"'))
        .map(|(style, _)| style)
        .collect();
    assert_eq!(styles.len(), 40, "{svg}");

    // Three curves coincide at first, and one of them diverges later. Where they coincide, their dashes alternate.
    let curve = |name: &str, last: f64| Curve {
        name: name.to_owned(),
        points: vec![(1, 0.5, 0.0), (10, 0.25, 0.0), (100, last, 0.0)],
    };
    let svg = curve::svg("All", "games", &[curve("a", 0.0), curve("b", 0.0), curve("c", 1.0)]);
    let lines: Vec<&str> = svg.lines().filter(|line| line.starts_with("<polyline")).collect();
    let dashes: Vec<Option<&str>> = lines
        .iter()
        .map(|line| line.split_once("dasharray: ").map(|(_, dashes)| dashes.trim_end_matches("\"/>")))
        .collect();
    let expected = [
        Some("7 14.0; stroke-dashoffset: -0.0"),
        Some("7 7.0; stroke-dashoffset: -0.0"),
        Some("7 14.0; stroke-dashoffset: -7.0"),
        Some("7 7.0; stroke-dashoffset: -7.0"),
        Some("7 14.0; stroke-dashoffset: -14.0"),
        None,
    ];
    assert_eq!(dashes, expected, "{svg}");
    let letters = curve::letters("games", &[curve("a", 0.0), curve("b", 0.0), curve("c", 1.0)], 20, 5);
    let legend: Vec<&str> = letters.lines().rev().take(3).collect();
    assert_eq!(legend, ["  + c", "  o b (behind others)", "  * a"], "{letters}");
}
