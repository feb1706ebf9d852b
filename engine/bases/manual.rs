//! The manual of a base, made from the texts that it was read from.

use blanche_compiler::load;
use blanche_compiler::manual::Manual;
use blanche_compiler::project::Library;

use super::Base;

impl Base {
    /// What its files declare, derive and claim, in the words of their doc comments.
    pub fn manual(&self) -> Manual {
        // Which files it uses is known already, so nothing is looked for.
        let mut project = self.project.clone();
        let checked = load(&mut project, self.root, &Library::default());
        Manual::of(&project, &checked)
    }
}
