//! Sorted elements in chunks: the storage of maps and sets.

use std::cmp::Ordering;
use std::slice;
use std::vec;

/// Maximum number of elements of a chunk. A chunk with more elements is cut in half.
const CHUNK: usize = 512;

/// The index of a chunk, and the index of an element in this chunk. Chunk 0 is `first`.
pub(crate) type Position = (usize, usize);

/// Elements in ascending order. Most collections have a single chunk, and so need one allocation.
#[derive(Clone)]
pub(crate) struct Chunks<E> {
    /// The first chunk. It is empty only if the whole collection is empty.
    first: Vec<E>,
    /// All other chunks. None of them is empty.
    rest: Vec<Vec<E>>,
    len: usize,
}

impl<E> Default for Chunks<E> {
    fn default() -> Self {
        Chunks::new()
    }
}

impl<E> Chunks<E> {
    pub(crate) const fn new() -> Self {
        Chunks { first: Vec::new(), rest: Vec::new(), len: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    fn chunk(&self, number: usize) -> &Vec<E> {
        match number.checked_sub(1) {
            None => &self.first,
            Some(number) => &self.rest[number],
        }
    }

    fn chunk_mut(&mut self, number: usize) -> &mut Vec<E> {
        match number.checked_sub(1) {
            None => &mut self.first,
            Some(number) => &mut self.rest[number],
        }
    }

    pub(crate) fn get(&self, (chunk, index): Position) -> &E {
        &self.chunk(chunk)[index]
    }

    pub(crate) fn get_mut(&mut self, (chunk, index): Position) -> &mut E {
        &mut self.chunk_mut(chunk)[index]
    }

    /// Searches with `compare`, which compares elements with the target. Returns the position of the first element that
    /// is not less than the target, and whether this element is equal to it.
    pub(crate) fn locate(&self, compare: impl Fn(&E) -> Ordering) -> (Position, bool) {
        let (mut low, mut high) = (0, self.rest.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if compare(&self.rest[middle][0]).is_gt() { high = middle } else { low = middle + 1 }
        }
        let number = low;
        let chunk = self.chunk(number);
        (low, high) = (0, chunk.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            match compare(&chunk[middle]) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return ((number, middle), true),
                Ordering::Greater => high = middle,
            }
        }
        ((number, low), false)
    }

    /// Inserts `element` at a position that [`Chunks::locate`] returned for it. Returns the position of the inserted
    /// element.
    pub(crate) fn insert(&mut self, (number, index): Position, element: E) -> Position {
        self.len += 1;
        let chunk = self.chunk_mut(number);
        if chunk.len() < CHUNK {
            chunk.insert(index, element);
            return (number, index);
        }
        // If elements are inserted in ascending order, all chunks but the last one stay full.
        let at = if index == CHUNK { CHUNK } else { CHUNK / 2 };
        let mut upper = chunk.split_off(at);
        let position = match index.checked_sub(at) {
            Some(index) => {
                upper.insert(index, element);
                (number + 1, index)
            }
            None => {
                chunk.insert(index, element);
                (number, index)
            }
        };
        // Chunk `number + 1` is `rest[number]`.
        self.rest.insert(number, upper);
        position
    }

    pub(crate) fn remove(&mut self, (number, index): Position) -> E {
        self.len -= 1;
        let chunk = self.chunk_mut(number);
        let element = chunk.remove(index);
        if chunk.is_empty() {
            self.remove_chunk(number);
        }
        element
    }

    fn remove_chunk(&mut self, number: usize) {
        match number.checked_sub(1) {
            Some(number) => drop(self.rest.remove(number)),
            None if self.rest.is_empty() => {}
            None => self.first = self.rest.remove(0),
        }
    }

    /// Calls `keep` for each element, in ascending order, and drops the elements for which it returns `false`.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&mut E) -> bool) {
        self.first.retain_mut(&mut keep);
        self.len = self.first.len();
        for chunk in &mut self.rest {
            chunk.retain_mut(&mut keep);
            self.len += chunk.len();
        }
        self.rest.retain(|chunk| !chunk.is_empty());
        if self.first.is_empty() {
            self.remove_chunk(0);
        }
    }

    pub(crate) fn last_position(&self) -> Option<Position> {
        let number = self.rest.len();
        Some((number, self.chunk(number).len().checked_sub(1)?))
    }

    pub(crate) fn pop_last(&mut self) -> Option<E> {
        self.last_position().map(|at| self.remove(at))
    }

    pub(crate) fn iter(&self) -> Iter<'_, E> {
        Iter { front: self.first.iter(), middle: self.rest.iter(), back: [].iter() }
    }

    /// The elements from position `from` up to, but not including, position `to`. There are none if `to` is not after
    /// `from`.
    pub(crate) fn between(&self, from: Position, to: Position) -> Iter<'_, E> {
        if from >= to {
            return Iter { front: [].iter(), middle: [].iter(), back: [].iter() };
        }
        if from.0 == to.0 {
            return Iter {
                front: self.chunk(from.0)[from.1..to.1].iter(),
                middle: [].iter(),
                back: [].iter(),
            };
        }
        Iter {
            front: self.chunk(from.0)[from.1..].iter(),
            middle: self.rest[from.0..to.0 - 1].iter(),
            back: self.chunk(to.0)[..to.1].iter(),
        }
    }

    pub(crate) fn iter_mut(&mut self) -> IterMut<'_, E> {
        IterMut { front: self.first.iter_mut(), middle: self.rest.iter_mut() }
    }
}

impl<E> IntoIterator for Chunks<E> {
    type Item = E;
    type IntoIter = IntoIter<E>;

    fn into_iter(self) -> IntoIter<E> {
        IntoIter {
            front: self.first.into_iter(),
            middle: self.rest.into_iter(),
            back: Vec::new().into_iter(),
        }
    }
}

/// An iterator over elements in ascending order.
pub struct Iter<'a, E> {
    front: slice::Iter<'a, E>,
    middle: slice::Iter<'a, Vec<E>>,
    back: slice::Iter<'a, E>,
}

impl<E> Clone for Iter<'_, E> {
    fn clone(&self) -> Self {
        Iter { front: self.front.clone(), middle: self.middle.clone(), back: self.back.clone() }
    }
}

impl<'a, E> Iterator for Iter<'a, E> {
    type Item = &'a E;

    fn next(&mut self) -> Option<&'a E> {
        loop {
            if let Some(element) = self.front.next() {
                return Some(element);
            }
            match self.middle.next() {
                Some(chunk) => self.front = chunk.iter(),
                None => return self.back.next(),
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let least = self.front.len() + self.back.len();
        (least, self.middle.as_slice().is_empty().then_some(least))
    }
}

impl<'a, E> DoubleEndedIterator for Iter<'a, E> {
    fn next_back(&mut self) -> Option<&'a E> {
        loop {
            if let Some(element) = self.back.next_back() {
                return Some(element);
            }
            match self.middle.next_back() {
                Some(chunk) => self.back = chunk.iter(),
                None => return self.front.next_back(),
            }
        }
    }
}

/// An iterator over elements in ascending order, which the caller may change.
pub(crate) struct IterMut<'a, E> {
    front: slice::IterMut<'a, E>,
    middle: slice::IterMut<'a, Vec<E>>,
}

impl<'a, E> Iterator for IterMut<'a, E> {
    type Item = &'a mut E;

    fn next(&mut self) -> Option<&'a mut E> {
        loop {
            if let Some(element) = self.front.next() {
                return Some(element);
            }
            self.front = self.middle.next()?.iter_mut();
        }
    }
}

/// An iterator that takes the elements out of a collection, in ascending order.
pub struct IntoIter<E> {
    front: vec::IntoIter<E>,
    middle: vec::IntoIter<Vec<E>>,
    back: vec::IntoIter<E>,
}

impl<E> Iterator for IntoIter<E> {
    type Item = E;

    fn next(&mut self) -> Option<E> {
        loop {
            if let Some(element) = self.front.next() {
                return Some(element);
            }
            match self.middle.next() {
                Some(chunk) => self.front = chunk.into_iter(),
                None => return self.back.next(),
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let least = self.front.len() + self.back.len();
        (least, self.middle.as_slice().is_empty().then_some(least))
    }
}

impl<E> DoubleEndedIterator for IntoIter<E> {
    fn next_back(&mut self) -> Option<E> {
        loop {
            if let Some(element) = self.back.next_back() {
                return Some(element);
            }
            match self.middle.next_back() {
                Some(chunk) => self.back = chunk.into_iter(),
                None => return self.front.next_back(),
            }
        }
    }
}
