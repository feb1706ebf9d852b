//! Skips tests if a program or the files of the repository are missing. A skipped test prints a note. In continuous
//! integration, that is, if `CI` is `true`, the test fails instead.

use std::io::{Write, stderr};
use std::process::Command;

/// Reports that a test is skipped, and why.
///
/// # Panics
/// In continuous integration.
pub(crate) fn skip(test: &str, lacks: &str) {
    let told = skip_notice(test, lacks, std::env::var("CI").is_ok_and(|value| value == "true"));
    // The note is written directly, because cargo hides what macros print in tests that pass.
    let _ = writeln!(stderr(), "{}", told.unwrap_or_else(|problem| panic!("{problem}")));
}

fn skip_notice(test: &str, lacks: &str, is_ci: bool) -> Result<String, String> {
    match is_ci {
        true => Err(format!("`{test}` lacks {lacks}, and CI=true: nothing may be passed over")),
        false => Ok(format!("skipped: `{test}` lacks {lacks}; with CI=true it fails")),
    }
}

/// Whether a program can be started and reports its version.
pub(crate) fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn a_test_without_its_program_fails_only_in_continuous_integration() {
    let skipped = skip_notice("an_editor_edits", "`nvim`", false).expect("a user's machine may lack it");
    assert_eq!(skipped, "skipped: `an_editor_edits` lacks `nvim`; with CI=true it fails");
    assert!(skip_notice("an_editor_edits", "`nvim`", true).is_err());
    assert!(!is_installed("no-such-program"));
}
