//! Diagnostics about unbound variables inside `¬` or `after`, or in an action.
//!
//! An action is made with known values. An author who uses a variable in an action and nowhere else probably means
//! either "after some move" or "after every move". The diagnostic shows how to write each of these.

use blanche_sorted::Arrange;

use super::{Bound, Check, Compared, local, needed_by_after, variables_of, within};
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::files::Span;
use crate::literals::Literals;
use crate::program::{
    Atom, Goal, Occurrences, PredicateId, PredicateKind, SideVariable, SortId, Term, Variable, VariableId,
    variables,
};
use crate::spelling::word_and_number;

/// The operator of a goal that contains other goals.
pub(super) fn word(goal: &Goal) -> &'static str {
    if matches!(goal, Goal::After(..)) { "after" } else { "¬" }
}

impl<'a> Check<'a> {
    /// Reports why an `after` cannot be evaluated. Returns the variables reported.
    pub(super) fn explain_after(
        &mut self,
        goal: &'a Goal,
        (actions, inner): (&'a [Atom], &'a [Goal]),
        all: &'a [Goal],
        bound: &Bound,
        everywhere: &Occurrences,
        names: &[Variable],
    ) -> Bound {
        let mut spoken = Bound::new();
        for action in actions {
            for (at, term) in action.arguments.iter().enumerate() {
                let Some(id) = variables(std::slice::from_ref(term)).next() else { continue };
                if bound.contains(&id) || !spoken.insert(id) {
                    continue;
                }
                let variable = &names[id.index()];
                let message = match self.one_branch(all, id, variable) {
                    Some(message) => message,
                    None => {
                        let text = format!("{} (…)", Literals::written(self.program, names).actions(actions));
                        self.unbound_action(action, at, variable).with_quantifiers(self, variable, &text)
                    }
                };
                self.found.push(message);
            }
        }
        let needed = needed_by_after(actions, inner, everywhere);
        let unbound: Vec<VariableId> =
            needed.into_iter().filter(|id| !bound.contains(id) && !spoken.contains(id)).collect();
        for id in &unbound {
            let message = self.explain_inside(*id, goal, all, names);
            self.found.push(message);
        }
        spoken.extend(unbound);
        if spoken.is_empty() {
            self.goals(inner, within(inner, bound), everywhere, names);
        }
        spoken
    }

    /// The diagnostic for an unbound argument of an action.
    pub(super) fn unbound_action(&self, action: &Atom, at: usize, variable: &Variable) -> Diagnostic {
        let title = format!("nothing binds `{}` before the action", variable.name);
        let label = format!("`{}` needs a known value here", self.program.predicate(action.predicate).name);
        Diagnostic::new(Code::ActionUnbound, title, action.argument_spans[at], label)
    }

    /// A predicate of one argument that can bind variables of a sort, preferably a derivation or facts rather than
    /// an extern predicate.
    fn binding_predicate(&mut self, sort: SortId) -> String {
        let program = self.program;
        let mut givers: Vec<(bool, &str)> = Vec::new();
        for (at, predicate) in program.predicates.iter().enumerate() {
            let fits = predicate.sorts.len() == 1 && program.common(predicate.sort(0), sort).is_some();
            if fits && self.modes.answerable(PredicateId(at as u32), 0, 1) {
                givers.push((matches!(predicate.kind, PredicateKind::Extern(_)), &predicate.name));
            }
        }
        givers.arrange_by_key(|(of_the_host, _)| *of_the_host);
        givers.first().map_or("which", |(_, name)| name).to_owned()
    }

    /// The diagnostic for a variable that occurs inside a negation or `after` and elsewhere, but is not bound.
    pub(super) fn explain_inside(
        &self,
        id: VariableId,
        goal: &Goal,
        all: &[Goal],
        names: &[Variable],
    ) -> Diagnostic {
        let variable = &names[id.index()];
        if let Some(message) = self.one_branch(all, id, variable) {
            return message;
        }
        if let Some(message) = self.other_name(id, variable, all) {
            return message;
        }
        let around: Vec<&Goal> = all
            .iter()
            .filter(|goal| {
                matches!(goal, Goal::Not(..) | Goal::After(..)) && variables_of(goal).contains(&id)
            })
            .collect();
        match around.as_slice() {
            [first, second, ..] => shared_by_two(variable, [first, second]),
            _ if self.plays.contains(&id) => self.plays_unbound(variable),
            _ if !variable.local => self.only_inside(id, names, all, word(goal)),
            _ => self.nothing_binds(variable, goal.span(), &format!("asked here, inside `{}`", word(goal))),
        }
    }

    /// The diagnostic for a named variable that only a negation or `after` mentions, so that it cannot be part of
    /// the answer.
    pub(super) fn only_inside(
        &self,
        id: VariableId,
        names: &[Variable],
        goals: &[Goal],
        word: &str,
    ) -> Diagnostic {
        let variable = &names[id.index()];
        let message = Diagnostic::new(
            Code::NothingBinds,
            format!("nothing binds `{}`", variable.name),
            variable.span,
            format!("it occurs only inside `{word}`"),
        );
        if let Some(compared) = Compared::find(self.program, names, goals, id) {
            return compared.advise(message);
        }
        if let Some(message) = self.other_name(id, variable, goals) {
            return message;
        }
        let other_player = self.lacks_other_player(variable);
        let message = match other_player {
            Some(player) => message.hint(how_other_player_is_named(player, variable)),
            None => message,
        };
        let local = local(&variable.name);
        if let Some(player) = other_player.filter(|_| !self.begins_with_a_word(variable)) {
            let against = format!("against {}", variable.name);
            return message.hint(format!("`{word}` with `{local}` means any player")).fix(
                format!("write `{against}`"),
                player.span.after(),
                format!(" {against}"),
            );
        }
        let says = match word {
            "¬" => "there is none at all",
            _ => "there is one then",
        };
        let sort = self.program.sort(variable.sort);
        let message = match sort.span.filter(|_| word == "¬") {
            Some(_) => message.hint(format!(
                "to get each `{0}` for which it does not hold, bind it first: `{0}({1})`",
                sort.name, variable.name
            )),
            None => message,
        };
        message
            .hint(format!(
                "every variable is part of the answer, except those with an underscore: `{word}` with `{local}` \
                 says that {says}"
            ))
            .fix(format!("write `{local}`"), variable.span, local)
    }

    /// The diagnostic for an unbound variable that probably stands for one of the rule's two players: the player whose
    /// name in the head does not occur in the premise.
    fn other_name(&self, id: VariableId, variable: &Variable, goals: &[Goal]) -> Option<Diagnostic> {
        self.program.common(variable.sort, self.program.player_sort?)?;
        let [first, second] = self.side else { return None };
        let player = match (first.uses, second.uses) {
            (0, 1..) => first,
            (1.., 0) => second,
            _ => return None,
        };
        let mut edits = Vec::new();
        let is_it = |term: &Term| *term == Term::Variable(id);
        goals.iter().for_each(|goal| {
            goal.atoms(&mut |atom, _| {
                let places = atom.arguments.iter().zip(&atom.argument_spans);
                let places = places.filter(|(term, _)| is_it(term)).map(|(_, span)| *span);
                edits.extend(places.map(|span| Edit { span, text: player.name.clone() }));
            });
        });
        let (name, meant) = (&variable.name, &player.name);
        let title = format!("nothing binds `{name}`");
        let label = "neither player has this name in the head";
        let message = Diagnostic::new(Code::NothingBinds, title, variable.span, label)
            .and(player.span, format!("the premise does not mention `{meant}`"))
            .hint(format!("did you mean `{meant}`?"));
        Some(message.fixes(format!("write `{meant}`"), edits))
    }

    /// The player of a rule without `against`, if a variable may be meant as the other player.
    fn lacks_other_player(&self, variable: &Variable) -> Option<&'a SideVariable> {
        let ([player], [_, _]) = (self.side, self.program.players.as_slice()) else { return None };
        self.program.common(variable.sort, self.program.player_sort?)?;
        Some(player)
    }

    /// Whether a variable's name begins with a word declared for a sort. A variable with such a name is not meant as a
    /// certain player.
    fn begins_with_a_word(&self, variable: &Variable) -> bool {
        self.program.sort_of_word(word_and_number(&variable.name).0).is_some()
    }
}

/// The hint to name the other player: `for Color against Other`.
fn how_other_player_is_named(player: &SideVariable, variable: &Variable) -> String {
    let (player, other) = (&player.name, &variable.name);
    format!("name the other player after the one that the rule is for: `for {player} against {other}`")
}

/// The diagnostic for a variable that occurs only in several negations and `after` goals.
fn shared_by_two(variable: &Variable, [first, second]: [&Goal; 2]) -> Diagnostic {
    let name = &variable.name;
    let message =
        |title: String, label: &str| Diagnostic::new(Code::NegationsShare, title, second.span(), label);
    let place: (Span, String);
    let (message, place) = if word(first) == "¬" && word(second) == "¬" {
        place = (first.span(), format!("here `¬` says that there is no `{name}`"));
        (
            message(
                format!("only negations mention `{name}`"),
                "is this the same value as in the first `¬`?",
            ),
            place,
        )
    } else {
        let title = format!("`{name}` occurs only where nothing can bind it");
        place = (first.span(), format!("here it belongs to this `{}`", word(first)));
        (message(title, "is this the same value as in the first?"), place)
    };
    message.and(place.0, place.1).hint(
        "a variable that occurs only in one `¬` or one `after` is local to it; to use the same value in \
         both, bind it before them; otherwise use two names",
    )
}

impl Diagnostic {
    /// Adds hints on how to write "after some move" and "after every move". `text` is the `after` with its actions.
    fn with_quantifiers(self, check: &mut Check<'_>, variable: &Variable, text: &str) -> Diagnostic {
        let first = format!("{}({})", check.binding_predicate(variable.sort), variable.name);
        self.hint(format!("for some such move, write: {first}, {text}"))
            .hint(format!("for every move, write: ¬({first}, ¬{text})"))
    }
}
