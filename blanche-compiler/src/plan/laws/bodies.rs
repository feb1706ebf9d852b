//! Generates random bodies suited to a pass, as described by a [`Profile`].

use super::literals::{Literal, text};
use crate::random::Random;

/// A predicate or comparison sign, and a letter for the sort (type) of each argument. A lowercase letter means that the
/// argument is a constant.
pub(super) type Form = (&'static str, &'static str);

/// Maximum nesting depth of negations.
const DEPTH: usize = 3;

/// The composition of random bodies. Frequencies are percentages.
#[derive(Clone, Copy)]
pub(super) struct Profile {
    /// The positive literals, and their minimum and maximum number.
    pub(super) said: &'static [Form],
    pub(super) often: (usize, usize),
    /// The literals inside negations, and the minimum and maximum number of negations.
    pub(super) denied: &'static [Form],
    pub(super) negations: (usize, usize),
    /// Minimum and maximum number of literals in a negation.
    pub(super) inside: (usize, usize),
    /// Frequency of doubling a variable: adding a second variable that has the same literals and must differ from the
    /// first.
    pub(super) doubled: usize,
    /// Frequency of a negation nested in another negation.
    pub(super) nested: usize,
    /// Frequency of repeating a negation with small changes.
    pub(super) twins: usize,
    /// Frequencies of a `;`, an aggregate, an equality, and an `after`.
    pub(super) branches: usize,
    pub(super) folds: usize,
    pub(super) equal: usize,
    pub(super) after: usize,
    /// How often an argument is a constant, and how often it is a variable that occurs already.
    pub(super) constants: usize,
    pub(super) again: usize,
    /// Frequency of adding a literal that binds a variable.
    pub(super) bound: usize,
    /// Maximum number of clauses of a predicate defined for the body alone; 0 means that there is no such predicate.
    pub(super) clauses: usize,
    /// Frequency of bodies that are made into scores instead of rules.
    pub(super) scores: usize,
}

impl Profile {
    pub(super) const PLAIN: Profile = Profile {
        said: &[("on", "SL"), ("kind", "LK"), ("staffed", "S"), ("near", "SS"), ("hub", "S"), ("next", "SS")],
        often: (1, 3),
        denied: &[("on", "SL"), ("kind", "LK"), ("staffed", "S"), ("near", "SS"), ("hub", "S")],
        negations: (0, 2),
        inside: (1, 3),
        doubled: 0,
        nested: 20,
        twins: 0,
        branches: 0,
        folds: 0,
        equal: 10,
        after: 0,
        constants: 12,
        again: 65,
        bound: 75,
        clauses: 0,
        scores: 0,
    };
}

/// Generates random bodies.
pub(super) struct Bodies<'r> {
    pub(super) profile: Profile,
    pub(super) random: &'r mut Random,
    /// The number of the next variable.
    next: usize,
    /// Whether variables outside negations may be part of the answer.
    names: bool,
    /// The predicate defined for the body alone: its name and the sorts of its arguments.
    own: Option<(String, String)>,
}

impl<'r> Bodies<'r> {
    pub(super) fn new(profile: Profile, random: &'r mut Random) -> Bodies<'r> {
        Bodies { profile, random, next: 1, names: true, own: None }
    }

    /// A rule or score `case.N`, preceded by the clauses of its own predicate.
    pub(super) fn case(&mut self, number: usize) -> String {
        let mut lines = String::new();
        (self.next, self.names, self.own) = (1, false, None);
        if self.profile.clauses > 0 && self.random.percent(70) {
            let sorts = *self.random.choose(&["S", "SK", "SS", "SD", "K", "LK"]);
            let name = format!("own.{number}");
            for _ in 0..self.random.between(1, self.profile.clauses) {
                lines += &self.clause(&name, sorts);
            }
            self.own = Some((name, sorts.to_owned()));
        }
        self.names = true;
        let body = text(&self.body(&mut Vec::new()));
        let kind = match self.random.percent(self.profile.scores) {
            true => "attacking 1 defending 1",
            false => "at level 0",
        };
        let word = if kind.starts_with("at ") { "rule" } else { "score" };
        lines + &format!("{word} case.{number} for we {kind} if {body}\n")
    }

    fn clause(&mut self, name: &str, sorts: &str) -> String {
        self.next = 1;
        let (mut head, mut scope) = (Vec::new(), Vec::new());
        for sort in sorts.chars() {
            let same: Vec<String> = of_sort(&scope, sort).collect();
            if !same.is_empty() && self.random.percent(20) {
                head.push(self.random.choose(&same).clone());
            } else if self.random.percent(20) {
                head.push(self.constant(sort));
            } else {
                let narrow = if sort == 'K' && self.random.percent(25) { 'D' } else { sort };
                let variable = format!("{narrow}{}", self.number());
                head.push(variable.clone());
                scope.push(variable);
            }
        }
        let body = self.body(&mut scope);
        format!("{name}({}) :- {}\n", head.join(", "), text(&body))
    }

    /// A body that uses the variables in `scope` and adds new variables to it.
    fn body(&mut self, scope: &mut Vec<String>) -> Vec<Literal> {
        let Profile { said, often, negations, twins, .. } = self.profile;
        let mut literals: Vec<Literal> =
            (0..self.random.between(often.0, often.1)).map(|_| self.atom(said, scope, self.names)).collect();
        if let (Some((name, sorts)), true) = (self.own.clone(), self.random.percent(80)) {
            literals.push(self.of_form(&name, &sorts, scope, self.names));
        }
        if self.random.percent(self.profile.doubled) {
            self.double(scope, &mut literals);
        }
        if self.random.percent(self.profile.branches) {
            literals.push(self.any(scope));
        }
        if self.random.percent(self.profile.folds) {
            literals.push(self.fold(scope));
        }
        if self.random.percent(self.profile.equal) {
            let sorts = *self.random.choose(&["SS", "KK", "LL", "DK"]);
            literals.push(self.of_form("equal", sorts, scope, false));
        }
        for _ in 0..self.random.between(negations.0, negations.1) {
            let denial = self.denial(scope, 1);
            if self.random.percent(twins) {
                literals.push(self.twin(&denial, scope));
            }
            literals.push(denial);
        }
        if self.random.percent(self.profile.after) {
            let closed = self.argument('S', scope, false);
            let inner = self.inner(scope, DEPTH);
            let after = Literal::After(closed, inner);
            literals.push(if self.random.percent(40) { Literal::Not(vec![after]) } else { after });
        }
        self.bind(&scope.clone(), self.profile.bound, &mut literals);
        self.random.shuffle(&mut literals);
        literals
    }

    /// Adds literals that bind variables.
    fn bind(&mut self, variables: &[String], often: usize, literals: &mut Vec<Literal>) {
        for variable in variables {
            if !self.random.percent(often) {
                continue;
            }
            let names: &[&str] = match variable.as_bytes()[0] {
                b'S' => &["staffed", "staffed", "hub", "station"],
                b'L' => &["open", "line"],
                b'K' => &["kind"],
                b'D' => &["day.kind"],
                b'N' => &["minutes"],
                b'M' => &["late"],
                _ => &["word"],
            };
            let name = (*self.random.choose(names)).to_owned();
            literals.push(Literal::Atom(name, vec![variable.clone()]));
        }
    }

    pub(super) fn atom(&mut self, forms: &[Form], scope: &mut Vec<String>, names: bool) -> Literal {
        let (name, sorts) = *self.random.choose(forms);
        self.of_form(name, sorts, scope, names)
    }

    fn of_form(&mut self, name: &str, sorts: &str, scope: &mut Vec<String>, names: bool) -> Literal {
        let mut arguments: Vec<String> =
            sorts.chars().map(|sort| self.argument(sort, scope, names)).collect();
        // The first argument is a variable, because the sort of two constants would be unknown.
        if ["equal", "<", "=", "+"].contains(&name) {
            arguments[0] = self.variable(sorts.chars().next().unwrap_or('S'), scope, names);
        }
        Literal::Atom(name.to_owned(), arguments)
    }

    /// A constant, a variable that occurs already, or a new variable.
    pub(super) fn argument(&mut self, sort: char, scope: &mut Vec<String>, names: bool) -> String {
        if sort.is_lowercase() || self.random.percent(self.profile.constants) {
            return self.constant(sort.to_ascii_uppercase());
        }
        self.variable(sort, scope, names)
    }

    fn variable(&mut self, sort: char, scope: &mut Vec<String>, names: bool) -> String {
        let known: Vec<String> = of_sort(scope, sort).collect();
        if !known.is_empty() && self.random.percent(self.profile.again) {
            return self.random.choose(&known).clone();
        }
        let sort = if sort == 'K' && self.random.percent(20) { 'D' } else { sort };
        let is_named = names && self.random.percent(60);
        let variable = format!("{sort}{}{}", self.number(), if is_named { "" } else { "_" });
        scope.push(variable.clone());
        variable
    }

    pub(super) fn constant(&mut self, sort: char) -> String {
        let of: &[&str] = match sort {
            'K' => &["fast", "slow", "night"],
            'D' => &["fast", "slow"],
            'L' => &["l0", "l1"],
            'W' => &["w0", "w1"],
            'N' => &["0", "1", "2"],
            'M' => &["-1", "0", "1"],
            _ => &["s0", "s1"],
        };
        (*self.random.choose(of)).to_owned()
    }

    pub(super) fn number(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    /// The literals of a negation or another nested body, whose new variables are local to it.
    fn inner(&mut self, scope: &[String], depth: usize) -> Vec<Literal> {
        let outer = scope.len();
        let mut scope = scope.to_vec();
        let Profile { denied, inside: (least, most), .. } = self.profile;
        let many = if depth > 1 { least.max(2) } else { most };
        let mut inner: Vec<Literal> =
            (0..self.random.between(least, many)).map(|_| self.atom(denied, &mut scope, false)).collect();
        if depth < DEPTH && self.random.percent(self.profile.nested) {
            inner.push(self.denial(&scope, depth + 1));
        }
        if depth < DEPTH && self.random.percent(self.profile.branches / 3) {
            inner.push(self.any(&scope));
        }
        let own = scope.split_off(outer);
        self.bind(&own, self.profile.bound * 3 / 4, &mut inner);
        self.random.shuffle(&mut inner);
        inner
    }

    fn denial(&mut self, scope: &[String], depth: usize) -> Literal {
        Literal::Not(self.inner(scope, depth))
    }

    fn any(&mut self, scope: &[String]) -> Literal {
        let (first, second) = (self.inner(scope, DEPTH), self.inner(scope, DEPTH));
        Literal::Any(vec![first, second])
    }

    fn fold(&mut self, scope: &mut Vec<String>) -> Literal {
        let mut inside = scope.clone();
        let denied = self.profile.denied;
        let mut inner: Vec<Literal> =
            (0..self.random.between(1, 2)).map(|_| self.atom(denied, &mut inside, false)).collect();
        let own: Vec<String> = inside.split_off(scope.len());
        let of = match own.first() {
            Some(_) => self.random.choose(&own).clone(),
            None => {
                inner.push(Literal::Atom("near".to_owned(), vec!["s0".to_owned(), "S99_".to_owned()]));
                "S99_".to_owned()
            }
        };
        let function =
            if of.starts_with('N') { *self.random.choose(&["sum", "min", "max"]) } else { "count" };
        let said = match self.random.below(4) {
            0 => "= 0".to_owned(),
            1 => "≥ 2".to_owned(),
            2 => "= 1".to_owned(),
            _ => format!("= {}", self.argument('N', scope, self.names)),
        };
        Literal::Fold(function, vec![of], inner, said)
    }
}

/// The variables of a sort, or of a subsort or supersort of it.
fn of_sort(scope: &[String], sort: char) -> impl Iterator<Item = String> + '_ {
    let fits = move |name: &&String| {
        let letter = name.chars().next();
        letter == Some(sort) || matches!((sort, letter), ('K', Some('D')) | ('D', Some('K')))
    };
    scope.iter().filter(fits).cloned()
}
