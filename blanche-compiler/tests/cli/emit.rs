//! Tests of `blanche emit`: the amount of Rust that is generated from the bases of this repository. The snapshots of
//! the generated code are in `snapshots/rust/`.

use std::fs;

use crate::folder::{Folder, Ran};
use crate::missing;

/// Maximum number of lines generated from a base.
const MAX_OUTPUT_LINES: usize = 10_000;

/// The text of a number with a thousands separator: `7,909`.
fn with_comma(number: usize) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", number / 1000, number % 1000) }
}

#[test]
fn the_book_states_how_many_lines_of_rust_each_base_becomes() {
    let root = crate::crate_folder().join("..");
    let Ok(folders) = fs::read_dir(root.join("knowledge")) else {
        let test = "the_book_states_how_many_lines_of_rust_each_base_becomes";
        return missing::skip(test, "the folder `knowledge` beside the crate");
    };
    let mut bases: Vec<_> = folders.flatten().map(|folder| folder.path()).collect();
    bases.retain(|folder| folder.join("base.blanche").is_file());
    bases.sort();
    let (mut names, mut lines) = (Vec::new(), Vec::new());
    for base in &bases {
        // The paths must be relative, because the generated text contains them, and long paths wrap to more lines.
        let path = base.strip_prefix(&root).expect("it lies there").to_string_lossy();
        let mut command = Folder::new("emitted").command(&["emit", &path]);
        let ran = Ran::of(command.current_dir(&root).output().expect("the program runs"));
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        let number = ran.out.lines().count();
        assert!(number <= MAX_OUTPUT_LINES, "{}: {number}", base.display());
        names.push(format!("`{}`", base.file_name().expect("it has a name").to_string_lossy()));
        lines.push(with_comma(number));
    }
    let (names, lines, most) = (names.join(", "), lines.join(", "), with_comma(MAX_OUTPUT_LINES));
    let row = format!("| lines of Rust of {names} | {lines} | {most} |");
    let figures =
        fs::read_to_string(root.join("blanche-compiler/book/src/figures.md")).expect("it can be read");
    assert!(figures.contains(&row), "the figures have to say: {row}");
}
