//! The location of snapshots. Each snapshot has its own name, and is in a subfolder of `snapshots/` at the root of the
//! project.

/// The settings for snapshots in a folder, for the tests of either crate.
pub(crate) fn settings(name: &str) -> insta::Settings {
    let mut folders =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join("snapshots"));
    let folder = folders.find(|folder| folder.is_dir()).expect("the project has snapshots");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder.join(name));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}
