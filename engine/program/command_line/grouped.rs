//! The help of `noire` lists its commands by what they are for.

use clap::{Command, Subcommand};

use super::commands::rules::wrapped;
use super::width;

/// What commands are for, and the commands in the order in which somebody who begins needs them.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Write rules", &["new", "rules", "test", "watch", "doc", "games", "statistics", "compile"]),
    ("Ask about positions", &["apply", "explain", "eval", "forbidden", "repl", "analyse", "solve"]),
    ("Play", &["play", "contest", "learn", "tune", "gomocup"]),
    ("Measure", &["verify", "coverage", "mutate", "answers", "bench", "perft"]),
    ("Convert", &["convert", "draw"]),
];

/// Width of the names of commands.
const NAMES: usize = 14;

/// The help of a program with these commands, which are all in one of the groups.
pub(super) fn template<C: Subcommand>() -> String {
    let commands = C::augment_subcommands(Command::new("noire"));
    let mut list = String::new();
    for (group, names) in GROUPS {
        list.push_str(&format!("{group}:\n"));
        for name in names {
            let about = commands.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            for (at, line) in wrapped(&about, width::prose() + 4 - NAMES).iter().enumerate() {
                let name = if at == 0 { name } else { "" };
                list.push_str(&format!("  {name:0$}{line}\n", NAMES - 2));
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

    /// The help lists no more commands than somebody can look through.
    const MOST: usize = 28;

    #[test]
    fn every_command_that_is_not_hidden_stands_in_one_group() {
        let program = Arguments::command();
        let shown = program.get_subcommands().filter(|command| !command.is_hide_set());
        let mut shown: Vec<&str> = shown.map(Command::get_name).collect();
        let mut grouped: Vec<&str> = GROUPS.into_iter().flat_map(|(_, names)| names).copied().collect();
        shown.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(shown, grouped);
        assert!(shown.len() <= MOST, "{}", shown.len());
    }
}
