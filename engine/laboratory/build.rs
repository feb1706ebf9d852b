//! Records the build profile and the compiler version in the program: timing reports print them, and `noire compile`
//! builds with the same profile.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=NOIRE_PROFILE={}", env::var("PROFILE").expect("cargo names the profile"));
    let rustc = env::var_os("RUSTC").expect("cargo names the compiler");
    let version = Command::new(rustc).arg("--version").output().expect("the compiler can be asked");
    let version = String::from_utf8_lossy(&version.stdout).trim().to_owned();
    println!("cargo::rustc-env=NOIRE_COMPILER={version}");
}
