//! A small cache of the answers to expensive queries. With it, a query is evaluated only once for each tuple of values.

use super::Value;

/// Maximum number of cached answers. When the cache is full, further queries are evaluated every time.
const ROOM: usize = 24;

/// Values must be smaller than this number to be cached.
const CACHEABLE_END: Value = 0xffff;

/// Maximum number of values that a query may have for its answer to be cached.
pub const MAX_CACHED_ARGUMENTS: usize = 4;

/// Cached answers to the expensive query of one rule. They are valid as long as the facts of the host do not change.
#[derive(Clone, Debug)]
pub struct Memo {
    keys: [u64; ROOM],
    answers: u32,
    length: usize,
}

impl Default for Memo {
    #[inline]
    fn default() -> Memo {
        Memo { keys: [0; ROOM], answers: 0, length: 0 }
    }
}

impl Memo {
    /// Returns the cached answer for `values`, or calls `ask` and caches its result. Errors are not cached.
    #[inline]
    pub fn ask<E>(&mut self, values: &[Value], ask: impl FnOnce() -> Result<bool, E>) -> Result<bool, E> {
        let Some(key) = Memo::key(values) else { return ask() };
        if let Some(answer) = self.get(key) {
            return Ok(answer);
        }
        let answer = ask()?;
        self.put(key, answer);
        Ok(answer)
    }

    /// Packs the values into one integer, which is different for every tuple of values. `None` if a value is too large
    /// to be cached. That never happens for values of declared sorts.
    #[inline]
    pub fn key(values: &[Value]) -> Option<u64> {
        debug_assert!(values.len() <= MAX_CACHED_ARGUMENTS, "the planner remembers short questions only");
        let all = values.iter().fold(0, |all, value| all | value);
        (all < CACHEABLE_END).then(|| values.iter().fold(0, |key, value| key << 16 | (u64::from(*value) + 1)))
    }

    /// The cached answer for a key. `None` if it is not in the cache.
    #[inline]
    pub fn get(&self, key: u64) -> Option<bool> {
        let at = self.keys[..self.length].iter().position(|known| *known == key)?;
        Some(self.answers >> at & 1 == 1)
    }

    /// Stores an answer in the cache if there is room.
    #[inline]
    pub fn put(&mut self, key: u64, answer: bool) {
        if let Some(free) = self.keys.get_mut(self.length) {
            *free = key;
            self.answers |= u32::from(answer) << self.length;
            self.length += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Memo;

    #[test]
    fn a_repeated_query_is_evaluated_once() {
        let (mut memo, mut asked) = (Memo::default(), 0);
        for _ in 0..3 {
            for values in [&[0][..], &[0, 0], &[1], &[1, 0]] {
                let answer = memo.ask(values, || {
                    asked += 1;
                    Ok::<bool, ()>(values.len() == 2)
                });
                assert_eq!(answer, Ok(values.len() == 2));
            }
        }
        assert_eq!(asked, 4);
    }

    #[test]
    fn a_key_that_is_too_large_is_evaluated_each_time() {
        let (mut memo, mut asked) = (Memo::default(), 0);
        for _ in 0..2 {
            for value in [0xfffe, 0xffff, 0x1_0000, 0x1_fffe] {
                let answer = memo.ask(&[value], || {
                    asked += 1;
                    Ok::<bool, ()>(value % 2 == 0)
                });
                assert_eq!(answer, Ok(value % 2 == 0));
            }
        }
        assert_eq!(asked, 7);
    }

    #[test]
    fn a_full_memo_still_gives_the_right_answers() {
        let mut memo = Memo::default();
        for value in 0..100 {
            assert_eq!(memo.ask(&[value], || Ok::<bool, ()>(value % 3 == 0)), Ok(value % 3 == 0));
        }
        for value in 0..100 {
            assert_eq!(memo.ask(&[value], || Ok::<bool, ()>(value % 3 == 0)), Ok(value % 3 == 0));
        }
    }
}
