//! Commands, which are the lines that begin with `:`.

use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use crate::files::{self, Span};
use crate::legality::text::MoveSpeech;
use crate::markup;
use crate::plan;
use crate::program::{GameQuestion, Program, Rule, RuleId, RuleKind};
use crate::report;
use crate::runtime::Value;
use crate::spelling::nearest;
use crate::timing::{self, Effort, Timing};
use crate::why::failure_text::Speech;
use crate::why::{Draw, Fact, ObstacleSearch, Obstacles, ProofSearch};

use super::execute::{Executed, unescaped};
use super::session::{CommandResult, NO_REASON, Ready, Session, Target};
use super::table::count;
use super::{Table, World};

/// The commands of every conversation: name, argument, and what it does.
pub(super) const COMMANDS: &[(&str, &str, &str)] = &[
    ("help", "", "this list"),
    ("rules", "", "every rule, and whether it applies"),
    ("plan", "QUERY or RULE", "the order in which its literals are evaluated"),
    ("why", "QUERY or RULE", "the proof tree of its first answer"),
    ("whynot", "QUERY or RULE", "how far it gets, and what stops it"),
    ("time", "QUERY or RULE", "how long it takes to find all its answers"),
    ("show", "", "what was defined here"),
    ("undo", "", "undo the latest definition"),
    ("load", "FILE", "load the definitions in a file"),
    ("save", "FILE", "save the definitions made here to a file"),
    ("do", "TEXT", "execute definitions and queries, all or nothing; `\\n` ends a line"),
    ("quit", "", "end the conversation"),
];

/// The time for which `:time` repeats a question.
const MEASURED: Effort<'_> = Effort::of(Duration::from_millis(200));

/// Maximum number of branches of a tree that are drawn.
const BRANCHES: usize = 6;

impl<W: World> Session<W> {
    /// Executes a command.
    pub(super) fn command(&mut self, word: &str, argument: &str) -> CommandResult {
        let word = match word {
            "h" => "help",
            "q" => "quit",
            word => word,
        };
        if !argument.is_empty() && self.takes_nothing(word) {
            let argument = report::plain(argument);
            return Err(vec![format!("`:{word}` takes no argument, but `{argument}` was given")]);
        }
        match word {
            "help" => Ok(self.help()),
            "quit" => Ok(Vec::new()),
            "rules" => self.rules(),
            "plan" => self.plan(argument),
            "why" => self.why(argument),
            "whynot" => self.why_not(argument),
            "time" => self.time(argument),
            "show" => Ok(self.typed.formatted().trim_end().lines().map(str::to_owned).collect()),
            "undo" => self.undo(),
            "load" => self.load(argument),
            "do" => self.execute_text(argument),
            "save" => self.save(argument),
            _ if self.world.commands().iter().any(|(known, ..)| *known == word) => {
                self.world.command(word, argument).map_err(|why| why.lines().map(str::to_owned).collect())
            }
            _ => {
                let all = || COMMANDS.iter().chain(self.world.commands());
                let hint = match nearest(word, all().map(|(word, ..)| *word)) {
                    Some(near) => format!("did you mean `:{near}`?"),
                    None => {
                        match all().find(|(_, argument, _)| argument.to_lowercase() == word.to_lowercase()) {
                            Some((near, argument, _)) => format!("did you mean `:{near} {argument}`?"),
                            None => "`:help` lists all of them".to_owned(),
                        }
                    }
                };
                Err(vec![format!("there is no command `:{}`", report::plain(word)), hint])
            }
        }
    }

    /// Whether a command of this name exists and takes no argument.
    fn takes_nothing(&self, word: &str) -> bool {
        let mut all = COMMANDS.iter().chain(self.world.commands());
        all.any(|(known, argument, _)| *known == word && argument.is_empty())
    }

    fn help(&self) -> Vec<String> {
        let mut lines = vec![
            "Ask a query, written like the body of a clause, with the values that you know.".to_owned(),
            "Define a derivation, a fact or a rule, written as in a file.".to_owned(),
            String::new(),
        ];
        for (word, argument, does) in COMMANDS.iter().chain(self.world.commands()) {
            lines.push(format!("{:<26}{does}", format!(":{word} {argument}").trim_end()));
        }
        lines.push(String::new());
        lines.push("Without a query or a rule, a command is about the latest one.".to_owned());
        if self.world.commands().iter().any(|(word, ..)| *word == "move") {
            lines.push("`:why MOVE` and `:whynot MOVE` explain why a move is legal or illegal.".to_owned());
        }
        lines
    }

    /// The targets that the argument of a command names: rules, or a query. If `argument` is empty, the last target is
    /// used again.
    fn target(&self, argument: &str) -> Result<Vec<Target>, Vec<String>> {
        if argument.is_empty() {
            return match &self.last {
                Some(last) => Ok(vec![last.clone()]),
                None => Err(vec!["nothing was asked yet: write a query or the name of a rule".to_owned()]),
            };
        }
        let program = self.typed.check().resolved.program;
        let named = |program: &Program| -> Vec<Target> {
            let rules = program.rules.iter();
            let is_named = |rule: &&Rule| {
                let title = program.rule_title(rule);
                // Such as `the score two for white`, without its first word or its first two.
                let bare = title.strip_prefix("the ").unwrap_or(&title);
                let without_kind = bare.split_once(' ').map_or(bare, |(_, name)| name);
                [rule.name.as_str(), &title, bare, without_kind].contains(&argument)
            };
            // An export is evaluated like its predicate, by a query.
            let is_meant = |rule: &&Rule| match rule.kind {
                RuleKind::Rule | RuleKind::Score(_) | RuleKind::Preference(_) => true,
                RuleKind::Game(question) => question == GameQuestion::Draw,
                RuleKind::Export | RuleKind::Query => false,
            };
            let named = rules.filter(is_meant).filter(is_named);
            named.map(|rule| Target::Rule(program.rule_title(rule))).collect()
        };
        let rules = named(&program);
        Ok(if rules.is_empty() { vec![Target::Query(argument.to_owned())] } else { rules })
    }

    /// Runs `say` for every target of a command.
    fn each(
        &mut self,
        argument: &str,
        mut say: impl FnMut(&mut Self, &Target) -> CommandResult,
    ) -> CommandResult {
        let targets = self.target(argument)?;
        let mut lines = Vec::new();
        for target in &targets {
            if let (Target::Rule(title), true) = (target, targets.len() > 1) {
                lines.push(format!("{title}:"));
            }
            lines.extend(say(self, target)?);
        }
        if let [target] = targets.as_slice() {
            self.last = Some(target.clone());
        }
        Ok(lines)
    }

    fn rules(&mut self) -> CommandResult {
        let program = self.typed.check().resolved.program;
        let rules = program.rules.iter().enumerate().filter(|(_, rule)| rule.kind == RuleKind::Rule);
        let titles: Vec<(RuleId, String, u32)> =
            rules.map(|(at, rule)| (RuleId(at as u32), program.rule_title(rule), rule.level)).collect();
        if titles.is_empty() {
            let begins = match program.players.first() {
                Some(player) => {
                    format!(
                        "a rule begins like this: rule NAME for {} at level 0 if",
                        program.player(*player)
                    )
                }
                None => "a rule is for a player, but no players are declared".to_owned(),
            };
            return Ok(vec![format!("there are no rules; {begins}")]);
        }
        let wide = titles.iter().map(|(_, title, _)| title.chars().count()).max().unwrap_or(0);
        let mut lines = Vec::new();
        // One prepared program serves all rules.
        let mut ready = self.ready(&Target::Rule(titles[0].1.clone()))?;
        for (rule, title, level) in titles {
            ready.rule = rule;
            let table = self.answers(&ready)?;
            let answer = match table.rows.first() {
                None => "-".to_owned(),
                Some(row) => pairs(&table, row).unwrap_or_else(|| "applies".to_owned()),
            };
            lines.push(format!("level {level}  {title:<wide$}  {answer}"));
        }
        Ok(lines)
    }

    fn plan(&mut self, argument: &str) -> CommandResult {
        self.each(argument, |session, target| {
            let ready = session.ready(target)?;
            let text = plan::print::print(&ready.program, &ready.plan, Some(&[ready.rule]));
            Ok(text.trim_end().lines().map(str::to_owned).collect())
        })
    }

    /// The explanation of a move, as lines. `None` if the argument is not a move, or names a rule or a predicate. `is_why`
    /// says which of the two questions the user asked; the other one is suggested if it fits.
    fn about_move(&mut self, argument: &str, is_why: bool) -> Option<CommandResult> {
        if argument.is_empty() || argument.contains('(') {
            return None;
        }
        let program = self.typed.check().resolved.program;
        let is_predicate = program.predicates.iter().any(|one| one.arity() == 0 && one.name == argument);
        if is_predicate || matches!(self.target(argument).as_deref(), Ok([Target::Rule(_), ..])) {
            return None;
        }
        let explanation = match self.world.explain_move(argument, self.limits, &self.stop)? {
            Ok(explanation) => explanation,
            Err(reason) => return Some(Err(vec![reason])),
        };
        let verdict = &explanation.verdict;
        Some(match (is_why, explanation.is_legal) {
            (true, false) if !explanation.steps.is_empty() => {
                Err(vec![format!("{verdict}; `:whynot {argument}` tells why")])
            }
            (false, true) if !explanation.steps.is_empty() => {
                Err(vec![format!("{verdict}; `:why {argument}` tells why")])
            }
            _ => {
                let speech = MoveSpeech {
                    words: &|fact| self.world.words(fact),
                    place: &|span| self.place(span),
                    board: &|step| self.world.step_board(step),
                    limit: &|limit| format!("the explanation {}", limit.exceeded()),
                };
                Ok(speech.lines(&explanation))
            }
        })
    }

    fn why(&mut self, argument: &str) -> CommandResult {
        if let Some(lines) = self.about_move(argument, true) {
            return lines;
        }
        self.each(argument, |session, target| {
            let ready = session.ready(target)?;
            let first = ready.machine.first(session.world.facts(), ready.rule);
            let first = first.map_err(|limit| session.given_up(limit))?;
            let Some(solution) = first.iter().next() else {
                return Err(vec!["it does not hold; `:whynot` tells why".to_owned()]);
            };
            let why =
                ProofSearch::<W::Host>::new(&ready.program, session.limits).stopped_by(session.stop.clone());
            let derivation = why.solution(session.world.facts(), ready.rule, solution);
            let derivation = derivation.map_err(|limit| session.given_up(limit))?;
            let derivation = derivation.ok_or_else(|| vec![NO_REASON.to_owned()])?;
            let rule = ready.program.rule(ready.rule);
            let table = Table::new::<W::Host>(&ready.program, rule, &first);
            let title = table.rows.first().and_then(|row| pairs(&table, row));
            let title = title.unwrap_or_else(|| "it holds".to_owned());
            let draw = Draw { reasons: &derivation.reasons, place: &|span| session.place(span) };
            let tree = draw.asked(&title, &derivation.claims);
            let remark = tree.remark();
            let mut lines = tree.lines;
            lines.extend(remark);
            lines.extend(session.left_out(&derivation.reasons));
            if rule.kind == RuleKind::Query {
                lines.extend(session.why_denied(&ready, solution)?);
            }
            let picture = session.world.picture(&table);
            if !picture.is_empty() {
                lines.push(String::new());
                lines.extend(picture);
            }
            Ok(lines)
        })
    }

    /// Explains why the negations of a rule hold for a solution. Shows how much of each negated body is satisfied
    /// before it fails.
    fn why_denied(&mut self, ready: &Ready<W::Host>, solution: &[Value]) -> CommandResult {
        let why = ObstacleSearch::<W::Host>::new(&ready.program, self.limits).stopped_by(self.stop.clone());
        let denied = why.denied(self.world.facts(), ready.rule, solution);
        let mut lines = Vec::new();
        for (said, Obstacles { partials, reasons }) in denied.map_err(|limit| self.given_up(limit))? {
            lines.extend([String::new(), format!("{said}, because what it denies does not hold.")]);
            let words = |fact: &Fact| self.world.words(fact);
            let speech = Speech { words: &words, place: &|span| self.place(span), reasons: &reasons };
            partials.iter().for_each(|partial| lines.extend(speech.partial(partial)));
            lines.extend(self.left_out(&reasons));
        }
        Ok(lines)
    }

    fn why_not(&mut self, argument: &str) -> CommandResult {
        if let Some(lines) = self.about_move(argument, false) {
            return lines;
        }
        self.each(argument, |session, target| {
            let ready = session.ready(target)?;
            let why = ObstacleSearch::<W::Host>::new(&ready.program, session.limits)
                .stopped_by(session.stop.clone());
            let obstacles = why.rule(session.world.facts(), ready.rule);
            let obstacles = obstacles.map_err(|limit| session.given_up(limit))?;
            let Some(Obstacles { partials, reasons }) = obstacles else {
                return Err(vec!["it holds; `:why` tells why".to_owned()]);
            };
            let trace = why.trace(session.world.facts(), ready.rule, BRANCHES);
            let trace = trace.map_err(|limit| session.given_up(limit))?;
            let words = |fact: &Fact| session.world.words(fact);
            let speech = Speech { words: &words, place: &|span| session.place(span), reasons: &reasons };
            let mut lines = Vec::new();
            for partial in &partials {
                lines.extend(speech.counted_partial(partial));
                lines.push(String::new());
            }
            lines.extend(session.left_out(&reasons));
            // A tree of a single literal would show nothing new.
            if trace.literals.len() > 1 {
                lines.extend(trace.draw());
            }
            Ok(lines)
        })
    }

    fn time(&mut self, argument: &str) -> CommandResult {
        self.each(argument, |session, target| {
            let ready = session.ready(target)?;
            let table = session.answers(&ready)?;
            let solutions = ready.machine.all(session.world.facts(), ready.rule);
            let solutions = solutions.map_err(|limit| session.given_up(limit))?;
            let answers = count(table.count, "answer");
            let compiled = match target {
                Target::Query(_) => Err("a query is not; the rules of a base are"),
                Target::Rule(_) if !session.typed.pieces.is_empty() => Err("not with what was defined here"),
                Target::Rule(title) => session.world.compiled(title).ok_or("not in this program"),
            };
            // The back ends take turns, so that their times can be compared.
            let mut tasks = vec![None];
            let mut remark = String::new();
            match compiled {
                Err(why) => remark = format!("compiled: {why}"),
                Ok(rule) => match session.world.answers_compiled(rule) {
                    Err(_) => remark = "compiled: given up at a limit".to_owned(),
                    Ok(other) if other != solutions => {
                        return Err(vec![format!(
                            "THE BACK ENDS DIFFER: {} interpreted, {} compiled; this is a bug",
                            solutions.len(),
                            other.len()
                        )]);
                    }
                    Ok(_) => tasks.push(Some(rule)),
                },
            }
            let run = |task: usize| match tasks[task] {
                None => ready.machine.all(session.world.facts(), ready.rule).map(drop),
                Some(rule) => session.world.answers_compiled(rule).map(drop),
            };
            let timings = timing::measure(tasks.len(), MEASURED, run, |_| {});
            let timings = timings.map_err(|limit| session.given_up(limit))?;
            let mut lines = vec![format!("interpreted: {}, {answers}", took(&timings[0]))];
            lines.push(
                timings
                    .get(1)
                    .map_or(remark, |timing| format!("compiled:    {}, the same answers", took(timing))),
            );
            Ok(lines)
        })
    }

    fn undo(&mut self) -> CommandResult {
        match self.typed.undo() {
            Some(text) => Ok(text.trim_end().lines().map(|line| format!("undone: {line}")).collect()),
            None => Err(vec!["nothing was defined here".to_owned()]),
        }
    }

    /// Executes a text written on one line, with escaped line ends.
    fn execute_text(&mut self, text: &str) -> CommandResult {
        if text.is_empty() {
            return Err(vec!["which text? write for instance: :do fact p(a)\\np(X)".to_owned()]);
        }
        let mut lines = Vec::new();
        for part in self.execute(&unescaped(text))? {
            match part {
                Executed::Defined(said) => lines.extend(said),
                Executed::Answered { answers, .. } => lines.extend(answers.lines()),
                Executed::GivenUp { why, .. } => lines.extend(why),
            }
        }
        Ok(lines)
    }

    fn load(&mut self, path: &str) -> CommandResult {
        if path.is_empty() {
            return Err(vec!["which file? write for instance: :load ideas.blanche".to_owned()]);
        }
        let shown = markup::of_path(Path::new(path));
        match files::read(Path::new(path)) {
            Ok(bytes) if bytes.trim_ascii().is_empty() => Err(vec![format!("`{shown}` defines nothing")]),
            // Invalid UTF-8 becomes a replacement character, which no rule contains, and is reported with its location.
            Ok(bytes) => {
                let text = String::from_utf8_lossy(&bytes);
                self.define_from(text.trim_start_matches('\u{FEFF}'), Some(path))
            }
            Err(error) => Err(vec![format!("`{shown}` cannot be read: {error}")]),
        }
    }

    fn save(&mut self, path: &str) -> CommandResult {
        if path.is_empty() {
            return Err(vec!["to which file? write for instance: :save ideas.blanche".to_owned()]);
        }
        let items = self.typed.project.tree(self.typed.at).items.len();
        if items == 0 {
            return Err(vec!["nothing was defined here, so there is nothing to save".to_owned()]);
        }
        let shown = markup::of_path(Path::new(path));
        match files::write_new(Path::new(path), &self.typed.formatted()) {
            // Existing files are never overwritten.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                Err(vec![format!("`{shown}` already exists: name another file")])
            }
            Ok(()) => Ok(vec![format!("{} written to `{shown}`", count(items, "definition"))]),
            Err(error) => Err(vec![format!("`{shown}` cannot be written: {error}")]),
        }
    }

    /// A source location as file name and line.
    fn place(&self, span: Span) -> String {
        let sources = &self.typed.project.sources;
        format!("{}:{}", sources.file(span.file).name(), sources.position(span).line)
    }
}

/// The values of an answer, such as `Field1 = h8, Group1 = e8.i8`; `None` if there are no variables.
fn pairs(table: &Table, row: &[String]) -> Option<String> {
    let pairs: Vec<String> =
        table.variables.iter().zip(row).map(|((name, _), value)| format!("{name} = {value}")).collect();
    (!pairs.is_empty()).then(|| pairs.join(", "))
}

/// A measured time, such as `0.8 µs (the least of 212 rounds, spread 3 %)`.
fn took(timing: &Timing) -> String {
    let Timing { least, rounds, .. } = timing;
    let digits = if *least < 10.0 { 3 } else { 1 };
    let spread = timing.spread() * 100.0;
    let doubtful = if timing.is_doubtful() { ": the machine is busy" } else { "" };
    format!("{least:.digits$} µs (the least of {rounds} rounds, spread {spread:.0} %{doubtful})")
}
