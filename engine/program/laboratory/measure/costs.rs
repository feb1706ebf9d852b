//! How long exports, values, verdicts and moves take, position by position or node by node.

use std::hint::black_box;

use blanche_compiler::runtime::{LimitReached, Solutions};
use blanche_compiler::timing::{self, Effort, Parts, Timing, Watch};

use super::agreement::Disagreement;
use super::timed::{Once, Timed};
use noire_engine::bases::{Backend, Contents};
use noire_engine::board::{Point, Position};
use noire_engine::facts::Base;
use noire_engine::world::Trouble;

/// What is asked position by position, or node by node, and differs so much between them that its mean does not say enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// All answers of an export, by its place in the base.
    Export(usize),
    /// The value of a position: of stones for the side to move, for black where nobody is; of a game in text for its first player.
    Value,
    /// The verdict of every node of some walks: [`verdict`](noire_engine::bases::Asking::verdict) with the stone set before and taken
    /// back after.
    Verdict,
    /// All moves of a game in text.
    Moves,
    /// Each of them is made and taken back.
    Play,
    /// Whether the game is over, and how.
    End,
    /// A game by chance from there to its end.
    Game,
}

impl Subject {
    /// `urgent for white`, `value`, `all moves`
    pub(crate) fn name(self, contents: &Contents) -> String {
        match self {
            Subject::Export(export) => {
                let export = &contents.exports[export];
                let whose = export.color.as_ref().map(|color| format!(" for {color}"));
                format!("{}{}", export.name, whose.unwrap_or_default())
            }
            Subject::Value => "value".to_owned(),
            Subject::Verdict => "verdict".to_owned(),
            Subject::Moves => "all moves".to_owned(),
            Subject::Play => "every move made".to_owned(),
            Subject::End => "how the game ended".to_owned(),
            Subject::Game => "a random game from there".to_owned(),
        }
    }

    /// `export`, `value`, `verdict`, or `game` for what is asked of a game in text.
    pub(crate) fn what(self) -> &'static str {
        match self {
            Subject::Export(_) => "export",
            Subject::Value => "value",
            Subject::Verdict => "verdict",
            Subject::Moves | Subject::Play | Subject::End | Subject::Game => "game",
        }
    }
}

/// How the times in many positions or nodes are spread, in microseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distribution {
    /// How many positions or nodes.
    pub(crate) number: usize,
    /// Their mean, each at its best, and with each at its median.
    pub(crate) mean: Timing,
    /// Half of them take less, each at its best.
    pub(crate) median: f64,
    /// All but one in a hundred take less, each at its best.
    pub(crate) percentile_99: f64,
}

impl Distribution {
    /// That of some of the parts; nothing of none.
    fn of(times: &Parts, parts: &[usize], seed: u64) -> Option<Distribution> {
        let mean = times.mean(parts, seed)?;
        let mut each: Vec<f64> = parts.iter().map(|part| times.least(*part)).collect();
        each.sort_by(f64::total_cmp);
        let number = each.len();
        let percentile_99 = each[(number * 99 / 100).min(number - 1)];
        Some(Distribution { number, mean, median: each[number / 2], percentile_99 })
    }
}

/// What was measured of a subject through a back end.
#[derive(Clone, Debug)]
pub(crate) struct Costs {
    /// The subject.
    pub(crate) subject: Subject,
    /// The back end.
    pub(crate) backend: Backend,
    /// All positions or nodes.
    pub(crate) all: Distribution,
    /// The verdicts that end at each level, and in the end those where no rule applies. Levels where none ends are left out,
    /// and other subjects have none.
    pub(crate) by_level: Vec<(Option<u32>, Distribution)>,
}

/// One back end, with a clock.
struct Clocked<'t> {
    backend: Backend,
    watch: &'t mut Watch,
    room: &'t mut Solutions,
    /// The level at which each verdict ends.
    ends: &'t mut Vec<Option<u32>>,
}

impl Once for Clocked<'_> {
    #[inline]
    fn once<P, T: PartialEq, E: Into<Trouble>>(
        &mut self,
        position: &mut P,
        mut ask: impl FnMut(Backend, &mut P, &mut Solutions) -> Result<T, E>,
        _: impl Fn(&P) -> String,
    ) -> Result<T, Disagreement> {
        let Clocked { backend, watch, room, .. } = self;
        let found = watch.time(|| ask(*backend, position, room));
        black_box(&**room);
        black_box(found).map_err(|trouble| Disagreement::from(trouble.into()))
    }

    fn ends_at(&mut self, level: Option<u32>) {
        self.ends.push(level);
    }
}

/// Asks subjects of each back end in all positions, and verdicts at the nodes, in rounds in which they take turns. What the
/// clock itself takes is not counted, and what has no position or node is left out. `round` is told which share of the effort
/// is spent. Each position or node is timed by itself: below [`timing::finest`] a time says as much of the clock.
///
/// # Errors
/// When something cannot be asked.
pub(crate) fn costs<W: Timed>(
    world: &W,
    subjects: &[Subject],
    (positions, nodes): (&mut [W::Position], &W::Nodes),
    effort: Effort<'_>,
    round: impl FnMut(f64),
) -> Result<Vec<Costs>, Disagreement> {
    let of =
        |subject: &Subject| world.backends().iter().map(|backend| (*subject, *backend)).collect::<Vec<_>>();
    let tasks: Vec<(Subject, Backend)> = subjects.iter().flat_map(of).collect();
    let mut room = Solutions::default();
    let mut ends: Vec<Vec<Option<u32>>> = vec![Vec::new(); tasks.len()];
    let pass = |task: usize, watch: &mut Watch| {
        let ((subject, backend), ends) = (tasks[task], &mut ends[task]);
        ends.clear();
        world.each(subject, positions, nodes, &mut Clocked { backend, watch, room: &mut room, ends })
    };
    let measured = timing::measure_parts(tasks.len(), effort, pass, round)?;
    let mut levels: Vec<Option<u32>> = world.contents().rules.iter().map(|rule| Some(rule.level)).collect();
    levels.dedup();
    levels.push(None);
    let costs =
        tasks.into_iter().zip(measured).zip(ends).filter_map(|(((subject, backend), times), ends)| {
            let all: Vec<usize> = (0..times.len()).collect();
            let of_level = |level: Option<u32>| {
                let nodes: Vec<usize> = (0..ends.len()).filter(|node| ends[*node] == level).collect();
                Some((level, Distribution::of(&times, &nodes, effort.seed)?))
            };
            let by_level = levels.iter().copied().filter_map(of_level).collect();
            Some(Costs { subject, backend, all: Distribution::of(&times, &all, effort.seed)?, by_level })
        });
    Ok(costs.collect())
}

/// Sets the stone for the side to move, asks, and takes it back.
///
/// # Errors
/// When the step limit is reached; the stone is taken back all the same.
///
/// # Panics
/// When the field is not empty or nobody is to move.
#[inline]
pub fn node_verdict(
    base: &Base,
    backend: Backend,
    position: &mut Position,
    stone: Point,
) -> Result<Option<usize>, LimitReached> {
    position.play(stone).expect("a stone is tried on an empty field, by the side to move");
    let verdict = base.on(backend).verdict(position);
    position.take_back();
    verdict
}
