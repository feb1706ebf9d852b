//! Emits a game on bitboards: the functions that find the moves of each player, make them, and determine how the
//! game has ended.

mod answers;
mod implementation;

use blanche_sorted::SortedMap;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::comments::comment;
use super::expressions::{Expressions, Width};
use super::idents::{Namer, doc_lines, snake};
use super::names::Names;
use super::reserved;
use super::unit::Unit;
use crate::bitboards::{Code, Ends, FirstValue, Game, Group, NextMoves, Plays, Side, WordLayout};
use crate::program::Program;
use crate::runtime::{BitEnd, Layout, U256, Value};

/// Maximum number of operations of a game. A larger game is left to the interpreter, because its code would be too long
/// to read.
const MAX_OPERATIONS: usize = 2_000;

/// The game of a base on bitboards, or `None` if the base has no game or its game does not fit.
pub(super) fn game(unit: &Unit<'_>) -> Option<Game> {
    unit.program.game.as_ref().filter(|_| !unit.program.needs_host())?;
    let game = Game::of(unit.program, &unit.program.layout()?)?;
    let groups = || game.sides.iter().flat_map(|side| &side.groups);
    let chains = groups().flat_map(|group| &group.continuations).flat_map(|then| &then.test);
    let plays = groups().map(|group| &group.play.code).chain(chains);
    let plays = plays.chain(game.sides.iter().flat_map(|side| &side.anybody));
    let others = game.sides.iter().flat_map(|side| [&side.moves, &side.ends.code, &side.all_ends.code]);
    let operations: usize = plays.chain(others).map(|code| code.operations.len()).sum();
    (operations <= MAX_OPERATIONS).then_some(game)
}

/// The functions emitted for the game of a base.
pub(super) fn functions(unit: &Unit<'_>, names: &Names<'_>, game: &Game) -> Option<TokenStream> {
    let layout = unit.program.layout()?;
    let mut writer = Writer {
        program: unit.program,
        names,
        width: Width::of(game.word_layout.width),
        moves: Width::of(if game.width <= 64 { 64 } else { game.word_layout.width }),
        bits: game.word_layout.bits.clone(),
        words: word_names(unit.program, &layout, &game.word_layout),
        tables: SortedMap::new(),
    };
    let sides: Vec<Written> = game.sides.iter().map(|side| writer.side(side)).collect();
    let implementation = writer.implementation(game, &sides);
    let answers = writer.answers(&layout);
    let functions = sides.iter().map(|side| &side.functions);
    let (word, bits) = (writer.width.name(), Literal::usize_unsuffixed(writer.width.bits()));
    let tables = writer.tables.iter().map(|(rows, name)| {
        let rows = rows.iter().map(|row| writer.width.word(*row));
        quote! {
            /// For each value, a word with the bits of the related values.
            static #name: [#word; #bits] = [#(#rows),*];
        }
    });
    Some(quote!(#implementation #(#functions)* #answers #(#tables)*))
}

/// The game of a base as an expression.
pub(super) fn value(game: &Game) -> TokenStream {
    let kind = match Width::of(game.word_layout.width) {
        Width::Single => quote!(Single),
        Width::Double => quote!(Double),
        Width::Quadruple => quote!(Quadruple),
    };
    quote!(CompiledGame::of::<Bitboards>(CompiledAnswers::#kind(Bitboards::answers)))
}

/// The names of the words of a position: the name of the state, and the values of the arguments for which the state has
/// separate sets.
fn word_names(program: &Program, layout: &Layout, word_layout: &WordLayout) -> Vec<Ident> {
    let states = program.game.iter().flat_map(|game| &game.states);
    let mut namer = Namer::reserving(reserved::in_words());
    let mut names = vec![format_ident!("_"); word_layout.words.len()];
    for (number, (state, table)) in states.zip(layout.tables()).enumerate() {
        let predicate = program.predicate(state.predicate);
        let others = (0..table.arity()).filter(|at| Some(*at) != table.spread());
        let mut sets: Vec<(Vec<Value>, String)> = vec![(Vec::new(), predicate.name.clone())];
        for at in others {
            let sort = program.sort(program.sort(predicate.sort(at)).root);
            let longer = |(set, name): &(Vec<Value>, String)| {
                let values = 0..table.shape().sizes[at] as Value;
                let one =
                    |value: Value| ([&set[..], &[value]].concat(), format!("{name} {}", sort.text(value)));
                values.map(one).collect::<Vec<_>>()
            };
            sets = sets.iter().flat_map(longer).collect();
        }
        for (set, name) in sets {
            let first = word_layout.set_at(layout, number, &set);
            names[first..first + word_layout.set_words(number)].fill_with(|| namer.name(&snake(&name)));
        }
    }
    names
}

/// The functions emitted for a player.
struct Written {
    functions: TokenStream,
    moves: Ident,
    /// The function that makes a move, for each group.
    plays: Vec<Ident>,
    ends: Ident,
    all_ends: Ident,
    /// The function that tests whether any player can move, if players without moves pass.
    anybody: Option<Ident>,
    /// The groups whose moves may be followed by another move of the same player. Each comes with the function that
    /// tests whether the player moves again and finds the next moves.
    chains: Vec<(usize, Ident)>,
}

struct Writer<'w> {
    program: &'w Program,
    names: &'w Names<'w>,
    width: Width,
    /// The width of the words of moves.
    moves: Width,
    /// For each word of a position, the number of bits that may be set.
    bits: Vec<u32>,
    /// The names of the words of a position.
    words: Vec<Ident>,
    /// The lookup tables, with their names.
    tables: SortedMap<Vec<U256>, Ident>,
}

impl Writer<'_> {
    /// The number of words of a position, as a literal.
    fn count(&self) -> Literal {
        Literal::usize_unsuffixed(self.words.len())
    }

    /// The type of a position.
    fn words(&self) -> TokenStream {
        let (word, count) = (self.width.name(), self.count());
        quote!([#word; #count])
    }

    fn name(&self, wanted: &str) -> Ident {
        self.names.taken.borrow_mut().name(&snake(wanted))
    }

    /// A namer for local variables that avoids the names of a position's words.
    fn locals(&self) -> Namer {
        Namer::reserving(reserved::in_words()).avoiding(self.words.iter().map(ToString::to_string))
    }

    fn side(&mut self, side: &Side) -> Written {
        let player = self.program.player(side.player);
        let moves = self.name(&format!("moves of {player} in words"));
        let mut functions = self.moves(side, &moves, &player);
        let (mut plays, mut chains) = (Vec::new(), Vec::new());
        for (at, group) in side.groups.iter().enumerate() {
            let (name, function) = self.play(group, &player);
            plays.push(name);
            functions.extend(function);
            if !group.continuations.is_empty() {
                let (name, function) = self.chains(group, &player);
                chains.push((at, name));
                functions.extend(function);
            }
        }
        let ends = self.name(&format!("end after {player} in words"));
        let doc = format!(
            "How a move of {player} has ended the game. If it was not over before, no other player can have \
             won."
        );
        functions.extend(self.ends(&side.ends, &ends, &doc));
        let all_ends = self.name(&format!("end before {player} in words"));
        let doc = format!("How the game has ended when it is the turn of {player}.");
        functions.extend(self.ends(&side.all_ends, &all_ends, &doc));
        let anybody = side.anybody.as_ref().map(|anybody| {
            let name = self.name(&format!("anybody can move before {player} in words"));
            functions.extend(self.anybody(anybody, &name, &player));
            name
        });
        Written { functions, moves, plays, ends, all_ends, anybody, chains }
    }

    /// Prepares the expressions of some code, and the pattern that destructures the words it uses.
    fn code(&mut self, code: &Code) -> (TokenStream, Expressions) {
        self.code_playing(code, self.moves)
    }

    /// Like `code`, for a played value that is a bit of a word of width `played`.
    fn code_playing(&mut self, code: &Code, played: Width) -> (TokenStream, Expressions) {
        let tables: Vec<Ident> = code.tables.iter().map(|rows| self.table(&rows[..])).collect();
        let expressions = Expressions::new(code, &self.words, tables, played);
        let asked = expressions.read_words();
        let names = self.words.iter().enumerate();
        let pattern = names.map(|(at, name)| if asked.contains(&at) { quote!(#name) } else { quote!(_) });
        let mut pattern =
            if asked.is_empty() { TokenStream::new() } else { quote!(let [#(#pattern),*] = *words;) };
        pattern.extend(asked.iter().filter_map(|at| self.narrowed(*at)));
        (pattern, expressions)
    }

    /// A statement that narrows a word whose upper half is always empty, or `None` for other words. It shows the
    /// compiler that the upper half is empty, so that the operations on the word can be simplified.
    fn narrowed(&self, at: usize) -> Option<TokenStream> {
        let (name, wide) = (&self.words[at], self.width.name());
        let narrow = match self.bits[at] {
            ..=32 => quote!(u32),
            33..=64 => quote!(u64),
            _ => return None,
        };
        (self.width == Width::Double).then(|| quote!(let #name = #wide::from(#name as #narrow);))
    }

    fn table(&mut self, rows: &[U256]) -> Ident {
        if let Some(name) = self.tables.get(rows) {
            return name.clone();
        }
        let name = self.names.taken.borrow_mut().constant("BITS");
        self.tables.insert(rows.to_vec(), name.clone());
        name
    }

    fn moves(&mut self, side: &Side, name: &Ident, player: &str) -> TokenStream {
        let (pattern, mut expressions) = self.code(&side.moves);
        let found = side.moves.outputs.iter().map(|output| match self.moves == self.width {
            true => expressions.output(output.word),
            false => expressions.narrow(output.word),
        });
        let found: Vec<TokenStream> = found.collect();
        let (lets, count) = (expressions.statements(), Literal::usize_unsuffixed(found.len()));
        let (words, word, parameter) = (self.words(), self.moves.name(), parameter(&pattern));
        let doc = doc_lines(&[format!("The moves of {player}: a word for each group.")]);
        quote! {
            #doc
            #[inline]
            fn #name(#parameter: &#words) -> [#word; #count] {
                #pattern
                #lets
                [#(#found),*]
            }
        }
    }

    /// The name of a group of moves.
    fn group(&self, group: &Group) -> String {
        let game = self.program.game.as_ref().expect("the game was written");
        let rule = self.program.rule(game.moves[group.of].question);
        let text = |at: usize, value: Value| {
            let sort = self.program.sort(rule.variables[rule.answer[at].index()].sort);
            self.program.sort(sort.root).text(value)
        };
        let values = match &group.plays {
            Plays::Nothing => Vec::new(),
            Plays::After(values) => values.iter().enumerate().map(|(at, value)| text(at, *value)).collect(),
            Plays::Moved(by) if *by < 0 => vec![format!("down {}", by.unsigned_abs())],
            Plays::Moved(by) => vec![format!("up {by}")],
        };
        std::iter::once(rule.name.clone()).chain(values).collect::<Vec<_>>().join(" ")
    }

    /// The source of a group's moves as a doc comment.
    fn text(&self, group: &Group, player: &str) -> TokenStream {
        let game = self.program.game.as_ref().expect("the game was written");
        let rule = self.program.rule(game.moves[group.of].question);
        let mut doc = vec!["```blanche".to_owned()];
        doc.extend(rule.text.lines().map(str::to_owned));
        let moved = match group.plays {
            Plays::Moved(by) if by < 0 => format!(", of values that go {} down", by.unsigned_abs()),
            Plays::Moved(by) => format!(", of values that go {by} up"),
            Plays::Nothing | Plays::After(_) => String::new(),
        };
        doc.extend(["```".to_owned(), format!("A move of {player}{moved}.")]);
        doc_lines(&doc)
    }

    fn play(&mut self, group: &Group, player: &str) -> (Ident, TokenStream) {
        let name = self.name(&format!("play {} {player} in words", self.group(group)));
        let (pattern, mut expressions) = self.code(&group.play.code);
        let writes: Vec<TokenStream> = group
            .play
            .writes
            .iter()
            .zip(&group.play.code.outputs)
            .map(|(place, output)| {
                let (place, word) = (Literal::usize_unsuffixed(*place), expressions.output(output.word));
                quote!(words[#place] = #word;)
            })
            .collect();
        let (lets, words) = (expressions.statements(), self.words());
        let value = if expressions.asks_value() { format_ident!("value") } else { format_ident!("_value") };
        let doc = self.text(group, player);
        let function = quote! {
            #doc
            #[inline]
            fn #name(words: &mut #words, #value: u32) {
                #pattern
                #lets
                #(#writes)*
            }
        };
        (name, function)
    }

    /// The function that tests whether a player moves again after a move of a group, and finds the next moves.
    fn chains(&mut self, group: &Group, player: &str) -> (Ident, TokenStream) {
        let name = self.name(&format!("go on after {} {player} in words", self.group(group)));
        let (mut statements, mut found) = (TokenStream::new(), Vec::new());
        let (mut asks_words, mut asks_value) = (false, false);
        let mut namer = self.locals();
        let names: Vec<Ident> = group.continuations.iter().map(|_| namer.name("goes_on")).collect();
        for (then, goes_on) in group.continuations.iter().zip(&names) {
            let next_moves = then
                .next_moves
                .iter()
                .map(|(group, next_moves)| self.next_moves(*group, next_moves, &mut asks_value));
            let next_moves: TokenStream = next_moves.collect();
            let Some(test) = &then.test else {
                statements.extend(next_moves);
                found.push(quote!(true));
                continue;
            };
            let (pattern, mut expressions) = self.code(test);
            expressions.avoid(&names);
            asks_words |= !pattern.is_empty();
            asks_value |= expressions.asks_value();
            let holds = test.outputs.iter().map(|output| expressions.holds(output.word));
            let holds: Vec<TokenStream> = holds.collect();
            let lets = expressions.statements();
            statements.extend(quote! {
                #pattern
                #lets
                let #goes_on = #(#holds)||*;
                if #goes_on {
                    #next_moves
                }
            });
            found.push(quote!(#goes_on));
        }
        let value = if asks_value { format_ident!("value") } else { format_ident!("_value") };
        let (words, word) = (self.words(), self.moves.name());
        let doc = doc_lines(&[format!(
            "Whether {player} goes on after {}, and with which moves.",
            self.group(group)
        )]);
        let parameter = if asks_words { format_ident!("words") } else { format_ident!("_words") };
        let adds = group.continuations.iter().any(|then| !then.next_moves.is_empty());
        let moves = if adds { format_ident!("moves") } else { format_ident!("_moves") };
        let function = quote! {
            #doc
            #[inline]
            fn #name(#parameter: &#words, #value: u32, #moves: &mut [#word]) -> bool {
                #statements
                #(#found)||*
            }
        };
        (name, function)
    }

    /// A statement that adds those moves of a group that may follow according to `next_moves`.
    fn next_moves(&self, group: usize, next_moves: &NextMoves, asks_value: &mut bool) -> TokenStream {
        let mut value = |more: i32| {
            *asks_value = true;
            let by = Literal::u32_unsuffixed(more.unsigned_abs());
            match more {
                0 => quote!(value),
                1.. => quote!(value + #by),
                _ => quote!(value - #by),
            }
        };
        let conditions = next_moves.conditions.iter().map(|(more, known)| {
            let (value, known) = (value(*more), Literal::u32_unsuffixed(*known));
            quote!(#value == #known)
        });
        let conditions: Vec<TokenStream> = conditions.collect();
        let bits = match next_moves.bit {
            None => self.moves.word(U256::lowest(self.moves.bits() as u32)),
            Some(FirstValue::Value(known)) => self.moves.word(U256::bit(known)),
            Some(FirstValue::Played(more)) => {
                let value = value(more);
                match self.moves {
                    Width::Quadruple => quote!(U256::bit(#value)),
                    Width::Single | Width::Double if more == 0 => quote!(1 << #value),
                    Width::Single | Width::Double => quote!(1 << (#value)),
                }
            }
        };
        let group = Literal::usize_unsuffixed(group);
        let add = quote!(moves[#group] |= #bits;);
        if conditions.is_empty() { add } else { quote!(if #(#conditions)&&* { #add }) }
    }

    fn ends(&mut self, ends: &Ends, name: &Ident, doc: &str) -> TokenStream {
        let (pattern, mut expressions) = self.code(&ends.code);
        let mut statements = TokenStream::new();
        for ((output, rule), end) in ends.code.outputs.iter().zip(&ends.rules).zip(&ends.ends) {
            let (holds, end) = (expressions.holds(output.word), self.end(*end));
            let lets = expressions.statements();
            let note = comment(&self.program.rule_title(self.program.rule(*rule)));
            statements.extend(quote! {
                #lets
                #note
                if #holds {
                    return Some(#end);
                }
            });
        }
        let (words, parameter, doc) = (self.words(), parameter(&pattern), doc_lines(&[doc.to_owned()]));
        quote! {
            #doc
            #[inline]
            fn #name(#parameter: &#words) -> Option<BitEnd> {
                #pattern
                #statements
                None
            }
        }
    }

    fn anybody(&mut self, anybody: &Code, name: &Ident, player: &str) -> TokenStream {
        let (pattern, mut expressions) = self.code(anybody);
        let holds: Vec<TokenStream> =
            anybody.outputs.iter().map(|output| expressions.holds(output.word)).collect();
        let (lets, words, parameter) = (expressions.statements(), self.words(), parameter(&pattern));
        let doc = doc_lines(&[format!("Whether any player can move when it is the turn of {player}.")]);
        quote! {
            #doc
            #[inline]
            fn #name(#parameter: &#words) -> bool {
                #pattern
                #lets
                #(#holds)||*
            }
        }
    }

    fn end(&self, end: BitEnd) -> TokenStream {
        match end {
            BitEnd::Drawn => quote!(BitEnd::Drawn),
            BitEnd::Won(player) => {
                let player = Literal::usize_unsuffixed(player);
                quote!(BitEnd::Won(#player))
            }
        }
    }
}

/// The name of the parameter for the words, with a leading underscore if it is not used.
fn parameter(pattern: &TokenStream) -> Ident {
    if pattern.is_empty() { format_ident!("_words") } else { format_ident!("words") }
}
