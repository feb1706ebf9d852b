//! Emits comparisons as a person would write them: `if row_1.0 + 1 == row_2.0`.
//!
//! Subtracted terms are added on the other side instead, so that nothing becomes negative. The integer type is as
//! wide as the largest possible sum needs.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::writer::Writer;
use crate::plan::{Operand, Output};
use crate::program::{Operator, Part, PredicateId, SortId, SortKind};
use crate::runtime::Value;

/// A sum of terms, and the greatest value that it can have.
#[derive(Clone)]
struct Side {
    terms: Vec<Operand>,
    constant: u64,
    most: u64,
}

impl Writer<'_> {
    /// The condition that a comparison holds; negated unless `holds` is true.
    pub(super) fn comparison(&self, id: PredicateId, inputs: &[Operand], holds: bool) -> TokenStream {
        let operator = self.names.program.comparison(id).operator;
        let mut operator = if holds { operator } else { opposite(operator) };
        let (left, right) = match self.values(id, inputs) {
            Some((left, right)) => (left, right),
            None => {
                let factors = self.names.program.linear(id).factors;
                let weighed: Vec<(i64, Operand)> = factors.into_iter().zip(inputs.iter().copied()).collect();
                let constant = self.names.program.linear(id).constant;
                let (mut left, mut right) = self.sides(&weighed, constant);
                // Simplify `x >= y + 1` to `x > y`.
                match operator {
                    Operator::AtLeast if right.constant == 1 && !right.terms.is_empty() => {
                        (operator, right.constant) = (Operator::Greater, 0);
                    }
                    Operator::AtMost if left.constant == 1 && !left.terms.is_empty() => {
                        (operator, left.constant) = (Operator::Less, 0);
                    }
                    _ => {}
                }
                let most = left.most.max(right.most);
                (self.sum(&left, most), self.sum(&right, most))
            }
        };
        match operator {
            Operator::Equal => quote!(#left == #right),
            Operator::Unequal => quote!(#left != #right),
            Operator::Less => quote!(#left < #right),
            Operator::AtMost => quote!(#left <= #right),
            Operator::Greater => quote!(#left > #right),
            Operator::AtLeast => quote!(#left >= #right),
        }
    }

    /// The two sides, if each is a single value and both have the same type.
    fn values(&self, id: PredicateId, inputs: &[Operand]) -> Option<(TokenStream, TokenStream)> {
        let program = self.names.program;
        let comparison = program.comparison(id);
        let ([left], [right], [one, other]) =
            (comparison.left.as_slice(), comparison.right.as_slice(), inputs)
        else {
            return None;
        };
        let sorts = [0, 1].map(|at| program.predicate(id).sort(at));
        let is_one_type = program.sort(sorts[0]).root == program.sort(sorts[1]).root;
        (left.part == Part::Argument && right.part == Part::Argument && is_one_type)
            .then(|| (self.operand(*one, sorts[0]), self.operand(*other, sorts[1])))
    }

    /// Statements that solve an equation for one argument, and run `fail` if the sort of the argument does not
    /// contain the solution.
    pub(super) fn solved(
        &self,
        id: PredicateId,
        free: usize,
        inputs: &[Operand],
        output: Output,
        fail: &TokenStream,
    ) -> TokenStream {
        let program = self.names.program;
        let (linear, place) = (program.linear(id), program.predicate(id).sort(free));
        let factor = linear.factors[free];
        let others = linear.factors.iter().enumerate().filter(|(at, _)| *at != free);
        let weighed: Vec<(i64, Operand)> =
            others.map(|(_, other)| -factor * other).zip(inputs.iter().copied()).collect();
        let (plus, minus) = self.sides(&weighed, -factor * linear.constant);
        let (first, last) = self.value_bounds(place);
        let least = least(self, &weighed, -factor * linear.constant);
        // Whether the solution can be outside the sort of the argument.
        let (below, above) = (least < first as i64, plus.most > last);
        let name = match output {
            Output::Bind(slot) => self.binding(slot),
            Output::Ignore | Output::Equals(_) => quote!(_),
        };
        if name.to_string() == "_" {
            return self.is_outside((&plus, &minus), below.then_some(first), above.then_some(last), fail);
        }
        let most = plus.most.max(minus.most);
        let is_wide = most > u64::from(Value::MAX);
        let (sum, less) = (self.sum(&plus, most), self.sum(&minus, most));
        let ty = self.names.host.type_name(place);
        let bind = match (minus.most == 0, is_wide) {
            (true, false) => quote!(let #name = #ty(#sum);),
            (true, true) => quote!(let Some(#name) = Value::try_from(#sum).ok().map(#ty) else { #fail };),
            (false, false) => {
                let sum = plus.receiver(sum);
                quote!(let Some(#name) = #sum.checked_sub(#less).map(#ty) else { #fail };)
            }
            (false, true) => {
                let sum = plus.receiver(sum);
                quote! {
                    let Some(#name) =
                        #sum.checked_sub(#less).and_then(|sum| Value::try_from(sum).ok()).map(#ty)
                    else {
                        #fail
                    };
                }
            }
        };
        let (low, high) = (Literal::u64_unsuffixed(first), Literal::u64_unsuffixed(last));
        let check = match (below && first > 0, above) {
            (false, false) => TokenStream::new(),
            (true, false) => quote!(if #name.0 < #low { #fail }),
            (false, true) => quote!(if #name.0 > #high { #fail }),
            (true, true) => quote!(if !(#low..=#high).contains(&#name.0) { #fail }),
        };
        quote!(#bind #check)
    }

    /// Statements that run `fail` if the difference of two sums is outside the given bounds, without computing the
    /// difference.
    fn is_outside(
        &self,
        (plus, minus): (&Side, &Side),
        first: Option<u64>,
        last: Option<u64>,
        fail: &TokenStream,
    ) -> TokenStream {
        let compared = |bound: u64| {
            let side = Side { constant: minus.constant + bound, most: minus.most + bound, ..minus.clone() };
            let both = plus.constant.min(side.constant);
            let [left, right] = [plus, &side].map(|side| Side {
                constant: side.constant - both,
                most: side.most - both,
                ..side.clone()
            });
            let most = left.most.max(right.most);
            (self.sum(&left, most), self.sum(&right, most))
        };
        let below = first.map(compared).map(|(sum, least)| quote!(#sum < #least));
        let above = last.map(compared).map(|(sum, most)| quote!(#sum > #most));
        match (below, above) {
            (None, None) => TokenStream::new(),
            (Some(one), None) | (None, Some(one)) => quote!(if #one { #fail }),
            (Some(below), Some(above)) => quote!(if #below || #above { #fail }),
        }
    }

    /// The two sides of a comparison after moving all negative terms to the other side.
    fn sides(&self, weighed: &[(i64, Operand)], constant: i64) -> (Side, Side) {
        let mut constant = constant;
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (factor, operand) in weighed {
            match operand {
                Operand::Constant(value) => constant += factor * i64::from(*value),
                Operand::Slot(_) if *factor > 0 => left.push(*operand),
                Operand::Slot(_) => right.push(*operand),
            }
        }
        let side = |terms: Vec<Operand>, constant: i64| {
            let constant = constant.max(0).unsigned_abs();
            let most = terms.iter().map(|operand| self.operand_bounds(*operand).1).sum::<u64>() + constant;
            Side { terms, constant, most }
        };
        (side(left, constant), side(right, -constant))
    }

    /// A sum as Rust, in an integer type wide enough for `most`.
    fn sum(&self, side: &Side, most: u64) -> TokenStream {
        let mut terms: Vec<TokenStream> = side
            .terms
            .iter()
            .map(|operand| {
                let Operand::Slot(slot) = operand else { unreachable!("constants are added beforehand") };
                let name = self.slot(*slot);
                if most <= u64::from(Value::MAX) { quote!(#name.0) } else { quote!(u64::from(#name.0)) }
            })
            .collect();
        if side.constant > 0 || terms.is_empty() {
            let constant = Literal::u64_unsuffixed(side.constant);
            terms.push(quote!(#constant));
        }
        quote!(#(#terms)+*)
    }

    fn operand_bounds(&self, operand: Operand) -> (u64, u64) {
        match operand {
            Operand::Slot(slot) => self.value_bounds(self.sort(slot)),
            Operand::Constant(value) => (u64::from(value), u64::from(value)),
        }
    }

    /// The least and greatest value of a sort.
    fn value_bounds(&self, sort: SortId) -> (u64, u64) {
        match &self.names.program.sort(sort).kind {
            SortKind::Range(numbers) => (u64::from(numbers.first), u64::from(numbers.last)),
            SortKind::Constants(_) | SortKind::Opaque { .. } => (0, u64::from(Value::MAX)),
        }
    }
}

/// The least value that a sum can have.
fn least(writer: &Writer<'_>, weighed: &[(i64, Operand)], constant: i64) -> i64 {
    let bound = |(factor, operand): &(i64, Operand)| {
        let (low, high) = writer.operand_bounds(*operand);
        if *factor > 0 { low as i64 } else { -(high as i64) }
    };
    constant + weighed.iter().map(bound).sum::<i64>()
}

impl Side {
    /// A sum as the receiver of a method call.
    fn receiver(&self, sum: TokenStream) -> TokenStream {
        let parts = self.terms.len() + usize::from(self.constant > 0);
        match (parts, self.terms.is_empty()) {
            (0 | 1, false) => sum,
            // A literal alone needs a suffix for its type.
            (_, true) => {
                let constant = self.constant;
                let constant = match Value::try_from(constant) {
                    Ok(constant) => Literal::u32_suffixed(constant),
                    Err(_) => Literal::u64_suffixed(constant),
                };
                quote!(#constant)
            }
            _ => quote!((#sum)),
        }
    }
}

fn opposite(operator: Operator) -> Operator {
    match operator {
        Operator::Equal => Operator::Unequal,
        Operator::Unequal => Operator::Equal,
        Operator::Less => Operator::AtLeast,
        Operator::AtMost => Operator::Greater,
        Operator::Greater => Operator::AtMost,
        Operator::AtLeast => Operator::Less,
    }
}
