//! Explanations as JSON: the format of `noire explain --format json`.

use std::collections::HashMap;

use blanche_compiler::legality::{MoveExplanation, StepExplanation, StepReason};
use blanche_compiler::runtime::LimitReached;
use blanche_compiler::why::outline::{Outline, Rendering, Synonyms};
use blanche_compiler::why::{
    Derivation, FailureReason, Kind, LeftOut, Line, Obstacle, Obstacles, Partial, ReasonId, Reasons,
};
use noire_engine::bases::Question;
use noire_engine::world::{Entry, World};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{Outcome, RuleExplanation};
use noire_engine::world::WorldExt as _;

/// A position with the explanations of its rules: one line of `--format json`.
#[derive(Serialize)]
pub struct PositionRow<'a> {
    /// The position as the user wrote it.
    position: &'a str,
    /// The name of the position in its file.
    id: Option<&'a str>,
    /// The name of the game.
    game: &'a str,
    /// The rules that apply, or the rules that the user named.
    rules: Vec<Value>,
    /// Number of rules that were not evaluated because the time ran out.
    unasked: usize,
    /// How the game has ended; null if it continues.
    end: Option<String>,
    /// If the game is over because a player cannot move, what stops each kind of move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    blocked: Vec<Value>,
}

/// The row for a position. `unasked` is the number of rules that were not evaluated because the time ran out.
pub fn position<'a, W: World>(
    (world, entry, position): (&'a W, &'a Entry<W>, &W::Position),
    rules: Vec<Value>,
    unasked: usize,
    blocked: &[StepExplanation<W::Position>],
) -> PositionRow<'a> {
    PositionRow {
        position: &entry.text,
        id: entry.id.as_deref(),
        game: &world.contents().name,
        rules,
        unasked,
        end: world.end(&mut position.clone()).ok().flatten().map(|end| end.words),
        blocked: blocked.iter().map(|one| step(world, one)).collect(),
    }
}

/// The explanation of a rule, score, preference or draw. Its name has the key of its kind.
pub fn rule(world: &impl World, one: &RuleExplanation) -> Value {
    let contents = world.contents();
    let mut object = json!({ "place": one.question.place(contents) });
    let (kind, name) = match one.question {
        Question::Rule(at) => {
            object["level"] = json!(contents.rules[at].level);
            ("rule", &contents.rules[at].name)
        }
        Question::Score(at) => ("score", &contents.scores[at].name),
        Question::Preference(at) => ("preference", &contents.preferences[at].name),
        Question::Draw(at) => ("draw", &contents.draws[at].name),
        Question::Export(at) => ("export", &contents.exports[at].name),
    };
    object[kind] = json!(name);
    if let Some(player) = one.question.player(contents) {
        object["colour"] = json!(player);
    }
    match &one.outcome {
        Outcome::Applies(_, found) => {
            object["applies"] = json!(true);
            object["values"] = values(&one.values(world));
            object["because"] = found.as_ref().map(|found| derivation(world, found)).unwrap_or_default();
            object["left_out"] = incomplete_reason(found.as_ref().map(|found| &found.reasons));
        }
        Outcome::Fails(found) => {
            object["applies"] = json!(false);
            let Obstacles { partials, reasons } = found.clone().unwrap_or_default();
            let said = FailureFormatter { world, reasons: &reasons };
            object["furthest"] = partials.iter().map(|partial| said.furthest(partial)).collect();
            object["left_out"] = incomplete_reason(found.as_ref().map(|_| &reasons));
        }
        Outcome::Unknown => object["applies"] = Value::Null,
    }
    if let Some(trace) = &one.trace {
        object["literals"] = json!(trace.literals);
        object["branches"] = trace
            .branches
            .iter()
            .map(|branch| {
                let steps: Vec<Value> = branch.steps.iter().map(|step| values(step)).collect();
                json!({ "steps": steps, "holds": trace.outcome(branch) })
            })
            .collect();
        object["more_branches"] = json!(trace.hidden);
    }
    object["limits"] = one.limits.iter().map(|limit| Value::from(limit_name(*limit))).collect();
    object
}

/// The explanation of a move, as one line of `--format json`.
pub fn explained_move<W: World>(
    world: &W,
    entry: &Entry<W>,
    mv: &str,
    explained: &MoveExplanation<W::Position>,
) -> Value {
    json!({
        "position": entry.text,
        "id": entry.id,
        "game": world.contents().name,
        "move": mv,
        "is_move": explained.is_move,
        "is_legal": explained.is_legal,
        "verdict": explained.verdict,
        "steps": explained.steps.iter().map(|step| self::step(world, step)).collect::<Vec<Value>>(),
    })
}

/// The explanation of a step of a move.
fn step<W: World>(world: &W, one: &StepExplanation<W::Position>) -> Value {
    let mut object = json!({
        "step": one.title,
        "place": world.place(one.declaration),
        "values": values(&one.values),
    });
    match &one.reason {
        StepReason::Possible(proof, changes) => {
            object["kind"] = json!("possible");
            object["because"] = derivation(world, proof);
            let change = |change: &blanche_compiler::legality::Change| {
                json!({
                    "adds": change.is_added,
                    "tuple": change.tuple,
                    "place": world.place(change.cause),
                    "because": change.because.as_ref().map(|proof| derivation(world, proof)),
                })
            };
            object["changes"] = changes.iter().map(change).collect();
        }
        StepReason::Fails(obstacles) => {
            object["kind"] = json!("fails");
            object["furthest"] = furthest(world, obstacles);
        }
        StepReason::RuledOut(proof) => {
            object["kind"] = json!("ruled out");
            object["because"] = derivation(world, proof);
        }
        StepReason::NotRuledOut(obstacles) => {
            object["kind"] = json!("not ruled out");
            object["furthest"] = furthest(world, obstacles);
        }
        StepReason::NotContinued(refused) => {
            object["kind"] = json!("not continued");
            let line = |one: &blanche_compiler::legality::RefusedContinuation| {
                let furthest = one.obstacles.as_ref().map(|obstacles| furthest(world, obstacles));
                json!({ "place": world.place(one.line), "furthest": furthest })
            };
            object["lines"] = refused.iter().map(line).collect();
        }
        StepReason::Limit(limit) => {
            object["kind"] = json!("limit");
            object["limit"] = json!(limit_name(*limit));
        }
    }
    object
}

/// The longest partial matches of a premise that does not hold.
fn furthest(world: &impl World, Obstacles { partials, reasons }: &Obstacles) -> Value {
    let said = FailureFormatter { world, reasons };
    partials.iter().map(|partial| said.furthest(partial)).collect()
}

/// Why the explanation is incomplete: `size`, `unfounded`, or the name of the exceeded limit; null if it is complete.
fn incomplete_reason(reasons: Option<&Reasons>) -> Value {
    match reasons.and_then(|reasons| reasons.left_out) {
        None => Value::Null,
        Some(LeftOut::Size) => "size".into(),
        Some(LeftOut::Unfounded) => "unfounded".into(),
        Some(LeftOut::Limit(limit)) => limit_name(limit).into(),
    }
}

fn limit_name(limit: LimitReached) -> &'static str {
    match limit {
        LimitReached::Work => "work",
        LimitReached::Memory => "memory",
        LimitReached::Depth => "depth",
        LimitReached::Stopped => "time",
    }
}

fn values(values: &[(String, String)]) -> Value {
    let pairs = values.iter().map(|(name, value)| (name.clone(), json!(value)));
    Value::Object(pairs.collect::<Map<String, Value>>())
}

/// Formats the explanation of a rule that does not apply.
struct FailureFormatter<'s, W> {
    world: &'s W,
    reasons: &'s Reasons,
}

impl<W: World> FailureFormatter<'_, W> {
    fn furthest(&self, partial: &Partial) -> Value {
        let lines: Vec<Value> = partial
            .lines
            .iter()
            .map(|line| match line {
                Line::Holds(reason) => {
                    json!({ "holds": true, "why": trees(self.world, self.reasons, &[*reason])[0] })
                }
                Line::Fails(inner) => json!({ "holds": false, "why_not": self.obstacle(inner) }),
                Line::Unasked(said) => json!({ "holds": null, "said": said }),
            })
            .collect();
        json!({ "values": values(&partial.values), "literals": lines, "more": partial.more })
    }

    fn obstacle(&self, inner: &Obstacle) -> Value {
        let mut object = json!({ "said": inner.said });
        match &inner.failure {
            FailureReason::Given { instead, .. } => {
                object["kind"] = json!("given");
                object["instead"] = instead
                    .iter()
                    .map(|instead| {
                        let facts: Vec<String> = instead.facts.iter().map(ToString::to_string).collect();
                        let said: Vec<Option<String>> =
                            instead.facts.iter().map(|fact| self.world.words(fact)).collect();
                        json!({ "open": instead.open, "facts": facts, "said": said, "more": instead.more })
                    })
                    .collect();
            }
            FailureReason::Different(left, right) => {
                object["kind"] = json!("different");
                object["values"] = json!([left, right]);
            }
            FailureReason::Refused(refused) => {
                object["kind"] = json!("refused");
                object["clauses"] = refused
                    .iter()
                    .map(|one| {
                        let partials: Vec<Value> =
                            one.partials.iter().map(|partial| self.furthest(partial)).collect();
                        json!({ "place": self.world.place(one.clause), "furthest": partials })
                    })
                    .collect();
            }
            FailureReason::Denied(reasons) => {
                object["kind"] = json!("denied");
                object["because"] = trees(self.world, self.reasons, reasons);
            }
            FailureReason::Unmade(action) => {
                object["kind"] = json!("unmade");
                object["action"] = json!(action.to_string());
            }
            FailureReason::Afterwards(partials) => {
                object["kind"] = json!("after");
                object["furthest"] = partials.iter().map(|partial| self.furthest(partial)).collect();
            }
            FailureReason::AlreadyExplained => object["kind"] = json!("told"),
            FailureReason::Deeper => object["kind"] = json!("deeper"),
        }
        object
    }
}

/// The claims of a proof as JSON. Each claim is a tree that contains the reasons for the claim.
pub fn derivation(world: &impl World, found: &Derivation) -> Value {
    trees(world, &found.reasons, &found.claims)
}

/// Trees of reasons as JSON. A reason that supports several others is written out only once, at the place nearest to
/// the root of a tree, with a `number`. Elsewhere the key `as` refers to that number.
fn trees<W: World>(world: &W, reasons: &Reasons, claims: &[ReasonId]) -> Value {
    let outline = Outline::new(reasons, claims, Synonyms::Followed, None);
    let mut trees = Trees { world, reasons, outline, numbers: HashMap::new() };
    trees.all(None, claims)
}

struct Trees<'t, W> {
    world: &'t W,
    reasons: &'t Reasons,
    outline: Outline<'t>,
    /// The numbers of the reasons to which some `as` refers, in the order in which these reasons first occur.
    numbers: HashMap<ReasonId, usize>,
}

impl<W: World> Trees<'_, W> {
    fn all(&mut self, below: Option<ReasonId>, because: &[ReasonId]) -> Value {
        because.iter().enumerate().map(|(at, id)| self.one(below, at, *id)).collect()
    }

    fn one(&mut self, below: Option<ReasonId>, at: usize, id: ReasonId) -> Value {
        let reason = &self.reasons[id];
        let mut object = json!({ "said": reason.said, "kind": kind(&reason.kind) });
        if let Kind::Derived(clause, _) = &reason.kind {
            object["place"] = json!(self.world.place(*clause));
        }
        let is_elsewhere = self.outline.rendering(below, at, id) == Rendering::Elsewhere;
        if is_elsewhere || self.outline.is_referred(id) {
            let next = self.numbers.len() + 1;
            let number = *self.numbers.entry(id).or_insert(next);
            object[if is_elsewhere { "as" } else { "number" }] = json!(number);
        }
        if !is_elsewhere && !reason.because.is_empty() {
            object["because"] = self.all(Some(id), &reason.because);
        }
        object
    }
}

/// The kind of a reason, as a word.
fn kind(kind: &Kind) -> &'static str {
    match kind {
        Kind::Given => "given",
        Kind::Absent => "absent",
        Kind::Derived(..) => "derived",
        Kind::After => "after",
        Kind::Open => "open",
    }
}
