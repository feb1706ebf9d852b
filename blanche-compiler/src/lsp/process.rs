//! Whether the process of the editor is still there. An editor that crashed says no goodbye, and where something else
//! holds the other end of the input, that does not end either.

/// Whether there is no process of this number any more. Where the machine cannot tell, the end of the input does.
#[cfg(unix)]
pub(super) fn is_gone(process: i32) -> bool {
    use nix::errno::Errno;
    use nix::sys::signal::kill;
    use nix::unistd::Pid;
    kill(Pid::from_raw(process), None) == Err(Errno::ESRCH)
}

#[cfg(not(unix))]
pub(super) fn is_gone(_: i32) -> bool {
    false
}
