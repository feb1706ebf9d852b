//! How widely the files of a program are shared. If several files define the same name, the most widely shared file
//! owns it.

use blanche_sorted::{Arrange, SortedMap};

use crate::files::FileId;

/// The files of a program, in order, with the files that each of them uses. The default value is suitable for a program
/// with a single file.
#[derive(Clone, Debug, Default)]
pub struct Sharing {
    places: SortedMap<FileId, usize>,
    /// For each file, the set of files that it uses directly or indirectly, with one bit per file.
    reach: Vec<Vec<u64>>,
    /// For each file, whether it is in the folder of the program's main file, or below it.
    own: Vec<bool>,
}

const BITS: usize = u64::BITS as usize;

impl Sharing {
    /// Makes the relation from one entry for each file, in the order of the program. An entry contains the indices of
    /// the files that the file uses directly, and whether the file is in the folder of the program.
    pub(crate) fn new(files: impl IntoIterator<Item = (FileId, Vec<usize>, bool)>) -> Sharing {
        let mut sharing = Sharing::default();
        for (at, (file, uses, own)) in files.into_iter().enumerate() {
            sharing.places.insert(file, at);
            sharing.own.push(own);
            let mut reach: Vec<u64> = vec![0; at / BITS + 1];
            // A used file comes before the files that use it, except in cycles, which are mistakes.
            for used in uses.into_iter().filter(|used| *used < at) {
                reach.iter_mut().zip(&sharing.reach[used]).for_each(|(bits, more)| *bits |= more);
                reach[used / BITS] |= 1 << (used % BITS);
            }
            sharing.reach.push(reach);
        }
        sharing
    }

    /// Whether a file uses the other file, directly or indirectly.
    fn uses(&self, at: usize, other: usize) -> bool {
        self.reach[at].get(other / BITS).is_some_and(|bits| bits >> (other % BITS) & 1 == 1)
    }

    /// The most widely shared of these files. If there is exactly one, it owns the names that all of them define. The
    /// files are selected in three steps:
    /// 1. files that use none of the others, because they were written without knowing the others;
    /// 2. among these, the files outside the program's folder if there are any, because a program's own files give way
    ///    to foreign files;
    /// 3. among these, the files that are used by the largest number of files.
    ///
    /// The result is in the order of the program. The order has no effect on the selection.
    pub(crate) fn most_shared(&self, files: &[FileId]) -> Vec<FileId> {
        let mut left: Vec<(usize, FileId)> =
            files.iter().filter_map(|file| Some((*self.places.get(file)?, *file))).collect();
        left.arrange();
        left.dedup();
        let all: Vec<usize> = left.iter().map(|(at, _)| *at).collect();
        left.retain(|(at, _)| !all.iter().any(|other| self.uses(*at, *other)));
        if left.iter().any(|(at, _)| !self.own[*at]) {
            left.retain(|(at, _)| !self.own[*at]);
        }
        if left.len() > 1 {
            let users = |at: usize| (0..self.reach.len()).filter(|other| self.uses(*other, at)).count();
            let counted: Vec<usize> = left.iter().map(|(at, _)| users(*at)).collect();
            let most = counted.iter().copied().max();
            let mut counted = counted.into_iter();
            left.retain(|_| counted.next() == most);
        }
        left.into_iter().map(|(_, file)| file).collect()
    }

    /// Whether `file` is more widely shared than `other`, so that it owns the names that both files define.
    pub(crate) fn is_more_shared(&self, file: FileId, other: FileId) -> bool {
        file != other && self.most_shared(&[file, other]) == [file]
    }

    /// Whether a file is in the folder of the program's main file, or below it.
    pub(crate) fn is_own(&self, file: FileId) -> bool {
        self.places.get(&file).is_none_or(|at| self.own[*at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sharing(files: &[(&[usize], bool)]) -> Sharing {
        let numbered = files.iter().zip(0..);
        Sharing::new(numbered.map(|((uses, own), at)| (FileId(at), uses.to_vec(), *own)))
    }

    fn most(sharing: &Sharing, files: &[u32]) -> Vec<u32> {
        let files: Vec<FileId> = files.iter().map(|file| FileId(*file)).collect();
        sharing.most_shared(&files).iter().map(|file| file.0).collect()
    }

    #[test]
    fn a_file_is_less_shared_than_those_that_it_uses_indirectly() {
        let chain = sharing(&[(&[], true), (&[0], true), (&[1], true)]);
        assert_eq!(most(&chain, &[0, 2]), [0]);
        assert_eq!(most(&chain, &[2, 1]), [1]);
        assert!(chain.is_more_shared(FileId(0), FileId(2)) && !chain.is_more_shared(FileId(2), FileId(0)));
        let long: Vec<(Vec<usize>, bool)> =
            (0..200usize).map(|at| (at.checked_sub(1).into_iter().collect(), true)).collect();
        let long: Vec<(&[usize], bool)> = long.iter().map(|(uses, own)| (uses.as_slice(), *own)).collect();
        assert_eq!(most(&sharing(&long), &[199, 64, 130]), [64]);
    }

    #[test]
    fn an_own_file_is_less_shared_than_a_file_of_others_in_any_order() {
        assert_eq!(most(&sharing(&[(&[], true), (&[], false), (&[0, 1], true)]), &[0, 1]), [1]);
        assert_eq!(most(&sharing(&[(&[], false), (&[], true), (&[0, 1], true)]), &[0, 1]), [0]);
    }

    #[test]
    fn of_unrelated_files_the_one_with_more_users_is_more_shared() {
        let files: &[(&[usize], bool)] = &[(&[], false), (&[], false), (&[1], false), (&[0, 1, 2], true)];
        assert_eq!(most(&sharing(files), &[0, 1]), [1]);
        let files: &[(&[usize], bool)] = &[(&[], false), (&[], false), (&[0, 1], true)];
        assert_eq!(most(&sharing(files), &[0, 1]), [0, 1], "nobody can tell");
        assert!(!sharing(files).is_more_shared(FileId(0), FileId(1)));
    }
}
