//! temp
use blanche_compiler::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut project = project::Project::default();
    let path = std::path::Path::new(&args[2]);
    let library = project::Library::around(path, None);
    let root = if path.is_dir() {
        base_file(&mut project, path).unwrap().unwrap()
    } else {
        project.open(path).unwrap()
    };
    let checked = load(&mut project, root, &library);
    for d in project.diagnostics.iter().chain(&checked.diagnostics) {
        println!(
            "{} {} {} {}: {} [{}]",
            d.code,
            project.sources.file(d.label.span.file).name(),
            project.sources.position(d.label.span),
            d.title,
            d.label.text,
            d.hints.join(" | ")
        );
    }
    let plan = plan::plan(&checked.resolved.program);
    match args[1].as_str() {
        "plan" => print!("{}", plan::print::print(&checked.resolved.program, &plan, None)),
        "emit" => print!(
            "{}",
            emit::emit(
                &project.sources,
                &[emit::Unit {
                    name: checked.resolved.program.base.as_deref().unwrap_or("x"),
                    program: &checked.resolved.program,
                    plan: &plan,
                    hash: 0
                }]
            )
        ),
        _ => {}
    }
}
