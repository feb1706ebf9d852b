//! Changes random bodies: repeats literals with other variables, so that one literal implies another, or two variables
//! must differ.

use super::bodies::Bodies;
use super::literals::Literal;

impl Bodies<'_> {
    /// Repeats the literals of a variable for a second variable, and requires the two variables to differ.
    pub(super) fn double(&mut self, scope: &mut Vec<String>, literals: &mut Vec<Literal>) {
        // The variable that occurs most often.
        let uses = |name: &String| {
            let mut literals = literals.to_vec();
            let mut uses = 0;
            let mut count = |argument: &mut String| uses += usize::from(argument == name);
            literals.iter_mut().for_each(|literal| literal.arguments(&mut count));
            uses
        };
        let Some(of) = scope.iter().max_by_key(|name| uses(name)).cloned() else { return };
        let double = format!("{}{}_", &of[..1], self.number());
        for literal in literals.clone() {
            let (mut other, mut speaks) = (literal, false);
            other.arguments(&mut |argument| {
                if *argument == of {
                    (*argument, speaks) = (double.clone(), true);
                }
            });
            literals.extend(speaks.then_some(other));
        }
        scope.push(double.clone());
        literals.push(Literal::Not(vec![Literal::Atom("equal".to_owned(), vec![of, double])]));
    }

    /// A copy of a negation with its own variables and random changes.
    pub(super) fn twin(&mut self, denial: &Literal, scope: &[String]) -> Literal {
        let mut twin = denial.clone();
        let mut new = Vec::<(String, String)>::new();
        twin.arguments(&mut |argument| {
            if !argument.starts_with(char::is_uppercase) && self.random.percent(30) {
                *argument = self.constant(sort_of(argument).to_ascii_uppercase());
            }
            if !argument.starts_with(char::is_uppercase) || scope.contains(argument) {
                return;
            }
            let known = new.iter().find(|(old, _)| old == argument).map(|(_, new)| new.clone());
            *argument = known.unwrap_or_else(|| {
                let letter = match &argument[..1] {
                    "K" | "D" if self.random.percent(40) => *self.random.choose(&["K", "D"]),
                    letter => letter,
                };
                let name = format!("{letter}{}_", self.number());
                new.push((argument.clone(), name.clone()));
                name
            });
        });
        for _ in 0..self.random.below(3) {
            self.change(&mut twin, scope);
        }
        twin
    }

    /// Changes a negation: replaces an argument, removes a literal, adds a literal, or changes a nested negation.
    fn change(&mut self, denial: &mut Literal, scope: &[String]) {
        let Literal::Not(inner) = denial else { return };
        let at = self.random.below(inner.len());
        if matches!(inner[at], Literal::Not(_)) && self.random.percent(60) {
            return self.change(&mut inner[at], scope);
        }
        let mut all = scope.to_vec();
        inner.iter_mut().for_each(|literal| literal.arguments(&mut |argument| all.push(argument.clone())));
        all.retain(|name| name.starts_with(char::is_uppercase));
        match self.random.below(4) {
            0 if inner.len() > 1 => drop(inner.remove(at)),
            1 => {
                let denied = self.profile.denied;
                inner.push(self.atom(denied, &mut all, false));
            }
            _ => {
                let Literal::Atom(_, arguments) = &mut inner[at] else { return };
                let place = self.random.below(arguments.len());
                let sort = sort_of(&arguments[place]);
                arguments[place] = self.argument(sort, &mut all, false);
            }
        }
    }
}

/// The sort letter of an argument, lowercase for a constant.
fn sort_of(argument: &str) -> char {
    match (argument, argument.chars().next().unwrap_or('S')) {
        ("fast" | "slow" | "night", _) => 'd',
        (_, '-') => 'm',
        (_, letter) if letter.is_ascii_digit() => 'n',
        (_, letter) => letter,
    }
}
