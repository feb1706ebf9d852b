//! Groups the commands in the help of `noire` by purpose.

use clap::{Command, Subcommand};

use super::commands::rules::wrap;
use super::width;

/// The groups of commands, each in the order in which a beginner needs them.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Write rules", &["new", "rules", "test", "watch", "doc", "games", "statistics", "compile"]),
    ("Ask about positions", &["apply", "explain", "eval", "forbidden", "repl", "analyse", "solve"]),
    ("Play", &["play", "serve", "contest", "learn", "tune", "gomocup"]),
    ("Measure", &["verify", "coverage", "mutate", "answers", "bench", "perft"]),
    ("Convert", &["convert", "draw"]),
];

/// Width of the column with the names of commands, in characters.
const NAME_WIDTH: usize = 14;

/// The help template of a program with these commands. Each command must be listed in `GROUPS`.
pub(super) fn template<C: Subcommand>() -> String {
    let commands = C::augment_subcommands(Command::new("noire"));
    let mut list = String::new();
    for (group, names) in GROUPS {
        list.push_str(&format!("{group}:\n"));
        for name in names {
            // Some commands are compiled only with a feature.
            let Some(command) = commands.find_subcommand(name) else { continue };
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            for (at, line) in wrap(&about, width::prose_width() + 4 - NAME_WIDTH).iter().enumerate() {
                let name = if at == 0 { name } else { "" };
                list.push_str(&format!("  {name:0$}{line}\n", NAME_WIDTH - 2));
            }
        }
    }
    format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\nCommands:\n{list}\nOptions:\n{{options}}{{after-help}}"
    )
}

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory};

    use super::GROUPS;
    use crate::command_line::Arguments;

    /// Maximum number of commands in the help, to keep it readable.
    const MAX_COMMANDS: usize = 29;

    #[test]
    fn every_visible_command_is_in_exactly_one_help_group() {
        let program = Arguments::command();
        let shown = program.get_subcommands().filter(|command| !command.is_hide_set());
        let mut shown: Vec<&str> = shown.map(Command::get_name).collect();
        let mut grouped: Vec<&str> = GROUPS.into_iter().flat_map(|(_, names)| names).copied().collect();
        shown.sort();
        grouped.sort();
        assert_eq!(shown, grouped);
        assert!(shown.len() <= MAX_COMMANDS, "{}", shown.len());
    }
}
