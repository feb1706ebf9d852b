//! A limited number of places, such as those for tabs.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Places of one kind.
#[derive(Debug)]
pub(crate) struct Places {
    taken: AtomicUsize,
    most: usize,
}

/// A place, which is free again when it is dropped.
#[derive(Debug)]
pub(crate) struct Place(Arc<Places>);

impl Places {
    /// Creates this number of places.
    pub(crate) fn new(most: usize) -> Arc<Places> {
        Arc::new(Places { taken: AtomicUsize::new(0), most })
    }

    /// Takes a place, if there is a free one.
    pub(crate) fn take(self: &Arc<Places>) -> Option<Place> {
        let place = Place(Arc::clone(self));
        (self.taken.fetch_add(1, Ordering::Relaxed) < self.most).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.taken.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::Places;

    #[test]
    fn a_place_is_free_again_after_its_use() {
        let places = Places::new(2);
        let (first, second) = (places.take(), places.take());
        assert!(first.is_some() && second.is_some() && places.take().is_none());
        drop(first);
        assert!(places.take().is_some());
    }
}
