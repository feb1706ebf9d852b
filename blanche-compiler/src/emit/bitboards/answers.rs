//! Emits the queries that a search makes about positions: a function for each query, and a function that selects among
//! them by the number of the query.

use blanche_sorted::SortedSet;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::super::idents::doc_lines;
use super::{Writer, parameter};
use crate::bitboards::{Code, Output, SearchQuery, WordId};
use crate::program::Program;
use crate::runtime::Layout;

/// Maximum number of operations emitted for all queries of a base (a folder of rule files). The interpreter evaluates
/// further queries.
const MAX_OPERATIONS: usize = 2_000;

/// Maximum number of operations in a function, so that it stays readable. If a word needs more, the interpreter
/// evaluates the query.
const MAX_FUNCTION_OPERATIONS: usize = 112;

/// A query for which code is emitted.
struct Chosen {
    /// The index of the query in the list of all queries.
    at: usize,
    asked: SearchQuery,
    /// The code of the query, in parts that are short enough.
    parts: Vec<Code>,
}

/// The queries to emit: those that fit within the limit, in list order.
fn chosen(program: &Program, layout: &Layout) -> Vec<Chosen> {
    let (mut chosen, mut operations) = (Vec::new(), 0);
    for (at, asked) in SearchQuery::all(program).into_iter().enumerate() {
        let Some(parts) = asked.short_code(program, layout).and_then(parts) else { continue };
        let more: usize = parts.iter().map(|part| part.operations.len()).sum();
        if operations + more <= MAX_OPERATIONS {
            operations += more;
            chosen.push(Chosen { at, asked, parts });
        }
    }
    chosen
}

/// Splits code into parts, each with as many outputs as fit into a function. `None` if a single output does not
/// fit.
fn parts(code: Code) -> Option<Vec<Code>> {
    if code.operations.len() <= MAX_FUNCTION_OPERATIONS {
        return Some(vec![code]);
    }
    let (mut parts, mut from) = (Vec::new(), 0);
    while from < code.outputs.len() {
        let mut needed = SortedSet::new();
        let fits = |output: &&Output| {
            need(&code, output.word, &mut needed);
            needed.len() <= MAX_FUNCTION_OPERATIONS
        };
        let end = from + code.outputs[from..].iter().take_while(fits).count();
        if end == from {
            return None;
        }
        parts.push(code.part(from..end));
        from = end;
    }
    Some(parts)
}

/// Adds to `needed` the operations that a word needs, until there are too many of them.
fn need(code: &Code, word: WordId, needed: &mut SortedSet<WordId>) {
    let mut open = vec![word];
    while let Some(word) = open.pop() {
        if needed.len() <= MAX_FUNCTION_OPERATIONS && needed.insert(word) {
            open.extend(code.operations[word.index()].uses());
        }
    }
}

/// A function that answers a query or a part of it.
struct AnswerFunction {
    name: Ident,
    function: TokenStream,
    /// The arguments with which to call the function.
    parameters: Vec<TokenStream>,
}

impl Writer<'_> {
    /// The functions of all queries, and the function that selects among them.
    pub(super) fn answers(&mut self, layout: &Layout) -> TokenStream {
        let (mut functions, mut arms, mut asks_value) = (TokenStream::new(), TokenStream::new(), false);
        for Chosen { at, asked, parts } in chosen(self.program, layout) {
            let (mut from, mut written) = (0, Vec::new());
            for part in parts {
                let AnswerFunction { name, function, parameters } = self.answer(asked, &part);
                asks_value |= parameters.len() > 1;
                functions.extend(function);
                let [first, end] = [from, from + part.outputs.len()].map(Literal::usize_unsuffixed);
                written.push(quote!(answer[#first..#end].copy_from_slice(&#name(#(#parameters),*));));
                from += part.outputs.len();
            }
            let at = Literal::usize_unsuffixed(at);
            arms.extend(quote!(#at => { #(#written)* }));
        }
        let word = self.width.name();
        let value = if asks_value { format_ident!("value") } else { format_ident!("_value") };
        quote! {
            impl Bitboards {
                /// Writes the answer to a query about a position and a played value into `answer`. `asked` is the index
                /// of the query in the list of all queries that a search makes. Returns whether this query has compiled
                /// code.
                pub fn answers(asked: usize, position: &[u64], #value: u32, answer: &mut [#word]) -> bool {
                    let words = &Bitboards.words(position);
                    match asked {
                        #arms
                        _ => return false,
                    }
                    true
                }
            }
            #functions
        }
    }

    /// The function for a query.
    fn answer(&mut self, asked: SearchQuery, code: &Code) -> AnswerFunction {
        let title = |rule| self.program.rule_title(self.program.rule(rule));
        let (wanted, doc) = match asked {
            SearchQuery::Counts => {
                ("counts of scores".to_owned(), "The answers of scores that are counted.".to_owned())
            }
            SearchQuery::Ends => {
                ("any end".to_owned(), "Whether anything ends the game: a bit for each rule.".to_owned())
            }
            SearchQuery::Test(rule) => {
                (format!("test of {}", title(rule)), format!("Whether {} has an answer.", title(rule)))
            }
            SearchQuery::Answers(rule) => {
                (format!("words of {}", title(rule)), format!("The answers of {}, in words.", title(rule)))
            }
        };
        let (name, doc) = (self.name(&format!("{wanted} in words")), doc_lines(&[doc]));
        let (pattern, mut expressions) = self.code_playing(code, self.width);
        let found = code.outputs.iter().map(|output| expressions.output(output.word));
        let found: Vec<TokenStream> = found.collect();
        let (lets, count) = (expressions.statements(), Literal::usize_unsuffixed(found.len()));
        let (words, word, parameter) = (self.words(), self.width.name(), parameter(&pattern));
        let value = expressions.asks_value().then(|| quote!(, value: u32));
        let parameters = [quote!(words)].into_iter().chain(value.as_ref().map(|_| quote!(value))).collect();
        let function = quote! {
            #doc
            fn #name(#parameter: &#words #value) -> [#word; #count] {
                #pattern
                #lets
                [#(#found),*]
            }
        };
        AnswerFunction { name, function, parameters }
    }
}
