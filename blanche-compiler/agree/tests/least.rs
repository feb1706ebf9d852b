//! Explanations of recursive predicates: every tuple that holds has a finite tree of least height. Each node of the
//! tree follows from the nodes below it by one clause. A tuple that does not hold has no tree.
//!
//! The height of a tuple is the number of the round in which naive iteration finds it. Each round uses the tuples of
//! the previous round.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use agree::{Naive, NoHost, Value as Written, World, generate};
use agree_compiled::Cells;
use blanche_compiler::files::Sources;
use blanche_compiler::interpret::{Host, StateHost};
use blanche_compiler::literals::Literals;
use blanche_compiler::program::{
    Clause, Goal, PredicateId, PredicateKind, Program, Recursion, Rule, RuleId, SortId, SortKind, Term,
    VariableId, variables,
};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::{Limits, Value};
use blanche_compiler::syntax::parse_query;
use blanche_compiler::why::{Kind, LeftOut, ProofSearch, ReasonId, Reasons};

use crate::answers::read;
use crate::played::Both;
use crate::trials::trials;

/// Number of random sets of facts that are tried for each of the two programs below, in a full test run. With this
/// number, the sets and the other two tests together make a thousand positions.
const SETS: usize = 225;

/// Number of random programs in a full test run.
const PROGRAMS: usize = 400;

/// Number of games to play in a full test run.
const GAMES: usize = 60;
/// Number of positions to examine in each game.
const POSITIONS: usize = 8;

/// Number of moves between two examined positions.
const APART: usize = 4;

/// Every `CLAIMED`-th of the tuples that do not hold is passed to the explainer as if it held.
const CLAIMED: usize = 16;

/// Statistics of a test.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// Number of positions or sets of facts in which some predicate is recursive.
    positions: usize,
    /// Number of tuples of recursive predicates.
    tuples: usize,
    /// Number of tuples of these predicates that do not hold.
    others: usize,
    /// The height of the highest tree.
    highest: usize,
}

impl Seen {
    fn add(&mut self, other: Seen) {
        self.positions += other.positions;
        self.tuples += other.tuples;
        self.others += other.others;
        self.highest = self.highest.max(other.highest);
    }
}

/// The program with an additional score for every derived predicate, whose answers are the predicate's tuples.
fn asked(text: &str) -> String {
    let program = read(text, None).program;
    let mut asking = text.to_owned();
    let player = program.player(program.players[0]);
    for (id, predicate, _) in written(&program) {
        let sorts = (0..predicate.arity()).map(|at| &program.sort(predicate.sort(at)).name);
        let names: Vec<String> = (1..=predicate.arity()).map(|at| format!("V{at}")).collect();
        let mut body: Vec<String> = sorts.zip(&names).map(|(sort, name)| format!("{sort}({name})")).collect();
        body.push(match names.as_slice() {
            [] => predicate.name.clone(),
            names => format!("{}({})", predicate.name, names.join(", ")),
        });
        let name = title(id);
        writeln!(asking, "score {name} for {player} attacking 0 defending 0 if {}", body.join(", "))
            .expect("a text can be written");
    }
    asking
}

/// The derived predicates whose names can be written in a program.
fn written(
    program: &Program,
) -> impl Iterator<Item = (PredicateId, &blanche_compiler::program::Predicate, &[Clause])> {
    program.derived().filter(|(_, predicate, _)| !predicate.name.contains(' '))
}

fn title(id: PredicateId) -> String {
    format!("asked.{}", id.index())
}

/// A program whose explanations are checked.
struct Judge<'p, H: Host> {
    program: &'p Program,
    naive: &'p Naive,
    why: ProofSearch<'p, H>,
    recursion: Recursion,
    /// Whether the program has a sort that is part of another sort.
    has_parts: bool,
}

/// The tuples that hold, according to the naive evaluator.
struct Truth<'w, W> {
    world: &'w mut W,
    /// The tuples of each derived predicate. If the predicate is recursive, each tuple has its round; otherwise the
    /// round is 0.
    tuples: BTreeMap<PredicateId, BTreeMap<Vec<Value>, usize>>,
    said: HashMap<String, bool>,
}

/// A ground literal of a derived predicate.
type Derived = (PredicateId, Vec<Value>);

impl<'p, H: Host> Judge<'p, H> {
    fn new(program: &'p Program, naive: &'p Naive) -> Judge<'p, H> {
        let why = ProofSearch::new(program, Limits::default());
        let has_parts = (0..program.sorts.len()).any(|at| program.sorts[at].root.index() != at);
        Judge { program, naive, why, recursion: Recursion::of(program), has_parts }
    }

    fn text(&self, sort: SortId, value: Value) -> String {
        let root = self.program.sort(self.program.sort(sort).root);
        match root.kind {
            SortKind::Opaque { .. } => H::write(&root.name, value).expect("it is one"),
            SortKind::Constants(_) | SortKind::Range(..) => root.text(value),
        }
    }

    fn values(&self, sort: SortId) -> Vec<Value> {
        self.program.sort(sort).values()
    }

    /// All tuples over the sorts of a predicate.
    fn all(&self, predicate: PredicateId) -> Vec<Vec<Value>> {
        let predicate = self.program.predicate(predicate);
        let mut all = vec![Vec::new()];
        for at in 0..predicate.arity() {
            let values = self.values(predicate.sort(at));
            let with = |tuple: &Vec<Value>| {
                let more = |value: &Value| [tuple.as_slice(), &[*value]].concat();
                values.iter().map(more).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(with).collect();
        }
        all
    }

    /// The tuples of all derived predicates that the naive evaluator finds.
    fn truth<'w, W: World>(&self, world: &'w mut W) -> Truth<'w, W> {
        let mut tuples = BTreeMap::new();
        for (id, predicate, _) in written(self.program) {
            let asks = self.naive.scores().iter().find(|score| score.rule.name == title(id));
            let rows = self.naive.all(world, &asks.expect("it is asked").rule);
            let rounds = self.naive.rounds(world, &predicate.name, predicate.arity());
            assert_eq!(rounds.is_some(), self.recursion.component(id).is_some(), "{}", predicate.name);
            if let Some(rounds) = &rounds {
                assert_eq!(rounds.keys().cloned().collect::<Vec<_>>(), sorted(&rows), "{}", predicate.name);
            }
            let round = |row: &Vec<Written>| rounds.as_ref().map_or(0, |rounds| rounds[row]);
            let written = |tuple: &Vec<Value>| -> Vec<Written> {
                let text = |(at, value): (usize, &Value)| self.text(predicate.sort(at), *value);
                tuple.iter().enumerate().map(text).map(|text| Written::read(&text)).collect()
            };
            let places: HashMap<Vec<Written>, Vec<Value>> =
                self.all(id).into_iter().map(|tuple| (written(&tuple), tuple)).collect();
            let known = rows.iter().map(|row| (places[row].clone(), round(row)));
            tuples.insert(id, known.collect());
        }
        Truth { world, tuples, said: HashMap::new() }
    }

    /// Checks the explanations of all tuples of all derived predicates.
    fn judge<W: World>(&self, facts: &mut H::Facts, world: &mut W) -> Seen {
        let mut truth = self.truth(world);
        let mut seen = Seen::default();
        for (id, _, _) in written(self.program) {
            let rule = self.asking(id);
            for tuple in self.all(id) {
                let found = self.why.solution(facts, rule, &tuple).expect("the limits are not reached");
                let Some(round) = truth.tuples[&id].get(&tuple).copied() else {
                    assert!(found.is_none(), "{}{tuple:?} does not hold", self.name(id));
                    if seen.others % CLAIMED == 0 {
                        self.claimed(facts, rule, &tuple);
                    }
                    seen.others += 1;
                    continue;
                };
                let found = found.unwrap_or_else(|| panic!("{}{tuple:?} holds", self.name(id)));
                let again = self.why.found(facts, rule, &tuple).expect("the limits are not reached");
                assert_eq!(again.as_ref(), Some(&found), "{}{tuple:?} is known to hold", self.name(id));
                assert_eq!(found.reasons.left_out, None, "all of it was looked for");
                let claim = *found.claims.last().expect("it is asked last");
                let mut walk =
                    Walk { judge: self, reasons: &found.reasons, open: Vec::new(), heights: HashMap::new() };
                let height = walk.height(&mut truth, claim, &(id, tuple));
                if self.recursion.component(id).is_some() {
                    assert_eq!(height, round);
                    seen.tuples += 1;
                    seen.highest = seen.highest.max(height);
                }
            }
        }
        seen.positions = usize::from(seen.tuples > 0);
        seen
    }

    /// Checks that the explainer returns no complete tree for a tuple that is claimed to hold but does not.
    fn claimed(&self, facts: &mut H::Facts, rule: RuleId, tuple: &[Value]) {
        let found = self.why.found(facts, rule, tuple).expect("the limits are not reached");
        let left_out = found.and_then(|found| found.reasons.left_out);
        assert!(matches!(left_out, None | Some(LeftOut::Unfounded)), "{left_out:?}");
    }

    fn name(&self, id: PredicateId) -> &str {
        &self.program.predicate(id).name
    }

    /// The score that evaluates a predicate.
    fn asking(&self, id: PredicateId) -> RuleId {
        let is_it = |(_, rule, _): &(RuleId, &Rule, _)| rule.name == title(id);
        self.program.scores().find(is_it).expect("it is asked").0
    }

    /// Whether a literal holds. A literal with an unbound variable is not checked if the program has parts of sorts.
    /// Its whole clause may restrict the variable to a part of a sort, while the literal alone would range over the
    /// larger sort.
    fn holds<W: World>(&self, truth: &mut Truth<'_, W>, said: &str) -> bool {
        if self.has_parts && said.contains('_') {
            return true;
        }
        if let Some(known) = truth.said.get(said) {
            return *known;
        }
        let mut sources = Sources::default();
        let id = sources.add("said", said.as_bytes());
        let (tree, problems) = parse_query(&sources, id);
        assert!(problems.is_empty(), "what is said can be read: {said}\n{problems:?}");
        let holds = !self.naive.query(truth.world, &tree).rows.is_empty();
        truth.said.insert(said.to_owned(), holds);
        holds
    }

    /// Whether the tuple follows by this clause from a body whose literals have the texts `said`, in this order. If it
    /// does, returns the derived literals of the body by index, and otherwise `None`.
    fn follows(&self, clause: &Clause, tuple: &[Value], said: &[&str]) -> Option<BTreeMap<usize, Derived>> {
        let mut values = vec![None; clause.variables.len()];
        for (term, value) in clause.head.iter().zip(tuple) {
            let fits = match term {
                Term::Variable(id) => *values[id.index()].get_or_insert(*value) == *value,
                Term::Constant(constant) => constant == value,
                Term::Host(sort, text) => H::read(&self.program.sort(*sort).name, text) == Some(*value),
            };
            if !fits {
                return None;
            }
        }
        let chosen = chosen(&clause.body).into_iter().filter(|goals| goals.len() == said.len());
        chosen.into_iter().find_map(|goals| {
            let mut values = values.clone();
            let waiting = (0..goals.len()).collect();
            self.assign(clause, (&goals, said), waiting, &mut values).then(|| self.derived(&goals, &values))
        })
    }

    /// Finds values for the variables under which every waiting goal has the same text as the literal with its index in
    /// `said`.
    fn assign(
        &self,
        clause: &Clause,
        (goals, said): (&[Goal], &[&str]),
        mut waiting: Vec<usize>,
        values: &mut Vec<Option<Value>>,
    ) -> bool {
        let open = |at: &usize, values: &[Option<Value>]| -> Vec<VariableId> {
            let Goal::Atom(atom) = &goals[*at] else { return Vec::new() };
            let mut open: Vec<VariableId> =
                variables(&atom.arguments).filter(|id| values[id.index()].is_none()).collect();
            open.sort_unstable();
            open.dedup();
            open
        };
        // Goals that bind no variables are matched last, when all variables have values.
        let rank = |at: &usize| (!matches!(goals[*at], Goal::Atom(_)), open(at, values).len());
        let Some(place) = (0..waiting.len()).min_by_key(|place| rank(&waiting[*place])) else { return true };
        let at = waiting.remove(place);
        let open = open(&at, values);
        let mut choices = vec![values.clone()];
        for id in &open {
            let of = self.values(clause.variables[id.index()].sort);
            let with = |choice: &Vec<Option<Value>>| {
                let one = |value: &Value| {
                    let mut choice = choice.clone();
                    choice[id.index()] = Some(*value);
                    choice
                };
                of.iter().map(one).collect::<Vec<_>>()
            };
            choices = choices.iter().flat_map(with).collect();
        }
        for mut choice in choices {
            let write =
                |id: VariableId| Some(self.text(clause.variables[id.index()].sort, choice[id.index()]?));
            let literals = Literals { program: self.program, variables: &clause.variables, value: &write };
            if literals.goal(&goals[at]) == said[at]
                && self.assign(clause, (goals, said), waiting.clone(), &mut choice)
            {
                *values = choice;
                return true;
            }
        }
        false
    }

    /// The literals of derived predicates among the goals, by index.
    fn derived(&self, goals: &[Goal], values: &[Option<Value>]) -> BTreeMap<usize, Derived> {
        let value = |term: &Term| match term {
            Term::Variable(id) => values[id.index()].expect("it has a value"),
            Term::Constant(value) => *value,
            Term::Host(sort, text) => H::read(&self.program.sort(*sort).name, text).expect("it is one"),
        };
        let derived = goals.iter().enumerate().filter_map(|(at, goal)| match goal {
            Goal::Atom(atom)
                if matches!(self.program.predicate(atom.predicate).kind, PredicateKind::Derived(_)) =>
            {
                Some((at, (atom.predicate, atom.arguments.iter().map(value).collect())))
            }
            _ => None,
        });
        derived.collect()
    }
}

/// A traversal of the reasons of one tuple.
struct Walk<'j, 'p, H: Host> {
    judge: &'j Judge<'p, H>,
    reasons: &'j Reasons,
    /// The reasons on the path from the root to the current reason.
    open: Vec<ReasonId>,
    heights: HashMap<ReasonId, usize>,
}

impl<H: Host> Walk<'_, '_, H> {
    /// Checks the whole tree of a literal, and returns its height.
    fn height<W: World>(&mut self, truth: &mut Truth<'_, W>, id: ReasonId, literal: &Derived) -> usize {
        if let Some(known) = self.heights.get(&id) {
            return *known;
        }
        let (judge, reason) = (self.judge, &self.reasons[id]);
        assert!(!self.open.contains(&id), "{} is a reason of itself", reason.said);
        self.open.push(id);
        let (predicate, tuple) = literal;
        let round = truth.tuples[predicate].get(tuple).copied();
        let round = round.unwrap_or_else(|| panic!("{} does not hold", reason.said));
        let said: Vec<&str> = reason.because.iter().map(|below| self.reasons[*below].said.as_str()).collect();
        let Kind::Derived(span, _) = &reason.kind else { panic!("{} is derived: {reason:?}", reason.said) };
        let PredicateKind::Derived(clauses) = &judge.program.predicate(*predicate).kind else {
            panic!("{} is derived", reason.said)
        };
        let mut own = clauses.iter().filter(|clause| clause.span == *span);
        let derived = own.find_map(|clause| judge.follows(clause, tuple, &said));
        let derived = derived.unwrap_or_else(|| panic!("{} does not follow from {said:?}", reason.said));
        let component = judge.recursion.component(*predicate);
        let mut height = 0;
        for (at, below) in reason.because.iter().enumerate() {
            match derived.get(&at) {
                Some(literal) => {
                    let of = self.height(truth, *below, literal);
                    if component.is_some() && judge.recursion.component(literal.0) == component {
                        height = height.max(of);
                    }
                }
                None => {
                    let kind = &self.reasons[*below].kind;
                    assert!(matches!(kind, Kind::Given | Kind::Absent), "{}: {kind:?}", said[at]);
                    assert!(judge.holds(truth, said[at]), "{} does not hold", said[at]);
                }
            }
        }
        self.open.pop();
        let height = component.map_or(0, |_| height + 1);
        assert_eq!(height, round, "{} is found in round {round}", reason.said);
        self.heights.insert(id, height);
        height
    }
}

/// All ways to choose one branch of every `;`.
fn chosen(goals: &[Goal]) -> Vec<Vec<Goal>> {
    let mut all = vec![Vec::new()];
    for goal in goals {
        let ways = match goal {
            Goal::Any(branches, _) => branches.iter().flat_map(|branch| chosen(branch)).collect(),
            goal => vec![vec![goal.clone()]],
        };
        let with = |goals: &Vec<Goal>| -> Vec<Vec<Goal>> {
            ways.iter().map(|way| [goals.as_slice(), way].concat()).collect()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

fn sorted(rows: &[Vec<Written>]) -> Vec<Vec<Written>> {
    let mut rows = rows.to_vec();
    rows.sort();
    rows
}

/// Checks a program whose facts are in its text.
fn judge(text: &str) -> Seen {
    let text = asked(text);
    let program = read(&text, None);
    let naive = Naive::new(&program.trees);
    Judge::<Cells>::new(&program.program, &naive).judge(&mut (), &mut NoHost)
}

/// A program about paths in a graph. It has several forms of transitive closure, paths by length, mutual recursion, and
/// a clause with too many combinations of branches to try them all.
const GRAPH: &str = "sort node = a, b, c, d, e words N playable
sort count = 0 to 6 words Count
players white, black
from(N1, N2) :- edge(N1, N2)
from(N1, N2) :- from(N1, N_), from(N_, N2)
left(N1, N2) :- edge(N1, N2)
left(N1, N2) :- left(N1, N_), edge(N_, N2), ¬bad(N_)
right(N1, N2) :- edge(N1, N_), right(N_, N2) ; edge(N1, N2)
even(N) :- good(N)
even(N) :- odd(N_), edge(N_, N)
odd(N) :- even(N_), edge(N_, N), ¬(good(N), bad(N))
odd(N) :- even(N), bad(N), odd(N_), edge(N_, N)
alike(N1, N2) :- good(N1), N1 = N2
alike(N1, N2) :- edge(N3_, N1), alike(N3_, N4_), edge(N4_, N2)
steps(N, 0) :- good(N)
steps(N, Count + 1) :- steps(N_, Count), edge(N_, N)
even.steps(N, 0) :- good(N)
even.steps(N, Count) :- odd.steps(N_, Count_), edge(N_, N), Count_ + 1 = Count
odd.steps(N, Count) :- even.steps(N_, Count_), edge(N_, N), Count = Count_ + 1, Count < 6
least(N, Count) :- node(N), min Count1_ (steps(N, Count1_)) = Count
apart(N1, N2) :- node(N1), node(N2), ¬from(N1, N2), count N_ (from(N1, N_)) > 1
apart(N1, N2) :- apart(N_, N2), edge(N_, N1), ¬from(N1, N2)
all.good :- ¬(node(N_), ¬even(N_), ¬odd(N_))
all.good :- all.good, good(N_)
wide(N) :- good(N)
wide(N) :- edge(N_, N), wide(N_), (good(N_) ; ¬good(N_)), (bad(N) ; ¬bad(N)), (good(N) ; ¬good(N)),
    (bad(N_) ; ¬bad(N_)), (from(N, N_) ; ¬from(N, N_)), (even(N) ; ¬even(N)), (odd(N) ; ¬odd(N))
";

fn graph(random: &mut Random) -> String {
    let mut text = GRAPH.to_owned();
    let nodes = ["a", "b", "c", "d", "e"];
    let share = random.between(10, 45);
    for one in nodes {
        for other in nodes {
            if random.percent(share) || (one, other) == ("a", "b") {
                writeln!(text, "fact edge({one}, {other})").expect("a text can be written");
            }
        }
        for kind in ["good", "bad"] {
            if random.percent(25) || one == "c" {
                writeln!(text, "fact {kind}({one})").expect("a text can be written");
            }
        }
    }
    text
}

/// A program about groups on a board: connected fields, surrounded fields, and paths that change colour at every step.
const GROUPS: &str = "players x, o words Color, Other
beside(Field1, Field2) :- step(Field1, Direction_, Field2)
together(Field1, Field2) :- stone(Field1, Color_), equal(Field1, Field2)
together(Field1, Field2) :- together(Field1, Field_), beside(Field_, Field2),
    stone(Field1, Color_), stone(Field2, Color_)
free(Field) :- stone(Field, Color_), beside(Field, Field_), ¬stone(Field_, Color2_)
free(Field) :- free(Field_), beside(Field_, Field), stone(Field, Color_), stone(Field_, Color_)
turn(Field, x) :- stone(Field, x), at.edge(Field, w)
turn(Field, Color) :- turn(Field_, Other_), beside(Field_, Field), stone(Field, Color),
    ¬equal(Color, Other_)
first(Field) :- at.edge(Field, w), ¬stone(Field, o)
first(Field) :- second(Field_), step(Field_, ne, Field), ¬stone(Field, o)
second(Field) :- first(Field_), step(Field_, e, Field), ¬stone(Field, x)
second(Field) :- second(Field_), first(Field2_), step(Field_, e, Field), step(Field2_, ne, Field)
caught(Field) :- stone(Field, Color_), ¬free(Field)
large(Field) :- stone(Field, Color_), count Field_ (together(Field, Field_)) > 3
";

fn groups(random: &mut Random) -> String {
    let board = *random.choose(&[
        "board 4 by 4 like a1",
        "board 4 by 3 hexagonal like a1",
        "board 5 by 4 dark like a1",
    ]);
    let is_dark = board.contains("dark");
    let mut text = format!("{board} words Field\n{GROUPS}");
    let share = random.between(20, 90);
    for (column, letter) in ["a", "b", "c", "d"].into_iter().enumerate() {
        for row in 1..=3 {
            let is_field = !is_dark || (column + row) % 2 == 1;
            if is_field && (random.percent(share) || (letter, row) == ("a", 1)) {
                let player = if (letter, row) == ("a", 1) { "x" } else { *random.choose(&["x", "o"]) };
                writeln!(text, "fact stone({letter}{row}, {player})").expect("a text can be written");
            }
        }
    }
    text
}

#[test]
fn recursion_in_graphs_has_proof_trees_of_minimum_height() {
    let (mut seen, mut random) = (Seen::default(), Random::new(1));
    (0..trials(SETS)).for_each(|_| seen.add(judge(&graph(&mut random))));
    println!("{seen:?}");
    assert!(seen.positions == trials(SETS) && seen.highest > 5, "{seen:?}");
}

#[test]
fn groups_on_a_board_have_proof_trees_of_minimum_height() {
    let (mut seen, mut random) = (Seen::default(), Random::new(2));
    (0..trials(SETS)).for_each(|_| seen.add(judge(&groups(&mut random))));
    println!("{seen:?}");
    assert!(seen.positions == trials(SETS) && seen.highest > 5, "{seen:?}");
}

#[test]
fn recursion_in_random_programs_has_proof_trees_of_minimum_height() {
    let mut seen = Seen::default();
    for seed in 0..trials(PROGRAMS) as u64 {
        let text = if seed % 4 == 0 { generate::counting(seed) } else { generate::program(seed) }.text;
        seen.add(judge(&text));
    }
    println!("{seen:?}");
    // `cargo test` tries only the first eighth of the programs. In that part, fewer programs are recursive than on
    // average.
    let all = trials(PROGRAMS);
    let recursive = if all == PROGRAMS { all * 7 / 16 } else { all * 2 / 5 };
    assert!(seen.positions > recursive && seen.highest > 2, "{seen:?}");
}

/// A position with a description of its state, so that the naive evaluator can cache results.
struct Kept {
    position: agree::games::Position,
    number: usize,
}

impl World for Kept {
    fn values(&self, sort: &str) -> Vec<Written> {
        self.position.values(sort)
    }

    fn tuples(
        &mut self,
        predicate: &str,
        arguments: &[Option<Written>],
        _: &dyn Fn(&mut Kept) -> bool,
    ) -> Option<Vec<Vec<Written>>> {
        self.position.tuples(predicate, arguments, &|_| unreachable!("a state asks no rules"))
    }

    fn state(&self) -> Option<String> {
        Some(self.number.to_string())
    }
}

/// Checks explanations in random positions of a game.
fn judge_game(text: &str, seed: u64) -> Seen {
    let program = read(&asked(text), None);
    let both = Both::new(&program);
    let naive = Naive::new(&program.trees);
    let judge = Judge::<StateHost>::new(&program.program, &naive);
    let mut seen = Seen::default();
    let positions = both.positions(&mut Random::new(seed), POSITIONS, APART);
    for (number, (mut position, tuples)) in positions.into_iter().enumerate() {
        seen.add(judge.judge(&mut position, &mut Kept { position: tuples, number }));
    }
    seen
}

#[test]
fn recursion_in_games_has_proof_trees_of_minimum_height() {
    let paths = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/paths/base.blanche");
    let paths = fs::read_to_string(paths).expect("it is there");
    let mut seen = Seen::default();
    for seed in 0..trials(GAMES) as u64 {
        seen.add(judge_game(&paths, seed));
        seen.add(judge_game(&generate::game(seed).text, seed));
    }
    println!("{seen:?}");
    assert!(seen.positions > trials(GAMES * POSITIONS) * 25 / 32 && seen.highest > 3, "{seen:?}");
}
