//! The folder of tables, in the file format of the publication that describes the `fields` learner. Files that users
//! wrote or changed are never overwritten. Such files are recognised by the hashes of the tables, which are in another
//! file in the folder.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use blanche_compiler::files;
use blanche_sorted::{Arrange, SortedMap};

use super::content_hash::hash;
use super::folder::{FolderError, check_new, failed, read};

/// Name of the file with the hashes.
const LIST: &str = "tables.tsv";

/// First line of the file with the hashes.
const FIRST_LINE: &str = "# Tables that `noire learn` has written, each with its hash: what somebody has changed stays as it is.\n";

/// A folder of tables.
#[derive(Debug)]
pub struct Tables {
    folder: PathBuf,
    /// The existing tables with their content.
    there: SortedMap<String, Vec<u8>>,
    /// Content of the file with the hashes.
    list: Option<Vec<u8>>,
}

impl Tables {
    /// Examines a folder before tables are written. Changes nothing.
    ///
    /// # Errors
    /// Fails if the folder cannot be written to, or if it contains a table that this program did not write or that was
    /// changed since.
    pub fn open(folder: &Path) -> Result<Tables, FolderError> {
        let mut tables = Tables { folder: folder.to_owned(), there: SortedMap::new(), list: None };
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                check_new(folder)?;
                return Ok(tables);
            }
            entries => entries.map_err(failed(folder))?,
        };
        let path = folder.join(LIST);
        tables.list = read(&path).map_err(failed(&path))?;
        let list = tables.list.clone().unwrap_or_default();
        let list = String::from_utf8_lossy(&list);
        if tables.list.is_some() && !list.starts_with(FIRST_LINE) {
            let why = format!("{} was not written by `noire learn`, and is left unchanged", path.display());
            return Err(FolderError::Unfit(why));
        }
        files::check_writable(&path).map_err(failed(&path))?;
        let mut names: Vec<String> = entries
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| is_table(name))
            .collect();
        names.arrange_by_key(|name| (name.len(), name.clone()));
        for name in names {
            let path = folder.join(&name);
            let bytes = files::read(&path).map_err(failed(&path))?;
            let line = line(&name, &String::from_utf8_lossy(&bytes));
            if !list.lines().any(|known| known == line.trim_end()) {
                let why = format!(
                    "{} exists and was not written by `noire learn`, or was changed since; it is left unchanged",
                    path.display()
                );
                return Err(FolderError::Unfit(why));
            }
            tables.there.insert(name, bytes);
        }
        Ok(tables)
    }

    /// Writes these tables into the folder, and removes earlier tables that are not among them.
    ///
    /// # Errors
    /// Fails if a table cannot be written or was changed meanwhile.
    pub fn write(&mut self, tables: &[(String, String)]) -> Result<(), FolderError> {
        fs::create_dir_all(&self.folder).map_err(failed(&self.folder))?;
        let now: String = tables.iter().map(|(name, text)| line(name, text)).collect();
        // The old and the new hashes are listed first, so that the folder stays valid if the process is killed while it
        // writes the tables.
        let before = self.there.iter().map(|(name, bytes)| line(name, &String::from_utf8_lossy(bytes)));
        let both = before.collect::<String>() + &now;
        self.write_list(&format!("{FIRST_LINE}{both}"))?;
        for (name, text) in tables {
            let path = self.folder.join(name);
            let there = self.there.remove(name);
            files::rewrite(&path, there.as_deref(), text).map_err(failed(&path))?;
        }
        for name in std::mem::take(&mut self.there).into_keys() {
            let path = self.folder.join(name);
            fs::remove_file(&path).map_err(failed(&path))?;
        }
        self.there = tables.iter().map(|(name, text)| (name.clone(), text.clone().into_bytes())).collect();
        self.write_list(&format!("{FIRST_LINE}{now}"))
    }

    fn write_list(&mut self, text: &str) -> Result<(), FolderError> {
        let path = self.folder.join(LIST);
        files::rewrite(&path, self.list.as_deref(), text).map_err(failed(&path))?;
        self.list = Some(text.as_bytes().to_vec());
        Ok(())
    }
}

/// The line of a table in the file of hashes.
fn line(name: &str, text: &str) -> String {
    format!("{name}\t{:016x}\n", hash(text))
}

/// Whether this is the file name of a table, such as `12.txt`.
fn is_table(name: &str) -> bool {
    let number = name.strip_suffix(".txt").unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}
