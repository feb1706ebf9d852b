//! What a test needs and does not have: a program, or the files of the project around the crate. On somebody's machine
//! the test is passed over, and says so; in continuous integration, where `CI` is `true`, it fails.

use std::io::{Write, stderr};
use std::process::Command;

/// Tells that this test is passed over, and for want of what.
///
/// # Panics
/// In continuous integration.
pub(crate) fn pass_over(test: &str, lacks: &str) {
    let told = told(test, lacks, std::env::var("CI").is_ok_and(|value| value == "true"));
    // What the macros print of a test that passes is not shown.
    let _ = writeln!(stderr(), "{}", told.unwrap_or_else(|problem| panic!("{problem}")));
}

fn told(test: &str, lacks: &str, is_ci: bool) -> Result<String, String> {
    match is_ci {
        true => Err(format!("`{test}` lacks {lacks}, and CI=true: nothing may be passed over")),
        false => Ok(format!("skipped: `{test}` lacks {lacks}; with CI=true it fails")),
    }
}

/// Whether a program can be started and tells its version.
pub(crate) fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn a_test_that_lacks_something_fails_in_continuous_integration_only() {
    let skipped = told("an_editor_edits", "`nvim`", false).expect("somebody's machine may lack it");
    assert_eq!(skipped, "skipped: `an_editor_edits` lacks `nvim`; with CI=true it fails");
    assert!(told("an_editor_edits", "`nvim`", true).is_err());
    assert!(!is_there("no-such-program"));
}
