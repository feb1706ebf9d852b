//! `blanche new`: the example program.

use crate::folder::Folder;

#[test]
fn a_new_program_is_sound_and_answers_the_query_in_its_comment() {
    let folder = Folder::new("new");
    let ran = folder.run(&["new", "my-river"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("blanche query my-river.blanche 'first.crossing(X)'"), "{}", ran.out);
    for command in [&["check", "--deny-warnings"][..], &["fmt", "--check"]] {
        let ran = folder.run(&[command, &["my-river.blanche"]].concat());
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    }
    let text = folder.text("my-river.blanche");
    let tested = folder.run(&["test", "my-river.blanche"]);
    assert_eq!((tested.status, tested.out.as_str()), (0, "2 expectations in 1 file: 2 hold\n"));
    let commands = text.lines().filter_map(|line| line.strip_prefix("%     blanche "));
    let queries: Vec<&str> = commands.filter(|command| command.starts_with("query")).collect();
    let answers: Vec<String> = queries
        .iter()
        .map(|query| {
            let (command, query) = query.split_once(" '").expect("the query is quoted");
            let mut words: Vec<&str> = command.split(' ').collect();
            words.push(query.trim_end_matches('\''));
            let ran = folder.run(&words);
            assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{query}");
            ran.out
        })
        .collect();
    assert_eq!(
        answers,
        ["X\ngoose\n\n1 answer\n", "X      Y\nfox    goose\ngoose  grain\n\n2 answers\n", "yes\n"]
    );
}

#[test]
fn new_refuses_an_existing_file_and_an_invalid_name() {
    let folder = Folder::new("new-refused").with("river.blanche", "% mine\n").with("sub/note.txt", "");
    let ran = folder.run(&["new", "river"]);
    assert_eq!((ran.status, folder.text("river.blanche").as_str()), (2, "% mine\n"));
    assert!(ran.err.contains("`river.blanche` exists already"), "{}", ran.err);
    for name in ["", ".", "..", "a/b", "../a", "River", "a b", "a..b", "-a", "a-", "é?", "a\u{1b}b"] {
        let ran = folder.run(&["new", "--", name]);
        assert_eq!(ran.status, 2, "{name}: {}", ran.out);
    }
    assert_eq!(folder.run(&["new", "a", "--in", "nowhere"]).status, 2);
    let ran = folder.run(&["new", "a", "--in", "sub"]);
    assert_eq!(ran.status, 0);
    assert_eq!(folder.run(&["query", "sub/a.blanche", "first.crossing(goose)"]).out, "yes\n");
}

#[test]
fn new_names_the_command_that_writes_games_and_their_rules() {
    let folder = Folder::new("new-games");
    for (what, command) in
        [("rules", "\n  noire new mine --game GAME\n"), ("game", "\n  noire new mine --as game\n")]
    {
        let ran = folder.run(&["new", "mine", "--as", what]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        assert!(ran.out.ends_with(command), "{}", ran.out);
        let ran = folder.run(&["new", "mine", "--as", what, "--in", "my games"]);
        assert!(ran.out.ends_with(&format!("{} --in 'my games'\n", command.trim_end())), "{}", ran.out);
    }
    let ran = folder.run(&["new", "mine", "--as", "program"]);
    assert!(ran.status == 0 && ran.out.starts_with("Wrote mine.blanche"), "{}", ran.out);
}
