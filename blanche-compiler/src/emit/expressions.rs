//! Emits word operations as Rust expressions. A result used once is inlined. A result gets a variable if it is used
//! several times or named in the source.

use blanche_sorted::SortedSet;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::idents::{Namer, snake};
use super::reserved;
use crate::bitboards::{Code, CountTest, Loop, Operation, WordId};
use crate::program::Operator;
use crate::runtime::U256;

/// An expression with at least this number of operations gets a variable of its own.
const MIN_OPERATIONS_OF_VARIABLE: usize = 8;

/// The operator precedence of an expression, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Whether,
    Or,
    And,
    Shift,
    Whole,
}

/// An expression, its precedence and its number of operations.
#[derive(Clone)]
struct Expression {
    tokens: TokenStream,
    binding: Binding,
    size: usize,
}

/// Translates code over words into statements and expressions.
pub(super) struct Expressions {
    width: Width,
    /// The width of the words in which the played value is a bit.
    played: Width,
    operations: Vec<Operation>,
    loops: Vec<Option<Loop>>,
    names: Vec<Option<String>>,
    uses: Vec<usize>,
    tables: Vec<Ident>,
    words: Vec<Ident>,
    namer: Namer,
    written: Vec<Option<Expression>>,
    statements: TokenStream,
}

/// The type of the words of a program.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Width {
    /// `u64`, 64 bits.
    Single,
    /// `u128`, 128 bits.
    Double,
    /// `U256`, 256 bits; it has no integer literals.
    Quadruple,
}

impl Width {
    pub(super) fn of(bits: u32) -> Width {
        match bits {
            64 => Width::Single,
            128 => Width::Double,
            _ => Width::Quadruple,
        }
    }

    /// Number of bits in a word.
    pub(super) fn bits(self) -> usize {
        match self {
            Width::Single => 64,
            Width::Double => 128,
            Width::Quadruple => 256,
        }
    }

    /// The type of a word.
    pub(super) fn name(self) -> TokenStream {
        match self {
            Width::Single => quote!(u64),
            Width::Double => quote!(u128),
            Width::Quadruple => quote!(U256),
        }
    }

    /// A literal for the word with these bits.
    pub(super) fn word(self, value: U256) -> TokenStream {
        let [low, high, ..] = value.0;
        match self {
            Width::Quadruple if value.is_empty() => quote!(U256::NONE),
            Width::Quadruple => {
                let parts = value.0.map(|part| number(part.into()));
                quote!(U256([#(#parts),*]))
            }
            Width::Single | Width::Double => number(u128::from(high) << 64 | u128::from(low)),
        }
    }

    /// The bit of the played value. `of` is the width of the word in which the value is a bit, `self` is the width of
    /// the result.
    fn played(self, of: Width) -> (TokenStream, Binding) {
        match (self, of) {
            (Width::Quadruple, _) => (quote!(U256::bit(value)), Binding::Whole),
            (Width::Double, Width::Single) => (quote!(u128::from(1u64 << value)), Binding::Whole),
            (Width::Single | Width::Double, _) => (quote!(1 << value), Binding::Shift),
        }
    }
}

/// A number literal as tokens.
fn number(value: u128) -> TokenStream {
    let number = if value < 10 { value.to_string() } else { grouped(value) };
    number.parse().expect("it is a number")
}

/// A number in hexadecimal digits, in groups of four.
fn grouped(value: u128) -> String {
    let digits = format!("{value:x}");
    let first = (digits.len() - 1) % 4 + 1;
    let rest = digits.as_bytes()[first..].chunks(4).map(|four| String::from_utf8_lossy(four).into_owned());
    let groups: Vec<String> = std::iter::once(digits[..first].to_owned()).chain(rest).collect();
    format!("0x{}", groups.join("_"))
}

impl Expressions {
    /// Prepares the translation of `code`. `words` are the names of the words of the position, `tables` are the names
    /// of the tables.
    pub(super) fn new(code: &Code, words: &[Ident], tables: Vec<Ident>, played: Width) -> Expressions {
        let mut uses = vec![0; code.operations.len()];
        code.operations.iter().flat_map(|operation| operation.uses()).for_each(|id| uses[id.index()] += 1);
        code.outputs.iter().for_each(|output| uses[output.word.index()] += 1);
        // If a table is applied to the bit of the played value, its row is looked up by the value itself. If nothing
        // else uses the value's bit, the bit needs no variable.
        let of_bits = code.operations.iter().filter(|operation| !matches!(operation, Operation::Image(..)));
        let asked = of_bits.flat_map(|operation| operation.uses());
        let asked: SortedSet<WordId> = asked.chain(code.outputs.iter().map(|output| output.word)).collect();
        for (id, operation) in (0..).map(WordId).zip(&code.operations) {
            if *operation == Operation::Played && !asked.contains(&id) {
                uses[id.index()] = 0;
            }
        }
        let names = (0..code.operations.len()).map(|at| code.names.get(&WordId(at as u32)).cloned());
        let taken = words.iter().chain(&tables).map(ToString::to_string);
        let taken: Vec<String> = taken.chain(reserved::in_words().map(str::to_owned)).collect();
        Expressions {
            width: Width::of(code.width),
            played,
            operations: code.operations.clone(),
            loops: code.loops.clone(),
            names: names.collect(),
            uses,
            tables,
            words: words.to_vec(),
            namer: Namer::default().avoiding(taken),
            written: vec![None; code.operations.len()],
            statements: TokenStream::new(),
        }
    }

    /// Reserves names, so that no variable for a word gets them.
    pub(super) fn avoid(&mut self, names: &[Ident]) {
        let namer = std::mem::take(&mut self.namer);
        self.namer = namer.avoiding(names.iter().map(ToString::to_string));
    }

    /// The indices of the position's words that the code reads.
    pub(super) fn read_words(&self) -> SortedSet<usize> {
        let asked = self.operations.iter().filter_map(|operation| match operation {
            Operation::Position(at) => Some(*at),
            _ => None,
        });
        asked.collect()
    }

    /// Whether the code uses the value that is played.
    pub(super) fn asks_value(&self) -> bool {
        self.operations.contains(&Operation::Played)
    }

    /// The expression of an output word.
    pub(super) fn output(&mut self, id: WordId) -> TokenStream {
        self.expression(id).tokens
    }

    /// The expression of an output word, truncated to 64 bits.
    pub(super) fn narrow(&mut self, id: WordId) -> TokenStream {
        if let Operation::Constant(value) = self.operations[id.index()] {
            return Width::Single.word(value);
        }
        if self.width == Width::Double && !self.determines_type(id) {
            let (word, ty) = (self.expression(id).tokens, self.width.name());
            return quote!({ let word: #ty = #word; word as u64 });
        }
        let word = self.within(id, Binding::Whole);
        match self.width {
            Width::Quadruple => quote!(#word.0[0]),
            Width::Single | Width::Double => quote!(#word as u64),
        }
    }

    /// Whether the expression of a word determines its type. An expression of literals alone does not determine its
    /// type.
    fn determines_type(&self, id: WordId) -> bool {
        match self.operations[id.index()] {
            _ if self.width == Width::Quadruple => true,
            Operation::Constant(_) => false,
            Operation::Played => self.width == Width::Double && self.played == Width::Single,
            Operation::Without(one, other) if self.is_whole(one) => self.determines_type(other),
            Operation::And(one, other) | Operation::Or(one, other) | Operation::Without(one, other) => {
                self.determines_type(one) || self.determines_type(other)
            }
            Operation::Up(one, _) | Operation::Down(one, _) | Operation::Where(_, one) => {
                self.determines_type(one)
            }
            Operation::Position(_)
            | Operation::Image(..)
            | Operation::IsEmpty(_)
            | Operation::Compare(_)
            | Operation::Unknown(_)
            | Operation::Least(..) => true,
        }
    }

    /// The literal 0 to compare a word with, with a type suffix if the word does not determine the type.
    fn typed_zero(&self, id: WordId) -> Literal {
        match self.width {
            _ if self.determines_type(id) => Literal::u8_unsuffixed(0),
            Width::Double => Literal::u128_suffixed(0),
            Width::Single | Width::Quadruple => Literal::u64_suffixed(0),
        }
    }

    /// The empty word.
    fn none(&self) -> TokenStream {
        self.width.word(U256::NONE)
    }

    /// The condition that a word has a bit set.
    pub(super) fn holds(&mut self, id: WordId) -> TokenStream {
        if let (Operation::IsEmpty(of), None) = (self.operations[id.index()], &self.written[id.index()]) {
            return self.is_empty(of);
        }
        match self.width {
            Width::Quadruple => {
                let is_empty = self.is_empty(id);
                quote!(!#is_empty)
            }
            Width::Single | Width::Double => {
                let (word, zero) = (self.within(id, Binding::Shift), self.typed_zero(id));
                quote!(#word != #zero)
            }
        }
    }

    /// The condition that a word is empty.
    fn is_empty(&mut self, id: WordId) -> TokenStream {
        match self.width {
            Width::Quadruple => {
                let word = self.within(id, Binding::Whole);
                quote!(#word.is_empty())
            }
            Width::Single | Width::Double => {
                let (word, zero) = (self.within(id, Binding::Shift), self.typed_zero(id));
                quote!(#word == #zero)
            }
        }
    }

    /// Removes and returns the statements that compute the variables used by the expressions so far.
    pub(super) fn statements(&mut self) -> TokenStream {
        std::mem::take(&mut self.statements)
    }

    /// An expression, in parentheses if its precedence is lower than `least`.
    fn within(&mut self, id: WordId, least: Binding) -> TokenStream {
        let Expression { tokens, binding, .. } = self.expression(id);
        if binding < least { quote!((#tokens)) } else { tokens }
    }

    fn expression(&mut self, id: WordId) -> Expression {
        if let Some(written) = &self.written[id.index()] {
            return written.clone();
        }
        let operation = self.operations[id.index()];
        if let Operation::Least(_, found) = operation {
            return self.least(id, found);
        }
        let size = 1 + operation.uses().map(|one| self.expression(one).size).sum::<usize>();
        let (tokens, binding) = self.parts(operation);
        let is_plain = matches!(operation, Operation::Constant(_) | Operation::Position(_));
        let (name, uses) = (self.names[id.index()].take(), self.uses[id.index()]);
        let is_named = !is_plain && (uses > 1 || name.is_some() || size >= MIN_OPERATIONS_OF_VARIABLE);
        let expression = match is_named {
            false => Expression { tokens, binding, size: if is_plain { 0 } else { size } },
            true => {
                let wanted = name.map_or_else(|| word_for(operation).to_owned(), |name| snake(&name));
                let name = self.namer.name(&wanted);
                self.statements.extend(quote!(let #name = #tokens;));
                Expression { tokens: quote!(#name), binding: Binding::Whole, size: 0 }
            }
        };
        self.written[id.index()] = Some(expression.clone());
        expression
    }

    /// Whether a word is the constant with all bits set.
    fn is_whole(&self, id: WordId) -> bool {
        self.operations[id.index()] == Operation::Constant(U256::lowest(self.width.bits() as u32))
    }

    /// The expression of a word computed by a loop.
    fn least(&mut self, id: WordId, found: WordId) -> Expression {
        let Some(Loop { unknown, turn }) = self.loops[id.index()].clone() else {
            unreachable!("a loop ends here")
        };
        // Loop-invariant expressions are computed before the loop.
        let own: SortedSet<WordId> = turn.iter().copied().chain([unknown]).collect();
        let used = turn.iter().flat_map(|one| self.operations[one.index()].uses());
        for one in used.filter(|one| !own.contains(one)).collect::<SortedSet<WordId>>() {
            self.expression(one);
        }
        let wanted = self.names[id.index()].take().map_or_else(|| "reached".to_owned(), |name| snake(&name));
        let name = self.namer.name(&wanted);
        let expression = Expression { tokens: quote!(#name), binding: Binding::Whole, size: 0 };
        self.written[unknown.index()] = Some(expression.clone());
        let before = std::mem::take(&mut self.statements);
        let operation = self.operations[found.index()];
        let is_last = self.uses[found.index()] == 1
            && !matches!(operation, Operation::Least(..) | Operation::Unknown(_));
        // A result that is used again within the iteration needs a variable.
        let word = if is_last { self.parts(operation).0 } else { self.expression(found).tokens };
        let inside = std::mem::replace(&mut self.statements, before);
        turn.iter().for_each(|one| self.written[one.index()] = None);
        let turn = if inside.is_empty() { word } else { quote!({ #inside #word }) };
        let ty = self.width.name();
        self.statements.extend(quote!(let #name = bit_least(|#name: #ty| #turn);));
        self.written[id.index()] = Some(expression.clone());
        expression
    }

    /// The comparison of the numbers of set bits of two words.
    fn compares(&mut self, test: CountTest) -> TokenStream {
        let side = |this: &mut Expressions, id: WordId, more: i64| {
            let more = (more > 0).then(|| Literal::i64_unsuffixed(more));
            if this.operations[id.index()] == Operation::Constant(U256::NONE) {
                return more.map_or_else(|| quote!(0), |more| quote!(#more));
            }
            let plus = more.map(|more| quote!(+ #more));
            if !this.determines_type(id) {
                let (word, ty) = (this.expression(id).tokens, this.width.name());
                return quote!(#ty::count_ones(#word) #plus);
            }
            let word = this.within(id, Binding::Whole);
            quote!(#word.count_ones() #plus)
        };
        let (left, right) = (side(self, test.one, test.more), side(self, test.other, -test.more));
        let sign = match test.operator {
            Operator::Equal => quote!(==),
            Operator::Unequal => quote!(!=),
            Operator::Less => quote!(<),
            Operator::AtMost => quote!(<=),
            Operator::Greater => quote!(>),
            Operator::AtLeast => quote!(>=),
        };
        quote!(#left #sign #right)
    }

    fn parts(&mut self, operation: Operation) -> (TokenStream, Binding) {
        match operation {
            Operation::Constant(value) => (self.width.word(value), Binding::Whole),
            Operation::Unknown(_) | Operation::Least(..) => {
                unreachable!("a loop gives its words names")
            }
            Operation::Position(at) => {
                let name = &self.words[at];
                (quote!(#name), Binding::Whole)
            }
            Operation::Played => self.width.played(self.played),
            Operation::And(one, other) => {
                let [one, other] = [one, other].map(|id| self.within(id, Binding::And));
                (quote!(#one & #other), Binding::And)
            }
            Operation::Or(one, other) => {
                let [one, other] = [one, other].map(|id| self.within(id, Binding::Or));
                (quote!(#one | #other), Binding::Or)
            }
            // Removing bits from the full word is a complement.
            Operation::Without(one, other) if self.is_whole(one) => {
                let other = self.within(other, Binding::Whole);
                (quote!(!#other), Binding::Whole)
            }
            Operation::Without(one, other) => {
                let (one, other) = (self.within(one, Binding::And), self.within(other, Binding::Whole));
                (quote!(#one & !#other), Binding::And)
            }
            Operation::Up(one, by) => {
                let (one, by) = (self.within(one, Binding::Shift), Literal::u32_unsuffixed(by));
                (quote!(#one << #by), Binding::Shift)
            }
            Operation::Down(one, by) => {
                let (one, by) = (self.within(one, Binding::Shift), Literal::u32_unsuffixed(by));
                (quote!(#one >> #by), Binding::Shift)
            }
            Operation::Image(table, one) => {
                let table = self.tables[table].clone();
                if self.operations[one.index()] == Operation::Played {
                    let bits = Literal::usize_unsuffixed(self.width.bits());
                    return (quote!(#table[value as usize % #bits]), Binding::Whole);
                }
                let one = self.expression(one).tokens;
                (quote!(bit_image(&#table, #one)), Binding::Whole)
            }
            Operation::Where(test, one) => {
                let (test, one) = (self.holds(test), self.expression(one).tokens);
                let none = self.none();
                (quote!(if #test { #one } else { #none }), Binding::Whether)
            }
            Operation::IsEmpty(one) => {
                let (is_empty, word) = (self.is_empty(one), self.width.name());
                (quote!(#word::from(#is_empty)), Binding::Whole)
            }
            Operation::Compare(test) => {
                let holds = self.compares(test);
                let word = self.width.name();
                (quote!(#word::from(#holds)), Binding::Whole)
            }
        }
    }
}

/// The variable name for an unnamed word.
fn word_for(operation: Operation) -> &'static str {
    match operation {
        Operation::Played => "played",
        Operation::And(..) => "both",
        Operation::Or(..) => "either",
        Operation::Without(..) => "rest",
        Operation::Up(..) | Operation::Down(..) => "moved",
        Operation::Image(..) => "beside",
        Operation::Where(..) => "there",
        Operation::IsEmpty(_) => "none",
        Operation::Compare(_) => "compares",
        Operation::Constant(_) | Operation::Position(_) | Operation::Unknown(_) | Operation::Least(..) => {
            "word"
        }
    }
}
