//! `noire eval --game NAME`: what positions of a game in text are worth, score by score, and what its moves are worth by
//! preferences.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use blanche_compiler::program::{Rule, RuleId, RuleKind};
use blanche_compiler::runtime::{Value, Weight, Weights};
use serde_json::{Value as Json, json};

use super::positions::{self, Given};
use super::{Opened, answer_text, bindings};
use crate::command_line::game::failed;
use crate::command_line::interrupt;
use crate::command_line::output::{Failure, Format, WRONG_USE};
use crate::command_line::positions::PositionArguments;
use crate::command_line::width;
use crate::progress::Progress;

/// A score with what it counts and what each of that is worth here.
struct Term {
    score: RuleId,
    answers: Vec<Vec<Value>>,
    weight: Weight,
    /// The weight as it is written.
    each: String,
}

impl Term {
    fn worth(&self) -> i64 {
        self.answers.iter().map(|answer| self.weight.of(answer)).sum()
    }
}

/// Values every position and prints of what the values are made.
pub(crate) fn run(
    game: &Opened,
    given: &PositionArguments,
    (all, format): (bool, Format),
    stop: &AtomicBool,
) -> Result<ExitCode, Failure> {
    let program = game.program();
    let is_preference = |kind| matches!(kind, RuleKind::Preference(_));
    if program.scores().next().is_none() && game.base.of_kind(is_preference).is_empty() {
        let hint = "one is written: score NAME for Color attacking N defending N if …";
        return Err(Failure::Said(format!("error: {} has no scores\n  {hint}", game.base.name()), WRONG_USE));
    }
    let entries = positions::read(given, &game.base, game.first())?;
    let progress = Progress::begin();
    let mut out = width::out(format == Format::Text);
    for (at, entry) in entries.iter().enumerate() {
        let asked = terms(game, entry).and_then(|terms| Ok((terms, preferences(game, entry)?)));
        if interrupt::is_over(stop, entries.len() - at, &progress) {
            return Ok(interrupt::status(stop));
        }
        let (terms, preferences) = asked?;
        match format {
            Format::Text => {
                if at > 0 {
                    writeln!(out)?;
                }
                text(&mut out, game, entry, (&terms, &preferences), all)?;
            }
            Format::Json => writeln!(out, "{}", object(game, entry, (&terms, &preferences), all))?,
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What the scores count in a position.
fn terms(game: &Opened, entry: &Given) -> Result<Vec<Term>, Failure> {
    let program = game.program();
    let to_move = game.first().to_move(&entry.position);
    let term = |(score, rule, weights): (RuleId, &Rule, Weights)| {
        let answers = game.answers(score, &entry.position)?;
        let is_to_move = rule.colour == Some(to_move);
        let [attacking, defending] = program.weight_texts(rule, weights);
        let each = if is_to_move { attacking } else { defending };
        Ok(Term { score, answers, weight: weights.of(is_to_move), each })
    };
    program.scores().map(term).collect()
}

/// The moves with what preferences add to them, the most preferred first: move, sum, and the preferences by name.
type Preferred = Vec<(String, i64, Vec<(String, i64)>)>;

fn preferences(game: &Opened, entry: &Given) -> Result<Preferred, Failure> {
    let rules = game.first();
    let (mut position, mut moves) = (entry.position.clone(), Vec::new());
    let fault = |fault| failed(&game.base, &fault);
    rules.moves(&mut position, &mut moves).map_err(fault)?;
    let reasons = rules.reasons(&mut position, &moves).map_err(fault)?;
    let mut preferred: Preferred = Vec::new();
    for (at, mv) in moves.iter().enumerate() {
        let of_move = reasons.iter().filter(|(of, ..)| *of == at);
        let of_move: Vec<(String, i64)> =
            of_move.map(|(_, rule, worth)| (game.program().rule(*rule).name.clone(), *worth)).collect();
        if !of_move.is_empty() {
            preferred.push((rules.move_text(*mv), of_move.iter().map(|(_, worth)| worth).sum(), of_move));
        }
    }
    preferred.sort_by_key(|(_, sum, _)| -sum);
    Ok(preferred)
}

fn value(game: &Opened, terms: &[Term], player: Value) -> i64 {
    let of = |term: &Term| {
        if game.program().rule(term.score).colour == Some(player) { term.worth() } else { -term.worth() }
    };
    terms.iter().map(of).sum()
}

fn text(
    out: &mut impl Write,
    game: &Opened,
    entry: &Given,
    (terms, preferences): (&[Term], &Preferred),
    all: bool,
) -> io::Result<()> {
    let program = game.program();
    writeln!(out, "{}", game.first().position_text(&entry.position))?;
    for player in &program.players {
        writeln!(out, "worth {} to {}", value(game, terms, *player), program.player(*player))?;
    }
    for term in terms.iter().filter(|term| !term.answers.is_empty()) {
        let title = program.rule_title(program.rule(term.score));
        writeln!(out, "{:>8}  {title}: {} × {}", term.worth(), term.answers.len(), term.each)?;
        for answer in term.answers.iter().filter(|answer| all && !answer.is_empty()) {
            writeln!(out, "          {}", answer_text(program, term.score, answer))?;
        }
    }
    if !preferences.is_empty() {
        writeln!(out, "preferred moves")?;
    }
    for (mv, sum, reasons) in preferences {
        let reasons: Vec<String> = reasons.iter().map(|(name, worth)| format!("{name} {worth}")).collect();
        writeln!(out, "{sum:>8}  {mv}: {}", reasons.join(", "))?;
    }
    Ok(())
}

fn object(game: &Opened, entry: &Given, (terms, preferences): (&[Term], &Preferred), all: bool) -> Json {
    let program = game.program();
    let values =
        program.players.iter().map(|player| (program.player(*player), json!(value(game, terms, *player))));
    let scores = terms.iter().map(|term| {
        let rule = program.rule(term.score);
        let mut object = json!({
            "score": rule.name,
            "colour": program.colour(rule),
            "weight": term.weight.number().map_or_else(|| json!(term.each), |number| json!(number)),
            "count": term.answers.len(),
            "worth": term.worth(),
        });
        if all {
            let solution = |answer: &Vec<Value>| {
                let pairs = bindings(program, term.score, answer).into_iter();
                Json::Object(pairs.map(|(name, value)| (name, json!(value))).collect())
            };
            object["solutions"] = term.answers.iter().map(solution).collect();
        }
        object
    });
    let moves = preferences.iter().map(|(mv, sum, reasons)| {
        let reasons = reasons.iter().map(|(name, worth)| json!({ "preference": name, "worth": worth }));
        json!({ "move": mv, "worth": sum, "preferences": reasons.collect::<Vec<_>>() })
    });
    json!({
        "position": entry.text,
        "to_move": program.player(game.first().to_move(&entry.position)),
        "game": game.base.name(),
        "backends": game.backends(),
        "value": Json::Object(values.collect()),
        "scores": scores.collect::<Vec<_>>(),
        "preferred": moves.collect::<Vec<_>>(),
    })
}
