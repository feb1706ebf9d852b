//! Tests of learners, and of the files that they write.

mod extraction;
mod refused;
mod written;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread::{scope, sleep};
use std::time::Duration;

use blanche_compiler::game::{Move, Rules};
use blanche_compiler::runtime::{Limits, Position};
use noire::bases::learned::Heading;
use noire::bases::{Backend, Note, TextBase};
use noire::games::TextGame;
use noire::games::numbering::Numbering;
use noire::learning::Learner;
use noire::learning::exhaustive_play::{LinesError, count_lines, refutation, still_loses};
use noire::learning::patterns::Patterns;
use noire::learning::saved_training::{SavedTraining, TrainingError, TrainingSettings};
use noire::learning::spec::{LearnerSpec, named};
use noire::learning::training_games::{TrainingTerms, play};
use noire::players::PlayerSpec;
use noire::search::player::Budget;

/// A learner that learns from lost games, as the document of 1983 describes it.
const LOSSES: &str = "noughts-1983-losses";

/// An empty folder for a test.
fn folder(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("learning").join(test);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a test has a folder");
    path
}

fn noughts() -> (TextBase, Rules) {
    let base = TextBase::open("noughts", Limits::default()).expect("it is built in");
    let rules = base.played_by(Backend::Compiled).expect("it plays");
    (base, rules)
}

fn plan(name: &str, players: &[usize], rules: &Rules) -> TrainingSettings {
    let players = players.iter().map(|at| rules.program().players[*at]).collect();
    let spec = name.parse().expect("it is one");
    TrainingSettings { spec, players, against: "random".to_owned(), seed: 1, memory: 64 << 20 }
}

/// Plays the games from number `first` to `last` against a player.
fn learn(rules: &Rules, learner: &mut dyn Learner, (first, last): (u64, u64), against: Option<&str>) {
    let against = against.map(|name| name.parse().expect("it is one"));
    let terms = TrainingTerms { against, seed: 1, opening_moves: 0, memory: Some(0), stop: Arc::default() };
    for number in first..=last {
        let mut opponent = terms.opponent(rules, number).expect("it plays");
        let outcome = play(rules, learner, opponent.as_mut(), number, &terms).expect("games go on");
        assert!(outcome.is_some(), "nobody stops it");
    }
}

fn learner<'r>(rules: &'r Rules, name: &str, player: usize) -> Patterns<'r> {
    let spec: LearnerSpec = name.parse().expect("it is one");
    let numbering = Numbering::new(rules, spec.fields.as_deref()).expect("its boards have numbers");
    Patterns::new(numbering, vec![rules.program().players[player]], spec.rewards, 64 << 20)
}

/// Every reachable position in which the game is not over.
fn reachable(rules: &Rules) -> Vec<Position> {
    let start = rules.start().expect("the game begins");
    let (mut seen, mut found) = (HashSet::from([start.words().to_vec()]), vec![start]);
    let mut at = 0;
    while let Some(mut position) = found.get(at).cloned() {
        at += 1;
        let mut moves = Vec::new();
        rules.moves(&mut position, &mut moves).expect("there are moves");
        for mv in moves {
            let mut after = position.clone();
            rules.play(&mut after, mv).expect("it can be made");
            let is_over = rules.outcome(&mut after).expect("it is known").is_some();
            if !is_over && seen.insert(after.words().to_vec()) {
                found.push(after);
            }
        }
    }
    found
}

fn greedy(rules: &Rules, position: &Position) -> Option<Move> {
    chosen(&"greedy".parse().expect("it is one"), rules, position)
}

/// The move that a player chooses in a position.
fn chosen(spec: &PlayerSpec, rules: &Rules, position: &Position) -> Option<Move> {
    let mut game =
        TextGame::with_filter(rules, position.clone(), &spec.knowledge_filter()).expect("it plays");
    spec.chooser(0).choose(&mut game, &Budget::untimed()).expect("it chooses").mv
}

#[test]
fn exactly_the_symmetric_boards_share_a_number() {
    let (_, rules) = noughts();
    let spec: LearnerSpec = LOSSES.parse().expect("it is one");
    let numbering = Numbering::new(&rules, spec.fields.as_deref()).expect("its boards have numbers");
    let images = blanche_compiler::game::Images::of(&rules);
    let mut numbers: HashMap<u128, Box<[u64]>> = HashMap::new();
    for position in reachable(&rules) {
        let number = numbering.number(&position).expect("it has a number");
        for image in 0..images.count() {
            assert_eq!(numbering.number(&images.position(image, &position)), Some(number));
        }
        let board = numbering.board(number, rules.to_move(&position));
        assert_eq!(images.least(&board), images.least(&position), "the board of a number has it");
        let known = numbers.entry(number).or_insert_with(|| images.least(&position));
        assert_eq!(*known, images.least(&position));
    }
    // x is in the corner (the first field), and o is in the centre (the ninth field), so the number is 1 + 2 * 3^8.
    let mut position = rules.start().expect("the game begins");
    for text in ["c1", "b2"] {
        let mv = rules.notation().read_move(&mut position, text).expect("it is a move");
        rules.play(&mut position, mv).expect("it can be made");
    }
    assert_eq!(numbering.number(&position), Some(1 + 2 * 6_561));
}

#[test]
fn the_number_of_patterns_is_that_of_the_document() {
    let (_, rules) = noughts();
    let numbering = Numbering::new(&rules, None).expect("its boards have numbers");
    let [mut ended, mut others] = [HashSet::new(), HashSet::new()];
    for mut position in reachable(&rules) {
        let mut moves = Vec::new();
        if rules.number(rules.to_move(&position)) == 1 {
            rules.moves(&mut position, &mut moves).expect("there are moves");
        }
        for mv in moves {
            let mut after = position.clone();
            rules.play(&mut after, mv).expect("it can be made");
            let is_over = rules.outcome(&mut after).expect("it is known").is_some();
            if is_over { &mut ended } else { &mut others }.insert(numbering.number(&after));
        }
    }
    assert_eq!((others.len(), ended.len()), (337, 44));
}

#[test]
fn an_invalid_order_of_fields_is_rejected_with_the_reason() {
    let (_, rules) = noughts();
    let said = |text: &str| {
        let fields: Vec<String> = text.split('+').map(str::to_owned).collect();
        Numbering::new(&rules, Some(&fields)).err().map(|none| none.0)
    };
    assert_eq!(said("a1+z9").as_deref(), Some("`z9` is not a field of the board"));
    assert_eq!(said("a1+a1").as_deref(), Some("the order of the fields has `a1` twice"));
    assert_eq!(said("a1+b1").as_deref(), Some("the order of the fields lacks `c1`"));
}

#[test]
fn learners_are_parsed_by_name_and_errors_say_what_is_wrong() {
    for [name, ..] in named() {
        let spec: LearnerSpec = name.parse().expect("it is one");
        assert_eq!(spec.to_string().parse(), Ok(spec));
    }
    let said = |text: &str| text.parse::<LearnerSpec>().expect_err(text).0;
    assert_eq!(said("paterns"), "there is no learning method `paterns`; did you mean `patterns`?");
    assert!(said("patterns:rewards=1").starts_with("`rewards=1`: expected three numbers"));
    assert!(said("patterns:rewards=1/0/-9999").starts_with("`rewards=1/0/-9999`: expected three numbers"));
    assert!(said("patterns:credit=some").contains("expected `all` or `last`"));
    assert!(said("patterns:depth=2").ends_with("the settings are rewards, credit, fields"));
}

#[test]
fn a_loser_learns_until_no_line_beats_it() {
    let (_, rules) = noughts();
    let mut learner = learner(&rules, LOSSES, 1);
    let o = rules.program().players[1];
    let line = refutation(&rules, o, 10_000, &mut |position| learner.best(position)).expect("all are tried");
    let line = line.expect("it knows nothing yet");
    assert!(still_loses(&rules, o, &line, &mut |position| learner.best(position)).expect("it goes on"));
    learn(&rules, &mut learner, (1, 3_000), Some("random"));
    let all = count_lines(&rules, o, 10_000, &mut |position| learner.best(position)).expect("all are tried");
    assert!(all.lost == 0 && all.won > 0 && all.drawn > 0, "{all:?}");
    // There are 381 patterns. The game is over in 44 of them.
    assert!((337..=381).contains(&learner.known().len()), "{}", learner.known().len());
    assert!(matches!(
        count_lines(&rules, o, 10, &mut |position| learner.best(position)),
        Err(LinesError::TooMany(10))
    ));
}

/// Runs `noire learn` to its end. Returns the file that it wrote.
fn learned(folder: &Path, games: u32, arguments: &[&str]) -> String {
    let done = command(folder, games, arguments).output().expect("it runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    fs::read_to_string(folder.join("learned.blanche")).expect("it was written")
}

fn command(folder: &Path, games: u32, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noire"));
    let (folder, games) = (folder.display().to_string(), games.to_string());
    command.args(["learn", "--game", "noughts", "--by", LOSSES, "--into", &folder, "--games", &games]);
    command.args(arguments);
    command
}

#[test]
fn a_killed_learner_resumes_and_learns_the_same() {
    const GAMES: u32 = 1_000;
    let folder = folder("killed");
    let unbroken = learned(&folder.join("unbroken"), GAMES, &[]);
    let goes_on = |kill: u64| {
        let place = folder.join(format!("killed-{kill}"));
        let mut child = command(&place, GAMES, &["--save-every", "10"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it runs");
        let file = place.join("learned.blanche");
        let games = || {
            let text = fs::read_to_string(&file).ok()?;
            let heading = Heading::read(&text).expect("a learner wrote it").expect("it is whole");
            Some(heading.games)
        };
        while games().is_none_or(|games| games < kill) {
            sleep(Duration::from_millis(1));
        }
        child.kill().expect("it is killed");
        child.wait().expect("it ended");
        assert!(games().is_some_and(|games| games >= kill), "what was written is there still");
        if games() != Some(GAMES.into()) {
            learned(&place, GAMES, &[]);
        }
        assert_eq!(
            fs::read_to_string(&file).ok().as_deref(),
            Some(unbroken.as_str()),
            "killed after {kill} games"
        );
    };
    scope(|scope| {
        for first in [10, 20] {
            scope.spawn(move || (first..=100).step_by(20).for_each(goes_on));
        }
    });
}

/// Runs lessons in which a person enters these lines.
fn lessons(folder: &Path, games: u32, said: &str) -> std::process::Output {
    let mut started = command(folder, games, &["--against", "human"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let _ = started.stdin.take().expect("it has an input").write_all(said.as_bytes());
    started.wait_with_output().expect("it ends")
}

#[test]
fn a_person_can_teach_at_the_terminal() {
    let folder = folder("lessons");
    let fields = ["b2", "a1", "c1", "a3", "c3", "b1", "b3", "a2", "c2"];
    let moves = format!("{}\n", fields.join("\n")).repeat(9);
    let ran = lessons(&folder, 2, &moves);
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(ran.status.success(), "{said}{}", String::from_utf8_lossy(&ran.stderr));
    assert!(said.contains("x, your move: ") && said.contains("Game 2: "), "{said}");
    let text = fs::read_to_string(folder.join("learned.blanche")).expect("it is written");
    assert!(text.contains("against human; seed 1; games 2\n"), "{text}");
    // Quitting in the middle of a game keeps what was learned before.
    let ran = lessons(&folder, 4, "nowhere\nb2\nquit\n");
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(ran.status.success() && said.contains("`quit` ends the lesson"), "{said}");
    assert_eq!(fs::read_to_string(folder.join("learned.blanche")).expect("it is there"), text);
}

#[test]
fn the_learned_file_names_all_opponents() {
    let folder = folder("opponents");
    for (games, against, named) in
        [(1, "random", "random"), (2, "greedy", "random and greedy"), (3, "random", "random and greedy")]
    {
        let place = folder.join("opponents");
        let text = learned(&place, games, &["--against", against]);
        assert!(text.contains(&format!("against {named}; seed 1; games {games}\n")), "{text}");
        assert!(text.contains(&format!(" against {named}.\n")), "{text}");
    }
}

#[test]
fn lines_edited_by_the_user_are_kept_and_used() {
    let folder = folder("edited");
    let place = folder.join("edited");
    let text = learned(&place, 200, &[]);
    let at = text.find("\nscore pattern.").expect("there are scores") + 1;
    let (line, name) = {
        let line = text[at..].lines().next().expect("it is a line");
        (line.to_owned(), line.split(' ').nth(1).expect("it has a name").to_owned())
    };
    let mine = format!("score {name} for o attacking 500 defending 500 if");
    let added = "\n%% Nothing is better than the middle.\nscore mine for o attacking 900 defending 900 if mark(b2, o)\n";
    let edited = text.replacen(&line, &mine, 1) + added;
    fs::write(place.join("learned.blanche"), &edited).expect("it is written");
    let after = learned(&place, 400, &[]);
    assert!(after.contains(&mine) && after.contains(added.trim()), "{after}");
    assert_eq!(after.matches(&format!("score {name} ")).count(), 1, "nothing was learned of it any more");
    assert!(after.contains("games 400\n") && after != edited);
    let base = TextBase::open(&place.display().to_string(), Limits::default()).expect("it has no mistakes");
    let rules = base.played_by(Backend::Interpreted).expect("it plays");
    let mut position = rules.start().expect("the game begins");
    let mv = rules.notation().read_move(&mut position, "a1").expect("it is a move");
    rules.play(&mut position, mv).expect("it can be made");
    assert_eq!(greedy(&rules, &position).map(|mv| rules.notation().move_text(mv)).as_deref(), Some("b2"));
}

#[test]
fn damaged_files_are_skipped_and_never_overwritten() {
    let (base, rules) = noughts();
    let folder = folder("damaged");
    let place = folder.join("damaged");
    let text = learned(&place, 100, &[]);
    let plan = plan(LOSSES, &[1], &rules);
    let open = || TextBase::open(&place.display().to_string(), Limits::default()).expect("it plays without");
    let whole = open();
    assert!(whole.notes().is_empty() && whole.rule_files().program().scores().next().is_some());
    let cut = |share: usize| text[..text.len() * share / 100].to_owned();
    let damaged = [
        (String::new(), ":1: what a learner says of itself is missing"),
        (cut(40), ": the end of the file is missing"),
        (cut(99), ": the end of the file is missing"),
        (
            text.replace("in format 1;", "in format 2;"),
            ":5: it was learned in format 2, and this program reads format 1",
        ),
        (
            text.replace("; seed 1;", "; seed one;"),
            ":5: the description of the game in the heading cannot be read",
        ),
        (text.replacen("mark(b3, x)", "mark(k9, x)", 1), ": error[B0303]: `k9` is not a value of `field`"),
        (text.replacen("if\n", "iff\n", 1), ": error["),
    ];
    for (text, said) in damaged {
        let file = place.join("learned.blanche");
        fs::write(&file, &text).expect("it is written");
        let base_without = open();
        let [Note::LeavesOut(damage)] = base_without.notes() else {
            panic!("{said}: {:?}", base_without.notes())
        };
        assert!(damage.contains("learned.blanche:") && damage.contains(said), "{damage}");
        assert!(base_without.rule_files().program().scores().next().is_none());
        let trouble = SavedTraining::open(&base, &rules, &place, &plan)
            .err()
            .unwrap_or_else(|| panic!("{said}: it is not learned from"));
        assert!(!matches!(trouble, TrainingError::Io(..)), "{trouble}");
        let done = command(&place, 200, &[]).output().expect("it runs");
        assert!(!done.status.success() && fs::read_to_string(&file).ok() == Some(text));
    }
    fs::write(place.join("learned.blanche"), text.replace("; for o;", "; for x;")).expect("it is written");
    let trouble = SavedTraining::open(&base, &rules, &place, &plan).err().map(|trouble| trouble.to_string());
    assert!(trouble.is_some_and(|said| said.ends_with("was learned for x, and not for o")));
}

#[test]
fn a_learner_keeps_no_more_than_its_limit() {
    let (_, rules) = noughts();
    let spec: LearnerSpec = "patterns".parse().expect("it is one");
    let numbering = Numbering::new(&rules, spec.fields.as_deref()).expect("its boards have numbers");
    let mut learner = Patterns::new(numbering, vec![rules.program().players[1]], spec.rewards, 12_800);
    learn(&rules, &mut learner, (1, 100), Some("random"));
    assert!(learner.is_full() && learner.known().len() == 100, "{}", learner.known().len());
}

#[test]
fn a_base_without_rules_is_learned_in_the_same_way() {
    let (with_rules, rules) = noughts();
    let folder = folder("bare");
    fs::write(folder.join("base.blanche"), "base noughts\n\nuse noughts/rules\n").expect("it is written");
    let bare = TextBase::open(&folder.display().to_string(), Limits::default()).expect("it plays");
    let bare_rules = bare.played_by(Backend::Interpreted).expect("it plays");
    assert!(
        with_rules.contents().rules.len() > bare.contents().rules.len()
            && bare.rule_files().program().scores().next().is_none()
    );
    let text = |base: &TextBase, rules: &Rules, method: &str| {
        let mut course = SavedTraining::open(base, rules, &folder.join("none"), &plan(method, &[1], rules))
            .expect("it begins");
        learn(rules, &mut *course.learner, (1, 100), Some("random"));
        course.text()
    };
    for method in ["patterns", "fields"] {
        assert_eq!(text(&with_rules, &rules, method), text(&bare, &bare_rules, method));
    }
}

#[test]
fn a_game_of_three_players_is_rejected() {
    let folder = folder("three");
    let text = "base three\nboard 2 by 2 like b2 words Field\nplayers x, o, z words Player, Other\n\
                state mark(Field, Player) one Player\nfree(Field) :- ¬mark(Field, Player_)\n\
                move place for Player plays Field if free(Field)\n    adds mark(Field, Player)\n\
                draw full if ¬free(Field_)\nblocked draws\n";
    fs::write(folder.join("base.blanche"), text).expect("it is written");
    for against in ["itself", "human", "random"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_noire"));
        command.args([
            "learn",
            "--games",
            "5",
            "--against",
            against,
            "--game",
            &folder.display().to_string(),
        ]);
        let ran = command.stdin(Stdio::null()).output().expect("it runs");
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(2), "{against}: {said}");
        assert_eq!(said, "error: only games of two players can be played\n", "{against}");
    }
}
