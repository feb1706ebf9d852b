//! `blanche lsp`: runs the language server.

use crate::lsp::{End, say, serve_standard_streams};
use clap::Args;

use crate::{Failure, Outcome};

/// Answer an editor: the language server
///
/// Speaks the Language Server Protocol on the standard input and output. Editors start it themselves; how they are
/// told to stands in `blanche-compiler/editors/`.
#[derive(Args)]
pub(crate) struct Lsp {
    /// Speak on the standard input and output, as always: some editors say it
    #[arg(long, hide = true)]
    stdio: bool,
}

impl Lsp {
    pub(crate) fn run(self) -> Result<Outcome, Failure> {
        let Lsp { stdio: _ } = self;
        match serve_standard_streams() {
            Ok(End { said_goodbye: true, .. }) => Ok(Outcome::Fine),
            Ok(End { reason, .. }) => {
                say(&format!("{reason}, and had not said `shutdown`"));
                Ok(Outcome::Mistakes)
            }
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                say("nobody reads the answers any more");
                Ok(Outcome::Mistakes)
            }
            Err(error) => Err(Failure::Machine(format!("nothing can be written: {error}"))),
        }
    }
}
