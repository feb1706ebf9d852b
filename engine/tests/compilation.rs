//! Tests of compiling user-defined bases. The generated package has a function for each rule, and its program has the
//! same answers as the interpreter. Failures are reported.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::commands::{Ran, folder};

const BASE: &str = "base own\n\nuse five-in-a-row/domain\nuse five-in-a-row/shapes\nuse more\n\n\
    %% White closes a five.\nrule close for white at level 1 plays Field1 if\n    white.four(Group1), in(Field1, Group1), \
    empty(Field1)\n";
const MORE: &str = "use five-in-a-row/domain\nuse five-in-a-row/shapes\n\n\
    %% White makes a four.\nrule grow for white at level 3 plays Field1 if\n    white.three(Group1), in(Field1, Group1), \
    empty(Field1)\n";
const POSITION: [&str; 6] = ["--black", "h8,i9,j10,k11", "--white", "a1,b1,c1,d1", "--to-move", "white"];

/// A folder of a test with a base, and a folder for its compiled programs.
struct Workshop {
    base: String,
    programs: PathBuf,
}

impl Workshop {
    fn new(test: &str, files: &[(&str, &str)]) -> Workshop {
        let base = folder(&format!("compilation-{test}"), files);
        let programs = PathBuf::from(format!("{base}-programs"));
        let _ = fs::remove_dir_all(&programs);
        Workshop { base, programs }
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.env("NOIRE_CACHE", &self.programs);
        command
    }

    /// Runs `noire` with the folder of the base as an argument, between the arguments `words` and `rest`.
    fn noire(&self, words: &[&str], rest: &[&str]) -> Ran {
        let mut command = self.command(Path::new(env!("CARGO_BIN_EXE_noire")));
        command.args(words).arg(&self.base).args(rest).output().expect("the program starts").into()
    }

    /// The program that was built. There must be only one.
    fn program(&self) -> PathBuf {
        let mut folders = fs::read_dir(&self.programs).expect("programs are kept").flatten();
        let folder = folders.next().expect("one was built").path();
        assert!(folders.next().is_none(), "one was built");
        let name = folder.file_name().expect("it has a name").to_string_lossy().into_owned();
        folder.join(name.rsplit_once('-').expect("a hash stands behind the name").0)
    }

    /// The generated Rust of a module of rules.
    fn rust(&self, module: &str) -> String {
        let folder = self.program().parent().expect("it lies in a folder").to_owned();
        fs::read_to_string(folder.join("src/rules").join(module)).expect("the package has it")
    }
}

#[test]
fn a_compiled_base_has_a_function_per_rule_and_agrees_with_the_interpreter() {
    let shop = Workshop::new("base", &[("base.blanche", BASE), ("more.blanche", MORE)]);
    let ran = shop.noire(&["compile"], &[]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.starts_with("own: 2 rules, compiled\n"), "{}", ran.out);
    let rust = shop.rust("own.rs");
    for rule in ["fn close_white<", "fn grow_white<"] {
        assert_eq!(rust.matches(rule).count(), 1, "{rule} in {rust}");
    }

    // Commands find the program when compiled rules are requested. Unchanged rules are not compiled again.
    let apply = |backend: &str| {
        let ran =
            shop.noire(&["apply", "--game"], &[&POSITION[..], &["--backend", backend, "--all"]].concat());
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran.out
    };
    assert!(apply("compiled").contains("close for white: plays e1"));
    assert_eq!(apply("compiled"), apply("interpreted"));
    assert_eq!(apply("both"), apply("interpreted"));
    assert!(shop.noire(&["compile"], &[]).out.starts_with("own: 2 rules, already compiled\n"));

    // The program has the name of its base, whatever the working directory is.
    let mut alone = shop.command(&shop.program());
    fs::rename(&shop.base, format!("{}-away", shop.base)).expect("it can be moved");
    let named = alone.args(["apply", "--game", "own", "--all", "--backend", "both"]).args(POSITION).output();
    fs::rename(format!("{}-away", shop.base), &shop.base).expect("it can be moved back");
    let named = Ran::from(named.expect("the program starts"));
    assert_eq!((named.status, named.out), (0, apply("interpreted")), "{}", named.err);

    // Changed rules are compiled again.
    fs::write(Path::new(&shop.base).join("more.blanche"), MORE.replace("level 3", "level 5"))
        .expect("it is there");
    let ran = shop.noire(&["compile"], &[]);
    assert!(ran.out.starts_with("own: 2 rules, compiled\n"), "{} {}", ran.out, ran.err);
    assert!(apply("both").contains("level 5, grow for white"));

    // An earlier version in another folder has a program of its own.
    let earlier = folder("compilation-base-earlier", &[("base.blanche", BASE), ("more.blanche", MORE)]);
    let compile = |base: &str| {
        let mut command = shop.command(Path::new(env!("CARGO_BIN_EXE_noire")));
        Ran::from(command.args(["compile", base]).output().expect("the program starts")).out
    };
    assert!(compile(&earlier).starts_with("own: 2 rules, compiled\n"));
    assert!(compile(&shop.base).starts_with("own: 2 rules, already compiled\n"));
}

#[test]
fn bench_shows_interpreter_times_during_compilation() {
    let shop = Workshop::new("bench", &[("base.blanche", BASE), ("more.blanche", MORE)]);
    let words = ["bench", "--backend", "both", "--time", "0", "--question", "all", "--game"];
    let first = shop.noire(&words, &[]);
    assert_eq!(first.status, 0, "{}", first.err);
    assert!(first.err.contains("meanwhile, the interpreter's microseconds"), "{}", first.err);
    assert!(first.err.contains("  close for white"), "{}", first.err);
    let compared = "are the same interpreted and compiled\n";
    assert!(first.out.contains(compared), "{}", first.out);
    let again = shop.noire(&words, &[]);
    assert!(again.out.contains(compared) && !again.err.contains("meanwhile"), "{} {}", again.out, again.err);
}

#[test]
fn a_contest_starts_with_the_interpreter_during_compilation() {
    // A base may have the same name as the library. Its warnings are reported once.
    let base = BASE.replace("base own", "base noire") + "idle(Group1) :- white.two(Group1)\n";
    let shop = Workshop::new("contest", &[("base.blanche", &base), ("more.blanche", MORE)]);
    let words = [
        "contest",
        "--games",
        "2",
        "--nodes",
        "1",
        "--player",
        "search:depth=1",
        "--player",
        "search:depth=1",
        "--threads",
        "1",
        "--backend",
        "compiled",
        "--game",
    ];
    let first = shop.noire(&words, &[]);
    assert_eq!(first.status, 0, "{}", first.err);
    assert!(first.err.contains("interpreted meanwhile: "), "{}", first.err);
    assert_eq!(first.err.matches("[B0605]").count(), 1, "{}", first.err);
    assert!(first.out.contains("  2 games: "), "{}", first.out);
    // The limit is a number of positions instead of a time, so both contestants play the same games.
    let told = first.err.split("interpreted meanwhile: ").last().unwrap();
    let score = told.split([':', ',']).nth(1).unwrap().trim();
    assert!(told.starts_with("1 pairs: ") && first.out.contains(score), "{} {}", first.err, first.out);
    let again = shop.noire(&words, &[]);
    assert!(again.out.contains("  2 games: ") && !again.err.contains("meanwhile"), "{}", again.err);
    assert_eq!(again.err.matches("[B0605]").count(), 1, "{}", again.err);
}

#[test]
fn a_game_in_text_compiles_the_same_way() {
    let base = include_str!("../program/data/new/game/base.blanche").replace("NAME", "men");
    let shop = Workshop::new("game", &[("base.blanche", &base)]);
    let words =
        ["contest", "--games", "2", "--nodes", "20", "--threads", "1", "--backend", "compiled", "--game"];
    let played = shop.noire(&words, &[]);
    assert!(played.err.contains("interpreted meanwhile: 1 pairs: "), "{}", played.err);
    assert!(played.out.contains("  2 games: "), "{} {}", played.out, played.err);
    let copy = format!("{}-program", shop.base);
    let ran = shop.noire(&["compile"], &["--output", &copy]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains(&copy), "{}", ran.out);
    let counts = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split(',').next().unwrap_or_default().to_owned()).collect()
    };
    let ran = shop.noire(&["perft", "--depth", "5", "--backend", "both", "--game"], &[]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let alone = Command::new(copy).args(["perft", "--game", "men", "--depth", "5"]).output();
    assert_eq!(counts(&Ran::from(alone.expect("the copy is a program")).out), counts(&ran.out));
}

#[test]
fn a_built_in_base_is_already_compiled() {
    let ran = crate::commands::noire(&["compile", "gomoku"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "gomoku: 24 rules, already compiled into this program\n"));
}

#[test]
fn a_failed_build_reports_what_is_missing() {
    let shop = Workshop::new("no-toolchain", &[("base.blanche", BASE), ("more.blanche", MORE)]);
    let mut command = shop.command(Path::new(env!("CARGO_BIN_EXE_noire")));
    let ran = command.args(["compile", &shop.base]).env("PATH", &shop.base).env_remove("CARGO").output();
    let ran = Ran::from(ran.expect("the program starts"));
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(ran.err.contains("there is no program `cargo`"), "{}", ran.err);
    assert_eq!(ran.err.lines().filter(|line| line.starts_with("error")).count(), 1, "{}", ran.err);

    // A file already has the name of the folder for programs.
    let ran = Command::new(env!("CARGO_BIN_EXE_noire"))
        .args(["compile", &shop.base])
        .env("NOIRE_CACHE", format!("{}/base.blanche", shop.base))
        .output();
    let ran = Ran::from(ran.expect("the program starts"));
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(ran.err.contains("cannot be written"), "{}", ran.err);
}

#[test]
fn mistakes_in_rules_are_reported_before_the_build() {
    let shop = Workshop::new(
        "mistakes",
        &[("base.blanche", &BASE.replace("empty(", "emtpy(")), ("more.blanche", MORE)],
    );
    let ran = shop.noire(&["apply", "--backend", "compiled", "--game"], &POSITION);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("emtpy") && !shop.programs.exists(), "{}", ran.err);
}
