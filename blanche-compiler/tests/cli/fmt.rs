//! `blanche fmt`: formatting of files.

use crate::folder::Folder;

#[test]
fn fmt_rewrites_files_and_leaves_formatted_ones_unchanged() {
    let folder = Folder::new("fmt").with("a.blanche", "fact   p(a).\r\nq( X ):-p(X) ,not r(X)\nfact r(b)");
    let ran = folder.run(&["fmt", "--check", "a.blanche"]);
    assert_eq!(ran.status, 1);
    let expected = "\
a.blanche
  1 - fact   p(a).
  2 - q( X ):-p(X) ,not r(X)
  1 + fact p(a)
  2 + q(X) :- p(X), ¬r(X)

1 file would change
";
    assert_eq!(ran.out, expected);
    let ran = folder.run(&["fmt", "."]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "formatted ./a.blanche\n"));
    assert_eq!(folder.text("a.blanche"), "fact p(a)\nq(X) :- p(X), ¬r(X)\nfact r(b)\n");
    let ran = folder.run(&["fmt", "--check", "."]);
    assert_eq!((ran.status, ran.out.as_str()), (0, ""));
}

#[test]
fn fmt_leaves_a_file_with_mistakes_unchanged() {
    let text = "fact   p(a)\nq(X :- p(X)\n";
    let folder = Folder::new("fmt-broken").with("a.blanche", text).with("b.blanche", "fact   p(a)\n");
    let ran = folder.run(&["fmt", "a.blanche", "b.blanche"]);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("error[B0102]"), "{}", ran.err);
    assert_eq!(folder.text("a.blanche"), text);
    assert_eq!(folder.text("b.blanche"), "fact p(a)\n", "the others are written");
}

#[test]
#[cfg(unix)]
fn fmt_keeps_permissions_and_links_and_leaves_no_other_files() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("fmt-place").with("real/a.blanche", "fact   p(a)\n");
    let file = folder.0.join("real/a.blanche");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).expect("they can be set");
    symlink("real/a.blanche", folder.0.join("link.blanche")).expect("a link can be made");
    assert_eq!(folder.run(&["fmt", "link.blanche"]).status, 0);
    assert_eq!(folder.text("real/a.blanche"), "fact p(a)\n");
    assert_eq!(std::fs::metadata(&file).expect("it is there").permissions().mode() & 0o777, 0o640);
    assert!(folder.0.join("link.blanche").is_symlink());
    let beside = std::fs::read_dir(folder.0.join("real")).expect("it can be listed");
    assert_eq!(beside.count(), 1);
}

#[test]
fn fmt_reads_standard_input_and_writes_standard_output() {
    let folder = Folder::new("fmt-input");
    let ran = folder.run_with_input(&["fmt", "-"], "fact  p(a)\n");
    assert_eq!((ran.status, ran.out.as_str()), (0, "fact p(a)\n"));
    let ran = folder.run_with_input(&["fmt", "-"], "fact p(a)\n");
    assert_eq!((ran.status, ran.out.as_str()), (0, "fact p(a)\n"));
    let ran = folder.run_with_input(&["fmt", "-"], "q(X :- p(X)\n");
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("[ standard input:1:"), "{}", ran.err);
    assert_eq!(folder.run_with_input(&["fmt", "--check", "-"], "fact  p(a)\n").status, 1);
}
