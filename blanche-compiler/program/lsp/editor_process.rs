//! Detects whether the editor's process still runs. An editor that crashes sends no `exit`. The input does not end
//! either if another process holds its other end open.

/// Whether the process no longer exists, or is a zombie. On platforms where this cannot be found out, it is always
/// `false`, and the server ends when its input ends.
#[cfg(unix)]
pub(super) fn is_gone(process: i32) -> bool {
    use nix::errno::Errno;
    use nix::sys::signal::kill;
    use nix::unistd::Pid;
    kill(Pid::from_raw(process), None) == Err(Errno::ESRCH) || is_dead(process)
}

#[cfg(not(unix))]
pub(super) fn is_gone(_: i32) -> bool {
    false
}

/// Whether Linux reports the process as a zombie or dead. Sending a signal to the process would not reveal this.
#[cfg(target_os = "linux")]
fn is_dead(process: i32) -> bool {
    let path = format!("/proc/{process}/stat");
    blanche_compiler::files::read_whole(std::path::Path::new(&path))
        .is_ok_and(|stat| matches!(state(&stat), b'Z' | b'X'))
}

#[cfg(all(unix, not(target_os = "linux")))]
fn is_dead(_: i32) -> bool {
    false
}

/// The state in a line of `/proc/PID/stat`, which begins with `PID (name) STATE`. The name may itself contain brackets.
#[cfg(target_os = "linux")]
fn state(stat: &[u8]) -> u8 {
    let behind = stat.rsplit(|byte| *byte == b')').next().unwrap_or_default();
    behind.trim_ascii_start().first().copied().unwrap_or_default()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::state;

    #[test]
    fn the_process_state_is_read_after_the_name() {
        assert_eq!(state(b"12 (vim) S 1 12 12"), b'S');
        assert_eq!(state(b"12 (a) Z (b)) Z 1 12 12\n"), b'Z');
        assert_eq!(state(b""), 0);
    }
}
