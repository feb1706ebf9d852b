//! The files written by learners play the same moves as the learners themselves. They can be compiled like any other
//! rule files.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use blanche_compiler::game::{Compiled, Past, Rules};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::Limits;
use noire::bases::{Backend, TextBase};
use noire::learning::saved_training::SavedTraining;
use noire::players::PlayerSpec;
use noire::search::player::Budget;

use super::{chosen, folder, greedy, learn, noughts, plan, reachable};
use crate::compiled;

/// Learns in a folder and saves. Returns the saved text, and the number of positions in which the learner chooses the
/// first legal move. Also returns a position in which the text chooses another move than the learner, if there is one.
fn written(method: &str, test: &str, games: u64, against: Option<&str>) -> (String, usize, Option<String>) {
    let (base, rules) = noughts();
    let folder = folder(test).join("by-games");
    let plan = plan(method, &[0, 1], &rules);
    let mut course = SavedTraining::open(&base, &rules, &folder, &plan).expect("it begins");
    learn(&rules, &mut *course.learner, (1, games), against);
    course.save().expect("it is written");
    let again = SavedTraining::open(&base, &rules, &folder, &plan).expect("it goes on");
    assert_eq!(again.text(), course.text(), "what is read is what was written");
    let written =
        TextBase::open(&folder.display().to_string(), Limits::default()).expect("it has no mistakes");
    assert!(
        written.rule_files().warnings().is_empty() && written.notes().is_empty(),
        "{:?}",
        written.notes()
    );
    let by_text = written.played_by(Backend::Interpreted).expect("it plays");
    let (mut first, mut other) = (0, None);
    for position in reachable(&rules) {
        let past = Past::new(&rules, &position);
        let chosen = course.learner.choose(&position, &past, &Budget::untimed()).expect("it chooses").mv;
        if greedy(&by_text, &position) != chosen {
            other = Some(rules.notation().position_text(&position));
        }
        let mut moves = Vec::new();
        rules.moves(&mut position.clone(), &mut moves).expect("there are moves");
        first += usize::from(chosen == moves.first().copied());
    }
    (course.text(), first, other)
}

#[test]
fn written_patterns_play_like_the_learner_in_every_position() {
    let (_, first, other) = written("patterns", "written", 300, None);
    assert_eq!(other, None);
    assert!(first < 4_300, "of 4,520 moves {first} are the first one");
}

#[test]
fn a_written_table_of_fields_plays_like_the_learner_in_every_position() {
    let (text, first, other) = written("fields", "fields", 300, None);
    assert_eq!(other, None);
    assert!(first < 4_300, "of 4,520 moves {first} are the first one");
    assert!(text.contains("%% 300 moves were made when 0 fields were taken.\n"), "{text}");
}

/// Number of games played for the bases in `engine/tests/knowledge`.
const KEPT: u64 = 200;

/// The folder of a base that was learned by this method. It is stored in the repository and compiled by `build.rs`.
fn kept(method: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("engine/tests/knowledge").join(format!("noughts-{method}"))
}

/// To write the stored bases again, remove them and run `noire learn --game noughts --by METHOD --games 200 --into
/// engine/tests/knowledge/noughts-METHOD`.
#[test]
fn the_stored_bases_are_what_is_learned_now() {
    for method in ["patterns", "fields"] {
        let (base, rules) = noughts();
        let plan = plan(method, &[1], &rules);
        let folder = folder("kept").join(format!("noughts-{method}"));
        let mut course = SavedTraining::open(&base, &rules, &folder, &plan).expect("it begins");
        for number in 1..=KEPT {
            learn(&rules, &mut *course.learner, (number, number), Some("random"));
            course.count();
        }
        course.save().expect("it is written");
        for file in ["base.blanche", "learned.blanche"] {
            let [now, kept] = [&folder, &kept(method)].map(|folder| fs::read_to_string(folder.join(file)));
            let [now, kept] = [now.expect("it is written"), kept.expect("it is kept")];
            let other = now.lines().zip(kept.lines()).find(|(now, kept)| now != kept);
            assert!(now == kept, "{method}, {file}: {other:?}");
        }
    }
}

#[test]
fn both_back_ends_play_learned_rules_alike_in_every_position() {
    let (_, game) = noughts();
    for method in ["patterns", "fields"] {
        let base = TextBase::open(&kept(method).display().to_string(), Limits::default());
        let base = base.expect("it has no mistakes");
        let interpreted = base.played_by(Backend::Interpreted).expect("it plays");
        let compiled = compiled::games().into_iter().find(|compiled| compiled.name == base.name());
        let compiled = compiled.expect("`build.rs` compiles it");
        let evaluator = Compiled::new(compiled, base.rule_files().program(), Limits::default());
        let compiled =
            Rules::new(Arc::clone(base.rule_files().program()), Box::new(evaluator)).expect("it plays");
        let (mut positions, mut guided) = (0, 0);
        for position in reachable(&game) {
            let chosen = greedy(&compiled, &position);
            assert_eq!(
                chosen,
                greedy(&interpreted, &position),
                "{method}:\n{}",
                game.notation().drawn(&position)
            );
            positions += 1;
            guided += u32::from(chosen != greedy(&game, &position));
        }
        assert_eq!(positions, 4_520, "{method}");
        assert!(guided > 500, "{method}: what was learned decides {guided} moves");
    }
}

/// A running program can load the text that a learner writes like any other text, and unload it again.
#[test]
fn learned_text_can_be_loaded_and_unloaded_in_a_session() {
    for (method, defines, count) in
        [("patterns", "defined the score pattern.", 124), ("fields", "defined learned/3", 1)]
    {
        let text = fs::read_to_string(kept(method).join("learned.blanche")).expect("it is kept");
        // The session already has the rules of the game.
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("use ")).collect();
        let said = format!(":do {}\n:undo\n:undo\n", lines.join("\\n"));
        let mut started = Command::new(env!("CARGO_BIN_EXE_noire"))
            .args(["repl", "--game", "noughts"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        started.stdin.take().expect("it has an input").write_all(said.as_bytes()).expect("it reads");
        let ran = started.wait_with_output().expect("it ends");
        let [out, err] = [&ran.stdout, &ran.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        assert_eq!(out.matches(defines).count(), count, "{method}: {}{err}", &out[..out.len().min(2_000)]);
        assert!(!err.contains("error") && out.contains("undone: "), "{method}: {err}");
    }
}

/// A learner combines its table with a search. In a random game, it must choose the same moves as the rule file that is
/// written for this combination.
#[test]
fn a_written_table_combined_with_a_search_plays_like_the_learner() {
    let base = TextBase::open("othello", Limits::default()).expect("it is built in");
    let rules = base.played_by(Backend::Compiled).expect("it plays");
    let folder = folder("beside").join("guided");
    let plan = plan("fields:rewards=1000/0/-1000,with=exposed-4", &[1], &rules);
    let mut course = SavedTraining::open(&base, &rules, &folder, &plan).expect("it begins");
    learn(&rules, &mut *course.learner, (1, 3), Some("random"));
    course.save().expect("it is written");
    let written =
        TextBase::open(&folder.display().to_string(), Limits::default()).expect("it has no mistakes");
    assert!(
        written.rule_files().warnings().is_empty() && written.notes().is_empty(),
        "{:?}",
        written.notes()
    );
    let by_text = written.played_by(Backend::Interpreted).expect("it plays");
    let [guided, alone] =
        ["exposed-4-guided", "exposed-4"].map(|name| name.parse::<PlayerSpec>().expect("it is one"));
    let mut random = Random::new(4);
    let (mut position, mut guides) = (rules.start().expect("it begins"), 0);
    for ply in 0.. {
        if rules.outcome(&mut position).expect("it is known").is_some() {
            break;
        }
        let past = Past::new(&rules, &position);
        if ply % 2 == 1 {
            let by_learner = course.learner.choose(&position, &past, &Budget::untimed());
            let by_learner = by_learner.expect("it chooses").mv;
            assert_eq!(
                by_learner,
                chosen(&guided, &by_text, &position),
                "{}",
                rules.notation().drawn(&position)
            );
            guides += u32::from(by_learner != chosen(&alone, &by_text, &position));
        }
        let mut moves = Vec::new();
        rules.moves(&mut position, &mut moves).expect("there are moves");
        rules.play(&mut position, *random.choose(&moves)).expect("it can be made");
    }
    assert!(guides > 3, "the table decides {guides} moves");
}

/// The files that the document describes: one file for each move, with a line for each row of the board.
#[test]
fn a_table_is_exported_in_the_format_of_the_document() {
    let (_, rules) = noughts();
    let plan = plan("fields", &[1], &rules);
    let (base, folder) = (noughts().0, folder("exported"));
    let mut course = SavedTraining::open(&base, &rules, &folder, &plan).expect("it begins");
    learn(&rules, &mut *course.learner, (1, 12), Some("random"));
    let files = course.learner.exported().expect("the game begins");
    assert_eq!(files.len(), 9, "a game has nine moves at most");
    let (name, text) = &files[0];
    assert_eq!(name, "1.txt");
    let rows: Vec<&str> = text.lines().collect();
    assert!(rows.len() == 3 && rows.iter().all(|row| row.len() == 9), "{text}");
    let number =
        |row: &str, at: usize| row[3 * at..3 * at + 3].parse::<i64>().expect("a sign and two digits");
    // The rows are ordered from the top, so the last number of the first row is the one learned for c3.
    let learned = course.text();
    let said = learned.split("learned(0, c3, ").nth(1).and_then(|rest| rest.split(')').next());
    let said: i64 = said.and_then(|text| text.parse().ok()).expect("something was learned of it");
    assert_eq!(number(rows[0], 2), said, "{text}");
}

#[test]
fn a_file_saved_by_the_user_during_learning_is_left_unchanged() {
    let ((base, rules), folder) = (noughts(), folder("saved-meanwhile"));
    let plan = plan("patterns", &[1], &rules);
    let mut course = SavedTraining::open(&base, &rules, &folder, &plan).expect("it begins");
    course.save().expect("nothing is there");
    course.save().expect("what it has written itself is there");
    let (file, own) = (folder.join("learned.blanche"), "%% My own work.\n");
    fs::write(&file, own).expect("it is written");
    (0..3).for_each(|_| course.count());
    assert_eq!(course.unsaved(), 3);
    let refused = course.save().expect_err("another text is there").to_string();
    assert_eq!(course.unsaved(), 3, "nothing was saved");
    assert!(refused.ends_with("learned.blanche: it has changed since it was read"), "{refused}");
    assert_eq!(fs::read_to_string(&file).expect("it is there"), own);
}

/// Comments within or after an item belong to the user and are kept. A folder that has the name of a built-in game is
/// used as a folder.
#[test]
fn comments_inside_items_are_kept_and_a_folder_may_have_a_built_in_name() {
    let folder = folder("inside");
    fs::create_dir_all(&folder).expect("a folder can be made");
    let learn = |into: &str, games: &str| {
        let words = ["learn", "--game", "noughts", "--games", games, "--into", into];
        let ran = Command::new(env!("CARGO_BIN_EXE_noire")).args(words).current_dir(&folder).output();
        let ran = ran.expect("it runs");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8_lossy(&ran.stdout).lines().last().expect("it says how it plays").to_owned()
    };
    assert_eq!(learn("noughts", "20"), learn("other", "20"));
    let file = folder.join("other/learned.blanche");
    let text = fs::read_to_string(&file).expect("it was written");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for begin in ["bare(", "score ", "    mark("] {
        let line = lines.iter_mut().find(|line| line.starts_with(begin)).expect("there is one");
        line.push_str(" % mine");
    }
    let body = lines.iter().rposition(|line| line.starts_with("score ")).expect("there is a score");
    lines.insert(body + 1, "    % mine".to_owned());
    fs::write(&file, lines.join("\n") + "\n").expect("it can be written");
    learn("other", "21");
    let text = fs::read_to_string(&file).expect("it was written");
    assert_eq!(text.matches("% mine").count(), 4, "{text}");
}

/// If the file is replaced while games are played, what was learned since the last save cannot be kept.
#[test]
fn a_failed_save_says_how_many_games_it_lost() {
    let folder = folder("lost-games");
    let words = ["learn", "--game", "noughts", "--games", "100000000", "--into"];
    let learning = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(words)
        .arg(&folder)
        .args(["--save-every", "2000"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    let file = folder.join("learned.blanche");
    while !file.exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    fs::write(&file, "%% My own work.\n").expect("it can be written");
    let ended = learning.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(said.contains("it has changed since it was read"), "{said}");
    assert!(said.contains("  not saved: what was learned from the last 2000 games\n"), "{said}");
}
