//! Hashes in files, which show whether a user has changed a file. Commands overwrite only files that they wrote
//! themselves.

use noire_engine::checksum::Checksum;

/// A hash of a text that does not depend on line endings.
pub(super) fn hash(text: &str) -> u64 {
    let lines: String = text.lines().flat_map(|line| [line, "\n"]).collect();
    Checksum::of(&lines)
}

/// Writes a hash into the line that starts with `begins`. The hash covers all other lines.
pub(super) fn sealed(text: &str, begins: &str) -> String {
    let hash = hash(&without(text, begins));
    let line = |line: &str| match line.starts_with(begins) {
        true => format!("{begins}{hash:016x}\n"),
        false => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// Whether a sealed text is unchanged.
pub(super) fn is_sealed(text: &str, begins: &str) -> bool {
    let mut seals = text.lines().filter_map(|line| line.strip_prefix(begins));
    let hash = format!("{:016x}", hash(&without(text, begins)));
    seals.next() == Some(&hash) && seals.next().is_none()
}

fn without(text: &str, begins: &str) -> String {
    text.lines().filter(|line| !line.starts_with(begins)).map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_somebody_has_changed_is_known() {
        let text = sealed("%% One.\n%% Seal: \n\nfact p(a)\n", "%% Seal: ");
        assert!(is_sealed(&text, "%% Seal: "), "{text}");
        assert!(is_sealed(&text.replace('\n', "\r\n"), "%% Seal: "), "lines may end otherwise");
        for changed in [text.replace("One", "Two"), text.clone() + "\n", text.replace("Seal: ", "Seal: 0")] {
            assert!(!is_sealed(&changed, "%% Seal: "), "{changed}");
        }
        assert!(!is_sealed("fact p(a)\n", "%% Seal: "));
    }
}
