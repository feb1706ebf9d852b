//! Tests the verification of the rules in the thesis: faulty rules are detected, and the other rules hold on samples.
//! Counterexamples are small, matches are counted once, and reports are the same in each run.

use std::sync::{Arc, Mutex};

use blanche_compiler::files::FileId;
use blanche_compiler::program::RuleId;
use blanche_compiler::runtime::{Limits, Solutions};

use crate::mutants::Mutant;
use crate::mutate::checks::Checks;
use crate::mutate::run as mutate;
use crate::random_setups;
use crate::tests::faults::FAULTS;
use crate::tests::folders;
use crate::tests::trials::{self, trials};
use crate::verify::report::{ReportOf, Scope};
use crate::verify::stones::claim::{Claimant, Judge, Outcome};
use crate::verify::stones::guided::{Guide, MAX_ENEMY_STONES, MAX_OWN_STONES};
use crate::verify::stones::match_keys::key;
use crate::verify::stones::refutation::{self, Reason, Refutation};
use crate::verify::stones::shrink;
use crate::verify::stones::smallest_matches::{Shapes, shapes_in};
use crate::verify::verification_world::{Settings, VerificationWorld as _};
use noire_engine::bases::{Backend, TextBase};
use noire_engine::board::{Color, Point, PointSet, Position, Symmetry};
use noire_engine::facts::Base;
use noire_engine::proof_check::exhaustive::Search;
use noire_engine::proof_check::referee::Referee;
use noire_engine::search::check::Undecided;
use noire_engine::world::{Stones, World as _, WorldExt as _};

const NODES: u64 = 3_000_000;

fn base() -> Arc<Base> {
    open("renju-2001")
}

fn open(name: &str) -> Arc<Base> {
    Arc::new(Base::open(name, Default::default()).unwrap_or_else(|_| panic!("it is built in")))
}

fn points(text: &str) -> Vec<Point> {
    text.split_whitespace().map(|point| point.parse().unwrap()).collect()
}

fn position(black: &str, white: &str) -> Position {
    Position::set_up(&points(black), &points(white), None, None).unwrap()
}

fn claimant(base: &Base, title: &str) -> Claimant {
    let rule = base.contents().rules.iter().position(|rule| rule.title() == title).unwrap();
    let Some(color) = base.contents().rules[rule].color.parse().ok() else { panic!("a rule has a colour") };
    Claimant { rule, color, level: base.contents().rules[rule].level }
}

fn refutation(
    game: &Referee<'_>,
    claimant: &Claimant,
    position: &Position,
    play: Point,
) -> Result<Option<Refutation>, Undecided> {
    let search = Search::new(game, position, claimant.color, NODES);
    refutation::refutation(game, claimant, position, play, search)
}

#[test]
fn the_known_faults_of_the_printed_rules_are_recognised() {
    let base = base();
    for backend in [Backend::Compiled, Backend::Interpreted] {
        let game = Referee::new(&base, backend);
        let (judge, breach) = Judge::new(&game, NODES).unwrap();
        assert_eq!(breach, None);
        for (title, black, white, play, reply) in FAULTS {
            let (claimant, play) = (claimant(&base, title), points(play)[0]);
            let mut position = position(black, white);
            let mut room = Solutions::default();
            assert!(
                judge.is_claimed(&claimant, &mut position, play, &mut room).unwrap(),
                "{title} claims it"
            );
            assert_eq!(judge.decide(&claimant, &position, play).outcome, Outcome::Refuted, "{title}");
            let found = refutation(&game, &claimant, &position, play).unwrap().unwrap();
            if let Some(reply) = reply {
                assert_eq!(found.reason, Reason::ForcedReply(points(reply)[0]), "{title}");
            }
            let words = found.words(&base, &claimant);
            assert!(words.starts_with(&format!("{play} ")) && words.contains("no move of"), "{words}");
        }
    }
}

#[test]
fn the_repaired_rules_claim_none_of_the_known_faults() {
    let base = Base::open("renju", Default::default()).unwrap_or_else(|_| panic!("it is built in"));
    let game = Referee::new(&base, Backend::Compiled);
    let (judge, breach) = Judge::new(&game, NODES).unwrap();
    assert_eq!(breach, None);
    let mut room = Solutions::default();
    let second = ("double.cross.1 for white", "", "i3 m3 j4 i6 k6", "j8", None);
    for (title, black, white, play, _) in FAULTS.into_iter().chain([second]) {
        let (claimant, play) = (claimant(&base, title), points(play)[0]);
        let mut position = position(black, white);
        assert!(!judge.is_claimed(&claimant, &mut position, play, &mut room).unwrap(), "{title}");
        assert_eq!(judge.decide(&claimant, &position, play).outcome, Outcome::Refuted, "{title}");
    }
}

#[test]
fn the_plain_search_confirms_the_faults() {
    let base = base();
    let game = Referee::new(&base, Backend::Compiled);
    let (judge, _) = Judge::new(&game, NODES).unwrap();
    for (title, black, white, play, _) in FAULTS {
        let claimant = claimant(&base, title);
        // For level 7, one confirmed rule is enough, because the others take equally long.
        if claimant.level < 7 || title.starts_with("double.cross.1") {
            assert!(judge.confirms(&claimant, &mut position(black, white), points(play)[0]), "{title}");
        }
    }
}

#[test]
fn a_true_claim_is_neither_refuted_nor_confirmed_refuted() {
    let base = base();
    let game = Referee::new(&base, Backend::Compiled);
    let (judge, _) = Judge::new(&game, NODES).unwrap();
    let claimant = claimant(&base, "t.threat for white");
    let mut position = position("a1 c1", "e8 f8 h9 h10 h11");
    position.set(points("g8")[0], Color::White);
    let play = points("h8")[0];
    assert_eq!(judge.decide(&claimant, &position, play).outcome, Outcome::Held);
    assert_eq!(refutation(&game, &claimant, &position, play), Ok(None));
    assert!(!judge.confirms(&claimant, &mut position, play));
}

#[test]
fn against_a_four_only_level_1_rules_make_claims() {
    let base = base();
    let game = Referee::new(&base, Backend::Compiled);
    let (judge, _) = Judge::new(&game, NODES).unwrap();
    let mut room = Solutions::default();
    let mut position = position("a1 b1 c1 d1", "e8 f8 g8 h9 h10 h11");
    assert_eq!(game.is_supposed(&mut position, 3), Ok(false));
    let three = claimant(&base, "t.threat for white");
    assert!(judge.claims(&three, &mut position, &mut room).unwrap().is_empty());
    let four = claimant(&base, "four for black");
    assert_eq!(judge.claims(&four, &mut position, &mut room).unwrap().len(), 1);
    position.set(points("e1")[0], Color::Black);
    assert!(judge.claims(&four, &mut position, &mut room).unwrap().is_empty(), "the game is decided");
}

/// The report after this number of rounds.
fn report(
    base: &Arc<Base>,
    rounds: u64,
    seed: u64,
    threads: usize,
    shard: (u64, u64),
    rules: &[&str],
) -> ReportOf<Stones> {
    let all = 0..base.contents().rules.len();
    // If no rules are named, all rules are attacked. A bounded test run attacks only a sample of them.
    let every = if rules.is_empty() { trials::step() } else { 1 };
    let is_meant = |rule: &usize| rules.is_empty() || rules.contains(&&*base.contents().rules[*rule].title());
    let settings = Settings {
        seed,
        time: None,
        rounds: Some(rounds),
        positions: None,
        all: false,
        stop: Arc::default(),
        threads,
        shard,
        nodes: NODES,
        rules: all.filter(is_meant).step_by(every).collect(),
    };
    attacked(base, Backend::Compiled, &settings)
}

fn attacked(base: &Arc<Base>, backend: Backend, settings: &Settings) -> ReportOf<Stones> {
    let world = Stones::new(Arc::clone(base), vec![backend]);
    world.attack(Vec::new(), settings, &|_| {}).unwrap()
}

#[test]
fn on_a_sample_only_faulty_rules_are_refuted() {
    let base = base();
    let report = report(&base, 1, 1, 2, (0, 1), &[]);
    assert_eq!(report.rules.len(), trials(base.contents().rules.len()));
    for attacked in &report.rules {
        let title = base.contents().rules[attacked.rule].title();
        if base.contents().rules[attacked.rule].level == 0 {
            assert_eq!((attacked.held, attacked.refuted, attacked.undecided), (0, 0, 0), "{title}");
            continue;
        }
        assert!(attacked.held > 100, "{title} is attacked in earnest: {attacked:?}");
        assert!(attacked.undecided < 5, "{title}: {attacked:?}");
        if !FAULTS.iter().any(|fault| fault.0 == title) {
            assert_eq!((attacked.refuted, &attacked.counterexample), (0, &None), "{title}");
        }
        let Some(found) = &attacked.counterexample else { continue };
        assert!(attacked.refuted > 0 && FAULTS.iter().any(|fault| fault.0 == title), "{title}");
        check_is_small(&base, &claimant(&base, &title), &found.position, found.play.expect("a field"));
    }
    let refuted = report.rules.iter().filter(|rule| rule.refuted > 0);
    assert!(refuted.count() >= 4 || !trials::are_all(), "one round is enough for most of the faults");
}

/// Checks that no claim of these rules is refuted in one round, and that each rule is attacked in many matches. If no
/// rules are named, checks all rules.
fn check_holds(name: &str, rules: &[&str]) {
    let rules = &rules[..trials(rules.len())];
    let base = open(name);
    let report = report(&base, 1, 1, 2, (0, 1), rules);
    assert_eq!(report.breach, None);
    let mut attacks = 0;
    for attacked in report.rules.iter().filter(|attacked| base.contents().rules[attacked.rule].level > 0) {
        let title = base.contents().rules[attacked.rule].title();
        assert!(attacked.held > 100, "{title} is attacked in earnest: {attacked:?}");
        assert_eq!((attacked.refuted, attacked.undecided), (0, 0), "{title}: {:?}", attacked.counterexample);
        attacks += 1;
    }
    assert!(attacks > 0 && attacks >= rules.len(), "{attacks} rules");
}

#[test]
fn the_repaired_rules_hold_on_a_sample() {
    check_holds("renju", &[]);
}

#[test]
fn rules_of_freestyle_gomoku_hold_on_a_sample() {
    check_holds("gomoku", &["t.threat for black", "cross.1 for black", "double.cross.1 for white"]);
}

#[test]
fn rules_of_standard_gomoku_hold_on_a_sample() {
    check_holds("gomoku-standard", &["t.threat for white", "cross.1 for white", "double.cross.1 for black"]);
}

/// Checks that no stone of the counterexample and no pair of stones can be removed.
fn check_is_small(base: &Base, claimant: &Claimant, position: &Position, play: Point) {
    let game = Referee::new(base, Backend::Compiled);
    let (judge, _) = Judge::new(&game, NODES).unwrap();
    let mut room = Solutions::default();
    let mut is_refuted = |position: &mut Position| {
        judge.is_claimed(claimant, position, play, &mut room).unwrap()
            && judge.decide(claimant, position, play).outcome == Outcome::Refuted
    };
    assert!(is_refuted(&mut position.clone()));
    let stones: Vec<Point> = (position.stones(Color::Black) | position.stones(Color::White)).iter().collect();
    for (at, one) in stones.iter().enumerate() {
        for other in &stones[at..] {
            let spared: PointSet = [*one, *other].into_iter().collect();
            assert!(
                !is_refuted(&mut shrink::without(position, spared)),
                "{one} and {other} can go: {position:?}"
            );
        }
    }
}

#[test]
fn a_counterexample_with_many_stones_is_reduced() {
    let base = base();
    let game = Referee::new(&base, Backend::Compiled);
    let (judge, _) = Judge::new(&game, NODES).unwrap();
    let claimant = claimant(&base, "z.threat for white");
    let play = points("e5")[0];
    let many = position("a1 b3 k12 n9 j3", "i9 f6 g7 b12 m2 o15");
    let small = shrink::smallest_counterexample(&judge, &claimant, &many, play).unwrap();
    assert_eq!(small, position("", "i9 f6 g7"));
    check_is_small(&base, &claimant, &small, play);
}

/// The rule is the one whose counterexample `noire verify` prints as an example.
#[test]
fn a_counterexample_of_a_report_is_small() {
    let base = base();
    let report = report(&base, 1, 1, 2, (0, 1), &["z.threat for white"]);
    let found = report.rules[0].counterexample.as_ref().expect("it is refuted");
    let claimant = claimant(&base, "z.threat for white");
    check_is_small(&base, &claimant, &found.position, found.play.expect("a field"));
}

#[test]
fn reports_do_not_depend_on_the_number_of_threads() {
    let base = base();
    let rules = ["z.threat for white", "cross.2 for black", "four for white"];
    let one = report(&base, 2, 7, 1, (0, 1), &rules);
    assert!(one.is_repeatable && one.scope == (Scope::SetUps { rounds: 2 }));
    assert_eq!(one, report(&base, 2, 7, 3, (0, 1), &rules));
    assert_ne!(one, report(&base, 2, 8, 1, (0, 1), &rules), "another seed attacks elsewhere");
    // Two shards do different parts of every round.
    let parts = [0, 1].map(|part| report(&base, 1, 7, 2, (part, 2), &rules));
    assert_ne!(parts[0].rules, parts[1].rules);
}

#[test]
fn matches_equal_up_to_symmetry_and_far_stones_have_one_key() {
    let play = points("g7")[0];
    let fields: PointSet = points("g7 h7 i8").into_iter().collect();
    let start = position("f6 h8 k9", "e7 g10");
    let wanted = key(&start, play, fields);
    for symmetry in Symmetry::ALL {
        let turned = fields.iter().map(|field| symmetry.point(field)).collect();
        assert_eq!(key(&start.transformed(symmetry), symmetry.point(play), turned), wanted, "{symmetry:?}");
    }
    let moved = |point: Point| Point::new(point.column() + 1, point.row()).unwrap();
    let stones = |color| start.stones(color).iter().map(moved).collect::<Vec<_>>();
    let shifted = Position::set_up(&stones(Color::Black), &stones(Color::White), None, None).unwrap();
    assert_eq!(key(&shifted, moved(play), fields.iter().map(moved).collect()), wanted);
    let far = position("f6 h8 k9 o15", "e7 g10");
    assert_eq!(key(&far, play, fields), wanted, "a stone outside of the zone");
    let near = position("f6 h8 k9 g5", "e7 g10");
    assert_ne!(key(&near, play, fields), wanted, "a stone in the zone");
    let other_colors = position("e7 g10", "f6 h8 k9");
    assert_ne!(key(&other_colors, play, fields), wanted);
    assert_ne!(key(&start, points("h7")[0], fields), wanted, "another play");
    let down = |point: Point| Point::new(point.column(), point.row() - 4).unwrap();
    let stones = |color| start.stones(color).iter().map(down).collect::<Vec<_>>();
    let at_edge = Position::set_up(&stones(Color::Black), &stones(Color::White), None, None).unwrap();
    assert_ne!(key(&at_edge, down(play), fields.iter().map(down).collect()), wanted, "at an edge");
}

#[test]
fn guided_attack_adds_few_stones_to_smallest_matches_everywhere_on_the_board() {
    let base = base();
    let game = Referee::new(&base, Backend::Compiled);
    let (judge, _) = Judge::new(&game, NODES).unwrap();
    let claimant = claimant(&base, "cross.1 for white");
    let mut shapes = Shapes::default();
    for batch in 0..4 {
        let drawn: Vec<Position> =
            (0..250).map(|number| random_setups::random_setup(1, 250 * batch + number)).collect();
        shapes_in(&judge, std::slice::from_ref(&claimant), &drawn)
            .into_iter()
            .for_each(|one| shapes.extend(one));
    }
    assert!(shapes.iter().count() > 3);
    for shape in shapes.iter() {
        let stones = shape.position.stones(Color::White);
        assert!(shape.position.stones(Color::Black).is_empty() && stones.len() <= 4, "{shape:?}");
    }
    let guide = Guide::new(&judge, &claimant, &shapes, 1);
    assert_eq!(guide.strata(), (MAX_ENEMY_STONES + 1) * (MAX_OWN_STONES + 1));
    let mut edges = [false; 4];
    let mut found = 0;
    for stratum in 0..guide.strata() {
        for number in (0..guide.len(stratum)).take(300) {
            let Some(position) = guide.set_up(stratum, number) else { continue };
            found += 1;
            let [black, white] = Color::ALL.map(|color| position.stones(color));
            assert!(black.len() <= MAX_ENEMY_STONES && white.len() <= 4 + MAX_OWN_STONES);
            for point in white {
                let (column, row) = (point.column(), point.row());
                [column == 0, column == 14, row == 0, row == 14]
                    .into_iter()
                    .zip(&mut edges)
                    .for_each(|(is_there, edge)| *edge |= is_there);
            }
        }
    }
    assert!(found > 1_000 && edges == [true; 4], "{found} {edges:?}");
}

/// A base with one rule that always exceeds the limit, and another rule that takes little work.
fn base_with_a_rule_at_the_limit() -> Arc<Base> {
    let folder = folders::base(
        "half-given-up",
        &format!(
            "rule five for white at level 0 if white.five(Group1)\n\
             rule five for black at level 0 if group(Group1, black, 5)\n\
             rule four for white at level 1 plays Field1 if white.four(Group1), in(Field1, Group1), empty(Field1)\n{}",
            folders::dear("huge", "empty(Field0)").replace("at level 0", "at level 3 plays Field0")
        ),
    );
    // This limit is enough for the other rules.
    let limits = Limits { work: 20_000, ..Limits::default() };
    Arc::new(Base::open(&folder, limits).unwrap_or_else(|_| panic!("it has no mistakes")))
}

#[test]
fn a_skipped_rule_does_not_delay_the_others() {
    let base = base_with_a_rule_at_the_limit();
    let game = Referee::new(&base, base.backend());
    let (judge, _) = Judge::new(&game, NODES).unwrap();
    let claimants = judge.claimants();
    let [four, huge] = ["four for white", "huge for white"].map(|title| {
        let is_it = |one: &Claimant| base.contents().rules[one.rule].title() == title;
        claimants.iter().position(is_it).expect("it is there")
    });
    let mut shapes = vec![Shapes::default(); claimants.len()];
    for batch in 0..2 {
        assert!(!shapes[huge].is_skipped(), "once is not enough");
        let drawn: Vec<Position> =
            (0..100).map(|number| random_setups::random_setup(1, 100 * batch + number)).collect();
        let found = shapes_in(&judge, &claimants, &drawn);
        shapes.iter_mut().zip(found).for_each(|(shapes, found)| shapes.extend(found));
    }
    assert!(shapes[huge].is_skipped() && shapes[huge].iter().count() == 0);
    assert!(!shapes[four].is_skipped() && shapes[four].iter().count() > 0);

    // In a round, each part makes a few queries for the rule: for given positions, for set-ups, and for guided attack.
    let settings = Settings {
        seed: 1,
        time: None,
        rounds: Some(2),
        positions: None,
        all: false,
        stop: Arc::default(),
        threads: 2,
        shard: (0, 1),
        nodes: NODES,
        rules: vec![claimants[four].rule, claimants[huge].rule],
    };
    let report = attacked(&base, game.backend(), &settings);
    let [four, huge] = [0, 1].map(|at| &report.rules[at]);
    assert!(four.held > 20 && four.undecided == 0, "{four:?}");
    assert!((1..=12).contains(&huge.undecided) && huge.held == 0, "{huge:?}");
    assert!(!huge.is_exhausted, "nobody knows what could be set up");
}

#[test]
fn a_mutant_of_a_rule_at_the_limit_ends_in_time() {
    let base = base_with_a_rule_at_the_limit();
    let backends = vec![base.backend()];
    let world = Stones::new(base, backends);
    let program = world.program();
    let huge = program.rules.iter().position(|rule| program.rule_title(rule) == "huge for white").unwrap();
    let settings = mutate::Settings {
        seed: 1,
        rounds: 1,
        stop: Arc::default(),
        threads: 1,
        shard: (0, 1),
        sample: Some(6),
        nodes: NODES,
        questions: Some(vec![RuleId(huge as u32)]),
    };
    let tests = Checks::of(&world, true, 1, &Arc::default()).unwrap_or_else(|error| panic!("{error:?}"));
    let mut mutants = Mutant::all(world.rule_files());
    mutants.retain(|mutant| mutant.item == "huge for white");
    let mutants = mutate::selected_mutants(mutants, &settings);
    let steps = Mutex::new(Vec::new());
    let examined = mutate::examine(&tests, mutants, &settings, &|stage| {
        steps.lock().unwrap().push(stage.done);
    });
    let examined = examined.unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(examined.len(), 6);
    assert!(examined.iter().any(|one| matches!(one.outcome, mutate::Outcome::Alike(0))), "{examined:?}");
    for one in examined {
        // The base never answers within its limits, so no position counts as one with the same answers.
        assert!(
            matches!(one.outcome, mutate::Outcome::Alike(0) | mutate::Outcome::Noticed(_)),
            "{}: {:?}",
            one.mutant.name,
            one.outcome
        );
    }
    let steps = steps.into_inner().unwrap();
    assert!(steps.is_sorted() && steps.len() > 4, "it goes on, and not back: {steps:?}");
}

/// Tests that the suppositions of claims are decided in the same way for five in a row and for games defined by rule
/// files. Without a declaration, claims suppose that neither player could win immediately. With a declaration for some
/// levels, they suppose what it states, and nothing else.
#[test]
fn claims_suppose_what_the_text_states_or_no_immediate_win() {
    let stones = |claims: &str| {
        let rules = format!(
            "base mine\nuse five-in-a-row/domain\n\
             rule five for white at level 0 if group(Group1, white, 5)\n\
             rule five for black at level 0 if group(Group1, black, 5)\n{claims}"
        );
        let name = format!("supposed-{}", claims.len());
        // The domain normally declares the suppositions of claims, so this test removes that line.
        let domain = include_str!("../../../../knowledge/five-in-a-row/domain.blanche");
        let lines = domain.lines().filter(|line| !line.starts_with("claims "));
        let domain = lines.collect::<Vec<_>>().join("\n");
        let folder = folders::folder(
            &name,
            &[("knowledge/five-in-a-row/domain.blanche", &domain), ("knowledge/mine/base.blanche", &rules)],
        );
        let folder = format!("{folder}/knowledge/mine");
        let base = Base::open(&folder, Limits::default()).unwrap_or_else(|error| panic!("{error:?}"));
        let game = Referee::new(&base, Backend::Interpreted);
        let mut position = position("a1 c1", "e8 f8 g8 h8");
        [1, 3, 5].map(|level| game.is_supposed(&mut position, level).expect("it can be asked"))
    };
    let text = |claims: &str| {
        let base = TextBase::open("noughts", Limits::default()).unwrap_or_else(|error| panic!("{error:?}"));
        let of = |file: &&FileId| base.rule_files().sources().file(**file).text().contains("base noughts");
        let file = *base.rule_files().program().files.iter().find(of).expect("some file says so");
        let text = format!("{}\n{claims}", base.rule_files().sources().file(file).text());
        let base = base.edited(file, &text, Limits::default()).unwrap_or_else(|error| panic!("{error:?}"));
        let rules = base.played_by(Backend::Interpreted).expect("it can be planned");
        let mut position = rules.start().expect("it begins");
        for mv in ["a1", "b3", "a2", "c1"] {
            let moves = rules.records().read_record(&position, mv).expect("it is a move");
            rules.play(&mut position, moves[0]).expect("it can be played");
        }
        [1, 3, 5].map(|level| rules.judgement().supposes(&mut position, level).expect("it can be asked"))
    };
    // In both positions a player could win immediately.
    for (claims, in_stones, in_text) in [
        ("", "", ""),
        ("claims from level 5 suppose ¬", "group(Group_, white, 4)", "gap(Field_, x)"),
        ("claims suppose ¬", "group(Group_, white, 4)", "gap(Field_, x)"),
    ] {
        let wanted = match claims {
            "" => [true, false, false],
            "claims suppose ¬" => [false; 3],
            _ => [true, true, false],
        };
        assert_eq!(stones(&format!("{claims}{in_stones}")), wanted, "{claims}{in_stones}");
        assert_eq!(text(&format!("{claims}{in_text}\n")), wanted, "{claims}{in_text}");
    }
}
