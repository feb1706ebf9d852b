//! `B0607`: a clause subsumed by another clause of its predicate, so that all of its answers are also answers of the
//! other clause. `B0608`: a rule that adds nothing to another rule of the same player, because the other rule applies
//! in every position in which this rule applies. The other rule either wins in fewer moves, or comes earlier in the
//! same level and plays the same.
//!
//! [`super::conjunction::proof`] determines whether one premise implies another. An index of the features that a
//! candidate needs to imply another one keeps the number of comparisons small. Without it, ten thousand clauses would
//! need a hundred million comparisons.

use blanche_sorted::{SortedMap, SortedSet};

use super::Items;
use super::conjunction::Key;
use super::conjunction::features::Feature;
use super::conjunction::proof::{Proof, Work};
use super::consequences::{BodyConsequences, ProgramConsequences};
use super::tainted::Tainted;
use crate::diagnostic::{Code, Diagnostic};
use crate::files::Span;
use crate::program::{Goal, PredicateKind, Program, Rule, RuleId, RuleKind, Term, VariableId};
use crate::runtime::Value;

/// Maximum number of other candidates that are compared with one candidate by a proof.
const MAX_PROOFS: usize = 16;

/// Maximum number of steps to prove that one candidate implies another.
const MAX_STEPS: usize = 200;

/// Maximum number of other candidates to examine when selecting those that are compared by a proof.
const MAX_EXAMINED: usize = 256;

/// Reports subsumed clauses and rules. The items in `duplicates` have been reported as duplicates already.
pub(super) fn check<'p>(
    program: &'p Program,
    consequences: &'p ProgramConsequences<'p>,
    items: &Items<'_>,
    tainted: &Tainted<'_>,
    duplicates: &SortedSet<Span>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (id, predicate, clauses) in program.derived() {
        if clauses.len() < 2 {
            continue;
        }
        let consequences = consequences.clauses(id);
        let candidates = clauses.iter().zip(consequences).map(|(clause, body_consequences)| Candidate {
            body_consequences,
            head: clause.head.iter().map(Head::of).collect(),
            body: &clause.body,
            head_span: items.head(clause.span),
            level: 0,
            comes: 0,
        });
        let pool = Pool::new(candidates.collect());
        for (at, other) in pool.contained(duplicates) {
            let (less, more) = (items.head(clauses[at].span), items.head(clauses[other].span));
            let title = format!("this clause of `{}` adds nothing", predicate.signature());
            found.push(
                Diagnostic::new(
                    Code::Contained,
                    title,
                    less,
                    "another clause gives everything that this one gives",
                )
                .and(more, "this one")
                .hint("remove it, or change it to give something else")
                .removable(),
            );
        }
    }
    found.extend(rules(program, consequences, items, tainted, duplicates));
    found
}

/// Reports rules that add nothing. A rule that is written for several players is reported only if it adds nothing for
/// any of them.
fn rules<'p>(
    program: &'p Program,
    consequences: &'p ProgramConsequences<'p>,
    items: &Items<'_>,
    tainted: &Tainted<'_>,
    duplicates: &SortedSet<Span>,
) -> Vec<Diagnostic> {
    // A rule that an extern predicate queries by name is useful in any case.
    let asked = program.predicates.iter().filter_map(|predicate| match &predicate.kind {
        PredicateKind::Extern(external) => external.asks.as_ref(),
        _ => None,
    });
    let asked: SortedSet<Span> = asked.flatten().map(|id| program.rule(*id).span).collect();
    let numbered = program.rules.iter().zip((0..).map(RuleId));
    let rules: Vec<(&Rule, RuleId)> = numbered.filter(|(rule, _)| rule.kind == RuleKind::Rule).collect();
    let mut of_player: SortedMap<Option<Value>, Vec<(&Rule, RuleId)>> = SortedMap::new();
    for (rule, id) in &rules {
        of_player.entry(rule.colour).or_default().push((rule, *id));
    }
    let mut shadows: SortedMap<Span, Vec<(&Rule, &Rule)>> = SortedMap::new();
    for own in of_player.values() {
        let candidates = own.iter().enumerate().map(|(comes, (rule, id))| Candidate {
            body_consequences: consequences.rule(*id),
            head: rule.played().iter().copied().map(Head::Variable).collect(),
            body: &rule.body,
            head_span: items.head(rule.span),
            level: rule.level,
            comes,
        });
        let pool = Pool::new(candidates.collect());
        for (less, more) in pool.contained(duplicates) {
            shadows.entry(own[less].0.span).or_default().push((own[less].0, own[more].0));
        }
    }
    let mut found = Vec::new();
    for (span, pairs) in shadows.into_iter().filter(|(span, _)| !asked.contains(span)) {
        // The rule may be useful for one of the other players, or may be queried by name.
        let players = rules.iter().filter(|(rule, _)| rule.span == span).count();
        let (less, more) = pairs[0];
        if pairs.len() >= players && !tainted.mentions(&less.name) {
            found.push(shadowed(items, less, more));
        }
    }
    found
}

/// The message about a rule that adds nothing to another one.
fn shadowed(items: &Items<'_>, less: &Rule, more: &Rule) -> Diagnostic {
    let is_lower = more.level < less.level;
    let title = format!("the rule `{}` adds nothing to `{}`", less.name, more.name);
    let (text, hint) = match is_lower {
        true => (
            format!("this one, at level {} and not {}", more.level, less.level),
            "this rule never takes effect; remove it, or ask for something less",
        ),
        false => (
            "this one, which comes first and plays the same".to_owned(),
            "remove it, move it before the other one, or change what should be different",
        ),
    };
    let label = "wherever this applies, another rule applies too";
    Diagnostic::new(Code::Shadowed, title, items.head(less.span), label)
        .and(items.head(more.span), text)
        .hint(hint)
        .removable()
}

/// A term that must match: an argument of a clause's head, or a value that a rule plays.
#[derive(Clone, Copy)]
enum Head<'p> {
    Variable(VariableId),
    Constant(&'p Term),
}

impl<'p> Head<'p> {
    fn of(term: &'p Term) -> Head<'p> {
        match term {
            Term::Variable(id) => Head::Variable(*id),
            constant => Head::Constant(constant),
        }
    }
}

/// A clause or rule to compare.
struct Candidate<'p> {
    body_consequences: &'p BodyConsequences<'p>,
    head: Vec<Head<'p>>,
    body: &'p [Goal],
    head_span: Span,
    level: u32,
    /// The index of the rule among the rules of its level.
    comes: usize,
}

/// The candidates that may subsume each other.
struct Pool<'p> {
    candidates: Vec<Candidate<'p>>,
    /// For each candidate, the features that another candidate must have in order to imply it.
    needed: Vec<SortedSet<Feature<'p>>>,
    /// The candidates by the rarest of the features that they need.
    by_rarest: SortedMap<Option<Feature<'p>>, Vec<usize>>,
}

impl<'p> Pool<'p> {
    fn new(candidates: Vec<Candidate<'p>>) -> Pool<'p> {
        let mut needed: Vec<SortedSet<Feature<'p>>> = Vec::new();
        let mut count: SortedMap<Feature<'p>, usize> = SortedMap::new();
        for candidate in &candidates {
            let known = candidate.body_consequences.conjunction.as_ref();
            let mut features = known.map_or_else(SortedSet::new, |known| known.needed());
            features.extend(candidate.head.iter().enumerate().filter_map(|(at, head)| match head {
                Head::Variable(_) => None,
                Head::Constant(term) => Some(Feature::Head(at, term)),
            }));
            features.iter().for_each(|feature| *count.entry(*feature).or_default() += 1);
            needed.push(features);
        }
        let mut by_rarest: SortedMap<Option<Feature<'p>>, Vec<usize>> = SortedMap::new();
        let sound = |at: usize| candidates[at].body_consequences.conjunction.is_some();
        for (at, features) in needed.iter().enumerate().filter(|(at, _)| sound(*at)) {
            let rarest = features.iter().min_by_key(|feature| count[feature]).copied();
            by_rarest.entry(rarest).or_default().push(at);
        }
        Pool { candidates, needed, by_rarest }
    }

    /// Pairs of a subsumed candidate and the candidate that subsumes it.
    fn contained(&self, duplicates: &SortedSet<Span>) -> Vec<(usize, usize)> {
        let fresh = |at: &usize| !duplicates.contains(&self.candidates[*at].head_span);
        let mut found = Vec::new();
        for at in (0..self.candidates.len()).filter(fresh) {
            let Some(conjunction) = &self.candidates[at].body_consequences.conjunction else { continue };
            let mut features = conjunction.features();
            for (place, key) in self.head(at).into_iter().enumerate() {
                if let Key::Constant(term) = key {
                    features.insert(Feature::Head(place, term));
                }
            }
            let rarest = std::iter::once(None).chain(features.iter().copied().map(Some));
            let candidates = rarest.filter_map(|feature| self.by_rarest.get(&feature)).flatten().copied();
            let other = candidates
                .take(MAX_EXAMINED)
                .filter(|other| *other != at && self.may_come_before(*other, at))
                .filter(|other| self.needed[*other].is_subset(&features))
                .filter(fresh)
                .take(MAX_PROOFS)
                .find(|other| self.contains(*other, at) && (*other < at || !self.contains(at, *other)));
            found.extend(other.map(|other| (at, other)));
        }
        found
    }

    /// Whether a candidate takes precedence over another one in positions to which both apply.
    fn may_come_before(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.candidates[one], &self.candidates[other]);
        one.level < other.level || one.comes <= other.comes
    }

    /// The keys of the terms in the head of a candidate.
    fn head(&self, at: usize) -> Vec<Key<'p>> {
        let Some(conjunction) = &self.candidates[at].body_consequences.conjunction else { return Vec::new() };
        let key = |head: &Head<'p>| match head {
            Head::Variable(id) => conjunction.key_of(*id),
            Head::Constant(term) => Key::Constant(term),
        };
        self.candidates[at].head.iter().map(key).collect()
    }

    /// Whether candidate `more` subsumes candidate `less`.
    fn contains(&self, more: usize, less: usize) -> bool {
        let Some(conjunction) = &self.candidates[less].body_consequences.conjunction else { return false };
        let (more, heads) = (&self.candidates[more], self.head(less));
        let mut known: Vec<(VariableId, Key<'p>)> = Vec::new();
        // If a rule wins in fewer moves, it may play something else.
        if more.level == self.candidates[less].level {
            if more.head.len() != heads.len() {
                return false;
            }
            for (head, key) in more.head.iter().zip(heads) {
                match head {
                    Head::Variable(id) => known.push((*id, key)),
                    Head::Constant(term) if key == Key::Constant(term) => {}
                    Head::Constant(_) => return false,
                }
            }
        }
        Proof::new(conjunction, &mut Work::of(MAX_STEPS)).follows_where(
            more.body,
            &more.body_consequences.source,
            known,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::problems;
    use crate::diagnostic::{Code, Diagnostic};

    const DOMAIN: &str = "domain d\n\
        sort field of 9 like a1 words Field playable\n\
        sort color = none, white, black words Color\n\
        sort bright = white, black part of color words Bright\n\
        players white, black\n\
        extern color(Field: field, Color: color): (bound, free) gives one, (free, bound) gives about 3\n\
        extern next(Field1: field, Field2: field): (bound, free) gives about 2, (free, free) gives about 9\n\
        action put(Color: color, Field: field) growing\n\
        white.field(Field) :- color(Field, white)\n";

    fn found(text: &str) -> Vec<Diagnostic> {
        let mut found = problems(&format!("{DOMAIN}{text}\n"));
        found.retain(|message| matches!(message.code, Code::Contained | Code::Shadowed));
        found
    }

    /// Number of subsumed clauses among these clauses of `p`.
    fn contained(clauses: &str) -> usize {
        found(clauses).len()
    }

    #[test]
    fn a_more_specific_clause_is_subsumed() {
        let text = "p(Field) :- next(Field, Field_)\np(Field) :- next(Field, Field_), color(Field_, none)";
        let found = found(text);
        assert_eq!(found.len(), 1);
        assert!(found[0].label.span > found[0].others[0].span, "the second clause is the one");
        assert_eq!(
            contained(
                "p(Field) :- next(Field, Field_), color(Field_, none)\np(Field) :- next(Field, Field_)"
            ),
            1
        );
        assert_eq!(contained("p(Field) :- next(Field, Field_)\np(Field) :- next(Field_, Field)"), 0);
        assert_eq!(
            contained("p(Field) :- next(Field, Field_)\np(Field) :- next(Field, Field), color(Field, none)"),
            1
        );
    }

    #[test]
    fn the_constants_of_heads_are_compared() {
        let plain = "p(Field, Color) :- color(Field, Color)";
        assert_eq!(
            contained(&format!("{plain}\np(Field, white) :- color(Field, white), next(Field, Field_)")),
            1
        );
        assert_eq!(
            contained(&format!("{plain}\np(Field, white) :- color(Field, black), next(Field, Field_)")),
            0
        );
        assert_eq!(
            contained(
                "p(Field, white) :- next(Field, Field_)\np(Field, Color) :- next(Field, Field_), color(Field_, Color)"
            ),
            0
        );
    }

    #[test]
    fn derivations_are_unfolded_on_both_sides() {
        assert_eq!(
            contained("p(Field) :- color(Field, white)\np(Field) :- white.field(Field), next(Field, Field_)"),
            1
        );
        assert_eq!(
            contained("p(Field) :- white.field(Field)\np(Field) :- color(Field, white), next(Field, Field_)"),
            1
        );
    }

    #[test]
    fn a_clause_for_a_part_of_a_sort_does_not_subsume_the_whole() {
        assert_eq!(
            contained(
                "p(Field) :- color(Field, Bright_)\np(Field) :- color(Field, Color_), next(Field, Field_)"
            ),
            0
        );
        assert_eq!(
            contained(
                "p(Field) :- color(Field, Color_)\np(Field) :- color(Field, Bright_), next(Field, Field_)"
            ),
            1
        );
    }

    #[test]
    fn negations_branches_and_actions_are_compared() {
        let less = "p(Field) :- color(Field, none), ¬(next(Field, Field_), color(Field_, white))";
        assert_eq!(contained(&format!("{less}\np(Field) :- color(Field, none), ¬next(Field, Field_)")), 1);
        assert_eq!(
            contained(&format!(
                "{less}\np(Field) :- color(Field, none), ¬(next(Field, Field_), color(Field_, black))"
            )),
            0
        );
        let choice = "p(Field) :- next(Field, Field_), (color(Field, white) ; color(Field, none))";
        assert_eq!(contained(&format!("{choice}\np(Field) :- next(Field, Field), white.field(Field)")), 1);
        assert_eq!(
            contained(&format!(
                "{choice}\np(Field) :- next(Field, Field), (color(Field, none) ; white.field(Field))"
            )),
            1
        );
        assert_eq!(
            contained(&format!(
                "{choice}\np(Field) :- next(Field, Field), (color(Field, none) ; color(Field, black))"
            )),
            0
        );
        let after = "p(Field) :- color(Field, none), after put(white, Field): (next(Field, Field_))";
        assert_eq!(
            contained(&format!(
                "{after}\np(Field) :- color(Field, none), after put(white, Field): (next(Field, Field))"
            )),
            1
        );
        assert_eq!(
            contained(&format!(
                "{after}\np(Field) :- color(Field, none), after put(black, Field): (next(Field, Field))"
            )),
            0
        );
        assert_eq!(
            contained(&format!("{after}\np(Field) :- color(Field, none), next(Field, Field)")),
            0,
            "that is before"
        );
    }

    #[test]
    fn equivalent_clauses_are_reported_once() {
        let found = found("p(Field) :- white.field(Field)\np(Field) :- color(Field, white)");
        assert_eq!(found.len(), 1);
        assert!(found[0].label.span > found[0].others[0].span, "the second clause is the one");
    }

    const STEP: &str =
        "rule step for white at level 1 plays Field1 if next(Field1, Field2), color(Field2, white)\n";

    #[test]
    fn a_rule_of_a_lower_level_subsumes_one_with_any_play() {
        let leap = "rule leap for white at level 3 plays Field3 if next(Field1, Field2), white.field(Field2), color(Field3, none)";
        let shadowed = found(&format!("{STEP}{leap}"));
        assert_eq!(shadowed.len(), 1);
        assert_eq!(shadowed[0].title, "the rule `leap` adds nothing to `step`");
        assert_eq!(contained(&format!("{STEP}{}", leap.replace("for white", "for black"))), 0);
        assert_eq!(contained(&format!("{leap}\n{}", STEP.replace("level 1", "level 5"))), 0);
    }

    #[test]
    fn a_rule_subsumes_later_rules_of_its_level_with_the_same_play() {
        let other =
            "rule other for white at level 1 plays Field1 if next(Field1, Field1), color(Field1, white)";
        assert_eq!(contained(&format!("{STEP}{other}")), 1);
        assert_eq!(contained(&format!("{other}\n{STEP}")), 0, "it comes first");
        let turned = "rule other for white at level 1 plays Field2 if next(Field1, Field2), color(Field2, white), next(Field2, Field1)";
        assert_eq!(contained(&format!("{STEP}{turned}")), 0, "it plays another field");
    }

    #[test]
    fn a_rule_for_both_players_is_kept_if_it_adds_answers_for_one() {
        let both =
            "rule leap for Color at level 3 plays Field1 if next(Field1, Field2), color(Field2, Color)";
        assert_eq!(contained(&format!("{STEP}{both}")), 0);
        assert_eq!(
            contained(&format!(
                "{}{both}",
                STEP.replace("for white", "for Color").replace("white)", "Color)")
            )),
            1
        );
    }

    #[test]
    fn a_rule_that_is_queried_by_name_is_not_subsumed() {
        let asks = "extern wins(Field: field) asks leap: (bound) tests 1 in 10\np(Field) :- next(Field, Field_), wins(Field)\n";
        let leap =
            "rule leap for white at level 3 plays Field1 if next(Field1, Field2), color(Field2, white)";
        assert_eq!(contained(&format!("{STEP}{leap}")), 1);
        assert_eq!(contained(&format!("{asks}{STEP}{leap}")), 0);
    }
}
