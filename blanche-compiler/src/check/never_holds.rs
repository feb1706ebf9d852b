//! `B0604`: a body that can never hold. The domain declares which queries have at most one answer, so `color(Field,
//! white), color(Field, black)` is contradictory. A literal together with its negation is a contradiction too, and so
//! are different constants that would have to be equal. There are two other kinds of contradictions: a literal that
//! matches no clause, and a negation of what the other literals imply. [`super::conjunction`] finds the contradictions.
//! This file visits the bodies and reports the contradictions in them.
//!
//! A derivation that never holds is reported at its definition, and not at its uses.

use blanche_sorted::{Arrange, SortedMap, SortedSet};

use super::conjunction::proof::Work;
use super::conjunction::{Conflict, Conjunction, Contradiction, Literal, Source, Unfolding};
use super::consequences::{BodyConsequences, ProgramConsequences};
use super::dependencies::Graph;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::names::Resolved;
use crate::program::{GameQuestion, Goal, PredicateKind, Program, Rule, RuleKind};

/// Maximum number of steps to determine whether a negation contradicts a body, or a bracketed part of it.
const MAX_STEPS: usize = 600;

/// Maximum number of such steps for all bracketed parts of a body together.
const MAX_STEPS_FOR_PARTS: usize = 6_000;

/// Maximum number of variables and goals to process in all bracketed parts of one body. The limit is needed because
/// each part may contain all variables. Further parts are ignored.
const MAX_PROCESSED: usize = 200_000;

/// Limit for checking each branch of a body together with the literals around the branches. The number of these
/// literals, multiplied by the number of branches, must not exceed it.
const MAX_SURROUNDING_LITERALS: usize = 100_000;

/// Reports bodies that can never hold, and computes the meanings of all bodies. After a derivation without mistakes has
/// been checked, it is unfolded where it is used.
pub(super) fn check<'p>(
    resolved: &'p Resolved,
    graph: &Graph,
    unfolding: &'p Unfolding<'p>,
) -> (Vec<Diagnostic>, ProgramConsequences<'p>) {
    let program = &resolved.program;
    let mut consequences = ProgramConsequences::new(unfolding, program.predicates.len());
    let mut found = Vec::new();
    for id in graph.callees_first() {
        let PredicateKind::Derived(clauses) = &program.predicate(id).kind else { continue };
        let before = found.len();
        let mut of_clauses: Vec<Reported> = Vec::new();
        for clause in clauses {
            let (said, body_consequences) = check_body(unfolding, Source::of_clause(clause), &clause.body);
            of_clauses.extend(said.into_iter().filter(|_| program.predicate(id).is_written()));
            consequences.add_clause(id, body_consequences);
        }
        // At least one clause is kept, because otherwise the predicate would no longer exist.
        let is_left = of_clauses.iter().filter(|said| said.whole).count() < clauses.len();
        found.extend(of_clauses.into_iter().map(|said| match said.whole && is_left {
            true => said.message.removable(),
            false => said.message,
        }));
        let sound = found.len() == before && !graph.is_recursive(id) && !resolved.broken.contains(&id);
        if sound {
            unfolding.insert(id, clauses);
        }
    }
    for rules in program.rules.chunk_by(|one, next| one.span == next.span) {
        let said = rules.iter().map(|rule| {
            let (said, body_consequences) = check_body(unfolding, Source::of_rule(rule), &rule.body);
            consequences.add_rule(body_consequences);
            said
        });
        found.extend(once(program, rules, said.collect()));
    }
    found.arrange_by_key(|message| message.label.span);
    (found, consequences)
}

/// Merges the messages about an item for several players. A contradiction that exists for only some of them is reported
/// with their names if it concerns the whole premise. Otherwise it is not reported, because a part of a premise may be
/// meant for one player.
fn once(program: &Program, rules: &[Rule], said: Vec<Vec<Reported>>) -> Vec<Diagnostic> {
    // A contradiction in the premise of a move is reported for the move, not for its effects. An effect line may be
    // meant for one player.
    let is_effect = rules.iter().any(|rule| rule.kind == RuleKind::Game(GameQuestion::Effect));
    let of = |said: &Reported| (said.message.label.span, said.message.title.clone());
    let mut found: SortedMap<_, (Vec<String>, &Reported)> = SortedMap::new();
    for (rule, said) in rules.iter().zip(&said) {
        for said in said.iter().filter(|said| !is_effect || rule.span.encloses(said.message.label.span)) {
            found.entry(of(said)).or_insert((Vec::new(), said)).0.push(program.colour(rule));
        }
    }
    let messages = found.into_values().filter_map(|(players, said)| {
        let mut message = said.message.clone();
        if players.len() < rules.len() {
            if !said.whole || is_effect {
                return None;
            }
            message.title = format!("{} for {}", message.title, players.join(" and "));
        } else if let [first, others @ ..] = players.as_slice()
            && !others.is_empty()
        {
            message = message
                .hint(format!("this message is about {first}; it is also true of {}", others.join(" and ")));
        }
        let is_asked_alone = |rule: &Rule| matches!(rule.kind, RuleKind::Rule | RuleKind::Score(_));
        if said.whole && players.len() == rules.len() && rules.iter().all(is_asked_alone) {
            message = message.removable();
        }
        Some(message)
    });
    messages.collect()
}

/// A contradiction that was found.
struct Reported {
    message: Diagnostic,
    /// Whether the whole body is contradictory, and not only a bracketed part of it.
    whole: bool,
}

/// Checks a body and all bracketed parts of it.
fn check_body<'p>(
    unfolding: &'p Unfolding<'p>,
    source: Source<'p>,
    body: &'p [Goal],
) -> (Vec<Reported>, BodyConsequences<'p>) {
    let mut found = Vec::new();
    let mut body_consequences = BodyConsequences { source: source.clone(), conjunction: None };
    // The conjunctions still to check, each with the goals around it, its own goals, and the span of the negation that
    // contains it.
    let mut waiting: Vec<(Vec<&'p Goal>, &'p [Goal], Option<Span>)> = vec![(Vec::new(), body, None)];
    let mut whole = true;
    let (mut read, mut steps) = (0, MAX_STEPS_FOR_PARTS);
    while let Some((around, goals, negation)) = waiting.pop() {
        read += source.variables.len() + around.len() + goals.len();
        if !whole && read > MAX_PROCESSED {
            break;
        }
        let mut conjunction = Conjunction::new(unfolding, source.variables);
        let all = || around.iter().copied().chain(goals);
        let added = all().try_for_each(|goal| conjunction.add(goal, &source));
        let settled = added.and_then(|()| conjunction.settle());
        let is_settled = settled.is_ok();
        let mut work = Work::of(MAX_STEPS.min(steps));
        let before = work.left();
        let result = settled.and_then(|()| conjunction.denied(&mut work));
        steps -= before - work.left();
        let contradiction = result.err().map(|found| message(&conjunction, &found, negation));
        if whole && is_settled {
            body_consequences.conjunction = Some(conjunction);
        }
        if let Some(message) = contradiction {
            // The negation of something contradictory, such as `¬(a = b)` in `a ≠ b`, always holds. Another check
            // reports this (B0609).
            if negation != Some(message.label.span) {
                found.push(Reported { message, whole });
            }
            continue;
        }
        whole = false;
        let branches: usize =
            all().map(|goal| if let Goal::Any(branches, _) = goal { branches.len() } else { 0 }).sum();
        for goal in goals {
            match goal {
                Goal::Atom(_) => {}
                Goal::Not(inner, span) => waiting.push((Vec::new(), inner, Some(*span))),
                // The surrounding goals are about the position before the actions, so they are left out.
                Goal::After(_, inner, _) => waiting.push((Vec::new(), inner, negation)),
                Goal::Any(of, _) => {
                    let few = branches * (around.len() + goals.len()) < MAX_SURROUNDING_LITERALS;
                    for branch in of {
                        let around = if few {
                            all().filter(|goal| !matches!(goal, Goal::Any(..))).collect()
                        } else {
                            Vec::new()
                        };
                        waiting.push((around, branch, negation));
                    }
                }
            }
        }
    }
    (found, body_consequences)
}

fn message(conjunction: &Conjunction<'_>, found: &Conflict, negation: Option<Span>) -> Diagnostic {
    let mut origins: SortedSet<Span> = found.origins.iter().copied().collect();
    let (said, hint) = explained(conjunction, found, origins.len());
    let last = origins.pop_last().or_else(|| said.keys().next_back().copied()).unwrap_or_else(nowhere);
    let title = if origins.is_empty() { "this can never hold" } else { "these can never hold together" };
    let label = said.get(&last).cloned().unwrap_or_else(|| "together with this".to_owned());
    let mut message = Diagnostic::new(Code::NeverHolds, title, last, label);
    for origin in origins {
        let label = said.get(&origin).cloned().unwrap_or_else(|| "together with this".to_owned());
        message = message.and(origin, label);
    }
    message = hint.into_iter().fold(message, Diagnostic::hint);
    match negation {
        Some(span) => message.and(span, "so this negation always holds"),
        None => message,
    }
}

/// The labels that explain a contradiction, by span, and a hint with its reason. `origins` is the number of the
/// author's literals that cause it.
fn explained(
    conjunction: &Conjunction<'_>,
    found: &Conflict,
    origins: usize,
) -> (SortedMap<Span, String>, Option<String>) {
    let program = conjunction.program();
    let mut hint = None;
    let said = match &found.contradiction {
        Contradiction::OneAnswer { literals, argument, values } => {
            let (said, reason) = two_answers(conjunction, literals, *argument, values);
            hint = Some(reason);
            said
        }
        Contradiction::Unequal { values: [one, other], at } => {
            SortedMap::from([(*at, format!("`{one}` would have to equal `{other}`"))])
        }
        Contradiction::Same { sides: [one, other], value, at } => {
            hint = same_answer(conjunction, &found.origins);
            let text = match one == other {
                true => format!("both sides are `{one}`"),
                false if [one, other].contains(&value) => format!("`{one}` and `{other}` are the same"),
                false => format!("`{one}` and `{other}` are both `{value}`"),
            };
            SortedMap::from([(*at, text)])
        }
        Contradiction::NoClause { literal } => {
            let name = program.predicate(literal.predicate).signature();
            let text = format!("no clause of `{name}` is for `{}`", conjunction.write(literal));
            SortedMap::from([(literal.origin, text)])
        }
        Contradiction::Denied { literal, at, through } => {
            let holds = match literal.through {
                None => "this holds".to_owned(),
                Some(_) => needs(conjunction, literal),
            };
            let fails = match through {
                None => "and this says that it does not hold".to_owned(),
                Some(_) if *at == literal.origin => "this says that the same holds and does not".to_owned(),
                Some(through) => {
                    format!("through `{}`, this says that it does not", program.predicate(*through).name)
                }
            };
            let mut said = SortedMap::from([(literal.origin, holds)]);
            said.insert(*at, fails);
            said
        }
        Contradiction::Follows { at, through } => {
            let text = match through {
                None if origins == 1 => "what this denies always holds".to_owned(),
                None => "what this denies follows from the rest".to_owned(),
                Some(through) => {
                    let name = &program.predicate(*through).name;
                    format!("through `{name}`, this denies what follows from the rest")
                }
            };
            SortedMap::from([(*at, text)])
        }
    };
    (said, hint)
}

/// The labels for two literals that require different values of one argument, and the reason why the argument has only
/// one value.
fn two_answers(
    conjunction: &Conjunction<'_>,
    literals: &[Literal; 2],
    argument: usize,
    values: &[String; 2],
) -> (SortedMap<Span, String>, String) {
    let predicate = conjunction.program().predicate(literals[0].predicate);
    let parameter = &predicate.parameters[argument.min(predicate.parameters.len() - 1)];
    let mut said: SortedMap<Span, String> = SortedMap::new();
    for (known, value) in literals.iter().zip(values) {
        let text = match known.through {
            None => format!("`{parameter}` is `{value}` here"),
            Some(_) => needs(conjunction, known),
        };
        said.entry(known.origin).and_modify(|said| *said = format!("{said}, and {text}")).or_insert(text);
    }
    let ([one, other], name) = (values, &predicate.name);
    (said, format!("`{name}` has one answer here: its `{parameter}` cannot be both `{one}` and `{other}`"))
}

/// Explains why two variables are equal, if both are the only answer of the same query.
fn same_answer(conjunction: &Conjunction<'_>, origins: &[Span]) -> Option<String> {
    let answers = conjunction.same_answers(origins);
    let (predicate, [one, other]) = answers.iter().find(|(_, [one, other])| one != other)?;
    let name = &conjunction.program().predicate(*predicate).name;
    Some(format!("`{name}` has one answer here, and both `{one}` and `{other}` are that one"))
}

/// A label such as "through `white.field`, this needs `color(Field, white)`".
fn needs(conjunction: &Conjunction<'_>, known: &Literal) -> String {
    let through = known.through.map_or("", |id| conjunction.program().predicate(id).name.as_str());
    format!("through `{through}`, this needs `{}`", conjunction.write(known))
}

fn nowhere() -> Span {
    Span::new(crate::files::FileId(0), 0, 0)
}

#[cfg(test)]
mod tests {
    use crate::check::tests::problems;
    use crate::diagnostic::{Code, Diagnostic};

    const DOMAIN: &str = "domain d\n\
        sort field of 9 like a1 words Field\n\
        sort color = none, white, black words Color\n\
        players white, black\n\
        extern color(Field: field, Color: color): (bound, free) gives one, (free, bound) gives about 3\n\
        extern next(Field1: field, Field2: field): (bound, free) gives about 2, (free, free) gives about 9\n\
        white.field(Field) :- color(Field, white)\n\
        black.field(Field) :- color(Field, black)\n\
        corner(Field) :- next(Field, Field_), ¬white.field(Field)\n\
        good.corner(Field) :- corner(Field), black.field(Field)\n";

    fn contradictions(body: &str) -> Vec<Diagnostic> {
        let mut found = problems(&format!("{DOMAIN}rule r for white at level 0 if {body}\n"));
        found.retain(|message| message.code == Code::NeverHolds);
        found
    }

    #[test]
    fn two_values_of_a_function_never_hold_together() {
        assert_eq!(contradictions("color(Field, white), color(Field, black)").len(), 1);
        assert_eq!(contradictions("color(Field1, white), color(Field2, black)").len(), 0);
        assert_eq!(contradictions("color(Field, white), color(Field, white)").len(), 0);
        assert_eq!(contradictions("next(Field, Field1), next(Field, Field2)").len(), 0);
    }

    #[test]
    fn a_contradiction_through_derivations_names_them() {
        let found = contradictions("white.field(Field), good.corner(Field)");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].label.text, "through `black.field`, this needs `color(Field, black)`");
        assert_eq!(found[0].others[0].text, "through `white.field`, this needs `color(Field, white)`");
    }

    #[test]
    fn equal_values_are_propagated() {
        let two = "next(Field, Field1), color(Field, Color1), color(Field, Color2), ¬equal(Color1, Color2)";
        assert_eq!(contradictions(two).len(), 1);
        let found = contradictions("white.field(Field1), equal(Field1, Field2), black.field(Field2)");
        assert_eq!((found.len(), found[0].others.len()), (1, 2));
        assert_eq!(contradictions("equal(white, black), next(Field1, Field2)").len(), 1);
        assert_eq!(contradictions("next(Field1, Field2), ¬equal(Field1, Field1)").len(), 1);
    }

    #[test]
    fn two_variables_that_must_be_equal_are_named_with_the_reason() {
        let said = |body: &str| {
            let found = contradictions(body);
            (found[0].label.text.clone(), found[0].hints.first().cloned())
        };
        let why = "`color` has one answer here, and both `Color1` and `Color2` are that one".to_owned();
        assert_eq!(
            said("next(Field, Field1), color(Field, Color1), color(Field, Color2), ¬equal(Color1, Color2)"),
            ("`Color1` and `Color2` are the same".to_owned(), Some(why))
        );
        assert_eq!(
            said("next(Field1, Field2), color(Field1, Color1), equal(Color1, white), ¬equal(Color1, white)"),
            ("`Color1` and `white` are the same".to_owned(), None)
        );
        assert_eq!(said("next(Field1, Field2), ¬equal(Field1, Field1)").0, "both sides are `Field1`");
    }

    #[test]
    fn a_literal_and_its_negation_never_hold_together() {
        assert_eq!(contradictions("next(Field1, Field2), ¬next(Field1, Field2)").len(), 1);
        assert_eq!(contradictions("next(Field1, Field2), ¬next(Field2, Field1)").len(), 0);
        assert_eq!(
            contradictions("next(Field1, Field2), ¬next(Field1, Field_)").len(),
            1,
            "for every `Field_`"
        );
        assert_eq!(contradictions("next(Field1, Field2), ¬next(Field_, Field_)").len(), 0);
        assert_eq!(
            contradictions("white.field(Field), corner(Field)").len(),
            1,
            "through the clause of `corner`"
        );
        assert_eq!(
            contradictions("¬white.field(Field_), color(Field, white)").len(),
            1,
            "its clause is for it"
        );
    }

    #[test]
    fn a_negation_of_an_impossible_literal_is_accepted() {
        assert_eq!(contradictions("color(Field, white), ¬black.field(Field)").len(), 0);
        assert_eq!(
            contradictions("next(Field, Field1), ¬(color(Field, white), color(Field, black))").len(),
            1
        );
    }

    #[test]
    fn an_aggregate_may_differ_from_a_value_of_its_answers() {
        for compared in
            ["min N_ (v(X_, N_)) ≠ 3", "max N_ (v(X_, N_), N_ > 5) ≠ 3", "count X_ (v(X_, 6)) ≠ 3"]
        {
            let text = format!("sort num = 0 to 10 words N\nfact v(a, 1), v(b, 6)\nother :- {compared}\n");
            let found = problems(&text);
            assert!(found.iter().all(|message| message.code != Code::NeverHolds), "{compared}: {found:?}");
        }
    }

    #[test]
    fn every_branch_is_checked() {
        assert_eq!(
            contradictions("color(Field, white), (next(Field, Field1) ; black.field(Field))").len(),
            1
        );
    }

    #[test]
    fn a_contradiction_is_reported_where_it_is_written_and_not_at_uses() {
        let text = format!("{DOMAIN}mixed(Field) :- color(Field, white), color(Field, black)\n");
        let found = problems(&format!("{text}rule r for white at level 0 if mixed(Field1), mixed(Field2)\n"));
        assert_eq!(found.iter().filter(|message| message.code == Code::NeverHolds).count(), 1);
    }
}
