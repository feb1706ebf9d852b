//! Hashes in files, which show whether a user has changed a file. Commands overwrite only files that they wrote
//! themselves.

use noire_engine::checksum::Checksum;

/// A hash of a text that does not depend on line endings.
pub(super) fn hash(text: &str) -> u64 {
    let lines: String = text.lines().flat_map(|line| [line, "\n"]).collect();
    Checksum::of(&lines)
}

/// Writes a hash into the line that starts with `begins`. The hash covers all other lines.
pub(super) fn with_hash(text: &str, begins: &str) -> String {
    let hash = hash(&without(text, begins));
    let line = |line: &str| match line.starts_with(begins) {
        true => format!("{begins}{hash:016x}\n"),
        false => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// Whether a text with a hash is unchanged.
pub(super) fn has_valid_hash(text: &str, begins: &str) -> bool {
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
    fn an_edited_text_is_recognised() {
        let text = with_hash("%% One.\n%% Seal: \n\nfact p(a)\n", "%% Seal: ");
        assert!(has_valid_hash(&text, "%% Seal: "), "{text}");
        assert!(has_valid_hash(&text.replace('\n', "\r\n"), "%% Seal: "), "lines may end otherwise");
        for changed in [text.replace("One", "Two"), text.clone() + "\n", text.replace("Seal: ", "Seal: 0")] {
            assert!(!has_valid_hash(&changed, "%% Seal: "), "{changed}");
        }
        assert!(!has_valid_hash("fact p(a)\n", "%% Seal: "));
    }
}
