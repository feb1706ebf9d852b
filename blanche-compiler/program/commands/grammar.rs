//! `blanche grammar`: prints the grammar of the language, as text or as railroad diagrams.

use blanche_compiler::grammar::{self, railroad};
use blanche_compiler::spelling::nearest;
use clap::{Args, ValueEnum};

use crate::terminal::Terminal;
use crate::{CommandOutcome, Failure};

/// Print the grammar of the language
///
/// Other programs can read the text; in the drawing, each production is a diagram.
#[derive(Args)]
#[command(after_help = "Examples:\n  blanche grammar rule\n  blanche grammar --format svg > grammar.svg")]
pub(crate) struct Grammar {
    /// Only this production, such as `rule`; without one, all of them
    #[arg(value_name = "PRODUCTION")]
    production: Option<String>,
    /// The notation of the grammar
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Extended Backus-Naur form
    #[default]
    Ebnf,
    /// Railroad diagrams, for a browser
    Svg,
}

impl Grammar {
    pub(crate) fn run(self, terminal: &Terminal) -> Result<CommandOutcome, Failure> {
        let grammar = grammar::grammar();
        let text = match (&self.production, self.format) {
            (None, Format::Ebnf) => grammar::TEXT.to_owned(),
            (None, Format::Svg) => railroad::svg_of_all(&grammar.productions),
            (Some(name), format) => {
                let production = grammar.production(name).ok_or_else(|| {
                    let names = grammar.productions.iter().map(|production| production.name.as_str());
                    let advice = match nearest(name, names) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => "`blanche grammar` prints all".to_owned(),
                    };
                    Failure::Use(format!("the grammar has no production `{name}`; {advice}"))
                })?;
                match format {
                    Format::Ebnf => format!("{}\n", production.text),
                    Format::Svg => railroad::svg(production),
                }
            }
        };
        terminal.print(&text)?;
        Ok(CommandOutcome::Fine)
    }
}
