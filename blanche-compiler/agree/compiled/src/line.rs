//! The host of programs with actions, for the naive evaluator and both back ends: a board of four squares in a row.

use agree::{Value, World};
use blanche_compiler::random::Random;
use blanche_compiler::runtime::LimitReached;

use crate::moving::line::{LineFacts, Number, Square, SquareSet, Token};

/// The squares, in the order of their numbers.
const SQUARES: [&str; 4] = ["s1", "s2", "s3", "s4"];

// ANCHOR: board
/// The tokens on the squares, and the square where the latest token was put.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    tokens: [Token; 4],
    last: Option<usize>,
    /// For each action that was made, the tokens and the latest square before it. They are needed to take the action
    /// back.
    before: Vec<([Token; 4], Option<usize>)>,
}
// ANCHOR_END: board

impl Line {
    /// Random tokens on the squares.
    pub fn random(random: &mut Random) -> Line {
        let tokens = [(); 4].map(|()| *random.choose(&[Token::None, Token::None, Token::Red, Token::Blue]));
        let last = (0..4).find(|at| tokens[*at] != Token::None && random.percent(70));
        Line { tokens, last, before: Vec::new() }
    }

    /// Tokens parsed from a string with a letter for each square: `r` or `b` for a token. There is no latest token.
    pub fn set_up(squares: &str) -> Line {
        let mut tokens = [Token::None; 4];
        for (token, letter) in tokens.iter_mut().zip(squares.chars()) {
            *token = match letter {
                'r' => Token::Red,
                'b' => Token::Blue,
                _ => Token::None,
            };
        }
        Line { tokens, last: None, before: Vec::new() }
    }

    // ANCHOR: moves
    fn put(&mut self, token: Token, square: usize) -> bool {
        let can = token != Token::None && self.tokens[square] == Token::None;
        if can {
            self.before.push((self.tokens, self.last));
            self.tokens[square] = token;
            self.last = Some(square);
        }
        can
    }

    fn swap(&mut self, one: usize, other: usize) -> bool {
        if one != other {
            self.before.push((self.tokens, self.last));
            self.tokens.swap(one, other);
        }
        one != other
    }

    fn undo(&mut self) {
        (self.tokens, self.last) = self.before.pop().expect("only what was made is taken back");
    }
    // ANCHOR_END: moves

    fn held(&self, player: Token) -> usize {
        self.tokens.iter().filter(|token| **token == player).count()
    }
}

// ANCHOR: facts
impl LineFacts for Line {
    fn read_square(text: &str) -> Option<Square> {
        SQUARES.iter().position(|square| *square == text).map(|at| Square(at as u32))
    }

    fn write_square(square: Square) -> String {
        SQUARES[square.0 as usize].to_owned()
    }

    fn token_token(&self, square: Square) -> Option<Token> {
        Some(self.tokens[square.0 as usize])
    }

    fn token_square(&self, token: Token) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        (0..4).filter(|at| self.tokens[*at] == token).for_each(|at| set.insert(Square(at as u32)));
        set
    }

    fn beside_holds(&self, square1: Square, square2: Square) -> bool {
        square1.0.abs_diff(square2.0) == 1
    }

    fn beside_square2(&self, square1: Square) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        self.beside_square1(square1).for_each(|square| set.insert(square));
        set
    }

    fn beside_square1(&self, square2: Square) -> impl Iterator<Item = Square> + use<> {
        (0..4).filter(move |at: &u32| at.abs_diff(square2.0) == 1).map(Square)
    }

    fn last_square(&self) -> Option<Square> {
        self.last.map(|at| Square(at as u32))
    }

    fn held_number(&self, player: Token) -> Option<Number> {
        Some(Number(self.held(player) as u32))
    }

    fn leads_holds(
        &mut self,
        square: Square,
        asks: &mut dyn FnMut(&mut Self) -> Result<bool, LimitReached>,
    ) -> Result<bool, LimitReached> {
        if !self.put(Token::Red, square.0 as usize) {
            return Ok(false);
        }
        let answer = asks(self);
        self.undo();
        answer
    }

    fn make_put(&mut self, player: Token, square: Square) -> bool {
        self.put(player, square.0 as usize)
    }

    fn undo_put(&mut self, _: Token, _: Square) {
        self.undo();
    }

    fn make_swap(&mut self, square1: Square, square2: Square) -> bool {
        self.swap(square1.0 as usize, square2.0 as usize)
    }

    fn undo_swap(&mut self, _: Square, _: Square) {
        self.undo();
    }
}
// ANCHOR_END: facts

/// The index of a square.
fn place(square: &Value) -> usize {
    SQUARES.iter().position(|name| Value::read(name) == *square).expect("there is such a square")
}

fn written(token: Token) -> Value {
    Value::read(match token {
        Token::None => "none",
        Token::Red => "red",
        Token::Blue => "blue",
    })
}

fn token(value: &Value) -> Token {
    *Token::ALL.iter().find(|token| written(**token) == *value).expect("there is such a token")
}

impl World for Line {
    fn state(&self) -> Option<String> {
        Some(format!("{self:?}"))
    }

    fn values(&self, sort: &str) -> Vec<Value> {
        assert_eq!(sort, "square", "nothing else is numbered");
        SQUARES.iter().map(|square| Value::read(square)).collect()
    }

    fn tuples(
        &mut self,
        predicate: &str,
        arguments: &[Option<Value>],
        asked: &dyn Fn(&mut Line) -> bool,
    ) -> Option<Vec<Vec<Value>>> {
        let square = |at: usize| Value::read(SQUARES[at]);
        let all = match (predicate, arguments.len()) {
            ("token", 2) => (0..4).map(|at| vec![square(at), written(self.tokens[at])]).collect(),
            ("beside", 2) => {
                let pairs = (0..4).flat_map(|one| (0..4usize).map(move |other| (one, other)));
                let beside = pairs.filter(|(one, other): &(usize, usize)| one.abs_diff(*other) == 1);
                beside.map(|(one, other)| vec![square(one), square(other)]).collect()
            }
            ("last", 1) => self.last.iter().map(|at| vec![square(*at)]).collect(),
            ("held", 2) => [Token::Red, Token::Blue]
                .map(|player| vec![written(player), Value::Number(self.held(player) as i64)])
                .to_vec(),
            ("leads", 1) => {
                let leads = |line: &mut Line, at: usize| {
                    let put = line.put(Token::Red, at);
                    let leads = put && asked(line);
                    if put {
                        line.undo();
                    }
                    leads
                };
                let given = arguments[0].as_ref().map(place);
                (0..4)
                    .filter(|at| given.is_none_or(|given| given == *at) && leads(self, *at))
                    .map(|at| vec![square(at)])
                    .collect()
            }
            _ => return None,
        };
        Some(all)
    }

    fn make(&mut self, action: &str, arguments: &[Value]) -> bool {
        match (action, arguments) {
            ("put", [player, square]) => self.put(token(player), place(square)),
            ("swap", [one, other]) => self.swap(place(one), place(other)),
            _ => panic!("there is no action {action}"),
        }
    }

    fn take_back(&mut self, _: &str, _: &[Value]) {
        self.undo();
    }
}
