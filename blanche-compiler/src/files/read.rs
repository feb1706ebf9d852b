//! The one place where files are read: to their end, but for those that have none, such as devices, or that are larger
//! than any command can use.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Files of more bytes than this are refused, whatever they hold: 16 MiB, which is some 100,000 games or 200,000 clauses.
pub const LARGEST: u64 = 16 << 20;

/// Reads a rule file, and of one that is too large just so much that this shows: the parser reports it.
///
/// # Errors
/// When it cannot be read.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_some(File::open(path)?)
}

/// Reads rules from anywhere, as [`read`] does.
///
/// # Errors
/// When nothing can be read.
pub fn read_some(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(LARGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads any other file.
///
/// # Errors
/// When it cannot be read, and [`ErrorKind::FileTooLarge`] when it has more than [`LARGEST`] bytes or does not end.
pub fn read_whole(path: &Path) -> io::Result<Vec<u8>> {
    read_stream(File::open(path)?)
}

/// Reads anything to its end, as [`read_whole`] does.
///
/// # Errors
/// The same.
pub fn read_stream(from: impl Read) -> io::Result<Vec<u8>> {
    let bytes = read_some(from)?;
    if bytes.len() as u64 > LARGEST {
        let said = format!("it has more than {} MiB, and no file may have more", LARGEST >> 20);
        return Err(io::Error::new(ErrorKind::FileTooLarge, said));
    }
    Ok(bytes)
}

/// Whether what stands at a place may keep a reader waiting: a pipe, a socket or a device.
pub fn may_never_end(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|known| !known.is_file() && !known.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_end_is_read_to_the_limit() {
        let refused = read_stream(io::repeat(b'x')).expect_err("it does not end");
        assert_eq!(refused.kind(), ErrorKind::FileTooLarge);
        assert_eq!(refused.to_string(), "it has more than 16 MiB, and no file may have more");
        assert_eq!(read_some(io::repeat(b'x')).expect("it is cut").len() as u64, LARGEST + 1);
        let whole = read_stream(io::repeat(b'x').take(LARGEST)).expect("it is not too large");
        assert_eq!(whole.len() as u64, LARGEST);
    }
}
