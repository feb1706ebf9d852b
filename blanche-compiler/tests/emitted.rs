//! Tests of the generated code of all programs in the repository. People should be able to read it: functions are
//! short, are not deeply nested, and contain no artificial names. The code depends on no crate but the runtime.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use blanche_compiler::emit::{self, Module};
use blanche_compiler::project::{Project, SearchPath};
use blanche_compiler::{check_program, compile, has_errors, plan};
use syn::visit::{self, Visit};

use crate::missing;

/// Maximum length of a function in lines, without its doc comment.
const MAX_LINES: usize = 120;

/// Maximum nesting depth of blocks in a function body.
const MAX_NESTED: usize = 6;

/// The violations in the modules. `sources` are the texts from which the modules were generated.
fn problems(modules: &[Module], sources: &[String]) -> Vec<String> {
    // A sum used as an argument becomes a local variable such as `n_plus_2`.
    let sums = |text: &String| text.replace(" + ", "_plus_").replace(" - ", "_minus_");
    let words: BTreeSet<String> =
        sources.iter().flat_map(|text| words(text).into_iter().chain(words(&sums(text)))).collect();
    let mut found = Vec::new();
    for module in modules {
        let file = syn::parse_file(&module.text).expect("emitted code parses");
        let mut form = Form::default();
        form.visit_file(&file);
        form.problems.extend(long_functions(&module.text));
        if module.text.contains("blanche_compiler::") {
            form.problems.push("the compiler is named".to_owned());
        }
        for name in names(&module.text) {
            if !is_of_source(&name, &words) {
                form.problems.push(format!("`{name}` differs from others in a number only"));
            }
        }
        found.extend(form.problems.into_iter().map(|problem| format!("{}: {problem}", module.name)));
    }
    found
}

/// A visitor that collects violations in functions.
#[derive(Default)]
struct Form {
    problems: Vec<String>,
    function: String,
    nested: usize,
    deepest: usize,
    labels: BTreeMap<String, usize>,
}

impl<'a> Visit<'a> for Form {
    fn visit_item_fn(&mut self, function: &'a syn::ItemFn) {
        self.function = function.sig.ident.to_string();
        (self.nested, self.deepest) = (0, 0);
        self.labels.clear();
        function.block.stmts.iter().for_each(|statement| self.visit_stmt(statement));
        if self.deepest > MAX_NESTED {
            self.problems.push(format!("`{}` is nested {} blocks deep", self.function, self.deepest));
        }
        for (label, _) in self.labels.iter().filter(|(_, uses)| **uses == 0) {
            self.problems.push(format!("nothing in `{}` names `{label}`", self.function));
        }
        self.function.clear();
    }

    fn visit_block(&mut self, block: &'a syn::Block) {
        self.nested += 1;
        self.deepest = self.deepest.max(self.nested);
        visit::visit_block(self, block);
        self.nested -= 1;
    }

    fn visit_label(&mut self, label: &'a syn::Label) {
        self.labels.entry(label.name.to_string()).or_default();
    }

    fn visit_expr_break(&mut self, jump: &'a syn::ExprBreak) {
        if let Some(label) = &jump.label {
            *self.labels.entry(label.to_string()).or_default() += 1;
        }
        visit::visit_expr_break(self, jump);
    }

    fn visit_expr_continue(&mut self, jump: &'a syn::ExprContinue) {
        if let Some(label) = &jump.label {
            *self.labels.entry(label.to_string()).or_default() += 1;
        }
    }

    fn visit_expr_unary(&mut self, unary: &'a syn::ExprUnary) {
        let not = |expression: &syn::Expr| matches!(expression, syn::Expr::Unary(inner) if matches!(inner.op, syn::UnOp::Not(_)));
        if matches!(unary.op, syn::UnOp::Not(_)) && not(&unary.expr) {
            self.problems.push(format!("`!!` in `{}`", self.function));
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_attribute(&mut self, attribute: &'a syn::Attribute) {
        if !self.function.is_empty() && attribute.path().is_ident("doc") {
            self.problems.push(format!("a doc comment on a statement of `{}`", self.function));
        }
    }
}

/// The functions that are too long. A function is measured from its first line to the closing brace.
fn long_functions(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let indent = &line[..line.len() - code.len()];
        let is_function = ["fn ", "pub fn ", "pub(super) fn "].iter().any(|begin| code.starts_with(begin))
            && !code.ends_with(';');
        if !is_function {
            continue;
        }
        let end = format!("{indent}}}");
        let length = lines[at..].iter().position(|line| *line == end).map_or(0, |length| length + 1);
        if length > MAX_LINES {
            found.push(format!("{length} lines: {code}"));
        }
    }
    found
}

/// The names in a text that end in a separate number.
fn names(text: &str) -> BTreeSet<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: String = code.flat_map(|line| [line, "\n"]).collect();
    let mut in_text = false;
    let signs = code.split('"').filter(|_| {
        in_text = !in_text;
        in_text
    });
    let words = signs.flat_map(|part| part.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
    let numbered = words.filter(|word| {
        let (stem, number) = word.rsplit_once('_').unwrap_or_default();
        stem.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && !number.is_empty()
            && number.bytes().all(|c| c.is_ascii_digit())
    });
    numbered.map(|word| word.to_lowercase()).collect()
}

/// The names in a rule file, as they are written in Rust.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && !"._-".contains(c));
    words.map(|word| word.replace(['.', '-'], "_").to_lowercase()).filter(|word| !word.is_empty()).collect()
}

/// Whether a name comes from the source, or ends in a name from the source.
fn is_of_source(name: &str, words: &BTreeSet<String>) -> bool {
    let parts: Vec<&str> = name.split('_').collect();
    (0..parts.len().saturating_sub(1)).any(|at| words.contains(&parts[at..].join("_")))
}

/// The texts of rule files.
fn texts(paths: &[PathBuf]) -> Vec<String> {
    paths.iter().map(|path| std::fs::read_to_string(path).expect("a rule file can be read")).collect()
}

#[test]
fn the_rust_of_all_bases_is_readable() {
    let folder = crate::crate_folder().join("../knowledge");
    if !folder.is_dir() {
        let test = "the_rust_of_all_bases_is_readable";
        return missing::skip(test, "the folder `knowledge` beside the crate");
    }
    let knowledge = compile(&folder).expect("the bases can be read");
    assert!(!has_errors(&knowledge.diagnostics));
    let sources = texts(&blanche_compiler::project::rule_files(&folder));
    let found = problems(&knowledge.modules, &sources);
    assert!(found.is_empty(), "{found:#?}");
    // There is one module for each base, and each module is in a file of its own.
    let bases = sources.iter().filter_map(|text| text.lines().find_map(|line| line.strip_prefix("base ")));
    for base in bases {
        let name = base.trim().replace(['-', '.'], "_");
        let modules = knowledge.modules.iter().filter(|module| module.name == name).count();
        assert_eq!(modules, 1, "modules of {base}");
        let files = knowledge.files();
        assert_eq!(
            files.iter().filter(|(file, _)| *file == format!("{name}.rs")).count(),
            1,
            "files of {base}"
        );
    }
    // Code that several bases share occurs only once.
    let functions: Vec<BTreeSet<&str>> =
        knowledge.modules.iter().map(|module| functions(&module.text)).collect();
    for (at, module) in knowledge.modules.iter().enumerate().filter(|(_, module)| module.private) {
        assert!(!functions[at].is_empty(), "{} is for something", module.name);
        for other in (0..functions.len()).filter(|other| *other != at) {
            let twice: Vec<_> = functions[at].intersection(&functions[other]).collect();
            assert!(twice.is_empty(), "in {} too: {twice:#?}", knowledge.modules[other].name);
        }
    }
}

/// The functions of a module that contain a loop, as texts without doc comments and visibility. Functions without a
/// loop may be equal, since they only call others.
fn functions(text: &str) -> BTreeSet<&str> {
    let items = text.split("\n\n").filter_map(|item| item.find("fn ").map(|at| &item[at..]));
    items.filter(|item| item.ends_with('}') && item.contains("    for ")).collect()
}

#[test]
fn the_rust_of_small_programs_is_readable() {
    let crate_folder = crate::crate_folder();
    let mut programs = Vec::new();
    for folder in ["tests/programs", "agree/programs"] {
        let Ok(files) = std::fs::read_dir(crate_folder.join(folder)) else {
            missing::skip("the_rust_of_small_programs_is_readable", folder);
            continue;
        };
        let paths = files.flatten().map(|entry| entry.path());
        programs.extend(paths.filter(|path| path.extension().is_some_and(|ending| ending == "blanche")));
    }
    programs.sort();
    for path in programs {
        let text = std::fs::read(&path).expect("a program can be read");
        let mut project = Project::default();
        let file = project.add(&path.to_string_lossy(), &text);
        let files = project.program(file, &SearchPath::default());
        let checked = check_program(&project, &files, None);
        let program = &checked.resolved.program;
        let planned = plan::plan(program).expect("it is planned");
        let unit = emit::Unit { name: "program", program, plan: &planned, hash: 0 };
        let modules = emit::emit(&project.sources, &[unit]).expect("it is short");
        let found = problems(&modules, &texts(std::slice::from_ref(&path)));
        assert!(found.is_empty(), "{}: {found:#?}", path.display());
    }
}

#[test]
fn unreadable_rust_is_detected() {
    let long = "    go();\n".repeat(MAX_LINES);
    let deep = format!("{}{}", "if x { ".repeat(MAX_NESTED + 1), "}".repeat(MAX_NESTED + 1));
    for (text, expected) in [
        (format!("fn long() {{\n{long}}}\n"), "122 lines: fn long() {"),
        (format!("fn deep() {{ {deep} }}"), "`deep` is nested 7 blocks deep"),
        ("fn f() { 'a: for x in y { go(); } }".to_owned(), "nothing in `f` names `'a`"),
        ("fn f() { if !!x {} }".to_owned(), "`!!` in `f`"),
        ("use blanche_compiler::runtime::Value;".to_owned(), "the compiler is named"),
        ("fn f() {\n/// why\nlet x = 1; }".to_owned(), "a doc comment on a statement of `f`"),
        (
            "fn f() { let group_2 = 1; let field_3 = \"a_4\"; }".to_owned(),
            "`group_2` differs from others in a number only",
        ),
    ] {
        let module = Module { name: "m".to_owned(), text, private: false, of_games: false };
        assert_eq!(problems(&[module], &["p(Field_3)".to_owned()]), [format!("m: {expected}")]);
    }
}
