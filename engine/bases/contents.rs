//! Builds the [`Contents`] of a base, such as its rules, exports and scores, from its compiled rules or from its
//! checked program.

use blanche_compiler::files::Sources;
use blanche_compiler::program::{self, GameQuestion, Goal, Program, RuleId, RuleKind, VariableId};
use blanche_compiler::runtime::{CompiledBase, Weight, Weights};

use super::load::place;
use super::{Contents, Draw, Export, Preference, Rule, Score};

/// The contents of a compiled base. They equal the result of [`of_program`], because the compiler recorded them from
/// the same files.
pub(super) fn of_compiled<S>(base: &CompiledBase<S>) -> Contents {
    let variables = |variables: &[(&str, &str)]| {
        variables.iter().map(|(name, sort)| ((*name).to_owned(), (*sort).to_owned())).collect()
    };
    let rules = base.rules.iter().map(|rule| Rule {
        name: rule.name.to_owned(),
        color: rule.colour.to_owned(),
        level: rule.level,
        variables: variables(rule.matcher.variables),
        plays: rule.plays,
        doc: rule.doc.to_owned(),
        text: rule.text.to_owned(),
        place: rule.place.to_owned(),
    });
    let exports = base.exports.iter().map(|export| Export {
        name: export.name.to_owned(),
        color: export.colour.map(str::to_owned),
        variables: variables(export.matcher.variables),
        doc: export.doc.to_owned(),
        text: export.text.to_owned(),
        place: export.place.to_owned(),
    });
    let scores = base.scores.iter().map(|score| Score {
        name: score.name.to_owned(),
        color: score.colour.to_owned(),
        weights: score.weights,
        when_named: score.when_named,
        variables: variables(score.matcher.variables),
        doc: score.doc.to_owned(),
        text: score.text.to_owned(),
        place: score.place.to_owned(),
    });
    let preferences = base.preferences.iter().map(|preference| Preference {
        name: preference.name.to_owned(),
        color: preference.colour.to_owned(),
        worth: preference.worth,
        variables: variables(preference.matcher.variables),
        doc: preference.doc.to_owned(),
        text: preference.text.to_owned(),
        place: preference.place.to_owned(),
    });
    Contents {
        name: base.name.to_owned(),
        doc: base.doc.to_owned(),
        rules: rules.collect(),
        exports: exports.collect(),
        scores: scores.collect(),
        preferences: preferences.collect(),
        // This base needs a host, so it has no draws: only games that are defined in rule files have them.
        draws: Vec::new(),
        suppositions: base.suppositions.clone(),
    }
}

/// The contents of a checked program.
pub(super) fn of_program(sources: &Sources, program: &Program) -> Contents {
    Contents {
        name: program.base.clone().unwrap_or_default(),
        doc: program.doc.join("\n"),
        rules: rules(sources, program),
        exports: exports(sources, program),
        scores: scores(sources, program),
        preferences: preferences(sources, program),
        draws: draws(sources, program),
        suppositions: suppositions(program),
    }
}

fn rules(sources: &Sources, program: &Program) -> Vec<Rule> {
    program
        .rules
        .iter()
        .filter(|rule| rule.kind == RuleKind::Rule)
        .map(|rule| Rule {
            name: rule.name.clone(),
            color: program.colour(rule),
            level: rule.level,
            variables: variables(program, rule),
            plays: rule.plays > 0,
            doc: rule.doc.join("\n"),
            text: rule.text.clone(),
            place: place(sources, rule.name_span),
        })
        .collect()
}

fn exports(sources: &Sources, program: &Program) -> Vec<Export> {
    let export = |(_, export): (RuleId, &program::Rule)| {
        let mut doc = export.doc.join("\n");
        if let (true, [Goal::Atom(atom)]) = (doc.is_empty(), export.body.as_slice()) {
            doc = program.predicate(atom.predicate).doc.join("\n");
        }
        Export {
            name: export.name.clone(),
            color: export.colour.map(|player| program.player(player)),
            variables: variables(program, export),
            doc,
            text: export.text.clone(),
            place: place(sources, export.name_span),
        }
    };
    program.exports().map(export).collect()
}

fn scores(sources: &Sources, program: &Program) -> Vec<Score> {
    let score = |(_, score, weights): (RuleId, &program::Rule, Weights)| Score {
        name: score.name.clone(),
        color: program.colour(score),
        weights,
        when_named: score.when_named,
        variables: variables(program, score),
        doc: score.doc.join("\n"),
        text: score.text.clone(),
        place: place(sources, score.name_span),
    };
    program.scores().map(score).collect()
}

fn preferences(sources: &Sources, program: &Program) -> Vec<Preference> {
    let preference = |(_, preference, worth): (RuleId, &program::Rule, Weight)| Preference {
        name: preference.name.clone(),
        color: program.colour(preference),
        worth,
        variables: variables(program, preference),
        doc: preference.doc.join("\n"),
        text: preference.text.clone(),
        place: place(sources, preference.name_span),
    };
    program.preferences().map(preference).collect()
}

fn draws(sources: &Sources, program: &Program) -> Vec<Draw> {
    let is_draw = |rule: &&program::Rule| rule.kind == RuleKind::Game(GameQuestion::Draw);
    let draw = |draw: &program::Rule| Draw {
        name: draw.name.clone(),
        variables: variables(program, draw),
        doc: draw.doc.join("\n"),
        text: draw.text.clone(),
        place: place(sources, draw.name_span),
    };
    program.rules.iter().filter(is_draw).map(draw).collect()
}

fn suppositions(program: &Program) -> Vec<(u32, usize)> {
    let place = |question| program.questions().position(|(id, _)| id == question);
    let suppositions = program.suppositions.iter();
    suppositions.filter_map(|one| Some((one.level, place(one.question)?))).collect()
}

/// The variables of an answer and their types, in order.
fn variables(program: &Program, rule: &program::Rule) -> Vec<(String, String)> {
    let variable = |id: &VariableId| {
        let variable = &rule.variables[id.index()];
        let root = program.sort(variable.sort).root;
        (variable.name.clone(), program.sort(root).name.clone())
    };
    rule.answer.iter().map(variable).collect()
}
