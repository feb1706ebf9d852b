//! Titles of rules and their explanations in the language of the user. The names come from the rule files.

use noire_engine::bases::{Contents, Question};
use noire_engine::world::World;

use crate::explanations::{Outcome, RuleExplanation};
use crate::interactive_game::player_text;
use crate::translations::Translations;

/// The title of a rule, score, preference, draw or export, such as `three for x` or `the score two for White`.
pub fn question_title(translations: &Translations, contents: &Contents, question: Question) -> String {
    let (kind, name) = match question {
        Question::Rule(rule) => ("title-rule", &contents.rules[rule].name),
        Question::Score(score) => ("title-score", &contents.scores[score].name),
        Question::Preference(preference) => ("title-preference", &contents.preferences[preference].name),
        Question::Draw(draw) => ("title-draw", &contents.draws[draw].name),
        Question::Export(export) => ("title-export", &contents.exports[export].name),
    };
    let title = translations.format(kind, &[("name", name.as_str().into())]);
    match question.player(contents) {
        None => title,
        Some(player) => {
            let player = player_text(translations, player);
            let variables = [("title", title.as_str().into()), ("colour", player.as_str().into())];
            translations.format("title-for", &variables)
        }
    }
}

/// The title of an explanation, such as `level 3, t.threat for White: plays h10`.
pub fn explanation_title<W: World>(
    translations: &Translations,
    (world, position): (&W, &W::Position),
    explained: &RuleExplanation,
) -> String {
    let contents = world.contents();
    let mut title = question_title(translations, contents, explained.question);
    let rule = match explained.question {
        Question::Rule(at) => Some(&contents.rules[at]),
        _ => None,
    };
    if let Some(rule) = rule {
        let variables = [("level", rule.level.into()), ("title", title.as_str().into())];
        title = translations.format("title-level", &variables);
    }
    let say = |name: &str, title: &str, key: &str, value: &str| {
        translations.format(name, &[("title", title.into()), (key, value.into())])
    };
    let solution = match &explained.outcome {
        Outcome::Applies(solution, _) => solution,
        Outcome::Fails(_) => return say("title-fails", &title, "move", ""),
        Outcome::Unknown => return say("title-unknown", &title, "move", ""),
    };
    let played = world.played(explained.question, solution);
    let Some(rule) = rule else {
        return match played {
            Some(played) => say("title-plays", &title, "move", &played),
            None => say("title-applies", &title, "move", ""),
        };
    };
    let player = player_text(translations, &rule.color);
    let title = match played {
        Some(played) => say("title-plays", &title, "move", &played),
        None if rule.level == 0 => say("title-has-won", &title, "colour", &player),
        None => title,
    };
    let is_threat = rule.level > 0 && world.to_move(position).is_some_and(|player| player != rule.color);
    if is_threat { say("title-threat", &title, "colour", &player) } else { title }
}
