//! All integration tests of the engine as a single program, because linking takes long.
//! `cargo test --test engine NAME::` runs the tests of one module.

/// The tests parse, plan and evaluate thousands of small programs; the system's allocator took a tenth of the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

// The modules with tests, and modules that several of them use.
mod alpha_beta;
mod back_ends;
mod compiled;
mod connect_four;
mod data;
mod deep;
mod definitions;
mod faults;
mod folders;
#[path = "../benches/games_by_hand/mod.rs"]
mod games_by_hand;
mod incomplete_bases;
#[path = "../../blanche-compiler/tests/lots.rs"]
mod lots;
mod naive_world;
mod programs;
mod questions;
#[path = "../../blanche-compiler/tests/snapshot_folders/mod.rs"]
mod snapshot_folders;
mod thesis;
#[path = "../../blanche-compiler/tests/trials.rs"]
mod trials;
mod watched;

mod agreement;
mod analyse;
mod analyse_values;
mod answers;
mod bases;
mod bench;
mod board;
mod book;
mod command_limits;
mod commands;
mod compilation;
mod contest_runs;
mod conversion;
mod coverage;
mod definition;
mod diagrams;
mod english;
mod exact_values;
mod examples;
mod expectations;
mod explain;
mod facts;
mod forbidden;
mod fours;
mod full_disk;
mod game_counts;
mod gomocup;
mod illegal_moves;
mod large_games;
mod larger_game_counts;
mod layers;
mod learning;
mod losses;
mod manual;
mod minimax;
mod move_explanations;
mod mutate;
mod naive_evaluator;
mod other_game;
mod packages;
mod play;
mod player;
mod players;
mod positions;
mod progress;
mod proofs;
mod records;
mod repl;
mod requirements;
mod scores;
mod search;
mod signatures;
mod statistics;
mod symmetry_and_order;
mod text_expectations;
mod text_games;
mod text_games_data;
mod text_laboratory;
mod text_play;
mod text_records;
mod tidy;
mod translations;
mod tune;
mod verify_claims;
mod watch;
mod why;
mod world;
