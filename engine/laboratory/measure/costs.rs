//! Measures the times of exports, values, verdicts and moves, separately in every position or node of a search.

use std::hint::black_box;

use blanche_compiler::runtime::{LimitReached, Solutions};
use blanche_compiler::timing::{self, Effort, Parts, Timing, Watch};
use blanche_sorted::Arrange;

use super::agreement::Disagreement;
use super::measurement_world::{MeasurementWorld, SubjectRunner};
use noire_engine::bases::{Backend, Contents};
use noire_engine::board::{Point, Position};
use noire_engine::facts::Base;
use noire_engine::world::WorldError;

/// A subject that is timed in each position or node separately, because its times vary so much that a mean is not
/// enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// All answers of an export, given by its index in the base.
    Export(usize),
    /// The value of a position. In five in a row it is the value for the side to move, or for Black if that side is
    /// unknown. In a game that a rule file defines it is the value for the first player.
    Value,
    /// The verdict at the nodes of a search, that is, the first rule that applies after a move.
    /// [`verdict`](noire_engine::bases::BackendBase::verdict) is timed after a stone is placed and before it is taken
    /// back.
    Verdict,
    /// Generating all moves of a game that a rule file defines.
    Moves,
    /// Making every move and taking it back.
    Play,
    /// Deciding whether and how the game is over.
    End,
    /// A random game from the position to its end.
    Game,
}

impl Subject {
    /// The name of a row: `urgent for white`, `value`, `all moves`, …
    pub fn name(self, contents: &Contents) -> String {
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

    /// The kind of subject: `export`, `value` or `verdict`, or `game` for the other subjects of games defined by rule
    /// files.
    pub fn what(self) -> &'static str {
        match self {
            Subject::Export(_) => "export",
            Subject::Value => "value",
            Subject::Verdict => "verdict",
            Subject::Moves | Subject::Play | Subject::End | Subject::Game => "game",
        }
    }
}

/// The distribution of times over positions or nodes, in microseconds.
#[derive(Clone, Copy, Debug)]
pub struct Distribution {
    /// Number of positions or nodes.
    pub number: usize,
    /// The mean over positions or nodes. It is computed once from the minimum times and once from the median times.
    pub mean: Timing,
    /// The median of the minimum times of all positions or nodes.
    pub median: f64,
    /// The 99th percentile of the minimum times of all positions or nodes.
    pub percentile_99: f64,
}

impl Distribution {
    /// The distribution over some of the timed positions or nodes, or `None` if `parts` is empty.
    fn of(times: &Parts, parts: &[usize], seed: u64) -> Option<Distribution> {
        let mean = times.mean(parts, seed)?;
        let mut each: Vec<f64> = parts.iter().map(|part| times.least(*part)).collect();
        each.arrange_by(f64::total_cmp);
        let number = each.len();
        let percentile_99 = each[(number * 99 / 100).min(number - 1)];
        Some(Distribution { number, mean, median: each[number / 2], percentile_99 })
    }
}

/// The measurements of a subject with one back end.
#[derive(Clone, Debug)]
pub struct Costs {
    /// What was evaluated.
    pub subject: Subject,
    /// How it was evaluated.
    pub backend: Backend,
    /// The distribution over all positions or nodes.
    pub all: Distribution,
    /// For verdicts, one distribution for each level of the rule that decides the verdict. The last distribution is for
    /// verdicts without an applicable rule. Levels without any verdict are omitted. Empty for other subjects.
    pub by_level: Vec<(Option<u32>, Distribution)>,
}

/// Evaluates subjects with one back end, and measures the time.
struct ClockedBackend<'t> {
    backend: Backend,
    watch: &'t mut Watch,
    room: &'t mut Solutions,
    /// For each verdict, the level of the rule that decides it.
    ends: &'t mut Vec<Option<u32>>,
}

impl SubjectRunner for ClockedBackend<'_> {
    #[inline]
    fn once<P, T: PartialEq, E: Into<WorldError>>(
        &mut self,
        position: &mut P,
        mut ask: impl FnMut(Backend, &mut P, &mut Solutions) -> Result<T, E>,
        _: impl Fn(&P) -> String,
    ) -> Result<T, Disagreement> {
        let ClockedBackend { backend, watch, room, .. } = self;
        let found = watch.time(|| ask(*backend, position, room));
        black_box(&**room);
        black_box(found).map_err(|trouble| Disagreement::from(trouble.into()))
    }

    fn ends_at(&mut self, level: Option<u32>) {
        self.ends.push(level);
    }
}

/// Measures the times of subjects with each back end in all positions, and the times of verdicts at the nodes. The
/// subjects and back ends take turns in rounds. The overhead of the clock is subtracted, and subjects without a
/// position or node are omitted. `round` receives the share of the effort that is used up.
///
/// Each position or node is timed separately. For times below [`timing::finest`], the overhead of the clock is as large
/// as the time itself.
///
/// # Errors
/// Fails if a query cannot be evaluated.
pub fn costs<W: MeasurementWorld>(
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
        world.each(subject, positions, nodes, &mut ClockedBackend { backend, watch, room: &mut room, ends })
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

/// Places a stone for the side to move, determines the verdict of the base, and takes the stone back.
///
/// # Errors
/// Fails if the step limit is reached. The stone is taken back in that case too.
///
/// # Panics
/// Panics if the field is not empty or there is no side to move.
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
