//! A game in words as Rust: the functions that find the moves of each player, make them, and see how the game has ended.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::Unit;
use super::comments::comment;
use super::expressions::{Expressions, Width};
use super::idents::{Namer, doc_lines, snake};
use super::names::Names;
use crate::bitboards::{Code, Ends, Game, Pass, Places, Side};
use crate::program::Program;
use crate::runtime::{BitEnd, Layout, U256, Value};

/// A game of more operations is left to the interpreter: nobody would read it.
const MOST_OPERATIONS: usize = 2_000;

/// The game of a base in words, where it has one that fits.
pub(super) fn game(unit: &Unit<'_>) -> Option<Game> {
    unit.program.game.as_ref().filter(|_| !unit.program.needs_host())?;
    let game = Game::of(unit.program, &Layout::of(unit.program)?)?;
    // Moves that go on are left to the interpreter of words.
    if game.sides.iter().flat_map(|side| &side.groups).any(|group| !group.continuations.is_empty()) {
        return None;
    }
    let plays = game.sides.iter().flat_map(|side| &side.groups).map(|group| &group.play.code);
    let plays = plays.chain(game.sides.iter().flat_map(|side| &side.pass).map(|pass| &pass.anybody));
    let others = game.sides.iter().flat_map(|side| [&side.moves, &side.ends.code, &side.all_ends.code]);
    let operations: usize = plays.chain(others).map(|code| code.operations.len()).sum();
    (operations <= MOST_OPERATIONS).then_some(game)
}

/// What is written for a base with a game.
pub(super) fn functions(unit: &Unit<'_>, names: &Names<'_>) -> Option<TokenStream> {
    let game = game(unit)?;
    let mut writer = Writer {
        program: unit.program,
        names,
        width: Width::of(game.places.width),
        words: word_names(unit.program, &Layout::of(unit.program)?, &game.places),
        tables: BTreeMap::new(),
    };
    let sides: Vec<Written> = game.sides.iter().map(|side| writer.side(side)).collect();
    let implementation = writer.implementation(&game, &sides);
    let functions = sides.iter().map(|side| &side.functions);
    let (word, bits) = (writer.width.name(), Literal::usize_unsuffixed(writer.width.bits()));
    let tables = writer.tables.iter().map(|(rows, name)| {
        let rows = rows.iter().map(|row| writer.width.word(*row));
        quote! {
            /// For each value the bits of others.
            static #name: [#word; #bits] = [#(#rows),*];
        }
    });
    Some(quote!(#implementation #(#functions)* #(#tables)*))
}

/// What the words of a position are called: the state, and the values of its arguments that have sets of their own.
fn word_names(program: &Program, layout: &Layout, places: &Places) -> Vec<Ident> {
    let states = program.game.iter().flat_map(|game| &game.states);
    let mut namer = Namer::default();
    let mut names = vec![format_ident!("_"); places.words.len()];
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
            let first = places.set_at(layout, number, &set);
            names[first..first + places.set_words(number)].fill_with(|| namer.name(&snake(&name)));
        }
    }
    names
}

/// What became of a player's side.
struct Written {
    functions: TokenStream,
    moves: Ident,
    /// One for each group.
    plays: Vec<Ident>,
    ends: Ident,
    all_ends: Ident,
    /// Whether anybody can move, where players pass who cannot.
    anybody: Option<Ident>,
}

struct Writer<'w> {
    program: &'w Program,
    names: &'w Names<'w>,
    width: Width,
    /// What the words of a position are called.
    words: Vec<Ident>,
    /// The tables, with their names.
    tables: BTreeMap<Vec<U256>, Ident>,
}

impl Writer<'_> {
    /// How many words a position has.
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

    fn side(&mut self, side: &Side) -> Written {
        let player = self.program.player(side.player);
        let moves = self.name(&format!("moves of {player} in words"));
        let mut functions = self.moves(side, &moves, &player);
        let mut plays = Vec::new();
        for at in 0..side.groups.len() {
            let (name, function) = self.play(side, at, &player);
            plays.push(name);
            functions.extend(function);
        }
        let ends = self.name(&format!("end after {player} in words"));
        let doc = format!(
            "How the game has ended by a move of {player}: where it was not over before, nobody else can have won."
        );
        functions.extend(self.ends(&side.ends, &ends, &doc));
        let all_ends = self.name(&format!("end before {player} in words"));
        let doc = format!("How the game has ended, where it is the turn of {player}.");
        functions.extend(self.ends(&side.all_ends, &all_ends, &doc));
        let anybody = side.pass.as_ref().map(|pass| {
            let name = self.name(&format!("anybody can move before {player} in words"));
            functions.extend(self.anybody(pass, &name, &player));
            name
        });
        Written { functions, moves, plays, ends, all_ends, anybody }
    }

    /// The statements and expressions of code, and the pattern of the words that they ask.
    fn code(&mut self, code: &Code) -> (TokenStream, Expressions) {
        let tables: Vec<Ident> = code.tables.iter().map(|rows| self.table(&rows[..])).collect();
        let expressions = Expressions::new(code, &self.words, tables);
        let asked = expressions.asked();
        let names = self.words.iter().enumerate();
        let pattern = names.map(|(at, name)| if asked.contains(&at) { quote!(#name) } else { quote!(_) });
        let pattern =
            if asked.is_empty() { TokenStream::new() } else { quote!(let [#(#pattern),*] = *words;) };
        (pattern, expressions)
    }

    fn table(&mut self, rows: &[U256]) -> Ident {
        if let Some(name) = self.tables.get(rows) {
            return name.clone();
        }
        let name = self.names.taken.borrow_mut().name("BITS");
        let name = format_ident!("{}", name.to_string().to_uppercase());
        self.tables.insert(rows.to_vec(), name.clone());
        name
    }

    fn moves(&mut self, side: &Side, name: &Ident, player: &str) -> TokenStream {
        let (pattern, mut expressions) = self.code(&side.moves);
        let found: Vec<TokenStream> =
            side.moves.outputs.iter().map(|output| expressions.output(output.word)).collect();
        let (lets, count) = (expressions.statements(), Literal::usize_unsuffixed(found.len()));
        let (words, word, parameter) = (self.words(), self.width.name(), parameter(&pattern));
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

    fn play(&mut self, side: &Side, at: usize, player: &str) -> (Ident, TokenStream) {
        let group = &side.groups[at];
        let game = self.program.game.as_ref().expect("the game was written");
        let rule = self.program.rule(game.moves[group.of].question);
        let values: Vec<String> = rule
            .answer
            .iter()
            .zip(&group.values)
            .map(|(id, value)| {
                let sort = self.program.sort(rule.variables[id.index()].sort);
                self.program.sort(sort.root).text(*value)
            })
            .collect();
        let name = self
            .name(&format!("play {} {} {player} in words", rule.name, values.join(" ")).replace("  ", " "));
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
        let mut doc = vec!["```blanche".to_owned()];
        doc.extend(rule.text.lines().map(str::to_owned));
        doc.extend(["```".to_owned(), format!("A move of {player}.")]);
        let doc = doc_lines(&doc);
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

    fn anybody(&mut self, pass: &Pass, name: &Ident, player: &str) -> TokenStream {
        let (pattern, mut expressions) = self.code(&pass.anybody);
        let holds: Vec<TokenStream> =
            pass.anybody.outputs.iter().map(|output| expressions.holds(output.word)).collect();
        let (lets, words, parameter) = (expressions.statements(), self.words(), parameter(&pattern));
        let doc = doc_lines(&[format!("Whether anybody can move, where it is the turn of {player}.")]);
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

    /// The words of a position, which the layout has as words of 64 bits.
    fn of_position(&self, places: &Places) -> TokenStream {
        let number = |at: usize| Literal::usize_unsuffixed(at);
        if self.width == Width::Single {
            let count = self.count();
            return quote! {
                let mut words = [0; #count];
                words.copy_from_slice(position);
                words
            };
        }
        let words = places.words.iter().map(|parts| {
            let (from, to) = (number(parts.start), number(parts.end));
            quote!(bit_word(&position[#from..#to]))
        });
        quote!([#(#words),*])
    }

    /// What playouts and perft ask.
    fn implementation(&self, game: &Game, sides: &[Written]) -> TokenStream {
        let (word, words, players) =
            (self.width.name(), self.words(), Literal::usize_unsuffixed(sides.len()));
        let room =
            Literal::usize_unsuffixed(game.sides.iter().map(|side| side.groups.len()).max().unwrap_or(0));
        let room = quote!([#word; #room]);
        let of_position = self.of_position(&game.places);
        let width = Literal::u32_unsuffixed(game.width);
        let by_player = |arm: &dyn Fn(usize) -> TokenStream| {
            let last = sides.len() - 1;
            let arms = (0..last).map(|at| {
                let (number, arm) = (Literal::usize_unsuffixed(at), arm(at));
                quote!(#number => #arm,)
            });
            let last = arm(last);
            quote!(match player { #(#arms)* _ => #last, })
        };
        let moves = by_player(&|at| {
            let (name, count) = (&sides[at].moves, Literal::usize_unsuffixed(sides[at].plays.len()));
            quote!({
                room[..#count].copy_from_slice(&#name(words));
                &room[..#count]
            })
        });
        let plays = by_player(&|at| match sides[at].plays.as_slice() {
            [] => quote!({}),
            [one] => quote!(#one(words, value)),
            [first @ .., last] => {
                let arms = first.iter().enumerate().map(|(at, name)| {
                    let at = Literal::usize_unsuffixed(at);
                    quote!(#at => #name(words, value),)
                });
                quote!(match group { #(#arms)* _ => #last(words, value), })
            }
        });
        let group =
            if sides.iter().any(|side| side.plays.len() > 1) { quote!(group) } else { quote!(_group) };
        let ends = by_player(&|at| {
            let name = &sides[at].ends;
            quote!(#name(words))
        });
        let all_ends = by_player(&|at| {
            let name = &sides[at].all_ends;
            quote!(#name(words))
        });
        let blocked = by_player(&|at| match game.sides[at].blocked {
            None => quote!(None),
            Some(end) => {
                let end = self.end(end);
                quote!(Some(#end))
            }
        });
        let is_open = game.sides.iter().all(|side| side.blocked.is_none());
        let (player, blocked) = match is_open {
            true => (quote!(_player), quote!(None)),
            false => (quote!(player), blocked),
        };
        let passes = sides.iter().all(|side| side.anybody.is_some()).then(|| {
            let anybody = by_player(&|at| {
                let name = &sides[at].anybody;
                quote!(#name(words))
            });
            let turn = |at: usize| game.sides[at].pass.as_ref().map_or(U256::NONE, |pass| pass.turn);
            let next = by_player(&|at| self.width.word(turn(at)));
            self.passes(game, &room, (&anybody, &next))
        });
        quote! {
            /// The game on bitboards, a word for each set of a position: what playouts and perft ask.
            #[derive(Clone, Copy, Debug, Default)]
            pub struct Bitboards;

            impl BitGame for Bitboards {
                type Word = #word;
                type Words = #words;
                type Room = #room;

                const WIDTH: u32 = #width;

                fn words(&self, position: &[u64]) -> #words {
                    #of_position
                }

                fn players(&self) -> usize {
                    #players
                }

                #[inline]
                fn moves<'r>(&self, words: &#words, player: usize, room: &'r mut #room) -> &'r [#word] {
                    #moves
                }

                #[inline]
                fn play(
                    &self,
                    words: &mut #words,
                    player: usize,
                    #group: usize,
                    value: u32,
                    _room: &mut #room,
                ) {
                    #plays
                }

                #[inline]
                fn end(&self, words: &#words, player: usize, _room: &mut #room) -> Option<BitEnd> {
                    #ends
                }

                #[inline]
                fn whole_end(&self, words: &#words, player: usize, _room: &mut #room) -> Option<BitEnd> {
                    #all_ends
                }

                #[inline]
                fn blocked(&self, #player: usize) -> Option<BitEnd> {
                    #blocked
                }

                #passes
            }
        }
    }

    /// What players do who cannot move, where they pass: whether anybody can move, and whose turn it is then.
    fn passes(
        &self,
        game: &Game,
        room: &TokenStream,
        (anybody, next): (&TokenStream, &TokenStream),
    ) -> TokenStream {
        let (words, turn) = (self.words(), Literal::usize_unsuffixed(game.turn));
        quote! {
            #[inline]
            fn passes(&self, words: &#words, player: usize, _room: &mut #room) -> bool {
                #anybody
            }

            #[inline]
            fn pass(&self, words: &mut #words, player: usize) {
                words[#turn] = #next;
            }
        }
    }
}

/// The parameter of the words, or one that nobody asks.
fn parameter(pattern: &TokenStream) -> Ident {
    if pattern.is_empty() { format_ident!("_words") } else { format_ident!("words") }
}
