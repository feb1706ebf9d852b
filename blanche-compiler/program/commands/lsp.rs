//! `blanche lsp`: runs the language server.

use crate::lsp::{End, say, serve_standard_streams};
use clap::Args;

use crate::{CommandOutcome, Failure};

/// Run the language server for an editor
///
/// Speaks the Language Server Protocol on the standard input and output. Editors start it themselves;
/// `blanche-compiler/editors/` describes how to set them up.
#[derive(Args)]
pub(crate) struct Lsp {
    /// Use the standard input and output, which is the default; some editors pass this option
    #[arg(long, hide = true)]
    stdio: bool,
}

impl Lsp {
    pub(crate) fn run(self) -> Result<CommandOutcome, Failure> {
        let Lsp { stdio: _ } = self;
        match serve_standard_streams() {
            Ok(End { said_goodbye: true, .. }) => Ok(CommandOutcome::Fine),
            Ok(End { reason, .. }) => {
                say(&format!("{reason} without sending `shutdown`"));
                Ok(CommandOutcome::Mistakes)
            }
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                say("the editor no longer reads the answers");
                Ok(CommandOutcome::Mistakes)
            }
            Err(error) => Err(Failure::Machine(format!("nothing can be written: {error}"))),
        }
    }
}
