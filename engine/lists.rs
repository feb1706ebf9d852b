//! Lists that are built in as tables: their rows, and what is said of a name that none of them has.

use blanche_compiler::spelling::nearest;

/// The rows of a table with tabs between its columns; lines that begin with `#` are remarks, and rows with other columns are left
/// out.
pub fn rows<const COLUMNS: usize>(table: &str) -> impl Iterator<Item = [&str; COLUMNS]> {
    let rows = table.lines().filter(|row| !row.starts_with('#'));
    rows.filter_map(|row| row.split('\t').collect::<Vec<_>>().try_into().ok())
}

/// What to say to whoever used a name that is none of these: which was meant, or which there are.
pub fn hint<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> String {
    let known: Vec<&str> = known.collect();
    match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", known.join(", ")),
    }
}

/// The name and the settings of `NAME:KEY=VALUE,…`.
pub fn settings(text: &str) -> (&str, impl Iterator<Item = (&str, &str)>) {
    let (name, settings) = text.split_once(':').unwrap_or((text, ""));
    let settings = settings.split(',').filter(|setting| !setting.is_empty());
    (name, settings.map(|setting| setting.split_once('=').unwrap_or((setting, ""))))
}
