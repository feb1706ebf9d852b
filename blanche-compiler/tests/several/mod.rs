//! Programs of several files in one knowledge folder, and their diagnostics.

use blanche_compiler::check_program;
use blanche_compiler::project::{Library, Project};

/// The codes and locations of the diagnostics of a program of several files, the last of which is the root.
pub(crate) fn said_of(files: &[(&str, &str)]) -> Vec<String> {
    let texts = files.iter().map(|(name, text)| (format!("{name}.blanche"), text.as_bytes().to_vec()));
    let library = Library { texts: texts.collect(), ..Library::default() };
    let mut project = Project::default();
    let (name, text) = files.last().expect("a program has a file");
    let root = project.add(&format!("knowledge/{name}.blanche"), text.as_bytes());
    let files = project.program(root, &library);
    let mut found: Vec<String> = Vec::new();
    for message in check_program(&project, &files, None).diagnostics {
        let (place, sources) = (message.label.span, &project.sources);
        let file = sources.file(place.file).name().trim_start_matches("knowledge/");
        let (file, line) = (file.trim_end_matches(".blanche"), sources.position(place).line);
        found.push(format!("{} {file}:{line}", message.code));
    }
    found.sort();
    found
}
