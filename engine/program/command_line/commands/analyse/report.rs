//! Prints the analysis of a game or position, as a table, as JSON objects and as a curve.

use std::io::{self, Write};
use std::path::Path;

use blanche_compiler::files::OutputMark;
use blanche_compiler::markup::in_markdown;
use serde_json::{Value, json};

use super::Arguments;
use crate::command_line::output::{Failure, USAGE_ERROR, count, write_file};
use crate::command_line::tables::{Format, Style, print_cells};
use crate::command_line::width::{self, wrap};
use noire_engine::progress::Progress;
use noire_engine::search::alpha_beta::{DECIDED, DRAWN};
use noire_engine::search::reports::per_second;
use noire_laboratory::analysis::game_analysis::AnalysedGame;
use noire_laboratory::analysis::value_curve::{ValueCurve, svg};
use noire_laboratory::analysis::verdict::{Turn, verdict};
use noire_laboratory::analysis::{Candidate, Evaluation, Ply, Why};

/// Maximum number of moves that a table shows of a line of play. The first number is for the table of a game, and the
/// second for the table of a position. JSON objects contain all moves.
const MAX_LINE_MOVES: [usize; 2] = [6, 20];

/// The text for an unknown value.
const UNKNOWN_VALUE: &str = "–";

/// The analysis of a game or position, with moves as text.
pub(super) struct Report {
    /// The name of the game, if there are several.
    pub(super) title: Option<String>,
    /// The name of the base, or of the game that a rule file defines.
    pub(super) base: String,
    /// The origin of the rules.
    pub(super) rules: RulesFrom,
    pub(super) first_player: String,
    /// Whether every position of a game is analysed.
    pub(super) is_game: bool,
    /// The positions as the user wrote them.
    pub(super) given: Vec<String>,
    /// Number of moves before the first position.
    pub(super) before: usize,
    /// The player to move in each position.
    pub(super) to_move: Vec<String>,
    /// The margin of the win, such as `40 to 24` with the winner's number first, if the game declares a margin.
    pub(super) margin: Option<String>,
    /// The results of the searches.
    pub(super) walked: AnalysedGame<String>,
}

/// The origin of the rules of an analysis.
pub(super) enum RulesFrom {
    /// The user named the rules with `--game`.
    Option,
    /// The game record states the rules.
    Record,
    /// The default rules, because the record states none.
    Unstated,
    /// The default rules, because no base has the name that the record states.
    Unknown(String),
    /// The default rules, for moves and positions on the command line.
    Default,
}

impl RulesFrom {
    /// The name of the origin in JSON.
    fn name(&self) -> &'static str {
        match self {
            RulesFrom::Option => "option",
            RulesFrom::Record => "record",
            RulesFrom::Unstated | RulesFrom::Unknown(_) | RulesFrom::Default => "default",
        }
    }

    /// The first line of the text output, which names the rules.
    fn line(&self, base: &str, style: Style) -> String {
        let base = &match style {
            Style::Text => base.to_owned(),
            Style::Markdown => in_markdown(base),
        };
        match self {
            RulesFrom::Option => format!("Rules: {base}."),
            RulesFrom::Record => format!("Rules: {base}, as the record states."),
            RulesFrom::Unstated => {
                format!("Rules: {base}, because the record states none (--game chooses others).")
            }
            RulesFrom::Unknown(said) => {
                let said = said.escape_debug().to_string();
                let said = match style {
                    Style::Text => format!("`{said}`"),
                    Style::Markdown => format!("\"{}\"", in_markdown(&said)),
                };
                format!(
                    "Rules: {base}, because the record states {said}, and no base has that name (--game chooses one)."
                )
            }
            RulesFrom::Default => format!("Rules: {base}, the default (--game chooses others)."),
        }
    }
}

impl Report {
    /// The number of moves before a position.
    fn number(&self, at: usize) -> usize {
        self.before + self.walked.first + at
    }

    /// Prints the analysis, with a blank line before it unless it is the first one, and draws the curve if the user
    /// asks for it.
    pub(super) fn print(
        &self,
        arguments: &Arguments,
        is_first: bool,
        progress: &Progress,
    ) -> Result<(), Failure> {
        let mut out = Vec::new();
        if !is_first && arguments.format.style().is_some() {
            out.push(b'\n');
        }
        self.write(&mut out, arguments.format)?;
        if let Some(style) = arguments.format.style() {
            width::fit_to_terminal(&mut out, style == Style::Text);
        }
        progress.print(&mut out)?;
        arguments.svg.as_ref().map_or(Ok(()), |file| self.draw(file))
    }

    /// Writes the analysis in this format.
    fn write(&self, out: &mut impl Write, format: Format) -> io::Result<()> {
        match format.style() {
            None => self.objects(out),
            Some(style) => {
                writeln!(out, "{}\n", wrap(&self.rules.line(&self.base, style), ""))?;
                if let Some(title) = &self.title {
                    writeln!(out, "{}\n", heading(title, style))?;
                }
                let verdict = match self.walked.plies.as_slice() {
                    [ply] if !self.is_game => {
                        self.position(out, ply, style)?;
                        None
                    }
                    plies => {
                        print_cells(out, &self.game(plies), style)?;
                        self.verdict(plies)
                    }
                };
                verdict.into_iter().chain(self.given_up()).chain(self.bounded()).try_for_each(|sentence| {
                    match style {
                        Style::Text => writeln!(out, "\n{}", wrap(&sentence, "")),
                        Style::Markdown => writeln!(out, "\n{}", in_markdown(&sentence)),
                    }
                })
            }
        }
    }

    /// Writes the best moves of a single position.
    fn position(&self, out: &mut impl Write, ply: &Ply<String>, style: Style) -> io::Result<()> {
        if let Some(ended) = ply.ended {
            return writeln!(
                out,
                "{}",
                game_over_text(&self.to_move[self.walked.first], ended, self.margin.as_deref())
            );
        }
        if ply.candidates.is_empty() {
            return writeln!(out, "The search sees no difference between the moves here.");
        }
        let mut cells = vec![["move", "value", "depth", "line"].map(str::to_owned).to_vec()];
        cells.extend(ply.candidates.iter().map(|candidate| {
            vec![
                candidate.mv.clone(),
                value_and_proof(candidate),
                candidate.depth.to_string(),
                line(candidate, MAX_LINE_MOVES[1]),
            ]
        }));
        print_cells(out, &cells, style)?;
        let speed = match per_second(ply.positions, ply.time) {
            0 => String::new(),
            speed => format!(", {speed} a second"),
        };
        let (to_move, seconds) = (&self.to_move[self.walked.first], ply.time.as_secs_f64());
        let positions = count(ply.positions as usize, "position");
        writeln!(out, "\n{to_move} to move; {positions} examined in {seconds:.3} s{speed}")
    }

    /// A sentence about the move that decided the game.
    fn verdict(&self, plies: &[Ply<String>]) -> Option<String> {
        let turn =
            |(at, ply)| Turn { number: self.number(at) + 1, by: &self.to_move[self.walked.first + at], ply };
        verdict(&plies.iter().enumerate().map(turn).collect::<Vec<Turn<'_>>>())
    }

    /// A note about the searches that ended early because a query exceeded its limit, if there were any.
    fn given_up(&self) -> Option<String> {
        let plies = self.walked.plies.iter().enumerate();
        let mut given_up = plies.filter_map(|(at, ply)| Some((at, ply.given_up.as_ref()?)));
        let (at, first) = given_up.next()?;
        let place = if self.is_game { format!(" at move {}", self.number(at) + 1) } else { String::new() };
        let more = match given_up.count() {
            0 => String::new(),
            more => format!(" ({} like this)", count(more, "more position")),
        };
        Some(format!("The search{place} was incomplete: {first}{more}."))
    }

    /// A note that a value at the bound of the search may be larger than shown. `None` if no value is at the bound.
    fn bounded(&self) -> Option<String> {
        let made = |ply: &Ply<String>| ply.played.as_ref().and_then(|made| made.evaluation);
        let shown = |ply: &Ply<String>| {
            let candidates = ply.candidates.iter().map(|candidate| candidate.evaluation);
            candidates.chain(made(ply)).any(Evaluation::is_bounded)
        };
        self.walked.plies.iter().any(shown).then(|| {
            format!("A value of {DECIDED} or -{DECIDED} may be larger: a search does not distinguish values beyond these.")
        })
    }

    /// The rows of the table: one for each position, and one for each further candidate.
    fn game(&self, plies: &[Ply<String>]) -> Vec<Vec<String>> {
        let head = ["move", "by", "played", "value", "lost", "best", "value", "depth", "line"];
        let mut cells = vec![head.map(str::to_owned).to_vec()];
        for (at, ply) in plies.iter().enumerate() {
            let [mut played, mut evaluation, mut lost] = [String::new(), String::new(), String::new()];
            if let Some(made) = &ply.played {
                played = made.mv.clone().unwrap_or_else(|| "pass".to_owned());
                evaluation = made
                    .evaluation
                    .map_or_else(|| UNKNOWN_VALUE.to_owned(), |evaluation| evaluation.to_string());
                lost = made.lost.to_string();
            } else if let Some(ended) = ply.ended {
                played = "over".to_owned();
                evaluation = end(ended).to_owned();
                evaluation.extend(self.margin.iter().map(|margin| format!(" {margin}")));
            }
            let number = (self.number(at) + 1).to_string();
            let mut row =
                vec![number, self.to_move[self.walked.first + at].clone(), played, evaluation, lost];
            let mut rows = ply.candidates.iter().map(best).collect::<Vec<_>>().into_iter();
            row.extend(rows.next().unwrap_or_else(|| vec![String::new(); 4]));
            cells.push(row);
            cells.extend(rows.map(|best| [vec![String::new(); 5], best].concat()));
        }
        cells
    }

    /// Writes the JSON objects, one line for each position.
    fn objects(&self, out: &mut impl Write) -> io::Result<()> {
        for (at, ply) in self.walked.plies.iter().enumerate() {
            writeln!(out, "{}", self.object(at, ply))?;
        }
        Ok(())
    }

    /// The result for a position as a JSON object. All fields are in each object, as `null` if they have no value.
    fn object(&self, at: usize, ply: &Ply<String>) -> Value {
        let played = ply.played.as_ref().map(|made| {
            json!({
                "move": made.mv,
                "worth": made.evaluation.map(evaluation),
                "lost": made.lost.points,
                "missed": made.lost.missed,
                "allowed": made.lost.allowed,
            })
        });
        json!({
            "game": self.title,
            "base": self.base,
            "rules_from": self.rules.name(),
            "position": self.given[self.walked.first + at],
            "moves": self.number(at),
            "to_move": self.to_move[self.walked.first + at],
            "over": ply.ended.map(end),
            "margin": ply.ended.and(self.margin.as_ref()),
            "best": ply.candidates.iter().map(candidate).collect::<Vec<Value>>(),
            "played": played,
            "given_up": ply.given_up,
            "positions": ply.positions,
            "per_second": per_second(ply.positions, ply.time),
            "ms": (ply.time.as_secs_f64() * 1e6).round() / 1e3,
        })
    }

    /// Draws the values over the course of the game, and writes the picture to a file.
    fn draw(&self, file: &Path) -> Result<(), Failure> {
        let to_first = |at: usize, evaluation: Evaluation| match self.to_move[self.walked.first + at]
            == self.first_player
        {
            true => evaluation,
            false => evaluation.of_the_other(),
        };
        let plies = self.walked.plies.iter().enumerate();
        let points: Vec<(usize, Evaluation)> = plies
            .clone()
            .filter_map(|(at, ply)| Some((self.number(at), to_first(at, ply.evaluation()?))))
            .collect();
        let mark = |(at, ply): (usize, &Ply<String>)| {
            let made = ply.played.as_ref().filter(|made| made.lost.is_decisive())?;
            let mv = made.mv.as_deref().unwrap_or("pass");
            let number = self.number(at) + 1;
            Some((number, format!("{number}. {mv} {}", made.lost)))
        };
        let marks: Vec<(usize, String)> = plies.filter_map(mark).collect();
        let title = self.title.clone().unwrap_or_else(|| format!("A game of {}", self.base));
        let course = ValueCurve { title: &title, player: &self.first_player, points: &points, marks: &marks };
        write_file(file, &svg(&course), OutputMark::MARKUP)
    }
}

fn heading(title: &str, style: Style) -> String {
    match style {
        Style::Text => format!("== {title} =="),
        Style::Markdown => format!("## {}", in_markdown(title)),
    }
}

/// The result of a finished game, from the view of the side to move.
fn end(ended: Evaluation) -> &'static str {
    match ended {
        Evaluation::Wins(_) => "won",
        Evaluation::Loses(_) => "lost",
        Evaluation::Drawn | Evaluation::Scored(_) => "drawn",
    }
}

fn game_over_text(to_move: &str, ended: Evaluation, margin: Option<&str>) -> String {
    let margin = margin.map_or_else(String::new, |margin| format!(" {margin}"));
    match ended {
        Evaluation::Wins(_) => format!("The game is over: {to_move}, who would be to move, has won{margin}."),
        Evaluation::Loses(_) => {
            format!("The game is over: {to_move}, who would be to move, has lost{margin}.")
        }
        Evaluation::Drawn | Evaluation::Scored(_) => format!("The game is over: it is drawn{margin}."),
    }
}

/// The cells of a table for a candidate move: the move, its value, the depth of the search, and the line.
fn best(candidate: &Candidate<String>) -> Vec<String> {
    vec![
        candidate.mv.clone(),
        candidate.evaluation.to_string(),
        candidate.depth.to_string(),
        line(candidate, MAX_LINE_MOVES[0]),
    ]
}

fn value_and_proof(candidate: &Candidate<String>) -> String {
    let proved = if candidate.why == Why::Proved { ", proved" } else { "" };
    format!("{}{proved}", candidate.evaluation)
}

/// The first `most` moves of a line, with an ellipsis if there are more.
fn line(candidate: &Candidate<String>, most: usize) -> String {
    let shown: Vec<&str> = candidate.line.iter().take(most).map(String::as_str).collect();
    let rest = if shown.len() < candidate.line.len() { " …" } else { "" };
    format!("{}{rest}", shown.join(" "))
}

fn candidate(candidate: &Candidate<String>) -> Value {
    json!({
        "move": candidate.mv,
        "worth": evaluation(candidate.evaluation),
        "why": candidate.why.name(),
        "depth": candidate.depth,
        "line": candidate.line,
    })
}

/// A value as JSON. Exactly one of the fields `value`, `win` and `loss` is a number. A known draw has the value 0.
fn evaluation(evaluation: Evaluation) -> Value {
    let (mut win, mut loss, mut value) = (None, None, None);
    let is_drawn = evaluation == Evaluation::Drawn;
    match evaluation {
        Evaluation::Wins(moves) => win = Some(moves),
        Evaluation::Loses(moves) => loss = Some(moves),
        Evaluation::Drawn => value = Some(DRAWN),
        Evaluation::Scored(scored) => value = Some(scored),
    }
    json!({ "value": value, "win": win, "loss": loss, "draw": is_drawn })
}

/// Rejects a curve for several games.
pub(super) fn one_curve(games: usize) -> Result<(), Failure> {
    if games == 1 {
        return Ok(());
    }
    let words = format!("error: --svg draws one game, and there are {games}\n  choose one: --record 1");
    Err(Failure::Message(words, USAGE_ERROR))
}
