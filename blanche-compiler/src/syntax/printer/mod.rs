//! The formatter: prints a syntax tree in the canonical format.
//!
//! The author's line breaks between literals are kept, and so are comments and single empty lines between items.
//! Everything else follows from the tree. Formatting a text twice gives the same result as formatting it once.
//!
//! A tree with `Error` nodes does not contain the whole text. Such nodes are printed as `⟨?⟩`, and the output must not
//! replace the file.

mod games;

use super::ast::{
    ActionDeclaration, Aggregate, Answers, Atom, BoardDeclaration, BoardNotation, Body, Comparison,
    Derivation, Effect, Export, ExternDeclaration, Facts, File, Header, HeaderKind, Item, ItemKind, Literal,
    LiteralKind, Mode, Name, OpenDeclaration, OpenParameter, Parameter, Rule, Score, Side, SortDeclaration,
    SortValues, Sum, SymmetryDeclaration, Term, Trivia, TriviaLine,
};

/// Maximum width of a line, in characters. Longer lines are broken between literals.
const WIDTH: usize = 100;

/// Indentation of a body relative to its head, in spaces.
const INDENT: usize = 4;

/// The text that is printed for an `Error` node.
const UNREADABLE: &str = "⟨?⟩";

/// Prints a whole file.
pub fn print(file: &File) -> String {
    let mut printer = Printer::new(true);
    for item in &file.items {
        printer.lines(&item.trivia.before);
        printer.item(item);
        printer.trailing_comment(&item.trivia);
        printer.newline(0);
    }
    printer.lines(&file.end.before);
    printer.finish()
}

/// Prints an item without its comments.
pub fn print_item(item: &Item) -> String {
    let mut printer = Printer::new(false);
    printer.item(item);
    printer.out
}

/// Prints a rule without comments.
pub fn print_rule(rule: &Rule) -> String {
    let mut printer = Printer::new(false);
    printer.rule(rule);
    printer.out
}

/// Prints the side of a rule: `Color against Other`.
pub fn print_side(side: &Side) -> String {
    let player = print_term(&side.player);
    match &side.against {
        Some(other) => format!("{player} against {}", other.text),
        None => player,
    }
}

/// Prints a derivation without comments.
pub fn print_derivation(derivation: &Derivation) -> String {
    let mut printer = Printer::new(false);
    printer.derivation(derivation);
    printer.out
}

/// Prints a line of effects without comments.
pub fn print_effect(effect: &Effect) -> String {
    let mut printer = Printer::new(false);
    printer.effect(effect);
    printer.out
}

/// Prints a body without comments. The author's line breaks are kept.
pub fn print_body(body: &Body) -> String {
    let mut printer = Printer::new(false);
    printer.body(body, INDENT);
    printer.out.trim_start().to_string()
}

/// Prints a literal on one line, without comments.
pub fn print_literal(literal: &Literal) -> String {
    let mut text = String::new();
    write_literal(literal, &mut text, usize::MAX);
    text
}

/// The width of a literal on one line, in characters. If the literal is wider than a line, the result is too small, but
/// still greater than [`WIDTH`].
fn width(literal: &Literal) -> usize {
    let mut text = String::new();
    // A character has at most four bytes.
    write_literal(literal, &mut text, 4 * WIDTH);
    text.chars().count()
}

/// Appends a literal to `text`, and stops early once `text` has more than `most` bytes.
fn write_literal(literal: &Literal, text: &mut String, most: usize) {
    if text.len() > most {
        return;
    }
    if literal.negations % 2 == 1 {
        text.push('¬');
    }
    match &literal.kind {
        LiteralKind::Atom(atom) => *text += &print_atom(atom),
        LiteralKind::Comparison(comparison) => *text += &print_comparison(comparison),
        LiteralKind::Bracketed(_) => {}
        LiteralKind::Aggregate(aggregate) => {
            *text += &print_function(aggregate);
            text.push(' ');
        }
        LiteralKind::After(after) => {
            *text += &print_actions(&after.actions);
            text.push(' ');
        }
        LiteralKind::Error => *text += UNREADABLE,
    }
    let Some(body) = literal.kind.inner() else { return };
    write_bracketed(body, text, most);
    if let LiteralKind::Aggregate(aggregate) = &literal.kind {
        *text += &print_compared(aggregate);
    }
}

/// Appends a body in brackets to `text`, with the same limit as [`write_literal`].
fn write_bracketed(body: &Body, text: &mut String, most: usize) {
    text.push('(');
    for (at, branch) in body.branches.iter().enumerate() {
        *text += if at > 0 { " ; " } else { "" };
        for (at, literal) in branch.iter().enumerate() {
            *text += if at > 0 { ", " } else { "" };
            write_literal(literal, text, most);
        }
    }
    text.push(')');
}

/// Prints the keyword and variables of an aggregate: `count Field_, Color_`
fn print_function(aggregate: &Aggregate) -> String {
    format!("{} {}", aggregate.function.word(), names(&aggregate.of))
}

/// Prints the operator and right side of an aggregate: ` = N`
fn print_compared(aggregate: &Aggregate) -> String {
    format!(" {} {}", aggregate.operator.sign(), print_sum(&aggregate.right))
}

/// Prints an aggregate on one line, without its operator and right side.
pub fn print_aggregated(aggregate: &Aggregate) -> String {
    let mut text = print_function(aggregate) + " ";
    write_bracketed(&aggregate.body, &mut text, usize::MAX);
    text
}

/// Prints an aggregate on one line.
pub(super) fn print_aggregate(aggregate: &Aggregate) -> String {
    print_aggregated(aggregate) + &print_compared(aggregate)
}

/// Prints the actions of an `after` literal: `after place(white, Field1), place(black, Field2):`
fn print_actions(actions: &[Atom]) -> String {
    format!("after {}:", joined(actions, print_atom, ", "))
}

/// Prints an atom.
pub fn print_atom(atom: &Atom) -> String {
    if atom.arguments.is_empty() {
        return atom.predicate.text.clone();
    }
    format!("{}({})", atom.predicate.text, joined(&atom.arguments, print_term, ", "))
}

/// Prints an argument.
pub fn print_term(term: &Term) -> String {
    match term {
        Term::Variable(name) | Term::Constant(name) => name.text.clone(),
        Term::Sum(sum) => print_sum(sum),
        Term::Call(call) => call.value().text.clone(),
        Term::Error(_) => UNREADABLE.to_string(),
    }
}

/// Prints a comparison: `N + 1 ≤ M`
pub fn print_comparison(comparison: &Comparison) -> String {
    let Comparison { left, operator, right, .. } = comparison;
    format!("{} {} {}", print_sum(left), operator.sign(), print_sum(right))
}

/// Prints a sum: `N + M - 1`
pub fn print_sum(sum: &Sum) -> String {
    let mut text = String::new();
    for (at, summand) in sum.summands.iter().enumerate() {
        match (at, summand.is_taken_away) {
            (0, _) => {}
            (_, false) => text += " + ",
            (_, true) => text += " - ",
        }
        text += &print_term(&summand.term);
    }
    text
}

/// Prints each element with `each`, and joins the results with `between`.
fn joined<T>(all: &[T], each: impl Fn(&T) -> String, between: &str) -> String {
    all.iter().map(each).collect::<Vec<_>>().join(between)
}

struct Printer {
    out: String,
    /// Number of characters on the last line.
    column: usize,
    comments: bool,
}

impl Printer {
    fn new(comments: bool) -> Printer {
        Printer { out: String::new(), column: 0, comments }
    }

    fn finish(self) -> String {
        let text = self.out.trim_end();
        if text.is_empty() { String::new() } else { format!("{text}\n") }
    }

    fn write(&mut self, text: &str) {
        self.out.push_str(text);
        self.column += text.chars().count();
    }

    fn newline(&mut self, indent: usize) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.column = indent;
    }

    /// Writes the comments and empty lines before an item.
    fn lines(&mut self, lines: &[TriviaLine]) {
        for line in lines {
            match line {
                TriviaLine::Empty if self.out.is_empty() || self.out.ends_with("\n\n") => {}
                TriviaLine::Empty => self.newline(0),
                TriviaLine::Comment(comment) => {
                    self.write(comment);
                    self.newline(0);
                }
            }
        }
    }

    /// Writes the comment at the end of a line. Returns `true` if there is a comment.
    fn trailing_comment(&mut self, trivia: &Trivia) -> bool {
        match &trivia.after {
            Some(comment) if self.comments => {
                self.write(" ");
                self.write(comment);
                true
            }
            _ => false,
        }
    }

    fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Header(header) => self.header(header),
            ItemKind::Use(path) => self.write(&format!("use {}", path.text)),
            ItemKind::Sort(sort) => self.sort(sort),
            ItemKind::Board(board) => self.board(board),
            ItemKind::Symmetry(SymmetryDeclaration::None) => self.write("symmetry none"),
            ItemKind::Symmetry(SymmetryDeclaration::TurnWithColours) => {
                self.write("symmetry turn with colours");
            }
            ItemKind::Extern(declaration) => self.external(declaration),
            ItemKind::Action(declaration) => self.action(declaration),
            ItemKind::Open(declaration) => self.open(declaration),
            ItemKind::Facts(Facts { from: Some(file), .. }) => {
                self.write(&format!("facts {} from \"{}\"", file.predicate.text, file.path.text));
            }
            ItemKind::Facts(Facts { atoms, from: None }) => {
                self.write("fact");
                self.atoms(atoms, INDENT);
            }
            ItemKind::Derivation(derivation) => self.derivation(derivation),
            ItemKind::Rule(rule) => self.rule(rule),
            ItemKind::Export(export) => self.export(export),
            ItemKind::Score(score) => self.score(score),
            ItemKind::Players(players) => self.players(players),
            ItemKind::Starts(player) => self.write(&format!("starts {}", player.text)),
            ItemKind::State(state) => self.state(state),
            ItemKind::Start(start) => self.start(start),
            ItemKind::Move(one) => self.one_move(one),
            ItemKind::Blocked(blocked) => self.write(&format!("blocked {}", blocked.outcome.word())),
            ItemKind::Draw(draw) => self.draw(draw),
            ItemKind::Margin(margin) => self.margin(margin),
            ItemKind::Claims(claims) => self.claims(claims),
            ItemKind::Preference(preference) => self.preference(preference),
            ItemKind::Drawn(drawings) => self.drawn(drawings),
            ItemKind::Notation(name) => self.write(&format!("notation {}", name.text)),
            ItemKind::Error => self.write(UNREADABLE),
        }
    }

    /// Writes atoms after a keyword, broken into lines if necessary.
    fn atoms(&mut self, atoms: &[Atom], indent: usize) {
        if atoms.is_empty() {
            self.write(&format!(" {UNREADABLE}"));
        }
        let texts: Vec<String> = atoms.iter().map(print_atom).collect();
        self.row(&texts, indent);
    }

    /// Writes texts separated by commas, broken into lines if necessary.
    fn row(&mut self, texts: &[String], indent: usize) {
        for (at, text) in texts.iter().enumerate() {
            self.write(if at == 0 { "" } else { "," });
            if at > 0 && self.column + text.chars().count() + 2 > WIDTH {
                self.newline(indent);
            } else {
                self.write(" ");
            }
            self.write(text);
        }
    }

    fn header(&mut self, header: &Header) {
        self.write(match header.kind {
            HeaderKind::Domain => "domain",
            HeaderKind::Base => "base",
            HeaderKind::Library => "library",
        });
        if let Some(name) = &header.name {
            self.write(&format!(" {}", name.text));
        }
    }

    fn sort(&mut self, sort: &SortDeclaration) {
        self.write(&format!("sort {} ", sort.name.text));
        self.write(&match &sort.values {
            SortValues::Constants(constants) => format!("= {}", names(constants)),
            SortValues::Range(least, greatest) => format!("= {} to {}", least.value, greatest.value),
            SortValues::Opaque { size, example } => format!("of {} like {}", size.value, example.text),
        });
        if let Some(other) = &sort.part_of {
            self.write(&format!(" part of {}", other.text));
        }
        if !sort.words.is_empty() {
            self.write(&format!(" words {}", names(&sort.words)));
        }
        if sort.playable {
            self.write(" playable");
        }
    }

    fn board(&mut self, board: &BoardDeclaration) {
        self.write(&format!("board {} by {}", board.width.value, board.height.value));
        if board.hexagonal.is_some() {
            self.write(" hexagonal");
        }
        if board.dark.is_some() {
            self.write(" dark");
        }
        match &board.notation {
            BoardNotation::Like(example) => self.write(&format!(" like {}", example.text)),
            BoardNotation::Numbered => self.write(" numbered"),
        }
        if board.row_one_on_top {
            self.write(" row 1 on top");
        }
        if !board.words.is_empty() {
            self.write(&format!(" words {}", names(&board.words)));
        }
    }

    fn external(&mut self, declaration: &ExternDeclaration) {
        self.write(&format!("extern {}", declaration.name.text));
        let dots = if declaration.variadic { ", ..." } else { "" };
        if !declaration.parameters.is_empty() {
            self.write(&format!("({}{dots})", parameters(&declaration.parameters)));
        }
        if !declaration.asks.is_empty() {
            self.write(&format!(" asks {}", names(&declaration.asks)));
        }
        self.write(":");
        for (at, mode) in declaration.modes.iter().enumerate() {
            self.write(if at == 0 { "" } else { "," });
            self.newline(INDENT);
            self.write(&print_mode(mode, dots));
        }
    }

    fn action(&mut self, declaration: &ActionDeclaration) {
        self.write(&format!("action {}", declaration.name.text));
        if !declaration.parameters.is_empty() {
            self.write(&format!("({})", parameters(&declaration.parameters)));
        }
        if declaration.growing {
            self.write(" growing");
        }
    }

    fn open(&mut self, declaration: &OpenDeclaration) {
        self.write(&format!("open {}", declaration.name.text));
        self.write(&open_parameters(&declaration.parameters));
    }

    fn export(&mut self, export: &Export) {
        self.write(&format!("export {}", print_atom(&export.atom)));
        if let Some(side) = &export.side {
            self.write(&format!(" for {}", print_side(side)));
        }
    }

    fn derivation(&mut self, derivation: &Derivation) {
        self.write(&format!("{} :-", print_atom(&derivation.head)));
        self.body(&derivation.body, INDENT);
    }

    fn rule(&mut self, rule: &Rule) {
        let Rule { name, side, level, plays, body, .. } = rule;
        self.write(&format!("rule {} for {} at level {}", name.text, print_side(side), level.value));
        if !plays.is_empty() {
            self.write(&format!(" plays {}", names(plays)));
        }
        self.write(" if");
        self.body(body, INDENT);
    }

    fn score(&mut self, score: &Score) {
        let Score { name, side, attacking, defending, when_named, body, up_to_symmetry, .. } = score;
        let (side, attacking, defending) = (print_side(side), print_sum(attacking), print_sum(defending));
        let named = if when_named.is_some() { " when named" } else { "" };
        let weights = format!("attacking {attacking} defending {defending}");
        self.write(&format!("score {} for {side} {weights}{named} if", name.text));
        self.body(body, INDENT);
        if up_to_symmetry.is_some() {
            self.up_to_symmetry(body);
        }
    }

    /// Writes a body after a head or an opening bracket, including the white space before its first literal if a head
    /// precedes it.
    fn body(&mut self, body: &Body, indent: usize) {
        let last_branch = body.branches.len().saturating_sub(1);
        let mut fresh = false;
        for (at, branch) in body.branches.iter().enumerate() {
            let last_literal = branch.len().saturating_sub(1);
            for (place, literal) in branch.iter().enumerate() {
                self.before(literal, indent, fresh);
                self.literal(literal, indent);
                match (place == last_literal, at == last_branch) {
                    (false, _) => self.write(","),
                    (true, false) => self.write(" ;"),
                    (true, true) => {}
                }
                fresh = self.trailing_comment(&literal.trivia);
            }
        }
    }

    /// Writes the space or line break before a literal. `fresh` tells whether a comment has ended the previous line.
    fn before(&mut self, literal: &Literal, indent: usize, fresh: bool) {
        if self.comments {
            for line in &literal.trivia.before {
                if let TriviaLine::Comment(comment) = line {
                    self.newline(indent);
                    self.write(comment);
                }
            }
        }
        let commented = self.comments && !literal.trivia.before.is_empty();
        let width = width(literal) + 2;
        let inside = self.out.ends_with('(');
        if literal.new_line
            || commented
            || fresh
            || (self.column > indent && self.column + width > WIDTH && !inside)
        {
            self.newline(indent);
        } else if !inside && !self.out.is_empty() {
            self.write(" ");
        }
    }

    fn literal(&mut self, literal: &Literal, indent: usize) {
        let Some(body) = literal.kind.inner() else {
            self.write(&print_literal(literal));
            return;
        };
        self.write(if literal.negations % 2 == 1 { "¬" } else { "" });
        match &literal.kind {
            LiteralKind::After(after) => self.write(&format!("{} ", print_actions(&after.actions))),
            LiteralKind::Aggregate(aggregate) => self.write(&format!("{} ", print_function(aggregate))),
            _ => {}
        }
        self.write("(");
        self.body(body, indent + INDENT);
        let last = body.branches.last().and_then(|branch| branch.last());
        if self.comments && last.is_some_and(|last| last.trivia.after.is_some()) {
            self.newline(indent);
        }
        self.write(")");
        if let LiteralKind::Aggregate(aggregate) = &literal.kind {
            self.write(&print_compared(aggregate));
        }
    }
}

/// Prints a mode of an extern predicate: `(bound, free) gives about 12`
fn print_mode(mode: &Mode, dots: &str) -> String {
    let arguments = joined(&mode.bound, |bound| if *bound { "bound" } else { "free" }.to_string(), ", ");
    let answers = match mode.answers {
        Answers::Test { one_in: 2 } => "tests".to_string(),
        Answers::Test { one_in } => format!("tests 1 in {one_in}"),
        Answers::One => "gives one".to_string(),
        Answers::Many { about } => format!("gives about {about}"),
        Answers::Set { about } => format!("gives a set of about {about}"),
    };
    if mode.bound.is_empty() { answers } else { format!("({arguments}{dots}) {answers}") }
}

/// Prints parameters with their sorts: `Player: player, Field: field`
fn parameters(parameters: &[Parameter]) -> String {
    joined(parameters, |one| format!("{}: {}", one.name.text, one.sort.text), ", ")
}

/// Prints parameters with optional sorts, such as `(Group, Who: player)`. The result is empty if there are no
/// parameters.
fn open_parameters(parameters: &[OpenParameter]) -> String {
    let parameter = |one: &OpenParameter| match &one.sort {
        Some(sort) => format!("{}: {}", one.name.text, sort.text),
        None => one.name.text.clone(),
    };
    if parameters.is_empty() { String::new() } else { format!("({})", joined(parameters, parameter, ", ")) }
}

/// Prints names separated by commas.
fn names(names: &[Name]) -> String {
    joined(names, |name| name.text.clone(), ", ")
}
