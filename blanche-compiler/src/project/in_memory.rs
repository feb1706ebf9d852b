//! Collects the texts of a program in memory, so that another program can embed them.

use std::path::Path;

use blanche_sorted::SortedMap;

use super::{ENDING, Project};

impl Project {
    /// The texts of a program that was read from disk, by path. Its root file is at `own/…`, other rule files are at
    /// the paths by which they are used, and files of facts are beside the rule files that name them. A
    /// [`SearchPath`](super::SearchPath) with these texts finds all of them again.
    pub fn in_memory(&self, root: usize, own: &str) -> SortedMap<String, String> {
        let name = Path::new(self.sources.file(self.trees[root].id).name());
        let file =
            name.file_name().map_or_else(|| format!("{own}.{ENDING}"), |name| name.to_string_lossy().into());
        let mut places: SortedMap<String, usize> = SortedMap::from([(format!("{own}/{file}"), root)]);
        let mut open = vec![root];
        while let Some(at) = open.pop() {
            for ((_, path), used) in self.named.range((at, String::new())..(at + 1, String::new())) {
                if places.insert(format!("{path}.{ENDING}"), *used).is_none() {
                    open.push(*used);
                }
            }
        }
        let mut texts = SortedMap::new();
        let text = |id| self.sources.file(id).text().to_owned();
        for (path, at) in places.iter().filter(|(_, at)| self.is_on_disk(**at)) {
            texts.insert(path.clone(), text(self.trees[*at].id));
            let folder = path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
            let none = || (String::new(), String::new());
            for ((_, (_, facts)), (id, _)) in self.tables.range((*at, none())..(*at + 1, none())) {
                texts.insert(format!("{folder}{facts}"), text(*id));
            }
        }
        texts
    }
}

#[cfg(test)]
mod tests {
    use super::Project;
    use crate::files;
    use crate::load;
    use crate::project::SearchPath;

    #[test]
    fn a_program_in_memory_equals_the_program_of_its_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let mine = folder.path().join("mine");
        std::fs::create_dir_all(mine.join("data")).expect("a folder");
        let write = |name: &str, text: &str| files::write(&mine.join(name), text).expect("a file");
        write(
            "base.blanche",
            "base mine\n\nuse people\nuse mine/more\n\nexport old(X)\nold(X) :- age(X, 9), known(X)\n",
        );
        write("people.blanche", "facts age from \"data/ages.csv\"\n");
        write("more.blanche", "use people\n\nknown(X) :- age(X, _)\n");
        write("data/ages.csv", "Name,Years\nanna,9\nbert,8\n");

        let mut project = Project::default();
        let root = project.open(&mine.join("base.blanche")).expect("it is there");
        let loaded = load(&mut project, root, &SearchPath::around(&mine, None));
        let texts = project.in_memory(root, "mine");
        let paths: Vec<&str> = texts.keys().map(String::as_str).collect();
        assert_eq!(paths, ["data/ages.csv", "mine/base.blanche", "mine/more.blanche", "people.blanche"]);

        let mut copy = Project::default();
        let root = copy.add("knowledge/mine/base.blanche", texts["mine/base.blanche"].as_bytes());
        let texts = texts.into_iter().map(|(path, text)| (path, text.into_bytes())).collect();
        let again = load(&mut copy, root, &SearchPath { texts, ..SearchPath::default() });
        assert_eq!((again.hash, again.lacks_files), (loaded.hash, false));
        assert_eq!(again.diagnostics.len(), loaded.diagnostics.len());
    }
}
