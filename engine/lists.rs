//! Built-in tables: their rows, and hints for names that they do not contain.

use blanche_compiler::spelling::nearest;

/// The rows of a table with tab-separated columns. Lines that begin with `#` are comments. Rows whose number of columns
/// is not `COLUMNS` are skipped.
pub fn rows<const COLUMNS: usize>(table: &str) -> impl Iterator<Item = [&str; COLUMNS]> {
    let rows = table.lines().filter(|row| !row.starts_with('#'));
    rows.filter_map(|row| row.split('\t').collect::<Vec<_>>().try_into().ok())
}

/// The hint for an unknown name: the most similar known name, or the list of all known names.
pub fn hint<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> String {
    let known: Vec<&str> = known.collect();
    match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", known.join(", ")),
    }
}

/// Splits `NAME:KEY=VALUE,…` into the name and its settings.
pub fn settings(text: &str) -> (&str, impl Iterator<Item = (&str, &str)>) {
    let (name, settings) = text.split_once(':').unwrap_or((text, ""));
    let settings = settings.split(',').filter(|setting| !setting.is_empty());
    (name, settings.map(|setting| setting.split_once('=').unwrap_or((setting, ""))))
}
