//! Implements the interface of playouts (random games) and perft (counts of positions) for a game on bitboards. The
//! implementation selects the functions by player and group of moves.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::super::expressions::Width;
use super::{Writer, Written};
use crate::bitboards::{Game, WordLayout};

impl Writer<'_> {
    /// The words of a position as an expression. The layout stores them as 64-bit words.
    fn of_position(&self, word_layout: &WordLayout) -> TokenStream {
        let number = |at: usize| Literal::usize_unsuffixed(at);
        if self.width == Width::Single {
            let count = self.count();
            return quote! {
                let mut words = [0; #count];
                words.copy_from_slice(position);
                words
            };
        }
        let words = word_layout.words.iter().map(|parts| {
            let (from, to) = (number(parts.start), number(parts.end));
            quote!(bit_word(&position[#from..#to]))
        });
        quote!([#(#words),*])
    }

    /// The implementation of `BitGame`, which playouts and perft use.
    pub(super) fn implementation(&self, game: &Game, sides: &[Written]) -> TokenStream {
        let (word, words, players) =
            (self.moves.name(), self.words(), Literal::usize_unsuffixed(sides.len()));
        let room = room(&word, game.sides.iter().map(|side| side.groups.len()).max().unwrap_or(0));
        let of_position = self.of_position(&game.word_layout);
        let width = Literal::u32_unsuffixed(game.width);
        let by_player = |arm: &dyn Fn(usize) -> TokenStream| by_player(sides.len(), arm);
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
        // If no player has a move, the arguments of a move are never used.
        let (played, value) = match sides.iter().all(|side| side.plays.is_empty()) {
            true => (quote!(_words), quote!(_value)),
            false => (quote!(words), quote!(value)),
        };
        let turn = Literal::usize_unsuffixed(game.turn);
        let turns = by_player(&|at| self.width.word(game.sides[at].turn));
        let passes = sides.iter().all(|side| side.anybody.is_some()).then(|| {
            let anybody = by_player(&|at| {
                let name = &sides[at].anybody;
                quote!(#name(words))
            });
            quote! {
                #[inline]
                fn passes(&self, words: &#words, player: usize, _room: &mut #room) -> bool {
                    #anybody
                }
            }
        });
        let runs = self.runs(game);
        let past = self.past(game);
        let chains = self.going_on(sides, (&words, &room, &word));
        quote! {
            /// The game on bitboards, with a word for each set of a position. Playouts and perft use it.
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

                #[inline]
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
                    #played: &mut #words,
                    player: usize,
                    #group: usize,
                    #value: u32,
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

                #[inline]
                fn give_turn(&self, words: &mut #words, player: usize) {
                    words[#turn] = #turns;
                }

                #passes
                #runs
                #past
                #chains
            }
        }
    }

    /// The method that returns the ends of runs (ranges of groups whose moves are enumerated together), if some run has
    /// several groups.
    fn runs(&self, game: &Game) -> Option<TokenStream> {
        game.sides.iter().any(|side| !side.runs.is_empty()).then(|| {
            let runs = by_player(game.sides.len(), &|at| {
                let ends = game.sides[at].runs.iter().map(|end| Literal::usize_unsuffixed(*end));
                quote!(&[#(#ends),*])
            });
            quote! {
                #[inline]
                fn runs(&self, player: usize) -> &[usize] {
                    #runs
                }
            }
        })
    }

    /// The methods for repetition counts, if the game uses them.
    fn past(&self, game: &Game) -> Option<TokenStream> {
        let (at, kept) = game.occurred?;
        let (words, word) = (self.words(), self.width.name());
        let [at, kept] = [at, kept].map(Literal::usize_unsuffixed);
        let times = match self.width {
            Width::Quadruple => quote!(U256::bit(times)),
            Width::Single | Width::Double => quote!(#word::from(1u8) << times),
        };
        Some(quote! {
            #[inline]
            fn asks_the_past(&self) -> bool {
                true
            }

            #[inline]
            fn is_same(&self, one: &#words, other: &#words) -> bool {
                one[..#kept] == other[..#kept]
            }

            #[inline]
            fn key(&self, words: &#words) -> u64 {
                past_key(&words[..#kept])
            }

            #[inline]
            fn set_occurrences(&self, words: &mut #words, times: u32) {
                words[#at] = #times;
            }
        })
    }

    /// The methods for multi-step moves, if there are any.
    fn going_on(
        &self,
        sides: &[Written],
        (words, room, word): (&TokenStream, &TokenStream, &TokenStream),
    ) -> Option<TokenStream> {
        sides.iter().any(|side| !side.chains.is_empty()).then(|| {
            let may_go_on = by_player(sides.len(), &|at| {
                let mut groups = sides[at].chains.iter().map(|(group, _)| *group);
                let Some(first) = groups.next() else { return quote!(false) };
                // The groups of a declaration are adjacent.
                let mut runs = vec![first..=first];
                groups.for_each(|group| match runs.last_mut() {
                    Some(run) if *run.end() + 1 == group => *run = *run.start()..=group,
                    _ => runs.push(group..=group),
                });
                let runs = runs.into_iter().map(|run| {
                    let [first, last] = [*run.start(), *run.end()].map(Literal::usize_unsuffixed);
                    if run.start() == run.end() { quote!(#first) } else { quote!(#first..=#last) }
                });
                quote!(matches!(group, #(#runs)|*))
            });
            let goes_on = by_player(sides.len(), &|at| {
                let arms = sides[at].chains.iter().map(|(group, name)| {
                    let group = Literal::usize_unsuffixed(*group);
                    quote!(#group => #name(before, value, moves),)
                });
                quote!(match group { #(#arms)* _ => false, })
            });
            quote! {
                #[inline]
                fn may_go_on(&self, player: usize, group: usize) -> bool {
                    #may_go_on
                }

                #[inline]
                fn goes_on(
                    &self,
                    before: &#words,
                    player: usize,
                    (group, value): (usize, u32),
                    moves: &mut [#word],
                    _room: &mut #room,
                ) -> bool {
                    #goes_on
                }
            }
        })
    }
}

/// Maximum length of an array that implements `Default`.
const MAX_DEFAULT_ARRAY: usize = 32;

/// The type of an array with a word for each group.
fn room(word: &TokenStream, groups: usize) -> TokenStream {
    let count = Literal::usize_unsuffixed(groups);
    if groups <= MAX_DEFAULT_ARRAY { quote!([#word; #count]) } else { quote!(GroupRoom<#word, #count>) }
}

/// A `match` that selects the code for a player.
fn by_player(players: usize, arm: &dyn Fn(usize) -> TokenStream) -> TokenStream {
    let last = players - 1;
    let arms = (0..last).map(|at| {
        let (number, arm) = (Literal::usize_unsuffixed(at), arm(at));
        quote!(#number => #arm,)
    });
    let last = arm(last);
    quote!(match player { #(#arms)* _ => #last, })
}
