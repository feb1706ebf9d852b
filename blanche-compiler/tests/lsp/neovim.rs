//! A test with headless Neovim, configured as in `editors/nvim`. It is skipped if Neovim is not installed, but not in
//! continuous integration.

use std::process::Command;

use super::client::folder;
use crate::missing;

const FAMILY: &str = "base family\nplayers left, right\n%% ¬ 🙂\nfact parent(jan, piet)\n\
    old(Old, Young) :- parent(Old, Young), ¬parnt(Young, Old)\nrule old for left at level 0 if old(Old,Young)\n";

#[test]
fn neovim_shows_messages_hovers_renames_formats_colours_and_indents() {
    if !missing::is_installed("nvim") {
        return missing::skip(
            "neovim_shows_messages_hovers_renames_formats_colours_and_indents",
            "the program `nvim`",
        );
    }
    // The folder looks like a repository root, so that the editor does not read the files around it.
    let root = folder("neovim", &[("family/family.blanche", FAMILY), (".git/HEAD", "")]);
    let editors = crate::crate_folder().join("editors/nvim");
    let script = crate::crate_folder().join("tests/lsp/neovim.lua");
    let output = Command::new("nvim")
        .args(["--headless", "--clean", "-n", "-i", "NONE", "--cmd"])
        .arg(format!("set runtimepath^={}", editors.display()))
        .arg("--cmd")
        .arg(format!("let g:blanche_command = ['{}', 'lsp']", env!("CARGO_BIN_EXE_blanche")))
        .arg(root.join("family/family.blanche"))
        .arg("-c")
        .arg(format!("luafile {}", script.display()))
        .args(["-c", "cquit 9"])
        .env("XDG_STATE_HOME", &root)
        .env("XDG_CACHE_HOME", &root)
        .env("NOIRE", "")
        .output()
        .expect("nvim runs");
    let said = String::from_utf8_lossy(&output.stderr).replace("\r\n", "\n");
    assert!(output.status.success(), "{said}");
    let lines: Vec<&str> = said.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    let expected = [
        "messages: B0301 4:41-46 there is no predicate `parnt`",
        "hover: fact parent(Name1: name, Name2: name)",
        "fixed: old(Old, Young) :- parent(Old, Young), ¬parent(Young, Old)",
        "messages: none",
        "renamed: elder(Old, Young) :- parent(Old, Young), ¬parent(Young, Old)",
        "renamed: rule old for left at level 0 if elder(Old,Young)",
        "formatted: rule old for left at level 0 if elder(Old, Young)",
        "completed: parent(Name1, Name2)",
        "omnifunc: v:lua.vim.lsp.omnifunc",
        "colours: blancheDeclaration blancheRule blancheKeyword blancheConstant blancheNumber blancheVariable \
         blanchePredicate blancheConstant blancheComment",
        "colours: blancheDeclaration blancheFile blancheFile",
        "typed: rule next for left at level 1 if |     old(Old, Young), |     equal(Old, % why |     Young) \
         | old(A) :- |     older(A) |  | use x",
        "typed: move mark for Side plays Field if empty(Field) |     adds mark(Field, Side) |     removes empty(Field) \
         |  | use x",
        "typed: move mark for Side plays Field if empty(Field) |     adds mark(Field, Side) | rule five for Side at level 0 if \
         |     five(Side) = |     3",
        "kept: a(X) :- b(X), |     after place(X): ( |         c(X), |         d(X)) | e(X) :- f(X)",
    ];
    assert_eq!(lines, expected, "{said}");
}
