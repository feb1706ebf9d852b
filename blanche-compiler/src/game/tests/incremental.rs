//! Tests of incrementally updated scores. They test which scores qualify, and that an update yields the same values as
//! a computation from scratch.

use super::*;
use crate::game::playout;
use crate::incremental::incremental;

/// Scores of every kind for the game with marks on fields. The incremental scores come first.
const SCORES: &str = "\
middle(Field) :- ¬at.edge(Field, Direction_)
sort pay = -3 to 20 words Pay
fact pays(b2, 20)
fact pays(a1, -3)
fact pays(c1, 7)
score mark for Color attacking 1 defending 2 if mark(Field, Color)
score own for Color against Other attacking 3 defending 1 if mark(Field, Other), middle(Field)
score pair for Color attacking 5 defending 4 if
    mark(Field1, Color), step(Field1, Direction, Field2), mark(Field2, Color)
score touch for Color against Other attacking 7 defending 11 if
    mark(Field1, Color), step(Field1, Direction, Field2), mark(Field2, Other)
score all for Color attacking 13 defending 17 if mark(Field1, Color), mark(Field2, Color2), Field1 <= Field2
score turn for Color attacking 19 defending 23 if to.move(Color), mark(Field, Color)
score always for Color attacking 29 defending 31 if middle(Field)
score pays for Color attacking Pay defending Pay + Pay + 1 if mark(Field, Color), pays(Field, Pay)
score three for Color attacking 37 defending 41 if
    mark(Field1, Color), mark(Field2, Color), mark(Field3, Color), Field1 < Field2, Field2 < Field3
score open for Color attacking 43 defending 47 if
    mark(Field1, Color), step(Field1, Direction, Field2), empty(Field2)
score lonely for Color attacking 53 defending 59 if ¬mark(b2, Color), mark(Field, Color)
score some for Color attacking 61 defending 67 if mark(Field_, Color)
score none for Color attacking 71 defending 73 if ¬mark(Field_, Color)
";

#[test]
fn scores_are_incremental_if_two_tuples_decide_each_answer() {
    let rules = rules(&[MARKS, SCORES].concat());
    let program = rules.program();
    let x = program.players[0];
    let scores = program.scores().filter(|(_, score, _)| score.colour == Some(x));
    let says = scores.map(|(_, score, _)| match incremental(program, score) {
        Ok(states) => format!("{}: follows {} states", score.name, states.len()),
        Err(why) => format!("{}: {}", score.name, why.text(program, score)),
    });
    let says: Vec<String> = says.collect();
    insta::assert_snapshot!(says.join("\n"), @r"
    mark: follows 1 states
    own: follows 1 states
    pair: follows 2 states
    touch: follows 2 states
    all: follows 2 states
    turn: follows 2 states
    always: follows 0 states
    pays: follows 1 states
    three: asks 3 states
    open: asks empty/1
    lonely: asks whether mark/2 does not hold
    some: leaves out Field_
    none: asks whether mark/2 does not hold
    ");
}

#[test]
fn incremental_values_equal_recomputed_values() {
    let rules = rules(&[MARKS, SCORES].concat());
    let all = |_| true;
    let valuing = rules.judgement().valuing(all).expect("the game has two players");
    let mut values = blanche_sorted::SortedSet::new();
    for seed in 0..50 {
        let (mut position, mut walked) = (rules.start().expect("it begins"), Vec::new());
        let each = |position: &Position, _| walked.push(position.clone());
        playout(&rules, &mut position, &mut Random::new(seed), &mut Vec::new(), each).expect("it ends");
        walked.push(position);
        let forth_and_back = walked.iter().chain(walked.iter().rev().skip(1)).cloned();
        let (mut before, mut sums) = (walked[0].clone(), valuing.sums(&walked[0]));
        // The sums must also be right after a change that comprises several moves.
        let ends = [walked[walked.len() - 1].clone(), walked[0].clone()];
        for mut position in forth_and_back.chain(ends) {
            valuing.follow(&mut sums, before.words(), position.words());
            assert_eq!(sums, valuing.sums(&position));
            for player in rules.program().players.clone() {
                let anew = rules.judgement().value(&mut position, player).expect("it is within the limits");
                assert_eq!(valuing.value(&rules, &mut position, sums, player), Ok(anew));
                values.insert(anew);
            }
            before = position;
        }
    }
    assert!(values.len() > 100, "positions are worth {} values", values.len());
}
