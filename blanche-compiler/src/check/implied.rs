//! `B0609`: a literal that is implied by the other literals of its body, so that removing it changes no answer.
//!
//! [`super::conjunction`] determines what is implied. The literal is reported only if the body without it can be
//! evaluated in the same modes, and if all of its variables keep their sorts and meanings. (A variable that would occur
//! only in negations would become a separate variable in each of them.)

use blanche_sorted::{Arrange, SortedSet};

use super::conjunction::{Conjunction, Contradiction, Source, Unfolding};
use super::consequences::{BodyConsequences, ProgramConsequences};
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::modes::{Bound, Modes};
use crate::names::Resolved;
use crate::program::{
    Clause, EQUAL, Goal, Origin, PredicateId, PredicateKind, Program, Rule, RuleId, RuleKind, Term,
    VariableId, occurrences, rule_occurrences, variables,
};

/// Maximum number of literals of a body to check.
const MAX_LITERALS: usize = 64;

/// Maximum number of literals to mark as reasons why a literal is implied.
const MAX_DRAWN: usize = 4;

/// Maximum number of arguments of a clause to check, because the check tries all modes.
const MAX_ARGUMENTS: usize = 6;

/// Reports literals that are implied by the other literals of their body.
pub(super) fn check<'p>(
    resolved: &'p Resolved,
    consequences: &'p ProgramConsequences<'p>,
) -> Vec<Diagnostic> {
    let program = &resolved.program;
    let mut modes = Modes::new(program, &resolved.broken);
    let mut found = Vec::new();
    let unfolding = consequences.unfolding;
    for (id, _, clauses) in program.derived() {
        for (clause, body_consequences) in clauses.iter().zip(consequences.clauses(id)) {
            let outside: Vec<VariableId> = variables(&clause.head).collect();
            let examined = Examined { program, unfolding, body_consequences, body: &clause.body, outside };
            let implied = examined.implied(&mut |rest| clause_can_be_asked(&mut modes, clause, rest));
            found.extend(implied.iter().map(|implied| message(&clause.body, implied)));
        }
    }
    let rules: Vec<(&Rule, RuleId)> = program.rules.iter().zip((0..).map(RuleId)).collect();
    for texts in rules.chunk_by(|(one, _), (next, _)| one.span == next.span) {
        // A literal in an item for several players is reported only if it is implied for all of them.
        let mut common: Option<Vec<Implied>> = None;
        let answers = |(rule, _): &&(&Rule, RuleId)| matches!(rule.kind, RuleKind::Rule | RuleKind::Score(_));
        for (rule, id) in texts.iter().filter(answers) {
            let (body_consequences, outside) = (consequences.rule(*id), rule.answer.clone());
            let examined = Examined { program, unfolding, body_consequences, body: &rule.body, outside };
            let implied = examined.implied(&mut |rest| rule_can_be_asked(&mut modes, rule, rest));
            common = Some(match common {
                None => implied,
                Some(mut common) => {
                    common.retain(|known| implied.iter().any(|implied| implied.at == known.at));
                    common
                }
            });
        }
        let body = &texts[0].0.body;
        found.extend(common.iter().flatten().map(|implied| message(body, implied)));
    }
    found
}

/// An implied literal: its index among the goals, and the literals that imply it.
struct Implied {
    at: usize,
    origins: Vec<Span>,
    /// Explanations, which mention the values that the other literals determine.
    reasons: Vec<String>,
}

/// A body to check: that of a clause, or the premise of a rule.
struct Examined<'p> {
    program: &'p Program,
    unfolding: &'p Unfolding<'p>,
    body_consequences: &'p BodyConsequences<'p>,
    body: &'p [Goal],
    /// The variables that are also used outside the body.
    outside: Vec<VariableId>,
}

impl<'p> Examined<'p> {
    /// The implied goals. Goals are examined from last to first, and each must follow from the goals that are not
    /// implied themselves or have not been examined yet.
    fn implied(&self, can_be_asked: &mut dyn FnMut(&[Goal]) -> bool) -> Vec<Implied> {
        if !(2..=MAX_LITERALS).contains(&self.body.len()) {
            return Vec::new();
        }
        let Some(all) = &self.body_consequences.conjunction else { return Vec::new() };
        let mut found: Vec<Implied> = Vec::new();
        // Goals that do not occur in the text are never reported.
        let is_written = |goal: &Goal| !matches!(goal, Goal::Atom(atom) if atom.is_added);
        let written = self.body.iter().enumerate().rev().filter(|(_, goal)| is_written(goal));
        // A call and the literal that contains it are separate goals, but neither can be removed alone.
        let is_alone = |goal: &Goal| {
            let own = goal.span();
            let mut others = self.body.iter().map(Goal::span).filter(|other| *other != own);
            !others.any(|other| own.encloses(other) || other.encloses(own))
        };
        for (at, goal) in written.filter(|(_, goal)| is_alone(goal) && all.may_follow(goal)) {
            let stays = |other: usize| other != at && found.iter().all(|implied| implied.at != other);
            let gone: Vec<Span> =
                (0..self.body.len()).filter(|at| !stays(*at)).map(|at| self.body[at].span()).collect();
            let others = all.without(&gone).or_else(|| self.conjunction(stays));
            let Some(others) = others else { continue };
            let rest = || (0..self.body.len()).filter(|other| stays(*other)).map(|other| &self.body[other]);
            let elsewhere: SortedSet<VariableId> =
                occurrences(rest()).into_keys().chain(self.outside.iter().copied()).collect();
            let source = &self.body_consequences.source;
            let Some(origins) = others.proves(goal, source, elsewhere.iter().copied()) else { continue };
            // Facts may be changed later, so a literal that tests them is useful.
            if origins.is_empty() && self.rests_on_facts(goal) {
                continue;
            }
            let rest: Vec<Goal> = rest().cloned().collect();
            if self.variables_stay(goal, &rest, &elsewhere) && can_be_asked(&rest) {
                let reasons = reason(&others, goal, source, &origins).into_iter().collect();
                found.push(Implied { at, origins, reasons });
            }
        }
        found
    }

    /// Whether a goal depends on facts in the text, directly or through derivations.
    fn rests_on_facts(&self, goal: &Goal) -> bool {
        let mut asked: Vec<PredicateId> = Vec::new();
        let mut seen: SortedSet<PredicateId> = SortedSet::new();
        goal.atoms(&mut |atom, _| asked.push(atom.predicate));
        while let Some(id) = asked.pop() {
            let predicate = self.program.predicate(id);
            match &predicate.kind {
                PredicateKind::Facts(_) if predicate.origin == Origin::Text => return true,
                PredicateKind::Derived(clauses) if seen.insert(id) => {
                    let goals = clauses.iter().flat_map(|clause| &clause.body);
                    goals.for_each(|goal| goal.atoms(&mut |atom, _| asked.push(atom.predicate)));
                }
                _ => {}
            }
        }
        false
    }

    /// The conjunction of the goals for which `stays` holds; `None` if it is contradictory.
    fn conjunction(&self, stays: impl Fn(usize) -> bool) -> Option<Conjunction<'p>> {
        let source = &self.body_consequences.source;
        let mut conjunction = Conjunction::new(self.unfolding, source.variables);
        let mut goals = self.body.iter().enumerate().filter(|(at, _)| stays(*at));
        let added = goals.try_for_each(|(_, goal)| conjunction.add(goal, source));
        (added.is_ok() && conjunction.settle().is_ok()).then_some(conjunction)
    }

    /// Whether the variables of a goal keep their meanings if the goal is removed. They must keep their sorts, and
    /// other goals must bind them.
    fn variables_stay(&self, goal: &Goal, rest: &[Goal], elsewhere: &SortedSet<VariableId>) -> bool {
        let bound: Bound = rest
            .iter()
            .filter_map(|goal| if let Goal::Atom(atom) = goal { Some(atom) } else { None })
            // The literal that makes a variable range over its sort was added only because the variable occurs in
            // several negations.
            .filter(|atom| !atom.is_added)
            .flat_map(|atom| variables(&atom.arguments))
            .chain(self.outside.iter().copied())
            .collect();
        let own = occurrences([goal]).into_keys();
        own.filter(|id| elsewhere.contains(id)).all(|id| bound.contains(&id) && self.sort_stays(id, rest))
    }

    /// Whether the sort of a variable follows from its name or from its occurrences in these goals.
    fn sort_stays(&self, id: VariableId, goals: &[Goal]) -> bool {
        let variable = &self.body_consequences.source.variables[id.index()];
        let word = variable.name.split(|c: char| c.is_numeric() || c == '_').next().unwrap_or("");
        let mut stays = self.program.sort(variable.sort).words.iter().any(|known| known == word);
        for goal in goals {
            goal.atoms(&mut |atom, _| {
                let predicate = self.program.predicate(atom.predicate);
                if atom.predicate == EQUAL || predicate.sorts.is_empty() {
                    return;
                }
                stays |= atom
                    .arguments
                    .iter()
                    .enumerate()
                    .any(|(at, term)| *term == Term::Variable(id) && predicate.sort(at) == variable.sort);
            });
        }
        stays
    }
}

/// Whether a clause with the body `rest` can be evaluated in every mode in which `clause` can.
fn clause_can_be_asked(modes: &mut Modes<'_>, clause: &Clause, rest: &[Goal]) -> bool {
    if clause.head.len() > MAX_ARGUMENTS {
        return false;
    }
    let without = Clause { body: rest.to_vec(), ..clause.clone() };
    (0..1 << clause.head.len())
        .all(|bound| !modes.clause_answers(clause, bound) || modes.clause_answers(&without, bound))
}

/// Whether a rule with the premise `rest` can be evaluated.
fn rule_can_be_asked(modes: &mut Modes<'_>, rule: &Rule, rest: &[Goal]) -> bool {
    let without = Rule { body: rest.to_vec(), ..rule.clone() };
    let (bound, stuck) = modes.closure(rest, Bound::new(), &rule_occurrences(&without));
    stuck.is_empty() && rule.answer.iter().all(|id| bound.contains(id))
}

/// Explains an implied goal. For a negation, the hint shows the two answers that exclude each other. For other goals,
/// it names the derivation that implies them.
fn reason<'p>(
    others: &Conjunction<'p>,
    goal: &'p Goal,
    source: &Source<'p>,
    origins: &[Span],
) -> Option<String> {
    let Goal::Not(denied, _) = goal else { return others.implied_through_hint(goal, origins) };
    let mut with = others.clone();
    let mut added = denied.iter();
    let result = added.try_for_each(|goal| with.add(goal, source)).and_then(|()| with.settle());
    let found = result.err()?;
    let Contradiction::OneAnswer { literals, argument, values: [one, other] } = found.contradiction else {
        return None;
    };
    let predicate = others.program().predicate(literals[0].predicate);
    let parameter = &predicate.parameters[argument.min(predicate.parameters.len() - 1)];
    let [first, second] = [&literals[0], &literals[1]].map(|known| others.write_if_known(known));
    let name = &predicate.name;
    Some(match (first, second) {
        (Some(first), Some(second)) => format!(
            "it always holds here: `{first}` and `{second}`, and the `{parameter}` of `{name}` cannot be both `{one}` and `{other}`"
        ),
        (Some(known), None) | (None, Some(known)) => format!(
            "it always holds here: `{known}`, and the `{parameter}` of `{name}` cannot be both `{one}` and `{other}`"
        ),
        (None, None) => return None,
    })
}

fn message(body: &[Goal], implied: &Implied) -> Diagnostic {
    let goal = &body[implied.at];
    let same = |span: &Span| {
        body.iter().any(|other| match (goal, other) {
            (Goal::Atom(one), Goal::Atom(other)) => {
                other.span == *span && one.predicate == other.predicate && one.arguments == other.arguments
            }
            _ => false,
        })
    };
    let mut origins: Vec<Span> =
        implied.origins.iter().copied().filter(|origin| *origin != goal.span()).collect();
    origins.arrange();
    origins.dedup();
    let twice = matches!(origins.as_slice(), [origin] if same(origin));
    let title = if twice { "this is stated twice" } else { "this says nothing new" };
    let label = match (twice, origins.is_empty()) {
        (true, _) => "repeated here",
        (false, true) => "it always holds",
        (false, false) => "it follows from the rest",
    };
    let mut message = Diagnostic::new(Code::Implied, title, goal.span(), label);
    for (at, origin) in origins.into_iter().take(MAX_DRAWN).enumerate() {
        let text = match (twice, at) {
            (true, _) => "it appears here already",
            (false, 0) => "where this holds, it does too",
            (false, _) => "together with this",
        };
        message = message.and(origin, text);
    }
    let message = implied.reasons.iter().cloned().fold(message, Diagnostic::hint);
    message.hint("remove it: the answers are the same; or change what should be different").removable()
}

#[cfg(test)]
mod tests {
    use super::super::tests::problems;
    use crate::diagnostic::{Code, Diagnostic};

    const DOMAIN: &str = "domain d\n\
        sort field of 9 like a1 words Field playable\n\
        sort color = none, white, black words Color\n\
        players white, black\n\
        extern color(Field: field, Color: color): (bound, free) gives one, (free, bound) gives about 3\n\
        extern next(Field1: field, Field2: field): (bound, free) gives about 2, (free, free) gives about 9\n\
        extern odd(Field: field): (bound) tests\n\
        white.field(Field) :- color(Field, white)\n\
        may.go(Field, white) :- color(Field, none)\n\
        may.go(Field, black) :- color(Field, none), odd(Field)\n\
        far(Field1, Field2) :- color(Field1, none), ¬next(Field1, Field2), ¬equal(Field1, Field2)\n";

    fn found(text: &str) -> Vec<Diagnostic> {
        let mut found = problems(&format!("{DOMAIN}{text}\n"));
        found.retain(|message| message.code == Code::Implied);
        found
    }

    /// The literals of a premise that are reported as implied.
    fn implied(premise: &str) -> Vec<String> {
        let text = format!("{DOMAIN}rule r for white at level 0 if {premise}\n");
        let mut found = problems(&text);
        found.retain(|message| message.code == Code::Implied);
        found.iter().map(|message| text[message.label.span.range()].to_owned()).collect()
    }

    #[test]
    fn a_repeated_literal_is_reported_at_its_second_occurrence() {
        let found = found("p(Field) :- odd(Field), next(Field, Field_), odd(Field)");
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].title.as_str(), found[0].label.text.as_str()),
            ("this is stated twice", "repeated here")
        );
        assert!(found[0].label.span > found[0].others[0].span);
    }

    #[test]
    fn a_literal_that_a_derivation_implies_is_reported() {
        assert_eq!(implied("white.field(Field), color(Field, white)"), ["color(Field, white)"]);
        assert_eq!(implied("color(Field1, none), next(Field1, Field2), may.go(Field1, white)").len(), 1);
        let either = "next(Field1, Field2), color(Field1, none), color(Field2, Color), may.go(Field1, Color)";
        assert_eq!(implied(either), ["color(Field1, none)"], "every clause says it");
        let one = "next(Field1, Field2), odd(Field1), color(Field2, Color), may.go(Field1, Color)";
        assert!(implied(one).is_empty(), "one clause says it");
        let none = "next(Field1, Field2), color(Field2, Color), ¬equal(Color, none), may.go(Field1, Color)";
        assert_eq!(implied(none), ["¬equal(Color, none)"], "no clause is for it");
    }

    #[test]
    fn a_literal_that_only_facts_imply_is_not_reported() {
        let facts = "fact on, near(none)\nready :- on\n";
        for body in
            ["odd(Field), on", "odd(Field), near(none)", "odd(Field), ready", "odd(Field), ¬near(white)"]
        {
            assert!(found(&format!("{facts}p(Field) :- {body}")).is_empty(), "{body}");
        }
        assert_eq!(
            found(&format!("{facts}p(Field) :- odd(Field), ready, on")).len(),
            1,
            "it follows from `ready`"
        );
    }

    #[test]
    fn a_negation_whose_opposite_contradicts_the_rest_is_implied() {
        assert_eq!(implied("color(Field, white), ¬color(Field, black)"), ["¬color(Field, black)"]);
        let chain =
            "next(Field1, Field2), next(Field3, Field1), ¬next(Field3, Field2), ¬equal(Field1, Field2)";
        assert_eq!(implied(chain), ["¬equal(Field1, Field2)"]);
        assert!(implied(&chain.replace("¬next(Field3, Field2)", "¬next(Field2, Field3)")).is_empty());
        assert_eq!(
            implied(
                "next(Field1, Field2), color(Field3, none), ¬next(Field1, Field3), ¬equal(Field2, Field3)"
            ),
            ["¬equal(Field2, Field3)"]
        );
        assert_eq!(
            implied("color(Field2, none), far(Field1, Field2), ¬equal(Field1, Field2)"),
            ["¬equal(Field1, Field2)"]
        );
        assert_eq!(
            implied("color(Field, none), ¬(next(Field, Field_), odd(Field_)), ¬next(Field, Field_2)"),
            ["¬(next(Field, Field_), odd(Field_))"]
        );
    }

    #[test]
    fn a_literal_that_binds_a_variable_or_an_answer_is_not_implied() {
        assert!(implied("next(Field1, Field2), next(Field1, Field3)").is_empty(), "`Field3` is an answer");
        assert_eq!(implied("next(Field1, Field2), next(Field1, Field_)"), ["next(Field1, Field_)"]);
        assert!(
            found("q(Field) :- odd(Field)\np(Field) :- next(Field, Field_), q(Field), next(Field_, Field)")
                .is_empty()
        );
    }

    #[test]
    fn a_literal_that_determines_a_sort_is_not_implied() {
        let sorts = "sort some = white, black part of color\nfact few(white)\nfact few(black)\n\
            narrow(X) :- color(Field_, X)\n";
        assert!(found(&format!("{sorts}p(X) :- color(Field_, X), narrow(X)")).len() == 1);
    }

    #[test]
    fn a_literal_that_is_implied_for_only_one_player_is_not_reported() {
        let rule =
            |side: &str| format!("rule r for {side} at level 0 if color(Field, white), ¬color(Field, Color)");
        assert!(found(&rule("Color")).is_empty());
        assert_eq!(
            found(&rule("Color").replace("¬color(Field, Color)", "color(Field, white), next(Field_, Field)"))
                .len(),
            1
        );
    }

    #[test]
    fn a_literal_and_the_call_in_it_are_not_both_reported() {
        for body in [
            "odd(Field), color(Field) = color(Field)",
            "odd(Field), color(Field, color(Field))",
            "odd(Field), color(Field, Color_), color(Field) = Color_",
        ] {
            let said = found(&format!("p(Field) :- {body}"));
            let spans: Vec<_> = said.iter().map(|message| message.label.span.range().len()).collect();
            assert!(said.len() <= usize::from(body.contains("Color_")), "{body}: {spans:?}");
        }
        // Because of the second negation, the variable has the same value in both negations.
        assert!(found("p(Field1) :- odd(Field1), Field2 ≠ Field1, Field2 ≠ Field1").is_empty());
        assert!(found("p(Field1) :- odd(Field1), ¬next(Field1, Field2), ¬next(Field1, Field2)").is_empty());
    }
}
