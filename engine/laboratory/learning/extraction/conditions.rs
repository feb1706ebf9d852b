//! The conditions from which preferences are built. A condition counts the marks of either player on the lines through
//! the field of a move.

use std::fmt::Write as _;

use blanche_compiler::game::Rules;
use blanche_compiler::runtime::Value;
use blanche_compiler::spelling::capitalised;
use blanche_sorted::Arrange;

use super::winning_lines::mark;
use super::{ExtractionError, heading};
use crate::learning::document::word;
use noire_engine::bases::learned::Heading;

/// The body of a preference: indices of conditions, and whether each condition must hold or must not hold.
pub(super) type PreferenceBody = Vec<(usize, bool)>;

/// A condition on a move.
struct Condition {
    /// The name of the predicate that expresses the condition.
    name: String,
    /// The arguments of the predicate, as text.
    arguments: String,
    /// The doc comment of the predicate. It continues the words "The field lies".
    doc: String,
    /// The body of the clause that defines the predicate.
    body: String,
    /// The auxiliary predicates that the body uses, besides the lines.
    needs: &'static [Auxiliary],
}

/// An auxiliary predicate used by conditions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Auxiliary {
    /// The number of marks on a line.
    Marks,
    /// Lines with marks of both players.
    Mixed,
    /// The reply that a move forces.
    Forces,
    /// The threat to win that the reply makes.
    Gains,
    /// The threats to win that the reply makes on two lines.
    GainsTwice,
}

const ALL: &[Auxiliary] =
    &[Auxiliary::Marks, Auxiliary::Mixed, Auxiliary::Forces, Auxiliary::Gains, Auxiliary::GainsTwice];

/// All conditions on the moves of a game.
pub(super) struct Conditions {
    conditions: Vec<Condition>,
    /// The facts about lines, as source text.
    lines: String,
    /// The variable prefixes for fields and players.
    field: String,
    player: String,
    /// The predicate that holds if a player has marked a field, and the index of its field argument.
    mark: (String, usize),
    /// Number of fields of a line.
    length: usize,
}

impl Conditions {
    /// Creates all conditions for a game with these lines.
    pub(super) fn new(
        rules: &Rules,
        player: Value,
        lines: &[Vec<Value>],
    ) -> Result<Conditions, ExtractionError> {
        let program = rules.program();
        let (state, place) = mark(rules)?;
        let predicate = program.predicate(rules.game().states[state].predicate);
        let (field, player_word) = (
            word(program, predicate.sort(place), "Field"),
            word(program, predicate.sort(1 - place), "Player"),
        );
        let fields = program.sort(predicate.sort(place));
        let mut facts = Vec::new();
        for (number, line) in (1..).zip(lines) {
            facts.extend(line.iter().map(|field| format!("on({number}, {})", fields.text(*field))));
        }
        let length = lines[0].len();
        let text = format!(
            "\n%% The lines: {} wins by marking all fields of one.\n\
             sort winning.line = 1 to {} words Line\n\n\
             %% The fields of the lines.\nfact {}\n",
            program.player(player),
            lines.len(),
            facts.join(", ")
        );
        let mut through: Vec<usize> = fields
            .values()
            .iter()
            .map(|field| lines.iter().filter(|line| line.contains(field)).count())
            .collect();
        through.arrange();
        through.dedup();
        let mut conditions = Conditions {
            conditions: Vec::new(),
            lines: text,
            field,
            player: player_word,
            mark: (predicate.name.clone(), place),
            length,
        };
        conditions.of_marks();
        for least in through.into_iter().skip(1) {
            let field = &conditions.field;
            conditions.conditions.push(Condition {
                name: format!("through.{least}"),
                arguments: format!("({field})"),
                doc: format!("on {least} lines or more"),
                body: format!("count Line_ (on(Line_, {field})) ≥ {least}"),
                needs: &[],
            });
        }
        conditions.of_replies();
        Ok(conditions)
    }

    /// Adds conditions on the number of marks on lines through the field.
    fn of_marks(&mut self) {
        let (field, player) = (self.field.clone(), self.player.clone());
        let one = |what: &str| format!("on(Line_, {field}), {}", what.replace('#', "Line_"));
        let two = |what: &str| {
            let [one, two] =
                ["Line1_", "Line2_"].map(|line| format!("on({line}, {field}), {}", what.replace('#', line)));
            format!("{one}, {two}, Line1_ < Line2_")
        };
        for marks in 0..self.length {
            let own = format!("only(#, {player}, {marks})");
            let (name, doc) = match marks {
                0 => ("free".to_owned(), "with no mark".to_owned()),
                _ => (format!("own.{marks}"), format!("with {marks} of the player's marks and no others")),
            };
            self.pair(
                &name,
                &format!("({field}, {player})"),
                &doc,
                &[Auxiliary::Marks],
                [one(&own), two(&own)],
            );
            if marks > 0 {
                let other = format!("only(#, {player}2_, {marks})");
                let with = |body: String| format!("opponent({player}1, {player}2_), {body}");
                let doc = format!("with {marks} of the other player's marks and no others");
                let arguments = format!("({field}, {player}1)");
                self.pair(
                    &format!("other.{marks}"),
                    &arguments,
                    &doc,
                    &[Auxiliary::Marks],
                    [one(&other), two(&other)].map(with),
                );
            }
        }
        let mixed = [one("mixed.line(#)"), two("mixed.line(#)")];
        self.pair("mixed", &format!("({field})"), "with marks of both players", &[Auxiliary::Mixed], mixed);
    }

    /// Adds conditions on the threats to win that the opponent makes by a forced reply.
    fn of_replies(&mut self) {
        let (field, player) = (&self.field, &self.player);
        let gains: [(&str, &str, &str, &'static [Auxiliary]); 2] = [
            ("forces.1", "gains no line", "gains", &[Auxiliary::Marks, Auxiliary::Forces, Auxiliary::Gains]),
            (
                "forces.2",
                "gains no two lines",
                "gains.twice",
                &[Auxiliary::Marks, Auxiliary::Forces, Auxiliary::GainsTwice],
            ),
        ];
        for (name, nothing, gains, needs) in gains {
            let doc = format!("where it forces a reply by which the other player {nothing}");
            self.conditions.push(Condition {
                name: name.to_owned(),
                arguments: format!("({field}1, {player}1)"),
                doc,
                body: format!(
                    "forces({field}1, {field}2_, {player}1), opponent({player}1, {player}2_), ¬{gains}({field}1, {field}2_, {player}2_)"
                ),
                needs,
            });
        }
    }

    /// Adds a condition on one line, and the same condition on two lines.
    fn pair(
        &mut self,
        name: &str,
        arguments: &str,
        doc: &str,
        needs: &'static [Auxiliary],
        [one, two]: [String; 2],
    ) {
        for (name, doc, body) in [
            (name.to_owned(), format!("on a line {doc}"), one),
            (format!("{name}.twice"), format!("on two lines {doc}"), two),
        ] {
            self.conditions.push(Condition { name, arguments: arguments.to_owned(), doc, body, needs });
        }
    }

    /// Number of conditions.
    pub(super) fn count(&self) -> usize {
        self.conditions.len()
    }

    /// The index of the condition that the preference with this name tests.
    pub(super) fn condition_of_query(&self, name: &str) -> Option<usize> {
        name.strip_prefix("asks.")?.parse().ok().filter(|at| *at < self.conditions.len())
    }

    /// The source text of a base that has a preference for each condition.
    pub(super) fn query_text(&self) -> String {
        let mut text = self.frame(ALL);
        for (at, word) in self.conditions.iter().enumerate() {
            self.define(&mut text, word);
            let said = self.say(&[(at, true)]);
            let _ = writeln!(
                text,
                "preference asks.{at} for {} plays {} worth 1 if {said}\n",
                self.player, self.field
            );
        }
        text
    }

    /// The source text of a list of preferences, the most important one first.
    pub(super) fn written(&self, list: &[PreferenceBody], learned: &Heading) -> String {
        let mut used: Vec<usize> = list.iter().flatten().map(|(word, _)| *word).collect();
        used.arrange();
        used.dedup();
        let needs: Vec<Auxiliary> =
            used.iter().flat_map(|word| self.conditions[*word].needs).copied().collect();
        let mut text = heading(learned) + &self.frame(&needs);
        used.iter().for_each(|word| self.define(&mut text, &self.conditions[*word]));
        for (at, spoken) in list.iter().enumerate() {
            let docs: Vec<String> = spoken
                .iter()
                .map(|(word, holds)| {
                    format!("{}{}", if *holds { "" } else { "not " }, self.conditions[*word].doc)
                })
                .collect();
            let worth = 1_u64 << (list.len() - 1 - at);
            let _ = writeln!(
                text,
                "%% {}.\npreference found.{} for {} plays {} worth {worth} if {}\n",
                capitalised(&docs.join(", ")),
                at + 1,
                self.player,
                self.field,
                self.say(spoken)
            );
        }
        text
    }

    /// Formats conditions as the body of a rule.
    fn say(&self, spoken: &[(usize, bool)]) -> String {
        let literal = |(word, holds): &(usize, bool)| {
            let Condition { name, arguments, .. } = &self.conditions[*word];
            let (field, player) = (&self.field, &self.player);
            let of =
                if arguments.contains(',') { format!("({field}, {player})") } else { format!("({field})") };
            format!("{}{name}{of}", if *holds { "" } else { "¬" })
        };
        spoken.iter().map(literal).collect::<Vec<_>>().join(", ")
    }

    fn define(&self, text: &mut String, word: &Condition) {
        let Condition { name, arguments, doc, body, .. } = word;
        let _ = writeln!(text, "%% The field lies {doc}.\n{name}{arguments} :- {body}\n");
    }

    fn mark(&self, field: &str, player: &str) -> String {
        let (name, place) = &self.mark;
        if *place == 0 { format!("{name}({field}, {player})") } else { format!("{name}({player}, {field})") }
    }

    /// The facts about lines, and the auxiliary predicates that are needed.
    fn frame(&self, needs: &[Auxiliary]) -> String {
        let texts = ALL.iter().filter(|need| needs.contains(need)).map(|need| match need {
            Auxiliary::Marks => self.marks(),
            Auxiliary::Mixed => self.mixed(),
            Auxiliary::Forces => self.forces(),
            Auxiliary::Gains => self.gains(false),
            Auxiliary::GainsTwice => self.gains(true),
        });
        let texts: Vec<String> = std::iter::once(self.lines.clone()).chain(texts).collect();
        texts.join("\n") + "\n"
    }

    fn marks(&self) -> String {
        let (field, player, length) = (&self.field, &self.player, self.length);
        let mark = self.mark(&format!("{field}_"), player);
        format!(
            "sort marks = 0 to {length} words Marks\n\n\
             %% The number of fields of the line that have marks of the player.\n\
             has(Line, {player}, Marks) :- count {field}_ (on(Line, {field}_), {mark}) = Marks\n\n\
             %% The same number, if no field of the line has a mark of the other player.\n\
             only(Line, {player}1, Marks) :-\n    has(Line, {player}1, Marks), opponent({player}1, {player}2_), has(Line, {player}2_, 0)\n"
        )
    }

    fn mixed(&self) -> String {
        let (field, player) = (&self.field, &self.player);
        let [one, two] = [1, 2].map(|at| {
            let mark = self.mark(&format!("{field}{at}_"), &format!("{player}{at}_"));
            format!("on(Line, {field}{at}_), {mark}")
        });
        format!(
            "%% Both players have marks on the line.\n\
             mixed.line(Line) :- {one}, {two}, ¬equal({player}1_, {player}2_)\n"
        )
    }

    fn forces(&self) -> String {
        let (field, player, before) = (&self.field, &self.player, self.length - 2);
        let mark = self.mark(&format!("{field}2"), &format!("{player}_"));
        format!(
            "%% A mark on the first field threatens to win on the second one.\n\
             forces({field}1, {field}2, {player}) :-\n    on(Line_, {field}1), on(Line_, {field}2), ¬equal({field}1, {field}2),\n    only(Line_, {player}, {before}), ¬{mark}\n"
        )
    }

    fn gains(&self, twice: bool) -> String {
        let (field, player, before) = (&self.field, &self.player, self.length - 2);
        let gain = |line: &str| {
            format!("on({line}, {field}2), only({line}, {player}, {before}), ¬on({line}, {field}1)")
        };
        let (name, doc, body) = match twice {
            false => ("gains", "on a line", gain("Line_")),
            true => {
                let body = format!("{}, {}, Line1_ < Line2_", gain("Line1_"), gain("Line2_"));
                ("gains.twice", "on two lines", body)
            }
        };
        format!(
            "%% A mark on the second field threatens to win {doc} without the first field.\n\
             {name}({field}1, {field}2, {player}) :- {body}\n"
        )
    }
}
