//! Compares the analysis with an exhaustive search in small games. Every move must have the verdict of that search.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use blanche_compiler::game::{Move, Outcome, Past, Rules};
use blanche_compiler::runtime::{Limits, Position};

use crate::analysis::game_analysis::{GameMoves, analyse_game};
use crate::analysis::stones::Stones;
use crate::analysis::text::Text;
use crate::analysis::{AnalysisRequest, Analyst as _, Candidate, Evaluation, Why};
use crate::corpus;
use crate::tests::connect_four::connect_four;
use crate::tests::folders::folder;
use noire_engine::bases::{Backend, TextBase};
use noire_engine::facts::Base;
use noire_engine::search::player::Budget;

/// The value of a position or move for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Lost,
    Drawn,
    Won,
}

impl Verdict {
    fn turned(self) -> Verdict {
        match self {
            Verdict::Lost => Verdict::Won,
            Verdict::Drawn => Verdict::Drawn,
            Verdict::Won => Verdict::Lost,
        }
    }

    /// The verdict that a value from the analysis implies, or `None` if the value does not determine the result.
    fn said(evaluation: Evaluation) -> Option<Verdict> {
        match evaluation {
            Evaluation::Wins(_) => Some(Verdict::Won),
            Evaluation::Loses(_) => Some(Verdict::Lost),
            Evaluation::Drawn => Some(Verdict::Drawn),
            Evaluation::Scored(_) => None,
        }
    }
}

/// The known verdicts. The key of a verdict is the position, as bitboard words.
type Known = HashMap<Vec<u64>, Verdict>;

fn after(rules: &Rules, position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    rules.play(&mut after, mv).expect("it can be made");
    after
}

/// The legal moves. There are none if the game is over.
fn moves(rules: &Rules, position: &Position) -> Vec<Move> {
    let (mut position, mut moves) = (position.clone(), Vec::new());
    if rules.outcome(&mut position).expect("no limit is reached").is_none() {
        rules.moves(&mut position, &mut moves).expect("no limit is reached");
    }
    moves
}

/// Reference implementation: an exhaustive search that remembers positions.
fn judged(rules: &Rules, position: &Position, known: &mut Known) -> Verdict {
    if let Some(verdict) = known.get(position.words()) {
        return *verdict;
    }
    let mut asked = position.clone();
    let verdict = match rules.outcome(&mut asked).expect("no limit is reached") {
        Some(Outcome::Drawn) => Verdict::Drawn,
        Some(Outcome::Won(winner)) if winner == rules.to_move(&asked) => Verdict::Won,
        Some(Outcome::Won(_)) => Verdict::Lost,
        None => {
            let moves = moves(rules, position);
            let verdicts =
                moves.into_iter().map(|mv| judged(rules, &after(rules, position, mv), known).turned());
            verdicts.max().expect("a game that goes on has moves")
        }
    };
    known.insert(position.words().to_vec(), verdict);
    verdict
}

/// All reachable positions in which the game is not over.
fn all(rules: &Rules) -> Vec<Position> {
    let (mut seen, mut all) = (HashMap::new(), vec![rules.start().expect("it begins")]);
    let mut at = 0;
    while at < all.len() {
        for mv in moves(rules, &all[at].clone()) {
            let after = after(rules, &all[at], mv);
            if seen.insert(after.words().to_vec(), ()).is_none() && !moves(rules, &after).is_empty() {
                all.push(after);
            }
        }
        at += 1;
    }
    all
}

fn looked(text: &mut Text<'_>, rules: &Rules, position: &Position, best: usize) -> Vec<Candidate<Move>> {
    let place = (position.clone(), Past::new(rules, position));
    let wanted = AnalysisRequest { best, played: None, excluded: &[] };
    text.best(&place, wanted).expect("nothing goes wrong").candidates
}

fn nodes(positions: Option<u64>) -> Budget {
    Budget { time: None, positions, is_valuing: true, ..Budget::default() }
}

#[test]
fn every_move_of_noughts_and_crosses_is_evaluated_correctly() {
    let base = TextBase::open("noughts", Limits::default()).unwrap_or_else(|error| panic!("{error:?}"));
    let rules = base.played_by(Backend::Compiled).unwrap_or_else(|message| panic!("{}", message.title));
    let (mut known, positions) = (Known::new(), all(&rules));
    assert_eq!(positions.len(), 4_520);
    // One analyst keeps the table that earlier positions filled, and others start with an empty table.
    let mut text = Text::new(&rules, nodes(None)).expect("two play");
    let mut values = 0;
    for (number, position) in positions.iter().enumerate() {
        let mut anew = Text::new(&rules, Budget { memory: Some(1 << 16), ..nodes(None) }).expect("two play");
        let text = if number % 8 == 0 { &mut anew } else { &mut text };
        let candidates = looked(text, &rules, position, 9);
        assert_eq!(candidates.len(), moves(&rules, position).len(), "all moves are shown");
        for candidate in &candidates {
            let verdict = judged(&rules, &after(&rules, position, candidate.mv), &mut known).turned();
            let (mv, evaluation) = (rules.notation().move_text(candidate.mv), candidate.evaluation);
            assert_eq!(Verdict::said(evaluation), Some(verdict), "{mv} in {:?}", position.words());
            assert_eq!(candidate.depth, candidates[0].depth, "{mv} in {:?}", position.words());
            values += 1;
        }
        let first = Verdict::said(candidates[0].evaluation);
        assert_eq!(first, Some(judged(&rules, position, &mut known)), "the best stands first");
    }
    assert_eq!(values, 16_167);
}

#[test]
fn a_stopped_search_is_correct_and_compares_moves_at_one_depth() {
    let base = TextBase::open("noughts", Limits::default()).unwrap_or_else(|error| panic!("{error:?}"));
    let rules = base.played_by(Backend::Compiled).unwrap_or_else(|message| panic!("{}", message.title));
    let (mut known, mut unknown) = (Known::new(), 0);
    for (number, position) in all(&rules).iter().enumerate().step_by(3) {
        let budget = nodes(Some([5, 10, 20, 40, 300][number % 5]));
        let mut text = Text::new(&rules, budget).expect("two play");
        let candidates = looked(&mut text, &rules, position, 9);
        // The first iteration may have been stopped early, and then some moves are missing.
        let is_whole = candidates.len() == moves(&rules, position).len();
        for candidate in candidates.iter().filter(|candidate| candidate.why != Why::Unsearched) {
            let verdict = judged(&rules, &after(&rules, position, candidate.mv), &mut known).turned();
            let said = Verdict::said(candidate.evaluation);
            assert!(said.is_none_or(|said| said == verdict), "{candidate:?} in {:?}", position.words());
            assert!(!is_whole || candidate.depth == candidates[0].depth, "{candidates:?}");
            unknown += usize::from(said.is_none());
        }
    }
    assert!(unknown > 0, "some searches ended before they knew");
}

#[test]
fn every_move_of_small_connect_four_is_evaluated_correctly() {
    let name = folder("analyse-connect-small", &[("base.blanche", &connect_four(4, 3))]);
    let base = TextBase::open(&name, Limits::default()).unwrap_or_else(|error| panic!("{error:?}"));
    let rules = base.played_by(base.backend()).unwrap_or_else(|message| panic!("{}", message.title));
    let mut text = Text::new(&rules, nodes(None)).expect("two play");
    let mut known = Known::new();
    for position in all(&rules).iter().step_by(23) {
        for candidate in looked(&mut text, &rules, position, 4) {
            let verdict = judged(&rules, &after(&rules, position, candidate.mv), &mut known).turned();
            assert_eq!(Verdict::said(candidate.evaluation), Some(verdict), "{candidate:?}");
            assert!(candidate.depth <= 12, "nobody looks past the last field: {candidate:?}");
        }
    }
}

/// Checks every position of some games, with three different position budgets.
#[test]
fn the_best_move_is_worth_at_least_as_much_as_the_played_move() {
    let base = Base::open("renju", Limits::default()).unwrap_or_else(|error| panic!("{error:?}"));
    let mut plies = 0;
    for (moves, positions) in
        corpus::games().into_iter().step_by(60).zip([200, 1_000, 3_000].into_iter().cycle())
    {
        let mut stones = Stones::new(&base, base.backend(), nodes(Some(positions)));
        let mut places = vec![noire_engine::board::Position::empty()];
        for mv in &moves {
            let mut next = places.last().expect("there is one").clone();
            next.play(*mv).expect("it is a game");
            places.push(next);
        }
        let moves: Vec<_> = moves.into_iter().map(Some).collect();
        let course = GameMoves { places: &places, moves: &moves };
        let analysed = analyse_game(&mut stones, &course, 1, &AtomicBool::new(false), &mut |_| {});
        for ply in analysed.expect("stones can be set").plies {
            let Some((best, played)) = ply.candidates.first().zip(ply.played) else { continue };
            let evaluation = played.evaluation.expect("a move that was made is valued");
            assert!(best.evaluation.value() >= evaluation.value(), "{best:?} {played:?}");
            plies += 1;
        }
    }
    assert!(plies > 100, "{plies}");
}
