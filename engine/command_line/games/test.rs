//! `noire test --game NAME`: whether rules, scores, preferences and draws of a game in text do what the positions beside them
//! say.

use std::io::Write;
use std::process::ExitCode;

use crate::bases::Backend;
use crate::laboratory::text_examples::{
    Expected, TextExample, asked as examine, beside, corrected, heading, judge, shown,
};
use blanche_compiler::files::Span;
use blanche_compiler::program::RuleId;
use serde_json::json;

use super::Opened;
use crate::command_line::commands::test::rewrite;
use crate::command_line::game::played_by;
use crate::command_line::output::{Failure, Format, MISTAKES, count};
use crate::command_line::width;

/// Asks every position of every back end that the game has.
pub(crate) fn run(
    game: &Opened,
    name: Option<&str>,
    format: Format,
    update: bool,
) -> Result<ExitCode, Failure> {
    let base = &game.base;
    let program = game.program();
    let backends = [Backend::Compiled, Backend::Interpreted].into_iter().filter(|backend| base.has(*backend));
    let all = backends.map(|backend| Ok((backend, played_by(base, backend)?)));
    let all: Result<Vec<_>, Failure> = all.collect();
    let all = all?;
    let examples = beside(base, game.first()).map_err(|fault| Failure::Said(fault.to_string(), MISTAKES))?;
    let chosen = game.chosen_of(shown(program), name)?;
    // The text for one player is the text for the other, and so are the positions.
    let spans: Vec<Span> = chosen.iter().map(|rule| program.rule(*rule).span).collect();
    let file = base.sidecar(crate::bases::sidecars::POSITIONS);
    let path = file.map_or("", |(path, _)| path);
    let mut out = width::out(format == Format::Text);
    let (mut failed, mut asked, mut updated) = (0, 0, Vec::new());
    for example in examples.iter().filter(|example| spans.contains(&program.rule(example.rule).span)) {
        asked += 1;
        let broken = all.iter().find_map(|(backend, rules)| Some((backend, judge(rules, example)?)));
        let what = heading(program, example.rule);
        if format == Format::Json {
            let moves = example.moves();
            let object = json!({
                "place": format!("{path}:{}", example.line),
                "what": what,
                "applies": example.expected != Expected::Misses,
                "plays_one_of": moves,
                "holds": broken.is_none(),
                "broken": broken.as_ref().map(|(_, broken)| broken.to_string()),
            });
            writeln!(out, "{object}")?;
        }
        let Some((backend, broken)) = broken else { continue };
        failed += 1;
        if update && let Ok(outcome) = examine(game.first(), example) {
            updated.push((example.line, format!("{}: {}", corrected(example, &outcome), example.words)));
        }
        if format == Format::Text {
            writeln!(out, "{path}:{}: {what}: {broken} ({backend})\n  {}", example.line, example.words)?;
            let position = game.first().position_text(&example.position);
            position.lines().try_for_each(|line| writeln!(out, "    {line}"))?;
        }
    }
    // What is written is told when it is.
    if let (false, Some(file)) = (updated.is_empty(), file) {
        rewrite(file, &updated)?;
    }
    if format == Format::Text {
        let has = |rule: RuleId, applies: bool| {
            let same = |one: &TextExample| program.rule(one.rule).span == program.rule(rule).span;
            examples.iter().any(|one| same(one) && (one.expected != Expected::Misses) == applies)
        };
        // Of what is another game's, its positions tell.
        let inherited = base.inherited(&chosen);
        let is_own = |rule: &RuleId| inherited.iter().all(|(other, _)| other != rule);
        for (applies, what) in [(true, "a position"), (false, "a near miss")] {
            let without = chosen.iter().filter(|rule| is_own(rule) && !has(**rule, applies));
            let mut without: Vec<String> = without.map(|rule| program.rule(*rule).name.clone()).collect();
            without.dedup();
            if !without.is_empty() && !examples.is_empty() {
                writeln!(out, "without {what}: {}", without.join(", "))?;
            }
        }
        let holds = match failed {
            0 => "all of which hold".to_owned(),
            _ if failed == updated.len() => format!("{failed} of which did not hold and are written anew"),
            _ => format!("{failed} of which do not hold"),
        };
        match asked {
            0 if !examples.is_empty() => writeln!(out, "{}: no position is of this", base.name())?,
            0 => writeln!(out, "{}: no positions beside it", base.name())?,
            1 if failed == 0 => writeln!(out, "{}: 1 position, which holds", base.name())?,
            _ => writeln!(out, "{}: {}, {holds}", base.name(), count(asked, "position"))?,
        }
    }
    Ok(if failed > updated.len() { ExitCode::from(MISTAKES) } else { ExitCode::SUCCESS })
}
