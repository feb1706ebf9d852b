//! Checks programs that consist of several files in one knowledge folder.

use blanche_compiler::check_program;
use blanche_compiler::project::{Project, SearchPath};

/// The codes and locations of the diagnostics of a program of several files. The last file is the root, which uses the
/// other files.
pub(crate) fn codes_and_places(files: &[(&str, &str)]) -> Vec<String> {
    let texts = files.iter().map(|(name, text)| (format!("{name}.blanche"), text.as_bytes().to_vec()));
    let search_path = SearchPath { texts: texts.collect(), ..SearchPath::default() };
    let mut project = Project::default();
    let (name, text) = files.last().expect("a program has a file");
    let root = project.add(&format!("knowledge/{name}.blanche"), text.as_bytes());
    let files = project.program(root, &search_path);
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
