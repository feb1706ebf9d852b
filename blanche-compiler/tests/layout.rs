//! Tests that the dependencies between the files of some modules are acyclic, so that each file can be read before the
//! files that use it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The modules below one module of the crate, with their code. Keys are paths, such as `order::agenda` below `plan`.
type Modules = BTreeMap<Vec<String>, String>;

fn read(folder: &Path, module: &[String], modules: &mut Modules) {
    for entry in fs::read_dir(folder).expect("the folder can be read").flatten() {
        let path = entry.path();
        let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        let mut inner = module.to_vec();
        if path.is_dir() {
            inner.push(name);
            read(&path, &inner, modules);
        } else if path.extension().is_some_and(|known| known == "rs") && name != "tests" {
            if name != "mod" {
                inner.push(name);
            }
            let text = fs::read_to_string(&path).expect("the file can be read");
            let code = text.split("#[cfg(test)]").next().unwrap_or(&text);
            let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            modules.insert(inner, code.collect::<Vec<_>>().join("\n"));
        }
    }
}

/// The modules that a module refers to by path. If only the beginning of a path is a known module, that beginning
/// counts.
fn named(of: &str, module: &[String], code: &str, modules: &Modules) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices("::") {
        let before = code[..at].rsplit(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').next();
        let words: Vec<&str> = before.unwrap_or_default().split("::").collect();
        let next =
            code[at + 2..].split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        let ups = words.iter().take_while(|word| **word == "super").count();
        let (base, rest) = match words.as_slice() {
            ["crate", own, rest @ ..] if *own == of => (Vec::new(), rest),
            ["self", rest @ ..] => (module.to_vec(), rest),
            _ if ups > 0 && ups <= module.len() => (module[..module.len() - ups].to_vec(), &words[ups..]),
            _ => continue,
        };
        let mut path = base;
        path.extend(rest.iter().map(|word| (*word).to_owned()).chain([next.to_owned()]));
        while !modules.contains_key(&path) {
            path.pop();
        }
        found.insert(path);
    }
    found
}

/// Fails if a file of this module depends on itself through other files. At least `least` dependencies must be found.
fn check(of: &str, least: usize) {
    let mut modules = Modules::new();
    let folder = crate::crate_folder().join("src").join(of);
    read(&folder, &[], &mut modules);
    // A parent declares its children, and the children may refer to the parent.
    let needs: BTreeMap<&Vec<String>, BTreeSet<Vec<String>>> = modules
        .iter()
        .map(|(module, code)| {
            let mut needed = named(of, module, code, &modules);
            needed.retain(|other| !module.starts_with(other) && !other.starts_with(module));
            (module, needed)
        })
        .collect();
    assert!(needs.values().map(BTreeSet::len).sum::<usize>() > least, "imports are seen: {needs:#?}");
    // Repeatedly remove the modules that depend on none of the remaining modules.
    let mut left: BTreeSet<&Vec<String>> = modules.keys().collect();
    loop {
        let free: Vec<&Vec<String>> = left
            .iter()
            .filter(|module| needs[**module].iter().all(|other| !left.contains(other)))
            .copied()
            .collect();
        if free.is_empty() {
            break;
        }
        free.iter().for_each(|module| {
            left.remove(*module);
        });
    }
    let circle: Vec<String> = left
        .iter()
        .map(|module| {
            let others: Vec<String> = needs[*module]
                .iter()
                .filter(|other| left.contains(other))
                .map(|other| other.join("::"))
                .collect();
            format!("{} needs {}", module.join("::"), others.join(", "))
        })
        .collect();
    assert!(circle.is_empty(), "these need each other: {circle:#?}");
}

#[test]
fn the_files_of_the_planner_have_no_cycles() {
    check("plan", 100);
}

#[test]
fn the_files_of_the_large_modules_have_no_cycles() {
    for of in ["check", "emit", "game", "names", "service"] {
        check(of, 10);
    }
}
